"""What went wrong with files since somebody last looked, told before the title."""

from __future__ import annotations

from collections.abc import Sequence

from game.scenes.sheets import Sheet
from game.store.notices import Notice
from game.ui.paint import STRONG
from game.ui.storage import sentences
from game.ui.theme import LARGE
from game.ui.widgets import Button, Space, Widget, Words
from game.words import _


class Storage(Sheet):
    """Every notice that nobody has heard of yet, a sentence each."""

    seat = 1
    read = True
    uncalled = True

    def enter(self) -> None:
        self.title = _("Storage")
        folder = self.stage.shelf.folder
        self.notices: list[Notice] = folder.untold
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
        return str(self.stage.shelf.folder.root)
