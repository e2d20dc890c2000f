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


def played_on(session: Session, level: str, pieces: int, nodes: int | None = None) -> Session:
    for _ in range(pieces):
        session.play(choose(session, level, budget=Budget(nodes=nodes)))
    return session


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


def test_normal_beats_easy(figure: object) -> None:
    won = 0
    count = scaled(3, 120)
    for seed in range(count):
        side = seed % 2
        session = match(seed, ("normal", "easy") if side == 0 else ("easy", "normal"))
        assert session.outcome is not None
        won += session.outcome.winners == (side,)
    assert won >= 0.8 * count
    assert callable(figure)
    figure(f"city, normal against easy: {won} of {count} won")


def share(better: str, worse: str, count: int) -> float:
    """The share of matches that the better level wins, the seats swapped."""
    won = 0.0
    for number in range(count):
        side = number % 2
        session = Session.new("city", seed=200 + number // 2)
        while session.to_move is not None:
            level = better if session.to_move == side else worse
            session.play(choose(session, level, len(session.log)))
        assert session.outcome is not None
        won += (side in session.outcome.winners) / len(session.outcome.winners)
    return won / count


def test_hard_beats_normal() -> None:
    assert share("hard", "normal", scaled(1, 80)) > 0.6


@pytest.mark.skipif(scaled(1) == 1, reason="minutes; a part of make soak")
def test_master_beats_hard() -> None:
    assert share("master", "hard", 10) >= 0.6


@pytest.mark.parametrize(
    "level", ["normal", "hard", "master", "normal/hauler", "normal/blocker", "hard/blocker"]
)
def test_a_pair_that_a_turn_joins_is_not_passed_by(level: str) -> None:
    session = Session.from_position("city", f"{STRIP} socks=red:a1/e1 tracks=a1-b1,b1-c1/g1-h1 left=2")
    assert played_on(session, level, 2).observe(None)["claimed"] == [["red"], []]


@pytest.mark.parametrize("level", ["normal", *SEARCHING, "hard/hauler", "master/blocker"])
def test_a_pair_that_is_nearly_joined_is_cut_off(level: str) -> None:
    """Seat 1 has one piece for the one link that it misses, d1-e1; seat 0 has nothing to win at once."""
    session = Session.from_position(
        "city",
        f"{STRIP} socks=red:a1/e1,blue:g1/h2 tracks=d1-d2/a1-b1,b1-c1,c1-d1 turn=0 left=1 supply=40/1",
    )
    assert "d1-e1" in played_on(session, level, 1).observe(None)["tracks"][0]


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


def test_a_budget_of_nodes_is_kept() -> None:
    session = Session.new("city", seed=5)
    for nodes in (0, 1, 7, 40):
        budget = Budget(nodes=nodes)
        choose(session, "master", budget=budget)
        assert budget.spent <= nodes
        assert bool(budget.spent) == bool(nodes)


def test_time_that_is_up_ends_a_decision() -> None:
    session = begun(3, 9)
    clock = iter(range(100))
    budget = Budget(seconds=5, clock=lambda: float(next(clock)))
    assert choose(session, "master", budget=budget) in session.moves()
    assert 0 < budget.spent <= 5


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


HEAD_START = (
    "board=0.4@a4,3.1@b4,4.3@c2,4.3@c8,1.0@d1,4.4@d5,3.1@d6,2.5@e8,1.0@f1,0.3@f4,3.3@f6,2.5@g8,"
    "2.3@h4,0.3@h6,2.3@i2,1.0@i5,1.3@j4,3.3@k2,0.2@k7,4.1@l3 "
    "socks=red:e4/l4,yellow:b1/g7,green:b5/h3,blue:a4/g2,violet:d8/e1,orange:b2/g8 "
    "tracks=a4-b4,b2-c1,b2-c2,b3-b4,b5-b6,c5-d5,d4-e4,d5-e5,e4-e5,e4-f5,e6-f5,f4-f5,f4-g4,f8-g8,"
    "g4-h4,h8-i7,j4-k4,k4-l4/b4-c4,b4-c5,c1-c2,c2-d3,d1-e1,d2-d3,d4-d5,d4-e5,e6-e7,e6-f7,e7-f7,f6-f7,"
    "f6-g6,f6-g7,g6-g7,g7-h7,g8-h7 "
    "phase=play "
    "turn=1 "
    "left=2 "
    "supply=22/23 "
    "claimed=green/yellow,violet "
    "blockers=-"
)
"""A turn of seat 1, green taken by the one, yellow and violet by the other: the next turn counts too."""


@pytest.mark.parametrize(("nodes", "winners"), [(0, ()), (8, (1,)), (60, (1,))])
def test_more_nodes_find_the_turn_after_which_nothing_can_be_saved(
    nodes: int, winners: tuple[int, ...]
) -> None:
    session = played_on(Session.from_position("city", HEAD_START), "master", 2, nodes=nodes)
    session = played_on(session, "hard", 2, nodes=4)
    assert (session.outcome.winners if session.outcome else ()) == winners


@pytest.mark.parametrize("options", [{"sock_setup": "free"}, {"blockers": 4}], ids=["socks", "blockers"])
def test_a_set_up_keeps_its_budget(options: dict[str, object]) -> None:
    session = Session.new("city", seed=5, options=options)
    budget = Budget(nodes=3)
    assert choose(session, "master", budget=budget) in session.moves()
    assert 0 < budget.spent <= 3


@pytest.mark.parametrize("level", BOT.levels)
def test_what_cannot_be_otherwise_costs_nothing(level: str) -> None:
    """One piece joins the last pair."""
    session = Session.from_position("city", f"{STRIP} socks=red:a1/e1 tracks=a1-b1,b1-c1,d1-e1/g1-h1 left=1")
    budget = Budget()
    session.play(choose(session, level, budget=budget))
    assert session.observe(None)["claimed"] == [["red"], []]
    assert budget.spent == 0


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


def test_a_close_choice_is_told() -> None:
    """A pair that is joined is no question; the first pieces on an open map are."""
    joins = Session.from_position("city", f"{STRIP} socks=red:a1/e1 tracks=a1-b1,b1-c1,d1-e1/g1-h1 left=2")
    doubts = []
    for session in (joins, *(Session.new("city", seed=seed) for seed in range(3))):
        budget = Budget(nodes=1)
        choose(session, "master", budget=budget)
        doubts.append(budget.doubt)
    assert doubts[0] == 0
    assert all(0 <= doubt <= 1 for doubt in doubts)
    assert max(doubts[1:]) > 0.5
