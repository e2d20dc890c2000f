"""What is said of a puzzle of SOCiable: its task, and its solution play by play."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.session import Session
from game.games.sociable.puzzles.open_hands import Choice, Laid, Open, Spot, spot_of
from game.games.sociable.puzzles.reading import choice_of, left_by, state_of, text_of
from game.games.sociable.words.sentences import count_name
from game.match.puzzle import Puzzle, Told
from game.words import _, counted


def task_words(puzzle: Puzzle) -> str:
    """The task in a sentence."""
    if state_of(puzzle.session()).out:
        return _("All hands lie open: be the next one out of cards, whatever the others do.")
    return _("All hands lie open: be out of cards first, whatever the others do.")


def told_words(puzzle: Puzzle, hand: Open, names: Sequence[str]) -> Sequence[Told]:
    """The line of the first solution; for its first play also why another one does not do."""
    session, steps = puzzle.session(), []
    theirs: list[tuple[int, str]] = []
    for move in puzzle.solutions[0]:
        seat = session.to_move
        assert seat is not None
        if seat != puzzle.seat:
            theirs.append((seat, move))
        else:
            if theirs:
                steps.append(_answers(theirs, names))
                theirs = []
            steps.append(Told(_ours(spot_of(state_of(session)), hand, move), (move,)))
            if len(steps) == 1 and (why := _instead(session, hand, names)):
                steps.append(why)
        session.play(move)
    if len(puzzle.solutions) > 1:
        other = puzzle.solutions[1][0]
        words = _("It also goes with a pass first.")
        if other != "pass":
            words = _("It also goes with {play} first.").format(play=_cards(other))
        steps.append(Told(words, (other,)))
    return steps


def _cards(move: str) -> str:
    return count_name(move.split()[1:])


def _answers(theirs: Sequence[tuple[int, str]], names: Sequence[str]) -> Told:
    """What the others did since our last play."""
    laid = [(seat, move) for seat, move in theirs if move != "pass"]
    moves = tuple(move for _seat, move in theirs)
    if not laid:
        return Told(_("All the others pass."), moves)
    words = [_("{name} lays {cards}.").format(name=names[seat], cards=_cards(move)) for seat, move in laid]
    return Told(" ".join(words), moves)


def _ours(spot: Spot, hand: Open, move: str) -> str:
    choice = choice_of(move)
    if choice is None:
        return _("Pass, and keep the cards for later.")
    play = _cards(move)
    if not any(left_by(spot.hands[hand.me], choice)):
        return _("Lay {play}: out!").format(play=play)
    able = _toppers(spot, hand, choice)
    if not able:
        return _("Lay {play}: nobody can beat that, so you lead next.").format(play=play)
    words = counted(
        "Lay {play}. One player could beat that, and it does not help.",
        "Lay {play}. {n} players could beat that, and it does not help.", able,
    )  # fmt: skip
    return words.format(play=play, n=able)


def _toppers(spot: Spot, hand: Open, laid: Laid) -> int:
    """How many of the others have what beats a play of ours."""
    there = Spot(spot.hands, laid.size, hand.house.height(laid), hand.me, hand.me, 0)
    seats = (there._replace(turn=seat) for seat in range(len(spot.hands)) if seat != hand.me)
    return sum(any(choice is not None for choice, _left in hand.choices(one)) for one in seats)


def _instead(session: Session, hand: Open, names: Sequence[str]) -> Told | None:
    """Why the wrong choice that looks best is none: what the others would answer to it."""
    state = state_of(session)
    spot = spot_of(state)
    wrong = [choice for choice, left in hand.choices(spot) if not hand.leads_to(spot, choice, left)]
    if not wrong:
        return None
    choice = min(wrong, key=lambda one: 9 if one is None else _toppers(spot, hand, one))
    again, move = session.branched(0), text_of(state, choice)
    again.play(move)
    while (there := spot_of(state_of(again))).turn != hand.me:
        seat, answer = again.to_move, text_of(state_of(again), _spoiler(hand, there))
        assert seat is not None
        if answer != "pass":
            words = _("Not {play}: {name} would lay {answer}, and it is no longer certain.")
            if choice is None:
                words = _("Not a pass: {name} would lay {answer}, and it is no longer certain.")
            told = {"name": names[seat], "answer": _cards(answer)}
            return Told(words.format(play="" if choice is None else _cards(move), **told), (move,))
        again.play(answer)
    words = _("After {play} it is not certain any more, though nobody beats it.")
    return None if choice is None else Told(words.format(play=_cards(move)), (move,))


def _spoiler(hand: Open, spot: Spot) -> Choice:
    """What one of the others does so that we are not out first for certain."""
    return next(choice for choice, left in hand.choices(spot) if not hand.leads_to(spot, choice, left))
