"""Two move generators, the game's and the reference rules', and the golden numbers of both."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.rng import SeededRng
from game.core.session import Session
from game.games.socker import INFO
from game.games.socker.rules import RULES
from game.games.socker.rules.state import SockerState
from tests.games.socker.reference_rules import ReferenceSocker, read
from tests.sampling import sample_size

GOLDEN = {
    "kick-off": (
        "field=9/9/4B4/2B3B2/3B1B3/4o4/9/2R1R1R2/4R4/4R4/9 phase=play turn=0 acts=3 left=3 limit=3 mover=0"
        " row=- score=0/0 turns=0",
        (36, 1283, 45194),
    ),
    "scrum": (
        "field=9/9/4B4/3bR4/3RoB3/4BR3/3R1B3/4r4/9/9/9 phase=play turn=1 acts=3 left=2 limit=3 mover=1"
        " row=- score=1/0 turns=17",
        (23, 573, 13239),
    ),
    "before a goal": (
        "field=9/4oB3/3RR4/9/9/6B2/3B5/9/2R6/B3R3B/9 phase=play turn=0 acts=3 left=3 limit=3 mover=0"
        " row=- score=1/1 turns=40",
        (30, 941, 30171),
    ),
    "too many off the field": (
        "field=R8/1B7/9/r8/1o7/Bb3B3/9/R8/R1B6/9/4R4 phase=play turn=0 acts=3 left=3 limit=4 mover=0"
        " row=- score=0/0 turns=8",
        (16, 302, 5139),
    ),
    "centre space taken": (
        "field=9/4B4/9/2B6/9/1oR1B3R/1R6r/9/1B3R3/9/b8 phase=play turn=0 acts=4 left=2 limit=3 mover=0"
        " row=- score=0/2 turns=31",
        (27, 733, 22792),
    ),
    "a spot to choose": (
        "field=9/3RB4/4b1B2/9/2B6/6R2/9/R3R4/9/6r1B/9 phase=spot turn=1 acts=3 left=1 limit=3 mover=0"
        " row=10 score=0/0 turns=5",
        (3, 89, 2439),
    ),
}


def perft(state: SockerState, depth: int) -> int:
    moves = RULES.moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(RULES.apply(state, move).state, depth - 1) for move in moves)


@pytest.mark.parametrize("name", GOLDEN)
def test_move_counts_match_the_golden_values(name: str) -> None:
    line, counts = GOLDEN[name]
    state = RULES.parse_position(line, 2, 0, INFO.read_options({}, 2), None)
    assert RULES.format_position(state) == line
    assert tuple(perft(state, depth) for depth in (1, 2, 3)) == counts


@pytest.mark.parametrize("name", GOLDEN)
def test_naive_generator_matches_the_golden_counts(name: str) -> None:
    line, counts = GOLDEN[name]
    deep = sample_size(2, 3)  # the third ply is slow, and has been counted
    assert tuple(read(line).perft(depth) for depth in range(1, deep + 1)) == counts[:deep]


def lively(moves: list[str], chance: SeededRng) -> str:
    """Return a random move, sometimes one at the edge, where the hard cases are."""
    edge = [move for move in moves if move[0] in "ks" or any(word[0] in "ai" for word in move.split()[1:])]
    return chance.pick(edge if edge and chance.with_probability(0.3) else moves)


@settings(max_examples=sample_size(4, 160), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    options=st.fixed_dictionaries(
        {"actions": st.integers(2, 4), "sockers": st.integers(2, 5), "turns": st.sampled_from([None, 20, 60])}
    ),
)
def test_both_generators_play_the_same_matches(seed: int, options: dict[str, int | None]) -> None:
    given_options: dict[str, object] = {
        "actions": options["actions"], "sockers": options["sockers"], "dawdle": 0,
    }  # fmt: skip
    if options["turns"]:
        given_options |= {"win": "turns", "turns": options["turns"]}
    session = Session.new("socker", seed=seed, options=given_options)
    assert session.to_move is not None
    assert options["actions"] is not None
    assert options["sockers"] is not None
    naive = ReferenceSocker(
        actions=options["actions"],
        sockers=options["sockers"],
        turn_goal=options["turns"],
        phase="place",
        turn=session.to_move,
        mover=session.to_move,
        acts=options["actions"],
        left=options["actions"],
    )
    chance = SeededRng(seed, "lively")
    for _ in range(300):
        moves = session.moves()
        assert sorted(moves) == sorted(naive.moves())
        if not moves:
            break
        move = lively(moves, chance)
        events = session.play(move)
        naive.play(move)
        assert naive.toss == any(event.kind == "toss" for event in events)
        if naive.toss:
            break
        assert session.position() == naive.position()


@st.composite
def crowded(draw: st.DrawFn) -> str:
    """Generate a position with many sockers off the pitch, upright and fallen, anywhere in a turn."""
    edge = [f"{column}{row}" for column in "abehi" for row in range(1, 12)]
    spaces = draw(st.lists(st.sampled_from(edge), min_size=8, max_size=10, unique=True))
    free = [f"{column}{row}" for column in "bcdh" for row in range(2, 11)]
    ball = draw(st.sampled_from([space for space in free if space not in spaces]))
    cells = dict.fromkeys(spaces, "")
    for number, space in enumerate(spaces):
        upright = draw(st.integers(0, 3)) > 0
        cells[space] = ("R" if upright else "r") if number % 2 else ("B" if upright else "b")
    cells[ball] = "o"
    lines = []
    for row in range(11, 0, -1):
        line = "".join(cells.get(f"{column}{row}", ".") for column in "abcdefghi")
        for width in range(9, 0, -1):
            line = line.replace("." * width, str(width))
        lines.append(line)
    left = draw(st.integers(1, 3))
    return f"field={'/'.join(lines)} turn={draw(st.integers(0, 1))} left={left}"


@settings(max_examples=sample_size(30, 1200), deadline=None)
@given(line=crowded())
def test_both_generators_agree_with_many_sockers_off_the_field(line: str) -> None:
    session = Session.from_position("socker", line, options={"dawdle": 0})
    naive = read(session.position())
    moves = session.moves()
    assert sorted(moves) == sorted(naive.moves())
    for move in moves[:: max(1, len(moves) // 4)]:
        after, other = Session.from_position("socker", session.position(), 0, session.options), naive.copy()
        after.play(move)
        other.play(move)
        assert after.position() == other.position()
        assert sorted(after.moves()) == sorted(other.moves())
