"""Deal from a spread pack: it is spread out face down, and all players take their cards.

It is only for show, because the rules have dealt already. The others take theirs meanwhile. No player sees a
card before the hand is complete: then its cards are turned over, from left to right.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from game.i18n import _, plural
from game.ui.art.cards import CARD_ASPECT, CARD_ROOM, HAND_WIDTH, card_shadow, card_slot, card_turned
from game.ui.art.fabric import ClothColours
from game.ui.art.layers import INK
from game.ui.cards.fan import CardPose, fan
from game.ui.core.canvas import PACE, Box, ease_out
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import Prompts, Scene
from game.ui.core.theme import BODY, LARGE
from game.ui.match.context import ViewContext
from game.ui.rummy.theme import TableBoxes
from game.ui.widgets import (
    CachedBuild,
    Element,
    FontSpec,
    Padding,
    Picture,
    Positioned,
    ScaledLength,
    Text,
    draw_cloth,
    draw_prompt_bar,
    ring,
    row,
    shrink_to_fit,
)

FLIGHT_MS, DEAL_INTERVAL_MS = (
    300.0,
    160.0,
)  # ms at the brisk pace: flight of a card, and interval when the rest is dealt
REVEAL_INTERVAL_MS = 50.0  # ms at the brisk pace between two cards that are turned over
MAX_ROW_OVERLAP: Final = (
    1.5  # card height / distance of rows; with many rows they overlap, so that cards stay large
)
TOUCH_REACH: Final = 24.0  # units beside a card within which a touch takes it
LABEL_HEIGHT: Final = ScaledLength(44.0, 0.5)  # units above the pack for its label
MAX_SLOPE: Final = 4.0  # degrees by which the outermost cards of a row are turned
RAISED_HEIGHT: Final = 10.0  # units by which the focused card is raised


@dataclass(frozen=True, slots=True)
class DealtCard:
    """Card flying to a seat."""

    start: CardPose
    end: CardPose
    begun: float
    is_own: bool = False  # True if it flies to the hand of the observer


class DealScene(Scene):
    """Overlay on the table until the hand is complete. It pops itself."""

    is_opaque = False
    prompt_bar_offset = 12.0

    def __init__(
        self,
        context: ViewContext,
        places: TableBoxes,
        hand: Sequence[str],
        back: tuple[str, str],
        stock_count: int,
        count_positions: Sequence[tuple[float, float]],
        on_taken: Callable[[], None],
    ) -> None:
        """Spread a pack. The observer was dealt ``hand``, and ``stock_count`` cards stay in the stock.

        ``back`` is (colour, pattern). Cards of the others fly to their ``count_positions``. ``on_taken`` is
        called each time all seats have taken one more card.
        """
        self.context, self.places, self.backing, self.taken = context, places, back, on_taken
        self._held = count_positions
        # Only for show, so it does not use the match's random numbers.
        rnd = random.Random(",".join(hand))
        self.hand, self.held = tuple(hand), 0  # complete hand, and how many of its cards are taken
        self.count = stock_count + len(hand) * (1 + len(places.seats))
        self.gone: set[int] = set()
        self.focus = self.count // 4
        self.flights: list[DealtCard] = []
        self.hurried = False
        self._complete_since: float | None = None  # ms
        self._label = CachedBuild(_label)
        self._rnd = rnd
        self._due = 0.0

    # Positions of the cards.

    def rows(self) -> int:
        """Number of rows of the pack: 2, or 3 for more than 60 cards."""
        return 2 if self.count <= 60 else 3

    def pose(self, number: int) -> CardPose:
        """Pose of card ``number``, taken or not: middle and width in units, angle in degrees."""
        area, rows = self.places.piles, self.rows()
        per = -(-self.count // rows)
        row, place = divmod(number, per)
        row_share = 1.0 if rows <= 2 else MAX_ROW_OVERLAP
        # Height of an arc with these slopes at its ends.
        bend = area.w / 2 * math.tan(math.radians(MAX_SLOPE / 2))
        top = LABEL_HEIGHT.at(self.places.text) + RAISED_HEIGHT
        pitch = (area.h - top - bend) / (rows - 1 + row_share)
        card = min(HAND_WIDTH, (pitch * row_share - 8) / CARD_ASPECT)
        off = 2 * place / (per - 1) - 1
        y = area.y + top + row * pitch + pitch * row_share / 2 + off * off * bend
        x = area.centre[0] + off * (area.w - card - 30) / 2
        return CardPose(x, y, float(round(off * MAX_SLOPE)), card)

    def box(self, number: int) -> Box:
        """Box in units of card ``number`` of the spread pack, as if it were not turned."""
        pose = self.pose(number)
        return Box(
            pose.x - pose.card / 2, pose.y - pose.card * CARD_ASPECT / 2, pose.card, pose.card * CARD_ASPECT
        )

    def lying(self) -> list[int]:
        """Numbers of the cards that are still in the spread pack, ascending."""
        return [number for number in range(self.count) if number not in self.gone]

    def _hand_poses(self) -> list[CardPose]:
        """Poses of all cards of the complete hand, taken or not."""
        # Poses of the complete hand, so that no card has to move again.
        return fan(self.places.hand, len(self.hand))

    @property
    def left(self) -> int:
        """Number of cards that the observer has still to take."""
        return len(self.hand) - self.held

    @property
    def pace(self) -> float:
        """Factor of the settings on all durations; never 0, because times are divided by it."""
        return PACE[self.app.settings.animation_speed] or 0.01

    @property
    def turned(self) -> int:
        """Number of cards of the complete hand that are turned over, the leftmost first."""
        since = self._complete_since
        if since is None:
            return 0
        return int(min(len(self.hand), (self.app.now - since) / (REVEAL_INTERVAL_MS * self.pace)))

    def take(self, number: int) -> None:
        """Takes a card for the observer and each other seat, with sound; nothing if gone or hand full."""
        if number in self.gone or not self.left:
            return
        now = self.app.now
        start, end = self.pose(number), self._hand_poses()[self.held]
        self.held += 1
        self.gone.add(number)
        self.flights.append(DealtCard(start, end, now, is_own=True))
        for place, at in enumerate(self._held):
            free = self.lying()
            their_card = free[self._rnd.randrange(len(free))]
            self.gone.add(their_card)
            goal = CardPose(*at, 0.0, 40.0)
            # One after the other, so that each hand visibly takes its own.
            self.flights.append(DealtCard(self.pose(their_card), goal, now + 60.0 * (place + 1)))
        self.taken()
        self.app.audio.play("card_draw")
        if number == self.focus and (free := self.lying()):
            focus_pose = self.pose(self.focus)
            self.focus = min(free, key=lambda n: (_distance(self.pose(n), focus_pose), n))
        self.needs_redraw = True

    def deal_rest(self) -> None:
        """Starts to deal the rest quickly. A second call deals and shows everything at once."""
        if self.hurried:
            while self.left:
                self.take(self.lying()[0])
            self.flights.clear()
            self._complete_since = -math.inf
        self.hurried = True
        self.needs_redraw = True

    def tick(self, now: float) -> bool:
        """Advances to ``now`` (ms); pops itself when the deal is over or skipped. True while cards move."""
        self.flights = [flight for flight in self.flights if now < flight.begun + FLIGHT_MS * self.pace]
        if self.hurried and self.left and now >= self._due:
            self._due = now + DEAL_INTERVAL_MS * self.pace * 0.5
            free = self.lying()
            self.take(free[self._rnd.randrange(len(free))])
        if not self.left and not self.flights and self._complete_since is None:
            self._complete_since = now
            self.app.audio.play("card_shuffle")
        # The deal may have been skipped.
        if self.turned == len(self.hand) or self.context.current_animation is None:
            self.app.scenes.pop()
            return False
        is_moving = bool(self.flights) or self.hurried or not self.left
        self.needs_redraw |= is_moving
        return is_moving

    def on_input(self, intent: InputEvent) -> None:
        """Handles input: focus and take a card, deal quickly, or open the menu."""
        at = self.app.view.units(intent.position)
        match intent.act:
            case InputAction.NAVIGATE:
                self._step(intent.dx, intent.dy)
            case InputAction.CONFIRM if self.focus not in self.gone:
                self.take(self.focus)
            case InputAction.POINT:
                self.focus = self._card_under(at, self.focus)
            case InputAction.PRESS if (number := self._card_under(at, -1)) >= 0:
                self.focus = number
                self.take(number)
            case InputAction.SECONDARY:
                self.deal_rest()
            case InputAction.PAUSE | InputAction.BACK:
                self.context.host.pause()
        self.needs_redraw = True

    def _card_under(self, at: tuple[float, float], default: int) -> int:
        """Index of the topmost card at a point, or of the nearest within `TOUCH_REACH`, or ``default``."""
        free = self.lying()
        hits = [number for number in free if self.box(number).contains(at)]
        if hits:
            return hits[-1]  # the topmost card
        near = [number for number in free if self.box(number).inflated(TOUCH_REACH).contains(at)]
        point = CardPose(*at, 0.0, 0.0)
        return min(near, key=lambda n: _distance(self.pose(n), point)) if near else default

    def _step(self, dx: int, dy: int) -> None:
        """Moves the focus to the nearest card in a direction; nothing if there is none."""
        start = self.pose(self.focus)
        ahead = []
        for number in self.lying():
            pose = self.pose(number)
            along = (pose.x - start.x) * dx + (pose.y - start.y) * dy
            aside = abs((pose.x - start.x) * dy) + abs((pose.y - start.y) * dx)
            if along > 3 and (not dx or aside < 60) and (not dy or along > 30):
                ahead.append((along + 2.0 * aside, number))
        if ahead:
            self.focus = min(ahead)[1]

    def prompts(self) -> Prompts:
        take = [
            (InputAction.NAVIGATE, _("Choose")), (InputAction.CONFIRM, _("Select")),
            (InputAction.SECONDARY, _("Deal the rest")),
        ]  # fmt: skip
        return [*(take if self.left else []), (InputAction.PAUSE, _("Menu"))]

    def draw(self, painter: Painter) -> None:
        """Draws the spread pack, the hand so far, instruction, flying cards and prompt bar."""
        assets, still = painter.assets, self.app.reduced_motion
        lying = self.lying()
        for number in lying:
            if number != self.focus or not self.left:
                self._draw_back(painter, self.pose(number))
        if self.focus in lying and self.left:
            pose = self.pose(self.focus)
            raised = CardPose(pose.x, pose.y - RAISED_HEIGHT, 0.0, pose.card)
            self._draw_back(painter, raised)
            width, height = pose.card, pose.card * CARD_ASPECT
            ring(painter, Box(raised.x - width / 2, raised.y - height / 2, width, height), 10)
        flying = sum(flight.is_own for flight in self.flights)
        before = painter.surface.get_clip()
        ledge = painter.view.px(self.places.wood.y)  # the hand is behind the wooden front, as on the table
        painter.surface.set_clip(before.clip((0, 0, painter.surface.get_width(), ledge)))
        arrived = self.held if still else self.held - flying
        for pose in self._hand_poses()[arrived:]:
            painter.blit(card_slot(assets, pose.card, pose.angle), pose.x, pose.y, "center")
        for number, pose in enumerate(self._hand_poses()[:arrived]):
            if number < self.turned:
                face = card_turned(assets, self.hand[number], pose.card, pose.angle)
                painter.blit(face, pose.x, pose.y, "center")
            else:
                self._draw_back(painter, pose)
        painter.surface.set_clip(before)
        if self.left:
            self._draw_words(painter)
        if not still:
            for flight in self.flights:
                self._draw_flight(painter, flight)
        draw_prompt_bar(painter, self.app, self)

    def _draw_back(self, painter: Painter, pose: CardPose) -> None:
        """Draws the back of a card with its shadow at a pose."""
        shade = card_shadow(painter.assets, pose.card, 70, 2)
        painter.blit(
            shade, pose.x - pose.card / 2 - CARD_ROOM, pose.y - pose.card * CARD_ASPECT / 2 - CARD_ROOM
        )
        image = card_turned(
            painter.assets, "JK", pose.card, pose.angle, back=self.backing[0], kind=self.backing[1]
        )
        painter.blit(image, pose.x, pose.y, "center")

    def _draw_flight(self, painter: Painter, flight: DealtCard) -> None:
        """Draws a flying card where it is now; one for the observer is soon as large as in the hand."""
        progress = max(0.0, min(1.0, (self.app.now - flight.begun) / (FLIGHT_MS * self.pace)))
        k = ease_out(progress)
        x = flight.start.x + (flight.end.x - flight.start.x) * k
        y = flight.start.y + (flight.end.y - flight.start.y) * k - 30 * 4 * progress * (1 - progress)
        size = flight.end.card if flight.is_own and progress > 0.3 else flight.start.card
        colour, pattern = self.backing
        image = card_turned(painter.assets, "JK", size, 0.0, back=colour, kind=pattern)
        painter.blit(image, x, y, "center")

    def _draw_words(self, painter: Painter) -> None:
        """Draw the instruction above the pack."""
        area = self.places.piles
        within = Box(area.x, area.y - 8, area.w, LABEL_HEIGHT.at(self.places.text))
        self._label.frame(painter, painter.view.box, within, self.left).paint(painter)

    def preload(self, painter: Painter) -> Iterator[None]:
        """Preloads the backs at every angle, and the cards of the hand, one card per step."""
        for number in range(self.count):
            self._draw_back(painter, self.pose(number))
            yield
        for face, pose in zip(self.hand, self._hand_poses(), strict=True):
            self._draw_back(painter, pose)
            card_turned(painter.assets, face, pose.card, pose.angle)
            yield


def _distance(first: CardPose, second: CardPose) -> float:
    """Horizontal plus vertical distance of two cards, in units."""
    return abs(first.x - second.x) + abs(first.y - second.y)


def _label(within: Box, left: int) -> Element:
    """Label above the pack with the instruction and the number of cards left to take."""
    count_text = plural("{n} card to pick", "{n} cards to pick", left).format(n=left)
    cloth = Picture(draw_cloth, (ClothColours("#FFF3C4", INK, ""),))

    texts = (
        Text(_("Pick your cards, face down"), FontSpec(LARGE, NAMES, INK), lines=1),
        Text(count_text, FontSpec(BODY, STRONG, INK), lines=1),
    )
    label = row(*texts, gap=18, align=0.5, pad=Padding(15, 2), least=within.h, behind=cloth)
    return shrink_to_fit(Positioned(label, within.centre, within))
