"""Toss that decides who begins: a large sewing button spins over the dimmed table, both puppets watch it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from game.match.seats import Seat
from game.ui.art.endings import button_shadow, gloom, spun_button, watching
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, panel
from game.ui.art.layers import GOLD, INK
from game.ui.art.patterns import SEAT_LOOKS, swatch
from game.ui.art.puppets import puppet_foot
from game.ui.core.animation_timeline import (
    TOP_PASS,
    DrawPass,
    FadeThroughPeak,
    ReducedMotion,
    Timeline,
    parallel,
    sequence,
)
from game.ui.core.canvas import PACE, Box, ease_in_out, hop_height
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.match.context import ViewContext
from game.ui.match.info_panels import outfit_of
from game.ui.widgets import FontSpec, LayoutTree, Text, shrink_to_fit

SPIN_MS, REST_MS = 1150.0, 950.0  # ms in the air, and at rest with the answer
SPIN_TURNS, STEPS_PER_TURN, SPIN_HEIGHT = (
    3,
    24,
    165.0,
)  # whole turns in the air, pictures of each, and height in units
BUTTON_SIZE, SHADOW_SIZE = 160.0, (128.0, 30.0)
TRAIL_GHOSTS = ((0.05, 110), (0.1, 55))  # share of the flight by which each ghost is behind, and its opacity
POOL_DARKNESS, POOL_SIZE = (
    0.84,
    (380.0, 300.0),
)  # darkness around the pool of light, half width and half height of that
ENTRANCE_SHARE = 0.09  # share of the whole in which light and puppets come, and in which they go
LIGHTEN_MS = (SPIN_MS + REST_MS) * (
    1 - ENTRANCE_SHARE
)  # ms after which the puppets go and the light comes back
PUPPET_HEIGHT, PUPPET_DISTANCE, PUPPET_DEPTH, PUPPET_ENTRANCE = 392.0, 328.0, 32.0, 430.0
"""Height of a puppet, distances of its foot from the middle and below the screen, and length of its way."""
QUESTION_SIZE, MAX_ANSWER_SIZE, MIN_ANSWER_SIZE = 38.0, 56.0, 24.0  # type sizes of the words
MAX_WORDS_SIZE, WORDS_FOOT, WORDS_OUTLINE = (440.0, 104.0), 56.0, 3.0
"""Largest width and height of the words, their distance from the foot of the screen, and their edge."""
PLATE_HEIGHT, PATCH_SIZE, PLATE_DISTANCE = (
    46.0,
    34.0,
    395.0,
)  # height of a name's plate, its patch, and distance from the middle


@dataclass(frozen=True, slots=True)
class CoinToss:
    """Contents of a toss: the two ``seats``, its ``middle`` on the screen, a question and its answer."""

    seats: Sequence[Seat]
    middle: Callable[[], tuple[float, float]]
    question: str
    answer: str = ""
    winner: int = 0

    def timeline(self, on: DrawPass[Painter] = TOP_PASS) -> Timeline:
        """Timeline of the toss with its sound, in a pass. With reduced motion the button lies still."""
        whole = on.span(SPIN_MS + REST_MS, self._draw_stage, FadeThroughPeak(0.5))
        spins = on.span(SPIN_MS, self._draw_spin, ReducedMotion.STANDS)
        asks = on.span(SPIN_MS, self._draw_question, ReducedMotion.STEADY)
        lies = on.span(REST_MS, self._draw_rest, ReducedMotion.STEADY)
        tells = on.span(REST_MS, self._draw_answer, ReducedMotion.COMES)
        toss = sequence(parallel(spins, asks), parallel(lies, tells))
        return parallel(whole, toss).attract_gaze(lambda _progress: self.middle()).sound("toss")

    def prepare(self, context: ViewContext) -> None:
        """Have all pictures made before the first frame of a match, unless nothing is animated."""
        if PACE[context.app.settings.animation_speed]:
            context.first_frame = self._warm(context.app.measuring_painter)

    def _warm(self, painter: Painter) -> Iterator[None]:
        """Render all pictures into the cache, one per step."""
        for step in range(STEPS_PER_TURN):
            spun_button(painter.assets, BUTTON_SIZE, step / STEPS_PER_TURN)
            yield
        for progress in (0.1, 0.9):
            self._draw_stage(painter, progress)
            yield

    def _draw_stage(self, painter: Painter, progress: float) -> None:
        """Dim everything but a pool of light, and draw the puppets, who come, lean in and go."""
        view, (x, y) = painter.view, self.middle()
        here = ease_in_out(min(1.0, progress / ENTRANCE_SHARE, (1 - progress) / ENTRANCE_SHARE))
        night = gloom(painter.assets, view.w, view.h, POOL_DARKNESS, ((x, y, *POOL_SIZE),))
        painter.blit(night, 0, 0, opacity=here)
        is_known = progress * (SPIN_MS + REST_MS) >= SPIN_MS
        for number, seat in enumerate(self.seats):
            side = 1 if number else -1
            mood = "" if not is_known else "happy" if number == self.winner else "calm"
            dress = outfit_of(seat.level, seat.cap)
            image = watching(painter.assets, seat.look, PUPPET_HEIGHT, dress, mood, flip=side > 0)
            foot = view.h + PUPPET_DEPTH + puppet_foot(PUPPET_HEIGHT) + PUPPET_ENTRANCE * (1 - here)
            painter.blit(image, view.w / 2 + side * PUPPET_DISTANCE, foot, "midbottom")
            self._draw_name(painter, seat, side, PUPPET_ENTRANCE * (1 - here))

    def _draw_name(self, painter: Painter, seat: Seat, side: int, lower: float) -> None:
        """Draw the plate of a seat at its side (-1 or 1), ``lower`` units below its place."""
        view, theme = painter.view, painter.theme
        more = min(painter.text_scale, 1.4)
        high, patch, size = PLATE_HEIGHT * more, PATCH_SIZE * more, 24 * more
        room = view.w / 2 - PLATE_DISTANCE - 24 - patch - 26
        name = painter.shortened(seat.name, size / painter.text_scale, room, NAMES)
        letters = min(room, painter.width(name, size, NAMES, fixed=True))
        width = round(letters + patch + 26)
        x = view.w / 2 + (PLATE_DISTANCE if side > 0 else -PLATE_DISTANCE - width)
        y = view.h - WORDS_FOOT - 22 - high + lower
        cloth = ClothColours(theme.panel, INK, theme.panel)
        image = panel(painter.assets, width, round(high), cloth, radius=12)
        painter.blit(image, x - SHADOW_MARGIN, y - SHADOW_MARGIN)
        painter.blit(swatch(painter.assets, seat.look, patch, patch, 8), x + 8, y + high / 2, "midleft")
        ink = theme.ink if theme.name == "dark" else SEAT_LOOKS[seat.look].text
        style = TextStyle(NAMES, ink, is_fixed_size=True)
        painter.text(name, x + patch + 16, y + high / 2, size, style, anchor="midleft", room=letters)

    def _draw_spin(self, painter: Painter, progress: float) -> None:
        """Draw the spinning button on its hop up and down again, with ghosts of its way."""
        x, y = self.middle()
        up = hop_height(progress)
        ground = button_shadow(painter.assets, *SHADOW_SIZE)
        painter.blit(ground, x, y + BUTTON_SIZE / 2, "center", 1 - up / 2)
        for behind, opacity in (*reversed(TRAIL_GHOSTS), (0.0, 255)):
            at = progress - behind
            # Only on the way up: on its way down, ghosts would hide the button.
            if at < 0 or (behind and progress > 0.5):
                continue
            image = spun_button(
                painter.assets,
                BUTTON_SIZE,
                round(at * SPIN_TURNS * STEPS_PER_TURN) % STEPS_PER_TURN / STEPS_PER_TURN,
            )
            painter.blit(image, x, y - SPIN_HEIGHT * hop_height(at), "center", opacity / 255)

    def _draw_rest(self, painter: Painter, _progress: float) -> None:
        """Draw the button at rest."""
        self._draw_spin(painter, 1.0)

    def _draw_question(self, painter: Painter, _progress: float) -> None:
        """Draw the question between the puppets."""
        _draw_words(painter, self.question)

    def _draw_answer(self, painter: Painter, _progress: float) -> None:
        """Draw who begins, in place of the question."""
        _draw_words(painter, self.answer)


def _draw_words(painter: Painter, text: str) -> None:
    """Draw words with a shadow at the foot of the screen, between the puppets."""
    view, (w, h) = painter.view, MAX_WORDS_SIZE
    box = Box((view.w - w) / 2, view.h - WORDS_FOOT * (0.5 + 0.5 * painter.text_scale) - h, w, h)
    edge = [(WORDS_OUTLINE * x, WORDS_OUTLINE * y, INK) for x in (-1, 0, 1) for y in (-1, 0, 1.4)]
    for dx, dy, ink in (*edge, (0.0, 0.0, GOLD)):
        forms = (
            (QUESTION_SIZE, 1.0, MAX_ANSWER_SIZE),
            (QUESTION_SIZE, 0.0, QUESTION_SIZE),
            (MIN_ANSWER_SIZE, 0.0, MIN_ANSWER_SIZE),
        )
        texts = (Text(text, FontSpec(size, NAMES, ink, grows, most), 0.5) for size, grows, most in forms)
        LayoutTree(shrink_to_fit(*texts), box.translated(dx, dy), painter).paint(painter)
