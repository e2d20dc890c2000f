"""The way to the teacher's page, on a laptop, a tablet or a phone: asked for, and then shown."""

from __future__ import annotations

import segno

from game.party.lectern import grouped, teacher_link
from game.scenes.hall.run import HallRun
from game.ui.art.qr import qr_code
from game.ui.kit.canvas import Box
from game.ui.kit.dialogs import Ask, Dialog, Tell
from game.ui.kit.paint import Painter
from game.ui.kit.theme import LARGE
from game.ui.kit.widgets import Button, PictureRow, Words
from game.words import _

SIZE = 230.0


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
        address = run.stage.phones.front.door.address
        link = teacher_link(address, run.desk.token)
        matrix = segno.make_qr(link, error="m").matrix
        rows = tuple("".join("1" if dark else "0" for dark in row) for row in matrix)

        def draw(painter: Painter, box: Box) -> None:
            painter.blit(qr_code(painter.assets, rows, SIZE), *box.centre, "center")

        super().__init__([
            Words(_("The teacher's page"), LARGE, face="strong", centred=True),
            PictureRow(SIZE + 10, draw),
            Words(f"{address}/teacher", LARGE, face="names", centred=True),
            Words(grouped(run.desk.token), face="strong", centred=True),
            Button(_("Done"), self._done, go=True),
        ])  # fmt: skip

    def _done(self) -> None:
        self.stage.scenes.pop()
