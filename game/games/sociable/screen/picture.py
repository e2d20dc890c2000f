"""What the screen of SOCiable shows at a moment, caught up event by event with the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from game.core.cards import HiddenCards, count_of, open_cards
from game.core.game import Event
from game.games.sociable.rules.events import (
    BlindCardDrawn,
    CardsPlayed,
    GiftGiven,
    HandDealt,
    HandEnded,
    MatchEnded,
    PlacesDrawn,
    RoundEnded,
    SeatOut,
    SeatsTaken,
    TurnPassed,
    read,
)
from game.games.sociable.rules.observed import Observed
from game.games.sociable.rules.state import tidy
from game.games.sociable.screen.chairs import ranks

Laid = tuple[int, tuple[str, ...]]
"""Who laid which cards."""


@dataclass(slots=True)
class OfficePicture:
    """The table that is drawn; the rules may be some events ahead."""

    viewer: int | None
    """Whose hand is known."""
    counts: list[int]
    order: tuple[int, ...] = ()
    """Seats from Boss to Temp; empty before the chairs are drawn."""
    hand: tuple[str, ...] = ()
    """The viewer's cards, weakest first."""
    new: tuple[str, ...] = ()
    """Cards of that hand that came with the last gift."""
    pile: tuple[Laid, ...] = ()
    """The plays of this round that are known to have been laid, the one to beat last."""
    leads: bool = False
    """Whether the play to beat opened the round."""
    passed: frozenset[int] = frozenset()
    """Who has passed since the last play, or for good where passing is final."""
    out: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    turn: int | None = None
    drawn: dict[int, str] = field(default_factory=dict)
    """The cards of the draw for positions, by seat."""
    give: tuple[str, ...] = ()
    """The gifts still to choose, as in the position."""
    gone: tuple[str, ...] = ()

    @classmethod
    def of(cls, seen: Observed) -> OfficePicture:
        """The picture of an observation."""
        lead, by = tuple(seen["lead"]), seen["by"]
        found = cls(
            viewer=seen["seat"],
            counts=list(seen["counts"]),
            order=tuple(seen["order"]),
            hand=tidy(seen.get("hand", ())),
            pile=((by, lead),) if lead and by is not None else (),
            leads=len(seen["laid"]) == 1,
            out=tuple(seen["out"]) if seen["turn"] is not None else (),
            scores=tuple(seen["scores"]),
            turn=seen["turn"],
            give=tuple(seen["give"]),
            gone=tuple(seen["gone"]),
        )
        found.passed = frozenset(seen["quit"]) | found._passed(seen["passes"])
        return found

    def standing(self) -> tuple[int, ...]:
        """The seats in the order in which they sit, or stand before the first hand."""
        return self.order or tuple(range(len(self.counts)))

    def _passed(self, passes: int) -> frozenset[int]:
        """The last ones before the turn who hold cards: they have passed in a row."""
        if self.turn is None or not passes:
            return frozenset()
        place = self.order.index(self.turn)
        before = (*self.order[place + 1 :], *self.order[:place])[::-1]
        # Who lies on top has not passed, and whoever is out is not asked.
        holders = [seat for seat in before if self.counts[seat] and seat != (self.by if self.pile else None)]
        return frozenset(holders[:passes])

    @property
    def lead(self) -> tuple[str, ...]:
        """The cards to beat."""
        return self.pile[-1][1] if self.pile else ()

    @property
    def by(self) -> int | None:
        """Who laid them."""
        return self.pile[-1][0] if self.pile else None

    def rank(self, seat: int) -> int | None:
        """The rank of a seat, 0 to 4; `None` before the chairs are drawn."""
        if not self.order:
            return None
        return ranks(len(self.order))[self.order.index(seat)]

    def take_in(self, event: Event) -> None:
        """Change the picture as an event did the position."""
        match read(event):
            case PlacesDrawn(seats=seats, cards=cards):
                self.drawn.update(zip(seats, cards, strict=True))
            case SeatsTaken(order=order):
                self.order = tuple(order)
                self.drawn = {}
            case HandDealt() as dealt:
                self._deal(dealt)
            case (
                GiftGiven(seat=giver, to=to, cards=passed)
                | BlindCardDrawn(from_=giver, seat=to, cards=passed)
            ):
                self._moves(giver, to, passed)
            case CardsPlayed(seat=seat, cards=cards):
                self._play(seat, tuple(cards))
            case TurnPassed(seat=seat):
                self.passed |= {seat}
            case SeatOut(seat=seat):
                self.out = (*self.out, seat)
            case RoundEnded(seat=seat):
                self.gone += self.lead
                self.pile, self.passed, self.turn = (), frozenset(), seat
            case HandEnded() as ended:
                self._hand_end(ended)
            case MatchEnded():
                pass
            case unknown:
                assert_never(unknown)

    def _deal(self, dealt: HandDealt) -> None:
        self.order = tuple(dealt.order)
        self.counts = [count_of(hand) for hand in dealt.hands]
        self.hand = tidy(open_cards(dealt.hands[self.viewer])) if self.viewer is not None else ()
        self.out, self.new, self.gone, self.turn = (), (), (), None

    def _moves(self, giver: int, to: int, cards: list[str] | HiddenCards) -> None:
        count = count_of(cards)
        self.counts[giver] -= count
        self.counts[to] += count
        if isinstance(cards, dict):
            return
        if self.viewer == giver:
            left = list(self.hand)
            for card in cards:
                left.remove(card)
            self.hand, self.new = tuple(left), ()
        elif self.viewer == to:
            self.hand, self.new = tidy((*self.hand, *cards)), tuple(cards)

    def _play(self, seat: int, cards: tuple[str, ...]) -> None:
        self.counts[seat] -= len(cards)
        if seat == self.viewer:
            left = list(self.hand)
            for card in cards:
                left.remove(card)
            self.hand = tuple(left)
        self.gone += self.lead
        self.leads = not self.pile
        self.pile = (*self.pile, (seat, cards))
        self.passed, self.new, self.turn = frozenset(), (), seat

    def _hand_end(self, ended: HandEnded) -> None:
        self.order, self.scores = tuple(ended.order), tuple(ended.scores)
        self.counts = [0] * len(self.counts)
        self.hand, self.new, self.pile, self.passed = (), (), (), frozenset()
        self.turn, self.out = None, ()
