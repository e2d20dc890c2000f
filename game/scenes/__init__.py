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
    "import_files": _late("game.scenes.album.sharing:ImportScene"),
    "share": _late("game.scenes.album.sharing:ShareDialog"),
    "share_moment": _late("game.scenes.album.sharing:share_moment"),
    "credits": _late("game.scenes.info_screens:Credits"),
    "already_running": _late("game.scenes.info_screens:AlreadyRunningScene"),
    "storage_notices": _late("game.scenes.info_screens:StorageNoticesScene"),
    "unsaved_warning": _late("game.scenes.info_screens:UnsavedDialog"),
    "crash": _late("game.scenes.info_screens:CrashDialog"),
    "fault": _late("game.scenes.info_screens:fault"),
    "handover": _late("game.scenes.curtain:HandoverScene"),
    "seats": _late("game.scenes.seats:SeatsDialog"),
    "device_lost": _late("game.scenes.seats:DeviceLostDialog"),
    "public_address": _late("game.scenes.remote_guests:PublicAddressDialog"),
    "relay_address": _late("game.scenes.remote_guests:RelayAddressDialog"),
    "relay_invite": _late("game.scenes.remote_guests:RelayInviteDialog"),
    "sas_compare": _late("game.scenes.remote_guests:SasDialog"),
    "seat_claim": _late("game.scenes.phone_join:ClaimDialog"),
    "all_prompts": _late("game.scenes.help:HelpPanel"),
    "pause": _late("game.scenes.pause_menu:PauseMenu"),
    "commitment": _late("game.scenes.form_sheets:CommitmentSheet"),
    "rules": _late("game.scenes.rules:rules"),
    "rules_full": _late("game.scenes.rules:RulesSheet"),
    "lessons": _late("game.scenes.lessons:LessonListScene"),
    "lesson": _late("game.scenes.lessons:lesson"),
    "lesson_end": _late("game.scenes.lessons:LessonEnd"),
    "lesson_menu": _late("game.scenes.lessons:LessonMenu"),
    "daily": _late("game.scenes.daily.scene:DailyScene"),
    "practice": _late("game.scenes.puzzles:PuzzlePracticeScene"),
    "phone_import": _late("game.scenes.album.sharing:PhoneImportDialog"),
    "save_puzzle": _late("game.scenes.puzzles:SavePuzzleDialog"),
    "puzzle_missed": _late("game.scenes.puzzles:PuzzleMissed"),
    "puzzle_solved": _late("game.scenes.puzzles:PuzzleSolved"),
    "puzzle_menu": _late("game.scenes.puzzles:PuzzleMenu"),
    "party_summary": _late("game.scenes.party_summary:PartySummaryScene"),
    "winner": _late("game.scenes.winner:WinnerScene"),
    "results": _late("game.scenes.results:ResultsScene"),
    "class_report": _late("game.scenes.resume:debrief_of"),
    "replay": _late("game.scenes.resume:film_of"),
    "what_if": _late("game.scenes.pause_menu:WhatIfDialog"),
    "paste_position": _late("game.scenes.pause_menu:PositionSheet"),
    "analysis": _late("game.scenes.analysis.scene:AnalysisScene"),
    "table_peek": _late("game.scenes.table_peek:TablePeekScene"),
    "class_plan": _late("game.scenes.classroom.plan_editor:ClassPlanForm"),
    "tournament_setup": _late("game.scenes.classroom.tournament:TournamentSetup"),
    "tournament_resume": _late("game.scenes.classroom.tournament:resume_tournament"),
    "tournament": _late("game.scenes.classroom.tournament:board"),
    "class_waiting_room": _late("game.scenes.classroom.waiting_room:WaitingRoomScene"),
    "class_big_screen": _late("game.scenes.classroom.big_screen:BigScreenScene"),
    "class_menu": _late("game.scenes.classroom.big_screen:ClassMenu"),
    "class_teacher": _late("game.scenes.classroom.teacher_panel:TeacherScene"),
    "class_question": _late("game.scenes.classroom.questions:QuestionScene"),
    "class_ask": _late("game.scenes.classroom.questions:AskClassDialog"),
    "class_resume": _late("game.scenes.classroom.waiting_room:resume_class"),
}
"""Factory of every screen by the name that `AppContext.open_scene` takes."""
