"""What is told beside a board: what others did, which cards have been played, who sits there.

A log with numbered steps, the tag of a seat's last turn, sheets of counts at a card table, and the words and
icons of levels and devices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import pygame

from game.i18n import _
from game.match.adaptive_level import FOR_ME, LevelMatch
from game.match.recap import RecapStep
from game.match.seats import KEYBOARD, MOUSE, PAD, PHONE, Seat
from game.ui.art.album import number_plate
from game.ui.art.cards import suit_sign
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, divider, panel
from game.ui.art.icons import cards_fan
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import WORD
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

PLATE = 34.0
"""How large a numbered plate is, in units."""
SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""How small the words of a log may be beside the text size; never smaller than at the usual one."""
TAG, LARGEST_TAG = 26.0, 1.3
"""How high the tag with somebody's last turn is, and how much of a larger text it grows by at most."""
EDGE = 14.0
"""Between the log's edge and what it says, in units."""


def heading(seats: Iterable[int], names: Sequence[str]) -> str:
    """What stands above the steps of these seats."""
    whose = set(seats)
    if len(whose) == 1:
        return _("What {name} did").format(name=names[whose.pop()])
    return _("What the others did")


class NewsLine:
    """What has just happened, in a sentence that is said again where another language is spoken."""

    def __init__(self) -> None:
        self.text = ""
        self._say: Callable[[], str] = str

    def say(self, say: Callable[[], str]) -> bool:
        """Take in news, put into words by ``say``; whether there are any: no words are none."""
        if words := say():
            self.text, self._say = words, say
        return bool(words)

    def retell(self) -> None:
        self.text = self._say()

    def forget(self) -> None:
        """What happened last is told anew: a film stands at another moment."""
        self.text, self._say = "", str


def recap_prompt(context: ViewContext, *, most: bool = False) -> Prompts:
    """The entry of the strip by which it is seen again; ``most`` where it may stand there later."""
    return [(InputAction.AGAIN, _("See it again"))] if most or context.ports.told() else []


def hurry_prompt(context: ViewContext) -> Prompts:
    """The entry for hurrying what is shown, or a computer player; none while somebody with a phone thinks."""
    thinks = context.match.on_phone is not None and not context.playback.is_busy
    return [] if thinks else [(InputAction.CONFIRM, _("Hurry"))]


def undo_prompts(context: ViewContext, *, most: bool = False) -> Prompts:
    """The entries for taking a move back and making it again; ``most`` where they may stand there later."""
    back = [(InputAction.UNDO, _("Take back"))] if most or context.match.can_go_back else []
    return [*back, (InputAction.REDO, _("Redo"))] if context.may_play_again and not most else back


@dataclass(frozen=True, slots=True)
class LogRow:
    """A line of the log."""

    number: int
    seat: Seat
    words: str


@dataclass(frozen=True, slots=True)
class LogProps:
    """All that a log shows."""

    room: Box
    """It is no larger than this; it hangs from the upper edge."""
    title: str
    """Empty where one row says it all."""
    rows: tuple[LogRow, ...]
    now: int = 0
    """The number of the step that is shown just now; 0 for none."""
    fills: bool = False
    """Whether it is as high as its room whatever it tells, so that it does not jump and nothing looks out."""


def log_of(steps: Sequence[RecapStep], seats: Sequence[Seat], room: Box, now: int | None = None) -> LogProps:
    """The log of these steps, up to the one that is shown now."""
    rows = tuple(
        LogRow(step.number, seats[step.seat], step.words)
        for step in steps
        if now is None or step.number <= now
    )
    title = heading((step.seat for step in steps), [seat.name for seat in seats])
    return LogProps(room, title, rows, now or 0, now is not None)


@dataclass(frozen=True, slots=True)
class _LogLineLayout:
    row: LogRow
    high: float
    size: float
    """Of its words, before the text size."""


def log_wide(painter: Painter, log: LogProps) -> float:
    """How wide a log has to be so that each row has one line, title included."""
    words = max(painter.width(row.words, SMALL) for row in log.rows)
    title = painter.width(log.title, LARGE, NAMES) if log.title else 0.0
    return max(title, words + _plate(painter) + 12) + 2 * EDGE


def log_box(painter: Painter, log: LogProps) -> Box:
    """Where a log lies, as high as its rows are."""
    lines = _fitting(painter, log)
    high = _title_high(painter, log) + 2 * EDGE + sum(line.high for line in lines)
    return Box(log.room.x, log.room.y, log.room.w, max(high, log.room.h if log.fills else 0.0))


def draw_log(painter: Painter, log: LogProps) -> None:
    """A panel with the last rows that fit into it, the newest at the foot."""
    box, theme = log_box(painter, log), painter.theme
    image = panel(
        painter.assets, round(box.w), round(box.h), ClothColours(theme.panel, "#2B2440", theme.stitch)
    )
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    x, y, wide = box.x + EDGE, box.y + EDGE, box.w - 2 * EDGE
    if log.title:
        line_high = painter.line_height(LARGE)
        painter.text(log.title, x, y + line_high / 2, LARGE, TextStyle(NAMES), room=wide)
        painter.blit(divider(painter.assets, round(wide), theme.stitch), x, y + line_high + 4)
    y += _title_high(painter, log)
    for line in _fitting(painter, log):
        if line.row.number == log.now:
            painter.fill(Box(x - 6, y, wide + 12, line.high - 3), theme.chosen, 12)
        plate = _plate(painter)
        image = number_plate(painter.assets, line.row.number, plate)
        painter.blit(image, x, y + (line.high - plate) / 2 - 2)
        left = plate + 10
        tall = painter.height(line.row.words, wide - left, line.size)
        painter.paragraph(line.row.words, x + left, y + (line.high - 3 - tall) / 2, wide - left, line.size)
        y += line.high


def did_tag(did: Sequence[str], high: float = TAG * LARGEST_TAG, key: str = "") -> Element:
    """The tag of what somebody did in their last turn, at most so high, to be hung at their plate.

    ``did`` has a word or two for each thing, the last of which is told where there is no room for all.
    """
    letters = FontSpec(SMALL, STRONG, most=SMALL * high / TAG)
    forms = (Text(", ".join(did), letters, 0.5, lines=1), SingleLineText(did[-1], letters, 0.5))
    return first_that_fits(*(column(form, pad=Padding(10, 0.75), behind=_DID, key=key) for form in forms))


def _draw_did(painter: Painter, box: Box) -> None:
    draw_cloth(painter, box, ClothColours(painter.theme.page, painter.theme.ink, ""), radius=box.h / 2)


_DID = Picture(_draw_did)


def cards_held(look: int, count: int, letters: FontSpec) -> Element:
    """How many cards somebody holds: a fan of them in the colour of a seat, and the number."""
    high = min(26.0, 1.2 * letters.size)
    tall = ScaledLength(high, 0.6 * letters.grows, 1.1 * letters.most)
    fan = Picture(_draw_fan, (look,), w=replace(tall, base=1.32 * high, most=1.32 * tall.most), h=tall)
    return row(fan, Text(str(count), letters, lines=1, step=0.88), gap=7, align=0.5)


def _draw_fan(painter: Painter, box: Box, look: int) -> None:
    painter.blit(cards_fan(painter.assets, round(box.h), SEAT_LOOKS[look].colour), *box.centre, "center")


def _title_high(painter: Painter, log: LogProps) -> float:
    return painter.line_height(LARGE) + 14 if log.title else 0.0


def _plate(painter: Painter) -> float:
    return round(PLATE * min(1.3, painter.text_scale), 1)


def _fitting(painter: Painter, log: LogProps) -> list[_LogLineLayout]:
    """The rows of a log, in smaller letters where large ones have no room; else the last, one at least."""
    room, lines = log.room.h - _title_high(painter, log) - 2 * EDGE, list[_LogLineLayout]()
    plate = _plate(painter)
    wide = log.room.w - 2 * EDGE - plate - 10
    for size in (SMALL * share for share in SHARES if share == 1 or share * painter.text_scale >= 1):
        lines = [
            _LogLineLayout(row, max(plate + 8, painter.height(row.words, wide, size) + 8), size)
            for row in log.rows
        ]
        if sum(line.high for line in lines) <= room:
            return lines
    while len(lines) > 1 and sum(line.high for line in lines) > room:
        del lines[0]
    return lines


CELL = (34.0, 32.0)
"""How large the place of a count is, in units."""
COUNTS_EDGE = 14.0
NEAR, BETWEEN = 10.0, 8.0
"""The edge of a narrow sheet, and the room between its blocks."""
GROWS = 0.2
"""How much of a larger text the sheet grows by."""


@dataclass(frozen=True, slots=True)
class CountRow:
    """The counts of one suit, or of all."""

    suit: str
    """As `suit_sign` knows it; empty for none."""
    counts: tuple[int, ...]
    whole: tuple[int, ...]
    """How many of each there are: a count that is as large stands out."""


@dataclass(frozen=True, slots=True)
class CardCountsProps:
    """All that a sheet says."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[CountRow, ...]


def draw_counts(painter: Painter, centre: tuple[float, float], shown: CardCountsProps) -> None:
    """Draw the sheet around a point, and never over the edge of the window."""
    share = 1 + GROWS * (painter.text_scale - 1)
    signs = any(row.suit for row in shown.rows)
    w = CELL[0] * (len(shown.heads) + signs) * share + 2 * COUNTS_EDGE
    h = (CELL[1] * (len(shown.rows) + 1) + 30) * share + 2 * COUNTS_EDGE
    view = painter.view
    x = min(max(centre[0] - w / 2, 8.0), view.w - w - 8)
    y = min(max(centre[1] - h / 2, 8.0), view.h - h - 8)
    key = ("game.ui.match.info_panels", shown, painter.theme.name, painter.text_scale)
    painter.blit(
        painter.assets.get(key, lambda: _picture(painter, shown, w, h)), x - SHADOW_MARGIN, y - SHADOW_MARGIN
    )


@dataclass(frozen=True, slots=True)
class TallLayout:
    """How counts stand below each other in a narrow box, a line for each head."""

    blocks: int
    """So many of them stand beside each other, each with its share of the lines."""
    lines: int
    cell: tuple[float, float]
    size: float
    """Of what is written, in units of the canvas."""

    @classmethod
    def of(cls, shown: CardCountsProps, wide: float, high: float) -> TallLayout:
        """The plan with the largest writing in such a room."""
        plans = []
        for blocks in (1, 2):
            lines = -(-len(shown.heads) // blocks)
            cell = (wide - BETWEEN * (blocks - 1)) / blocks / (len(shown.rows) + 1), high / (lines + 1)
            plans.append(cls(blocks, lines, cell, min(cell[1] * 0.86, cell[0] * 0.78)))
        return max(plans, key=lambda plan: plan.size)


def draw_tall_counts(painter: Painter, box: Box, shown: CardCountsProps) -> None:
    """Draw a sheet that fills a narrow box: a line for each head, a column for each suit."""
    key = ("game.ui.match.info_panels.tall", shown, (box.w, box.h), painter.theme.name, painter.text_scale)
    image = painter.assets.get(key, lambda: _tall_picture(painter, shown, box.w, box.h))
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def _tall_picture(painter: Painter, shown: CardCountsProps, w: float, h: float) -> pygame.Surface:
    theme, assets = painter.theme, painter.assets
    image = panel(assets, round(w), round(h), ClothColours(theme.panel, theme.ink, theme.stitch)).copy()
    brush, left, wide = painter.onto(image).at_scale(1), SHADOW_MARGIN + NEAR, w - 2 * NEAR
    strong, soft = TextStyle(NAMES), TextStyle(STRONG, theme.soft)
    title = BODY * (1 + GROWS * (painter.text_scale - 1))
    y = SHADOW_MARGIN + NEAR + title * 0.6
    brush.text(shown.title, left + wide / 2, y, title, strong, anchor="center", room=wide)
    top = SHADOW_MARGIN + NEAR + title * 1.3
    plan = TallLayout.of(shown, wide, h - 2 * NEAR - title * 1.3)
    cw, ch = plan.cell
    for block in range(plan.blocks):
        x = left + block * (cw * (len(shown.rows) + 1) + BETWEEN)
        for place, suit in enumerate(shown.rows, 1):
            sign = suit_sign(assets, suit.suit, round(min(cw, ch) * 0.9))
            brush.blit(sign, x + cw * (place + 0.5), top + ch / 2, "center")
        for line in range(plan.lines):
            number, y = block * plan.lines + line, top + ch * (line + 1)
            if number >= len(shown.heads):
                break
            brush.text(shown.heads[number], x + cw / 2, y + ch / 2, plan.size, soft, anchor="center", room=cw)
            for place, suit in enumerate(shown.rows, 1):
                count, cell = suit.counts[number], Box(x + cw * place + 1.5, y + 1, cw - 3, ch - 2)
                if count:
                    full = count >= suit.whole[number]
                    brush.fill(cell, theme.chosen if full else theme.sunk, 6)
                    brush.frame(cell, theme.ink if full else theme.stitch, 1.5, 6)
                words, style = (str(count), strong) if count else ("–", soft)
                brush.text(words, *cell.centre, plan.size, style, anchor="center")
    return image


def _picture(painter: Painter, shown: CardCountsProps, w: float, h: float) -> pygame.Surface:
    theme, assets = painter.theme, painter.assets
    share = 1 + GROWS * (painter.text_scale - 1)
    image = panel(assets, round(w), round(h), ClothColours(theme.panel, theme.ink, theme.stitch)).copy()
    brush = painter.onto(image).at_scale(1)
    size, left, top = BODY * share, SHADOW_MARGIN + COUNTS_EDGE, SHADOW_MARGIN + COUNTS_EDGE
    strong, soft = TextStyle(NAMES), TextStyle(STRONG, theme.soft)
    brush.text(shown.title, left, top + 13 * share, size, strong, room=w - 2 * COUNTS_EDGE)
    signs = any(suit.suit for suit in shown.rows)
    cw, ch = CELL[0] * share, CELL[1] * share
    first, line = left + cw * signs, top + 30 * share
    for number, head in enumerate(shown.heads):
        brush.text(head, first + cw * (number + 0.5), line + ch / 2, size * 0.9, soft, anchor="center")
    for place, suit in enumerate(shown.rows, 1):
        y = line + ch * place
        if suit.suit:
            brush.blit(suit_sign(assets, suit.suit, round(24 * share)), left + cw / 2, y + ch / 2, "center")
        for number, (count, whole) in enumerate(zip(suit.counts, suit.whole, strict=True)):
            box = Box(first + cw * number + 2, y + 2, cw - 4, ch - 4)
            if count:
                brush.fill(box, theme.chosen if count >= whole else theme.sunk, 8)
                brush.frame(box, theme.ink if count >= whole else theme.stitch, 2, 8)
            style = strong if count else soft
            brush.text(str(count) if count else "–", *box.centre, size, style, anchor="center")
    return image


_WORN = {"easy": "beanie", "hard": "glasses", "master": "glasses hat"}
"""What tells a level from another, besides the antenna of every computer player."""


def bot_label(level: str) -> str:
    """A computer player, for people, beside the icon of one: by its level.

    What a manner is called says little before somebody asks: the seat in a lobby tells what it does.
    """
    plain = level.partition("/")[0]
    return _("Bot, as good as me") if plain == FOR_ME else _("Bot, {level}").format(level=_(plain))


def fit_words(fit: LevelMatch) -> str:
    """Which level a match for somebody has, and why."""
    rung = fit.rung
    level, won, played = _(rung.level), rung.results[0], sum(rung.results)
    if not fit.name:
        return _("{level}: only computers sit here.").format(level=level)
    if played:
        return _("{level}, as {name} has won {won} of {played} against it so far.").format(
            level=level, name=fit.name, won=won, played=played
        )
    if rung.before:
        won, played = rung.before_won, rung.before_won + rung.before_lost
        return _("{level}, as {name} won {won} of {played} against {before}.").format(
            level=level, name=fit.name, won=won, played=played, before=_(rung.before)
        )
    return _("{level} to begin with; {name}'s results move it.").format(level=level, name=fit.name)


def outfit_of(level: str, sock: str = "") -> str:
    """What the puppet of a seat wears: what tells of a computer player's level, a person's own sock."""
    if not level:
        return f"{WORD}{sock}" if sock else ""
    plain, _slash, manner = level.partition("/")
    hat = _WORN.get(plain, "")
    # Beside a cap it would only be a tangle.
    return " ".join(["antenna", *(["pennant"] if manner and "beanie" not in hat else []), *hat.split()])


def device_label(device: str) -> str:
    """What a person holds, for people."""
    kind, _colon, number = device.partition(":")
    if kind == PAD:
        return _("Pad {number}").format(number=number)
    return {MOUSE: _("Mouse"), KEYBOARD: _("Keyboard"), PHONE: _("Phone")}.get(kind, _("Any device"))


def apart_words(seats: Sequence[Seat], number: int, device: str) -> str:
    """Who plays with what, where a device may not act for a seat: the seat, else whose pad it is."""
    seat = seats[number]
    if not seat.device:
        seat = next((one for one in seats if one.device == device), seat)
    return _("{name} plays with: {device}").format(name=seat.name, device=device_label(seat.device))


def device_icon(device: str) -> str:
    """The icon of what a person holds."""
    kind = device.partition(":")[0]
    return kind if kind in (PAD, MOUSE, KEYBOARD, PHONE) else "person"
