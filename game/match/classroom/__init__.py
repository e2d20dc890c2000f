"""A hall: many matches at once, without a window, for a class or the cup of a party.

A `Classroom` has up to eight `ClassTable`s and a `Roster` of people. It is moved on by `Classroom.tick`, with
the time that went by and the time of day; nothing in here waits, reads a clock, or knows a window.

* *A person is a number for the whole evening*, and that number is the seat that the party's server knows.
  At which table and on which chair somebody sits is an affair of the hall alone: who goes elsewhere keeps
  line and token, and is told of another match.
* *A table* has chairs (a person each, or nobody) and, while the hall plays, a `Match` with all that belongs
  to one where nobody looks: `BotTurns` on empty chairs, `PhoneMatch` for the phones, `ClassTableScreen` in
  place of a screen. The chairs of a match keep their hands and points whoever sits there; of all coming and
  going the table keeps at which move that was (`SeatAssignment`), so that it can be told hand by hand who sat
  where.
* *Nobody leaves a table within a hand.* Who is to go elsewhere gets up at the end of the hand, and sits down
  where a computer sits as soon as there is such a chair. Whoever is late sits down at once. Where the phone
  of a person is away the table waits, or a computer keeps the chair warm.
* *No table stops another.* Each is ticked by itself; what has to be thought of goes to a few `Worker`s which
  all tables share (`WorkerPool`), people's questions first. A computer player that breaks costs one move by
  chance. A table at which nobody sits stands still.
* *The end of a hand* stands for some seconds on the phones of its table, as `AnnounceLastHand` has it, which
  asks the screen. With the last hand (`ClassClock`, or called) a table stops there and shows how it stands.
* *A lesson has one round or two*: in the second every table plays by the other rule (`Classroom.swap_rules`).
  Where people stay each table changes after its hand; where places are drawn anew all wait for the last
  hand, and are dealt within the tables that had the same rule, so that everybody gets the other one. A sheet
  says of which round it is; of two the debrief compares everybody with themselves.
* *It can be rehearsed* with people who are made up (`_rehearsal`, which tells how); nothing of that is kept.
* *It is kept as one evening* (`game.store.saves`): a file for each table, whole after every move, and one
  for the rest. Who sits where stands in the files of the tables alone; after a kill between two of them
  whoever sits nowhere is seated again, and whoever sits twice sits where they came last.
* *Phones come in by a door* (`ClassAttendance`), which knows whose are away; desk and phones are both made
  with it.
* *What a phone is told* is the affair of `PhoneMatch`, chair by chair; `ClassPhones` adds its table, and
  nothing of any other. `tests/match/classroom/test_phones.py` compares byte by byte what phones hear with
  what they hear where all other tables and hands are others.

How it goes through the house (many tables at once): `Classroom` (`match/classroom/`, whose docstring is the
design) has a `ClassTable` with a `Match` for each table and no window; `Classroom.tick` moves them on. A
phone's seat in the `Party` is the number of its person for the whole evening: `ClassPhones`
(`match/classroom/_phone_gateway.py`) asks `SeatingPlan` at which table and chair that is, and has its
`PhoneMatch` tell it. Computers share the workers of a `WorkerPool`; each move lies on the disk
(`store/saves.py`) before the next one is handed over. In the window `ClassRunner`
(`scenes/classroom/class_runner.py`) moves it on in every turn of the loop, as `PartyController.guest`,
whatever screen lies on top; each of these (`ClassScene`) draws a `ClassSnapshot`, and says what is wished to
`TeacherDesk.do`. How its tables look a game says by `screen.hall.HALL`; a table that is large shows what
`ClassroomAdapter.felt` gives, or, where its hall draws no felt, the view of its game (`BoardReplayer` in
`scenes/classroom/big_screen.py`, a match of its own that makes each move once more). What a table is drawn
with is made before it is drawn (`TiledLayer`). No turn of the loop does all of this: the phones of two tables
are told at a time, screens and teacher's pages when none were. What a game's phones need without a window it
gives by `phone.handheld`. `tests/party/test_lesson.py` plays a lesson without one.
"""

from game.match.classroom._class_plan import PEOPLE, TABLES, ClassPlan, ClassTablePlan
from game.match.classroom._class_record import (
    LARGEST,
    SHARES,
    ClassRecord,
    ClassRecordInfo,
    Shares,
    TableRecord,
    gathered,
)
from game.match.classroom._classroom import ClassAttendance, ClassParty, ClassPhase, Classroom, WorkerPool
from game.match.classroom._game_adapter import PublicChair, RuleChoice, at_tables
from game.match.classroom._phone_gateway import ClassPhones
from game.match.classroom._questions import (
    ANSWER,
    ENOUGH,
    FEWEST,
    MANY,
    SENTENCE,
    ClassQuestion,
    Prediction,
    QuestionKind,
    answered,
    middle,
    rounds_told,
)
from game.match.classroom._simulated_class import SimulatedParty, rehearsed, speed_of
from game.match.classroom._snapshot import (
    ChairSnapshot,
    ChairStatus,
    ClassSnapshot,
    NeedSnapshot,
    PersonSnapshot,
    QuestionSnapshot,
    RuleSnapshot,
    TableSnapshot,
)
from game.match.classroom._teacher_commands import (
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
from game.match.classroom._tournament import (
    CUP_PEOPLE,
    PAIR,
    Tournament,
    TournamentGame,
    TournamentMode,
    TournamentTables,
    cup_plan,
    games_of,
    has_cups,
    may_play,
)
from game.match.classroom._votes import ROUNDS, ReportHost, VoteStatus

__all__ = [
    "ANSWER",
    "CUP_PEOPLE",
    "ENOUGH",
    "FEWEST",
    "LARGEST",
    "MANY",
    "PAIR",
    "PEOPLE",
    "ROUNDS",
    "SENTENCE",
    "SHARES",
    "TABLES",
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
    "answered",
    "at_tables",
    "cup_plan",
    "games_of",
    "gathered",
    "has_cups",
    "may_play",
    "middle",
    "rehearsed",
    "rounds_told",
    "speed_of",
]
