"""The table of a match that is over, to be looked at once more."""

from __future__ import annotations

from game.ui.kit.canvas import Box
from game.ui.kit.input import Act, Intent
from game.ui.kit.paint import Painter
from game.ui.kit.scene import Scene
from game.ui.kit.stack import Help
from game.ui.kit.strip import draw_strip
from game.ui.table.scene import MatchScene
from game.words import _

LOOKING = frozenset({Act.POINT, Act.SCROLL})
"""What lets people look around; the way out is anything else."""


class LastLook(Scene):
    """The table as the last move has left it; any key or click goes back to the results."""

    def __init__(self, scene: MatchScene) -> None:
        self.view = scene.view
        self.strip = scene.strip

    def intent(self, intent: Intent) -> None:
        if intent.act in LOOKING:
            self.view.hover(intent)
        # The release belongs to the very click that opened it.
        elif intent.act is not Act.RELEASE:
            self.stage.audio.play("back")
            self.stage.scenes.pop()
        self.stale = True

    def draw(self, painter: Painter) -> None:
        self.view.draw(painter)
        draw_strip(painter, self.stage, self)

    def idle(self, now: float) -> list[Box]:
        return self.view.idle(now)

    def help(self) -> Help:
        return [(Act.BACK, _("Back to the results"))]
