"""Lift-off when a player goes out: the tricks on the board become a rocket that leaves at the top.

The table slides away and shows the night. The tricks fly into a blueprint and become its stages. The player
who went out sits behind its porthole, and the others stay behind in smoke and wind. Times are in ms at the
brisk pace.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.games.rockit.screen import art_liftoff as arts
from game.games.rockit.screen import art_night as nights
from game.i18n import _
from game.ui.art.endings import FLAME_COUNT, SPACE_SCALE, flame, tuft, yarn_letter, yarn_letters, yarn_word
from game.ui.core.animation_timeline import DrawPass, FadeThroughPeak, Hit, Timeline
from game.ui.core.canvas import HEIGHT, WIDTH, Box, ease_out, ease_out_back
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter
from game.ui.rummy.seat_plates import add_light

CLEARED_MS, BUILT_MS, IGNITION_MS, LIFT_OFF_MS, HOLD_MS, SMOKE_PART_MS, AWAY_MS, RETURN_MS, LENGTH_MS = (
    400.0, 760.0, 840.0, 1160.0, 1220.0, 2160.0, 2320.0, 2400.0, 2600.0,
)  # fmt: skip
"""Times of a lift-off in ms.

In order: the table is gone, the rocket is complete, the fire ignites, the rocket lifts off, the motion
resumes, word, smoke and watchers begin to leave, the rocket is out of sight, the table returns, the end.
"""
WORD_EXIT, SMOKE_EXIT = 480.0, 460.0  # units that the word moves up and the smoke down when they leave
BLUR_SHARES = 0.3, 0.44  # shares of the rocket's way at which its stages begin to blur, and are blurred
TRICK_FLIGHT_MS = 240.0  # ms for a trick to fly into the blueprint
TIP_Y = 10.0  # y of the rocket's tip
WORD_SIZE, WORD_TILT, WORD_PLACE, MAX_WORD_WIDTH, MIN_WORD_SIZE = 142.0, 5.0, (432.0, 226.0), 770.0, 104.0
"""Font size and tilt of the word, its middle, its greatest width, and its least size on one line."""
FLAME_COLOURS = ("#FFF08A", "#FFC23A", "#F0762A", "#C8301C")
GLOW_COLOUR = "#FF8A2A"
# widths of the fire and strengths of its light, from ignition on
FIRE_HEIGHTS, GLOW_RANGE = (150.0, 225.0, 300.0, 345.0), (0.24, 0.5)
MAX_WATCHERS = 4  # other players shown at most
WATCHER_HEIGHT, GROUND_Y = 200.0, 634.0  # height of a watcher, and y of the ground
WATCHERS_X = 479.0  # x of the middle of those who watch, and of their wall
TOWER_FOOT, MAST_DISTANCES = 74.0, (236.0, 276.0)
"""Height in units on the concrete where tower and masts stand, and distances of the masts from the axis."""
LAUNCH_PASS: DrawPass[Painter] = DrawPass()  # instead of the table
TUFT_MS = 230.0  # ms for a tuft of smoke to reach its place


@dataclass(frozen=True, slots=True)
class LiftOff:
    """Contents of a lift-off: the winner's look, looks and outfits of the others, and the stages."""

    look: int
    others: tuple[tuple[int, str], ...]
    tricks: tuple[tuple[str, ...], ...]  # from the nose down
    places: tuple[tuple[float, float], ...]  # middle of each on the board
    more: int  # tricks without a stage
    board: Box
    """Part of the table that only fades. Everything around it slides away."""
    aside: tuple[float, float]
    """Upper and lower y of the buttons to the right of the board, which slide away too."""
    moon: tuple[int, int]

    @classmethod
    def of(
        cls,
        look: int,
        others: Sequence[tuple[int, str]],
        placed_tricks: Sequence[tuple[tuple[str, ...], Box]],
        board: Box,
        aside: tuple[float, float],
        moon: tuple[int, int],
    ) -> LiftOff:
        """Lift-off from ``placed_tricks`` (trick, box): the 5 largest become stages, at least 3 in all."""
        largest = sorted(range(len(placed_tricks)), key=lambda number: -len(placed_tricks[number][0]))[
            : arts.MAX_STAGES
        ]
        stages = [placed_tricks[number] for number in sorted(largest)]
        more = len(placed_tricks) - len(stages)
        while len(stages) < arts.MIN_STAGES:  # stages without a trick are added at the foot and in between
            stages.insert(len(stages) if len(stages) % 2 else 0, ((), board))
        tricks, places = tuple(trick for trick, _box in stages), tuple(box.centre for _trick, box in stages)
        return cls(look, tuple(others[:MAX_WATCHERS]), tricks, places, more, board, aside, moon)

    def timeline(self) -> Timeline:
        """Timeline of the lift-off with its sounds, `LENGTH_MS` ms long."""
        span = LAUNCH_PASS.span(LENGTH_MS, self.draw, FadeThroughPeak((LIFT_OFF_MS + 1) / LENGTH_MS))
        for number in range(len(self.tricks)):
            span = span.hit(self._start_ms(number) + TRICK_FLIGHT_MS, Hit("track"))
        return span.hit(BUILT_MS, Hit("place")).sound("rocket", IGNITION_MS)

    def draw(self, painter: Painter, progress: float) -> None:
        """Draw the lift-off at ``progress`` (0 to 1) of its time."""
        now, view, assets = progress * LENGTH_MS, painter.view, painter.assets
        now = LIFT_OFF_MS if LIFT_OFF_MS <= now < HOLD_MS else now
        table = painter.surface.copy() if now < CLEARED_MS or now > RETURN_MS else None
        dark = painter.theme.name == "dark"
        painter.blit(nights.night(assets, view.w, view.h, self.moon, dark=dark), 0, 0)
        x, extra = arts.axis(view.w), view.h - HEIGHT
        climb = max(0.0, now - HOLD_MS) / (AWAY_MS - HOLD_MS)
        y = (
            TIP_Y
            + extra
            + 4 * ease_out(max(0.0, min(1.0, (now - BUILT_MS) / 200)))
            - (view.h + 260) * climb**2.2
        )
        if IGNITION_MS < now < HOLD_MS + 500 and not LIFT_OFF_MS <= now <= HOLD_MS:
            x += 1.6 * math.sin(now * 0.11)
        burns = IGNITION_MS < now < AWAY_MS
        self._draw_site(painter, now)
        if now < HOLD_MS + 300:
            left, opacity = arts.axis(view.w) - arts.AXIS_X - 60, (HOLD_MS + 300 - now) / 300
            painter.blit(arts.blueprint(assets), left, TIP_Y + extra, opacity=opacity)
        if burns:
            glow = nights.light(assets, *_glow(GLOW_RANGE[now > IGNITION_MS + 120]))
            add_light(painter, glow, x, y + arts.NOZZLE_Y)
        self._draw_smoke(painter, now, 0)
        self._draw_others(painter, now)
        at = (view.w - WIDTH) / 2 + WATCHERS_X - arts.WALL_SIZE[0] / 2, view.h - arts.WALL_SIZE[1]
        painter.blit(arts.blast_wall(assets), *at)
        if burns:
            width = FIRE_HEIGHTS[3 if now >= LIFT_OFF_MS else min(2, int((now - IGNITION_MS) / 100))]
            painter.blit(flame(assets, int(now / 45) % FLAME_COUNT, width), x, y + arts.NOZZLE_Y, "midtop")
        if BUILT_MS <= now < AWAY_MS:
            at = x - arts.AXIS_X - arts.RIM_MARGIN, y - arts.RIM_MARGIN
            rushes = max(0.0, min(1.0, (climb - BLUR_SHARES[0]) / (BLUR_SHARES[1] - BLUR_SHARES[0])))
            if rushes < 1:
                painter.blit(arts.rocket(assets, self.look, self.tricks, self.more), *at)
            if rushes:
                rushing = arts.rushing(assets, self.look, self.tricks, self.more)
                painter.blit(rushing, *at, opacity=rushes)
        self._draw_smoke(painter, now, 1)
        if now >= LIFT_OFF_MS:
            up = (WORD_EXIT + extra * 0.45) * _exit_progress(now)
            at = (view.w - WIDTH) / 2 + WORD_PLACE[0], WORD_PLACE[1] + extra * 0.45 - up
            painter.blit(_word_image(painter), *at, "center")
        if table is not None:
            self._draw_table(painter, table, now)
        if now < BUILT_MS:
            self._draw_parts(painter, x, y, now)

    def _draw_site(self, painter: Painter, now: float) -> None:
        """Draw the launch site at the rocket's foot: concrete, gantry and floodlights with their light."""
        assets, view, axis = painter.assets, painter.view, arts.axis(painter.view.w)
        painter.blit(arts.apron(assets, view.w), 0, view.h - arts.APRON_HEIGHT)
        painter.blit(
            arts.gantry(assets, arms=now < IGNITION_MS), axis, view.h - TOWER_FOOT - arts.GANTRY_SIZE[1] + 66
        )
        (w, h), (wide, high) = arts.MAST_SIZE, arts.BEAM_SIZE
        for side in (-1, 1):
            x, top = axis + side * MAST_DISTANCES[side > 0], view.h - TOWER_FOOT - h
            painter.blit(arts.mast(assets, flip=side > 0), x - w / 2, top)
            lit = x - side * wide / 2, top + 44 - high / 2
            add_light(painter, arts.beam(assets, flip=side > 0), *lit)

    def _draw_table(self, painter: Painter, table: pygame.Surface, now: float) -> None:
        """Draw the table as it slides away or returns."""
        left = 1 - now / CLEARED_MS if now < CLEARED_MS else (now - RETURN_MS) / (LENGTH_MS - RETURN_MS)
        table.set_alpha(round(255 * left))
        if now > RETURN_MS:
            painter.surface.blit(table, (0, 0))
            return
        view, board, off = painter.view, self.board, (1 - left) ** 2
        (column_y, ledge), width = self.aside, view.w - board.right
        for box, dx, dy in (
            (Box(0, 0, board.right, board.y), 0.0, -190.0),
            (Box(board.right, 0, width, column_y), 0.0, 0.0),
            (Box(board.right, column_y, width, ledge - column_y), 300.0, 0.0),
            (Box(0, board.y, board.right, board.h), 0.0, 0.0),
            (Box(0, board.bottom, board.right, ledge - board.bottom), 0.0, 260.0),
            (Box(0, ledge, view.w, view.h - ledge), 0.0, 260.0),
        ):
            part = view.rect(box)
            painter.surface.blit(table, (part.x + view.px(dx * off), part.y + view.px(dy * off)), part)

    def _start_ms(self, number: int) -> float:
        """Time in ms from the start at which the trick of stage ``number`` starts to fly; lowest first."""
        return 120.0 + 260.0 * (len(self.tricks) - 1 - number) / max(1, len(self.tricks))

    def _draw_parts(self, painter: Painter, x: float, y: float, now: float) -> None:
        """Draw the assembly of the rocket: fins from below, stages from the board, finally the nose."""
        assets, left, view = painter.assets, x - arts.AXIS_X, painter.view
        rises = ease_out_back(min(1.0, now / 300))
        painter.blit(arts.tail(assets, self.look), left, y + arts.TAIL_BOX[1] + 320 * (1 - rises))
        side, above, _below = arts.STAGE_MARGINS
        for number, (trick, (fx, fy)) in enumerate(zip(self.tricks, self.places, strict=True)):
            progress = (now - self._start_ms(number)) / TRICK_FLIGHT_MS
            if progress < 0:
                continue
            image, eased = arts.stage(assets, trick, number, len(self.tricks)), ease_out(min(1.0, progress))
            tx, ty = left + 62 - side, y + arts.stage_top(number, len(self.tricks)) - above
            sx, sy = fx - image.get_width() / view.scale / 2, fy - image.get_height() / view.scale / 2
            arch = 60 * math.sin(math.pi * eased)
            painter.blit(image, sx + (tx - sx) * eased, sy + (ty - sy) * eased - arch)
        falls = min(1.0, max(0.0, (now - 500) / (BUILT_MS - 520)))
        if falls:
            height = (TIP_Y + view.h - HEIGHT + 200) * (1 - falls**2)
            painter.blit(arts.nose(assets, self.look), left, y + arts.NOSE_BOX[1] - height)

    def _draw_smoke(self, painter: Painter, now: float, front: int) -> None:
        """Draws the bank of smoke behind (0) or in front of (1) the watchers, growing tuft by tuft."""
        view, assets, axis = painter.view, painter.assets, arts.axis(painter.view.w)
        if now >= LIFT_OFF_MS:
            drift, (x, y) = (now - LIFT_OFF_MS) / 1000, arts.bank_at(view.h, front)
            bank = arts.bank(assets, view.w, view.h, front)
            down = 9 * front * drift + SMOKE_EXIT * _exit_progress(now)
            painter.blit(bank, x + (-14 if front else 10) * drift, y + down)
            return
        for wisp in arts.tufts(view.w, view.h, front):
            begins = IGNITION_MS + 10 + 75 * min(1.0, abs(wisp.x - axis) / 900)
            if now >= begins:
                spread, start = ease_out(min(1.0, (now - begins) / TUFT_MS)), view.h + 60
                at = axis + (wisp.x - axis) * spread, start + (wisp.y - start) * spread
                painter.blit(tuft(assets, wisp.reach, wisp.tones, wisp.seed), *at, "center")

    def _draw_others(self, painter: Painter, now: float) -> None:
        """Draw the players left behind: they rise, then watch while the wind blows their ears back."""
        count, view = len(self.others), painter.view
        step = 150.0 if count > 3 else 192.0
        blown = 0 if now < IGNITION_MS + 100 else 2 if LIFT_OFF_MS <= now < AWAY_MS else 1
        up = ease_out(max(0.0, min(1.0, (now - 260) / 260))) - 1.5 * _exit_progress(now)
        flap = int(now / 90) % 2 if blown == 2 and now > HOLD_MS else 0
        # From right to left, so that no ears hide a face.
        for number, (look, wears) in reversed(list(enumerate(self.others))):
            image = arts.watcher(painter.assets, look, WATCHER_HEIGHT, blown, flap, wears)
            x = (view.w - WIDTH) / 2 + WATCHERS_X + (number - (count - 1) / 2) * step
            foot = (
                GROUND_Y
                - 12 * (number % 2)
                + view.h
                - HEIGHT
                + 300 * (1 - up)
                + arts.watcher_foot(WATCHER_HEIGHT)
            )
            painter.blit(image, x, foot, "midbottom")

    def ready(self, painter: Painter) -> None:
        """Preloads the blurred rocket, the picture that depends on the last trick."""
        arts.rushing(painter.assets, self.look, self.tricks, self.more)


def _word_and_size(painter: Painter) -> tuple[str, float]:
    """Pair (translated word, font size). A long word is split into two lines by a newline."""
    text = _("Lift-off!").upper()
    measure = partial(painter.width, size=WORD_SIZE, face=NAMES, fixed=True)

    def wide(text_line: str) -> float:
        """Width of a line in units."""
        return (
            measure(text_line) - text_line.count(" ") * (1 - SPACE_SCALE) * measure(" ") + 3 * len(text_line)
        )

    size = WORD_SIZE * min(1.0, MAX_WORD_WIDTH / wide(text))
    cuts = [place for place, letter in enumerate(text) if letter == " " and 3 <= place < len(text) - 3]
    if size < MIN_WORD_SIZE and cuts:
        cut = min(cuts, key=lambda place: abs(place - len(text) / 2))
        text = f"{text[:cut]}\n{text[cut + 1 :]}"
        size = WORD_SIZE * min(1.0, MAX_WORD_WIDTH / max(map(wide, text.split("\n"))))
    return text, float(int(size))


def _exit_progress(now: float) -> float:
    """Eased progress (0 to 1) of word, smoke and watchers leaving; 0 before `SMOKE_PART_MS`."""
    return max(0.0, min(1.0, (now - SMOKE_PART_MS) / (LENGTH_MS - SMOKE_PART_MS))) ** 2


def _word_image(painter: Painter) -> pygame.Surface:
    """Picture of the word in knitted letters, tilted and lit."""
    return yarn_word(painter.assets, *_word_and_size(painter), FLAME_COLOURS, WORD_TILT, GLOW_COLOUR)


def _glow(strength: float) -> tuple[float, str, float, float]:
    """Arguments of `nights.light` for the fire's light: reach, colour, strength, height."""
    return 540.0, "#FF9A3A", strength, 400.0


def warm(painter: Painter) -> Iterator[None]:
    """Preloads the pictures common to all lift-offs, one per step."""
    assets, view = painter.assets, painter.view
    text, size = _word_and_size(painter)
    for letter, turn in yarn_letters(text):
        yarn_letter(assets, letter, size, FLAME_COLOURS, turn)
        yield
    _word_image(painter)
    yield
    for front in (0, 1):
        for wisp in arts.tufts(view.w, view.h, front):
            tuft(assets, wisp.reach, wisp.tones, wisp.seed)
            yield
        arts.bank(assets, view.w, view.h, front)
        yield
    for width in FIRE_HEIGHTS:
        for frame in range(FLAME_COUNT):
            flame(assets, frame, width)
            yield
    for strength in GLOW_RANGE:
        nights.light(assets, *_glow(strength))
        yield
    arts.blueprint(assets)
    arts.blast_wall(assets)
    yield
    arts.apron(assets, view.w)
    yield
    for is_on in (False, True):
        arts.gantry(assets, arms=is_on)
        arts.mast(assets, flip=is_on)
        arts.beam(assets, flip=is_on)
        yield


def warm_seat(painter: Painter, look: int, wears: str) -> Iterator[None]:
    """Preloads the pictures of a player who goes out or is left behind, one per step."""
    for part in (arts.tail, arts.nose):
        part(painter.assets, look)
        yield
    for blown, flap in ((0, 0), (1, 0), (2, 0), (2, 1)):
        arts.watcher(painter.assets, look, WATCHER_HEIGHT, blown, flap, wears)
        yield
