"""The page in a real browser: pages as phones beside a real window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from game.core.chance import Chance
from game.core.contract import Options
from game.core.discovery import find, part, phone_page, slugs
from game.core.session import Session
from game.party import server
from game.party.desk import Desk, Place
from game.party.files import PAGE, art, lean
from game.party.files import page as page_files
from game.party.party import Party
from game.ui.match import PHONE, Seat
from game.ui.phones import Phones
from tests.party.browser import Chromium, Page, browsing, find_browser, until
from tests.party.crowd import NAMES
from tests.party.hands import play
from tests.party.test_secrets import MATCHES
from tests.scale import scaled
from tests.scenes.harness import Window

SLOW = 2.0
"""Seconds between signs of life where nobody is to drop out, though the machine is busy."""
HEAVIEST = 150_000
"""Bytes of everything that a phone fetches."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    path = find_browser()
    if path is None:
        pytest.skip("no browser is installed: apt install chromium, or name one in CHROMIUM")
    with browsing(path) as made:
        yield made
        assert made.faults == []


class Room:
    """A window with a match, and pages as phones."""

    def __init__(
        self,
        home: Path,
        browser: Chromium,
        session: Session,
        pages: int,
        size: tuple[int, int],
        beat: float,
    ) -> None:
        self.window = Window(home, (960, 540))
        self.session = session
        self.hub = self.window.stage.phones
        self.hub.party = Party(beat=beat)
        self.hub.open(port=0, host="127.0.0.1")
        while not self.hub.is_open:
            self.window.turn()
        seats = [
            Seat(NAMES[n], n, "" if n < pages else "easy", PHONE if n < pages else "")
            for n in range(session.players)
        ]
        made = part(find(session.game).info.scene)
        assert callable(made)
        self.scene: Any = made(session, seats)
        self.window.stage.scenes.push(self.scene)
        self.window.turn()
        self.pages = [browser.page(size) for _ in range(pages)]

    def turn(self) -> None:
        self.window.turn()

    def until(self, done: Callable[[], Any]) -> Any:
        return until(done, self.turn)

    def join(self, number: int) -> Page:
        page = self.pages[number]
        assert self.hub.party is not None
        page.open(self.hub.party.link)
        self.until(lambda: page.sees("Choose your seat"))
        page.tap(NAMES[number])
        page.tap("Take this seat")
        self.until(lambda: self.shows(page))
        return page

    def shows(self, page: Page) -> bool:
        """Whether a page shows the match as it stands."""
        return self._is(page, "match")

    def may_play(self, page: Page) -> bool:
        """Whether a page shows that it is its turn, and nothing is in the way."""
        return self._is(page, "mine")

    def _is(self, page: Page, kind: str) -> bool:
        ply = len(self.session.log)
        return bool(page.run(f"!!document.body?.matches('.match.{kind}[data-ply=\"{ply}\"]')"))

    def close(self) -> None:
        for page in self.pages:
            page.close()
        self.hub.close(10)
        self.window.close()


@pytest.fixture
def room(tmp_path: Path, browser: Chromium) -> Iterator[Callable[..., Room]]:
    made: list[Room] = []

    def make(session: Session, pages: int, size: tuple[int, int] = (412, 915), beat: float = SLOW) -> Room:
        made.append(Room(tmp_path, browser, session, pages, size, beat))
        for number in range(pages):
            made[-1].join(number)
        return made[-1]

    yield make
    for one in made:
        one.close()


def chosen_move(session: Session, chance: Chance) -> str:
    """A bot's move; in the rummies one that tears the table apart where it can."""
    seat = session.to_move
    assert seat is not None
    level = "normal" if session.game in ("socki", "rockit") else "easy"
    return find(session.game).bot.choose(session.observe(seat), Options(dict(session.options)), level, chance)


@pytest.mark.parametrize("game", list(MATCHES))
def test_pages_play_a_match(room: Callable[..., Room], game: str) -> None:
    """A slice of a match by touch alone, and everything fits; in ``make soak`` to its end."""
    _players, options = MATCHES[game]
    players = min(MATCHES[game][0], 4)
    made = room(
        Session.new(game, players, seed=5, options=options, names=NAMES[:players]), players, (360, 640)
    )
    chance = Chance("pages", game)
    for number in range(scaled(6)):
        seat = made.session.to_move
        if seat is None:
            break
        page = made.pages[seat]
        made.until(lambda: made.may_play(page))  # noqa: B023
        count = len(made.session.log)
        play(page, made.session, chosen_move(made.session, chance), made.until)
        made.until(lambda: len(made.session.log) > count)  # noqa: B023
        if number == 3:
            page.run("window.old = true; location.reload()")
            made.until(lambda: page.run("window.old === undefined") and made.shows(page))  # noqa: B023
    for page in made.pages:
        made.until(lambda: made.shows(page) or page.sees("win"))  # noqa: B023
    fits(made.pages[0])


def test_a_page_that_slept_is_back_as_it_was(room: Callable[..., Room]) -> None:
    made = room(Session.new("sociable", 4, seed=5, names=NAMES[:4]), 1, beat=0.3)
    page = made.pages[0]
    cards = page.buttons()
    page.sleep(True)
    made.until(lambda: not made.hub.is_there(0))
    page.sleep(False)
    made.until(lambda: made.hub.is_there(0))
    made.until(lambda: made.shows(page))
    if made.session.to_move == 0:
        made.until(lambda: made.may_play(page))
        assert page.buttons() == cards


def test_the_keyboard_alone_plays(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9", names=["Ann", "Bo"]), 1)
    page = made.pages[0]
    for _ in range(40):
        page.press("Tab")
        if page.run("document.activeElement.getAttribute('aria-label')") == "Kick forward":
            break
    page.press("Enter")
    made.until(lambda: made.session.log)
    assert made.session.log[0] == (0, "kick e5 e6")
    made.until(lambda: made.shows(page))
    assert page.run("document.activeElement !== document.body")


def test_a_game_without_a_page_is_played_by_its_moves(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Very many moves are chosen word by word."""
    shared = Phones._shared
    monkeypatch.setattr(Phones, "_shared", lambda self, match: shared(self, match) | {"page": ""})
    made = room(Session.new("city", 2, seed=3, options={"sock_setup": "alternate"}, names=["Ann", "Bo"]), 2)
    seat = made.session.to_move
    assert seat is not None
    page = made.pages[seat]
    first = made.session.moves()[0]
    words = first.split()
    for place in range(1, len(words)):
        so_far = f"Choose again: {' '.join(words[:place])}"
        made.until(lambda: first in page.buttons() or so_far in page.buttons())  # noqa: B023
        if first not in page.buttons():
            page.tap(words[place])
    made.until(lambda: first in page.buttons())
    page.tap(first)
    made.until(lambda: made.session.log)
    assert made.session.log == ((seat, first),)


def test_a_refusal_is_said(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9", names=["Ann", "Bo"]), 1)
    page = made.pages[0]
    page.tap("End turn")
    assert page.run("document.getElementById('alert').textContent") == "Do something first."


def test_a_strange_code_is_refused(browser: Chromium, tmp_path: Path) -> None:
    window = Window(tmp_path)
    hub = window.stage.phones
    hub.open(port=0, host="127.0.0.1")
    while not hub.is_open:
        window.turn()
    page = browser.page()
    assert hub.party is not None
    page.open(f"http://{hub.party.address}/#XXXX")
    until(lambda: page.sees("That is not the code"), window.turn)
    hub.gather("Socker", [Place(0, "Ann", 0, True)])
    page.open("about:blank")
    page.open(hub.party.link)  # too early, and asked again by itself
    until(lambda: page.sees("Choose your seat"), window.turn)
    page.close()
    hub.close(10)
    window.close()


SIZES = (320, 568), (360, 640), (412, 915), (915, 412), (667, 375)
WIDER = """(width => [...document.querySelectorAll('body, body *:not(.unseen, .unseen *, .town *, .art *)')]
.filter(n => n.getBoundingClientRect().right > width + 1)
.map(n => `${n.localName}.${n.className} ${n.getBoundingClientRect().right}`).slice(0, 6))"""
"""What reaches over the right edge; the map can be scrolled."""
SMALL = """[...document.querySelectorAll('.big, .arrow, .hand .card, .fan .card, .chip, .sort, .pile, select')]
.map(b => [b.innerText, b.getBoundingClientRect()])
.filter(([, r]) => r.width && (r.width < 40 || r.height < 40))
.map(([t, r]) => `${t} ${r.width}x${r.height}`)"""
"""What is pressed and smaller than a finger; a little less than 44 pixels where many cards lie in a row."""


def hold(page: Page, size: tuple[int, int], text: str = "100%") -> None:
    """Hold the phone so, with text as large as this, and let the page have seen it."""
    page.resize(*size)
    page.run(f"document.documentElement.style.fontSize = '{text}'")
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def fits(page: Page) -> None:
    """Nothing is wider than the screen, and what is pressed is as large as a finger."""
    for size in SIZES:
        for text in ("100%", "200%"):
            hold(page, size, text)
            assert page.run(f"{WIDER}({size[0]})") == [], f"{size}, {text}"
            assert page.run(SMALL) == [], f"{size}, {text}"


HIDDEN = """[...document.querySelectorAll('.hand .card, .fan .card')].filter(card => {
const r = card.getBoundingClientRect();
const seen = (x, y) => card.contains(document.elementFromPoint(r.left + x, r.top + y));
return !(seen(3, 20) && seen(40, 20) && seen(20, 4) && seen(20, 43) && r.right <= innerWidth && r.left >= 0);
}).map(card => card.getAttribute('aria-label'))"""
"""The cards of the hand of which a finger does not find 40 pixels without scrolling."""
MANY_PILES = (
    "table=1P,2P,3P,4P/7F,7B,7L/1F,2F,3F,4F,5F/5P,5B,5L/8B,9B,10B,11B,12B/HP,HF,HB,HL/2P,2B,2L/4L,5L,6L/"
    "9F,9P,9L/10F,11F,12F/6B,7B,8B/3B,4B,5B hands=1P,8P,10P,11P,4F,10F,3B,4B,11L,12L,6F,8F,9B,1L/1F,1B "
    "stock=12P,8L turn=0"
)
"""SOCKI with twelve piles on the table and fourteen cards in the hand."""
MANY_TRICKS = (
    "table=10H,JH,QH/7S,7H,7D/AC,2C,3C,4C,5C/5H,5S,5D/8D,9D,10D,JD,QD/KS,KH,KD/2S,2H,2D/3S,4S,5S/9C,9H,9S/"
    "10C,JC,QC/6H,7H,8H/3D,4D,JK=5D hands=AC,8S,10S,JS,4H,10D,3C,4C,JD,QS,6C,8C,9D,JK/AD,2D,AS "
    "stock=3H,4D,KC turn=0 in=1/0"
)
SIX = "hands=8H,10D,QC,AH,AS,JK/9H,9D,10H,JC/10C,10S,QH,9S/8D,JS,JD/JK,AC,8S order=2,1,4,0,3 lead=KS,KD by=2"
THIRTEEN = "hands=8H,8D,9H,9D,10D,10S,JH,JC,QC,QD,KH,AH,JK/8C,9C,10H/10C,QH,KD/JD,QS,KC order=2,1,3,0 turn=0"


@pytest.mark.parametrize(
    ("game", "position", "options"),
    [
        ("socki", MANY_PILES, {}),
        ("rockit", MANY_TRICKS, {"decks": 2}),
        ("sociable", f"{SIX} turn=0", {}),
        ("sociable", THIRTEEN, {}),
    ],
)
def test_the_whole_hand_is_seen(
    room: Callable[..., Room], game: str, position: str, options: dict[str, object]
) -> None:
    """Without scrolling, whichever way the phone is held, and all that is on the table with it."""
    made = room(Session.from_position(game, position, options=options), 1)
    page = made.pages[0]
    for size in SIZES[1:]:
        hold(page, size)
        assert page.run(HIDDEN) == [], size
        assert page.run("document.documentElement.scrollHeight <= innerHeight"), size
        assert page.run(
            "(m => !m || m.scrollHeight <= m.clientHeight + 1)(document.querySelector('.mat'))"
        ), size
        for cell in page.run(
            "[...document.querySelectorAll('.pile')].map(p => p.getBoundingClientRect().height)"
        ):
            assert cell >= 40


TIP = "document.querySelector('.tip')?.innerText"
LIVE = "document.getElementById('live').textContent"


def test_a_hint_is_shown_and_said_on_one_phone(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("sociable", f"{SIX} turn=0"), 2)
    one, other = made.pages
    one.tap("Hint")
    made.until(lambda: one.run(TIP) == "Look at your aces.")
    assert one.run(LIVE) == "Look at your aces."
    assert one.run("document.querySelectorAll('.card.hinted').length") == 2
    made.window.stage.change(hints="full")
    one.tap("Hint")
    made.until(lambda: one.run(TIP) == "Play two aces")
    assert "Play two aces" in one.buttons()
    assert not other.run(TIP)
    assert not other.run("document.querySelectorAll('.card.hinted').length")
    one.tap("Play two aces")
    made.until(lambda: made.session.log)
    made.until(lambda: not one.run(TIP))
    made.window.stage.change(hints="off")
    made.until(lambda: "Hint" not in one.run("document.getElementById('bar').innerHTML"))


def test_a_hint_of_a_rummy_can_be_laid(room: Callable[..., Room]) -> None:
    text = "table=6P,7P,8P hands=7F,7B,7L,9P,2L/1F,2F stock=1P,2P turn=0"
    made = room(Session.from_position("socki", text), 1, (360, 640))
    made.window.stage.change(hints="full")
    page = made.pages[0]
    for words in ("There is a play.", "4 cards can be laid.", "This is one way."):
        page.tap("Hint")
        made.until(lambda: (page.run(TIP) or "").startswith(words))  # noqa: B023
    assert page.run("document.querySelectorAll('.hand .card.hinted').length") == 4
    assert "9 of pagodas" in page.run(LIVE)
    assert page.run("[...document.querySelectorAll('.advised .pile')].map(p => p.ariaLabel)") == [
        "6 of pagodas, 7 of pagodas, 8 of pagodas, 9 of pagodas",
        "7 of flowers, 7 of boats, 7 of ladies",
    ]
    page.tap("Lay it so")
    made.until(lambda: page.sees("All piles are whole"))
    page.tap("Knock")
    made.until(lambda: made.session.log)
    assert made.session.log[0][1].startswith("play")


def map_point(page: Page, station: str) -> tuple[float, float]:
    """Where a station of the map is on the screen."""
    found = page.run(
        f"(([column, row]) => {{ const map = document.querySelector('.map'), r = map.getBoundingClientRect();"
        "const [x, y, w, h] = map.firstChild.getAttribute('viewBox').split(' ').map(Number);"
        "const q = Math.sqrt(3) * 20 * (column + ((row - 1) % 2) / 2);"
        "return [r.x + (q - x) / w * r.width, r.y + (30 * row - y) / h * r.height]; }"
        f")([{ord(station[0]) - 97}, {station[1:]}])"
    )
    return found[0], found[1]


def test_a_city_is_set_up_by_touch(room: Callable[..., Room]) -> None:
    """Tiles, socks and spare socks on the map; what is left is done by the program."""
    options = {"board_build": "manual", "sock_setup": "alternate", "blockers": 2, "start_player": "first"}
    made = room(Session.new("city", 2, seed=3, options=options, names=["Ann", "Bo"]), 1, (360, 640))
    page, session = made.pages[0], made.session

    def moved() -> str:
        count = len(session.log)
        made.until(lambda: made.may_play(page))
        page.run("document.querySelector('#bar .go').click()")
        made.until(lambda: len(session.log) > count)
        return session.log[count][1]

    assert moved() == "tile 0 0 m13"
    made.until(lambda: made.may_play(page))
    design = next(name for name in page.buttons() if name.endswith("4 left"))
    page.tap(design)
    page.tap("Turn")
    page.touch(30, 200)
    assert moved().startswith(f"tile {int(design[5]) - 1} 1 ")
    made.until(lambda: made.may_play(page))
    page.tap("Rest for me")
    made.until(lambda: session.observe(None)["phase"] == "socks" and made.may_play(page))
    chosen = session.moves()[-1].split()
    page.tap(chosen[1].capitalize())
    for station in chosen[2:]:
        page.touch(*map_point(page, station))
    assert moved() == " ".join(chosen)
    made.until(lambda: made.may_play(page))
    page.tap("Rest for me")
    made.until(lambda: session.observe(None)["phase"] == "blockers" and made.may_play(page))
    station = session.moves()[40].split()[1]
    page.touch(*map_point(page, station))
    assert moved() == f"block {station}"
    fits(page)


def test_a_finger_beside_a_cell_meets_it(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9", names=["Ann", "Bo"]), 1)
    page = made.pages[0]
    for size, away in (((360, 640), (0, 0.7)), ((915, 412), (-0.7, 0))):
        hold(page, size)
        x, y, wide, high = page.run(
            "(r => [r.x + r.width / 2, r.y + r.height / 2, r.width, r.height])"
            "(document.querySelector('.cell[aria-label=\"Step: d4\"]').getBoundingClientRect())"
        )
        page.touch(x + away[0] * wide, y + away[1] * high)
        made.until(lambda: len(made.session.log) == 1)
        assert made.session.log[0] == (0, "move e5 d4")
        made.until(lambda: made.may_play(page))
        page.tap("Take back")
        made.until(lambda: not made.session.log and made.may_play(page))


# Without a browser.


def test_the_page_is_light() -> None:
    """All that is sent, uncompressed, with the heaviest module of a game."""
    modules = [len(lean(phone_page(slug))) for slug in slugs()]
    files = [*page_files().values(), *art().values(), server._font()]
    assert sum(map(len, files)) + max(modules) < HEAVIEST


def test_a_page_is_sent_without_notes_for_its_writers() -> None:
    source = "// A note.\nconst a = {\n  /** What b is. */\n  b: 1, // kept\n};\n\n/* x */ let c;\n"
    assert lean(source) == b"const a = {\nb: 1, // kept\n};\n/* x */ let c;"


def test_the_page_fetches_nothing_from_elsewhere() -> None:
    sources = [path.read_text(encoding="utf-8") for path in PAGE.iterdir()] + [
        phone_page(slug) for slug in slugs()
    ]
    for source in sources:
        assert "https://" not in source
        assert source.count("http://") == source.count("http://www.w3.org/2000/svg")


def test_room_codes_are_easy_to_say() -> None:
    codes = {Desk().code for _ in range(200)}
    assert len(codes) > 190
    assert all(len(code) == 4 and not set(code) & set("AEIOUY01") for code in codes)
