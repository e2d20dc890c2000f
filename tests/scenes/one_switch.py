"""Robot that plays with one key alone."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.core.input import InputAction
from game.ui.core.one_switch import switch_targets_of
from game.ui.core.scanning import Item, SwitchGroup, SwitchTarget
from tests.scenes.harness import WindowRobot

STEP = 1200.0


def holds(item: Item, predicate: Callable[[SwitchTarget], bool]) -> bool:
    """True if ``item`` or an item inside it is wanted."""
    if isinstance(item, SwitchGroup):
        return any(holds(inner, predicate) for inner in item.items)
    return predicate(item)


def named(name: str) -> Callable[[SwitchTarget], bool]:
    return lambda target: target.name == name


def doing(act: InputAction) -> Callable[[SwitchTarget], bool]:
    return lambda target: target.act is act


class SwitchRobot:
    """Player with one switch: waits until the wanted item is offered, then presses Space."""

    def __init__(self, window: WindowRobot) -> None:
        self.window = window
        self.presses = 0
        window.context.update_settings(scan="time", switch="space", scan_time=int(STEP))
        window.step()

    def press(self) -> None:
        self.presses += 1
        self.window.step(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
        self.window.step(pygame.event.Event(pygame.TEXTINPUT, text=" "))
        self.window.step(pygame.event.Event(pygame.KEYUP, key=pygame.K_SPACE, mod=0))

    def offers(self, predicate: Callable[[SwitchTarget], bool]) -> bool:
        """True if a wanted target exists on this screen."""
        top = self.window.top
        return top is not None and any(
            holds(item, predicate) for item in switch_targets_of(self.window.context, top)
        )

    def take(self, predicate: Callable[[SwitchTarget], bool]) -> None:
        """Wait until a wanted target is offered, group by group, and press."""
        window = self.window
        window.wait_until_readable()
        for _ in range(400):
            item = window.app.scanning.current_item
            if item is not None and holds(item, predicate):
                self.press()
                if not isinstance(item, SwitchGroup):
                    return
            elif window.app.scanning.is_resting:
                self.press()
            else:
                window.step(ms=STEP)
        raise AssertionError("it was never offered")
