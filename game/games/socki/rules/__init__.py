"""Rules of SOCKI, as described in its ``rules.md``.

Each play names the complete new table. `SockiRules.moves` lists drawing and passing where they are legal, and
every play of one new pile or of one card added to a pile. Plays that rearrange the table are legal too, but
they are only listed if there is nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from game.core.cards import hidden, hidden_but, remove_cards, replace_at
from game.core.game import Event, Layout, Observation, Outcome, Refusal, Rules, Transition
from game.core.options import Options
from game.core.rummy.rules import RummyRules
from game.core.rummy.table import (
    CardDrawn,
    RummyCardsPlayed,
    RummyTurnPassed,
    Table,
    canonical,
    changes,
    read_piles,
    with_card,
    write_piles,
)
from game.games.socki import INFO
from game.games.socki.rules.events import Knocked, SockiHandDealt, SockiHandEnded, SockiObservation, as_event
from game.games.socki.rules.state import (
    FIELDS,
    GAME,
    SockiRefusal,
    SockiState,
    end_hand,
    first_hand,
    read_position,
    write_position,
)


class SockiEndReason(StrEnum):
    """End of a match."""

    LOWEST_TOTAL = "lowest_total"
    SHARED_LOWEST_TOTAL = "shared_lowest_total"
    PLAYOFF = "playoff"


@dataclass(frozen=True, slots=True)
class SockiDraw:
    """Take the top card of the stock (rules.md, Your turn)."""


@dataclass(frozen=True, slots=True)
class SockiPass:
    """End the turn without a play when the stock is empty (rules.md, Your turn)."""


@dataclass(frozen=True, slots=True)
class SockiPlay:
    """Lay cards; ``table`` is the complete new table, canonical (rules.md, Your turn)."""

    table: Table


Move: TypeAlias = SockiDraw | SockiPass | SockiPlay


class SockiRules(RummyRules[SockiState]):
    """Rules of SOCKI."""

    info = INFO
    fields = FIELDS
    seated = ("hands", "scores")
    no_layout = ("table", "SOCKI has no board, so it takes no layout.")
    read_position = staticmethod(read_position)
    format_position = staticmethod(write_position)

    def new(self, players: int, seed: int, options: Options, layout: Layout | None) -> Transition[SockiState]:
        """Transition to a new match, its first hand dealt by a random dealer. `LayoutError` for a layout."""
        self.check_bare(layout)
        return first_hand(players, seed, options)

    def to_move(self, state: SockiState) -> int | None:
        return None if state.winners else state.turn

    def moves(self, state: SockiState) -> Sequence[Move]:
        """Some legal moves, never none: draw or pass, plays without rearranging, else the best play.

        See rules.md, Your turn.
        """
        house, table, hand = state.house, state.table, state.hands[state.turn]
        moves: list[Move] = [SockiPlay(new) for new in house.simple_plays(table, hand)]
        if not (house.must_play and house.can_play(table, hand)):
            moves.insert(0, SockiDraw() if state.stock else SockiPass())
        if not moves:
            best = house.best_play(table, hand)
            assert best is not None
            moves.append(SockiPlay(best))
        return moves

    def refusal(self, state: SockiState, move: Move) -> Refusal | None:
        """Reason why the seat to move may not make this move; None if it may (rules.md, Your turn)."""
        house, hand = state.house, state.hands[state.turn]
        match move:
            case SockiPlay(table):
                return house.play_refusal(state.table, hand, table)
            case SockiDraw() if not state.stock:
                return Refusal(SockiRefusal.STOCK_EMPTY)
            case SockiPass() if state.stock:
                return Refusal(SockiRefusal.STOCK_NOT_EMPTY, {"stock": len(state.stock)})
        held_to_play = house.must_play and house.can_play(state.table, hand)
        return Refusal(SockiRefusal.MUST_PLAY) if held_to_play else None

    def apply(self, state: SockiState, move: Move) -> Transition[SockiState]:
        """State and events after a move, whose legality is not checked."""
        seat, hands = state.turn, state.hands
        match move:
            case SockiDraw():
                card = state.stock[0]
                hand = with_card(state.house.book.pack, hands[seat], card)
                new = replace(
                    state, hands=replace_at(hands, seat, hand), stock=state.stock[1:], drawn=state.drawn + 1
                )
                return Transition(new, (CardDrawn(seat, card, len(new.stock)).event(reveals=True),))
            case SockiPass():
                new = replace(state, passes=state.passes + 1, drawn=0)
                event = RummyTurnPassed(seat, new.passes).event()
                if new.passes == len(state.playing):
                    return end_hand(new, blocked=True).preceded_by(event, closed=new)
                return Transition(replace(new, turn=state.after(seat)), (event,))
            case SockiPlay(table):
                cards, _ = changes(state.table, table)
                hand = remove_cards(hands[seat], cards)
                new = replace(state, table=table, hands=replace_at(hands, seat, hand), drawn=0, passes=0)
                event = RummyCardsPlayed(seat, list(cards), [list(pile) for pile in table], len(hand)).event()
                if not hand:
                    return end_hand(new, blocked=False).preceded_by(event, closed=new)
                neighbour = state.after(seat)
                knock = Knocked(seat, neighbour).event()
                return Transition(replace(new, turn=neighbour), (event, knock))

    def observe(self, state: SockiState, viewer: int | None) -> Observation:
        """Observation of ``viewer`` with its hand only; without a hand for spectators (None)."""
        observation: SockiObservation = {
            "seat": viewer,
            "players": len(state.hands),
            "table": [list(pile) for pile in state.table],
            "counts": [len(hand) for hand in state.hands],
            "stock": len(state.stock),
            "turn": state.turn,
            "dealer": state.dealer,
            "drawn": state.drawn,
            "passes": state.passes,
            "scores": list(state.scores),
        }
        if viewer is not None:
            observation["hand"] = list(state.hands[viewer])
        return observation

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Event with others' cards as ``{"hidden": n}``: drawn, dealt, and left as a match ends.

        The hands left at the end of any other hand are public, because their points are counted. Those of the
        last one stay hidden because the move that ended the match may be undone.
        """
        match as_event(event):
            case CardDrawn(seat=seat) as drawn if seat != viewer:
                return replace(drawn, card=hidden(1)).event(reveals=event.reveals)
            case SockiHandDealt(hands=hands) as dealt:
                return replace(dealt, hands=hidden_but(hands, viewer)).event(reveals=event.reveals)
            case SockiHandEnded(left=hands, final=True) as ended:
                return replace(ended, left=hidden_but(hands, viewer)).event(reveals=event.reveals)
        return event

    def outcome(self, state: SockiState) -> Outcome | None:
        """Result by lowest total, once one is beyond the target, or by play-off. None before the end.

        See rules.md, How to win.
        """
        if not state.winners:
            return None
        if state.playoff:
            reason = SockiEndReason.PLAYOFF
        else:
            reason = (
                SockiEndReason.LOWEST_TOTAL if len(state.winners) == 1 else SockiEndReason.SHARED_LOWEST_TOTAL
            )
        return Outcome(state.winners, state.scores, reason)

    def parse_move(self, text: str) -> Move:
        """Move of ``draw``, ``pass`` or ``play 1P 2P 3P | 7F 7B 7B``. Raises `ValueError` for other text."""
        word, _, rest = text.strip().partition(" ")
        if word == "play" and rest.strip():
            return SockiPlay(canonical(GAME, read_piles(rest)))
        if word == "draw" and not rest:
            return SockiDraw()
        if word == "pass" and not rest:
            return SockiPass()
        raise ValueError(
            f"{text[:60]!r} is not a move; the moves are 'draw', 'pass' and 'play' with the whole new table,"
            " as in 'play 1P 2P 3P | 7F 7B 7B'."
        )

    def format_move(self, move: Move) -> str:
        match move:
            case SockiDraw():
                return "draw"
            case SockiPass():
                return "pass"
            case SockiPlay(table):
                return f"play {write_piles(table)}"


RULES: Rules[SockiState, Move] = SockiRules()
