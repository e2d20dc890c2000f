"""Dialogs over a scene below; each is popped with a typed result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path

import pygame

from game.core.graphemes import first_letters, without_last_letter
from game.i18n import _
from game.store.data_folder import open_folder
from game.ui.art.icons import key_cap
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import KEYBOARD, MOUSE, InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle, largest
from game.ui.core.scanning import Item, SwitchGroup, SwitchTarget
from game.ui.core.scene import AppContext, Prompts, Scene
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import HEADING, LARGE
from game.ui.widgets._cloth import GAP, GO, GO_INK, draw_cap, ring, sheet
from game.ui.widgets._layout import GROWTHS, Element, Fitted, Fixed, MeasureContext, Picture, ScrollView
from game.ui.widgets._prompt_bar import draw_prompt_bar, is_covered, prompt_bar_top
from game.ui.widgets._rows import (
    PANEL,
    DestructiveRow,
    PictureRow,
    Row,
    SpacerRow,
    TextRow,
    button,
)
from game.ui.widgets._rows_screen import ROWS_EDGE, RowsScreen, in_blocks, spaced

CLOTH = "cloth"  # key of a dialog's panel
WIDER = 1.4  # factor on the width of a dialog that would have to scroll
NARROWEST = 60.0  # units; minimum height of a picture before words
LETTERS = GROWTHS[:6]  # shares of the text's growth to try before it scrolls


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
        high = min(box.h + PANEL / 2, room)
        if high >= NARROWEST:
            wide = min(room, 1.8 * high)
            at = Box(box.x + room - wide - GAP, box.bottom - high, wide, high)
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

    If it would have to scroll it is wider, then spare pictures are left out and letters grow less with the
    text size; only then does it scroll.
    """

    items: tuple[Element, ...]
    width: float  # units, before the text size
    offset: float  # of the scrolled rows
    top: float | None  # upper edge to keep, None for the middle
    shrinks: bool  # True if its letters may grow less

    def inner(self) -> Sequence[Element]:
        return self.items

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return room, 0.0

    def fit(self, ruler: MeasureContext, box: Box) -> tuple[Element, MeasureContext]:
        safe, wanted = ruler.view.safe_area, self.width * (0.75 + 0.25 * ruler.scale)
        room, usual, wider = box.bottom - 16 - safe.y, min(wanted, safe.w), min(WIDER * wanted, safe.w)
        shares = LETTERS if self.shrinks else LETTERS[:1]
        ways = [(usual, 1.0, False), *((wider, share, bare) for share in shares for bare in (False, True))]
        for wide, share, bare in (*ways, (wider, 1.0, False)):
            tight = ruler.tighter(share, ruler.rank)
            rows, tall, hanging = self._measured(tight, wide - 2 * PANEL, room, bare=bare)
            if tall <= room:
                break
        high = min(tall, room)
        left, top = box.centre[0] - wide / 2, safe.y + (room - high) / 2
        if self.top is not None:
            top = min(self.top, safe.y + room - high)
        under = 0.0 if hanging else PANEL
        inside = Box(left + PANEL, top + PANEL, wide - 2 * PANEL, high - PANEL - under)
        cloth = Box(left, top, wide, high - hanging)
        scrolled = ScrollView(rows, self.offset, ROWS_EDGE)
        return Fixed(((Picture(sheet, key=CLOTH), cloth), (scrolled, inside))), tight

    def _measured(
        self, ruler: MeasureContext, inner: float, room: float, *, bare: bool
    ) -> tuple[Element, float, float]:
        """(rows, height of panel and rows, part of it below the panel) for a width, in units."""
        items = _without_pictures(self.items) if bare else list(self.items)
        last = items[-1] if items else None
        if isinstance(last, DestructiveRow):
            scrap = replace(last, hangs=True)
            rows = spaced([*items[:-1], scrap])
            tall = PANEL + ruler.size(rows, inner)[1]
            if tall <= room:
                return rows, tall, scrap.height(ruler.ruler, inner) - PANEL
        rows = spaced(items)
        return rows, ruler.size(rows, inner)[1] + 2 * PANEL, 0.0


class Dialog(RowsScreen):
    """A panel with rows in the middle of the screen. Back pops it with `cancelled`.

    A button that loses something, as the last row, hangs below the panel if there is room.
    """

    is_opaque = False
    width = 640.0
    cancelled: object = None
    is_menu = False  # True if buttons may be side by side
    shrinks = True  # True if its letters may grow less, so that it doesn't scroll
    _top: float | None = None  # upper edge, kept while rows change

    def build(self) -> Element:
        rows = self.keyed_rows()
        items = in_blocks(rows) if self.is_menu else rows
        return Panel(tuple(items), self.width, self.scroll, self._top, self.shrinks)

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
        self._top = self.frame.boxes[CLOTH].y


class QuestionDialog(Dialog):
    """A question with a few answers, popped with the index of the answer, None for Back.

    The first answer has the focus, so it must be harmless. With ``loses`` the last one loses something and
    hangs apart. ``signs`` are icons before the answers, ``above`` are rows above the question.
    """

    face = NAMES  # of the question

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
        question = TextRow(self.question, LARGE, face=self.face, centred=True)
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

    face = STRONG

    def __init__(self, sentence: str, more: str = "", at: Path | None = None) -> None:
        super().__init__(sentence, [_("All right")], more)
        self._at = at

    def rows(self) -> list[Element]:
        opens = [button(_("Open the folder"), self._open)] if self._at is not None else []
        return [*super().rows(), *opens]

    def _open(self) -> None:
        """Open the folder and pop the dialog; if that fails, replace it by one with the path."""
        assert self._at is not None
        folder = self._at if self._at.is_dir() else self._at.parent
        # Nobody sees a folder where nobody sees the window.
        is_seen = pygame.display.get_driver() not in ("dummy", "offscreen")
        if is_seen and open_folder(folder):
            self.app.scenes.pop(0)
        else:
            self.app.scenes.replace(
                MessageDialog(_("No folder can be opened from here. It is this one:"), str(folder))
            )


PAGES = (
    ("abcdefghij", "klmnopqrst", "uvwxyz-'. ", "0123456789"),
    ("äöüßåæøœçñ", "àáâãèéêëìí", "îïòóôõùúûý", "šžčćłńśżğş"),
    ("ąćčďđęěğıł", "ńňőřśşșšťț", "ůűźżžāēīūģ", "ķļņþðėįųÿŭ"),
)
"""Letters of the keyboard on the screen: common, western and eastern European."""
ACCENTS = ("äé", "čż", "abc")  # label of the key that turns to the next page, by page


KEY, ABOVE = 64.0, 150.0  # units; side of a key, and height above the keys


class ScreenKeyboard(Scene):
    """Letters to choose, for pads and touch screens, popped with the text, None for Back.

    With a keyboard, players type and end with Enter.
    """

    is_opaque = False

    def __init__(self, title: str, text: str, limit: int = 12) -> None:
        self.title, self.text, self.limit = title, text, limit
        self.upper = not text
        self.page = 0
        self.at = (0, 0)
        self._typed = False  # True if the text was typed last, so that Enter ends it

    @property
    def caps(self) -> list[list[str]]:
        """Labels of the keys, row by row. The last row: capitals, next page, erase, done."""
        rows = [[_capital(key) if self.upper else key for key in row] for row in PAGES[self.page]]
        return [*rows, ["⇧", ACCENTS[self.page], "⌫", "✓"]]

    @property
    def _grown(self) -> float:
        """Factor on the size of the keys, from 1 to the text scale as far as there is room."""
        room = prompt_bar_top(self.app, self) - 16 - self.app.view.safe_area.y
        return max(1.0, min(self.app.text_scale, room / (ABOVE + 5 * KEY + 32)))

    @property
    def boxes(self) -> list[list[Box]]:
        """Boxes of the keys in units, row by row like `caps`."""
        view, size = self.app.view, KEY * self._grown
        floor = prompt_bar_top(self.app, self) - 16 - 32
        # There is more room for wide keys than for high ones.
        key = max(size, min(KEY * self.app.text_scale, (view.safe_area.w - 64) / 10))
        left, top = view.w / 2 - 5 * key, min(view.h / 2 - 90, floor - 5 * size)
        rows = [[Box(left + x * key, top + y * size, key, size) for x in range(10)] for y in range(4)]
        wide = 10 * key / 4
        return [*rows, [Box(left + x * wide, top + 4 * size, wide, size) for x in range(4)]]

    def tick(self, now: float) -> bool:
        """Keep text input on. Always False."""
        # At every tick: a change of scenes sets it back, and a dialog above may have come and gone.
        self.app.devices.typing = True
        return False

    def on_input(self, intent: InputEvent) -> None:
        """Move among the keys, press one, take typed text, or pop the text (None for BACK)."""
        keys = self.caps
        row, place = self.at
        match intent.act:
            case InputAction.NAVIGATE:
                before = len(keys[row])
                row = (row + intent.dy) % len(keys)
                # The last row has four wide keys under ten: up and down should stay below each other.
                place = place * len(keys[row]) // before if len(keys[row]) != before else place
                self.at = row, (place + intent.dx) % len(keys[row])
                self._typed = False
            # Who types never looks at the keys on the screen: Enter must not add whichever has the focus.
            case InputAction.CONFIRM if self._typed and intent.kind == KEYBOARD:
                self.app.scenes.pop(self.text)
            case InputAction.CONFIRM:
                self._press(keys[row][place])
            case InputAction.POINT | InputAction.PRESS:
                self._point(intent)
            case InputAction.SECONDARY | InputAction.ERASE | InputAction.UNDO:
                self._press("⌫")
            case InputAction.TEXT:
                self.text = first_letters(self.text + intent.text, self.limit)
                self._typed = True
            case InputAction.END_TURN | InputAction.PAUSE:
                self.app.scenes.pop(self.text)
            case InputAction.BACK:
                self.app.scenes.pop(None)
        self.needs_redraw = True

    def _point(self, intent: InputEvent) -> None:
        """Focus the key under the pointer, and press it if the event is a PRESS."""
        at = self.app.view.units(intent.position)
        for row, boxes in enumerate(self.boxes):
            for place, box in enumerate(boxes):
                if box.contains(at):
                    self.at = row, place
                    if intent.act is InputAction.PRESS:
                        self._press(self.caps[row][place])

    def _press(self, key: str) -> None:
        """Carry out a key: switch capitals or page, erase, pop the text, or add a letter."""
        if key == "⇧":
            self.upper = not self.upper
        elif key == ACCENTS[self.page]:
            self.page = (self.page + 1) % len(PAGES)
        elif key == "⌫":
            self.text = without_last_letter(self.text)
            self.upper = self.upper or not self.text
        elif key == "✓":
            self.app.scenes.pop(self.text)
        else:
            self.text = first_letters(self.text + key, self.limit)
            # After one capital or accent come plain letters again, as in nearly every name.
            self.upper, self.page = False, 0

    def draw(self, painter: Painter) -> None:
        painter.shade()
        boxes, grown, theme = self.boxes, self._grown, painter.theme
        first, last = boxes[0][0], boxes[-1][-1]
        above = ABOVE * grown
        left, wide = first.x, last.right - first.x
        sheet(painter, Box(left - 32, first.y - above, wide + 64, last.bottom - first.y + above + 32))
        # Words of a line have more room to grow than the keys.
        letters, strong = painter.with_text_scale(min(painter.text_scale, 1.4)), TextStyle(STRONG)
        large = painter.with_text_scale(min(painter.text_scale, 1.75))
        letters.text(self.title, left, first.y - 108 * grown, HEADING, TextStyle(NAMES), room=wide)
        line = Box(left, first.y - 74 * grown, wide, 56 * grown)
        painter.fill(line, theme.sunk, 12)
        painter.frame(line, theme.ink, 2.5, 12)
        typed = large.text(self.text, line.x + 16, line.centre[1], 28, strong, room=line.w - 32)
        painter.fill(Box(line.x + 18 + typed, line.y + 10, 3, line.h - 20), theme.focus)
        names = {**_key_words(), " ": "␣"}
        wide_room = boxes[-1][0].w - 24
        size = largest(
            24, lambda size: all(large.width(told, size, STRONG) <= wide_room for told in names.values())
        )
        for row, (keys, places) in enumerate(zip(self.caps, boxes, strict=True)):
            for place, (key, box) in enumerate(zip(keys, places, strict=True)):
                chosen = (row, place) == self.at
                cap, ends = box.inflated(-4), key == "✓"
                fill = GO if ends else theme.chosen if chosen else theme.cloth
                if row == len(boxes) - 1:
                    draw_cap(painter, cap, fill, radius=14)
                else:
                    painter.blit(key_cap(painter.assets, round(cap.w), round(cap.h), fill), cap.x, cap.y)
                if chosen:
                    ring(painter, cap, 10)
                told, inked = names.get(key, key), TextStyle(STRONG, GO_INK if ends else theme.ink)
                x, y = cap.centre
                large.text(
                    told, x, y - 3, size if len(told) > 1 else 24, inked, anchor="center", room=cap.w - 8
                )
        draw_prompt_bar(painter, self.app, self)

    def narration(self) -> NarrationContent:
        """Spoken content: title, focused key, and the text as status."""
        row, place = self.at
        key = self.caps[row][place]
        return NarrationContent(self.title, (), _key_words().get(key, key), self.text)

    def switch_targets(self) -> list[Item]:
        """Group of targets for each row of keys."""
        return [
            SwitchGroup(tuple(self._key(box, row, place) for place, box in enumerate(boxes)))
            for row, boxes in enumerate(self.boxes)
        ]

    def _key(self, box: Box, row: int, place: int) -> SwitchTarget:
        """Target that focuses and confirms the key at an index of a row."""

        def come() -> None:
            """Focus the key."""
            self.at, self._typed = (row, place), False

        return SwitchTarget(box, InputAction.CONFIRM, f"{row}.{place}", come=come)

    def prompts(self) -> Prompts:
        """Prompts: choose, type and back; on pads also erase and done."""
        if self.app.devices.last in (KEYBOARD, MOUSE):
            press = _("Done") if self._typed else _("Type")
            return [
                (InputAction.NAVIGATE, _("Choose")),
                (InputAction.CONFIRM, press),
                (InputAction.BACK, _("Back")),
            ]
        return [
            (InputAction.NAVIGATE, _("Choose")),
            (InputAction.CONFIRM, _("Type")),
            (InputAction.SECONDARY, _("Erase")),
            (InputAction.END_TURN, _("Done")),
            (InputAction.BACK, _("Back")),
        ]


def _key_words() -> dict[str, str]:
    """Translated names of the keys without a letter, by label."""
    return {"⇧": _("Capitals"), "⌫": _("Erase"), "✓": _("Done"), " ": _("Space")}


def _capital(letter: str) -> str:
    """Capital of a letter, always a single one: ẞ for ß."""
    # `upper` makes SS of it, two letters on one key.
    return "ẞ" if letter == "ß" else letter.upper()
