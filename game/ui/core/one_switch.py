"""One-switch scanning in the window: input of the switch, its effect, and the ring around the offered item.

`SwitchScanner` (`ui/core/one_switch.py`) gets the events of the switch before `InputMapper` does. It calls
`switch_targets_of` for the items on offer: a scene's `switch_targets`, the `SwitchTargets` of a view, the
focusable elements, or four directions; and the prompt bar. It walks through them with a
`ScanCursor` (`ui/core/scanning.py`), which needs no window. Taking an item sends input events like those of
any device.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from game.i18n import _
from game.store.settings import ScanMode, SwitchInput
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.input import KEYBOARD, InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scanning import Item, ScanCursor, SwitchGroup, SwitchTarget, around, flatten, group_targets
from game.ui.core.scene import AppContext, Scene
from game.ui.core.theme import BODY
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import RowsScreen, prompt_bar_top, prompts_for

ARROW_SIZE = 112.0, 52.0  # (width, height) in units of the direction buttons
DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def switch_targets_of(app: AppContext, scene: Scene) -> tuple[Item, ...]:
    """Items that can be taken now: the default target, the rest of the screen, then the prompt bar."""
    targets = _content_items(app, scene)
    strip = strip_targets(app, scene)
    if targets is None:
        steered = any(act in (InputAction.NAVIGATE, InputAction.SCROLL) for act, _words in scene.prompts())
        targets = directions(app, scene) if steered else ()
    likely = scene.default_target()
    # Alone and not in a group of its neighbours, which would take one more press.
    first = [item for item in targets if likely and isinstance(item, SwitchTarget) and item.name == likely]
    items = (*first, *group_targets([item for item in targets if item not in first]))
    if not strip:
        return items
    return (*items, SwitchGroup(strip)) if items and len(strip) > 1 else (*items, *strip)


def _content_items(app: AppContext, scene: Scene) -> Sequence[Item] | None:
    """Items of the screen's content; empty in a match unless a local player acts. None: directions only."""
    targets = scene.switch_targets()
    if isinstance(scene, RowsScreen) and targets is not None and scene.reads:
        return [*targets, *directions(app, scene)[2:]]
    if targets is not None:
        return targets
    if isinstance(scene, MatchScene):
        is_local_turn = scene.match.local_to_move is not None and not scene.animations.is_busy
        return scene.view.switch_targets.items() if is_local_turn else ()
    places = scene.focusable()
    return [SwitchTarget(box, name=name) for name, box in places] if places else None


def strip_targets(app: AppContext, scene: Scene) -> tuple[SwitchTarget, ...]:
    """Targets for the visible prompt bar entries, one per action, without NAVIGATE and SCROLL."""
    _box, entries = prompts_for(app, scene)
    labels = dict([*scene.prompts(), (InputAction.HELP, _("More"))])
    targets: dict[InputAction, SwitchTarget] = {}
    for entry in entries:
        if entry.act not in (InputAction.NAVIGATE, InputAction.SCROLL):
            targets.setdefault(entry.act, SwitchTarget(entry.box, entry.act, words=labels.get(entry.act, "")))
    return tuple(targets.values())


def directions(app: AppContext, scene: Scene) -> list[SwitchTarget]:
    """Targets for four directions in a row above the prompt bar: left, right, up, down."""
    width, height = ARROW_SIZE[0] * (0.6 + 0.4 * app.text_scale), ARROW_SIZE[1] * (0.6 + 0.4 * app.text_scale)
    right, top = app.view.safe_area.right, prompt_bar_top(app, scene) - height - 10
    labels = (_("left"), _("right"), _("up"), _("down"))
    boxes = (Box(right - (4 - n) * (width + 8), top, width, height) for n in range(4))
    return [
        SwitchTarget(box, InputAction.NAVIGATE, "way", *direction, words=label, stays=True)
        for box, direction, label in zip(boxes, DIRECTIONS, labels, strict=True)
    ]


RING_WIDTH, RING_EDGE = 6.0, 3.0  # widths in units of the ring, and of the dark line on both sides of it
RING_COLOUR = "#FFD23F"  # of the ring; visible on every background between its dark lines
FIRST_SWITCH = {
    SwitchInput.SPACE: pygame.K_SPACE,
    SwitchInput.PAD: pygame.CONTROLLER_BUTTON_A,
    SwitchInput.CLICK: 1,
}
SECOND_SWITCH = {
    SwitchInput.SPACE: pygame.K_RETURN,
    SwitchInput.PAD: pygame.CONTROLLER_BUTTON_B,
    SwitchInput.CLICK: 3,
}


class SwitchScanner:
    """Offers all actions one after the other to a player with a single switch."""

    def __init__(self, app: AppContext) -> None:
        self._stage = app
        self._scanner = ScanCursor()
        self._device = KEYBOARD
        self._ring_item: Item | None = None  # item in the ring

    @property
    def is_enabled(self) -> bool:
        """True if one-switch mode is on, and no key is being captured by name."""
        return self._stage.settings.scan is not ScanMode.OFF and not self._stage.devices.listening

    @property
    def wake_time(self) -> float | None:
        """Time in ms at which `tick` is due. None if nothing happens without input."""
        return self._scanner.due if self.is_enabled else None

    @property
    def current_item(self) -> Item | None:
        """Item in the ring. None for the exit of a group, or if nothing is offered."""
        return self._scanner.item

    @property
    def is_resting(self) -> bool:
        """True if nothing is offered, so that the next press only starts the scanning."""
        return self._scanner.is_resting

    # Input of the switch.

    def read(self, event: pygame.event.Event, now: float) -> list[InputEvent] | None:
        """Input events, maybe none, of a pygame event of the switch. None: not the switch's, or mode off."""
        if not self.is_enabled:
            return None
        switch = self._switch_of(event)
        if switch is None:
            return None
        self._stage.devices.last = self._device
        self._read_items(now)
        manner = self._scan_settings
        if switch == "" or not self._scanner.group_items:
            return []
        if self._scanner.is_resting and not (switch == "second" and self._scanner.group_items):
            self._scanner.wake(now, *manner)
            return list(self._offer_item())
        if switch == "second" or manner[0] is ScanMode.TIME:
            return self._events_of(self._scanner.take(now, *manner))
        self._scanner.step(now, *manner)
        return list(self._offer_item())

    def _switch_of(self, event: pygame.event.Event) -> str | None:
        """Returns "switch" or "second" for a press of it, "" for its other events, None for other events."""
        switch, code = self._stage.settings.switch, None
        has_second = self._stage.settings.scan is ScanMode.STEP
        codes = {FIRST_SWITCH[switch]: "switch", **({SECOND_SWITCH[switch]: "second"} if has_second else {})}
        if switch is SwitchInput.SPACE:
            if event.type == pygame.TEXTINPUT:
                return "" if event.text == " " else None
            code = event.key if event.type in (pygame.KEYDOWN, pygame.KEYUP) else None
            is_press = event.type == pygame.KEYDOWN
        elif switch is SwitchInput.CLICK:
            code = event.button if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) else None
            is_press = event.type == pygame.MOUSEBUTTONDOWN
        else:
            kinds = (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP)
            code = event.button if event.type in kinds else None
            is_press = event.type == pygame.CONTROLLERBUTTONDOWN
            if code in codes:
                self._device = self._stage.devices.pads.device(event.instance_id)
        if switch is not SwitchInput.PAD:
            self._device = KEYBOARD
        if code is None or code not in codes:
            return None
        return codes[code] if is_press else ""

    # Actions.

    @property
    def _scan_settings(self) -> tuple[ScanMode, float]:
        """(mode of scanning, time of each step in ms), from the settings."""
        settings = self._stage.settings
        return settings.scan, float(settings.scan_time)

    def tick(self, now: float) -> list[InputEvent]:
        """Advance to ``now`` (ms). Returns the events of an item taken by time, or of a new offer."""
        if not self.is_enabled:
            if self._ring_item is not None:
                self._ring_item = None
                self._redraw()
            return []
        if self._read_items(now):
            return list(self._offer_item())
        place, manner = self._scanner.place, self._scan_settings
        target = self._scanner.tick(now, *manner)
        if target is not None:
            return self._events_of(target)
        return list(self._offer_item()) if self._scanner.place != place else []

    def _read_items(self, now: float) -> bool:
        """Read the items on offer. True if they changed so that scanning starts again, or rests."""
        top = self._stage.scenes.top
        items = switch_targets_of(self._stage, top) if top is not None else ()
        return self._scanner.set_items(items, now, *self._scan_settings)

    def _offer_item(self) -> Iterator[InputEvent]:
        """Give the offered item ring and focus, and speak it. Yields POINT if only a pointer focuses it."""
        item = self._scanner.item
        self._ring_item = item
        self._redraw()
        if item is None:
            self._stage.tell_focus(_("Back") if self._scanner.is_on_exit else "")
            return
        every = flatten(item)
        if every[0].come is not None:  # of a group the first, which speech then reads
            every[0].come()
            if isinstance(item, SwitchTarget):
                self._stage.tell_focus(item.words)
        elif every[0].act is None:
            yield InputEvent(
                InputAction.POINT, self._device, position=self._stage.view.pixels(every[0].box.centre)
            )
        else:
            self._stage.tell_focus(", ".join(filter(None, (target.words for target in every))))

    def _events_of(self, target: SwitchTarget | None) -> list[InputEvent]:
        """Input events that take a target. None is an entered group, whose first item is offered."""
        if target is None:
            return list(self._offer_item())
        self._redraw()
        if target.come is not None:
            target.come()  # another element may have taken the focus meanwhile
        if target.act is not None:
            return [InputEvent(target.act, self._device, target.dx, target.dy)]
        at = self._stage.view.pixels(target.box.centre)
        return [
            InputEvent(act, self._device, position=at)
            for act in (InputAction.POINT, InputAction.PRESS, InputAction.RELEASE)
        ]

    def _redraw(self) -> None:
        """Have the top scene redrawn."""
        if self._stage.scenes.top is not None:
            self._stage.scenes.top.needs_redraw = True

    def draw(self, painter: Painter) -> None:
        """Draw the direction buttons, and the ring around the offered item or exit."""
        if not self.is_enabled:
            return
        targets = (target for item in self._scanner.all for target in flatten(item) if target.name == "way")
        for target in targets:
            box = target.box
            painter.fill(box, painter.theme.panel, 12)
            painter.frame(box, painter.theme.ink, 3, 12)
            style = TextStyle(STRONG)
            painter.text(target.words, *box.centre, BODY, style, anchor="center", room=box.w - 12)
        scanner = self._scanner
        if scanner.item is not None:
            self._draw_ring(painter, scanner.item.box)
        elif scanner.is_on_exit:
            box = around([item.box for item in scanner.group_items])
            self._draw_ring(painter, box)
            width, height = painter.width(_("Back"), BODY, STRONG) + 28, painter.line_height(BODY) + 8
            tag = Box(box.centre[0] - width / 2, max(0.0, box.centre[1] - height / 2), width, height)
            painter.fill(tag, RING_COLOUR, 10)
            painter.frame(tag, "#120E22", RING_EDGE, 10)
            painter.text(_("Back"), *tag.centre, BODY, TextStyle(STRONG, "#120E22"), anchor="center")

    def _draw_ring(self, painter: Painter, box: Box) -> None:
        """Draw the ring around a box, kept within the window."""
        ring = box.inflated(RING_WIDTH)
        safe = painter.view.box.inflated(-2)
        left, top = max(ring.x, safe.x), max(ring.y, safe.y)
        ring = Box(left, top, min(ring.right, safe.right) - left, min(ring.bottom, safe.bottom) - top)
        if ring.w <= 0 or ring.h <= 0:
            return
        painter.frame(ring, "#120E22", RING_WIDTH + 2 * RING_EDGE, 14)
        painter.frame(ring.inflated(-RING_EDGE), RING_COLOUR, RING_WIDTH, 12)
