"""The results: who has won, the match in figures and as a chart, and what to do next.

The chart is a knitted band of the chances to win in games that are looked into, which opens what decided
it, else the scores as lines. Beside the sheet stand the winners, before a photo of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import pygame

from game.core.discovery import find
from game.core.game import End, GameInfo, Outcome
from game.match.adaptive_level import fit
from game.match.insight import Chances, Findings, analyst_of, percent
from game.match.insight.study import STRIDE
from game.match.match import Match
from game.match.seats import Seat, room_wins
from game.match.words import Figure, MatchWords, course_of, headline, telling, told_course
from game.scenes.sheets import Sheet, is_promise_shown
from game.ui.art.album import number_plate
from game.ui.art.charts import FRINGE, Knot, band, loose_band, seat_button
from game.ui.art.fabric import Fabric, tag
from game.ui.art.layers import INK, WOOL
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import Act
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext, Shortcut
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL
from game.ui.match.ending import draw_earned, earned_by, earned_words
from game.ui.match.opening import play_again, put_away
from game.ui.match.scene import MatchScene
from game.ui.match.side import WishRow
from game.ui.match.told import fit_words, worn
from game.ui.match.transport import Screening
from game.ui.match.view import View
from game.ui.widgets import (
    Anchored,
    Blank,
    Button,
    Element,
    Frame,
    Grid,
    Letters,
    Lines,
    Pad,
    Picture,
    PictureRow,
    SelfShown,
    Text,
    TreeRow,
    TwoButtons,
    Widget,
    Words,
    column,
    draw_cloth,
    first_that_fits,
    fitted,
    ring,
    row,
)
from game.words import _

FIGURE = 36.0
"""The size of a number."""
TIGHT = 0.85
"""The share of a line that a number takes where room is short, as none of it hangs below the line."""
GAP = 12.0
PHOTO = 9 / 16
EDGE = 10.0
"""The white edge of the photo."""


def course(words: MatchWords, curves: list[list[int]], winners: Sequence[int]) -> str:
    """How it came to the end, in a sentence or two; empty where nobody has won alone, or nobody ever led.

    Where somebody has given up, the one who won may never have been ahead.
    """
    if words.match.conceded is not None or words.leads == "nobody":
        return ""
    if len(winners) != 1 or max(map(len, curves), default=0) < 3:
        return ""
    found = course_of(curves, winners[0], low=words.leads == "fewest")
    return told_course(found, words.match.seats[winners[0]].name)


class FigureRow(TreeRow):
    """The figures side by side, each on a patch of its own.

    Where it is to be low, words stand beside the numbers if all of them have room there, not below.
    """

    def __init__(self, figures: Sequence[Figure], *, low: bool) -> None:
        super().__init__(self._tree, gap=0)
        self._figures, self._low = figures, low

    def _tree(self, ruler: Painter) -> Element:
        """The first of its forms that has room, in letters that grow as far as they can."""
        soft, shares = ruler.theme.soft, (1.0, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0)
        letters = [Letters(SMALL, STRONG, soft, grows) for grows in shares]
        ways = (True, False) if self._low else (False,)
        return first_that_fits(*(self._form(look, beside=beside) for look in letters for beside in ways))

    def _form(self, letters: Letters, *, beside: bool) -> Element:
        patches: list[Element] = []
        for figure in self._figures:
            number = Text(str(figure.value), Letters(FIGURE, NAMES, most=64), 0.5, step=TIGHT)
            said = (Text(words, letters, 0.5, lines=1) for words in (figure.words, figure.brief))
            words, pad = first_that_fits(*said), Pad(18, 4)
            if beside:
                parts = Blank(flex=1), number, words, Blank(flex=1)
                patches.append(row(*parts, gap=GAP, align=0.5, pad=pad, behind=PATCH))
            else:
                patches.append(column(number, words, pad=pad, behind=PATCH))
        return column(Grid(tuple(patches), across=len(patches), gap=GAP), pad=Pad(0, 0, 6))


def draw_figure_patch(painter: Painter, box: Box) -> None:
    """What lies behind a figure."""
    draw_cloth(painter, box, Fabric(painter.theme.page, painter.theme.stitch, ""), shadow=False)


PATCH = Picture(draw_figure_patch)


class Headline(TreeRow):
    """Who has won, in the colour of its seat, and the score of two sides at its right."""

    def __init__(
        self,
        text: str,
        *,
        winner: int | None = None,
        looks: tuple[int, ...] = (),
        score: tuple[int, ...] = (),
    ) -> None:
        """``winner`` is the look of the only winner."""
        super().__init__(self._tree)
        self.text, self._winner, self._looks = text, winner, looks
        self._score = " : ".join(map(str, score))

    def _tree(self, ruler: Painter) -> Element:
        plain = self._winner is None or ruler.theme.name == "dark"
        ink = ruler.theme.ink if plain or self._winner is None else SEATS[self._winner].text
        head, line = Text(self.text, Letters(HEADING, NAMES, ink), flex=1), ruler.line_height(HEADING)
        if not self._score:
            return row(head, pad=Pad(0, 4))
        wide = ruler.width(self._score, HEADING, NAMES) + 3.3 * line
        score = Picture(draw_score, (self._score, self._looks), w=wide, h=line + 2, words=self._score)
        return row(head, score, gap=6, align=0.5, pad=Pad(0, 4))


def draw_score(painter: Painter, box: Box, score: str, looks: tuple[int, ...]) -> None:
    """The score of two sides on a dark tag, with their heads at its ends."""
    painter.blit(tag(painter.assets, round(box.w), round(box.h), INK), *box.centre, "center")
    painter.text(score, *box.centre, HEADING, TextStyle(NAMES, WOOL), anchor="center")
    before = painter.surface.get_clip()
    painter.surface.set_clip(before.clip(painter.view.rect(Box(box.x, box.y - 20, box.w, box.h + 17))))
    for look, x in zip(looks, (box.x + box.h * 0.75, box.right - box.h * 0.75), strict=False):
        dress = Dress(ground=False, flip=x > box.centre[0])
        image = puppet(painter.assets, look, "idle", 0, box.h * 1.3, dress)
        painter.blit(image, x, box.bottom + box.h * 0.5 + puppet_foot(box.h * 1.3), "midbottom")
    painter.surface.set_clip(before)


class TablePhoto:
    """A picture of a table as its view shows it, taken once for each size and look."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._taken: tuple[object, pygame.Surface] | None = None

    def draw(self, painter: Painter, box: Box) -> None:
        """The photo in a white frame."""
        draw_cloth(painter, box, Fabric(painter.theme.panel, painter.theme.ink, ""), radius=8)
        inner = box.grown(-EDGE)
        painter.blit(self.taken(painter, painter.view.rect(inner).size), inner.x, inner.y)

    def taken(self, painter: Painter, size: tuple[int, int], below: int = 0) -> pygame.Surface:
        """The photo, of this size in pixels; so many at the lower edge of the table are left out."""
        key = size, painter.surface.get_size(), painter.theme.name, painter.text_scale
        if self._taken is None or self._taken[0] != key:
            while self._view.prepare():
                continue
            whole = pygame.Surface(painter.surface.get_size()).convert()
            self._view.draw(painter.onto(whole))
            seen = whole.subsurface((0, 0, whole.get_width(), whole.get_height() - below))
            self._taken = key, pygame.transform.smoothscale(seen, size)
        return self._taken[1]


def draw_losers(painter: Painter, box: Box, seats: Sequence[Seat], winner: int, tall: float) -> None:
    """The others, small beside the only winner."""
    others = [seat for number, seat in enumerate(seats) if number != winner][:3]
    step = min(64.0, box.w * 0.4 / max(1, len(others)))
    for number, seat in enumerate(reversed(others)):
        x = box.right - 34 - step * number
        image = puppet(
            painter.assets, seat.look, "sad", 0, tall, Dress(worn(seat.level, seat.sock), rim=4.0, flip=True)
        )
        painter.blit(image, x, box.bottom + puppet_foot(tall), "midbottom")


HEAD = 44.0
"""How large the heads before the band are."""
PLATE = 34.0
STEP = 0.05
"""By so much of the work more has to be known before the band is knitted again."""
LEAST_BAND = 64.0
"""A band that is lower says nothing."""
MOST_HEADS = 4
"""More seats than this get no heads of their own beside the band."""


def can_be_understood(match: Match) -> bool:
    """Whether the match is of a game that is looked into, and has anything to look into."""
    return analyst_of(match.session.game) is not None and len(match.session.log) > 1


def knots(found: Findings, most: int = 70) -> list[Knot]:
    """The chances as they are knitted: how far along the match, and what held from then on.

    Of a long match several turns are one step, of their mean: more steps would be a thicket.
    """
    curve = found.curve
    if not curve:
        return []
    first, last = found.turns[0].first, found.turns[-1].last
    whole = max(1, last - first)
    steps: dict[int, list[Knot]] = {}
    for ply, chances in curve:
        share = (ply - first) / whole
        steps.setdefault(int(share * most) if len(curve) > most else ply, []).append((share, chances))
    drawn = [(step[0][0], _mean([chances for _share, chances in step])) for step in steps.values()]
    return [(0.0, drawn[0][1]), *drawn]


def unknown(found: Findings) -> list[tuple[float, float]]:
    """The stretches of a match, as shares of it, of which the chances are not known yet.

    Between turns that are looked at first lie a few of which each is taken to be like the one before.
    """
    if not found.turns or found.is_whole:
        return []
    first, last = found.turns[0].first, found.turns[-1].last
    seen = [number for number, chances in enumerate(found.chances) if chances is not None]
    stretches = []
    for one, other in pairwise([-1, *seen, len(found.chances)]):
        if other - one > STRIDE:
            begin = found.turns[max(0, one)].first if one < len(found.turns) else last
            end = found.turns[other].first if other < len(found.turns) else last
            stretches.append(((begin - first) / max(1, last - first), (end - first) / max(1, last - first)))
    return [(one, other) for one, other in stretches if other > one]


def _mean(all_chances: Sequence[Chances]) -> Chances:
    return tuple(sum(column) / len(all_chances) for column in zip(*all_chances, strict=True))


@dataclass(frozen=True, slots=True)
class MomentPlace:
    """A moment on the band."""

    number: int
    """As it is told, from 1."""
    x: float
    y: float


class BandPicture:
    """The band of one match, knitted once for each size and each time that more is known."""

    def __init__(self, looks: Sequence[int]) -> None:
        self.looks = tuple(looks)
        self._knitted: tuple[object, pygame.Surface] | None = None

    def draw(self, painter: Painter, box: Box, found: Findings | None) -> None:
        """The band, of loose yarn where nothing is known yet."""
        drawn = tuple(knots(found, max(20, int(box.w / 9)))) if found is not None else ()
        loose = tuple(unknown(found)) if found is not None else ()
        key = painter.view.rect(box).size, painter.theme.name, drawn, loose
        if self._knitted is None or self._knitted[0] != key:
            if drawn:
                image = band(painter.assets, box.w, box.h, drawn, self.looks, loose=loose)
            else:
                image = loose_band(painter.assets, box.w, box.h)
            self._knitted = key, image
        painter.blit(self._knitted[1], box.x, box.y)

    def draw_heads(self, painter: Painter, x: float, band: Box) -> None:
        """The heads right of ``x``, each beside its part of the band as the match began."""
        size = min(HEAD, band.h / len(self.looks))
        for number, look in enumerate(self.looks):
            y = band.y + band.h * (number + 0.5) / len(self.looks)
            painter.blit(seat_button(painter.assets, look, size), x + HEAD / 2, y, "center")


def places(found: Findings, box: Box) -> list[MomentPlace]:
    """Where the moments lie on a band in this box, kept apart from each other and from the ends."""
    if not found.turns:
        return []
    first, last = found.turns[0].first, found.turns[-1].last
    wide, apart = box.w - 2 * FRINGE, PLATE + 4
    result: list[MomentPlace] = []
    for number, moment in enumerate(found.moments, start=1):
        share = (found.turns[moment.number].first - first) / max(1, last - first)
        x = box.x + FRINGE + min(wide - PLATE * 0.7, max(PLATE * 0.7, share * wide))
        if result:
            x = max(x, result[-1].x + apart)
        result.append(MomentPlace(number, x, _seam(found, moment.number, box)))
    # Pushed past the end they move back together.
    over = result[-1].x - (box.right - FRINGE - PLATE * 0.7) if result else 0.0
    shifted: list[MomentPlace] = []
    limit = float("inf")
    for place in reversed(result):
        x = min(place.x, limit) if over <= 0 else min(place.x, box.right - FRINGE - PLATE * 0.7, limit)
        shifted.insert(0, MomentPlace(place.number, x, place.y))
        limit = x - apart
    return shifted


def _seam(found: Findings, number: int, box: Box) -> float:
    """How high the seam of the first seat lies at a turn."""
    known = [chances for chances in found.chances[: number + 1] if chances is not None]
    share = known[-1][0] if known else 0.5
    room = PLATE * 0.56
    return min(box.bottom - room, max(box.y + room, box.y + share * box.h))


class ChancesRow(SelfShown):
    """The band with the heads of the seats, its title, and what it leads to."""

    def __init__(self, stage: AppContext, match: Match, tall: float, open_: Callable[[], None]) -> None:
        """A row so high, which may give way; ``open_`` shows what decided the match."""
        self._stage, self._match, self.tall, self._open = stage, match, tall, open_
        self._record = match.session.record()
        self._picture = BandPicture([seat.look for seat in match.seats])
        self._shown: Findings | None = None
        stage.insights.open(match.session.game, self._record)

    @property
    def found(self) -> Findings | None:
        """What is known by now; while it is being found out a step behind, as knitting takes a while."""
        now, shown = self._stage.insights.findings(self._record), self._shown
        if now is not None and (shown is None or now.is_whole or now.share - shown.share >= STEP):
            self._shown = now
        return self._shown

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        return self.found is not None and self.found.is_whole

    @property
    def aloud(self) -> str:
        """The band in words: how everybody's chances stood at its two ends, and in the middle."""
        found = self.found
        if found is None or not found.curve:
            return ""
        curve = [
            ", ".join(
                f"{seat.name} {percent(chance)}"
                for seat, chance in zip(self._match.seats, chances, strict=True)
            )
            for _ply, chances in found.curve
        ]
        told = (
            _("Chance to win, turn by turn") + ".",
            _("At the start: {chances}.").format(chances=curve[0]),
            _("Half way: {chances}.").format(chances=curve[len(curve) // 2]),
            _("Near the end: {chances}.").format(chances=curve[-1]),
        )
        return " ".join(told)

    def height(self, ruler: Painter, width: float) -> float:
        return self.tall

    def press(self) -> None:
        self._open()

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        return False

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        if box.h < LEAST_BAND:
            return
        found, line = self.found, painter.line_height(BODY)
        self._draw_title(painter, Box(box.x, box.y, box.w, line), found)
        heads = len(self._match.seats) <= MOST_HEADS
        left = box.x + (HEAD + 10 if heads else 0.0)
        at = Box(left, box.y + line + 8, box.right - left, box.h - line - 16)
        if heads:
            self._picture.draw_heads(painter, box.x, at)
        self._picture.draw(painter, at, found)
        if found is None or not found.curve:
            broke = self._stage.insights.broke
            words = _("This could not be found out.") if broke else _("The match is being looked into.")
            told = Text(words, Letters(SMALL, STRONG, painter.theme.soft), 0.5)
            patch = row(told, pad=Pad(16, 6), behind=Picture(draw_plain))
            Frame(Anchored(patch), at.grown(-20), painter).paint(painter)
        for place in places(found, at) if found is not None and found.is_whole else []:
            painter.blit(number_plate(painter.assets, place.number, PLATE), place.x, place.y, "center")
        if focused:
            ring(painter, Box(at.x + FRINGE, at.y, at.w - 2 * FRINGE, at.h), 8)

    def _draw_title(self, painter: Painter, box: Box, found: Findings | None) -> None:
        """What it shows, and at its right what a press tells, or how far the work has come."""
        if found is not None and found.is_whole:
            told = _("What decided it") + "  ›"
        elif self._stage.insights.is_busy:
            # Beside this title a bare "95 %" would be read as somebody's chance.
            told = _("looked into: {share}").format(share=percent(self._stage.insights.share))
        else:
            told = ""
        ink = painter.theme.soft if found is None or not found.is_whole else painter.theme.ink
        letters = Letters(BODY, STRONG)
        title = Text(_("Chance to win, turn by turn"), letters, lines=1)
        whole = row(title, Blank(flex=1), Text(told, letters.inked(ink), lines=1), gap=12, pad=Pad(2))
        Frame(fitted(whole), box, painter).paint(painter)


def draw_plain(painter: Painter, box: Box) -> None:
    """A plain patch behind words: letters on yarn are hard to read."""
    painter.fill(box, painter.theme.panel, 12)


CHART = 172.0
"""How high the chart is, in units."""
LEAST_CHART = 0.38
"""How low it may become, as a share of that; lower its scale would lose one of its ends."""
PICTURE = 150.0
"""How high the winner at the table is where that has no room beside the sheet, in units of usual text."""
BESIDE = 4
"""More sentences about people than this would leave no room for the winners beside the sheet."""


def scores_chart(title: str, curves: Sequence[Sequence[int]], looks: tuple[int, ...]) -> Element:
    """A line each for the seats with these looks, beside a scale from the least score to the most."""
    values = [value for curve in curves for value in curve] or [0]
    low, high = min(0, *values), max(1, *values)
    marked = low, high, (low + high) // 2
    # Equal scores are usual at the start, and the last line drawn would hide the others.
    lines = Lines(
        tuple(map(tuple, curves)), looks, low, high, marked, letters=Letters(SMALL), apart=3.0, flex=1
    )
    return column(lines, Text(title, Letters(SMALL, STRONG), 0.5))


class Results(Sheet):
    """After a match."""

    uncalled = True
    headed = False  # who has won says what this is, and in large text the figures need the room
    mood = Mood.LOBBY

    def __init__(self, scene: MatchScene) -> None:
        super().__init__()
        self.scene = scene
        self.match = scene.match
        self.words = scene.context.words
        self.outcome = self.match.result()
        self._curves = self.words.curves()
        self._figures = telling(self.words.figures())
        self._photo = TablePhoto(scene.view)
        self._earned = earned_by(self.match.seats, scene.ending.socks.earned)
        self._info = find(self.match.session.game).info
        self._wished: object = None
        self._again: Widget | None = None
        """The row that plays on; `None` where a match is looked up."""
        self._plot: PictureRow | ChancesRow | None = None
        """The row of the band, or of the chart, which gives way where a sentence is long."""

    def enter(self) -> None:
        self.title = _("Results")
        won = room_wins(self.match.seats, self.outcome.winners)
        self.stage.audio.play("win" if won else "lose")
        super().enter()
        self.form.focus = self._first()

    def _first(self) -> int:
        """The row in focus: most people want to play on, and lose nothing by it, for the match is kept."""
        rows = self.form.widgets
        if self._again in rows:
            return rows.index(self._again)
        return next(
            (n for n, row in enumerate(rows) if isinstance(row, Button | TwoButtons)), self.form.focus
        )

    def rows(self) -> Sequence[Widget]:
        info = self._info
        says = headline(info, [seat.name for seat in self.match.seats], self.outcome.winners)
        many = self._podium_rows() > 1
        lines = [] if self.tip() else [Words(words) for words in self.scene.view.result_lines()]
        winner = self._champion
        look = None if winner is None else self.match.seats[winner].look
        head, told = Headline(says, winner=look), list[Widget]()
        # Of two sides the score has room beside the headline.
        if len(self.match.seats) == 2 and info.has_scores:
            looks = tuple(seat.look for seat in self.match.seats)
            head = Headline(says, winner=look, looks=looks, score=tuple(self.outcome.scores))
        else:
            told.append(TreeRow(self._podium, gap=0))
        figures = [FigureRow(self._figures, low=not self.has_side)] if self._figures else []
        told, below = ([*told, *figures], []) if self.has_side else (told, figures)
        # A flat chart tells nothing, and two rows of seats with figures below leave it no room.
        flat = not any(len(set(curve)) > 1 for curve in self._curves)
        if not (many and self._figures):
            scores = PictureRow((CHART - 52 * many) * self.stage.text_scale, self._chart)
            self._plot = self._chances() or (None if flat else scores)
            told += [self._plot] if self._plot is not None else []
        if not self.has_side:
            told.append(PictureRow(PICTURE * self.stage.text_scale, self._table))
        buttons: list[Widget] = []
        away = Button(self.back_words, lambda: put_away(self.scene))
        self._wished, wishes = self.scene.phones.wishes.version, self.scene.phones.wishes
        if not self.scene.is_looked_up:
            buttons += [WishRow(self.match, wishes, self.stage.ruler)] if wishes.are_asked else []
            rematch = Button(_("Rematch"), lambda: play_again(self.scene), go=True)
            # Beside each other: in a row each they would squash the chart, or be out of view in large text.
            other = Button(_("Other rules"), self._lobby)
            self._again = TwoButtons(rematch, away)
            both = [self._look_back(other), self._again]
            # In large text the one in focus is seen below who has won, then the figures.
            buttons += both if self.has_side else [self._again, *below, both[0]]
            buttons += [] if self.is_tight else [self._beside(other)]
        else:
            buttons += [self._look_back(), *below, self._beside(away)]
        fits = self.has_side and (not many or self.stage.text_scale <= 1.25)
        # Where podium and chart would push them off the sheet, the buttons come first.
        first, second = (told, buttons) if fits else (buttons, told)
        lines += [Words(words) for words in self._next_level()]
        lines += [] if self.has_side or not self._earned else [Words(earned_words(self._earned))]
        story = course(self.words, self._curves, self.outcome.winners) if winner is not None else ""
        said = (self.words.ending(self.outcome), story, self.words.handicap())
        last = [self._check_button()] if self.is_tight and is_promise_shown(self.match) else []
        return [head, Words(" ".join(filter(None, said))), *first, *second, *lines, *last]

    @property
    def _champion(self) -> int | None:
        """The seat that has won alone; `None` where nobody has, or where it is not about the best."""
        alone = len(self.outcome.winners) == 1 and self._info.end is End.BEST
        return self.outcome.winners[0] if alone else None

    def _chances(self) -> ChancesRow | None:
        """The chances to win as a band, as far as the match is looked into."""
        if not can_be_understood(self.match):
            return None
        row = ChancesRow(
            self.stage,
            self.match,
            CHART * self.stage.text_scale,
            lambda: self.stage.open("analysis", self.match, _("Results")),
        )
        return row if self.stage.insights.is_busy or row.found is not None else None

    def _next_level(self) -> list[str]:
        match, seats = self.match, self.match.seats
        if self.scene.is_looked_up or not any(seat.fits for seat in seats):
            return []
        people = [seat.name for seat in seats if not seat.is_bot]
        told = fit_words(fit(match.session.game, self.stage.stores.statistics, people))
        return [_("The next match for you: {told}").format(told=told)]

    def tick(self, now: float) -> bool:
        self.stale |= self.stage.insights.poll()
        # Phones say what they would like, and may have gone or come.
        if self._wished != self.scene.phones.wishes.version:
            self.refill()
        return False

    def leave(self) -> None:
        self.stage.insights.close()

    def layout(self) -> None:
        super().layout()
        over = self.form.total - self.form.box.h
        # The chart gives way before the sheet has to scroll.
        if self._plot is not None and self.has_side and over > 0:
            self._plot.tall = max(CHART * LEAST_CHART * self.stage.text_scale, self._plot.tall - over - 1)
            super().layout()
            over = self.form.total - self.form.box.h
            # Rather none than a bar to scroll by for its sake alone.
            if 1 < over <= self._plot.tall:
                self._plot.tall = 0.0
                super().layout()

    def _lobby(self) -> None:
        stage, game = self.stage, self.match.session.game
        lobby = stage.screens["lobby"](game, self.match.winner)
        stage.scenes.reset(stage.screens["title"](), lobby)

    @property
    def is_tight(self) -> bool:
        """Whether text is so large that rows of buttons are to be saved."""
        return self.stage.text_scale > 1.1

    def _look_back(self, other: Button | None = None) -> Widget:
        """The film, and beside it the table once more, or in large text what is done sooner."""
        film = Button(_("Film"), self._film)
        if self.is_tight and other is not None:
            return TwoButtons(film, other)  # the table is there by its key
        return TwoButtons(film, Button(_("Look at the table"), self._look))

    def _film(self) -> None:
        filed = self.scene.filed
        source = filed.name if filed is not None else ""
        self.stage.open("film", self.match, Screening(leads_back=_("Results"), source=source))

    def _beside(self, button: Button) -> Widget:
        """A button, and where something was promised beside it what checks that."""
        promised = is_promise_shown(self.match) and not self.is_tight
        return TwoButtons(button, self._check_button()) if promised else button

    def _check_button(self) -> Button:
        return Button(_("Check the deal"), lambda: self.stage.open("promise", self.match, opened=True))

    def _look(self) -> None:
        self.stage.open("look", self.scene.view, _("Back to the results"))

    @property
    def back_words(self) -> str:
        return _("To the album") if self.scene.is_looked_up else _("To the drawer")

    def shortcuts(self) -> list[Shortcut]:
        filed = partial(self.stage.open, "album", self._filed)
        return [
            Shortcut(Act.LOOK, _("Look at the table"), self._look),
            *([Shortcut(Act.MEND, _("Album"), filed)] if self._filed else []),
        ]

    def back(self) -> None:
        put_away(self.scene)

    @property
    def verb(self) -> str:
        return _("Take it")

    @property
    def _filed(self) -> str:
        """The match in the album; empty where this was opened from there."""
        return "" if self.scene.is_looked_up or self.scene.filed is None else self.scene.filed.name

    def _across(self) -> int:
        count, most = len(self.match.seats), 4 if self.stage.text_scale <= 1.25 else 2
        return count if count <= most else min(most, (count + 1) // 2)

    def _podium_rows(self) -> int:
        return -(-len(self.match.seats) // self._across())

    def _podium(self, ruler: Painter) -> Element:
        """Every seat with its puppet, name and score in the order of places, the winners golden and happy."""
        least = 64.0 if self._figures else 96.0 if self._podium_rows() == 1 else 70.0

        def form(size: float, grows: float, room: float = 0.0) -> Element:
            cells: list[Element] = []
            for place in placed(self._info, self.outcome):
                seat, won = self.match.seats[place], place in self.outcome.winners
                ink = "" if ruler.theme.name == "dark" else SEATS[seat.look].text
                # What fits small in this room fits in letters that can be read in a larger one.
                name = ruler.shortened(seat.name, LARGE, room, NAMES) if room else seat.name
                words = Text(name, Letters(size, NAMES, ink, grows), lines=1, step=0.86)
                points = str(self.outcome.scores[place]) if self._info.has_scores else ""
                score = [Text(points, Letters(HEADING, NAMES, grows=grows), step=0.86)] if points else []
                told, wears = column(Blank(flex=1), words, *score, Blank(flex=1)), worn(seat.level, seat.sock)
                stands = Picture(draw_placed, (seat.look, wears, won), w=40 if room else 62)
                behind = GOLDEN if won and self._info.end is not End.LOSER else None
                cells.append(row(stands, told, gap=10, least=least, pad=Pad(6, 1), behind=behind))
            return Grid(tuple(cells), across=self._across(), gap=2)

        sizes = [(LARGE, grows) for grows in (1.0, 0.8, 0.6, 0.4, 0.2, 0.0)]
        whole = [form(*one) for one in (*sizes, (21.0, 0.0), (18.0, 0.0))]
        return first_that_fits(*whole, *(form(18, 0, room) for room in (90, 70, 55, 40)))

    def _chart(self, painter: Painter, box: Box) -> None:
        """The score of every seat through the match: a line each, told apart by colour and by its marks."""
        if box.h:
            looks = tuple(seat.look for seat in self.match.seats)
            Frame(scores_chart(self.words.curves_title(), self._curves, looks), box, painter).paint(painter)

    def tip(self) -> str:
        lines, scale = self.scene.view.result_lines(), self.stage.text_scale
        # Squared: letters twice as large take four times the room.
        return "\n".join(lines) if self.has_side and len(lines) * scale**2 <= BESIDE else ""

    def draw_side(self, painter: Painter, box: Box) -> None:
        """Whoever has won, or all where nobody has, beside the sheet; with what the game tells besides."""
        if self._earned:
            above = draw_earned(painter, box, self._earned)
            box = Box(box.x, box.y + above, box.w, box.h - above)
        self._draw_winners(painter, box)

    def _table(self, painter: Painter, box: Box) -> None:
        """The same below the rest of the sheet, in large text."""
        self._draw_winners(painter, Box(box.centre[0] - box.h * 0.55, box.y, box.h * 1.1, box.h - 8))

    def _draw_winners(self, painter: Painter, box: Box) -> None:
        """Before a photo of the table, where nothing is told there; the others small beside one."""
        winners: Sequence[int] = self.outcome.winners or tuple(range(len(self.match.seats)))
        if self._info.end is End.LOSER:  # who has lost stands at the end of the line, not beside it
            winners = placed(self._info, self.outcome)
        others = "idle" if self._info.end in (End.BEST, End.TEAMS) else "sad"
        back = len(winners) // 2 if len(winners) > 3 else 0
        rows = list(filter(None, (winners[:back], winners[back:])))
        step = box.w / max(map(len, rows))
        tall = min(300.0, box.h * 0.8, step * 1.65)
        tall = min(tall, box.h / 1.62) if back else tall
        behind = tall * 0.62 if back else 0.0
        if self.tip():
            room = box.h - self.draw_tip(painter, box, tall + behind)
            tall, behind = (size * min(1.0, room / (tall + behind)) for size in (tall, behind))
        else:
            high, top = box.w * PHOTO, box.bottom - tall - behind
            self._photo.draw(painter, Box(box.x, max(box.y, top - high * 0.5), box.w, high))
            if len(winners) == 1:
                draw_losers(painter, box, self.match.seats, winners[0], (tall + behind) * 0.45)
        for seats, low in zip(rows, (behind, 0.0)[-len(rows) :], strict=True):
            for number, seat in enumerate(seats):
                x = box.centre[0] + step * (number - (len(seats) - 1) / 2) - 16
                held, state = self.match.seats[seat], "happy" if seat in self.outcome.winners else others
                crown = "crown" if self._champion is not None else ""
                dress = Dress(worn("", held.sock) or crown, rim=5.0)
                image = puppet(painter.assets, held.look, state, 0, tall, dress)
                painter.blit(image, x, box.bottom - low + puppet_foot(tall), "midbottom")


def draw_placed(painter: Painter, box: Box, look: int, wears: str, won: bool) -> None:  # noqa: FBT001
    """Somebody on the podium, happy or not."""
    tall = min(84.0, box.h - 6, box.w * 1.1)
    image = puppet(painter.assets, look, "happy" if won else "sad", 0, tall, Dress(wears=wears, ground=False))
    painter.blit(image, box.centre[0], box.bottom - 2 + puppet_foot(tall), "midbottom")


def draw_golden(painter: Painter, box: Box) -> None:
    """The ground of a winner."""
    painter.fill(box, painter.theme.chosen, 14)


GOLDEN = Picture(draw_golden)


def placed(info: GameInfo, outcome: Outcome) -> list[int]:
    """The seats in the order of their places, partners beside each other.

    Who has won says whether more or less is better; where scores are none the seats stay in their order.
    """
    scores, winners, players = outcome.scores, outcome.winners, len(outcome.scores)
    best = {scores[seat] for seat in winners}
    way = (-1 if max(scores) in best else 1) if best & {max(scores), min(scores)} and len(best) == 1 else 0
    way *= info.has_scores
    return sorted(
        range(players), key=lambda seat: (seat not in winners, way * scores[seat], info.side(seat, players))
    )
