"""What can be taken in a lobby with one switch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from game.scenes.house import HouseRules
from game.scenes.lobby_layout import FORM
from game.ui.core.canvas import Box
from game.ui.core.input import Act
from game.ui.core.one_switch import form_items
from game.ui.core.scanning import Group, Item, Target, bearable


class Offered(Protocol):
    """A lobby."""

    focus: str
    unfolded: bool
    house: HouseRules

    def places(self) -> Sequence[tuple[str, Box]]:
        """What can have the focus."""
        ...

    def look_at(self, target: str) -> None:
        """Put the focus there."""
        ...


def lobby_items(lobby: Offered) -> list[Item]:
    """The seats and buttons, and the house rules row by row where they lie open."""

    def enter() -> None:
        if lobby.focus != FORM:
            lobby.look_at(FORM)

    folded = lobby.house.folded
    rows = [] if folded else form_items(lobby.house.form, enter)
    if lobby.unfolded:
        return rows
    found = [
        Target(box, Act.CONFIRM, name, come=partial(lobby.look_at, name))
        for name, box in lobby.places()
        if name != FORM or folded
    ]
    return [*bearable(found), *([Group(bearable(rows))] if rows else [])]
