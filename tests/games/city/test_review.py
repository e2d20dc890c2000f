"""What is said of moves in the City, before and afterwards, and what manners of its players give away."""

from __future__ import annotations

from functools import cache

import pytest

from game.core.search import Budget
from game.core.session import Session
from game.games.city.bot import SIGHTS, Advice, Effect, advised, ranked
from game.games.city.bot.search import Thought
from game.games.city.bot.weights import SURENESS
from game.games.city.review import Joined, fact_words, turns_of
from game.games.city.rules.events import PairJoined, read
from game.games.city.words import advice_words
from tests.games.city.test_bot import STRIP, choose, match, stand_of
from tests.match.understanding import analyst, played
from tests.matches import record_of
from tests.scale import scaled

# Advice in Socks in the City: what a piece is good for, and the sentence that says so.


def test_a_way_that_is_closed_is_told() -> None:
    effects: list[Effect] = [{"colour": "green", "mine": 4, "theirs": None, "nearer": 1, "longer": None}]
    advice: Advice = {"move": "lay a1 b1", "effects": effects}
    words = "East to West: then 4 pieces join green; Bo can no longer join green."
    assert advice_words(advice, {"a1": "East", "b1": "West"}, "Bo") == words


def test_a_piece_that_changes_nothing_by_itself() -> None:
    advice: Advice = {"move": "lay a1 b1", "effects": []}
    assert "next pieces" in advice_words(advice, {"a1": "East", "b1": "West"}, "Bo")


def test_advice_of_a_set_up_has_no_effects() -> None:
    session = Session.new("city", seed=1, options={"blockers": 2})
    advice = advised(session.observe(session.to_move), session.options, ("test",), nodes=2)
    assert advice["move"].startswith("block")
    assert advice["effects"] == []


# What is said of turns of Socks in the City: each sentence on a position where it can be counted by hand.


MINE = "tracks=a1-b1,b1-c1/- left=2"
"""Red is a1 to e1, four links; two of them are Ann's."""
AWAY = ("lay g1 h1", "lay g2 h2")
"""A turn that touches no pair."""


def at(fields: str, *moves: str) -> Session:
    return played(Session.from_position("city", f"{STRIP} socks=red:a1/e1 {fields}"), *moves)


def test_pieces_are_told_by_the_names_of_their_stations() -> None:
    session = at(MINE, *AWAY)
    looks = analyst(session)
    assert " to " in looks.move_said(["lay c1 d1"], session, looks.turns(session)[0])


# What dice and manners of the computer players give away, by their own judgement: no more than a cap.


CAPS = {
    "normal": {"": 0.0, "blocker": 0.25, "hauler": 0.1},
    "hard": {"": 0.003, "blocker": 0.083, "hauler": 0.033},
    "master": {"": 0.001, "blocker": 0.081, "hauler": 0.031},
}
"""By level and manner: of normal in points, of those who search in hope of the match."""
SEEDS = (6, 15, 21, 25, 28)
"""Matches with a turn in which more dice, or a manner with more of a say, would choose otherwise."""


@cache
def moments() -> list[Session]:
    return [match(seed, ("normal", "normal"), most=5 + 2 * (seed % 6)) for seed in SEEDS[: scaled(2, 5)]]


def worths(session: Session, level: str) -> dict[str, float]:
    """What the plain level thinks of the first pieces that it weighs, as it does without a reply."""
    stand = stand_of(session)
    names = stand.net.board.link_names
    found: dict[str, float] = {}
    if level == "normal":
        for value, link in ranked(stand)[:5]:
            later = ranked(stand.laid(stand.net.link[link]))
            found[f"lay {' '.join(names[link])}"] = later[0][0] if later else value
        return found
    for turn in Thought(SIGHTS[level], SURENESS, Budget(nodes=0)).ranked(stand):
        for piece in turn.links:
            move = f"lay {' '.join(names[stand.net.number[piece]])}"
            found[move] = max(found.get(move, -2.0), turn.value)
    return found


@pytest.mark.parametrize("level", CAPS)
def test_regret_is_capped(level: str) -> None:
    for session in moments():
        known = worths(session, level)
        for manner, cap in CAPS[level].items():
            for dice in range(3):
                move = choose(session, f"{level}/{manner}".rstrip("/"), dice, Budget(nodes=0))
                assert max(known.values()) - known[move] <= cap, (manner, move)


# A turn that is named has one number, whoever names it: the head of a moment, or what came of it.


def test_what_came_later_is_told_by_the_number_of_its_own_turn() -> None:
    session = Session.from_record(record_of("city"))
    turns = turns_of(session)
    told = 0
    for number, turn in enumerate(turns):
        for one in turns[number + 1 :]:
            happened = [read(event) for ply in range(one.first, one.last) for event in session.events_of(ply)]
            for event in happened:
                if isinstance(event, PairJoined):
                    own = sum(other.seat == one.seat for other in turns[: turns.index(one) + 1])
                    assert Joined.later(session, turn)[event.colour] == Joined(
                        one.seat, own, is_next=one == turns[number + 1]
                    )
                    told += 1
    assert told


def test_its_words_name_that_turn() -> None:
    fact = {"kind": "lost", "colour": "red", "seat": 1}
    assert fact_words({**fact, "turn": 4}, ["Ann", "Bo"]).endswith(" home in turn 4.")
    assert fact_words({**fact, "turn": 4, "next": True}, ["Ann", "Bo"]).endswith(" in the next turn.")
    assert fact_words({**fact, "turns": 7}, ["Ann", "Bo"]).endswith(" home later."), "of a version before"
