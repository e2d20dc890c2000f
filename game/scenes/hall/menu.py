"""The menu of a hall, and the way from the last hand to the debrief and to the end."""

from __future__ import annotations

from typing import Any, Final

from game.core.discovery import find
from game.match.hall.at_tables import at_tables
from game.match.hall.ballots import ROUNDS, PollSeen
from game.match.hall.commands import Asked, AskVote, LastHand, SetDoor, ToDebrief, Wish
from game.match.hall.snapshot import HallSnapshot
from game.scenes.hall.code import ask_code, page_title, show_join
from game.scenes.hall.private import kept_nothing
from game.scenes.hall.run import HallRun, HallScene
from game.ui.core.context import Stage
from game.ui.core.theme import LARGE
from game.ui.widgets.dialogs import Ask, Dialog, Tell
from game.ui.widgets.form import Form
from game.ui.widgets.widgets import Button, Space, Widget, Words
from game.words import _

BEFORE: Final = "before"
SHOWN: Final = "shown"


class HallMenu(Dialog):
    """What can be done with the evening as a whole."""

    def __init__(self, run: HallRun) -> None:
        """The menu of this hall."""
        self._run = run
        glance = run.glance
        rows: list[Widget] = [
            Words(glance.title or glance.game_title, LARGE, face="strong", centred=True),
            Button(_("Go on"), self._go_on, go=True),
        ]
        if glance.phase == "playing" and not glance.is_cup:
            rows.append(Button(_("Last hand now"), lambda: self._do(LastHand())))
        if glance.phase != "gathering" and not glance.is_cup and find(glance.game).info.class_scene:
            rows.append(Button(_("To the debrief"), self._debrief))
        if run.cup is not None and glance.phase != "gathering":
            rows.append(Button(_("To the cup"), self._cup))
        if glance.phase != "gathering":  # whose screen is the code itself
            rows.append(Button(_("Join with a phone"), self._join))
        rows += [
            Button(_("Let nobody else in") if glance.door_open else _("Let more people in"), self._door),
            Button(page_title(run), self._code),
            Button(_("Settings"), self._settings),
            Button(_("Leave, and go on later"), self._leave),
            Button(_("End it for everybody"), self._end),
            Space(),
            Words(kept_nothing(), soft=True, centred=True),
        ]
        super().__init__(rows)

    def _go_on(self) -> None:
        self.stage.scenes.pop()

    def _do(self, wish: Wish) -> None:
        self.stage.scenes.pop()
        self._run.do(wish)

    def _settings(self) -> None:
        self.stage.scenes.pop()
        self.stage.open("settings")

    def _code(self) -> None:
        self.stage.scenes.pop()
        ask_code(self._run)

    def _join(self) -> None:
        self.stage.scenes.pop()
        show_join(self._run)

    def _door(self) -> None:
        self.stage.scenes.pop()
        self._run.do(SetDoor(not self._run.glance.door_open))

    def _cup(self) -> None:
        self.stage.scenes.pop()
        self.stage.open("hall_board", self._run)

    def _debrief(self) -> None:
        self.stage.scenes.pop()
        to_debrief(self._run)

    def _leave(self) -> None:
        self._run.close(forget=False)
        to_title(self.stage)

    def _end(self) -> None:
        ask_end(self._run)


def to_title(stage: Stage) -> None:
    """Back to the drawer, whatever lies above it."""
    stage.scenes.reset(stage.screens["title"](stage))


def ask_end(run: HallRun) -> None:
    """End the evening once that was confirmed; nothing is kept of it."""

    def answered(answer: int | None) -> None:
        if answer == 1:
            run.close(forget=True)
            to_title(run.stage)

    more = _("All that was played, and all names, are deleted here. What you have saved stays where it is.")
    run.stage.scenes.push(
        Ask(_("End it for everybody?"), [_("Stay here"), _("End and forget")], more), answered
    )


def to_debrief(run: HallRun) -> None:
    """Stop the tables where hands are under way, ask everybody what decided it, and show the charts."""
    glance = run.glance
    if glance.phase == "debrief":
        show_debrief(run)
        return

    def answered(answer: int | None) -> None:
        if answer == 1:
            run.do(ToDebrief())

    if glance.is_over:
        run.do(ToDebrief())
        return
    more = _("Hands that are under way end as they stand.")
    run.stage.scenes.push(Ask(_("To the debrief?"), [_("Play on"), _("To the debrief")], more), answered)


def show_debrief(run: HallRun) -> None:
    """What the class found out; first the vote, if the game asks anything and nobody was asked yet."""
    vote = run.glance.vote
    if vote.has_any and not vote.before and not vote.after and run.glance.people:
        run.stage.scenes.push(
            VoteSheet(run, BEFORE), lambda answer: _charts(run) if answer == SHOWN else None
        )
    else:
        _charts(run)


def _charts(run: HallRun) -> None:
    stage, slug = run.stage, run.hall.plan.game
    if not find(slug).info.class_scene:  # a game that has no more to say about it
        choices = [_("Back to the tables"), _("End it for everybody")]

        def answered(answer: int | None) -> None:
            if answer == 1:
                ask_end(run)

        stage.scenes.push(Ask(_("What now?"), choices, kept_nothing()), answered)
        return
    try:
        stage.open("class_debrief", run.desk.book(), Around(run))
    except ValueError as error:
        stage.scenes.push(Tell(_("There is nothing to look back at yet."), str(error)))


class Around:
    """The lesson, for the charts that are shown while it goes on."""

    def __init__(self, run: HallRun) -> None:
        """This lesson."""
        self._run = run

    def poll_seen(self) -> PollSeen | None:
        """The vote as it stands; nothing where there is nobody to vote."""
        people = len(self._run.hall.roster)
        return self._run.desk.poll.seen(people) if people else None

    def vote_again(self) -> None:
        """Ask once more on all phones: the round after the charts, or the one that is open."""
        asked: Asked = "before" if self._run.glance.vote.open == BEFORE else "after"
        self._run.stage.scenes.push(VoteSheet(self._run, asked))


class VoteSheet(Dialog, HallScene):
    """Waits while everybody votes on their phones; popped with `SHOWN` for the charts.

    It goes as soon as the round is closed elsewhere, as on the teacher's page.
    """

    width = 780.0  # read from the back row

    def __init__(self, run: HallRun, asked: Asked) -> None:
        """Open the vote, ``before`` or ``after`` the charts."""
        self._run, self._asked = run, asked
        super().__init__(self._rows())

    def enter(self) -> None:
        self._run.do(AskVote(is_open=True, round=self._asked))

    def leave(self) -> None:
        if self._run.glance.vote.open:
            self._run.do(AskVote(is_open=False))

    def tick(self, now: float) -> bool:
        if self._run.glance.vote.open != self._asked:
            self._pop(SHOWN)
        return False

    def glanced(self, glance: HallSnapshot) -> bool:
        before, self.form = self.form, Form(self._rows())
        self.form.follow(before)
        self.layout()
        return True

    def _rows(self) -> list[Widget]:
        vote = self._run.glance.vote
        voted = vote.before if self._asked == BEFORE else vote.after
        told = _("{n} of {of} have voted").format(n=voted, of=vote.of)
        words = at_tables(self._run.hall.plan.game).poll(ROUNDS.index(self._asked))
        asked = (words.question, words.more) if words is not None else ("", "")
        return [
            Words(asked[0], LARGE, face="strong", centred=True),
            Words(asked[1], centred=True),
            Words(_("Everybody votes on their phone. Nobody sees who voted what."), soft=True, centred=True),
            Space(),
            Words(told, 40.0, face="names", centred=True),
            Space(),
            Button(_("Show the charts"), lambda: self._pop(SHOWN), go=True),
            Button(_("Not now"), lambda: self._pop(None)),
        ]

    def _pop(self, answer: Any) -> None:
        self.stage.scenes.pop(answer)
