"""Washing line beside the results: the winners on the rope, and the tags of the others below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.scenes.results_drawing import draw_head, draw_place
from game.scenes.results_ranking import LinePuppet, PlaceTag, Ranking
from game.ui.art.daily import ROPE_ROOM, peg, rope, sag
from game.ui.art.fabric import ClothColours
from game.ui.art.layers import INK, art, blurred, rasterize_units
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.svg import circle, line
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import READABLE, Painter
from game.ui.match.match_end import EarnedSock, draw_earned, earned_label
from game.ui.widgets import (
    Element,
    FontSpec,
    LayoutTree,
    Padding,
    Picture,
    SingleLineText,
    Spacer,
    Text,
    column,
    draw_cloth,
    row,
)

LINE_SAG = 36.0
TAG_PAD = 8.0
TAG_ROWS = ((106.0, 16.0), (80.0, 18.0))
"""Height of the tags and gap between rows in units, for one row and for two."""
FEW, LISTED, LIST_PAD = 3, 31.0, 10.0
"""Most players with tags; height of each line of the list for more, and its padding above and below."""
SIDE = 0.334  # share of the canvas width left of the sheet


def washing_line(ruler: Painter, ranking: Ranking, earned: Sequence[EarnedSock]) -> Element:
    """Picture left of the sheet: washing line, tags and earned socks."""
    tags, width = ranking.tags, ruler.view.w * SIDE
    names = tuple(tag.name for tag in tags)
    listed, rows = 0.0, _tag_rows(ruler, names, width)
    elements = tuple(_tag_element(ruler, tag, names, small=len(rows) > 1) for tag in tags)
    if len(tags) > FEW:
        listed, rows = LISTED * len(tags) + 2 * LIST_PAD, (1,)
        elements = (_list_element(ruler, tags, names),)
    return Picture(draw_line, (ranking.standers, rows, elements, tuple(earned), listed), w=width, h=560)


def _tag_rows(ruler: Painter, names: Sequence[str], width: float) -> tuple[int, ...]:
    """Number of tags in each row: one row, or two if that leaves room for the full names."""
    available_width, count = tag_room(ruler.view.w, width), len(names)
    ruler = ruler.with_text_scale(1.0)
    longest = max((ruler.width(name, READABLE, NAMES) for name in names), default=0.0)
    one_row = (count,) if count else ()
    is_narrow = count > 1 and longest > tag_width(available_width, count) - 2 * TAG_PAD
    return (count - count // 2, count // 2) if is_narrow else one_row


def _list_element(ruler: Painter, tags: Sequence[PlaceTag], names: tuple[str, ...]) -> Element:
    """Layout of a list of players: place, head, name and score of each."""
    letters = FontSpec(20, NAMES, growth=0)
    lines = (
        row(
            Picture(_draw_list_place, (tag.place,), w=26, h=26),
            Picture(draw_head, (tag.look, tag.mood), w=27, h=27),
            SingleLineText(tag.name, _name_font(ruler, tag, 20.0), shrinks=True, beside=names, flex=1),
            Text(tag.points, letters, 1.0, lines=1),
            gap=10, align=0.5, h=LISTED,
        )
        for tag in tags
    )  # fmt: skip
    return column(*lines, pad=Padding(16, LIST_PAD), behind=Picture(draw_tag, (0,)))


def _draw_list_place(painter: Painter, box: Box, place: int) -> None:
    """Draw the place of a player on a list."""
    draw_place(painter, *box.centre, box.h, place)


def _name_font(ruler: Painter, tag: PlaceTag, size: float) -> FontSpec:
    """Font of a player's name, in the ink of their look."""
    return FontSpec(size, NAMES, SEAT_LOOKS[tag.look].text if ruler.theme.name == "linen" else "", growth=0.3)


def _tag_element(ruler: Painter, tag: PlaceTag, names: tuple[str, ...], *, small: bool) -> Element:
    """Layout of a tag: head and score above the name, which is as large as in ``names``."""
    size, head = (18.0, 28.0) if small else (22.0, 40.0)
    letters = FontSpec(20 if small else 26, NAMES, growth=0)
    points = [Text(tag.points, letters, 0.5, lines=1)] if tag.points else []
    top = row(
        Spacer(flex=1), Picture(draw_head, (tag.look, tag.mood), w=head, h=head), *points, Spacer(flex=1),
        gap=2 if small else 4, align=0.5,
    )  # fmt: skip
    name = SingleLineText(tag.name, _name_font(ruler, tag, size), 0.5, shrinks=True, beside=names)
    edge, behind = Padding(TAG_PAD, 3, 5), Picture(draw_tag, (tag.place,))
    return column(Spacer(flex=1), top, name, Spacer(flex=1), pad=edge, gap=2, behind=behind)


def draw_tag(painter: Painter, box: Box, place: int) -> None:
    """Draw the tag of a player, with the place at its corner."""
    theme = painter.theme
    cloth = ClothColours(theme.panel, INK if theme.name != "dark" else theme.soft, "")
    draw_cloth(painter, box, cloth, radius=14)
    draw_place(painter, box.x + 3, box.y + 3, 32 if box.h > 90 else 26, place)


def tag_room(canvas_width: float, right: float) -> float:
    """Return the width in units for tags, from the canvas' left margin (5 %) to just before x ``right``."""
    return right - 8 - (canvas_width * 0.05 - 6)


def tag_width(available_width: float, row_length: int) -> float:
    """Return the width in units of a tag, with ``row_length`` tags in a row."""
    return min(118.0 if row_length > 2 else 150.0, available_width / row_length - 2)


@cached_drawing
def glory(assets: Assets, size: float) -> pygame.Surface:
    """Return the picture, ``size`` units square, of the light and the rays behind a winner."""
    light, rays = (art(assets, "moments", size, size, layer=layer) for layer in ("glory-light", "glory-rays"))
    whole = blurred(light, 46 * assets.scale * size / 400, "#FFF3C8")
    whole.blit(rays, (0, 0))
    return whole


def draw_line(
    painter: Painter,
    box: Box,
    standers: tuple[LinePuppet, ...],
    rows: tuple[int, ...],
    tags: tuple[Element, ...],
    earned: tuple[EarnedSock, ...],
    listed: float = 0.0,
) -> None:
    """Draw the washing line with the winners, and the others' tags below.

    ``rows``: tags in each row. ``listed``: height in units of a list, which is then the only tag.
    """
    assets, left = painter.assets, painter.view.w * 0.05
    available_width, right_end = box.right - 22 - left, box.right + 6
    tall_tag, gap = (listed, 0.0) if listed else TAG_ROWS[max(0, len(rows) - 1)]
    below = (tall_tag + gap) * len(rows) + (50 if len(rows) == 1 else 38) if rows else 120
    y = box.bottom - below - LINE_SAG
    half = len(standers) // 2 if len(standers) > 4 else 0
    stander_rows = list(filter(None, (standers[:half], standers[half:])))
    above = Box(left, box.y, available_width, box.h)
    top = earned_label(painter, above, earned)[1].bottom + 16 if earned else box.y + 8
    step = available_width / max(map(len, stander_rows))
    puppet_height = min(
        286.0, (y + LINE_SAG - top) / (1.0 if len(stander_rows) == 1 else 1.75) / 1.12, step * 1.5
    )
    middle = left + available_width / 2
    lines = [y] if len(stander_rows) == 1 else [y - puppet_height * 0.8, y]
    if any(stander.state == "happy" for stander in standers):
        size = min(400.0, puppet_height * 1.5)
        painter.blit(
            glory(assets, round(size)), middle, lines[-1] + LINE_SAG - puppet_height * 0.55, "center"
        )
    if earned:  # in front of the rays
        draw_earned(painter, above, earned)

    def hang(at: float, base: float) -> float:
        """Y position of the rope at ``at``, with its ends at the y position ``base``."""
        return base + sag(at + 16, right_end + 16, 0.0, LINE_SAG)

    for base, line_standers in zip(lines, stander_rows, strict=True):
        painter.blit(rope(assets, round(right_end + 16), LINE_SAG), -16, base - ROPE_ROOM)
        # From right to left, so that a nose is in front of the neighbour.
        for number, stander in reversed(list(enumerate(line_standers))):
            x = middle + step * (number - (len(line_standers) - 1) / 2)
            x -= puppet_height * 0.05
            dress = PuppetOutfit(stander.wears, rim=5.0 if puppet_height > 150 else 3.5, ground=False)
            image = puppet(
                assets, stander.look, stander.state, 0, round(puppet_height), dress, look=(0.5, 0.2)
            )
            foot = hang(x, base) + 8
            painter.blit(image, x, foot + puppet_foot(round(puppet_height)), "midbottom")
            for side, turn in ((-1, -5.0), (1, 5.0)):
                scale = max(0.5, min(0.86, puppet_height / 330))
                painter.blit(
                    peg(assets, round(scale, 2), turn), x + side * puppet_height * 0.14, foot - 4, "center"
                )
    pin = circle(12, 12, 9, "#C9A673", stroke=INK, stroke_width=3.4)
    painter.blit(rasterize_units(assets, pin, 24, 24), box.right - 10, hang(box.right - 10, y) - 2, "center")
    at = Box(left - 6, box.y, tag_room(painter.view.w, box.right), tall_tag)
    if listed:
        place = Box(at.x + 6, hang(at.centre[0], y) + 44, at.w - 12, listed)
        for x in (place.x + place.w / 4, place.right - place.w / 4):
            _draw_thread(painter, x, hang(x, y), place.y)
        LayoutTree(tags[0], place, painter).paint(painter)
    else:
        _draw_tags(painter, at, gap, rows, tags, partial(hang, base=y))


def _draw_thread(painter: Painter, x: float, top: float, y: float) -> None:
    """Draw the thread on which a tag hangs, between two y."""
    thread = line(f"M6 0V{y - top:.1f}", INK, 4.4) + line(f"M6 0V{y - top:.1f}", "#F3E6CF", 1.8)
    painter.blit(rasterize_units(painter.assets, thread, 12, y - top + 4), x - 6, top)


def _draw_tags(
    painter: Painter,
    area: Box,
    gap: float,
    rows: tuple[int, ...],
    tags: tuple[Element, ...],
    line_y: Callable[[float], float],
) -> None:
    """Draw the tags on their threads, those of the second row between the threads of the first."""
    available_width, tag_height = area.w, area.h
    max_row, first, tag_places = max(rows, default=1), 0, list[tuple[float, float, float, Element]]()
    width = tag_width(available_width, max_row)
    for number, count in enumerate(rows):
        step = (
            available_width / max_row
            if len(rows) > 1
            else min(available_width / count, max(128.0, width + 16))
        )
        for place in range(count):
            x = area.centre[0] + step * (place - (count - 1) / 2)
            if len(rows) == 1:
                y = line_y(x) + 44 + (0.0, 15.0, 5.0, 10.0)[place % 4]
            else:  # straight rows, so that tags do not overlap
                y = line_y(area.centre[0]) + 30 + number * (tag_height + gap)
            tag_places.append((x, y, width, tags[first + place]))
        first += count
    for x, y, _width, _tag in tag_places:
        _draw_thread(painter, x, line_y(x), y)
    for x, y, width, tag in tag_places:
        LayoutTree(tag, Box(x - width / 2, y, width, tag_height), painter).paint(painter)
