"""The question before a hall opens its door, where something would be lost by that."""

from __future__ import annotations

from collections.abc import Callable

from game.ui.core.context import Stage
from game.ui.widgets.dialogs import Ask
from game.words import _


def ask_begin(stage: Stage, begin: Callable[[], None]) -> None:
    """Begin another evening; after a question where one waits, or phones have their seats elsewhere."""

    def answered(answer: int | None) -> None:
        if answer == 1:
            begin()

    if stage.stores.evening.is_waiting:
        more = _("It waits on the title. A new one takes its place, and nothing of it is kept.")
        stage.scenes.push(Ask(_("Another lesson waits."), [_("Back"), _("Begin a new one")], more), answered)
    elif stage.phones.party is not None and stage.phones.party.held:
        more = _("Every phone loses its seat; the next party has another code.")
        stage.scenes.push(Ask(_("End the party?"), [_("Back"), _("End the party")], more), answered)
    else:
        begin()
