"""Contract of the puzzles of every game: each line of a pack solves its puzzle and is explained."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from game.core.cards import multiset_difference
from game.core.discovery import find_game
from game.core.rummy.table import added_cards, read_piles, write_piles
from game.match.match import Match
from game.match.match_text import words_of
from game.match.phone_exercise import PhonePuzzle
from game.match.puzzle import Attempt, AttemptResult, Puzzle, Puzzler, puzzler_of
from game.match.puzzle.pack import read_pack
from game.match.puzzle.progress import HintTracker, PuzzleProgress
from game.match.recap import Recap, recap_state
from game.match.rummy.match_text import card_name, card_names
from game.match.rummy.puzzles import turn_start
from game.match.seats import Seat
from game.store.daily_puzzles import DailyPuzzleStore
from game.store.data_folder import DataFolder
from tests.matches import GAMES
from tests.sampling import sample_size

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
WITH = [game for game in GAMES if find_game(game).has_component("puzzles")]
PACKS = {game: list(read_pack(game).puzzles.values()) for game in WITH}


def sample(game: str, count: int) -> list[Puzzle]:
    """Return ``count`` puzzles of a pack; all of them in a soak."""
    return Random(18).sample(PACKS[game], min(len(PACKS[game]), sample_size(count, 100_000)))


def of(game: str) -> Puzzler:
    found = puzzler_of(game)
    assert found is not None
    return found


def attempt(puzzle: Puzzle) -> tuple[Match, Attempt]:
    """Return a fresh attempt at a puzzle."""
    session = puzzle.session()
    match = Match(session, [Seat(name, number) for number, name in enumerate(NAMES[: session.players])])
    return match, Attempt(puzzle, of(puzzle.game), match)


def play(match: Match, trial: Attempt, moves: Iterable[str]) -> list[AttemptResult]:
    """Play the solver's moves with the answers of the others between them; return the verdicts."""
    said = []
    for move in moves:
        while trial.answer:
            match.play(trial.answer)
        match.play(move)
        said.append(trial.verdict)
    return said


@pytest.mark.parametrize("game", WITH)
def test_pack_is_in_order(game: str) -> None:
    assert read_pack(game).faults == ()
    assert {puzzle.kind for puzzle in PACKS[game]} == set(of(game).kinds)


def solves_and_is_told(puzzle: Puzzle) -> None:
    """Check that every solution beats the best answers, and that the first one is explained."""
    puzzler = of(puzzle.game)
    for line in puzzle.solutions:
        session = puzzle.session()
        for move in line:
            assert puzzler.verdict(puzzle, session) is AttemptResult.OPEN
            if session.to_move != puzzle.seat:
                assert puzzler.defence_move(puzzle, session) == move
            session.play(move)
        assert puzzler.verdict(puzzle, session) is AttemptResult.SOLVED
    assert puzzler.task(puzzle).endswith(".")
    told = puzzler.explain_solution(puzzle, NAMES[: puzzle.session().players])
    assert all(step.words for step in told)
    shown = (move for step in told for move in step.moves)
    assert all(move in shown for move in puzzle.solutions[0] if move != "end"), "in their order"
    film = puzzle.session()
    for move in (move for step in told for move in step.moves if not move.startswith("=")):
        film.play(move)  # the steps leave out no move


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_rummy_hints_begin_with_the_piles_to_split(game: str, tmp_path: Path) -> None:
    puzzle = next(one for one in PACKS[game] if one.kind != "mend" and len(one.solutions) == 1)
    names = NAMES[: puzzle.session().players]
    *steps, key = of(game).explain_solution(puzzle, names)
    hints, said = (
        HintTracker(PuzzleProgress(puzzle, of(game), DailyPuzzleStore(DataFolder(tmp_path))), names),
        [],
    )
    while hints.number <= len(steps):
        hints.give()
        said.append(hints.words())
    assert "key is to break up" in said[0] or "don't need to break up any pile" in said[0]
    assert said == [f"Hint: {told.words}" for told in (key, *steps)]


def missed(puzzle: Puzzle, chance: Random) -> tuple[Match, Attempt] | None:
    """Return an attempt after a random turn that misses, before any answer; `None` if it solves by luck."""
    match, trial = attempt(puzzle)
    while match.to_move == puzzle.seat and trial.verdict is AttemptResult.OPEN:
        match.play(chance.choice(match.session.moves()))
    return (match, trial) if trial.verdict is AttemptResult.MISSED else None


@pytest.mark.parametrize(("game", "kinds"), [("city", {"join"}), ("socker", {"save", "force"}),
                                             ("sociable", {"out"})])  # fmt: skip
def test_missed_attempt_is_refuted_by_an_answer(game: str, kinds: set[str]) -> None:
    chance, answered = Random(1), Counter[str]()
    for puzzle in PACKS[game][: sample_size(60, 1000)]:
        found = missed(puzzle, chance)
        if found is None:
            continue
        match, trial = found
        count = len(match.session.log)
        while trial.answer:
            match.play(trial.answer)
        assert trial.verdict is AttemptResult.MISSED, "an answer does not change what was missed"
        theirs = [move for seat, move in match.session.log[count:] if seat != puzzle.seat]
        assert len(theirs) == len(match.session.log) - count
        if puzzle.kind not in kinds:
            assert not theirs
            continue
        assert trial.is_refuted == bool(theirs)
        answered[puzzle.kind] += bool(theirs)
        if puzzle.kind == "save":
            score = match.session.observe(None)["score"]
            assert score[1 - puzzle.seat] > puzzle.session().observe(None)["score"][1 - puzzle.seat]
    assert set(answered) == kinds
    assert all(answered.values())


@pytest.mark.parametrize("kind", ["join", "cut"])
def test_phone_shows_the_answer_that_refutes_an_attempt(kind: str, tmp_path: Path) -> None:
    puzzle = next(one for one in PACKS["city"] if one.kind == kind)
    found = missed(puzzle, Random(2))
    assert found is not None
    match, trial = found
    sitting, recap = PuzzleProgress(puzzle, of("city"), DailyPuzzleStore(DataFolder(tmp_path))), Recap(match)
    host = Mock(hints=HintTracker(sitting, match.session.names))
    phone = PhonePuzzle(0, match, sitting, trial, host, lambda: "A puzzle")

    def shown() -> dict[str, Any]:
        return phone.phone_state({"recap": recap_state(puzzle.seat, recap, words_of(match))})

    while trial.answer:
        assert not shown()["lesson"]["over"], "the answer is seen first"
        match.play(trial.answer)
    lesson = shown()["lesson"]
    assert (lesson["say"], lesson["over"]) == ("Not quite.", True)
    assert (len(shown()["recap"]), " needs " in lesson["act"]) == (
        (2, False) if kind == "join" else (0, True)
    )


@pytest.mark.parametrize("game", sorted(PACKS))
def test_missed_attempt_shows_an_answer_or_says_what_was_missing(game: str) -> None:
    chance, silent = Random(3), list[str]()
    for puzzle in PACKS[game][: sample_size(40, 1000)]:
        found = missed(puzzle, chance)
        if found is None:
            continue
        match, trial = found
        while trial.answer:
            match.play(trial.answer)
        lacks = of(game).lacks(puzzle, match.session, match.session.names)
        if not trial.is_refuted and not lacks:
            silent.append(f"{puzzle.key}: {match.session.log}")
    assert not silent


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_missed_rummy_puzzle_says_what_is_left_or_was_too_much(game: str) -> None:
    chance, kinds = Random(5), set[str]()
    for puzzle in PACKS[game][: sample_size(40, 1000)]:
        found = missed(puzzle, chance)
        if found is None:
            continue
        said = of(game).lacks(puzzle, found[0].session, NAMES)
        start = turn_start(puzzle.session(), puzzle.seat)
        table = start.table
        for _seat, move in found[0].session.log:  # coming in, and what is laid or drawn after it
            verb, _space, cards = move.partition(" ")
            if verb == "come":
                table = (*table, tuple(cards.split()))
            elif verb == "play":
                table = read_piles(cards)
        laid = added_cards(start.table, table)
        kinds.add(puzzle.kind)
        if puzzle.kind == "most":
            assert said.startswith(f"You played {len(laid)} of ")
        elif said.startswith("Still in your hand: "):
            wanted = added_cards(start.table, read_piles(puzzle.solutions[0][-1].removeprefix("play ")))
            assert said == f"Still in your hand: {card_names(multiset_difference(wanted, laid))}."
        else:
            assert said.startswith("You also played ")
    assert kinds == {"all", "most", "mend"}


@pytest.mark.parametrize(("game", "kind", "said"), [
    ("socker", "score", r"The ball is still \d+ spaces? from the goal\."),
    ("socker", "force", r"The ball is still \d+ spaces? from the goal\."),
    ("city", "join", r"[\w ]+ needs \d+ pieces? for \w+\."),
])  # fmt: skip
def test_missed_last_turn_says_how_much_was_missing(game: str, kind: str, said: str) -> None:
    """Also after a right first turn, whose answer refutes nothing."""
    chance, seen = Random(4), 0
    for puzzle in [one for one in PACKS[game] if one.kind == kind][: sample_size(10, 1000)]:
        match, trial = attempt(puzzle)
        for move in puzzle.solutions[0]:
            answered = any(seat != puzzle.seat for seat, _move in match.session.log)
            if kind == "score" or (answered and match.to_move == puzzle.seat):
                break
            match.play(move)
        while trial.verdict is AttemptResult.OPEN and match.to_move == puzzle.seat:
            match.play(chance.choice(match.session.moves()))
        if trial.verdict is AttemptResult.MISSED and trial.answers is None and not trial.is_refuted:
            words = of(game).lacks(puzzle, match.session, match.session.names)
            assert re.fullmatch(said, words) or words.startswith("Goal for "), puzzle.key
            seen += 1
    assert seen


def test_piece_that_blocks_no_one_says_what_they_still_need() -> None:
    puzzle = next(one for one in PACKS["city"] if one.kind == "cut")
    found = missed(puzzle, Random(2))
    assert found is not None
    match, trial = found
    assert not trial.answer
    said = of("city").lacks(puzzle, match.session, match.session.names)
    assert re.fullmatch(r"[\w ]+ needs [1-9] pieces? for \w+\.", said)


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_no_arrow_leads_away_from_a_correct_card(game: str, tmp_path: Path) -> None:
    moved = 0
    for puzzle in PACKS[game]:
        start = turn_start(puzzle.session(), puzzle.seat)
        making = write_piles(start.table)
        for step in of(game).explain_solution(puzzle, NAMES[: puzzle.session().players]):
            after = next((move[2:] for move in step.moves if move.startswith("= ")), "")
            if not step.cards or not after or "JK" in f"{making} {after}":
                making = after or making
                continue
            assert step.points is not None
            piles, stays = [pile.split() for pile in making.split(" | ")], Counter(step.points[1].split()[1:])
            whole = Counter(step.pile)
            target = next((pile for pile in piles if stays and stays <= Counter(pile) <= whole), None)
            if stays and target is None:
                break  # the cards in its way go in the same turn
            for number, name in enumerate(step.cards):
                card = name.split()[-1]
                source = next((pile for pile in piles if card in pile and pile is not target), None)
                if name == card and source is not None:
                    source.remove(card)
                if target is None:
                    target = []
                    piles.append(target)
                target.append(card)
                points = step.points_at(" | ".join(" ".join(pile) for pile in piles if pile))
                left = step.cards[number + 1 :]
                assert points is None or (*left, points[0]).index(points[0]) < len(left), (puzzle.key, step)
                assert points is None or set(points[1].split()[1:]) & set(target)
                moved += 1
            assert step.points_at(after) is None
            making = after
    assert moved > 100


def test_finished_step_is_no_longer_hinted(tmp_path: Path) -> None:
    puzzle = next(one for one in PACKS["socki"] if len(one.solutions) > 1)
    names = NAMES[: puzzle.session().players]
    steps = [step for step in of("socki").explain_solution(puzzle, names) if step.cards]
    sitting = PuzzleProgress(puzzle, of("socki"), DailyPuzzleStore(DataFolder(tmp_path)))
    hints = HintTracker(sitting, names)
    hints.give(making=steps[0].moves[0][2:])
    assert (hints.number, sitting.attempts.hints) == (2, 1)
    assert hints.words() == f"Hint: {steps[1].words}"


def test_socker_hints_begin_with_the_puppet_alone(tmp_path: Path) -> None:
    for puzzle in PACKS["socker"]:
        hints = HintTracker(
            PuzzleProgress(puzzle, of("socker"), DailyPuzzleStore(DataFolder(tmp_path))), NAMES[:2]
        )
        hints.give()
        verb, space, *_aim = puzzle.solutions[0][0].split()
        assert verb == "spot" or hints.words() == f"Hint: Look at the puppet on {space}."
        assert verb == "spot" or hints.points(()) == (space, space), "spaces have no names on the carpet"
        hints.give()
        assert verb not in ("move", "sock") or hints.points(()) == (space, *_aim)


def test_hints_skip_finished_steps_and_others_moves(tmp_path: Path) -> None:
    puzzle = read_pack("sociable").puzzles["h2"]
    names = NAMES[: puzzle.session().players]
    sitting = PuzzleProgress(puzzle, of("sociable"), DailyPuzzleStore(DataFolder(tmp_path)))
    hints, made, said = HintTracker(sitting, names), [(0, move) for move in puzzle.solutions[0][:3]], []
    assert [move for _seat, move in made[1:]] == ["pass", "pass"]
    for _press in range(3):
        hints.give(made)
        said.append(hints.words(made).removeprefix("Hint: ").partition(".")[0])
    nines = "Play two nines, and you're out of cards!"
    assert said == ["Play one ace", nines, nines]
    assert sitting.attempts.hints == 2
    hints = HintTracker(sitting, names)
    hints.give([(0, "pass")])
    assert hints.words().startswith("Hint: Play one jack."), "who went astray hears all from the beginning"


def test_joker_is_paid_for_before_its_target_is_named() -> None:
    """Each step must be playable when it is shown: the joker's replacement has come by then."""
    taken = 0
    for puzzle in PACKS["rockit"]:
        at_first = puzzle.position.removeprefix("table=").partition(" ")[0]
        cards = there = Counter(re.split("[/,]", at_first))
        pays = {card_name(card[3:]) for card in cards if card.startswith("JK=")}
        for step in of("rockit").explain_solution(puzzle, NAMES[: puzzle.session().players]):
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
        ("socki", "k109", "5-5-5, 6-6-6-6, 4 of ladies, 3 of boats, 2 of pagodas, 1 of pagodas"),
        ("rockit", "r172", "Q-Q-Q, K of spades, J of diamonds"),  # two depend on each other
    ],
)
def test_cards_leave_a_pile_before_others_join_it(game: str, key: str, steps: str) -> None:
    puzzle = read_pack(game).puzzles[key]
    told = of(game).explain_solution(puzzle, NAMES[: puzzle.session().players])[:-1]
    pattern = r"(?:Make the (.*?) with|Add .* to the (.*?)\.).*"
    assert ", ".join(re.sub(pattern, r"\1\2", step.words) for step in told) == steps


def test_lone_joker_goes_to_a_new_pile() -> None:
    puzzle = read_pack("rockit").puzzles["r188"]
    told = [step.words for step in of("rockit").explain_solution(puzzle, NAMES[: puzzle.session().players])]
    assert "the 5 of hearts (hand, pays for the joker)" in told[2]
    assert told[3].startswith(
        "Make the 9-10-J of spades with the joker as the jack of spades (from the 4-5-6 of h"
    )


@pytest.mark.parametrize(
    "puzzle", [one for game in WITH for one in sample(game, 8)], ids=lambda one: f"{one.game}: {one.key}"
)
def test_every_pack_solution_solves_and_is_explained(puzzle: Puzzle) -> None:
    solves_and_is_told(puzzle)
