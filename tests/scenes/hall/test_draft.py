"""A lesson in the making, without a window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.match.hall import HallPlan, TablePlan
from game.scenes.hall.prepare import Draft, names_in, read_names, read_words


def test_a_list_is_read_however_it_was_written() -> None:
    assert read_names("1. Ayla\n2. Ben\n\n  Chiara ; David\tEmre,Ayla") == (
        "Ayla",
        "Ben",
        "Chiara",
        "David",
        "Emre",
        "Ayla 2",
    ), "two of a name are two pupils"
    assert len(read_names("\n".join(f"Name {n}" for n in range(99)))) == 40
    assert read_names(" \n,;") == ()


def test_six_tables_of_five_are_offered_first() -> None:
    draft = Draft.of("sociable", {"exchange": "on", "target": 21})
    assert (draft.tables, draft.players, draft.seats) == (6, 5, 30)
    assert draft.plan().tables[0].options == {"target": 21}


def test_half_of_the_tables_play_by_another_rule() -> None:
    plan = Draft.of("sociable").all_ruled((0, 1)).plan()
    assert [dict(table.options) for table in plan.tables] == [{}, {"exchange": "off"}] * 3
    assert Draft.from_plan(plan).plan() == plan


def test_tables_come_with_the_names_and_never_more_than_have_room() -> None:
    names = tuple(f"N{n}" for n in range(33))
    assert Draft.of("sociable").with_names(names).tables == 7
    draft = Draft.of("sociable").with_names(tuple(f"N{n}" for n in range(40)))
    assert (draft.tables, len(draft.plan().names)) == (8, 40)


@pytest.mark.parametrize("game", ["socki", "rockit", "socker", "city"])
def test_every_game_can_be_prepared(game: str) -> None:
    plan = Draft.of(game).plan()
    assert plan.game == game
    assert HallPlan.recalled(plan.kept()) == plan


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_list_is_read_as_office_programs_write_it(tmp_path: Path, code: str) -> None:
    path = tmp_path / "class.csv"
    path.write_bytes("Zoë;Jürgen\r\nRené".encode(code))
    assert names_in(path) == ("Zoë", "Jürgen", "René")


def test_a_lesson_that_is_opened_loses_nothing() -> None:
    tables = TablePlan(4), TablePlan(5), TablePlan(5, {"exchange": "off"})
    plan = HallPlan("sociable", tables, "9b", hints="off", minutes=20, unwanted=("noodle",))
    draft = Draft.from_plan(plan)
    assert draft.plan() == plan
    assert draft.seats == 14
    assert [one.players for one in replace(draft, tables=5).fitted().plan().tables] == [4, 5, 5, 4, 4]
    assert draft.with_names(tuple(f"N{n}" for n in range(15))).tables == 4


def test_words_that_no_name_may_have() -> None:
    assert read_words(" noodle, Spud;x noodle ") == ("noodle", "Spud")
