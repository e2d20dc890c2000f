"""The phone page in a real browser next to a real window, one match after the other."""

from __future__ import annotations

import gzip
import re

import pytest

from game.core.discovery import find_game, game_slugs, phone_page
from game.core.extras import extras
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.session import Session
from game.match.match_text import readable
from game.party import connection_pool
from game.party.page_files import PAGE_FOLDER, art, fonts, minify
from game.party.page_files import page as page_files
from game.party.registry import SeatRegistry
from tests.matches import GAMES
from tests.party.browser_phones import BrowserRoom, Rooms, fits, play
from tests.party.many_phones import NAMES
from tests.party.test_secrets import MATCHES
from tests.sampling import sample, sample_size
from tools.browser import Page

HEAVIEST = 200_000  # bytes that a phone downloads at most


def chosen_move(session: Session, rng: SeededRng) -> str:
    """A bot's move; in the rummies one that rearranges the table if possible."""
    seat = session.to_move
    assert seat is not None
    level = "normal" if session.game in ("socki", "rockit") else "easy"
    return find_game(session.game).bot.choose(
        session.observe(seat), Options(dict(session.options)), level, rng
    )


@pytest.mark.parametrize("game", sample(list(MATCHES), "socki", "socker"))
def test_pages_play_a_match_by_touch(room: Rooms, game: str) -> None:
    """A slice of a match by touch alone, with layout checks; in ``make soak`` to its end."""
    _players, options = MATCHES[game]
    players = min(MATCHES[game][0], 4)
    browser_room = room(
        Session.new(game, players, seed=5, options=options, names=NAMES[:players]), players, (360, 640)
    )
    rng = SeededRng("pages", game)
    for number in range(sample_size(3)):
        seat = browser_room.session.to_move
        if seat is None:
            break
        page = browser_room.pages[seat]
        browser_room.until(lambda: browser_room.may_play(page))  # noqa: B023
        count = len(browser_room.session.log)
        play(page, browser_room.session, chosen_move(browser_room.session, rng), browser_room.until)
        browser_room.until(lambda: len(browser_room.session.log) > count)  # noqa: B023
        if number == 2:
            browser_room.load_anew(page)
    for page in browser_room.pages:
        browser_room.until(lambda: browser_room.shows(page) or page.sees("win"))  # noqa: B023
    fits(browser_room.page)


def test_page_recovers_after_sleep(room: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_pool, "MAX_MISSED_HEARTBEATS", 10_000)
    browser_room = room(Session.new("sociable", 4, seed=5, names=NAMES[:4]), beat=0.1)
    page = browser_room.page
    cards = page.buttons()
    page.sleep(asleep=True)
    monkeypatch.setattr(connection_pool, "MAX_MISSED_HEARTBEATS", 1)
    browser_room.until(lambda: not browser_room.hub.is_there(0))
    monkeypatch.setattr(connection_pool, "MAX_MISSED_HEARTBEATS", 10_000)
    page.sleep(asleep=False)
    browser_room.until(lambda: browser_room.hub.is_there(0))
    browser_room.until(lambda: browser_room.shows(page))
    if browser_room.session.to_move == 0:
        browser_room.until(lambda: browser_room.may_play(page))
        browser_room.until(lambda: page.buttons() == cards)


def test_page_can_be_played_with_the_keyboard(seated: Rooms) -> None:
    browser_room = seated(Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9"))
    page = browser_room.page
    focused = "document.activeElement.getAttribute('aria-label')"
    squares = page.run("[...document.querySelectorAll('.cell')].map(one => one.getAttribute('aria-label'))")
    stops: list[str] = []
    while not stops or stops[-1] not in squares:
        assert len(stops) < 40, f"Tab does not lead onto the field: {stops}"
        page.press("Tab")
        stops.append(page.run(focused))
    for _ in squares:
        if page.run(focused) == "Kick: e6":
            break
        page.press("ArrowRight")
    assert page.run(focused) == "Kick: e6"
    page.press("Enter")
    browser_room.until(lambda: browser_room.session.log)
    assert browser_room.session.log[0] == (0, "kick e5 e6")
    browser_room.until(lambda: browser_room.shows(page))
    assert page.run("document.activeElement !== document.body")
    page.wait("[...document.fonts].some(one => one.family == 'Fredoka' && one.status == 'loaded')")


def test_game_without_a_page_offers_its_moves(room: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long list of moves is chosen word by word."""
    monkeypatch.setattr("game.match.phone_seats.phone_page", lambda _slug: "")
    browser_room = room(Session.new("city", 2, seed=3, options={"sock_setup": "alternate"}), 2)
    seat = browser_room.session.to_move
    assert seat is not None
    page = browser_room.pages[seat]
    first = browser_room.session.moves()[0]
    words, named = first.split(), readable(first)
    for place in range(1, len(words)):
        so_far = f"Choose again: {readable(' '.join(words[:place]))}"
        browser_room.until(lambda: named in page.buttons() or so_far in page.buttons())  # noqa: B023
        if named not in page.buttons():
            page.tap(readable(" ".join(words[: place + 1])) + " …")
    browser_room.until(lambda: named in page.buttons())
    page.tap(named)
    browser_room.until(lambda: browser_room.session.log)
    assert browser_room.session.log == ((seat, first),)


def test_refusal_disappears_after_the_next_tap(seated: Rooms) -> None:
    browser_room = seated(Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9"))
    page = browser_room.page
    page.tap("End turn")
    assert page.run("document.getElementById('alert').textContent") == "Do something first."
    page.tap("Kick: e6")
    assert page.run("document.getElementById('alert').hidden")


# Without a browser.


def styles() -> list[str]:
    """The style of the page, then the styles in its scripts and in those of the games."""
    scripts = [*(file.decode() for file in page_files().values()), *map(phone_page, game_slugs())]
    inside = [
        style for script in scripts for style in re.findall(r"\bcss(?: =|:) ?`(.*?)`", script, re.DOTALL)
    ]
    assert len(inside) > len(game_slugs())
    whole = [page_files()["page.css"].decode(), *inside]
    return [re.sub(r"/\*.*?\*/|\$\{.*?\}", "", style, flags=re.DOTALL) for style in whole]


def test_styles_work_in_the_oldest_supported_browser() -> None:
    """Chrome 112 needs ``&`` before a nested selector that begins with an element name."""
    for style in styles():
        inside: list[str] = []
        for rule, end in re.findall(r"([^{};]*)([{};])", style):
            if end == "{":
                nested = any(not one.startswith("@") for one in inside)
                assert not (nested and rule.strip()[:1].isalpha()), f"{inside[-1]} {{ {rule}"
                inside.append(rule.strip())
            elif end == "}":
                inside.pop()


def test_css_uses_layers_in_order() -> None:
    """``!important`` is used once, for letters that are larger than the element itself was given."""
    phone, *lent = styles()
    for style in (phone, *lent):
        check_layers(phone, style)
        assert style.count("!important") == (style is phone)


def check_layers(page: str, style: str) -> None:
    """Check that rules are in layers in the order of the page's style, and that no class name is doubled."""
    order = page[len("@layer ") : page.index(";")].split(",")
    heads = [head for head in outermost(style) if head != "@font-face"]
    layers = [head.removeprefix("@layer ") for head in heads]
    assert layers == sorted(layers, key=order.index)
    assert not re.search(r"(\.[\w-]+)\1(?![\w-])", style)


def outermost(style: str) -> list[str]:
    """Heads of the outermost blocks."""
    heads, depth = [], 0
    for head, brace in re.findall(r"([^{};]*)([{};])", style):
        if brace == "{" and not depth:
            heads.append(head.strip())
        depth += (brace == "{") - (brace == "}")
    return heads


def test_phone_download_stays_small() -> None:
    """Everything that a phone downloads, compressed as by the server, with the heaviest game.

    Of the drawings that a screen provides for its page, a phone fetches the common ones and one look.
    """
    modules: list[int] = []
    for slug in game_slugs():
        lend = find_game(slug).component("phone_art")
        weights = sorted(packed(drawing.encode()) for drawing in lend().values()) if lend else []
        modules.append(packed(minify(phone_page(slug))) + sum(weights[-2:]))
    # Loaded only in classes, which do not play the largest games.
    asks = packed(page_files()["class_questions.js"])
    whole = sum(map(packed, [*page_files().values(), *art().values(), *fonts().values()]))
    whole -= packed(page_files()["remote_view.js"])  # loaded only for remote phones
    assert whole - asks + max(modules) < HEAVIEST
    assert whole + modules[game_slugs().index("sociable")] < HEAVIEST


def packed(data: bytes) -> int:
    return len(gzip.compress(data))


def test_minify_removes_comments() -> None:
    source = "// A note.\nconst a = {\n  /** What b is. */\n  b: 1, // one\n};\n\n/* x */ let c = ' // d';\n"
    assert minify(source) == b"const a = {\nb: 1,\n};\n/* x */ let c = ' // d';"
    assert (
        minify("  /**\n   * A *note*\n   */\nb();\n// c\n/* d */ e(); /* f */\n")
        == b"b();\n/* d */ e(); /* f */"
    )
    assert minify("<!-- A\nnote. -->\n  <p>yes</p>\n") == b"<p>yes</p>"
    styled = "const css = `\n.a > .b { top: calc(${A} * 2); margin: 0 ${B} 1px; }\n.c { left: 0; --d: ; }`;\n"
    assert minify(styled) == b"const css = `\n.a>.b{top:calc(${A} * 2);margin:0 ${B} 1px}.c{left:0;--d: }`;"


def test_page_loads_nothing_from_other_servers() -> None:
    sources = [path.read_text(encoding="utf-8") for path in PAGE_FOLDER.rglob("*.*")] + [
        phone_page(slug) for slug in game_slugs()
    ]
    for source in sources:
        assert "https://" not in source
        assert source.count("http://") == source.count("http://www.w3.org/2000/svg")


def test_scripts_and_styles_have_short_lines() -> None:
    """No line is longer than 120, except texts and pictures. Files are minified when sent."""
    folders = PAGE_FOLDER.parents[1], *(extra.folder for extra in extras())
    for path in (path for folder in folders for kind in ("*.js", "*.css") for path in folder.rglob(kind)):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= 120 or re.search(r"[\"`]|url\(", line), f"{path.name}:{number}"


def test_room_codes_are_easy_to_say() -> None:
    codes = {SeatRegistry().code for _ in range(200)}
    assert len(codes) > 190
    assert all(len(code) == 4 and not set(code) & set("AEIOUY01") for code in codes)


# One match after the other on the same page: nothing of the last one stays on it.


PIECES = "field=9/9/9/9/9/4oB3/4R4/9/9/9/9 turn=0"
CARDS = "table=6P,7P,8P hands=7F,7B,7L,9P,2L/1F,2F stock=1P,2P turn=0"
STYLE = "[...document.adoptedStyleSheets].flatMap(s => [...s.cssRules]).map(r => r.cssText).join('')"


def test_new_game_clears_selection_and_style_of_the_last(seated: Rooms) -> None:
    """Board, cards, board: the selection is cleared, and each game has its own style."""
    names = NAMES[:2]
    browser_room = seated(Session.from_position("socker", PIECES, names=names))
    page = browser_room.page
    style = page.run(STYLE)
    browser_room.begin(Session.from_position("socki", CARDS, names=names))
    page.wait_text("Knock")
    page.tap("7 of flowers")
    page.wait("document.querySelectorAll('.hand .card.on').length === 1")
    assert page.run(STYLE) != style
    browser_room.begin(Session.from_position("socker", PIECES, names=names))
    browser_room.until(lambda: "Kick: e6" in page.buttons())
    assert page.run(STYLE) == style


def test_next_match_starts_without_a_selection(seated: Rooms) -> None:
    browser_room = seated(Session.from_position("socki", CARDS))
    page = browser_room.page
    page.tap("7 of flowers")
    page.wait("document.querySelectorAll('.hand .card.on').length === 1")
    browser_room.begin(Session.from_position("socki", CARDS))
    page.wait("document.querySelectorAll('.hand .card.on').length === 0")


def test_menu_redoes_an_undone_step(seated: Rooms) -> None:
    browser_room = seated(Session.from_position("socki", CARDS))
    page, laid = browser_room.page, "document.querySelectorAll('.hand .card').length"
    page.tap("9 of pagodas")
    page.tap("Add to: 6 of pagodas, 7 of pagodas, 8 of pagodas")
    browser_room.until(lambda: page.run(laid) == 4)
    page.tap("Undo")
    browser_room.until(lambda: page.run(laid) == 5)
    page.tap("Menu")
    page.tap("Redo")
    browser_room.until(lambda: page.run(laid) == 4)


def test_page_plays_five_games_without_a_reload(room: Rooms) -> None:
    browser_room = room(Session.from_position("socker", PIECES))
    page = browser_room.page
    page.run("window.same = true, 0")
    for game in filter(phone_page, GAMES):
        browser_room.begin(Session.new(game, seed=4))
        fetched = f"performance.getEntriesByType('resource').some(e => e.name.endsWith('/play/{game}.js'))"
        browser_room.until(lambda: page.run(fetched) and browser_room.shows(page))  # noqa: B023
        assert page.run("window.same")
        page.tap("Menu")
        assert page.touches("Give up my seat")
        page.tap("Continue")
        # The card width of a rummy's hand must not affect another game.
        assert not page.run("document.querySelector('.fan .cards')?.style.getPropertyValue('--most')")


# A tap meant for the page before the turn came does nothing.


EARLY = "turn has only just begun"
OWN_CLOCK = """import("/state.js").then(({ view }) => {
view.inputCooldownMs = 600; window.at = 1e6; performance.now = () => window.at; })"""


def table(room: Rooms) -> tuple[BrowserRoom, Page]:
    """A match of two phones with the other to move, and the first one's page on a test clock."""
    position = "field=9/9/4B4/9/9/4o4/9/4R4/9/9/9 turn=1 left=1"
    browser_room = room(Session.from_position("socker", position, 3), 2)
    page = browser_room.page
    page.run(OWN_CLOCK)
    return browser_room, page


def answered(browser_room: BrowserRoom, move: str) -> None:
    """Play the other phone's move, which makes it the first one's turn."""
    browser_room.match.play(move)
    browser_room.until(lambda: browser_room.may_play(browser_room.page))


def told(page: Page) -> bool:
    return bool(page.run(f"!document.getElementById('alert').hidden && document.getElementById('alert').textContent.includes('{EARLY}')"))  # fmt: skip # noqa: E501


def test_tap_too_early_does_nothing_and_says_the_reason(room: Rooms) -> None:
    browser_room, page = table(room)
    answered(browser_room, "move e9 e8")
    page.tap("Your puppet on e4")
    assert "Step: e5" in page.buttons()
    for later in (0, 599):
        page.run(f"window.at = 1e6 + {later}; document.getElementById('alert').hidden = true")
        page.tap("Step: e5")
        browser_room.turn()
        assert told(page)
        assert len(browser_room.session.log) == 1
    page.run("window.at += 1")
    page.tap("Step: e5")
    browser_room.until(lambda: len(browser_room.session.log) == 2)
    browser_room.until(lambda: browser_room.may_play(page))
    page.tap("End turn")
    browser_room.until(lambda: len(browser_room.session.log) == 3)


def test_press_that_began_before_the_turn_does_nothing(room: Rooms) -> None:
    browser_room, page = table(room)
    answered(browser_room, "move e9 e8")
    page.run("window.at += 1000")
    page.tap("Your puppet on e4")
    page.tap("Step: e5")
    browser_room.until(lambda: browser_room.may_play(page) and len(browser_room.session.log) == 2)
    place = page.run(
        "(() => { const r = document.querySelector('[aria-label=\"Step: d5\"]').getBoundingClientRect();"
        "return [r.x + r.width / 2, r.y + r.height / 2]; })()"
    )
    page.tap("End turn")
    browser_room.until(lambda: browser_room.shows(page) and len(browser_room.session.log) == 3)
    browser_room.match.play("move e8 d8")
    browser_room.until(lambda: browser_room.shows(page))
    mouse = page.tab.mouse  # a finger makes no click after this time
    page.do(mouse.move(*place))
    page.do(mouse.down())
    answered(browser_room, "end")
    page.run("window.at += 700")
    page.do(mouse.up())
    browser_room.until(lambda: told(page))
    assert len(browser_room.session.log) == 5


def test_held_key_does_nothing(room: Rooms) -> None:
    """Enter on a button repeats its click while it is held."""
    position = "table=2H,3H,4H/9S,9D,9C hands=4D,5H/JS,JD,8H stock=5C,6C,7S,7C turn=1 in=1/1"
    browser_room = room(Session.from_position("rockit", position, 3), 2)
    page = browser_room.page
    page.run(OWN_CLOCK)
    page.run("[...document.querySelectorAll('#bar button')].at(-1).focus()")
    page.do(page.tab.keyboard.down("Enter"))
    answered(browser_room, "draw")
    page.run("window.at += 5000; window.early = 0; addEventListener('click', () => window.early++)")
    for _ in range(3):
        page.do(page.tab.keyboard.down("Enter"))
    page.wait("window.early")
    page.do(page.tab.keyboard.up("Enter"))
    browser_room.turn()
    assert len(browser_room.session.log) == 1
