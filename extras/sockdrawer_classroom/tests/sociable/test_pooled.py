"""A whole class: small ones counted by hand, larger ones again from the text of their records."""

from __future__ import annotations

import itertools
import json
import math
import random
import statistics
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.rng import SeededRng
from game.core.session import Session
from game.games.sociable.statistics import MEAN_POWER
from sockdrawer_classroom.classroom import ClassRecord, TableRecord
from sockdrawer_classroom.classroom._class_record import SeatAssignment
from sockdrawer_classroom.sociable.class_report.match_text import (
    ClassReportData,
    counts,
    fair,
    kept_chairs_text,
)
from sockdrawer_classroom.sociable.class_statistics import (
    RANKS,
    ClassesCompared,
    ClassStatistics,
    HandObservation,
    PooledClasses,
    Proportion,
    SeatOccupant,
    as_far_apart,
    at_least,
    bosses_kept,
    cluster_interval,
    evidence,
    kept_ways,
    mobility,
    parallel_classes,
    stayed_boss,
    strengths,
    t_quantile,
    tasks,
    together,
    ways_of,
)
from tests.games.sociable.test_debrief import Naive, power
from tests.sampling import sample_size


@cache
def sheet(
    number: int,
    way: str = "on",
    *,
    seed: int = 0,
    players: int = 5,
    hands: int = 4,
    bots: frozenset[int] = frozenset(),
) -> TableRecord:
    """Return a table with ``hands`` played at random."""
    session = Session.new("sociable", players, seed + number, {"exchange": way, "target": 21})
    played = 0
    while session.to_move is not None and played < hands:
        move = SeededRng(seed, number, len(session.log)).pick(session.moves())
        played += sum(event.kind == "hand_end" for event in session.play(move))
    names = tuple(f"{name}{number}" for name in ("Anouk", "Birk", "Cosima", "Dilan", "Ezra")[:players])
    return TableRecord(number, session.record(), names, tuple(seat in bots for seat in range(players)))


@cache
def story(*sheets: TableRecord) -> ClassStatistics:
    return ClassStatistics.of(ClassRecord("9b", 0.0, sheets))


CLASS = (
    sheet(1),
    sheet(2, "off", bots=frozenset({0, 3})),
    sheet(3, "reversed", players=4),
    sheet(4, "off", hands=0),
    sheet(5, bots=frozenset({1})),
    sheet(6, hands=99),
    sheet(8, "off", players=4, bots=frozenset({0, 1, 2, 3})),
)


# Computed by hand.


def row(
    start: int, to: int, *, hand: int = 1, players: int = 5, is_bot: bool = False, table: int = 1
) -> HandObservation:
    return HandObservation(
        table=table, match=1, way="on", players=players, hand=hand,
        seat=start, sitter=SeatOccupant("", 0 if is_bot else start + 1, is_bot),
        rank=start, next=to, dealt=(), held=(), given=(), received=(), exchanged=True, points=0, total=0,
    )  # fmt: skip


def test_two_hands_of_a_table_match_a_calculation_by_hand() -> None:
    # Hand 1: the Boss and the Temp stay, the others rotate. Hand 2: all stay.
    rows = [row(a, b) for a, b in enumerate((0, 2, 3, 1, 4))] + [row(a, a, hand=2) for a in range(5)]
    found = mobility(rows)
    assert found.moves == (
        (2, 0, 0, 0, 0),
        (0, 1, 1, 0, 0),
        (0, 0, 1, 1, 0),
        (0, 1, 0, 1, 0),
        (0, 0, 0, 0, 2),
    )
    assert found.stays == Proportion(7, 10)
    assert found.kept_expected == pytest.approx(2)
    assert found.of == (2, 2)
    # Among 120 orders, 1 keeps five, none four, 10 three, 20 two, 45 one, 44 none. Seven or more are 5 and 2,
    # 5 and 3, either way round, or 5 and 5.
    assert found.kept_chance == pytest.approx((2 * 20 + 2 * 10 + 1) / 120**2)
    assert found.expected[0][0] == pytest.approx(0.4)
    assert found.chance[0][0] == pytest.approx(1 / 25), "the Boss stayed both times"
    assert found.chance[0][1] == pytest.approx(16 / 25), "the Boss never became Veep"
    assert found.chance[1][1] == pytest.approx(9 / 25)
    assert stayed_boss(rows) == Proportion(2, 2)


def test_table_for_four_has_no_manager() -> None:
    found = mobility(
        [row(start, to, players=4) for start, to in zip((0, 1, 3, 4), (1, 0, 4, 3), strict=True)]
    )
    assert found.moves[2] == (0,) * 5
    assert [line[2] for line in found.expected] == [0] * 5
    assert found.expected[0] == (0.25, 0.25, 0, 0.25, 0.25)
    assert found.stays == Proportion(0, 4)
    assert found.kept_chance == 1


def test_bots_are_not_counted_but_fill_the_table() -> None:
    rows = [row(0, 0), row(1, 1, is_bot=True), row(2, 3), row(3, 2), row(4, 4, is_bot=True)]
    found = mobility(rows)
    assert found.moves[1] == found.moves[4] == (0,) * 5
    assert found.stays == Proportion(1, 3)
    assert found.kept_expected == pytest.approx(3 / 5)
    # Orders among 120 that keep none of three given seats: 120 - 3 * 24 + 3 * 6 - 2.
    assert found.kept_chance == pytest.approx(1 - 64 / 120)
    assert stayed_boss([row(0, 0, is_bot=True)]) == Proportion(0, 0)
    assert found.of == (0, 1)


def test_expected_value_is_shown_for_nearly_empty_tables() -> None:
    told = ClassReportData.of(
        ClassRecord("9b", 0.0, (sheet(1, players=4, hands=2, bots=frozenset({0, 1, 2})),))
    )
    assert "by chance it would be about 0.5." in kept_chairs_text(told)
    told = ClassReportData.of(
        ClassRecord("9b", 0.0, (sheet(1, players=4, hands=1, bots=frozenset({0, 1, 3})),))
    )
    assert not told.story.sides[0].stayed.of
    assert fair(told.story.sides) == 1 / 4


def test_class_without_hands_has_empty_statistics() -> None:
    empty = story(sheet(4, "off", hands=0))
    assert (empty.hands, empty.rows, empty.people, empty.empty) == (0, (), 5, 0)
    assert empty.mobility.kept_chance == 1
    assert empty.sides[0].stayed.interval == (0, 1)
    assert empty.sides[0].first_boss == Proportion(0, 0)
    assert empty.differences == ()
    assert strengths(empty.rows) == {}
    assert tasks(empty) == ()
    assert evidence(empty).gave_up == ()


# Chance.


def test_wilson_interval_matches_published_values() -> None:
    """Newcombe (1998), table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for count, of, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert Proportion(count, of).interval == pytest.approx((low, high), abs=5e-5)


@given(st.integers(0, 300).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_interval_contains_the_share_and_narrows(given_share: tuple[int, int]) -> None:
    share = Proportion(*given_share)
    low, high = share.interval
    assert 0 <= low <= high <= 1
    assert not share.of or low <= share.value <= high
    wider = Proportion(share.count * 4, share.of * 4).interval
    assert wider[1] - wider[0] <= high - low + 1e-12
    mirrored = Proportion(share.of - share.count, share.of).interval
    assert (1 - mirrored[1], 1 - mirrored[0]) == pytest.approx((low, high))


@pytest.mark.parametrize(("players", "watched"), [(n, m) for n in (1, 2, 3, 4, 5, 6) for m in range(n + 1)])
def test_orders_with_kept_places_match_enumeration(players: int, watched: int) -> None:
    orders = itertools.permutations(range(players))
    counts = Counter(sum(order[seat] == seat for seat in range(watched)) for order in orders)
    assert kept_ways(players, watched) == [counts[kept] for kept in range(watched + 1)]


def test_sums_of_independent_counts_are_exact() -> None:
    assert together([]) == [1]
    assert together([[1, 1]] * 4) == [1, 4, 6, 4, 1]
    assert at_least([1, 4, 6, 4, 1], 3) == 5 / 16
    assert at_least([1, 4, 6, 4, 1], 9) == 0


def test_lady_tasting_tea_is_reproduced() -> None:
    assert as_far_apart(Proportion(4, 4), Proportion(0, 4)) == pytest.approx(2 / 70)
    assert as_far_apart(Proportion(3, 4), Proportion(1, 4)) == pytest.approx(34 / 70)
    assert as_far_apart(Proportion(2, 4), Proportion(2, 4)) == 1
    assert as_far_apart(Proportion(12, 17), Proportion(4, 17)) == pytest.approx(0.015, abs=0.001)


sides = st.integers(1, 40).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))


@given(sides, sides)
def test_difference_test_is_symmetric_and_exact(one: tuple[int, int], other: tuple[int, int]) -> None:
    found = as_far_apart(Proportion(*one), Proportion(*other))
    assert 0 < found <= 1
    assert found == as_far_apart(Proportion(*other), Proportion(*one))
    hits, whole = one[0] + other[0], one[1] + other[1]
    assert found >= float(
        Fraction(comb(one[1], one[0]) * comb(other[1], hits - one[0]), comb(whole, hits))
    ) * (1 - 1e-12)


def test_random_play_is_seldom_significant() -> None:
    """Tables that end each hand in a drawn order: p-values of 5% come up in about 5% of classes."""
    draw, low = random.Random(7), 0
    for _ in range(300):
        rows = [
            row(start, to, hand=hand, table=table)
            for table in range(3)
            for hand in range(4)
            for start, to in enumerate(draw.sample(range(5), 5))
        ]
        low += mobility(rows).kept_chance <= 0.05
    assert 2 <= low <= 24


# All tables are their sum, and the records agree.


def unnumbered(row: HandObservation) -> HandObservation:
    """Return the row without numbers of pupils, which depend on the other pupils of the class."""
    return replace(row, sitter=replace(row.sitter, pupil=0))


@given(st.lists(st.sampled_from(CLASS), unique=True, min_size=1))
@settings(max_examples=sample_size(10, 40), deadline=None)
def test_class_is_the_sum_of_its_tables(sheets: list[TableRecord]) -> None:
    pooled, alone = story(*sheets), [story(one) for one in sheets]
    for name in ("hands", "people", "empty", "stood_in"):
        assert getattr(pooled, name) == sum(getattr(one, name) for one in alone)
    assert Counter(unnumbered(one) for one in pooled.rows) == Counter(
        unnumbered(one) for each in alone for one in each.rows
    )
    for start, to in itertools.product(range(5), repeat=2):
        assert pooled.mobility.moves[start][to] == sum(one.mobility.moves[start][to] for one in alone)
        expected = sum(one.mobility.expected[start][to] for one in alone)
        assert pooled.mobility.expected[start][to] == pytest.approx(expected)
    assert pooled.mobility.stays.count == sum(one.mobility.stays.count for one in alone)
    for side in pooled.sides:
        own = [each.sides[0] for each in alone if each.sides[0].way == side.way]
        for name in ("stayed", "first_boss"):
            shares = [getattr(one, name) for one in own]
            assert getattr(side, name) == Proportion(sum(s.count for s in shares), sum(s.of for s in shares))
    told, parts = evidence(pooled), [evidence(one) for one in alone]
    assert (told.up, told.down, told.could) == tuple(
        sum(getattr(part, name) for part in parts) for name in ("up", "down", "could")
    )
    assert len(told.gave_up) == sum(len(part.gave_up) for part in parts)


def test_each_person_has_one_number_and_bots_none() -> None:
    pooled = story(*CLASS[::-1])
    assert [table.number for table in pooled.tables] == [1, 2, 3, 4, 5, 6, 8]
    numbers = [sitter.pupil for table in pooled.tables for sitter in table.sitters[-1] if sitter.pupil]
    assert numbers == list(range(1, pooled.people + 1))
    assert [sitter.pupil for sitter in pooled.tables[1].sitters[-1]] == [0, 6, 7, 0, 8]
    assert all((one.sitter.pupil == 0) == one.is_bot for one in pooled.rows)


def test_two_matches_at_a_table_count_the_same_people() -> None:
    first, second = sheet(1), replace(sheet(2, "off"), number=1, people=sheet(1).people)
    for sheets in ((first, second), tuple(ClassRecord("", 0.0, (first, second)).nameless.sheets)):
        pooled = story(*sheets)
        assert [table.key for table in pooled.tables] == [(1, 1), (1, 2)]
        assert (pooled.people, pooled.places, pooled.hands) == (5, 1, 8)
        assert {one.sitter.pupil for one in pooled.rows} == {1, 2, 3, 4, 5}
        assert pooled.mobility.stays.of == 40
        assert [side.places for side in pooled.sides] == [1, 1]
        parts = mobility(story(first).rows).stays.count + mobility(story(second).rows).stays.count
        assert pooled.mobility.stays.count == parts


def test_arrivals_and_departures_are_counted_per_hand() -> None:
    """A bot has the second seat for the first hand, and for some moves of the third."""
    whole = sheet(1)
    played = Session.from_record(whole.record)
    ends = [
        ply + 1
        for ply in range(len(played.log))
        if any(event.kind == "hand_end" for event in played.events_of(ply))
    ]
    came = [
        SeatAssignment(0, seat, "Bot Bo" if seat == 1 else f"N{seat}", bot=seat == 1) for seat in range(5)
    ]
    came += [
        SeatAssignment(ends[0], 1, "Late", bot=False),
        SeatAssignment(ends[1] + 3, 1, "Bot Ann", bot=True),
    ]
    came += [SeatAssignment(ends[1] + 5, 1, "Late", bot=False), SeatAssignment(ends[2], 4, "Swap", bot=False)]
    people = ("N0", "Late", "N2", "N3", "Swap")
    pooled = story(replace(whole, people=people, bots=(False,) * 5, sittings=tuple(came)))
    own = {one.hand: one.sitter for one in pooled.rows if one.seat == 1}
    assert [own[hand].is_bot for hand in (1, 2, 3, 4)] == [True, False, True, False]
    assert [own[hand].name for hand in (1, 2, 3, 4)] == ["Bot Bo", "Late", "Late", "Late"]
    assert {one.hand: one.sitter.name for one in pooled.rows if one.seat == 4} == {
        1: "N4", 2: "N4", 3: "N4", 4: "Swap",
    }  # fmt: skip
    assert (pooled.people, pooled.empty, pooled.stood_in) == (6, 0, 0)
    assert pooled.mobility.stays.of == 4 * 5 - 2


def test_pupils_empty_chairs_and_stand_ins_are_distinguished() -> None:
    """25 pupils at 32 chairs, two of them without their phones at the end, one from the start."""
    pupils, sheets = iter(range(1, 26)), []
    for number in range(1, 9):
        whole = sheet(number, players=4, hands=1)
        taken = 4 if number == 1 else 3
        names = [
            f"Pupil {next(pupils)}" if seat < taken else ("", "Bot Ida")[number % 2] for seat in range(4)
        ]
        came = [SeatAssignment(0, seat, name, bot=seat >= taken) for seat, name in enumerate(names)]
        bots = [seat >= taken for seat in range(4)]
        if number == 2:
            came[0], bots[0] = replace(came[0], bot=True), True
        if number == 3:
            came.append(SeatAssignment(1, 1, names[1], bot=True))
            bots[1] = True
        sheets.append(replace(whole, people=tuple(names), bots=tuple(bots), sittings=tuple(came)))
    book = ClassRecord("9b", 0.0, tuple(sheets))
    for one in (book, book.nameless, ClassRecord.from_json(book.nameless.to_json())):
        told = ClassReportData.of(one)
        assert (told.story.people, told.story.empty, told.story.stood_in) == (25, 7, 2)
        assert counts(told) == "9b: 25 pupils, 7 empty chairs, 2 with a stand-in, 8 tables, 8 hands"
    assert "Pupil" not in book.nameless.to_json()


def read(sheets: tuple[TableRecord, ...]) -> list[tuple[TableRecord, str, Naive]]:
    """Return the records as text, each with its exchange according to the text."""
    texts = json.loads(ClassRecord("", 0.0, sheets).to_json())["sheets"]
    return [
        (one, text["record"].split("exchange=")[1].split()[0].strip('"]'), Naive(text["record"]))
        for one, text in zip(sheets, texts, strict=True)
    ]


def test_statistics_match_the_text_of_the_records() -> None:
    pooled = story(*CLASS)
    moves, kept, stayed = Counter[tuple[int, int]](), 0, dict[str, list[int]]()
    first = dict[str, list[int]]()
    cards: dict[int, list[tuple[float, float]]] = {}
    for one, way, naive in read(CLASS):
        people = [seat for seat, is_bot in enumerate(one.bots) if not is_bot]
        ranks = RANKS[len(one.bots)]
        for hand, (before, after) in enumerate(itertools.pairwise(naive.orders)):
            for seat in people:
                start, to = ranks[before.index(seat)], ranks[after.index(seat)]
                moves[start, to] += 1
                kept += start == to
                dealt, held = naive.dealt[hand][seat], list(naive.held[hand][seat].elements())
                means = sum(map(power, dealt)) / len(dealt), sum(map(power, held)) / len(held)
                cards.setdefault(start, []).append(means)
            if before[0] in people:
                stayed.setdefault(way, []).append(before[0] == after[0])
        if len(naive.orders) > 1 and naive.orders[0][0] in people:
            totals, last = naive.totals[-1], naive.orders[-1]
            best = min(range(len(last)), key=lambda seat: (-totals[seat], last.index(seat)))
            first.setdefault(way, []).append(best == naive.orders[0][0])
    assert {
        (a, b): n for a, line in enumerate(pooled.mobility.moves) for b, n in enumerate(line) if n
    } == moves
    assert pooled.mobility.stays == Proportion(kept, moves.total())
    for side in pooled.sides:
        assert side.stayed == Proportion(sum(stayed[side.way]), len(stayed[side.way]))
        assert side.first_boss == Proportion(sum(first[side.way]), len(first[side.way]))
    found = strengths(pooled.rows)
    assert found.keys() == cards.keys()
    for rank, pairs in cards.items():
        told = found[rank].dealt, found[rank].held
        assert told == pytest.approx([sum(column) / len(pairs) for column in zip(*pairs, strict=True)])
    off = strengths(pooled.sides[-1].rows)
    assert all(one.dealt == one.held for one in off.values())


def test_gifts_match_the_recorded_moves() -> None:
    """Voluntary gifts are the moves that give, by chair; the rest was owed and has no move."""
    pooled = story(*CLASS)
    told = [(gift.table.number, gift.rank, gift.given.cards) for gift in evidence(pooled).gave_up]
    found = []
    for one, _way, _naive in read(CLASS):
        whole = Session.from_record(one.record)
        session, hands = whole.before(0), 0
        chosen: list[tuple[int, int, int, tuple[str, ...]]] = []
        for seat, move in whole.log:
            order = session.observe(None)["order"]
            if move.startswith("give"):
                chosen.append((hands, RANKS[len(order)][order.index(seat)], seat, tuple(move.split()[1:])))
            hands += sum(event.kind == "hand_end" for event in session.play(move))
        found += [
            (one.number, rank, cards)
            for hand, rank, seat, cards in chosen
            if hand < hands and not one.bots[seat] and rank < 2 and max(map(power, cards)) >= 6
        ]
    assert told == found
    assert found, "the class has some of them"


def test_lesson_without_exchange_has_no_gifts() -> None:
    told = evidence(story(sheet(2, "off"), sheet(4, "off")))
    assert (told.up, told.down, told.could, told.gave_up) == (0, 0, 0, ())


def test_first_hand_without_gifts_is_on_neither_side() -> None:
    session = Session.new("sociable", 5, 3, {"first_hand_exchange": False})
    while session.to_move is not None:
        session.play(SeededRng(3, len(session.log)).pick(session.moves()))
    pooled = story(TableRecord(1, session.record(), ("",) * 5, (False,) * 5))
    side = pooled.sides[0]
    assert {one.hand for one in pooled.rows} - {one.hand for one in side.rows} == {1}
    assert side.stayed.of == pooled.hands - 1
    assert all(one.dealt == one.held for one in pooled.rows if one.hand == 1)


# Simulated classes.


def test_parallel_classes_play_equal_hands_under_each_tables_rules() -> None:
    pooled = story(*CLASS)
    assert ways_of(pooled) == ("on", "reversed", "off")
    work = tasks(pooled, 2)
    assert {task.table[0] for task in work} == {1, 2, 3, 5, 6, 8}, "table 4 has not played a hand"
    lived = [(task, task.batch.play()) for task in work]
    for task, lives in lived:
        table = next(table for table in pooled.tables if table.key == task.table)
        assert task.batch.options.get_str("exchange") == task.way
        assert task.batch.options.get_int("target") == 21
        if not table.is_over:
            assert all(0 < hands <= len(table.story.hands) for _ended, hands, _kept in lives)
        assert all(sorted(ended) == list(range(table.players)) for ended, _hands, _kept in lives)
    assert lived[0][1] == tasks(pooled, 2)[0].batch.play(), "always the same"
    parallel = parallel_classes(lived)
    assert [one.way for one in parallel] == ["on", "reversed", "off"]
    by_hand = [
        sum(lives[number][2] for task, lives in lived for table in pooled.tables
            if task.table == table.key and task.way == table.way)
        for number in range(2)
    ]  # fmt: skip
    assert list(bosses_kept(pooled, parallel)) == by_hand
    for one in parallel:
        own = [life for task, lives in lived if task.way == one.way for life in lives]
        assert one.boss_stayed == Proportion(sum(life[2] for life in own), sum(life[1] for life in own))
        assert one.boss_won == Proportion(sum(life[0][0] == 0 for life in own), len(own))


def test_class_without_exchange_is_compared_with_the_usual_one() -> None:
    assert ways_of(story(sheet(2, "off"))) == ("on", "off")
    assert ways_of(story(sheet(1))) == ("on", "off")
    assert ways_of(story(sheet(3, "reversed"))) == ("reversed", "off")


def test_dealt_hands_have_average_strength_in_the_long_run() -> None:
    """All cards are dealt: with five players the mean of all hands is that of the pack."""
    found = strengths(story(sheet(1), sheet(6, hands=99)).rows)
    hands = sum(one.hands for one in found.values())
    assert sum(one.dealt * one.hands for one in found.values()) / hands == pytest.approx(MEAN_POWER)
    assert sum(one.held * one.hands for one in found.values()) / hands == pytest.approx(MEAN_POWER)


# Several classes together.


def student_by_area(freedom: int) -> float:
    """Return Student's t for a two-sided 95% interval, independently by the area under its density."""

    def density(x: float) -> float:
        return math.pow(1 + x * x / freedom, -(freedom + 1) / 2)

    scale = math.gamma((freedom + 1) / 2) / (math.sqrt(freedom * math.pi) * math.gamma(freedom / 2))

    def within(t: float, steps: int = 4000) -> float:
        width = t / steps
        odd = sum(density(width * n) for n in range(1, steps, 2))
        even = sum(density(width * n) for n in range(2, steps, 2))
        return 2 * scale * width / 3 * (density(0) + 4 * odd + 2 * even + density(t))

    low, high = 0.0, 20.0
    for _ in range(60):
        low, high = (low, (low + high) / 2) if within((low + high) / 2) > 0.95 else ((low + high) / 2, high)
    return low


@pytest.mark.parametrize("freedom", [1, 2, 3, 7, 15, 30, 31, 60])
def test_student_distribution_matches_published_values(freedom: int) -> None:
    assert t_quantile(freedom) == pytest.approx(student_by_area(freedom), rel=2e-3 if freedom > 30 else 5e-5)


def test_each_class_counts_as_one_case_in_a_pool() -> None:
    """Computed again from the definition: residuals of classes, effective hands, Student for the normal."""
    shares = (Proportion(8, 20), Proportion(2, 25), Proportion(12, 22), Proportion(5, 30))
    hits, whole = 27, 97
    p = hits / whole
    residuals = [8 - p * 20, 2 - p * 25, 12 - p * 22, 5 - p * 30]
    variance = 4 / 3 * sum(one**2 for one in residuals) / whole**2
    effective = p * (1 - p) / variance * (1.959964 / student_by_area(3)) ** 2
    assert effective < whole / 4, "these classes differ far more than hands would by chance"
    z2 = 1.959964**2
    middle = (p + z2 / (2 * effective)) / (1 + z2 / effective)
    half = math.sqrt(z2 * (p * (1 - p) / effective + z2 / (4 * effective**2))) / (1 + z2 / effective)
    assert cluster_interval(shares) == pytest.approx((middle - half, middle + half), abs=1e-4)
    low, high = cluster_interval((Proportion(5, 20),) * 4)
    alone = Proportion(20, 80).interval
    assert low < alone[0], "classes that are alike by chance make nothing surer than their hands"
    assert high > alone[1]
    assert cluster_interval((Proportion(5, 20),)) == Proportion(5, 20).interval
    assert cluster_interval((Proportion(0, 9), Proportion(0, 9)))[0] == 0
    assert cluster_interval((Proportion(0, 0), Proportion(0, 0))) == (0, 1)


def test_rule_effect_is_judged_within_classes() -> None:
    found = ClassesCompared((0.3, 0.1, 0.25, -0.05))
    spread = statistics.stdev(found.apart) / 2
    assert found.mean == pytest.approx(0.15)
    assert found.more == 3
    reach = student_by_area(3) * spread
    assert found.interval == pytest.approx((0.15 - reach, 0.15 + reach), abs=1e-4)
    assert ClassesCompared((0.3,)).interval == (-1, 1)


def test_pool_sums_the_classes_and_merges_no_pupils() -> None:
    books = [
        ClassRecord("", 1.0 + n, (sheet(3 * n + 1, "on", hands=2), sheet(3 * n + 2, "off"))) for n in range(3)
    ]
    classes = [ClassStatistics.of(book) for book in books]
    lessons = PooledClasses.together(classes)
    assert lessons.people == sum(one.people for one in classes)
    assert lessons.hands == sum(one.hands for one in classes)
    assert lessons.places == 6
    assert lessons.mobility.stays.count == sum(one.mobility.stays.count for one in classes)
    for side in lessons.sides:
        shares = lessons.boss_stayed_by_class(side.way)
        assert side.stayed == Proportion(sum(one.count for one in shares), sum(one.of for one in shares))
    assert len({row.sitter.pupil for row in lessons.rows if not row.is_bot}) == lessons.people
    (compared,) = lessons.exchange_comparisons
    assert len(compared[2].apart) == 3
