"""The table of a rummy: text forms, the canonical value, position fields, observations and events.

A table is written in two ways: ``1P 2P 3P | 7F 7B 7B`` in a move and ``1P,2P,3P/7F,7B,7B`` in a position.
Neither the order of the piles nor that of the cards in a pile means anything; `canonical` picks one. It reads
runs by the game's default rules, because the text of a move does not know the options of its match.

A game's ``rules/events.py`` lists the events below with its own. Its classes for a deal and for the end of a
hand derive from `HandsDealtEvent` and `HandEndedEvent`, so that shared code can recognise them.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from typing import NotRequired, TypeAlias, TypedDict, cast

from game.core.cards import (
    JOKER,
    HiddenCards,
    Pack,
    read_card,
    read_cards,
    write_cards,
)
from game.core.events import TypedEvent, event_kind
from game.core.game import Observation
from game.core.options import Options
from game.core.record import read_groups
from game.core.rummy.melds import MeldBook, meld_book

Pile: TypeAlias = tuple[str, ...]
Table: TypeAlias = tuple[Pile, ...]


def read_piles(text: str) -> Table:
    """Table of a move, as in ``1P 2P 3P | 7F 7B 7B``; ValueError for an empty pile or no card."""
    piles = tuple(tuple(read_card(token) for token in part.split()) for part in text.split("|"))
    if not all(piles):
        raise ValueError(f"Piles are cards with '|' between two piles, not {text.strip()[:60]!r}.")
    return piles


def write_piles(table: Iterable[Sequence[str]]) -> str:
    """Text of a table, ``1P 2P 3P | 7F 7B 7B``, in the form that `read_piles` reads."""
    return " | ".join(map(" ".join, table))


def read_table(text: str, book: MeldBook) -> Table:
    """Canonical table of a position, ``1P,2P,3P/7F,7B,7B`` or ``-``; ValueError if a pile is not legal."""
    if text == "-":
        return ()
    piles = [read_cards(part) for part in text.split("/")]
    for pile in piles:
        if not book.is_meld(pile):
            raise ValueError(f"{write_cards(pile)} on the table is not a legal pile of at least 3 cards.")
    return canonical(book.game, piles)


def read_held(name: str, text: str, pack: Pack) -> Pile:
    """Cards of a hand or stock, in order, jokers without faces; ValueError, with ``name``, if unknown."""
    cards = read_cards(text)
    for card in cards:
        if card not in pack.place or "=" in card:
            raise ValueError(
                f"{card[:40]!r} in {name} is not a card of this game; a card is {pack.cards[0]}, say."
            )
    return cards


def canonical(game: str, table: Iterable[Sequence[str]]) -> Table:
    """Return a table in canonical order, the same under all options of the game."""
    return meld_book(game).ordered_table(table)


def differing(old: Table, new: Table) -> tuple[Table, Table]:
    """Both tables without the piles that they have in common at the beginning and at the end."""
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and old[start] == new[start]:
        start += 1
    end = 0
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return old[start : len(old) - end], new[start : len(new) - end]


def changes(old: Table, new: Table) -> tuple[Pile, Pile]:
    """Cards that the new table has in addition, and cards that it lacks, with repeats."""
    before, after = differing(old, new)
    more = Counter(chain.from_iterable(after))
    more.subtract(chain.from_iterable(before))
    return tuple((+more).elements()), tuple((-more).elements())


def plain_cards(table: Iterable[Sequence[str]]) -> Counter[str]:
    """Count the cards of a table, jokers without faces."""
    return Counter(JOKER if card.startswith(JOKER) else card for pile in table for card in pile)


def added_cards(old: Iterable[Sequence[str]], new: Iterable[Sequence[str]]) -> Pile:
    """Cards that the new table has in addition, a joker as ``JK``."""
    return tuple((plain_cards(new) - plain_cards(old)).elements())


def with_pile(game: str, table: Table, pile: Sequence[str]) -> Table:
    """Return a canonical table with one more pile, put in reading order and in its place."""
    book = meld_book(game)
    place = book.pack.place
    new_pile = book.sort_pile(pile)
    at = bisect(
        table, [place[card] for card in new_pile], key=lambda old_pile: [place[card] for card in old_pile]
    )
    return (*table[:at], new_pile, *table[at:])


def single_plays(book: MeldBook, table: Table, hand: Sequence[str]) -> Iterator[Table]:
    """Yields each canonical table after one new meld from the hand, or one hand card added to one pile.

    A joker in a new meld represents only cards that the hand lacks; an added one all that fit. Under
    ``any_missing`` the joker of a kind of three makes room for the card that it represents.
    """
    for meld in book.melds_from(hand):
        yield with_pile(book.game, table, meld)
    cards = set(hand)
    joker = JOKER in cards
    flexible = book.joker_in_kind != "declared"
    for index, pile in enumerate(table):
        # Equal piles are adjacent in a canonical table; adding a card to either makes the same one.
        if index and pile == table[index - 1]:
            continue
        fitting = [(pile, card) for card in book.openings(pile) if card in cards]
        if joker:
            fitting += [(pile, f"{JOKER}={card}") for card in book.openings(pile)]
        if flexible:
            others = book.readings(pile)[1:]
            fitting += [
                (target, card) for target in others for card in book.openings(target) if card in cards
            ]
        if fitting:
            rest = (*table[:index], *table[index + 1 :])
            for base, card in fitting:
                yield with_pile(book.game, rest, (*base, card))


def read_dealt(
    fields: Mapping[str, str], players: int, book: MeldBook, decks: int
) -> tuple[Table, tuple[Pile, ...], Pile]:
    """(table, hands, stock) of these fields, empty for a missing one; ValueError if they are impossible.

    The table is canonical, each hand sorted, and the top card of the stock comes first.
    """
    pack = book.pack
    table = read_table(fields.get("table", "-"), book)
    groups = read_groups("hands", fields.get("hands", "/".join("-" * players)), players)
    hands = tuple(pack.sorted(read_held("hands", group, pack)) for group in groups)
    stock = read_held("stock", fields.get("stock", "-"), pack)
    counts = Counter(card.partition("=")[0] for cards in (stock, *table, *hands) for card in cards)
    for card, count in counts.items():  # jokers with and without faces
        limit = decks * (pack.jokers if card == JOKER else 1)
        if count > limit:
            raise ValueError(f"{card} appears {count} times, but the pack has it {limit} times.")
    return table, hands, stock


def write_dealt(table: Table, hands: Sequence[Pile], stock: Pile) -> tuple[tuple[str, str], ...]:
    """Write the three fields that `read_dealt` reads, as (name, text)."""
    return (
        ("table", "/".join(map(",".join, table)) or "-"),
        ("hands", "/".join(map(write_cards, hands))),
        ("stock", write_cards(stock)),
    )


def hand_sizes(seats: Sequence[int], usual: int, options: Options) -> list[int]:
    """Number of cards to deal to each seat: ``usual``, except for a seat with a handicap.

    A handicap in cards reads ``2_more`` or ``4_fewer``; any other changes nothing.
    """
    count, _, less = options.get_str("handicap_is").partition("_")
    change = int(count) if count.isdecimal() else 0
    handicap_size = usual - change if less == "fewer" else usual + change
    return [handicap_size if seat == options.get_seat("handicap") else usual for seat in seats]


def deal_out(deck: Pile, sizes: Iterable[int]) -> tuple[list[Pile], Pile]:
    """Deal hands of these sizes from the top of a deck; return them and the rest."""
    hands, start = [], 0
    for size in sizes:
        hands.append(deck[start : start + size])
        start += size
    return hands, deck[start:]


def with_card(pack: Pack, hand: Pile, card: str) -> Pile:
    """Return a sorted hand with one more card in its place."""
    cards = list(hand)
    insort(cards, card, key=pack.place.__getitem__)
    return tuple(cards)


class RummyObservation(TypedDict):
    """Common fields of the observations of all rummies."""

    seat: int | None
    players: int
    table: list[list[str]]
    counts: list[int]  # cards in each hand
    stock: int  # cards left to draw
    turn: int
    passes: int
    hand: NotRequired[list[str]]  # missing for spectators


# seats that have come in; `in` cannot be a field of a class
_WhoIsIn = TypedDict("_WhoIsIn", {"in": list[int]}, total=False)


class RummyTurnObservation(RummyObservation, _WhoIsIn, total=False):
    """Further fields of some rummies, for code that handles any of them; each rummy has its own type."""

    came: int
    """True (1) if the seat to move came in during this turn."""
    drawn: int  # cards drawn in this turn


def turn_observed(observation: Observation) -> RummyTurnObservation:
    """Cast an observation of a rummy to the fields that any of them may have."""
    return cast(RummyTurnObservation, observation)


def table_observed(observation: Observation) -> RummyObservation:
    """Cast an observation of a rummy to the fields that all of them have."""
    return cast(RummyObservation, observation)


Hands = list[list[str] | HiddenCards]  # by seat; hidden ones as numbers


class RummyEventKind(StrEnum):
    """Event kinds that every rummy has."""

    DEAL = "deal"
    DRAW = "draw"
    PLAY = "play"
    PASS = "pass"


class HandsDealtEvent(TypedEvent):
    """Hands were dealt."""

    __slots__ = ()
    hands: Hands
    stock: int  # cards left to draw


class TableChangedEvent(TypedEvent):
    """A seat has changed the table."""

    __slots__ = ()
    seat: int
    table: list[list[str]]


class CardsLaidEvent(TableChangedEvent):
    """A seat has laid cards of its hand."""

    __slots__ = ()
    cards: list[str]
    left: int  # cards left in the hand


class HandEndedEvent(TypedEvent):
    """A hand is over."""

    __slots__ = ()

    @abstractmethod
    def totals(self) -> list[int]:
        """Totals of the match, by seat."""

    @abstractmethod
    def won_by(self) -> list[int]:
        """Seats that won the hand, or profited from its end."""


@event_kind(RummyEventKind.DRAW)
class CardDrawn(TypedEvent):
    """A seat has drawn a card, which only that seat may see."""

    seat: int
    card: str | HiddenCards
    stock: int


@event_kind(RummyEventKind.PLAY)
class RummyCardsPlayed(CardsLaidEvent):
    """A seat has laid cards; ``table`` is the full table afterwards."""

    seat: int
    cards: list[str]
    table: list[list[str]]
    left: int


@event_kind(RummyEventKind.PASS)
class RummyTurnPassed(TypedEvent):
    """A seat has passed; ``passes`` counts passes in a row."""

    seat: int
    passes: int
