"""The panel beside the map: who plays, whose turn it is, what just happened, each pair with its worth.

What a player is told, a refusal or a hint in words, has a room of its own there, in the place of the news:
over the map it would hide what it speaks of. What the other player did has a row for each step, with its
number. The points of a pair fly from its station to the score, which counts each as it arrives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from game.games.city.rules.board import COLOURS, DESIGNS
from game.games.city.rules.events import PairJoined, TrackLaid, read
from game.games.city.screen import art_track
from game.games.city.screen.art_track import city_sock
from game.games.city.screen.ground import City
from game.games.city.words import colour_name
from game.match.recap import ToldStep
from game.match.seats import Seat
from game.ui.art.album import number_plate
from game.ui.art.fabric import LIP, ROOM, Fabric, button, divider, focus_ring, panel, sewing_button
from game.ui.art.layers import INK, WOOL
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.core.canvas import WIDTH, Box, Canvas, arc, between, smooth
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL, Theme
from game.ui.match.messages import Note
from game.ui.match.told import heading, worn
from game.ui.widgets import Press
from game.words import _, counted

_ROW = 44.0
"""The least height of a row, which can be clicked."""
_HALF = 172.0
"""How wide a row of half the panel is that is large enough for large text."""
_MORE = 84.0
"""How much wider the panel is in wide windows at most: still with the pairs two to a row below a log."""
_TALL_ROW = 58.0
"""The least height of such a row."""
_LOW_STEP, _LOG = 41.0, 190.0
"""From row to row of pairs two to a row below a log, and how much room that log needs, in units."""
_SHORT = 192.0
"""The width that such a row is drawn for."""
_BESIDE = 2.0
"""What the names on the map keep from the panel."""
TALL = 78.0
"""The height of a puppet in its card."""


@dataclass(frozen=True, slots=True)
class CityBoxes:
    """The parts of the screen in units."""

    map: Box
    panel: Box
    cards: tuple[Box, Box]
    turn: Box
    news: Box
    """Empty where large text leaves no room for it."""
    table: Box
    log: Box
    """What the other player did, above pairs two to a row; empty where large text leaves no room for both."""
    has_log: bool = False
    """Whether there may be something to tell there; before that, each pair has a row of its own."""

    @classmethod
    def of(
        cls, view: Canvas, text_scale: float, bottom: float, above: float = 0.0, aside: float = 0.0
    ) -> CityBoxes:
        """The places on a canvas whose strip begins at ``bottom``.

        They lie below what ends at ``above``, and right of a column of ``aside`` units that is kept free.
        """
        # A map is as high as its window lets it be: what a wide one has left over is the panel's.
        spare = min(_MORE, max(0.0, (view.w - WIDTH) * 0.2))
        wide = 294.0 + 130 * (text_scale - 1) + spare
        beside = Box(view.w * 0.975 - wide, 24, wide, bottom - 34)
        inner = beside.grown(-16)
        card = 82 + 32 * text_scale + 28 * (1 + (text_scale - 1) * 0.4)
        head = 36 * text_scale + 30 + 6 * (text_scale - 1)
        in_halves = (inner.w - 8) / 2 >= _HALF
        least = 3 * _TALL_ROW if in_halves else len(COLOURS) * _ROW
        spare = inner.h - card - 8 - head - least - 8
        news = min(80 * text_scale, spare) if spare >= (38 if in_halves else 51) * text_scale else 0.0
        half = (inner.w - 8) / 2
        cards = Box(inner.x, inner.y, half, card), Box(inner.right - half, inner.y, half, card)
        turn = Box(inner.x, inner.y + card + 8, inner.w, head)
        told = Box(inner.x, turn.bottom, inner.w, news)
        top = told.bottom + 8
        table = Box(inner.x, top, inner.w, inner.bottom - top)
        short = Box(inner.x, inner.bottom - 3 * _LOW_STEP, inner.w, 3 * _LOW_STEP)
        room = short.y - 8 - turn.bottom
        log = Box(inner.x, turn.bottom, inner.w, room if room >= _LOG and not in_halves else 0.0)
        left = max(30.0, view.w * 0.025) + aside
        top = above + 6 if above else 22.0
        area = Box(left, top, beside.x - 12 - left, bottom - 8 - top)
        return cls(area, beside, cards, turn, told, table, log)

    def table_area(self, text_scale: float) -> Box:
        """Where the city is built by hand: below the line that says what the tile in hand would leave."""
        band = 18 + SMALL * 1.36 * text_scale * (1 if text_scale < 1.5 else 2)
        return Box(self.map.x, self.map.y + band, self.map.w, self.map.h - band)

    @property
    def told(self) -> Box:
        """Where what just happened stands, or what the pair in focus needs; empty where there is no room."""
        return self.news if self.news.h else self.log

    @property
    def is_low(self) -> bool:
        """Whether the pairs make way for the log."""
        return self.has_log and self.log.h > 0

    def rows(self, phase: str) -> list[tuple[str, Box]]:
        """The rows of the table, each with its pair's colour or its design's number."""
        names = [str(design) for design in range(DESIGNS)] if phase == "tiles" else list(COLOURS)
        low = phase != "tiles" and self.is_low
        if self.is_short or low:
            wide = (self.table.w - 8) / 2
            top, step = self.table.y, min(self.table.h / 3, 84.0)
            if low:
                top, step = self.log.bottom + 8, _LOW_STEP
            return [
                (
                    name,
                    Box(self.table.x + (wide + 8) * column, top + step * row, wide, step - 3 - 2 * (not low)),
                )
                for number, name in enumerate(names)
                for row, column in (divmod(number, 2),)
            ]
        head = 26.0 if self.table.h > len(names) * (_ROW + 2) + 26 else 0.0
        step = min((self.table.h - head) / len(names), 84.0 if phase == "tiles" else 72.0)
        return [
            (name, Box(self.table.x, self.table.y + head + number * step, self.table.w, step - 3))
            for number, name in enumerate(names)
        ]

    @property
    def names(self) -> float:
        """How far to the right the names on the map may reach."""
        return self.panel.x - _BESIDE

    @property
    def is_short(self) -> bool:
        """Whether the pairs stand two in a row: for want of height, or for large figures."""
        return self.table.h < len(COLOURS) * 38 or (self.table.w - 8) / 2 >= _HALF


@dataclass(frozen=True, slots=True)
class Pair:
    """What the row of a pair says."""

    colour: str
    worth: int | None
    """`None` while the pair is not set out."""
    owner: int = -1
    out: bool = False
    focus: bool = False
    hand: bool = False
    """Whether this is the pair that is being set out."""
    needs: tuple[int | None, int | None] | None = None
    """How many pieces each seat needs for it, where that is shown; `None` for no way left."""


def draw_panel(painter: Painter, places: CityBoxes) -> None:
    """The cloth below everything else."""
    theme, box = painter.theme, places.panel
    image = panel(painter.assets, round(box.w), round(box.h), Fabric(theme.panel, theme.ink, theme.stitch))
    painter.blit(image, box.x - ROOM, box.y - ROOM)


RIM = 9.0
"""How far what stands on a seat's card keeps from its edge."""


def draw_card(
    painter: Painter, box: Box, seat: Seat, number: int, score: int, supply: int, won: Sequence[str], *,
    turns: bool,
) -> None:  # fmt: skip
    """The card of a seat, without its puppet."""
    theme = painter.theme
    if turns:
        painter.fill(box, warm(theme), 12)
        painter.frame(box, theme.ink, 3, 12)
    large = painter.text_scale >= 1.5
    points, grown = str(score), min(painter.text_scale, 1.5)
    size = (38.0 if len(points) == 1 else 34.0) * grown
    x = box.right - max(28.0 * grown, painter.width(points, size, NAMES, fixed=True) / 2 + RIM)
    painter.text(
        points, x, box.y + (31 if large else 25), size, TextStyle(NAMES, fixed=True), anchor="center"
    )
    painter.text(
        _("pts"),
        x,
        box.y + (69 if large else 50),
        18 * grown,
        TextStyle(STRONG, theme.soft, fixed=True),
        anchor="center",
    )
    spread = min(15.0, 28.0 / max(1, len(won) - 1))
    wide = 26 + spread * (len(won) - 1)
    for place, colour in enumerate(() if large else won):  # large figures leave no room beside them
        image = city_sock(painter.assets, colour, 26)
        painter.blit(image, min(x - wide / 2, box.right - RIM - wide) + place * spread, box.y + 61)
    line = 32 * painter.text_scale
    top = box.y + 82
    painter.text(seat.name, box.x + 12, top + line / 2, LARGE, TextStyle(NAMES), room=box.w - 20)
    middle = box.bottom - 18 - 4 * (painter.text_scale - 1)
    painter.blit(art_track.swatch(painter.assets, number, 56), box.x + 11, middle, "midleft")
    painter.text(str(supply), box.x + 76, middle, 22, TextStyle(NAMES), room=box.w - 84)


@cache
def _dress(wears: str) -> Dress:
    return Dress(wears=wears, ground=False)


def card_puppet(painter: Painter, box: Box, seat: Seat, number: int, state: str, frame: int) -> None:
    """The puppet of a card."""
    image = puppet(
        painter.assets,
        seat.look,
        state,
        frame,
        TALL,
        _dress(worn(seat.level, seat.sock)),
        look=(0.6, 0.2) if number == 0 else (0.2, 0.4),
    )
    painter.blit(image, box.x + 34, box.y + 86 + puppet_foot(TALL) + 2, "midbottom")


def draw_turn(painter: Painter, box: Box, words: str, seat: int, pieces: tuple[int, int], told: str) -> None:
    """Whose turn it is, and the pieces of this turn: a whole one for each that is left."""
    step = 36 * painter.text_scale if words else 6.0
    painter.text(words, box.x + 4, box.y + step / 2, 22, TextStyle(NAMES), room=box.w - 8)
    x, middle = box.x + 4, box.y + step + 14
    left, whole = pieces
    for number in range(whole):
        image = art_track.swatch(painter.assets, seat, 52, gone=number < whole - left)
        painter.blit(image, x, middle, "midleft")
        x += 60
    painter.text(told, x + 4, middle, SMALL, TextStyle(STRONG), room=box.right - x - 8)


def draw_news(painter: Painter, box: Box, words: str) -> None:
    """What just happened."""
    if box.h and words:
        image = divider(painter.assets, round(box.w), painter.theme.stitch)
        painter.blit(image, box.x, box.y + 1)
        size = fitting(painter, words, box.w - 8, box.h - 3)
        tall = painter.height(words, box.w - 8, size)
        painter.paragraph(
            words,
            box.x + 4,
            box.y + 2 + (box.h - tall) / 2,
            box.w - 8,
            size,
            TextStyle(colour=painter.theme.soft),
        )


def fitting(
    painter: Painter, words: str, wide: float, tall: float, *, face: str = READ, least: float = SMALL
) -> float:
    """The size of type with which words fit into a box, growing less with the text; ``least`` in units."""
    size, least = SMALL, least / painter.text_scale
    while size > least and painter.height(words, wide, size, face) > tall:
        size = max(least, size - 1)
    return size


def draw_pairs(painter: Painter, places: CityBoxes, pairs: Sequence[Pair], seats: Sequence[Seat]) -> None:
    """Every pair with its worth, and who has it."""
    rows = places.rows("play")
    first, theme = rows[0][1], painter.theme
    if not places.is_low and first.y - places.table.y > 20:
        y = places.table.y + 12
        for words, x, anchor in (
            (_("Pair"), first.x + 8, "midleft"), (_("worth"), first.x + 120, "center"),
            (_("needs") if any(pair.needs for pair in pairs) else _("taken by"), first.right - 6, "midright"),
        ):  # fmt: skip
            painter.text(
                words, x, y, SMALL, TextStyle(STRONG, theme.soft, fixed=True), anchor=anchor, room=110
            )
    by_colour = {pair.colour: pair for pair in pairs}
    for colour, box in rows:
        _draw_pair(painter, box, by_colour[colour], seats)


def _draw_pair(painter: Painter, box: Box, pair: Pair, seats: Sequence[Seat]) -> None:
    theme, taken = painter.theme, pair.owner >= 0
    short = box.w < 240
    marked = pair.focus or pair.hand
    fill = warm(theme) if taken else theme.chosen if marked else theme.sunk if pair.out else theme.panel
    painter.fill(box, fill, 12)
    painter.frame(box, theme.ink if taken else theme.stitch, 2.5 if taken else 2, 12)
    if marked:
        image = focus_ring(painter.assets, round(box.w - 8), round(box.h - 8), 10, theme.focus, 2)
        painter.blit(image, *box.centre, "center")
    k, middle = box.w / _SHORT if short else 1.0, box.centre[1]
    size = min(box.h - 5, 50.0 * k)
    # Where what both need stands in a short row, one sock tells which pair it is.
    alone = short and pair.owner < 0 and pair.needs is not None and not pair.out
    feet = (26 * k,) if alone else (30 * k, 72 * k) if short else (28.0, 70.0)
    for place, x in enumerate(box.x + foot for foot in feet):
        image = city_sock(painter.assets, pair.colour, round(size), flip=place == 0)
        if pair.out or pair.worth is None:
            image = image.copy()  # the other is kept
            image.set_alpha(90)
        painter.blit(image, x, middle, "center")
    worth = box.x + (74 * k if alone else 120 * k if short else 120)
    if pair.worth is not None and not (short and pair.out):
        ink, grown = theme.soft if pair.out else "", min(32.0 * painter.text_scale, box.h - 2, 68.0 * k)
        painter.text(
            str(pair.worth), worth, middle, grown, TextStyle(NAMES, ink, fixed=True), anchor="center"
        )
    _draw_state(painter, box, pair, seats, worth + (24 * k if short else 30))


def _draw_state(painter: Painter, box: Box, pair: Pair, seats: Sequence[Seat], left: float) -> None:
    """Who has taken a pair, or that it is open, or lost."""
    short = box.w < 240
    if pair.owner >= 0:
        seat, tall = seats[pair.owner], 58 * (box.w / _SHORT if short else 1.0)
        middle = left + (22 * box.w / _SHORT if short else 26)
        head = puppet(painter.assets, seat.look, "happy", 0, tall, Dress(ground=False))
        # Cut off at the row's lower edge.
        clip = painter.surface.get_clip()
        painter.surface.set_clip(painter.view.rect(box.grown(-2)).clip(clip))
        painter.blit(head, middle, box.bottom + 24, "midbottom")
        painter.surface.set_clip(clip)
        if not short:
            painter.text(
                seat.name,
                box.right - 8,
                box.centre[1],
                BODY,
                TextStyle(NAMES),
                anchor="midright",
                room=box.right - 68 - left,
            )
        return
    if pair.needs is not None and not pair.out:
        _draw_needs(painter, box, pair.needs, left)
        return
    words = _("open") if pair.worth is not None else _("to set out")
    if pair.out:
        words, left = _("lost"), left - (48 * box.w / _SHORT if short else 0)
    elif short:
        return  # the figure alone says that it is open
    room = box.right - 10 - left
    size = min(SMALL, max(9.0, (box.h - 4) / (1.3 * painter.text_scale)))
    colour = painter.theme.bad if pair.out else painter.theme.soft
    painter.text(
        words, left + room / 2, box.centre[1], size, TextStyle(STRONG, colour), anchor="center", room=room
    )


def _draw_needs(painter: Painter, box: Box, needs: tuple[int | None, int | None], left: float) -> None:
    """How many pieces each seat needs, on a tag like its track, side by side."""
    room = box.right - (8 if box.w >= 240 else 5) - left
    wide, tall = min(40.0, room / 2 - 3), min(28.0, box.h - 8)
    for seat, count in enumerate(needs):
        x, y = left + room * (0.25 + 0.5 * seat), box.centre[1]
        tag = Box(x - wide / 2, y - tall / 2, wide, tall)
        fill, ink, radius = (WOOL, INK, 4.0) if seat == 0 else (art_track.BLACK, WOOL, min(tall, wide) / 2)
        painter.fill(tag, fill, radius)
        painter.frame(tag, INK if seat == 0 else painter.theme.stitch, 2, radius)
        words, size = "–" if count is None else str(count), tall * 0.86
        size *= min(1.0, (wide - 6) / painter.width(words, size, NAMES, fixed=True))
        painter.text(words, x, y, size, TextStyle(NAMES, ink, fixed=True), anchor="center")


def warm(theme: Theme) -> str:
    """The cloth of what is on now, or was won."""
    return {"linen": "#FFE2A0", "dark": "#5E4C2E"}.get(theme.name, theme.chosen)


def turn_words(phase: str, name: str) -> str:
    """What the seat to move does."""
    return {
        "tiles": _("{name} builds the city"),
        "socks": _("{name} sets out socks"),
        "blockers": _("{name} sets out a spare sock"),
    }.get(phase, _("{name} lays track")).format(name=name)


def pieces_words(left: int) -> str:
    """How many pieces of the turn are left."""
    return counted("{n} piece left", "{n} pieces left", left).format(n=left)


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
            # Whose track it is stands above all rows too: the name of a station goes before it.
            if painter.width(step.first, size, STRONG) <= room - 40:
                swatch = art_track.swatch(painter.assets, step.seat, 34)
                painter.blit(swatch, box.right, y + 14, "midright")
            painter.text(step.first, box.x + 42, y + 14, size, TextStyle(STRONG), room=room)
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


JOINS, RIDE = 2600.0, 0.72
"""How long a pair is joined, in ms at the brisk pace, and the share of it that the train is under way."""
FLIES, AFTER = 0.15, 0.12
"""The share of it that a point takes to the score, and within which all of them set out."""
MOST = 12
POINT = 30.0


def arrived(joined: PairJoined, share: float) -> int:
    """How many points of a pair have come to the score once so much of its event is over."""
    count = min(joined.worth, MOST)
    there = sum(share >= RIDE + AFTER * number / count + FLIES for number in range(count))
    return joined.worth * there // count if count else 0


def draw_points(
    painter: Painter, joined: PairJoined, share: float, start: tuple[float, float], end: tuple[float, float]
) -> None:
    """Those that are on their way, one after the other."""
    count = min(joined.worth, MOST)
    for number in range(count):
        gone = (share - RIDE - AFTER * number / count) / FLIES
        if 0 <= gone < 1:
            x, y = between(start, end, smooth(gone))
            top = min(y, painter.view.box.y + POINT)  # a station may lie close to the upper edge
            painter.blit(sewing_button(painter.assets, POINT), x, max(top, y - 90 * arc(gone)), "center")
