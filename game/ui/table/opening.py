"""Putting a match on the screen: with the view of its game, or with the plain one where it has none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from game.core.discovery import find, part
from game.core.session import Session
from game.match.match import Match
from game.match.seats import Seat
from game.ui.kit.stage import Stage
from game.ui.table.bridge import Bridge
from game.ui.table.plain import PlainView
from game.ui.table.view import View


def put_away(scene: Any) -> None:
    """Leave a match that is over: for the drawer, or for the list that it was looked up in."""
    scenes = scene.stage.scenes
    if scene.is_looked_up:
        scenes.close(scene)
    else:
        scenes.reset(scene.stage.screens["title"]())


def match_scene(stage: Stage, session: Session, seats: Sequence[Seat]) -> Any:
    """The scene of a match; it is not on the screen yet."""
    where = find(session.game).info.scene
    make = cast(Any, part(where)) if where else cast(Any, PlainView)
    return Bridge(stage, Match(session, seats), cast("type[View]", make))
