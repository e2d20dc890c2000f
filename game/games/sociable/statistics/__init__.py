"""Statistics of a match of SOCiable from its record: chairs, hands dealt, cards exchanged.

Chairs are numbered from 0 for the Boss; with four players the fourth chair is the Temp's. A *stage* is the
first draw, numbered 0, or a hand that was played to its end.
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

STRONG_POWER = POWER["AS"]  # power from which a card counts as powerful: aces and jokers
# mean strength of the whole pack, and so of an average hand
MEAN_POWER = sum(POWER[card] for card in DECK) / len(DECK)


def strength(cards: Sequence[str]) -> float:
    """Return the mean power of the cards, from 0 for eights over 6 for aces to 7 for jokers; 0 if none.

    Groups do not count, so that the number can be checked by hand. `MEAN_POWER` is the average of chance.
    """
    return sum(POWER[card] for card in cards) / len(cards) if cards else 0.0


def worth(cards: Iterable[str]) -> int:
    """Return the sum of the cards' power, to compare gifts given and received."""
    return sum(POWER[card] for card in cards)


@dataclass(frozen=True, slots=True)
class ExchangedCards:
    """Cards that went from one seat to another in an exchange."""

    giver: int
    receiver: int
    cards: Cards
    way: str  # ``forced`` (strongest cards), ``drawn`` (blindly, by the receiver) or ``chosen``
    held: Cards = ()  # giver's hand just before; empty if the match began in the middle of the hand


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand that was played to its end."""

    order: tuple[int, ...]  # seats from Boss to Temp during the hand
    dealt: tuple[Cards, ...]  # cards dealt by seat; empty if the match began in the middle of the hand
    held: tuple[Cards, ...]  # cards by seat after the exchange; empty if the dealt ones are not known
    given: tuple[ExchangedCards, ...]
    places: tuple[int, ...]  # seats from first out to last: the next Boss to Temp
    points: tuple[int, ...]  # points of this hand by seat


@dataclass(frozen=True)
class MatchStatistics:
    """Statistics of one match."""

    names: tuple[str, ...]
    options: Options
    first: tuple[int, ...]  # seats from Boss to Temp after the first draw
    drawn: tuple[tuple[tuple[int, str], ...], ...]
    """The first draw and each repeated draw, as pairs of seat and card."""
    start: tuple[int, ...]  # points by seat before the first hand; 0 unless the match began in the middle
    hands: tuple[PlayedHand, ...]

    @classmethod
    def of(cls, record: str) -> MatchStatistics:
        """Statistics of a record without an unfinished hand; ValueError if broken or of another game."""
        session, move_events = replay_events(record)
        if session.game != "sociable":
            raise ValueError(f"A debrief needs a record of SOCiable, not of {session.game!r}.")
        observation = as_observation(session.restarted().observe(None))
        draws = [
            tuple(zip(drawing.seats, drawing.cards, strict=True))
            for drawing in map(read_event, session.opening)
            if isinstance(drawing, PlacesDrawn)
        ]
        reader = _EventCollector(tuple(observation["order"]))
        for events in (session.opening, *move_events):
            reader.take(events)
        first, start = tuple(observation["order"]), tuple(observation["scores"])
        return cls(session.names, session.options, first, tuple(draws), start, tuple(reader.hands))

    @property
    def players(self) -> int:
        return len(self.names)

    @cached_property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """Seats from Boss to Temp at each stage: after the first draw and after every finished hand."""
        return (self.first, *(hand.places for hand in self.hands))

    @cached_property
    def totals(self) -> tuple[tuple[int, ...], ...]:
        """Points by seat at each stage: before the first hand and after every finished one."""
        totals = [self.start]
        for hand in self.hands:
            totals.append(tuple(a + b for a, b in zip(totals[-1], hand.points, strict=True)))
        return tuple(totals)

    @cached_property
    def standing(self) -> tuple[int, ...]:
        """Seats by final points, most first; equal totals in the order of the last hand."""
        return standing(self.totals[-1], self.orders[-1])

    @property
    def as_boss(self) -> tuple[int, ...]:
        """Number of hands that each seat was the Boss."""
        return tuple(sum(hand.order[0] == seat for hand in self.hands) for seat in range(self.players))

    def chairs(self, seat: int) -> tuple[int, ...]:
        """Chair of a seat, 0 for the Boss, at each stage."""
        return tuple(order.index(seat) for order in self.orders)

    @cached_property
    def moves(self) -> tuple[tuple[int, ...], ...]:
        """Number of moves from one chair (row) to another (column), from each stage to the next."""
        table = [[0] * self.players for _ in self.first]
        for before, after in zip(self.orders, self.orders[1:], strict=False):
            for chair, seat in enumerate(before):
                table[chair][after.index(seat)] += 1
        return tuple(map(tuple, table))

    @property
    def chair_holds(self) -> tuple[int, ...]:
        """By chair, the number of hands in which its owner kept it; by chance hands / players."""
        return tuple(self.moves[chair][chair] for chair in range(self.players))

    @cached_property
    def strengths(self) -> tuple[tuple[float, float], ...]:
        """By chair, mean strength of the hands dealt and of those after the exchange; 0 if none is known."""
        hands = [hand for hand in self.hands if any(hand.dealt)]
        means = []
        for chair in range(self.players):
            cards = [(hand.dealt[hand.order[chair]], hand.held[hand.order[chair]]) for hand in hands]
            dealt, after = (
                (sum(map(strength, pile)) for pile in zip(*cards, strict=True)) if cards else (0, 0)
            )
            means.append((dealt / max(1, len(hands)), after / max(1, len(hands))))
        return tuple(means)

    @cached_property
    def flows(self) -> tuple[tuple[int, int, Cards], ...]:
        """All cards that changed hands in exchanges, as (giver's chair, receiver's chair, cards)."""
        return tuple(
            (hand.order.index(gift.giver), hand.order.index(gift.receiver), gift.cards)
            for hand in self.hands
            for gift in hand.given
        )

    @cached_property
    def gave_up(self) -> tuple[tuple[int, int, ExchangedCards], ...]:
        """Gifts with a powerful card that were made by choice, as (hand from 1, giver's chair, gift)."""
        return tuple(
            (number, hand.order.index(gift.giver), gift)
            for number, hand in enumerate(self.hands, start=1)
            for gift in hand.given
            if gift.way == "chosen" and any(POWER[card] >= STRONG_POWER for card in gift.cards)
        )


def exchange_events(record: str) -> list[Event]:
    """Return the gifts and blind draws since the last deal of a record, or since its start if none."""
    session, move_events = replay_events(record)
    events = [*session.opening, *chain.from_iterable(move_events)]
    deals = [number for number, event in enumerate(events) if event.kind == SociableEventKind.DEAL]
    return [
        event
        for event in events[deals[-1] if deals else 0 :]
        if event.kind in (SociableEventKind.GIFT, SociableEventKind.BLIND_DRAW)
    ]


def replay_events(record: str) -> tuple[Session, list[tuple[Event, ...]]]:
    """Return (match of a record, replayed to its end; by move, its events, without the opening)."""
    move_events: list[tuple[Event, ...]] = []
    return Session.from_record(record, move_events.append), move_events


def standing(scores: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """Return the seats by points, most first; equal totals in the order of ``places``."""
    return tuple(sorted(places, key=lambda seat: -scores[seat]))


class _EventCollector:
    """Collects hands from events."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self.hands: list[PlayedHand] = []
        self._begin(order, [[] for _ in order])

    def _begin(self, order: Sequence[int], hands: Sequence[Sequence[str]]) -> None:
        """Start a hand: set the order and, by seat, the cards dealt, and clear the gifts."""
        self._order = tuple(order)
        self._dealt = [list(hand) for hand in hands]
        self._held = [list(hand) for hand in hands]
        self._given: list[ExchangedCards] = []

    def take(self, events: Iterable[Event]) -> None:
        """Follow events; every hand that ends is appended to ``hands``."""
        for event in events:
            match read_event(event):
                case SociableHandDealt(order=order, hands=hands):
                    self._begin(order, [open_cards(hand) for hand in hands])
                case GiftGiven(seat=seat, to=to, cards=cards, forced=forced):
                    self._move_cards(seat, to, open_cards(cards), "forced" if forced else "chosen")
                case BlindCardDrawn(seat=seat, from_=owner, cards=cards):
                    self._move_cards(owner, seat, open_cards(cards), "drawn")
                case SociableHandEnded(order=order, points=points):
                    dealt, after = (tuple(map(tuple, hands)) for hands in (self._dealt, self._held))
                    gifts = tuple(self._given)
                    self.hands.append(
                        PlayedHand(self._order, dealt, after, gifts, tuple(order), tuple(points))
                    )

    def _move_cards(self, giver: int, receiver: int, cards: Sequence[str], way: str) -> None:
        """Record a gift or draw and, if the hands are known, move its cards."""
        self._given.append(ExchangedCards(giver, receiver, tuple(cards), way, tuple(self._held[giver])))
        if any(self._dealt):  # if not, the match began within this hand and no cards are known
            for card in cards:
                self._held[giver].remove(card)
            self._held[receiver] += cards
