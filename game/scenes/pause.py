"""The menu over a waiting match, and what if it had gone on otherwise.

A what-if is a match that begins at a moment of a film, or at a position that was typed as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.discovery import find, slugs
from game.core.game import LayoutError
from game.core.session import Session
from game.match.film import Film
from game.match.match import Match
from game.match.seats import PHONE, Seat, may_act
from game.scenes.phone_door import AddressChoice
from game.scenes.puzzles import may_keep
from game.scenes.resume import open_film
from game.scenes.seats import HolderDialog, SeatRow
from game.scenes.sheets import TypedDialog, is_promise_shown
from game.shipped import levels_of
from game.store.archive import Ended
from game.store.files import Trouble
from game.store.maps import free_name, save_map
from game.ui.core import window
from game.ui.core.audio import Mood
from game.ui.core.fonts import STRONG
from game.ui.core.scene import AppContext
from game.ui.core.theme import SMALL
from game.ui.match.film import FilmScene
from game.ui.match.opening import begin_match, play_again
from game.ui.match.scene import MatchScene
from game.ui.match.transport import Screening
from game.ui.widgets import (
    Ask,
    Button,
    Choice,
    Dialog,
    Field,
    Form,
    Heading,
    ScreenKeyboard,
    Tell,
    TwoButtons,
    Widget,
    Words,
    confirm,
)
from game.words import _, counted

LONGEST = 4000
"""Letters of a position that is typed; the largest city has less."""


class WhatIf(HolderDialog):
    """Who plays on: a lobby for a match that stands in its middle already."""

    width = 760.0

    def __init__(self, stage: AppContext, session: Session, seats: Sequence[Seat]) -> None:
        """Ask who plays on; phones that are not there any more are people at this screen."""
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
        phones = Button(_("Let phones join"), self._open_party)
        puzzle = Button(_("Keep this as a puzzle"), lambda: self.stage.open("keeping", self.match.session))
        return [
            Heading(_("Play on from here")),
            Words(_told(self.match.session), SMALL, soft=True),
            *(SeatRow(self.stage, self.match, number) for number in range(len(self.match.seats))),
            *self._addresses.rows(),
            *([] if self.stage.phones.is_open else [phones]),
            *([puzzle] if may_keep(self.match.session) else []),
            Button(_("Play"), self._begin, go=True),
            Button(_("Back"), self.done),
        ]

    def _open_party(self) -> None:
        self.stage.phones.open()

    def tick(self, now: float) -> bool:
        if self._addresses.follow(self.form) or self._joins != self.stage.phones.is_open:
            self._joins = self.stage.phones.is_open
            self.refit(self._rows())
        return False

    def _begin(self) -> None:
        begin_match(self.stage, self.match.session, self.match.seats)


def _told(session: Session) -> str:
    """From where it goes on, and that it counts nowhere."""
    what_if = session.what_if
    moves = 0 if what_if is None else what_if.moves
    counts = _("It counts in no statistics.")
    if not moves:
        return counts
    told = counted("A what-if, after {n} move.", "A what-if, after {n} moves.", moves).format(n=moves)
    return f"{told} {counts}"


def back_to_film(stage: AppContext, session: Session, seats: Sequence[Seat]) -> None:
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
    stage.scenes.push(FilmScene(film, seats, Screening(at=what_if.moves, source=what_if.source)))


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


class PositionSheet(TypedDialog):
    """A position typed or pasted as text, to be played on from."""

    width = 860.0

    def __init__(self, stage: AppContext) -> None:
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


PAIRED = 900.0
"""How wide the menu is where its buttons stand in pairs, at the usual text size."""


class Pause(Dialog):
    """Go on, seats, rules, settings, start again, give up, leave."""

    def __init__(self, scene: MatchScene) -> None:
        super().__init__([])
        self._head: list[Widget] = []
        """Down to the button to go on, from the heading on."""
        self._between: list[Button] = []
        self._ends: list[Button] = []
        """What ends the match or the evening; it never stands beside anything else."""
        self._new: list[Button] = []
        """Those of them that came when all there is was asked for."""
        self.scene = scene
        self.match = scene.match
        self._is_unfolded = False
        """Whether what is rarely wanted is shown too."""

    def _fill(self) -> None:
        """Make all rows; `layout` says which of them stand where."""
        match = self.match
        handicap = self.scene.context.words.handicap()
        self._head = [
            Heading(_("Pause")),
            *self._warning(),
            *([Words(handicap, SMALL, soft=True)] if handicap else []),
            Button(_("Go on"), self.stage.scenes.pop, go=True),
        ]
        # The match waits as any that is left; what it came from is seen again.
        film = Button(_("Back to the film"), lambda: back_to_film(self.stage, match.session, match.seats))
        usual = [
            *([film] if _has_film(match) else []),
            Button(_("Seats"), lambda: self.stage.open("seats", self.scene)),
            Button(_("Rules"), lambda: self.stage.open("rules", match.session.game)),
            Button(_("Settings"), lambda: self.stage.open("settings")),
        ]
        self._new = self._rare() if self._is_unfolded else []
        self._between = [*usual, *(self._new or [Button(_("More"), self.unfold)])]
        self._ends = []
        if (seat := self._giving_up) is not None:
            gives_up = _("{name} gives up").format(name=match.seats[seat].name)
            self._ends.append(Button(gives_up, lambda: self._concede(seat)))
        leave = _("Leave; what is new will be lost") if self.is_lost else _("Leave; it will wait for you")
        self._ends.append(Button(leave, self._leave))
        self.form = Form([*self._head, *self._between, *self._ends])

    def _rare(self) -> list[Button]:
        match = self.match
        promise = Button(_("The promise"), lambda: self.stage.open("promise", match))
        rows = [
            Button(_("Start again"), self._restart),
            *([Button(_("Film so far"), self._film_so_far)] if match.session.log else []),
            *([promise] if is_promise_shown(match) else []),
        ]
        if find(match.session.game).part("boards"):
            rows.append(Button(_("Keep this board as a map"), self._keep_board))
        # Where hands lie open in a puzzle, nobody makes one of a match in which they are still hidden.
        hides = match.has_secrets and not find(match.session.game).part("rummy")
        if match.person is not None and may_keep(match.session) and not hides:
            rows.append(Button(_("Keep this as a puzzle"), self._keep_puzzle))
        return rows

    def unfold(self) -> None:
        """Show all there is; the first of what is new has the focus then."""
        self._is_unfolded = True
        self.refill()

    @property
    def is_lost(self) -> bool:
        """Whether the match could not be kept the last time that was tried."""
        return bool(self.stage.banner.why)

    def _warning(self) -> Sequence[Widget]:
        if not self.is_lost:
            return []
        more = _("It is tried again with every move.")
        return [Words(self.stage.banner.words, face=STRONG), Words(more, SMALL, soft=True)]

    def layout(self) -> None:
        """Where a column of all rows is too high, buttons stand in pairs; then what is said least goes.

        The heading goes first, then, once all there is was asked for, what was there before that.
        """
        chosen, pairs = self._chosen, self._pairs(self._between)
        column = [*self._head, *self._between, *self._ends]
        fewer = self._pairs(self._new or self._between)[1:]
        for width, rows in ((Dialog.width, column), (PAIRED, pairs), (PAIRED, pairs[1:]), (PAIRED, fewer)):
            self.width, scroll = width, self.form.scroll
            self.form = Form(rows)
            self.form.scroll = scroll
            self._choose(chosen)
            super().layout()
            if self.form.total <= self.form.box.h + 1:
                break

    def _pairs(self, buttons: Sequence[Button]) -> list[Widget]:
        """The rows with these buttons between going on and what ends the match, two by two."""
        pairs = [TwoButtons(*two) for two in zip(buttons[::2], buttons[1::2], strict=False)]
        alone = buttons[-1:] if len(buttons) % 2 else ()
        return [*self._head, *pairs, *alone, *self._ends]

    @property
    def _buttons(self) -> list[Widget]:
        return [self._head[-1], *self._between, *self._ends]

    @property
    def _chosen(self) -> int:
        """Which of the buttons has the focus; the first where none has."""
        row = self.form.widget
        button = row.buttons[row.chosen] if isinstance(row, TwoButtons) else row
        return self._buttons.index(button) if button in self._buttons else 0

    def _choose(self, number: int) -> None:
        """Give the focus to one of the buttons; to the first that stands there where that one does not."""
        for button in (self._buttons[min(number, len(self._buttons) - 1)], self._head[-1]):
            for place, row in enumerate(self.form.widgets):
                if row is button or (isinstance(row, TwoButtons) and button in row.buttons):
                    self.form.focus = place
                    if isinstance(row, TwoButtons):
                        row.step(1 if row.buttons[1] is button else -1)
                    return

    mood = Mood.LOBBY

    def enter(self) -> None:
        self.stage.audio.play("pause")
        self._fill()
        # The menu says it itself.
        self.stage.banner.shut = True
        # Tried once more: what was in the way may be gone by now.
        if self.is_lost:
            self.scene.save()

    def tick(self, now: float) -> bool:
        """What the menu says of leaving holds: a save may come out while it is open."""
        if self.stage.banner.watch(self.scene):
            self.stage.banner.shut = True
            self.refill()
            self.stale = True
        return False

    def retell(self) -> None:
        self.refill()

    def returned(self, result: object) -> None:
        self.refill()

    def refill(self) -> None:
        """Make the rows anew: a seat was handed over, or another language is spoken."""
        chosen = self._chosen
        self._fill()
        self._choose(chosen)
        self.layout()

    def _film_so_far(self) -> None:
        """What has happened by now, from its beginning; nobody sees a hand there that is not theirs."""
        shown = Screening(told=False, leads_back=_("Menu"), viewer=self.scene.context.viewer.seat)
        self.stage.open("film", self.match, shown)

    def _restart(self) -> None:
        confirm(
            self.stage,
            _("Start this match again?"),
            (_("Go on"), _("Start again")),
            lambda: play_again(self.scene, same=True),
        )

    def _keep_board(self) -> None:
        game = self.match.session.game
        session = self.match.session
        layout = find(game).part("boards")(session.observe(None))
        path = free_name(self.stage.stores.maps(game), _("Board"))
        try:
            # The rules are asked first: only a board that can be played on is worth keeping.
            find(game).rules.new(session.players, 0, session.options, layout)
            save_map(layout, path, levels_of(game))
        except (OSError, LayoutError) as error:
            self.stage.scenes.push(Tell(_("The board could not be kept."), str(error)))
            return
        more = _(
            "To play on it again, choose it among the house rules, under “Board”. "
            "To change it, open this file with Tiled, a free map editor (mapeditor.org):"
        )
        self.stage.scenes.push(Tell(_("The board is kept as a map."), f"{more}\n{path}", path))

    def _keep_puzzle(self) -> None:
        person = self.match.person
        name = self.match.seats[person].name if person is not None else ""
        self.stage.open("keeping", self.match.session, name, goes_on=True)

    @property
    def _giving_up(self) -> int | None:
        """The seat that may be given up here: that of the device in use, else the one to move."""
        match, device = self.match, self.stage.devices.last
        if match.person is None:
            return None
        for number, seat in enumerate(match.seats):
            if seat.is_here and seat.device and may_act(match.seats, number, device):
                return number
        return match.person

    def _concede(self, seat: int) -> None:
        def answered(answer: int | None) -> None:
            if answer == 1:
                self.match.concede(seat)
                self.stage.scenes.pop()

        words = _("Does {name} really give up?").format(name=self.match.seats[seat].name)
        self.stage.scenes.push(Ask(words, [_("Go on"), _("Give up")]), answered)

    def _leave(self) -> None:
        if not self.is_lost:
            self._go()
            return

        def answered(answer: int | None) -> None:
            if answer == 1:
                folder = self.stage.stores.folder
                # The question has told it already: the title need not tell it again.
                folder.heard(notice for notice in folder.untold if notice.trouble is Trouble.UNWRITABLE)
                self._go()

        self.stage.scenes.push(self.stage.screens["losing"](self.stage), answered)

    def _go(self) -> None:
        self.stage.scenes.reset(self.stage.screens["title"]())


def _has_film(match: Match) -> bool:
    """Whether it began in the middle of another match; from a position as text there was none."""
    what_if = match.session.what_if
    return what_if is not None and bool(what_if.moves or what_if.source)
