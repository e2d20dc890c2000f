"""The screens around the games: title, lobby, settings, pause, rules sheet, results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from game.core.discovery import import_object
from game.ui.core.scene import Scene


def _late(where: str) -> Callable[..., Scene]:
    """Factory of a screen that imports the screen's module on the first call."""

    def make(*arguments: Any, **named: Any) -> Scene:
        # Imported by name on use, so that the start does not load modules of screens that may never be
        # opened.
        return cast(Scene, cast(Any, import_object(where))(*arguments, **named))

    return make


SCREENS: dict[str, Callable[..., Scene]] = {
    "title": _late("game.scenes.title:TitleScene"),
    "first_start": _late("game.scenes.first_start:FirstStartScene"),
    "lobby": _late("game.scenes.lobby:LobbyScene"),
    "settings": _late("game.scenes.settings:SettingsScene"),
    "bindings": _late("game.scenes.bindings:BindingsScene"),
    "statistics": _late("game.scenes.info_screens:StatisticsScene"),
    "album": _late("game.scenes.album.scene:AlbumScene"),
    "drawer": _late("game.scenes.drawer:SockDrawerScene"),
    "taken_in": _late("game.scenes.album.sharing:ImportScene"),
    "share": _late("game.scenes.album.sharing:ShareDialog"),
    "share_moment": _late("game.scenes.album.sharing:share_moment"),
    "credits": _late("game.scenes.info_screens:Credits"),
    "already": _late("game.scenes.info_screens:AlreadyRunningScene"),
    "storage": _late("game.scenes.info_screens:StorageNoticesScene"),
    "losing": _late("game.scenes.info_screens:UnsavedDialog"),
    "crash": _late("game.scenes.info_screens:CrashDialog"),
    "fault": _late("game.scenes.info_screens:fault"),
    "curtain": _late("game.scenes.curtain:HandoverScene"),
    "seats": _late("game.scenes.seats:SeatsDialog"),
    "away": _late("game.scenes.seats:DeviceLostDialog"),
    "public": _late("game.scenes.remote_guests:PublicAddressDialog"),
    "relay": _late("game.scenes.remote_guests:RelayAddressDialog"),
    "friends": _late("game.scenes.remote_guests:RelayInviteDialog"),
    "socks": _late("game.scenes.remote_guests:SasDialog"),
    "claim": _late("game.scenes.phone_join:ClaimDialog"),
    "help": _late("game.scenes.help:HelpPanel"),
    "pause": _late("game.scenes.pause_menu:PauseMenu"),
    "promise": _late("game.scenes.form_sheets:CommitmentSheet"),
    "rules": _late("game.scenes.rules:rules"),
    "all_rules": _late("game.scenes.rules:RulesSheet"),
    "lessons": _late("game.scenes.lessons:LessonListScene"),
    "lesson": _late("game.scenes.lessons:lesson"),
    "lesson_end": _late("game.scenes.lessons:LessonEnd"),
    "lesson_menu": _late("game.scenes.lessons:LessonMenu"),
    "daily": _late("game.scenes.daily.scene:DailyScene"),
    "practice": _late("game.scenes.puzzles:PuzzlePracticeScene"),
    "bringing": _late("game.scenes.album.sharing:PhoneImportDialog"),
    "keeping": _late("game.scenes.puzzles:SavePuzzleDialog"),
    "puzzle_missed": _late("game.scenes.puzzles:PuzzleMissed"),
    "puzzle_solved": _late("game.scenes.puzzles:PuzzleSolved"),
    "puzzle_menu": _late("game.scenes.puzzles:PuzzleMenu"),
    "farewell": _late("game.scenes.party_summary:PartySummaryScene"),
    "winner": _late("game.scenes.winner:WinnerScene"),
    "results": _late("game.scenes.results:ResultsScene"),
    "class_debrief": _late("game.scenes.resume:debrief_of"),
    "film": _late("game.scenes.resume:film_of"),
    "what_if": _late("game.scenes.pause_menu:WhatIfDialog"),
    "position": _late("game.scenes.pause_menu:PositionSheet"),
    "analysis": _late("game.scenes.analysis.scene:AnalysisScene"),
    "look": _late("game.scenes.table_peek:TablePeekScene"),
    "hall_prepare": _late("game.scenes.classroom.plan_editor:ClassPlanForm"),
    "hall_cup": _late("game.scenes.classroom.tournament:TournamentSetup"),
    "hall_cup_waits": _late("game.scenes.classroom.tournament:resume_tournament"),
    "hall_board": _late("game.scenes.classroom.tournament:board"),
    "hall_gather": _late("game.scenes.classroom.waiting_room:WaitingRoomScene"),
    "hall_projector": _late("game.scenes.classroom.big_screen:BigScreenScene"),
    "hall_menu": _late("game.scenes.classroom.big_screen:ClassMenu"),
    "hall_teacher": _late("game.scenes.classroom.teacher_panel:TeacherScene"),
    "hall_question": _late("game.scenes.classroom.questions:QuestionScene"),
    "hall_ask": _late("game.scenes.classroom.questions:AskClassDialog"),
    "hall_waits": _late("game.scenes.classroom.waiting_room:resume_class"),
}
"""Factory of every screen by the name that `AppContext.open_scene` takes."""
