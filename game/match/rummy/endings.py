"""How a turn of a rummy begins and ends; a game says here what it does otherwise than another."""

from __future__ import annotations

from game.core.game import Observation
from game.core.rummy.draft import Draft
from game.core.rummy.table import table_observed
from game.words import _


class Endings:
    """A rummy without anything of its own."""

    def inside(self, seen: Observation) -> bool:
        """Whether the one who sees has come in; always so where nobody has to."""
        return True

    def drawing_move(self, seen: Observation, draft: Draft) -> str:
        """The move without a card laid: a draw, or a pass where nothing is left to draw."""
        return "draw" if table_observed(seen)["stock"] else "pass"

    def closing_move(self, seen: Observation, draft: Draft) -> str:
        """The move that ends the turn of a phone; empty where nothing was laid."""
        return draft.move() or ""

    def nothing_laid(self, draft: Draft) -> str:
        """What is said when a turn is ended without a card laid."""
        return _("Lay at least one card of your hand, or draw.")
