"""Screenshots of panels and dialogs over a screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.app import App
from game.core.session import Session
from game.games.sociable.screen.match_report.voting import vote_texts
from game.i18n import _
from game.match.lesson import read_lessons
from game.match.puzzle.pack import read_pack
from game.match.seats import Seat
from game.match.share_vote import FIRST_ROUND, MatchVote
from game.scenes.first_start import ChooseGameDialog
from game.scenes.pause_menu import PauseKey, PauseMenu
from game.scenes.practice import PuzzlePracticeScene
from game.scenes.puzzles import games_there, open_practice
from game.scenes.title import infos
from game.store.data_folder import StorageIssue
from game.store.statistics import PlayerStats
from game.ui.core.input import KEYBOARD, InputAction, InputEvent
from game.ui.core.scene import AppContext, Scene
from game.ui.match.match_end import VoteDialog, VoteLabels, VoteSlip
from game.ui.match.match_flow import match_scene
from game.ui.match.puzzle import PuzzleScene
from game.ui.widgets import ScreenKeyboard
from tools.shots_album import archived_match

NAMES = ("Annabella", "Bartholomäus", "Ida")
LINES = ((23, 14, 2, 100, 3), (17, 6, 0, 88, 0), (4, 0, 1, None, 0))
"""Matches, sole wins, shared wins, best score and winning streak of each."""


def panel_shots(context: AppContext, app: App, shot: Callable[[str], None]) -> None:
    """Take all pictures."""

    def shoot_scene(name: str, scene: Scene) -> None:
        context.scenes.push(scene)
        app.step_frame([])
        while isinstance(scene, PuzzlePracticeScene) and scene.photos.is_busy:
            pygame.time.wait(10)
            scene.tick(context.now)
        shot(f"panel-{name}")
        if context.scenes.top is scene:
            context.scenes.pop()

    def shoot_screen(name: str, *arguments: object) -> None:
        shoot_scene(name, context.screens[name](*arguments))

    context.scenes.reset(context.screens["title"]())
    shoot_scene("statistics-empty", context.screens["statistics"]())
    _write_statistics(context)
    for name in ("statistics", "credits", "bindings", "already_running"):
        shoot_screen(f"{name}")
    folder = context.stores.folder
    folder.add_notice(StorageIssue.NEWER_SAVE, "saves/socki.txt")
    shoot_screen("storage_notices")
    for file in ("statistics.json", "socks.json"):
        folder.add_notice(StorageIssue.ENTRY, file, name="Annabella", kept=f"{file}.broken")
    shoot_scene("storage-many", context.screens["storage_notices"]())
    shoot_screen("unsaved_warning", context)
    shoot_screen("crash", "a report", context.stores.folder.root / "crash.txt")
    shoot_scene("keyboard", ScreenKeyboard(_("Name for seat {n}").format(n=1), "Anna", look=0))
    shoot_scene("which-game", ChooseGameDialog(infos()))
    shoot_screen("practice", NAMES[0])
    shoot_screen("paste_position", context)
    _shoot_question(context, shot)
    _shoot_match_dialogs(context, shoot_scene)
    _shoot_puzzle_dialogs(context, shoot_scene)
    lesson = context.screens["lesson"](context, "socki", read_lessons("socki").lessons[1].key)
    context.scenes.push(lesson)
    for name in ("lesson_menu", "lesson_end"):
        shoot_screen(name, lesson)
    shoot_scene("lesson_skipped", context.screens["lesson_end"](lesson, skipped=True))
    context.scenes.pop()


def _write_statistics(context: AppContext) -> None:
    """Write statistics of three people for two games, and of one for a third, with the last one's matches."""
    stats = {
        name: PlayerStats(matches, wins, shared, best, streak)
        for name, (matches, wins, shared, best, streak) in zip(NAMES, LINES, strict=True)
    }
    few = {NAMES[2]: PlayerStats(2, 1)}
    context.stores.statistics._write({"socki": stats, "socker": stats, "city": few})
    for slug, numbers in {"socki": (1, 9, 10, 17), "socker": (1, 9, 10, 17), "city": (1, 2)}.items():
        for number in numbers:  # in which the third has a seat
            context.stores.archive.add(archived_match(slug, number))


def _shoot_question(context: AppContext, shot: Callable[[str], None]) -> None:
    """Take the question before all statistics are deleted."""
    context.open_scene("statistics")
    scene: Any = context.scenes.top
    scene.on_input(InputEvent(InputAction.SECONDARY, KEYBOARD))
    shot("panel-forget")
    context.scenes.pop()
    context.scenes.pop()


def _shoot_match_dialogs(context: AppContext, shoot_scene: Callable[[str, Scene], None]) -> None:
    """Take the dialogs over a match: votes, resignation, commitment, what-if."""
    seats = [Seat(name, look) for look, name in enumerate((*NAMES, "Kofi", "Zoe"))]
    session = Session.new("sociable", 5, seed=1, names=[seat.name for seat in seats])
    session.promise("0123456789abcdef")
    scene = match_scene(context, session, seats)
    context.scenes.push(scene)
    scene.skip()
    vote = MatchVote(scene.match, vote_texts)
    shoot_scene(
        "vote",
        VoteDialog(vote, FIRST_ROUND, VoteLabels(_("Show the charts"), _("Not now")), context.scenes.pop),
    )
    vote.open(FIRST_ROUND)
    shoot_scene("slip", VoteSlip(vote, FIRST_ROUND))
    pause = PauseMenu(scene)
    context.scenes.push(pause)
    pause.activate(PauseKey.GIVE_UP)
    question = context.scenes.top
    context.scenes.pop()
    context.scenes.pop()
    assert question is not None
    shoot_scene("give-up", question)
    shoot_scene("promise", context.screens["commitment"](scene.match))
    shoot_scene("what-if", context.screens["what_if"](context, session, seats))
    context.scenes.pop()


def _shoot_puzzle_dialogs(context: AppContext, shoot_scene: Callable[[str, Scene], None]) -> None:
    """Take the dialogs over a puzzle."""
    puzzle = next(iter(read_pack(games_there()[0]).puzzles.values()))
    open_practice(context, NAMES[0], puzzle)
    scene = context.scenes.top
    assert isinstance(scene, PuzzleScene)
    shoot_scene("puzzle_menu", context.screens["puzzle_menu"](scene))
    scene.sitting.record_miss()
    shoot_scene("puzzle_missed", context.screens["puzzle_missed"](scene))
    scene.sitting.spend(140_000)
    scene.sitting.record_solution()
    shoot_scene("puzzle_solved", context.screens["puzzle_solved"](scene))
    context.scenes.pop()
    context.stores.days.save_puzzle(NAMES[0], {**puzzle.data(), "key": "own-1"})
    practice = PuzzlePracticeScene(NAMES[0])
    shoot_scene("practice-own", practice)
