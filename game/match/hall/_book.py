"""The book of a class: every table's match as its record, and the vote.

All that a debrief shows comes from it. Nobody can tell whose vote is which: in a file votes stand in the
order of their shares, not as they came. A book can also be made of matches that were played on several
computers, a file for each table (`gathered`).

How it goes through the house (a class looked back at): a `ClassBook` (`match/hall/_book.py`: records, who
was a bot, the vote) > `ClassStory` (SOCiable's `debrief/pooled.py`), which counts everything from a `Row`
for each seat and hand; chance is worked out exactly (`debrief/pooled.py`) > `screen/class_debrief/scene.py`
shows it, `files.py` beside it writes it into files, both by the pages of `pages.py` there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from game.core.record import read_record, write_record
from game.match.ballot import is_vote
from game.match.hall._plan import is_bot_name
from game.match.hall._table import Sitting
from game.match.saving import read_match
from game.store.archive import LATEST, Ended

VERSION = 1
LARGEST = 40_000_000
"""Letters of a book; a longer text is none."""
SHARES = 3
"""Skill, luck and structure."""

Shares = tuple[int, int, int]
"""One vote, in hundredths: skill, luck, structure; 100 together."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One match that was played at a table."""

    number: int
    """What stands on the table, from 1; one that has played several matches has several sheets."""
    record: str
    """The match as it was played so far; its options are the rules of this table."""
    people: tuple[str, ...]
    """The names by seat, at the end; nobody shares one with somebody else. An empty one is not known."""
    bots: tuple[bool, ...]
    """By seat, whether a computer player sits there at the end."""
    sittings: tuple[Sitting, ...] = ()
    """Who sat down when; empty where nobody came or went."""

    def named(self, numbers: Mapping[str, int]) -> Sheet:
        """The same with numbers for names, and none in the record; computer players have neither."""
        called = {name: str(number) for name, number in numbers.items()}
        return replace(
            self,
            record=write_record(replace(read_record(self.record), names=None)),
            people=tuple(
                "" if is_bot and name not in self.stood_in else called.get(name, "")
                for name, is_bot in zip(self.people, self.bots, strict=True)
            ),
            sittings=tuple(replace(one, name=called.get(one.name, "")) for one in self.sittings),
        )

    @property
    def stood_in(self) -> frozenset[str]:
        """The names of people for whom a computer player has played; the chair was theirs all the time."""
        return frozenset(
            one.name for one in self.sittings if one.bot and one.name and not is_bot_name(one.name)
        )

    @property
    def everybody(self) -> list[str]:
        """The names of all people who ever had a chair there, as they came; some may stand there twice."""
        came = sorted(self.sittings, key=lambda one: one.ply)
        found = [one.name for one in came if not one.bot or one.name in self.stood_in]
        found += [name for name, is_bot in zip(self.people, self.bots, strict=True) if not is_bot]
        return [name for name in found if name]


@dataclass(frozen=True, slots=True)
class Vote:
    """What everybody thinks decided the places, asked before the charts and again after them."""

    before: tuple[Shares, ...] = ()
    after: tuple[Shares, ...] = ()


@dataclass(frozen=True, slots=True)
class ClassBook:
    """One lesson."""

    title: str
    """As the teacher calls it, such as ``Class 9b``."""
    began: float
    """When, in seconds since 1970."""
    sheets: tuple[Sheet, ...]
    vote: Vote = Vote()
    names_hidden: bool = True

    @property
    def numbers(self) -> dict[str, int]:
        """A number for everybody who ever sat anywhere, from 1, table by table as they came."""
        every = sorted(self.sheets, key=lambda sheet: sheet.number)
        names = dict.fromkeys(name for sheet in every for name in sheet.everybody)
        return {name: number for number, name in enumerate(names, start=1)}

    @property
    def nameless(self) -> ClassBook:
        """The same with a number for every name, as it leaves the room."""
        sheets = tuple(sheet.named(self.numbers) for sheet in self.sheets)
        return replace(self, sheets=sheets, names_hidden=True)

    def to_json(self) -> str:
        data = {
            "class_book": VERSION,
            "title": self.title,
            "began": self.began,
            "names_hidden": self.names_hidden,
            "vote": {"before": sorted(self.vote.before), "after": sorted(self.vote.after)},
            "sheets": [
                {
                    "number": sheet.number,
                    "people": list(sheet.people),
                    "bots": list(sheet.bots),
                    "sittings": [asdict(one) for one in sheet.sittings],
                    "record": sheet.record,
                }
                for sheet in self.sheets
            ],
        }
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> ClassBook:
        """Read what `to_json` wrote.

        Raises:
            ValueError: it is no book of a class; the message is one sentence that says why.
        """
        try:
            return _book(_data(text))
        except _BadBookError as error:
            raise ValueError(f"This is no book of a class: {error}.") from error


class _BadBookError(Exception):
    """Why a text is no book, as the end of a sentence."""


def _data(text: str) -> Mapping[str, Any]:
    if len(text) > LARGEST:
        raise _BadBookError("it is far too long")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _BadBookError("its text is not JSON") from error
    if not isinstance(data, dict) or "class_book" not in data:
        raise _BadBookError("it does not say that it is one")
    if data["class_book"] != VERSION or type(data["class_book"]) is not int:
        raise _BadBookError(f"it is of version {str(data['class_book'])[:20]}, and {VERSION} can be read")
    return data


def _book(data: Mapping[str, Any]) -> ClassBook:
    began: Any = data.get("began")
    if type(began) not in (int, float) or not 0 <= began < LATEST:
        raise _BadBookError("it does not say when the lesson began")
    sheets = data.get("sheets")
    if not isinstance(sheets, list) or not sheets:
        raise _BadBookError("it has no sheets")
    read = tuple(_sheet(sheet, place) for place, sheet in enumerate(sheets, start=1))
    vote = _is(data.get("vote"), dict, "it has no vote")
    return ClassBook(
        title=_is(data.get("title"), str, "it has no title"),
        began=float(began),
        sheets=read,
        vote=Vote(_votes(vote.get("before"), "before"), _votes(vote.get("after"), "after")),
        names_hidden=_is(data.get("names_hidden"), bool, "it does not say whether names are hidden"),
    )


def _sheet(data: object, place: int) -> Sheet:
    where = f"sheet {place} of it"
    if not isinstance(data, dict):
        raise _BadBookError(f"{where} is none")
    number = _is(data.get("number"), int, f"{where} has no number")
    if number < 1:
        raise _BadBookError(f"{where} has the number {number}")
    record = _is(data.get("record"), str, f"{where} has no record")
    try:
        players = read_record(record).players
    except ValueError as error:
        raise _BadBookError(f"the record of {where} is broken ({str(error).rstrip('.')})") from error
    people, bots = _row(data, "people", str, where), _row(data, "bots", bool, where)
    if not len(people) == len(bots) == players:
        raise _BadBookError(
            f"{where} has {players} seats, {len(people)} names and {len(bots)} marks for bots"
        )
    return Sheet(number, record, people, bots, _sittings(data.get("sittings", []), players, where))


def _sittings(data: object, players: int, where: str) -> tuple[Sitting, ...]:
    fault = f"who sat down at {where} when is broken"
    if not isinstance(data, list):
        raise _BadBookError(fault)
    found = []
    for one in data:
        if not isinstance(one, dict) or one.keys() != {"ply", "seat", "name", "bot"}:
            raise _BadBookError(fault)
        ply, seat = _is(one["ply"], int, fault), _is(one["seat"], int, fault)
        if ply < 0 or not 0 <= seat < players:
            raise _BadBookError(fault)
        found.append(Sitting(ply, seat, _is(one["name"], str, fault), _is(one["bot"], bool, fault)))
    return tuple(found)


def _row(data: Mapping[str, Any], name: str, kind: type, where: str) -> tuple[Any, ...]:
    row = _is(data.get(name), list, f"{where} has no list of {name}")
    if any(type(one) is not kind for one in row):
        raise _BadBookError(f"the list of {name} of {where} is broken")
    return tuple(row)


def _votes(data: object, name: str) -> tuple[Shares, ...]:
    votes = _is(data, list, f"it has no votes {name} the charts")
    if any(not isinstance(vote, list) or not is_vote(vote, SHARES) for vote in votes):
        raise _BadBookError(f"a vote {name} the charts is not three shares of 100 together")
    return tuple(sorted(map(tuple, votes)))


def _is(value: Any, kind: type, fault: str) -> Any:
    if type(value) is not kind:
        raise _BadBookError(fault)
    return value


def gathered(paths: Sequence[Path], title: str = "") -> ClassBook:
    """The book of matches that were saved as text, each at a table of its own, in this order.

    Raises:
        OSError: a file cannot be read.
        ValueError: there is no match in one of them; the message names the file.
    """
    matches = []
    for path in paths:
        try:
            matches.append(read_match(path))
        except ValueError as error:
            raise ValueError(f"{path.name}: {error}") from error
    return book_of(matches, title)


def book_of(matches: Sequence[Ended], title: str = "") -> ClassBook:
    """The book of matches, the first at table 1."""
    seen: set[str] = set()
    sheets = []
    for number, match in enumerate(matches, start=1):
        names = [str(seat.get("name", "")) for seat in match.seats]
        # Two of one name at different tables are two people.
        people = tuple(f"{name} ({number})" if name in seen else name for name in names)
        seen.update(people)
        bots = tuple(bool(seat.get("level")) for seat in match.seats)
        sheets.append(Sheet(number, match.record, people, bots))
    began = min((match.ended - match.seconds for match in matches), default=0.0)
    return ClassBook(title, max(0.0, began), tuple(sheets))
