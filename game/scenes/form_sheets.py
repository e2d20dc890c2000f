"""What plain screens are: a title on a tag, a sheet as high as its form, the strip; and a dialog of rows.

One of them stands here too: what was promised of a match before its first card, its code at any time, seed
and salt after its end.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from game.core.discovery import find_game
from game.core.record import code_of, grouped_code, is_typed
from game.i18n import _
from game.match.match import Match
from game.store.data_folder import documents, free_file_name, write_atomic
from game.store.settings import ScanMode
from game.ui.art.cards import BACKS, fanned_back
from game.ui.art.daily import ROPE_ROOM, peg, rope, sag
from game.ui.art.fabric import BUBBLE_ROOM, bubble, sewing_button
from game.ui.art.icons import icon
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.rooms import wall
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import MOUSE, PAD, InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle, largest
from game.ui.core.scene import Prompts
from game.ui.core.theme import BODY, LARGE, SMALL, TITLE
from game.ui.widgets import (
    GAP,
    Button,
    ButtonPair,
    Dialog,
    Form,
    FormScene,
    Heading,
    MessageDialog,
    SpacerRow,
    TextField,
    TextRow,
    Widget,
    draw_prompt_bar,
    draw_threads,
    measured_rows,
    pair_buttons,
    sheet,
)

WOOD = 92.0
INSIDE = 18.0
"""The room inside a sheet's edge."""
SAG = 14.0
"""How deep the rope hangs."""
LEAST_THREADS, HUNG = 34.0, 0.36
"""How long the threads of a low sheet are at least, and how much of the free room lies above it."""
LEAST_PICTURE = 0.55
"""How much of its height a picture above the rows keeps at least: else it is gone."""
ENOUGH, OVER = 0.8, 16.0
"""With how much of its height it stays there; how far one beside the title may reach above that."""
NEARER = 16.0
"""How far a sheet may come nearer to the wood."""
HIGHEST = 62.0
"""Of a title above the sheet, whatever the text size: what is to be read needs the room."""


def draw_wall(painter: Painter, _box: Box) -> None:
    """The wall of the house, and the wood below it."""
    view = painter.view
    painter.blit(wall(painter.assets, view.w, view.h, painter.theme.name, WOOD), 0, 0)


class SheetScene(FormScene, ABC):
    """A form on a wide sheet, before the wall of the house."""

    seat = 2
    """Whose puppet stands beside the sheet."""
    read = False
    """Whether it is to be read, and opens at its top though its buttons are at the end."""
    headed = True
    """Whether its title stands above it where there is no room beside it."""
    ends = False
    """Whether the buttons at its end stay in sight below what is to be read."""
    is_snug = False
    """Whether its buttons are as wide as their words, side by side where they fit."""
    pictured = 0.0
    """How high the picture is that it begins with, where all rows have room below it.

    Where it would be small, and a title stands above the sheet, it lies beside that.
    """

    def __init__(self) -> None:
        self.form = Form([])
        self._box = Box(0, 0, 0, 0)
        self._hangs = False
        """Whether it is so low that it hangs before the wall."""
        self.picture_box = self._box

    @abstractmethod
    def rows(self) -> Sequence[Widget]:
        """The rows of the form, made anew whenever something has changed."""

    def enter(self) -> None:
        self.form = Form(self.rows(), read=self.read, ends=self.ends)

    def refill(self) -> None:
        """Make the rows anew, the focus and the scrolling where they were."""
        before, self.form = self.form, Form(self.rows(), read=self.read, ends=self.ends)
        self.form.follow(before)
        if isinstance(before.widget, ButtonPair):
            # One of a pair: its neighbour has a place of its own now.
            named = before.widget.label
            rows = enumerate(self.form.widgets)
            self.form.focus = next((n for n, one in rows if getattr(one, "label", "") == named), before.focus)
        self.layout()
        self.stale = True

    def layout(self) -> None:
        view = self.stage.view
        side = 330.0 if self.has_side else 0.0
        left = view.w * 0.05 + side
        ruler = self.stage.ruler
        heading = 0.0 if side or not self.headed else ruler.line_height(_heading(ruler)) + 12
        top, wide = view.h * 0.05 + heading, view.w * 0.95 - left
        room = view.h - WOOD - 22 - top
        if self.is_snug:
            pair_buttons(self.form, ruler, wide - 2 * INSIDE, every=True)
        tall = sum(map(sum, measured_rows(ruler, self.form.widgets, wide - 2 * INSIDE))) + 2 * INSIDE
        spare = room - tall - (LEAST_THREADS + 1 if side else 0)
        beside = heading + OVER if heading and spare < self.pictured * ENOUGH else 0.0
        shown = min(self.pictured, beside + max(0.0, spare))
        if shown < self.pictured * LEAST_PICTURE:
            shown = 0.0  # what is to be read comes first
        if beside:
            lower = max(0.0, shown - beside)
            top, room = top + lower, room - lower
        else:
            tall += shown
        if tall <= room + NEARER:  # rather nearer to the wood than scrolled by so little
            room = max(room, tall)
        self._hangs = tall < room - LEAST_THREADS
        aside = max(LEAST_THREADS, (room - tall) * HUNG) if self._hangs else 0.0
        self._box = Box(left, top + aside, wide, min(tall, room))
        inner = self._box.grown(-INSIDE)
        if beside:
            right = left + 8 + ruler.width(self.title, _heading(ruler), NAMES) + 32
            self.picture_box = Box(right, self._box.y - shown, self._box.right - right, shown)
        else:
            self.picture_box = Box(inner.x, inner.y, inner.w, shown)
            inner = Box(inner.x, inner.y + shown, inner.w, inner.h - shown)
        self.form.lay(ruler, inner)

    def side(self, ruler: Painter) -> Box:
        """The room beside the sheet, below the title."""
        view = self.stage.view
        left, top = view.w * 0.05, view.h * 0.05 + ruler.line_height(TITLE) + 50
        return Box(left, top, self._box.x - left - 26, view.h - WOOD - top)

    def draw(self, painter: Painter) -> None:
        view = painter.view
        painter.blit(wall(painter.assets, view.w, view.h, painter.theme.name, WOOD), 0, 0)
        left, top = view.w * 0.05, view.h * 0.05
        if self._box.x > left + 100:
            side = self.side(painter)
            room, tall = side.w, side.y - top - 26
            reach = view.w if self._hangs else self._box.x + 8
            if self._hangs:
                self._draw_threads(painter, top, reach)
            painter.blit(rope(painter.assets, round(reach), SAG), 0, top - ROPE_ROOM)
            sheet(painter, Box(left, top + 14, room, tall))
            for x, turn in ((left + 26, -4.0), (left + room - 26, 4.0)):
                painter.blit(peg(painter.assets, 0.8, turn), x, top + 14, "center")
            top += 14
            at = left + room / 2, top + tall / 2
            free = room - 56
            size = largest(TITLE, lambda size: painter.width(self.title, size, NAMES) <= free, least=SMALL)
            painter.text(self.title, *at, size, TextStyle(NAMES), anchor="center", room=free)
            self.draw_side(painter, side)
        elif self.headed:
            size = _heading(painter)
            painter.text(self.title, left + 8, top + painter.line_height(size) / 2, size, TextStyle(NAMES))
        sheet(painter, self._box)
        if self.picture_box.h:
            self.draw_picture(painter, self.picture_box)
        self.form.draw(painter)
        draw_prompt_bar(painter, self.stage, self)

    def _draw_threads(self, painter: Painter, ends: float, reach: float) -> None:
        """The threads on which a low sheet hangs from the rope, each as long as that is high there."""
        box = self._box
        for share in (0.12, 0.88):
            x = box.x + share * box.w
            top = sag(x, reach, ends, SAG) + 1
            draw_threads(painter, Box(x, top, 0, box.y - top))

    def draw_picture(self, painter: Painter, box: Box) -> None:
        """Draw the picture that it begins with."""

    def tip(self) -> str:
        """What the puppet beside the sheet says about the row that has the focus; empty for nothing."""
        return ""

    @property
    def has_side(self) -> bool:
        return self.stage.text_scale <= 1.5

    def draw_side(self, painter: Painter, box: Box) -> None:
        """Draw what stands beside the sheet: a puppet who looks at it, and may have something to say."""
        tall = min(300.0, box.h * 0.8)
        if self.tip():
            tall = min(270.0, box.h - self.draw_tip(painter, box, 270.0))
        image = puppet(
            painter.assets,
            self.seat,
            "idle",
            0,
            tall,
            PuppetOutfit(wears="glasses", rim=5.0),
            look=(0.9, -0.3),
        )
        painter.blit(image, box.centre[0] - 20, box.bottom + puppet_foot(tall), "midbottom")

    def draw_tip(self, painter: Painter, box: Box, tall: float) -> float:
        """Draw what the puppet beside the sheet says, above its height; the room that it takes."""
        words, theme = self.tip(), painter.theme
        size = LARGE if painter.height(words, box.w - 44, LARGE, STRONG) < box.h * 0.5 else BODY
        high = painter.height(words, box.w - 44, size, STRONG) + 36
        tall = min(tall, box.h - high - 44)
        y = box.bottom - tall - high - 40
        tail = (box.w * 0.42, high, box.w * 0.47, high + 34)
        image = bubble(painter.assets, round(box.w), round(high), tail, theme.panel, theme.ink)
        painter.blit(image, box.x - BUBBLE_ROOM, y - BUBBLE_ROOM)
        painter.paragraph(words, box.x + 22, y + 18, box.w - 44, size, TextStyle(STRONG), centred=True)
        return high + 44

    def help(self) -> Prompts:
        choices = sum(widget.focusable for widget in self.form.widgets)
        if self.read and self.form.bar.h and (choices < 2 or self.form.is_away):
            act = InputAction.SCROLL if self.stage.devices.last == MOUSE else InputAction.NAVIGATE
            return [(act, _("Read on")), (InputAction.BACK, self.back_words)]
        return super().help()

    @property
    def verb(self) -> str:
        return _("Take it") if isinstance(self.form.widget, Button | ButtonPair) else _("Change")


@dataclass(frozen=True)
class IconTextRow(TextRow):
    """A text on a patch behind a sign, below its head where it has one."""

    sign: str = field(kw_only=True)
    head: str = field(default="", kw_only=True)

    @property
    def aloud(self) -> str:
        return " ".join(filter(None, (self.head, self.text)))

    @staticmethod
    def _aside(ruler: Painter) -> float:
        """The room for the sign."""
        return 30.0 * (1 + 0.6 * (ruler.text_scale - 1)) + 2 * GAP

    def _above(self, ruler: Painter, width: float) -> float:
        wide = width - self._aside(ruler) - 3 * GAP
        return ruler.height(self.head, wide, BODY, STRONG) if self.head else 0.0

    def height(self, ruler: Painter, width: float) -> float:
        return super().height(ruler, width - self._aside(ruler) - GAP) + self._above(ruler, width) + 16

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        cloth, aside = Box(box.x + GAP, box.y + 4, box.w - 2 * GAP, box.h - 8), self._aside(painter)
        painter.fill(cloth, painter.theme.page, 12)
        image = icon(painter.assets, self.sign, aside - 2 * GAP, painter.theme.ink, painter.theme.panel)
        painter.blit(image, cloth.x + (aside + GAP) / 2, cloth.centre[1], "center")
        above, x = self._above(painter, box.w), box.x + aside
        if self.head:
            wide = box.w - aside - 3 * GAP
            painter.paragraph(self.head, x + GAP, cloth.y + 6, wide, BODY, TextStyle(STRONG))
        super().draw(painter, Box(x, cloth.y + 4 + above, box.w - aside - GAP, box.h), focused=focused)


class RowsDialog(Dialog, ABC):
    """A dialog whose rows are made anew when another language is spoken."""

    def __init__(self) -> None:
        super().__init__([])

    @abstractmethod
    def rows(self) -> list[Widget]:
        """The rows as they are now."""

    def enter(self) -> None:
        self.form = Form(self.rows())

    def retell(self) -> None:
        before, self.form = self.form, Form(self.rows())
        self.form.follow(before)


class TypedDialog(Dialog):
    """A dialog with fields: letters are text while one of them has the focus, and Enter ends it."""

    def intent(self, intent: InputEvent) -> None:
        types = intent.kind != PAD and self.stage.settings.scan is ScanMode.OFF
        if intent.act is InputAction.CONFIRM and isinstance(self.form.widget, TextField) and types:
            self.form.move(1)  # only a pad, or one switch, gets the keyboard on the screen
            self.stale = True
        else:
            super().intent(intent)
        self.stage.devices.typing = isinstance(self.form.widget, TextField) and self.stage.scenes.top is self


def _heading(ruler: Painter) -> float:
    return min(TITLE, HIGHEST / ruler.text_scale)


HALF = 32
"""Digits of a code that stand in one line."""
FAN = 142
"""The height of five cards of 74, the outer ones leaning down."""


def is_promise_shown(match: Match) -> bool:
    """Whether menus speak of it: where nothing is hidden, chance decides no more than who begins.

    The match has a promise all the same: phones and the record tell it to whoever wants to know.
    """
    return bool(match.session.promised) and match.has_secrets


class CommitmentSheet(SheetScene):
    """The promise of a match."""

    seat = 3
    read = True
    ends = True
    is_snug = True
    pictured = 132.0

    def __init__(self, match: Match, *, opened: bool = False) -> None:
        """Show the promise of a match; ``opened``, once its results were shown, with seed and salt."""
        super().__init__()
        self.session = match.session
        self.opened = opened

    def enter(self) -> None:
        self.title = _("The promise")
        super().enter()

    def rows(self) -> Sequence[Widget]:
        code = self.session.promised
        shown = [grouped_code(code[:HALF]), grouped_code(code[HALF:])]
        lines = [TextRow(line, SMALL, face=STRONG, centred=True) for line in shown]
        back = Button(_("Back"), self.stage.scenes.pop, go=True, sign="left")
        if not self.opened:
            told = {
                "lock": _("All that chance does in this match was fixed before the first card."),
                "mask": _("Nobody can read anything of it in this code."),
                "phone": _("Phones show it too, and check at the end whether the promise was kept."),
                "pencil": _(
                    "Whoever trusts nobody writes it down, and checks the record on another computer."
                ),
            }
            return [*(IconTextRow(words, sign=sign) for sign, words in told.items()), *lines, back]
        # Whether it was kept, as this computer reckons; and what anybody can reckon it from.
        session = self.session
        kept, salt = code_of(session.opened()) == session.promised, session.opened().rpartition(":")[2]
        typed = TextRow(_("Somebody has typed this seed: whoever knew it knew the cards."), face=STRONG)
        return [
            Heading(_("The promise was kept.") if kept else _("The promise was not kept.")),
            *lines,
            IconTextRow(
                _("Seed and salt give this very code. Nobody has changed the deal, the house rules or the "
                  "board since the first card.")
                if kept else _("Seed and salt do not give this code: the match was saved, and changed."),
                sign="tick" if kept else "cross",
            ),
            IconTextRow(
                _("Salt {salt}").format(salt=grouped_code(salt)), SMALL,
                head=_("Seed {seed}").format(seed=grouped_code(str(session.seed))), sign="dice",
            ),
            *([typed] if is_typed(session.seed) else []),
            IconTextRow(
                _("Whoever does not trust this computer checks the record on another one, with "
                  "“main.py verify”."), SMALL, sign="screen",
            ),
            SpacerRow(),
            Button(_("Keep the record"), self._keep, sign="share"),
            back,
        ]  # fmt: skip

    def draw_picture(self, painter: Painter, box: Box) -> None:
        """The cards of the match under a button; it is sewn on until the promise is opened."""
        k = box.h / FAN
        x, y = box.centre[0], box.y + 58 * k
        for place in (-2, -1, 0, 1, 2):
            back = fanned_back(painter.assets, round(74 * k), -9.0 * place, BACKS[1], "sock")
            painter.blit(back, x + 46 * place * k, y + 4 * place * place * k, "center")
        if not self.opened:
            button = sewing_button(painter.assets, round(62 * k))
            painter.blit(button, x, y + 4 * k, "center")

    def _keep(self) -> None:
        """Write the record among the player's documents, and say where."""
        session = self.session
        name = f"{find_game(session.game).info.title} {time.strftime('%Y-%m-%d %H.%M')}"
        path = free_file_name(documents(), name)
        try:
            write_atomic(path, session.record().encode("utf-8", "backslashreplace"))
        except OSError as error:
            why = error.strerror or type(error).__name__
            self.stage.scenes.push(MessageDialog(_("The record could not be kept."), why))
            return
        self.stage.scenes.push(MessageDialog(_("The record is kept."), str(path), path))
