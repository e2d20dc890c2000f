"""Speech bubbles: what computer players say, beside their puppets, where nothing else has to be seen.

A bubble never lies over anything that its view wants in view; where there is no room for it, nothing is said.
It stands for as long as reading takes, and nothing ever waits for it.
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
from game.ui.core.placement import NEVER, Candidate, Obstacle, around, dearer, over, place, rect_of
from game.ui.core.theme import SMALL
from game.ui.match.board_messages import unhurried_time
from game.ui.match.context import ViewContext
from game.ui.match.info_panels import outfit_of

COMES = 160.0
"""How long it takes to come up, in ms."""
RISE = 10.0
"""How far it does, in units."""
PATIENCE = 30_000.0
"""So long a person thinks before anybody says something about it, in ms."""
NEAR, FAR = 320.0, 1200.0
"""How far from a mouth its bubble may be; beyond the first it shows who speaks."""
BESIDE = 135.0
"""Farther off than this it points to a mouth only where nothing of somebody else's is near it."""
STEPS = {NEAR: 14.0, FAR: 20.0}
"""From one place that is tried to the next, in units."""
LINE = 40.0
"""So much farther off a bubble may be for a line less."""
LINES = 6
"""So many a bubble has at most."""
A_LINE = 1.5
"""So many words a line has in the mean, where that can be."""
FACE = 46.0
"""The room for a puppet beside the words."""
TAIL = 40.0
"""How long a tail may be, in units."""
APART, ALOOF = 6.0, 26.0
"""How far a bubble stays from all else, and where it can from all that is not its speaker's."""
CLOSE = 60.0
"""So much farther off a bubble may be to stay so far from one of these."""
SIDE, ABOVE = 16.0, 10.0
"""Between the words and the edge of the bubble."""


@dataclass(frozen=True, slots=True)
class BubbleLayout:
    """A bubble on the canvas."""

    said: SpokenRemark
    box: Box
    words: Box
    size: float
    """Of its words, before the text size of the settings."""
    tail: tuple[int, int, int, int] | None
    """As `game.ui.art.fabric.bubble` takes it; `None` too far off to point: it shows who speaks."""


def placed(
    ruler: Painter, said: SpokenRemark, name: str, mouth: tuple[float, float], seen: Sequence[Box]
) -> BubbleLayout | None:
    """A bubble as near to a mouth as there is room beside what is seen; `None` where there is none."""
    cost_near, available = _hides(mouth, seen), ruler.view.box.inflated(-8)
    cost_far: Callable[[Candidate[Box]], float] = over([Obstacle(box.inflated(APART)) for box in seen])
    few_lines = max(1, min(LINES, int(len(said.words.split()) / A_LINE)))
    # Rather smaller letters than no word at all, but they grow at least by half of what the text does.
    for size in dict.fromkeys((SMALL, SMALL * (1 + 1 / ruler.text_scale) / 2)):
        for max_lines, reach in product((few_lines, LINES), (NEAR, FAR)):
            tries = []
            for lines, text_box in _shapes(ruler, said.words, size, max_lines):
                content = text_box
                if reach == FAR:  # with the puppet and the name of whoever says it
                    width = max(text_box.w, math.ceil(ruler.width(name, size, NAMES)))
                    height = max(FACE, math.ceil(text_box.h + ruler.line_height(size)))
                    content = Box(0, 0, width + FACE, height)
                outer_size = content.w + 2 * SIDE, content.h + 2 * ABOVE
                candidates = around(available, mouth, outer_size, reach, STEPS[reach], text_box)
                tries.append(dearer(candidates, LINE * lines))
            best = place(merge(*tries, key=lambda spot: spot.cost), cost_far if reach == FAR else cost_near)
            if best is not None:
                box, text_box = best.box, best.payload
                # From the lower right: a face stands on the left of the words, and its name above them.
                words_box = Box(
                    box.right - SIDE - text_box.w, box.bottom - ABOVE - text_box.h, text_box.w, text_box.h
                )
                tail = None if reach == FAR else _tail(box, mouth, [rect_of(obstacle) for obstacle in seen])
                return BubbleLayout(said, box, words_box, size, tail)
    return None


def _hides(mouth: tuple[float, float], seen: Sequence[Box]) -> Callable[[Candidate[Box]], float]:
    """What a bubble with a tail hides, and whether it seems to be somebody else's."""
    face = [box for box in seen if rect_of(box).collidepoint(mouth)]
    foreign = [box for box in seen if not any(overlap_area(box, own) for own in face)]
    between = [rect_of(box) for box in foreign]
    covers: Callable[[Candidate[Box]], float] = over([Obstacle(box.inflated(APART)) for box in seen])
    close: Callable[[Candidate[Box]], float] = over([Obstacle(box.inflated(ALOOF), CLOSE) for box in foreign])
    strays: Callable[[Candidate[Box]], float] = over([Obstacle(box.inflated(2 * ALOOF)) for box in foreign])

    def hides(spot: Candidate[Box]) -> float:
        if covers(spot):
            return NEVER
        (x, y), box = mouth, spot.box
        end = min(max(x, box.x), box.right), min(max(y, box.y), box.bottom)
        if any(rect.clipline(mouth, end) for rect in between):
            return NEVER
        return NEVER if math.dist(mouth, end) > BESIDE and strays(spot) else close(spot)

    return hides


def _shapes(ruler: Painter, words: str, size: float, most: int) -> Iterator[tuple[int, Box]]:
    """The boxes that these words fit, in one line or more, with the number of lines, at most so many."""
    full_width = ruler.width(words, size, STRONG)
    min_width = max(ruler.width(word, size, STRONG) for word in words.split())
    line_counts = set()
    for target_lines in range(1, LINES + 1):
        wrap_width = math.ceil(
            max(min_width, full_width / target_lines * (1.0 if target_lines == 1 else 1.18)) + 2
        )
        lines = len(ruler.wrapped(words, wrap_width, size, STRONG))
        # Another width that breaks into as many lines would be looked for all over the screen again.
        if lines not in line_counts and lines <= most:
            line_counts.add(lines)
            yield lines, Box(0, 0, wrap_width, math.ceil(lines * ruler.line_height(size)))


def _tail(box: Box, mouth: tuple[float, float], seen: list[pygame.Rect]) -> tuple[int, int, int, int]:
    """From the edge of a bubble towards its mouth, as far as nothing else is covered by it."""
    x, y = mouth
    root = min(max(x, box.x + 26), box.right - 26), min(max(y, box.y + 16), box.bottom - 16)
    if box.y - 14 < y < box.bottom + 14:
        root = (box.x + 6 if x < box.x else box.right - 6), root[1]
    else:
        root = root[0], (box.y + 6 if y < box.y else box.bottom - 6)
    distance = math.hypot(x - root[0], y - root[1]) or 1.0
    along = min(distance * 0.8, TAIL)
    # A tail that lay on a card would cover it as much as a bubble does.
    while True:
        tip = root[0] + (x - root[0]) / distance * along, root[1] + (y - root[1]) / distance * along
        if along <= APART + 6 or pygame.Rect(tip[0] - 3, tip[1] - 3, 6, 6).collidelist(seen) < 0:
            (rx, ry), (tx, ty) = root, tip
            return round(rx - box.x), round(ry - box.y), round(tx - box.x), round(ty - box.y)
        along -= 4


class SpeechBubbles(MatchListener):
    """The bubbles of a match on the screen, one at a time."""

    def __init__(
        self, context: ViewContext, kept_clear: Callable[[], Sequence[Box]], *, silent: bool = False
    ) -> None:
        """``kept_clear`` tells over what no bubble may lie."""
        self._context, self._view, self._kept_clear = context, context.view, kept_clear
        self._silent = silent
        self._chatter = BotBanter(context.match)
        self.shown: BubbleLayout | None = None
        self._since = self._until = 0.0
        self._left = 0.0
        """How long it would still have stood when a screen covered it, in ms."""
        self._waits: float | None = None
        """When somebody says something about a person who thinks; `None` once that was said."""
        context.match.add_listener(self)
        # A resumed match was greeted when it began.
        if not context.session.log:
            self._chatter.greet()

    @property
    def said(self) -> SpokenRemark | None:
        return self.shown.said if self.shown is not None else None

    def boxes(self) -> list[Box]:
        return [self.shown.box] if self.shown is not None else []

    def arrive(self) -> None:
        """All is shown: whoever has found words says them; a person begins to think."""
        remark, self._chatter.next = self._chatter.next, None
        if remark is not None:
            self._say(remark)
        # Where nobody would say anything the loop is not woken for it.
        is_waiting = (
            self._context.match.local_to_move is not None and self._chatter.remark_for_waiting() is not None
        )
        self._waits = self._context.app.now + PATIENCE if is_waiting else None

    def _say(self, said: SpokenRemark) -> None:
        app = self._context.app
        self.shown = self._placed(said)
        if self.shown is not None:
            # Only what had room counts as said: it may come again soon, and what was heard may not.
            self._chatter.spoken(said)
            app.play_sound("chat", self.shown.box.centre[0])
            self._since, self._until = app.now, app.now + unhurried_time(said.words)
            self._context.redraw()

    def _placed(self, said: SpokenRemark) -> BubbleLayout | None:
        """Where there is room for these words, if there is any and they are wanted."""
        app = self._context.app
        is_enabled = app.settings.bubbles and not self._silent
        mouth = self._view.mouth_position(said.seat) if is_enabled else None
        if mouth is None:
            return None
        name = self._context.seats[said.seat].name
        # Another language may be spoken since these words were found.
        said = replace(said, words=in_words(self._context.session.game, said))
        return placed(app.measuring_painter, said, name, mouth, self._kept_clear())

    def layout(self) -> None:
        if self.shown is not None:
            self.shown = self._placed(self.shown.said)

    def tick(self, now: float) -> bool:
        """Let time pass; whether a bubble is still coming up."""
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
        return [time for time in (self._until if self.shown else None, self._waits) if time is not None]

    def clear(self) -> None:
        if self.shown is not None:
            self.shown = None
            self._context.redraw()

    def covered(self) -> None:
        """A screen lies over the match: nobody can read."""
        self._left = self._until - self._context.app.now

    def returned(self) -> None:
        """The match is in view again, and so are the words."""
        self._until = self._context.app.now + self._left
        if self._waits is not None:
            self._waits = self._context.app.now + PATIENCE

    def _is_in_the_way(self) -> bool:
        if self.shown is None or self._context.playback.is_held:
            return self.shown is not None
        return rect_of(self.shown.box).collidelist([rect_of(box) for box in self._kept_clear()]) >= 0

    def draw(self, painter: Painter) -> None:
        """The bubble, where nothing lies in its place."""
        layout, app = self.shown, self._context.app
        # Asked here too: a card may have been carried there since the last tick.
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
        """Who speaks, where the bubble is too far off to point."""
        seat, theme, line = self._context.seats[said.said.seat], painter.theme, painter.line_height(said.size)
        dress = PuppetOutfit(outfit_of(seat.level, seat.cap), ground=False)
        image = puppet(painter.assets, seat.look, "idle", 0, FACE, dress)
        foot = box.centre[1] + FACE / 2 + puppet_foot(FACE)
        painter.blit(image, box.x + SIDE + FACE / 2 - 6, foot, "midbottom")
        ink = theme.ink if theme.name == "dark" else SEAT_LOOKS[seat.look].text
        y = said.words.y + box.y - said.box.y - line / 2
        name = painter.shortened(seat.name, said.size, said.words.w, NAMES, min_size=said.size)
        painter.text(name, said.words.x, y, said.size, TextStyle(NAMES, ink))

    # What happens in the match.

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        self._waits = None

    def on_undo(self, count: int) -> None:
        self.clear()

    def on_seat_renamed(self, number: int) -> None:
        """Plates and all else that shows the seat follow at once, and bubbles stand beside them."""
        self._view.on_language_changed()
        self._view.on_layout()
        self.layout()
        self._context.redraw()

    def on_seat_handover(self, number: int) -> None:
        self.clear()

    def on_concede(self, seat: int) -> None:
        self.clear()
