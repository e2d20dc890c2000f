"""Statistics of a whole class, over the matches of all its tables.

Everything comes from the records; the class record knows which seats were bots. All figures are counted from
rows, one for every seat in every hand, and a spreadsheet gets the same rows. Unless stated, only seats of
people count. Ranks are 0 for the Boss to 4 for the Temp; a table for four has no rank 2, the Manager.
Intervals and chances are exact and reproducible: whole numbers are counted, and divided once at the end.

Simulated classes simulate every table's match again with equal bots, with an exchange and without. A table
keeps its house rules, its number of seats and of hands; cards and draws are new. Match number n of a table
belongs to simulated class number n, with each kind of exchange.

The votes are counted, and the evidence of the class for the four discussion questions.

In several classes together (`PooledClasses`) the classes are the cases, not the hands, because hands of one
class resemble each other. The interval of a share is Wilson's with the effective number of hands, and
Student's t for the normal (Korn and Graubard, 1998, Survey Methodology 24, 193-201). A rule is judged by the
differences within each class.
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
    STRONG_POWER,
    ExchangedCards,
    MatchStatistics,
    PlayedHand,
    replay_events,
    strength,
)
from game.games.sociable.statistics.simulation import SimulatedMatch, SimulatedPopulation, SimulationBatch
from game.match.share_vote import QUORUM, round_to_total, top_choices
from sockdrawer_classroom.classroom import SHARE_COUNT, ClassRecord, Shares, TableRecord

NORMAL_QUANTILE = 1.959963984540054  # standard deviations to both sides that hold 95 of 100
STUDENT_QUANTILES = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604,
    2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555,
    2.0518, 2.0484, 2.0452, 2.0423,
)  # fmt: skip
"""By degrees of freedom, from 1: `NORMAL_QUANTILE` by Student's t, for a deviation estimated from few cases.
"""


def t_quantile(freedom: int) -> float:
    """Return Student's t for a two-sided 95% interval with this many degrees of freedom.

    Beyond the table it is the first term of an expansion.
    """
    if freedom <= len(STUDENT_QUANTILES):
        return STUDENT_QUANTILES[freedom - 1]
    return NORMAL_QUANTILE + (NORMAL_QUANTILE**3 + NORMAL_QUANTILE) / (4 * freedom)


def wilson_interval(value: float, of: float) -> tuple[float, float]:
    """Return Wilson's 95% interval, (low, high), for a share ``value`` that was found in ``of`` cases."""
    squared = NORMAL_QUANTILE**2 / of
    middle = (value + squared / 2) / (1 + squared)
    half = NORMAL_QUANTILE / (1 + squared) * sqrt(value * (1 - value) / of + squared / (4 * of))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    # If none or all were counted, rounding must not part the interval from its end.
    return (0.0 if value <= 0 else low), (1.0 if value >= 1 else high)


@dataclass(frozen=True, slots=True)
class Proportion:
    """A count out of a total."""

    count: int
    of: int

    @property
    def value(self) -> float:
        """Share from 0 to 1; 0 if the total is 0."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval of the true share; (0, 1) if the total is 0."""
        return wilson_interval(self.value, self.of) if self.of else (0.0, 1.0)


def cluster_interval(shares: Sequence[Proportion]) -> tuple[float, float]:
    """Return the 95% interval, (low, high), of a share over several classes, each of which is a cluster.

    With fewer than two classes, their difference is unknown, and it is the interval of the hands.
    """
    samples = [share for share in shares if share.of]
    whole = Proportion(sum(share.count for share in samples), sum(share.of for share in samples))
    if len(samples) < 2:
        return whole.interval
    freedom = len(samples) - 1
    apart = sum((share.count - whole.value * share.of) ** 2 for share in samples)
    variance = (1 + 1 / freedom) * apart / whole.of**2
    alone = whole.value * (1 - whole.value) / whole.of
    hands = whole.of * min(1.0, alone / variance) if variance else whole.of
    return wilson_interval(whole.value, hands * (NORMAL_QUANTILE / t_quantile(freedom)) ** 2)


def at_least(ways: Sequence[int], count: int) -> float:
    """Return the share of ways with at least ``count``; 1 without ways. ``ways[n]`` is the number for n."""
    whole = sum(ways)
    return float(Fraction(sum(ways[max(0, count) :]), whole)) if whole else 1.0


def together(parts: Iterable[Sequence[int]]) -> list[int]:
    """Return the number of ways to each sum, from 0, of independent counts, each given by its ways."""
    ways = [1]
    for part in parts:
        longer = [0] * (len(ways) + len(part) - 1)
        for left, left_ways in enumerate(ways):
            for right, right_ways in enumerate(part):
                longer[left + right] += left_ways * right_ways
        ways = longer
    return ways


def kept_ways(players: int, watched: int) -> list[int]:
    """Return the number of final orders of a table that leave 0, 1, 2 ... of the watched seats in place.

    Args:
        players: number of seats at the table.
        watched: seats that are counted; the others may end anywhere.
    """

    def exactly(stays: int) -> int:
        """Number of orders that leave exactly ``stays`` of the watched seats in place."""
        rest = watched - stays
        # Chosen seats stay; of the orders of the others, count those that move every other watched one.
        orders = sum((1, -1)[n % 2] * comb(rest, n) * factorial(players - stays - n) for n in range(rest + 1))
        return comb(watched, stays) * orders

    return [exactly(count) for count in range(watched + 1)]


def as_far_apart(first: Proportion, second: Proportion) -> float:
    """Return the two-sided p-value of the difference of two shares, by Fisher's exact test."""
    hits, whole = first.count + second.count, first.of + second.of
    ways = [comb(first.of, n) * comb(second.of, hits - n) if n <= hits else 0 for n in range(first.of + 1)]
    observed_ways = ways[first.count]
    return float(Fraction(sum(way for way in ways if way <= observed_ways), comb(whole, hits)))


RANKS = {5: (0, 1, 2, 3, 4), 4: (0, 1, 3, 4)}  # rank of each chair, by number of players
BOSS, VEEP, TEMP = 0, 1, 4
RANK_COUNT = 5  # number of ranks
UP, NONE, DOWN = "on", "off", "reversed"
EXCHANGE_KINDS = (UP, DOWN, NONE)  # kinds of exchange, as in the house rule: upwards, downwards, none


@dataclass(frozen=True, slots=True)
class SeatOccupant:
    """Player of a seat in a hand."""

    name: str  # as in the class record; empty if unknown
    pupil: int  # number of a person in the whole class, from 1; 0 for a bot
    is_bot: bool  # True if a bot had the seat for any part of the hand
    stood_in: bool = False  # True if the bot replaced a person whose chair it was


@dataclass(frozen=True)
class TableMatchStatistics:
    """One match at a table."""

    number: int
    match: int  # number of this match at the table, from 1
    story: MatchStatistics
    # by hand and seat; the last entry is the seating at the end
    sitters: tuple[tuple[SeatOccupant, ...], ...]
    is_over: bool  # True if the match was played to its end
    round: int = 1  # round of the lesson; in the second, tables play by the other rule

    @property
    def key(self) -> tuple[int, int]:
        """Identity of the match: table number and match number."""
        return self.number, self.match

    @property
    def way(self) -> str:
        """Kind of exchange in the match's rules, one of `EXCHANGE_KINDS`."""
        return self.story.options.get_str("exchange")

    @property
    def players(self) -> int:
        return self.story.players

    @property
    def ranks(self) -> tuple[int, ...]:
        """Rank of each chair from the Boss down: 0 to 4, without 2 for four players."""
        return RANKS[self.players]

    @cached_property
    def rows(self) -> tuple[HandObservation, ...]:
        """A row for every seat in every finished hand, hand by hand, from the Boss down."""
        return tuple(
            self._hand_row(number, hand, chair)
            for number, hand in enumerate(self.story.hands, start=1)
            for chair in range(self.players)
        )

    def _hand_row(self, number: int, hand: PlayedHand, chair: int) -> HandObservation:
        """Row of the seat in this chair (0 for the Boss) in a hand; its number counts from 1."""
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
        """Return the rank of a seat in a hand; hands count from 1."""
        return self.ranks[self.story.hands[hand - 1].order.index(seat)]


@dataclass(frozen=True, slots=True)
class HandObservation:
    """One seat in one hand."""

    table: int
    match: int
    way: str  # exchange in the rules of the table, one of `EXCHANGE_KINDS`
    players: int
    hand: int  # from 1
    seat: int
    sitter: SeatOccupant
    rank: int  # chair of this hand
    next: int  # chair that the hand led to
    dealt: Cards  # empty if the match began in the middle of the hand
    held: Cards  # after the exchange
    given: Cards
    received: Cards
    exchanged: bool  # True if any cards changed hands at this table in this hand
    points: int  # of this hand
    total: int  # after this hand

    @property
    def is_bot(self) -> bool:
        """True if a bot had the seat for any part of the hand."""
        return self.sitter.is_bot


def tables_of(record: ClassRecord) -> tuple[TableMatchStatistics, ...]:
    """Matches of a class by table number, then in playing order. Raises `ValueError` if one is broken."""
    tables: list[TableMatchStatistics] = []
    pupils: dict[object, int] = dict(record.numbers.items())
    for sheet in sorted(record.sheets, key=lambda sheet: sheet.number):
        story = MatchStatistics.of(sheet.record)
        ends, is_over = _hand_ends(sheet.record)
        sitters = _seat_occupants(sheet, ends[: len(story.hands)], pupils)
        match = 1 + sum(table.number == sheet.number for table in tables)
        tables.append(TableMatchStatistics(sheet.number, match, story, sitters, is_over, sheet.round))
    return tuple(tables)


def _hand_ends(record: str) -> tuple[list[int], bool]:
    """Return the number of moves made at the end of each hand, and True if the match is over."""
    session, move_events = replay_events(record)
    ends = [
        number
        for number, events in enumerate(move_events, start=1)
        if any(event.kind == SociableEventKind.HAND_END for event in events)
    ]
    return ends, session.outcome is not None


def _seat_occupants(
    sheet: TableRecord, ends: Sequence[int], pupils: dict[object, int]
) -> tuple[tuple[SeatOccupant, ...], ...]:
    """Return occupants by hand and seat, then those at the end; add unnamed people to ``pupils``."""

    def pupil(name: str, seat: int) -> int:
        """Number of a person in ``pupils``; an unknown one gets the next number."""
        # Each name is one person. Unnamed ones keep the number of their chair from match to match.
        return pupils.setdefault(name or (sheet.number, seat), len(pupils) + 1)

    def sitter(seat: int, start: int, end: int) -> SeatOccupant:
        """Last occupant of a seat before move ``end``, as a bot if one had it at any time from ``start``."""
        sittings = [sitting for sitting in sheet.sittings if sitting.seat == seat]
        before = [sitting for sitting in sittings if sitting.ply <= start][-1:]
        during = before + [sitting for sitting in sittings if start < sitting.ply < end]
        if not during:
            name, is_bot = sheet.people[seat], sheet.bots[seat]
            return SeatOccupant(name, 0 if is_bot else pupil(name, seat), is_bot)
        last = during[-1]
        number = 0 if last.bot else pupil(last.name, seat)
        return SeatOccupant(
            last.name, number, any(sitting.bot for sitting in during), last.bot and last.name in stood_in
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
    """Moves of people between chairs."""

    moves: tuple[tuple[int, ...], ...]  # number of moves from one rank (row) to another (column)
    expected: tuple[tuple[float, ...], ...]  # mean number of moves if every place of a hand were drawn
    # by cell: chance to be at least as far from the mean to the same side
    chance: tuple[tuple[float, ...], ...]
    stays: Proportion  # moves that kept the chair
    kept_expected: float
    kept_chance: float  # chance of at least as many if every place were drawn

    @property
    def of(self) -> tuple[int, int]:
        """Fewest and most moves from a chair, over chairs that exist at some table."""
        rank_flags = (any(to) for to in zip(*self.expected, strict=True))
        sums = [sum(row) for row, is_there in zip(self.moves, rank_flags, strict=True) if is_there]
        return min(sums, default=0), max(sums, default=0)


def mobility(rows: Sequence[HandObservation]) -> Mobility:
    """Return the moves of people between chairs in these rows, with expected numbers and chances."""
    people = [row for row in rows if not row.is_bot]
    moves = [[0] * RANK_COUNT for _ in range(RANK_COUNT)]
    tables: list[dict[int, int]] = [{} for _ in range(RANK_COUNT)]
    for row in people:
        moves[row.rank][row.next] += 1
        tables[row.rank][row.players] = tables[row.rank].get(row.players, 0) + 1
    expected = [[_expected_count(of, to) for to in range(RANK_COUNT)] for of in tables]
    probabilities = [
        [_tail_probability(tables[start], to, moves[start][to]) for to in range(RANK_COUNT)]
        for start in range(RANK_COUNT)
    ]
    stays = Proportion(sum(row.rank == row.next for row in people), len(people))
    hands: dict[tuple[int, int, int], tuple[int, int]] = {}
    for row in people:
        hand = row.table, row.match, row.hand
        players, watched = hands.get(hand, (row.players, 0))
        hands[hand] = players, watched + 1
    ways = together(kept_ways(*hand) for hand in hands.values())
    return Mobility(
        tuple(map(tuple, moves)), tuple(map(tuple, expected)), tuple(map(tuple, probabilities)), stays,
        sum(1 / row.players for row in people), at_least(ways, stays.count),
    )  # fmt: skip


def _expected_count(of: dict[int, int], to: int) -> float:
    """Mean number of moves to rank ``to`` if places were drawn; ``of`` has hands by number of players."""
    return sum(count / players for players, count in of.items() if to in RANKS[players])


def _tail_probability(of: dict[int, int], to: int, count: int) -> float:
    """Return the chance of a cell count at least as high, or as low if it is below the mean."""
    parts = [[players - 1, 1] for players, hands in of.items() if to in RANKS[players] for _ in range(hands)]
    ways = together(parts)
    if count >= _expected_count(of, to):
        return at_least(ways, count)
    return at_least(ways[::-1], len(ways) - 1 - count)


@dataclass(frozen=True, slots=True)
class MeanStrength:
    """Mean strength of the hands of a chair."""

    dealt: float
    held: float  # after the exchange
    hands: int


def strengths(rows: Iterable[HandObservation]) -> dict[int, MeanStrength]:
    """Return the mean strengths by rank, over people's hands with known cards."""
    by_rank: dict[int, list[HandObservation]] = {}
    for row in rows:
        if row.dealt and not row.is_bot:
            by_rank.setdefault(row.rank, []).append(row)
    return {
        rank: MeanStrength(
            fmean(strength(row.dealt) for row in rank_rows),
            fmean(strength(row.held) for row in rank_rows),
            len(rank_rows),
        )
        for rank, rank_rows in sorted(by_rank.items())
    }


def stayed_boss(rows: Iterable[HandObservation]) -> Proportion:
    """Return the share of hands with a person as Boss after which that person stayed Boss."""
    bosses = [row for row in rows if row.rank == BOSS and not row.is_bot]
    return Proportion(sum(row.next == BOSS for row in bosses), len(bosses))


@dataclass(frozen=True, slots=True)
class ExchangeGroup:
    """Matches with one kind of exchange."""

    way: str
    tables: tuple[TableMatchStatistics, ...]

    @property
    def rows(self) -> tuple[HandObservation, ...]:
        """Rows of all seats; unless the way is `NONE`, only those of hands in which cards were exchanged."""
        all_rows = (row for table in self.tables for row in table.rows)
        return tuple(row for row in all_rows if row.exchanged or self.way == NONE)

    @property
    def stayed(self) -> Proportion:
        """Share of people's hands as Boss, in `rows`, after which they stayed Boss."""
        return stayed_boss(self.rows)

    @property
    def chance(self) -> float:
        """Share of hands, 0 to 1, after which the Boss would stay if places were drawn; 0 without hands."""
        rows = self.rows
        boss_rows = [row for row in rows if row.rank == BOSS and not row.is_bot] or rows
        return fmean(1 / row.players for row in boss_rows) if boss_rows else 0.0

    @property
    def first_boss(self) -> Proportion:
        """Share of matches in which the first Boss was ahead at the end; the last hand decides equal totals.

        Matches in which a bot had that seat do not count.
        """
        wins = []
        for table in self.tables:
            first = table.story.first[0]
            if table.rows and not any(row.is_bot for row in table.rows if row.seat == first):
                wins.append(table.story.standing[0] == first)
        return Proportion(sum(wins), len(wins))

    @property
    def places(self) -> int:
        """Number of tables of these matches."""
        return len({table.number for table in self.tables})


@dataclass(frozen=True)
class ClassStatistics:
    """Statistics of one class."""

    title: str
    began: float
    tables: tuple[TableMatchStatistics, ...]
    named: int = 0  # named people who had a chair at any table

    @classmethod
    def of(cls, record: ClassRecord) -> ClassStatistics:
        """Statistics of a class record. Raises `ValueError` if a record is broken or of another game."""
        return cls(record.title, record.began, tables_of(record), len(record.numbers))

    @property
    def people(self) -> int:
        """Number of pupils with a chair, also those for whom a bot played all the time."""
        pupils = (sitter.pupil for table in self.tables for sitters in table.sitters for sitter in sitters)
        return max(self.named, *pupils, 0)

    @property
    def places(self) -> int:
        """Number of tables."""
        return len({table.number for table in self.tables})

    @property
    def empty(self) -> int:
        """Number of chairs without a person in the last match of each table, played by bots."""
        return sum(sitter.is_bot and not sitter.stood_in for sitter in self._last_occupants)

    @property
    def stood_in(self) -> int:
        """Number of pupils replaced by a bot in the last match of their table."""
        return sum(sitter.stood_in for sitter in self._last_occupants)

    @property
    def _last_occupants(self) -> Iterator[SeatOccupant]:
        """Occupants at the end of the last match of each table."""
        last = {table.number: table for table in self.tables}
        return (sitter for table in last.values() for sitter in table.sitters[-1])

    @property
    def finished_matches(self) -> tuple[TableMatchStatistics, ...]:
        """Matches with at least one finished hand; there is nothing to show of others."""
        return tuple(table for table in self.tables if table.story.hands)

    @property
    def hands(self) -> int:
        """Number of finished hands in all matches."""
        return sum(len(table.story.hands) for table in self.tables)

    @cached_property
    def rows(self) -> tuple[HandObservation, ...]:
        """A row for every seat in every finished hand of all matches, bots included."""
        return tuple(row for table in self.tables for row in table.rows)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """Ranks at the largest table: 0 to 4, without 2 if all tables have four players."""
        return RANKS[max((table.players for table in self.tables), default=RANK_COUNT)]

    @cached_property
    def mobility(self) -> Mobility:
        """Moves of people between chairs in all matches."""
        return mobility(self.rows)

    @cached_property
    def sides(self) -> tuple[ExchangeGroup, ...]:
        """Groups of matches by kind of exchange, in the order of `EXCHANGE_KINDS`; kinds played only."""
        groups = (
            ExchangeGroup(way, tuple(table for table in self.tables if table.way == way))
            for way in EXCHANGE_KINDS
        )
        return tuple(side for side in groups if side.tables)

    @cached_property
    def differences(self) -> tuple[tuple[ExchangeGroup, ExchangeGroup, float], ...]:
        """Tuples (other group, last of `sides`, p-value of their shares of Bosses who stayed).

        Pairs in which a group has no Boss that counts are left out.
        """
        *others, last = self.sides or (None,)
        return tuple(
            (side, last, as_far_apart(side.stayed, last.stayed))
            for side in others
            if side and last and side.stayed.of and last.stayed.of
        )


def story_of(record: ClassRecord) -> ClassStatistics:
    """Statistics of a class record for pooling. `ValueError` if broken, a rehearsal, or without a hand."""
    if record.is_rehearsal:
        raise ValueError("This is a rehearsal, and no lesson.")
    story = ClassStatistics.of(record)
    if not story.hands:
        raise ValueError("No hand of this class was played to its end.")
    return story


@dataclass(frozen=True, slots=True)
class ClassesCompared:
    """Difference in how often the Boss stayed Boss between two kinds of exchange, class by class."""

    apart: tuple[float, ...]  # difference of both shares in each class that played both

    @property
    def mean(self) -> float:
        """Mean of the differences, -1 to 1; there must be at least one."""
        return fmean(self.apart)

    @property
    def more(self) -> int:
        """Number of classes with a positive difference."""
        return sum(difference > 0 for difference in self.apart)

    @property
    def interval(self) -> tuple[float, float]:
        """95% interval of the true difference; (-1, 1) with fewer than two classes."""
        if len(self.apart) < 2:
            return -1.0, 1.0
        half = t_quantile(len(self.apart) - 1) * stdev(self.apart) / sqrt(len(self.apart))
        return max(-1.0, self.mean - half), min(1.0, self.mean + half)


@dataclass(frozen=True)
class PooledClasses(ClassStatistics):
    """Several classes together. Tables and pupils are numbered on from class to class."""

    classes: tuple[ClassStatistics, ...] = ()

    @classmethod
    def together(cls, classes: Sequence[ClassStatistics]) -> PooledClasses:
        """Return several classes as one, with tables and pupils numbered on from class to class."""
        tables: list[TableMatchStatistics] = []
        people = places = 0
        for class_stats in classes:
            for table in class_stats.tables:
                sitters = tuple(
                    tuple(
                        replace(sitter, pupil=sitter.pupil + people) if sitter.pupil else sitter
                        for sitter in hand
                    )
                    for hand in table.sitters
                )
                tables.append(replace(table, number=table.number + places, sitters=sitters))
            people += class_stats.people
            places = max((table.number for table in tables), default=0)
        began = min((class_stats.began for class_stats in classes), default=0.0)
        return cls("", began, tuple(tables), people, tuple(classes))

    @cached_property
    def mobility(self) -> Mobility:
        """Sums of all classes' moves, without chances, because hands of one class are not independent."""
        parts = [class_stats.mobility for class_stats in self.classes]
        ranks = range(RANK_COUNT)
        moves = tuple(tuple(sum(part.moves[a][b] for part in parts) for b in ranks) for a in ranks)
        expected = tuple(tuple(sum(part.expected[a][b] for part in parts) for b in ranks) for a in ranks)
        stays = Proportion(sum(part.stays.count for part in parts), sum(part.stays.of for part in parts))
        return Mobility(moves, expected, (), stays, sum(part.kept_expected for part in parts), 1.0)

    def boss_stayed_by_class(self, way: str) -> tuple[Proportion, ...]:
        """Return the share of Bosses who stayed with this exchange, by class; 0 of 0 if it was not played."""
        by_class = [
            [side.stayed for side in class_stats.sides if side.way == way] for class_stats in self.classes
        ]
        return tuple(shares[0] if shares else Proportion(0, 0) for shares in by_class)

    @cached_property
    def exchange_comparisons(self) -> tuple[tuple[str, str, ClassesCompared], ...]:
        """Tuples (other exchange, last of `sides`, comparison over the classes that played both)."""
        comparisons = []
        for side in self.sides[:-1]:
            both = zip(
                self.boss_stayed_by_class(side.way),
                self.boss_stayed_by_class(self.sides[-1].way),
                strict=True,
            )
            apart = tuple(first.value - second.value for first, second in both if first.of and second.of)
            comparisons.append((side.way, self.sides[-1].way, ClassesCompared(apart)))
        return tuple(comparisons)


@dataclass(frozen=True, slots=True)
class VoteTally:
    """Result of a vote."""

    votes: int
    most: tuple[int, ...]  # votes that gave the largest share to skill, to luck, to structure
    split: int  # votes whose largest share is tied
    mean: tuple[int, ...]  # in hundredths, 100 together

    @property
    def columns(self) -> tuple[int, ...]:
        """Number of votes by largest share: skill, luck, structure, tied."""
        return *self.most, self.split

    @property
    def leading_indices(self) -> tuple[int, ...]:
        """Indices in ``most`` with the most votes; several if they tie, none if every vote was tied."""
        return tuple(place for place, count in enumerate(self.most) if count == max(self.most) > 0)


def tally(votes: Sequence[Shares]) -> VoteTally | None:
    """Return the result of a vote; `None` with fewer than `QUORUM` votes, which would not be secret."""
    if len(votes) < QUORUM:
        return None
    top_counts = [0] * SHARE_COUNT
    for vote in votes:
        first, *ties = top_choices(vote)
        if not ties:
            top_counts[first] += 1
    mean = round_to_total([sum(column) / len(votes) for column in zip(*votes, strict=True)])
    return VoteTally(len(votes), tuple(top_counts), len(votes) - sum(top_counts), mean)


SIMULATED_CLASSES = 100  # simulated classes to simulate


@dataclass(frozen=True, slots=True)
class SimulationTask:
    """Simulated matches of one match with one kind of exchange."""

    table: tuple[int, int]  # its `TableMatchStatistics.key`
    way: str
    batch: SimulationBatch


def ways_of(statistics: ClassStatistics) -> tuple[str, ...]:
    """Return the kinds of exchange to simulate: the class's, none, and upwards if downwards is not one."""
    ways = {side.way for side in statistics.sides} | {NONE}
    return tuple(way for way in EXCHANGE_KINDS if way in (ways if DOWN in ways else ways | {UP}))


def tasks(statistics: ClassStatistics, classes: int = SIMULATED_CLASSES) -> tuple[SimulationTask, ...]:
    """Return a task for each match with a finished hand and each kind of exchange to simulate."""
    return tuple(
        SimulationTask(table.key, way, _simulation_batch(table, way, classes))
        for way in ways_of(statistics)
        for table in statistics.tables
        if table.story.hands
    )


def _simulation_batch(table: TableMatchStatistics, way: str, classes: int) -> SimulationBatch:
    """Batch of ``classes`` simulations of a match with this kind of exchange."""
    options = Options({**table.story.options, "exchange": way})
    # Seeded by table only, so every kind of exchange has the same draws and deals.
    seed = SeededRng(0, "class", *table.key).below(10**9)
    hands = 0 if table.is_over else len(table.story.hands)
    return SimulationBatch(table.players, options, seed, 0, classes, hands)


@dataclass(frozen=True, slots=True)
class SimulatedClasses:
    """Results of all simulated classes with one kind of exchange."""

    way: str
    lived: Mapping[tuple[int, int], SimulatedPopulation]  # by `TableMatchStatistics.key`

    @property
    def boss_won(self) -> Proportion:
        """Share of the matches that the first Boss won."""
        lives = [life for society in self.lived.values() for life in society.lives]
        return Proportion(sum(life.ended[0] == 0 for life in lives), len(lives))

    @property
    def boss_stayed(self) -> Proportion:
        """Share of the hands after which the Boss stayed Boss."""
        lives = [life for society in self.lived.values() for life in society.lives]
        return Proportion(sum(life.kept for life in lives), sum(life.hands for life in lives))

    @property
    def explained(self) -> float:
        """Share of the final placing that the first chair explains, 0 to 1, as mean of the tables."""
        return fmean(society.explained for society in self.lived.values()) if self.lived else 0.0


def parallel_classes(
    lived: Sequence[tuple[SimulationTask, Sequence[SimulatedMatch]]],
) -> tuple[SimulatedClasses, ...]:
    """Results by kind of exchange, in the order of `EXCHANGE_KINDS`, without kinds that have none."""
    societies = [(task, SimulatedPopulation(task.batch.players, tuple(lives))) for task, lives in lived]
    all_classes = (
        SimulatedClasses(way, {task.table: society for task, society in societies if task.way == way})
        for way in EXCHANGE_KINDS
    )
    return tuple(classes for classes in all_classes if classes.lived)


def bosses_kept(statistics: ClassStatistics, parallel: Sequence[SimulatedClasses]) -> tuple[int, ...]:
    """Return the number of hands after which the Boss stayed, by simulated class; tables keep their rule."""
    ways = {table.key: table.way for table in statistics.tables}
    own_lives = [
        population.lives
        for classes in parallel
        for table, population in classes.lived.items()
        if classes.way == ways[table]
    ]
    return tuple(sum(life.kept for life in lives) for lives in zip(*own_lives, strict=True))


@dataclass(frozen=True, slots=True)
class VoluntaryGift:
    """A powerful card that a high chair gave away by choice."""

    table: TableMatchStatistics
    hand: int
    rank: int  # the giver's chair
    given: ExchangedCards


@dataclass(frozen=True, slots=True)
class Evidence:
    """Exchanges made by people, from every table; those chosen by bots are left out."""

    up: int  # aces and jokers that people gave to a higher chair, or that one drew
    down: int  # aces and jokers that people gave to a lower chair
    gave_up: tuple[VoluntaryGift, ...]  # aces and jokers that a Boss or Veep chose to give
    could: int  # times that a choosing Boss or Veep held an ace or joker

    @property
    def by_boss(self) -> int:
        """Number of gifts in ``gave_up`` by a Boss."""
        return sum(gift.rank == BOSS for gift in self.gave_up)


def evidence(statistics: ClassStatistics) -> Evidence:
    """Return the aces and jokers that people gave upwards and downwards, and those given by choice."""
    up = down = could = 0
    gave_up: list[VoluntaryGift] = []
    for table in statistics.tables:
        hand_gifts = (
            (number, gift) for number, hand in enumerate(table.story.hands, 1) for gift in hand.given
        )
        for hand, gift in hand_gifts:
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
    """Return the number of aces and jokers."""
    return sum(POWER[card] >= STRONG_POWER for card in cards)
