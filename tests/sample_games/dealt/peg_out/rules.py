"""Rules of Peg Out over frozen states; the players' version is ``rules.md``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from game.core.cards import (
    Pack,
    card_count,
    hidden,
    hidden_but,
    observe_hands,
    read_cards,
    read_hands,
    remove_cards,
    replace_at,
    write_cards,
    write_hands,
)
from game.core.game import Event, Layout, LayoutError, Observation, Outcome, Refusal, Rules, Transition
from game.core.options import Options
from game.core.record import read_fields, read_number, write_fields
from game.core.rng import SeededRng
from tests.sample_games.dealt.peg_out.events import CardDrawn, CardLaid, HandsDealt, MatchEnded, read

PACK = Pack("PFBL", tuple(map(str, range(1, 9))))
FIELDS = ("hands", "pile", "stock", "turn", "stuck")


class Code(StrEnum):
    """Reason of a refusal."""

    NOT_HELD = "not_held"
    DOES_NOT_GO = "does_not_go"
    MUST_LAY = "must_lay"


class Reason(StrEnum):
    """Reason of a match end."""

    OUT = "out"
    STUCK = "stuck"


def goes(card: str, last: str) -> bool:
    """True if a card may be laid on the last one (rules.md, Your turn)."""
    return PACK.suit[card] == PACK.suit[last] or PACK.rank[card] == PACK.rank[last]


@dataclass(frozen=True, slots=True)
class State:
    """A position."""

    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]  # the top card is last
    stock: tuple[str, ...]  # the first card is drawn next
    turn: int
    stuck: int = 0  # number of seats in a row that could neither lay nor draw

    @property
    def is_over(self) -> bool:
        return not all(self.hands) or self.stuck == len(self.hands)


class PegOutRules(Rules[State, str]):
    """Rules of Peg Out. A move is the card to lay, or an empty text to draw; see `game.core.game.Rules`."""

    def new(self, players: int, seed: int, options: Options, layout: Layout | None) -> Transition[State]:
        if layout is not None:
            raise LayoutError("board", "Peg Out has no maps.")
        rng, size = SeededRng("deal", seed), options.get_int("hand")
        deck = rng.shuffled(PACK.deck(1))
        hands = tuple(PACK.sorted(deck[seat * size : (seat + 1) * size]) for seat in range(players))
        rest = deck[players * size :]
        dealt = HandsDealt([list(hand) for hand in hands], rest[0]).event(reveals=True)
        return Transition(State(hands, rest[:1], rest[1:], rng.below(players)), (dealt,))

    def to_move(self, state: State) -> int | None:
        return None if state.is_over else state.turn

    def moves(self, state: State) -> Sequence[str]:
        if state.is_over:
            return ()
        return [card for card in state.hands[state.turn] if goes(card, state.pile[-1])] or [""]

    def refusal(self, state: State, move: str) -> Refusal | None:
        hand, last = state.hands[state.turn], state.pile[-1]
        if not move:
            return Refusal(Code.MUST_LAY) if any(goes(card, last) for card in hand) else None
        if move not in hand:
            return Refusal(Code.NOT_HELD, {"card": move})
        return None if goes(move, last) else Refusal(Code.DOES_NOT_GO, {"card": move, "on": last})

    def apply(self, state: State, move: str) -> Transition[State]:
        hand = state.hands[state.turn]
        if move:
            event, hand = CardLaid(state.turn, move).event(), remove_cards(hand, [move])
            after = replace(state, pile=(*state.pile, move), stuck=0)
        else:
            cards = state.stock[:1]
            event, hand = CardDrawn(state.turn, list(cards)).event(reveals=True), PACK.sorted((*hand, *cards))
            after = replace(state, stock=state.stock[1:], stuck=0 if cards else state.stuck + 1)
        after = replace(after, hands=replace_at(state.hands, state.turn, hand))
        if not after.is_over:
            return Transition(replace(after, turn=(state.turn + 1) % len(state.hands)), (event,))
        out = None if all(after.hands) else state.turn
        return Transition(after, (event, MatchEnded(out).event()))

    def observe(self, state: State, viewer: int | None) -> Observation:
        return observe_hands(state.hands, viewer) | {
            "pile": list(state.pile), "stock": len(state.stock), "turn": self.to_move(state),
            "stuck": state.stuck,
        }  # fmt: skip

    def redact(self, event: Event, viewer: int | None) -> Event:
        match read(event):
            case HandsDealt(hands=hands) as dealt:
                return replace(dealt, hands=hidden_but(hands, viewer)).event(reveals=event.reveals)
            case CardDrawn(seat=seat, cards=cards) as drawn if viewer != seat:
                return replace(drawn, cards=hidden(card_count(cards))).event(reveals=event.reveals)
        return event

    def outcome(self, state: State) -> Outcome | None:
        if not state.is_over:
            return None
        points = tuple(sum(PACK.rank[card] + 1 for card in hand) for hand in state.hands)
        winners = tuple(seat for seat, count in enumerate(points) if count == min(points))
        return Outcome(winners, points, Reason.STUCK if all(state.hands) else Reason.OUT)

    def parse_move(self, text: str) -> str:
        verb, _space, card = text.partition(" ")
        if text != "draw" and (verb != "lay" or card not in PACK.place):
            raise ValueError(f"A move is lay and a card, as in 'lay 3P', or draw, not {text[:40]!r}.")
        return card

    def format_move(self, move: str) -> str:
        return f"lay {move}" if move else "draw"

    def parse_position(
        self, text: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> State:
        fields = {"pile": "-", "stock": "-", "turn": "0", "stuck": "0", **read_fields(text, FIELDS)}
        hands = read_hands(fields.get("hands", ""), players, PACK.place)
        pile, stock = (read_cards(fields[name], PACK.place) for name in ("pile", "stock"))
        counts = Counter(card for cards in (*hands, pile, stock) for card in cards)
        if not pile or max(counts.values()) > 1 or sum(not hand for hand in hands) > 1:
            raise ValueError("A card lies on the pile, each is there once, and one hand may be empty.")
        turn = read_number("turn", fields["turn"], 0, players - 1)
        stuck = read_number("stuck", fields["stuck"], 0, players)
        return State(tuple(map(PACK.sorted, hands)), pile, stock, turn, stuck)

    def format_position(self, state: State) -> str:
        return write_fields((
            ("hands", write_hands(state.hands)),
            ("pile", write_cards(state.pile)),
            ("stock", write_cards(state.stock)),
            ("turn", state.turn),
            ("stuck", state.stuck),
        ))  # fmt: skip


RULES = PegOutRules()
