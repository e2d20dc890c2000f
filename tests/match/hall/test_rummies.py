"""The rummies at a table of a hall: each phone has the game's own page, and builds its turn there."""

from __future__ import annotations

import pytest

from game.core.rummy import best_play
from tests.match.hall.phones_room import Lesson
from tests.match.hall.room import draws, plan


def begun(game: str) -> Lesson:
    lesson = Lesson(plan(1, game, players=2), 2, seeds=draws(14))
    lesson.hall.begin(lesson.now)
    lesson.turn()
    return lesson


def build(lesson: Lesson, person: int, game: str) -> None:
    """Lay what can be laid of the hand alone, pile by pile, as fingers do."""
    hand = [card for _key, card in lesson.state(person)["view"]["hand"]]
    for pile in best_play(game, [], hand, lesson.options_of(1)).table:
        held = [(card, key) for key, card in lesson.state(person)["view"]["hand"]]
        keys = []
        for card in pile:
            found = next(one for one in held if one[0] == card.partition("=")[0])
            held.remove(found)
            keys.append(found[1])
        assert lesson.do(person, "lay", cards=keys, pile=None) == ""


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_a_turn_is_built_on_the_phone_and_seen_on_the_other(game: str) -> None:
    lesson = begun(game)
    person = lesson.person_to_move(1)
    assert person is not None
    told = lesson.state(person)
    assert told["page"] == f"/play/{game}.js"
    assert told["moves"] == [], "cards are laid, not picked from a list of moves"
    build(lesson, person, game)
    built = lesson.state(person)["view"]
    assert built["laid"] >= 3
    assert lesson.state(1 - person)["seen"]["table"] == []
    assert lesson.do(person, "end") == ""
    lain = [sorted(card for _key, card, _own in pile) for _key, pile, _health, _why in built["piles"]]
    assert [sorted(pile) for pile in lesson.state(1 - person)["seen"]["table"]] == lain


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_only_whose_turn_it_is_sees_it_in_the_making(game: str) -> None:
    lesson = begun(game)
    person = lesson.person_to_move(1)
    assert person is not None
    assert "piles" in lesson.state(person)["view"]
    assert "piles" not in lesson.state(1 - person)["view"]
    assert lesson.do(1 - person, "draw") == "It is not your turn."


def test_a_play_that_is_too_small_to_come_in_is_refused_in_words() -> None:
    lesson = begun("rockit")
    person = lesson.person_to_move(1)
    assert person is not None
    assert lesson.do(person, "end") == (
        "A trick worth 30: any three or four of a kind, or a run that counts 30."
    )
