"""The buttons beside the table of a rummy, under the pointer."""

from __future__ import annotations

from game.ui.core.input import Act, Intent
from game.ui.table.context import ViewContext
from game.ui.table.rummy.captions import Captions
from game.ui.table.rummy.tabletop import Tabletop


def pressed(table: ViewContext, top: Tabletop, captions: Captions, intent: Intent) -> Intent:
    """What an intent means: a press on a button, or on the stock, is what that does."""
    if intent.act is not Act.PRESS:
        return intent
    at, places = table.stage.view.units(intent.at), top.places
    assert places is not None
    for box, knob in zip(places.buttons, captions.knobs(), strict=False):
        if box.holds(at):
            return Intent(knob.act, intent.device, at=intent.at)
    # Where a task stands above nobody draws, and no stock lies there.
    if table.task is None and top.carry is None and places.stock.holds(at):
        return Intent(Act.SECONDARY, intent.device, at=intent.at)
    return intent
