"""Every house rule of Socker, each of its values; and pitches other than the standard one."""

import pytest

from game.core.game import Event, Layout, LayoutError
from game.core.session import Session
from game.games.socker.rules.pitch import STANDARD
from tests.games.socker.boards import code, field, fields, placed, start


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.kind for event in events]


# win, goals, turns, sudden_death_sockers


@pytest.mark.parametrize("goals", range(1, 10))
def test_goals(goals: int) -> None:
    options = {"goals": goals}
    session = start("R e9 B b5 o e10", f"score={goals - 1}/0", options)
    session.play("kick e9 e10")
    assert session.outcome is not None
    assert session.outcome.scores == (goals, 0)
    if goals > 1:
        session = start("R e9 B b5 o e10", f"score={goals - 2}/0", options)
        session.play("kick e9 e10")
        assert session.outcome is None


@pytest.mark.parametrize("turns", [10, 40, 200])
def test_turns(turns: int) -> None:
    options = {"win": "turns", "turns": turns}
    session = start("R e3 B b8 o e5", f"score=1/0 turns={turns - 1} left=1", options)
    events = session.play("move e3 e4")
    assert kinds(events) == ["move", "end_of_match"]
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.reason) == ((0,), "turns")
    assert Session.from_position("socker", session.position(), options=options).outcome == session.outcome
    session = start("R e3 B b8 o e5", f"score=1/0 turns={turns - 2} left=1", options)
    session.play("move e3 e4")
    assert session.outcome is None


def test_goals_do_not_end_a_match_by_turns() -> None:
    session = start("R e9 B b5 o e10", "score=7/7 turns=12", {"win": "turns"})
    session.play("kick e9 e10")
    assert session.outcome is None
    assert fields(session)["turns"] == "13"


def test_a_goal_in_the_last_turn_counts() -> None:
    session = start("R e9 B b5 o e10", "score=0/0 turns=39", {"win": "turns"})
    session.play("kick e9 e10")
    assert session.outcome is not None
    assert (session.outcome.scores, session.outcome.reason) == ((1, 0), "turns")


@pytest.mark.parametrize("sockers", [1, 2, 5])
def test_sudden_death(sockers: int) -> None:
    options = {"win": "turns", "turns": 10, "sudden_death_sockers": sockers}
    session = start("R e3 B b8 o e5", "score=2/2 turns=9 left=1", options)
    events = session.play("move e3 e4")
    assert kinds(events) == ["move", "toss", "setup"]
    assert dict(events[2].data) == {"sockers": sockers, "sudden_death": True}
    placed(session)
    now = fields(session)["field"]
    assert (now.count("R"), now.count("B")) == (sockers, sockers)
    assert session.outcome is None


def test_sudden_death_never_adds_sockers() -> None:
    options = {"win": "turns", "turns": 10, "sockers": 3, "sudden_death_sockers": 5}
    session = start("R e3 B b8 o e5", "turns=9 left=1", options)
    assert session.play("move e3 e4")[2].data["sockers"] == 3


def test_a_goal_decides_sudden_death() -> None:
    session = start("R e9 B b5 o e10", "score=2/2 turns=41", {"win": "turns"})
    session.play("kick e9 e10")
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.reason) == ((0,), "sudden_death")


def test_a_goal_that_levels_the_last_turn_leads_to_sudden_death() -> None:
    session = start("R e9 B b5 o e10", "score=1/2 turns=39", {"win": "turns"})
    events = session.play("kick e9 e10")
    assert kinds(events) == ["kick", "goal", "toss", "setup"]


def test_both_start_sudden_death() -> None:
    starters = set()
    for seed in range(20):
        session = start("R e3 B b8 o e5", "turns=39 left=1", {"win": "turns"}, seed)
        session.play("move e3 e4")
        starters.add(session.to_move)
    assert starters == {0, 1}


# sockers, actions, repeat_limit


@pytest.mark.parametrize("sockers", [2, 3, 4, 5])
def test_sockers(sockers: int) -> None:
    session = Session.new("socker", seed=0, options={"sockers": sockers})
    placed(session)
    assert len(session.log) == 2 * sockers
    with pytest.raises(ValueError, match=f"at most {sockers}"):
        start("R b2 b3 b4 b5 b6 b7 B c9 o e6", options={"sockers": sockers})


@pytest.mark.parametrize("actions", [2, 3, 4])
def test_actions(actions: int) -> None:
    session = start("R c3 B c9 o e6", options={"actions": actions})
    for step in range(actions):
        assert (session.to_move, fields(session)["left"]) == (0, str(actions - step))
        session.play(["move c3 c4", "move c4 c3"][step % 2])
    assert session.to_move == 1


@pytest.mark.parametrize("actions", [2, 3, 4])
def test_one_action_more_when_a_position_comes_back(actions: int) -> None:
    session = start("R c3 B c9 o e6", options={"actions": actions})
    for move in ("move c3 c4", "end", "move c9 c8", "end", "move c4 c3", "end", "move c8 c9", "end"):
        session.play(move)
    assert fields(session)["acts"] == str(actions + 1)
    assert Session.from_position("socker", session.position(), options={"actions": actions}).to_move == 0


@pytest.mark.parametrize("limit", [2, 10])
def test_repeat_limit(limit: int) -> None:
    session = start("R c3 B c9 o e6", options={"repeat_limit": limit, "dawdle": 0})
    for _ in range(limit):
        assert fields(session)["phase"] == "play"
        for move in ("move c3 c4", "end", "move c9 c8", "end", "move c4 c3", "end", "move c8 c9"):
            session.play(move)
        events = session.play("end")
    assert kinds(events)[-3:] == ["void", "toss", "setup"]
    assert fields(session)["phase"] == "place"


# ball_recentre, setup_area, own_goal


@pytest.mark.parametrize(
    ("pieces", "kick", "spot"),
    [
        ("R c6 B e6 o b6", "kick c6 b6", "d6"),
        ("R g6 B e6 o h6", "kick g6 h6", "f6"),
        ("R c6 d6 B e6 o b6", "kick c6 b6", "f6"),
        ("R c6 d6 f6 B e6 o b6", "kick c6 b6", "d5"),
        ("R g10 B e10 d10 f10 o h10", "kick g10 h10", "f9"),
    ],
    ids=["left", "right", "other side", "towards the kicker's end", "never a goal space"],
)
def test_ball_recentre_auto(pieces: str, kick: str, spot: str) -> None:
    session = start(pieces, options={"ball_recentre": "auto"})
    events = session.play(kick)
    assert events[1].data["to"] == spot
    assert fields(session)["phase"] == "play"
    assert start(pieces).play(kick)[-1].kind == "spot_needed"


def test_ball_recentre_auto_is_fair() -> None:
    session = start("B c6 d6 f6 R e6 o b6", "turn=1", {"ball_recentre": "auto"})
    assert session.play("kick c6 b6")[1].data["to"] == "d7"


@pytest.mark.parametrize(("area", "count"), [("half", 42), ("field_only", 25)])
@pytest.mark.parametrize("seat", [0, 1])
def test_setup_area(area: str, count: int, seat: int) -> None:
    session = Session.from_position("socker", f"phase=place turn={seat}", options={"setup_area": area})
    assert len(session.moves()) == count
    corner = ("place a1", "place i11")[seat]
    assert code(session, corner) == (None if area == "half" else "outside_setup_area")


def test_own_goal() -> None:
    options = {"own_goal": "illegal"}
    session = start("R e3 B b8 o e2", options=options)
    assert code(session, "kick e3 e2") == "own_goal"
    assert "kick e3 e2" not in session.moves()
    session = start("R e3 B b8 o e2", options={"own_goal": "opponent_scores"})
    assert "kick e3 e2" in session.moves()
    session = start("R e9 B b8 o e10", options=options)
    session.play("kick e9 e10")
    assert fields(session)["score"] == "1/0"


# Pitches.


def layout(cells: str) -> Layout:
    return Layout("socker", (("cells", cells),))


SMALL = "/".join(["oo111oo", *["offfffo"] * 7, "oo222oo"])


def test_a_small_pitch_with_narrow_goals() -> None:
    session = Session.new("socker", seed=0, layout=layout(SMALL))
    seen = session.observe(None)
    assert (seen["columns"], seen["rows"], seen["cells"][0]) == (7, 9, "oo111oo")
    assert seen["field"] == field("o d5", 7, 9)
    again = Session.from_record(session.record())
    assert again.position() == session.position()


@pytest.mark.parametrize(("kick", "ball"), [("kick c7 c8", None), ("kick c7 b8", "d8"), ("kick d7 c8", "d8")])
def test_beside_a_narrow_goal_the_ball_is_out(kick: str, ball: str | None) -> None:
    actor, target = kick.split()[1:]
    line = f"field={field(f'R {actor} B b5 o {target}', 7, 9)}"
    session = Session.from_position("socker", line, layout=layout(SMALL))
    events = session.play(kick)
    if ball is None:
        assert fields(session)["score"] == "1/0"
    else:
        assert (events[1].kind, events[1].data["row"], events[1].data["to"]) == ("out", 8, ball)


def test_two_digits_of_empty_spaces() -> None:
    wide = "/".join(["1" * 15, *["o" + "f" * 13 + "o"] * 9, "2" * 15])
    session = Session.new("socker", seed=0, layout=layout(wide))
    assert fields(session)["field"].startswith("15/15/")
    again = Session.from_position("socker", session.position(), layout=layout(wide))
    assert again.position() == session.position()


def test_the_standard_cells_are_the_standard_pitch() -> None:
    assert (
        Session.new("socker", seed=0, layout=layout(STANDARD)).position()
        == Session.new("socker", seed=0).position()
    )


ROWS = STANDARD.split("/")


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("-", "odd number of rows"),
        ("/".join(ROWS[:5] + ROWS[6:]), "odd number of rows from 7 to 21, not 10"),
        ("/".join(row[1:] for row in ROWS), "odd number of columns from 5 to 15, not 8"),
        ("/".join([*ROWS[:3], "offfffo", *ROWS[4:]]), "row 8 has 7 cells"),
        ("/".join([*ROWS[:3], "offffffoo", *ROWS[4:]]), "row 8 is 'offffffoo'"),
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
def test_broken_pitches(cells: str, reason: str) -> None:
    with pytest.raises(LayoutError, match=reason) as refused:
        Session.new("socker", seed=0, layout=layout(cells))
    assert refused.value.layer == "cells"
    assert refused.value.reason.endswith(".")


def test_a_position_of_another_size() -> None:
    with pytest.raises(ValueError, match="9 rows"):
        Session.from_position("socker", f"field={field('R e5 o e6')}", layout=layout(SMALL))
