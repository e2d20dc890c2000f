"""Countdown of the last seconds of a turn on the big screen: a ring of yarn beside the player to move.

It is placed as near to the puppet as possible without covering anything important, and stays there. It
changes in whole seconds, so reduced motion makes no difference.
"""

from __future__ import annotations

import math

from game.match.timeouts import FINAL_SECONDS_MS, SECOND, TurnTimeouts
from game.ui.art.marks import yarn_clock
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.placement import Candidate, Obstacle, around, covering, over, place, rect_of
from game.ui.match.context import ViewContext

SIZE, GROWS = 76.0, 0.5  # size in units, and share of it that scales with the text size
LEAST, REACH = 58.0, 190.0  # minimum size, and maximum distance from the mouth, in units
STEP = 14.0  # distance in units between places that are tried
APART = 4.0
CARD = 12_000.0  # area of a card in square units; a corner of much larger things may be covered


class TurnClock:
    """Position and content of the clock."""

    def __init__(self, context: ViewContext, timeouts: TurnTimeouts | None) -> None:
        self._context, self._patience = context, timeouts
        self._cached_box: tuple[object, Box] = None, Box(0, 0, 0, 0)

    def countdown(self) -> tuple[int, int, Box] | None:
        """Seat to move, its remaining seconds, box of the clock. None unless its last seconds run."""
        patience, seat = self._patience, self._context.match.to_move
        left = patience.last_seconds if patience is not None else None
        if left is None or seat is None or self._context.match.is_over:
            return None
        app = self._context.app
        key = seat, len(self._context.session.log), app.view, app.text_scale
        if self._cached_box[0] != key or self._is_covering(self._cached_box[1]):
            self._cached_box = key, self._find_box(seat)
        return seat, left, self._cached_box[1]

    def _is_covering(self, box: Box) -> bool:
        """True if the box overlaps anything that bubbles avoid."""
        return rect_of(box).collidelist([rect_of(taken) for taken in self._context.view.places.taken]) >= 0

    def _find_box(self, seat: int) -> Box:
        """Box of the clock near the seat's puppet, where it covers least."""
        app, view = self._context.app, self._context.view
        area, exclusions = app.view.safe_area, view.places.taken
        place_of_seat = view.seat(seat)
        at = place_of_seat.mouth if place_of_seat is not None else (app.view.w / 2, area.y)
        rivals = [view.seat(rival) for rival in range(len(self._context.seats)) if rival != seat]

        def near(size: float) -> list[Candidate[None]]:
            """Candidate boxes of this size that are nearer to this puppet than to others."""
            spots = around(area, at, (size, size), REACH, STEP, None)
            # Nearer to another player it would seem to be theirs.
            return [spot for spot in spots if all(
                rival is None or math.dist(spot.box.centre, at) < math.dist(spot.box.centre, rival.mouth)
                for rival in rivals)]  # fmt: skip

        large = SIZE * (1 + GROWS * (app.text_scale - 1))
        for size in dict.fromkeys((large, SIZE, LEAST)):
            best = place(near(size), over([Obstacle(box.inflated(APART)) for box in exclusions]))
            if best is not None:
                return best.box
        # If there is no free place, use the one that hides least near the player: the edge of a table rather
        # than a card.
        best = place(
            near(LEAST), covering([Obstacle(box, CARD / (box.w * box.h + CARD)) for box in exclusions])
        )
        return best.box if best is not None else Box(at[0], at[1], LEAST, LEAST)

    def draw(self, painter: Painter) -> None:
        """Draw the clock, if the last seconds run."""
        props = self.countdown()
        if props is None:
            return
        seat, left, box = props
        look, whole = self._context.seats[seat].look, round(FINAL_SECONDS_MS / SECOND)
        painter.blit(yarn_clock(painter.assets, look, left, whole, box.w), *box.centre, "center")
        style = TextStyle(NAMES, "#2B2440", is_fixed_size=True)
        painter.text(str(left), *box.centre, box.w * 0.42, style, anchor="center")
