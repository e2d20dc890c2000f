"""Seats during a match: change of holders, and a device that was lost."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from game.core.discovery import find_game
from game.i18n import _
from game.match.match import Match
from game.match.seats import HOUSE_NAMES, LOOK_COUNT, PHONE, Seat, default_bot_level, house_name
from game.party.messages import MAX_NAME_LENGTH, clean_name
from game.scenes.phone_join import AddressChoice
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
    ChoiceRow,
    Dialog,
    Element,
    ElementKey,
    Heading,
    PictureRow,
    ScreenKeyboard,
    TextRow,
    button,
    choice,
    confirm,
    draw_puppet,
)

HEAD_COLUMN = 58.0  # units, width of the puppet's column


class SeatKey(ElementKey):
    """Keys of rows. Those for phones come and go."""

    SEAT = "seat"  # one of a match
    REMOTE = "remote"
    DOOR = "door"  # another way into the party


class HolderDialog(Dialog):
    """Dialog that chooses holders of seats. A choice applies once the focus leaves the rows of its seat."""

    _choice: tuple[int, str] | None = None  # (seat, holder) that does not apply yet

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """Seat whose holder the focused row chooses, None for other rows."""

    @abstractmethod
    def holder(self, seat: int) -> str:
        """Current holder of a seat, as named by `holders`."""

    @abstractmethod
    def take(self, seat: int, holder: str, on_done: Callable[[], None]) -> None:
        """Assign a seat, then call ``on_done``; not if the player declines a confirmation."""

    def choose(self, seat: int, holder: str) -> None:
        """Choose a holder, who gets the seat later."""
        self._choice = (seat, holder) if holder != self.holder(seat) else None

    def chosen(self, seat: int) -> str:
        """Chosen holder of a seat, else the current one."""
        return self._choice[1] if self._choice is not None and self._choice[0] == seat else self.holder(seat)

    def settle(self, on_done: Callable[[], None] = lambda: None) -> None:
        """Apply the choice by `take`, then call ``on_done``; at once if nothing was chosen."""
        choice, self._choice = self._choice, None
        self.needs_redraw = True
        if choice is None:
            on_done()
        else:
            self.take(*choice, on_done)

    def on_input(self, intent: InputEvent) -> None:
        """Handle an event, and apply the choice for a seat whose rows have lost the focus."""
        super().on_input(intent)
        if self._choice is not None and self.seat != self._choice[0]:
            self.settle()

    def back(self) -> None:
        """Apply the choice and close the dialog, with a sound."""
        self.app.audio.play("back")
        self.apply_and_close()

    def apply_and_close(self) -> None:
        """Apply the choice and close the dialog."""
        self.settle(self.app.scenes.pop)


@dataclass(frozen=True)
class SeatRow(ChoiceRow):
    """A seat: puppet, name and holder."""

    control = 400.0
    indent = HEAD_COLUMN

    look: int
    wears: str
    sign: str  # icon of the holder

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        super().paint(painter, box, focused=focused)
        image = puppet(painter.assets, self.look, "idle", 0, 48, PuppetOutfit(wears=self.wears, ground=False))
        painter.blit(image, box.x + HEAD_COLUMN / 2, box.centre[1] + 26 + puppet_foot(48), "midbottom")

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        super().draw_control(painter, box, focused=focused)
        text = self.words[self.place]
        size = 26 * (0.5 + 0.5 * painter.text_scale)
        left = box.centre[0] - painter.width(text, BODY, STRONG) / 2 - size - 8
        if left > box.x + box.h + 2:
            picture = icon(painter.assets, self.sign, size, painter.theme.ink, painter.theme.panel)
            painter.blit(picture, left, box.centre[1], "midleft")


class MatchSeatsDialog(HolderDialog):
    """Dialog with a row for each seat of a match."""

    width = 760.0
    match: Match

    @property
    def seat(self) -> int | None:
        return SeatKey.SEAT.number(self.focus)

    def holder(self, seat: int) -> str:
        holder = self.match.seats[seat]
        return bot_holder(holder.level) if holder.is_bot else f"person {holder.device}"

    def take(self, seat: int, holder: str, on_done: Callable[[], None]) -> None:
        """Give a seat to ``holder``, after a confirmation if a phone has it, then call ``on_done``."""

        def take() -> None:
            """Reassign the seat."""
            reassign_seat(self.app, self.match, seat, *read_holder(holder))
            self.needs_redraw = True
            on_done()

        ask_phone(self.app, seat, self.match.seats[seat].name, take)

    def seat_rows(self) -> list[Element]:
        """A row for each seat."""
        return [self._seat_row(number) for number in range(len(self.match.seats))]

    def _seat_row(self, number: int) -> Element:
        """Row that chooses the holder of a seat."""
        seat, holder = self.match.seats[number], self.chosen(number)
        level, device = read_holder(holder)
        sign = "robot" if level else device_icon(device)
        if sign == PHONE and self.app.phones.is_far(number):
            sign = "globe"
        return choice(
            seat.name,
            holders(self.app, self.match.session.game, seat.device),
            holder,
            partial(self.choose, number),
            key=SeatKey.SEAT.of(number),
            look=partial(SeatRow, look=seat.look, wears=outfit_of(seat.level, seat.cap), sign=sign),
        )


class SeatsDialog(MatchSeatsDialog):
    """Dialog of all seats of a match."""

    def __init__(self, scene: MatchScene) -> None:
        self.app, self.match = scene.app, scene.match
        self._addresses = AddressChoice(self.app)
        self.focus = SeatKey.SEAT.of(self.match.session.to_move or 0)

    def rows(self) -> list[Element]:
        phones = self.app.phones
        doors = [
            button(
                door.label, partial(self.app.open_scene, door.screen), key=SeatKey.DOOR.of(n), sign="globe"
            )
            for n, door in enumerate(phones.status.others)
        ]
        return [
            Heading(_("Seats")),
            *self.seat_rows(),
            *self._remote_rows(),
            *self._addresses.rows(),
            *(doors if phones.is_open else ()),
            button(_("Done"), self.apply_and_close, go=True, sign="tick"),
        ]

    def _remote_rows(self) -> list[Element]:
        """List with the row that chooses the phone with the host's remote; empty if no phone has a seat."""
        phones, seats = self.app.phones, self.match.seats
        phone_seats = [number for number in range(len(seats)) if phones.is_seat_held(number)]
        values = [(None, _("nobody")), *((number, seats[number].name) for number in phone_seats)]
        if phones.remote is not None and phones.remote not in phone_seats:  # its player waits for a seat
            values.append((phones.remote, phones.person(phones.remote).name))
        remote = choice(_("Host's remote"), values, phones.remote, phones.set_remote, key=SeatKey.REMOTE)
        return [remote] if phone_seats else []

    def tick(self, now: float) -> bool:
        """Follow changes of the join addresses. Always returns False."""
        if self._addresses.follow():
            self.on_layout()
            self.needs_redraw = True
        return False

    def shortcuts(self) -> list[Shortcut]:
        """Shortcuts that claim or rename the focused seat; none on other rows."""
        if (seat := self.seat) is None:
            return []
        return [
            Shortcut(InputAction.END_TURN, _("Use this device here"), partial(self._claim_seat, seat)),
            Shortcut(InputAction.SECONDARY, _("Change name"), partial(self._rename, seat)),
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
                self.needs_redraw = True

        seat = self.match.seats[number]
        wears = outfit_of(seat.level, seat.cap)
        board = ScreenKeyboard(_("Change name"), seat.name, MAX_NAME_LENGTH, seat.look, wears)
        self.app.scenes.push(board, on_answer)

    def _remember(self, number: int) -> None:
        """Save the seat's name in the settings if it is the host's, the first local seat."""
        local_seats = [n for n, seat in enumerate(self.match.seats) if seat.is_local]
        if local_seats[:1] == [number]:
            names = self.app.settings.names
            self.app.update_settings(names=(self.match.seats[number].name, *names[1:]))

    def _take_seat(self, number: int, device: str) -> None:
        """Give a seat to the player at a device, with rumble and sound."""
        self._choice = None
        reassign_seat(self.app, self.match, number, "", device)
        self.app.devices.pads.rumble(device)
        self.app.audio.play("confirm")
        self.needs_redraw = True


SLEEPER_HEIGHT = 92  # units, height of the sleeping puppet


class DeviceLostDialog(Dialog):
    """Dialog after a device was lost: wait for it, use another device, or let a bot play."""

    is_interrupting = True

    def __init__(self, scene: MatchScene, number: int) -> None:
        self.scene, self.number = scene, number
        self.match = match = scene.match
        self._by = ""
        self._turn = match.session.to_move == number and scene.animations.show is None
        self._timeout_text = self._timeout_sentence()

    def rows(self) -> list[Element]:
        """Sleeping puppet, sentences about the lost device, and the buttons to wait or replace it."""
        seat = self.match.seats[self.number]
        template = _("{device} disconnected. {name}'s seat is reserved.")
        sentence = template.format(device=device_label(seat.device), name=seat.name)
        wait_label = _("Wait") if self._turn else _("Keep playing until {name}'s turn").format(name=seat.name)
        other = _("Continue with this device")
        return [
            PictureRow(SLEEPER_HEIGHT, self._draw_sleeper, spare=True),
            TextRow(sentence, LARGE, face="strong", centred=True),
            TextRow(_return_sentence(seat), is_muted=True, centred=True),
            *([TextRow(self._timeout_text, is_muted=True, centred=True)] if self._timeout_text else []),
            button(wait_label, self._wait, go=True, sign="play"),
            button(other, self._ask, sign="pad"),
            button(_("Let a bot play meanwhile"), self._let_bot_play, sign="robot"),
        ]

    def _timeout_sentence(self) -> str:
        """Sentence about what happens to a phone's seat if no local player decides; "" for nothing."""
        patience, seconds = self.scene.patience, self.scene.app.settings.patience
        if not seconds or not self._turn or not self.match.seats[self.number].is_on_phone:
            return ""
        others = [n for n, seat in enumerate(self.match.seats) if seat.is_on_phone and n != self.number]
        if any(map(self.scene.app.phones.is_there, others)):
            if patience is not None and patience.idle_seat == self.number:
                return _("The others are being asked on their phones.")
            return _("After {n} s, the others are asked on their phones.").format(n=seconds)
        return (
            "" if self.match.local_seats else _("After {n} s, a bot plays until it's back.").format(n=seconds)
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
            self._timeout_text = sentence
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
        draw_puppet(painter, box, self.match.seats[self.number].look, "", "asleep")

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
        return _("It reconnects once it's awake and on this network. Nothing is lost.")
    return _("Plug it back in (any port) to continue.")


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
        match.set_look(
            number, next((look for look in range(LOOK_COUNT) if look not in used_looks), seat.look)
        )
    match.assign_seat(number, level, device, name)


def ask_phone(app: AppContext, number: int, name: str, take: Callable[[], None]) -> None:
    """Call ``take``, which takes a seat from its holder; after a confirmation if a phone has it."""
    if not app.phones.is_seat_held(number):
        take()
        return

    question = _("Take the seat away from {name}'s phone?").format(name=name)
    more = _("The phone will have to join again, in a free seat.")
    confirm(app, question, (_("Leave it with the phone"), _("Take the seat away")), take, more)


def read_holder(holder: str) -> tuple[str, str]:
    """Return (level, device) of a name from `holders`; "" is the level of a person or a bot's device."""
    kind, _space, rest = holder.partition(" ")
    return (rest, "") if kind == "bot" else ("", rest)


def bot_holder(level: str) -> str:
    """Return the name that `holders` uses for a bot of this level."""
    return f"bot {level}"
