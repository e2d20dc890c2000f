"""Puzzles of SOCiable: be out first with all hands open; and solved a second time, plainly."""

from __future__ import annotations

from random import Random

import pytest

from game.core.cards import JOKER
from game.core.session import Session
from game.games.sociable.puzzles import PUZZLES
from game.games.sociable.rules import RULES
from game.games.sociable.rules.state import Move, State
from game.match.match import Match
from game.match.puzzle import Attempt, Draft, NoPuzzleError, Puzzle, Verdict
from game.match.puzzle.grading import puzzle_of_draft
from tests.contract.test_puzzles import attempt, sample

# Puzzles of SOCiable solved a second time, plainly: by the moves that the rules give, and nothing else.


class Oracle:
    """Goes through all that anybody can do in the rest of a hand, the others all against one seat."""

    def __init__(self, position: str, options: dict[str, object]) -> None:
        session = Session.from_position("sociable", position, options=options)
        self.start: State = RULES.parse_position(position, session.players, 0, session.options, None)
        assert self.start.turn is not None
        self.seat = self.start.turn
        self._known: dict[tuple[object, ...], bool] = {}

    def winning(self) -> set[str]:
        """The moves after which the seat is out before all others, whatever they do."""
        moves = RULES.moves(self.start)
        return {RULES.format_move(move) for move in moves if self._after(self.start, move)}

    def _after(self, state: State, move: Move) -> bool:
        then = RULES.apply(state, move)
        for event in then.events:
            if event.kind == "out":
                return event.seat == self.seat
        return self._certain(then.state)

    def _certain(self, state: State) -> bool:
        ranks = tuple(tuple(map(_rank, hand)) for hand in state.hands)
        lead = tuple(map(_rank, state.lead))
        key = (ranks, lead, state.by, state.turn, state.quit)
        if key not in self._known:
            each = (self._after(state, move) for move in RULES.moves(state))
            self._known[key] = any(each) if state.turn == self.seat else all(each)
        return self._known[key]


def _rank(card: str) -> str:
    """A card without its suit; a joker has none."""
    return card if card == JOKER else card[:-1]


# Puzzles of SOCiable: be out first with all hands open; judged play by play, and solved a second time.


NAMES = ("Ann", "Ben", "Cy", "Di", "Eve")
LED = "hands=-/8H,10D,10C,KH/8D,8S,9C,JH,JS/-/8C,9D,9H,9S,10S,JC order=3,0,1,2,4 turn=1 out=3,0"
"""Ben leads: the king, or an eight that two others can beat?"""
TO_BEAT = (
    "hands=8D,9C,10D,JH,QC,AH/JS,QD,JK/QS,KC,AD/9D,9H,9S,10S,QH,KS/- order=4,1,0,3,2 lead=10C by=1 "
    "passes=2 turn=2 out=4"
)
"""Cy has to lay on a ten."""

SAMPLE = sample("sociable", 12)


def proved(position: str, **options: object) -> Puzzle:
    seat = Session.from_position("sociable", position, options=options).to_move
    assert seat is not None
    draft = Draft("sociable", "out", position, seat, options)
    return puzzle_of_draft(draft, PUZZLES.prove(draft), "h0")


def answered(match: Match, trial: Attempt) -> list[str]:
    """What the others do until it is the solver's turn again."""
    made = []
    while trial.answer:
        made.append(trial.answer)
        match.play(made[-1])
    return made


def test_the_one_way_to_be_out_first_is_found() -> None:
    puzzle = proved(LED)
    assert [line[0] for line in puzzle.solutions] == ["play 8H"]
    assert puzzle.luck <= 150


def test_the_solver_is_out_first_against_the_best_that_the_others_can_do() -> None:
    match, trial = attempt(proved(LED))
    match.play("play 8H")
    assert answered(match, trial) == ["play 9C", "play JC"]
    match.play("play KH")
    assert answered(match, trial) == ["pass", "pass"]
    match.play("play 10D 10C")
    assert trial.verdict is Verdict.SOLVED
    assert not trial.answer


def test_a_play_after_which_it_is_not_certain_has_missed_it_at_once() -> None:
    match, trial = attempt(proved(LED))
    verdicts = []
    match.play("play KH")
    verdicts.append(trial.verdict)
    match.take_back()
    verdicts.append(trial.verdict)
    assert verdicts == [Verdict.MISSED, Verdict.OPEN]


def test_a_pass_can_be_part_of_it() -> None:
    puzzle = proved(TO_BEAT)
    assert "pass" in [move for number, move in enumerate(puzzle.solutions[0]) if number % 4 == 0]


def test_the_solution_is_told_play_by_play_with_why_not_the_other() -> None:
    told = [step.words for step in PUZZLES.explained(proved(LED), NAMES)]
    assert told == [
        "Lay one eight. 2 players could beat that, and it does not help.",
        "After one king it is not certain any more, though nobody beats it.",
        "Cy lays one nine. Eve lays one jack.",
        "Lay one king: nobody can beat that, so you lead next.",
        "All the others pass.",
        "Lay two tens: out!",
    ]
    assert PUZZLES.task(proved(LED)) == (
        "All hands lie open: be the next one out of cards, whatever the others do."
    )


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("hands=8H,9D,KH/AS/JK/- order=0,1,2,3 turn=0 out=3", "cannot be forced"),
        ("hands=AH,AD,JK/8S,9S/9C,10C/- order=0,1,2,3 turn=0 out=3", "too many ways"),
        ("hands=8H,8D,8C,9H/-/10C,JC/- order=0,1,2,3 turn=0 out=3,1", "Too few players"),
        ("hands=8H,9D/AS/JK/- order=0,1,2,3 turn=0 out=3", "Too few cards"),
        ("hands=8H,9D,9C,10H,10S,JH,JS/AS/JK/8C order=0,1,2,3 turn=0", "more cards here"),
        ("hands=8H,9D,9C/AS/JK/8C order=0,1,2,3 turn=0 lead=KH by=1", "hardly anything"),
    ],
)
def test_what_makes_no_puzzle_is_refused_with_a_reason(position: str, why: str) -> None:
    with pytest.raises(NoPuzzleError, match=why):
        proved(position)


def test_drafts_come_from_moments_of_a_match_without_its_score() -> None:
    session = Session.from_position("sociable", f"{LED} scores=5/3/2/1/0")
    (draft,) = PUZZLES.drafts(session, Random(1))
    assert "scores=0/0/0/0/0" in draft.position
    assert draft.seat == 1
    with pytest.raises(NoPuzzleError, match="Nobody plays a card now"):
        list(PUZZLES.drafts(Session.new("sociable", seed=1), Random(1)))


@pytest.mark.parametrize("options", [{"pass": "final"}, {"joker_pair_beats_same_rank": True}])
def test_house_rules_bear_on_it(options: dict[str, object]) -> None:
    for puzzle in SAMPLE[:3]:
        try:
            won = {line[0] for line in proved(puzzle.position, **options).solutions}
        except NoPuzzleError:
            continue
        assert won == Oracle(puzzle.position, options).winning()


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.key)
def test_a_plain_search_by_the_rules_finds_the_same_first_plays(puzzle: Puzzle) -> None:
    wanted = {line[0] for line in puzzle.solutions}
    assert Oracle(puzzle.position, dict(puzzle.options)).winning() == wanted
