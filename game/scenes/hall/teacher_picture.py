"""The teacher's panel, drawn: tables with everybody who sits there, what needs a look, the big screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.match.hall.snapshot import Status
from game.scenes.hall.asked import draw_asked
from game.scenes.hall.teacher_shown import (
    GROWS,
    WHOLE,
    ChairRowShown,
    PanelBoxes,
    TableCardShown,
    TabShown,
    TeacherPanelShown,
)
from game.scenes.hall.whole import hall_art
from game.ui.art.fabric import FOCUSED, NORMAL, ROOM, Fabric, button, panel, tag, toggle
from game.ui.art.icons import icon
from game.ui.art.layers import DONE, GOLD, INK, QUIET
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.widgets.strip import StripShown, draw_shown_strip
from game.ui.widgets.widgets import GO, GO_INK
from game.words import _

PILLS: Final = {
    Status.LEADS: (GOLD, INK),
    Status.OUT: DONE,
    Status.BOT: ("#DCD3EA", INK),
    Status.AWAY: ("#B03526", "#FFFFFF"),
    Status.LONG: ("#FFFFFF", "#9C2A1C"),
    Status.MOVES: (QUIET, "#174F91"),
}
TALLEST: Final = 54.0
"""How high the puppets are at most."""
LETTERS: Final = 1.5
"""So much larger the words of rows get at most with the text size, whose boxes grow less."""
HEADS: Final = {"begin", "to_debrief"}


@dataclass(frozen=True, slots=True)
class TeacherShown:
    """The panel with its boxes and the strip."""

    game: str
    panel: TeacherPanelShown
    boxes: PanelBoxes
    strip: StripShown | None


def sizes(painter: Painter) -> float:
    """How much larger letters are than usual."""
    return min(painter.text_scale, GROWS)


def letters(painter: Painter) -> float:
    """How much larger words are that stand alone in their room: they shrink where they have none."""
    return min(painter.text_scale, LETTERS)


def button_size(painter: Painter, buttons: Sequence[tuple[str, str]]) -> float:
    """The size of type of the buttons of the head, in it or in a row of their own; see `panel_boxes`."""
    grow = letters(painter)

    def share() -> float:
        wide = sum(painter.width(words, 20 * grow, STRONG, fixed=True) + 50 for _key, words in buttons)
        return wide / painter.view.w

    while grow > sizes(painter) and share() > WHOLE:
        grow -= 0.05
    return 20 * max(grow, sizes(painter))


def button_widths(painter: Painter, buttons: Sequence[tuple[str, str]]) -> dict[str, float]:
    """How wide the buttons of the head are, by their keys."""
    size = button_size(painter, buttons)
    return {key: painter.width(words, size, STRONG, fixed=True) + 40 for key, words in buttons}


def draw_teacher(painter: Painter, shown: TeacherShown) -> Iterator[None]:
    """All that stands still."""
    painter.fill(painter.view.box, painter.theme.page)
    _draw_head(painter, shown)
    for tab in shown.panel.tabs:
        draw_tab(painter, shown.boxes.of(tab.key), tab)
    if shown.panel.asked is not None:
        places = dict(shown.boxes.places)
        draw_asked(painter, shown.panel.asked, shown.boxes.area, places, sizes(painter))
    for card, box in zip(shown.panel.cards, shown.boxes.cards, strict=True):
        _draw_card(painter, shown, card, box)
        yield
    _draw_side(painter, shown)
    draw_shown_strip(painter, shown.strip)


def _sheet(painter: Painter, box: Box, *, warns: bool = False) -> None:
    theme = painter.theme
    fabric = Fabric(theme.panel, theme.bad if warns else theme.ink, theme.panel)
    image = panel(painter.assets, round(box.w), round(box.h), fabric, radius=14, shadow=False)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    if warns:
        painter.frame(box.grown(1), theme.bad, 4, 15)


def _draw_head(painter: Painter, shown: TeacherShown) -> None:
    told, box, grow, theme = shown.panel, shown.boxes.head, sizes(painter), painter.theme
    strong, soft = TextStyle(NAMES, theme.ink, fixed=True), TextStyle(READ, theme.soft, fixed=True)
    buttons = [place for key, place in shown.boxes.places if key in dict(told.buttons)]
    first = min([place.x for place in buttons if place.y < box.bottom], default=box.right)
    if first == box.right:
        grow = letters(painter)
    size = round(34 * grow)
    clock = box.x + (first - box.x) * 0.5
    painter.text(told.title, box.x, box.y + box.h * 0.3, 26 * grow, strong, room=clock - box.x - 20)
    painter.text(told.people, box.x, box.y + box.h * 0.72, 17 * grow, soft, room=clock - box.x - 20)
    painter.blit(
        icon(painter.assets, "clock", size, theme.ink, theme.page), clock, box.y + box.h * 0.48, "midleft"
    )
    left = clock + size + 10
    painter.text(told.clock, left, box.y + box.h * 0.3, 24 * grow, strong, room=first - left - 14)
    painter.text(told.last_hand, left, box.y + box.h * 0.72, 17 * grow, soft, room=first - left - 14)
    for key, _words in told.buttons:
        draw_head_button(painter, told.buttons, shown.boxes.of(key), key, focused=False)


def draw_head_button(
    painter: Painter, buttons: Sequence[tuple[str, str]], box: Box, key: str, *, focused: bool
) -> None:
    """One of these buttons, which stand in the head."""
    theme, go = painter.theme, key in HEADS
    ink = theme.ink if theme.name != "dark" else "#120E22"
    fabric = Fabric(GO if go else theme.sunk, ink, ink)
    state = FOCUSED if focused else NORMAL
    image = button(painter.assets, round(box.w), round(box.h), fabric, state, radius=18, ring=theme.focus)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    style = TextStyle(STRONG, GO_INK if go else theme.ink, fixed=True)
    words, size = dict(buttons)[key], button_size(painter, buttons)
    painter.text(words, box.centre[0], box.centre[1] - 3, size, style, anchor="center", room=box.w - 24)


def draw_tab(painter: Painter, box: Box, tab: TabShown) -> None:
    """A tab above the tables; dark where it is open."""
    theme, size = painter.theme, 19 * letters(painter)
    painter.fill(box, theme.ink if tab.is_on else theme.sunk, 12)
    painter.frame(box, theme.ink, 2, 12)
    style = TextStyle(STRONG, theme.page if tab.is_on else theme.ink, fixed=True)
    painter.text(tab.words, *box.centre, size, style, anchor="center", room=box.w - 60)
    if tab.warns:
        sign = icon(painter.assets, "warning", round(26 * sizes(painter)), theme.ink, theme.panel)
        painter.blit(sign, box.right - 12, box.centre[1], "midright")


def _draw_card(painter: Painter, shown: TeacherShown, card: TableCardShown, box: Box) -> None:
    grow, theme, boxes = sizes(painter), painter.theme, shown.boxes
    _sheet(painter, box, warns=card.needs_you)
    head = boxes.of(f"table{card.number}")
    strong, soft = TextStyle(NAMES, theme.ink, fixed=True), TextStyle(READ, theme.soft, fixed=True)
    x = head.x + 8
    x += painter.text(card.title, x, head.centre[1], 21 * letters(painter), strong, room=head.w * 0.55) + 8
    painter.text(card.hand, x, head.centre[1], 17 * letters(painter), soft, room=max(20, head.right - x - 40))
    sign = icon(painter.assets, "play" if card.is_paused else "pause", round(22 * grow), theme.ink, theme.ink)
    painter.blit(sign, head.right - 8, head.centre[1], "midright")
    for row in card.rows:
        _draw_row(painter, shown, row, boxes.of(row.key))
    rules = boxes.of(f"rules{card.number}")
    painter.fill(rules, theme.panel, 8)
    painter.frame(rules, theme.stitch, 2, 8)
    arrow = icon(painter.assets, "down", round(18 * grow), theme.ink, theme.ink)
    painter.blit(arrow, rules.right - 8, rules.centre[1], "midright")
    style = TextStyle(READ, theme.ink, fixed=True)
    rule = _fitting(painter, card.rule, 17 * grow, rules.w - 44)
    painter.text(rule, rules.x + 10, rules.centre[1], 17 * letters(painter), style, room=rules.w - 44)


def _fitting(painter: Painter, words: str, size: float, room: float) -> str:
    """The words without their end, where they would have to be tiny."""
    short = words
    while len(short) > 4 and painter.width(short, size * 0.8, READ, fixed=True) > room:
        short = short.rstrip("…")[:-1].rstrip() + "…"
    return short


def _draw_row(painter: Painter, shown: TeacherShown, row: ChairRowShown, box: Box) -> None:
    grow, theme = sizes(painter), painter.theme
    painter.fill(box, theme.sunk, 8)
    art, x = hall_art(shown.game), box.x + 8.0
    tall = round(min(box.h * 0.98, TALLEST * grow))
    if row.rank >= 0 and art.sign is not None:
        image = art.sign(painter.assets, row.rank, round(tall * 0.76))
        # A stool is far wider than it is high.
        image = narrowed(image, painter.view.px(tall * 0.74))
        painter.blit(image, x + tall * 0.37, box.centre[1], "center")
        x += tall * 0.8
    image = puppet(
        painter.assets, row.look, "idle", 0, tall, Dress("antenna" if row.is_bot else "", ground=False)
    )
    clip = painter.surface.get_clip()
    painter.surface.set_clip(painter.view.rect(box).clip(clip))
    painter.blit(image, x + tall * 0.42, box.bottom + tall * 0.16 + puppet_foot(tall), "midbottom")
    painter.surface.set_clip(clip)
    x += tall * 0.98
    right = box.right - 6
    if row.words:
        right = _draw_pill(painter, row, box) - 6
    name = _fitting(painter, row.name, 19 * grow, right - x)
    style = TextStyle(STRONG, theme.ink, fixed=True)
    painter.text(name, x, box.centre[1], 19 * letters(painter), style, room=right - x)


def narrowed(image: pygame.Surface, wide: int) -> pygame.Surface:
    """The picture, smaller where it would be wider than this many pixels."""
    w, h = image.get_size()
    return image if w <= wide else pygame.transform.smoothscale(image, (wide, round(h * wide / w)))


def _draw_pill(painter: Painter, row: ChairRowShown, box: Box) -> float:
    """What is to be known of somebody; its left end."""
    fill, ink = PILLS.get(row.status, PILLS[Status.BOT])
    size, tall = 16 * sizes(painter), round(min(box.h * 0.74, 30 * sizes(painter)))
    wide = round(min(painter.width(row.words, size, STRONG, fixed=True) + 20, box.w * 0.5))
    x = box.right - 6 - wide
    edge = "#B03526" if row.status is Status.LONG else "#1B6FD0" if row.status is Status.MOVES else fill
    painter.blit(tag(painter.assets, wide, tall, fill, edge), x - ROOM, box.centre[1] - tall / 2 - ROOM)
    style = TextStyle(STRONG, ink, fixed=True)
    painter.text(row.words, x + wide / 2, box.centre[1], size, style, anchor="center", room=wide - 14)
    return x


def _draw_side(painter: Painter, shown: TeacherShown) -> None:
    """What needs a look, who has no seat, and the switches of the big screen."""
    _draw_needs(painter, shown)
    told, boxes = shown.panel, shown.boxes
    known = dict(boxes.places)
    more = told.more_unseated + sum(row.key not in known for row in told.unseated)
    _heading(painter, boxes.unseated, "person", _("No seat yet"), f"+{more}" if more else "")
    if not told.unseated:
        _draw_calm(painter, boxes.unseated, _("Everybody has one."))
    for row in told.unseated:
        if row.key in known:
            _draw_row(painter, shown, row, known[row.key])
    _draw_switches(painter, shown)


def _draw_calm(painter: Painter, box: Box, words: str) -> None:
    """There is nothing in this part."""
    grow = sizes(painter)
    soft = TextStyle(READ, painter.theme.soft, fixed=True)
    painter.text(words, box.x + 16, box.y + 62 * grow, 18 * letters(painter), soft, room=box.w - 30)


def _draw_needs(painter: Painter, shown: TeacherShown) -> None:
    told, boxes, theme = shown.panel, shown.boxes, painter.theme
    count = len(told.needs) + told.more_needs
    _heading(painter, boxes.needs, "warning", _("Needs you"), str(count) if count else "")
    if not told.needs:
        _draw_calm(painter, boxes.needs, _("All goes well."))
    style, size = TextStyle(STRONG, theme.ink, fixed=True), 17 * sizes(painter)
    known = dict(boxes.places)
    for need in told.needs:
        if need.key not in known:
            continue  # the number says that there are more
        box = known[need.key]
        painter.fill(box, theme.sunk, 10)
        lines = painter.wrapped(need.words, (box.w - 24) * painter.text_scale, size)[:3]
        for number, line in enumerate(lines):
            y = box.centre[1] + (number - (len(lines) - 1) / 2) * size * 1.25
            painter.text(line, box.x + 12, y, size, style, room=box.w - 20)


def _draw_switches(painter: Painter, shown: TeacherShown) -> None:
    boxes, theme = shown.boxes, painter.theme
    _heading(painter, boxes.switches, "screen", _("Big screen"), "")
    style, size = TextStyle(READ, theme.ink, fixed=True), 18 * letters(painter)
    for key, words, on in shown.panel.switches:
        box = boxes.of(key)
        tall = round(min(box.h - 8, 30.0))
        painter.text(words, box.x + 8, box.centre[1], size, style, room=box.w - tall * 1.9 - 24)
        image = toggle(painter.assets, on=on, w=round(tall * 1.9), h=tall, sunk=theme.sunk, ink=theme.ink)
        painter.blit(image, box.right - 8, box.centre[1], "midright")


def _heading(painter: Painter, box: Box, sign: str, words: str, count: str) -> None:
    grow, theme = sizes(painter), painter.theme
    _sheet(painter, box)
    y = box.y + 22 * grow
    painter.blit(
        icon(painter.assets, sign, round(26 * grow), theme.ink, theme.panel), box.x + 14, y, "midleft"
    )
    style = TextStyle(NAMES, theme.ink, fixed=True)
    painter.text(words, box.x + 50 * grow, y, 21 * grow, style, room=box.w - 100)
    if count:
        side = round(28 * grow)
        painter.blit(
            tag(painter.assets, side, side, "#B03526"), box.right - 14 - side - ROOM, y - side / 2 - ROOM
        )
        white = TextStyle(NAMES, "#FFFFFF", fixed=True)
        painter.text(count, box.right - 14 - side / 2, y, 17 * grow, white, anchor="center")
