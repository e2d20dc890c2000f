"""The page in a real browser: pages as phones beside a real window."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from game.core.chance import Chance
from game.core.discovery import find, phone_page, slugs
from game.core.options import Options
from game.core.session import Session
from game.match.phone_seats import PhoneSeats
from game.party import pool
from game.party.files import PAGE, art, font, lean, sources
from game.party.files import page as page_files
from game.party.registry import Place, SeatRegistry
from tests.party.browser import Chromium, until
from tests.party.crowd import NAMES
from tests.party.hands import play
from tests.party.room import Room, fits
from tests.party.test_secrets import MATCHES
from tests.scale import PATIENCE, scaled, some
from tests.scenes.harness import Window

HEAVIEST = 90_000
"""Bytes of everything that a phone fetches, packed as it travels."""


def chosen_move(session: Session, chance: Chance) -> str:
    """A bot's move; in the rummies one that tears the table apart where it can."""
    seat = session.to_move
    assert seat is not None
    level = "normal" if session.game in ("socki", "rockit") else "easy"
    return find(session.game).bot.choose(session.observe(seat), Options(dict(session.options)), level, chance)


@pytest.mark.parametrize("game", some(list(MATCHES), "socki", "socker"))
def test_pages_play_a_match(room: Callable[..., Room], game: str) -> None:
    """A slice of a match by touch alone, and everything fits; in ``make soak`` to its end."""
    _players, options = MATCHES[game]
    players = min(MATCHES[game][0], 4)
    made = room(
        Session.new(game, players, seed=5, options=options, names=NAMES[:players]), players, (360, 640)
    )
    chance = Chance("pages", game)
    for number in range(scaled(3)):
        seat = made.session.to_move
        if seat is None:
            break
        page = made.pages[seat]
        made.until(lambda: made.may_play(page))  # noqa: B023
        count = len(made.session.log)
        play(page, made.session, chosen_move(made.session, chance), made.until)
        made.until(lambda: len(made.session.log) > count)  # noqa: B023
        if number == 2:
            page.run("window.old = true; location.reload()")
            made.until(lambda: page.run("window.old === undefined") and made.shows(page))  # noqa: B023
    for page in made.pages:
        made.until(lambda: made.shows(page) or page.sees("win"))  # noqa: B023
    fits(made.pages[0])


def test_a_page_that_slept_is_back_as_it_was(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "MISSED", 10_000)
    made = room(Session.new("sociable", 4, seed=5, names=NAMES[:4]), 1, beat=0.1)
    page = made.pages[0]
    cards = page.buttons()
    page.sleep(asleep=True)
    monkeypatch.setattr(pool, "MISSED", 1)
    made.until(lambda: not made.hub.is_there(0))
    monkeypatch.setattr(pool, "MISSED", 10_000)
    page.sleep(asleep=False)
    made.until(lambda: made.hub.is_there(0))
    made.until(lambda: made.shows(page))
    if made.session.to_move == 0:
        made.until(lambda: made.may_play(page))
        made.until(lambda: page.buttons() == cards)


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
    shared = PhoneSeats.shared
    monkeypatch.setattr(PhoneSeats, "shared", lambda self, away: shared(self, away) | {"page": ""})
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
    page.open(f"http://{hub.party.door.address}/#XXXX")
    until(lambda: page.sees("That is not the code"), window.turn)
    hub.gather("Socker", [Place(0, "Ann", 0, free=True)])
    page.open("about:blank")
    page.open(hub.party.door.link)  # too early, and asked again by itself
    until(lambda: page.sees("Choose your seat"), window.turn)
    page.close()
    hub.close(PATIENCE)
    window.close()


# Without a browser.


def test_the_page_is_light() -> None:
    """All that is sent, with the heaviest module of a game."""
    modules = [len(gzip.compress(lean(phone_page(slug)))) for slug in slugs()]
    files = [len(gzip.compress(file)) for file in (*page_files().values(), *art().values(), font())]
    assert sum(files) + max(modules) < HEAVIEST


def test_a_page_is_sent_without_notes_for_its_writers() -> None:
    source = "// A note.\nconst a = {\n  /** What b is.\n   * More. */\n  b: 1, // kept\n};\n/* x */ let c;\n"
    assert lean(source) == b"const a = {\nb: 1, // kept\n};\n/* x */ let c;"
    style = "/* A\nnote. */\n.a :focus {\n  top: calc(1px + 2rem); /* why */\n}\n<!-- no\nthing --><p>\n"
    assert lean(style) == b".a :focus {\ntop: calc(1px + 2rem); /* why */\n}\n<p>"


def test_what_pages_say_and_ask_for_stays() -> None:
    """Every text of all modules is there, in the same order, and every line that is no note."""
    texts = re.compile(r'\bt\("((?:[^"\\]|\\.)*)"')
    for source in (*sources(), *map(phone_page, slugs())):
        sent = lean(source).decode()
        lines = [line.strip() for line in source.splitlines()]
        assert texts.findall(sent) == texts.findall("\n".join(line for line in lines if line[:2] != "//"))
        assert set(sent.splitlines()) <= set(lines)


def test_the_page_fetches_nothing_from_elsewhere() -> None:
    sources = [path.read_text(encoding="utf-8") for path in PAGE.rglob("*.*")] + [
        phone_page(slug) for slug in slugs()
    ]
    for source in sources:
        assert "https://" not in source
        assert source.count("http://") == source.count("http://www.w3.org/2000/svg")


def test_room_codes_are_easy_to_say() -> None:
    codes = {SeatRegistry().code for _ in range(200)}
    assert len(codes) > 190
    assert all(len(code) == 4 and not set(code) & set("AEIOUY01") for code in codes)
