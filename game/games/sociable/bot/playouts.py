"""Vectorised playouts of hands: arrays have a row for each table, and a step lays one play at each.

Seats are numbered from the Boss on, in playing order. A hand is its number of cards of each power; its *code*
reads these as digits in base five. Hands up to a size are numbered from 0, the empty hand, fewest cards
first; plays as in `PLAYS`. A *lead* is numbered too, by its size and height; 0 means that a round is led.

`RolloutEngine` needs one table lookup for a hand, lead and phase (`Policy`). The table comes from weights of
self-play (made by `tools.train_sociable`; `load_weights`): the value of a hand for the seat that leads, its
value for the others, and how often a play wins its round. A play is worth the hand that it leaves, weighted
by both cases, and is laid if that is more than the hand is worth unchanged.

`EvaluatedRollouts` play like normal with a little noise in each value: `PlayEvaluator` repeats
`heuristics.value_of` in arrays. They take twenty times as long. master uses them for playouts, and the
evaluator also to judge if a hand agrees with a player's plays and passes.
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
    GROUP_TOPPED_PROBABILITY,
    JOKER_POWER,
    LEAD_VALUE,
    LOW_POWER,
    PLAYS,
    POWER_COUNT,
    SHED_VALUE,
    TOPPED_PROBABILITY,
    WASTE_COST,
    WINNER_VALUE,
    PlayShape,
)
from game.games.sociable.bot.heuristics import OUT_VALUE as SURE
from game.games.sociable.rules.state import MAX_PLAY_SIZE as HANDS_MOST
from game.games.sociable.rules.state import RANKS

Ints: TypeAlias = npt.NDArray[np.integer[Any]]
Floats: TypeAlias = npt.NDArray[np.floating[Any]]

PASS = 0
POWER_CODES = np.array(
    [5**power for power in range(POWER_COUNT)], dtype=np.int32
)  # code of one card of each power
_CODE_COUNT = 3 * 5**JOKER_POWER  # two jokers at most


PLAY_CODES = np.array([play.code for play in PLAYS], dtype=np.int32)
PLAY_SIZES = np.array([play.size for play in PLAYS], dtype=np.int16)
PLAY_JOKERS = np.array([play.jokers for play in PLAYS], dtype=np.int16)
PLAY_ACES = np.array(
    [(play.size - play.jokers) * (play.power == JOKER_POWER - 1) for play in PLAYS], dtype=np.int16
)


class LeadIndex:
    """Numbers of the leads under a house rule.

    Attributes:
        count: number of leads, with 0 for none.
        of: by play, the number of the lead that it becomes.
    """

    def __init__(self, *, joker_tops: bool) -> None:
        self._tops = joker_tops
        self.heights = 2 * JOKER_POWER + 1 if joker_tops else JOKER_POWER + 1
        self.count = 1 + HANDS_MOST * self.heights
        self.of = np.array(
            [0] + [self.number(play.size, self.height(play)) for play in PLAYS[1:]], dtype=np.int32
        )

    def height(self, play: PlayShape) -> int:
        """Return a play's height: its power or, with ``joker_tops``, twice that, plus 1 for a group's joker.

        A play beats any lower play of its size.
        """
        if not self._tops:
            return play.power
        return 2 * play.power + (play.size > 1 and play.jokers)

    def number(self, size: int, height: int) -> int:
        """Return the number, from 1, of a lead of ``size`` cards with this height."""
        return 1 + (size - 1) * self.heights + height


def answers(hands: HandIndex, leads: LeadIndex) -> npt.NDArray[np.bool_]:
    """Return an array by lead and hand: True if the hand can beat the lead; False for lead 0, none."""
    beats = np.zeros((leads.count, len(hands)), dtype=np.bool_)
    for number, play in enumerate(PLAYS[1:], start=1):
        for lower in range(leads.height(play)):
            beats[leads.number(play.size, lower)] |= hands.after[number] >= 0
    return beats


class HandIndex:
    """All hands of at most ``most`` cards, numbered."""

    def __init__(self, max_size: int) -> None:
        """Set, by hand, counts, size and code; by code, its number; by play and hand, the one left or -1."""
        hands = [
            (*ranks, jokers)
            for ranks in product(range(5), repeat=len(RANKS))
            if sum(ranks) <= max_size
            for jokers in range(3)
            if sum(ranks) + jokers <= max_size
        ]
        hands.sort(key=lambda counts: (sum(counts), counts[::-1]))
        self.most = max_size
        self.counts = np.array(hands, dtype=np.int16)
        self.sizes = self.counts.sum(1)
        self.codes = self.counts @ POWER_CODES
        self.index = np.zeros(_CODE_COUNT, dtype=np.int16)
        self.index[self.codes] = np.arange(len(hands))
        self.after = np.full((len(PLAYS), len(hands)), -1, dtype=np.int16)
        for number, play in enumerate(PLAYS[1:], start=1):
            fits = self.counts[:, JOKER_POWER] >= play.jokers
            if play.power < JOKER_POWER:
                fits &= self.counts[:, play.power] >= play.size - play.jokers
            self.after[number, fits] = self.index[self.codes[fits] - PLAY_CODES[number]]

    def __len__(self) -> int:
        return len(self.sizes)


hands_up_to = cache(HandIndex)  # the hands up to a size, made once in a process


PROGRESS_STEPS = 9  # progress of a hand: three steps each for the shortest hand and the number of players in
_ACE_STATES = 5
PHASE_COUNT = (
    3 * _ACE_STATES * PROGRESS_STEPS
)  # jokers and aces that the others hold, and progress of the hand
EMPTY_HAND_SIZE = 32  # size of a hand without cards, so that it is never the shortest
_SHORTEST = np.array([0, 0, 3] + [6] * (EMPTY_HAND_SIZE - 2), dtype=np.int32)
_PLAYERS = np.array([0, 0, 0, 1, 2, 2], dtype=np.int32)
_SIZES = 5 * JOKER_POWER + 3
FEATURE_COUNT = _SIZES + 9


# phase at the start of a hand, for a seat with neither aces nor jokers
START_PHASE = (2 * _ACE_STATES + 4) * PROGRESS_STEPS + PROGRESS_STEPS - 1


def times(shortest: Ints, players: Ints) -> Ints:
    """Return the progress of hands, from 8 down to 0, by size of the shortest hand and players still in."""
    return _SHORTEST[shortest] + _PLAYERS[players]


@dataclass(frozen=True)
class TrainedWeights:
    """Weights learnt in self-play."""

    leader: Floats  # by phase and feature: weight for a leader, in the share of the others that finish behind
    other: Floats  # as ``leader``, for all other seats
    holds: Floats  # by phase and play: how often it wins its round
    waits: Floats  # by progress, size and power of the lead: bonus of a pass when a play was possible
    leans: Floats  # by seat, its number of cards and power: relative likelihood that it holds such a card
    more: Floats  # for leader and others, by phase and hand: correction of the sum of the features


def features(hands: HandIndex) -> Floats:
    """Return one-hot rows, (hand, `FEATURE_COUNT`): cards of each rank, jokers, and number of cards."""
    matrix = np.zeros((len(hands), FEATURE_COUNT), dtype=np.float32)
    rows = np.arange(len(hands))
    for power in range(POWER_COUNT):
        matrix[rows, 5 * power + hands.counts[:, power]] = 1
    matrix[rows, _SIZES + np.minimum(hands.sizes, FEATURE_COUNT - _SIZES - 1)] = 1
    return matrix


def worth_of_cards(row: Floats) -> Floats:
    """Return the value of cards in a hand by power and number, from one phase's weights; -9 if impossible."""
    values = np.full((POWER_COUNT, 12), -9.0)
    for power in range(JOKER_POWER):
        values[power, :5] = row[5 * power : 5 * power + 5]
    values[JOKER_POWER, :3] = row[5 * JOKER_POWER : _SIZES]
    return values


class Policy:
    """The best play of every hand on every lead.

    Attributes:
        table: flat array of play numbers by lead, hand and phase; 0 for a pass.
        step: distance of two leads in ``table``.
        shift: by code of a hand, offset to add to the result of `places` for that hand.
    """

    def __init__(
        self, weights: TrainedWeights, hands: HandIndex, noise: Floats | None = None, *, joker_tops: bool
    ) -> None:
        """Compute ``table``; ``noise``, by play, phase and hand, is added to the values of the plays."""
        self.hands, self.leads = hands, LeadIndex(joker_tops=joker_tops)
        self.step = len(hands) * PHASE_COUNT
        laid_code = hands.counts[:, JOKER_POWER] * _ACE_STATES + hands.counts[:, JOKER_POWER - 1]
        self.shift = np.zeros(len(hands.index), dtype=np.int32)
        self.shift[hands.codes] = (
            np.arange(len(hands)) * PHASE_COUNT - laid_code.astype(np.int32) * PROGRESS_STEPS
        )
        inputs = features(hands)
        self.leader = (inputs @ weights.leader.T.astype(np.float32)).T
        self.other = (inputs @ weights.other.T.astype(np.float32)).T
        self.leader += weights.more[0]
        self.other += weights.more[1]
        self.leader[:, 0] = self.other[:, 0] = 1.0
        self.table = self._table(weights, noise).reshape(-1)

    def places(self, jokers: Ints, aces: Ints, time: Ints, lead: Ints | int) -> Ints:
        """Return the index in ``table`` by jokers and aces laid, progress, lead; add a hand's ``shift``."""
        phase = ((2 - jokers) * _ACE_STATES + 4 - aces) * PROGRESS_STEPS + time
        return phase + lead * self.step

    def _table(self, weights: TrainedWeights, noise: Floats | None) -> Ints:
        """Return the number of the best play, 0 for a pass, by lead, hand and phase.

        Goes from the highest plays down, so every play already seen beats the leads that follow.
        """
        hands, leads = self.hands, self.leads
        table = np.zeros((leads.count, len(hands), PHASE_COUNT), dtype=np.int8)
        best = np.full((HANDS_MOST + 1, len(hands), PHASE_COUNT), -9.0, dtype=np.float32)
        choice = np.zeros((HANDS_MOST + 1, len(hands), PHASE_COUNT), dtype=np.int8)
        able = np.zeros((HANDS_MOST + 1, len(hands)), dtype=bool)
        leader, follower = np.ascontiguousarray(self.leader.T), np.ascontiguousarray(self.other.T)
        holds = weights.holds.astype(np.float32)
        waits = np.tile(weights.waits.astype(np.float32), (PHASE_COUNT // PROGRESS_STEPS, 1, 1))
        order = sorted(range(1, len(PLAYS)), key=lambda number: leads.height(PLAYS[number]), reverse=True)
        at = leads.heights - 1
        for number in [*order, 0]:
            height = leads.height(PLAYS[number])
            while at >= height:
                for size in range(1, HANDS_MOST + 1):
                    wait, lead = (
                        waits[:, size, at * JOKER_POWER // (leads.heights - 1)],
                        leads.number(size, at),
                    )
                    able_hands = np.flatnonzero(able[size])
                    # A pass is 0. Few hands are copied; many are worked on in place.
                    if 2 * len(able_hands) < len(hands):
                        table[lead, able_hands] = (
                            best[size, able_hands] > follower[able_hands] + wait
                        ) * choice[size, able_hands]
                    else:
                        np.multiply(best[size] > follower + wait, choice[size], out=table[lead])
                at -= 1
            if not number:
                break
            fits = np.flatnonzero(hands.after[number] >= 0)
            left, hold = hands.after[number, fits], holds[:, number]
            worth, rest = leader[left], follower[left]
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


_MIN_RUNNING_SHARE = 0.85  # share of running hands below which the finished ones are dropped


@dataclass
class RolloutBatch:
    """Many tables in the middle of a hand, by row."""

    codes: Ints  # by table and seat: code of the hand
    sizes: Ints  # by table and seat: number of cards, `EMPTY_HAND_SIZE` for none
    lead: Ints  # number of the lead
    by: Ints  # seat that laid it, or that is to lead
    before: Ints  # seat that laid before ``by`` in this round, or ``by``
    first: Ints  # seat that is asked first
    asked: Ints  # seats asked from ``first`` on before the round is over, with those without cards
    jokers: Ints  # jokers laid in this hand
    aces: Ints
    out: Ints  # seats that are out
    places: Ints  # by table and seat: place; the last one while a seat is not out
    quits: Ints  # by table and seat: True if it has passed for good in this round

    def select(self, which: Ints) -> RolloutBatch:
        """Return a copy of the tables with these indices, which may repeat."""
        return RolloutBatch(*(getattr(self, name)[which] for name in self.__dataclass_fields__))


class RolloutEngine:
    """Plays tables to their end."""

    def __init__(self, policy: Policy, players: int, options: Options) -> None:
        self.policy = policy
        self.players = players
        self.budget = Budget()
        self._last_leads = options.get_str("lead_after_out") == "last_to_play"
        self._final = options.get_str("pass") == "final"
        # by seat and other seat: steps from one to the other
        self._after = (np.arange(players)[None, :] - np.arange(players)[:, None]) % players

    def play(self, tables: RolloutBatch, moves: Ints, seat: int) -> None:
        """Make a move of ``seat`` at every table in place; ``moves`` has a play number each, 0 for a pass."""
        if self._final:
            tables.quits[moves == PASS, seat] = True
        tables.asked = tables.asked - 1
        tables.first = (tables.first + 1) % self.players
        self._lay_plays(tables, np.arange(len(moves)), np.full(len(moves), seat), moves)

    def _lay_plays(self, tables: RolloutBatch, rows: Ints, seats: Ints, moves: Ints) -> None:
        """Lay the plays ``moves`` of ``seats`` at the tables ``rows`` in place; passes (0) change nothing."""
        lays = moves > PASS
        if not lays.all():
            rows, seats, moves = rows[lays], seats[lays], moves[lays]
        tables.codes[rows, seats] -= PLAY_CODES[moves]
        left = tables.sizes[rows, seats] - PLAY_SIZES[moves]
        is_out = left == 0
        if is_out.any():
            over = rows[is_out]
            tables.places[over, seats[is_out]] = tables.out[over]
            tables.out[over] += 1
            left[is_out] = EMPTY_HAND_SIZE
        tables.sizes[rows, seats] = left
        tables.lead[rows] = self.policy.leads.of[moves]
        tables.before[rows] = tables.by[rows]
        tables.by[rows] = seats
        tables.first[rows] = (seats + 1) % self.players
        tables.asked[rows] = self.players - 1
        tables.jokers[rows] += PLAY_JOKERS[moves]
        tables.aces[rows] += PLAY_ACES[moves]

    def step(self, tables: RolloutBatch) -> tuple[Ints, Ints, Ints]:
        """Lay the next play at every table in place; return seats, plays, and indices of tables newly led.

        A round is led where no seat answers the lead.
        """
        policy = self.policy
        rows = np.arange(len(tables.lead))
        base = policy.places(
            tables.jokers, tables.aces, times(tables.sizes.min(1), self.players - tables.out), 0
        )
        shift = policy.shift[tables.codes]
        choices = policy.table[(base + tables.lead * policy.step)[:, None] + shift]
        turn = self._after[tables.first]
        # A seat that lays nothing gets `EMPTY_HAND_SIZE`, so the minimum is the next seat that lays.
        order = np.where((choices > PASS) & (turn < tables.asked[:, None]), turn, EMPTY_HAND_SIZE)
        if self._final:
            order[tables.quits] = EMPTY_HAND_SIZE
        seats = order.argmin(1)
        moves = choices[rows, seats].astype(np.int64)
        unanswered = np.flatnonzero(order[rows, seats] == EMPTY_HAND_SIZE)
        if self._final:
            # Seats asked before the one that lays have passed, here for good.
            tables.quits |= turn < order[rows, seats][:, None]
            tables.quits[unanswered] = False
        if unanswered.size:
            leaders = self._next_leaders(tables, unanswered)
            tables.by[unanswered] = seats[unanswered] = leaders
            moves[unanswered] = policy.table[base[unanswered] + shift[unanswered, leaders]]
        self._lay_plays(tables, rows, seats, moves)
        return seats, moves, unanswered

    def _next_leaders(self, tables: RolloutBatch, rows: Ints) -> Ints:
        """Return the seat that leads the next round, for each of the tables ``rows``."""
        by, before = tables.by[rows], tables.before[rows]
        leaders: Ints = np.where(
            tables.sizes[rows] < EMPTY_HAND_SIZE, self._after[by], EMPTY_HAND_SIZE
        ).argmin(1)
        if not self._last_leads:
            return leaders
        last = (tables.sizes[rows, by] == EMPTY_HAND_SIZE) & (tables.sizes[rows, before] < EMPTY_HAND_SIZE)
        return np.where(last, before, leaders)

    def finish(self, tables: RolloutBatch) -> Ints:
        """Play all tables out, changing them; return places by table and seat, 0: Boss, or DeadlineError."""
        places = np.empty_like(tables.places)
        rows = np.arange(len(tables.lead))
        while rows.size:
            self.budget.check()
            going = np.flatnonzero(tables.out < self.players - 1)
            if going.size < _MIN_RUNNING_SHARE * rows.size:
                over = np.flatnonzero(tables.out >= self.players - 1)
                places[rows[over]] = tables.places[over]
                rows, tables = rows[going], tables.select(going)
                if not rows.size:
                    break
            self.step(tables)
        return places


WEIGHTS_FOLDER = Path(__file__).parent
WEIGHT_STEP = 0.01  # value of one integer step in the stored weights
MAX_HAND_SIZES = {4: 8, 5: 6}  # by number of players: largest hand that is played


def file_of(players: int) -> Path:
    """Path of the trained weights for ``players``."""
    return WEIGHTS_FOLDER / f"learnt{players}.npz"


@cache
def load_weights(players: int) -> TrainedWeights:
    """Return the trained weights for ``players``, read once in a process."""
    with np.load(file_of(players)) as archive:
        arrays = {name: archive[name] for name in archive.files}
    more = arrays["more"].astype(np.float32) * WEIGHT_STEP
    leader, follower, holds, waits, leans = (
        arrays[name].astype(np.float32) for name in ("leader", "other", "holds", "waits", "leans")
    )
    return TrainedWeights(leader, follower, holds, waits, leans, more)


@cache
def policy_for(players: int, *, joker_tops: bool) -> Policy:
    """Return the policy for ``players``, made once in a process."""
    return Policy(load_weights(players), hands_up_to(MAX_HAND_SIZES[players]), joker_tops=joker_tops)


ILLEGAL_VALUE = -1e6  # value of an illegal play
_COUNT_LIMIT = 5
_SHED_VALUES = (SHED_VALUE * np.arange(JOKER_POWER) / JOKER_POWER).astype(np.float32)
_GROUP_SIZES = np.arange(1, _COUNT_LIMIT, dtype=np.float32)
_SINGLE_PROBABILITIES = ((1 - TOPPED_PROBABILITY) ** np.arange(32)).astype(np.float32)
_JOKER_VALUE = 1 - WINNER_VALUE - SHED_VALUE
_GROUP_WAYS = np.array(
    [
        [comb(count, size) + jokers * comb(count, size - 1) for size in range(2, HANDS_MOST + 1)]
        for count in range(_COUNT_LIMIT)
        for jokers in range(3)
    ],
    dtype=np.float32,
)
"""By unseen cards of a rank (0 to 4) and jokers (0 to 2): number of ways to form a group of each size."""


class ChoiceBatch(NamedTuple):
    """Decisions to value, one a row.

    Attributes:
        held: cards of each power in the hand.
        unseen: cards of each power that others hold.
        others: number of cards of each other seat; columns of zeros do no harm.
        lead: numbers of the leads.
    """

    held: Ints
    unseen: Ints
    others: Ints
    lead: Ints

    def rows(self, which: Ints) -> ChoiceBatch:
        """Decisions with these indices."""
        return ChoiceBatch(self.held[which], self.unseen[which], self.others[which], self.lead[which])


@dataclass(frozen=True)
class _PlayTable:
    """Columns of the plays of one size, or of all plays for a lead."""

    numbers: Ints
    power: Ints
    cards: Ints  # number of cards of the rank
    jokers: Ints
    sizes: Ints
    heights: Ints
    held: Ints  # index of the play in a row of the result of `_hold_probabilities`

    @classmethod
    def of(cls, leads: LeadIndex, size: int) -> _PlayTable:
        """Return the columns of the plays of ``size`` cards or, if that is 0, of all plays, for a leader."""
        numbers = [number for number in range(1, len(PLAYS)) if size in (0, PLAYS[number].size)]
        plays = [PLAYS[number] for number in numbers]
        lone_flags = [play.power == JOKER_POWER for play in plays]
        return cls(
            np.array(numbers),
            np.array([0 if is_lone else play.power for play, is_lone in zip(plays, lone_flags, strict=True)]),
            np.array(
                [
                    0 if is_lone else play.size - play.jokers
                    for play, is_lone in zip(plays, lone_flags, strict=True)
                ]
            ),
            np.array([play.jokers for play in plays]),
            np.array([play.size for play in plays]),
            np.array([leads.height(play) for play in plays]),
            np.array([play.power * HANDS_MOST + play.size - 1 for play in plays]),
        )


class PlayEvaluator:
    """Values plays as normal does."""

    def __init__(self, leads: LeadIndex) -> None:
        self._plays = [_PlayTable.of(leads, size) for size in range(HANDS_MOST + 1)]
        numbers = np.arange(leads.count) - 1
        self.sizes = np.where(numbers < 0, 0, numbers // leads.heights + 1)  # by lead: number of its cards
        self._heights = np.where(numbers < 0, -1, numbers % leads.heights)
        tops = leads.heights > JOKER_POWER + 1
        self._low = self._heights <= (2 * LOW_POWER + 1 if tops else LOW_POWER)

    def numbers(self, size: int) -> Ints:
        """Return the play number of each column of `values` for a lead of this size; a pass, 0, is last."""
        return np.append(self._plays[size].numbers, 0)

    def values(self, choices: ChoiceBatch, size: int) -> Floats:
        """Values by hand and play, a pass last, `ILLEGAL_VALUE` if illegal; all leads must have this size."""
        plays, lead = self._plays[size], choices.lead
        holds = _hold_probabilities(choices)
        counts, jokers = choices.held[:, :JOKER_POWER], choices.held[:, JOKER_POWER]
        costs, unsure = _group_costs(holds)
        at = np.arange(JOKER_POWER) * _COUNT_LIMIT + counts
        own_costs, doubts = np.take_along_axis(costs, at, 1), np.take_along_axis(unsure, at, 1)
        base = own_costs.sum(1) + np.float32(_JOKER_VALUE) * jokers
        left = counts[:, plays.power] - plays.cards
        at = plays.power * _COUNT_LIMIT + np.maximum(left, 0)
        cost = (
            base[:, None]
            - own_costs[:, plays.power]
            + np.take_along_axis(costs, at, 1)
            - np.float32(_JOKER_VALUE) * plays.jokers.astype(np.float32)
        )
        open_ = doubts.sum(1)[:, None] - doubts[:, plays.power] + np.take_along_axis(unsure, at, 1)
        hold = holds[:, plays.held]
        value = LEAD_VALUE * hold - cost
        few = open_ <= 1
        value += np.float32(SURE) * (few & (hold == 1))
        if size > 1:
            is_high = (plays.jokers > 0) | (plays.power == JOKER_POWER - 1)
            value -= np.float32(WASTE_COST) * (~few & is_high & self._low[lead][:, None])
        value[choices.held.sum(1)[:, None] == plays.sizes] = 2 * SURE  # the whole hand is laid
        legal = (left >= 0) & (jokers[:, None] >= plays.jokers)
        if size:
            legal &= plays.heights > self._heights[lead][:, None]
        value[~legal] = ILLEGAL_VALUE
        idle = -base if size else np.full(len(base), ILLEGAL_VALUE / 2)  # a leader cannot pass
        return np.concatenate([value, idle[:, None]], axis=1, dtype=np.float32)


def _hold_probabilities(choices: ChoiceBatch) -> Floats:
    """Return the probability that no seat beats a play, by hand and by power * `HANDS_MOST` + size - 1."""
    unseen = choices.unseen.astype(np.int64)
    probabilities = np.ones((len(unseen), JOKER_POWER + 1, HANDS_MOST), dtype=np.float32)
    above = unseen[:, ::-1].cumsum(1)[:, ::-1] - unseen
    probabilities[:, :, 0] = _SINGLE_PROBABILITIES[above]
    others = choices.others.astype(np.float32)
    part = others / np.maximum(1, others.sum(1, keepdims=True))
    together = np.stack(
        [((others >= size) * part**size).sum(1) for size in range(2, HANDS_MOST + 1)],
        axis=1,
        dtype=np.float32,
    )
    ways = _GROUP_WAYS[unseen[:, :JOKER_POWER] * 3 + unseen[:, JOKER_POWER:]]
    higher = ways[:, ::-1].cumsum(1)[:, ::-1] - ways
    # (1 - p) ** ways
    probabilities[:, :JOKER_POWER, 1:] = np.exp(
        higher * np.log1p(-GROUP_TOPPED_PROBABILITY * together)[:, None, :]
    )
    return probabilities.reshape(len(unseen), -1)


def _group_costs(holds: Floats) -> tuple[Floats, Ints]:
    """Return two arrays by hand and power * 5 + number of cards: a group's cost; 1 if it can be beaten."""
    hold = holds.reshape(len(holds), JOKER_POWER + 1, HANDS_MOST)[:, :JOKER_POWER, : _COUNT_LIMIT - 1]
    whole = 1 - WINNER_VALUE * hold - _SHED_VALUES[:, None] / _GROUP_SIZES
    single = (1 - WINNER_VALUE * hold[:, :, 0] - _SHED_VALUES)[:, :, None]
    costs = np.zeros((len(holds), JOKER_POWER, _COUNT_LIMIT), dtype=np.float32)
    costs[:, :, 1:] = np.where(single > 0, np.minimum(whole, single * _GROUP_SIZES), whole)
    unsure = np.zeros(costs.shape, dtype=np.int8)
    unsure[:, :, 1:] = hold < 1
    return costs.reshape(len(holds), -1), unsure.reshape(len(holds), -1)


NOISE_SCALE = 0.2  # scale of the noise in a value: people, and their knowledge, are less sure than normal
_POOL_SIZE = 1 << 18


@cache
def _answer_table(players: int, *, joker_tops: bool) -> npt.NDArray[np.bool_]:
    """Result of `answers` by lead and hand: True if the hand can beat the lead. Made once in a process."""
    return answers(hands_up_to(MAX_HAND_SIZES[players]), LeadIndex(joker_tops=joker_tops))


@cache
def _noise_pool() -> Floats:
    """Return `_POOL_SIZE` Gumbel numbers of scale `NOISE_SCALE`, to add to values; made once in a process."""
    # Gumbel noise, so that the maximum is a draw from the softmax of the values.
    return (np.random.default_rng(0).gumbel(size=_POOL_SIZE) * NOISE_SCALE).astype(np.float32)


class EvaluatedRollouts(RolloutEngine):
    """Plays tables to their end, valuing the moves of one seat after the other."""

    def __init__(self, policy: Policy, players: int, options: Options, random: np.random.Generator) -> None:
        super().__init__(policy, players, options)
        self.judge = PlayEvaluator(policy.leads)
        self._random = random
        tops = options.get_bool("joker_pair_beats_same_rank")
        self._answers = _answer_table(players, joker_tops=tops)
        self._chance = _noise_pool()

    def loosen(self, times: float) -> None:
        """Multiply the noise in all values by ``times``; people play looser than bots."""
        self._chance = self._chance * np.float32(times)

    def step(self, tables: RolloutBatch) -> tuple[Ints, Ints, Ints]:
        """Make one move at every table in place; return seats, plays (0: pass), and the tables newly led.

        The next seat that can lay chooses. See `RolloutEngine.step`.
        """
        hands = self.policy.hands
        rows = np.arange(len(tables.lead))
        hand_numbers = hands.index[tables.codes]
        turn = self._after[tables.first]
        able = self._answers[tables.lead[:, None], hand_numbers] & (turn < tables.asked[:, None])
        if self._final:
            able &= tables.quits == 0
        order = np.where(able, turn, EMPTY_HAND_SIZE)
        seats = order.argmin(1)
        steps = order[rows, seats]
        unanswered = np.flatnonzero(steps == EMPTY_HAND_SIZE)
        if unanswered.size:
            leaders = self._next_leaders(tables, unanswered)
            tables.by[unanswered] = seats[unanswered] = leaders
            tables.lead[unanswered] = 0
            tables.quits[unanswered] = False
        moves = self._choose_moves(tables, hands.counts[hand_numbers], seats)
        idle = np.flatnonzero(moves == PASS)
        tables.first[idle] = (seats[idle] + 1) % self.players
        tables.asked[idle] -= steps[idle] + 1
        if self._final:
            tables.quits[idle, seats[idle]] = True
        self._lay_plays(tables, rows, seats, moves)
        return seats, moves, unanswered

    def _choose_moves(self, tables: RolloutBatch, counts: Ints, seats: Ints) -> Ints:
        """Return the play number, 0 for a pass, that the seat to move chooses at each table.

        ``counts`` has the hands by table, seat and power.
        """
        rows = np.arange(len(seats))
        others = np.where(tables.sizes == EMPTY_HAND_SIZE, 0, tables.sizes)
        others[rows, seats] = 0
        own_counts = counts[rows, seats]
        batch = ChoiceBatch(own_counts, counts.sum(1) - own_counts, others, tables.lead)
        sizes = self.judge.sizes[tables.lead]
        moves = np.empty(len(seats), dtype=np.int64)
        # Grouped by size of the lead, because the same plays are possible there.
        for size in range(int(sizes.max(initial=0)) + 1):
            indices = np.flatnonzero(sizes == size)
            if indices.size:
                values = self.judge.values(batch.rows(indices), size)
                # The noise repeats after a while, at other positions.
                start = int(self._random.integers(_POOL_SIZE))
                luck = self._chance.take(np.arange(start, start + values.size), mode="wrap")
                values += luck.reshape(values.shape)
                moves[indices] = self.judge.numbers(size)[values.argmax(1)]
        return moves
