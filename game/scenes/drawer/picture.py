"""The drawer as it is drawn: socks in their compartments, the puppet that wears one, and the card."""

from __future__ import annotations

from dataclasses import dataclass

from game.scenes.drawer.boxes import ACROSS, DOWN, LIFT, DrawerBoxes
from game.ui.art.daily import IN, chest, warm_cell
from game.ui.art.fabric import (
    FOCUSED,
    NORMAL,
    ROOM,
    Fabric,
    brass_label,
    button,
    button_drop,
    divider,
    new_mark,
)
from game.ui.art.icons import icon, tick
from game.ui.art.knits import knit_sock, stitched_sock
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.art.rooms import wall
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets.widgets import GO, GO_INK, ring, sheet

CELL, WEAR, WHO = "cell ", "wear", "who"
"""What can have the focus, by name; a compartment has its number behind it."""
HEAD, GAP, INSIDE = 34.0, 8.0, 26.0
PUPPET = 250.0
"""How high the puppet is at most."""
LEAST = 84.0
"""Lower it is not drawn at all."""
THREADS = {
    "linen": ("#8F6C42", "#7A5A34"),
    "dark": ("#B9A6DA", "#D8CBF0"),
    "contrast": ("#000000", "#000000"),
}
"""The thread of a missing sock and the ink of its icon, by theme."""


@dataclass(frozen=True, slots=True)
class SockShown:
    """A sock in its compartment."""

    knit: str
    icon: str
    has: bool
    new: bool = False
    worn: bool = False


@dataclass(frozen=True, slots=True)
class SockCardShown:
    """What is said of the sock in focus."""

    title: str
    game: str
    told: str
    when: str
    wear: str
    """The words of the button; empty for none."""
    icon: str = ""
    """Of what earns it."""


@dataclass(frozen=True, slots=True)
class DrawerShown:
    """All that is to be seen."""

    socks: tuple[SockShown | None, ...]
    place: int
    """Which compartment the card tells of."""
    focus: str
    title: str
    count: str
    who: str
    """Whose drawer it is; empty where nobody has one."""
    card: SockCardShown | None
    look: int
    cap: str
    """What the puppet wears, as it is knitted; empty for nothing."""
    glad: bool
    frame: int
    """Of the puppet's breathing."""
    empty: str
    """What is said where there is nothing to see."""


def draw_drawer(painter: Painter, boxes: DrawerBoxes, shown: DrawerShown, bottom: float) -> None:
    """Draw it; ``bottom`` is where the help strip begins."""
    view, theme = painter.view, painter.theme
    painter.blit(wall(painter.assets, view.w, view.h, theme.name, view.h - bottom + LIFT), 0, 0)
    cell = round(boxes.cell[0], 2), round(boxes.cell[1], 2)
    image = chest(painter.assets, cell, (ACROSS, DOWN), round(boxes.front), theme.name)
    painter.blit(image, *boxes.chest)
    _draw_label(painter, boxes.label, shown)
    for number, (box, sock) in enumerate(zip(boxes.cells, shown.socks, strict=True)):
        if sock is not None and number != shown.place:
            _draw_sock(painter, box, sock)
    if shown.card is not None:
        _draw_chosen(painter, boxes.cells[shown.place], shown)
    _draw_side(painter, boxes, shown)


def _draw_label(painter: Painter, box: Box, shown: DrawerShown) -> None:
    theme, w, h = painter.theme, round(box.w), round(box.h)
    painter.blit(brass_label(painter.assets, w, h, theme.panel, theme.stitch), box.x - ROOM, box.y - ROOM)
    size = min(30.0, 30 * 1.5 / painter.text_scale)
    room = box.w - 52
    title, count = painter.width(shown.title, size, NAMES), painter.width(shown.count, BODY, STRONG)
    share = min(1.0, (room - 16) / (title + count))
    y = box.centre[1]
    painter.text(shown.title, box.x + 26, y, size * share, TextStyle(NAMES), room=room)
    soft = TextStyle(STRONG, theme.soft)
    painter.text(shown.count, box.right - 26, y, BODY * share, soft, anchor="midright", room=room)


def sock_height(box: Box) -> float:
    """How high a sock is in its compartment."""
    return round(min((box.h - 2 * IN) * 0.885, (box.w - 2 * IN) * 0.98), 1)


def _draw_sock(painter: Painter, box: Box, sock: SockShown) -> None:
    theme, (x, y) = painter.theme, box.centre
    tall = sock_height(box)
    if sock.has:
        painter.blit(knit_sock(painter.assets, sock.knit, tall), x, y + 1, "center")
    else:
        thread, ink = THREADS.get(theme.name, THREADS["linen"])
        opacity = 0.1 if theme.name == "dark" else 0.55
        painter.blit(stitched_sock(painter.assets, tall, thread, opacity=opacity), x, y + 1, "center")
        small = round(tall * 0.35)
        fill = theme.panel if theme.name == "dark" else "#FFFAF2"
        sign = icon(painter.assets, sock.icon, small, ink, fill)
        painter.blit(sign, x - tall * 0.045, y + tall * 0.21, "center")
    if sock.new:
        painter.blit(new_mark(painter.assets, 22), box.right - 18, box.y + 18, "center")
    elif sock.worn:
        painter.blit(tick(painter.assets, 26), box.right - 18, box.y + 18, "center")


def _draw_chosen(painter: Painter, box: Box, shown: DrawerShown) -> None:
    """The compartment that the card tells of, with its ring where it has the focus."""
    inner = box.grown(-IN)
    theme, sock = painter.theme, shown.socks[shown.place]
    assert sock is not None
    painter.blit(
        warm_cell(painter.assets, round(inner.w), round(inner.h), theme.chosen), *inner.centre, "center"
    )
    _draw_sock(painter, box, sock)
    if shown.focus.startswith(CELL):
        ring(painter, inner, 8)
    else:  # the focus is elsewhere: it only stands out
        painter.frame(inner.grown(1), theme.focus, 3, 8)


def side_of(boxes: DrawerBoxes, shown: DrawerShown) -> Box:
    """What is beside the drawer for puppet and card, below the name of its owner."""
    side, who = boxes.side, boxes.who
    return Box(side.x, who.bottom + 6, side.w, side.bottom - who.bottom - 6) if shown.who else side


def card_box(ruler: Painter, side: Box, card: SockCardShown) -> tuple[Box, float]:
    """Where the card is, at the foot of its side, and how much smaller its words are to have room."""
    for share in (1.0, 0.92, 0.84, 0.76, 0.68, 0.6):
        tall = _card_height(ruler, side.w, card, share)
        if tall <= side.h:
            break
    least = min(side.h, max(tall, 278.0))
    return Box(side.x, side.bottom - least, side.w, least), share


def _sizes(ruler: Painter, share: float) -> tuple[float, float, float]:
    """The sizes of head, words and small print."""
    return HEAD * min(1.0, 1.4 / ruler.text_scale) * share, BODY * share, SMALL * share


def _card_height(ruler: Painter, wide: float, card: SockCardShown, share: float) -> float:
    head, body, small = _sizes(ruler, share)
    room = wide - 2 * INSIDE
    tall = 22 + len(_head_lines(ruler, card, room, head)) * ruler.line_height(head) * 0.9
    tall += ruler.height(card.game, room, small, STRONG) + ruler.height(card.told, room, body, STRONG) + 18
    tall += ruler.height(card.when, room, small, STRONG)
    return tall + (wear_height(ruler) + 22 if card.wear else 0) + 20


def _head_lines(ruler: Painter, card: SockCardShown, room: float, size: float) -> list[str]:
    """A title is made smaller for one line before it is broken."""
    wide = ruler.width(card.title, size, NAMES)
    return [card.title] if wide * 0.72 <= room else ruler.wrapped(card.title, room, size, NAMES)


def wear_height(ruler: Painter) -> float:
    """How high the button is."""
    return max(58.0, ruler.line_height(LARGE) + 18)


def wear_box(ruler: Painter, side: Box, card: SockCardShown) -> Box:
    """Where the button is."""
    box, _share = card_box(ruler, side, card)
    tall = wear_height(ruler)
    return Box(box.x + 22, box.bottom - 20 - tall, box.w - 44, tall)


def _draw_side(painter: Painter, boxes: DrawerBoxes, shown: DrawerShown) -> None:
    if shown.who:
        _draw_who(painter, boxes.who, shown)
    side, card = side_of(boxes, shown), shown.card
    if card is None:
        high = painter.height(shown.empty, side.w - 48, LARGE, STRONG) + 40
        box, share = Box(side.x, side.bottom - high, side.w, high), 1.0
    else:
        box, share = card_box(painter, side, card)
    # The card lies over its cuff, as if it looked out from behind.
    tall = min(PUPPET, (box.y - side.y + (0 if shown.who else 12)) / 1.13)
    if tall >= LEAST:
        dress = Dress(wears=f"sock:{shown.cap}" if shown.cap else "", rim=5.0, ground=False, flip=True)
        state = "happy" if shown.glad else "idle"
        frame = 0 if shown.glad else shown.frame
        image = puppet(painter.assets, shown.look, state, frame, round(tall), dress, look=(0.6, 0.2))
        painter.blit(image, box.centre[0], box.y + tall * 0.07 + puppet_foot(tall), "midbottom")
    sheet(painter, box)
    if card is None:
        words = TextStyle(STRONG)
        painter.paragraph(shown.empty, box.x + 24, box.y + 20, box.w - 48, LARGE, words, centred=True)
    else:
        _draw_card(painter, box, card, share)
        if card.wear:
            _draw_wear(painter, wear_box(painter, side, card), card.wear, focused=shown.focus == WEAR)


def _draw_card(painter: Painter, box: Box, card: SockCardShown, share: float) -> None:
    theme = painter.theme
    head, body, small = _sizes(painter, share)
    x, y, room = box.x + INSIDE, box.y + 18, box.w - 2 * INSIDE
    step = painter.line_height(head) * 0.9
    for words in _head_lines(painter, card, room, head):
        painter.text(words, x, y + step / 2, head, TextStyle(NAMES), room=room)
        y += step
    game = TextStyle(STRONG, "#52266A" if theme.name == "linen" else theme.soft)
    y += painter.paragraph(card.game, x, y, room, small, game)
    y += painter.paragraph(card.told, x, y + 2, room, body, TextStyle(STRONG)) + 10
    painter.blit(divider(painter.assets, round(room), theme.stitch), x, y)
    y += 8 + painter.paragraph(card.when, x, y + 8, room, small, TextStyle(STRONG, theme.soft))
    if not card.wear and box.bottom - y > 90:  # where the button of an earned one would be
        thread, ink = THREADS.get(theme.name, THREADS["linen"])
        tall, middle = 72.0, (box.right - 66, box.bottom - 62)
        fill = 0.1 if theme.name == "dark" else 0.55
        painter.blit(stitched_sock(painter.assets, tall, thread, opacity=fill), *middle, "center")
        sign = icon(painter.assets, card.icon, 26, ink, theme.panel)
        painter.blit(sign, middle[0] - 3, middle[1] + 15, "center")


def _draw_wear(painter: Painter, box: Box, words: str, *, focused: bool) -> None:
    theme, state = painter.theme, FOCUSED if focused else NORMAL
    edge = theme.ink if theme.name != "dark" else "#120E22"
    fabric = Fabric(GO, edge, edge)
    image = button(painter.assets, round(box.w), round(box.h), fabric, state, ring=theme.focus)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    y = box.centre[1] + button_drop(state)
    painter.text(words, box.centre[0], y, LARGE, TextStyle(STRONG, GO_INK), anchor="center", room=box.w - 32)


def _draw_who(painter: Painter, box: Box, shown: DrawerShown) -> None:
    """Whose drawer it is, to be pressed for another one."""
    theme, state = painter.theme, FOCUSED if shown.focus == WHO else NORMAL
    edge = theme.ink if theme.name != "dark" else "#120E22"
    image = button(
        painter.assets, round(box.w), round(box.h), Fabric(theme.sunk, edge, edge), state, ring=theme.focus
    )
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    y, room = box.centre[1] + button_drop(state), box.w - 84
    name = painter.shortened(shown.who, LARGE, room, NAMES)
    painter.text(name, box.centre[0] - 10, y, LARGE, TextStyle(NAMES), anchor="center", room=room)
    painter.blit(icon(painter.assets, "down", 22, theme.ink), box.right - 28, y, "center")
