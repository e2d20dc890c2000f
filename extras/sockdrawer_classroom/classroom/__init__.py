"""Classroom: many matches at once, without a window, for a class or for the cup of a party.

A `Classroom` has up to eight `ClassTable`s and a `Roster` of people. `Classroom.tick` advances it with the
elapsed time and the time of day. Nothing here waits, reads a clock, or knows a window.

* *A person is a number for the whole evening*, which is their seat number on the party's server. Their table
  and chair are known to the classroom only: a person who moves keeps connection and token, and gets the state
  of another match.
* *A table* has chairs (a person each, or free) and, while the classroom plays, a `Match` without a view:
  `BotTurns` for free chairs, `PhoneMatch` for the phones, `ClassTableScreen` in place of a screen. The chairs
  of a match keep their hands and points when people change. The table records each change with its ply
  (`SeatAssignment`), so that the report knows for each hand who sat where.
* *People change tables only between hands.* A person who is to move gets up at the end of the hand, and
  takes a bot's chair as soon as there is one. A late person sits down at once. While a person's phone is
  disconnected the table waits, or a bot reserves the chair.
* *No table stops another.* Each is ticked separately. Computations are done by a few `Worker`s that all
  tables share (`WorkerPool`), requests of people first. A bot that fails costs one random move. A table
  without people is paused.
* *The end of a hand* is shown for some seconds on the phones of its table (`ClassTableScreen`). After the
  last hand (`ClassClock`, or `AnnounceLastHand`) a table stops there and shows the final state.
* *A lesson has one round or two*: in the second every table plays by the other rule (`Classroom.swap_rules`).
  If people stay, each table changes after its hand. If places are drawn again, all tables wait for the end of
  their hands, and people are distributed among the tables that had the same rule, so that every person gets
  the other rule. Each table record has its round; with two rounds the report compares each person's results.
* *It can be rehearsed* with simulated people (`_simulated_class`). Nothing of a rehearsal is saved.
* *It is saved as one evening* (`game.store.saves`): a file for each table, complete after every move, and one
  for the rest. Only the files of the tables say who sits where. After a crash between two writes a person
  without a chair is seated again, and one with two chairs keeps the latest.
* *Phones are tracked* by `ClassAttendance`, which knows those that are disconnected. The desk and the phones
  are both created with it.
* *The state of a phone* comes from `PhoneMatch`, chair by chair. `ClassPhones` adds the table, and nothing of
  any other. `tests/classroom/test_phones.py` checks byte by byte that the state does not depend on
  other tables and hands.

Flow (many tables at once): `Classroom` (`classroom/`) has a `ClassTable` with a `Match` for each table
and no window; `Classroom.tick` advances them. A phone's seat in the `Party` is the number of its person:
`ClassPhones` (`classroom/_phone_gateway.py`) asks `SeatingPlan` for the table and the chair, and gets
the state from their `PhoneMatch`. Bots share the workers of a `WorkerPool`; each move is on the disk
(`store/saves.py`) before the next one is written. In the window `ClassRunner`
(`scenes/class_runner.py`) advances it in every frame, as `PartyController.guest`, under any scene;
each scene (`ClassScene`) draws a `ClassSnapshot`, and passes commands to `TeacherDesk.execute`. A game
defines the look of its tables in `screen.hall.HALL`; an enlarged table shows the result of
`ClassroomAdapter.felt` or, if the game's hall draws none, the view of the game (`BoardReplayer` in
`scenes/big_screen.py`, with a separate match that repeats each move). Images of a table are
prepared before it is drawn (`TiledLayer`). No frame does all of this: phones of two tables are updated at a
time, screens and teacher's pages when none were. A game provides its phone support without a window in
`phone.handheld`. `tests/party/test_lesson.py` plays a lesson without a window.
"""

from sockdrawer_classroom.classroom._class_plan import MAX_PEOPLE, MAX_TABLES, ClassPlan, ClassTablePlan
from sockdrawer_classroom.classroom._class_record import (
    MAX_LENGTH,
    SHARE_COUNT,
    ClassRecord,
    ClassRecordInfo,
    Shares,
    TableRecord,
    record_from_files,
)
from sockdrawer_classroom.classroom._classroom import (
    ClassAttendance,
    ClassParty,
    ClassPhase,
    Classroom,
    WorkerPool,
)
from sockdrawer_classroom.classroom._game_adapter import PublicChair, RuleChoice, at_tables
from sockdrawer_classroom.classroom._phone_gateway import PAGE_FOLDER, TEACHER_PAGE, ClassPhones
from sockdrawer_classroom.classroom._questions import (
    MAX_ANSWER_LENGTH,
    MAX_CHOICES,
    MAX_QUESTION_LENGTH,
    MIN_CHOICES,
    MIN_SHOWN_ANSWERS,
    ClassQuestion,
    Prediction,
    QuestionKind,
    answer_sentence,
    middle,
    rounds_told,
)
from sockdrawer_classroom.classroom._simulated_class import SimulatedParty, rehearsed, speed_of
from sockdrawer_classroom.classroom._snapshot import (
    ChairSnapshot,
    ChairStatus,
    ClassSnapshot,
    NeedSnapshot,
    PersonSnapshot,
    QuestionSnapshot,
    RuleSnapshot,
    TableSnapshot,
)
from sockdrawer_classroom.classroom._teacher_commands import (
    Admit,
    AnnounceLastHand,
    AskAgain,
    AskClass,
    Asked,
    AskVote,
    BeginClass,
    BeginReport,
    BeginRound,
    CancelSeatMove,
    CloseQuestion,
    Deny,
    DropRule,
    EndBotTakeover,
    ExtendTime,
    Nudge,
    OpenProposals,
    PauseTables,
    PlayRule,
    Predict,
    ProposeRule,
    RemovePerson,
    RenamePerson,
    ResumeTables,
    SeatByList,
    SeatPerson,
    SeatRandomly,
    SetAdmission,
    SetBigScreen,
    SetRules,
    ShowAnswer,
    ShowLarge,
    ShowQuestion,
    StartBotTakeover,
    SwapRules,
    TeacherCommand,
    TeacherDesk,
    VacateSeat,
)
from sockdrawer_classroom.classroom._tournament import (
    CUP_SIZE_RANGE,
    Tournament,
    TournamentGame,
    TournamentMode,
    TournamentTables,
    cup_plan,
    games_of,
    may_play,
)
from sockdrawer_classroom.classroom._votes import ROUNDS, ReportHost, VoteStatus

__all__ = [
    "CUP_SIZE_RANGE",
    "MAX_ANSWER_LENGTH",
    "MAX_CHOICES",
    "MAX_LENGTH",
    "MAX_PEOPLE",
    "MAX_QUESTION_LENGTH",
    "MAX_TABLES",
    "MIN_CHOICES",
    "MIN_SHOWN_ANSWERS",
    "PAGE_FOLDER",
    "ROUNDS",
    "SHARE_COUNT",
    "TEACHER_PAGE",
    "Admit",
    "AnnounceLastHand",
    "AskAgain",
    "AskClass",
    "AskVote",
    "Asked",
    "BeginClass",
    "BeginReport",
    "BeginRound",
    "CancelSeatMove",
    "ChairSnapshot",
    "ChairStatus",
    "ClassAttendance",
    "ClassParty",
    "ClassPhase",
    "ClassPhones",
    "ClassPlan",
    "ClassQuestion",
    "ClassRecord",
    "ClassRecordInfo",
    "ClassSnapshot",
    "ClassTablePlan",
    "Classroom",
    "CloseQuestion",
    "Deny",
    "DropRule",
    "EndBotTakeover",
    "ExtendTime",
    "NeedSnapshot",
    "Nudge",
    "OpenProposals",
    "PauseTables",
    "PersonSnapshot",
    "PlayRule",
    "Predict",
    "Prediction",
    "ProposeRule",
    "PublicChair",
    "QuestionKind",
    "QuestionSnapshot",
    "RemovePerson",
    "RenamePerson",
    "ReportHost",
    "ResumeTables",
    "RuleChoice",
    "RuleSnapshot",
    "SeatByList",
    "SeatPerson",
    "SeatRandomly",
    "SetAdmission",
    "SetBigScreen",
    "SetRules",
    "Shares",
    "ShowAnswer",
    "ShowLarge",
    "ShowQuestion",
    "SimulatedParty",
    "StartBotTakeover",
    "SwapRules",
    "TableRecord",
    "TableSnapshot",
    "TeacherCommand",
    "TeacherDesk",
    "Tournament",
    "TournamentGame",
    "TournamentMode",
    "TournamentTables",
    "VacateSeat",
    "VoteStatus",
    "WorkerPool",
    "answer_sentence",
    "at_tables",
    "cup_plan",
    "games_of",
    "may_play",
    "middle",
    "record_from_files",
    "rehearsed",
    "rounds_told",
    "speed_of",
]
