"""What the plays and passes of a hand tell of the cards that are still held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from game.core.cards import JOKER
from game.games.sociable.bot.hands import PASS, POWERS, Floats, Ints, Leads, number_of
from game.games.sociable.bot.judge import Asked, Judge
from game.games.sociable.bot.worlds import counted
from game.games.sociable.rules.observed import Observed
from game.games.sociable.rules.plays import same_rank
from game.games.sociable.rules.state import Play, tidy

UNLIKELY = 0.3
"""How likely a hand is with which normal would have done something else, others being 1."""


@dataclass(frozen=True)
class Choice:
    """Something that a seat did, a play or a pass; seats are counted from the Boss on."""

    seat: int
    lead: int
    """The number of the lead; 0 where it led."""
    made: int
    """The number of the play."""
    later: Ints
    """By seat: the cards that were laid from then on."""


class Past:
    """All choices of a hand, or those of this round where no more is told."""

    def __init__(self, seen: Observed, leads: Leads, *, final: bool) -> None:
        self._order = seen["order"]
        self._leads, self._final = leads, final
        self._sizes = np.array([seen["counts"][seat] for seat in self._order])
        self._me = self._chair(seen["seat"])
        self._by: list[int] = []
        self._numbers: list[int] = []
        laid: list[Ints] = []
        self._starts: list[int] = []
        for start, seat, cards in _plays(seen):
            play = tidy(cards)
            if not same_rank(play) or play.count(JOKER) > 1:
                continue  # a made-up position need not tell what was laid before
            if start:
                self._starts.append(len(laid))
            one = np.zeros((len(self._order), POWERS), dtype=np.int64)
            one[self._chair(seat)] = counted(play)
            laid.append(one)
            self._by.append(self._chair(seat))
            self._numbers.append(number_of(Play(play)))
        nothing = np.zeros((1, len(self._order), POWERS), dtype=np.int64)
        played = np.stack(laid) if laid else nothing[:0]
        self._later = np.concatenate([played[::-1].cumsum(0)[::-1], nothing])
        self.choices = list(self._all(over=not seen["lead"]))

    def _chair(self, seat: int | None) -> int:
        return -1 if seat is None else self._order.index(seat)

    def _all(self, *, over: bool) -> Iterator[Choice]:
        """The choices of the others, as they came."""
        quits: set[int] = set()
        for number, seat in enumerate(self._by):
            leads = number in self._starts or not number
            lead = 0 if leads else int(self._leads.of[self._numbers[number - 1]])
            if leads:
                quits.clear()
            else:
                # Passes are told nowhere: whoever sat in between and had cards has passed.
                yield from self._passes(number, seat, quits)
            if seat != self._me:
                yield Choice(seat, lead, self._numbers[number], self._later[number])
            last = number + 1 == len(self._by)
            if last or number + 1 in self._starts:
                until = seat if over or not last else self._me
                yield from self._passes(number + 1, until, quits)

    def _passes(self, number: int, until: int, quits: set[int]) -> Iterator[Choice]:
        """Who passed after a play and before the next one, and until whose turn came."""
        by, players = self._by[number - 1], len(self._order)
        for step in range(1, (until - by) % players or players):
            seat = (by + step) % players
            held = self._sizes[seat] + self._later[number, seat].sum()
            if not held or seat in quits:
                continue
            if self._final:
                quits.add(seat)
            if seat != self._me:
                lead = int(self._leads.of[self._numbers[number - 1]])
                yield Choice(seat, lead, PASS, self._later[number])

    def likely(self, judge: Judge, hands: Ints) -> Floats:
        """By deal: how well hands that are held now go with what their seats have done."""
        found = np.ones(len(hands))
        for choice in self.choices:
            then = hands + choice.later
            held = then[:, choice.seat]
            others = self._sizes + choice.later.sum(1)  # as many as each held then
            others[choice.seat] = 0
            asked = Asked(
                held,
                then.sum(1) - held,
                np.broadcast_to(others, (len(hands), len(others))),
                np.full(len(hands), choice.lead),
            )
            size = int(judge.sizes[choice.lead])
            wanted = judge.numbers(size)[judge.values(asked, size).argmax(1)]
            found[wanted != choice.made] *= UNLIKELY
        return found


def _laid(text: str) -> tuple[int, int]:
    seat, _, count = text.partition(":")
    return int(seat), int(count)


def _plays(seen: Observed) -> Iterator[tuple[bool, int, list[str]]]:
    """The plays that are told: whether it led a round, who laid it, and the cards."""
    cards = [*seen["gone"], *seen["lead"]]
    rounds = [[_laid(play) for play in plays] for plays in seen.get("rounds", [])]
    if not rounds and seen["lead"]:
        size = len(seen["lead"])
        rounds = [[(seat, size) for seat in seen["laid"]][-(len(cards) // size) :]]
    at = len(cards) - sum(size for plays in rounds for _seat, size in plays)
    for plays in rounds:
        for number, (seat, size) in enumerate(plays):
            yield not number, seat, cards[at : at + size]
            at += size
