"""What computer players of every game promise: legal moves, by what is seen, the same for the same chance."""

import json
import math
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import Any

import pytest

from game.bots.match_runner import bot_move
from game.core.discovery import find_game, import_object
from game.core.game import HintLevel
from game.core.rng import SeededRng
from game.core.rummy.melds import is_rummy
from game.core.rummy.table import write_piles
from game.core.search import Budget, BudgetPolicy
from game.core.session import Session
from game.match.adaptive_level import LevelTrack
from game.match.match import Match
from game.match.phone_adapter import AdvisedPhoneAdapter
from game.match.phone_seats import handheld_of
from game.match.seats import Seat
from tests.contract.test_games import dealt_again, every_game
from tests.match.fake_worker import FakeWorker
from tests.matches import GAMES, fields, middle, random_plies, varied
from tests.sample_games import sixth_game
from tests.sampling import every_day, every_nth_day, sample_size, sampled_product

FEW = BudgetPolicy(nodes=8)
"""What a decision may cost in a test."""
LEVELS = ("easy", "normal", "hard", "master")
every_level = pytest.mark.parametrize(
    ("game", "level"), [(game, level) for game in GAMES for level in find_game(game).bot.levels]
)


@cache
def _moments(game: str) -> list[str]:
    """Records of matches in their middle in which there is something to choose."""
    found = (session for seed in range(100) if len((session := middle(game, seed)).moves()) > 2)
    return [session.record() for _number, session in zip(range(sample_size(6, 12)), found, strict=False)]


def moments(game: str, count: int) -> Iterator[Session]:
    """So many of these matches, each its own."""
    yield from map(Session.from_record, _moments(game)[:count])


def chosen(session: Session, level: str) -> str:
    """What a level does, who is told what its seat sees as it comes over a wire."""
    seen = json.loads(json.dumps(session.observe(session.to_move)))
    move = find_game(session.game).bot.choose(seen, session.options, level, SeededRng(1), Budget(nodes=8))
    assert seen == session.observe(session.to_move), "nothing of it is changed"
    assert session.refusal(move) is None
    return move


@cache
def a_match(game: str) -> Session:
    """One in its middle, for reading only."""
    return middle(game, 5)


@every_game
def test_the_levels_are_those_that_people_know(game: str) -> None:
    levels = find_game(game).bot.levels
    assert levels == LEVELS[: len(levels)]
    assert len(levels) >= 2


@sampled_product
@every_game
@pytest.mark.parametrize("number", range(sample_size(3, 12)))
def test_bots_of_every_level_play_to_the_end(game: str, number: int) -> None:
    """By any house rules, in their manners too."""
    session, bot = varied(game, number), find_game(game).bot
    while (seat := session.to_move) is not None and len(session.log) < sample_size(25, 5000):
        manner = f"/{bot.manners[number % len(bot.manners)]}" if bot.manners and number % 3 else ""
        level = bot.levels[seat % len(bot.levels)] + manner
        move = bot_move(session, level, number, FEW)
        assert move == bot_move(session, level, number, FEW)
        session.play(move)


@sampled_product
@every_game
@pytest.mark.parametrize("level", ["", "champion", "champion/easy", "easy/nobody", "hard/dancer"])
def test_bots_refuse_a_level_that_they_have_not(game: str, level: str) -> None:
    known = "levels are: easy, normal|manners are: "
    with pytest.raises(ValueError, match=rf"^There is no (level|manner) '\w*'; the ({known})"):
        bot_move(a_match(game), level, 1, FEW)


@every_day
@every_level
def test_what_is_not_seen_makes_no_difference_to_them(game: str, level: str) -> None:
    """Neither what others hold nor the seed of the match."""
    for seed, session in enumerate(moments(game, sample_size(1, 8))):
        text, seat = session.position(), session.to_move
        assert seat is not None
        if "hands" in fields(session):
            text = dealt_again(session, seed, {seat})
        twin = Session.from_position(game, text, seed + 1, session.options)
        if twin.observe(seat) == session.observe(seat):  # what a position leaves out was seen by some
            assert chosen(twin, level) == chosen(session, level)


# What a decision may cost.


every_searcher = pytest.mark.parametrize(
    ("game", "level"), [(game, level) for game in GAMES for level in find_game(game).bot.levels[2:]]
)


SAMPLED = {"rockit": (16, 60), "socki": (16, 60), "sociable": (60, 400)}
"""Nodes where each play is looked at once at the least, for several deals."""


def decided(session: Session, level: str, budget: Budget) -> str:
    seen = session.observe(session.to_move)
    return find_game(session.game).bot.choose(seen, session.options, level, SeededRng(1), budget)


@every_nth_day(5)
@every_searcher
def test_whoever_looks_ahead_keeps_to_its_nodes_and_uses_them(game: str, level: str) -> None:
    few, many = SAMPLED.get(game, (2, 12))
    spent = dict.fromkeys((few, many), 0)
    # Where waiting is all, RockIt looks into nothing.
    for session in moments(game, sample_size(6 if game == "rockit" else 2, 12)):
        for nodes in spent:
            budget = Budget(nodes=nodes)
            assert session.refusal(decided(session, level, budget)) is None
            assert budget.spent <= nodes
            assert 0 <= budget.doubt <= 1
            spent[nodes] += budget.spent
    assert 0 < spent[few] < spent[many]


LOOKED = {"sociable": 10_000}
"""Positions that are looked into at the most until the clock is read three times: laps of many deals."""


@every_nth_day(5)
@every_searcher
def test_time_that_is_up_ends_a_decision(game: str, level: str) -> None:
    """Each look at the clock takes a second, and there are three."""
    for session in moments(game, 2):
        clock = iter(range(1000))
        budget = Budget(seconds=3, clock=lambda clock=clock: float(next(clock)))  # type: ignore[misc]
        assert session.refusal(decided(session, level, budget)) is None
        assert budget.spent <= LOOKED.get(game, 60)
        assert next(clock) < 20


# A hint is what the best player would do.


NODES = 8


def hinting(session: Session) -> Any:
    """What gives the hints of a match; a game may have none of its own, but what a normal player would do."""
    match = Match(session, [Seat(name, number) for number, name in enumerate(session.names)])
    asked = handheld_of(match, FakeWorker()).part
    if not is_rummy(session.game) and not isinstance(asked, AdvisedPhoneAdapter):
        pytest.skip("its hints are those of a normal player")
    return asked


@every_nth_day(3)
@every_game
def test_a_hint_is_the_move_of_the_best_player(game: str) -> None:
    for seed in range(sample_size(2)):
        session = varied(game, seed)
        for _ in random_plies(session, seed, 24):  # later a player may tire, and a hint does not
            pass
        seat = session.to_move
        if seat is None:
            continue
        asked = hinting(session)
        where, *arguments = asked.question(seat, HintLevel.MOVE, "full")
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


NO_REASON = ("came out best", "leads on best")
"""What is told where nothing was found that speaks for a move."""


@pytest.mark.parametrize("game", GAMES)
def test_every_hint_says_why(game: str) -> None:
    """By any house rules, in matches of two levels; what cannot be otherwise needs no reason."""
    bot, chance, hints = find_game(game).bot, SeededRng("why", game), 0
    while hints < sample_size(3, 100):
        session = varied(game, chance.below(10**6))
        levels = [chance.pick(bot.levels[:2]) for _seat in range(session.players)]
        for _ply in range(200):
            if (seat := session.to_move) is None:
                break
            if len(session.moves()) > 1 and chance.happens(0.08):
                asked, hints = hinting(session), hints + 1
                where, *arguments = asked.question(seat, HintLevel.WHY, "full")
                advised = import_object(where)
                assert callable(advised)
                answer = advised(*arguments, SAMPLED.get(game, (2, 12))[1])
                told = asked.hint(seat, answer, HintLevel.WHY)
                words = told.get("why") or told["words"]
                assert not any(empty in words for empty in NO_REASON), (session.position(), words)
                assert not is_rummy(game) or answer.reasons or not answer.there, (session.position(), words)
            session.play(bot_move(session, levels[seat], len(session.log), FEW))


def in_any_order(piles: str) -> list[list[str]]:
    """A table, however its piles and their cards are called."""
    return sorted(sorted(pile.split()) for pile in piles.split(" | "))


def test_bots_of_the_sixth_game_play_to_the_end() -> None:
    with sixth_game() as game:
        session = varied(game, 0)
        while session.to_move is not None:
            session.play(bot_move(session, "normal", 0, FEW))
        assert session.outcome is not None


# A bot as good as me: whoever plays like something between two levels soon wins about as often as not.


BEATS = {
    "city": (0.97, 0.85, 0.75), "rockit": (0.98, 0.80, 0.74), "sociable": (0.62, 0.545, 0.545),
    "socker": (0.99, 0.98, 0.97), "socki": (0.62, 0.53, 0.51),
}  # fmt: skip
"""How often normal beats easy, hard normal, and master hard, about as each game's ``rules.md`` has it."""
ENDS = 0.06
"""Whoever is just as good as the weakest or the strongest level is off by as much: there is none beyond."""


def chances_of(game: str, skill: float) -> list[float]:
    """How often somebody beats each level who is this far up the ladder, 0 at easy and 3 at master."""
    steps = [math.log(share / (1 - share)) for share in BEATS.get(game, (0.8, 0.7, 0.6))]
    rungs = list(accumulate(steps, initial=0.0))[: len(find_game(game).bot.levels)]
    below = min(int(skill), len(rungs) - 2)
    own = rungs[below] + (skill - below) * (rungs[below + 1] - rungs[below])
    return [1 / (1 + math.exp(rung - own)) for rung in rungs]


def evening(game: str, chances: list[float], matches: int) -> Iterator[tuple[float, dict[str, float]]]:
    """Match by match, how likely somebody wins it, and how likely each level was."""
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
def test_after_ten_matches_for_me_about_half_are_won(game: str) -> None:
    top = len(find_game(game).bot.levels) - 1
    for quarter in range(4 * top + 1):
        shares = [share for share, _sat in evening(game, chances_of(game, quarter / 4), 20)][10:]
        off = abs(sum(shares) / len(shares) - 0.5)
        assert off < (0.05 if 0 < quarter < 4 * top else ENDS), (quarter / 4, shares)


@pytest.mark.parametrize("game", [game for game, shares in BEATS.items() if min(shares) > 0.7])
def test_five_matches_find_the_level_where_levels_are_far_apart(game: str) -> None:
    """Then somebody mostly sits at their own level, or at one beside it."""
    levels = find_game(game).bot.levels
    for skill, level in enumerate(levels):
        *_early, (_share, sat) = evening(game, chances_of(game, skill), 6)
        assert sat[level] > 0.45
        assert sum(sat[one] for one in levels[max(0, skill - 1) : skill + 2]) > 0.95
