"""Seating of a classroom: the chair of each person, and pending moves to other chairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from game.core.rng import SeededRng
from sockdrawer_classroom.classroom._class_plan import Roster, RosterEntry
from sockdrawer_classroom.classroom._table import ClassTable

NO_TABLE = 0  # number of no table, for people without a chair until the teacher seats them


@dataclass(frozen=True, slots=True)
class ChairRef:
    """Chair at a table; any chair there if ``seat`` is None."""

    table: int
    seat: int | None = None


class SavedSeatMove(NamedTuple):
    """Saved move of a person to another chair."""

    person: int
    table: int
    seat: int | None


def dealt(people: Sequence[int], sizes: Sequence[int], *, fill: bool = False) -> dict[int, ChairRef]:
    """Chair by person, in this order, as far as there are chairs at tables of these ``sizes``.

    With ``fill`` a table is filled before the next one. Without, people are spread evenly over the tables.
    """
    chairs = [ChairRef(table, seat) for table, size in enumerate(sizes, start=1) for seat in range(size)]
    if not fill:
        chairs.sort(key=lambda place: (place.seat or 0, place.table))
    return dict(zip(people, chairs, strict=False))


class SeatingPlan:
    """Seats the people of a classroom.

    Attributes:
        moves: pending moves, carried out as soon as possible, by person.
    """

    def __init__(
        self,
        tables: Sequence[ClassTable],
        roster: Roster,
        *,
        is_playing: Callable[[], bool],
        on_changed: Callable[[], None],
        fills: bool = True,
    ) -> None:
        """Seat the people of ``roster`` at ``tables``.

        While hands are played, people move only between hands. ``on_changed`` is called when the saved state
        changes. Without ``fills``, people without a chair do not take bots' chairs automatically.
        """
        self._tables, self._roster = tables, roster
        self._is_playing, self._on_change, self._fills = is_playing, on_changed, fills
        self.moves: dict[int, ChairRef] = {}

    def table(self, number: int) -> ClassTable:
        """Table with this number, from 1."""
        return self._tables[number - 1]

    def place_of(self, person: int) -> ChairRef | None:
        """Table number and seat of a person's chair; None without a chair."""
        chair = self.chair_of(person)
        return None if chair is None else ChairRef(chair[0].number, chair[1])

    def chair_of(self, person: int) -> tuple[ClassTable, int] | None:
        """Table and seat of a person's chair; None without a chair."""
        chairs = ((table, table.seat_of(person)) for table in self._tables)
        return next(((table, seat) for table, seat in chairs if seat is not None), None)

    @property
    def standing(self) -> list[RosterEntry]:
        """People without a chair, in order of their numbers."""
        return [person for person in self._roster if self.chair_of(person.number) is None]

    def names_taken(self, person: int) -> set[str]:
        """Names that a person cannot have: of other people, of bots, and of people who have left.

        The report identifies players by name, so a reused name would get another person's results.
        """
        other_names = {entry.name for entry in self._roster if entry.number != person}
        own_names = {entry.name for entry in self._roster if entry.number == person}
        sittings = [
            sitting
            for table in self._tables
            for sitting in (
                *table.sittings,
                *(old_sitting for page in table.pages for old_sitting in page.sittings),
            )
        ]
        return other_names | {sitting.name for sitting in sittings} - own_names

    # One person.

    def move_person(self, person: int, table: int, seat: int | None = None) -> bool:
        """Move a person to a table, now or later. False if the chair (or all) is taken and none leaves.

        A person with a chair moves after the current hand. Without ``seat`` any bot's chair is taken.
        """
        chair, target = self.chair_of(person), self.table(table)
        if chair is not None and chair[0].number == table and seat in (None, chair[1]):
            self.stay(person)
            return True
        is_free = seat in target.free() or (seat is None and bool(target.free()))
        if not is_free and not self._are_leaving(target):
            return False
        self.moves[person] = ChairRef(table, seat)
        if chair is not None and not (self._is_playing() and not chair[0].is_stopped):
            chair[0].vacate(chair[1])
        self.settle()
        self._on_change()
        return True

    def swap(self, first_person: int, second_person: int) -> None:
        """Swap the chairs of two people, each after the hand at their table; nothing if one has none."""
        first_place, second_place = self.place_of(first_person), self.place_of(second_person)
        if first_place is None or second_place is None:
            return
        self.moves |= {first_person: second_place, second_person: first_place}
        if not self._is_playing():
            self._vacate_chair(first_person)
            self._vacate_chair(second_person)
        self.settle()
        self._on_change()

    def stay(self, person: int) -> None:
        """Cancel the pending move of a person, if any, and call ``on_changed``."""
        self.moves.pop(person, None)
        self._on_change()

    def stand_up(self, person: int) -> None:
        """Take the chair of a person at once; a bot continues in their place."""
        self.moves.pop(person, None)
        self._vacate_chair(person)
        self._on_change()

    def send_off(self, person: int) -> None:
        """Take a person's chair after the hand, at once if none is played, until the teacher seats them."""
        chair = self.chair_of(person)
        self.moves[person] = ChairRef(NO_TABLE)
        if chair is not None and not (self._is_playing() and not chair[0].is_stopped):
            chair[0].vacate(chair[1])
        self._on_change()

    def _vacate_chair(self, person: int) -> None:
        """Give a person's chair, if any, to a bot at once."""
        chair = self.chair_of(person)
        if chair is not None:
            chair[0].vacate(chair[1])

    # All people.

    def by_chance(self, rng: SeededRng) -> None:
        """Seat all people in random order, spread over the tables; does nothing once hands are played."""
        self._seat_all(rng.shuffled(person.number for person in self._roster), fill=False)

    def by_list(self) -> None:
        """Seat all people by number, filling table after table; does nothing once hands are played."""
        self._seat_all([person.number for person in self._roster], fill=True)

    def _seat_all(self, people: Sequence[int], *, fill: bool) -> None:
        """Seat the people in this order, as far as chairs go, cancel moves; nothing once hands are played."""
        if self._is_playing():
            return
        for person in people:
            self._vacate_chair(person)
        self.moves.clear()
        sizes = [table.plan.players for table in self._tables]
        for person, place in dealt(people, sizes, fill=fill).items():
            assert place.seat is not None
            self.table(place.table).sit(place.seat, person)
        self._on_change()

    def deal_anew(self, people: Sequence[int], tables: Sequence[ClassTable]) -> None:
        """Seat people in this order, spread over tables without people, and cancel their moves."""
        for person, place in dealt(people, [table.plan.players for table in tables]).items():
            self.moves.pop(person, None)
            assert place.seat is not None
            tables[place.table - 1].sit(place.seat, person)

    def fill(self) -> None:
        """Seat people without a chair or a pending move where the fewest people sit; nothing in a cup."""
        for person in self.standing if self._fills else ():
            free = [table for table in self._tables if table.free() and not table.is_stopped]
            if free and person.number not in self.moves:
                table = min(free, key=lambda candidate: (len(candidate.people), candidate.number))
                table.sit(table.free()[0], person.number)

    def on_hand_end(self, table: ClassTable) -> None:
        """Let people with a pending move get up after the hand at their table, then `settle`."""
        for person in list(self.moves):
            seat = table.seat_of(person)
            if seat is not None:
                table.vacate(seat)
        self.settle()
        self._on_change()

    def settle(self) -> None:
        """Carry out or drop pending moves of people without a chair, then, if hands are played, `fill`."""
        for person, move in list(self.moves.items()):
            if self.chair_of(person) is not None or move.table == NO_TABLE:
                continue
            table = self.table(move.table)
            seat = move.seat if move.seat in table.free() else next(iter(table.free()), None)
            waits = seat is None or move.seat not in (None, seat)
            # Another person may have their chair by now, and keeps it.
            if waits and self._are_leaving(table):
                continue
            del self.moves[person]
            if seat is not None:
                table.sit(seat, person)
        if self._is_playing():
            self.fill()

    def give_up(self) -> None:
        """Cancel all moves, except of people sent off who have no chair any more, then `fill`."""
        for person, move in list(self.moves.items()):
            if move.table != NO_TABLE or self.chair_of(person) is not None:
                del self.moves[person]
        self.fill()

    def _are_leaving(self, table: ClassTable) -> bool:
        """True if a person at the table has a pending move."""
        return any(person in self.moves for person in table.people)

    # Save.

    def dump_state(self) -> tuple[SavedSeatMove, ...]:
        """Pending moves; the chairs are saved by the tables."""
        return tuple(SavedSeatMove(person, place.table, place.seat) for person, place in self.moves.items())

    def restore_state(self, moves: Sequence[SavedSeatMove]) -> None:
        """Restore valid pending moves, and remove people who sit twice or are not in the roster."""
        latest: dict[int, int] = {}
        for holder in (chair for table in self._tables for chair in table.chairs if chair is not None):
            latest[holder.person] = max(latest.get(holder.person, 0), holder.since)
        for table in self._tables:
            for seat, chair in enumerate(table.chairs):
                if chair and (chair.since < latest[chair.person] or chair.person not in self._roster):
                    table.vacate(seat)
        for move in moves:
            seats = range(self.table(move.table).plan.players) if 0 < move.table <= len(self._tables) else ()
            is_place = move.seat in seats or (move.seat is None and (seats or move.table == NO_TABLE))
            if is_place and move.person in self._roster:
                self.moves[move.person] = ChairRef(move.table, move.seat)
