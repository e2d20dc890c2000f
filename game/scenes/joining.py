"""Who takes which seat of the lobby, and with what: devices join, leave and are handed seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from game.match.adaptive_level import FOR_ME
from game.match.seats import PHONE, with_manner
from game.store.settings import SeatChoice
from game.ui.art.patterns import look_of
from game.ui.core.input import PAD, Pads

_RANKS: Sequence[Callable[[SeatChoice], bool]] = (
    lambda seat: seat.device == PHONE and not seat.empty,
    lambda seat: bool(seat.level) and not seat.empty,
    lambda seat: seat.empty,
    lambda seat: not seat.device,
)


def _welcome(seat: SeatChoice) -> int:
    """How soon a seat goes to a phone that stays; `len(_RANKS)` for never."""
    return next((rank for rank, fits in enumerate(_RANKS) if fits(seat)), len(_RANKS))


class Joining:
    """The seats of a lobby, and which device holds which.

    A device holds one seat at most by joining; a seat without a device is for anything at the screen, so that
    one pad can be passed around.
    """

    def __init__(self, seats: Sequence[SeatChoice], fewest: int, manners: Sequence[str] = ()) -> None:
        """A table of a game whose computer players have these manners."""
        self.seats = list(seats)
        self.fewest, self._manners = fewest, manners
        self.away: dict[str, int] = {}
        """Pads that were unplugged, and the seats that they had."""
        self.untouched = set(range(len(self.seats)))
        """Seats of which nobody has chosen who holds them: how well a bot there plays was given to it."""

    def drop_absent(self, pads: Pads, phones: Sequence[int]) -> None:
        """Forget the devices of last time that are not here today.

        Args:
            pads: which are plugged in.
            phones: the seats that phones hold.
        """
        for number, seat in enumerate(self.seats):
            gone = seat.device.startswith(PAD) and not pads.is_here(seat.device)
            gone = gone or (seat.device == PHONE and number not in phones)
            if gone or seat.level or seat.empty:
                self.seats[number] = replace(seat, device="")

    def seat_phones(self, names: Mapping[int, str]) -> dict[int, int]:
        """Give the phones that stay from the match before a seat each, as far as there are.

        Seats of phones come first, then those of bots, then free ones, then those of people without a device.

        Args:
            names: the seats that they had, and who sat there.

        Returns:
            Their seats of before, and those they have now.
        """
        seats = enumerate(self.seats)
        ranked = sorted((_welcome(seat), number) for number, seat in seats if _welcome(seat) < len(_RANKS))
        order = [number for _rank, number in ranked]
        seated = dict(zip(sorted(names), order, strict=False))
        for old, number in seated.items():
            name = names[old] or self.seats[number].name
            self.seats[number] = replace(self.seats[number], name=name, level="", device=PHONE, empty=False)
        return seated

    @property
    def players(self) -> int:
        """How many seats are taken."""
        return sum(not seat.empty for seat in self.seats)

    def held_by(self, device: str) -> int | None:
        """The seat that a device holds."""
        return next((n for n, seat in enumerate(self.seats) if device and seat.device == device), None)

    def join(self, device: str, wanted: int | None = None) -> int | None:
        """Give a device a seat, the wanted one if it can be had; `None` where there is none.

        Free seats come first, then those of bots, then those of people without a device.
        """
        held = self.held_by(device)
        if held is not None:
            return held
        number = wanted if wanted is not None else self._best()
        if number is None or (self.seats[number].device and not self.seats[number].empty):
            return None
        self.seats[number] = replace(self.seats[number], empty=False, level="", device=device)
        return number

    def _best(self) -> int | None:
        ranks = (
            lambda seat: seat.empty,
            lambda seat: bool(seat.level),
            lambda seat: not seat.device,
        )
        for rank in ranks:
            for number, seat in enumerate(self.seats):
                if rank(seat):
                    return number
        return None

    def leave(self, device: str) -> int | None:
        """Take the seat of a device away from it; a seat that the game needs stays, for anything here."""
        number = self.held_by(device)
        if number is not None:
            self.leave_seat(number)
        return number

    def leave_seat(self, number: int) -> None:
        """Free a seat of its person."""
        self.seats[number] = replace(self.seats[number], device="", empty=self.players > self.fewest)

    def settle(self, host: str) -> None:
        """The match begins: where others hold devices, the host's is for the first seat without one."""
        if host == "" or self.held_by(host) is not None or not any(seat.device for seat in self.seats):
            return
        for number, seat in enumerate(self.seats):
            if not (seat.empty or seat.level or seat.device):
                self.set(number, "", host)
                return

    def set(self, number: int, level: str, device: str = "", *, empty: bool = False) -> None:
        """Say who holds a seat; a device that held another leaves that one for anything here."""
        other = self.held_by(device)
        if other is not None and other != number:
            self.seats[other] = replace(self.seats[other], device="")
        self.seats[number] = replace(self.seats[number], level=level, device=device, empty=empty)
        self.untouched.discard(number)

    def seat_bot(self, number: int, level: str) -> None:
        """A computer player sits down with a manner of its own, or the one that sits there has another level.

        Then it keeps its manner, a plain one too. A match for somebody is plain until a manner is chosen.
        """
        seat = self.seats[number]
        known = "" if seat.empty else seat.level
        if level != FOR_ME:
            others = [other.level for n, other in enumerate(self.seats) if n != number and not other.empty]
            before = "" if known == FOR_ME else known
            level = with_manner(level, self._manners, look_of(seat.colour), others, before)
        self.set(number, level)

    def add_bot(self, level: str, wanted: int | None = None) -> int | None:
        """A bot for a free seat, the wanted one if that is free; `None` where all are taken."""
        free = [number for number, seat in enumerate(self.seats) if seat.empty]
        number = wanted if wanted in free else free[0] if free else None
        if number is not None:
            self.seat_bot(number, level)
            self.untouched.add(number)
        return number

    def recolour(self, number: int, colour: str) -> None:
        """Give a seat a colour; whoever had it gets the one that is given up."""
        old = self.seats[number].colour
        # Free seats too: no two of the eight ever have one colour.
        self.seats = [replace(seat, colour=old) if seat.colour == colour else seat for seat in self.seats]
        self.seats[number] = replace(self.seats[number], colour=colour)
