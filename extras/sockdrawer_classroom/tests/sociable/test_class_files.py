"""Files of a lesson: tables for spreadsheets, a self-contained page, and no names."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise, takewhile
from pathlib import Path
from typing import ClassVar

import pytest

from game import i18n
from game.core.session import Session
from game.games.sociable.screen.match_report import export
from game.games.sociable.screen.match_report.match_text import QUESTION_COUNT
from game.i18n import _
from game.match.persistence import match_as_text
from game.store.archive import ArchivedMatch
from main import main
from sockdrawer_classroom.classroom import ClassQuestion, ClassRecord, QuestionKind, TableRecord
from sockdrawer_classroom.classroom._class_record import VoteTotals
from sockdrawer_classroom.sociable.class_report.files import (
    ClassExportOptions,
    columns,
    files,
    hand_rows,
    lesson_sheet,
    save,
)
from sockdrawer_classroom.sociable.class_report.handouts import (
    REFERENCES,
    can_show,
    cannot_show,
    questions,
    terms,
)
from sockdrawer_classroom.sociable.class_report.match_text import (
    ClassReportData,
    differences,
    evidence_told,
    gifts_told,
    kept_chairs_text,
    often,
    votes_told,
)
from sockdrawer_classroom.sociable.class_report.paper import strengths_chart
from sockdrawer_classroom.sociable.class_statistics import NONE, SimulatedClasses, parallel_classes, tasks
from sockdrawer_classroom.tests.sociable.test_pooled import CLASS, sheet
from tests.games.sociable.test_debrief import Naive, power
from tests.languages import in_languages
from tests.sampling import risk

VOTE = VoteTotals(
    ((60, 20, 20),) * 5 + ((20, 20, 60),) * 2 + ((40, 40, 20),), ((10, 10, 80),) * 6 + ((0, 100, 0),) * 2
)
BOOK = ClassRecord("9b <1> & =co", 1_790_000_000.0, CLASS, VOTE, names_hidden=False)
NAMES = [name for one in CLASS for name in one.people]
EXCHANGES = {"on": "upwards", "off": "none", "reversed": "downwards"}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "PICTURE_SIZE", (640, 360))


@cache
def lives() -> tuple[SimulatedClasses, ...]:
    """Return the simulated classes of this one."""
    found = tasks(ClassReportData.of(BOOK).story, 2)
    return parallel_classes([(task, task.batch.play()) for task in found])


def without_pictures(order: ClassExportOptions) -> dict[str, bytes]:
    """Return the files, which are written before the pictures."""
    return dict(takewhile(lambda file: not file[0].endswith(".png"), files(order)))


@cache
def written(*, names: bool = False, language: str = "en", parallel: bool = False) -> Mapping[str, bytes]:
    i18n.set_language(language)
    try:
        return without_pictures(
            ClassExportOptions(BOOK, "", "", names, language, lives() if parallel else ())
        )
    finally:
        i18n.set_language("en")


def rows(data: bytes, mark: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig")), delimiter=mark))


def test_each_seat_has_a_row_per_hand_as_recorded() -> None:
    found = rows(written(names=True)["hands.csv"])
    expected = []
    for one in CLASS:
        naive, way = Naive(one.record), one.record.split("exchange=")[1].split()[0].strip('"]')
        titles = ["Boss", "Veep", "Manager", "Clerk", "Temp"]
        if len(one.people) == 4:
            titles.remove("Manager")
        for hand, (before, after) in enumerate(pairwise(naive.orders)):
            for seat in before:
                dealt, held = naive.dealt[hand][seat], list(naive.held[hand][seat].elements())
                expected.append({
                    "table": str(one.number), "match": "1", "hand": str(hand + 1),
                    "player": "Computer" if one.bots[seat] else one.people[seat],
                    "computer": str(int(one.bots[seat])),
                    "exchange": EXCHANGES[way], "chair": titles[before.index(seat)],
                    "strength as dealt": str(round(sum(map(power, dealt)) / len(dealt), 3)),
                    "strength after exchange": str(round(sum(map(power, held)) / len(held), 3)),
                    "next chair": titles[after.index(seat)],
                    "points": str(naive.totals[hand + 1][seat] - naive.totals[hand][seat]),
                    "total": str(naive.totals[hand + 1][seat]),
                })  # fmt: skip
    assert [{key: row[key] for key in expected[0]} for row in found] == expected
    for row in found:
        dealt, held = row["dealt"].split(), row["after exchange"].split()
        given, received = row["given"].split(), row["received"].split()
        assert Counter(dealt) + Counter(received) == Counter(held) + Counter(given)
        assert row["value given"] == str(sum(map(power, given)))
        assert row["value received"] == str(sum(map(power, received)))


def test_every_column_is_described() -> None:
    found = written()
    told = rows(found["columns.csv"])
    assert [row["column"] for row in told] == list(rows(found["hands.csv"])[0])
    assert all(row["what it contains"] for row in told)
    assert len({name for name, _what in columns()}) == len(columns())
    assert all(len(row) == len(columns()) for row in hand_rows(ClassReportData.of(BOOK)))


def test_exchange_without_a_person_as_boss_gives_no_figure() -> None:
    book = ClassRecord("9b", 0.0, (sheet(1), sheet(8, "off", players=4, bots=frozenset(range(4)))))
    page, found = lesson_sheet(ClassReportData.of(book)), without_pictures(ClassExportOptions(book, "", ""))
    [row] = [row for row in rows(found["comparison.csv"]) if row["hands with a person as Boss"] == "0"]
    assert (row["share"], row["interval from"], row["interval to"]) == ("", "", "")
    handed = next(text.decode() for name, text in found.items() if "teacher" in name)
    assert page.count('class="bar"') == 1
    assert "0 of 0" not in page + handed


def test_other_tables_are_sums_of_the_rows() -> None:
    found = written()
    hands = [row for row in rows(found["hands.csv"]) if row["computer"] == "0"]
    for row in rows(found["moves.csv"]):
        own = [one for one in hands if (one["chair"], one["next chair"]) == (row["from"], row["to"])]
        assert int(row["times"]) == len(own)
        assert 0 <= float(row["this far off or further by chance"]) <= 1
    for row in rows(found["comparison.csv"]):
        bosses = [one for one in hands if one["chair"] == "Boss" and one["exchange"] == row["exchange"]]
        assert int(row["hands with a person as Boss"]) == len(bosses)
        stayed = sum(one["next chair"] == "Boss" for one in bosses)
        assert int(row["the Boss stayed Boss"]) == stayed
        assert float(row["interval from"]) <= float(row["share"]) <= float(row["interval to"])
    for row in rows(found["strength.csv"]):
        own = [one for one in hands if (one["chair"], one["exchange"]) == (row["chair"], row["exchange"])]
        mean = sum(float(one["strength as dealt"]) for one in own) / len(own)
        assert float(row["strength as dealt"]) == pytest.approx(mean, abs=2e-3)
        assert int(row["hands"]) == len(own)


@risk
def test_votes_are_sums_and_never_single() -> None:
    found = {row["item"]: row for row in rows(written()["vote.csv"])}
    things = ("Skill", "Luck", "Structure")
    assert [found[name]["most before the charts"] for name in things] == ["5", "0", "2"]
    assert [found[name]["most afterwards"] for name in things] == ["0", "2", "6"]
    assert found["two or more tied"]["most before the charts"] == "1"
    assert found["votes"]["most afterwards"] == "8"
    assert sum(int(found[name]["mean afterwards"]) for name in things) == 100
    few = replace(BOOK, vote=VoteTotals(((100, 0, 0),) * 2, ((100, 0, 0),)))
    told = ClassReportData.of(few)
    assert told.votes == (None, None)
    assert "vote.csv" not in without_pictures(ClassExportOptions(few, "", ""))
    assert "<h2>What decides it?" not in lesson_sheet(told)


ASKED = (
    ClassQuestion(
        QuestionKind.CHOICE,
        "Fair, <b>Ayla</b>?",
        ("=1+1", "No"),
        before=(0, 0, 1, 1, 1),
        after=(0, 1, 1, 1, 1, 1),
        rounds=2,
    ),
    ClassQuestion(
        QuestionKind.NUMBER, "How many?", prediction="boss_stays", before=(10, 50, 50, 60, 100), answer=(62,)
    ),
    ClassQuestion(
        QuestionKind.PLACE, "Where?", ("Boss", "Temp"), "temp_ends", before=(0, 0, 0, 0, 1), answer=(1, 3)
    ),
    ClassQuestion(QuestionKind.SCALE, "Too few?", before=(0, 1, 2, 3)),
)


def test_answers_are_exported_only_from_five_on() -> None:
    book = replace(BOOK, questions=ASKED[:3])
    assert ClassRecord.from_json(book.to_json()).questions == ASKED[:3]
    found = without_pictures(ClassExportOptions(book, "", ""))
    table = rows(found["questions.csv"])
    told = [[*row.values()] for row in table]
    assert told[0][1:] == ["'=1+1", "2", "1", ""], "no spreadsheet works it out"
    assert told[1][1:] == ["No", "3", "5", ""]
    assert [row[1:] for row in told if row[0] == "2. How many?"] == [
        ["10", "1", "", "0"], ["50", "2", "", "0"], ["60", "1", "", "0"], ["62", "0", "", "1"],
        ["100", "1", "", "0"],
    ]  # fmt: skip
    assert told[-2:] == [["3. Where?", "Boss", "4", "", "1"], ["3. Where?", "Temp", "1", "", "3"]]
    named = {row["column"]: row["what it contains"] for row in rows(found["columns.csv"])}
    assert all(named[column] for column in table[0])
    page = found["lesson.html"].decode()
    assert "<b>Ayla" not in page
    assert "before: =1+1: 2, No: 3" in page
    assert "It was 62." in page
    assert "The result: Boss 1, Temp 3." in page
    few = replace(BOOK, questions=ASKED[3:])
    assert "questions.csv" not in without_pictures(ClassExportOptions(few, "", ""))


def test_german_tables_open_in_a_german_spreadsheet() -> None:
    english, german = written(names=True), written(names=True, language="de")
    assert english.keys() == german.keys()
    for name in english:
        if name.endswith(".csv"):
            assert german[name].startswith(b"\xef\xbb\xbf")
            one, other = rows(english[name]), rows(german[name], ";")
            assert len(one) == len(other) > 0
            assert len(one[0]) == len(other[0])
    told = rows(german["hands.csv"], ";")
    assert {"Tisch", "Stärke wie ausgeteilt", "nächster Stuhl"} <= told[0].keys()
    values = [row["strength as dealt"] for row in rows(english["hands.csv"])]
    assert [row["Stärke wie ausgeteilt"].replace(",", ".") for row in told] == values


@risk
def test_names_are_exported_only_if_the_teacher_agrees() -> None:
    for language in ("en", "de"):
        for name, data in written(language=language, parallel=True).items():
            text = data.decode("utf-8-sig")
            assert not [one for one in NAMES if re.search(rf"\b{one}\b", text)], name
    assert "Pupil 7" in written()["hands.csv"].decode()
    assert "Person 7" in written(language="de")["hands.csv"].decode("utf-8-sig")
    book = ClassRecord.from_json(written()["class.json"].decode())
    assert book.names_hidden
    again, before = ClassReportData.of(book).story, ClassReportData.of(BOOK).story
    assert again.mobility == before.mobility
    assert [row.sitter.pupil for row in again.rows] == [row.sitter.pupil for row in before.rows]


def test_export_with_names_keeps_the_class_record() -> None:
    found = written(names=True)
    assert {row["player"] for row in rows(found["hands.csv"])} >= {"Anouk1", "Cosima3", "Ezra5"}
    assert ClassRecord.from_json(found["class.json"].decode()).sheets == CLASS
    assert all(f">{name}" in found["lesson.html"].decode() for name in ("Anouk1", "Cosima3"))


def test_name_like_a_formula_is_not_evaluated() -> None:
    first = replace(CLASS[0], people=("=1+1", "＝1+1", "<b>", "C", "D"))
    book = replace(BOOK, sheets=(first, *CLASS[1:]), names_hidden=False)
    found = without_pictures(ClassExportOptions(book, "", "", names=True))
    assert {"'=1+1", "'＝1+1"} < {row["player"] for row in rows(found["hands.csv"])}
    html = found["lesson.html"].decode()
    assert "&lt;b&gt;" in html
    assert "<b> " not in html


# The page to print.


class Page(HTMLParser):
    """Collects the text of a page, and checks that every element is closed."""

    EMPTY: ClassVar = {"meta", "br", "link"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.links: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)


@in_languages
def test_page_is_complete_and_self_contained(language: str) -> None:
    text = written(language=language, parallel=True)["lesson.html"].decode()
    page = Page(text)
    assert page.open == []
    assert all(link.startswith("#") or link == "data:," for link in page.links)
    assert "http" not in re.sub(r"base64,[\w+/=]+", "", text).replace("http://www.w3.org", "")
    assert "@page { size: A4" in text
    assert f'<html lang="{language}">' in text
    said = " ".join(page.words)
    i18n.set_language(language)
    told = ClassReportData.of(BOOK.nameless)
    sentences = [kept_chairs_text(told), *differences(told), *votes_told(told)]
    sentences += [evidence_told(told, number) for number in range(QUESTION_COUNT)]
    played = [table.number for table in told.story.tables if table.story.hands]
    sentences += [_("Table {n}").format(n=number) + ", " for number in played]
    for sentence in sentences:
        assert sentence.replace(" %", "\N{NO-BREAK SPACE}%") in said, "no line begins with the sign"
    assert "9b <1> & =co" in said, "escaped and read back"
    assert all(str(count) in said for row in told.story.mobility.moves for count in row)


def test_page_names_cards_for_unchanged_hands() -> None:
    told = ClassReportData.of(BOOK)
    (gift, *_rest) = gifts_told(told, 1)
    assert re.search(r" gave .*(of (spades|hearts|diamonds|clubs)|joker)", gift)
    assert not re.search(r"\b(10|[2-9JQKA])[SHDC]\b", gift)
    for side in told.story.sides:
        chart = strengths_chart(told, side)
        assert chart.count("<rect") > 2
        assert ("<circle" in chart, "\N{RIGHTWARDS ARROW}" in chart) == ((side.way != NONE,) * 2)


def test_page_works_for_a_class_that_hardly_played() -> None:
    for sheets in ((sheet(4, "off", hands=0),), (sheet(1, hands=1),), (CLASS[-1],)):
        page = Page(lesson_sheet(ClassReportData.of(ClassRecord("", 0.0, sheets))))
        assert page.open == []


def test_frequency_is_given_in_classes() -> None:
    assert often(1.0) == "about 100 in 100 classes"
    assert often(0.999) == "about 99 in 100 classes"
    assert often(0.4905) == "about 49 in 100 classes"
    assert often(0.0042) == "about 4 in 1,000 classes"
    assert often(4e-9) == "fewer than 1 in 1,000 classes"


def test_evidence_of_a_class_is_given_in_counts() -> None:
    told = ClassReportData.of(BOOK)
    decided, cheated, given, rules = (evidence_told(told, number) for number in range(QUESTION_COUNT))
    sides = {side.way: side for side in told.story.sides}
    first = sides["on"].first_boss
    assert f"{first.count} of {first.of} tables with the exchange" in decided
    assert decided.endswith("without it.")
    assert f"{told.evidence.up} aces and jokers went up" in cheated
    assert f"in {told.evidence.could} chances (" in given
    assert f"in {sides['on'].stayed.count} of {sides['on'].stayed.of} hands with the exchange" in rules
    quiet = ClassReportData.of(replace(BOOK, sheets=(sheet(2, "off"),)))
    assert evidence_told(quiet, 1) == "Nothing was exchanged at any table."
    assert evidence_told(quiet, 2) == "Here, no Boss or Veep had an ace or a joker to give."


def test_equal_shares_show_no_difference() -> None:
    told = ClassReportData.of(ClassRecord("", 0.0, (sheet(1, hands=3), sheet(2, "off", hands=3))))
    (words_told,) = differences(told)
    assert "in 1 of 3 hands with the exchange, and in 1 of 3 without it" in words_told
    assert words_told.endswith("this class shows no difference.")
    assert "chance" not in words_told


def test_handout_claims_no_more_than_the_figures_support() -> None:
    def said(*sheets: TableRecord) -> tuple[str, str]:
        told = ClassReportData.of(ClassRecord("", 0.0, sheets))
        return " ".join(can_show(told)), " ".join(cannot_show(told))

    can, cannot = said(sheet(1, "on", hands=2))
    assert "2 hands, counted card by card" in can
    assert "2 hands are far too few" in cannot
    assert "one table is one case" in cannot
    assert "nothing to compare it with" in cannot
    can, cannot = said(*(sheet(number, "on", hands=8) for number in (1, 2, 3)))
    assert "the Boss stays Boss in" in can
    assert "is a wide range" in cannot
    assert "one table is one case" not in cannot
    assert "nothing to compare it with" in cannot
    can, cannot = said(sheet(1, "on", hands=8), sheet(2, "off", hands=8))
    assert "by chance alone, the shares with the exchange and without it would differ this much" in can
    assert "nothing to compare it with" not in cannot
    assert "each of the 2 tables had different people" in cannot


def test_handout_describes_the_exchange_that_was_played() -> None:
    def asked(way: str) -> str:
        return questions(ClassReportData.of(ClassRecord("", 0.0, (sheet(1, way, hands=3),))))[1][1]

    assert "Follow one ace" in asked("on")
    assert "gave away their strongest cards" in asked("reversed")
    assert "Nothing was exchanged" in asked("off")


def test_terms_of_the_handout_have_sources() -> None:
    works = " ".join(" ".join(parts) for parts in REFERENCES)
    for _term, meant, source in terms():
        assert meant.count(".") in {2, 3}
        for work in source.split("; "):
            *names, year = work.replace(" &", "").split()
            assert all(name in works for name in names)
            assert f"({year})" in works


def test_all_files_are_written_from_a_saved_class(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = replace(BOOK, sheets=CLASS[:2])
    (tmp_path / "class.json").write_text(book.to_json(), encoding="utf-8")
    assert main(["class-debrief", str(tmp_path / "class.json"), "--out", str(tmp_path)]) == 0
    folder = tmp_path / "class"
    assert str(folder) in capsys.readouterr().out
    wanted = ("hands.csv", "columns.csv", "lesson.html", "class.json", "1-vote.png", "5-talk-4.png")
    assert {*wanted} <= {path.name for path in folder.iterdir()}
    kept_as = json.loads((folder / "class.json").read_text(encoding="utf-8"))
    assert "Anouk1" not in kept_as["sheets"][0]["record"]
    assert main(["class-debrief", str(tmp_path / "class.json"), "--out", str(tmp_path)]) == 0
    assert (tmp_path / "class (2)").is_dir()


def test_matches_of_several_computers_become_one_class(tmp_path: Path) -> None:
    for number, one in enumerate(CLASS[:3], start=1):
        session = Session.from_record(one.record)
        for seat, name in enumerate(("Ben", "Ada", "Cem", "Dora", "Emil")[: len(one.people)]):
            session.rename(seat, name)
        seats = tuple(
            {"name": name, "look": seat, "level": "normal" if one.bots[seat] else ""}
            for seat, name in enumerate(session.names)
        )
        ended = ArchivedMatch(
            "sociable", session.record(), (), (0,) * session.players, seats, ended=1_790_000_000.0
        )
        (tmp_path / f"{number}.txt").write_text(match_as_text(ended), encoding="utf-8")
    paths = [str(tmp_path / f"{number}.txt") for number in (1, 2, 3)]
    command = ["class-debrief", *paths, "--out", str(tmp_path), "--title", "9b", "--names"]
    assert main(command) == 0
    book = ClassRecord.from_json((tmp_path / "class" / "class.json").read_text(encoding="utf-8"))
    assert (book.title, [one.number for one in book.sheets]) == ("9b", [1, 2, 3])
    assert [one.bots for one in book.sheets] == [one.bots for one in CLASS[:3]]
    found = rows((tmp_path / "class" / "hands.csv").read_bytes())
    assert {"Ben", "Ben (3)", "Ada", "Ada (2)"} <= {row["player"] for row in found}
    told, own = ClassReportData.of(book).story, ClassReportData.of(replace(BOOK, sheets=CLASS[:3])).story
    assert told.mobility == own.mobility
    assert told.people == own.people
    (tmp_path / "2.txt").write_text("no match")
    assert main(command) == 2


def test_records_of_several_classes_are_pooled_as_in_the_window(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = []
    for number in range(2):
        paths.append(tmp_path / f"{number}.json")
        book = replace(
            BOOK, title=f"9{'ab'[number]}", began=1.79e9 + number, sheets=CLASS[number : number + 2]
        )
        paths[-1].write_text(book.to_json(), encoding="utf-8")
    assert main(["class-debrief", *map(str, paths), "--out", str(tmp_path)]) == 0
    assert str(tmp_path / "classes") in capsys.readouterr().out
    found = rows((tmp_path / "classes" / "lessons.csv").read_bytes())
    assert [row["class"] for row in found if row["class"] != "all classes"][::2] == ["9a", "9b"]
    assert (tmp_path / "classes" / "lessons.html").is_file()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{}", "This is not a class record: it is not marked as one."),
        (ClassRecord("", 0.0, (sheet(4, "off", hands=0),)).to_json(), "There is nothing to report on"),
    ],
)
def test_unwritable_export_says_why(
    text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "class.json").write_text(text, encoding="utf-8")
    assert main(["class-debrief", str(tmp_path / "class.json"), "--out", str(tmp_path)]) == 2
    assert why in capsys.readouterr().err
    assert not (tmp_path / "class").exists()


def test_full_disk_leaves_no_partial_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    result = save(ClassExportOptions(BOOK, str(tmp_path), "full"))
    assert (result.folder, result.trouble) == (str(tmp_path), "no space left on device")
    assert list(tmp_path.iterdir()) == []


def test_damaged_record_is_reported_and_leaves_no_files(tmp_path: Path) -> None:
    first, *others = BOOK.sheets
    broken = replace(first, record=first.record.replace("play ", "play 2H ", 1))
    result = save(ClassExportOptions(replace(BOOK, sheets=(broken, *others)), str(tmp_path), "damaged"))
    assert result.folder == str(tmp_path)
    assert result.trouble
    assert list(tmp_path.iterdir()) == []
