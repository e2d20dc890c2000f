"""The key that shows what threatens: while it is held, or from one tap to the next."""

from __future__ import annotations

from collections.abc import Callable

from game.store.settings import Threats as Setting
from game.ui.core.context import Stage
from game.ui.core.input import Act, Intent
from game.ui.core.scene import Help
from game.words import _

HELD = 400.0
"""Pressed for so many ms the key was held, and what it has shown goes with it; else it was a tap."""


class Threats:
    """Whether what threatens is shown. The house decides: never, on request, or always."""

    def __init__(self, stage: Stage, redraw: Callable[[], None]) -> None:
        self._stage = stage
        self._redraw = redraw
        self._flipped = False
        """Whether it is otherwise than where nobody asks."""
        self.barred = False
        """Whether nobody may see it: it would tell the answer to a task."""
        self.is_empty: Callable[[], bool] = lambda: False
        """Whether it is known that nothing threatens; set by the part of the view that has it found out."""
        self._pressed: tuple[str, float] | None = None
        """The device whose key is down, and since when."""

    @property
    def allowed(self) -> bool:
        """Whether it may be shown in this house."""
        return not self.barred and self._stage.settings.threats is not Setting.OFF

    @property
    def shown(self) -> bool:
        """Whether it is to be shown now."""
        return self.allowed and (self._stage.settings.threats is Setting.ALWAYS) != self._flipped

    @property
    def asked(self) -> bool:
        """Whether somebody has asked for it: a sheet that lies over the table comes on request alone."""
        return self.allowed and self._flipped

    def takes(self, intent: Intent) -> bool:
        """Whether this intent was for the key; all that is shown is public, so anybody may press it."""
        if intent.act is not Act.THREATS:
            return False
        if self.allowed:
            self._pressed = intent.device, self._stage.now
            self._flip()
            self._stage.audio.play("focus")
        return True

    def let_go(self, now: float) -> bool:
        """Take in that the key was let go; whether something is shown otherwise therefore."""
        if self._pressed is None or self._stage.devices.holding(Act.THREATS, self._pressed[0]):
            return False
        (_device, since), self._pressed = self._pressed, None
        if now - since < HELD or not self._stage.settings.hold:
            return False
        self._flip()
        return True

    def _flip(self) -> None:
        self._flipped = not self._flipped
        self._redraw()

    def sheet_help(self, words: str) -> Help:
        """What the strip says of it at a card table, where a sheet is shown."""
        return [(Act.THREATS, _("Hide") if self.asked else words)] if self.allowed else []

    def help(self, *, longest: bool = False) -> Help:
        """What the strip says of it, or the longest that it may say; nothing where it is off."""
        if not self.allowed:
            return []
        return [(Act.THREATS, _("Hide threats") if self.shown or longest else _("Threats"))]
