"""Words of the helper at this screen: that it searches, and its result.

They are always in the same place. Short ones are on the ledge at the foot of the screen, in place of the
prompt bar (`Scene.ledge_caption`). Longer ones, and all in large text, are on a sheet over the board, which
any press closes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from game.i18n import _
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, panel
from game.ui.art.icons import icon
from game.ui.art.layers import BUTTER, INK
from game.ui.core.canvas import Box, overlap_area
from game.ui.core.fonts import STRONG
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import HARMLESS_ACTIONS, Scene
from game.ui.core.theme import BODY, LARGE
from game.ui.match.context import ViewContext
from game.ui.widgets import fits_ledge, ledge_caption

SHEET_TEXT_SCALE = 1.75  # text scale from which a result is on the sheet
SHEET_MARGIN = 16.0  # units between the sheet and the edges of the board, and inside the sheet


@dataclass(frozen=True, slots=True)
class HintSheet:
    """Words of the helper over the board, and their box in units."""

    box: Box
    lines: tuple[str, ...]


class HintCaption:
    """Words of the helper, on the ledge or on a sheet."""

    def __init__(
        self, context: ViewContext, scene: Scene, exclusions: Callable[[], Iterable[Box]] = tuple
    ) -> None:
        """``scene`` has the prompt bar. ``exclusions`` returns more boxes that the sheet should not cover."""
        self._context, self._scene, self._exclusions = context, scene, exclusions
        # closed sentence about threats, and hint version
        self._closed: tuple[str, int] | None = None
        self._sheet: tuple[object, HintSheet] | None = None  # inputs of the layout, and the sheet

    @property
    def words(self) -> str:
        """Words to show now; empty for none."""
        if self._context.is_searching_hint:
            return _("Looking…")
        sentence = self._context.hint_sentence
        return "" if self._closed == (sentence, self._context.hints.version) else sentence

    @property
    def ledge_text(self) -> str | None:
        """Words on the ledge, empty if they are on the sheet. None if there are none."""
        words = self.words
        if not words:
            return None
        is_short = self._context.is_searching_hint or self._context.app.text_scale < SHEET_TEXT_SCALE
        return words if is_short and fits_ledge(self._context.app, self._scene, words) else ""

    @property
    def sheet(self) -> HintSheet | None:
        """Sheet over the board; None if there is none. It stays in its place while its words do."""
        if self.ledge_text != "":
            self._sheet = None
            return None
        app, words = self._context.app, self.words
        key = words, app.view, app.text_scale, self._context.hints.version, self._context.top_inset
        if self._sheet is None or self._sheet[0] != key:
            meant = [*self._context.view.places.hinted, *self._exclusions()]
            top = max(self._context.top_inset, SHEET_MARGIN / 2)
            self._sheet = key, _sheet(app.measuring_painter, words, _board(self._context), top, meant)
        return self._sheet[1]

    def boxes(self) -> list[Box]:
        """Boxes in units of the words; empty if there are none."""
        caption = ledge_caption(self._context.app, self._scene) if self.words else None
        return [found.box for found in (caption, self.sheet) if found is not None]

    def handle_input(self, intent: InputEvent) -> bool:
        """Close the words on Back, the sheet on any press. Returns True if the press has no other effect."""
        if intent.act in HARMLESS_ACTIONS or not self.words:
            if intent.act is InputAction.THREATS:
                self._closed = None  # asked for again
            return False
        if intent.act is InputAction.HINT or not self._context.match.may_act(intent.device):
            return False
        at = self._context.app.view.units(intent.position)
        if (
            intent.act is InputAction.PRESS
            and self.sheet is None
            and any(box.contains(at) for box in self.boxes())
        ):
            return True  # the words are only read
        if intent.act is InputAction.BACK or self.sheet is not None:
            self._close(intent)
            return True
        self._close_threats()
        return False

    def _close(self, intent: InputEvent) -> None:
        """Remove the words, or cancel the search."""
        context = self._context
        if context.is_searching_hint:
            context.hints.cancel_for_screen()
            if context.threats.is_requested:
                context.threats.handle_input(InputEvent(InputAction.THREATS, intent.device))
        elif context.messages.helps:
            context.messages.clear()
        else:
            self._close_threats()
        context.app.audio.play("back")
        context.redraw()

    def _close_threats(self) -> None:
        """Remove the sentence that nothing threatens until the next move or request."""
        if not self._context.messages.helps:
            self._closed = self._context.hint_sentence, self._context.hints.version

    def draw(self, painter: Painter) -> None:
        """Draw the sheet, if there is one. The prompt bar draws words on the ledge."""
        if (sheet := self.sheet) is None:
            return
        box, lamp, line = sheet.box, painter.line_height(LARGE), painter.line_height(BODY)
        image = panel(painter.assets, round(box.w), round(box.h), ClothColours(BUTTER, INK, ""))
        painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
        painter.blit(
            icon(painter.assets, "lamp", round(lamp)), box.x + SHEET_MARGIN, box.centre[1], "midleft"
        )
        y = box.centre[1] - line * (len(sheet.lines) - 1) / 2
        for number, text in enumerate(sheet.lines):
            painter.text(
                text, box.x + 2 * SHEET_MARGIN + lamp, y + line * number, BODY, TextStyle(STRONG, INK)
            )


def _board(context: ViewContext) -> Box:
    """Box of the board, over which the sheet may be, below the bar of a puzzle."""
    board = context.view.places.board
    top = max(board.y, context.top_inset, context.app.view.safe_area.y - SHEET_MARGIN)
    return Box(board.x, top, board.w, board.bottom - top)


def _sheet(ruler: Painter, words: str, board: Box, top: float, meant: Iterable[Box]) -> HintSheet:
    """Sheet that covers nothing that is meant.

    It is at the upper edge of the board, or else at the lower edge, or else at ``top`` (y in units), over the
    plates.
    """
    width = board.w - 2 * SHEET_MARGIN
    lines = ruler.wrapped(words, width - 3 * SHEET_MARGIN - ruler.line_height(LARGE), BODY, STRONG)
    height = len(lines) * ruler.line_height(BODY) + SHEET_MARGIN
    obstacles = tuple(meant)
    # Raised cards of the hand reach over the lower edge.
    bottom = min([board.bottom - SHEET_MARGIN, *(box.y for box in obstacles if box.bottom > board.bottom)])
    places = [
        Box(board.x + SHEET_MARGIN, y, width, height) for y in (board.y + SHEET_MARGIN, bottom - height, top)
    ]
    box = min(places, key=lambda box: sum(overlap_area(box, obstacle) for obstacle in obstacles))
    return HintSheet(box, tuple(lines))
