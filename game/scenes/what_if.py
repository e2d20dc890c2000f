"""What if it had gone on otherwise: a match that begins at a moment of a film, or at a position as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.discovery import find, slugs
from game.core.session import Session
from game.match.film import Film
from game.match.match import Match
from game.match.seats import PHONE, Seat
from game.scenes.daily.facts import may_keep
from game.scenes.phone_door import AddressChoice
from game.scenes.resume import film_scene, open_film
from game.scenes.seats import HolderDialog, SeatRow
from game.store.archive import Ended
from game.store.settings import Scan
from game.ui.core import window
from game.ui.core.context import Stage
from game.ui.core.input import PAD, Act, Intent
from game.ui.core.scene import Help
from game.ui.core.theme import SMALL
from game.ui.match.opening import match_scene
from game.ui.match.transport import Screening
from game.ui.widgets.dialogs import Dialog, ScreenKeyboard
from game.ui.widgets.rows import Choice, Field
from game.ui.widgets.widgets import Button, Heading, Widget, Words
from game.words import _, counted

LONGEST = 4000
"""Letters of a position that is typed; the largest city has less."""


class WhatIf(HolderDialog):
    """Who plays on: a lobby for a match that stands in its middle already."""

    width = 760.0

    def __init__(self, stage: Stage, session: Session, seats: Sequence[Seat]) -> None:
        """Ask who sits where.

        Args:
            stage: where it is played.
            session: the match as it stands, which is a what-if.
            seats: who sat where; phones that are not there any more are people at this screen.
        """
        self.stage = stage
        here = [
            replace(seat, device="") if seat.device == PHONE and not stage.phones.holds(number) else seat
            for number, seat in enumerate(seats)
        ]
        self.match = Match(session, here)
        self._addresses = AddressChoice(stage)
        self._joins = stage.phones.is_open
        super().__init__(self._rows())
        self.form.focus = len(self.form.widgets) - 2  # whoever wants the same people presses once

    def _rows(self) -> list[Widget]:
        phones = [] if self.stage.phones.is_open else [Button(_("Let phones join"), self._open_party)]
        return [
            Heading(_("Play on from here")),
            Words(_told(self.match.session), SMALL, soft=True),
            *(SeatRow(self.stage, self.match, number) for number in range(len(self.match.seats))),
            *self._addresses.rows(),
            *phones,
            *(
                [Button(_("Keep this as a puzzle"), self._keep_puzzle)]
                if may_keep(self.match.session)
                else []
            ),
            Button(_("Play"), self._begin, go=True),
            Button(_("Back"), self.done),
        ]

    def _open_party(self) -> None:
        self.stage.phones.open()

    def tick(self, now: float) -> bool:
        """A party has opened: phones can be chosen from now on."""
        if self._addresses.follow(self.form) or self._joins != self.stage.phones.is_open:
            self._joins = self.stage.phones.is_open
            self.refit(self._rows())
        return False

    def _keep_puzzle(self) -> None:
        self.stage.open("keeping", self.match.session)

    def _begin(self) -> None:
        stage, session = self.stage, self.match.session
        stage.stores.autosave.begin(session.game)
        scene = match_scene(stage, session, self.match.seats)
        stage.scenes.reset(stage.screens["title"](), scene)
        # Kept from its first moment on, as any match is.
        scene.save()


def _told(session: Session) -> str:
    """From where it goes on, and that it counts nowhere."""
    what_if = session.what_if
    moves = 0 if what_if is None else what_if.moves
    counts = _("It counts in no statistics.")
    if not moves:
        return counts
    told = counted("A what-if, after {n} move.", "A what-if, after {n} moves.", moves).format(n=moves)
    return f"{told} {counts}"


def back_to_film(stage: Stage, session: Session, seats: Sequence[Seat]) -> None:
    """Show the film that a what-if came from, at the moment where it left it.

    Where that match is kept no more, as much of it as the what-if itself knows: up to where it left it, for
    what came after is played with hands that are still hidden.
    """
    what_if = session.what_if
    assert what_if is not None
    archive = stage.stores.archive
    # The name comes from a record, which may be anybody's: only what lies in the archive is asked for.
    known = any(entry.match.name == what_if.source for entry in archive.entries())
    kept = archive.load(what_if.source) if known else None
    stage.scenes.reset(stage.screens["title"]())
    if kept is not None and is_source(kept, session):
        stage.open("album", what_if.source)  # the way out leads to where it lies
        open_film(stage, kept, what_if.moves)
        return
    film = Film(session.before(what_if.moves))
    stage.scenes.push(film_scene(film, seats, Screening(at=what_if.moves, source=what_if.source)))


def is_source(kept: Ended, session: Session) -> bool:
    """Whether a match in the archive is the one that a what-if came from."""
    if session.what_if is None:
        return False
    try:
        film = Film.of(kept.record)
    except ValueError:
        return False
    moves = session.what_if.moves
    return film.log[:moves] == session.log[:moves]


class PositionSheet(Dialog):
    """A position typed or pasted as text, to be played on from."""

    width = 860.0

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._game = stage.game or slugs()[0]
        self._text, self._why = "", ""
        super().__init__(self._rows())

    def _rows(self) -> list[Widget]:
        games = [(slug, _(find(slug).info.title)) for slug in slugs()]
        why = [Words(self._why, SMALL)] if self._why else []
        return [
            Heading(_("A position as text")),
            Choice(_("Game"), games, self._game, self._choose),
            Field(_("Position"), self._text, self._write, self._ask, LONGEST),
            *why,
            Button(_("Paste"), self._paste),
            Button(_("Play on from here"), self._begin, go=True),
            Button(_("Back"), self.stage.scenes.pop),
        ]

    def _choose(self, game: str) -> None:
        self._game = game

    def _write(self, text: str) -> None:
        self._text = text

    def _ask(self) -> None:
        def take(text: str | None) -> None:
            if text is not None:
                self._text = text
                self._refill()

        self.stage.scenes.push(ScreenKeyboard(_("Position"), self._text, LONGEST), take)

    def _paste(self) -> None:
        self._text = " ".join((window.taken() or "").split())[:LONGEST]
        self._why = "" if self._text else _("There is no text on the clipboard.")
        self._refill()

    def _refill(self) -> None:
        self.refit(self._rows())

    def _begin(self) -> None:
        try:
            session = Session.from_position(self._game, self._text)
            if session.to_move is None:
                raise ValueError(_("This match is over."))
        except ValueError as error:
            self._why = str(error)
            self.stage.audio.play("refuse")
            self._refill()
            return
        level = find(self._game).bot.levels[0]
        names = session.names
        seats = [Seat(name, look % 8, "" if look == 0 else level) for look, name in enumerate(names)]
        self.stage.scenes.replace(WhatIf(self.stage, session.branched(0), seats))

    def intent(self, intent: Intent) -> None:
        types = intent.kind != PAD and self.stage.settings.scan is Scan.OFF
        if intent.act is Act.CONFIRM and isinstance(self.form.widget, Field) and types:
            self.form.move(1)  # who types ends with Enter; only a pad gets the keyboard on the screen
            self.stale = True
        else:
            super().intent(intent)
        self.stage.devices.typing = isinstance(self.form.widget, Field) and self.stage.scenes.top is self

    def help(self) -> Help:
        return [(Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Take it")), (Act.BACK, _("Back"))]
