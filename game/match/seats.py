"""Who sits where: seats are held by people with a device, by phones and by bots, who have manners."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from game.core.schema import clipped, number, read_with_defaults

LOOKS = 8
"""So many colours and patterns there are."""
MOUSE = "mouse"
KEYBOARD = "keyboard"
PAD = "pad"
"""The kind of a pad's device; a certain one is ``pad:N``."""
PHONE = "phone"
"""The device of a seat whose person plays on a phone."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where."""

    name: str
    look: int
    """Which of the eight colours and patterns."""
    level: str = ""
    """The level of a computer player; empty for a person."""
    device: str = ""
    """What a person holds: ``mouse``, ``keyboard``, ``pad:N``, `PHONE`; empty for anything at this screen."""
    fits: bool = False
    """Whether a computer's level goes with the results of the people at the table, from match to match."""
    sock: str = ""
    """What the cap of its puppet is knitted like, out of the drawer of its name; empty for no cap."""

    @property
    def is_bot(self) -> bool:
        return bool(self.level)

    @property
    def is_here(self) -> bool:
        """Whether a person at this screen plays here."""
        return not self.level and self.device != PHONE

    @property
    def is_on_phone(self) -> bool:
        return not self.level and self.device == PHONE

    @property
    def is_kept_warm(self) -> bool:
        """Whether a computer plays only until the device of its person is back."""
        return bool(self.level and self.device)


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """What is kept of a seat beside a record: comforts, each of which may be missing."""

    look: Annotated[int, number(-1, LOOKS - 1)] = -1
    level: Annotated[str, clipped(40)] = ""
    device: str = ""
    fits: bool = False
    sock: str = ""


def kept_seats(kept: object, seats: int) -> list[SavedSeat]:
    """What was kept of so many seats, which may be anything; each has a look, if only that of its place."""
    known = kept if isinstance(kept, list | tuple) else []
    read = [read_with_defaults(SavedSeat, known[n] if n < len(known) else None) for n in range(seats)]
    return [one if one.look >= 0 else replace(one, look=n % LOOKS) for n, one in enumerate(read)]


def bot_seats(seats: Sequence[Seat]) -> list[Seat]:
    """These seats, nobody at them: no card waits for a reader, and no hint is thought about."""
    return [seat if seat.is_bot else replace(seat, device=PHONE) for seat in seats]


def public_seat_state(seat: Seat, *, away: bool) -> dict[str, Any]:
    """What everybody may know of a seat, for phones."""
    return {"name": seat.name, "look": seat.look, "bot": seat.is_bot, "sock": seat.sock, "away": away}


def may_act(seats: Sequence[Seat], number: int, device: str) -> bool:
    """Whether a device may act for a seat: its own, or where it has none any but a pad of somebody else.

    Mouse and keyboard are one unless two seats hold them apart.
    """
    held = seats[number].device
    apart = any(seat.device == device and seat.is_here for seat in seats)
    if not held:
        return not (apart and device.startswith(PAD))
    if held == device:
        return True
    return {held, device} == {MOUSE, KEYBOARD} and not apart


HOUSE_NAMES = ("Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe")
"""What seats are called by the house, in their order: computer players, and whoever gives no name."""
_NUMBERED = re.compile(r"(.+) ([2-9]|[1-9][0-9])")


def unique_name(name: str, others: Collection[str]) -> str:
    """The name, with a number where one of the others has it already, in the place of one that it has."""
    found = _NUMBERED.fullmatch(name) if name in others else None
    bare, count = (found[1], int(found[2]) + 1) if found is not None else (name, 2)
    new = name
    while new in others:
        new, count = f"{bare} {count}", count + 1
    return new


def house_name(others: Collection[str], wanted: str) -> str:
    """A name of the house that none of the others has: the wanted one where that can be had."""
    return next((one for one in (wanted, *HOUSE_NAMES) if one and one not in others), "") or unique_name(
        wanted or HOUSE_NAMES[0], others
    )


def is_win_for_room(seats: Sequence[Seat], winners: Sequence[int]) -> bool:
    """Whether an end is a good one for the room: a person has won, or only bots have played."""
    people = {number for number, seat in enumerate(seats) if not seat.is_bot}
    return not people or not people.isdisjoint(winners)


EASY, NORMAL = "easy", "normal"
"""The levels of computer players that nobody has chosen."""


def default_bot_level(levels: Sequence[str], *, first: bool) -> str:
    """What computer players are that nobody has chosen."""
    wanted = EASY if first else NORMAL
    return wanted if wanted in levels else levels[0]


def with_manner(
    level: str, manners: Sequence[str], look: int, others: Iterable[str], before: str = ""
) -> str:
    """The level of a puppet that sits down as a computer player, with a manner of its own.

    It goes by the look, so that a puppet is mostly the one that people know; where others at the table have
    that manner already, it is the next one that fewest of them have. Of a computer player that sat there
    ``before`` it keeps the manner or none.
    """
    if before:
        return level + "".join(before.partition("/")[1:])
    if not manners:
        return level
    taken = Counter(other.partition("/")[2] for other in others)
    order = [manners[(look + step) % len(manners)] for step in range(len(manners))]
    return f"{level}/{min(order, key=lambda manner: taken[manner])}"
