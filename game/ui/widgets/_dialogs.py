"""Dialogs over a scene below; each is popped with a typed result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path

import pygame

from game.i18n import _
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.core.theme import HEADING, LARGE
from game.ui.core.window import open_folder
from game.ui.widgets._cloth import CONTENT_MARGIN, sheet
from game.ui.widgets._layout import GROWTHS, Element, Fitted, Fixed, MeasureContext, Picture, ScrollView
from game.ui.widgets._prompt_bar import is_covered
from game.ui.widgets._rows import (
    PANEL_MARGIN,
    PictureRow,
    Row,
    SpacerRow,
    TextRow,
    button,
)
from game.ui.widgets._rows_screen import ROWS_SCROLL_EDGE, RowsScreen, in_blocks, snug_width, spaced

PANEL_KEY = "cloth"  # key of a dialog's panel
SCROLLING_WIDTH_FACTOR = 1.4  # factor on the width of a dialog that would have to scroll
MIN_PICTURE_HEIGHT = 60.0  # units; minimum height of a picture before words
DIALOG_GROWTHS = GROWTHS[:6]  # shares of the text's growth to try before it scrolls


@dataclass(frozen=True, slots=True)
class PictureBeside(Row):
    """A centred text with a picture before it, if there is room."""

    words: TextRow
    picture: PictureRow

    @property
    def accessible_text(self) -> str:
        return self.words.text

    def height(self, ruler: Painter, width: float) -> float:
        return self.words.height(ruler, width)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        self.words.paint(painter, box, focused=focused)

    def paint_picture(self, painter: Painter, box: Box) -> None:
        """Draw the picture. It may extend beyond the rows, which would cut it."""
        room = (box.w - painter.width(self.words.text, self.words.size, self.words.face)) / 2
        high = min(box.h + PANEL_MARGIN / 2, room)
        if high >= MIN_PICTURE_HEIGHT:
            wide = min(room, 1.8 * high)
            at = Box(box.x + room - wide - CONTENT_MARGIN, box.bottom - high, wide, high)
            self.picture.paint(painter, at, focused=False)


def _without_pictures(rows: Sequence[Element]) -> list[Element]:
    """Rows without spare pictures, which stand before a centred text below them instead."""
    found: list[Element] = []
    picture: PictureRow | None = None
    for row in rows:
        if isinstance(row, PictureRow) and row.spare:
            picture = row
            continue
        beside = picture if isinstance(row, TextRow) and row.centred else None
        found.append(PictureBeside(row, beside) if beside is not None and isinstance(row, TextRow) else row)
        picture = None
    return found


@dataclass(frozen=True, slots=True)
class Panel(Fitted):
    """A cloth in the middle of the screen that is as high as its rows.

    A first picture that is partly `covered` looks over its upper edge, at least half of it that is not. If
    it would have to scroll, it is wider, then spare pictures are left out and letters grow less with the
    text size; only then it scrolls.
    """

    items: tuple[Element, ...]
    width: float  # units, before the text size
    offset: float  # of the scrolled rows
    top: float | None  # upper edge to keep, None for the middle
    shrinks: bool  # True if its letters may grow less
    hugs: bool  # True if it is no wider than its words need

    def inner(self) -> Sequence[Element]:
        return self.items

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return room, 0.0

    def fit(self, ruler: MeasureContext, box: Box) -> tuple[Element, MeasureContext]:
        safe, wanted = ruler.view.safe_area, self.width * (0.75 + 0.25 * ruler.scale)
        room, usual, wider = (
            box.bottom - 16 - safe.y,
            min(wanted, safe.w),
            min(SCROLLING_WIDTH_FACTOR * wanted, safe.w),
        )
        if self.hugs:
            usual = 2 * PANEL_MARGIN + snug_width(
                ruler, spaced(self.items), usual / 2, usual - 2 * PANEL_MARGIN
            )
        shares = DIALOG_GROWTHS if self.shrinks else DIALOG_GROWTHS[:1]
        ways = [(usual, 1.0, False), *((wider, share, bare) for share in shares for bare in (False, True))]
        for wide, share, bare in (*ways, (wider, 1.0, False)):
            tight = ruler.tighter(share, ruler.rank)
            items = _without_pictures(self.items) if bare else self.items
            behind = [row for row in items[:1] if isinstance(row, PictureRow) and row.covered]
            rows, rise = spaced(items[len(behind) :]), sum(row.tall - row.covered for row in behind)
            tall = tight.size(rows, wide - 2 * PANEL_MARGIN)[1] + 2 * PANEL_MARGIN
            if rise / 2 + tall <= room:
                break
        else:
            behind, rise = [], 0.0
        high = min(tall, room)
        rise = min(rise, room - high)
        left, top = box.centre[0] - wide / 2, safe.y + (room - high + rise) / 2
        if self.top is not None:
            top = min(self.top, safe.y + room - high)
            rise = min(rise, top - safe.y)
        cloth = Box(left, top, wide, high)
        over = [(row, Box(left, top - rise, wide, row.tall)) for row in behind]
        scrolled = ScrollView(rows, self.offset, ROWS_SCROLL_EDGE)
        panel = Picture(sheet, key=PANEL_KEY), cloth
        return Fixed((*over, panel, (scrolled, cloth.inflated(-PANEL_MARGIN)))), tight


class Dialog(RowsScreen):
    """A panel with rows in the middle of the screen. Back pops it with `cancelled`."""

    is_opaque = False
    width = 640.0
    cancelled: object = None
    is_menu = False  # True if buttons may be side by side
    shrinks = True  # True if its letters may grow less, so that it doesn't scroll
    hugs = False  # True if it is no wider than its words need
    _top: float | None = None  # upper edge, kept while rows change

    def build(self) -> Element:
        rows = self.keyed_rows()
        items = in_blocks(rows) if self.is_menu else rows
        return Panel(tuple(items), self.width, self.scroll, self._top, self.shrinks, self.hugs)

    def on_layout(self) -> None:
        """Put the panel into the middle again."""
        super().on_layout()
        self._top = None

    def back(self) -> None:
        """Pop the top scene with `cancelled`, with a sound."""
        self.app.audio.play("back")
        self.app.scenes.pop(self.cancelled)

    def move(self, dx: int, dy: int) -> bool:
        """Move the focus as on any screen, and from the last row to the first, or back.

        Of buttons side by side the first gets it, unless one of them has it.
        """
        before = self.focus
        if super().move(dx, dy) or not dy:
            return True
        places = self.unrolled()
        end = [key for key, box in places if box.y == places[-1 if dy < 0 else 0][1].y]
        if end and self.focus not in end:
            self.set_focus(end[0])
        area = self.frame.scroll
        self._scroll_to(area, 0.0 if dy > 0 or area is None else area.hidden)
        return self.focus != before

    def draw(self, painter: Painter) -> None:
        """Draw shade, panel, rows and prompt bar. Nothing while another scene's bar covers its own."""
        # One dialog at a time is seen: two panels would overlap, and two shades make the table black.
        if is_covered(self.app, self):
            return
        painter.shade()
        super().draw(painter)
        for part in self.frame.parts:
            if isinstance(part.element, PictureBeside):
                part.element.paint_picture(painter.with_text_scale(part.scale), part.box)
        self._top = self.frame.boxes[PANEL_KEY].y


class QuestionDialog(Dialog):
    """A question with a few answers, popped with the index of the answer, None for Back.

    The first answer has the focus, so it must be harmless. With ``loses`` the last one loses something.
    ``signs`` are icons before the answers, ``above`` are rows above the question.
    """

    size, face = HEADING, NAMES  # of the question

    def __init__(
        self,
        question: str,
        answers: Sequence[str],
        more: str = "",
        *,
        loses: bool = False,
        signs: Sequence[str] = (),
        above: Sequence[Element] = (),
    ) -> None:
        self.question, self.answers, self.more = question, answers, more
        self._loses, self._signs, self._above = loses, signs, above

    def rows(self) -> list[Element]:
        question = TextRow(self.question, self.size, face=self.face, centred=True)
        more = [TextRow(self.more, is_muted=True, centred=True)] if self.more else []
        rows: list[Element] = [*self._above, question, *more, SpacerRow()]
        last = len(self.answers) - 1 if self._loses else -1
        for number, (answer, sign) in enumerate(zip_longest(self.answers, self._signs, fillvalue="")):
            press = partial(self.answer, number)
            rows.append(button(answer, press, go=number == 0, sign=sign, loses=number == last))
        return rows

    def answer(self, number: int) -> None:
        """Pop the top scene with the index of the answer."""
        self.app.scenes.pop(number)


def confirm(
    app: AppContext,
    question: str,
    answers: Sequence[str],
    then: Callable[[], object],
    more: str = "",
    *,
    loses: bool = False,
) -> None:
    """Push a question, which calls ``then`` if its second answer is chosen."""

    def answered(answer: int | None) -> None:
        """Call ``then`` if the answer is 1, the second one."""
        if answer == 1:
            then()

    app.scenes.push(QuestionDialog(question, answers, more, loses=loses), answered)


def ask_choice(
    app: AppContext,
    question: str,
    ways: Sequence[tuple[str, Callable[[], object] | None]],
    more: str = "",
    *,
    loses: bool = False,
    signs: Sequence[str] = (),
) -> None:
    """Push a question with a button per way, (words, callback or None), which calls the chosen one."""

    def answered(answer: int | None) -> None:
        """Call the callback of the answer, if there is one. None is Back."""
        if answer is not None and (do := ways[answer][1]) is not None:
            do()

    app.scenes.push(
        QuestionDialog(question, [words for words, _do in ways], more, loses=loses, signs=signs), answered
    )


class MessageDialog(QuestionDialog):
    """A message that must be read, popped with 0 or None.

    If it is about a written file or folder ``at``, its folder can be opened.
    """

    size, face = LARGE, STRONG

    def __init__(self, sentence: str, more: str = "", at: Path | None = None) -> None:
        super().__init__(sentence, [_("OK")], more)
        self._at = at

    def rows(self) -> list[Element]:
        opens = [button(_("Open the folder"), self._open)] if self._at is not None else []
        return [*super().rows(), *opens]

    def _open(self) -> None:
        """Open the folder and pop the dialog; if that fails, replace it by one with the path."""
        assert self._at is not None
        folder = self._at if self._at.is_dir() else self._at.parent
        # Without a visible window, opening a folder is pointless.
        is_seen = pygame.display.get_driver() not in ("dummy", "offscreen")
        if is_seen and open_folder(folder):
            self.app.scenes.pop(0)
        else:
            self.app.scenes.replace(
                MessageDialog(_("The folder can't be opened from here. It's this one:"), str(folder))
            )
