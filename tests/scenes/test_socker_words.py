"""Socker's words in their places: the note, the log, the word of a sock, and the reason of a refusal."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest

from game.core.game import Refusal
from game.core.session import Session
from game.games.socker.match_text import refusal_sentence, refusal_words
from game.games.socker.rules.actions import SockerRefusal
from game.games.socker.rules.events import SockerSocked, as_event
from game.games.socker.screen.controls import RefusedSpace
from game.games.socker.screen.view import SockerView
from game.ui.core.canvas import Box, crosses, overlaps
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import prompt_bar_top
from tests.languages import SPOKEN, in_languages
from tests.sampling import thinned
from tests.scenes.harness import KeyboardRobot, WindowRobot
from tests.scenes.layout_checks import socker_panel
from tests.scenes.test_socker import BUSY, opened

# Puppets close together, where few places are free, and at the edges.
CROWDED = "field=9/9/4B4/2BRRB3/3RoB3/3bR4/9/9/9/9/R8"
REASONS = [Refusal(code) for code in SockerRefusal]
SHAPES = [(1280, 720), (960, 540), (1024, 768), (1720, 720), (720, 1280)]


def protected(scene: MatchScene) -> list[Box]:
    """Boxes that words must not cover: puppets, ball, panels, score and prompt bar."""
    view, app = scene.view, scene.app
    assert isinstance(view, SockerView)
    top = prompt_bar_top(app, view)
    figures = [view.pitch.where(cell) for cell in view.pitch.occupied()]
    return [*figures, *view.pitch.boxes.sides, view.pitch.boxes.score, Box(0, top, app.view.w, app.view.h)]


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
        scene = opened(window, position)
        view, boxes = scene.view, scene.view.pitch.boxes
        canvas, clear = window.context.view.box, protected(scene)
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
    scene = opened(window, BUSY)
    middle = scene.view.pitch.boxes.ground.middle
    window.click(*middle("e5"))
    window.click(*middle("h9"))
    refused = scene.view.controller.wrong
    assert (refused.cell, refused.words) == ("h9", "Too far")
    assert "Too far: one space per step." in socker_panel(scene, 0), "the note says it in full"
    KeyboardRobot(window).end_turn()
    assert scene.view.controller.wrong is None, "the end of a turn is refused at no space"


@pytest.mark.parametrize("still", [False, True])
def test_refused_puppet_shakes_its_head(window: WindowRobot, *, still: bool) -> None:
    scene = opened(window, BUSY)
    window.context.update_settings(animation_speed="brisk", reduced_motion=still)
    view = scene.view
    piece = next(piece for piece in view.pitch.picture.pieces if piece.seat == 1)
    place = view.pitch.boxes.ground.place(piece.cell)
    window.click(*view.pitch.boxes.ground.middle(piece.cell))
    places = []
    for _frame in range(20):
        window.step(ms=20)
        places.append(view._figure(piece, view.effects.pose()).at)
    assert (max(places) > place > min(places)) is not still
    assert places[-1] == place, "it comes to rest where it stood"


def test_refusal_without_room_is_in_the_panel_alone(window: WindowRobot) -> None:
    """Puppets on all sides leave no room, and none of them is covered."""
    scene = opened(window, CROWDED)
    assert scene.view.refusal_bubble(RefusedSpace("e7", "Not possible now")) is None


@in_languages
def test_short_reasons_are_short(window: WindowRobot, language: str) -> None:
    window.context.update_settings(language=language)
    for reason in REASONS:
        assert 1 < len(refusal_words(reason).split()) < 4
        assert len(refusal_words(reason)) < len(refusal_sentence(reason))


@pytest.mark.parametrize(
    ("field", "side"),
    [
        ("9/9/9/9/9/4B4/4R4/9/9/1o7/9", "above"),
        ("9/9/9/9/3R5/3RB4/4R4/9/9/1o7/9", "below"),
        ("9/9/9/9/3R1R3/3RBR3/4R4/9/9/1o7/9", ""),
    ],
    ids=["free", "puppets above", "puppets on both sides"],
)
def test_word_of_a_sock_is_above_or_below_or_nowhere(window: WindowRobot, field: str, side: str) -> None:
    scene = opened(window, f"field={field}")
    session = Session.from_position("socker", f"field={field}", 3)
    session.play("sock e5 e6")
    blow = next(event for event in map(as_event, session.events_of(0)) if isinstance(event, SockerSocked))
    word, hit = scene.view.effects.word_box(window.context.assets, blow), scene.view.pitch.where("e6")
    assert side == ("" if word is None else "above" if word.y < hit.y else "below")


def test_note_and_log_have_a_panel_each(window: WindowRobot) -> None:
    """The note is beside the player who acts, and the opponent's steps are in the opponent's panel."""
    scene = opened(window, BUSY)
    KeyboardRobot(window).play("move e5 f6")
    KeyboardRobot(window).end_turn()
    window.finish_animations()
    assert scene.match.local_to_move == 0
    assert scene.context.host.recap.seen_steps
    log = socker_panel(scene, 1)
    assert scene.view.texts.news in log
    KeyboardRobot(window).end_turn()
    note = scene.context.messages.text
    assert note
    assert note in socker_panel(scene, 0)
    assert socker_panel(scene, 1) == log, "a refusal moves nothing in the log"
