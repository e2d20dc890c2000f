"""Lost connections of a page: bad Wi-Fi, sleep, changed clocks and missing files."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from game.core.rng import SeededRng
from game.core.session import Session
from game.party import server
from tests.party.browser_phones import PLAYED, BrowserRoom, Door, Rooms
from tests.party.many_phones import crowded
from tests.party.test_secrets import moved
from tools.browser import Chromium, Page


class Wifi:
    """A proxy between phones and a party that can stall connections. New ones may still get through."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self._party = host, int(port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self.calls = 0  # number of connections
        self.lost = False  # True if new connections are dead, too
        self._ends: list[socket.socket] = []
        self._flowing = threading.Event()
        self._flowing.set()
        threading.Thread(target=self._take, daemon=True).start()

    def hold(self) -> None:
        """Stall all current connections."""
        self._flowing.clear()
        self._flowing = threading.Event()
        self._flowing.set()

    def _take(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _peer = self._listening.accept()
                self.calls += 1
                self._ends.append(phone)
                if self.lost:
                    continue
                party = socket.create_connection(self._party)
                self._ends.append(party)
                for first, second in ((phone, party), (party, phone)):
                    threading.Thread(
                        target=self._pass, args=(first, second, self._flowing), daemon=True
                    ).start()

    def _pass(self, first: socket.socket, second: socket.socket, flowing: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while (data := first.recv(65536)) and flowing.is_set():
                second.sendall(data)
            if flowing.is_set():
                second.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        for end in (self._listening, *self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextlib.contextmanager
def wireless(address: str) -> Iterator[Wifi]:
    """Run a Wi-Fi proxy to a party."""
    wifi = Wifi(address)
    try:
        yield wifi
    finally:
        wifi.close()


# Pages on bad Wi-Fi reconnect silently, and show trouble only after a long outage.


KICK = "field=9/9/9/9/9/4oB3/4R4/9/9/9/9"
TROUBLE = "reach the big screen."  # with an apostrophe before it, which ends a string in JavaScript


def roam(room: BrowserRoom, wifi: Wifi) -> Page:
    """Connect the first page through the Wi-Fi with its seat, and with a clock that the test moves."""
    page = room.pages[0]
    token = page.run("localStorage.getItem('sockdrawer.seat')")
    page.own_clock()
    port = wifi.address.rpartition(":")[2]
    page.open(f"http://{wifi.address}/#XXXX")
    page.wait(f"location.port === '{port}' && window.ticks?.length")
    page.run(f"localStorage.setItem('sockdrawer.seat', {json.dumps(token)}); location.reload()")
    room.until(lambda: room.shows(page))
    return page


def socker(room: Rooms) -> BrowserRoom:
    return room(Session.from_position("socker", KICK))


def test_page_replaces_a_stalled_connection_silently(room: Rooms) -> None:
    browser_room = socker(room)
    with wireless(browser_room.party.door.address) as wifi:
        page = roam(browser_room, wifi)
        wifi.hold()
        calls = wifi.calls
        page.tap("Kick: e6")  # lost on its way and sent again
        page.seconds(4)
        browser_room.until(
            lambda: browser_room.session.log and wifi.calls > calls and browser_room.shows(page)
        )
        assert not page.sees(TROUBLE)
        assert browser_room.session.log == ((0, "kick e5 e6"),)
        assert "away" not in browser_room.scene.context.messages.text


def test_tap_during_a_reconnect_is_sent_afterwards(room: Rooms) -> None:
    browser_room = socker(room)
    with wireless(browser_room.party.door.address) as wifi:
        page = roam(browser_room, wifi)
        wifi.lost = True
        wifi.hold()
        page.seconds(4)
        page.tap("Kick: e6")
        assert not page.sees(TROUBLE)
        wifi.lost = False
        browser_room.until(
            lambda: page.run("dispatchEvent(new Event('focus')), false") or browser_room.session.log
        )
        browser_room.until(lambda: browser_room.shows(page))
        assert browser_room.session.log == ((0, "kick e5 e6"),)
        assert not page.sees(TROUBLE)


def test_long_outage_shows_trouble_and_repeats_it_on_a_tap(room: Rooms) -> None:
    browser_room = socker(room)
    with wireless(browser_room.party.door.address) as wifi:
        page = roam(browser_room, wifi)
        wifi.lost = True
        wifi.hold()
        page.seconds(5)
        assert not page.sees(TROUBLE)
        page.seconds(1)
        assert page.sees(TROUBLE)
        wifi.lost = False
        page.seconds(2)
        browser_room.until(lambda: not page.sees(TROUBLE) and browser_room.may_play(page))
        wifi.lost = True
        wifi.hold()
        for _ in range(4):  # it may have reconnected once more just before
            page.seconds(6)
        assert page.sees(TROUBLE)
        page.tap("Kick: e6")
        browser_room.until(lambda: page.run("document.body.innerText").count(TROUBLE) == 2)
        assert not browser_room.session.log


# Clocks that change during play: no timeout uses the time of day.


GAME = Path(__file__).parent.parent.parent / "game"
TOLD = {
    "log.py",
    "match/persistence.py",
    "scenes/album/scene.py",
    "scenes/album/sharing.py",
    "store/saves.py",
    "store/statistics.py",
    "store/crash.py",
}
"""The only modules that may read the time of day, because they show it to people."""


def readers_of_time(folder: Path) -> set[str]:
    """Paths of the modules in a folder that read the time of day."""
    asking = re.compile(r"\btime\.time\b|from time import[^\n]*\btime\b|datetime\.(now|today|utcnow)")
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if asking.search(path.read_text(encoding="utf-8"))
    }


def test_only_listed_modules_read_the_time_of_day() -> None:
    assert readers_of_time(GAME) == TOLD


def played(home: Path) -> tuple[str, list[object]]:
    """Play a part of a match with lost connections. Returns its record and what each phone sees last."""
    session = Session.new("sociable", 4, seed=4)
    with crowded(home, session) as crowd:
        rng = SeededRng("clocks")
        for turn in range(12):
            crowd.calm()
            if session.to_move is None:
                break
            mover = crowd.phones[session.to_move]
            if turn % 4 == 1:
                mover.drop()
                crowd.until(lambda: not crowd.hub.is_there(mover.seat))  # noqa: B023
                mover.back()
                crowd.until(lambda: crowd.window.top is crowd.scene)
            mover.play(moved(mover, rng))
        crowd.calm()
        return session.record(), [phone.state["observation"] for phone in crowd.phones]


def test_clock_jumps_do_not_affect_server_and_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steady = played(tmp_path / "steady")
    own, leaps = time.time, count()
    monkeypatch.setattr(time, "time", lambda: own() + (-1) ** next(leaps) * 1e8)
    assert played(tmp_path / "leaping") == steady
    assert next(leaps) > 0


def load_anew(room: BrowserRoom, page: Page) -> None:
    room.load_anew(page)
    room.until(lambda: room.may_play(page))


def test_phone_reconnects_after_sleep(room: Rooms) -> None:
    """A page has two clocks: one can be changed from outside, the other may stop during sleep."""
    browser_room = room(Session.from_position("socker", KICK))
    page = browser_room.page
    page.own_clock()
    load_anew(browser_room, page)
    page.run(
        "window.lines = 0; window.moved = [0, 0];"
        "const own = [performance.now.bind(performance), Date.now], Line = WebSocket;"
        "performance.now = () => own[0]() + moved[0]; Date.now = () => own[1]() + moved[1];"
        "window.WebSocket = class extends Line { constructor(url) { super(url); lines += 1; } }; 0"
    )

    def lines(steady: int, told: int) -> int:
        """Number of connections opened after the page wakes with its clocks moved, in ms."""
        page.run(f"moved[0] += {steady}; moved[1] += {told}; dispatchEvent(new Event('focus')), 0")
        return int(page.run("lines"))

    assert lines(0, -3_600_000) == 0, "the clock was set back, and nothing else"
    assert lines(3000, -3_600_000) == 1
    assert lines(0, 7_200_000) == 2


def test_message_numbers_stay_unique_after_a_reload(room: Rooms) -> None:
    """The big screen ignores repeated numbers, so no number may be used twice."""
    browser_room = room(Session.from_position("socker", KICK))
    page = browser_room.page
    page.own_clock()
    page.begin_with("Date.now = () => 1e12")
    for said, button in enumerate(("Kick: e6", "End turn")):
        load_anew(browser_room, page)
        page.tap(button)
        browser_room.until(lambda: len(browser_room.session.log) > said)  # noqa: B023
    assert browser_room.session.log[:2] == ((0, "kick e5 e6"), (0, "end"))


# A page that misses any file once says so and recovers automatically.


SAID = "Part of this page didn't load."


def test_page_recovers_from_each_missing_file(
    room: Rooms, browser: Chromium, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent, lost = server.file_answer, set[str]()

    def losing(request: web.Request, *answer: Any, **more: Any) -> web.Response:
        if request.path == "/" or request.path in lost:
            return sent(request, *answer, **more)
        lost.add(request.path)
        raise web.HTTPServiceUnavailable

    browser_room = room(Session.new("socki", 2, seed=5), 0)
    monkeypatch.setattr(server, "file_answer", losing)
    page = browser_room.new_page()
    browser_room.match.assign_seat(0, "", "phone")
    browser_room.turn()
    page.begin_with(PLAYED)
    page.open(browser_room.link)
    page.wait_text(SAID)
    page.wait_text("Choose your seat")
    page.tap(browser_room.match.seats[0].name)
    page.tap("Take this seat")
    browser_room.until(lambda: browser_room.shows(page) and not page.sees(SAID))
    assert {
        "/page.css",
        "/main.js",
        "/dom.js",
        "/art/suits.svg",
        "/play/words.json",
        "/play/socki.js",
    } <= lost
    page.wait("document.querySelector('.mat .emblem')?.complete")
    browser.faults.clear()


def test_page_reloads_after_a_script_error(room: Rooms, browser: Chromium) -> None:
    browser_room = room(Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9"))
    page = browser_room.page
    page.run("window.old = true, setTimeout(() => { throw new Error('a fault') }), 0")
    browser_room.until(lambda: page.run("window.old === undefined") and browser_room.shows(page))
    browser.faults.clear()


def test_typed_code_is_not_taken_as_a_name(door: Door) -> None:
    """The code is not taken as a name, and a wrong one is forgotten once the right one was accepted.

    The trouble message disappears once the page has reconnected.
    """
    page = door.page
    page.own_clock()
    door.visit("", "#code")
    page.run("document.getElementById('code').value = 'XXXX'")
    page.tap("Continue")
    page.wait_text("That's not the code")
    # Simulate bad Wi-Fi. Then the page reconnects without a message.
    seconds = "for (let n = 0; n < 6; n++) window.ticks.forEach((tick) => tick());"
    assert page.run(f"{seconds} document.body.innerText.includes('{TROUBLE}')")
    door.until(lambda: not page.sees(TROUBLE))

    def right() -> bool:
        # In one call, because the page retries automatically and may have moved on by the next check.
        page.run(
            f"(field => {{ if (field) {{ field.value = '{door.code}'; field.form.requestSubmit(); }} }})"
            "(document.getElementById('code'))"
        )
        return page.sees("Choose your seat")

    door.until(right)
    assert page.run("document.getElementById('name').value") == ""
    assert not page.sees("That's not the code")
    assert not page.sees("Try again")
