"""The ladder: strength of levels, confidence in the results, and when to stop playing."""

import re
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace

import pytest

from game.bots import match_runner
from game.bots.match_runner import BEGINNER, MatchReport, Pairing, bot_move, play_match
from game.bots.rating import (
    RatingPlan,
    RatingRun,
    StoppingRule,
    had,
    ratings,
    report_lines,
    result_of_level,
    run_ladder,
    share_of,
    wilson_estimate,
)
from game.core.discovery import find_game, game_slugs, rules_text
from game.core.rng import SeededRng
from game.core.search import BudgetPolicy
from game.core.session import Session
from main import main
from tests.matches import bringing, varied
from tests.sampling import sample_size, thinned
from tests.test_command_line import told


def report(
    levels: str, winners: tuple[int, ...] = (), scores: tuple[int, ...] = (), end: str = ""
) -> MatchReport:
    names = tuple({"a": "hard", "b": "normal"}[letter] for letter in levels)
    return MatchReport(names, winners, scores, end, 9, tuple((0.5,) for _ in names), "")


def test_bot_draws_by_the_matchs_seed_and_the_length_of_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    def number(_seen: object, _options: object, rng: SeededRng) -> str:
        return str(rng.below(10**9))

    monkeypatch.setattr(match_runner, "find_game", lambda _slug: SimpleNamespace(beginner=number))
    session, begun = Session.new("socker", seed=1), Session.new("socker", seed=1)
    begun.play(begun.moves()[0])
    drawn = [bot_move(match, BEGINNER, seed) for match in (session, begun) for seed in (1, 2)]
    assert len(set(drawn)) == 4
    assert bot_move(session, BEGINNER, 1) == drawn[0]


# Value of results.


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    [(1.0, 40, 0.912, 1.0), (0.5, 100, 0.404, 0.596), (0.75, 200, 0.686, 0.805), (0.0, 10, 0.0, 0.278)],
)
def test_wilson_interval_matches_known_values(share: float, count: float, low: float, high: float) -> None:
    found = wilson_estimate(share, count)
    assert found.low == pytest.approx(low, abs=1e-3)
    assert found.high == pytest.approx(high, abs=1e-3)


def test_no_results_give_the_widest_interval() -> None:
    found = share_of([], 2)
    assert (found.share, found.low, found.high) == (0.5, 0.0, 1.0)


def test_equal_results_of_one_deal_add_little_evidence() -> None:
    """Five seats make twelve comparisons a deal. If one good hand wins them all, they count as one."""
    together = share_of([1.0, 0.0] * 20, 12)
    assert together.count == pytest.approx(39, abs=1)
    assert share_of([0.5, 0.51] * 20, 12).count == 12 * 40


def test_intervals_contain_the_truth_as_often_as_claimed() -> None:
    chance, held, trials = SeededRng("intervals"), 0, sample_size(300)
    for _ in range(trials):
        deals = [sum(chance.with_probability(0.7) for _ in range(2)) / 2 for _ in range(60)]
        found = share_of(deals, 2)
        held += found.low <= 0.7 <= found.high
    assert 0.91 <= held / trials <= 0.99


def test_ratings_reproduce_the_odds() -> None:
    pairs = [
        (0, 1, wilson_estimate(1 / 11, 1e6)),
        (1, 2, wilson_estimate(1 / 11, 1e6)),
        (0, 2, wilson_estimate(1 / 101, 1e6)),
    ]
    first, second, third = ratings(3, pairs)
    assert (first.elo, first.half) == (0, 0)
    assert second.elo == pytest.approx(400, abs=1)
    assert third.elo == pytest.approx(800, abs=1)
    assert 0 < second.half < third.half < 10


def test_unbeaten_level_has_a_finite_rating() -> None:
    few, many = (ratings(2, [(1, 0, wilson_estimate(1.0, count))])[1] for count in (4, 100))
    assert 0 < few.elo < many.elo < 2000
    assert few.elo > 0 > few.elo - few.half


# Counting of results.


def test_finished_match_counts_by_its_winner() -> None:
    assert had(report("ab", (0,), (1, 9), "goals"), "hard", lowest=False) == 1
    assert had(report("ba", (0,), (1, 9), "goals"), "hard", lowest=False) == 0
    assert had(report("ba", (0, 1), (9, 1), "drawn"), "hard", lowest=False) == 0.5


def test_single_hand_counts_by_its_points() -> None:
    assert had(report("ab", scores=(0, 30)), "hard", lowest=True) == 1
    assert had(report("ab", scores=(0, 30)), "hard", lowest=False) == 0
    assert had(report("ab", scores=(7, 7)), "hard", lowest=True) == 0.5


def test_hand_of_five_counts_by_pairs_of_places() -> None:
    assert had(report("ababa", scores=(5, 3, 2, 1, 0)), "hard", lowest=False) == pytest.approx(0.5)
    assert had(report("ababa", scores=(5, 1, 3, 0, 2)), "hard", lowest=False) == 1


def test_lone_seat_wins_by_beating_the_mean_of_the_others() -> None:
    assert result_of_level(report("abbbb", scores=(3, 9, 1, 0, 1), end="x"), "hard", lowest=False) == 1
    assert result_of_level(report("bbabb", scores=(3, 9, 2, 0, 1), end="x"), "hard", lowest=False) == 0
    assert result_of_level(report("abbb", scores=(20, 0, 21, 42), end="x"), "hard", lowest=True) == 1
    assert result_of_level(report("abbb", scores=(20, 0, 30, 30), end="x"), "hard", lowest=True) == 0.5
    assert result_of_level(report("ba", winners=(1,), scores=(0, 0), end="x"), "hard", lowest=False) == 1
    assert result_of_level(report("ab", winners=(0, 1), scores=(7, 7), end="x"), "hard", lowest=False) == 0.5


@pytest.mark.parametrize("game", ["socki", "sociable"])
def test_one_hand_match_ends_when_points_are_scored(game: str) -> None:
    info = find_game(game).info
    seats = info.read_players(info.measure.players)
    rules = info.read_options(info.measure.options, seats)
    played = play_match(Pairing(game, ("easy",) * seats, 3, rules, one_hand=True))
    assert any(played.scores)
    assert not played.reason
    again = Session.from_record(played.record)
    assert again.outcome is None
    shorter = Session.from_record(played.record.rstrip("\n").rpartition("\n")[0] + "\n")
    assert not any(shorter.observe(None)["scores"])


@pytest.mark.parametrize("game", game_slugs())
def test_deals_are_played_from_both_sides(game: str) -> None:
    plan = RatingPlan.from_arguments(game=game, levels=["easy", "normal"], enough=StoppingRule(4), seed=5)
    (there, back), (other, _back) = (plan.matches(("normal", "easy"), deal) for deal in range(2))
    assert there.seed == back.seed != other.seed
    assert there.levels[:2] == back.levels[1::-1] == ("normal", "easy")


# Stopping rule.


def test_pair_stops_when_its_interval_is_narrow() -> None:
    plan = RatingPlan.from_arguments(
        game="socker", levels=["easy", "normal", "hard"], enough=StoppingRule(200, 9), seed=5
    )
    climb = RatingRun.of(plan)
    clear, close, *_ = climb.standings
    while clear in [standing for standing, _deal in climb.round()]:
        for standing, _deal in climb.round():
            good = standing is clear or len(standing.deals) % 2
            levels = standing.pair if good else standing.pair[::-1]
            ended = MatchReport(levels, (0,), (1, 0), "goals", 9, ((0.1,), (0.2,)), "")
            climb.take(standing, [ended, ended])
    assert 2 * len(clear.deals) == 20
    assert clear.share.half <= 0.09 < close.share.half
    assert not climb.had_enough(close)


def test_ladder_reads_a_level_without_the_style_of_old_versions() -> None:
    plan = RatingPlan.from_arguments(
        game="socker", levels=["normal/brawler", "hard", "hard/keeper"], enough=StoppingRule(2)
    )
    assert plan.pairs == (("hard", "normal"),)


def test_ladder_command_prints_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = "ladder socker --levels easy,normal/striker --games 2 --nodes 1 --seed 4"
    assert main(words.split()) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Socker: 2 players, 1 nodes per decision, seed 4"
    assert sum(" v " in line and line.endswith(" of 2") for line in lines) == 1
    assert sum(bool(re.search(r"^  \S+ +[+-]\d+ \+- \d+$", line)) for line in lines) == 2
    assert sum(line.endswith(" ms per move") for line in lines) == 2


def test_worker_count_does_not_change_the_ladder(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for workers in ("1", "2"):
        words = f"ladder sociable --levels easy,normal --games 12 --nodes 1 --seed 4 --workers {workers}"
        assert main(words.split()) == 0
        printed.append(told(capsys.readouterr().out))
    assert printed[0] == printed[1]


@pytest.mark.parametrize("share", [0.05, 1.0])
def test_decisions_get_a_share_of_the_time(share: float) -> None:
    allowed = BudgetPolicy(share).budget("master")
    assert allowed is not None
    assert allowed.limit is None
    assert allowed.has_clock


@thinned(5)
@pytest.mark.parametrize(
    ("game", "better", "worse", "matches", "least", "nodes"),
    [
        ("city", "normal", "easy", 4, 0.75, None),
        ("city", "hard", "normal", 2, 0.5, 3),
        ("rockit", "normal", "easy", 8, 0.65, None),
        ("rockit", "master", "normal", 4, 0.5, 40),
        ("socki", "normal", "easy", 12, 0.55, None),
        ("socker", "normal", "easy", 4, 0.75, None),
        ("socker", "hard", "normal", 2, 0.75, 8),
        ("sociable", "normal", "easy", 100, 0.55, None),
        ("sociable", "hard", "normal", 24, 0.5, 60),
        ("sociable", "master", "normal", 4, 0.5, 60),
    ],
)
def test_better_level_is_ahead(
    game: str,
    better: str,
    worse: str,
    matches: int,
    least: float,
    nodes: int | None,
    figure: Callable[[str], None],
) -> None:
    """A slice of the ladder: few nodes, the same deals every time."""
    plan = RatingPlan.from_arguments(
        game=game,
        levels=[worse, better],
        enough=StoppingRule(sample_size(matches), 3),
        seed=14,
        allowance=BudgetPolicy(nodes=nodes),
    )
    (standing,) = run_ladder(plan).standings
    figure(f"{game}, {better} against {worse}: {standing.share.share:.0%} of {len(standing.deals)} deals")
    assert standing.share.share >= least


# The beginner, who knows only the first lesson.


@pytest.mark.parametrize("game", bringing("beginner"))
def test_beginner_plays_alone_in_a_first_match(game: str) -> None:
    plan, info = RatingPlan.first_matches(game=game, enough=StoppingRule(4), seed=5), find_game(game).info
    there, back = plan.matches(plan.pairs[0], 0)
    assert len(there.levels) == info.default_players
    assert there.seed == back.seed
    assert there.levels == (BEGINNER, *back.levels[:-1])
    assert back.levels == (*there.levels[1:], BEGINNER)
    assert set(there.levels[1:]) == {"easy"}
    assert not there.one_hand
    assert all(there.options[name] == value for name, value in info.quick_match.items())


@pytest.mark.parametrize("game", bringing("beginner"))
def test_beginner_plays_by_all_house_rules(game: str) -> None:
    for seed in range(sample_size(2, 120)):
        session = varied(game, seed)
        while session.to_move is not None and len(session.log) < 150:
            move = bot_move(session, BEGINNER, seed)
            assert move == bot_move(session, BEGINNER, seed)
            session.play(move)  # refuses illegal moves


@pytest.mark.parametrize("game", bringing("beginner"))
def test_beginner_wins_most_first_matches(game: str, figure: Callable[[str], None]) -> None:
    plan = RatingPlan.first_matches(
        game=game, enough=StoppingRule(sample_size(16, 200), 0.1), seed=sample_size(3, 1)
    )
    climb = run_ladder(plan)
    figure("\n".join(report_lines(climb)))
    (standing,) = climb.standings
    low, high = (0.4, 0.85) if sample_size(1) == 1 else (0.5, 0.8)
    assert low <= standing.share.share <= high


@pytest.mark.parametrize("game", bringing("beginner"))
def test_rules_text_states_a_beginners_share(game: str) -> None:
    share, low, high = told_of(game, "a beginner", "easy")
    assert 0.5 < share <= (0.65 if game == "socker" else 0.8)
    assert low < share < high


def test_rules_text_says_that_a_beginner_wins_one_of_three_at_sockers_next_level() -> None:
    _share, low, high = told_of("socker", "a beginner", "easy+")
    assert low < 1 / 3 < high


def test_beginner_can_meet_other_levels() -> None:
    plan = RatingPlan.first_matches(game="socker", levels=["easy+", "normal"], enough=StoppingRule(2), seed=2)
    assert plan.pairs == ((BEGINNER, "easy+"), (BEGINNER, "normal"))


def test_ladder_command_prints_the_beginner(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "sociable", "--beginner", "--games", "4", "--seed", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "SOCiable: 5 players, first matches, seed 4"
    assert sum("beginner v easy" in line and line.endswith(" of 4") for line in lines) == 1


BARS = {
    "socker": (0.75, 0.97, 0.75),
    "city": (0.72, 0.90, 0.70),
    "rockit": (0.95, 0.95, 0.55),
    "socki": (0.53, 0.53, 0.5),
    "sociable": (0.54, 0.58, 0.53),
}
"""Expected shares of hard and master against normal, and of master against hard.

SOCKI leaves little to skill: a player who knew the other's hand would win 54% against normal, see its rules.
RockIt's normal lays what it can by the author's rules, and levels above it wait, which nearly always wins.
"""
STEPS = (("hard", "normal"), ("master", "normal"), ("master", "hard"))


def told_of(game: str, better: str, worse: str) -> tuple[float, float, float]:
    """Return the share of one level against another in the game's rules, and its limits; 0 to 1."""
    pair = re.escape(f"| {better} against {worse} |")
    row = re.search(rf"^{pair}(.*)", rules_text(game), re.MULTILINE)
    assert row is not None, f"{game} tells nothing of {better} against {worse}"
    share = re.search(r"([\d.]+)%", row[1])
    interval = re.search(r"([\d.]+)(?:-| to )([\d.]+)", row[1])
    assert share is not None
    assert interval is not None
    return float(share[1]) / 100, float(interval[1]) / 100, float(interval[2]) / 100


@pytest.mark.parametrize("game", ["city", "socker"])
def test_weaker_neighbour_wins_at_times_up_to_hard(game: str) -> None:
    levels = find_game(game).bot.levels
    for worse, better in pairwise(levels[: levels.index("hard") + 1]):
        share, low, high = told_of(game, better, worse)
        assert low < share < high
        assert 0.65 <= share <= 0.85


@pytest.mark.parametrize("game", BARS)
def test_rules_text_states_sufficient_level_differences(game: str) -> None:
    for pair, bar in zip(STEPS, BARS[game], strict=True):
        share, low, high = told_of(game, *pair)
        assert low <= share <= high, pair
        assert share >= 0.5, pair
        assert high >= bar, pair


@pytest.mark.skipif(sample_size(1) == 1, reason="half an hour; a part of make soak")
@pytest.mark.parametrize("game", BARS)
def test_full_ladder_confirms_the_levels(game: str, figure: Callable[[str], None]) -> None:
    """The better level is ahead by the expected share and that of the rules, within the measured interval."""
    plan = RatingPlan.from_arguments(
        game=game,
        levels=["normal", "hard", "master"],
        # A hand says less than a match, and SOCKI's levels differ little.
        enough=StoppingRule(sample_size(15 if find_game(game).info.measure.one_hand else 2), 3),
        seed=14,
        allowance=BudgetPolicy(share=0.1),
    )
    climb = run_ladder(plan, workers=2)
    figure("\n".join(report_lines(climb)))
    found = {standing.pair: standing.share for standing in climb.standings}
    for pair, bar in zip(STEPS, BARS[game], strict=True):
        _share, low, _high = told_of(game, *pair)
        assert found[pair].high >= max(bar, low), (pair, found[pair])
    for worse, better in pairwise(climb.ratings()):
        assert better.elo + better.half > worse.elo
