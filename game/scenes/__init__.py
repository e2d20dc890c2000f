"""The screens around the games: title, lobby, settings, pause, rules sheet, results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from game.core.discovery import import_object
from game.core.extras import extras
from game.ui.core.scene import Scene


def _lazy_factory(path: str) -> Callable[..., Scene]:
    """Factory of a screen that imports the screen's module on the first call."""

    def make(*arguments: Any, **keywords: Any) -> Scene:
        """Import the module and return the screen."""
        # Imported by name on use, so that the start does not load modules of screens that may never be
        # opened.
        return cast(Scene, cast(Any, import_object(path))(*arguments, **keywords))

    return make


def added_screens() -> dict[str, Callable[..., Scene]]:
    """Factories of the screens that extras add, by name."""
    return {name: _lazy_factory(path) for extra in extras() for name, path in extra.screens.items()}


SCREENS: dict[str, Callable[..., Scene]] = {
    "title": _lazy_factory("game.scenes.title:TitleScene"),
    "first_start": _lazy_factory("game.scenes.first_start:FirstStartScene"),
    "how_it_works": _lazy_factory("game.scenes.how_it_works:HowItWorksScene"),
    "lobby": _lazy_factory("game.scenes.lobby:LobbyScene"),
    "settings": _lazy_factory("game.scenes.settings:SettingsScene"),
    "bindings": _lazy_factory("game.scenes.bindings:BindingsScene"),
    "statistics": _lazy_factory("game.scenes.statistics:StatisticsScene"),
    "album": _lazy_factory("game.scenes.album.scene:AlbumScene"),
    "drawer": _lazy_factory("game.scenes.drawer:SockDrawerScene"),
    "import_files": _lazy_factory("game.scenes.album.sharing:ImportScene"),
    "share": _lazy_factory("game.scenes.album.sharing:ShareScene"),
    "share_moment": _lazy_factory("game.scenes.album.sharing:share_moment"),
    "credits": _lazy_factory("game.scenes.info_screens:Credits"),
    "already_running": _lazy_factory("game.scenes.info_screens:AlreadyRunningScene"),
    "storage_notices": _lazy_factory("game.scenes.info_screens:StorageNoticesScene"),
    "unsaved_warning": _lazy_factory("game.scenes.info_screens:UnsavedDialog"),
    "save_report": _lazy_factory("game.scenes.fault_report:SaveReportDialog"),
    "crash": _lazy_factory("game.scenes.info_screens:CrashDialog"),
    "fault": _lazy_factory("game.scenes.info_screens:fault"),
    "handover": _lazy_factory("game.scenes.curtain:HandoverScene"),
    "seats": _lazy_factory("game.scenes.seats:SeatsDialog"),
    "device_lost": _lazy_factory("game.scenes.seats:DeviceLostDialog"),
    "public_address": _lazy_factory("game.scenes.public_address:PublicAddressDialog"),
    "seat_claim": _lazy_factory("game.scenes.phone_join:ClaimDialog"),
    "all_prompts": _lazy_factory("game.scenes.help:HelpPanel"),
    "pause": _lazy_factory("game.scenes.pause_menu:PauseMenu"),
    "commitment": _lazy_factory("game.scenes.commitment:CommitmentScene"),
    "rules": _lazy_factory("game.scenes.rules:rules"),
    "rules_full": _lazy_factory("game.scenes.rules:RulesSheet"),
    "lessons": _lazy_factory("game.scenes.lessons:LessonListScene"),
    "lesson": _lazy_factory("game.scenes.lessons:lesson"),
    "lesson_end": _lazy_factory("game.scenes.lessons:LessonEnd"),
    "lesson_menu": _lazy_factory("game.scenes.lessons:LessonMenu"),
    "daily": _lazy_factory("game.scenes.daily.scene:DailyScene"),
    "practice": _lazy_factory("game.scenes.practice:PuzzlePracticeScene"),
    "phone_import": _lazy_factory("game.scenes.album.sharing:PhoneImportDialog"),
    "save_puzzle": _lazy_factory("game.scenes.puzzles:SavePuzzleDialog"),
    "puzzle_missed": _lazy_factory("game.scenes.puzzles:PuzzleMissed"),
    "puzzle_solved": _lazy_factory("game.scenes.puzzles:PuzzleSolved"),
    "puzzle_menu": _lazy_factory("game.scenes.puzzles:PuzzleMenu"),
    "party_summary": _lazy_factory("game.scenes.party_summary:PartySummaryScene"),
    "winner": _lazy_factory("game.scenes.winner:WinnerScene"),
    "results": _lazy_factory("game.scenes.results:ResultsScene"),
    "replay": _lazy_factory("game.scenes.resume:film_of"),
    "what_if": _lazy_factory("game.scenes.pause_menu:WhatIfDialog"),
    "paste_position": _lazy_factory("game.scenes.pause_menu:PositionSheet"),
    "analysis": _lazy_factory("game.scenes.analysis.scene:AnalysisScene"),
    "table_peek": _lazy_factory("game.scenes.table_peek:TablePeekScene"),
}
SCREENS |= added_screens()
"""Factory of every screen by the name that `AppContext.open_scene` takes."""
