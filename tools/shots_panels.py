"""Screenshots of panels and dialogs over a screen."""

from __future__ import annotations

from collections.abc import Callable

from game.app import App
from game.core.session import Session
from game.games.sociable.screen.match_report.voting import asked
from game.i18n import _
from game.match.lesson import read_lessons
from game.match.puzzle.pack import read_pack
from game.match.seats import Seat
from game.match.share_vote import BEFORE, MatchVote
from game.scenes.first_start import ChooseGameDialog
from game.scenes.pause_menu import PauseKey, PauseMenu
from game.scenes.puzzles import PuzzlePracticeScene, games_there, open_practice
from game.scenes.title import infos
from game.store.data_folder import StorageIssue
from game.store.statistics import PlayerStats
from game.ui.core.scene import AppContext, Scene
from game.ui.match.match_end import VoteDialog, VoteLabels, VoteSlip
from game.ui.match.match_flow import match_scene
from game.ui.match.puzzle import PuzzleScene
from game.ui.widgets import FormScene, ScreenKeyboard

NAMES = ("Annabella", "Bartholomäus", "Ida")
LINES = ((23, 14, 2, 100, 3), (17, 6, 0, 88, 0), (4, 0, 1, None, 0))
"""Matches, sole wins, shared wins, best score and winning streak of each."""


def panel_shots(stage: AppContext, app: App, shot: Callable[[str], None]) -> None:
    """Take all pictures."""

    def pushed(name: str, scene: Scene) -> None:
        stage.scenes.push(scene)
        app.step_frame([])
        shot(f"panel-{name}")
        if stage.scenes.top is scene:
            stage.scenes.pop()

    def opened(name: str, *arguments: object) -> None:
        pushed(name, stage.screens[name](*arguments))

    stage.scenes.reset(stage.screens["title"]())
    pushed("statistics-empty", stage.screens["statistics"]())
    _played(stage)
    for name in ("statistics", "credits", "bindings", "already_running"):
        opened(f"{name}")
    folder = stage.stores.folder
    folder.add_notice(StorageIssue.UNPAIRED, "saves/socki.json")
    opened("storage_notices")
    for file in ("statistics.json", "socks.json"):
        folder.add_notice(StorageIssue.ENTRY, file, name="Annabella", kept=f"{file}.broken")
    pushed("storage-many", stage.screens["storage_notices"]())
    opened("unsaved_warning", stage)
    opened("crash", "a report", stage.stores.folder.root / "crash.txt")
    pushed("keyboard", ScreenKeyboard(_("Name of seat {n}").format(n=1), "Anna"))
    pushed("which-game", ChooseGameDialog(infos()))
    opened("practice", NAMES[0])
    opened("paste_position", stage)
    _asked(stage, shot)
    _over_match(stage, pushed)
    _over_puzzle(stage, pushed)
    lesson = stage.screens["lesson"](stage, "socki", read_lessons("socki").lessons[1].key)
    stage.scenes.push(lesson)
    for name in ("lesson_menu", "lesson_end"):
        opened(name, lesson)
    pushed("lesson_skipped", stage.screens["lesson_end"](lesson, skipped=True))
    stage.scenes.pop()


def _played(app: AppContext) -> None:
    """Write statistics of three people for two games, and of one for a third."""
    lines = {
        name: PlayerStats(matches, wins, shared, best, streak)
        for name, (matches, wins, shared, best, streak) in zip(NAMES, LINES, strict=True)
    }
    few = {NAMES[2]: PlayerStats(2, 1)}
    app.stores.statistics._write({"socki": lines, "socker": lines, "city": few})


def _asked(app: AppContext, shot: Callable[[str], None]) -> None:
    """Take the question before all statistics are deleted."""
    app.open_scene("statistics")
    sheet = app.scenes.top
    assert isinstance(sheet, FormScene)
    sheet.form.widgets[-1].press()
    shot("panel-forget")
    app.scenes.pop()
    app.scenes.pop()


def _over_match(app: AppContext, pushed: Callable[[str, Scene], None]) -> None:
    """Take the dialogs over a match: votes, resignation, commitment, what-if."""
    seats = [Seat(name, look) for look, name in enumerate((*NAMES, "Kofi", "Zoe"))]
    session = Session.new("sociable", 5, seed=1, names=[seat.name for seat in seats])
    session.promise("0123456789abcdef")
    scene = match_scene(app, session, seats)
    app.scenes.push(scene)
    scene.skip()
    vote = MatchVote(scene.match, asked)
    pushed("vote", VoteDialog(vote, BEFORE, VoteLabels(_("Show the charts"), _("Not now")), app.scenes.pop))
    vote.open(BEFORE)
    pushed("slip", VoteSlip(vote, BEFORE))
    pause = PauseMenu(scene)
    app.scenes.push(pause)
    pause.activate(PauseKey.GIVE_UP)
    question = app.scenes.top
    app.scenes.pop()
    app.scenes.pop()
    assert question is not None
    pushed("give-up", question)
    pushed("promise", app.screens["commitment"](scene.match))
    pushed("what-if", app.screens["what_if"](app, session, seats))
    app.scenes.pop()


def _over_puzzle(app: AppContext, pushed: Callable[[str, Scene], None]) -> None:
    """Take the dialogs over a puzzle."""
    puzzle = next(iter(read_pack(games_there()[0]).puzzles.values()))
    open_practice(app, NAMES[0], puzzle)
    scene = app.scenes.top
    assert isinstance(scene, PuzzleScene)
    pushed("puzzle_menu", app.screens["puzzle_menu"](scene))
    scene.sitting.missed()
    pushed("puzzle_missed", app.screens["puzzle_missed"](scene))
    scene.sitting.spend(140_000)
    scene.sitting.solved()
    pushed("puzzle_solved", app.screens["puzzle_solved"](scene))
    app.scenes.pop()
    app.stores.days.save_puzzle(NAMES[0], {**puzzle.data(), "key": "own-1"})
    practice = PuzzlePracticeScene(NAMES[0])
    pushed("practice-own", practice)
