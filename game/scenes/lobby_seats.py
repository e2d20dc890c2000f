"""Table of a lobby, without drawing: devices join and leave, bots are added, players are greeted."""

from __future__ import annotations

from collections.abc import Callable

from game.core.discovery import GamePackage
from game.i18n import _, plural
from game.match.adaptive_level import ADAPTIVE_LEVEL, LevelMatch, match_level
from game.match.seats import PHONE, default_bot_level
from game.scenes.house_rules import HouseRulesPanel
from game.scenes.seat_allocator import SeatAllocator, names_to_save, unique_names
from game.scenes.seats import ask_phone
from game.store.settings import SavedSeatSetup
from game.ui.art.patterns import SEAT_LOOKS, look_of
from game.ui.core.input import PAD, InputAction, InputEvent
from game.ui.core.scene import AppContext
from game.ui.core.verbs import JOIN, tone
from game.ui.match.info_panels import bot_label, device_icon, device_label

GREETING_MS = 900.0  # ms that a puppet is happy after a player has joined


class LobbySeats:
    """Table of a lobby: devices at this screen take and leave its seats, and a note says what happened."""

    def __init__(
        self,
        app: AppContext,
        game: GamePackage,
        joining: SeatAllocator,
        house_rules: HouseRulesPanel,
        on_change: Callable[[], None],
        *,
        was_first: bool,
    ) -> None:
        """``on_change`` is called after each change of a seat or of the note."""
        self.app, self.game, self.info, self.joining = app, game, game.info, joining
        self.was_first = was_first  # True if the game was new to this home when the lobby was opened
        self.host = app.devices.last
        """Device that opened the lobby. Mouse and keyboard may move the focus too."""
        self.note = ""  # latest event, shown below the title
        self.joined_at_ms: dict[int, float] = {}  # time of joining in ms, by seat
        self._house_rules, self._on_change = house_rules, on_change
        self._note_state: object = None  # state when the note was made
        self._is_error = False  # True if the note is an error
        self._free: set[int] = set()  # seats that were free before the latest change
        self._left: dict[int, str] = {}  # level of the bots whose seats people have now, by seat
        # people at the table, and the adaptive level for them
        self._fit: tuple[list[str], LevelMatch] | None = None

    @property
    def seats(self) -> list[SavedSeatSetup]:
        """All seats of the table, free ones included, with guests over the local seats."""
        return self.joining.seats

    @property
    def shown_seats(self) -> list[int]:
        """Numbers of the seats with a card: the taken ones, and the first free one to add a player to."""
        first = self.first_free
        return [number for number, seat in enumerate(self.seats) if not seat.empty or number == first]

    @property
    def first_free(self) -> int | None:
        """Number of the first free seat, None if all are taken."""
        return next((number for number, seat in enumerate(self.seats) if seat.empty), None)

    @property
    def fit(self) -> LevelMatch:
        """Level that suits an adaptive bot against the people in the seats."""
        taken_seats = [seat for seat in self.seats if not seat.empty]
        names = unique_names([seat.name for seat in taken_seats])
        people = [name for name, seat in zip(names, taken_seats, strict=True) if not seat.level]
        if self._fit is None or self._fit[0] != people:
            # Cached for the same people, because it reads the statistics and is needed in every frame.
            self._fit = people, match_level(self.info.slug, self.app.stores.statistics, people)
        return self._fit[1]

    @property
    def usual_level(self) -> str:
        """Default level of bots here."""
        return default_bot_level(self.game.bot.levels, first=self.was_first)

    @property
    def state(self) -> object:
        """Value to compare: house rules, board, seats and language. A note lasts until it changes."""
        panel = self._house_rules
        rules = panel.preset, panel.rules, panel.board, panel.is_first
        return rules, tuple(self.seats), self.app.settings.language

    @property
    def error(self) -> str:
        """The note if it is an error, else ""."""
        return self.note if self._is_error else ""

    def holder(self, number: int) -> tuple[str, str]:
        """Translated label and icon name of a seat's holder: a bot with its level, a device, or a globe.

        The globe is for a remote guest. The only person at this screen is called “You”.
        """
        seat = self.seats[number]
        if seat.level == ADAPTIVE_LEVEL:
            return _("Bot, ~{level}").format(level=_(self.fit.rung.level)), "robot"
        if seat.level:
            return bot_label(seat.level), "robot"
        if number == self.joining.own_seat:
            return _("You"), device_icon(seat.device)
        is_far = seat.device == PHONE and self.app.phones.is_far(number)
        return device_label(seat.device), "globe" if is_far else device_icon(seat.device)

    def is_away(self, number: int) -> bool:
        """True if a phone has the seat but is not connected now."""
        return self.seats[number].device == PHONE and not self.app.phones.is_there(number)

    def seats_changed(self) -> None:
        """Update house rules and phones after a change of a seat."""
        self._house_rules.needs_redraw = True
        self._on_change()
        self.remember()

    def remember(self) -> None:
        """Note which seats are free, before the next change."""
        self._free = {number for number, seat in enumerate(self.seats) if seat.empty}

    def fail(self, message: str) -> None:
        """Play a sound and show ``message`` as an error until something changes."""
        self.app.audio.play("refuse")
        self._show_note(message, failed=True)

    def _show_note(self, message: str, *, failed: bool = False) -> None:
        """Show a note below the title until something changes, and send it to phones if it is an error."""
        self.note, self._is_error = message, failed
        self.seats_changed()
        self._note_state = self.state

    def status_text(self) -> str:
        """Translated line below the title: the note, else the number of players, bots included."""
        count = self.joining.players
        return self.note or plural("{count} at the table", "{count} at the table", count).format(count=count)

    def is_guest(self, device: str) -> bool:
        """True if a pad is not the host's. If the host's pad is unplugged, ``device`` becomes the host's."""
        if not device.startswith(PAD) or device == self.host:
            return False
        if self.host.startswith(PAD) and not self.app.devices.pads.is_here(self.host):
            # The host's pad is unplugged, so this one takes over.
            self.host = device
        return device != self.host

    def guest(self, intent: InputEvent) -> None:
        """Handle an event of a guest's pad: it takes a seat, changes its colour or adds a bot."""
        device = intent.device
        own_seat = self.joining.held_by(device)
        if intent.act is InputAction.CONFIRM:
            number = own_seat if own_seat is not None else self.joining.join(device)
            if number is None:
                self.fail(_("All seats are taken."))
            else:
                self.welcome(number)
        elif intent.act is InputAction.SECONDARY and own_seat is None:
            self.add_bot()
        elif intent.act is InputAction.NAVIGATE and intent.dx and own_seat is not None:
            self._next_colour(own_seat, intent.dx)

    def welcome(self, number: int) -> None:
        """Greet the holder of a seat: happy puppet, sound, rumble and a note.

        In a seat that was free, the puppet sounds as it drops.
        """
        seat = self.seats[number]
        pads = self.app.devices.pads
        self.joined_at_ms[number] = self.app.now
        if number not in self._free:
            self.app.play_sound(JOIN.hit.sound, tone=tone(number))
        pads.rumble(seat.device)
        pads.light(seat.device, SEAT_LOOKS[look_of(seat.colour)].colour)
        self._show_note(_("{device}: {name}").format(device=device_label(seat.device), name=seat.name))

    def take(self, number: int, device: str) -> None:
        """Make a free seat a person's, with ``device`` unless it is the host's or has a seat."""
        # The host's device moves the focus for all players, so its press takes no seat.
        mine = device != self.host and self.joining.held_by(device) is None
        self.joining.set(number, "", device if mine else "")
        self.welcome(number)

    def _next_colour(self, number: int, dx: int) -> None:
        """Give a seat the next unused colour in direction ``dx`` (1 or -1); update lobby and phones."""
        names = [look.name for look in SEAT_LOOKS]
        used = {seat.colour for n, seat in enumerate(self.seats) if n != number and not seat.empty}
        place = names.index(self.seats[number].colour) if self.seats[number].colour in names else 0
        # Terminates, because there are as many colours as seats and the seat's own is not in ``used``.
        while names[place := (place + dx) % len(names)] in used:
            continue
        self.joining.recolour(number, names[place])
        self.app.devices.pads.light(self.seats[number].device, SEAT_LOOKS[place].colour)
        self.app.audio.play("focus")
        self.seats_changed()

    def leave_seat(self, device: str) -> None:
        """Remove ``device`` from its seat and show a note, with rumble and sound."""
        self.joining.leave(device)
        self.app.devices.pads.rumble(device, 90)
        self.app.audio.play("leave")
        self._show_note(_("{device} left its seat.").format(device=device_label(device)))

    def _watch_pads(self) -> None:
        """Open the seats of unplugged pads to any device, and give pads that are back their seats."""
        pads = self.app.devices.pads
        for number, seat in enumerate(self.seats):
            if seat.device.startswith(PAD) and not pads.is_here(seat.device):
                self.joining.away[seat.device] = number
                self.joining.set(number, "", "")
                self.app.audio.play("leave")
                self._show_note(_("{device} disconnected.").format(device=device_label(seat.device)))
        for device, number in list(self.joining.away.items()):
            if pads.is_here(device):
                del self.joining.away[device]
                seat = self.seats[number]
                if not (seat.device or seat.level or seat.empty) and self.joining.held_by(device) is None:
                    self.joining.set(number, "", device)
                    self.welcome(number)

    def is_guest_pads(self, number: int) -> bool:
        """True if the seat belongs to a pad other than the host's."""
        return self.seats[number].device.startswith(PAD) and self.seats[number].device != self.host

    def switch(self, number: int | None) -> None:
        """Switch a seat between person and bot (error for a guest pad's); add a bot if it is free or None."""
        if number is None or self.seats[number].empty:
            self.add_bot(number)
        elif self.is_guest_pads(number):
            seat = self.seats[number]
            self.fail(_("{device}: {name}").format(device=device_label(seat.device), name=seat.name))
        else:
            self.cycle(number)

    def cycle(self, number: int) -> None:
        """Switch a seat between person and bot of its last level. Asks first for a phone's seat."""
        ask_phone(self.app, number, self.seats[number].name, lambda: self._cycle(number))

    def _cycle(self, number: int) -> None:
        """Switch a seat between person and bot of its last level; updates lobby and phones."""
        if level := self.seats[number].level:
            self._left[number] = level
            self.joining.set(number, "")
        else:
            self.joining.set(number, self._left.get(number, self.usual_level))
        self.seats_changed()

    def add_bot(self, preferred: int | None = None) -> None:
        """Put a bot on a free seat, ``preferred`` if free; shows an error if none is free."""
        number = self.joining.add_bot(self.usual_level, preferred)
        if number is None:
            self.fail(_("All seats are taken."))
        else:
            self.seats_changed()

    def save_names(self) -> None:
        """Save the names of all local seats, not of guests, the host's first."""
        names = names_to_save(self.app.settings, self.joining.house)
        if names != self.app.settings.names:
            self.app.update_settings(names=names)

    def tick(self, now: float) -> bool:
        """Drop an outdated note and follow the pads. Returns True if a greeting is over."""
        if self.note and self._note_state != self.state:
            self._show_note("")
        self._watch_pads()
        over = [number for number, since in self.joined_at_ms.items() if now - since > GREETING_MS]
        for number in over:
            del self.joined_at_ms[number]
        return bool(over)
