"""Hooks of the example (`game.core.extras.hooks`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.core.extras import MenuEntry, MenuPlace
from game.i18n import _
from game.ui.core.scene import AppContext

if TYPE_CHECKING:
    from game.scenes.house_rules import HouseRulesPanel


def menu_entries(place: MenuPlace, app: AppContext, of: HouseRulesPanel) -> Sequence[MenuEntry]:
    """A button below the lessons, in the lobby of every game."""
    if place is not MenuPlace.HOUSE:
        return []
    return [MenuEntry(_("Say hello"), "screen", partial(app.open_scene, "hello", of.info.slug))]
