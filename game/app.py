"""The window: one loop for all screens.

Events become intents, intents go to the scene on top, and something is drawn only when something has changed.
Where nothing moves the loop waits for the next event, but only after a turn that has changed nothing: what a
turn leaves to be shown or told is looked at in the next. It waits no longer than until a scene or the phones
have something due. Where there is idle life it wakes up to 12 times a second, and comes to rest 20 seconds
after the last input: rest stills the breathing, never the match.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter

import pygame

from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.one_switch import SwitchScanner
from game.ui.core.paint import Painter
from game.ui.core.scene import WAKE, AppContext, Scene
from game.ui.core.screen_reader import ScreenReader
from game.ui.core.window import SMALLEST, make_window, trim_memory, unit_of, wait_for_event
from game.ui.match.countdown import VoteCountdown
from game.ui.match.join_column import JoinColumn
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import act_at, draw_mark, rest_on

FRAME = 1000 / 60
ALIVE = 1000 / 12
"""Milliseconds between two pictures of idle life."""
REST = 20_000.0
"""Milliseconds after the last input when idle life comes to rest."""
LONGEST = 1000.0
"""Milliseconds for which the loop waits at most: only Python's own code sees a signal."""
SPARE = 0.008
"""What `App.spare` is at first."""
UNTIDY = 10
"""After so many lesser looks for garbage since the last thorough one another is due."""
TWICE, NEAR = 400.0, 8
"""Milliseconds and pixels within which two presses are one double click."""
SETTLING = 1000.0
"""Milliseconds after the window was made in which the system moves focus and pointer about, nobody else."""


class App:
    """The program while its window is open."""

    def __init__(self, stage: AppContext, screen: pygame.Surface) -> None:
        self.stage = stage
        self.screen = screen
        self.spare = SPARE
        """In so many seconds a frame is done that has time to make a picture that will be needed later."""
        self._input = stage.now
        self._breath = 0.0
        self._whole = False
        """Whether everything was drawn since the last breath, of which idle life does not know."""
        self._moving = False
        self._settled = False
        """Whether the last turn has found everything shown and told."""
        self._turned = stage.now
        """When the last turn was; what was due until then has been looked at."""
        self._warmed: object = None
        self._has_left = False
        """True if the scene on top is another one since the last look for garbage."""
        self._place = stage.settings.window_place
        self._size = stage.settings.window_size
        self._fills = stage.settings.fullscreen
        """Whether the window was made to fill the screen."""
        self._full_size = (0, 0)
        """The size of the last window that did, in pixels."""
        self._made = -SETTLING
        """When the window was made anew."""
        self._pressed: tuple[float, tuple[int, int], Scene] | None = None
        """When and where the pointer was pressed last, and which scene was told of it."""
        self._asked = False
        """Whether the question stands there that comes before a match is lost."""
        self._shifted = True
        """Whether the window has changed under a pointer that may have stayed where it was."""
        self.side = JoinColumn(stage)
        self.countdown = VoteCountdown(stage)
        self.narration, self.scanning = ScreenReader(stage), SwitchScanner(stage)
        self._fit()

    @property
    def open(self) -> bool:
        return self.stage.scenes.top is not None and not self.stage.leaving

    def run(self) -> None:
        clock = pygame.time.Clock()
        self._settled = False
        while self.open:
            if self._moving or not self._settled:
                clock.tick(60)
                events = pygame.event.get()
            else:
                events = self.wait_for_events()
            self.turn(events)

    def terminate(self) -> None:
        """Leave at the end of this turn, without a question that nobody can answer."""
        self.stage.leaving = True
        pygame.event.post(pygame.event.Event(WAKE))

    def remember_place(self) -> None:
        """Keep where the window stands and how large it is, for the next start."""
        settings = self.stage.settings
        if (self._place, self._size) != (settings.window_place, settings.window_size):
            self.stage.change(window_place=self._place, window_size=self._size)

    def wait_for_events(self) -> list[pygame.event.Event]:
        """The next events, waited for no longer than something is due."""
        due = self._due()
        while not (events := pygame.event.get()):
            left = LONGEST if due is None else due - self.stage.now
            if left <= 0:
                break
            wait_for_event(min(left, LONGEST), polled=bool(self.stage.devices.pads.here))
        return events

    def _due(self) -> float | None:
        """When the loop has to look at something though no event comes; `None` for never."""
        stage, top = self.stage, self.stage.scenes.top
        due = [*stage.phones.due(), *(top.due() if top is not None else ())]
        times = [time for time in due if time > self._turned]
        times += filter(None, (stage.devices.next_repeat, self.scanning.due))
        if stage.now - self._input < REST and not stage.rests:
            times.append(self._breath + ALIVE)
        if stage.assets.unsaved() or stage.ahead.is_due:
            times.append(stage.now)
        return min(times, default=None)

    def turn(self, events: Iterable[pygame.event.Event]) -> None:
        """Take in these events, let time pass, and draw what has changed."""
        self._turned, self._settled = self.stage.now, False
        now, start = self._turned, perf_counter()
        dropped = []
        for event in events:
            self._take(event, now)
            if event.type == pygame.DROPFILE:
                dropped.append(Path(event.file))
        if dropped:  # several files that are let go of at once come in one turn
            top = self.stage.scenes.top
            left = [path for path in dropped if top is None or not top.dropped(path)]
            if left:
                self.stage.open("taken_in", self.stage, *left)
        for intent in (*self.stage.devices.repeats(now), *self.scanning.tick(now)):
            self._pass_on(intent, now)
        if self.stage.settings.fullscreen != self._fills:
            self.window()
        if self.stage.phones.turn():  # a tap on a phone is an input: idle life goes on for it
            self._input = now
        top = self.stage.scenes.top
        if top is None or self.stage.leaving:
            return
        self._moving = top.tick(now)
        top = self.stage.scenes.top  # the tick may have opened another, or closed this one
        if top is None:
            return
        if self.side.watch():
            self._fit()
        top.stale |= self.countdown.watch()
        self._moving |= self.side.moving
        stale = any(scene.stale for scene in self.stage.scenes.scenes)
        self._settled = not stale and not self.stage.phones.owes
        if stale:
            self.narration.look()
            self.draw()
        elif self.side.stale and self._shows_side:
            self.screen.set_clip(None)
            self.side.draw(self.screen)
            width, height = self.screen.get_size()
            beside = self.side.width((width, height))
            pygame.display.update((width - beside, 0, beside, height))
        elif now - self._breath >= ALIVE and now - self._input < REST and not self.stage.rests:
            self.breathe(top, now)
        elif not self._moving:
            self._tidy()
        if perf_counter() - start < self.spare:
            self._warm(top)

    def _tidy(self) -> None:
        """Do what would be seen as a jerk while something moves: write to disk, or look for garbage.

        Thoroughly only where `game.launch.settle` has put off that Python does so by itself.
        """
        is_ours = gc.get_threshold()[2] > UNTIDY
        is_due = self._has_left or gc.get_count()[2] >= UNTIDY
        if not self.stage.assets.save_some() and is_ours and is_due:
            self._has_left = False
            gc.collect()
            trim_memory()  # only now: the scenes before were held by their own references

    def _warm(self, top: Scene) -> None:
        key = top, self.stage.assets  # another theme or size wants all of them anew
        if self._warmed != key:
            self._warmed, self._has_left = key, True
            self.stage.ahead.begin(top.warm(self.stage.ruler), self.stage.assets)
        self.stage.ahead.step()

    def draw(self) -> None:
        for scene in self.stage.scenes.scenes:
            scene.stale = False  # before the painting: what turns stale while it paints is drawn again
        self._whole = True
        self.paint(self.screen)
        pygame.display.flip()
        self.stage.scenes.seen()

    def paint(self, screen: pygame.Surface) -> None:
        """Draw everything onto a surface of the window's size."""
        screen.set_clip(None)
        painter = self.stage.painter(self._board(screen))
        self._draw(painter)
        if self._shows_side:
            self.side.draw(screen)

    @property
    def _shows_side(self) -> bool:
        """Whether the column for phones may be drawn: it comes with the pictures of the scene beside it."""
        top = self.stage.scenes.top
        return top is None or top.is_prepared

    def _draw(self, painter: Painter) -> None:
        self.stage.scenes.draw(painter)
        if self.stage.phones.guest is not None and self.stage.phones.guest.mark:
            draw_mark(painter, self.stage.phones.guest.mark)
        self.countdown.draw(painter)
        self.scanning.draw(painter)

    def _board(self, screen: pygame.Surface) -> pygame.Surface:
        """What the side leaves of a window to the scenes."""
        width, height = screen.get_size()
        beside = self.side.width((width, height))
        return screen.subsurface((0, 0, width - beside, height)) if beside else screen

    def _fit(self) -> None:
        """Lay the scenes out in what the side leaves of the window."""
        width, height = self.screen.get_size()
        self.stage.resized(width - self.side.width((width, height)), height)

    def breathe(self, top: Scene, now: float) -> None:
        """Draw the boxes in which idle life has gone on."""
        self._breath = now
        # Boxes alone would leave something of the still picture behind.
        if self._whole:
            top.idle(now)
            self.draw()
            self._whole = False
            return
        self.screen.set_clip(None)
        board = self._board(self.screen)
        rects = [self.stage.view.rect(box).clip(board.get_rect()) for box in top.idle(now)]
        painter = self.stage.painter(board)
        for rect in rects:
            board.set_clip(rect)
            self._draw(painter)
        board.set_clip(None)
        if rects:
            pygame.display.update(rects)

    def _take(self, event: pygame.event.Event, now: float) -> None:
        match event.type:
            case pygame.QUIT:
                self._close()
            case pygame.VIDEORESIZE:
                self._shifted = True
                self.screen = pygame.display.get_surface() or self.screen
                w, h = self.screen.get_size()
                # The size to come back to is not that of the screen, of which the system may tell afterwards.
                late = self.stage.now - self._made < SETTLING and (w, h) == self._full_size
                if not self.stage.settings.fullscreen and not late:
                    self._remember_size(w, h)
                self._fit()
            case pygame.WINDOWEXPOSED | pygame.VIDEOEXPOSE:
                self._stale()
            case pygame.WINDOWFOCUSLOST:
                self.stage.devices.let_go()  # the key that is held now is let go in some other window
                if now - self._made >= SETTLING:  # making a window takes its focus for a moment; nobody left
                    self.stage.audio.mute(muted=True)
                    self.stage.speaker.hush()  # whoever is in another window listens to that
                    if self.stage.scenes.top is not None:
                        self.stage.scenes.top.paused()
            case pygame.MOUSEMOTION if self._is_unmoved(event, now):
                return
            case pygame.WINDOWFOCUSGAINED:
                self.stage.audio.mute(muted=False)
            case pygame.WINDOWMOVED if not self.stage.settings.fullscreen:
                self._place = event.x, event.y
            case pygame.CONTROLLERDEVICEADDED:
                self._plugged(event.device_index)
            case pygame.CONTROLLERDEVICEREMOVED:
                self._stale()
        if event.type == WAKE:  # it only ends the wait
            return
        scanned, before = self.scanning.read(event, now), self.stage.devices.last
        for intent in self.stage.devices.read(event, now) if scanned is None else scanned:
            self._pass_on(intent, now)
        if self.stage.devices.last != before:
            self._stale()  # the strip names the buttons of what is in hand now

    def _close(self) -> None:
        """Leave; where the match on the screen is not saved, only after a question or at the second try."""
        stage = self.stage
        matches = (scene for scene in stage.scenes.scenes if isinstance(scene, MatchScene))
        match = next((scene for scene in matches if scene.is_kept), None)
        if match is not None:
            stage.banner.watch(match)
        if match is None or not stage.banner.why or self._asked:
            stage.leaving = True
            return

        def answered(answer: int | None) -> None:
            self._asked, stage.leaving = False, answer == 1

        self._asked = True
        stage.scenes.push(stage.screens["losing"](stage), answered)

    def _is_unmoved(self, event: pygame.event.Event, now: float) -> bool:
        """Whether the pointer is only told to be where it was, in a window that moved or came under it.

        A mouse that nobody moves must not take the focus from a keyboard or a pad.
        """
        if now - self._made < SETTLING:
            return True
        shifted, self._shifted = self._shifted, False
        return shifted or tuple(event.rel) == (0, 0)

    def _pass_on(self, intent: InputEvent, now: float) -> None:
        self._input = now
        if intent.act is InputAction.FULLSCREEN:
            self.stage.change(fullscreen=not self.stage.settings.fullscreen)
            return
        if intent.act in (InputAction.SPEAK, InputAction.SILENCE):
            (self.narration.ask if intent.act is InputAction.SPEAK else self.narration.silence)()
            return
        pygame.mouse.set_visible(intent.kind == MOUSE)  # to keys, pads and fingers it is only in the way
        if self.side.takes(intent, self.screen.get_size()) or self.countdown.takes(intent):
            return
        top = self.stage.scenes.top
        if top is None:
            return
        if intent.act in (InputAction.POINT, InputAction.PRESS) and not intent.held:
            rest_on(self.stage, top, self.stage.view.units(intent.at))
        if intent.act is InputAction.PRESS:
            if self.doubles(intent.at, top, now):
                return
            self._pressed = now, intent.at, top
            act = act_at(self.stage, top, self.stage.view.units(intent.at))
            if act is not None:
                intent = InputEvent(act, MOUSE, at=intent.at)  # what the strip names is done as if by its key
        self.stage.scenes.intent(intent)

    def doubles(self, at: tuple[int, int], top: Scene, now: float) -> bool:
        """Whether a press is the second of a double click whose first was told to another scene.

        What has come under the pointer meanwhile was not there to be meant.
        """
        if self._pressed is None or self._pressed[2] is top:
            return False
        then, there, _scene = self._pressed
        is_near = max(abs(at[0] - there[0]), abs(at[1] - there[1])) <= NEAR
        return is_near and now - max(then, top.appeared) < TWICE

    def _plugged(self, index: int) -> None:
        """Open a pad; one that cannot be opened is left alone."""
        from pygame._sdl2 import controller

        try:
            pad = controller.Controller(index)
            joystick = pad.as_joystick()
            instance = joystick.get_instance_id()
            unit = unit_of(instance)
            self.stage.devices.pads.plugged(instance, joystick.get_guid(), pad.name, pad, unit)
        except pygame.error:
            return
        self._stale()

    def _remember_size(self, w: int, h: int) -> None:
        self._size = max(w, SMALLEST[0]), max(h, SMALLEST[1])

    def window(self) -> None:
        """Make the window as the settings say; one that fills the screen gives way to the one before it."""
        if self._fills:
            self._full_size = self.screen.get_size()
        elif self.stage.settings.fullscreen:
            self._remember_size(*self.screen.get_size())  # however it came to that size
        self.remember_place()  # the window that stands in that place is about to go
        self.screen = make_window(self.stage.settings)
        self._fills = self.stage.settings.fullscreen
        self._made, self._shifted = self.stage.now, True
        self._fit()

    def _stale(self) -> None:
        for scene in self.stage.scenes.scenes:
            scene.stale = True
