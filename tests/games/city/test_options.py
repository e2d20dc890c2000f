"""Every house rule of Socks in the City, each value."""

import pytest

from game.core.session import Session
from tests.games.city.common import SAMPLE, SAMPLE_SOCKS, layout
from tests.scale import scaled


@pytest.mark.parametrize("count", range(7))
def test_blockers(count: int) -> None:
    session = Session.new("city", seed=5, options={"blockers": count})
    for _ in range(count):
        assert session.moves()[0].startswith("block ")
        session.play(session.moves()[-1])
    assert session.moves()[0].startswith("lay ")
    assert len(session.observe(None)["blockers"]) == count


@pytest.mark.parametrize(
    ("value", "seats"),
    [("auto", []), ("alternate", [1, 0, 1, 0, 1, 0]), ("free", [1] * 6)],
)
def test_sock_setup(value: str, seats: list[int]) -> None:
    session = Session.new("city", seed=6, options={"sock_setup": value, "start_player": "first"})
    found = []
    while session.observe(None)["phase"] == "socks":
        found.append(session.to_move)
        session.play(session.moves()[len(session.moves()) // 2])
    assert found == seats
    assert len(session.observe(None)["socks"]) == 6


@pytest.mark.parametrize(("nearest", "farthest"), [(6, 10), (1, 3), (8, 8), (6, 6), (1, 20)])
def test_apart(nearest: int, farthest: int) -> None:
    for seed in range(scaled(3)):
        options = {"apart_min": nearest, "apart_max": farthest}
        worth = Session.new("city", seed=seed, options=options).observe(None)["worth"]
        assert all(nearest <= value <= farthest for value in worth.values())
        by_hand = Session.new("city", seed=seed, options={**options, "sock_setup": "alternate"})
        move = by_hand.moves()[-1]
        by_hand.play(move)
        assert nearest <= by_hand.observe(None)["worth"][move.split()[1]] <= farthest


@pytest.mark.parametrize(("fewest", "most"), [(5, 8), (6, 6), (8, 8), (0, 5), (12, 12), (9, 20)])
def test_vacant(fewest: int, most: int) -> None:
    for seed in range(scaled(2)):
        session = Session.new("city", seed=seed, options={"vacant_min": fewest, "vacant_max": most})
        assert fewest <= len(session.observe(None)["vacant"]) <= most


def test_a_map_with_socks_needs_no_set_up() -> None:
    session = Session.new(
        "city",
        options={"sock_setup": "alternate", "board_build": "manual"},
        layout=layout(board=SAMPLE, socks=SAMPLE_SOCKS),
    )
    assert session.observe(None)["phase"] == "play"
    bare = Session.new("city", seed=0, options={"sock_setup": "alternate"}, layout=layout(board=SAMPLE))
    assert bare.observe(None)["phase"] == "socks"
