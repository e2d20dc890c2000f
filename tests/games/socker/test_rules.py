"""Rules that only Socker has: pitches, chance, stuck sides, dawdling, and text."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from game.core.game import Event, Layout, LayoutError
from game.core.rng import SeededRng
from game.core.session import Session
from game.games.socker import INFO
from game.games.socker.rules import open_turn, opening
from game.games.socker.rules.pitch import STANDARD_PITCH, neighbours, pitch_of, read_space, space_text
from game.games.socker.rules.state import SockerOptions
from tests.games.socker.boards import field, placed, start
from tests.matches import code, fields


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def at(session: Session, letter: str) -> list[str]:
    """Return the spaces with a letter, highest row first."""
    found = []
    for row, line in zip(range(11, 0, -1), fields(session)["field"].split("/"), strict=True):
        column = 0
        for cell in line:
            if cell.isdigit():
                column += int(cell)
            else:
                found += [f"{'abcdefghi'[column]}{row}"] if cell == letter else []
                column += 1
    return found


def test_two_stuck_sides_lead_to_a_new_set_up() -> None:
    """If no side can ever move, passes repeat the position until the leg is void."""
    state = opening(
        SockerOptions.of(pitch_of(STANDARD_PITCH), 0, INFO.read_options({"repeat_limit": 2}, 2))
    ).state
    events: list[Event] = []
    state = open_turn(state, 0, events)
    assert kinds(tuple(events)) == ["turn", "pass"] * 4 + ["void", "toss", "setup"]
    assert (state.phase, state.turns) == ("place", 4)


def test_both_sides_start_sudden_death() -> None:
    starters = set()
    for seed in range(20):
        session = start("R e3 B b8 o e5", "turns=39 left=1", {"win": "turns"}, seed)
        session.play("move e3 e4")
        starters.add(session.to_move)
    assert starters == {0, 1}


@pytest.mark.parametrize("sockers", [2, 3, 4, 5])
def test_socker_count_follows_its_option(sockers: int) -> None:
    session = Session.new("socker", seed=0, options={"sockers": sockers})
    placed(session)
    assert len(session.log) == 2 * sockers
    with pytest.raises(ValueError, match=f"at most {sockers}"):
        start("R b2 b3 b4 b5 b6 b7 B c9 o e6", options={"sockers": sockers})


def layout(cells: str) -> Layout:
    return Layout("socker", (("cells", cells),))


SMALL = "/".join(["oo111oo", *["offfffo"] * 7, "oo222oo"])


def test_small_pitch_with_narrow_goals_works() -> None:
    session = Session.new("socker", seed=0, layout=layout(SMALL))
    seen = session.observe(None)
    assert (seen["columns"], seen["rows"], seen["cells"][0]) == (7, 9, "oo111oo")
    assert seen["field"] == field("o d5", 7, 9)
    again = Session.from_record(session.record())
    assert again.position() == session.position()


@pytest.mark.parametrize(("kick", "ball"), [("kick c7 c8", None), ("kick c7 b8", "d8"), ("kick d7 c8", "d8")])
def test_ball_beside_a_narrow_goal_is_out(kick: str, ball: str | None) -> None:
    actor, target = kick.split()[1:]
    line = f"field={field(f'R {actor} B b5 o {target}', 7, 9)}"
    session = Session.from_position("socker", line, layout=layout(SMALL))
    events = session.play(kick)
    if ball is None:
        assert fields(session)["score"] == "1/0"
    else:
        assert (events[1].kind, events[1].data["row"], events[1].data["to"]) == ("out", 8, ball)


def test_two_digits_of_empty_spaces_are_read() -> None:
    wide = "/".join(["1" * 15, *["o" + "f" * 13 + "o"] * 9, "2" * 15])
    session = Session.new("socker", seed=0, layout=layout(wide))
    assert fields(session)["field"].startswith("15/15/")
    again = Session.from_position("socker", session.position(), layout=layout(wide))
    assert again.position() == session.position()


def test_standard_cells_are_the_standard_pitch() -> None:
    assert (
        Session.new("socker", seed=0, layout=layout(STANDARD_PITCH)).position()
        == Session.new("socker", seed=0).position()
    )


ROWS = STANDARD_PITCH.split("/")


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("-", "odd number of rows"),
        ("/".join(ROWS[:5] + ROWS[6:]), "odd number of rows (7–21), not 10"),
        ("/".join(row[1:] for row in ROWS), "odd number of columns (5–15), not 8"),
        ("/".join([*ROWS[:3], "offfffo", *ROWS[4:]]), "row 8 has 7 cells"),
        ("/".join([*ROWS[:3], "offffffoo", *ROWS[4:]]), "row 8 is “offffffoo”"),
        ("/".join([*ROWS[:3], "offfofffo", *ROWS[4:]]), "row 8"),
        ("/".join([*ROWS[:3], "offfxfffo", *ROWS[4:]]), "row 8"),
        ("/".join([*ROWS[:3], "ooooooooo", *ROWS[4:]]), "row 8"),
        ("/".join([*ROWS[:3], "oooofoooo", *ROWS[4:]]), "row 8 has 1 field cells; it needs 3"),
        ("/".join([*ROWS[:3], "oofffffoo", *ROWS[4:]]), "two halves differ"),
        ("/".join(["222222222", *ROWS[1:]]), "row 11"),
        ("/".join(["o1111111o", *ROWS[1:]]), "two halves differ"),
        ("/".join(["11111", *["offfo"] * 5, "22222"]), "5 field spaces away from the ball, not 3"),
    ],
)
def test_broken_pitches_are_refused(cells: str, reason: str) -> None:
    with pytest.raises(LayoutError, match=re.escape(reason)) as refused:
        Session.new("socker", seed=0, layout=layout(cells))
    assert refused.value.layer == "cells"
    assert refused.value.reason.endswith(".")


def test_position_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="9 rows"):
        Session.from_position("socker", f"field={field('R e5 o e6')}", layout=layout(SMALL))


# A handicap in Socker: one side starts a goal ahead, or plays with one socker fewer.


FEWER = {"handicap": "second", "handicap_is": "socker_fewer"}


def new(options: dict[str, Any], seed: int = 0) -> Session:
    return Session.new("socker", seed=seed, options=options)


def told(session: Session, kind: str) -> list[dict[str, Any]]:
    return [dict(event.data) for event in session.opening if event.kind == kind]


def sides(session: Session) -> dict[str, int]:
    return {letter: fields(session)["field"].upper().count(letter) for letter in "RB"}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("seat", "teams"), [("first", {"R": 4, "B": 5}), ("second", {"R": 5, "B": 4})])
def test_four_can_play_against_five(seat: str, teams: dict[str, int], seed: int) -> None:
    """With either side placing first."""
    session = new({"handicap": seat, "handicap_is": "socker_fewer"}, seed)
    assert told(session, "setup") == [{"sockers": 5, "sudden_death": False}]
    starter = session.to_move
    placed(session)
    assert sides(session) == teams
    assert (session.to_move, fields(session)["phase"]) == (starter, "play")
    assert session.log[0][0] == starter


def test_positions_keep_the_sockers_of_each_side() -> None:
    """Four of the second side end its set-up; a fifth is one too many; every set-up is a fixed point."""
    with pytest.raises(ValueError, match="5 sockers B and b; that side has at most 4"):
        Session.from_position("socker", f"field={field('R e3 B b8 c8 d8 e8 f8 o e5')}", options=FEWER)
    session = new(FEWER, seed=1)
    while fields(session)["phase"] == "place":
        again = Session.from_position("socker", session.position(), options=FEWER)
        assert again.position() == session.position()
        assert again.moves() == session.moves()
        session.play(session.moves()[0])
    assert code(session, "place d4") is not None


def test_spaces_of_the_pitch_are_listed() -> None:
    assert [space_text(0, 1), space_text(8, 11)] == ["a1", "i11"]
    assert read_space("i11") == (8, 11)
    assert set(neighbours(0, 1, 9, 11)) == {(0, 2), (1, 1), (1, 2)}
    assert len(list(neighbours(4, 5, 9, 11))) == 8


# A leg without progress is void (RULES.md, Socker A18): the counting, and what players see of it.


FAR = "R c3 d3 B c9 d9"  # two sockers a side that need not come near the ball


def wander(session: Session, turns: int, number: int = 0) -> tuple[Event, ...]:
    """Play ``turns`` turns of random steps, without kicks; return the events of the last one."""
    events: tuple[Event, ...] = ()
    chance = SeededRng("wander", number)
    for _ in range(turns):
        steps = [move for move in session.moves() if move.startswith("move")]
        session.play(chance.pick(steps))
        events = session.play("end")
    return events


@pytest.mark.parametrize("most", [10, 30])
def test_leg_is_void_after_the_limit_of_turns_without_progress(most: int) -> None:
    session = start(f"{FAR} o e6", "score=1/2 turns=4", {"dawdle": most, "repeat_limit": 50})
    assert "void" not in kinds(wander(session, most - 1))
    events = wander(session, 1, 1)
    assert kinds(events)[-3:] == ["void", "toss", "setup"]
    assert dict(events[-3].data) == {"turns": most}
    assert dict(events[-2].data) == {"cause": "dawdle", "turns": most}
    now = fields(session)
    assert (now["phase"], now["score"], now["turns"]) == ("place", "1/2", str(4 + most))


def test_progress_limit_is_the_default_and_can_be_off() -> None:
    assert Session.new("socker", seed=1).options["dawdle"] == 30
    session = start(f"{FAR} o e6", options={"dawdle": 0, "repeat_limit": 50})
    events = wander(session, 120)
    assert fields(session)["phase"] == "play"
    assert "void" not in kinds(events)
    for wrong in (5, 9, 101, -1):
        with pytest.raises(ValueError, match="0 or a whole number from 10 to 100"):
            Session.new("socker", options={"dawdle": wrong})


@pytest.mark.parametrize("number", range(3))
def test_walking_without_kicks_leads_to_new_set_ups(number: int) -> None:
    """Leg after leg from the first set-up on: none has more than thirty turns."""
    session = Session.new("socker", seed=number)
    chance, turns, voids = SeededRng("walkers", number), 0, 0
    for _ in range(900):
        moves = [move for move in session.moves() if not move.startswith(("kick", "sock"))]
        events = session.play(chance.pick(moves))
        turns = 0 if "setup" in kinds(events) else turns + ("turn" in kinds(events))
        voids += "void" in kinds(events)
        assert turns <= 31
    assert voids >= 5


def test_disabled_limits_are_not_shown() -> None:
    """Both where dawdling is allowed, and once the match is over."""
    over = start("R e9 B b5 o e10", "still=7", {"goals": 1})
    over.play("kick e9 e10")
    for session in (over, start(f"{FAR} o e6", options={"dawdle": 0})):
        assert not {"still", "near"} & set(session.observe(None))
        again = Session.from_position("socker", session.position(), options=session.options)
        assert again.observe(None) == session.observe(None)


def test_progress_limit_applies_in_sudden_death() -> None:
    session = start(
        f"{FAR} o e6", "turns=40 score=1/1", {"win": "turns", "turns": 40, "dawdle": 10, "repeat_limit": 50}
    )
    events = wander(session, 10)
    assert kinds(events)[-3:] == ["void", "toss", "setup"]
    assert events[-1].data["sudden_death"] is True


def test_players_are_warned_five_turns_before_the_limit() -> None:
    session = start(f"{FAR} o e6", options={"dawdle": 10, "repeat_limit": 50})
    assert "dawdle" not in kinds(wander(session, 4))
    events = wander(session, 1, 7)
    assert next(event.data["left"] for event in events if event.kind == "dawdle") == 5
    assert "dawdle" not in kinds(wander(session, 4, 8))


def test_position_contains_only_unusual_counters() -> None:
    session = start(f"{FAR} o e6")
    assert not {"still", "near"} & set(fields(session))
    wander(session, 3)
    assert fields(session)["still"] == "4"
    again = Session.from_position("socker", session.position())
    assert again.position() == session.position()
    assert again.observe(None) == session.observe(None)
    off = start(f"{FAR} o e6", options={"dawdle": 0})
    wander(off, 3)
    assert not {"still", "near"} & set(fields(off))


def test_leg_is_shown_if_extra_time_counts_it() -> None:
    """A new set-up starts the count again."""
    session = start(f"{FAR} o e6", "leg=15", {"extra_time": 10, "dawdle": 10, "repeat_limit": 50})
    wander(session, 3)
    assert (fields(session)["leg"], session.observe(None)["leg"]) == ("18", 18)
    again = Session.from_position("socker", session.position(), options=session.options)
    assert again.observe(None) == session.observe(None)
    wander(session, 7, 1)
    assert fields(session)["phase"] == "place"
    assert session.observe(None)["leg"] == 0
    assert "leg" not in start(f"{FAR} o e6", "leg=15").observe(None)


def test_extra_time_is_off_by_default() -> None:
    assert Session.new("socker", seed=1).options["extra_time"] == 0
