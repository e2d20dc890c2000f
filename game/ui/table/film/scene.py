"""The film of a match: its moments in the game's own picture, a bar below, hands to go anywhere in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from game.match.film import Film, Mark, Sign, mark_after, mark_before
from game.match.match import Match
from game.match.phone_seats import FilmPhones
from game.match.seats import Seat
from game.ui.core.canvas import Box
from game.ui.core.input import MOUSE, Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.scene import Help
from game.ui.core.speech import Aloud
from game.ui.table.caption import Caption
from game.ui.table.context import ViewContext
from game.ui.table.film.bar import BarShown, draw_bar
from game.ui.table.film.boxes import GAP, BarBoxes, height
from game.ui.table.film.notes import TAG_TEXT, NextShown, next_title, strip_of
from game.ui.table.film.pointing import BarPointer
from game.ui.table.film.projector import Projector
from game.ui.table.film.transport import Eyes, Screening, Transport, eyes_of
from game.ui.table.film.usher import Usher
from game.ui.table.view import View
from game.ui.widgets import Scene
from game.ui.widgets.strip import draw_strip, strip_rows
from game.words import _

NEAR = 2
"""After so few moves of a mark a film that plays goes back to the mark before it."""


class FilmScene(Scene):
    """A film on the screen; nothing of it changes the match that it is of."""

    is_match = True
    """Whether the phones of a party watch it in the place of the match below."""
    is_looked_up = False

    def __init__(
        self,
        film: Film,
        seats: Sequence[Seat],
        make_view: Callable[[ViewContext], View],
        screening: Screening,
    ) -> None:
        """Show a film.

        Args:
            film: what is shown.
            seats: who sat where.
            make_view: makes the picture of its game.
            screening: for whom it is shown.
        """
        self._film, self._seats, self._make_view = film, tuple(seats), make_view
        people = [number for number, seat in enumerate(seats) if not seat.is_bot]
        self.eyes = eyes_of(film.at(0), people) if screening.told else (Eyes(screening.viewer),)
        self.is_match = screening.told  # the phones of a match that goes on go on with it
        self._screening = screening
        self.chosen = 0
        """Which of the eyes look on."""
        self.transport = Transport(max(0, min(screening.at, len(film))))
        self._opens = screening.at == 0
        """Whether the opening is still to be shown."""
        self._looks = tuple(seat.look for seat in seats)
        self._movers = tuple(self._looks[seat] for seat, _move in film.log) or self._looks[:1]
        self._pointer = BarPointer(self)
        self.attendance = Usher(lambda: self.stage)
        self.prepared = False
        """Whether the pictures are there without which nothing can be shown."""

    # On and off the screen.

    def enter(self) -> None:
        """Begin to play where it begins at its beginning; else stand."""
        self.projector = Projector(self.stage, self._film, self._seats, self._make_view)
        self.view = self.projector.view
        self.caption = Caption(self.projector.context, self.view, foot=lambda: self.boxes.bar.y)
        self.music = self.view.music
        # The board ends above the bar, whose room is as if the strip of the view lay above it.
        self._own_strip = self.view.strip
        self.strip = self._own_strip
        self.view.strip = self._own_strip + self._room
        self.projector.context.next_mark = self.next_mark
        self.projector.enter(self.transport.moment, self.eyes[self.chosen], opens=self._opens)
        self.marks = self._marks()
        if self._opens:
            self._go(self.transport.at(0, plays=len(self._film) > 0))

    def leave(self) -> None:
        """The film is over."""
        self.projector.leave()

    def layout(self) -> None:
        """The view above the bar."""
        self.view.strip = self._own_strip + self._room
        self.view.layout()

    @property
    def _room(self) -> float:
        """What strip and bar take below the board."""
        return strip_rows(self.stage, self._help(most=True)) + height(self.stage.text_scale) + 2 * GAP

    def retell(self) -> None:
        """In whatever language is spoken now."""
        self.view.retell()
        self.marks = self._marks()
        self._pointer.told = None

    def paused(self) -> None:
        """The window lost the focus: nothing goes on that nobody sees."""
        self._stop()

    def covered(self) -> None:
        """A screen lies over it."""
        self._stop()

    @property
    def boxes(self) -> BarBoxes:
        """Where the parts of the bar lie."""
        above = self.strip + strip_rows(self.stage, self._help(most=True)) + GAP
        return BarBoxes.of(self.stage.view, self.stage.text_scale, above, len(self.eyes))

    def has_strip(self, owner: object) -> bool:
        """Its own strip, not that of the view."""
        return owner is self

    def speaks_for(self, owner: object) -> bool:
        """Its strip stands in the place of the view's."""
        return owner is self.view

    def help(self) -> Help:
        """What the buttons do."""
        return self._help()

    def _help(self, *, most: bool = False) -> Help:
        """The strip; ``most`` for the longest there is, so that nothing above it moves."""
        play = _("Pause") if self.transport.plays else _("Play film")
        # A mouse has a wheel in the place of directions.
        step = Act.SCROLL if self.stage.devices.last == MOUSE else Act.NAVIGATE
        told: Help = [(Act.CONFIRM, play), (step, _("Step")), (Act.NEXT, next_title()),
                      (Act.SECONDARY, _("Speed"))]  # fmt: skip
        if len(self.eyes) > 1:
            told.append((Act.END_TURN, _("Eyes")))
        elif self.has_threats:
            told += self.projector.context.threats.help(longest=most)
        if self.may_play_on or (most and self._screening.told):
            told.append((Act.REDO, _("Play on from here")))
        if self._screening.told:
            told.append((Act.MEND, _("Share")))
        told.append((Act.BACK, self._screening.leads_back or _("Back")))
        return strip_of(self.stage, told)

    # Phones.

    @property
    def match(self) -> Match:
        """What phones are told of."""
        return self.projector.match

    @property
    def phones(self) -> FilmPhones:
        """What they are told."""
        return self.projector.phones

    # Where it is.

    def _marks(self) -> tuple[Mark, ...]:
        """The moments worth finding again, and that somebody gave up in the end, which no rule knows."""
        marks, seat = self._film.marks(self.view.words), self._screening.conceded
        if seat is None:
            return marks
        words = _("{name} gives up").format(name=self._seats[seat].name)
        return (*marks, Mark(self.length, Sign.FLAG, words, seat))

    @property
    def moment(self) -> int:
        """So many moves were made."""
        return self.transport.moment

    @property
    def length(self) -> int:
        """The last moment."""
        return len(self._film)

    def next_mark(self) -> NextShown | None:
        """The mark that comes next."""
        mark = mark_after(self.marks, self.moment)
        if mark is None:
            return None
        look = self._looks[mark.seat] if mark.seat is not None else None
        words = _("{what}, move {n}").format(what=mark.words, n=mark.at)
        return NextShown(mark.sign, look, words)

    def _go(self, transport: Transport) -> None:
        """At another moment, at another speed, playing or not."""
        before, self.transport = self.transport, transport
        if transport.moment != before.moment:
            self.projector.jump(transport.moment)
        if transport.plays and not before.plays:
            self.projector.begin()
        self.stale = True

    def _stop(self) -> None:
        self._pointer.drop()
        self._go(self.transport.at(self.moment, plays=False))

    def toggle(self) -> None:
        """Play or pause; at the end from the beginning again."""
        ends = self.moment == len(self._film)
        plays = not self.transport.plays and len(self._film) > 0
        self._go(self.transport.at(0 if ends and plays else self.moment, plays=plays))
        self.stage.audio.play("focus")

    def step(self, way: int) -> None:
        """A move further, which is seen to be made, or back; it waits there."""
        if way > 0 and self.moment < len(self._film):
            self.transport = self.transport.at(self.moment + 1, plays=False)
            self.projector.step()
            self.stale = True
        elif way < 0:
            self._go(self.transport.at(max(0, self.moment - 1), plays=False))

    def step_turn(self, way: int) -> None:
        """To the beginning of the next turn, or of this one, or the one before."""
        film, here = self._film, self.moment
        self._go(self.transport.at(film.turn_after(here) if way > 0 else film.turn_before(here), plays=False))

    def seek_mark(self, way: int) -> None:
        """To the next mark, or the last one; goes on playing where it did."""
        here = self.moment
        # While it plays the last mark goes away from whoever wants the one before it.
        near = max(0, here - NEAR * self.transport.plays)
        found = mark_after(self.marks, here) if way > 0 else mark_before(self.marks, near)
        ends = len(self._film) if way > 0 else 0
        self._go(self.transport.at(ends if found is None else found.at))
        self.stage.audio.play("focus")

    def seek(self, moment: int) -> None:
        """To any moment; goes on playing where it did."""
        self._go(self.transport.at(max(0, min(len(self._film), moment))))

    def hasten(self) -> None:
        """At the next speed."""
        self._go(self.transport.faster())
        self.stage.audio.play("focus")

    def hold(self, moment: int) -> None:
        """At a moment, and wait there."""
        self._go(self.transport.at(moment, plays=False))

    def go_on(self) -> None:
        """Play on from where it is, if there is more."""
        self._go(self.transport.at(self.moment, plays=self.moment < self.length))

    def look(self, which: int) -> None:
        """With other eyes, which lie so far in the list of them."""
        if which != self.chosen:
            self.chosen = which
            self.projector.look(self.eyes[which])
            self.stage.audio.play("focus")
            self.stale = True

    @property
    def has_threats(self) -> bool:
        """Whether the board shows what threatens, where nobody has anything to hide."""
        return not self.match.has_secrets

    @property
    def may_play_on(self) -> bool:
        """Whether somebody is to move at this moment, for whom it may go on otherwise."""
        return self._screening.told and self._film.at(self.moment).to_move is not None

    def play_on(self) -> None:
        """Ask who goes on from here, in a match of its own."""
        self._stop()
        self.stage.audio.play("confirm")
        # From an analysis, or from results looked up in the album, nobody says where the match lies.
        source = self._screening.source or self.stage.stores.archive.holds(self._film.record)
        branch = self._film.at(self.moment).branched(self.moment, source)
        self.stage.open("what_if", self.stage, branch, self._seats)

    def share(self) -> None:
        """Offer this moment to be shown to others."""
        self._stop()
        self.stage.audio.play("confirm")
        shown = self._film, self._seats, self._screening.conceded, self.moment
        self.stage.open("share_moment", self.stage, *shown)

    # People.

    def intent(self, intent: Intent) -> None:
        """Everything has its own key; a pointer presses what it sees."""
        match intent.act:
            case Act.CONFIRM | Act.PAUSE:
                self.toggle()
            case Act.NAVIGATE if intent.dx:
                self.step(intent.dx)
            case Act.NAVIGATE:
                self.step_turn(intent.dy)
            case Act.SCROLL:
                self.step(-1 if intent.dy > 0 else 1)
            case Act.NEXT | Act.PREVIOUS:
                self.seek_mark(1 if intent.act is Act.NEXT else -1)
            case Act.ENDS:
                self.seek(0 if intent.dy < 0 else len(self._film))
            case Act.SECONDARY:
                self.hasten()
            case Act.END_TURN if len(self.eyes) > 1:
                self.look((self.chosen + 1) % len(self.eyes))
            case Act.THREATS if self.has_threats:
                self.projector.context.threats.takes(intent)
            case Act.REDO if self.may_play_on:
                self.play_on()
            case Act.MEND if self._screening.told:
                self.share()
            case Act.BACK:
                self.stage.audio.play("back")
                self.stage.scenes.pop()
            case Act.POINT | Act.PRESS | Act.RELEASE:
                self._pointer.take(intent, self.stage.view.units(intent.at))
        self.stale = True

    # Time.

    def tick(self, now: float) -> bool:
        """The picture moves on, from move to move while it plays."""
        if self.view.prepare():
            self.stale = True
            return True
        self.prepared = True
        if self._opens:
            self._opens = False
            if self.moment == 0:
                self.projector.open()
        moving = self.projector.tick(now, self.transport.speed)
        self.stale |= self.projector.context.stale
        self.projector.context.stale = False
        if self.transport.plays and not self.projector.is_busy and now >= self.projector.rests_until:
            if self.moment == len(self._film):
                self._stop()
                return moving
            self.transport = self.transport.at(self.moment + 1)
            self.projector.step()
            self.stale = True
            return True
        return moving

    def due(self) -> Iterable[float]:
        """When the next move is made."""
        waits = self.transport.plays and not self.projector.is_busy
        return (*self.view.due(), *([self.projector.rests_until] if waits else []))

    def idle(self, now: float) -> list[Box]:
        """The view's idle life."""
        return self.view.idle(now)

    # Drawing.

    @property
    def shown(self) -> BarShown:
        """All that the bar shows now."""
        pointed = self._pointer.told or self._foretold()
        return BarShown(
            boxes=self.boxes, moment=self.moment, moves=len(self._film), plays=self.transport.plays,
            speed=self.transport.speed, movers=self._movers, looks=self._looks, marks=self.marks,
            eyes=self.eyes, chosen=self.chosen,
            told=pointed[0] if pointed else "", told_at=pointed[1] if pointed else 0,
            ring=self.stage.devices.last != MOUSE,
        )  # fmt: skip

    def _foretold(self) -> tuple[str, int] | None:
        """The mark that comes next, told above the thread where the board has no room for it.

        In large text it would lie over the board.
        """
        quiet = self.view.tells_marks or self.stage.text_scale > TAG_TEXT
        mark = None if quiet else mark_after(self.marks, self.moment)
        return None if mark is None else (next_title(mark.words), mark.at)

    def aloud(self) -> Aloud:
        """What the move that is shown has done."""
        return Aloud(_("Film"), (), "", self.view.news)

    def draw(self, painter: Painter) -> None:
        """The table at its moment, bar and strip; until its pictures are made what was there before."""
        if not self.prepared:
            return
        self.view.draw(painter)
        self.caption.draw(painter)
        draw_bar(painter, self.shown)
        draw_strip(painter, self.stage, self)

    def warm(self, painter: Painter) -> Iterator[None]:
        """Make the pictures that moves will need."""
        return self.view.warm(painter)

    def returned(self, result: Any) -> None:
        """What lay over it was closed."""
        self.stale = True
