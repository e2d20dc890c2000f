"""Seats of a match, held by local players, phones or bots, and helpers for names and bot levels."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from game.core.schema import clipped, number, read_with_defaults

LOOK_COUNT = 8  # colours and patterns
MOUSE = "mouse"
KEYBOARD = "keyboard"
PAD = "pad"  # prefix; a specific controller is ``pad:N``
PHONE = "phone"


@dataclass(frozen=True, slots=True)
class Seat:
    """Player at one place of the table."""

    name: str
    look: int  # index of the colour and pattern, below ``LOOK_COUNT``
    level: str = ""  # bot level; empty for a person
    device: str = ""  # ``mouse``, ``keyboard``, ``pad:N`` or `PHONE`; empty for any local device
    is_adaptive: bool = False
    """True if the bot's level adapts from match to match to the results of the people at the table."""
    cap: str = ""  # name of the cap that the seat's puppet wears; empty for none

    @property
    def is_bot(self) -> bool:
        """True if a bot plays here now, also on a reserved seat."""
        return bool(self.level)

    @property
    def is_local(self) -> bool:
        """True if a person at this screen plays here."""
        return not self.level and self.device != PHONE

    @property
    def is_on_phone(self) -> bool:
        """True if a person on a phone plays here now."""
        return not self.level and self.device == PHONE

    @property
    def is_reserved(self) -> bool:
        """True if a bot holds the seat only until its person's device reconnects."""
        return bool(self.level and self.device)


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """Seat data that is saved beside a record. Every field may be missing."""

    look: Annotated[int, number(-1, LOOK_COUNT - 1)] = -1
    level: Annotated[str, clipped(40)] = ""
    device: str = ""
    fits: bool = False
    sock: str = ""


def seat_data(seat: Seat) -> dict[str, Any]:
    """Return the data of a seat that is saved beside a record: its name and the fields of `SavedSeat`."""
    return {
        "name": seat.name, "look": seat.look, "level": seat.level, "device": seat.device,
        "fits": seat.is_adaptive, "sock": seat.cap,
    }  # fmt: skip


def kept_seats(saved: object, seats: int) -> list[SavedSeat]:
    """Saved data of ``seats`` seats by seat number, with defaults for what is missing or invalid.

    ``saved`` is untrusted. A missing look defaults to the seat number.
    """
    entries = saved if isinstance(saved, list | tuple) else []
    read = [read_with_defaults(SavedSeat, entries[n] if n < len(entries) else None) for n in range(seats)]
    return [seat if seat.look >= 0 else replace(seat, look=n % LOOK_COUNT) for n, seat in enumerate(read)]


def bot_seats(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats with all people on phones, so that nothing waits for a local reader or a hint."""
    return [seat if seat.is_bot else replace(seat, device=PHONE) for seat in seats]


def public_seat_state(seat: Seat, *, away: bool) -> dict[str, Any]:
    """Public data of a seat for phones: "name", "look", "bot", "sock" and "away"."""
    return {"name": seat.name, "look": seat.look, "bot": seat.is_bot, "sock": seat.cap, "away": away}


def may_act(seats: Sequence[Seat], number: int, device: str) -> bool:
    """True if ``device`` is that of seat ``number`` or, if it has none, is no controller of another seat.

    A seat with a device accepts that device. A seat without one accepts any device except a controller that
    another local seat holds. Mouse and keyboard count as one device unless two seats hold them separately.
    """
    owner = seats[number].device
    apart = any(seat.device == device and seat.is_local for seat in seats)
    if not owner:
        return not (apart and device.startswith(PAD))
    if owner == device:
        return True
    return {owner, device} == {MOUSE, KEYBOARD} and not apart


# default names in seat order, for bots and unnamed people
HOUSE_NAMES = ("Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe")
_NUMBERED_NAME = re.compile(r"(.+) ([2-9]|[1-9][0-9])")


def unique_name(name: str, others: Collection[str]) -> str:
    """Return ``name`` or, if one of ``others`` has it, its first free numbered form, such as "Ann 2".

    An existing number is counted up.
    """
    match = _NUMBERED_NAME.fullmatch(name) if name in others else None
    bare, count = (match[1], int(match[2]) + 1) if match is not None else (name, 2)
    new = name
    while new in others:
        new, count = f"{bare} {count}", count + 1
    return new


def house_name(others: Collection[str], preferred: str) -> str:
    """``preferred`` if it is free and not empty, else a free default name; numbered if all are taken."""
    return next(
        (candidate for candidate in (preferred, *HOUSE_NAMES) if candidate and candidate not in others), ""
    ) or unique_name(preferred or HOUSE_NAMES[0], others)


def is_win_for_room(seats: Sequence[Seat], winners: Sequence[int]) -> bool:
    """True if the people at the table should be glad: a person won, or only bots played."""
    people = {number for number, seat in enumerate(seats) if not seat.is_bot}
    return not people or not people.isdisjoint(winners)


EASY, NORMAL = "easy", "normal"  # default levels of bots


def default_bot_level(levels: Sequence[str], *, first: bool) -> str:
    """Easy level if ``first``, for a first match, else normal; the first of ``levels`` if they lack it."""
    level = EASY if first else NORMAL
    return level if level in levels else levels[0]
