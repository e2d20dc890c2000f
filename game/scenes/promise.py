"""What was promised of a match before its first card: its code at any time, seed and salt after its end."""

from __future__ import annotations

import time
from collections.abc import Sequence

from game.core.discovery import find
from game.core.record import code_of, in_groups, is_typed
from game.match.match import Match
from game.scenes.sheets import Sheet
from game.store.files import documents, free, write_whole
from game.ui.core.fonts import STRONG
from game.ui.core.theme import LARGE, SMALL
from game.ui.widgets.dialogs import Tell
from game.ui.widgets.widgets import Button, Heading, Space, Widget, Words
from game.words import _

HALF = 32
"""Digits of a code that stand in one line."""


def is_promise_shown(match: Match) -> bool:
    """Whether menus speak of it: where nothing is hidden, chance decides no more than who begins.

    The match has a promise all the same: phones and the record tell it to whoever wants to know.
    """
    return bool(match.session.promised) and match.has_secrets


class PromiseSheet(Sheet):
    """The promise of a match."""

    seat = 3
    read = True

    def __init__(self, match: Match, *, opened: bool = False) -> None:
        """Show the promise of a match; ``opened``, once its results were shown, with seed and salt."""
        super().__init__()
        self.session = match.session
        self.opened = opened

    def enter(self) -> None:
        self.title = _("The promise")
        super().enter()

    def rows(self) -> Sequence[Widget]:
        code = self.session.promised
        shown = [in_groups(code[:HALF]), in_groups(code[HALF:])]
        lines = [Words(line, LARGE, face=STRONG, centred=True) for line in shown]
        back = Button(_("Back"), self.stage.scenes.pop, go=True)
        if self.opened:
            return [*self._verdict(lines), Button(_("Keep the record"), self._keep), back]
        return [
            *lines,
            Space(),
            Words(
                _("This code was made before the first card. It fixes all that chance does in this match: "
                  "seed, house rules, players and board. Nobody can read the seed in it.")
            ),
            Words(
                _("Phones show it too, in their menu, and check at the end whether it was kept. Whoever "
                  "trusts nobody writes it down, and checks the record of the match on another computer.")
            ),
            Space(),
            back,
        ]  # fmt: skip

    def _verdict(self, lines: Sequence[Widget]) -> list[Widget]:
        """Whether it was kept, as this computer reckons; and what anybody can reckon it from."""
        session = self.session
        kept = code_of(session.opened()) == session.promised
        salt = session.opened().rpartition(":")[2]
        rows: list[Widget] = [
            Heading(_("The promise was kept.") if kept else _("The promise was not kept.")),
            *lines,
            Words(
                _("Seed and salt give this very code. Nobody has changed the deal, the house rules or the "
                  "board since the first card.")
                if kept else _("Seed and salt do not give this code: the match was saved, and changed.")
            ),
            Words(_("Seed {seed}").format(seed=in_groups(str(session.seed))), SMALL),
            Words(_("Salt {salt}").format(salt=in_groups(salt)), SMALL),
        ]  # fmt: skip
        if is_typed(session.seed):
            rows.append(
                Words(_("Somebody has typed this seed: whoever knew it knew the cards."), face=STRONG)
            )
        trust = _(
            "Whoever does not trust this computer checks the record on another one, with “main.py verify”."
        )
        return [*rows, Words(trust, SMALL, soft=True), Space()]

    def _keep(self) -> None:
        """Write the record among the player's documents, and say where."""
        session = self.session
        name = f"{find(session.game).info.title} {time.strftime('%Y-%m-%d %H.%M')}"
        path = free(documents(), name)
        try:
            write_whole(path, session.record().encode("utf-8", "backslashreplace"))
        except OSError as error:
            why = error.strerror or type(error).__name__
            self.stage.scenes.push(Tell(_("The record could not be kept."), why))
            return
        self.stage.scenes.push(Tell(_("The record is kept."), str(path), path))
