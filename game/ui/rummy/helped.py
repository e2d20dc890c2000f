"""Help at the table: the mending lamp, fitting picked cards in, hints, and what a turn has missed."""

from __future__ import annotations

from game.core.rummy.judging import Health
from game.ui.rummy.room import Lamp
from game.ui.rummy.turning import Turning
from game.ui.words import _


class Helped(Turning):
    """The part of a rummy's scene that asks for advice; all of it is found off the frame loop."""

    def lamp(self) -> tuple[Lamp, str]:
        """What the lamp knows, and what its sign says."""
        if not self._is_mine() or not self.draft.changed:
            return Lamp.OFF, ""
        if self.carry is None and all(v.health is Health.WHOLE for v in self.verdicts.values()):
            return Lamp.WHOLE, _("All piles are in order")
        return Lamp.MENDABLE, ""

    def mend_word(self) -> str:
        """What Mend does here; empty where it is not to be had."""
        return ""

    def mend(self) -> None:
        """Put in order what lies about, or fit the picked cards in."""

    def attend(self) -> bool:
        """Take in advice that has come, and ask for what is to be known; whether something is awaited."""
        return False
