"""The full-screen end of a match: pegs open, the losers drop into a drawer, the winners stay on the line.

The line shows the lead during the match (`game.match.lead_history`), a lamp hangs over a winner, and the
front of the drawer stays free for buttons. If a single player loses, only that one drops. If all win, no one
drops; if no one wins, all drop. Times are in ms at the brisk pace.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from operator import attrgetter

import pygame

from game.match.lead_history import LeadEvent, LeadHistory
from game.ui.art import winner as arts
from game.ui.art.album import sign
from game.ui.art.daily import peg
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, panel
from game.ui.art.lettering import LOGO_ROOM, knitted_word
from game.ui.art.marks import puff
from game.ui.art.puppets import puppet_foot
from game.ui.core.animation_timeline import TOP_PASS, FadeThroughPeak, Hit, Timeline
from game.ui.core.canvas import HEIGHT, WIDTH, Box, ease_out
from game.ui.core.fonts import NAMES, READ
from game.ui.core.paint import Painter, TextStyle
from game.ui.widgets import FontSpec, MeasureContext, Text

FADE_MS, PEGS_OPEN_MS, IMPACT_MS, MOTION_RESUME_MS, LENGTH_MS = 180.0, 240.0, 480.0, 540.0, 1200.0
"""Times: the table is hidden, pegs open, losers hit the drawer, motion resumes after the impact, end."""
TITLE_MS, STORY_MS, STORY_LINE_MS = 600.0, 800.0, 130.0
"""Times: the title, the first line of the story, and the interval of its lines."""
LINE_Y, WINNER_X, LAMP_X = 84.0, 330.0, 392.0
"""Y in units of the line's ends; x of a single winner, and x of its lamp."""
WINNER_HEIGHT, WINNER_HEIGHTS = 420.0, (0.0, 420.0, 300.0, 222.0)
"""Height in units of a single winner, and by the number of winners. With more, half hang below the others."""
MAX_TIER_HEIGHT, MAX_TIERS_WIDTH = (
    205.0,
    470.0,
)  # maximum height of a winner with more of them, and their total width
LOSER_HEIGHT, DROPPED_HEIGHT = 219.0, 186.0  # height of losers on the line, and in the drawer
TEXT_LEFT, TEXT_RIGHT = 610.0, 1213.0  # left and right edge of title and story
MAX_TITLE_SIZE, TITLE_SIZES, MIN_TITLE_SIZE, TITLE_Y = 92.0, (92.0, 76.0, 64.0), 56.0, 190.0
"""Title sizes: maximum, maximum on one, two and three lines, minimum on fewer than three; and the y."""
STORY_SIZE, STORY_LINES = 32.0, 3
SIGN_SIZE, SIGN_STEP = (
    46.0,
    62.0,
)  # size of a highlight's button on the line, and minimum distance to the next
PRELOAD_MS = (10, 120, 245, 300, 360, 420, 453, 475, IMPACT_MS, 545, 640, 780, 900, 1199)
"""Times at which all images without sway are needed, for preloading."""
PRELOAD_SWAYS = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)
FALL_STEPS = 4  # images of a fall


@dataclass(frozen=True, slots=True)
class SockHook:
    """Position of a sock: x, distance below the line, and height."""

    x: float
    drop: float
    height: float


@dataclass(frozen=True, slots=True)
class WinnerSitter:
    """Appearance of a player at the end of a match."""

    look: int
    wears: str = ""


@dataclass(frozen=True, slots=True)
class WinnerStory:
    """Layout of the story."""

    lines: tuple[str, ...]
    size: float
    box: Box


@dataclass(frozen=True, slots=True)
class WinnerProps:
    """Content of the end screen.

    Attributes:
        title: who has won or lost, in a few words.
        by: look of the title's letters; below 0 each letter has another one.
        stories: versions of the story, the longest first.
        winners: players who stay on the line.
        losers: players who drop.
        thread: the line; its seats are looks.
        crowned: True if winners wear a crown.
    """

    title: str
    by: int
    stories: tuple[str, ...]
    winners: tuple[WinnerSitter, ...]
    losers: tuple[WinnerSitter, ...]
    thread: LeadHistory
    crowned: bool

    def timeline(self, pace: float, fanfare: Callable[[], object]) -> Timeline:
        """Timeline of the whole animation. ``fanfare`` is called as the motion resumes after the impact."""
        timeline = TOP_PASS.span(LENGTH_MS * pace, self.draw, FadeThroughPeak(1.0, stays=True))
        if self.losers:
            timeline = timeline.sound("pop", PEGS_OPEN_MS * pace).hit(IMPACT_MS * pace, Hit("place"))
        return timeline.sound("lamp", PEGS_OPEN_MS * pace).at(MOTION_RESUME_MS * pace, fanfare)

    def draw(self, painter: Painter, progress: float) -> None:
        """Draw everything but the buttons over the table, at a progress of 0 to 1."""
        now_ms = progress * LENGTH_MS
        table = painter.surface.copy() if now_ms < FADE_MS else None
        EndStage(self, painter).draw(now_ms)
        if table is not None:
            # The bare wall first, then the rest, so that nothing shines through the table.
            view, left = painter.view, 2 * (1 - now_ms / FADE_MS)
            wall = arts.room(painter.assets, view.w, view.h, painter.theme.name)
            wall.set_alpha(round(255 * min(1.0, left)))
            painter.surface.blit(wall, (0, 0))
            wall.set_alpha(None)
            table.set_alpha(round(255 * max(0.0, left - 1)))
            painter.surface.blit(table, (0, 0))

    def draw_rest(self, painter: Painter, sway: float = 0.0) -> None:
        """Draw the final state. Winners may sway by some degrees."""
        EndStage(self, painter).draw(LENGTH_MS, sway)

    def hung_box(self, painter: Painter) -> Box:
        """Box that contains the winners at any sway; empty without winners."""
        app = EndStage(self, painter)
        boxes = [
            Box(
                x - hook.height * 0.4,
                app.line(x) + hook.drop - 40,
                hook.height * 1.2,
                hook.height * 1.22 + 40,
            )
            for hook in app.hooks
            for x in (app.dx + hook.x,)
        ]
        x, y = min((box.x for box in boxes), default=0), min((box.y for box in boxes), default=0)
        right, bottom = (
            max(map(edge, boxes), default=0.0) for edge in (attrgetter("right"), attrgetter("bottom"))
        )
        return Box(x, y, right - x, bottom - y)

    def warm(self, painter: Painter, *, moves: bool) -> Iterator[None]:
        """Make all images, yielding None between parts. Without ``moves`` only those of reduced motion."""
        app = EndStage(self, painter)
        for _piece in app.warm():
            yield
        if moves:
            for now_ms in PRELOAD_MS:
                app.draw(now_ms)
                yield
            for sway in PRELOAD_SWAYS:
                app.draw_hung(LENGTH_MS, sway)
                yield
        self.draw_rest(painter)
        yield


class EndStage:
    """Draws the end of a match on a painter's canvas."""

    def __init__(self, props: WinnerProps, painter: Painter) -> None:
        self._props, self._painter = props, painter
        view = painter.view
        self.dx, self.taller = (view.w - WIDTH) / 2, view.h - HEIGHT
        self.edge = view.h - arts.FRONT_HEIGHT
        self.hooks = hooks(len(props.winners), 1 + 0.08 * min(1.0, self.taller / 240))
        self.story = _fit_story(painter, props.title, props.stories, self.edge, self.taller)

    def line(self, x: float) -> float:
        """Y in units of the middle of the line at an x."""
        return LINE_Y + 0.25 * self.taller + arts.line_sag(x, self._painter.view.w)

    def draw(self, now: float, sway: float | None = None) -> None:
        """Draw everything at a time in ms; ``sway`` in degrees replaces that of the time."""
        now = IMPACT_MS if IMPACT_MS <= now < MOTION_RESUME_MS else now
        self._draw_room(now)
        self._draw_line(now)
        if self._props.losers:
            self._draw_losers(now)
        self._draw_front(now)
        if self._props.losers and now >= MOTION_RESUME_MS:
            self._draw_lint(now)
        self.draw_hung(now, _sway(now) if sway is None else sway)
        if now >= TITLE_MS:
            self._draw_words(now)

    def _dusk(self) -> pygame.Surface:
        """Image of the dark room with the lamp's light over the winners."""
        painter, view = self._painter, self._painter.view
        spread = (
            (max(hook.x for hook in self.hooks) - min(hook.x for hook in self.hooks)) if self.hooks else 0
        )
        light_x = LAMP_X if len(self.hooks) < 2 else sum(hook.x for hook in self.hooks) / len(self.hooks) + 30
        theme = painter.theme.name
        return arts.dusk(painter.assets, view.w, view.h, theme, self.dx + light_x, round(spread * 0.42))

    def _draw_room(self, now: float) -> None:
        """Draw the room, and fade to dusk between the opening of the pegs and the impact."""
        painter, view = self._painter, self._painter.view
        progress = min(1.0, max(0.0, (now - PEGS_OPEN_MS) / (IMPACT_MS - PEGS_OPEN_MS)))
        if progress < 1:
            painter.surface.blit(arts.room(painter.assets, view.w, view.h, painter.theme.name), (0, 0))
        if progress:
            night = self._dusk()
            night.set_alpha(round(255 * progress) if progress < 1 else None)
            painter.surface.blit(night, (0, 0))
            night.set_alpha(None)

    def _draw_front(self, now: float) -> None:
        """Draw the front of the drawer again, in front of what is behind it. It shakes at the impact."""
        painter, view = self._painter, self._painter.view
        fades = now < IMPACT_MS
        background = arts.room(painter.assets, view.w, view.h, painter.theme.name) if fades else self._dusk()
        top = view.px(self.edge - 3)
        shake = view.px(3) if IMPACT_MS <= now < MOTION_RESUME_MS and self._props.losers else 0
        part = pygame.Rect(0, top, background.get_width(), painter.surface.get_height() - top)
        painter.surface.blit(background, (0, top + shake), part)
        progress = (now - PEGS_OPEN_MS) / (IMPACT_MS - PEGS_OPEN_MS)
        if fades and progress > 0:
            night = self._dusk()
            night.set_alpha(round(255 * progress))
            painter.surface.blit(night, (0, top), part)
            night.set_alpha(None)

    def _draw_line(self, now: float) -> None:
        """Draw the line in the colours of the lead, with its highlights."""
        painter, view, thread = self._painter, self._painter.view, self._props.thread
        spans = tuple(
            (-1 if stretch.seat is None else stretch.seat, stretch.end) for stretch in thread.stretches
        )
        image = arts.match_line(painter.assets, view.w, spans or ((-1, 1.0),))
        painter.blit(image, 0, LINE_Y + 0.25 * self.taller - arts.LINE_MIDDLE)
        for x, knot in self._signs():
            painter.blit(
                sign(painter.assets, str(knot.sign), knot.seat, SIGN_SIZE), x, self.line(x) + 2, "center"
            )

    def _signs(self) -> list[tuple[float, LeadEvent]]:
        """X in units and highlight, for each that fits on the line, last first; none at a pinned winner."""
        view, signs = self._painter.view, list[tuple[float, LeadEvent]]()
        pinned = [
            (self.dx + hook.x, hook.height * 0.22 + SIGN_SIZE / 2) for hook in self.hooks if not hook.drop
        ]
        for knot in reversed(self._props.thread.knots):
            x = min(view.w - 36, max(36.0, knot.at * view.w))
            apart = all(abs(x - sign_x) >= SIGN_STEP for sign_x, _knot in signs)
            if apart and all(abs(x - pin) > reach for pin, reach in pinned):
                signs.append((x, knot))
        return signs

    # Winners.

    def draw_hung(self, now: float, sway: float) -> None:
        """Draw the winners, pinned to the line, at a sway in degrees."""
        painter, props = self._painter, self._props
        for hook, sitter in reversed(list(zip(self.hooks, props.winners, strict=True))):
            x = self.dx + hook.x
            y = self.line(x) - (4 if hook.drop else 0)
            if hook.drop:
                tether = arts.tether(painter.assets, hook.drop)
                for aside in (-hook.height * 0.12, hook.height * 0.12):
                    painter.blit(tether, x + aside, y, "midtop")
            y += hook.drop
            image = arts.hanging(painter.assets, sitter.look, hook.height, sway, "open", crown=props.crowned)
            ox, oy = arts.pin_offset(hook.height, sway)
            painter.blit(image, x + ox, y + oy, "center")
            size = round(max(0.6, 1.25 * hook.height / WINNER_HEIGHT), 2)
            for aside in (-0.11, 0.11):
                painter.blit(peg(painter.assets, size), x + aside * hook.height, y + 6 * size, "center")
        if now >= TITLE_MS and len(self.hooks) == 1:
            x, y, height = (
                self.dx + self.hooks[0].x,
                self.line(self.dx + self.hooks[0].x),
                self.hooks[0].height,
            )
            for across, down, reach in ((-0.23, 0.53, 15.0), (0.5, 0.2, 18.0), (-0.28, 0.21, 11.0)):
                painter.blit(
                    arts.sparkle(painter.assets, reach), x + across * height, y + down * height, "center"
                )

    # Losers.

    def _draw_losers(self, now: float) -> None:
        """Draw the losers: on the line, falling, or in the drawer."""
        losers = self._props.losers
        places = spread(len(losers), full_width=not self.hooks)
        step = places[1] - places[0] if len(places) > 1 else 204.0
        fell = min(1.0, max(0.0, (now - PEGS_OPEN_MS) / (IMPACT_MS - PEGS_OPEN_MS)))
        puppet_height = round(LOSER_HEIGHT * min(1.0, max(0.5, step / 190)))
        if now < IMPACT_MS:
            # From right to left, so that no foot covers the face beside it.
            for number, (x, sitter) in reversed(list(enumerate(zip(places, losers, strict=True)))):
                self._draw_falling(sitter, self.dx + x, puppet_height, fell, number)
            return
        free_height = self.edge - self.story.box.bottom - 4
        dropped_height = round(min(DROPPED_HEIGHT, max(96.0, step * 1.4), max(92.0, free_height + 44)))
        sunk = (
            14
            if now < MOTION_RESUME_MS
            else 14 * math.exp(-(now - MOTION_RESUME_MS) / 90) * math.cos((now - MOTION_RESUME_MS) / 45)
        )
        for number, (x, sitter) in enumerate(zip(places, losers, strict=True)):
            self._draw_dropped(
                sitter, self.dx + x + 20, dropped_height, sunk if number % 2 else sunk * 0.8, number
            )

    def _draw_falling(
        self, sitter: WinnerSitter, x: float, height: float, progress: float, number: int
    ) -> None:
        """Draw a loser on the way down at a progress of 0 to 1; ``number`` varies the rotation."""
        painter, line = self._painter, self.line(x)
        phase = round(progress * FALL_STEPS) / FALL_STEPS
        degrees = (14.0, -20.0, 10.0)[number % 3] * phase
        down = progress**2 * (self.edge - line - 0.3 * height)
        image = arts.hanging(painter.assets, sitter.look, height, degrees)
        ox, oy = arts.pin_offset(height, degrees)
        if progress > 0.3:
            lines = arts.fall_lines(painter.assets, round(height * 0.42), round(height * 0.42))
            painter.blit(lines, x + height * 0.05, line + down - height * 0.1, "midbottom")
        painter.blit(image, x + ox, line + down - 6 + oy, "center")
        if progress < 0.9:
            size = round(0.9 * max(0.6, height / LOSER_HEIGHT), 2)
            for side in (-1, 1):
                peg_image = peg(painter.assets, size, 26.0 * side * round(progress * FALL_STEPS) / FALL_STEPS)
                aside = height * 0.13 * (1 + 0.5 * progress)
                painter.blit(
                    peg_image, x + side * aside, line + 4 - 26 * progress + 40 * progress**3, "center"
                )

    def _draw_dropped(self, sitter: WinnerSitter, x: float, height: float, sunk: float, number: int) -> None:
        """Draw a loser in the drawer, ``sunk`` units lower; ``number`` varies pose and rotation."""
        painter, upside = self._painter, number % 3 == 1 and len(self._props.losers) > 1
        state = "idle" if upside else "sad" if number % 3 == 2 else "happy"
        degrees = 192.0 if upside else (-8.0, 0.0, 8.0)[number % 3]
        image = arts.fallen_puppet(
            painter.assets, sitter.look, state, height, degrees, sitter.wears, flip=not upside
        )
        if upside:
            # It is rotated about its centre, so its foot is at the top.
            painter.blit(image, x, self.edge + sunk - height * 0.08, "center")
        else:
            foot = self.edge + height * 0.36 + sunk + puppet_foot(height)
            painter.blit(image, x, foot, "midbottom")

    def _draw_lint(self, now: float) -> None:
        """Draw puffs of lint between the losers in the drawer."""
        painter, places = self._painter, spread(len(self._props.losers), full_width=not self.hooks)
        frame = 0 if now < MOTION_RESUME_MS + 60 else 1
        step = places[1] - places[0] if len(places) > 1 else 204.0
        ends = (places[0] - step * 0.28, *(x + step * 0.62 for x in places[:-1]))
        for number, x in enumerate(ends[:4]):
            scale = (0.5, 0.62, 0.7, 0.55)[number]
            painter.blit(
                puff(painter.assets, frame, scale, (9, 3, 6, 4)[number]), self.dx + x, self.edge - 6, "center"
            )

    # Texts.

    def _draw_words(self, now: float) -> None:
        """Draw the title, then the story line by line, as far as they have appeared."""
        painter, story = self._painter, self.story
        opacity = ease_out(min(1.0, (now - TITLE_MS) / 160))
        lines, size = fit_title(painter, self._props.title)
        step, middle = size * 1.12, self.dx + (TEXT_LEFT + TEXT_RIGHT) / 2
        top = story.box.y - 24 - step * len(lines)
        for number, line in enumerate(lines):
            image = knitted_word(painter.assets, line, size, all_by=self._props.by)
            y = top + step * (number + 0.5) - 14 * (1 - opacity)
            painter.blit(image, middle, y, "center", opacity)
        if now < STORY_MS - 60:
            return
        theme, box = painter.theme, story.box
        opacity = min(1.0, (now - STORY_MS + 60) / 120)
        cloth = panel(
            painter.assets, round(box.w), round(box.h), ClothColours(theme.panel, theme.ink, theme.stitch)
        )
        painter.blit(cloth, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN, opacity=opacity)
        letters, line_height = painter.with_text_scale(1), story.size * 1.44
        top = box.centre[1] - line_height * (len(story.lines) - 1) / 2
        for number, line in enumerate(story.lines):
            if now >= STORY_MS + STORY_LINE_MS * number:
                letters.text(line, box.x + 26, top + number * line_height, story.size, TextStyle(READ))

    def warm(self) -> Iterator[None]:
        """Make the slowest images, one per step."""
        painter, view = self._painter, self._painter.view
        arts.room(painter.assets, view.w, view.h, painter.theme.name)
        yield
        self._dusk()
        yield
        self._draw_line(0)
        yield
        lines, size = fit_title(painter, self._props.title)
        for line in lines:
            knitted_word(painter.assets, line, size, all_by=self._props.by)
        yield


def hooks(count: int, larger: float = 1.0) -> list[SockHook]:
    """Positions of winners, ``larger`` times as high: side by side, from four on every other one lower."""
    if count < len(WINNER_HEIGHTS):
        sock_height = WINNER_HEIGHTS[count] * larger
        xs = ((), (WINNER_X,), (190.0, 410.0), (140.0, 300.0, 460.0))[count]
        return [SockHook(x, 0.0, sock_height) for x in xs]
    above = (count + 1) // 2
    step = MAX_TIERS_WIDTH / above
    sock_height = min(MAX_TIER_HEIGHT, step * 1.25) * larger
    return [
        SockHook(90 + step * number / 2, sock_height + 24 if number % 2 else 0.0, sock_height)
        for number in range(count)
    ]


def spread(count: int, *, full_width: bool) -> list[float]:
    """X in units of each loser. They use the whole line if no one has won (``full_width``)."""
    left, right = (110.0, 1150.0) if full_width else (640.0, 1150.0)
    step = min(204.0, (right - left) / max(1, count - 1))
    return [(left + right) / 2 + (number - (count - 1) / 2) * step - 12 for number in range(count)]


def _sway(now: float) -> float:
    """Sway of the winners in degrees, one of `PRELOAD_SWAYS`, at a time in ms."""
    if now < PEGS_OPEN_MS or now >= LENGTH_MS:
        return 0.0
    if now < MOTION_RESUME_MS:
        return -1.0 if now < (PEGS_OPEN_MS + IMPACT_MS) / 2 else -2.0
    progress = (now - MOTION_RESUME_MS) / (LENGTH_MS - MOTION_RESUME_MS)
    degrees = -2.4 * math.exp(-2.2 * progress) * math.cos(progress * math.tau * 1.5)
    return min(PRELOAD_SWAYS, key=lambda sway: abs(sway - degrees))


@lru_cache(maxsize=32)
def _break_lines(text: str, count: int) -> tuple[str, ...]:
    """Lines of a text, at most ``count``, with the longest line as short as possible."""
    parts = text.split(" ")
    cuts = combinations(range(1, len(parts)), min(count, len(parts)) - 1)
    candidates = (tuple(" ".join(parts[i:j]) for i, j in pairwise((0, *cut, len(parts)))) for cut in cuts)
    return min(candidates, key=lambda lines: max(map(len, lines)))


def fit_title(painter: Painter, text: str) -> tuple[tuple[str, ...], float]:
    """Lines and type size of the title. A long one has two lines, or three if those would be small."""
    width = TEXT_RIGHT - TEXT_LEFT - LOGO_ROOM
    for count, max_size in enumerate(TITLE_SIZES, start=1):
        lines = _break_lines(text, count)
        text_width = max(
            painter.width(line, MAX_TITLE_SIZE, NAMES, fixed=True) + 3 * len(line) for line in lines
        )
        size = float(int(min(max_size, MAX_TITLE_SIZE * width / text_width)))
        if size >= MIN_TITLE_SIZE:
            break
    return lines, size


def _fit_story(painter: Painter, title: str, texts: Sequence[str], edge: float, taller: float) -> WinnerStory:
    """Layout of a story below the title: of those that fit, fewest lines, then largest type, then longest."""
    dx, (lines, size) = (painter.view.w - WIDTH) / 2, fit_title(painter, title)
    first = TITLE_Y + 0.42 * taller - 16 * (len(lines) - 1)
    top = first + size * 1.12 * (len(lines) - 0.5) + 28
    width, letters = TEXT_RIGHT - TEXT_LEFT, painter.with_text_scale(1)
    lowest = edge - (150 if painter.text_scale <= 1.1 else 92)
    max_rows = int((lowest - top - 40) / (STORY_SIZE * 1.44)) if painter.text_scale <= 1.1 else 9
    full = STORY_SIZE * min(painter.text_scale, 1.7)
    tries = [
        (text, at, rows)
        for rows in (min(STORY_LINES, max(1, max_rows)), 4, 5, 6)
        for at in (full, full * 0.94, full * 0.88, full * 0.8, full * 0.72, 20.0)
        for text in texts
    ]
    for text, at, rows in tries:
        # Balanced lines, so that no word is alone on the last one.
        inner = MeasureContext(letters).size(Text(text, FontSpec(at), is_balanced=True), width - 52)[0]
        wrapped = letters.wrapped(text, inner, at)
        height = len(wrapped) * at * 1.44 + 28
        if len(wrapped) <= rows and top + height <= lowest + (20 if rows > STORY_LINES else 0):
            across = inner + 52 if len(wrapped) > 1 else width
            return WinnerStory(
                tuple(wrapped), at, Box(dx + TEXT_LEFT + (width - across) / 2, top, across, height)
            )
    wrapped = letters.wrapped(texts[-1] if texts else "", width - 52, 20.0)
    return WinnerStory(tuple(wrapped), 20.0, Box(dx + TEXT_LEFT, top, width, len(wrapped) * 20 * 1.44 + 28))
