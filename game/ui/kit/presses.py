"""What to press for an act, and how it is pictured."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui.art.glyphs import key_glyph, mouse_glyph, pad_glyph
from game.ui.kit.assets import Assets
from game.ui.kit.input import KEYBOARD, KEYS, MOUSE, PADS, Act
from game.ui.kit.pads import PAD
from game.ui.kit.stage import Stage
from game.words import _

_PAD_NAMES = {
    "a": "A", "b": "B", "x": "X", "y": "Y", "leftshoulder": "LB", "rightshoulder": "RB",
    "back": "view", "start": "menu", "leftstick": "left-press", "rightstick": "right-press",
    "lefttrigger": "LT", "righttrigger": "RT", "rightx": "stick-right", "righty": "stick-down",
    "rightup": "stick-up",
}  # fmt: skip
_SHAPES = {"a": "cross", "b": "circle", "x": "square", "y": "triangle"}
_DRAWN = {"return": "enter", "space": "space", "tab": "tab", "backspace": "backspace", "arrows": "arrows"}
"""Keys that bear a sign, and what its picture is called."""
_BY_MOUSE = {Act.CONFIRM: "left", Act.PRESS: "left", Act.ALTERNATE: "right", Act.SCROLL: "wheel"}


@dataclass(frozen=True, slots=True)
class Press:
    """A key, or a button of a mouse or a pad."""

    kind: str
    """The kind of device."""
    name: str
    """Of a key as pygame has it, of a button what its picture is called."""

    @property
    def words(self) -> str:
        """What it is called, in the language of whoever is spoken to."""
        if self.kind == MOUSE:
            return self.name
        known = key_words() if self.kind == KEYBOARD else button_words()
        return known.get(self.name) or (self.name.upper() if self.kind == KEYBOARD else self.name)

    @property
    def cap(self) -> str:
        """What stands on a key that bears no sign, short: as on keyboards of that language."""
        return {"escape": _("Esc"), "page up": _("PgUp"), "page down": _("PgDn")}.get(self.name) or self.words

    def picture(self, assets: Assets, height: float) -> pygame.Surface:
        """How it looks, so high in units."""
        if self.kind == MOUSE:
            return mouse_glyph(assets, self.name, height)
        if self.kind == KEYBOARD:
            return key_glyph(assets, _DRAWN.get(self.name) or self.cap, height)
        return pad_glyph(assets, self.name, height)


def key_words() -> dict[str, str]:
    """The keys that have a name and not a letter."""
    return {
        "return": _("Enter"),
        "space": _("Space bar"),
        "escape": _("Escape"),
        "tab": _("Tab"),
        "backspace": _("Backspace"),
        "page up": _("Page up"),
        "page down": _("Page down"),
        "arrows": _("Arrow keys"),
        "home": _("Home"),
        "end": _("End"),
        "insert": _("Insert"),
        "delete": _("Delete key"),
        "left shift": _("Left Shift"),
        "right shift": _("Right Shift"),
        "left ctrl": _("Left Ctrl"),
        "right ctrl": _("Right Ctrl"),
        "left alt": _("Left Alt"),
        "right alt": _("Right Alt"),
    }


def button_words() -> dict[str, str]:
    """The buttons of a pad that bear no letter."""
    return {
        "dpad": _("Directional pad"),
        "view": _("View button"),
        "menu": _("Menu button"),
        "left-press": _("Press of the left stick"),
        "right-press": _("Press of the right stick"),
        "stick-right": _("Right stick to the right"),
        "stick-down": _("Right stick down"),
        "stick-up": _("Right stick up"),
        "cross": _("Cross"),
        "circle": _("Circle"),
        "square": _("Square"),
        "triangle": _("Triangle"),
    }


Names = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Presses:
    """What does what, on one device."""

    kind: str
    """Of the device."""
    shapes: bool
    """Whether the buttons of the pad bear shapes and not letters."""
    keys: Names
    """The keys that somebody has given to acts, where they are not the usual ones."""
    pads: Names

    def of(self, act: Act) -> Press | None:
        """What to press for an act; `None` for nothing."""
        if self.kind == MOUSE and act in _BY_MOUSE:
            return Press(MOUSE, _BY_MOUSE[act])
        if self.kind in (MOUSE, KEYBOARD):
            if act is Act.NAVIGATE:
                return Press(KEYBOARD, "arrows")
            names = dict(self.keys).get(act, KEYS.get(act))
            return Press(KEYBOARD, names[0]) if names else None
        if act is Act.NAVIGATE:
            return Press(PAD, "dpad")
        names = dict(self.pads).get(act, PADS.get(act))
        if not names:
            return None
        shapes = _SHAPES if self.shapes else {}
        return Press(PAD, shapes.get(names[0], _PAD_NAMES[names[0]]))

    def picture(self, assets: Assets, act: Act, height: float) -> pygame.Surface | None:
        """How that looks, so high in units."""
        press = self.of(act)
        return press.picture(assets, height) if press is not None else None


def presses_on(stage: Stage, device: str = "") -> Presses:
    """What does what on a device, or a kind of one; without one on that used last."""
    device = device or stage.devices.last
    kind = device.partition(":")[0]
    pad = stage.devices.pads.find(device) if kind == PAD else None
    shapes = pad is not None and pad.has_shapes
    return Presses(kind, shapes, *stage.bound)
