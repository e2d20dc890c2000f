"""Phones in a lobby: the seats and rules that they get, what they can do, and who joins and leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from game.core.options import Options, Value
from game.i18n import _
from game.match.lesson import has_lessons
from game.match.phone_control import BOT, LEARN, START, PhoneAction
from game.match.phone_votes import COUNTDOWN_MS, VoteItem, one_vote
from game.match.profiles import PROFILE_ACTIONS, ProfileEditor
from game.match.seats import PHONE
from game.party.messages import News, PhoneJoined, PhoneLeft, SeatMessage
from game.party.party import PartyState
from game.party.registry import SeatInfo
from game.scenes.house_rules import HouseRulesPanel
from game.scenes.lobby_seats import LobbySeats
from game.store.settings import PreferredDevice
from game.ui.art.patterns import SEAT_LOOKS, look_of
from game.ui.match.match_flow import other_games


def _bot_for(name: str) -> str:
    """Label of the action that puts a bot on the seat of ``name``."""
    return _("A bot for {name}").format(name=name)


def _lesson_for(name: str) -> str:
    """Label of the first lesson on the phone of ``name``."""
    return _("First lesson for {name}").format(name=name)


class LobbyPhones:
    """Phones of the party, as the lobby's seats and house rules see them."""

    def __init__(
        self,
        table: LobbySeats,
        house_rules: HouseRulesPanel,
        start: Callable[[], None],
        *,
        are_expected: bool,
    ) -> None:
        """``start`` begins a match. ``are_expected``: False if people of given names sit at this screen."""
        self._table, self._joining, self._house_rules = table, table.joining, house_rules
        self._phones, self._begin, self._are_expected = table.app.phones, start, are_expected
        self._are_preferred = are_expected and table.app.settings.plays_with is PreferredDevice.PHONE
        self._by_phones = self._are_preferred or self._phones.steering.by_phones
        """True if no local player is expected, so that an untouched seat is open for a phone."""
        self._cached_actions: tuple[object, tuple[PhoneAction, ...]] = None, ()
        """State when the actions were computed, and these actions."""
        self._told_rules: Mapping[str, Value] = {}  # house rules that phones were last sent
        self._with_phones: set[int] | None = None  # seats with phones at the last update
        self._mirror = ProfileEditor(self._rename, self._recolour, self._used_looks)

    def enter(self) -> None:
        """Seat the phones of the previous match, and open the party if the player prefers phones."""
        phones = self._phones
        if phones.is_open and phones.party is not None:
            # Phones of the previous match stay seated for the next game, with their looks.
            if phones.steering.by_phones and self._are_expected:
                self._joining.vacate(self._table.usual_level)
            guests = phones.party.people if self._are_expected else {}
            phones.party.reseat(self._joining.seat_phones(guests))
        if self._are_preferred and phones.state is PartyState.CLOSED:
            phones.open()

    @property
    def is_outdated(self) -> bool:
        """True if phones were last sent other house rules."""
        return self._told_rules != self._house_rules.rules

    def tell(self) -> None:
        """Send phones the seats, looks, rules and any error; remove those whose seats local devices took."""
        self._told_rules = self._house_rules.rules
        seats, info = self._joining.seats, self._table.info
        places = [
            SeatInfo(
                number,
                seat.name,
                look_of(seat.colour),
                seat.empty or bool(seat.level) or self._is_open_to_phones(number),
            )
            for number, seat in enumerate(seats)
        ]
        used_looks = [look_of(seat.colour) for seat in seats if not seat.empty]
        options = Options(self._told_rules)
        self._phones.offer_seats(_(info.title), places, info.slug, used_looks, self._table.error, options)
        if self._phones.party is not None:
            for number in self._phones.party.held_seats:
                # If a local device took the seat, remove its phone. Not a phone that joined just now and
                # whose message was not handled yet.
                was_phone = self._with_phones is None or number in self._with_phones
                if number >= len(seats) or (was_phone and seats[number].device != PHONE):
                    self._phones.party.remove(number)
            self._with_phones = {n for n, seat in enumerate(seats) if seat.device == PHONE}

    def _is_open_to_phones(self, number: int) -> bool:
        """True with ``by_phones`` if the seat is untouched and has neither bot nor device."""
        seat = self._joining.seats[number]
        return self._by_phones and not (seat.level or seat.device) and number in self._joining.untouched_seats

    def actions(self) -> Sequence[PhoneAction]:
        """Actions of phones in the lobby, cached while nothing changes."""
        state = self._table.state
        if self._cached_actions[0] != state:
            self._cached_actions = state, tuple(self._decisions())
        return self._cached_actions[1]

    def _decisions(self) -> Iterator[PhoneAction]:
        """Yield the actions of phones: start, bot changes, other games, house rules."""
        seats = self._joining.seats
        start = VoteItem(START, lambda: _("Start the match"))
        yield PhoneAction(start, self._start, label=lambda: self._house_rules.summary)
        if any(seat.empty for seat in seats):
            yield self._bot_action("+", lambda: _("One more bot"), self._table.add_bot)
        last = next(
            (n for n, seat in reversed(list(enumerate(seats))) if seat.level and not seat.empty), None
        )
        if last is not None and self._joining.players > self._joining.fewest:
            yield self._bot_action("-", lambda: _("One bot fewer"), partial(self._free_seat, last))
        for number, seat in enumerate(seats):
            if not (seat.empty or seat.level or seat.device) and not self._is_open_to_phones(number):
                label = partial(_bot_for, seat.name)
                yield self._bot_action(str(number), label, partial(self._seat_bot, number))
        yield from self._lessons()
        yield from other_games(self._table.app, self._table.info.slug)
        yield from self._house_rules.phone_actions()

    def _lessons(self) -> Iterator[PhoneAction]:
        """Yield an action for each phone: the first lesson there. With several phones others can stop it."""
        slug = self._table.info.slug
        guests = self._joining.guests if has_lessons(slug) else {}
        countdown = COUNTDOWN_MS if len(guests) > 1 else 0.0
        for number, guest in guests.items():
            item = VoteItem(
                f"{LEARN} {number}", partial(_lesson_for, guest.name), one_vote, countdown, only={number}
            )
            learn = partial(self._table.app.open_scene, "lesson", self._table.app, slug, "", number)
            yield PhoneAction(item, learn, label=lambda: _("First lesson"))

    @staticmethod
    def _bot_action(suffix: str, label: Callable[[], str], on_vote: Callable[[], object]) -> PhoneAction:
        """Action that calls ``on_vote`` without a countdown. ``suffix`` completes its name."""
        return PhoneAction(VoteItem(f"{BOT} {suffix}", label, countdown=0.0), on_vote)

    def _free_seat(self, number: int) -> None:
        """Free a seat, with a sound, and update lobby and phones."""
        self._joining.set(number, "", empty=True)
        self._table.app.audio.play("leave")
        self._table.seats_changed()

    def _seat_bot(self, number: int) -> None:
        """Put a bot of the default level on a seat, and update lobby and phones."""
        self._joining.set(number, self._table.usual_level)
        self._table.seats_changed()

    def _start(self) -> None:
        """Begin the match for the phones. Bots play the untouched local seats if ``by_phones``."""
        if self._by_phones:
            self._joining.vacate(self._table.usual_level)
            self._table.seats_changed()
        self._begin()

    def handle(self, news: News) -> None:
        """Handle a phone that joined or left, or its profile message."""
        match news:
            case PhoneJoined(number, name) if number < len(self._joining.seats):
                guest = self._phones.person(number)
                self._joining.seat_guest(number, replace(guest, name=name or guest.name))
                self._table.welcome(number)
            case SeatMessage(number, _number, words):
                self._phones.answer(news, lambda: self._handle_profile_message(number, words))
            case PhoneLeft(number) if number in self._joining.guests:
                self._joining.leave_seat(number)
                self._table.seats_changed()

    def end_party(self) -> None:
        """Close the party and remove all guests."""
        self._phones.close(over=True)
        for number in list(self._joining.guests):
            self._joining.leave_seat(number)

    def _handle_profile_message(self, number: int, payload: Mapping[str, Any]) -> str:
        """Apply a profile message of a phone, no vote. Returns an error for the phone, "" for none."""
        if number >= len(self._joining.seats) or payload["do"] not in PROFILE_ACTIONS:
            return _("You can't do that now.")
        return self._mirror.handle_phone(number, payload, self._table.app.now)

    def _rename(self, number: int, name: str) -> None:
        """Rename the holder of a seat, and update lobby and phones."""
        self._joining.rename(number, name)
        self._table.seats_changed()

    def _recolour(self, number: int, look: int) -> None:
        """Give a seat the look with index ``look``, and update lobby and phones."""
        self._joining.recolour(number, SEAT_LOOKS[look].name)
        self._table.seats_changed()

    def _used_looks(self, number: int) -> list[int]:
        """Indices of the looks of all taken seats except ``number``."""
        return [
            look_of(seat.colour)
            for n, seat in enumerate(self._joining.seats)
            if n != number and not seat.empty
        ]
