"""Puzzles of the two rummies: what is proved of them, what an attempt comes to, what is told."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from game.core.session import Session
from game.match.puzzle import Draft, NoPuzzleError, Puzzle, Puzzler, Verdict, puzzler_of
from game.match.puzzle.pack import read_pack
from game.match.rummy.puzzles import Key, Piles, begun, lucky
from tests.scale import scaled

RUMMIES = ("socki", "rockit")
PUZZLES = [puzzle for game in RUMMIES for puzzle in read_pack(game).puzzles.values()]
SAMPLE = PUZZLES[:: max(1, len(PUZZLES) // scaled(12, 10_000))]


def of(game: str) -> Puzzler:
    found = puzzler_of(game)
    assert found is not None
    return found


def after(puzzle: Puzzle, moves: Sequence[str]) -> Verdict:
    """What an attempt has come to after these moves."""
    session = puzzle.session()
    for move in moves:
        session.play(move)
    return of(puzzle.game).verdict(puzzle, session)


def draft(position: str, kind: str, card: str = "", game: str = "socki") -> Draft:
    session = Session.from_position(game, position)
    return Draft(game, kind, session.position(), session.to_move or 0, dict(session.options), card)


@pytest.mark.parametrize("game", RUMMIES)
def test_the_pack_is_in_order(game: str) -> None:
    assert read_pack(game).faults == ()


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.key)
def test_every_solution_solves_its_puzzle_and_it_is_proved_again(puzzle: Puzzle) -> None:
    assert after(puzzle, ()) is Verdict.OPEN
    for solution in puzzle.solutions:
        assert after(puzzle, solution) is Verdict.SOLVED
    detail = next(
        (
            one.detail
            for one in of(puzzle.game).drafts(puzzle.session(), Random(1))
            if one.kind == puzzle.kind
        ),
        "",
    )
    if puzzle.kind != "mend":
        again = of(puzzle.game).prove(
            Draft(puzzle.game, puzzle.kind, puzzle.position, puzzle.seat, puzzle.options, detail)
        )
        # Where piles can be cut in several ways, another table may be told of the same way now.
        assert len(again.solutions) == len(puzzle.solutions)
        assert all(after(puzzle, solution) is Verdict.SOLVED for solution in again.solutions)


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.key)
def test_it_is_told_what_to_do_and_how_it_is_done(puzzle: Puzzle) -> None:
    assert of(puzzle.game).task(puzzle).endswith(".")
    told = of(puzzle.game).explained(puzzle, ("Ann", "Bo", "Cy", "Di", "Ed")[: puzzle.session().players])
    assert [move for step in told for move in step.moves if not move.startswith("=")] == list(
        puzzle.solutions[0]
    )
    assert all(step.words for step in told)


def test_a_pile_is_told_as_it_lies_by_then() -> None:
    position = draft("table=8P,9P,10P/9F,9B,9L/10F,10B,10L hands=8F,8L/1L turn=0", "all").position
    play = "play 8P 8F 8L | 9P 9F 9B 9L | 10P 10F 10B 10L"
    told = of("socki").explained(Puzzle("k1", "socki", "all", position, 0, ((play,),), 1), ("Ann", "Bo"))
    assert [step.words for step in told[:-1]] == [
        "To 9 9 9: the 9 of pagodas (from 8 9 10 of pagodas).",
        "To 10 10 10: the 10 of pagodas (from 8 9 10 of pagodas).",
        "To 8 of pagodas: the 8 of flowers, the 8 of ladies (hand).",
    ]


TABLE = "table=4P,4P,4B/8F,8B,8L hands=2P,3P,4F,4L,9L/1L turn=0"


def test_laying_less_has_missed_it() -> None:
    proved = of("socki").prove(draft(TABLE, "most"))
    assert proved.solutions == (("play 2P 3P 4P | 4P 4F 4B 4L | 8F 8B 8L",),)
    puzzle = Puzzle("k1", "socki", "most", draft(TABLE, "most").position, 0, proved.solutions, 1)
    assert of("socki").task(puzzle) == "Lay 4 cards this turn: no more can be laid."
    assert after(puzzle, ["play 4P 4P 4B 4F | 8F 8B 8L"]) is Verdict.MISSED


def test_another_table_that_lays_as_many_has_solved_it() -> None:
    position = "table=4P,5P,6P/8P,9P,10P/1F,1B,1L hands=1P,7P/1L turn=0"
    table = draft(position, "all").position
    puzzle = Puzzle("k1", "socki", "all", table, 0, (("play 1P 1F 1B 1L | 4P 5P 6P 7P | 8P 9P 10P",),), 1)
    assert after(puzzle, ["play 1P 1F 1B 1L | 4P 5P 6P 7P 8P 9P 10P"]) is Verdict.SOLVED


MEND = "table=1F,2F,3F,4F,5F,6F,7F/4L,5L,6L,7L,8L hands=7P,3F,5F/1L turn=0"


def test_mending_wants_the_one_card_and_few_others_moved() -> None:
    drafted = draft(MEND, "mend", "3F")
    proved = of("socki").prove(drafted)
    assert proved.solutions == (("play 1F 2F 3F | 3F 4F 5F 6F 7F | 4L 5L 6L 7L 8L",),)
    puzzle = Puzzle("k1", "socki", "mend", drafted.position, 0, proved.solutions, 1)
    assert of("socki").task(puzzle) == (
        "Lay the 3 of flowers and nothing else; only 2 cards of the table may change their pile."
    )
    both = "play 1F 2F 3F | 3F 4F 5F | 5F 6F 7F | 4L 5L 6L 7L 8L"
    assert after(puzzle, [both]) is Verdict.MISSED


@pytest.mark.parametrize(
    ("position", "kind", "said"),
    [
        ("table=4P,4P,4B hands=9P,2F/1L turn=0", "all", "Not all of these cards"),
        ("table=4P,4P,4B hands=9P,2F/1L turn=0", "most", "Nothing of this hand"),
        ("table=4P,4P,4B hands=4F,4L/1L turn=0", "all", "too easy"),
        ("table=- hands=4F,4L,4P/1L turn=0", "all", "nothing on the table"),
        ("table=4P,4P,4B hands=4F,4L,7P/1L turn=0", "most", "Too few cards"),
    ],
)
def test_what_makes_no_puzzle_is_refused_in_a_sentence(position: str, kind: str, said: str) -> None:
    with pytest.raises(NoPuzzleError, match=said):
        of("socki").prove(draft(position, kind))


def test_drawing_has_missed_it() -> None:
    position = "table=4P,4P,4B/8F,8B,8L hands=2P,3P,4F,4L,9L/1L turn=0 stock=1P"
    session = Session.from_position("socki", position, options={"must_play": "honour"})
    puzzle = Puzzle(
        "k1", "socki", "most", session.position(), 0, (("play 2P 3P 4P | 4P 4F 4B 4L | 8F 8B 8L",),), 1
    )
    session.play("draw")
    assert of("socki").verdict(puzzle, session) is Verdict.MISSED


COMING = "table=7D,7H,7C hands=5D,5H,5S,8C,9C,2S/AH turn=0 in=0/1"


def coming(moves: Sequence[str]) -> Verdict:
    position = draft(COMING, "most", game="rockit").position
    solution = ("come 5D 5H 5S", "play 5D 5H 5S | 7D 7H 7S | 7C 8C 9C")
    return after(Puzzle("r1", "rockit", "most", position, 0, (solution,), 1), moves)


def test_coming_in_leaves_a_puzzle_open_until_the_turn_ends() -> None:
    assert coming(["come 5D 5H 5S"]) is Verdict.OPEN
    assert coming(["come 5D 5H 5S", "rockit"]) is Verdict.MISSED


def test_a_seat_that_is_not_in_is_asked_to_come_in() -> None:
    drafted = draft(
        "table=7D,7H,7C,7S/KD,KH,KS hands=5D,5H,5S,8C,9C,2D/AH turn=0 in=0/1", "most", game="rockit"
    )
    proved = of("rockit").prove(drafted)
    assert proved.solutions == (("come 5D 5H 5S", "play 5D 5H 5S | 7D 7H 7S | KD KH KS | 7C 8C 9C"),)
    puzzle = Puzzle("r1", "rockit", "most", drafted.position, 0, proved.solutions, 1)
    assert after(puzzle, proved.solutions[0]) is Verdict.SOLVED
    assert of("rockit").task(puzzle) == "Come in and lay 5 cards this turn: no more can be laid."
    words = [step.words for step in of("rockit").explained(puzzle, ("Ann", "Bo"))]
    assert words[0] == "Come in with 5 5 5."
    assert words[-1] == "The key is to take apart 7 7 7 7. As long as it stays whole, it cannot be done."


def test_a_joker_is_taken_where_only_that_does_it() -> None:
    drafted = draft("table=4D,5D,JK=6D,7D,8D/QS,KS,AS hands=6D,4C,5C/AH turn=0 in=1/1", "all", game="rockit")
    proved = of("rockit").prove(drafted)
    assert proved.solutions == (("play 4D 5D 6D 7D 8D | QS KS AS | 4C 5C JK=6C",),)


def test_several_jokers_are_no_puzzle() -> None:
    with pytest.raises(NoPuzzleError, match="several jokers"):
        of("rockit").prove(draft("table=7D,7H,7C hands=JK,JK,5C/AH turn=0 in=1/1", "all", game="rockit"))


def test_whoever_looks_where_the_card_might_go_needs_less_luck() -> None:
    """Piles of its rank, or of its suit no further than next but one: 6F looks at 8F and past 9F."""
    table = "8F,9F,10F/9F,10F,11F/1P,2P,3P/6B,6L,6P/2B,3B,4B"
    text = f"table={table} hands=6F,1B/9P,9L stock=2L turn=0 dealer=1 scores=0/0"
    start = begun(Session.from_position("socki", text), 0)
    near = [start.table[number] for number in Piles.of(start, ["6F"]).near]
    assert sorted(map(set, near), key=sorted) == [{"10F", "8F", "9F"}, {"6B", "6L", "6P"}]
    piles = Piles(range(5), (0, 3))
    assert lucky([Key(frozenset({0}), 1.0)], piles) > lucky([Key(frozenset({1}), 1.0)], piles) > 0
