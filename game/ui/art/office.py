"""The office after five: windows with a skyline, other desks, lamps, the rug and the round table."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.art.fabric import wood_front
from game.ui.art.layers import INK, blurred, rasterize_units
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.svg import circle, drawing, group, lin, line, oval, path, rad, rect, seam
from game.ui.core.assets import Assets, cached_background, cached_drawing

SILL_Y: Final = 226.0  # y of the windows' lower edge in an office 644 units high
FLOOR_Y: Final = 306.0  # y at which the wall meets the floor
OFFICE_HEIGHT: Final = 644.0


@dataclass(frozen=True, slots=True)
class OfficeColours:
    """Colours of the office at one time of the day."""

    wall: tuple[str, str]
    sky: tuple[str, str, str]
    sun: str
    houses: str
    lit: str
    frame: str
    cubicles: tuple[str, str, str]
    ledge: str
    screen: str
    plant: str
    floor: tuple[str, str, str]
    board: str
    rug: str
    beam: str
    corner: str
    disc: float = 46.0  # radius of the sun or moon
    soft: bool = True  # True if the room behind the table is out of focus


SUNSET_COLOURS: Final = OfficeColours(
    ("#F8E4C6", "#EFCFA4"), ("#FFE9BE", "#FBCF96", "#F4B183"), "#FFF6DA", "#DE9C74", "#FFE9BE", "#FFF6E6",
    ("#9DB8A8", "#C9A6B8", "#E2B56F"), "#DDB98B", "#BFE0E0", "#5F9068", ("#DDB184", "#C9966A", "#A06C48"),
    "#8A5A3A", "#4D7F76", "#FFE9B0", "#6A2A1C",
)  # fmt: skip
NIGHT_COLOURS: Final = OfficeColours(
    ("#3B3358", "#463A5E"), ("#131A3C", "#2C2A5C", "#5A3F74"), "#F3E6C4", "#1B1E44", "#FFD98A", "#5D5382",
    ("#3F5560", "#574266", "#6E5340"), "#4A3B58", "#8FD3D8", "#3B6650", ("#6A4E4A", "#54403F", "#33282E"),
    "#22192A", "#2E5557", "#FFDFA0", "#0B0716", 34.0,
)  # fmt: skip
PLAIN_COLOURS: Final = OfficeColours(
    ("#FFFFFF", "#F6F6F6"), ("#FFFFFF", "#F2F2F2", "#E9E9E9"), "#FFFFFF", "#D9D9D9", "#FFFFFF", "#FFFFFF",
    ("#E3E3E3", "#DADADA", "#E3E3E3"), "#EDEDED", "#FFFFFF", "#C4CFC6", ("#EDEDED", "#E2E2E2", "#D6D6D6"),
    "#A0A0A0", "#BFD3CE", "#FFFFFF", "#8A8A8A", soft=False,
)  # fmt: skip
OFFICE_COLOURS: Final = {"linen": SUNSET_COLOURS, "dark": NIGHT_COLOURS, "contrast": PLAIN_COLOURS}


@cached_background
def office(assets: Assets, w: float, h: float, bottom: float, theme: str = "linen") -> pygame.Surface:
    """Return the picture of the office, w x h units, with a wooden front from ``bottom`` down."""
    light = OFFICE_COLOURS.get(theme, SUNSET_COLOURS)
    grow = bottom / OFFICE_HEIGHT
    # The height is fixed and the width follows: a wider window shows more of the office.
    width = w / grow
    room = rasterize_units(
        assets, wall_and_view(width, light) + near(width, light), w, bottom, (0, 0, width, OFFICE_HEIGHT)
    )
    _draw_colleagues(assets, room, width, grow)
    if light.soft:
        room = pygame.transform.gaussian_blur(room, max(1, round(2.2 * assets.scale)))
    whole = pygame.Surface((assets.px(w), assets.px(h)))
    whole.blit(room, (0, 0))
    carpet = rug(assets, w * RUG_SIZE[0], bottom * RUG_SIZE[1], theme)
    whole.blit(
        carpet, carpet.get_rect(center=(round(w / 2 * assets.scale), round(bottom * 0.605 * assets.scale)))
    )
    for part in (_beams(assets, width, grow, light), _lamps(assets, width, grow)):
        whole.blit(part, (0, 0))
    stops = (0, light.corner, 0), (0.6, light.corner, 0), (1, light.corner, 0.42)
    dusk = rad("dusk", (w / 2, bottom * 0.51, max(w, bottom) * 0.63), *stops)
    whole.blit(rasterize_units(assets, dusk + rect(0, 0, w, h, 0, fill="url(#dusk)"), w, h), (0, 0))
    whole.blit(wood_front(assets, w, h - bottom), (0, round((bottom - 24) * assets.scale)))
    return whole


def _windows(width: float) -> tuple[list[float], float]:
    """Return the left edges of the windows and their common width, in an office ``width`` units wide."""
    count = max(2, round(width / 420))
    pitch = (width - 56) / count
    return [28 + number * pitch + 16 for number in range(count)], pitch - 32


def wall_and_view(width: float, light: OfficeColours) -> str:
    """Return the SVG of the wall and the view from its windows."""
    rnd = random.Random(4)
    body = lin("wall", (0, 0, 0, FLOOR_Y), (0, light.wall[0]), (1, light.wall[1]))
    body += rect(0, 0, width, FLOOR_Y, 0, fill="url(#wall)")
    body += lin("sky", (0, 10, 0, 220), (0, light.sky[0]), (0.6, light.sky[1]), (1, light.sky[2]))
    lefts, pane = _windows(width)
    for x in lefts:
        body += rect(x, 14, pane, SILL_Y - 14, 8, fill="url(#sky)")
    halo = (0, light.sun, 0.6), (0.5, light.sun, 0.3), (1, light.sun, 0)
    body += rad("halo", (width / 2, 136, 104), *halo) + circle(width / 2, 136, 104, "url(#halo)")
    body += circle(width / 2, 136, light.disc, light.sun)
    for left in lefts:
        body += _skyline(left, pane, rnd, light)
    for x in lefts:
        body += rect(x, 14, pane, SILL_Y - 14, 8, fill="none", stroke=light.frame, stroke_width=12)
        body += path(f"M{x + pane / 2} 14 V{SILL_Y}", stroke=light.frame, stroke_width=8)
        body += rect(x - 10, SILL_Y - 4, pane + 20, 14, 5, fill=light.frame)
    return body


def _skyline(left: float, pane: float, rnd: random.Random, light: OfficeColours) -> str:
    """SVG of houses with lit windows behind a window from ``left`` on, ``pane`` wide, random by ``rnd``."""
    body, x = "", left
    while x < left + pane - 8:
        w = min(rnd.choice((26, 34, 44, 56)), left + pane - x)
        top = SILL_Y - rnd.randint(26, 104)
        body += rect(x, top, w, SILL_Y - top, 0, fill=light.houses, fill_opacity=0.75)
        for y in range(round(top) + 8, 216, 14):
            for at in range(round(x) + 6, round(x + w) - 6, 11):
                if rnd.random() < 0.4:
                    body += rect(at, y, 5, 7, 0, fill=light.lit)
        x += w
    return body


def near(width: float, light: OfficeColours) -> str:
    """Return the SVG of cubicles, screens, plants, and floor boards."""
    body = rect(0, 252, width, 60, 0, fill=light.ledge)
    step = 270.0
    for number in range(int(width / step) + 2):
        x, fill = -30 + number * step, light.cubicles[number % 3]
        body += rect(x, 238, 236, 72, 8, fill=fill)
        body += rect(x, 238, 236, 9, 4, fill=light.frame, fill_opacity=0.75)
        for note in range(3):
            at = x + 26 + note * 64, 258 + note % 2 * 6
            body += rect(*at, 26, 20, 2, fill=light.frame, fill_opacity=0.8)
    for number in range(int(width / 500) + 1):
        x = 90 + number * (width - 220) / max(1, int(width / 500))
        body += rect(x, 198, 66, 44, 5, fill="#6A5A72") + rect(x + 5, 203, 56, 33, 3, fill=light.screen)
        body += rect(x + 28, 240, 10, 8, 1, fill="#6A5A72")
    stops = (0, light.floor[0]), (0.5, light.floor[1]), (1, light.floor[2])
    body += lin("floor", (0, FLOOR_Y, 0, OFFICE_HEIGHT), *stops) + rect(
        0, FLOOR_Y, width, 400, 0, fill="url(#floor)"
    )
    planks = "".join(f"M0 {y} H{width} " for y in (318, 336, 362, 400, 452, 524, 620))
    for number in range(-14, 15):
        planks += f"M{width / 2 + number * 60} {FLOOR_Y} L{width / 2 + number * 210} 720 "
    body += path(planks, stroke=light.board, stroke_opacity=0.16, stroke_width=3)
    for x, y, size in ((268, 240, 1), (width - 270, 240, 0.9), (width - 32, 300, 1.7), (24, 300, 1.6)):
        plant = drawing("furniture").layer("plant", plant=light.plant)
        body += group(plant, f"translate({x} {y}) scale({size})")
    return body


def _draw_colleagues(assets: Assets, room: pygame.Surface, width: float, grow: float) -> None:
    """Draw four odd socks into ``room`` that look over the partitions of the other desks."""
    unit = assets.scale * grow
    top = pygame.Rect(0, 0, room.get_width(), round(239 * unit))
    # They look out above the partitions; nothing of them may show below.
    room.set_clip(top)
    for look, x_fraction, flip in ((6, 0.45, False), (5, 0.56, True), (7, 0.77, False), (1, 0.24, True)):
        image = puppet(assets, look, "idle", 0, 78 * grow, PuppetOutfit(ground=False, flip=flip))
        foot = round((276 * grow + puppet_foot(78 * grow)) * assets.scale)
        room.blit(image, image.get_rect(midbottom=(round(x_fraction * width * unit), foot)))
    room.set_clip(None)


def _beams(assets: Assets, width: float, grow: float, light: OfficeColours) -> pygame.Surface:
    """Return a transparent layer as large as the room: light across the floor, warm light over the table."""
    body = ""
    for x_fraction, lean in ((0.12, -0.75), (0.43, -0.1), (0.74, 0.6)):
        x, slip = x_fraction * width, lean * 190
        d = f"M{x} {FLOOR_Y} H{x + 170} L{x + 170 + slip} 660 H{x - 60 + slip}Z"
        body += path(d, light.beam, fill_opacity=0.3 if light.soft else 0.0)
    shafts = rasterize_units(assets, body, width * grow, OFFICE_HEIGHT * grow, (0, 0, width, OFFICE_HEIGHT))
    shafts = blurred(shafts, 12 * assets.scale * grow, light.beam)
    stops = (0, light.beam, 0.4), (0.5, light.beam, 0.18), (1, light.beam, 0)
    warm = rad("warm", (0, 0, 100), *stops)
    warm += f'<g transform="translate({width / 2} 380) scale(4.4 1.7)">{circle(0, 0, 100, "url(#warm)")}</g>'
    shafts.blit(
        rasterize_units(assets, warm, width * grow, OFFICE_HEIGHT * grow, (0, 0, width, OFFICE_HEIGHT)),
        (0, 0),
    )
    return shafts


def _lamps(assets: Assets, width: float, grow: float) -> pygame.Surface:
    """Return a transparent layer as large as the room: two lamps, with cones of light, clear of a crown."""
    size, box = (width * grow, OFFICE_HEIGHT * grow), (0.0, 0.0, width, OFFICE_HEIGHT)
    places = (width * 0.41, "#D9482B"), (width * 0.81, "#12807E")
    cones = lin("cone", (0, 50, 0, 450), (0, "#FFF3C8", 0.5), (1, "#FFF3C8", 0))
    for x, _colour in places:
        cones += path(f"M{x - 18} 54 L{x + 18} 54 L{x + 180} 440 L{x - 180} 440Z", "url(#cone)")
    whole = blurred(rasterize_units(assets, cones, *size, box), 7 * assets.scale * grow, "#FFF3C8")
    body = ""
    for x, colour in places:
        lamp = drawing("furniture").layer("lamp", colour=colour)
        body += group(lamp, f"translate({x - 43} 0) scale(.72)")
    whole.blit(rasterize_units(assets, body, *size, box), (0, 0))
    return whole


RUG_SIZE: Final = (
    0.92,
    0.545,
)  # size of the rug, as shares of the width and of the height above the wooden front


@cached_drawing
def rug(assets: Assets, w: float, h: float, theme: str = "linen") -> pygame.Surface:
    """Return the oval rug with its soft shadow, w x h units."""
    light = OFFICE_COLOURS.get(theme, SUNSET_COLOURS)
    rx, ry = w / 2 - 15, h / 2 - 15
    box = (-w / 2, -h / 2, w, h)
    under = f'<ellipse cx="0" cy="8" rx="{rx + 6}" ry="{ry + 4}" fill="{INK}" fill-opacity=".35"/>'
    whole = blurred(rasterize_units(assets, under, w, h, box), 6 * assets.scale, INK)
    body = f'<ellipse cx="0" cy="0" rx="{rx}" ry="{ry}" fill="{light.rug}"/>'
    body += line(seam(oval(0, 0, rx - 20, ry - 11), 16, 11), "#F6EBDD", 4, stroke_opacity=0.55)
    body += (
        f'<ellipse cx="0" cy="0" rx="{rx - 44}" ry="{ry - 22}" fill="none" stroke="#E8A317" '
        f'stroke-opacity=".5" stroke-width="10"/>'
    )
    whole.blit(rasterize_units(assets, body, w, h, box), (0, 0))
    return whole


@cached_drawing
def chair_shade(assets: Assets, w: float) -> pygame.Surface:
    """Return the soft shadow of a chair on the floor, on a surface ``w`` units wide and 0.3 ``w`` high."""
    h = w * 0.3
    body = f'<ellipse cx="{w / 2}" cy="{h / 2}" rx="{w * 0.38}" ry="{h * 0.26}" fill="{INK}"/>'
    shade = blurred(rasterize_units(assets, body, w, h), 5 * assets.scale, INK)
    shade.set_alpha(None)
    shade.fill((255, 255, 255, 120), special_flags=pygame.BLEND_RGBA_MULT)
    return shade


@cached_drawing
def glow(
    assets: Assets, w: float, h: float, colour: str = "#FFE9B0", strength: float = 0.6
) -> pygame.Surface:
    """Return a soft oval of light, w x h units."""
    stops = (0, colour, strength), (0.5, colour, strength * 0.45), (1, colour, 0)
    body = rad("glow", (100, 100, 100), *stops) + circle(100, 100, 100, "url(#glow)")
    return rasterize_units(assets, body, w, h, (0, 0, 200, 200))
