"""The switchboard of a node: the open lines, and the routing of frames between them.

It has no sockets: `server.py` passes in lines and their frames, and `bus.py` the messages of other nodes.
Rooms are forgotten with their lines, but the age of a room is kept for a while after its host has left.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import itertools
import secrets
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Protocol

from sockdrawer_elsewhere.relay.bus import NodeBus
from sockdrawer_elsewhere.relay.rate_limits import PeerAddress, RelayLimits, TokenBucket, UsageTracker

HEADER_SIZE = 9  # bytes before the payload in a host's frame: kind and channel
RELAY_CHANNEL = bytes(8)  # channel for messages between a host and the relay
PIN_DIGITS = 6
GIVE_BACK = b"0"
_MAX_AT_ONCE = 100
_PIN_TRIES = 20  # random numbers to try until one is free


class FrameKind(IntEnum):
    """Kind of a frame between a host and the relay."""

    OPENED = 0
    """A phone has connected. Payload: 8 bytes that mark its address within this room, then one byte,
    `BY_LINK` or `BY_NUMBER`."""
    DATA = 1  # payload from or to a phone
    CLOSED = 2  # a phone has disconnected, or is to be disconnected
    NUMBER = 4
    """From a host: a request for a number (empty, the old digits, or `GIVE_BACK`). To a host: its digits, or
    nothing if it has none any more. 3 was used between nodes."""


_CAME, _GONE = b"+", b"-"  # news of a host between nodes; node and room follow
BY_LINK, BY_NUMBER = b"\0", b"\1"


class CloseReason(IntEnum):
    """Reason for closing a line, sent to its other end."""

    LEAVING = 1001  # this node shuts down; the client should reconnect, there may be others
    WRONG = 1002  # invalid frame
    MOVED = 4001  # this host has opened another line, which replaces this one
    RECONNECT = 4002  # the host's line is gone; the client should reconnect
    HUNG_UP = 4003  # the host has disconnected this phone
    NO_HOST = 4004  # the room has no host, or no room has this number
    FULL = 4005  # too many phones in this room, or too many numbers tried
    TOO_MUCH = 4006  # a phone has sent too much, or the room has reached its maximum age


class RelayConnection(Protocol):
    """A line, as a node writes to it. No method waits for the other end."""

    heard: float  # time of the last message from it

    @property
    def waiting(self) -> int:
        """Number of bytes not sent yet."""

    async def send(self, data: bytes) -> None:
        """Send a binary message; it is lost if the line is closing."""

    async def ping(self) -> None:
        """Send a ping."""

    async def close(self, end: CloseReason) -> None:
        """Send a close frame, and disconnect soon."""

    def close_now(self) -> None:
        """Disconnect now."""


class ConnectionRejected(Exception):  # noqa: N818 - as HTTP has it
    """Raised to refuse a line, with an HTTP status and a reason."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class ConnectionClosed(Exception):  # noqa: N818
    """Raised to close a line, with the reason."""

    def __init__(self, end: CloseReason) -> None:
        super().__init__(end.name)
        self.end = end


@dataclass(slots=True, eq=False)
class RelayPhone:
    """The line of a phone."""

    channel: bytes
    line: RelayConnection
    room: RelayRoom
    frames: TokenBucket
    volume: TokenBucket


@dataclass(slots=True, eq=False)
class RelayRoom:
    """A room. Its host may be here or on another node, and so may each of its phones.

    Attributes:
        place: address of its host.
        born: time when its host first connected here, within the maximum age.
        left: time when its host was here last.
        asks: bucket of its requests for numbers.
        number: digits assigned to it.
        until: time when these expire.
        callers: phones that may still connect with them.
    """

    name: str
    frames: TokenBucket
    volume: TokenBucket
    asks: TokenBucket
    host: RelayConnection | None = None
    place: PeerAddress | None = None
    born: float | None = None
    left: float = 0.0
    phones: dict[bytes, RelayPhone] = field(default_factory=dict)
    number: str = ""
    until: float = 0.0
    callers: int = 0


class RelayNode:
    """One node of a relay, perhaps the only one."""

    def __init__(
        self,
        clock: Callable[[], float],
        limits: RelayLimits = RelayLimits(),  # noqa: B008
        bus: NodeBus | None = None,
    ) -> None:
        self.name = secrets.token_bytes(4)
        """Part of the channels of this node's phones, so that answers are routed back."""
        self.limits, self.bus = limits, bus or NodeBus()
        self.count: Counter[str] = Counter()  # counters of events, for the metrics
        self.rooms: dict[str, RelayRoom] = {}
        self.phones: dict[bytes, RelayPhone] = {}
        self._clock = clock
        self._crowd = UsageTracker(limits, clock)
        self._hosts = 0
        self._serial = 0
        self._numbers: dict[str, RelayRoom] = {}
        self._slow: set[RelayConnection] = set()
        self._backlog = 0
        self._key = secrets.token_bytes(16)

    @property
    def hosts(self) -> int:
        """Number of rooms whose host is here."""
        return self._hosts

    @property
    def lines(self) -> int:
        """Number of lines of phones and hosts here."""
        return len(self.phones) + self._hosts

    @property
    def lent_count(self) -> int:
        """Count of the numbers assigned here."""
        return len(self._numbers)

    # Arrivals and departures

    def admit(self, place: PeerAddress) -> None:
        """Count a call from this address; raises ConnectionRejected (429) if there were too many recently."""
        if not self._crowd.may_call(place):
            raise self.refusal_error(429, "too many calls from there")

    def line_of(self, place: PeerAddress) -> AbstractContextManager[None]:
        """Context manager counting a line from this address; raises ConnectionRejected if too many."""
        if not self._crowd.may_hold(place):
            raise self.refusal_error(429, "too many lines from there")
        if self.lines >= self.limits.all_lines:
            raise self.refusal_error(503, "full")
        return self._crowd.line(place)

    def room_of(self, room: str, place: PeerAddress) -> AbstractContextManager[None]:
        """Context manager counting a room of a host at this address; raises ConnectionRejected if denied.

        Raises:
            ConnectionRejected: there are too many, from there or on this node, or the room is too old.
        """
        open_room = self.rooms.get(room)
        if open_room is not None and open_room.born is not None and self._is_old(open_room):
            raise self.refusal_error(429, "this room has lasted its hours")
        is_new = open_room is None or open_room.born is None
        if not self._crowd.may_open(place, is_new=is_new):
            raise self.refusal_error(429, "too many rooms from there")
        if self._hosts >= self.limits.all_rooms:
            raise self.refusal_error(503, "full")
        return self._crowd.room(place)

    def refusal_error(self, status: int, why: str) -> ConnectionRejected:
        """Count a refusal and return its exception."""
        self.count[f"refused {status}"] += 1
        return ConnectionRejected(status, why)

    def _is_old(self, room: RelayRoom) -> bool:
        """True if the room has reached its maximum age."""
        return room.born is not None and self._clock() - room.born >= self.limits.hours

    async def open(self, name: str, line: RelayConnection, place: PeerAddress) -> RelayRoom:
        """Make ``line`` the room's host and return the room. Closes its former host and phones everywhere."""
        room = self._get_room(name)
        old, room.host, room.place = room.host, line, place
        if old is None:
            self._hosts += 1
        else:
            await old.close(CloseReason.MOVED)
        if room.born is None:
            room.born = self._clock()
        self.count["hosts"] += 1
        await self._part_all(room)
        await self.bus.tell(_CAME + self.name + name.encode())
        await self.bus.hold(name)  # after the news, so that phones that connect now belong to this line
        return room

    async def end(self, room: RelayRoom, line: RelayConnection) -> None:
        """Handle the end of a host's line. Disconnects its phones unless the line was replaced."""
        self._slow.discard(line)
        if room.host is not line:
            return
        await self._remove_host(room)
        await self.bus.tell(_GONE + self.name + room.name.encode())

    async def _remove_host(self, room: RelayRoom) -> None:
        """Remove the room's host from this node, disconnect its phones here and take back its number."""
        room.host, room.left = None, self._clock()
        self._hosts -= 1
        await self._part_all(room)
        await self._take_back(room)
        await self.bus.drop(room.name)

    async def enter(
        self, name: str, line: RelayConnection, place: PeerAddress, *, by_number: bool = False
    ) -> RelayPhone:
        """Register a phone, announce it to the host and return it; ConnectionClosed if refused.

        That is if there is no host, the room is full, or the host does not answer.
        """
        now = self._clock()
        room = self._get_room(name)
        if len(room.phones) >= self.limits.phones:
            raise self._count_close(CloseReason.FULL)
        self._serial += 1
        channel = self.name + self._serial.to_bytes(4, "big")
        budgets = (TokenBucket(rate, now) for rate in (self.limits.phone_frames, self.limits.phone_bytes))
        phone = self.phones[channel] = room.phones[channel] = RelayPhone(channel, line, room, *budgets)
        # A keyed hash of the address, which reveals nothing else about it.
        identity = place.address.encode() + name.encode()
        mark = hashlib.blake2b(identity, key=self._key, digest_size=8).digest()
        frame = bytes([FrameKind.OPENED]) + channel + mark + (BY_NUMBER if by_number else BY_LINK)
        if not (is_heard := await self._announce(room, frame)):
            self._forget(phone)
            if is_heard is not None:
                raise self._count_close(CloseReason.NO_HOST)
            await self._to_host(room, bytes([FrameKind.CLOSED]) + channel)  # it may have arrived
            raise self._count_close(CloseReason.RECONNECT)
        self.count["phones"] += 1
        return phone

    async def leave(self, phone: RelayPhone) -> None:
        """Forget a phone whose line has ended, and report that to its host; nothing if already forgotten."""
        if phone.channel in self.phones:
            self._forget(phone)
            await self._to_host(phone.room, bytes([FrameKind.CLOSED]) + phone.channel)

    async def room_with(self, number: str, place: PeerAddress) -> str:
        """Name of the room to which any node lends this number; ConnectionClosed if none or too many tries.

        Counts one phone of the number and one attempt of the address.
        """
        if not self._crowd.may_guess(place):
            raise self._count_close(CloseReason.FULL)
        name = self.dial(number) or await self.bus.find(number)
        if not name:
            raise self._count_close(CloseReason.NO_HOST)
        return name

    def dial(self, number: str) -> str:
        """Room to which this number is assigned here, counting one phone; "" if none, expired or used up."""
        room = self._numbers.get(number)
        if room is None or room.callers <= 0 or room.until <= self._clock():
            return ""
        room.callers -= 1
        return room.name

    def _count_close(self, end: CloseReason) -> ConnectionClosed:
        """Count the closing of a line and return its exception."""
        self.count[f"closed {end.name.lower()}"] += 1
        return ConnectionClosed(end)

    def _get_room(self, name: str) -> RelayRoom:
        """Room with this name, created if it is not here."""
        room = self.rooms.get(name)
        if room is None:
            now = self._clock()
            limits = self.limits
            frames, volume, requests = (
                TokenBucket(rate, now) for rate in (limits.room_frames, limits.room_bytes, limits.numbers)
            )
            room = self.rooms[name] = RelayRoom(name, frames, volume, requests)
        return room

    def _forget(self, phone: RelayPhone) -> None:
        """Remove a phone, and also its room if it is empty and had no host here."""
        room = phone.room
        self.phones.pop(phone.channel, None)
        room.phones.pop(phone.channel, None)
        self._slow.discard(phone.line)
        if not room.phones and room.host is None and room.born is None:
            self.rooms.pop(room.name, None)

    async def _part_all(self, room: RelayRoom) -> None:
        """Disconnect all phones of a room whose host's line is gone, so that they reconnect."""
        for phone in list(room.phones.values()):
            self.count["closed reconnect"] += 1
            self._forget(phone)
            await phone.line.close(CloseReason.RECONNECT)

    # Frames

    async def from_host(self, room: RelayRoom, line: RelayConnection, data: bytes) -> float:
        """Route a host's frame; returns s to wait, 0 for a replaced line. ConnectionClosed if invalid."""
        if room.host is not line:
            return 0.0
        if len(data) < HEADER_SIZE:
            raise self._count_close(CloseReason.WRONG)
        now = self._clock()
        wait = max(room.frames.spend(1, now), room.volume.spend(len(data), now))
        if room.place is not None:
            wait = max(wait, self._crowd.count_bytes(room.place, len(data)))
        kind, channel = data[0], data[1:HEADER_SIZE]
        if kind in (FrameKind.DATA, FrameKind.CLOSED):
            if channel[:4] == self.name:
                await self._to_phone(room.name, data)
            else:
                await self.bus.down(channel[:4], data[:HEADER_SIZE] + room.name.encode() + data[HEADER_SIZE:])
        elif kind == FrameKind.NUMBER:
            await self._lend(room, data[HEADER_SIZE:])
        else:
            raise self._count_close(CloseReason.WRONG)
        return wait

    async def from_phone(self, phone: RelayPhone, data: bytes) -> float:
        """Route a phone's frame; returns 0 (s to wait). Raises ConnectionClosed if it sends too much."""
        now = self._clock()
        if phone.frames.spend(1, now) or phone.volume.spend(len(data), now):
            raise self._count_close(CloseReason.TOO_MUCH)
        if phone.channel in self.phones:
            await self._to_host(phone.room, bytes([FrameKind.DATA]) + phone.channel + data)
        return 0.0

    def count_ping(self, caller: RelayPhone | RelayRoom) -> None:
        """Count a ping or pong of a phone or host as a frame; raises ConnectionClosed above the limit."""
        if caller.frames.spend(1, self._clock()):
            raise self._count_close(CloseReason.TOO_MUCH)

    async def _announce(self, room: RelayRoom, frame: bytes) -> bool | None:
        """Announce a phone to the host on any node. True if it is there, False if not, None if unknown."""
        if room.host is None:
            return await self.bus.knock(room.name, frame)
        await self._send(room.host, frame)
        return True

    async def _to_host(self, room: RelayRoom, frame: bytes) -> None:
        """Send a phone's frame to its host, here or on another node, and count it."""
        self.count["frames up"] += 1
        self.count["bytes up"] += len(frame)
        if room.host is None:
            await self.bus.up(room.name, frame)
        else:
            await self._send(room.host, frame)

    async def _to_phone(self, name: str, frame: bytes) -> None:
        """Deliver a host's frame to a phone here, or hang up. Does nothing if it is not in that room."""
        phone = self.phones.get(frame[1:HEADER_SIZE])
        if phone is None or phone.room.name != name:
            return
        if frame[0] == FrameKind.CLOSED:
            self._forget(phone)
            await phone.line.close(CloseReason.HUNG_UP)
        else:
            self.count["frames down"] += 1
            self.count["bytes down"] += len(frame)
            await self._send(phone.line, frame[HEADER_SIZE:])

    async def _send(self, line: RelayConnection, data: bytes) -> None:
        """Send data, or cut the line if too much waits on it; cuts the slowest if too much waits on all."""
        waiting = line.waiting
        if waiting:
            if waiting > self.limits.waiting:
                self.count["cut slow"] += 1
                self._slow.discard(line)
                line.close_now()
                return
            self._slow.add(line)
            self._backlog += len(data)
            if self._backlog > self.limits.all_waiting:
                self._cut_slowest()
        await line.send(data)

    def _cut_slowest(self) -> None:
        """Measure the data waiting on all lines, and cut the slowest until it is below half the limit."""
        slow = sorted(((line.waiting, line) for line in self._slow), key=lambda pair: pair[0])
        self._slow = {line for waiting, line in slow if waiting}
        self._backlog = sum(waiting for waiting, _line in slow)
        while self._backlog > self.limits.all_waiting // 2:
            waiting, line = slow.pop()
            self._backlog -= waiting
            self._slow.discard(line)
            self.count["cut slow"] += 1
            line.close_now()

    # Numbers

    async def _lend(self, room: RelayRoom, request: bytes) -> None:
        """Handle a host's request to lend it a number or take it back, and send it its number, or nothing."""
        old_number, now = request.decode("ascii", "replace"), self._clock()
        if request == GIVE_BACK:
            await self._take_back(room)
        elif not room.number and not room.asks.spend(1, now):
            requested = [old_number] if is_number(old_number) else []
            candidates = (f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}" for _try in range(_PIN_TRIES))
            for number in (*requested, *candidates):
                if number not in self._numbers and not await self.bus.find(number, only_ask=True):
                    self._numbers[number] = room
                    room.number, room.until, room.callers = (
                        number,
                        now + self.limits.lent,
                        self.limits.callers,
                    )
                    self.count["numbers"] += 1
                    await self.bus.lend(number)
                    break
        if room.host is not None:
            await self._send(room.host, bytes([FrameKind.NUMBER]) + RELAY_CHANNEL + room.number.encode())

    async def _take_back(self, room: RelayRoom) -> None:
        """Take back the room's number, if it has one."""
        number, room.number = room.number, ""
        if self._numbers.pop(number, None) is not None:
            await self.bus.take_back(number)

    # Messages of other nodes

    async def heard_up(self, name: str, frame: bytes) -> bool:
        """Deliver a phone's frame from another node to a host; False if the host is not here."""
        room = self.rooms.get(name)
        if room is None or room.host is None:
            return False
        await self._send(room.host, frame)
        return True

    async def heard_down(self, frame: bytes) -> None:
        """Deliver a host's frame from another node; the room's name follows the channel."""
        name = frame[HEADER_SIZE : HEADER_SIZE + 12]
        await self._to_phone(name.decode("ascii", "replace"), frame[:HEADER_SIZE] + frame[HEADER_SIZE + 12 :])

    async def heard_news(self, news: bytes) -> None:
        """Handle news of a host on another node: disconnect everything that belongs to an earlier line."""
        kind, node, room = news[:1], news[1:5], self.rooms.get(news[5:].decode("ascii", "replace"))
        if node == self.name or room is None:
            return
        if room.host is None:
            await self._part_all(room)
        elif kind == _CAME:
            await room.host.close(CloseReason.MOVED)
            await self._remove_host(room)

    # Time

    async def sweep(self) -> None:
        """Ping or cut silent lines, close old rooms, take back old numbers and forget idle rooms."""
        now = self._clock()
        turn = itertools.count(1)
        for room in list(self._numbers.values()):
            if room.until <= now or room.callers <= 0:
                await self._take_back(room)
                if room.host is not None:
                    await self._send(room.host, bytes([FrameKind.NUMBER]) + RELAY_CHANNEL)
        for room in list(self.rooms.values()):
            await _yield_to_tasks(next(turn))
            if room.host is not None:
                if self._is_old(room):
                    self.count["closed hours"] += 1
                    await room.host.close(CloseReason.TOO_MUCH)
                else:
                    await self._check_silence(room.host, now)
            elif not room.phones and now - room.left >= self.limits.rest:
                self.rooms.pop(room.name, None)
        for phone in list(self.phones.values()):
            await _yield_to_tasks(next(turn))
            if phone.channel in self.phones:
                await self._check_silence(phone.line, now)
        idle = [name for name, entry in self.rooms.items() if entry.host is None and not entry.phones]
        for name in idle[: max(0, len(self.rooms) - 4 * self.limits.all_rooms)]:
            del self.rooms[name]
        self._cut_slowest()

    async def _check_silence(self, line: RelayConnection, now: float) -> None:
        """Ping a silent line, or cut it if it is silent too long."""
        silent = now - line.heard
        if silent >= self.limits.silence:
            self.count["cut silent"] += 1
            line.close_now()
        elif silent >= self.limits.ping:
            await line.ping()

    async def close(self) -> None:
        """Close all lines with `CloseReason.LEAVING`."""
        for phone in list(self.phones.values()):
            await phone.line.close(CloseReason.LEAVING)
        for room in self.rooms.values():
            if room.host is not None:
                await room.host.close(CloseReason.LEAVING)


async def _yield_to_tasks(turn: int) -> None:
    """Let other tasks run if ``turn`` is a multiple of `_MAX_AT_ONCE`."""
    if turn % _MAX_AT_ONCE == 0:
        await asyncio.sleep(0)


def is_number(text: str) -> bool:
    """True if the text is exactly `PIN_DIGITS` ASCII digits."""
    return len(text) == PIN_DIGITS and text.isascii() and text.isdigit()


def room_name(proof: bytes) -> str:
    """Name of the room with this proof: 12 characters, the start of its hash."""
    return base64.urlsafe_b64encode(hashlib.sha256(proof).digest()[:9]).decode()
