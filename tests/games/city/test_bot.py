"""The computer players of Socks in the City."""

import tracemalloc
from collections.abc import Mapping
from functools import cache

import pytest

from game.core.chance import Chance
from game.core.discovery import find
from game.core.search import Budget
from game.core.session import Session
from game.games.city.bot.search import MANNERS, Stand, liking_of
from game.games.city.rules.events import observed
from game.games.city.rules.text import BoardReading
from tests.scale import crossed, scaled

BOT = find("city").bot
SEARCHING = ("hard", "master")
STRIP = "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1"


def choose(session: Session, level: str, seed: int = 0, budget: Budget | None = None) -> str:
    assert session.to_move is not None
    return BOT.choose(session.observe(session.to_move), session.options, level, Chance(seed), budget)


def match(
    seed: int, levels: tuple[str, str], options: Mapping[str, object] | None = None, most: int = 1000
) -> Session:
    """A match, or the set-up and so many pieces of one; those who search look at one reply."""
    session = Session.new("city", seed=seed, options=options)
    while session.to_move is not None and len(session.log) < most:
        session.play(choose(session, levels[session.to_move], len(session.log), Budget(nodes=1)))
    return session


@cache
def _begun(seed: int, pieces: int) -> str:
    return match(seed, ("normal", "normal"), most=pieces).record()


def begun(seed: int, pieces: int) -> Session:
    """A match after so many pieces of two who play normally: many tests ask somebody in the same one."""
    return Session.from_record(_begun(seed, pieces))


def stand_of(session: Session) -> Stand:
    seen = observed(session.observe(session.to_move))
    return Stand.of(BoardReading.of(seen), seen["turn"], seen["left"], over_printed=False)


SET_UPS = pytest.mark.parametrize(
    "options",
    [
        {"blockers": 6, "build_over_printed": "on"},
        {"sock_setup": "alternate", "blockers": 2},
        {"sock_setup": "free", "three_neighbours": "off", "apart_min": 1, "apart_max": 3},
        {"board_build": "manual", "sock_setup": "alternate"},
    ],
    ids=["printed", "alternate", "near", "manual"],
)


@crossed
@pytest.mark.parametrize("level", ["easy", "normal"])
@SET_UPS
def test_whole_matches_with_every_set_up(level: str, options: dict[str, object]) -> None:
    for seed in range(scaled(1)):
        assert match(seed, (level, level), options).outcome is not None


@crossed
@pytest.mark.parametrize("level", SEARCHING)
@SET_UPS
def test_set_ups_and_first_pieces_of_those_who_search(level: str, options: dict[str, object]) -> None:
    session = match(0, (level, level), options, 34 if "board_build" in options else 16)
    assert session.observe(None)["phase"] == "play"
    if scaled(1) > 1:
        assert match(0, (level, level), options).outcome is not None


@pytest.mark.parametrize(
    ("level", "seed"), [("hard", 0), ("hard", 1), *(("normal", seed) for seed in range(4))]
)
def test_what_a_turn_joins_is_joined_in_every_match(level: str, seed: int) -> None:
    """Whenever its pieces would join a pair, whoever looks at a whole turn joins one."""
    session = begun(seed, 21)
    for _ in range(6):
        seat = session.to_move
        if seat is None:
            break
        before, stand = session.observe(None)["claimed"][seat], stand_of(session)
        there = any(race and race[seat].missing <= stand.left for race in stand.races)
        while session.to_move == seat:
            session.play(choose(session, level, budget=Budget(nodes=1)))
        assert not there or session.observe(None)["claimed"][seat] != before


def test_the_shortest_way_is_told() -> None:
    session = Session.from_position("city", f"{STRIP} socks=red:a1/e1 tracks=b1-c1/c1-d1 left=2")
    view = BoardReading.of(observed(session.observe(None)))
    way = view.shortest_way("red", 1)
    assert way is not None
    assert way[1] == 4
    assert (way[0][0], way[0][-1]) == ("a1", "e1")
    mine = view.shortest_way("red", 0)
    assert mine is not None
    assert mine[1] == 3
    assert view.shortest_way("blue", 0) is None
    short = Session.from_position("city", f"{STRIP} socks=red:a1/e1 supply=3/4 left=2")
    assert BoardReading.of(observed(short.observe(None))).shortest_way("red", 0) is None


# What a decision may cost.


def test_a_choice_that_is_settled_is_looked_into_no_further() -> None:
    """After the replies to eight second pieces one of them is far ahead, though before it was a question."""
    session = begun(5, 20)
    budget = Budget()
    choose(session, "master", budget=budget)
    assert budget.doubt > 0.5
    assert budget.spent <= 8


def test_nothing_is_begun_that_the_time_will_hardly_see_the_end_of() -> None:
    """Eight replies take more than half of the time here; a deeper look would only be broken off."""
    session = begun(1, 12)
    budgets: list[Budget] = []
    budgets.append(Budget(seconds=12, clock=lambda: float(budgets[0].spent if budgets else 0)))
    choose(session, "master", budget=budgets[0])
    assert 0 < budgets[0].spent <= 8


def test_a_decision_needs_little_memory() -> None:
    session = begun(6, 12)
    choose(session, "master", budget=Budget(nodes=4))
    tracemalloc.start()
    choose(session, "master", budget=Budget(nodes=scaled(4, 30)))
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 1e6
    assert most < 2e7


# Manners.


def figures(level: str) -> tuple[float, float]:
    """Pieces on the other's shortest ways, and pieces that touch own track, from the same positions."""
    counts = [0.0, 0.0]
    for seed in (3, 6, 11, 12):  # moments in which there is a choice that hardly matters
        session = begun(seed, 5 + 2 * (seed % 8))
        seat, stand = session.to_move, stand_of(session)
        links = []
        while session.to_move == seat:
            one, other = choose(session, level, budget=Budget(nodes=0)).split()[1:]
            session.play(f"lay {one} {other}")
            board = stand.net.board
            links.append(stand.net.link[board.link_of[board.number[one], board.number[other]]])
        for number, manner in enumerate(MANNERS):
            counts[number] += liking_of(manner, stand)(links)
    return counts[0], counts[1]


def test_manners_show() -> None:
    plain = figures("hard")
    for number, manner in enumerate(MANNERS):
        assert figures(f"hard/{manner}")[number] > plain[number]


@pytest.mark.parametrize("plain", ["easy", "normal"])
def test_manners_of_those_who_do_not_search_show(plain: str) -> None:
    """By single pieces that they lay at the same moments."""
    liked = dict.fromkeys((plain, *(f"{plain}/{manner}" for manner in MANNERS)), (0.0, 0.0))
    for seed in (2, 5, 6, 9):
        session = begun(seed, 5 + 2 * seed)
        stand = stand_of(session)
        likings = [liking_of(manner, stand) for manner in MANNERS]
        for level in liked:
            for chance in range(8):
                one, other = choose(session, level, chance).split()[1:]
                board = stand.net.board
                link = stand.net.link[board.link_of[board.number[one], board.number[other]]]
                first, second = (liking([link]) for liking in likings)
                liked[level] = liked[level][0] + first, liked[level][1] + second
    assert liked[f"{plain}/blocker"][0] > liked[plain][0]
    assert liked[f"{plain}/hauler"][1] > liked[plain][1]
