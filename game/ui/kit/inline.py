"""Sentences with pictures of buttons in them: "Press (A) to join", wrapped and centred."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pygame

from game.ui.kit.paint import STRONG, Painter, TextStyle
from game.ui.kit.theme import BODY

_PARTS = re.compile(r"\{(\w+)\}")
_SPACE = 7.0


def sentence_height(painter: Painter, text: str, width: float, size: float = BODY) -> float:
    """How high `sentence` would be, in units, if every picture is a square as high as a line."""
    square = pygame.Surface((painter.view.px(painter.line_height(size)), 1))
    pictures = dict.fromkeys(_PARTS.findall(text), square)
    return len(_lines(painter, text, pictures, width, size)) * painter.line_height(size)


def sentence(
    painter: Painter,
    text: str,
    pictures: Mapping[str, pygame.Surface | None],
    centre: tuple[float, float],
    width: float,
    size: float = BODY,
    *,
    colour: str = "",
) -> None:
    """Draw a text around its centre, with pictures where it has their names in braces.

    Args:
        painter: where to.
        text: with ``{name}`` for a picture; a name without a picture is left out.
        pictures: surfaces by name.
        centre: of the whole, in units.
        width: where it is broken into lines, in units.
        size: of the letters, before the text size of the settings.
        colour: the theme's ink when empty.
    """
    lines = _lines(painter, text, pictures, width, size)
    step = painter.line_height(size)
    y = centre[1] - step * (len(lines) - 1) / 2
    for line in lines:
        x = centre[0] - _width(painter, line, size) / 2
        for part in line:
            if isinstance(part, str):
                painter.text(part, x, y, size, TextStyle(STRONG, colour))
            else:
                painter.blit(part, x, y, "midleft")
            x += _wide(painter, part, size) + _SPACE
        y += step


Part = str | pygame.Surface


def _lines(
    painter: Painter, text: str, pictures: Mapping[str, pygame.Surface | None], width: float, size: float
) -> list[list[Part]]:
    """Words and pictures, line by line; words that follow each other in a line are one part."""
    parts: list[Part] = []
    for number, piece in enumerate(_PARTS.split(text)):
        if number % 2:
            picture = pictures.get(piece)
            parts += [picture] if picture is not None else []
        else:
            parts += filter(None, piece.split(" "))  # a no-break space breaks nothing
    lines: list[list[Part]] = [[]]
    for part in parts:
        if lines[-1] and _width(painter, [*lines[-1], part], size) > width:
            lines.append([])
        if lines[-1] and isinstance(part, str) and isinstance(lines[-1][-1], str):
            lines[-1][-1] += f" {part}"
        else:
            lines[-1].append(part)
    return lines


def _width(painter: Painter, line: list[Part], size: float) -> float:
    return sum(_wide(painter, part, size) for part in line) + _SPACE * (len(line) - 1)


def _wide(painter: Painter, part: Part, size: float) -> float:
    if isinstance(part, str):
        return painter.width(part, size, STRONG)
    return part.get_width() / painter.view.scale
