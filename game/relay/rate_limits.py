"""How much anybody may ask of a relay: a room, a phone, an address, and the network around it."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from game.party.listener import RateLimit

_PEERS = 20_000
"""Addresses whose calls are remembered."""


@dataclass(frozen=True, slots=True)
class RelayLimits:
    """What is too much.

    Attributes:
        rooms: rooms of one address at a time.
        rooms_around: rooms of the network around it (``PeerAddress.around``).
        new_rooms: rooms that an address may open for the first time at once, and then `new_rooms_a_second`.
        new_rooms_a_second: how many it may add every second; ten times as many of the network around it.
        lines: lines of one address at a time; a school may be one.
        lines_around: lines of the network around it.
        calls: calls of an address at once, and then `calls_a_second`.
        calls_a_second: how many it may add every second; ten times as many of the network around it.
        guesses: numbers that an address may ask for at once, and then `guesses_a_second`.
        guesses_a_second: how many it may add every second.
        all_rooms: rooms of this node.
        all_lines: lines of this node.
        phones: phones of a room, on each node.
        up: bytes of a phone's frame.
        down: bytes of a host's frame.
        phone_frames: frames of a phone in a second, and at once; whoever says more is closed.
        phone_bytes: bytes of a phone in a second, and at once.
        room_frames: frames of a host in a second, and at once; what is more waits to be heard.
        room_bytes: bytes of a host in a second, and at once.
        home_bytes: bytes of all hosts of an address in a second, and at once; around it four times as many.
        waiting: bytes before a line after which it is cut.
        all_waiting: bytes before all lines after which the slowest are cut.
        ping: seconds of silence after which a line is asked whether it is there.
        silence: seconds of silence after which it is cut.
        hours: seconds that a room may last.
        rest: seconds for which a room is remembered after its host has gone.
        numbers: numbers that a room may ask for in a second, and at once.
        lent: seconds for which a number is lent.
        callers: phones that may call by one number.
    """

    rooms: int = 8
    rooms_around: int = 100
    new_rooms: float = 16
    new_rooms_a_second: float = 0.1
    lines: int = 300
    lines_around: int = 2000
    calls: float = 240
    calls_a_second: float = 2
    guesses: float = 10
    guesses_a_second: float = 1 / 6
    all_rooms: int = 2000
    all_lines: int = 12_000
    phones: int = 64
    up: int = 8 << 10
    down: int = 96 << 10
    phone_frames: tuple[float, float] = (40, 120)
    phone_bytes: tuple[float, float] = (64 << 10, 512 << 10)
    room_frames: tuple[float, float] = (1000, 4000)
    room_bytes: tuple[float, float] = (512 << 10, 4 << 20)
    home_bytes: tuple[float, float] = (1 << 20, 8 << 20)
    waiting: int = 256 << 10
    all_waiting: int = 48 << 20
    ping: float = 25
    silence: float = 60
    hours: float = 12 * 3600
    rest: float = 3600
    numbers: tuple[float, float] = (1 / 20, 10)
    lent: float = 600
    callers: int = 12


class TokenBucket:
    """What one line may still say; it grows with time."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate_and_burst: tuple[float, float], now: float) -> None:
        self._rate, self._burst = rate_and_burst
        self._left, self._at = self._burst, now

    def spend(self, amount: float, now: float) -> float:
        """Take some off; seconds until it is really there, 0 where it is."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) - amount
        self._at = now
        return max(0.0, -self._left / self._rate)


@dataclass(frozen=True, slots=True)
class PeerAddress:
    """Where somebody calls from.

    Attributes:
        address: the address; of IPv6 the /64, which is one home.
        around: the /24 of it, or of IPv6 the /48.
    """

    address: str
    around: str


def peer_address(address: str) -> PeerAddress:
    """The place of an address.

    Raises:
        ValueError: that is no address.
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    own, around = (32, 24) if found.version == 4 else (64, 48)
    home, network = (ipaddress.ip_network((found, bits), strict=False) for bits in (own, around))
    return PeerAddress(str(home.network_address), str(network))


class UsageTracker:
    """Who holds how many lines and rooms, and how often they have called of late."""

    def __init__(self, limits: RelayLimits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._lines: Counter[str] = Counter()
        self._rooms: Counter[str] = Counter()
        each, often = limits.calls, limits.calls_a_second
        self._calls = RateLimit(clock, each, often, _PEERS)
        self._calls_around = RateLimit(clock, 10 * each, 10 * often, _PEERS)
        self._opened = RateLimit(clock, limits.new_rooms, limits.new_rooms_a_second, _PEERS)
        a_second, burst = limits.home_bytes
        self._volume = RateLimit(clock, burst, a_second, _PEERS)
        self._guesses = RateLimit(clock, limits.guesses, limits.guesses_a_second, _PEERS)

    def may_call(self, place: PeerAddress) -> bool:
        """Whether somebody may ask for anything from there; that is counted."""
        if self._calls.left(place.address) < 1 or self._calls_around.left(place.around) < 1:
            return False
        self._calls.spend(place.address)
        self._calls_around.spend(place.around)
        return True

    def may_guess(self, place: PeerAddress) -> bool:
        """Whether somebody may ask for a number from there; that is counted, of the network around it too."""
        asking = place.address, place.around
        if min(self._guesses.left(one) for one in asking) < 1:
            return False
        self._guesses.spend(place.address)
        self._guesses.spend(place.around, 0.2)
        return True

    def said(self, place: PeerAddress, volume: int) -> float:
        """Hosts from there have said so much; seconds until they may say more."""
        return max(self._volume.spend(place.address, volume), self._volume.spend(place.around, volume / 4))

    def may_hold(self, place: PeerAddress) -> bool:
        """Whether there may be one more line from there."""
        held, limits = self._lines, self._limits
        return held[place.address] < limits.lines and held[place.around] < limits.lines_around

    def may_open(self, place: PeerAddress, *, is_new: bool) -> bool:
        """Whether there may be one more room from there; new ones are counted, as each may say much."""
        held, limits = self._rooms, self._limits
        if held[place.address] >= limits.rooms or held[place.around] >= limits.rooms_around:
            return False
        if is_new:
            if self._opened.left(place.address) < 1 or self._opened.left(place.around) < 0.1:
                return False
            self._opened.spend(place.address)
            self._opened.spend(place.around, 0.1)
        return True

    @contextmanager
    def line(self, place: PeerAddress) -> Iterator[None]:
        """Within, there is a line from there."""
        with _held(self._lines, place):
            yield

    @contextmanager
    def room(self, place: PeerAddress) -> Iterator[None]:
        """Within, a host holds a room from there."""
        with _held(self._rooms, place):
            yield


@contextmanager
def _held(counter: Counter[str], place: PeerAddress) -> Iterator[None]:
    counter.update((place.address, place.around))
    try:
        yield
    finally:
        for one in (place.address, place.around):
            counter[one] -= 1
            if not counter[one]:
                del counter[one]
