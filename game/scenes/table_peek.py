"""The table as the last move has left it, to be looked at once more beside what is told of it."""

from __future__ import annotations

from game.ui.core.canvas import Box
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import LOOKING, Prompts, Scene
from game.ui.match.view import MatchView
from game.ui.widgets import draw_prompt_bar


class TablePeekScene(Scene):
    """The table as the last move has left it; any key or click goes back."""

    any_press = True

    def __init__(self, view: MatchView, back: str) -> None:
        """``back`` says in words where the way out leads."""
        self.view = view
        self.strip = view.strip
        self._back = back

    def layout(self) -> None:
        # Of a match from the album nothing was seen before.
        self.view.layout()

    def intent(self, intent: InputEvent) -> None:
        # A release is no way out either: it belongs to the very click that opened this.
        if intent.act in LOOKING:
            self.view.hover(intent)
        else:
            self.stage.audio.play("back")
            self.stage.scenes.pop()
            # Pressed twice in haste it was meant once: what lies below would be left unread.
            if (below := self.stage.scenes.top) is not None:
                below.appears()
        self.stale = True

    def tick(self, now: float) -> bool:
        # The window may have another size since the match was shown: nothing else could be seen meanwhile.
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
