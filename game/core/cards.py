"""Cards as text, and the packs that define which cards a game has.

A card is its text, rank then suit (``7P``, ``10D``); a joker is ``JK``, and on a rummy table it includes the
card that it represents: ``JK=3D``. Text is hashable, sorts through `Pack.place`, and needs no conversion on
its way to a record, a screen or a bot.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypedDict, TypeVar

from game.core.record import read_groups

JOKER = "JK"

_TOKEN = re.compile(r"[0-9A-Z]{1,3}(=[0-9A-Z]{1,3})?", re.ASCII)


class HiddenCards(TypedDict):
    """Cards that a viewer may not see: only their number."""

    hidden: int


T = TypeVar("T")
Hand: TypeAlias = list[str] | HiddenCards


def hidden(count: int) -> HiddenCards:
    """Placeholder ``{"hidden": count}`` for cards that the viewer of an event or observation may not see."""
    return {"hidden": count}


def card_count(cards: Sequence[str] | HiddenCards) -> int:
    """Number of cards, hidden or not."""
    return cards["hidden"] if isinstance(cards, dict) else len(cards)


def hidden_but(hands: Sequence[Hand], viewer: int | None) -> list[Hand]:
    """Hands by seat: the viewer's own cards, ``{"hidden": n}`` for other seats; None sees no hand."""
    return [hand if seat == viewer else hidden(card_count(hand)) for seat, hand in enumerate(hands)]


def observe_hands(hands: Sequence[Sequence[str]], viewer: int | None) -> dict[str, object]:
    """Part of an observation: ``seat``, ``players``, ``counts``, and ``hand`` unless the viewer is None."""
    public: dict[str, object] = {"seat": viewer, "players": len(hands), "counts": list(map(len, hands))}
    return public if viewer is None else public | {"hand": list(hands[viewer])}


def open_cards(cards: Sequence[str] | HiddenCards) -> Sequence[str]:
    """Return cards that must be visible to the viewer; asserts that they are not hidden."""
    assert not isinstance(cards, dict)
    return cards


@dataclass(frozen=True, slots=True)
class Pack:
    """The different cards of a game, in the order in which hands are sorted."""

    suits: str
    ranks: tuple[str, ...]
    jokers: int = 0  # number in one deck
    cards: tuple[str, ...] = field(init=False)  # every different card except the joker, suit by suit
    rank: dict[str, int] = field(init=False)  # card text -> index of its rank in `ranks`
    suit: dict[str, int] = field(init=False)  # card text -> index of its suit in `suits`
    place: dict[str, int] = field(init=False)
    """Card text -> sorting index. Jokers come last, ordered by the card that they represent."""

    def __post_init__(self) -> None:
        """Fill the derived fields."""
        cards = tuple(f"{rank}{suit}" for suit in self.suits for rank in self.ranks)
        size = len(self.ranks)
        fix = object.__setattr__  # the way to set a derived field of a frozen dataclass
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
        """The cards in sorting order; raises KeyError for a card that is not of this pack."""
        return tuple(sorted(cards, key=self.place.__getitem__))


def read_cards(text: str, allowed: Collection[str] = ()) -> tuple[str, ...]:
    """Cards of a list such as ``7F,10B``, none for ``-``; raises ValueError if it is no such list.

    With ``allowed``, every card must be in it, and the names are free: ``bees3``. Without it only the
    shape is checked, rank and suit in capitals; the rules must check that the game has such a card.
    """
    return () if text == "-" else tuple(read_card(token, allowed) for token in text.split(","))


def read_hands(text: str, players: int, allowed: Collection[str] = ()) -> tuple[tuple[str, ...], ...]:
    """Cards by seat, as in ``7F,10B/-/3F``; ValueError if not ``players`` entries, each a card list."""
    return tuple(read_cards(hand, allowed) for hand in read_groups("hands", text, players))


def read_card(token: str, allowed: Collection[str] = ()) -> str:
    """Card text, checked to be in ``allowed``, or by its shape if that is empty; ValueError if not."""
    if allowed:
        if token not in allowed:
            raise ValueError(f"There is no card {token[:40]!r}; {next(iter(allowed))} is one.")
        return token
    if not _TOKEN.fullmatch(token):
        raise ValueError(f"{token[:40]!r} is not a card; a card is its rank, then its suit, as in 7F or 10D.")
    return token


def write_cards(cards: Sequence[str]) -> str:
    """Cards as text, ``7F,10B``, or ``-`` for none, in the form that `read_cards` reads."""
    return ",".join(cards) or "-"


def write_hands(hands: Iterable[Sequence[str]]) -> str:
    """Cards of all seats as text, ``7F,10B/-/3F``, in the form that `read_hands` reads."""
    return "/".join(map(write_cards, hands))


def replace_at(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Copy of a tuple with another value at ``index``, as the hands of all seats with another hand."""
    return (*values[:index], value, *values[index + 1 :])


def multiset_difference(required: Iterable[str], owned: Iterable[str]) -> tuple[str, ...]:
    """Cards of ``required`` that are missing in ``owned``, counted with repeats."""
    return tuple((Counter(required) - Counter(owned)).elements())


def remove_cards(cards: Sequence[str], removed: Iterable[str]) -> tuple[str, ...]:
    """``cards`` without one copy of each of ``removed``, in the old order; ValueError if one is missing."""
    rest = list(cards)
    for card in removed:
        rest.remove(card)
    return tuple(rest)
