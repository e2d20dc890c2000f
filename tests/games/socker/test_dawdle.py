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
