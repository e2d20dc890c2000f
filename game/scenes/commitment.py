"""Commitment to a match: its code at any time, seed and salt after the end."""

from __future__ import annotations

import time

from game.core.discovery import find_game
from game.core.record import code_of, grouped_code, is_typed
from game.i18n import _
from game.match.match import Match
from game.scenes.sheets import IconTextRow, Sheet
from game.store.data_folder import documents, free_file_name, write_atomic
from game.ui.art.cards import BACKS, fanned_back
from game.ui.art.fabric import sewing_button
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter
from game.ui.core.theme import SMALL
from game.ui.widgets import Element, Heading, MessageDialog, SpacerRow, TextRow, button

HALF = 32  # digits of a commitment code per line
FAN = 142  # units, height of five fanned cards 74 wide


def is_promise_shown(match: Match) -> bool:
    """True if menus show the match's commitment: it has one, and hidden information."""
    return bool(match.session.promised) and match.has_secrets


class CommitmentSheet(Sheet):
    """Screen of the commitment of a match."""

    seat = 3
    reads = True
    has_foot = True
    is_snug = True
    pictured = 132.0

    def __init__(self, match: Match, *, opened: bool = False) -> None:
        """Show the commitment of ``match``. ``opened``: with seed and salt, once the results were shown."""
        self.session = match.session
        self.is_revealed = opened

    @property
    def title(self) -> str:
        return _("The promise")

    def rows(self) -> list[Element]:
        """Code and explanations or, once revealed, the verdict, seed, salt and buttons."""
        code = self.session.promised
        code_lines = [grouped_code(code[:HALF]), grouped_code(code[HALF:])]
        lines = [TextRow(line, SMALL, face=STRONG, centred=True) for line in code_lines]
        back = button(_("Back"), self.app.scenes.pop, go=True, sign="left")
        if not self.is_revealed:
            sentences = {
                "lock": _("Every shuffle and toss was fixed before the first card."),
                "mask": _("The code itself gives nothing away."),
                "phone": _("Phones show it too, and check at the end that the promise was kept."),
                "pencil": _(
                    "Don't take our word for it: write it down and check the record on another computer."
                ),
            }
            return [*(IconTextRow(sentence, sign=sign) for sign, sentence in sentences.items()), *lines, back]
        # Verify the commitment and show the values from which others can verify it.
        session = self.session
        is_valid, salt = code_of(session.opened()) == session.promised, session.opened().rpartition(":")[2]
        typed = TextRow(_("This seed was typed in. Anyone who knew it knew the cards."), face=STRONG)
        return [
            Heading(_("The promise was kept.") if is_valid else _("The promise was not kept.")),
            *lines,
            IconTextRow(
                _("The seed and salt give exactly this code. The deal, house rules and board "
                    "haven't changed since the first card.")
                if is_valid else _(
                    "The seed and salt don't give this code: the saved match was changed."
                ),
                sign="tick" if is_valid else "cross",
            ),
            IconTextRow(
                _("Salt {salt}").format(salt=grouped_code(salt)), SMALL,
                head=_("Seed {seed}").format(seed=grouped_code(str(session.seed))), sign="dice",
            ),
            *([typed] if is_typed(session.seed) else []),
            IconTextRow(
                _("If you don't trust this computer, check the record on another one with "
                  "“main.py verify”."), SMALL, sign="screen",
            ),
            SpacerRow(),
            button(_("Save the record"), self._save_record, sign="share"),
            back,
        ]  # fmt: skip

    def draw_picture(self, painter: Painter, box: Box) -> None:
        """Draw the fanned cards of the match, with a button sewn on until the commitment is opened."""
        k = box.h / FAN
        x, y = box.centre[0], box.y + 58 * k
        for place in (-2, -1, 0, 1, 2):
            back = fanned_back(painter.assets, round(74 * k), -9.0 * place, BACKS[1], "sock")
            painter.blit(back, x + 46 * place * k, y + 4 * place * place * k, "center")
        if not self.is_revealed:
            sewn = sewing_button(painter.assets, round(62 * k))
            painter.blit(sewn, x, y + 4 * k, "center")

    def _save_record(self) -> None:
        """Write the record into the player's documents folder and show its path, or the error."""
        session = self.session
        name = f"{find_game(session.game).info.title} {time.strftime('%Y-%m-%d %H.%M')}"
        path = free_file_name(documents(), name)
        try:
            write_atomic(path, session.record().encode("utf-8", "backslashreplace"))
        except OSError as error:
            why = error.strerror or type(error).__name__
            self.app.scenes.push(MessageDialog(_("The record couldn't be saved."), why))
            return
        self.app.scenes.push(MessageDialog(_("The record is saved."), str(path), path))
