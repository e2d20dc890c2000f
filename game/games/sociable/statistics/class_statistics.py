"""A whole class, looked back at: what the matches of all its tables tell together.

Everything comes from the records alone; who was a computer player is told by the class's book. All figures
are counted from rows, one for every seat in every hand, of which a spreadsheet gets the very same; only seats
of people count, unless it is said. Ranks are 0 for the Boss to 4 for the Temp; at a table for four nobody is
2, the Manager. How sure a few hands are, and what mere chance would have given, is exact, so that it is
always the same: whole numbers are counted, and divided once, at the end.

Parallel classes: every table's match lived again by players all alike, with an exchange and without. Each
table keeps its house rules, its number of seats and how many hands it came to; cards and draws are new. A
table's life number n belongs to parallel class number n, whichever exchange it is lived with.

Votes and what a class has to say to the four questions of the text are counts too, and who and when.

Several classes together (`PooledClasses`): hands of one class resemble each other, so the classes are the
cases, and not the hands. The interval of a share is Wilson's with as many hands as the classes' differences
leave, and Student's t for the normal (Korn and Graubard, 1998, Survey Methodology 24, 193-201); a rule is
judged by the differences within each class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb, factorial, sqrt
from statistics import fmean, stdev

from game.core.options import Options
from game.core.rng import SeededRng
from game.games.sociable.rules.events import SociableEventKind
from game.games.sociable.rules.state import POWER, Cards
from game.games.sociable.statistics import (
    STRONG,
    ExchangedCards,
    MatchStatistics,
    PlayedHand,
    replayed,
    strength,
)
from game.games.sociable.statistics.simulation import SimulatedMatch, SimulatedPopulation, SimulationBatch
from game.match.classroom import SHARES, ClassRecord, Shares, TableRecord
from game.match.share_vote import QUORUM, round_to_total, top_choices

SURE = 1.959963984540054
"""Standard deviations to both sides that hold 95 of 100."""
STUDENT = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604,
    2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555,
    2.0518, 2.0484, 2.0452, 2.0423,
)  # fmt: skip
"""The same where the deviation itself is known from few cases: by degrees of freedom, from 1."""


def t_quantile(freedom: int) -> float:
    """Student's t to both sides of 95 of 100; beyond the table by the first term of its expansion."""
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    return SURE + (SURE**3 + SURE) / (4 * freedom)


def wilson_interval(value: float, of: float) -> tuple[float, float]:
    """Where a true share lies in 95 of 100 cases, of which ``value`` was found among so many."""
    squared = SURE**2 / of
    middle = (value + squared / 2) / (1 + squared)
    half = SURE / (1 + squared) * sqrt(value * (1 - value) / of + squared / (4 * of))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    # Where all or none were counted, rounding must not part the interval from its end.
    return (0.0 if value <= 0 else low), (1.0 if value >= 1 else high)


@dataclass(frozen=True, slots=True)
class Proportion:
    """So many of so many."""

    count: int
    of: int

    @property
    def value(self) -> float:
        """From 0 to 1; 0 of nothing."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies in 95 of 100 cases (Wilson's interval); anywhere, if nothing is known."""
        return wilson_interval(self.value, self.of) if self.of else (0.0, 1.0)


def clustered(shares: Sequence[Proportion]) -> tuple[float, float]:
    """Where the true share lies in 95 of 100 cases, of several classes, each of which is a case.

    With fewer than two classes nobody knows how much they differ: that of the hands.
    """
    found = [share for share in shares if share.of]
    whole = Proportion(sum(share.count for share in found), sum(share.of for share in found))
    if len(found) < 2:
        return whole.interval
    freedom = len(found) - 1
    apart = sum((share.count - whole.value * share.of) ** 2 for share in found)
    variance = (1 + 1 / freedom) * apart / whole.of**2
    alone = whole.value * (1 - whole.value) / whole.of
    hands = whole.of * min(1.0, alone / variance) if variance else whole.of
    return wilson_interval(whole.value, hands * (SURE / t_quantile(freedom)) ** 2)


def at_least(ways: Sequence[int], count: int) -> float:
    """The share of all ways that have so many or more; ``ways`` counts them by number."""
    whole = sum(ways)
    return float(Fraction(sum(ways[max(0, count) :]), whole)) if whole else 1.0


def together(parts: Iterable[Sequence[int]]) -> list[int]:
    """In how many ways sums come about, of counts that know nothing of each other, each given by its ways."""
    found = [1]
    for part in parts:
        longer = [0] * (len(found) + len(part) - 1)
        for left, some in enumerate(found):
            for right, more in enumerate(part):
                longer[left + right] += some * more
        found = longer
    return found


def kept_ways(players: int, watched: int) -> list[int]:
    """Of all orders in which a table can end a hand: how many leave 0, 1, 2 ... of those watched in place.

    Args:
        players: how many sit at the table.
        watched: how many of them are counted; the others may end anywhere.
    """

    def exactly(kept: int) -> int:
        rest = watched - kept
        # So many chosen ones stay; from the orders of the others, those that move every other watched one.
        moved = sum((1, -1)[n % 2] * comb(rest, n) * factorial(players - kept - n) for n in range(rest + 1))
        return comb(watched, kept) * moved

    return [exactly(kept) for kept in range(watched + 1)]


def as_far_apart(one: Proportion, other: Proportion) -> float:
    """How often two shares come out as far apart as these or further, were there no difference.

    All hands are dealt out to the two sides again in every possible way (Fisher's exact test, two-sided).
    """
    hits, whole = one.count + other.count, one.of + other.of
    ways = [comb(one.of, n) * comb(other.of, hits - n) if n <= hits else 0 for n in range(one.of + 1)]
    seen = ways[one.count]
    return float(Fraction(sum(way for way in ways if way <= seen), comb(whole, hits)))


RANKS = {5: (0, 1, 2, 3, 4), 4: (0, 1, 3, 4)}
"""The rank of each chair, by the number of players."""
BOSS, VEEP, TEMP = 0, 1, 4
ALL = 5
"""How many ranks there are."""
UP, NONE, DOWN = "on", "off", "reversed"
WAYS = (UP, DOWN, NONE)
"""How a table exchanges, as the house rule says it: upwards, downwards, not at all."""


@dataclass(frozen=True, slots=True)
class SeatOccupant:
    """Who had a seat in a hand."""

    name: str
    """As the book has it; empty where nobody knows."""
    pupil: int
    """The number of a person in the whole class, from 1; 0 for a computer player."""
    is_bot: bool
    """Whether a computer player had the seat for any part of the hand."""
    stood_in: bool = False
    """Whether it played in the place of a person, whose chair it was; else nobody's."""


@dataclass(frozen=True)
class TableMatchStatistics:
    """One match that was played at a table."""

    number: int
    match: int
    """Which of the matches at this table it is, from 1."""
    story: MatchStatistics
    sitters: tuple[tuple[SeatOccupant, ...], ...]
    """By hand and seat, and at last who sits there at the end."""
    is_over: bool
    """Whether the match was played to its end."""
    round: int = 1
    """Of the lesson: in the second, tables play by the other rule."""

    @property
    def key(self) -> tuple[int, int]:
        """What it is told apart by."""
        return self.number, self.match

    @property
    def way(self) -> str:
        """Which exchange its rules have."""
        return self.story.options.word("exchange")

    @property
    def players(self) -> int:
        return self.story.players

    @property
    def ranks(self) -> tuple[int, ...]:
        return RANKS[self.players]

    @cached_property
    def rows(self) -> tuple[HandObservation, ...]:
        """A row for every seat in every hand, from the Boss down."""
        return tuple(
            self._row(number, hand, chair)
            for number, hand in enumerate(self.story.hands, start=1)
            for chair in range(self.players)
        )

    def _row(self, number: int, hand: PlayedHand, chair: int) -> HandObservation:
        seat = hand.order[chair]
        return HandObservation(
            table=self.number, match=self.match, way=self.way, players=self.players, hand=number,
            seat=seat, sitter=self.sitters[number - 1][seat],
            rank=self.ranks[chair], next=self.ranks[hand.places.index(seat)],
            dealt=hand.dealt[seat], held=hand.held[seat],
            given=tuple(card for gift in hand.given if gift.giver == seat for card in gift.cards),
            received=tuple(card for gift in hand.given if gift.receiver == seat for card in gift.cards),
            exchanged=bool(hand.given), points=hand.points[seat],
            total=self.story.totals[number][seat],
        )  # fmt: skip

    def rank_of(self, hand: int, seat: int) -> int:
        """The rank of a seat in a hand, counted from 1."""
        return self.ranks[self.story.hands[hand - 1].order.index(seat)]


@dataclass(frozen=True, slots=True)
class HandObservation:
    """One seat in one hand."""

    table: int
    match: int
    way: str
    """Which exchange the rules of the table have, one of `WAYS`."""
    players: int
    hand: int
    """From 1."""
    seat: int
    sitter: SeatOccupant
    rank: int
    """The chair in which the hand was played."""
    next: int
    """The chair that it led to."""
    dealt: Cards
    """Empty where the match began in the middle of the hand."""
    held: Cards
    """After the exchange."""
    given: Cards
    received: Cards
    exchanged: bool
    """Whether anything changed hands at this table in this hand."""
    points: int
    """Of this hand."""
    total: int
    """After it."""

    @property
    def is_bot(self) -> bool:
        """Whether a computer player had the seat for any part of the hand."""
        return self.sitter.is_bot


def tables_of(book: ClassRecord) -> tuple[TableMatchStatistics, ...]:
    """The matches of a class in the order of the tables' numbers, those of one table as they were played.

    Raises:
        ValueError: a record is broken, or that of another game.
    """
    found: list[TableMatchStatistics] = []
    pupils: dict[object, int] = dict(book.numbers.items())
    for sheet in sorted(book.sheets, key=lambda sheet: sheet.number):
        story = MatchStatistics.of(sheet.record)
        ends, is_over = _ends(sheet.record)
        sitters = _sitters(sheet, ends[: len(story.hands)], pupils)
        match = 1 + sum(table.number == sheet.number for table in found)
        found.append(TableMatchStatistics(sheet.number, match, story, sitters, is_over, sheet.round))
    return tuple(found)


def _ends(record: str) -> tuple[list[int], bool]:
    """How many moves had been made when each hand ended, and whether the match is over."""
    session, played = replayed(record)
    found = [
        number
        for number, events in enumerate(played, start=1)
        if any(event.kind == SociableEventKind.HAND_END for event in events)
    ]
    return found, session.outcome is not None


def _sitters(
    sheet: TableRecord, ends: Sequence[int], pupils: dict[object, int]
) -> tuple[tuple[SeatOccupant, ...], ...]:
    """By hand and seat who had it; whoever has no name gets the next number among ``pupils``."""

    def pupil(name: str, seat: int) -> int:
        # A name is one person's; of those without, a chair of a table keeps its number from match to match.
        return pupils.setdefault(name or (sheet.number, seat), len(pupils) + 1)

    def sitter(seat: int, start: int, end: int) -> SeatOccupant:
        own = [one for one in sheet.sittings if one.seat == seat]
        before = [one for one in own if one.ply <= start][-1:]
        during = before + [one for one in own if start < one.ply < end]
        if not during:
            name, is_bot = sheet.people[seat], sheet.bots[seat]
            return SeatOccupant(name, 0 if is_bot else pupil(name, seat), is_bot)
        last = during[-1]
        number = 0 if last.bot else pupil(last.name, seat)
        return SeatOccupant(
            last.name, number, any(one.bot for one in during), last.bot and last.name in stood_in
        )

    seats, stood_in = range(len(sheet.people)), sheet.stood_in
    spans = zip((0, *ends), ends, strict=False)
    hands = [tuple(sitter(seat, start, end) for seat in seats) for start, end in spans]
    at_last = []
    for seat in seats:
        name, is_bot = sheet.people[seat], sheet.bots[seat]
        at_last.append(
            SeatOccupant(name, 0 if is_bot else pupil(name, seat), is_bot, is_bot and name in stood_in)
        )
    return (*hands, tuple(at_last))


@dataclass(frozen=True, slots=True)
class Mobility:
    """From which chair to which people went."""

    moves: tuple[tuple[int, ...], ...]
    """How often somebody went from one rank (row) to another (column)."""
    expected: tuple[tuple[float, ...], ...]
    """How often, on average, if every place of a hand were drawn."""
    chance: tuple[tuple[float, ...], ...]
    """How likely each cell would then be as far from its average as it is, or further, to the same side."""
    kept: Proportion
    """How often somebody kept the chair."""
    kept_expected: float
    kept_chance: float
    """How likely so many or more would be kept if every place were drawn."""

    @property
    def of(self) -> tuple[int, int]:
        """The fewest and the most moves from a chair; there are those to which chance may lead."""
        there = (any(to) for to in zip(*self.expected, strict=True))
        sums = [sum(row) for row, is_there in zip(self.moves, there, strict=True) if is_there]
        return min(sums, default=0), max(sums, default=0)


def mobility(rows: Sequence[HandObservation]) -> Mobility:
    """The moves of all these rows, those of computer players apart."""
    people = [row for row in rows if not row.is_bot]
    moves = [[0] * ALL for _ in range(ALL)]
    tables: list[dict[int, int]] = [{} for _ in range(ALL)]
    for row in people:
        moves[row.rank][row.next] += 1
        tables[row.rank][row.players] = tables[row.rank].get(row.players, 0) + 1
    expected = [[_expected(of, to) for to in range(ALL)] for of in tables]
    chance = [[_unlikely(tables[start], to, moves[start][to]) for to in range(ALL)] for start in range(ALL)]
    kept = Proportion(sum(row.rank == row.next for row in people), len(people))
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
class MeanStrength:
    """How strong the hands of a chair were, as a mean."""

    dealt: float
    held: float
    """After the exchange."""
    hands: int


def strengths(rows: Iterable[HandObservation]) -> dict[int, MeanStrength]:
    """By rank, of every hand whose cards are known."""
    found: dict[int, list[HandObservation]] = {}
    for row in rows:
        if row.dealt and not row.is_bot:
            found.setdefault(row.rank, []).append(row)
    return {
        rank: MeanStrength(
            fmean(strength(row.dealt) for row in own), fmean(strength(row.held) for row in own), len(own)
        )
        for rank, own in sorted(found.items())
    }


def stayed_boss(rows: Iterable[HandObservation]) -> Proportion:
    """In how many hands that a person played as the Boss that person stayed Boss."""
    bosses = [row for row in rows if row.rank == BOSS and not row.is_bot]
    return Proportion(sum(row.next == BOSS for row in bosses), len(bosses))


@dataclass(frozen=True, slots=True)
class ExchangeGroup:
    """The matches with one kind of exchange."""

    way: str
    tables: tuple[TableMatchStatistics, ...]

    @property
    def rows(self) -> tuple[HandObservation, ...]:
        """Their hands; those in which the exchange had not begun yet are neither here nor there."""
        every = (row for table in self.tables for row in table.rows)
        return tuple(row for row in every if row.exchanged or self.way == NONE)

    @property
    def stayed(self) -> Proportion:
        return stayed_boss(self.rows)

    @property
    def chance(self) -> float:
        """How often that would be if every place were drawn."""
        rows = self.rows
        told = [row for row in rows if row.rank == BOSS and not row.is_bot] or rows
        return fmean(1 / row.players for row in told) if told else 0.0

    @property
    def first_boss(self) -> Proportion:
        """In how many matches whoever began as Boss had the most points; the last hand parts equals.

        A chair in which a computer player has sat counts nowhere.
        """
        found = []
        for table in self.tables:
            first = table.story.first[0]
            if table.rows and not any(row.is_bot for row in table.rows if row.seat == first):
                found.append(table.story.standing[0] == first)
        return Proportion(sum(found), len(found))

    @property
    def places(self) -> int:
        """At how many tables they were played."""
        return len({table.number for table in self.tables})


@dataclass(frozen=True)
class ClassStatistics:
    """A class, looked back at."""

    title: str
    began: float
    tables: tuple[TableMatchStatistics, ...]
    named: int = 0
    """How many people had a chair at any of them, as far as they have names."""

    @classmethod
    def of(cls, book: ClassRecord) -> ClassStatistics:
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
    def _at_last(self) -> Iterator[SeatOccupant]:
        last = {table.number: table for table in self.tables}
        return (sitter for table in last.values() for sitter in table.sitters[-1])

    @property
    def played(self) -> tuple[TableMatchStatistics, ...]:
        """The matches of which a hand was played to its end; of the others there is nothing to show."""
        return tuple(table for table in self.tables if table.story.hands)

    @property
    def hands(self) -> int:
        """How many hands were played to their end."""
        return sum(len(table.story.hands) for table in self.tables)

    @cached_property
    def rows(self) -> tuple[HandObservation, ...]:
        return tuple(row for table in self.tables for row in table.rows)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        return RANKS[max((table.players for table in self.tables), default=ALL)]

    @cached_property
    def mobility(self) -> Mobility:
        return mobility(self.rows)

    @cached_property
    def sides(self) -> tuple[ExchangeGroup, ...]:
        """The tables with each kind of exchange that was played."""
        found = (
            ExchangeGroup(way, tuple(table for table in self.tables if table.way == way)) for way in WAYS
        )
        return tuple(side for side in found if side.tables)

    @cached_property
    def differences(self) -> tuple[tuple[ExchangeGroup, ExchangeGroup, float], ...]:
        """Pairs of sides, and how often the Boss would stay so differently by mere chance."""
        *others, last = self.sides or (None,)
        return tuple(
            (side, last, as_far_apart(side.stayed, last.stayed))
            for side in others
            if side and last and side.stayed.of and last.stayed.of
        )


def story_of(book: ClassRecord) -> ClassStatistics:
    """What is to be pooled of a class's book.

    Raises:
        ValueError: a record is broken, that of another game, or no hand was played to its end; or it is a
            rehearsal.
    """
    if book.is_rehearsal:
        raise ValueError("This is a rehearsal, and no lesson.")
    story = ClassStatistics.of(book)
    if not story.hands:
        raise ValueError("No hand of this class was played to its end.")
    return story


@dataclass(frozen=True, slots=True)
class ClassesCompared:
    """How much more often the Boss stayed Boss with one exchange than with another, class by class."""

    apart: tuple[float, ...]
    """The difference of both shares in each class that has played both."""

    @property
    def mean(self) -> float:
        return fmean(self.apart)

    @property
    def more(self) -> int:
        """In how many classes it was more often."""
        return sum(one > 0 for one in self.apart)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true difference lies in 95 of 100 cases; with one class anywhere."""
        if len(self.apart) < 2:
            return -1.0, 1.0
        half = t_quantile(len(self.apart) - 1) * stdev(self.apart) / sqrt(len(self.apart))
        return max(-1.0, self.mean - half), min(1.0, self.mean + half)


@dataclass(frozen=True)
class PooledClasses(ClassStatistics):
    """Several classes together; their tables and pupils are numbered on from class to class."""

    classes: tuple[ClassStatistics, ...] = ()

    @classmethod
    def together(cls, classes: Sequence[ClassStatistics]) -> PooledClasses:
        tables: list[TableMatchStatistics] = []
        people = places = 0
        for one in classes:
            for table in one.tables:
                sitters = tuple(
                    tuple(replace(who, pupil=who.pupil + people) if who.pupil else who for who in hand)
                    for hand in table.sitters
                )
                tables.append(replace(table, number=table.number + places, sitters=sitters))
            people += one.people
            places = max((table.number for table in tables), default=0)
        began = min((one.began for one in classes), default=0.0)
        return cls("", began, tuple(tables), people, tuple(classes))

    @cached_property
    def mobility(self) -> Mobility:
        """The sums of all classes; how likely chance is nobody can say of hands that hang together."""
        parts = [one.mobility for one in self.classes]
        ranks = range(ALL)
        moves = tuple(tuple(sum(part.moves[a][b] for part in parts) for b in ranks) for a in ranks)
        fair = tuple(tuple(sum(part.expected[a][b] for part in parts) for b in ranks) for a in ranks)
        kept = Proportion(sum(part.kept.count for part in parts), sum(part.kept.of for part in parts))
        return Mobility(moves, fair, (), kept, sum(part.kept_expected for part in parts), 1.0)

    def stayed(self, way: str) -> tuple[Proportion, ...]:
        """How often the Boss stayed Boss with this exchange in each class; 0 of 0 where it was not played."""
        every = [[side.stayed for side in one.sides if side.way == way] for one in self.classes]
        return tuple(found[0] if found else Proportion(0, 0) for found in every)

    @cached_property
    def compared(self) -> tuple[tuple[str, str, ClassesCompared], ...]:
        """Each exchange against the last of `sides`, of the classes that have played both."""
        found = []
        for side in self.sides[:-1]:
            both = zip(self.stayed(side.way), self.stayed(self.sides[-1].way), strict=True)
            apart = tuple(one.value - other.value for one, other in both if one.of and other.of)
            found.append((side.way, self.sides[-1].way, ClassesCompared(apart)))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class VoteTally:
    """What a round came to."""

    votes: int
    most: tuple[int, ...]
    """How many votes gave the most to skill, to luck, to structure."""
    split: int
    """How many gave the most to two or three of them alike: they tie."""
    mean: tuple[int, ...]
    """In hundredths, 100 together."""

    @property
    def columns(self) -> tuple[int, ...]:
        """What every vote went to: skill, luck, structure, a tie."""
        return *self.most, self.split

    @property
    def ahead(self) -> tuple[int, ...]:
        """What got the most votes; several where they tie, none where every vote did."""
        return tuple(place for place, count in enumerate(self.most) if count == max(self.most) > 0)


def tally(votes: Sequence[Shares]) -> VoteTally | None:
    """Count a round; `None` with so few votes that everybody could tell what the others voted."""
    if len(votes) < QUORUM:
        return None
    most = [0] * SHARES
    for vote in votes:
        first, *tied = top_choices(vote)
        if not tied:
            most[first] += 1
    mean = round_to_total([sum(column) / len(votes) for column in zip(*votes, strict=True)])
    return VoteTally(len(votes), tuple(most), len(votes) - sum(most), mean)


CLASSES = 100
"""How many parallel classes are lived."""


@dataclass(frozen=True, slots=True)
class SimulationTask:
    """The lives of one match with one kind of exchange."""

    table: tuple[int, int]
    """Its `TableMatchStatistics.key`."""
    way: str
    batch: SimulationBatch


def ways_of(story: ClassStatistics) -> tuple[str, ...]:
    """The kinds of exchange that are lived: those of the class, and for a comparison none and upwards."""
    found = {side.way for side in story.sides} | {NONE}
    return tuple(way for way in WAYS if way in (found if DOWN in found else found | {UP}))


def tasks(story: ClassStatistics, classes: int = CLASSES) -> tuple[SimulationTask, ...]:
    """The work of all parallel classes; a table that has not played one hand to its end has none."""
    return tuple(
        SimulationTask(table.key, way, _batch(table, way, classes))
        for way in ways_of(story)
        for table in story.tables
        if table.story.hands
    )


def _batch(table: TableMatchStatistics, way: str, classes: int) -> SimulationBatch:
    options = Options({**table.story.options, "exchange": way})
    # By table alone: with whichever exchange, the same draws and deals.
    seed = SeededRng(0, "class", *table.key).below(10**9)
    hands = 0 if table.is_over else len(table.story.hands)
    return SimulationBatch(table.players, options, seed, 0, classes, hands)


@dataclass(frozen=True, slots=True)
class SimulatedClasses:
    """What became of all of them with one kind of exchange."""

    way: str
    lived: Mapping[tuple[int, int], SimulatedPopulation]
    """By `TableMatchStatistics.key`."""

    @property
    def boss_won(self) -> Proportion:
        """In how many matches whoever began as Boss had the most points at the end."""
        lives = [life for society in self.lived.values() for life in society.lives]
        return Proportion(sum(life.ended[0] == 0 for life in lives), len(lives))

    @property
    def boss_stayed(self) -> Proportion:
        """After how many hands the Boss was Boss again."""
        lives = [life for society in self.lived.values() for life in society.lives]
        return Proportion(sum(life.kept for life in lives), sum(life.hands for life in lives))

    @property
    def explained(self) -> float:
        """How much of who ends where the first chair settles, from 0 to 1; the mean of the tables."""
        return fmean(society.explained for society in self.lived.values()) if self.lived else 0.0


def parallel_classes(
    lived: Sequence[tuple[SimulationTask, Sequence[SimulatedMatch]]],
) -> tuple[SimulatedClasses, ...]:
    """What became of all that was lived, the kinds of exchange in their order."""
    societies = [(task, SimulatedPopulation(task.batch.players, tuple(lives))) for task, lives in lived]
    found = (
        SimulatedClasses(way, {task.table: society for task, society in societies if task.way == way})
        for way in WAYS
    )
    return tuple(one for one in found if one.lived)


def bosses_kept(story: ClassStatistics, parallel: Sequence[SimulatedClasses]) -> tuple[int, ...]:
    """By parallel class, each of its tables with its own exchange: in how many hands the Boss stayed Boss."""
    ways = {table.key: table.way for table in story.tables}
    own = [lived.lives for one in parallel for table, lived in one.lived.items() if one.way == ways[table]]
    return tuple(sum(life.kept for life in lives) for lives in zip(*own, strict=True))


@dataclass(frozen=True, slots=True)
class VoluntaryGift:
    """A powerful card that a high chair gave away of its own will."""

    table: TableMatchStatistics
    hand: int
    rank: int
    """The giver's chair."""
    given: ExchangedCards


@dataclass(frozen=True, slots=True)
class Evidence:
    """What people did at all tables; what computer players chose is left out."""

    up: int
    """Aces and jokers that people gave to a higher chair, or had drawn by one."""
    down: int
    """Aces and jokers that people gave to a lower chair."""
    gave_up: tuple[VoluntaryGift, ...]
    """Where a Boss or a Veep, who chose what to give, gave an ace or a joker."""
    could: int
    """How often a Boss or a Veep who chose held one."""

    @property
    def by_boss(self) -> int:
        return sum(gift.rank == BOSS for gift in self.gave_up)


def evidence(story: ClassStatistics) -> Evidence:
    """Count it."""
    up = down = could = 0
    gave_up: list[VoluntaryGift] = []
    for table in story.tables:
        every = ((number, gift) for number, hand in enumerate(table.story.hands, 1) for gift in hand.given)
        for hand, gift in every:
            if table.sitters[hand - 1][gift.giver].is_bot:
                continue
            rank, to = table.rank_of(hand, gift.giver), table.rank_of(hand, gift.receiver)
            strong = powerful(gift.cards)
            up, down = (up + strong, down) if to < rank else (up, down + strong)
            if gift.way == "chosen" and rank in (BOSS, VEEP):
                could += powerful(gift.held or gift.cards) > 0
                gave_up += [VoluntaryGift(table, hand, rank, gift)] if strong else []
    return Evidence(up, down, tuple(gave_up), could)


def powerful(cards: Iterable[str]) -> int:
    """How many of the cards are aces or jokers."""
    return sum(POWER[card] >= STRONG for card in cards)
