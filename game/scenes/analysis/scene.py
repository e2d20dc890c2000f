"""What decided a match: its band of chances, three moments, and at each what was done and what was better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from game.core.discovery import find, part
from game.match.insight import Findings, Moment, analyst_of, chance_words, moment_words
from game.match.match import Match
from game.scenes.analysis.legend import deed_title, draw_legend, is_brief, legend_height
from game.scenes.analysis.rows import (
    AccuracyRow,
    Coloured,
    MomentHead,
    MomentsRow,
    Stitches,
    TwoTallies,
    progress_words,
)
from game.scenes.analysis.table import Deed, MomentTable
from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.art.rooms import linen
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.scene import Help
from game.ui.core.theme import BODY, SMALL
from game.ui.match.context import ViewContext
from game.ui.match.plain import PlainView
from game.ui.match.transport import Screening
from game.ui.match.view import View
from game.ui.widgets import FormScene
from game.ui.widgets.form import Form
from game.ui.widgets.strip import draw_strip
from game.ui.widgets.widgets import Button, Heading, Widget, Words, sheet
from game.words import _

WIDE = 376.0
"""How wide the panel is at the usual text size."""
INSIDE = 14.0
"""Between the edge of the panel and its rows: no button lies on the seam."""
GAP = 16.0
FEW = 3
"""More seats than this share rows."""
FILM = "film"
"""The name of the screen that shows the film of a match, where there is one."""


class AnalysisScene(FormScene):
    """One moment at a time; the match itself is not touched."""

    mood = Mood.LOBBY

    def __init__(self, match: Match, leads_back: str) -> None:
        """Understand a match.

        Args:
            match: one that is over.
            leads_back: where the way out leads, in words.
        """
        analyst = analyst_of(match.session.game)
        if analyst is None:
            raise ValueError(f"Nobody can look into matches of {match.session.game!r}.")
        self.match, self._analyst, self._leads_back = match, analyst, leads_back
        self._record = match.session.record()
        self.chosen = 0
        self.hides_better = False
        self.form = Form([])
        self.panel = self.photo = self.legend = Box(0, 0, 0, 0)
        self.deeds: list[Deed] = []
        self._told: object = None
        self._alone = False

    # What is known.

    @property
    def found(self) -> Findings | None:
        """What is known by now."""
        return self.stage.insights.findings(self._record)

    @property
    def moment(self) -> Moment | None:
        """The moment that is shown."""
        found = self.found
        return found.moments[self.chosen] if found is not None and self.chosen < len(found.moments) else None

    def enter(self) -> None:
        # Below the results it goes on when this is left; opened by itself, nobody else waits for it.
        self._alone = not self.stage.insights.is_busy
        self.stage.insights.open(self.match.session.game, self._record)
        where = find(self.match.session.game).info.scene
        make = cast(Callable[[ViewContext], View], part(where)) if where else PlainView
        self.table = MomentTable(self.stage, self.match, self._analyst, make)
        self.row = MomentsRow(self.match.seats, lambda: self.found, self._choose)
        self._fill()

    def leave(self) -> None:
        self.table.leave()
        if self._alone:
            self.stage.insights.close()

    def tick(self, now: float) -> bool:
        if self.stage.insights.poll():
            self._fill()
            self.layout()
        return False

    def _choose(self, number: int) -> None:
        self.chosen, self.row.chosen = number, number
        self._fill()
        self.layout()

    def _fill(self) -> None:
        """The rows of the panel, and the table, for what is known and chosen."""
        found = self.found
        if found is not None and self.chosen >= len(found.moments):  # what is known by now has fewer
            self.chosen = self.row.chosen = max(0, len(found.moments) - 1)
        moment = self.moment
        if found is not None and moment is not None:
            turn = found.turns[moment.number]
            self.table.show(turn)
            self.deeds = self.table.deeds(moment, turn)
        else:
            self.table.leave()
            self.deeds = []
        before, self.form = self.form, Form(self._rows(found, moment))
        self.form.follow(before)
        self.stale = True

    def _rows(self, found: Findings | None, moment: Moment | None) -> Sequence[Widget]:
        rows: list[Widget] = [Heading(_("What decided it")), self.row]
        if found is None or not found.is_whole:
            share = self.stage.insights.share
            broke = self.stage.insights.broke
            rows.append(Words(_("This could not be found out.") if broke else progress_words(share)))
        elif moment is None:
            rows.append(
                Words(_("No single turn decided it: nothing cost much, and nothing changed much at once."))
            )
        if found is not None and moment is not None:
            rows += self._moment_rows(found, moment)
            if is_brief(self.stage.ruler):
                rows += [
                    Words(_("{what}: {who}").format(what=deed_title(deed), who=deed.words))
                    for deed in self.deeds
                ]
        if found is not None and found.is_whole:
            rows += self._tally_rows(found)
            if is_brief(self.stage.ruler):
                rows.append(Words(self._analyst.how(), SMALL, soft=True))
        if moment is not None and FILM in self.stage.screens:
            rows.append(Button(_("Film from here"), self._film, go=True))
        return rows

    def _moment_rows(self, found: Findings, moment: Moment) -> list[Widget]:
        names, turn = [seat.name for seat in self.match.seats], found.turns[moment.number]
        count = sum(one.seat == turn.seat for one in found.turns[: moment.number + 1])
        head = _("{name}, turn {n}").format(name=names[turn.seat], n=count)
        said = moment_words(moment, self._analyst, self.match.session, names)
        return [
            Stitches(),
            MomentHead(self.chosen + 1, head),
            Coloured(chance_words(moment, names), self.match.seats[moment.seat].look),
            Words(" ".join(said), BODY),
        ]

    def _tally_rows(self, found: Findings) -> list[Widget]:
        seats = [pair for pair in zip(self.match.seats, found.tallies, strict=True) if pair[1].of]
        told: list[Widget] = [AccuracyRow(seat.name, seat.look, tally) for seat, tally in seats]
        if len(seats) > FEW:
            looks = [(seat.look, tally) for seat, tally in seats]
            told = [TwoTallies(tuple(looks[start : start + 2])) for start in range(0, len(looks), 2)]
        return [Stitches(), Words(_("Best or nearly as good"), BODY, face=STRONG), *told] if told else []

    # Where all of it lies.

    def layout(self) -> None:
        view, scale = self.stage.view, self.stage.text_scale
        safe = Box(view.w * 0.03, view.h * 0.042, view.w * 0.94, view.h * 0.958 - 76 - 24 * (scale - 1))
        wide = min(safe.w * 0.5, WIDE * (0.72 + 0.28 * scale) * max(1.0, scale * 0.86))
        self.panel = Box(safe.right - wide, safe.y, wide, safe.h)
        room = self.panel.x - GAP - safe.x
        shape = self.table.shape(view.box)
        low = legend_height(self.stage.ruler, room, self.deeds, self._analyst.how())
        high = min(room * shape, safe.h - low - GAP)
        across = high / shape
        left = safe.x + (room - across) / 2
        above = safe.y + max(0.0, (safe.h - high - low - GAP) / 2)
        self.photo = Box(left, above, across, high)
        self.legend = Box(safe.x, above + high + GAP, room, low)
        self.form.lay(self.stage.ruler, self.panel.grown(-INSIDE))
        if self._told != (view, scale, self.stage.theme.name):
            if self._told is not None:
                self._told = view, scale, self.stage.theme.name
                self._fill()  # what stands in the panel goes with the size of the text
                self.form.lay(self.stage.ruler, self.panel.grown(-INSIDE))
            self._told = view, scale, self.stage.theme.name
            self.table.layout()
        self.stale = True

    def retell(self) -> None:
        self._fill()

    # Hands.

    def intent(self, intent: Intent) -> None:
        match intent.act:
            case Act.BACK | Act.PAUSE:
                self.stage.audio.play("back")
                self.stage.scenes.pop()
            case Act.PREVIOUS | Act.NEXT:
                if self.row.step(-1 if intent.act is Act.PREVIOUS else 1):
                    self.stage.audio.play("focus")
            case Act.HINT | Act.THREATS if len(self.deeds) > 1:
                self.hides_better = not self.hides_better
                self.stage.audio.play("confirm")
            case _:
                if self.form.intent(intent, self.stage.view.units(intent.at), self.stage.ruler):
                    self.stage.audio.play("confirm" if intent.act in (Act.CONFIRM, Act.PRESS) else "focus")
        self.stale = True

    def _film(self) -> None:
        found, moment = self.found, self.moment
        if found is not None and moment is not None:
            at = found.turns[moment.number].first
            self.stage.open(FILM, self.match, Screening(at=at, leads_back=_("What decided it")))

    def help(self) -> Help:
        found = self.found
        many = found is not None and len(found.moments) > 1
        better = _("Show better") if self.hides_better else _("Hide better")
        return [
            *([(Act.PREVIOUS, _("Before")), (Act.NEXT, _("Next moment"))] if many else []),
            *([(Act.HINT, better)] if len(self.deeds) > 1 else []),
            (Act.BACK, self._leads_back),
        ]

    # The picture.

    def draw(self, painter: Painter) -> None:
        view, theme = painter.view, painter.theme
        painter.blit(linen(painter.assets, view.w, view.h, theme.page), 0, 0)
        frame = self.photo.grown(8)
        image = panel(
            painter.assets, round(frame.w), round(frame.h), Fabric(theme.panel, theme.ink, ""), radius=10
        )
        painter.blit(image, frame.x - ROOM, frame.y - ROOM)
        shown = [deed for deed in self.deeds if not (deed.better and self.hides_better)]
        self.table.draw(painter, self.photo, shown)
        if self.deeds:
            draw_legend(painter, self.legend, shown, self._analyst.how())
        sheet(painter, self.panel)
        self.form.draw(painter)
        draw_strip(painter, self.stage, self)
