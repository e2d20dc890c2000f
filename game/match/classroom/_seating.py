"""Who sits where in a hall, and who is to go elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from game.core.rng import SeededRng
from game.match.classroom._class_plan import Roster, RosterEntry
from game.match.classroom._table import ClassTable

NOWHERE = 0
"""The number of no table: who goes there has no chair until the teacher gives them one."""


@dataclass(frozen=True, slots=True)
class ChairRef:
    """A chair at a table, or any chair there."""

    table: int
    seat: int | None = None


class SavedSeatMove(NamedTuple):
    """Who is to go where."""

    person: int
    table: int
    seat: int | None


def dealt(people: Sequence[int], sizes: Sequence[int], *, fill: bool = False) -> dict[int, ChairRef]:
    """A chair for everybody, in the order in which they are seated, as far as there are chairs.

    With ``fill`` a table is filled before the next one; else all get one after the other, so that no table
    has two people more than another.
    """
    chairs = [ChairRef(table, seat) for table, size in enumerate(sizes, start=1) for seat in range(size)]
    if not fill:
        chairs.sort(key=lambda place: (place.seat or 0, place.table))
    return dict(zip(people, chairs, strict=False))


class SeatingPlan:
    """Seats the people of a hall.

    Attributes:
        moves: who goes elsewhere as soon as that can be, and where to.
    """

    def __init__(
        self,
        tables: Sequence[ClassTable],
        roster: Roster,
        *,
        is_playing: Callable[[], bool],
        changed: Callable[[], None],
        fills: bool = True,
    ) -> None:
        """Seat these people at these tables.

        While hands are being played nobody leaves one. ``changed`` is called when what is kept here is
        another. Without ``fills`` whoever stands does not sit down by themselves where a computer plays.
        """
        self._tables, self._roster = tables, roster
        self._is_playing, self._changed, self._fills = is_playing, changed, fills
        self.moves: dict[int, ChairRef] = {}

    def table(self, number: int) -> ClassTable:
        return self._tables[number - 1]

    def place_of(self, person: int) -> ChairRef | None:
        chair = self.chair_of(person)
        return None if chair is None else ChairRef(chair[0].number, chair[1])

    def chair_of(self, person: int) -> tuple[ClassTable, int] | None:
        found = ((table, table.seat_of(person)) for table in self._tables)
        return next(((table, seat) for table, seat in found if seat is not None), None)

    @property
    def standing(self) -> list[RosterEntry]:
        return [person for person in self._roster if self.chair_of(person.number) is None]

    def names_taken(self, person: int) -> set[str]:
        """What somebody cannot be called: as others are, as computer players, or as people who have left.

        The debrief goes by names: whose name it was, theirs is what was played.
        """
        others = {one.name for one in self._roster if one.number != person}
        mine = {one.name for one in self._roster if one.number == person}
        sittings = [
            sitting
            for table in self._tables
            for sitting in (*table.sittings, *(one for page in table.pages for one in page.sittings))
        ]
        return others | {sitting.name for sitting in sittings} - mine

    # One by one.

    def put(self, person: int, table: int, seat: int | None = None) -> bool:
        """Have somebody sit at a table: at once, or from another table once the hand there has ended.

        Without a seat on any chair where a computer sits. Returns whether they sit there now or will; not
        where all chairs are people's who stay.
        """
        chair, there = self.chair_of(person), self.table(table)
        if chair is not None and chair[0].number == table and seat in (None, chair[1]):
            self.stay(person)
            return True
        is_free = seat in there.free() or (seat is None and bool(there.free()))
        if not is_free and not self._are_leaving(there):
            return False
        self.moves[person] = ChairRef(table, seat)
        if chair is not None and not (self._is_playing() and not chair[0].is_stopped):
            chair[0].get_up(chair[1])
        self.settle()
        self._changed()
        return True

    def swap(self, one: int, other: int) -> None:
        """Two people change chairs, each once the hand at their table has ended."""
        first, second = self.place_of(one), self.place_of(other)
        if first is None or second is None:
            return
        self.moves |= {one: second, other: first}
        if not self._is_playing():
            self._get_up(one)
            self._get_up(other)
        self.settle()
        self._changed()

    def stay(self, person: int) -> None:
        """Somebody does not go elsewhere after all."""
        self.moves.pop(person, None)
        self._changed()

    def stand_up(self, person: int) -> None:
        """Somebody has no chair from now on; a computer goes on in their place."""
        self.moves.pop(person, None)
        self._get_up(person)
        self._changed()

    def send_off(self, person: int) -> None:
        """Somebody has no chair from the end of the hand on, until the teacher seats them again."""
        chair = self.chair_of(person)
        self.moves[person] = ChairRef(NOWHERE)
        if chair is not None and not (self._is_playing() and not chair[0].is_stopped):
            chair[0].get_up(chair[1])
        self._changed()

    def _get_up(self, person: int) -> None:
        chair = self.chair_of(person)
        if chair is not None:
            chair[0].get_up(chair[1])

    # All of them.

    def by_chance(self, chance: SeededRng) -> None:
        self._seat_all(chance.shuffled(person.number for person in self._roster), fill=False)

    def by_list(self) -> None:
        """Seat all people in the order of their numbers, table by table, before the first hand."""
        self._seat_all([person.number for person in self._roster], fill=True)

    def _seat_all(self, people: Sequence[int], *, fill: bool) -> None:
        if self._is_playing():
            return
        for person in people:
            self._get_up(person)
        self.moves.clear()
        sizes = [table.plan.players for table in self._tables]
        for person, place in dealt(people, sizes, fill=fill).items():
            assert place.seat is not None
            self.table(place.table).sit(place.seat, person)
        self._changed()

    def deal_anew(self, people: Sequence[int], tables: Sequence[ClassTable]) -> None:
        """These people, in this order, sit down at these tables, at which nobody sits."""
        for person, place in dealt(people, [table.plan.players for table in tables]).items():
            self.moves.pop(person, None)
            assert place.seat is not None
            tables[place.table - 1].sit(place.seat, person)

    def fill(self) -> None:
        """Whoever stands, and is not to go anywhere, sits down where the fewest people sit."""
        for person in self.standing if self._fills else ():
            free = [table for table in self._tables if table.free() and not table.is_stopped]
            if free and person.number not in self.moves:
                table = min(free, key=lambda one: (len(one.people), one.number))
                table.sit(table.free()[0], person.number)

    def ended(self, table: ClassTable) -> None:
        """A hand has ended at a table: whoever is to go elsewhere gets up, and whoever waits sits down."""
        for person in list(self.moves):
            seat = table.seat_of(person)
            if seat is not None:
                table.get_up(seat)
        self.settle()
        self._changed()

    def settle(self) -> None:
        """Whoever stands and is to go somewhere sits down there, where a computer sits."""
        for person, wanted in list(self.moves.items()):
            if self.chair_of(person) is not None or wanted.table == NOWHERE:
                continue
            table = self.table(wanted.table)
            seat = wanted.seat if wanted.seat in table.free() else next(iter(table.free()), None)
            waits = seat is None or wanted.seat not in (None, seat)
            # Their chair may be somebody else's by now, whom nobody has told to leave it.
            if waits and self._are_leaving(table):
                continue
            del self.moves[person]
            if seat is not None:
                table.sit(seat, person)
        if self._is_playing():
            self.fill()

    def give_up(self) -> None:
        """Nobody goes elsewhere any more; whoever stands about sits down where a computer sits."""
        for person, wanted in list(self.moves.items()):
            if wanted.table != NOWHERE or self.chair_of(person) is not None:
                del self.moves[person]
        self.fill()

    def _are_leaving(self, table: ClassTable) -> bool:
        return any(person in self.moves for person in table.people)

    # Kept.

    def kept(self) -> tuple[SavedSeatMove, ...]:
        """Who is to go where; who sits where is kept by the tables."""
        return tuple(SavedSeatMove(person, place.table, place.seat) for person, place in self.moves.items())

    def recall(self, moves: Sequence[SavedSeatMove]) -> None:
        """What `kept` gave; and nobody sits twice, or has a chair and no name."""
        latest: dict[int, int] = {}
        for held in (chair for table in self._tables for chair in table.chairs if chair is not None):
            latest[held.person] = max(latest.get(held.person, 0), held.since)
        for table in self._tables:
            for seat, chair in enumerate(table.chairs):
                if chair and (chair.since < latest[chair.person] or chair.person not in self._roster):
                    table.get_up(seat)
        for move in moves:
            there = range(self.table(move.table).plan.players) if 0 < move.table <= len(self._tables) else ()
            is_place = move.seat in there or (move.seat is None and (there or move.table == NOWHERE))
            if is_place and move.person in self._roster:
                self.moves[move.person] = ChairRef(move.table, move.seat)
