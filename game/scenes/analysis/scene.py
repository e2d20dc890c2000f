"""Analysis of a match: win probabilities, final position, and three moments with two windows each.

It opens from the results and for any match of the album, and shows the results found up to now. The chart is
a scarf that is knitted while the match is analysed (`game.match.analysis.job`). A moment can be opened as
soon as it was found. Its two windows show the same part of the table before a turn, one with the played moves
and one with the better ones, each with its win probabilities (`MomentPictures`). In card games they show the
cards that were laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import partial
from itertools import pairwise

from game.i18n import _
from game.match.analysis import (
    MOMENTS,
    AnalysedTurn,
    Fact,
    MatchAnalysis,
    TurningPoint,
    analyst_of,
    chance_words,
    hands_of,
    moment_words,
    percent,
    turn_words,
    undecided_words,
)
from game.match.analysis.job import FIRST
from game.match.match import Match
from game.match.match_text import words_of
from game.match.replay import Replay
from game.match.seats import bot_seats
from game.scenes.analysis.drawing import (
    CORAL,
    GREEN,
    PANEL,
    TEACHER,
    draw_ball,
    draw_card,
    draw_frame,
    draw_hung,
    draw_linen,
    draw_loose,
    draw_pill,
    draw_plate,
    draw_sign,
    draw_teacher,
    draw_yarn,
    frame_ink,
    told_ink,
)
from game.scenes.analysis.move_arrows import (
    ARROWS,
    BEAD,
    SMALL_BEAD,
    BoardCrop,
    draw_about,
    draw_ways,
    free_edge,
)
from game.scenes.analysis.pictures import (
    SEAM,
    AnalysedMoves,
    FinalPositionPicture,
    MomentPictures,
    MoveAnimation,
    occupied_boxes,
    spoken_of,
    standing,
)
from game.scenes.results_drawing import draw_head, score_plate
from game.scenes.resume import seats
from game.scenes.win_chart import (
    PLATE,
    WinChartPicture,
    columns,
    draw_needles,
    draw_thread,
    heads_width,
    places,
    spoken_chances,
)
from game.store.archive import ArchivedMatch
from game.ui.art.fabric import yarn_ball
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.win_chart import stitches
from game.ui.cards.stat_pictures import draw_play
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import LONGEST_STEP, PACE, Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext, Prompts, Shortcut
from game.ui.core.screen_reader import screen_narration
from game.ui.core.speech import NarrationContent
from game.ui.match.replay_controls import ReplayOptions
from game.ui.widgets import (
    Action,
    Element,
    ElementKey,
    FontSpec,
    LayoutTree,
    MeasureContext,
    Padding,
    Picture,
    ScaledLength,
    Screen,
    ScrollView,
    Spacer,
    Text,
    ask_choice,
    button_row,
    column,
    first_that_fits,
    fits,
    row,
    shrink_to_fit,
    sign,
    stack,
)


class AnalysisKey(ElementKey):
    """Keys of focusable elements, and of others that are found by key."""

    CARD = "card"
    PLATE = "plate"
    SCARF = "scarf"
    FINAL = "final"
    PLAYED = "played"
    BETTER = "better"
    SENTENCE = "sentence"
    MORE = "more"


class HeaderForm(IntEnum):
    """Contents of a window's header, from roomy to narrow."""

    WHOLE = 0
    SNUG = 1
    SIGN = 2  # without a face
    WORDS = 3  # without a sign either


EDGE = 0.05  # share of the canvas' width that stays free at each side
TITLE = FontSpec(44, NAMES, growth=0.3, most=58)
SCARF = 116.0
CARD = 118.0
CARD_WORDS, CARD_LEAST = 366.0, 270.0
"""Units of a card's width for its number and words at the usual text size; least width of its figures."""
WIDEST = 700.0  # units, greatest width of the final position; beside a board is nothing of interest
STRIDE = 0.002  # share of the scarf below which the teacher does not walk
ROOMY = 1.25
"""Text scale above which numbers are large, cards have no pictures, and sentences are below windows."""
HEAD = ScaledLength(60, 0.25)  # height of a window's header
HIDDEN = 0.38  # share of a header that covers its window
FILM = "replay"  # name of the replay scene, if registered


class AnalysisScene(Screen):
    """Final position and moments of a match, or one moment. The match itself is not changed."""

    mood = MusicMood.LOBBY
    prompt_bar_has_wood = False

    def __init__(self, match: Match, leads_back: str) -> None:
        """Show a finished ``match``; ValueError if its game has no analysis. ``leads_back``: Back's label."""
        analyst = analyst_of(match.session.game)
        if analyst is None:
            raise ValueError(f"Nobody can look into matches of {match.session.game!r}.")
        self.match, self.analyst, self._leads_back = match, analyst, leads_back
        self._record = match.session.record()
        self.outcome = match.result()
        self.open_number: int | None = None
        """Number of the turn of the open moment. None for the overview."""
        self.focus = AnalysisKey.CARD.of(0)
        self._hands: tuple[int, ...] = ()
        """First turn of each hand, once the turns are known."""
        self._moments_at_opening: tuple[TurningPoint, ...] = ()
        """Moments as they were when one was opened. They stay unchanged while it is read."""
        self._alone = False
        self._walk_position, self._last_tick_ms = 0.0, 0.0
        """Position of the teacher along the scarf, 0 to 1, and time of the last step in ms."""
        self._plays: list[MoveAnimation] = []
        """Running animation of a window and those that follow."""
        self.pictured_numbers = set[int]()
        """Numbers of the moments whose pictures are drawn."""
        self._last_play_ms = 0.0
        """Time in ms up to which the animation has advanced."""

    def on_enter(self) -> None:
        """Open the analysis, and make the scarf and the pictures."""
        # Opened from the results, the analysis continues after this scene. Opened alone, it does not.
        self._alone = not self.app.insights.is_busy
        self.app.insights.open(self.match.session.game, self._record)
        self._scarf = WinChartPicture([seat.look for seat in self.match.seats])
        self.pictures = MomentPictures(self.app, self.match, self.analyst)
        self._final = FinalPositionPicture(self.app, self.match)

    def on_language_changed(self) -> None:
        """Renew the sentences about moves."""
        self.pictures.on_language_changed()

    def on_leave(self) -> None:
        """Stop animations, release pictures, and close the analysis if this scene began it."""
        self._stop()
        self.pictures.leave()
        self._final.leave()
        if self._alone:
            self.app.insights.close()

    def tick(self, now: float) -> bool:
        """Poll the analysis; advance drawing, animation and teacher. True while one of these continues."""
        if self.app.insights.poll():
            self.needs_redraw = True
            # New results may have different moments.
            if self.open_number is not None and self.moment is None:
                self._close()
        return next(self._pieces) | self._advance_animation(now) | self._move_teacher(now)

    def on_layout(self) -> None:
        """Lay out, and begin to draw all pictures again."""
        super().on_layout()
        # A new size or theme invalidates all pictures.
        self.pictured_numbers.clear()
        self._pieces = self._draw_pictures()

    def _draw_pictures(self) -> Iterator[bool]:
        """Draw the end and moments in steps. Yields True while there is more to do, then only False."""
        yield True
        for _piece in self._final.making():
            yield True
        self.needs_redraw = True
        while True:
            missing = [
                candidate for candidate in self.moments if candidate.number not in self.pictured_numbers
            ]
            yield bool(missing)
            # The open moment has priority.
            for moment in sorted(missing, key=lambda candidate: candidate.number != self.open_number)[:1]:
                assert self.analysis is not None
                turn = self.analysis.turns[moment.number]
                for _piece in self.pictures.making(turn, self.pictures.deeds(moment, turn)):
                    yield True
                self.pictured_numbers.add(moment.number)
                self.needs_redraw = True

    def _advance_animation(self, now: float) -> bool:
        """Advance the animation. Returns True while one runs."""
        elapsed, self._last_play_ms = min(LONGEST_STEP, now - self._last_play_ms), now
        if not self._plays:
            return False
        play, self.needs_redraw = self._plays[0], True
        if play.run(now, elapsed, self._pace):
            self.app.play_sound("card_lay")
        if play.is_over(self._pace):
            self._plays.pop(0).leave()
            for following in self._plays[:1]:
                self._begin(following)
        return True

    def _begin(self, play: MoveAnimation) -> None:
        """Start an animation at the current time."""
        self._last_play_ms = self.app.now
        if play.table is not None:
            play.table[1].resume()

    @property
    def _pace(self) -> float:
        """Factor on the durations of animations; 0 if they are off."""
        return PACE[self.app.settings.animation_speed]

    def _move_teacher(self, now: float) -> bool:
        """Move the teacher along the scarf. Returns True while walking."""
        elapsed, self._last_tick_ms = min(50.0, now - self._last_tick_ms), now
        if self.is_whole or not self.app.insights.is_busy:
            return False
        count = stitches(self.app.view.w * (1 - 2 * EDGE))
        steps = columns(self.analysis, count)
        target = steps.index(None) / count if None in steps else self._analysed_share()
        if self.app.idle_motion_off or abs(target - self._walk_position) < STRIDE:
            self.needs_redraw |= self._walk_position != target
            self._walk_position = target
            return False
        # Faster over a long distance, as after a long stretch was analysed.
        self._walk_position += (target - self._walk_position) * min(1.0, elapsed / 300)
        self.needs_redraw = True
        return True

    @property
    def analysis(self) -> MatchAnalysis | None:
        """Analysis of the match so far. None before anything is known."""
        return self.app.insights.findings(self._record)

    @property
    def moments(self) -> tuple[TurningPoint, ...]:
        """Moments of the match. While one is open, as they were when it was opened."""
        if self.analysis is None:
            return ()
        return (
            self._moments_at_opening
            if self.open_number is not None and not self.is_whole
            else self.analysis.moments
        )

    @property
    def moment_index(self) -> int:
        """Index of the open moment. -1 if none is open."""
        return next((n for n, moment in enumerate(self.moments) if moment.number == self.open_number), -1)

    @property
    def moment(self) -> TurningPoint | None:
        """Open moment. None in the overview, or if new results no longer have it."""
        return self.moments[self.moment_index] if self.moment_index >= 0 else None

    @property
    def turn(self) -> AnalysedTurn | None:
        """Turn of the open moment; None in the overview."""
        return (
            self.analysis.turns[self.open_number]
            if self.analysis is not None and self.open_number is not None
            else None
        )

    @property
    def deeds(self) -> list[AnalysedMoves]:
        """Played moves of the open moment and, if there are any, better ones; empty in the overview."""
        if self.moment is None or self.turn is None:
            return []
        return self.pictures.deeds(self.moment, self.turn)

    @property
    def _knitting_note(self) -> tuple[Text, ...]:
        """Tuple with the note that figures may still change; empty once they are final or it failed."""
        if self.is_whole or self.app.insights.broke:
            return ()
        return (Text(_("still knitting"), FontSpec(20, STRONG, self.app.theme.soft, growth=0.5), lines=1),)

    @property
    def is_whole(self) -> bool:
        """True once the analysis is complete."""
        return self.analysis is not None and self.analysis.is_whole

    def build(self) -> Element:
        """Overview with scarf and cards or, for an open moment, scarf, sentence and windows."""
        view = self.app.view
        edge = view.w * EDGE
        title = Text(_("What decided it"), TITLE, lines=1, flex=1)
        more = button_row(sign("menu", 28), key=AnalysisKey.MORE, least=54, pad=12)
        plate = score_plate(self.match, self.outcome, 32.0)
        scarf, body = self._scarf_row(), self._overview() if self.moment is None else [self._windows()]
        if self.moment is None:
            notes = self._knitting_note if self.moments else ()
            top: list[Element] = [row(title, *notes, *plate, more, gap=12, align=0.5, least=56), scarf]
        elif self.app.text_scale <= ROOMY:
            # The sentence takes the place of the title, so its windows have the room below.
            sentence = replace(self._sentence_row(), flex=1)
            title_height = MeasureContext(self.app.measuring_painter).size(title, view.w)[1]
            top = [row(sentence, *plate, more, gap=12, align=0.5, least=max(56.0, title_height)), scarf]
        else:
            # The windows need the room of the title.
            top = [row(replace(scarf, flex=1), *plate, more, gap=12, align=0.5)]
            body.append(self._sentence_row())
        return column(*top, *body, pad=Padding(edge, 22, 14), gap=9, behind=Picture(draw_linen))

    def _scarf_row(self) -> ScarfWithPlates:
        """Scarf with the numbers of the moments."""
        analysis = self.analysis
        state = (0.0 if analysis is None else analysis.fraction_done, len(self.moments), self.moment_index)
        picture = Picture(self.draw_scarf, state, key=AnalysisKey.SCARF)
        visible_analysis = None if analysis is None else replace(analysis, moments=self.moments)
        return ScarfWithPlates(
            picture, visible_analysis, self.moment_index, heads_width(len(self.match.seats)), h=SCARF
        )

    def draw_scarf(self, painter: Painter, box: Box, *_state: object) -> None:
        """Draw heads and known part of the scarf; while it is knitted also yarn, needles and the teacher."""
        analysis, at = self.analysis, scarf_box(box, heads_width(len(self.match.seats)))
        self._scarf.draw_heads(painter, box.x, at)
        end = self._scarf.draw(painter, at, analysis)
        if self.is_whole or not self.app.insights.is_busy:
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
        teacher_x = min(at.right - 60, at.x + at.w * self._walk_position + 86)
        painter.blit(image, teacher_x, at.bottom + 12 + puppet_foot(puppet_height), "midbottom")

    def _analysed_share(self) -> float:
        """Share (0 to 1) of the match that was analysed turn by turn, after the chart is known."""
        fraction = 0.0 if self.analysis is None else self.analysis.fraction_done
        return max(0.0, min(1.0, (fraction - FIRST) / (1 - FIRST)))

    def _overview(self) -> list[Element]:
        """List with one row: the final position, and a card for each moment."""
        ruler, view = self.app.measuring_painter, self.app.view
        height = self.content_bottom - 250
        width = self._final.width(
            height, min(view.w * (0.5 if self.app.text_scale <= ROOMY else 0.42), WIDEST)
        )
        board = Picture(self._final.draw, (self._final.is_made,), key=AnalysisKey.FINAL, w=width)
        caption = _("Final position")
        if self.match.conceded_by is not None:  # the score is no result then
            caption = words_of(self.match).gave_up
        label = Text(caption, FontSpec(22, NAMES, most=33), lines=1)
        pill = column(label, pad=Padding(26, 1), behind=Picture(draw_pill))
        available_width = view.w * (1 - 2 * EDGE) - width - 28
        for snug in (False, True):  # lower cards with smaller letters are better than cards that do not fit
            cards, gap = self._cards(available_width, snug=snug), 8 if snug else 14
            whole = column(*cards, gap=gap)
            if MeasureContext(ruler).size(whole, available_width)[1] <= height:
                side: Element = column(Spacer(10), whole, Spacer(flex=1), flex=1)
                break
        else:
            side = ScrollView(column(*cards, gap=gap, pad=Padding(10, 6)), self.scroll, flex=1)
        # Above the board, because on its edge the words would cover figures.
        large = self.app.text_scale > ROOMY
        tag: Element = label if large else row(Spacer(flex=1), pill, Spacer(flex=1))
        board_column = column(tag, replace(board, flex=1), gap=6, w=width)
        return [row(board_column, side, gap=28, flex=1)]

    def _cards(self, width: float, *, snug: bool) -> list[Element]:
        """Cards of moments, placeholders of ones not found yet, and a sentence for none or a failure."""
        cards: list[Element] = []
        for number in range(MOMENTS):
            if number < len(self.moments):
                cards.append(self._card(number, width, snug=snug))
            elif not self.is_whole and not self.app.insights.broke:
                cards.append(Picture(draw_loose, (number + 1,), h=CARD))
        if not cards or self.app.insights.broke:
            sentence = _("This could not be found out.")
            if not self.app.insights.broke:
                assert self.analysis is not None
                sentence = undecided_words(self.analysis, [seat.name for seat in self.match.seats])
            text = Text(sentence, FontSpec(23, STRONG, most=36), is_balanced=True)
            cards.append(column(text, pad=Padding(24, 20), behind=PANEL))
            if not self.moments and self.app.text_scale <= ROOMY:  # the teacher explains why
                cards.append(row(Spacer(flex=1), Picture(draw_teacher, w=TEACHER, h=TEACHER), Spacer(flex=1)))
        return cards

    def _card(self, number: int, width: float, *, snug: bool) -> Element:
        """Card of a moment: turn, win probability before and after, and a picture of the move."""
        analysis, moment = self.analysis, self.moments[number]
        assert analysis is not None
        turn = analysis.turns[moment.number]
        seat = self.match.seats[moment.seat]
        before, after = self._chances_of(moment, better=False)
        good = self._is_good(moment)
        soft_colour = self.app.theme.soft if self._knitting_note else ""
        ink = soft_colour or told_ink(self.app.theme, good=good)
        sentence = self._turn_title(turn)
        letters = [FontSpec(size, NAMES, growth=0.5 if snug else 0.7) for size in (25, 22)]
        lines = [Text(sentence, letter_font, lines=1) for letter_font in letters]
        title = first_that_fits(*lines, Text(sentence, letters[0], step=0.95))
        # Pale and smaller, with room for the yarn.
        text_growth = 0.25 if snug else 0.5
        numbers = FontSpec(23 if soft_colour else 28, NAMES, soft_colour, growth=text_growth)
        after_font = FontSpec(25 if soft_colour else 32, NAMES, ink, growth=text_growth)
        head = Picture(draw_head, (seat.look, "happy" if good else "sad"), w=38, h=38)
        changes = (
            Text(percent(before), numbers, lines=1), sign("right", 26),
            Text(percent(after), after_font, lines=1),
            *([Picture(draw_ball, w=28, h=28)] if soft_colour else []), Spacer(flex=1),
        )  # fmt: skip
        chances = shrink_to_fit(row(head, *changes, gap=6, align=0.5), row(*changes, gap=8, align=0.5))
        state = moment, moment.number in self.pictured_numbers, self._final.is_made
        picture = Picture(
            self._draw_moment,
            state,
            w=max(122.0, min(width - self._card_words(snug=snug), 240.0)),
            h=98,
        )
        bead = Picture(draw_plate, (number + 1,), w=52, h=52)
        gap = 0 if snug else 4
        rows_with_picture = [
            row(column(heading, chances, gap=gap, flex=1), picture, gap=14, align=0.5)
            for heading in ([title] if self.app.text_scale <= ROOMY else lines)
        ]
        card_text = first_that_fits(*rows_with_picture, column(title, chances, gap=gap), flex=1)
        edge = 18.0 if self.is_whole else 30.0  # indented while another moment may replace it
        card = row(
            bead, card_text, gap=14, align=0.5, least=CARD, pad=Padding(18, 5 if snug else 10),
            behind=Picture(draw_card, (self.is_whole,), shows_focus=True), key=AnalysisKey.CARD.of(number),
        )  # fmt: skip
        return card if self.is_whole else row(Spacer(edge - 12), replace(card, flex=1))

    def _card_words(self, *, snug: bool) -> float:
        """Width in units that a card needs beside its picture; in large text that of the longest title."""
        scale = self.app.text_scale
        if scale <= ROOMY or self.analysis is None:
            return CARD_WORDS * scale
        size = 25 * (1 + (0.5 if snug else 0.7) * (scale - 1))
        sentences = (self._turn_title(self.analysis.turns[moment.number]) for moment in self.moments)
        return (
            max(
                CARD_LEAST,
                *(
                    self.app.measuring_painter.width(sentence, size, NAMES, fixed=True)
                    for sentence in sentences
                ),
            )
            + 150
        )

    def _turn_title(self, turn: AnalysedTurn) -> str:
        """Words that name a turn: its number and player."""
        assert self.analysis is not None
        turns = self.analysis.turns
        if not self._hands:
            self._hands = hands_of(turns, self.match.session)
        return turn_words(turns.index(turn), self._hands, self.analyst, self.match.seats[turn.seat].name)

    def _draw_moment(
        self,
        painter: Painter,
        box: Box,
        moment: TurningPoint,
        is_drawn: bool,  # noqa: FBT001
        is_final_drawn: bool,  # noqa: FBT001
    ) -> None:
        """Draw the last move of a turn on a part of the board, else a sign of the move or its cards."""
        assert self.analysis is not None
        turn = self.analysis.turns[moment.number]
        deed = self.pictures.deeds(moment, turn)[0]
        # The edge of the table would cut off cards of a hand, so they are drawn alone.
        if is_drawn and not deed.cards and (arrows := self.pictures.ways(turn, deed)):
            arrows = arrows[-1:]  # only the last way, because all of them would often need the whole board
            part = self.pictures.part_around(turn, arrows, box.w / box.h, box.w * 1.3)
            image = self.pictures.window(painter.assets, turn, deed, part, self._pixels(box))
            draw_frame(painter, box, image, frame_ink(painter.theme))
            window = BoardCrop(box, part, self.pictures.before(turn)[1].view.moves_pieces, bead=0)
            draw_ways(painter, window, arrows, ARROWS[self._is_good(moment)], (), ())
            return
        verbs = [move.split()[0] for move in deed.moves if " " in move] or ["drawn"]
        main_verb = next((verb for verb in ("sock", "kick") if verb in verbs), verbs[-1])
        if not is_final_drawn:
            return
        picture = ("play" if deed.cards else main_verb), deed.cards
        self._final.view.draw_stat(painter, box, *picture, turn.seat)

    def _windows(self) -> Element:
        """Two windows of a moment, or one if there was no better move."""
        moment, deeds = self.moment, self.deeds
        assert moment is not None
        width = (self.app.view.w * (1 - 2 * EDGE) - 30 * (len(deeds) - 1)) / len(deeds) - 28
        # Both headers have the same form.
        form = next(
            (
                form
                for form in HeaderForm
                if all(
                    fits(
                        self.app.measuring_painter, self._window_header(moment, candidate, form), width, 1000
                    )
                    for candidate in deeds
                )
            ),
            HeaderForm.WORDS,
        )
        return row(*(self._window(moment, deed, len(deeds), form) for deed in deeds), gap=30, flex=1)

    def _sentence_row(self) -> Element:
        """Sentence about the open moment, after its number."""
        number = Picture(draw_plate, (self.moment_index + 1,), w=PLATE, h=PLATE)
        # One line in slightly smaller letters is preferred to two lines.
        large = self.app.text_scale > ROOMY
        sizes = (25.0, 23.0, 21.0, 20.0, 19.0, 18.0) if large else (28.0, 25.0, 23.0, 21.0)
        brief = [FontSpec(size, STRONG, most=44.0) for size in sizes]
        # Two lines in the smaller letters have the height of the title.
        max_sizes = (44.0, 36.0, 30.0, 25.0) if large else (22.0, 21.0)
        forms: list[Element] = [Text(self.sentence, letter_font, lines=1) for letter_font in brief]
        small_fonts = [FontSpec(min(25.0, max_size), STRONG, most=max_size) for max_size in max_sizes]
        forms += [
            row(Text(self.sentence, letter_font, lines=2, is_balanced=True), Spacer(flex=1))
            for letter_font in small_fonts
        ]
        sentence = first_that_fits(*forms, flex=1)
        return row(
            number, sentence, *self._knitting_note, gap=12, align=0.5, least=46, key=AnalysisKey.SENTENCE
        )

    @property
    def sentence(self) -> str:
        """Sentence about the open moment: its fact once the analysis is whole, else win probabilities."""
        moment, names = self.moment, [seat.name for seat in self.match.seats]
        assert moment is not None
        sentences = moment_words(moment, self.analyst, self.match.session, names) if self.is_whole else []
        return sentences[0] if sentences else chance_words(moment, names)

    @property
    def _fact(self) -> Fact | None:
        """Fact behind `sentence`; None if it is only about win probabilities."""
        if self.moment is None or not self.is_whole:
            return None
        session, names = self.match.session, [seat.name for seat in self.match.seats]
        return next(
            (fact for fact in self.moment.facts if self.analyst.fact_sentence(fact, session, names)), None
        )

    def _window_header(self, moment: TurningPoint, deed: AnalysedMoves, form: HeaderForm) -> Element:
        """Header of a window: sign, label, face and win probabilities."""
        good = self._is_good(moment, better=deed.better)
        ink = told_ink(self.app.theme, good=good)
        seat = self.match.seats[moment.seat]
        before, after = self._chances_of(moment, better=deed.better)
        soft_colour = self.app.theme.soft if self._knitting_note else ""
        label_font, number_font = (
            FontSpec(32, NAMES, ink, growth=0.3),
            FontSpec(28, NAMES, soft_colour, growth=0.3),
        )
        parts = [
            Picture(draw_sign, (good,), w=40, h=40),
            Text(_("Better") if deed.better else _("Played"), label_font, lines=1),
            Spacer(flex=1),
            Picture(draw_head, (seat.look, "happy" if good else "sad"), w=42, h=42),
            Text(percent(before), number_font, lines=1),
            sign("right", 28),
            Text(percent(after), FontSpec(38, NAMES, soft_colour or ink, growth=0.3), lines=1),
        ]
        if form >= HeaderForm.SIGN:
            parts.pop(3)
        if form >= HeaderForm.WORDS:
            parts.pop(0)
        return row(*parts, gap=5 if form else 10, align=0.5, pad=Padding(10 if form else 16, 1))

    def _window(self, moment: TurningPoint, deed: AnalysedMoves, count: int, form: HeaderForm) -> Element:
        """Window of played or better moves, with its header."""
        tag = stack(
            Picture(draw_pill), shrink_to_fit(self._window_header(moment, deed, form), h=HEAD), h=HEAD
        )
        key = AnalysisKey.BETTER if deed.better else AnalysisKey.PLAYED
        picture = Picture(self._draw_window, (deed, count, moment.number in self.pictured_numbers), flex=1)
        return WindowWithHead(picture, tag, key=key, flex=1)

    def _chances_of(self, moment: TurningPoint, *, better: bool) -> tuple[float, float]:
        """Win probability of the seat before a turn, and after its played or better moves (0 to 1)."""
        assert self.analysis is not None
        if not moment.better:
            return moment.before, moment.after
        chances = self.analysis.chances[moment.number]
        # A position is worth at most its best turn, even if a first estimate was higher.
        before = min(chances[moment.seat] if chances is not None else 1.0, moment.before)
        before = max(before, moment.after)  # a turn that was not the best cannot have gained
        return before, moment.before if better else moment.after

    def _is_good(self, moment: TurningPoint, *, better: bool = False) -> bool:
        """True if a turn is shown as good: a better one, or a best played one that did not lower chances."""
        before, after = self._chances_of(moment, better=better)
        return better or (not moment.better and after >= before)

    def _draw_window(
        self,
        painter: Painter,
        box: Box,
        deed: AnalysedMoves,
        _count: int,
        is_drawn: bool,  # noqa: FBT001
    ) -> None:
        """Draw a part of the table with the moves. Loose yarn until the pictures are drawn."""
        turn, moment = self.turn, self.moment
        if turn is None or moment is None:
            return
        if not is_drawn:
            draw_yarn(painter, box)
            return
        good, pictures = self._is_good(moment, better=deed.better), self.pictures
        view = pictures.before(turn)[1].view
        hidden = HIDDEN * HEAD.at(painter.text_scale)
        about = [at for name in view.fact_places(self._fact or {}) if (at := view.locate(name)) is not None]
        parts = pictures.parts(turn, self.deeds, about, box.w, box.h, hidden)
        bead = BEAD if view.moves_pieces and painter.text_scale > ROOMY else SMALL_BEAD
        width, colour = (box.w + SEAM) / len(parts) - SEAM, GREEN if good else CORAL
        # The plate is on the part that shows most of its subject.
        tagged_part = max(parts, key=lambda part: sum(part.contains(place.centre) for place in about))
        for number, part in enumerate(parts):
            pane = replace(box, x=box.x + number * (width + SEAM), w=width)
            window = BoardCrop(pane, part, view.moves_pieces, bead, hidden)
            self._draw_part(painter, window, deed, colour, about, tagged=part is tagged_part)

    def _draw_part(
        self,
        painter: Painter,
        window: BoardCrop,
        deed: AnalysedMoves,
        colour: str,
        about: Sequence[Box],
        *,
        tagged: bool,
    ) -> None:
        """Draw a framed part of the table with the moves on it and the plate."""
        turn, box, pictures = self.turn, window.box, self.pictures
        assert turn is not None
        assert self.moment is not None
        size = self._pixels(box)
        animation = next(
            (
                animation
                for animation in self._plays[:1]
                if animation.turn == deed and animation.table is not None
            ),
            None,
        )
        if animation is not None:
            draw_frame(painter, box, pictures.live(painter.assets, animation, window.part, size), colour)
            return
        draw_frame(painter, box, pictures.window(painter.assets, turn, deed, window.part, size), colour)
        arrows, view = pictures.ways(turn, deed), pictures.before(turn)[1].view
        if deed.cards or not arrows:
            self._draw_plain(painter, box, deed)
            return
        for place in about:
            draw_about(painter, window, place)
        piece_boxes = [
            window.box_of(standing([at])) if window.pieces else window.disc(at) for at in occupied_boxes(view)
        ]
        tag = self._tag(painter, window, deed, about, piece_boxes) if tagged else None
        off = piece_boxes if tag is None else [*piece_boxes, tag.parts[0].box]
        good = self._is_good(self.moment, better=deed.better)
        draw_ways(painter, window, arrows, ARROWS[good], [*spoken_of(view), *about], off)
        if tag is not None:
            tag.paint(painter)

    def _tag(
        self,
        painter: Painter,
        window: BoardCrop,
        deed: AnalysedMoves,
        about: Sequence[Box],
        piece_boxes: Sequence[Box],
    ) -> LayoutTree | None:
        """Plate with the fact about a turn, laid out at one place in both windows; None for none."""
        turn, fact = self.turn, self._fact
        if turn is None or fact is None:
            return None
        view = self.pictures.before(turn)[1].view
        elements = {candidate: view.fact_element(fact, better=candidate.better) for candidate in self.deeds}
        tags = {
            candidate: column(element, pad=Padding(14, 4), behind=PANEL)
            for candidate, element in elements.items()
            if element is not None
        }
        if deed not in tags:
            return None
        arrows = [arrow for candidate in self.deeds for arrow in self.pictures.ways(turn, candidate)]
        ends = [window.at(space) for arrow in arrows for space in arrow.boxes]
        middles = [((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in pairwise(ends)]
        protected = [*map(window.at, about), *ends, *middles]
        # Both plates get the size of the larger one.
        image = self.pictures.window(
            painter.assets, turn, self.deeds[0], window.part, self._pixels(window.box)
        )  # fmt: skip
        size = max(MeasureContext(painter).size(tag, window.box.w - 32) for tag in tags.values())
        return LayoutTree(tags[deed], free_edge(window, size, protected, piece_boxes, image), painter)

    def _pixels(self, box: Box) -> tuple[int, int]:
        """Width and height of a box in pixels."""
        return self.app.view.px(box.w), self.app.view.px(box.h)

    def _draw_plain(self, painter: Painter, box: Box, deed: AnalysedMoves) -> None:
        """Draw the laid cards before the table, or the words of the move if there are none."""
        turn = self.turn
        assert turn is not None
        # Words grow with the text size only while all have room beside the cards.
        texts = [candidate.words for candidate in self.deeds]
        for growth in (1.0, 0.75, 0.5, 0.25, 0.0):
            text_painter = painter.with_text_scale(1 + growth * (painter.text_scale - 1))
            tallest = max(text_painter.height(text, box.w - 70, 24, STRONG) + 18 for text in texts)
            if tallest < box.h * 0.26:
                break
        has_text = tallest < box.h * 0.4 or not deed.cards
        text_height = text_painter.height(deed.words, box.w - 70, 24, STRONG) + 18
        area = Box(box.x + 24, box.y + 34, box.w - 48, box.h - 44 - (text_height + 16 if has_text else 0.0))
        if deed.cards:
            play = self._plays[0] if self._plays and self._plays[0].turn == deed else None
            fallen_count = None if play is None else play.fallen(self._pace)
            draw_play(painter, area, deed.cards, fallen_count, still=self.app.reduced_motion)
        elif area.h > 80:
            scale = min(1.0, area.h / 120)
            self._final.view.draw_stat(
                painter, Box(area.x, area.y, area.w, area.h * scale), "drawn", (), turn.seat
            )
        if has_text:
            # Narrowed until the last line is about as long as the others.
            width = box.w - 70
            while width > 60 and text_painter.height(deed.words, width - 8, 24, STRONG) + 18 == text_height:
                width -= 8
            at = Box(box.centre[0] - width / 2 - 20, box.bottom - text_height - 14, width + 40, text_height)
            draw_pill(painter, at)
            text_painter.paragraph(
                deed.words, at.x + 20, at.y + 9, width, 24, TextStyle(STRONG), centred=True
            )

    def actions(self) -> dict[str, Action]:
        """In a moment its numbers (the open one plays, if possible), else cards and numbers; then *More*."""
        numbers = range(len(self.moments))
        if self.moment is not None:
            actions = {AnalysisKey.PLATE.of(n): Action(partial(self._open, n)) for n in numbers}
            if self.can_play:
                actions[AnalysisKey.PLATE.of(self.moment_index)] = Action(self._play, _("Play it"))
        else:
            actions = {
                kind.of(n): Action(partial(self._open, n), _("Look at it"))
                for kind in (AnalysisKey.CARD, AnalysisKey.PLATE)
                for n in numbers
            }
        return {**actions, AnalysisKey.MORE: Action(self._show_more, _("More"), label=_("More"))}

    def set_focus(self, key: str) -> None:
        """Set the focus. In a moment, focusing another number opens that moment."""
        super().set_focus(key)
        number = AnalysisKey.PLATE.number(key)
        if number is not None and self.open_number is not None and number != self.moment_index:
            self._open(number)

    @property
    def can_play(self) -> bool:
        """True if a moment is open, its pictures are drawn and some of its moves can be animated."""
        turn = self.turn
        if turn is None or self.open_number not in self.pictured_numbers:
            return False
        return any(self.pictures.can_play(turn, deed) for deed in self.deeds)

    def _play(self) -> None:
        """Animate the played moves, then the better ones, with a sound; stops a running animation instead."""
        if self._plays:
            self._stop()
            return
        turn = self.turn
        assert turn is not None
        self.app.audio.play("confirm")
        self._plays = [
            self.pictures.play(turn, deed) for deed in self.deeds if self.pictures.can_play(turn, deed)
        ]
        self._begin(self._plays[0])
        self.needs_redraw = True

    @property
    def playing(self) -> AnalysedMoves | None:
        """Moves whose animation is running; None for none."""
        return self._plays[0].turn if self._plays else None

    def _stop(self) -> None:
        """Stop all animations."""
        for play in self._plays:
            play.leave()
        self._plays, self.needs_redraw = [], True

    def _point(self, intent: InputEvent) -> None:
        """Handle the pointer; a press on a window plays the moves of the moment."""
        super()._point(intent)
        at, boxes = self.app.view.units(intent.position), self.frame.boxes
        windows = [boxes[key] for key in (AnalysisKey.PLAYED, AnalysisKey.BETTER) if key in boxes]
        if intent.act is InputAction.PRESS and self.can_play and any(box.contains(at) for box in windows):
            self._play()

    def _open(self, number: int) -> None:
        """Stop animations and open the moment with this index, if there is one, with a sound."""
        self._stop()
        if number < len(self.moments):
            self.app.audio.play("confirm")
            self._moments_at_opening = self.moments
            self.open_number = self._moments_at_opening[number].number
            self.focus, self.needs_redraw = AnalysisKey.PLATE.of(number), True

    def _close(self) -> None:
        """Return to the overview, with the focus on the moment's card."""
        self._stop()
        self.focus = AnalysisKey.CARD.of(max(0, self.moment_index))
        self.open_number, self.needs_redraw = None, True

    def back(self) -> None:
        """Close the open moment; in the overview the scene."""
        if self.open_number is not None:
            self.app.audio.play("back")
            self._close()
        else:
            super().back()

    @property
    def back_words(self) -> str:
        """Prompt of Back: “Final position” in a moment, else the label of the way back."""
        return _("Final position") if self.open_number is not None else self._leads_back

    def prompts(self) -> Prompts:
        """Prompts of the base, in a moment without NAVIGATE."""
        # In a moment the prompt bar shows how to play it and how to get to the next one.
        prompts = super().prompts()
        return (
            prompts
            if self.open_number is None
            else [line for line in prompts if line[0] is not InputAction.NAVIGATE]
        )

    def shortcuts(self) -> list[Shortcut]:
        """Steps between moments if one of several is open, the film, and *More* without a label."""
        shortcuts = []
        if self.open_number is not None and len(self.moments) > 1:
            shortcuts += [
                Shortcut(InputAction.PREVIOUS, _("Before"), partial(self._step, -1)),
                Shortcut(InputAction.NEXT, _("Next moment"), partial(self._step, 1)),
            ]
        if FILM in self.app.screens:
            shortcuts.append(Shortcut(InputAction.AGAIN, _("Film"), self._open_film))
        return [*shortcuts, Shortcut(InputAction.PAUSE, "", self._show_more)]

    def _step(self, direction: int) -> None:
        """Open the next moment (1) or the previous one (-1), if there is one."""
        number = self.moment_index + direction
        if 0 <= number < len(self.moments):
            self.set_focus(AnalysisKey.PLATE.of(number))

    def _open_film(self) -> None:
        """Open the film, at the turn of the open moment if there is one."""
        turn = self.turn
        back = _("What decided it")
        options = (
            ReplayOptions(at=turn.first, leads_back=back)
            if turn is not None
            else ReplayOptions(leads_back=back)
        )
        self.app.open_scene(FILM, self.match, options)

    def _show_more(self) -> None:
        """Ask for the film, if registered; shows best-move tallies, once complete, and the method."""
        lines = []
        if self.analysis is not None and self.is_whole:
            seat_tallies = zip(self.match.seats, self.analysis.tallies, strict=True)
            lines = [
                _("{what}: {who}").format(
                    what=seat.name, who=_("{n} of {all}").format(n=tally.good, all=tally.of)
                )
                for seat, tally in seat_tallies
                if tally.of
            ]
        sentences = [_("Best or nearly as good"), *lines] if lines else []
        choices = [(_("Film from here") if self.open_number is not None else _("Film"), self._open_film)]
        ask_choice(self.app, _("What decided it"), choices if FILM in self.app.screens else [],
              "\n".join([*sentences, self.analyst.method_sentence()]))  # fmt: skip

    def narration(self) -> NarrationContent:
        """Narration of the scene: the scarf as numbers, and the contents of the windows as words."""
        screen_text, names = screen_narration(self.app, self), [seat.name for seat in self.match.seats]
        text = list(screen_text.text)
        if self.moment is not None:
            for deed in self.deeds:
                label = _("Better") if deed.better else _("Played")
                text.append(_("{what}: {who}").format(what=label, who=deed.words))
            assert self.turn is not None
            text.insert(0, self._turn_title(self.turn))
        else:
            text.append(spoken_chances(self.analysis, names))
        focus = _("More") if self.focus == AnalysisKey.MORE else screen_text.focus
        return NarrationContent(_("What decided it"), tuple(filter(None, text)), focus)


def scarf_box(box: Box, heads: float) -> Box:
    """Area of the scarf in its row, right of the heads."""
    return Box(box.x + heads, box.y, box.w - heads, box.h)


@dataclass(frozen=True, slots=True)
class ScarfWithPlates(Element):
    """Scarf with the numbers of its moments.

    The box of each number has the full height, so that all of them form one row for the arrow keys.
    """

    scarf: Element
    analysis: MatchAnalysis | None
    moment_index: int
    heads: float

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Return the width ``room`` and the height `SCARF`, in units."""
        return room, SCARF

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield the scarf and the numbers on it with their boxes."""
        yield self.scarf, box
        if self.analysis is not None:
            for n, mark in enumerate(places(self.analysis, scarf_box(box, self.heads))):
                values = mark.number, n == self.moment_index, mark.y - box.y
                plate = Picture(draw_hung, values, shows_focus=True, key=AnalysisKey.PLATE.of(n))
                yield plate, replace(box, x=mark.x - PLATE / 2, w=PLATE)


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
        above = head_height * (1 - HIDDEN)
        yield self.window, Box(box.x, box.y + above, box.w, box.h - above)
        yield self.head, Box(box.x + 14, box.y, box.w - 28, head_height)


def open_analysis(app: AppContext, filed: ArchivedMatch, film: Replay) -> None:
    """Open the analysis of a match of the album."""
    session = film.session_at(len(film))
    seat_list = seats(app, session, {"seats": [dict(seat, device="") for seat in filed.seats]})
    match = Match(session, bot_seats(seat_list))
    match.conceded_by = filed.conceded
    app.scenes.push(AnalysisScene(match, _("Album")))
