"""Input: the only place where device events become `InputEvent`s.

A scene never asks which key or button was pressed. It receives an `InputEvent` with the action and the
device.

Each local gamepad has a number that it keeps when it is unplugged and reconnected (`GamepadRegistry`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, Self

import pygame

from game.store.settings import Vibration

DPAD_DIRECTIONS = {
    pygame.CONTROLLER_BUTTON_DPAD_UP: (0, -1),
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: (0, 1),
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: (-1, 0),
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: (1, 0),
}
ARROW_DIRECTIONS = {
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_KP8: (0, -1),
    pygame.K_KP2: (0, 1),
    pygame.K_KP4: (-1, 0),
    pygame.K_KP6: (1, 0),
    pygame.K_KP7: (-1, -1),
    pygame.K_KP9: (1, -1),
    pygame.K_KP1: (-1, 1),
    pygame.K_KP3: (1, 1),
}
# by scancode, because their place is the same on every layout
WASD_DIRECTIONS = {
    pygame.KSCAN_W: (0, -1),
    pygame.KSCAN_S: (0, 1),
    pygame.KSCAN_A: (-1, 0),
    pygame.KSCAN_D: (1, 0),
}
# keycodes of a US keyboard's letters and digits, by scancode from `pygame.KSCAN_A` on
_LATIN = tuple(b"abcdefghijklmnopqrstuvwxyz1234567890")
_SCANCODES = pygame.key.ScancodeWrapper(range(512))  # type: ignore[arg-type]
"""Scancode of each keycode in the system's layout; 0 for a letter that the layout lacks."""
_ALT_GR = pygame.KMOD_RALT | pygame.KMOD_MODE
_COMMAND = pygame.KMOD_CTRL | pygame.KMOD_META
_MODIFIERS = _COMMAND | pygame.KMOD_ALT | _ALT_GR
# axes that count as buttons
TRIGGER_AXES = (
    pygame.CONTROLLER_AXIS_TRIGGERLEFT,
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT,
    pygame.CONTROLLER_AXIS_RIGHTX,
    pygame.CONTROLLER_AXIS_RIGHTY,
)
# axes that also count as a second button when pushed the other way
RIGHT_STICK_AXES = (pygame.CONTROLLER_AXIS_RIGHTX, pygame.CONTROLLER_AXIS_RIGHTY)
IGNORED_KEYS = frozenset(
    {
        pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT,
        pygame.K_LGUI, pygame.K_RGUI, pygame.K_MODE, pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR,
        pygame.K_PRINTSCREEN,
    }
)  # fmt: skip
"""Modifier keys and keys of the system."""
WHEEL_BUTTONS = (4, 5)  # mouse buttons that some systems report for wheel steps, in addition to wheel events
_FIRST_UNPRINTABLE = 1 << 30  # keycodes from here on print nothing
END_DIRECTIONS = {pygame.K_HOME: -1, pygame.K_END: 1}


PAD = "pad"
MIN_HEAVY_RUMBLE = 0.2  # heavy motor of the weakest blow
MAX_PADS = 8  # pads that can have a number
DOUBLE_PRESS_MS = 400.0  # maximum ms between the two presses of a double press
DRAG_DISTANCE = 9.0  # distance, in units, that the pointer moves before a press becomes a drag
HOLD_MS = 400.0  # ms after which a press counts as held, not tapped
_SONY = ("sony", "playstation", "dualshock", "dualsense", "ps3", "ps4", "ps5")


class SdlController(Protocol):
    """Controller that SDL has opened for a pad."""

    def rumble(self, low: float, high: float, ms: int) -> bool:
        """Shake for ``ms`` with the heavy and the light motor (0 to 1). True if the pad can."""

    def set_led(self, colour: str) -> bool:
        """Set the colour of the pad's light. True if it has one."""


@dataclass(slots=True)
class Gamepad:
    """A gamepad, plugged in or away."""

    number: int
    guid: str  # SDL's ID of the model, empty if unknown
    unit: str = ""  # distinguishes pads of one model, empty if unknown
    name: str = ""
    instance: int | None = None  # SDL's ID while plugged in, different each time; None while away
    plug: SdlController | None = None

    @property
    def device(self) -> str:
        """Device name in input events and seats, ``pad:N``."""
        return f"{PAD}:{self.number}"

    @property
    def has_shapes(self) -> bool:
        """True if the pad's name is of a Sony model, whose buttons have shapes instead of letters."""
        return any(word in self.name.lower() for word in _SONY)


class GamepadRegistry:
    """All pads since the start, by number."""

    def __init__(self) -> None:
        self._pads: list[Gamepad] = []
        self.vibration = Vibration.ALL  # the user's setting; no information is given by vibration alone

    def connect(
        self, instance: int, guid: str = "", name: str = "", plug: SdlController | None = None, unit: str = ""
    ) -> Gamepad:
        """Mark a pad as connected, return it: the known one, else a lost one of its model, else a new one."""
        # A pad that was pressed before it was announced is here already, without its model.
        pad = self._of(instance) or self._disconnected_pad(guid, unit) or self._new(guid)
        pad.instance, pad.guid, pad.name, pad.plug, pad.unit = instance, guid, name, plug, unit
        return pad

    def disconnect(self, instance: int) -> Gamepad | None:
        """Mark a pad as disconnected and return it; it keeps its number. None if it is unknown."""
        pad = self._of(instance)
        if pad is not None:
            pad.instance = pad.plug = None
        return pad

    def device(self, instance: int) -> str:
        """Device name (``pad:N``) for SDL's ID. Adds a pad that was never announced."""
        return (self._of(instance) or self.connect(instance)).device

    def find(self, device: str) -> Gamepad | None:
        """Pad of this device name, plugged in or away. None if it is unknown."""
        return next((pad for pad in self._pads if pad.device == device), None)

    def is_here(self, device: str) -> bool:
        """True if the pad of this device name is plugged in."""
        pad = self.find(device)
        return pad is not None and pad.instance is not None

    @property
    def connected_devices(self) -> list[str]:
        """Device names of all connected pads, by number."""
        return [pad.device for pad in self._pads if pad.instance is not None]

    def expect(self, guid: str, occupied: set[str], last_device: str) -> str:
        """Device name of a pad of this model not in ``occupied``; else of a new pad, which is disconnected.

        Prefers a connected pad, then the one whose name is ``last_device``.
        """
        for pad in sorted(self._pads, key=lambda pad: (pad.instance is None, pad.device != last_device)):
            if pad.guid == guid and pad.device not in occupied:
                return pad.device
        return self._new(guid).device

    def guids(self) -> dict[str, str]:
        """Model (SDL's GUID) of every pad by device name, to be saved."""
        return {pad.device: pad.guid for pad in self._pads}

    def rumble(self, device: str, ms: int = 180) -> None:
        """Shake a plugged-in pad gently for ``ms``, unless vibration is off in the settings."""
        self._shake(device, (0.35, 0.6, ms), Vibration.SEATS)

    def feel(self, device: str, rumble: tuple[float, float, int]) -> None:
        """Shake a pad with its heavy and light motor (0 to 1) for some ms, if the settings allow it.

        A blow moves the heavy motor by `MIN_HEAVY_RUMBLE` at least.
        """
        self._shake(device, rumble, Vibration.BLOWS if rumble[0] >= MIN_HEAVY_RUMBLE else Vibration.ALL)

    def _shake(self, device: str, rumble: tuple[float, float, int], least: Vibration) -> None:
        """Shake a pad that is plugged in, if the setting is ``least`` or more."""
        settings = list(Vibration)
        pad = self.find(device)
        if pad is None or pad.plug is None or settings.index(self.vibration) < settings.index(least):
            return
        pad.plug.rumble(*rumble)

    def light(self, device: str, colour: str) -> None:
        """Set the LED colour of a pad, if it has one."""
        pad = self.find(device)
        if pad is not None and pad.plug is not None:
            pad.plug.set_led(colour)

    def _of(self, instance: int) -> Gamepad | None:
        """Pad that is plugged in with SDL's ID, or None."""
        return next((pad for pad in self._pads if pad.instance == instance), None)

    def _disconnected_pad(self, guid: str, unit: str) -> Gamepad | None:
        """Disconnected pad that is this unit, else the first of this model, by cable or wireless; or None."""
        same = [pad for pad in self._pads if pad.instance is None and _model(pad.guid) == _model(guid)]
        same.sort(key=lambda pad: (not unit or pad.unit != unit, pad.guid != guid))
        return same[0] if same else None

    def _new(self, guid: str) -> Gamepad:
        """Add and return a pad with a free number. If none is free, replace the first disconnected pad."""
        numbers = {pad.number for pad in self._pads}
        away = [pad for pad in self._pads if pad.instance is None]
        if len(numbers) >= MAX_PADS and away:
            self._pads.remove(away[0])
            numbers.remove(away[0].number)
        number = next(number for number in range(1, len(numbers) + 2) if number not in numbers)
        pad = Gamepad(number, guid)
        self._pads = sorted([*self._pads, pad], key=lambda pad: pad.number)
        return pad


def _model(guid: str) -> str:
    """Vendor and product digits of a pad's GUID, the same by cable and wireless; else the whole GUID."""
    return guid[8:12] + guid[16:20] if len(guid) == 32 else guid


class InputAction(StrEnum):
    """Action that a player wants."""

    NAVIGATE = "navigate"
    CONFIRM = "confirm"
    BACK = "back"
    SECONDARY = "secondary"
    END_TURN = "end_turn"
    PREVIOUS = "previous"
    NEXT = "next"
    UNDO = "undo"
    REDO = "redo"
    MEND = "mend"  # let the program tidy up
    LOOK = "look"  # zoom in, or ask why
    HINT = "hint"
    THREATS = "threats"  # show threats while held, or toggle with a tap
    AGAIN = "again"  # replay the moves of the others
    JOIN = "join"  # make the join code larger or smaller
    PAUSE = "pause"
    HELP = "help"  # list all prompts
    POINT = "point"
    PRESS = "press"
    RELEASE = "release"
    ALTERNATE = "alternate"  # right mouse button
    SCROLL = "scroll"
    ENDS = "ends"  # to the start or end of scrolled content
    TEXT = "text"
    ERASE = "erase"
    FULLSCREEN = "fullscreen"
    SPEAK = "speak"  # read the focus aloud; turns speech on
    SILENCE = "silence"  # turn speech off
    OTHER = "other"  # an unbound key or button; only for scenes with `wants_unbound_presses`
    CAPTURE = "capture"  # the key or button that was listened for; its name is in `text`


MOUSE, KEYBOARD = "mouse", "keyboard"


@dataclass(frozen=True, slots=True)
class InputEvent:
    """One action of a player on a device."""

    act: InputAction
    device: str
    """``mouse``, ``keyboard``, or ``pad:N`` with the pad's number."""
    dx: int = 0
    dy: int = 0
    """Direction of NAVIGATE (each -1, 0 or 1) and of ENDS, steps of SCROLL."""
    position: tuple[int, int] = (0, 0)  # pointer position in window pixels
    text: str = ""
    is_dragging: bool = False  # True if the pointer moves with its button down

    @property
    def kind(self) -> str:
        """Kind of device: ``mouse``, ``keyboard`` or ``pad``."""
        return self.device.partition(":")[0]


DEFAULT_KEYS: Mapping[InputAction, tuple[str, ...]] = {
    InputAction.CONFIRM: ("return", "space"),
    InputAction.BACK: ("escape",),
    InputAction.SECONDARY: ("x",),
    InputAction.END_TURN: ("e",),
    InputAction.PREVIOUS: ("q", "page up"),
    InputAction.NEXT: ("tab", "page down"),
    InputAction.UNDO: ("u", "backspace"),
    InputAction.REDO: ("y",),
    InputAction.MEND: ("m",),
    InputAction.LOOK: ("l",),
    InputAction.HINT: ("h",),
    InputAction.THREATS: ("t",),
    InputAction.AGAIN: ("r",),
    InputAction.JOIN: ("j",),
    InputAction.PAUSE: ("p", "f10"),
    InputAction.HELP: ("?", "f2"),
}
"""Default keys of each action, by pygame's names. The settings can replace them."""
DEFAULT_PAD_BUTTONS: Mapping[InputAction, tuple[str, ...]] = {
    InputAction.CONFIRM: ("a",),
    InputAction.BACK: ("b",),
    InputAction.SECONDARY: ("x",),
    InputAction.END_TURN: ("y",),
    InputAction.PREVIOUS: ("leftshoulder",),
    InputAction.NEXT: ("rightshoulder",),
    InputAction.UNDO: ("back",),
    InputAction.REDO: ("rightleft",),
    InputAction.MEND: ("lefttrigger",),
    InputAction.LOOK: ("righttrigger",),
    InputAction.HINT: ("leftstick",),
    InputAction.THREATS: ("righty",),
    InputAction.AGAIN: ("rightup",),
    InputAction.JOIN: ("rightx",),
    InputAction.PAUSE: ("start",),
    InputAction.HELP: ("rightstick",),
}
"""Default pad buttons of each action, by SDL's names."""
POSITIVE_AXES, NEGATIVE_AXES = 1000, 2000
"""Offsets of the button numbers for axes: triggers and the right stick to the right or down get
``POSITIVE_AXES``, the right stick to the left or up gets ``NEGATIVE_AXES``."""
PAD_BUTTONS = {
    "a": pygame.CONTROLLER_BUTTON_A,
    "b": pygame.CONTROLLER_BUTTON_B,
    "x": pygame.CONTROLLER_BUTTON_X,
    "y": pygame.CONTROLLER_BUTTON_Y,
    "back": pygame.CONTROLLER_BUTTON_BACK,
    "start": pygame.CONTROLLER_BUTTON_START,
    "leftstick": pygame.CONTROLLER_BUTTON_LEFTSTICK,
    "rightstick": pygame.CONTROLLER_BUTTON_RIGHTSTICK,
    "leftshoulder": pygame.CONTROLLER_BUTTON_LEFTSHOULDER,
    "rightshoulder": pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,
    "lefttrigger": POSITIVE_AXES + pygame.CONTROLLER_AXIS_TRIGGERLEFT,
    "righttrigger": POSITIVE_AXES + pygame.CONTROLLER_AXIS_TRIGGERRIGHT,
    "rightx": POSITIVE_AXES + pygame.CONTROLLER_AXIS_RIGHTX,
    "righty": POSITIVE_AXES + pygame.CONTROLLER_AXIS_RIGHTY,
    "rightup": NEGATIVE_AXES + pygame.CONTROLLER_AXIS_RIGHTY,
    "rightleft": NEGATIVE_AXES + pygame.CONTROLLER_AXIS_RIGHTX,
}
STICK_THRESHOLD = (
    16_000  # deflection (of 32,767) that counts as a direction; it is released at two thirds of that
)
FIRST_REPEAT_MS, REPEAT_MS = 360, 130  # ms until a held direction repeats, and between repeats


class InputMapper:
    """Turns pygame events of all devices into `InputEvent`s."""

    def __init__(
        self,
        keys: Mapping[InputAction, Sequence[str]] = DEFAULT_KEYS,
        pads: Mapping[InputAction, Sequence[str]] = DEFAULT_PAD_BUTTONS,
    ) -> None:
        self.typing = False  # True if letters are text, because a field has the focus
        # kind of device (`KEYBOARD` or `PAD`) whose next key or button is captured by name
        self.listening = ""
        self.pads = GamepadRegistry()
        self.last = MOUSE  # last used device; its glyphs are shown
        self._held_actions: dict[tuple[str, int], InputAction] = {}
        self._stick: dict[int, tuple[int, int]] = {}
        self._axis_values: dict[int, dict[int, int]] = {}
        self._repeat: tuple[str, int, int, float] | None = None
        self.bind(keys, pads)

    def bind(
        self, keys: Mapping[InputAction, Sequence[str]], pads: Mapping[InputAction, Sequence[str]]
    ) -> None:
        """Replace key and button bindings. ValueError or KeyError for an unknown key or button name."""
        self._keys = {pygame.key.key_code(name): act for act, names in keys.items() for name in names}
        self._spare = {ord(n) for act, names in keys.items() for n in names if _is_spare(n, act, names)}
        self._buttons = {PAD_BUTTONS[name]: act for act, names in pads.items() for name in names}

    def assume_device(self, kind: str) -> None:
        """Set the device whose glyphs are shown before any input. Ignores other kinds, such as phones."""
        if kind in (MOUSE, KEYBOARD):
            self.last = kind
        elif kind == PAD:
            self.last = f"{PAD}:1"

    def holding(self, act: InputAction, device: str = "") -> bool:
        """True if a key or button of this action is down on ``device``, or on any device if empty."""
        return any(held_act is act and device in ("", key[0]) for key, held_act in self._held_actions.items())

    def release_all(self) -> None:
        """Forget all held keys and buttons, because the window lost the focus."""
        self._held_actions.clear()
        self._axis_values.clear()
        self._stick.clear()
        self._repeat = None

    def read(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        """Input events of a pygame event at ``now`` ms, maybe none. Bound ones set ``last`` to the device."""
        events = self._read(event, now)
        # Only bound presses count, or a stick that trembles at rest would change the glyphs in the prompt
        # bar.
        if events and events[-1].act is not InputAction.OTHER:
            self.last = events[-1].device
        return events

    def poll_repeats(self, now: float) -> list[InputEvent]:
        """Return the next repeat of a held direction if it is due, else an empty list."""
        if self._repeat is None or now < self._repeat[3]:
            return []
        device, dx, dy, _ = self._repeat
        # From now, not from when it was due: after a stall the steps that were missed must not come in a
        # burst.
        self._repeat = (device, dx, dy, now + REPEAT_MS)
        return [InputEvent(InputAction.NAVIGATE, device, dx, dy)]

    @property
    def next_repeat(self) -> float | None:
        """Time in ms at which `poll_repeats` is due, None if no direction is held."""
        return None if self._repeat is None else self._repeat[3]

    def _read(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        """Input events of a pygame event. Updates the held keys and buttons."""
        match event.type:
            case pygame.KEYDOWN if self.listening == KEYBOARD:
                return self._captured_key(event)
            case pygame.CONTROLLERBUTTONDOWN if self.listening == PAD and event.button not in DPAD_DIRECTIONS:
                return self._captured_button(event.instance_id, event.button)
            case pygame.KEYDOWN:
                return self._key(event, now)
            case pygame.KEYUP:
                self._held_actions.pop((KEYBOARD, event.key), None)
                self._stop(KEYBOARD)
            case pygame.TEXTINPUT if self.typing:
                return [InputEvent(InputAction.TEXT, KEYBOARD, text=event.text)]
            case pygame.MOUSEMOTION:
                return [
                    InputEvent(
                        InputAction.POINT,
                        MOUSE,
                        position=event.pos,
                        is_dragging=(MOUSE, 1) in self._held_actions,
                    )
                ]
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 3):
                if event.button == 1:
                    self._held_actions[(MOUSE, 1)] = InputAction.CONFIRM
                return [
                    InputEvent(
                        InputAction.PRESS if event.button == 1 else InputAction.ALTERNATE,
                        MOUSE,
                        position=event.pos,
                    )
                ]
            case pygame.MOUSEBUTTONDOWN if event.button not in WHEEL_BUTTONS:
                return [InputEvent(InputAction.OTHER, MOUSE, position=event.pos)]
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._held_actions.pop((MOUSE, 1), None)
                return [InputEvent(InputAction.RELEASE, MOUSE, position=event.pos)]
            case pygame.MOUSEWHEEL:
                return [InputEvent(InputAction.SCROLL, MOUSE, event.x, event.y)]
            case pygame.CONTROLLERBUTTONDOWN | pygame.CONTROLLERBUTTONUP:
                return self._button(event, now)
            case pygame.CONTROLLERAXISMOTION:
                return self._axis(event, now)
            case pygame.CONTROLLERDEVICEREMOVED:
                self._forget(event.instance_id)
        return []

    def _captured_key(self, event: pygame.event.Event) -> list[InputEvent]:
        """One CAPTURE event with a key's name, or BACK for Escape. Empty for a modifier or a nameless key."""
        key = self._keycode(event)
        if key in IGNORED_KEYS or getattr(event, "mod", 0) & _MODIFIERS:
            return []
        # Mark as held, so that this press does nothing once its new binding applies.
        self._held_actions[(KEYBOARD, event.key)] = InputAction.CAPTURE
        if key == pygame.K_ESCAPE:
            return [InputEvent(InputAction.BACK, KEYBOARD)]
        name = pygame.key.name(key)
        return [InputEvent(InputAction.CAPTURE, KEYBOARD, text=name)] if name else []

    def _captured_button(self, instance: int, button: int) -> list[InputEvent]:
        """CAPTURE event with the name of a controller button, or nothing if it has none."""
        device = self.pads.device(instance)
        name = next((name for name, number in PAD_BUTTONS.items() if number == button), "")
        self._held_actions[(device, button)] = InputAction.CAPTURE
        return [InputEvent(InputAction.CAPTURE, device, text=name)] if name else []

    def _keycode(self, event: pygame.event.Event) -> int:
        """Keycode of the event, or the Latin letter at its place if the keycode means nothing here."""
        if event.key in self._keys or event.key in _LATIN:
            return int(event.key)
        place = _scancode(event) - pygame.KSCAN_A
        return _LATIN[place] if 0 <= place < len(_LATIN) else int(event.key)

    def _key(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        """One input event of a pressed key. Empty for repeats, modifiers, typed letters, combinations."""
        key, mod = self._keycode(event), getattr(event, "mod", 0)
        shift = mod & pygame.KMOD_SHIFT
        if key == pygame.K_F11 or (mod & pygame.KMOD_ALT and key == pygame.K_RETURN):
            return [InputEvent(InputAction.FULLSCREEN, KEYBOARD)]
        if key == pygame.K_F1:
            return [InputEvent(InputAction.SILENCE if shift else InputAction.SPEAK, KEYBOARD)]
        if self.typing and key == pygame.K_BACKSPACE:
            return [InputEvent(InputAction.ERASE, KEYBOARD)]
        # The place of "?" and its modifiers differ between keyboards.
        is_question = getattr(event, "unicode", "") == "?" and not self.typing
        if mod & _MODIFIERS and not (is_question and mod & _ALT_GR):
            # Windows reports AltGr as Ctrl and Alt.
            if mod & _COMMAND and not mod & pygame.KMOD_ALT and key in (pygame.K_z, pygame.K_y):
                return [
                    InputEvent(InputAction.REDO if shift or key == pygame.K_y else InputAction.UNDO, KEYBOARD)
                ]
            return []
        # The letter follows as a text event, in the layout of the keyboard.
        if self.typing and pygame.K_SPACE <= event.key < _FIRST_UNPRINTABLE and event.key != pygame.K_DELETE:
            return []
        direction = ARROW_DIRECTIONS.get(key)
        if key not in self._keys or key in self._spare:
            direction = direction or WASD_DIRECTIONS.get(_scancode(event))
        if direction:
            return self._start_direction(KEYBOARD, direction, now)
        act = self._keys.get(pygame.K_QUESTION if is_question else key, InputAction.OTHER)
        if act is InputAction.OTHER and key in END_DIRECTIONS:
            return [InputEvent(InputAction.ENDS, KEYBOARD, dy=END_DIRECTIONS[key])]
        # A held key is one press, although the system repeats it. Only directions repeat, at our own pace.
        if key in IGNORED_KEYS or (KEYBOARD, event.key) in self._held_actions:
            return []
        self._held_actions[(KEYBOARD, event.key)] = act
        if act is InputAction.OTHER:
            # With its name, for scenes in which digits have a meaning.
            return [InputEvent(act, KEYBOARD, text=pygame.key.name(key).strip("[]"))]
        if act is InputAction.NEXT and shift:
            act = InputAction.PREVIOUS
        return [InputEvent(act, KEYBOARD)]

    def _button(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        """One input event of a pressed controller button. Empty for a release, or if it was down already."""
        device = self.pads.device(event.instance_id)
        if event.type == pygame.CONTROLLERBUTTONUP:
            self._held_actions.pop((device, event.button), None)
            if event.button in DPAD_DIRECTIONS:
                self._stop(device)
            return []
        if event.button in DPAD_DIRECTIONS:
            return self._start_direction(device, DPAD_DIRECTIONS[event.button], now)
        return self._down(device, event.button)

    def _down(self, device: str, button: int) -> list[InputEvent]:
        """Input event of a controller button, or nothing if it was down already."""
        act = self._buttons.get(button, InputAction.OTHER)
        if (device, button) in self._held_actions:
            return []
        self._held_actions[(device, button)] = act
        return [InputEvent(act, device)]

    def _trigger(self, instance: int, button: int, value: int) -> list[InputEvent]:
        """Press an axis button at half deflection, release it at a third. Returns the events of a press."""
        device = self.pads.device(instance)
        if value >= STICK_THRESHOLD and self.listening == PAD:
            return self._captured_button(instance, button)
        if value >= STICK_THRESHOLD:
            return self._down(device, button)
        if value < STICK_THRESHOLD * 2 // 3:
            self._held_actions.pop((device, button), None)
        return []

    def _axis(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        """Input events of a moved axis: presses of its buttons, or a new direction of the left stick."""
        if event.axis in TRIGGER_AXES:
            pad, axis, value = event.instance_id, event.axis, event.value
            back = self._trigger(pad, NEGATIVE_AXES + axis, -value) if axis in RIGHT_STICK_AXES else []
            return back + self._trigger(pad, POSITIVE_AXES + axis, value)
        if event.axis not in (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY):
            return []
        pad, device = event.instance_id, self.pads.device(event.instance_id)
        lean = self._axis_values.setdefault(pad, {})
        lean[event.axis] = event.value
        x, y = lean.get(pygame.CONTROLLER_AXIS_LEFTX, 0), lean.get(pygame.CONTROLLER_AXIS_LEFTY, 0)
        before = self._stick.get(pad, (0, 0))
        # Hysteresis, or a stick at the threshold would flicker between on and off.
        reach = STICK_THRESHOLD if before == (0, 0) else STICK_THRESHOLD * 2 // 3
        if max(abs(x), abs(y)) < reach:
            direction = (0, 0)
        else:
            deflection = max(abs(x), abs(y))
            # Each of the eight directions covers about an eighth of the circle.
            direction = (
                _sign(x) if abs(x) > deflection * 0.45 else 0,
                _sign(y) if abs(y) > deflection * 0.45 else 0,
            )
        self._stick[pad] = direction
        if direction == before:
            return []
        if direction == (0, 0):
            self._stop(device)
            return []
        if all(before) and 0 in direction and direction in ((before[0], 0), (0, before[1])):
            # A diagonal stick that is released passes one of its two sides, which counts only if it is held
            # there.
            self._repeat = (device, *direction, now + FIRST_REPEAT_MS)
            return []
        return self._start_direction(device, direction, now)

    def _start_direction(self, device: str, direction: tuple[int, int], now: float) -> list[InputEvent]:
        """NAVIGATE event in a direction, which is repeated until `_stop`."""
        self._repeat = (device, *direction, now + FIRST_REPEAT_MS)
        return [InputEvent(InputAction.NAVIGATE, device, *direction)]

    def _stop(self, device: str) -> None:
        """Stop the repeats of a device."""
        if self._repeat is not None and self._repeat[0] == device:
            self._repeat = None

    def _forget(self, pad: int) -> None:
        """Mark an unplugged pad as disconnected, and release everything that is held on it."""
        lost_pad = self.pads.disconnect(pad)
        if lost_pad is None:
            return
        device = lost_pad.device
        # No release event will come for buttons that were down.
        self._held_actions = {key: act for key, act in self._held_actions.items() if key[0] != device}
        self._stick.pop(pad, None)
        self._axis_values.pop(pad, None)
        self._stop(device)


def _scancode(event: pygame.event.Event) -> int:
    """Scancode of a key event; if it has none (on-screen keyboards), that of its keycode, 0 if unknown."""
    return getattr(event, "scancode", 0) or _SCANCODES[event.key]


def _is_spare(name: str, act: InputAction, names: Sequence[str]) -> bool:
    """True for a default letter of an action that has another key. On a WASD key, moving takes precedence."""
    return len(name) == 1 < len(names) and name in DEFAULT_KEYS[act]


def working_keys(act: InputAction, names: Sequence[str]) -> Sequence[str]:
    """The names without default letters that the system's layout has on a WASD key; all if none is left."""
    return [
        n for n in names if not (_is_spare(n, act, names) and _SCANCODES[ord(n)] in WASD_DIRECTIONS)
    ] or names


@dataclass(frozen=True, slots=True)
class PointerPress:
    """Press of the pointer on something that can be dragged."""

    at: tuple[float, float]  # position of the press, in units
    since: float  # ms
    down: bool = True  # True until the button is released
    dragged: bool = False
    """True once the pointer has moved away. A release at ``at`` then no longer counts as a click."""
    shift: tuple[float, float] = (0.0, 0.0)  # way of a drag so far, in units

    def is_near(self, point: tuple[float, float]) -> bool:
        """True if a point is within `DRAG_DISTANCE` of the press."""
        return max(abs(point[0] - self.at[0]), abs(point[1] - self.at[1])) <= DRAG_DISTANCE

    def moved_to(self, point: tuple[float, float]) -> Self:
        """Return the press after a move of the pointer: while the button is down, it may become a drag."""
        if not self.down or (not self.dragged and self.is_near(point)):
            return self
        return replace(self, dragged=True, shift=(point[0] - self.at[0], point[1] - self.at[1]))


class HoldToShow:
    """A press that shows something while its button is held, or until the next press if it was a tap.

    Input events do not report releases, so call `lasts` in every frame. The press counts as held until it was
    last seen held, so a slow frame does not lengthen it.
    """

    def __init__(self, devices: InputMapper, act: InputAction, now: float, device: str = "") -> None:
        self._devices, self._act, self._device = devices, act, device
        self._since = self._until = now

    def lasts(self, now: float) -> bool:
        """True while a button of the action is down. Notes ``now`` (ms) as the last time it was."""
        down = self._devices.holding(self._act, self._device)
        if down:
            self._until = now
        return down

    @property
    def is_long(self) -> bool:
        """True if the button was held for at least `HOLD_MS` ms, not tapped."""
        return self._until - self._since >= HOLD_MS


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
