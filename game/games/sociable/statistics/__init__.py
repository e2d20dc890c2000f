"""What a match of SOCiable tells afterwards: who sat where, what was dealt, what changed hands.

Everything comes from the record alone. Chairs are counted from 0 for the Boss; with four players the fourth
chair is the Temp's. A *stage* is the first draw, numbered 0, or a hand that was played to its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from game.core.cards import open_cards
from game.core.game import Event
from game.core.options import Options
from game.core.session import Session
from game.games.sociable.rules.events import (
    BlindCardDrawn,
    GiftGiven,
    PlacesDrawn,
    SociableEventKind,
    SociableHandDealt,
    SociableHandEnded,
    as_observation,
)
from game.games.sociable.rules.events import as_event as read_event
from game.games.sociable.rules.state import DECK, POWER, Cards

STRONG = POWER["AS"]
"""The power from which on a card counts as powerful: aces and jokers."""
MEAN = sum(POWER[card] for card in DECK) / len(DECK)
"""The strength of the whole pack, and so of a hand that is neither good nor bad."""


def strength(cards: Sequence[str]) -> float:
    """How strong cards are: the mean of their power, from 0 for eights over 6 for aces to 7 for jokers.

    Groups are not counted, so that the number can be checked by hand; `MEAN` is what chance gives.
    """
    return sum(POWER[card] for card in cards) / len(cards) if cards else 0.0


def worth(cards: Iterable[str]) -> int:
    """The power of cards together, for weighing what was given against what was got."""
    return sum(POWER[card] for card in cards)


@dataclass(frozen=True, slots=True)
class ExchangedCards:
    """Cards that went from one seat to another in an exchange."""

    giver: int
    receiver: int
    cards: Cards
    way: str
    """``forced`` (the strongest had to go), ``drawn`` (blindly, by the receiver) or ``chosen``."""
    held: Cards = ()
    """What its giver held just before; empty where the match began in the middle of the hand."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand that was played to its end."""

    order: tuple[int, ...]
    """The seats from Boss to Temp while it was played."""
    dealt: tuple[Cards, ...]
    """The cards dealt to each seat; empty where the match began in the middle of the hand."""
    held: tuple[Cards, ...]
    """The cards of each seat after the exchange; empty where the dealt ones are not known."""
    given: tuple[ExchangedCards, ...]
    places: tuple[int, ...]
    """The seats from first out to last, who are the next Boss to Temp."""
    points: tuple[int, ...]
    """What each seat got for it."""


@dataclass(frozen=True)
class MatchStatistics:
    """A match, looked back at."""

    names: tuple[str, ...]
    options: Options
    first: tuple[int, ...]
    """The seats from Boss to Temp after the first draw."""
    drawn: tuple[tuple[tuple[int, str], ...], ...]
    """The first draw and what was drawn again, round by round: pairs of seat and card."""
    start: tuple[int, ...]
    """The points of each seat before the first hand; 0 unless the match began in the middle."""
    hands: tuple[PlayedHand, ...]

    @classmethod
    def of(cls, record: str) -> MatchStatistics:
        """The story of a record; a hand that was not played to its end is left out.

        Raises:
            ValueError: the record is broken, or that of another game.
        """
        session, played = replayed(record)
        if session.game != "sociable":
            raise ValueError(f"A debrief is made of a record of SOCiable, not of {session.game!r}.")
        seen = as_observation(session.restarted().observe(None))
        drawn = [
            tuple(zip(drawing.seats, drawing.cards, strict=True))
            for drawing in map(read_event, session.opening)
            if isinstance(drawing, PlacesDrawn)
        ]
        reader = _EventCollector(tuple(seen["order"]))
        for events in (session.opening, *played):
            reader.take(events)
        first, start = tuple(seen["order"]), tuple(seen["scores"])
        return cls(session.names, session.options, first, tuple(drawn), start, tuple(reader.hands))

    @property
    def players(self) -> int:
        return len(self.names)

    @cached_property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        return (self.first, *(hand.places for hand in self.hands))

    @cached_property
    def totals(self) -> tuple[tuple[int, ...], ...]:
        found = [self.start]
        for hand in self.hands:
            found.append(tuple(a + b for a, b in zip(found[-1], hand.points, strict=True)))
        return tuple(found)

    @cached_property
    def standing(self) -> tuple[int, ...]:
        """The seats from the most points at the end to the fewest; equals as the last hand placed them."""
        return standing(self.totals[-1], self.orders[-1])

    @property
    def as_boss(self) -> tuple[int, ...]:
        """In how many hands each seat was the Boss."""
        return tuple(sum(hand.order[0] == seat for hand in self.hands) for seat in range(self.players))

    def chairs(self, seat: int) -> tuple[int, ...]:
        return tuple(order.index(seat) for order in self.orders)

    @cached_property
    def moves(self) -> tuple[tuple[int, ...], ...]:
        """How often somebody moved from one chair (row) to another (column) between two stages."""
        table = [[0] * self.players for _ in self.first]
        for before, after in zip(self.orders, self.orders[1:], strict=False):
            for chair, seat in enumerate(before):
                table[chair][after.index(seat)] += 1
        return tuple(map(tuple, table))

    @property
    def kept(self) -> tuple[int, ...]:
        """How often whoever sat in each chair kept it; by chance it is a hand in as many as players."""
        return tuple(self.moves[chair][chair] for chair in range(self.players))

    @cached_property
    def strengths(self) -> tuple[tuple[float, float], ...]:
        """By chair: the mean strength of the hands dealt, and of the same hands after the exchange."""
        hands = [hand for hand in self.hands if any(hand.dealt)]
        found = []
        for chair in range(self.players):
            cards = [(hand.dealt[hand.order[chair]], hand.held[hand.order[chair]]) for hand in hands]
            dealt, held = (sum(map(strength, pile)) for pile in zip(*cards, strict=True)) if cards else (0, 0)
            found.append((dealt / max(1, len(hands)), held / max(1, len(hands))))
        return tuple(found)

    @cached_property
    def flows(self) -> tuple[tuple[int, int, Cards], ...]:
        """All that changed hands in exchanges: the chairs of giver and receiver, and the cards."""
        return tuple(
            (hand.order.index(given.giver), hand.order.index(given.receiver), given.cards)
            for hand in self.hands
            for given in hand.given
        )

    @cached_property
    def gave_up(self) -> tuple[tuple[int, int, ExchangedCards], ...]:
        """Powerful cards that somebody gave away of his own will: the hand, from 1, his chair, the gift."""
        return tuple(
            (number, hand.order.index(given.giver), given)
            for number, hand in enumerate(self.hands, start=1)
            for given in hand.given
            if given.way == "chosen" and any(POWER[card] >= STRONG for card in given.cards)
        )


def exchanged(record: str) -> list[Event]:
    """What was given and drawn in the exchange of the hand that is being played, as it happened."""
    session, played = replayed(record)
    events = [*session.opening, *chain.from_iterable(played)]
    deals = [number for number, event in enumerate(events) if event.kind == SociableEventKind.DEAL]
    return [
        event
        for event in events[deals[-1] if deals else 0 :]
        if event.kind in (SociableEventKind.GIFT, SociableEventKind.BLIND_DRAW)
    ]


def replayed(record: str) -> tuple[Session, list[tuple[Event, ...]]]:
    """The match of a record, and what each of its moves has done."""
    played: list[tuple[Event, ...]] = []
    return Session.from_record(record, played.append), played


def standing(scores: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """The seats from the most points to the fewest; equals in the order in which they were placed last."""
    return tuple(sorted(places, key=lambda seat: -scores[seat]))


class _EventCollector:
    """Gathers hands from events."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self.hands: list[PlayedHand] = []
        self._begin(order, [[] for _ in order])

    def _begin(self, order: Sequence[int], hands: Sequence[Sequence[str]]) -> None:
        self._order = tuple(order)
        self._dealt = [list(hand) for hand in hands]
        self._held = [list(hand) for hand in hands]
        self._given: list[ExchangedCards] = []

    def take(self, events: Iterable[Event]) -> None:
        for event in events:
            match read_event(event):
                case SociableHandDealt(order=order, hands=hands):
                    self._begin(order, [open_cards(hand) for hand in hands])
                case GiftGiven(seat=seat, to=to, cards=cards, forced=forced):
                    self._pass_on(seat, to, open_cards(cards), "forced" if forced else "chosen")
                case BlindCardDrawn(seat=seat, from_=owner, cards=cards):
                    self._pass_on(owner, seat, open_cards(cards), "drawn")
                case SociableHandEnded(order=order, points=points):
                    dealt, held = (tuple(map(tuple, hands)) for hands in (self._dealt, self._held))
                    given = tuple(self._given)
                    self.hands.append(
                        PlayedHand(self._order, dealt, held, given, tuple(order), tuple(points))
                    )

    def _pass_on(self, giver: int, receiver: int, cards: Sequence[str], way: str) -> None:
        self._given.append(ExchangedCards(giver, receiver, tuple(cards), way, tuple(self._held[giver])))
        if any(self._dealt):  # else it began within this hand, and nobody's cards are known
            for card in cards:
                self._held[giver].remove(card)
            self._held[receiver] += cards
