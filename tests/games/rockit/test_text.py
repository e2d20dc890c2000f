"""Any text into the readers of RockIt: a sentence or a value, never anything else, and nothing changes."""

import re
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.discovery import find
from game.core.game import IllegalMove, Refusal
from game.core.session import Session
from tests.games.rockit.test_plays import reached
from tests.scale import scaled

RULES = find("rockit").rules
CARD = st.from_regex(r"\A((10|[2-9AJQK])[DHSC]|JK|JK=(10|[2-9AJQK])[DHSC]|99X|[0-9A-Z]{1,4})\Z")
MOVE = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["draw", "pass", "draw ", " pass", "play", "come", "rockit", "draw |", "draw | 2D", "pass |"]
    ),
    st.lists(st.one_of(CARD, st.just("|")), max_size=12)
    .map(" ".join)
    .flatmap(
        lambda cards: st.sampled_from(
            [f"play {cards}", f"come {cards}", f"draw | {cards}", f"pass | {cards}"]
        )
    ),
)
LETTERS = st.text("0123456789DHSCJQKA=,/- tablehndsokcurwipm\t\n²", max_size=4)


@cache
def middle(seed: int) -> Session:
    """A match in its middle, for reading only."""
    return reached(seed)


@settings(max_examples=scaled(60, 3000), deadline=None)
@given(text=MOVE, seed=st.integers(0, scaled(2, 9)))
def test_any_move_text(text: str, seed: int) -> None:
    session = middle(seed)
    before = session.position()
    try:
        refusal = session.refusal(text)
    except IllegalMove:
        raise AssertionError("a refusal is told, not raised") from None
    except ValueError as error:
        assert re.fullmatch(r"[^\n]+\.", str(error))
    else:
        move = RULES.parse_move(text)
        assert RULES.parse_move(RULES.format_move(move)) == move
        assert refusal is None or isinstance(refusal, Refusal)
    assert session.position() == before


@settings(max_examples=scaled(60, 3000), deadline=None)
@given(seed=st.integers(0, 9), cut=st.tuples(st.integers(0, 999), st.integers(0, 6)), put=LETTERS)
def test_any_position_text(seed: int, cut: tuple[int, int], put: str) -> None:
    text = middle(seed).position()
    at = cut[0] % len(text)
    text = text[:at] + put + text[at + cut[1] :]
    try:
        session = Session.from_position("rockit", text)
    except ValueError as error:
        assert re.fullmatch(r"[^\n]+\.", str(error))
    else:
        assert Session.from_position("rockit", session.position()).position() == session.position()
        assert session.moves()


@settings(max_examples=scaled(30, 1200), deadline=None)
@given(seed=st.integers(0, 9), cut=st.tuples(st.integers(0, 9999), st.integers(0, 6)), put=LETTERS)
def test_any_record_text(seed: int, cut: tuple[int, int], put: str) -> None:
    text = middle(seed).record()
    at = cut[0] % len(text)
    text = text[:at] + put + text[at + cut[1] :]
    try:
        session = Session.from_record(text)
    except ValueError as error:
        assert str(error)
    else:
        assert Session.from_record(session.record()).position() == session.position()
