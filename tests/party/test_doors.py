"""Other doors of a party: parts that extras attach to it."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.doors import OtherDoor
from game.party.party import Party, PartyState
from game.ui.widgets import Text
from tests.party.side_door import SideDoor
from tests.party.socket_phone import Host
from tests.scenes.harness import WindowRobot

CODED = OtherDoor(
    "Side door", "Side door: on", "credits", "It is open", "Knock", "https://side.example",
    ((True,),), "123 456", is_open=True,
)  # fmt: skip


def test_attachment_begins_in_an_open_party_and_ends_with_it(host: Host) -> None:
    door = SideDoor()
    host.party.attach(door)
    host.until(lambda: "begin" in door.calls)
    host.party.close(10.0)
    assert door.calls == ["begin", "end", "closed"]
    host.party.open(0, "127.0.0.1")
    host.until(lambda: door.calls.count("begin") == 2)


def test_attachment_hears_that_a_party_could_not_open() -> None:
    party, door = Party(), SideDoor()
    party.attach(door)
    party.open(0, "256.0.0.1")
    while party.state is PartyState.OPENING:
        pass
    assert party.state is PartyState.FAILED
    assert door.calls == ["closed"]


def test_status_has_every_door_and_the_first_with_a_code() -> None:
    party, first, second = Party(), SideDoor(), SideDoor()
    party.attach(first)
    party.attach(second)
    assert party.status.others == (first.door, second.door)
    assert party.status.other_door is None
    second.door = replace(second.door, qr=((True,),))
    assert party.status.other_door == second.door


def test_saved_text_reaches_its_extra_before_or_after_it_is_attached() -> None:
    party, door = Party(), SideDoor("a secret")
    party.attach(door)
    saved = party.dump_state()
    assert saved["extras"] == {"side": "a secret"}
    early, late = SideDoor(), SideDoor()
    other = Party()
    other.attach(early)
    other.restore_state(saved)
    other.attach(late)
    assert (early.restored, late.restored) == (["", "a secret"], ["a secret"])


@pytest.mark.parametrize("saved", [{"extras": {"elsewhere": "s"}}, {"far": "s"}], ids=["new", "old"])
def test_saved_text_of_an_absent_extra_is_kept(saved: object) -> None:
    party = Party()
    party.restore_state(saved)
    assert party.dump_state()["extras"] == {"elsewhere": "s"}


@pytest.mark.parametrize("extras", [7, ["s"], {"elsewhere": 7}, {"elsewhere": "s" * 1001}])
def test_invalid_saved_texts_are_dropped(extras: object) -> None:
    party = Party()
    party.restore_state({"extras": extras})
    assert party.dump_state()["extras"] == {}


# On the screen.


def texts(window: WindowRobot) -> list[str]:
    """All texts of the top scene."""
    return [part.element.words for part in window.top.frame.parts if isinstance(part.element, Text)]


@pytest.fixture
def side_door(window: WindowRobot) -> SideDoor:
    """Door without a code at a party whose lobby is on top, with the focus on its panel."""
    window.context.open_scene("lobby", "socki")
    window.open_party()
    party, door = window.context.phones.party, SideDoor()
    assert party is not None
    party.attach(door)
    window.step()
    window.top.focus = "phones"
    return door


def test_lobby_switches_to_the_code_of_another_door(window: WindowRobot, side_door: SideDoor) -> None:
    assert "It is open" not in texts(window)
    side_door.door = CODED
    window.step()
    assert "It is open" in texts(window)
    window.press_key(pygame.K_j)
    assert {"Side door", "123 456"} <= set(texts(window))
    side_door.door = replace(CODED, number="")
    window.step()
    assert "Knock" in texts(window)
    side_door.door = replace(CODED, qr=())
    window.step()
    assert "Side door" not in texts(window)


def test_ways_to_join_have_a_button_for_each_door(window: WindowRobot, side_door: SideDoor) -> None:
    window.press_key(pygame.K_RETURN)
    assert window.shown == "PhoneJoinDialog"
    assert "Side door: off" in [row.label for row in window.rows]
    side_door.door = CODED
    window.step()
    assert "Side door: on" in [row.label for row in window.rows]
    assert "tick" in side_door.calls


def test_column_shows_the_code_of_another_door(window: WindowRobot, side_door: SideDoor) -> None:
    window.open_match(
        Session.new("socki", 3, seed=1), [Seat(name, n, device=PHONE) for n, name in enumerate("ABC")]
    )
    side_door.door = CODED
    window.step()
    side, pages = window.app.side, []
    for _ in range(3):
        window.press_key(pygame.K_j)
        window.step()
        window.picture()
        pages.append((side.is_large, side.is_elsewhere))
    assert pages == [(True, False), (True, True), (False, False)]
