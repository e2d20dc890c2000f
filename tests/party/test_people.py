"""Names, looks and languages belong to people, not to seats: five games, joins, leaves and a save."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.match.seats import HOUSE_NAMES, PHONE, Seat, house_name, unique_name
from game.party.registry import ANY, NO_SEAT, Participant, SavedParty, SeatInfo, SeatRegistry
from game.scenes.lobby import LobbyScene
from game.scenes.seat_allocator import SeatAllocator
from game.scenes.seats import reassign_seat
from game.store.settings import SavedSeatSetup
from game.ui.art.patterns import SEAT_LOOKS
from tests.party.many_phones import PhoneGroup, SocketPhone, foyer

# Unique names.


@pytest.mark.parametrize(
    ("name", "others", "told"),
    [
        ("Same", [], "Same"),
        ("Same", ["Same"], "Same 2"),
        ("Same 2", ["Same 2"], "Same 3"),
        ("Same 2", ["Same", "Same 2", "Same 3"], "Same 4"),
        ("Same", ["Same", "Same 2"], "Same 3"),
        ("Same 2", ["Same"], "Same 2"),
        ("Agent 007", ["Agent 007"], "Agent 007 2"),
        ("2", ["2"], "2 2"),
    ],
)
def test_duplicate_name_gets_the_next_number(name: str, others: list[str], told: str) -> None:
    assert unique_name(name, others) == told


def test_house_name_is_not_in_use() -> None:
    assert house_name(["Zoe", "Bo"], "Bo") == "Ann"
    assert house_name(HOUSE_NAMES, "Bo") == "Bo 2"


# The registry: owners of tokens.


def offered(registry: SeatRegistry, *taken: tuple[str, int]) -> None:
    """Offer these taken seats and one free seat, as the window does."""
    places = [SeatInfo(n, name, look, free=False) for n, (name, look) in enumerate(taken)]
    registry.offer([*places, SeatInfo(len(taken), "Bo", 1, free=True)], "SOCKI")


def test_person_survives_the_bench_and_a_save() -> None:
    registry = SeatRegistry("WOOL")
    offered(registry)
    taken = registry.take(0, name="Zoe")
    assert taken is not None
    seat, token = taken
    assert registry.person(seat) == Participant(token, "Zoe", 1)
    offered(registry, ("Bo", 5))  # the window has not heard of her
    assert registry.person(seat).name == "Zoe"
    registry.heard_of(token)
    offered(registry, ("Zoe Z.", 6))
    registry.speaks(token, "de")
    registry.keep_chairs()
    registry.reseat({})
    zoe = Participant(token, "Zoe Z.", 6, "de", chair=0)
    assert registry.people == {NO_SEAT: zoe}
    again = SeatRegistry()
    again.restore_state(registry.dump_state())
    assert again.people == {NO_SEAT: zoe}
    again.reseat({NO_SEAT: 3})
    assert again.person(3) == zoe
    again.release(3)
    again.restore_state(SavedParty("", {2: token}))
    assert again.person(2) == Participant(token), "of an older save only the token is known"


def test_empty_seat_has_no_token_to_replace() -> None:
    registry = SeatRegistry("WOOL")
    offered(registry)
    assert registry.renew(0) is None
    assert registry.people == {}


def test_vacated_seat_forgets_its_person() -> None:
    registry = SeatRegistry("WOOL")
    offered(registry)
    _seat, token = registry.take(0, name="Zoe") or (0, "")
    registry.leave(token)
    offered(registry)
    _seat, other = registry.take(0) or (0, "")
    assert registry.person(0) == Participant(other, "Bo", 1)
    assert registry.had(0)


# The lobby without a window.


def table(*levels: str) -> SeatAllocator:
    """A lobby with these bots. An empty text is a person, ``-`` is a free seat."""
    return SeatAllocator(
        [
            SavedSeatSetup(
                HOUSE_NAMES[n], SEAT_LOOKS[n].name, "" if level == "-" else level, empty=level == "-"
            )
            for n, level in enumerate(levels)
        ],
        2,
    )


def shown(lobby: SeatAllocator) -> list[tuple[str, str, str, bool]]:
    return [(seat.name, seat.level, seat.device, seat.empty) for seat in lobby.seats]


def test_bot_returns_when_a_guest_leaves() -> None:
    lobby = table("", "hard", "-")
    before = list(lobby.seats)
    lobby.seat_guest(1, Participant("t" * 32, "Zoe", 5))
    lobby.seat_guest(2, Participant("u" * 32, "Bo", 0))
    assert shown(lobby) == [("Ann", "", "", False), ("Zoe", "", PHONE, False), ("Bo", "", PHONE, False)]
    assert len({seat.colour for seat in lobby.seats}) == 3
    assert lobby.dump_state() == [
        before[0], SavedSeatSetup("Bo", before[1].colour, "hard", phone=True),
        SavedSeatSetup("Ida", before[2].colour, empty=True, phone=True),
    ]  # fmt: skip
    lobby.leave_seat(1)
    lobby.leave_seat(2)
    assert lobby.seats == before


def test_bot_never_has_a_guests_name() -> None:
    lobby = table("", "easy", "easy")
    lobby.seat_guest(2, Participant("t" * 32, "Bo", ANY))
    assert [seat.name for seat in lobby.seats] == ["Ann", "Kofi", "Bo"] or lobby.seats[1].name in HOUSE_NAMES
    assert len({seat.name for seat in lobby.seats}) == 3
    lobby.leave_seat(2)
    assert [seat.name for seat in lobby.seats] == ["Ann", "Bo", "Ida"]


def test_bot_replacing_a_guest_gets_a_house_name() -> None:
    lobby = table("", "", "-")
    lobby.seat_guest(2, Participant("t" * 32, "Zoe", 6))
    lobby.set(2, "easy")
    assert (lobby.seats[2].name, lobby.seats[2].colour) == ("Ida", SEAT_LOOKS[2].name)
    lobby.rename(0, "Maria")
    lobby.set(0, "easy")
    assert lobby.seats[0].name == "Ann"
    lobby.set(0, "")
    assert lobby.seats[0].name == "Maria", "the host is there again"


def test_phones_prefer_free_seats_to_chosen_bots() -> None:
    lobby = table("", "easy", "easy", "-")
    lobby.set(1, "hard")
    lobby.set(2, "hard")
    assert lobby.seat_phones({0: Participant("t" * 32, "Zoe")}) == {0: 3}
    two = table("", "easy")
    two.set(1, "hard")
    assert two.seat_phones({0: Participant("t" * 32, "Zoe")}) == {0: 1}, "before the seat of the host"
    two.leave_seat(1)
    assert two.seats[1].level == "hard"


def test_placeholder_bot_gives_way_and_is_not_saved() -> None:
    """Phones have run a match. The seat for local players is a bot's until a phone takes it."""
    lobby = table("", "easy", "-")
    before = list(lobby.seats)
    lobby.vacate("easy")
    assert [seat.level for seat in lobby.seats] == ["easy", "easy", ""]
    people = {1: Participant("t" * 32, "Zoe", chair=1), NO_SEAT: Participant("u" * 32, "Kim", chair=0)}
    assert lobby.seat_phones(people) == {1: 1, NO_SEAT: 0}
    assert lobby.dump_state() == [replace(seat, phone=n < 2) for n, seat in enumerate(before)]
    lobby.leave_seat(0)
    lobby.set(0, "hard")
    assert lobby.dump_state()[0].level == "hard", "that was chosen"


def test_returning_phones_get_their_former_chairs() -> None:
    lobby = table("", "easy", "easy", "easy")
    people = {
        0: Participant("t" * 32, "Zoe", chair=3),
        1: Participant("u" * 32, "Kim", chair=1),
        2: Participant("v" * 32, "Lu"),
    }
    assert lobby.seat_phones(people) == {0: 3, 1: 1, 2: 2}


# An evening of five games over real sockets.


class Evening:
    """A window, its host Maria, and phones that come and go."""

    def __init__(self, crowd: PhoneGroup) -> None:
        self.crowd, self.stage = crowd, crowd.window.context
        self.phones: dict[str, SocketPhone] = {}
        self.languages: dict[str, str] = {}
        self.looks: dict[str, int] = {}

    @property
    def lobby_scene(self) -> LobbyScene:
        """The lobby, also below dialogs."""
        return next(scene for scene in self.stage.scenes.scenes if isinstance(scene, LobbyScene))

    @property
    def is_match(self) -> bool:
        return any(scene.is_match for scene in self.stage.scenes.scenes)

    def come(self, name: str, language: str) -> SocketPhone:
        """Take a free seat of the lobby or of the match under this name."""
        phone = SocketPhone(self.crowd, 0)
        phone.call()
        phone.send("list_seats", code=self.crowd.code)
        self.crowd.until(lambda: '"seats":[{' in "".join(phone.heard[-1:]))
        offered = json.loads(phone.heard[-1])["seats"]
        free = min(offered, key=lambda place: bool(place.get("bot")))  # a free seat, before a bot's
        phone.send("join", code=self.crowd.code, seat=free["seat"], name=name)
        self.crowd.until(lambda: bool(phone.token))
        phone.send("set_language", language=language)
        self.phones[name], self.languages[name] = phone, language
        self.crowd.until(lambda: self.seat_of(name).get("name") == name)
        self.looks[name] = self.seat_of(name)["look"]
        return phone

    def go(self, name: str) -> None:
        """Give up a seat."""
        phone = self.phones.pop(name)
        seat = phone.state["seat"]
        phone.send("leave")
        self.crowd.until(lambda: "left_ok" in phone.told and self._is_offered(seat))
        self.languages.pop(name)
        self.looks.pop(name)

    def _is_offered(self, seat: int) -> bool:
        """True if the window has heard that the seat is free again."""
        place = self.crowd.party.place(seat)
        return place is not None and place.free

    def rename(self, old: str, new: str) -> None:
        assert self.phones[old].do("rename", name=new) == ""
        self.phones[new], self.languages[new] = self.phones.pop(old), self.languages.pop(old)
        self.looks[new] = self.looks.pop(old)
        self.crowd.until(lambda: new in self.names_on_phones())

    def dress(self, name: str) -> None:
        """Choose a look that no other seat has."""
        worn = {seat["look"] for seat in self.phones[name].state["seats"]}
        self.looks[name] = max(set(range(8)) - worn)
        assert self.phones[name].do("set_look", look=self.looks[name]) == ""

    def names_on_phones(self) -> set[str]:
        return {seat["name"] for phone in self.phones.values() for seat in phone.state.get("seats", ())}

    def seat_of(self, name: str) -> dict[str, Any]:
        """A phone's own seat, as its state shows it."""
        state = self.phones[name].state
        seats, seat = state.get("seats", []), state.get("seat")
        return seats[seat] if seat is not None and seat < len(seats) else {}

    def lobby(self, slug: str) -> None:
        self.stage.scenes.reset(self.stage.screens["title"](), self.stage.screens["lobby"](slug))
        self.crowd.window.step()
        self.crowd.until(lambda: all(phone.state.get("lobby") for phone in self.seated()))

    def seated(self) -> list[SocketPhone]:
        party = self.crowd.party
        held = {party.person(seat).token for seat in party.held_seats}
        return [phone for phone in self.phones.values() if phone.token in held]

    def begin(self) -> None:
        """Begin the match of this lobby."""
        self.lobby_scene.start.begin()
        self.crowd.until(lambda: self.is_match)
        self.crowd.until(lambda: not any(phone.state["lobby"] for phone in self.seated()))

    def check(self) -> None:
        """Check all names: those of phones, of the host, and of bots."""
        self.crowd.until(self.is_told)
        seats: Sequence[Seat | SavedSeatSetup] = (
            self.crowd.match.seats
            if self.is_match
            else [seat for seat in self.lobby_scene.seats if not seat.empty]
        )
        names = [seat.name for seat in seats]
        assert len(set(names)) == len(names)
        for seat in seats:
            if seat.device == PHONE:
                assert seat.name in self.phones, f"{seat.name} has no phone"
            elif seat.level:
                assert seat.name in HOUSE_NAMES, f"a bot is called {seat.name}"
                assert seat.name not in self.phones
            else:
                assert seat.name == "Maria"
        settings = self.stage.settings
        stored = {*settings.names, *(seat.name for seats in settings.seats.values() for seat in seats)}
        assert stored <= {*HOUSE_NAMES, "Maria"}, "no guest is remembered as a bot or as the host"
        if settings.names:
            assert settings.names[0] == "Maria"

    def is_told(self) -> bool:
        """True if each phone shows its name and look, and the party knows them all."""
        for phone in self.seated():
            name = next(name for name, item in self.phones.items() if item is phone)
            seat = self.seat_of(name)
            if (seat.get("name"), seat.get("look")) != (name, self.looks[name]):
                return False
        if (
            not self.is_match
            and {guest.name for guest in self.lobby_scene.joining.guests.values()} - self.phones.keys()
        ):
            return False
        known = {(person.name, person.look, person.language) for person in self.crowd.party.people.values()}
        return known == {(name, self.looks[name], self.languages[name]) for name in self.phones}

    def check_languages(self) -> None:
        for name, phone in self.phones.items():
            if phone in self.seated():
                refused = phone.do("set_look", look=True)
                assert refused, name
                texts = {language for language, words in self.words(refused) if words}
                assert self.languages[name] in texts, (name, refused)

    @staticmethod
    def words(refused: str) -> list[tuple[str, bool]]:
        from game.i18n import _, in_language

        texts = []
        for language in ("en", "de", "fr"):
            with in_language(language):
                texts.append((language, refused in (_("You can't do that now."), _("Not so fast."))))
        return texts


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with foyer(tmp_path, "sociable", phones=0) as crowd:
        crowd.window.top.joining.rename(0, "Maria")
        yield Evening(crowd)


def test_names_stay_right_through_five_games(evening: Evening) -> None:
    """Joins, leaves, renames, bots and a save in the middle. All names stay right."""
    made, crowd, app = evening, evening.crowd, evening.stage
    for name, language in (("Zoe", "de"), ("Kim", "fr"), ("Lu", "en")):
        made.come(name, language)
    made.lobby_scene.joining.set(4, "hard")  # the host chooses a bot for that seat
    made.lobby_scene.table.seats_changed()
    made.dress("Kim")
    made.check()
    made.begin()
    made.check()
    made.check_languages()
    # During the match one leaves, another takes the seat, and one is renamed.
    made.go("Lu")
    made.come("Vi", "fr")
    made.rename("Zoe", "Zoë")
    made.check()
    made.check_languages()
    # A game for two: one phone has no seat, and all seats are on phones.
    made.lobby("socker")
    crowd.until(lambda: any("no_seat" in phone.told for phone in made.phones.values()))
    made.check()
    made.begin()
    made.check()
    # The match is resumed from the save, with all phones including the bench.
    crowd.phones = list(made.phones.values())
    crowd.reopen("socker")
    for phone in made.phones.values():
        phone.told, phone.state = [], {}
        phone.call()
        phone.send("reconnect", token=phone.token)
    crowd.until(lambda: all(phone.state for phone in made.seated()))
    made.check()
    made.check_languages()
    # A card game again: the benched phone has a seat, and the bot that the host chose is still a bot.
    made.lobby("sociable")
    made.check()
    assert made.lobby_scene.seats[4].level.startswith("hard")
    assert len(made.seated()) == 3
    made.come("Mia", "en")
    made.check()
    made.check_languages()
    made.begin()
    made.check()
    # Two more games: one phone leaves between them, and one during a match, where a bot takes over.
    made.lobby("rockit")
    made.check()
    made.go("Kim")
    made.check()
    made.begin()
    made.check()
    seat, match = made.phones["Vi"].state["seat"], made.crowd.match
    look = match.seats[seat].look
    made.go("Vi")
    crowd.until(lambda: not crowd.hub.is_seat_held(seat))
    reassign_seat(app, match, seat, "easy", "")
    assert match.seats[seat].look != look
    made.check()
    made.lobby("socki")
    made.check()
    made.rename("Mia", "Same")
    made.come("Same 2", "de")
    made.check()
    made.begin()
    made.check()
    made.check_languages()
    for name in list(made.phones):
        made.go(name)
    made.lobby("sociable")
    assert [seat.name for seat in made.lobby_scene.seats] == ["Maria", *HOUSE_NAMES[1:5]]
    assert [bool(seat.level) for seat in made.lobby_scene.seats] == [False, True, True, True, True]


def test_host_keeps_the_name_in_the_next_game(evening: Evening) -> None:
    made = evening
    made.lobby_scene.joining.set(0, "easy")
    made.lobby_scene.joining.set(1, "")
    made.lobby_scene.joining.rename(1, "Maria")
    made.lobby_scene.table.seats_changed()
    made.lobby("socker")
    assert [seat.name for seat in made.lobby_scene.seats] == ["Maria", "Ann"]
    assert made.stage.settings.names[0] == "Maria"


def test_two_phones_with_the_same_name_get_numbers(evening: Evening) -> None:
    made = evening
    one = made.come("Same", "en")
    two = made.crowd.comer(2, "Same")
    made.crowd.until(lambda: bool(two.token) and two.state.get("seat") is not None)
    made.crowd.until(lambda: [seat["name"] for seat in one.state["seats"]][1:3] == ["Same", "Same 2"])
    assert two.do("rename", name="Same 2") == ""
    assert one.do("rename", name="Same 2") == ""
    made.crowd.until(lambda: [seat["name"] for seat in two.state["seats"]][1:3] == ["Same 3", "Same 2"])


def test_host_keeps_a_name_given_during_a_match(evening: Evening) -> None:
    made, window = evening, evening.crowd.window
    made.come("Zoe", "de")
    made.begin()
    made.stage.open_scene("seats", made.crowd.scene)
    window.focus_on(window.rows[1])
    window.press_key(pygame.K_x)
    window.type_text("na")
    window.press_key(pygame.K_RETURN)
    name = made.crowd.match.seats[0].name
    assert name != "Maria"
    assert made.stage.settings.names[0] == name
    made.lobby("socker")
    assert made.lobby_scene.joining.house[0].name == name
