"""Trembling sticks, and inputs held on a controller that is unplugged."""

from __future__ import annotations

import pygame
import pytest

from game.ui.core.input import (
    FIRST_REPEAT_MS,
    MAX_PADS,
    PAD,
    PAD_BUTTONS,
    POSITIVE_AXES,
    REPEAT_MS,
    STICK_THRESHOLD,
    HoldToShow,
    InputAction,
    InputEvent,
    InputMapper,
)

pytestmark = pytest.mark.usefixtures("display")
LEFT, UP = pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY
RELEASE = STICK_THRESHOLD * 2 // 3


def lean(devices: InputMapper, value: int, axis: int = LEFT, pad: int = 7) -> list[InputEvent]:
    event = pygame.event.Event(pygame.CONTROLLERAXISMOTION, instance_id=pad, axis=axis, value=value)
    return devices.read(event, 0)


def push(devices: InputMapper, name: str, pad: int = 7) -> list[InputEvent]:
    event = pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, instance_id=pad, button=PAD_BUTTONS[name])
    return devices.read(event, 0)


def unplug(devices: InputMapper, pad: int = 7) -> None:
    devices.read(pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=pad), 0)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("axis", [LEFT, UP])
def test_stick_trembling_at_the_threshold_moves_once(axis: int, sign: int) -> None:
    devices = InputMapper()
    found = [
        lean(devices, sign * value, axis)
        for value in (STICK_THRESHOLD, STICK_THRESHOLD - 1, STICK_THRESHOLD, RELEASE, STICK_THRESHOLD + 1)
    ]
    assert [len(one) for one in found] == [1, 0, 0, 0, 0]
    assert devices.next_repeat is not None, "it is held all the while"
    assert lean(devices, sign * (RELEASE - 1), axis) == []
    assert devices.next_repeat is None
    assert lean(devices, sign * (STICK_THRESHOLD - 1), axis) == [], "only all the way does it move again"
    assert len(lean(devices, sign * STICK_THRESHOLD, axis)) == 1


@pytest.mark.parametrize("name", ["lefttrigger", "rightx"])
def test_trigger_trembling_at_the_threshold_is_pressed_once(name: str) -> None:
    devices, axis = InputMapper(), PAD_BUTTONS[name] - POSITIVE_AXES
    found = [
        lean(devices, value, axis)
        for value in (STICK_THRESHOLD, STICK_THRESHOLD - 1, STICK_THRESHOLD, RELEASE, STICK_THRESHOLD)
    ]
    assert [len(one) for one in found] == [1, 0, 0, 0, 0]
    lean(devices, RELEASE - 1, axis)
    assert len(lean(devices, STICK_THRESHOLD, axis)) == 1


def test_unplugged_controller_holds_nothing() -> None:
    devices = InputMapper()
    push(devices, "righttrigger")
    push(devices, "a")
    push(devices, "a", pad=8)
    lean(devices, STICK_THRESHOLD)
    hold = HoldToShow(devices, InputAction.CONFIRM, 0, "pad:1")
    assert hold.lasts(1)
    unplug(devices)
    assert not hold.lasts(2)
    assert not devices.holding(InputAction.LOOK)
    assert devices.holding(InputAction.CONFIRM, "pad:2"), "the other one holds on"
    assert devices.next_repeat is None


def test_first_press_counts_after_a_controller_returns() -> None:
    devices = InputMapper()
    push(devices, "a")
    lean(devices, STICK_THRESHOLD)
    lean(devices, STICK_THRESHOLD, UP)
    unplug(devices)
    devices.pads.connect(9)
    assert [one.act for one in push(devices, "a", pad=9)] == [InputAction.CONFIRM]
    assert len(lean(devices, STICK_THRESHOLD, pad=9)) == 1


def test_returning_controller_has_a_centred_stick() -> None:
    devices = InputMapper()
    lean(devices, STICK_THRESHOLD, UP)
    unplug(devices)
    assert [(one.dx, one.dy) for one in lean(devices, STICK_THRESHOLD)] == [(1, 0)]


def test_steps_missed_by_a_stalled_program_do_not_come_in_a_burst() -> None:
    devices = InputMapper()
    lean(devices, STICK_THRESHOLD)
    late = FIRST_REPEAT_MS + 10 * REPEAT_MS
    assert len(devices.poll_repeats(late)) == 1
    assert devices.poll_repeats(late) == []
    assert devices.next_repeat == late + REPEAT_MS


def test_held_button_is_one_press() -> None:
    devices = InputMapper()
    assert [len(push(devices, "a")) for _ in range(3)] == [1, 0, 0]


def test_released_diagonal_makes_no_step_to_its_side() -> None:
    devices = InputMapper()
    lean(devices, STICK_THRESHOLD)
    assert [(one.dx, one.dy) for one in lean(devices, STICK_THRESHOLD, UP)] == [(1, 1)]
    assert lean(devices, 0) == []
    assert devices.next_repeat == FIRST_REPEAT_MS, "it counts if it is held there"
    assert lean(devices, 0, UP) == []
    assert devices.next_repeat is None


def test_trigger_can_be_bound_and_does_nothing_then() -> None:
    devices = InputMapper()
    devices.listening = PAD
    found = lean(devices, STICK_THRESHOLD, PAD_BUTTONS["lefttrigger"] - POSITIVE_AXES)
    assert [(one.act, one.text) for one in found] == [(InputAction.CAPTURE, "lefttrigger")]


def test_ninth_controller_takes_the_number_of_a_lost_one() -> None:
    devices = InputMapper()
    for instance in range(MAX_PADS):
        devices.pads.connect(instance, f"model {instance}")
    devices.pads.disconnect(3)
    assert devices.pads.connect(99, "another model").device == "pad:4"
