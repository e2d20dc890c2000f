"""Cards as text, and the packs that say which cards a game has.

A card is its text, rank then suit (``7P``, ``10D``); a joker is ``JK``, and on a rummy table it wears the
card it stands for: ``JK=3D``. Text is hashable, sorts through `Pack.place`, and needs no conversion on its
way to a record, a screen or a bot.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from game.core.record import read_groups

JOKER = "JK"

_TOKEN = re.compile(r"[0-9A-Z]{1,3}(=[0-9A-Z]{1,3})?", re.ASCII)


class HiddenCards(TypedDict):
    """Cards that a viewer may not see: how many there are, and nothing else."""

    hidden: int


def hidden(count: int) -> HiddenCards:
    """What stands in an event or observation in place of ``count`` cards that are not the viewer's."""
    return {"hidden": count}


def card_count(cards: Sequence[str] | HiddenCards) -> int:
    """How many cards there are, hidden or not."""
    return cards["hidden"] if isinstance(cards, dict) else len(cards)


def hidden_but(hands: Sequence[Sequence[str]], viewer: int | None) -> list[Sequence[str] | HiddenCards]:
    """Hands by seat as a viewer may know them: their own, and how many cards the others hold."""
    return [hand if seat == viewer else hidden(len(hand)) for seat, hand in enumerate(hands)]


def open_cards(cards: Sequence[str] | HiddenCards) -> Sequence[str]:
    """Cards that the viewer surely knows."""
    assert not isinstance(cards, dict)
    return cards


@dataclass(frozen=True, slots=True)
class Pack:
    """The different cards of a game, in the order in which hands are sorted."""

    suits: str
    ranks: tuple[str, ...]
    jokers: int = 0
    """How many jokers come with one deck."""
    cards: tuple[str, ...] = field(init=False)
    """Every different card but the joker, suit by suit."""
    rank: dict[str, int] = field(init=False)
    """Card text -> place of its rank in ``ranks``."""
    suit: dict[str, int] = field(init=False)
    """Card text -> place of its suit in ``suits``."""
    place: dict[str, int] = field(init=False)
    """Card text -> sorting place; jokers come last, by the card they stand for."""

    def __post_init__(self) -> None:
        cards = tuple(f"{rank}{suit}" for suit in self.suits for rank in self.ranks)
        size = len(self.ranks)
        fix = object.__setattr__  # a frozen value sets what it derives this way
        fix(self, "cards", cards)
        fix(self, "rank", {card: number % size for number, card in enumerate(cards)})
        fix(self, "suit", {card: number // size for number, card in enumerate(cards)})
        place = {card: number for number, card in enumerate(cards)}
        if self.jokers:
            place |= {f"{JOKER}={card}": len(cards) + number for number, card in enumerate(cards)}
            place[JOKER] = 2 * len(cards)
        fix(self, "place", place)

    def deck(self, copies: int) -> tuple[str, ...]:
        """All cards of ``copies`` decks, jokers included, in sorting order."""
        naturals = tuple(card for card in self.cards for _ in range(copies))
        return naturals + (JOKER,) * (self.jokers * copies)

    def sorted(self, cards: Iterable[str]) -> tuple[str, ...]:
        """The cards in sorting order; every card must be of this pack."""
        return tuple(sorted(cards, key=self.place.__getitem__))


def read_cards(text: str, known: Collection[str] = ()) -> tuple[str, ...]:
    """Read a list of cards: ``7F,10B`` or ``-`` for none.

    Told which cards there are, that is all they have to be, and may be called as the game likes: ``bees3``.
    Else only the shape is checked, rank and suit in capitals; whether the game has such a card is then the
    rules' affair.

    Raises:
        ValueError: the text is not a list of cards.
    """
    return () if text == "-" else tuple(read_card(token, known) for token in text.split(","))


def read_hands(text: str, players: int, known: Collection[str] = ()) -> tuple[tuple[str, ...], ...]:
    """Read the cards of so many seats: ``7F,10B/-/3F``.

    Raises:
        ValueError: there are more or fewer, or one is not a list of cards.
    """
    return tuple(read_cards(hand, known) for hand in read_groups("hands", text, players))


def read_card(token: str, known: Collection[str] = ()) -> str:
    """One card text, its shape checked, or that it is one of those that there are.

    Raises:
        ValueError: it is no card.
    """
    if known:
        if token not in known:
            raise ValueError(f"There is no card {token[:40]!r}; {next(iter(known))} is one.")
        return token
    if not _TOKEN.fullmatch(token):
        raise ValueError(f"{token[:40]!r} is not a card; a card is its rank, then its suit, as in 7F or 10D.")
    return token


def write_cards(cards: Sequence[str]) -> str:
    """Write a list of cards as `read_cards` reads it."""
    return ",".join(cards) or "-"


def write_hands(hands: Iterable[Sequence[str]]) -> str:
    """Write the cards of all seats as `read_hands` reads them."""
    return "/".join(map(write_cards, hands))


def multiset_difference(wanted: Iterable[str], owned: Iterable[str]) -> tuple[str, ...]:
    """The cards of ``wanted`` that ``owned`` does not hold, counted with repeats."""
    return tuple((Counter(wanted) - Counter(owned)).elements())


def remove_cards(cards: Sequence[str], gone: Iterable[str]) -> tuple[str, ...]:
    """``cards`` less one copy of each card in ``gone``, the rest in the old order.

    Raises:
        ValueError: a card of ``gone`` is not there.
    """
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)
