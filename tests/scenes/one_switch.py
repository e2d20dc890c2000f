"""Somebody who can press one key, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.core.input import Act
from game.ui.core.one_switch import items_of
from game.ui.core.scanning import Group, Item, Target
from tests.scenes.harness import Window

STEP = 1200.0


def holds(item: Item, wanted: Callable[[Target], bool]) -> bool:
    """Whether what is wanted is this, or lies in it."""
    if isinstance(item, Group):
        return any(holds(inner, wanted) for inner in item.items)
    return wanted(item)


def named(name: str) -> Callable[[Target], bool]:
    return lambda target: target.name == name


def doing(act: Act) -> Callable[[Target], bool]:
    return lambda target: target.act is act


class OneSwitch:
    """Waits until what is wanted is in the ring, and presses Space: time does the rest."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.presses = 0
        window.stage.change(scan="time", switch="space", scan_time=int(STEP))
        window.turn()

    def press(self) -> None:
        self.presses += 1
        self.window.turn(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
        self.window.turn(pygame.event.Event(pygame.TEXTINPUT, text=" "))
        self.window.turn(pygame.event.Event(pygame.KEYUP, key=pygame.K_SPACE, mod=0))

    def offers(self, wanted: Callable[[Target], bool]) -> bool:
        """Whether it is to be had on this screen at all."""
        top = self.window.top
        return top is not None and any(holds(item, wanted) for item in items_of(self.window.stage, top))

    def take(self, wanted: Callable[[Target], bool]) -> None:
        """Have it offered, group by group, and take it."""
        window = self.window
        window.read()
        for _ in range(400):
            item = window.app.scanning.offered
            if item is not None and holds(item, wanted):
                self.press()
                if not isinstance(item, Group):
                    return
            elif window.app.scanning.is_resting:
                self.press()
            else:
                window.turn(ms=STEP)
        raise AssertionError("it was never offered")
