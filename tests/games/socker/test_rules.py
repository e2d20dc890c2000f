"""The rules of Socker, row by row of the rule book, in position and move text."""

import pytest

from game.core.game import Event, IllegalMove
from game.core.session import Session
from game.games.socker import INFO
from game.games.socker.rules import open_turn, opening
from game.games.socker.rules.pitch import STANDARD, pitch_of
from game.games.socker.rules.state import HouseRules
from tests.games.socker.boards import code, field, fields, start


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.kind for event in events]


def at(session: Session, letter: str) -> list[str]:
    """The spaces on which a letter stands, highest row first."""
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


# Worked examples, T1 to T14.


@pytest.mark.parametrize(
    ("space", "expected"),
    [
        ("d5", "next_to_ball"),
        ("e5", "next_to_ball"),
        ("f5", "next_to_ball"),
        ("c5", None),
        ("a5", None),
        ("e1", None),
        ("a6", "outside_setup_area"),
        ("e7", "next_to_ball"),
        ("e8", "outside_setup_area"),
    ],
)
def test_t1_set_up_of_the_first_seat(space: str, expected: str | None) -> None:
    session = Session.from_position("socker", "phase=place turn=0")
    assert code(session, f"place {space}") == expected


def test_t2_a_kick() -> None:
    session = start("R e5 o e6 B b8")
    session.play("kick e5 e6")
    assert at(session, "o") == ["e7"]


@pytest.mark.parametrize("blocker", ["R e7", "B e7", "b e7", "r e7"])
def test_t2_a_blocked_kick(blocker: str) -> None:
    session = start(f"R e5 c3 {blocker} o e6")
    assert code(session, "kick e5 e6") == "blocked"


def test_t3_three_actions_to_a_goal() -> None:
    session = start("R e8 c2 B b5 o e9")
    session.play("kick e8 e9")
    assert at(session, "o") == ["e10"]
    session.play("move e8 e9")
    events = session.play("kick e9 e10")
    goal = next(event for event in events if event.kind == "goal")
    assert (goal.seat, goal.data["at"], goal.data["own"]) == (0, "e11", False)
    assert kinds(events) == ["kick", "goal", "setup"]
    now = fields(session)
    assert (now["phase"], now["turn"], now["score"], now["turns"]) == ("place", "1", "1/0", "1")
    assert now["field"] == field("o e6")
    assert session.to_move == 1


def test_t4_a_corner_is_a_goal() -> None:
    session = start("R c9 B b5 o b10")
    session.play("kick c9 b10")
    assert fields(session)["score"] == "1/0"


@pytest.mark.parametrize("letter", ["B", "R"])
def test_t5_the_row_decides_whose_goal_it_is(letter: str) -> None:
    turn = "RB".index(letter)
    other = "BR"[turn]
    session = start(f"{letter} e3 {other} b8 o e2", f"turn={turn}")
    events = session.play("kick e3 e2")
    goal = next(event for event in events if event.kind == "goal")
    assert (goal.seat, goal.data["by"], goal.data["own"]) == (1, turn, turn == 0)
    assert fields(session)["score"] == "0/1"
    assert session.to_move == 0


def test_t6_out_of_bounds_comes_back_to_the_centre_space() -> None:
    session = start("R c6 B b8 o b6")
    events = session.play("kick c6 b6")
    assert at(session, "o") == ["e6"]
    assert dict(events[1].data) == {"at": "a6", "row": 6, "to": "e6"}


@pytest.mark.parametrize(("letter", "owner"), [("B", 1), ("b", 1), ("R", 0), ("r", 0)])
def test_t6_owner_of_the_centre_space_chooses_the_spot(letter: str, owner: int) -> None:
    session = start(f"R c6 {letter} e6 o b6" if letter != "R" else "R c6 e6 B b8 o b6")
    events = session.play("kick c6 b6")
    assert events[-1].kind == "spot_needed"
    assert session.to_move == owner
    now = fields(session)
    assert (now["phase"], now["row"], now["mover"], now["left"]) == ("spot", "6", "0", "2")
    assert "o" not in now["field"]
    spaces = ["d5", "e5", "f5", "d6", "f6", "d7", "e7", "f7"]
    assert session.moves() == [f"spot {space}" for space in spaces]
    assert code(session, "spot e6") == code(session, "spot e8") == "not_offered"
    assert code(session, "end") == "wrong_phase"
    session.play("spot d7")
    now = fields(session)
    assert (now["phase"], now["turn"], now["left"], now["row"]) == ("play", "0", "2", "-")
    assert at(session, "o") == ["d7"]


def test_t6_a_spot_after_the_last_action_ends_the_turn() -> None:
    session = start("R c6 B e6 o b6", "left=1")
    session.play("kick c6 b6")
    assert (session.to_move, fields(session)["left"]) == (1, "0")
    session.play("spot f6")
    assert (session.to_move, fields(session)["mover"], fields(session)["left"]) == (1, "1", "3")


def test_t7_a_diagonal_kick_counts_for_the_row_it_reaches() -> None:
    session = start("R c4 B b8 o b5")
    session.play("kick c4 b5")
    assert at(session, "o") == ["e6"]


def test_t8_goal_spaces_are_no_spots() -> None:
    session = start("R c10 B e10 o b10")
    session.play("kick c10 b10")
    assert session.moves() == [f"spot {space}" for space in ["d9", "e9", "f9", "d10", "f10"]]
    for space in ("d11", "e11", "f11"):
        assert code(session, f"spot {space}") == "not_offered"


def test_spots_farther_away_where_none_is_empty_next_to_the_centre_space() -> None:
    ring = "R c10 d9 e9 B d10 f10 e10 f9 o b10"
    session = start(ring)
    session.play("kick c10 b10")
    nearest = ["c8", "d8", "e8", "f8", "g8", "c9", "g9", "g10"]
    assert session.moves() == [f"spot {space}" for space in nearest]


def test_t9_nobody_is_socked_off_the_board() -> None:
    session = start("R b6 B a6 o e6")
    assert code(session, "sock b6 a6") == "off_the_board"


def test_t10_two_socks_and_a_turn_missed() -> None:
    session = start("R e5 B e6 c9 o h9")
    for move in ("sock e5 e6", "move e5 e6", "sock e6 e7"):
        session.play(move)
    assert at(session, "b") == ["e8"]
    assert session.to_move == 1
    assert code(session, "move e8 e9") == "socker_down"
    assert not any(" e8" in move[:8] for move in session.moves())
    session.play("move c9 c8")
    events = session.play("end")
    assert kinds(events) == ["stand_up", "turn"]
    assert at(session, "b") == []
    assert at(session, "B") == ["c8", "e8"]


def test_t11_no_end_above_the_limit() -> None:
    session = start("R a4 a5 i4 b6 B e9 o e6")
    session.play("move b6 a6")
    assert code(session, "end") == "limit"
    assert "end" not in session.moves()


def test_t11_one_action_left_brings_one_back() -> None:
    session = start("R a4 a5 i4 a6 B e9 o e6", "left=1 limit=3")
    assert code(session, "end") == "limit"
    assert code(session, "move a4 a3") == "limit"
    assert code(session, "move i4 h4") is None
    assert all(move.split()[2][0] in "bh" for move in session.moves())
    session.play("move i4 h4")
    assert session.to_move == 1


def test_t11_the_last_action_takes_nobody_out() -> None:
    session = start("R a4 a5 i4 b6 B e9 o e6", "left=1")
    assert code(session, "move b6 a6") == "limit"
    session = start("R a4 a5 i4 b6 B e9 o e6", "left=2")
    assert code(session, "move b6 a6") is None


def test_t11_actions_needed_for_the_way_back_cannot_be_spent_on_kicks_and_socks() -> None:
    session = start("R a4 a5 i4 a6 d6 B d7 o e6", "left=1 limit=3")
    assert code(session, "kick d6 e6") == code(session, "sock d6 d7") == "limit"
    session = start("R a4 a5 i4 a6 d6 B d7 o e6", "left=2 limit=3")
    assert code(session, "kick d6 e6") is None
    assert code(session, "sock d6 d7") is None


def test_t11_a_scoring_kick_is_never_barred() -> None:
    session = start("R a4 a5 i4 a6 d9 B d7 o d10", "left=1 limit=3")
    session.play("kick d9 d10")
    assert fields(session)["score"] == "1/0"


@pytest.mark.parametrize(
    ("inactive", "limit"), [("r a8", "3"), ("r a8 a9", "4")], ids=["four off", "five off"]
)
def test_t12_one_must_come_in(inactive: str, limit: str) -> None:
    session = start(f"R a4 a5 i4 {inactive} B e9 o e6")
    assert fields(session)["limit"] == limit
    session.play("move a4 a3")
    session.play("move a5 a6")
    assert all(move.split()[2][0] in "bh" for move in session.moves())


def test_t12_none_can_come_in() -> None:
    session = start("R a4 a5 i4 b6 r a8 B b3 b4 b5 h3 h4 o h5")
    assert fields(session)["limit"] == "4"
    session.play("move a5 a6")
    session.play("end")
    assert session.to_move == 1


def test_t13_sudden_death_with_both_down() -> None:
    session = start(
        "r c4 R d4 B d5 c9 o h6", "turn=1 left=1 score=1/1 turns=50", {"win": "turns", "turns": 40}
    )
    events = session.play("sock d5 d4")
    assert kinds(events) == ["sock", "turn", "pass", "stand_up", "turn"]
    assert events[3].data["cells"] == ["d3", "c4"]
    assert (session.to_move, fields(session)["turns"]) == (1, "52")
    assert at(session, "r") == []


def test_t13_as_a_position() -> None:
    session = start("r c4 d4 B d5 c9 o h6", "score=1/1 turns=50", {"win": "turns"})
    assert session.to_move == 1
    assert at(session, "R") == ["c4", "d4"]


def test_t14_a_position_that_comes_back_gives_a_fourth_action() -> None:
    session = start("R c3 B c9 o e6")
    for move in ("move c3 c4", "end", "move c9 c8", "end", "move c4 c3", "end", "move c8 c9"):
        session.play(move)
        assert fields(session)["acts"] == "3"
    events = session.play("end")
    assert dict(events[-1].data) == {"acts": 4, "limit": 3, "repeats": 1}
    assert (fields(session)["acts"], fields(session)["left"]) == ("4", "4")


# Set-up.


def test_set_up_starter_first_then_the_other_then_the_starter_plays() -> None:
    session = Session.new("socker", seed=3)
    starter = session.opening[0].seat
    assert kinds(session.opening) == ["toss", "setup"]
    assert starter is not None
    rows = {0: "4", 1: "8"}
    order = []
    for seat in (starter, 1 - starter):
        for column in "bcdfg":
            order.append(session.to_move)
            session.play(f"place {column}{rows[seat]}")
    assert order == [starter] * 5 + [1 - starter] * 5
    assert session.to_move == starter
    assert fields(session)["phase"] == "play"
    assert at(session, "R") == ["b4", "c4", "d4", "f4", "g4"]


def test_set_up_at_most_three_on_restricted_spaces() -> None:
    session = Session.from_position("socker", "phase=place turn=0")
    assert len(session.moves()) == 42
    for space in ("a1", "a2", "i5"):
        session.play(f"place {space}")
    assert code(session, "place e1") == "setup_limit"
    assert code(session, "place a1") == "not_empty"
    assert len(session.moves()) == 25


def test_both_starters_happen() -> None:
    assert {Session.new("socker", seed=seed).to_move for seed in range(20)} == {0, 1}


# Actions.


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("move d4 d6", "not_adjacent"),
        ("move d4 d4", "not_adjacent"),
        ("move d4 e4", "not_empty"),
        ("move d4 e5", "not_empty"),
        ("move d4 d3", None),
        ("move c4 c5", "not_your_socker"),
        ("move g4 g5", "socker_down"),
        ("move e4 e3", "not_your_socker"),
        ("move z4 z5", "no_such_space"),
        ("move d4 d12", "no_such_space"),
        ("move d4 d0", "no_such_space"),
        ("kick d4 e4", "not_the_ball"),
        ("kick d4 e5", None),
        ("kick d4 d6", "not_adjacent"),
        ("sock d4 e5", "not_an_opponent"),
        ("sock d4 d5", "not_an_opponent"),
        ("sock d4 e4", None),
        ("sock g4 f4", "socker_down"),
        ("place d3", "wrong_phase"),
        ("spot d3", "wrong_phase"),
        ("end", "no_action_yet"),
    ],
)
def test_refusals(move: str, expected: str | None) -> None:
    session = start("R d4 d5 r g4 B e4 c8 o e5")
    before = session.position()
    assert code(session, move) == expected
    if expected:
        with pytest.raises(IllegalMove):
            session.play(move)
        assert session.position() == before


def test_own_sockers_are_not_socked_and_blocked_socks() -> None:
    session = start("R d4 d5 B e4 f4 c8 o h8")
    assert code(session, "sock d4 d5") == "not_an_opponent"
    assert code(session, "sock d4 e4") == "blocked"


def test_a_fallen_socker_is_socked_again_and_misses_one_turn_only() -> None:
    session = start("R d4 b e4 B c9 o h8", "left=1")
    session.play("sock d4 e4")
    assert at(session, "b") == ["f4"]
    session.play("move c9 c8")
    session.play("end")
    assert at(session, "b") == []


def test_sockers_act_from_goal_spaces() -> None:
    session = start("R e1 B e8 o e2")
    session.play("kick e1 e2")
    assert at(session, "o") == ["e3"]


def test_the_last_action_ends_the_turn() -> None:
    session = start("R d4 B e8 o e6")
    for move in ("move d4 d3", "move d3 d2"):
        session.play(move)
        assert session.to_move == 0
    events = session.play("move d2 d1")
    assert kinds(events) == ["move", "turn"]
    assert session.to_move == 1
    assert fields(session)["turns"] == "1"


def test_a_side_without_sockers_is_passed_over() -> None:
    session = start("R d4 o e6", "left=1")
    events = session.play("move d4 d3")
    assert kinds(events) == ["move", "turn", "pass", "turn"]
    assert session.to_move == 0


# The limit and spots.


@pytest.mark.parametrize(("spot", "limit"), [("d10", "4"), ("f9", "3")])
def test_a_spot_on_the_way_back_raises_the_limit(spot: str, limit: str) -> None:
    """From d11 the one way back is d10, where the ball may be laid."""
    line = (
        f"field={field('R d11 r a2 a3 a4 B c10 e10 d9 b2')} phase=spot turn=1 mover=0 row=10 left=1 limit=3"
    )
    session = Session.from_position("socker", line)
    session.play(f"spot {spot}")
    assert fields(session)["limit"] == limit


def test_no_penalty_for_a_limit_that_a_spot_raised() -> None:
    line = (
        f"field={field('R d11 r a2 a3 a4 B c10 e10 d9 b2')} phase=spot turn=1 mover=0 row=10 left=1 limit=3"
    )
    session = Session.from_position("socker", line)
    events = session.play("spot d10")
    assert kinds(events) == ["spot", "limit"]
    assert dict(events[1].data) == {"limit": 4}
    session.play("move d11 c11")
    assert session.to_move == 1


def test_a_kick_is_tested_without_the_ball_while_a_spot_is_pending() -> None:
    """After the kick d11 could come back to d10 unless the ball is laid there: the kick is legal."""
    session = start("R d11 c8 r a2 a3 a4 B c10 e10 e9 b2 o b9", "left=2 limit=3")
    assert code(session, "kick c8 b9") is None
    session.play("kick c8 b9")
    assert session.to_move == 1
    assert kinds(session.play("spot d10")) == ["spot", "limit"]


# The end of the match.


def test_first_to_three_goals() -> None:
    session = start("R e9 B b5 o e10", "score=2/2")
    events = session.play("kick e9 e10")
    assert kinds(events) == ["kick", "goal", "end_of_match"]
    outcome = session.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (3, 2), "goals")
    assert session.to_move is None
    assert session.moves() == []
    assert code(session, "end") == "match_over"
    assert at(session, "o") == ["e11"]
    again = Session.from_position("socker", session.position())
    assert again.position() == session.position()
    assert again.outcome == outcome


def test_the_side_that_did_not_score_starts() -> None:
    session = start("R b5 B e3 o e2", "turn=1")
    session.play("kick e3 e2")
    assert session.to_move == 0


# Repetition and passes.


def shuffle(session: Session) -> tuple[Event, ...]:
    """Both sides step to and fro; the position comes back."""
    for move in ("move c3 c4", "end", "move c9 c8", "end", "move c4 c3", "end", "move c8 c9"):
        session.play(move)
    return session.play("end")


def test_a_leg_is_void_when_a_position_comes_back_too_often() -> None:
    session = start("R c3 B c9 o e6", "score=1/2 turns=4", {"repeat_limit": 3})
    for times in (1, 2):
        assert shuffle(session)[-1].data["repeats"] == times
    events = shuffle(session)
    assert kinds(events) == ["void", "toss", "setup"]
    now = fields(session)
    assert (now["phase"], now["score"], now["field"]) == ("place", "1/2", field("o e6"))
    with pytest.raises(IllegalMove) as refused:
        session.undo()
    assert refused.value.refusal.code == "undo_reveals"


def test_positions_of_an_earlier_leg_are_forgotten() -> None:
    session = start("R c3 e9 B c9 o e10")
    for move in ("move c3 c4", "end", "move c9 c8", "end", "move c4 c3", "end", "move c8 c9", "end"):
        session.play(move)
    assert fields(session)["acts"] == "4"
    session.play("kick e9 e10")
    assert fields(session)["acts"] == "3"


def test_two_stuck_sides_come_to_a_new_set_up() -> None:
    """Where nobody can ever move, passes repeat the position until the leg is void."""
    state = opening(HouseRules.of(pitch_of(STANDARD), 0, INFO.read_options({"repeat_limit": 2}, 2))).state
    events: list[Event] = []
    state = open_turn(state, 0, events)
    assert kinds(tuple(events)) == ["turn", "pass"] * 4 + ["void", "toss", "setup"]
    assert (state.phase, state.turns) == ("place", 4)


def test_undo_after_a_goal() -> None:
    session = start("R e9 B b5 o e10")
    before = session.position()
    session.play("kick e9 e10")
    session.undo()
    assert session.position() == before
