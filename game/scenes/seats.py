"""Seats during a match: change of holders, and a device that was lost."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from game.core.discovery import find_game
from game.i18n import _
from game.match.match import Match
from game.match.seats import HOUSE_NAMES, LOOKS, PHONE, Seat, default_bot_level, house_name
from game.party.messages import NAME, clean_name
from game.scenes.phone_join import AddressChoice, friends_words
from game.ui.art.icons import icon
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.input import KEYBOARD, MOUSE, InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext, Shortcut
from game.ui.core.theme import BODY, LARGE
from game.ui.match.info_panels import bot_label, device_icon, device_label, outfit_of
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import (
    Button,
    ChoiceRow,
    ChoiceRowProps,
    Form,
    FormDialog,
    Heading,
    PictureRow,
    ScreenKeyboard,
    TextRow,
    Widget,
    confirm,
)

HEAD = 58.0  # units, width of the puppet's column


class SeatHolderRow(ChoiceRow, ABC):
    """Row that chooses the holder of a seat. A choice applies once the focus leaves the row."""

    def __init__(self, label: str, values: list[tuple[str, str]]) -> None:
        self.last_holder = self.holder()
        """Holder when the row last read it."""
        super().__init__(label, values, self.last_holder, lambda _holder_name: None)

    @abstractmethod
    def holder(self) -> str:
        """Return the current holder, as named by `holders`."""

    @abstractmethod
    def take(self, holder: str, on_done: Callable[[], None]) -> None:
        """Assign the seat, then call ``on_done``; not if the player declines a confirmation."""

    def settle(self, on_done: Callable[[], None] = lambda: None) -> None:
        """Apply a changed choice by `take`, then call ``on_done``; at once if nothing changed."""
        choice, previous = self.value, self.last_holder
        self.value = self.last_holder = self.holder()
        if choice == previous:
            on_done()
        else:
            self.take(choice, on_done)

    def reload_holder(self, on_done: Callable[[], None]) -> None:
        """Select the seat's current holder, then call ``on_done``."""
        self.value = self.last_holder = self.holder()
        on_done()


class HolderDialog(FormDialog):
    """Dialog with rows whose choices apply once the focus leaves them."""

    @property
    def holder(self) -> SeatHolderRow | None:
        """Row in focus if it chooses a seat's holder, else None."""
        row = self.form.widget
        return row if isinstance(row, SeatHolderRow) else None

    def on_input(self, intent: InputEvent) -> None:
        """Handle an event, and apply the choice of a holder row that has lost the focus."""
        holder = self.holder
        super().on_input(intent)
        if holder is not None and self.holder is not holder:
            holder.settle()

    def back(self) -> None:
        """Apply the pending choice and close the dialog, with a sound."""
        self.app.audio.play("back")
        self.apply_and_close()

    def apply_and_close(self) -> None:
        """Apply the pending choice and close the dialog."""
        if (holder := self.holder) is not None:
            holder.settle(self.app.scenes.pop)
        else:
            self.app.scenes.pop()


@dataclass(frozen=True)
class SeatRowProps(ChoiceRowProps):
    """Props of a seat: puppet, name and holder."""

    control = 400.0
    indent = HEAD

    look: int
    wears: str
    sign: str  # icon of the holder

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        super().paint(painter, box, focused=focused)
        image = puppet(painter.assets, self.look, "idle", 0, 48, PuppetOutfit(wears=self.wears, ground=False))
        painter.blit(image, box.x + HEAD / 2, box.centre[1] + 26 + puppet_foot(48), "midbottom")

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        super().draw_control(painter, box, focused=focused)
        text = self.words[self.place]
        size = 26 * (0.5 + 0.5 * painter.text_scale)
        left = box.centre[0] - painter.width(text, BODY, STRONG) / 2 - size - 8
        if left > box.x + box.h + 2:
            picture = icon(painter.assets, self.sign, size, painter.theme.ink, painter.theme.panel)
            painter.blit(picture, left, box.centre[1], "midleft")


class SeatOwnerRow(SeatHolderRow):
    """Row of a seat of a running match, which can be reassigned."""

    def __init__(self, app: AppContext, match: Match, number: int) -> None:
        self.stage, self.match, self.number = app, match, number
        seat = match.seats[number]
        super().__init__(seat.name, holders(app, match.session.game, seat.device))

    def holder(self) -> str:
        """Name of the seat's current holder, as in `holders`."""
        return _holder_name(self.match.seats[self.number])

    @property
    def words(self) -> tuple[str, ...]:
        """Labels of the holders, in the order of the values."""
        choices = [read_holder(holder) for holder, _words in self.values]
        return tuple(bot_label(level) if level else device_label(device) for level, device in choices)

    def take(self, holder: str, on_done: Callable[[], None]) -> None:
        """Give the seat to ``holder``, after a confirmation if a phone has it, then call ``on_done``."""

        def take() -> None:
            """Reassign the seat and update the row."""
            reassign_seat(self.stage, self.match, self.number, *read_holder(holder))
            self.reload_holder(on_done)

        ask_phone(self.stage, self.number, self.match.seats[self.number].name, take)

    @property
    def props(self) -> SeatRowProps:
        seat, (level, device) = self.match.seats[self.number], read_holder(self.value)
        sign = "robot" if level else device_icon(device)
        if sign == PHONE and self.stage.phones.is_far(self.number):
            sign = "globe"
        return SeatRowProps(
            self.label, self.help, self.words, self.place, seat.look, outfit_of(seat.level, seat.cap), sign
        )


class SeatsDialog(HolderDialog):
    """Dialog of all seats of a match."""

    width = 760.0

    def __init__(self, scene: MatchScene) -> None:
        self.app, self.match = scene.app, scene.match
        self._addresses = AddressChoice(self.app)
        super().__init__(self._rows())
        self.form.focus = 1 + (self.match.session.to_move or 0)  # after the heading

    def _rows(self) -> list[Widget]:
        """Heading, a row per seat, rows for phones and their addresses, and the button to close."""
        return [
            Heading(_("Seats")),
            *(SeatOwnerRow(self.app, self.match, number) for number in range(len(self.match.seats))),
            *self._remote_rows(),
            *self._addresses.rows(),
            *self._friend_buttons(),
            Button(_("Done"), self.apply_and_close, go=True, sign="tick"),
        ]

    def _friend_buttons(self) -> list[Widget]:
        """List with the button for remote guests; empty without an open party."""
        opens = partial(self.app.open_scene, "relay_invite")
        return (
            [Button(friends_words(self.app.phones.status), opens, sign="globe")]
            if self.app.phones.is_open
            else []
        )

    def _remote_rows(self) -> list[Widget]:
        """List with the row that chooses the phone with the host's remote; empty if no phone has a seat."""
        phones, seats = self.app.phones, self.match.seats
        phone_seats = [number for number in range(len(seats)) if phones.is_seat_held(number)]
        values = [(None, _("nobody")), *((number, seats[number].name) for number in phone_seats)]
        if phones.remote is not None and phones.remote not in phone_seats:  # its player waits for a seat
            values.append((phones.remote, phones.person(phones.remote).name))
        return (
            [ChoiceRow(_("Host's remote"), values, phones.remote, phones.set_remote)] if phone_seats else []
        )

    def tick(self, now: float) -> bool:
        """Follow changes of the join addresses. Always returns False."""
        if self._addresses.follow(self.form):
            self.on_layout()
            self.needs_redraw = True
        return False

    def shortcuts(self) -> list[Shortcut]:
        """Shortcuts that claim or rename the focused seat; none on other rows."""
        row = self.form.widget
        if not isinstance(row, SeatOwnerRow):
            return []
        return [
            Shortcut(
                InputAction.END_TURN, _("I sit here, with this device"), partial(self._claim_seat, row.number)
            ),
            Shortcut(InputAction.SECONDARY, _("Another name"), partial(self._rename, row.number)),
        ]

    def _claim_seat(self, number: int) -> None:
        """Give a seat to the device of the last input, after a confirmation if a phone has it."""
        device = self.app.devices.last
        ask_phone(self.app, number, self.match.seats[number].name, lambda: self._take_seat(number, device))

    def _rename(self, number: int) -> None:
        """Let the player type another name for a seat."""

        def on_answer(name: str | None) -> None:
            """Rename the seat, unless the name is empty or None."""
            if name and clean_name(name):
                self.match.rename(number, clean_name(name))
                self._remember(number)
                self.refit(self._rows())

        current_name = self.match.seats[number].name
        self.app.scenes.push(ScreenKeyboard(_("Another name"), current_name, NAME), on_answer)

    def _remember(self, number: int) -> None:
        """Save the seat's name in the settings if it is the host's, the first local seat."""
        local_seats = [n for n, seat in enumerate(self.match.seats) if seat.is_local]
        if local_seats[:1] == [number]:
            names = self.app.settings.names
            self.app.update_settings(names=(self.match.seats[number].name, *names[1:]))

    def _take_seat(self, number: int, device: str) -> None:
        """Give a seat to the player at a device and build the rows again, with rumble and sound."""
        reassign_seat(self.app, self.match, number, "", device)
        self.app.devices.pads.rumble(device)
        self.app.audio.play("confirm")
        self.refit(self._rows())


SLEEPER = 92  # units, height of the sleeping puppet


class DeviceLostDialog(FormDialog):
    """Dialog after a device was lost: wait for it, use another device, or let a bot play."""

    is_interrupting = True

    def __init__(self, scene: MatchScene, number: int) -> None:
        self.scene, self.number = scene, number
        self.match = match = scene.match
        self._by = ""
        self._turn = match.session.to_move == number and scene.animations.show is None
        self._timeout_text = self._timeout_sentence()
        super().__init__(self._rows())

    def _rows(self) -> list[Widget]:
        """Sleeping puppet, sentences about the lost device, and the buttons to wait or replace it."""
        seat = self.match.seats[self.number]
        template = _("{device} has gone. {name}'s seat is kept.")
        sentence = template.format(device=device_label(seat.device), name=seat.name)
        rows: list[Widget] = [
            PictureRow(SLEEPER, self._draw_sleeper, spare=True),
            TextRow(sentence, LARGE, face="strong", centred=True),
            TextRow(_return_sentence(seat), is_muted=True, centred=True),
            *([TextRow(self._timeout_text, is_muted=True, centred=True)] if self._timeout_text else []),
        ]
        wait_label = (
            _("Wait") if self._turn else _("Play on until it is {name}'s turn").format(name=seat.name)
        )
        rows += [
            Button(wait_label, self._wait, go=True, sign="play"),
            Button(_("Go on with the device that presses this"), self._ask, sign="pad"),
            Button(_("A bot plays until it is back"), self._let_bot_play, sign="robot"),
        ]
        return rows

    def _timeout_sentence(self) -> str:
        """Sentence about what happens to a phone's seat if no local player decides; "" for nothing."""
        patience, seconds = self.scene.patience, self.scene.app.settings.patience
        if not seconds or not self._turn or not self.match.seats[self.number].is_on_phone:
            return ""
        others = [n for n, seat in enumerate(self.match.seats) if seat.is_on_phone and n != self.number]
        if any(map(self.scene.app.phones.is_there, others)):
            if patience is not None and patience.idle_seat == self.number:
                return _("The others are asked on their phones now.")
            return _("After {n} s the others are asked on their phones.").format(n=seconds)
        return (
            "" if self.match.local_seats else _("After {n} s a bot plays until it is back.").format(n=seconds)
        )

    def on_enter(self) -> None:
        """Play a sound."""
        self.app.audio.play("refuse")

    def wake_times(self) -> Iterable[float]:
        """Times of the scene's turn timeouts, if it has any."""
        return self.scene.patience.wake_times() if self.scene.patience is not None else ()

    def tick(self, now: float) -> bool:
        """Advance a phone's timeout; pop once a bot plays or the device is back. Always returns False."""
        # Local players need not act: phones vote, or a bot takes over in the end.
        if self.match.seats[self.number].is_on_phone:
            self.scene.wait_on(now)
        if self.match.seats[self.number].is_bot:
            self.app.scenes.pop()
        elif not self.scene.attendance.absences.is_away(self.number):
            name = self.match.seats[self.number].name
            self.scene.context.messages.post(_("{name} is back.").format(name=name))
            self.app.scenes.pop()
        elif (sentence := self._timeout_sentence()) != self._timeout_text:
            self._timeout_text, previous_form = sentence, self.form
            self.form = Form(self._rows())
            self.form.focus = len(self.form.widgets) - len(previous_form.widgets) + previous_form.focus
            self.on_layout()
            self.needs_redraw = True
        return False

    def on_input(self, intent: InputEvent) -> None:
        """Remember the device of the event, then handle the event."""
        # Set before the button acts, because it gives the seat to the device that pressed.
        self._by = intent.device
        super().on_input(intent)

    def shortcuts(self) -> list[Shortcut]:
        """Menu, and Back, which opens the menu in the seat's turn, else closes the dialog."""
        menu = partial(self.app.open_scene, "pause", self.scene)
        back = menu if self._turn else self._wait
        return [Shortcut(InputAction.PAUSE, _("Menu"), menu), Shortcut(InputAction.BACK, "", back)]

    @property
    def back_words(self) -> str:
        """Empty label, because Back has its own effect here."""
        return ""

    def _draw_sleeper(self, painter: Painter, box: Box) -> None:
        look = self.match.seats[self.number].look
        image = puppet(painter.assets, look, "asleep", 0, SLEEPER, PuppetOutfit(rim=4.0, ground=False))
        painter.blit(image, box.centre[0], box.bottom + puppet_foot(SLEEPER), "midbottom")

    def _wait(self) -> None:
        """Close the dialog. It opens again in the seat's turn or, if that is now, after the next move."""
        self.scene.attendance.absences.suppress_prompt(self.number, in_turn=self._turn)
        self.app.scenes.pop()

    def _ask(self) -> None:
        """Give the seat to the device that pressed, after a confirmation if a phone has it."""
        ask_phone(self.app, self.number, self.match.seats[self.number].name, self._take_over)

    def _take_over(self) -> None:
        """Give the seat to the device that pressed and close, unless the lost one is back."""
        if not self.scene.attendance.absences.is_away(self.number):
            return  # it came back while the question was open
        self.scene.attendance.passes(self.number, self._by)
        reassign_seat(self.app, self.match, self.number, "", self._by)
        self.app.scenes.pop()

    def _let_bot_play(self) -> None:
        """Let a bot play until the device, which stays assigned, is back; closes the dialog."""
        levels = find_game(self.match.session.game).bot.levels
        level = default_bot_level(levels, first=False)
        self.match.assign_seat(self.number, level, self.match.seats[self.number].device)
        self.app.scenes.pop()


def _return_sentence(seat: Seat) -> str:
    """Return a sentence about how the lost device of a seat comes back."""
    if seat.device == PHONE:
        return _("It comes back by itself once it is awake and in this network; nothing is lost.")
    return _("Plug it in again, at any port, and the match goes on.")


def holders(app: AppContext, slug: str, current_device: str) -> list[tuple[str, str]]:
    """List (name, label): "person DEVICE" for local devices, ``current_device``, phone; then "bot LEVEL"."""
    devices = ["", MOUSE, KEYBOARD, *app.devices.pads.connected_devices]
    # List a missing device too, or the row would show another holder.
    devices += [current_device] if current_device not in devices else []
    if app.phones.is_open and PHONE not in devices:
        devices.append(PHONE)
    bots = [(f"bot {level}", bot_label(level)) for level in find_game(slug).bot.levels]
    return [*((f"person {device}", device_label(device)) for device in devices), *bots]


def reassign_seat(app: AppContext, match: Match, number: int, level: str, device: str) -> None:
    """Assign a seat to a device or a bot. The successor of a guest on a phone gets another name and look."""
    seat, other_seats = (
        match.seats[number],
        [other_seat for n, other_seat in enumerate(match.seats) if n != number],
    )
    name = ""
    if seat.device == PHONE != device and app.phones.has_held(number):
        used_looks = {seat.look, *(other_seat.look for other_seat in other_seats)}
        name = house_name(
            [seat.name, *(other_seat.name for other_seat in other_seats)],
            HOUSE_NAMES[number % len(HOUSE_NAMES)],
        )
        match.set_look(number, next((look for look in range(LOOKS) if look not in used_looks), seat.look))
    match.assign_seat(number, level, device, name)


def ask_phone(app: AppContext, number: int, name: str, take: Callable[[], None]) -> None:
    """Call ``take``, which takes a seat from its holder; after a confirmation if a phone has it."""
    if not app.phones.is_seat_held(number):
        take()
        return

    question = _("Take the seat away from {name}'s phone?").format(name=name)
    more = _("The phone would have to join again, in a free seat.")
    confirm(app, question, (_("Leave it to the phone"), _("Take the seat away")), take, more)


def read_holder(holder: str) -> tuple[str, str]:
    """Return (level, device) of a name from `holders`; "" is the level of a person or a bot's device."""
    kind, _space, rest = holder.partition(" ")
    return (rest, "") if kind == "bot" else ("", rest)


def _holder_name(seat: Seat) -> str:
    """Name of a seat's holder as in `holders`, such as "bot easy" or "person keyboard"."""
    return bot_holder(seat.level) if seat.is_bot else f"person {seat.device}"


def bot_holder(level: str) -> str:
    """Return the name that `holders` uses for a bot of this level."""
    return f"bot {level}"
