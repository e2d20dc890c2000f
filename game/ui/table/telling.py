"""What others did since somebody's last turn: on the board, in a log, by pointing at them, and seen again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.core.game import Event
from game.match.recap import Deed, Recap, ToldStep, told_steps
from game.ui.core.input import MOUSE, Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.scene import SceneHooks
from game.ui.table.again import MENU, OTHER, SeenAgain, draw_plates
from game.ui.table.context import ViewContext
from game.ui.table.pointed import pointed_log
from game.ui.table.told import draw_log
from game.ui.table.view import View
from game.words import _, tongue


class Retelling:
    """Tells whoever the screen belongs to what the others did."""

    def __init__(self, table: ViewContext, view: View, make_view: Callable[[ViewContext], View]) -> None:
        """Tell of a match.

        Args:
            table: the match.
            view: its picture.
            make_view: makes another one of it, for what is seen again.
        """
        self._table, self._view, self._make_view = table, view, make_view
        self.recap = Recap(table.match)
        """Looks back on the match, for phones too."""
        self._kept: dict[int | None, tuple[object, tuple[Deed, ...], tuple[ToldStep, ...]]] = {}
        self._late: dict[int, tuple[object, tuple[Event, ...]]] = {}
        self._seat: int | None = None
        """Whose last turn was seen again; `None` for those of all others."""
        self.pointed: int | None = None
        """The seat that the pointer is on."""
        self.again: SeenAgain | None = None
        """What is seen again, while it is."""
        table.told, table.marked, table.see_again = self.shown, self.marked, self.see_again
        table.lately = self.lately

    @property
    def whose(self) -> int | None:
        """Who is told: the person to whom the screen belongs, nobody while that is open."""
        return self._table.match.awaited

    def since(self) -> tuple[ToldStep, ...]:
        """What others did since the last turn of whoever is told."""
        return self._told(None)[1]

    def shown(self) -> tuple[ToldStep, ...]:
        """The same, once all of it was seen for the first time."""
        return () if self._table.playback.is_busy else self.since()

    def marked(self) -> tuple[ToldStep, ...]:
        """What the numbers on the board are of: what a seat did that is pointed at, else what is new."""
        table = self._table
        if table.playback.is_busy or table.match.is_over:
            return ()
        if self.pointed is not None and self.pointed != self.whose:
            return self.of(self.pointed)
        return self.since() if self._view.keeps_plates and self._is_new() and self.whose is not None else ()

    def of(self, seat: int) -> tuple[ToldStep, ...]:
        """What a seat did in its last turn."""
        return self._told(seat)[1]

    def lately(self, seat: int) -> tuple[Event, ...]:
        """What happened from the last turn of a seat on; nothing while something that it did is shown."""
        table = self._table
        if table.match.is_over or any(event.seat == seat for event in table.playback.events):
            return ()
        key = table.session.log, table.viewer
        kept = self._late.get(seat)
        if kept is None or kept[0] != key:
            deeds = self.recap.lately(seat, table.viewer)
            kept = self._late[seat] = key, tuple(event for deed in deeds for event in deed.events)
        return kept[1]

    def _told(self, seat: int | None) -> tuple[tuple[Deed, ...], tuple[ToldStep, ...]]:
        table, whose = self._table, self.whose
        key = table.session.log, whose, table.viewer, table.seats, tongue()
        kept = self._kept.get(seat)
        if kept is None or kept[0] != key:
            eyes = table.viewer
            deeds = self.recap.since(whose, eyes) if seat is None else self.recap.last(seat, eyes)
            kept = self._kept[seat] = key, deeds, told_steps(deeds, table.words)
        return kept[1], kept[2]

    # Seen again.

    def see_again(self, seat: int | None = None) -> None:
        """Show it step by step: of all others, or the last turn of one seat."""
        table = self._table
        # What is shown just now is seen for the first time; what waits for its reader keeps nobody.
        if table.match.is_over or (table.playback.is_busy and not table.playback.is_held):
            return
        deeds, steps = self._told(seat)
        if not steps:
            table.refuse(_("Nobody else has done anything yet."))
            return
        self._seat, self.pointed = seat, None
        table.stage.audio.play("focus")
        eyes = table.viewer
        self.again = SeenAgain(
            table.match,
            self._make_view,
            self._view,
            deeds,
            steps,
            eyes,
            is_true=lambda: table.viewer == eyes,
        )
        table.stage.scenes.push(self.again)

    def returned(self, result: Any) -> None:
        """A screen over the match was closed; where it was this, on to what is wanted in its place."""
        again, self.again = self.again, None
        if again is not None and result == OTHER:
            self.see_again(self._next())
        elif again is not None and result == MENU:
            self._table.pause()

    def _next(self) -> int | None:
        """The next seat that has done something; after the last one all others together."""
        count = len(self._table.seats)
        begin = self.whose if self.whose is not None else -1
        order = [(begin + step) % count for step in range(1, count + 1)]
        done = [seat for seat in order if seat != self.whose and self.of(seat)]
        later = done[done.index(self._seat) + 1 :] if self._seat in done else done
        return later[0] if later else None

    @property
    def view(self) -> View | None:
        """The picture of what is seen again, while it is."""
        return None if self.again is None else self.again.view

    def is_seen(self, scene: SceneHooks) -> bool:
        """Whether the match of a scene is before everybody's eyes, now or seen again: no menu keeps it."""
        return self._table.stage.scenes.top in (scene, self.again)

    # At the screen.

    def takes(self, intent: Intent) -> bool:
        """Whether an intent means this; a pointer means the board as well."""
        if intent.act is Act.POINT:
            self._point(intent)
        elif intent.kind != MOUSE and self.pointed is not None:
            # The pointer was put aside, and what it shows with it.
            self.pointed = None
            self._table.redraw()
        if intent.act is Act.AGAIN:
            self.see_again()
        return intent.act is Act.AGAIN

    def _point(self, intent: Intent) -> None:
        """The pointer has moved: on another seat, or off it."""
        table = self._table
        at = table.stage.view.units(intent.at)
        boxes = ((seat, self._view.seat_box(seat)) for seat in range(len(table.seats)))
        seat = next((seat for seat, box in boxes if box is not None and box.holds(at)), None)
        if seat != self.pointed:
            self.pointed = seat
            table.redraw()

    def draw(self, painter: Painter) -> None:
        """Numbers on the board, and the log of whom the pointer is on."""
        steps, pointed = self.marked(), self.pointed
        draw_plates(painter, self._view, steps)
        if steps and not self._view.has_log and pointed is not None and pointed != self.whose:
            draw_log(painter, pointed_log(painter, self._view, steps, self._table.seats, pointed))

    def _is_new(self) -> bool:
        """Whether whoever is told has done nothing since."""
        log = self._table.session.log
        return bool(log) and log[-1][0] != self.whose
