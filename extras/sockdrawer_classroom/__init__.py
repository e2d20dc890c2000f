"""Classroom: many tables at once for a class with its teacher, and cups."""

from pathlib import Path

from game.core.extras import Extra

EXTRA = Extra(
    "classroom",
    Path(__file__).parent,
    screens={
        "class_plan": "game.scenes.classroom.plan_editor:ClassPlanForm",
        "tournament_setup": "game.scenes.classroom.tournament:TournamentSetup",
        "tournament_resume": "game.scenes.classroom.tournament:resume_tournament",
        "tournament": "game.scenes.classroom.tournament:board",
        "class_waiting_room": "game.scenes.classroom.waiting_room:WaitingRoomScene",
        "class_big_screen": "game.scenes.classroom.big_screen:BigScreenScene",
        "class_menu": "game.scenes.classroom.big_screen:ClassMenu",
        "class_teacher": "game.scenes.classroom.teacher_panel:TeacherScene",
        "class_question": "game.scenes.classroom.questions:QuestionScene",
        "class_ask": "game.scenes.classroom.questions:AskClassDialog",
        "class_resume": "game.scenes.classroom.waiting_room:resume_class",
        "class_report": "sockdrawer_classroom.reports:report_scene",
    },
    components={
        "classroom_adapter": (
            "screen.classroom:AT_TABLES",
            "texts for class tables; sockdrawer_classroom, ClassroomAdapter",
        ),
        "classroom_art": (
            "screen.classroom:HALL",
            "the look of many tables on one screen; game/ui/art/rooms.py, ClassroomArt",
        ),
        "class_report": ("screen.class_report.files:write", "writes the report on a class record into files"),
        "class_report_scene": (
            "screen.class_report.scene:ClassReportScene",
            "shows a class record on the big screen",
        ),
        "class_statistics": ("statistics.class_statistics:story_of", "statistics of a class record"),
        "handouts": (
            "screen.class_report.handouts:handout_pages",
            "printable pages on a class record, by file name",
        ),
        "pooled_report": (
            "screen.class_report.lessons:write",
            "writes the report on several class records into files",
        ),
        "pooled_report_scene": (
            "screen.class_report.lessons:PooledClassesScene",
            "shows several class records together",
        ),
    },
    parts={
        "sociable": {"match_handouts": "game.games.sociable.screen.class_report.handouts:match_handouts"},
    },
    hooks="sockdrawer_classroom.hooks",
)
