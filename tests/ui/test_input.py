"""Names of keys and buttons in each language, and one-switch scanning."""

from __future__ import annotations

import pygame
import pytest

from game.i18n import in_language, languages
from game.store.settings import ScanMode
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box
from game.ui.core.input import DEFAULT_KEYS, DEFAULT_PAD_BUTTONS, KEYBOARD, PAD, PAD_BUTTONS, InputAction
from game.ui.core.scanning import (
    MAX_GROUP_SIZE,
    MAX_PASSES,
    Item,
    ScanCursor,
    SwitchGroup,
    SwitchTarget,
    group_targets,
)
from game.ui.widgets import KeyMap, KeyPress, key_words
from game.ui.widgets._prompt_bar import button_words

# Names of keys and buttons, spoken and written in the player's language.


OTHERS = [language for language in languages() if language not in ("en", "pseudo")]


def keys(*bound: tuple[str, tuple[str, ...]]) -> KeyMap:
    return KeyMap(KEYBOARD, False, bound, ())  # noqa: FBT003 - as a dataclass has it


def called(act: InputAction) -> tuple[str, str]:
    press = keys().of(act)
    assert press is not None
    return press.words, press.cap


@pytest.mark.parametrize(
    ("language", "enter", "escape", "back"),
    [
        ("de", "Enter", "Esc", "Bild auf"), ("fr", "Entrée", "Échap", "Page précédente"),
        ("es", "Intro", "Esc", "Retroceder página"), ("it", "Invio", "Esc", "Pagina su"),
    ],
)  # fmt: skip
def test_keys_are_named_as_on_keyboards_of_the_language(
    language: str, enter: str, escape: str, back: str
) -> None:
    with in_language(language):
        assert called(InputAction.CONFIRM)[0] == enter
        assert called(InputAction.BACK)[1] == escape
        assert KeyPress(KEYBOARD, "page up").words == back


def test_every_key_and_button_without_a_letter_has_a_word() -> None:
    for names in DEFAULT_KEYS.values():
        assert all(len(name) == 1 or name in key_words() or name in ("f2", "f10") for name in names), names
    for shapes in (False, True):
        pad = KeyMap(PAD, shapes, (), ())
        for act in (*DEFAULT_PAD_BUTTONS, InputAction.NAVIGATE):
            press = pad.of(act)
            assert press is not None
            assert press.name.isupper() or press.name in button_words(), press.name


@pytest.mark.parametrize("shapes", [False, True])
def test_pad_buttons_have_distinct_looks_and_names(*, shapes: bool) -> None:
    pygame.font.init()
    assets = Assets(1.0)
    presses = [
        KeyMap(PAD, shapes, (), ((InputAction.CONFIRM, (button,)),)).of(InputAction.CONFIRM)
        for button in PAD_BUTTONS
    ]
    pictures = {pygame.image.tobytes(press.picture(assets, 30), "RGBA") for press in presses if press}
    assert len(pictures) == len({press.words for press in presses if press}) == len(PAD_BUTTONS)


@pytest.mark.parametrize("language", OTHERS)
def test_other_languages_have_all_key_words(language: str) -> None:
    with in_language(language):
        assert key_words()["space"] != "Space bar"
        assert button_words()["dpad"] != "D-pad"
        assert key_words()["page up"] != "Page up"


def test_letters_and_unnamed_keys_stay_unchanged() -> None:
    with in_language("fr"):
        assert [KeyPress(KEYBOARD, name).words for name in ("x", "f10", "[5]")] == ["X", "F10", "[5]"]


# One-switch scanning without a window: groups, ways out, timing, rest and stable positions.


STEP = 1000.0


def target(name: str, x: float = 0, y: float = 0, *, stays: bool = False) -> SwitchTarget:
    return SwitchTarget(Box(x, y, 40, 20), InputAction.CONFIRM, name, stays=stays)


def leaves(items: tuple[Item, ...]) -> list[str]:
    return [
        name
        for item in items
        for name in (leaves(item.items) if isinstance(item, SwitchGroup) else [item.name])
    ]


def deepest(items: tuple[Item, ...]) -> int:
    return 1 + max((deepest(item.items) for item in items if isinstance(item, SwitchGroup)), default=0)


@pytest.mark.parametrize("count", [1, MAX_GROUP_SIZE, MAX_GROUP_SIZE + 1, 30, 99, 150])
@pytest.mark.parametrize("columns", [1, 9, 1000])
def test_groups_contain_all_targets_in_small_numbers(count: int, columns: int) -> None:
    every = [target(str(n), 50.0 * (n % columns), 60.0 * (n // columns)) for n in range(count)]
    items = group_targets(every)
    assert sorted(leaves(items)) == sorted(one.name for one in every)

    def widest(found: tuple[Item, ...]) -> int:
        return max([len(found), *(widest(item.items) for item in found if isinstance(item, SwitchGroup))])

    assert widest(items) <= MAX_GROUP_SIZE
    assert deepest(items) <= 5


def test_scan_advances_with_time_and_a_press_selects() -> None:
    scanner, items = ScanCursor(), (target("a"), SwitchGroup((target("b"), target("c"))))
    scanner.set_items(items, 0, ScanMode.TIME, STEP)
    assert scanner.item == items[0]
    scanner.tick(STEP, ScanMode.TIME, STEP)
    assert scanner.take(STEP, ScanMode.TIME, STEP) is None, "a group is gone into"
    assert scanner.item == target("b")
    scanner.tick(2 * STEP, ScanMode.TIME, STEP)
    assert scanner.take(2 * STEP, ScanMode.TIME, STEP) == target("c")
    assert scanner.item == items[0], "and it begins again"


def test_every_group_has_a_way_out() -> None:
    scanner = ScanCursor()
    scanner.set_items((SwitchGroup((target("b"), target("c"))), target("a")), 0, ScanMode.STEP, STEP)
    scanner.step(0, ScanMode.STEP, STEP)
    scanner.take(0, ScanMode.STEP, STEP)
    for _ in range(3):
        scanner.step(0, ScanMode.STEP, STEP)
    assert scanner.is_on_exit
    assert scanner.take(0, ScanMode.STEP, STEP) is None
    scanner.step(0, ScanMode.STEP, STEP)
    assert scanner.item == target("a")


def test_resting_selects_only_after_a_press() -> None:
    scanner = ScanCursor()
    scanner.set_items((target("a"), target("b")), 0, ScanMode.REST, STEP)
    assert scanner.tick(100 * STEP, ScanMode.REST, STEP) is None, "nobody has pressed yet"
    scanner.step(0, ScanMode.REST, STEP)
    scanner.step(STEP / 2, ScanMode.REST, STEP)
    assert scanner.tick(STEP, ScanMode.REST, STEP) is None
    assert scanner.tick(1.5 * STEP, ScanMode.REST, STEP) == target("b")
    assert scanner.tick(100 * STEP, ScanMode.REST, STEP) is None


def test_scan_rests_without_a_user() -> None:
    scanner, now = ScanCursor(), 0.0
    scanner.set_items((target("a"), target("b")), now, ScanMode.TIME, STEP)
    for _ in range(2 * MAX_PASSES + 1):
        now += STEP
        scanner.tick(now, ScanMode.TIME, STEP)
    assert scanner.is_resting
    assert scanner.due is None, "the loop may sleep"
    scanner.wake(now, ScanMode.TIME, STEP)
    assert scanner.item == target("a")


def test_change_elsewhere_does_not_move_the_scan() -> None:
    scanner = ScanCursor()
    hand = SwitchGroup((target("a"), target("b")))
    scanner.set_items((hand, SwitchGroup((target("x"), target("y")))), 0, ScanMode.TIME, STEP)
    scanner.take(0, ScanMode.TIME, STEP)
    scanner.tick(STEP, ScanMode.TIME, STEP)
    assert not scanner.set_items(
        (hand, SwitchGroup((target("x"), target("y"), target("z")))), STEP, ScanMode.TIME, STEP
    )
    assert scanner.item == target("b")
    assert scanner.set_items(
        (SwitchGroup((target("c"), target("d"))), target("x")), STEP, ScanMode.TIME, STEP
    )
    assert scanner.item != target("b")


def test_repeatable_target_stays_offered() -> None:
    scanner, less = ScanCursor(), target("less", stays=True)
    scanner.set_items((SwitchGroup((less, target("more", stays=True))), target("a")), 0, ScanMode.TIME, STEP)
    scanner.take(0, ScanMode.TIME, STEP)
    for _ in range(3):
        assert scanner.take(0, ScanMode.TIME, STEP) == less
