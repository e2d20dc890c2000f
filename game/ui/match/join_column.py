"""Column at the side of the window while phones may join a match: join code and spectators.

It has its own part of the window, so it never covers a scene. One press widens it so that its code can be
read from afar, another narrows it again.

`JoinColumnProps` is its content: a wooden background, a label with the join code, the spectators, and their
reactions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import pygame

from game.i18n import _, plural
from game.party.doors import OtherDoor
from game.party.party import Matrix
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, panel, tag
from game.ui.art.icons import TILE_ASPECT, icon, letter_tile, qr_code
from game.ui.art.lesson_pointer import reaction
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core.canvas import HEIGHT, WIDTH, Box, Canvas
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle, largest
from game.ui.core.scene import AppContext
from game.ui.core.theme import BODY, SMALL
from game.ui.widgets import glyph_of

PLANK_COLOURS = {"linen": "#7A4B2A", "dark": "#1B1730", "contrast": "#000000"}  # background by theme
GREEN, EDGE, GRAIN = "#256F43", "#2B2440", "#00000022"
HEAD_HEIGHT, HEAD_STEP = 58.0, 44.0  # height in units of a spectator's puppet, and distance of their rows
PEEKER_OUTFIT = PuppetOutfit(rim=3.0, ground=False, flip=True)
MAX_PEEKERS = 12  # spectators shown as puppets; all are counted
REACTION_MS = 3200.0  # ms that a reaction is visible
MAX_REACTIONS = 24  # reactions at the same time
LABEL_MARGIN = 10.0  # margin in units around the label
MAX_ADDRESS_LINES = 3  # maximum lines of an address; one in five lines cannot be typed any more
_COLOURS = (0, 1, 3, 7)
Part: TypeAlias = Callable[[float, float, float], None]
"""Function that draws a part of the label. Arguments: centre x, top, height."""


@dataclass(frozen=True, slots=True)
class JoinColumnProps:
    """Content of the column. It is redrawn when this changes."""

    qr: tuple[str, ...]
    address: str
    code: str
    free: int  # number of seats that a phone can take
    large: bool
    device: str  # device used last, whose key is shown
    bots: bool  # True if a bot would give its seat to a phone
    watchers: tuple[int, ...] = ()  # looks of the spectators
    door: OtherDoor | None = None  # another door with a code
    is_elsewhere: bool = False  # True to show the code of that door


@dataclass(frozen=True, slots=True)
class FlyingReaction:
    """A reaction in flight."""

    sign: str
    look: int
    since: float  # start time in ms
    number: int  # running number, which selects its path


def draw_side(
    painter: Painter, app: AppContext, props: JoinColumnProps, flying: Sequence[FlyingReaction]
) -> None:
    """Draw the whole column."""
    view, theme = painter.view, painter.theme
    painter.fill(view.box, PLANK_COLOURS[theme.name])
    for x in (view.w * 0.36, view.w * 0.7):
        painter.fill(Box(x, 0, 1.5, view.h), EDGE)
    painter.fill(Box(0, 0, 4, view.h), EDGE)
    top = _Label(painter, app, props).draw()
    top = _draw_watchers(painter, props, top) if props.watchers else top
    for item in flying:
        _draw_flying(painter, item, top, app.now, still=app.reduced_motion)


def _draw_watchers(painter: Painter, props: JoinColumnProps, floor: float) -> float:
    """Draw the puppets and number of spectators above the label. Returns the top of the heads in units."""
    theme, view = painter.theme, painter.view
    visible_looks, count = props.watchers[:MAX_PEEKERS], len(props.watchers)
    height = max(34.0, painter.line_height(SMALL) + 6)
    box = Box(LABEL_MARGIN, floor - height - 6, view.w - 2 * LABEL_MARGIN, height)
    across = max(2, int(box.w / 44))
    rows = [visible_looks[start : start + across] for start in range(0, len(visible_looks), across)]
    max_rows = int((box.y - view.h * 0.2) / HEAD_STEP)
    # Upper rows first, because lower ones are in front.
    for number, row in reversed(list(enumerate(rows[: max(1, max_rows)]))):
        for place, look in enumerate(row):
            image = puppet(painter.assets, look, "idle", 0, HEAD_HEIGHT, PEEKER_OUTFIT)
            x = box.x + box.w * (place + 0.5) / len(row)
            painter.blit(image, x, box.y + 16 - number * HEAD_STEP + puppet_foot(HEAD_HEIGHT), "midbottom")
    pill = tag(painter.assets, round(box.w), round(box.h), theme.panel, theme.ink)
    painter.blit(pill, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    label = plural("{n} spectator", "{n} spectators", count).format(n=count) if props.large else str(count)
    size = 26 * min(painter.text_scale, 1.4)
    width = min(box.w - size - 24, painter.width(label, SMALL, STRONG))
    left = box.centre[0] - (size + 8 + width) / 2
    painter.blit(icon(painter.assets, "eye", size, theme.ink, theme.panel), left, box.centre[1], "midleft")
    painter.text(label, left + size + 8, box.centre[1], SMALL, TextStyle(STRONG), room=width)
    return box.y - HEAD_STEP * min(len(rows), max(1, max_rows)) * 0.6


def _draw_flying(painter: Painter, item: FlyingReaction, floor: float, now: float, *, still: bool) -> None:
    """Draw a rising, fading reaction. With reduced motion it stays in one place for the same time."""
    view, progress = painter.view, min(1.0, (now - item.since) / REACTION_MS)
    image = reaction(painter.assets, item.sign, item.look)
    lanes = max(1, int((view.w - 12) / 50))
    x = (item.number % lanes + 0.5) * view.w / lanes
    if still:
        # Neighbouring lanes get different heights, so that reactions do not hide each other.
        y = floor - 40 - item.number * 37 % max(1.0, floor - 120)
    else:
        x += 9 * math.sin(progress * 9 + item.number)
        y = floor - (floor - 20) * (1 - (1 - progress) ** 1.6)
    if progress > 0.7 or (still and progress < 0.15):
        # Copied, because the cached image is also used unfaded.
        image = image.copy()
        image.set_alpha(round(255 * min(1.0, (1 - progress) / 0.3, progress / 0.15 if still else 1.0)))
    painter.blit(image, max(24.0, min(view.w - 24, x)), y, "center")


class _Label:
    """Label with the join code. Parts that do not fit are left out, the least important first."""

    def __init__(self, painter: Painter, app: AppContext, props: JoinColumnProps) -> None:
        self._painter, self._stage, self._props = painter, app, props
        view = painter.view
        self._room = view.w - 2 * LABEL_MARGIN - (28 if props.large else 14)
        self._tile = min(64.0, (self._room - 18) / 4 / TILE_ASPECT)  # height in units of the code's letters
        self._size, self._lines = BODY, address_lines(painter, props.address, self._room, BODY)
        self._door = props.door if props.is_elsewhere else None
        if self._door is not None:
            self._size = SMALL
            self._lines = painter.wrapped(self._door.words, self._room, SMALL, STRONG)
        elif not props.large:
            self._size, self._lines = few_lines(painter, props.address, self._room - 6)

    def _stacked_parts(self) -> list[tuple[Part, float]]:
        """Functions that draw the parts that fit, top to bottom, each with its height in units."""
        painter, props = self._painter, self._props
        qr = min(painter.view.w - 2 * LABEL_MARGIN - 4, painter.view.h * 0.5)
        line = painter.line_height(self._size)
        parts: list[tuple[Part, float]] = [
            (self._draw_head, painter.line_height(30 if props.large else BODY)),
            (self._draw_qr, qr + 2),
            (self._draw_address, line * len(self._lines) + 4),
            *([(self._draw_code, self._tile + 10)] if props.code else []),
            (self._draw_free, painter.line_height(SMALL) + 14),
            (self._draw_key, 36.0 + painter.line_height(SMALL)),
        ]
        available_height = painter.view.h * (0.66 if props.watchers else 0.94) - 24
        # The QR code and the letter code always stay: either is enough to join.
        for spare in (self._draw_key, self._draw_head, self._draw_free, self._draw_address):
            if sum(height for _draw, height in parts) > available_height:
                parts = [part for part in parts if part[0] != spare]
        return parts

    def _free_words(self) -> str:
        """Number of free seats in words, that a bot gives its seat, or that all are taken."""
        free = self._props.free
        if not free and self._props.bots:
            return _("Replace a bot") if self._props.large else _("bot's seat")
        if not free:
            return _("All seats are taken") if self._props.large else _("full")
        if not self._props.large:
            return _("{n} free").format(n=free)
        return plural("{n} seat free", "{n} seats free", free).format(n=free)

    def draw(self) -> float:
        """Draw the label near the lower edge, and return its top in units."""
        painter, theme, view = self._painter, self._painter.theme, self._painter.view
        parts = self._stacked_parts()
        height = sum(part_height for _draw, part_height in parts) + 24
        box = Box(LABEL_MARGIN, view.h * 0.97 - height, view.w - 2 * LABEL_MARGIN, height)
        fabric = ClothColours(theme.panel, theme.ink, theme.stitch)
        cloth = panel(painter.assets, round(box.w), round(box.h), fabric)
        painter.blit(cloth, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
        y = box.y + 12
        for draw, part_height in parts:
            draw(box.centre[0], y, part_height)
            y += part_height
        return box.y

    def _text(self, text: str, x: float, y: float, size: float, style: TextStyle, inset: float = 0) -> None:
        """Draw a line centred at a point, reduced to the width of the label without ``inset`` units."""
        self._painter.text(text, x, y, size, style, anchor="center", room=self._room - inset)

    def _draw_head(self, x: float, y: float, height: float) -> None:
        """Draw the title, for another door with a globe."""
        size = 30 if self._props.large else BODY
        if self._door is None:
            self._text(_("Join in"), x, y + height / 2, size, TextStyle(NAMES))
            return
        painter, title = self._painter, self._door.title
        width = min(self._room - 34, painter.width(title, size, NAMES))
        globe = icon(painter.assets, "globe", 28, painter.theme.ink, painter.theme.panel)
        painter.blit(globe, x - width / 2 - 17, y + height / 2, "midleft")
        self._text(title, x + 17, y + height / 2, size, TextStyle(NAMES), inset=34)

    def _draw_qr(self, x: float, y: float, height: float) -> None:
        if self._props.qr:
            image = qr_code(self._painter.assets, self._props.qr, height - 2)
            self._painter.blit(image, x, y + (height - 2) / 2, "center")

    def _draw_address(self, x: float, y: float, height: float) -> None:
        step = (height - 4) / len(self._lines)
        for number, line in enumerate(self._lines):
            self._text(line, x, y + (number + 0.5) * step, self._size, TextStyle(STRONG))

    def _draw_code(self, x: float, y: float, height: float) -> None:
        """Draw the letter code as tiles, or the digits of another door."""
        tile_height = height - 10
        step = tile_height * TILE_ASPECT + 3
        if self._door is not None:
            size = tile_height * 0.8 / self._painter.text_scale
            self._text(self._props.code, x, y + height / 2, size, TextStyle(NAMES))
            return
        for number, letter in enumerate(self._props.code):
            tile = letter_tile(self._painter.assets, letter, _COLOURS[number % 4], tile_height)
            self._painter.blit(tile, x + (number - 1.5) * step, y + height / 2, "center")

    def _draw_free(self, x: float, y: float, height: float) -> None:
        """Draw the tag with the number of free seats."""
        painter, theme = self._painter, self._painter.theme
        free, tag_height = self._props.free, height - 6
        if free or self._props.bots:
            pill = tag(painter.assets, round(self._room + 6), round(tag_height), GREEN, theme.ink)
            painter.blit(pill, x - (self._room + 6) / 2 - SHADOW_MARGIN, y - SHADOW_MARGIN)
        style = TextStyle(STRONG, "#FFFAF2" if free or self._props.bots else theme.soft)
        self._text(self._free_words(), x, y + tag_height / 2, SMALL, style, inset=12)

    def _draw_key(self, x: float, y: float, height: float) -> None:
        """Draw the key that changes the column, and its effect."""
        painter = self._painter
        props = self._props
        label = _("Shrink") if props.large else _("Enlarge")
        if props.large and props.door is not None and not props.is_elsewhere:
            label = props.door.title
        picture: pygame.Surface | None = glyph_of(self._stage, InputAction.JOIN, self._props.device, 30)
        if picture is not None:
            painter.blit(picture, x, y + 20, "center")
        self._text(label, x, y + 36 + (height - 36) / 2, SMALL, TextStyle(STRONG, painter.theme.soft))


def few_lines(painter: Painter, address: str, available_width: float) -> tuple[float, list[str]]:
    """Type size and lines of an address for a narrow column, at most `MAX_ADDRESS_LINES` if possible."""

    def fits(size: float) -> bool:
        """True if the address has at most `MAX_ADDRESS_LINES` lines of this size, all within the width."""
        lines = address_lines(painter, address, available_width, size)
        return (
            len(lines) <= MAX_ADDRESS_LINES
            and max(painter.width(line, size, STRONG) for line in lines) <= available_width
        )

    size = largest(SMALL, fits, min_size=SMALL / 2, step=0.5)
    return size, address_lines(painter, address, available_width, size)


def address_lines(painter: Painter, address: str, available_width: float, size: float) -> list[str]:
    """Lines of an address, broken after dots or before the port, as few as possible."""
    lines = [""]
    for piece in address.replace(".", ".\n").replace(":", "\n:").split("\n"):
        if lines[-1] and painter.width(lines[-1] + piece, size, STRONG) > available_width:
            lines.append("")
        lines[-1] += piece
    return lines


COLUMN_WIDTH = (
    124.0  # width of the column in units of the whole window; a QR module is then 3 px at the usual size
)
LARGE_CODE_SHARE = 1 / 3  # size of the large code as a share of the window's height
LARGE_CODE_FRAME = 1.22  # width of the column as a multiple of the large code


@lru_cache(maxsize=1)
def _as_text(code: Matrix) -> tuple[str, ...]:
    """Code as rows of "0" and "1", which are cheap to compare and name the image in the cache."""
    return tuple("".join("1" if dark else "0" for dark in row) for row in code)


class JoinColumn:
    """The column at the right edge of the window."""

    def __init__(self, app: AppContext) -> None:
        self._stage = app
        self.is_large = False  # True if the code is large enough to be read across the room
        self.is_elsewhere = False  # True if the large code is that of another door
        self.stale = False  # True if the column must be redrawn
        self._shown: JoinColumnProps | None = None
        self._flying: list[FlyingReaction] = []
        self._count = 0

    @property
    def is_open(self) -> bool:
        """True if the party is open while a match, replay or race is on the stack."""
        phones = self._stage.phones
        return phones.is_open and phones.party_match is not None

    def width(self, size: tuple[int, int]) -> int:
        """Width in px for a window of this size; 0 while it is closed.

        Uses the state of the last `watch`, because the party may open while a frame is being drawn.
        """
        if self._shown is None:
            return 0
        if self.is_large:
            return round(size[1] * LARGE_CODE_SHARE * LARGE_CODE_FRAME)
        return round(COLUMN_WIDTH * min(size[0] / WIDTH, size[1] / HEIGHT))

    def watch(self) -> bool:
        """Update content and reactions. Returns True if the column opened, closed or changed its size."""
        props = self._current_props() if self.is_open else None
        before, self._shown = self._shown, props
        self.stale |= props != before
        now_ms, scene = self._stage.now, self._stage.phones.party_match
        thrown = scene.phone_seats.audience.thrown if scene is not None else None
        # Emptied even if reactions are off, or all of them would appear when they are turned on.
        while thrown:
            item = thrown.popleft()
            if self.is_open and self._stage.settings.reactions:
                self._count += 1
                self._flying.append(FlyingReaction(item.sign, item.look, now_ms, self._count))
        # Checked before old ones are removed, because the last frame of those must be painted over.
        self.stale |= bool(self._flying)
        self._flying = [item for item in self._flying if now_ms - item.since < REACTION_MS][-MAX_REACTIONS:]
        return (before and before.large) != (props and props.large)

    def _current_props(self) -> JoinColumnProps:
        """Content of the column now; the party must be open."""
        phones, party = self._stage.phones, self._stage.phones.party
        assert party is not None
        front = party.status
        door = front.other_door
        chosen = door if self.is_large and self.is_elsewhere else None
        rows = _as_text(front.join_info.qr if chosen is None else chosen.qr)
        audience = phones.party_match.phone_seats.audience if phones.party_match is not None else None
        looks = [audience.look_of(watcher) for watcher in party.spectators] if audience is not None else []
        free = [place.bot for place in party.free]
        code = front.code if chosen is None else chosen.number
        device, is_elsewhere = self._stage.devices.last, chosen is not None
        return JoinColumnProps(rows, front.join_info.address, code, free.count(False), self.is_large,
                               device, any(free), tuple(looks), door, is_elsewhere)  # fmt: skip

    @property
    def moving(self) -> bool:
        """True while reactions fly."""
        return bool(self._flying)

    def handle_input(self, intent: InputEvent, size: tuple[int, int]) -> bool:
        """Switch size or code on the join key or a press here. False for other input, or if closed."""
        if not self.is_open:
            return False
        is_press = intent.act is InputAction.PRESS and intent.position[0] >= size[0] - self.width(size)
        if not is_press and intent.act is not InputAction.JOIN:
            return False
        has_other = self._stage.phones.status.other_door is not None
        shows_other = self.is_large and not self.is_elsewhere and has_other
        self.is_large, self.is_elsewhere = shows_other or not self.is_large, shows_other
        self._stage.audio.play("confirm")
        return True

    def draw(self, screen: pygame.Surface) -> None:
        """Draw the column at the right edge of the screen, if it is open."""
        size = screen.get_size()
        width = self.width(size)
        self.stale = False
        if self._shown is None:
            return
        painter = self._stage.painter(screen.subsurface((size[0] - width, 0, width, size[1])))
        scale = self._stage.view.scale
        painter.view = Canvas(width / scale, size[1] / scale, scale)
        draw_side(painter, self._stage, self._shown, self._flying)
