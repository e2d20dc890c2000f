"""Washing line beside the results: the winners on the rope, and the tags of the others below it."""

from __future__ import annotations

from collections.abc import Sequence

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
from game.ui.core.paint import MIN_NAME_SIZE, Painter
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
TAG_PADDING = 8.0
TAG_HEIGHT, MAX_TAGS = 106.0, 3  # height of the tags in units, and maximum number of them
LIST_LINE_HEIGHT, LIST_PADDING = 31.0, 10.0  # height of a line of the list, and its padding above and below
SIDE_SHARE = 0.334  # share of the canvas width left of the sheet


def washing_line(ruler: Painter, ranking: Ranking, earned: Sequence[EarnedSock]) -> Element:
    """Picture left of the sheet: washing line, tags and earned socks."""
    tags, width = ranking.tags, ruler.view.w * SIDE_SHARE
    names = tuple(tag.name for tag in tags)
    elements, listed = tuple(_tag_element(ruler, tag, names) for tag in tags), 0.0
    room = tag_width(tag_room(ruler.view.w, width), len(names)) - 2 * TAG_PADDING
    if len(tags) > MAX_TAGS or any(
        ruler.width(name, MIN_NAME_SIZE, NAMES, fixed=True) > room for name in names
    ):
        elements, listed = (
            (_list_element(ruler, tags, names),),
            LIST_LINE_HEIGHT * len(tags) + 2 * LIST_PADDING,
        )
    return Picture(draw_line, (ranking.standers, elements, tuple(earned), listed), w=width, h=560)


def _list_element(ruler: Painter, tags: Sequence[PlaceTag], names: tuple[str, ...]) -> Element:
    """Layout of a list of players: place, head, name and score of each."""
    letters = FontSpec(20, NAMES, growth=0)
    lines = (
        row(
            Picture(_draw_list_place, (tag.place,), w=26, h=26),
            Picture(draw_head, (tag.look, tag.mood), w=27, h=27),
            SingleLineText(tag.name, _name_font(ruler, tag, 20.0), shrinks=True, beside=names, flex=1),
            Text(tag.points, letters, 1.0, lines=1),
            gap=10, align=0.5, h=LIST_LINE_HEIGHT,
        )
        for tag in tags
    )  # fmt: skip
    return column(*lines, pad=Padding(16, LIST_PADDING), behind=Picture(draw_tag, (0,)))


def _draw_list_place(painter: Painter, box: Box, place: int) -> None:
    """Draw the place of a player on a list."""
    draw_place(painter, *box.centre, box.h, place)


def _name_font(ruler: Painter, tag: PlaceTag, size: float) -> FontSpec:
    """Font of a player's name, in the ink of their look."""
    return FontSpec(size, NAMES, SEAT_LOOKS[tag.look].text if ruler.theme.name == "linen" else "", growth=0.3)


def _tag_element(ruler: Painter, tag: PlaceTag, names: tuple[str, ...]) -> Element:
    """Layout of a tag: head and score above the name, which is as large as in ``names``."""
    points = [Text(tag.points, FontSpec(26, NAMES, growth=0), 0.5, lines=1)] if tag.points else []
    head = Picture(draw_head, (tag.look, tag.mood), w=40.0, h=40.0)
    top = row(Spacer(flex=1), head, *points, Spacer(flex=1), gap=4, align=0.5)
    name = SingleLineText(tag.name, _name_font(ruler, tag, 22.0), 0.5, shrinks=True, beside=names)
    edge, behind = Padding(TAG_PADDING, 3, 5), Picture(draw_tag, (tag.place,))
    return column(Spacer(flex=1), top, name, Spacer(flex=1), pad=edge, gap=2, behind=behind)


def draw_tag(painter: Painter, box: Box, place: int) -> None:
    """Draw the tag of a player, with the place at its corner."""
    theme = painter.theme
    cloth = ClothColours(theme.panel, INK if theme.name != "dark" else theme.soft, "")
    draw_cloth(painter, box, cloth, radius=14)
    draw_place(painter, box.x + 3, box.y + 3, 32, place)


def tag_room(canvas_width: float, right: float) -> float:
    """Return the width in units for tags, from the canvas' left margin (5%) to just before x ``right``."""
    return right - 8 - (canvas_width * 0.05 - 6)


def tag_width(available_width: float, count: int) -> float:
    """Return the width in units of each of ``count`` tags."""
    return min(118.0 if count > 2 else 150.0, available_width / max(1, count) - 2)


@cached_drawing
def glory(assets: Assets, size: float, share: float = 1.0) -> pygame.Surface:
    """Return the picture, ``size`` units square, of a winner's light and the upper ``share`` of its rays."""
    light, rays = (art(assets, "moments", size, size, layer=layer) for layer in ("glory-light", "glory-rays"))
    whole = blurred(light, 46 * assets.scale * size / 400, "#FFF3C8")
    whole.blit(rays, (0, 0), (0, 0, assets.px(size), assets.px(size * share)))
    return whole


def draw_line(
    painter: Painter,
    box: Box,
    standers: tuple[LinePuppet, ...],
    tags: tuple[Element, ...],
    earned: tuple[EarnedSock, ...],
    listed: float = 0.0,
) -> None:
    """Draw the washing line with the winners, and the others' tags below.

    ``listed``: height in units of a list, which is then the only tag.
    """
    assets, left = painter.assets, painter.view.w * 0.05
    available_width, right_end = box.right - 22 - left, box.right + 6
    below = listed + 50 if listed else TAG_HEIGHT + 66 if tags else 120
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
    at = Box(left - 6, box.y, tag_room(painter.view.w, box.right), listed or TAG_HEIGHT)
    if listed:
        place = Box(at.x + 6, hang(at.centre[0], y) + 44, at.w - 12, listed)
        for x in (place.x + place.w / 4, place.right - place.w / 4):
            _draw_thread(painter, x, hang(x, y), place.y)
        LayoutTree(tags[0], place, painter).paint(painter)
        return
    width = tag_width(at.w, len(tags))
    step = min(at.w / max(1, len(tags)), max(128.0, width + 16))
    for number, tag in enumerate(tags):
        x = at.centre[0] + step * (number - (len(tags) - 1) / 2)
        top = hang(x, y)
        place = Box(x - width / 2, top + 44 + (0.0, 15.0, 5.0)[number], width, TAG_HEIGHT)
        _draw_thread(painter, x, top, place.y)
        LayoutTree(tag, place, painter).paint(painter)


def _draw_thread(painter: Painter, x: float, top: float, y: float) -> None:
    """Draw the thread on which a tag hangs, between two y."""
    thread = line(f"M6 0V{y - top:.1f}", INK, 4.4) + line(f"M6 0V{y - top:.1f}", "#F3E6CF", 1.8)
    painter.blit(rasterize_units(painter.assets, thread, 12, y - top + 4), x - 6, top)
