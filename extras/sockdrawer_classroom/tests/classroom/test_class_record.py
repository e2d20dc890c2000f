"""Class records survive JSON; any other text is refused in one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.session import Session
from sockdrawer_classroom.classroom import ClassRecord, TableRecord
from sockdrawer_classroom.classroom._class_record import SeatAssignment, VoteTotals
from tests.matches import random_plies

NAMES = ("Ann", 'Bo "the\nsock"', "Çelik", "", "陳")


def sheet(number: int = 1, *, plies: int = 60) -> TableRecord:
    session = Session.new("sociable", seed=number, names=NAMES)
    for _move in random_plies(session, number, plies):
        pass
    return TableRecord(number, session.record(), NAMES, (False, False, False, True, False))


CAME = (SeatAssignment(20, 4, "Zoë", bot=False), SeatAssignment(30, 4, "Bot Kofi", bot=True))
BOOK = ClassRecord(
    "Class 9b", 1_790_000_000.5, (replace(sheet(1), sittings=CAME), sheet(4), sheet(4, plies=90)),
    VoteTotals(((100, 0, 0), (20, 30, 50)), ((0, 0, 100),)), names_hidden=False,
)  # fmt: skip


def test_class_record_survives_saving() -> None:
    ordered = replace(BOOK, vote=replace(BOOK.vote, before=tuple(sorted(BOOK.vote.before))))
    assert ClassRecord.from_json(BOOK.to_json()) == ordered


shares = st.integers(0, 100).flatmap(
    lambda skill: st.integers(0, 100 - skill).map(lambda luck: (skill, luck, 100 - skill - luck))
)


@given(st.lists(shares, max_size=40), st.randoms(use_true_random=False))
def test_file_hides_the_order_of_votes(votes: list[tuple[int, int, int]], random: Random) -> None:
    book = replace(BOOK, vote=VoteTotals(tuple(votes), tuple(votes)))
    random.shuffle(votes)
    again = replace(BOOK, vote=VoteTotals(tuple(votes), tuple(votes)))
    assert book.to_json() == again.to_json()


def test_class_record_without_names_contains_no_name() -> None:
    text = BOOK.nameless.to_json()
    assert not [name for name in ("Ann", "the\\nsock", "Bo", "Çelik", "陳") if name in text]
    book = ClassRecord.from_json(text)
    assert book.names_hidden
    assert book.sheets[0].people == ("2", "3", "4", "", "5")
    assert [one.name for one in book.sheets[0].sittings] == ["1", ""]
    assert BOOK.numbers == {name: n for n, name in enumerate(("Zoë", *NAMES[:3], NAMES[4]), 1)}
    played = [Session.from_record(each.sheets[0].record).observe(None) for each in (book, BOOK)]
    assert played[0] == played[1]


BROKEN: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda data: data.pop("class_book"), "it is not marked as one"),
    (lambda data: data.update(class_book=2), "its version is 2, but only 1 can be read"),
    (lambda data: data.update(title=9), "title is a text"),
    (lambda data: data.update(began="today"), "began is a number from 0"),
    (lambda data: data.update(began=float("inf")), "began is a number from 0"),
    (lambda data: data.update(began=10**400), "began is a number from 0"),
    (lambda data: data.update(names_hidden=1), "names_hidden is true or false"),
    (lambda data: data.update(sheets=[]), "sheets is a list of 1 to"),
    (lambda data: data["sheets"].append(3), "sheets.4 is a table of number"),
    (lambda data: data["sheets"][1].update(sittings=[1]), "sheets.2.sittings.1 is a table of ply"),
    (lambda data: data["sheets"][0]["sittings"][0].update(seat=5), "sheets.1 has a record of 5 seats"),
    (lambda data: data["sheets"][1].update(number=0), "sheets.2.number is a whole number from 1"),
    (lambda data: data["sheets"][0].update(record="played"), "sheets.1.record is broken"),
    (lambda data: data["sheets"][0]["people"].pop(), "sheets.1 has a record of 5 seats, but other people"),
    (lambda data: data["sheets"][0].update(bots=[0] * 5), "sheets.1.bots.1 is true or false"),
    (lambda data: data.update(vote=None), "vote is a table of before, after"),
    (lambda data: data["vote"]["after"].append([50, 50, 1]), "vote.after.2 is three shares of 100"),
]  # fmt: skip


@pytest.mark.parametrize(("harm", "why"), BROKEN, ids=[why for _harm, why in BROKEN])
def test_invalid_class_record_is_refused_in_one_sentence(
    harm: Callable[[dict[str, Any]], object], why: str
) -> None:
    data = json.loads(BOOK.to_json())
    harm(data)
    with pytest.raises(ValueError, match=r"^This is not a class record: ") as told:
        ClassRecord.from_json(json.dumps(data))
    assert why in str(told.value)
    assert str(told.value).endswith(".")
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, BOOK.to_json()[:-40]])
def test_other_text_is_no_class_record(text: str) -> None:
    with pytest.raises(ValueError, match=r"^This is not a class record: .*[.]$"):
        ClassRecord.from_json(text)
