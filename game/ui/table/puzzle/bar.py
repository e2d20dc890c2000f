"""The bar above a puzzle: its sock and task, how hard it is, the tries, the star; below them what is said."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.art.daily import GRADES, grade_row, hint_star, upright_seam
from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.art.knits import knit_sock
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, SMALL
from game.words import _

HIGH, TASK, SOCK = 76.0, 26.0, 88.0
TASKS = (TASK, 23.0, 20.0)
"""Sizes of the task, the first with which it has two lines at most."""
TOP = 44.0
GROWS = 0.55
"""How much of a larger text the bar grows by: what lies below it needs the room."""
INSIDE, BUTTON = 18.0, 26.0
LEAST = 360.0
"""With less room than this for the task what stands beside it goes below it."""


@dataclass(frozen=True, slots=True)
class TaskBarShown:
    """All that the bar shows.

    Attributes:
        knit: how its sock is knitted.
        task: what has to be done.
        title: which puzzle it is.
        grade: how hard it is; 0 for one that nobody has graded.
        tries: which try this is; 0 where nobody tries.
        starred: whether the star is kept.
        note: what is said below: a hint, or a step of the solution.
        count: of what is said step by step the number and how many there are.
    """

    knit: str
    task: str
    title: str
    grade: int
    tries: int = 0
    starred: bool = False
    note: str = ""
    count: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class TaskBarBoxes:
    """Where its parts lie, in units."""

    bar: Box
    row: Box
    """The upper part: sock, task and the columns."""
    words: Box
    columns: tuple[Box, ...]
    note: Box
    k: float
    """How much larger than usual its letters are."""
    task: float
    """The size of the task, before that."""
    is_low: bool
    """Whether the columns are signs below the task, for want of room beside it."""

    @classmethod
    def of(cls, ruler: Painter, span: tuple[float, float] | None, shown: TaskBarShown) -> TaskBarBoxes:
        """The parts of a bar from one x to another; for `None` as wide as can be."""
        k = 1 + GROWS * (ruler.text_scale - 1)
        safe = ruler.view.safe
        left, right = span or (safe.x - 6, safe.right + 6)
        top, start = TOP / k**2, left + 92 * k
        columns = [_column(ruler, shown, number, k) for number in _columns(shown)]
        low = right - start - sum(columns) < LEAST * k
        room = right - start - (18 if low else sum(columns) + 12)
        line = ruler.line_height(_size(ruler, SMALL, k))
        size = next(
            (one for one in TASKS if len(ruler.wrapped(shown.task, room, _size(ruler, one, k), NAMES)) <= 2),
            TASKS[-1],
        )
        task = ruler.height(shown.task, room, _size(ruler, size, k), NAMES)
        high = max(HIGH * k if not low else 0.0, task + line + 18)
        row, words = Box(left, top, right - left, high), Box(start, top, room, high)
        if low:
            columns = [_sign(ruler, shown, number, k) for number in _columns(shown)]
        edge, placed = right - (8 if low else 0), list[Box]()
        for wide in reversed(columns):
            edge -= wide
            placed.insert(0, Box(edge, row.bottom - line - 8 if low else top, wide, line if low else high))
        note = Box(left + INSIDE + 6, row.bottom, right - left - 2 * INSIDE - 12, 0)
        if shown.note:
            said = ruler.height(shown.note, note.w - _counted(ruler, shown, k), _size(ruler, BODY, k), STRONG)
            note = Box(note.x, note.y, note.w, said + 16)
        return cls(Box(left, top, right - left, high + note.h), row, words, tuple(placed), note, k, size, low)

    @property
    def title_room(self) -> float:
        """How wide the title may be."""
        return self.words.w if not (self.is_low and self.columns) else self.columns[0].x - self.words.x - 12


def _size(ruler: Painter, size: float, k: float) -> float:
    """A size of letters that grows less than others do."""
    return size * k / ruler.text_scale


def _columns(shown: TaskBarShown) -> list[int]:
    """Which columns there are: grade, tries, star."""
    return [number for number, there in enumerate((shown.grade, shown.tries, shown.tries)) if there]


def _labels() -> tuple[str, str, str]:
    return _("Grade"), _("Tries"), _("Hint star")


def _star_words(*, kept: bool) -> str:
    return _("kept") if kept else _("given")


def _column(ruler: Painter, shown: TaskBarShown, number: int, k: float) -> float:
    """How wide a column is."""
    small = _size(ruler, SMALL, k)
    label = ruler.width(_labels()[number], small, STRONG)
    if number == 0:
        inside = BUTTON * k * (1.08 * (GRADES - 1) + 1)
    elif number == 1:
        inside = ruler.width(str(shown.tries), _size(ruler, TASK, k), NAMES)
    else:
        inside = 36 * k + max(ruler.width(_star_words(kept=kept), small, STRONG) for kept in (True, False))
    return max(label, inside) + 2 * INSIDE


def _sign(ruler: Painter, shown: TaskBarShown, number: int, k: float) -> float:
    """How wide it is as a sign."""
    if number == 1:
        return ruler.width(_tries_words(shown), _size(ruler, SMALL, k), STRONG) + 22
    return (BUTTON * 0.8 * k * (1.08 * (GRADES - 1) + 1) if number == 0 else 30 * k) + 14


def _tries_words(shown: TaskBarShown) -> str:
    return _("Try {n}").format(n=shown.tries)


def _counted(ruler: Painter, shown: TaskBarShown, k: float) -> float:
    if shown.count is None:
        return 0.0
    return ruler.width(_count_words(shown.count), _size(ruler, SMALL, k), STRONG) + 22


def _count_words(count: tuple[int, int]) -> str:
    return _("{number} of {count}").format(number=count[0], count=count[1])


def draw_bar(painter: Painter, boxes: TaskBarBoxes, shown: TaskBarShown) -> None:
    """Draw the bar."""
    theme, bar, k = painter.theme, boxes.bar, boxes.k
    cloth = Fabric(theme.panel, theme.ink, theme.stitch)
    painter.blit(panel(painter.assets, round(bar.w), round(bar.h), cloth), bar.x - ROOM, bar.y - ROOM)
    sock = knit_sock(painter.assets, shown.knit, min(SOCK * k, boxes.row.h + 12), turn=-8)
    painter.blit(sock, bar.x + 48 * k, boxes.row.centre[1], "center")
    words, soft = boxes.words, TextStyle(STRONG, theme.soft)
    size, small = _size(painter, boxes.task, k), _size(painter, SMALL, k)
    tall, line = painter.height(shown.task, words.w, size, NAMES), painter.line_height(small)
    top = words.centre[1] - (tall + line) / 2
    painter.paragraph(shown.task, words.x, top, words.w, size, TextStyle(NAMES))
    title = painter.shortened(shown.title, small, boxes.title_room, STRONG)
    painter.text(title, words.x, top + tall + line / 2, small, soft, room=boxes.title_room)
    for box, number in zip(boxes.columns, _columns(shown), strict=True):
        if boxes.is_low:
            _draw_sign(painter, box, shown, number, k)
            continue
        seam = upright_seam(painter.assets, round(boxes.row.h - 22), theme.stitch)
        painter.blit(seam, box.x, boxes.row.centre[1], "center")
        painter.text(_labels()[number], box.x + INSIDE, box.y + box.h * 0.32, small, soft)
        _draw_value(painter, Box(box.x + INSIDE, box.y + box.h * 0.68, box.w - INSIDE, 0), shown, number, k)
    if shown.note:
        _draw_note(painter, boxes, shown)


def _draw_sign(painter: Painter, box: Box, shown: TaskBarShown, number: int, k: float) -> None:
    """A column in little room."""
    y = box.centre[1]
    if number == 0:
        row = grade_row(painter.assets, shown.grade, round(BUTTON * 0.8 * k, 1))
        painter.blit(row, box.x, y, "midleft")
    elif number == 1:
        painter.text(_tries_words(shown), box.x, y, _size(painter, SMALL, k), TextStyle(STRONG))
    else:
        star = hint_star(painter.assets, round(28 * k, 1), kept=shown.starred, ink=painter.theme.ink)
        painter.blit(star, box.x, y, "midleft")


def _draw_value(painter: Painter, at: Box, shown: TaskBarShown, number: int, k: float) -> None:
    if number == 0:
        painter.blit(grade_row(painter.assets, shown.grade, round(BUTTON * k, 1)), at.x - 1, at.y, "midleft")
    elif number == 1:
        painter.text(str(shown.tries), at.x, at.y, _size(painter, TASK, k), TextStyle(NAMES))
    else:
        star = hint_star(painter.assets, round(30 * k, 1), kept=shown.starred, ink=painter.theme.ink)
        painter.blit(star, at.x - 2, at.y, "midleft")
        words = _star_words(kept=shown.starred)
        painter.text(words, at.x + 34 * k, at.y + 1, _size(painter, SMALL, k), TextStyle(STRONG))


def _draw_note(painter: Painter, boxes: TaskBarBoxes, shown: TaskBarShown) -> None:
    """What is said, below a seam."""
    theme, note, k = painter.theme, boxes.note, boxes.k
    painter.fill(Box(note.x, note.y - 1, note.w, 2), theme.stitch)
    side = _counted(painter, shown, k)
    size = _size(painter, BODY, k)
    painter.paragraph(shown.note, note.x, note.y + 6, note.w - side, size, TextStyle(STRONG))
    if shown.count is not None:
        y = note.y + 6 + painter.line_height(size) / 2
        words, small = _count_words(shown.count), _size(painter, SMALL, k)
        painter.text(words, note.right, y, small, TextStyle(STRONG, theme.soft), anchor="midright")
