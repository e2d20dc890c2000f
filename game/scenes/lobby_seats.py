"""Seats of the lobby: devices and phones join, leave and are assigned seats.

`SeatAllocator` assigns seats without a window. `LobbySeats`, half of the lobby, watches pads and phones and
shows what has happened. `SeatDialog` edits name, look and holder of a seat.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from game.core.discovery import GamePackage, find_game
from game.core.options import Options, Value
from game.i18n import _, plural
from game.match.adaptive_level import FOR_ME, LevelMatch, match_level
from game.match.banter import habit
from game.match.phone_control import BOT, START, PhoneAction
from game.match.phone_votes import VoteItem
from game.match.profiles import ASKED, ProfileEditor
from game.match.seats import HOUSE_NAMES, PHONE, default_bot_level, house_name, unique_name, with_manner
from game.party.messages import News, PhoneJoined, PhoneLeft, SeatMessage
from game.party.party import PartyState, PartyStatus
from game.party.registry import Participant, SeatInfo
from game.scenes.form_sheets import TypedDialog
from game.scenes.house_rules import HouseRulesPanel
from game.scenes.phone_join import END, PhoneJoinDialog
from game.scenes.seats import HolderDialog, SeatHolderRow, ask_phone, bot_holder, holders, read_holder
from game.store.settings import SavedSeatSetup
from game.ui.art.icons import tick
from game.ui.art.patterns import SEAT_LOOKS, look_of, swatch
from game.ui.core.canvas import Box
from game.ui.core.input import PAD, GamepadRegistry, InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Prompts
from game.ui.core.theme import SMALL
from game.ui.match.info_panels import device_label, fit_words
from game.ui.match.match_flow import other_games
from game.ui.widgets import (
    Button,
    ChoiceRow,
    ChoiceRowProps,
    ControlScene,
    Heading,
    ScreenKeyboard,
    TextField,
    TextRow,
    ToggleRow,
    Widget,
    confirm,
)

_RANKS: Sequence[Callable[[SavedSeatSetup], bool]] = (
    lambda seat: seat.phone,
    lambda seat: bool(seat.level) and not seat.empty and not seat.chosen,
    lambda seat: seat.empty,
    lambda seat: bool(seat.level),
    lambda seat: not seat.device,
)
_OTHERS = 3  # number of leading ranks with seats that no player at the screen has set for another person


def _welcome(seat: SavedSeatSetup) -> int:
    """Rank of a seat for a phone that stays, 0 is best; ``len(_RANKS)`` for never."""
    return next((rank for rank, fits in enumerate(_RANKS) if fits(seat)), len(_RANKS))


class SeatAllocator:
    """Seats of a lobby and the devices that hold them.

    A device holds at most one seat by joining. Any device at the screen may play a seat without a device, so
    that one pad can be passed around. Players on phones are guests on top of the local seats. When a guest
    leaves, the local seat appears unchanged, with its name, look and bot.

    Attributes:
        house: seats without guests; these are saved.
        guests: participants on phones, by seat.
        seats: combination of both, as shown.
    """

    def __init__(self, seats: Sequence[SavedSeatSetup], fewest: int, manners: Sequence[str] = ()) -> None:
        self.house = list(seats)
        self.guests: dict[int, Participant] = {}
        self.fewest, self._manners = fewest, manners
        self._called: dict[int, str] = {}
        """Names of local players whose seats have bots now."""
        self.away: dict[str, int] = {}
        """Unplugged pads and the seats that they had."""
        self.untouched = set(range(len(self.house)))
        """Seats whose holder no player has chosen; the level of a bot there is a default."""
        self._vacated: dict[int, SavedSeatSetup] = {}
        """Original seats of the bots that replace local players for this match."""
        self.seats: list[SavedSeatSetup] = []
        self._look()

    def _look(self) -> None:
        """Compute ``seats`` from the local seats and the guests.

        No two seats have the same look: if a guest or person wears that of another seat, the other gets a
        spare one. No bot has the name of a person.
        """
        count, guests = range(len(self.house)), self.guests
        colours = {
            n: SEAT_LOOKS[one.look].name if one.look >= 0 else self.house[n].colour
            for n, one in guests.items()
        }
        wished = [colours.get(n, seat.colour) for n, seat in enumerate(self.house)]
        order = sorted(count, key=lambda n: (n not in guests, not self._is_person(n), self.house[n].empty, n))
        worn: dict[int, str] = {}
        for number in order:
            if wished[number] not in worn.values():
                worn[number] = wished[number]
        spare = [*(seat.colour for seat in self.house), *(look.name for look in SEAT_LOOKS)]
        for number in order:
            if number not in worn:
                worn[number] = next(colour for colour in spare if colour not in worn.values())
        people = set(self._people())
        names = [seat.name for seat in self.house]
        for number in count:
            if number in guests:
                names[number] = guests[number].name
            elif not self._is_person(number) and names[number] in people:
                names[number] = house_name({*people, *names}, HOUSE_NAMES[number % len(HOUSE_NAMES)])
        self.seats = [
            SavedSeatSetup(names[n], worn[n], device=PHONE)
            if n in guests
            else replace(seat, name=names[n], colour=worn[n])
            for n, seat in enumerate(self.house)
        ]

    def _is_person(self, number: int) -> bool:
        """True if a local player has the seat, or would have it without the guest."""
        return not self.house[number].level and not self.house[number].empty

    def _put(self, number: int, **changes: Any) -> None:
        self.house[number] = replace(self.house[number], **changes)
        self._look()

    def drop_absent(self, pads: GamepadRegistry) -> None:
        """Remove devices of the last time that are missing, and all phones; guests take their seats later."""
        for number, seat in enumerate(self.house):
            gone = seat.device == PHONE or (seat.device.startswith(PAD) and not pads.is_here(seat.device))
            device = "" if gone or seat.level or seat.empty else seat.device
            self.house[number] = replace(seat, device=device, phone=False)
        self._look()

    def dump_state(self) -> list[SavedSeatSetup]:
        """Return the seats to save: the local ones, with a mark on those that phones had.

        A person's seat that a bot has for this match counts as a person's.
        """
        vacated = {number: seat for number, seat in self._vacated.items() if number in self.untouched}
        house = [vacated.get(number, seat) for number, seat in enumerate(self.house)]
        return [replace(seat, phone=number in self.guests) for number, seat in enumerate(house)]

    def seat_phones(self, guests: Mapping[int, Participant]) -> dict[int, int]:
        """Seat the phones of the previous match. Returns their new seats by old seat.

        Each gets its previous seat, unless a local player or a chosen bot has it. Next come seats of phones,
        of bots, free seats, chosen bots, and people without a device. With too few seats, some phones get
        none.
        """
        ranks = {number: _welcome(seat) for number, seat in enumerate(self.house)}
        order = sorted((n for n in ranks if ranks[n] < len(_RANKS)), key=lambda n: (ranks[n], n))
        seated: dict[int, int] = {}
        for old in sorted(guests):
            own = guests[old].chair
            if ranks.get(own, _OTHERS) < _OTHERS and own not in seated.values() and len(seated) < len(order):
                seated[old] = own
        free = [number for number in order if number not in seated.values()]
        seated |= dict(zip([old for old in sorted(guests) if old not in seated], free, strict=False))
        for old, number in seated.items():
            # Guests keep their names; if a local player has the same name, the match tells them apart.
            name = guests[old].name or self.seats[number].name
            self.guests[number] = replace(
                guests[old], name=unique_name(name, [g.name for g in self.guests.values()])
            )
        self._look()
        return seated

    def seat_guest(self, number: int, guest: Participant) -> None:
        """Seat a guest. A guest without a name gets the seat's name."""
        self.guests[number] = replace(guest, name=self._unlike(number, guest.name or self.seats[number].name))
        self._look()

    def _unlike(self, number: int, name: str) -> str:
        """Return ``name``, changed if another guest or a local player has it."""
        return unique_name(name, self._people(but=number))

    def _people(self, but: int | None = None) -> list[str]:
        """Names of all people in the seats except ``but``."""
        here = [n for n in range(len(self.house)) if n not in self.guests and self._is_person(n)]
        names = {n: self.house[n].name for n in here} | {n: one.name for n, one in self.guests.items()}
        return [name for number, name in names.items() if number != but]

    @property
    def players(self) -> int:
        return sum(not seat.empty for seat in self.seats)

    def held_by(self, device: str) -> int | None:
        return next((n for n, seat in enumerate(self.seats) if device and seat.device == device), None)

    def join(self, device: str, wanted: int | None = None) -> int | None:
        """Give ``device`` a seat and return its number, None if there is none.

        Takes ``wanted`` if possible. Free seats come first, then those of bots, then those of people without
        a device.
        """
        held = self.held_by(device)
        if held is not None:
            return held
        ranks: Sequence[Callable[[SavedSeatSetup], bool]] = (
            lambda seat: seat.empty, lambda seat: bool(seat.level), lambda seat: not seat.device,
        )  # fmt: skip
        found = (n for fits in ranks for n, seat in enumerate(self.seats) if fits(seat))
        number = wanted if wanted is not None else next(found, None)
        if number is None or (self.seats[number].device and not self.seats[number].empty):
            return None
        self._put(number, name=self.seats[number].name, empty=False, level="", device=device)
        return number

    def leave(self, device: str) -> int | None:
        """Remove ``device`` from its seat and return the seat's number, None if it had none."""
        number = self.held_by(device)
        if number is not None:
            self.leave_seat(number)
        return number

    def leave_seat(self, number: int) -> None:
        """Remove the holder of a seat. Under a guest the local seat appears again.

        A local seat becomes free, unless the game needs it. Then it is open for any device at the screen.
        """
        if self.guests.pop(number, None) is None:
            self._put(number, device="", empty=self.players > self.fewest)
            return
        self._look()
        if self.players < self.fewest:
            self._put(number, empty=False)

    def settle(self, host: str) -> None:
        """Assign the host's device at the start of a match.

        Only if other devices have seats and exactly one person's seat has none; two such seats share the
        host's device.
        """
        free = [n for n, seat in enumerate(self.seats) if not (seat.empty or seat.level or seat.device)]
        if host and self.held_by(host) is None and len(free) == 1 and any(seat.device for seat in self.seats):
            self.set(free[0], "", host)

    def set(self, number: int, level: str, device: str = "", *, empty: bool = False) -> None:
        """Set the holder of a seat. A device that held another seat leaves it open for any device.

        A bot does not keep the name of a local player; that player gets it back afterwards.
        """
        if device != PHONE:
            other = self.held_by(device)
            if other is not None and other != number:
                self._put(other, device="")
            self.guests.pop(number, None)
        name, was_person = self.house[number].name, self._is_person(number)
        if level and was_person:
            self._called[number] = name
            name = name if name in HOUSE_NAMES else HOUSE_NAMES[number % len(HOUSE_NAMES)]
        elif not (level or empty or was_person):
            name = self._called.pop(number, name)
        self.untouched.discard(number)
        self._put(number, name=name, level=level, device=device, empty=empty, chosen=bool(level))

    def seat_bot(self, number: int, level: str) -> None:
        """Put a bot on a seat, or change the level of the bot there."""
        self.set(number, self.mannered(number, level))

    def mannered(self, number: int, level: str) -> str:
        """Return ``level`` with a style for the bot of this seat.

        A bot that is there keeps its style, even a plain one. An adaptive bot is plain until a style is
        chosen.
        """
        seat = self.seats[number]
        known = "" if seat.empty else seat.level
        if level != FOR_ME:
            others = [other.level for n, other in enumerate(self.seats) if n != number and not other.empty]
            before = "" if known == FOR_ME else known
            level = with_manner(level, self._manners, look_of(seat.colour), others, before)
        return level

    def add_bot(self, level: str, wanted: int | None = None) -> int | None:
        """Put a bot on a free seat and return its number, None if there is none. Prefers ``wanted``."""
        free = [number for number, seat in enumerate(self.seats) if seat.empty]
        number = wanted if wanted in free else free[0] if free else None
        if number is not None:
            self.seat_bot(number, level)
            self.untouched.add(number)
        return number

    def rename(self, number: int, name: str) -> None:
        """Rename the guest of a seat, or the local seat if it has no guest."""
        if number in self.guests:
            self.guests[number] = replace(self.guests[number], name=self._unlike(number, name))
            self._look()
        else:
            self._put(number, name=name)

    def vacate(self, level: str) -> None:
        """Let bots of ``level`` play the untouched seats of local players for this match."""
        for number, seat in enumerate(self.seats):
            if number in self.untouched and not (seat.empty or seat.level or seat.device):
                vacated = self.house[number]
                self.seat_bot(number, level)
                self._put(number, chosen=False)  # so that any phone may take the seat
                self.untouched.add(number)
                self._vacated[number] = vacated

    def recolour(self, number: int, colour: str) -> None:
        """Give a seat a colour. A seat that had it gets the previous colour of this one."""
        old = self.seats[number].colour
        other = next((n for n, seat in enumerate(self.seats) if seat.colour == colour and n != number), None)
        if other is not None:
            self._wear(other, old)
        self._wear(number, colour)
        self._look()

    def _wear(self, number: int, colour: str) -> None:
        if number in self.guests:
            self.guests[number] = replace(self.guests[number], look=look_of(colour))
            return
        old = self.house[number].colour
        # Swap with free seats too: no two of the eight have the same colour.
        self.house = [replace(seat, colour=old) if seat.colour == colour else seat for seat in self.house]
        self.house[number] = replace(self.house[number], colour=colour)


PERSON, BOT_KIND, FREE = "person", "bot", "free"


class LobbyHolder(SeatHolderRow):
    """Row for the holder of a lobby seat of one kind: person with a device, bot with a level, or free."""

    def __init__(self, lobby: LobbySeats, number: int, changed: Callable[[], None]) -> None:
        """``changed`` is called when another holder is chosen or the seat is given away."""
        self.lobby, self.number = lobby, number
        seat, (fewest, most) = lobby.joining.seats[number], lobby.info.players
        known = holders(lobby.app, lobby.info.slug, seat.device)
        self._people = [held for held in known if _kind(held[0]) == PERSON]
        levels = [*lobby.game.bot.levels, FOR_ME]
        words = {FOR_ME: _("as good as me")}
        self._bots = [(bot_holder(level), words.get(level, _(level))) for level in levels]
        self._usual = bot_holder(default_bot_level(lobby.game.bot.levels, first=lobby.was_first))
        self.kinds = [(PERSON, _("Person")), (BOT_KIND, _("Bot"))]
        if fewest != most and (seat.empty or lobby.joining.players > fewest):
            self.kinds.append((FREE, _("Nobody")))
        super().__init__("", [])
        self.choose(_kind(self.value))
        self.on, self._changed = lambda _holder: changed(), changed

    @property
    def kind(self) -> str:
        return _kind(self.value)

    @property
    def level(self) -> str:
        """Level of the chosen bot with its style; "" for no bot."""
        if self.value == self.known:
            seat = self.lobby.joining.seats[self.number]
            return "" if seat.empty else seat.level
        level, _device = read_holder(self.value)
        return level and self.lobby.joining.mannered(self.number, level)

    def choose(self, kind: str) -> None:
        """Offer the holders of ``kind``. Selects the current holder if it is of that kind."""
        offered = {PERSON: self._people, BOT_KIND: self._bots}.get(kind, [(FREE, "")])
        usual = {PERSON: offered[0][0], BOT_KIND: self._usual}.get(kind, FREE)
        self.values, self.label = tuple(offered), _("Level") if kind == BOT_KIND else _("With")
        if _kind(self.value) != kind:
            self.value = self.known if _kind(self.known) == kind else usual

    def holder(self) -> str:
        seat = self.lobby.joining.seats[self.number]
        return FREE if seat.empty else bot_holder(seat.level) if seat.level else f"person {seat.device}"

    def settle(self, then: Callable[[], None] = lambda: None) -> None:
        chosen = self.value
        super().settle(then)
        if self.value != chosen:  # a phone keeps it until the question is answered
            self._follow()

    def taken(self, then: Callable[[], None]) -> None:
        super().taken(self._follow)
        then()

    def _follow(self) -> None:
        self.choose(self.kind)
        self._changed()

    def take(self, holder: str, then: Callable[[], None]) -> None:
        def take() -> None:
            level, device = ("", "") if holder == FREE else read_holder(holder)
            if level:
                self.lobby.joining.seat_bot(self.number, level)
            else:
                self.lobby.joining.set(self.number, "", device, empty=holder == FREE)
            self.lobby.app.devices.pads.rumble(device)
            self.lobby.seats_changed()
            self.taken(then)

        ask_phone(self.lobby.app, self.number, self.lobby.joining.seats[self.number].name, take)


def _kind(holder: str) -> str:
    return holder.partition(" ")[0]


class SeatDialog(TypedDialog, HolderDialog):
    """Dialog of a seat: holder, name and colour. For a free seat it shows only the holder."""

    def __init__(self, lobby: LobbySeats, number: int) -> None:
        self.lobby, self.number = lobby, number
        seat = lobby.joining.seats[number]
        self._holder = LobbyHolder(lobby, number, self._changed)
        self._kinds = ChoiceRow(_("Who plays"), self._holder.kinds, self._holder.kind, self._choose)
        self._title = Heading(_("Seat {number}").format(number=number + 1))
        self._field = TextField(_("Name"), seat.name, self._name, self._ask)
        self._colours = LookRow(_("Colour"), seat.colour, self._colour)
        phones = lobby.app.phones
        self._remote = ToggleRow(
            _("Host's remote"), value=phones.remote == number, words=(_("Off"), _("On")),
            on=lambda given: phones.set_remote(number if given else None),
            help=_("This phone decides alone how the evening goes on."),
        )  # fmt: skip
        rows = self._rows()
        super().__init__(rows)
        if self._field in rows:  # letters typed at once are a name
            self.form.focus = rows.index(self._field)

    @property
    def holder(self) -> SeatHolderRow | None:
        return self._holder if self.form.widget in (self._kinds, self._holder) else None

    def _rows(self) -> list[Widget]:
        """Rows for the chosen holder. A bot has a style too, in games with styles."""
        holder, manners = self._holder, find_game(self.lobby.info.slug).bot.styles
        # Reuse the rows, because a name may be half typed and the holder row half changed.
        rows: list[Widget] = [self._title, self._kinds]
        done = Button(_("Done"), self.done, go=True, sign="tick")
        if holder.kind == FREE:
            return [*rows, done]
        rows.append(holder)
        level, _slash, manner = holder.level.partition("/")
        if level == FOR_ME:
            told = fit_words(self.lobby.fit)
            rows.append(TextRow(told[:1].upper() + told[1:], SMALL, is_muted=True))
        if level and manners:
            kinds = [("", _("plain")), *((name, _(name)) for name in manners)]
            does = habit(self.lobby.info.slug, manner)
            self._manners = ChoiceRow(_("Manner"), kinds, manner, self._manner, does)
            rows.append(self._manners)
        rows += [self._field, self._colours]
        if self.lobby.app.phones.holds(self.number):
            rows.append(self._remote)
        return [*rows, done]

    def _choose(self, kind: str) -> None:
        self._holder.choose(kind)
        self._changed()

    def _changed(self) -> None:
        """Show the rows for the newly chosen holder."""
        self._kinds.value = self._holder.kind
        self.refit(self._rows())

    def _manner(self, manner: str) -> None:
        def take() -> None:
            level = self.lobby.joining.seats[self.number].level.partition("/")[0]
            self.lobby.joining.set(self.number, f"{level}/{manner}" if manner else level)
            self.lobby.seats_changed()
            self._manners.value, self._manners.help = manner, habit(self.lobby.info.slug, manner)
            self.refit(self.form.widgets)

        self._holder.settle(take)  # a click chooses it before the holder row is left

    def _name(self, name: str) -> None:
        self.lobby.joining.rename(self.number, name)
        self.lobby.seats_changed()

    def _colour(self, colour: str) -> None:
        self.lobby.joining.recolour(self.number, colour)
        self.lobby.seats_changed()

    def _ask(self) -> None:
        def take(name: str | None) -> None:
            if name is not None:
                self._field.value = name
                self._name(name)

        name = self.lobby.joining.seats[self.number].name
        title = _("Name of seat {n}").format(n=self.number + 1)
        self.app.scenes.push(ScreenKeyboard(title, name), take)


@dataclass(frozen=True)
class LookRowProps(ChoiceRowProps):
    """Props of the eight looks, each a swatch of its knitting with the name of the chosen one."""

    control = 400.0

    def height(self, ruler: Painter, width: float) -> float:
        return super().height(ruler, width) + ruler.line_height(SMALL)

    def segments(self, ruler: Painter, box: Box) -> list[Box]:
        step = box.w / len(self.words)
        return [Box(box.x + step * number, box.y, step, box.h) for number in range(len(self.words))]

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        for number, part in enumerate(self.segments(painter, box)):
            side = min(part.w - 6, box.h)
            image = swatch(painter.assets, number, round(side), round(side), 10, 0.45)
            painter.blit(image, *part.centre, "center")
            chosen = number == self.place
            place = Box(part.centre[0] - side / 2, part.centre[1] - side / 2, side, side)
            painter.frame(place, painter.theme.ink, 4 if chosen else 2, 10)
            if chosen:
                painter.blit(tick(painter.assets, 22), place.right + 4, place.bottom + 4, "bottomright")
        words = self.words[self.place]
        x, y = self.name_place(painter, box), box.bottom + painter.line_height(SMALL) / 2 + 2
        painter.text(words, x, y, SMALL, TextStyle(colour=painter.theme.soft), anchor="center", room=box.w)

    def name_place(self, ruler: Painter, box: Box) -> float:
        """Return the x position of the chosen colour's name: below its swatch, within the row."""
        half = min(ruler.width(self.words[self.place], SMALL), box.w) / 2
        middle = self.segments(ruler, box)[self.place].centre[0]
        return max(box.x + half, min(middle, box.right - half))


class LookRow(ChoiceRow):
    """Row that chooses one of the eight looks."""

    def __init__(self, label: str, value: str, on: Callable[[str], None]) -> None:
        super().__init__(label, [(look.name, _(look.name)) for look in SEAT_LOOKS], value, on)

    @property
    def props(self) -> LookRowProps:
        return LookRowProps(self.label, self.help, self.words, self.place)


def seats_filled(game: GamePackage, seats: Sequence[SavedSeatSetup], usual: str) -> list[SavedSeatSetup]:
    """Return all seats of a game: ``seats``, then bots of the level ``usual``, then free ones."""
    filled = list(seats)
    for number in range(len(seats), game.info.players[1]):
        empty, level = number >= game.info.default_players, ""
        if number and not empty:
            others = [seat.level for seat in filled if not seat.empty]
            level = with_manner(usual, game.bot.styles, number, others)
        filled.append(SavedSeatSetup(HOUSE_NAMES[number], SEAT_LOOKS[number].name, level, empty))
    return filled


def unique_names(names: list[str]) -> list[str]:
    """Return the names trimmed and unique: empty ones get a default name, duplicates a number."""
    told: list[str] = []
    for number, name in enumerate(names):
        told.append(unique_name(" ".join(name.split()) or HOUSE_NAMES[number % len(HOUSE_NAMES)], told))
    return told


def _bot_for(name: str) -> str:
    return _("A bot for {name}").format(name=name)


GREETING = 900.0  # ms that a puppet is happy after a player has joined


class LobbySeats(ControlScene, ABC):
    """Base of the lobby: the seats, and the devices and phones that take and leave them."""

    house_rules: HouseRulesPanel
    """House rules of the next match. Set in `on_enter`."""
    unfolded: bool
    """True if the folded house rules are open over everything."""

    def __init__(self, slug: str, winner: int | None = None) -> None:
        self.game = find_game(slug)
        self.info = self.game.info
        self.joining = SeatAllocator([], 0)
        self.winner = winner
        """Last winner: by player number until `on_enter`, then by seat."""
        self.was_first = False  # True if the game was new to this home when the lobby was opened
        self.host = ""
        """Device that opened the lobby. Mouse and keyboard may move the focus too."""
        self.note = ""  # latest event, shown below the title
        self.greeted: dict[int, float] = {}  # time of joining in ms, by seat
        self.front = PartyStatus()
        """Party status of the last poll. Layout and drawing use it."""
        self.by_phones = False
        """True if no local player is expected, so that an untouched seat is open for a phone."""
        self._decided: tuple[object, tuple[PhoneAction, ...]] = None, ()
        """State when the phone actions were computed, and these actions."""
        self._noted: object = None  # state when the note was made
        self._told_rules: Mapping[str, Value] = {}  # house rules that phones were last sent
        self._failed = False  # True if the note is an error
        self._mirror = ProfileEditor(self._rename, self._dress, self._worn)
        self._left: dict[int, str] = {}  # level of the bots whose seats people have now, by seat
        self._with_phones: set[int] | None = None  # seats with phones at the last update
        # people at the table, and the adaptive level for them
        self._fit: tuple[list[str], LevelMatch] | None = None

    @property
    def seats(self) -> list[SavedSeatSetup]:
        return self.joining.seats

    @property
    def players(self) -> int:
        return self.joining.players

    @property
    def first(self) -> int | None:
        """Number of the last winner among the current players, None if that player is not there."""
        taken = [number for number, seat in enumerate(self.seats) if not seat.empty]
        return taken.index(self.winner) if self.winner in taken else None

    @property
    def easy_bots(self) -> int:
        """Number of bots if all are at the easiest level, else 0."""
        levels = [seat.level.partition("/")[0] for seat in self.seats if seat.level and not seat.empty]
        return len(levels) if set(levels) == {default_bot_level(self.game.bot.levels, first=True)} else 0

    @property
    def fit(self) -> LevelMatch:
        """Level of an adaptive bot for the people in the seats."""
        taken = [seat for seat in self.seats if not seat.empty]
        names = unique_names([seat.name for seat in taken])
        people = [name for name, seat in zip(names, taken, strict=True) if not seat.level]
        if self._fit is None or self._fit[0] != people:
            # Cached for the same people, because it reads the statistics and is needed in every frame.
            self._fit = people, match_level(self.info.slug, self.app.stores.statistics, people)
        return self._fit[1]

    @abstractmethod
    def helps(self) -> list[Prompts]:
        """Return every prompt bar that can appear here."""

    def seats_changed(self) -> None:
        """Update house rules and phones after a change of a seat."""
        self.house_rules.fill()
        self._tell_phones()

    def _tell_phones(self) -> None:
        self._told_rules = self.house_rules.rules
        places = [
            SeatInfo(
                number, seat.name, look_of(seat.colour), seat.empty or bool(seat.level) or self._waits(number)
            )
            for number, seat in enumerate(self.seats)
        ]
        worn = [look_of(seat.colour) for seat in self.seats if not seat.empty]
        words = self.note if self._failed else ""
        options = Options(self._told_rules)
        self.app.phones.offer_seats(_(self.info.title), places, self.info.slug, worn, words, options)
        if self.app.phones.party is not None:
            for number in self.app.phones.party.held_seats:
                # If a local device took the seat, remove its phone. Not a phone that joined just now and
                # whose message was not handled yet.
                known = self._with_phones is None or number in self._with_phones
                if number >= len(self.seats) or (known and self.seats[number].device != PHONE):
                    self.app.phones.party.remove(number)
            self._with_phones = {n for n, seat in enumerate(self.seats) if seat.device == PHONE}
        self.needs_redraw = True

    def _waits(self, number: int) -> bool:
        """True if a seat for any local device is open for a phone too, because it is untouched."""
        seat = self.seats[number]
        return self.by_phones and not (seat.level or seat.device) and number in self.joining.untouched

    def phone_actions(self) -> Sequence[PhoneAction]:
        now = self._standing
        if self._decided[0] != now:
            self._decided = now, tuple(self._decisions())
        return self._decided[1]

    @property
    def _standing(self) -> object:
        """State that decides if a match can be made and what phones can change."""
        return self.house_rules.rules, self.house_rules.board, tuple(self.seats), self.app.settings.language

    def _decisions(self) -> Iterator[PhoneAction]:
        yield PhoneAction(VoteItem(START, lambda: _("Start the game")), self._start)
        if any(seat.empty for seat in self.seats):
            yield self._bots("+", lambda: _("One more bot"), self.add_bot)
        last = next(
            (n for n, seat in reversed(list(enumerate(self.seats))) if seat.level and not seat.empty), None
        )
        if last is not None and self.players > self.joining.fewest:
            yield self._bots("-", lambda: _("One bot fewer"), partial(self._free, last))
        for number, seat in enumerate(self.seats):
            if not (seat.empty or seat.level or seat.device) and not self._waits(number):
                words = partial(_bot_for, seat.name)
                yield self._bots(str(number), words, partial(self._seat_bot, number))
        yield from other_games(self.app, self.info.slug)
        yield from self.house_rules.steered()

    @staticmethod
    def _bots(which: str, words: Callable[[], str], do: Callable[[], object]) -> PhoneAction:
        return PhoneAction(VoteItem(f"{BOT} {which}", words, countdown=0.0), do)

    def _free(self, number: int) -> None:
        self.joining.set(number, "", empty=True)
        self.app.audio.play("leave")
        self.seats_changed()

    def _seat_bot(self, number: int) -> None:
        self.joining.seat_bot(number, default_bot_level(self.game.bot.levels, first=self.was_first))
        self.app.audio.play("confirm")
        self.seats_changed()

    def _start(self) -> None:
        """Start for the phones: bots play the seats of absent local players."""
        if self.by_phones:
            self.joining.vacate(default_bot_level(self.game.bot.levels, first=self.was_first))
            self.seats_changed()
        self.begin(by_phones=True)

    @abstractmethod
    def begin(self, *, by_phones: bool = False) -> None:
        """Begin a match with the current seats. ``by_phones``: phones started it."""

    def fail(self, words: str) -> None:
        """Show ``words`` as an error until something changes."""
        self.app.audio.play("refuse")
        self._say(words, failed=True)

    def _say(self, words: str, *, failed: bool = False) -> None:
        """Show a note below the title until something changes."""
        self.note, self._failed = words, failed
        self.seats_changed()
        self._noted = self._standing

    def told(self) -> str:
        """Return the line below the title: the note, or the number of players."""
        count = self.players
        return self.note or plural("{count} at the table", "{count} at the table", count).format(count=count)

    def is_guest(self, device: str) -> bool:
        """Return True if a pad only looks after its seat, because another device moves the focus."""
        if not device.startswith(PAD) or device == self.host:
            return False
        if self.host.startswith(PAD) and not self.app.devices.pads.is_here(self.host):
            # The host's pad is unplugged, so this one takes over.
            self.host = device
        return device != self.host

    def guest(self, intent: InputEvent) -> None:
        device = intent.device
        held = self.joining.held_by(device)
        if intent.act is InputAction.CONFIRM:
            number = held if held is not None else self.joining.join(device)
            if number is None:
                self.fail(_("All seats are taken."))
            else:
                self.welcome(number)
        elif intent.act is InputAction.SECONDARY and held is None:
            self.add_bot()
        elif intent.act is InputAction.NAVIGATE and intent.dx and held is not None:
            self._next_colour(held, intent.dx)

    def welcome(self, number: int) -> None:
        """Greet the holder of a seat: happy puppet, sound, rumble and a note."""
        seat = self.seats[number]
        pads = self.app.devices.pads
        self.greeted[number] = self.app.now
        self.app.audio.play("join")
        pads.rumble(seat.device)
        pads.light(seat.device, SEAT_LOOKS[look_of(seat.colour)].colour)
        self._say(_("{device}: {name}").format(device=device_label(seat.device), name=seat.name))

    def _next_colour(self, number: int, dx: int) -> None:
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
        self.joining.leave(device)
        self.app.devices.pads.rumble(device, 90)
        self.app.audio.play("leave")
        self._say(_("{device} has left its seat.").format(device=device_label(device)))

    def _watch_pads(self) -> None:
        """Open the seat of an unplugged pad to any device until the pad is back."""
        pads = self.app.devices.pads
        for number, seat in enumerate(self.seats):
            if seat.device.startswith(PAD) and not pads.is_here(seat.device):
                self.joining.away[seat.device] = number
                self.joining.set(number, "", "")
                self.app.audio.play("leave")
                self._say(_("{device} has gone.").format(device=device_label(seat.device)))
        for device, number in list(self.joining.away.items()):
            if pads.is_here(device):
                del self.joining.away[device]
                seat = self.seats[number]
                if not (seat.device or seat.level or seat.empty) and self.joining.held_by(device) is None:
                    self.joining.set(number, "", device)
                    self.welcome(number)

    def cycle(self, number: int) -> None:
        """Switch a seat between person and bot of its last level. Asks first for a phone's seat."""
        ask_phone(self.app, number, self.seats[number].name, lambda: self._cycle(number))

    def _cycle(self, number: int) -> None:
        if level := self.seats[number].level.partition("/")[0]:
            self._left[number] = level
            self.joining.set(number, "")
        else:
            usual = default_bot_level(self.game.bot.levels, first=self.was_first)
            self.joining.seat_bot(number, self._left.get(number, usual))
        self.app.audio.play("confirm")
        self.seats_changed()

    def add_bot(self, wanted: int | None = None) -> None:
        """Put a bot on a free seat, ``wanted`` if it is free."""
        level = default_bot_level(self.game.bot.levels, first=self.was_first)
        number = self.joining.add_bot(level, wanted)
        if number is None:
            self.fail(_("All seats are taken."))
        else:
            self.app.audio.play("confirm")
            self.seats_changed()

    def watch_doors(self, now: float) -> None:
        """Handle phones and pads that have joined or left since the last call."""
        for news in self.app.phones.poll():
            self._take(news)
        if self.front != self.app.phones.status:
            self.front = self.app.phones.status
            self.needs_redraw = True  # before positions are asked for
            self.on_layout()
            self.seats_changed()
        if self.note and self._noted != self._standing:
            self._say("")
        if self._told_rules != self.house_rules.rules:
            self._tell_phones()
        self._watch_pads()
        for number, since in list(self.greeted.items()):
            if now - since > GREETING:
                del self.greeted[number]
                self.needs_redraw = True

    def toggle_party(self) -> None:
        """Open the party, or show the dialog of an open one."""
        phones = self.app.phones
        self.app.audio.play("confirm")
        if phones.state in (PartyState.CLOSED, PartyState.FAILED):
            phones.close()
            phones.open()
        else:

            def answered(answer: str | None) -> None:
                if answer == END:
                    self.ask_to_end(_("Leave it open"), self._end_party)

            self.app.scenes.push(PhoneJoinDialog(self.app, self.watch_doors), answered)
        self.needs_redraw = True

    def ask_to_end(self, stay: str, then: Callable[[], None]) -> None:
        """Ask for confirmation to end the party for all phones, then call ``then``."""
        more = _("Every phone loses its seat; the next party has another code.")
        confirm(self.app, _("End the party?"), (stay, _("End the party")), then, more, loses=True)

    def _end_party(self) -> None:
        self.app.phones.close(over=True)
        for number in list(self.joining.guests):
            self.joining.leave_seat(number)
        self.needs_redraw = True

    def _take(self, news: News) -> None:
        match news:
            case PhoneJoined(number, name) if number < len(self.seats):
                guest = self.app.phones.person(number)
                self.joining.seat_guest(number, replace(guest, name=name or guest.name))
                self.welcome(number)
            case SeatMessage(number, _number, words):
                self.app.phones.answer(news, lambda: self._heed(number, words))
            case PhoneLeft(number) if number in self.joining.guests:
                self.joining.leave_seat(number)
                self.seats_changed()
        self.needs_redraw = True

    def _heed(self, number: int, words: Mapping[str, Any]) -> str:
        """Handle a profile message of a phone. Returns an error for the phone, "" for none.

        Votes are handled elsewhere.
        """
        if number >= len(self.seats) or words["do"] not in ASKED:
            return _("That cannot be done now.")
        return self._mirror.handle_phone(number, words, self.app.now)

    def _rename(self, number: int, name: str) -> None:
        self.joining.rename(number, name)
        self.seats_changed()

    def _dress(self, number: int, look: int) -> None:
        self.joining.recolour(number, SEAT_LOOKS[look].name)
        self.seats_changed()

    def _worn(self, number: int) -> list[int]:
        return [look_of(seat.colour) for n, seat in enumerate(self.seats) if n != number and not seat.empty]
