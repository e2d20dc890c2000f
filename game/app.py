"""The window: one main loop for all screens.

Input events become intents, intents go to the top scene, and drawing happens only after a change. If nothing
moves, the loop waits for the next event, but only after a frame that has changed nothing, because each frame
may leave work for the next. It waits at most until a scene or the phones have something due. With idle
animations it wakes up to 12 times a second; these stop 20 seconds after the last input, but the match goes
on.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter

import pygame

from game.core.extras import faults
from game.log import log
from game.store.data_folder import StorageIssue
from game.ui.core.canvas import Box
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.one_switch import SwitchScanner
from game.ui.core.paint import Painter
from game.ui.core.scene import WAKE_EVENT, AppContext, Scene
from game.ui.core.screen_reader import ScreenReader
from game.ui.core.window import MIN_SIZE, make_window, trim_memory, unit_of, wait_for_event
from game.ui.match.join_column import JoinColumn
from game.ui.match.match_scene import MatchScene
from game.ui.match.status_bar import StatusBar
from game.ui.widgets import act_at, draw_mark, rest_on

STALL_S = 0.2  # s of a frame from which on the log mentions it
IDLE_FRAME_MS = 1000 / 12  # ms between two frames of idle animation
IDLE_REST_MS = 20_000.0  # ms after the last input until idle animations stop
MAX_WAIT_MS = 1000.0  # ms; maximum wait, because Python handles signals only between waits
INITIAL_SPARE_S = 0.008  # initial value of `App.spare`
COLLECTIONS_PER_FULL = 10  # collections of generation 1 until a full garbage collection is due
DOUBLE_CLICK_MS, DOUBLE_CLICK_PX = 400.0, 8  # ms and px between two presses of a double click
SETTLING_MS = (
    1000.0  # ms after creating the window in which its focus and pointer events come from the system
)


class App:
    """The program while its window is open."""

    def __init__(self, app: AppContext, screen: pygame.Surface) -> None:
        self.context = app
        self.screen = screen
        self.spare = INITIAL_SPARE_S
        """Maximum time in s of a frame that may also prepare pictures for later."""
        self._input = app.now
        self._breath = 0.0
        self._whole = False
        """True if everything was drawn since the last frame in parts, which then redraws everything."""
        self._moving = False
        self._settled = False  # True if the last frame left nothing to draw or send
        self._turned = app.now  # time of the last frame; handles everything due until then
        self._warmed: object = None
        self._has_left = False
        """True if the top scene has changed since the last full garbage collection."""
        self._place = app.settings.window_place
        self._size = app.settings.window_size
        self._fills = app.settings.fullscreen  # True if the window was created as full screen
        self._full_size = (0, 0)  # px, of the last full-screen window
        self._made = -SETTLING_MS  # time when the window was last recreated
        self._pressed: tuple[float, tuple[int, int], Scene] | None = None
        """Time and place of the last press, and the scene that received it."""
        self._asked = False  # True while the question before losing a match is open
        self._shifted = True
        """True if the window has changed under a pointer that may not have moved."""
        self.status_bar, self.side = StatusBar(app), JoinColumn(app)
        self.narration, self.scanning = ScreenReader(app), SwitchScanner(app)
        self._fit()

    @property
    def open(self) -> bool:
        """True until the player leaves or no scene is left."""
        return self.context.scenes.top is not None and not self.context.is_quitting

    def run(self) -> None:
        """Run frame after frame while the window is open."""
        clock = pygame.time.Clock()
        self._settled = False
        while self.open:
            if self._moving or not self._settled:
                clock.tick(60)
                events = pygame.event.get()
            else:
                events = self.wait_for_events()
            start, top = perf_counter(), self.context.scenes.top
            self.step_frame(events)
            if (seconds := perf_counter() - start) > STALL_S:
                log("window", "a frame of %s took %d ms", type(top).__name__, 1000 * seconds)

    def terminate(self) -> None:
        """Make the loop quit after this frame, without asking, and wake it if it waits."""
        self.context.is_quitting = True
        pygame.event.post(pygame.event.Event(WAKE_EVENT))

    def remember_place(self) -> None:
        """Store position and size of the window in the settings, if they have changed."""
        settings = self.context.settings
        if (self._place, self._size) != (settings.window_place, settings.window_size):
            self.context.update_settings(window_place=self._place, window_size=self._size)

    def wait_for_events(self) -> list[pygame.event.Event]:
        """Wait for the next events, at most until something is due; then there may be none."""
        due = self._next_wake_time()
        while not (events := pygame.event.get()):
            left = MAX_WAIT_MS if due is None else due - self.context.now
            if left <= 0:
                break
            wait_for_event(min(left, MAX_WAIT_MS), polled=bool(self.context.devices.pads.connected_devices))
        return events

    def _next_wake_time(self) -> float | None:
        """Next time (ms) at which the loop must run without an event; `None` for never."""
        context, top = self.context, self.context.scenes.top
        due = [*context.phones.wake_times(), *(top.wake_times() if top is not None else ())]
        times = [time for time in due if time > self._turned]
        times += filter(None, (context.devices.next_repeat, self.scanning.wake_time))
        if context.now - self._input < IDLE_REST_MS and not context.idle_motion_off:
            times.append(self._breath + IDLE_FRAME_MS)
        if context.assets.unsaved_count() or context.ahead.is_due:
            times.append(context.now)
        return min(times, default=None)

    def step_frame(self, events: Iterable[pygame.event.Event]) -> None:
        """Run one frame: handle events, advance time, and draw changes."""
        self._turned, self._settled = self.context.now, False
        now, start = self._turned, perf_counter()
        dropped = []
        for event in events:
            self._take(event, now)
            if event.type == pygame.DROPFILE:
                dropped.append(Path(event.file))
        if dropped:  # several files dropped together come in one frame
            top = self.context.scenes.top
            left = [path for path in dropped if top is None or not top.on_file_dropped(path)]
            if left:
                self.context.open_scene("import_files", self.context, *left)
        for intent in (*self.context.devices.poll_repeats(now), *self.scanning.tick(now)):
            self._pass_on(intent, now)
        if self.context.settings.fullscreen != self._fills:
            self.window()
        if self.context.phones.tick():  # input on a phone keeps idle animations running
            self._input = now
        top = self.context.scenes.top
        if top is None or self.context.is_quitting:
            return
        for name, why in faults().items():  # at the start, or when its hooks are first used
            self.context.stores.folder.add_notice(StorageIssue.EXTRA, "", name=name, why=why)
        self._moving = top.tick(now)
        top = self.context.scenes.top  # the tick may have opened or closed a scene
        if top is None:
            return
        if self.status_bar.watch():
            top.needs_redraw = True
        if self.side.watch() or self._bar_height(self.screen) != self.context.view.top:
            self._fit()
        self._moving |= self.side.moving
        *covered, _top = self.context.scenes.scenes
        others_changed = any(scene.needs_redraw for scene in covered)
        needs_redraw = others_changed or top.needs_redraw
        self._settled = not needs_redraw and not self.context.phones.has_unsent
        if needs_redraw:
            self.narration.poll()
            # Below a dialog, what is alive has moved too.
            is_alone = top.is_opaque and not others_changed and not self.side.stale
            moved = top.moved_boxes() if is_alone else None
            if moved is None:
                self.draw()
            else:
                self._mark_clean()
                self.draw_parts(top, now, moved)
        elif self.side.stale and self._can_show_side:
            self.screen.set_clip(None)
            below = self._below_bar(self.screen)
            self.side.draw(below)
            width, height = below.get_size()
            beside = self.side.width((width, height))
            pygame.display.update((width - beside, self.context.view.top, beside, height))
        elif (
            now - self._breath >= IDLE_FRAME_MS
            and now - self._input < IDLE_REST_MS
            and not self.context.idle_motion_off
        ):
            self.draw_parts(top, now, [])
        elif not self._moving:
            self._tidy()
        if perf_counter() - start < self.spare:
            self._warm(top)

    def _tidy(self) -> None:
        """Save some pictures; if there are none, run a full garbage collection when it is due.

        A full collection only if `game.launch.settle` has postponed the automatic ones.
        """
        is_ours = gc.get_threshold()[2] > COLLECTIONS_PER_FULL
        is_due = self._has_left or gc.get_count()[2] >= COLLECTIONS_PER_FULL
        if not self.context.assets.save_some() and is_ours and is_due:
            self._has_left = False
            gc.collect()
            trim_memory()  # now, because references kept the earlier scenes until the collection

    def _warm(self, top: Scene) -> None:
        """Prepare a part of the pictures that the top scene will need."""
        key = top, self.context.assets  # another theme or size needs new pictures
        if self._warmed != key:
            self._warmed, self._has_left = key, True
            self.context.ahead.begin(top.preload(self.context.measuring_painter), self.context.assets)
        self.context.ahead.step()

    def draw(self) -> None:
        """Draw everything on the window and show it."""
        self._mark_clean()
        self._whole = True
        self.paint(self.screen)
        pygame.display.flip()
        self.context.scenes.mark_drawn()

    def _mark_clean(self) -> None:
        """Mark all scenes as drawn, before painting: one that becomes stale meanwhile is drawn again."""
        for scene in self.context.scenes.scenes:
            scene.needs_redraw = False

    def paint(self, screen: pygame.Surface) -> None:
        """Draw everything on a surface of the window's size."""
        screen.set_clip(None)
        painter = self.context.painter(self._board(screen))
        self._draw(painter)
        if self._can_show_side:
            self.side.draw(self._below_bar(screen))
            self.status_bar.draw(screen)

    @property
    def _can_show_side(self) -> bool:
        """True if bar and join column may be drawn: they appear together with the pictures of the scene."""
        top = self.context.scenes.top
        return top is None or top.is_prepared

    def _draw(self, painter: Painter) -> None:
        """Draw the scenes and what is above them, without bar and join column."""
        self.context.scenes.draw(painter)
        if self.context.phones.guest is not None and self.context.phones.guest.mark:
            draw_mark(painter, self.context.phones.guest.mark)
        self.scanning.draw(painter)

    def _board(self, screen: pygame.Surface) -> pygame.Surface:
        """Part of a window that bar and join column leave to the scenes; all of it without them."""
        below = self._below_bar(screen)
        width, height = below.get_size()
        beside = self.side.width((width, height))
        return below.subsurface((0, 0, width - beside, height)) if beside else below

    def _below_bar(self, screen: pygame.Surface) -> pygame.Surface:
        """Part of a window below the bar; all of it without the bar."""
        (width, height), top = screen.get_size(), self._bar_height(screen)
        return screen.subsurface((0, top, width, height - top)) if top else screen

    def _bar_height(self, screen: pygame.Surface) -> int:
        """Height in px of the bar on a surface of the window's size, 0 without it."""
        return self.status_bar.height(screen.get_size())

    def _fit(self) -> None:
        """Lay out the scenes in the part of the window that bar and join column leave."""
        width, height = self._board(self.screen).get_size()
        self.context.on_resize(width, height, self._bar_height(self.screen))

    def draw_parts(self, top: Scene, now: float, moved: Sequence[Box]) -> None:
        """Draw moved boxes, and those in which idle animations have changed; all after a full frame."""
        self._breath = now
        # Drawing only the boxes would leave parts of the still picture.
        if self._whole:
            top.tick_idle(now)
            self.draw()
            self._whole = False
            return
        self.screen.set_clip(None)
        board, boxes = self._board(self.screen), [*moved, *top.tick_idle(now)]
        if boxes:  # together, because each drawing goes through all elements
            rect, *rects = map(self.context.view.rect, boxes)
            board.set_clip(rect.unionall(rects))
            self._draw(self.context.painter(board))
            pygame.display.update(board.get_clip().move(0, self.context.view.top))
            board.set_clip(None)

    def _take(self, event: pygame.event.Event, now: float) -> None:
        """Handle an event, and pass on the intents that a device or scanning makes of it."""
        match event.type:
            case pygame.QUIT:
                self._close()
            case pygame.VIDEORESIZE:
                self._shifted = True
                self.screen = pygame.display.get_surface() or self.screen
                w, h = self.screen.get_size()
                # Do not save the size of the full screen, which the system may report later.
                late = self.context.now - self._made < SETTLING_MS and (w, h) == self._full_size
                if not self.context.settings.fullscreen and not late:
                    self._remember_size(w, h)
                self._fit()
            case pygame.WINDOWEXPOSED | pygame.VIDEOEXPOSE:
                self._redraw_all()
            case pygame.WINDOWFOCUSLOST:
                self.context.devices.release_all()  # the held key is released in another window
                if now - self._made >= SETTLING_MS:  # creating a window takes its focus for a moment
                    self.context.audio.mute(muted=True)
                    self.context.speaker.stop()  # the user of another window listens to that
                    if self.context.scenes.top is not None:
                        self.context.scenes.top.on_focus_lost()
            case pygame.MOUSEMOTION if self._is_unmoved(event, now):
                return
            case pygame.WINDOWFOCUSGAINED:
                self.context.audio.mute(muted=False)
            case pygame.WINDOWMOVED if not self.context.settings.fullscreen:
                self._place = event.x, event.y
            case pygame.CONTROLLERDEVICEADDED:
                self._open_controller(event.device_index)
            case pygame.CONTROLLERDEVICEREMOVED:
                self._redraw_all()
        if event.type == WAKE_EVENT:  # it only ends the wait
            return
        scanned, before = self.scanning.read(event, now), self.context.devices.last
        for intent in self.context.devices.read(event, now) if scanned is None else scanned:
            self._pass_on(intent, now)
        if self.context.devices.last != before:
            self._redraw_all()  # the prompt bar shows the buttons of the current device

    def _close(self) -> None:
        """Leave. If the match on the screen is not saved, only after a question or at the second attempt."""
        app = self.context
        matches = (scene for scene in app.scenes.scenes if isinstance(scene, MatchScene))
        match = next((scene for scene in matches if scene.is_kept), None)
        if match is not None:
            app.banner.watch(match)
        if match is None or not app.banner.why or self._asked:
            app.is_quitting = True
            return

        def answered(answer: int | None) -> None:
            """Quit if the answer is 1; another one lets the next attempt ask again."""
            self._asked, app.is_quitting = False, answer == 1

        self._asked = True
        app.scenes.push(app.screens["unsaved_warning"](app), answered)

    def _is_unmoved(self, event: pygame.event.Event, now: float) -> bool:
        """True if a motion event is to be ignored: no movement, or the window was just made or moved.

        A mouse that is not moved must not take the focus from a keyboard or a controller.
        """
        if now - self._made < SETTLING_MS:
            return True
        shifted, self._shifted = self._shifted, False
        return shifted or tuple(event.rel) == (0, 0)

    def _pass_on(self, intent: InputEvent, now: float) -> None:
        """Handle an intent of the window itself, or pass it to bar, join column or the top scene."""
        self._input = now
        if intent.act is InputAction.FULLSCREEN:
            self.context.update_settings(fullscreen=not self.context.settings.fullscreen)
            return
        if intent.act in (InputAction.SPEAK, InputAction.SILENCE):
            (self.narration.ask if intent.act is InputAction.SPEAK else self.narration.silence)()
            return
        pygame.mouse.set_visible(intent.kind == MOUSE)  # hidden for keys, controllers and touch
        below = self._below_bar(self.screen).get_size()
        if self.status_bar.handle_input(intent) or self.side.handle_input(intent, below):
            return
        top = self.context.scenes.top
        if top is None:
            return
        if intent.act in (InputAction.POINT, InputAction.PRESS) and not intent.is_dragging:
            rest_on(self.context, top, self.context.view.units(intent.position))
        if intent.act is InputAction.PRESS:
            if self.doubles(intent.position, top, now):
                return
            self._pressed = now, intent.position, top
            act = act_at(self.context, top, self.context.view.units(intent.position))
            if act is not None:
                intent = InputEvent(
                    act, MOUSE, position=intent.position
                )  # a click on a prompt acts like its key
        self.context.scenes.intent(intent)

    def doubles(self, at: tuple[int, int], top: Scene, now: float) -> bool:
        """True if a press is the second of a double click whose first went to another scene.

        The player cannot have meant a control that has just appeared under the pointer.
        """
        if self._pressed is None or self._pressed[2] is top:
            return False
        pressed_at, position, _scene = self._pressed
        is_near = max(abs(at[0] - position[0]), abs(at[1] - position[1])) <= DOUBLE_CLICK_PX
        return is_near and now - max(pressed_at, top.appeared) < DOUBLE_CLICK_MS

    def _open_controller(self, index: int) -> None:
        """Open a controller; ignore one that cannot be opened."""
        from pygame._sdl2 import controller

        try:
            pad = controller.Controller(index)
            joystick = pad.as_joystick()
            instance = joystick.get_instance_id()
            unit = unit_of(instance)
            self.context.devices.pads.connect(instance, joystick.get_guid(), pad.name, pad, unit)
        except pygame.error:
            return
        self._redraw_all()

    def _remember_size(self, w: int, h: int) -> None:
        """Note the size of the window, at least `MIN_SIZE`, for the next start."""
        self._size = max(w, MIN_SIZE[0]), max(h, MIN_SIZE[1])

    def window(self) -> None:
        """Store the window's place, and recreate the window according to the settings."""
        if self._fills:
            self._full_size = self.screen.get_size()
        elif self.context.settings.fullscreen:
            self._remember_size(*self.screen.get_size())  # in any case, because it is the size to return to
        self.remember_place()  # before the window is replaced
        self.screen = make_window(self.context.settings)
        self._fills = self.context.settings.fullscreen
        self._made, self._shifted = self.context.now, True
        self._fit()

    def _redraw_all(self) -> None:
        """Mark every scene as changed, so that all are drawn again."""
        for scene in self.context.scenes.scenes:
            scene.needs_redraw = True
