"""Positions, records and moves as text, whole and broken."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.chance import Chance
from game.core.session import Session
from tests.games.city.common import SAMPLE, SAMPLE_SOCKS, layout
from tests.scale import scaled

STRIP = "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1"
OPTIONS: list[dict[str, object]] = [
    {},
    {"blockers": 4},
    {"sock_setup": "alternate", "blockers": 1},
    {"sock_setup": "free", "build_over_printed": "on"},
    {"board_build": "manual", "sock_setup": "alternate"},
]


def played(seed: int, options: dict[str, object], plies: int) -> Session:
    session = Session.new("city", seed=seed, options=options)
    chance = Chance("position", seed)
    for _ in range(plies):
        if session.to_move is not None:
            session.play(chance.pick(session.moves()))
    return session


def test_every_field_is_written_in_order() -> None:
    session = Session.from_position(
        "city", f"{STRIP} socks=red:e1/a1 tracks=d1-c1,b1-a1/h1-g1 blockers=h2,b2 turn=1"
    )
    assert session.position() == (
        f"{STRIP} socks=red:a1/e1 tracks=a1-b1,c1-d1/g1-h1 phase=play turn=1 left=2 supply=38/39"
        " claimed=-/- blockers=b2,h2"
    )


def test_defaults_come_from_the_seed() -> None:
    first = {"start_player": "first"}
    whole = Session.new("city", seed=9, options=first)
    assert Session.from_position("city", "turn=0", 9, first).position() == whole.position()
    manual = Session.from_position("city", "phase=tiles", 9, {"board_build": "manual"})
    assert manual.observe(None)["board"] == []
    socks = Session.from_position("city", "phase=socks", 9, {"sock_setup": "alternate"})
    assert socks.observe(None)["socks"] == {}
    assert socks.observe(None)["board"] == whole.observe(None)["board"]


def test_a_part_of_a_board_has_no_socks_by_default() -> None:
    session = Session.from_position("city", STRIP)
    assert session.observe(None)["socks"] == {}
    assert len(session.observe(None)["stations"]) == 16
    assert Session.from_position("city", session.position()).position() == session.position()


@pytest.mark.parametrize(
    ("text", "left"),
    [("", 1), ("claimed=-/blue", 2), ("supply=40/38", 2), ("tracks=c1-d1/- supply=40/40", 2), ("left=2", 2)],
)
def test_only_the_first_turn_of_a_match_is_one_piece_by_default(text: str, left: int) -> None:
    session = Session.from_position("city", f"{STRIP} socks=red:a1/e1,blue:b1/h1 {text}")
    assert session.observe(None)["left"] == left
    assert Session.from_position("city", session.position()).position() == session.position()


def test_defaults_come_from_the_layout() -> None:
    session = Session.from_position("city", "turn=1", layout=layout(board=SAMPLE, socks=SAMPLE_SOCKS))
    assert session.position().startswith(f"board={SAMPLE} socks=red:g1/i9,")


def test_a_joined_pair_is_claimed_by_default() -> None:
    joined = f"{STRIP} socks=red:a1/c1,blue:e1/h1 tracks=-/a1-b1,b1-c1"
    assert Session.from_position("city", joined).observe(None)["claimed"] == [[], ["red"]]
    with pytest.raises(ValueError, match="red is joined"):
        Session.from_position("city", f"{joined} claimed=-/-")


@settings(max_examples=scaled(6, 240), deadline=None)
@given(seed=st.integers(0, 10**6), options=st.sampled_from(OPTIONS), plies=st.integers(0, 60))
def test_positions_are_fixed_points_and_go_on_alike(
    seed: int, options: dict[str, object], plies: int
) -> None:
    session = played(seed, options, plies)
    again = Session.from_position("city", session.position(), seed, options)
    assert again.position() == session.position()
    chance = Chance("on", seed)
    for _ in range(40):
        assert again.to_move == session.to_move
        assert again.moves() == session.moves()
        if session.to_move is None:
            assert again.outcome == session.outcome
            break
        move = chance.pick(session.moves())
        again.play(move)
        session.play(move)
        assert again.position() == session.position()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{STRIP} colour=red", "Unknown position field"),
        (f"{STRIP} phase=night", "phase is one of"),
        (f"{STRIP} turn=2 socks=-", "turn is a whole number"),
        (f"{STRIP} left=3 socks=-", "left is a whole number"),
        (f"{STRIP} socks=pink:a1/c1", "is no colour"),
        (f"{STRIP} socks=red:a1", "needs two stations"),
        (f"{STRIP} socks=red:a1/a1", "room for one"),
        (f"{STRIP} socks=red:a1/c1,blue:c1/e1", "room for one"),
        (f"{STRIP} socks=red:a1/c1,red:e1/g1", "stands twice"),
        (f"{STRIP} socks=red:a1/z9", "no station 'z9'"),
        (f"{STRIP} socks=red:a1/c1 tracks=a1-b1", "one entry a seat"),
        (f"{STRIP} socks=red:a1/c1 tracks=a1-c1/-", "no neighbours"),
        (f"{STRIP} socks=red:a1/c1 tracks=a1b1/-", "as in c7-d7"),
        (f"{STRIP} socks=red:a1/c1 tracks=a1-b1/b1-a1", "has track already"),
        (f"{STRIP} socks=red:a1/c1 tracks=b1-a2/-", "is printed"),
        (f"{STRIP} socks=red:a1/c1 tracks=a1-b1/- supply=41/40", "supply is a whole number from 0 to 40"),
        (f"{STRIP} socks=red:a1/c1 claimed=pink/-", "is no colour"),
        (f"{STRIP} socks=red:a1/c1 claimed=red/red", "stands twice"),
        (f"{STRIP} socks=red:a1/c1 blockers=a1", "taken already"),
        (f"{STRIP} socks=red:a1/c1 blockers=b1,b1", "taken already"),
        (f"{STRIP} socks=red:a1/c1 blockers=b1,d1,e1,f1,g1,h1,h2", "6 at most"),
        (f"{STRIP},2.0@h1 socks=-", "overlap on h1"),
        ("board=- socks=-", "there is a board"),
        ("board=9.0@a1 socks=-", "Designs go from 0"),
        ("board=0.0@a999 socks=-", "out of the map"),
        (f"{STRIP} phase=tiles socks=red:a1/c1", "no socks"),
        (f"{STRIP},2.0@i1 phase=tiles", "no design lies more than 4"),
        (f"board={SAMPLE} phase=tiles", "fewer than 20"),
        ("board=0.0@a1,0.0@q20 phase=tiles", "has a place"),
        (f"board={SAMPLE} socks={SAMPLE_SOCKS} phase=socks", "still to be set out"),
        ("board=2.0@a1,2.0@c1 phase=socks", "has a place"),
        (f"{STRIP} phase=socks tracks=a1-b1/-", "no track lies"),
        (f"{STRIP} phase=blockers socks=red:a1/c1", "house rule is 0"),
    ],
)
def test_broken_positions(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Session.from_position("city", text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lay",
        "lay c7",
        "lay c7 d7 e7",
        "lay c0 d0",
        "LAY c7 d7",
        "lay C7 d7",
        "block",
        "tile 0 0",
        "tile x 0 e1",
        "sock pink c7 k4",
        "sock red c7",
        "pass pass",
        "end",
        "lay ٣٣ d7",
    ],
)
def test_moves_off_the_grammar(text: str) -> None:
    session = Session.from_position("city", f"{STRIP} socks=red:a1/e1")
    before = session.position()
    with pytest.raises(ValueError, match="A move is"):
        session.play(text)
    assert session.position() == before


VERBS = ["lay", "block", "tile", "sock", "pass", "red"]
PLACES = ["c7", "d7", "a1", "b1", "z9", "aa1", "0", "3", "99", "-", "e1"]
WORDS = st.sampled_from(VERBS + PLACES)


@settings(max_examples=scaled(60, 3000), deadline=None)
@given(words=st.lists(WORDS, max_size=5), mess=st.text(max_size=6), at=st.integers(0, 20))
def test_any_text_is_refused_or_legal(words: list[str], mess: str, at: int) -> None:
    text = " ".join(words)
    text = text[:at] + mess + text[at:]
    for start in (f"{STRIP} socks=red:a1/e1", "phase=tiles", f"board={SAMPLE} phase=socks"):
        session = Session.from_position("city", start, options={"sock_setup": "alternate"})
        before = session.position()
        with contextlib.suppress(ValueError):
            session.play(text)
            session.undo()
        assert session.position() == before


@settings(max_examples=scaled(60, 3000), deadline=None)
@given(mess=st.text(max_size=4), at=st.integers(0, 320), cut=st.integers(0, 5))
def test_changed_positions_are_read_or_refused(mess: str, at: int, cut: int) -> None:
    text = (
        f"board={SAMPLE} socks=red:g1/i9 tracks=a4-b4/e8-f8 phase=play turn=1 left=2 supply=39/39"
        " claimed=-/- blockers=d1"
    )
    text = text[:at] + mess + text[at + cut :]
    with contextlib.suppress(ValueError):
        session = Session.from_position("city", text)
        assert Session.from_position("city", session.position()).position() == session.position()


@settings(max_examples=scaled(10, 400), deadline=None)
@given(mess=st.text(max_size=4), at=st.integers(0, 700), cut=st.integers(0, 5))
def test_changed_records_are_read_or_refused(mess: str, at: int, cut: int) -> None:
    session = Session.new("city", seed=1, layout=layout(board=SAMPLE, socks=SAMPLE_SOCKS))
    for _ in range(8):
        session.play(session.moves()[3])
    record = session.record()
    with contextlib.suppress(ValueError):
        Session.from_record(record[:at] + mess + record[at + cut :])


@pytest.mark.parametrize("options", OPTIONS)
def test_records_replay(options: dict[str, object]) -> None:
    session = played(8, options, 45)
    again = Session.from_record(session.record())
    assert again.position() == session.position()
    assert again.record() == session.record()
