"""Every house rule of Socks in the City, each value."""

import pytest

from game.core.session import Session
from game.games.city.rules import Code, Reason
from tests.games.city.common import SAMPLE, SAMPLE_SOCKS, code, layout
from tests.scale import scaled

STRIP = "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1"


def crowded_corner(**options: object) -> Session:
    text = f"board={SAMPLE} socks=red:e1/b6,yellow:c2/j7,green:d2/k1 phase=socks"
    given = {"sock_setup": "alternate", "apart_min": 1, "apart_max": 20, **options}
    return Session.from_position("city", text, options=given)


@pytest.mark.parametrize(("value", "refusal"), [("on", Code.CROWDED), ("off", None)])
def test_three_neighbours(value: str, refusal: Code | None) -> None:
    assert code(crowded_corner(three_neighbours=value), "sock blue d1 l3") == refusal


@pytest.mark.parametrize("count", range(7))
def test_blockers(count: int) -> None:
    session = Session.new("city", seed=5, options={"blockers": count})
    for _ in range(count):
        assert session.moves()[0].startswith("block ")
        session.play(session.moves()[-1])
    assert session.moves()[0].startswith("lay ")
    assert len(session.observe(None)["blockers"]) == count


@pytest.mark.parametrize(("value", "refusal"), [("off", Code.PRINTED_TRACK), ("on", None)])
def test_build_over_printed(value: str, refusal: Code | None) -> None:
    session = Session.from_position(
        "city", f"{STRIP} socks=red:a2/d1 tracks=-/b1-c1 left=2", options={"build_over_printed": value}
    )
    assert code(session, "lay b1 a2") == refusal
    assert ("lay a2 b1" in session.moves()) == (refusal is None)


def test_a_built_over_link_is_its_owners_alone() -> None:
    """Seat 1 would join red over the printed b1-a2; seat 0 takes it."""
    text = f"{STRIP} socks=red:a2/d1 tracks=e1-f1/b1-c1 left=2"
    options = {"build_over_printed": "on", "start_player": "first"}
    session = Session.from_position("city", text, options=options)
    session.play("lay a2 b1")
    session.play("lay g1 h1")
    assert code(session, "lay a2 b1") == Code.TRACK_THERE
    session.play("lay c1 d1")
    assert session.observe(None)["claimed"] == [[], []]
    left_alone = Session.from_position("city", text, options=options)
    for move in ("lay g2 h2", "lay g1 h1", "lay c1 d1"):
        left_alone.play(move)
    assert left_alone.observe(None)["claimed"] == [[], ["red"]]


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


@pytest.mark.parametrize(
    ("tie", "starter", "winners"),
    [
        ("draw", "first", (0, 1)),
        ("highest_single_sock", "first", (0,)),
        ("second_player", "first", (1,)),
    ],
)
def test_tie(tie: str, starter: str, winners: tuple[int, ...]) -> None:
    """Seat 0 has one sock of 3 points, seat 1 three of one point."""
    session = Session.from_position(
        "city",
        "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1,2.0@i1 socks=red:a1/e1,blue:b2/d2,green:f2/h2,yellow:g1/i1"
        " claimed=red/blue,green,yellow tracks=-/-",
        options={"tie": tie, "start_player": starter},
    )
    assert session.outcome is not None
    assert session.outcome.reason == Reason.ALL_CLAIMED
    assert session.outcome.scores == (3, 3)
    assert session.outcome.winners == winners


def test_equal_dearest_socks_share() -> None:
    session = Session.from_position(
        "city",
        f"{STRIP} socks=red:a1/c1,blue:e1/g1 claimed=red/blue",
        options={"tie": "highest_single_sock"},
    )
    assert session.outcome is not None
    assert session.outcome.winners == (0, 1)


def test_start_player() -> None:
    assert {Session.new("city", seed=seed).to_move for seed in range(12)} == {0, 1}
    assert {
        Session.new("city", seed=seed, options={"start_player": "first"}).to_move for seed in range(12)
    } == {0}


def test_second_player_of_a_position_is_read_from_the_track() -> None:
    """Seat 1 has laid one piece and is not to move: it began, so seat 0 is second and wins the tie."""
    claimed = f"{STRIP} socks=red:a1/c1,blue:e1/g1 claimed=red/blue tracks="
    for tracks, turn, second in (("-/a2-b2", 0, 0), ("a2-b2/-", 1, 1), ("a1-a2,a2-b2/g2-h2", 0, 0)):
        session = Session.from_position(
            "city", f"{claimed}{tracks} turn={turn}", options={"tie": "second_player"}
        )
        assert session.outcome is not None
        assert session.outcome.winners == (second,)


@pytest.mark.parametrize(("value", "phase"), [("auto", "play"), ("manual", "tiles")])
def test_board_build(value: str, phase: str) -> None:
    session = Session.new("city", seed=1, options={"board_build": value})
    assert session.observe(None)["phase"] == phase
    assert len(session.observe(None)["board"]) == (0 if phase == "tiles" else 20)


@pytest.mark.parametrize(("fewest", "most"), [(5, 8), (6, 6), (8, 8), (0, 5), (12, 12), (9, 20)])
def test_vacant(fewest: int, most: int) -> None:
    for seed in range(scaled(2)):
        session = Session.new("city", seed=seed, options={"vacant_min": fewest, "vacant_max": most})
        assert fewest <= len(session.observe(None)["vacant"]) <= most


@pytest.mark.parametrize(
    "options", [{"apart_min": 8, "apart_max": 7}, {"vacant_min": 9, "vacant_max": 8}, {"apart_max": 5}]
)
def test_limits_must_go_together(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="must not be the greater"):
        Session.new("city", seed=0, options=options)
    with pytest.raises(ValueError, match="must not be the greater"):
        Session.from_position("city", f"{STRIP} socks=red:a1/c1", options=options)


@pytest.mark.parametrize(
    "options",
    [
        {"blockers": 7},
        {"apart_min": 0},
        {"tie": "coin"},
        {"sock_setup": "by hand"},
        {"vacant_max": 4},
        {"players": 2},
    ],
)
def test_values_outside_the_list(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(options)).split("_")[0]):
        Session.new("city", seed=0, options=options)


def test_a_map_with_socks_needs_no_set_up() -> None:
    session = Session.new(
        "city",
        options={"sock_setup": "alternate", "board_build": "manual"},
        layout=layout(board=SAMPLE, socks=SAMPLE_SOCKS),
    )
    assert session.observe(None)["phase"] == "play"
    bare = Session.new("city", seed=0, options={"sock_setup": "alternate"}, layout=layout(board=SAMPLE))
    assert bare.observe(None)["phase"] == "socks"
