"""Results of a match: winners, statistics, win chart, and what to do next.

The winners are on a washing line, and the others are tags that hang from it; in large text they are a row of
the sheet. In games with analysis, the chances are a scarf (`game.scenes.win_chart`) that opens the analysis.
In others the scores are a line chart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import partial
from itertools import product
from typing import Any

import pygame

from game.core.discovery import find_game
from game.core.game import GameInfo, Outcome, ScoringMode
from game.i18n import _
from game.match.adaptive_level import match_level
from game.match.match import Match
from game.match.match_text import TOLD, TURNS, MatchStat, course_in_words, headline
from game.match.phone_control import AGAIN, ENOUGH, GAME, RULES
from game.match.seats import is_win_for_room
from game.scenes.analysis.pictures import FinalPositionPicture
from game.scenes.form_sheets import draw_wall, is_promise_shown
from game.scenes.win_chart import (
    PLATE,
    WinChartPicture,
    can_be_understood,
    draw_needles,
    draw_thread,
    heads_width,
    is_knit,
    places,
    spoken_chances,
)
from game.ui.art.album import head_disc, number_plate
from game.ui.art.daily import ROPE_ROOM, peg, rope, sag
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, panel, yarn_ball
from game.ui.art.icons import icon
from game.ui.art.layers import GOLD, INK, WOOL, blurred, flipped, mix, rasterize_units
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.svg import circle, line
from game.ui.art.win_chart import FRINGE
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import READABLE, Painter, TextStyle
from game.ui.core.scene import Shortcut
from game.ui.core.screen_reader import screen_narration
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import SMALL
from game.ui.match.countdown import heads
from game.ui.match.info_panels import fit_words, outfit_of
from game.ui.match.match_end import EarnedSock, draw_earned, earned_by, earned_label, earned_words
from game.ui.match.match_flow import leave_match, open_lobby, play_again
from game.ui.match.match_scene import MatchScene
from game.ui.match.replay_controls import ReplayOptions
from game.ui.widgets import (
    BESIDE,
    GO,
    GO_INK,
    PANEL_PICTURE,
    Badged,
    Control,
    ControlScene,
    Element,
    ElementKey,
    FirstThatFits,
    FontSpec,
    GridLayout,
    LayoutTree,
    LineChart,
    MeasureContext,
    Padding,
    Picture,
    ScaledLength,
    ScrollView,
    SingleLineText,
    Spacer,
    Text,
    ask_choice,
    button_row,
    column,
    first_that_fits,
    fits,
    folded,
    patch,
    ring,
    row,
    shrink_to_fit,
    sign,
    stack,
)

FOLD = 8.0  # units between the parts of a sheet that scrolls


class ResultsKey(ElementKey):
    """Keys of the focusable elements and of other named parts."""

    SHEET = "sheet"
    SCARF = "scarf"
    CHANCES = "chances"
    FINAL = "final"
    AGAIN = "again"
    FILM = "film"
    OTHER = "other"
    LOOK = "look"
    AWAY = "away"
    MORE = "more"
    FIGURE = "figure"
    SEAT = "seat"


HEADLINE = FontSpec(56, NAMES, growth=0.35, most=76)
SENTENCE = 23.0
DENSE = 0.5  # share of the text growth that sentences take on if the whole sheet must fit
NUMBER = FontSpec(54, NAMES, growth=0.3, most=66)
TILE = 84.0  # units, height of a statistic's picture
DEED = 114.0  # units, width of a statistic's picture
SMALL_DEED, WIDE_DEED = 0.62, 1.3
"""Scale of the picture in large text or of a single statistic, and of each of two if there is room."""
DEEDS_KEPT = 8 * 1024 * 1024  # bytes, cache of pictures in another size
BESIDE_HEAD = 124.0, 132.0  # units, size of the winner beside the headline of a sheet without a line
COMMON = {TURNS: "clock"}  # icon of the statistic that every game has
DOER = 36.0
SCARF, LEAST_SCARF = 142.0, 120.0  # units, usual and smallest height of the scarf
FINAL = 420.0  # units, largest width of the final position beside the scarf, with few statistics
NEEDLES = 12.0  # units that the needles extend beyond the scarf; there are words above and buttons below
# height of the score chart with its title, and with little room
CHART, LOW_CHART = ScaledLength(SCARF + 40, 0.5), ScaledLength(LEAST_SCARF, 0.5)
FEW = 4  # largest score range for which every value is labelled
SIDE, MANY, WIDER_SIDE = 0.334, 6, 0.366
"""Share of the canvas width left of the sheet, number of tags above which it is wider, and the wider share.
"""


def placed(info: GameInfo, outcome: Outcome) -> list[int]:
    """Return the seats in the order of their places, partners beside each other.

    The winners show if more or fewer points are better. Without scores, the seats keep their order.
    """
    players = len(outcome.scores)
    way = _way(info, outcome)
    return sorted(
        range(players),
        key=lambda seat: (seat not in outcome.winners, way * outcome.scores[seat], info.side(seat, players)),
    )


def _way(info: GameInfo, outcome: Outcome) -> int:
    """Return 1 if fewer points are better, -1 if more are, 0 if scores do not decide places."""
    best = {outcome.scores[seat] for seat in outcome.winners}
    ends = max(outcome.scores), min(outcome.scores)
    way = (
        (-1 if ends[0] in best and not info.lowest_score_wins else 1)
        if best & set(ends) and len(best) == 1
        else 0
    )
    return way * info.has_scores


def place_of(info: GameInfo, outcome: Outcome, seat: int) -> int:
    """Return the place of a seat from 1, equal for equal results. 0 if there is none."""
    if seat in outcome.winners:
        return int(info.scoring is not ScoringMode.LOSER)  # a seat that has not lost is not first
    way, scores = _way(info, outcome), outcome.scores
    if not way:
        return 2 if len(scores) == 2 and info.scoring is ScoringMode.BEST and outcome.winners else 0
    better = [other for other in range(len(scores)) if way * scores[other] < way * scores[seat]]
    return 1 + len(set(better) | set(outcome.winners))


@dataclass(frozen=True, slots=True)
class LinePuppet:
    """Player on the washing line."""

    look: int
    wears: str
    state: str


@dataclass(frozen=True, slots=True)
class PlaceTag:
    """Player whose tag hangs from the washing line."""

    look: int
    name: str
    points: str
    place: int  # from 1; 0 for none
    mood: str


def scores_chart(
    title: str, curves: Sequence[Sequence[int]], looks: tuple[int, ...], high: ScaledLength = CHART
) -> Element:
    """Return a chart with one line per seat and a scale from the lowest to the highest score."""
    values = [value for curve in curves for value in curve] or [0]
    low = min(values) if min(values) > max(values) / 3 else min(0, *values)
    most = max(low + 1, *values)
    # Label every value of a small range, else lowest, highest and middle.
    marked = tuple(range(low, most + 1)) if most - low <= FEW else (low, most, (low + most) // 2)
    ends = tuple(Picture(draw_head, (look, "idle")) for look in looks)
    letters = FontSpec(SMALL)
    lines = LineChart(
        tuple(map(tuple, curves)), looks, low, most, marked, ends=ends, letters=letters, apart=8.0, flex=1
    )
    return column(lines, Text(title, FontSpec(SMALL, STRONG), 0.5), h=high, flex=1)


def score_plate(match: Match, outcome: Outcome, size: float) -> list[Element]:
    """Return a plate with the score: both scores of two players, else the winners' score.

    Empty without scores, or if the winners' scores differ.
    """
    info = find_game(match.session.game).info
    if not info.has_scores:
        return []
    looks, letters = tuple(seat.look for seat in match.seats), FontSpec(size, NAMES, WOOL, most=1.3 * size)
    head, pad = size + 4, 6 if size > 36 else 2
    if len(looks) == 2:
        words = " : ".join(map(str, outcome.scores))
        moods = ["happy" if seat in outcome.winners else "sad" for seat in (0, 1)]
        heads = [Picture(draw_head, (looks[n], moods[n], n == 1), w=head, h=head) for n in (0, 1)]
        told = row(heads[0], Text(words, letters, 0.5, lines=1), heads[1], gap=14, align=0.5)
        return [column(told, pad=Padding(14, pad), behind=Picture(draw_score, (INK,)))]
    points = {outcome.scores[seat] for seat in outcome.winners}
    if len(points) != 1:
        return []
    fill = INK
    if len(outcome.winners) == 1 and info.scoring is ScoringMode.BEST:
        seat = SEAT_LOOKS[looks[outcome.winners[0]]]
        fill = seat.text if _is_light(seat.colour) else seat.colour  # white is unreadable on a light colour
    cup = Picture(draw_cup, (), w=size - 2, h=size - 2)
    told = row(cup, Text(str(points.pop()), letters, 0.5, lines=1), gap=16, align=0.5)
    return [column(told, pad=Padding(20, pad), behind=Picture(draw_score, (fill,)))]


class Podium(IntEnum):
    """Layouts of the players on a sheet without a washing line. Later ones need less room."""

    NONE = 0
    USUAL = 1
    SLIM = 2
    FLAT = 3  # statistics are rows with small pictures
    DENSE = 4  # like FLAT, and sentences grow less with the text size
    TIGHT = 5  # like DENSE, with a smaller headline and smaller names


class ResultsScene(ControlScene):
    """Screen of the results of a match."""

    is_interrupting = True
    extends_grace = True  # a player who speeds up the ending must not start the next match
    mood = MusicMood.LOBBY

    def __init__(self, scene: MatchScene) -> None:
        self.scene = scene
        self.match = scene.match
        self.words = scene.context.words
        self.outcome = self.match.result()
        self._curves = self.words.curves()
        self.figures = self.words.shown_stats()
        self._earned = earned_by(self.match.seats, scene.ending.socks.earned)
        self._info = find_game(self.match.session.game).info
        self._record = self.match.session.record()
        self._scarf = WinChartPicture([seat.look for seat in self.match.seats])
        self._wished: object = None
        self._brushes: dict[float, Painter] = {}
        self._pieces: Iterator[None] = iter(())
        self._made = True

    def on_enter(self) -> None:
        self._final = FinalPositionPicture(self.app, self.match)
        won = is_win_for_room(self.match.seats, self.outcome.winners)
        if not self.scene.ending.is_heard:
            self.app.audio.play("win" if won else "lose")
        if can_be_understood(self.match):
            self.app.insights.open(self.match.session.game, self._record)
        # Most players want a rematch, and lose nothing by it because the match is saved.
        self.focus = ResultsKey.FILM if self.scene.is_looked_up else ResultsKey.AGAIN

    def on_leave(self) -> None:
        self._final.leave()
        self.app.insights.close()

    def on_layout(self) -> None:
        super().on_layout()
        self._pieces = self._final.making() if self._has_room else iter(())  # the size may be new

    def tick(self, now: float) -> bool:
        self.needs_redraw |= self.app.insights.poll()
        # Phones may have voted, joined or left.
        wished, self._wished = self._wished, self.app.phones.steering.version
        self.needs_redraw |= wished != self._wished
        made = next(self._pieces, self) is self
        self.needs_redraw |= made != self._made
        self._made = made
        return not made

    @property
    def champion(self) -> int | None:
        """Seat that won alone. None if there is none or the game is not about the best."""
        alone = len(self.outcome.winners) == 1 and self._info.scoring is ScoringMode.BEST
        return self.outcome.winners[0] if alone else None

    @property
    def _has_room(self) -> bool:
        """True if there are few statistics, so that a picture of the final position fits."""
        return len(self.figures) < 2 and find_game(self.match.session.game).has_component("view")

    @property
    def knows_chances(self) -> bool:
        """True if there is a scarf, even if nothing of it is known yet."""
        insights = self.app.insights
        return can_be_understood(self.match) and (
            insights.is_busy or insights.findings(self._record) is not None
        )

    @property
    def can_open(self) -> bool:
        """True if the analysis can be opened, which needs at least a part of the curve."""
        found = self.app.insights.findings(self._record)
        return self.knows_chances and found is not None and bool(found.curve)

    def build(self) -> Element:
        view, ruler = self.app.view, self.app.measuring_painter
        left = view.w * (WIDER_SIDE if len(self.tags) > MANY else SIDE)
        buttons = self._buttons()
        lines = self._lines()
        tall = [(share * SCARF, lines) for share in (1.6, 1.3, 1.12, 1.0)] + [(LEAST_SCARF, lines)]
        # Prefer two lines about the ending, but not to the washing line or the lines about what comes next.
        forms: tuple[list[tuple[float, list[str]]], ...] = (tall, [(SCARF, []), (LEAST_SCARF, [])])
        tried = [(*one, told) for some in forms for told in (2, 1) for one in some]
        finals = (True, False) if self._has_room else (False,)
        for final, (least, more, told) in product(finals, tried):
            content = self._content(least, more, told=told, final=final)
            sheet = self._sheet(buttons, content)
            if not any(part.flex for part in content):  # nothing can fill a sheet as high as the line
                sheet = column(Spacer(flex=1), replace(sheet, flex=0.0), Spacer(flex=1), flex=1)
            beside = row(self._line(left), sheet, Spacer(w=view.w * 0.05), pad=Padding(0, 34, 6))
            if self.app.text_scale <= 1.5 and fits(ruler, beside, view.w, self.content_bottom):
                return on_wall(column(Spacer(flex=1), beside, Spacer(flex=1)))
        content = self._content(LEAST_SCARF, lines, Podium.USUAL)
        whole: Element
        # In large text, drop pictures before words.
        first = [(Podium.USUAL, True)] if self._has_room else []
        for form, final in (*first, *((form, False) for form in list(Podium)[Podium.USUAL :])):
            low = self._sheet(buttons, self._content(LEAST_SCARF, lines, form, final=final), form)
            top = 34.0 if form is Podium.USUAL else 12.0
            whole = column(Spacer(flex=1), column(low, pad=Padding(view.w * 0.05, top, 6)), Spacer(flex=1))
            if fits(ruler, whole, view.w, self.content_bottom):
                break
        else:
            if len(self.match.seats) > 3:  # show all places above the fold
                content = self._content(LEAST_SCARF, lines, Podium.FLAT, brief=True)
            buttons = column(buttons, pad=Padding(18))
            wide = view.w * 0.9 - 36
            high = self.content_bottom - 30 - 40 - 10 - MeasureContext(ruler).size(buttons, wide)[1]
            content = folded(ruler, content, wide - 36 - BESIDE, high, FOLD)
            scrolls = ScrollView(column(*content, gap=FOLD, pad=Padding(18, 0)), self.scroll, flex=1)
            low = column(
                scrolls,
                buttons,
                gap=10,
                pad=Padding(18, 18, 22),
                behind=PANEL_PICTURE,
                key=ResultsKey.SHEET,
                flex=1,
            )
            whole = column(low, pad=Padding(view.w * 0.05, 24, 6))
        return on_wall(whole)

    def _sheet(self, buttons: Element, content: Sequence[Element], podium: Podium = Podium.NONE) -> Element:
        edge, gap, above = Padding(32, 22, 26), 6, 12
        if podium >= Podium.TIGHT:
            edge, gap, above = Padding(28, 8, 14), 3, 12
        elif podium > Podium.USUAL:
            edge, gap, above = Padding(28, 12, 18), 4, 8
        return column(
            *content,
            Spacer(above),
            buttons,
            pad=edge,
            gap=gap,
            behind=PANEL_PICTURE,
            key=ResultsKey.SHEET,
            flex=1,
        )

    def _content(
        self,
        least: float,
        lines: Sequence[str],
        podium: Podium = Podium.NONE,
        *,
        told: int = 1,
        brief: bool = False,
        final: bool = False,
    ) -> list[Element]:
        tight = podium >= Podium.TIGHT
        grows = DENSE if podium >= Podium.DENSE else 1.0
        chances = self._chances(least, LOW_CHART if podium > Podium.USUAL else CHART, grows)
        said = [Text(words, FontSpec(20, growth=grows)) for words in lines]
        head, sentence = self._head(tight=tight), self._sentence(told, grows)
        parts: list[Element] = [head, sentence]
        if podium and not tight and len(self.standers) == 1:

            def stander(wide: float, high: float) -> Picture:
                return Picture(draw_stander, (self.standers[0],), w=wide, h=high)

            # Beside headline and sentence if one line is enough; a second line takes the full width.
            both = row(stander(*BESIDE_HEAD), column(head, sentence.forms[0], gap=2, flex=1), gap=10)
            apart = column(row(stander(92, 92), head, gap=10), sentence, gap=2)
            parts = [first_that_fits(both, apart)]
        if podium and (len(self.match.seats) > 2 or not self._info.has_scores):
            parts.append(self._podium(slim=podium > Podium.USUAL, tight=tight))
        air = [] if podium else [Spacer(8)]
        if final:
            tile = [self._lone_tile(self.figures[0])] if self.figures else []
            end = Picture(
                self._final.draw, (self._final.is_made,), h=least + 40, flex=1, key=ResultsKey.FINAL
            )
            beside = row(
                replace(end, w=self._final.width(least + 90, FINAL), flex=0),
                column(*tile, *chances, gap=8, flex=1), gap=20, flex=1,
            )  # fmt: skip
            parts += [*air, beside] if chances else [*air, *tile, end]
        else:
            if self.figures:
                flat, dense = podium >= Podium.FLAT, brief or grows < 1
                parts += [*air, self._deeds(flat=flat, brief=dense, wide=not chances)]
            parts += chances
        earned = (
            [Text(earned_words(self._earned), FontSpec(20, growth=grows))] if podium and self._earned else []
        )
        return [*parts, *said, *earned]

    def _head(self, *, tight: bool) -> Element:
        """Row of the headline in the winner's colour, the score on a plate, and the *More* button."""
        theme, champion = self.app.measuring_painter.theme, self.champion
        says = headline(self._info, [seat.name for seat in self.match.seats], self.outcome.winners)
        plain = champion is None or theme.name != "linen"
        ink = "" if plain or champion is None else SEAT_LOOKS[self.match.seats[champion].look].text
        forms = [HEADLINE, FontSpec(44, NAMES, growth=0.3), FontSpec(36, NAMES, growth=0.3)]
        words = first_that_fits(*(Text(says, form.with_colour(ink), lines=1) for form in forms[tight:2]),
                                Text(says, forms[2].with_colour(ink), step=0.9), flex=1)  # fmt: skip
        more = button_row(sign("menu", 30), key=ResultsKey.MORE, least=56, pad=13)
        return row(
            words,
            *score_plate(self.match, self.outcome, 32.0 if tight else 40.0),
            more,
            gap=12,
            align=0.5,
            least=70,
        )

    def _sentence(self, lines: int, grows: float = 1.0) -> FirstThatFits:
        """Course of the match: everything that fits into ``lines`` lines, else the most important part."""
        winners = self.outcome.winners if self.champion is not None else ()
        story = course_in_words(self.words, self._curves, winners)
        ending, handicap = self.words.end_reason(self.outcome), self.words.handicap()
        whole = " ".join(filter(None, (ending, story, handicap)))
        brief = " ".join(filter(None, (story or ending, handicap)))
        letters = FontSpec(SENTENCE, growth=grows)
        return first_that_fits(
            *(Text(whole, letters, lines=count, is_balanced=True) for count in range(1, lines + 1)),
            Text(brief, letters),
        )

    def _deeds(self, *, flat: bool, brief: bool, wide: bool) -> Element:
        """Statistics side by side.

        ``brief``: they grow less with the text size, so that their words do not break. A single one is a low
        row. Two are larger if the sheet is ``wide``. ``flat``: each is a row.
        """
        if len(self.figures) == 1:
            return self._lone_tile(self.figures[0])
        make = (
            partial(self._flat_tile, dense=brief)
            if flat
            else partial(self._tile, large=wide and len(self.figures) < TOLD)
        )
        tiles = [partial(make, number, figure) for number, figure in enumerate(self.figures)]
        usual = [FontSpec(20, STRONG), FontSpec(20, STRONG, growth=0.5), FontSpec(18, STRONG, growth=0.0)]
        tried = [(one, 1) for one in (*usual[:2], FontSpec(20, STRONG, growth=0.3))] if brief else []
        forms: list[Element] = [
            GridLayout(tuple(tile(words, lines) for tile in tiles), columns=len(tiles), gap=16)
            for words, lines in (*tried, *((one, 0) for one in usual[brief:]))
        ]
        # Prefer columns as wide as their words to a second line.
        for words, _one in reversed(tried[1:]):
            forms.insert(len(tried), self._filling([tile(words, 1) for tile in tiles]))
        below = GridLayout(tuple(tile(FontSpec(20, STRONG)) for tile in tiles), columns=1, gap=8)
        return first_that_fits(*forms, below)

    def _tile(
        self, number: int, figure: MatchStat, letters: FontSpec, lines: int = 0, *, large: bool = False
    ) -> Element:
        """Statistic as a tile: picture and number, below them player and words."""
        size = WIDE_DEED if large else 1.0
        count = Text(str(figure.value), NUMBER, 1.0, lines=1, step=0.9)
        words = Text(figure.words, letters, 0.0 if figure.seats else 0.5, lines=lines, flex=1, step=0.95)
        told = row(*self._doers(figure), words, gap=8, align=0.5, least=40)
        aside = Picture(self._draw_deed, (figure,), h=TILE, narrow=66, flex=1)
        above = first_that_fits(
            row(Spacer(flex=1), self._pictured(figure, size), count, Spacer(flex=1), gap=8, align=0.5),
            row(aside, count, gap=12, align=0.5),
        )
        whole = column(above, told, pad=Padding(12, 7, 8))
        return column(whole, behind=Picture(draw_tile, ()), key=ResultsKey.FIGURE.of(number))

    def _lone_tile(self, figure: MatchStat) -> Element:
        """Single statistic in a low row, its number last and its picture small: the scarf needs the room."""
        letters = FontSpec(22, STRONG, growth=0.5)
        count = Text(str(figure.value), replace(NUMBER, size=40.0), lines=1)
        told = row(*self._doers(figure), Text(figure.words, letters), gap=10, align=0.5)
        parts = Spacer(flex=1), self._pictured(figure, SMALL_DEED), told, count, Spacer(flex=1)
        whole = row(*parts, gap=16, align=0.5, pad=Padding(12, 3))
        return column(whole, behind=Picture(draw_tile, ()), key=ResultsKey.FIGURE.of(0))

    def _doers(self, figure: MatchStat) -> list[Element]:
        """Heads of the players of a statistic. Narration uses their names."""
        looks = tuple(self.match.seats[seat].look for seat in figure.seats)
        return [heads(looks, DOER)] if looks else []

    def _flat_tile(
        self, number: int, figure: MatchStat, letters: FontSpec, lines: int = 0, *, dense: bool = False
    ) -> Element:
        """Statistic as a row, with a small picture if there is room."""
        size, least = (36.0, 48) if dense else (42.0, 54)
        count = Text(str(figure.value), replace(NUMBER, size=size), 1.0, lines=1, step=0.9)
        words = Text(figure.words, letters, lines=lines, flex=1, step=0.95)
        told = first_that_fits(
            *(
                row(
                    *self._doers(figure),
                    words,
                    *some,
                    count,
                    gap=8,
                    align=0.5,
                    least=least,
                    pad=Padding(12, 0, 6),
                )
                for some in ([self._pictured(figure, SMALL_DEED)], [])
            )
        )
        # Centre it in a tile as high as a neighbour with two lines.
        middle = Spacer(flex=1), told, Spacer(flex=1)
        return column(*middle, behind=Picture(draw_tile, ()), key=ResultsKey.FIGURE.of(number))

    def _pictured(self, figure: MatchStat, size: float) -> Picture:
        """Picture of a statistic, scaled by ``size``."""
        draws = self._draw_deed if size == 1.0 else partial(self._draw_sized, size)
        return Picture(draws, (figure,), w=DEED * size, h=TILE * size)

    def _draw_deed(self, painter: Painter, box: Box, figure: MatchStat) -> None:
        seat = figure.seats[0] if figure.seats else 0
        name = COMMON.get(figure.picture)
        if name or not self.scene.view.draw_stat(painter, box, figure.picture, figure.shows, seat):
            image = icon(painter.assets, name or "star", 60, painter.theme.ink, GOLD)
            painter.blit(image, *box.centre, "center")

    def _draw_sized(self, size: float, painter: Painter, box: Box, figure: MatchStat) -> None:
        # Games draw these pictures in one size. Render them at another scale instead of stretching pixels.
        brush, view = self._brushes.get(size), painter.view
        scale = view.scale * size
        if brush is None or brush.view.scale != scale or brush.theme is not painter.theme:
            assets = Assets(scale, limit=DEEDS_KEPT)
            whole = pygame.Surface((assets.px(DEED), assets.px(TILE)), pygame.SRCALPHA)
            canvas = Canvas(DEED, TILE, scale)
            brush = Painter(whole, canvas, painter.theme, assets, painter.type, painter.text_scale)
            self._brushes[size] = brush
        brush.surface.fill("#00000000")
        self._draw_deed(brush, brush.view.box, figure)
        painter.blit(brush.surface, *box.centre, "center")

    def _chances(self, least: float, chart: ScaledLength, grows: float) -> list[Element]:
        """Scarf with its title; without analysis a chart of the scores, if they changed."""
        looks = tuple(seat.look for seat in self.match.seats)
        if not self.knows_chances:
            # With two points, lines show no more than the scores.
            flat = not any(len(curve) > 2 and len(set(curve)) > 1 for curve in self._curves)
            return [] if flat else [scores_chart(self.words.curves_title(), self._curves, looks, chart)]
        insights = self.app.insights
        found = insights.findings(self._record)
        whole = is_knit(found)
        if insights.broke:
            told = _("This could not be found out.")
        else:
            told = _("What decided it") + "  ›" if whole else _("still knitting")
        ink = "" if whole else self.app.measuring_painter.theme.soft
        title, aside = FontSpec(22, NAMES, growth=grows), FontSpec(20, STRONG, ink, growth=grows)
        head = shrink_to_fit(
            *(
                row(
                    Text(words, title, lines=1), Spacer(flex=1), Text(told, aside, lines=1), gap=16, align=1.0
                )
                for words in (_("Chance to win, turn by turn"), _("Chance to win"))
            ),
            column(Text(_("Chance to win"), title, lines=1), Text(told, aside, lines=1)),
        )
        known = 0.0 if found is None else found.fraction_done
        picture = Picture(self._draw_scarf, (known,), shows_focus=True, h=least, flex=1, key=ResultsKey.SCARF)
        return [column(Spacer(2), head, picture, gap=6, flex=1, key=ResultsKey.CHANCES)]

    def _draw_scarf(self, painter: Painter, box: Box, _known: float, *, focused: bool) -> None:
        found = self.app.insights.findings(self._record)
        wide = heads_width(len(self.match.seats))
        at = Box(box.x + wide, box.y, box.w - wide, box.h)
        self._scarf.draw_heads(painter, box.x, at)
        end = self._scarf.draw(painter, at, found)
        if not is_knit(found) and self.app.insights.is_busy:
            ball = at.right - 44, at.centre[1]
            if end is not None:
                draw_thread(painter, end, ball, at)
            painter.blit(yarn_ball(painter.assets, 7, 54), *ball, "center")
        if end is not None:
            draw_needles(painter, end, at, room=NEEDLES)
        for place in places(found, at) if found is not None else []:
            painter.blit(number_plate(painter.assets, place.number, PLATE), place.x, place.y, "center")
        if focused:
            ring(painter, Box(at.x + FRINGE, at.y, at.w - 2 * FRINGE, at.h), 9)

    def _buttons(self) -> Element:
        """Buttons in one row, or in two if their words are long or large."""
        wide, fair, snug = (24.0, 18.0, 30.0), (22.0, 15.0, 26.0), (20.0, 13.0, 24.0)
        # Elements that fill a button beside its words have their own gaps.
        forms = ((wide, 16), (fair, 14), (snug, 12), (snug, 8))
        rows = [
            self._filling(self._caps(size, pad - 8, small, flex=1.0), gap)
            for (size, pad, small), gap in forms
        ]
        caps = self._caps(*wide, flex=1.0)
        low = column(*(row(*caps[n : n + 2], gap=12) for n in range(0, len(caps), 2)), gap=10)
        return first_that_fits(*rows, low)

    def _filling(self, cells: Sequence[Any], gap: float = 16) -> Element:
        """Row over the full width, in which each cell's share follows its preferred width."""
        wide = [MeasureContext(self.app.measuring_painter).size(cell, 0)[0] for cell in cells]
        return row(*(replace(cell, flex=share) for cell, share in zip(cells, wide, strict=True)), gap=gap)

    def _caps(self, size: float, pad: float, small: float, flex: float = 0.0) -> list[Element]:
        """Buttons with letters of ``size``. Heads of players who vote for one on a phone are at its edge."""
        phones, caps = self.app.phones, list[Element]()
        for key, words, name, motions in self._offers():
            go = key == ResultsKey.AGAIN
            ink = GO_INK if go else ""
            image = sign(name, small, ink=ink) if go else sign(name, small)
            letters = FontSpec(size, NAMES, ink, most=1.5 * size)
            aside = [Spacer(flex=1)] if flex else []
            cap: Element = button_row(
                *aside, image, Text(words, letters, lines=1), *aside,
                fill=GO if go else "", key=key, least=62, pad=pad, flex=flex,
            )  # fmt: skip
            looks = phones.votes_for(*motions)
            if looks:
                cap = Badged(cap, heads(looks, DOER), (1.0, 0.0), (-8, 6), x=1.0, y=0.5, flex=flex)
            caps.append(cap)
        return caps

    def _offers(self) -> list[tuple[str, str, str, tuple[str, ...]]]:
        """Key, words, icon and vote keys of each button."""
        film = ResultsKey.FILM, _("Film"), "film", ()
        if self.scene.is_looked_up:
            return [
                film,
                (ResultsKey.LOOK, _("Look at the table"), "eye", ()),
                (ResultsKey.AWAY, self.back_words, "album", ()),
            ]
        return [
            (ResultsKey.AGAIN, _("Rematch"), "restart", (AGAIN,)),
            film,
            (ResultsKey.OTHER, _("Other rules"), "gear", (RULES,)),
            (ResultsKey.AWAY, _("Drawer"), "sock", (f"{GAME} ", ENOUGH)),
        ]

    @property
    def _on_line(self) -> list[int]:
        """Seats on the washing line: the winners, or the losers in a game about losing.

        All seats if there is no winner.
        """
        won, everybody = self.outcome.winners, range(len(self.match.seats))
        about = (
            [seat for seat in everybody if (seat in won) != (self._info.scoring is ScoringMode.LOSER)]
            if won
            else []
        )
        return about or list(everybody)

    @property
    def standers(self) -> tuple[LinePuppet, ...]:
        """Players on the washing line."""
        lost = "idle" if self._info.scoring in (ScoringMode.BEST, ScoringMode.TEAMS) else "sad"
        crown = "crown" if self.champion is not None else ""
        return tuple(
            LinePuppet(
                held.look,
                outfit_of("", held.cap) or crown,
                "happy" if seat in self.outcome.winners else lost,
            )
            for seat in self._on_line
            for held in (self.match.seats[seat],)
        )

    @property
    def tags(self) -> tuple[PlaceTag, ...]:
        """Tags of the other players, in the order of their places."""
        order, above = placed(self._info, self.outcome), self._on_line
        return tuple(self._tag(seat) for seat in order if seat not in above)

    def _tag(self, seat: int) -> PlaceTag:
        held, points = self.match.seats[seat], self.outcome.scores[seat]
        place = place_of(self._info, self.outcome, seat) if self.outcome.winners else 0
        last = place == max(place_of(self._info, self.outcome, one) for one in range(len(self.match.seats)))
        mood = "happy" if seat in self.outcome.winners else "sad" if last else "idle"
        return PlaceTag(held.look, held.name, str(points) if self._info.has_scores else "", place, mood)

    def _line(self, wide: float) -> Element:
        """Picture left of the sheet: washing line, tags and earned socks."""
        earned = tuple(self._earned)
        tags = self.tags
        names = tuple(tag.name for tag in tags)
        rows = self._tag_rows(names, wide)
        hung = tuple(self._hung_tag(tag, names, small=len(tags) > 3 or len(rows) > 1) for tag in tags)
        return Picture(
            draw_line, (self.standers, rows, hung, earned), w=wide, h=560,
            words="",
        )  # fmt: skip

    def _tag_rows(self, names: Sequence[str], wide: float) -> tuple[int, ...]:
        """Number of tags in each row: at most three rows, and as few as leave room for the full names."""
        pen, room, count = (
            self.app.measuring_painter.with_text_scale(1.0),
            tag_room(self.app.view.w, wide),
            len(names),
        )
        longest = max((pen.width(name, READABLE, NAMES) for name in names), default=0.0)
        rows: tuple[int, ...] = ()
        # With too little room in three rows, names are shortened.
        for across in (count,) if count <= 1 else (3, 2) if count <= 3 else (4, 3):
            lines = -(-count // across) if count else 0
            rows = tuple(count // lines + (n < count % lines) for n in range(lines))
            if count and longest <= tag_width(room, max(rows)) - 2 * tag_pad(count):
                break
        return rows

    def _hung_tag(self, tag: PlaceTag, names: tuple[str, ...], *, small: bool) -> Element:
        theme = self.app.measuring_painter.theme
        ink = SEAT_LOOKS[tag.look].text if theme.name == "linen" else ""
        size, head = (18.0, 28.0) if small else (22.0, 40.0)
        letters = FontSpec(20 if small else 26, NAMES, growth=0)
        points = [Text(tag.points, letters, 0.5, lines=1)] if tag.points else []
        top = row(
            Spacer(flex=1), Picture(draw_head, (tag.look, tag.mood), w=head, h=head), *points, Spacer(flex=1),
            gap=2 if small else 4, align=0.5,
        )  # fmt: skip
        name = SingleLineText(
            tag.name, FontSpec(size, NAMES, ink, growth=0.3), 0.5, shrinks=True, beside=names
        )
        edge, behind = Padding(tag_pad(len(names)), 3, 5), Picture(draw_tag, (tag.place,))
        return column(Spacer(flex=1), top, name, Spacer(flex=1), pad=edge, gap=2, behind=behind)

    def _podium(self, *, slim: bool, tight: bool) -> Element:
        """Head, name and score of every seat, in the order of places."""
        order = placed(self._info, self.outcome)

        def form(across: int, grows: float, whole: int, *, low: bool = False) -> Element:
            cells = []
            for seat in order:
                tag = self._tag(seat)
                name = SingleLineText(tag.name, FontSpec(22, NAMES, growth=grows), whole=whole)
                points = [Text(tag.points, FontSpec(24, NAMES, growth=grows))] if tag.points else []
                head = Picture(draw_placed, (tag.look, tag.mood, tag.place), w=54, h=54)
                won = seat in self.outcome.winners and self._info.scoring is not ScoringMode.LOSER
                told = row(name, *points, gap=12, flex=1) if low else column(name, *points, flex=1)
                theme = self.app.measuring_painter.theme
                behind = patch(theme.chosen if won else theme.page, 14)
                cells.append(row(head, told, gap=8, align=0.5, pad=Padding(8, 4), behind=behind))
            return GridLayout(tuple(cells), columns=across, gap=6, key=ResultsKey.SEAT)

        count, shares = len(order), (1.0, 0.6, 0.3)[tight:]
        ways = [count] if count <= 4 else [(count + 1) // 2, 3, 2]
        return first_that_fits(
            *(
                form(across, grows, 10, low=True)
                for grows in shares
                for across in ([count] if count <= 4 else ways[:1] if slim else [])
            ),
            *(
                form(across, grows, 10)
                for some in ([ways[:1], ways[1:]] if slim else [ways])
                for grows in (*shares, 0.0)
                for across in some
            ),
            form(max(2, ways[-1]), 0.0, 4),
        )

    def controls(self) -> Sequence[Control]:
        taken = {
            ResultsKey.AGAIN: lambda: play_again(self.scene),
            ResultsKey.FILM: self._film,
            ResultsKey.OTHER: self._lobby,
            ResultsKey.LOOK: self._look,
            ResultsKey.AWAY: lambda: leave_match(self.scene),
        }
        found = [Control(key, taken[ResultsKey(key)], _("Take it")) for key, *_rest in self._offers()]
        if self.can_open:
            found.append(Control(ResultsKey.SCARF, self._open, _("What decided it")))
        return [*found, Control(ResultsKey.MORE, self._more, _("More"), words=_("More"))]

    def control_boxes(self) -> Mapping[str, Box]:
        # A press on the words above the scarf acts like one on the scarf.
        boxes = self.frame.boxes
        return (
            {**boxes, ResultsKey.SCARF: boxes[ResultsKey.CHANCES]} if ResultsKey.CHANCES in boxes else boxes
        )

    def focus_neighbours(self) -> Mapping[tuple[str, int, int], str]:
        scarf = ResultsKey.SCARF if self.can_open else ResultsKey.MORE
        first = self._offers()[0][0]
        up = {(key, 0, -1): scarf for key, *_rest in self._offers()[:1]}
        return {
            **up,
            (ResultsKey.SCARF, 0, 1): first,
            (ResultsKey.SCARF, 0, -1): ResultsKey.MORE,
            (ResultsKey.MORE, 0, 1): (ResultsKey.SCARF if self.can_open else first),
        }

    def _show(self, key: str) -> None:
        # The other buttons are below what scrolls, so do not scroll for them.
        if key in (ResultsKey.SCARF, ResultsKey.MORE):
            super()._show(key)

    def activate(self, key: str = "") -> None:
        if self.control(key) is not None:
            self.app.audio.play("confirm")
        super().activate(key)

    def _open(self) -> None:
        self.app.open_scene("analysis", self.match, _("Results"))

    def _film(self) -> None:
        filed = self.scene.filed
        source = filed.name if filed is not None else ""
        self.app.open_scene("replay", self.match, ReplayOptions(leads_back=_("Results"), source=source))

    def _lobby(self) -> None:
        open_lobby(self.app, self.match.session.game, self.match.winner)

    def _look(self) -> None:
        self.app.open_scene("table_peek", self.scene.view, _("Back to the results"))

    def _more(self) -> None:
        """Show the remaining information and actions."""
        lines = [self.words.end_sentence(self.outcome), *self._lines()]
        lines += [earned_words(self._earned)] if self._earned else []
        ways = [(_("Look at the table"), self._look)]
        if self.can_open:
            ways.append((_("What decided it"), self._open))
        if self._filed:
            ways.append((_("Album"), self._album))
        if is_promise_shown(self.match):
            ways.append(
                (_("Check the deal"), partial(self.app.open_scene, "commitment", self.match, opened=True))
            )
        ask_choice(self.app, _("More"), ways, "\n".join(lines))

    def _lines(self) -> list[str]:
        """Lines from the game about the match, and the level of the next adaptive opponent."""
        return [*self.scene.view.result_lines(), *self._next_level()]

    def _album(self) -> None:
        self.app.open_scene("album", self._filed)

    def _next_level(self) -> list[str]:
        match, seats = self.match, self.match.seats
        if self.scene.is_looked_up or not any(seat.is_adaptive for seat in seats):
            return []
        people = [seat.name for seat in seats if not seat.is_bot]
        told = fit_words(match_level(match.session.game, self.app.stores.statistics, people))
        return [_("The next match for you: {told}").format(told=told)]

    @property
    def _filed(self) -> str:
        """Name of the match in the album; "" if the results were opened from there."""
        return "" if self.scene.is_looked_up or self.scene.filed is None else self.scene.filed.name

    def shortcuts(self) -> list[Shortcut]:
        return [
            Shortcut(InputAction.LOOK, _("Look at the table"), self._look),
            *([Shortcut(InputAction.MEND, _("Album"), self._album)] if self._filed else []),
            Shortcut(
                InputAction.PAUSE, "", self._more
            ),  # its button has the sign of a menu; it does not leave the screen
        ]

    @property
    def back_words(self) -> str:
        return _("To the album") if self.scene.is_looked_up else _("To the drawer")

    def back(self) -> None:
        leave_match(self.scene)

    def narration(self) -> NarrationContent:
        """Narration of the text, the players of each statistic, and the scarf in numbers."""
        told, names = screen_narration(self.app, self), [seat.name for seat in self.match.seats]
        deeds = [
            _("{what}: {who}").format(
                what=figure.words, who=" ".join([str(figure.value), *(names[seat] for seat in figure.seats)])
            )
            for figure in self.figures
        ]
        said = {str(figure.value) for figure in self.figures} | {figure.words for figure in self.figures}
        text = [words for words in told.text if words not in said]
        focus = told.focus
        if self.focus == ResultsKey.SCARF:
            focus = spoken_chances(self.app.insights.findings(self._record), names)
        elif self.focus == ResultsKey.MORE:
            focus = _("More")
        return NarrationContent(_("Results"), (*text, *deeds), focus)


def _is_light(fill: str) -> bool:
    """Return True if white words are hard to read on ``fill``."""
    red, green, blue = (int(fill[n : n + 2], 16) for n in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue > 140


def on_wall(tree: Element) -> Element:
    """Put a screen in front of the wall of the house."""
    return stack(tree, behind=Picture(draw_wall))


def draw_head(painter: Painter, box: Box, look: int, mood: str, flip: bool = False) -> None:  # noqa: FBT001, FBT002
    """Draw a head in a round frame."""
    ground = mix(SEAT_LOOKS[look].light, WOOL, 0.62)
    image = head_disc(painter.assets, look, box.h, ground, mood=mood)
    painter.blit(flipped(image) if flip else image, *box.centre, "center")


def draw_stander(painter: Painter, box: Box, one: LinePuppet) -> None:
    """Draw a player at the lower edge of ``box``."""
    dress = PuppetOutfit(one.wears, rim=3.5, ground=False)
    tall = round(min(box.h * 0.9, box.w))
    image = puppet(painter.assets, one.look, one.state, 0, tall, dress, look=(0.5, 0.2))
    painter.blit(image, box.centre[0], box.bottom + puppet_foot(tall), "midbottom")


def draw_placed(painter: Painter, box: Box, look: int, mood: str, place: int) -> None:
    """Draw a head with its place."""
    draw_head(painter, Box(box.right - 46, box.bottom - 46, 46, 46), look, mood)
    draw_place(painter, box.x + 12, box.y + 12, 28, place)


def draw_place(painter: Painter, x: float, y: float, size: float, place: int) -> None:
    """Draw a place on a disc, nothing for 0."""
    if place:
        disc = circle(16, 16, 14.4, INK, stroke=WOOL, stroke_width=2.4)
        painter.blit(rasterize_units(painter.assets, disc, size, size, (0, 0, 32, 32)), x, y, "center")
        style = TextStyle(NAMES, WOOL)
        painter.with_text_scale(1.0).text(str(place), x, y + 0.5, 0.6 * size, style, anchor="center")


def draw_cup(painter: Painter, box: Box) -> None:
    """Draw the cup beside the winner's score."""
    painter.blit(icon(painter.assets, "trophy", box.h, WOOL, GOLD), *box.centre, "center")


def draw_score(painter: Painter, box: Box, fill: str) -> None:
    """Draw the plate behind a score."""
    edge = INK if painter.theme.name != "dark" else painter.theme.soft
    image = panel(
        painter.assets, round(box.w), round(box.h), ClothColours(fill, edge, ""), radius=18, shadow=False
    )
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def draw_tile(painter: Painter, box: Box) -> None:
    """Draw the patch behind a statistic."""
    theme = painter.theme
    cloth = ClothColours(theme.page, theme.stitch, "")
    image = panel(painter.assets, round(box.w), round(box.h), cloth, radius=16, shadow=False)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def draw_tag(painter: Painter, box: Box, place: int) -> None:
    """Draw the tag of a player, with the place at its corner."""
    theme = painter.theme
    cloth = ClothColours(theme.panel, INK if theme.name != "dark" else theme.soft, "")
    image = panel(painter.assets, round(box.w), round(box.h), cloth, radius=14)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    draw_place(painter, box.x + 3, box.y + 3, 32 if box.h > 90 else 26, place)


LINE_SAG = 36.0
TAG_PAD = 4.0
TAG_ROWS = ((106.0, 16.0), (80.0, 18.0), (66.0, 14.0), (62.0, 10.0))
"""Height of the tags and gap between rows in units, for 1 to 4 rows."""


def tag_room(canvas: float, right: float) -> float:
    """Return the width in units for tags left of the sheet; ``canvas`` is the canvas width."""
    return right - 8 - (canvas * 0.05 - 6)


def tag_width(room: float, across: int) -> float:
    """Return the width in units of a tag, with ``across`` tags in a row."""
    return min(118.0 if across > 2 else 150.0, room / across - 2)


def tag_pad(count: int) -> float:
    """Return the padding in units beside the words of a tag, with ``count`` tags."""
    return TAG_PAD if count > 3 else 2 * TAG_PAD


@cached_drawing
def glory(assets: Assets, size: float) -> pygame.Surface:
    """Return the picture of the light and the rays behind a winner."""
    glow = rasterize_units(
        assets, circle(200, 200, 92, "#FFF3C8", fill_opacity=0.95), size, size, (0, 0, 400, 400)
    )
    whole = blurred(glow, 46 * assets.scale * size / 400, "#FFF3C8")
    rays = ""
    for number in range(14):
        a = number * math.tau / 14 + 0.1
        start, end = (f"{200 + r * math.cos(a):.0f} {200 + r * math.sin(a):.0f}" for r in (158, 182))
        rays += line(f"M{start}L{end}", GOLD, 6)
    whole.blit(rasterize_units(assets, rays, size, size, (0, 0, 400, 400)), (0, 0))
    return whole


def draw_line(
    painter: Painter,
    box: Box,
    standers: tuple[LinePuppet, ...],
    rows: tuple[int, ...],
    tags: tuple[Element, ...],
    earned: tuple[EarnedSock, ...],
) -> None:
    """Draw the washing line with the winners on it and the tags of the others below.

    ``rows`` are the numbers of tags in each row.
    """
    assets, left = painter.assets, painter.view.w * 0.05
    room, wide = box.right - 22 - left, box.right + 6
    tall_tag, gap = TAG_ROWS[max(0, len(rows) - 1)]
    below = (tall_tag + gap) * len(rows) + (50 if len(rows) == 1 else 38) if rows else 120
    y = box.bottom - below - LINE_SAG
    half = len(standers) // 2 if len(standers) > 4 else 0
    up = list(filter(None, (standers[:half], standers[half:])))
    above = Box(left, box.y, room, box.h)
    top = earned_label(painter, above, earned)[1].bottom + 16 if earned else box.y + 8
    step = room / max(map(len, up))
    tall = min(286.0, (y + LINE_SAG - top) / (1.0 if len(up) == 1 else 1.75) / 1.12, step * 1.5)
    middle = left + room / 2
    lines = [y] if len(up) == 1 else [y - tall * 0.8, y]
    if any(one.state == "happy" for one in standers):
        size = min(400.0, tall * 1.5)
        painter.blit(glory(assets, round(size)), middle, lines[-1] + LINE_SAG - tall * 0.55, "center")
    if earned:  # in front of the rays
        draw_earned(painter, above, earned)

    def hang(at: float, base: float) -> float:
        return base + sag(at + 16, wide + 16, 0.0, LINE_SAG)

    for base, some in zip(lines, up, strict=True):
        painter.blit(rope(assets, round(wide + 16), LINE_SAG), -16, base - ROPE_ROOM)
        # From right to left, so that a nose is in front of the neighbour.
        for number, one in reversed(list(enumerate(some))):
            x = middle + step * (number - (len(some) - 1) / 2)
            x -= tall * 0.05
            dress = PuppetOutfit(one.wears, rim=5.0 if tall > 150 else 3.5, ground=False)
            image = puppet(assets, one.look, one.state, 0, round(tall), dress, look=(0.5, 0.2))
            foot = hang(x, base) + 8
            painter.blit(image, x, foot + puppet_foot(round(tall)), "midbottom")
            for side, turn in ((-1, -5.0), (1, 5.0)):
                small = max(0.5, min(0.86, tall / 330))
                painter.blit(peg(assets, round(small, 2), turn), x + side * tall * 0.14, foot - 4, "center")
    pin = circle(12, 12, 9, "#C9A673", stroke=INK, stroke_width=3.4)
    painter.blit(rasterize_units(assets, pin, 24, 24), box.right - 10, hang(box.right - 10, y) - 2, "center")
    at = Box(left - 6, box.y, tag_room(painter.view.w, box.right), tall_tag)
    _hang_tags(painter, at, gap, rows, tags, partial(hang, base=y))


def _hang_tags(
    painter: Painter,
    across: Box,
    gap: float,
    rows: tuple[int, ...],
    tags: tuple[Element, ...],
    hang: Callable[[float], float],
) -> None:
    """Draw the tags on their threads, those of the second row between the threads of the first."""
    room, tall = across.w, across.h
    most, first, placed = max(rows, default=1), 0, list[tuple[float, float, float, Element]]()
    wide = tag_width(room, most)
    for number, count in enumerate(rows):
        step = room / most if len(rows) > 1 else min(room / count, max(128.0, wide + 16))
        for place in range(count):
            x = across.centre[0] + step * (place - (count - 1) / 2)
            if len(rows) == 1:
                y = hang(x) + 44 + (0.0, 15.0, 5.0, 10.0)[place % 4]
            else:  # straight rows, so that tags do not overlap
                y = hang(across.centre[0]) + 30 + number * (tall + gap)
            placed.append((x, y, wide, tags[first + place]))
        first += count
    for x, y, _wide, _tag in placed:
        top = hang(x)
        thread = line(f"M6 0V{y - top:.1f}", INK, 4.4) + line(f"M6 0V{y - top:.1f}", "#F3E6CF", 1.8)
        painter.blit(rasterize_units(painter.assets, thread, 12, y - top + 4), x - 6, top)
    for x, y, wide, tag in placed:
        LayoutTree(tag, Box(x - wide / 2, y, wide, tall), painter).paint(painter)
