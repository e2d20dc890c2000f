"""Puzzles of SOCiable solved a second time, plainly: by the moves that the rules give, and nothing else."""

from __future__ import annotations

from game.core.cards import JOKER
from game.core.session import Session
from game.games.sociable.rules import RULES
from game.games.sociable.rules.state import Move, State


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
