"""Name and look chosen on a phone, in the lobby and in a match; confirmation of a party's end."""

from __future__ import annotations

import pygame
import pytest

from game.core.session import Session
from game.match.seats import PHONE
from game.scenes.lobby import LobbyScene
from tests.party.many_phones import Crowds, PhoneGroup


@pytest.fixture
def crowd(crowds: Crowds) -> PhoneGroup:
    return crowds(Session.new("sociable", 4, seed=4), phones=2)


def in_lobby(crowd: PhoneGroup) -> LobbyScene:
    lobby = crowd.lobby("sociable")
    crowd.until(lambda: all(phone.state.get("lobby") for phone in crowd.phones))
    assert isinstance(lobby, LobbyScene)
    return lobby


def test_ending_the_party_needs_confirmation(crowd: PhoneGroup) -> None:
    window, lobby, phone = crowd.window, in_lobby(crowd), crowd.phones[0]

    def slip() -> None:
        window.click_box(lobby.frame.boxes["phones"])
        assert window.shown == "PhoneJoinDialog"
        window.choose("End the party")
        assert window.shown == "QuestionDialog"

    slip()
    window.press_key(pygame.K_RETURN)  # the first answer changes nothing
    assert window.top is lobby
    assert crowd.hub.is_open
    slip()
    window.press_key(pygame.K_DOWN)
    window.press_key(pygame.K_RETURN)
    crowd.until(lambda: phone.heard[-1] == '{"type":"closing","why":"over"}')
    crowd.until(lambda: not crowd.hub.is_open)
    assert not any(seat.device == PHONE for seat in lobby.seats)


# Name and look chosen on a phone, in the lobby and in a match, over real sockets.


def test_lobby_shows_a_new_name_and_look_on_all_phones(crowd: PhoneGroup) -> None:
    lobby, (first_phone, two) = in_lobby(crowd), crowd.phones
    crowd.until(lambda: first_phone.state.get("game") == "sociable" and "worn" in first_phone.state)
    first_phone.do("rename", name="Zoe")
    free = next(look for look in range(8) if look not in first_phone.state["worn"])
    first_phone.do("set_look", look=free)
    seat = first_phone.state["seat"]
    crowd.until(
        lambda: all(
            phone.state["seats"][seat] == {"name": "Zoe", "look": free, "sock": ""}
            for phone in (first_phone, two)
        )
    )
    assert lobby.seats[seat].name == "Zoe"
    assert two.attempt("set_look", look=free) == "Someone's already wearing that."
    for strange in (
        {"do": "rename"},
        {"do": "set_look", "look": True},
        {"do": "move"},
        {"do": "rename", "name": " "},
    ):
        assert first_phone.attempt(**strange) != ""
    lobby.start.begin()
    crowd.until(lambda: not first_phone.state["lobby"])
    assert "Zoe" in [seat["name"] for seat in first_phone.state["seats"]]


def test_match_shows_a_new_name_and_look_on_all_phones(crowd: PhoneGroup) -> None:
    phone, two = crowd.phones
    two.send("set_language", language="de")
    phone.do("rename", name="Bo")
    crowd.until(lambda: two.state["seats"][0]["name"] == "Bo 2")
    crowd.until(lambda: crowd.party.names[0] == "Bo 2")
    assert two.attempt("set_look", look=0) == "Das trägt schon jemand."
    two.do("set_look", look=7)
    crowd.until(lambda: phone.state["seats"][1]["look"] == 7)
    phone.drop()
    crowd.until(lambda: not crowd.hub.is_there(0))
    phone.back()
    assert phone.state["seats"][0]["name"] == "Bo 2"


def test_phone_keeps_its_look_in_the_next_game(crowd: PhoneGroup) -> None:
    first_phone, two = crowd.phones
    first_phone.do("set_look", look=6)
    two.do("set_look", look=5)
    crowd.until(lambda: [two.state["seats"][seat]["look"] for seat in (0, 1)] == [6, 5])
    lobby = in_lobby(crowd)
    # A state of the lobby: those of the previous match have other seats.
    crowd.until(lambda: all(phone.state["lobby"] and "worn" in phone.state for phone in (first_phone, two)))
    crowd.until(
        lambda: [phone.state["seats"][phone.state["seat"]]["look"] for phone in (first_phone, two)] == [6, 5]
    )
    assert len({seat.colour for seat in lobby.seats}) == len(lobby.seats)
