"""Screenshots of the sock collection: half full, only missing socks, and a nearly empty one."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from game.match.achievements import all_feats
from game.ui.core.scene import AppContext

DAY = datetime.date(2026, 11, 9)
MISSING = frozenset({4, 7, 10, 13, 17, 20, 22, 26, 29, 30, 33, 36, 37, 39})
NEW = 32  # index of a sock that was not looked at yet


def sock_shots(context: AppContext, shot: Callable[[str], None]) -> None:
    """Take a collection, its missing socks, and a nearly empty one."""
    keys, socks = [feat.key for _game, feat in all_feats()], context.stores.socks
    earned = [key for number, key in enumerate(keys) if number not in MISSING]
    for name, sock_keys in (("Annabella", earned), ("Bo", keys[:2])):
        socks.earn(name, sock_keys, DAY)
    socks.mark_seen("Annabella", [key for key in earned if key != keys[NEW]])
    socks.wear("Annabella", "second-thoughts")
    context.open_scene("drawer", "countdown", "Annabella")
    shot("drawer")
    scene: Any = context.scenes.top
    scene.show_missing()
    shot("drawer-missing")
    context.scenes.pop()
    context.open_scene("drawer", "", "Bo")
    shot("drawer-first")
    context.scenes.pop()
