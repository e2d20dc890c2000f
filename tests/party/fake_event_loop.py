"""The connection pool of a party without a network, on a clock that tests move."""

from __future__ import annotations

import asyncio
import json
import selectors
from typing import Any

from game.party.connection import PhoneConnection
from game.party.connection_pool import ConnectionPool
from game.party.messages import News, PhoneDisconnected
from game.party.party import HEARTBEAT_S
from game.party.registry import SeatInfo, SeatRegistry
from game.party.spectators import Spectators
from game.party.state_updates import StateCache
from game.party.token_channel import TokenChannel
from tests.party.many_phones import NAMES


class Clock(asyncio.SelectorEventLoop):
    """Event loop whose time jumps to the next due call, so tests never wait."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(InstantSelector(self))

    def time(self) -> float:
        return self.now


class InstantSelector(selectors.SelectSelector):
    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            self._clock.now += max(timeout or 0.0, 0.0)
        return ready


class Socket:
    """The server's end of a connection."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.frames: list[bytes] = []  # encoded frames, possibly shared by several phones

    async def send_str(self, text: str) -> None:
        self.sent.append(text)

    async def send_frame(self, frame: bytes, _kind: object) -> None:
        self.frames.append(frame)
        self.sent.append(frame.decode())

    async def close(self) -> None:
        pass


class Offline:
    """A party with free seats, on a clock that tests move."""

    def __init__(self, seats: int = 1, code: str = "WOOL") -> None:
        self.clock = Clock()
        self.news: list[tuple[float, News]] = []
        self.registry = SeatRegistry(code)
        self.registry.offer([SeatInfo(n, NAMES[n], n, free=True) for n in range(seats)], "SOCKI")
        self.state_cache = StateCache()
        self._sockets: dict[PhoneConnection, Socket] = {}
        self.token_channel = TokenChannel(lambda: None, lambda call: call(self.pool))
        self.pool = ConnectionPool(
            self.registry,
            lambda _token, news: self.news.append((self.clock.now, news)),
            self.state_cache,
            HEARTBEAT_S,
            spectators=Spectators(lambda: None),
            token_channel=self.token_channel,
            loop=self.clock,
        )
        self._beating = self.clock.create_task(self.pool.beat(lambda: None))

    def line(self, peer: str = "10.0.0.7", socket: Socket | None = None) -> PhoneConnection:
        """Connect a phone from this address."""
        end = socket or Socket()

        async def call() -> PhoneConnection:
            assert self.pool.has_room(peer)
            phone = PhoneConnection(end, peer, self.clock.time)
            self._sockets[phone] = end
            self.pool.enter(phone)
            await asyncio.sleep(0)  # a connection that made room has begun to close
            return phone

        return self.clock.run_until_complete(call())

    def say(self, phone: PhoneConnection, kind: str, **fields: Any) -> None:
        self.pool.on_message(phone, json.dumps({"type": kind, **fields}))

    def sent(self, phone: PhoneConnection) -> list[str]:
        return self._sockets[phone].sent

    def clear(self) -> int:
        """Forget all messages and news. Returns the number of messages sent."""
        count = sum(len(socket.sent) for socket in self._sockets.values())
        for socket in self._sockets.values():
            socket.sent.clear()
            socket.frames.clear()
        self.news.clear()
        return count

    def frames(self, phone: PhoneConnection) -> list[bytes]:
        """Encoded states that were sent to a phone."""
        return self._sockets[phone].frames

    def seated(self, seat: int = 0) -> PhoneConnection:
        """Return a phone that has just taken ``seat``."""
        phone = self.line()
        self.say(phone, "join", code=self.registry.code, seat=seat, name=NAMES[seat])
        return phone

    def watcher(self, name: str, peer: str = "10.0.0.7") -> PhoneConnection:
        phone = self.line(peer)
        self.say(phone, "spectate", code=self.registry.code, watcher=name)
        return phone

    def back(self, token: str) -> PhoneConnection:
        phone = self.line()
        self.say(phone, "reconnect", token=token)
        return phone

    def wait(self, seconds: float) -> None:
        self.clock.run_until_complete(asyncio.sleep(seconds))

    def starve(self, every: float, lateness: float, until: float) -> None:
        """Block the loop for ``lateness`` s every ``every`` s, up to the time ``until``.

        This simulates a busy computer.
        """

        def stand() -> None:
            self.clock.now += lateness
            if self.clock.now < until:
                self.clock.call_later(every, stand)

        self.clock.call_later(every, stand)

    def dropped(self) -> float | None:
        """Time at which the first phone was reported as disconnected. None if none was."""
        return next((when for when, news in self.news if isinstance(news, PhoneDisconnected)), None)

    def close(self) -> None:
        async def end() -> None:
            await self.pool.close("closed")
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)

        self.clock.run_until_complete(end())
        self.clock.close()
