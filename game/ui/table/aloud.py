"""What is said of a match to whoever does not see it: whose turn it is, what has the focus, the board.

Nothing is said that is not on the screen: what a hand holds is told by the view, which knows whose eyes the
screen has, and while the curtain hangs another scene speaks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from game.core.discovery import find
from game.match.match import Match
from game.ui.core.speech import Aloud
from game.ui.table.context import ViewContext
from game.ui.table.playback import Playback
from game.ui.table.view import View
from game.words import _


class SpokenScene(Protocol):
    """A scene of a match."""

    match: Match
    view: View
    context: ViewContext
    playback: Playback


def match_aloud(scene: SpokenScene, status: Sequence[str] = ()) -> Aloud:
    """What can be said of a match now; more that stands over it goes first."""
    view, busy = scene.view, scene.playback.is_busy
    title = _(find(scene.match.session.game).info.title)
    here = scene.match.person is not None and not busy
    turn = "" if busy else turn_words(scene.match)
    told = [*status, turn, view.spoken.asked() if here else ""]
    more = (view.news, *view.spoken.board())
    return Aloud(title, (), view.spoken.focus() if here else "", ". ".join(filter(None, told)), tuple(more))


def turn_words(match: Match) -> str:
    """Whose turn it is; empty when it is over."""
    if match.is_over or match.session.to_move is None:
        return ""
    name = match.seats[match.session.to_move].name
    if match.person is None:
        return _("{name}'s turn").format(name=name)
    return _("Your turn, {name}").format(name=name) if match.is_shared else _("Your turn")


class News:
    """Hears what the view tells of events, and passes each sentence on once."""

    def __init__(self, table: ViewContext, view: View) -> None:
        self._table, self._view = table, view
        self._last = ""

    def look(self) -> None:
        """An event is shown."""
        words, before = self._view.news, self._last
        self._last = words
        if words != before:
            self._table.stage.tell_aloud(words)
