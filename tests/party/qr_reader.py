"""Reader of QR codes in pictures, for the kind that the party shows.

It corrects no errors: every module must be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import pygame

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
WHITE = re.compile(rb"(?:\xff\xff\xff)+")
ALPHANUMERIC = 0b0010
MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda x, y: (x + y) % 2, lambda x, y: y % 2, lambda x, y: x % 3, lambda x, y: (x + y) % 3,
    lambda x, y: (y // 2 + x // 3) % 2, lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2, lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)  # fmt: skip
"""By mask number. A module is inverted where this is 0."""
Matrix = Sequence[Sequence[bool]]


def light(colour: pygame.Color) -> float:
    """Relative luminance of a colour, 0 to 1, as in WCAG."""
    parts = [part / 255 for part in (colour.r, colour.g, colour.b)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: pygame.Color, other_colour: pygame.Color) -> float:
    """Contrast of two colours, 1 to 21."""
    lighter, darker = sorted((light(colour), light(other_colour)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def white_square(picture: pygame.Surface, area: pygame.Rect) -> pygame.Rect:
    """Largest square in an area with pure white edges: a code with its quiet zone."""
    pixels = pygame.image.tobytes(picture.subsurface(area), "RGB")
    width = 3 * area.w
    best = pygame.Rect(0, 0, 0, 0)
    rows = [(y, *_longest(pixels[y * width : (y + 1) * width])) for y in range(area.h)]
    for y, left, width in rows:
        if width > best.w and y + width <= len(rows) and rows[y + width - 1][1:] == (left, width):
            best = pygame.Rect(area.left + left, area.top + y, width, width)
    return best


def _longest(row: bytes) -> tuple[int, int]:
    """Start and length of the longest white run in a row of pixels."""
    runs = ((run.end() - run.start(), -run.start()) for run in WHITE.finditer(row) if run.start() % 3 == 0)
    length, start = max(runs, default=(0, 0))
    return -start // 3, length // 3


def modules(picture: pygame.Surface, square: pygame.Rect) -> tuple[Matrix, int, int]:
    """Return a code's modules, the width of a module in px, and that of the quiet zone in modules."""
    pixels, stride = pygame.image.tobytes(picture.subsurface(square), "RGB"), 3 * square.w
    dark = [
        [_is_dark(pixels[at : at + 3]) for at in range(start, start + stride, 3)]
        for start in range(0, stride * square.h, stride)
    ]
    first = next(y for y, row in enumerate(dark) if any(row))
    left = dark[first].index(True)
    assert left == first, "the quiet zone is not the same on both sides"
    finder = dark[first][left:].index(False)  # seven modules, dark all along
    size, rest = divmod(finder, 7)
    assert rest == 0, "modules are not all as large"
    middle = range(first + size // 2, square.h - first, size)
    return [[dark[y][x] for x in middle] for y in middle], size, first // size


@cache
def _is_dark(pixel: bytes) -> bool:
    return light(pygame.Color(*pixel)) < 0.3


def read(matrix: Matrix) -> str:
    """Return the text of a code of version 2, in capitals."""
    count = len(matrix)
    assert count == 25, "version 2"
    # Beside the upper left finder: five bits hold level and mask, inverted by a fixed pattern.
    format_bits = int("".join(str(int(matrix[8][x])) for x in range(5)), 2) ^ 0b10101
    mask = MASKS[format_bits & 7]
    bits = "".join(str(int(matrix[y][x] ^ (mask(x, y) == 0))) for x, y in _path(count))
    assert int(bits[:4], 2) == ALPHANUMERIC
    length, at, text = int(bits[4:13], 2), 13, ""
    while len(text) < length:
        if length - len(text) > 1:
            pair, at = int(bits[at : at + 11], 2), at + 11
            text += LETTERS[pair // 45] + LETTERS[pair % 45]
        else:
            text += LETTERS[int(bits[at : at + 6], 2)]
    return text


def _path(count: int) -> Iterator[tuple[int, int]]:
    """Yield the places of the data, two columns at a time from the right, alternately up and down."""
    up = True
    for right in (*range(count - 1, 6, -2), 5, 3, 1):
        for step in range(count):
            y = count - 1 - step if up else step
            for x in (right, right - 1):
                if not _is_fixed(x, y, count):
                    yield x, y
        up = not up


def _is_fixed(x: int, y: int, count: int) -> bool:
    """True if a place belongs to finders, formats, timing or the only alignment pattern."""
    finders = (x < 9 and y < 9) or (x < 9 and y >= count - 8) or (x >= count - 8 and y < 9)
    return finders or 6 in (x, y) or (abs(x - (count - 7)) < 3 and abs(y - (count - 7)) < 3)
