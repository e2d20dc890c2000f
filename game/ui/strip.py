"""The help strip: always says what the buttons do here, in the glyphs of the device last used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.ui.art.fabric import ROOM, panel
from game.ui.art.glyphs import key_glyph, mouse_glyph, pad_glyph
from game.ui.input import KEYBOARD, KEYS, MOUSE, PADS, Act
from game.ui.pads import PAD
from game.ui.paint import STRONG, Painter
from game.ui.scene import Help, Scene
from game.ui.stage import Stage
from game.ui.theme import BODY
from game.ui.view import Box

HEIGHT, GAP = 48.0, 30.0
_PAD_NAMES = {
    "a": "A", "b": "B", "x": "X", "y": "Y", "leftshoulder": "LB", "rightshoulder": "RB",
    "back": "view", "start": "menu", "leftstick": "stick-press", "rightstick": "stick-press",
    "lefttrigger": "LT", "righttrigger": "RT",
}  # fmt: skip
_SHAPES = {"a": "cross", "b": "circle", "x": "square", "y": "triangle"}
_KEY_NAMES = {"return": "enter", "space": "space", "escape": "Esc", "tab": "tab", "page up": "PgUp",
              "page down": "PgDn", "backspace": "backspace"}  # fmt: skip
_BY_MOUSE = {Act.CONFIRM: "left", Act.PRESS: "left", Act.ALTERNATE: "right", Act.SCROLL: "wheel"}


def glyph(stage: Stage, act: Act, height: float = 32) -> pygame.Surface | None:
    """The picture of what to press for an act, on the device last used; `None` where a click does it."""
    return glyph_of(stage, act, stage.devices.last, height)


def glyph_of(stage: Stage, act: Act, device: str, height: float = 32) -> pygame.Surface | None:
    """The picture of what to press for an act on a certain device, or on a kind of device."""
    assets, kind = stage.assets, device.partition(":")[0]
    if kind == MOUSE:
        return mouse_glyph(assets, _BY_MOUSE[act], height) if act in _BY_MOUSE else _key(stage, act, height)
    if kind == KEYBOARD:
        return _key(stage, act, height)
    if act is Act.NAVIGATE:
        return pad_glyph(assets, "dpad", height)
    names = stage.settings.pad_bindings(PADS).get(act)
    if not names:
        return None
    pad = stage.devices.pads.find(device)
    shapes = _SHAPES if pad is not None and pad.has_shapes else {}
    return pad_glyph(assets, shapes.get(names[0], _PAD_NAMES[names[0]]), height)


def _key(stage: Stage, act: Act, height: float) -> pygame.Surface | None:
    if act is Act.NAVIGATE:
        return key_glyph(stage.assets, "arrows", height)
    names = stage.settings.key_bindings(KEYS).get(act)
    return key_glyph(stage.assets, _KEY_NAMES.get(names[0], names[0].upper()), height) if names else None


@dataclass(frozen=True, slots=True)
class Entry:
    """One act on the strip: where it stands, its glyph and its word."""

    box: Box
    act: Act
    picture: pygame.Surface | None
    words: str


def entries(stage: Stage, scene: Scene) -> tuple[Box, list[Entry]]:
    """The strip of a scene and what stands on it, in one row or, where the words are long, in more."""
    ruler, view = stage.ruler, stage.view
    by_mouse = stage.devices.last == MOUSE
    parts = [
        (act, glyph(stage, act), words)
        for act, words in scene.help()
        if not (by_mouse and act is Act.NAVIGATE)
    ]
    widths = [
        (image.get_width() / view.scale + 10 if image else 0) + ruler.width(words, BODY, STRONG)
        for _act, image, words in parts
    ]
    rows = _rows(widths, view.safe.w - 40)
    step = max(HEIGHT, ruler.line_height(BODY) + 14)
    row_widths = [sum(widths[n] for n in row) + GAP * (len(row) - 1) for row in rows]
    wide = max(row_widths, default=0) + 48
    box = Box(view.w / 2 - wide / 2, view.h - scene.strip - step * len(rows), wide, step * len(rows))
    found = []
    for number, (row, row_width) in enumerate(zip(rows, row_widths, strict=True)):
        x = box.centre[0] - row_width / 2
        for place in row:
            act, image, words = parts[place]
            found.append(Entry(Box(x, box.y + step * number, widths[place], step), act, image, words))
            x += widths[place] + GAP
    return box, found


def strip_rows(stage: Stage, help: Help) -> float:
    """How high a strip with these entries is on any device, in units, for what must end above it."""
    ruler, scale = stage.ruler, stage.view.scale
    rows = 1
    for kind in (KEYBOARD, MOUSE, PAD):
        widths = []
        for act, words in help:
            image = glyph_of(stage, act, kind)
            wide = image.get_width() / scale + 10 if image else 0.0
            widths.append(wide + ruler.width(words, BODY, STRONG))
        rows = max(rows, len(_rows(widths, stage.view.safe.w - 40)))
    return rows * max(HEIGHT, ruler.line_height(BODY) + 14)


def strip_top(stage: Stage, scene: Scene) -> float:
    """The upper edge of a scene's strip as it is now."""
    return entries(stage, scene)[0].y


def act_at(stage: Stage, scene: Scene, at: tuple[float, float]) -> Act | None:
    """The act on the strip that lies under a point, so that a mouse can do everything."""
    _box, found = entries(stage, scene)
    return next((e.act for e in found if e.box.grown(GAP / 3).holds(at) and e.act is not Act.NAVIGATE), None)


def is_covered(stage: Stage, scene: Scene) -> bool:
    """Whether another scene lies above this one, and has a strip of its own."""
    return scene in stage.scenes.scenes[:-1]


def draw_strip(painter: Painter, stage: Stage, scene: Scene) -> None:
    """Draw the strip of a scene along the lower edge; not that of a scene that waits below another."""
    if is_covered(stage, scene):
        return
    box, found = entries(stage, scene)
    if not found:
        return
    theme = painter.theme
    radius = found[0].box.h / 2
    image = panel(
        painter.assets, round(box.w), round(box.h), theme.page, theme.ink, theme.stitch, radius=radius
    )
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    for entry in found:
        middle = entry.box.centre[1]
        if entry.picture is not None:
            painter.blit(entry.picture, entry.box.x, middle, "midleft")
        painter.text(entry.words, entry.box.right, middle, BODY, face=STRONG, anchor="midright")


def _rows(widths: Sequence[float], room: float) -> list[list[int]]:
    """Which entries stand in which row."""
    rows: list[list[int]] = [[]]
    for number, width in enumerate(widths):
        if rows[-1] and sum(widths[n] for n in rows[-1]) + GAP * len(rows[-1]) + width > room:
            rows.append([])
        rows[-1].append(number)
    return [row for row in rows if row]
