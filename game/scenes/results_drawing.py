"""Keys of the results, and the heads, places and score that their parts and the analysis share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.core.discovery import find_game
from game.core.game import Outcome, ScoringMode
from game.match.match import Match
from game.match.match_text import words_of
from game.ui.art.album import head_disc
from game.ui.art.fabric import ClothColours
from game.ui.art.icons import icon
from game.ui.art.layers import GOLD, INK, WOOL, art, flipped, mix
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL
from game.ui.widgets import (
    Element,
    ElementKey,
    FontSpec,
    MeasureContext,
    Padding,
    Picture,
    Text,
    column,
    draw_cloth,
    row,
)

HEAD_HEIGHT = 36.0  # units, height of the heads of a statistic's players and of those who vote


class ResultsKey(ElementKey):
    """Keys of the focusable elements and of other named parts."""

    SHEET = "sheet"
    SCARF = "scarf"
    CHANCES = "chances"
    FINAL = "final"
    AGAIN = "again"
    FILM = "film"
    OTHER = "other"
    LOOK = "look"
    AWAY = "away"
    MORE = "more"
    FIGURE = "figure"
    SEAT = "seat"


def full_width_row(ruler: Painter, cells: Sequence[Any], gap: float = 16) -> Element:
    """Row over the full width, in which each cell's share follows its preferred width."""
    widths = [MeasureContext(ruler).size(cell, 0)[0] for cell in cells]
    return row(*(replace(cell, flex=width) for cell, width in zip(cells, widths, strict=True)), gap=gap)


def score_plate(match: Match, outcome: Outcome, size: float) -> list[Element]:
    """List with a plate: both scores of two players, else the score that all winners share, with its unit.

    It is empty if one of two players won without points.
    """
    info = find_game(match.session.game).info
    if not info.has_scores or (
        len(match.seats) == 2 and len(outcome.winners) == 1 and not any(outcome.scores)
    ):
        return []
    font = FontSpec(size, NAMES, WOOL, most=1.3 * size)
    head, pad = size + 4, 6 if size > 36 else 2
    if len(match.seats) == 2:
        score_text = " : ".join(map(str, outcome.scores))
        heads = [
            Picture(
                draw_head, (seat.look, "happy" if n in outcome.winners else "sad", n == 1), w=head, h=head
            )
            for n, seat in enumerate(match.seats)
        ]
        content = row(heads[0], Text(score_text, font, 0.5, lines=1), heads[1], gap=14, align=0.5)
        return [column(content, pad=Padding(14, pad), behind=Picture(draw_score, (INK,)))]
    points = {outcome.scores[seat] for seat in outcome.winners}
    if len(points) != 1:
        return []
    fill = INK
    if len(outcome.winners) == 1 and info.scoring is ScoringMode.BEST:
        look = SEAT_LOOKS[match.seats[outcome.winners[0]].look]
        fill = look.text if _is_light(look.colour) else look.colour  # white is unreadable on a light colour
    cup = Picture(draw_cup, (), w=size - 2, h=size - 2)
    letters = replace(font, size=0.72 * size)  # a text with the unit is longer than two scores
    text = Text(words_of(match).score_words(points.pop()), letters, 0.5, lines=1)
    content = row(cup, text, gap=12, align=0.5, least=size + 4)
    return [column(content, pad=Padding(20, pad), behind=Picture(draw_score, (fill,)))]


def _is_light(fill: str) -> bool:
    """Return True if white words are hard to read on ``fill``, a "#RRGGBB" colour."""
    red, green, blue = (int(fill[n : n + 2], 16) for n in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue > 140


def draw_head(painter: Painter, box: Box, look: int, mood: str, flip: bool = False) -> None:  # noqa: FBT001, FBT002
    """Draw a head in a round frame, as high as ``box``, in its middle."""
    ground = mix(SEAT_LOOKS[look].light, WOOL, 0.62)
    image = head_disc(painter.assets, look, box.h, ground, mood=mood)
    painter.blit(flipped(image) if flip else image, *box.centre, "center")


def draw_place(painter: Painter, x: float, y: float, size: float, place: int) -> None:
    """Draw a place from 1 on a disc of ``size`` units around (``x``, ``y``), nothing for 0."""
    if place:
        painter.blit(art(painter.assets, "signs", size, size, layer="place"), x, y, "center")
        style = TextStyle(NAMES, WOOL)
        painter.with_text_scale(1.0).text(
            str(place), x, y + 0.5, max(SMALL, 0.6 * size), style, anchor="center"
        )


def draw_cup(painter: Painter, box: Box) -> None:
    """Draw the cup beside the winner's score."""
    painter.blit(icon(painter.assets, "trophy", box.h, WOOL, GOLD), *box.centre, "center")


def draw_score(painter: Painter, box: Box, fill: str) -> None:
    """Draw the plate behind a score."""
    edge = INK if painter.theme.name != "dark" else painter.theme.soft
    draw_cloth(painter, box, ClothColours(fill, edge, ""), radius=18, shadow=False)
