"""Record of a class: the records of all tables' matches, the vote and the questions.

The report is computed from it alone. Votes are stored in sorted order, not as they came, so no vote can be
attributed. A record can also be made from matches that were played on several computers, a file for each
table (`gathered`).

Flow (the report of a class): a `ClassRecord` (`classroom/_class_record.py`: records, bots, the vote) >
`ClassStatistics` (`sociable/class_statistics.py`), which counts everything from a `HandObservation` for each
seat and hand, and computes chance exactly > `sociable/class_report/scene.py` shows it, and `files.py` next to
it writes it to files, both with the pages of `pages.py` there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from reprlib import repr as shown
from typing import Annotated, Any

from game.core.options import Value
from game.core.record import read_record, write_record
from game.core.schema import (
    Bad,
    dataclass_reader,
    ignore_errors,
    long_text,
    number,
    strict_list,
    text,
    to_json,
)
from game.match.persistence import read_match
from game.match.share_vote import is_vote
from game.store.archive import ArchivedMatch, Moment
from sockdrawer_classroom.classroom._class_plan import is_bot_name
from sockdrawer_classroom.classroom._questions import MAX_QUESTIONS, ClassQuestion, question

VERSION = 1
MAX_LENGTH = 4_000_000  # characters of a record; an evening of forty people has some 300,000
MAX_ROUNDS = 2  # rounds of a lesson; the rules can be swapped once
SHARE_COUNT = 3  # skill, luck and structure

Shares = tuple[int, int, int]  # one vote in %: skill, luck, structure, with sum 100
Name = Annotated[str, text]


def shares(raw: Any, where: str, _bad: Bad) -> Shares:
    """Vote in plain JSON as (skill, luck, structure) in %, sum 100. Raises `ValueError` if it is none."""
    if not isinstance(raw, list | tuple) or not is_vote(raw, SHARE_COUNT):
        raise ValueError(f"{where} is three shares of 100 together, not {shown(raw)}.")
    skill, luck, structure = raw
    return skill, luck, structure


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """Player of a seat from a ply on."""

    ply: Annotated[int, number(0, 10**6)]  # number of moves before
    seat: Annotated[int, number(0, 99)]
    name: Name
    bot: bool

    def renamed(self, old: str, new: str) -> SeatAssignment:
        """Return the assignment with name ``new`` if its name is ``old``; otherwise itself."""
        return replace(self, name=new) if self.name == old else self


Sittings = Annotated[tuple[SeatAssignment, ...], strict_list(dataclass_reader(SeatAssignment), 10**5)]


@dataclass(frozen=True, slots=True)
class TableRecord:
    """Match that was played at a table."""

    # table number from 1; a table with several matches has several records
    number: Annotated[int, number(1, 10**6)]
    record: Annotated[str, long_text]  # record of the match; its options are the rules of this table
    people: tuple[Name, ...]
    """Names by seat of those who sat there for most of the match, without duplicates. Empty if unknown."""
    bots: tuple[bool, ...]  # by seat, True for a bot
    sittings: Sittings = ()  # seat changes; empty if there were none
    round: Annotated[int, number(1, MAX_ROUNDS)] = 1  # in round 2 the rules are swapped

    def renamed(self, old: str, new: str) -> TableRecord:
        """Return the record with ``new`` for ``old`` in ``people`` and ``sittings``."""
        people = tuple(new if name == old else name for name in self.people)
        return replace(
            self, people=people, sittings=tuple(sitting.renamed(old, new) for sitting in self.sittings)
        )

    def with_numbers(self, numbers: Mapping[str, int]) -> TableRecord:
        """Return the record with numbers for people's names, "" for bots', and none in the match record."""
        labels = {name: str(number) for name, number in numbers.items()}
        return replace(
            self,
            record=write_record(replace(read_record(self.record), names=None)),
            people=tuple(
                "" if is_bot and name not in self.stood_in else labels.get(name, "")
                for name, is_bot in zip(self.people, self.bots, strict=True)
            ),
            sittings=tuple(replace(sitting, name=labels.get(sitting.name, "")) for sitting in self.sittings),
        )

    @property
    def stood_in(self) -> frozenset[str]:
        """Names of people for whom a bot has played while the chair was theirs."""
        return frozenset(
            sitting.name
            for sitting in self.sittings
            if sitting.bot and sitting.name and not is_bot_name(sitting.name)
        )

    @property
    def everybody(self) -> list[str]:
        """Names of people by their sittings in order of arrival, then by seat; may contain duplicates."""
        sittings = sorted(self.sittings, key=lambda sitting: sitting.ply)
        names = [sitting.name for sitting in sittings if not sitting.bot or sitting.name in self.stood_in]
        names += [name for name, is_bot in zip(self.people, self.bots, strict=True) if not is_bot]
        return [name for name in names if name]


Votes = Annotated[tuple[Shares, ...], strict_list(shares, 10**4)]


@dataclass(frozen=True, slots=True)
class VoteTotals:
    """Votes on what decided the results, before the charts and after them."""

    before: Votes = ()
    after: Votes = ()


@dataclass(frozen=True, slots=True)
class ClassRecord:
    """Record of one lesson."""

    title: Annotated[str, text]  # the teacher's name for it, such as ``Class 9b``
    began: Moment  # seconds since 1970
    sheets: Annotated[tuple[TableRecord, ...], strict_list(dataclass_reader(TableRecord), 10**4, 1)]
    vote: VoteTotals = VoteTotals()
    # questions to the class, with answers
    questions: Annotated[tuple[ClassQuestion, ...], strict_list(question, MAX_QUESTIONS)] = ()
    names_hidden: bool = True
    is_rehearsal: bool = False  # simulated players; such a record is not combined with others

    @property
    def numbers(self) -> dict[str, int]:
        """Number from 1 by name of each person who had a chair, table by table in order of arrival."""
        sheets = sorted(self.sheets, key=lambda sheet: sheet.number)
        names = dict.fromkeys(name for sheet in sheets for name in sheet.everybody)
        return {name: number for number, name in enumerate(names, start=1)}

    @property
    def nameless(self) -> ClassRecord:
        """Copy of the record with numbers for people's names, also in questions, as it is exported."""
        sheets = tuple(sheet.with_numbers(self.numbers) for sheet in self.sheets)
        questions = tuple(_replace_names(class_question, self.numbers) for class_question in self.questions)
        return replace(self, sheets=sheets, questions=questions, names_hidden=True)

    def to_json(self) -> str:
        """The record as JSON text, with its votes sorted."""
        vote = VoteTotals(tuple(sorted(self.vote.before)), tuple(sorted(self.vote.after)))
        data = {"class_book": VERSION, **to_json(replace(self, vote=vote))}
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> ClassRecord:
        """Return the record that `to_json` wrote. Raises `ValueError`, in one sentence, if it is none."""
        try:
            return _parse_record(text)
        except ValueError as error:
            raise ValueError(f"This is not a class record: {str(error).rstrip('.')}.") from error


@dataclass(frozen=True, slots=True)
class ClassRecordInfo:
    """Summary of a saved class record, for a list."""

    path: Path
    game: str
    title: str
    began: float
    tables: int
    people: int
    rules: tuple[Mapping[str, Value], ...]  # options of its tables, without duplicates
    moves: int  # total number of moves; of two records of one lesson, the later one has more

    @classmethod
    def of(cls, path: Path, class_record: ClassRecord) -> ClassRecordInfo:
        """Return the summary of a class record that is saved at ``path``."""
        records = [read_record(sheet.record) for sheet in class_record.sheets]
        rules: list[Mapping[str, Value]] = []
        for match_record in records:
            if dict(match_record.options) not in rules:
                rules.append(dict(match_record.options))
        tables = len({sheet.number for sheet in class_record.sheets})
        people = len(class_record.numbers) or sum(
            not bot for sheet in class_record.sheets for bot in sheet.bots
        )
        return cls(
            path, records[0].game, class_record.title, class_record.began, tables, people, tuple(rules),
            sum(len(match_record.moves) for match_record in records),
        )  # fmt: skip

    def is_of(self, other: ClassRecordInfo) -> bool:
        """True if both have the same game, beginning and number of tables, so are of one lesson."""
        return self.began == other.began and self.tables == other.tables and self.game == other.game


def _replace_names(class_question: ClassQuestion, numbers: Mapping[str, int]) -> ClassQuestion:
    """Return a question, which a teacher may have typed, with numbers for people's names."""
    names = sorted((name for name in numbers if name), key=len, reverse=True)
    if not names:
        return class_question
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")

    def replace_in(sentence: str) -> str:
        """Return a sentence with numbers for people's names."""
        return pattern.sub(lambda match: str(numbers[match[0]]), sentence)

    return replace(
        class_question,
        words=replace_in(class_question.words),
        answers=tuple(map(replace_in, class_question.answers)),
    )


def _parse_record(text: str) -> ClassRecord:
    """Parse and check the JSON text of a class record. Raises `ValueError` if it is none."""
    if len(text) > MAX_LENGTH:
        raise ValueError("it is far too long")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("its text is not JSON") from None
    if not isinstance(data, dict) or "class_book" not in data:
        raise ValueError("it is not marked as one")
    if data["class_book"] != VERSION or type(data["class_book"]) is not int:
        raise ValueError(f"its version is {shown(data['class_book'])}, but only {VERSION} can be read")
    class_record: ClassRecord = dataclass_reader(ClassRecord)(data, "", ignore_errors)
    for position, sheet in enumerate(class_record.sheets, start=1):
        try:
            players = read_record(sheet.record).players
        except ValueError as error:
            raise ValueError(f"sheets.{position}.record is broken ({str(error).rstrip('.')})") from error
        seats = {players, len(sheet.people), len(sheet.bots)}
        if len(seats) > 1 or any(sitting.seat >= players for sitting in sheet.sittings):
            raise ValueError(f"sheets.{position} has a record of {players} seats, but other people or bots")
    return class_record


def record_from_files(paths: Sequence[Path], title: str = "") -> ClassRecord:
    """Class record of saved matches, a table each, in this order. Raises `OSError` or `ValueError`.

    A `ValueError` names the file that holds no match.
    """
    matches = []
    for path in paths:
        try:
            matches.append(read_match(path))
        except ValueError as error:
            raise ValueError(f"{path.name}: {error}") from error
    return book_of(matches, title)


def book_of(matches: Sequence[ArchivedMatch], title: str = "") -> ClassRecord:
    """Class record of matches, a table each from 1. A name of an earlier table gets this table's number."""
    used_names: set[str] = set()
    sheets = []
    for table_number, match in enumerate(matches, start=1):
        names = [str(seat.get("name", "")) for seat in match.seats]
        # Equal names at different tables are different people.
        people = tuple(f"{name} ({table_number})" if name in used_names else name for name in names)
        used_names.update(people)
        bots = tuple(bool(seat.get("level")) for seat in match.seats)
        sheets.append(TableRecord(table_number, match.record, people, bots))
    began = min((match.ended - match.seconds for match in matches), default=0.0)
    return ClassRecord(title, max(0.0, began), tuple(sheets))
