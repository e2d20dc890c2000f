"""Search of hard and master: playouts of each choice on hands that are dealt again.

`Knowledge` is what a seat knows of the other hands, and `deal` deals hands that agree with it.
`ChoiceHistory` rates such hands by the plays and passes of their seats. `TableBelief` sets up tables with
them for playouts (`playouts`); open exchanges are completed as in playouts: forced gifts first, then the
cheapest cards come back. `SociableSearch` drops choices that are clearly behind and plays the others out more
often. When two seats are left each knows the other's hand, so the winner can be computed (`Endgame`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import inf

import numpy as np

from game.core.cards import JOKER
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.search import Budget, racing_search
from game.games.sociable.bot.endgame import Endgame, EndgameNode, EndgameOptions, NodeLimitError
from game.games.sociable.bot.heuristics import (
    JOKER_POWER,
    POWER_COUNT,
    PlayShape,
    SociableSearchConfig,
    hand_after,
    least_plays,
    number_of,
    without,
)
from game.games.sociable.bot.playouts import (
    EMPTY_HAND_SIZE,
    MAX_HAND_SIZES,
    PASS,
    POWER_CODES,
    START_PHASE,
    ChoiceBatch,
    EvaluatedRollouts,
    Floats,
    Ints,
    LeadIndex,
    PlayEvaluator,
    RolloutBatch,
    RolloutEngine,
    TrainedWeights,
    load_weights,
    policy_for,
    worth_of_cards,
)
from game.games.sociable.rules.events import SociableObservation
from game.games.sociable.rules.state import (
    POWER,
    DueExchange,
    GiveCards,
    Move,
    SociablePlay,
    exchange,
    left_of_pack,
    same_rank,
    sort_cards,
)


@cache
def _combinations(count: int) -> Ints:
    """Return all choices of ``count`` cards, weakest first, as card counts by choice and power."""
    choices = combinations_with_replacement(range(POWER_COUNT), count)
    return np.array(
        [[cards.count(power) for power in range(POWER_COUNT)] for cards in choices], dtype=np.int16
    )


def strongest(counts: Ints, count: int) -> Ints:
    """Return the ``count`` strongest cards of each hand, as card counts by hand and power."""
    above = counts[:, ::-1].cumsum(1)[:, ::-1]
    return np.clip(count - (above - counts), 0, counts)  # cards due after the stronger powers


def cheapest(counts: Ints, count: int, worth: Floats) -> Ints:
    """Return the ``count`` cards that cost each hand least, as card counts by hand and power.

    ``worth`` is the value of cards in a hand, by power and number of cards.
    """
    choices = _combinations(count)
    left = counts[:, None, :] - choices[None, :, :]
    values = worth[np.arange(POWER_COUNT), np.maximum(left, 0)].sum(2)  # -1 would be read as the last column
    values[(left < 0).any(2)] = -np.inf  # the hand has too few of them
    best: Ints = choices[values.argmax(1)]
    return best


def draw_one_of_each(counts: Ints, random: np.random.Generator) -> Ints:
    """Return one random card of each hand, as card counts by hand and power."""
    cumulative = counts.cumsum(1)
    number = random.random(len(counts)) * cumulative[:, -1]
    power = (cumulative <= number[:, None]).sum(1)
    card: Ints = (np.arange(POWER_COUNT)[None, :] == power[:, None]).astype(counts.dtype)
    return card


def exchange_cards(
    hands: Ints, gift: DueExchange, weights: TrainedWeights, random: np.random.Generator
) -> None:
    """Make one exchange, with the cards back, in place; ``hands`` is by table, chair (0 Boss) and power."""
    owed = hands[:, gift.debtor]
    cards = draw_one_of_each(owed, random) if gift.blind else strongest(owed, gift.count)
    hands[:, gift.debtor] -= cards
    hands[:, gift.chooser] += cards
    row = (weights.leader if gift.chooser == 0 else weights.other)[START_PHASE]
    back = cheapest(hands[:, gift.chooser], gift.count, worth_of_cards(row))
    hands[:, gift.chooser] -= back
    hands[:, gift.debtor] += back


Chairs = dict[int | None, int]  # by seat, its distance from the Boss; spectators never ask


def counts_by_power(cards: Sequence[str]) -> Ints:
    """Return the number of cards of each power, from eight to joker."""
    counts = np.zeros(POWER_COUNT, dtype=np.int16)
    for card in cards:
        counts[POWER[card]] += 1
    return counts


@dataclass(frozen=True)
class Knowledge:
    """Knowledge of the observing seat; seats are numbered from the Boss on."""

    me: int
    hand: Ints
    unseen: Ints
    """By power, the unknown cards of the others. In an incomplete pack some are in no hand."""
    known: Ints  # by seat and power: cards that it certainly holds
    hidden: Ints  # by seat: number of its other cards
    bound: Ints  # by seat: highest possible power of those

    @classmethod
    def of(cls, observation: SociableObservation, *, remembers: bool = True) -> Knowledge:
        """Return the knowledge in an observation; ``remembers=False`` ignores gifts given and received."""
        order = observation["order"]
        chair: Chairs = {seat: number for number, seat in enumerate(order)}
        me = chair[observation["seat"]]
        hand = counts_by_power(observation["hand"])
        public = [*observation["gone"], *observation["lead"]]
        unseen = np.array(left_of_pack((*public, *observation["hand"])))
        certain = np.zeros((len(order), POWER_COUNT), dtype=np.int16)
        bound = np.full(len(order), JOKER_POWER)
        if remembers:
            _add_gift_knowledge(observation, chair, public, certain, bound)
        certain = np.minimum(certain, unseen)  # a gift may have been laid since
        sizes = np.array([observation["counts"][seat] for seat in order])
        for seat in range(len(order)):
            for power in range(POWER_COUNT):
                spare = certain[seat].sum() - sizes[seat]
                if spare > 0:
                    certain[seat, power] -= min(spare, certain[seat, power])
        hidden = sizes - certain.sum(1)
        hidden[me] = 0
        return cls(me, hand, unseen - certain.sum(0), certain, hidden, bound)


def _add_gift_knowledge(
    observation: SociableObservation, chair: Chairs, public: list[str], certain: Ints, bound: Ints
) -> None:
    """Update ``certain`` and ``bound`` in place by the gifts that this seat gave and got."""
    public_counts, me, middle = Counter(public), chair[observation["seat"]], len(chair) // 2
    exchanged: set[int] = set()
    for text in observation.get("given", ()):
        ends, _, cards = text.partition(":")
        giver, receiver = (chair[int(seat)] for seat in ends.split(">"))
        powers = [POWER[card] for card in cards.split(",")]
        if receiver == me:
            # A seat that had to give its strongest cards keeps none above the weakest of them.
            if giver not in exchanged and (giver > middle) != (me > middle) and {giver, me} != {0, middle}:
                bound[giver] = min(bound[giver], *powers)
            for power in powers:
                certain[giver, power] = max(0, certain[giver, power] - 1)
        else:
            for card, power in zip(cards.split(","), powers, strict=True):
                certain[receiver, power] += not public_counts[card]  # no seat holds a card that was laid
        exchanged.add(receiver if giver == me else giver)


def deal(knowledge: Knowledge, weights: Floats, count: int, random: np.random.Generator) -> Ints:
    """Return ``count`` random deals that agree with ``knowledge``, as card counts by deal, seat and power.

    Args:
        knowledge: cards that are certain.
        weights: by seat and power, the relative likelihood that the seat holds such a card.
        count: number of deals.
        random: source of chance.
    """
    seats = len(knowledge.hidden)
    hands = np.tile(knowledge.known, (count, 1, 1))
    hands[:, knowledge.me] = knowledge.hand
    spare = int(knowledge.unseen.sum() - knowledge.hidden.sum())
    # The last column is no seat: in an incomplete pack some cards are in no hand.
    capacity = np.tile(np.append(knowledge.hidden, max(0, spare)).astype(np.float64), (count, 1))
    rows = np.arange(count)
    # The strongest first: fewest seats may hold them, and these must still have room.
    for power in range(JOKER_POWER, -1, -1):
        likelihoods = np.append(np.where(knowledge.bound >= power, weights[:, power], 0.0), 1.0)
        for _ in range(int(knowledge.unseen[power])):
            chances = capacity * likelihoods
            cumulative = chances.cumsum(1)
            lacking = cumulative[:, -1] <= 0
            # No likely holder has room left. The card must be somewhere, so the likelihood gives way.
            if lacking.any():
                cumulative[lacking] = capacity[lacking].cumsum(1)
            seat = (cumulative <= (random.random(count) * cumulative[:, -1])[:, None]).sum(1)
            capacity[rows, seat] -= 1
            is_dealt = seat < seats
            hands[rows[is_dealt], seat[is_dealt], power] += 1
    return hands


UNLIKELY_FACTOR = 0.3  # likelihood factor of a hand with which normal would have chosen differently


@dataclass(frozen=True)
class ObservedChoice:
    """A play or a pass of a seat; seats are numbered from the Boss on."""

    seat: int
    lead: int  # number of the lead; 0 if the seat led
    made: int  # number of the play; 0 for a pass
    later: Ints  # by seat and power: cards laid from then on


class ChoiceHistory:
    """All choices of the others in a hand, or in the current round if no more is known."""

    def __init__(self, observation: SociableObservation, leads: LeadIndex, *, final: bool) -> None:
        self._order = observation["order"]
        self._leads, self._final = leads, final
        self._sizes = np.array([observation["counts"][seat] for seat in self._order])
        self._me = self._chair_of(observation["seat"])
        self._by: list[int] = []
        self._numbers: list[int] = []
        play_counts: list[Ints] = []
        self._starts: list[int] = []
        for start, seat, cards in _recorded_plays(observation):
            play = sort_cards(cards)
            if not same_rank(play) or play.count(JOKER) > 1:
                continue  # a made-up position may lack earlier plays
            if start:
                self._starts.append(len(play_counts))
            counts = np.zeros((len(self._order), POWER_COUNT), dtype=np.int64)
            counts[self._chair_of(seat)] = counts_by_power(play)
            play_counts.append(counts)
            self._by.append(self._chair_of(seat))
            self._numbers.append(number_of(SociablePlay(play)))
        zeros = np.zeros((1, len(self._order), POWER_COUNT), dtype=np.int64)
        played = np.stack(play_counts) if play_counts else zeros[:0]
        self._later = np.concatenate([played[::-1].cumsum(0)[::-1], zeros])
        self.choices = list(self._all_choices(over=not observation["lead"]))

    def _chair_of(self, seat: int | None) -> int:
        """Seat's distance from the Boss, or -1 for a spectator, `None`."""
        return -1 if seat is None else self._order.index(seat)

    def _all_choices(self, *, over: bool) -> Iterator[ObservedChoice]:
        """Yield the other seats' plays and passes in order; ``over`` is True if the last round has ended."""
        quits: set[int] = set()
        for number, seat in enumerate(self._by):
            leads = number in self._starts or not number
            lead = 0 if leads else int(self._leads.of[self._numbers[number - 1]])
            if leads:
                quits.clear()
            else:
                # Passes are not recorded: seats with cards between two plays have passed.
                yield from self._passes_after(number, seat, quits)
            if seat != self._me:
                yield ObservedChoice(seat, lead, self._numbers[number], self._later[number])
            last = number + 1 == len(self._by)
            if last or number + 1 in self._starts:
                until = seat if over or not last else self._me
                yield from self._passes_after(number + 1, until, quits)

    def _passes_after(self, number: int, until: int, quits: set[int]) -> Iterator[ObservedChoice]:
        """Yield the others' passes after play ``number - 1``, before the seat ``until``; update ``quits``."""
        by, players = self._by[number - 1], len(self._order)
        for step in range(1, (until - by) % players or players):
            seat = (by + step) % players
            size = self._sizes[seat] + self._later[number, seat].sum()
            if not size or seat in quits:
                continue
            if self._final:
                quits.add(seat)
            if seat != self._me:
                lead = int(self._leads.of[self._numbers[number - 1]])
                yield ObservedChoice(seat, lead, PASS, self._later[number])

    def likely(self, evaluator: PlayEvaluator, hands: Ints) -> Floats:
        """Likelihood by deal: 1, times `UNLIKELY_FACTOR` for each choice that normal would not make."""
        likelihoods = np.ones(len(hands))
        for choice in self.choices:
            earlier = hands + choice.later
            own_hands = earlier[:, choice.seat]
            others = self._sizes + choice.later.sum(1)  # cards that each seat held then
            others[choice.seat] = 0
            batch = ChoiceBatch(
                own_hands,
                earlier.sum(1) - own_hands,
                np.broadcast_to(others, (len(hands), len(others))),
                np.full(len(hands), choice.lead),
            )
            size = int(evaluator.sizes[choice.lead])
            expected = evaluator.numbers(size)[evaluator.values(batch, size).argmax(1)]
            likelihoods[expected != choice.made] *= UNLIKELY_FACTOR
        return likelihoods


def _recorded_plays(observation: SociableObservation) -> Iterator[tuple[bool, int, list[str]]]:
    """Yield the recorded plays in order, as (True if it led a round, seat, cards)."""
    cards = [*observation["gone"], *observation["lead"]]
    rounds = [[(int(play[0]), int(play[2:])) for play in plays] for plays in observation.get("rounds", [])]
    if not rounds and observation["lead"]:
        size = len(observation["lead"])
        rounds = [[(seat, size) for seat in observation["laid"]][-(len(cards) // size) :]]
    at = len(cards) - sum(size for plays in rounds for _seat, size in plays)
    for plays in rounds:
        for number, (seat, size) in enumerate(plays):
            yield not number, seat, cards[at : at + size]
            at += size


_RATED_PER_PLAYED = 4  # deals rated for each one that is played


class TableBelief:
    """Table as one seat believes it to be; seats are numbered from the Boss on."""

    def __init__(
        self,
        observation: SociableObservation,
        options: Options,
        playouts: RolloutEngine,
        random: np.random.Generator,
        *,
        remembers: bool,
        infers: bool,
    ) -> None:
        self.seen, self.playouts, self.random = observation, playouts, random
        self.order = observation["order"]
        self.players = len(self.order)
        self.sizes = [observation["counts"][seat] for seat in self.order]
        self.knowledge = Knowledge.of(observation, remembers=remembers)
        self.me = self.knowledge.me
        self._gifts = exchange(tuple(range(self.players)), options.get_str("exchange"))
        self._due = len(observation["give"])
        self._judge = PlayEvaluator(playouts.policy.leads)
        self._tops = options.get_bool("joker_pair_beats_same_rank")
        final = options.get_str("pass") == "final"
        self._past = (
            ChoiceHistory(observation, playouts.policy.leads, final=final)
            if infers and not self._due
            else None
        )
        self._leans: Floats = np.ones((self.players, POWER_COUNT))
        if not self._due and options.get_str("exchange") == "on":
            max_size = load_weights(self.players).leans.shape[1] - 1
            rows = [min(size, max_size) for size in self.sizes]
            self._leans = load_weights(self.players).leans[np.arange(self.players), rows]

    def places(self, moves: Sequence[Move], count: int) -> Ints:
        """Return this seat's final place, 0 for the Boss, by move and deal; all moves get the same deals."""
        if self._due:
            tables = self._tables_after(moves, count)
        else:
            tables = self._tables(np.tile(self.hands(count), (len(moves), 1, 1)))
            self.playouts.play(tables, np.repeat([number_of(move) for move in moves], count), self.me)
        own_places: Ints = self.playouts.finish(tables)[:, self.me]
        return own_places.reshape(len(moves), count)

    def places_of(self, hands: Sequence[Sequence[str]], count: int) -> Ints:
        """Return final places, 0 for the Boss, by playout and chair; ``hands`` has the cards by chair."""
        counts = np.array([counts_by_power(hand) for hand in hands])
        return self.playouts.finish(self._tables(np.tile(counts, (count, 1, 1))))

    def hands(self, count: int) -> Ints:
        """Return ``count`` deals, by deal, chair and power; those that contradict past choices are rarer."""
        if self._past is None or not self._past.choices:
            return deal(self.knowledge, self._leans, count, self.random)
        hands = deal(self.knowledge, self._leans, _RATED_PER_PLAYED * count, self.random)
        cumulative = self._past.likely(self._judge, hands).cumsum()
        # Systematic resampling with one random number keeps each deal's frequency close to its share.
        marks = (np.arange(count) + self.random.random()) * cumulative[-1] / count
        resampled: Ints = hands[np.minimum(np.searchsorted(cumulative, marks), len(hands) - 1)]
        return resampled

    def _tables(self, hands: Ints) -> RolloutBatch:
        """Return tables in the observed position before this seat's move, one for each deal in ``hands``."""
        observation, count = self.seen, len(hands)
        discards = counts_by_power([*observation["gone"], *observation["lead"]])
        lead = number_of(SociablePlay(tuple(observation["lead"]))) if observation["lead"] else 0
        leads = self.playouts.policy.leads
        owner = observation["by"] if lead else None
        by = self.me if owner is None else self.order.index(owner)
        before = [self.order.index(seat) for seat in observation["laid"]][-2:-1] if lead else []
        sizes = hands.sum(2, dtype=np.int64)
        places = np.full((count, self.players), self.players - 1)
        for place, seat in enumerate(observation["out"]):
            places[:, self.order.index(seat)] = place
        quits = np.zeros((count, self.players), dtype=bool)
        quits[:, [self.order.index(seat) for seat in observation["quit"]]] = True
        return RolloutBatch(
            codes=hands @ POWER_CODES,
            sizes=np.where(sizes == 0, EMPTY_HAND_SIZE, sizes),
            lead=np.full(count, leads.of[lead]),
            by=np.full(count, by),
            before=np.full(count, before[0] if before else by),
            first=np.full(count, self.me),
            asked=np.full(count, (by - self.me) % self.players if lead else 1),
            jokers=np.full(count, int(discards[JOKER_POWER])),
            aces=np.full(count, int(discards[JOKER_POWER - 1])),
            out=np.full(count, len(observation["out"])),
            places=places,
            quits=quits,
        )

    def _tables_after(self, moves: Sequence[Move], count: int) -> RolloutBatch:
        """Return ``count`` tables for each gift in ``moves``, after all exchanges; the Boss is to lead."""
        hands = deal(self.knowledge, self._leans, count, self.random)
        current = len(self._gifts) - self._due
        for number in range(current):
            gift = self._gifts[number]
            if self.me not in (gift.chooser, gift.debtor):  # the seat's own exchanges are made already
                exchange_cards(hands, gift, load_weights(self.players), self.random)
        hands = np.tile(hands, (len(moves), 1, 1))
        gifts = [counts_by_power(move.cards) for move in moves if isinstance(move, GiveCards)]
        cards = np.repeat(np.array(gifts), count, axis=0)
        hands[:, self.me] -= cards
        hands[:, self._gifts[current].debtor] += cards
        for gift in self._gifts[current + 1 :]:
            exchange_cards(hands, gift, load_weights(self.players), self.random)
        tables = self._tables(hands)
        tables.by[:] = tables.before[:] = tables.first[:] = 0  # the Boss leads
        return tables

    def won(self, moves: Sequence[Move], budget: Budget, max_nodes: int) -> Move | None:
        """Return the move that surely goes out first in the fewest plays; `None` if not searched or found.

        It is searched if one other seat is left. Within the limits the number of plays is the smallest.

        Args:
            moves: the candidate moves; of equally short ways the first is chosen.
            budget: budget of the decision.
            max_nodes: maximum of positions searched.
        """
        others = [seat for seat, size in enumerate(self.sizes) if size and seat != self.me]
        if len(others) != 1 or not max_nodes or self._due or self.seen["quit"]:
            return None
        rival_cards = self.knowledge.unseen + self.knowledge.known[others[0]]
        # If the pack is incomplete, some cards may be in no hand.
        if rival_cards.sum() != self.sizes[others[0]]:
            return None
        own_hand, rival_hand = (tuple(map(int, hand)) for hand in (self.knowledge.hand, rival_cards))
        end = Endgame(EndgameOptions(self._tops, final=False), 0, max_nodes, budget)
        owner = self.seen["by"]
        rival_leads = owner is not None and self.order.index(owner) == others[0]
        node = EndgameNode((own_hand, rival_hand), 0, 0, int(rival_leads), 0, 0)

        def wins(move: Move, plays: float = inf) -> bool:
            """True if this seat surely goes out first after ``move``, with at most ``plays`` plays."""
            if not isinstance(move, SociablePlay):
                return rival_leads and end.leads_to(node, None, own_hand, plays)
            play = PlayShape.of(move.cards)
            return end.leads_to(node, play, without(own_hand, play), plays)

        winning_move = None
        try:
            winning_move = next(filter(wins, moves), None)
            if winning_move is not None:
                lengths = range(least_plays(own_hand), sum(own_hand) + 1)
                return next(move for plays in lengths for move in moves if wins(move, plays))
        except NodeLimitError:
            pass
        return winning_move


FIRST_ROUND_DEALS = 64  # deals in the first round of playouts; each further round has twice as many
MAX_ROUND_DEALS = 1024  # maximum deals in a round, to notice a deadline in time
DROP_ERRORS = 3.0  # standard errors by which a choice must lag to be dropped
CLOSE_LEAD = 0.05  # lead over the second best choice below which a choice is close; last to first place is 1


def can_think(observation: SociableObservation) -> bool:
    """True if the playouts can have the hands: `MAX_HAND_SIZES` cards each, or 30 in all before a gift."""
    if observation["give"]:
        return sum(observation["counts"]) == 30
    return max(observation["counts"]) <= MAX_HAND_SIZES[observation["players"]]


class SociableSearch:
    """Search for one decision."""

    def __init__(
        self,
        observation: SociableObservation,
        options: Options,
        config: SociableSearchConfig,
        rng: SeededRng,
        budget: Budget,
    ) -> None:
        self.budget = budget
        random = np.random.default_rng(rng.seed())
        tops = options.get_bool("joker_pair_beats_same_rank")
        policy = policy_for(observation["players"], joker_tops=tops)
        playouts = (
            EvaluatedRollouts(policy, observation["players"], options, random)
            if config.judges
            else RolloutEngine(policy, observation["players"], options)
        )
        playouts.budget = budget
        self.prospect = TableBelief(
            observation, options, playouts, random, remembers=config.remembers, infers=config.infers
        )
        self._nodes = config.nodes if budget.limit is None else budget.limit
        self._duels = min(config.duels, self._nodes // 2)  # the other half is left for playouts

    def best(self, moves: Sequence[Move]) -> Move | None:
        """Return the best of these moves and set the budget's doubt; `None` if no round of playouts was made.

        None is made for a single move that does not surely win, or if the budget is too small. Of equally
        good moves it is the one whose rest needs the fewest plays.
        """
        hand = self.prospect.knowledge.hand.tolist()
        moves = sorted(moves, key=lambda move: least_plays(hand_after(hand, move)))
        winning_move = self.prospect.won(moves, self.budget, self._duels)
        if winning_move is not None:
            return winning_move
        values: list[Floats] = []

        def hopeful(alive: list[Move]) -> list[Move]:
            """Return the moves that may still be the best; drop the others, also from ``values``."""
            all_values = np.concatenate(values)
            # The deals are the same for all moves, so the luck that all share cancels out.
            gaps = all_values[:, [int(all_values.mean(0).argmax())]] - all_values
            indices = np.flatnonzero(gaps.mean(0) <= DROP_ERRORS * gaps.std(0) / np.sqrt(len(all_values)))
            values[:] = [part[:, indices] for part in values]
            return [alive[number] for number in indices]

        def laps() -> Iterator[int]:
            """Yield the deals of each round: `FIRST_ROUND_DEALS`, doubled up to `MAX_ROUND_DEALS`."""
            yield FIRST_ROUND_DEALS
            while True:
                yield min(MAX_ROUND_DEALS, 2 * len(values[-1]))

        alive = racing_search(
            moves, lambda alive, count: values.append(self.values(alive, count)), hopeful,
            self.budget, self._nodes - self.budget.spent, laps(),
        )  # fmt: skip
        if not values:
            return None
        means = np.concatenate(values).mean(0)
        ranked = np.sort(means)[::-1]
        self.budget.doubt = (
            0.0 if len(ranked) < 2 else float(max(0.0, 1 - (ranked[0] - ranked[1]) / CLOSE_LEAD))
        )
        return alive[int(means.argmax())]

    def values(self, moves: Sequence[Move], count: int) -> Floats:
        """Return values by deal and move: 0 for the last place to 1 for the first."""
        places = self.prospect.places(moves, count)
        return np.linspace(1.0, 0.0, self.prospect.players)[places].T
