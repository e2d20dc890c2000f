"""Phones of a party at the title: they join before a game is chosen, and vote for one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from game.core.discovery import find_game
from game.i18n import _
from game.match.phone_control import GAME, PhoneAction
from game.match.profiles import PROFILE_ACTIONS, ProfileEditor
from game.match.seats import HOUSE_NAMES
from game.party.messages import SeatMessage
from game.party.registry import FIRST_BENCH, Participant, SeatInfo
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import other_games

MAX_SEATS = len(SEAT_LOOKS)  # seats offered before a game is chosen


class TitlePhones:
    """Phones of the open party while the title is on top. They keep their names and looks in the lobby."""

    def __init__(self, app: AppContext) -> None:
        self._app, self._phones = app, app.phones
        self._offered: object = None  # lobby state that was last sent; another one if a lobby was open since
        self._seen: object = None  # what the title shows of the party
        self._editor = ProfileEditor(self._rename, self._recolour, self._used_looks)
        self._actions = tuple(self._as_chosen_by_phones(action) for action in other_games(app, ""))

    @property
    def looks(self) -> tuple[int, ...]:
        """Looks of the guests, by seat."""
        return tuple(guest.look for guest in self._guests.values())

    @property
    def _guests(self) -> Mapping[int, Participant]:
        """People with a seat, by number."""
        people = self._phones.party.people if self._phones.party is not None else {}
        return {number: guest for number, guest in people.items() if number < FIRST_BENCH}

    def actions(self) -> Sequence[PhoneAction]:
        """Actions of phones: choose a game, or end the evening. Empty without a party."""
        return self._actions if self._phones.is_open else ()

    def _as_chosen_by_phones(self, action: PhoneAction) -> PhoneAction:
        """Action that opens a lobby in which no player at the screen is expected."""

        def choose() -> None:
            """Run the action."""
            self._phones.steering.by_phones = True
            action.do()

        kind, _space, slug = action.motion.key.partition(" ")
        if kind != GAME:
            return action
        title = partial(_, find_game(slug).info.title)
        return replace(action, do=choose, motion=replace(action.motion, words=title))

    def tick(self) -> bool:
        """Handle messages of phones, and offer seats. Returns True if the title must be redrawn."""
        if self._phones.is_open:
            if self._phones.lobby_state is not self._offered or self._offered is None:
                self._seat_everyone()
            for news in self._phones.poll():
                if isinstance(news, SeatMessage):
                    self._phones.answer(news, partial(self._edit_profile, news.seat, news.words))
                else:
                    self._offer()
        else:
            self._offered = None
        before, self._seen = (
            self._seen,
            (self._phones.status, self.looks, self._phones.steering.version),
        )
        return before != self._seen

    def _seat_everyone(self) -> None:
        """Give all people of the party seats here, in their order."""
        party = self._phones.party
        assert party is not None
        party.reseat({number: seat for seat, number in enumerate(list(party.people)[:MAX_SEATS])})
        self._offer()

    def _offer(self, **changes: Participant) -> None:
        """Offer `MAX_SEATS` seats. ``changes``: people whose names or looks are new, by their tokens."""
        guests = {number: changes.get(guest.token, guest) for number, guest in self._guests.items()}
        looks, names = self._distinct_looks(guests), {guest.name for guest in guests.values()}
        free_looks = [look for look in range(MAX_SEATS) if look not in looks.values()]
        free_names = [name for name in HOUSE_NAMES if name not in names]
        places = [
            SeatInfo(number, guests[number].name, looks[number], free=False)
            if number in guests
            else SeatInfo(number, free_names.pop(0), free_looks.pop(0), free=True)
            for number in range(MAX_SEATS)
        ]
        self._phones.offer_seats("Sock Drawer", places, looks=sorted(looks.values()))
        self._offered = self._phones.lobby_state

    @staticmethod
    def _distinct_looks(guests: Mapping[int, Participant]) -> dict[int, int]:
        """Look of each guest: their own unless an earlier guest has it or they have none."""
        looks: dict[int, int] = {}
        for number, guest in guests.items():
            free = [look for look in range(MAX_SEATS) if look not in looks.values()]
            looks[number] = guest.look if guest.look in free else free[0]
        return looks

    def _edit_profile(self, number: int, payload: Mapping[str, Any]) -> str:
        """Apply a profile message of a phone. Returns an error for the phone, "" for none."""
        if number not in self._guests or payload["do"] not in PROFILE_ACTIONS:
            return _("You can't do that now.")
        return self._editor.handle_phone(number, payload, self._app.now)

    def _change(self, number: int, change: Callable[[Participant], Participant]) -> None:
        """Offer the seats with a changed guest."""
        guest = self._guests[number]
        self._offer(**{guest.token: change(guest)})

    def _rename(self, number: int, name: str) -> None:
        """Rename a guest."""
        self._change(number, lambda guest: replace(guest, name=name))

    def _recolour(self, number: int, look: int) -> None:
        """Give a guest a look."""
        self._change(number, lambda guest: replace(guest, look=look))

    def _used_looks(self, number: int) -> list[int]:
        """Looks of the other guests."""
        return [guest.look for seat, guest in self._guests.items() if seat != number]
