"""Windows of an open moment with their headers, and the sentence about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from game.i18n import _
from game.match.analysis import TurningPoint, percent
from game.scenes.analysis.drawing import (
    EDGE_SHARE,
    HEADER_HEIGHT,
    HEADER_OVERLAP_SHARE,
    PANEL_PICTURE,
    ROOMY_TEXT_SCALE,
    AnalysisKey,
    draw_plate,
    draw_sign,
    told_ink,
)
from game.scenes.analysis.known_moments import AnalysedMoves, KnownMoments
from game.scenes.analysis.moment_painter import MomentPainter
from game.scenes.analysis.pictures import MomentPictures
from game.scenes.results_drawing import draw_head
from game.scenes.win_chart import PLATE_SIZE
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.scene import AppContext
from game.ui.widgets import (
    Element,
    FontSpec,
    MeasureContext,
    Padding,
    Picture,
    Spacer,
    Text,
    column,
    draw_puppet,
    first_that_fits,
    fits,
    row,
    shrink_to_fit,
    sign,
    stack,
)

GAIN_GAP = 6.0  # units between the gain and the windows at its sides


class HeaderForm(IntEnum):
    """Contents of a window's header, from roomy to narrow."""

    WHOLE = 0
    SNUG = 1
    SIGN = 2  # without a face
    WORDS = 3  # without a sign either


class MomentWindows:
    """Windows of the open moment: the played moves and, if there are any, better ones."""

    def __init__(
        self, app: AppContext, known: KnownMoments, pictures: MomentPictures, painter: MomentPainter
    ) -> None:
        self._app, self._known, self._pictures, self._painter = app, known, pictures, painter

    def element(self) -> Element:
        """Two windows of a moment, or one if there was no better move."""
        moment, deeds = self._known.moment, self._known.deeds
        assert moment is not None
        gains = [self._gain(moment)] if len(deeds) > 1 else []
        between = sum(MeasureContext(self._app.measuring_painter).size(gain, 1000)[0] for gain in gains)
        between += 2 * GAIN_GAP * len(gains)
        width = (self._app.view.w * (1 - 2 * EDGE_SHARE) - between) / len(deeds) - 28
        # Both headers have the same form.
        for form in HeaderForm:
            headers = [self._window_header(moment, deed, form) for deed in deeds]
            if all(fits(self._app.measuring_painter, header, width, 1000) for header in headers):
                break
        first, *others = [
            self._window(moment, deed, len(deeds), header)
            for deed, header in zip(deeds, headers, strict=True)
        ]
        middle = [column(Spacer(flex=1), gain, Spacer(flex=1)) for gain in gains]
        return row(first, *middle, *others, gap=GAIN_GAP, flex=1)

    def _gain(self, moment: TurningPoint) -> Element:
        """Gain of the better moves in percentage points, held up by its puppet between the windows."""
        played, better = (
            round(self._known.chances_of(moment, better=better)[1], 2) for better in (False, True)
        )
        font = FontSpec(34, NAMES, told_ink(self._app.theme, good=True), growth=0.3)
        gain = Text(f"+{round(100 * (better - played))}", font, 0.5, lines=1)
        badge = stack(gain, pad=Padding(10, 2), behind=PANEL_PICTURE)
        look = self._known.match.seats[moment.seat].look
        return column(Picture(draw_puppet, (look, "", "happy"), w=90, h=96), badge)

    def sentence_row(self, note: Sequence[Text]) -> Element:
        """Sentence about the open moment, after its number."""
        number = Picture(draw_plate, (self._known.moment_index + 1,), w=PLATE_SIZE, h=PLATE_SIZE)
        # One line in slightly smaller letters is preferred to two lines.
        large = self._app.text_scale > ROOMY_TEXT_SCALE
        sizes = (25.0, 23.0, 21.0, 20.0, 19.0, 18.0) if large else (28.0, 25.0, 23.0, 21.0)
        brief = [FontSpec(size, STRONG, most=44.0) for size in sizes]
        # Two lines in the smaller letters have the height of the title.
        max_sizes = (44.0, 36.0, 30.0, 25.0) if large else (22.0, 21.0)
        forms: list[Element] = [Text(self._known.sentence, letter_font, lines=1) for letter_font in brief]
        small_fonts = [FontSpec(min(25.0, max_size), STRONG, most=max_size) for max_size in max_sizes]
        forms += [
            row(Text(self._known.sentence, letter_font, lines=2, is_balanced=True), Spacer(flex=1))
            for letter_font in small_fonts
        ]
        sentence = first_that_fits(*forms, flex=1)
        return row(number, sentence, *note, gap=12, align=0.5, least=46, key=AnalysisKey.SENTENCE)

    def _window_header(self, moment: TurningPoint, deed: AnalysedMoves, form: HeaderForm) -> Element:
        """Header of a window: sign, label, face and win probabilities."""
        good = self._known.is_good(moment, better=deed.better)
        ink = told_ink(self._app.theme, good=good)
        seat = self._known.match.seats[moment.seat]
        before, after = self._known.chances_of(moment, better=deed.better)
        soft_colour = self._app.theme.soft if self._known.may_change else ""
        label = _("Better") if deed.better else _("Played")
        change: list[Element] = []
        if not moment.better:  # else the gain is between the windows
            change = [Text(percent(before), FontSpec(28, NAMES, soft_colour, growth=0.3), lines=1)]
            change.append(sign("right", 28))
        parts = [
            Picture(draw_sign, (good,), w=40, h=40),
            Text(label, FontSpec(32, NAMES, ink, growth=0.3), lines=1),
            Spacer(flex=1),
            Picture(draw_head, (seat.look, "happy" if good else "sad"), w=42, h=42),
            *change,
            Text(percent(after), FontSpec(38, NAMES, soft_colour or ink, growth=0.3), lines=1),
        ]
        if form >= HeaderForm.SIGN:
            parts.pop(3)
        if form >= HeaderForm.WORDS:
            parts.pop(0)
        return row(*parts, gap=5 if form else 10, align=0.5, pad=Padding(10 if form else 16, 1))

    def _window(self, moment: TurningPoint, deed: AnalysedMoves, count: int, header: Element) -> Element:
        """Window of played or better moves, with its header."""
        tag = stack(PANEL_PICTURE, shrink_to_fit(header, h=HEADER_HEIGHT), h=HEADER_HEIGHT)
        key = AnalysisKey.BETTER if deed.better else AnalysisKey.PLAYED
        picture = Picture(self._painter.draw, (deed, count, moment.number in self._pictures.finished), flex=1)
        return WindowWithHead(picture, tag, key=key, flex=1)


@dataclass(frozen=True, slots=True)
class WindowWithHead(Element):
    """Window whose header covers its upper edge."""

    window: Element
    head: Element

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Return the width ``room`` and the smallest height, in units."""
        return room, 150.0

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield the window and its header, which overlap, with their boxes."""
        head_height = ruler.size(self.head, box.w - 28)[1]
        above = head_height * (1 - HEADER_OVERLAP_SHARE)
        yield self.window, Box(box.x, box.y + above, box.w, box.h - above)
        yield self.head, Box(box.x + 14, box.y, box.w - 28, head_height)
