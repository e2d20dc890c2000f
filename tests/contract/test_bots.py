"""Contract of the bots of every game: legal moves, only from what is visible, reproducible by seed."""

import json
import math
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import accumulate

import pytest

from game.bots.match_runner import bot_move
from game.core.discovery import find_game, import_object
from game.core.game import HintLevel
from game.core.rng import SeededRng
from game.core.rummy.melds import is_rummy
from game.core.rummy.table import write_piles
from game.core.search import LEVEL_SECONDS, Budget, BudgetPolicy, base_level
from game.core.session import Session
from game.match.adaptive_level import LevelTrack
from game.match.match import Match
from game.match.phone_adapter import AdvisedPhoneAdapter, PhoneAdapter
from game.match.phone_seats import handheld_of
from game.match.seats import Seat
from tests.contract.test_games import dealt_again, every_game
from tests.match.fake_worker import FakeWorker
from tests.matches import GAMES, fields, middle, random_plies, varied
from tests.sample_games import sixth_game
from tests.sampling import risk, sample_size, thinned

FEW = BudgetPolicy(nodes=8)  # nodes that a decision may cost in a test
LEVELS = ("easy", "easy+", "easy++", "normal", "normal+", "normal++", "hard", "master")
every_level = pytest.mark.parametrize(
    ("game", "level"), [(game, level) for game in GAMES for level in find_game(game).bot.levels]
)


@cache
def _moments(game: str) -> list[str]:
    """Return records of matches in the middle, at moments with more than one choice."""
    found = (session for seed in range(100) if len((session := middle(game, seed)).moves()) > 2)
    return [session.record() for _number, session in zip(range(sample_size(6, 12)), found, strict=False)]


def moments(game: str, count: int) -> Iterator[Session]:
    """Yield ``count`` of these matches as fresh sessions."""
    yield from map(Session.from_record, _moments(game)[:count])


def chosen(session: Session, level: str) -> str:
    """Return the move of a level that gets its seat's observation as JSON, as over a network."""
    seen = json.loads(json.dumps(session.observe(session.to_move)))
    move = find_game(session.game).bot.choose(seen, session.options, level, SeededRng(1), Budget(nodes=8))
    assert seen == session.observe(session.to_move), "nothing of it is changed"
    assert session.refusal(move) is None
    return move


@cache
def a_match(game: str) -> Session:
    """Return a match in its middle, for reading only."""
    return middle(game, 5)


@every_game
def test_levels_of_a_game_are_known_ones_in_their_order(game: str) -> None:
    levels = find_game(game).bot.levels
    assert list(levels) == sorted(levels, key=LEVELS.index)
    assert {"easy", "normal"} <= set(levels)
    assert {base_level(level) for level in levels} <= set(levels)
    assert all(level in LEVEL_SECONDS for level in levels)


@risk
@thinned()
@every_game
@pytest.mark.parametrize("number", range(sample_size(3, 12)))
def test_bots_of_every_level_finish_a_match(game: str, number: int) -> None:
    """With any house rules."""
    session, bot = varied(game, number), find_game(game).bot
    while (seat := session.to_move) is not None and len(session.log) < sample_size(25, 5000):
        level = bot.levels[seat % len(bot.levels)]
        move = bot_move(session, level, number, FEW)
        assert move == bot_move(session, level, number, FEW)
        session.play(move)


@risk
@thinned()
@every_game
@pytest.mark.parametrize("level", ["", "champion", "champion/easy"])
def test_bots_refuse_an_unknown_level(game: str, level: str) -> None:
    with pytest.raises(ValueError, match=r"^There is no level '\w*'; the levels are: easy, "):
        bot_move(a_match(game), level, 1, FEW)


@risk
@every_level
def test_bots_ignore_hidden_data(game: str, level: str) -> None:
    """The other hands and the seed of the match must not matter."""
    for seed, session in enumerate(moments(game, sample_size(1, 8))):
        text, seat = session.position(), session.to_move
        assert seat is not None
        if "hands" in fields(session):
            text = dealt_again(session, seed, {seat})
        twin = Session.from_position(game, text, seed + 1, session.options)
        if twin.observe(seat) == session.observe(seat):  # a position omits some seen data
            assert chosen(twin, level) == chosen(session, level)


# Cost of a decision.


every_searcher = pytest.mark.parametrize(
    ("game", "level"),
    [(game, level) for game in GAMES for level in find_game(game).bot.levels if level in ("hard", "master")],
)


# nodes with which each play is sampled at least once; with which on several deals
SAMPLED = {"rockit": (16, 60), "socki": (16, 60), "sociable": (60, 400)}


def decided(session: Session, level: str, budget: Budget) -> str:
    seen = session.observe(session.to_move)
    return find_game(session.game).bot.choose(seen, session.options, level, SeededRng(1), budget)


@thinned(5)
@every_searcher
def test_searching_bots_keep_to_their_node_limit(game: str, level: str) -> None:
    few, many = SAMPLED.get(game, (2, 12))
    spent = dict.fromkeys((few, many), 0)
    # RockIt searches nothing where waiting is the only choice.
    for session in moments(game, sample_size(6 if game == "rockit" else 2, 12)):
        for nodes in spent:
            budget = Budget(nodes=nodes)
            assert session.refusal(decided(session, level, budget)) is None
            assert budget.spent <= nodes
            assert 0 <= budget.doubt <= 1
            spent[nodes] += budget.spent
    assert 0 < spent[few] < spent[many]


LOOKED = {"sociable": 10_000}
"""Maximum of positions until the clock has been read three times, because laps have many deals."""


@every_searcher
def test_expired_time_ends_a_decision(game: str, level: str) -> None:
    """Every reading of the clock advances it by a second, and the time is three."""
    for session in moments(game, 2):
        clock = iter(range(1000))
        budget = Budget(seconds=3, clock=lambda clock=clock: float(next(clock)))  # type: ignore[misc]
        assert session.refusal(decided(session, level, budget)) is None
        assert budget.spent <= LOOKED.get(game, 60)
        assert next(clock) < 20


# A hint is the move of the best level.


NODES = 8


def hinting(session: Session) -> PhoneAdapter:
    """Return the hints of a match; for a game without its own, what a normal bot would play."""
    match = Match(session, [Seat(name, number) for number, name in enumerate(session.names)])
    asked = handheld_of(match, FakeWorker()).part
    if not is_rummy(session.game) and not isinstance(asked, AdvisedPhoneAdapter):
        pytest.skip("its hints are those of a normal player")
    return asked


@every_game
def test_hint_is_the_move_of_the_best_bot(game: str) -> None:
    for seed in range(sample_size(2)):
        session = varied(game, seed)
        for _ in random_plies(session, seed, 24):  # later a bot may tire, and a hint does not
            pass
        seat = session.to_move
        if seat is None:
            continue
        asked = hinting(session)
        where, *arguments = asked.hint_request(seat, HintLevel.MOVE, "full")
        advised = import_object(where)
        assert callable(advised)
        answer, dice = advised(*arguments, NODES), SeededRng("hint", len(session.log))
        best = find_game(game).bot.choose(
            session.observe(seat), session.options, "master", dice, Budget(nodes=NODES)
        )
        if not is_rummy(game):
            assert answer["move"] == best
        elif answer.plan is not None and best.startswith("play"):
            assert in_any_order(write_piles(answer.plan.table)) == in_any_order(best.removeprefix("play "))
        elif answer.plan is None:
            assert answer.ends == best


NO_REASON = ("best move I found",)  # reasons given if no real one was found


@pytest.mark.parametrize("game", GAMES)
def test_every_hint_has_a_reason(game: str) -> None:
    """With any house rules, in matches of two levels. A forced move needs no reason."""
    bot, chance, hints = find_game(game).bot, SeededRng("why", game), 0
    while hints < sample_size(3, 100):
        session = varied(game, chance.below(10**6))
        levels = [chance.pick(bot.levels[:2]) for _seat in range(session.players)]
        for _ply in range(200):
            if (seat := session.to_move) is None:
                break
            if len(session.moves()) > 1 and chance.with_probability(0.08):
                asked, hints = hinting(session), hints + 1
                where, *arguments = asked.hint_request(seat, HintLevel.WHY, "full")
                advised = import_object(where)
                assert callable(advised)
                answer = advised(*arguments, SAMPLED.get(game, (2, 12))[1])
                told = asked.hint_state(seat, answer, HintLevel.WHY)
                words = told.get("why") or told["words"]
                assert not any(empty in words for empty in NO_REASON), (session.position(), words)
                assert not is_rummy(game) or answer.reasons or not answer.has_play, (
                    session.position(),
                    words,
                )
            session.play(bot_move(session, levels[seat], len(session.log), FEW))


def in_any_order(piles: str) -> list[list[str]]:
    """Return a table independent of the order of its piles and their cards."""
    return sorted(sorted(pile.split()) for pile in piles.split(" | "))


def test_bots_of_the_sixth_game_finish_a_match() -> None:
    with sixth_game() as game:
        session = varied(game, 0)
        while session.to_move is not None:
            session.play(bot_move(session, "normal", 0, FEW))
        assert session.outcome is not None


# Adaptive level: a person between two levels soon wins about half of the matches.


BEATS = {
    "city": (0.8, 0.76, 0.72, 0.75, 0.7, 0.65), "rockit": (0.99, 0.99, 0.53),
    "sociable": (0.62, 0.545, 0.545),
    "socker": (0.71, 0.82, 0.82, 0.71, 0.8, 0.68, 0.98), "socki": (0.62, 0.53, 0.51),
}  # fmt: skip
"""Share of wins of each level against the one below, as in ``rules.md``."""
TOLERANCE = 0.08  # for a person who began at the weakest level


def chances_of(game: str, skill: float) -> list[float]:
    """Return the chances of a person of this skill (0 for easy, 1 for the next) against each level."""
    steps = [math.log(share / (1 - share)) for share in BEATS.get(game, (0.8, 0.7, 0.6))]
    rungs = list(accumulate(steps, initial=0.0))[: len(find_game(game).bot.levels)]
    below = min(int(skill), len(rungs) - 2)
    own = rungs[below] + (skill - below) * (rungs[below + 1] - rungs[below])
    return [1 / (1 + math.exp(rung - own)) for rung in rungs]


def evening(game: str, chances: list[float], matches: int) -> Iterator[tuple[float, dict[str, float]]]:
    """Yield for each match the chance of a win and the probability of each level."""
    levels = find_game(game).bot.levels
    met = {LevelTrack.read("", levels): 1.0}
    for _match in range(matches):
        won, sat, then = 0.0, dict.fromkeys(levels, 0.0), defaultdict[LevelTrack, float](float)
        for rung, likely in met.items():
            chance = chances[levels.index(rung.level)]
            won, sat[rung.level] = won + likely * chance, sat[rung.level] + likely
            then[rung.after(levels, rung.level, won=True)] += likely * chance
            then[rung.after(levels, rung.level, won=False)] += likely * (1 - chance)
        met = {rung: likely for rung, likely in then.items() if likely > 1e-5}
        yield won / sum(sat.values()), sat


@every_game
def test_adaptive_bot_loses_half_after_ten_matches(game: str) -> None:
    top = len(find_game(game).bot.levels) - 1
    for quarter in range(4 * top + 1):
        shares = [share for share, _sat in evening(game, chances_of(game, quarter / 4), 20)][10:]
        off = abs(sum(shares) / len(shares) - 0.5)
        assert off < TOLERANCE, (quarter / 4, shares)


@pytest.mark.parametrize("game", [game for game, shares in BEATS.items() if min(shares) > 0.7])
def test_ten_matches_find_the_level_if_levels_differ_enough(game: str) -> None:
    """The person then mostly plays against the level of equal strength."""
    levels = find_game(game).bot.levels
    for skill, level in enumerate(levels):
        *_early, (_share, sat) = evening(game, chances_of(game, skill), 11)
        assert sat[level] > 0.45
        assert sum(sat[one] for one in levels[max(0, skill - 1) : skill + 2]) > 0.9
