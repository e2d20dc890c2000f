"""Room for the words of the classroom's screens, and redrawing, as in the core's ``test_openings.py``."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import pygame

from game.party.party import JoinInfo, PartyState, PartyStatus
from game.ui.art.puppets import puppet
from game.ui.core.assets import Assets
from game.ui.core.input import InputAction
from sockdrawer_classroom.classroom import Tournament
from sockdrawer_classroom.scenes.class_runner import ClassRunner, SavedTournament
from sockdrawer_classroom.scenes.tournament import TournamentScene
from sockdrawer_classroom.scenes.waiting_room import WaitingRoomScene
from sockdrawer_classroom.tests.scenes.snapshots import FIRST_NAMES, Shown, busy_glance, class_glance
from tests.scenes.harness import WindowRobot
from tests.scenes.test_openings import Opening, opened, opening_tests, screen_of


def teacher(window: WindowRobot, tables: int = 8, tab: int = 0) -> None:
    window.context.open_scene("class_teacher", Shown(busy_glance(tables)))
    for _ in range(tab):
        window.press_key(pygame.K_PAGEUP)


class Open(WaitingRoomScene):
    """Waiting room whose party is open, at two addresses."""

    @property
    def front(self) -> PartyStatus:
        matrix = tuple(tuple(x * y % 3 == 0 for x in range(25)) for y in range(25))
        door = JoinInfo("192.168.178.123:8080", "", matrix, ("192.168.178.123", "10.0.0.14"))
        return PartyStatus(PartyState.OPEN, "", "WNSS", door)


def gather(window: WindowRobot, scene: type[WaitingRoomScene] = Open, tables: int = 6) -> None:
    glance = replace(class_glance(tables), phase="gathering")
    window.context.scenes.push(scene(cast(ClassRunner, Shown(glance))))


def cup(window: WindowRobot, people: int = 32, played: int = 3) -> None:
    tournament = Tournament(FIRST_NAMES[-people:]).with_next_round()
    for number in range(min(played, people // 2)):
        tournament = tournament.with_result(number, (1.0, 0.0, 0.5)[number % 3])
    window.context.scenes.push(TournamentScene(SavedTournament("socker", tournament)))


def won(window: WindowRobot) -> None:
    tournament = Tournament(("Bartholomäus-Konstan", "Ben", "Chiara", "David")).with_next_round()
    while tournament.final is None:
        for number in range(2):
            tournament = tournament.with_result(number, 1.0)
        tournament = tournament.with_next_round() if tournament.may_pair else tournament.with_final()
    window.context.scenes.push(TournamentScene(SavedTournament("socker", tournament.with_final(1.0))))


# opens each screen with typical content
OPENED: dict[str, Opening] = {
    "cup": cup,
    "cup-few": partial(cup, people=5, played=1),
    "cup-won": won,
    "gather": gather,
    "gather-empty": partial(gather, scene=WaitingRoomScene, tables=0),
    "teacher": teacher,
    "teacher-asked": partial(teacher, tables=2, tab=1),
}


(
    test_words_fit_and_every_control_has_a_place,
    test_idle_animation_equals_a_full_redraw,
    test_cached_layout_equals_a_fresh_one,
) = opening_tests(OPENED)


def test_waiting_room_prompt_bar_names_the_action_of_enter(tmp_path: Path) -> None:
    window = opened(tmp_path, gather, (1280, 720), 100, "en")
    window.press_key(pygame.K_UP)
    room = screen_of(window)
    assert dict(room.prompts())[InputAction.CONFIRM] == "Begin"
    with patch("sockdrawer_classroom.scenes.waiting_room.has_choice", lambda _door: True):
        room.set_focus("join")
        assert dict(room.prompts())[InputAction.CONFIRM] == "Other address"


def test_waiting_room_draws_each_person_once(tmp_path: Path) -> None:
    window = opened(tmp_path, gather, (1280, 720), 100, "en")
    draw_calls: list[tuple[int, str]] = []

    def counted(assets: Assets, seat: int, state: str, *more: Any, **how: Any) -> pygame.Surface:
        draw_calls.append((seat, state))
        return puppet(assets, seat, state, *more, **how)

    with patch("sockdrawer_classroom.scenes.waiting_room.puppet", counted):
        window.picture()
    people = [part for part in screen_of(window).frame.parts if part.element.key.startswith("came")]
    assert len(draw_calls) == len(people)
