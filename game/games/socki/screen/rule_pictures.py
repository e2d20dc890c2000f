"""Pictures for SOCKI's rules: small mats with piles, and the pictures of their first page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.options import Options
from game.games.socki.screen.art_mat import MAT_ROOM, mat, new_place
from game.games.socki.screen.art_storm import storm
from game.games.socki.screen.theme import SOCKI_THEME, Beach
from game.i18n import _
from game.ui.art.cards import CARD_ASPECT, card_stack, fanned_card, laid_card
from game.ui.art.first_page import PICTURE_HEIGHT, PICTURE_WIDTH, FirstPage, RuleLine
from game.ui.art.layers import GOLD
from game.ui.art.marks import ARROW_ROOM, arrow, impact
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.cards.fan import CardPose
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.rummy.table_painter import draw_laid
from game.ui.rummy.theme import BASE_CARD_WIDTH, PileBacking, PileBorder

_CARD_WIDTH = 50.0
_PILE_GAP = 22.0
_PICTURE_MARGIN = 34.0


def _card_height(card: float) -> float:
    """Height in units of a pile whose cards have this width."""
    return card * CARD_ASPECT + (Beach.shape.top + Beach.shape.bottom) * card / BASE_CARD_WIDTH


_CARD_HEIGHT = _card_height(_CARD_WIDTH)


def _width(cards: Sequence[str], card: float = _CARD_WIDTH) -> float:
    """Width in units of a pile of these cards, each ``card`` units wide."""
    shape = Beach.shape
    return (shape.left + shape.right) * card / BASE_CARD_WIDTH + card * (1 + (len(cards) - 1) * shape.step)


def _pile(
    painter: Painter,
    x: float,
    y: float,
    text: str,
    seam: PileBorder = PileBorder.WHOLE,
    new: str = "",
    *,
    sewn: bool = True,
    card: float = _CARD_WIDTH,
) -> float:
    """Draws a pile with its upper left corner at (x, y), pegs on ``new`` cards. Returns its width (units)."""
    shape, cards, unit = Beach.shape, text.split(), card / BASE_CARD_WIDTH
    width = _width(cards, card)
    if sewn:
        box = Box(x, y, width, _card_height(card))
        SOCKI_THEME.draw_pile(painter, box, PileBacking(seam, 0, len(cards), card=card))
    left = x + shape.left * unit + card / 2
    middle = y + shape.top * unit + card * CARD_ASPECT / 2
    for number, name in enumerate(cards):
        draw_laid(painter, name, CardPose(left + number * shape.step * card, middle), card)
    for number, name in enumerate(cards):
        if name in new.split():
            visible_width = card if number == len(cards) - 1 else shape.step * card
            at = (
                left + number * shape.step * card - card / 2 + visible_width / 2,
                middle + card * CARD_ASPECT / 2 - 4,
            )
            SOCKI_THEME.draw_mark(painter, at, card, is_own=True)
    return width


def _mat(painter: Painter, box: Box, width: float, rows: int = 1) -> tuple[float, float]:
    """Draws a mat for ``rows`` of ``width`` units in the middle of a box. Returns its first pile's (x, y)."""
    w, h = round(width + 2 * _PICTURE_MARGIN), round(rows * (_CARD_HEIGHT + 12) - 12 + 2 * _PICTURE_MARGIN)
    x, y = box.centre[0] - w / 2, box.centre[1] - h / 2
    painter.blit(mat(painter.assets, w, h, (w // 2, -20), "warm"), x - MAT_ROOM, y - MAT_ROOM)
    return x + _PICTURE_MARGIN, y + _PICTURE_MARGIN


def _row(painter: Painter, box: Box, piles: Sequence[tuple[str, PileBorder]]) -> None:
    """Draw a mat with these piles (cards and border) side by side."""
    x, y = _mat(painter, box, sum(_width(text.split()) for text, _ in piles) + _PILE_GAP * (len(piles) - 1))
    for text, seam in piles:
        x += _pile(painter, x, y, text, seam) + _PILE_GAP


def piles(painter: Painter, box: Box) -> None:
    """Draw a set, a run, and an open seam."""
    _row(
        painter,
        box,
        (("7F 7B 7B", PileBorder.WHOLE), ("3P 4P 5P 6P", PileBorder.WHOLE), ("5L 5B 6B", PileBorder.OPEN)),
    )


def happy(painter: Painter, box: Box) -> None:
    """Draw runs in which the happy card closes the circle, and a set of happy cards."""
    _row(
        painter,
        box,
        (("11L 12L HL", PileBorder.WHOLE), ("HF 1F 2F", PileBorder.WHOLE), ("HP HF HB", PileBorder.WHOLE)),
    )


def draw_rearrangement(painter: Painter, box: Box) -> None:
    """Draw a run and three cards of the hand that become two runs."""
    first, hand, after = "8P 9P 10P 11P", "7P 9P 12P", ("7P 8P 9P", "9P 10P 11P 12P")
    left = max(_width(first.split()), _width(hand.split()))
    right = max(_width(text.split()) for text in after)
    x, y = _mat(painter, box, left + 70 + right, 2)
    _pile(painter, x, y, first)
    _pile(painter, x, y + _CARD_HEIGHT + 12, hand, sewn=False)
    image = arrow(painter.assets, 44, 0, GOLD, 7, 16)
    painter.blit(image, x + left + 12 - ARROW_ROOM, y + _CARD_HEIGHT + 6 - ARROW_ROOM)
    _pile(painter, x + left + 70, y, after[0], new="7P 9P")
    _pile(painter, x + left + 70, y + _CARD_HEIGHT + 12, after[1], new="12P")


PICTURES: dict[str, tuple[float, Callable[[Painter, Box], None]]] = {
    "piles": (_CARD_HEIGHT + 2 * _PICTURE_MARGIN + 30, piles),
    "happy": (_CARD_HEIGHT + 2 * _PICTURE_MARGIN + 30, happy),
    "rearranged": (2 * _CARD_HEIGHT + 12 + 2 * _PICTURE_MARGIN + 30, draw_rearrangement),
}
"""Height and drawing of every picture named in ``rules.md``."""


_LARGE_CARD_WIDTH = 60.0  # card width of the large picture, in units


def _table(painter: Painter, box: Box) -> None:
    """Draw two valid piles, a card that moves between piles, the draw pile, a knock, and a hand."""
    assets = painter.assets
    painter.blit(storm(assets, PICTURE_WIDTH, PICTURE_HEIGHT, 96.0), box.x, box.y)
    cloth = Box(box.x + 22, box.y + 124, PICTURE_WIDTH - 44, 252.0)
    painter.blit(mat(assets, cloth.w, cloth.h, (430.0, -30.0)), cloth.x - MAT_ROOM, cloth.y - MAT_ROOM)
    _draw_blow(painter, box.x + 452, cloth.y + 4, 112.0)
    for seat, x in ((3, 96.0), (4, 236.0)):
        _stand(painter, seat, "idle", box.x + x, cloth.y + 4, 106.0)
    first, second = cloth.y + 26, cloth.y + 130
    _pile(painter, cloth.x + 80, first, "7F 7B 7L", card=_LARGE_CARD_WIDTH)
    _pile(painter, cloth.x + 300, first, "3P 4P 5P 6P", card=_LARGE_CARD_WIDTH)
    x = cloth.x + 24
    width = _pile(painter, x, second, "4B 5B 6B", card=_LARGE_CARD_WIDTH)
    place = _LARGE_CARD_WIDTH * 0.8
    painter.blit(new_place(assets, place, _LARGE_CARD_WIDTH * CARD_ASPECT), x + width - 2, second + 8)
    target = x + width + place + 66
    _pile(painter, target, second, "7B 7L 7P", new="7L 7P", card=_LARGE_CARD_WIDTH)
    moves = arrow(assets, 76, 0, GOLD, 9, 19)
    painter.blit(moves, x + width + 28 - ARROW_ROOM, second + 48 - ARROW_ROOM)
    painter.blit(card_stack(assets, _LARGE_CARD_WIDTH, *Beach.back, 3), cloth.right - 92, second + 6)
    _stand(painter, 0, "idle", box.x + 88, box.y + PICTURE_HEIGHT + 8, 112.0)
    for number, name in enumerate(("2P", "9F", "11F", "5L", "HL")):
        turn = 5.0 * (number - 2)
        at = box.x + 236 + 58 * number, box.y + PICTURE_HEIGHT - 34 + 3.0 * (number - 2) ** 2
        painter.blit(fanned_card(assets, name, 84.0, turn), *at, "center")


def _stand(
    painter: Painter, seat: int, state: str, x: float, foot: float, height: float, *, left: bool = False
) -> None:
    """Draw a seat's puppet standing at (x, foot), looking left if ``left``."""
    image = puppet(painter.assets, seat, state, 0, height, PuppetOutfit(ground=False, flip=left))
    painter.blit(image, x, foot + puppet_foot(height), "midbottom")


def _draw_blow(painter: Painter, x: float, foot: float, height: float) -> None:
    """Draw a puppet that socks its neighbour, with the blow at x."""
    _stand(painter, 1, "socked", x + 0.52 * height, foot, height, left=True)
    painter.blit(impact(painter.assets, height / 165), x, foot - 0.62 * height, "center")
    _stand(painter, 2, "sock", x - 0.6 * height, foot, height)


def _draw_rid(painter: Painter, box: Box) -> None:
    """Draw three cards of a hand, and an arrow."""
    (x, y), assets = box.centre, painter.assets
    for number, name in enumerate(("5L", "9F", "2P")):
        painter.blit(fanned_card(assets, name, 32.0, 12.0 * (number - 1)), x - 34 + 15 * number, y, "center")
    painter.blit(arrow(assets, 28, 0, GOLD, 8, 15), x + 20 - ARROW_ROOM, y - ARROW_ROOM)


def _draw_three(painter: Painter, box: Box) -> None:
    """Draw a set of three cards."""
    size = 34.0
    width = _width(("7F", "7B", "7L"), size)
    _pile(painter, box.centre[0] - width / 2, box.centre[1] - _card_height(size) / 2, "7F 7B 7L", card=size)


def _draw_apart(painter: Painter, box: Box) -> None:
    """Draw two cards, an arrow, and a third card."""
    (x, y), assets = box.centre, painter.assets
    for number, name in enumerate(("5B", "6B")):
        painter.blit(laid_card(assets, name, 30.0), x - 40 + 18 * number, y, "center")
    painter.blit(arrow(assets, 22, 0, GOLD, 7, 13), x - 1 - ARROW_ROOM, y - ARROW_ROOM)
    painter.blit(laid_card(assets, "7B", 30.0), x + 37, y, "center")


def _draw_drawing(painter: Painter, box: Box) -> None:
    """Draw the draw pile, an arrow, and a card."""
    (x, y), assets = box.centre, painter.assets
    painter.blit(card_stack(assets, 32.0, *Beach.back, 3), x - 35, y, "center")
    painter.blit(arrow(assets, 24, 0, GOLD, 7, 13), x - 7 - ARROW_ROOM, y - ARROW_ROOM)
    painter.blit(laid_card(assets, "9L", 32.0), x + 35, y, "center")


def _draw_knock(painter: Painter, box: Box) -> None:
    """Draw a puppet that socks its neighbour."""
    _draw_blow(painter, box.centre[0], box.bottom - 1, 54.0)


def first_page(options: Options) -> FirstPage:
    """First page of the rules: goal, length in minutes, picture and five rules for these options."""
    return FirstPage(
        _("fewest points win"),
        30 * options.get_int("target") / 100,  # one round, target 0, is the shortest match
        _table,
        (
            RuleLine(_("Get rid of all your cards."), _draw_rid, (166, 438), 0),
            RuleLine(_("3 or more: set or run."), _draw_three, (94, 204), 2),
            RuleLine(_("Take apart and rebuild."), _draw_apart, (246, 276), 3),
            RuleLine(_("Draw until you can play."), _draw_drawing, (494, 280), 3),
            RuleLine(_("Knock: your turn is over."), _draw_knock, (346, 62), 3),
        ),
    )
