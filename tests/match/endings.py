"""A rummy whose turns end in the usual way, for tests without a game's screen."""

from __future__ import annotations

from game.core.contract import Observation
from game.core.rummy.draft import Draft


class Plain:
    """A rummy whose turns end in the usual way."""

    def drawing_move(self, seen: Observation, draft: Draft) -> str:
        return "draw" if seen["stock"] else "pass"

    def closing_move(self, seen: Observation, draft: Draft) -> str:
        return draft.move() or ""

    def nothing_laid(self, draft: Draft) -> str:
        return "nothing laid"
