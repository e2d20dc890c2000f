"""Names, looks and languages belong to people, not to seats: five games, joins, leaves and a save."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.match.seats import HOUSE_NAMES, PHONE, house_name, unique_name
from game.party.registry import FIRST_BENCH, UNCHOSEN, Participant, SavedParty, SeatInfo, SeatRegistry
from game.scenes.seat_allocator import SeatAllocator
from game.store.settings import SavedSeatSetup
from game.ui.art.patterns import SEAT_LOOKS
from tests.party.many_phones import NAMES, LobbyPhoneGroup, foyer

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
    assert registry.people == {FIRST_BENCH: zoe}
    again = SeatRegistry()
    again.restore_state(registry.dump_state())
    assert again.people == {FIRST_BENCH: zoe}
    again.reseat({FIRST_BENCH: 3})
    assert again.person(3) == zoe
    again.release(3)
    again.restore_state(SavedParty("", {2: token}))
    assert again.person(2) == Participant(token)


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
    lobby.seat_guest(2, Participant("t" * 32, "Bo", UNCHOSEN))
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
    people = {1: Participant("t" * 32, "Zoe", chair=1), FIRST_BENCH: Participant("u" * 32, "Kim", chair=0)}
    assert lobby.seat_phones(people) == {1: 1, FIRST_BENCH: 0}
    assert lobby.dump_state() == [replace(seat, phone=n < 2) for n, seat in enumerate(before)]
    lobby.leave_seat(0)
    lobby.set(0, "hard")
    assert lobby.dump_state()[0].level == "hard"


def test_returning_phones_get_their_former_chairs() -> None:
    lobby = table("", "easy", "easy", "easy")
    people = {
        0: Participant("t" * 32, "Zoe", chair=3),
        1: Participant("u" * 32, "Kim", chair=1),
        2: Participant("v" * 32, "Lu"),
    }
    assert lobby.seat_phones(people) == {0: 3, 1: 1, 2: 2}


# A lobby over real sockets.


@pytest.fixture
def foyer_group(tmp_path: Path) -> Iterator[LobbyPhoneGroup]:
    """The lobby of the host Maria, with one phone."""
    with foyer(tmp_path, "sociable") as group:
        group.lobby_scene.joining.rename(0, "Maria")
        yield group


def test_host_keeps_the_name_in_the_next_game(foyer_group: LobbyPhoneGroup) -> None:
    lobby = foyer_group.lobby_scene
    lobby.joining.set(0, "easy")
    lobby.joining.set(2, "")
    lobby.joining.rename(2, "Maria")
    lobby.table.seats_changed()
    lobby = foyer_group.lobby("socker")
    assert "Maria" in [seat.name for seat in lobby.seats]
    assert foyer_group.window.context.settings.names[0] == "Maria"


def test_two_phones_with_the_same_name_get_numbers(foyer_group: LobbyPhoneGroup) -> None:
    [one] = foyer_group.phones
    one.do("rename", name="Same")
    two = foyer_group.comer(2, "Same")
    foyer_group.until(lambda: bool(two.token) and two.state.get("seat") is not None)
    foyer_group.until(lambda: [seat["name"] for seat in one.state["seats"]][1:3] == ["Same", "Same 2"])
    two.do("rename", name="Same 2")
    one.do("rename", name="Same 2")
    foyer_group.until(lambda: [seat["name"] for seat in two.state["seats"]][1:3] == ["Same 3", "Same 2"])


def test_host_keeps_a_name_given_during_a_match(foyer_group: LobbyPhoneGroup) -> None:
    window, app = foyer_group.window, foyer_group.window.context
    foyer_group.lobby_scene.start.begin()
    foyer_group.until(lambda: not foyer_group.phones[0].state["lobby"])
    app.open_scene("seats", foyer_group.scene)
    window.focus_on(window.rows[1])
    window.press_key(pygame.K_x)
    window.type_text("na")
    window.press_key(pygame.K_RETURN)
    name = foyer_group.match.seats[0].name
    assert name != "Maria"
    assert app.settings.names[0] == name
    app.scenes.reset(app.screens["title"](), app.screens["lobby"]("socker"))
    assert foyer_group.lobby_scene.joining.house[0].name == name
    stored = {seat.name for seats in app.settings.seats.values() for seat in seats}
    assert NAMES[1] not in stored - {*HOUSE_NAMES}, "no guest is remembered"
