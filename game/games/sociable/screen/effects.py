"""Model of the office on the screen, and the animations of its events.

At the end of a hand the remaining cards are turned over, a Boss may fall (`boss_fall`), and all puppets walk
to the chairs of their new places, before the office turns to the viewer. Letters about exchanges that a
person could not watch are kept and shown when the curtain opens.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import dropwhile
from typing import Any, assert_never

import pygame

from game.core.cards import JOKER, card_count, open_cards
from game.core.game import Event
from game.games.sociable.rules.events import (
    BlindCardDrawn,
    GiftGiven,
    PlacesDrawn,
    RoundEnded,
    SeatOut,
    SeatsTaken,
    SociableCardsPlayed,
    SociableEventKind,
    SociableHandDealt,
    SociableHandEnded,
    SociableMatchEnded,
    SociableTurnPassed,
    as_event,
    as_observation,
)
from game.games.sociable.screen import board as view
from game.games.sociable.screen.board import (
    OfficePicture,
    OfficeSitter,
    card_focus,
    envelope,
    pocket,
    pocket_front,
)
from game.games.sociable.screen.boss_fall import LENGTH_MS, PEAK, BossFallData, is_alone
from game.games.sociable.screen.office_layout import (
    OfficeBoxes,
    SeatPosition,
    ranks,
    seat_height,
)
from game.games.sociable.screen.panels import OfficePanelKey, draw_gain
from game.games.sociable.statistics import exchange_events
from game.i18n import _, plural
from game.i18n import join_names as joined
from game.match.match import MatchListener
from game.ui.art.cards import CARD_ASPECT, card, card_back, narrow
from game.ui.art.lettering import outlined_text, shout
from game.ui.art.marks import PUFF_FRAMES, draw_dust, puff, yarn_curl
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import STATES
from game.ui.core import verbs
from game.ui.core.animation_timeline import (
    TOP_PASS,
    DrawPass,
    ReducedMotion,
    Timeline,
    parallel,
    sequence,
    wait,
)
from game.ui.core.canvas import (
    Box,
    ease_in,
    ease_in_out,
    ease_out,
    ease_out_back,
    hop_height,
    lerp_point,
    wobble,
)
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.info_panels import outfit_of

BACK_COLOUR = "#7E3F98"
MIN_WORDS_MARGIN = 12.0  # minimum distance of words from the edge of the screen, units
SENTENCE_SIZE = 330.0, 50.0  # room for the sentence on the table with usual text, units
REMAINING_CARD_WIDTH, POCKET_CARD_WIDTH = 44.0, 32.0
"""Widths of a remaining card, and of one in an open envelope of scale 1, units."""


def draw_left(painter: Painter, at: tuple[float, float], cards: Sequence[str], progress: float) -> None:
    """Draw a seat's remaining cards, turned over one after the other, around ``at``."""
    step = min(24.0, 130.0 / len(cards))
    for number, name in enumerate(cards):
        card_progress = (progress - 0.15) * 3 - number / len(cards)
        image = (
            card(painter.assets, name, REMAINING_CARD_WIDTH)
            if card_progress > 0.5
            else card_back(painter.assets, REMAINING_CARD_WIDTH, BACK_COLOUR)
        )
        if 0 < card_progress < 1:
            image = narrow(image, abs(1 - 2 * card_progress))
        painter.blit(image, at[0] + (number - (len(cards) - 1) / 2) * step, at[1], "center")


# distance of an envelope below the middle of the lead, under the plates at the window, units
UNDER_PLATES = 120.0
MIN_ENVELOPE_HEIGHT = 50.0  # minimum distance of the middle of an envelope of scale 1 from the lower edge
THREAD_DOTS = 480  # dots, close together, that make a thread


def draw_thread(painter: Painter, points: Sequence[Point], colour: str) -> None:
    """Draw a thread of this colour as dots at these points, which must be close together."""
    scale = painter.view.scale
    for dye, width in (("#2B2440", 10), (colour, 7)):
        half = width * scale / 2
        dot = pygame.Surface((2 * half + 3, 2 * half + 3), pygame.SRCALPHA)
        pygame.draw.aacircle(dot, dye, (half + 1, half + 1), half)
        corners = ((x * scale - half - 1, y * scale - half - 1) for x, y in points)
        painter.surface.blits([(dot, corner) for corner in corners], doreturn=False)


def kept_clear(boxes: OfficeBoxes) -> tuple[Box, ...]:
    """Return the boxes that words should not cover: the sentence on the table, then each place's head."""
    width, height = SENTENCE_SIZE[0] + 140 * boxes.large, SENTENCE_SIZE[1] + 26 * boxes.large
    sentence = Box(boxes.table[0] - width / 2, boxes.tag - height / 2, width, height)
    return (sentence, *(_head_box(spot) for spot in boxes.spots))


@lru_cache(maxsize=8)  # every frame asks for it, and many places are tried
def word_place(
    canvas: Box, size: tuple[float, float], near: tuple[float, float], clear: tuple[Box, ...]
) -> tuple[Box, int]:
    """Return (box, number of ``clear`` boxes it covers): the one with fewest, then nearest to ``near``."""
    w, h = size
    columns = [
        canvas.x + MIN_WORDS_MARGIN + n * (canvas.w - w - 2 * MIN_WORDS_MARGIN) / 12 for n in range(13)
    ]
    rows = [canvas.y + MIN_WORDS_MARGIN + n * (canvas.h * 0.7 - h) / 12 for n in range(13)]

    def worth(place: Box) -> tuple[int, float]:
        """Number of covered boxes, and distance in units from the point; the lowest is best."""
        count = sum(map(place.overlaps, clear))
        return count, math.hypot(place.centre[0] - near[0], place.centre[1] - near[1])

    best = min((Box(left, top, w, h) for left in columns for top in rows), key=worth)
    return best, worth(best)[0]


def _head_box(position: SeatPosition) -> Box:
    """Return the box of the head and hat at a place, for a chair of any height."""
    height = position.figure_height
    return Box(position.x - height * 0.5, position.y - height * 1.75, height, height * 1.25)


# durations of the points, the walk and the turn, ms at the brisk pace
POINTS_MS, WALK_MS, TURN_MS = 1092.0, 1932.0, 1176.0
DRAWN_CARD_WIDTH = 62.0  # width of a card of the draw for places, units
PLATES_FADE_MS = 160.0  # fade of the plates before a Boss falls, ms
WALKER_OFFSET = 13.0  # distance of walkers from the line of their places, one side for each direction, units
PASSING_SHARE, NEAR_PLACES = 0.85, 0.5
"""Distance to a chair that people pass, as a share of their height; distance to one, in places, within which
they are drawn before it."""
CHAIR_STAGGER_SHARE, CHAIR_FALL_SHARE = 0.05, 0.2
"""Shares of the first walk: between two falling chairs, and for a fall. All stand before anyone sits."""
# progress at which a walker is down from the old chair, and begins to climb the new one
LEAVE, SIT = 0.14, 0.82


def spot_of(order: Sequence[int], base: int, seat: int) -> int:
    """Return the place of a seat round the table, clockwise from 0 for ``base`` at the lower edge."""
    return (order.index(seat) - order.index(base)) % len(order)


def route(start: int, end: int, count: int) -> tuple[int, ...]:
    """Return the places from one to another, both included, the shorter way; may be below 0 or too high."""
    ahead = (end - start) % count
    if ahead <= count - ahead:
        return tuple(start + step for step in range(ahead + 1))
    return tuple(start - step for step in range(count - ahead + 1))


@dataclass(frozen=True, slots=True)
class SeatChangeAnimation:
    """Animation in which all puppets take the chairs of their new places.

    They walk to the chairs; then the whole office turns until ``base`` is at the lower edge again.
    """

    before: tuple[int, ...]  # seats from Boss to Temp; before the first hand in seat order
    after: tuple[int, ...]
    base: int
    first: bool = False  # True for the first chairs, which come with their owners; nothing turns

    @property
    def fallen(self) -> int | None:
        """Seat of the Boss if it falls to Clerk or Temp; `None` if not, or for the first chairs."""
        boss = self.before[0]
        falls = not self.first and self.after.index(boss) >= len(self.after) / 2
        return boss if falls else None

    @property
    def turns(self) -> bool:
        """True if the office turns after the walk."""
        return not self.first and self.before.index(self.base) != self.after.index(self.base)

    def draw(self, painter: Painter, office: OfficeModel, walk: float, turn: float) -> None:
        """Draw table, chairs and puppets at progress ``walk`` and ``turn`` (0 to 1 each)."""
        places = office.boxes
        # Drawn by floor position, so that walkers pass behind the table or before it.
        things: list[tuple[float, Callable[[], None]]] = [
            (places.table_line, lambda: view.draw_table(painter, places))
        ]
        count = len(self.after)
        chair_ranks = ranks(count)
        for number, seat in enumerate(self.after):
            spot = self._chair_spot(places, number, turn)
            line = spot.y
            falls = (walk - CHAIR_STAGGER_SHARE * number) / CHAIR_FALL_SHARE if self.first else 1.0
            if falls > 0:
                # From above the window, one after the other, each onto its shadow.
                air = (line + 8) * (1 - ease_out_back(min(1.0, falls)))
                things.append((line, self._chair(painter, spot, chair_ranks[number], "back", air)))
                things.append((line + 0.3, self._chair(painter, spot, chair_ranks[number], "front", air)))
            things.append(self._walker(painter, office, seat, walk, turn))
        for _y, draw in sorted(things, key=lambda thing: thing[0]):
            draw()

    def _chair_spot(self, boxes: OfficeBoxes, number: int, turn: float) -> SeatPosition:
        """Return the position of chair ``number``, 0 for the Boss's, at progress ``turn``."""
        count, start = len(self.after), self.after if self.first else self.before
        old = (number - start.index(self.base)) % count
        # Number of places by which the office turns, the shorter way.
        shift = (self.before.index(self.base) - self.after.index(self.base)) % count
        shift = 0 if self.first else shift - count if shift > count / 2 else shift
        if not shift or not turn:
            return boxes.spots[old]
        way = tuple(old + step * (1 if shift > 0 else -1) for step in range(abs(shift) + 1))
        x, y = boxes.along(way, ease_in_out(turn))
        return replace(boxes.spots[old], x=x, y=y)

    def _chair(
        self, painter: Painter, position: SeatPosition, rank: int, part: str, air: float = 0.0
    ) -> Callable[[], None]:
        """Return a function that draws a part of a chair ``air`` units above the floor."""

        def draw() -> None:
            """Draw the part, and with the back its shadow on the floor."""
            if part == "back":
                view.draw_shade(painter, position, rank)
            view.draw_chair(painter, (position.x, position.y - air), rank, position.scale, part)

        return draw

    def _walker(
        self, painter: Painter, office: OfficeModel, seat: int, walk: float, turn: float
    ) -> tuple[float, Callable[[], None]]:
        """Return the y by which a puppet between two chairs is sorted, and a function that draws it."""
        places, sitter = office.boxes, office.sitter
        count, chair_ranks = len(self.after), ranks(len(self.after))
        number = self.after.index(seat)
        new = chair_ranks[number]
        old = None if self.first else chair_ranks[self.before.index(seat)]
        start = spot_of(self.before, self.base, seat)
        spot = self._chair_spot(places, number, turn)
        end = (
            spot_of(self.after, self.base, seat)
            if self.first
            else (number - self.before.index(self.base)) % count
        )
        way = route(start, end, count)
        if walk >= 1.0 or (start == end and old == new):
            figure = replace(sitter(seat, new), flip=spot.x > places.table[0])
            at = spot.x, spot.sole(new)
            return spot.y + 0.2, lambda: view.draw_sitter(painter, figure, at, spot.figure_height)
        leaves, sits = max(0.0, 1 - walk / LEAVE), max(0.0, (walk - SIT) / (1 - SIT))
        on_way = min(1.0, max(0.0, (walk - LEAVE) / (SIT - LEAVE)))
        eased = ease_in_out(on_way)
        x, y = places.along(way, eased, PASSING_SHARE * spot.figure_height)
        if len(way) > 1:  # oncoming walkers give way, to the wall or to the table
            y += (way[1] - way[0]) * WALKER_OFFSET * math.sin(math.pi * on_way)
        hop = 12 * abs(math.sin(on_way * math.pi * 2.5 * max(1, len(way) - 1))) if 0 < on_way < 1 else 0.0
        up = seat_height(old, spot.scale) * leaves if old is not None else 0.0
        up = max(up, seat_height(new, spot.scale) * sits)
        goes_left = len(way) > 1 and places.spots[end % count].x < places.spots[start % count].x
        figure = replace(sitter(seat, old if walk < 0.5 else new), flip=goes_left)
        before = 0.0 if up else 14.0
        # In front of the chair until seated, so that no cuff shows through the seat.
        line = y + before + (0.2 if leaves == 1.0 else 0.4)
        # Nor may the chair that they leave or climb hide them.
        for place, distance in ((start, eased), (end, 1 - eased)):
            if leaves < 1.0 and distance * (len(way) - 1) < NEAR_PLACES:
                line = max(line, places.spots[place].y + 0.4)
        at = x, y + 5 + before - up - hop
        if seat == self.fallen and 0 < walk < SIT:
            # Two somersaults down from the throne.
            figure, angle = replace(figure, state="socked"), -720.0 * ease_in_out(walk / SIT)
            return line, lambda: view.draw_sitter(painter, figure, at, spot.figure_height, turn=angle)
        return line, lambda: view.draw_sitter(painter, figure, at, spot.figure_height)


@dataclass(frozen=True, slots=True)
class ExchangeNotice(Event):
    """Earlier event shown to a person who has not seen it; it does not change the picture."""


class ExchangeNotices(MatchListener):
    """Letters about the exchange that people have still to be shown."""

    def __init__(self, context: ViewContext) -> None:
        """Start with no letters, and listen to the match."""
        self._context = context
        self.unread: dict[int, list[Event]] = {}  # unread letters by seat
        context.match.add_listener(self)

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Keep the exchanges of a move as unread letters."""
        self.take(events)

    def take(self, events: Sequence[Event]) -> None:
        """Keep the exchanges of these events as letters, drop older ones at a deal; save if any is unread."""
        for event in events:
            # Letters of the hand before are about cards that are no longer held.
            if event.kind == SociableEventKind.DEAL:
                self.unread.clear()
            self._write(event)
        if self.unread:
            self._context.host.save()

    def opened(self, seat: int) -> list[Event]:
        """Remove and return the unread letters of a seat; empty if there are none."""
        return self.unread.pop(seat, [])

    def dump_state(self) -> dict[str, int]:
        """Return the number of unread letters by seat, for the saved match."""
        return {str(seat): len(letters) for seat, letters in self.unread.items()}

    def restore_state(self, unread: object) -> None:
        """Restore the unread letters of a saved match; ``unread`` is untrusted data."""
        session = self._context.session
        if not isinstance(unread, Mapping) or not unread or not session.log:
            return
        for event in exchange_events(session.record()):
            self._write(event)
        for seat, letters in list(self.unread.items()):
            count: Any = unread.get(str(seat))
            # The last ones, because letters are read in order.
            self.unread[seat] = letters[-count:] if isinstance(count, int) and count > 0 else []

    def _write(self, event: Event) -> None:
        """Keep an exchange as a letter for each of its two seats that is local and not the viewer's."""
        context = self._context
        match as_event(event):
            case GiftGiven(seat=one, to=other) | BlindCardDrawn(seat=one, from_=other):
                for seat in (one, other):
                    # The viewer sees it happen, and phones show their own exchanges.
                    if seat != context.viewer.seat and context.seats[seat].is_local:
                        visible_event = context.session.redact(event, seat)
                        letter = ExchangeNotice(
                            visible_event.kind, visible_event.seat, visible_event.data, visible_event.reveals
                        )
                        self.unread.setdefault(seat, []).append(letter)


SMALL_CARD = 46.0
Point = tuple[float, float]


# progress of a draw at which the first card is turned over, and delay of each other one
FLIP_START, CARD_DELAY = 0.45, 0.06


class OfficeModel:
    """The office as it is shown; the rules may be some events ahead.

    Attributes:
        context: the match and its surroundings.
        seen: the newest observation.
        picture: chairs, cards and points that are drawn.
        boxes: layout of the screen; set by the first layout.
        effects: animation of the current event.
        base: seat at the lower edge.
        text_boxes: function that returns the boxes of all texts by `panels.OfficePanelKey`; set by the view.
        put_plates: draws the plates of all seats, with an opacity (0 to 1); set by the view.
    """

    boxes: OfficeBoxes
    text_boxes: Callable[[], Mapping[str, Box]]
    put_plates: Callable[[Painter, float], None]

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.seen = as_observation(context.session.observe(None))
        self.picture = OfficePicture.of(self.seen)
        self.effects = SociableEffects(self)
        self.base = next((number for number, seat in enumerate(context.seats) if seat.is_local), 0)

    @property
    def my_turn(self) -> bool:
        """True if the person whose hand is on the screen can act, and everything is shown."""
        return self.context.can_act

    @property
    def giving(self) -> int:
        """Number of cards that the viewer has to give back now, or 0."""
        return int(self.seen["give"][0].rpartition(":")[2]) if self.my_turn and self.seen["give"] else 0

    def spot(self, seat: int) -> SeatPosition:
        """Position of a seat as the office is drawn."""
        return self.boxes.spots[spot_of(self.picture.standing(), self.base, seat)]

    def middle(self, seat: int) -> tuple[float, float]:
        """Return the point where cards come from and go to: a puppet's chest, or the lower hand."""
        spot = self.spot(seat)
        if spot is self.boxes.spots[0] and self.picture.viewer is not None:
            return self.boxes.hand.centre[0], self.boxes.bottom - 40
        return spot.chest

    def held_at(self, seat: int) -> tuple[float, float]:
        """Return the point where dealt cards arrive: above the plate, or at the hand at the lower edge."""
        spot = self.spot(seat)
        if spot is self.boxes.spots[0] and self.picture.viewer is not None:
            return self.middle(seat)
        return spot.plate.centre[0], spot.plate.y - SMALL_CARD * CARD_ASPECT / 2

    def left_at(self, seat: int) -> tuple[float, float]:
        """Return the point where remaining cards are turned over: above the plate, or at the hand."""
        spot = self.spot(seat)
        if spot is self.boxes.spots[0]:
            return self.boxes.hand.centre[0], self.boxes.bottom - 60
        return spot.x, spot.plate.y - REMAINING_CARD_WIDTH * CARD_ASPECT / 2

    def sitter(self, seat: int, rank: int | None) -> OfficeSitter:
        """Look of a seat's puppet at this moment, in the outfit of ``rank``."""
        context = self.context
        acts, state = (
            self.picture.turn == seat and context.match.conceded_by is None,
            context.faces.state(seat),
        )
        frame = 0 if context.app.idle_motion_off else STATES[state].at(context.app.now + seat * 700)
        passing, aim = self.effects.pass_progress(seat), context.faces.gaze_of(seat)
        flip = self.spot(seat).flip ^ (LOOK_AWAY_SHARES[0] < passing < LOOK_AWAY_SHARES[1])
        dip, lean = self.effects.dip(seat), self.effects.lean(seat) * (-1 if flip else 1)
        return OfficeSitter(context.seats[seat], rank, state, frame, flip, acts, aim, dip, lean)


LOOK_AWAY_SHARES, PASS_DIP = (
    (0.16, 0.84),
    6.0,
)  # shares of a pass between which a puppet looks away; units of its dip
OFFICE_PASS: DrawPass[Painter] = DrawPass()  # table, chairs and puppets while they move


class SociableEffects:
    """Animations of the events with their sounds."""

    def __init__(self, office: OfficeModel) -> None:
        self._floor = office
        self.forget()

    def forget(self) -> None:
        """Drop what belongs to the current animation, after the picture has caught up."""
        self._from: Mapping[str, Point] = {}  # by card: its place in the hand before the viewer's own play
        self.making: Iterator[None] = iter(())  # renders the pictures of a coming fall
        self.backs = 0  # cards of the seat from which one is drawn blindly
        self.picked: int | None = None  # index of the card that was touched
        self._owner = 0  # seat that owns them
        self.left: Sequence[Sequence[str]] = ()  # remaining cards by seat at the end of a hand

    def timeline(self, event: Event) -> Timeline:
        """Animation of an event, with its sounds from the chair of the acting seat."""
        has_chair = event.seat is not None and self._floor.picture.order
        return self._animation(event).sounds_from(
            self._floor.middle(event.seat or 0)[0] if has_chair else None
        )

    def _animation(self, event: Event) -> Timeline:
        """Animation of an event with its sounds."""
        match as_event(event):
            case PlacesDrawn() as drawing:
                return TOP_PASS.span(2100, partial(self._draw_places, drawing), ReducedMotion.COMES).sound(
                    "card_draw"
                )
            case SeatsTaken(order=order):
                moving = self._chair_animation(order, first=True)
                sits = OFFICE_PASS.span(
                    1700, lambda painter, progress: moving.draw(painter, self._floor, progress, 1.0)
                )
                return sits.sound("chair")
            case SociableHandDealt() as dealt:
                return TOP_PASS.span(1500, partial(self._draw_deal, dealt)).sound("card_shuffle")
            case GiftGiven(cards=cards) as gift:
                # A gift between others shows only backs, so there is less to look at.
                length = 1150 * (0.75 if isinstance(cards, dict) else 1.0)
                gives = TOP_PASS.span(length, partial(self._draw_gift, gift)).sound("envelope")
                return gives.attract_gaze(
                    lambda progress: self._envelope_point(gift, _envelope_progress(progress))
                )
            case BlindCardDrawn() as drawn:
                spread = TOP_PASS.span(
                    325,
                    lambda painter, progress: self._draw(drawn, painter, 0.25 * progress),
                    ReducedMotion.COMES,
                )
                take = TOP_PASS.span(
                    975, lambda painter, progress: self._draw(drawn, painter, 0.25 + 0.75 * progress)
                )
                # It sounds when the card is taken, which may be long after the backs were spread.
                return sequence(spread, take.sound("card_draw"))
            case SociableCardsPlayed() as played:
                return self._play_animation(played)
            case SociableTurnPassed():
                return wait(PASS_MS).sound("chat")
            case SeatOut() as out:
                threads = TOP_PASS.span(700, partial(self._draw_threads, out), ReducedMotion.LEFT_OUT)
                return parallel(
                    threads, TOP_PASS.span(700, partial(self._draw_out_word, out), ReducedMotion.STANDS)
                ).sound("pop")
            case RoundEnded():
                return self._sweep_animation()
            case SociableHandEnded(order=order) as ended:
                moving, floor = self._chair_animation(order), self._floor
                walk = WALK_MS if moving.turns else WALK_MS + TURN_MS
                walks = OFFICE_PASS.span(
                    walk, lambda painter, progress: moving.draw(painter, floor, progress, 0.0)
                )
                turns = OFFICE_PASS.span(
                    TURN_MS, lambda painter, progress: moving.draw(painter, floor, 1.0, progress)
                )
                gains = TOP_PASS.span(
                    POINTS_MS, partial(self._draw_points, ended), ReducedMotion.STANDS
                ).sound("hand_end")
                if (falls := self._boss_fall(moving)) is not None:
                    stands = OFFICE_PASS.span(LENGTH_MS, partial(self._draw_fall_table, moving), PEAK)
                    plates = TOP_PASS.span(PLATES_FADE_MS, self._fade_plates, ReducedMotion.STEADY)
                    gains = sequence(
                        gains.at(POINTS_MS, self.make), parallel(stands, plates, falls.timeline())
                    )
                return sequence(gains, walks, *([turns] if moving.turns else []))
            case SociableMatchEnded(winners=winners):
                return TOP_PASS.span(1500, partial(self._draw_winners, winners), ReducedMotion.STEADY).sound(
                    "win"
                )
            case unknown:
                assert_never(unknown)

    def _draw_fall_table(self, animation: SeatChangeAnimation, painter: Painter, progress: float) -> None:
        """Draw the table while a Boss falls; chairs and puppets are gone while it is dark."""
        if is_alone(progress):
            view.draw_table(painter, self._floor.boxes)
        else:
            animation.draw(painter, self._floor, 0.0, 0.0)

    def _chair_animation(self, order: Sequence[int], *, first: bool = False) -> SeatChangeAnimation:
        """Animation from the chairs in the picture to the chairs of ``order``."""
        return SeatChangeAnimation(self._floor.picture.standing(), tuple(order), self._floor.base, first)

    def _boss_fall(self, animation: SeatChangeAnimation) -> BossFallData | None:
        """Return the animation of a falling Boss, or `None` if none falls."""
        fallen, follows, seats = animation.fallen, animation.after[0], self._floor.context.seats
        if fallen is None:
            return None
        dressed = [(seat.look, outfit_of(seat.level, seat.cap)) for seat in seats]
        others = tuple(figure for number, figure in enumerate(dressed) if number not in (fallen, follows))
        return BossFallData(dressed[fallen], dressed[follows], others, self._floor.boxes.bottom)

    def _fade_plates(self, painter: Painter, progress: float) -> None:
        """Draw all texts round the table, fading away as ``progress`` goes from 0 to 1."""
        self._floor.put_plates(painter, 1 - progress)

    def make(self) -> None:
        """Render the missing pictures of a fall at once."""
        for _picture in self.making:
            pass

    def begin(self, event: Event, hand: Mapping[str, Point]) -> None:
        """Prepare the animation of an event, and set moods; ``hand`` has the points of the viewer's cards."""
        picture, self._from = self._floor.picture, {}
        match as_event(event):
            case SociableCardsPlayed(seat=seat) if seat == picture.viewer:
                # Own cards fly from their places in the hand; the places of others are unknown.
                self._from = hand
            case BlindCardDrawn(from_=owner):
                # In a letter, the card has left that hand already.
                self.backs = picture.counts[owner] + isinstance(event, ExchangeNotice)
                self._owner, self.picked = owner, None
            case SociableHandEnded(order=order):
                moving = self._chair_animation(order)
                fallen = [] if moving.fallen is None else [moving.fallen]
                self._floor.context.faces.set_moods([order[0]], [order[-1], *fallen])
                if (falls := self._boss_fall(moving)) is not None:
                    # One picture a frame, while the points are counted.
                    self.making = falls.warm(self._floor.context.app.measuring_painter)
                self.left = self._floor.context.match.reveal_hands()
            case SeatOut(seat=seat):
                self._floor.context.faces.set_moods([seat], ())
            case SociableMatchEnded(winners=winners):
                self._floor.context.faces.set_moods(winners)

    def _draw_places(self, drawing: PlacesDrawn, painter: Painter, progress: float) -> None:
        """Draw a card for each seat, from the middle of the table, turned over above the heads."""
        for number, (seat, name) in enumerate(zip(drawing.seats, drawing.cards, strict=True)):
            card_progress = min(1.0, max(0.0, (progress - number * CARD_DELAY) / 0.3))
            at = lerp_point(
                self._floor.boxes.lead, drawn_place(self._floor.spot(seat)), ease_out(card_progress)
            )
            flip_progress = progress - FLIP_START - number * CARD_DELAY
            image = (
                card(painter.assets, name, DRAWN_CARD_WIDTH)
                if flip_progress > 0
                else card_back(painter.assets, DRAWN_CARD_WIDTH, BACK_COLOUR)
            )
            if abs(flip_progress) < 0.06:
                image = narrow(image, abs(flip_progress) / 0.06)
            if card_progress > 0:
                painter.blit(image, *at, "center")

    def _draw_deal(self, deal: SociableHandDealt, painter: Painter, progress: float) -> None:
        """Draw the deal, one card at a time, from the Temp's hands."""
        order, counts, middle = deal.order, [card_count(hand) for hand in deal.hands], self._floor.middle
        start, whole = middle(order[-1]), sum(counts)
        back = card_back(painter.assets, SMALL_CARD, BACK_COLOUR)
        slots = [seat for row in range(max(counts)) for seat in order if row < counts[seat]]
        for number, seat in enumerate(slots):
            card_progress = (progress - number / whole * 0.78) / 0.2
            if 0 <= card_progress < 1:
                x, y = lerp_point(start, self._floor.held_at(seat), ease_out(card_progress))
                painter.blit(back, x, y - 30 * hop_height(card_progress), "center")
        if progress < 0.8:
            painter.blit(back, start[0], start[1], "center")
        self._floor.put_plates(painter, 1.0)  # cards are behind them

    def _draw_gift(self, gift: GiftGiven, painter: Painter, progress: float) -> None:
        """Draw an envelope on its way, on a thread of the giver's wool."""
        flight = _envelope_progress(progress)
        is_threaded = flight > 0 and not any(self._floor.context.open_hands.values())  # it would cross those
        if is_threaded:
            way = [
                self._envelope_point(gift, flight * number / THREAD_DOTS) for number in range(THREAD_DOTS + 1)
            ]
            spot = self._floor.spot(gift.seat)
            half_width, foot = 0.4 * spot.figure_height, max(spot.y, spot.plate.bottom)
            # It starts behind the giver, not over chest and cards.
            visible_way = list(dropwhile(lambda at: abs(at[0] - spot.x) < half_width and at[1] < foot, way))
            draw_thread(painter, visible_way, SEAT_LOOKS[self._floor.context.seats[gift.seat].look].colour)
        self._draw_envelope(gift, painter, flight)

    def _draw_envelope(self, gift: GiftGiven, painter: Painter, flight: float) -> None:
        """Draw the envelope; known cards look out of it."""
        cards, assets, look = gift.cards, painter.assets, self._floor.context.seats[gift.seat].look
        x, y = self._envelope_point(gift, flight)
        if isinstance(cards, dict):
            turn = round(10 * math.sin(flight * math.tau))
            painter.blit(envelope(assets, look, 0.95, turn), x, y, "center")
            text = str(card_count(cards))
            painter.blit(outlined_text(assets, text, 26, "#FFFAF2", "#2B2440", 4), x + 34, y - 24, "center")
            return
        size = self._pocket_scale
        painter.blit(pocket(assets, size), x, y, "center")
        width = POCKET_CARD_WIDTH * size
        for number, name in enumerate(cards):
            at = x + (number - (len(cards) - 1) / 2) * width * 0.77, y - width * 1.3
            painter.blit(card(assets, name, width), *at, "center")
        painter.blit(pocket_front(assets, look, size), x, y, "center")

    def _envelope_point(self, gift: GiftGiven, progress: float) -> Point:
        """Return the envelope's point at a ``progress`` of 0 to 1: it lingers over the middle of the table.

        Without room there it stays low over the rug, or at the lower edge.
        """
        start, end = self._envelope_end(gift.seat), self._envelope_end(gift.to)
        along, places, size = 0.5 + 4 * (progress - 0.5) ** 3, self._floor.boxes, self._pocket_scale
        edge = places.bottom - MIN_ENVELOPE_HEIGHT * size  # the prompt bar is below
        middle = lerp_point(start, end, 0.5)
        peak = places.lead[0], kept_clear(places)[0].y - MIN_ENVELOPE_HEIGHT * size
        if not self.envelopes_cross_table:
            at_lower_edge = self._floor.base in (gift.seat, gift.to)
            peak = middle[0], edge if at_lower_edge else places.lead[1] + UNDER_PLATES
        (x, y), hop = lerp_point(start, end, along), hop_height(along)
        return x + hop * (peak[0] - middle[0]), min(edge, y + hop * (peak[1] - middle[1]))

    @property
    def _pocket_scale(self) -> float:
        """Scale of an open envelope; plates of large text leave less room."""
        return round(1.7 - 0.35 * self._floor.boxes.large, 2)

    @property
    def envelopes_cross_table(self) -> bool:
        """True if envelopes fly over the middle of the table, where no plates or open hands are."""
        return not self._floor.boxes.bar and self._floor.context.mode is not ViewMode.FILM

    def _envelope_end(self, seat: int) -> Point:
        """Return where a seat's envelopes start and end: its chest, or right of the lower hand."""
        floor, play = self._floor, self._floor.boxes.play
        if seat != floor.base or floor.picture.viewer is None:
            return floor.middle(seat)
        return play.centre[0], floor.boxes.bottom - MIN_ENVELOPE_HEIGHT * self._pocket_scale

    def _draw(self, draw: BlindCardDrawn, painter: Painter, progress: float) -> None:
        """Draw the blind draw: a back rises and goes to the chooser; only the two seats see its face."""
        fan = blind_fan(self._floor.boxes, self.backs)
        picked = self.backs // 2 if self.picked is None else self.picked
        back = card_back(painter.assets, 72, SEAT_LOOKS[self._floor.context.seats[draw.from_].look].colour)
        spread, flight = ease_out(min(1.0, progress / 0.25)), min(1.0, max(0.0, (progress - 0.35) / 0.5))
        start, taker = self._floor.middle(draw.from_), self._floor.middle(draw.seat)
        for number, place in enumerate(fan):
            if number != picked and progress < 0.8:
                painter.blit(back, *lerp_point(start, place, spread), "center")
        x, y = lerp_point(lerp_point(start, fan[picked], spread), taker, ease_out(flight))
        # Only after it has left the fan, because its place would reveal where the card was.
        is_open = not isinstance(draw.cards, dict) and progress > 0.35
        image = card(painter.assets, open_cards(draw.cards)[0], 72) if is_open else back
        painter.blit(image, x, y - 40 * hop_height(flight) - (14 if flight == 0 else 0), "center")

    def draw_choice(self, painter: Painter, pointed: int) -> None:
        """Draw the backs of a hand to draw from, raised and ringed at index ``pointed``."""
        back = card_back(painter.assets, 72, SEAT_LOOKS[self._floor.context.seats[self._owner].look].colour)
        fan = blind_fan(self._floor.boxes, self.backs)
        for number, (x, y) in enumerate(fan):
            if number != pointed:
                painter.blit(back, x, y, "center")
        x, y = fan[pointed]
        painter.blit(back, x, y - 16, "center")
        ring = card_focus(painter.assets, 72, round(72 * CARD_ASPECT), painter.theme.focus)
        painter.blit(ring, x, y - 16, "center")

    def _play_animation(self, play: SociableCardsPlayed) -> Timeline:
        """Cards of a play that land one after the other, each higher on the scale, as the round goes up."""
        verb, count, first_tone = verbs.PLAY_CARDS, len(play.cards), self._floor.picture.plays
        length, last = verb.length, _contact(count - 1, count)

        def draw(painter: Painter, progress: float) -> None:
            """Draw the cards, and their dust over them."""
            self._draw_play(play, painter, progress * length)
            self._draw_dust(count, painter, progress * length)

        def draw_tail(painter: Painter, progress: float) -> None:
            """Draw the dust that is left."""
            self._draw_dust(count, painter, length + progress * (last + DUST_MS - length))

        lay = TOP_PASS.span(length, draw).attract_gaze(lambda _share: self._floor.boxes.lead)
        for number in range(count):
            hit = replace(verb.struck(first_tone + number), rumble=(0.1 * (number + 1), 0.3, 45))
            if number < count - 1:
                hit = replace(hit, stops=0.0)
            else:  # the last one has the weight of all
                hit = replace(hit, nudge=(0.0, hit.nudge[1] + number + 2 * (JOKER in play.cards)))
            lay = lay.hit(_contact(number, count), hit)
        if JOKER in play.cards:
            lay = lay.sound("joker", last)
        return lay.then(TOP_PASS.span(last + DUST_MS - length, draw_tail))

    def _draw_play(self, play: SociableCardsPlayed, painter: Painter, now: float) -> None:
        """Draw the cards of a play on their way to the table, and settling there; ``now`` is in ms."""
        cards, places, start = play.cards, self._floor.boxes, self._floor.middle(play.seat)
        width, length = places.lead_card, verbs.PLAY_CARDS.length
        for number, face in enumerate(view.laid_faces(cards)):
            *goal, angle = view.laid_place(places, number, len(cards))
            contact, own = _contact(number, len(cards)), self._from.get(cards[number])
            settles = min(1.0, max(0.0, (now - contact) / min(SETTLE_MS, length - contact)))
            flight = min(1.0, max(0.0, 1 - (contact - now) / verbs.PLAY_CARDS.contact))
            if flight == 1:
                size = 1 - 0.1 * wobble(settles, 1.0)
                if abs(size - 1) < 0.01:
                    view.draw_turned(painter, face, width, (goal[0], goal[1]), angle)
                else:
                    view.draw_flying(painter, face, width, (goal[0], goal[1]), (angle, 0.0, size))
                continue
            begin = own or start
            way, height = goal[0] - begin[0], FLIGHT_HEIGHT * math.sin(math.pi * flight**0.75)
            lean = FLIGHT_LEAN * max(-1.0, min(1.0, way / 300)) * math.sin(math.pi * flight)
            size = 1 + 0.2 * math.sin(math.pi * flight**0.7)
            if own is None:  # it comes out of a hand that is too far away to be seen
                size *= FLIGHT_START_SCALE + (1 - FLIGHT_START_SCALE) * min(1.0, flight * 2.5)
            at = lerp_point(begin, (goal[0], goal[1]), ease_in_out(flight))
            view.draw_flying(painter, face, width, at, (angle * flight + lean, height, size))

    def _draw_dust(self, count: int, painter: Painter, now: float) -> None:
        """Draw the dust beside the lower corners of each of ``count`` cards that has landed."""
        width = self._floor.boxes.lead_card
        for number in range(count):
            progress = (now - _contact(number, count)) / DUST_MS
            if 0 <= progress < 1:
                x, y, _angle = view.laid_place(self._floor.boxes, number, count)
                draw_dust(painter, (x, y + width * CARD_ASPECT * 0.47), width * 0.47, progress)

    def _shown_ms(self, kind: SociableEventKind) -> float:
        """Time in ms since an event of a kind began to be shown; -1 if none is, or with reduced motion."""
        context = self._floor.context
        animation = context.current_animation
        is_shown = animation is not None and animation.event.kind == kind and not context.app.reduced_motion
        return context.playback.player.now_ms if is_shown else -1.0

    @property
    def give(self) -> float:
        """Distance in units by which the lead is pressed down by a play that has landed on it."""
        since = self._shown_ms(SociableEventKind.PLAY) - verbs.PLAY_CARDS.contact
        return PRESS_DEPTH * wobble(min(1.0, since / PRESS_MS), 1.0) if since >= 0 else 0.0

    def _acting(self, kind: SociableEventKind) -> frozenset[int]:
        """The seat of the event of a kind that is shown now, if any."""
        animation = self._floor.context.current_animation
        is_shown = animation is not None and animation.event.kind == kind
        return frozenset({animation.event.seat or 0} if animation is not None and is_shown else ())

    @property
    def passing(self) -> frozenset[int]:
        """The seat that passes now, if any."""
        return self._acting(SociableEventKind.PASS)

    @property
    def has_replied(self) -> bool:
        """True once a play has answered the passes of the round."""
        return self._shown_ms(SociableEventKind.PLAY) > REPLY_MS

    def landed(self, seat: int) -> int:
        """Number of cards of the play that is shown now that have left the seat's hand and landed."""
        animation, now = self._floor.context.current_animation, self._shown_ms(SociableEventKind.PLAY)
        play = as_event(animation.event) if animation is not None and now >= 0 else None
        if not isinstance(play, SociableCardsPlayed) or play.seat != seat:
            return 0
        count = len(play.cards)
        return sum(now >= _contact(number, count) for number in range(count))

    def dip(self, seat: int) -> float:
        """Distance in units by which a seat ducks as it passes. It hops if it has played, or leads."""
        dip = PASS_DIP * hop_height(self.pass_progress(seat))
        for kind, start in (
            (SociableEventKind.PLAY, verbs.PLAY_CARDS.contact),
            (SociableEventKind.ROUND_END, SWEEP_END_MS - HOP_MS),
        ):
            if seat in self._acting(kind):
                dip -= HOP_HEIGHT * hop_height(min(1.0, max(0.0, (self._shown_ms(kind) - start) / HOP_MS)))
        return dip

    def lean(self, seat: int) -> float:
        """Degrees by which a seat leans forward as it plays: first back, then it nods and settles."""
        now = self._shown_ms(SociableEventKind.PLAY)
        if now < 0 or seat not in self._acting(SociableEventKind.PLAY):
            return 0.0
        back, nod = (min(1.0, max(0.0, (now - start) / ms)) for start, ms in ((0, 40.0), (40, 60.0)))
        settles = wobble(min(1.0, max(0.0, now - 100) / SETTLE_MS), 1.0)
        lean = (NOD_DEGREES * ease_in_out(nod) - BACK_DEGREES * ease_out(back) * (1 - nod)) * settles
        return lean if abs(lean) > 1 else 0.0

    def pass_progress(self, seat: int | None) -> float:
        """Progress (0 to 1) of a seat's pass, with which it ducks and turns away; 0 without one."""
        return max(0.0, self._shown_ms(SociableEventKind.PASS) / PASS_MS) if seat in self.passing else 0.0

    def _sweep_animation(self) -> Timeline:
        """The round is swept over the edge of the table, and the next leader hops."""
        verb, cards = verbs.SWEEP, self._floor.picture.lead
        sweep = TOP_PASS.span(
            verb.length, lambda painter, progress: self._draw_sweep(cards, painter, progress * verb.length)
        )
        start, end = self._sweep_way
        return sweep.hit(verb.contact, verb.hit.along((end[0] - start[0], end[1] - start[1])))

    @property
    def _sweep_way(self) -> tuple[Point, Point]:
        """First and last point of swept cards: over the table's edge, between the plates, off screen."""
        boxes = self._floor.boxes
        return boxes.lead, (self._floor.context.app.view.w + SWEEP_BEYOND, boxes.bottom + 80)

    def _draw_sweep(self, lead: Sequence[str], painter: Painter, now: float) -> None:
        """Draw the sweep of these cards at ``now`` (ms)."""
        places, contact, width = self._floor.boxes, verbs.SWEEP.contact, self._floor.boxes.lead_card
        start, end = self._sweep_way
        far = math.dist(start, end)
        dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
        stroke = min(1.0, max(0.0, (now - contact) / (SWEEP_END_MS - contact)))
        gone = _sweep_share(stroke)
        x, y = lerp_point(start, end, gone)
        spaces = [view.laid_place(places, number, len(lead)) for number in range(len(lead))]
        # Distances of the cards from the middle, across the way of the broom and along it.
        spread = [
            (
                (at[0] - start[0]) * dy - (at[1] - start[1]) * dx,
                (at[0] - start[0]) * dx + (at[1] - start[1]) * dy,
            )
            for at in spaces
        ]
        edge = min((along for _across, along in spread), default=0.0)
        for number, face in enumerate(view.laid_faces(lead)):
            # It lies still until the broom, or the heap before that, reaches it, and tumbles from there.
            across, along = spread[number]
            heap = BUNCH_SHARE * width * sum(other < along for _across, other in spread)
            pushed = max(0.0, gone * far + (1 - gone) * edge + heap * min(1.0, 4 * gone) - along)
            share, turns = pushed / far, (-1, 1)[number % 2]
            aside, along = (1 - share) * across, along + pushed
            at = start[0] + along * dx + aside * dy, start[1] + along * dy - aside * dx
            pose = spaces[number][2] + 180 * turns * share, TUMBLE_HEIGHT * min(1.0, 6 * share), 1.0
            view.draw_flying(painter, face, width, at, pose)
        for left in DUST_SHARES:
            progress = (now - contact - left * (SWEEP_END_MS - contact)) / SWEEP_DUST_MS
            if 0 <= progress < 1:
                at = lerp_point(start, end, _sweep_share(left))
                image = puff(painter.assets, int(progress * PUFF_FRAMES), SWEEP_PUFF_SCALE)
                painter.blit(image, at[0] - 30 * dx, at[1] + 54 - 14 * progress, "center")
        # The broom is set back before it strikes. Then its handle leads, and the bristles drag behind.
        aim = min(1.0, now / contact)
        back = BROOM_SET_BACK * (ease_out(min(1.0, aim / 0.6)) - ease_in(max(0.0, (aim - 0.6) / 0.4)))
        back += (abs(dx) * 0.55 + abs(dy) * 0.4) * width - edge * (1 - gone)
        back += BROOM_DRAG * min(1.0, 4 * stroke)
        tilt = BROOM_TILT * ease_out(min(1.0, 3 * stroke)) - 0.3 * back * (stroke == 0)
        view.draw_broom(
            painter,
            round(places.grow * 0.9, 2),
            (x - dx * back, y - dy * back + 46),
            tilt,
            ease_out(min(1.0, aim / 0.6)),
        )

    def _draw_threads(self, out: SeatOut, painter: Painter, progress: float) -> None:
        """Draw bits of yarn that fly from the head of a seat that is out."""
        spot = self._floor.spot(out.seat)
        x, y = spot.x, spot.y - spot.figure_height * 1.1
        for number in range(12):
            turn, reach = number * math.tau / 12, 30 + 90 * ease_out(progress)
            look = self._floor.context.seats[out.seat].look if number % 2 else -1
            curl = yarn_curl(painter.assets, look, number * 40 % 360, 28)
            painter.blit(curl, x + math.cos(turn) * reach, y + math.sin(turn) * reach * 0.7, "center")

    def _draw_out_word(self, out: SeatOut, painter: Painter, progress: float) -> None:
        """Draw "Out!", or "First out!", over a seat after a first moment."""
        if min(1.0, ease_out_back(min(1.0, progress * 4))) > 0.6:
            spot, text = self._floor.spot(out.seat), _("First out!") if out.place == 0 else _("Out!")
            self._draw_shout(
                painter, text, (40,), (spot.x, spot.y - spot.figure_height * 1.1 - spot.figure_height * 0.9)
            )

    def _draw_points(self, hand_end: SociableHandEnded, painter: Painter, progress: float) -> None:
        """Turn over the remaining cards, and draw the points."""
        floor = self._floor
        for seat, cards in enumerate(self.left):
            if cards and seat != floor.picture.viewer:
                draw_left(painter, floor.left_at(seat), cards, progress)
        written = floor.text_boxes()
        for seat, points in enumerate(hand_end.points):
            draw_gain(
                painter,
                written[OfficePanelKey.PLATE.of(seat)],
                points,
                ease_out_back(min(1.0, progress * 3)),
                written.get(OfficePanelKey.CALL),
            )

    def _draw_winners(self, winners: Sequence[int], painter: Painter, _share: float) -> None:
        """Draw the names of the winners, as large as there is room."""
        floor = self._floor
        names = joined(floor.context.seats[seat].name for seat in winners)
        text = plural("{names} wins!", "{names} win!", len(winners)).format(names=names)
        spot = floor.spot(winners[0])
        near = (spot.x, spot.y - spot.figure_height * 2) if len(winners) == 1 else floor.boxes.lead
        widest = min(1.0, painter.view.w * 0.7 / max(1.0, painter.width(text, 84, NAMES, fixed=True)))
        self._draw_shout(painter, text, [round(size * widest) for size in (84, 70, 58, 48, 40, 34)], near)

    def _draw_shout(self, painter: Painter, text: str, sizes: Sequence[int], near: Point) -> None:
        """Draw words near a point in the first of ``sizes`` that covers no head, text or cards, or last."""
        floor, scale = self._floor, painter.view.scale
        places = floor.boxes
        (x, y), card = places.lead, places.lead_card
        lead_box = Box(x - card * 1.4, y - card * 0.9, card * 2.8, card * 1.8)
        clear = (*kept_clear(places), *floor.text_boxes().values(), lead_box)
        for size in sizes:
            image = shout(painter.assets, text, size)
            width, height = image.get_width() / scale, image.get_height() / scale
            place, covered_count = word_place(painter.view.box, (width, height), near, clear)
            if not covered_count:
                break
        painter.blit(image, *place.centre, "center")


SETTLE_MS, FLIGHT_HEIGHT, FLIGHT_LEAN, FLIGHT_START_SCALE = 150.0, 52.0, 11.0, 0.5
"""Time in ms in which a card settles; height in units, lean in degrees and first size of its flight."""
PRESS_DEPTH, PRESS_MS = 5.0, 180.0  # units by which the cards below are pressed down, and ms
DUST_MS = 220.0  # ms of the dust beside a card
PASS_MS = 240.0  # ms
SWEEP_END_MS, BUNCH_SHARE, DUST_SHARES = 380.0, 0.25, (0.1, 0.3, 0.5)
"""Time in ms at which the cards are swept away; distance of two in the heap before the broom as a share of
their width; share of the sweep's time at each puff that is left behind."""
SWEEP_BEYOND, TUMBLE_HEIGHT = 200.0, 16.0  # units that the way ends off screen, and that swept cards hop
SWEEP_DUST_MS, SWEEP_PUFF_SCALE = 190.0, 0.5  # ms, and size of those
BROOM_SET_BACK, BROOM_DRAG = 34.0, 46.0
"""Units by which the broom is set back before its blow, and by which its bristles drag after it."""
BROOM_TILT = 32.0  # degrees by which its handle leads then
REPLY_MS = 60.0  # ms from the start of a play until no pass is shown
HOP_HEIGHT, HOP_MS = 18.0, 140.0  # units and ms of a glad hop
BACK_DEGREES, NOD_DEGREES = 7.0, 11.0  # of a puppet that plays


def _contact(number: int, count: int) -> float:
    """Time in ms at which card ``number`` of a play of ``count`` lands."""
    return verbs.PLAY_CARDS.contact + number * min(38.0, 100.0 / max(1, count - 1))


def _sweep_share(progress: float) -> float:
    """Share of their way that swept cards have gone: ever faster."""
    return progress * (0.4 + 0.6 * progress)


def _envelope_progress(progress: float) -> float:
    """Return how far an envelope is on its way, 0 to 1, at a progress of its animation."""
    return min(1.0, progress / 0.8)


def drawn_place(position: SeatPosition) -> Point:
    """Return the point of a seat's card in the draw for places: before the face, above the name."""
    way, height = -1 if position.flip else 1, DRAWN_CARD_WIDTH * CARD_ASPECT
    x = position.x + way * (position.figure_height * 0.48 + DRAWN_CARD_WIDTH / 2 + 4)
    return x, min(position.y - position.figure_height * 0.9, position.name_box.y - height / 2 - 4)


def draw_drawn(painter: Painter, office: OfficeModel, skip: Sequence[int]) -> None:
    """Draw the cards of the draw for places that are open, without the seats in ``skip``."""
    for seat, name in office.picture.drawn_cards.items():
        if seat not in skip:
            painter.blit(
                card(painter.assets, name, DRAWN_CARD_WIDTH), *drawn_place(office.spot(seat)), "center"
            )


def blind_fan(boxes: OfficeBoxes, count: int) -> list[Point]:
    """Return the middles of the backs in a blind draw, in two rows between the plates."""
    row = -(-count // 2)
    step = min(76.0, (boxes.lead_room - 72) / max(1, row - 1))
    x, y = boxes.lead
    points = []
    for number in range(count):
        row_count = row if number < row else count - row
        along = number % row - (row_count - 1) / 2
        points.append((x + along * step, y - 72 + 106 * (number // row)))
    return points
