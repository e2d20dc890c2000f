"""Phones without a token which say that a seat was theirs, until the host decides."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from game.party.connection import Connection
from game.party.gate import Patience
from game.party.registry import SeatClaim


class Claims:
    """Who claims which seat; of the thread of the server.

    Attributes:
        made: the seats that are claimed, each once, the longest waiting first; replaced whole.
    """

    def __init__(self, wake: Callable[[], None], clock: Callable[[], float]) -> None:
        """Nobody claims anything; ``wake`` is called whenever there is something else to decide."""
        self._wake = wake
        self._denials = Patience(clock)
        self._number = 0
        self.made: tuple[SeatClaim, ...] = ()

    def is_denied(self, phone: Connection) -> bool:
        """Whether the host has said no just now, to this phone or to somebody who has called from there.

        Else whoever hangs up and calls anew would have the big screen ask again and again.
        """
        return phone.denied or self._denials.wait(phone.peer) > 0

    def make(self, phone: Connection, seat: int) -> None:
        """A phone says that this seat was its own."""
        if phone.claimed != seat:
            self._number += 1
            phone.looking, phone.claimed, phone.claim = True, seat, self._number

    def deny(self, phone: Connection) -> None:
        """The host has said no."""
        phone.claimed, phone.denied = None, True
        self._denials.failed(phone.peer)
        phone.note("error", why="denied")

    def forget(self, phones: Sequence[Connection], away: Container[int]) -> None:
        """What was claimed and is not away any more is nobody's claim."""
        for phone in phones:
            if phone.claimed is not None and phone.claimed not in away:
                phone.claimed = None

    def note(self, phones: Sequence[Connection]) -> None:
        """Take in what there is to decide, of all phones that are there."""
        claimed = sorted((phone.claim, phone.claimed) for phone in phones if phone.claimed is not None)
        first = {seat: number for number, seat in reversed(claimed)}
        made = tuple(SeatClaim(seat, number) for number, seat in claimed if first[seat] == number)
        if made != self.made:
            self.made = made
            self._wake()
