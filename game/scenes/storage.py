"""Trouble with files: what went wrong since somebody last looked, and the question before a match is lost."""

from __future__ import annotations

from collections.abc import Sequence

from game.scenes.sheets import Sheet
from game.store.files import Notice
from game.ui.core.context import Stage
from game.ui.core.fonts import STRONG
from game.ui.core.storage import sentences
from game.ui.core.theme import LARGE
from game.ui.widgets.dialogs import Ask
from game.ui.widgets.widgets import Button, Space, Widget, Words
from game.words import _


class Storage(Sheet):
    """Every notice that nobody has heard of yet, a sentence each."""

    seat = 1
    read = True
    uncalled = True

    def enter(self) -> None:
        self.title = _("Storage")
        folder = self.stage.stores.folder
        self.notices: list[Notice] = folder.untold
        # Told from now on, whichever way the sheet is left.
        folder.heard(self.notices)
        super().enter()

    def retell(self) -> None:
        self.title = _("Storage")
        self.refill()

    def rows(self) -> Sequence[Widget]:
        rows: list[Widget] = []
        for head, sentence in sentences(self.notices):
            if head:
                rows.append(Words(head, LARGE, face=STRONG))
            rows += [Words(sentence), Space()]
        if any("folder" not in dict(notice.values) for notice in self.notices):
            rows.append(
                Words(_("All of it lies in this folder: {place}").format(place=self._place), soft=True)
            )
        return [*rows, Button(_("All right"), self.stage.scenes.pop, go=True)]

    @property
    def _place(self) -> str:
        return str(self.stage.stores.folder.root)


class Losing(Ask):
    """Whether to leave a match that could not be saved; popped with 1 for leaving all the same."""

    def __init__(self, stage: Stage) -> None:
        question = _("Leave, though what is new will be lost?")
        super().__init__(question, [_("Stay"), _("Leave all the same")], stage.banner.words)
