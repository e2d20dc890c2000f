"""Hints and analysis of moves in SOCKI."""

import pytest

from game.core.game import HintLevel
from game.core.rng import SeededRng
from game.core.rummy.assistance import DraftPosition, Hint, hint
from game.core.session import Session
from game.games.socki.analysis import stake, wins
from game.match.rummy.match_text import hint_words
from tests.match.analysis_helpers import played

# Hints in SOCKI: the best play and the reasons, in positions where both are certain, in words.


NAMES = ["Ann", "Bo"]
NODES = 200
KEEPS = (
    "table=3P,3P,3F/9P,10P,11P/12P,12B,12L/5F,5L,5L/8F,9F,10F/2L,3L,4L/8L,9L,10L/2B,3B,4B,5B "
    "hands=1P,6P,6F,1B,9B,9B,HB/4P,7P,8B,10B,11B turn=0 stock="
    "HF,2F,2P,5B,11F,HP,2L,8L,1L,11B,6L,12F,7B,11L,6F,7B,6L,2P,11L,4B,12F,12L,7L,HB,8B,9F,6B,11P,10L,4P,8P,10B,"
    "12P,10P,7F,9L,3B,5F,3F,5P,HP,2B,4F,12B,1F,2F,9P,8F,4L,8P,HL,HL,7L,HF,1F,10F,1L,6P,6B,5P,4F,7P,7F,3L,11F,1P,1B"
)
FEEDS = (
    "table=2P,2P,2B/3P,4P,5P/6P,6F,6L/3F,4F,5F,6F/7F,7F,7B/8F,8F,8L,8L/9F,9L,9L/10F,10F,10B,10B,10L/"
    "11F,12F,HF,1F/HB,1B,2B hands=1P,5P,11P,2F,5F,4B,4L/3P,5B,11B,12L,HL,HL stock="
    "1B,HP,4L,7P,6P,1F,6L,2F,12L,9B,3L,HP,5B,10L,5L,11B,2L,HF,3F,7L,7L,8B,4B,11F,6B,11L,7B,9P,3L,12B,3B,4P,11P,"
    "2L,8B,10P,1L,4F,12B,9F,12P,5L,1P,12F,6B,11L,9P,8P,9B,10P,12P,8P,3B,7P,HB,1L turn=0"
)


def found(text: str, step: HintLevel = HintLevel.WHICH, more: tuple[str, ...] = ()) -> Hint:
    """Return the hint for the first seat; ``more`` cards are at the end of the last pile of its draft."""
    session = Session.from_position("socki", text)
    seen = session.observe(0)
    start = tuple(map(tuple, seen["table"]))
    position = DraftPosition("socki", session.options, start, tuple(seen["hand"]), start)
    if more:
        position = position.with_piles((*start[:-1], (*start[-1], *more)))
    return hint(position, step, seen, ("test", 2) if text == FEEDS else ("test",), NODES)


def test_hint_names_and_counts_the_card_to_keep() -> None:
    told = found(KEEPS)
    assert told.kept == ("HB",)
    assert hint_words(told, NAMES) == "Play 1 card and keep the happy card of boats."
    both = found(KEEPS, more=("1B", "HB"))
    assert both.other == ("HB",)
    assert hint_words(both, NAMES) == "Better to keep the happy card of boats."


def test_hint_confirms_the_best_play() -> None:
    whole = found(KEEPS, HintLevel.MOVE)
    assert whole.plan is not None
    assert whole.plan.table is not None
    session = Session.from_position("socki", KEEPS)
    seen = session.observe(0)
    position = DraftPosition(
        "socki", session.options, tuple(map(tuple, seen["table"])), tuple(seen["hand"]), ()
    )
    done = hint(position.with_piles(whole.plan.table), HintLevel.WHICH, seen, ("test",), NODES)
    assert hint_words(done, NAMES) == "You've made the best play."


def test_only_the_last_hint_level_gives_reasons() -> None:
    assert not found(KEEPS, HintLevel.WHICH).reasons
    assert not found(KEEPS, HintLevel.MOVE).reasons
    assert found(KEEPS, HintLevel.WHY).reasons


# Sentences about turns in SOCKI: each on a table where it can be checked by hand.


RUNS = "table=8P,9P,10P/3F,4F,5F"
STOCK = "stock=5B,7B,1L,3L"


def at(hands: str, *moves: str, options: dict[str, object] | None = None) -> Session:
    text = f"{RUNS} hands={hands} {STOCK} turn=0"
    return played(Session.from_position("socki", text, options=options), *moves)


def test_chance_follows_the_totals() -> None:
    options = at("11P/4L,6B").options
    assert wins([99, 0], [10, 0], options, SeededRng(1)) == [0.0, 1.0]
    assert stake(0, (0, 0), options) > 0.1
    one_round = at("11P/4L,6B", options={"target": 0}).options
    assert stake(0, (0, 0), one_round) == pytest.approx(1.0)
