"""Commitment to a match: its code at any time, seed and salt after the end."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from game.core.discovery import find_game
from game.core.record import code_of, grouped_code, is_typed
from game.i18n import _
from game.match.match import Match
from game.scenes.hung import LINE_SAG, LINE_Y, HungScreen
from game.scenes.sheets import IconTextRow
from game.store.data_folder import documents, free_file_name, write_atomic
from game.ui.art.daily import peg, sag, thread
from game.ui.art.envelope import FLAP_SHARE, envelope, wax_seal
from game.ui.art.fabric import SHADOW_MARGIN
from game.ui.art.layers import INK, WOOL
from game.ui.art.patterns import swatch
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core import window
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter
from game.ui.core.scene import Shortcut
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets import (
    PANEL_PICTURE,
    Action,
    ButtonElement,
    Element,
    ElementKey,
    FontSpec,
    GridLayout,
    MeasureContext,
    MessageDialog,
    Padding,
    Picture,
    Row,
    ScrollView,
    Spacer,
    Text,
    button_row,
    column,
    patch,
    row,
    shrink_to_fit,
    sign,
    stack,
)

DIGITS_PER_TILE = 4  # of the code in a group
TILE_SEATS = (0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 0, 1, 2, 3)
"""Seat whose wool is below each group. No two neighbours have the same: "tomato, row two"."""
ENVELOPE_INSET = 48.0  # units by which the envelope is narrower than the title's line, at both sides
SHEET_INSET = 30.0  # units by which the unfolded sheet is narrower than the envelope, at both sides
PUPPET_PEEK = 112.0  # units of the puppets behind the envelope that can be seen
UNCOVERED_HEIGHT = 96.0  # units of the envelope above the unfolded sheet


def is_promise_shown(match: Match) -> bool:
    """True if menus show the match's commitment: it has one, and hidden information."""
    return bool(match.session.promised) and match.has_secrets


class PromiseKey(ElementKey):
    """Keys of the elements."""

    ENVELOPE = "envelope"
    FOLD = "fold"
    SAVE = "save"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class PromiseLayout(Element):
    """Envelope with buttons below it, and maybe a sheet that unfolds from them over the code."""

    envelope: Element
    foot: Element
    sheet: Element | None

    def inner(self) -> Sequence[Element]:
        return self.foot, self.envelope, *(() if self.sheet is None else (self.sheet,))

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return room, 0.0

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        box = Box(box.x + ENVELOPE_INSET, box.y + 22, box.w - 2 * ENVELOPE_INSET, box.h - 32)
        foot = ruler.size(self.foot, box.w)[1]
        above = Box(box.x, box.y, box.w, box.h - foot - 20)
        yield self.envelope, above
        if self.sheet is not None:
            inner = above.w - 2 * SHEET_INSET
            high = min(ruler.size(self.sheet, inner)[1], above.h - UNCOVERED_HEIGHT + 12)
            yield self.sheet, Box(above.x + SHEET_INSET, above.bottom + 12 - high, inner, high)
        yield self.foot, Box(box.x, box.bottom - foot, box.w, foot)


def draw_envelope(painter: Painter, box: Box, looks: tuple[int, ...], mood: str, has_flap: bool) -> None:  # noqa: FBT001
    """Draw the envelope on its threads, with players who look over it. It is open unless they are idle."""
    assets, is_open = painter.assets, mood != "idle"
    for x in (box.x + 0.3 * box.w, box.x + 0.7 * box.w):
        top = sag(x, painter.view.w, LINE_Y, LINE_SAG)
        painter.blit(thread(assets, round(box.y - top)), x - 4, top)
        painter.blit(peg(assets, 0.72, -3.0), x, top + 4, "center")
    for number, look in enumerate(looks):
        # Only their heads are above the envelope, which covers the rest.
        high = 170.0
        outfit = PuppetOutfit(rim=4.0, ground=False, flip=True)
        image = puppet(assets, look, mood, 0, high, outfit, look=(0.4, 0.9))
        x = box.right - 210 + 130 * number
        painter.blit(image, x, box.y - PUPPET_PEEK + high + puppet_foot(high) + 8 * number, "midbottom")
    image = envelope(assets, round(box.w), round(box.h), flap=has_flap, torn=is_open)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    for x in (box.x + 0.3 * box.w, box.x + 0.7 * box.w):
        painter.blit(peg(assets, 0.72, 2.0), x, box.y + 2, "center")
    if has_flap:
        seal = wax_seal(assets, round(box.h * 0.32), broken=is_open)
        painter.blit(seal, box.centre[0], box.y + box.h * FLAP_SHARE, "center")


def draw_seal(painter: Painter, box: Box, is_open: bool) -> None:  # noqa: FBT001 - values of a picture
    """Draw the seal beside the words of an envelope without a flap."""
    painter.blit(wax_seal(painter.assets, round(box.w), broken=is_open), *box.centre, "center")


def draw_tile(painter: Painter, box: Box, seat: int) -> None:
    """Draw a strip of a seat's wool below four digits."""
    strip = swatch(painter.assets, seat, round(box.w - 24), 7, 3, 0.3)
    painter.blit(strip, box.centre[0], box.bottom, "midbottom")


def draw_folds(painter: Painter, box: Box) -> None:
    """Draw a folded sheet, with the edges of two layers below it."""
    for layer in (2, 1):
        at = Box(box.x + 7 * layer, box.y + 7 * layer, box.w - 14 * layer, box.h)
        PANEL_PICTURE.paint(painter, at, focused=False)


class CommitmentScene(HungScreen):
    """Screen of the commitment of a match: the code on a sealed envelope, and how to check it."""

    def __init__(self, match: Match, *, opened: bool = False) -> None:
        """Show the commitment of ``match``. ``opened``: with seed and salt, once the results were shown."""
        self.session = match.session
        self.looks = tuple(seat.look for seat in match.seats[:2])
        self.is_revealed = opened
        self.is_unfolded = False
        self.focus = PromiseKey.BACK

    @property
    def title(self) -> str:
        return _("The promise")

    def on_layout(self) -> None:
        """Keep the place in the text, which has no focus of its own."""

    @property
    def is_kept(self) -> bool:
        """True if seed and salt give the code."""
        return code_of(self.session.opened()) == self.session.promised

    def narration(self) -> NarrationContent:
        """Spoken content with the code as one text, because equal texts, also two groups, are read once."""
        content, code = super().narration(), self.session.promised.upper()
        groups = [code[at : at + DIGITS_PER_TILE] for at in range(0, len(code), DIGITS_PER_TILE)]
        others = [words for words in content.text if words not in groups]
        place = next((place for place, words in enumerate(content.text) if words in groups), len(others))
        return replace(content, text=(*others[:place], " ".join(groups), *others[place:]))

    def below(self) -> Element:
        sheet = None
        if self.is_unfolded:
            # The scrolled part ends a little above the buttons, which cover the end of the sheet.
            rows = ScrollView(column(*self._explanations()), self.scroll)
            sheet = column(rows, pad=Padding(16, 14, 24), behind=PANEL_PICTURE)
        return PromiseLayout(self._envelope(), self._foot(), sheet)

    def _envelope(self) -> Element:
        """Envelope with a sentence and the code: with a flap, in large text without."""
        words, mood = _("All the luck in this match was sealed before the first move."), "idle"
        if self.is_revealed:
            words = _("The promise was kept.") if self.is_kept else _("The promise was not kept.")
            mood = "happy" if self.is_kept else "sad"
        code, digits = self.session.promised.upper(), FontSpec(24, STRONG, INK, growth=0.1)
        tiles = [
            column(
                Spacer(flex=1), Text(code[at : at + DIGITS_PER_TILE], digits, 0.5, lines=1, step=0.9),
                Spacer(flex=1), pad=Padding(8, 0, 5), behind=Picture(draw_tile, (seat,)),
            )
            for seat, at in zip(TILE_SEATS, range(0, len(code), DIGITS_PER_TILE), strict=True)
        ]  # fmt: skip

        grid = GridLayout(tuple(tiles), columns=8, gap=9, h=88.0)
        band = column(grid, pad=Padding(14, 4, 8), behind=patch(WOOL, 14))
        letters = FontSpec(31, STRONG, INK)
        sentence = column(Text(words, letters, 0.5, is_balanced=True, step=0.95), w=580.0)
        on_flap = row(Spacer(flex=1), sentence, Spacer(flex=1))
        seal = Picture(draw_seal, (self.is_revealed,), w=70.0, h=70.0)
        beside_seal = row(seal, Text(words, letters, flex=1), gap=24, align=0.5)
        forms = (
            column(
                top, Spacer(tip, flex=1), band,
                pad=Padding(42, 22, 30), behind=Picture(draw_envelope, (self.looks, mood, tip > 0)),
            )
            for top, tip in ((on_flap, 120.0), (beside_seal, 0.0))
        )  # fmt: skip
        return shrink_to_fit(*forms, key=PromiseKey.ENVELOPE)

    def _explanations(self) -> list[Row]:
        """Rows that explain how to check the code, or with seed and salt after the match."""
        if not self.is_revealed:
            sentences = {
                "mask": _("The code itself gives nothing away."),
                "phone": _("Phones show it too, and check at the end that the promise was kept."),
                "pencil": _(
                    "Don't take our word for it: write it down and check the record on another computer."
                ),
            }
            return [IconTextRow(sentence, sign=name) for name, sentence in sentences.items()]
        session = self.session
        salt, seed = session.opened().rpartition(":")[2], grouped_code(str(session.seed))
        typed = _("This seed was typed in. Anyone who knew it knew the cards.")
        verdict = (
            _("The seed and salt give exactly this code. The deal, house rules and board "
              "haven't changed since the first card.")
            if self.is_kept else
            _("The seed and salt don't give this code: the saved match was changed.")
        )  # fmt: skip
        return [
            IconTextRow(verdict, sign="tick" if self.is_kept else "cross"),
            IconTextRow(
                _("Salt {salt}").format(salt=grouped_code(salt)), SMALL,
                head=_("Seed {seed}").format(seed=seed), sign="dice",
            ),
            *([IconTextRow(typed, sign="warning")] if is_typed(session.seed) else []),
            IconTextRow(
                _("If you don't trust this computer, check the record on another one with "
                  "“main.py verify”."), SMALL, sign="screen",
            ),
        ]  # fmt: skip

    def _foot(self) -> Element:
        """Row with the folded sheet and the buttons."""
        theme = self.app.measuring_painter.theme
        hint = _("Check the code on any phone")
        if self.is_revealed:
            hint = _("The seed was typed in") if is_typed(self.session.seed) else _("Seed and salt")
        head = Text(_("How to check"), FontSpec(LARGE, NAMES), lines=1)
        icons = sign("lock", 32), sign("up" if self.is_unfolded else "down", 28)
        folds = Picture(draw_folds)

        def fold(*words: Element) -> Element:
            """Button of the folded sheet."""
            lid = button_row(
                icons[0], *words, Spacer(flex=1), icons[1], fill=theme.panel,
                key=PromiseKey.FOLD, action=Action(self._fold, self._fold_words), least=64, pad=24,
            )  # fmt: skip
            return stack(folds, lid, flex=1)

        back = ButtonElement(
            _("Back") if self.is_revealed else _("Back to the match"),
            key=PromiseKey.BACK,
            action=Action(self.app.scenes.pop, _("Select")),
            aside=56,
        )
        save = ButtonElement(
            _("Save the record"), theme.cloth, FontSpec(LARGE, NAMES), key=PromiseKey.SAVE,
            action=Action(self._save_record, _("Select")), aside=48,
        )  # fmt: skip
        buttons = (save, back) if self.is_revealed else (back,)
        beside = Text(hint, FontSpec(BODY, STRONG, theme.soft), lines=1)
        return shrink_to_fit(
            row(fold(head, Spacer(6), beside), *buttons, gap=24, align=0.5),
            row(fold(head), *buttons, gap=20, align=0.5),
        )

    @property
    def _fold_words(self) -> str:
        """Prompt of the button that unfolds the sheet."""
        return _("Fold up") if self.is_unfolded else _("How to check")

    def _fold(self) -> None:
        """Unfold the sheet, or fold it up again."""
        self.is_unfolded, self.scroll = not self.is_unfolded, 0.0

    def shortcuts(self) -> list[Shortcut]:
        """Unfolding the sheet, and copying the code if there is a clipboard."""
        fold = Shortcut(InputAction.HINT, self._fold_words, self._fold)
        copy = Shortcut(InputAction.LOOK, _("Copy the code"), self._copy)
        return [fold, copy] if window.is_there() else [fold]

    def _copy(self) -> None:
        """Copy the code to the clipboard and say so, or show it if that fails."""
        code = self.session.promised
        told = _("The code is on the clipboard.") if window.put(code) else _("This system has no clipboard.")
        self.app.scenes.push(MessageDialog(told, code))

    def _save_record(self) -> None:
        """Write the record into the player's documents folder and show its path, or the error."""
        session = self.session
        name = f"{find_game(session.game).info.title} {time.strftime('%Y-%m-%d %H.%M')}"
        path = free_file_name(documents(), name)
        try:
            write_atomic(path, session.record().encode("utf-8", "backslashreplace"))
        except OSError as error:
            why = error.strerror or type(error).__name__
            self.app.scenes.push(MessageDialog(_("The record couldn't be saved."), why))
            return
        self.app.scenes.push(MessageDialog(_("The record is saved."), str(path), path))
