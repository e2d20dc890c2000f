"""The rules of Socker, by Phil Leduc; its ``rules.md`` tells them to players.

The folder's other modules hold what belongs together: `moves` and `position` the text, `pitch` the board,
`state` the state, `actions` what may be done, `flow` what follows.

Events, whose spaces are names as in ``c7`` (all is public, so `redact` changes nothing):

========== ========================================================================================
toss       the seat that starts; ``cause``: start, void, dawdle (with ``turns``) or sudden_death;
           cannot be undone
setup      the pitch is cleared, the ball in its centre; the seat that places first; ``sockers`` of
           the side that has more, ``sudden_death``
place      ``cell``
turn       a seat's turn begins; ``acts``, ``limit``, ``repeats``: how often the position was seen before
move       ``from``, ``to``
kick       ``who`` kicks, the ball goes ``from``, ``to`` (also out of bounds, also a goal space)
sock       ``who`` socks, the opponent goes ``from``, ``to`` and falls
out        the ball is out ``at``; ``row``; ``to`` the space where it comes back, null before a spot
spot_needed  the seat that chooses; ``row``, ``cells`` to choose from
spot       ``cell``
limit      after a spot the limit could not be met any more; ``limit``: the new one
goal       the seat that scores; ``by`` the seat whose socker ``who`` kicked it, ``at``, ``own``, ``score``
stand_up   at the end of the seat's turn; ``cells``
pass       the seat could do nothing
dawdle     nothing has come of many turns; after ``left`` more of them the leg is void
void       the leg is void; ``repeats`` of the position, or ``turns`` of which nothing has come
end_of_match  ``winners``, ``scores``, ``reason``
========== ========================================================================================
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import Event, Layout, Observation, Outcome, Refusal, Rules, Step
from game.core.options import Options
from game.games.socker.rules import actions, flow, position
from game.games.socker.rules.actions import Code
from game.games.socker.rules.flow import Reason
from game.games.socker.rules.moves import Move, Verb, parse_move
from game.games.socker.rules.observed import Observed
from game.games.socker.rules.pitch import read_layout
from game.games.socker.rules.state import HouseRules, State

__all__ = ["RULES", "Code", "Move", "Reason", "SockerRules", "State"]


class SockerRules:
    """The pure rules over `State` and `Move`; `moves` is complete."""

    def new(self, players: int, seed: int, options: Options, layout: Layout | None) -> Step[State]:
        """The empty pitch after the toss (rules.md, Set-up)."""
        house = HouseRules.of(read_layout(layout), seed, options)
        if house.by_goals and max(house.ahead) >= house.goals:
            raise ValueError("A side that starts a goal ahead has won a match to one goal; play to more.")
        return flow.opening(house)

    def to_move(self, state: State) -> int | None:
        """The seat that places, acts, or chooses the ball's spot."""
        return None if flow.outcome(state) else state.turn

    def moves(self, state: State) -> Sequence[Move]:
        """All legal moves: actions by the sockers' spaces, moves before kicks before socks, `end` last."""
        return () if flow.outcome(state) else actions.legal_moves(state)

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Why the seat to move may not make this move, or `None`."""
        return actions.refusal(state, move)

    def apply(self, state: State, move: Move) -> Step[State]:
        """The state after a legal move, and what happened."""
        events: list[Event] = []
        if move.verb is Verb.PLACE:
            state = flow.place(state, move, events)
        elif move.verb is Verb.SPOT:
            state = flow.spot(state, move, events)
        elif move.verb is Verb.END:
            state = flow.end_turn(state, events)
        else:
            state = flow.act(state, move, events)
        return Step(state, tuple(events))

    def observe(self, state: State, viewer: int | None) -> Observation:
        """The position, which is public, and the pitch: ``columns``, ``rows``, ``cells``."""
        pitch = state.house.pitch
        seen: Observed = {
            "seat": viewer,
            "players": 2,
            "field": position.write_field(state),
            "phase": str(state.phase),
            "turn": state.turn,
            "acts": state.acts,
            "left": state.left,
            "limit": state.limit,
            "mover": state.mover,
            "row": state.row or None,
            "score": list(state.score),
            "turns": state.turns,
            "columns": pitch.columns,
            "rows": pitch.rows,
            "cells": list(pitch.cells),
        }
        if position.counts_turns(state):
            seen |= {"still": state.still, "near": list(state.near)}
        return seen

    def redact(self, event: Event, viewer: int | None) -> Event:
        """The event itself: nothing in Socker is hidden."""
        return event

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended, `None` while it goes on."""
        return flow.outcome(state)

    def parse_move(self, text: str) -> Move:
        """Read a move, as in ``kick d4 e5``."""
        return parse_move(text)

    def format_move(self, move: Move) -> str:
        """Write a move."""
        return move.text

    def position_players(self, text: str) -> int:
        """Always two."""
        return 2

    def parse_position(
        self, text: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> State:
        """Read a position; see `game.games.socker.rules.position`."""
        return position.parse_position(text, HouseRules.of(read_layout(layout), seed, options))

    def format_position(self, state: State) -> str:
        """Write every field of the position."""
        return position.format_position(state)


RULES: Rules[State, Move] = SockerRules()
