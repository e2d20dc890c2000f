"""The lobby: who sits where, with what, and by which house rules a match is played."""

from __future__ import annotations

from dataclasses import replace

from game.core.session import Session
from game.match.adaptive_level import fitted, is_for_me, known_choice
from game.match.lesson import has_lessons
from game.match.seats import Seat
from game.party.party import PartyState
from game.scenes.doors import LobbyDoors
from game.scenes.first_match import is_first, level_of_bots, rules_after, seats_after
from game.scenes.house import LEVELS, HouseRules
from game.scenes.joining import Joining
from game.scenes.lobby_items import lobby_items
from game.scenes.lobby_layout import FORM, PHONES, START, Layout
from game.scenes.lobby_picture import draw_seats, seat_life, still_shown
from game.scenes.lobby_still import draw_lobby_still
from game.scenes.phone_door import has_choice
from game.scenes.seat import SeatDialog, seats_filled, told_apart
from game.store.settings import PlaysWith, Scan
from game.ui.art.patterns import SEATS, look_of
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box, DirtyBoxes, lies_at, neighbour
from game.ui.core.input import MOUSE, PAD, Act, Intent
from game.ui.core.layer import Layer
from game.ui.core.narration import screen_aloud
from game.ui.core.paint import Painter
from game.ui.core.scanning import Item
from game.ui.core.scene import Help
from game.ui.core.speech import Aloud
from game.ui.match.opening import match_scene, new_match
from game.ui.widgets.dialogs import Tell
from game.ui.widgets.rows import Field, TwoButtons
from game.ui.widgets.widgets import Button
from game.words import _

HELD = 700.0
"""Milliseconds that Back is held until its device leaves its seat."""


class Lobby(LobbyDoors):
    """Seats on washing lines, house rules beside them, phones that may join, and one button to start.

    One device, the host's, moves the focus about; mouse and keyboard may do that too. The other pads have a
    seat each: A takes one, left and right change its colour, B held leaves it.
    """

    music, mood = "title", Mood.LOBBY
    strip = 12.0

    def __init__(self, slug: str, winner: int | None = None) -> None:
        super().__init__(slug, winner)
        self.focus = START
        self.life = DirtyBoxes()
        self.layer = Layer(draw_lobby_still)
        self.where = Layout()
        self.unfolded = False
        """Whether the folded house rules lie open over everything."""
        self._leaving: tuple[str, float] | None = None

    def enter(self) -> None:
        fewest, most = self.info.players
        known = self.stage.settings.seats.get(self.info.slug, ())
        seats = list(known[:most]) if len(known) >= fewest else []
        first = is_first(self.stage, self.info.slug)
        seats = seats_filled(self.game, seats, level_of_bots(self.game.bot.levels, first=first))
        names = self.stage.settings.names
        for number, (seat, name) in enumerate(zip(seats, names, strict=False)):
            seats[number] = replace(seat, name=name, level=known_choice(self.info.slug, seat.level))
        self.joining = Joining(seats, fewest, self.game.bot.manners)
        self.house = HouseRules(self.stage, self.info, self)
        taken = [number for number, seat in enumerate(seats) if not seat.empty]
        # A match counts its seats without the free ones, the lobby with them.
        self.winner = None if self.winner is None or self.winner >= len(taken) else taken[self.winner]
        self.host = self.stage.devices.last
        phones = self.stage.phones
        if phones.is_open and phones.party is not None:
            # Phones of the match before stay seated for the next game of the evening.
            places = {number: phones.party.place(number) for number in phones.party.held}
            seated = self.joining.seat_phones(phones.party.names)
            phones.party.reseat(seated)
            # Whoever chose a knitting keeps it through the evening.
            for old, number in seated.items():
                place = places.get(old)
                if place is not None:
                    self.joining.recolour(number, SEATS[place.look].name)
        self.joining.drop_absent(self.stage.devices.pads, phones.party.held if phones.party else [])
        rules = dict(self.stage.settings.house_rules.get(self.info.slug, {}))
        if self.winner is not None:
            # The winner starts, whoever did when these rules were chosen.
            rules.pop(self.info.starter, None)
        self.was_first = self.house.is_first = first
        self.house.use(self.info.short if first else rules)
        if self.stage.settings.plays_with is PlaysWith.PHONE and phones.state is PartyState.CLOSED:
            phones.open()

    def leave(self) -> None:
        """The names go with the people to the next game."""
        settings = self.stage.settings
        names = (*(seat.name for seat in self.seats), *settings.names[len(self.seats) :])
        if names != settings.names:
            self.stage.change(names=names)

    def returned(self, result: object) -> None:
        """A lesson may have been learnt meanwhile."""
        self.house.fill()

    # Layout and input.

    def layout(self) -> None:
        self.where = Layout.of(self)
        self.house.place(self.where.rules, folded=self.where.folded)

    def places(self) -> list[tuple[str, Box]]:
        """What can have the focus, by name, and where."""
        if self.unfolded:
            return [(FORM, self.where.rules)]
        places = [(str(number), box) for number, box in enumerate(self.where.cards)]
        return [*places, (START, self.where.start), (PHONES, self.where.phones), (FORM, self.where.rules)]

    def intent(self, intent: Intent) -> None:
        guest = self.is_guest(intent.device)
        if intent.act is Act.BACK and self.unfolded and not guest:
            self.look_at(FORM)
            self.stage.audio.play("back")
        elif intent.act is Act.BACK and self.focus == FORM and self._steps(intent) and not guest:
            self.focus = START
        elif intent.act is Act.BACK:
            # Let go at once it leads back, held it leaves a seat: only time tells which.
            self._leaving = intent.device, self.stage.now
        elif intent.act is Act.PAUSE:
            self.begin()
            return
        elif guest:
            self.guest(intent)
        else:
            self._hosted(intent)
        # A dialog may have opened by this very press: then letters are its affair.
        if self.stage.scenes.top is self:
            self.stage.devices.typing = self._in_form and isinstance(self.house.form.widget, Field)
        if not self._in_form and self.house.form.widget is not None:
            self.house.form.widget.left()
        self.stale = True

    def _hosted(self, intent: Intent) -> None:
        """What moves the focus and takes what has it."""
        at = self.stage.view.units(intent.at)
        match intent.act:
            case Act.END_TURN:
                self.house.reset()
            case Act.LOOK if has_lessons(self.info.slug):
                self.house.open_lessons()
            case Act.POINT | Act.PRESS | Act.RELEASE | Act.SCROLL:
                self._pointed(intent, at)
            case Act.ALTERNATE:
                self._pointed(intent, at)
                self._secondary()
            case Act.SECONDARY:
                self._secondary()
            case Act.NAVIGATE:
                self._navigate(intent)
            case Act.NEXT | Act.PREVIOUS:
                areas = ["0", FORM, PHONES, START]
                here = areas.index(self.focus) if self.focus in areas else 0
                self.look_at(areas[(here + (1 if intent.act is Act.NEXT else -1)) % len(areas)])
            case Act.CONFIRM:
                self._confirm(intent)
            case Act.TEXT | Act.ERASE if self._in_form:
                self.house.form.intent(intent, at, self.stage.ruler)

    def _secondary(self) -> None:
        """Another kind of player for the seat in focus, a bot for a free one."""
        if not self.focus.isdigit():
            self.add_bot()
        elif self.seats[int(self.focus)].empty:
            self.add_bot(int(self.focus))
        else:
            self.cycle(int(self.focus))

    def _navigate(self, intent: Intent) -> None:
        target: str | None
        if self._in_form:
            if self.house.form.intent(intent, (0, 0), self.stage.ruler) or self.unfolded:
                return
            cards = self.places()[: len(self.seats)]
            target = neighbour(cards, self.house.box, intent.dx, 0) if intent.dx else (
                PHONES if intent.dy > 0 else None
            )  # fmt: skip
        else:
            here = dict(self.places())[self.focus]
            target = neighbour(self.places(), here, intent.dx, intent.dy)
            if target == FORM and intent.dy < 0:
                self.house.come_from_below()
        if target and target != self.focus:
            self.look_at(target)
            self.stage.audio.play("focus")

    @property
    def _in_form(self) -> bool:
        """Whether a row of the house rules has the focus, not their folded panel."""
        return self.focus == FORM and not self.house.folded

    def look_at(self, target: str) -> None:
        """Put the focus there; open house rules are folded again."""
        self.focus = target
        if self.where.scrolls or self.unfolded:
            self.unfolded = False
            self.layout()

    def _pointed(self, intent: Intent, at: tuple[float, float]) -> None:
        # A list scrolls by its focus, so that the seat in focus never leaves the view.
        if intent.act is Act.SCROLL and self.where.scrolls and at[0] < self.house.box.x:
            number = int(self.focus) if self.focus.isdigit() else 0
            self.look_at(str(max(0, min(len(self.seats) - 1, number - intent.dy))))
            return
        found = lies_at(self.places(), at, 8)
        if found and (found == FORM or found != self.focus):
            self.focus = found
        if self._in_form:
            self.house.form.intent(intent, at, self.stage.ruler)
        elif intent.act is Act.PRESS and found:
            self._confirm(intent)

    def _steps(self, intent: Intent) -> bool:
        """Whether somebody walks there by keys or a pad: neither a pointer nor one switch does."""
        return intent.device != MOUSE and self.stage.settings.scan is Scan.OFF

    def _confirm(self, intent: Intent) -> None:
        if self.focus == START:
            self.stage.audio.play("confirm")
            self.begin()
        elif self.focus == PHONES:
            self.toggle_party()
        elif self.focus == FORM and self.house.folded:
            self.stage.audio.play("confirm")
            self.unfolded = True
            self.layout()
        elif self.focus == FORM:
            widget = self.house.form.widget
            # Whoever has a keyboard just types; the one on the screen is for pads.
            scans = self.stage.settings.scan is not Scan.OFF
            if isinstance(widget, Field) and not (scans or intent.device.startswith(PAD)):
                return
            self.house.form.intent(intent, (0, 0), self.stage.ruler)
        elif self.seats[int(self.focus)].empty:
            number, device = int(self.focus), intent.device
            # The host's device moves the focus for everybody: it takes no seat by a press.
            mine = device != self.host and self.joining.held_by(device) is None
            self.joining.set(number, "", device if mine else "")
            self.welcome(number)
        else:
            self.stage.audio.play("confirm")
            self.stage.scenes.push(SeatDialog(self, int(self.focus)))

    def aloud(self) -> Aloud:
        """The words of the screen; of the house rules, the row in focus."""
        told = screen_aloud(self.stage, self, self.house.form if self._in_form else None)
        return replace(told, title=_(self.info.title))

    def tick(self, now: float) -> bool:
        self.watch_doors(now)
        reads = self.house.album.read_on()
        if reads:
            self.house.fill()
            self.stale = True
        if self._leaving is not None:
            device, since = self._leaving
            if not self.stage.devices.holding(Act.BACK, device):
                self._leaving = None
                if not self.is_guest(device):
                    self._go()
                elif not self.stage.settings.hold and self.joining.held_by(device) is not None:
                    self.leave_seat(device)
            elif self.stage.settings.hold and now - since > HELD and self.joining.held_by(device) is not None:
                self._leaving = None
                self.leave_seat(device)
        return bool(self._leaving or self.greeted or reads)

    def _go(self) -> None:
        """Back to the drawer. The party ends with the lobby, for phones that have seats after a question."""
        self.stage.audio.play("back")
        if self.stage.phones.is_open and any(map(self.stage.phones.holds, range(len(self.seats)))):
            self.ask_to_end(_("Stay here"), self._gone)
        else:
            self._gone()

    def _gone(self) -> None:
        self.stage.phones.close(over=True)
        self.stage.scenes.pop()

    # The start.

    def begin(self) -> None:
        """Start the match, or say what keeps it from starting."""
        # Late: what it imports is not needed before a match begins.
        from game.levels import load

        self.joining.settle(self.host)
        numbers = [number for number, seat in enumerate(self.seats) if not seat.empty]
        taken = [self.seats[number] for number in numbers]
        seats = [Seat(name, look_of(seat.colour), seat.level, seat.device, fits=is_for_me(seat.level))
                 for name, seat in zip(told_apart([s.name for s in taken]), taken, strict=True)]  # fmt: skip
        seats = fitted(self.info.slug, seats, self.stage.stores.statistics)
        try:
            board = self.house.board
            layout = load(LEVELS / self.info.slug / f"{board}.tmx") if board else None
        except ValueError as error:
            self.stage.scenes.push(Tell(_("This board cannot be played on."), str(error)))
            return
        names = [seat.name for seat in seats]
        new_match(
            self.stage,
            (self.info.slug, len(seats), self.house.seed, self.house.rules, layout, names),
            lambda session: self._made(session, seats, numbers),
        )

    def _made(self, session: Session | str, seats: list[Seat], numbers: list[int]) -> None:
        """The match is there, or a sentence that says why it cannot be."""
        if isinstance(session, str):
            self.stage.scenes.push(Tell(_("These house rules do not go together."), session))
            return
        kept, rules = self.seats, self.house.chosen
        if self.was_first:
            kept = seats_after(kept, self.joining.untouched, self.game.bot.levels)
            rules = rules_after(self.info, rules)
        settings = self.stage.settings.with_seats(self.info.slug, kept)
        self.stage.apply(settings.with_house_rules(self.info.slug, rules))
        self.stage.keep()
        self.stage.stores.autosave.begin(self.info.slug)
        if self.stage.phones.party is not None:
            # The match counts its seats without the free ones.
            self.stage.phones.party.reseat({number: seat for seat, number in enumerate(numbers)})
        match = match_scene(self.stage, session, seats)
        self.stage.scenes.replace(match)
        match.save()

    # Drawing.

    def draw(self, painter: Painter) -> None:
        self.layer.put(painter, still_shown(self))
        draw_seats(painter, self)

    def idle(self, now: float) -> list[Box]:
        return self.life.changed(seat_life(self))

    def targets(self) -> list[Item]:
        return lobby_items(self)

    def focusable(self) -> list[tuple[str, Box]]:
        return self.places()

    def help(self) -> Help:
        return self._help_at(self.focus, changed=bool(self.house.changed), free=self._has_free)

    @property
    def _has_free(self) -> bool:
        """Whether a seat is free, for a bot."""
        return any(seat.empty for seat in self.seats)

    def helps(self) -> list[Help]:
        """Every strip that may stand here, so that nothing moves with the focus."""
        places = [START, PHONES, FORM, *(str(number) for number in range(len(self.seats)))]
        return [self._help_at(place, changed=True, free=True) for place in places]

    def _help_at(self, focus: str, *, changed: bool, free: bool) -> Help:
        """The strip with this in focus; whether there are house rules to set back, and a free seat."""
        # In the place of the entry that starts, so that the strip keeps to one row.
        words = _("First lesson") if self.house.begins_lessons else _("Lessons")
        lessons = [(Act.LOOK, words)] if has_lessons(self.info.slug) else []
        press, other = _("Change"), [(Act.SECONDARY, _("Add a bot"))] if free else []
        if focus == FORM:
            press = _("Take it") if isinstance(self.house.form.widget, Button | TwoButtons) else press
            other = []
        elif focus.isdigit():
            seat = self.seats[int(focus)]
            press = _("Join") if seat.empty else _("Change")
            other = other if seat.empty else [(Act.SECONDARY, _("Person or bot"))]
        elif focus == PHONES:
            closed = self.front.state in (PartyState.CLOSED, PartyState.FAILED)
            several = has_choice(self.front.door)
            opened = _("Other address") if several else _("Close to phones")
            press = _("Let phones join") if closed else opened
        else:
            press = _("Start")
        return [
            (Act.NAVIGATE, _("Choose")),
            (Act.CONFIRM, press),
            *other,
            *([(Act.END_TURN, _("Usual rules"))] if changed else []),
            *(lessons if focus == START else [(Act.PAUSE, _("Start"))]),
            (Act.BACK, _("Back")),
        ]
