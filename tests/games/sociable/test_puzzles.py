"""Puzzles of SOCiable: be out first with all hands open; checked by a plain solver."""

from __future__ import annotations

from random import Random

import pytest

from game.core.cards import JOKER
from game.core.session import Session
from game.games.sociable.puzzles import PUZZLES
from game.games.sociable.rules import RULES
from game.games.sociable.rules.state import Move, SociableState
from game.match.puzzle import NoPuzzleError, Puzzle, PuzzleCandidate
from game.match.puzzle.grading import puzzle_of_draft
from tests.contract.test_puzzles import sample


class Oracle:
    """Plain solver: tries everything in the rest of a hand, the others all against one seat."""

    def __init__(self, position: str, options: dict[str, object]) -> None:
        session = Session.from_position("sociable", position, options=options)
        self.start: SociableState = RULES.parse_position(position, session.players, 0, session.options, None)
        assert self.start.turn is not None
        self.seat = self.start.turn
        self._known: dict[tuple[object, ...], bool] = {}

    def winning(self) -> set[str]:
        """Return the moves after which the seat can force being out first."""
        moves = RULES.moves(self.start)
        return {RULES.format_move(move) for move in moves if self._after(self.start, move)}

    def _after(self, state: SociableState, move: Move) -> bool:
        then = RULES.apply(state, move)
        for event in then.events:
            if event.kind == "out":
                return event.seat == self.seat
        return self._certain(then.state)

    def _certain(self, state: SociableState) -> bool:
        ranks = tuple(tuple(map(_rank, hand)) for hand in state.hands)
        lead = tuple(map(_rank, state.lead))
        key = (ranks, lead, state.by, state.turn, state.quit)
        if key not in self._known:
            each = (self._after(state, move) for move in RULES.moves(state))
            self._known[key] = any(each) if state.turn == self.seat else all(each)
        return self._known[key]


def _rank(card: str) -> str:
    """Return a card without its suit; a joker has none."""
    return card if card == JOKER else card[:-1]


# Ben leads: the king, or an eight that two others can beat?
LED = "hands=-/8H,10D,10C,KH/8D,8S,9C,JH,JS/-/8C,9D,9H,9S,10S,JC order=3,0,1,2,4 turn=1 out=3,0"
SAMPLE = sample("sociable", 12)


def proved(position: str, **options: object) -> Puzzle:
    seat = Session.from_position("sociable", position, options=options).to_move
    assert seat is not None
    draft = PuzzleCandidate("sociable", "out", position, seat, options)
    return puzzle_of_draft(draft, PUZZLES.prove(draft), "h0")


def test_candidates_ignore_the_score_of_the_match() -> None:
    session = Session.from_position("sociable", f"{LED} scores=5/3/2/1/0")
    (draft,) = PUZZLES.drafts(session, Random(1))
    assert "scores=0/0/0/0/0" in draft.position
    assert draft.seat == 1
    with pytest.raises(NoPuzzleError, match="No card can be played right now"):
        list(PUZZLES.drafts(Session.new("sociable", seed=1), Random(1)))


@pytest.mark.parametrize("options", [{"pass": "final"}, {"joker_pair_beats_same_rank": True}])
def test_house_rules_affect_puzzles(options: dict[str, object]) -> None:
    for puzzle in SAMPLE[:3]:
        try:
            won = {line[0] for line in proved(puzzle.position, **options).solutions}
        except NoPuzzleError:
            continue
        assert won == Oracle(puzzle.position, options).winning()


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.key)
def test_plain_search_by_the_rules_finds_the_same_first_plays(puzzle: Puzzle) -> None:
    wanted = {line[0] for line in puzzle.solutions}
    assert Oracle(puzzle.position, dict(puzzle.options)).winning() == wanted
