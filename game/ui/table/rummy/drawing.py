"""How the table of a rummy is drawn: piles with their cards, the hand, what is carried, flights."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.core.rummy.draft import DraftPile, Piece
from game.core.rummy.verdict import MeldStatus, Verdict
from game.ui.art.cards import RATIO, card_ring, carried_card, fanned_back, fanned_card, laid_back, laid_card
from game.ui.art.daily import hint_star
from game.ui.art.fabric import ROOM, Fabric, focus_ring, new_mark, panel, tag
from game.ui.art.icons import tick
from game.ui.art.layers import GOLD
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY
from game.ui.table.rummy.fan import CardPose, stacked
from game.ui.table.rummy.pile_area import PileArea
from game.ui.table.rummy.plates import paragraph
from game.ui.table.rummy.room import Backing, Room, Seam

FADE = 255
STAR = 32
"""How large the star of a card is that a hint is about; half of it stands above its card."""
TICK = 24
"""How large the tick of a picked card is."""
GRADES = 8
"""Between the widths of cards that change their size, in units: those between are stretched."""


@dataclass(frozen=True, slots=True)
class Pegs:
    """Which cards of the table bear a mark."""

    own: frozenset[int]
    """Laid in this turn by the one who looks."""
    fresh: frozenset[int]
    """Laid since the viewer's last turn by others."""


def seam_of(verdict: Verdict | None) -> Seam:
    """The seam that shows a verdict."""
    if verdict is None or verdict.health is MeldStatus.WHOLE:
        return Seam.WHOLE
    return Seam.SHORT if verdict.health is MeldStatus.SHORT else Seam.OPEN


def draw_heap(
    painter: Painter,
    room: Room,
    box: Box,
    pile: DraftPile,
    backing: Backing,
    poses: list[tuple[Piece, CardPose, int]],
    *,
    pegs: Pegs,
) -> None:
    """A pile: its backing in a box, then each card at its pose and with its alpha, then their marks."""
    room.draw_pile(painter, box, backing)
    for piece, pose, alpha in poses:
        draw_laid(painter, piece.text, pose, backing.card, alpha)
    for number, (piece, pose, _alpha) in enumerate(poses):
        if piece.key not in pegs.own and piece.key not in pegs.fresh:
            continue
        # A peg belongs on the part of its card that can be seen, or it marks the neighbour.
        beside = poses[number + 1][1].x if number + 1 < len(poses) else pose.x + pose.card
        seen = min(pose.card, max(8.0, beside - pose.x))
        at = pose.x - pose.card / 2 + seen / 2, pose.y + pose.card * RATIO / 2 - 5 * pose.card / 64
        room.draw_mark(painter, at, pose.card, own=piece.key in pegs.own)


def draw_laid(painter: Painter, text: str, pose: CardPose, card: float, alpha: int = FADE) -> None:
    """A card on the table, its middle at a pose."""
    image = laid_card(painter.assets, text, round(card, 1))
    if alpha < FADE:
        image = image.copy()
        image.set_alpha(alpha)
    painter.blit(image, pose.x, pose.y, "center")


def draw_fan(
    painter: Painter,
    cards: list[tuple[Piece, CardPose]],
    back: int,
    floor: float,
    focus: int | None,
    parted: int | None,
    marked: tuple[frozenset[int], frozenset[int], frozenset[int]],
) -> None:
    """The hand, cut off at the ledge of wood; the card around which it parts on top of its row.

    Args:
        painter: where to.
        cards: from left to right, those of the back row first.
        back: how many lie in the back row.
        floor: the height of the ledge.
        focus: the key of the card in focus, which has a ring.
        parted: the key of the one around which the others lie apart.
        marked: the keys of cards that have just come, of those that somebody has picked, and of those that a
            hint is about.
    """
    drawn, picked, advised = marked
    surface = painter.surface
    before = surface.get_clip()
    below = painter.view.px(floor)
    surface.set_clip(before.clip((0, 0, surface.get_width(), below)))
    apart = next((place for place, (piece, _pose) in enumerate(cards) if piece.key == parted), None)
    for place in stacked([pose for _piece, pose in cards], back, apart):
        piece, pose = cards[place]
        painter.blit(_fanned(painter, piece.text, pose), pose.x, pose.y, "center")
        if piece.key in drawn:
            top, turn = pose.y - pose.card * RATIO / 2, math.radians(pose.angle)
            x = pose.x - pose.card * 0.3 * math.cos(turn) + pose.card * 0.7 * math.sin(turn)
            painter.blit(new_mark(painter.assets, 22), x, top + 1 - pose.card * 0.3 * turn, "center")
        if piece.key == focus or piece.key in advised:
            colour = painter.theme.focus if piece.key == focus else GOLD
            ring = card_ring(painter.assets, round(pose.card), colour)
            painter.blit(ring, pose.x, pose.y, "center")
        # Both stand out like a card in focus, or nearly so.
        top = pose.y - pose.card * RATIO / 2
        if piece.key in advised:
            painter.blit(hint_star(painter.assets, STAR), pose.x + pose.card * 0.32, top, "center")
        elif piece.key in picked:  # before the next card begins, which may be picked too
            painter.blit(tick(painter.assets, TICK), pose.x, top - 3, "center")
    surface.set_clip(before)


def _fanned(painter: Painter, text: str, pose: CardPose) -> pygame.Surface:
    """A card of the hand at a pose; at rest all widths and angles are whole."""
    wide, turn = round(pose.card), round(pose.angle)
    if pose.card == wide:
        return fanned_card(painter.assets, text, wide, float(turn))
    # On its way to another size it would be a new picture in every frame: one of a few sizes is stretched.
    near = GRADES * max(1, round(pose.card / GRADES))
    image = fanned_card(painter.assets, text, near, float(turn))
    w, h = image.get_size()
    return pygame.transform.smoothscale(image, (round(w * pose.card / near), round(h * pose.card / near)))


def draw_backs(painter: Painter, poses: list[CardPose], floor: float, back: tuple[str, str]) -> None:
    """A hand that is not shown, cut off at the ledge of wood."""
    surface = painter.surface
    before = surface.get_clip()
    surface.set_clip(before.clip((0, 0, surface.get_width(), painter.view.px(floor))))
    for pose in poses:
        image = fanned_back(painter.assets, pose.card, pose.angle, *back)
        painter.blit(image, pose.x, pose.y, "center")
    surface.set_clip(before)


def draw_carried(painter: Painter, cards: list[tuple[Piece, CardPose]]) -> None:
    """What is carried, above everything."""
    for piece, pose in cards:
        image = carried_card(
            painter.assets, piece.text, round(pose.card, 1), pose.angle, ring=True, colour=painter.theme.focus
        )
        painter.blit(image, pose.x, pose.y, "center")


def draw_name(painter: Painter, place: Box, words: str) -> None:
    """What a place is, on a tag at its foot: over what is carried there, whose ranks stay in sight."""
    high = min(painter.line_height(BODY) + 6, place.h * 0.4)
    wide = min(place.w, painter.width(words, BODY, STRONG) + 24)
    x, y = place.centre[0], place.bottom - high / 2
    painter.blit(tag(painter.assets, round(wide), round(high)), x, y, "center")
    painter.text(words, x, y, BODY, TextStyle(STRONG, "#2B2440"), anchor="center", room=wide - 20)


def draw_flying_back(painter: Painter, back: tuple[str, str], pose: CardPose, alpha: int = FADE) -> None:
    """A card that only its owner may see, on its way."""
    image = laid_back(painter.assets, round(pose.card), *back)
    if alpha < FADE:
        image = image.copy()
        image.set_alpha(alpha)
    painter.blit(image, pose.x, pose.y, "center")


def draw_aim(painter: Painter, box: Box) -> None:
    """The mark of a hint around cards on the table: the star that those of the hand have."""
    image = focus_ring(painter.assets, round(box.w), round(box.h), 9, GOLD, 1)
    painter.blit(image, *box.centre, "center")
    painter.blit(hint_star(painter.assets, STAR), box.right - STAR / 3, box.y, "center")


def draw_ring(painter: Painter, box: Box) -> None:
    """The focus ring around something on the table."""
    image = focus_ring(painter.assets, round(box.w), round(box.h), 9, painter.theme.focus, 1)
    painter.blit(image, *box.centre, "center")


def draw_message(painter: Painter, place: Box, message: str) -> None:
    """What has to be said now, on a label over the help strip: there it hides no card, plate or picture."""
    image = panel(painter.assets, round(place.w), round(place.h), Fabric("#FFEFC2", "#B03526", "#D98A6A"))
    painter.blit(image, place.x - ROOM, place.y - ROOM)
    inside = Box(place.x + 22, place.y + 9, place.w - 44, place.h - 18)
    paragraph(painter, inside, message, BODY, "#2B2440")


def message_box(painter: Painter, wood: Box, strip: Box, message: str) -> Box:
    """Where that label lies: over the whole strip, of which no cut-off key looks out beside it."""
    wide = max(min(painter.width(message, BODY, STRONG) + 52, painter.view.safe.w), strip.w + 8)
    needed = max(painter.height(message, wide - 44, BODY, STRONG) + 20, strip.h + 4)
    tall = min(needed, wood.h - 12)
    return Box(painter.view.w / 2 - wide / 2, wood.y + (wood.h - tall) / 2, wide, tall)


def grip_box(ground: PileArea, pile: DraftPile, keys: list[int]) -> Box | None:
    """The box around those cards of a pile that a lift would take."""
    found = ground.slot(pile.key)
    order = [piece.key for piece in pile.pieces]
    places = [order.index(key) for key in keys if key in order]
    if found is None or not places:
        return None
    last = len(order) - 1
    first = ground.seen(*found, places[0], last=places[0] == last)
    end = ground.seen(*found, places[-1], last=places[-1] == last)
    return Box(first.x, first.y, end.right - first.x, first.h)
