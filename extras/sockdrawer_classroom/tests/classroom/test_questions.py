"""Questions and predictions of a class: anonymous answers, before and after, and the class record."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.i18n import in_language
from sockdrawer_classroom.classroom import ClassQuestion, ClassRecord
from sockdrawer_classroom.classroom._questions import MAX_QUESTIONS, MIN_SHOWN_ANSWERS
from sockdrawer_classroom.tests.classroom.test_desk import AtDesk


def asked(people: int = 10, **said: Any) -> AtDesk:
    """Return a class with an open question, "Is it fair?" by default."""
    made = AtDesk(2, people)
    made.do("ask", **{"words": "Is it fair?", "answers": ["Yes", "No"], **said})
    return made


def reply(made: AtDesk, person: int, value: object, question: object = 1, at: object = 1) -> str:
    words = {"do": "reply", "question": question, "round": at, "value": value}
    return made.desk.handle_phone(person, words)


def told(made: AtDesk) -> ClassQuestion:
    question = made.glance.question
    assert question is not None
    return question.class_question


def test_answers_are_shown_from_five_on() -> None:
    made = asked()
    for person in range(MIN_SHOWN_ANSWERS - 1):
        assert reply(made, person, 0) == ""
        assert told(made).before == ()
    question = made.glance.question
    assert question is not None
    assert (question.count, question.of, question.grows) == (4, 10, False)
    assert reply(made, 4, 1) == ""
    assert told(made).before == (0, 0, 0, 0, 1)
    assert made.desk.book().questions == ()
    made.do("close_question")
    assert made.desk.book().questions[0].before == (0, 0, 0, 0, 1)


def test_round_with_too_few_answers_is_in_no_file() -> None:
    made = asked()
    for person in range(MIN_SHOWN_ANSWERS - 1):
        reply(made, person, person % 2)
    made.do("close_question")
    assert told(made).before == ()
    assert made.desk.book().questions == ()
    assert made.desk.questions.dump_state().all[0].before == ()


def test_answer_can_change_until_closing_and_counts_once() -> None:
    made = asked()
    for person in range(MIN_SHOWN_ANSWERS):
        reply(made, person, 0)
    assert reply(made, 3, 1) == ""
    assert reply(made, 3, 1) == ""
    phone, other = (made.desk.data_for(person)["question"] for person in (3, 7))
    assert (phone["mine"], phone["count"], phone["of"]) == (1, 5, 10)
    assert other["mine"] is None
    made.do("close_question")
    assert reply(made, 3, 0) == "This question is closed."
    assert "question" not in made.desk.data_for(3)
    assert told(made).before == (0, 0, 0, 0, 1)


@pytest.mark.parametrize(
    ("value", "question", "at"),
    [(2, 1, 1), (-1, 1, 1), (True, 1, 1), ("0", 1, 1), (None, 1, 1), ([0], 1, 1), (0, 2, 1), (0, 1, 2),
     (0, True, 1), (0, None, None)],
)  # fmt: skip
def test_invalid_answer_is_refused_without_effect(value: object, question: object, at: object) -> None:
    made = asked()
    version = made.desk.version
    assert reply(made, 1, value, question, at)
    assert (made.desk.version, made.desk.questions.count) == (version, 0)


def test_repeated_question_is_compared_with_the_first_round() -> None:
    made = asked(kind="scale", answers=[])
    for person in range(6):
        reply(made, person, 0)
    assert made.refused("ask_again", question=1) == "A question is still open. Close it first."
    assert made.refused("ask", words="More?", answers=["a", "b"]) == (
        "A question is still open. Close it first."
    )
    made.do("close_question")
    made.do("ask_again", question=1)
    assert reply(made, 0, 4, at=1) == "This question is closed."
    for person in range(6):
        assert reply(made, person, 4, at=2) == ""
    made.do("show_question", question=None)
    assert made.glance.question is None
    [book] = made.desk.book().questions
    assert (book.before, book.after) == ((0,) * 6, (4,) * 6)
    assert made.refused("ask_again", question=1) == ("That was already asked both before and after.")


@pytest.mark.parametrize(
    ("said", "why"),
    [({"words": " \u202e\u200b "}, "Type a question first."),
     ({"words": "a" * 161}, "Too long: at most 160 letters for a question and 40 for an answer."),
     ({"answers": ["Yes", "b" * 41]}, ("Too long: at most 160 letters for a question and 40 "
                                      "for an answer.")),
     ({"answers": ["Yes"]}, "Add two to five answers."),
     ({"answers": ["Yes", " "]}, "Add two to five answers."),
     ({"answers": list("abcdef")}, "Add two to five answers."),
     ({"answers": ["Yes", "yes "]}, "Two of the answers are the same.")],
)  # fmt: skip
def test_unaskable_question_is_refused_in_a_sentence(said: dict[str, Any], why: str) -> None:
    made = AtDesk(1, 5)
    assert made.refused("ask", **{"words": "Is it fair?", "answers": ["Yes", "No"], **said}) == why


def test_lesson_has_a_limit_of_questions() -> None:
    made = AtDesk(1, 5)
    for number in range(MAX_QUESTIONS):
        made.do("ask", words=f"Number {number}?", kind="number")
        made.do("show_question", question=None)
    assert "maximum number" in made.refused("ask", words="One more?", kind="number")


def test_prediction_is_localised_and_answered_by_the_matches() -> None:
    made = AtDesk(1, 5)
    assert [one.name for one in made.glance.predictions] == ["boss_won", "boss_stays", "temp_ends"]
    made.do("predict", name="temp_ends")
    with in_language("de"):
        assert "Aushilfe" in made.desk.data_for(1)["question"]["words"]
        assert made.desk.data_for(1)["question"]["words"] != made.desk.questions.all[0].words
    for person in range(5):
        assert reply(made, person, person) == ""
    assert made.refused("show_answer") == "A question is still open. Close it first."
    made.do("close_question")
    assert made.refused("show_answer").startswith("The answer isn't known yet.")
    made.desk.questions.learn({"temp_ends": (0, 1, 0, 2, 5)})
    made.do("show_answer")
    assert told(made).answer == (0, 1, 0, 2, 5)
    assert told(made).shares()[4] == pytest.approx(5 / 8)
    made.desk.questions.learn({"temp_ends": (0, 1, 1, 2, 8)})
    assert told(made).answer == (0, 1, 1, 2, 8)
    made.do("ask", words="Fair?", kind="number")
    made.do("close_question")
    assert made.refused("show_answer") == "That question has no known answer."


def test_closed_answers_survive_a_kill_and_open_questions_restart() -> None:
    made = asked()
    for person in range(5):
        reply(made, person, 1)
    made.do("close_question")
    made.do("ask_again", question=1)
    for person in range(5):
        reply(made, person, 0, at=2)
    parts = made.evening.slot.parts
    kept = parts["hall"]["beside"]["desk"]["questions"]
    assert (kept["all"][0]["before"], kept["all"][0]["after"]) == ([1] * 5, [])
    again = AtDesk(2, 10)
    again.desk.restore_state({"hall": json.loads(json.dumps(parts["hall"]))})
    assert again.desk.questions.count == 0
    assert told(again).before == (1,) * 5
    assert reply(again, 2, 0, at=2) == ""
    kept["all"].append({"kind": "choice", "words": "x", "answers": ["a", "b"], "before": [7]})
    kept["shown"] = "?"
    again.desk.restore_state({"hall": parts["hall"]})
    assert len(again.desk.questions.all) == 1


def test_record_of_answers_has_no_names_and_reads_old_files() -> None:
    name = AtDesk(1, 5).hall.roster[3].name
    made = asked(words=f"Was {name} lucky?", answers=[f"{name} was", "no, =1+1"])
    for person in range(5):
        reply(made, person, person % 2)
    made.do("close_question")
    made.hand_ends()
    book = made.desk.book()
    again = ClassRecord.from_json(book.to_json())
    assert again.questions == book.questions
    assert name in book.questions[0].words
    assert name not in book.nameless.to_json()
    data = json.loads(book.to_json())
    del data["questions"]
    assert ClassRecord.from_json(json.dumps(data)).questions == ()
    data["questions"] = [{"kind": "choice", "words": "x", "answers": ["a", "b"], "before": [5]}]
    with pytest.raises(ValueError, match="can't have been given"):
        ClassRecord.from_json(json.dumps(data))


def test_returning_pupil_has_one_answer() -> None:
    made = asked(6)
    for person in range(5):
        reply(made, person, 0)
    made.do("remove", person=4)
    assert made.glance.question is not None
    assert made.glance.question.count == 4
    made.hall.admit(9, "New set-up!")
    reply(made, 9, 0)
    made.do("close_question")
    assert told(made).before == (0,) * 5
