"""The rules of SOCKI, as its ``rules.md`` tells them.

Each play says the complete new table. `SockiRules.moves` holds drawing and passing where they are legal, and
every play of one new pile or of one card added to a pile; plays that rearrange the table are legal too, but
only listed where nothing else is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from game.core.cards import hidden, without
from game.core.game import Event, Layout, Observation, Outcome, Refusal, Rules, Step
from game.core.options import Options
from game.core.rummy.table import (
    CardDrawn,
    CardsPlayed,
    RummyRules,
    Table,
    TurnPassed,
    canonical,
    changes,
    known_to,
    read_piles,
    with_card,
    with_hand,
    write_piles,
)
from game.games.socki import INFO
from game.games.socki.rules.events import HandDealt, HandEnded, Knocked, Observed, read
from game.games.socki.rules.state import (
    FIELDS,
    GAME,
    Code,
    State,
    end_hand,
    first_hand,
    read_position,
    write_position,
)

__all__ = ["RULES", "Code", "Draw", "Move", "Pass", "Play", "Reason", "SockiRules", "State"]


class Reason(StrEnum):
    """How a match ended."""

    LOWEST_TOTAL = "lowest_total"
    SHARED_LOWEST_TOTAL = "shared_lowest_total"
    PLAYOFF = "playoff"


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock (rules.md, Your turn)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn without a play, the stock being empty (rules.md, Your turn)."""


@dataclass(frozen=True, slots=True)
class Play:
    """Lay cards; the complete table afterwards, canonical (rules.md, Your turn)."""

    table: Table


Move: TypeAlias = Draw | Pass | Play


class SockiRules(RummyRules[State]):
    """The `Rules` of SOCKI."""

    info = INFO
    fields = FIELDS
    seated = ("hands", "scores")
    no_layout = ("table", "SOCKI has no board, so it takes no layout.")
    read_position = staticmethod(read_position)
    format_position = staticmethod(write_position)

    def new(self, players: int, seed: int, options: Options, layout: Layout | None) -> Step[State]:
        """A new match: the first dealer by chance, the first hand dealt."""
        self.check_bare(layout)
        return first_hand(players, seed, options)

    def to_move(self, state: State) -> int | None:
        return None if state.winners else state.turn

    def moves(self, state: State) -> Sequence[Move]:
        """Drawing or passing, simple plays, and the best play where there is nothing else.

        See rules.md, Your turn.
        """
        house, table, hand = state.house, state.table, state.hands[state.turn]
        moves: list[Move] = [Play(new) for new in house.simple_plays(table, hand)]
        if not (house.must_play and house.can_play(table, hand)):
            moves.insert(0, Draw() if state.stock else Pass())
        if not moves:
            best = house.best_play(table, hand)
            assert best is not None
            moves.append(Play(best))
        return moves

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Why the seat to move may not make this move (rules.md, Your turn)."""
        house, hand = state.house, state.hands[state.turn]
        match move:
            case Play(table):
                return house.play_refusal(state.table, hand, table)
            case Draw() if not state.stock:
                return Refusal(Code.STOCK_EMPTY)
            case Pass() if state.stock:
                return Refusal(Code.STOCK_NOT_EMPTY, {"stock": len(state.stock)})
        held_to_play = house.must_play and house.can_play(state.table, hand)
        return Refusal(Code.MUST_PLAY) if held_to_play else None

    def apply(self, state: State, move: Move) -> Step[State]:
        seat, hands = state.turn, state.hands
        match move:
            case Draw():
                card = state.stock[0]
                hand = with_card(state.house.book.pack, hands[seat], card)
                new = replace(
                    state, hands=with_hand(hands, seat, hand), stock=state.stock[1:], drawn=state.drawn + 1
                )
                return Step(new, (CardDrawn(seat, card, len(new.stock)).event(reveals=True),))
            case Pass():
                new = replace(state, passes=state.passes + 1, drawn=0)
                event = TurnPassed(seat, new.passes).event()
                if new.passes == len(state.playing):
                    ended = end_hand(new, blocked=True)
                    return Step(ended.state, (event, *ended.events), new)
                return Step(replace(new, turn=state.after(seat)), (event,))
            case Play(table):
                cards, _ = changes(state.table, table)
                hand = without(hands[seat], cards)
                new = replace(state, table=table, hands=with_hand(hands, seat, hand), drawn=0, passes=0)
                event = CardsPlayed(seat, list(cards), [list(pile) for pile in table], len(hand)).event()
                if not hand:
                    ended = end_hand(new, blocked=False)
                    return Step(ended.state, (event, *ended.events), new)
                neighbour = state.after(seat)
                knock = Knocked(seat, neighbour).event()
                return Step(replace(new, turn=neighbour), (event, knock))

    def observe(self, state: State, viewer: int | None) -> Observation:
        """The table, the counts and the totals; the hand only of the viewer."""
        seen: Observed = {
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
            seen["hand"] = list(state.hands[viewer])
        return seen

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Other seats' drawn and dealt cards become counts, and so do the hands left when a match ends.

        The hands left at the end of any other hand are laid down for all to count; those of the last one
        stay hidden because the move that ended the match may be taken back.
        """
        match read(event):
            case CardDrawn(seat=seat) as drawn if seat != viewer:
                return replace(drawn, card=hidden(1)).event(reveals=event.reveals)
            case HandDealt(hands=hands) as dealt:
                return replace(dealt, hands=known_to(viewer, hands)).event(reveals=event.reveals)
            case HandEnded(left=hands, final=True) as ended:
                return replace(ended, left=known_to(viewer, hands)).event(reveals=event.reveals)
        return event

    def outcome(self, state: State) -> Outcome | None:
        """The lowest total wins once a total is beyond the target, or the play-off for it decides.

        See rules.md, How to win.
        """
        if not state.winners:
            return None
        if state.playoff:
            reason = Reason.PLAYOFF
        else:
            reason = Reason.LOWEST_TOTAL if len(state.winners) == 1 else Reason.SHARED_LOWEST_TOTAL
        return Outcome(state.winners, state.scores, reason)

    def parse_move(self, text: str) -> Move:
        """Read ``draw``, ``pass`` or ``play 1P 2P 3P | 7F 7B 7B`` (rules.md, For scripts)."""
        word, _, rest = text.strip().partition(" ")
        if word == "play" and rest.strip():
            return Play(canonical(GAME, read_piles(rest)))
        if word == "draw" and not rest:
            return Draw()
        if word == "pass" and not rest:
            return Pass()
        raise ValueError(
            f"{text[:60]!r} is not a move; the moves are 'draw', 'pass' and 'play' with the whole new table,"
            " as in 'play 1P 2P 3P | 7F 7B 7B'."
        )

    def format_move(self, move: Move) -> str:
        match move:
            case Draw():
                return "draw"
            case Pass():
                return "pass"
            case Play(table):
                return f"play {write_piles(table)}"


RULES: Rules[State, Move] = SockiRules()
