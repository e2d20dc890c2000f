"""The view of a game without a picture of its own: what is known in words, and legal moves as buttons.

`view_of` says which view a game has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from game.core.discovery import find
from game.core.game import Event, Observation
from game.match.phone import PhonePart
from game.match.phone_seats import narrowed
from game.match.words import MatchWords
from game.ui.art.puppets import STATES, Dress, puppet, puppet_foot
from game.ui.art.rooms import wall
from game.ui.core.canvas import Box, DirtyBoxes
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Help
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL
from game.ui.match.context import ViewContext
from game.ui.match.told import again_help, worn
from game.ui.match.view import View, teacher_column
from game.ui.widgets import Button, Form, Heading, StitchedLine, Widget, Words, draw_strip, sheet, strip_rows
from game.words import _

PUPPET = 96.0
"""How high the puppets of the seats are, in units."""
TEACHER = 300.0, 400.0
"""How wide a teacher's column is beside the sheets, for usual text and for text of 200 %."""
HIDDEN = {"seat", "players", "turn"}
"""Fields of an observation that the picture shows otherwise."""


class PlainViewWords(MatchWords):
    """What can be said of a match without knowing its game."""

    def sentence(self, event: Event, times: int = 1) -> str:
        """What an event carries, in the rules' own words."""
        name = _("The table") if event.seat is None else self.match.seats[event.seat].name
        carried = ", ".join(f"{_readable(part)} {_told(value)}" for part, value in event.data.items())
        happened = _readable(event.kind) + (f" ({carried})" if carried else "")
        return _("{name}: {move}").format(name=name, move=happened)

    def just_now(self) -> str:
        log = self.match.session.log
        if not log:
            return ""
        seat, move = log[-1]
        return _("{name}: {move}").format(name=self.match.seats[seat].name, move=move)


class PlainView(View):
    """Seats above, what is known on the left, the moves of whoever is to play on the right."""

    strip = 18.0

    def __init__(self, context: ViewContext) -> None:
        self._context = context
        self.words = PlainViewWords(context.match)
        self.phone = PhonePart(context.match)
        self._title = find(context.session.game).info.title
        self._seen: Observation = context.session.observe(None)
        self._prefix: tuple[str, ...] = ()
        """The first words of a move, where there are too many to be listed at once."""
        self.known = Form([], read=True)
        self.moves = Form([])
        self._life = DirtyBoxes()

    @property
    def news(self) -> str:
        return self.words.just_now()

    # Events.

    def length(self, event: Event) -> float:
        return 0.0

    def expect(self, events: Sequence[Event]) -> None:
        self._prefix = ()

    def begin(self, event: Event) -> None:
        """Nothing moves."""

    def settle(self, event: Event) -> None:
        """What is known is taken in with the next observation."""

    def sync(self, seen: Observation) -> None:
        self._seen = seen
        self._context.stage.audio.play("place")
        self._fill()

    def ready(self) -> None:
        self._fill()

    def retell(self) -> None:
        self._fill()

    def _fill(self) -> None:
        """Tell what is known, and offer what can be done."""
        context = self._context
        rows: list[Widget] = [Heading(_("The table"))]
        if self.news:
            rows += [Words(self.news, LARGE, face=STRONG), StitchedLine()]
        for name, value in self._seen.items():
            if name not in HIDDEN:
                rows.append(Words(f"{_readable(name)}: {_told(value)}", BODY))
        before, self.known = self.known, Form(rows, read=True)
        self.known.follow(before)
        self.moves = Form(self._offered())
        context.redraw()
        if before.box.w:  # nothing was laid out before the first `layout`
            self.layout()

    def _offered(self) -> list[Widget]:
        """The moves of the person to move, a few words at a time where there are many."""
        context, person = self._context, self._context.person
        if person is None or context.playback.is_busy:
            seat = context.match.to_move
            waits = _("{name} is thinking.").format(name=context.seats[seat].name) if seat is not None else ""
            return [Heading(_("Moves")), Words(waits or _("The match is over."))]
        offered = narrowed(context.session.moves(), self._prefix)
        words = _("{name}, your move").format(name=context.seats[person].name)
        rows: list[Widget] = [Heading(words)]
        if offered["prefix"]:
            rows.append(Button(_("Another one"), lambda: self._narrow(())))
        prefixes = [(*offered["prefix"], word) for word in offered["next"]]
        rows += [Button(f"{' '.join(prefix)} …", partial(self._narrow, prefix)) for prefix in prefixes]
        rows += [Button(move, partial(self._play, move)) for move in offered["moves"]]
        return rows

    def _play(self, move: str) -> None:
        self._context.play(move)

    def _narrow(self, prefix: tuple[str, ...]) -> None:
        self._prefix = prefix
        self._fill()

    # People.

    def act(self, intent: Intent, seat: int) -> None:
        stage = self._context.stage
        if intent.act not in (Act.POINT, Act.RELEASE, Act.SCROLL):
            self._context.messages.clear()
        if intent.act is Act.BACK and self._prefix:
            self._narrow(())
            return
        at = stage.view.units(intent.at)
        # Keys always mean the moves; only a pointer can mean what is known, to scroll there.
        form = self.known if self.known.box.holds(at) and intent.act is not Act.NAVIGATE else self.moves
        if form.intent(intent, at, stage.ruler):
            stage.audio.play("confirm" if intent.act in (Act.CONFIRM, Act.PRESS) else "focus")
        self._context.redraw()

    def hover(self, intent: Intent) -> None:
        stage = self._context.stage
        if self.known.intent(intent, stage.view.units(intent.at), stage.ruler):
            self._context.redraw()

    def is_free(self) -> bool:
        return not self._prefix

    def hint(self) -> None:
        self._context.ask_hint(self.phone.question, self._hinted)

    def _hinted(self, move: str) -> None:
        self._context.messages.tell(_("Perhaps: {move}").format(move=move))
        for place, row in enumerate(self.moves.widgets):
            if isinstance(row, Button) and row.label == move:
                self.moves.show(place)
                break
        self._context.redraw()

    def help(self) -> Help:
        back: Help = [(Act.UNDO, _("Take back"))] if self._context.match.can_go_back else []
        again = again_help(self._context)
        if self._context.person is None:
            return [*back, *again, (Act.PAUSE, _("Menu"))]
        return [
            (Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Play")), *back, (Act.HINT, _("Hint")),
            *again, (Act.PAUSE, _("Menu")),
        ]  # fmt: skip

    # What others did.

    def told_box(self) -> Box:
        return self.moves.box.grown(24)

    def seat_box(self, seat: int) -> Box:
        safe, count = self._safe, len(self._context.seats)
        top = safe.y + self._context.stage.ruler.line_height(HEADING)
        return Box(safe.x + safe.w / count * seat, top, safe.w / count, PUPPET + 40)

    @property
    def _safe(self) -> Box:
        """What a teacher, if there is one, leaves of the canvas."""
        stage = self._context.stage
        whole = stage.view.safe
        aside = teacher_column(stage.text_scale, TEACHER) + 24 if self._context.learns else 0.0
        return Box(whole.x + aside, whole.y, whole.w - aside, whole.h)

    def lesson_room(self) -> Box:
        left = self._context.stage.view.safe.x
        return Box(left, self._safe.y, self._safe.x - 24 - left, self.known.box.bottom + 24 - self._safe.y)

    def where(self, name: str) -> Box | None:
        rows = enumerate(self.moves.widgets)
        return next((self.moves.place(n) for n, row in rows if getattr(row, "label", "") == name), None)

    # The picture.

    def layout(self) -> None:
        stage = self._context.stage
        ruler, safe = stage.ruler, self._safe
        top = safe.y + ruler.line_height(HEADING) + PUPPET + ruler.line_height(SMALL) + 34
        bottom = stage.view.h - self.strip - strip_rows(stage, self.help()) - 16
        wide = (safe.w - 24) / 2
        for form, x in ((self.known, safe.x), (self.moves, safe.x + wide + 24)):
            form.lay(ruler, Box(x, top, wide, bottom - top).grown(-24))

    def draw(self, painter: Painter) -> None:
        view, safe, theme = painter.view, self._safe, painter.theme
        painter.blit(wall(painter.assets, view.w, view.h, theme.name), 0, 0)
        y = safe.y + painter.line_height(HEADING) / 2
        painter.text(self._title, safe.centre[0], y, HEADING, TextStyle(NAMES), anchor="center")
        self._draw_seats(painter)
        for form in (self.known, self.moves):
            sheet(painter, form.box.grown(24))
            form.draw(painter, focused=form is self.moves)
        if self._context.messages.text:
            words, y = self._context.messages.text, self.known.box.y - 34
            painter.text(words, safe.centre[0], y, BODY, TextStyle(STRONG), anchor="center", room=safe.w)
        draw_strip(painter, self._context.stage, self)

    def _draw_seats(self, painter: Painter) -> None:
        context, safe = self._context, self._safe
        step = safe.w / len(context.seats)
        floor = safe.y + painter.line_height(HEADING) + PUPPET + 4
        for number, seat in enumerate(context.seats):
            turns = context.match.to_move == number
            tall = PUPPET if turns else PUPPET * 0.8
            x = safe.x + step * (number + 0.5)
            state, frame = self._state(number)
            dress = Dress(wears=worn(seat.level, seat.sock), rim=4.0 if turns else 0.0, ground=False)
            image = puppet(painter.assets, seat.look, state, frame, tall, dress)
            painter.blit(image, x, floor + puppet_foot(tall), "midbottom")
            y = floor + painter.line_height(SMALL) / 2 + 4
            painter.text(seat.name, x, y, SMALL, TextStyle(NAMES), anchor="center", room=step - 12)

    def _state(self, number: int) -> tuple[str, int]:
        stage = self._context.stage
        state = "thinking" if self._context.thinks(number) else "idle"
        return state, 0 if stage.rests else STATES[state].at(stage.now + number * 900)

    def idle(self, now: float) -> list[Box]:
        safe, count = self._safe, len(self._context.seats)
        step, top = safe.w / count, safe.y + self._context.stage.ruler.line_height(HEADING)
        living = [
            (number, self._state(number), Box(safe.x + step * number, top - 14, step, PUPPET + 40))
            for number in range(count)
        ]
        return self._life.changed(living)


def _readable(name: str) -> str:
    """An identifier of the rules, for people."""
    return str(name).replace("_", " ").capitalize()


def _told(value: object) -> str:
    """A value of an observation, for people."""
    match value:
        case None:
            return "–"
        case bool():
            return _("Yes") if value else _("No")
        case {"hidden": int(count)}:
            return _("{n} hidden").format(n=count)
        case dict():
            return ", ".join(f"{name} {_told(part)}" for name, part in value.items()) or "–"
        case list():
            return ", ".join(map(_told, value)) or "–"
    return str(value) or "–"


def view_of(game: str) -> Callable[[ViewContext], View]:
    """What makes the picture of a game: its own view, or the plain one."""
    return cast(Callable[[ViewContext], View], find(game).part("view") or PlainView)
