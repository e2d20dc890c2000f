"""The computer players of Socks in the City."""

import pytest

from game.core.chance import Chance
from game.core.discovery import find
from game.core.session import Session
from game.games.city.rules.observed import observed
from game.games.city.rules.reading import BoardReading
from tests.scale import scaled

BOT = find("city").bot
STRIP = "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1"


def choose(session: Session, level: str, seed: int = 0) -> str:
    assert session.to_move is not None
    return BOT.choose(session.observe(session.to_move), session.options, level, Chance(seed))


def match(seed: int, levels: tuple[str, str], **options: object) -> Session:
    session = Session.new("city", seed=seed, options=options)
    while session.to_move is not None:
        session.play(choose(session, levels[session.to_move], len(session.log)))
    return session


def test_levels() -> None:
    assert BOT.levels == ("easy", "normal")


@pytest.mark.parametrize("level", BOT.levels)
@pytest.mark.parametrize(
    "options",
    [
        {"blockers": 6, "build_over_printed": "on"},
        {"sock_setup": "alternate", "blockers": 2},
        {"sock_setup": "free", "three_neighbours": "off", "apart_min": 1, "apart_max": 3},
        {"board_build": "manual", "sock_setup": "alternate"},
    ],
    ids=["printed", "alternate", "near", "manual"],
)
def test_whole_matches_with_every_set_up(level: str, options: dict[str, object]) -> None:
    for seed in range(scaled(1)):
        assert match(seed, (level, level), **options).outcome is not None


def test_same_chance_same_move() -> None:
    session = Session.new("city", seed=2)
    for level in BOT.levels:
        assert len({choose(session, level, 3) for _ in range(3)}) == 1


def test_the_observation_is_not_changed() -> None:
    session = Session.new("city", seed=2)
    seen = session.observe(session.to_move)
    BOT.choose(seen, session.options, "normal", Chance(1))
    assert seen == session.observe(session.to_move)


def test_normal_beats_easy(figure: object) -> None:
    won = 0
    count = scaled(6)
    for seed in range(count):
        side = seed % 2
        session = match(seed, ("normal", "easy") if side == 0 else ("easy", "normal"))
        assert session.outcome is not None
        won += session.outcome.winners == (side,)
    assert won >= 0.8 * count
    assert callable(figure)
    figure(f"city, normal against easy: {won} of {count} won")


def test_normal_finishes_a_pair_with_both_pieces() -> None:
    session = Session.from_position("city", f"{STRIP} socks=red:a1/e1 tracks=a1-b1,b1-c1/g1-h1 left=2")
    for _ in range(2):
        session.play(choose(session, "normal"))
    assert session.observe(None)["claimed"] == [["red"], []]


def test_normal_stops_a_pair_that_is_nearly_joined() -> None:
    """Seat 1 misses one link, d1-e1, and no other way is left to it; seat 0 has nothing to win at once."""
    session = Session.from_position(
        "city",
        f"{STRIP} socks=red:a1/e1,blue:g1/h2 tracks=d1-d2/a1-b1,b1-c1,c1-d1 turn=0 left=1",
    )
    session.play(choose(session, "normal"))
    assert "d1-e1" in session.observe(None)["tracks"][0]


def test_pass_when_nothing_can_be_laid() -> None:
    session = Session.from_position("city", f"{STRIP} socks=red:a1/e1 supply=0/40 left=2")
    assert {choose(session, level) for level in BOT.levels} == {"pass"}


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
