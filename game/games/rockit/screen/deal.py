"""The deal of RockIt as it is shown: a bare table, and the spread pack that somebody may choose from."""

from __future__ import annotations

from collections.abc import Callable

from game.core.rummy.draft import Draft
from game.games.rockit.rules.events import GameDealt
from game.games.rockit.screen.room import MissionControl
from game.games.rockit.screen.spread import Spread
from game.store.settings import Speed
from game.ui.table.context import ViewContext
from game.ui.table.rummy.shown_cards import ShownCards
from game.ui.table.rummy.tabletop import Tabletop


class Deal:
    """What lies there while a game is dealt, though the rules have dealt already."""

    def __init__(self, table: ViewContext, top: Tabletop) -> None:
        self._table, self._top = table, top
        self.was_chosen = False
        """Whether the hand was chosen from the spread pack, and lies there already."""

    def clear_table(self) -> None:
        """Before the deal nothing lies there."""
        top = self._top
        top.turn.show(Draft.begin(top.book, (), (), inside=False))
        top.counts = [0] * len(self._table.seats)
        top.lay_out(ShownCards.of(top.draft))

    def begin(self, dealt: GameDealt, go_on: Callable[[], None]) -> None:
        """Let the one who looks choose the cards from the spread pack; `go_on` once that is done."""
        show, spread = self._table.show, self.spread(dealt)
        self.was_chosen = spread is not None
        if spread is None or show is None:
            return
        show.hold()
        self._table.stage.scenes.push(spread, lambda _done: go_on())

    def settle(self) -> None:
        """Cards that were taken one by one lie there already: no flight from the draw pile."""
        if self.was_chosen:
            self._top.cards.rest()
            self.was_chosen = False

    def spread(self, dealt: GameDealt) -> Spread | None:
        """The pack of a deal as it lies spread out, where somebody chooses from it."""
        owner, places, room = self._top.owner, self._top.places, self._top.room
        assert isinstance(room, MissionControl)
        hand = dealt.hands[owner] if owner is not None else None
        quick = self._table.stage.settings.animation_speed == Speed.INSTANT
        # Whoever wants everything at once does not want to take card after card.
        if not isinstance(hand, list) or owner not in self._table.match.people or quick or places is None:
            return None
        return Spread(self._table, places, hand, room.back, dealt.stock, self._one_taken)

    def _one_taken(self) -> None:
        """Everybody has taken one card more."""
        self._top.counts = [count + 1 for count in self._top.counts]
        self._top.stock -= len(self._top.counts)
