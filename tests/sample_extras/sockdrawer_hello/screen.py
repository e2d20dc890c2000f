"""Screen of the example."""

from __future__ import annotations

from game.core.discovery import find_game
from game.i18n import _
from game.scenes.sheets import Sheet
from game.ui.widgets import Element, TextRow, button


class HelloScene(Sheet):
    """A greeting from the players of a game, with a button that keeps it and one that closes the screen."""

    is_snug = True

    def __init__(self, slug: str) -> None:
        self.info = find_game(slug).info

    @property
    def title(self) -> str:
        return _("Hello")

    def keep(self) -> None:
        """Keep the greeting for the title, and close the screen."""
        self.app.stores.room("hello").save_part("greeting", {"game": self.info.slug})
        self.app.scenes.pop()

    def rows(self) -> list[Element]:
        return [
            TextRow(_("Hello from everyone who plays {game}!").format(game=_(self.info.title))),
            button(_("Keep it"), self.keep),
            button(_("Back"), self.app.scenes.pop, go=True, sign="left"),
        ]
