"""One connection to a phone: what waits to be sent, and what is too much to hear."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from aiohttp import WSMsgType

from game.party.listener import RateLimit, run
from game.party.state_updates import REMEMBERED, StateUpdate

BURST, A_SECOND = 60.0, 20.0
"""Messages that a phone may send at once, and then every second."""
PATIENCE = 200
"""Messages beyond that after which the line is closed."""
REACTIONS = 3.0
"""Things that a phone may throw onto the big screen at once, then one a second.

However many it throws, it has one answer a second: that it was too much, where some were not heard.
"""
_WAITING = 100
_EVENTS = 60


class Transport(Protocol):
    """What a connection writes to: a WebSocket of the local network, or a sealed line by way of a relay."""

    async def send_str(self, text: str) -> object: ...
    async def send_frame(self, data: bytes, kind: WSMsgType) -> object: ...
    async def close(self) -> object: ...


class PhoneConnection:
    """The connection of a phone. Only the newest state waits to be sent, however slow the phone is."""

    def __init__(self, connection: Transport, peer: str, clock: Callable[[], float]) -> None:
        self.peer = peer
        self.seat: int | None = None
        self.token = ""
        self.looking = False
        """Whether it has shown the room code and wants to know of free seats."""
        self.claimed: int | None = None
        """The seat that it says it had, while the host has not decided."""
        self.claim, self.claims_as = 0, ""
        """Which claim of the evening that is, and what it calls itself there."""
        self.denied = False
        """Whether the host has said no to it."""
        self.watcher = ""
        """What it calls itself where it watches; empty where it does not."""
        self.first_name = ""
        """What it called itself when it watched first, and is called from then on: a phone is one watcher."""
        self.teaches = False
        """Whether it is a page of the teacher."""
        self.language = ""
        """What a watcher or a teacher reads, once that was said; for a seat the match knows it."""
        self.closing = False
        self.beats = self.missed = 0
        """How many signs of life it was given since it called, and since it last said anything."""
        self._connection = connection
        self._notes: deque[str] = deque()
        self._state: StateUpdate | None = None
        self._missed: list[str] = []
        """The events of states that a newer one has taken the place of."""
        self._ready = asyncio.Event()
        self._budget, self._spent = RateLimit(clock, BURST, A_SECOND), 0
        self._thrown, self._scolded = RateLimit(clock, REACTIONS, 1.0), RateLimit(clock, 1.0, 1.0)
        self._replied = RateLimit(clock, 1.0, 1.0)
        self._floods = False
        """Whether some of what it has thrown was not heard, of which it has still to be told."""
        self.unanswered: deque[int] = deque(maxlen=REMEMBERED)
        """Numbers of what it has said that nobody waits to be answered."""
        self._writing = asyncio.ensure_future(self._write())

    @property
    def is_stranger(self) -> bool:
        """Whether it has shown neither the code nor a token."""
        return self.seat is None and not self.looking and not self.token and not self.teaches

    def note(self, kind: str, **fields: Any) -> None:
        self._notes.append(json.dumps({"type": kind, **fields}, ensure_ascii=False, separators=(",", ":")))
        if len(self._notes) > _WAITING:
            self.closing = True
        self._ready.set()

    def state(self, told: StateUpdate) -> None:
        """Send how things stand."""
        # Only the newest: a slow phone wants to know how things stand, not how they stood.
        if self._state is not None and self._state.events:
            self._missed = [*self._missed, self._state.events][-_EVENTS:]
        self._state = told
        self._ready.set()

    def forget(self) -> None:
        self._state, self._missed = None, []

    def may_speak(self) -> bool:
        """Whether one more message is not too much; every call counts as one."""
        # Whatever it said, it is there, even where that was one message too many.
        self.missed = 0
        if self._budget.left(self.peer) >= 1:
            self._budget.spend(self.peer)
            self._spent = 0
            return True
        self._spent += 1
        # A page of ours never comes near this; what does is no page of ours.
        self.closing = self.closing or self._spent > PATIENCE
        return False

    def may_throw(self, number: int) -> bool:
        """Whether one more reaction is heard, and whether that is answered; see `REACTIONS`."""
        replies = self._replied.left(self.peer) >= 1
        if replies:
            self._replied.spend(self.peer)
        left = self._thrown.left(self.peer)
        if left >= REACTIONS or (left >= 1 and not self._floods):  # what was too much is long ago, or told
            self._thrown.spend(self.peer)
            self._floods = False
            if not replies:
                self.unanswered.append(number)
            return True
        self._floods = not replies
        if replies:
            self.note("error", why="flood")
        return False

    def answer(self, number: int, refused: str) -> None:
        """Tell it what came of something it has said."""
        if number in self.unanswered:
            self.unanswered.remove(number)
        else:
            self.note("answer", number=number, refused=refused)

    def may_be_told(self) -> bool:
        """Whether it is told once more that it says too much: a flood is not answered by another."""
        if self._scolded.left(self.peer) < 1:
            return False
        self._scolded.spend(self.peer)
        return True

    def hang_up(self, kind: str, **fields: Any) -> None:
        self.note(kind, **fields)
        self.closing = True

    async def close(self) -> None:
        """Send what waits, if it goes at once, and close."""
        self.closing = True
        self._ready.set()
        with contextlib.suppress(asyncio.TimeoutError, ConnectionError):
            # Shielded, so that the end of our patience does not cut a message in two.
            await asyncio.wait_for(asyncio.shield(self._writing), 0.5)
        self._writing.cancel()
        with contextlib.suppress(asyncio.TimeoutError, ConnectionError):
            await asyncio.wait_for(self._connection.close(), 0.5)

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                await self._ready.wait()
                self._ready.clear()
                while self._notes or self._state is not None:
                    # Notes go first: an answer must not wait behind a whole table.
                    if self._notes:
                        await self._connection.send_str(self._notes.popleft())
                        continue
                    assert self._state is not None
                    told = self._state.after(self._missed)
                    self.forget()
                    await self._connection.send_frame(told.frame, WSMsgType.TEXT)
                if self.closing:
                    await self._connection.close()
                    return
        self.closing = True


def close_soon(phone: PhoneConnection) -> None:
    """Close a phone without waiting for it."""
    run(phone.close(), _CLOSING)


_CLOSING: set[asyncio.Task[None]] = set()
