"""Pictures for RockIt's rules and its first page: tricks as rocket stages and their use."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.options import Options
from game.games.rockit import INFO
from game.games.rockit.screen import art_hangar as hangars
from game.games.rockit.screen import art_night as nights
from game.games.rockit.screen.theme import BACKS, ROCKIT_THEME, MissionControl
from game.i18n import _
from game.ui.art.cards import CARD_ASPECT, CARD_ROOM, card, card_shadow, card_stack, fanned_card
from game.ui.art.first_page import PICTURE_HEIGHT, PICTURE_WIDTH, FirstPage, RuleLine
from game.ui.art.layers import GOLD, INK
from game.ui.art.lettering import outlined_text
from game.ui.art.marks import ARROW_ROOM, arrow
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.rummy.theme import BASE_CARD_WIDTH, PileBacking, PileBorder

_CARD_WIDTH = 46.0
_ROW_HEIGHT = _CARD_WIDTH * CARD_ASPECT + 14 * _CARD_WIDTH / BASE_CARD_WIDTH + 12


def _panel(painter: Painter, box: Box) -> None:
    """Draws the hangar panel in this box, with its margin outside."""
    margin = hangars.HANGAR_ROOM
    image = hangars.hangar(painter.assets, round(box.w), round(box.h))
    painter.blit(image, box.x - margin, box.y - margin)


def _width(count: int, size: float = _CARD_WIDTH) -> float:
    """Width in units of a trick of ``count`` cards, each ``size`` units wide."""
    shape, unit = MissionControl.shape, size / BASE_CARD_WIDTH
    return (shape.left + shape.right) * unit + size + (count - 1) * shape.step * size


def _trick(
    painter: Painter,
    x: float,
    y: float,
    cards: Sequence[str],
    colour: int,
    *,
    new: Sequence[int] = (),
    broken: bool = False,
) -> None:
    """Draw a trick with its upper left corner at (x, y). Cards at the indexes in ``new`` get a mark."""
    shape, unit = MissionControl.shape, _CARD_WIDTH / BASE_CARD_WIDTH
    height = _CARD_WIDTH * CARD_ASPECT + (shape.top + shape.bottom) * unit
    seam = PileBorder.OPEN if broken else PileBorder.WHOLE
    box = Box(x, y, _width(len(cards)), height)
    ROCKIT_THEME.draw_pile(painter, box, PileBacking(seam, colour, len(cards), card=_CARD_WIDTH))
    for number, name in enumerate(cards):
        left = x + shape.left * unit + number * shape.step * _CARD_WIDTH
        _card(painter, name, left, y + shape.top * unit)
        if number in new:
            middle = left + _CARD_WIDTH / 2, y + shape.top * unit + _CARD_WIDTH * CARD_ASPECT - 4
            ROCKIT_THEME.draw_mark(painter, middle, _CARD_WIDTH, is_own=True)


def _card(painter: Painter, name: str, x: float, y: float) -> None:
    """Draw a card with its shadow; its upper left corner is at (x, y)."""
    painter.blit(card_shadow(painter.assets, _CARD_WIDTH, 90, 2), x - CARD_ROOM, y - CARD_ROOM)
    painter.blit(card(painter.assets, name, _CARD_WIDTH), x, y)


def _arrow(painter: Painter, x: float, y: float, dx: float, dy: float = 0) -> None:
    """Draw an arrow from (x, y) to a point dx and dy further."""
    image = arrow(painter.assets, round(dx), round(dy), GOLD, 7, 16)
    painter.blit(image, x + min(0.0, dx) - ARROW_ROOM, y + min(0.0, dy) - ARROW_ROOM)


def _framed(box: Box, width: float, height: float) -> Box:
    """Box of ``width`` x ``height`` units in the middle of ``box``."""
    return Box(box.centre[0] - width / 2, box.centre[1] - height / 2, width, height)


def tricks(painter: Painter, box: Box) -> None:
    """Draw a run, a kind, and a run across the ace."""
    frame = _framed(box, 3 * _width(3) + 60, _ROW_HEIGHT + 30)
    _panel(painter, frame)
    rows = ("7D", "8D", "9D"), ("3D", "3H", "3S"), ("KH", "AH", "2H")
    for number, cards in enumerate(rows):
        _trick(painter, frame.x + 24 + number * (_width(3) + 8), frame.y + 18, cards, number)


def coming(painter: Painter, box: Box) -> None:
    """Draws a trick with too few points and one with enough, each beside its points."""
    frame = _framed(box, 2 * _width(4) + 150, _ROW_HEIGHT + 44)
    _panel(painter, frame)
    for number, (cards, points) in enumerate(((("7S", "8S", "9S"), 24), (("10H", "JH", "QH"), 30))):
        x = frame.x + 26 + number * (frame.w - 40) / 2
        _trick(painter, x, frame.y + 24, cards, number + 1, broken=points < 30)
        colour = "#7FD6A4" if points >= 30 else "#FFD84D"
        image = outlined_text(painter.assets, str(points), 40, colour, INK, 4)
        painter.blit(image, x + _width(3) + 34, frame.y + 24 + _ROW_HEIGHT / 2 - 6, "center")


def jack_up(painter: Painter, box: Box) -> None:
    """Draw two kinds of the board and three cards of the hand becoming three runs."""
    frame = _framed(box, 2 * _width(3) + 130, 3 * _ROW_HEIGHT + 26)
    _panel(painter, frame)
    left, right = frame.x + 24, frame.right - 16 - _width(3)
    for number, cards in enumerate((("7S", "7H", "7D"), ("6S", "6H", "6D"))):
        _trick(painter, left, frame.y + 16 + (number + 0.5) * _ROW_HEIGHT, cards, number)
    _arrow(painter, left + _width(3) + 14, frame.centre[1], 44)
    rows = (("6S", "7S", "8S"), (2,)), (("5H", "6H", "7H"), (0,)), (("5D", "6D", "7D"), (0,))
    for number, (cards, new) in enumerate(rows):
        _trick(painter, right, frame.y + 16 + number * _ROW_HEIGHT, cards, number + 2, new=new)


def joker(painter: Painter, box: Box) -> None:
    """Draw the three of diamonds paying for a joker, which goes into a new trick."""
    frame = _framed(box, _width(4) + _width(3) + 120, 2 * _ROW_HEIGHT + 30)
    _panel(painter, frame)
    x, y = frame.x + 24, frame.y + 16
    _trick(painter, x, y, ("AD", "2D", "JK=3D", "4D"), 2)
    unit = _CARD_WIDTH / BASE_CARD_WIDTH
    place = x + MissionControl.shape.left * unit + 2 * MissionControl.shape.step * _CARD_WIDTH
    _card(painter, "3D", place, y + _ROW_HEIGHT + 10)
    _arrow(painter, place + _CARD_WIDTH / 2, y + _ROW_HEIGHT + 6, 0, -26)
    right = frame.right - 16 - _width(3)
    _arrow(
        painter,
        place + _CARD_WIDTH + 6,
        y + _ROW_HEIGHT * 0.5,
        right - place - _CARD_WIDTH - 12,
        _ROW_HEIGHT * 0.55,
    )
    _trick(painter, right, y + _ROW_HEIGHT, ("9S", "9H", "JK=9D"), 4, new=(0, 1))


# height and drawing of every picture that ``rules.md`` uses
PICTURES: dict[str, tuple[float, Callable[[Painter, Box], None]]] = {
    "tricks": (_ROW_HEIGHT + 70, tricks),
    "coming": (_ROW_HEIGHT + 84, coming),
    "jack_up": (3 * _ROW_HEIGHT + 66, jack_up),
    "joker": (2 * _ROW_HEIGHT + 70, joker),
}


_TRICKS = (
    (0.0, 0, ("7D", "8D", "9D"), ()), (1.0, 0, ("3D", "3H", "JK=3S"), ()),
    (0.0, 1, ("10H", "JH", "QH"), (0, 1, 2)), (1.0, 1, ("8S", "8H", "8D"), ()),
    (0.0, 2, ("5C", "6C", "7C", "8C"), (0, 1, 2)),
)  # fmt: skip
"""Board of the large picture: column and row of each trick, its cards, and indexes of those just laid."""


def _launch_site(painter: Painter, box: Box) -> None:
    """Draws the large picture of the rules: seats, tricks in the hangar, stock, rocket and a hand."""
    assets, rim, size = painter.assets, nights.RIM_MARGIN, 0.56
    dark = painter.theme.name == "dark"
    painter.blit(nights.night(assets, PICTURE_WIDTH, PICTURE_HEIGHT, (552.0, 116.0), dark=dark), box.x, box.y)
    for seat, x in ((1, 78.0), (2, 210.0), (4, 342.0)):
        _stand(painter, seat, "idle", box.x + x, box.y + 84, 78.0)
        painter.blit(hangars.console(assets, 118.0, 32.0), box.x + x - 69, box.y + 56)
    frame = Box(box.x + 10, box.y + 96, 424.0, 280.0)
    _panel(painter, frame)
    for column, line, cards, new in _TRICKS:
        x = frame.x + 12 + column * (_width(3) + 4)
        _trick(painter, x, frame.y + 14 + line * _ROW_HEIGHT, cards, round(column) + 2 * line, new=new)
    _arrow(painter, frame.x + 270, frame.y + 14 + 1.82 * _ROW_HEIGHT, -64, 42)
    painter.blit(card_stack(assets, 54.0, *BACKS[0], 3), frame.right - 96, frame.y + 18 + 2 * _ROW_HEIGHT)
    painter.blit(hangars.meter(assets, 1.0, 0.66), box.x + 438, box.y + 190)
    left, top = box.x + 466, box.y + 384 - nights.PAD_SIZE[1] * size
    painter.blit(nights.pad(assets, size), left - rim, top - rim)
    dx, dy = nights.HULL_PLACE
    painter.blit(nights.hull(assets, size), left + dx * size - rim, top + dy * size - rim)
    _stand(painter, 0, "happy", box.x + 84, box.y + PICTURE_HEIGHT + 8, 112.0)
    for number, name in enumerate(("4H", "KC", "2S", "AD", "JK")):
        at = box.x + 236 + 66 * number, box.y + PICTURE_HEIGHT - 30 + 3.0 * (number - 2) ** 2
        painter.blit(fanned_card(assets, name, 84.0, 5.0 * (number - 2)), *at, "center")


def _stand(painter: Painter, seat: int, state: str, x: float, foot: float, height: float) -> None:
    """Draw a seat's puppet standing at (x, foot)."""
    image = puppet(painter.assets, seat, state, 0, height, PuppetOutfit("headset", 3.0, ground=False))
    painter.blit(image, x, foot + puppet_foot(height), "midbottom")


def _cards(
    painter: Painter, names: Sequence[str], middle: tuple[float, float], width: float, step: float
) -> None:
    """Draw cards side by side or overlapping, centred on a point."""
    left = middle[0] - (width + step * (len(names) - 1)) / 2
    for number, name in enumerate(names):
        painter.blit(
            card(painter.assets, name, width), left + step * number, middle[1] - width * CARD_ASPECT / 2
        )


def _draw_three(painter: Painter, box: Box) -> None:
    """Draw a run of three cards."""
    _cards(painter, ("7D", "8D", "9D"), box.centre, 34.0, 30.0)


def _draw_coming(painter: Painter, box: Box) -> None:
    """Draw a run and its 30 points."""
    x, y = box.centre
    _cards(painter, ("10H", "JH", "QH"), (x - 23, y), 28.0, 14.0)
    painter.blit(outlined_text(painter.assets, "30", 29, "#7FD6A4", INK, 4), x + 31, y, "center")


def _draw_rebuilt(painter: Painter, box: Box) -> None:
    """Draw a pair, an arrow, and the card that completes it."""
    x, y = box.centre
    _cards(painter, ("8S", "8H"), (x - 31, y), 28.0, 14.0)
    _arrow(painter, x - 1, y, 20)
    _cards(painter, ("8C",), (x + 38, y), 28.0, 0.0)


def _draw_stock(painter: Painter, box: Box) -> None:
    """Draw the stock, an arrow, and a card."""
    x, y = box.centre
    painter.blit(card_stack(painter.assets, 32.0, *BACKS[0], 3), x - 33, y, "center")
    _arrow(painter, x - 3, y, 20)
    _cards(painter, ("2S",), (x + 35, y), 30.0, 0.0)


def _draw_joker(painter: Painter, box: Box) -> None:
    """Draw a card and a joker of the same rank."""
    _cards(painter, ("3H", "JK=3S"), box.centre, 38.0, 40.0)


def first_page(options: Options) -> FirstPage:
    """First page of the rules: goal, length in minutes, picture and five rules for these options."""
    best_of, points = options.get_int("best_of"), options.get_int("coming_in_points")
    return FirstPage(
        _("first out wins") if best_of == 1 else _(INFO.option("best_of").label(best_of).words),
        20 * (best_of // 2 + 1),
        _launch_site,
        (
            RuleLine(_("3–4 of a kind, or a run."), _draw_three, (24, 148), 2),
            RuleLine(_("Come in with {n} points.").format(n=points), _draw_coming, (24, 234), 3),
            RuleLine(_("Then rebuild the board."), _draw_rebuilt, (282, 312), 3),
            RuleLine(_("Play, or draw a card."), _draw_stock, (398, 292), 3),
            RuleLine(_("A joker can be any card."), _draw_joker, (330, 110), 4),
        ),
    )
