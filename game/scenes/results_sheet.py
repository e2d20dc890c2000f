"""Sheet of the results above its buttons: headline, sentence, podium, statistics, course and last lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum

from game.core.game import ScoringMode
from game.match.match_text import MatchText, course_in_words, headline
from game.scenes.analysis.pictures import LastTablePicture
from game.scenes.results_chart import CHART_HEIGHT, LOW_CHART_HEIGHT, CourseChart
from game.scenes.results_drawing import ResultsKey, draw_head, draw_place, score_plate
from game.scenes.results_given_up import (
    BOTH_HEIGHT,
    BOTH_WIDTH,
    PICTURE_HEIGHT,
    PICTURE_WIDTH,
    draw_both,
    draw_pegged_table,
)
from game.scenes.results_ranking import LinePuppet, Ranking
from game.scenes.results_stats import StatTiles
from game.scenes.win_chart import MAX_BANDS
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter
from game.ui.match.match_end import EarnedSock, earned_words
from game.ui.widgets import (
    Align,
    Element,
    FirstThatFits,
    FontSpec,
    GridLayout,
    Padding,
    Picture,
    SingleLineText,
    Spacer,
    Text,
    button_row,
    column,
    first_that_fits,
    patch,
    row,
    sign,
)

HEADLINE_FONTS = (
    FontSpec(56, NAMES, growth=0.35, most=76),
    FontSpec(44, NAMES, growth=0.3),
    FontSpec(36, NAMES, growth=0.3),
)
BIG_FACT_SCALE = 1.5  # of the only statistic beside the chances of many players
GIVEN_UP_FONTS = (FontSpec(66, NAMES, growth=0.2), *HEADLINE_FONTS)
SENTENCE_SIZE = 23.0
DENSE_GROWTH = 0.5  # share of the text growth that sentences take on if the whole sheet must fit
HEAD_WINNER_SIZE = 124.0, 132.0  # units, size of the winner beside the headline of a sheet without a line
FINAL_POSITION_HEIGHT = 190.0  # units, height of the final position above the scarf, with few statistics


class Podium(IntEnum):
    """Layouts of the players on a sheet without a washing line. Later ones need less room."""

    NONE = 0
    USUAL = 1
    SLIM = 2
    FLAT = 3  # statistics are rows with small pictures
    DENSE = 4  # like FLAT, and sentences grow less with the text size
    TIGHT = 5  # like DENSE, with a smaller headline and smaller names


class ResultsSheet:
    """Contents of the sheet, in several forms that need more or less room."""

    def __init__(
        self,
        ranking: Ranking,
        words: MatchText,
        earned: Sequence[EarnedSock],
        stats: StatTiles,
        chart: CourseChart,
        final: LastTablePicture | None,
    ) -> None:
        """``final``: final position, if there is room for it."""
        self.ranking, self.earned, self.final = ranking, earned, final
        self._words, self._stats, self._chart = words, stats, chart

    def parts(
        self,
        ruler: Painter,
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
        text_growth = DENSE_GROWTH if podium >= Podium.DENSE else 1.0
        chance_rows = self._chart.elements(
            min_height, LOW_CHART_HEIGHT if podium > Podium.USUAL else CHART_HEIGHT, text_growth
        )
        lines = [*lines, earned_words(self.earned)] if podium and self.earned else lines
        head, sentence = self._head(ruler, tight=tight), self._sentence(sentence_lines, text_growth)
        parts: list[Element] = [head, sentence]
        if podium and not tight and len(self.ranking.standers) == 1:

            def stander(width: float, height: float) -> Picture:
                """Picture of the only player on the line, in a size in units."""
                return Picture(draw_stander, (self.ranking.standers[0],), w=width, h=height)

            # Beside headline and sentence if one line is enough; a second line takes the full width.
            both = row(stander(*HEAD_WINNER_SIZE), column(head, sentence.forms[0], gap=2, flex=1), gap=10)
            apart = column(row(stander(92, 92), head, gap=10), sentence, gap=2)
            parts = [first_that_fits(both, apart)]
        if podium and (len(self.ranking.match.seats) > 2 or not self.ranking.info.has_scores):
            parts.append(self._podium_grid(ruler, slim=podium > Podium.USUAL, tight=tight))
        gap_rows = [] if podium else [Spacer(8)]
        if final and self.final is not None:
            stat_tiles = [self._stats.lone()] if self._stats.figures else []
            picture = Picture(self.final.draw, h=FINAL_POSITION_HEIGHT, flex=1, key=ResultsKey.FINAL)
            if chance_rows and not podium:
                told = column(
                    Spacer(flex=1),
                    self._sentence(4, text_growth),
                    *stat_tiles,
                    Spacer(flex=1),
                    gap=12,
                    flex=1,
                )
                picture = replace(picture, w=self.final.width(FINAL_POSITION_HEIGHT), flex=0)
                parts = [
                    head,
                    Spacer(4),
                    row(picture, told, gap=24, h=FINAL_POSITION_HEIGHT),
                    Spacer(4),
                    *chance_rows,
                ]
            else:
                parts += [*gap_rows, *stat_tiles, picture, *chance_rows]
        else:
            if self._stats.figures and chance_rows and not podium and len(self.ranking.seats) > MAX_BANDS:
                parts += [*gap_rows, self._stats.lone(BIG_FACT_SCALE)]
            elif self._stats.figures:
                flat, dense = podium >= Podium.FLAT, brief or text_growth < 1
                parts += [*gap_rows, self._stats.all(ruler, flat=flat, brief=dense, is_wide=not chance_rows)]
            parts += chance_rows
        return [*parts, *(Text(line, FontSpec(20, growth=text_growth)) for line in lines)]

    def chances(self, min_height: float) -> list[Element]:
        """List with the scarf or chart, as in `parts`."""
        return self._chart.elements(min_height, CHART_HEIGHT, 1.0)

    def given_up(self, ruler: Painter) -> Element | None:
        """Scene above the scarf if one of two gave up and there is a picture of the last table, else None."""
        both = self.ranking.given_up
        if both is None or self.final is None or self.earned:
            return None
        picture = Picture(
            draw_pegged_table,
            (self.final, both[0].look),
            w=PICTURE_WIDTH,
            h=PICTURE_HEIGHT,
            key=ResultsKey.FINAL,
        )
        plate = score_plate(self.ranking.match, self.ranking.outcome, 40.0)
        more = button_row(sign("menu", 30), key=ResultsKey.MORE, least=56, pad=13)
        score = row(*plate, more, Spacer(flex=1), gap=12, align=0.5)
        told = column(self._title(ruler, GIVEN_UP_FONTS, lines=2), self._sentence(2), score, gap=6)
        players = Picture(draw_both, both, w=BOTH_WIDTH, h=BOTH_HEIGHT)
        return row(Align(picture, 0.0, 0.0), replace(Align(told, 0.0), flex=1), players, gap=28, flex=1)

    def _title(self, ruler: Painter, fonts: Sequence[FontSpec], *, lines: int = 1) -> FirstThatFits:
        """Headline in the winner's colour, in the largest of ``fonts`` that needs at most ``lines`` lines."""
        ranking, champion = self.ranking, self.ranking.champion
        sentence = headline(
            ranking.info, [seat.name for seat in ranking.match.seats], ranking.outcome.winners
        )
        plain = champion is None or ruler.theme.name != "linen"
        ink = "" if plain or champion is None else SEAT_LOOKS[ranking.match.seats[champion].look].text
        *usual, last = [font.with_colour(ink) for font in fonts]
        return first_that_fits(
            *(Text(sentence, font, lines=lines, step=0.8) for font in usual),
            Text(sentence, last, step=0.9),
        )

    def _head(self, ruler: Painter, *, tight: bool) -> Element:
        """Row of the headline in the winner's colour, the score on a plate, and the *More* button."""
        more = button_row(sign("menu", 30), key=ResultsKey.MORE, least=56, pad=13)
        plate = score_plate(self.ranking.match, self.ranking.outcome, 32.0 if tight else 40.0)
        title = replace(self._title(ruler, HEADLINE_FONTS[tight:]), flex=1)
        return row(title, *plate, more, gap=12, align=0.5, least=70)

    def _sentence(self, lines: int, text_growth: float = 1.0) -> FirstThatFits:
        """Course of the match: everything that fits into ``lines`` lines, else the most important part."""
        winners = self.ranking.outcome.winners if self.ranking.champion is not None else ()
        story = course_in_words(self._words, self._chart.curves, winners)
        ending, handicap = self._words.end_reason(self.ranking.outcome), self._words.handicap()
        full_text = " ".join(filter(None, (ending, story, handicap)))
        brief_text = " ".join(filter(None, (story or ending, handicap)))
        font = FontSpec(SENTENCE_SIZE, growth=text_growth)
        return first_that_fits(
            *(Text(full_text, font, lines=count, is_balanced=True) for count in range(1, lines + 1)),
            Text(brief_text, font),
        )

    def _podium_grid(self, ruler: Painter, *, slim: bool, tight: bool) -> Element:
        """Head, name and score of every seat, in the order of places."""
        order, winners, theme = self.ranking.seats, self.ranking.outcome.winners, ruler.theme

        def form(
            column_count: int, text_growth: float, whole_letters: int, *, in_row: bool = False
        ) -> Element:
            """Grid of all seats. Names of at most ``whole_letters`` letters are never cut."""
            cells = []
            for seat in order:
                tag = self.ranking.place_tag(seat)
                name = SingleLineText(tag.name, FontSpec(22, NAMES, growth=text_growth), whole=whole_letters)
                points = [Text(tag.points, FontSpec(24, NAMES, growth=text_growth))] if tag.points else []
                head = Picture(draw_placed, (tag.look, tag.mood, tag.place), w=54, h=54)
                is_winner = seat in winners and self.ranking.info.scoring is not ScoringMode.LOSER
                texts = row(name, *points, gap=12, flex=1) if in_row else column(name, *points, flex=1)
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
