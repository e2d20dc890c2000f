"""A leg of which nothing comes is void (RULES.md, Socker A18): what counts as progress, and what is told."""

from collections.abc import Sequence

import pytest

from game.core.chance import Chance
from game.core.game import Event
from game.core.session import Session
from tests.games.socker.boards import fields, start

FAR = "R c3 d3 B c9 d9"
"""Two sockers a side that need not come near the ball."""


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def wander(session: Session, turns: int, number: int = 0) -> tuple[Event, ...]:
    """So many turns of random steps, never a kick; the events of the last one."""
    events: tuple[Event, ...] = ()
    chance = Chance("wander", number)
    for _ in range(turns):
        steps = [move for move in session.moves() if move.startswith("move")]
        session.play(chance.pick(steps))
        events = session.play("end")
    return events


@pytest.mark.parametrize("most", [10, 30])
def test_a_leg_is_void_after_so_many_turns_without_progress(most: int) -> None:
    session = start(f"{FAR} o e6", "score=1/2 turns=4", {"dawdle": most, "repeat_limit": 50})
    assert "void" not in kinds(wander(session, most - 1))
    events = wander(session, 1, 1)
    assert kinds(events)[-3:] == ["void", "toss", "setup"]
    assert dict(events[-3].data) == {"turns": most}
    assert dict(events[-2].data) == {"cause": "dawdle", "turns": most}
    now = fields(session)
    assert (now["phase"], now["score"], now["turns"]) == ("place", "1/2", str(4 + most))


def test_it_is_the_usual_rule_and_can_be_switched_off() -> None:
    assert Session.new("socker", seed=1).options["dawdle"] == 30
    session = start(f"{FAR} o e6", options={"dawdle": 0, "repeat_limit": 50})
    events = wander(session, 120)
    assert fields(session)["phase"] == "play"
    assert "void" not in kinds(events)
    for wrong in (5, 9, 101, -1):
        with pytest.raises(ValueError, match="0 or a whole number from 10 to 100"):
            Session.new("socker", options={"dawdle": wrong})


@pytest.mark.parametrize("number", range(3))
def test_walkers_who_never_kick_come_to_a_new_set_up_for_ever(number: int) -> None:
    """From the first set-up on, leg after leg: none has more than thirty turns."""
    session = Session.new("socker", seed=number)
    chance, turns, voids = Chance("walkers", number), 0, 0
    for _ in range(900):
        moves = [move for move in session.moves() if not move.startswith(("kick", "sock"))]
        events = session.play(chance.pick(moves))
        turns = 0 if "setup" in kinds(events) else turns + ("turn" in kinds(events))
        voids += "void" in kinds(events)
        assert turns <= 31
    assert voids >= 5


@pytest.mark.parametrize(
    ("pieces", "kick", "still"),
    [
        ("R e5 c3 B c9 d9 o e6", "kick e5 e6", 0),
        ("R e7 c3 B c9 d9 o e6", "kick e7 e6", 0),
        ("R d6 c3 B c9 d9 o e6", "kick d6 e6", 5),
        ("R d5 c3 B c9 d9 o e6", "kick d5 e6", 0),
        ("R c6 c3 B c9 d9 o b6", "kick c6 b6", 5),
        ("R c6 c3 B c9 d9 o b7", "kick c6 b7", 0),
    ],
)
def test_what_brings_the_ball_nearer_to_a_goal(pieces: str, kick: str, still: int) -> None:
    """Towards either end; not sideways, and not out of bounds on the same row."""
    session = start(pieces, "still=5")
    session.play(kick)
    assert session.observe(None)["still"] == still


def test_nearer_than_at_any_time_since_the_set_up() -> None:
    """Kicked to and fro between two rows, only the first kick each way counts."""
    session = start("R e5 B e8 c9 o e6", "still=1", {"repeat_limit": 50})
    session.play("kick e5 e6")
    assert session.observe(None)["near"] == [4, 5]
    session.play("move e5 f6")
    session.play("end")
    session.play("kick e8 e7")
    assert (session.observe(None)["near"], session.observe(None)["still"]) == ([4, 5], 1)
    session.play("end")
    assert session.observe(None)["still"] == 2
    session.play("move f6 f5")
    session.play("move f5 e5")
    session.play("kick e5 e6")
    assert (session.observe(None)["near"], session.observe(None)["still"]) == ([4, 5], 3), "the next turn"


def test_after_coming_back_from_out_of_bounds_it_counts_anew() -> None:
    session = start("R c8 c3 B c9 e2 o b8", "near=3/3 still=9")
    session.play("kick c8 b8")
    assert (session.observe(None)["near"], session.observe(None)["still"]) == ([3, 7], 9)
    assert "o" in fields(session)["field"].split("/")[3]


def test_a_turn_with_progress_does_not_count_and_the_next_is_the_first() -> None:
    session = start("R e5 c3 B c9 d9 o e6", "still=5")
    session.play("kick e5 e6")
    session.play("end")
    assert session.observe(None)["still"] == 1


def test_a_goal_and_a_new_set_up_begin_anew() -> None:
    session = start("R e9 B b5 o e10", "still=7")
    session.play("kick e9 e10")
    assert (session.observe(None)["still"], session.observe(None)["near"]) == (0, [5, 5])


def test_where_nothing_counts_nothing_is_told() -> None:
    """Neither where dawdling is allowed, nor once the match is over."""
    over = start("R e9 B b5 o e10", "still=7", {"goals": 1})
    over.play("kick e9 e10")
    for session in (over, start(f"{FAR} o e6", options={"dawdle": 0})):
        assert not {"still", "near"} & set(session.observe(None))
        again = Session.from_position("socker", session.position(), options=session.options)
        assert again.observe(None) == session.observe(None)


def test_also_in_sudden_death() -> None:
    session = start(
        f"{FAR} o e6", "turns=40 score=1/1", {"win": "turns", "turns": 40, "dawdle": 10, "repeat_limit": 50}
    )
    events = wander(session, 10)
    assert kinds(events)[-3:] == ["void", "toss", "setup"]
    assert events[-1].data["sudden_death"] is True


def test_five_turns_before_it_the_players_hear_of_it() -> None:
    session = start(f"{FAR} o e6", options={"dawdle": 10, "repeat_limit": 50})
    assert "dawdle" not in kinds(wander(session, 4))
    events = wander(session, 1, 7)
    assert next(event.data["left"] for event in events if event.kind == "dawdle") == 5
    assert "dawdle" not in kinds(wander(session, 4, 8))


def test_a_position_tells_it_only_where_it_is_not_as_usual() -> None:
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


@pytest.mark.parametrize("text", ["still=31", "still=-1", "near=3", "near=3/99", "near=a/b"])
def test_broken_fields_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        start(f"{FAR} o e6", text)
