"""Every house rule of Socker, each of its values; and pitches other than the standard one."""

import pytest

from game.core.game import Layout, LayoutError
from game.core.session import Session
from game.games.socker.rules.pitch import STANDARD
from tests.games.socker.boards import field, fields, placed, start

# win, goals, turns, sudden_death_sockers


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


# ball_recentre, setup_area, own_goal


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
