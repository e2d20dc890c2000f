"""All of Socker's screen that does not move: what it shows, and how that is drawn.

The score above Socker's carpet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.games.socker.rules.events import Kind
from game.games.socker.rules.state import sockers_of
from game.games.socker.screen import board
from game.games.socker.screen.board import SCORE, SockerBoxes
from game.games.socker.screen.controls import SockerController
from game.games.socker.screen.effects import PitchModel
from game.games.socker.screen.panels import WOOL, CanDo, Report, SidePanel, draw_side, last_words, panel_steps
from game.games.socker.screen.threats import SockerThreats, ThreatsShown, draw_threats_below
from game.games.socker.words import SockerWords
from game.match.seats import Seat
from game.ui.art.fabric import ROOM, Fabric, meter_bead, panel, tag
from game.ui.art.patterns import SEATS
from game.ui.art.socks import ball
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import Act
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import LARGE, SMALL
from game.ui.match.context import ViewContext
from game.ui.widgets.strip import StripShown, draw_shown_strip, presses_on
from game.words import _, counted


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """What the score says."""

    seats: tuple[Seat, Seat]
    goals: tuple[int, int]
    turn: int
    needed: int
    """Goals that win; 0 where turns decide."""
    told: str
    """What stands on the tag above it; empty for none."""


def draw_score(painter: Painter, box: Box, line: ScoreLine) -> None:
    """The score above the carpet: names, balls for goals where few are needed, and the numbers."""
    theme = painter.theme
    image = panel(painter.assets, round(box.w), round(box.h), Fabric(theme.panel, theme.ink, theme.stitch))
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    x, y = box.centre
    k = box.h / SCORE
    low, type_ = (8.0 * k if line.told else 0.0), LARGE * k
    painter.fill(Box(x - 48 * k, box.y + 8 * k + low, 96 * k, box.h - 16 * k - low / 2), "#2B2440", 12)
    for side, dx in ((0, -24 * k), (1, 24 * k)):
        painter.text(
            str(line.goals[side]),
            x + dx,
            y + low,
            38 * k - low / 2,
            TextStyle(NAMES, WOOL, fixed=True),
            anchor="center",
        )
    painter.text(":", x, y - 3 + low, 32 * k, TextStyle(NAMES, "#D9B98C", fixed=True), anchor="center")
    room = box.w / 2 - 48 * k - 44
    # By the longer name: balls stand on both sides or on neither.
    wanted = max(painter.width(seat.name, type_, NAMES, fixed=True) for seat in line.seats)
    for side in (0, 1):
        _draw_side(painter, box, line, side, room)
        if 0 < line.needed <= 4 and wanted <= room - 26.0 * k * line.needed:
            _draw_balls(painter, box, line, side)
    if line.told:
        size = SMALL * k
        wide = painter.width(line.told, size, STRONG, fixed=True) + 32
        painter.blit(tag(painter.assets, round(wide), round(28 * k)), x, box.y + 4, "center")
        painter.text(line.told, x, box.y + 4, size, TextStyle(STRONG, "#2B2440", fixed=True), anchor="center")


def _draw_side(painter: Painter, box: Box, line: ScoreLine, side: int, room: float) -> None:
    """The name of a side, on its colour while it is its turn."""
    theme, name, look = painter.theme, line.seats[side].name, SEATS[line.seats[side].look]
    x, y = box.centre
    size = LARGE * box.h / SCORE
    edge = x + (-1 if side == 0 else 1) * (box.w / 2 - 22)
    if side == line.turn:
        wide = min(room, painter.width(name, size, NAMES, fixed=True)) + 24
        at = Box(edge - 12 if side == 0 else edge - wide + 12, box.y + 11, wide, box.h - 22)
        painter.fill(at, look.dark, 12)
    ink = WOOL if side == line.turn else look.text if theme.name != "dark" else theme.ink
    anchor = "midleft" if side == 0 else "midright"
    painter.text(name, edge, y, size, TextStyle(NAMES, ink, fixed=True), anchor=anchor, room=room)


def _draw_balls(painter: Painter, box: Box, line: ScoreLine, side: int) -> None:
    """A ball for each goal, a ghost of one for each that is still needed."""
    x, y = box.centre
    k, way = box.h / SCORE, -1 if side == 0 else 1
    for number in range(line.needed):
        place = x + way * (66 + 26 * (line.needed - 1 - number)) * k
        scored = number < line.goals[side]
        image = meter_bead(painter.assets, round(22 * k), full=False)
        if scored or painter.theme.name == "dark":
            image = ball(painter.assets, round(24 * k), 0, ghost=not scored)
        painter.blit(image, place, y, "center")


@dataclass(frozen=True, slots=True)
class PitchShown:
    """The room, the panels, the score and the strip."""

    places: SockerBoxes
    score: ScoreLine
    sides: tuple[SidePanel, SidePanel]
    strip: StripShown | None
    threats: ThreatsShown | None
    spaces: tuple[str, ...]
    """Where a puppet, or the ball, can be put."""
    for_ball: bool
    crowd_sits: bool = True
    """Whether the crowd is a part of it; while it rises it is drawn over it."""


def draw_still(painter: Painter, shown: PitchShown) -> None:
    """All that does not move."""
    places, score = shown.places, shown.score
    aims = (None, None) if shown.threats is None else (shown.threats.crossed(0), shown.threats.crossed(1))
    names = score.seats[0].name, score.seats[1].name
    board.draw_room(painter, places, score.turn, crowd_sits=shown.crowd_sits)
    board.draw_spaces(painter, places, shown.spaces, for_ball=shown.for_ball)
    board.draw_words(painter, places, names, aims)
    if shown.threats is not None:
        draw_threats_below(painter, places, shown.threats)
    draw_score(painter, places.score, score)
    for side, box in zip(shown.sides, places.sides, strict=True):
        draw_side(painter, box, side, places.head)
    draw_shown_strip(painter, shown.strip)


class PitchFacts:
    """Reads off the carpet and the match what is to be shown of them."""

    def __init__(
        self,
        table: ViewContext,
        carpet: PitchModel,
        chooser: SockerController,
        report: Report,
        words: SockerWords,
        threats: SockerThreats,
    ) -> None:
        self._table = table
        self._threats = threats
        self._carpet = carpet
        self._chooser = chooser
        self._report = report
        self._words = words

    def shown(self, strip: StripShown | None, *, crowd_sits: bool = True) -> PitchShown:
        """All that does not move, as it is now."""
        sides = self._filmed(self.side(0)), self._filmed(self.side(1))
        table, carpet = self._table, self._carpet
        chooses = table.show is None and table.person is not None
        spaces = tuple(self._chooser.choices.spaces) if chooses else ()
        for_ball = carpet.phase == "spot"
        return PitchShown(
            carpet.places, self._score(), sides, strip, self._threats.shown, spaces, for_ball, crowd_sits
        )

    def _score(self) -> ScoreLine:
        options, seats, picture = self._table.session.options, self._table.seats, self._carpet.picture
        by_goals, told = options.word("win") == "goals", ""
        if not by_goals:
            left = options.number("turns") - self._carpet.seen["turns"]
            told = _("Sudden death")
            if left > 0:
                told = counted("{n} turn left", "{n} turns left", left).format(n=left)
        needed = options.number("goals") if by_goals else 0
        score = picture.score[0], picture.score[1]
        return ScoreLine((seats[0], seats[1]), score, picture.turn, needed, told)

    def _filmed(self, side: SidePanel) -> SidePanel:
        """The panel of a film: what comes next in the place of what can be done."""
        table = self._table
        return replace(side, film=True, next=table.next_mark()) if table.is_film else side

    def side(self, seat: int) -> SidePanel:
        """What the panel of a seat says; whoever acts is told there what cannot be done."""
        side, person = self._side(seat), self._table.person
        is_told = not side.turns if person is None else seat == person
        return replace(side, note=self._table.note) if is_told else side

    def _side(self, seat: int) -> SidePanel:
        show = self._table.show
        # While a goal is cheered and seen again nobody is to move.
        goal = show.event if show is not None and show.event.kind == Kind.GOAL else None
        seen, picture = self._carpet.seen, self._carpet.picture
        turns = picture.turn == seat and goal is None and not picture.is_over
        extra = self._extra(seat, turns=turns)
        held, told = self._table.seats[seat], self._report.text
        if not turns:
            if goal is not None and goal.seat == seat:
                return SidePanel(held, turns, _("scores!"), 0, 0, "", "")
            return self._waiting(seat, extra)
        if seen["phase"] == "place":
            team = self._team(seat)
            left = team - sum(piece.seat == seat for piece in self._carpet.picture.pieces)
            counts = _("{left} of {acts} to place").format(left=left, acts=team)
            guide = _("Your own half, not next to the ball. At most three off the field.")
            headline = _("{name} sets up").format(name=held.name)
            return SidePanel(held, turns, headline, team, left, told, extra, counts, guide)
        if seen["phase"] == "spot":
            guide = _("The middle there is taken. The ball comes back on one of the marked spaces.")
            return SidePanel(
                held, turns, _("{name} chooses").format(name=held.name), 0, 0, told, extra, guide=guide
            )
        counts = _("{left} of {acts} left").format(left=seen["left"], acts=seen["acts"])
        threats = self._threats.shown
        golden = threats is not None and bool(threats.own)
        headline = _("{name}'s turn").format(name=held.name)
        return SidePanel(
            held, turns, headline, seen["acts"], seen["left"], told, extra, counts, golden=golden
        )

    def _extra(self, seat: int, *, turns: bool) -> str:
        """Which rules hold for a seat just now that do not always hold."""
        seen, options, reasons = self._carpet.seen, self._table.session.options, []
        if seen["phase"] == "place" and seat == options.seat("handicap"):
            reasons.append(self._words.handicap())
        if seen["phase"] == "play" and turns:
            if seen["acts"] > options.number("actions"):
                reasons.append(_("One more: this position was here before."))
            if seen["limit"] != 3:
                reasons.append(_("At most {count} off the field at the end.").format(count=seen["limit"]))
        return "\n".join(reasons)

    def _waiting(self, seat: int, extra: str) -> SidePanel:
        """What the panel of a seat says that is not to move."""
        held, told = self._table.seats[seat], self._report.text
        shown, can = self._report.shown, self._can(seat)
        headline = _("The match is over") if self._carpet.picture.is_over else _("waits")
        side = SidePanel(
            held, turns=False, headline=headline, acts=0, left=0, told=told, extra=extra,
            shown=shown, can=can,
        )  # fmt: skip
        steps = [step for step in self._table.told() if step.seat == seat]
        return (
            replace(side, steps=panel_steps(steps, held.look), said=last_words(steps, told))
            if steps
            else side
        )

    def _can(self, seat: int) -> CanDo | None:
        """What a seat that waits can do in its next turn, where that is shown."""
        threats = self._threats.shown
        if threats is None or threats.seat == seat:
            return None
        key = presses_on(self._table.stage).of(Act.THREATS)
        return CanDo(len(threats.socks), bool(threats.goal), key)

    def _team(self, seat: int) -> int:
        """How many puppets a side sets up."""
        options = self._table.session.options
        sudden = options.word("win") == "turns" and self._carpet.seen["turns"] >= options.number("turns")
        own = sockers_of(options, seat)
        return min(options.number("sudden_death_sockers"), own) if sudden else own
