"""The rest of a hand of SOCiable with all cards open: whether a seat goes out first whatever the others do.

The others play together against it, each laying or passing as hurts it most, so that what is found here is
proved: nobody at the table, however they play, can be out before it. Suits mean nothing, so a hand is how
many cards it has of each power.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from game.core.cards import JOKER
from game.games.sociable.rules.plays import MOST
from game.games.sociable.rules.state import POWER, Cards, State

LONE = POWER[JOKER]
"""The power of a joker."""
Held: TypeAlias = tuple[int, ...]
"""How many cards of each power."""


class Laid(NamedTuple):
    """A play, but for suits."""

    size: int
    power: int
    jokers: int


Choice: TypeAlias = Laid | None
"""A play, or `None` for a pass."""
LAID = (
    Laid(1, LONE, 1),
    *(
        Laid(size, power, jokers)
        for size in range(MOST, 0, -1)
        for power in range(LONE - 1, -1, -1)
        for jokers in (0, 1)
        if size - jokers in range(1, 5)
    ),
)
"""Every play, the largest and highest first but for the lone joker."""


class TooManyError(Exception):
    """There was more to look into than was allowed."""


class Spot(NamedTuple):
    """A moment of the hand; seats are numbered by how they sit, those without cards left out."""

    hands: tuple[Held, ...]
    size: int
    """How many cards have to be beaten; 0 where a round is led."""
    high: int
    """How high these are."""
    by: int
    """Who laid them."""
    turn: int
    quit: int
    """Who may not come back in this round, as bits."""


@lru_cache(maxsize=1 << 14)
def plays_of(held: Held) -> tuple[tuple[Laid, Held], ...]:
    """Every play of a hand with what it leaves, in the order of `LAID`."""
    found = []
    for laid in LAID:
        alone = laid.power == LONE
        cards = 0 if alone else laid.size - laid.jokers
        if held[LONE] >= laid.jokers and (alone or held[laid.power] >= cards):
            left = list(held)
            left[laid.power] -= cards
            left[LONE] -= laid.jokers
            found.append((laid, tuple(left)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class House:
    """The house rules that bear on it."""

    tops: bool
    """Whether a group with a joker is higher than the same rank without one."""
    final: bool
    """Whether a pass is final for its round."""

    def height(self, laid: Laid) -> int:
        """How high a play is: it beats another of its size that is less high."""
        return 2 * laid.power + (self.tops and laid.size > 1 and laid.jokers > 0)


class Open:
    """Works out one hand for one seat.

    Attributes:
        looked: how many moments were looked into.
    """

    def __init__(self, house: House, me: int, most: int) -> None:
        self.house, self.me, self.most = house, me, most
        self.looked = 0
        self._known: dict[Spot, bool] = {}

    def choices(self, spot: Spot) -> Iterator[tuple[Choice, Held]]:
        """What the one to move can do, a pass last; with the hand that it leaves."""
        height = self.house.height
        held = spot.hands[spot.turn]
        for laid, left in plays_of(held):
            if not spot.size or (laid.size == spot.size and height(laid) > spot.high):
                yield laid, left
        if spot.size:
            yield None, held

    def after(self, spot: Spot, choice: Choice, left: Held) -> Spot:
        """The moment that follows; the one who moved still has cards."""
        me = spot.turn
        if choice is None:
            quit = spot.quit | 1 << me if self.house.final else 0
            return self._next(spot._replace(quit=quit), me)
        hands = (*spot.hands[:me], left, *spot.hands[me + 1 :])
        high = self.house.height(choice)
        return self._next(Spot(hands, choice.size, high, me, me, spot.quit), me)

    def _next(self, spot: Spot, after: int) -> Spot:
        count = len(spot.hands)
        for step in range(1, count):
            seat = (after + step) % count
            if seat == spot.by:
                break
            if not spot.quit >> seat & 1:
                return spot._replace(turn=seat)
        return Spot(spot.hands, 0, 0, spot.by, spot.by, 0)

    def wins(self, spot: Spot) -> bool:
        """Whether our seat goes out first, whatever the others do from here on.

        Raises:
            TooManyError: there is too much to look into.
        """
        found = self._known.get(spot)
        if found is None:
            self.looked += 1
            if self.looked > self.most:
                raise TooManyError
            mine = spot.turn == self.me
            found = not mine
            for choice, left in self.choices(spot):
                if self.leads_to(spot, choice, left) == mine:
                    found = mine
                    break
            self._known[spot] = found
        return found

    def leads_to(self, spot: Spot, choice: Choice, left: Held) -> bool:
        """Whether our seat still goes out first after a choice of whoever is to move."""
        if not any(left):
            return spot.turn == self.me
        return self.wins(self.after(spot, choice, left))

    def winning(self, spot: Spot) -> list[Choice]:
        """What our seat, which is to move, can do so that it still goes out first for certain."""
        return [choice for choice, left in self.choices(spot) if self.leads_to(spot, choice, left)]

    # The others' best defence.

    def answer(self, spot: Spot) -> Choice:
        """What another seat does: what leaves us the fewest good choices among the most, if the rest pass."""
        ranked = []
        for number, (choice, left) in enumerate(self.choices(spot)):
            if not any(left) or not self.leads_to(spot, choice, left):
                return choice
            there = self._our_turn(self.after(spot, choice, left))
            good, all_ = len(self.winning(there)), sum(1 for _one in self.choices(there))
            ranked.append((good / all_, -all_, number, choice))
        return min(ranked, key=lambda one: one[:3])[3]

    def _our_turn(self, spot: Spot) -> Spot:
        """Our next decision if everybody else passes where they may and lays the least where they lead."""
        while spot.turn != self.me:
            choice, left = list(self.choices(spot))[-1]
            if not any(left):
                choice, left = next(self.choices(spot))
            if not any(left):
                return spot
            spot = self.after(spot, choice, left)
        return spot

    def luck(self, spot: Spot) -> float:
        """How likely somebody who plays anything goes out first against these answers."""
        while spot.turn != self.me:
            choice = self.answer(spot)
            left = next(left for one, left in self.choices(spot) if one == choice)
            if not any(left):
                return 0.0
            spot = self.after(spot, choice, left)
        choices = list(self.choices(spot))
        hit = 0.0
        for choice, left in choices:
            if not any(left):
                hit += 1
            elif self.leads_to(spot, choice, left):
                hit += self.luck(self.after(spot, choice, left))
        return hit / len(choices)


def held_of(cards: Cards) -> Held:
    """A hand as how many cards of each power."""
    powers = [POWER[card] for card in cards]
    return tuple(powers.count(power) for power in range(LONE + 1))


def seated(state: State) -> list[int]:
    """The seats that still have cards, as they sit."""
    return [seat for seat in state.order if state.hands[seat]]


def spot_of(state: State) -> Spot:
    """The moment of a hand; there is no gift to choose, and whoever laid the lead still has cards."""
    seats = seated(state)
    held = tuple(held_of(state.hands[seat]) for seat in seats)
    assert state.turn is not None
    turn = seats.index(state.turn)
    if not state.lead:
        return Spot(held, 0, 0, turn, turn, 0)
    laid = Laid(len(state.lead), POWER[state.lead[0]], state.lead.count(JOKER))
    assert state.by is not None
    quit = sum(1 << place for place, seat in enumerate(seats) if seat in state.quit)
    return Spot(held, laid.size, house_of(state).height(laid), seats.index(state.by), turn, quit)


def house_of(state: State) -> House:
    """The house rules of a match."""
    options = state.options
    return House(options.flag("joker_pair_beats_same_rank"), options.word("pass") == "final")
