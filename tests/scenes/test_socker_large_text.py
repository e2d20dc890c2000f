"""Socker's side panels at every size of text: nothing gives way silently, nothing leaves its panel."""

from typing import Any

import pygame
import pytest

from game.games.socker.screen.panels import draw_still
from game.ui.art.fabric import sewing_button
from game.ui.core.canvas import Box
from game.ui.core.input import Act
from game.ui.core.paint import PLAIN, Painter, TextStyle
from game.ui.core.theme import SMALL
from game.ui.widgets import Frame, strip_top
from tests.scenes.harness import Window
from tests.scenes.lesson_hands import opened as lesson
from tests.scenes.test_socker_match import opened
from tests.scenes.trees import socker_panel

BUSY = "field=9/4B4/2b1B4/9/2B6/4oB3/2R1R4/4R4/r2R5/9/9 score=1/2 turns=14"


class Watching(Painter):
    """A painter that notes where text is put, and how large."""

    noted: list[tuple[str, float, float]]

    def text(
        self, text: str, x: float, y: float, size: float = 20, style: TextStyle = PLAIN, **how: Any
    ) -> float:
        wide = super().text(text, x, y, size, style, **how)
        self.noted.append((text, y, size * (1 if style.fixed else self.text_scale)))
        return wide


def noted(window: Window, scene: Any) -> list[tuple[str, float, float]]:
    """All text of the still picture above the strip: the words, the middle of its line, and its size."""
    stage = window.stage
    painter = Watching(
        pygame.Surface((1280, 720)), stage.view, stage.theme, stage.assets, stage.type, stage.text_scale
    )
    painter.noted = []
    draw_still(painter, scene.view.facts.shown(None))
    return [found for found in painter.noted if found[1] < strip_top(stage, scene)]


class Across(Painter):
    """A painter that notes how far text reaches to both sides."""

    reached: list[tuple[str, float, float]]

    def text(
        self, text: str, x: float, y: float, size: float = 20, style: TextStyle = PLAIN, **how: Any
    ) -> float:
        wide = super().text(text, x, y, size, style, **how)
        left = x - wide * (0.5 if how.get("anchor") == "center" else 0)
        self.reached.append((text, left, left + wide))
        return wide


def test_no_words_lie_on_the_seam_of_a_panel(window: Window) -> None:
    window.stage.change(text_size=200)
    scene = opened(window)
    stage = window.stage
    painter = Across(
        pygame.Surface((1280, 720)), stage.view, stage.theme, stage.assets, stage.type, stage.text_scale
    )
    for seat, box in enumerate(scene.view.carpet.places.sides):
        painter.reached = []
        Frame(scene.view.facts.panel(seat), box, painter).paint(painter)
        assert painter.reached
        seam = 11.5  # it lies 7.5 inside the edge, and letters keep off it
        for words, left, right in painter.reached:
            assert box.x + seam <= left, words
            assert right <= box.right - seam, words


@pytest.mark.parametrize("size", [100, 125, 150, 175, 200])
def test_the_three_marks_are_named_at_every_text_size(window: Window, size: int) -> None:
    window.stage.change(text_size=size)
    scene = opened(window, BUSY)
    panel = scene.view.carpet.places.sides[0]
    found = {words: (y, tall) for words, y, tall in noted(window, scene)}
    for words in ("Step", "Kick", "Sock"):
        y, tall = found[words]
        assert y + tall / 2 < panel.bottom
        assert tall >= SMALL


@pytest.mark.parametrize("size", [100, 150, 200])
def test_setting_up_and_what_just_happened_are_told_in_full(window: Window, size: int) -> None:
    window.stage.change(text_size=size)
    scene = opened(window)
    found = noted(window, scene)
    told = " ".join(words for words, _y, _tall in found)
    guide = "Your own half, not next to the ball. At most three off the field."
    assert guide in told
    assert scene.view.report.text in told
    assert all(tall >= SMALL for _words, _y, tall in found)
    assert all(y + tall / 2 < scene.view.carpet.places.sides[0].bottom for _words, y, tall in found)


def test_both_reasons_are_told_together(window: Window) -> None:
    """A turn can have four actions and another limit at once."""
    scene = opened(window, "field=4B4/9/9/9/9/1R2o4/R8/R7R/9/9/9 acts=4 left=4")
    scene.view.carpet.seen["limit"] = 4
    told = " ".join(socker_panel(scene, 0))
    assert "was here before" in told
    assert "At most 4" in told


def test_ending_a_turn_that_has_not_begun_marks_nobody(window: Window) -> None:
    scene = opened(window)
    window.key(pygame.K_e)
    assert "own half" in scene.context.messages.text
    assert scene.view.chooser.broken == []
    scene = opened(window, "field=4B4/9/9/9/9/4o4/9/R7R/9/9/9")
    window.key(pygame.K_e)
    assert "at least one action" in scene.context.messages.text
    assert scene.view.chooser.broken == []


def test_a_fourth_puppet_off_the_field_is_refused_and_the_three_marked(window: Window) -> None:
    scene = opened(window)
    middle = scene.view.carpet.places.ground.middle
    for cell in ("a2", "a3", "i2"):
        window.click(*middle(cell))
        window.settle()
    window.click(*middle("i3"))
    assert "At most three" in scene.context.messages.text
    assert sorted(scene.view.chooser.broken) == ["a2", "a3", "i2"]


def test_a_new_set_up_forgets_the_last_way(window: Window) -> None:
    scene = opened(window, "field=9/4o4/4R4/9/9/9/9/9/9/9/4B4")
    scene.context.play("kick e9 e10")
    window.settle()
    assert scene.view.carpet.seen["phase"] == "place"
    assert scene.view.report.trail is None


def test_taking_back_is_offered_where_there_is_something_to_take_back(window: Window) -> None:
    scene = opened(window)
    assert Act.UNDO not in [act for act, _words in scene.help()]
    window.key(pygame.K_x)
    window.settle()
    assert Act.UNDO in [act for act, _words in scene.help()]
    scene = opened(window, BUSY)
    assert Act.UNDO not in [act for act, _words in scene.help()]


@pytest.mark.parametrize("size", [100, 150, 200])
def test_the_strip_lies_over_no_panel(window: Window, size: int) -> None:
    window.stage.change(text_size=size)
    scene = opened(window, BUSY)
    for panel in scene.view.carpet.places.sides:
        assert panel.bottom < strip_top(window.stage, scene)


@pytest.mark.parametrize("size", [100, 150, 200])
def test_a_lesson_points_at_the_buttons_wherever_they_are(
    window: Window, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    window.stage.change(text_size=size)
    scene = lesson(window, "socker", "step", 1)
    buttons: list[Box] = []
    made: list[pygame.Surface] = []
    make, blit = sewing_button, Painter.blit

    def noted_button(*args: Any, **how: Any) -> pygame.Surface:
        made.append(make(*args, **how))
        return made[-1]

    def noted_blit(
        painter: Painter, image: pygame.Surface, x: float, y: float, anchor: str = "topleft"
    ) -> None:
        if any(image is button for button in made):
            assert anchor == "center"
            high = image.get_height() / painter.view.scale
            buttons.append(Box(x - high / 2, y - high / 2, high, high))
        blit(painter, image, x, y, anchor)

    monkeypatch.setattr("game.games.socker.screen.panels.sewing_button", noted_button)
    monkeypatch.setattr(Painter, "blit", noted_blit)
    noted(window, scene)
    held = scene.view.where("buttons")
    assert len(buttons) == 3
    for button in buttons:
        assert held.x < button.centre[0] < held.right
        assert held.y - 4 <= button.y
        assert button.bottom <= held.bottom + 4
    assert held.h < 3.5 * buttons[0].h, "and little else"


def test_the_pitch_keeps_its_spaces_under_large_text(window: Window) -> None:
    """What larger words of the score need comes from the upper edge, and not from the carpet."""
    tops = {}
    for size in (100, 200):
        window.stage.change(text_size=size)
        places = opened(window, BUSY).view.carpet.places
        tops[size] = places.score.bottom
        assert places.score.y >= 4
        assert places.score.bottom < places.ground.board.y
        window.stage.scenes.pop()
    assert tops[200] <= tops[100] + 1
