"""Seats of a lobby: who has which seat, without a window.

`SeatAllocator` assigns seats to people, bots, devices and phones. A lobby opens with `given_seats` or with
`last_seats`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.core.discovery import GamePackage
from game.match.adaptive_level import known_choice
from game.match.seats import HOUSE_NAMES, PHONE, default_bot_level, house_name, unique_name
from game.party.registry import Participant
from game.store.settings import SavedSeatSetup, Settings
from game.ui.art.patterns import SEAT_LOOKS, look_of
from game.ui.core.input import PAD, GamepadRegistry

_RANKS: Sequence[Callable[[SavedSeatSetup], bool]] = (
    lambda seat: seat.phone,
    lambda seat: bool(seat.level) and not seat.empty and not seat.chosen,
    lambda seat: seat.empty,
    lambda seat: bool(seat.level),
    lambda seat: not seat.device,
)
_UNASSIGNED_RANKS = (
    3  # number of leading ranks with seats that no player at the screen has set for another person
)


def _phone_rank(seat: SavedSeatSetup) -> int:
    """Rank of a seat for a phone that stays, 0 is best; ``len(_RANKS)`` for never."""
    return next((rank for rank, matches_rank in enumerate(_RANKS) if matches_rank(seat)), len(_RANKS))


class SeatAllocator:
    """Seats of a lobby and the devices that hold them.

    A device holds at most one seat by joining. Any device at the screen may play a seat without a device, so
    that one pad can be passed around. Players on phones are guests on top of the local seats. When a guest
    leaves, the local seat appears unchanged, with its name, look and bot.

    Attributes:
        house: seats without guests; these are saved.
        guests: participants on phones, by seat.
        seats: combination of both, as shown.
    """

    def __init__(self, seats: Sequence[SavedSeatSetup], fewest: int, easiest: str = "") -> None:
        """``fewest``: number of players that the game needs. ``easiest``: its bot level for beginners."""
        self.house = list(seats)
        self.guests: dict[int, Participant] = {}
        self.fewest = fewest
        self.winner: int | None = None
        """Seat of the last winner."""
        self._easiest = easiest
        self._called: dict[int, str] = {}
        """Names of local players whose seats have bots now."""
        self.away: dict[str, int] = {}
        """Unplugged pads and the seats that they had."""
        self.untouched_seats = set(range(len(self.house)))
        """Seats whose holder no player has chosen; the level of a bot there is a default."""
        self._vacated_seats: dict[int, SavedSeatSetup] = {}
        """Original seats of the bots that replace local players for this match."""
        self.seats: list[SavedSeatSetup] = []
        self._refresh_seats()

    def find_winner(self, player: int | None) -> None:
        """Set `winner` to the seat of a player number, which counts only taken seats and those of phones."""
        taken_seats = [n for n, seat in enumerate(self.house) if not seat.empty or seat.phone]
        if player is not None and player < len(taken_seats):
            self.winner = taken_seats[player]

    def _refresh_seats(self) -> None:
        """Compute ``seats`` from the local seats and the guests.

        No two seats have the same look; guests, then people keep theirs. No bot has the name of a person.
        """
        count, guests = range(len(self.house)), self.guests
        colours = {
            n: SEAT_LOOKS[guest.look].name if guest.look >= 0 else self.house[n].colour
            for n, guest in guests.items()
        }
        preferred = [colours.get(n, seat.colour) for n, seat in enumerate(self.house)]
        order = sorted(count, key=lambda n: (n not in guests, not self._is_person(n), self.house[n].empty, n))
        colour_by_seat: dict[int, str] = {}
        for number in order:
            if preferred[number] not in colour_by_seat.values():
                colour_by_seat[number] = preferred[number]
        spare = [*(seat.colour for seat in self.house), *(look.name for look in SEAT_LOOKS)]
        for number in order:
            if number not in colour_by_seat:
                colour_by_seat[number] = next(
                    colour for colour in spare if colour not in colour_by_seat.values()
                )
        people = set(self._people())
        names = [seat.name for seat in self.house]
        for number in count:
            if number in guests:
                names[number] = guests[number].name
            elif not self._is_person(number) and names[number] in people:
                names[number] = house_name({*people, *names}, HOUSE_NAMES[number % len(HOUSE_NAMES)])
        self.seats = [
            SavedSeatSetup(names[n], colour_by_seat[n], device=PHONE)
            if n in guests
            else replace(seat, name=names[n], colour=colour_by_seat[n])
            for n, seat in enumerate(self.house)
        ]

    def _is_person(self, number: int) -> bool:
        """True if a local player has the seat, or would have it without the guest."""
        return not self.house[number].level and not self.house[number].empty

    def _update_seat(self, number: int, **changes: Any) -> None:
        """Change fields of a local seat and compute ``seats`` again."""
        self.house[number] = replace(self.house[number], **changes)
        self._refresh_seats()

    def drop_absent(self, pads: GamepadRegistry) -> None:
        """Clear devices of seats with a missing pad, a phone or no person, and all ``phone`` marks."""
        for number, seat in enumerate(self.house):
            is_absent = seat.device == PHONE or (
                seat.device.startswith(PAD) and not pads.is_here(seat.device)
            )
            device = "" if is_absent or seat.level or seat.empty else seat.device
            self.house[number] = replace(seat, device=device, phone=False)
        self._refresh_seats()

    def dump_state(self) -> list[SavedSeatSetup]:
        """Seats to save: local ones, marked if a phone had them; people replace their stand-in bots."""
        vacated = {
            number: seat for number, seat in self._vacated_seats.items() if number in self.untouched_seats
        }
        house = [vacated.get(number, seat) for number, seat in enumerate(self.house)]
        return [replace(seat, phone=number in self.guests) for number, seat in enumerate(house)]

    def seat_phones(self, guests: Mapping[int, Participant]) -> dict[int, int]:
        """Seat the phones of the previous match. Returns the new seat by old seat of those that found one.

        Each gets its previous seat, unless a local player or a chosen bot has it. Next come seats of phones,
        of bots, free seats, chosen bots, and people without a device.
        """
        ranks = {number: _phone_rank(seat) for number, seat in enumerate(self.house)}
        order = sorted((n for n in ranks if ranks[n] < len(_RANKS)), key=lambda n: (ranks[n], n))
        seated: dict[int, int] = {}
        for old in sorted(guests):
            own_seat = guests[old].chair
            if (
                ranks.get(own_seat, _UNASSIGNED_RANKS) < _UNASSIGNED_RANKS
                and own_seat not in seated.values()
                and len(seated) < len(order)
            ):
                seated[old] = own_seat
        free = [number for number in order if number not in seated.values()]
        seated |= dict(zip([old for old in sorted(guests) if old not in seated], free, strict=False))
        for old, number in seated.items():
            # Guests keep their names; if a local player has the same name, the match tells them apart.
            name = guests[old].name or self.seats[number].name
            self.guests[number] = replace(
                guests[old], name=unique_name(name, [g.name for g in self.guests.values()])
            )
        self._refresh_seats()
        return seated

    def seat_guest(self, number: int, guest: Participant) -> None:
        """Seat a guest with a unique name; a guest without a name gets the seat's name."""
        self.guests[number] = replace(
            guest, name=self._make_unique(number, guest.name or self.seats[number].name)
        )
        self._refresh_seats()

    def _make_unique(self, number: int, name: str) -> str:
        """Return ``name``, changed if another guest or a local player has it."""
        return unique_name(name, self._people(excluded=number))

    def _people(self, excluded: int | None = None) -> list[str]:
        """Names of all people in the seats, guests included, except on the seat ``excluded``."""
        local_seats = [n for n in range(len(self.house)) if n not in self.guests and self._is_person(n)]
        names = {n: self.house[n].name for n in local_seats} | {
            n: guest.name for n, guest in self.guests.items()
        }
        return [name for number, name in names.items() if number != excluded]

    @property
    def players(self) -> int:
        """Number of seats that are not free, bots included."""
        return sum(not seat.empty for seat in self.seats)

    @property
    def own_seat(self) -> int | None:
        """Seat of the only person at this screen; None if there are several or none."""
        people = [n for n in range(len(self.house)) if n not in self.guests and self._is_person(n)]
        return people[0] if len(people) == 1 else None

    @property
    def first(self) -> int | None:
        """Last winner's index among the taken seats; None without a winner or if that seat is free."""
        taken_seats = [number for number, seat in enumerate(self.seats) if not seat.empty]
        return taken_seats.index(self.winner) if self.winner in taken_seats else None

    @property
    def easy_bots(self) -> int:
        """Number of bots if all are at the beginners' level, else 0."""
        levels = [seat.level.partition("/")[0] for seat in self.seats if seat.level and not seat.empty]
        return len(levels) if set(levels) == {self._easiest} else 0

    def held_by(self, device: str) -> int | None:
        """Number of the seat that ``device`` has; None for no seat or no device."""
        return next((n for n, seat in enumerate(self.seats) if device and seat.device == device), None)

    def join(self, device: str, preferred: int | None = None) -> int | None:
        """Give ``device`` a seat unless it has one. Returns its index; None: all, or ``preferred``, are held.

        Without ``preferred``: free seats come first, then bots', then those of people without a device.
        """
        own_seat = self.held_by(device)
        if own_seat is not None:
            return own_seat
        ranks: Sequence[Callable[[SavedSeatSetup], bool]] = (
            lambda seat: seat.empty, lambda seat: bool(seat.level), lambda seat: not seat.device,
        )  # fmt: skip
        candidates = (n for fits in ranks for n, seat in enumerate(self.seats) if fits(seat))
        number = preferred if preferred is not None else next(candidates, None)
        if number is None or (self.seats[number].device and not self.seats[number].empty):
            return None
        self._update_seat(number, name=self.seats[number].name, empty=False, level="", device=device)
        return number

    def leave(self, device: str) -> int | None:
        """Remove ``device`` from its seat and return the seat's number, None if it had none."""
        number = self.held_by(device)
        if number is not None:
            self.leave_seat(number)
        return number

    def leave_seat(self, number: int) -> None:
        """Remove a seat's guest (the local seat appears again) or holder: it is free, or open if needed."""
        if self.guests.pop(number, None) is None:
            self._update_seat(number, device="", empty=self.players > self.fewest)
            return
        self._refresh_seats()
        if self.players < self.fewest:
            self._update_seat(number, empty=False)

    def settle(self, host: str) -> None:
        """Give the seatless ``host`` device the only person's seat without one, if any seat has a device."""
        free = [n for n, seat in enumerate(self.seats) if not (seat.empty or seat.level or seat.device)]
        if host and self.held_by(host) is None and len(free) == 1 and any(seat.device for seat in self.seats):
            self.set(free[0], "", host)

    def set(self, number: int, level: str, device: str = "", *, empty: bool = False) -> None:
        """Set the holder of a seat: bot of ``level``, no player if ``empty``, else a person with ``device``.

        A bot does not keep the name of a local player; that player gets it back afterwards.
        """
        if device != PHONE:
            previous = self.held_by(device)
            if previous is not None and previous != number:
                self._update_seat(previous, device="")
            self.guests.pop(number, None)
        name, was_person = self.house[number].name, self._is_person(number)
        if level and was_person:
            self._called[number] = name
            name = name if name in HOUSE_NAMES else HOUSE_NAMES[number % len(HOUSE_NAMES)]
        elif not (level or empty or was_person):
            name = self._called.pop(number, name)
        self.untouched_seats.discard(number)
        self._update_seat(number, name=name, level=level, device=device, empty=empty, chosen=bool(level))

    def add_bot(self, level: str, preferred: int | None = None) -> int | None:
        """Put a bot on a free seat, ``preferred`` if free. Returns the seat's number; None: none is free."""
        free = [number for number, seat in enumerate(self.seats) if seat.empty]
        number = preferred if preferred in free else free[0] if free else None
        if number is not None:
            self.set(number, level)
            self.untouched_seats.add(number)
        return number

    def rename(self, number: int, name: str) -> None:
        """Rename the guest of a seat to a unique name, or the local seat if it has no guest."""
        if number in self.guests:
            self.guests[number] = replace(self.guests[number], name=self._make_unique(number, name))
            self._refresh_seats()
        else:
            self._update_seat(number, name=name)

    def vacate(self, level: str) -> None:
        """Let bots of ``level`` play the untouched local persons' seats without device, for this match."""
        for number, seat in enumerate(self.seats):
            if number in self.untouched_seats and not (seat.empty or seat.level or seat.device):
                vacated = self.house[number]
                self.set(number, level)
                self._update_seat(number, chosen=False)  # so that any phone may take the seat
                self.untouched_seats.add(number)
                self._vacated_seats[number] = vacated

    def recolour(self, number: int, colour: str) -> None:
        """Give a seat a colour. A seat that had it gets the previous colour of this one."""
        old = self.seats[number].colour
        owner = next((n for n, seat in enumerate(self.seats) if seat.colour == colour and n != number), None)
        if owner is not None:
            self._set_colour(owner, old)
        self._set_colour(number, colour)
        self._refresh_seats()

    def _set_colour(self, number: int, colour: str) -> None:
        """Set the guest's look, or the local seat's colour; a local seat that had it gets the old one."""
        if number in self.guests:
            self.guests[number] = replace(self.guests[number], look=look_of(colour))
            return
        old = self.house[number].colour
        # Swap with free seats too: no two of the eight have the same colour.
        self.house = [replace(seat, colour=old) if seat.colour == colour else seat for seat in self.house]
        self.house[number] = replace(self.house[number], colour=colour)


def _seats_filled(game: GamePackage, seats: Sequence[SavedSeatSetup], usual: str) -> list[SavedSeatSetup]:
    """``seats``, then up to the most players: a person as seat 0, bots up to the usual count, free seats."""
    filled = list(seats)
    for number in range(len(seats), game.info.players[1]):
        empty = number >= game.info.default_players
        level = "" if empty or not number else usual
        filled.append(SavedSeatSetup(HOUSE_NAMES[number], SEAT_LOOKS[number].name, level, empty))
    return filled


def unique_names(names: list[str]) -> list[str]:
    """Return the names trimmed and unique: empty ones get a default name, duplicates a number."""
    unique: list[str] = []
    for number, name in enumerate(names):
        unique.append(unique_name(" ".join(name.split()) or HOUSE_NAMES[number % len(HOUSE_NAMES)], unique))
    return unique


def _allocator(game: GamePackage, seats: Sequence[SavedSeatSetup]) -> SeatAllocator:
    """Allocator of a game's seats."""
    return SeatAllocator(seats, game.info.players[0], default_bot_level(game.bot.levels, first=True))


def given_seats(game: GamePackage, names: Sequence[str]) -> SeatAllocator:
    """Seats of people with these ``names``, and free ones."""
    seats = _seats_filled(game, [], "")
    people = [
        replace(seat, name=name, level="", empty=False) for seat, name in zip(seats, names, strict=False)
    ]
    free = [replace(seat, level="", empty=True) for seat in seats[len(people) :]]
    return _allocator(game, [*people, *free])


def last_seats(game: GamePackage, settings: Settings, *, first: bool) -> SeatAllocator:
    """All seats as the game's last lobby left them, else default ones; names of any game's last lobby.

    ``first``: True before the first match of the game in this home.
    """
    min_players, max_players = game.info.players
    saved = settings.seats.get(game.info.slug, ())
    usual = default_bot_level(game.bot.levels, first=first)
    # Old settings stored the names of guests on phones, so replace these by default names.
    was_guest = [
        n > 0 and seat.device == PHONE and not (seat.level or seat.empty) for n, seat in enumerate(saved)
    ]
    seats = [
        replace(seat, name=HOUSE_NAMES[n], level=usual, device="", phone=True) if was_phone else seat
        for n, (seat, was_phone) in enumerate(zip(saved, was_guest, strict=True))
    ]
    seats = _seats_filled(game, seats[:max_players] if len(saved) >= min_players else [], usual)
    names = [*settings.names[: len(seats)], *[""] * (len(seats) - len(settings.names))]
    names = _host_first(names, seats)
    restored = [
        replace(seat, name=name or seat.name, level=known_choice(game.info.slug, seat.level))
        for seat, name in zip(seats, names, strict=True)
    ]
    return _allocator(game, restored)


def names_to_save(settings: Settings, house: Sequence[SavedSeatSetup]) -> tuple[str, ...]:
    """Names for `Settings.names`: those of the local seats ``house``, the host's first, then older ones."""
    own_names = _host_first([seat.name for seat in house], house)
    return (*own_names, *settings.names[len(own_names) :])


def _host_first(names: Sequence[str], seats: Sequence[SavedSeatSetup]) -> list[str]:
    """Copy of ``names`` with the first and that of the first local person swapped; undone by a repeat."""
    host = next((n for n, seat in enumerate(seats) if not (seat.level or seat.empty)), 0)
    swapped = list(names)
    swapped[0], swapped[host] = swapped[host], swapped[0]
    return swapped
