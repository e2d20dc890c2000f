"""What the screen of SOCiable shows at a moment, caught up event by event with the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from game.core.contract import Event, Observation
from game.games.sociable.rules.state import tidy
from game.games.sociable.screen.chairs import ranks

Laid = tuple[int, tuple[str, ...]]
"""Who laid which cards."""


def count_of(cards: Any) -> int:
    """How many cards an event tells of, hidden or not."""
    return cards["hidden"] if isinstance(cards, dict) else len(cards)


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
    gained: tuple[int, ...] = ()
    """Points of the hand that has just ended."""
    turn: int | None = None
    drawn: dict[int, str] = field(default_factory=dict)
    """The cards of the draw for positions, by seat."""
    give: tuple[str, ...] = ()
    """The gifts still to choose, as in the position."""
    gone: tuple[str, ...] = ()

    @classmethod
    def of(cls, seen: Observation) -> OfficePicture:
        """The picture of an observation."""
        lead, by = tuple(seen["lead"]), seen["by"]
        found = cls(
            viewer=seen["seat"],
            counts=list(seen["counts"]),
            order=tuple(seen["order"]),
            hand=tidy(seen.get("hand", ())),
            pile=((by, lead),) if lead else (),
            leads=len(seen["laid"]) == 1,
            out=tuple(seen["out"]) if seen["turn"] is not None else (),
            scores=tuple(seen["scores"]),
            turn=seen["turn"],
            give=tuple(seen["give"]),
            gone=tuple(seen["gone"]),
        )
        found.passed = frozenset(seen["quit"]) | found._passed(seen["passes"])
        return found

    def _passed(self, passes: int) -> frozenset[int]:
        """The last ones before the turn who hold cards: they have passed in a row."""
        if self.turn is None or not passes:
            return frozenset()
        place = self.order.index(self.turn)
        before = (*self.order[place + 1 :], *self.order[:place])[::-1]
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
        data = event.data
        match event.kind:
            case "draw_position":
                self.drawn.update(zip(data["seats"], data["cards"], strict=True))
            case "seated":
                self.order = tuple(data["order"])
                self.drawn = {}
            case "deal":
                self._deal(data)
            case "gift":
                self._moves(event.seat or 0, data["to"], data["cards"])
            case "blind_draw":
                self._moves(data["from"], event.seat or 0, data["cards"])
            case "play":
                self._play(event.seat or 0, tuple(data["cards"]))
            case "pass":
                self.passed |= {event.seat or 0}
            case "out":
                self.out = (*self.out, event.seat or 0)
            case "round_end":
                self.gone += self.lead
                self.pile, self.passed, self.turn = (), frozenset(), event.seat
            case "hand_end":
                self._hand_end(data)

    def _deal(self, data: Any) -> None:
        self.order = tuple(data["order"])
        self.counts = [count_of(hand) for hand in data["hands"]]
        self.hand = tidy(data["hands"][self.viewer]) if self.viewer is not None else ()
        self.out, self.gained, self.new, self.gone, self.turn = (), (), (), (), None

    def _moves(self, giver: int, to: int, cards: Any) -> None:
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

    def _hand_end(self, data: Any) -> None:
        self.order, self.scores = tuple(data["order"]), tuple(data["scores"])
        self.gained = tuple(data["points"])
        self.counts = [0] * len(self.counts)
        self.hand, self.new, self.pile, self.passed = (), (), (), frozenset()
        self.turn, self.out = None, ()
