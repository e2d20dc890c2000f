"""Hands played to their end by the thousand: arrays have a row for each, a step lays one play in each.

Seats are counted here from the Boss on, in the order of play. A hand is how many cards it has of each power;
its *code* reads these as digits to base five. Hands of up to so many cards are numbered from 0, the empty
hand, fewest cards first; plays as in `PLAYS`. A *lead* is numbered too: 0 where a round is to be led, else by
the number of cards and how high they are.

`RolloutEngine` cost one glance into a table, for every hand, lead and phase of a hand (`Policy`). It is made
of what was learnt in self-play (`tools.train_sociable` keeps it; `load_weights`): what a hand is worth to
whoever leads a round, what it is worth to the others, and how often a play wins its round. A play is worth
what it leaves behind, either way; it is laid if that is more than the hand is worth as it is.

`EvaluatedRollouts` lay as normal does, with a little chance in each value: `PlayEvaluator` is `weighing`
again, in arrays. They take twenty times as long; master plays hands to their end so, and asks so whether a
hand goes with what a player has laid and passed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from game.core.options import Options
from game.core.search import Budget
from game.games.sociable.bot.heuristics import (
    GROUP_TOPPED,
    LEAD,
    LONE,
    LOW,
    PLAYS,
    POWERS,
    SHED,
    TOPPED,
    WASTE,
    WIN,
    PlayShape,
)
from game.games.sociable.bot.heuristics import OUT as SURE
from game.games.sociable.rules.state import MOST as HANDS_MOST
from game.games.sociable.rules.state import RANKS

Ints: TypeAlias = npt.NDArray[np.integer[Any]]
Floats: TypeAlias = npt.NDArray[np.floating[Any]]

PASS = 0
DIGITS = np.array([5**power for power in range(POWERS)], dtype=np.int32)
"""What one card of each power adds to the code of a hand."""
_CODES = 3 * 5**LONE  # two jokers at most


TAKEN = np.array([laid.code for laid in PLAYS], dtype=np.int32)
SIZES = np.array([laid.size for laid in PLAYS], dtype=np.int16)
JOKERS = np.array([laid.jokers for laid in PLAYS], dtype=np.int16)
ACES = np.array([(laid.size - laid.jokers) * (laid.power == LONE - 1) for laid in PLAYS], dtype=np.int16)


class LeadIndex:
    """The numbers of the leads under a house rule.

    Attributes:
        count: how many there are.
        of: by play, the lead that it is to those who come after.
    """

    def __init__(self, *, joker_tops: bool) -> None:
        self._tops = joker_tops
        self.heights = 2 * LONE + 1 if joker_tops else LONE + 1
        self.count = 1 + HANDS_MOST * self.heights
        self.of = np.array(
            [0] + [self.number(laid.size, self.height(laid)) for laid in PLAYS[1:]], dtype=np.int32
        )

    def height(self, laid: PlayShape) -> int:
        """How high a play is: a play beats another of its size that is less high."""
        if not self._tops:
            return laid.power
        return 2 * laid.power + (laid.size > 1 and laid.jokers)

    def number(self, size: int, height: int) -> int:
        """The number of a lead of so many cards, so high."""
        return 1 + (size - 1) * self.heights + height


def answers(hands: HandIndex, leads: LeadIndex) -> npt.NDArray[np.bool_]:
    """By lead and hand: whether it has a play that goes on the lead."""
    found = np.zeros((leads.count, len(hands)), dtype=np.bool_)
    for number, laid in enumerate(PLAYS[1:], start=1):
        for lower in range(leads.height(laid)):
            found[leads.number(laid.size, lower)] |= hands.after[number] >= 0
    return found


class HandIndex:
    """All hands of up to so many cards."""

    def __init__(self, most: int) -> None:
        found = [
            (*ranks, jokers)
            for ranks in product(range(5), repeat=len(RANKS))
            if sum(ranks) <= most
            for jokers in range(3)
            if sum(ranks) + jokers <= most
        ]
        found.sort(key=lambda counts: (sum(counts), counts[::-1]))
        self.most = most
        self.counts = np.array(found, dtype=np.int16)
        self.sizes = self.counts.sum(1)
        self.codes = self.counts @ DIGITS
        self.index = np.zeros(_CODES, dtype=np.int16)
        self.index[self.codes] = np.arange(len(found))
        self.after = np.full((len(PLAYS), len(found)), -1, dtype=np.int16)
        for number, laid in enumerate(PLAYS[1:], start=1):
            fits = self.counts[:, LONE] >= laid.jokers
            if laid.power < LONE:
                fits &= self.counts[:, laid.power] >= laid.size - laid.jokers
            self.after[number, fits] = self.index[self.codes[fits] - TAKEN[number]]

    def __len__(self) -> int:
        return len(self.sizes)


hands_up_to = cache(HandIndex)
"""The hands of up to so many cards, made once in a process."""


TIMES = 9
"""How far a hand has come: the cards of the shortest hand and the players who are in, three steps each."""
_ACES = 5
PHASES = 3 * _ACES * TIMES
"""Phases of a hand: jokers and aces that the others hold, and how far it has come."""
OUT = 32
"""Stands for the number of cards of a seat that has none, which the shortest hand has not."""
_SHORTEST = np.array([0, 0, 3] + [6] * (OUT - 2), dtype=np.int32)
_PLAYERS = np.array([0, 0, 0, 1, 2, 2], dtype=np.int32)
_SIZES = 5 * LONE + 3
FEATURES = _SIZES + 9


START = (2 * _ACES + 4) * TIMES + TIMES - 1
"""The phase in which a hand begins for one who has neither aces nor jokers."""


def times(shortest: Ints, players: Ints) -> Ints:
    """How far hands have come: by the cards of the shortest hand and the number of players who are in."""
    return _SHORTEST[shortest] + _PLAYERS[players]


@dataclass(frozen=True)
class TrainedWeights:
    """What self-play has taught."""

    leader: Floats
    """By phase and feature of a hand: what it adds to the share of the others that are left behind."""
    other: Floats
    """The same for everybody else."""
    holds: Floats
    """By phase and play: how often it wins its round."""
    waits: Floats
    """By how far it has come, size and power of the lead: what a pass adds where one could have laid."""
    leans: Floats
    """By seat from the Boss on, its number of cards and power: how much likelier a card is there."""
    more: Floats
    """For leader and others, by phase and hand: what is to be added to the sum of its features."""


def features(hands: HandIndex) -> Floats:
    """By hand: its cards of each rank, its jokers and all its cards, each as a row of zeros and a one."""
    found = np.zeros((len(hands), FEATURES), dtype=np.float32)
    rows = np.arange(len(hands))
    for power in range(POWERS):
        found[rows, 5 * power + hands.counts[:, power]] = 1
    found[rows, _SIZES + np.minimum(hands.sizes, FEATURES - _SIZES - 1)] = 1
    return found


def worth_of_cards(row: Floats) -> Floats:
    """By power and number of cards: what they add to a hand, by the features of a phase."""
    found = np.full((POWERS, 12), -9.0)
    for power in range(LONE):
        found[power, :5] = row[5 * power : 5 * power + 5]
    found[LONE, :3] = row[5 * LONE : _SIZES]
    return found


class Policy:
    """The play of every hand on every lead.

    Attributes:
        table: number of the play by lead, hand and phase, flat; 0 for a pass.
        step: distance of two leads in ``table``.
        shift: by code of a hand, what to add to the place of a lead and a phase without that hand.
    """

    def __init__(
        self, learnt: TrainedWeights, hands: HandIndex, noise: Floats | None = None, *, joker_tops: bool
    ) -> None:
        self.hands, self.leads = hands, LeadIndex(joker_tops=joker_tops)
        self.step = len(hands) * PHASES
        own = hands.counts[:, LONE] * _ACES + hands.counts[:, LONE - 1]
        self.shift = np.zeros(len(hands.index), dtype=np.int32)
        self.shift[hands.codes] = np.arange(len(hands)) * PHASES - own.astype(np.int32) * TIMES
        known = features(hands)
        self.leader = (known @ learnt.leader.T.astype(np.float32)).T
        self.other = (known @ learnt.other.T.astype(np.float32)).T
        self.leader += learnt.more[0]
        self.other += learnt.more[1]
        self.leader[:, 0] = self.other[:, 0] = 1.0
        self.table = self._table(learnt, noise).reshape(-1)

    def places(self, jokers: Ints, aces: Ints, time: Ints, lead: Ints | int) -> Ints:
        """Where tables of so many jokers and aces laid, at this time and lead, find themselves."""
        phase = ((2 - jokers) * _ACES + 4 - aces) * TIMES + time
        return phase + lead * self.step

    def _table(self, learnt: TrainedWeights, noise: Floats | None) -> Ints:
        """By lead, hand and phase the best play.

        From the highest plays down, so that whatever has been looked at beats the leads that follow.
        """
        hands, leads = self.hands, self.leads
        table = np.zeros((leads.count, len(hands), PHASES), dtype=np.int8)
        best = np.full((HANDS_MOST + 1, len(hands), PHASES), -9.0, dtype=np.float32)
        choice = np.zeros((HANDS_MOST + 1, len(hands), PHASES), dtype=np.int8)
        able = np.zeros((HANDS_MOST + 1, len(hands)), dtype=bool)
        leader, other = np.ascontiguousarray(self.leader.T), np.ascontiguousarray(self.other.T)
        holds = learnt.holds.astype(np.float32)
        waits = np.tile(learnt.waits.astype(np.float32), (PHASES // TIMES, 1, 1))
        order = sorted(range(1, len(PLAYS)), key=lambda number: leads.height(PLAYS[number]), reverse=True)
        at = leads.heights - 1
        for number in [*order, 0]:
            high = leads.height(PLAYS[number])
            while at >= high:
                for size in range(1, HANDS_MOST + 1):
                    wait, lead = waits[:, size, at * LONE // (leads.heights - 1)], leads.number(size, at)
                    some = np.flatnonzero(able[size])
                    # A pass is 0. Few hands are copied, many are worked on where they are.
                    if 2 * len(some) < len(hands):
                        table[lead, some] = (best[size, some] > other[some] + wait) * choice[size, some]
                    else:
                        np.multiply(best[size] > other + wait, choice[size], out=table[lead])
                at -= 1
            if not number:
                break
            fits = np.flatnonzero(hands.after[number] >= 0)
            left, hold = hands.after[number, fits], holds[:, number]
            worth, rest = leader[left], other[left]
            worth *= hold
            rest *= 1 - hold
            worth += rest
            if noise is not None:
                worth += noise[number].T
            for row in (0, PLAYS[number].size):
                able[row, fits] = True
                before = best[row, fits]
                better = worth > before
                best[row, fits] = np.maximum(before, worth)
                choice[row, fits] = np.where(better, np.int8(number), choice[row, fits])
        table[0] = choice[0]
        table[:, 0] = PASS
        return table


_SPARSE = 0.85
"""Hands that are over are dropped when so few are left."""


@dataclass
class RolloutBatch:
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

    def rows(self, which: Ints) -> RolloutBatch:
        """Some of the tables, any of them more than once."""
        return RolloutBatch(*(getattr(self, name)[which] for name in self.__dataclass_fields__))


class RolloutEngine:
    """Plays tables to their end."""

    def __init__(self, policy: Policy, players: int, options: Options) -> None:
        self.policy = policy
        self.players = players
        self.budget = Budget()
        self._last_leads = options.word("lead_after_out") == "last_to_play"
        self._final = options.word("pass") == "final"
        self._after = (np.arange(players)[None, :] - np.arange(players)[:, None]) % players
        """By seat and other seat: how many steps on."""

    def play(self, tables: RolloutBatch, moves: Ints, seat: int) -> None:
        """Let a seat make a move of its own at every table, a pass or a play."""
        if self._final:
            tables.quits[moves == PASS, seat] = True
        tables.asked = tables.asked - 1
        tables.first = (tables.first + 1) % self.players
        self._lay(tables, np.arange(len(moves)), np.full(len(moves), seat), moves)

    def _lay(self, t: RolloutBatch, rows: Ints, seats: Ints, moves: Ints) -> None:
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

    def step(self, t: RolloutBatch) -> tuple[Ints, Ints, Ints]:
        """Lay the next play at every table, where nobody wants to one that leads a round.

        Returns:
            Who laid what at each table, and the tables at which a round was led.
        """
        policy = self.policy
        rows = np.arange(len(t.lead))
        base = policy.places(t.jokers, t.aces, times(t.sizes.min(1), self.players - t.out), 0)
        shift = policy.shift[t.codes]
        wanted = policy.table[(base + t.lead * policy.step)[:, None] + shift]
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

    def _leaders(self, t: RolloutBatch, rows: Ints) -> Ints:
        """Who leads the next round at some tables."""
        by, before = t.by[rows], t.before[rows]
        leaders: Ints = np.where(t.sizes[rows] < OUT, self._after[by], OUT).argmin(1)
        if not self._last_leads:
            return leaders
        last = (t.sizes[rows, by] == OUT) & (t.sizes[rows, before] < OUT)
        return np.where(last, before, leaders)

    def finish(self, tables: RolloutBatch) -> Ints:
        """The places of the seats at every table, 0 for the Boss; ``tables`` are used up.

        Raises:
            DeadlineError: the decision that it is for is overdue.
        """
        found = np.empty_like(tables.places)
        rows = np.arange(len(tables.lead))
        while rows.size:
            self.budget.check()
            going = np.flatnonzero(tables.out < self.players - 1)
            if going.size < _SPARSE * rows.size:
                over = np.flatnonzero(tables.out >= self.players - 1)
                found[rows[over]] = tables.places[over]
                rows, tables = rows[going], tables.rows(going)
                if not rows.size:
                    break
            self.step(tables)
        return found


WHERE = Path(__file__).parent
GRAIN = 0.01
"""What one step of a whole number stands for."""
MOST = {4: 8, 5: 6}
"""By number of players: the most cards of a hand that is played."""


def file_of(players: int) -> Path:
    """Where it is kept."""
    return WHERE / f"learnt{players}.npz"


@cache
def load_weights(players: int) -> TrainedWeights:
    """What there is for so many players, read once in a process."""
    with np.load(file_of(players)) as kept:
        found = {name: kept[name] for name in kept.files}
    more = found["more"].astype(np.float32) * GRAIN
    leader, other, holds, waits, leans = (
        found[name].astype(np.float32) for name in ("leader", "other", "holds", "waits", "leans")
    )
    return TrainedWeights(leader, other, holds, waits, leans, more)


@cache
def policy_for(players: int, *, joker_tops: bool) -> Policy:
    """The quick player for so many players, made once in a process."""
    return Policy(load_weights(players), hands_up_to(MOST[players]), joker_tops=joker_tops)


NEVER = -1e6
"""The value of a play that cannot be laid."""
_COUNTS = 5
_SHED = (SHED * np.arange(LONE) / LONE).astype(np.float32)
_MANY = np.arange(1, _COUNTS, dtype=np.float32)
_SINGLE = ((1 - TOPPED) ** np.arange(32)).astype(np.float32)
_JOKER = 1 - WIN - SHED
_WAYS = np.array(
    [
        [comb(count, size) + jokers * comb(count, size - 1) for size in range(2, HANDS_MOST + 1)]
        for count in range(_COUNTS)
        for jokers in range(3)
    ],
    dtype=np.float32,
)
"""By cards of a rank and jokers that are unseen: in how many ways they make so many of a kind."""


class ChoiceBatch(NamedTuple):
    """Hands that are to choose, each a row.

    Attributes:
        held: cards of each power.
        unseen: cards of each power that others hold.
        others: by other seat how many cards it holds; columns of zeros do no harm.
        lead: numbers of the leads.
    """

    held: Ints
    unseen: Ints
    others: Ints
    lead: Ints

    def rows(self, which: Ints) -> ChoiceBatch:
        return ChoiceBatch(self.held[which], self.unseen[which], self.others[which], self.lead[which])


@dataclass(frozen=True)
class _PlayTable:
    """The plays of a size, or all of them to lead with, as columns."""

    numbers: Ints
    power: Ints
    cards: Ints
    """How many cards of the rank."""
    jokers: Ints
    sizes: Ints
    heights: Ints
    held: Ints
    """Where in what is known of a hand it stands whether they hold."""

    @classmethod
    def of(cls, leads: LeadIndex, size: int) -> _PlayTable:
        """The plays that go on a lead of this size; 0 stands for none to go on."""
        numbers = [number for number in range(1, len(PLAYS)) if size in (0, PLAYS[number].size)]
        found = [PLAYS[number] for number in numbers]
        lone = [laid.power == LONE for laid in found]
        return cls(
            np.array(numbers),
            np.array([0 if alone else laid.power for laid, alone in zip(found, lone, strict=True)]),
            np.array(
                [0 if alone else laid.size - laid.jokers for laid, alone in zip(found, lone, strict=True)]
            ),
            np.array([laid.jokers for laid in found]),
            np.array([laid.size for laid in found]),
            np.array([leads.height(laid) for laid in found]),
            np.array([laid.power * HANDS_MOST + laid.size - 1 for laid in found]),
        )


class PlayEvaluator:
    """Values plays as normal does."""

    def __init__(self, leads: LeadIndex) -> None:
        self._plays = [_PlayTable.of(leads, size) for size in range(HANDS_MOST + 1)]
        numbers = np.arange(leads.count) - 1
        self.sizes = np.where(numbers < 0, 0, numbers // leads.heights + 1)
        """By lead, how many cards it has."""
        self._heights = np.where(numbers < 0, -1, numbers % leads.heights)
        tops = leads.heights > LONE + 1
        self._low = self._heights <= (2 * LOW + 1 if tops else LOW)

    def numbers(self, size: int) -> Ints:
        """The numbers of the plays whose `values` are told for a lead of this size; a pass is the last."""
        return np.append(self._plays[size].numbers, 0)

    def values(self, asked: ChoiceBatch, size: int) -> Floats:
        """What each play is worth to each hand, all being asked on leads of this size."""
        plays, lead = self._plays[size], asked.lead
        holds = _holds(asked)
        held, jokers = asked.held[:, :LONE], asked.held[:, LONE]
        costs, unsure = _costs(holds)
        at = np.arange(LONE) * _COUNTS + held
        own, doubts = np.take_along_axis(costs, at, 1), np.take_along_axis(unsure, at, 1)
        base = own.sum(1) + np.float32(_JOKER) * jokers
        left = held[:, plays.power] - plays.cards
        at = plays.power * _COUNTS + np.maximum(left, 0)
        cost = (
            base[:, None]
            - own[:, plays.power]
            + np.take_along_axis(costs, at, 1)
            - np.float32(_JOKER) * plays.jokers.astype(np.float32)
        )
        open_ = doubts.sum(1)[:, None] - doubts[:, plays.power] + np.take_along_axis(unsure, at, 1)
        hold = holds[:, plays.held]
        value = LEAD * hold - cost
        few = open_ <= 1
        value += np.float32(SURE) * (few & (hold == 1))
        if size > 1:
            high = (plays.jokers > 0) | (plays.power == LONE - 1)
            value -= np.float32(WASTE) * (~few & high & self._low[lead][:, None])
        value[asked.held.sum(1)[:, None] == plays.sizes] = 2 * SURE  # the whole hand goes
        legal = (left >= 0) & (jokers[:, None] >= plays.jokers)
        if size:
            legal &= plays.heights > self._heights[lead][:, None]
        value[~legal] = NEVER
        idle = -base if size else np.full(len(base), NEVER / 2)  # a leader cannot pass
        return np.concatenate([value, idle[:, None]], axis=1, dtype=np.float32)


def _holds(asked: ChoiceBatch) -> Floats:
    """By hand, and by power and size: how likely it is that nobody tops a play."""
    unseen = asked.unseen.astype(np.int64)
    found = np.ones((len(unseen), LONE + 1, HANDS_MOST), dtype=np.float32)
    above = unseen[:, ::-1].cumsum(1)[:, ::-1] - unseen
    found[:, :, 0] = _SINGLE[above]
    others = asked.others.astype(np.float32)
    part = others / np.maximum(1, others.sum(1, keepdims=True))
    together = np.stack(
        [((others >= size) * part**size).sum(1) for size in range(2, HANDS_MOST + 1)],
        axis=1,
        dtype=np.float32,
    )
    ways = _WAYS[unseen[:, :LONE] * 3 + unseen[:, LONE:]]
    higher = ways[:, ::-1].cumsum(1)[:, ::-1] - ways
    found[:, :LONE, 1:] = np.exp(higher * np.log1p(-GROUP_TOPPED * together)[:, None, :])  # (1 - p) ** ways
    return found.reshape(len(unseen), -1)


def _costs(holds: Floats) -> tuple[Floats, Ints]:
    """By hand, and by power and number of cards: what a group costs, and whether it could be topped."""
    known = holds.reshape(len(holds), LONE + 1, HANDS_MOST)[:, :LONE, : _COUNTS - 1]
    whole = 1 - WIN * known - _SHED[:, None] / _MANY
    single = (1 - WIN * known[:, :, 0] - _SHED)[:, :, None]
    costs = np.zeros((len(holds), LONE, _COUNTS), dtype=np.float32)
    costs[:, :, 1:] = np.where(single > 0, np.minimum(whole, single * _MANY), whole)
    unsure = np.zeros(costs.shape, dtype=np.int8)
    unsure[:, :, 1:] = known < 1
    return costs.reshape(len(holds), -1), unsure.reshape(len(holds), -1)


CHANCE = 0.2
"""How much chance is in a value: people, and what one knows, are less sure than normal is."""
_POOL = 1 << 18


@cache
def _answers(players: int, *, joker_tops: bool) -> npt.NDArray[np.bool_]:
    return answers(hands_up_to(MOST[players]), LeadIndex(joker_tops=joker_tops))


@cache
def _chance() -> Floats:
    """Numbers to draw from, made once in a process."""
    # Gumbel's, so that the highest value with its luck is drawn as by a softmax of the values.
    return (np.random.default_rng(0).gumbel(size=_POOL) * CHANCE).astype(np.float32)


class EvaluatedRollouts(RolloutEngine):
    """Plays tables to their end, asking one seat after the other what it thinks."""

    def __init__(self, policy: Policy, players: int, options: Options, random: np.random.Generator) -> None:
        super().__init__(policy, players, options)
        self.judge = PlayEvaluator(policy.leads)
        self._random = random
        tops = options.flag("joker_pair_beats_same_rank")
        self._answers = _answers(players, joker_tops=tops)
        self._chance = _chance()

    def loosen(self, times: float) -> None:
        """Put so many times more chance into all values: people who are watched are no bots."""
        self._chance = self._chance * np.float32(times)

    def step(self, t: RolloutBatch) -> tuple[Ints, Ints, Ints]:
        """Ask the next seat that can lay at every table; it may pass yet. See `RolloutEngine.step`."""
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

    def _moves(self, t: RolloutBatch, counts: Ints, seats: Ints) -> Ints:
        rows = np.arange(len(seats))
        others = np.where(t.sizes == OUT, 0, t.sizes)
        others[rows, seats] = 0
        held = counts[rows, seats]
        asked = ChoiceBatch(held, counts.sum(1) - held, others, t.lead)
        sizes = self.judge.sizes[t.lead]
        moves = np.empty(len(seats), dtype=np.int64)
        # Together where as many cards are asked for: what may be laid there is the same for all.
        for size in range(int(sizes.max(initial=0)) + 1):
            which = np.flatnonzero(sizes == size)
            if which.size:
                values = self.judge.values(asked.rows(which), size)
                # The same numbers come again after a while, elsewhere.
                start = int(self._random.integers(_POOL))
                luck = self._chance.take(np.arange(start, start + values.size), mode="wrap")
                values += luck.reshape(values.shape)
                moves[which] = self.judge.numbers(size)[values.argmax(1)]
        return moves
