"""Drawings of a lobby: its room, the washing lines, and the cards of its seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

from game.core.game import GameInfo
from game.i18n import _
from game.ui.art.daily import ROPE_ROOM, peg, rope
from game.ui.art.fabric import wood_front
from game.ui.art.icons import icon, plus_disc, tick
from game.ui.art.puppets import HAT_HEIGHT, SHOWN_SHARE
from game.ui.art.rooms import BEACH_ROOM, knot, lobby_room, palm, post
from game.ui.art.socks import big_sock, sock_aside
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter
from game.ui.core.theme import Palette
from game.ui.widgets import (
    PANEL_PICTURE,
    Draw,
    Element,
    ElementKey,
    FontSpec,
    KeyPress,
    MeasureContext,
    Padding,
    Picture,
    ScaledLength,
    SingleLineText,
    Spacer,
    Text,
    column,
    draw_towel,
    ring,
    row,
    sheet,
)

LISTED, SAG = 18.0, 11.0  # units: height of a seat's ribbon in the list, sag of a line


class SeatPlace(Enum):
    """Place of a seat's card."""

    LINE = auto()
    LIST = auto()


class LobbyKey(ElementKey):
    """Keys of the focusable elements and of other named parts."""

    SEAT = "seat"
    START = "start"
    FORM = "form"
    PHONES = "phones"
    PUPPET = "puppet"
    ROPE = "rope"
    FOLDED = "folded"  # around the house rules if they have too little room beside the seats


def draw_room(
    painter: Painter, box: Box, name: str, seats_right: float | None, rope: tuple[float, float] | None
) -> None:
    """Draw the room, the floor below ``box`` and posts at the two x of ``rope``; no posts if it is None."""
    assets, view, floor = painter.assets, painter.view, box.bottom
    seats = view.w if seats_right is None else seats_right
    painter.blit(lobby_room(assets, view.w, view.h, name, seats, painter.theme.name), 0, 0)
    if rope is not None:
        left, right = rope
        if name == BEACH_ROOM:
            painter.blit(palm(assets, round(floor + 16)), left - 32, 0)
        else:
            painter.blit(post(assets, round(floor - 50)), left - 17, 60)
        painter.blit(post(assets, round(floor - 50)), right - 17, 60)
    painter.blit(wood_front(assets, view.w, view.h - floor), 0, floor - 24)


def _draw_emblem(painter: Painter, box: Box, slug: str) -> None:
    """Draw the game's sock in the middle of ``box``, scaled to its width."""
    size, (x, y) = 0.24 * box.w / 74, box.centre
    painter.blit(big_sock(painter.assets, slug, 0, size), x - sock_aside(size), y - 2, "center")


def name_plate(info: GameInfo, note: str, theme: Palette, *, wide: bool) -> Element:
    """Plate with the game's sock and name and a ``note``; ``wide`` if it is as wide as there is room."""
    name = SingleLineText(_(info.title), FontSpec(28, NAMES, most=42), shrinks=True)
    titles = column(name, Text(note, FontSpec(colour=theme.soft)), flex=float(wide))
    sock = Picture(_draw_emblem, (info.slug,), w=ScaledLength(74, most=111), h=ScaledLength(58, most=87))
    return row(
        sock,
        titles,
        *(() if wide else (Spacer(4),)),
        gap=ScaledLength(17, most=28),
        align=0.5,
        pad=Padding(14, 6, 13) if wide else Padding(9, 6),
        behind=PANEL_PICTURE,
    )


@dataclass(frozen=True, slots=True)
class RopeDip:
    """A rope that was pulled down at a place, or springs up there."""

    x: float  # units
    deep: float  # units below its usual place, negative above it

    def at(self, x: float, left: float, right: float) -> float:
        """Distance in units at ``x`` from the usual place of a rope between two ends."""
        share = (x - left) / (self.x - left) if x < self.x else (right - x) / (right - self.x)
        return self.deep * max(0.0, share)


ROPE_PARTS = 48  # parts of a swinging rope, each as straight as at rest


def draw_rope(painter: Painter, box: Box, y: float, dip: RopeDip | None) -> None:
    """Draw a sagging washing line across ``box`` whose ends are at ``y``, with knots; a ``dip`` swings it."""
    image, scale = rope(painter.assets, round(box.w), SAG, shade=False), painter.view.scale
    if dip is None:
        painter.blit(image, box.x, y - ROPE_ROOM)
    else:
        wide = image.get_width()
        edges = [round(wide * slice_ / ROPE_PARTS) for slice_ in range(ROPE_PARTS + 1)]
        for left, right in pairwise(edges):
            down = dip.at(box.x + (left + right) / 2 / scale, box.x, box.right)
            place = round(box.x * scale) + left, round((y - ROPE_ROOM + down) * scale)
            painter.surface.blit(image, place, (left, 0, right - left, image.get_height()))
    for x in (box.x, box.right):
        painter.blit(knot(painter.assets), x, y, "center")


@dataclass(frozen=True, slots=True)
class SeatLines(Element):
    """Layout of the seats on washing lines: each card hangs from its line, its puppet behind it."""

    lines: tuple[tuple[tuple[Element, Element], ...], ...]  # (card, puppet) of each seat, by line
    tag: Element | None  # for one more player, on a line below a full one; None for none
    draw_rope: Draw  # called with painter, box, number of a line and the y of both its ends

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Return the width ``room`` and height 0, because the lines use the space that is left."""
        return room, 0.0

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield (element, box) in drawing order: for each line its puppets, the line, and its cards.

        A puppet that falls is in front of the line above.
        """
        across, rows = max(map(len, self.lines)), len(self.lines)
        step = box.w / across
        card_width = min(step - 12, 330.0)
        card_height = max(ruler.size(card, card_width)[1] for line in self.lines for card, _puppet in line)
        tag_height = ruler.size(self.tag, card_width)[1] if self.tag is not None else 0.0
        row_height = (box.h - 8 - (tag_height + SAG if tag_height else 0.0)) / rows
        visible_height = min(row_height - card_height - SAG - 6, 236.0)
        # The foot of a puppet is behind its card, and no hat leaves its row.
        puppet_height = min(visible_height / (SHOWN_SHARE + HAT_HEIGHT - 1), step * 0.96)
        shift = max(0.0, row_height - card_height - SAG - visible_height) / 2 if rows == 1 else 0.0
        left, right = ruler.view.w * 0.025, box.right + 18
        half = (right - left) / 2

        def hung_y(end: float, x: float) -> float:
            """Top of a card in the middle of ``x`` on a line whose ends are at y ``end``."""
            return end + SAG * (1 - ((x - left - half) / half) ** 2) - 3

        for number, line in enumerate(self.lines):
            end = box.y + row_height * (number + 1) - card_height - SAG - shift
            cards: list[tuple[Element, Box]] = []
            for place, (card, sitter) in enumerate(line):
                x = box.x + (box.w - len(line) * step) / 2 + step * (place + 0.5)
                y = hung_y(end, x)
                cards.append((card, Box(x - card_width / 2, y, card_width, card_height)))
                x += 10 if x > left + half else -10
                puppet_y = y - puppet_height * SHOWN_SHARE
                yield sitter, Box(x - card_width / 2, puppet_y, card_width, puppet_height)
            rope = Picture(self.draw_rope, (number, end), key=LobbyKey.ROPE.of(number))
            yield rope, Box(left, box.y, right - left, box.h)
            yield from cards
        if self.tag is not None:
            end, x = box.y + row_height, box.centre[0]
            yield Picture(self.draw_rope, (rows, end)), Box(left, box.y, right - left, box.h)
            yield self.tag, Box(x - card_width / 2, hung_y(end, x), card_width, tag_height)


def draw_card(painter: Painter, box: Box, band: int, place: SeatPlace, *, focused: bool) -> None:
    """Draw the cloth of a taken seat, with the ribbon of its look."""
    if place is SeatPlace.LINE:
        draw_towel(painter, box, band)
        draw_pegs(painter, box)
    else:
        draw_towel(painter, box, band, LISTED)
    if focused:
        ring(painter, box)


def draw_free_card(painter: Painter, box: Box, place: SeatPlace, *, focused: bool) -> None:
    """Draw the cloth on which players are added."""
    sheet(painter, box)
    if place is SeatPlace.LINE:
        draw_pegs(painter, box)
    if focused:
        ring(painter, box)


def draw_pegs(painter: Painter, box: Box) -> None:
    """Draw the pegs of a card on a line. Without its card they wait for the next player."""
    for x, turn in ((box.x + 11, -4.0), (box.right - 11, 4.0)):
        painter.blit(peg(painter.assets, 0.66, turn), x, box.y - 3, "center")


def draw_plus(painter: Painter, box: Box, press: KeyPress | None) -> None:
    """Draw the button that joins, or a disc with a plus if ``press`` is None."""
    image = plus_disc(painter.assets, box.h) if press is None else press.picture(painter.assets, box.h)
    painter.blit(image, *box.centre, "center")


def draw_icon(painter: Painter, box: Box, name: str) -> None:
    """Draw the icon ``name`` as high as ``box``."""
    theme = painter.theme
    painter.blit(icon(painter.assets, name, box.h, theme.ink, theme.panel), *box.centre, "center")


def draw_tick(painter: Painter, box: Box) -> None:
    """Draw the tick of a seat that has a device."""
    painter.blit(tick(painter.assets, box.h), *box.centre, "center")
