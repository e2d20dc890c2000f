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
from game.match.phone_control import BOT, START, PhoneAction
from game.match.phone_votes import VoteItem
from game.match.profiles import ASKED, ProfileEditor
from game.match.seats import HOUSE_NAMES, PHONE, default_bot_level, house_name, unique_name
from game.party.messages import News, PhoneJoined, PhoneLeft, SeatMessage
from game.party.party import PartyState, PartyStatus
from game.party.registry import Participant, SeatInfo
from game.scenes.house_rules import HouseRulesPanel
from game.scenes.phone_join import END, PhoneJoinDialog
from game.scenes.seats import HolderDialog, ask_phone, bot_holder, holders, read_holder
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
    ChoiceRow,
    Element,
    ElementKey,
    Heading,
    Screen,
    ScreenKeyboard,
    TextRow,
    button,
    choice,
    confirm,
    text_field,
    toggle,
)

_RANKS: Sequence[Callable[[SavedSeatSetup], bool]] = (
    lambda seat: seat.phone,
    lambda seat: bool(seat.level) and not seat.empty and not seat.chosen,
    lambda seat: seat.empty,
    lambda seat: bool(seat.level),
    lambda seat: not seat.device,
)
_OTHERS = 3  # number of leading ranks with seats that no player at the screen has set for another person


def _phone_rank(seat: SavedSeatSetup) -> int:
    """Rank of a seat for a phone that stays, 0 is best; ``len(_RANKS)`` for never."""
    return next((rank for rank, matches_rank in enumerate(_RANKS) if matches_rank(seat)), len(_RANKS))


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

    def __init__(self, seats: Sequence[SavedSeatSetup], fewest: int) -> None:
        self.house = list(seats)
        self.guests: dict[int, Participant] = {}
        self.fewest = fewest
        self._called: dict[int, str] = {}
        """Names of local players whose seats have bots now."""
        self.away: dict[str, int] = {}
        """Unplugged pads and the seats that they had."""
        self.untouched_seats = set(range(len(self.house)))
        """Seats whose holder no player has chosen; the level of a bot there is a default."""
        self._vacated_seats: dict[int, SavedSeatSetup] = {}
        """Original seats of the bots that replace local players for this match."""
        self.seats: list[SavedSeatSetup] = []
        self._refresh_seats()

    def _refresh_seats(self) -> None:
        """Compute ``seats`` from the local seats and the guests.

        No two seats have the same look; guests, then people keep theirs. No bot has the name of a person.
        """
        count, guests = range(len(self.house)), self.guests
        colours = {
            n: SEAT_LOOKS[guest.look].name if guest.look >= 0 else self.house[n].colour
            for n, guest in guests.items()
        }
        preferred = [colours.get(n, seat.colour) for n, seat in enumerate(self.house)]
        order = sorted(count, key=lambda n: (n not in guests, not self._is_person(n), self.house[n].empty, n))
        colour_by_seat: dict[int, str] = {}
        for number in order:
            if preferred[number] not in colour_by_seat.values():
                colour_by_seat[number] = preferred[number]
        spare = [*(seat.colour for seat in self.house), *(look.name for look in SEAT_LOOKS)]
        for number in order:
            if number not in colour_by_seat:
                colour_by_seat[number] = next(
                    colour for colour in spare if colour not in colour_by_seat.values()
                )
        people = set(self._people())
        names = [seat.name for seat in self.house]
        for number in count:
            if number in guests:
                names[number] = guests[number].name
            elif not self._is_person(number) and names[number] in people:
                names[number] = house_name({*people, *names}, HOUSE_NAMES[number % len(HOUSE_NAMES)])
        self.seats = [
            SavedSeatSetup(names[n], colour_by_seat[n], device=PHONE)
            if n in guests
            else replace(seat, name=names[n], colour=colour_by_seat[n])
            for n, seat in enumerate(self.house)
        ]

    def _is_person(self, number: int) -> bool:
        """True if a local player has the seat, or would have it without the guest."""
        return not self.house[number].level and not self.house[number].empty

    def _update_seat(self, number: int, **changes: Any) -> None:
        """Change fields of a local seat and compute ``seats`` again."""
        self.house[number] = replace(self.house[number], **changes)
        self._refresh_seats()

    def drop_absent(self, pads: GamepadRegistry) -> None:
        """Clear devices of seats with a missing pad, a phone or no person, and all ``phone`` marks."""
        for number, seat in enumerate(self.house):
            is_absent = seat.device == PHONE or (
                seat.device.startswith(PAD) and not pads.is_here(seat.device)
            )
            device = "" if is_absent or seat.level or seat.empty else seat.device
            self.house[number] = replace(seat, device=device, phone=False)
        self._refresh_seats()

    def dump_state(self) -> list[SavedSeatSetup]:
        """Seats to save: local ones, marked if a phone had them; people replace their stand-in bots."""
        vacated = {
            number: seat for number, seat in self._vacated_seats.items() if number in self.untouched_seats
        }
        house = [vacated.get(number, seat) for number, seat in enumerate(self.house)]
        return [replace(seat, phone=number in self.guests) for number, seat in enumerate(house)]

    def seat_phones(self, guests: Mapping[int, Participant]) -> dict[int, int]:
        """Seat the phones of the previous match. Returns the new seat by old seat of those that found one.

        Each gets its previous seat, unless a local player or a chosen bot has it. Next come seats of phones,
        of bots, free seats, chosen bots, and people without a device.
        """
        ranks = {number: _phone_rank(seat) for number, seat in enumerate(self.house)}
        order = sorted((n for n in ranks if ranks[n] < len(_RANKS)), key=lambda n: (ranks[n], n))
        seated: dict[int, int] = {}
        for old in sorted(guests):
            own_seat = guests[old].chair
            if (
                ranks.get(own_seat, _OTHERS) < _OTHERS
                and own_seat not in seated.values()
                and len(seated) < len(order)
            ):
                seated[old] = own_seat
        free = [number for number in order if number not in seated.values()]
        seated |= dict(zip([old for old in sorted(guests) if old not in seated], free, strict=False))
        for old, number in seated.items():
            # Guests keep their names; if a local player has the same name, the match tells them apart.
            name = guests[old].name or self.seats[number].name
            self.guests[number] = replace(
                guests[old], name=unique_name(name, [g.name for g in self.guests.values()])
            )
        self._refresh_seats()
        return seated

    def seat_guest(self, number: int, guest: Participant) -> None:
        """Seat a guest with a unique name; a guest without a name gets the seat's name."""
        self.guests[number] = replace(
            guest, name=self._make_unique(number, guest.name or self.seats[number].name)
        )
        self._refresh_seats()

    def _make_unique(self, number: int, name: str) -> str:
        """Return ``name``, changed if another guest or a local player has it."""
        return unique_name(name, self._people(excluded=number))

    def _people(self, excluded: int | None = None) -> list[str]:
        """Names of all people in the seats, guests included, except on the seat ``excluded``."""
        local_seats = [n for n in range(len(self.house)) if n not in self.guests and self._is_person(n)]
        names = {n: self.house[n].name for n in local_seats} | {
            n: guest.name for n, guest in self.guests.items()
        }
        return [name for number, name in names.items() if number != excluded]

    @property
    def players(self) -> int:
        """Number of seats that are not free, bots included."""
        return sum(not seat.empty for seat in self.seats)

    def held_by(self, device: str) -> int | None:
        """Number of the seat that ``device`` has; None for no seat or no device."""
        return next((n for n, seat in enumerate(self.seats) if device and seat.device == device), None)

    def join(self, device: str, preferred: int | None = None) -> int | None:
        """Give ``device`` a seat unless it has one. Returns its index; None: all, or ``preferred``, are held.

        Without ``preferred``: free seats come first, then bots', then those of people without a device.
        """
        own_seat = self.held_by(device)
        if own_seat is not None:
            return own_seat
        ranks: Sequence[Callable[[SavedSeatSetup], bool]] = (
            lambda seat: seat.empty, lambda seat: bool(seat.level), lambda seat: not seat.device,
        )  # fmt: skip
        candidates = (n for fits in ranks for n, seat in enumerate(self.seats) if fits(seat))
        number = preferred if preferred is not None else next(candidates, None)
        if number is None or (self.seats[number].device and not self.seats[number].empty):
            return None
        self._update_seat(number, name=self.seats[number].name, empty=False, level="", device=device)
        return number

    def leave(self, device: str) -> int | None:
        """Remove ``device`` from its seat and return the seat's number, None if it had none."""
        number = self.held_by(device)
        if number is not None:
            self.leave_seat(number)
        return number

    def leave_seat(self, number: int) -> None:
        """Remove a seat's guest (the local seat appears again) or holder: it is free, or open if needed."""
        if self.guests.pop(number, None) is None:
            self._update_seat(number, device="", empty=self.players > self.fewest)
            return
        self._refresh_seats()
        if self.players < self.fewest:
            self._update_seat(number, empty=False)

    def settle(self, host: str) -> None:
        """Give the seatless ``host`` device the only person's seat without one, if any seat has a device."""
        free = [n for n, seat in enumerate(self.seats) if not (seat.empty or seat.level or seat.device)]
        if host and self.held_by(host) is None and len(free) == 1 and any(seat.device for seat in self.seats):
            self.set(free[0], "", host)

    def set(self, number: int, level: str, device: str = "", *, empty: bool = False) -> None:
        """Set the holder of a seat: bot of ``level``, no player if ``empty``, else a person with ``device``.

        A bot does not keep the name of a local player; that player gets it back afterwards.
        """
        if device != PHONE:
            previous = self.held_by(device)
            if previous is not None and previous != number:
                self._update_seat(previous, device="")
            self.guests.pop(number, None)
        name, was_person = self.house[number].name, self._is_person(number)
        if level and was_person:
            self._called[number] = name
            name = name if name in HOUSE_NAMES else HOUSE_NAMES[number % len(HOUSE_NAMES)]
        elif not (level or empty or was_person):
            name = self._called.pop(number, name)
        self.untouched_seats.discard(number)
        self._update_seat(number, name=name, level=level, device=device, empty=empty, chosen=bool(level))

    def add_bot(self, level: str, preferred: int | None = None) -> int | None:
        """Put a bot on a free seat, ``preferred`` if free. Returns the seat's number; None: none is free."""
        free = [number for number, seat in enumerate(self.seats) if seat.empty]
        number = preferred if preferred in free else free[0] if free else None
        if number is not None:
            self.set(number, level)
            self.untouched_seats.add(number)
        return number

    def rename(self, number: int, name: str) -> None:
        """Rename the guest of a seat to a unique name, or the local seat if it has no guest."""
        if number in self.guests:
            self.guests[number] = replace(self.guests[number], name=self._make_unique(number, name))
            self._refresh_seats()
        else:
            self._update_seat(number, name=name)

    def vacate(self, level: str) -> None:
        """Let bots of ``level`` play the untouched local persons' seats without device, for this match."""
        for number, seat in enumerate(self.seats):
            if number in self.untouched_seats and not (seat.empty or seat.level or seat.device):
                vacated = self.house[number]
                self.set(number, level)
                self._update_seat(number, chosen=False)  # so that any phone may take the seat
                self.untouched_seats.add(number)
                self._vacated_seats[number] = vacated

    def recolour(self, number: int, colour: str) -> None:
        """Give a seat a colour. A seat that had it gets the previous colour of this one."""
        old = self.seats[number].colour
        owner = next((n for n, seat in enumerate(self.seats) if seat.colour == colour and n != number), None)
        if owner is not None:
            self._set_colour(owner, old)
        self._set_colour(number, colour)
        self._refresh_seats()

    def _set_colour(self, number: int, colour: str) -> None:
        """Set the guest's look, or the local seat's colour; a local seat that had it gets the old one."""
        if number in self.guests:
            self.guests[number] = replace(self.guests[number], look=look_of(colour))
            return
        old = self.house[number].colour
        # Swap with free seats too: no two of the eight have the same colour.
        self.house = [replace(seat, colour=old) if seat.colour == colour else seat for seat in self.house]
        self.house[number] = replace(self.house[number], colour=colour)


PERSON, BOT_KIND, FREE = "person", "bot", "free"


def _kind(holder: str) -> str:
    """First word of a holder's name: `PERSON`, `BOT_KIND` or `FREE`."""
    return holder.partition(" ")[0]


class SeatDialogKey(ElementKey):
    """Keys of the rows of a seat's dialog."""

    KIND = "kind"
    HOLDER = "holder"
    NAME = "name"
    REMOTE = "remote"


class SeatDialog(HolderDialog):
    """Dialog of a seat: holder, name and colour. For a free seat it shows only the holder."""

    def __init__(self, lobby: LobbySeats, number: int) -> None:
        self.lobby, self.number = lobby, number
        seat = lobby.joining.seats[number]
        self._name = seat.name  # as typed, perhaps by half
        # letters typed at once are a name
        self.focus = SeatDialogKey.KIND if seat.empty else SeatDialogKey.NAME

    @property
    def seat(self) -> int | None:
        return self.number if self.focus in (SeatDialogKey.KIND, SeatDialogKey.HOLDER) else None

    def holder(self, seat: int) -> str:
        """A seat's current holder as in `holders` (“person DEVICE” or a bot's), or `FREE`."""
        kept = self.lobby.joining.seats[seat]
        return FREE if kept.empty else bot_holder(kept.level) if kept.level else f"person {kept.device}"

    def take(self, seat: int, holder: str, on_done: Callable[[], None]) -> None:
        """Give the seat to ``holder``, after a confirmation if a phone has it, then call ``on_done``."""

        def take() -> None:
            """Assign the seat, and update lobby and phones."""
            level, device = ("", "") if holder == FREE else read_holder(holder)
            self.lobby.joining.set(seat, level, device, empty=holder == FREE)
            self.lobby.app.devices.pads.rumble(device)
            self.lobby.seats_changed()
            self.needs_redraw = True
            on_done()

        ask_phone(self.lobby.app, seat, self.lobby.joining.seats[seat].name, take)

    def rows(self) -> list[Element]:
        holder = self.chosen(self.number)
        title, kind = Heading(_("Seat {number}").format(number=self.number + 1)), _kind(holder)
        kinds = choice(_("Who plays"), self._kinds, kind, self._choose_kind, key=SeatDialogKey.KIND)
        done = button(_("Done"), self.apply_and_close, go=True, sign="tick")
        if kind == FREE:
            return [title, kinds, done]
        choose = partial(self.choose, self.number)
        name, looks = SeatDialogKey.NAME, [(look.name, _(look.name)) for look in SEAT_LOOKS]
        look = self.lobby.joining.seats[self.number].colour
        return [
            title,
            kinds,
            choice(
                _("Level") if kind == BOT_KIND else _("With"),
                self._holders(kind),
                holder,
                choose,
                key=SeatDialogKey.HOLDER,
            ),
            *self._level_rows(holder),
            text_field(_("Name"), self._name, self._rename, self._ask, fresh=self.fresh, key=name),
            choice(_("Colour"), looks, look, self._colour, look=LookRow),
            *self._remote_rows(),
            done,
        ]

    def _level_rows(self, holder: str) -> list[Element]:
        """List with a sentence about the level of an adaptive bot; empty for other holders."""
        if read_holder(holder)[0] != FOR_ME:
            return []
        text = fit_words(self.lobby.fit)
        return [TextRow(text[:1].upper() + text[1:], SMALL, is_muted=True)]

    def _remote_rows(self) -> list[Element]:
        """List with the switch for the host's remote; empty if no phone has the seat."""
        phones, number = self.lobby.app.phones, self.number
        remote = toggle(
            _("Host's remote"), value=phones.remote == number, words=(_("Off"), _("On")),
            on=lambda is_on: phones.set_remote(number if is_on else None),
            help=_("This phone decides alone how the evening goes on."), key=SeatDialogKey.REMOTE,
        )  # fmt: skip
        return [remote] if phones.is_seat_held(number) else []

    @property
    def _kinds(self) -> list[tuple[str, str]]:
        """(kind, words) of the holders that the seat can have."""
        joining, (min_players, max_players) = self.lobby.joining, self.lobby.info.players
        kinds = [(PERSON, _("Person")), (BOT_KIND, _("Bot"))]
        if min_players != max_players and (joining.seats[self.number].empty or joining.players > min_players):
            kinds.append((FREE, _("Nobody")))
        return kinds

    def _holders(self, kind: str) -> list[tuple[str, str]]:
        """(holder, words) of a kind."""
        lobby = self.lobby
        if kind == BOT_KIND:
            labels = {FOR_ME: _("as good as me")}
            return [
                (bot_holder(level), labels.get(level, _(level))) for level in (*lobby.game.bot.levels, FOR_ME)
            ]
        options = holders(lobby.app, lobby.info.slug, lobby.joining.seats[self.number].device)
        return [option for option in options if _kind(option[0]) == kind]

    def _choose_kind(self, kind: str) -> None:
        """Choose the seat's holder if it is of a new kind, else the usual one of the kind."""
        if kind == _kind(self.chosen(self.number)):
            return
        holder = self.holder(self.number)
        if _kind(holder) != kind:
            level = default_bot_level(self.lobby.game.bot.levels, first=self.lobby.was_first)
            holder = {PERSON: f"{PERSON} ", BOT_KIND: bot_holder(level)}.get(kind, FREE)
        self.choose(self.number, holder)

    def _rename(self, name: str) -> None:
        """Rename the seat, and update lobby and phones."""
        self._name = name
        self.lobby.joining.rename(self.number, name)
        self.lobby.seats_changed()

    def _colour(self, colour: str) -> None:
        """Give the seat a colour by name, and update lobby and phones."""
        self.lobby.joining.recolour(self.number, colour)
        self.lobby.seats_changed()

    def _ask(self) -> None:
        """Let the player type a name on the on-screen keyboard."""

        def take(name: str | None) -> None:
            """Apply a typed name; None changes nothing."""
            if name is not None:
                self._rename(name)

        name = self.lobby.joining.seats[self.number].name
        title = _("Name of seat {n}").format(n=self.number + 1)
        self.app.scenes.push(ScreenKeyboard(title, name), take)


@dataclass(frozen=True)
class LookRow(ChoiceRow):
    """The eight looks, each a swatch of its knitting with the name of the chosen one."""

    control = 400.0

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the row in units, with a line for the name of the chosen look."""
        return super().height(ruler, width) + ruler.line_height(SMALL)

    def segments(self, ruler: Painter, box: Box) -> list[Box]:
        """Boxes of the swatches, from left to right, in units."""
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
        name = self.words[self.place]
        x, y = self.name_place(painter, box), box.bottom + painter.line_height(SMALL) / 2 + 2
        painter.text(name, x, y, SMALL, TextStyle(colour=painter.theme.soft), anchor="center", room=box.w)

    def name_place(self, ruler: Painter, box: Box) -> float:
        """Return the middle of the chosen colour's name as x in units: below its swatch, within the row."""
        half = min(ruler.width(self.words[self.place], SMALL), box.w) / 2
        middle = self.segments(ruler, box)[self.place].centre[0]
        return max(box.x + half, min(middle, box.right - half))


def seats_filled(game: GamePackage, seats: Sequence[SavedSeatSetup], usual: str) -> list[SavedSeatSetup]:
    """``seats``, then up to the most players: a person as seat 0, bots up to the usual count, free seats."""
    filled = list(seats)
    for number in range(len(seats), game.info.players[1]):
        empty = number >= game.info.default_players
        level = "" if empty or not number else usual
        filled.append(SavedSeatSetup(HOUSE_NAMES[number], SEAT_LOOKS[number].name, level, empty))
    return filled


def unique_names(names: list[str]) -> list[str]:
    """Return the names trimmed and unique: empty ones get a default name, duplicates a number."""
    unique: list[str] = []
    for number, name in enumerate(names):
        unique.append(unique_name(" ".join(name.split()) or HOUSE_NAMES[number % len(HOUSE_NAMES)], unique))
    return unique


def _bot_for(name: str) -> str:
    """Label of the action that puts a bot on the seat of ``name``."""
    return _("A bot for {name}").format(name=name)


GREETING = 900.0  # ms that a puppet is happy after a player has joined


class LobbySeats(Screen, ABC):
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
        self.joined_at_ms: dict[int, float] = {}  # time of joining in ms, by seat
        self.front = PartyStatus()
        """Party status of the last poll. Layout and drawing use it."""
        self.by_phones = False
        """True if no local player is expected, so that an untouched seat is open for a phone."""
        self._cached_actions: tuple[object, tuple[PhoneAction, ...]] = None, ()
        """State when the phone actions were computed, and these actions."""
        self._note_state: object = None  # state when the note was made
        self._told_rules: Mapping[str, Value] = {}  # house rules that phones were last sent
        self._is_error = False  # True if the note is an error
        self._mirror = ProfileEditor(self._rename, self._recolour, self._used_looks)
        self._left: dict[int, str] = {}  # level of the bots whose seats people have now, by seat
        self._with_phones: set[int] | None = None  # seats with phones at the last update
        # people at the table, and the adaptive level for them
        self._fit: tuple[list[str], LevelMatch] | None = None

    @property
    def seats(self) -> list[SavedSeatSetup]:
        """All seats of the table, free ones included, with guests over the local seats."""
        return self.joining.seats

    @property
    def players(self) -> int:
        """Number of seats that are not free, bots included."""
        return self.joining.players

    @property
    def first(self) -> int | None:
        """Last winner's index among the taken seats; None without a winner or if that seat is free."""
        taken_seats = [number for number, seat in enumerate(self.seats) if not seat.empty]
        return taken_seats.index(self.winner) if self.winner in taken_seats else None

    @property
    def easy_bots(self) -> int:
        """Number of bots if all are at the beginners' level, else 0."""
        levels = [seat.level.partition("/")[0] for seat in self.seats if seat.level and not seat.empty]
        return len(levels) if set(levels) == {default_bot_level(self.game.bot.levels, first=True)} else 0

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

    @abstractmethod
    def helps(self) -> list[Prompts]:
        """Return every prompt bar that can appear here."""

    def seats_changed(self) -> None:
        """Update house rules and phones after a change of a seat."""
        self.house_rules.needs_redraw = True
        self._tell_phones()

    def _tell_phones(self) -> None:
        """Send phones the seats, looks, rules and any error; remove those whose seats local devices took."""
        self._told_rules = self.house_rules.rules
        places = [
            SeatInfo(
                number,
                seat.name,
                look_of(seat.colour),
                seat.empty or bool(seat.level) or self._is_open_to_phones(number),
            )
            for number, seat in enumerate(self.seats)
        ]
        used_looks = [look_of(seat.colour) for seat in self.seats if not seat.empty]
        error = self.note if self._is_error else ""
        options = Options(self._told_rules)
        self.app.phones.offer_seats(_(self.info.title), places, self.info.slug, used_looks, error, options)
        if self.app.phones.party is not None:
            for number in self.app.phones.party.held_seats:
                # If a local device took the seat, remove its phone. Not a phone that joined just now and
                # whose message was not handled yet.
                was_phone = self._with_phones is None or number in self._with_phones
                if number >= len(self.seats) or (was_phone and self.seats[number].device != PHONE):
                    self.app.phones.party.remove(number)
            self._with_phones = {n for n, seat in enumerate(self.seats) if seat.device == PHONE}
        self.needs_redraw = True

    def _is_open_to_phones(self, number: int) -> bool:
        """True with ``by_phones`` if the seat is untouched and has neither bot nor device."""
        seat = self.seats[number]
        return self.by_phones and not (seat.level or seat.device) and number in self.joining.untouched_seats

    def phone_actions(self) -> Sequence[PhoneAction]:
        """Actions of phones in the lobby, cached while nothing changes."""
        state = self._decision_state
        if self._cached_actions[0] != state:
            self._cached_actions = state, tuple(self._decisions())
        return self._cached_actions[1]

    @property
    def _decision_state(self) -> object:
        """Value to compare: house rules, board, seats and language, which decide the phone actions."""
        panel = self.house_rules
        rules = panel.preset, panel.rules, panel.board, panel.is_first
        return rules, tuple(self.seats), self.app.settings.language

    def _decisions(self) -> Iterator[PhoneAction]:
        """Yield the actions of phones: start, bot changes, other games, house rules."""
        start = VoteItem(START, lambda: _("Start the game"))
        yield PhoneAction(start, self._start, label=lambda: self.house_rules.summary)
        if any(seat.empty for seat in self.seats):
            yield self._bot_action("+", lambda: _("One more bot"), self.add_bot)
        last = next(
            (n for n, seat in reversed(list(enumerate(self.seats))) if seat.level and not seat.empty), None
        )
        if last is not None and self.players > self.joining.fewest:
            yield self._bot_action("-", lambda: _("One bot fewer"), partial(self._free_seat, last))
        for number, seat in enumerate(self.seats):
            if not (seat.empty or seat.level or seat.device) and not self._is_open_to_phones(number):
                label = partial(_bot_for, seat.name)
                yield self._bot_action(str(number), label, partial(self._seat_bot, number))
        yield from other_games(self.app, self.info.slug)
        yield from self.house_rules.phone_actions()

    @staticmethod
    def _bot_action(suffix: str, label: Callable[[], str], on_vote: Callable[[], object]) -> PhoneAction:
        """Action that calls ``on_vote`` without a countdown. ``suffix`` completes its name."""
        return PhoneAction(VoteItem(f"{BOT} {suffix}", label, countdown=0.0), on_vote)

    def _free_seat(self, number: int) -> None:
        """Free a seat, with a sound, and update lobby and phones."""
        self.joining.set(number, "", empty=True)
        self.app.audio.play("leave")
        self.seats_changed()

    def _seat_bot(self, number: int) -> None:
        """Put a bot of the default level on a seat, with a sound, and update lobby and phones."""
        self.joining.set(number, default_bot_level(self.game.bot.levels, first=self.was_first))
        self.app.audio.play("confirm")
        self.seats_changed()

    def _start(self) -> None:
        """Begin the match for the phones. Bots play the untouched local seats if ``by_phones``."""
        if self.by_phones:
            self.joining.vacate(default_bot_level(self.game.bot.levels, first=self.was_first))
            self.seats_changed()
        self.begin(by_phones=True)

    @abstractmethod
    def begin(self, *, by_phones: bool = False) -> None:
        """Begin a match with the current seats. ``by_phones``: phones started it."""

    def fail(self, message: str) -> None:
        """Play a sound and show ``message`` as an error until something changes."""
        self.app.audio.play("refuse")
        self._show_note(message, failed=True)

    def _show_note(self, message: str, *, failed: bool = False) -> None:
        """Show a note below the title until something changes, and send it to phones if it is an error."""
        self.note, self._is_error = message, failed
        self.seats_changed()
        self._note_state = self._decision_state

    def status_text(self) -> str:
        """Translated line below the title: the note, else the number of players, bots included."""
        count = self.players
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
        """Greet the holder of a seat: happy puppet, sound, rumble and a note."""
        seat = self.seats[number]
        pads = self.app.devices.pads
        self.joined_at_ms[number] = self.app.now
        self.app.audio.play("join")
        pads.rumble(seat.device)
        pads.light(seat.device, SEAT_LOOKS[look_of(seat.colour)].colour)
        self._show_note(_("{device}: {name}").format(device=device_label(seat.device), name=seat.name))

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
        self._show_note(_("{device} has left its seat.").format(device=device_label(device)))

    def _watch_pads(self) -> None:
        """Open the seats of unplugged pads to any device, and give pads that are back their seats."""
        pads = self.app.devices.pads
        for number, seat in enumerate(self.seats):
            if seat.device.startswith(PAD) and not pads.is_here(seat.device):
                self.joining.away[seat.device] = number
                self.joining.set(number, "", "")
                self.app.audio.play("leave")
                self._show_note(_("{device} has gone.").format(device=device_label(seat.device)))
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
        """Switch a seat between person and bot of its last level, with a sound; updates lobby and phones."""
        if level := self.seats[number].level:
            self._left[number] = level
            self.joining.set(number, "")
        else:
            usual = default_bot_level(self.game.bot.levels, first=self.was_first)
            self.joining.set(number, self._left.get(number, usual))
        self.app.audio.play("confirm")
        self.seats_changed()

    def add_bot(self, preferred: int | None = None) -> None:
        """Put a bot on a free seat, ``preferred`` if free, with a sound; shows an error if none is free."""
        level = default_bot_level(self.game.bot.levels, first=self.was_first)
        number = self.joining.add_bot(level, preferred)
        if number is None:
            self.fail(_("All seats are taken."))
        else:
            self.app.audio.play("confirm")
            self.seats_changed()

    def watch_doors(self, now: float) -> None:
        """Handle phones and pads that joined or left; drop an outdated note and greetings that are over."""
        for news in self.app.phones.poll():
            self._handle_news(news)
        if self.front != self.app.phones.status:
            self.front = self.app.phones.status
            self.needs_redraw = True  # before positions are asked for
            self.on_layout()
            self.seats_changed()
        if self.note and self._note_state != self._decision_state:
            self._show_note("")
        if self._told_rules != self.house_rules.rules:
            self._tell_phones()
        self._watch_pads()
        for number, since in list(self.joined_at_ms.items()):
            if now - since > GREETING:
                del self.joined_at_ms[number]
                self.needs_redraw = True

    def open_party_or_dialog(self) -> None:
        """Open the party if it is closed or has failed; else push the dialog about it."""
        phones = self.app.phones
        self.app.audio.play("confirm")
        if phones.state in (PartyState.CLOSED, PartyState.FAILED):
            phones.close()
            phones.open()
        else:

            def answered(answer: str | None) -> None:
                """Ask for confirmation to end the party, if the dialog was left for that."""
                if answer == END:
                    self.ask_to_end(_("Leave it open"), self._end_party)

            self.app.scenes.push(PhoneJoinDialog(self.app, self.watch_doors), answered)
        self.needs_redraw = True

    def ask_to_end(self, stay_label: str, on_confirm: Callable[[], None]) -> None:
        """Ask for confirmation to end the party for all phones, then call ``on_confirm``."""
        more = _("Every phone loses its seat; the next party has another code.")
        confirm(self.app, _("End the party?"), (stay_label, _("End the party")), on_confirm, more, loses=True)

    def _end_party(self) -> None:
        """Close the party and remove all guests."""
        self.app.phones.close(over=True)
        for number in list(self.joining.guests):
            self.joining.leave_seat(number)
        self.needs_redraw = True

    def _handle_news(self, news: News) -> None:
        """Handle a phone that joined or left, or its profile message."""
        match news:
            case PhoneJoined(number, name) if number < len(self.seats):
                guest = self.app.phones.person(number)
                self.joining.seat_guest(number, replace(guest, name=name or guest.name))
                self.welcome(number)
            case SeatMessage(number, _number, words):
                self.app.phones.answer(news, lambda: self._handle_profile_message(number, words))
            case PhoneLeft(number) if number in self.joining.guests:
                self.joining.leave_seat(number)
                self.seats_changed()
        self.needs_redraw = True

    def _handle_profile_message(self, number: int, payload: Mapping[str, Any]) -> str:
        """Apply a profile message of a phone, no vote. Returns an error for the phone, "" for none."""
        if number >= len(self.seats) or payload["do"] not in ASKED:
            return _("That cannot be done now.")
        return self._mirror.handle_phone(number, payload, self.app.now)

    def _rename(self, number: int, name: str) -> None:
        """Rename the holder of a seat, and update lobby and phones."""
        self.joining.rename(number, name)
        self.seats_changed()

    def _recolour(self, number: int, look: int) -> None:
        """Give a seat the look with index ``look``, and update lobby and phones."""
        self.joining.recolour(number, SEAT_LOOKS[look].name)
        self.seats_changed()

    def _used_looks(self, number: int) -> list[int]:
        """Indices of the looks of all taken seats except ``number``."""
        return [look_of(seat.colour) for n, seat in enumerate(self.seats) if n != number and not seat.empty]
