"""What the other player did, in the panel beside the map: a row for each step, with its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.games.city.rules.events import PairJoined, TrackLaid, read
from game.games.city.screen import art_track
from game.games.city.screen.art_socks import city_sock
from game.games.city.screen.ground import City
from game.games.city.words.sentences import colour_name
from game.match.recap import ToldStep
from game.match.seats import Seat
from game.ui.art.fabric import LIP, ROOM, Fabric, button, divider
from game.ui.art.plates import number_plate
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.presses import Press
from game.ui.kit.theme import BODY, SMALL
from game.ui.table.told import heading
from game.words import _

ROW, PLATE, TITLE = 51.0, 30.0, 23.0
"""How high a row is, how large its plate, and how large the words above all rows, in units."""
_HEAD, _FACE, _BUTTON = 38.0, 40.0, 48.0
"""The room for those words, and the heights of the puppet beside them and of the button below."""


@dataclass(frozen=True, slots=True)
class LogStep:
    """A step, as a row tells it."""

    number: int
    seat: int
    first: str
    """The station that a piece was laid from, or what happened."""
    second: str = ""
    """Where the piece leads."""
    colour: str = ""
    """The pair that went home."""


def log_steps(steps: Sequence[ToldStep], city: City) -> tuple[LogStep, ...]:
    """The last of these steps that are of one side, in the words of the board.

    Whoever watches is told of both sides: their rows do not say who laid what.
    """
    return tuple(_step(step, city) for step in steps if step.seat == steps[-1].seat)


def _step(step: ToldStep, city: City) -> LogStep:
    match read(step.event):
        case TrackLaid(link=[one, other]) if one in city.stops and other in city.stops:
            there = _("to {station}").format(station=city.name(other))
            return LogStep(step.number, step.seat, city.name(one), there)
        case PairJoined(colour=colour):
            goes = _("{colour} goes home").format(colour=colour_name(colour))
            return LogStep(step.number, step.seat, goes, colour=colour)
    return LogStep(step.number, step.seat, step.words)


def log_rows(box: Box) -> int:
    """How many steps have room in a log."""
    return max(0, int((box.h - _HEAD) / ROW))


def button_box(box: Box, rows: int) -> Box | None:
    """Where the button lies by which it is seen again; `None` without room for it."""
    y = box.y + _HEAD + ROW * min(rows, log_rows(box)) + 8
    return Box(box.x, y, box.w, _BUTTON) if rows and box.bottom - y >= _BUTTON else None


def draw_again_button(painter: Painter, box: Box, press: Press | None) -> None:
    """The button by which it is seen again."""
    theme = painter.theme
    image = button(painter.assets, round(box.w), round(box.h), Fabric(theme.sunk, theme.ink, theme.stitch))
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    words, middle = _("See it again"), box.y + (box.h - LIP) / 2
    key = press.picture(painter.assets, 26) if press is not None else None
    left = 0.0 if key is None else key.get_width() / painter.view.scale + 10
    wide = min(painter.width(words, BODY, STRONG), box.w - 24 - left)
    x = box.centre[0] - (wide + left) / 2
    if key is not None:
        painter.blit(key, x, middle, "midleft")
    painter.text(words, x + left, middle, BODY, TextStyle(STRONG), room=wide + 1)


def draw_city_log(painter: Painter, box: Box, steps: Sequence[LogStep], seats: Sequence[Seat]) -> float:
    """The last steps that have room; where the log ends."""
    theme, grown = painter.theme, painter.text_scale
    shown = list(steps)[-log_rows(box) :]
    who = seats[shown[-1].seat]
    words = heading((step.seat for step in shown), [seat.name for seat in seats])
    painter.text(words, box.x + 4, box.y + 18, TITLE, TextStyle(NAMES), room=box.w - _FACE - 12)
    face = puppet(painter.assets, who.look, "idle", 0, _FACE, Dress(ground=False, flip=True))
    painter.blit(face, box.right - 26, box.y + 32 + puppet_foot(_FACE), "midbottom")
    painter.blit(divider(painter.assets, round(box.w), theme.stitch), box.x, box.y + _HEAD - 4)
    y = box.y + _HEAD
    for step in shown:
        plate = number_plate(painter.assets, step.number, PLATE)
        painter.blit(plate, box.x + 18, y + ROW / 2, "center")
        room = box.w - 42 - (58 if step.colour else 0)
        size = SMALL / max(1.0, grown * 0.8)
        if step.second:
            swatch = art_track.swatch(painter.assets, step.seat, 34)
            painter.blit(swatch, box.right, y + 14, "midright")
            painter.text(step.first, box.x + 42, y + 14, size, TextStyle(STRONG), room=room - 40)
            style = TextStyle(colour=theme.soft)
            painter.text(step.second, box.x + 42, y + 37, size, style, room=room)
        else:
            lines = painter.wrapped(step.first, room, size, STRONG)[:2]
            for number, line in enumerate(lines):
                middle = y + ROW / 2 + (number - (len(lines) - 1) / 2) * 23
                painter.text(line, box.x + 42, middle, size, TextStyle(STRONG), room=room)
        for place in range(2 if step.colour else 0):
            sock = city_sock(painter.assets, step.colour, 34, flip=place == 0)
            painter.blit(sock, box.right - 44 + 28 * place, y + ROW / 2, "center")
        y += ROW
    return y
