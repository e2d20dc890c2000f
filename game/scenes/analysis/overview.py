"""Overview of the analysis: the final position, and a card for each moment."""

from __future__ import annotations

from dataclasses import replace

from game.i18n import _
from game.match.analysis import MAX_TURNING_POINTS, percent, undecided_words
from game.match.match_text import words_of
from game.scenes.analysis.drawing import (
    EDGE_SHARE,
    PANEL_PICTURE,
    ROOMY_TEXT_SCALE,
    TEACHER_HEIGHT,
    AnalysisKey,
    draw_ball,
    draw_card,
    draw_loose,
    draw_plate,
    draw_teacher,
    told_ink,
)
from game.scenes.analysis.known_moments import KnownMoments
from game.scenes.analysis.moment_painter import MomentPainter
from game.scenes.analysis.pictures import FinalPositionPicture, MomentPictures
from game.scenes.results_drawing import draw_head
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.scene import AppContext
from game.ui.widgets import (
    Element,
    FontSpec,
    MeasureContext,
    Padding,
    Picture,
    ScrollView,
    Spacer,
    Text,
    column,
    first_that_fits,
    row,
    shrink_to_fit,
    sign,
)

CARD_HEIGHT = 118.0
CARD_WORDS_WIDTH, MIN_FIGURES_WIDTH = 366.0, 270.0
"""Units of a card's width for its number and words at the usual text size; least width of its figures."""
MAX_POSITION_WIDTH = (
    700.0  # units, greatest width of the final position; beside a board is nothing of interest
)


class Overview:
    """Final position of a match and the cards of its moments."""

    def __init__(
        self,
        app: AppContext,
        known: KnownMoments,
        pictures: MomentPictures,
        painter: MomentPainter,
        final: FinalPositionPicture,
    ) -> None:
        self._app, self._known, self._pictures = app, known, pictures
        self._painter, self._final = painter, final

    def element(self, height: float, scroll: float) -> Element:
        """Row of the final position, and a card for each moment."""
        ruler, view = self._app.measuring_painter, self._app.view
        large = self._app.text_scale > ROOMY_TEXT_SCALE
        width = self._final.width(height, min(view.w * (0.42 if large else 0.5), MAX_POSITION_WIDTH))
        board = Picture(self._final.draw, (self._final.is_made,), key=AnalysisKey.FINAL, w=width)
        caption = _("Final position")
        if self._known.match.conceded_by is not None:  # the score is no result then
            caption = words_of(self._known.match).gave_up
        label = Text(caption, FontSpec(22, NAMES, most=33), lines=1)
        pill = column(label, pad=Padding(26, 1), behind=PANEL_PICTURE)
        available_width = view.w * (1 - 2 * EDGE_SHARE) - width - 28
        for snug in (False, True):  # lower cards with smaller letters are better than cards that do not fit
            cards, gap = self._cards(available_width, snug=snug), 8 if snug else 14
            whole = column(*cards, gap=gap)
            if MeasureContext(ruler).size(whole, available_width)[1] <= height:
                side: Element = column(Spacer(10), whole, Spacer(flex=1), flex=1)
                break
        else:
            side = ScrollView(column(*cards, gap=gap, pad=Padding(10, 6)), scroll, flex=1)
        # Above the board, because on its edge the words would cover figures.
        tag: Element = label if large else row(Spacer(flex=1), pill, Spacer(flex=1))
        board_column = column(tag, replace(board, flex=1), gap=6, w=width)
        return row(board_column, side, gap=28, flex=1)

    def _cards(self, width: float, *, snug: bool) -> list[Element]:
        """Cards of moments, placeholders of ones not found yet, and a sentence for none or a failure."""
        cards: list[Element] = []
        for number in range(MAX_TURNING_POINTS):
            if number < len(self._known.moments):
                cards.append(self._card(number, width, snug=snug))
            elif self._known.may_change:
                cards.append(Picture(draw_loose, (number + 1,), h=CARD_HEIGHT))
        if not cards or self._app.insights.broke:
            sentence = _("This couldn't be worked out.")
            if not self._app.insights.broke:
                assert self._known.analysis is not None
                sentence = undecided_words(self._known.analysis, self._known.names)
            text = Text(sentence, FontSpec(23, STRONG, most=36), is_balanced=True)
            cards.append(column(text, pad=Padding(24, 20), behind=PANEL_PICTURE))
            if (
                not self._known.moments and self._app.text_scale <= ROOMY_TEXT_SCALE
            ):  # the teacher explains why
                cards.append(
                    row(
                        Spacer(flex=1),
                        Picture(draw_teacher, w=TEACHER_HEIGHT, h=TEACHER_HEIGHT),
                        Spacer(flex=1),
                    )
                )
        return cards

    def _card(self, number: int, width: float, *, snug: bool) -> Element:
        """Card of a moment: turn, win probability before and after, and a picture of the move."""
        moment = self._known.moments[number]
        seat = self._known.match.seats[moment.seat]
        before, after = self._known.chances_of(moment, better=False)
        good = self._known.is_good(moment)
        soft_colour = self._app.theme.soft if self._known.may_change else ""
        ink = soft_colour or told_ink(self._app.theme, good=good)
        sentence = self._known.turn_title(moment)
        letters = [FontSpec(size, NAMES, growth=0.5 if snug else 0.7) for size in (25, 22)]
        lines = [Text(sentence, letter_font, lines=1) for letter_font in letters]
        title = first_that_fits(*lines, Text(sentence, letters[0], step=0.95))
        # Pale and smaller, with room for the yarn.
        text_growth = 0.25 if snug else 0.5
        numbers = FontSpec(23 if soft_colour else 28, NAMES, soft_colour, growth=text_growth)
        after_font = FontSpec(25 if soft_colour else 32, NAMES, ink, growth=text_growth)
        head = Picture(draw_head, (seat.look, "happy" if good else "sad"), w=38, h=38)
        changes = (
            Text(percent(before), numbers, lines=1), sign("play", 22),
            Text(percent(after), after_font, lines=1),
            *([Picture(draw_ball, w=28, h=28)] if soft_colour else []), Spacer(flex=1),
        )  # fmt: skip
        chances = shrink_to_fit(row(head, *changes, gap=6, align=0.5), row(*changes, gap=8, align=0.5))
        state = moment, moment.number in self._pictures.finished, self._final.is_made
        wide = max(122.0, min(width - self._card_words(snug=snug), 240.0))
        picture = Picture(self._painter.draw_small, state, w=wide, h=98)
        bead = Picture(draw_plate, (number + 1,), w=52, h=52)
        gap = 0 if snug else 4
        rows_with_picture = [
            row(column(heading, chances, gap=gap, flex=1), picture, gap=14, align=0.5)
            for heading in ([title] if self._app.text_scale <= ROOMY_TEXT_SCALE else lines)
        ]
        card_text = first_that_fits(*rows_with_picture, column(title, chances, gap=gap), flex=1)
        card = row(
            bead, card_text, gap=14, align=0.5, least=CARD_HEIGHT, pad=Padding(18, 5 if snug else 10),
            behind=Picture(draw_card, (self._known.is_whole,), shows_focus=True),
            key=AnalysisKey.CARD.of(number),
        )  # fmt: skip
        # Indented while another moment may replace it.
        return card if self._known.is_whole else row(Spacer(18.0), replace(card, flex=1))

    def _card_words(self, *, snug: bool) -> float:
        """Width in units that a card needs beside its picture; in large text that of the longest title."""
        scale = self._app.text_scale
        if scale <= ROOMY_TEXT_SCALE or self._known.analysis is None:
            return CARD_WORDS_WIDTH * scale
        size = 25 * (1 + (0.5 if snug else 0.7) * (scale - 1))
        ruler, titles = self._app.measuring_painter, map(self._known.turn_title, self._known.moments)
        return 150 + max(
            MIN_FIGURES_WIDTH, *(ruler.width(title, size, NAMES, fixed=True) for title in titles)
        )
