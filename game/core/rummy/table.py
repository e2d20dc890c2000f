"""The table of a rummy, whatever its name: as text, as one canonical value, as fields, to a seat, in events.

A table is written in two ways: ``1P 2P 3P | 7F 7B 7B`` in a move and ``1P,2P,3P/7F,7B,7B`` in a position.
Neither the order of the piles nor that of the cards in a pile means anything; `canonical` picks one. It reads
runs by the game's default rules, because the text of a move does not know the options of its match.

A game's ``rules/events.py`` lists the events below with its own. Its classes for a deal and for the end of a
hand derive from `HandsDealtEvent` and `HandEndedEvent`, by which the shared table knows them.
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
    card_count,
    hidden,
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
    """Read a table as moves write it: ``1P 2P 3P | 7F 7B 7B``.

    Raises:
        ValueError: an empty pile, or a text that has not the shape of a card.
    """
    piles = tuple(tuple(read_card(token) for token in part.split()) for part in text.split("|"))
    if not all(piles):
        raise ValueError(f"Piles are cards with '|' between two piles, not {text.strip()[:60]!r}.")
    return piles


def write_piles(table: Iterable[Sequence[str]]) -> str:
    """Write a table as `read_piles` reads it."""
    return " | ".join(map(" ".join, table))


def read_table(text: str, book: MeldBook) -> Table:
    """Read the table of a position: ``1P,2P,3P/7F,7B,7B``, or ``-`` for an empty one.

    Raises:
        ValueError: a pile that is not legal, or text that is not a table.
    """
    if text == "-":
        return ()
    piles = [read_cards(part) for part in text.split("/")]
    for pile in piles:
        if not book.is_meld(pile):
            raise ValueError(f"{write_cards(pile)} on the table is not a legal pile of at least 3 cards.")
    return canonical(book.game, piles)


def read_held(name: str, text: str, pack: Pack) -> Pile:
    """Read the cards of a hand or of the stock, in the order they stand; jokers bear no face there.

    Raises:
        ValueError: a card that the game does not have; ``name`` is for the message.
    """
    cards = read_cards(text)
    for card in cards:
        if card not in pack.place or "=" in card:
            raise ValueError(
                f"{card[:40]!r} in {name} is not a card of this game; a card is {pack.cards[0]}, say."
            )
    return cards


def canonical(game: str, table: Iterable[Sequence[str]]) -> Table:
    """The one way to write a table, the same under all options of the game."""
    return meld_book(game).ordered_table(table)


def differing(old: Table, new: Table) -> tuple[Table, Table]:
    """Both tables less the piles that they begin and end with in common; most plays leave little."""
    most = min(len(old), len(new))
    start = 0
    while start < most and old[start] == new[start]:
        start += 1
    end = 0
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return old[start : len(old) - end], new[start : len(new) - end]


def changes(old: Table, new: Table) -> tuple[Pile, Pile]:
    """The cards that the new table has more than the old one, and those that it has fewer, with repeats."""
    before, after = differing(old, new)
    more = Counter(chain.from_iterable(after))
    more.subtract(chain.from_iterable(before))
    return tuple((+more).elements()), tuple((-more).elements())


def plain_cards(table: Iterable[Sequence[str]]) -> Counter[str]:
    """The cards of a table, jokers without the cards they stand for."""
    return Counter(JOKER if card.startswith(JOKER) else card for pile in table for card in pile)


def added(old: Iterable[Sequence[str]], new: Iterable[Sequence[str]]) -> Pile:
    """The cards that the new table has more, a joker as ``JK``."""
    return tuple((plain_cards(new) - plain_cards(old)).elements())


def with_pile(game: str, table: Table, pile: Sequence[str]) -> Table:
    """A canonical table with one more pile."""
    book = meld_book(game)
    place = book.pack.place
    ordered = book.ordered(pile)
    at = bisect(table, [place[card] for card in ordered], key=lambda other: [place[card] for card in other])
    return (*table[:at], ordered, *table[at:])


def single_plays(book: MeldBook, table: Table, hand: Sequence[str]) -> Iterator[Table]:
    """Every canonical table after one new meld from the hand, or one hand card added to one pile.

    A joker in a new meld stands only for cards that the hand lacks; an added one for all that fit. Under
    ``any_missing`` the joker of a kind of three makes room for the card that it stands for.
    """
    for meld in book.melds_from(hand):
        yield with_pile(book.game, table, meld)
    cards = set(hand)
    joker = JOKER in cards
    flexible = book.joker_in_kind != "declared"
    for index, pile in enumerate(table):
        # Equal piles lie side by side in a canonical table; a card on either makes the same one.
        if index and pile == table[index - 1]:
            continue
        fitting = [(pile, card) for card in book.openings(pile) if card in cards]
        if joker:
            fitting += [(pile, f"{JOKER}={card}") for card in book.openings(pile)]
        if flexible:
            others = book.readings(pile)[1:]
            fitting += [(other, card) for other in others for card in book.openings(other) if card in cards]
        if fitting:
            rest = (*table[:index], *table[index + 1 :])
            for base, card in fitting:
                yield with_pile(book.game, rest, (*base, card))


def read_dealt(
    fields: Mapping[str, str], players: int, book: MeldBook, decks: int
) -> tuple[Table, tuple[Pile, ...], Pile]:
    """Read the fields ``table``, ``hands`` and ``stock``; one that is left out is empty.

    The table is canonical, each hand sorted, and the top card of the stock comes first.

    Raises:
        ValueError: a pile that is not legal, a strange card, or more copies of one than the decks hold.
    """
    pack = book.pack
    table = read_table(fields.get("table", "-"), book)
    groups = read_groups("hands", fields.get("hands", "/".join("-" * players)), players)
    hands = tuple(pack.sorted(read_held("hands", group, pack)) for group in groups)
    stock = read_held("stock", fields.get("stock", "-"), pack)
    there = Counter(card.partition("=")[0] for cards in (stock, *table, *hands) for card in cards)
    for card, count in there.items():  # jokers with and without faces
        most = decks * (pack.jokers if card == JOKER else 1)
        if count > most:
            raise ValueError(f"{card} is there {count} times; the pack has it {most} times.")
    return table, hands, stock


def write_dealt(table: Table, hands: Sequence[Pile], stock: Pile) -> tuple[tuple[str, str], ...]:
    """The three fields, as `read_dealt` reads them."""
    return (
        ("table", "/".join(map(",".join, table)) or "-"),
        ("hands", "/".join(map(write_cards, hands))),
        ("stock", write_cards(stock)),
    )


def hand_sizes(seats: Sequence[int], usual: int, options: Options) -> list[int]:
    """How many cards each of these seats is dealt: as usual, but for the handicap that one may have.

    A handicap in cards reads ``2_more`` or ``4_fewer``; any other changes nothing.
    """
    count, _, less = options.word("handicap_is").partition("_")
    change = int(count) if count.isdecimal() else 0
    other = usual - change if less == "fewer" else usual + change
    return [other if seat == options.seat("handicap") else usual for seat in seats]


def deal_out(deck: Pile, sizes: Iterable[int]) -> tuple[list[Pile], Pile]:
    """The cards from the top of a deck that each is dealt, and the rest."""
    hands, start = [], 0
    for size in sizes:
        hands.append(deck[start : start + size])
        start += size
    return hands, deck[start:]


def with_card(pack: Pack, hand: Pile, card: str) -> Pile:
    """A sorted hand with one more card."""
    cards = list(hand)
    insort(cards, card, key=pack.place.__getitem__)
    return tuple(cards)


def with_hand(hands: tuple[Pile, ...], seat: int, hand: Pile) -> tuple[Pile, ...]:
    """The hands, one of them another."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


class RummyObservation(TypedDict):
    """What the observations of all rummies have."""

    seat: int | None
    players: int
    table: list[list[str]]
    counts: list[int]
    """Cards in each hand."""
    stock: int
    """Cards left to draw."""
    turn: int
    passes: int
    hand: NotRequired[list[str]]
    """Not for spectators."""


_WhoIsIn = TypedDict("_WhoIsIn", {"in": list[int]}, total=False)
"""Which seats have come in; a word that no class can have as a field."""


class RummyTurnObservation(RummyObservation, _WhoIsIn, total=False):
    """What some rummies tell besides, for code that knows none of them; each has a type of its own."""

    came: int
    """Whether the seat to move came in during this very turn."""
    drawn: int
    """Cards drawn in this turn."""


def turn_observed(observation: Observation) -> RummyTurnObservation:
    """An observation of a rummy, read through what any of them may have."""
    return cast(RummyTurnObservation, observation)


def table_observed(observation: Observation) -> RummyObservation:
    """An observation of a rummy, read through what all of them have."""
    return cast(RummyObservation, observation)


Hands = list[list[str] | HiddenCards]
"""The hand of each seat, as far as the viewer may know it."""


def known_to(viewer: int | None, hands: Hands) -> Hands:
    """The hands as a seat, or a spectator, may know them: its own, and the numbers of the others."""
    return [hand if seat == viewer else hidden(card_count(hand)) for seat, hand in enumerate(hands)]


class RummyEventKind(StrEnum):
    """The kinds that every rummy has."""

    DEAL = "deal"
    DRAW = "draw"
    PLAY = "play"
    PASS = "pass"


class HandsDealtEvent(TypedEvent):
    """Hands have been dealt."""

    __slots__ = ()
    hands: Hands
    stock: int
    """How many cards are left to draw."""


class TableChangedEvent(TypedEvent):
    """A seat has left the table another one."""

    __slots__ = ()
    seat: int
    table: list[list[str]]


class CardsLaidEvent(TableChangedEvent):
    """A seat has laid cards of its hand."""

    __slots__ = ()
    cards: list[str]
    left: int
    """How many the hand still holds."""


class HandEndedEvent(TypedEvent):
    """A hand is over."""

    __slots__ = ()

    @abstractmethod
    def totals(self) -> list[int]:
        """How the match stands, by seat."""

    @abstractmethod
    def won_by(self) -> list[int]:
        """The seats that have reason to be glad."""


@event_kind(RummyEventKind.DRAW)
class CardDrawn(TypedEvent):
    """A seat has drawn a card, which only it knows."""

    seat: int
    card: str | HiddenCards
    stock: int


@event_kind(RummyEventKind.PLAY)
class RummyCardsPlayed(CardsLaidEvent):
    """A seat has laid cards; the whole table after it."""

    seat: int
    cards: list[str]
    table: list[list[str]]
    left: int


@event_kind(RummyEventKind.PASS)
class RummyTurnPassed(TypedEvent):
    """A seat has passed; so many passes in a row."""

    seat: int
    passes: int
