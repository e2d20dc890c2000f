"""What to press for an act, and how it is pictured."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui.art.glyphs import key_glyph, mouse_glyph, pad_glyph
from game.ui.kit.assets import Assets
from game.ui.kit.input import KEYBOARD, KEYS, MOUSE, PADS, Act
from game.ui.kit.pads import PAD
from game.ui.kit.stage import Stage

_PAD_NAMES = {
    "a": "A", "b": "B", "x": "X", "y": "Y", "leftshoulder": "LB", "rightshoulder": "RB",
    "back": "view", "start": "menu", "leftstick": "stick-press", "rightstick": "stick-press",
    "lefttrigger": "LT", "righttrigger": "RT", "rightx": "stick-right",
}  # fmt: skip
_SHAPES = {"a": "cross", "b": "circle", "x": "square", "y": "triangle"}
_KEY_NAMES = {"return": "enter", "space": "space", "escape": "Esc", "tab": "tab", "page up": "PgUp",
              "page down": "PgDn", "backspace": "backspace"}  # fmt: skip
_BY_MOUSE = {Act.CONFIRM: "left", Act.PRESS: "left", Act.ALTERNATE: "right", Act.SCROLL: "wheel"}


@dataclass(frozen=True, slots=True)
class Press:
    """A key, or a button of a mouse or a pad."""

    kind: str
    """The kind of device."""
    name: str
    """What its picture is called."""

    def picture(self, assets: Assets, height: float) -> pygame.Surface:
        """How it looks, so high in units."""
        if self.kind == MOUSE:
            return mouse_glyph(assets, self.name, height)
        return (key_glyph if self.kind == KEYBOARD else pad_glyph)(assets, self.name, height)


def press_for(stage: Stage, act: Act, device: str = "") -> Press | None:
    """What to press for an act on a device, or a kind of one; without one on that used last."""
    device = device or stage.devices.last
    kind = device.partition(":")[0]
    if kind == MOUSE and act in _BY_MOUSE:
        return Press(MOUSE, _BY_MOUSE[act])
    if kind in (MOUSE, KEYBOARD):
        if act is Act.NAVIGATE:
            return Press(KEYBOARD, "arrows")
        names = stage.settings.keys.get(act, KEYS.get(act))
        return Press(KEYBOARD, _KEY_NAMES.get(names[0], names[0].upper())) if names else None
    if act is Act.NAVIGATE:
        return Press(PAD, "dpad")
    names = stage.settings.pads.get(act, PADS.get(act))
    if not names:
        return None
    pad = stage.devices.pads.find(device)
    shapes = _SHAPES if pad is not None and pad.has_shapes else {}
    return Press(PAD, shapes.get(names[0], _PAD_NAMES[names[0]]))
