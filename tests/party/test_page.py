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
from game.party.files import PAGE, art
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


WIDER = """(width => [...document.querySelectorAll('body, body *:not(.unseen, .unseen *, .town *, .art *)')]
.filter(n => n.getBoundingClientRect().right > width + 1)
.map(n => `${n.localName}.${n.className} ${n.getBoundingClientRect().right}`).slice(0, 6))"""
"""What reaches over the right edge; the map can be scrolled."""
SMALL = """[...document.querySelectorAll('.big, .arrow, .hand .card, .fan .card, select')]
.map(b => [b.innerText, b.getBoundingClientRect()])
.filter(([, r]) => r.width && (r.width < 40 || r.height < 40))
.map(([t, r]) => `${t} ${r.width}x${r.height}`)"""
"""What is pressed and smaller than a finger; a little less than 44 pixels where many cards lie in a row."""


def fits(page: Page) -> None:
    """Nothing is wider than the screen, and what is pressed is as large as a finger."""
    for size in ((360, 640), (412, 915), (915, 412)):
        page.resize(*size)
        for text in ("100%", "200%"):
            page.run(f"document.documentElement.style.fontSize = '{text}'")
            assert page.run(f"{WIDER}({size[0]})") == [], f"{size}, {text}"
            assert page.run(SMALL) == [], f"{size}, {text}"


# Without a browser.


def test_the_page_is_light() -> None:
    """All of it, uncompressed, with the heaviest module of a game."""
    page = sum(path.stat().st_size for path in PAGE.iterdir())
    drawings = sum(map(len, art().values()))
    heaviest = max(len(phone_page(slug).encode()) for slug in slugs())
    assert page + drawings + heaviest + len(server._font()) < HEAVIEST


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
