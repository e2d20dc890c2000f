"""The ways into a hall: for a phone that comes late, and, asked for first, to the teacher's page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

import segno

from game.party.lectern import grouped, teacher_link
from game.party.party import NOWHERE, Front
from game.scenes.hall.run import HallRun
from game.scenes.phone_door import AddressChoice
from game.ui.art.icons import qr_code
from game.ui.core.canvas import Box
from game.ui.core.context import Stage
from game.ui.core.paint import Painter
from game.ui.core.theme import LARGE
from game.ui.widgets.dialogs import Ask, Dialog, Tell
from game.ui.widgets.form import Form
from game.ui.widgets.widgets import Button, PictureRow, Widget, Words
from game.words import _

SIZE = 230.0


def code_picture(matrix: Iterable[Sequence[object]]) -> PictureRow:
    """A code for cameras, rows of dark modules from the top."""
    rows = tuple("".join("1" if dark else "0" for dark in row) for row in matrix)

    def draw(painter: Painter, box: Box) -> None:
        painter.blit(qr_code(painter.assets, rows, SIZE), *box.centre, "center")

    return PictureRow(SIZE + 10, draw)


def show_join(run: HallRun) -> None:
    """Show the code for phones once more: somebody has come late, or has another phone."""
    stage = run.stage
    stage.scenes.push(JoinCode(run) if stage.phones.is_open else Tell(_("No phone can join.")))


class WayIn(Dialog, ABC):
    """A way in by the address to which phones come now, which is another as soon as the network is."""

    def __init__(self, stage: Stage) -> None:
        """The way through this window's door."""
        self._front = stage.phones.front
        super().__init__(self.rows(stage, self._front))

    @abstractmethod
    def rows(self, stage: Stage, front: Front) -> list[Widget]:
        """What it shows of this front."""

    def tick(self, now: float) -> bool:
        """Phones come to another address, or to none for now."""
        front = self.stage.phones.front
        if front.door != self._front.door:
            self._front = front
            shut: list[Widget] = [
                Words(_("No phone can join."), LARGE, face="strong", centred=True),
                Button(_("Done"), self._done, go=True),
            ]
            before = self.form
            self.form = Form(shut if front.door == NOWHERE else self.rows(self.stage, front))
            self.form.follow(before)
            self.layout()
            self.stale = True
        return False

    def _done(self) -> None:
        self.stage.scenes.pop()


class JoinCode(WayIn):
    """The way in for everybody who plays."""

    def __init__(self, run: HallRun) -> None:
        """The code of this hall."""
        self._run = run
        super().__init__(run.stage)

    def rows(self, stage: Stage, front: Front) -> list[Widget]:
        shut = not self._run.glance.door_open
        return [
            Words(_("Join with a phone"), LARGE, face="strong", centred=True),
            *(
                [Words(_("Nobody else is let in, but whoever was here comes back."), centred=True)]
                if shut
                else []
            ),
            code_picture(front.door.qr),
            Words(front.door.address, LARGE, face="names", centred=True),
            Words(front.code, LARGE, face="strong", centred=True),
            Button(_("Done"), self._done, go=True),
            *AddressChoice(stage).rows(),
        ]


def lead_word(run: HallRun) -> str:
    """Who leads: a class has a teacher, a cup somebody who has invited the others."""
    return _("Host") if run.glance.is_cup else _("Teacher")


def page_title(run: HallRun) -> str:
    """What the page is called from which everything is led."""
    return _("The host's page") if run.glance.is_cup else _("The teacher's page")


def ask_code(run: HallRun) -> None:
    """Show the code once somebody has said that nobody else sees it: whoever has it may do everything."""
    stage = run.stage

    def answered(answer: int | None) -> None:
        if answer == 1:
            stage.scenes.push(TeacherCode(run))

    if not stage.phones.is_open:
        stage.scenes.push(Tell(_("No phone can join.")))
        return
    more = _("Whoever scans it can do all that you can. Turn the projector away first.")
    stage.scenes.push(Ask(page_title(run), [_("Back"), _("Show the code")], more), answered)


class TeacherCode(WayIn):
    """The code, for a camera and to be typed."""

    def __init__(self, run: HallRun) -> None:
        """The code of this hall."""
        self._run = run
        super().__init__(run.stage)

    def rows(self, stage: Stage, front: Front) -> list[Widget]:
        address, token = front.door.address, self._run.desk.token
        return [
            Words(page_title(self._run), LARGE, face="strong", centred=True),
            code_picture(segno.make_qr(teacher_link(address, token), error="m").matrix),
            Words(f"{address}/teacher", LARGE, face="names", centred=True),
            Words(grouped(token), face="strong", centred=True),
            Button(_("Done"), self._done, go=True),
            Button(_("Another code"), self._ask),
            *AddressChoice(stage).rows(),
        ]

    def _ask(self) -> None:
        """Another code, once somebody has said so: whoever works at such a page has to go."""

        def answered(answer: int | None) -> None:
            if answer == 1:
                self._run.another_code()
                self.stage.scenes.replace(TeacherCode(self._run))

        more = _("All pages of the teacher are closed, and this code opens none any more.")
        self.stage.scenes.push(Ask(_("Another code?"), [_("Back"), _("Another code")], more), answered)
