"""The screens around the games: title, lobby, settings, pause, rules sheet, results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from game.core.discovery import part
from game.ui.core.scene import Scene


def _late(where: str) -> Callable[..., Scene]:
    """A screen whose module is imported when it is first opened."""

    def make(*arguments: Any, **named: Any) -> Scene:
        # By its name, when it is needed: a start would wait for modules of screens that nobody may open.
        return cast(Scene, cast(Any, part(where))(*arguments, **named))

    return make


SCREENS: dict[str, Callable[..., Scene]] = {
    "title": _late("game.scenes.title:Title"),
    "first_start": _late("game.scenes.first_start:FirstStart"),
    "lobby": _late("game.scenes.lobby:Lobby"),
    "settings": _late("game.scenes.settings:SettingsScene"),
    "bindings": _late("game.scenes.bindings:Bindings"),
    "statistics": _late("game.scenes.info_screens:StatisticsScene"),
    "album": _late("game.scenes.album.scene:Album"),
    "drawer": _late("game.scenes.drawer:SockDrawer"),
    "taken_in": _late("game.scenes.album.sharing:TakeIn"),
    "share": _late("game.scenes.album.sharing:Share"),
    "share_moment": _late("game.scenes.album.sharing:share_moment"),
    "credits": _late("game.scenes.info_screens:Credits"),
    "already": _late("game.scenes.info_screens:Already"),
    "storage": _late("game.scenes.info_screens:Storage"),
    "losing": _late("game.scenes.info_screens:Losing"),
    "crash": _late("game.scenes.info_screens:Crash"),
    "fault": _late("game.scenes.info_screens:fault"),
    "curtain": _late("game.scenes.curtain:Curtain"),
    "seats": _late("game.scenes.seats:Seats"),
    "away": _late("game.scenes.seats:Away"),
    "public": _late("game.scenes.remote_guests:PublicSheet"),
    "relay": _late("game.scenes.remote_guests:RelaySheet"),
    "friends": _late("game.scenes.remote_guests:FriendsDoor"),
    "socks": _late("game.scenes.remote_guests:SockQuestion"),
    "claim": _late("game.scenes.phone_join:ClaimDialog"),
    "help": _late("game.scenes.help:HelpPanel"),
    "pause": _late("game.scenes.pause_menu:Pause"),
    "promise": _late("game.scenes.form_sheets:PromiseSheet"),
    "rules": _late("game.scenes.rules:rules"),
    "all_rules": _late("game.scenes.rules:RulesSheet"),
    "lessons": _late("game.scenes.lessons:Lessons"),
    "lesson": _late("game.scenes.lessons:lesson"),
    "lesson_end": _late("game.scenes.lessons:LessonEnd"),
    "lesson_menu": _late("game.scenes.lessons:LessonMenu"),
    "daily": _late("game.scenes.daily.scene:Daily"),
    "practice": _late("game.scenes.puzzles:Practice"),
    "bringing": _late("game.scenes.album.sharing:Bringing"),
    "keeping": _late("game.scenes.puzzles:Keeping"),
    "puzzle_missed": _late("game.scenes.puzzles:PuzzleMissed"),
    "puzzle_solved": _late("game.scenes.puzzles:PuzzleSolved"),
    "puzzle_menu": _late("game.scenes.puzzles:PuzzleMenu"),
    "farewell": _late("game.scenes.party_summary:Farewell"),
    "winner": _late("game.scenes.winner:Winner"),
    "results": _late("game.scenes.results:Results"),
    "class_debrief": _late("game.scenes.resume:debrief_of"),
    "film": _late("game.scenes.resume:film_of"),
    "what_if": _late("game.scenes.pause_menu:WhatIf"),
    "position": _late("game.scenes.pause_menu:PositionSheet"),
    "analysis": _late("game.scenes.analysis.scene:AnalysisScene"),
    "look": _late("game.scenes.table_peek:LastLook"),
    "hall_prepare": _late("game.scenes.classroom.plan_editor:Prepare"),
    "hall_cup": _late("game.scenes.classroom.tournament:PrepareCup"),
    "hall_cup_waits": _late("game.scenes.classroom.tournament:go_on"),
    "hall_board": _late("game.scenes.classroom.tournament:board"),
    "hall_gather": _late("game.scenes.classroom.waiting_room:Gather"),
    "hall_projector": _late("game.scenes.classroom.big_screen:HallProjector"),
    "hall_menu": _late("game.scenes.classroom.big_screen:HallMenu"),
    "hall_teacher": _late("game.scenes.classroom.teacher_panel:TeacherPanel"),
    "hall_question": _late("game.scenes.classroom.questions:QuestionWall"),
    "hall_ask": _late("game.scenes.classroom.questions:AskSheet"),
    "hall_waits": _late("game.scenes.classroom.waiting_room:go_on"),
}
"""Every screen by the name under which `AppContext.open` finds it."""
