"""The card between two games of RockIt: how the game ended, and who has won how many."""

from __future__ import annotations

from game.games.rockit.rules.events import GameEnded, MatchEnded
from game.ui.art.controls import sewing_button
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, Painter, TextStyle
from game.ui.kit.stage import Stage
from game.ui.kit.theme import BODY, LARGE
from game.ui.kit.widgets import PictureRow
from game.ui.table.rummy.scene import RummyView
from game.ui.table.rummy.tally import EndCard, row_step
from game.ui.table.seats import worn
from game.words import _, counted


class Standings(EndCard):
    """How a game ended and how the match stands."""

    def __init__(
        self,
        view: RummyView,
        stage: Stage,
        title: str,
        ended: GameEnded,
        over: MatchEnded | None,
        needed: int,
        onward: str,
    ) -> None:
        """Tell how a game ended.

        Args:
            view: the picture of the match, to be looked at once more.
            stage: where it will be shown.
            title: how the game ended.
            ended: the end of the game, as the rules tell it.
            over: the end of the match, where it has come with it: its winners are golden then.
            needed: how many games take the match.
            onward: what comes next, in words.
        """
        self._seats = view.table.seats
        self._counts, self._wins = ended.counts, ended.wins
        self.winners, self.order = ended.winners, list(range(len(self._seats)))
        if over is not None:
            self.winners = over.winners
            lost = {seat: seat not in over.winners for seat in self.order}
            self.order.sort(key=lambda seat: (lost[seat], -over.wins[seat], ended.counts[seat]))
        self._needed = max(needed, *self._wins)
        self._step = row_step(stage, len(self._seats))
        rows = PictureRow(self._step * len(self._seats) + 8, self._draw_lines)
        super().__init__(view, stage, title, rows, onward)

    def _draw_lines(self, painter: Painter, box: Box) -> None:
        for number, seat in enumerate(self.order):
            held = self._seats[seat]
            row = Box(box.x, box.y + number * self._step, box.w, self._step)
            won, theme = seat in self.winners, painter.theme
            if won:
                painter.fill(Box(row.x + 4, row.y + 2, row.w - 8, row.h - 4), theme.chosen, 12)
            tall, middle = min(50.0, row.h - 6), row.centre[1]
            image = puppet(
                painter.assets,
                held.look,
                "happy" if won else "idle",
                2 if won else 0,
                tall,
                Dress(wears=worn(held.level, held.sock) or "headset", ground=False),
            )
            painter.blit(image, row.x + 38, row.bottom - 4 + puppet_foot(tall), "midbottom")
            ink = theme.ink if theme.name == "dark" else SEATS[held.look].text
            size = min(LARGE, row.h / painter.text_scale / 1.4)
            pips = 40.0 * self._needed
            left = self._counts[seat]
            told = counted("{n} card left", "{n} cards left", left).format(n=left) if left else _("went out")
            wide = painter.width(told, min(BODY, size))
            edge = row.right - 24 - pips
            painter.text(told, edge, middle, min(BODY, size), TextStyle(colour=theme.soft), anchor="midright")
            room = edge - wide - 20 - row.x - 76
            painter.text(held.name, row.x + 76, middle, size, TextStyle(NAMES, ink), room=room)
            for game in range(self._needed):
                button = sewing_button(painter.assets, 34, full=game < self._wins[seat], rim=theme.soft)
                painter.blit(button, row.right - 26 - 40 * (self._needed - 1 - game), middle, "center")
