"""The ways into a hall in the window: they go along with the network, and the door can be shut."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.scenes.hall.projector import JoinCode, TeacherCode, show_join
from tests.scenes.hall.evenings import lesson
from tests.scenes.hall.test_lesson_window import opened
from tests.scenes.harness import Window


def words(window: Window) -> str:
    """All that the dialog on top says."""
    return " ".join(str(getattr(row, "text", "")) for row in window.top.form.widgets)


@pytest.mark.parametrize("kind", [JoinCode, TeacherCode])
def test_an_address_that_is_gone_is_shown_no_longer(window: Window, kind: Any) -> None:
    run = lesson(window)
    opened(window)
    party = window.stage.phones.party
    assert party is not None
    door = party.door
    window.stage.scenes.push(kind(run))
    window.turn()
    assert door.address in words(window)
    party.door = replace(door, address="10.9.8.7:8080")
    window.turn()
    assert "10.9.8.7:8080" in words(window)
    assert door.address not in words(window)
    party.door = replace(door, address="", link="", qr=(), addresses=())
    window.turn()
    assert "No phone can join." in words(window)
    party.door = door
    window.turn()
    assert door.address in words(window)


def tells_the_way(window: Window) -> bool:
    """Whether the screen on which people gather says where phones come."""
    opened(window)
    window.turn()
    party = window.stage.phones.party
    assert party is not None
    door, before = party.door, window.picture()
    party.door = replace(door, address="10.9.8.7:8080")
    window.turn(ms=0)  # puppets breathe
    told = window.picture() != before
    party.door = door
    window.turn()
    return told


def test_the_door_is_shut_and_opened_in_the_menu(window: Window) -> None:
    run = lesson(window)
    assert tells_the_way(window)
    window.key(pygame.K_ESCAPE)
    window.take("Let nobody else in")
    assert run.glance.door_open is False
    assert not tells_the_way(window)
    show_join(run)
    assert "Nobody else is let in" in words(window)
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_ESCAPE)
    window.take("Let more people in")
    assert run.glance.door_open is True
