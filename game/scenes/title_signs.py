"""The words of the title: a tag for every game, the label of the drawer, its knobs, the match that waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from game.core.game import GameInfo
from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL
from game.words import _

LEAST = 1 / 1.3
"""How far a name shrinks before it stands on two lines."""
NARROW = SMALL / BODY
"""How far the line about a game shrinks before it has two rows."""
PUPPETS = 96.0
"""Room for two puppets above the words of the match that waits."""
BETWEEN = 6.0
"""Between the words of two knobs."""
AROUND = 28.0
"""The cloth to the left and right of the words below a knob, together."""
INSIDE = 14.0
"""Between the edge of a sign and its words."""
KNOB, LOW_KNOB = 62.0, 46.0
"""How large a knob is that stands over its words, and one that stands before them."""
KNOB_GAP = 8.0
"""From one knob with its words to the one below."""
TIGHT = 0.75
"""How far the words before which a knob stands shrink before they take its room."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Words on a piece of cloth or paper."""

    box: Box
    lines: tuple[str, ...]
    size: float
    """Of the words, before the text size."""


@dataclass(frozen=True, slots=True)
class DrawerLabel:
    """The label of the drawer: a name over a line about it, and how many may play at its right end."""

    box: Box
    head: float
    """The size of the name."""
    right: float
    """The width of the right end."""
    rows: int
    """How many rows there are for the line."""

    @property
    def room(self) -> float:
        """The width of the words."""
        return self.box.w - self.right - 60


@dataclass(frozen=True, slots=True)
class KnobSign:
    """A knob of the drawer with its words."""

    at: tuple[float, float]
    """The middle of the knob."""
    wide: float
    """Of the knob; 0 where the words have taken its room."""
    sign: Sign
    place: Box
    """What can be pressed."""


def name_tags(ruler: Painter, names: Sequence[str], places: Sequence[Box], bottom: float) -> list[Sign]:
    """The tags below the socks, all equally high, their lower edges at ``bottom``."""
    cap = LARGE * min(1.0, 1.6 / ruler.text_scale)
    found: list[tuple[float, tuple[str, ...]]] = []
    rooms = [place.w * 1.05 - 30 for place in places]
    for name, room in zip(names, rooms, strict=True):
        wide = ruler.width(name, cap, NAMES)
        if wide * LEAST <= room:
            found.append((cap * min(1.0, room / wide), (name,)))
        else:
            found.append(fitted(ruler, name, cap * LEAST, room, NAMES))
    tall = max(len(lines) * row(ruler, size) for size, lines in found) + 10
    signs = []
    # A tag may be wider than its sock, but not lie on the next one.
    pitch = min((other.x - place.x for place, other in pairwise(places)), default=places[0].w)
    for place, room, (size, lines) in zip(places, rooms, found, strict=True):
        wide = max(90.0, min(room, max(ruler.width(line, size, NAMES) for line in lines)) + 36)
        wide = min(wide, pitch - 4)
        signs.append(Sign(Box(place.centre[0] - wide / 2, bottom - tall, wide, tall), lines, size))
    return signs


def waiting_sign(ruler: Painter, title: str, x: float, y: float, wide: float) -> Sign:
    """The match that waits, on a cloth that hangs from the line: its game below the words to go on."""
    size, lines = fitted(ruler, title, BODY, wide - 2 * INSIDE, READ)
    tall = PUPPETS + row(ruler, waiting_size(ruler, wide)) + len(lines) * row(ruler, size) + 2 * INSIDE
    return Sign(Box(x, y, wide, max(170.0, tall)), lines, size)


def waiting_size(ruler: Painter, wide: float) -> float:
    """The size of the words to go on."""
    return LARGE * min(1.0, (wide - 2 * INSIDE) / ruler.width(_("Go on"), LARGE, NAMES))


def label(ruler: Painter, games: Sequence[GameInfo], middle: float, edge: float, above: float, below: float,
          *, widest: float) -> DrawerLabel:  # fmt: skip
    """The label of the drawer, equally high for every game.

    Args:
        ruler: measures.
        games: all that it may tell about.
        middle: of the canvas.
        edge: where the drawer begins.
        above: what hangs above it ends here.
        below: the strip begins here.
        widest: what it may cover of the canvas.
    """
    scale = ruler.text_scale
    wide, right = label_width(ruler, widest), 118.0 + 60 * (scale - 1)
    head = HEADING * min(1.0, 1.4 / scale)
    told = max(ruler.width(_(info.tagline), BODY) for info in games)
    rows = 1 if told * NARROW <= wide - right - 60 else 2
    tall = max(82.0, ruler.line_height(head) + rows * ruler.line_height(BODY) + INSIDE)
    bottom = below - 14
    tall = min(tall, bottom - above - 10)
    return DrawerLabel(Box(middle - wide / 2, min(edge + 12, bottom - tall), wide, tall), head, right, rows)


def label_width(ruler: Painter, widest: float) -> float:
    """How wide the label of the drawer is."""
    return min(790.0 + 80 * (ruler.text_scale - 1), widest)


def told_size(ruler: Painter, label: DrawerLabel, words: str) -> float:
    """The size at which the line about a game has room on the label."""
    room, size = label.box.h - ruler.line_height(label.head) - INSIDE, BODY
    wide = ruler.width(words, BODY)
    if wide * NARROW <= label.room:
        size *= min(1.0, label.room / wide)
    while size > 8 and (
        ruler.height(words, label.room, size) > max(room, ruler.line_height(size))
        or len(ruler.wrapped(words, label.room, size)) > label.rows
    ):
        size -= 0.5
    return size


def knob_signs(
    ruler: Painter, words: Mapping[str, str], edge: float, above: float, strip: Box, *, widest: float
) -> dict[str, KnobSign]:
    """The knobs on both sides of the label of the drawer, with their words as large as any text.

    They stand side by side over their words where these have room there in full size; else below each other,
    each before its words, which may take two lines.

    Args:
        ruler: measures.
        words: by name, from left to right: two on each side.
        edge: where the drawer begins.
        above: what hangs above ends here.
        strip: the help strip.
        widest: what the label of the drawer may cover of the canvas.
    """
    view, label = ruler.view, label_width(ruler, widest)
    room = view.w / 2 - label / 2 - 18 - view.safe.x - BETWEEN
    names = list(words)
    sides = [(names[:2], view.safe.x), (names[2:], view.w / 2 + label / 2 + 18)]
    rows = [_side_by_side(ruler, [words[name] for name in pair], left, room) for pair, left in sides]
    if any(boxes[-1].right - boxes[0].x > room for boxes in rows):
        return _below_each_other(ruler, words, sides, (above + KNOB_GAP, strip.y - 10), room)
    # Beside the strip there is room down to where a TV may cut it off.
    is_free = rows[0][-1].right + 8 < strip.x and strip.right + 8 < rows[1][0].x
    bottom = view.safe.bottom if is_free else strip.y
    found = {}
    for (pair, _left), boxes in zip(sides, rows, strict=True):
        for name, box in zip(pair, boxes, strict=True):
            sign = box.moved(0, min(edge + 104 - box.h / 2, bottom - box.h - 6))
            at = sign.centre[0], sign.y - 34
            place = Box(at[0] - min(50, box.w / 2), edge + 10, min(100, box.w), 120)
            found[name] = KnobSign(at, KNOB, Sign(sign, (words[name],), BODY), place)
    return found


def _side_by_side(ruler: Painter, words: Sequence[str], left: float, room: float) -> list[Box]:
    """The cloths of words that stand in a row, as wide as they want to be; in the middle of their room."""
    widths = [max(80.0, ruler.width(each, BODY, NAMES) + AROUND) for each in words]
    x, tall, boxes = left + max(0.0, room - sum(widths)) / 2, ruler.line_height(BODY) + 8, []
    for wide in widths:
        boxes.append(Box(x, 0, wide, tall))
        x += wide + BETWEEN
    return boxes


def _below_each_other(
    ruler: Painter,
    words: Mapping[str, str],
    sides: Sequence[tuple[Sequence[str], float]],
    zone: tuple[float, float],
    room: float,
) -> dict[str, KnobSign]:
    """Words of one size, one below the other, each behind its knob unless that makes them small."""
    above, bottom = zone
    highest = (bottom - above - KNOB_GAP) / 2
    knob = LOW_KNOB
    size, lines = _equally_large(ruler, words, (room - knob - AROUND, highest))
    if size < BODY * TIGHT or any(" ".join(lines[name]) != each for name, each in words.items()):
        knob = 0.0
        size, lines = _equally_large(ruler, words, (room - AROUND, highest))
    tall = max(LOW_KNOB, max(map(len, lines.values())) * row(ruler, size) + 12)
    found = {}
    for pair, left in sides:
        for number, name in enumerate(pair):
            y = bottom - (len(pair) - number) * (tall + KNOB_GAP) + KNOB_GAP
            sign = Sign(Box(left + knob, y, room - knob, tall), lines[name], size)
            found[name] = KnobSign((left + knob / 2, y + tall / 2), knob, sign, Box(left, y, room, tall))
    return found


def _equally_large(
    ruler: Painter, words: Mapping[str, str], room: tuple[float, float]
) -> tuple[float, dict[str, tuple[str, ...]]]:
    """The largest size at which all of these words fit a cloth of this room, and their lines."""
    wide, high = room
    size = BODY
    while True:
        size = min(fitted(ruler, each, size, wide, NAMES)[0] for each in words.values())
        lines = {name: fitted(ruler, each, size, wide, NAMES)[1] for name, each in words.items()}
        most = max(map(len, lines.values()))
        if most * row(ruler, size) + 12 <= high or size * ruler.text_scale <= SMALL:
            return size, lines
        size -= 0.5


def row(ruler: Painter, size: float) -> float:
    """The step from line to line of a name."""
    return ruler.line_height(size) * 0.86


def fitted(ruler: Painter, words: str, size: float, room: float, face: str) -> tuple[float, tuple[str, ...]]:
    """The largest size at which words stand on two lines at most, no word broken; and the lines."""
    while True:
        lines = ruler.wrapped(words, room, size, face)
        whole = len(lines) <= 2 and " ".join(lines) == words
        # At that size rather a broken word than a smaller one.
        if whole or size * ruler.text_scale <= SMALL:
            return size, _balanced(ruler, words, size, face) if whole and len(lines) == 2 else tuple(lines)
        size -= 0.5


def _balanced(ruler: Painter, words: str, size: float, face: str) -> tuple[str, ...]:
    """Words on two lines that are as equally wide as can be."""
    parts = words.split(" ")
    ways: list[tuple[str, ...]] = [(" ".join(parts[:n]), " ".join(parts[n:])) for n in range(1, len(parts))]
    return min(ways, key=lambda way: max(ruler.width(line, size, face) for line in way))


def draw_sign(painter: Painter, sign: Sign) -> None:
    """A tag with its words, one line below the other."""
    box = sign.box
    tag = panel(painter.assets, round(box.w), round(box.h), Fabric(painter.theme.panel), radius=12)
    painter.blit(tag, box.x - ROOM, box.y - ROOM)
    step = row(painter, sign.size)
    for number, line in enumerate(sign.lines):
        y = box.centre[1] + step * (number - (len(sign.lines) - 1) / 2) - 1
        painter.text(line, box.centre[0], y, sign.size, TextStyle(NAMES), anchor="center", room=box.w - 20)
