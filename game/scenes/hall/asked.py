"""What the class is asked, on the teacher's panel: the vote, and rules that were proposed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.match.hall.snapshot import HallSnapshot, RuleGlance
from game.ui.art.fabric import ROOM, Fabric, panel, tag, toggle
from game.ui.art.layers import DONE, FOCUS, INK, QUIET
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.words import _

ROUND: Final = "round."
"""A key that begins so is a round of the vote."""
MOTION: Final = "motion."
"""And one of these a rule that was proposed."""
OPEN, FORWARD = "open_rules", "forward"
ROW: Final = 66.0
LINE: Final = 48.0
TITLE: Final = 46.0
GAP: Final = 10.0
LEFT: Final = 0.4
"""How much of the width the vote takes."""
ROWS: Final = 6
"""So many proposals below each other."""


@dataclass(frozen=True, slots=True)
class AskedRow:
    """Something to press: what it is, more about it, and what a press does or how it stands."""

    key: str
    words: str
    more: str
    does: str
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class AskedShown:
    """All of it."""

    votes: tuple[AskedRow, ...]
    """None where the game asks nothing."""
    is_open: bool
    """Whether pupils propose rules."""
    motions: tuple[AskedRow, ...]


def asked_shown(glance: HallSnapshot) -> AskedShown:
    """What is shown of a glance."""
    vote = glance.vote
    rounds = (
        ("before", _("Before the charts"), vote.before),
        ("after", _("After the charts"), vote.after),
    )
    votes = tuple(
        AskedRow(
            f"{ROUND}{name}",
            words,
            _("{n} of {of} have voted").format(n=count, of=vote.of),
            _("Close the vote") if vote.open == name else _("Open the vote"),
            vote.open == name,
        )
        for name, words, count in rounds
    )
    return AskedShown(votes if vote.has_any else (), glance.rules_open, tuple(map(_motion, glance.rules)))


def _motion(rule: RuleGlance) -> AskedRow:
    told = _("{name}: {yes} for it, {no} against.") if rule.name else _("{yes} for it, {no} against.")
    more = told.format(name=rule.name, yes=rule.yes, no=rule.no)
    key = f"{MOTION}{rule.number}"
    return AskedRow(key, rule.words, more, _("is played") if rule.played else "", rule.played)


def asked_places(shown: AskedShown, area: Box, grow: float) -> Iterator[tuple[str, Box]]:
    """Where everything is that can be pressed, by key."""
    left, right = sides(area)
    y = left.y + TITLE * grow
    for row in shown.votes:
        yield row.key, Box(left.x + 8, y, left.w - 16, ROW * grow - 4)
        y += ROW * grow
    if shown.votes:
        y += TITLE * grow
    yield OPEN, Box(left.x + 8, y, left.w - 16, LINE * grow - 3)
    yield FORWARD, Box(left.x + 8, y + LINE * grow, left.w - 16, LINE * grow - 3)
    across = 1 if len(shown.motions) <= ROWS else 2
    w, h = (right.w - 16 - GAP * (across - 1)) / across, min(ROW * grow, (right.h - TITLE * grow - 8) / ROWS)
    for number, row in enumerate(shown.motions):
        column, line = divmod(number, ROWS)
        yield row.key, Box(right.x + 8 + column * (w + GAP), right.y + TITLE * grow + line * h, w, h - 4)


def sides(area: Box) -> tuple[Box, Box]:
    """The vote with what can be done, and the proposals."""
    left = (area.w - GAP) * LEFT
    return Box(area.x, area.y, left, area.h), Box(area.x + left + GAP, area.y, area.w - left - GAP, area.h)


def draw_asked(painter: Painter, shown: AskedShown, area: Box, places: dict[str, Box], grow: float) -> None:
    """All that stands still."""
    left, right = sides(area)
    for box in (left, right):
        _sheet(painter, box)
    y = left.y
    if shown.votes:
        _title(painter, left, y, _("What decides?"), grow)
        y += (TITLE + len(shown.votes) * ROW) * grow
    _title(painter, left, y, _("Propose a rule"), grow)
    for row in (*shown.votes, *shown.motions):
        _draw_row(painter, row, places[row.key], grow)
    _draw_line(painter, places[OPEN], _("Pupils propose and vote"), grow, on=shown.is_open)
    _draw_line(painter, places[FORWARD], _("Put a rule forward"), grow)
    _title(painter, right, right.y, _("Rules of the class"), grow)
    if not shown.motions:
        soft = TextStyle(READ, painter.theme.soft, fixed=True)
        y = right.y + 66 * grow
        painter.text(_("None was proposed yet."), right.x + 18, y, 18 * grow, soft, room=right.w - 36)


def _sheet(painter: Painter, box: Box) -> None:
    theme = painter.theme
    fabric = Fabric(theme.panel, theme.ink, theme.panel)
    image = panel(painter.assets, round(box.w), round(box.h), fabric, radius=14, shadow=False)
    painter.blit(image, box.x - ROOM, box.y - ROOM)


def _title(painter: Painter, box: Box, y: float, words: str, grow: float) -> None:
    style = TextStyle(NAMES, painter.theme.ink, fixed=True)
    painter.text(words, box.x + 16, y + 23 * grow, 21 * grow, style, room=box.w - 32)


def _draw_row(painter: Painter, row: AskedRow, box: Box, grow: float) -> None:
    theme = painter.theme
    painter.fill(box, theme.sunk, 10)
    right = box.right - 8
    if row.does:
        size, tall = 17 * grow, round(36 * grow)
        wide = round(min(painter.width(row.does, size, STRONG, fixed=True) + 26, box.w * 0.5))
        fill, ink = DONE if row.is_done else (QUIET, INK)
        image = tag(painter.assets, wide, tall, fill, fill if row.is_done else FOCUS)
        painter.blit(image, right - wide - ROOM, box.centre[1] - tall / 2 - ROOM)
        style = TextStyle(STRONG, ink, fixed=True)
        painter.text(row.does, right - wide / 2, box.centre[1], size, style, anchor="center", room=wide - 14)
        right -= wide + 8
    room = right - box.x - 12
    strong, soft = TextStyle(STRONG, theme.ink, fixed=True), TextStyle(READ, theme.soft, fixed=True)
    painter.text(row.words, box.x + 12, box.y + box.h * 0.32, 18 * grow, strong, room=room)
    painter.text(row.more, box.x + 12, box.y + box.h * 0.72, 16 * grow, soft, room=room)


def _draw_line(painter: Painter, box: Box, words: str, grow: float, *, on: bool | None = None) -> None:
    theme = painter.theme
    painter.fill(box, theme.sunk, 10)
    style, tall, room = TextStyle(STRONG, theme.ink, fixed=True), 30, box.w - 24
    if on is not None:
        image = toggle(painter.assets, on=on, w=round(tall * 1.9), h=tall, sunk=theme.panel, ink=theme.ink)
        painter.blit(image, box.right - 8, box.centre[1], "midright")
        room -= 64
    painter.text(words, box.x + 12, box.centre[1], 18 * grow, style, room=room)
