"""Screen of the example."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.discovery import find_game
from game.i18n import _
from game.scenes.form_sheets import SheetScene
from game.ui.widgets import Button, TextRow, Widget


class HelloScene(SheetScene):
    """A greeting from the players of a game, with a button that keeps it and one that closes the screen."""

    is_snug = True

    def __init__(self, slug: str) -> None:
        self.info = find_game(slug).info

    def on_enter(self) -> None:
        """Set the title and build the rows."""
        self.title = _("Hello")
        super().on_enter()

    def keep(self) -> None:
        """Keep the greeting for the title, and close the screen."""
        self.app.stores.room("hello").save_part("greeting", {"game": self.info.slug})
        self.app.scenes.pop()

    def rows(self) -> Sequence[Widget]:
        return [
            TextRow(_("Hello from everyone who plays {game}!").format(game=_(self.info.title))),
            Button(_("Keep it"), self.keep),
            Button(_("Back"), self.app.scenes.pop, go=True, sign="left"),
        ]
