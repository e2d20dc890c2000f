"""Readers of class files and of the teacher's page refuse wrong input and read what they wrote."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sockdrawer_classroom.classroom import ClassPhase, ClassPlan, ClassRecord, Tournament
from sockdrawer_classroom.classroom._class_record import TableRecord
from sockdrawer_classroom.classroom._classroom import SavedClassroom
from sockdrawer_classroom.classroom._table import SavedClassTable, SavedTableMatch
from sockdrawer_classroom.classroom._teacher_commands import COMMANDS, SavedDesk, parse_command
from sockdrawer_classroom.tests.classroom.test_desk import AtDesk
from tests.sampling import sample_size
from tests.test_readers import ANYTHING, check_reader, guess

KINDS: tuple[Any, ...] = (
    ClassRecord,
    Tournament,
    ClassPlan,
    SavedDesk,
    SavedClassroom,
    SavedTableMatch,
    SavedClassTable,
    TableRecord,
    *COMMANDS.values(),
)
"""Types that are read as tables of fields."""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@settings(max_examples=sample_size(6, 1000), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_typed_reader_refuses_or_round_trips(kind: type, data: st.DataObject) -> None:
    check_reader(kind, data.draw(ANYTHING | guess(kind)))


TEXTS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("book", ClassRecord.from_json),
    ("wish", lambda text: parse_command(json.loads(text))),
)


@pytest.mark.parametrize("read_text", [one for _name, one in TEXTS], ids=[name for name, _one in TEXTS])
@settings(max_examples=sample_size(12, 2000), deadline=None)
@given(data=st.data())
def test_text_reader_accepts_or_refuses(read_text: Callable[[str], object], data: st.DataObject) -> None:
    kinds = ClassRecord, *COMMANDS.values()
    try:
        read_text(json.dumps(data.draw(ANYTHING | st.one_of(*map(guess, kinds)))))
    except ValueError as refusal:
        assert str(refusal)


@settings(max_examples=sample_size(10, 300), deadline=None)
@given(
    hall=guess(SavedClassroom) | ANYTHING,
    table=guess(SavedClassTable) | ANYTHING,
    desk=guess(SavedDesk) | ANYTHING,
)
def test_lesson_with_any_content_can_be_resumed(hall: object, table: object, desk: object) -> None:
    made = AtDesk()
    rest = {**hall, "beside": {"desk": desk}} if isinstance(hall, dict) else hall
    kept = {"hall": rest, "table1": table}
    made.hall.restore_state(kept)
    made.desk.restore_state(kept)
    made.desk.snapshot(1e9).to_json()
    assert ClassRecord.from_json(made.desk.book().to_json()).sheets or made.hall.phase is ClassPhase.GATHERING
