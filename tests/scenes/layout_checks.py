"""Layout checks for element trees: no text is cut off, and nothing covers anything else."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import pytest

from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.widgets import ButtonElement, ControlScene, FontSpec, LayoutTree, MeasureContext, Text

FOLDER = Path(__file__).parents[1] / "trees"  # accepted trees, one file for each screen


def faults(screen: ControlScene) -> list[str]:
    """Describe the faults of a screen: cut text, and controls that overlap or are too small."""
    frame, places = screen.frame, screen.focusable()
    found = frame_faults(frame, screen.app.measuring_painter)
    found += [f"{key} is smaller than a finger: {box}" for key, box in places if min(box.w, box.h) < 40]
    places = [(key, frame.visible_box(key)) for key, _box in places]
    for number, (key, box) in enumerate(places):
        found += [f"{key} lies over {other}" for other, at in places[number + 1 :] if _meet(box, at)]
    return found


def frame_faults(frame: LayoutTree, painter: Painter) -> list[str]:
    """Describe the faults of a laid-out tree: cut text, and elements outside the canvas."""
    canvas, found = Box(-1, -1, painter.view.w + 2, painter.view.h + 2), cut_words(frame, painter)
    for part in frame.parts:
        element, box = part.element, part.box
        if part.clip is None and not (
            canvas.contains((box.x, box.y)) and canvas.contains((box.right, box.bottom))
        ):
            found.append(
                f"{type(element).__name__} {element.key or element.accessible_text!r} off the canvas: {box}"
            )
    return found


def cut_words(frame: LayoutTree, painter: Painter) -> list[str]:
    """Describe the texts of a tree that are wider or higher than their box."""
    found = []
    for part in frame.parts:
        element, box = part.element, part.box
        if isinstance(element, (Text, ButtonElement)) and element.accessible_text:
            aside = element.aside if isinstance(element, ButtonElement) else 0.0
            room = Box(box.x, box.y, box.w - aside, box.h)
            found += _cut(
                MeasureContext(painter.with_text_scale(part.scale)),
                element.accessible_text,
                element.font,
                room,
            )
    return found


def _cut(ruler: MeasureContext, words: str, letters: FontSpec, box: Box) -> list[str]:
    """Describe how text exceeds its box or breaks within a word. Empty if it fits."""
    lines, size = ruler.lines(words, letters, box.w), letters.at(ruler.scale)
    found = []
    if size * len(lines) > box.h + 1:
        found.append(f"{words!r} is too high for {box}")
    if any(ruler.painter.width(line, size, letters.face) > box.w + 1 for line in lines):
        found.append(f"{words!r} is too wide for {box}")
    if len(broken := "".join(lines).replace(" ", "")) and len(lines) > len(words.split()):
        found.append(f"{words!r} is broken within a word: {broken!r}")
    return found


def _meet(one: Box, other: Box) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    return across > 1 and min(one.bottom, other.bottom) - max(one.y, other.y) > 1


def hold_against(name: str, frames: dict[str, LayoutTree], focus: str, *, accept: bool) -> None:
    """Compare the trees of a screen with the accepted ones; ``pytest --accept`` saves the new ones."""
    told = "".join(f"== {title}\n{frame.describe(focus)}\n\n" for title, frame in frames.items())
    path = FOLDER / f"{name}.txt"
    before = path.read_text("utf-8") if path.is_file() else ""
    if accept:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(told, "utf-8")
    elif told != before:
        lines = difflib.unified_diff(
            before.splitlines(), told.splitlines(), "accepted", "now", lineterm="", n=2
        )
        pytest.fail("\n".join((f"{name} looks otherwise; `pytest --accept` takes it as it is:", *lines)))


def labels(frame: LayoutTree) -> list[str]:
    """Return the texts of a tree, bottom layer first."""
    return [part.element.accessible_text for part in frame.parts if part.element.accessible_text]


def socker_panel(scene: Any, seat: int) -> list[str]:
    """Return the texts on a seat's panel beside Socker's pitch."""
    view = scene.view
    tree, box = view.facts.panels()[seat], view.pitch.boxes.sides[seat]
    return labels(LayoutTree(tree, box, scene.app.measuring_painter))
