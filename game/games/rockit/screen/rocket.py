"""Big rocket of RockIt: it counts down, and leaves the room when a game is over.

The countdown begins when a player has one card left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import pygame

from game.games.rockit.rules.events import GameEnded
from game.games.rockit.rules.state import RockItEndReason
from game.games.rockit.screen import calls, liftoff
from game.games.rockit.screen.hooks import RockItHooks
from game.games.rockit.screen.liftoff import LAUNCH_PASS, LENGTH_MS, LiftOff
from game.games.rockit.screen.theme import MissionControl
from game.match.seats import Seat
from game.ui.art.layers import GOLD
from game.ui.art.lettering import shout
from game.ui.core.animation_timeline import (
    TOP_PASS,
    ReducedMotion,
    Timeline,
    TimelinePlayer,
    parallel,
    sequence,
    wait,
)
from game.ui.core.canvas import PACE, Box, ease_out_back
from game.ui.core.paint import Painter
from game.ui.match.context import ViewContext
from game.ui.match.info_panels import outfit_of
from game.ui.rummy.hand_reveal import LAST_PLAY_MS, MAX_REVEAL_MS, HandReveal
from game.ui.rummy.table_state import TableState

COUNTDOWN_NUMBERS = (3, 2, 1)
NUMBER_MS = 480.0  # ms at the brisk pace for each number
NUMBER_SIZE = 84.0


class LaunchCountdown:
    """Countdown from three to one, once, when a hand has come down to one card."""

    def __init__(self, context: ViewContext, middle: Callable[[], tuple[float, float]]) -> None:
        """Create a countdown; ``middle`` returns the middle of the rocket."""
        self._context, self._middle = context, middle
        self._near: frozenset[int] = frozenset()  # seats with one card
        self._begun: float | None = None
        self._player = TimelinePlayer(context.app, self._progress)

    def look(self, counts: Sequence[int], *, counts_down: bool) -> None:
        """Notes the seats with one card: without any it stops, for a new one it starts (``counts_down``)."""
        near = frozenset(seat for seat, count in enumerate(counts) if count == 1)
        if counts_down and near - self._near and self._duration:
            self._begun = self._context.app.now
            numerals = (
                TOP_PASS.span(NUMBER_MS, partial(self._draw_number, number), ReducedMotion.STANDS)
                for number in COUNTDOWN_NUMBERS
            )
            self._player.begin(sequence(*(number.sound("tick") for number in numerals)))
        elif not near:
            self._begun = None
        self._near = near

    @property
    def _duration(self) -> float:
        """Length of the countdown in ms at the set animation speed, 0 for instant animation."""
        return NUMBER_MS * len(COUNTDOWN_NUMBERS) * PACE[self._context.app.settings.animation_speed]

    def _progress(self) -> float | None:
        """Progress of the countdown, 0 to 1. None if it is not running or animation is instant."""
        if self._begun is None or not self._duration:
            return None
        progress = (self._context.app.now - self._begun) / self._duration
        return progress if progress < 1 else None

    def tick(self) -> bool:
        """Advances the countdown with its sounds, and requests a redraw. True while it runs."""
        if self._begun is None:
            return False
        self._context.redraw()
        self._player.run()
        self._begun = None if self._progress() is None else self._begun
        return self._begun is not None

    def _draw_number(self, number: int, painter: Painter, progress: float) -> None:
        """Draws a number on the rocket, growing at first."""
        image = shout(painter.assets, str(number), NUMBER_SIZE, GOLD, 0)
        growth = ease_out_back(min(1.0, progress * 4))
        if growth < 0.99:
            image = pygame.transform.smoothscale_by(image, max(0.05, growth))
        painter.blit(image, *self._middle(), "center")

    def draw(self, painter: Painter) -> None:
        """Draws the countdown, if it runs and a seat still has one card."""
        if self._near and self._player.runs(TOP_PASS):
            self._player.paint(painter)


LAUNCH_VIEW_MS = LENGTH_MS - LAST_PLAY_MS  # ms of the launch at the brisk pace before the hands are revealed

HIDDEN_SHARES = (
    0.16,
    0.85,
)  # shares of the launch between which it covers everything, also with reduced motion


class Rocket:
    """Big rocket in the room or on its way."""

    def __init__(
        self, context: ViewContext, table: TableState, hand_reveal: HandReveal, hooks: RockItHooks
    ) -> None:
        self._context, self._table, self._hand_reveal, self._hooks = context, table, hand_reveal, hooks
        self.countdown = LaunchCountdown(context, self._middle)

    @property
    def room(self) -> MissionControl:
        """The table's theme, as `MissionControl`."""
        theme = self._table.room
        assert isinstance(theme, MissionControl)
        return theme

    def stand(self, flier: int | None = None) -> None:
        """Puts the rocket on its pad, or in flight with a ``flier``, at once; ends the hooks' `closing`."""
        self._hooks.closing = None
        self._table.room = replace(self.room, flier=flier)

    def timeline(self, ended: GameEnded) -> Timeline:
        """End of a game, with the lift-off if the winner went out."""
        # Longer than the lift-off, which is over while a dialog holds the end.
        reveal = MAX_REVEAL_MS if self._hand_reveal.is_unread else 1.0
        end = wait(LENGTH_MS + reveal).at(0, partial(self._begin, ended))
        if ended.reason != RockItEndReason.WENT_OUT:
            return end
        boxes, piles = self._table.placed_piles().boxes(), self._table.draft.piles
        tricks = [(tuple(pile.texts), boxes[pile.key]) for pile in piles if pile.key in boxes]
        lift_off = self._new_lift_off(ended.winners[0], tricks)
        prepare = partial(lift_off.ready, self._context.app.measuring_painter)
        return parallel(end, lift_off.timeline().at(0, prepare))

    def _begin(self, ended: GameEnded) -> None:
        """Removes the rocket if the winner went out; reveals the hands if people play on phones only."""
        if ended.reason == RockItEndReason.WENT_OUT:
            self._table.room = replace(self.room, flier=self._context.seats[ended.winners[0]].look)
        if self._hand_reveal.is_unread:
            self._hand_reveal.begin(None, _hands_delay(ended))

    def tally(self, ended: GameEnded, on_done: Callable[[], None], *, is_hung: bool) -> None:
        """Sets the hooks' `closing`, reveals the hands after the launch, then calls ``on_done``.

        ``is_hung`` is True if the next scene shows the hands instead.
        """
        self._hooks.closing = ended
        self._hand_reveal.begin(on_done, _hands_delay(ended), is_hung=is_hung)

    def _new_lift_off(self, winner: int, tricks: Sequence[tuple[tuple[str, ...], Box]]) -> LiftOff:
        """Lift-off of the winner's rocket, made of these tricks and watched by the other seats."""
        seats, places = self._context.seats, self._table.boxes
        others = [(seat.look, _outfit(seat)) for number, seat in enumerate(seats) if number != winner]
        aside, moon = (places.buttons[0].y, places.wood.y), self.room.moon(places)
        return LiftOff.of(seats[winner].look, others, tricks, places.table, aside, moon)

    def progress(self) -> float:
        """Progress (0 to 1) of the launch; 1 without one."""
        player = self._context.playback.player
        return player.now_ms / LENGTH_MS if player.runs(LAUNCH_PASS) else 1.0

    def _middle(self) -> tuple[float, float]:
        """Middle (x, y) of the rocket on its pad, in units."""
        return self.room.hull_at(self._table.boxes.status)

    def tick(self) -> bool:
        """Advances the countdown. True while it runs."""
        return self.countdown.tick()

    @property
    def hides_table(self) -> bool:
        """True if the launch hides the whole table now."""
        return HIDDEN_SHARES[0] < self.progress() < HIDDEN_SHARES[1]

    def draw(self, painter: Painter) -> None:
        """Draws the countdown while the rocket is on its pad, or the launch while it is under way."""
        if self.room.flier is None:
            self.countdown.draw(painter)
        self._context.playback.player.paint(painter, LAUNCH_PASS)

    def warm(self, painter: Painter) -> Iterator[None]:
        """Preloads the launch for all seats, and the small rockets, one picture per step."""
        yield from liftoff.warm(painter)
        for seat in self._context.seats:
            yield from liftoff.warm_seat(painter, seat.look, _outfit(seat))
            yield from calls.warm(painter, seat.look)
            replace(self.room, flier=seat.look).draw_flight(painter, self._table.boxes.status)
            yield


def _outfit(seat: Seat) -> str:
    """Accessories of a player who is left behind, separated by spaces: their own and a headset."""
    return f"{outfit_of(seat.level, seat.cap)} headset".strip()


def _hands_delay(ended: GameEnded) -> float:
    """Time in ms at the brisk pace that the hands wait at a game's end: longer with a launch."""
    return LAUNCH_VIEW_MS * (1.0 if ended.reason == RockItEndReason.WENT_OUT else 0.3)
