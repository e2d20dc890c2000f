"""The figures of a whole class, counted from its rows. Only seats of people count, unless it is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from game.games.sociable.review.pooled.chance import Share, as_far_apart, at_least, kept_ways, together
from game.games.sociable.review.pooled.tables import (
    ALL,
    BOSS,
    NONE,
    RANKS,
    WAYS,
    Row,
    Sitter,
    Table,
    tables_of,
)
from game.games.sociable.review.story import strength
from game.match.hall.book import ClassBook


@dataclass(frozen=True, slots=True)
class Mobility:
    """From which chair to which people went."""

    moves: tuple[tuple[int, ...], ...]
    """How often somebody went from one rank (row) to another (column)."""
    expected: tuple[tuple[float, ...], ...]
    """How often, on average, if every place of a hand were drawn."""
    chance: tuple[tuple[float, ...], ...]
    """How likely each cell would then be as far from its average as it is, or further, to the same side."""
    kept: Share
    """How often somebody kept the chair."""
    kept_expected: float
    kept_chance: float
    """How likely so many or more would be kept if every place were drawn."""

    @property
    def of(self) -> tuple[int, int]:
        """The fewest and the most moves from a chair that was ever sat in."""
        sums = [sum(row) for row in self.moves if sum(row)]
        return min(sums, default=0), max(sums, default=0)


def mobility(rows: Sequence[Row]) -> Mobility:
    """The moves of all these rows, those of computer players apart."""
    people = [row for row in rows if not row.is_bot]
    moves = [[0] * ALL for _ in range(ALL)]
    tables: list[dict[int, int]] = [{} for _ in range(ALL)]
    for row in people:
        moves[row.rank][row.next] += 1
        tables[row.rank][row.players] = tables[row.rank].get(row.players, 0) + 1
    expected = [[_expected(of, to) for to in range(ALL)] for of in tables]
    chance = [[_unlikely(tables[start], to, moves[start][to]) for to in range(ALL)] for start in range(ALL)]
    kept = Share(sum(row.rank == row.next for row in people), len(people))
    hands: dict[tuple[int, int, int], tuple[int, int]] = {}
    for row in people:
        hand = row.table, row.match, row.hand
        players, watched = hands.get(hand, (row.players, 0))
        hands[hand] = players, watched + 1
    ways = together(kept_ways(*hand) for hand in hands.values())
    return Mobility(
        tuple(map(tuple, moves)), tuple(map(tuple, expected)), tuple(map(tuple, chance)), kept,
        sum(1 / row.players for row in people), at_least(ways, kept.count),
    )  # fmt: skip


def _expected(of: dict[int, int], to: int) -> float:
    return sum(count / players for players, count in of.items() if to in RANKS[players])


def _unlikely(of: dict[int, int], to: int, seen: int) -> float:
    """How likely a cell has so many or more, or where that is below the average, so many or fewer."""
    parts = [[players - 1, 1] for players, count in of.items() if to in RANKS[players] for _ in range(count)]
    ways = together(parts)
    if seen >= _expected(of, to):
        return at_least(ways, seen)
    return at_least(ways[::-1], len(ways) - 1 - seen)


@dataclass(frozen=True, slots=True)
class Strengths:
    """How strong the hands of a chair were, as a mean."""

    dealt: float
    held: float
    """After the exchange."""
    hands: int


def strengths(rows: Iterable[Row]) -> dict[int, Strengths]:
    """By rank, of every hand whose cards are known."""
    found: dict[int, list[Row]] = {}
    for row in rows:
        if row.dealt and not row.is_bot:
            found.setdefault(row.rank, []).append(row)
    return {
        rank: Strengths(
            fmean(strength(row.dealt) for row in own), fmean(strength(row.held) for row in own), len(own)
        )
        for rank, own in sorted(found.items())
    }


def stayed_boss(rows: Iterable[Row]) -> Share:
    """In how many hands that a person played as the Boss that person stayed Boss."""
    bosses = [row for row in rows if row.rank == BOSS and not row.is_bot]
    return Share(sum(row.next == BOSS for row in bosses), len(bosses))


@dataclass(frozen=True, slots=True)
class Side:
    """The matches with one kind of exchange."""

    way: str
    tables: tuple[Table, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Their hands; those in which the exchange had not begun yet are neither here nor there."""
        every = (row for table in self.tables for row in table.rows)
        return tuple(row for row in every if row.exchanged or self.way == NONE)

    @property
    def stayed(self) -> Share:
        """How often the Boss stayed Boss."""
        return stayed_boss(self.rows)

    @property
    def chance(self) -> float:
        """How often that would be if every place were drawn."""
        bosses = [row for row in self.rows if row.rank == BOSS and not row.is_bot]
        return fmean(1 / row.players for row in bosses) if bosses else 0.0

    @property
    def first_boss(self) -> Share:
        """In how many matches whoever began as Boss had the most points; the last hand parts equals.

        A chair in which a computer player has sat counts nowhere.
        """
        found = []
        for table in self.tables:
            first = table.story.first[0]
            if table.rows and not any(row.is_bot for row in table.rows if row.seat == first):
                found.append(table.story.standing[0] == first)
        return Share(sum(found), len(found))

    @property
    def places(self) -> int:
        """At how many tables they were played."""
        return len({table.number for table in self.tables})


@dataclass(frozen=True)
class ClassStory:
    """A class, looked back at."""

    title: str
    began: float
    tables: tuple[Table, ...]
    named: int = 0
    """How many people had a chair at any of them, as far as they have names."""

    @classmethod
    def of(cls, book: ClassBook) -> ClassStory:
        """The story of a book.

        Raises:
            ValueError: a record is broken, or that of another game.
        """
        return cls(book.title, book.began, tables_of(book), len(book.numbers))

    @property
    def people(self) -> int:
        """How many pupils had a chair at the tables, also those for whom a computer played all the time."""
        every = (sitter.pupil for table in self.tables for sitters in table.sitters for sitter in sitters)
        return max(self.named, *every, 0)

    @property
    def places(self) -> int:
        """How many tables there are."""
        return len({table.number for table in self.tables})

    @property
    def empty(self) -> int:
        """How many chairs were nobody's in the last match of each table: computer players had them."""
        return sum(sitter.is_bot and not sitter.stood_in for sitter in self._at_last)

    @property
    def stood_in(self) -> int:
        """For how many pupils a computer player sat in the last match of their table."""
        return sum(sitter.stood_in for sitter in self._at_last)

    @property
    def _at_last(self) -> Iterator[Sitter]:
        last = {table.number: table for table in self.tables}
        return (sitter for table in last.values() for sitter in table.sitters[-1])

    @property
    def played(self) -> tuple[Table, ...]:
        """The matches of which a hand was played to its end; of the others there is nothing to show."""
        return tuple(table for table in self.tables if table.story.hands)

    @property
    def hands(self) -> int:
        """How many hands were played to their end."""
        return sum(len(table.story.hands) for table in self.tables)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """A row for every seat in every hand of every table."""
        return tuple(row for table in self.tables for row in table.rows)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The ranks that there are at any table."""
        return RANKS[max((table.players for table in self.tables), default=ALL)]

    @cached_property
    def mobility(self) -> Mobility:
        """From which chair to which people went."""
        return mobility(self.rows)

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The tables with each kind of exchange that was played."""
        found = (Side(way, tuple(table for table in self.tables if table.way == way)) for way in WAYS)
        return tuple(side for side in found if side.tables)

    @cached_property
    def differences(self) -> tuple[tuple[Side, Side, float], ...]:
        """Pairs of sides, and how often the Boss would stay so differently by mere chance."""
        *others, last = self.sides or (None,)
        return tuple(
            (side, last, as_far_apart(side.stayed, last.stayed))
            for side in others
            if side and last and side.stayed.of and last.stayed.of
        )
