"""Ending of a match: the winner hangs alone in lamplight, and buttons offer what is next.

Any press during the animation only skips to its end. Without input it continues to the results, or to the
game's replacement for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

import pygame

from game.core.discovery import find_game
from game.core.game import ScoringMode
from game.i18n import _
from game.match.lead_history import LeadHistory, thread_of
from game.match.match_text import course_in_words, headline, words_of
from game.match.seats import is_win_for_room
from game.ui.core.animation_timeline import TimelinePlayer
from game.ui.core.canvas import MAX_STEP_MS, PACE, Box, ease_out
from game.ui.core.fonts import NAMES
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import HARMLESS_ACTIONS, Prompts
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import LARGE
from game.ui.match.info_panels import outfit_of
from game.ui.match.match_end import MIN_PACE
from game.ui.match.match_flow import leave_match, play_again, way_back
from game.ui.match.match_scene import HURRY_FACTOR, MatchScene
from game.ui.match.winner import LENGTH_MS, WinnerProps, WinnerSitter
from game.ui.widgets import (
    GO_COLOUR,
    GO_INK,
    Action,
    Element,
    ElementKey,
    FontSpec,
    LayoutTree,
    Padding,
    Screen,
    Spacer,
    Text,
    button_row,
    column,
    first_that_fits,
    row,
    sign,
)

FADE_MS, BUTTON_RISE_MS = 240.0, 180.0  # ms: length without motion, time in which the buttons rise
CONTINUE_MS = 6000.0  # ms without input until it continues, at the brisk pace
LATE_PRESS_MS = 2000.0  # ms in which the next screen ignores presses that may have been meant for *Continue*
# endless swing of the puppets: ms per frame, and the angles in degrees
SWAY_MS, SWING_SHARES = 260.0, (0.0, 0.5, 1.0, 0.5, 0.0, -0.5, -1.0, -0.5)


class WinnerKey(ElementKey):
    """Keys of the buttons."""

    ON = "on"
    AGAIN = "again"
    AWAY = "away"


BUTTON_ICONS: Mapping[str, str] = {
    WinnerKey.ON: "play",
    WinnerKey.AGAIN: "restart",
    WinnerKey.AWAY: "sock",
}  # icons


class WinnerScene(Screen):
    """Ending of a match, before its results. ``end`` has the props of its picture."""

    wants_unbound_presses = True
    focus = WinnerKey.ON

    def __init__(self, scene: MatchScene, on_done: Callable[[], object], *, plain: bool = True) -> None:
        """``on_done`` opens the next screen. Without ``plain`` there is only the button that calls it."""
        self.scene, self._on_done, self._plain = scene, on_done, plain
        self.end = shown_of(scene)
        self._elapsed_ms, self._last, self._touched = 0.0, 0.0, 0.0
        self._risen, self._moves = 0.0, True
        """Time in ms when the buttons began to rise, and True while they rise."""
        self._swayed = 0.0
        self._table: pygame.Surface | None = None  # last picture of the match, for the fade

    def on_enter(self) -> None:
        """Render all pictures and start the animation, or skip it if animations are off."""
        for _picture in self.preload(self.app.measuring_painter):
            continue
        self._last = self._touched = self.app.now
        self._player = TimelinePlayer(self.app, self._progress)
        self._player.begin(self.end.timeline(self._pace, self._play_sound))
        if self._pace:
            view = self.app.view
            self._table = pygame.Surface((round(view.w * view.scale), round(view.h * view.scale))).convert()
            self.scene.draw(self.app.painter(self._table))
        else:
            self._skip()

    def on_language_changed(self) -> None:
        """Make the props again in the current language."""
        self.end = shown_of(self.scene)

    def preload(self, painter: Painter) -> Iterator[None]:
        """Render all pictures in advance, one per step."""
        app = self.scene.app
        moves = bool(PACE[app.settings.animation_speed]) and not app.reduced_motion
        yield from self.end.warm(painter, moves=moves)
        LayoutTree(self._button_row(painter), painter.view.box, painter).paint(painter, self.focus)
        yield

    @property
    def _pace(self) -> float:
        """Factor on the durations of animations; 0 if they are off."""
        return PACE[self.app.settings.animation_speed]

    @property
    def runs(self) -> bool:
        """True during the animation."""
        return self._elapsed_ms < (FADE_MS if self.app.reduced_motion else LENGTH_MS) * self._pace

    def _progress(self) -> float | None:
        """Progress of the animation, 0 to 1; None once it is over."""
        return self._elapsed_ms / (LENGTH_MS * self._pace) if self.runs else None

    def _play_sound(self) -> None:
        """Play the sound of a good or bad end, unless it was heard."""
        if not self.scene.ending.is_heard:
            self.scene.ending.is_heard = True
            match = self.scene.match
            good = is_win_for_room(match.seats, match.result().winners)
            self.app.audio.play("win" if good else "lose")

    def _skip(self) -> None:
        """Skip to the end of the animation, and play the end's sound unless it was heard."""
        self._elapsed_ms = LENGTH_MS * self._pace
        self._risen, self._table = self.app.now, None
        self._player.end()
        self._play_sound()
        self.needs_redraw = True

    @property
    def _rise_progress(self) -> float:
        """Progress of the rising buttons, 0 to 1."""
        quick = self.app.reduced_motion or not self._pace
        return 1.0 if quick else min(1.0, (self.app.now - self._risen) / BUTTON_RISE_MS)

    def tick(self, now: float) -> bool:
        """Advance the animation and the rising buttons, later continue alone. True while these move."""
        elapsed, self._last = min(now - self._last, MAX_STEP_MS), now
        if self.runs:
            self._elapsed_ms += elapsed * (
                HURRY_FACTOR if self.app.devices.holding(InputAction.CONFIRM) else 1.0
            )
            self._touched, self.needs_redraw = now, True
            if self.runs:
                self._player.run()
            else:
                self._skip()
            return True
        if self._moves:
            self._moves, self.needs_redraw = self._rise_progress < 1, True
            return True
        if now >= self._leave_time:
            self._go_on()
            if (top := self.app.scenes.top) is not None:
                top.input_grace_ms = LATE_PRESS_MS
        return False

    @property
    def _leave_time(self) -> float:
        """Time in ms when it continues without input."""
        return self._touched + CONTINUE_MS * max(MIN_PACE, self._pace)

    def wake_times(self) -> Iterable[float]:
        """Time in ms at which it continues without input; none during the animation."""
        return () if self.runs else (self._leave_time,)

    def on_input(self, intent: InputEvent) -> None:
        """Skip the animation on a press; after it, handle the event. Any event delays the continuation."""
        self._touched = self.app.now
        if not self.runs:
            super().on_input(intent)
        elif intent.act not in HARMLESS_ACTIONS:
            self._skip()

    def actions(self) -> dict[str, Action]:
        """Actions of the buttons; none during the animation."""
        return {} if self.runs else self._all_actions()

    def _all_actions(self) -> dict[str, Action]:
        """Actions of the buttons after the animation; without ``plain`` only *Continue*."""
        actions: dict[str, Action] = {WinnerKey.ON: Action(self._go_on, label=_("Continue"))}
        if self._plain:
            actions[WinnerKey.AGAIN] = Action(self._rematch, label=_("Rematch"))
            entry = way_back(self.scene)
            label = _("Go to title") if entry is None else entry.label
            actions[WinnerKey.AWAY] = Action(self._leave, label=label)
        return actions

    def _go_on(self) -> None:
        """Close the scene and open the next screen."""
        self.app.scenes.pop()
        self._on_done()

    def _rematch(self) -> None:
        """Play the match again, with a sound."""
        self.app.audio.play("confirm")
        play_again(self.scene)

    def _leave(self) -> None:
        """Leave the match, with a sound."""
        self.app.audio.play("back")
        leave_match(self.scene)

    def back(self) -> None:
        """Continue to the next screen, like *Continue*."""
        self._go_on()

    def build(self) -> Element:
        """Row of the buttons; empty during the animation."""
        return Spacer() if self.runs else self._button_row(self.app.measuring_painter)

    def _button_row(self, painter: Painter) -> Element:
        """Row of buttons on the drawer's front."""
        theme, font = painter.theme, FontSpec(LARGE + 4, NAMES, most=40)
        looks = (GO_COLOUR, GO_INK), *[(theme.panel, theme.ink)] * 2
        forms = []
        for gap in (28.0, 16.0):
            buttons = (
                button_row(
                    sign(BUTTON_ICONS[key], 30, ink=ink if fill == GO_COLOUR else ""),
                    Text(action.label, font.with_colour(ink), lines=1),
                    fill=fill, least=62, pad=gap, key=key,
                )
                for (key, action), (fill, ink) in zip(self._all_actions().items(), looks, strict=False)
            )  # fmt: skip
            forms.append(row(Spacer(flex=1), *buttons, Spacer(flex=1), gap=gap, align=0.5, least=86))
        return column(Spacer(flex=1), first_that_fits(*forms), pad=Padding(20, 0, 6))

    @property
    def content_bottom(self) -> float:
        """Y position of the lower edge of the canvas, in units."""
        return self.app.view.h

    def draw(self, painter: Painter) -> None:
        """Draw the animation; after it the end with the rising buttons."""
        if self.runs:
            if self._table is not None and self._elapsed_ms < FADE_MS * self._pace:
                painter.surface.blit(self._table, (0, 0))
            self._player.paint(painter)
            return
        self.end.draw_rest(painter, self._swayed)
        if self._rise_progress < 1:
            below = 90 * (1 - ease_out(self._rise_progress))
            LayoutTree(self.build(), painter.view.box.translated(0, below), painter).paint(
                painter, self.focus
            )
        else:
            self.frame.paint(painter, self.focus)

    def tick_idle(self, now: float) -> list[Box]:
        """Box of the puppets if their swing has changed, else none."""
        before, self._swayed = self._swayed, self._sway_angle(now)
        return [self.end.hung_box(self.app.measuring_painter)] if before != self._swayed else []

    def _sway_angle(self, now: float) -> float:
        """Angle of the swinging puppets in degrees at the time ``now`` in ms."""
        if self.app.idle_motion_off or self.runs or not self._pace:
            return 0.0
        return SWING_SHARES[int((now - self._risen) / SWAY_MS) % len(SWING_SHARES)]

    def prompts(self) -> Prompts:
        """No entries, because this screen has no prompt bar."""
        return []

    def narration(self) -> NarrationContent:
        action = self.action()
        return NarrationContent(
            self.end.title, self.end.stories[:1], action.label if action is not None else ""
        )


def shown_of(scene: MatchScene) -> WinnerProps:
    """Return the props of a match's ending: headline, sentences, winners, losers and lead."""
    match, texts = scene.match, words_of(scene.match)
    info, outcome = find_game(match.session.game).info, match.result()
    seats, winners = match.seats, outcome.winners
    title = headline(info, [seat.name for seat in seats], winners)
    champion = winners[0] if len(winners) == 1 and info.scoring is ScoringMode.BEST else None
    named_seats = list(winners)
    if info.scoring is ScoringMode.LOSER:
        named_seats = [number for number in range(len(seats)) if number not in winners]
    named_look = seats[named_seats[0]].look if len(named_seats) == 1 else -1
    ending, course = (
        texts.end_sentence(outcome),
        course_in_words(texts, texts.curves(), winners) if champion is not None else "",
    )
    sentences = tuple(dict.fromkeys(filter(None, (" ".join(filter(None, (ending, course))), course, ending))))
    history = thread_of(match.session, texts)
    looks_by_seat: dict[int | None, int | None] = {
        None: None,
        **{n: seat.look for n, seat in enumerate(seats)},
    }
    line = LeadHistory(
        tuple(replace(stretch, seat=looks_by_seat[stretch.seat]) for stretch in history.stretches),
        tuple(replace(knot, seat=looks_by_seat[knot.seat]) for knot in history.knots),
    )
    sitters = [WinnerSitter(seat.look, outfit_of(seat.level, seat.cap)) for seat in seats]
    return WinnerProps(
        title,
        named_look,
        sentences,
        tuple(sitter for number, sitter in enumerate(sitters) if number in winners),
        tuple(sitter for number, sitter in enumerate(sitters) if number not in winners),
        line,
        crowned=champion is not None,
    )
