"""Layout checks for element trees: no text is cut off, and nothing covers anything else."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pygame
import pytest

from game.games.socker.screen.view import SockerView
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.core.scene import Scene
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import ButtonElement, FontSpec, LayoutTree, MeasureContext, Screen, Text


def faults(screen: Screen) -> list[str]:
    """Describe the faults of a screen: cut text, and controls that overlap or are too small."""
    frame, places = screen.frame, screen.focusable()
    sentences = frame_faults(frame, screen.app.measuring_painter)
    sentences += [f"{key} is smaller than a finger: {box}" for key, box in places if min(box.w, box.h) < 40]
    places = [(key, frame.visible_box(key)) for key, _box in places]
    for number, (key, box) in enumerate(places):
        sentences += [
            f"{key} lies over {other_key}" for other_key, at in places[number + 1 :] if _meet(box, at)
        ]
    return sentences


def frame_faults(frame: LayoutTree, painter: Painter) -> list[str]:
    """Describe the faults of a laid-out tree: cut text, and elements outside the canvas."""
    canvas, sentences = Box(-1, -1, painter.view.w + 2, painter.view.h + 2), cut_words(frame, painter)
    for part in frame.parts:
        element, box = part.element, part.box
        if part.clip is None and not (
            canvas.contains((box.x, box.y)) and canvas.contains((box.right, box.bottom))
        ):
            sentences.append(
                f"{type(element).__name__} {element.key or element.accessible_text!r} off the canvas: {box}"
            )
    return sentences


def cut_words(frame: LayoutTree, painter: Painter) -> list[str]:
    """Describe the texts of a tree that are wider or higher than their box."""
    sentences = []
    for part in frame.parts:
        element, box = part.element, part.box
        if isinstance(element, (Text, ButtonElement)) and element.accessible_text:
            aside = element.aside if isinstance(element, ButtonElement) else 0.0
            room = Box(box.x, box.y, box.w - aside, box.h)
            sentences += _text_faults(
                MeasureContext(painter.with_text_scale(part.scale)),
                element.accessible_text,
                element.font,
                room,
            )
    return sentences


def _text_faults(context: MeasureContext, text: str, font: FontSpec, box: Box) -> list[str]:
    """Describe how text exceeds its box or breaks within a word. Empty if it fits."""
    lines, size = context.lines(text, font, box.w), font.at(context.scale)
    sentences = []
    if size * len(lines) > box.h + 1:
        sentences.append(f"{text!r} is too high for {box}")
    if any(context.painter.width(line, size, font.face) > box.w + 1 for line in lines):
        sentences.append(f"{text!r} is too wide for {box}")
    if len(broken := "".join(lines).replace(" ", "")) and len(lines) > len(text.split()):
        sentences.append(f"{text!r} is broken within a word: {broken!r}")
    return sentences


def _meet(first: Box, second: Box) -> bool:
    across = min(first.right, second.right) - max(first.x, second.x)
    return across > 1 and min(first.bottom, second.bottom) - max(first.y, second.y) > 1


def record_boxes(monkeypatch: pytest.MonkeyPatch, maker: str) -> list[Box]:
    """Return a list that receives the box of each centred image that the function with this path makes."""
    module, name = maker.rsplit(".", 1)
    make, blit = getattr(import_module(module), name), Painter.blit
    images: list[pygame.Surface] = []
    boxes: list[Box] = []

    def made(*arguments: Any, **more: Any) -> pygame.Surface:
        images.append(make(*arguments, **more))
        return images[-1]

    def drawn(
        painter: Painter,
        image: pygame.Surface,
        x: float,
        y: float,
        anchor: str = "topleft",
        opacity: float = 1,
    ) -> object:
        if any(image is one for one in images):
            w, h = (side / painter.view.scale for side in image.get_size())
            boxes.append(Box(x - w / 2, y - h / 2, w, h))
        return blit(painter, image, x, y, anchor, opacity)

    monkeypatch.setattr(maker, made)
    monkeypatch.setattr(Painter, "blit", drawn)
    return boxes


def labels(frame: LayoutTree) -> list[str]:
    """Return the texts of a tree, bottom layer first."""
    return [part.element.accessible_text for part in frame.parts if part.element.accessible_text]


def prompt_labels(screen: Scene) -> list[str]:
    """Return the words of a screen's prompts."""
    return [label for _act, label in screen.prompts()]


def socker_panel(scene: MatchScene, seat: int) -> list[str]:
    """Return the texts on a seat's panel beside Socker's pitch."""
    view = scene.view
    assert isinstance(view, SockerView)
    tree, box = view.facts.panels()[seat], view.pitch.boxes.sides[seat]
    return labels(LayoutTree(tree, box, scene.app.measuring_painter))
