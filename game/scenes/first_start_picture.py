"""How the first start looks: all of it but the host, drawn from one frozen value."""

from __future__ import annotations

from dataclasses import dataclass

from game.scenes.first_start_layout import (
    DEPTH,
    DEVICES,
    HELLO,
    LANGUAGE,
    LEARN,
    LETTERS,
    NOTE,
    OPEN,
    SIZE,
    SWITCH,
    SWITCH_TEXT,
    SWITCHES,
    TAG_TEXT,
    WITH,
    Plan,
    device_labels,
    hang,
    later_words,
    note_of,
    sample_words,
    state_width,
    switch_at,
    switch_high,
    switch_words,
)
from game.ui.art.daily import ROPE_ROOM, peg, rope
from game.ui.art.fabric import (
    BUBBLE_ROOM,
    FOCUSED,
    NORMAL,
    ROOM,
    Fabric,
    bubble,
    divider,
    focus_ring,
    panel,
    segment,
    segment_bed,
    toggle,
)
from game.ui.art.icons import icon, tick
from game.ui.art.rooms import wall
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets.strip import StripShown, draw_shown_strip
from game.ui.widgets.widgets import draw_button, ring, sheet
from game.words import _, own_name


@dataclass(frozen=True, slots=True)
class FirstStartShown:
    """Everything that is chosen, and where."""

    plan: Plan
    scroll: float
    codes: tuple[str, ...]
    """The languages."""
    language: str
    size: int
    """Percent."""
    held: str
    """What somebody plays with."""
    switches: tuple[bool, ...]
    """Which of `SWITCHES` are on."""
    focus: str
    mute: bool
    """Whether nothing here can speak."""
    strip: StripShown | None


def draw_first_start(painter: Painter, shown: FirstStartShown) -> None:
    """Draw all of it but the host."""
    view, plan = painter.view, shown.plan
    painter.blit(wall(painter.assets, view.w, view.h, painter.theme.name, view.h - plan.floor), 0, 0)
    painter.blit(rope(painter.assets, view.w, DEPTH), 0, plan.gaps.line - ROPE_ROOM)
    for code, box in zip(shown.codes, plan.tags, strict=True):
        _draw_tag(painter, shown, code, box)
    if plan.bubble is not None:
        _draw_bubble(painter, plan.bubble, shown)
    sheet(painter, plan.sheet)
    clip = painter.surface.get_clip()
    painter.surface.set_clip(view.rect(plan.inside))
    _draw_sizes(painter, shown)
    _draw_held(painter, shown)
    for name, on, words, box in zip(
        SWITCHES, shown.switches, switch_words(), plan.rows.switches, strict=True
    ):
        at, high = box.moved(0, -shown.scroll), switch_high(painter)
        if at.h > high:
            painter.paragraph(
                note_of(name, mute=shown.mute),
                at.x,
                at.y + high,
                at.w,
                BODY,
                TextStyle(colour=painter.theme.soft),
            )
        _draw_switch(painter, words, Box(at.x, at.y, at.w, high), on=on, focused=shown.focus == name)
    bar = plan.bar(shown.scroll)
    if bar.h:
        painter.fill(Box(bar.x, plan.inside.y + 4, bar.w, plan.inside.h - 8), painter.theme.sunk, 3)
        painter.fill(bar, painter.theme.soft, 3)
    painter.surface.set_clip(clip)
    if plan.learn is not None:
        state = FOCUSED if shown.focus == LEARN else NORMAL
        draw_button(painter, plan.learn, _("Show me how to play"), state)
    draw_button(painter, plan.open, _("Open the drawer"), FOCUSED if shown.focus == OPEN else NORMAL, go=True)
    draw_shown_strip(painter, shown.strip)


def _draw_tag(painter: Painter, shown: FirstStartShown, code: str, box: Box) -> None:
    """A language on the line, in its own words."""
    theme, chosen = painter.theme, code == shown.language
    fabric = Fabric(theme.ink if chosen else theme.panel, theme.ink, theme.stitch)
    painter.blit(panel(painter.assets, round(box.w), round(box.h), fabric), box.x - ROOM, box.y - ROOM)
    if shown.focus == LANGUAGE + code:
        ring(painter, box)
    x, y = box.centre[0], box.y + box.h * 0.57
    room = box.w - 36
    if chosen:
        painter.blit(tick(painter.assets, 28), box.x + 34, y, "center")
        x, room = x + 16, room - 38
    style = TextStyle(NAMES, theme.panel if chosen else theme.ink)
    painter.text(own_name(code), x, y, TAG_TEXT, style, anchor="center", room=room)
    for at, turn in ((box.x + 30, -4.0), (box.right - 30, 4.0)):
        painter.blit(peg(painter.assets, 0.72, turn), at, hang(at, painter.view.w, shown.plan.gaps), "center")


def _draw_bubble(painter: Painter, box: Box, shown: FirstStartShown) -> None:
    """What the host says: hello, what the switch in focus is for, or what comes after a button."""
    theme = painter.theme
    tail = (120.0, box.h, 142.0, box.h + 44)
    image = bubble(
        painter.assets, round(box.w), round(box.h), tail, theme.panel, theme.ink, stitch=theme.stitch
    )
    painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)
    left, room, y = box.x + 20, box.w - 40, box.y + 14
    high = painter.line_height(HELLO)
    hello = TextStyle(NAMES)
    focus = shown.focus
    note = note_of(focus, mute=shown.mute)
    head = switch_words()[SWITCHES.index(focus)] if focus in SWITCHES and note else _("Hello!")
    head = _("What comes next") if focus in (LEARN, OPEN) else head
    painter.text(head, box.centre[0], y + high / 2, HELLO, hello, anchor="center", room=room)
    y += high
    if note:
        painter.paragraph(note, left, y, room, NOTE, centred=True)
        return
    fit = _("Let us make this drawer fit you.")
    y += painter.paragraph(fit, left, y, room, 23, TextStyle(STRONG), centred=True) + 6
    painter.paragraph(later_words(), left, y, room, SMALL, TextStyle(colour=theme.soft), centred=True)


def _label(painter: Painter, words: str, row: Box, control: Box) -> None:
    """What a row is about: left of its control, or above."""
    y = control.centre[1] if control.y == row.y else row.y + painter.line_height(LARGE) / 2
    painter.text(words, row.x, y, LARGE, TextStyle(STRONG), room=row.w)


def _draw_sizes(painter: Painter, shown: FirstStartShown) -> None:
    """The sizes of text as letters that grow, and a sentence of that size."""
    theme, assets, rows = painter.theme, painter.assets, shown.plan.rows
    row, bed, sample = (box.moved(0, -shown.scroll) for box in (rows.size, rows.bed, rows.sample))
    _label(painter, _("Text size"), row, bed)
    image = segment_bed(assets, round(bed.w), round(bed.h), theme.sunk, theme.ink)
    painter.blit(image, *bed.centre, "center")
    for number, (box, letters) in enumerate(zip(size_boxes(bed), LETTERS, strict=True)):
        chosen = shown.size == 100 + 25 * number
        if chosen:
            painter.blit(
                segment(assets, round(box.w), round(box.h), theme.ink, theme.stitch), *box.centre, "center"
            )
        style = TextStyle(NAMES, theme.panel if chosen else theme.ink, fixed=True)
        painter.text("Aa", *box.centre, letters, style, anchor="center")
    if shown.focus == SIZE:
        ring(painter, bed, bed.h / 2)
    painter.text(f"{shown.size} %", row.right, bed.centre[1], BODY, TextStyle(STRONG), anchor="midright")
    cloth = panel(
        assets, round(sample.w), round(sample.h), Fabric(theme.sunk, theme.sunk, theme.stitch), shadow=False
    )
    painter.blit(cloth, sample.x - ROOM, sample.y - ROOM)
    words = sample_words(alone=shown.plan.bubble is None, focus=shown.focus, mute=shown.mute)
    painter.paragraph(
        words, sample.x + 20, sample.y + shown.plan.gaps.sample + 1, sample.w - 40, BODY, centred=True
    )


def size_boxes(bed: Box) -> list[Box]:
    """Where the letters stand, the larger ones with more room."""
    shares = [letters + 36 for letters in LETTERS]
    boxes, x = [], bed.x
    for share in shares:
        wide = bed.w * share / sum(shares)
        boxes.append(Box(x, bed.y, wide, bed.h))
        x += wide
    return boxes


def _seam(painter: Painter, box: Box, y: float) -> None:
    painter.blit(divider(painter.assets, round(box.w), painter.theme.stitch), box.centre[0], y, "center")


def _draw_held(painter: Painter, shown: FirstStartShown) -> None:
    """What somebody plays with: a tile for each."""
    theme, assets, rows, gap = painter.theme, painter.assets, shown.plan.rows, shown.plan.gaps.tile
    rim = theme.faint if theme.name == "dark" else theme.rim
    row = rows.held.moved(0, -shown.scroll)
    tiles = [box.moved(0, -shown.scroll) for box in rows.tiles]
    _seam(painter, row, row.y - shown.plan.gaps.seam / 2)
    _label(painter, _("I play with"), row, tiles[0])
    for device, words, box in zip(DEVICES, device_labels(), tiles, strict=True):
        chosen = device == shown.held
        fabric = Fabric(theme.chosen, theme.ink, theme.stitch) if chosen else Fabric(theme.panel, rim, "")
        image = panel(assets, round(box.w), round(box.h), fabric, shadow=chosen)
        painter.blit(image, box.x - ROOM, box.y - ROOM)
        painter.blit(
            icon(assets, device, 44, theme.ink, theme.panel), box.centre[0], box.y + gap + 22, "center"
        )
        y = box.bottom - gap / 2 - painter.line_height(BODY) / 2
        painter.text(words, box.centre[0], y, BODY, TextStyle(STRONG), anchor="center", room=box.w - 16)
        if shown.focus == WITH + device:
            painter.blit(
                focus_ring(assets, round(box.w), round(box.h), 16, theme.focus), *box.centre, "center"
            )
        if chosen:
            painter.blit(tick(assets, 28), box.right - 8, box.y + 8, "center")
    _seam(painter, row, row.bottom + shown.plan.gaps.seam / 2)


def _draw_switch(painter: Painter, words: str, box: Box, *, on: bool, focused: bool) -> None:
    """Words, a sewing button in its hole or beside it, and whether that is on."""
    theme, (wide, high) = painter.theme, SWITCH
    if focused:
        ring(painter, Box(box.x - 6, box.y + 3, box.w + 12, box.h - 6), 14)  # the row above is near
    room = box.w - wide - 10 - state_width(painter)
    x = box.x + min(switch_at(painter, words), room)
    painter.text(words, box.x, box.centre[1], SWITCH_TEXT, TextStyle(STRONG), room=room)
    image = toggle(painter.assets, on=on, w=wide, h=high, sunk=theme.sunk, ink=theme.ink)
    painter.blit(image, x, box.centre[1], "midleft")
    state = _("On") if on else _("Off")
    painter.text(state, x + wide + 10, box.centre[1], BODY, TextStyle(STRONG), room=box.right - x - wide - 10)
