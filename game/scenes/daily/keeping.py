"""A puzzle of one's own from a moment of a match: solved in the background, then kept, or refused."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from game.bots.worker import Worker
from game.core.discovery import find
from game.core.session import Session
from game.match.puzzle.grading import KEPT, Kept
from game.scenes.daily.facts import name_of
from game.ui.core.theme import LARGE
from game.ui.widgets.dialogs import Dialog, Tell
from game.ui.widgets.form import Form
from game.ui.widgets.widgets import Button, Widget, Words
from game.words import _

PREFIX = "own-"
"""What the keys of such puzzles begin with."""


def may_keep(session: Session) -> bool:
    """Whether a moment may become a puzzle: its game has some, and somebody is to move."""
    return bool(find(session.game).info.puzzles) and session.to_move is not None


class Keeping(Dialog):
    """Has a moment solved, which takes as long as it takes, and keeps it."""

    def __init__(self, session: Session, name: str = "", *, goes_on: bool = False) -> None:
        """Have a moment made into a puzzle.

        Args:
            session: the moment.
            name: who keeps it; whoever's calendar was looked at last unless given.
            goes_on: whether it is the very moment of a match that goes on: a reason would be advice there.
        """
        super().__init__([])
        self._session, self._name, self._goes_on = session, name, goes_on
        self._worker: Worker | None = None

    def enter(self) -> None:
        self._fill()
        self._worker = self.stage.worker()
        session = self._session
        self._worker.ask(KEPT, session.game, session.position(), dict(session.options))

    def retell(self) -> None:
        self._fill()

    def _fill(self) -> None:
        rows: list[Widget] = [
            Words(_("Looking for what can be solved here ..."), LARGE, face="strong", centred=True),
            Button(_("Leave it"), self.stage.scenes.pop),
        ]
        self.form = Form(rows)

    def leave(self) -> None:
        """Whoever goes away wants it no more."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()

    def tick(self, now: float) -> bool:
        """Take in what was found out."""
        answer = self._worker.answer() if self._worker is not None else None
        if answer is not None:
            self._tell(answer.value if isinstance(answer.value, Kept) else Kept(None))
        return False

    def _tell(self, found: Kept) -> None:
        stage, puzzle, name = self.stage, found.puzzle, self._name or name_of(self.stage)
        if puzzle is None:
            why = _(found.why) if found.why else _("It could not be worked out.")
            if self._goes_on:
                why = _("Its film tells why not, once the match is over.")
            stage.audio.play("refuse")
            stage.scenes.replace(Tell(_("This moment makes no puzzle."), why))
            return
        digest = hashlib.sha256(f"{puzzle.kind} {puzzle.position}".encode()).hexdigest()[:12]
        if not stage.stores.days.keep(name, replace(puzzle, key=f"{PREFIX}{digest}").data()):
            stage.scenes.replace(Tell(_("It could not be kept.")))
            return
        stage.audio.play("confirm")
        more = _("It lies among what {name} practises with, beside the daily socks.").format(name=name)
        stage.scenes.replace(Tell(_("Kept as a puzzle."), more))
