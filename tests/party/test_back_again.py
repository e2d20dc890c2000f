"""Those who come back without their token, as after a new address: the host knows them and lets them in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.core.session import Session
from game.match.seats import PHONE
from game.party.party import PORT, Party
from game.scenes.phone_door import UNANSWERED
from tests.party.crowd import Crowd, Handset, crowded
from tests.party.phones import Host
from tests.party.room import Room, hold
from tests.scale import PATIENCE


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[Crowd]:
    with crowded(tmp_path, Session.new("sociable", 4, seed=4)) as made:
        made.calm()
        yield made


def claim(crowd: Crowd, seat: int) -> Handset:
    """The phone of a seat is gone, and another says that this seat was its own."""
    crowd.phones[seat].drop()
    crowd.until(lambda: not crowd.hub.is_there(seat))
    lost = Handset(crowd, seat)
    lost.call()
    lost.send("claim", code=crowd.code, seat=seat)
    crowd.until(lambda: crowd.window.shown == "ClaimDialog")
    return lost


def test_the_host_lets_a_phone_back_in_with_one_press(crowd: Crowd) -> None:
    lost = claim(crowd, 1)
    crowd.window.key(pygame.K_RETURN)
    crowd.until(lambda: lost.state)
    assert lost.state["seen"]["hand"] == crowd.scene.match.session.observe(1)["hand"]
    assert crowd.window.top is crowd.scene
    assert crowd.scene.match.seats[1].device == PHONE


def test_a_press_that_was_meant_for_the_match_lets_nobody_in(crowd: Crowd) -> None:
    lost = claim(crowd, 1)
    crowd.window.key(pygame.K_RETURN, hasty=True)
    assert crowd.window.shown == "ClaimDialog"
    crowd.phones[1].back()
    crowd.until(lambda: crowd.window.top is crowd.scene)
    assert not lost.state


def test_the_match_goes_on_where_nobody_answers(crowd: Crowd) -> None:
    lost = claim(crowd, 1)
    crowd.window.pass_time(UNANSWERED + 1000)
    crowd.until(lambda: "denied" in lost.errors)
    assert crowd.window.shown != "ClaimDialog"
    assert not lost.state


def test_whoever_sits_down_in_a_match_is_called_as_they_typed(crowd: Crowd) -> None:
    crowd.phones[1].send("leave")
    uma = Handset(crowd, 1)
    uma.call()
    uma.send("look", code=crowd.code)
    crowd.until(lambda: '"seats":[{"seat":1' in "".join(uma.heard[-1:]))
    uma.send("join", code=crowd.code, seat=1, name="Ann")
    crowd.until(lambda: crowd.scene.match.seats[1].name == "Ann 2")  # there is an Ann already
    assert crowd.scene.match.session.names[1] == "Ann 2"
    crowd.until(lambda: crowd.phones[0].state["seats"][1]["name"] == "Ann 2")
    saved = Session.from_record(crowd.scene.match.session.record())
    assert saved.names[1] == "Ann 2"


def test_a_page_asks_which_seat_was_yours(room: Callable[..., Room]) -> None:
    made = room(Session.new("sociable", 4, seed=5), 1)
    hand = made.session.observe(0)["hand"]
    page = made.pages[0]
    assert made.hub.party is not None
    link = made.hub.party.door.link
    page.run("localStorage.clear()")
    page.open("about:blank")
    made.until(lambda: not made.hub.is_there(0))
    page.open(link)
    made.until(lambda: page.sees("Which seat was yours?"))
    hold(page, (360, 640))
    page.tap("Ann")
    page.tap("That was my seat")
    made.until(lambda: page.sees("Somebody there has to say yes"))
    made.until(lambda: made.window.shown == "ClaimDialog")
    made.window.key(pygame.K_RETURN)
    made.until(lambda: made.shows(page))
    assert made.session.observe(0)["hand"] == hand


def test_a_resumed_party_takes_its_port_again() -> None:
    host = Host()
    host.open()
    kept = host.party.kept()
    host.party.close(PATIENCE)
    again = Host()
    again.party.recall(json.loads(json.dumps(kept)))
    again.party.open(host="127.0.0.1")
    again.until(lambda: again.party.is_open)
    assert again.party.door.address.endswith(f":{kept['port']}")
    again.party.close(PATIENCE)


@pytest.mark.parametrize(
    ("kept", "port"),
    [(8123, 8123), (65_535, 65_535), (65_536, PORT), (0, PORT), (True, PORT), ("8123", PORT)],
)
def test_the_port_of_before_is_another_than_that_of_the_first_party(kept: object, port: int) -> None:
    party = Party()
    party.recall(party.kept() | {"port": kept})
    assert party.kept()["port"] == port
    party.recall(None)
    assert party.kept()["port"] == PORT
