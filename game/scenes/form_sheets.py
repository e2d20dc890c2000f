"""Base classes of plain screens and dialogs: a title tag, a sheet with a form, the prompt bar."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from game.i18n import _
from game.scenes.sheets import WOOD
from game.store.settings import ScanMode
from game.ui.art.daily import ROPE_ROOM, peg, rope, sag
from game.ui.art.fabric import BUBBLE_ROOM, bubble
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.rooms import wall
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import MOUSE, PAD, InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle, largest
from game.ui.core.scene import Prompts
from game.ui.core.theme import BODY, LARGE, SMALL, TITLE
from game.ui.widgets import (
    Button,
    ButtonPair,
    Form,
    FormDialog,
    FormScene,
    TextField,
    Widget,
    draw_prompt_bar,
    draw_threads,
    measured_rows,
    pair_buttons,
    sheet,
)

INSIDE = 18.0  # units between a sheet's edge and its form
SAG = 14.0  # units that the rope sags
LEAST_THREADS, HUNG = 34.0, 0.36
"""Shortest threads of a low sheet in units, and share of the free room that is above it."""
LEAST_PICTURE = 0.55
"""Smallest share of its height that a picture above the rows may shrink to; below it, it is dropped."""
ENOUGH, OVER = 0.8, 16.0
"""Share of the picture's height that must fit above the rows, and how far it may rise above the title
(units)."""
NEARER = 16.0  # units that a sheet may extend towards the floor to avoid scrolling
HIGHEST = 62.0
"""Largest height of a title above the sheet at any text size, because the content needs the room."""


class SheetScene(FormScene, ABC):
    """Screen with a form on a wide sheet in front of the wall."""

    seat = 2  # look of the puppet beside the sheet
    read = False
    """True if the sheet opens at its top to be read, although its buttons are at the end."""
    headed = True
    """True if the title is drawn above the sheet when there is no room beside it."""
    ends = False
    """True if the buttons at the end stay visible below the scrolling text."""
    is_snug = False
    """True if buttons are as wide as their words, and side by side if they fit."""
    pictured = 0.0
    """Height in units of the picture above the rows, if all fits; 0 for none.

    If it would be small and the title is above the sheet, the picture is drawn beside the title.
    """

    def __init__(self) -> None:
        self.form = Form([])
        self._box = Box(0, 0, 0, 0)
        self._hangs = False  # True if the sheet is low enough to hang from the rope
        self.picture_box = self._box

    @abstractmethod
    def rows(self) -> Sequence[Widget]:
        """Return the rows of the form. Called again whenever something has changed."""

    def on_enter(self) -> None:
        """Create the form from `rows`."""
        self.form = Form(self.rows(), read=self.read, ends=self.ends)

    def rebuild_rows(self) -> None:
        """Build the rows again. Focus and scroll position stay."""
        before, self.form = self.form, Form(self.rows(), read=self.read, ends=self.ends)
        self.form.adopt_state(before)
        if isinstance(before.widget, ButtonPair):
            # In a pair of buttons, the neighbour may have its own row now, so find the button by its label.
            label = before.widget.label
            rows = enumerate(self.form.widgets)
            self.form.focus = next(
                (n for n, candidate in rows if getattr(candidate, "label", "") == label), before.focus
            )
        self.on_layout()
        self.needs_redraw = True

    def on_layout(self) -> None:
        view = self.app.view
        side_width = 330.0 if self.has_side else 0.0
        left = view.w * 0.05 + side_width
        ruler = self.app.measuring_painter
        heading = 0.0 if side_width or not self.headed else ruler.line_height(_title_size(ruler)) + 12
        top, width = view.h * 0.05 + heading, view.w * 0.95 - left
        available_height = view.h - WOOD - 22 - top
        if self.is_snug:
            pair_buttons(self.form, ruler, width - 2 * INSIDE, every=True)
        height = sum(map(sum, measured_rows(ruler, self.form.widgets, width - 2 * INSIDE))) + 2 * INSIDE
        spare = available_height - height - (LEAST_THREADS + 1 if side_width else 0)
        beside = heading + OVER if heading and spare < self.pictured * ENOUGH else 0.0
        picture_height = min(self.pictured, beside + max(0.0, spare))
        if picture_height < self.pictured * LEAST_PICTURE:
            picture_height = 0.0  # the text to be read comes first
        if beside:
            offset = max(0.0, picture_height - beside)
            top, available_height = top + offset, available_height - offset
        else:
            height += picture_height
        if height <= available_height + NEARER:  # rather nearer to the floor than scrolled by a few units
            available_height = max(available_height, height)
        self._hangs = height < available_height - LEAST_THREADS
        aside = max(LEAST_THREADS, (available_height - height) * HUNG) if self._hangs else 0.0
        self._box = Box(left, top + aside, width, min(height, available_height))
        inner = self._box.inflated(-INSIDE)
        if beside:
            right = left + 8 + ruler.width(self.title, _title_size(ruler), NAMES) + 32
            self.picture_box = Box(
                right, self._box.y - picture_height, self._box.right - right, picture_height
            )
        else:
            self.picture_box = Box(inner.x, inner.y, inner.w, picture_height)
            inner = Box(inner.x, inner.y + picture_height, inner.w, inner.h - picture_height)
        self.form.place_rows(ruler, inner)

    def side(self, ruler: Painter) -> Box:
        """Return the box beside the sheet, below the title tag."""
        view = self.app.view
        left, top = view.w * 0.05, view.h * 0.05 + ruler.line_height(TITLE) + 50
        return Box(left, top, self._box.x - left - 26, view.h - WOOD - top)

    def draw(self, painter: Painter) -> None:
        view = painter.view
        painter.blit(wall(painter.assets, view.w, view.h, painter.theme.name, WOOD), 0, 0)
        left, top = view.w * 0.05, view.h * 0.05
        if self._box.x > left + 100:
            side = self.side(painter)
            tag_width, tag_height = side.w, side.y - top - 26
            reach = view.w if self._hangs else self._box.x + 8
            if self._hangs:
                self._draw_threads(painter, top, reach)
            painter.blit(rope(painter.assets, round(reach), SAG), 0, top - ROPE_ROOM)
            sheet(painter, Box(left, top + 14, tag_width, tag_height))
            for x, turn in ((left + 26, -4.0), (left + tag_width - 26, 4.0)):
                painter.blit(peg(painter.assets, 0.8, turn), x, top + 14, "center")
            top += 14
            at = left + tag_width / 2, top + tag_height / 2
            title_width = tag_width - 56
            size = largest(
                TITLE, lambda size: painter.width(self.title, size, NAMES) <= title_width, min_size=SMALL
            )
            painter.text(self.title, *at, size, TextStyle(NAMES), anchor="center", room=title_width)
            self.draw_side(painter, side)
        elif self.headed:
            size = _title_size(painter)
            painter.text(self.title, left + 8, top + painter.line_height(size) / 2, size, TextStyle(NAMES))
        sheet(painter, self._box)
        if self.picture_box.h:
            self.draw_picture(painter, self.picture_box)
        self.form.draw(painter)
        draw_prompt_bar(painter, self.app, self)

    def _draw_threads(self, painter: Painter, rope_y: float, rope_width: float) -> None:
        """Draw the threads on which a low sheet hangs from the rope."""
        box = self._box
        for fraction in (0.12, 0.88):
            x = box.x + fraction * box.w
            top = sag(x, rope_width, rope_y, SAG) + 1
            draw_threads(painter, Box(x, top, 0, box.y - top))

    def draw_picture(self, painter: Painter, box: Box) -> None:
        """Draw the picture at the top of the sheet. Does nothing by default."""

    def help_text(self) -> str:
        """Text that the puppet beside the sheet says about the focused row; "", the default, for none."""
        return ""

    @property
    def has_side(self) -> bool:
        """True if the text is small enough for a column beside the sheet: scale at most 1.5."""
        return self.app.text_scale <= 1.5

    def draw_side(self, painter: Painter, box: Box) -> None:
        """Draw the column beside the sheet: by default a puppet, with a speech bubble if there is a tip."""
        puppet_height = min(300.0, box.h * 0.8)
        if self.help_text():
            puppet_height = min(270.0, box.h - self.draw_tip(painter, box, 270.0))
        image = puppet(
            painter.assets,
            self.seat,
            "idle",
            0,
            puppet_height,
            PuppetOutfit(wears="glasses", rim=5.0),
            look=(0.9, -0.3),
        )
        painter.blit(image, box.centre[0] - 20, box.bottom + puppet_foot(puppet_height), "midbottom")

    def draw_tip(self, painter: Painter, box: Box, puppet_height: float) -> float:
        """Draw the speech bubble above a puppet of at most this height. Returns bubble and tail height."""
        text, theme = self.help_text(), painter.theme
        size = LARGE if painter.height(text, box.w - 44, LARGE, STRONG) < box.h * 0.5 else BODY
        bubble_height = painter.height(text, box.w - 44, size, STRONG) + 36
        puppet_height = min(puppet_height, box.h - bubble_height - 44)
        y = box.bottom - puppet_height - bubble_height - 40
        tail = (box.w * 0.42, bubble_height, box.w * 0.47, bubble_height + 34)
        image = bubble(painter.assets, round(box.w), round(bubble_height), tail, theme.panel, theme.ink)
        painter.blit(image, box.x - BUBBLE_ROOM, y - BUBBLE_ROOM)
        painter.paragraph(text, box.x + 22, y + 18, box.w - 44, size, TextStyle(STRONG), centred=True)
        return bubble_height + 44

    def prompts(self) -> Prompts:
        """“Read on” and Back while a sheet to be read can scroll, else the prompts of the form."""
        choices = sum(widget.focusable for widget in self.form.widgets)
        if self.read and self.form.bar.h and (choices < 2 or self.form.is_away):
            act = InputAction.SCROLL if self.app.devices.last == MOUSE else InputAction.NAVIGATE
            return [(act, _("Read on")), (InputAction.BACK, self.back_words)]
        return super().prompts()

    @property
    def verb(self) -> str:
        """Translated prompt for a press: “Take it” on a button, “Change” on any other row."""
        return _("Take it") if isinstance(self.form.widget, Button | ButtonPair) else _("Change")


class RowsDialog(FormDialog, ABC):
    """Dialog that builds its rows again when the language changes."""

    def __init__(self) -> None:
        super().__init__([])

    @abstractmethod
    def rows(self) -> list[Widget]:
        """Rows of the dialog, called on entry and after a change of language."""

    def on_enter(self) -> None:
        """Create the form from `rows`."""
        self.form = Form(self.rows())

    def on_language_changed(self) -> None:
        before, self.form = self.form, Form(self.rows())
        self.form.adopt_state(before)


class TypedDialog(FormDialog):
    """Dialog with text fields. A focused field gets letters as text; Enter moves on to the next row."""

    def on_input(self, intent: InputEvent) -> None:
        """Handle an event. CONFIRM by keyboard or mouse on a text field moves to the next row."""
        types = intent.kind != PAD and self.app.settings.scan is ScanMode.OFF
        if intent.act is InputAction.CONFIRM and isinstance(self.form.widget, TextField) and types:
            self.form.move(1)  # only a controller or one-switch use opens the on-screen keyboard
            self.needs_redraw = True
        else:
            super().on_input(intent)
        self.app.devices.typing = isinstance(self.form.widget, TextField) and self.app.scenes.top is self


def _title_size(ruler: Painter) -> float:
    """Font size before text scaling of a title above the sheet, at most `HIGHEST` after it."""
    return min(TITLE, HIGHEST / ruler.text_scale)
