"""Limits on the use of a relay: for rooms, phones, addresses and their networks."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from game.party.listener import RateLimit

_MAX_PEERS = 20_000  # addresses whose calls are remembered


@dataclass(frozen=True, slots=True)
class RelayLimits:
    """All limits of a node.

    Attributes:
        rooms: rooms of one address at a time.
        rooms_around: rooms of the network around it (``PeerAddress.around``).
        new_rooms: burst of new rooms of an address, refilled by `new_rooms_a_second`.
        new_rooms_a_second: refill rate; ten times as much for the network around it.
        lines: lines of one address at a time; a school may be one address.
        lines_around: lines of the network around it.
        calls: burst of calls of an address, refilled by `calls_a_second`.
        calls_a_second: refill rate; ten times as much for the network around it.
        guesses: burst of requests of an address for a number, refilled by `guesses_a_second`.
        guesses_a_second: refill rate.
        all_rooms: rooms of this node.
        all_lines: lines of this node.
        phones: phones of a room, on each node.
        up: bytes of a phone's frame.
        down: bytes of a host's frame.
        phone_frames: frames of a phone as (per s, burst); a phone that sends more is disconnected.
        phone_bytes: bytes of a phone as (per s, burst).
        room_frames: frames of a host as (per s, burst); more are delayed.
        room_bytes: bytes of a host as (per s, burst).
        home_bytes: bytes of all hosts of an address as (per s, burst); four times as much for the network.
        waiting: bytes waiting on a line above which it is cut.
        all_waiting: bytes waiting on all lines above which the slowest are cut.
        ping: s of silence before a ping.
        silence: s of silence before a line is cut.
        hours: maximum lifetime of a room in s.
        rest: s for which a room is remembered after its host has left.
        numbers: requests of a room for a number as (per s, burst).
        lent: s for which a number is lent.
        callers: phones that may connect with one number.
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
    """Token bucket of one line. It may be overdrawn."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate_and_burst: tuple[float, float], now: float) -> None:
        self._rate, self._burst = rate_and_burst
        self._left, self._at = self._burst, now

    def spend(self, amount: float, now: float) -> float:
        """Take ``amount`` tokens. Returns the seconds until a debt is refilled, or 0."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) - amount
        self._at = now
        return max(0.0, -self._left / self._rate)


@dataclass(frozen=True, slots=True)
class PeerAddress:
    """Source of a call.

    Attributes:
        address: the address; for IPv6 the /64, which is one home.
        around: the /24 around it, or for IPv6 the /48.
    """

    address: str
    around: str


def peer_address(address: str) -> PeerAddress:
    """Home and network of an IP address, an IPv4 address in IPv6 as IPv4; ValueError if it is none."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    home_bits, network_bits = (32, 24) if ip.version == 4 else (64, 48)
    home, network = (ipaddress.ip_network((ip, bits), strict=False) for bits in (home_bits, network_bits))
    return PeerAddress(str(home.network_address), str(network))


class UsageTracker:
    """Counts the lines, rooms and recent calls of addresses."""

    def __init__(self, limits: RelayLimits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._lines: Counter[str] = Counter()
        self._rooms: Counter[str] = Counter()
        each, often = limits.calls, limits.calls_a_second
        self._calls = RateLimit(clock, each, often, _MAX_PEERS)
        self._calls_around = RateLimit(clock, 10 * each, 10 * often, _MAX_PEERS)
        self._opened = RateLimit(clock, limits.new_rooms, limits.new_rooms_a_second, _MAX_PEERS)
        a_second, burst = limits.home_bytes
        self._volume = RateLimit(clock, burst, a_second, _MAX_PEERS)
        self._guesses = RateLimit(clock, limits.guesses, limits.guesses_a_second, _MAX_PEERS)

    def may_call(self, place: PeerAddress) -> bool:
        """True if this address and its network may call now; only then the call is counted."""
        if self._calls.left(place.address) < 1 or self._calls_around.left(place.around) < 1:
            return False
        self._calls.spend(place.address)
        self._calls_around.spend(place.around)
        return True

    def may_guess(self, place: PeerAddress) -> bool:
        """True if this address and its network may try a number now. Only then the attempt is counted."""
        askers = place.address, place.around
        if min(self._guesses.left(asker) for asker in askers) < 1:
            return False
        self._guesses.spend(place.address)
        self._guesses.spend(place.around, 0.2)
        return True

    def count_bytes(self, place: PeerAddress, volume: int) -> float:
        """Count bytes of hosts at this address. Returns the seconds until they may send more."""
        return max(self._volume.spend(place.address, volume), self._volume.spend(place.around, volume / 4))

    def may_hold(self, place: PeerAddress) -> bool:
        """True if this address and its network may have one more line. Counts nothing."""
        counts, limits = self._lines, self._limits
        return counts[place.address] < limits.lines and counts[place.around] < limits.lines_around

    def may_open(self, place: PeerAddress, *, is_new: bool) -> bool:
        """True if this address and its network may have one more room; then, if ``is_new``, it is counted."""
        counts, limits = self._rooms, self._limits
        if counts[place.address] >= limits.rooms or counts[place.around] >= limits.rooms_around:
            return False
        if is_new:
            if self._opened.left(place.address) < 1 or self._opened.left(place.around) < 0.1:
                return False
            self._opened.spend(place.address)
            self._opened.spend(place.around, 0.1)
        return True

    @contextmanager
    def line(self, place: PeerAddress) -> Iterator[None]:
        """Context manager that counts a line of this address and its network while it lasts."""
        with _hold(self._lines, place):
            yield

    @contextmanager
    def room(self, place: PeerAddress) -> Iterator[None]:
        """Context manager that counts a room with a host at this address while it lasts."""
        with _hold(self._rooms, place):
            yield


@contextmanager
def _hold(counter: Counter[str], place: PeerAddress) -> Iterator[None]:
    """Context manager that counts one for the address and one for its network while it lasts."""
    counter.update((place.address, place.around))
    try:
        yield
    finally:
        for key in (place.address, place.around):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]
