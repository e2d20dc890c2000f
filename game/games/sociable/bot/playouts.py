"""Hands played to their end by the thousand: arrays have a row for each, a step lays one play in each.

Seats are counted here from the Boss on, in the order of play.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game.core.options import Options
from game.games.sociable.bot.hands import ACES, JOKERS, PASS, SIZES, TAKEN, Ints
from game.games.sociable.bot.policy import OUT, Policy, times

_SPARSE = 0.85
"""Hands that are over are dropped when so few are left."""


@dataclass
class Tables:
    """Many tables in the middle of a hand."""

    codes: Ints
    """By table and seat: the code of the hand."""
    sizes: Ints
    """By table and seat: how many cards, `OUT` for none."""
    lead: Ints
    """The number of the lead."""
    by: Ints
    """Who laid it, or is to lead."""
    before: Ints
    """Who laid cards before in this round, or else the same."""
    first: Ints
    """The seat that is asked first."""
    asked: Ints
    """How many seats are asked from there, those without cards too, before the round is over."""
    jokers: Ints
    """How many jokers have been laid in this hand."""
    aces: Ints
    out: Ints
    """How many have gone out."""
    places: Ints
    """By table and seat: the place, the last one for those who are not out yet."""
    quits: Ints
    """By table and seat: whether it has passed for good in this round."""

    def rows(self, which: Ints) -> Tables:
        """Some of the tables, any of them more than once."""
        return Tables(*(getattr(self, name)[which] for name in self.__dataclass_fields__))


class Playouts:
    """Plays tables to their end."""

    def __init__(self, policy: Policy, players: int, options: Options) -> None:
        self.policy = policy
        self.players = players
        self._last_leads = options.word("lead_after_out") == "last_to_play"
        self._final = options.word("pass") == "final"
        self._after = (np.arange(players)[None, :] - np.arange(players)[:, None]) % players
        """By seat and other seat: how many steps on."""

    def play(self, tables: Tables, moves: Ints, seat: int) -> None:
        """Let a seat make a move of its own at every table, a pass or a play."""
        if self._final:
            tables.quits[moves == PASS, seat] = True
        tables.asked = tables.asked - 1
        tables.first = (tables.first + 1) % self.players
        self._lay(tables, np.arange(len(moves)), np.full(len(moves), seat), moves)

    def _lay(self, t: Tables, rows: Ints, seats: Ints, moves: Ints) -> None:
        lays = moves > PASS
        if not lays.all():
            rows, seats, moves = rows[lays], seats[lays], moves[lays]
        t.codes[rows, seats] -= TAKEN[moves]
        left = t.sizes[rows, seats] - SIZES[moves]
        gone = left == 0
        if gone.any():
            over = rows[gone]
            t.places[over, seats[gone]] = t.out[over]
            t.out[over] += 1
            left[gone] = OUT
        t.sizes[rows, seats] = left
        t.lead[rows] = self.policy.leads.of[moves]
        t.before[rows] = t.by[rows]
        t.by[rows] = seats
        t.first[rows] = (seats + 1) % self.players
        t.asked[rows] = self.players - 1
        t.jokers[rows] += JOKERS[moves]
        t.aces[rows] += ACES[moves]

    def step(self, t: Tables) -> tuple[Ints, Ints, Ints]:
        """Lay the next play at every table, where nobody wants to one that leads a round.

        Returns:
            Who laid what at each table, and the tables at which a round was led.
        """
        policy = self.policy
        rows = np.arange(len(t.lead))
        base = policy.places(t.jokers, t.aces, times(t.sizes.min(1), self.players - t.out), 0)
        shift = policy.shift[t.codes]
        wanted = policy.table[(base + t.lead * len(policy.hands))[:, None] + shift]
        turn = self._after[t.first]
        # Who lays nothing comes after everybody: so the least is the next one who does.
        order = np.where((wanted > PASS) & (turn < t.asked[:, None]), turn, OUT)
        if self._final:
            order[t.quits] = OUT
        seats = order.argmin(1)
        moves = wanted[rows, seats].astype(np.int64)
        nobody = np.flatnonzero(order[rows, seats] == OUT)
        if self._final:
            # Whoever was asked before the one who lays has passed, here for good.
            t.quits |= turn < order[rows, seats][:, None]
            t.quits[nobody] = False
        if nobody.size:
            leaders = self._leaders(t, nobody)
            t.by[nobody] = seats[nobody] = leaders
            moves[nobody] = policy.table[base[nobody] + shift[nobody, leaders]]
        self._lay(t, rows, seats, moves)
        return seats, moves, nobody

    def _leaders(self, t: Tables, rows: Ints) -> Ints:
        """Who leads the next round at some tables."""
        by, before = t.by[rows], t.before[rows]
        leaders: Ints = np.where(t.sizes[rows] < OUT, self._after[by], OUT).argmin(1)
        if not self._last_leads:
            return leaders
        last = (t.sizes[rows, by] == OUT) & (t.sizes[rows, before] < OUT)
        return np.where(last, before, leaders)

    def finish(self, tables: Tables) -> Ints:
        """The places of the seats at every table, 0 for the Boss; ``tables`` are used up."""
        found = np.empty_like(tables.places)
        rows = np.arange(len(tables.lead))
        while rows.size:
            going = np.flatnonzero(tables.out < self.players - 1)
            if going.size < _SPARSE * rows.size:
                over = np.flatnonzero(tables.out >= self.players - 1)
                found[rows[over]] = tables.places[over]
                rows, tables = rows[going], tables.rows(going)
                if not rows.size:
                    break
            self.step(tables)
        return found
