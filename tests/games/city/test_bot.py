"""Bots of Socks in the City."""

import tracemalloc
from collections.abc import Mapping
from functools import cache

import pytest

from game.core.discovery import find_game
from game.core.rng import SeededRng
from game.core.search import Budget
from game.core.session import Session
from game.games.city.bot import effects_of
from game.games.city.bot.search import CitySearchNode
from game.games.city.rules.events import as_observation
from game.games.city.rules.text import BoardReading
from tests.sampling import sample_size, thinned

BOT = find_game("city").bot
SEARCHING = ("hard", "master")
STRIP = "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1"


def choose(session: Session, level: str, seed: int = 0, budget: Budget | None = None) -> str:
    assert session.to_move is not None
    return BOT.choose(session.observe(session.to_move), session.options, level, SeededRng(seed), budget)


def match(
    seed: int, levels: tuple[str, str], options: Mapping[str, object] | None = None, most: int = 1000
) -> Session:
    """Return a match, or its set-up and at most ``most`` moves; searching levels look at one reply."""
    session = Session.new("city", seed=seed, options=options)
    while session.to_move is not None and len(session.log) < most:
        session.play(choose(session, levels[session.to_move], len(session.log), Budget(nodes=1)))
    return session


@cache
def _begun(seed: int, pieces: int) -> str:
    return match(seed, ("normal", "normal"), most=pieces).record()


def begun(seed: int, pieces: int) -> Session:
    """Return a match after ``pieces`` of two normal bots; cached, because many tests use the same one."""
    return Session.from_record(_begun(seed, pieces))


def stand_of(session: Session) -> CitySearchNode:
    seen = as_observation(session.observe(session.to_move))
    return CitySearchNode.of(BoardReading.of(seen), seen["turn"], seen["left"], over_printed=False)


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


@thinned()
@pytest.mark.parametrize("level", ["easy", "normal"])
@SET_UPS
def test_bots_finish_whole_matches_with_every_set_up(level: str, options: dict[str, object]) -> None:
    for seed in range(sample_size(1)):
        assert match(seed, (level, level), options).outcome is not None


@thinned()
@pytest.mark.parametrize("level", SEARCHING)
@SET_UPS
def test_searching_bots_finish_every_set_up(level: str, options: dict[str, object]) -> None:
    session = match(0, (level, level), options, 34 if "board_build" in options else 16)
    assert session.observe(None)["phase"] == "play"
    if sample_size(1) > 1:
        assert match(0, (level, level), options).outcome is not None


@pytest.mark.parametrize(
    ("level", "seed"), [("hard", 0), ("hard", 1), *(("normal", seed) for seed in range(4))]
)
def test_bots_join_every_pair_that_a_turn_can_join(level: str, seed: int) -> None:
    """A level that searches a whole turn joins a pair whenever its pieces can."""
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


def test_board_reading_finds_the_shortest_way() -> None:
    session = Session.from_position("city", f"{STRIP} socks=red:a1/e1 tracks=b1-c1/c1-d1 left=2")
    view = BoardReading.of(as_observation(session.observe(None)))
    way = view.shortest_way("red", 1)
    assert way is not None
    assert way[1] == 4
    assert (way[0][0], way[0][-1]) == ("a1", "e1")
    mine = view.shortest_way("red", 0)
    assert mine is not None
    assert mine[1] == 3
    assert view.shortest_way("blue", 0) is None
    short = Session.from_position("city", f"{STRIP} socks=red:a1/e1 supply=3/4 left=2")
    assert BoardReading.of(as_observation(short.observe(None))).shortest_way("red", 0) is None


def test_each_piece_of_easy_is_useful() -> None:
    """It shortens a way to a pair while it has one; after that it is in the other's way."""
    without = 0
    for seed in (27, *range(sample_size(2))):  # in the first one sees all its ways closed
        session = Session.new("city", seed=seed)
        while (seat := session.to_move) is not None:
            seen, move = session.observe(seat), choose(session, "easy", len(session.log))
            stand = stand_of(session)
            link, other = stand.net.link_of(move), 1 - seat
            own_ways, their_ways = (
                [
                    race[side].links
                    for race in stand.races
                    if race and race[side].missing <= stand.supply[side]
                ]
                for side in (seat, other)
            )
            if any(own_ways):
                assert any(effect["nearer"] for effect in effects_of(seen, session.options, move))
            elif any(their_ways):
                without += 1
                assert any(link & links for links in their_ways)
            session.play(move)
    assert without


# Cost of a decision.


def test_settled_choice_is_not_searched_further() -> None:
    """After the replies to eight second pieces, one that was close before is far ahead."""
    session = begun(7, 20)
    budget = Budget()
    choose(session, "master", budget=budget)
    assert budget.doubt > 0.5
    assert budget.spent <= 8


def test_no_search_step_starts_shortly_before_the_deadline() -> None:
    """Eight replies take more than half of the time here; a deeper search would only be cut off."""
    session = begun(1, 12)
    budgets: list[Budget] = []
    budgets.append(Budget(seconds=12, clock=lambda: float(budgets[0].spent if budgets else 0)))
    choose(session, "master", budget=budgets[0])
    assert 0 < budgets[0].spent <= 8


def test_decision_needs_little_memory() -> None:
    session = begun(6, 12)
    choose(session, "master", budget=Budget(nodes=4))
    tracemalloc.start()
    choose(session, "master", budget=Budget(nodes=sample_size(4, 30)))
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 1e6
    assert most < 2e7


HELD_UP = (
    "board=1.0@a11,0.5@b8,0.5@c6,2.2@c9,3.5@c13,3.5@d4,0.0@e6,1.2@e8,3.0@e10,4.3@e11,2.2@f12,4.2@g1,"
    "4.4@g5,0.2@g8,1.1@h1,1.4@h7,4.1@h9,3.4@i5,2.1@i7,2.4@j7 socks=red:c8/i4,yellow:e13/j7,green:a10/g6,"
    "blue:f9/h1,violet:b10/h8,orange:g1/g9 tracks=a10-b9,b8-b9,b8-c9,b10-c10,c6-c7,c9-c10,c9-d9,d4-d5,"
    "d5-d6,d6-e6,d10-e11,e6-f7,e10-e11,f6-g6,f7-f8,g1-g2,g2-g3,g4-h5,g8-h7,h5-i5,h6-i5,h6-i6,"
    "h7-h8/b10-c9,c8-d8,d9-d10,d10-e9,e8-e9,e8-f8,e9-e10,e11-e12,e13-f13,f6-g5,f8-f9,f8-g7,f8-g8,g2-h2,"
    "g7-g8,g7-h7,h2-i3,h4-h5,h4-i4,h5-h6,h6-i7,i6-j7 phase=play turn=1 left=2 supply=17/18 claimed=green,"
    "orange/red,blue blockers=-"
)
"""Two pairs are left: of one the seat to move needs 3 and the other 5, of the next 6 and 2. Points are level.
"""


def test_pair_about_to_be_joined_is_blocked() -> None:
    """Two pieces on its shortest way look better, but only the piece across wins."""
    session = Session.from_position("city", HELD_UP)
    pieces = []
    for _ in range(2):
        pieces.append(choose(session, "master", budget=Budget()))
        session.play(pieces[-1])
    assert "lay d4 e3" in pieces


@pytest.mark.parametrize("seed", [21, *range(1, sample_size(1, 12))])
def test_no_piece_is_idle_once_the_match_is_decided(seed: int) -> None:
    """Each turn continues a way or blocks one, as long as any piece does."""
    session, decided = match(seed, ("normal", "normal"), most=26), 0
    while (seat := session.to_move) is not None:
        before, changes = session.before(len(session.log)), not stand_of(session).is_decided
        decided += not changes
        while session.to_move == seat:
            move = choose(session, "master", budget=Budget(nodes=8))
            changes |= bool(effects_of(session.observe(seat), session.options, move))
            session.play(move)
        seen = before.observe(seat)
        assert changes or not any(effects_of(seen, before.options, move) for move in before.moves())
    assert decided or seed != 21


PAST_A_SOCK = (
    "board=3.5@b2,4.1@b3,1.3@d4,2.2@d5,0.3@d8,0.1@e1,3.4@e7,4.3@e10,3.0@f1,4.4@f5,2.1@f7,0.1@g5,1.0@h1,2."
    "3@h4,2.5@h8,1.3@i6,3.3@j4,4.0@j5,0.2@k9,1.2@l7 socks=red:e9/i1,yellow:e4/k7,green:c6/k6,blue:d4/k9,v"
    "iolet:c4/j9,orange:c2/j7 tracks=c2-d2,c4-d3,c8-d9,d2-d3,d3-e3,e3-f3,e6-f5,f4-f5,f5-g5,g1-h1,g2-h3,g6"
    "-h6,h1-i1,h2-i1,h3-i3,h6-i7,i1-i2,i4-j5,i5-j5,i6-i7,i8-j7,i8-j9/c2-d3,c6-d6,d7-d8,d8-e7,e4-f4,e5-e6,"
    "e6-f6,e8-e9,f4-g5,f6-g5,f7-f8,g6-g7,g6-h5,h2-h3,h2-i3,h5-i5,i2-i3,i2-j3,i4-i5,i6-j6,i8-j8,j6-k7 phas"
    "e=play turn=0 left=1 supply=18/18 claimed=violet,orange/yellow,green blockers=-"
)
"""Red is left, and only the leader, who lays the second piece, can get it; a way seems to lead past a sock.
"""


@pytest.mark.parametrize("level", SEARCHING)
def test_sock_across_the_way_does_not_mislead_the_bot(level: str) -> None:
    session = Session.from_position("city", PAST_A_SOCK)
    for seed in range(4):
        move = choose(session, level, seed, Budget(nodes=1))
        assert effects_of(session.observe(0), session.options, move)


def test_blocker_of_normal_takes_a_central_station() -> None:
    session = Session.new("city", seed=5, options={"blockers": 2})
    board = session.state.board
    ways = {board.names[number]: len(near) for number, near in enumerate(board.near)}
    free = [move.split()[1] for move in session.moves()]
    assert ways[choose(session, "normal").split()[1]] == max(map(ways.__getitem__, free))


def test_first_piece_uses_at_most_half_of_the_time() -> None:
    """A search cut off at half of the time is dropped, and the earlier result is used."""
    session = begun(1, 11)
    full, budgets = Budget(), list[Budget]()
    choose(session, "master", budget=full)
    budgets.append(Budget(seconds=40, clock=lambda: float(budgets[0].spent if budgets else 0)))
    assert choose(session, "master", budget=budgets[0]).startswith("lay")
    assert full.spent > 20 == budgets[0].spent


def test_second_piece_of_a_turn_needs_less_search() -> None:
    """It was searched with the first. When the search was restarted, it took nearly as long."""
    session, spent = begun(1, 11), []
    for _ in range(2):
        budget = Budget()
        session.play(choose(session, "master", budget=budget))
        spent.append(budget.spent)
    assert spent[1] < spent[0] / 2
