"""The code of the room at the gate, and patience with those who guess it."""

from __future__ import annotations

from collections.abc import Callable

from game.party.connection import Connection
from game.party.registry import SeatRegistry

FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
"""Seconds that a guesser waits after the first wrong code, doubled with each further one."""
_PEERS = 500


class Patience:
    """Slows down whoever sends wrong codes, each address for itself."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Measure time with this clock, in seconds."""
        self._clock = clock
        self._peers: dict[str, tuple[int, float]] = {}

    def wait(self, peer: str) -> float:
        """Seconds until this address may try again; 0 for at once."""
        return max(0.0, self._peers.get(peer, (0, 0.0))[1] - self._clock())

    def failed(self, peer: str) -> float:
        """A wrong code came from this address; seconds until it may try again."""
        # Put in anew below, so that the address quiet for longest is the first to be forgotten.
        count = self._peers.pop(peer, (0, 0.0))[0] + 1
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(count - 1, 10))
        self._peers[peer] = count, self._clock() + wait
        while len(self._peers) > _PEERS:
            self._peers.pop(next(iter(self._peers)))
        return wait

    def passed(self, peer: str) -> None:
        """The right code came from this address."""
        self._peers.pop(peer, None)


class Gate:
    """Lets in who knows the code."""

    def __init__(self, registry: SeatRegistry, clock: Callable[[], float]) -> None:
        """The gate of a party; ``clock`` measures time in seconds."""
        self._registry, self._patience = registry, Patience(clock)

    def knows(self, phone: Connection, code: str) -> bool:
        """Whether the code is right; a wrong one costs time, and one said too early is not even looked at."""
        wait = self._patience.wait(phone.peer)
        if wait > 0:
            phone.note("error", why="slow", wait=round(wait, 1))
            return False
        if self._registry.is_code(code):
            self._patience.passed(phone.peer)
            return True
        phone.note("error", why="wrong_code", wait=round(self._patience.failed(phone.peer), 1))
        return False
