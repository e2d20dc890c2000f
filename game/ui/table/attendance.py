"""Who is at the table: pads and phones that go and come back, and what is said of them."""

from __future__ import annotations

from game.match.absences import Absences
from game.match.seats import PHONE
from game.ui.core.input import Act, Intent
from game.ui.table.context import ViewContext
from game.ui.table.seats import device_words
from game.words import _

MEANT = frozenset({Act.CONFIRM, Act.PRESS, Act.SECONDARY, Act.END_TURN, Act.BACK, Act.HINT, Act.UNDO})
"""Acts that nobody does by accident: a wrong device that tries one is told whose turn it is."""


class DeviceWatch:
    """Looks after the devices of the seats."""

    def __init__(self, table: ViewContext) -> None:
        self._table = table
        self.absences = Absences(table.match, self._is_there)

    def _tell(self, sentence: str, sound: str) -> None:
        self._table.messages.tell(sentence)
        self._table.stage.audio.play(sound)
        self._table.redraw()

    def _is_there(self, number: int, device: str) -> bool:
        if device == PHONE:
            return not self._table.stage.phones.is_away(number)
        return self._table.stage.devices.pads.is_here(device)

    def turn_away(self, intent: Intent) -> None:
        """A device that is not that of whose turn it is has tried something: it is told whose turn it is."""
        person = self._table.person
        if intent.act in MEANT and person is not None:
            seat = self._table.seats[person]
            words = _("It is {name}'s turn, with: {device}. The menu can give the seat to others.")
            self._table.refuse(words.format(name=seat.name, device=device_words(seat.device)))

    def look(self) -> int | None:
        """Take in which devices have gone and come back; a seat about which somebody has to decide now."""
        # The rules are ahead of the picture: whose turn it is counts once that can be seen.
        news = self.absences.look(settled=not self._table.playback.is_busy)
        for number in news.gone:
            self._tell(self._gone_words(number), "leave")
        for number in news.back:
            self._tell(_("{name} is back.").format(name=self._table.seats[number].name), "join")
        return news.missed

    def _gone_words(self, number: int) -> str:
        return _("{name}'s phone is away.").format(name=self._table.seats[number].name)

    def away_words(self) -> str:
        """Whose phones are away now."""
        return " ".join(self._gone_words(number) for number, seat in enumerate(self._table.seats)
                        if seat.device == PHONE and self.absences.is_away(number))  # fmt: skip

    def phone_gone(self, seat: int) -> None:
        """The phone of a seat cannot be reached: everybody is told at once, and nothing else happens yet."""
        self._tell(self._gone_words(seat), "leave")

    def phone_there(self, seat: int, name: str = "") -> None:
        """The phone of a seat is there: what a bot kept warm is its own again.

        Args:
            seat: which.
            name: that of somebody who sits down there now, where they gave one.
        """
        held = self._table.seats[seat]
        # Only that sentence: what was told since is still news.
        if self._table.messages.text == self._gone_words(seat):
            self._table.messages.clear()
        # A page that was only loaded anew is no change of hands, and nothing is said of it.
        if held.device == PHONE and (held.level or name):
            self._table.match.hand_over(seat, "", PHONE, name)
            words = _("{name} sits down.") if name else _("{name} is back.")
            self._tell(words.format(name=self._table.seats[seat].name), "join")
        self._table.redraw()
