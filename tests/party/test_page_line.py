"""A page and its line: bad Wi-Fi, sleep, clocks that are set, and what does not arrive."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from game.core.rng import SeededRng
from game.core.session import Session
from game.party import server
from game.party.party import Party
from game.party.registry import SeatInfo
from tests.party.browser_phones import BrowserRoom
from tests.party.many_phones import crowded
from tests.party.test_secrets import moved
from tests.scenes.harness import WindowRobot
from tools.browser import Chromium, Page, until


class Wifi:
    """Passes bytes between phones and a party, or holds them up; new connections may still get through."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self._party = host, int(port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self.calls = 0
        """How many connections there were."""
        self.lost = False
        """Whether new connections lead nowhere either."""
        self._ends: list[socket.socket] = []
        self._flowing = threading.Event()
        self._flowing.set()
        threading.Thread(target=self._take, daemon=True).start()

    def hold(self) -> None:
        """Let nothing more through on the connections of now."""
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
                for one, other in ((phone, party), (party, phone)):
                    threading.Thread(target=self._pass, args=(one, other, self._flowing), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, flowing: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while (data := one.recv(65536)) and flowing.is_set():
                other.sendall(data)
            if flowing.is_set():
                other.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Cut everything."""
        for end in (self._listening, *self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextlib.contextmanager
def wireless(address: str) -> Iterator[Wifi]:
    """Wi-Fi to a party, as long as it is needed."""
    made = Wifi(address)
    try:
        yield made
    finally:
        made.close()


# Pages on bad Wi-Fi: they call anew without a word, and only who cannot be reached for long is told so.


KICK = "field=9/9/9/9/9/4oB3/4R4/9/9/9/9"
TROUBLE = "The big screen cannot be reached."


def roam(room: BrowserRoom, wifi: Wifi) -> Page:
    """Have the first page come by Wi-Fi, with the seat that it holds, and by a clock of the test."""
    page = room.pages[0]
    token = page.run("localStorage.getItem('sockdrawer.seat')")
    page.own_clock()
    port = wifi.address.rpartition(":")[2]
    page.open(f"http://{wifi.address}/#XXXX")
    room.until(lambda: page.run(f"location.port === '{port}' && window.ticks?.length"))
    page.run(f"localStorage.setItem('sockdrawer.seat', {json.dumps(token)}); location.reload()")
    room.until(lambda: room.shows(page))
    return page


def socker(room: Callable[..., BrowserRoom]) -> BrowserRoom:
    return room(Session.from_position("socker", KICK, names=["Ann", "Bo"]), 1)


def test_a_line_that_stands_still_is_changed_for_another_without_a_word(
    room: Callable[..., BrowserRoom],
) -> None:
    made = socker(room)
    assert made.hub.party is not None
    with wireless(made.hub.party.door.address) as wifi:
        page = roam(made, wifi)
        wifi.hold()
        calls = wifi.calls
        page.tap("Kick: e6")  # lost on its way, and said again
        page.seconds(4)
        made.until(lambda: made.session.log and wifi.calls > calls and made.shows(page))
        assert not page.sees(TROUBLE)
        assert made.session.log == ((0, "kick e5 e6"),)
        assert "away" not in made.scene.context.messages.text


def test_a_tap_between_two_lines_is_said_on_the_next(room: Callable[..., BrowserRoom]) -> None:
    made = socker(room)
    assert made.hub.party is not None
    with wireless(made.hub.party.door.address) as wifi:
        page = roam(made, wifi)
        wifi.lost = True
        wifi.hold()
        page.seconds(4)
        page.tap("Kick: e6")
        assert not page.sees(TROUBLE)
        wifi.lost = False
        made.until(lambda: page.run("dispatchEvent(new Event('focus')), false") or made.session.log)
        made.until(lambda: made.shows(page))
        assert made.session.log == ((0, "kick e5 e6"),)
        assert not page.sees(TROUBLE)


def test_who_cannot_be_reached_for_long_is_told_so_and_told_again_when_tapping(
    room: Callable[..., BrowserRoom],
) -> None:
    made = socker(room)
    assert made.hub.party is not None
    with wireless(made.hub.party.door.address) as wifi:
        page = roam(made, wifi)
        wifi.lost = True
        wifi.hold()
        page.seconds(5)
        assert not page.sees(TROUBLE)
        page.seconds(1)
        assert page.sees(TROUBLE)
        wifi.lost = False
        page.seconds(2)
        made.until(lambda: not page.sees(TROUBLE) and made.may_play(page))
        wifi.lost = True
        wifi.hold()
        for _ in range(4):  # it may have picked up once more just before
            page.seconds(6)
        assert page.sees(TROUBLE)
        page.tap("Kick: e6")
        made.until(lambda: page.run("document.body.innerText").count(TROUBLE) == 2)
        assert not made.session.log


# Clocks that are set while people play: nothing that is waited for goes by the time of day.


GAME = Path(__file__).parent.parent.parent / "game"
TOLD = {
    "match/persistence.py",
    "scenes/album/scene.py",
    "scenes/album/sharing.py",
    "scenes/classroom/class_runner.py",
    "match/classroom/_teacher_commands.py",
    "store/saves.py",
    "store/statistics.py",
    "store/crash.py",
}
"""What tells people when something was: the only places that may know the time of day.

A cup goes by it too, with the times of the album: where a clock was set, a result is typed by hand.
"""


def test_only_what_is_told_to_people_goes_by_the_time_of_day() -> None:
    asking = re.compile(r"\btime\.time\b|from time import[^\n]*\btime\b|datetime\.(now|today|utcnow)")
    found = {
        path.relative_to(GAME).as_posix()
        for path in GAME.rglob("*.py")
        if asking.search(path.read_text(encoding="utf-8"))
    }
    assert found == TOLD


def played(home: Path) -> tuple[str, list[object]]:
    """The record of an evening with lost lines in it, and what each phone showed at its end."""
    session = Session.new("sociable", 4, seed=4)
    with crowded(home, session) as crowd:
        chance = SeededRng("clocks")
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
            assert mover.play(moved(mover, chance)) == ""
        crowd.calm()
        return session.record(), [phone.state["seen"] for phone in crowd.phones]


def test_a_clock_that_leaps_changes_nothing_in_server_and_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steady = played(tmp_path / "steady")
    own, leaps = time.time, count()
    monkeypatch.setattr(time, "time", lambda: own() + (-1) ** next(leaps) * 1e8)
    assert played(tmp_path / "leaping") == steady
    assert next(leaps) > 0


def load_anew(room: BrowserRoom, page: Page) -> None:
    room.load_anew(page)
    room.until(lambda: room.may_play(page))


def test_a_phone_that_slept_or_whose_clock_was_set_calls_anew_when_it_wakes(
    room: Callable[..., BrowserRoom],
) -> None:
    """Its page has two clocks: one is set from outside, the other may stand still in sleep."""
    made = room(Session.from_position("socker", KICK, names=["Ann", "Bo"]), 1)
    page = made.pages[0]
    page.own_clock()
    load_anew(made, page)
    page.run(
        "window.lines = 0; window.moved = [0, 0];"
        "const own = [performance.now.bind(performance), Date.now], Line = WebSocket;"
        "performance.now = () => own[0]() + moved[0]; Date.now = () => own[1]() + moved[1];"
        "window.WebSocket = class extends Line { constructor(url) { super(url); lines += 1; } }; 0"
    )

    def lines(steady: int, told: int) -> int:
        """How many it has opened once it wakes and its clocks have moved by so many ms."""
        page.run(f"moved[0] += {steady}; moved[1] += {told}; dispatchEvent(new Event('focus')), 0")
        return int(page.run("lines"))

    assert lines(0, -3_600_000) == 0, "the clock was set back, and nothing else"
    assert lines(3000, -3_600_000) == 1
    assert lines(0, 7_200_000) == 2, "as after sleep"


def test_what_a_page_says_after_it_was_loaded_anew_is_new_whatever_its_clock_says(
    room: Callable[..., BrowserRoom],
) -> None:
    """The big screen does once what is said twice: no number may come again."""
    made = room(Session.from_position("socker", KICK, names=["Ann", "Bo"]), 1)
    page = made.pages[0]
    page.own_clock()
    page.call("Page.addScriptToEvaluateOnNewDocument", source="Date.now = () => 1e12")
    for said, button in enumerate(("Kick: e6", "End turn")):
        load_anew(made, page)
        page.tap(button)
        made.until(lambda: len(made.session.log) > said)  # noqa: B023
    assert made.session.log[:2] == ((0, "kick e5 e6"), (0, "end"))


# A page from which something is kept once, whatever it is, says so and finds its way back by itself.


SAID = "Something of this page did not arrive."


def test_each_file_may_be_lost_once(
    room: Callable[..., BrowserRoom], browser: Chromium, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent, lost = server.file_answer, set[str]()

    def losing(request: web.Request, *answer: Any, **more: Any) -> web.Response:
        if request.path == "/" or request.path in lost:
            return sent(request, *answer, **more)
        lost.add(request.path)
        raise web.HTTPServiceUnavailable

    made = room(Session.new("socki", 2, seed=5), 0)
    monkeypatch.setattr(server, "file_answer", losing)
    made.pages.append(browser.page())
    made.scene.match.hand_over(0, "", "phone")
    made.turn()
    page = made.pages[0]
    assert made.hub.party is not None
    page.open(made.link)
    made.until(lambda: page.sees(SAID))
    made.until(lambda: page.sees("Choose your seat"))
    page.tap(made.scene.match.seats[0].name)
    page.tap("Take this seat")
    made.until(lambda: made.shows(page) and not page.sees(SAID))
    assert {
        "/page.css",
        "/main.js",
        "/kit.js",
        "/art/suits.svg",
        "/play/words.json",
        "/play/socki.js",
    } <= lost
    made.until(lambda: page.run("document.querySelector('.mat .emblem')?.complete"))
    browser.faults.clear()


def test_what_goes_wrong_on_a_page_starts_it_anew(
    room: Callable[..., BrowserRoom], browser: Chromium
) -> None:
    made = room(Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9", names=["Ann", "Bo"]), 1)
    page = made.pages[0]
    page.run("window.old = true, setTimeout(() => { throw new Error('a fault') }), 0")
    made.until(lambda: page.run("window.old === undefined") and made.shows(page))
    browser.faults.clear()


def test_a_code_that_is_typed_stays_a_code(browser: Chromium, tmp_path: Path) -> None:
    """It is no name afterwards, and a wrong one is forgotten once the right one came.

    Above it nothing says that the big screen cannot be reached once it has picked up.
    """
    window = WindowRobot(tmp_path)
    hub = window.stage.phones
    hub.party = Party(beat=10_000)
    hub.open()
    until(lambda: hub.is_open, window.turn)
    party = hub.party
    assert party is not None
    hub.gather("Socker", [SeatInfo(0, "Ann", 0, free=True)])
    page = browser.page((360, 640))
    page.own_clock()
    page.open(f"http://{party.door.address}/")
    until(lambda: page.sees("The four letters"), window.turn)

    def type_in(code: str) -> None:
        page.run(f"document.getElementById('code').value = '{code}'")
        page.tap("Go on")

    type_in("XXXX")
    until(lambda: page.sees("That is not the code"), window.turn)
    # As on bad Wi-Fi; then it picks up, and says nothing yet.
    seconds = "for (let n = 0; n < 6; n++) window.ticks.forEach((tick) => tick());"
    assert page.run(f"{seconds} document.body.innerText.includes('{TROUBLE}')")
    until(lambda: not page.sees(TROUBLE), window.turn)

    def right() -> bool:
        # In one go: the page asks again by itself, and may be past it by the next look.
        page.run(
            f"(field => {{ if (field) {{ field.value = '{party.code}'; field.form.requestSubmit(); }} }})"
            "(document.getElementById('code'))"
        )
        return page.sees("Choose your seat")

    until(right, window.turn)
    assert page.run("document.getElementById('name').value") == ""
    assert not page.sees("That is not the code")
    assert not page.sees("Try again")
    page.close()
    window.close()
