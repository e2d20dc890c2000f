"""What the puzzles of every game promise that has any: each line of a pack solves its puzzle, and is told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from game.core.discovery import find
from game.match.match import Match
from game.match.puzzle import Attempt, Puzzle, Puzzler, Verdict, puzzler_of
from game.match.puzzle.pack import read_pack
from game.match.puzzle.sitting import HintsGiven, Sitting
from game.match.rummy.words import card_name
from game.match.seats import Seat
from game.store.days import Days
from game.store.files import Folder
from tests.matches import GAMES
from tests.scale import scaled

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
WITH = [game for game in GAMES if find(game).has("puzzles")]
PACKS = {game: list(read_pack(game).puzzles.values()) for game in WITH}


def sample(game: str, count: int) -> list[Puzzle]:
    """So many puzzles of a pack; all of them in a soak."""
    return Random(18).sample(PACKS[game], min(len(PACKS[game]), scaled(count, 100_000)))


def of(game: str) -> Puzzler:
    """Who judges the puzzles of a game."""
    found = puzzler_of(game)
    assert found is not None
    return found


def attempt(puzzle: Puzzle) -> tuple[Match, Attempt]:
    """A puzzle as somebody sits before it."""
    session = puzzle.session()
    match = Match(session, [Seat(name, number) for number, name in enumerate(NAMES[: session.players])])
    return match, Attempt(puzzle, of(puzzle.game), match)


def play(match: Match, trial: Attempt, moves: Iterable[str]) -> list[Verdict]:
    """The moves of the one seat, with the answers of the others between them; the verdicts."""
    said = []
    for move in moves:
        while trial.answer:
            match.play(trial.answer)
        match.play(move)
        said.append(trial.verdict)
    return said


@pytest.mark.parametrize("game", WITH)
def test_a_pack_is_in_order(game: str) -> None:
    assert read_pack(game).faults == ()
    assert {puzzle.kind for puzzle in PACKS[game]} == set(of(game).kinds)


def solves_and_is_told(puzzle: Puzzle) -> None:
    """Every solution solves it, with the answers that the others make, and the first is told to its end."""
    puzzler = of(puzzle.game)
    for line in puzzle.solutions:
        session = puzzle.session()
        for move in line:
            assert puzzler.verdict(puzzle, session) is Verdict.OPEN
            if session.to_move != puzzle.seat:
                assert puzzler.answer(puzzle, session) == move
            session.play(move)
        assert puzzler.verdict(puzzle, session) is Verdict.SOLVED
    assert puzzler.task(puzzle).endswith(".")
    told = puzzler.explained(puzzle, NAMES[: puzzle.session().players])
    assert all(step.words for step in told)
    shown = (move for step in told for move in step.moves)
    assert all(move in shown for move in puzzle.solutions[0] if move != "end"), "in their order"
    film = puzzle.session()
    for move in (move for step in told for move in step.moves if not move.startswith("=")):
        film.play(move)  # and nothing between them that nobody does


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_hints_of_a_rummy_begin_with_what_has_to_be_taken_apart(game: str, tmp_path: Path) -> None:
    puzzle = next(one for one in PACKS[game] if one.kind != "mend" and len(one.solutions) == 1)
    names = NAMES[: puzzle.session().players]
    *steps, key = of(game).explained(puzzle, names)
    hints, said = HintsGiven(Sitting(puzzle, of(game), Days(Folder(tmp_path))), names), []
    while hints.number <= len(steps):
        hints.give()
        said.append(hints.words)
    assert "key is to take apart" in said[0] or "No pile has to be taken apart" in said[0]
    assert said == [f"Hint: {told.words}" for told in (key, *steps)]


def test_hints_of_socker_begin_with_the_puppet_alone(tmp_path: Path) -> None:
    for puzzle in PACKS["socker"]:
        hints = HintsGiven(Sitting(puzzle, of("socker"), Days(Folder(tmp_path))), NAMES[:2])
        hints.give()
        verb, space, *_aim = puzzle.solutions[0][0].split()
        assert verb == "spot" or hints.words == f"Hint: Look at the puppet on {space}."
        assert verb == "spot" or hints.points(()) == (space, space), "spaces have no names on the carpet"
        hints.give()
        assert verb not in ("move", "sock") or hints.points(()) == (space, *_aim)


def test_hints_pass_over_what_is_done_already_and_what_the_others_do(tmp_path: Path) -> None:
    puzzle = read_pack("sociable").puzzles["h2"]
    names = NAMES[: puzzle.session().players]
    sitting = Sitting(puzzle, of("sociable"), Days(Folder(tmp_path)))
    hints, made, said = HintsGiven(sitting, names), [(0, move) for move in puzzle.solutions[0][:3]], []
    assert [move for _seat, move in made[1:]] == ["pass", "pass"]
    for _press in range(3):
        hints.give(made)
        said.append(hints.words.removeprefix("Hint: ").partition(":")[0])
    assert said == ["Lay one ace", "Lay two nines", "Lay two nines"]
    assert sitting.tried.hints == 2
    hints = HintsGiven(sitting, names)
    hints.give([(0, "pass")])
    assert hints.words.startswith("Hint: Lay one jack."), "who went astray hears all from the beginning"


def test_a_joker_is_paid_for_before_the_trick_is_told_that_it_goes_to() -> None:
    """Whoever asks for the first step alone can take it: the joker's card has come by then."""
    taken = 0
    for puzzle in PACKS["rockit"]:
        at_first = puzzle.position.removeprefix("table=").partition(" ")[0]
        cards = there = Counter(re.split("[/,]", at_first))
        pays = {card_name(card[3:]) for card in cards if card.startswith("JK=")}
        for step in of("rockit").explained(puzzle, NAMES[: puzzle.session().players]):
            told = re.findall(r"(the \w+ of \w+) \(hand, which pays for the joker\)", step.words)
            assert pays.issuperset(told)
            for move in step.moves:
                if move.startswith("come"):
                    there = cards = cards + Counter(move.split()[1:])
                elif move.startswith(("=", "play")):
                    now = Counter(move.replace("|", "").split()[1:])
                    for joker in there - now:
                        card = joker.removeprefix("JK=")
                        if card != joker:
                            assert now[card] > cards[card], step.words
                            taken += 1
                    there = now
    assert taken > 30


@pytest.mark.parametrize(
    ("game", "key", "steps"),
    [
        ("socki", "k109", "5 5 5, 6 6 6 6, 4 of ladies, 3 of boats, 2 of pagodas, 1 of pagodas"),
        ("rockit", "r172", "Q Q Q, K of spades, J of diamonds"),  # two wait for each other
    ],
)
def test_what_leaves_a_pile_is_told_before_others_come_to_it(game: str, key: str, steps: str) -> None:
    puzzle = read_pack(game).puzzles[key]
    told = of(game).explained(puzzle, NAMES[: puzzle.session().players])[:-1]
    assert ", ".join(re.sub(".*ile (.*?):.*", r"\1", step.words) for step in told) == steps


def test_a_joker_that_goes_on_alone_goes_to_a_new_pile() -> None:
    puzzle = read_pack("rockit").puzzles["r188"]
    told = [step.words for step in of("rockit").explained(puzzle, NAMES[: puzzle.session().players])]
    assert "the 5 of hearts (hand, which pays for the joker)" in told[2]
    assert told[3].startswith("New pile 9 10 J of spades: the joker as the jack of spades (from 4 5 6 of h")


@pytest.mark.parametrize(
    "puzzle", [one for game in WITH for one in sample(game, 8)], ids=lambda one: f"{one.game}: {one.key}"
)
def test_every_solution_of_a_pack_solves_its_puzzle_and_is_told(puzzle: Puzzle) -> None:
    solves_and_is_told(puzzle)
