"""Lessons on a phone: opened at the big screen for somebody in the lobby, learnt and ended on the phone."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from game.match.lesson import read_lessons
from game.ui.match.lesson import LessonScene
from tests.party.classroom import Learner, foyer
from tests.scenes.lesson_hands import taught

ALL = [
    (slug, one.key)
    for slug in ("socker", "city", "socki", "rockit", "sociable")
    for one in read_lessons(slug).lessons
]


@pytest.mark.parametrize(("slug", "key"), ALL)
def test_every_lesson_is_played_to_its_end_on_a_phone(tmp_path: Path, slug: str, key: str) -> None:
    with foyer(tmp_path, slug) as made:
        made.open(slug, key)
        learner = Learner(made)
        for step in taught(slug, key).steps:
            learner.take_step(step)
        assert learner.lesson["over"]
        assert made.window.shown == "LessonEnd"
        assert made.window.stage.settings.lessons[slug] == {key: "done"}


def test_a_wrong_move_is_refused_and_nudged_on_phone_and_screen(tmp_path: Path) -> None:
    with foyer(tmp_path, "socker") as made:
        made.open("socker", "kick")
        learner = Learner(made)
        first = dict(learner.lesson)
        assert first["at"] == "step 1 of 3"
        assert learner.do("move", move="move e5 e9", ply=0) != "", "the game's own refusal"
        made.until(lambda: learner.lesson["say"] != first["say"])
        assert made.window.top.guide.told.say.endswith(learner.lesson["say"])
        assert made.window.top.guide.told.say != learner.lesson["say"], "the refusal stands before it"
        assert learner.do("move", move="move e5 d5", ply=0) == "", "the rules allow it, the step does not"
        assert made.window.top.match.session.log == ()
        learner.take_step(taught("socker", "kick").steps[0])
        assert learner.lesson["at"] == "step 2 of 3"


def test_a_phone_skips_begins_again_and_goes_on_by_itself(tmp_path: Path) -> None:
    with foyer(tmp_path, "socki", 2) as made:
        made.open("socki", "draw")
        learner, other = Learner(made), made.phones[1]
        assert other.state["lobby"], "the others wait as before"
        steps = len(taught("socki", "draw").steps)
        for number in range(1, steps + 1):
            assert learner.lesson["at"] == f"step {number} of {steps}"
            before = dict(learner.lesson)
            assert learner.phone.do("lesson", what="skip") == ""
            made.until(lambda: learner.lesson != before)  # noqa: B023
        assert [what for what, _words in learner.lesson["choices"]] == ["next", "again", "leave"]
        assert learner.phone.do("lesson", what="again") == ""
        made.until(lambda: learner.lesson["at"] == f"step 1 of {steps}")
        assert learner.phone.do("lesson", what="next") != "", "that is offered at the end alone"
        for _number in range(steps):
            learner.phone.do("lesson", what="skip")
        made.until(lambda: learner.lesson["over"])
        title = learner.lesson["title"]
        learner.phone.do("lesson", what="next")
        made.until(lambda: learner.lesson["title"] != title)
        assert learner.phone.do("lesson", what="leave") == ""
        made.until(lambda: learner.phone.state["lobby"])
        assert made.window.shown == "Lobby"
        assert learner.phone.state["seats"][learner.phone.state["seat"]]["name"] == "Bo"


@pytest.mark.parametrize(("first", "second"), [("skip", "skip"), ("again", "skip"), ("leave", "leave")])
def test_two_choices_that_come_together(tmp_path: Path, first: str, second: str) -> None:
    """A tap and its double while the window was busy: the second was not meant for what came of the first."""
    with foyer(tmp_path, "socki") as made:
        made.open("socki", "draw")
        learner = Learner(made)
        step = learner.lesson["step"]
        with patch.object(made.hub, "turn", return_value=False):
            numbers = [learner.phone.say("lesson", what=what, step=step) for what in (first, second)]
            learner.phone.send_text("nonsense")
            made.until(lambda: learner.phone.errors)  # the server has read all three
        made.until(lambda: all(number in learner.phone.answers for number in numbers))
        assert learner.phone.answers[numbers[0]] == ""
        if first != "again":  # the same step as before: whoever skips it then has seen it
            assert learner.phone.answers[numbers[1]] != ""
        if first == "skip":
            made.until(lambda: learner.lesson["at"].startswith("step 2 "))
        elif first == "leave":
            made.until(lambda: learner.phone.state["lobby"])
        assert isinstance(made.window.top, LessonScene) == (first != "leave")


def test_the_teacher_speaks_the_language_of_the_phone(tmp_path: Path) -> None:
    with foyer(tmp_path, "socki") as made:
        learner = Learner(made)
        learner.phone.send("speak", language="de")
        made.open("socki", "draw")
        made.until(lambda: learner.lesson["at"] == "Schritt 1 von 4")
        assert "Keine deiner Karten" in learner.lesson["say"]
        assert made.window.top.guide.told.say == "Nothing in your hand fits anywhere."


def test_a_phone_that_gives_its_seat_up_leaves_the_lesson_to_the_screen(tmp_path: Path) -> None:
    with foyer(tmp_path, "socker") as made:
        made.open("socker", "kick")
        scene = made.window.top
        assert scene.match.person is None
        made.phones[0].send("leave")
        made.until(lambda: scene.match.person is not None)
        assert made.window.top is scene
        made.window.stage.scenes.pop()
        made.until(lambda: made.window.top.seats[1].device == "")


@pytest.mark.parametrize("slug", ["socki", "socker"])
def test_a_phone_that_goes_away_in_a_lesson_finds_it_as_it_was(tmp_path: Path, slug: str) -> None:
    """Also one that lay in a pocket for a quarter of an hour: nothing waits for it but the lesson."""
    key = {"socki": "draw", "socker": "kick"}[slug]
    with foyer(tmp_path, slug) as made:
        made.open(slug, key)
        learner = Learner(made)
        learner.take_step(taught(slug, key).steps[0])
        scene, lesson, log = made.window.top, dict(learner.lesson), made.window.top.match.session.log
        learner.phone.drop()
        made.until(lambda: not made.hub.is_there(learner.phone.seat))
        made.window.pass_time(15 * 60_000)
        made.window.turn()
        assert made.window.top is scene, "no dialog, no menu, and nobody plays for it"
        assert scene.match.session.log == log
        learner.phone.state = {}
        learner.phone.back()
        made.until(lambda: learner.phone.state)
        assert learner.lesson == lesson
        for step in taught(slug, key).steps[1:]:
            learner.take_step(step)
        assert learner.lesson["over"]


def test_a_nudge_speaks_of_the_phone_there_and_of_the_screen_here(tmp_path: Path) -> None:
    with foyer(tmp_path, "rockit") as made:
        made.open("rockit", "joker")
        learner = Learner(made)
        learner.take_step(taught("rockit", "joker").steps[0])
        assert learner.lesson["act"] == "Tap the joker, then “Other card” until it is a 5."
        assert made.window.top.guide.told.act == f"On the phone: {learner.lesson['act']}"
        made.phones[0].send("leave")
        made.until(lambda: made.window.top.match.person is not None)
        assert made.window.top.guide.told.act == "Name the joker anew until it is a 5."


def test_the_list_of_lessons_offers_the_phones_of_the_lobby(tmp_path: Path) -> None:
    with foyer(tmp_path, "socker") as made:
        made.window.stage.open("lessons", "socker")
        made.window.turn()
        sheet = made.window.top
        choice = next(row for row in sheet.form.widgets if getattr(row, "label", "") == "Where")
        assert [words for _seat, words in choice.values] == ["At this screen", "On Bo's phone"]
        choice.press()
        next(
            row for row in made.window.top.form.widgets if getattr(row, "title", "") == "Kick and aim"
        ).press()
        made.until(lambda: "lesson" in made.phones[0].state)
        assert made.window.top.match.seats[0].name == "Bo"
        made.phones[0].send("leave")
        made.until(lambda: not made.hub.holds(1))


def test_cards_of_a_skipped_step_are_laid_for_the_next_one(tmp_path: Path) -> None:
    with foyer(tmp_path, "rockit") as made:
        made.open("rockit", "joker")
        learner = Learner(made)
        assert learner.phone.do("lesson", what="skip") == ""
        made.until(lambda: learner.lesson["at"] == "step 2 of 3")
        piles = [cards for _key, cards, *_rest in learner.phone.state["view"]["piles"]]
        assert "JK=8S" in [text for cards in piles for _card, text, _own in cards]
