"""The luck of bots costs at most a fixed regret, by their own evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from game.core.rng import SeededRng
from game.core.search import Budget
from game.core.session import Session
from game.games.city import bot as city
from game.games.city.bot.search import CitySearch as CityThought
from game.games.city.bot.weights import PROBABILITIES
from game.games.rockit import bot as rockit
from game.games.rockit.bot.search import SURE_DEVIATIONS
from game.games.rockit.rules.events import as_observation as rockit_observed
from game.games.rockit.rules.state import RockItOptions
from game.games.sociable import bot as sociable
from game.games.sociable.bot.heuristics import SEARCH_CONFIGS, CardCounter, value_of
from game.games.sociable.bot.search import FIRST_ROUND_DEALS
from game.games.sociable.bot.search import SociableSearch as SociableThought
from game.games.sociable.rules.events import as_observation as sociable_observed
from game.games.sociable.rules.state import POWER
from game.games.sociable.rules.text import write_move
from game.games.socker import bot as socker
from game.games.socker.bot.search import EvaluatedLeaf
from game.games.socker.rules import RULES
from game.games.socker.rules.state import SockerState
from game.games.socki import bot as socki
from game.games.socki.bot.search import FIRST_SAMPLES
from game.games.socki.rules.events import as_observation as socki_observed
from tests.games.city.test_bot import choose as city_choice
from tests.games.city.test_bot import match as city_match
from tests.games.city.test_bot import stand_of
from tests.games.rockit.test_bot import begun as rockit_begun
from tests.games.sociable.test_bot import chosen as sociable_choice
from tests.games.socki.test_bot import middles
from tests.sampling import sample_size

# for normal in points, for the others in chance to win the match
CITY = {"normal": 0.0, "hard": 0.003, "master": 0.001}
# in shares of the win
ROCKIT = dict.fromkeys(rockit.SEARCH_CONFIGS, 0.0)
# for normal in groups of cards, for hard as a share of first minus last place
SOCIABLE = {"normal": 0.0, "hard": 0.0}
# in points of value; to normal and hard the ball one row nearer is worth 4
SOCKER = {"normal": 0.2, "hard": 0.1, "master": 0.05}
# in chances of winning
SOCKI = dict.fromkeys(socki.SEARCH_CONFIGS, 0.0)

# Regret of each level, in positions in which more luck would change the choice.


@cache
def in_the_city() -> list[Session]:
    seeds = (6, 17, 22, 25, 28)[: sample_size(2, 5)]
    return [city_match(seed, ("normal", "normal"), most=5 + 2 * (seed % 6)) for seed in seeds]


@cache
def city_worths(session: Session, level: str) -> dict[str, float]:
    """Return the level's values of its best first pieces, without a reply."""
    stand = stand_of(session)
    names = stand.net.board.link_names
    found: dict[str, float] = {}
    if level == "normal":
        for value, link in city.rank_links(stand)[:5]:
            later = city.rank_links(stand.after_laying(stand.net.link[link]))
            found[f"lay {' '.join(names[link])}"] = later[0][0] if later else value
        return found
    for turn in CityThought(city.SEARCH_CONFIGS[level], PROBABILITIES, Budget(nodes=0)).rank_turns(stand):
        for piece in turn.links:
            move = f"lay {' '.join(names[stand.net.number[piece]])}"
            found[move] = max(found.get(move, -2.0), turn.value)
    return found


def city_regrets(level: str) -> Iterator[float]:
    for session in in_the_city():
        known = city_worths(session, level)
        for dice in range(3):
            move = city_choice(session, level, dice, Budget(nodes=0))
            yield max(known.values()) - known[move]


def rockit_regrets(level: str) -> Iterator[float]:
    for session in map(rockit_begun, range(1, sample_size(13, 30))):
        if session.to_move is None:
            continue
        house, seen = RockItOptions.of(session.options), rockit_observed(session.observe(session.to_move))
        player = rockit.RockItAgent(house, seen, rockit.SEARCH_CONFIGS[level], Budget(nodes=40))
        player.move(SeededRng(len(session.log)))
        chosen = player.chosen
        if chosen is None or not chosen.worlds:
            continue  # there was only one move
        best = max(one.won for one in player.found if one.worlds == chosen.worlds)
        # The usual play is kept unless another is surely better.
        sure = SURE_DEVIATIONS * (0.5 / chosen.worlds) ** 0.5 if seen["stock"] else 0.0
        yield max(0.0, (best - chosen.won) / chosen.worlds - sure)


@cache
def in_the_office() -> list[tuple[int, Session]]:
    """Return tables with a choice between moves, some with high cards."""
    found = []
    for seed, moves in ((9, 6), (12, 6), (14, 25), (19, 25), (25, 40))[: sample_size(2, 5)]:
        session = Session.new("sociable", 5, seed)
        for _ in range(moves):
            session.play(sociable_choice(session, "normal"))
        while not any("A" in move or "JK" in move for move in session.moves()[1:]):
            session.play(sociable_choice(session, "normal"))
        found.append((seed, session))
    return found


def sociable_worths(session: Session, level: str, seed: int) -> dict[str, float]:
    """Return a bot's values of its moves."""
    seen = sociable_observed(session.observe(session.to_move))
    moves = sociable.moves_of(seen, session.options)
    if level == "normal":
        held = Counter(POWER[card] for card in seen["hand"])
        counts = [held[power] for power in range(max(POWER.values()) + 1)]
        table = CardCounter.seen_by(seen)
        values = [value_of(move, counts, table, tuple(seen["lead"])) for move in moves]
    else:
        budget = Budget(nodes=0)
        thought = SociableThought(seen, session.options, SEARCH_CONFIGS[level], SeededRng(seed), budget)
        values = list(map(float, thought.values(moves, FIRST_ROUND_DEALS).mean(0)))
    return dict(zip(map(write_move, moves), values, strict=True))


def sociable_regrets(level: str) -> Iterator[float]:
    for seed, session in in_the_office():
        known = sociable_worths(session, level, seed)
        seen, nodes = session.observe(session.to_move), Budget(nodes=FIRST_ROUND_DEALS * len(known))
        yield (
            max(known.values())
            - known[sociable.BOT.choose(seen, session.options, level, SeededRng(seed), nodes)]
        )


@cache
def on_the_carpet() -> list[SockerState]:
    found = []
    for seed in (4, 5, 8, 9, 12):
        session = Session.new("socker", seed=seed)
        while session.observe(None)["turns"] < 1 + seed % 6 * 2:
            chance, seen = SeededRng(seed, len(session.log)), session.observe(session.to_move)
            session.play(socker.BOT.choose(seen, session.options, "easy", chance))
        found.append(socker.state_from_observation(session.observe(session.to_move), session.options))
    return found


@cache
def socker_ends(level: str) -> list[tuple[SockerState, socker.SockerAgent, list[EvaluatedLeaf]]]:
    """Return positions without an immediate goal, with all ends of a turn as the level ranks them."""
    found = []
    for state in on_the_carpet():
        plain = socker.SockerAgent(state, level, Budget(nodes=8))
        ends = plain.thought.rank_ends(plain.stand(state))
        if ends is not None:
            found.append((state, plain, ends))
    return found


def socker_regrets(level: str) -> Iterator[float]:
    for state, plain, ends in socker_ends(level):
        thought, stand = plain.thought, plain.stand(state)
        for dice in range(3):
            player = socker.SockerAgent(state, level, Budget(nodes=8))
            player.move(list(RULES.moves(state)), SeededRng(dice))
            assert player.plan is not None
            end = player.plan.end
            assert end is not None
            known = [one.value for one in ends if one.end == end]
            worth = thought.worth if thought.sight.plies else thought.closer_value
            yield ends[0].value - (max(known) if known else worth(end, stand.down))


GUESSES = FIRST_SAMPLES - 2  # deals that each SOCKI play is tried on; with more, some plays would be dropped


@cache
def on_the_rug() -> list[tuple[int, Session]]:
    seeds = (14, 16, 23, 41, 53)[: sample_size(2, 5)]
    return list(zip(seeds, middles(seeds), strict=True))


@cache
def socki_worths(session: Session, level: str, seed: int) -> dict[int, float]:
    """Return the level's values of its plays, on the deals of this seed."""
    seen = socki_observed(session.observe(session.to_move))
    player = socki.SockiAgent(seen, session.options, level, Budget(nodes=0))
    player.table_after(SeededRng(seed))
    unseen, thought = player.unseen(), player.thought()
    chance = SeededRng(seed)
    guesses = [unseen.dealt(chance) for _ in range(GUESSES)]
    return {play: sum(thought.value(play, guess) for guess in guesses) / GUESSES for play in player.plays}


def socki_regrets(level: str) -> Iterator[float]:
    for seed, session in on_the_rug():
        known = socki_worths(session, level, seed)
        seen = socki_observed(session.observe(session.to_move))
        player = socki.SockiAgent(seen, session.options, level, Budget(nodes=GUESSES * len(known)))
        player.table_after(SeededRng(seed))
        yield max(known.values()) - known[player.laid]


GAMES = {
    "city": (CITY, city_regrets),
    "rockit": (ROCKIT, rockit_regrets),
    "sociable": (SOCIABLE, sociable_regrets),
    "socker": (SOCKER, socker_regrets),
    "socki": (SOCKI, socki_regrets),
}


@pytest.mark.parametrize(("game", "level"), [(game, level) for game in GAMES for level in GAMES[game][0]])
def test_regret_stays_under_its_cap(game: str, level: str) -> None:
    caps, regrets = GAMES[game]
    found = list(regrets(level))
    assert found
    assert max(found) <= caps[level] + 1e-6
