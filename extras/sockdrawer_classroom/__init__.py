"""Classroom: many tables at once for a class with its teacher, and cups."""

from pathlib import Path

from game.core.extras import Extra

EXTRA = Extra(
    "classroom",
    Path(__file__).parent,
    screens={
        "class_plan": "sockdrawer_classroom.scenes.plan_editor:ClassPlanSheet",
        "tournament_setup": "sockdrawer_classroom.scenes.tournament:TournamentSetup",
        "tournament_resume": "sockdrawer_classroom.scenes.tournament:resume_tournament",
        "tournament": "sockdrawer_classroom.scenes.tournament:board",
        "class_waiting_room": "sockdrawer_classroom.scenes.waiting_room:WaitingRoomScene",
        "class_big_screen": "sockdrawer_classroom.scenes.big_screen:BigScreenScene",
        "class_menu": "sockdrawer_classroom.scenes.big_screen:ClassMenu",
        "class_teacher": "sockdrawer_classroom.scenes.teacher_panel:TeacherScene",
        "class_question": "sockdrawer_classroom.scenes.questions:QuestionScene",
        "class_ask": "sockdrawer_classroom.scenes.questions:AskClassDialog",
        "class_resume": "sockdrawer_classroom.scenes.waiting_room:resume_class",
        "class_report": "sockdrawer_classroom.reports:report_scene",
    },
    components={
        "classroom_adapter": (
            "screen.classroom:AT_TABLES",
            "texts for class tables; sockdrawer_classroom, ClassroomAdapter",
        ),
        "classroom_art": (
            "screen.classroom:HALL",
            "the look of many tables on one screen; sockdrawer_classroom.art, ClassroomArt",
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
        "sociable": {
            "classroom_adapter": "sockdrawer_classroom.sociable.tables:OFFICE_ADAPTER",
            "classroom_art": "sockdrawer_classroom.sociable.tables:OFFICE_ART",
            "class_report": "sockdrawer_classroom.sociable.class_report.files:write",
            "class_report_scene": "sockdrawer_classroom.sociable.class_report.scene:ClassReportScene",
            "class_statistics": "sockdrawer_classroom.sociable.class_statistics:story_of",
            "handouts": "sockdrawer_classroom.sociable.class_report.handouts:handout_pages",
            "match_handouts": "sockdrawer_classroom.sociable.class_report.handouts:match_handouts",
            "pooled_report": "sockdrawer_classroom.sociable.class_report.lessons:write",
            "pooled_report_scene": "sockdrawer_classroom.sociable.class_report.lessons:PooledClassesScene",
        },
    },
    hooks="sockdrawer_classroom.hooks",
)
