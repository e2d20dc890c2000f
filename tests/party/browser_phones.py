"""Browser pages as phones next to a real window: layout checks, and functions that play moves."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any
from zlib import crc32

from game.core.discovery import game_slugs
from game.core.rummy.draft import DraftPile, Piece, rearrange_pieces
from game.core.session import Session
from game.match.match import Match
from game.match.seats import PHONE
from game.party.party import Party
from game.party.registry import SeatInfo
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from tests.party.many_phones import MOST, next_step, seats_of
from tests.party.socket_phone import T
from tests.sampling import sample_size
from tests.scenes.harness import WindowRobot
from tools.browser import Chromium, Page, until

SIX = "hands=8H,10D,QC,AH,AS,JK/9H,9D,10H,JC/10C,10S,QH,9S/8D,JS,JD/JK,AC,8S order=2,1,4,0,3 lead=KS,KD by=2"
"""SOCiable with six cards in the first seat's hand."""


TOKEN = "{:0>32}"  # token of the phone in a seat
PLAYED = f"try {{ localStorage.setItem('sockdrawer.played', '{' '.join(game_slugs())}') }} catch {{}}"
"""JavaScript: the person of a page has played every game, so it gives no help for the first turn."""


class PageHost:
    """A window with an open party, and pages that wait by turning the window."""

    speed = "instant"

    def __init__(self, home: Path, browser: Chromium, party: Party | None = None, port: int = 0) -> None:
        self.window, self.browser = WindowRobot(home, (960, 540), animation_speed=self.speed), browser
        self.hub = self.window.context.phones
        self.hub.party = party
        self.hub.open(port=port)
        self.until(lambda: self.hub.is_open)
        self.pages: list[Page] = []

    @property
    def party(self) -> Party:
        assert self.hub.party is not None
        return self.hub.party

    @property
    def link(self) -> str:
        return self.party.door.link

    @property
    def page(self) -> Page:
        """The first page."""
        return self.pages[0]

    def turn(self) -> None:
        self.window.step()

    def until(self, condition: Callable[[], T]) -> T:
        return until(condition, self.turn)

    def new_page(self, size: tuple[int, int] = (412, 915)) -> Page:
        self.pages.append(self.browser.page(size, self.turn))
        return self.pages[-1]

    def close(self) -> None:
        for page in self.pages:
            page.close()
        self.window.close()


class BrowserRoom(PageHost):
    """A window with a match, and browser pages as phones."""

    port = 0  # port of the last room; with the same port the browser has its files cached
    scene: MatchScene

    def __init__(
        self, home: Path, browser: Chromium, session: Session, pages: int, size: tuple[int, int], beat: float
    ) -> None:
        party = Party(beat=beat)
        party.restore_state({"tokens": {str(seat): TOKEN.format(seat) for seat in range(pages)}})
        super().__init__(home, browser, party, BrowserRoom.port)
        BrowserRoom.port = int(party.door.address.rpartition(":")[2])
        self._seated, self._settings = pages, self.window.context.settings
        self.begin(session, waits=False)
        for _ in range(pages):
            self.new_page(size)

    @property
    def match(self) -> Match:
        return self.scene.match

    def again(self, session: Session, size: tuple[int, int]) -> None:
        """Start another test's match on the same pages, without any overlay of the last test."""
        for watcher in self.pages[self._seated :]:
            watcher.close()
        del self.pages[self._seated :]
        app = self.window.context
        app.apply_settings(self._settings)
        app.scenes.reset(app.screens["title"]())  # a test may have left a match that no bot can continue
        for page in self.pages:
            hold(page, size)
            if page.run(
                "!!document.querySelector('.sheet, .veil') || !document.getElementById('alert').hidden"
            ):
                page.load_anew()
        self.begin(session, waits=False)

    def begin(self, session: Session, *, waits: bool = True) -> None:
        """Replace the match on the screen, as a rematch does. Pages keep their seats.

        With ``waits``, all other seats are on phones too, so nothing moves while the pages load.
        """
        print(f"match: {session.position()}")
        app, self.session = self.window.context, session
        self.scene = match_scene(app, session, seats_of(session.players, self._seated))
        for seat in range(self._seated, session.players if waits else 0):
            self.match.assign_seat(seat, "", PHONE)
        app.scenes.reset(app.screens["title"](), self.scene)
        self.window.step()
        for page in self.pages:
            self.until(lambda: self.shows(page))  # noqa: B023

    def join(self, number: int) -> Page:
        """Load a page that already knows its seat, and wait until it shows the match."""
        page = self.pages[number]
        page.begin_with(
            "sessionStorage.clear(); localStorage.clear();"
            f"localStorage.setItem('sockdrawer.seat', '{TOKEN.format(number)}');" + PLAYED
        )
        page.open(self.link)
        self.until(lambda: self.shows(page))
        page.begin_as_usual()
        return page

    def watcher(self, size: tuple[int, int] = (412, 915)) -> Page:
        """Add a page that only watches."""
        return self._open_page(
            size, "sessionStorage.setItem('sockdrawer.watching', 'yes')", ".match.watching"
        )

    def stranger(self, size: tuple[int, int] = (360, 640)) -> Page:
        """Add a page that waits on the join screen."""
        return self._open_page(size, "sessionStorage.clear()", "#join")

    def _open_page(self, size: tuple[int, int], script: str, selector: str) -> Page:
        page = self.new_page(size)
        page.begin_with(f"localStorage.clear(); {script}")
        page.open(self.link)
        page.wait(f"document.querySelector('{selector}')")
        page.begin_as_usual()
        return page

    def load_anew(self, page: Page) -> None:
        page.load_anew()
        self.until(lambda: self.shows(page))

    def shows(self, page: Page) -> bool:
        """True if a page shows the current match at its current ply."""
        return self._is(page, "match")

    def may_play(self, page: Page) -> bool:
        """True if a page shows that it is its turn and nothing blocks it."""
        return self._is(page, "mine")

    def _is(self, page: Page, kind: str) -> bool:
        at = f'[data-match="{self.scene.phone_seats.number}"][data-ply="{len(self.session.log)}"]'
        return bool(page.run(f"!!document.body?.matches('.match.{kind}{at}')"))


Rooms = Callable[..., BrowserRoom]


class LobbyPage(PageHost):
    """A lobby in a window, and a page that has a seat in it."""

    def __init__(self, home: Path, browser: Chromium, slug: str, size: tuple[int, int] = (360, 640)) -> None:
        super().__init__(home, browser)
        self.window.context.open_scene("lobby", slug)
        self.new_page(size).open(self.link)
        self.page.wait_text("Choose your seat")
        self.page.tap("Take this seat")
        self.page.wait_text("You have a seat.")

    def learn(self, slug: str, key: str) -> None:
        app = self.window.context
        app.scenes.push(app.screens["lesson"](app, slug, key, 1))
        self.page.wait_text("step 1 of")


class Door(PageHost):
    """A window whose party has one free seat, and the page of a newcomer."""

    def __init__(self, home: Path, browser: Chromium) -> None:
        super().__init__(home, browser)
        self.window.context.open_scene("settings")  # the title would offer other seats
        self.address, self.code = self.party.door.address, self.party.code
        self.offer("Ann")
        self.new_page()

    def offer(self, *names: str, free: int = 8, game: str = "") -> None:
        """Offer these seats, of which the first ``free`` are free."""
        seats = [SeatInfo(n, name, n, free=n < free) for n, name in enumerate(names)]
        self.hub.offer_seats("SOCKI", seats, game)

    def visit(self, path: str, sees: str = "label.seat") -> None:
        """Open an address of the party, and wait for an element."""
        self.page.open("about:blank")
        self.page.open(f"http://{self.address}/{path}")
        self.page.wait(f"document.querySelector({sees!r})")

    def take_seat(self) -> None:
        self.page.tap("Take this seat")
        self.page.wait_text("You’re in")


SIZES = (320, 568), (360, 640), (412, 915), (915, 412), (667, 375), (568, 320)
HELD = [(size, text) for text in ("200%", "100%") for size in SIZES]
LOOKED_AT: Counter[str] = Counter()  # number of `fits` calls, by test
WIDER = """(width => [...document.querySelectorAll('body, body *:not(.unseen, .unseen *, .town *, .art *)')]
.filter(n => n.getBoundingClientRect().right > width + 1)
.map(n => `${n.localName}.${n.className} ${n.getBoundingClientRect().right}`).slice(0, 6))"""
"""JavaScript function that lists the elements beyond the right edge.

The map is left out because it scrolls.
"""
SMALL = """[...document.querySelectorAll(
'.big, .arrow, .hand .card, .fan .card, .chip, .sort, .pile, select')]
.map(b => [b.innerText, b.getBoundingClientRect()])
.filter(([, r]) => r.width && (r.width < 40 || r.height < 40))
.map(([t, r]) => `${t} ${r.width}x${r.height}`)"""
"""Controls that are too small for a finger. The limit is below 44 px because many cards share a row."""


def hold(page: Page, size: tuple[int, int], text: str = "100%") -> None:
    """Set the viewport and the text size of a page, and wait two frames. A failed test tells them."""
    print(f"held: {size}, {text}")
    page.resize(*size)
    page.run(f"document.documentElement.style.fontSize = '{text}'; dispatchEvent(new Event('resize'))")
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def held(page: Page, sizes: Iterable[tuple[int, int]], *texts: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Hold a page in each of these sizes with each of these text sizes, 100% and 200% by default."""
    for size, text in product(sizes, texts or ("100%", "200%")):
        hold(page, size, text)
        yield size, text


WHOLE = """(foot => [...document.querySelectorAll('{}')].filter(node => {{
const r = node.getBoundingClientRect();
return r.bottom > innerHeight + 1 || (r.bottom > foot.top + 1 && r.right > foot.left + 1);
}}).map(node => node.ariaLabel || node.innerText))(document.querySelector('#bar').getBoundingClientRect())"""
"""JavaScript template: elements that are cut off or under the bar."""


BOXES = "[...document.querySelectorAll('{}')].map(node => node.getBoundingClientRect())"


def is_whole(page: Page, selector: str) -> bool:
    """True if no such element is cut off or under the bar."""
    covered: list[str] = page.run(WHOLE.format(selector))
    print(f"covered: {covered}")
    return not covered


def boxes(page: Page, selector: str, script: str) -> list[Any]:
    """Return what a script makes of the bounding boxes of these elements."""
    found: list[Any] = page.run(f"{BOXES.format(selector)}{script}")
    return found


LIVE = "document.getElementById('live').textContent"
"""JavaScript for the words that the page last announced."""


def fits(page: Page) -> None:
    """Check that nothing is wider than the screen and that controls are as large as a finger.

    Tests the smallest phone with the largest text, and outside a soak one other combination, which depends on
    the name of the test and the number of earlier calls. ``make soak`` tests all. Restores the page size.
    """
    before, test = page.size, os.environ["PYTEST_CURRENT_TEST"]
    at, LOOKED_AT[test] = crc32(test.encode()) + LOOKED_AT[test], LOOKED_AT[test] + 1
    others = [HELD[1 + (at + more) % (len(HELD) - 1)] for more in range(sample_size(1, len(HELD) - 1))]
    for size, text in (HELD[0], *others):
        hold(page, size, text)
        assert page.run(f"{WIDER}({size[0]})") == [], f"{size}, {text}"
        small = page.run(SMALL)
        assert small == [], f"{size}, {text}: {small}"
    hold(page, before)


def slide(place: int, value: int) -> str:
    """JavaScript that moves slider ``place`` to ``value``, as a finger does."""
    return (
        f"(() => {{ const r = document.querySelectorAll('.share input')[{place}]; r.value = {value};"
        "r.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )


RANKS = {
    "8": "Eight",
    "9": "Nine",
    "10": "Ten",
    "J": "Jack",
    "Q": "Queen",
    "K": "King",
    "A": "Ace",
    "JK": "Joker",
}
WORDS = {"ace": "A", "jack": "J", "queen": "Q", "king": "K", "happy card": "H"}
VERBS = {"move": "Step", "kick": "Kick", "sock": "Sock"}
Until = Callable[[Callable[[], Any]], Any]  # waits until a condition is true, and turns the window meanwhile


def play(page: Page, session: Session, move: str, until: Until) -> None:
    """Play a move on the page of the seat to move. It may not have arrived when this returns."""
    HANDS[session.game](page, session, move, until)


def tap_node(page: Page, key: str) -> None:
    """Touch the element with this key near its left edge, because cards overlap."""
    place = page.run(
        f"(() => {{ const n = [...document.querySelectorAll('*')].find(n => n.key === {json.dumps(key)});"
        "if (!n) return null; n.scrollIntoView({block: 'center'}); const r = n.getBoundingClientRect();"
        "return [r.x + Math.min(r.width, 24) / 2, r.y + r.height / 2]; })()"
    )
    assert place is not None, f"nothing has the key {key}"
    page.touch(*place)


def press_go(page: Page) -> None:
    page.run("document.querySelector('#bar .go').click()")


def play_socker(page: Page, _session: Session, move: str, _until: Until) -> None:
    verb, *cells = move.split()
    if verb == "end":
        page.tap("End turn")
    elif len(cells) == 1:
        page.tap(f"Here: {cells[0]}")
    else:
        page.tap(f"Your puppet on {cells[0]}")
        page.tap(f"{VERBS[verb]}: {cells[1]}")


def play_city(page: Page, _session: Session, move: str, _until: Until) -> None:
    verb, *stations = move.split()
    if verb == "lay":
        start, end = stations
        page.run(
            f"(() => {{ const s = document.querySelector('select'); s.value = {json.dumps(start)};"
            "s.dispatchEvent(new Event('change')); })()"
        )
        names = [name for name in page.buttons() if f", {end}" in name]
        page.tap(next(name for name in names if name.split(f", {end}")[1][:1] in ("", ",")))
    page.tap("Pass" if verb == "pass" else "Lay track")


def play_sociable(page: Page, _session: Session, move: str, _until: Until) -> None:
    verb, *cards = move.split()
    if verb == "pass":
        page.tap("Pass")
        return
    ranks = sorted(RANKS[card if card == "JK" else card[:-1]] for card in cards)
    for name in ranks:
        if _pressed_cards(page).count(name) < ranks.count(name):
            _tap_fan(page, name, on=False)
    for name in set(_pressed_cards(page)):
        while _pressed_cards(page).count(name) > ranks.count(name):
            _tap_fan(page, name, on=True)
    press_go(page)


def _pressed_cards(page: Page) -> list[str]:
    names: list[str] = page.run(
        "[...document.querySelectorAll('.fan .card[aria-pressed=true]')]"
        ".map(c => c.getAttribute('aria-label').split(' ')[0])"
    )
    return names


def _tap_fan(page: Page, name: str, *, on: bool) -> None:
    place = page.run(
        f"(() => {{ const n = [...document.querySelectorAll('.fan .card[aria-pressed={str(on).lower()}]')]"
        f".find(n => n.getAttribute('aria-label').startsWith({json.dumps(name)}));"
        "n.scrollIntoView({block: 'center'}); const r = n.getBoundingClientRect();"
        "return [r.x + r.width / 2, r.y + r.height / 2]; })()"
    )
    page.touch(*place)


# The rummies: the table is read from the page, and rearranged step by step into the wanted table.


READ = """[[...document.querySelectorAll('.pile')].map(p => [Number(p.key.slice(4)),
[...p.querySelectorAll('.card')].map(c => [c.key.slice(1), c.getAttribute('aria-label')])]),
[...document.querySelectorAll('.hand .card')].map(c => [c.key, c.getAttribute('aria-label')])]"""


def _card_text(label: str) -> str:
    """Card that a label describes: ``12P`` for "12 of pagodas, laid by you now"."""
    name = label.partition(",")[0]
    if name == "joker":
        return "JK"
    rank, _of, suit = name.removeprefix("joker as ").partition(" of ")
    text = WORDS.get(rank, rank) + suit[0].upper()
    return f"JK={text}" if name.startswith("joker as ") else text


def _piece(key: str, label: str) -> Piece:
    text = _card_text(label)
    card, _, face = text.partition("=")
    return Piece(int(key.removesuffix(text)), card, face=face)


def _read_table(page: Page) -> tuple[list[DraftPile], list[Piece]]:
    """Return the piles on the table and the cards in the hand."""
    piles, hand = page.run(READ)
    return (
        [DraftPile(pile, tuple(_piece(*card) for card in cards)) for pile, cards in piles],
        [_piece(*card) for card in hand],
    )


def play_rummy(page: Page, _session: Session, move: str, until: Until) -> None:
    verb, _space, rest = move.partition(" ")
    if verb in ("draw", "pass"):
        page.tap(verb.capitalize())
        return
    before, _hand = _read_table(page)
    goal = [tuple(pile.split()) for pile in rest.split(" | ")] if rest else []
    if verb == "come":
        goal += [pile.texts for pile in before]
    after: Sequence[DraftPile] = ()
    for _ in range(MOST):
        before, hand = _read_table(page)
        after = rearrange_pieces(before, hand, goal, 10_000, 10_000).piles if goal else ()
        step = next_step(before, after)
        if step is None:
            break
        cards, of_hand, anchor = step
        _carry(page, cards, of_hand=of_hand, anchor=anchor, until=until)
    for piece in (piece for pile in after for piece in pile.pieces if piece.face):
        _name_joker(page, piece, until)
    until(lambda: page.run("document.querySelector('#bar .go').getAttribute('aria-disabled')") != "true")
    press_go(page)


def _carry(page: Page, cards: Sequence[Piece], *, of_hand: bool, anchor: int | None, until: Until) -> None:
    """Pick cards up and lay them on the pile that holds ``anchor``, or as a new pile if that is None."""

    def lying() -> dict[int, DraftPile]:
        """Piles by key, because their order on the page may change meanwhile."""
        return {pile.key: pile for pile in _read_table(page)[0]}

    before = lying()
    for card in cards:
        tap_node(page, f"{card.key}{card.card}" if of_hand else f"c{card.key}")
    if anchor is None:
        page.tap("New pile" if page.sees("New pile") else "New trick")
    else:
        find = f"[...document.querySelectorAll('.pile .card')].find(n => n.key === 'c{anchor}')"
        page.run(f"{find}.closest('.pile').querySelector('.onto').click()")
    until(lambda: not page.run("!!document.querySelector('.chips')") and lying() != before)


def _name_joker(page: Page, joker: Piece, until: Until) -> None:
    """Tap a joker until it represents the wanted card."""

    label = f"[...document.querySelectorAll('.pile .card')].find(n => n.key === 'c{joker.key}')?.ariaLabel"

    def face() -> str:
        aria_label = page.run(label)
        return _piece(f"{joker.key}", aria_label).face if aria_label else ""

    for _ in range(len(WORDS)):
        before = face()
        if before == joker.face:
            break
        tap_node(page, f"c{joker.key}")
        page.tap("Change card")
        until(lambda: face() != before)  # noqa: B023
        page.tap("Cancel")


HANDS: dict[str, Callable[[Page, Session, str, Until], None]] = {
    "socker": play_socker, "city": play_city, "sociable": play_sociable,
    "socki": play_rummy, "rockit": play_rummy,
}  # fmt: skip
