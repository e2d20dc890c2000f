"""All of the lobby that stands still: what it shows, and how that is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from game.party.party import Front, PartyState, is_nowhere
from game.scenes.house import HouseShown, draw_house
from game.scenes.lobby_layout import Rope, code_size, join_words, open_lines
from game.scenes.phone_door import has_choice
from game.ui.art.fabric import FOCUSED, NORMAL, focus_ring, wood_front
from game.ui.art.icons import icon, letter_tile, qr_code
from game.ui.art.rooms import lobby_room, palm, post
from game.ui.art.socks import SOCKS, big_sock
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL
from game.ui.widgets.strip import Press, StripShown, draw_shown_strip
from game.ui.widgets.widgets import draw_button, sheet
from game.words import _


@dataclass(frozen=True, slots=True)
class TitleShown:
    """The plate above the seats."""

    box: Box
    is_wide: bool
    """Whether it fills its box, and is not as wide as its words."""
    title: str
    told: str


@dataclass(frozen=True, slots=True)
class PhonesShown:
    """The panel by which phones join."""

    box: Box
    front: Front
    focused: bool


@dataclass(frozen=True, slots=True)
class StartShown:
    """The button that starts the match."""

    box: Box
    focused: bool
    press: Press | None
    """What to press instead; `None` for a mouse."""


@dataclass(frozen=True, slots=True)
class AroundShown:
    """What stands around the seats; not there while the house rules lie over everything."""

    title: TitleShown
    phones: PhonesShown
    start: StartShown


@dataclass(frozen=True, slots=True)
class LobbyShown:
    """The room, the panels and the strip."""

    emblem: str
    """Of the game: its room, and the sock on the plate."""
    seats: float | None
    """How far from the left the seats reach; `None` for the whole width."""
    floor: float
    """Where the wood begins."""
    rope: Rope | None
    """One that is tied to the posts; `None` where the seats are a list."""
    house: HouseShown
    around: AroundShown | None
    strip: StripShown | None


def draw_lobby_still(painter: Painter, shown: LobbyShown) -> None:
    """Draw all that stands still."""
    view, theme = painter.view, painter.theme
    seats = view.w if shown.seats is None else shown.seats
    painter.blit(lobby_room(painter.assets, view.w, view.h, shown.emblem, seats, theme.name), 0, 0)
    _draw_posts(painter, shown)
    painter.blit(wood_front(painter.assets, view.w, view.h - shown.floor), 0, shown.floor - 24)
    draw_house(painter, shown.house)
    if shown.around is not None:
        _draw_title(painter, shown.around.title, shown.emblem)
        _draw_phones(painter, shown.around.phones)
        _draw_start(painter, shown.around.start)
    draw_shown_strip(painter, shown.strip)


def _draw_posts(painter: Painter, shown: LobbyShown) -> None:
    """What the lines are tied to."""
    if shown.rope is None:
        return
    left, right, floor = shown.rope.left, shown.rope.right, shown.floor
    if shown.emblem == SOCKS[0]:
        painter.blit(palm(painter.assets, round(floor + 16)), left - 32, 0)
    else:
        painter.blit(post(painter.assets, round(floor - 50)), left - 17, 60)
    painter.blit(post(painter.assets, round(floor - 50)), right - 17, 60)


def _draw_title(painter: Painter, shown: TitleShown, emblem: str) -> None:
    grown = min(shown.box.h / 70, 1.5)
    room = shown.box.w - 126 * grown
    wide = max(painter.width(shown.title, 28, NAMES), painter.width(shown.told, BODY)) + 126 * grown
    wide = min(shown.box.w, max(wide, 300.0))
    box = shown.box
    if not shown.is_wide:
        box = Box(box.centre[0] - wide / 2, box.y, wide, box.h)
    sheet(painter, box)
    kind = emblem if emblem in SOCKS else SOCKS[0]
    image = big_sock(painter.assets, kind, 0, 0.24 * grown)
    painter.blit(image, box.x + 46 * grown, box.centre[1] - 2, "center")
    line = painter.line_height(HEADING) * 0.86
    painter.text(shown.title, box.x + 100 * grown, box.y + line / 2 + 7, 28, TextStyle(NAMES), room=room)
    below, soft = box.bottom - painter.line_height(BODY) / 2 - 6, TextStyle(colour=painter.theme.soft)
    painter.text(shown.told, box.x + 100 * grown, below, BODY, soft, room=room)


def _draw_phones(painter: Painter, shown: PhonesShown) -> None:
    """The panel by which phones join: a row that opens it, or what they need."""
    box, theme, front = shown.box, painter.theme, shown.front
    sheet(painter, box)
    if shown.focused:
        ring = focus_ring(painter.assets, round(box.w), round(box.h), colour=theme.focus)
        painter.blit(ring, *box.centre, "center")
    if front.state is PartyState.OPEN:
        _draw_open(painter, box, front)
        return
    words = _("Opening the door for phones") if front.state is PartyState.OPENING else _("Join with a phone")
    row = max(62.0, painter.line_height(LARGE) + 26)
    middle, size = box.y + row / 2, 32 * min(painter.text_scale, 1.5)
    painter.blit(icon(painter.assets, "phone", size, theme.ink, theme.panel), box.x + 20, middle, "midleft")
    painter.text(words, box.x + 30 + size, middle, 22, TextStyle(NAMES), room=box.w - 84 - size)
    painter.blit(
        icon(painter.assets, "right", 22, theme.ink, theme.panel), box.right - 20, middle, "midright"
    )
    if front.trouble:
        told = _("No phone can join: {why}.").format(why=front.trouble)
        painter.paragraph(told, box.x + 24, box.y + row - 12, box.w - 48, BODY, TextStyle(colour=theme.bad))


def _draw_open(painter: Painter, box: Box, front: Front) -> None:
    """QR code, address and room code."""
    theme = painter.theme
    rows = tuple("".join("1" if dark else "0" for dark in row) for row in front.door.qr)
    size = code_size(box.w)
    if rows:
        painter.blit(qr_code(painter.assets, rows, size), box.x + 18, box.centre[1], "midleft")
    left = box.x + 18 + size + 18
    room = box.right - left - 18
    top = box.centre[1] - open_lines(painter, box.w, front) / 2
    style = TextStyle(NAMES, theme.bad if is_nowhere(front.door.address) else theme.ink)
    top += painter.paragraph(join_words(front), left, top, room, BODY, style)
    line = painter.line_height(BODY)
    painter.text(front.door.address, left, top + line / 2, BODY, TextStyle(STRONG), room=room)
    y = top + line + 30
    if has_choice(front.door):
        small = painter.line_height(SMALL)
        told = _("Press: other address")
        painter.text(told, left, top + line + small / 2, SMALL, TextStyle(colour=theme.soft), room=room)
        y += small + 4
    wide = painter.text(_("Room"), left, y, SMALL, TextStyle(STRONG, theme.soft), room=room - 132)
    for number, letter in enumerate(front.code):
        x = left + wide + 8 + number * 31
        painter.blit(letter_tile(painter.assets, letter, (0, 1, 3, 7)[number % 4]), x, y, "midleft")


def _draw_start(painter: Painter, shown: StartShown) -> None:
    state, picture = FOCUSED if shown.focused else NORMAL, None
    if shown.press is not None:
        picture = shown.press.picture(painter.assets, 34 * (0.4 + 0.6 * painter.text_scale))
    draw_button(painter, shown.box, _("Start the game"), state, go=True, picture=picture)
