"""The menu over a waiting match."""

from __future__ import annotations

from game.ui.dialogs import Ask, Dialog
from game.ui.match import MatchScene
from game.ui.widgets import Button, Heading, Widget
from game.ui.words import _


class Pause(Dialog):
    """Go on, seats, rules, settings, start again, give up, leave."""

    def __init__(self, match: MatchScene) -> None:
        self.match = match
        rows: list[Widget] = [
            Heading(_("Pause")),
            Button(_("Go on"), self._go_on, go=True),
            Button(_("Seats"), lambda: self.stage.open("seats", match)),
            Button(_("Rules"), lambda: self.stage.open("rules", match.session.game)),
            Button(_("Settings"), lambda: self.stage.open("settings")),
            Button(_("Start again"), self._restart),
        ]
        if match.person is not None:
            rows.append(
                Button(_("{name} gives up").format(name=match.seats[match.person].name), self._concede)
            )
        rows.append(Button(_("Leave; it will wait for you"), self._leave))
        super().__init__(rows)

    def _go_on(self) -> None:
        self.stage.scenes.pop()

    def _restart(self) -> None:
        def answered(answer: int | None) -> None:
            if answer == 0:
                self.match.again()

        self.stage.scenes.push(Ask(_("Start this match again?"), [_("Start again"), _("Go on")]), answered)

    def _concede(self) -> None:
        person = self.match.person
        if person is None:
            return

        def answered(answer: int | None) -> None:
            if answer == 0:
                self.match.concede(person)
                self.stage.scenes.pop()

        self.stage.scenes.push(Ask(_("Really give up?"), [_("Give up"), _("Go on")]), answered)

    def _leave(self) -> None:
        self.stage.scenes.reset(self.stage.screens["title"]())
