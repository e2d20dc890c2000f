"""What of a board can be taken with one switch, while a person at this screen is to move."""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.core.scanning import Item


class Reach:
    """What a view offers; one that does not fill it in is steered by directions."""

    def items(self) -> Sequence[Item] | None:
        """All that can be taken now, in its order; `None` where only directions lead anywhere."""
        return None
