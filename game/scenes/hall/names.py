"""Who is expected in a hall: names typed one by one, pasted, or from a file that is dropped."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from game.match.hall.plan import PEOPLE
from game.party.messages import NAME
from game.scenes.hall.draft import read_names
from game.scenes.sheets import Sheet
from game.ui.core import window
from game.ui.core.input import KEYBOARD, Act, Intent
from game.ui.core.theme import SMALL
from game.ui.widgets.dialogs import Ask, ScreenKeyboard, Tell
from game.ui.widgets.rows import Field
from game.ui.widgets.widgets import Button, StitchedLine, Widget, Words
from game.words import _, counted

LARGEST: Final = 100_000
"""Bytes of a file that somebody drops here; what follows is not read."""


class TypedSheet(Sheet):
    """A sheet with fields: letters are text while one of them has the focus."""

    def tick(self, now: float) -> bool:
        self.stage.devices.typing = isinstance(self.form.widget, Field)
        return False

    def ask_letters(self, title: str, text: str, limit: int) -> None:
        """A keyboard on the screen, for pads; the field in focus takes what is written there."""
        field = self.form.widget
        assert isinstance(field, Field)

        def answered(answer: str | None) -> None:
            if answer is not None:
                field.on(answer)
                self.refill()

        self.stage.scenes.push(ScreenKeyboard(title, text, limit), answered)


def names_in(path: Path) -> tuple[str, ...] | None:
    """The names in a file that was dropped; `None` where it is none with names."""
    if path.suffix.lower() not in (".txt", ".csv"):
        return None
    try:
        with path.open("rb") as file:
            text = _decoded(file.read(LARGEST))
    except (OSError, ValueError):
        return None
    return read_names(text) if not text.startswith("[") else None


def _decoded(data: bytes) -> str:
    """The text of a file as office programs write it: UTF-16 by its mark, UTF-8, or Windows-1252.

    Raises:
        ValueError: it is none of them.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16")
    if len(data) == LARGEST:
        data = data[: data.rfind(b"\n") + 1]  # no letter is cut in two
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252")


class Names(TypedSheet):
    """Who is expected; popped with the names."""

    seat = 4

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self.names = names
        self._typed = ""

    def enter(self) -> None:
        self.title = _("Names")
        super().enter()

    def rows(self) -> Sequence[Widget]:
        listed = ", ".join(self.names)
        count = len(self.names)
        told = counted("{count} name", "{count} names", count).format(count=count)
        return [
            Field(_("A name"), "", self._set_typed, lambda: self.ask_letters(_("A name"), "", NAME), NAME),
            Button(_("Put it on the list"), self._add),
            Button(_("Paste a list"), self._paste),
            Words(
                _("One name a line, or with commas between. A text file can be dropped on the window."),
                SMALL,
                soft=True,
            ),
            StitchedLine(),
            Words(
                f"{told}: {listed}" if count else _("The list is empty: everybody types a name of their own.")
            ),
            *(
                [Button(_("Change a name"), self._choose), Button(_("Empty the list"), self._clear)]
                if count
                else []
            ),
            Button(_("Done"), lambda: self.stage.scenes.pop(self.names), go=True),
        ]

    def _set_typed(self, text: str) -> None:
        self._typed = text

    def _add(self) -> None:
        # Typed on purpose: somebody of the same name is somebody else.
        self.names = read_names("\n".join((*self.names, *read_names(self._typed))))
        self.refill()
        self._typed = ""
        self.form.focus = 0

    def _take(self, names: tuple[str, ...]) -> None:
        """A list joins what is there; who is on both is one, as a list is also pasted twice."""
        self.names = tuple(dict.fromkeys((*self.names, *names)))[:PEOPLE]
        self.refill()

    def _choose(self) -> None:
        """Mend one name, or take it off: the others stay, and as they stand."""

        def chosen(number: int | None) -> None:
            if number is not None and number < len(self.names):
                self._ask_change(number)

        answers = [*self.names, _("Back")]
        self.stage.scenes.push(Ask(_("Change a name"), answers), chosen)

    def _ask_change(self, number: int) -> None:
        def answered(answer: int | None) -> None:
            if answer == 0:
                title, limit = _("A name"), max(NAME, len(self.names[number]))
                self.stage.scenes.push(ScreenKeyboard(title, self.names[number], limit), renamed)
            elif answer == 1:
                self._put(number, "")

        def renamed(text: str | None) -> None:
            if text and text.strip():
                self._put(number, text)

        self.stage.scenes.push(Ask(self.names[number], [_("Rename"), _("Remove"), _("Back")]), answered)

    def _put(self, number: int, text: str) -> None:
        """Another name in the place of one, none for nothing."""
        self.names = read_names("\n".join((*self.names[:number], text, *self.names[number + 1 :])))
        self.refill()

    def _clear(self) -> None:
        self.names = ()
        self.form.focus = 0
        self.refill()

    def _paste(self) -> None:
        text = window.taken()
        if text is None:
            self.stage.scenes.push(Tell(_("This system has no clipboard for it.")))
        else:
            self._take(read_names(text))

    def dropped(self, path: Path) -> bool:
        """A file with names."""
        names = names_in(path)
        if names is not None:
            self._take(names)
        return names is not None

    def intent(self, intent: Intent) -> None:
        if intent.act in (Act.BACK, Act.PAUSE):
            self.stage.audio.play("back")
            self.stage.scenes.pop(self.names)
        elif intent.act is Act.CONFIRM and intent.kind == KEYBOARD and isinstance(self.form.widget, Field):
            self._add()
        else:
            super().intent(intent)
