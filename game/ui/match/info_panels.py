"""Panels beside a board: recap log, played cards, seats.

A log with numbered steps, the tag of a seat's last turn, sheets of counts at a card table, heads of players,
and the words and icons of levels and devices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import pygame

from game.core.search import base_level
from game.i18n import _
from game.match.adaptive_level import ADAPTIVE_LEVEL, LevelMatch
from game.match.recap import RecapStep
from game.match.seats import KEYBOARD, MOUSE, PAD, PHONE, Seat
from game.ui.art.album import head_disc, number_plate
from game.ui.art.cards import suit_sign
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, divider, panel
from game.ui.art.icons import cards_fan
from game.ui.art.layers import WOOL, mix
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import SOCK_PREFIX
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Prompts
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.match.context import ViewContext
from game.ui.widgets import (
    Element,
    FontSpec,
    Padding,
    Picture,
    ScaledLength,
    SingleLineText,
    Text,
    column,
    draw_cloth,
    first_that_fits,
    row,
)

PLATE_SIZE = 34.0  # size in units of a numbered plate
TYPE_SCALES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""Reductions of the type size of a log to try, never below the usual size."""
# height in units of the tag with a seat's last turn, and its maximum growth with the text size
TAG_SIZE, MAX_TAG_SCALE = 26.0, 1.3
LOG_MARGIN = 14.0  # margin in units inside a log
HEAD_STEP_SHARE = 0.62  # distance of heads side by side, as a share of their size


def draw_heads(painter: Painter, box: Box, looks: tuple[int, ...]) -> None:
    """Draw the heads of these looks side by side, each partly over the next, the first in front."""
    for number, look in reversed(list(enumerate(looks))):
        image = head_disc(painter.assets, look, box.h, mix(SEAT_LOOKS[look].light, WOOL, 0.62))
        painter.blit(image, box.x + number * box.h * HEAD_STEP_SHARE, box.y)


def heads(looks: tuple[int, ...], size: float) -> Picture:
    """Picture of the heads of these looks, ``size`` units high."""
    return Picture(draw_heads, (looks,), w=size * (1 + (len(looks) - 1) * HEAD_STEP_SHARE), h=size)


def heading(seats: Iterable[int], names: Sequence[str]) -> str:
    """Title of a log, translated: "What {name} did" for steps of one seat, else "What the others did"."""
    actors = set(seats)
    if len(actors) == 1:
        return _("What {name} did").format(name=names[actors.pop()])
    return _("What the others did")


class NewsLine:
    """Sentence about the last event, which can be translated again after a change of language."""

    def __init__(self) -> None:
        self.text = ""
        self._say: Callable[[], str] = str

    def say(self, compose: Callable[[], str]) -> bool:
        """Set the sentence to the result of ``compose`` unless that is empty. Returns True if it was set."""
        if sentence := compose():
            self.text, self._say = sentence, compose
        return bool(sentence)

    def compose(self) -> None:
        """Compose the sentence again, after a change of language or names."""
        self.text = self._say()

    def forget(self) -> None:
        """Clear the sentence, because a replay jumped to another position."""
        self.text, self._say = "", str


def recap_pins(context: ViewContext) -> tuple[InputAction, ...]:
    """Keep the recap in a full prompt bar until the player to move moves: what the others did is news."""
    log, mover = context.match.session.log, context.local_to_move
    return (InputAction.AGAIN,) if mover is not None and log and log[-1][0] != mover else ()


def recap_prompt(context: ViewContext, *, always: bool = False) -> Prompts:
    """Prompt for the recap. Empty if there are no steps, unless ``always``."""
    return [(InputAction.AGAIN, _("Watch again"))] if always or context.host.recap.seen_steps else []


def hurry_prompt(context: ViewContext) -> Prompts:
    """Prompt to hurry an animation or a bot, empty while a player on a phone thinks."""
    is_on_phone = context.match.on_phone is not None and not context.playback.is_busy
    return [] if is_on_phone else [(InputAction.CONFIRM, _("Speed up"))]


def undo_prompts(context: ViewContext, *, always: bool = False) -> Prompts:
    """Prompts for undo and redo, as far as possible now. ``always``: only undo, even if impossible."""
    back = [(InputAction.UNDO, _("Undo"))] if always or context.match.rules_allow_undo else []
    return [*back, (InputAction.REDO, _("Redo"))] if context.can_redo_draft and not always else back


@dataclass(frozen=True, slots=True)
class LogRow:
    """Row of a log."""

    number: int  # of a step; 0 for a remark, which has no plate
    seat: Seat
    words: str


@dataclass(frozen=True, slots=True)
class LogProps:
    """Content of a log."""

    room: Box  # maximum box; the log is at its upper edge
    title: str  # empty if a single row needs none
    rows: tuple[LogRow, ...]
    now: int = 0  # number of the step that is shown now, 0 for none
    fills: bool = False  # True to fill the room at any length, so that the log does not jump


def log_of(
    steps: Sequence[RecapStep], seats: Sequence[Seat], box: Box, current: int | None = None
) -> LogProps:
    """Log of the steps; with ``current`` only up to that number, which is highlighted, filling its box."""
    rows = tuple(
        LogRow(step.number, seats[step.seat], step.words)
        for step in steps
        if current is None or step.number <= current
    )
    # A single row needs no title, because it names the player.
    title = heading((step.seat for step in steps), [seat.name for seat in seats]) if len(steps) > 1 else ""
    return LogProps(box, title, rows, current or 0, current is not None)


@dataclass(frozen=True, slots=True)
class _LogLineLayout:
    row: LogRow
    height: float
    size: float  # type size before the text size setting


def log_box(painter: Painter, log: LogProps) -> Box:
    """Box of a log, as high as its rows, or at least as its room if it fills that."""
    title, lines = _fit(painter, log)
    height = _title_height(painter, title) + 2 * LOG_MARGIN + sum(line.height for line in lines)
    return Box(log.room.x, log.room.y, log.room.w, max(height, log.room.h if log.fills else 0.0))


def draw_log(painter: Painter, log: LogProps) -> None:
    """Draw a panel with the last rows that fit, the newest at the bottom."""
    box, theme = log_box(painter, log), painter.theme
    image = panel(
        painter.assets, round(box.w), round(box.h), ClothColours(theme.panel, "#2B2440", theme.stitch)
    )
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    x, y, width = box.x + LOG_MARGIN, box.y + LOG_MARGIN, box.w - 2 * LOG_MARGIN
    title, lines = _fit(painter, log)
    if title:
        line_high = painter.line_height(LARGE)
        painter.text(title, x, y + line_high / 2, LARGE, TextStyle(NAMES), room=width)
        painter.blit(divider(painter.assets, round(width), theme.stitch), x, y + line_high + 4)
    y += _title_height(painter, title)
    for line in lines:
        if log.now and line.row.number == log.now:
            painter.fill(Box(x - 6, y, width + 12, line.height - 3), theme.chosen, 12)
        plate = _plate(painter)
        if line.row.number:
            image = number_plate(painter.assets, line.row.number, plate)
            painter.blit(image, x, y + (line.height - plate) / 2 - 2)
        left = plate + 10
        text_height = painter.height(line.row.words, width - left, line.size)
        painter.paragraph(
            line.row.words, x + left, y + (line.height - 3 - text_height) / 2, width - left, line.size
        )
        y += line.height


def did_tag(actions: Sequence[str], max_height: float = TAG_SIZE * MAX_TAG_SCALE, key: str = "") -> Element:
    """Tag with the actions of a seat's last turn, at most ``max_height`` units high, for its plate.

    ``actions`` has a word or two for each action. Only the last one is shown if there is no room for all.
    """
    letters = FontSpec(SMALL, STRONG, most=SMALL * max_height / TAG_SIZE)
    forms = (Text(", ".join(actions), letters, 0.5, lines=1), SingleLineText(actions[-1], letters, 0.5))
    return first_that_fits(*(column(form, pad=Padding(10, 0.75), behind=_DID, key=key) for form in forms))


def _draw_did(painter: Painter, box: Box) -> None:
    """Draw the cloth behind a tag."""
    draw_cloth(painter, box, ClothColours(painter.theme.page, painter.theme.ink, ""), radius=box.h / 2)


_DID = Picture(_draw_did)


def cards_held(look: int, count: int, letters: FontSpec) -> Element:
    """Picture and number of the cards in a hand: a fan in the colour of the look, and the number."""
    size = min(26.0, 1.2 * letters.size)
    height = ScaledLength(size, 0.6 * letters.growth, 1.1 * letters.most)
    fan = Picture(_draw_fan, (look,), w=replace(height, base=1.32 * size, most=1.32 * height.most), h=height)
    return row(fan, Text(str(count), letters, lines=1, step=0.88), gap=7, align=0.5)


def _draw_fan(painter: Painter, box: Box, look: int) -> None:
    painter.blit(cards_fan(painter.assets, round(box.h), SEAT_LOOKS[look].colour), *box.centre, "center")


def _title_height(painter: Painter, title: str) -> float:
    """Height in units of a log's title with its gap; 0 without one."""
    return painter.line_height(LARGE) + 14 if title else 0.0


def _plate(painter: Painter) -> float:
    """Size in units of a numbered plate in a log."""
    return round(PLATE_SIZE * min(1.3, painter.text_scale), 1)


def _fit(painter: Painter, log: LogProps) -> tuple[str, list[_LogLineLayout]]:
    """Title and layouts of the rows.

    To fit, letters are smaller, then the title is left out, then all rows but the last ones, at least one.
    """
    height, plate, lines = log.room.h - 2 * LOG_MARGIN, _plate(painter), list[_LogLineLayout]()
    width = log.room.w - 2 * LOG_MARGIN - plate - 10
    sizes = [SMALL * scale for scale in TYPE_SCALES if scale == 1 or scale * painter.text_scale >= 1]
    for title in dict.fromkeys((log.title, "")):
        for size in sizes:
            lines = [
                _LogLineLayout(row, max(plate + 8, painter.height(row.words, width, size) + 8), size)
                for row in log.rows
            ]
            if sum(line.height for line in lines) + _title_height(painter, title) <= height:
                return title, lines
    while len(lines) > 1 and sum(line.height for line in lines) > height:
        del lines[0]
    return "", lines


CELL_SIZE = (34.0, 32.0)  # size in units of a count's cell
COUNTS_MARGIN = 14.0
NARROW_MARGIN, BLOCK_GAP = 10.0, 8.0  # margin in units of a narrow sheet, and gap between its blocks
SHEET_GROWTH = 0.2  # growth of the sheet with the text size


@dataclass(frozen=True, slots=True)
class CountRow:
    """Counts of one suit, or of all cards."""

    suit: str  # key for `suit_sign`, empty for none
    counts: tuple[int, ...]
    whole: tuple[int, ...]  # totals; a count that reaches its total is highlighted


@dataclass(frozen=True, slots=True)
class CardCountsProps:
    """Content of a sheet of counts."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[CountRow, ...]


def draw_counts(painter: Painter, centre: tuple[float, float], props: CardCountsProps) -> None:
    """Draw a sheet of counts centred on a point, moved to stay inside the window."""
    scale = 1 + SHEET_GROWTH * (painter.text_scale - 1)
    signs = any(row.suit for row in props.rows)
    w = CELL_SIZE[0] * (len(props.heads) + signs) * scale + 2 * COUNTS_MARGIN
    h = (CELL_SIZE[1] * (len(props.rows) + 1) + 30) * scale + 2 * COUNTS_MARGIN
    view = painter.view
    x = min(max(centre[0] - w / 2, 8.0), view.w - w - 8)
    y = min(max(centre[1] - h / 2, 8.0), view.h - h - 8)
    key = ("game.ui.match.info_panels", props, painter.theme.name, painter.text_scale)
    painter.blit(
        painter.assets.get(key, lambda: _picture(painter, props, w, h)), x - SHADOW_MARGIN, y - SHADOW_MARGIN
    )


@dataclass(frozen=True, slots=True)
class TallLayout:
    """Layout of counts in a narrow box, one line for each head."""

    blocks: int  # number of blocks side by side
    lines: int
    cell: tuple[float, float]
    size: float  # type size in units

    @classmethod
    def of(cls, props: CardCountsProps, width: float, height: float) -> TallLayout:
        """Layout in one or two blocks, whichever has the larger type in these units."""
        plans = []
        for blocks in (1, 2):
            lines = -(-len(props.heads) // blocks)
            cell = (width - BLOCK_GAP * (blocks - 1)) / blocks / (len(props.rows) + 1), height / (lines + 1)
            plans.append(cls(blocks, lines, cell, min(cell[1] * 0.86, cell[0] * 0.78)))
        return max(plans, key=lambda plan: plan.size)


def draw_tall_counts(painter: Painter, box: Box, props: CardCountsProps) -> None:
    """Draw a sheet that fills a narrow box: a line for each head, a column for each suit."""
    key = ("game.ui.match.info_panels.tall", props, (box.w, box.h), painter.theme.name, painter.text_scale)
    image = painter.assets.get(key, lambda: _tall_picture(painter, props, box.w, box.h))
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def _tall_picture(painter: Painter, props: CardCountsProps, w: float, h: float) -> pygame.Surface:
    """Image of a sheet of counts with a line for each head; sizes in units."""
    theme, assets = painter.theme, painter.assets
    image = panel(assets, round(w), round(h), ClothColours(theme.panel, theme.ink, theme.stitch)).copy()
    brush, left, width = (
        painter.for_surface(image).with_text_scale(1),
        SHADOW_MARGIN + NARROW_MARGIN,
        w - 2 * NARROW_MARGIN,
    )
    strong, soft = TextStyle(NAMES), TextStyle(STRONG, theme.soft)
    title = BODY * (1 + SHEET_GROWTH * (painter.text_scale - 1))
    y = SHADOW_MARGIN + NARROW_MARGIN + title * 0.6
    brush.text(props.title, left + width / 2, y, title, strong, anchor="center", room=width)
    top = SHADOW_MARGIN + NARROW_MARGIN + title * 1.3
    plan = TallLayout.of(props, width, h - 2 * NARROW_MARGIN - title * 1.3)
    cw, ch = plan.cell
    for block in range(plan.blocks):
        x = left + block * (cw * (len(props.rows) + 1) + BLOCK_GAP)
        for place, suit in enumerate(props.rows, 1):
            sign = suit_sign(assets, suit.suit, round(min(cw, ch) * 0.9))
            brush.blit(sign, x + cw * (place + 0.5), top + ch / 2, "center")
        for line in range(plan.lines):
            number, y = block * plan.lines + line, top + ch * (line + 1)
            if number >= len(props.heads):
                break
            brush.text(props.heads[number], x + cw / 2, y + ch / 2, plan.size, soft, anchor="center", room=cw)
            for place, suit in enumerate(props.rows, 1):
                count, cell = suit.counts[number], Box(x + cw * place + 1.5, y + 1, cw - 3, ch - 2)
                if count:
                    full = count >= suit.whole[number]
                    brush.fill(cell, theme.chosen if full else theme.sunk, 6)
                    brush.frame(cell, theme.ink if full else theme.stitch, 1.5, 6)
                label, style = (str(count), strong) if count else ("–", soft)
                brush.text(label, *cell.centre, plan.size, style, anchor="center")
    return image


def _picture(painter: Painter, props: CardCountsProps, w: float, h: float) -> pygame.Surface:
    """Image of a sheet of counts with a line for each suit; sizes in units."""
    theme, assets = painter.theme, painter.assets
    scale = 1 + SHEET_GROWTH * (painter.text_scale - 1)
    image = panel(assets, round(w), round(h), ClothColours(theme.panel, theme.ink, theme.stitch)).copy()
    brush = painter.for_surface(image).with_text_scale(1)
    size, left, top = BODY * scale, SHADOW_MARGIN + COUNTS_MARGIN, SHADOW_MARGIN + COUNTS_MARGIN
    strong, soft = TextStyle(NAMES), TextStyle(STRONG, theme.soft)
    brush.text(props.title, left, top + 13 * scale, size, strong, room=w - 2 * COUNTS_MARGIN)
    signs = any(suit.suit for suit in props.rows)
    cw, ch = CELL_SIZE[0] * scale, CELL_SIZE[1] * scale
    first, line = left + cw * signs, top + 30 * scale
    for number, head in enumerate(props.heads):
        brush.text(head, first + cw * (number + 0.5), line + ch / 2, size * 0.9, soft, anchor="center")
    for place, suit in enumerate(props.rows, 1):
        y = line + ch * place
        if suit.suit:
            brush.blit(suit_sign(assets, suit.suit, round(24 * scale)), left + cw / 2, y + ch / 2, "center")
        for number, (count, whole) in enumerate(zip(suit.counts, suit.whole, strict=True)):
            box = Box(first + cw * number + 2, y + 2, cw - 4, ch - 4)
            if count:
                brush.fill(box, theme.chosen if count >= whole else theme.sunk, 8)
                brush.frame(box, theme.ink if count >= whole else theme.stitch, 2, 8)
            style = strong if count else soft
            brush.text(str(count) if count else "–", *box.centre, size, style, anchor="center")
    return image


# accessories by level, in addition to the antenna of every bot
_LEVEL_OUTFITS = {"easy": "beanie", "hard": "glasses", "master": "glasses hat"}


def bot_label(level: str) -> str:
    """Name of a bot, translated: "Bot, {level}", or "Bot, as good as me" if adaptive."""
    return _("Bot, as good as me") if level == ADAPTIVE_LEVEL else _("Bot, {level}").format(level=_(level))


def fit_words(fit: LevelMatch) -> str:
    """Sentence about the level of an adaptive match, with the reason."""
    rung = fit.rung
    level, won, match_count = _(rung.level), rung.results[0], sum(rung.results)
    if not fit.name:
        return _("{level}: only computer players here.").format(level=level)
    if match_count:
        return _("{level}: {name} has won {won} of {played} against it so far.").format(
            level=level, name=fit.name, won=won, played=match_count
        )
    if rung.before:
        won, match_count = rung.before_won, rung.before_won + rung.before_lost
        return _("{level}: {name} won {won} of {played} against {before}.").format(
            level=level, name=fit.name, won=won, played=match_count, before=_(rung.before)
        )
    return _("{level} until {name}'s first result. After that, results set the level.").format(
        level=level, name=fit.name
    )


def outfit_of(level: str, sock: str = "") -> str:
    """Space-separated accessories of a puppet: a bot's by its level, a person's sock; may be empty."""
    if not level:
        return f"{SOCK_PREFIX}{sock}" if sock else ""
    return f"antenna {_LEVEL_OUTFITS.get(base_level(level), '')}".rstrip()


def device_label(device: str) -> str:
    """Name of an input device, translated; "Any device" for an unknown or empty one."""
    kind, _colon, number = device.partition(":")
    if kind == PAD:
        return _("Controller {number}").format(number=number)
    return {MOUSE: _("Mouse"), KEYBOARD: _("Keyboard"), PHONE: _("Phone")}.get(
        kind, _("Mouse, keyboard or controller")
    )


def apart_words(seats: Sequence[Seat], number: int, device: str) -> str:
    """Sentence with player and device: of seat ``number``, or if it has none, of the owner of ``device``."""
    seat = seats[number]
    if not seat.device:
        seat = next((candidate for candidate in seats if candidate.device == device), seat)
    return _("{name} plays with: {device}").format(name=seat.name, device=device_label(seat.device))


def device_icon(device: str) -> str:
    """Icon name of an input device: "pad", "mouse", "keyboard" or "phone", else "person"."""
    kind = device.partition(":")[0]
    return kind if kind in (PAD, MOUSE, KEYBOARD, PHONE) else "person"
