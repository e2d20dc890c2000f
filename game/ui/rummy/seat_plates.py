"""What the rooms of both rummies draw alike: puppets with their plates, labels, buttons at the side."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui.art.cards import CARD_ROOM, RATIO
from game.ui.art.fabric import DISABLED, NORMAL, ROOM, Fabric, button, button_drop, panel
from game.ui.art.icons import cards_fan
from game.ui.art.layers import BUTTER, GOLD, INK, STITCH, WOOL
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress, puppet, puppet_foot, puppet_size
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.paint import Painter, TextStyle, largest
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.match.told import did_tag, worn
from game.ui.rummy.theme import Knob, SeatFacts
from game.ui.widgets import Blank, Frame, Hung
from game.words import _

NARROW = 270.0
"""Below this width a seat's puppet stands behind its plate and not beside it."""
NARROW_PLATE = 150.0
"""Below this width a plate has no room for the count."""
LEAST = 0.85
"""How far words may shrink before some of them are left out."""
HAT = 1.13
"""How far the highest hat stands above the sole of a puppet, as a share of its height."""
FACE = 0.6
"""So much of a puppet is seen at least where it stands behind something: its head down to the chin."""
BORDER = 24.0
"""How far above the box of the own seat the piles end."""
ABOVE_PILES = 20.0
"""How far below the box of a seat a tag may reach: there the piles begin."""
TAB_ROW = 30.0
"""How high the count stands on the tab of a narrow plate."""
FADED = 120
"""How much is seen of what takes no part."""


@dataclass(frozen=True, slots=True)
class Cloth:
    """The colours of a label: its ground, the ground at its foot, its thread, and its words."""

    fill: str
    foot: str
    thread: str
    ink: str


def capped(painter: Painter, size: float, room: float) -> float:
    """A size of type whose lines are at most `room` units high at the text size of the settings."""
    return min(size, room / (1.3 * painter.text_scale))


def label(painter: Painter, box: Box, cloth: Cloth, radius: float = 14) -> None:
    """A stitched label."""
    fabric = Fabric(cloth.fill, INK, cloth.thread, foot=cloth.foot)
    image = panel(painter.assets, round(box.w), round(box.h), fabric, radius=radius)
    painter.blit(image, box.x - ROOM, box.y - ROOM)


def standing(
    painter: Painter,
    sitter: SeatFacts,
    foot: tuple[float, float],
    tall: float,
    wears: str = "",
    rim: float = 2.0,
    *,
    floor: float = 1e6,
) -> None:
    """The puppet of a seat, its sole at `foot`, with a thin rim that parts it from what lies behind.

    Nothing of it is seen below the floor: there stands what it stands behind.
    """
    state = "asleep" if sitter.asleep else sitter.mood
    image = puppet(
        painter.assets,
        sitter.seat.look,
        state,
        sitter.frame,
        tall,
        Dress(wears=worn(sitter.seat.level, sitter.seat.sock) or wears, rim=rim, ground=False),
        look=(0.5, 0.5),
    )
    if sitter.asleep:
        image = image.copy()  # the picture lies in the cache
        image.set_alpha(FADED)
    before = painter.surface.get_clip()
    if floor < foot[1] + tall:
        painter.surface.set_clip(before.clip((0, 0, before.right, painter.view.px(floor))))
    painter.blit(image, foot[0], foot[1] + puppet_foot(tall), "midbottom")
    painter.surface.set_clip(before)


def with_hat(foot: float, tall: float) -> float:
    """How tall a puppet may be that stands at this y, so that no hat leaves the screen."""
    return min(tall, (foot - 2) / HAT)


def standing_box(foot: tuple[float, float], tall: float) -> Box:
    """The box of the picture that `standing` draws."""
    w, h = puppet_size(tall)
    return Box(foot[0] - w / 2, foot[1] + puppet_foot(tall) - h, w, h)


def paragraph(painter: Painter, box: Box, words: str, size: float, ink: str, face: str = STRONG) -> None:
    """Wrapped words in the middle of a box, made smaller until they fit it."""
    size = largest(size, lambda one: painter.height(words, box.w, one, face) <= box.h)
    tall = painter.height(words, box.w, size, face)
    painter.paragraph(words, box.x, box.centre[1] - tall / 2, box.w, size, TextStyle(face, ink), centred=True)


def paragraph_height(painter: Painter, words: str, wide: float, most: float, size: float = BODY) -> float:
    """How high `paragraph` wants to be at this width, at most `most` units."""
    return min(most, painter.height(words, wide, size, STRONG))


def plate_words(painter: Painter, box: Box, sitter: SeatFacts, sign: pygame.Surface | None) -> None:
    """Name, count and line of a seat inside its plate; ``sign`` is a small picture before the line."""
    theme, look = painter.theme, SEATS[sitter.seat.look]
    row = (box.h - 16) / (2 if sitter.told else 1)
    top, size = box.y + 8 + row / 2, capped(painter, LARGE, row)
    ink = theme.ink if theme.name == "dark" else look.text
    wide = draw_count(painter, (box.right - 14, top), sitter, row) if box.w > NARROW_PLATE else 0.0
    room = max(30.0, box.w - 28 - wide)
    name = painter.shortened(sitter.seat.name, size, room, NAMES)
    painter.text(name, box.x + 14, top, size, TextStyle(NAMES, ink), room=room)
    if not sitter.told:
        return
    x, y = box.x + 14, top + row
    if sign is not None:
        painter.blit(sign, x - 2, y, "midleft")
        x += sign.get_width() / painter.view.scale + 4
    painter.text(
        sitter.told, x, y, capped(painter, SMALL, row), TextStyle(READ, theme.soft), room=box.right - 12 - x
    )


def seat_words(
    painter: Painter, box: Box, plate: Box, sitter: SeatFacts, sign: pygame.Surface | None
) -> None:
    """All that is told of another seat: on its plate, on the tab of a narrow one, and what it did last.

    ``box`` is that of the seat, above the table; ``sign`` a small picture before the line.
    """
    if plate.w <= NARROW_PLATE:
        # The count has no room there: it stands on a tab of its own above the plate's end.
        wide = painter.width(str(sitter.cards), capped(painter, LARGE, TAB_ROW), NAMES) + 56
        tab = Box(plate.right - wide - 2, plate.y - 26, wide, 34)
        label(painter, tab, Cloth(painter.theme.panel, painter.theme.panel, "", painter.theme.ink), 10)
        draw_count(painter, (tab.right - 10, tab.y + 15), sitter, TAB_ROW)
    plate_words(painter, plate, sitter, sign)
    if sitter.did:  # on a tag between the plate and the piles
        tag = did_tag(sitter.did, box.bottom + ABOVE_PILES - plate.bottom + 5)
        Frame(Hung(Blank(), tag, (0.0, 1.0), (8.0, -5.0), less=16), plate, painter).paint(painter)


def draw_count(painter: Painter, at: tuple[float, float], sitter: SeatFacts, row: float) -> float:
    """How many cards a seat holds, a fan before the number; returns the width with a gap before it.

    ``at`` is the middle of its right edge, ``row`` the height that there is.
    """
    size = capped(painter, LARGE, row)
    fan = cards_fan(painter.assets, min(26.0, row * 0.9), SEATS[sitter.seat.look].colour)
    wide = painter.text(str(sitter.cards), *at, size, TextStyle(NAMES), anchor="midright")
    painter.blit(fan, at[0] - wide - 6, at[1], "midright")
    return wide + fan.get_width() / painter.view.scale + 16


def name_width(painter: Painter, box: Box, sitter: SeatFacts) -> float:
    """How wide the name on a plate is, in units, for what comes behind it."""
    row = (box.h - 16) / (2 if sitter.told else 1)
    return painter.width(sitter.seat.name, capped(painter, LARGE, row), NAMES)


def own_label(painter: Painter, box: Box, sitter: SeatFacts, cloth: Cloth) -> Box:
    """The label below the puppet at the lower edge: whether it is their turn, who it is; its box."""
    name, here = sitter.seat.name, sitter.seat.is_here
    turn = _("Your turn") if here else _("to move")
    # Above what there is to do, at this computer; else, and once the hand is over, who sits there.
    named = not here or sitter.over
    words = name if named else turn if sitter.turns else _("Waiting")
    second = name if not named else turn if sitter.turns else ""
    place = own_label_box(box)
    label(painter, place, cloth)
    row = (place.h - 14) / 2
    middle, first, wide = place.centre[0], place.y + 7 + row / 2, place.w - 22
    size = capped(painter, LARGE, row + 3)
    painter.text(words, middle, first, size, TextStyle(NAMES, cloth.ink), anchor="center", room=wide)
    size = capped(painter, SMALL, row + 2)
    below = " · ".join(part for part in (second, sitter.told) if part)
    # Rather without the name than too small to read: who it is the puppet shows too.
    if sitter.told and painter.width(below, size, STRONG) > wide / LEAST:
        below = sitter.told
    painter.text(below, middle, first + row, size, TextStyle(STRONG, cloth.ink), anchor="center", room=wide)
    return place


def own_foot(box: Box) -> tuple[tuple[float, float], float]:
    """Where the puppet behind that label stands, and how tall it is: eyes and mouth are always above it."""
    # The border of the table above is free for heads and hats.
    y, tall = behind(own_label_box(box).y, box.y - BORDER, box.h * 0.96, seen=0.65)
    return (box.centre[0] - 12, y), tall


def behind(front: float, top: float, most: float, seen: float = FACE) -> tuple[float, float]:
    """The sole of a puppet that stands behind something, and how tall it is: its face is always above that.

    Args:
        front: the upper edge of what it stands behind.
        top: where the highest hat has to end.
        most: how tall it is where there is room.
        seen: how much of it is seen then.
    """
    tall = min(most, (front - top) / (FACE + HAT - 1))
    return front + tall - min(seen * tall, front - top - (HAT - 1) * tall), tall


def own_label_box(box: Box) -> Box:
    """The box of that label, higher where larger text makes it wider; the puppet stands behind it."""
    tall = min(box.w * 0.39, box.h * 0.72)
    return Box(box.x - 2, box.bottom - tall + 8, box.w, tall)


@dataclass(frozen=True, slots=True)
class KnobLook:
    """The colours of the buttons at the side: cloth and words, usual, and of the one that ends the turn."""

    fill: str = WOOL
    ink: str = INK
    main: str = "#E0A100"
    main_ink: str = INK


def draw_knob(painter: Painter, box: Box, knob: Knob, glyph: pygame.Surface | None, look: KnobLook) -> None:
    """A large button with what to press, its word, and a smaller line below."""
    state = NORMAL if knob.enabled else DISABLED
    main = knob.main and knob.enabled
    fill, ink = (look.main, look.main_ink) if main else (look.fill, look.ink)
    edge = INK
    if not knob.enabled:
        fill, ink, edge = painter.theme.off, painter.theme.faint, painter.theme.rim
    thread = ink if main else STITCH
    image = button(painter.assets, round(box.w), round(box.h), Fabric(fill, edge, thread), state)
    painter.blit(image, *box.centre, "center")
    y = box.centre[1] + button_drop(state)
    room = box.w - 32
    row = (box.h - 14) / 2
    first = capped(painter, LARGE - 2, row) if knob.note else capped(painter, LARGE - 1, box.h * 0.6)
    second = capped(painter, SMALL, row)
    before = 0.0 if glyph is None else glyph.get_width() / painter.view.scale + 9
    wide = max(painter.width(knob.words, first, NAMES), painter.width(knob.note, second, STRONG))
    x = box.centre[0] - min(room, before + wide) / 2
    if glyph is not None:
        shown = glyph
        if not knob.enabled:
            shown = glyph.copy()  # other buttons show the same glyph
            shown.set_alpha(150)
        painter.blit(shown, x, y, "midleft")
        x, room = x + before, room - before
    if not knob.note:
        painter.text(knob.words, x, y, first, TextStyle(NAMES, ink), room=room)
        return
    painter.text(knob.words, x, y - row * 0.43, first, TextStyle(NAMES, ink), room=room)
    painter.text(knob.note, x, y + row * 0.42, second, TextStyle(STRONG, ink), room=room)


def stock_card(box: Box) -> float:
    """How wide the cards of a stock in this box are, so that their count has room beside them."""
    return min(66.0, (box.h - 16) / RATIO, box.w * 0.48)


def card_shade(painter: Painter, image: pygame.Surface, x: float, y: float) -> None:
    """The shadow of a card whose corner is at (x, y)."""
    painter.blit(image, x - CARD_ROOM, y - CARD_ROOM)


def seat_plate(
    painter: Painter, box: Box, plate: Box, sitter: SeatFacts, sign: pygame.Surface | None = None
) -> None:
    """The plate of a seat with its words, in a golden frame on its turn; ``sign`` stands beside its line."""
    theme = painter.theme
    if sitter.turns:
        painter.fill(plate.grown(5), GOLD, 18)
    lit = theme.chosen if theme.name == "dark" else BUTTER
    fill = lit if sitter.turns else theme.panel
    label(painter, plate, Cloth(fill, fill, theme.stitch, theme.ink))
    seat_words(painter, box, plate, sitter, sign)


def add_light(painter: Painter, image: pygame.Surface, x: float, y: float) -> None:
    """Add a picture of light to what lies below, around a point."""
    place = image.get_rect(center=(painter.view.px(x), painter.view.px(y)))
    painter.surface.blit(image, place, special_flags=pygame.BLEND_RGB_ADD)


@dataclass(frozen=True, slots=True)
class SeatShape:
    """How the seats of a room look; lengths in units."""

    turn: Cloth
    """The label of the own seat on its turn; ``wait`` else."""
    wait: Cloth
    plate: tuple[float, float, float]
    """Where a plate beside its puppet begins in the seat's box, and how much narrower than that it is."""
    rise: float
    """How far above the foot of the box a plate before its puppet ends."""
    foot: tuple[float, float]
    """Where a puppet beside its plate stands: from the left edge of the box, and below its foot."""
    tall: tuple[float, float]
    """How tall it may be, and as a share of the box."""
    floor: float
    """How far below the foot of the box it is seen at most."""
    lean: float = 0.0
    """How much further left a puppet behind its plate stands for every unit by which the box is higher."""
    wears: str = ""
    """What puppets have on that wear no cap."""


class SeatRow:
    """The seats of both rooms: puppets beside their plates, or behind them where room is short."""

    seats: SeatShape

    def plate(self, box: Box) -> Box:
        shape = self.seats
        if box.w < NARROW:
            tall = 58 + max(0.0, box.h - 100) * 0.8
            return Box(box.x, box.bottom - tall - shape.rise, box.w, tall)
        x, y, less = shape.plate
        return Box(box.x + x, box.y + y, box.w - less, box.h - 18)

    def foot(self, box: Box) -> tuple[tuple[float, float], float]:
        """Where the puppet of a seat stands, and how tall it is."""
        shape = self.seats
        if box.w < NARROW:
            # Where the plate is higher for larger text, it looks out beside the tab with the count.
            x = box.x + min(box.w * 0.36, 34.0 if box.w < 150 else 60.0) - max(0.0, box.h - 100) * shape.lean
            y, tall = behind(self.plate(box).y, 2.0, 76.0)
            return (x, y), tall
        y, (most, share) = box.bottom + shape.foot[1], shape.tall
        return (box.x + shape.foot[0], y), with_hat(y, min(most, box.h * share))

    def draw_own(self, painter: Painter, box: Box, sitter: SeatFacts) -> None:
        own_label(painter, box, sitter, self.seats.turn if sitter.turns else self.seats.wait)

    def draw_puppet(self, painter: Painter, box: Box, sitter: SeatFacts, others: int, *, own: bool) -> None:
        rim = 2.0 if own else 2.5 if sitter.turns else 1.6
        foot, tall = own_foot(box) if own else self.foot(box)
        floor = box.bottom + self.seats.floor
        if own or box.w < NARROW:
            floor = (own_label_box(box) if own else self.plate(box)).y + 3
        standing(painter, sitter, foot, tall, self.seats.wears, rim=rim, floor=floor)

    def puppet_box(self, box: Box, others: int, *, own: bool) -> Box:
        return standing_box(*(own_foot(box) if own else self.foot(box)))
