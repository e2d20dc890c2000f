"""Where the cards of a rummy lie: on the table, in the hands, in the stock; as fields of a position."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from game.core.cards import Pack, write_cards
from game.core.notation import read_fields, read_groups
from game.core.options import Options
from game.core.rummy.melds import MeldBook
from game.core.rummy.table import Pile, Table, check_copies, read_held, read_table, write_table


@dataclass(frozen=True, slots=True)
class Dealt:
    """All cards of a match that lie somewhere."""

    table: Table
    """Canonical."""
    hands: tuple[Pile, ...]
    """Each sorted."""
    stock: Pile
    """Top card first."""


def read_dealt(fields: Mapping[str, str], players: int, book: MeldBook, decks: int) -> Dealt:
    """Read the fields ``table``, ``hands`` and ``stock``; one that is left out is empty.

    Raises:
        ValueError: a pile that is not legal, a strange card, or more copies of one than the decks hold.
    """
    pack = book.pack
    table = read_table(fields.get("table", "-"), book)
    groups = read_groups("hands", fields.get("hands", "/".join("-" * players)), players)
    hands = tuple(pack.sorted(read_held("hands", group, pack)) for group in groups)
    stock = read_held("stock", fields.get("stock", "-"), pack)
    check_copies(pack, decks, [*stock, *(card for cards in (*table, *hands) for card in cards)])
    return Dealt(table, hands, stock)


def write_dealt(table: Table, hands: Sequence[Pile], stock: Pile) -> tuple[tuple[str, str], ...]:
    """The three fields, as `read_dealt` reads them."""
    return (
        ("table", write_table(table)),
        ("hands", "/".join(map(write_cards, hands))),
        ("stock", write_cards(stock)),
    )


def count_seats(title: str, text: str, names: Sequence[str], seats: Sequence[str]) -> int | None:
    """How many seats a position text has, by the fields that have an entry for each; `None` without any.

    Args:
        title: the game's, for messages.
        text: the position.
        names: all its fields.
        seats: those with an entry a seat, of which at least one is needed to know.

    Raises:
        ValueError: no field at all, a strange one, or fields that count differently.
    """
    fields = read_fields(text, names)
    if not fields:
        raise ValueError(f"A {title} position has one field at least, as in hands=-/-.")
    counts = {len(fields[name].split("/")) for name in seats if name in fields}
    if len(counts) > 1:
        *first, last = (f"{name}=" for name in seats)
        raise ValueError(
            f"In a {title} position {', '.join(first)} and {last} have one entry a seat, equally many each."
        )
    return counts.pop() if counts else None


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
