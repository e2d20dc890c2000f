"""The switchboard of a node: which lines are open here, and what goes from which to which.

It knows no sockets: `server.py` hands it lines and what they say, and `bus.py` what other nodes say. What it
knows of rooms is gone with their lines, but that a room keeps its age for a while after its host has gone.
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

from game.relay.bus import NodeBus
from game.relay.rate_limits import PeerAddress, RelayLimits, TokenBucket, UsageTracker

HEAD = 9
"""Bytes before what is said in a frame of a host: its kind, and the channel."""
NOBODY = bytes(8)
"""The channel of what is said between a host and the relay."""
DIGITS = 6
GIVE_BACK = b"0"
_AT_ONCE = 100
_TRIES = 20
"""How many numbers are drawn until one is free."""


class FrameKind(IntEnum):
    """What a frame between a host and the relay is."""

    OPENED = 0
    """A phone has come: a mark of 8 bytes, which is the same for the same address in this room, and one byte,
    `BY_LINK` or `BY_NUMBER`."""
    DATA = 1
    """What a phone says, or is told."""
    CLOSED = 2
    """A phone has gone, or is to go."""
    NUMBER = 4
    """A host asks for a number: nothing, the digits it had, or `GIVE_BACK`; it is told its digits, or nothing
    where it has none any more. 3 was a word between nodes."""


_CAME, _GONE = b"+", b"-"
"""What nodes tell each other of a host; the node and the room follow."""
BY_LINK, BY_NUMBER = b"\0", b"\1"


class CloseReason(IntEnum):
    """Why a line was closed, as its other end is told."""

    LEAVING = 1001
    """This node is switched off: call anew, there may be others."""
    WRONG = 1002
    """That was no frame."""
    MOVED = 4001
    """Another line of this host has come, and this one is over."""
    ANEW = 4002
    """The line of the host has gone: call anew."""
    HUNG_UP = 4003
    """The host wants this phone to go."""
    NOBODY = 4004
    """There is no host of this room, or nobody has this number."""
    FULL = 4005
    """There are too many phones in this room, or too many numbers were tried."""
    TOO_MUCH = 4006
    """More was said than a phone may say; or the room has lasted its hours."""


class RelayConnection(Protocol):
    """A line to somebody, as a node writes to it; nothing here ever waits for them."""

    heard: float
    """When something came from there."""

    @property
    def waiting(self) -> int:
        """How many bytes have not gone out yet."""

    async def send(self, data: bytes) -> None: ...
    async def ping(self) -> None: ...
    async def close(self, end: CloseReason) -> None:
        """Say goodbye, and hang up soon."""

    def cut(self) -> None:
        """Hang up now."""


class ConnectionRejected(Exception):  # noqa: N818 - as HTTP has it
    """Somebody gets no line: the status of HTTP, and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class ConnectionClosed(Exception):  # noqa: N818
    """A line is to end, and why."""

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
    """A room: its host may be here or on another node, and so may each of its phones.

    Attributes:
        place: where its host calls from.
        born: when its host first held it here, within its hours.
        left: when its host was here last.
        asks: how many more numbers it may ask for.
        number: the digits lent to it.
        until: when these run out.
        callers: how many phones may still call by it.
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
    """One of the nodes of a relay, or the only one."""

    def __init__(
        self,
        clock: Callable[[], float],
        limits: RelayLimits = RelayLimits(),  # noqa: B008
        bus: NodeBus | None = None,
    ) -> None:
        self.name = secrets.token_bytes(4)
        """Stands in the channels of the phones that are here, so that an answer finds the way."""
        self.limits, self.bus = limits, bus or NodeBus()
        self.count: Counter[str] = Counter()
        """What has happened so far, for whoever watches over the relay."""
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
        """How many rooms have their host here."""
        return self._hosts

    @property
    def lines(self) -> int:
        """How many lines there are here."""
        return len(self.phones) + self._hosts

    @property
    def lent(self) -> int:
        """How many numbers are lent here."""
        return len(self._numbers)

    # Who comes.

    def admit(self, place: PeerAddress) -> None:
        """Whether a call from there is answered at all.

        Raises:
            ConnectionRejected: there were too many of late.
        """
        if not self._crowd.may_call(place):
            raise self.refused(429, "too many calls from there")

    def line_of(self, place: PeerAddress) -> AbstractContextManager[None]:
        """Count a line from there.

        Raises:
            ConnectionRejected: there are too many, there or here.
        """
        if not self._crowd.may_hold(place):
            raise self.refused(429, "too many lines from there")
        if self.lines >= self.limits.all_lines:
            raise self.refused(503, "full")
        return self._crowd.line(place)

    def room_of(self, room: str, place: PeerAddress) -> AbstractContextManager[None]:
        """Count a room whose host calls from there.

        Raises:
            ConnectionRejected: there are too many, there or here, or this one has lasted its hours.
        """
        known = self.rooms.get(room)
        if known is not None and known.born is not None and self._is_old(known):
            raise self.refused(429, "this room has lasted its hours")
        is_new = known is None or known.born is None
        if not self._crowd.may_open(place, is_new=is_new):
            raise self.refused(429, "too many rooms from there")
        if self._hosts >= self.limits.all_rooms:
            raise self.refused(503, "full")
        return self._crowd.room(place)

    def refused(self, status: int, why: str) -> ConnectionRejected:
        """Count that somebody gets no line."""
        self.count[f"refused {status}"] += 1
        return ConnectionRejected(status, why)

    def _is_old(self, room: RelayRoom) -> bool:
        return room.born is not None and self._clock() - room.born >= self.limits.hours

    async def open(self, name: str, line: RelayConnection, place: PeerAddress) -> RelayRoom:
        """The host of a room has come; its lines of before, and all of phones, are over, on every node."""
        room = self._room(name)
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
        await self.bus.hold(name)  # once that is known: no phone that comes now belongs to a line before
        return room

    async def end(self, room: RelayRoom, line: RelayConnection) -> None:
        """A line of a host has ended; where it was not replaced its phones have nobody to talk to."""
        self._slow.discard(line)
        if room.host is not line:
            return
        await self._let_go(room)
        await self.bus.tell(_GONE + self.name + room.name.encode())

    async def _let_go(self, room: RelayRoom) -> None:
        """This room has no host here any more."""
        room.host, room.left = None, self._clock()
        self._hosts -= 1
        await self._part_all(room)
        await self._take_back(room)
        await self.bus.drop(room.name)

    async def enter(
        self, name: str, line: RelayConnection, place: PeerAddress, *, by_number: bool = False
    ) -> RelayPhone:
        """A phone has come to a room; its host is told.

        Raises:
            ConnectionClosed: there is no host, or no place.
        """
        now = self._clock()
        room = self._room(name)
        if len(room.phones) >= self.limits.phones:
            raise self._over(CloseReason.FULL)
        self._serial += 1
        channel = self.name + self._serial.to_bytes(4, "big")
        budgets = (TokenBucket(rate, now) for rate in (self.limits.phone_frames, self.limits.phone_bytes))
        phone = self.phones[channel] = room.phones[channel] = RelayPhone(channel, line, room, *budgets)
        # Not the address, but a mark of it, which tells nothing else.
        told = place.address.encode() + name.encode()
        mark = hashlib.blake2b(told, key=self._key, digest_size=8).digest()
        frame = bytes([FrameKind.OPENED]) + channel + mark + (BY_NUMBER if by_number else BY_LINK)
        if not (is_heard := await self._announce(room, frame)):
            self._forget(phone)
            if is_heard is not None:
                raise self._over(CloseReason.NOBODY)
            await self._to_host(room, bytes([FrameKind.CLOSED]) + channel)  # where it was heard all the same
            raise self._over(CloseReason.ANEW)
        self.count["phones"] += 1
        return phone

    async def leave(self, phone: RelayPhone) -> None:
        """The line of a phone has ended."""
        if phone.channel in self.phones:
            self._forget(phone)
            await self._to_host(phone.room, bytes([FrameKind.CLOSED]) + phone.channel)

    async def room_with(self, number: str, place: PeerAddress) -> str:
        """The room to which this number is lent.

        Raises:
            ConnectionClosed: nobody has it, or too many were asked for from there.
        """
        if not self._crowd.may_guess(place):
            raise self._over(CloseReason.FULL)
        name = self.called(number) or await self.bus.find(number)
        if not name:
            raise self._over(CloseReason.NOBODY)
        return name

    def called(self, number: str) -> str:
        """The room to which this number is lent here, for one more phone; nothing where it is not."""
        room = self._numbers.get(number)
        if room is None or room.callers <= 0 or room.until <= self._clock():
            return ""
        room.callers -= 1
        return room.name

    def _over(self, end: CloseReason) -> ConnectionClosed:
        self.count[f"closed {end.name.lower()}"] += 1
        return ConnectionClosed(end)

    def _room(self, name: str) -> RelayRoom:
        room = self.rooms.get(name)
        if room is None:
            now = self._clock()
            most = self.limits
            frames, volume, asks = (
                TokenBucket(one, now) for one in (most.room_frames, most.room_bytes, most.numbers)
            )
            room = self.rooms[name] = RelayRoom(name, frames, volume, asks)
        return room

    def _forget(self, phone: RelayPhone) -> None:
        room = phone.room
        self.phones.pop(phone.channel, None)
        room.phones.pop(phone.channel, None)
        self._slow.discard(phone.line)
        if not room.phones and room.host is None and room.born is None:
            self.rooms.pop(room.name, None)

    async def _part_all(self, room: RelayRoom) -> None:
        """Phones of this room talk to a line that is no more: they are to call anew."""
        for phone in list(room.phones.values()):
            self.count["closed anew"] += 1
            self._forget(phone)
            await phone.line.close(CloseReason.ANEW)

    # What is said.

    async def from_host(self, room: RelayRoom, line: RelayConnection, data: bytes) -> float:
        """A host has said something; seconds until it is heard again.

        Raises:
            ConnectionClosed: that was no frame.
        """
        if room.host is not line:
            return 0.0
        if len(data) < HEAD:
            raise self._over(CloseReason.WRONG)
        now = self._clock()
        wait = max(room.frames.spend(1, now), room.volume.spend(len(data), now))
        if room.place is not None:
            wait = max(wait, self._crowd.said(room.place, len(data)))
        kind, channel = data[0], data[1:HEAD]
        if kind in (FrameKind.DATA, FrameKind.CLOSED):
            if channel[:4] == self.name:
                await self._to_phone(room.name, data)
            else:
                await self.bus.down(channel[:4], data[:HEAD] + room.name.encode() + data[HEAD:])
        elif kind == FrameKind.NUMBER:
            await self._lend(room, data[HEAD:])
        else:
            raise self._over(CloseReason.WRONG)
        return wait

    async def from_phone(self, phone: RelayPhone, data: bytes) -> float:
        """A phone has said something; it is heard again at once.

        Raises:
            ConnectionClosed: it says too much.
        """
        now = self._clock()
        if phone.frames.spend(1, now) or phone.volume.spend(len(data), now):
            raise self._over(CloseReason.TOO_MUCH)
        if phone.channel in self.phones:
            await self._to_host(phone.room, bytes([FrameKind.DATA]) + phone.channel + data)
        return 0.0

    def pinged(self, caller: RelayPhone | RelayRoom) -> None:
        """A phone or a host has only asked whether anybody is there; that counts as well.

        Raises:
            ConnectionClosed: it asks too often.
        """
        if caller.frames.spend(1, self._clock()):
            raise self._over(CloseReason.TOO_MUCH)

    async def _announce(self, room: RelayRoom, frame: bytes) -> bool | None:
        """Tell the host of a phone, wherever it is; whether there is one, None where nobody can say."""
        if room.host is None:
            return await self.bus.knock(room.name, frame)
        await self._send(room.host, frame)
        return True

    async def _to_host(self, room: RelayRoom, frame: bytes) -> None:
        self.count["frames up"] += 1
        self.count["bytes up"] += len(frame)
        if room.host is None:
            await self.bus.up(room.name, frame)
        else:
            await self._send(room.host, frame)

    async def _to_phone(self, name: str, frame: bytes) -> None:
        """Hand on what a host says to a phone that is here; a host reaches those of its own room alone."""
        phone = self.phones.get(frame[1:HEAD])
        if phone is None or phone.room.name != name:
            return
        if frame[0] == FrameKind.CLOSED:
            self._forget(phone)
            await phone.line.close(CloseReason.HUNG_UP)
        else:
            self.count["frames down"] += 1
            self.count["bytes down"] += len(frame)
            await self._send(phone.line, frame[HEAD:])

    async def _send(self, line: RelayConnection, data: bytes) -> None:
        """Write; one who takes nothing is cut, and where very much waits, those who take least."""
        waiting = line.waiting
        if waiting:
            if waiting > self.limits.waiting:
                self.count["cut slow"] += 1
                self._slow.discard(line)
                line.cut()
                return
            self._slow.add(line)
            self._backlog += len(data)
            if self._backlog > self.limits.all_waiting:
                self._relieve()
        await line.send(data)

    def _relieve(self) -> None:
        """Look how much waits before all lines, and cut the slowest until it is bearable."""
        slow = sorted(((line.waiting, line) for line in self._slow), key=lambda one: one[0])
        self._slow = {line for waiting, line in slow if waiting}
        self._backlog = sum(waiting for waiting, _line in slow)
        while self._backlog > self.limits.all_waiting // 2:
            waiting, line = slow.pop()
            self._backlog -= waiting
            self._slow.discard(line)
            self.count["cut slow"] += 1
            line.cut()

    # Numbers.

    async def _lend(self, room: RelayRoom, wish: bytes) -> None:
        """A host wants a number, the one that it had if that is free, or wants none any more."""
        had, now = wish.decode("ascii", "replace"), self._clock()
        if wish == GIVE_BACK:
            await self._take_back(room)
        elif not room.number and not room.asks.spend(1, now):
            wanted = [had] if is_number(had) else []
            drawn = (f"{secrets.randbelow(10**DIGITS):0{DIGITS}}" for _try in range(_TRIES))
            for number in (*wanted, *drawn):
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
            await self._send(room.host, bytes([FrameKind.NUMBER]) + NOBODY + room.number.encode())

    async def _take_back(self, room: RelayRoom) -> None:
        number, room.number = room.number, ""
        if self._numbers.pop(number, None) is not None:
            await self.bus.take_back(number)

    # What other nodes say.

    async def heard_up(self, name: str, frame: bytes) -> bool:
        """A phone elsewhere says something to a host; whether that is here."""
        room = self.rooms.get(name)
        if room is None or room.host is None:
            return False
        await self._send(room.host, frame)
        return True

    async def heard_down(self, frame: bytes) -> None:
        """A host elsewhere says something to a phone here: its room's name stands behind the channel."""
        name = frame[HEAD : HEAD + 12]
        await self._to_phone(name.decode("ascii", "replace"), frame[:HEAD] + frame[HEAD + 12 :])

    async def heard_news(self, news: bytes) -> None:
        """A host has come to another node, or gone from there: what belonged to a line before is over."""
        what, node, room = news[:1], news[1:5], self.rooms.get(news[5:].decode("ascii", "replace"))
        if node == self.name or room is None:
            return
        if room.host is None:
            await self._part_all(room)
        elif what == _CAME:
            await room.host.close(CloseReason.MOVED)
            await self._let_go(room)

    # Time goes by.

    async def sweep(self) -> None:
        """End what has lasted too long; called every few seconds."""
        now = self._clock()
        turn = itertools.count(1)
        for room in list(self._numbers.values()):
            if room.until <= now or room.callers <= 0:
                await self._take_back(room)
                if room.host is not None:
                    await self._send(room.host, bytes([FrameKind.NUMBER]) + NOBODY)
        for room in list(self.rooms.values()):
            await _others_first(next(turn))
            if room.host is not None:
                if self._is_old(room):
                    self.count["closed hours"] += 1
                    await room.host.close(CloseReason.TOO_MUCH)
                else:
                    await self._look_after(room.host, now)
            elif not room.phones and now - room.left >= self.limits.rest:
                self.rooms.pop(room.name, None)
        for phone in list(self.phones.values()):
            await _others_first(next(turn))
            if phone.channel in self.phones:
                await self._look_after(phone.line, now)
        idle = [name for name, one in self.rooms.items() if one.host is None and not one.phones]
        for name in idle[: max(0, len(self.rooms) - 4 * self.limits.all_rooms)]:
            del self.rooms[name]
        self._relieve()

    async def _look_after(self, line: RelayConnection, now: float) -> None:
        silent = now - line.heard
        if silent >= self.limits.silence:
            self.count["cut silent"] += 1
            line.cut()
        elif silent >= self.limits.ping:
            await line.ping()

    async def close(self) -> None:
        """This node is switched off."""
        for phone in list(self.phones.values()):
            await phone.line.close(CloseReason.LEAVING)
        for room in self.rooms.values():
            if room.host is not None:
                await room.host.close(CloseReason.LEAVING)


async def _others_first(turn: int) -> None:
    """Of very many lines some are looked at, and then whoever says something is heard."""
    if turn % _AT_ONCE == 0:
        await asyncio.sleep(0)


def is_number(text: str) -> bool:
    """Whether this can be a number that is lent."""
    return len(text) == DIGITS and text.isascii() and text.isdigit()


def room_name(proof: bytes) -> str:
    """The room of which this is the proof."""
    return base64.urlsafe_b64encode(hashlib.sha256(proof).digest()[:9]).decode()
