"""The matches that have ended last, and their results and debriefs once more."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from game.core.discovery import find, slugs
from game.core.session import Session
from game.match.seats import PHONE
from game.scenes.results import won_by
from game.scenes.resume import seats
from game.scenes.sheets import Sheet
from game.store.archive import Ended
from game.store.notices import Why
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.kit.canvas import Box
from game.ui.kit.dialogs import Ask, Tell
from game.ui.kit.paint import NAMES, Painter, TextStyle
from game.ui.kit.stack import Help
from game.ui.kit.stage import Stage
from game.ui.kit.theme import BODY, LARGE, SMALL
from game.ui.kit.widgets import GAP, Button, SelfShown, Widget, Words, mark
from game.ui.table.opening import match_scene
from game.words import _, isolated

FACE = 56.0
"""How high the puppet before a row is, in units, at the usual text size."""


class MatchRow(SelfShown):
    """A match that has ended: its game, who has won it, all scores, and when that was."""

    def __init__(self, match: Ended, on: Callable[[], None]) -> None:
        self.on = on
        names = [str(seat.get("name", "")) for seat in match.seats]
        told = won_by([names[seat] for seat in match.winners])
        self.head = f"{_(find(match.slug).info.title)}: {told}"
        self.told = ", ".join(
            f"{isolated(name)}: {score}" for name, score in zip(names, match.scores, strict=True)
        )
        if match.conceded is not None:
            self.told += ". " + _("{name} gave up.").format(name=names[match.conceded])
        self.when = _when(match.ended)
        look = match.seats[match.winners[0]].get("look") if match.winners else None
        self.look = look if type(look) is int and 0 <= look < len(SEATS) else 0  # the file may hold anything
        self.is_won = bool(match.winners)

    @staticmethod
    def _face(ruler: Painter) -> float:
        """How high the puppet is."""
        return FACE * (0.5 + 0.5 * ruler.text_scale)

    def _room(self, ruler: Painter, width: float) -> float:
        """How wide the words may be."""
        return width - self._face(ruler) - 3 * GAP

    def _beside(self, ruler: Painter, width: float) -> float:
        """How much room the date takes beside the name of the game; 0 where it has a line of its own."""
        date = ruler.width(self.when, SMALL) + GAP
        return date if ruler.width(self.head, LARGE, NAMES) <= self._room(ruler, width) - date else 0.0

    def _heights(self, ruler: Painter, width: float) -> tuple[float, float, float]:
        """The heights of the head, of the scores, and of a date below them."""
        room = self._room(ruler, width)
        beside = self._beside(ruler, width)
        return (
            ruler.height(self.head, room - beside, LARGE, NAMES),
            ruler.height(self.told, room, BODY),
            0.0 if beside else ruler.line_height(SMALL),
        )

    def height(self, ruler: Painter, width: float) -> float:
        return max(72.0, sum(self._heights(ruler, width)) + 18)

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        if focused:
            mark(painter, box)
        state, tall = "happy" if self.is_won else "idle", self._face(painter)
        image = puppet(painter.assets, self.look, state, 0, tall, Dress(ground=False))
        foot = box.centre[1] + tall * 0.54 + puppet_foot(tall)
        painter.blit(image, box.x + GAP + tall * 0.46, foot, "midbottom")
        head, told, date = self._heights(painter, box.w)
        room = self._room(painter, box.w)
        left = box.right - GAP - room
        y = box.centre[1] - (head + told + date) / 2
        painter.paragraph(self.head, left, y, room - self._beside(painter, box.w), LARGE, TextStyle(NAMES))
        painter.paragraph(self.told, left, y + head, room, BODY)
        soft = painter.theme.soft
        if date:
            painter.text(self.when, left, y + head + told + date / 2, SMALL, TextStyle(colour=soft))
        else:
            painter.text(
                self.when, box.right - GAP, y + head / 2, SMALL, TextStyle(colour=soft), anchor="midright"
            )

    def press(self) -> None:
        self.on()


class Matches(Sheet):
    """Every match that is kept, newest first; one that is taken shows its results, or its debrief."""

    seat = 4

    def enter(self) -> None:
        self.title = _("Last matches")
        # The match that has just ended may still be on its way to the disk.
        self.stage.stores.autosave.settle()
        super().enter()

    def rows(self) -> Sequence[Widget]:
        known = [match for match in self.stage.stores.archive.all() if match.slug in slugs()]
        if not known:
            return [Words(_("Nothing yet: play a match to its end.")), Button(_("Back"), self._back, go=True)]
        rows = [MatchRow(match, lambda match=match: self._open(match)) for match in known]  # type: ignore[misc]
        return [*rows, Button(_("Forget all of it"), self._ask), Button(_("Back"), self._back, go=True)]

    @property
    def has_side(self) -> bool:
        return self.stage.text_scale <= 1.25

    def _open(self, match: Ended) -> None:
        if not look_up(self.stage, match):  # it was set aside, and is no row any more
            self.refill()

    def _back(self) -> None:
        self.stage.scenes.pop()

    def _ask(self) -> None:
        def answered(answer: int | None) -> None:
            if answer == 1:
                self.stage.stores.archive.clear()
                self.enter()
                self.layout()

        question = _("Forget the last matches?")
        self.stage.scenes.push(Ask(question, [_("Keep them"), _("Forget them")]), answered)

    def help(self) -> Help:
        told = super().help()
        if isinstance(self.form.widget, MatchRow):
            return [(act, _("Look at it again") if act == "confirm" else words) for act, words in told]
        return told


def look_up(stage: Stage, ended: Ended) -> bool:
    """Show how a match came out; of one that cannot be played the reason is told, and it stays where it is.

    Returns:
        Whether it is on the screen.
    """
    try:
        session = Session.from_record(ended.record)
        if session.game != ended.slug or session.players != len(ended.seats):
            raise ValueError("The record is that of another match.")
        if session.outcome is None and ended.conceded is None:
            raise ValueError("The match has not ended.")
    except ValueError as error:
        stage.stores.archive.refuse(ended.name, Why.MOVES)
        stage.scenes.push(
            Tell(_("This match cannot be shown. It stays where it is, nothing is lost."), str(error))
        )
        return False
    # Nobody plays: the pads of that day are not waited for.
    known = [dict(seat, device=PHONE if seat.get("device") == PHONE else "") for seat in ended.seats]
    match = match_scene(stage, session, seats(stage, session, {"seats": known}))
    match.look_up(ended.conceded)
    stage.scenes.push(match)
    match.finish()
    return True


def _when(moment: float) -> str:
    """A moment as people write it, of their own clock; in seconds since 1970."""
    local = time.localtime(moment)
    return _("{year}-{month}-{day}, {time}").format(
        year=local.tm_year,
        month=f"{local.tm_mon:02}",
        day=f"{local.tm_mday:02}",
        time=time.strftime("%H:%M", local),
    )
