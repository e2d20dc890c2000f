"""Who comes into the lobby and goes: pads, the phones of a party, and what is said of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from game.core.discovery import find
from game.match.adaptive_level import FOR_ME, Fit, fit
from game.match.profiles import ASKED, Mirror, Profiles
from game.match.seats import PHONE
from game.party.messages import Joined, Left, News, SeatMessage
from game.party.party import Front, PartyState
from game.party.registry import Place
from game.scenes.first_match import level_of_bots
from game.scenes.house import HouseRules
from game.scenes.joining import Joining
from game.scenes.phone_door import END, PhoneDoor, has_choice
from game.scenes.seat import told_apart
from game.scenes.seats import ask_phone
from game.store.settings import SeatChoice
from game.ui.art.patterns import SEATS, look_of
from game.ui.core.input import PAD, Act, Intent
from game.ui.match.seats import device_words
from game.ui.widgets import Scene
from game.ui.widgets.dialogs import Ask
from game.words import _, counted

GREETING = 900.0
"""Milliseconds that a puppet is happy about somebody who has joined."""


class LobbyDoors(Scene):
    """The part of the lobby with the seats and those who take and leave them."""

    house: HouseRules
    """By which rules they play; there from `enter` on."""

    def __init__(self, slug: str, winner: int | None = None) -> None:
        self.game = find(slug)
        self.info = self.game.info
        self.joining = Joining([], 0)
        self.winner = winner
        """Who has won the match before at this table, by number among its players, then among the seats."""
        self.was_first = False
        """Whether nobody here had played this game when the lobby was opened."""
        self.host = ""
        """The device that opened the lobby; mouse and keyboard may move the focus beside it."""
        self.note = ""
        """What has just happened, beside the title."""
        self.greeted: dict[int, float] = {}
        """When somebody joined a seat, in ms."""
        self.front = Front()
        """How the party stood when it was looked at last; what is laid out and drawn goes by it."""
        self._mirror = Mirror(Profiles(self._rename, self._dress, self._worn))
        self._with_phones: set[int] | None = None
        """The seats that phones had when that was looked at last."""
        self._fit: tuple[list[str], Fit] | None = None
        """The people at the table, and the match for them."""

    @property
    def seats(self) -> list[SeatChoice]:
        """The seats, free ones too."""
        return self.joining.seats

    @property
    def players(self) -> int:
        """How many seats are taken."""
        return self.joining.players

    @property
    def first(self) -> int | None:
        """Who has won the match before, by number among those who sit here now."""
        taken = [number for number, seat in enumerate(self.seats) if not seat.empty]
        return taken.index(self.winner) if self.winner in taken else None

    @property
    def easy_bots(self) -> int:
        """How many computer players sit here, all of them at their easiest; 0 where one plays better."""
        levels = [seat.level.partition("/")[0] for seat in self.seats if seat.level and not seat.empty]
        return len(levels) if set(levels) == {level_of_bots(self.game.bot.levels, first=True)} else 0

    @property
    def fit(self) -> Fit:
        """What a match for the people who sit here comes to."""
        taken = [seat for seat in self.seats if not seat.empty]
        names = told_apart([seat.name for seat in taken])
        people = [name for name, seat in zip(names, taken, strict=True) if not seat.level]
        if self._fit is None or self._fit[0] != people:
            # Kept for as long as the same people sit here: it is asked in
            # every frame, and reads the statistics.
            self._fit = people, fit(self.info.slug, self.stage.stores.statistics, people)
        return self._fit[1]

    def seats_changed(self) -> None:
        """Somebody came, left or changed: house rules may have other defaults, and phones are told."""
        self.house.fill()
        places = [
            Place(number, seat.name, look_of(seat.colour), seat.empty or bool(seat.level))
            for number, seat in enumerate(self.seats)
        ]
        worn = [look_of(seat.colour) for seat in self.seats if not seat.empty]
        self.stage.phones.gather(_(self.info.title), places, self.info.slug, worn)
        if self.stage.phones.party is not None:
            for number in self.stage.phones.party.held:
                # The seat was given to something else at the screen: its phone is told so. Not one that has
                # come in this very moment, of whom nothing was heard here yet.
                known = self._with_phones is None or number in self._with_phones
                if number >= len(self.seats) or (known and self.seats[number].device != PHONE):
                    self.stage.phones.party.remove(number)
            self._with_phones = {n for n, seat in enumerate(self.seats) if seat.device == PHONE}
        self.stale = True

    def told(self) -> str:
        """The line below the title: what has just happened, or how many sit at the table."""
        count = self.players
        return self.note or counted("{count} at the table", "{count} at the table", count).format(count=count)

    # Pads.

    def is_guest(self, device: str) -> bool:
        """Whether a pad has only a seat to look after, as another device moves the focus."""
        if not device.startswith(PAD) or device == self.host:
            return False
        if self.host.startswith(PAD) and not self.stage.devices.pads.is_here(self.host):
            # Somebody has to move the focus: the pad that did has gone.
            self.host = device
        return device != self.host

    def guest(self, intent: Intent) -> None:
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
            self.add_bot()
        elif intent.act is Act.NAVIGATE and intent.dx and held is not None:
            self._next_colour(held, intent.dx)

    def welcome(self, number: int) -> None:
        """Somebody sits down, or says who they are: the puppet is happy, and the pad shakes."""
        seat = self.seats[number]
        pads = self.stage.devices.pads
        self.greeted[number] = self.stage.now
        self.note = _("{device}: {name}").format(device=device_words(seat.device), name=seat.name)
        self.stage.audio.play("join")
        pads.rumble(seat.device)
        pads.light(seat.device, SEATS[look_of(seat.colour)].colour)
        self.seats_changed()

    def _next_colour(self, number: int, dx: int) -> None:
        """The next colour that nobody at the table has."""
        names = [look.name for look in SEATS]
        used = {seat.colour for n, seat in enumerate(self.seats) if n != number and not seat.empty}
        place = names.index(self.seats[number].colour) if self.seats[number].colour in names else 0
        # It ends: there are as many colours as seats, and one's own is not among the used ones.
        while names[place := (place + dx) % len(names)] in used:
            continue
        self.joining.recolour(number, names[place])
        self.stage.devices.pads.light(self.seats[number].device, SEATS[place].colour)
        self.stage.audio.play("focus")
        self.seats_changed()

    def leave_seat(self, device: str) -> None:
        """A device gets up from its seat."""
        self.joining.leave(device)
        self.note = _("{device} has left its seat.").format(device=device_words(device))
        self.stage.devices.pads.rumble(device, 90)
        self.stage.audio.play("leave")
        self.seats_changed()

    def _watch_pads(self) -> None:
        """A seat whose pad is unplugged in the lobby is for anything here, until it is back."""
        pads = self.stage.devices.pads
        for number, seat in enumerate(self.seats):
            if seat.device.startswith(PAD) and not pads.is_here(seat.device):
                self.joining.away[seat.device] = number
                self.joining.set(number, "", "")
                self.note = _("{device} has gone.").format(device=device_words(seat.device))
                self.stage.audio.play("leave")
                self.seats_changed()
        for device, number in list(self.joining.away.items()):
            if pads.is_here(device):
                del self.joining.away[device]
                seat = self.seats[number]
                if not (seat.device or seat.level or seat.empty) and self.joining.held_by(device) is None:
                    self.joining.set(number, "", device)
                    self.welcome(number)

    # Seats.

    def cycle(self, number: int) -> None:
        """The next kind of player for a seat: a person, then the bots. It stays taken."""
        ask_phone(self.stage, number, self.seats[number].name, lambda: self._cycle(number))

    def _cycle(self, number: int) -> None:
        seat, kinds = self.seats[number], ["", *self.game.bot.levels, FOR_ME]
        level = seat.level.partition("/")[0]
        place = kinds.index(level) if level in kinds else 0
        kind = kinds[(place + 1) % len(kinds)]
        if kind:
            self.joining.seat_bot(number, kind)
        else:
            self.joining.set(number, "")
        self.stage.audio.play("confirm")
        self.seats_changed()

    def add_bot(self, wanted: int | None = None) -> None:
        """A bot sits down on a free seat, the wanted one if that is free."""
        level = level_of_bots(self.game.bot.levels, first=self.was_first)
        number = self.joining.add_bot(level, wanted)
        if number is None:
            self.note = _("All seats are taken.")
            self.stage.audio.play("refuse")
        else:
            self.stage.audio.play("confirm")
            self.seats_changed()

    def watch_doors(self, now: float) -> None:
        """Take in who has come and gone since the last look."""
        for news in self.stage.phones.poll():
            self._take(news)
        if self.front != self.stage.phones.front:
            self.front = self.stage.phones.front
            self.layout()
            self.seats_changed()
        self._watch_pads()
        for number, since in list(self.greeted.items()):
            if now - since > GREETING:
                del self.greeted[number]
                self.stale = True

    # Phones.

    def toggle_party(self) -> None:
        """Open the party, or close it once that was confirmed."""
        phones = self.stage.phones
        self.stage.audio.play("confirm")
        if phones.state in (PartyState.CLOSED, PartyState.FAILED):
            phones.close()
            phones.open()
        elif has_choice(phones.front.door):
            self._show_door()
        else:
            self.ask_to_end(_("Leave it open"), self._end_party)
        self.stale = True

    def _show_door(self) -> None:
        """Offer the addresses by which phones may come; ending the party is asked for then."""

        def answered(answer: str | None) -> None:
            if answer == END:
                self.ask_to_end(_("Leave it open"), self._end_party)

        self.stage.scenes.push(PhoneDoor(self.stage, self.watch_doors), answered)

    def ask_to_end(self, stay: str, then: Callable[[], None]) -> None:
        """Have somebody confirm that the party is over for all phones."""

        def answered(answer: int | None) -> None:
            if answer == 1:
                then()

        question, more = (
            _("End the party?"),
            _("Every phone loses its seat; the next party has another code."),
        )
        self.stage.scenes.push(Ask(question, [stay, _("End the party")], more), answered)

    def _end_party(self) -> None:
        self.stage.phones.close(over=True)
        for number, seat in enumerate(self.seats):
            if seat.device == PHONE:
                self.joining.set(number, "", "")
        self.stale = True

    def _take(self, news: News) -> None:
        """A phone has come or gone."""
        match news:
            case Joined(number, name):
                seat = replace(self.seats[number], name=name or self.seats[number].name)
                self.seats[number] = replace(seat, level="", empty=False, device=PHONE)
                self.welcome(number)
            case SeatMessage(number, _number, words):
                self.stage.phones.answer(news, lambda: self._heed(number, words))
            case Left(number):
                self.joining.leave_seat(number)
                self.seats_changed()
        self.stale = True

    def _heed(self, number: int, words: Mapping[str, Any]) -> str:
        """Somebody on a phone changes name or knitting; nothing else can be done here yet."""
        if number >= len(self.seats) or words["do"] not in ASKED:
            return _("That cannot be done now.")
        return self._mirror.do(number, words, self.stage.now)

    def _rename(self, number: int, name: str) -> None:
        self.seats[number] = replace(self.seats[number], name=name)
        self.seats_changed()

    def _dress(self, number: int, look: int) -> None:
        self.joining.recolour(number, SEATS[look].name)
        self.seats_changed()

    def _worn(self, number: int) -> list[int]:
        return [look_of(seat.colour) for n, seat in enumerate(self.seats) if n != number and not seat.empty]
