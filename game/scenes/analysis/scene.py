"""Analysis of a match: win probabilities, final position, and three moments with two windows each.

It opens from the results and for any match of the album, and shows the results found up to now. The chart is
a scarf that is knitted while the match is analysed (`game.match.analysis.job`). A moment can be opened as
soon as it was found. Its two windows show the same part of the table before a turn, one with the played moves
and one with the better ones, each with its win probabilities (`MomentPictures`). In card games they show the
cards that were laid.

`KnownMoments` has what was found and which moment is open. `ScarfRow`, `Overview` and `MomentWindows` are the
parts of the picture, and `MomentPlayback` plays the moves. `AnalysisScene` places the parts and gives them
what the players press.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from game.i18n import _
from game.match.analysis import analyst_of
from game.match.match import Match
from game.scenes.analysis.drawing import EDGE_SHARE, ROOMY_TEXT_SCALE, AnalysisKey
from game.scenes.analysis.known_moments import KnownMoments
from game.scenes.analysis.moment_painter import MomentPainter
from game.scenes.analysis.overview import Overview
from game.scenes.analysis.pictures import FinalPositionPicture, MomentPictures
from game.scenes.analysis.playback import MomentPlayback
from game.scenes.analysis.scarf_row import ScarfRow
from game.scenes.analysis.windows import MomentWindows
from game.scenes.results_drawing import score_plate
from game.scenes.sheets import WOOD_HEIGHT, draw_wall
from game.scenes.win_chart import spoken_chances
from game.ui.core.audio import MusicMood
from game.ui.core.fonts import NAMES
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.scene import Prompts, Shortcut
from game.ui.core.screen_reader import screen_narration
from game.ui.core.speech import NarrationContent
from game.ui.match.replay_controls import ReplayOptions
from game.ui.widgets import (
    Action,
    Element,
    FontSpec,
    MeasureContext,
    Padding,
    Picture,
    Screen,
    Text,
    ask_choice,
    button_row,
    column,
    row,
    sign,
)

TITLE_FONT = FontSpec(44, NAMES, growth=0.3, most=58)
REPLAY_SCENE = "replay"  # name of the replay scene, if registered


class AnalysisScene(Screen):
    """Final position and moments of a match, or one moment. The match itself is not changed."""

    mood = MusicMood.LOBBY
    prompt_bar_has_wood = False

    def __init__(self, match: Match, leads_back: str) -> None:
        """Show a finished ``match``; ValueError if its game has no analysis. ``leads_back``: Back's label."""
        analyst = analyst_of(match.session.game)
        if analyst is None:
            raise ValueError(f"Matches of {match.session.game!r} can't be analysed.")
        self.match, self._analyst, self._leads_back = match, analyst, leads_back
        self._outcome = match.result()
        self.focus = AnalysisKey.CARD.of(0)
        self._alone = False

    def on_enter(self) -> None:
        """Open the analysis, and make the parts of the screen."""
        app, match = self.app, self.match
        self.known = known = KnownMoments(app, match, self._analyst)
        # Opened from the results, the analysis continues after this scene. Opened alone, it does not.
        self._alone = not app.insights.is_busy
        app.insights.open(match.session.game, known.record)
        self.pictures = pictures = MomentPictures(app, match, self._analyst)
        self._final = FinalPositionPicture(app, match)
        self.scarf = ScarfRow(app, known)
        self.playback = MomentPlayback(app, known, pictures)
        painter = MomentPainter(app, known, pictures, self.playback, self._final)
        self._overview = Overview(app, known, pictures, painter, self._final)
        self._windows = MomentWindows(app, known, pictures, painter)

    def on_language_changed(self) -> None:
        """Renew the sentences about moves."""
        self.known.on_language_changed()

    def on_leave(self) -> None:
        """Stop animations, release pictures, and close the analysis if this scene began it."""
        self.playback.stop()
        self.pictures.leave()
        self._final.leave()
        if self._alone:
            self.app.insights.close()

    def tick(self, now: float) -> bool:
        """Poll the analysis; advance drawing, animation and teacher. True while one of these continues."""
        if self.app.insights.poll():
            self.needs_redraw = True
            # New results may have different moments.
            if self.known.open_number is not None and self.known.moment is None:
                self._close()
        is_drawing, walked_from = next(self._pieces), self.scarf.walk_position
        is_playing, is_walking = self.playback.advance(now), self.scarf.move_teacher(now)
        if is_playing or self.scarf.walk_position != walked_from:
            self.needs_redraw = True
        return is_drawing or is_playing or is_walking

    def on_layout(self) -> None:
        """Lay out, and begin to draw all pictures again."""
        super().on_layout()
        # A new size or theme invalidates all pictures.
        self.pictures.finished.clear()
        self._pieces = self._draw_pictures()

    def _draw_pictures(self) -> Iterator[bool]:
        """Draw the end and moments in steps. Yields True while there is more to do, then only False."""
        yield True
        for _piece in self._final.making():
            yield True
        self.needs_redraw = True
        known, finished = self.known, self.pictures.finished
        while True:
            missing = [moment for moment in known.moments if moment.number not in finished]
            yield bool(missing)
            # The open moment has priority.
            for moment in sorted(missing, key=lambda moment: moment.number != known.open_number)[:1]:
                for _piece in self.pictures.making(known.turn_of(moment), known.deeds_of(moment)):
                    yield True
                finished.add(moment.number)
                self.needs_redraw = True

    def build(self) -> Element:
        """Overview with scarf and cards or, for an open moment, scarf, sentence and windows."""
        view = self.app.view
        title = Text(_("What decided it"), TITLE_FONT, lines=1, flex=1)
        more = button_row(sign("menu", 28), key=AnalysisKey.MORE, least=54, pad=12)
        plate, note, foot = score_plate(self.match, self._outcome, 32.0), self.scarf.note, 14.0
        scarf = self.scarf.element()
        if self.known.moment is None:
            notes = note if self.known.moments else ()
            top = row(title, *notes, *plate, more, gap=12, align=0.5, least=56)
            parts = [top, scarf, self._overview.element(self.content_bottom - 250, self.scroll)]
        elif self.app.text_scale <= ROOMY_TEXT_SCALE:
            # The sentence takes the place of the title, so its windows have the room below.
            sentence = replace(self._windows.sentence_row(note), flex=1)
            title_height = MeasureContext(self.app.measuring_painter).size(title, view.w)[1]
            top = row(sentence, *plate, more, gap=12, align=0.5, least=max(56.0, title_height))
            parts = [top, scarf, self._windows.element()]
        else:
            # The windows need the room of the title, and the sentence ends above the wood.
            top = row(replace(scarf, flex=1), *plate, more, gap=12, align=0.5)
            parts = [top, self._windows.element(), self._windows.sentence_row(note)]
            foot = max(foot, self.content_bottom - (view.h - WOOD_HEIGHT))
        return column(*parts, pad=Padding(view.w * EDGE_SHARE, 22, foot), gap=9, behind=Picture(draw_wall))

    def actions(self) -> dict[str, Action]:
        """In a moment its numbers (the open one plays, if possible), else cards and numbers; then *More*."""
        numbers = range(len(self.known.moments))
        if self.known.moment is not None:
            actions = {AnalysisKey.PLATE.of(n): Action(partial(self._open, n)) for n in numbers}
            if self.playback.can_play:
                actions[AnalysisKey.PLATE.of(self.known.moment_index)] = Action(self._play, _("Play it"))
        else:
            actions = {
                kind.of(n): Action(partial(self._open, n), _("View it"))
                for kind in (AnalysisKey.CARD, AnalysisKey.PLATE)
                for n in numbers
            }
        return {**actions, AnalysisKey.MORE: Action(self._show_more, _("More"), label=_("More"))}

    def set_focus(self, key: str) -> None:
        """Set the focus. In a moment, focusing another number opens that moment."""
        super().set_focus(key)
        number = AnalysisKey.PLATE.number(key)
        if number is not None and self.known.open_number is not None and number != self.known.moment_index:
            self._open(number)

    def _play(self) -> None:
        """Animate the moves of the moment, with a sound; stops a running animation instead."""
        self.needs_redraw = True
        if self.playback.playing is not None:
            self.playback.stop()
        else:
            self.app.audio.play("confirm")
            self.playback.start()

    def _point(self, intent: InputEvent) -> None:
        """Handle the pointer; a press on a window plays the moves of the moment."""
        super()._point(intent)
        at, boxes = self.app.view.units(intent.position), self.frame.boxes
        windows = [boxes[key] for key in (AnalysisKey.PLAYED, AnalysisKey.BETTER) if key in boxes]
        is_pressed = intent.act is InputAction.PRESS and any(box.contains(at) for box in windows)
        if is_pressed and self.playback.can_play:
            self._play()

    def _open(self, number: int) -> None:
        """Stop animations and open the moment with this index, if there is one, with a sound."""
        self.playback.stop()
        self.needs_redraw = True
        if number < len(self.known.moments):
            self.app.audio.play("confirm")
            self.known.open(number)
            self.focus = AnalysisKey.PLATE.of(number)

    def _close(self) -> None:
        """Return to the overview, with the focus on the moment's card."""
        self.playback.stop()
        self.focus = AnalysisKey.CARD.of(max(0, self.known.moment_index))
        self.known.open_number, self.needs_redraw = None, True

    def back(self) -> None:
        """Close the open moment; in the overview the scene."""
        if self.known.open_number is not None:
            self.app.audio.play("back")
            self._close()
        else:
            super().back()

    @property
    def back_words(self) -> str:
        """Prompt of Back: “Final position” in a moment, else the label of the way back."""
        return _("Final position") if self.known.open_number is not None else self._leads_back

    def prompts(self) -> Prompts:
        """Prompts of the base, in a moment without NAVIGATE."""
        # In a moment the prompt bar shows how to play it and how to get to the next one.
        hidden = None if self.known.open_number is None else InputAction.NAVIGATE
        return [line for line in super().prompts() if line[0] is not hidden]

    def shortcuts(self) -> list[Shortcut]:
        """Steps between moments if one of several is open, the film, and *More* without a label."""
        shortcuts = []
        if self.known.open_number is not None and len(self.known.moments) > 1:
            shortcuts += [
                Shortcut(InputAction.PREVIOUS, _("Previous moment"), partial(self._step, -1)),
                Shortcut(InputAction.NEXT, _("Next moment"), partial(self._step, 1)),
            ]
        if REPLAY_SCENE in self.app.screens:
            shortcuts.append(Shortcut(InputAction.AGAIN, _("Watch film"), self._open_film))
        return [*shortcuts, Shortcut(InputAction.PAUSE, "", self._show_more)]

    def _step(self, direction: int) -> None:
        """Open the next moment (1) or the previous one (-1), if there is one."""
        number = self.known.moment_index + direction
        if 0 <= number < len(self.known.moments):
            self.set_focus(AnalysisKey.PLATE.of(number))

    def _open_film(self) -> None:
        """Open the film, at the turn of the open moment if there is one."""
        turn = self.known.turn
        first = 0 if turn is None else turn.first
        self.app.open_scene(
            REPLAY_SCENE, self.match, ReplayOptions(at=first, leads_back=_("What decided it"))
        )

    def _show_more(self) -> None:
        """Ask for the film, if registered; shows best-move tallies, once complete, and the method."""
        lines = []
        if self.known.analysis is not None and self.known.is_whole:
            lines = [
                _("{what}: {who}").format(what=name, who=_("{n} of {all}").format(n=tally.good, all=tally.of))
                for name, tally in zip(self.known.names, self.known.analysis.tallies, strict=True)
                if tally.of
            ]
        sentences = [_("Best or nearly as good"), *lines] if lines else []
        choices = [
            (_("Watch from here") if self.known.open_number is not None else _("Watch film"), self._open_film)
        ]
        ask_choice(self.app, _("What decided it"), choices if REPLAY_SCENE in self.app.screens else [],
              "\n".join([*sentences, self.known.analyst.method_sentence()]))  # fmt: skip

    def narration(self) -> NarrationContent:
        """Narration of the scene: the scarf as numbers, and the contents of the windows as words."""
        screen_text = screen_narration(self.app, self)
        text = list(screen_text.text)
        if self.known.moment is not None:
            for deed in self.known.deeds:
                label = _("Better") if deed.better else _("Played")
                text.append(_("{what}: {who}").format(what=label, who=deed.words))
            text.insert(0, self.known.turn_title(self.known.moment))
        else:
            text.append(spoken_chances(self.known.analysis, self.known.names))
        focus = _("More") if self.focus == AnalysisKey.MORE else screen_text.focus
        return NarrationContent(_("What decided it"), tuple(filter(None, text)), focus)
