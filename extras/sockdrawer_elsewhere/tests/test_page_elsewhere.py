"""The page of a remote phone: it puts into words what others see on the big screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.party.party import Party
from sockdrawer_elsewhere.relay_invite import RELAY_VARIABLE, RelayState
from tests.party.browser_phones import TOKEN, PageHost, fits
from tests.party.many_phones import seats_of
from tests.party.virtual_phone import LAST
from tests.sampling import sample
from tools.browser import Chromium, Page

pytest.importorskip("cryptography", reason="the extra far is not installed")

from sockdrawer_elsewhere.tests.relay_phones import VIEW, Relay, friends_in, known, relayed

HOME, FAR = 0, 1


@pytest.fixture(scope="module")
def relay() -> Iterator[Relay]:
    with relayed() as running_relay:
        yield running_relay


class Apart(PageHost):
    """A window with a match, a local page and a remote one."""

    speed = "relaxed"

    def __init__(self, home: Path, browser: Chromium, relay: Relay, session: Session, device: str) -> None:
        """Create the room. With ``device`` the last seat plays at the screen."""
        party = Party()
        party.restore_state({"tokens": {str(seat): TOKEN.format(seat) for seat in (HOME, FAR)}})
        super().__init__(home, browser, party)
        friends = friends_in(party)
        friends.set_enabled(on=True, relay=relay.address)
        self.until(lambda: friends.status.state is RelayState.OPEN)
        seats = seats_of(session.players, 2)
        if device:
            seats[-1] = Seat(seats[-1].name, len(seats) - 1, device=device)
        self.scene = self.window.open_match(session, seats)
        self.home, self.far = self.come(HOME, self.link), self.come(FAR, friends.status.link)

    def come(self, seat: int, link: str) -> Page:
        page = self.new_page((390, 844))
        page.begin_with(f"localStorage.clear(); sessionStorage.clear(); {known(link, seat)}")
        page.open(link)
        page.wait("document.querySelector('body.match')")
        return page


Places = Callable[..., Apart]


def shows(page: Page, selector: str) -> bool:
    return bool(page.run(f"!!document.querySelector('{selector}')"))


def text(page: Page, selector: str) -> str:
    return str(page.run(f"document.querySelector('{selector}')?.innerText ?? ''"))


@pytest.fixture
def apart(
    tmp_path: Path, running_browser: Chromium, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Places]:
    monkeypatch.delenv(RELAY_VARIABLE, raising=False)
    made: list[Apart] = []

    def make(session: Session, device: str = "") -> Apart:
        made.append(Apart(tmp_path, running_browser, relay, session, device))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.mark.parametrize("game", sample(list(LAST), *LAST))
def test_remote_page_describes_the_end_of_a_hand(apart: Places, game: str) -> None:
    position, move, options = LAST[game]
    room = apart(Session.from_position(game, position, options=options))
    room.scene.match.play(move)
    room.far.wait("document.querySelector('.elsewhere')")
    notice = text(room.far, ".elsewhere")
    assert room.scene.match.seats[0].name in notice
    assert "The others will see this" in notice
    assert text(room.far, "h1") == "The hand is over."
    assert all(seat.name in notice for seat in room.scene.match.seats)
    room.until(lambda: "how the hand ends" in text(room.home, "h1"))
    assert not shows(room.home, ".elsewhere")
    room.far.wait("!document.querySelector('.elsewhere')")
    assert not shows(room.far, ".facts")


def test_remote_page_says_who_the_end_of_a_hand_waits_for(apart: Places) -> None:
    position, move, options = LAST["socki"]
    third = position.replace(" stock", "/7B stock")
    room = apart(Session.from_position("socki", third, options=options), device="keys")
    room.scene.match.play(move)
    room.until(lambda: "until someone there continues" in text(room.far, ".elsewhere"))
    assert text(room.far, "h1") == "The hand is over."
    fits(room.far)


def test_remote_spectator_sees_reactions(apart: Places) -> None:
    room = apart(Session.new("sociable", 4, seed=5))
    watcher = room.new_page((320, 568))
    watcher.begin_with("localStorage.clear(); sessionStorage.clear()")
    watcher.open(friends_in(room.party).status.link)
    watcher.tap("Just watch")
    watcher.wait("document.querySelector('body.watching')")
    room.until(lambda: room.party.is_far(None))
    room.scene.phone_seats.handle_phone(HOME, {"do": "react", "sign": "ha"}, room.window.time)
    watcher.wait("document.querySelector('.rise.thrown')")
    fits(watcher)


def test_remote_page_shows_reactions_and_results(apart: Places) -> None:
    position = "table=10D,JD,QD hands=KD,AD/4H,7C stock=5C,6S turn=0 in=1/1"
    room = apart(Session.from_position("rockit", position))
    room.scene.phone_seats.handle_phone(HOME, {"do": "react", "sign": "ha"}, room.window.time)
    room.far.wait("document.querySelector('.rise.thrown')")
    assert not shows(room.home, ".rise.thrown")
    room.scene.match.play("play 10D JD QD KD AD")
    room.far.wait("document.querySelector('.facts')")
    facts = text(room.far, ".facts")
    assert re.search(r"cards in the best turn 2: ", facts)
    assert "Ann" in facts
    room.home.wait("document.querySelector('.finals')")
    assert not shows(room.home, ".facts")
    fits(room.far)


def test_remote_page_shows_the_position_of_a_replay(apart: Places) -> None:
    position, _move, options = LAST["socki"]
    room = apart(Session.from_position("socki", position, options=options))
    for seat, page in ((HOME, room.home), (FAR, room.far)):
        page.run(
            f"{VIEW}.then(({{ view, draw }}) => {{"
            "view.state = { ...view.state, showing_end: 'film', film: [3, 40] }; draw(); })"
        )
        sentence = "Film: move 3 of 40" if seat == FAR else "A film on the big screen"
        room.until(lambda: sentence in text(page, "h1"))  # noqa: B023
