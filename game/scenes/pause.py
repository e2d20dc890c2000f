"""The menu over a waiting match."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.contract import LayoutError
from game.core.discovery import find, part
from game.scenes.house import LEVELS
from game.store.maps import free_name, save_map
from game.ui.dialogs import Ask, Dialog, Tell
from game.ui.form import Form
from game.ui.match import MatchScene
from game.ui.widgets import Button, Heading, Widget
from game.ui.words import _


class Pause(Dialog):
    """Go on, seats, rules, settings, start again, give up, leave."""

    def __init__(self, match: MatchScene) -> None:
        super().__init__([])
        self.match = match

    def rows(self) -> Sequence[Widget]:
        match = self.match
        rows: list[Widget] = [
            Heading(_("Pause")),
            Button(_("Go on"), self._go_on, go=True),
            Button(_("Seats"), lambda: self.stage.open("seats", match)),
            Button(_("Rules"), lambda: self.stage.open("rules", match.session.game)),
            Button(_("Settings"), lambda: self.stage.open("settings")),
            Button(_("Start again"), self._restart),
        ]
        if find(match.session.game).info.boards:
            rows.append(Button(_("Keep this board as a map"), self._keep_board))
        if match.person is not None:
            rows.append(
                Button(_("{name} gives up").format(name=match.seats[match.person].name), self._concede)
            )
        return [*rows, Button(_("Leave; it will wait for you"), self._leave)]

    def enter(self) -> None:
        self.form = Form(self.rows())

    def retell(self) -> None:
        self.refill()

    def returned(self, result: object) -> None:
        self.refill()

    def refill(self) -> None:
        """Make the rows anew: a seat was handed over, or another language is spoken."""
        before = self.form
        self.enter()
        self.form.follow(before)
        self.layout()

    def _go_on(self) -> None:
        self.stage.scenes.pop()

    def _restart(self) -> None:
        def answered(answer: int | None) -> None:
            if answer == 1:
                self.match.again(same=True)

        self.stage.scenes.push(Ask(_("Start this match again?"), [_("Go on"), _("Start again")]), answered)

    def _keep_board(self) -> None:
        game = self.match.session.game
        session = self.match.session
        to_layout = part(find(game).info.boards)
        assert callable(to_layout)
        layout = to_layout(session.observe(None))
        path = free_name(self.stage.shelf.maps(game), _("Board"))
        try:
            find(game).rules.new(session.players, 0, session.options, layout)
            save_map(layout, path, LEVELS / game)
        except (OSError, LayoutError) as error:
            self.stage.scenes.push(Tell(_("The board could not be kept."), str(error)))
            return
        more = _(
            "To play on it again, choose it among the house rules, under “Board”. "
            "To change it, open this file with Tiled, a free map editor (mapeditor.org):"
        )
        self.stage.scenes.push(Tell(_("The board is kept as a map."), f"{more}\n{path}"))

    def _concede(self) -> None:
        person = self.match.person
        if person is None:
            return

        def answered(answer: int | None) -> None:
            if answer == 1:
                self.match.concede(person)
                self.stage.scenes.pop()

        self.stage.scenes.push(Ask(_("Really give up?"), [_("Go on"), _("Give up")]), answered)

    def _leave(self) -> None:
        self.stage.scenes.reset(self.stage.screens["title"]())
