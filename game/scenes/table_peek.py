"""View of the final table beside the results or another report."""

from __future__ import annotations

from game.ui.core.canvas import Box
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import LOOKING, Prompts, Scene
from game.ui.match.view import MatchView
from game.ui.widgets import draw_prompt_bar


class TablePeekScene(Scene):
    """View of the table after the last move. Any key or click closes it."""

    any_press = True

    def __init__(self, view: MatchView, back: str) -> None:
        """``back`` is the label of the way out."""
        self.view = view
        self.strip = view.strip
        self._back = back

    def layout(self) -> None:
        # A match from the album was not laid out before.
        self.view.layout()

    def intent(self, intent: InputEvent) -> None:
        # Ignore releases too, because one belongs to the click that opened this.
        if intent.act in LOOKING:
            self.view.hover(intent)
        else:
            self.stage.audio.play("back")
            self.stage.scenes.pop()
            # Restart the grace time of the screen below, so that a double press does not skip it.
            if (below := self.stage.scenes.top) is not None:
                below.appears()
        self.stale = True

    def tick(self, now: float) -> bool:
        # The window size may have changed, so the pictures must be complete before the table is shown.
        while self.view.prepare():
            self.stale = True
        return False

    def draw(self, painter: Painter) -> None:
        self.view.draw(painter)
        draw_prompt_bar(painter, self.stage, self)

    def idle(self, now: float) -> list[Box]:
        return self.view.idle(now)

    def help(self) -> Prompts:
        return [(InputAction.BACK, self._back)]
