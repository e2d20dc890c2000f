"""Train SOCiable's rollout policy by self-play.

    python -m tools.train_sociable --players 5

writes ``game/games/sociable/bot/learnt5.npz``. Each round plays some thousand hands with the present policy
and a little noise, so that other plays are tried too. It learns the share of the remaining players that a
hand left behind, and how often a play won its round.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from game.core.options import Options
from game.games.sociable import INFO
from game.games.sociable.bot.heuristics import JOKER_POWER, PLAYS, POWER_COUNT
from game.games.sociable.bot.playouts import (
    EMPTY_HAND_SIZE,
    FEATURE_COUNT,
    MAX_HAND_SIZES,
    PHASE_COUNT,
    POWER_CODES,
    PROGRESS_STEPS,
    WEIGHT_STEP,
    Floats,
    HandIndex,
    Ints,
    Policy,
    RolloutBatch,
    RolloutEngine,
    TrainedWeights,
    features,
    file_of,
    hands_up_to,
    times,
)
from game.games.sociable.bot.search import exchange_cards
from game.games.sociable.rules.state import DECK, POWER, exchange
from game.games.sociable.rules.state import MAX_PLAY_SIZE as LARGEST
from tools.command import command

AT_ONCE = 5000  # hands per batch
NOISE = 0.03
FADES = 0.9  # factor of earlier rounds' data
SLIGHT = 0.025  # corrections of single hands below this are set to 0


def first_guess(players: int, hands: HandIndex) -> TrainedWeights:
    """Return initial weights: many cards are bad, high ones good."""
    row = np.zeros(FEATURE_COUNT)
    for power in range(JOKER_POWER):
        row[5 * power : 5 * power + 5] = 0.01 * (power - 3) * np.arange(5)
    row[5 * JOKER_POWER : 5 * JOKER_POWER + 3] = 0.0, 0.06, 0.12
    row[5 * JOKER_POWER + 3 :] = 0.6 - 0.05 * np.arange(FEATURE_COUNT - 5 * JOKER_POWER - 3)
    leader = np.tile(row, (PHASE_COUNT, 1))
    holds = [0.0, *(min(1.0, 0.1 + 0.0875 * play.power + 0.1 * play.size) for play in PLAYS[1:])]
    return TrainedWeights(
        leader,
        leader - 0.05,
        np.tile(np.array(holds), (PHASE_COUNT, 1)),
        np.zeros((PROGRESS_STEPS, LARGEST + 1, POWER_COUNT)),
        np.ones((players, hands.most + 1, POWER_COUNT)),
        np.zeros((2, PHASE_COUNT, len(hands)), dtype=np.float32),
    )


def dealt(
    count: int, players: int, rng: np.random.Generator, weights: TrainedWeights, options: Options
) -> RolloutBatch:
    """Return tables after the exchange, with the Boss to lead."""
    deck = np.array([POWER[card] for card in DECK])
    cards = rng.permuted(np.tile(deck, (count, 1)), axis=1)
    hands = np.zeros((count, players, POWER_COUNT), dtype=np.int16)
    for number in range(len(DECK)):
        hands[np.arange(count), number % players, cards[:, number]] += 1
    for gift in exchange(tuple(range(players)), options.get_str("exchange")):
        exchange_cards(hands, gift, weights, rng)
    lead, by, before, first, jokers, aces, out = (np.zeros(count, dtype=np.int64) for _ in range(7))
    sizes, asked_counts = hands.sum(2, dtype=np.int64), np.zeros(count, dtype=np.int64)
    places, quits = np.full((count, players), players - 1), np.zeros((count, players), dtype=bool)
    return RolloutBatch(
        hands @ POWER_CODES, sizes, lead, by, before, first, asked_counts, jokers, aces, out, places, quits
    )


class Gathered:
    """Statistics of hands, plays and passes."""

    def __init__(self, hands: HandIndex, policy: Policy, players: int) -> None:
        count = len(hands)
        self.hands, self.players = hands, players
        self.own = hands.counts[:, JOKER_POWER].astype(np.int64) * 5 + hands.counts[:, JOKER_POWER - 1]
        self.worth = np.zeros((2, 2, PHASE_COUNT * count))
        self.holds = np.zeros((2, PHASE_COUNT * len(PLAYS)))
        self.waits = np.zeros((2, PROGRESS_STEPS * (LARGEST + 1) * POWER_COUNT))
        self.leans = np.full((2, players, hands.most + 1, POWER_COUNT), 2.0)
        self.can = np.zeros((policy.leads.count, count), dtype=bool)
        self.kind = np.zeros(policy.leads.count, dtype=np.int64)
        for number, play in enumerate(PLAYS[1:], start=1):
            height = policy.leads.height(play)
            self.kind[policy.leads.of[number]] = play.size * POWER_COUNT + play.power
            for lower in range(height):
                self.can[policy.leads.number(play.size, lower), hands.after[number] >= 0] = True

    def fade(self) -> None:
        """Reduce the weight of earlier data."""
        self.worth *= FADES
        self.holds *= FADES
        self.waits *= FADES

    def run(self, playouts: RolloutEngine, batch: RolloutBatch) -> None:
        """Play hands and collect the statistics."""
        policy, count = playouts.policy, len(self.hands)
        last, places = np.full(len(batch.lead), -1), np.empty_like(batch.places)
        rows: Ints = np.arange(len(batch.lead))
        leading, passing = [], []
        while rows.size:
            over = batch.out >= self.players - 1
            places[rows[over]] = batch.places[over]
            rows, batch = rows[~over], batch.select(np.flatnonzero(~over))
            if not rows.size:
                break
            time = times(batch.sizes.min(1), self.players - batch.out).astype(np.int64)
            hand_keys, out, lead, asked_counts = (
                self.hands.index[batch.codes].astype(np.int64),
                batch.out.copy(),
                batch.lead,
                batch.asked,
            )
            lead, asked_counts, alive = lead.copy(), asked_counts.copy(), batch.sizes < EMPTY_HAND_SIZE
            order = (np.arange(self.players)[None, :] - batch.first[:, None]) % self.players
            phase = (((2 - batch.jokers) * 5 + 4 - batch.aces) * PROGRESS_STEPS + time)[:, None] - self.own[
                hand_keys
            ] * PROGRESS_STEPS
            seats, moves, lead_rows = playouts.step(batch)
            upto = order[np.arange(len(rows)), seats]
            upto[lead_rows] = asked_counts[lead_rows]
            r: Ints
            r, s = np.nonzero((order < upto[:, None]) & self.can[lead[:, None], hand_keys])
            place = time[r] * self.waits.shape[1] // PROGRESS_STEPS + self.kind[lead[r]]
            passing.append((rows[r], s, phase[r, s] * count + hand_keys[r, s], out[r], place))
            self._count_holds(last[rows], lead_rows)
            last[rows] = phase[np.arange(len(rows)), seats] * len(PLAYS) + moves
            number, s = np.nonzero(alive[lead_rows])
            r = lead_rows[number]
            leading.append((rows[r], s, phase[r, s] * count + hand_keys[r, s], out[r], seats[r] == s))
            self._count_leans(hand_keys[lead_rows])
        self._count_worth(places, [np.concatenate(part) for part in zip(*leading, strict=True)])
        self._count_waits(policy, places, [np.concatenate(part) for part in zip(*passing, strict=True)])

    def _count_holds(self, last: Ints, led: Ints) -> None:
        """Count plays, and those that held until the next lead."""
        for kind, plays in enumerate((last, last[led])):
            self.holds[kind] += np.bincount(plays[plays >= 0], minlength=self.holds.shape[1])

    def _count_leans(self, hand_keys: Ints) -> None:
        """Count where cards are, and where they would be by chance."""
        cards = self.hands.counts[hand_keys].astype(float)
        sizes, pool = cards.sum(2), cards.sum(1)
        fair = sizes[:, :, None] * (pool / pool.sum(1, keepdims=True))[:, None, :]
        for seat in range(self.players):
            for size in range(1, self.hands.most + 1):
                matching = sizes[:, seat] == size
                self.leans[0, seat, size] += cards[matching, seat].sum(0)
                self.leans[1, seat, size] += fair[matching, seat].sum(0)

    def _beaten_share(self, places: Ints, table: Ints, seat: Ints, out: Ints) -> Floats:
        """Return the share of the seats still in the hand that each seat beats, 0 to 1."""
        last = self.players - 1
        shares: Floats = (last - places[table, seat]) / (last - out)
        return shares

    def _count_worth(self, places: Ints, columns: list[Ints]) -> None:
        """Count the results of hands before leads."""
        table, seat, key, out, leads = columns
        shares = self._beaten_share(places, table, seat, out)
        for kind, mask in enumerate((leads, ~leads)):
            self.worth[kind, 0] += np.bincount(key[mask], minlength=self.worth.shape[2])
            self.worth[kind, 1] += np.bincount(key[mask], shares[mask], self.worth.shape[2])

    def _count_waits(self, policy: Policy, places: Ints, columns: list[Ints]) -> None:
        """Count how much better than expected hands end after a pass."""
        table, seat, key, out, place = columns
        gains = self._beaten_share(places, table, seat, out) - policy.other.reshape(-1)[key]
        self.waits[0] += np.bincount(place, minlength=self.waits.shape[1])
        self.waits[1] += np.bincount(place, gains, self.waits.shape[1])

    def fit(self, inputs: Floats, before: TrainedWeights, rate: float) -> TrainedWeights:
        """Return new weights; ``rate`` is the step from ``before``, 0 to 1."""
        count = len(self.hands)
        fitted, more = [before.leader.copy(), before.other.copy()], before.more.copy()
        for kind, rows in enumerate(fitted):
            for phase in range(PHASE_COUNT):
                counts, total = self.worth[kind, :, phase * count : (phase + 1) * count]
                indices = np.flatnonzero(counts)
                x, weight = inputs[indices], counts[indices]
                square = x.T @ (x * weight[:, None]) + 5 * np.eye(FEATURE_COUNT)
                rest = total[indices] - weight * (x @ rows[phase])
                rows[phase] += rate * np.linalg.solve(square, x.T @ rest)
                more[kind, phase] = (total - counts * (inputs @ rows[phase])) / (counts + 15)
        holds = ((self.holds[1] + 5 * before.holds.reshape(-1)) / (self.holds[0] + 5)).reshape(
            PHASE_COUNT, -1
        )
        waits = (self.waits[1] / (self.waits[0] + 30)).reshape(before.waits.shape)
        return replace(
            before,
            leader=fitted[0],
            other=fitted[1],
            holds=before.holds + rate * (holds - before.holds),
            waits=before.waits + rate * (waits - before.waits),
            leans=self.leans[0] / self.leans[1],
            more=more,
        )


def keep(weights: TrainedWeights, players: int) -> None:
    """Write the weights for the bot, with reduced precision."""
    more = np.where(
        np.abs(weights.more) < SLIGHT, 0, np.clip(np.round(weights.more / WEIGHT_STEP), -127, 127)
    )
    names = ("leader", "other", "holds", "waits", "leans")
    rough = {name: getattr(weights, name).astype(np.float16) for name in names}
    np.savez_compressed(file_of(players), allow_pickle=False, **rough, more=more.astype(np.int8))


def main() -> None:
    """Play the rounds of the command line."""
    parser = command(__doc__)
    parser.add_argument("--players", type=int, default=5, choices=(4, 5))
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--hands", type=int, default=20000, help="in each round")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    house, hands = INFO.read_options({}, arguments.players), hands_up_to(MAX_HAND_SIZES[arguments.players])
    rng, inputs = np.random.default_rng(arguments.seed), features(hands)
    weights = first_guess(arguments.players, hands)
    statistics = Gathered(hands, Policy(weights, hands, joker_tops=False), arguments.players)
    for number in range(arguments.rounds):
        statistics.fade()
        for _ in range(max(1, arguments.hands // AT_ONCE)):
            noise = (rng.gumbel(size=(len(PLAYS), PHASE_COUNT, 1)) * NOISE).astype(np.float32)
            playouts = RolloutEngine(
                Policy(weights, hands, noise, joker_tops=False), arguments.players, house
            )
            statistics.run(playouts, dealt(AT_ONCE, arguments.players, rng, weights, house))
        weights = statistics.fit(inputs, weights, 1.0 if number < 3 else 0.5)
        keep(weights, arguments.players)
        print(f"round {number + 1}", flush=True)


if __name__ == "__main__":
    main()
