"""Connection to one phone: its outgoing queue and its incoming rate limits."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from aiohttp import WSMsgType

from game.party.listener import RateLimit, run
from game.party.state_updates import MAX_REMEMBERED, StateUpdate

MESSAGE_BURST, MESSAGES_PER_SECOND = 60.0, 20.0  # messages that a phone may send at once, and then per second
MAX_EXCESS_MESSAGES = 200  # further messages after which the connection is closed
REACTION_BURST = 3.0
"""Burst of reactions that a phone may throw onto the big screen, then one per second.

A phone gets at most one reply to its reactions per second. It is the error ``flood`` if some were dropped.
"""
_MAX_QUEUED = 100
_MAX_EVENTS = 60


class Transport(Protocol):
    """Outgoing side of a connection: a WebSocket of the local network, or an encrypted relay channel."""

    async def send_str(self, text: str) -> object:
        """Send a text message to the phone."""

    async def send_frame(self, data: bytes, kind: WSMsgType) -> object:
        """Send the bytes of a state to the phone, as one message of this type."""

    async def close(self) -> object:
        """Close the connection to the phone."""


class PhoneConnection:
    """Connection to a phone. Only the newest state is queued, however slow the phone is."""

    def __init__(self, connection: Transport, peer: str, clock: Callable[[], float]) -> None:
        """Start a task that sends what is queued; needs a running event loop."""
        self.peer = peer
        self.seat: int | None = None
        self.token = ""
        self.looking = False
        """True once the phone has sent the room code and wants the list of free seats."""
        self.claimed: int | None = None
        """Seat that the phone claims as its former one, until the host decides."""
        self.claim, self.claims_as = 0, ""
        """Running number of the claim, and the name given with it."""
        self.denied = False
        """True if the host has refused its claim."""
        self.watcher = ""
        """Name of the phone as a spectator. Empty if it does not watch."""
        self.first_name = ""
        """Name given when the phone first watched. It keeps this name, so one phone counts as one spectator.
        """
        self.has_token = False
        """True for a page that was admitted by its token."""
        self.language = ""
        """Language of a spectator or a page with a token, once sent. A seat's is known to the match."""
        self.closing = False
        self.beats = self.missed = 0
        """Heartbeats sent since the connection began, and since the phone's last message."""
        self._connection = connection
        self._notes: deque[str] = deque()
        self._last = ""
        self._state: StateUpdate | None = None
        self._missed: list[str] = []
        """Events of states that a newer state replaced before they were sent."""
        self._ready = asyncio.Event()
        self._budget, self._spent = RateLimit(clock, MESSAGE_BURST, MESSAGES_PER_SECOND), 0
        self._thrown, self._scolded = RateLimit(clock, REACTION_BURST, 1.0), RateLimit(clock, 1.0, 1.0)
        self._replied = RateLimit(clock, 1.0, 1.0)
        self._floods = False
        """True if reactions were dropped and the phone has not had the ``flood`` error yet."""
        self.unanswered: deque[int] = deque(maxlen=MAX_REMEMBERED)
        """Numbers of reactions whose answer is suppressed because of the rate limit."""
        self._writing = asyncio.ensure_future(self._write())

    @property
    def is_stranger(self) -> bool:
        """True if the phone holds no seat and has sent neither the room code nor a valid token."""
        return self.seat is None and not self.looking and not self.token and not self.has_token

    def queue_message(self, kind: str, **fields: Any) -> None:
        """Queue a JSON message of this type. Marks the connection as closing if too many wait."""
        self._notes.append(_encoded(kind, fields))
        if len(self._notes) > _MAX_QUEUED:
            self.closing = True
        self._ready.set()

    def queue_state(self, update: StateUpdate) -> None:
        """Queue a state. It replaces a state that is still waiting, but keeps that one's events."""
        if self._state is not None and self._state.events:
            self._missed = [*self._missed, self._state.events][-_MAX_EVENTS:]
        self._state = update
        self._ready.set()

    def forget(self) -> None:
        """Drop the waiting state and all events that are not sent yet."""
        self._state, self._missed = None, []

    def spend_message(self) -> bool:
        """True if one more message is within the limit; counts it and resets `missed`. May set `closing`."""
        # Any message proves that the phone is there, even one above the limit.
        self.missed = 0
        if self._budget.left(self.peer) >= 1:
            self._budget.spend(self.peer)
            self._spent = 0
            return True
        self._spent += 1
        # Our own page never comes near this limit, so the sender is another program.
        self.closing = self.closing or self._spent > MAX_EXCESS_MESSAGES
        return False

    def spend_reaction(self, number: int) -> bool:
        """True if one more reaction is accepted, and counts it; else it may queue the ``flood`` error.

        Also decides if reaction ``number`` gets an answer; see `REACTION_BURST`.
        """
        replies = self._replied.left(self.peer) >= 1
        if replies:
            self._replied.spend(self.peer)
        left = self._thrown.left(self.peer)
        if left >= REACTION_BURST or (left >= 1 and not self._floods):  # the flood is over or was reported
            self._thrown.spend(self.peer)
            self._floods = False
            if not replies:
                self.unanswered.append(number)
            return True
        self._floods = not replies
        if replies:
            self.queue_message("error", why="flood")
        return False

    def answer(self, number: int, refused: str) -> None:
        """Queue the answer to message ``number``, unless suppressed. ``refused`` is empty if it was done."""
        if number in self.unanswered:
            self.unanswered.remove(number)
        else:
            self.queue_message("answer", number=number, refused=refused)

    def spend_scolding(self) -> bool:
        """True if a ``too_fast`` error may be sent now: one per second. Counts it as sent."""
        if self._scolded.left(self.peer) < 1:
            return False
        self._scolded.spend(self.peer)
        return True

    def close_with(self, kind: str, **fields: Any) -> None:
        """Send a last message of this type once all else is sent, even a waiting state, and close."""
        self._last = _encoded(kind, fields)
        self.closing = True
        self._ready.set()

    async def close(self) -> None:
        """Send the queued messages, waiting at most 0.5 s, and close."""
        self.closing = True
        self._ready.set()
        with contextlib.suppress(asyncio.TimeoutError, ConnectionError):
            # Shielded, so that the timeout does not cut a message in two.
            await asyncio.wait_for(asyncio.shield(self._writing), 0.5)
        self._writing.cancel()
        with contextlib.suppress(asyncio.TimeoutError, ConnectionError):
            await asyncio.wait_for(self._connection.close(), 0.5)

    async def _write(self) -> None:
        """Send queued messages, then the newest state, until the connection is closing or lost."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                await self._ready.wait()
                self._ready.clear()
                while self._notes or self._state is not None:
                    # Notes go first, because an answer must not wait behind the state of a whole table.
                    if self._notes:
                        await self._connection.send_str(self._notes.popleft())
                        continue
                    assert self._state is not None
                    update = self._state.after(self._missed)
                    self.forget()
                    await self._connection.send_frame(update.frame, WSMsgType.TEXT)
                if self.closing:
                    if self._last:
                        await self._connection.send_str(self._last)
                    await self._connection.close()
                    return
        self.closing = True


def _encoded(kind: str, fields: dict[str, Any]) -> str:
    """Return a JSON message of this type."""
    return json.dumps({"type": kind, **fields}, ensure_ascii=False, separators=(",", ":"))


def close_soon(phone: PhoneConnection) -> None:
    """Schedule the close of a connection and return at once."""
    run(phone.close(), _CLOSING_TASKS)


_CLOSING_TASKS: set[asyncio.Task[None]] = set()
