"""The table of a rummy: as text, as one canonical value, and the plays on it that rearrange nothing.

A table is written in two ways: ``1P 2P 3P | 7F 7B 7B`` in a move and ``1P,2P,3P/7F,7B,7B`` in a position.
Neither the order of the piles nor that of the cards in a pile means anything; `canonical` picks one. It reads
runs by the game's default rules, because the text of a move does not know the options of its match.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import TypeAlias

from game.core.cards import JOKER, Pack, read_card, read_cards, without, write_cards
from game.core.rummy.melds import MIN_MELD, MeldBook, meld_book

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


def write_table(table: Iterable[Sequence[str]]) -> str:
    """Write a table as `read_table` reads it."""
    return "/".join(map(",".join, table)) or "-"


def read_held(name: str, text: str, pack: Pack) -> Pile:
    """Read the cards of a hand or of the stock, in the order they stand; jokers bear no face there.

    Raises:
        ValueError: a card that the game does not have; ``name`` is for the message.
    """
    cards = read_cards(text)
    for card in cards:
        if card not in pack.place or "=" in card:
            raise ValueError(
                f"{card!r} in {name} is not a card of this game; a card is {pack.cards[0]}, say."
            )
    return cards


def check_copies(pack: Pack, decks: int, cards: Iterable[str]) -> None:
    """Check that so many decks hold all these cards, jokers with and without faces.

    Raises:
        ValueError: there are more copies of one than the decks hold.
    """
    for card, count in Counter(card.partition("=")[0] for card in cards).items():
        most = decks * (pack.jokers if card == JOKER else 1)
        if count > most:
            raise ValueError(f"{card} is there {count} times; the pack has it {most} times.")


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
    count: dict[str, int] = {}
    for pile in after:
        for card in pile:
            count[card] = count.get(card, 0) + 1
    for pile in before:
        for card in pile:
            count[card] = count.get(card, 0) - 1
    added = tuple(card for card, times in count.items() for _ in range(times))
    gone = tuple(card for card, times in count.items() for _ in range(-times))
    return added, gone


def with_pile(game: str, table: Table, pile: Sequence[str]) -> Table:
    """A canonical table with one more pile."""
    book = meld_book(game)
    place = book.pack.place
    ordered = book.ordered(pile)
    at = bisect(table, [place[card] for card in ordered], key=lambda other: [place[card] for card in other])
    return (*table[:at], ordered, *table[at:])


def sewn(book: MeldBook, table: Table) -> Table:
    """The same cards in longer piles: two that make one are joined, a card to spare goes to a longer one."""
    for one, other in permutations(table, 2):
        for cards in (one, *((card,) for card in one if len(one) <= len(other))):
            rest = without(one, cards)
            if book.is_meld((*other, *cards)) and (not rest or book.is_meld(rest)):
                left = list(table)
                left.remove(one)
                left.remove(other)
                return sewn(book, (*left, (*other, *cards), *([rest] if rest else [])))
    return table


def spread(book: MeldBook, table: Table) -> Table:
    """The same cards in as many piles as their long ones can be parted into."""
    parted: list[Pile] = []
    for pile in table:
        first, rest = pile[:MIN_MELD], pile[MIN_MELD:]
        while book.is_meld(first) and book.is_meld(rest):
            parted.append(first)
            first, rest = rest[:MIN_MELD], rest[MIN_MELD:]
        parted.append((*first, *rest))
    return tuple(parted)


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
