"""What a player is told, in the panel beside the map: a refusal, a hint in words, that nothing can be laid.

It has a room of its own there, in the place of the news: over the map it would hide what it speaks of.
"""

from __future__ import annotations

from game.games.city.screen.panels import CityBoxes, warm
from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.kit.canvas import Box
from game.ui.kit.paint import STRONG, Painter, TextStyle
from game.ui.kit.theme import BODY
from game.ui.table.messages import Note

_ENOUGH = 1.6
"""Where the room of the news is not so many times as high as the headline, that is taken too."""
_PIECES = 40.0
"""The height of the pieces of a turn, which are shown all the same."""
_SIDE, _ABOVE = 13.0, 9.0
_APART = 4.0


def note_room(places: CityBoxes) -> tuple[Box, bool]:
    """How much room it has, and whether that of the headline belongs to it."""
    turn = places.turn
    bottom = places.log.bottom if places.is_low else places.table.y - 6
    headless = bottom - turn.bottom < _ENOUGH * turn.h
    top = turn.y + _PIECES if headless else turn.bottom
    return Box(turn.x, top + _APART, turn.w, bottom - top - 2 * _APART), headless


def note_bottom(ruler: Painter, room: Box, note: Note) -> float:
    """Where the words end, as large as fits."""
    wide = room.w - 2 * _SIDE
    size = _size(ruler, note.words, wide, room.h - 2 * _ABOVE)
    return room.y + min(room.h, ruler.height(note.words, wide, size, STRONG) + 2 * _ABOVE)


def draw_note(painter: Painter, room: Box, note: Note) -> None:
    """The words, as large as fits, at the top of their room."""
    words, theme = note.words, painter.theme
    wide = room.w - 2 * _SIDE
    size = _size(painter, words, wide, room.h - 2 * _ABOVE)
    tall = note_bottom(painter, room, note) - room.y
    edge = theme.bad if note.refuses else theme.good
    cloth = Fabric(warm(theme), edge, edge)
    # No shadow, which would fall on the pairs below.
    image = panel(painter.assets, round(room.w), round(tall), cloth, shadow=False)
    painter.blit(image, room.x - ROOM, room.y - ROOM)
    x, y = room.x + _SIDE, room.y + _ABOVE
    painter.paragraph(words, x, y, wide, size, TextStyle(STRONG), centred=True)


def _size(painter: Painter, words: str, wide: float, tall: float) -> float:
    """The size of type at which no word is broken and all is seen."""
    size, longest = BODY, words.split()
    while size > BODY / 3 and (
        painter.height(words, wide, size, STRONG) > tall
        or max(painter.width(word, size, STRONG) for word in longest) > wide
    ):
        size -= 0.5
    return size
