"""Speech bubbles of bots beside their puppets.

A bubble never covers anything that the view protects; without room the remark is dropped. It disappears once
it could be read, and nothing waits for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from itertools import product

import pygame

from game.core.game import Event
from game.match.banter import BotBanter, SpokenRemark, in_words
from game.match.match import MatchListener
from game.ui.art.fabric import BUBBLE_ROOM, bubble
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core.canvas import Box, ease_out, overlap_area
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.placement import NEVER, Candidate, Obstacle, around, over, place, rect_of, with_extra_cost
from game.ui.core.theme import SMALL
from game.ui.match.board_messages import unhurried_time
from game.ui.match.context import ViewContext
from game.ui.match.info_panels import outfit_of

COMES = 160.0  # ms in which a bubble appears
RISE = 10.0  # units by which it rises meanwhile
PATIENCE = 30_000.0  # ms that a person thinks before a bot remarks on it
# maximum distance in units from mouth to bubble: of a bubble with a tail, and of one that shows the speaker
NEAR, FAR = 320.0, 1200.0
BESIDE = 135.0  # distance in units beyond which a bubble with a tail must be far from other players
STEPS = {NEAR: 14.0, FAR: 20.0}  # distance in units between places that are tried
LINE = 40.0  # cost of each line, in units of distance
LINES = 6  # maximum number of lines
A_LINE = 1.5  # preferred minimum number of words per line
FACE = 46.0  # width in units of a puppet beside the words
TAIL = 40.0  # maximum length of a tail in units
APART, ALOOF = 6.0, 26.0  # distance in units from everything, and preferably from things of other players
CLOSE = 60.0  # cost of being closer to one of these, in units of distance
SIDE, ABOVE = 16.0, 10.0  # margins in units beside and above the words


@dataclass(frozen=True, slots=True)
class BubbleLayout:
    """Content and place of a bubble."""

    said: SpokenRemark
    box: Box
    words: Box
    size: float  # type size before the text size setting
    # as for `game.ui.art.fabric.bubble`; None if it is too far from the mouth, and shows the speaker instead
    tail: tuple[int, int, int, int] | None


def placed(
    ruler: Painter, said: SpokenRemark, name: str, mouth: tuple[float, float], seen: Sequence[Box]
) -> BubbleLayout | None:
    """Content and place of the bubble nearest to a mouth that covers none of ``seen``. None without room."""
    cost_near, available = _hides(mouth, seen), ruler.view.box.inflated(-8)
    cost_far: Callable[[Candidate[Box]], float] = over([Obstacle(box.inflated(APART)) for box in seen])
    few_lines = max(1, min(LINES, int(len(said.words.split()) / A_LINE)))
    # Smaller letters are better than no bubble, but they grow by at least half of the text size.
    for size in dict.fromkeys((SMALL, SMALL * (1 + 1 / ruler.text_scale) / 2)):
        for max_lines, reach in product((few_lines, LINES), (NEAR, FAR)):
            tries = []
            for lines, text_box in _shapes(ruler, said.words, size, max_lines):
                content = text_box
                if reach == FAR:  # with the puppet and the name of the speaker
                    width = max(text_box.w, math.ceil(ruler.width(name, size, NAMES)))
                    height = max(FACE, math.ceil(text_box.h + ruler.line_height(size)))
                    content = Box(0, 0, width + FACE, height)
                outer_size = content.w + 2 * SIDE, content.h + 2 * ABOVE
                candidates = around(available, mouth, outer_size, reach, STEPS[reach], text_box)
                tries.append(with_extra_cost(candidates, LINE * lines))
            best = place(merge(*tries, key=lambda spot: spot.cost), cost_far if reach == FAR else cost_near)
            if best is not None:
                box, text_box = best.box, best.payload
                # Measured from the lower right, because a face is left of the words, and its name above them.
                words_box = Box(
                    box.right - SIDE - text_box.w, box.bottom - ABOVE - text_box.h, text_box.w, text_box.h
                )
                tail = None if reach == FAR else _tail(box, mouth, [rect_of(obstacle) for obstacle in seen])
                return BubbleLayout(said, box, words_box, size, tail)
    return None


def _hides(mouth: tuple[float, float], seen: Sequence[Box]) -> Callable[[Candidate[Box]], float]:
    """Cost function for bubbles with a tail: `NEVER` if covering or ambiguous, `CLOSE` per near thing."""
    face = [box for box in seen if rect_of(box).collidepoint(mouth)]
    foreign = [box for box in seen if not any(overlap_area(box, own) for own in face)]
    between = [rect_of(box) for box in foreign]
    covers: Callable[[Candidate[Box]], float] = over([Obstacle(box.inflated(APART)) for box in seen])
    close: Callable[[Candidate[Box]], float] = over([Obstacle(box.inflated(ALOOF), CLOSE) for box in foreign])
    strays: Callable[[Candidate[Box]], float] = over([Obstacle(box.inflated(2 * ALOOF)) for box in foreign])

    def hides(spot: Candidate[Box]) -> float:
        """Cost of a place: `NEVER`, or `CLOSE` for each thing of other players that is close to it."""
        if covers(spot):
            return NEVER
        (x, y), box = mouth, spot.box
        end = min(max(x, box.x), box.right), min(max(y, box.y), box.bottom)
        if any(rect.clipline(mouth, end) for rect in between):
            return NEVER
        return NEVER if math.dist(mouth, end) > BESIDE and strays(spot) else close(spot)

    return hides


def _shapes(ruler: Painter, words: str, size: float, most: int) -> Iterator[tuple[int, Box]]:
    """Yield (number of lines, box at 0, 0) for different line breaks with at most ``most`` lines."""
    full_width = ruler.width(words, size, STRONG)
    min_width = max(ruler.width(word, size, STRONG) for word in words.split())
    line_counts = set()
    for target_lines in range(1, LINES + 1):
        wrap_width = math.ceil(
            max(min_width, full_width / target_lines * (1.0 if target_lines == 1 else 1.18)) + 2
        )
        lines = len(ruler.wrapped(words, wrap_width, size, STRONG))
        # Another width with the same number of lines would repeat the search over the whole screen.
        if lines not in line_counts and lines <= most:
            line_counts.add(lines)
            yield lines, Box(0, 0, wrap_width, math.ceil(lines * ruler.line_height(size)))


def _tail(box: Box, mouth: tuple[float, float], seen: list[pygame.Rect]) -> tuple[int, int, int, int]:
    """(root x, root y, tip x, tip y) in units from the bubble's corner; shortened to keep off ``seen``."""
    x, y = mouth
    root = min(max(x, box.x + 26), box.right - 26), min(max(y, box.y + 16), box.bottom - 16)
    if box.y - 14 < y < box.bottom + 14:
        root = (box.x + 6 if x < box.x else box.right - 6), root[1]
    else:
        root = root[0], (box.y + 6 if y < box.y else box.bottom - 6)
    distance = math.hypot(x - root[0], y - root[1]) or 1.0
    along = min(distance * 0.8, TAIL)
    # A tail must not cover a card either.
    while True:
        tip = root[0] + (x - root[0]) / distance * along, root[1] + (y - root[1]) / distance * along
        if along <= APART + 6 or pygame.Rect(tip[0] - 3, tip[1] - 3, 6, 6).collidelist(seen) < 0:
            (rx, ry), (tx, ty) = root, tip
            return round(rx - box.x), round(ry - box.y), round(tx - box.x), round(ty - box.y)
        along -= 4


class SpeechBubbles(MatchListener):
    """Shows the remarks of the bots in a match, one at a time."""

    def __init__(
        self, context: ViewContext, kept_clear: Callable[[], Sequence[Box]], *, silent: bool = False
    ) -> None:
        """``kept_clear`` returns the boxes that bubbles must not cover. ``silent`` disables all bubbles."""
        self._context, self._view, self._kept_clear = context, context.view, kept_clear
        self._silent = silent
        self._chatter = BotBanter(context.match)
        self.shown: BubbleLayout | None = None
        self._since = self._until = 0.0
        self._left = 0.0  # remaining ms of the bubble when another screen covered the match
        self._waits: float | None = None  # time in ms of a remark on a person who thinks; None if none is due
        context.match.add_listener(self)
        # A resumed match was greeted when it began.
        if not context.session.log:
            self._chatter.greet()

    @property
    def said(self) -> SpokenRemark | None:
        """Remark that is shown now; None for none."""
        return self.shown.said if self.shown is not None else None

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
        self._waits = self._context.app.now + PATIENCE if is_waiting else None

    def _say(self, said: SpokenRemark) -> None:
        """Show a remark with a sound, and mark it as spoken. Without room, only remove the last bubble."""
        app = self._context.app
        self.shown = self._placed(said)
        if self.shown is not None:
            # A remark without room does not count as spoken, so it may be chosen again soon.
            self._chatter.spoken(said)
            app.play_sound("chat", self.shown.box.centre[0])
            self._since, self._until = app.now, app.now + unhurried_time(said.words)
            self._context.redraw()

    def _placed(self, said: SpokenRemark) -> BubbleLayout | None:
        """Place of a remark, translated again. None if bubbles are off, or there is no mouth or no room."""
        app = self._context.app
        is_enabled = app.settings.bubbles and not self._silent
        place = self._view.seat(said.seat) if is_enabled else None
        if place is None:
            return None
        name = self._context.seats[said.seat].name
        # The language may have changed since the remark was chosen.
        said = replace(said, words=in_words(self._context.session.game, said))
        return placed(app.measuring_painter, said, name, place.mouth, self._kept_clear())

    def layout(self) -> None:
        """Place the current bubble again. It disappears if there is no room."""
        if self.shown is not None:
            self.shown = self._placed(self.shown.said)

    def tick(self, now: float) -> bool:
        """Show a due remark; remove a bubble that was read or covers things. True while one is appearing."""
        if self._waits is not None and now >= self._waits:
            self._waits = None
            remark = self._chatter.remark_for_waiting() if not self._context.playback.is_busy else None
            if remark is not None:
                self._say(remark)
        if self.shown is not None and (now >= self._until or self._is_in_the_way()):
            self.clear()
        is_appearing = (
            self.shown is not None and not self._context.app.reduced_motion and now - self._since < COMES
        )
        if is_appearing:
            self._context.redraw()
        return is_appearing

    def wake_times(self) -> Iterable[float]:
        """Times in ms at which the bubble ends and a remark on waiting is due, if they are set."""
        return [time for time in (self._until if self.shown else None, self._waits) if time is not None]

    def clear(self) -> None:
        """Remove the bubble, if there is one, and redraw."""
        if self.shown is not None:
            self.shown = None
            self._context.redraw()

    def covered(self) -> None:
        """Stop the time of the bubble, because another screen covers the match."""
        self._left = self._until - self._context.app.now

    def returned(self) -> None:
        """Continue the time of the bubble, and restart the wait for a person who thinks."""
        self._until = self._context.app.now + self._left
        if self._waits is not None:
            self._waits = self._context.app.now + PATIENCE

    def _is_in_the_way(self) -> bool:
        """True if a bubble is shown and covers a protected box, or an event waits for its reader."""
        if self.shown is None or self._context.playback.is_held:
            return self.shown is not None
        return rect_of(self.shown.box).collidelist([rect_of(box) for box in self._kept_clear()]) >= 0

    def draw(self, painter: Painter) -> None:
        """Draw the bubble while it appears or is shown; nothing if it covers a protected box."""
        layout, app = self.shown, self._context.app
        # Checked here too, because a card may have been dragged there since the last tick.
        if layout is None or self._is_in_the_way():
            return
        progress = 1.0 if app.reduced_motion else min(1.0, (app.now - self._since) / COMES)
        box = layout.box.translated(0, RISE * (1 - ease_out(progress)))
        theme, width, height = painter.theme, round(box.w), round(box.h)
        tail = layout.tail or (SIDE, height / 2, SIDE + 1, height / 2)
        image = bubble(painter.assets, width, height, tail, theme.panel, theme.ink)
        painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)
        if layout.tail is None:
            self._draw_face(painter, layout, box)
        text_box, rise = layout.words, box.y - layout.box.y
        style, centred = TextStyle(STRONG), layout.tail is not None
        painter.paragraph(
            layout.said.words, text_box.x, text_box.y + rise, text_box.w, layout.size, style, centred=centred
        )

    def _draw_face(self, painter: Painter, said: BubbleLayout, box: Box) -> None:
        """Draw the speaker's puppet and name, for a bubble that is too far from the mouth for a tail."""
        seat, theme, line = self._context.seats[said.said.seat], painter.theme, painter.line_height(said.size)
        dress = PuppetOutfit(outfit_of(seat.level, seat.cap), ground=False)
        image = puppet(painter.assets, seat.look, "idle", 0, FACE, dress)
        foot = box.centre[1] + FACE / 2 + puppet_foot(FACE)
        painter.blit(image, box.x + SIDE + FACE / 2 - 6, foot, "midbottom")
        ink = theme.ink if theme.name == "dark" else SEAT_LOOKS[seat.look].text
        y = said.words.y + box.y - said.box.y - line / 2
        name = painter.shortened(seat.name, said.size, said.words.w, NAMES, min_size=said.size)
        painter.text(name, said.words.x, y, said.size, TextStyle(NAMES, ink))

    # Events of the match.

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Cancel the wait for a person who thinks."""
        self._waits = None

    def on_undo(self, count: int) -> None:
        """Remove the bubble."""
        self.clear()

    def on_seat_renamed(self, number: int) -> None:
        """Lay out the view and the bubble again, with its texts renewed."""
        self._view.on_language_changed()
        self._view.on_layout()
        self.layout()
        self._context.redraw()

    def on_seat_handover(self, number: int) -> None:
        """Remove the bubble."""
        self.clear()

    def on_concede(self, seat: int) -> None:
        """Remove the bubble."""
        self.clear()
