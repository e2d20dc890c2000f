"""The bar below a film: its buttons, the thread with its marks and its head, speed and eyes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from game.match.film import Mark, Sign
from game.ui.art.album import (
    BAND,
    STITCH,
    THREAD_ROOM,
    bobbin,
    head_disc,
    knit_stitch,
    loose_thread,
    sign,
    skip,
    upright_seam,
    wrap,
)
from game.ui.art.fabric import ROOM, Fabric, button, focus_ring, panel, segment, segment_bed
from game.ui.art.icons import icon
from game.ui.art.layers import INK
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.table.film.boxes import BarBoxes
from game.ui.table.film.transport import Eyes
from game.ui.widgets.widgets import GO, GO_INK
from game.words import _

SIGN, SMALL_SIGN = 34.0, 26.0
"""How large the marks are: those that matter most, and the others."""
LANE = 6.0
"""How far marks that would hide each other stand above and below the others."""
CROWDED = 9.0
"""How much of the thread a mark needs at least, in units, where there are many."""
_GREAT = frozenset({Sign.GOAL, Sign.PAIR, Sign.HAND, Sign.CHAIR, Sign.FLAG})
_CHAPTERS = frozenset({Sign.GOAL, Sign.HAND, Sign.CHAIR, Sign.FRESH})
"""After these something begins: the thread has a turn of gold there."""


@dataclass(frozen=True, slots=True)
class BarShown:
    """All that a bar shows."""

    boxes: BarBoxes
    moment: int
    moves: int
    plays: bool
    speed: float
    movers: tuple[int, ...]
    """The look of whoever made each move."""
    looks: tuple[int, ...]
    """Those of the seats."""
    marks: tuple[Mark, ...]
    eyes: tuple[Eyes, ...]
    chosen: int
    """Which of the eyes look on."""
    told: str
    """What stands at the head, or at the mark under the pointer; empty for nothing."""
    told_at: float
    """Where, as a moment."""
    ring: bool
    """Whether somebody steers with keys or a pad, for whom the button is marked that confirm presses."""


def share_of(shown: BarShown, moment: float) -> float:
    """How much of the film lies before a moment, 0 to 1."""
    return moment / shown.moves if shown.moves else 0.0


def draw_bar(painter: Painter, shown: BarShown) -> None:
    """The whole bar."""
    boxes, theme = shown.boxes, painter.theme
    cloth = Fabric(theme.panel, theme.ink, theme.stitch)
    image = panel(painter.assets, round(boxes.bar.w), round(boxes.bar.h), cloth, radius=22)
    painter.blit(image, boxes.bar.x - ROOM, boxes.bar.y - ROOM)
    _draw_buttons(painter, shown)
    _draw_thread(painter, shown)
    _draw_marks(painter, shown)
    _draw_head(painter, shown)
    _draw_speed(painter, shown)
    _draw_eyes(painter, shown)
    if shown.told:
        _draw_told(painter, shown)


def _draw_buttons(painter: Painter, shown: BarShown) -> None:
    boxes, theme, assets = shown.boxes, painter.theme, painter.assets
    for box, right in ((boxes.back, False), (boxes.on, True)):
        image = skip(assets, right=right, size=box.w, fill=theme.sunk, ink=theme.ink)
        painter.blit(image, *box.centre, "center")
    play = boxes.play
    size = round(play.w)
    image = button(assets, size, size, Fabric(GO, INK, GO_INK), radius=size / 2)
    painter.blit(image, play.x - ROOM, play.y - ROOM)
    if shown.ring:
        painter.blit(focus_ring(assets, size, size, size / 2, theme.focus), play.x - ROOM, play.y - ROOM)
    name = "pause" if shown.plays else "play"
    painter.blit(
        icon(assets, name, play.w * 0.5, GO_INK, GO_INK), play.centre[0], play.centre[1] - 2, "center"
    )


def _draw_thread(painter: Painter, shown: BarShown) -> None:
    """Knitted in the yarn of whoever moved, up to the head; loose behind it."""
    boxes = shown.boxes
    thread, y = boxes.thread, boxes.line
    head = boxes.x(share_of(shown, shown.moment))
    loose = loose_thread(painter.assets, round(thread.w))
    before = painter.surface.get_clip()
    rest = Box(head, thread.y, thread.right + THREAD_ROOM - head, thread.h + 8)
    painter.surface.set_clip(before.clip(painter.view.rect(rest)))
    painter.blit(loose, thread.x - THREAD_ROOM, y - THREAD_ROOM)
    painter.surface.set_clip(before)
    if head > thread.x + 1:
        painter.fill(Box(thread.x - 2.5, y - BAND / 2 - 2.5, head - thread.x + 5, BAND + 5), INK, 6)
        done = Box(thread.x, y - BAND / 2, head - thread.x, BAND)
        painter.surface.set_clip(before.clip(painter.view.rect(done)))
        _knit(painter, shown, thread, y, head)
        painter.surface.set_clip(before)
    for moment in _chapters(shown):
        painter.blit(wrap(painter.assets, BAND + 8), boxes.x(share_of(shown, moment)), y, "center")


def _knit(painter: Painter, shown: BarShown, thread: Box, y: float, head: float) -> None:
    count = max(1, round(thread.w / STITCH))
    for number in range(count):
        x = thread.x + thread.w * number / count
        if x >= head:
            return
        ply = min(len(shown.movers) - 1, int((number + 0.5) / count * shown.moves))
        painter.blit(knit_stitch(painter.assets, shown.movers[ply], number % 6), x, y - BAND / 2)


def _chapters(shown: BarShown) -> list[int]:
    """The moments with which something begins, the first of all among them."""
    found = [0, *(mark.at for mark in shown.marks if mark.sign in _CHAPTERS and mark.at < shown.moves)]
    return sorted(set(found))


def sign_size(mark: Mark) -> float:
    """How large a mark is, in units."""
    return SIGN if mark.sign in _GREAT else SMALL_SIGN


@lru_cache(maxsize=16)  # asked for in every frame
def mark_places(
    boxes: BarBoxes, marks: tuple[Mark, ...], moves: int
) -> tuple[tuple[Mark, tuple[float, float]], ...]:
    """Every mark with its middle, above the thread; the great ones last, which lie on top.

    Those that would hide each other stand higher and lower in turn.
    """
    middle, found, last, low = boxes.thread.y + boxes.thread.h * 0.24, [], -1e6, False
    # Of a long match the great ones alone: all of them would be one band in which nothing is found.
    crowded = len(marks) * CROWDED > boxes.thread.w
    for mark in [mark for mark in marks if mark.sign in _GREAT] if crowded else marks:
        x = boxes.x(mark.at / moves if moves else 0.0)
        near = x - last < sign_size(mark) * 0.8
        low = near and not low
        found.append((mark, (x, middle + (LANE if low else -LANE if near else 0.0))))
        last = x
    return tuple(sorted(found, key=lambda one: (one[0].sign in _GREAT, one[0].at)))


def mark_at(shown: BarShown, at: tuple[float, float]) -> Mark | None:
    """The mark under a point; of several the one that lies on top."""
    found = None
    for mark, (x, y) in mark_places(shown.boxes, shown.marks, shown.moves):
        reach = sign_size(mark) / 2 + 3
        if abs(at[0] - x) <= reach and abs(at[1] - y) <= reach:
            found = mark
    return found


def _draw_marks(painter: Painter, shown: BarShown) -> None:
    for mark, place in mark_places(shown.boxes, shown.marks, shown.moves):
        look = shown.looks[mark.seat] if mark.seat is not None else None
        image = sign(painter.assets, str(mark.sign), look, sign_size(mark))
        painter.blit(image, *place, "center")


def _draw_head(painter: Painter, shown: BarShown) -> None:
    look = shown.movers[shown.moment - 1] if shown.moment else shown.looks[0]
    x = shown.boxes.x(share_of(shown, shown.moment))
    painter.blit(bobbin(painter.assets, look, 36), x, shown.boxes.line, "center")


def _draw_speed(painter: Painter, shown: BarShown) -> None:
    boxes, theme, box = shown.boxes, painter.theme, shown.boxes.speed
    seam = upright_seam(painter.assets, round(boxes.bar.h - 32), theme.stitch)
    painter.blit(seam, boxes.seam, boxes.bar.centre[1], "center")
    ink = theme.ink if theme.name != "dark" else "#120E22"
    image = button(painter.assets, round(box.w), round(box.h), Fabric(theme.sunk, ink, ink))
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    x, y = box.centre
    painter.text(
        speed_words(shown.speed), x, y - 3, LARGE, TextStyle(NAMES), anchor="center", room=box.w - 22
    )


def speed_words(speed: float) -> str:
    """A speed, as everybody writes it."""
    return _("{n}×").format(n=f"{speed:g}")


def _draw_eyes(painter: Painter, shown: BarShown) -> None:
    boxes, theme, bed = shown.boxes, painter.theme, shown.boxes.bed
    if bed is None or boxes.sign is None:
        return
    painter.blit(icon(painter.assets, "eye", 34, theme.ink, theme.panel), *boxes.sign, "center")
    image = segment_bed(painter.assets, round(bed.w), round(bed.h), theme.sunk, theme.ink)
    painter.blit(image, bed.x, bed.y)
    many = len(boxes.eyes) == len(shown.eyes)
    for number, box in enumerate(boxes.eyes):
        which = number if many else shown.chosen
        eyes, chosen = shown.eyes[which], which == shown.chosen
        if chosen and many:
            dark = segment(painter.assets, round(box.w + 8), round(box.h + 8), theme.ink, theme.stitch)
            painter.blit(dark, *box.centre, "center")
        if eyes.everything or eyes.seat is None:
            ink = theme.panel if chosen and many else theme.ink
            words = _("all")
            painter.text(
                words, *box.centre, BODY, TextStyle(NAMES, ink, fixed=True), anchor="center", room=box.w - 6
            )
        else:
            image = head_disc(painter.assets, shown.looks[eyes.seat], box.w - 4, theme.page, theme.ink)
            painter.blit(image, *box.centre, "center")


def _draw_told(painter: Painter, shown: BarShown) -> None:
    """A tag above the thread that says where one is, or what a mark tells of."""
    boxes, theme = shown.boxes, painter.theme
    wide = painter.width(shown.told, SMALL, STRONG) + 32
    tall = painter.line_height(SMALL) + 8
    x = boxes.x(share_of(shown, shown.told_at))
    left = min(max(boxes.bar.x + 8, x - wide / 2), boxes.bar.right - 8 - wide)
    box = Box(left, boxes.bar.y - tall + 8, wide, tall)
    image = panel(
        painter.assets, round(wide), round(tall), Fabric(theme.panel, theme.ink, ""), radius=tall / 2
    )
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    painter.text(shown.told, *box.centre, SMALL, TextStyle(STRONG), anchor="center", room=wide - 20)
