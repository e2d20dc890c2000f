"""What people on phones would like to do next, as faces on the big screen."""

from __future__ import annotations

from game.match.ballot import AGAIN, ENOUGH, OTHER, Wishes
from game.match.match import Match
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL
from game.ui.widgets.widgets import PictureRow
from game.words import _

FACE, APART = 38.0, 30.0
"""How high a puppet is, and how far from the next, in units."""


class WishRow(PictureRow):
    """Three columns, each with those who would like it."""

    def __init__(self, match: Match, wishes: Wishes, ruler: Painter) -> None:
        """Make it for a match that is over; ``ruler`` measures its words."""
        self._match, self._wishes = match, wishes
        super().__init__(ruler.line_height(SMALL) + FACE + 8, self._columns)

    def _columns(self, painter: Painter, box: Box) -> None:
        words = {AGAIN: _("Play again"), OTHER: _("Another game"), ENOUGH: _("Enough for today")}
        step = (box.w - 32) / len(words)
        line = painter.line_height(SMALL)
        for place, (wish, label) in enumerate(words.items()):
            seats = self._wishes.who(wish)
            left = box.x + 16 + step * place
            ink = painter.theme.ink if seats else painter.theme.soft
            told = _("{what}: {who}").format(what=label, who=len(seats)) if seats else label
            painter.text(told, left, box.y + line / 2, SMALL, TextStyle(STRONG, ink), room=step - 14)
            apart = min(APART, (step - FACE) / max(1, len(seats)))
            for number, seat in enumerate(seats):
                look, mood = self._match.seats[seat].look, "happy" if wish == AGAIN else "idle"
                image = puppet(painter.assets, look, mood, 0, FACE, Dress(ground=False))
                x = left + FACE * 0.4 + apart * number
                painter.blit(image, x, box.bottom - 4 + puppet_foot(FACE), "midbottom")
