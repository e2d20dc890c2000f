"""The page of a remote phone: it puts into words what others see on the big screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.party import Party
from sockdrawer_elsewhere.relay_invite import RELAY, RelayState
from tests.party.browser_phones import TOKEN, fits
from tests.party.virtual_phone import LAST
from tests.sampling import sample
from tests.scenes.harness import WindowRobot
from tools.browser import Chromium, Page, until

pytest.importorskip("cryptography", reason="the extra far is not installed")

from sockdrawer_elsewhere.tests.relay_phones import VIEW, Relay, friends_in, known, relayed

HOME, FAR = 0, 1
NAMES = ("Ann", "Mia", "Ida", "Kofi")


@pytest.fixture(scope="module")
def relay() -> Iterator[Relay]:
    with relayed() as running_relay:
        yield running_relay


class Apart:
    """A window with a match, a local page and a remote one."""

    def __init__(self, home: Path, browser: Chromium, relay: Relay, session: Session, device: str) -> None:
        """Create the room. With ``device`` the last seat plays at the screen."""
        self.window = WindowRobot(home, (960, 540), animation_speed="relaxed")
        hub = self.window.context.phones
        hub.party = self.party = Party()
        self.party.restore_state({"tokens": {str(seat): TOKEN.format(seat) for seat in (HOME, FAR)}})
        self.window.open_party()
        friends = friends_in(self.party)
        friends.set_enabled(on=True, relay=relay.address)
        self.until(lambda: friends.status.state is RelayState.OPEN)
        seats = [
            Seat(NAMES[n], n, "" if n < 2 else "easy", PHONE if n < 2 else "") for n in range(session.players)
        ]
        if device:
            seats[-1] = Seat(seats[-1].name, len(seats) - 1, device=device)
        self.scene: Any = self.window.open_match(session, seats)
        self.home = self.page(browser, HOME, self.party.door.link)
        self.far = self.page(browser, FAR, friends.status.link)
        self.pages = [self.home, self.far]

    def page(self, browser: Chromium, seat: int, link: str) -> Page:
        page = browser.page((390, 844))
        page.begin_with(f"localStorage.clear(); sessionStorage.clear(); {known(link, seat)}")
        page.open(link)
        page.wait("document.querySelector('body.match')")
        return page

    def until(self, condition: Any) -> None:
        until(condition, self.window.step)

    def close(self) -> None:
        for page in self.pages:
            page.close()
        self.window.close()


def shows(page: Page, selector: str) -> bool:
    return bool(page.run(f"!!document.querySelector('{selector}')"))


def text(page: Page, selector: str) -> str:
    return str(page.run(f"document.querySelector('{selector}')?.innerText ?? ''"))


@pytest.fixture
def apart(
    tmp_path: Path, running_browser: Chromium, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    monkeypatch.delenv(RELAY, raising=False)
    made: list[Apart] = []

    def make(session: Session, device: str = "") -> Apart:
        made.append(Apart(tmp_path, running_browser, relay, session, device))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.mark.parametrize("game", sample(list(LAST), *LAST))
def test_remote_page_describes_the_end_of_a_hand(apart: Any, game: str) -> None:
    position, move, options = LAST[game]
    room = apart(Session.from_position(game, position, options=options))
    room.scene.match.play(move)
    room.until(lambda: shows(room.far, ".elsewhere"))
    notice = text(room.far, ".elsewhere")
    assert room.scene.match.seats[0].name in notice
    assert "The others will see this" in notice
    assert text(room.far, "h1") == "The hand is over."
    assert all(seat.name in notice for seat in room.scene.match.seats)
    room.until(lambda: "how the hand ends" in text(room.home, "h1"))
    assert not shows(room.home, ".elsewhere"), "whoever is in the room looks up"
    room.until(lambda: not shows(room.far, ".elsewhere"))
    assert not shows(room.far, ".facts")


def test_remote_page_says_who_the_end_of_a_hand_waits_for(apart: Any) -> None:
    position, move, options = LAST["socki"]
    third = position.replace(" stock", "/7B stock")
    room = apart(Session.from_position("socki", third, options=options), device="keys")
    room.scene.match.play(move)
    room.until(lambda: "until someone there continues" in text(room.far, ".elsewhere"))
    assert text(room.far, "h1") == "The hand is over."
    fits(room.far)


def test_remote_spectator_sees_reactions(apart: Any, running_browser: Chromium) -> None:
    room = apart(Session.new("sociable", 4, seed=5))
    watcher = running_browser.page((320, 568))
    room.pages.append(watcher)
    watcher.begin_with("localStorage.clear(); sessionStorage.clear()")
    watcher.open(friends_in(room.party).status.link)
    watcher.wait_text("Just watch")
    watcher.tap("Just watch")
    room.until(lambda: shows(watcher, "body.watching"))
    room.until(lambda: room.party.is_far(None))
    room.scene.phone_seats.handle_phone(HOME, {"do": "react", "sign": "ha"}, room.window.time)
    room.until(lambda: shows(watcher, ".rise.thrown"))
    fits(watcher)


def test_remote_page_shows_reactions_and_results(apart: Any) -> None:
    position = "table=10D,JD,QD hands=KD,AD/4H,7C stock=5C,6S turn=0 in=1/1"
    room = apart(Session.from_position("rockit", position))
    room.scene.phone_seats.handle_phone(HOME, {"do": "react", "sign": "ha"}, room.window.time)
    room.until(lambda: shows(room.far, ".rise.thrown"))
    assert not shows(room.home, ".rise.thrown")
    room.scene.match.play("play 10D JD QD KD AD")
    room.until(lambda: shows(room.far, ".facts"))
    facts = text(room.far, ".facts")
    assert re.search(r"largest play 2: ", facts), "the figure stands behind its words"
    assert "Ann" in facts
    room.until(lambda: shows(room.home, ".finals"))
    assert not shows(room.home, ".facts")
    fits(room.far)


def test_remote_page_shows_the_position_of_a_replay(apart: Any) -> None:
    position, _move, options = LAST["socki"]
    room = apart(Session.from_position("socki", position, options=options))
    for seat, page in ((HOME, room.home), (FAR, room.far)):
        page.run(
            f"{VIEW}.then(({{ view, draw }}) => {{"
            "view.state = { ...view.state, showing_end: 'film', film: [3, 40] }; draw(); })"
        )
        sentence = "Film: move 3 of 40" if seat == FAR else "A film on the big screen"
        room.until(lambda: sentence in text(page, "h1"))  # noqa: B023
