"""`main.py ladder`: plays levels against each other and estimates their strength.

Each deal is played by every pair of players with the seats swapped. At a table of more than two seats the two
sides alternate, and each seat of one side is compared with each of the other.

`GameInfo.measure` defines the short match, and `Bot.levels` the players. A `BudgetPolicy` limits them: a
share of their time at the table (in processor time, so that a busy machine changes nothing), or nodes, which
make matches repeatable from the seed. Shares have intervals of 95%; ratings are those of Bradley and Terry,
in Elo: 400 points are odds of ten to one.

A game may have a `beginner`, who plays like a person who has read only the first lesson. It is measured in
first matches (``--beginner``): one seat against *easy* players, won with more points than their mean. It wins
more than half, and about one of three against Socker's *easy+*. A slice of every ladder is a test
(`tests/bots/test_ladder.py`), ``make soak`` plays it in full.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from game.bots.match_runner import (
    BEGINNER,
    DEFAULT_SETTINGS,
    MatchReport,
    MatchSettings,
    Pairing,
    check_levels,
    executor,
    run_matches,
)
from game.core.discovery import find_game
from game.core.game import BenchmarkSetup, GameInfo
from game.core.rng import SeededRng, random_seed
from game.core.search import DEFAULT_BUDGET, BudgetPolicy

_Z = 1.96
_ELO_SCALE = 400 / math.log(10)
_MAX_STEPS = 20000
_TOLERANCE = 1e-10


@dataclass(frozen=True, slots=True)
class ShareEstimate:
    """Estimated share of one side, with an interval of 95%.

    Attributes:
        share: 0 to 1.
        low: lower end of the interval.
        high: upper end of the interval.
        count: effective number of independent results.
    """

    share: float
    low: float
    high: float
    count: float

    @property
    def half(self) -> float:
        """Half the width of the interval, 0 to 0.5."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Rating:
    """Strength in Elo relative to the first player, and half the width of its interval."""

    elo: float
    half: float


def wilson_estimate(fraction: float, count: float) -> ShareEstimate:
    """``fraction`` (0 to 1) of ``count`` results with Wilson's 95% interval; for ``count`` 0 it is 0.5."""
    if not count:
        return ShareEstimate(0.5, 0.0, 1.0, 0.0)
    z = _Z * _Z / count
    # Not the share with a symmetric error: for all or nothing that interval would be empty.
    middle = (fraction + z / 2) / (1 + z)
    half = _Z / (1 + z) * math.sqrt(fraction * (1 - fraction) / count + z / (4 * count))
    return ShareEstimate(fraction, max(0.0, middle - half), min(1.0, middle + half), count)


def share_of(deals: Sequence[float], each: int) -> ShareEstimate:
    """Mean of one side's shares of the deals, 0 to 1, with its interval.

    Matches of one deal, and comparisons within a match, are correlated: the effective number of results
    follows from the variance between deals, but is never more than were compared, ``each`` per deal.
    """
    if not deals:
        return wilson_estimate(0.5, 0.0)
    fraction = sum(deals) / len(deals)
    count = float(each * len(deals))
    scatter = sum((deal - fraction) ** 2 for deal in deals) / max(1, len(deals) - 1) / len(deals)
    if scatter:  # without variance there is nothing to correct by
        count = min(count, fraction * (1 - fraction) / scatter)
    return wilson_estimate(fraction, count)


def ratings(players: int, results: Sequence[tuple[int, int, ShareEstimate]]) -> list[Rating]:
    """Ratings by player in Elo; ``results`` are (player, rival, share of the player) and connect all.

    Every pair gets one more drawn match, so that a player who has won all is not infinitely strong.
    """
    matches = [
        (first, second, estimate.count + 1, estimate.share * estimate.count + 0.5)
        for first, second, estimate in results
    ]
    strengths = _fit_strengths(players, matches)
    errors = _standard_errors(strengths, matches)
    elo = [_ELO_SCALE * math.log(strength / strengths[0]) for strength in strengths]
    return [Rating(value, _Z * _ELO_SCALE * error) for value, error in zip(elo, errors, strict=True)]


_Match = tuple[int, int, float, float]  # two players, the number of results, and the number won by the first


def _fit_strengths(players: int, matches: Sequence[_Match]) -> list[float]:
    """Most likely strength of each player, their geometric mean being 1, by Zermelo's iteration."""
    strengths = [1.0] * players
    for _ in range(_MAX_STEPS):
        won, denominators = [0.0] * players, [0.0] * players
        for first, second, count, wins in matches:
            together = count / (strengths[first] + strengths[second])
            won[first] += wins
            won[second] += count - wins
            denominators[first] += together
            denominators[second] += together
        new = [wins / sums if sums else 1.0 for wins, sums in zip(won, denominators, strict=True)]
        # Only their ratios count: with a constant mean, the change of a step shows the remaining error.
        scale = math.exp(-sum(map(math.log, new)) / players)
        new = [strength * scale for strength in new]
        max_shift = max(abs(math.log(b / a)) for a, b in zip(strengths, new, strict=True))
        strengths = new
        if max_shift < _TOLERANCE:
            break
    return strengths


def _standard_errors(strengths: Sequence[float], matches: Sequence[_Match]) -> list[float]:
    """Standard error of each player's log strength, relative to the first player, who gets 0."""
    # Without the first player, because the full matrix is singular.
    size = len(strengths) - 1
    information = [[0.0] * size for _ in range(size)]
    for first, second, count, _wins in matches:
        win_probability = strengths[first] / (strengths[first] + strengths[second])
        weight = count * win_probability * (1 - win_probability)
        for a, b in ((first, second), (second, first)):
            if a:
                information[a - 1][a - 1] += weight
                if b:
                    information[a - 1][b - 1] -= weight
    return [0.0, *(math.sqrt(_inverse_column(information, place)[place]) for place in range(size))]


def _inverse_column(matrix: Sequence[Sequence[float]], place: int) -> list[float]:
    """Column ``place`` of the inverse of a symmetric matrix without zero pivots."""
    size = len(matrix)
    rows = [[*row, float(number == place)] for number, row in enumerate(matrix)]
    for pivot in range(size):
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for index in range(size):
            if index != pivot and (factor := rows[index][pivot]):
                rows[index] = [a - factor * b for a, b in zip(rows[index], rows[pivot], strict=True)]
    return [row[-1] for row in rows]


ALL_LEVELS = "all"  # argument for all levels
_DEALS_PER_CHECK = 5  # deals of a pair between two checks of its interval
_MIN_DEALS = 10  # minimum deals of a pair, before the variance of its results can be trusted


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """Rule for when a pair has played enough.

    Attributes:
        games: maximum number of games, two of each deal.
        within: sufficient half width of the share's interval, in percentage points.
    """

    games: int = 200
    within: float = 5.0

    @property
    def deals(self) -> int:
        """Maximum number of deals of a pair."""
        return self.games // 2

    def check(self) -> None:
        """Raise ValueError if the number of games or the width of the interval is out of range."""
        if self.games < 2:
            raise ValueError(f"--games must be at least 2, one from each side, not {self.games}.")
        if not 0 < self.within <= 50:
            raise ValueError(f"--within must be between 0 and 50 points, not {self.within:g}.")


@dataclass(frozen=True, slots=True)
class RatingPlan:
    """Checked plan of a measurement.

    Attributes:
        pairs: the pairs of players.
        enough: when a pair stops.
        match: the common settings of all matches.
    """

    info: GameInfo
    pairs: tuple[tuple[str, str], ...]
    enough: StoppingRule
    seed: int
    match: Pairing
    alone: bool = False
    """The first of a pair has only one seat, and the second all others."""

    @classmethod
    def from_arguments(
        cls,
        *,
        game: str,
        levels: Sequence[str] = (ALL_LEVELS,),
        enough: StoppingRule,
        seed: int | None = None,
        terms: MatchSettings = DEFAULT_SETTINGS,
        allowance: BudgetPolicy = DEFAULT_BUDGET,
    ) -> RatingPlan:
        """Checked plan of a ladder from typed settings; ValueError if one is wrong. Draws a missing seed."""
        package = find_game(game)
        measure = package.info.measure
        seats, rules = terms.read(package.info, measure)
        enough.check()
        if allowance.share is not None and not 0 < allowance.share <= 100:
            raise ValueError(f"--budget must be more than 0, for example 0.1, not {allowance.share:g}.")
        if allowance.nodes is not None and allowance.nodes < 1:
            raise ValueError(f"--nodes must be at least 1, not {allowance.nodes}.")
        if tuple(levels) == (ALL_LEVELS,):
            levels = package.bot.levels
        levels = list(dict.fromkeys(check_levels(package.bot, levels)))
        # Every level against every other, the better one first (a bot lists its weakest first).
        pairs = [(better, worse) for worse, better in combinations(levels, 2)]
        if not pairs:
            raise ValueError("A ladder needs at least two levels, for example --levels normal,hard.")
        seed = random_seed() if seed is None else seed
        match = Pairing(game, ("",) * seats, seed, rules, terms.layout, allowance, measure.one_hand)
        # Tried once, so that a board that these rules refuse is reported now, not from a worker process.
        package.rules.new(seats, seed, rules, terms.layout)
        return cls(package.info, tuple(pairs), enough, seed, match)

    @classmethod
    def first_matches(
        cls,
        *,
        game: str,
        levels: Sequence[str] = (ALL_LEVELS,),
        enough: StoppingRule,
        seed: int | None,
        terms: MatchSettings = DEFAULT_SETTINGS,
    ) -> RatingPlan:
        """Checked plan for the beginner against each of ``levels``, by default easy; ValueError if wrong.

        By default with the house rules of a first match; draws a seed for None.
        """
        package = find_game(game)
        seats, rules = terms.read(package.info, BenchmarkSetup(options=package.info.quick_match))
        enough.check()
        if package.component("beginner") is None:
            raise ValueError(f"{package.info.title} has no scripted beginner.")
        seed = random_seed() if seed is None else seed
        if tuple(levels) == (ALL_LEVELS,):
            levels = package.bot.levels[:1]
        pairs = tuple((BEGINNER, level) for level in check_levels(package.bot, levels))
        match = Pairing(game, ("",) * seats, seed, rules, terms.layout)
        package.rules.new(seats, seed, rules, terms.layout)
        return cls(package.info, pairs, enough, seed, match, alone=True)

    def players(self) -> list[str]:
        """All players, the weakest first as far as the order of levels shows."""
        return list(dict.fromkeys(level for pair in self.pairs for level in reversed(pair)))

    def matches(self, pair: tuple[str, str], deal: int) -> tuple[Pairing, Pairing]:
        """The two matches of deal number ``deal``, with seats swapped; a deal is the same for all pairs."""
        seed, seats = SeededRng(self.seed, "deal", deal).seed(), len(self.match.levels)
        if self.alone:
            solo, rest = (pair[0],), (pair[1],) * (seats - 1)
            sides = solo + rest, rest + solo
        else:
            sides = (pair * seats)[:seats], (pair[::-1] * seats)[:seats]
        first, second = (replace(self.match, levels=levels, seed=seed) for levels in sides)
        return first, second


@dataclass(slots=True)
class PairResult:
    """Results of a pair.

    Attributes:
        deals: share of the first player in each deal, 0 to 1.
        each: number of comparisons in a deal.
    """

    pair: tuple[str, str]
    deals: list[float] = field(default_factory=list)
    each: int = 2

    @property
    def share(self) -> ShareEstimate:
        """Share of the first player in all deals, with its interval."""
        return share_of(self.deals, self.each)


@dataclass(slots=True)
class RatingRun:
    """A running measurement of a ladder."""

    ladder: RatingPlan
    standings: list[PairResult]
    times: dict[str, list[float]]

    @classmethod
    def of(cls, ladder: RatingPlan) -> RatingRun:
        """Run of a plan before its first match."""
        seats = len(ladder.match.levels)
        # In both matches every seat of one side is compared with every seat of the other.
        each = 2 if ladder.alone else 2 * (seats // 2) * (seats - seats // 2)
        standings = [PairResult(pair, each=each) for pair in ladder.pairs]
        return cls(ladder, standings, {player: [] for player in ladder.players()})

    def round(self) -> list[tuple[PairResult, int]]:
        """Deals to play next, as pairs (results of a pair, deal number); empty when all have enough."""
        max_deals = self.ladder.enough.deals
        return [
            (standing, deal)
            for standing in self.standings
            if not self.had_enough(standing)
            for deal in range(len(standing.deals), min(max_deals, len(standing.deals) + _DEALS_PER_CHECK))
        ]

    def had_enough(self, standing: PairResult) -> bool:
        """True if a pair needs no more deals."""
        count = len(standing.deals)
        # The first few deals may be equal by chance, and without variance they look certain.
        narrow = count >= _MIN_DEALS and 100 * standing.share.half <= self.ladder.enough.within
        return narrow or count >= self.ladder.enough.deals

    def take(self, standing: PairResult, reports: Sequence[MatchReport]) -> None:
        """Add the results and times of a deal's two matches."""
        first = standing.pair[0]
        lowest = self.ladder.info.lowest_score_wins
        count = result_of_level if self.ladder.alone else had
        standing.deals.append(sum(count(report, first, lowest=lowest) for report in reports) / len(reports))
        for report in reports:
            for level, times in zip(report.levels, report.times, strict=True):
                self.times[level].extend(times)

    def ratings(self) -> list[Rating]:
        """Ratings in the order of `RatingPlan.players`."""
        numbers = {player: number for number, player in enumerate(self.ladder.players())}
        results = [(numbers[s.pair[0]], numbers[s.pair[1]], s.share) for s in self.standings]
        return ratings(len(numbers), results)


def had(report: MatchReport, level: str, *, lowest: bool) -> float:
    """Mean result, 0 to 1, of this level's seats against the others: 1 for better, 0.5 equal, 0 worse.

    In an unfinished match the scores decide; lower ones are better if ``lowest``.
    """
    shares = [
        _better(report, seat, rival, lowest=lowest)
        for seat, seat_level in enumerate(report.levels)
        for rival, rival_level in enumerate(report.levels)
        if seat_level == level != rival_level
    ]
    return sum(shares) / len(shares)


def result_of_level(report: MatchReport, level: str, *, lowest: bool) -> float:
    """1, 0.5 or 0 if the one seat of this level did better than, like or worse than its rivals' mean.

    At a table of more than two, its score is compared with the mean of the others.
    """
    seat = report.levels.index(level)
    rivals = [rival for rival in range(len(report.levels)) if rival != seat]
    if len(rivals) == 1:
        return _better(report, seat, rivals[0], lowest=lowest)
    own_score, mean = report.scores[seat], sum(report.scores[rival] for rival in rivals) / len(rivals)
    return 0.5 if own_score == mean else float((own_score < mean) == lowest)


def _better(report: MatchReport, seat: int, rival_seat: int, *, lowest: bool) -> float:
    """Result of a seat against another: 1 if it did better, 0.5 if equal, 0 if worse."""
    if report.reason:  # finished; a match stopped after a hand has only scores
        return 0.5 + ((seat in report.winners) - (rival_seat in report.winners)) / 2
    own_score, rival = report.scores[seat], report.scores[rival_seat]
    return 0.5 if own_score == rival else float((own_score < rival) == lowest)


def run_ladder(ladder: RatingPlan, *, workers: int = 1, cluster: str | None = None) -> RatingRun:
    """Play until all pairs have had enough, with a progress bar; returns the finished run."""
    from tqdm import tqdm

    climb = RatingRun.of(ladder)
    max_matches = 2 * ladder.enough.deals
    with (
        executor(workers, cluster) as pool,
        tqdm(total=max_matches * len(ladder.pairs), unit="match", delay=1, disable=None, leave=False) as bar,
    ):
        while deals := climb.round():
            pairings = [match for standing, deal in deals for match in ladder.matches(standing.pair, deal)]
            reports: dict[int, MatchReport] = {}
            for number, report in run_matches(pairings, pool, workers):
                reports[number] = report
                bar.update()
            for number, (standing, _deal) in enumerate(deals):
                # By index, not in order of arrival, so that the results do not depend on the workers.
                climb.take(standing, [reports[2 * number], reports[2 * number + 1]])
            bar.total = sum(2 * len(s.deals) if climb.had_enough(s) else max_matches for s in climb.standings)
            bar.refresh()
    return climb


def ladder(plan: RatingPlan, *, workers: int = 1, cluster: str | None = None) -> int:
    """Measure, and print the results. Returns exit status 0."""
    print("\n".join(report_lines(run_ladder(plan, workers=workers, cluster=cluster))))
    return 0


def report_lines(climb: RatingRun) -> Iterator[str]:
    """Lines of the report: ratings, the share of each pair, and times."""
    plan, players = climb.ladder, climb.ladder.players()
    width = max(map(len, players))
    unit = "hands" if plan.match.one_hand else "matches"
    time_fraction, nodes = plan.match.allowance.share, plan.match.allowance.nodes
    terms = "no limit" if nodes is None else f"{nodes} nodes per decision"
    if time_fraction is not None:
        terms = f"{100 * time_fraction:g}% of the time budget"
    if plan.alone:
        terms = "first matches"
    yield f"{plan.info.title}: {len(plan.match.levels)} players, {terms}, seed {plan.seed}"
    yield "Ratings in Elo, with 95% intervals"
    ratings_by_player = zip(players, climb.ratings(), strict=True)
    for player, rating in sorted(ratings_by_player, key=lambda pair: -pair[1].elo):
        yield f"  {player:{width}} {round(rating.elo):+6d} +- {rating.half:.0f}"
    yield f"Wins of the first against the second, each deal played from both seats, in {unit}"
    for standing in climb.standings:
        part, (first, second) = standing.share, standing.pair
        yield (
            f"  {first:{width}} v {second:{width}} {100 * part.share:6.1f}%"
            f"  [{100 * part.low:.1f}, {100 * part.high:.1f}]  of {2 * len(standing.deals)}"
        )
    yield "Times"
    for player in players:
        times = sorted(climb.times[player])
        median, slow = (1000 * times[int(place * (len(times) - 1))] for place in (0.5, 0.99))
        yield f"  {player:{width}} median {median:.1f}, 99th percentile {slow:.1f} ms per move"
