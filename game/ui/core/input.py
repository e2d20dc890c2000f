"""Devices become intents here, and nowhere else.

A scene never asks which key or button was pressed: it receives an `InputEvent` and the device that it came
from.

Each pad at this screen has a number that stays its own, also when it is unplugged and comes back
(`GamepadRegistry`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import pygame

CROSS = {
    pygame.CONTROLLER_BUTTON_DPAD_UP: (0, -1),
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: (0, 1),
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: (-1, 0),
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: (1, 0),
}
ARROWS = {
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
WASD = {
    pygame.KSCAN_W: (0, -1),
    pygame.KSCAN_S: (0, 1),
    pygame.KSCAN_A: (-1, 0),
    pygame.KSCAN_D: (1, 0),
}
"""The four keys that move, by scancode: on every layout they are in the same place."""
_LATIN = tuple(b"abcdefghijklmnopqrstuvwxyz1234567890")
"""The keycodes of an American keyboard's letters and digits, by scancode from `pygame.KSCAN_A` on."""
_SCANCODES = pygame.key.ScancodeWrapper(range(512))  # type: ignore[arg-type]
"""The scancode of each keycode in the system's layout; 0 for a letter that the layout lacks."""
_ALT_GR = pygame.KMOD_RALT | pygame.KMOD_MODE
_COMMAND = pygame.KMOD_CTRL | pygame.KMOD_META
_MODIFIERS = _COMMAND | pygame.KMOD_ALT | _ALT_GR
PRESSED = (
    pygame.CONTROLLER_AXIS_TRIGGERLEFT,
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT,
    pygame.CONTROLLER_AXIS_RIGHTX,
    pygame.CONTROLLER_AXIS_RIGHTY,
)
"""Axes that count as buttons."""
BOTH = (pygame.CONTROLLER_AXIS_RIGHTX, pygame.CONTROLLER_AXIS_RIGHTY)
"""Those that count as another one pushed the other way."""
SILENT = frozenset(
    {
        pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT,
        pygame.K_LGUI, pygame.K_RGUI, pygame.K_MODE, pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR,
        pygame.K_PRINTSCREEN,
    }
)  # fmt: skip
"""Keys that go along with others, or are the system's."""
WHEEL = (4, 5)
"""What some systems call the steps of a wheel, beside its own events."""
_UNPRINTED = 1 << 30
"""The keycodes of keys that print nothing begin here."""
ENDS = {pygame.K_HOME: -1, pygame.K_END: 1}


PAD = "pad"
MOST = 8
"""How many pads can have a number."""
DOUBLE = 400.0
"""Within how many ms two presses are one double press."""
LONG = 400.0
"""A button that is down for so many ms is held, else it was tapped."""
_SONY = ("sony", "playstation", "dualshock", "dualsense", "ps3", "ps4", "ps5")


class SdlController(Protocol):
    """What SDL has open for a pad."""

    def rumble(self, low: float, high: float, ms: int) -> bool:
        """Shake, with so much of the heavy and the light motor (0 to 1)."""

    def set_led(self, colour: str) -> bool: ...


@dataclass(slots=True)
class Gamepad:
    """One pad, plugged in or away."""

    number: int
    guid: str
    """What SDL knows its model by; empty where nothing is known."""
    unit: str = ""
    """What tells it from another one of its model; empty where nothing is known."""
    name: str = ""
    instance: int | None = None
    """SDL's number for it while it is plugged in; another one every time."""
    plug: SdlController | None = None

    @property
    def device(self) -> str:
        """How intents and seats name it."""
        return f"{PAD}:{self.number}"

    @property
    def has_shapes(self) -> bool:
        return any(word in self.name.lower() for word in _SONY)


class GamepadRegistry:
    """All pads that have been seen, by their numbers."""

    def __init__(self) -> None:
        self._pads: list[Gamepad] = []
        self.shakes = True
        """Whether they may: nothing is told by it alone."""

    def plugged(
        self, instance: int, guid: str = "", name: str = "", plug: SdlController | None = None, unit: str = ""
    ) -> Gamepad:
        """A pad is there: one that was away and is of this model takes its number back, that unit first."""
        # One that was pressed before it was announced is here already, without its model.
        pad = self._of(instance) or self._away(guid, unit) or self._new(guid)
        pad.instance, pad.guid, pad.name, pad.plug, pad.unit = instance, guid, name, plug, unit
        return pad

    def unplugged(self, instance: int) -> Gamepad | None:
        """A pad is away; its number waits for it."""
        pad = self._of(instance)
        if pad is not None:
            pad.instance = pad.plug = None
        return pad

    def device(self, instance: int) -> str:
        """How the pad that SDL numbers so is named here; one that was never announced is taken in."""
        return (self._of(instance) or self.plugged(instance)).device

    def find(self, device: str) -> Gamepad | None:
        """The pad of this name, plugged in or away."""
        return next((pad for pad in self._pads if pad.device == device), None)

    def is_here(self, device: str) -> bool:
        pad = self.find(device)
        return pad is not None and pad.instance is not None

    @property
    def here(self) -> list[str]:
        """The names of all pads that are plugged in, in the order of their numbers."""
        return [pad.device for pad in self._pads if pad.instance is not None]

    def expect(self, guid: str, taken: set[str], was: str) -> str:
        """The name of a pad of this model that is not taken; where none is there, one that is awaited.

        Of several that are alike it is the one that is called as it ``was``.
        """
        for pad in sorted(self._pads, key=lambda pad: (pad.instance is None, pad.device != was)):
            if pad.guid == guid and pad.device not in taken:
                return pad.device
        return self._new(guid).device

    def guids(self) -> dict[str, str]:
        """The model of every pad by its name, to be saved."""
        return {pad.device: pad.guid for pad in self._pads}

    def rumble(self, device: str, ms: int = 180) -> None:
        """Shake a pad gently, so that its holder knows which one it is."""
        pad = self.find(device)
        if self.shakes and pad is not None and pad.plug is not None:
            pad.plug.rumble(0.35, 0.6, ms)

    def light(self, device: str, colour: str) -> None:
        """Light a pad up, where it can."""
        pad = self.find(device)
        if pad is not None and pad.plug is not None:
            pad.plug.set_led(colour)

    def _of(self, instance: int) -> Gamepad | None:
        return next((pad for pad in self._pads if pad.instance == instance), None)

    def _away(self, guid: str, unit: str) -> Gamepad | None:
        """The pad away that is this unit, else the first of this model, whichever way it was connected."""
        same = [pad for pad in self._pads if pad.instance is None and _model(pad.guid) == _model(guid)]
        same.sort(key=lambda pad: (not unit or pad.unit != unit, pad.guid != guid))
        return same[0] if same else None

    def _new(self, guid: str) -> Gamepad:
        """A pad with a number that nobody has; where all are given, that of the first one away."""
        numbers = {pad.number for pad in self._pads}
        away = [pad for pad in self._pads if pad.instance is None]
        if len(numbers) >= MOST and away:
            self._pads.remove(away[0])
            numbers.remove(away[0].number)
        number = next(number for number in range(1, len(numbers) + 2) if number not in numbers)
        pad = Gamepad(number, guid)
        self._pads = sorted([*self._pads, pad], key=lambda pad: pad.number)
        return pad


def _model(guid: str) -> str:
    """Vendor and product of a pad: a GUID also says whether a cable or the air connects it."""
    return guid[8:12] + guid[16:20] if len(guid) == 32 else guid


class InputAction(StrEnum):
    """What a player wants."""

    NAVIGATE = "navigate"
    CONFIRM = "confirm"
    BACK = "back"
    SECONDARY = "secondary"
    END_TURN = "end_turn"
    PREVIOUS = "previous"
    NEXT = "next"
    UNDO = "undo"
    REDO = "redo"
    MEND = "mend"
    """Have the program put in order what lies about."""
    LOOK = "look"
    """Look closer, or ask why."""
    HINT = "hint"
    THREATS = "threats"
    """Show what threatens, or hide it: while held, or from tap to tap."""
    AGAIN = "again"
    """See again what others did."""
    JOIN = "join"
    """Make what phones join by larger or smaller."""
    PAUSE = "pause"
    HELP = "help"
    """Say all that the buttons do here."""
    POINT = "point"
    PRESS = "press"
    RELEASE = "release"
    ALTERNATE = "alternate"
    """The right mouse button."""
    SCROLL = "scroll"
    ENDS = "ends"
    """To the top or the bottom of what scrolls."""
    TEXT = "text"
    ERASE = "erase"
    FULLSCREEN = "fullscreen"
    SPEAK = "speak"
    """Say aloud where one is; where the window does not speak, it begins to."""
    SILENCE = "silence"
    """Speak no more."""
    OTHER = "other"
    """A key or button that means nothing; only scenes with `any_press` are told of it."""
    CAPTURE = "capture"
    """A key or button that was listened for; its name is the text."""


MOUSE, KEYBOARD = "mouse", "keyboard"


@dataclass(frozen=True, slots=True)
class InputEvent:
    """One wish of one player."""

    act: InputAction
    device: str
    """``mouse``, ``keyboard``, or ``pad:N`` with the number that `game.ui.core.input` gives the pad."""
    dx: int = 0
    dy: int = 0
    """The direction of NAVIGATE (each -1, 0 or 1) and of ENDS, the steps of SCROLL."""
    at: tuple[int, int] = (0, 0)
    """Where the pointer is, in pixels of the window."""
    text: str = ""
    held: bool = False
    """Whether the pointer moves with its button down."""

    @property
    def kind(self) -> str:
        """The device without its number."""
        return self.device.partition(":")[0]


KEYS: Mapping[InputAction, tuple[str, ...]] = {
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
"""The keys of each act, as pygame names them; the settings may give others."""
PADS: Mapping[InputAction, tuple[str, ...]] = {
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
"""The pad buttons of each act, by their SDL names."""
TRIGGERS, BACKWARDS = 1000, 2000
"""Triggers, and the right stick pushed to the right or down, are axes to SDL; here they count as buttons,
with the first added to their number; with the second where the stick is pushed the other way, up or left."""
BUTTONS = {
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
    "lefttrigger": TRIGGERS + pygame.CONTROLLER_AXIS_TRIGGERLEFT,
    "righttrigger": TRIGGERS + pygame.CONTROLLER_AXIS_TRIGGERRIGHT,
    "rightx": TRIGGERS + pygame.CONTROLLER_AXIS_RIGHTX,
    "righty": TRIGGERS + pygame.CONTROLLER_AXIS_RIGHTY,
    "rightup": BACKWARDS + pygame.CONTROLLER_AXIS_RIGHTY,
    "rightleft": BACKWARDS + pygame.CONTROLLER_AXIS_RIGHTX,
}
STICK = 16_000
"""How far a stick must lean (of 32,767) to count as a direction; it lets go at two thirds of that."""
FIRST_REPEAT, REPEAT = 360, 130
"""Milliseconds until a held direction repeats, and between repeats."""


class InputMapper:
    """Turns pygame's events into intents, for every device at once."""

    def __init__(
        self,
        keys: Mapping[InputAction, Sequence[str]] = KEYS,
        pads: Mapping[InputAction, Sequence[str]] = PADS,
    ) -> None:
        self.typing = False
        """Whether letters are text (a field has the focus) and not commands."""
        self.listening = ""
        """The kind of device (`KEYBOARD` or `PAD`) whose next key or button is wanted by its name."""
        self.pads = GamepadRegistry()
        self.last = MOUSE
        """The device last used, whose glyphs are shown."""
        self._held: dict[tuple[str, int], InputAction] = {}
        self._stick: dict[int, tuple[int, int]] = {}
        self._lean: dict[int, dict[int, int]] = {}
        self._going: tuple[str, int, int, float] | None = None
        self.bind(keys, pads)

    def bind(
        self, keys: Mapping[InputAction, Sequence[str]], pads: Mapping[InputAction, Sequence[str]]
    ) -> None:
        """Use these keys and buttons from now on."""
        self._keys = {pygame.key.key_code(name): act for act, names in keys.items() for name in names}
        self._spare = {ord(n) for act, names in keys.items() for n in names if _is_spare(n, act, names)}
        self._buttons = {BUTTONS[name]: act for act, names in pads.items() for name in names}

    def expect(self, kind: str) -> None:
        """Nothing was used yet, and somebody said what they play with; a phone has its own glyphs."""
        if kind in (MOUSE, KEYBOARD):
            self.last = kind
        elif kind == PAD:
            self.last = f"{PAD}:1"

    def holding(self, act: InputAction, device: str = "") -> bool:
        """Whether a key or button of this act is down on a device; on any of them for an empty name."""
        return any(held is act and device in ("", key[0]) for key, held in self._held.items())

    def let_go(self) -> None:
        """Forget everything that is held: the window lost the focus."""
        self._held.clear()
        self._lean.clear()
        self._stick.clear()
        self._going = None

    def read(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        """The intents of one event; ``now`` in ms."""
        found = self._read(event, now)
        # Only what means something: else a stick at rest that trembles would change the glyphs on the strip.
        if found and found[-1].act is not InputAction.OTHER:
            self.last = found[-1].device
        return found

    def repeats(self, now: float) -> list[InputEvent]:
        """A held direction, when it is due again."""
        if self._going is None or now < self._going[3]:
            return []
        device, dx, dy, _ = self._going
        # From now, not from when it was due: after a stall the steps that
        # were missed must not come in a burst.
        self._going = (device, dx, dy, now + REPEAT)
        return [InputEvent(InputAction.NAVIGATE, device, dx, dy)]

    @property
    def next_repeat(self) -> float | None:
        """When `repeats` has something to say, in ms."""
        return None if self._going is None else self._going[3]

    def _read(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        match event.type:
            case pygame.KEYDOWN if self.listening == KEYBOARD:
                return self._captured_key(event)
            case pygame.CONTROLLERBUTTONDOWN if self.listening == PAD and event.button not in CROSS:
                return self._captured_button(event.instance_id, event.button)
            case pygame.KEYDOWN:
                return self._key(event, now)
            case pygame.KEYUP:
                self._held.pop((KEYBOARD, event.key), None)
                self._stop(KEYBOARD)
            case pygame.TEXTINPUT if self.typing:
                return [InputEvent(InputAction.TEXT, KEYBOARD, text=event.text)]
            case pygame.MOUSEMOTION:
                return [InputEvent(InputAction.POINT, MOUSE, at=event.pos, held=(MOUSE, 1) in self._held)]
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 3):
                if event.button == 1:
                    self._held[(MOUSE, 1)] = InputAction.CONFIRM
                return [
                    InputEvent(
                        InputAction.PRESS if event.button == 1 else InputAction.ALTERNATE, MOUSE, at=event.pos
                    )
                ]
            case pygame.MOUSEBUTTONDOWN if event.button not in WHEEL:
                return [InputEvent(InputAction.OTHER, MOUSE, at=event.pos)]
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._held.pop((MOUSE, 1), None)
                return [InputEvent(InputAction.RELEASE, MOUSE, at=event.pos)]
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
        """The name of a key; Escape leaves things as they are."""
        key = self._keycode(event)
        if key in SILENT or getattr(event, "mod", 0) & _MODIFIERS:
            return []
        # Held as captured: this press must do nothing once its new meaning is known.
        self._held[(KEYBOARD, event.key)] = InputAction.CAPTURE
        if key == pygame.K_ESCAPE:
            return [InputEvent(InputAction.BACK, KEYBOARD)]
        name = pygame.key.name(key)
        return [InputEvent(InputAction.CAPTURE, KEYBOARD, text=name)] if name else []

    def _captured_button(self, instance: int, button: int) -> list[InputEvent]:
        device = self.pads.device(instance)
        name = next((name for name, number in BUTTONS.items() if number == button), "")
        self._held[(device, button)] = InputAction.CAPTURE
        return [InputEvent(InputAction.CAPTURE, device, text=name)] if name else []

    def _keycode(self, event: pygame.event.Event) -> int:
        """The event's keycode; in its place the Latin letter of the key if the keycode means nothing here."""
        if event.key in self._keys or event.key in _LATIN:
            return int(event.key)
        place = _scancode(event) - pygame.KSCAN_A
        return _LATIN[place] if 0 <= place < len(_LATIN) else int(event.key)

    def _key(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        key, mod = self._keycode(event), getattr(event, "mod", 0)
        shift = mod & pygame.KMOD_SHIFT
        if key == pygame.K_F11 or (mod & pygame.KMOD_ALT and key == pygame.K_RETURN):
            return [InputEvent(InputAction.FULLSCREEN, KEYBOARD)]
        if key == pygame.K_F1:
            return [InputEvent(InputAction.SILENCE if shift else InputAction.SPEAK, KEYBOARD)]
        if self.typing and key == pygame.K_BACKSPACE:
            return [InputEvent(InputAction.ERASE, KEYBOARD)]
        # Where it lies, and what must be held for it, is another matter on every keyboard.
        asks = getattr(event, "unicode", "") == "?" and not self.typing
        if mod & _MODIFIERS and not (asks and mod & _ALT_GR):
            # Windows reports AltGr as Ctrl and Alt.
            if mod & _COMMAND and not mod & pygame.KMOD_ALT and key in (pygame.K_z, pygame.K_y):
                return [
                    InputEvent(InputAction.REDO if shift or key == pygame.K_y else InputAction.UNDO, KEYBOARD)
                ]
            return []
        # The letter comes again as text, in the layout of the keyboard.
        if self.typing and pygame.K_SPACE <= event.key < _UNPRINTED and event.key != pygame.K_DELETE:
            return []
        direction = ARROWS.get(key)
        if key not in self._keys or key in self._spare:
            direction = direction or WASD.get(_scancode(event))
        if direction:
            return self._go(KEYBOARD, direction, now)
        act = self._keys.get(pygame.K_QUESTION if asks else key, InputAction.OTHER)
        if act is InputAction.OTHER and key in ENDS:
            return [InputEvent(InputAction.ENDS, KEYBOARD, dy=ENDS[key])]
        # A held key is one press, however often the system repeats it; only
        # directions repeat, at our own pace.
        if key in SILENT or (KEYBOARD, event.key) in self._held:
            return []
        self._held[(KEYBOARD, event.key)] = act
        if act is InputAction.OTHER:
            # By its name, for scenes in which numbers mean something.
            return [InputEvent(act, KEYBOARD, text=pygame.key.name(key).strip("[]"))]
        if act is InputAction.NEXT and shift:
            act = InputAction.PREVIOUS
        return [InputEvent(act, KEYBOARD)]

    def _button(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        device = self.pads.device(event.instance_id)
        if event.type == pygame.CONTROLLERBUTTONUP:
            self._held.pop((device, event.button), None)
            if event.button in CROSS:
                self._stop(device)
            return []
        if event.button in CROSS:
            return self._go(device, CROSS[event.button], now)
        return self._down(device, event.button)

    def _down(self, device: str, button: int) -> list[InputEvent]:
        act = self._buttons.get(button, InputAction.OTHER)
        if (device, button) in self._held:
            return []
        self._held[(device, button)] = act
        return [InputEvent(act, device)]

    def _trigger(self, instance: int, button: int, value: int) -> list[InputEvent]:
        """A trigger is pressed when it is half in, and let go at a third."""
        device = self.pads.device(instance)
        if value >= STICK and self.listening == PAD:
            return self._captured_button(instance, button)
        if value >= STICK:
            return self._down(device, button)
        if value < STICK * 2 // 3:
            self._held.pop((device, button), None)
        return []

    def _axis(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        if event.axis in PRESSED:
            pad, axis, value = event.instance_id, event.axis, event.value
            back = self._trigger(pad, BACKWARDS + axis, -value) if axis in BOTH else []
            return back + self._trigger(pad, TRIGGERS + axis, value)
        if event.axis not in (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY):
            return []
        pad, device = event.instance_id, self.pads.device(event.instance_id)
        lean = self._lean.setdefault(pad, {})
        lean[event.axis] = event.value
        x, y = lean.get(pygame.CONTROLLER_AXIS_LEFTX, 0), lean.get(pygame.CONTROLLER_AXIS_LEFTY, 0)
        before = self._stick.get(pad, (0, 0))
        # A stick that rests on the border would otherwise come and go with every tremble.
        reach = STICK if before == (0, 0) else STICK * 2 // 3
        if max(abs(x), abs(y)) < reach:
            direction = (0, 0)
        else:
            most = max(abs(x), abs(y))
            # About an eighth of the circle for each of the eight directions.
            direction = (_sign(x) if abs(x) > most * 0.45 else 0, _sign(y) if abs(y) > most * 0.45 else 0)
        self._stick[pad] = direction
        if direction == before:
            return []
        if direction == (0, 0):
            self._stop(device)
            return []
        if all(before) and 0 in direction and direction in ((before[0], 0), (0, before[1])):
            # A slanting stick that is let go passes one of its two sides: only held there it counts.
            self._going = (device, *direction, now + FIRST_REPEAT)
            return []
        return self._go(device, direction, now)

    def _go(self, device: str, direction: tuple[int, int], now: float) -> list[InputEvent]:
        self._going = (device, *direction, now + FIRST_REPEAT)
        return [InputEvent(InputAction.NAVIGATE, device, *direction)]

    def _stop(self, device: str) -> None:
        if self._going is not None and self._going[0] == device:
            self._going = None

    def _forget(self, pad: int) -> None:
        """A pad was unplugged, maybe with buttons down."""
        gone = self.pads.unplugged(pad)
        if gone is None:
            return
        device = gone.device
        # No release will come for what was down when the cable went.
        self._held = {held: act for held, act in self._held.items() if held[0] != device}
        self._stick.pop(pad, None)
        self._lean.pop(pad, None)
        self._stop(device)


def _scancode(event: pygame.event.Event) -> int:
    """The place of a key; events of on-screen keyboards may lack it."""
    return getattr(event, "scancode", 0) or _SCANCODES[event.key]


def _is_spare(name: str, act: InputAction, names: Sequence[str]) -> bool:
    """True for a default letter of an act that has another key: on a key of WASD it gives way to moving."""
    return len(name) == 1 < len(names) and name in KEYS[act]


def working_keys(act: InputAction, names: Sequence[str]) -> Sequence[str]:
    """The keys that do an act on the system's layout, the one that prompts name first."""
    return [n for n in names if not (_is_spare(n, act, names) and _SCANCODES[ord(n)] in WASD)] or names


class HoldToShow:
    """A press that shows something while its button is held, or until the next press if that was tapped.

    No intent tells that a button came up, so `lasts` is to be asked in every picture. It counts as held until
    it was last seen to be: a picture that is long in coming lengthens no press.
    """

    def __init__(self, devices: InputMapper, act: InputAction, now: float, device: str = "") -> None:
        self._devices, self._act, self._device = devices, act, device
        self._since = self._until = now

    def lasts(self, now: float) -> bool:
        """Whether the button is still down."""
        down = self._devices.holding(self._act, self._device)
        if down:
            self._until = now
        return down

    @property
    def is_long(self) -> bool:
        """Whether it was held, and not tapped."""
        return self._until - self._since >= LONG


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
