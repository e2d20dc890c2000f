"""Moves that nobody can take back, and the question before one of them."""

from __future__ import annotations

from collections.abc import Callable

from game.core.game import IllegalMove
from game.core.session import Session
from game.ui.core.context import Stage
from game.ui.widgets.dialogs import Ask
from game.words import _


def is_final(session: Session, move: str) -> bool:
    """Whether a legal move draws, deals or tosses, so that it stays: found out on a copy of the match."""
    trial = session.before(len(session.log))
    try:
        trial.play(move)
    except IllegalMove:
        return False
    return not trial.undoable


def ask_whether(stage: Stage, session: Session, then: Callable[[], object]) -> None:
    """Ask whether it is meant, and do it then; not where the match has gone on meanwhile."""
    moves = len(session.log)

    def answered(answer: int | None) -> None:
        if answer == 1 and len(session.log) == moves:
            then()

    stage.audio.play("confirm")
    question = Ask(_("This cannot be taken back. Shall it be done?"), [_("Not yet"), _("Do it")])
    stage.scenes.push(question, answered)
