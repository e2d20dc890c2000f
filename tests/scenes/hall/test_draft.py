"""A lesson in the making, without a window."""

from __future__ import annotations

import pytest

from game.match.hall.plan import HallPlan
from game.scenes.hall.draft import Draft, read_names


def test_a_list_is_read_however_it_was_written() -> None:
    assert read_names("1. Ayla\n2. Ben\n\n  Chiara ; David\tEmre,Ayla") == (
        "Ayla",
        "Ben",
        "Chiara",
        "David",
        "Emre",
    )
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
