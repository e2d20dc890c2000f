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
from game.scenes.commitment import is_promise_shown
from game.scenes.sheets import draw_wall
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
from game.ui.match.match_flow import leave_match, open_lobby, play_again, way_back
from game.ui.match.match_scene import MatchScene
from game.ui.match.replay_controls import ReplayOptions
from game.ui.widgets import (
    BESIDE,
    GO,
    GO_INK,
    PANEL_PICTURE,
    Action,
    Badged,
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
    Screen,
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


def seats_by_place(info: GameInfo, outcome: Outcome) -> list[int]:
    """Seats in the order of their places, partners beside each other; without scores the winners first."""
    players = len(outcome.scores)
    direction = _score_direction(info, outcome)
    return sorted(
        range(players),
        key=lambda seat: (
            seat not in outcome.winners,
            direction * outcome.scores[seat],
            info.side(seat, players),
        ),
    )


def _score_direction(info: GameInfo, outcome: Outcome) -> int:
    """Return 1 if fewer points are better, -1 if more are, 0 if scores do not decide places."""
    winning_scores = {outcome.scores[seat] for seat in outcome.winners}
    extremes = max(outcome.scores), min(outcome.scores)
    direction = (
        (-1 if extremes[0] in winning_scores and not info.lowest_score_wins else 1)
        if winning_scores & set(extremes) and len(winning_scores) == 1
        else 0
    )
    return direction * info.has_scores


def place_of(info: GameInfo, outcome: Outcome, seat: int) -> int:
    """Return the place of a seat from 1, equal for equal results. 0 if there is none."""
    if seat in outcome.winners:
        return int(info.scoring is not ScoringMode.LOSER)  # a seat that has not lost is not first
    direction, scores = _score_direction(info, outcome), outcome.scores
    if not direction:
        return 2 if len(scores) == 2 and info.scoring is ScoringMode.BEST and outcome.winners else 0
    better_seats = [
        rival for rival in range(len(scores)) if direction * scores[rival] < direction * scores[seat]
    ]
    return 1 + len(set(better_seats) | set(outcome.winners))


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
    title: str, curves: Sequence[Sequence[int]], looks: tuple[int, ...], height: ScaledLength = CHART
) -> Element:
    """Chart with a line per seat; its scale begins at 0, or the lowest score if below 0 or near the top."""
    values = [value for curve in curves for value in curve] or [0]
    min_score = min(values) if min(values) > max(values) / 3 else min(0, *values)
    max_score = max(min_score + 1, *values)
    # Label every value of a small range, else lowest, highest and middle.
    labelled_scores = (
        tuple(range(min_score, max_score + 1))
        if max_score - min_score <= FEW
        else (min_score, max_score, (min_score + max_score) // 2)
    )
    end_heads = tuple(Picture(draw_head, (look, "idle")) for look in looks)
    font = FontSpec(SMALL)
    chart = LineChart(
        tuple(map(tuple, curves)),
        looks,
        min_score,
        max_score,
        labelled_scores,
        ends=end_heads,
        letters=font,
        apart=8.0,
        flex=1,
    )
    return column(chart, Text(title, FontSpec(SMALL, STRONG), 0.5), h=height, flex=1)


def score_plate(match: Match, outcome: Outcome, size: float) -> list[Element]:
    """List with a plate: both scores of two players, else the score that all winners share; else empty."""
    info = find_game(match.session.game).info
    if not info.has_scores:
        return []
    looks, font = (
        tuple(seat_look.look for seat_look in match.seats),
        FontSpec(size, NAMES, WOOL, most=1.3 * size),
    )
    head, pad = size + 4, 6 if size > 36 else 2
    if len(looks) == 2:
        score_text = " : ".join(map(str, outcome.scores))
        moods = ["happy" if seat_look in outcome.winners else "sad" for seat_look in (0, 1)]
        heads = [Picture(draw_head, (looks[n], moods[n], n == 1), w=head, h=head) for n in (0, 1)]
        content = row(heads[0], Text(score_text, font, 0.5, lines=1), heads[1], gap=14, align=0.5)
        return [column(content, pad=Padding(14, pad), behind=Picture(draw_score, (INK,)))]
    points = {outcome.scores[seat_look] for seat_look in outcome.winners}
    if len(points) != 1:
        return []
    fill = INK
    if len(outcome.winners) == 1 and info.scoring is ScoringMode.BEST:
        seat_look = SEAT_LOOKS[looks[outcome.winners[0]]]
        fill = (
            seat_look.text if _is_light(seat_look.colour) else seat_look.colour
        )  # white is unreadable on a light colour
    cup = Picture(draw_cup, (), w=size - 2, h=size - 2)
    content = row(cup, Text(str(points.pop()), font, 0.5, lines=1), gap=16, align=0.5)
    return [column(content, pad=Padding(20, pad), behind=Picture(draw_score, (fill,)))]


class Podium(IntEnum):
    """Layouts of the players on a sheet without a washing line. Later ones need less room."""

    NONE = 0
    USUAL = 1
    SLIM = 2
    FLAT = 3  # statistics are rows with small pictures
    DENSE = 4  # like FLAT, and sentences grow less with the text size
    TIGHT = 5  # like DENSE, with a smaller headline and smaller names


class ResultsScene(Screen):
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
        self._earned_socks = earned_by(self.match.seats, scene.ending.socks.new_socks)
        self._info = find_game(self.match.session.game).info
        self._way_back = way_back(scene)
        self._record = self.match.session.record()
        self._scarf = WinChartPicture([seat.look for seat in self.match.seats])
        self._vote_version: object = None
        self._brushes: dict[float, Painter] = {}
        self._pieces: Iterator[None] = iter(())
        self._was_drawn = True

    def on_enter(self) -> None:
        """Play the end's sound unless it was heard, start the analysis and focus Rematch or Film."""
        self._final = FinalPositionPicture(self.app, self.match)
        won = is_win_for_room(self.match.seats, self.outcome.winners)
        if not self.scene.ending.is_heard:
            self.app.audio.play("win" if won else "lose")
        if can_be_understood(self.match):
            self.app.insights.open(self.match.session.game, self._record)
        # Most players want a rematch, and lose nothing by it because the match is saved.
        usual = ResultsKey.AGAIN if self._way_back is None else ResultsKey.AWAY
        self.focus = ResultsKey.FILM if self.scene.is_looked_up else usual

    def on_leave(self) -> None:
        """Leave the final position's picture and stop the analysis."""
        self._final.leave()
        self.app.insights.close()

    def on_layout(self) -> None:
        """Lay out, and draw the final position again if it fits, because the size may be new."""
        super().on_layout()
        self._pieces = self._final.making() if self._has_room else iter(())  # the size may be new

    def tick(self, now: float) -> bool:
        """Poll analysis and votes, and draw one piece of the final position. True until it is drawn."""
        self.needs_redraw |= self.app.insights.poll()
        # Phones may have voted, joined or left.
        previous_version, self._vote_version = self._vote_version, self.app.phones.steering.version
        self.needs_redraw |= previous_version != self._vote_version
        is_drawn = next(self._pieces, self) is self
        self.needs_redraw |= is_drawn != self._was_drawn
        self._was_drawn = is_drawn
        return not is_drawn

    @property
    def champion(self) -> int | None:
        """Seat that won alone. None if there is none or the game is not about the best."""
        alone = len(self.outcome.winners) == 1 and self._info.scoring is ScoringMode.BEST
        return self.outcome.winners[0] if alone else None

    @property
    def _has_room(self) -> bool:
        """True if a picture of the final position fits: with fewer than two statistics and a view."""
        return len(self.figures) < 2 and find_game(self.match.session.game).has_component("view")

    @property
    def knows_chances(self) -> bool:
        """True if win probabilities are known or being computed, so that there is a scarf."""
        insights = self.app.insights
        return can_be_understood(self.match) and (
            insights.is_busy or insights.findings(self._record) is not None
        )

    @property
    def can_open(self) -> bool:
        """True if the analysis can be opened, which needs at least a part of the curve."""
        analysis = self.app.insights.findings(self._record)
        return self.knows_chances and analysis is not None and bool(analysis.curve)

    def build(self) -> Element:
        view, ruler = self.app.view, self.app.measuring_painter
        line_width = view.w * (WIDER_SIDE if len(self.tags) > MANY else SIDE)
        buttons = self._buttons()
        lines = self._result_lines()
        roomy_forms = [(factor * SCARF, lines) for factor in (1.6, 1.3, 1.12, 1.0)] + [(LEAST_SCARF, lines)]
        # Prefer two lines about the ending, but not to the washing line or the lines about what comes next.
        form_groups: tuple[list[tuple[float, list[str]]], ...] = (
            roomy_forms,
            [(SCARF, []), (LEAST_SCARF, [])],
        )
        candidates = [
            (*form, sentence_lines) for group in form_groups for sentence_lines in (2, 1) for form in group
        ]
        finals = (True, False) if self._has_room else (False,)
        for final, (min_height, extra_lines, sentence_lines) in product(finals, candidates):
            content = self._sheet_parts(min_height, extra_lines, sentence_lines=sentence_lines, final=final)
            sheet = self._sheet(buttons, content)
            if not any(part.flex for part in content):  # nothing can fill a sheet as high as the line
                sheet = column(Spacer(flex=1), replace(sheet, flex=0.0), Spacer(flex=1), flex=1)
            wide_page = row(
                self._line_picture(line_width), sheet, Spacer(w=view.w * 0.05), pad=Padding(0, 34, 6)
            )
            if self.app.text_scale <= 1.5 and fits(ruler, wide_page, view.w, self.content_bottom):
                return on_wall(column(Spacer(flex=1), wide_page, Spacer(flex=1)))
        content = self._sheet_parts(LEAST_SCARF, lines, Podium.USUAL)
        page: Element
        # In large text, drop pictures before words.
        first_forms = [(Podium.USUAL, True)] if self._has_room else []
        for form, final in (*first_forms, *((form, False) for form in list(Podium)[Podium.USUAL :])):
            podium_sheet = self._sheet(
                buttons, self._sheet_parts(LEAST_SCARF, lines, form, final=final), form
            )
            top = 34.0 if form is Podium.USUAL else 12.0
            page = column(
                Spacer(flex=1), column(podium_sheet, pad=Padding(view.w * 0.05, top, 6)), Spacer(flex=1)
            )
            if fits(ruler, page, view.w, self.content_bottom):
                break
        else:
            if len(self.match.seats) > 3:  # show all places above the fold
                content = self._sheet_parts(LEAST_SCARF, lines, Podium.FLAT, brief=True)
            buttons = column(buttons, pad=Padding(18))
            inner_width = view.w * 0.9 - 36
            available_height = (
                self.content_bottom - 30 - 40 - 10 - MeasureContext(ruler).size(buttons, inner_width)[1]
            )
            content = folded(ruler, content, inner_width - 36 - BESIDE, available_height, FOLD)
            scrolls = ScrollView(column(*content, gap=FOLD, pad=Padding(18, 0)), self.scroll, flex=1)
            podium_sheet = column(
                scrolls,
                buttons,
                gap=10,
                pad=Padding(18, 18, 22),
                behind=PANEL_PICTURE,
                key=ResultsKey.SHEET,
                flex=1,
            )
            page = column(podium_sheet, pad=Padding(view.w * 0.05, 24, 6))
        return on_wall(page)

    def _sheet(self, buttons: Element, content: Sequence[Element], podium: Podium = Podium.NONE) -> Element:
        """Panel with the content above the buttons. Later podium layouts have less space."""
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

    def _sheet_parts(
        self,
        min_height: float,
        lines: Sequence[str],
        podium: Podium = Podium.NONE,
        *,
        sentence_lines: int = 1,
        brief: bool = False,
        final: bool = False,
    ) -> list[Element]:
        """Parts of the sheet from headline to last line; the chances are at least ``min_height`` units high.

        ``sentence_lines``: most lines of the sentence. ``final``: with the final position.
        """
        tight = podium >= Podium.TIGHT
        text_growth = DENSE if podium >= Podium.DENSE else 1.0
        chance_rows = self._chance_chart(
            min_height, LOW_CHART if podium > Podium.USUAL else CHART, text_growth
        )
        line_texts = [Text(line_text, FontSpec(20, growth=text_growth)) for line_text in lines]
        head, sentence = self._head(tight=tight), self._sentence(sentence_lines, text_growth)
        parts: list[Element] = [head, sentence]
        if podium and not tight and len(self.standers) == 1:

            def stander(width: float, height: float) -> Picture:
                """Picture of the only player on the line, in a size in units."""
                return Picture(draw_stander, (self.standers[0],), w=width, h=height)

            # Beside headline and sentence if one line is enough; a second line takes the full width.
            both = row(stander(*BESIDE_HEAD), column(head, sentence.forms[0], gap=2, flex=1), gap=10)
            apart = column(row(stander(92, 92), head, gap=10), sentence, gap=2)
            parts = [first_that_fits(both, apart)]
        if podium and (len(self.match.seats) > 2 or not self._info.has_scores):
            parts.append(self._podium_grid(slim=podium > Podium.USUAL, tight=tight))
        gap_rows = [] if podium else [Spacer(8)]
        if final:
            stat_tiles = [self._lone_tile(self.figures[0])] if self.figures else []
            final_picture = Picture(
                self._final.draw, (self._final.is_made,), h=min_height + 40, flex=1, key=ResultsKey.FINAL
            )
            beside = row(
                replace(final_picture, w=self._final.width(min_height + 90, FINAL), flex=0),
                column(*stat_tiles, *chance_rows, gap=8, flex=1), gap=20, flex=1,
            )  # fmt: skip
            parts += [*gap_rows, beside] if chance_rows else [*gap_rows, *stat_tiles, final_picture]
        else:
            if self.figures:
                flat, dense = podium >= Podium.FLAT, brief or text_growth < 1
                parts += [*gap_rows, self._stat_tiles(flat=flat, brief=dense, is_wide=not chance_rows)]
            parts += chance_rows
        earned = (
            [Text(earned_words(self._earned_socks), FontSpec(20, growth=text_growth))]
            if podium and self._earned_socks
            else []
        )
        return [*parts, *line_texts, *earned]

    def _head(self, *, tight: bool) -> Element:
        """Row of the headline in the winner's colour, the score on a plate, and the *More* button."""
        theme, champion = self.app.measuring_painter.theme, self.champion
        sentence = headline(self._info, [seat.name for seat in self.match.seats], self.outcome.winners)
        plain = champion is None or theme.name != "linen"
        ink = "" if plain or champion is None else SEAT_LOOKS[self.match.seats[champion].look].text
        forms = [HEADLINE, FontSpec(44, NAMES, growth=0.3), FontSpec(36, NAMES, growth=0.3)]
        title = first_that_fits(*(Text(sentence, form.with_colour(ink), lines=1) for form in forms[tight:2]),
                                Text(sentence, forms[2].with_colour(ink), step=0.9), flex=1)  # fmt: skip
        more = button_row(sign("menu", 30), key=ResultsKey.MORE, least=56, pad=13)
        return row(
            title,
            *score_plate(self.match, self.outcome, 32.0 if tight else 40.0),
            more,
            gap=12,
            align=0.5,
            least=70,
        )

    def _sentence(self, lines: int, text_growth: float = 1.0) -> FirstThatFits:
        """Course of the match: everything that fits into ``lines`` lines, else the most important part."""
        winners = self.outcome.winners if self.champion is not None else ()
        story = course_in_words(self.words, self._curves, winners)
        ending, handicap = self.words.end_reason(self.outcome), self.words.handicap()
        full_text = " ".join(filter(None, (ending, story, handicap)))
        brief_text = " ".join(filter(None, (story or ending, handicap)))
        font = FontSpec(SENTENCE, growth=text_growth)
        return first_that_fits(
            *(Text(full_text, font, lines=count, is_balanced=True) for count in range(1, lines + 1)),
            Text(brief_text, font),
        )

    def _stat_tiles(self, *, flat: bool, brief: bool, is_wide: bool) -> Element:
        """Tiles of the statistics in a row, or below each other if they don't fit; a single one in a low row.

        ``brief``: less growth with the text size. ``flat``: each is a row. ``is_wide``: two are larger.
        """
        if len(self.figures) == 1:
            return self._lone_tile(self.figures[0])
        make_tile = (
            partial(self._flat_tile, dense=brief)
            if flat
            else partial(self._tile, large=is_wide and len(self.figures) < TOLD)
        )
        tiles = [partial(make_tile, number, stat) for number, stat in enumerate(self.figures)]
        fonts = [FontSpec(20, STRONG), FontSpec(20, STRONG, growth=0.5), FontSpec(18, STRONG, growth=0.0)]
        brief_fonts = [(font, 1) for font in (*fonts[:2], FontSpec(20, STRONG, growth=0.3))] if brief else []
        forms: list[Element] = [
            GridLayout(tuple(tile(font, lines) for tile in tiles), columns=len(tiles), gap=16)
            for font, lines in (*brief_fonts, *((font, 0) for font in fonts[brief:]))
        ]
        # Prefer columns as wide as their words to a second line.
        for font, _lines in reversed(brief_fonts[1:]):
            forms.insert(len(brief_fonts), self._full_width_row([tile(font, 1) for tile in tiles]))
        below = GridLayout(tuple(tile(FontSpec(20, STRONG)) for tile in tiles), columns=1, gap=8)
        return first_that_fits(*forms, below)

    def _tile(
        self, number: int, stat: MatchStat, font: FontSpec, lines: int = 0, *, large: bool = False
    ) -> Element:
        """Statistic as a tile: picture and number, below them player and words."""
        scale = WIDE_DEED if large else 1.0
        count = Text(str(stat.value), NUMBER, 1.0, lines=1, step=0.9)
        label = Text(stat.words, font, 0.0 if stat.seats else 0.5, lines=lines, flex=1, step=0.95)
        caption = row(*self._stat_heads(stat), label, gap=8, align=0.5, least=40)
        small_picture = Picture(self._draw_stat, (stat,), h=TILE, narrow=66, flex=1)
        picture_row = first_that_fits(
            row(Spacer(flex=1), self._stat_picture(stat, scale), count, Spacer(flex=1), gap=8, align=0.5),
            row(small_picture, count, gap=12, align=0.5),
        )
        content = column(picture_row, caption, pad=Padding(12, 7, 8))
        return column(content, behind=Picture(draw_tile, ()), key=ResultsKey.FIGURE.of(number))

    def _lone_tile(self, stat: MatchStat) -> Element:
        """Single statistic in a low row, its number last and its picture small: the scarf needs the room."""
        font = FontSpec(22, STRONG, growth=0.5)
        count = Text(str(stat.value), replace(NUMBER, size=40.0), lines=1)
        caption = row(*self._stat_heads(stat), Text(stat.words, font), gap=10, align=0.5)
        parts = Spacer(flex=1), self._stat_picture(stat, SMALL_DEED), caption, count, Spacer(flex=1)
        content = row(*parts, gap=16, align=0.5, pad=Padding(12, 3))
        return column(content, behind=Picture(draw_tile, ()), key=ResultsKey.FIGURE.of(0))

    def _stat_heads(self, stat: MatchStat) -> list[Element]:
        """List with the heads of a statistic's players; empty for none. Narration uses their names."""
        looks = tuple(self.match.seats[seat].look for seat in stat.seats)
        return [heads(looks, DOER)] if looks else []

    def _flat_tile(
        self, number: int, stat: MatchStat, font: FontSpec, lines: int = 0, *, dense: bool = False
    ) -> Element:
        """Statistic as a row, with a small picture if there is room."""
        size, min_height = (36.0, 48) if dense else (42.0, 54)
        count = Text(str(stat.value), replace(NUMBER, size=size), 1.0, lines=1, step=0.9)
        label = Text(stat.words, font, lines=lines, flex=1, step=0.95)
        content = first_that_fits(
            *(
                row(
                    *self._stat_heads(stat),
                    label,
                    *pictures,
                    count,
                    gap=8,
                    align=0.5,
                    least=min_height,
                    pad=Padding(12, 0, 6),
                )
                for pictures in ([self._stat_picture(stat, SMALL_DEED)], [])
            )
        )
        # Centre it in a tile as high as a neighbour with two lines.
        middle = Spacer(flex=1), content, Spacer(flex=1)
        return column(*middle, behind=Picture(draw_tile, ()), key=ResultsKey.FIGURE.of(number))

    def _stat_picture(self, stat: MatchStat, scale: float) -> Picture:
        """Picture of a statistic, scaled by ``scale``."""
        draw = self._draw_stat if scale == 1.0 else partial(self._draw_scaled_stat, scale)
        return Picture(draw, (stat,), w=DEED * scale, h=TILE * scale)

    def _draw_stat(self, painter: Painter, box: Box, stat: MatchStat) -> None:
        """Draw the picture of a statistic, by the game's view or as an icon."""
        seat = stat.seats[0] if stat.seats else 0
        name = COMMON.get(stat.picture)
        if name or not self.scene.view.draw_stat(painter, box, stat.picture, stat.items, seat):
            image = icon(painter.assets, name or "star", 60, painter.theme.ink, GOLD)
            painter.blit(image, *box.centre, "center")

    def _draw_scaled_stat(self, factor: float, painter: Painter, box: Box, stat: MatchStat) -> None:
        """Draw the picture of a statistic, ``factor`` times as large as usual."""
        # Games draw these pictures in one size. Render them at another scale instead of stretching pixels.
        brush, view = self._brushes.get(factor), painter.view
        scale = view.scale * factor
        if brush is None or brush.view.scale != scale or brush.theme is not painter.theme:
            assets = Assets(scale, limit=DEEDS_KEPT)
            surface = pygame.Surface((assets.px(DEED), assets.px(TILE)), pygame.SRCALPHA)
            canvas = Canvas(DEED, TILE, scale)
            brush = Painter(surface, canvas, painter.theme, assets, painter.type, painter.text_scale)
            self._brushes[factor] = brush
        brush.surface.fill("#00000000")
        self._draw_stat(brush, brush.view.box, stat)
        painter.blit(brush.surface, *box.centre, "center")

    def _chance_chart(
        self, min_height: float, chart_height: ScaledLength, text_growth: float
    ) -> list[Element]:
        """List with the scarf and its title, else a chart of the scores; empty if they never changed."""
        looks = tuple(seat.look for seat in self.match.seats)
        if not self.knows_chances:
            # With two points, lines show no more than the scores.
            is_flat = not any(len(curve) > 2 and len(set(curve)) > 1 for curve in self._curves)
            return (
                []
                if is_flat
                else [scores_chart(self.words.curves_title(), self._curves, looks, chart_height)]
            )
        insights = self.app.insights
        analysis = insights.findings(self._record)
        is_complete = is_knit(analysis)
        if insights.broke:
            status = _("This could not be found out.")
        else:
            status = _("What decided it") + "  ›" if is_complete else _("still knitting")
        ink = "" if is_complete else self.app.measuring_painter.theme.soft
        title_font, status_font = (
            FontSpec(22, NAMES, growth=text_growth),
            FontSpec(20, STRONG, ink, growth=text_growth),
        )
        head = shrink_to_fit(
            *(
                row(
                    Text(heading, title_font, lines=1),
                    Spacer(flex=1),
                    Text(status, status_font, lines=1),
                    gap=16,
                    align=1.0,
                )
                for heading in (_("Chance to win, turn by turn"), _("Chance to win"))
            ),
            column(Text(_("Chance to win"), title_font, lines=1), Text(status, status_font, lines=1)),
        )
        progress = 0.0 if analysis is None else analysis.fraction_done
        picture = Picture(
            self._draw_scarf, (progress,), shows_focus=True, h=min_height, flex=1, key=ResultsKey.SCARF
        )
        return [column(Spacer(2), head, picture, gap=6, flex=1, key=ResultsKey.CHANCES)]

    def _draw_scarf(self, painter: Painter, box: Box, _progress: float, *, focused: bool) -> None:
        """Draw the known part of the scarf with heads, needles and the numbers of moments."""
        analysis = self.app.insights.findings(self._record)
        head_width = heads_width(len(self.match.seats))
        scarf_box = Box(box.x + head_width, box.y, box.w - head_width, box.h)
        self._scarf.draw_heads(painter, box.x, scarf_box)
        end_x = self._scarf.draw(painter, scarf_box, analysis)
        if not is_knit(analysis) and self.app.insights.is_busy:
            ball = scarf_box.right - 44, scarf_box.centre[1]
            if end_x is not None:
                draw_thread(painter, end_x, ball, scarf_box)
            painter.blit(yarn_ball(painter.assets, 7, 54), *ball, "center")
        if end_x is not None:
            draw_needles(painter, end_x, scarf_box, overhang=NEEDLES)
        for place in places(analysis, scarf_box) if analysis is not None else []:
            painter.blit(number_plate(painter.assets, place.number, PLATE), place.x, place.y, "center")
        if focused:
            ring(painter, Box(scarf_box.x + FRINGE, scarf_box.y, scarf_box.w - 2 * FRINGE, scarf_box.h), 9)

    def _buttons(self) -> Element:
        """Buttons in one row, or in two if their words are long or large."""
        roomy, fair, snug = (24.0, 18.0, 30.0), (22.0, 15.0, 26.0), (20.0, 13.0, 24.0)
        # Elements that fill a button beside its words have their own gaps.
        forms = ((roomy, 16), (fair, 14), (snug, 12), (snug, 8))
        rows = [
            self._full_width_row(self._button_list(font_size, pad - 8, icon_size, flex=1.0), gap)
            for (font_size, pad, icon_size), gap in forms
        ]
        buttons = self._button_list(*roomy, flex=1.0)
        two_rows = column(*(row(*buttons[n : n + 2], gap=12) for n in range(0, len(buttons), 2)), gap=10)
        return first_that_fits(*rows, two_rows)

    def _full_width_row(self, cells: Sequence[Any], gap: float = 16) -> Element:
        """Row over the full width, in which each cell's share follows its preferred width."""
        widths = [MeasureContext(self.app.measuring_painter).size(cell, 0)[0] for cell in cells]
        return row(*(replace(cell, flex=width) for cell, width in zip(cells, widths, strict=True)), gap=gap)

    def _button_list(
        self, font_size: float, pad: float, icon_size: float, flex: float = 0.0
    ) -> list[Element]:
        """Buttons with letters of ``font_size``. Heads of players who vote for one are at its edge."""
        phones, buttons = self.app.phones, list[Element]()
        for key, label, icon_name, vote_keys in self._button_specs():
            is_rematch = key == ResultsKey.AGAIN
            ink = GO_INK if is_rematch else ""
            image = sign(icon_name, icon_size, ink=ink) if is_rematch else sign(icon_name, icon_size)
            font = FontSpec(font_size, NAMES, ink, most=1.5 * font_size)
            spacers = [Spacer(flex=1)] if flex else []
            button: Element = button_row(
                *spacers, image, Text(label, font, lines=1), *spacers,
                fill=GO if is_rematch else "", key=key, least=62, pad=pad, flex=flex,
            )  # fmt: skip
            looks = phones.votes_for(*vote_keys)
            if looks:
                button = Badged(button, heads(looks, DOER), (1.0, 0.0), (-8, 6), x=1.0, y=0.5, flex=flex)
            buttons.append(button)
        return buttons

    def _button_specs(self) -> list[tuple[str, str, str, tuple[str, ...]]]:
        """Return (key, words, icon name, vote keys) of each button, in order."""
        film = ResultsKey.FILM, _("Film"), "film", ()
        if self.scene.is_looked_up:
            return [
                film,
                (ResultsKey.LOOK, _("Look at the table"), "eye", ()),
                (ResultsKey.AWAY, self.back_words, "album", ()),
            ]
        entry = self._way_back
        away = (_("Drawer"), "sock") if entry is None else (entry.label, entry.icon)
        return [
            (ResultsKey.AGAIN, _("Rematch"), "restart", (AGAIN,)),
            film,
            (ResultsKey.OTHER, _("Other rules"), "gear", (RULES,)),
            (ResultsKey.AWAY, *away, (f"{GAME} ", ENOUGH)),
        ]

    @property
    def _line_seats(self) -> list[int]:
        """Seats on the washing line: winners, in a game about losing the losers; all without a winner."""
        winners, all_seats = self.outcome.winners, range(len(self.match.seats))
        line_seats = (
            [seat for seat in all_seats if (seat in winners) != (self._info.scoring is ScoringMode.LOSER)]
            if winners
            else []
        )
        return line_seats or list(all_seats)

    @property
    def standers(self) -> tuple[LinePuppet, ...]:
        """Players on the washing line."""
        lost = "idle" if self._info.scoring in (ScoringMode.BEST, ScoringMode.TEAMS) else "sad"
        crown = "crown" if self.champion is not None else ""
        return tuple(
            LinePuppet(
                player.look,
                outfit_of("", player.cap) or crown,
                "happy" if seat in self.outcome.winners else lost,
            )
            for seat in self._line_seats
            for player in (self.match.seats[seat],)
        )

    @property
    def tags(self) -> tuple[PlaceTag, ...]:
        """Tags of the other players, in the order of their places."""
        order, above = seats_by_place(self._info, self.outcome), self._line_seats
        return tuple(self._place_tag(seat) for seat in order if seat not in above)

    def _place_tag(self, seat: int) -> PlaceTag:
        """Tag of a seat: name, score, place and mood."""
        player, points = self.match.seats[seat], self.outcome.scores[seat]
        place = place_of(self._info, self.outcome, seat) if self.outcome.winners else 0
        is_last = place == max(
            place_of(self._info, self.outcome, number) for number in range(len(self.match.seats))
        )
        mood = "happy" if seat in self.outcome.winners else "sad" if is_last else "idle"
        return PlaceTag(player.look, player.name, str(points) if self._info.has_scores else "", place, mood)

    def _line_picture(self, width: float) -> Element:
        """Picture left of the sheet: washing line, tags and earned socks."""
        earned = tuple(self._earned_socks)
        tags = self.tags
        names = tuple(tag.name for tag in tags)
        rows = self._tag_rows(names, width)
        tag_elements = tuple(
            self._tag_element(tag, names, small=len(tags) > 3 or len(rows) > 1) for tag in tags
        )
        return Picture(
            draw_line, (self.standers, rows, tag_elements, earned), w=width, h=560,
            words="",
        )  # fmt: skip

    def _tag_rows(self, names: Sequence[str], width: float) -> tuple[int, ...]:
        """Number of tags in each row: at most three rows, and as few as leave room for the full names."""
        ruler, available_width, count = (
            self.app.measuring_painter.with_text_scale(1.0),
            tag_room(self.app.view.w, width),
            len(names),
        )
        longest = max((ruler.width(name, READABLE, NAMES) for name in names), default=0.0)
        rows: tuple[int, ...] = ()
        # With too little room in three rows, names are shortened.
        for row_length in (count,) if count <= 1 else (3, 2) if count <= 3 else (4, 3):
            row_count = -(-count // row_length) if count else 0
            rows = tuple(count // row_count + (n < count % row_count) for n in range(row_count))
            if count and longest <= tag_width(available_width, max(rows)) - 2 * tag_pad(count):
                break
        return rows

    def _tag_element(self, tag: PlaceTag, names: tuple[str, ...], *, small: bool) -> Element:
        """Layout of a tag: head and score above the name, which is as large as in ``names``."""
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

    def _podium_grid(self, *, slim: bool, tight: bool) -> Element:
        """Head, name and score of every seat, in the order of places."""
        order = seats_by_place(self._info, self.outcome)

        def form(
            column_count: int, text_growth: float, whole_letters: int, *, in_row: bool = False
        ) -> Element:
            """Grid of all seats. Names of at most ``whole_letters`` letters are never cut."""
            cells = []
            for seat in order:
                tag = self._place_tag(seat)
                name = SingleLineText(tag.name, FontSpec(22, NAMES, growth=text_growth), whole=whole_letters)
                points = [Text(tag.points, FontSpec(24, NAMES, growth=text_growth))] if tag.points else []
                head = Picture(draw_placed, (tag.look, tag.mood, tag.place), w=54, h=54)
                is_winner = seat in self.outcome.winners and self._info.scoring is not ScoringMode.LOSER
                texts = row(name, *points, gap=12, flex=1) if in_row else column(name, *points, flex=1)
                theme = self.app.measuring_painter.theme
                behind = patch(theme.chosen if is_winner else theme.page, 14)
                cells.append(row(head, texts, gap=8, align=0.5, pad=Padding(8, 4), behind=behind))
            return GridLayout(tuple(cells), columns=column_count, gap=6, key=ResultsKey.SEAT)

        count, growths = len(order), (1.0, 0.6, 0.3)[tight:]
        column_counts = [count] if count <= 4 else [(count + 1) // 2, 3, 2]
        return first_that_fits(
            *(
                form(column_count, text_growth, 10, in_row=True)
                for text_growth in growths
                for column_count in ([count] if count <= 4 else column_counts[:1] if slim else [])
            ),
            *(
                form(column_count, text_growth, 10)
                for counts in ([column_counts[:1], column_counts[1:]] if slim else [column_counts])
                for text_growth in (*growths, 0.0)
                for column_count in counts
            ),
            form(max(2, column_counts[-1]), 0.0, 4),
        )

    def actions(self) -> dict[str, Action]:
        """Actions of the buttons, of the scarf if the analysis can be opened, and of *More*."""
        presses = {
            ResultsKey.AGAIN: lambda: play_again(self.scene),
            ResultsKey.FILM: self._open_film,
            ResultsKey.OTHER: self._open_lobby,
            ResultsKey.LOOK: self._look_at_table,
            ResultsKey.AWAY: lambda: leave_match(self.scene),
        }
        actions = {
            key: Action(presses[ResultsKey(key)], _("Take it")) for key, *_rest in self._button_specs()
        }
        if self.can_open:
            actions[ResultsKey.SCARF] = Action(self._open_analysis, _("What decided it"))
        return {**actions, ResultsKey.MORE: Action(self._show_more, _("More"), label=_("More"))}

    def control_boxes(self) -> Mapping[str, Box]:
        """Boxes of the controls by key; the box of the scarf includes the words above it."""
        # A press on the words above the scarf acts like one on the scarf.
        boxes = self.frame.boxes
        return (
            {**boxes, ResultsKey.SCARF: boxes[ResultsKey.CHANCES]} if ResultsKey.CHANCES in boxes else boxes
        )

    def focus_neighbours(self) -> Mapping[tuple[str, int, int], str]:
        """Key of the next control by (key, dx, dy), up and down between scarf, *More* and buttons."""
        scarf = ResultsKey.SCARF if self.can_open else ResultsKey.MORE
        first = self._button_specs()[0][0]
        up = {(key, 0, -1): scarf for key, *_rest in self._button_specs()[:1]}
        return {
            **up,
            (ResultsKey.SCARF, 0, 1): first,
            (ResultsKey.SCARF, 0, -1): ResultsKey.MORE,
            (ResultsKey.MORE, 0, 1): (ResultsKey.SCARF if self.can_open else first),
        }

    def _show(self, key: str) -> None:
        """Scroll to the scarf or to *More*; does nothing for other keys."""
        # The other buttons are below what scrolls, so do not scroll for them.
        if key in (ResultsKey.SCARF, ResultsKey.MORE):
            super()._show(key)

    def activate(self, key: str = "") -> None:
        """Activate the control of this key, by default the focused one, with a sound."""
        if self.action(key) is not None:
            self.app.audio.play("confirm")
        super().activate(key)

    def _open_analysis(self) -> None:
        self.app.open_scene("analysis", self.match, _("Results"))

    def _open_film(self) -> None:
        filed = self.scene.archiver
        source = filed.name if filed is not None else ""
        self.app.open_scene("replay", self.match, ReplayOptions(leads_back=_("Results"), source=source))

    def _open_lobby(self) -> None:
        open_lobby(self.app, self.match.session.game, self.match.winner)

    def _look_at_table(self) -> None:
        self.app.open_scene("table_peek", self.scene.view, _("Back to the results"))

    def _show_more(self) -> None:
        """Show ending, result lines and earned socks; offer table, analysis, album and check of the deal."""
        lines = [self.words.end_sentence(self.outcome), *self._result_lines()]
        lines += [earned_words(self._earned_socks)] if self._earned_socks else []
        choices = [(_("Look at the table"), self._look_at_table)]
        if self.can_open:
            choices.append((_("What decided it"), self._open_analysis))
        if self._archive_name:
            choices.append((_("Album"), self._open_album))
        if is_promise_shown(self.match):
            choices.append(
                (_("Check the deal"), partial(self.app.open_scene, "commitment", self.match, opened=True))
            )
        ask_choice(self.app, _("More"), choices, "\n".join(lines))

    def _result_lines(self) -> list[str]:
        """Lines from the game about the match, and the level of the next adaptive opponent."""
        return [*self.scene.view.result_lines(), *self._next_level_lines()]

    def _open_album(self) -> None:
        self.app.open_scene("album", self._archive_name)

    def _next_level_lines(self) -> list[str]:
        """List with a sentence about the level of the next match; empty without an adaptive bot."""
        match, seats = self.match, self.match.seats
        if self.scene.is_looked_up or not any(seat.is_adaptive for seat in seats):
            return []
        names = [seat.name for seat in seats if not seat.is_bot]
        level = fit_words(match_level(match.session.game, self.app.stores.statistics, names))
        return [_("The next match for you: {told}").format(told=level)]

    @property
    def _archive_name(self) -> str:
        """Name of the match in the album; "" if it is not there or was opened from there."""
        return "" if self.scene.is_looked_up or self.scene.archiver is None else self.scene.archiver.name

    def shortcuts(self) -> list[Shortcut]:
        """Look at the table, album if the match is there, and *More* without a label."""
        return [
            Shortcut(InputAction.LOOK, _("Look at the table"), self._look_at_table),
            *([Shortcut(InputAction.MEND, _("Album"), self._open_album)] if self._archive_name else []),
            Shortcut(
                InputAction.PAUSE, "", self._show_more
            ),  # its button has the sign of a menu; it does not leave the screen
        ]

    @property
    def back_words(self) -> str:
        """Translated prompt of Back: “To the album” for a looked up match, else mostly “To the drawer”."""
        if self._way_back is not None:
            return self._way_back.label
        return _("To the album") if self.scene.is_looked_up else _("To the drawer")

    def back(self) -> None:
        """Leave the match for the title, or for the list in which it was opened."""
        leave_match(self.scene)

    def narration(self) -> NarrationContent:
        """Narration of the text, the players of each statistic, and the scarf in numbers."""
        screen_text, names = screen_narration(self.app, self), [seat.name for seat in self.match.seats]
        stat_lines = [
            _("{what}: {who}").format(
                what=stat.words, who=" ".join([str(stat.value), *(names[seat] for seat in stat.seats)])
            )
            for stat in self.figures
        ]
        stat_texts = {str(stat.value) for stat in self.figures} | {stat.words for stat in self.figures}
        text = [text_line for text_line in screen_text.text if text_line not in stat_texts]
        focus = screen_text.focus
        if self.focus == ResultsKey.SCARF:
            focus = spoken_chances(self.app.insights.findings(self._record), names)
        elif self.focus == ResultsKey.MORE:
            focus = _("More")
        return NarrationContent(_("Results"), (*text, *stat_lines), focus)


def _is_light(fill: str) -> bool:
    """Return True if white words are hard to read on ``fill``, a "#RRGGBB" colour."""
    red, green, blue = (int(fill[n : n + 2], 16) for n in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue > 140


def on_wall(tree: Element) -> Element:
    """Return ``tree`` in front of the wall of the house."""
    return stack(tree, behind=Picture(draw_wall))


def draw_head(painter: Painter, box: Box, look: int, mood: str, flip: bool = False) -> None:  # noqa: FBT001, FBT002
    """Draw a head in a round frame, as high as ``box``, in its middle."""
    ground = mix(SEAT_LOOKS[look].light, WOOL, 0.62)
    image = head_disc(painter.assets, look, box.h, ground, mood=mood)
    painter.blit(flipped(image) if flip else image, *box.centre, "center")


def draw_stander(painter: Painter, box: Box, stander: LinePuppet) -> None:
    """Draw a player at the lower edge of ``box``."""
    dress = PuppetOutfit(stander.wears, rim=3.5, ground=False)
    height = round(min(box.h * 0.9, box.w))
    image = puppet(painter.assets, stander.look, stander.state, 0, height, dress, look=(0.5, 0.2))
    painter.blit(image, box.centre[0], box.bottom + puppet_foot(height), "midbottom")


def draw_placed(painter: Painter, box: Box, look: int, mood: str, place: int) -> None:
    """Draw a head of 46 units in the lower right corner, its place (none for 0) in the upper left one."""
    draw_head(painter, Box(box.right - 46, box.bottom - 46, 46, 46), look, mood)
    draw_place(painter, box.x + 12, box.y + 12, 28, place)


def draw_place(painter: Painter, x: float, y: float, size: float, place: int) -> None:
    """Draw a place from 1 on a disc of ``size`` units around (``x``, ``y``), nothing for 0."""
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


def tag_room(canvas_width: float, right: float) -> float:
    """Return the width in units for tags, from the canvas' left margin (5 %) to just before x ``right``."""
    return right - 8 - (canvas_width * 0.05 - 6)


def tag_width(available_width: float, row_length: int) -> float:
    """Return the width in units of a tag, with ``row_length`` tags in a row."""
    return min(118.0 if row_length > 2 else 150.0, available_width / row_length - 2)


def tag_pad(count: int) -> float:
    """Return the padding in units beside the words of a tag, with ``count`` tags."""
    return TAG_PAD if count > 3 else 2 * TAG_PAD


@cached_drawing
def glory(assets: Assets, size: float) -> pygame.Surface:
    """Return the picture, ``size`` units square, of the light and the rays behind a winner."""
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
    """Draw the washing line with the winners, and the others' tags below; ``rows``: tags in each row."""
    assets, left = painter.assets, painter.view.w * 0.05
    available_width, right_end = box.right - 22 - left, box.right + 6
    tall_tag, gap = TAG_ROWS[max(0, len(rows) - 1)]
    below = (tall_tag + gap) * len(rows) + (50 if len(rows) == 1 else 38) if rows else 120
    y = box.bottom - below - LINE_SAG
    half = len(standers) // 2 if len(standers) > 4 else 0
    stander_rows = list(filter(None, (standers[:half], standers[half:])))
    above = Box(left, box.y, available_width, box.h)
    top = earned_label(painter, above, earned)[1].bottom + 16 if earned else box.y + 8
    step = available_width / max(map(len, stander_rows))
    puppet_height = min(
        286.0, (y + LINE_SAG - top) / (1.0 if len(stander_rows) == 1 else 1.75) / 1.12, step * 1.5
    )
    middle = left + available_width / 2
    lines = [y] if len(stander_rows) == 1 else [y - puppet_height * 0.8, y]
    if any(stander.state == "happy" for stander in standers):
        size = min(400.0, puppet_height * 1.5)
        painter.blit(
            glory(assets, round(size)), middle, lines[-1] + LINE_SAG - puppet_height * 0.55, "center"
        )
    if earned:  # in front of the rays
        draw_earned(painter, above, earned)

    def hang(at: float, base: float) -> float:
        """Y position of the rope at ``at``, with its ends at the y position ``base``."""
        return base + sag(at + 16, right_end + 16, 0.0, LINE_SAG)

    for base, line_standers in zip(lines, stander_rows, strict=True):
        painter.blit(rope(assets, round(right_end + 16), LINE_SAG), -16, base - ROPE_ROOM)
        # From right to left, so that a nose is in front of the neighbour.
        for number, stander in reversed(list(enumerate(line_standers))):
            x = middle + step * (number - (len(line_standers) - 1) / 2)
            x -= puppet_height * 0.05
            dress = PuppetOutfit(stander.wears, rim=5.0 if puppet_height > 150 else 3.5, ground=False)
            image = puppet(
                assets, stander.look, stander.state, 0, round(puppet_height), dress, look=(0.5, 0.2)
            )
            foot = hang(x, base) + 8
            painter.blit(image, x, foot + puppet_foot(round(puppet_height)), "midbottom")
            for side, turn in ((-1, -5.0), (1, 5.0)):
                scale = max(0.5, min(0.86, puppet_height / 330))
                painter.blit(
                    peg(assets, round(scale, 2), turn), x + side * puppet_height * 0.14, foot - 4, "center"
                )
    pin = circle(12, 12, 9, "#C9A673", stroke=INK, stroke_width=3.4)
    painter.blit(rasterize_units(assets, pin, 24, 24), box.right - 10, hang(box.right - 10, y) - 2, "center")
    at = Box(left - 6, box.y, tag_room(painter.view.w, box.right), tall_tag)
    _draw_tags(painter, at, gap, rows, tags, partial(hang, base=y))


def _draw_tags(
    painter: Painter,
    area: Box,
    gap: float,
    rows: tuple[int, ...],
    tags: tuple[Element, ...],
    line_y: Callable[[float], float],
) -> None:
    """Draw the tags on their threads, those of the second row between the threads of the first."""
    available_width, tag_height = area.w, area.h
    max_row, first, tag_places = max(rows, default=1), 0, list[tuple[float, float, float, Element]]()
    width = tag_width(available_width, max_row)
    for number, count in enumerate(rows):
        step = (
            available_width / max_row
            if len(rows) > 1
            else min(available_width / count, max(128.0, width + 16))
        )
        for place in range(count):
            x = area.centre[0] + step * (place - (count - 1) / 2)
            if len(rows) == 1:
                y = line_y(x) + 44 + (0.0, 15.0, 5.0, 10.0)[place % 4]
            else:  # straight rows, so that tags do not overlap
                y = line_y(area.centre[0]) + 30 + number * (tag_height + gap)
            tag_places.append((x, y, width, tags[first + place]))
        first += count
    for x, y, _width, _tag in tag_places:
        top = line_y(x)
        thread = line(f"M6 0V{y - top:.1f}", INK, 4.4) + line(f"M6 0V{y - top:.1f}", "#F3E6CF", 1.8)
        painter.blit(rasterize_units(painter.assets, thread, 12, y - top + 4), x - 6, top)
    for x, y, width, tag in tag_places:
        LayoutTree(tag, Box(x - width / 2, y, width, tag_height), painter).paint(painter)
