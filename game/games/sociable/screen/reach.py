"""What of a hand can be taken with one switch: its cards, by rank where there are many."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from game.core.cards import JOKER
from game.games.sociable.screen.floor import Floor
from game.games.sociable.screen.holding import Hand
from game.ui.kit.canvas import Box
from game.ui.kit.input import Act
from game.ui.kit.scanning import Group, Item, Target
from game.ui.table.reach import Reach

EDGE = 46.0
"""How much of a card that lies under another is seen, in units."""


class SociableReach(Reach):
    """The cards of the hand that lies open."""

    def __init__(self, floor: Floor, hand: Hand) -> None:
        self._floor, self._hand = floor, hand

    def items(self) -> Sequence[Item]:
        """Cards of a rank together; those that cannot be laid need not be gone through."""
        cards = self._floor.picture.hand
        if not self._floor.my_turn or self._hand.must_pass:
            return []
        good = self._hand.playable()
        places = [n for n in self._hand.order_shown() if self._hand.power(n) in good]
        ranks = groupby(places, lambda place: "" if cards[place] == JOKER else cards[place][:-1])
        groups = [tuple(map(self._target, found)) for _rank, found in ranks]
        return [Group(group) if len(group) > 1 else group[0] for group in groups]

    def _target(self, place: int) -> Target:
        box = self._hand.card_box(place)
        seen = Box(box.x, box.y, min(box.w, EDGE), box.h)
        return Target(seen, Act.CONFIRM, f"{place}", come=lambda: self._hand.look_at(place))
