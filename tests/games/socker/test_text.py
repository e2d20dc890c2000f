"""Moves, positions and records of Socker as text, right and wrong."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.chance import Chance
from game.core.game import IllegalMove
from game.core.session import Session
from game.games.socker.rules.pitch import neighbours, read_space, space_text
from tests.games.socker.boards import EMPTY, field, fields, start
from tests.scale import scaled


@pytest.mark.parametrize(
    "text",
    ["", "move", "move d4", "move d4 e5 f6", "MOVE d4 e5", "move D4 e5", "move d04 e5", "end now", "place 3d",
     "spot", "kick d4 5e", "pass", "sock d4e5", "place \u0664", "place d\u0664", "move d4 e5000"],
)  # fmt: skip
def test_text_off_the_grammar(text: str) -> None:
    session = start("R d4 B e8 o e6")
    for ask in (session.refusal, session.play):
        with pytest.raises(ValueError, match=r"moves of Socker|A space is") as refused:
            ask(text)
        assert not isinstance(refused.value, IllegalMove)


def test_spaces() -> None:
    assert [space_text(0, 1), space_text(8, 11)] == ["a1", "i11"]
    assert read_space("i11") == (8, 11)
    assert set(neighbours(0, 1, 9, 11)) == {(0, 2), (1, 1), (1, 2)}
    assert len(list(neighbours(4, 5, 9, 11))) == 8


@pytest.mark.parametrize(
    ("given_fields", "expected"),
    [
        ("phase=place", {"field": EMPTY, "turn": "0", "acts": "3", "left": "3", "limit": "3", "mover": "0"}),
        ("turn=1", {"phase": "place", "turn": "1", "mover": "1"}),
        ("phase=place field=9/9/9/9/9/9/9/9/9/9/9", {"field": EMPTY}),
        (f"field={field('R d4 B e8 o e6')}", {"phase": "play", "left": "3", "row": "-", "score": "0/0"}),
        (f"field={field('R d4 B e8 o e6')} turn=1 acts=4", {"left": "4", "mover": "1", "turns": "0"}),
        (f"field={field('R d4 B e8')} phase=spot row=8", {"turn": "1", "mover": "1", "left": "2"}),
        (f"field={field('R a1 a2 a3 a4 B e8 o e6')}", {"limit": "3"}),
        (f"field={field('R e4 r a1 a2 a3 a4 B e8 o e6')}", {"limit": "4"}),
    ],
)
def test_defaults(given_fields: str, expected: dict[str, str]) -> None:
    session = Session.from_position("socker", given_fields)
    assert expected.items() <= fields(session).items()
    assert Session.from_position("socker", session.position()).position() == session.position()


PLAY = f"field={field('R d4 B e8 o e6')}"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("pitch=9", "Unknown position field"),
        ("field", "key=value"),
        (f"{PLAY} {PLAY}", "twice"),
        (f"{PLAY} phase=rest", "phase is place, play or spot"),
        (f"{PLAY} turn=2", "turn is a whole number"),
        (f"{PLAY} acts=5", "acts is a whole number from 1 to 4"),
        (f"{PLAY} left=4", "left is a whole number from 1 to 3"),
        (f"{PLAY} left=0", "left"),
        (f"{PLAY} limit=2", "limit is"),
        (f"{PLAY} limit=6", "limit is"),
        (f"{PLAY} mover=1", "mover and turn"),
        (f"{PLAY} row=6", "row is '-'"),
        (f"{PLAY} score=1", "score has one entry a seat"),
        (f"{PLAY} score=-1/0", "score is"),
        (f"{PLAY} score=3/3", "Only one side"),
        (f"{PLAY} turns=x", "turns is"),
        ("field=9/9/9", "has 11 rows"),
        (PLAY.replace("3R5", "3R6"), "has 10 spaces"),
        (PLAY.replace("3R5", "3R"), "has 4 spaces"),
        (PLAY.replace("3R5", "03R5"), "has '0'"),
        (PLAY.replace("3R5", "3W5"), "has 'W'"),
        (PLAY.replace("3R5", "3o5"), "more than one ball"),
        (f"field={field('R d4 B e8')}", "has a ball"),
        ("phase=play", "has a ball 'o' and sockers"),
        (f"field={field('o e6')}", "has a ball 'o' and sockers"),
        (f"field={field('R d4 B e8 o a6')}", "cannot lie on a6"),
        (f"field={field('R d4 B e8 o e11')}", "cannot lie on e11"),
        (f"field={field('R b2 b3 b4 b5 b6 b7 B e8 o e6')}", "at most 5"),
        (f"field={field('R e4 r a1 a2 a3 a4 B e8 o e6')} limit=3", "limit=3 cannot be met"),
        (f"field={field('R d4 B e8 o e6')} phase=spot row=8", "no ball"),
        (f"field={field('R d4 B e8')} phase=spot", "row, which phase spot needs"),
        (f"field={field('R d4 B e8')} phase=spot row=7", "a socker stands on e7"),
        (f"field={field('R d4 B e8')} phase=spot row=8 turn=0", "the seat that owns it"),
        (f"field={field('R d4 B e11')} phase=spot row=11", "row"),
        (f"field={field('R d4 B e8')} phase=spot row=8 score=3/0", "after the end"),
        ("phase=place row=6", "row is '-'"),
        ("phase=place score=3/0", "no set-up after the end"),
        (f"phase=place field={field('o e7')}", "the ball is on e6"),
        (f"phase=place field={field('r e3 o e6')}", "all upright"),
        (f"phase=place field={field('R e3 B e9 o e6')}", "the other all or none"),
        (f"phase=place field={field('R b3 c3 d3 e3 f3 o e6')}", "the seat to move has fewer"),
        (f"phase=place field={field('R e5 o e6')}", "none next to the ball"),
        (f"phase=place field={field('R a1 a2 a3 a4 o e6')}", "at most 3"),
    ],
)
def test_broken_positions(line: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Session.from_position("socker", line)


LETTERS = "RrBbo0123456789/-=abcdefgh ijklmnopqrstuvwxyz"


@settings(max_examples=scaled(60, 3000), deadline=None)
@given(data=st.data())
def test_mutated_text_raises_value_errors_only(data: st.DataObject) -> None:
    session = Session.new("socker", seed=data.draw(st.integers(0, 99)))
    chance = Chance("mutated", data.draw(st.integers(0, 99)))
    for _ in range(data.draw(st.integers(0, 30))):
        session.play(chance.pick(session.moves()))
    before = session.position()
    move = data.draw(st.sampled_from(session.moves()))
    for text in (move, before, session.record()):
        letters = list(text)
        for _ in range(data.draw(st.integers(1, 4))):
            place = data.draw(st.integers(0, len(letters) - 1))
            letters[place] = data.draw(st.sampled_from(["", *LETTERS]) | st.characters())
        broken = "".join(letters)
        for read in (
            session.refusal,
            lambda line: Session.from_position("socker", line),
            Session.from_record,
        ):
            with suppress(ValueError):
                read(broken)
    assert session.position() == before


@settings(max_examples=scaled(8, 300), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_position_goes_on_like_its_match(seed: int) -> None:
    chance = Chance(seed, "positions")
    options = {
        "actions": 2 + chance.below(3),
        "goals": 1,
        "ball_recentre": chance.pick(["auto", "owner_chooses"]),
        "dawdle": 100,
    }
    session = Session.new("socker", seed=seed, options=options)
    for _ in range(120):
        if session.to_move is None:
            break
        copy = Session.from_position("socker", session.position(), options=options)
        assert copy.position() == session.position()
        assert copy.moves() == session.moves()
        move = chance.pick(session.moves())
        session.play(move)
        copy.play(move)
        if fields(session)["acts"] == fields(copy)["acts"]:
            assert copy.position() == session.position()


def test_the_observation_is_the_position_as_plain_data() -> None:
    session = start("R c6 B e6 o b6", "score=1/2 turns=7")
    session.play("kick c6 b6")
    for seat in (None, 0, 1):
        seen = session.observe(seat)
        assert json.loads(json.dumps(seen)) == seen
        assert seen["seat"] == seat
        assert (seen["score"], seen["row"], seen["turns"], seen["phase"]) == ([1, 2], 6, 7, "spot")
        assert seen["field"] == fields(session)["field"]
        assert (len(seen["cells"]), len(seen["cells"][0])) == (seen["rows"], seen["columns"])
    session.play("spot e7")
    assert session.observe(None)["row"] is None


def test_undo_goes_back_through_a_turn() -> None:
    session = start("R c6 B e6 o b6")
    positions = [session.position()]
    for move in ("kick c6 b6", "spot d7", "move c6 c7", "end"):
        session.play(move)
        positions.append(session.position())
    while session.log:
        assert session.position() == positions.pop()
        session.undo()
    assert session.position() == positions[0]
