from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.core.session import Session
from game.party.party import HEARTBEAT_S
from game.ui.match import party_controller
from tests.party.browser_phones import BrowserRoom, Door
from tests.party.fake_event_loop import Offline
from tests.party.many_phones import Crowds, PhoneGroup, crowded
from tests.party.socket_phone import Host, Phone, Phones, hosted
from tests.scenes.harness import quick, tidy, window
from tools.browser import Chromium, browsing, find_browser

__all__ = ["quick", "tidy", "window"]


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted() as open_host:
        yield open_host


@pytest.fixture
def phone(host: Host) -> Iterator[Phones]:
    """Factory of connected phones."""
    phones: list[Phone] = []

    def make() -> Phone:
        phones.append(Phone(host.party).call())
        return phones[-1]

    yield make
    for opened_phone in phones:
        opened_phone.close()


@pytest.fixture
def crowds(tmp_path: Path) -> Iterator[Crowds]:
    """Factory of phone groups, each around its match. All phones have received the match."""
    with contextlib.ExitStack() as closing:

        def make(session: Session, phones: int | None = None) -> PhoneGroup:
            group = closing.enter_context(crowded(tmp_path, session, phones))
            group.calm()
            return group

        yield make


@pytest.fixture
def crowd(crowds: Crowds) -> PhoneGroup:
    """Four phones that play a card game."""
    return crowds(Session.new("sociable", 4, seed=4))


@pytest.fixture
def hall() -> Iterator[Offline]:
    """A party of eight seats without a network, on a clock that the test moves."""
    offline = Offline(seats=8)
    yield offline
    offline.close()


@pytest.fixture(scope="session")
def running_browser() -> Iterator[Chromium]:
    """One browser for all tests, because starting it takes longer than most of them."""
    path = find_browser()
    if path is None:
        pytest.skip("it takes Playwright and a browser: apt install chromium, or name one in CHROMIUM")
    with browsing(path) as chromium:
        yield chromium


@pytest.fixture
def browser(running_browser: Chromium) -> Iterator[Chromium]:
    """The browser. Fails the test if a page reports an error."""
    running_browser.faults.clear()
    yield running_browser
    assert running_browser.faults == []


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages take as long as the machine needs to load.

    The window's clock counts turns of its loop, so a slow browser could look disconnected. Timeouts are
    tested with other phones.
    """
    monkeypatch.setattr(party_controller, "RELOAD_GRACE_MS", math.inf)
    monkeypatch.setattr(party_controller, "RECONNECT_GRACE_MS", math.inf)


@pytest.fixture
def room(tmp_path: Path, browser: Chromium, patient: None) -> Iterator[Callable[..., BrowserRoom]]:
    """Factory of rooms, each with its own window and pages."""
    rooms: list[BrowserRoom] = []

    def make(
        session: Session, pages: int = 1, size: tuple[int, int] = (412, 915), beat: float = HEARTBEAT_S
    ) -> BrowserRoom:
        rooms.append(BrowserRoom(tmp_path, browser, session, pages, size, beat))
        for number in range(pages):
            rooms[-1].join(number)
        return rooms[-1]

    yield make
    for browser_room in rooms:
        browser_room.close()


@pytest.fixture
def door(tmp_path: Path, browser: Chromium) -> Iterator[Door]:
    """A party with one free seat and a newcomer's empty page."""
    open_door = Door(tmp_path, browser)
    yield open_door
    open_door.close()


@pytest.fixture(scope="module")
def kept_rooms(tidy: None) -> Iterator[dict[int, BrowserRoom]]:
    """Rooms by number of pages."""
    rooms: dict[int, BrowserRoom] = {}
    yield rooms
    for browser_room in rooms.values():
        browser_room.close()


@pytest.fixture
def seated(
    kept_rooms: dict[int, BrowserRoom],
    tmp_path_factory: pytest.TempPathFactory,
    browser: Chromium,
    patient: None,
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., BrowserRoom]]:
    """Factory of matches in rooms whose pages stay for the next test.

    This saves half a second of CPU for each test. For tests that leave nothing behind but moves: no socks, no
    scripts on a page, no line that was cut. Overlays that a test leaves open are closed. A room in which a
    test failed is not used again.
    """
    page_counts: list[int] = []
    failed = request.session.testsfailed

    def begin(session: Session, pages: int = 1, size: tuple[int, int] = (412, 915)) -> BrowserRoom:
        page_counts.append(pages)
        if pages in kept_rooms:
            kept_rooms[pages].again(session, size)
        else:
            browser_room = kept_rooms[pages] = BrowserRoom(
                tmp_path_factory.mktemp("room"), browser, session, pages, size, HEARTBEAT_S
            )
            for number in range(pages):
                browser_room.join(number)
        return kept_rooms[pages]

    yield begin
    if request.session.testsfailed > failed:
        for pages in page_counts:
            kept_rooms.pop(pages).close()
