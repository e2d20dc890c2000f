"""Hands played to their end as normal plays, each play valued with a little chance in it."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from game.core.options import Options
from game.games.sociable.bot.hands import PASS, Floats, Ints, Leads, answers, hands_up_to
from game.games.sociable.bot.judge import Asked, Judge
from game.games.sociable.bot.learnt import MOST
from game.games.sociable.bot.playouts import Playouts, Tables
from game.games.sociable.bot.policy import OUT, Policy

CHANCE = 0.2
"""How much chance is in a value: people, and what one knows, are less sure than normal is."""
_POOL = 1 << 18


@cache
def _answers(players: int, *, joker_tops: bool) -> npt.NDArray[np.bool_]:
    return answers(hands_up_to(MOST[players]), Leads(joker_tops=joker_tops))


@cache
def _chance() -> Floats:
    """Numbers to draw from, made once in a process."""
    # Gumbel's, so that the highest value with its luck is drawn as by a softmax of the values.
    return (np.random.default_rng(0).gumbel(size=_POOL) * CHANCE).astype(np.float32)


class JudgedPlayouts(Playouts):
    """Plays tables to their end, asking one seat after the other what it thinks."""

    def __init__(self, policy: Policy, players: int, options: Options, random: np.random.Generator) -> None:
        super().__init__(policy, players, options)
        self.judge = Judge(policy.leads)
        self._random = random
        tops = options.flag("joker_pair_beats_same_rank")
        self._answers = _answers(players, joker_tops=tops)
        self._chance = _chance()

    def loosen(self, times: float) -> None:
        """Put so many times more chance into all values: people who are watched are no bots."""
        self._chance = self._chance * np.float32(times)

    def step(self, t: Tables) -> tuple[Ints, Ints, Ints]:
        """Ask the next seat that can lay at every table; it may pass yet. See `Playouts.step`."""
        hands = self.policy.hands
        rows = np.arange(len(t.lead))
        held = hands.index[t.codes]
        turn = self._after[t.first]
        able = self._answers[t.lead[:, None], held] & (turn < t.asked[:, None])
        if self._final:
            able &= t.quits == 0
        order = np.where(able, turn, OUT)
        seats = order.argmin(1)
        steps = order[rows, seats]
        nobody = np.flatnonzero(steps == OUT)
        if nobody.size:
            leaders = self._leaders(t, nobody)
            t.by[nobody] = seats[nobody] = leaders
            t.lead[nobody] = 0
            t.quits[nobody] = False
        moves = self._moves(t, hands.counts[held], seats)
        idle = np.flatnonzero(moves == PASS)
        t.first[idle] = (seats[idle] + 1) % self.players
        t.asked[idle] -= steps[idle] + 1
        if self._final:
            t.quits[idle, seats[idle]] = True
        self._lay(t, rows, seats, moves)
        return seats, moves, nobody

    def _moves(self, t: Tables, counts: Ints, seats: Ints) -> Ints:
        rows = np.arange(len(seats))
        others = np.where(t.sizes == OUT, 0, t.sizes)
        others[rows, seats] = 0
        held = counts[rows, seats]
        asked = Asked(held, counts.sum(1) - held, others, t.lead)
        sizes = self.judge.sizes[t.lead]
        moves = np.empty(len(seats), dtype=np.int64)
        # Together where as many cards are asked for: what may be laid there is the same for all.
        for size in range(int(sizes.max(initial=0)) + 1):
            which = np.flatnonzero(sizes == size)
            if which.size:
                values = self.judge.values(asked.rows(which), size)
                values += self._luck(values.size).reshape(values.shape)
                moves[which] = self.judge.numbers(size)[values.argmax(1)]
        return moves

    def _luck(self, count: int) -> Floats:
        """So many numbers; the same ones come again after a while, elsewhere."""
        start = int(self._random.integers(_POOL))
        return self._chance.take(np.arange(start, start + count), mode="wrap")
