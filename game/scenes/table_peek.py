"""View of the final table beside the results or another report."""

from __future__ import annotations

from game.ui.core.canvas import Box
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import HARMLESS_ACTIONS, Prompts, Scene
from game.ui.match.view import MatchView
from game.ui.widgets import draw_prompt_bar


class TablePeekScene(Scene):
    """View of the table after the last move. Any key or click closes it."""

    wants_unbound_presses = True

    def __init__(self, view: MatchView, back_label: str) -> None:
        """``back_label`` is the label of the way out."""
        self.view = view
        self.prompt_bar_offset = view.prompt_bar_offset
        self._back = back_label

    def on_layout(self) -> None:
        """Lay out the view, because that of a match from the album was not laid out before."""
        self.view.on_layout()

    def on_input(self, intent: InputEvent) -> None:
        """Pass looking events on to the view; any other one closes the scene, with a sound."""
        # Ignore releases too, because one belongs to the click that opened this.
        if intent.act in HARMLESS_ACTIONS:
            self.view.on_passive_input(intent)
        else:
            self.app.audio.play("back")
            self.app.scenes.pop()
            # Restart the grace time of the screen below, so that a double press does not skip it.
            if (below := self.app.scenes.top) is not None:
                below.mark_appeared()
        self.needs_redraw = True

    def draw(self, painter: Painter) -> None:
        self.view.draw(painter)
        draw_prompt_bar(painter, self.app, self)

    def tick_idle(self, now: float) -> list[Box]:
        return self.view.tick_idle(now)

    def prompts(self) -> Prompts:
        return [(InputAction.BACK, self._back)]
