"""The call "RockIt!" with which a turn ends: great, brief, or a courtesy of a player who draws.

A great call is the first one of a game, or comes from a player who is nearly out. Its rocket crosses the
table, and its word slams down on it. All other calls are brief. Smoke and words outlast the call as its tail.
Times are in ms at the brisk pace.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

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
PRESS_HEIGHT = 0.78  # height of a rocket that is pressed on its pad, as a share
STRETCH_SHARE, STRETCH_MS = 0.14, 170.0  # share by which it is longer as it lifts off, and ms until it is not
PUFF_INTERVAL_MS, PUFF_MS, MAX_PUFFS, PUFF_SIZE = 34.0, 570.0, 14, 64.0
BLAST_DIRECTIONS, BLAST_MS = (-1.0, -0.55, 0.55, 1.0), 430.0  # directions of the puffs at lift-off, and ms
WORD_SIZE_MS = 30.0  # ms for which each size of the great word is shown
WORD_SIZES = ((186, 74.0), (146, 26.0), (106, 0.0), (128, 0.0), (120, 0.0))
"""Size of the great word and its height above the table, in units, as it comes down. The third one lands."""
WORD_PLACE = 0.44, 0.42  # its middle, as a share of the table
WORD_LEAVE_MS, WORD_END_MS = 520.0, 720.0  # ms
RATTLE_MS = 110.0  # ms for which the tricks feel the landing
BRIEF_PUFF_SIZE = 0.36  # size
BRIEF_SIZES, BRIEF_SIZE_MS = (22, 38, 36), 45.0  # sizes of the brief word, and ms for each; the second lands


def calls_in_a_row(session: Session) -> int:
    """Number of the last turns in a row that ended with a call, at most the number of tones."""
    calls = 0
    for ply in range(len(session.log) - 1, -1, -1):
        kinds = [event.kind for event in session.events_of(ply)]
        if calls >= len(verbs.PENTATONIC) or not CALL_KINDS.issuperset(kinds):
            break
        calls += kinds.count(RockItEventKind.ROCKIT)
    return calls


def great_call(look: int, pad: Point, table: Box, number: int, longest: float) -> Timeline:
    """Timeline of a great call, the ``number``-th in a row (from 0), that takes ``longest`` ms at most.

    The nozzle of the rocket starts at the point ``pad``.
    """

    def draw(painter: Painter, now: float) -> None:
        """Draw smoke, rocket and word at ``now``."""
        _draw_smoke(painter, pad, table, now)
        _draw_great_rocket(painter, look, pad, table, now)
        _draw_great_word(painter, table, now)

    length = min(longest, verbs.LIFT_OFF.length)
    end = verbs.LIFT_OFF.length + verbs.LIFT_OFF.tail
    call = _with_tail(draw, length, end, verbs.BIG_WORD.contact + 3 * WORD_SIZE_MS).sound("rocket")
    call = call.hit(verbs.LIFT_OFF.contact, verbs.LIFT_OFF.struck(number))
    call = call.hit(verbs.BIG_WORD.contact, verbs.BIG_WORD.hit).shake(verbs.BIG_WORD.contact, RATTLE_MS)
    return call.attract_gaze(lambda progress: _great_way(pad, table, progress * length)[0])


def brief_call(look: int, pad: Point, word: Point, number: int, longest: float) -> Timeline:
    """Timeline of a brief call as in `great_call`; its word is at the point ``word``."""

    def draw(painter: Painter, now: float) -> None:
        """Draw puffs, rocket and word at ``now``."""
        _draw_brief_rocket(painter, look, pad, now)
        step = int((now - verbs.BRIEF_CALL.contact) // BRIEF_SIZE_MS) + 1
        leaves = ease_in(max(0.0, now - verbs.BRIEF_CALL.length) / verbs.BRIEF_CALL.tail)
        if step >= 0 and leaves < 1:
            size = BRIEF_SIZES[min(2, step) if leaves < 0.5 else 0]
            image = shout(painter.assets, _("RockIt!"), size, GOLD, 6)
            painter.blit(image, word[0], word[1] - 60 * leaves, "center")

    length = min(longest, verbs.BRIEF_CALL.length)
    call = _with_tail(draw, length, verbs.BRIEF_CALL.length + verbs.BRIEF_CALL.tail, length / 2)
    return call.hit(verbs.BRIEF_CALL.contact, verbs.BRIEF_CALL.struck(number))


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
    for size in (*(size for size, _height in WORD_SIZES), *BRIEF_SIZES):
        shout(assets, _("RockIt!"), size, GOLD, 6)
        yield
    for frame in range(nights.PUFF_FRAMES):
        for size in (PUFF_SIZE, 1.5 * PUFF_SIZE):
            nights.puff(assets, frame, size)
        yield
    yield from preload_puffs(assets, BRIEF_PUFF_SIZE)


def _with_tail(draw: Callable[[Painter, float], None], length: float, end: float, still: float) -> Timeline:
    """Timeline that draws from 0 to ``length``, and on to ``end`` as its tail.

    With reduced motion it fades to its picture at ``still`` and away.
    """

    def between(start: float, end: float) -> Callable[[Painter, float], None]:
        """Return the paint function of a span from ``start`` to ``end``."""
        return lambda painter, progress: draw(painter, start + (end - start) * progress)

    story = TOP_PASS.span(length, between(0.0, length), FadeThroughSteps((still / length,)))
    return story.then(TOP_PASS.span(end - length, between(length, end)))


def _great_way(pad: Point, table: Box, now: float) -> tuple[Point, float]:
    """Nozzle (x, y) in units of a great rocket and its angle in degrees, clockwise from upright.

    It leaves the screen above the far upper corner of the table.
    """
    start, length = verbs.LIFT_OFF.contact, verbs.LIFT_OFF.length
    gone = max(0.0, now - start) / (length - start)
    is_left = pad[0] < table.x + table.w * 0.65
    dx, dy = (table.right + 80 if is_left else table.x - 80) - pad[0], -170.0 - pad[1]
    x, y = pad[0] + dx * gone**2.2, pad[1] + dy * (0.4 * gone + 0.6 * gone**1.9)
    slope = math.atan2(dx * 2.2 * gone**1.2, -dy * (0.4 + 1.14 * gone**0.9))
    return (x, y), math.degrees(slope)


def _draw_great_rocket(painter: Painter, look: int, pad: Point, table: Box, now: float) -> None:
    """Draw the rocket of a great call, pressed on its pad, then on its way."""
    if now < verbs.LIFT_OFF.length:
        at, degrees = _great_way(pad, table, now)
        _draw_rocket(painter, look, GREAT_SCALE, at, degrees, _stretch(now, verbs.LIFT_OFF.contact), now)


def _stretch(now: float, start: float) -> float:
    """Height of a rocket as a share: pressed on its pad, stretched as it lifts off at ``start``, then 1."""
    if now < 0.7 * start:
        return 1 - (1 - PRESS_HEIGHT) * ease_out(now / start / 0.7)
    if now < start:
        return PRESS_HEIGHT + (1 + STRETCH_SHARE - PRESS_HEIGHT) * ease_in((now / start - 0.7) / 0.3)
    return 1 + STRETCH_SHARE * max(0.0, 1 - (now - start) / STRETCH_MS) ** 2


def _draw_rocket(
    painter: Painter, look: int, size: float, nozzle: Point, degrees: float, stretch: float, now: float
) -> None:
    """Draw a rocket with its nozzle at a point, turned clockwise; ``stretch`` is its height as a share."""
    image = nights.small_rocket(painter.assets, look, int(now / 45) % nights.FIRE_FRAMES, size)
    if abs(stretch - 1) > 0.01:
        image = pygame.transform.smoothscale_by(image, (stretch**-0.7, stretch))
    if degrees:
        image = pygame.transform.rotozoom(image, -degrees, 1.0)
    reach, angle = nights.NOZZLE_OFFSET * size * stretch, math.radians(degrees)
    x, y = nozzle[0] + math.sin(angle) * reach, nozzle[1] - math.cos(angle) * reach
    painter.blit(image, x, y, "center")


def _draw_smoke(painter: Painter, pad: Point, table: Box, now: float) -> None:
    """Draw the blast of a lift-off, and the trail of puffs behind the rocket."""
    since = now - verbs.LIFT_OFF.contact
    for way in BLAST_DIRECTIONS if 0 <= since < BLAST_MS else ():
        far, frame = ease_out(since / BLAST_MS), int(since / BLAST_MS * nights.PUFF_FRAMES)
        x, y = pad[0] + way * (16 + 62 * far), pad[1] + 16 - 12 * far * (1 - abs(way))
        painter.blit(nights.puff(painter.assets, frame, 1.5 * PUFF_SIZE), x, y, "center")
    for number in range(MAX_PUFFS):
        age = since - number * PUFF_INTERVAL_MS
        if 0 <= age < PUFF_MS:
            (x, y), degrees = _great_way(pad, table, now - age)
            angle, drift = math.radians(degrees), age / PUFF_MS
            # Behind the flame, and a little to one side, so that they are no string of pearls.
            x += -28 * math.sin(angle) + 7 * math.sin(2.4 * number) * (1 + drift)
            y += 28 * math.cos(angle) + 22 * drift
            frame, size = int(drift * nights.PUFF_FRAMES), PUFF_SIZE * (1.5 if number % 3 == 0 else 1.0)
            painter.blit(nights.puff(painter.assets, frame, size), x, y, "center")


def _draw_great_word(painter: Painter, table: Box, now: float) -> None:
    """Draw the word that comes down on the table and leaves upwards."""
    step = int((now - verbs.BIG_WORD.contact) // WORD_SIZE_MS) + 2
    if step >= 0 and now < WORD_END_MS:
        size, height = WORD_SIZES[min(step, len(WORD_SIZES) - 1)]
        height += 620 * ease_in(max(0.0, now - WORD_LEAVE_MS) / (WORD_END_MS - WORD_LEAVE_MS))
        x, y = table.x + table.w * WORD_PLACE[0], table.y + table.h * WORD_PLACE[1] - height
        painter.blit(shout(painter.assets, _("RockIt!"), size, GOLD, 6), x, y, "center")


def _draw_brief_rocket(painter: Painter, look: int, pad: Point, now: float) -> None:
    """Draw the rocket of a brief call: pressed on its pad, then away over the upper edge."""
    start, length = verbs.BRIEF_CALL.contact, verbs.BRIEF_CALL.length
    direction = 1 if pad[0] < painter.view.w / 2 else -1

    def way(now: float) -> tuple[Point, float]:
        """Return nozzle and angle."""
        gone = max(0.0, now - start) / (length - start)
        far, climb = 0.25 * gone + 0.75 * gone**2, pad[1] + 110
        slope = math.atan2(direction * 190 * 1.4 * far**0.4, climb)
        return (pad[0] + direction * 190 * far**1.4, pad[1] - climb * far), math.degrees(slope)

    for number in range(4):
        age = now - start - 1.5 * number * PUFF_INTERVAL_MS
        if age >= 0 and (frame := int(age / 45)) < PUFF_FRAMES:
            # With an outline, as it may be in front of pale cards.
            (x, y), _degrees = way(now - age)
            painter.blit(puff(painter.assets, frame, BRIEF_PUFF_SIZE), x, y + 12 + age / 20, "center")
    if now < length:
        at, degrees = way(now)
        _draw_rocket(painter, look, BRIEF_SCALE, at, degrees, _stretch(now, start), now)
