"""Keys with modifiers, keyboard layouts of other countries, and the key names in prompts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame
import pytest

from game.ui.core import input as devices_module
from game.ui.core.input import DEFAULT_KEYS, KEYBOARD, WASD_DIRECTIONS, InputAction, InputEvent, InputMapper
from game.ui.widgets import KeyMap

pytestmark = pytest.mark.usefixtures("display")

MODIFIERS = {
    "Ctrl": pygame.KMOD_LCTRL, "right Ctrl": pygame.KMOD_RCTRL, "Alt": pygame.KMOD_LALT,
    "AltGr": pygame.KMOD_RALT, "AltGr of Windows": pygame.KMOD_LCTRL | pygame.KMOD_RALT,
    "AltGr of X11": pygame.KMOD_MODE, "Cmd or Win": pygame.KMOD_LGUI,
}  # fmt: skip
ROWS = {
    "Russian": ("йцукенгшщз", "фывапролд", "ячсмить"),
    "Greek": (";ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ"),
    "Hebrew": ("/'קראטוןםפ", "שדגכעיחלך", "זסבהנמצ"),
    "Arabic": ("ضصثقفغعهخح", "شسيبلاتنم", "ئءؤرىةو"),
}
"""Keys of these layouts in the places of an American keyboard's letters."""
AMERICAN = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
WAYS = {"w": (0, -1), "a": (-1, 0), "s": (0, 1), "d": (1, 0)}
ACTS = {
    name: act for act, names in DEFAULT_KEYS.items() for name in names if len(name) == 1 and name.isalpha()
}


def place(letter: str) -> int:
    """Scancode of a letter on an American keyboard."""
    return pygame.KSCAN_A + ord(letter) - ord("a")


def press(
    devices: InputMapper, key: int, scancode: int = 0, mod: int = 0, unicode: str = ""
) -> list[InputEvent]:
    down = pygame.event.Event(pygame.KEYDOWN, key=key, scancode=scancode, mod=mod, unicode=unicode)
    found = devices.read(down, 0)
    devices.read(pygame.event.Event(pygame.KEYUP, key=key, scancode=scancode, mod=mod), 0)
    return found


def azerty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the system's layout French."""
    moved = {"a": "q", "q": "a", "z": "w", "w": "z"}
    scancodes = {ord(letter): place(moved.get(letter, letter)) for row in AMERICAN for letter in row}
    monkeypatch.setattr(devices_module, "_SCANCODES", scancodes)


@pytest.mark.parametrize("mod", MODIFIERS.values(), ids=MODIFIERS)
def test_modified_key_without_a_meaning_does_nothing(mod: int) -> None:
    devices = InputMapper()
    keys = [pygame.key.key_code(name) for names in DEFAULT_KEYS.values() for name in names]
    keys += [*b"wasd0123456789", pygame.K_UP, pygame.K_KP8, pygame.K_HOME]
    for key in keys:
        if (key == pygame.K_RETURN and mod & pygame.KMOD_ALT) or key in (pygame.K_y, pygame.K_z):
            continue
        assert press(devices, key, mod=mod) == [], pygame.key.name(key)
        assert press(devices, key)[-1].act is not InputAction.OTHER or key in b"0123456789", (
            "the same key alone"
        )


@pytest.mark.parametrize("mod", [pygame.KMOD_LCTRL, pygame.KMOD_RGUI])
def test_undo_and_redo_have_their_usual_shortcuts(mod: int) -> None:
    devices, shift = InputMapper(), pygame.KMOD_LSHIFT
    for key, held, act in (
        (pygame.K_z, mod, InputAction.UNDO),
        (pygame.K_z, mod | shift, InputAction.REDO),
        (pygame.K_y, mod, InputAction.REDO),
    ):
        assert [one.act for one in press(devices, key, mod=held)] == [act]
    assert [one.act for one in press(devices, ord("я"), place("z"), mod)] == [InputAction.UNDO]
    assert press(devices, pygame.K_z, mod=mod | pygame.KMOD_LALT) == []


def test_shift_does_not_disable_keys() -> None:
    devices = InputMapper()
    assert press(devices, pygame.K_x, mod=pygame.KMOD_LSHIFT)[0].act is InputAction.SECONDARY
    assert press(devices, pygame.K_TAB, mod=pygame.KMOD_LSHIFT)[0].act is InputAction.PREVIOUS


@pytest.mark.parametrize("name", ["AltGr", "AltGr of Windows", "AltGr of X11"])
def test_altgr_types_letters_and_asks_for_help(name: str) -> None:
    devices = InputMapper()
    assert press(devices, ord("ß"), mod=MODIFIERS[name], unicode="?")[0].act is InputAction.HELP
    devices.typing = True
    for key, text in ((pygame.K_z, "ż"), (pygame.K_q, "@"), (pygame.K_e, "€")):
        assert press(devices, key, mod=MODIFIERS[name], unicode=text) == []
        assert devices.read(pygame.event.Event(pygame.TEXTINPUT, text=text), 0)[0].text == text


@pytest.mark.parametrize("layout", ROWS)
def test_letters_work_by_position_on_non_latin_layouts(layout: str) -> None:
    devices = InputMapper()
    for row, american in zip(ROWS[layout], AMERICAN, strict=True):
        for key, letter in zip(row, american, strict=False):
            found = press(devices, ord(key), place(letter))
            if letter in WAYS:
                assert [(one.act, one.dx, one.dy) for one in found] == [(InputAction.NAVIGATE, *WAYS[letter])]
            else:
                assert found[0].act is ACTS.get(letter, InputAction.OTHER), letter


@pytest.mark.parametrize("layout", ROWS)
def test_foreign_letters_are_no_commands_while_typing(layout: str) -> None:
    devices = InputMapper()
    devices.typing = True
    for row, american in zip(ROWS[layout], AMERICAN, strict=True):
        for key, letter in zip(row, american, strict=False):
            assert press(devices, ord(key), place(letter)) == []


def test_wasd_moves_by_its_place_on_azerty(monkeypatch: pytest.MonkeyPatch) -> None:
    azerty(monkeypatch)
    devices = InputMapper()
    for label, letter in (("z", "w"), ("q", "a"), ("s", "s"), ("d", "d")):
        (found,) = press(devices, ord(label), place(letter))
        assert (found.act, found.dx, found.dy) == (InputAction.NAVIGATE, *WAYS[letter])
    assert press(devices, pygame.K_x, place("x"))[0].act is InputAction.SECONDARY
    prompt = KeyMap(KEYBOARD, False, (), ()).of(InputAction.PREVIOUS)  # noqa: FBT003 - as a dataclass has it
    assert prompt is not None
    assert prompt.name == "page up", "Q moves there"


def test_wasd_never_replaces_the_only_letter_of_an_action() -> None:
    devices = InputMapper()  # on Dvorak E is in the place of D, and ends the turn as the prompts say
    assert press(devices, pygame.K_e, place("d"))[0].act is InputAction.END_TURN


def test_digits_of_a_french_keyboard_need_no_shift() -> None:
    assert press(InputMapper(), ord("é"), pygame.KSCAN_2)[0].text == "2"


@pytest.mark.parametrize(
    ("saved", "key", "scancode"),
    [("w", pygame.K_w, place("w")), ("й", ord("й"), place("q")), ("q", pygame.K_q, place("a"))],
)
def test_saved_bindings_keep_working(
    monkeypatch: pytest.MonkeyPatch, saved: str, key: int, scancode: int
) -> None:
    if saved == "q":
        azerty(monkeypatch)
    bound: Mapping[InputAction, Sequence[str]] = {
        InputAction.PREVIOUS: ("page up",),
        InputAction.LOOK: (saved,),
        InputAction.HINT: ("h",),
    }
    devices = InputMapper(keys={**DEFAULT_KEYS, **bound})
    assert press(devices, key, scancode)[0].act is InputAction.LOOK
    prompt = KeyMap(KEYBOARD, False, ((InputAction.LOOK, (saved,)),), ()).of(InputAction.LOOK)  # noqa: FBT003
    assert prompt is not None
    assert prompt.name == saved


def test_key_is_bound_by_its_latin_letter_without_modifier() -> None:
    devices = InputMapper()
    devices.listening = KEYBOARD
    assert press(devices, ord("л"), place("k"))[0].text == "k"
    assert press(devices, pygame.K_LCTRL, mod=pygame.KMOD_LCTRL) == []
    assert press(devices, pygame.K_k, mod=pygame.KMOD_LCTRL) == []


def test_events_without_a_scancode_move_by_their_letter() -> None:
    for letter, way in WAYS.items():
        found = InputMapper().read(pygame.event.Event(pygame.KEYDOWN, key=ord(letter), mod=0), 0)
        assert [(one.dx, one.dy) for one in found] == [way] == [WASD_DIRECTIONS[place(letter)]]
