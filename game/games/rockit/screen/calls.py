"""The call "RockIt!" with which a turn ends: great, brief, or a courtesy of a player who draws.

A great call is the first one of a game, or comes from a player who is nearly out. Its rocket crosses the
table, and its word slams down in its wake. All other calls are brief. Both rockets grow out of the nose of
the trick that was played. Smoke outlasts the call as its tail.
Times are in ms at the brisk pace.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import pygame

from game.core.session import Session
from game.games.rockit.rules.events import RockItEventKind
from game.games.rockit.screen import art_night as nights
from game.i18n import _
from game.ui.art.layers import GOLD
from game.ui.art.lettering import shout
from game.ui.art.marks import PUFF_FRAMES, preload_puffs, puff
from game.ui.core import verbs
from game.ui.core.animation_timeline import TOP_PASS, FadeThroughSteps, Point, Timeline
from game.ui.core.canvas import Box, ease_in, ease_out
from game.ui.core.paint import Painter

GREAT_CALL_CARDS = 3  # cards left at most for a great call
GREAT_SCALE, BRIEF_SCALE = 1.6, 0.8  # size of the rocket
CALL_KINDS = frozenset({RockItEventKind.COME, RockItEventKind.PLAY, RockItEventKind.ROCKIT})
"""Events of a turn that ends with a call."""
GROWTH_MS = 60.0  # ms in which a rocket grows out of the nose of its trick
PRESS_HEIGHT = 0.78  # height of a rocket that is pressed on its pad, as a share
STRETCH_SHARE, STRETCH_MS = 0.14, 170.0  # share by which it is longer as it lifts off, and ms until it is not
FLIGHT_MS, FLIGHT_WIDTH, FLIGHT_TOP = 320.0, 120.0, -170.0
"""Duration of a flight, units that it goes to the right, and the y of its end above the screen."""
PUFFS, PUFF_SCALES, PUFF_FRAME_MS = 10, (0.48, 0.3), 40.0
"""Number of puffs behind a rocket, their scale behind a great and a brief one, and ms for each frame."""
PUFF_DRIFT, PUFF_MARGIN = 120.0, 30.0
"""Units in a second by which they drift away from the trick; their minimum distance from cards in units."""
WORD_SIZE_MS, WORD_FADE_MS = 30.0, 60.0  # ms for each size of a word, and for its fade at the end
WORD_SIZES = 92, 80, 64, 77, 72  # sizes of the great word as it comes down; the third one lands
WORD_HEIGHT = 116.0  # units that it needs
RATTLE_MS = 110.0  # ms for which the tricks feel the landing
BRIEF_SIZES = 22, 38, 36  # sizes of the brief word; the second one lands


def calls_in_a_row(session: Session) -> int:
    """Number of the last turns in a row that ended with a call, at most the number of tones."""
    calls = 0
    for ply in range(len(session.log) - 1, -1, -1):
        kinds = [event.kind for event in session.events_of(ply)]
        if calls >= len(verbs.PENTATONIC) or not CALL_KINDS.issuperset(kinds):
            break
        calls += kinds.count(RockItEventKind.ROCKIT)
    return calls


def great_call(
    look: int, pad: Point, table: Box, tricks: Sequence[Box], number: int, longest: float
) -> Timeline:
    """Timeline of a great call, the ``number``-th in a row (from 0), that takes ``longest`` ms at most.

    The nozzle of the rocket starts at the point ``pad``. The word lands below the boxes ``tricks``.
    """
    lift_off, landing = verbs.LIFT_OFF, verbs.BIG_WORD
    top = min(max((trick.bottom for trick in tricks), default=table.y), table.bottom - WORD_HEIGHT)
    place = table.centre[0], (top + table.bottom) / 2

    def draw(painter: Painter, now: float) -> None:
        """Draw smoke, rocket and word at ``now``."""
        _draw_rocket(painter, look, GREAT_SCALE, pad, tricks, now, lift_off.contact)
        step = int((now - landing.contact) // WORD_SIZE_MS) + 2
        if step >= 0:
            size = WORD_SIZES[min(step, len(WORD_SIZES) - 1)]
            _draw_word(painter, size, place, landing.length - now)

    heights = lift_off.contact, landing.contact + 3 * WORD_SIZE_MS
    call = _with_tail(draw, min(longest, lift_off.length), lift_off, heights).sound("rocket")
    call = call.hit(lift_off.contact, lift_off.struck(number))
    call = call.hit(landing.contact, landing.hit).shake(landing.contact, RATTLE_MS)
    return call.attract_gaze(lambda progress: _way(pad, _flight(progress * call.story - lift_off.contact))[0])


def brief_call(
    look: int, pad: Point, word: Point, tricks: Sequence[Box], number: int, longest: float
) -> Timeline:
    """Timeline of a brief call as in `great_call`; its word is at the point ``word``."""
    verb = verbs.BRIEF_CALL

    def draw(painter: Painter, now: float) -> None:
        """Draw puffs, rocket and word at ``now``."""
        _draw_rocket(painter, look, BRIEF_SCALE, pad, tricks, now, verb.contact)
        step = int((now - verb.contact) // WORD_SIZE_MS) + 1
        if step >= 0:
            _draw_word(painter, BRIEF_SIZES[min(2, step)], word, verb.length - now)

    call = _with_tail(draw, min(longest, verb.length), verb, (verb.contact + 2 * WORD_SIZE_MS,))
    return call.hit(verb.contact, verb.struck(number))


def draw_courtesy(painter: Painter, at: Point, fraction: float) -> None:
    """Draw the word of a player who draws, at ``fraction`` (0 to 1) of its time. Nothing is launched."""
    alpha = min(1.0, fraction * 6, (1 - fraction) * 4)
    painter.blit(shout(painter.assets, _("RockIt!"), 24, GOLD, 4), *at, "center", alpha)


def warm(painter: Painter, look: int) -> Iterator[None]:
    """Preload the pictures of the calls of a seat with this look, one per step."""
    assets = painter.assets
    for size in (GREAT_SCALE, BRIEF_SCALE):
        for frame in range(nights.FIRE_FRAMES):
            nights.small_rocket(assets, look, frame, size)
            yield
    for size in (*WORD_SIZES, *BRIEF_SIZES):
        shout(assets, _("RockIt!"), size, GOLD, 6)
        yield
    yield from preload_puffs(assets, *PUFF_SCALES)


def _with_tail(
    draw: Callable[[Painter, float], None], length: float, verb: verbs.Verb, heights: Sequence[float]
) -> Timeline:
    """Timeline that draws from 0 to ``length``, and on to the end of the tail of ``verb``.

    With reduced motion it fades to its pictures at ``heights`` (ms) and away.
    """
    end = verb.length + verb.tail

    def between(start: float, end: float) -> Callable[[Painter, float], None]:
        """Return the paint function of a span from ``start`` to ``end``."""
        return lambda painter, progress: draw(painter, start + (end - start) * progress)

    steps = FadeThroughSteps(tuple(min(1.0, ms / length) for ms in heights))
    story = TOP_PASS.span(length, between(0.0, length), steps)
    return story.then(TOP_PASS.span(end - length, between(length, end)))


def _flight(since: float) -> float:
    """Share of its way that a rocket has gone ``since`` ms after its lift-off: it is fastest at first."""
    progress = min(1.0, max(0.0, since / FLIGHT_MS))
    return progress * (2 - progress)


def _way(pad: Point, gone: float) -> tuple[Point, float]:
    """Nozzle (x, y) in units of a rocket at a share of its way, and its angle in degrees from upright.

    It leaves a nose to the upper right, and the screen upright.
    """
    climb = FLIGHT_TOP - pad[1]
    x, y = pad[0] + FLIGHT_WIDTH * gone * (2 - gone), pad[1] + climb * gone
    return (x, y), math.degrees(math.atan2(2 * FLIGHT_WIDTH * (1 - gone), -climb))


def _draw_word(painter: Painter, size: float, at: Point, left_ms: float) -> None:
    """Draw the word around a point. It fades in the last of the ``left_ms`` for which it is shown."""
    if left_ms > 0:
        image = shout(painter.assets, _("RockIt!"), size, GOLD, 6)
        painter.blit(image, *at, "center", min(1.0, left_ms / WORD_FADE_MS))


def _stretch(now: float, start: float) -> float:
    """Height of a rocket as a share: pressed on its pad, stretched as it lifts off at ``start``, then 1."""
    if now < 0.7 * start:
        return 1 - (1 - PRESS_HEIGHT) * ease_out(now / start / 0.7)
    if now < start:
        return PRESS_HEIGHT + (1 + STRETCH_SHARE - PRESS_HEIGHT) * ease_in((now / start - 0.7) / 0.3)
    return 1 + STRETCH_SHARE * max(0.0, 1 - (now - start) / STRETCH_MS) ** 2


def _draw_rocket(
    painter: Painter, look: int, size: float, pad: Point, tricks: Sequence[Box], now: float, start: float
) -> None:
    """Draw a rocket that lifts off from ``pad`` at ``start``, and its puffs, which keep clear of tricks."""
    since = now - start
    for number in range(PUFFS):
        left_at = number / PUFFS
        age = since - FLIGHT_MS * (1 - math.sqrt(1 - left_at))
        (x, y), _degrees = _way(pad, left_at)
        at = x + PUFF_DRIFT * age / 1000 * (1 + number % 3), y
        frame = int(age / PUFF_FRAME_MS)
        is_covering = any(trick.inflated(PUFF_MARGIN).contains(at) for trick in tricks)
        if age >= 0 and frame < PUFF_FRAMES and not is_covering:
            image = puff(painter.assets, frame, PUFF_SCALES[size == BRIEF_SCALE])
            painter.blit(image, *at, "center")
    if since >= FLIGHT_MS:
        return
    (x, y), degrees = _way(pad, _flight(since))
    stretch, angle = _stretch(now, start), math.radians(degrees)
    growth = min(1.0, (now + 1) / GROWTH_MS)
    image = nights.small_rocket(painter.assets, look, int(now / 45) % nights.FIRE_FRAMES, size)
    if growth < 1 or abs(stretch - 1) > 0.01:
        image = pygame.transform.smoothscale_by(image, (growth * stretch**-0.7, growth * stretch))
    image = pygame.transform.rotozoom(image, -degrees, 1.0)
    reach = nights.NOZZLE_OFFSET * size * stretch * growth
    painter.blit(image, x + math.sin(angle) * reach, y - math.cos(angle) * reach, "center")
