"""The ways into a hall: for a phone that comes late, and, asked for first, to the teacher's page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import segno

from game.party.front import Front
from game.party.lectern import grouped, teacher_link
from game.scenes.hall.run import HallRun
from game.ui.art.qr import qr_code
from game.ui.kit.canvas import Box
from game.ui.kit.dialogs import Ask, Dialog, Tell
from game.ui.kit.paint import Painter
from game.ui.kit.stage import Stage
from game.ui.kit.theme import LARGE
from game.ui.kit.widgets import Button, PictureRow, Words
from game.words import _

SIZE = 230.0


def code_picture(matrix: Iterable[Sequence[object]]) -> PictureRow:
    """A code for cameras, rows of dark modules from the top."""
    rows = tuple("".join("1" if dark else "0" for dark in row) for row in matrix)

    def draw(painter: Painter, box: Box) -> None:
        painter.blit(qr_code(painter.assets, rows, SIZE), *box.centre, "center")

    return PictureRow(SIZE + 10, draw)


def show_join(stage: Stage) -> None:
    """Show the code for phones once more: somebody has come late, or has another phone."""
    phones = stage.phones
    stage.scenes.push(JoinCode(phones.front) if phones.is_open else Tell(_("No phone can join.")))


class JoinCode(Dialog):
    """The way in for everybody who plays."""

    def __init__(self, front: Front) -> None:
        """The way through this door."""
        super().__init__([
            Words(_("Join with a phone"), LARGE, face="strong", centred=True),
            code_picture(front.door.qr),
            Words(front.door.address, LARGE, face="names", centred=True),
            Words(front.code, LARGE, face="strong", centred=True),
            Button(_("Done"), self._done, go=True),
        ])  # fmt: skip

    def _done(self) -> None:
        self.stage.scenes.pop()


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
    stage.scenes.push(Ask(_("The teacher's page"), [_("Back"), _("Show the code")], more), answered)


class TeacherCode(Dialog):
    """The code, for a camera and to be typed."""

    def __init__(self, run: HallRun) -> None:
        """The code of this hall."""
        self._run = run
        address = run.stage.phones.front.door.address
        link = teacher_link(address, run.desk.token)
        matrix = segno.make_qr(link, error="m").matrix
        super().__init__([
            Words(_("The teacher's page"), LARGE, face="strong", centred=True),
            code_picture(matrix),
            Words(f"{address}/teacher", LARGE, face="names", centred=True),
            Words(grouped(run.desk.token), face="strong", centred=True),
            Button(_("Done"), self._done, go=True),
            Button(_("Another code"), self._ask),
        ])  # fmt: skip

    def _done(self) -> None:
        self.stage.scenes.pop()

    def _ask(self) -> None:
        """Another code, once somebody has said so: whoever works at such a page has to go."""

        def answered(answer: int | None) -> None:
            if answer == 1:
                self._run.another_code()
                self.stage.scenes.replace(TeacherCode(self._run))

        more = _("All pages of the teacher are closed, and this code opens none any more.")
        self.stage.scenes.push(Ask(_("Another code?"), [_("Back"), _("Another code")], more), answered)
