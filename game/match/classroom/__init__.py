"""A hall: many matches at once, without a window, for a class or the cup of a party.

A `Hall` has up to eight `HallTable`s and a `Roster` of people. It is moved on by `Hall.tick`, with the time
that went by and the time of day; nothing in here waits, reads a clock, or knows a window.

* *A person is a number for the whole evening*, and that number is the seat that the party's server knows.
  At which table and on which chair somebody sits is an affair of the hall alone: who goes elsewhere keeps
  line and token, and is told of another match.
* *A table* has chairs (a person each, or nobody) and, while the hall plays, a `Match` with all that belongs
  to one where nobody looks: `BotTurns` on empty chairs, `PhoneSeats` for the phones, `TableScreen` in place
  of a screen. The chairs of a match keep their hands and points whoever sits there; of all coming and going
  the table keeps at which move that was (`Sitting`), so that it can be told hand by hand who sat where.
* *Nobody leaves a table within a hand.* Who is to go elsewhere gets up at the end of the hand, and sits down
  where a computer sits as soon as there is such a chair. Whoever is late sits down at once. Where the phone
  of a person is away the table waits, or a computer keeps the chair warm.
* *No table stops another.* Each is ticked by itself; what has to be thought of goes to a few `Worker`s which
  all tables share (`WorkerPool`), people's questions first. A computer player that breaks costs one move by
  chance. A table at which nobody sits stands still.
* *The end of a hand* stands for some seconds on the phones of its table, as `LastHand` has it, which asks
  the screen. With the last hand (`LessonClock`, or called) a table stops there and shows how it stands.
* *A lesson has one round or two*: in the second every table plays by the other rule (`Hall.swap_rules`).
  Where people stay each table changes after its hand; where places are drawn anew all wait for the last
  hand, and are dealt within the tables that had the same rule, so that everybody gets the other one. A sheet
  says of which round it is; of two the debrief compares everybody with themselves.
* *It can be rehearsed* with people who are made up (`_rehearsal`, which tells how); nothing of that is kept.
* *It is kept as one evening* (`game.store.saves`): a file for each table, whole after every move, and one
  for the rest. Who sits where stands in the files of the tables alone; after a kill between two of them
  whoever sits nowhere is seated again, and whoever sits twice sits where they came last.
* *Phones come in by a door* (`HallDoor`), which knows whose are away; desk and phones are both made with it.
* *What a phone is told* is the affair of `PhoneSeats`, chair by chair; `HallPhones` adds its table, and
  nothing of any other. `tests/match/classroom/test_phones.py` compares byte by byte what phones hear with
  what they hear where all other tables and hands are others.

How it goes through the house (many tables at once): `Hall` (`match/classroom/`, whose docstring is the
design) has a `HallTable` with a `Match` for each table and no window; `Hall.tick` moves them on. A phone's
seat in the `Party` is the number of its person for the whole evening: `HallPhones`
(`match/classroom/_phone_gateway.py`) asks `Seating` at which table and chair that is, and has its
`PhoneSeats` tell it. Computers share the workers of a `WorkerPool`; each move lies on the disk
(`store/saves.py`) before the next one is handed over. In the window `HallRun`
(`scenes/classroom/class_runner.py`) moves it on in every turn of the loop, as `Phones.guest`, whatever screen
lies on top; each of these (`HallScene`) draws a `HallSnapshot`, and says what is wished to
`TeacherCommands.do`. How its tables look a game says by `screen.hall.HALL`; a table that is large shows what
`AtTables.felt` gives, or, where its hall draws no felt, the view of its game (`LargeBoard` in
`scenes/classroom/big_screen.py`, a match of its own that makes each move once more). What a table is drawn
with is made before it is drawn (`Patchwork`). No turn of the loop does all of this: the phones of two tables
are told at a time, screens and teacher's pages when none were. What a game's phones need without a window it
gives by `phone.handheld`. `tests/party/test_lesson.py` plays a lesson without one.
"""

from game.match.classroom._class_plan import PEOPLE, TABLES, HallPlan, TablePlan
from game.match.classroom._class_record import LARGEST, SHARES, ClassBook, KeptLesson, Shares, Sheet, gathered
from game.match.classroom._classroom import Hall, HallDoor, HallParty, Phase, WorkerPool
from game.match.classroom._game_adapter import RuleChoice, SeenChair, at_tables
from game.match.classroom._phone_gateway import HallPhones
from game.match.classroom._questions import (
    ANSWER,
    ENOUGH,
    FEWEST,
    MANY,
    SENTENCE,
    Kind,
    Prediction,
    Question,
    answered,
    middle,
    rounds_told,
)
from game.match.classroom._simulated_class import Rehearsal, rehearsed, speed_of
from game.match.classroom._snapshot import (
    ChairSnapshot,
    HallSnapshot,
    NeedSnapshot,
    PersonSnapshot,
    QuestionSnapshot,
    RuleSnapshot,
    Status,
    TableSnapshot,
)
from game.match.classroom._teacher_commands import (
    Admit,
    AskAgain,
    AskClass,
    Asked,
    AskVote,
    Begin,
    BeginRound,
    BotPlays,
    CloseQuestion,
    Deny,
    DropRule,
    IsBack,
    LastHand,
    MoreTime,
    Nudge,
    OpenProposals,
    Pause,
    PlayRule,
    Predict,
    ProposeRule,
    Remove,
    Rename,
    Resume,
    SeatByChance,
    SeatByList,
    SeatPerson,
    SetBigScreen,
    SetDoor,
    SetRules,
    ShowAnswer,
    ShowLarge,
    ShowQuestion,
    StandUp,
    StayPut,
    SwapRules,
    TeacherCommands,
    ToDebrief,
    Wish,
)
from game.match.classroom._tournament import (
    CUP_PEOPLE,
    PAIR,
    Cup,
    CupTables,
    Game,
    Mode,
    cup_plan,
    games_of,
    has_cups,
    may_play,
)
from game.match.classroom._votes import ROUNDS, LessonAround, PollSeen

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
    "AskAgain",
    "AskClass",
    "AskVote",
    "Asked",
    "Begin",
    "BeginRound",
    "BotPlays",
    "ChairSnapshot",
    "ClassBook",
    "CloseQuestion",
    "Cup",
    "CupTables",
    "Deny",
    "DropRule",
    "Game",
    "Hall",
    "HallDoor",
    "HallParty",
    "HallPhones",
    "HallPlan",
    "HallSnapshot",
    "IsBack",
    "KeptLesson",
    "Kind",
    "LastHand",
    "LessonAround",
    "Mode",
    "MoreTime",
    "NeedSnapshot",
    "Nudge",
    "OpenProposals",
    "Pause",
    "PersonSnapshot",
    "Phase",
    "PlayRule",
    "PollSeen",
    "Predict",
    "Prediction",
    "ProposeRule",
    "Question",
    "QuestionSnapshot",
    "Rehearsal",
    "Remove",
    "Rename",
    "Resume",
    "RuleChoice",
    "RuleSnapshot",
    "SeatByChance",
    "SeatByList",
    "SeatPerson",
    "SeenChair",
    "SetBigScreen",
    "SetDoor",
    "SetRules",
    "Shares",
    "Sheet",
    "ShowAnswer",
    "ShowLarge",
    "ShowQuestion",
    "StandUp",
    "Status",
    "StayPut",
    "SwapRules",
    "TablePlan",
    "TableSnapshot",
    "TeacherCommands",
    "ToDebrief",
    "Wish",
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
