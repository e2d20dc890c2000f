"""Results of a match: winners, statistics, course of the match, and what to do next.

`Ranking` knows the places of the players. `ResultsSheet` has the contents of the sheet, among them the
`StatTiles` and the `CourseChart`. `results_page` puts the sheet beside the washing line on which the winners
are, or in large text on a page of its own. `ResultsScene` has the buttons and does what the players press.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from game.core.discovery import find_game
from game.i18n import _
from game.match.adaptive_level import match_level
from game.match.phone_control import AGAIN, ENOUGH, GAME, RULES
from game.match.seats import is_win_for_room
from game.scenes.analysis.pictures import LastTablePicture
from game.scenes.commitment import is_promise_shown
from game.scenes.results_buttons import ResultsButton, button_block
from game.scenes.results_chart import CourseChart
from game.scenes.results_drawing import ResultsKey
from game.scenes.results_page import results_page
from game.scenes.results_ranking import Ranking
from game.scenes.results_sheet import ResultsSheet
from game.scenes.results_stats import StatTiles
from game.scenes.win_chart import spoken_chances
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import Box
from game.ui.core.input import InputAction
from game.ui.core.scene import Shortcut
from game.ui.core.screen_reader import screen_narration
from game.ui.core.speech import NarrationContent
from game.ui.match.info_panels import fit_words
from game.ui.match.match_end import earned_by, earned_words
from game.ui.match.match_flow import leave_match, open_lobby, play_again, way_back
from game.ui.match.match_scene import MatchScene
from game.ui.match.replay_controls import ReplayOptions
from game.ui.widgets import Action, Element, Screen, ask_choice


class ResultsScene(Screen):
    """Screen of the results of a match."""

    is_interrupting = True
    extends_grace = True  # a player who speeds up the ending must not start the next match
    mood = MusicMood.LOBBY

    def __init__(self, scene: MatchScene) -> None:
        self.scene, self.match = scene, scene.match
        self.ranking = Ranking(self.match)
        self.figures = scene.context.words.shown_stats()
        self._earned_socks = earned_by(self.match.seats, scene.ending.socks.new_socks)
        self._way_back = way_back(scene)
        self._vote_version: object = None

    def on_enter(self) -> None:
        """Play the end's sound unless it was heard, start the analysis and focus Rematch or Film."""
        words = self.scene.context.words
        won = is_win_for_room(self.match.seats, self.ranking.outcome.winners)
        if not self.scene.ending.is_heard:
            self.app.audio.play("win" if won else "lose")
        self.chart = CourseChart(self.app, self.match, words)
        has_view = find_game(self.match.session.game).has_component("view")
        self._sheet = ResultsSheet(
            self.ranking,
            words,
            self._earned_socks,
            StatTiles(self.match, self.scene.view, self.figures),
            self.chart,
            LastTablePicture(self.scene.view) if len(self.figures) < 2 and has_view else None,
        )
        # Most players want a rematch, and lose nothing by it because the match is saved.
        usual = ResultsKey.AGAIN if self._way_back is None else ResultsKey.AWAY
        self.focus = ResultsKey.FILM if self.scene.is_looked_up else usual

    def on_leave(self) -> None:
        """Stop the analysis."""
        self.app.insights.close()

    def on_layout(self) -> None:
        """Lay out, with the view whose last table is shown, because the size may be new."""
        if self._sheet.final is not None:
            self._sheet.final.on_layout()
        super().on_layout()

    def tick(self, now: float) -> bool:
        """Poll analysis and votes. Always False."""
        if self.app.insights.poll():
            self.needs_redraw = True
        # Phones may have voted, joined or left.
        previous_version, self._vote_version = self._vote_version, self.app.phones.steering.version
        if previous_version != self._vote_version:
            self.needs_redraw = True
        return False

    def build(self) -> Element:
        ruler = self.app.measuring_painter
        buttons = button_block(self.app, self._buttons)
        return results_page(
            ruler, self._sheet, self._result_lines(), buttons, self.content_bottom, self.scroll
        )

    @property
    def _buttons(self) -> list[ResultsButton]:
        """Buttons in their order."""
        film = ResultsButton(ResultsKey.FILM, _("Watch"), "film", self._open_film)
        if self.scene.is_looked_up:
            return [
                film,
                ResultsButton(ResultsKey.LOOK, _("Final position"), "eye", self._look_at_table),
                ResultsButton(ResultsKey.AWAY, self.back_words, "album", self.back),
            ]
        entry = self._way_back
        away = (_("Go to title"), "sock") if entry is None else (entry.label, entry.icon)
        return [
            ResultsButton(
                ResultsKey.AGAIN, _("Rematch"), "restart", partial(play_again, self.scene), (AGAIN,)
            ),
            film,
            ResultsButton(ResultsKey.OTHER, _("Change rules"), "gear", self._open_lobby, (RULES,)),
            ResultsButton(ResultsKey.AWAY, *away, self.back, (f"{GAME} ", ENOUGH)),
        ]

    def actions(self) -> dict[str, Action]:
        """Actions of the buttons, of the scarf if the analysis can be opened, and of *More*."""
        actions: dict[str, Action] = {
            button.key: Action(button.press, _("Select")) for button in self._buttons
        }
        if self.chart.can_open:
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
        first = self._buttons[0].key
        scarf, below = (ResultsKey.SCARF,) * 2 if self.chart.can_open else (ResultsKey.MORE, first)
        return {
            (first, 0, -1): scarf,
            (ResultsKey.SCARF, 0, 1): first,
            (ResultsKey.SCARF, 0, -1): ResultsKey.MORE,
            (ResultsKey.MORE, 0, 1): below,
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
        lines = [self.scene.context.words.end_sentence(self.ranking.outcome), *self._result_lines()]
        lines += [earned_words(self._earned_socks)] if self._earned_socks else []
        choices = [(_("Final position"), self._look_at_table)]
        if self.chart.can_open:
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
        return [*self.scene.view.texts.result_lines(), *self._next_level_lines()]

    def _open_album(self) -> None:
        self.app.open_scene("album", self._archive_name)

    def _next_level_lines(self) -> list[str]:
        """List with a sentence about the level of the next match; empty without an adaptive bot."""
        match, seats = self.match, self.match.seats
        if self.scene.is_looked_up or not any(seat.is_adaptive for seat in seats):
            return []
        names = [seat.name for seat in seats if not seat.is_bot]
        level = fit_words(match_level(match.session.game, self.app.stores.statistics, names))
        return [_("Your next match: {told}").format(told=level)]

    @property
    def _archive_name(self) -> str:
        """Name of the match in the album; "" if it is not there or was opened from there."""
        return "" if self.scene.is_looked_up or self.scene.archiver is None else self.scene.archiver.name

    def shortcuts(self) -> list[Shortcut]:
        """Look at the table, album if the match is there, and *More* without a label."""
        return [
            Shortcut(InputAction.LOOK, _("Final position"), self._look_at_table),
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
        return _("Go to album") if self.scene.is_looked_up else _("Go to title")

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
            focus = spoken_chances(self.chart.analysis, names)
        elif self.focus == ResultsKey.MORE:
            focus = _("More")
        return NarrationContent(_("Results"), (*text, *stat_lines), focus)
