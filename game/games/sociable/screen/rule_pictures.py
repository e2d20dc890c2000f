"""Pictures of SOCiable's rules (chairs, exchange, plays that beat each other) and of their first page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.cards import JOKER
from game.core.options import Options
from game.games.sociable.match_text import chair_name
from game.games.sociable.screen.board import (
    RING_ROOM,
    OfficeSitter,
    card_ring,
    draw_chair,
    draw_seated,
    draw_shade,
    draw_turned,
    flow,
    laid_faces,
    mini_card,
)
from game.games.sociable.screen.office_layout import (
    BOSS,
    CLERK,
    MANAGER,
    TEMP,
    VEEP,
    SeatPosition,
    chair,
    chair_part,
    chair_size,
)
from game.i18n import _
from game.match.seats import Seat
from game.ui.art.cards import CARD_ASPECT, CARD_ROOM, card, card_shadow
from game.ui.art.first_page import PICTURE_HEIGHT, PICTURE_WIDTH, FirstPage, RuleLine
from game.ui.art.icons import tick
from game.ui.art.layers import GOLD
from game.ui.art.marks import ARROW_ROOM, arrow, mark_refused
from game.ui.art.office import office
from game.ui.art.rooms import TABLE_TOP, plain_table
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL
from game.ui.widgets import CONTENT_MARGIN

CARD_WIDTH, CARD_STEP = 52.0, 22.0  # width of a card, and distance from card to card in a play
ARROW_WIDTH, EXAMPLE_GAP = 46.0, 14.0  # width of the arrow between two plays, and distance of examples


def chairs(painter: Painter, box: Box) -> None:
    """Draw the five chairs with their names and points."""
    step = min(170.0, box.w / 5)
    scale, floor = 0.5, box.bottom - 44
    for rank, points in enumerate((5, 3, 2, 1, 0)):
        x = box.centre[0] + (rank - 2) * step
        w, h = chair_size(rank, scale)
        for part in ("back", "front"):
            painter.blit(chair_part(painter.assets, rank, scale, part), x - w / 2, floor - h)
        text = f"{chair_name(rank)} +{points}"
        painter.text(text, x, floor + 22, SMALL, TextStyle(NAMES), anchor="center", room=step - 12)


def exchange(painter: Painter, box: Box) -> None:
    """Draw the three exchanges of five players side by side, the cards given above those that come back."""
    ways = (TEMP, BOSS, 2, "best"), (CLERK, VEEP, 1, "best"), (MANAGER, BOSS, 1, "blind")
    step = min(260.0, box.w / 3)
    for number, (lower, upper, count, kind) in enumerate(ways):
        middle = box.centre[0] + (number - 1) * step
        for row, (giver, taker, cards) in enumerate(((lower, upper, kind), (upper, lower, "any"))):
            y = box.y + box.h * (0.3 + 0.42 * row)
            for rank, x in ((giver, middle - 84), (taker, middle + 84)):
                painter.blit(chair(painter.assets, rank, 36 if rank == TEMP else 54), x, y, "center")
            for place in range(count):
                painter.blit(mini_card(painter.assets, 44, cards), middle - 46 + place * 26, y, "midleft")
            colour = "#D9482B" if row == 0 else "#2E8B57"
            painter.blit(flow(painter.assets, 36, 24, colour), middle + 12, y, "midleft")


def _draw_pairs(
    painter: Painter, box: Box, pairs: Sequence[tuple[tuple[str, ...], tuple[str, ...], bool]]
) -> None:
    """Draw each pair of plays on a tile, with a tick if the second beats the first, otherwise a barrier."""
    width = (box.w - 2 * CONTENT_MARGIN - EXAMPLE_GAP * (len(pairs) - 1)) / len(pairs)
    for number, (below, above, good) in enumerate(pairs):
        tile = Box(box.x + CONTENT_MARGIN + (width + EXAMPLE_GAP) * number, box.y + 8, width, box.h - 16)
        painter.fill(tile, painter.theme.sunk, 14)
        first, second = _play_width(below), _play_width(above)
        left, middle = tile.centre[0] - (first + ARROW_WIDTH + second) / 2, tile.centre[1]
        _draw_row(painter, below, left, middle)
        painter.blit(
            flow(painter.assets, 34, 24, "#FFFAF2"), left + first + ARROW_WIDTH / 2, middle, "center"
        )
        _draw_row(painter, above, left + first + ARROW_WIDTH, middle)
        sign = tick(painter.assets, 32) if good else mark_refused(painter.assets, 0.58)
        painter.blit(
            sign, left + first + ARROW_WIDTH + second - 6, middle - CARD_WIDTH * CARD_ASPECT / 2 + 2, "center"
        )


def _play_width(cards: Sequence[str]) -> float:
    """Width of a play, in units."""
    return CARD_WIDTH + CARD_STEP * (len(cards) - 1)


def _draw_row(painter: Painter, cards: tuple[str, ...], left: float, middle: float) -> None:
    """Draw the cards of a play from x ``left`` on, vertically centred at y ``middle``."""
    for place, face in enumerate(laid_faces(cards)):
        painter.blit(
            card(painter.assets, face, CARD_WIDTH),
            left + CARD_STEP * place,
            middle - CARD_WIDTH * CARD_ASPECT / 2,
        )


def beats(painter: Painter, box: Box) -> None:
    """Draw a pair and a pair with a joker that beat a pair, and three cards that do not."""
    _draw_pairs(
        painter, box,
        ((("10H", "10S"), ("QH", "QD"), True), (("10H", "10S"), ("KS", JOKER), True),
         (("10H", "10S"), ("QH", "QD", "QC"), False)),
    )  # fmt: skip


def jokers(painter: Painter, box: Box) -> None:
    """Draw a joker that beats an ace; an ace with a joker, and two jokers, that do not beat their pairs."""
    aces, nines = ("AS", "AH"), ("9D", "9C")
    pairs = (("AS",), (JOKER,), True), (aces, ("AD", JOKER), False), (nines, (JOKER, JOKER), False)
    _draw_pairs(painter, box, pairs)


# by name in ``rules.md``: height and drawing function
PICTURES: dict[str, tuple[float, Callable[[Painter, Box], None]]] = {
    "chairs": (230.0, chairs),
    "exchange": (180.0, exchange),
    "beats": (124.0, beats),
    "jokers": (124.0, jokers),
}


_SEATED = (
    (BOSS, 0, 216.0, 222.0, "idle"), (VEEP, 1, 430.0, 222.0, "idle"), (TEMP, 4, 74.0, 312.0, "sad"),
    (MANAGER, 2, 556.0, 312.0, "thinking"), (CLERK, 3, 92.0, 494.0, "happy"),
)  # fmt: skip
"""Rank, look, floor point and state of each puppet."""
_PAIRS = (("10H", "10S"), 216.0), (("KH", JOKER), 388.0)
_HAND = ("8S", "9D", "JC", "AH", JOKER)


def _draw_office(painter: Painter, box: Box) -> None:
    """Draw all five in their chairs, a pair on a pair, the Temp's two best cards, and a joker."""
    assets = painter.assets
    painter.blit(
        office(assets, PICTURE_WIDTH, PICTURE_HEIGHT + 60, PICTURE_HEIGHT + 30, painter.theme.name),
        box.x,
        box.y,
    )
    for behind in (True, False):
        for rank, look, x, y, state in _SEATED:
            if behind == (rank in (BOSS, VEEP)):
                spot = SeatPosition(
                    box.x + x, box.y + y, 0.56, 112.0, flip=rank in (VEEP, MANAGER), plate=box, behind=behind
                )
                draw_shade(painter, spot, rank)
                draw_chair(painter, (spot.x, spot.y), rank, spot.scale, "back")
                draw_seated(painter, spot, OfficeSitter(Seat("", look), rank, state, 0, spot.flip))
        if behind:
            size = 0.66
            painter.blit(plain_table(assets, size), box.centre[0], box.y + 268 - TABLE_TOP * size, "midtop")
    y = box.y + 262
    for cards, x in _PAIRS:
        for number, face in enumerate(laid_faces(cards)):
            side = 2 * number - 1
            draw_turned(painter, face, 58.0, (box.x + x + 29 * side, y), 4 * side)
    painter.blit(flow(assets, 42, 28, GOLD), box.x + 302, y, "center")
    for number in range(2):
        painter.blit(mini_card(assets, 44, "best"), box.x + 30 + 26 * number, box.y + 96)
    painter.blit(arrow(assets, 56, -26, GOLD), box.x + 100 - ARROW_ROOM, box.y + 82 - ARROW_ROOM)
    width, top = 84.0, box.y + PICTURE_HEIGHT - 96
    for number, name in enumerate(_HAND):
        left = box.x + 196 + 82 * number
        painter.blit(card_shadow(assets, width), left - CARD_ROOM, top - CARD_ROOM)
        if name == JOKER:
            ring = card_ring(assets, width, width * CARD_ASPECT, "joker")
            painter.blit(ring, left - RING_ROOM, top - RING_ROOM)
        painter.blit(card(assets, name, width), left, top)


def _draw_boss(painter: Painter, box: Box) -> None:
    """Draw the Clerk's chair, an arrow, and the Boss's chair."""
    (x, y), assets = box.centre, painter.assets
    painter.blit(chair(assets, CLERK, 42.0), x - 36, box.bottom - 4, "midbottom")
    painter.blit(flow(assets, 32, 24, GOLD), x - 2, y, "center")
    painter.blit(chair(assets, BOSS, 56.0), x + 34, box.bottom - 2, "midbottom")


def _draw_small_play(
    painter: Painter, cards: tuple[str, ...], middle: tuple[float, float], width: float, step: float
) -> None:
    """Draw a row of cards ``width`` wide, ``step`` apart, centred at ``middle``; a joker shows its rank."""
    left = middle[0] - (width + step * (len(cards) - 1)) / 2
    for place, face in enumerate(laid_faces(cards)):
        painter.blit(
            card(painter.assets, face, width), left + step * place, middle[1] - width * CARD_ASPECT / 2
        )


def _draw_rank(painter: Painter, box: Box) -> None:
    """Draw three tens."""
    _draw_small_play(painter, ("10H", "10S", "10D"), box.centre, 38.0, 25.0)


def _draw_higher(painter: Painter, box: Box) -> None:
    """Draw two tens, an arrow, and two queens."""
    x, y = box.centre
    _draw_small_play(painter, ("10H", "10S"), (x - 33, y), 28.0, 12.0)
    painter.blit(flow(painter.assets, 26, 22, GOLD), x, y, "center")
    _draw_small_play(painter, ("QH", "QD"), (x + 33, y), 28.0, 12.0)


def _draw_joker(painter: Painter, box: Box) -> None:
    """Draw a king and a joker in its rank."""
    _draw_small_play(painter, ("KH", JOKER), box.centre, 40.0, 42.0)


def _draw_gift(painter: Painter, box: Box) -> None:
    """Draw two best cards, an arrow, and the Boss's chair."""
    (x, y), assets = box.centre, painter.assets
    for number in range(2):
        painter.blit(mini_card(assets, 38, "best"), x - 55 + 15 * number, y - 19)
    painter.blit(flow(assets, 26, 22, GOLD), x - 1, y, "center")
    painter.blit(chair(assets, BOSS, 56.0), x + 33, box.bottom - 2, "midbottom")


def first_page(options: Options) -> FirstPage:
    """Return the first page of the rules, with the points to win of these house rules."""
    target = options.get_int("target")
    return FirstPage(
        _("{n} points win").format(n=target) if target else _("most points win"),
        20 * (target or 11) / 11,  # 11 points are about three hands
        _draw_office,
        (
            RuleLine(_("First out is Boss: 5 points."), _draw_boss, (286, 74), 3),
            RuleLine(_("Lead cards of one rank."), _draw_rank, (134, 238), 5),
            RuleLine(_("Same number of cards, but higher."), _draw_higher, (302, 222), 5),
            RuleLine(_("A joker joins any rank."), _draw_joker, (514, 364), 5),
            RuleLine(_("Low chairs give up their best cards."), _draw_gift, (112, 52), 4),
        ),
    )
