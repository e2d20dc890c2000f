"""Speech bubbles of bots: above, right of, left of or below the seat, in this order.

A bubble never covers anything in `Places.taken`. If none of the four sides is free there is no bubble; the
words are on phones and in the log of the seat either way. A remark ends once it could be read; nothing waits
for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from game.core.game import Event
from game.match.banter import BotBanter, SpokenRemark, in_words
from game.match.match import MatchListener
from game.ui.art.fabric import BUBBLE_ROOM, bubble
from game.ui.core.canvas import Box, ease_out, overlaps
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL
from game.ui.match.board_messages import unhurried_time
from game.ui.match.context import ViewContext
from game.ui.match.view import SeatPlace

APPEAR_MS = 160.0  # ms in which a bubble appears
RISE = 10.0  # units by which it rises meanwhile
THINKING_REMARK_MS = 30_000.0  # ms that a person thinks before a bot remarks on it
MAX_LINES = 3  # maximum number of lines
TAIL_LENGTH = 22.0  # length in units of the tail, and distance from the seat
MIN_CORNER_DISTANCE = 26.0  # minimum distance in units of the tail from a corner
SIDE_MARGIN, TOP_MARGIN = 16.0, 10.0  # margins in units beside and above the words


@dataclass(frozen=True, slots=True)
class BubbleLayout:
    """Content and place of a bubble, in units."""

    said: SpokenRemark
    box: Box
    tail: tuple[float, float, float, float]  # as for `game.ui.art.fabric.bubble`


def placed(ruler: Painter, said: SpokenRemark, place: SeatPlace, taken: Sequence[Box]) -> BubbleLayout | None:
    """Bubble at the first free side of a seat, in as few lines as possible. None if no side is free."""
    room = ruler.view.box.inflated(-8)
    for width, height in _shapes(ruler, said.words):
        for box, tip in _sides(place, width + 2 * SIDE_MARGIN, height + 2 * TOP_MARGIN, room):
            if room.encloses(box) and not any(overlaps(box, other) for other in taken):
                x, y = tail_root(box, tip)
                return BubbleLayout(said, box, (x - box.x, y - box.y, tip[0] - box.x, tip[1] - box.y))
    return None


def _sides(
    place: SeatPlace, width: float, height: float, room: Box
) -> Iterator[tuple[Box, tuple[float, float]]]:
    """Yield (bubble, tip of its tail) above, right, left and below a puppet, slid along it into ``room``.

    A tail points at the mouth, and ends at the puppet.
    """
    (x, y), seat = place.mouth, place.head
    left = min(max(x - width / 2, room.x), room.right - width)
    top = min(max(y - height / 2, room.y), room.bottom - height)
    yield Box(left, seat.y - TAIL_LENGTH - height, width, height), (x, seat.y)
    yield Box(seat.right + TAIL_LENGTH, top, width, height), (seat.right, y)
    yield Box(seat.x - TAIL_LENGTH - width, top, width, height), (seat.x, y)
    yield Box(left, seat.bottom + TAIL_LENGTH, width, height), (x, seat.bottom)


def _shapes(ruler: Painter, words: str) -> Iterator[tuple[int, int]]:
    """Yield (width, height) in units of the words in one line, in two, and in three."""
    full_width = ruler.width(words, SMALL, STRONG)
    longest_word = max(ruler.width(word, SMALL, STRONG) for word in words.split())
    for lines in range(1, MAX_LINES + 1):
        # The narrowest width that needs no more lines.
        width = next(
            wrap
            for wrap in range(math.ceil(max(longest_word, full_width / lines)), math.ceil(full_width) + 2)
            if len(ruler.wrapped(words, wrap, SMALL, STRONG)) <= lines
        )
        yield width, math.ceil(len(ruler.wrapped(words, width, SMALL, STRONG)) * ruler.line_height(SMALL))


def tail_root(box: Box, tip: tuple[float, float]) -> tuple[float, float]:
    """Point of a bubble's edge, away from its corners, where the tail to a point outside starts. Units."""
    x, y = (
        min(max(at, start + (corner := min(MIN_CORNER_DISTANCE, length / 2))), start + length - corner)
        for at, start, length in zip(tip, (box.x, box.y), (box.w, box.h), strict=True)
    )
    if box.y <= tip[1] <= box.bottom:  # beside it
        return (box.x if tip[0] < box.x else box.right), y
    return x, (box.y if tip[1] < box.y else box.bottom)


class SpeechBubbles(MatchListener):
    """Shows the remarks of the bots in a match, one at a time."""

    def __init__(
        self, context: ViewContext, kept_clear: Callable[[], Sequence[Box]], *, silent: bool = False
    ) -> None:
        """``kept_clear`` returns the boxes that bubbles must not cover. ``silent`` disables all bubbles."""
        self._context, self._view, self._kept_clear = context, context.view, kept_clear
        self._silent = silent
        self._chatter = BotBanter(context.match)
        self.said: SpokenRemark | None = None  # remark that is made now
        self.shown: BubbleLayout | None = None  # its bubble, if a side of the puppet is free
        self._last: dict[int, SpokenRemark] = {}  # last remark of each seat
        self._since = self._until = 0.0
        self._left = 0.0  # remaining ms of the bubble when another screen covered the match
        self._waits: float | None = None  # time in ms of a remark on a person who thinks; None if none is due
        context.match.add_listener(self)
        # A resumed match was greeted when it began.
        if not context.session.log:
            self._chatter.greet()

    def remark_of(self, seat: int) -> str:
        """Last remark of a seat, for its log; empty for none."""
        said = self._last.get(seat)
        return "" if said is None else in_words(self._context.session.game, said)

    def boxes(self) -> list[Box]:
        """Box of the bubble that is shown; empty for none."""
        return [self.shown.box] if self.shown is not None else []

    def arrive(self) -> None:
        """Show the queued remark, and wait for a local person who thinks. Called after all animations."""
        remark, self._chatter.next = self._chatter.next, None
        if remark is not None:
            self._say(remark)
        # Without a possible remark the loop is not woken.
        is_waiting = (
            self._context.match.local_to_move is not None and self._chatter.remark_for_waiting() is not None
        )
        self._waits = self._context.app.now + THINKING_REMARK_MS if is_waiting else None

    def _say(self, said: SpokenRemark) -> None:
        """Make a remark, with a sound if its bubble has room. Does nothing if bubbles are off."""
        app = self._context.app
        if self._silent or not app.settings.bubbles or self._view.seat(said.seat) is None:
            return
        self._chatter.spoken(said)
        self.said = self._last[said.seat] = said
        self.layout()
        if self.shown is not None:
            app.play_sound("chat", self.shown.box.centre[0])
        self._since, self._until = app.now, app.now + unhurried_time(said.words)
        self._context.redraw()

    def layout(self) -> None:
        """Place the bubble of the current remark again, in the present language; none without room."""
        if self.said is not None:
            self.said = replace(self.said, words=in_words(self._context.session.game, self.said))
            place = self._view.seat(self.said.seat)
            ruler, taken = self._context.app.measuring_painter, self._kept_clear()
            self.shown = None if place is None else placed(ruler, self.said, place, taken)

    def tick(self, now: float) -> bool:
        """Make a due remark; remove one that was read, or a bubble in the way. True while one appears."""
        if self._waits is not None and now >= self._waits:
            self._waits = None
            remark = self._chatter.remark_for_waiting() if not self._context.playback.is_busy else None
            if remark is not None:
                self._say(remark)
        if self.said is not None and now >= self._until:
            self.clear()
        elif self._is_in_the_way():
            self.shown = None
            self._context.redraw()
        is_appearing = (
            self.shown is not None and not self._context.app.reduced_motion and now - self._since < APPEAR_MS
        )
        if is_appearing:
            self._context.redraw()
        return is_appearing

    def wake_times(self) -> Iterable[float]:
        """Times in ms at which the bubble ends and a remark on waiting is due, if they are set."""
        return [time for time in (self._until if self.said else None, self._waits) if time is not None]

    def clear(self) -> None:
        """Remove the remark with its bubble, if there is one, and redraw."""
        if self.said is not None:
            self.said = self.shown = None
            self._context.redraw()

    def covered(self) -> None:
        """Stop the time of the bubble, because another screen covers the match."""
        self._left = self._until - self._context.app.now

    def returned(self) -> None:
        """Continue the time of the bubble, and restart the wait for a person who thinks."""
        self._until = self._context.app.now + self._left
        if self._waits is not None:
            self._waits = self._context.app.now + THINKING_REMARK_MS

    def _is_in_the_way(self) -> bool:
        """True if a bubble is shown and covers a protected box, or an event waits for its reader."""
        if self.shown is None or self._context.playback.is_held:
            return self.shown is not None
        return any(overlaps(self.shown.box, box) for box in self._kept_clear())

    def draw(self, painter: Painter) -> None:
        """Draw the bubble while it appears or is shown; nothing if it covers a protected box."""
        layout, app = self.shown, self._context.app
        # Checked here too, because a card may have been dragged there since the last tick.
        if layout is None or self._is_in_the_way():
            return
        progress = 1.0 if app.reduced_motion else min(1.0, (app.now - self._since) / APPEAR_MS)
        box = layout.box.translated(0, RISE * (1 - ease_out(progress)))
        theme, width, height = painter.theme, round(box.w), round(box.h)
        image = bubble(painter.assets, width, height, layout.tail, theme.panel, theme.ink)
        painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)
        words, style = layout.said.words, TextStyle(STRONG)
        painter.paragraph(
            words,
            box.x + SIDE_MARGIN,
            box.y + TOP_MARGIN,
            box.w - 2 * SIDE_MARGIN,
            SMALL,
            style,
            centred=True,
        )

    # Events of the match.

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Cancel the wait for a person who thinks."""
        self._waits = None

    def on_undo(self, count: int) -> None:
        """Remove the bubble."""
        self.clear()

    def on_seat_renamed(self, number: int) -> None:
        """Lay out the view and the bubble again, with its texts renewed."""
        self._view.on_layout()
        self.layout()
        self._context.redraw()

    def on_seat_handover(self, number: int) -> None:
        """Remove the bubble."""
        self.clear()

    def on_concede(self, seat: int) -> None:
        """Remove the bubble."""
        self.clear()
