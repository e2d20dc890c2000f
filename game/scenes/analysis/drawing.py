"""Keys and measures of the analysis scene, and its drawing: cards, plates, signs and frames."""

from __future__ import annotations

import pygame

from game.scenes.win_chart import yarn_of
from game.ui.art.album import number_plate
from game.ui.art.fabric import ClothColours, yarn_ball
from game.ui.art.layers import INK, art, clip, rasterize_units
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.svg import rect
from game.ui.art.win_chart import loose
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import Palette
from game.ui.widgets import ElementKey, Picture, ScaledLength, draw_cloth, ring


class AnalysisKey(ElementKey):
    """Keys of focusable elements, and of others that are found by key."""

    CARD = "card"
    PLATE = "plate"
    SCARF = "scarf"
    FINAL = "final"
    PLAYED = "played"
    BETTER = "better"
    SENTENCE = "sentence"
    MORE = "more"


EDGE_SHARE = 0.05  # share of the canvas' width that stays free at each side
ROOMY_TEXT_SCALE = 1.25
"""Text scale above which numbers are large, cards have no pictures, and sentences are below windows."""
HEADER_HEIGHT = ScaledLength(60, 0.25)  # height of a window's header
HEADER_OVERLAP_SHARE = 0.38  # share of a header that covers its window
TEACHER_HEIGHT = 200.0  # units, height of the teacher if nothing was found
PLAYED_COLOUR, BETTER_COLOUR = (
    "#A8321F",
    "#1E6E46",
)  # frames, signs and words of the played move and of the better one


def told_ink(theme: Palette, *, good: bool) -> str:
    """Readable colour, on the panels of this theme, for words about a good or a bad move."""
    if theme.name == "dark":
        return theme.good if good else theme.bad
    return BETTER_COLOUR if good else PLAYED_COLOUR


def draw_teacher(painter: Painter, box: Box) -> None:
    """Draw the teacher below the text."""
    dress = PuppetOutfit(wears="glasses", rim=4.0, flip=True, ground=False)
    image = puppet(painter.assets, 2, "thinking", 0, box.h, dress, look=(-0.8, -0.5))
    painter.blit(image, box.centre[0], box.bottom + puppet_foot(box.h), "midbottom")


def draw_pill(painter: Painter, box: Box) -> None:
    """Draw a woollen tag, for window heads and labels."""
    theme = painter.theme
    edge = INK if theme.name != "dark" else theme.soft
    draw_cloth(painter, box, ClothColours(theme.panel, edge, ""), radius=min(18.0, box.h / 2))


PANEL_PICTURE = Picture(draw_pill)


def draw_card(painter: Painter, box: Box, is_complete: bool, *, focused: bool) -> None:  # noqa: FBT001
    """Draw the card of a moment. It has a warmer colour until the analysis is complete (``is_complete``)."""
    theme = painter.theme
    fill = theme.panel if is_complete else theme.chosen
    edge = INK if theme.name != "dark" else theme.soft
    draw_cloth(painter, box, ClothColours(fill, edge, theme.stitch), radius=18)
    if focused:
        ring(painter, box, 18)


def draw_ball(painter: Painter, box: Box) -> None:
    """Draw a ball of yarn beside figures that may still change."""
    painter.blit(yarn_ball(painter.assets, 7, box.h), *box.centre, "center")


def draw_yarn(painter: Painter, box: Box) -> None:
    """Draw loose yarn as a placeholder."""
    painter.blit(loose(painter.assets, round(box.w), round(box.h), yarn_of(painter)), box.x, box.y)


def draw_loose(painter: Painter, box: Box, number: int) -> None:
    """Draw the placeholder of an unknown moment: loose yarn and a pale number."""
    draw_yarn(painter, box)
    disc = art(painter.assets, "signs", 52, 52, layer="unknown")
    painter.blit(disc, box.x + 42, box.centre[1], "center")
    style = TextStyle(NAMES, "#4B4560")
    painter.with_text_scale(1.0).text(
        str(number), box.x + 42, box.centre[1] + 0.5, 26, style, anchor="center"
    )


def draw_plate(painter: Painter, box: Box, number: int) -> None:
    """Draw the number of a moment."""
    painter.blit(number_plate(painter.assets, number, box.h), *box.centre, "center")


def draw_hung(
    painter: Painter,
    box: Box,
    number: int,
    is_chosen: bool,  # noqa: FBT001 - values of a picture
    offset_y: float,
    *,
    focused: bool = False,
) -> None:
    """Draw the number of a moment ``offset_y`` units below the top of its column, with a ring if chosen."""
    plate = Box(box.x, box.y + offset_y - box.w / 2, box.w, box.w)
    draw_plate(painter, plate, number)
    if is_chosen or focused:
        ring(painter, plate.inflated(4), box.w / 2 + 4)


def draw_sign(painter: Painter, box: Box, good: bool) -> None:  # noqa: FBT001
    """Draw a tick (best move) or a cross (could be better) on a disc."""
    layer, fill = ("good", BETTER_COLOUR) if good else ("bad", PLAYED_COLOUR)
    image = art(painter.assets, "signs", box.w, box.h, layer=layer, fill=fill)
    painter.blit(image, box.x, box.y)


def pixels(painter: Painter, box: Box) -> tuple[int, int]:
    """Width and height of a box in pixels."""
    return painter.view.px(box.w), painter.view.px(box.h)


def frame_ink(theme: Palette) -> str:
    """Colour of a position's frame. An inked one would be invisible in the dark theme."""
    return INK if theme.name != "dark" else theme.stitch


def draw_frame(painter: Painter, box: Box, image: pygame.Surface, colour: str) -> None:
    """Draw a picture with round corners (see `rounded`) in a coloured frame."""
    draw_cloth(painter, box, ClothColours(colour, INK, ""))
    painter.blit(image, box.x, box.y)
    painter.blit(edge(painter.assets, round(box.w), round(box.h), colour), box.x, box.y)


@cached_drawing
def edge(assets: Assets, w: float, h: float, colour: str) -> pygame.Surface:
    """Picture, ``w`` by ``h`` units, of the coloured edge of a window; transparent inside."""
    return rasterize_units(
        assets, rect(3, 3, w - 6, h - 6, 13, fill="none", stroke=colour, stroke_width=6), w, h
    )


def rounded(assets: Assets, image: pygame.Surface, radius: float = 15.0) -> pygame.Surface:
    """Copy of a picture with round corners of ``radius`` units."""
    w, h = image.get_width() / assets.scale, image.get_height() / assets.scale
    return clip(
        image.convert_alpha(), rasterize_units(assets, rect(0, 0, w, h, radius, fill="#FFFFFF"), w, h)
    )
