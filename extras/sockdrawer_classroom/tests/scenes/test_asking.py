"""Questions to a class at the desk and on the big screen: own questions, predictions and their answers."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.games.sociable.statistics import MatchStatistics
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from sockdrawer_classroom.classroom import BeginReport, ClassRecord
from sockdrawer_classroom.scenes.class_runner import ClassRunner
from sockdrawer_classroom.sociable.class_report.scene import ClassReportScene
from sockdrawer_classroom.tests.classroom.fake_classroom import command
from sockdrawer_classroom.tests.scenes.snapshots import begun, play
from tests.languages import in_languages
from tests.scenes.harness import WindowRobot
from tests.scenes.test_debrief import Texts


def replied(run: ClassRunner, *values: int) -> None:
    """Send answers to the open question; the n-th person gives the n-th answer."""
    questions = run.desk.questions
    assert questions.shown_number is not None
    at = {"question": questions.shown_number, "round": questions.all[questions.shown_number - 1].rounds}
    for person, value in enumerate(values):
        assert questions.reply(person, {**at, "value": value}) == ""


def said(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> str:
    """All text shown on the screen."""
    window.run_for(1100)
    with monkeypatch.context() as patch:
        texts = Texts(patch)
        window.picture()
        return " ".join(text for text, _box in texts.found)


def charts(window: WindowRobot) -> tuple[ClassRunner, ClassReportScene]:
    """Class that has played, and its charts on the screen."""
    run = begun(window)
    play(run, 2)
    window.step()
    run.execute(BeginReport())
    window.step()
    window.choose("Show the charts")
    assert isinstance(window.top, ClassReportScene)
    return run, window.top


def test_teacher_asks_by_keyboard_and_answers_appear_from_five_on(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, scene = charts(window)
    window.press_key(pygame.K_l)
    window.choose("Your own question")
    window.type_text("Is it fair?")
    window.press_key(pygame.K_RETURN)
    window.choose("Multiple choice")
    for answer in ("Yes", "No"):
        window.type_text(answer)
        window.press_key(pygame.K_RETURN)
    window.choose("Ask it")
    assert window.shown == "QuestionScene"
    replied(run, 0, 0, 1, 1)
    shown = said(window, monkeypatch)
    assert "Is it fair?" in shown
    assert "4 of 10 have answered" in shown
    replied(run, 0, 0, 1, 1, 1)
    shown = said(window, monkeypatch)
    assert "5 of 10 have answered" in shown
    assert "3" in shown.split()
    window.press_key(pygame.K_RETURN)
    assert not run.desk.questions.is_open, "the first button closes it"
    window.choose("Ask it again")
    replied(run, 1, 1, 1, 1, 1)
    window.press_key(pygame.K_RETURN)
    assert {"before", "after"} <= set(said(window, monkeypatch).split())
    window.press_key(pygame.K_ESCAPE)
    window.step()
    assert window.top is scene
    [question] = run.desk.book().questions
    assert (question.before, question.after) == ((0, 0, 1, 1, 1), (1,) * 5)


def test_prediction_precedes_the_simulation_and_is_answered_by_it(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sockdrawer_classroom.sociable.class_statistics.tasks.__defaults__", (2,))
    run, scene = charts(window)
    scene.show([page.lives for page in scene.pages].index(True))
    window.press_key(pygame.K_e)
    assert scene.run is None
    window.choose("Ask the class first")
    window.choose("How many of 100 first Bosses win?")
    replied(run, 10, 20, 30, 40, 100)
    window.press_key(pygame.K_RETURN)
    window.choose("Show the answer")
    assert window.shown == "MessageDialog"
    window.press_key(pygame.K_RETURN)
    window.press_key(pygame.K_ESCAPE)
    window.step()
    assert window.top is scene
    window.press_key(pygame.K_e)
    window.run_until(lambda: scene.run is None)
    assert scene.data.parallel
    command(run, "show_question", question=1)
    window.step()
    window.choose("Show the answer")
    won = next(society for society in scene.data.parallel if society.way == "on").boss_won
    assert run.desk.questions.all[0].answer == (round(100 * won.value),)
    assert f"It was {round(100 * won.value)}." in said(window, monkeypatch)
    window.press_key(pygame.K_ESCAPE)
    book = ClassRecord.from_json(run.desk.book().to_json())
    assert book.questions[0].answer == (round(100 * won.value),)


@pytest.mark.parametrize("size", [100, 200])
def test_answer_line_is_visible_above_the_highest_dots(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    window.context.update_settings(text_size=size)
    run, _scene = charts(window)
    command(run, "predict", name="boss_stays")
    window.step()
    replied(run, *run.desk.answers()["boss_stays"] * 10)
    window.choose("Close the question")
    window.choose("Show the answer")
    window.run_for(1100)
    draw_calls: list[tuple[str, Box]] = []
    fill = Painter.fill

    def noted(painter: Painter, box: Box, colour: str, *how: Any) -> None:
        draw_calls.append((colour, box))
        fill(painter, box, colour, *how)

    monkeypatch.setattr(Painter, "fill", noted)
    window.picture()
    [line] = [box for colour, box in draw_calls if colour == window.context.theme.good and box.w < 10]
    assert line.h > 12


def test_question_repeated_mid_hand_gets_the_matches_answer(window: WindowRobot) -> None:
    run = begun(window)
    command(run, "predict", name="temp_ends")  # sent from the teacher's page
    window.step()
    assert window.shown == "QuestionScene"
    replied(run, 0, 1, 2, 3, 4)
    play(run, 2)
    command(run, "close_question")
    command(run, "show_answer")
    question = run.desk.questions.all[0]
    ends = [0] * 5
    for table in run.hall.tables:
        assert table.play is not None
        story = run.desk.book().sheets[table.number - 1]
        assert story.people
        ends[_end_of_the_first_temp(story.record)] += 1
    assert question.answer == tuple(ends)
    run.execute(BeginReport())
    window.step()
    window.step()
    assert window.shown == "ClassVoteDialog"
    window.choose("Ask something else first")
    assert window.shown == "AskClassDialog"


def _end_of_the_first_temp(record: str) -> int:
    story = MatchStatistics.of(record)
    return story.hands[-1].places.index(story.first[-1])


@in_languages
@pytest.mark.parametrize("size", [100, 200])
def test_no_text_of_a_question_is_cut(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, size: int, language: str
) -> None:
    window.context.update_settings(text_size=size, language=language)
    run = begun(window)
    long = (
        "Does someone who plays better than everyone else end higher up in this office, or is it the chair?"
    )
    answers = ["Yes, nearly always", "Now and then, where cards fall well", "No", "Who knows?", "Hardly ever"]
    command(run, "ask", words=long, answers=answers)
    replied(run, 0, 1, 2, 3, 4)
    command(run, "close_question")
    command(run, "ask_again", question=1)
    replied(run, *[3] * 10)
    command(run, "close_question")
    window.step()
    with monkeypatch.context() as patch:
        texts = Texts(patch)
        window.picture()
        whole = " ".join(text for text, _box in texts.found)
        assert all(word in whole for answer in answers for word in answer.split())
    texts.check(window.app.screen.get_rect())
