"""When a phone has dropped out: after seconds of silence of its own, never for a computer that is busy."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Iterator
from typing import Any

import pytest

from game.party.connection import Connection
from game.party.gallery import Gallery
from game.party.messages import Dropped, Joined, News, Returned
from game.party.party import BEAT
from game.party.pool import ConnectionPool
from game.party.registry import Patience, Place, SeatRegistry
from game.ui.table.phones import BLINK
from tests.party.phones import Host
from tests.party.wire import Wire


class Clock(asyncio.SelectorEventLoop):
    """A loop whose time leaps to whatever is due next, so that nothing is waited for."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(Leap(self))

    def time(self) -> float:
        return self.now


class Leap(selectors.SelectSelector):
    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> Any:
        found = super().select(0)
        if not found:
            self._clock.now += max(timeout or 0.0, 0.0)
        return found


class Socket:
    """The end of a connection that the server has."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def send_str(self, text: str) -> None:
        self.sent.append(text)

    async def close(self) -> None:
        pass


class Room:
    """A hall with one seat, and a clock that tests move."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.news: list[tuple[float, News]] = []
        self.desk = SeatRegistry("WOOL")
        self.desk.offer([Place(0, "Ann", 0, free=True)], "SOCKI")
        self.hall = ConnectionPool(
            self.desk,
            Patience(self.clock.time),
            lambda _token, news: self.news.append((self.clock.now, news)),
            {},
            BEAT,
            gallery=Gallery(lambda: None),
            loop=self.clock,
        )
        self._beating = self.clock.create_task(self.hall.beat(lambda: None))

    def line(self) -> Connection:
        async def call() -> Connection:
            return Connection(Socket(), "10.0.0.7", self.clock.time)  # type: ignore[arg-type]

        made = self.clock.run_until_complete(call())
        self.hall.enter(made)
        return made

    def seated(self) -> Connection:
        """A phone that has just sat down."""
        made = self.line()
        self.hall.heard(made, '{"type":"join","code":"WOOL","seat":0,"name":"Ann"}')
        return made

    def back(self, token: str) -> Connection:
        made = self.line()
        self.hall.heard(made, f'{{"type":"back","token":"{token}"}}')
        return made

    def wait(self, seconds: float) -> None:
        self.clock.run_until_complete(asyncio.sleep(seconds))

    def starve(self, every: float, lateness: float, until: float) -> None:
        """Let the loop stand still again and again, as on a computer that does other things."""

        def stand() -> None:
            self.clock.now += lateness
            if self.clock.now < until:
                self.clock.call_later(every, stand)

        self.clock.call_later(every, stand)

    def dropped(self) -> float | None:
        """When the phone was found to have dropped out."""
        return next((when for when, news in self.news if isinstance(news, Dropped)), None)

    def close(self) -> None:
        async def end() -> None:
            await self.hall.close("closed")
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)

        self.clock.run_until_complete(end())
        self.clock.close()


@pytest.fixture
def room() -> Iterator[Room]:
    made = Room()
    yield made
    made.close()


@pytest.mark.parametrize("begun", [0.0, 0.5, 1.0, 1.39])
def test_a_phone_is_away_after_six_to_eight_seconds_of_silence(room: Room, begun: float) -> None:
    """Wherever between two beats it says its last word; the window waits a blink more."""
    room.wait(BEAT + begun)
    room.seated()
    last = room.clock.now
    room.wait(20)
    found = room.dropped()
    assert found is not None
    assert 6 <= found - last + BLINK / 1000 <= 8


def test_a_phone_that_answers_stays(room: Room) -> None:
    line = room.seated()
    for _ in range(100):
        room.wait(BEAT)
        room.hall.heard(line, '{"type":"beat"}')
    assert room.dropped() is None


def test_one_word_in_five_seconds_is_enough(room: Room) -> None:
    """Bad Wi-Fi: most of what the phone says is late or lost."""
    line = room.seated()
    for _ in range(20):
        room.wait(5)
        room.hall.heard(line, '{"type":"beat"}')
    assert room.dropped() is None


@pytest.mark.parametrize("lateness", [0.9, 3.0, 30.0])
def test_no_phone_drops_out_because_the_computer_is_busy(room: Room, lateness: float) -> None:
    """What it hears late is not for phones to pay for; afterwards it counts again."""
    room.seated()
    room.starve(BEAT - 0.1, lateness, until=100)
    room.wait(100)
    assert room.dropped() is None
    room.wait(60)
    assert room.dropped() is not None


def test_a_close_by_the_phone_is_told_at_once(room: Room) -> None:
    line = room.seated()
    room.wait(5)
    room.hall.leave(line)
    assert room.dropped() == room.clock.now


def test_a_phone_that_calls_anew_in_time_was_never_away(room: Room) -> None:
    line = room.seated()
    for _ in range(6):
        room.wait(5)
        before, line = line, room.back(line.token)
        room.wait(0.1)
        room.hall.leave(before)  # what is left of the old connection comes to its end
        assert room.hall.there == {0: line}
    assert [type(news) for _, news in room.news] == [Joined]
    assert Returned not in {type(news) for _, news in room.news}


def test_a_stranger_has_half_a_minute_to_type_the_code(room: Room) -> None:
    """Counted from their own call, however long the party has been open."""
    for begun in (0.0, 17.0, 3.0):
        room.wait(begun)
        line = room.line()
        for _ in range(17):
            room.wait(BEAT)
            room.hall.heard(line, '{"type":"beat"}')
            assert not line.closing
        room.wait(10)
        assert line.closing


def test_a_burst_that_waited_for_a_busy_computer_is_no_reason_to_hang_up(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it arrives in one piece; each word is answered, and the phone stays."""
    monkeypatch.setattr("game.party.connection.A_SECOND", 1e9)
    host.offer(0)
    phone = Wire(host.party.address, *["no message"] * 400)
    phone.hear(b"bad_message", 400)
    phone.send(f'{{"type":"look","code":"{host.party.code}"}}')
    phone.hear(b"seats", 1)
    phone.close()
