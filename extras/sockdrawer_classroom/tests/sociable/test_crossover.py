"""Both rounds of a class: by hand, and again by a small script that knows only the files."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import pytest

from sockdrawer_classroom.classroom import ClassRecord, TableRecord
from sockdrawer_classroom.classroom._class_record import SeatAssignment
from sockdrawer_classroom.sociable.class_report.files import ClassExportOptions, files, lesson_sheet
from sockdrawer_classroom.sociable.class_report.match_text import ClassReportData, rounds_told
from sockdrawer_classroom.sociable.class_statistics import NONE, UP, ClassStatistics
from sockdrawer_classroom.sociable.crossover import CrossOver, PairedResult, RoundResult, t_quantile
from sockdrawer_classroom.tests.sociable.test_pooled import sheet
from tests.games.sociable.independent_statistics import student, worked_out
from tests.sampling import risk


def second(one: TableRecord, way: str, people: tuple[str, ...] = (), **said: int) -> TableRecord:
    """Return the same table in round two, by another rule."""
    found = sheet(one.number, way, seed=50, **{"players": len(one.people), "hands": 5, **said})
    return replace(found, round=2, people=people or one.people, bots=(False,) * len(one.people))


def book(*sheets: TableRecord) -> ClassRecord:
    return ClassRecord("9b", 1_790_000_000.0, sheets, names_hidden=False)


@cache
def halves(tables: int = 4, ways: Sequence[str] = ("on", "off")) -> ClassRecord:
    """Return a class in which all stay; half of the tables began with the exchange."""
    firsts = [sheet(n, ways[n % len(ways)], hands=5) for n in range(1, tables + 1)]
    other = {"on": "off", "off": "on"}
    return book(*firsts, *(second(one, other[ways[n % len(ways)]]) for n, one in enumerate(firsts, start=1)))


@cache
def drawn() -> ClassRecord:
    """Return two tables whose people were mixed in round two, so that no group sits together again."""
    firsts = [sheet(1, "on", hands=5), sheet(2, "on", hands=5)]
    a, b = (one.people for one in firsts)
    return book(
        *firsts,
        second(firsts[0], "off", (a[0], b[1], a[2], b[3], a[4])),
        second(firsts[1], "off", (b[0], a[1], b[2], a[3], b[4])),
    )


@cache
def untidy() -> ClassRecord:
    """Return a class with a leaver, a late-comer, a reversed table, and one that changes rules in a round."""
    base = list(halves(5).sheets)
    base[0] = replace(base[0], people=("Gone", *base[0].people[1:]))
    moved = base[1]
    base[1] = replace(
        moved,
        sittings=tuple(
            SeatAssignment(0, seat, name, bot=seat == 2) for seat, name in enumerate(moved.people)
        ),
    )
    turned = sheet(6, "reversed", hands=3)
    mixed = [sheet(7, "on", hands=2), replace(sheet(7, "off", seed=9, hands=2))]
    fours = sheet(8, "on", players=4, hands=4)
    return book(
        *base, turned, second(turned, "on"), *mixed, second(mixed[0], "off"), fours,
        second(fours, "off", players=4),
    )  # fmt: skip


BOOKS: dict[str, Callable[[], ClassRecord]] = {
    "halves": halves, "eight": lambda: halves(8), "three": lambda: halves(3),
    "alike": lambda: halves(4, ("on",)), "two tables": lambda: halves(2), "drawn": drawn, "untidy": untidy,
}  # fmt: skip


def saved(made: ClassRecord, *, names: bool = True) -> dict[str, str]:
    order = ClassExportOptions(made, "", "", names)
    wanted = ("hands.csv", "crossover.csv", "columns.csv", "lesson.html")
    found = {}
    for name, data in files(order):
        if name in wanted:
            found[name] = data.decode("utf-8-sig")
        if name == "lesson.html":
            break
    return found


@pytest.mark.parametrize("name", BOOKS)
def test_figures_match_an_independent_script(name: str) -> None:
    both = CrossOver.of(ClassStatistics.of(BOOKS[name]()))
    assert both is not None
    told = saved(BOOKS[name]())
    found = worked_out(told["hands.csv"])
    assert len(both.people) == len(found["differences"])
    assert both.left_out == found["left out"]
    assert both.mean == pytest.approx(found["mean"], abs=1e-9)
    assert len(both.units) == found["groups"]
    assert both.interval == pytest.approx(found["interval"], abs=2e-3)
    assert both.band == pytest.approx(found["band"], abs=1e-9)
    assert both.chance == pytest.approx(found["chance"], abs=1e-9)
    assert (both.apart is None) == (found["apart"] is None)
    if both.apart is not None:
        assert both.apart == pytest.approx(found["apart"], abs=1e-9)
    rows = list(csv.DictReader(io.StringIO(told["crossover.csv"])))
    assert sorted(float(row["difference"]) for row in rows) == pytest.approx(
        sorted(found["differences"].values()), abs=1e-4
    )
    for row in rows:
        shares = [
            int(row[f"chairs moved {way}"]) / int(row[f"hands {way}"]) for way in ("with it", "without it")
        ]
        assert float(row["difference"]) == pytest.approx(shares[0] - shares[1], abs=1e-4)


def test_students_t_matches_the_tables() -> None:
    for freedom, known in ((1, 12.706), (2, 4.303), (3, 3.182), (7, 2.365), (30, 2.042)):
        assert t_quantile(freedom) == pytest.approx(known, abs=5e-4)
        assert student(freedom) == pytest.approx(known, abs=5e-3)


def person(pupil: int, first: str, means: tuple[int, int], table: int) -> PairedResult:
    """Return a person with one hand in each round, who moved by ``means`` chairs."""
    other = NONE if first == UP else UP
    return PairedResult(
        pupil, (RoundResult(first, (table,), 1, means[0], 0), RoundResult(other, (table,), 1, means[1], 0))
    )


def test_four_tables_match_a_calculation_by_hand() -> None:
    # One person each: 1 less, 2 less, 1 less with the exchange; and 2 more for the last.
    both = CrossOver(
        (
            person(1, UP, (0, 1), 1),
            person(2, UP, (1, 3), 2),
            person(3, NONE, (3, 2), 3),
            person(4, NONE, (0, 2), 4),
        ),
        0,
    )
    assert [one.difference for one in both.people] == [-1, -2, -1, 2]
    assert both.mean == -0.5
    # Deviations -.5, -1.5, -.5, 2.5 have squares that sum to 9: 9 / 3 / 4 is the variance of the mean.
    assert both.interval == pytest.approx((-0.5 - 3.1824 * 0.75**0.5, -0.5 + 3.1824 * 0.75**0.5), abs=1e-3)
    # Sums of +-1 +-2 +-1 +-2: 6 twice, 4 four times, 2 six times (1+2+1-2 ...), 0 four times.
    assert [round(4 * one) for one in both.flipped_means] == [0] * 4 + [2] * 6 + [4] * 4 + [6] * 2
    assert both.chance == 12 / 16
    assert both.band == 1.5
    assert both.smallest_p == 1 / 8
    # Changes 1 and 2 of those who began with it, -1 and 2 of the others: means 1.5 and 0.5.
    assert both.apart == (-0.5, 1.0)


def test_repeated_simulation_gives_the_same_chance() -> None:
    people = tuple(person(n, UP, (n % 3, n % 4), 1) for n in range(30))
    both, again = CrossOver(people, 0), CrossOver(people, 0)
    assert not both.by_circle
    assert both.chance == again.chance
    assert 0 < both.chance < 1


def test_single_round_has_no_crossover_output() -> None:
    made = book(sheet(1), sheet(2, "off"))
    told = ClassReportData.of(made)
    assert told.both is None
    assert "crossover.csv" not in saved(made)
    assert "Both rounds" not in lesson_sheet(told)
    assert CrossOver.of(ClassStatistics.of(book(sheet(1), second(sheet(1), "off", hands=0)))) is None


def test_old_record_has_one_round() -> None:
    text = halves().to_json().replace(',\n   "round": 1', "")
    assert '"round": 1' not in text
    assert [one.round for one in ClassRecord.from_json(text).sheets] == [1] * 4 + [2] * 4


@risk
def test_crossover_file_contains_no_names() -> None:
    for names in (True, False):
        text = saved(halves(), names=names)["crossover.csv"]
        assert not any(name in text for one in halves().sheets for name in one.people)


def test_columns_are_described_with_their_file() -> None:
    told = saved(halves())
    rows = list(csv.reader(io.StringIO(told["columns.csv"])))
    assert rows[0] == ["file", "column", "what it contains"]
    for name in ("hands.csv", "crossover.csv"):
        head = next(csv.reader(io.StringIO(told[name])))
        assert head == [column for file, column, _what in rows[1:] if file == name]
    assert all(len(row) == 3 and row[2] for row in rows)


def test_undeterminable_results_say_why() -> None:
    def words(name: str) -> str:
        both = ClassReportData.of(BOOKS[name]()).both
        assert both is not None
        return " ".join(rounds_told(both))

    assert "two effects can be separated" in words("halves")
    assert "the clearest result would come up in about 12 in 100 classes" in words("halves")
    assert "can't be separated here" in words("alike")
    assert "it's really wider" in words("drawn")
    assert "count as one: 8 groups" in words("eight")
    assert "having missed a round by one of the rules" in words("untidy")
    nobody = ClassReportData.of(book(sheet(1), second(sheet(1), "off", tuple("VWXYZ")))).both
    assert nobody is not None
    assert rounds_told(nobody)[0] == ("Nobody has played one round with the exchange and one without it.")
    assert rounds_told(nobody)[-1].startswith("10 pupils don't count here")


def test_page_shows_both_rounds_even_without_comparable_pupils() -> None:
    page = saved(halves())["lesson.html"]
    assert "Both rounds" in page
    assert "Each compared with themselves" in page
    assert "Both rounds" in lesson_sheet(
        ClassReportData.of(book(sheet(1), second(sheet(1), "off", tuple("VWXYZ"))))
    )
