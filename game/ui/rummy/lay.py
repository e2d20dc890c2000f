"""What lies on the screen of a rummy: cards with keys of their own, so that pictures can follow them.

A `Lay` is what is shown at one moment. The rules tell tables as texts, in which equal cards cannot be told
apart; `match` finds which card of a new lay is which of an old one, and `steps` takes a table that somebody
rearranged apart into moves of one card each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from game.core.rummy.draft import Draft


@dataclass(frozen=True, slots=True)
class Face:
    """A card that is shown."""

    key: int
    text: str
    """As tables are written; empty for a card that only its owner may see."""


@dataclass(frozen=True, slots=True)
class Heap:
    """A pile that is shown."""

    key: int
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """Every card that is shown, and where."""

    piles: tuple[Heap, ...] = ()
    hand: tuple[Face, ...] = ()
    carried: tuple[Face, ...] = ()

    @classmethod
    def of(cls, draft: Draft) -> Lay:
        """What a draft shows."""
        return cls(
            tuple(
                Heap(pile.key, tuple(Face(p.key, p.text) for p in pile.pieces))
                for pile in draft.piles
            ),
            tuple(Face(piece.key, piece.text) for piece in draft.hand),
            tuple(Face(piece.key, piece.text) for piece in draft.lifted),
        )  # fmt: skip

    def faces(self) -> list[Face]:
        """All cards, those of the piles first."""
        return [*(card for pile in self.piles for card in pile.cards), *self.hand, *self.carried]

    def pile_of(self, key: int) -> Heap | None:
        """The pile that a card lies on."""
        return next((pile for pile in self.piles if any(card.key == key for card in pile.cards)), None)


@dataclass(frozen=True, slots=True)
class Match:
    """Which keys of a new lay stand for which of the old one."""

    cards: Mapping[int, int]
    """New key -> old key, for every card that was there before."""
    piles: Mapping[int, int]
    """The same for piles that are still much what they were."""


def match(old: Lay, new: Lay) -> Match:
    """Find old cards and piles in a new lay, each once, those that have stayed where they were first."""
    piles = _pairs(
        [(pile.key, [card.text for card in pile.cards]) for pile in old.piles],
        [(pile.key, [card.text for card in pile.cards]) for pile in new.piles],
    )
    before = {pile.key: pile.cards for pile in old.piles}
    places = [(pile.cards, before.get(piles.get(pile.key, -1), ())) for pile in new.piles]
    places.append((new.hand, (*old.hand, *old.carried)))
    cards: dict[int, int] = {}
    for after, there in places:
        _pair_up(after, there, cards)
    taken = set(cards.values())
    rest = [card for card in new.faces() if card.key not in cards]
    _pair_up(rest, [card for card in old.faces() if card.key not in taken], cards)
    return Match(cards, piles)


def _pair_up(after: Iterable[Face], before: Iterable[Face], found: dict[int, int]) -> None:
    there: dict[str, list[int]] = {}
    for card in before:
        there.setdefault(_bare(card.text), []).append(card.key)
    for card in after:
        if waiting := there.get(_bare(card.text)):
            found[card.key] = waiting.pop(0)


def _bare(text: str) -> str:
    """A joker is the same card whatever it stands for."""
    return text.partition("=")[0]


def _pairs(
    old: Sequence[tuple[int, Sequence[str]]], new: Sequence[tuple[int, Sequence[str]]]
) -> dict[int, int]:
    """New pile -> old pile, the pairs that have most in common first."""
    counts = [(key, Counter(cards)) for key, cards in old]
    worth = []
    for place, (key, cards) in enumerate(new):
        own = Counter(cards)
        for number, (other, count_) in enumerate(counts):
            common = (own & count_).total()
            if common:
                worth.append((-common, abs(place - number), key, other))
    found: dict[int, int] = {}
    for _common, _far, key, other in sorted(worth):
        if key not in found and other not in found.values():
            found[key] = other
    return found


@dataclass(frozen=True, slots=True)
class Step:
    """One card that was moved, and what lies there afterwards."""

    card: int
    lay: Lay
    laid: bool
    """Whether it came from a hand; the others lay on the table before."""


def steps(old: Lay, table: Sequence[Sequence[str]], source: Sequence[Face] = ()) -> list[Step]:
    """The way from a lay to a new table, card by card.

    Args:
        old: what lies there now.
        table: the piles afterwards, in reading order.
        source: cards of a hand that is shown, from which what is new is taken; unknown cards get new keys.
    """
    fresh = count(max((card.key for card in (*old.faces(), *source)), default=0) + 1)
    fresh_pile = count(max((pile.key for pile in old.piles), default=0) + 1)
    piles = _pairs(
        [(pile.key, [card.text for card in pile.cards]) for pile in old.piles],
        list(enumerate([list(pile) for pile in table])),
    )
    goal: list[Heap] = []
    free = {card.key: card for pile in old.piles for card in pile.cards}
    stays: list[dict[int, Face]] = []
    for number, texts in enumerate(table):
        there = next((p.cards for p in old.piles if p.key == piles.get(number, -1)), ())
        kept: dict[int, Face] = {}
        for place, text in enumerate(texts):
            card = next((c for c in there if c.text == text and c.key in free), None)
            if card is not None:
                kept[place] = free.pop(card.key)
        stays.append(kept)
    waiting = list(source)
    laid: set[int] = set()
    for number, texts in enumerate(table):
        cards = []
        for place, text in enumerate(texts):
            card = stays[number].get(place) or _take(free, text)
            if card is None:
                held = next((c for c in waiting if _bare(c.text) == _bare(text)), None)
                if held is not None:
                    waiting.remove(held)
                card = Face(held.key if held else next(fresh), text)
                laid.add(card.key)
            cards.append(replace(card, text=text))
        goal.append(Heap(piles.get(number, -1) if number in piles else next(fresh_pile), tuple(cards)))
    return _walk(old, goal, [{c.key for c in kept.values()} for kept in stays], laid)


def _take(free: dict[int, Face], text: str) -> Face | None:
    """A card of the table that lies elsewhere afterwards."""
    card = next((c for c in free.values() if c.text == text), None)
    card = card or next((c for c in free.values() if "=" in text and _bare(c.text) == _bare(text)), None)
    return free.pop(card.key) if card is not None else None


def _walk(old: Lay, goal: Sequence[Heap], stays: Sequence[set[int]], laid: set[int]) -> list[Step]:
    """One card after the other, pile by pile: those of the table before those of the hand."""
    now = {pile.key: list(pile.cards) for pile in old.piles}
    order = [pile.key for pile in old.piles] + [pile.key for pile in goal if pile.key not in now]
    hand = list(old.hand)
    found: list[Step] = []
    for pile, kept in sorted(zip(goal, stays, strict=True), key=lambda pair: bool(pair[1]), reverse=True):
        rank = {card.key: place for place, card in enumerate(pile.cards)}
        moving = [card for card in pile.cards if card.key not in kept]
        for card in sorted(moving, key=lambda c: (c.key in laid, rank[c.key])):
            for cards in now.values():
                cards[:] = [other for other in cards if other.key != card.key]
            hand = [other for other in hand if other.key != card.key]
            there = now.setdefault(pile.key, [])
            place = sum(rank.get(other.key, -1) < rank[card.key] for other in there)
            there.insert(place, card)
            lay = Lay(tuple(Heap(key, tuple(now[key])) for key in order if now.get(key)), tuple(hand))
            found.append(Step(card.key, lay, card.key in laid))
    if found:
        last = {pile.key: pile for pile in goal}
        final = Lay(tuple(last.get(heap.key, heap) for heap in found[-1].lay.piles), tuple(hand))
        found[-1] = replace(found[-1], lay=final)
    return found
