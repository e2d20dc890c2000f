"""Socker's words in their places: the note, the log, the word of a sock, and the reason of a refusal."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pygame
import pytest

from game.core.game import Refusal
from game.core.session import Session
from game.games.socker.match_text import refusal_sentence, refusal_words
from game.games.socker.rules.actions import SockerRefusal
from game.games.socker.rules.events import SockerSocked, as_event
from game.games.socker.screen.controls import RefusedSpace
from game.ui.core.canvas import Box, crosses, overlaps
from game.ui.widgets import prompt_bar_top
from tests.languages import SPOKEN, in_languages
from tests.robot.socker import SockerRobot
from tests.sampling import thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.test_socker import BUSY

# Puppets close together, where few places are free, and at the edges.
CROWDED = "field=9/9/4B4/2BRRB3/3RoB3/3bR4/9/9/9/9/R8"
REASONS = [Refusal(code) for code in SockerRefusal]
SHAPES = [(1280, 720), (960, 540), (1024, 768), (1720, 720), (720, 1280)]


def protected(robot: SockerRobot) -> list[Box]:
    """Boxes that words must not cover: puppets, ball, panels, score and prompt bar."""
    app, pitch = robot.window.context, robot.view.pitch
    figures = [pitch.where(cell) for cell in pitch.occupied()]
    bar = Box(0, prompt_bar_top(app, robot.view), app.view.w, app.view.h)
    return [*figures, *robot.boxes.sides, robot.boxes.score, bar]


def socks(position: str) -> list[SockerSocked]:
    """Events of all legal socks in a position, of both sides."""
    events = []
    for seat in (0, 1):
        moves = Session.from_position("socker", f"{position} turn={seat}", 3).moves()
        for move in [move for move in moves if move.startswith("sock")]:
            session = Session.from_position("socker", f"{position} turn={seat}", 3)
            session.play(move)
            found = map(as_event, session.events_of(0))
            events += [event for event in found if isinstance(event, SockerSocked)]
    return events


@thinned()
@pytest.mark.parametrize("size", SHAPES)
@pytest.mark.parametrize("text_size", [100, 150, 200])
@pytest.mark.parametrize("language", SPOKEN)
def test_words_cover_no_puppet_ball_or_panel(
    tmp_path: Path, size: tuple[int, int], text_size: int, language: str
) -> None:
    window = WindowRobot(tmp_path, size, text_size=text_size, language=language)
    for position in (BUSY, CROWDED):
        robot = SockerRobot(window, position)
        view, boxes = robot.view, robot.boxes
        canvas, clear = window.context.view.box, protected(robot)
        panels = [*boxes.sides, boxes.ground.board, clear[-1]]
        assert not any(overlaps(one, other) for one, other in combinations(panels, 2))
        for column, row, reason in product("abcdefghi", range(1, 12), REASONS):
            cell = f"{column}{row}"
            bubble = view.refusal_bubble(RefusedSpace(cell, refusal_words(reason)))
            if bubble is not None:
                sign = boxes.ground.middle(cell)
                assert canvas.encloses(bubble.box), (cell, reason)
                assert not any(overlaps(bubble.box, box) for box in clear), (cell, reason)
                crossed = [box for box in clear if crosses(box, *bubble.tail)]
                assert all(box.contains(sign) for box in crossed), (cell, reason)
        for blow in socks(position):
            word = view.effects.word_box(window.context.assets, blow)
            if word is not None:
                landing = view.pitch.figure_box(blow.to)
                assert not any(overlaps(word, box, 0.01) for box in (*clear, landing)), blow
        window.context.scenes.pop()
    window.close()


def test_refused_space_says_why_beside_its_sign(window: WindowRobot) -> None:
    robot = SockerRobot(window, BUSY)
    robot.click("e5", "h9")
    assert (robot.refused.cell, robot.refused.words) == ("h9", "Too far")
    assert "Too far: one space per step." in robot.panel(0), "the note says it in full"
    window.press_key(pygame.K_e)
    assert robot.view.controller.wrong is None, "the end of a turn is refused at no space"


def test_refusal_without_room_is_in_the_panel_alone(window: WindowRobot) -> None:
    """Puppets on all sides leave no room, and none of them is covered."""
    robot = SockerRobot(window, CROWDED)
    assert robot.view.refusal_bubble(RefusedSpace("e7", "Not possible now")) is None


@in_languages
def test_short_reasons_are_short(window: WindowRobot, language: str) -> None:
    window.context.update_settings(language=language)
    for reason in REASONS:
        assert 1 < len(refusal_words(reason).split()) < 5
        assert len(refusal_words(reason)) < len(refusal_sentence(reason))


@pytest.mark.parametrize(
    ("field", "side"),
    [
        ("9/9/9/9/9/4B4/4R4/9/9/1o7/9", "above"),
        ("9/9/9/9/9/3RB4/3RR4/3R5/9/1o7/9", "below"),
        ("9/9/9/9/3B1B3/3RBR3/3RRR3/9/9/1o7/9", ""),
    ],
    ids=["free", "puppets above", "puppets on all sides"],
)
def test_word_of_a_sock_is_opposite_to_its_flight_or_nowhere(
    window: WindowRobot, field: str, side: str
) -> None:
    robot = SockerRobot(window, f"field={field}")
    session = Session.from_position("socker", f"field={field}", 3)
    session.play("sock e5 e6")
    blow = next(event for event in map(as_event, session.events_of(0)) if isinstance(event, SockerSocked))
    word, hit = robot.view.effects.word_box(window.context.assets, blow), robot.view.pitch.where("e6")
    assert side == ("" if word is None else "above" if word.y < hit.y else "below")
    assert word is None or word.right < hit.right, "it flies to the right"


def test_note_and_log_have_a_panel_each(window: WindowRobot) -> None:
    """The note is beside the player who acts, and the opponent's steps are in the opponent's panel."""
    robot = SockerRobot(window, BUSY).use("keys")
    robot.play("move e5 f6")
    robot.play("end")
    assert robot.match.local_to_move == 0
    assert robot.context.host.recap.seen_steps
    log = robot.panel(1)
    assert robot.news in log
    window.press_key(pygame.K_e)
    note = robot.says
    assert note
    assert note in robot.panel(0)
    assert robot.panel(1) == log, "a refusal moves nothing in the log"
