"""Which cards of a hand are picked, and how a press changes that: one press picks what goes together.

A press on a card picks the natural group of its rank, as many as are to be laid; pressed again it narrows,
or lets a joker fill up what is missing; at last it puts everything back. Places in the hand count, not
cards, because two jokers are the same card.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core.cards import JOKER
from game.games.sociable.state import POWER

Places = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Picking:
    """The picked places of a hand; frozen."""

    hand: tuple[str, ...] = ()
    """In the order of the position: weakest first."""
    size: int = 0
    """How many cards are to be laid; 0 where any number may be led."""
    giving: int = 0
    """How many cards are to be given; 0 outside the exchange."""
    places: Places = ()
    last: int = -1
    """The place that was pressed last."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The picked cards, weakest first."""
        return tuple(self.hand[place] for place in sorted(self.places))

    def cleared(self) -> Picking:
        """Nothing picked."""
        return replace(self, places=(), last=-1)

    def only(self, cards: tuple[str, ...]) -> Picking:
        """Just these cards picked; those that the hand lacks are left out."""
        found: list[int] = []
        for card in cards:
            place = next((n for n, held in enumerate(self.hand) if held == card and n not in found), None)
            if place is not None:
                found.append(place)
        return replace(self, places=tuple(found), last=-1)

    def pressed(self, place: int) -> Picking:
        """What a press on a card makes of it."""
        if self.giving:
            return self._given(place)
        if self.hand[place] == JOKER:
            return self.with_joker(place)
        group = self._group(place)
        mine = [n for n in self.places if self.hand[n] != JOKER]
        if not mine or mine[0] not in group:
            return self._first(place, group)
        if place != self.last:
            return self._toggled(place, group)
        return self._again(place, group)

    def with_joker(self, place: int = -1) -> Picking:
        """A joker joins what is picked, or leaves it; alone where nothing is picked."""
        picked = [n for n in self.places if self.hand[n] == JOKER]
        if picked and (place < 0 or place in picked):
            return replace(self, places=tuple(n for n in self.places if n not in picked), last=-1)
        jokers = [n for n, card in enumerate(self.hand) if card == JOKER]
        if not jokers:
            return self
        joker = place if place >= 0 else jokers[0]
        naturals = tuple(n for n in self.places if self.hand[n] != JOKER)
        if self.size and len(naturals) >= self.size:
            naturals = naturals[: self.size - 1]
        return replace(self, places=(*naturals, joker), last=-1)

    def _given(self, place: int) -> Picking:
        if place in self.places:
            return replace(self, places=tuple(n for n in self.places if n != place))
        return replace(self, places=(*self.places, place)[-self.giving :])

    def _group(self, place: int) -> Places:
        """The natural cards of the rank, the pressed one first."""
        power = POWER[self.hand[place]]
        others = [n for n, card in enumerate(self.hand) if POWER[card] == power and n != place]
        return (place, *others)

    def _first(self, place: int, group: Places) -> Picking:
        """The natural group; a joker that was picked before stays with it."""
        joker = tuple(n for n in self.places if self.hand[n] == JOKER)[:1]
        room = self.size - len(joker) if self.size else len(group)
        picked = group[: max(0, room)] or group[:1]
        return replace(self, places=(*picked, *joker), last=place)

    def _toggled(self, place: int, group: Places) -> Picking:
        """Another card of the group that is picked: it leaves, or joins."""
        if place in self.places:
            places = tuple(n for n in self.places if n != place)
        else:
            rest = self.places
            if self.size and len(rest) >= self.size:
                mine = next(n for n in rest if n in group)
                rest = tuple(n for n in rest if n != mine)
            places = (*rest, place)
        return replace(self, places=places, last=place)

    def _again(self, place: int, group: Places) -> Picking:
        """The same card once more."""
        naturals = tuple(n for n in self.places if n in group)
        joker = any(self.hand[n] == JOKER for n in self.places)
        if place not in self.places:
            return self._first(place, group)
        if self.size:
            if len(naturals) == self.size - 1 and not joker and JOKER in self.hand:
                return replace(self.with_joker(), last=place)
            return self.cleared()
        if len(naturals) > 1:
            fewer = (place, *(n for n in naturals if n != place))[:-1]
            others = tuple(n for n in self.places if n not in group)
            return replace(self, places=(*fewer, *others), last=place)
        return self.cleared()
