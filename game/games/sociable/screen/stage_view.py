"""How the office is drawn: chairs and who sits in them, the table, the cards on it, and the hand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import pygame

from game.core.cards import JOKER
from game.games.sociable.rules.state import tidy
from game.games.sociable.screen.art_office import chair_shade, glow, table
from game.games.sociable.screen.art_things import RING_ROOM, card_focus, card_ring, wear
from game.games.sociable.screen.chairs import chair_part, chair_size
from game.games.sociable.screen.places import CARD, OfficeBoxes, Spot
from game.match.seats import Seat
from game.ui.art.cards import CARD_ROOM, RATIO, card, card_back, card_shadow, card_turned
from game.ui.art.hall import TABLE_TOP
from game.ui.art.icons import tick
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter, TextStyle
from game.ui.table.seats import worn

OPEN, OPEN_BEHIND = (44.0, 64.0), 58.0
"""The least and the greatest width of cards of somebody else that lie open; the greatest behind the table."""
TOLD = 152.0
"""How far from the middle of the table it is told what was laid."""
SHOWN = 0.5
"""The share of its width that is seen of a card on which others lie: rank and suit."""
PEEPS = 0.58
"""The share of its height that looks out from behind a plate: the same."""
TILT = 7
"""Degrees from card to card on the table."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """How somebody looks at a moment."""

    seat: Seat
    rank: int | None
    """What comes with the rank is worn; `None` before the chairs are drawn."""
    state: str
    frame: int
    flip: bool
    acts: bool = False
    """Whether a wide rim marks whose turn it is."""


def draw_shade(painter: Painter, spot: Spot) -> None:
    """The shadow of a chair."""
    image = chair_shade(painter.assets, round(330 * spot.scale))
    painter.blit(image, spot.x, spot.y - 2, "center")


def draw_chair(
    painter: Painter, at: tuple[float, float], rank: int, scale: float, part: str, cut: float = 0.0
) -> None:
    """A part of a chair that stands at a point of the floor; the lowest ``cut`` units are left out."""
    image = chair_part(painter.assets, rank, round(scale, 3), part)
    if cut:
        w, h = image.get_size()
        # A part of the cached picture: nothing is copied.
        image = image.subsurface((0, 0, w, max(1, h - painter.view.px(cut))))
        painter.blit(image, at[0], at[1] - cut, "midbottom")
        return
    painter.blit(image, *at, "midbottom")


def draw_sitter(
    painter: Painter,
    sitter: Sitter,
    at: tuple[float, float],
    tall: float,
    alpha: int = 255,
    turn: float = 0.0,
) -> None:
    """A puppet with its sole at a point; ``turn`` in degrees, for one that falls."""
    tall, (x, y) = round(tall, 1), at
    image = puppet(
        painter.assets,
        sitter.seat.look,
        sitter.state,
        sitter.frame,
        tall,
        Dress(
            wears=worn(sitter.seat.level, sitter.seat.sock),
            rim=5.0 if sitter.acts else 3.0,
            ground=False,
            flip=sitter.flip,
        ),
        look=(0.7, 0.35),
    )
    images = [image]
    if sitter.rank is not None:
        images.append(wear(painter.assets, sitter.rank, tall, flip=sitter.flip))
    if turn:
        for part in images:
            painter.blit(pygame.transform.rotozoom(part, turn, 1.0), x, y - tall * 0.4, "center")
        return
    for part in images:
        painter.blit(faded(part, alpha), x, y + puppet_foot(tall), "midbottom")


def draw_seated(painter: Painter, spot: Spot, sitter: Sitter) -> None:
    """A puppet in its chair, and what of the chair lies before it."""
    rank = sitter.rank
    if rank is None:
        draw_sitter(painter, sitter, (spot.x, spot.y - 4), spot.tall)
        return
    draw_sitter(painter, sitter, (spot.x, spot.sole(rank)), spot.tall)
    _w, h = chair_size(rank, spot.scale)
    cut = 34 * spot.scale if spot.behind else 0.0
    draw_chair(painter, (spot.x, spot.y), rank, spot.scale, "front", min(cut, h / 2))


def open_row(spot: Spot, count: int, w: float, text_scale: float) -> list[Box]:
    """Where so many cards of somebody else lie open, at their plate in an office so wide."""
    plate, others, middle = spot.plate, count - 1, w / 2
    least, most = (OPEN[0], OPEN_BEHIND - 10 * (text_scale - 1)) if spot.behind else OPEN
    wide = round(max(least, min(most, (plate.w + 26) / (1 + SHOWN * others))))
    step = min(wide * (SHOWN if spot.behind else 0.6), (plate.w + 26 - wide) / max(1, others))
    reach, left = wide + others * step, plate.centre[0] < middle
    if spot.behind:
        # Below it, towards the outer end: in the middle of the table it is told what was laid.
        told = TOLD * (0.7 + 0.3 * text_scale) * (abs(spot.x - middle) > 1)
        away = 150 - 60 * text_scale  # farther out the next plate begins
        x = max(plate.x - away, min(plate.x - 12, middle - told - reach))
        x = x if left else min(plate.right + away, max(plate.right + 12, middle + told + reach)) - reach
        y = plate.bottom - 8
    else:
        # They look out from behind it: below it somebody may sit.
        x = plate.x + 4 if left else plate.right - 4 - reach
        y = plate.y - wide * RATIO * PEEPS
    return [Box(x + number * step, y, wide, wide * RATIO) for number in range(count)]


def draw_open_hand(painter: Painter, spot: Spot, cards: Sequence[str]) -> None:
    """The cards of somebody else, where they lie open for whoever looks on."""
    row = open_row(spot, len(cards), painter.view.w, painter.text_scale)
    clip = painter.surface.get_clip()
    end = painter.view.h if spot.behind else spot.plate.y + 5
    painter.surface.set_clip(painter.view.rect(Box(0, 0, painter.view.w, end)).clip(clip))
    for name, box in zip(tidy(cards), row, strict=True):
        painter.blit(card(painter.assets, name, box.w), box.x, box.y)
    painter.surface.set_clip(clip)


def draw_furniture(painter: Painter, places: OfficeBoxes, chairs: Sequence[tuple[Spot, int]]) -> None:
    """The table with the chairs behind it and before it."""
    # The table between them: chairs behind it have their feet hidden by it.
    for behind in (True, False):
        for spot, rank in sorted(chairs, key=lambda pair: pair[0].y):
            if spot.behind == behind:
                draw_shade(painter, spot)
                for part in ("back", "front"):
                    draw_chair(painter, (spot.x, spot.y), rank, spot.scale, part)
        if behind:
            draw_table(painter, places)


def draw_table(painter: Painter, places: OfficeBoxes) -> None:
    """The round table."""
    size = round(places.grow, 3)
    painter.blit(table(painter.assets, size), places.table[0], places.table[1] - TABLE_TOP * size, "midtop")


def draw_glow(painter: Painter, at: tuple[float, float], size: tuple[float, float], colour: str) -> None:
    """Light on whose turn it is, or on what was laid."""
    painter.blit(glow(painter.assets, round(size[0]), round(size[1]), colour, 0.8), *at, "center")


# Cards on the table.


def laid_faces(cards: Sequence[str]) -> list[str]:
    """The faces of a play: a joker in a group wears the rank that it stands for."""
    rank = cards[0][:-1]
    return [f"{JOKER}={rank}" if c == JOKER and cards[0] != JOKER else c for c in cards]


def laid_place(places: OfficeBoxes, number: int, count: int) -> tuple[float, float, int]:
    """The middle of a card of a play, and its angle in degrees clockwise."""
    w = places.lead_card
    tilt = min(TILT, 2 * TILT / max(1, count - 1))
    last = math.radians((count - 1) / 2 * tilt)
    leaning = w * (math.cos(last) + RATIO * math.sin(last))
    step = min(w * 1.04, (places.lead_room - leaning) / max(1, count - 1))
    off = number - (count - 1) / 2
    return places.lead[0] + off * step, places.lead[1] + abs(off) * 5, round(off * tilt)


def draw_laid(
    painter: Painter, places: OfficeBoxes, cards: Sequence[str], *, shift: tuple[float, float] = (0, 0)
) -> None:
    """A play that lies on the table."""
    for number, face in enumerate(laid_faces(cards)):
        x, y, angle = laid_place(places, number, len(cards))
        draw_turned(painter, face, places.lead_card, (x + shift[0], y + shift[1]), angle)


def draw_turned(painter: Painter, face: str, w: float, at: tuple[float, float], angle: int) -> None:
    """A card with its shadow, its middle at a point."""
    x, y = at
    shade = card_shadow(painter.assets, round(w, 1), 110, 6)
    painter.blit(shade, x, y, "center")
    painter.blit(card_turned(painter.assets, face, round(w, 1), angle), x, y, "center")


def faded(image: pygame.Surface, alpha: int) -> pygame.Surface:
    """A picture that is seen through, 255 for not at all."""
    if alpha >= 255:
        return image
    image = image.copy()
    image.set_alpha(max(0, alpha))
    return image


# The hand.


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card of the hand as it is shown."""

    name: str
    box: Box
    """Lifted already."""
    ring: str = ""
    dim: bool = False
    ticked: bool = False
    focus: bool = False
    new: bool = False


@contextmanager
def behind_front(painter: Painter, places: OfficeBoxes) -> Iterator[None]:
    """Whatever is drawn meanwhile lies behind the wooden front."""
    before = painter.surface.get_clip()
    above = pygame.Rect(0, 0, painter.surface.get_width(), painter.view.px(places.bottom) + 2)
    painter.surface.set_clip(above.clip(before))
    yield
    painter.surface.set_clip(before)


def draw_hand(painter: Painter, places: OfficeBoxes, hand: Sequence[HeldCard]) -> None:
    """The cards, the one with the focus on top; their lower edges lie behind the wooden front."""
    with behind_front(painter, places):
        for held in sorted(hand, key=lambda one: one.focus):
            _draw_held(painter, held)


def _draw_held(painter: Painter, held: HeldCard) -> None:
    assets, box = painter.assets, held.box
    if held.ring:
        painter.blit(card_ring(assets, CARD, box.h, held.ring), box.x - RING_ROOM, box.y - RING_ROOM)
    else:
        painter.blit(card_shadow(assets, CARD), box.x - CARD_ROOM, box.y - CARD_ROOM)
    painter.blit(card(assets, held.name, CARD, dim=held.dim), box.x, box.y)
    if held.focus:
        image = card_focus(assets, CARD, box.h, painter.theme.focus)
        painter.blit(image, box.x - RING_ROOM, box.y - RING_ROOM)
    if held.ticked:
        painter.blit(tick(assets, 34), box.x + 80, box.y + 21, "center")
    elif held.new:
        painter.fill(Box(box.x + 66, box.y + 8, 22, 22), "#E0A100", 11)
        painter.text(
            "+", box.x + 77, box.y + 18, 24, TextStyle("names", "#2B2440", fixed=True), anchor="center"
        )


def draw_hidden_hand(painter: Painter, places: OfficeBoxes, seat: Seat, count: int) -> None:
    """The hand of whoever sits at the lower edge, while nobody may see it."""
    image = card_back(painter.assets, CARD, SEATS[seat.look].colour, "sock")
    with behind_front(painter, places):
        for number in range(count):
            box = places.card(number, count)
            painter.blit(card_shadow(painter.assets, CARD), box.x - CARD_ROOM, box.y - CARD_ROOM)
            painter.blit(image, box.x, box.y)
