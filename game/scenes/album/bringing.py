"""A match that a phone brings to the album: the code that leads it to the page by which it is sent."""

from __future__ import annotations

from game.party.party import NOWHERE, Door
from game.scenes.album.sharing import code_row
from game.scenes.album.taking import brought
from game.scenes.phone_door import AddressChoice
from game.ui.core.context import Stage
from game.ui.core.theme import LARGE
from game.ui.widgets.dialogs import Dialog
from game.ui.widgets.form import Form
from game.ui.widgets.widgets import Button, Widget, Words
from game.words import _

PAGE = "bring"
TIGHT, SMALL_CODE = 1.5, 190.0
"""From this text size on the code is so wide, in units."""


class Bringing(Dialog):
    """Waits for a match from any phone of this network that has read the code; a party need not be on."""

    def __init__(self, stage: Stage) -> None:
        """Wait for one; a party is opened for it where there is none, and ends with it."""
        super().__init__([])
        self._addresses = AddressChoice(stage)
        self._door: Door | None = None
        self._word = ""
        self._is_own = False
        """Whether the party was opened for this alone."""

    @property
    def link(self) -> str:
        """What the code says; empty until phones can come."""
        party = self.stage.phones.party
        return f"{party.address}/{PAGE}#{self._word}" if party is not None and party.is_open else ""

    def enter(self) -> None:
        phones = self.stage.phones
        self._is_own = not phones.is_open
        party = phones.open()
        self._word = party.letters.open()
        self._refill()

    def leave(self) -> None:
        """Nothing is taken any more; whoever has sat down meanwhile keeps the party."""
        party = self.stage.phones.party
        if party is not None:
            party.letters.close()
            if self._is_own and not party.held:
                self.stage.phones.close()

    def retell(self) -> None:
        self._refill()

    def layout(self) -> None:
        self._refill()
        super().layout()

    def tick(self, now: float) -> bool:
        """A match has come, or phones come to another address now."""
        stage = self.stage
        if stage.phones.front.door != self._door:
            self._refill()
            self.layout()
            self.stale = True
        party = stage.phones.party
        text = party.letters.take() if party is not None else None
        if text is not None:
            stage.scenes.replace(brought(stage, text))
        return False

    def _refill(self) -> None:
        front = self.stage.phones.front
        self._door = front.door
        self._addresses.follow(Form([Button("", self.stage.scenes.pop)]))
        self.form = Form([*self._rows(), Button(_("Done"), self.stage.scenes.pop, go=True)])

    def _rows(self) -> list[Widget]:
        front, link = self.stage.phones.front, self.link
        if front.trouble:
            told = _("No phone can join: {why}.").format(why=front.trouble)
            return [Words(told, LARGE, face="strong", centred=True)]
        if front.door == NOWHERE or not link:
            return [Words(_("A moment: the door for phones opens ..."), LARGE, face="strong", centred=True)]
        reads = Words(
            _("A phone in this network reads it with its camera."), LARGE, face="strong", centred=True
        )
        sends = _("There it sends the file of a match, or its text, and the match hangs here.")
        if self.stage.text_scale >= TIGHT:  # a code that is cut off leads nowhere
            return [reads, code_row(f"http://{link}", SMALL_CODE), Words(link, face="strong", centred=True)]
        return [
            reads,
            code_row(f"http://{link}"),
            Words(link, face="strong", centred=True),
            Words(sends, soft=True, centred=True),
            *self._addresses.rows(),
        ]
