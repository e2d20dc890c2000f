"""Plays of open hands and moves of the rules, read as each other."""

from __future__ import annotations

from game.core.session import Session
from game.games.sociable.puzzles.open_hands import LONE, Choice, Held, Laid
from game.games.sociable.rules.rules import RULES
from game.games.sociable.rules.state import POWER, Pass, Play, State


def state_of(session: Session) -> State:
    """All that lies at a table, hidden or not."""
    return RULES.parse_position(session.position(), session.players, 0, session.options, None)


def choice_of(move: str) -> Choice:
    """A move but for suits."""
    found = RULES.parse_move(move)
    if not isinstance(found, Play):
        return None
    jokers = sum(POWER[card] == LONE for card in found.cards)
    return Laid(len(found.cards), POWER[found.cards[0]], jokers)


def left_by(held: Held, choice: Choice) -> Held:
    """What a choice leaves of a hand."""
    if choice is None:
        return held
    left = list(held)
    left[LONE] -= choice.jokers
    left[choice.power] -= choice.size - choice.jokers
    return tuple(left)


def text_of(state: State, choice: Choice) -> str:
    """A choice as the rules write it."""
    moves = [move for move in RULES.moves(state) if isinstance(move, Play | Pass)]
    return next(text for text in map(RULES.format_move, moves) if choice_of(text) == choice)
