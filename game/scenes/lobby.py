"""The lobby: who sits where, with what, and by which house rules a match is played."""

from __future__ import annotations

from dataclasses import replace

from game.core.discovery import part
from game.core.session import Session
from game.party.desk import Place
from game.party.messages import Joined, Left, News
from game.party.party import State
from game.scenes.house import LEVELS, USUAL, House
from game.scenes.joining import Joining
from game.scenes.lobby_layout import Layout
from game.scenes.lobby_picture import draw_lobby, seat_life
from game.scenes.seat import NAMES_GIVEN, SeatDialog, look_of, told_apart
from game.store.settings import SeatChoice
from game.ui.art.patterns import SEATS
from game.ui.dialogs import Tell
from game.ui.focus import neighbour
from game.ui.input import Act, Intent
from game.ui.life import Life
from game.ui.pads import PAD
from game.ui.paint import Painter
from game.ui.scene import Help
from game.ui.seats import PHONE, Seat, device_words
from game.ui.starting import new_match
from game.ui.view import Box
from game.ui.widgets import Field
from game.ui.words import _, counted

START, FORM, PHONES = "start", "form", "phones"
HELD = 700.0
"""Milliseconds that Back is held until its device leaves its seat."""
GREETING = 900.0
"""Milliseconds that a puppet is happy about somebody who has joined."""


class Lobby(House):
    """Seats on washing lines, house rules beside them, phones that may join, and one button to start.

    One device, the host's, moves the focus about; mouse and keyboard may do that too. The other pads have a
    seat each: A takes one, left and right change its colour, B held leaves it.
    """

    music = "beach"
    strip = 12.0

    def __init__(self, slug: str) -> None:
        super().__init__(slug)
        self.joining = Joining([], 0)
        self.host = ""
        """The device that opened the lobby; mouse and keyboard may move the focus beside it."""
        self.focus = START
        self.note = ""
        """What has just happened, beside the title."""
        self.life = Life()
        self.where = Layout()
        self.greeted: dict[int, float] = {}
        """When somebody joined a seat, in ms."""
        self._leaving: tuple[str, float] | None = None

    def enter(self) -> None:
        fewest, most = self.info.players
        known = self.stage.settings.seats.get(self.info.slug, ())
        seats = list(known[:most]) if len(known) >= fewest else []
        for number in range(len(seats), most):
            empty = number >= self.info.default_players
            level = "" if number == 0 or empty else "normal"
            seats.append(SeatChoice(NAMES_GIVEN[number], SEATS[number].name, level, empty))
        self.joining = Joining(seats, fewest)
        self.host = self.stage.devices.last
        phones = self.stage.phones
        if phones.is_open and phones.party is not None:
            taken = [number for number, seat in enumerate(seats) if not seat.empty]
            phones.party.reseat({seat: taken[seat] for seat in phones.party.held if seat < len(taken)})
        self.joining.drop_absent(self.stage.devices.pads, phones.party.held if phones.party else [])
        self.use(dict(self.stage.settings.house_rules.get(self.info.slug, {})))

    @property
    def seats(self) -> list[SeatChoice]:
        """The seats, free ones too."""
        return self.joining.seats

    @property
    def players(self) -> int:
        return self.joining.players

    def seats_changed(self) -> None:
        """Somebody came, left or changed: house rules may have other defaults, and phones are told."""
        self.fill()
        places = [
            Place(number, seat.name, look_of(seat.colour), seat.empty or bool(seat.level))
            for number, seat in enumerate(self.seats)
        ]
        self.stage.phones.gather(_(self.info.title), places)
        if self.stage.phones.party is not None:
            for number in self.stage.phones.party.held:
                if number >= len(self.seats) or self.seats[number].device != PHONE:
                    self.stage.phones.party.remove(number)
        self.stale = True

    # Layout and input.

    def layout(self) -> None:
        self.where = Layout.of(self)
        self._sheet, self._start = self.where.rules, self.where.start
        self.lay_rules()

    def _places(self) -> list[tuple[str, Box]]:
        places = [(str(number), box) for number, box in enumerate(self.where.cards)]
        return [*places, (START, self.where.start), (PHONES, self.where.phones), (FORM, self.where.rules)]

    def intent(self, intent: Intent) -> None:
        self.stage.devices.typing = self.focus == FORM and isinstance(self.form.widget, Field)
        if intent.act is Act.BACK:
            self._leaving = intent.device, self.stage.now
        elif intent.act is Act.PAUSE:
            self._begin()
            return
        elif self._is_guest(intent.device):
            self._guest(intent)
        else:
            self._hosted(intent)
        self.stale = True

    def _is_guest(self, device: str) -> bool:
        """Whether a pad has only a seat to look after, as another device moves the focus."""
        if not device.startswith(PAD) or device == self.host:
            return False
        if self.host.startswith(PAD) and not self.stage.devices.pads.is_here(self.host):
            self.host = device
        return device != self.host

    def _guest(self, intent: Intent) -> None:
        """A pad that joins, greets and changes its colour."""
        device = intent.device
        held = self.joining.held_by(device)
        if intent.act is Act.CONFIRM:
            number = held if held is not None else self.joining.join(device)
            if number is None:
                self.note = _("All seats are taken.")
                self.stage.audio.play("refuse")
            else:
                self.welcome(number)
        elif intent.act is Act.SECONDARY and held is None:
            self._add_bot()
        elif intent.act is Act.NAVIGATE and intent.dx and held is not None:
            self._next_colour(held, intent.dx)

    def welcome(self, number: int) -> None:
        """Somebody sits down, or says who they are: the puppet is happy, and the pad shakes."""
        seat = self.seats[number]
        pads = self.stage.devices.pads
        self.greeted[number] = self.stage.now
        self.note = _("{device}: {name}").format(device=device_words(seat.device), name=seat.name)
        self.stage.audio.play("confirm")
        pads.rumble(seat.device)
        pads.light(seat.device, SEATS[look_of(seat.colour)].colour)
        self.seats_changed()

    def _next_colour(self, number: int, dx: int) -> None:
        """The next colour that nobody at the table has."""
        names = [look.name for look in SEATS]
        used = {seat.colour for n, seat in enumerate(self.seats) if n != number and not seat.empty}
        place = names.index(self.seats[number].colour) if self.seats[number].colour in names else 0
        while names[place := (place + dx) % len(names)] in used:
            continue
        self.joining.recolour(number, names[place])
        self.stage.devices.pads.light(self.seats[number].device, SEATS[place].colour)
        self.stage.audio.play("focus")
        self.seats_changed()

    def _hosted(self, intent: Intent) -> None:
        """What moves the focus and takes what has it."""
        at = self.stage.view.units(intent.at)
        match intent.act:
            case Act.END_TURN:
                self.preset, self.board = USUAL, ""
                self.use({})
            case Act.POINT | Act.PRESS | Act.RELEASE | Act.SCROLL:
                self._pointed(intent, at)
            case Act.ALTERNATE:
                self._pointed(intent, at)
                self._secondary()
            case Act.SECONDARY:
                self._secondary()
            case Act.NAVIGATE:
                self._navigate(intent)
            case Act.CONFIRM:
                self._confirm(intent)
            case Act.TEXT | Act.ERASE if self.focus == FORM:
                self.form.intent(intent, at, self.stage.ruler)

    def _secondary(self) -> None:
        """Another kind of player for the seat in focus, a bot for a free one."""
        if not self.focus.isdigit():
            self._add_bot()
        elif self.seats[int(self.focus)].empty:
            self._add_bot(int(self.focus))
        else:
            self._cycle(int(self.focus))

    def _navigate(self, intent: Intent) -> None:
        target: str | None
        if self.focus == FORM:
            if self.form.intent(intent, (0, 0), self.stage.ruler):
                return
            cards = self._places()[: len(self.seats)]
            target = neighbour(cards, self._sheet, intent.dx, 0) if intent.dx else (
                PHONES if intent.dy > 0 else None
            )  # fmt: skip
        else:
            here = dict(self._places())[self.focus]
            target = neighbour(self._places(), here, intent.dx, intent.dy)
        if target and target != self.focus:
            self._look_at(target)
            self.stage.audio.play("focus")

    def _look_at(self, target: str) -> None:
        self.focus = target
        if self.where.scrolls:
            self.layout()

    def _pointed(self, intent: Intent, at: tuple[float, float]) -> None:
        if intent.act is Act.SCROLL and self.where.scrolls and at[0] < self._sheet.x:
            number = int(self.focus) if self.focus.isdigit() else 0
            self._look_at(str(max(0, min(len(self.seats) - 1, number - intent.dy))))
            return
        found = next((name for name, box in self._places() if box.grown(8).holds(at)), None)
        if found and (found == FORM or found != self.focus):
            self.focus = found
        if self.focus == FORM:
            self.form.intent(intent, at, self.stage.ruler)
        elif intent.act is Act.PRESS and found:
            self._confirm(intent)

    def _confirm(self, intent: Intent) -> None:
        if self.focus == START:
            self.stage.audio.play("confirm")
            self._begin()
        elif self.focus == PHONES:
            self._toggle_party()
        elif self.focus == FORM:
            widget = self.form.widget
            if isinstance(widget, Field) and not intent.device.startswith(PAD):
                return
            self.form.intent(intent, (0, 0), self.stage.ruler)
        elif self.seats[int(self.focus)].empty:
            number, device = int(self.focus), intent.device
            mine = device != self.host and self.joining.held_by(device) is None
            self.joining.set(number, "", device if mine else "")
            self.welcome(number)
        else:
            self.stage.audio.play("confirm")
            self.stage.scenes.push(SeatDialog(self, int(self.focus)))

    def tick(self, now: float) -> bool:
        for news in self.stage.phones.poll():
            self._take(news)
        self._watch_pads()
        for number, since in list(self.greeted.items()):
            if now - since > GREETING:
                del self.greeted[number]
                self.stale = True
        if self._leaving is not None:
            device, since = self._leaving
            if not self.stage.devices.holding(Act.BACK, device):
                self._leaving = None
                if not self._is_guest(device):
                    self._go()
            elif now - since > HELD and self.joining.held_by(device) is not None:
                self._leave(device)
        return bool(self._leaving or self.greeted)

    def _leave(self, device: str) -> None:
        """A device gets up from its seat."""
        self._leaving = None
        self.joining.leave(device)
        self.note = _("{device} has left its seat.").format(device=device_words(device))
        self.stage.devices.pads.rumble(device, 90)
        self.stage.audio.play("back")
        self.seats_changed()

    def _go(self) -> None:
        """Back to the drawer; the party ends with the lobby."""
        self.stage.phones.close()
        self.stage.audio.play("back")
        self.stage.scenes.pop()

    def _watch_pads(self) -> None:
        """A seat whose pad is unplugged in the lobby is for anything here, until it is back."""
        pads = self.stage.devices.pads
        for number, seat in enumerate(self.seats):
            if seat.device.startswith(PAD) and not pads.is_here(seat.device):
                self.joining.away[seat.device] = number
                self.joining.set(number, "", "")
                self.note = _("{device} has gone.").format(device=device_words(seat.device))
                self.seats_changed()
        for device, number in list(self.joining.away.items()):
            if pads.is_here(device):
                del self.joining.away[device]
                seat = self.seats[number]
                if not (seat.device or seat.level or seat.empty) and self.joining.held_by(device) is None:
                    self.joining.set(number, "", device)
                    self.welcome(number)

    # Phones.

    def _toggle_party(self) -> None:
        phones = self.stage.phones
        self.stage.audio.play("confirm")
        if phones.state in (State.CLOSED, State.FAILED):
            phones.close()
            phones.open()
        else:
            phones.close()
            for number, seat in enumerate(self.seats):
                if seat.device == PHONE:
                    self.joining.set(number, "", "")
        self.layout()
        self.seats_changed()

    def _take(self, news: News) -> None:
        """A phone has come or gone."""
        match news:
            case Joined(number, name):
                seat = replace(self.seats[number], name=name or self.seats[number].name)
                self.seats[number] = replace(seat, level="", empty=False, device=PHONE)
                self.welcome(number)
            case Left(number):
                self.joining.leave_seat(number)
                self.seats_changed()
        self.stale = True

    # Seats.

    def _cycle(self, number: int) -> None:
        """The next kind of player for a seat; a free seat where the game can spare it."""
        seat, kinds = self.seats[number], ["", *self.game.bot.levels]
        spare = self.players > self.info.players[0] and self.info.players[0] != self.info.players[1]
        place = kinds.index(seat.level) if seat.level in kinds else 0
        if place + 1 < len(kinds):
            self.joining.set(number, kinds[place + 1])
        else:
            self.joining.set(number, "", empty=spare)
        self.stage.audio.play("confirm")
        self.seats_changed()

    def _add_bot(self, wanted: int | None = None) -> None:
        levels = self.game.bot.levels
        number = self.joining.add_bot("normal" if "normal" in levels else levels[0], wanted)
        if number is None:
            self.note = _("All seats are taken.")
            self.stage.audio.play("refuse")
        else:
            self.stage.audio.play("confirm")
            self.seats_changed()

    # The start.

    def _begin(self) -> None:
        """Start the match, or say what keeps it from starting."""
        from game.levels import load

        self.joining.settle(self.host)
        numbers = [number for number, seat in enumerate(self.seats) if not seat.empty]
        taken = [self.seats[number] for number in numbers]
        seats = [Seat(name, look_of(seat.colour), seat.level, seat.device)
                 for name, seat in zip(told_apart([s.name for s in taken]), taken, strict=True)]  # fmt: skip
        try:
            layout = load(LEVELS / self.info.slug / f"{self.board}.tmx") if self.board else None
        except ValueError as error:
            self.stage.scenes.push(Tell(_("This board cannot be played on."), str(error)))
            return
        names = [seat.name for seat in seats]
        new_match(
            self.stage,
            (self.info.slug, len(seats), self.seed, self.rules, layout, names),
            lambda session: self._made(session, seats, numbers),
        )

    def _made(self, session: Session | str, seats: list[Seat], numbers: list[int]) -> None:
        """The match is there, or a sentence that says why it cannot be."""
        if isinstance(session, str):
            self.stage.scenes.push(Tell(_("These house rules do not go together."), session))
            return
        settings = self.stage.settings.with_seats(self.info.slug, self.seats)
        self.stage.apply(settings.with_house_rules(self.info.slug, self.rules))
        self.stage.keep()
        self.stage.shelf.autosave.begin(self.info.slug)
        if self.stage.phones.party is not None:
            self.stage.phones.party.reseat({number: seat for seat, number in enumerate(numbers)})
        scene = part(self.info.scene)
        assert callable(scene)
        self.stage.scenes.replace(scene(session, seats))

    # Drawing.

    def draw(self, painter: Painter) -> None:
        draw_lobby(painter, self)

    def idle(self, now: float) -> list[Box]:
        return self.life.changed(seat_life(self))

    def told(self) -> str:
        """The line below the title: what has just happened, or how many sit at the table."""
        count = self.players
        return self.note or counted("{count} at the table", "{count} at the table", count).format(count=count)

    def help(self) -> Help:
        press, other = _("Change"), [(Act.SECONDARY, _("Add a bot"))]
        if self.focus.isdigit():
            seat = self.seats[int(self.focus)]
            press = _("Join") if seat.empty else _("Change")
            other = other if seat.empty else [(Act.SECONDARY, _("Person or bot"))]
        elif self.focus == PHONES:
            closed = self.stage.phones.state in (State.CLOSED, State.FAILED)
            press = _("Let phones join") if closed else _("Close to phones")
        elif self.focus == START:
            press = _("Start")
        start = [] if self.focus == START else [(Act.PAUSE, _("Start"))]
        return [
            (Act.NAVIGATE, _("Choose")),
            (Act.CONFIRM, press),
            *other,
            (Act.END_TURN, _("Usual rules")),
            *start,
            (Act.BACK, _("Back")),
        ]
