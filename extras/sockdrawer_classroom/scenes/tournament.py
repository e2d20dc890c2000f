"""Tournament for a party: names, then the pairs of each round, the standings, and a final.

Its board shows the pairs on the left and the standings on the right. Games are played on phones, in this
window, or elsewhere; results of the latter are entered by hand.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from game.core.discovery import find_game
from game.core.options import Value
from game.i18n import _, plural
from game.match.match import Match
from game.scenes.sheets import WOOD_HEIGHT, Sheet, draw_wall
from game.store.saves import MAX_SCREEN_WAIT_S
from game.ui.art.icons import icon
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext, Scene, Shortcut
from game.ui.core.theme import SMALL
from game.ui.widgets import (
    PANEL_PICTURE,
    Action,
    Element,
    ElementKey,
    FontSpec,
    GridLayout,
    MessageDialog,
    Padding,
    Picture,
    ScaledLength,
    Screen,
    Separator,
    SingleLineText,
    Spacer,
    Text,
    TextRow,
    ask_choice,
    button,
    choice,
    column,
    confirm,
    patch,
    prompt_bar_top,
    row,
    shrink_to_fit,
    sign,
)
from sockdrawer_classroom.class_stores import TournamentStore
from sockdrawer_classroom.classroom import (
    CUP_SIZE_RANGE,
    Tournament,
    TournamentGame,
    TournamentMode,
    cup_plan,
    may_play,
)
from sockdrawer_classroom.scenes.class_runner import ClassRunner, ClassScene, SavedTournament, ask_begin
from sockdrawer_classroom.scenes.plan_editor import NamesSheet, takes_names
from sockdrawer_classroom.scenes.tables_overview import round_words
from sockdrawer_classroom.scenes.waiting_room import WaitingRoomScene

LAYOUTS: Final = (1, 22.0, 26.0), (1, 18.0, 22.0), (1, 18.0, 18.0), (2, 18.0, 18.0)
"""Layouts to try: columns of the standings, font size of the standings, font size of the pairs."""
TITLE_HEIGHT: Final = ScaledLength(72, most=94)  # height of the title
MAX_PAIR_HEIGHT: Final = 100.0  # units, greatest height of a pair
MIN_CROWNED_HEIGHT: Final = 64.0  # units, least height of a pair that shows a crown for the winner
_REST = Spacer(flex=1)


class TournamentKey(ElementKey):
    """Keys of elements that can be pressed."""

    PAIR = "pair"


def draw_trophy(painter: Painter, box: Box) -> None:
    """Draw the trophy."""
    theme, size = painter.theme, round(min(box.w, box.h))
    painter.blit(icon(painter.assets, "trophy", size, theme.ink, theme.panel), *box.centre, "center")


_LEFT = "a cup in the making"


class TournamentSetup(Sheet):
    """People and mode of a tournament."""

    seat = 2

    def __init__(self, slug: str, rules: Mapping[str, Value] | None = None) -> None:
        self.slug, self.rules = slug, dict(rules or {})
        self.names: tuple[str, ...] = ()
        self.mode = TournamentMode.SWISS

    @property
    def title(self) -> str:
        return _("A cup")

    def on_enter(self) -> None:
        """Restores the remembered names and mode."""
        remembered = self.app.remembered_places.pop(_LEFT, None)
        if isinstance(remembered, TournamentSetup):
            self.names, self.mode = remembered.names, remembered.mode
        self._has_saved = TournamentStore(self.app.stores.folder).load() is not None

    def back(self) -> None:
        """Close the sheet. Its choices are remembered for any game until the program ends."""
        self.app.remembered_places[_LEFT] = self
        super().back()

    def rows(self) -> list[Element]:
        count = len(self.names)
        names_label = plural("Names: {count} on the list", "Names: {count} on the list", count).format(
            count=count
        )
        modes = [(TournamentMode.SWISS, _("Swiss")), (TournamentMode.ALL, _("round robin"))]
        rows: list[Element] = []
        if self._has_saved:
            rows.append(button(_("Continue the waiting cup"), self._resume))
        is_possible = CUP_SIZE_RANGE[0] <= count <= CUP_SIZE_RANGE[1]
        rows += [
            button(names_label if count else _("Who plays?"), self._ask_names),
            choice(_("Pairings"), modes, self.mode, self._set_mode),
            TextRow(
                _("Swiss: players with similar scores meet. Round robin (everyone meets) takes longer."),
                SMALL,
                is_muted=True,
            ),
            TextRow(
                _(
                    "Two players meet at each table. A player left over gets a bye, which "
                    "counts as a win. On phones, a computer sits in for anyone missing. "
                    "Such a match counts only if you say who won."
                ),
                SMALL,
                is_muted=True,
            ),
            Separator(),
            button(_("First round"), self._ask_begin, go=True, off=not is_possible),
        ]
        if not is_possible:
            rows.append(TextRow(self._people_limits, SMALL))
        return rows

    @property
    def _people_limits(self) -> str:
        """Sentence about the minimum and maximum number of people."""
        return _("A cup is for {few} to {many} people.").format(few=CUP_SIZE_RANGE[0], many=CUP_SIZE_RANGE[1])

    def _set_mode(self, mode: TournamentMode) -> None:
        self.mode = mode

    def _ask_names(self) -> None:
        """Open the editor of the names."""

        def named(names: object) -> None:
            """Take over the names, unless the editor was left without any result."""
            if isinstance(names, tuple):
                self._take_names(names)

        self.app.scenes.push(NamesSheet(self.names, self._people_limits), named)

    def on_file_dropped(self, path: Path) -> bool:
        """Read the names of a dropped file. Returns False if it is no text file."""
        return takes_names(self.app, path, self._take_names)

    def _take_names(self, names: tuple[str, ...]) -> None:
        self.names, self.needs_redraw = names, True

    def _ask_begin(self) -> None:
        """Start the first round, after confirmation if it would replace a saved tournament."""
        if TournamentStore(self.app.stores.folder).load() is None:
            self._begin()
            return
        more = _("A new one will replace it for good.")
        confirm(
            self.app,
            _("Another cup is waiting."),
            (_("Back"), _("Start a new cup")),
            self._begin,
            more,
            loses=True,
        )

    def _begin(self) -> None:
        """Pair the first round, save the tournament, and show its board."""
        cup = SavedTournament(self.slug, Tournament(self.names, self.mode).with_next_round(), self.rules)
        TournamentStore(self.app.stores.folder).save(cup.dump_state())
        self.app.scenes.replace(TournamentScene(cup))

    def _resume(self) -> None:
        """Show the saved tournament, or a dialog if it cannot be read."""
        scene = resume_tournament(self.app)
        if isinstance(scene, TournamentScene):
            self.app.scenes.replace(scene)
            return
        self.app.scenes.push(scene)
        self._has_saved = TournamentStore(self.app.stores.folder).load() is not None

    def help_text(self) -> str:
        return _("Matches on phones or in this window count automatically. For the rest, say who won.")


class TournamentScene(Screen, ClassScene):
    """Pairs of the round and the standings."""

    music, mood = "title", MusicMood.LOBBY

    def __init__(self, saved: SavedTournament, lesson: ClassRunner | None = None) -> None:
        """Show a tournament. ``lesson`` is the class session in which it is played on phones."""
        self._saved, self._lesson = saved, lesson
        self.focus = TournamentKey.PAIR.of(0)

    def on_enter(self) -> None:
        """Takes over and saves results of matches in this window, unless it is played on phones."""
        if self._lesson is None:
            self.app.stores.autosave.flush(
                MAX_SCREEN_WAIT_S
            )  # the last match may still be on its way to the archive
            updated = self._saved.looked_up(self.app.stores.archive.entries())
            if updated != self._saved:
                self._set_tournament(updated.cup)
        first_open = next((number for number, game in enumerate(self.games) if not game.is_played), 0)
        self.focus = TournamentKey.PAIR.of(first_open)

    @property
    def cup(self) -> Tournament:
        """Current state of the tournament: of the class session in which it is played, or saved."""
        played = self._lesson.cup if self._lesson is not None else None
        return played.cup if played is not None else self._saved.cup

    @property
    def slug(self) -> str:
        """Slug of the game that is played."""
        return self._saved.slug

    @property
    def games(self) -> Sequence[TournamentGame]:
        """Games of the last round with its byes, or the final alone."""
        return self.cup.rounds[-1] if self.cup.final is None else [self.cup.final]

    def build(self) -> Element:
        """Layout of the title, the pairs and the standings."""
        cup, theme = self.cup, self.app.theme
        title_text = round_words(cup)
        if cup.winner is not None:
            title_text = _("{name} wins the cup!").format(name=cup.names[cup.winner])
        title = row(
            sign("trophy", 43), Text(title_text, FontSpec(30, NAMES, most=40), flex=1),
            Text(_(find_game(self.slug).info.title), FontSpec(22, READ, theme.soft, most=29), lines=1),
            gap=14, align=0.5, pad=Padding(20, 4), least=TITLE_HEIGHT, behind=PANEL_PICTURE,
        )  # fmt: skip
        safe, prompt_top = self.app.view.safe_area, prompt_bar_top(self.app, self)
        bottom = prompt_top - min(prompt_top, self.app.view.h - WOOD_HEIGHT) + 14
        row_count = len(self.games) if len(self.games) <= 5 else -(-len(self.games) // 2)
        available_height = prompt_top - bottom - safe.y - TITLE_HEIGHT.at(self.app.text_scale) - 14
        min_height = max(44.0, min(MAX_PAIR_HEIGHT, (available_height + 10) / row_count - 10))
        return column(
            shrink_to_fit(title),
            shrink_to_fit(*(self._round_panel(min_height, *form) for form in LAYOUTS), ranks=1, flex=1),
            gap=14,
            pad=Padding(safe.x, safe.y, bottom),
            behind=Picture(draw_wall),
        )

    def _round_panel(
        self, min_height: float, columns: int, standings_size: float, pair_size: float
    ) -> Element:
        """Pairs on the left, standings on the right."""
        cup = self.cup
        pairs = [
            self._pair_row(number, game, min_height, pair_size) for number, game in enumerate(self.games)
        ]
        left: list[Element] = [GridLayout(tuple(pairs), columns=1 if len(pairs) <= 5 else 2, gap=10), _REST]
        if cup.winner is not None:
            name = SingleLineText(cup.names[cup.winner], FontSpec(64, NAMES, growth=0), 0.5)
            left += [Picture(draw_trophy, h=ScaledLength(180, 0)), name, _REST]
            if cup.final is not None and cup.final.points == 0.5:
                reason = _("If the final is drawn, the top seed wins.")
                left.insert(1, Text(reason, FontSpec(pair_size, READ, self.app.theme.soft), 0.5))
        width_share = 0.36 if columns == 1 else 0.42
        right = self._standings_panel(columns, standings_size, flex=width_share)
        return row(column(*left, flex=1 - width_share), right, gap=20)

    def _pair_row(self, number: int, game: TournamentGame, min_height: float, size: float) -> Element:
        """Names and score of a game. The winner is green, with a crown if there is room."""
        cup, theme = self.cup, self.app.theme
        max_size, ring = size * 1.3, 0 if cup.is_over else 14
        pair = partial(
            row,
            key=TournamentKey.PAIR.of(number),
            ring=ring,
            align=0.5,
            pad=Padding(12, 4),
            least=min_height,
            behind=PANEL_PICTURE,
        )
        if game.other is None:
            text = _("{name} has a bye: a point").format(name=cup.names[game.one])
            return pair(Text(text, FontSpec(size * 0.9, STRONG, theme.soft, most=max_size), 0.5, flex=1))
        sides: list[Element] = []
        for person, has_won in ((game.one, game.points == 1.0), (game.other, game.points == 0.0)):
            letters = FontSpec(
                size, NAMES if has_won else STRONG, theme.good if has_won else theme.ink, most=max_size
            )
            crown = (
                [row(_REST, sign("crown", 24), _REST)] if has_won and min_height >= MIN_CROWNED_HEIGHT else []
            )
            sides.append(column(*crown, SingleLineText(cup.names[person], letters, 0.5), flex=1))
        score = {None: ":", 1.0: "1 : 0", 0.0: "0 : 1"}.get(game.points, "½ : ½")
        middle = Text(score, FontSpec(size * 0.9, NAMES, theme.soft, most=max_size), 0.5, lines=1)
        return pair(sides[0], middle, sides[1], gap=8)

    def _standings_panel(self, columns: int, size: float, flex: float) -> Element:
        """Panel with the standings in ``columns`` columns."""
        cup, theme = self.cup, self.app.theme
        soft_font, max_size = FontSpec(size, READ, theme.soft, most=size * 1.3), size * 1.3
        name_font = FontSpec(size, STRONG, most=max_size)
        rows = []
        for index, standing in enumerate(cup.standings()):
            leads = index < 2 and standing.points
            rows.append(
                row(
                    Text(f"{index + 1}.", soft_font, 1.0, w=ScaledLength(size * 1.75, most=size * 2.3)),
                    SingleLineText(
                        cup.names[standing.person],
                        soft_font if standing.person in cup.gone else name_font,
                        flex=1,
                    ),
                    Text(halves(standing.points), FontSpec(size, NAMES, most=max_size), 1.0, lines=1),
                    Text(
                        halves(standing.buchholz),
                        soft_font,
                        1.0,
                        w=ScaledLength(size * 1.7, most=size * 2.2),
                    ),
                    gap=size * 0.35, align=0.5, pad=Padding(4, 0 if size == 18 else 3),
                    behind=patch(theme.chosen) if leads else None,
                )
            )  # fmt: skip
        rows_per_column = -(-len(rows) // columns)
        parts = [
            column(*rows[first : first + rows_per_column], flex=1)
            for first in range(0, len(rows), rows_per_column)
        ]
        grey = Text(_("Grey: points of opponents met"), FontSpec(18, READ, theme.soft, most=23), drop_rank=1)
        head = Text(_("Standings"), FontSpec(23, NAMES, most=30))
        pad = Padding(20 if columns == 1 else 10, 13)
        return column(head, row(*parts, gap=8), _REST, grey, flex=flex, gap=4, pad=pad, behind=PANEL_PICTURE)

    def actions(self) -> dict[str, Action]:
        """An action for each game, which asks who has won; for a bye, who goes home."""
        bye = _("Going home?") if self.cup.may_go else ""
        return {
            TournamentKey.PAIR.of(number): Action(
                partial(self._ask_winner, number), bye if game.other is None else self._question(game)
            )
            for number, game in enumerate(self.games)
        }

    def _question(self, game: TournamentGame) -> str:
        """Translated question about a game of two people."""
        return _("Play it, or say who won?") if self._may_play_here(game) else _("Who won?")

    def _may_play_here(self, game: TournamentGame) -> bool:
        """True if a game can be played in this window: it is open, and no phones play the cup."""
        return self._lesson is None and not game.is_played

    def shortcuts(self) -> list[Shortcut]:
        """Shortcuts to the next round or the final, and to playing on phones."""
        final = _("The final") if self.cup.may_have_final else ""
        onward = _("Next round") if self.cup.may_pair else final
        shortcuts = [Shortcut(InputAction.END_TURN, onward, self._start_next_round)]
        if self._may_begin:
            begin = partial(ask_begin, self.app, self._open_waiting_room)
            shortcuts.append(Shortcut(InputAction.JOIN, _("Play on phones"), begin))
        return shortcuts

    @property
    def _may_begin(self) -> bool:
        """True if phones can play the remaining games of the round."""
        return self._lesson is None and not self.cup.is_over and may_play(self.slug, self.cup)

    # Actions.

    def _ask_winner(self, number: int) -> None:
        """Ask who has won game ``number`` (from 0) of `games`, or play it; for a bye, ask who goes home."""
        cup, game = self.cup, self.games[number]
        if game.other is None:
            self._ask_home(game)
            return

        def decide(points: float | None) -> None:
            """Record the points of the first person. After None, not played yet, only a new match counts."""
            if points is None:
                self._saved = replace(self._saved, since=time.time())
            current = self.cup  # another game may have ended at a table
            self._set_tournament(
                current.with_final(points)
                if current.final is not None
                else current.with_result(number, points)
            )

        choices: list[tuple[str, Callable[[], object] | None]] = []
        if self._may_play_here(game):
            choices.append((_("Play it here"), partial(self._play_here, game)))
        choices += [
            (cup.names[game.one], partial(decide, 1.0)),
            (cup.names[game.other], partial(decide, 0.0)),
            (_("Nobody: a draw"), partial(decide, 0.5)),
            (_("Not played yet"), partial(decide, None)),
        ]
        if self.cup.may_go:
            choices.append((_("Someone goes home"), partial(self._ask_home, game)))
        self.app.audio.play("confirm")
        ask_choice(self.app, self._question(game), choices)

    def _play_here(self, game: TournamentGame) -> None:
        """Open the lobby with the two people of a game and the rules of the cup."""
        TournamentStore(self.app.stores.folder).save(self._saved.dump_state())  # where the match leads back
        names = [self.cup.names[person] for person in (game.one, game.other) if person is not None]
        self.app.open_scene("lobby", self.slug, names=names, rules=self._saved.rules)

    def _ask_home(self, game: TournamentGame) -> None:
        """Ask which of the two leaves and loses the current game; a refusing sound if none may go."""
        people = [person for person in self.cup.remaining_people if person in (game.one, game.other)]
        if not self.cup.may_go or not people:
            self.app.audio.play("refuse")
            return

        def goes(person: int) -> None:
            """Take a person out of the tournament."""
            self._set_tournament(self.cup.without(person))

        choices: list[tuple[str, Callable[[], object] | None]] = [(_("Nobody"), None)]
        choices += [(self.cup.names[person], partial(goes, person)) for person in people]
        question = _("Who's going home? They have no more matches, and lose the current one.")
        ask_choice(self.app, question, choices, loses=True)

    def _start_next_round(self) -> None:
        """Pair the next round or the final, if possible; returns to the tables if played there."""
        cup = self.cup
        if not cup.may_pair and not cup.may_have_final:
            self.app.audio.play("refuse")
            return
        self._set_tournament(cup.with_next_round() if cup.may_pair else cup.with_final())
        if self._lesson is not None and self._lesson.cup is not None:
            self._lesson.cup.next_round(self.cup)
            self.app.scenes.pop()  # back to the tables, where it is played

    def _set_tournament(self, cup: Tournament) -> None:
        """Takes over a state with a sound, saves it and redraws. Without phones, clears one that is over."""
        self.app.audio.play("win" if cup.is_over else "confirm")
        if self._lesson is not None and self._lesson.cup is not None:
            self._lesson.cup.cup = cup
            self._lesson.keep_cup()
        else:
            self._saved = self._saved.gone_on(cup)
            if cup.is_over:  # it is no longer resumable
                TournamentStore(self.app.stores.folder).clear()
            else:
                TournamentStore(self.app.stores.folder).save(self._saved.dump_state())
        self.needs_redraw = True
        if self.action() is None:
            self.focus = TournamentKey.PAIR.of(0)

    def _open_waiting_room(self) -> None:
        """Let phones join, a table for each pair; or a dialog if the house rules do not fit."""
        try:
            plan = cup_plan(self.slug, self.cup, self._saved.rules, _("A cup"))
        except ValueError as error:
            self.app.scenes.push(MessageDialog(_("These house rules don't work together."), str(error)))
            return
        self.app.scenes.replace(WaitingRoomScene(ClassRunner.begun(self.app, plan, self._saved)))

    @property
    def back_words(self) -> str:
        """Label of the back button: back to the tables, or leave."""
        return _("Back") if self._lesson is not None else _("Leave")

    def back(self) -> None:
        """Leave the tournament, for now or for good. Returns to the tables if it is played there."""
        if self._lesson is not None:
            self.app.scenes.pop()
            return

        def forget() -> None:
            """Delete the saved tournament, and leave."""
            TournamentStore(self.app.stores.folder).clear()
            self.app.scenes.pop()

        later = [(_("Leave and resume later"), self.app.scenes.pop)] if not self.cup.is_over else []
        choices = [(_("Stay here"), None), *later, (_("End and forget"), forget)]
        ask_choice(self.app, _("Leave the cup?"), choices, loses=True)


def resume_tournament(app: AppContext) -> Scene:
    """Board of the saved tournament. If it is missing or unreadable, quarantines it and returns a dialog."""
    cup = SavedTournament.from_state(TournamentStore(app.stores.folder).load())
    if cup is not None:
        return TournamentScene(cup)
    TournamentStore(app.stores.folder).refuse()
    return MessageDialog(_("This cup can't be read. Its file is kept."))


def return_from_match(app: AppContext, match: Match) -> None:
    """Replace all scenes by the title and the saved tournament's board. Says so if a match does not count."""
    app.scenes.reset(app.screens["title"](), resume_tournament(app))
    if match.conceded_by is not None:
        name = match.seats[match.conceded_by].name
        why = _("{name} gave up, so this match doesn't count. Play it again, or say who won.")
        app.scenes.push(MessageDialog(why.format(name=name)))
    elif not match.is_over:
        app.scenes.push(
            MessageDialog(_("This match isn't over and doesn't count yet. It's waiting in the drawer."))
        )


def board(run: ClassRunner) -> TournamentScene:
    """Board of the tournament that is played in this session."""
    assert run.kept_cup is not None
    return TournamentScene(run.kept_cup, run)


def halves(points: float) -> str:
    """Points as text, with ½ for a half."""
    whole_part = f"{int(points)}" if points >= 1 or not points else ""
    return whole_part + ("½" if points % 1 else "")
