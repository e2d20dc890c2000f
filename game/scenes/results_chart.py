"""Course of a match in the results: the chances as a scarf, else a chart of the scores."""

from __future__ import annotations

from collections.abc import Sequence

from game.i18n import _
from game.match.analysis import MatchAnalysis
from game.match.match import Match
from game.match.match_text import MatchText
from game.scenes.results_drawing import ResultsKey, draw_head
from game.scenes.win_chart import (
    PLATE_SIZE,
    WinChartPicture,
    can_be_understood,
    draw_needles,
    draw_thread,
    is_knit,
    places,
    scarf_box,
)
from game.ui.art.album import number_plate
from game.ui.art.fabric import yarn_ball
from game.ui.art.win_chart import FRINGE_LENGTH
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.core.theme import SMALL
from game.ui.widgets import (
    Element,
    FontSpec,
    LineChart,
    Picture,
    ScaledLength,
    Spacer,
    Text,
    column,
    ring,
    row,
    shrink_to_fit,
)

SCARF_HEIGHT, MIN_SCARF_HEIGHT = 142.0, 120.0  # units, usual and smallest height of the scarf
NEEDLE_OVERHANG = (
    12.0  # units that the needles extend beyond the scarf; there are words above and buttons below
)
# height of the score chart with its title, and with little room
CHART_HEIGHT, LOW_CHART_HEIGHT = ScaledLength(SCARF_HEIGHT + 40, 0.5), ScaledLength(MIN_SCARF_HEIGHT, 0.5)
MAX_LABELLED_RANGE = 4  # largest score range for which every value is labelled


class CourseChart:
    """Chart of a finished match. It opens the match's analysis if its game has one."""

    def __init__(self, app: AppContext, match: Match, words: MatchText) -> None:
        self._app, self._match, self._words = app, match, words
        self._record = match.session.record()
        self.curves = words.curves()
        self._looks = tuple(seat.look for seat in match.seats)
        self._scarf = WinChartPicture(match)
        if can_be_understood(match):
            app.insights.open(match.session.game, self._record)

    @property
    def analysis(self) -> MatchAnalysis | None:
        """Analysis of the match so far. None before anything is known."""
        return self._app.insights.findings(self._record)

    @property
    def knows_chances(self) -> bool:
        """True if win probabilities are known or being computed, so that there is a scarf."""
        return can_be_understood(self._match) and (self._app.insights.is_busy or self.analysis is not None)

    @property
    def can_open(self) -> bool:
        """True if the analysis can be opened, which needs at least a part of the curve."""
        return self.knows_chances and self.analysis is not None and bool(self.analysis.curve)

    def elements(self, min_height: float, chart_height: ScaledLength, text_growth: float) -> list[Element]:
        """List with the scarf and its title, else a chart of the scores; empty if they never changed.

        The chart is shown until the first stitches are known.
        """
        # With two points, lines show no more than the scores.
        has_scores = any(len(curve) > 2 and len(set(curve)) > 1 for curve in self.curves)
        title = self._words.curves_title()
        score_lines = _score_lines(self.curves, self._looks)
        if not self.knows_chances:
            caption = Text(title, FontSpec(SMALL, STRONG), 0.5)
            return [column(score_lines, caption, h=chart_height, flex=1)] if has_scores else []
        analysis = self.analysis
        is_complete = is_knit(analysis)
        if is_complete:
            names, status = (
                [_("Chance of winning, turn by turn"), _("Chance of winning")],
                _("What decided it") + "  ›",
            )
        elif self._app.insights.broke:
            names, status = [_("Chance of winning")], _("This couldn't be worked out.")
        else:
            names, status = (
                [_("Still knitting the chances of winning"), _("Chance of winning")],
                self._turns_known(),
            )
        progress = 0.0 if analysis is None else analysis.fraction_done
        picture: Element = Picture(
            self._draw_scarf, (progress,), shows_focus=True, h=min_height, flex=1, key=ResultsKey.SCARF
        )
        shows_scores = has_scores and not self.can_open
        if shows_scores:
            names, status = ([title], status) if self._app.insights.broke else (names, title)
            picture = column(score_lines, h=min_height, flex=1)
        ink = "" if is_complete else self._app.measuring_painter.theme.soft
        font = FontSpec(22, NAMES, growth=text_growth)
        titles = [Text(heading, font, lines=1) for heading in names]
        note = Text(status, FontSpec(20, STRONG, ink, growth=text_growth), lines=1)
        rows = [row(heading, Spacer(flex=1), note, gap=16, align=1.0) for heading in titles]
        # The note may be left out beside the scores, so that nothing moves when the scarf takes their place.
        head = shrink_to_fit(*([rows[0], *titles] if shows_scores else [*rows, column(titles[-1], note)]))
        return [column(Spacer(2), head, picture, gap=6, flex=1, key=ResultsKey.CHANCES)]

    def _turns_known(self) -> str:
        """Translated number of turns that are knitted; "" before the number of all is known."""
        analysis = self.analysis
        if analysis is None or not analysis.turns:
            return ""
        known = sum(chances is not None for chances in analysis.chances)
        return _("{known} of {count} turns").format(known=known, count=len(analysis.turns))

    def _draw_scarf(self, painter: Painter, box: Box, _progress: float, *, focused: bool) -> None:
        """Draw the known part of the scarf with heads, needles and the numbers of moments."""
        analysis, at = self.analysis, scarf_box(box)
        self._scarf.draw_heads(painter, box.x, at)
        end_x = self._scarf.draw(painter, at, analysis)
        if not is_knit(analysis) and self._app.insights.is_busy:
            ball = at.right - 44, at.centre[1]
            if end_x is not None:
                draw_thread(painter, end_x, ball, at)
            painter.blit(yarn_ball(painter.assets, 7, 54), *ball, "center")
        if end_x is not None:
            draw_needles(painter, end_x, at, overhang=NEEDLE_OVERHANG)
        for mark in places(analysis, at) if analysis is not None else ():
            plate = number_plate(painter.assets, mark.number, PLATE_SIZE)
            painter.blit(plate, mark.x, mark.y, "center")
        if focused:
            ring(painter, Box(at.x + FRINGE_LENGTH, at.y, at.w - 2 * FRINGE_LENGTH, at.h), 9)


def _score_lines(curves: Sequence[Sequence[int]], looks: tuple[int, ...]) -> Element:
    """Line per seat; the scale begins at 0, or the lowest score if below 0 or near the top."""
    values = [value for curve in curves for value in curve] or [0]
    min_score = min(values) if min(values) > max(values) / 3 else min(0, *values)
    max_score = max(min_score + 1, *values)
    # Label every value of a small range, else lowest, highest and middle.
    labelled_scores = (
        tuple(range(min_score, max_score + 1))
        if max_score - min_score <= MAX_LABELLED_RANGE
        else (min_score, max_score, (min_score + max_score) // 2)
    )
    end_heads = tuple(Picture(draw_head, (look, "idle")) for look in looks)
    return LineChart(
        tuple(map(tuple, curves)), looks, min_score, max_score, labelled_scores,
        ends=end_heads, letters=FontSpec(SMALL), apart=8.0, flex=1,
    )  # fmt: skip
