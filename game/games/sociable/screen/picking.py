"""Which cards of a hand are picked, and how a press changes that.

A press picks a card, and puts back one that is picked. Whoever leads picks card by card, as only they know
how many they mean. Whoever follows presses one card, and what it takes comes along: others of its rank, and
a joker where they are too few. Places in the hand count, not cards, because two jokers are the same card.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core.cards import JOKER
from game.games.sociable.rules.state import POWER

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

    @property
    def cards(self) -> tuple[str, ...]:
        """The picked cards, weakest first."""
        return tuple(self.hand[place] for place in sorted(self.places))

    def cleared(self) -> Picking:
        """Nothing picked."""
        return replace(self, places=())

    def only(self, cards: tuple[str, ...]) -> Picking:
        """Just these cards picked; those that the hand lacks are left out."""
        found: list[int] = []
        for card in cards:
            place = next((n for n, held in enumerate(self.hand) if held == card and n not in found), None)
            if place is not None:
                found.append(place)
        return replace(self, places=tuple(found))

    def pressed(self, place: int) -> Picking:
        """What a press on a card makes of it."""
        if self.giving:
            return self._given(place)
        if self.hand[place] == JOKER:
            return self.with_joker(place)
        if place in self.places:
            return replace(self, places=tuple(n for n in self.places if n != place))
        group, mine = self.group(place), self._naturals
        if not mine or mine[0] not in group:
            return self._first(place, group)
        kept = self.places
        if self.size and len(kept) >= self.size:  # one goes for it: a joker, which can do more elsewhere
            goes = next(iter(self._jokers), mine[-1])
            kept = tuple(n for n in kept if n != goes)
        return replace(self, places=(*kept, place))

    def with_joker(self, place: int = -1) -> Picking:
        """A joker joins what is picked, or leaves it; alone where nothing is picked."""
        if self._jokers and (place < 0 or place in self._jokers):
            return self._without_joker()
        jokers = [n for n, card in enumerate(self.hand) if card == JOKER]
        if not jokers:
            return self
        naturals = self._naturals
        if self.size and len(naturals) >= self.size:
            naturals = naturals[: self.size - 1]
        return replace(self, places=(*naturals, place if place >= 0 else jokers[0]))

    def with_all(self, place: int) -> Picking:
        """All cards of the rank of a place, and a joker that is picked."""
        return replace(self, places=(*self.group(place), *self._jokers[:1]))

    def group(self, place: int) -> Places:
        """The natural cards of the rank of a place, which comes first."""
        power = POWER[self.hand[place]]
        return (place, *(n for n, card in enumerate(self.hand) if POWER[card] == power and n != place))

    @property
    def _naturals(self) -> Places:
        return tuple(n for n in self.places if self.hand[n] != JOKER)

    @property
    def _jokers(self) -> Places:
        return tuple(n for n in self.places if self.hand[n] == JOKER)

    def _given(self, place: int) -> Picking:
        if place in self.places:
            return replace(self, places=tuple(n for n in self.places if n != place))
        return replace(self, places=(*self.places, place)[-self.giving :])

    def _first(self, place: int, group: Places) -> Picking:
        """The first card of a rank, what comes along, and a joker that was picked before."""
        joker = self._jokers[:1]
        if not self.size:
            return replace(self, places=(place, *joker))
        picked = replace(self, places=(*group[: max(1, self.size - len(joker))], *joker))
        if len(picked.places) > self.size:  # a single card goes without the joker
            return replace(self, places=(place,))
        lacks_one = len(picked.places) == self.size - 1
        return picked.with_joker() if lacks_one and not joker else picked

    def _without_joker(self) -> Picking:
        """The joker leaves; whoever follows has a natural card for it, if there is one."""
        naturals = self._naturals
        group = self.group(naturals[0]) if naturals else ()
        return replace(self, places=group[: self.size] if self.size <= len(group) and self.size else naturals)
