"""Scarf of the analysis with the numbers of the moments, and the teacher who walks along it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from game.i18n import _
from game.match.analysis import MatchAnalysis
from game.match.analysis.job import COARSE_PROGRESS
from game.scenes.analysis.drawing import EDGE_SHARE, AnalysisKey, draw_hung
from game.scenes.analysis.known_moments import KnownMoments
from game.scenes.win_chart import (
    PLATE_SIZE,
    WinChartPicture,
    columns,
    draw_needles,
    draw_thread,
    places,
    scarf_box,
)
from game.ui.art.fabric import yarn_ball
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.win_chart import stitches
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.widgets import Element, FontSpec, MeasureContext, Picture, Text

SCARF_HEIGHT = 116.0
MIN_STRIDE_SHARE = 0.002  # share of the scarf below which the teacher does not walk


class ScarfRow:
    """Scarf of a match. The teacher is where it is being knitted."""

    def __init__(self, app: AppContext, known: KnownMoments) -> None:
        self._app, self._known = app, known
        self._scarf = WinChartPicture(known.match)
        self.walk_position, self._last_tick_ms = 0.0, 0.0
        """Position of the teacher along the scarf, 0 to 1, and time of the last step in ms."""

    @property
    def note(self) -> tuple[Text, ...]:
        """Tuple with the note that figures may still change; empty once they are final or it failed."""
        if not self._known.may_change:
            return ()
        return (Text(_("still knitting"), FontSpec(20, STRONG, self._app.theme.soft, growth=0.5), lines=1),)

    def element(self) -> ScarfWithPlates:
        """Scarf with the numbers of the moments."""
        known = self._known
        analysis = known.analysis
        state = (0.0 if analysis is None else analysis.fraction_done, len(known.moments), known.moment_index)
        picture = Picture(self.draw, state, key=AnalysisKey.SCARF)
        visible_analysis = None if analysis is None else replace(analysis, moments=known.moments)
        return ScarfWithPlates(picture, visible_analysis, known.moment_index, h=SCARF_HEIGHT)

    def draw(self, painter: Painter, box: Box, *_state: object) -> None:
        """Draw heads and known part of the scarf; while it is knitted also yarn, needles and the teacher."""
        analysis, at = self._known.analysis, scarf_box(box)
        self._scarf.draw_heads(painter, box.x, at)
        end = self._scarf.draw(painter, at, analysis)
        if self._known.is_whole or not self._app.insights.is_busy:
            return
        ball = at.right - 30, at.centre[1] + 6
        if end is not None:
            draw_thread(painter, end, ball, at)
        if None in columns(analysis, stitches(at.w)):  # at the end no yarn is left
            painter.blit(yarn_ball(painter.assets, 7, 66), *ball, "center")
        if end is not None:
            draw_needles(painter, end, at, up=True)  # below is the final position
        puppet_height, dress = 150, PuppetOutfit(wears="glasses", rim=4.0, flip=True, ground=False)
        image = puppet(painter.assets, 2, "thinking", 0, puppet_height, dress, look=(-0.8, 0.5))
        teacher_x = min(at.right - 60, at.x + at.w * self.walk_position + 86)
        painter.blit(image, teacher_x, at.bottom + 12 + puppet_foot(puppet_height), "midbottom")

    def move_teacher(self, now: float) -> bool:
        """Move the teacher along the scarf. Returns True while walking."""
        elapsed, self._last_tick_ms = min(50.0, now - self._last_tick_ms), now
        if self._known.is_whole or not self._app.insights.is_busy:
            return False
        count = stitches(self._app.view.w * (1 - 2 * EDGE_SHARE))
        steps = columns(self._known.analysis, count)
        target = steps.index(None) / count if None in steps else self._analysed_share()
        if self._app.idle_motion_off or abs(target - self.walk_position) < MIN_STRIDE_SHARE:
            self.walk_position = target
            return False
        # Faster over a long distance, as after a long stretch was analysed.
        self.walk_position += (target - self.walk_position) * min(1.0, elapsed / 300)
        return True

    def _analysed_share(self) -> float:
        """Share (0 to 1) of the match that was analysed turn by turn, after the chart is known."""
        fraction = 0.0 if self._known.analysis is None else self._known.analysis.fraction_done
        return max(0.0, min(1.0, (fraction - COARSE_PROGRESS) / (1 - COARSE_PROGRESS)))


@dataclass(frozen=True, slots=True)
class ScarfWithPlates(Element):
    """Scarf with the numbers of its moments.

    The box of each number has the full height, so that all of them form one row for the arrow keys.
    """

    scarf: Element
    analysis: MatchAnalysis | None
    moment_index: int

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Return the width ``room`` and the height `SCARF_HEIGHT`, in units."""
        return room, SCARF_HEIGHT

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield the scarf and the numbers on it with their boxes."""
        yield self.scarf, box
        if self.analysis is not None:
            for n, mark in enumerate(places(self.analysis, scarf_box(box))):
                values = mark.number, n == self.moment_index, mark.y - box.y
                plate = Picture(draw_hung, values, shows_focus=True, key=AnalysisKey.PLATE.of(n))
                yield plate, replace(box, x=mark.x - PLATE_SIZE / 2, w=PLATE_SIZE)
