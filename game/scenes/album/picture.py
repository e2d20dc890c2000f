"""The album as it is drawn: wall, title, what to choose by, the lines with their cards, and the panel."""

from __future__ import annotations

from dataclasses import dataclass

from game.scenes.album.boxes import CHEVRON, LIFT, AlbumBoxes, Chip
from game.scenes.album.card import TILTS, Cards, CardShown
from game.scenes.album.panel import PanelShown, draw_panel, sign_tag
from game.ui.art.album import star_patch
from game.ui.art.daily import ROPE_ROOM, peg, rope, sag
from game.ui.art.fabric import FOCUSED, NORMAL, ROOM, Fabric, button
from game.ui.art.icons import icon
from game.ui.art.layers import GOLD, INK
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.art.rooms import wall
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets.widgets import ring, sheet

SAG = 10.0
CARD = "card "
"""Before the number of a card on its page, as the name of what has the focus."""
COUNT = "count"


@dataclass(frozen=True, slots=True)
class AlbumShown:
    """All that is to be seen of the album."""

    title: str
    chips: tuple[Chip, ...]
    count: str
    turns: bool
    """Whether there are more pages."""
    cards: tuple[CardShown, ...]
    place: int
    """Which of the cards was chosen."""
    panel: PanelShown | None
    empty: str
    """What is said where nothing hangs."""
    sign: str
    """What the round button in focus means; empty for none."""
    focus: str


def draw_album(painter: Painter, boxes: AlbumBoxes, shown: AlbumShown, cards: Cards, bottom: float) -> None:
    """Draw it; ``bottom`` is where the help strip begins."""
    view, theme = painter.view, painter.theme
    wood = view.h - bottom + LIFT + 5
    painter.blit(wall(painter.assets, view.w, view.h, theme.name, wood), 0, 0)
    _draw_head(painter, boxes, shown)
    for line in boxes.lines:
        painter.blit(rope(painter.assets, boxes.reach + 20, SAG), -20, line - ROPE_ROOM)
    _draw_cards(painter, boxes, shown, cards)
    if shown.panel is not None:
        draw_panel(painter, boxes.panel, shown.panel, shown.focus)
        _draw_sign(painter, boxes, shown)
    else:
        _draw_nothing(painter, boxes, shown.empty)


def _draw_head(painter: Painter, boxes: AlbumBoxes, shown: AlbumShown) -> None:
    view, box = painter.view, boxes.title
    painter.blit(rope(painter.assets, view.w + 40, 12.0), -20, 30 - ROPE_ROOM)
    sheet(painter, box)
    style = TextStyle(NAMES)
    painter.text(shown.title, *box.centre, boxes.title_size, style, anchor="center", room=box.w - 30)
    for x, turn in ((box.x + 22, -4.0), (box.right - 22, 4.0)):
        painter.blit(peg(painter.assets, 0.85, turn), x, box.y + 2, "center")
    for chip, place in zip(shown.chips, boxes.chips, strict=True):
        _draw_chip(painter, place, chip, focused=shown.focus == chip.name)
    soft = TextStyle(STRONG, painter.theme.soft if painter.theme.name != "linen" else painter.theme.ink)
    place = boxes.count
    if shown.focus == COUNT:
        ring(painter, place.grown(-4), 14)
    right = place.right - (CHEVRON if shown.turns else 4)
    painter.text(shown.count, right, place.centre[1] - 2, SMALL, soft, anchor="midright")
    if shown.turns:
        sign = icon(painter.assets, "right", 20, painter.theme.ink)
        painter.blit(sign, place.right - 12, place.centre[1] - 2, "center")


def _draw_chip(painter: Painter, box: Box, chip: Chip, *, focused: bool) -> None:
    theme = painter.theme
    edge = theme.ink if theme.name != "dark" else "#120E22"
    fill, ink = (GOLD, INK) if chip.on else (theme.sunk, theme.ink)
    size = round(box.w), round(box.h)
    state = FOCUSED if focused else NORMAL
    image = button(
        painter.assets, *size, Fabric(fill, edge, edge), state, radius=min(27, size[1] / 2), ring=theme.focus
    )
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    y = box.centre[1] - 2.5
    if not chip.label:
        if chip.sign == "star":
            sign = star_patch(painter.assets, 32, on=chip.on, ink=ink, off=theme.panel)
        else:
            sign = icon(painter.assets, chip.sign, 26, ink, fill)
        painter.blit(sign, box.centre[0], y, "center")
        return
    soft = TextStyle(STRONG, ink if chip.on else theme.soft)
    x = box.x + 16
    x += painter.text(chip.label, x, y, SMALL, soft) + 8
    room = box.right - CHEVRON - 8 - x
    value = painter.shortened(chip.value, BODY, room, NAMES)
    painter.text(value, x, y, BODY, TextStyle(NAMES, ink), room=room)
    painter.blit(icon(painter.assets, "down", 20, ink), box.right - CHEVRON, y, "center")


def _draw_cards(painter: Painter, boxes: AlbumBoxes, shown: AlbumShown, cards: Cards) -> None:
    """The cards, the chosen one straight, larger things over smaller: its ring, and pegs above all."""
    for number, (card, place) in enumerate(zip(shown.cards, boxes.cards, strict=False)):
        box = _hung(boxes, number, place)
        chosen = number == shown.place
        cards.draw(painter, box, card, tilt_of(shown, number))
        if chosen:
            theme = painter.theme
            if shown.focus == f"{CARD}{number}":
                ring(painter, box, 10)
            else:  # the focus is elsewhere: it only stands out
                painter.frame(box.grown(3), theme.focus, 2.5, 12)
        for side in (-1, 1):
            image = peg(painter.assets, 0.62, side * 5.0)
            painter.blit(image, box.centre[0] + side * box.w * 0.277, box.y - 4, "center")


def make_some(ruler: Painter, boxes: AlbumBoxes, shown: AlbumShown, cards: Cards, most: int) -> bool:
    """Make so many of the cards that are still bare; whether there were any."""
    made = 0
    for number, (card, place) in enumerate(zip(shown.cards, boxes.cards, strict=False)):
        made += cards.make(ruler, place, card, tilt_of(shown, number))
        if made == most:
            break
    return made > 0


def tilt_of(shown: AlbumShown, number: int) -> float:
    """How a card hangs: the chosen one straight."""
    return 0.0 if number == shown.place else TILTS[number % len(TILTS)]


def _hung(boxes: AlbumBoxes, number: int, place: Box) -> Box:
    """Where a card hangs: the line sags."""
    return place.moved(0, sag(place.centre[0] + 20, boxes.reach + 20, 0, SAG))


def _draw_sign(painter: Painter, boxes: AlbumBoxes, shown: AlbumShown) -> None:
    """What a round button means, above it while it has the focus."""
    if not shown.sign or shown.panel is None:
        return
    places = [*shown.panel.places(painter, boxes.panel)]
    found = [place for do, place in places if do.name == shown.focus]
    found += [place for chip, place in zip(shown.chips, boxes.chips, strict=True) if chip.name == shown.focus]
    if found:
        high = painter.line_height(SMALL) + 8
        wide = painter.width(shown.sign, SMALL, STRONG) + 28
        safe = painter.view.safe
        x = min(max(found[0].centre[0], safe.x + wide / 2), safe.right - wide / 2)
        above = found[0].y > high + 20 and any(do.name == shown.focus for do, _place in places)
        y = found[0].y - high / 2 - 6 if above else found[0].bottom + high / 2 + 6
        sign_tag(painter, shown.sign, (x, y))


def _draw_nothing(painter: Painter, boxes: AlbumBoxes, words: str) -> None:
    """A puppet below an empty line that says why."""
    box, tall = boxes.panel, 260.0
    dress = Dress(wears="glasses", rim=5.0, flip=True)
    image = puppet(painter.assets, 4, "idle", 0, tall, dress)
    painter.blit(image, box.centre[0], box.bottom + puppet_foot(tall), "midbottom")
    left, y = painter.view.safe.x, (boxes.lines[0] + box.bottom) / 2
    wide = box.x - left - 30
    high = painter.height(words, wide - 40, LARGE, STRONG) + 40
    sheet(painter, Box(left, y - high / 2, wide, high))
    painter.paragraph(words, left + 20, y - high / 2 + 20, wide - 40, LARGE, TextStyle(STRONG), centred=True)
