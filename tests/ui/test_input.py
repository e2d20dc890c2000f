"""What keys and buttons are called in each language, and the walk of one-switch scanning."""

from __future__ import annotations

import pygame
import pytest

from game.i18n import languages, spoken_to
from game.store.settings import Scan
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box
from game.ui.core.input import BUTTONS, KEYBOARD, KEYS, PAD, PADS, Act
from game.ui.core.scanning import MOST, PASSES, Group, Item, Scanner, Target, bearable
from game.ui.widgets import Press, Presses, key_words
from game.ui.widgets._prompt_bar import button_words

# What keys and buttons are called: said and written in the language of whoever plays.


OTHERS = [language for language in languages() if language not in ("en", "pseudo")]


def keys(*bound: tuple[str, tuple[str, ...]]) -> Presses:
    return Presses(KEYBOARD, False, bound, ())  # noqa: FBT003 - as a dataclass has it


def called(act: Act) -> tuple[str, str]:
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
def test_keys_are_called_as_on_keyboards_of_that_language(
    language: str, enter: str, escape: str, back: str
) -> None:
    with spoken_to(language):
        assert called(Act.CONFIRM)[0] == enter
        assert called(Act.BACK)[1] == escape
        assert Press(KEYBOARD, "page up").words == back


def test_every_key_and_button_that_is_no_letter_has_a_word() -> None:
    for names in KEYS.values():
        assert all(len(name) == 1 or name in key_words() or name in ("f2", "f10") for name in names), names
    for shapes in (False, True):
        pad = Presses(PAD, shapes, (), ())
        for act in (*PADS, Act.NAVIGATE):
            press = pad.of(act)
            assert press is not None
            assert press.name.isupper() or press.name in button_words(), press.name


@pytest.mark.parametrize("shapes", [False, True])
def test_no_two_buttons_of_a_pad_look_or_are_called_alike(*, shapes: bool) -> None:
    pygame.font.init()
    assets = Assets(1.0)
    presses = [Presses(PAD, shapes, (), ((Act.CONFIRM, (button,)),)).of(Act.CONFIRM) for button in BUTTONS]
    pictures = {pygame.image.tobytes(press.picture(assets, 30), "RGBA") for press in presses if press}
    assert len(pictures) == len({press.words for press in presses if press}) == len(BUTTONS)


@pytest.mark.parametrize("language", OTHERS)
def test_no_word_of_another_language_is_lacking(language: str) -> None:
    with spoken_to(language):
        assert key_words()["space"] != "Space bar"
        assert button_words()["dpad"] != "Directional pad"
        assert key_words()["page up"] != "Page up"


def test_letters_and_keys_without_a_word_stay_as_they_are() -> None:
    with spoken_to("fr"):
        assert [Press(KEYBOARD, name).words for name in ("x", "f10", "[5]")] == ["X", "F10", "[5]"]


# The walk of one-switch scanning, without a window: groups, ways out, time, rest, what stays in place.


STEP = 1000.0


def target(name: str, x: float = 0, y: float = 0, *, stays: bool = False) -> Target:
    return Target(Box(x, y, 40, 20), Act.CONFIRM, name, stays=stays)


def leaves(items: tuple[Item, ...]) -> list[str]:
    return [
        name for item in items for name in (leaves(item.items) if isinstance(item, Group) else [item.name])
    ]


def deepest(items: tuple[Item, ...]) -> int:
    return 1 + max((deepest(item.items) for item in items if isinstance(item, Group)), default=0)


@pytest.mark.parametrize("count", [1, MOST, MOST + 1, 30, 99, 150])
@pytest.mark.parametrize("columns", [1, 9, 1000])
def test_groups_hold_all_and_nowhere_many(count: int, columns: int) -> None:
    every = [target(str(n), 50.0 * (n % columns), 60.0 * (n // columns)) for n in range(count)]
    items = bearable(every)
    assert sorted(leaves(items)) == sorted(one.name for one in every)

    def widest(found: tuple[Item, ...]) -> int:
        return max([len(found), *(widest(item.items) for item in found if isinstance(item, Group))])

    assert widest(items) <= MOST
    assert deepest(items) <= 5


def test_time_steps_and_a_press_takes() -> None:
    scanner, items = Scanner(), (target("a"), Group((target("b"), target("c"))))
    scanner.look(items, 0, Scan.TIME, STEP)
    assert scanner.item == items[0]
    scanner.tick(STEP, Scan.TIME, STEP)
    assert scanner.take(STEP, Scan.TIME, STEP) is None, "a group is gone into"
    assert scanner.item == target("b")
    scanner.tick(2 * STEP, Scan.TIME, STEP)
    assert scanner.take(2 * STEP, Scan.TIME, STEP) == target("c")
    assert scanner.item == items[0], "and it begins anew"


def test_there_is_a_way_out_of_each_group() -> None:
    scanner = Scanner()
    scanner.look((Group((target("b"), target("c"))), target("a")), 0, Scan.STEP, STEP)
    scanner.step(0, Scan.STEP, STEP)
    scanner.take(0, Scan.STEP, STEP)
    for _ in range(3):
        scanner.step(0, Scan.STEP, STEP)
    assert scanner.leads_out
    assert scanner.take(0, Scan.STEP, STEP) is None
    scanner.step(0, Scan.STEP, STEP)
    assert scanner.item == target("a")


def test_who_rests_takes_but_only_after_a_press() -> None:
    scanner = Scanner()
    scanner.look((target("a"), target("b")), 0, Scan.REST, STEP)
    assert scanner.tick(100 * STEP, Scan.REST, STEP) is None, "nobody has pressed yet"
    scanner.step(0, Scan.REST, STEP)
    scanner.step(STEP / 2, Scan.REST, STEP)
    assert scanner.tick(STEP, Scan.REST, STEP) is None
    assert scanner.tick(1.5 * STEP, Scan.REST, STEP) == target("b")
    assert scanner.tick(100 * STEP, Scan.REST, STEP) is None


def test_where_nobody_is_there_it_comes_to_rest() -> None:
    scanner, now = Scanner(), 0.0
    scanner.look((target("a"), target("b")), now, Scan.TIME, STEP)
    for _ in range(2 * PASSES + 1):
        now += STEP
        scanner.tick(now, Scan.TIME, STEP)
    assert scanner.is_resting
    assert scanner.due is None, "the loop may sleep"
    scanner.wake(now, Scan.TIME, STEP)
    assert scanner.item == target("a")


def test_what_changes_elsewhere_does_not_move_one() -> None:
    scanner = Scanner()
    hand = Group((target("a"), target("b")))
    scanner.look((hand, Group((target("x"), target("y")))), 0, Scan.TIME, STEP)
    scanner.take(0, Scan.TIME, STEP)
    scanner.tick(STEP, Scan.TIME, STEP)
    assert not scanner.look((hand, Group((target("x"), target("y"), target("z")))), STEP, Scan.TIME, STEP)
    assert scanner.item == target("b")
    assert scanner.look((Group((target("c"), target("d"))), target("x")), STEP, Scan.TIME, STEP)
    assert scanner.item != target("b")


def test_what_is_taken_again_and_again_stays_offered() -> None:
    scanner, less = Scanner(), target("less", stays=True)
    scanner.look((Group((less, target("more", stays=True))), target("a")), 0, Scan.TIME, STEP)
    scanner.take(0, Scan.TIME, STEP)
    for _ in range(3):
        assert scanner.take(0, Scan.TIME, STEP) == less
