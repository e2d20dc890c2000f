"""The base of all screens."""

from __future__ import annotations

from game.ui.core.context import Stage
from game.ui.core.scene import SceneHooks
from game.ui.widgets.form import Form


class Scene(SceneHooks):
    """A screen. Its hooks are described in `SceneHooks`; each does nothing unless it is filled in."""

    stage: Stage
    """Everything that a scene may use; set before `enter`."""


class FormScene(Scene):
    """A screen of rows, said aloud row by row, and gone through so with one switch."""

    form: Form
    """Its rows; set before `enter`."""
    title = ""
    """What stands above them, said first."""

    def tip(self) -> str:
        """What is told of the row in focus."""
        return ""
