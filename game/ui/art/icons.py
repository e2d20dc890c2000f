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
from game.ui.art.layers import GOOD_COLOUR, GREY, INK, WOOL, art, mix, rasterize_units
from game.ui.art.lettering import draw_centred, lettering
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.svg import drawing, group, rect
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
def tick(assets: Assets, size: float = 28, fill: str = GOOD_COLOUR) -> pygame.Surface:
    """Disc of ``size`` units, green by default, with a white tick: ready, legal, done."""
    return art(assets, "signs", size, size, layer="tick", fill=fill)


@cached_drawing
def plus_disc(assets: Assets, size: float = 42) -> pygame.Surface:
    """Green disc of ``size`` units with a white plus: add something."""
    return art(assets, "signs", size, size, layer="plus")


@cached_drawing
def cards_fan(assets: Assets, height: float = 26, colour: str = GREY) -> pygame.Surface:
    """Three card backs in a fan, ``height`` x 1.32 ``height`` units, beside a number of cards."""
    return art(assets, "signs", height * 58 / 44, height, layer="fan", colour=colour)


ICON_SIZE = 192  # px; browsers scale it down


_CORNER_RADIUS = 40
"""Corner radius at 192 px for desktops, which show it unchanged; phones round it themselves."""


@cache
def emblem() -> bytes:
    """PNG file of the emblem, SIZE px square: a puppet that looks out of a drawer."""
    buffer = BytesIO()
    pygame.image.save(_emblem(ICON_SIZE), buffer, "emblem.png")
    return buffer.getvalue()


def _emblem(size: int) -> pygame.Surface:
    """Square picture of the emblem, ``size`` px."""
    scale = size / ICON_SIZE
    assets = Assets(scale)
    whole = pygame.Surface((size, size))
    whole.fill("#5A4B8A")
    body = puppet(assets, 0, "happy", 0, 190, PuppetOutfit(rim=6.0, ground=False))
    foot = round((ICON_SIZE + 4 + puppet_foot(190)) * scale)
    whole.blit(body, body.get_rect(midbottom=(round((ICON_SIZE // 2 - 6) * scale), foot)))
    drawer = panel(assets, ICON_SIZE + 20, 60)
    whole.blit(
        drawer, (round((-10 - SHADOW_MARGIN) * scale), round((ICON_SIZE - 44 - SHADOW_MARGIN) * scale))
    )
    return whole


def rounded_emblem(size: int) -> pygame.Surface:
    """Emblem of ``size`` x ``size`` px with round corners on transparency."""
    # Drawn larger and reduced, because SDL does not smooth edges.
    fine = _emblem(4 * size).convert_alpha()
    mask = pygame.Surface(fine.get_size(), pygame.SRCALPHA)
    pygame.draw.rect(
        mask, "white", mask.get_rect(), border_radius=round(_CORNER_RADIUS * 4 * size / ICON_SIZE)
    )
    fine.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(fine, (size, size))


PAD_COLOURS: Final = {
    "A": ("#2E8B57", WOOL),
    "B": ("#C8402F", WOOL),
    "X": ("#1B6FD0", WOOL),
    "Y": ("#F2C14E", INK),
}
_SHOULDERS: Final = ("LB", "RB", "LT", "RT", "L1", "R1", "L2", "R2")


def pad_parts() -> list[str]:
    """Names of the parts of a controller that `pad_glyph` draws."""
    return [*PAD_COLOURS, *_SHOULDERS, *drawing("pad").names()]


@cached_drawing
def pad_glyph(assets: Assets, name: str, height: float = 34) -> pygame.Surface:
    """Part of a controller from `pad_parts`, else KeyError; ``height`` units high. Leaning sticks: right."""
    if name in PAD_COLOURS:
        fill, ink = PAD_COLOURS[name]
        glyph = art(assets, "pad-letters", height, height, layer="button", fill=fill)
        draw_centred(assets, glyph, name, height * 0.62, ink, height)
        return glyph
    if name in _SHOULDERS:
        width = height * 54 / 40
        kind = "trigger" if name[1] in "T2" else "shoulder"
        glyph = art(assets, "pad-letters", width, height, layer=f"{kind}-{name[0]}")
        draw_centred(assets, glyph, name, height * 0.5, INK, width - 8)
        return glyph
    return art(assets, "pad", height, height, layer=name)


@cached_drawing
def key_glyph(assets: Assets, name: str, height: float = 34) -> pygame.Surface:
    """Key cap, ``height`` units high: a short text, or arrows, enter, space, shift, tab, backspace drawn."""
    is_drawn = name in drawing("keys").names()
    width = height * _WIDE_KEYS.get(name, 1.0) if is_drawn else _key_width(assets, name, height)
    units = width / height * 40
    body = rect(1.5, 3.5, units - 3, 35, 8, fill=mix(WOOL, "#8A7A68", 0.55), stroke=INK, stroke_width=3)
    body += rect(1.5, 1.5, units - 3, 31, 8, fill=WOOL, stroke=INK, stroke_width=3)
    if is_drawn:
        body += group(drawing("keys").layer(name), f"translate({units / 2} 17)")
    glyph = rasterize_units(assets, body, width, height, (0, 0, units, 40))
    if not is_drawn:
        # Without the lower edge, so that letters are in the middle of the upper face.
        face = glyph.subsurface((0, 0, glyph.get_width(), round(glyph.get_height() * 34 / 40)))
        draw_centred(assets, face, name, height * _LETTER_SCALE, INK, width)
    return glyph


_LETTER_SCALE: Final = 0.54  # letter size relative to the height of a key
_WIDE_KEYS: Final = {"enter": 1.350, "space": 1.7, "shift": 1.2, "tab": 1.350, "backspace": 1.350}


def _key_width(assets: Assets, name: str, height: float) -> float:
    """Width in units of a key with this text on it."""
    text_width = lettering(assets, name, height * _LETTER_SCALE, INK).get_width() / assets.scale
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
    layer = f"body {name} lines" if name in ("left", "right") else f"body lines {name}"
    return art(assets, "mouse", height, height, layer=layer)


QUIET_MODULES = 4  # white modules on each side


@cached_drawing
def qr_code(assets: Assets, rows: tuple[str, ...], size: float) -> pygame.Surface:
    """QR code with its quiet zone, at most ``size`` units unless a module is under 1 px. Modules: whole px.

    The quiet zone has four modules, as the standard demands, because the surroundings may be dark.

    Args:
        assets: the scale.
        rows: a string of 0 and 1 for each row of modules.
        size: maximum size including the quiet zone.
    """
    count = len(rows) + 2 * QUIET_MODULES
    module = max(1, int(assets.px(size) / count))
    surface = pygame.Surface((module * count, module * count), pygame.SRCALPHA)
    surface.fill("#FFFFFF")
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark == "1":
                surface.fill(
                    INK, ((x + QUIET_MODULES) * module, (y + QUIET_MODULES) * module, module, module)
                )
    return surface


TILE_ASPECT: Final = 33 / 42  # width of a letter tile, relative to its height


@cached_drawing
def letter_tile(assets: Assets, letter: str, seat: int, height: float) -> pygame.Surface:
    """Letter on a patch in a seat's colour, ``height`` units high and TILE times as wide."""
    tile = art(assets, "signs", height * TILE_ASPECT, height, layer="tile", colour=SEAT_LOOKS[seat].colour)
    draw_centred(assets, tile, letter, height * 0.53, WOOL, height * 0.52)
    return tile
