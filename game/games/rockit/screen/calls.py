"""The call "RockIt!" with which a turn ends: great, brief, or a courtesy of a player who draws.

A great call is the first one of a game, or comes from a player who is nearly out. Its rocket and its word
are larger. All other calls are brief. The rocket grows out of the nose of the trick that was played, which
recoils as it lifts off, and the word slams down nearby. Smoke outlasts the call as its tail.
Times are in ms at the brisk pace.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

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
CALL_KINDS = frozenset({RockItEventKind.COME, RockItEventKind.PLAY, RockItEventKind.ROCKIT})
"""Events of a turn that ends with a call."""
PRESS_HEIGHT = 0.78  # height of a rocket that is pressed on its pad, as a share
STRETCH_SHARE, STRETCH_MS = 0.3, 170.0  # share by which it is longer as it lifts off, and ms until it is not
FLIGHT_MS, FLIGHT_WIDTH, FLIGHT_TOP = 320.0, 120.0, -170.0
"""Duration of a flight, units that it goes to the right, and the y of its end above the screen."""
PUFFS, PUFF_FRAME_MS = 10, 40.0  # number of puffs behind a rocket, the first twice as wide; ms for each frame
PUFF_DRIFT, PUFF_MARGIN = 120.0, 30.0
"""Units in a second by which they drift away from the trick; their minimum distance from cards in units."""
WORD_SIZE_MS, WORD_FADE_MS = 30.0, 60.0  # ms for each size of a word, and for its fade at the end
WORD_STEP = 24.0  # units between two places for a word that are compared
RATTLE_MS = 110.0  # ms for which the tricks feel the landing


@dataclass(frozen=True, slots=True)
class CallForm:
    """Form of a call: timing, scale of rocket and puffs, sizes of the word, and recoil of the trick."""

    verb: verbs.Verb
    scale: float
    puffs: float
    word_sizes: tuple[float, ...]  # as it comes down; the second one lands
    recoil: float  # units


GREAT = CallForm(verbs.LIFT_OFF, 1.6, 0.48, (92, 64, 77, 72), 7.0)
BRIEF = CallForm(verbs.BRIEF_CALL, 0.8, 0.3, (22, 38, 36), 3.0)


def calls_in_a_row(session: Session) -> int:
    """Number of the last turns in a row that ended with a call, at most the number of tones."""
    calls = 0
    for ply in range(len(session.log) - 1, -1, -1):
        kinds = [event.kind for event in session.events_of(ply)]
        if calls >= len(verbs.PENTATONIC) or not CALL_KINDS.issuperset(kinds):
            break
        calls += kinds.count(RockItEventKind.ROCKIT)
    return calls


def call_of_turn(
    painter: Painter, form: CallForm, look: int, pad: Point, board: Box, taken: Sequence[Box], number: int
) -> Timeline:
    """Timeline of a call, the ``number``-th in a row (from 0).

    The nozzle of the rocket starts at the point ``pad``, the nose of a trick. The word lands on the ``board``
    as near to it as is possible clear of the boxes ``taken`` and of the rocket.
    """
    verb, text = form.verb, _("RockIt!")
    picture, scale = shout(painter.assets, text, max(form.word_sizes[1:]), GOLD, 6), painter.view.scale
    size = picture.get_width() / scale, picture.get_height() / scale
    half = nights.NOZZLE_OFFSET * form.scale
    lane = Box(pad[0] - half, FLIGHT_TOP, FLIGHT_WIDTH + 2 * half, pad[1] - FLIGHT_TOP)
    word = word_place(size, pad, board, [lane, *taken])

    def draw(painter: Painter, now: float) -> None:
        """Draw smoke, rocket and word at ``now``."""
        _draw_rocket(painter, look, form, pad, taken, now)
        step, left_ms = int((now - verb.contact) // WORD_SIZE_MS) + 1, verb.length + WORD_FADE_MS - now
        if step >= 0 and left_ms > 0:
            image = shout(painter.assets, text, form.word_sizes[min(step, len(form.word_sizes) - 1)], GOLD, 6)
            painter.blit(image, *word, "center", min(1.0, left_ms / WORD_FADE_MS))

    def between(start: float, end: float) -> Callable[[Painter, float], None]:
        """Return the paint function of a span from ``start`` to ``end``."""
        return lambda painter, progress: draw(painter, start + (end - start) * progress)

    steps = FadeThroughSteps(((verb.contact + 3 * WORD_SIZE_MS) / verb.length,))
    call = TOP_PASS.span(verb.length, between(0.0, verb.length), steps)
    call = call.then(TOP_PASS.span(verb.tail, between(verb.length, verb.length + verb.tail)))
    call = call.hit(verb.contact, verb.struck(number))
    if form is not GREAT:
        return call
    call = call.sound("rocket").hit(verbs.BIG_WORD.contact, verbs.BIG_WORD.hit).shake(verb.contact, RATTLE_MS)
    return call.attract_gaze(lambda progress: _way(pad, _flight(progress * call.story - verb.contact))[0])


def word_place(size: tuple[float, float], nose: Point, board: Box, taken: Sequence[Box]) -> Point:
    """Middle of a word of this size: the place on the ``board`` nearest to ``nose`` that covers nothing.

    If each place covers some of the boxes ``taken``, it covers as little of them as possible.
    """
    columns, rows = (
        range(math.ceil((start - at) / WORD_STEP), math.floor((end - length - at) / WORD_STEP) + 1)
        for start, end, length, at in (
            (board.x, board.right, size[0], nose[0]),
            (board.y, board.bottom, size[1], nose[1]),
        )
    )
    places = [Box(nose[0] + WORD_STEP * x, nose[1] + WORD_STEP * y, *size) for x, y in product(columns, rows)]
    places.sort(key=lambda place: math.dist(place.centre, nose))

    def covered(place: Box) -> float:
        """Area of the boxes that are covered."""
        return sum(
            max(0.0, min(box.right, place.right) - max(box.x, place.x))
            * max(0.0, min(box.bottom, place.bottom) - max(box.y, place.y))
            for box in taken
        )

    free = (place for place in places if not any(map(place.overlaps, taken)))
    return (next(free, None) or min(places, key=covered, default=board)).centre


def draw_courtesy(painter: Painter, at: Point, fraction: float) -> None:
    """Draw the word of a player who draws, at ``fraction`` (0 to 1) of its time. Nothing is launched."""
    alpha = min(1.0, fraction * 6, (1 - fraction) * 4)
    painter.blit(shout(painter.assets, _("RockIt!"), 24, GOLD, 4), *at, "center", alpha)


def warm(painter: Painter, look: int) -> Iterator[None]:
    """Preload the pictures of the calls of a seat with this look, one per step."""
    assets = painter.assets
    for form in (GREAT, BRIEF):
        for frame in range(nights.FIRE_FRAMES):
            nights.small_rocket(assets, look, frame, form.scale)
            yield
        for size in form.word_sizes:
            shout(assets, _("RockIt!"), size, GOLD, 6)
            yield
        yield from preload_puffs(assets, form.puffs, 2 * form.puffs)


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


def _stretch(now: float, start: float) -> float:
    """Height of a rocket as a share: pressed on its pad, stretched as it lifts off at ``start``, then 1."""
    if now < 0.7 * start:
        return 1 - (1 - PRESS_HEIGHT) * ease_out(now / start / 0.7)
    if now < start:
        return PRESS_HEIGHT + (1 + STRETCH_SHARE - PRESS_HEIGHT) * ease_in((now / start - 0.7) / 0.3)
    return 1 + STRETCH_SHARE * max(0.0, 1 - (now - start) / STRETCH_MS) ** 2


def _draw_rocket(
    painter: Painter, look: int, form: CallForm, pad: Point, tricks: Sequence[Box], now: float
) -> None:
    """Draw a rocket that lifts off from ``pad``, and its puffs, all but the first clear of tricks."""
    size, start = form.scale, form.verb.contact
    since = now - start
    for number in range(PUFFS):
        left_at = number / PUFFS
        age = since - FLIGHT_MS * (1 - math.sqrt(1 - left_at))
        (x, y), _degrees = _way(pad, left_at)
        at = x + PUFF_DRIFT * age / 1000 * (1 + number % 3), y
        frame = int(age / PUFF_FRAME_MS)
        is_covering = number and any(trick.inflated(PUFF_MARGIN).contains(at) for trick in tricks)
        if age >= 0 and frame < PUFF_FRAMES and not is_covering:
            image = puff(painter.assets, frame, form.puffs if number else 2 * form.puffs)
            painter.blit(image, *at, "center")
    if since >= FLIGHT_MS:
        return
    (x, y), degrees = _way(pad, _flight(since))
    stretch, angle = _stretch(now, start), math.radians(degrees)
    growth = min(1.0, (now + 1) / start)
    image = nights.small_rocket(painter.assets, look, int(now / 45) % nights.FIRE_FRAMES, size)
    if growth < 1 or abs(stretch - 1) > 0.01:
        image = pygame.transform.smoothscale_by(image, (growth * stretch**-0.7, growth * stretch))
    image = pygame.transform.rotozoom(image, -degrees, 1.0)
    reach = nights.NOZZLE_OFFSET * size * stretch * growth
    painter.blit(image, x + math.sin(angle) * reach, y - math.cos(angle) * reach, "center")
