"""A turn that is named has one number, whoever names it: the head of a moment, or what came of it."""

from __future__ import annotations

from game.core.session import Session
from game.games.city.review import Joined, fact_words, turns_of
from game.games.city.rules.events import PairJoined, read
from tests.matches import record_of


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
