"""Small pictures: icons, the emblem of the game, input glyphs, and the QR code of a table.

Icons come from assets/common/icons.svg and use the theme's ink and panel colours. The emblem is shown on the
home screen of phones, in desktop menus and in the window's title bar. Glyphs of controller buttons, sticks,
keys and the mouse are 34 units high by default.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Final

import pygame

from game.ui.art.fabric import SHADOW_MARGIN, panel
from game.ui.art.layers import GOOD, GREY, INK, WOOL, mix, rasterize_units
from game.ui.art.lettering import draw_centred, lettering
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.svg import circle, drawing, group, line, path, rect, rounded_rect_path, seam
from game.ui.core.assets import Assets, cached_drawing


def icon_names() -> list[str]:
    """Names of all icons."""
    return drawing("icons").names()


@cached_drawing
def icon(assets: Assets, name: str, size: float = 28, ink: str = INK, fill: str = WOOL) -> pygame.Surface:
    """Icon of size x size units. Raises KeyError if `icon_names` does not contain the name."""
    body = drawing("icons").layer(name, {INK: ink, WOOL: fill})
    return rasterize_units(assets, body, size, size, (0, 0, 40, 40))


@cached_drawing
def tick(assets: Assets, size: float = 28, fill: str = GOOD) -> pygame.Surface:
    """Disc of ``size`` units, green by default, with a white tick: ready, legal, done."""
    body = circle(20, 20, 17, fill, stroke=INK, stroke_width=3.4)
    body += line("M12 20 l6 7 l11 -13", "#FFFFFF", 4.8)
    return rasterize_units(assets, body, size, size, (0, 0, 40, 40))


@cached_drawing
def plus_disc(assets: Assets, size: float = 42) -> pygame.Surface:
    """Green disc of ``size`` units with a white plus: add something."""
    body = circle(20, 20, 18, GOOD, stroke=INK, stroke_width=2.6)
    body += line("M20 11 V29 M11 20 H29", "#FFFFFF", 4.6)
    return rasterize_units(assets, body, size, size, (0, 0, 40, 40))


@cached_drawing
def cards_fan(assets: Assets, height: float = 26, colour: str = GREY) -> pygame.Surface:
    """Three card backs in a fan, ``height`` x 1.32 ``height`` units, beside a number of cards."""
    body = ""
    for x, y, turn in ((16, 24, -16), (29, 21, 0), (42, 24, 16)):
        back = rect(-11, -17, 22, 34, 4, fill=colour, stroke=INK, stroke_width=3)
        back += (
            f'<rect x="-6" y="-11.5" width="12" height="23" rx="2" fill="none" stroke="{WOOL}" '
            f'stroke-opacity=".85" stroke-width="2"/>'
        )
        body += group(back, f"translate({x},{y}) rotate({turn})")
    return rasterize_units(assets, body, height * 58 / 44, height, (0, 0, 58, 44))


SIZE = 192  # px; browsers scale it down


_ROUND = 40
"""Corner radius at 192 px for desktops, which show it unchanged; phones round it themselves."""


@cache
def emblem() -> bytes:
    """PNG file of the emblem, SIZE px square: a puppet that looks out of a drawer."""
    buffer = BytesIO()
    pygame.image.save(_emblem(SIZE), buffer, "emblem.png")
    return buffer.getvalue()


def _emblem(size: int) -> pygame.Surface:
    """Square picture of the emblem, ``size`` px."""
    scale = size / SIZE
    assets = Assets(scale)
    whole = pygame.Surface((size, size))
    whole.fill("#5A4B8A")
    body = puppet(assets, 0, "happy", 0, 190, PuppetOutfit(rim=6.0, ground=False))
    foot = round((SIZE + 4 + puppet_foot(190)) * scale)
    whole.blit(body, body.get_rect(midbottom=(round((SIZE // 2 - 6) * scale), foot)))
    drawer = panel(assets, SIZE + 20, 60)
    whole.blit(drawer, (round((-10 - SHADOW_MARGIN) * scale), round((SIZE - 44 - SHADOW_MARGIN) * scale)))
    return whole


def rounded_emblem(size: int) -> pygame.Surface:
    """Emblem of ``size`` x ``size`` px with round corners on transparency."""
    # Drawn larger and reduced, because SDL does not smooth edges.
    fine = _emblem(4 * size).convert_alpha()
    mask = pygame.Surface(fine.get_size(), pygame.SRCALPHA)
    pygame.draw.rect(mask, "white", mask.get_rect(), border_radius=round(_ROUND * 4 * size / SIZE))
    fine.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(fine, (size, size))


PAD_COLOURS: Final = {
    "A": ("#2E8B57", WOOL),
    "B": ("#C8402F", WOOL),
    "X": ("#1B6FD0", WOOL),
    "Y": ("#F2C14E", INK),
}
_SHOULDERS: Final = ("LB", "RB", "LT", "RT", "L1", "R1", "L2", "R2")
_KEY_ARROWS: Final = {"left": 180, "right": 0, "up": -90, "down": 90}
_ARROW: Final = "M-9 0 H8 M1 -7 L9 0 L1 7"
_ENTER: Final = "M10 -8 V0 Q10 4 6 4 H-9 M-3 -3 L-10 4 L-3 11"
_SHIFT: Final = "M0 -10 L10 1 H4.5 V9 H-4.5 V1 H-10Z"


@cached_drawing
def pad_glyph(assets: Assets, name: str, height: float = 34) -> pygame.Surface:
    """Part of a controller from `PAD_PARTS`, else KeyError; ``height`` units high. Leaning sticks: right."""
    if name in PAD_COLOURS:
        fill, ink = PAD_COLOURS[name]
        body = circle(20, 20, 17.5, fill, stroke=INK, stroke_width=3)
        glyph = rasterize_units(
            assets,
            body + line("M9 14 Q20 4 31 14", "#FFFFFF", 3, stroke_opacity=0.4),
            height,
            height,
            (0, 0, 40, 40),
        )
        draw_centred(assets, glyph, name, height * 0.62, ink, height)
        return glyph
    if name in _SHOULDERS:
        width = height * 54 / 40
        glyph = rasterize_units(assets, _SHAPES[name], width, height, (0, 0, 54, 40))
        draw_centred(assets, glyph, name, height * 0.5, INK, width - 8)
        return glyph
    return rasterize_units(assets, _SHAPES[name], height, height, (0, 0, 40, 40))


def _shoulder(*, trigger: bool, right: bool) -> str:
    """SVG text of a shoulder button or trigger."""
    d = (
        "M3 34 V18 Q4 3 20 3 H40 Q51 4 51 16 V34 Q51 36 49 36 H5 Q3 36 3 34Z"
        if trigger
        else "M3 31 V19 Q4 8 16 7 H40 Q51 8 51 18 V31 Q51 34 48 34 H6 Q3 34 3 31Z"
    )
    body = path(d, WOOL, stroke=INK, stroke_width=3, stroke_linejoin="round")
    return group(body, "translate(54 0) scale(-1 1)") if right else body


def _shape_glyph(name: str) -> str:
    """SVG text of a dark button with one of the four shapes that some controllers have instead of letters."""
    colour = {"cross": "#9CC4FF", "circle": "#FF9A8C", "square": "#F2A0D0", "triangle": "#7FE0B0"}[name]
    shape = {
        "cross": line("M13 13 L27 27 M27 13 L13 27", colour, 3.6),
        "circle": circle(20, 20, 8.5, "none", stroke=colour, stroke_width=3.6),
        "square": rect(12.5, 12.5, 15, 15, 1.5, fill="none", stroke=colour, stroke_width=3.6),
        "triangle": path("M20 10.5 L29 26 H11Z", stroke=colour, stroke_width=3.6, stroke_linejoin="round"),
    }[name]
    return circle(20, 20, 17.5, "#3A3450", stroke=INK, stroke_width=3) + shape


def _stick(letter: str, x: float, y: float, arrow: str) -> str:
    """SVG text of a stick from above with the letter of its side, pressed or pushed to one side."""
    top = circle(x, y, 10.5, WOOL) + group(line(letter, INK, 3.4), f"translate({x} {y})")
    return circle(20, 20, 18, INK) + top + path(arrow, WOOL)


_L: Final = "M-3 -6 V6 H4"
_R: Final = "M-3.5 6 V-6 H0.5 Q4 -6 4 -2.5 Q4 1 0.5 1 H-3.5 M0.5 1 L4 6"
_CROSS: Final = "M14.5 3.5 h11 v11 h11 v11 h-11 v11 h-11 v-11 h-11 v-11 h11Z"
_SHAPES: Final = {
    **{name: _shoulder(trigger=name[1] in "T2", right=name[0] == "R") for name in _SHOULDERS},
    "dpad": path(_CROSS, WOOL, stroke=INK, stroke_width=3, stroke_linejoin="round")
    + path("M7.5 20 l4.5 -4 v8Z M32.5 20 l-4.5 -4 v8Z M20 7.5 l-4 4.5 h8Z M20 32.5 l-4 -4.5 h8Z", INK),
    "stick": circle(20, 20, 18, INK)
    + circle(20, 20, 9.4, WOOL)
    + path(
        "M20 3.5l4.2 4.8h-8.4zM20 36.5l4.2 -4.8h-8.4zM3.5 20l4.8 -4.2v8.4zM36.5 20l-4.8 -4.2v8.4z",
        WOOL,
    ),
    "left-press": _stick(_L, 20, 23, "M14 3.6 h12 l-6 7Z"),
    "right-press": _stick(_R, 20, 23, "M14 3.6 h12 l-6 7Z"),
    "stick-right": _stick(_R, 17, 20, "M30 12.5 l8 7.5 l-8 7.5Z"),
    "stick-left": _stick(_R, 23, 20, "M10 12.5 l-8 7.5 l8 7.5Z"),
    "stick-down": _stick(_R, 20, 17, "M12.5 30 l7.5 8 l7.5 -8Z"),
    "stick-up": _stick(_R, 20, 23, "M12.5 10 l7.5 -8 l7.5 8Z"),
    "view": circle(20, 20, 17.5, WOOL, stroke=INK, stroke_width=3)
    + rect(10.5, 12, 13, 11, 2, fill="none", stroke=INK, stroke_width=3)
    + rect(16.5, 17, 13, 11, 2, fill=WOOL, stroke=INK, stroke_width=3),
    "menu": circle(20, 20, 17.5, WOOL, stroke=INK, stroke_width=3)
    + line("M12 14 h16 M12 20 h16 M12 26 h16", INK, 3.2),
    **{name: _shape_glyph(name) for name in ("cross", "circle", "square", "triangle")},
    "guide": circle(20, 20, 17.5, WOOL, stroke=INK, stroke_width=3)
    + path("M11 21 L20 12 L29 21 V29 H11Z", INK),
}
PAD_PARTS: Final = (*PAD_COLOURS, *_SHAPES)  # names that `pad_glyph` accepts


@cached_drawing
def key_glyph(assets: Assets, name: str, height: float = 34) -> pygame.Surface:
    """Key cap, ``height`` units high: a short text, or arrows, enter, space, shift, tab, backspace drawn."""
    width = _key_width(assets, name, height)
    units = width / height * 40
    body = rect(1.5, 3.5, units - 3, 35, 8, fill=mix(WOOL, "#8A7A68", 0.55), stroke=INK, stroke_width=3)
    body += rect(1.5, 1.5, units - 3, 31, 8, fill=WOOL, stroke=INK, stroke_width=3)
    middle = f"translate({units / 2} 17)"
    if name in _KEY_ARROWS:
        body += group(line(_ARROW, INK, 4), f"{middle} rotate({_KEY_ARROWS[name]})")
    elif name == "arrows":
        for turn in (0, 90, 180, 270):
            body += group(path("M12.5 0 l-6 -5.5 v11Z", INK), f"{middle} rotate({turn})")
        body += circle(units / 2, 17, 2.2, INK)
    elif name == "enter":
        body += group(line(_ENTER, INK, 4), middle)
    elif name == "space":
        body += group(line("M-15 -4 V5 H15 V-4", INK, 4), middle)
    elif name == "shift":
        body += group(line(_SHIFT, INK, 3.4), middle)
    elif name == "tab":
        body += group(line("M-12 0 H8 M2 -6 L9 0 L2 6 M13 -8 V8", INK, 3.6), middle)
    elif name == "backspace":
        body += group(line("M12 0 H-9 M-2 -7 L-10 0 L-2 7", INK, 4), middle)
    glyph = rasterize_units(assets, body, width, height, (0, 0, units, 40))
    if name not in _DRAWN_KEYS:
        # Without the lower edge, so that letters are in the middle of the upper face.
        face = glyph.subsurface((0, 0, glyph.get_width(), round(glyph.get_height() * 34 / 40)))
        draw_centred(assets, face, name, height * _LETTERS, INK, width)
    return glyph


_LETTERS: Final = 0.54  # letter size relative to the height of a key
_DRAWN_KEYS: Final = frozenset({*_KEY_ARROWS, "arrows", "enter", "space", "shift", "tab", "backspace"})
_WIDE_KEYS: Final = {"enter": 1.350, "space": 1.7, "shift": 1.2, "tab": 1.350, "backspace": 1.350}


def _key_width(assets: Assets, name: str, height: float) -> float:
    """Width in units of a key with this label."""
    if name in _DRAWN_KEYS:
        return height * _WIDE_KEYS.get(name, 1.0)
    text_width = lettering(assets, name, height * _LETTERS, INK).get_width() / assets.scale
    return max(height, text_width + height * 0.52)


@cached_drawing
def key_cap(assets: Assets, w: float, h: float, fill: str, radius: float) -> pygame.Surface:
    """Key of an on-screen keyboard, w x h: like a key glyph, without its label."""
    # Filled shapes, drawn larger: the corners of outlines would have steps.
    body = rect(0, 3, w, h - 3, radius, fill=INK) + rect(0, 0, w, h - 6, radius, fill=INK)
    body += rect(3, 7, w - 6, h - 10, radius - 3, fill=mix(fill, "#4A3A30", 0.42))
    body += rect(0, 3, w, h - 9, radius, fill=INK) + rect(3, 3, w - 6, h - 12, radius - 3, fill=fill)
    large = rasterize_units(assets, body, 3 * w, 3 * h, (0, 0, w, h))
    return pygame.transform.smoothscale(large, (assets.px(w), assets.px(h)))


@cached_drawing
def mouse_glyph(assets: Assets, name: str, height: float = 34) -> pygame.Surface:
    """Mouse, ``height`` units square, with a part highlighted: left, right, wheel or move; else none."""
    shape = "M20 2.5 C30 2.5 33 9 33 17 V25 C33 33 28 38 20 38 C12 38 7 33 7 25 V17 C7 9 10 2.5 20 2.500Z"
    body = path(shape, WOOL, stroke=INK, stroke_width=3)
    if name == "left":
        body += path("M19 2.5 C10 3 7 9 7 17 H19Z", "#1B6FD0", stroke=INK, stroke_width=3)
    elif name == "right":
        body += path("M21 2.5 C30 3 33 9 33 17 H21Z", "#1B6FD0", stroke=INK, stroke_width=3)
    body += line("M7 17 H33 M20 3 V17", INK, 2.6)
    if name == "wheel":
        body += rect(16, 6, 8, 15, 4, fill="#1B6FD0", stroke=INK, stroke_width=2.6)
    elif name == "move":
        body += line("M20 22 V33 M14.5 27.5 H25.5", "#1B6FD0", 3.2)
    return rasterize_units(assets, body, height, height, (0, 0, 40, 40))


QUIET = 4  # white modules on each side


@cached_drawing
def qr_code(assets: Assets, rows: tuple[str, ...], size: float) -> pygame.Surface:
    """QR code with its quiet zone, at most ``size`` units unless a module is under 1 px. Modules: whole px.

    The quiet zone has four modules, as the standard demands, because the surroundings may be dark.

    Args:
        assets: the scale.
        rows: a string of 0 and 1 for each row of modules.
        size: maximum size including the quiet zone.
    """
    count = len(rows) + 2 * QUIET
    module = max(1, int(assets.px(size) / count))
    surface = pygame.Surface((module * count, module * count), pygame.SRCALPHA)
    surface.fill("#FFFFFF")
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark == "1":
                surface.fill(INK, ((x + QUIET) * module, (y + QUIET) * module, module, module))
    return surface


TILE: Final = 33 / 42  # width of a letter tile, relative to its height


@cached_drawing
def letter_tile(assets: Assets, letter: str, seat: int, height: float) -> pygame.Surface:
    """Letter on a patch in a seat's colour, ``height`` units high and TILE times as wide."""
    body = rect(1.5, 1.5, 30, 39, 8, fill=SEAT_LOOKS[seat].colour, stroke=INK, stroke_width=3)
    body += line(seam(rounded_rect_path(4.3, 4.3, 24.4, 33.4, 5.5), 5, 4), WOOL, 1.6, stroke_opacity=0.75)
    tile = rasterize_units(assets, body, height * TILE, height, (0, 0, 33, 42))
    draw_centred(assets, tile, letter, height * 0.53, WOOL, height * 0.52)
    return tile
