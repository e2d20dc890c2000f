"""The base of all screens."""

from __future__ import annotations

from game.ui.kit.stack import SceneHooks
from game.ui.kit.stage import Stage


class Scene(SceneHooks):
    """A screen. Its hooks are described in `SceneHooks`; each does nothing unless it is filled in."""

    stage: Stage
    """Everything that a scene may use; set before `enter`."""
