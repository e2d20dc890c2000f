"""What a player can know of the hands of the others, and hands dealt again that agree with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from game.games.sociable.bot.hands import LONE, POWERS, Floats, Ints
from game.games.sociable.rules.observed import Observed
from game.games.sociable.rules.state import DECK, POWER

Chairs = dict[int | None, int]
"""How far from the Boss a seat sits; no spectator asks."""
_PACK = Counter(POWER[card] for card in DECK)


def counted(cards: Sequence[str]) -> Ints:
    """How many cards of each power."""
    found = np.zeros(POWERS, dtype=np.int16)
    for card in cards:
        found[POWER[card]] += 1
    return found


@dataclass(frozen=True)
class Knowledge:
    """What the seat that observes knows; seats are counted from the Boss on."""

    me: int
    hand: Ints
    unseen: Ints
    """How many cards of each power the others hold, or nobody where the pack is not complete."""
    known: Ints
    """By seat and power: cards that it holds for certain."""
    hidden: Ints
    """By seat: how many cards it holds besides."""
    bound: Ints
    """By seat: none of those is stronger."""

    @classmethod
    def of(cls, seen: Observed, *, remembers: bool = True) -> Knowledge:
        """The knowledge in an observation; without it what was given and got in the exchange is forgotten."""
        order = seen["order"]
        chair: Chairs = {seat: number for number, seat in enumerate(order)}
        me = chair[seen["seat"]]
        hand = counted(seen["hand"])
        public = [*seen["gone"], *seen["lead"]]
        unseen = np.array([_PACK[power] for power in range(POWERS)]) - hand - counted(public)
        known = np.zeros((len(order), POWERS), dtype=np.int16)
        bound = np.full(len(order), LONE)
        if remembers:
            _recall(seen, chair, public, known, bound)
        known = np.minimum(known, unseen)  # what was given may have been laid since
        sizes = np.array([seen["counts"][seat] for seat in order])
        for seat in range(len(order)):
            for power in range(POWERS):
                spare = known[seat].sum() - sizes[seat]
                if spare > 0:
                    known[seat, power] -= min(spare, known[seat, power])
        hidden = sizes - known.sum(1)
        hidden[me] = 0
        return cls(me, hand, unseen - known.sum(0), known, hidden, bound)


def _recall(seen: Observed, chair: Chairs, public: list[str], known: Ints, bound: Ints) -> None:
    """Take in what this seat gave and got in the exchange."""
    gone = Counter(public)
    for text in seen.get("given", ()):
        ends, _, cards = text.partition(":")
        giver, receiver = (chair[int(seat)] for seat in ends.split(">"))
        powers = [POWER[card] for card in cards.split(",")]
        if receiver == chair[seen["seat"]]:
            for power in powers:
                known[giver, power] = max(0, known[giver, power] - 1)
        else:
            for card, power in zip(cards.split(","), powers, strict=True):
                known[receiver, power] += not gone[card]  # what lies on the table nobody holds
    for giver, power in seen_bounds(seen, chair):
        bound[giver] = min(bound[giver], power)


def seen_bounds(seen: Observed, chair: Chairs) -> list[tuple[int, int]]:
    """Who had to give this seat the strongest cards, and the weakest of those."""
    found = []
    told: set[int] = set()
    for text in seen.get("given", ()):
        ends, _, cards = text.partition(":")
        giver, receiver = (chair[int(seat)] for seat in ends.split(">"))
        me = chair[seen["seat"]]
        low = len(chair) // 2
        if receiver == me and giver not in told and (giver > low) != (me > low) and {giver, me} != {0, low}:
            found.append((giver, min(POWER[card] for card in cards.split(","))))
        told.add(receiver if giver == me else giver)
    return found


def deal(knowledge: Knowledge, weights: Floats, count: int, random: np.random.Generator) -> Ints:
    """Deal the unseen cards again.

    Args:
        knowledge: what has to stay.
        weights: by seat and power, how much likelier than anybody's these cards are there.
        count: how often.
        random: where chance comes from.

    Returns:
        By deal, seat and power: how many cards.
    """
    seats = len(knowledge.hidden)
    hands = np.tile(knowledge.known, (count, 1, 1))
    hands[:, knowledge.me] = knowledge.hand
    spare = int(knowledge.unseen.sum() - knowledge.hidden.sum())
    # A last column for nobody: of a pack that is not complete some cards are in no hand.
    room = np.tile(np.append(knowledge.hidden, max(0, spare)).astype(np.float64), (count, 1))
    rows = np.arange(count)
    # The strongest first: fewest seats may hold them, and these must still have room.
    for power in range(LONE, -1, -1):
        wish = np.append(np.where(knowledge.bound >= power, weights[:, power], 0.0), 1.0)
        for _ in range(int(knowledge.unseen[power])):
            share = room * wish
            upto = share.cumsum(1)
            lacking = upto[:, -1] <= 0
            # Whoever might hold it has no room left; as it lies somewhere, what is thought likely gives way.
            if lacking.any():
                upto[lacking] = room[lacking].cumsum(1)
            seat = (upto <= (random.random(count) * upto[:, -1])[:, None]).sum(1)
            room[rows, seat] -= 1
            held = seat < seats
            hands[rows[held], seat[held], power] += 1
    return hands
