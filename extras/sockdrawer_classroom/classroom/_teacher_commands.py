"""Commands of a teacher, and the desk that executes them, from the teacher's page or the window.

A command is one class: the decorator has its name in JSON, its annotations are the schema by which
`parse_command` checks it, and `execute` does it. The teacher's page sends ``{"do": "seat", "person": 3,
"table": 2}``, the controls in the window create a `SeatPerson`; both go to `TeacherDesk.execute`. A command
that is not possible is refused with a sentence for people, before it changes anything. The desk also holds
what only a teacher changes: the switches of the big screen, the vote, the proposed rules. It is saved in the
same file as the rest of the evening.

Flow (a command of a teacher): the page (`page`) sends it > `TokenChannel`
(`party/token_channel.py`), which admits pages by a token of 130 bits and knows no seats > `TeacherPages`
(`classroom/_phone_gateway.py`) > `TeacherDesk.execute`, the one place for it, as for the controls in
the window. All of them and the big screen draw a `ClassSnapshot` (`TeacherDesk.snapshot`), which contains no
hidden card. The game's part of it (chairs, leaders, news, rules to compare, the vote) is its
`ClassroomAdapter`. A class votes in `ClassVote`, answers questions in `ClassQuestions` and proposes rules in
`RuleProposals`, which `ClassPhones` adds to the state of phones. `tests/party/class_over_sockets.py` is such
a class.
"""

from __future__ import annotations

import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, dataclass_transform

from game.core.discovery import find_game
from game.core.options import Value
from game.core.rng import SeededRng
from game.core.schema import (
    dataclass_reader,
    ignore_errors,
    letters,
    number,
    read_with_defaults,
    strict_list,
    to_json,
)
from game.i18n import _
from game.match.versioned import Versioned
from game.party.messages import clean_name
from sockdrawer_classroom.classroom._class_plan import MAX_LESSON_MINUTES, MAX_PEOPLE, MAX_TABLES, with_rules
from sockdrawer_classroom.classroom._class_record import ClassRecord
from sockdrawer_classroom.classroom._classroom import ClassAttendance, ClassPhase, Classroom
from sockdrawer_classroom.classroom._game_adapter import at_tables, rule_choices
from sockdrawer_classroom.classroom._questions import (
    MAX_QUESTIONS,
    ClassQuestions,
    Prediction,
    QuestionKind,
    SavedQuestions,
    asked_words,
)
from sockdrawer_classroom.classroom._seating import NO_TABLE
from sockdrawer_classroom.classroom._snapshot import (
    BigScreen,
    ClassNews,
    ClassSnapshot,
    PersonSnapshot,
    PredictionSnapshot,
    QuestionSnapshot,
    RuleSnapshot,
    VoteSnapshot,
    choices_snapshot,
    claims_snapshot,
    clock_snapshot,
    needs_of,
    swap_snapshot,
    table_snapshot,
    varying_options,
)
from sockdrawer_classroom.classroom._table import ClassTable
from sockdrawer_classroom.classroom._votes import (
    ROUNDS,
    TEACHER,
    ClassVote,
    RuleProposals,
    SavedRuleProposals,
    SavedVote,
)

# Types of command fields: the Python type, and the schema for JSON.

Table = Annotated[int, number(1, MAX_TABLES)]
Person = Annotated[int, number(0, MAX_PEOPLE - 1)]
ChairNumber = Annotated[int, number(0, MAX_PEOPLE - 1)]
RuleNumber = Annotated[int, number(1, 10**6)]
Minutes = Annotated[int, number(-MAX_LESSON_MINUTES, MAX_LESSON_MINUTES)]
Text = Annotated[str, letters(200, 1)]
LongText = Annotated[str, letters(2000)]
QuestionNumber = Annotated[int, number(1, MAX_QUESTIONS)]
OwnKind: TypeAlias = Literal["choice", "scale", "number"]
Asked: TypeAlias = Literal["before", "after"]  # time of a vote, relative to the charts
Seated: TypeAlias = Literal["stay", "drawn"]  # seating in round 2


class TeacherCommand(ABC):
    """Command of a teacher."""

    __slots__ = ()

    @abstractmethod
    def execute(self, desk: TeacherDesk) -> None:
        """Execute the command. Raises `ValueError`, a sentence for people, if it is not possible."""


_Kind = TypeVar("_Kind", bound=TeacherCommand)
COMMANDS: dict[str, type[TeacherCommand]] = {}  # all commands by their name in JSON


@dataclass_transform(frozen_default=True)
def command(name: str) -> Callable[[type[_Kind]], type[_Kind]]:
    """Return a class decorator that makes a frozen dataclass and registers it under this name in JSON."""

    def register(kind: type[_Kind]) -> type[_Kind]:
        """Make the class a frozen dataclass, register it, and return it."""
        COMMANDS[name] = command_class = dataclass(frozen=True, slots=True)(kind)
        return command_class

    return register


def parse_command(raw: object) -> TeacherCommand:
    """Return a command from JSON data. Raises `ValueError`, a sentence for people, if it is none."""
    refusal = ValueError(_("That can't be done."))
    if not isinstance(raw, Mapping) or not isinstance(action := raw.get("do"), str) or action not in COMMANDS:
        raise refusal
    try:
        result: TeacherCommand = dataclass_reader(COMMANDS[action], exact=True)(
            {name: value for name, value in raw.items() if name != "do"}, action, ignore_errors
        )
    except ValueError:
        raise refusal from None
    return result


# Checks.


def _check_person(hall: Classroom, person: int) -> None:
    """Raise `ValueError` if the person is not in the roster."""
    if person not in hall.roster:
        raise ValueError(_("That person has left."))


def _check_table(hall: Classroom, table: int | None) -> None:
    """Raise `ValueError` if there is no table with this number; None is allowed."""
    if table is not None and table > len(hall.tables):
        raise ValueError(_("There's no such table."))


def _require_open_table(hall: Classroom, number: int) -> ClassTable:
    """Return the table with this number. Raises `ValueError` if there is none or it has stopped."""
    _check_table(hall, number)
    table = hall.table(number)
    if table.is_stopped:
        raise ValueError(_("That was the last hand."))
    return table


def _require_chair(hall: Classroom, person: int) -> tuple[ClassTable, int]:
    """Table and seat of a person. Raises `ValueError` if they have none or are not in the roster."""
    _check_person(hall, person)
    chair = hall.seating.chair_of(person)
    if chair is None:
        raise ValueError(_("{name} has no chair.").format(name=hall.roster[person].name))
    return chair


def _check_no_cup(hall: Classroom) -> None:
    """Raise `ValueError` in a cup, where rounds end automatically and the cup decides the pairings."""
    if hall.plan.is_cup:
        raise ValueError(_("You can't do that now."))


# Lesson.


@command("begin")
class BeginClass(TeacherCommand):
    """Begin the first hand."""

    def execute(self, desk: TeacherDesk) -> None:
        """Begin the match of every table. Raises `ValueError` if the class has begun."""
        if desk.hall.phase is not ClassPhase.GATHERING:
            raise ValueError(_("It has already started."))
        desk.hall.begin(desk.now())


@command("pause")
class PauseTables(TeacherCommand):
    """Pause a table, or all of them."""

    table: Table | None = None

    def execute(self, desk: TeacherDesk) -> None:
        """Pause one table, or all if ``table`` is None. Raises `ValueError` for an unknown table."""
        _check_table(desk.hall, self.table)
        desk.hall.pause(paused=True, table=self.table)


@command("resume")
class ResumeTables(TeacherCommand):
    """Continue a table, or all of them."""

    table: Table | None = None

    def execute(self, desk: TeacherDesk) -> None:
        """Continue one table, or all. Raises `ValueError` if it is unknown or all are paused."""
        _check_table(desk.hall, self.table)
        if self.table is not None and desk.hall.is_all_paused:
            raise ValueError(_("All tables are paused. Resume all of them first."))
        desk.hall.pause(paused=False, table=self.table)


@command("more")
class ExtendTime(TeacherCommand):
    """Extend (or with a negative number shorten) the lesson by ``minutes``."""

    minutes: Minutes

    def execute(self, desk: TeacherDesk) -> None:
        """Add ``minutes`` to plan or clock. `ValueError` in a cup and once the last hand is announced."""
        hall = desk.hall
        _check_no_cup(hall)
        if hall.phase is ClassPhase.GATHERING:
            hall.plan = replace(
                hall.plan, minutes=min(MAX_LESSON_MINUTES, max(0, hall.plan.minutes + self.minutes))
            )
        elif hall.is_last():
            raise ValueError(_("The last hand has already been called."))
        else:
            hall.more_time(self.minutes, desk.now())


@command("last_hand")
class AnnounceLastHand(TeacherCommand):
    """Announce the last hand: no hand follows the current ones."""

    def execute(self, desk: TeacherDesk) -> None:
        """Announce the last hand. Raises `ValueError` in a cup and unless hands are played."""
        _check_no_cup(desk.hall)
        if desk.hall.phase is not ClassPhase.PLAYING:
            raise ValueError(_("No hand is being played."))
        desk.hall.last_hand()


@command("to_debrief")
class BeginReport(TeacherCommand):
    """End play and begin the report."""

    def execute(self, desk: TeacherDesk) -> None:
        """Stop tables, hide the question, begin the report. `ValueError` in a cup or if no hand ended."""
        hall = desk.hall
        _check_no_cup(hall)
        if hall.phase is ClassPhase.GATHERING:
            raise ValueError(_("Nothing has been played yet."))
        if not any(table.hands for table in hall.tables):
            raise ValueError(_("No hand has ended yet."))
        hall.stop()
        desk.questions.show(None)  # the charts would open below it
        desk.questions.learn(desk.answers())  # update answers shown before the last hands
        desk.is_debriefing = True


@command("swap_rules")
class SwapRules(TeacherCommand):
    """Begin round 2: every table plays by the other rule, and people stay or draw places again."""

    people: Seated = "stay"

    def execute(self, desk: TeacherDesk) -> None:
        """Begin round 2, end the report. Raises `ValueError` in a cup, or if `swap_refused` is not empty."""
        hall = desk.hall
        _check_no_cup(hall)
        if refused := hall.swap_refused():
            raise ValueError(refused)
        hall.swap_rules(desk.now(), draws=self.people == "drawn")
        desk.is_debriefing = False


@command("round_now")
class BeginRound(TeacherCommand):
    """Begin round 2 although hands are unfinished, which then do not count."""

    def execute(self, desk: TeacherDesk) -> None:
        """Draw places and begin round 2. Raises `ValueError` unless it waits for hands to end."""
        if not desk.hall.draws:
            raise ValueError(_("You can't do that now."))
        desk.hall.draw_places()


# Chairs.


@command("seat")
class SeatPerson(TeacherCommand):
    """Move a person to a chair, swapping with its person if it is taken."""

    person: Person
    table: Table
    chair: ChairNumber | None = None

    def execute(self, desk: TeacherDesk) -> None:
        """Move the person, or swap with the chair's person. Raises `ValueError` if no chair can be had."""
        hall, chair, seating = desk.hall, self.chair, desk.hall.seating
        _check_person(hall, self.person)
        table = _require_open_table(hall, self.table)
        occupant = table.chairs[chair] if chair is not None and chair < len(table.chairs) else None
        if occupant is not None and occupant.person != self.person and occupant.person not in seating.moves:
            SwapPeople(self.person, occupant.person).execute(desk)
            return
        if (chair is not None and chair >= len(table.chairs)) or not seating.move_person(
            self.person, self.table, chair
        ):
            raise ValueError(
                _("All chairs at table {n} are taken. Swap two people instead.").format(n=self.table)
            )


@command("swap")
class SwapPeople(TeacherCommand):
    """Swap the chairs of two people."""

    person: Person
    other: Annotated[Person, "with"]

    def execute(self, desk: TeacherDesk) -> None:
        """Swap two people's chairs after the hand. `ValueError` without chairs or at a stopped table."""
        hall, people = desk.hall, (self.person, self.other)
        for person in people:
            _check_person(hall, person)
        chairs = [hall.seating.chair_of(person) for person in people]
        if None in chairs:
            raise ValueError(_("You can only swap two people who both have a chair."))
        if any(chair is not None and chair[0].is_stopped for chair in chairs):
            raise ValueError(_("That was the last hand."))
        hall.seating.swap(*people)


@command("stay")
class CancelSeatMove(TeacherCommand):
    """Cancel a person's pending move."""

    person: Person

    def execute(self, desk: TeacherDesk) -> None:
        """Cancel the pending move of a person, if any. `ValueError` if they are not in the roster."""
        _check_person(desk.hall, self.person)
        desk.hall.seating.stay(self.person)


@command("stand")
class VacateSeat(TeacherCommand):
    """Take a person's chair at the end of the hand."""

    person: Person

    def execute(self, desk: TeacherDesk) -> None:
        """Let the person get up at the end of the hand. Raises `ValueError` if they have no chair."""
        _require_chair(desk.hall, self.person)
        desk.hall.seating.send_off(self.person)


def _check_seating_anew(hall: Classroom) -> None:
    """Raise `ValueError` in a cup, and once the first hand has begun."""
    _check_no_cup(hall)
    if hall.phase is not ClassPhase.GATHERING:
        raise ValueError(_("Seats can only be reshuffled before the first hand."))


@command("shuffle")
class SeatRandomly(TeacherCommand):
    """Seat all people at random."""

    def execute(self, desk: TeacherDesk) -> None:
        """Seat all people at random. Raises `ValueError` in a cup and after the first hand began."""
        _check_seating_anew(desk.hall)
        desk.hall.seating.by_chance(SeededRng(desk.hall.random.seed(), "seating"))


@command("by_list")
class SeatByList(TeacherCommand):
    """Seat all people in the order of the list of names."""

    def execute(self, desk: TeacherDesk) -> None:
        """Seat all people by number. Raises `ValueError` in a cup and after the first hand began."""
        _check_seating_anew(desk.hall)
        desk.hall.seating.by_list()


# People.


@command("nudge")
class Nudge(TeacherCommand):
    """Remind a person on their phone that it is their turn."""

    person: Person

    def execute(self, desk: TeacherDesk) -> None:
        """Call a person on their phone once more. Raises `ValueError` if they have no chair."""
        _require_chair(desk.hall, self.person)
        desk.hall.nudge(self.person)


@command("bot")
class StartBotTakeover(TeacherCommand):
    """Let a bot play for a person who is away."""

    person: Person

    def execute(self, desk: TeacherDesk) -> None:
        """Let a bot play for a person until they act. `ValueError` without a chair or a hand."""
        table, _seat = _require_chair(desk.hall, self.person)
        if table.play is None or table.is_stopped:
            raise ValueError(_("No hand is being played."))
        desk.hall.take_over(self.person)


@command("back")
class EndBotTakeover(TeacherCommand):
    """End the bot takeover for a person."""

    person: Person

    def execute(self, desk: TeacherDesk) -> None:
        """Let a person play again instead of a bot. Raises `ValueError` if they have no chair."""
        _require_chair(desk.hall, self.person)
        desk.hall.end_takeover(self.person)


@command("remove")
class RemovePerson(TeacherCommand):
    """Remove a person from the classroom."""

    person: Person

    def execute(self, desk: TeacherDesk) -> None:
        """Remove a person and their phone. Raises `ValueError` if they are not in the roster."""
        _check_person(desk.hall, self.person)
        desk.door.remove(self.person)


@command("rename")
class RenamePerson(TeacherCommand):
    """Change a person's name."""

    person: Person
    name: Text

    def execute(self, desk: TeacherDesk) -> None:
        """Change a person's name. `ValueError` for a name that is unsuitable or in use."""
        hall, name = desk.hall, clean_name(self.name)
        _check_person(hall, self.person)
        if not name:
            raise ValueError(_("That isn't a name."))
        if not hall.roster.allows(name):
            raise ValueError(_("Please choose another name."))
        if any(entry.name == name and entry.number != self.person for entry in hall.roster):
            raise ValueError(_("Someone here already has that name."))
        chair = hall.seating.chair_of(self.person)
        if chair is not None and chair[0].play is not None:
            chair[0].play.match.rename(chair[1], name)
        else:
            hall.rename(self.person, name)


@command("admit")
class Admit(TeacherCommand):
    """Accept a phone's claim to be a person's."""

    person: Person

    def execute(self, desk: TeacherDesk) -> None:
        """Give a person's seat to the phone that claims it. `ValueError` if they are not in the roster."""
        _check_person(desk.hall, self.person)
        desk.door.party.decide(self.person, admitted=True)


@command("deny")
class Deny(TeacherCommand):
    """Reject a phone's claim to be a person's."""

    person: Person

    def execute(self, desk: TeacherDesk) -> None:
        """Reject a phone's claim to be a person's. Raises `ValueError` if they are not in the roster."""
        _check_person(desk.hall, self.person)
        desk.door.party.decide(self.person, admitted=False)


# Rules.


def _change_rules(table: ClassTable, options: Mapping[str, Any]) -> None:
    """Set these options for the table's next match if they differ. Raises `ValueError` if invalid."""
    plan = with_rules(table.game, table.plan, options)
    if dict(plan.options) != dict(table.plan.options):
        table.set_rules(plan)


@command("rules")
class SetRules(TeacherCommand):
    """Set options of a table from its next hand on; options that are not named stay."""

    table: Table
    options: Mapping[str, Value]

    def execute(self, desk: TeacherDesk) -> None:
        """Set these options of a table from its next hand on. `ValueError` if invalid or it has stopped."""
        _change_rules(_require_open_table(desk.hall, self.table), self.options)


@command("proposals")
class OpenProposals(TeacherCommand):
    """Allow the class to propose rules, or stop it."""

    is_open: Annotated[bool, "open"]

    def execute(self, desk: TeacherDesk) -> None:
        """Let the class propose rules and vote on them, or stop it."""
        desk.proposals.are_open = self.is_open


@command("propose")
class ProposeRule(TeacherCommand):
    """Propose a rule as the teacher."""

    option: Text
    value: Value

    def execute(self, desk: TeacherDesk) -> None:
        """Propose a rule as the teacher. Raises `ValueError` if `RuleProposals.propose` refuses it."""
        if refused := desk.proposals.propose(self.option, self.value, TEACHER):
            raise ValueError(refused)


@command("play_rule")
class PlayRule(TeacherCommand):
    """Let all tables play by a proposed rule from the next hand on."""

    rule: RuleNumber

    def execute(self, desk: TeacherDesk) -> None:
        """Set a proposed rule at all tables from the next hand on. `ValueError` if unknown or too late."""
        proposal = desk.proposals.find(self.rule)
        if proposal is None:
            raise ValueError(_("There's no such rule."))
        if desk.hall.is_last():
            raise ValueError(_("The last hand has already been called."))
        for table in desk.hall.tables:
            _change_rules(table, {proposal.option: proposal.value})
        desk.proposals.mark_played(proposal)


@command("drop_rule")
class DropRule(TeacherCommand):
    """Remove a proposed rule from the list."""

    rule: RuleNumber

    def execute(self, desk: TeacherDesk) -> None:
        """Remove a proposed rule. Raises `ValueError` if there is none with this number."""
        if not desk.proposals.drop(self.rule):
            raise ValueError(_("There's no such rule."))


# Big screen, vote and admission.


@command("big")
class SetBigScreen(TeacherCommand):
    """Set switches of the big screen; None leaves one as it is."""

    first_names: bool | None = None
    news: bool | None = None
    sound: bool | None = None
    rules: bool | None = None

    def execute(self, desk: TeacherDesk) -> None:
        """Set the switches of the big screen that are not None."""
        switches = {switch.name: getattr(self, switch.name) for switch in fields(self)}
        desk.big = replace(desk.big, **{name: on for name, on in switches.items() if on is not None})


@command("large")
class ShowLarge(TeacherCommand):
    """Enlarge one table on the big screen; None shows all of them."""

    table: Table | None

    def execute(self, desk: TeacherDesk) -> None:
        """Enlarge a table on the big screen, None shows all. Raises `ValueError` for an unknown table."""
        _check_table(desk.hall, self.table)
        desk.big = replace(desk.big, large=self.table)


@command("vote")
class AskVote(TeacherCommand):
    """Open the vote before or after the charts, or close it."""

    is_open: Annotated[bool, "open"]
    round: Asked = "before"

    def execute(self, desk: TeacherDesk) -> None:
        """Open a round of the vote, or close it. Raises `ValueError` if the game has no vote."""
        if not desk.poll.has_any:
            raise ValueError(_("There's no vote in this game."))
        if self.is_open:
            desk.poll.open(ROUNDS.index(self.round))
        else:
            desk.poll.close()


@command("handouts")
class MakeHandouts(TeacherCommand):
    """Create the handout pages for printing, with all current data."""

    def execute(self, desk: TeacherDesk) -> None:
        """Serve the report's handout pages to phones. `ValueError` without pages or before the report."""
        create_pages = find_game(desk.hall.plan.game).component("handouts")
        if create_pages is None or not desk.is_debriefing:
            raise ValueError(_("You can't do that now."))
        for name, page in create_pages(desk.book()).items():
            desk.door.party.serve(f"{desk.handouts}-{name}", page)


# Questions.


@command("ask")
class AskClass(TeacherCommand):
    """Ask the class a question in the teacher's words."""

    words: LongText
    kind: OwnKind = "choice"
    answers: Annotated[tuple[LongText, ...], strict_list(letters(2000), 10)] = ()

    def execute(self, desk: TeacherDesk) -> None:
        """Open a question in the teacher's words to the class. `ValueError` if invalid or one is open."""
        desk.questions.ask(asked_words(QuestionKind(self.kind), self.words, self.answers))


@command("predict")
class Predict(TeacherCommand):
    """Ask the class for a prediction."""

    name: Text

    def execute(self, desk: TeacherDesk) -> None:
        """Open the game's prediction ``name`` as a question. `ValueError` if unknown or not possible now."""
        desk.questions.predict(self.name)


@command("close_question")
class CloseQuestion(TeacherCommand):
    """Close the open question."""

    def execute(self, desk: TeacherDesk) -> None:
        """Close the open question, if any; its answers are kept if at least `ENOUGH`."""
        desk.questions.close()


@command("ask_again")
class AskAgain(TeacherCommand):
    """Ask a question again, for the answers after."""

    question: QuestionNumber

    def execute(self, desk: TeacherDesk) -> None:
        """Open a question for its second round of answers. `ValueError` as in `ClassQuestions.ask_again`."""
        desk.questions.ask_again(self.question)


@command("show_question")
class ShowQuestion(TeacherCommand):
    """Show a question on the big screen, or none, and close the open one."""

    question: QuestionNumber | None

    def execute(self, desk: TeacherDesk) -> None:
        """Show a question on the big screen, none for None; closes another. `ValueError` if unknown."""
        desk.questions.show(self.question)


@command("show_answer")
class ShowAnswer(TeacherCommand):
    """Show the correct answer of the prediction on the big screen."""

    def execute(self, desk: TeacherDesk) -> None:
        """Reveal the shown prediction's answer on the big screen. `ValueError` if it is not known yet."""
        desk.questions.reveal(desk.answers)


@command("door")
class SetAdmission(TeacherCommand):
    """Allow more people to join, or stop it. People who are known can always reconnect."""

    is_open: Annotated[bool, "open"]

    def execute(self, desk: TeacherDesk) -> None:
        """Let new phones join, or stop it."""
        desk.is_door_open = self.is_open


DEBRIEF = "debrief"
DATA_KEY = "desk"  # name of its data among the `Classroom.extras`


@dataclass(frozen=True, slots=True)
class SavedDesk:
    """Saved state of a desk. Every field may be missing."""

    big: Annotated[BigScreen, dataclass_reader(BigScreen, lenient=True)] = field(default_factory=BigScreen)
    poll: Annotated[SavedVote, dataclass_reader(SavedVote, lenient=True)] = field(default_factory=SavedVote)
    proposals: Annotated[SavedRuleProposals, dataclass_reader(SavedRuleProposals, lenient=True)] = field(
        default_factory=SavedRuleProposals
    )
    questions: Annotated[SavedQuestions, dataclass_reader(SavedQuestions, lenient=True)] = field(
        default_factory=SavedQuestions
    )
    door: bool = True
    debriefing: bool = False
    token: str = ""


class TeacherDesk(Versioned):
    """Desk of one classroom.

    Attributes:
        door: attendance of the phones.
        hall: the classroom.
        now: returns the time in seconds since 1970.
        token: admits teacher's pages; empty if there are none.
        big: settings of the big screen.
        is_door_open: True if more people may join.
        poll: vote before and after the charts.
        proposals: proposed rules.
        questions: questions and predictions.
        is_debriefing: True if the teacher has begun the report.
        handouts: prefix of the handout files, known to the teacher's pages only.
    """

    def __init__(self, attendance: ClassAttendance, now: Callable[[], float] = time.time) -> None:
        """Create the desk of a classroom; ``now`` returns the time in seconds since 1970."""
        self.door, self.hall, self.now = attendance, attendance.hall, now
        game = self.hall.plan.game
        self._words = at_tables(game)
        self.big = BigScreen()
        self.is_door_open = True
        self.poll = ClassVote(self._words)
        self.proposals = RuleProposals(lambda: rule_choices(game))
        self.questions = ClassQuestions(self._predictions, lambda person: person in self.hall.roster)
        self.is_debriefing = False
        self.token = ""
        self.handouts = f"handout-{secrets.token_hex(8)}"
        self._news = ClassNews(self._words, now)
        self.hall.on_ended = self._news.on_hand_end
        self.hall.extras[DATA_KEY] = self.dump_state

    def execute(self, teacher_command: TeacherCommand) -> None:
        """Execute a command and save. Raises `ValueError`, a sentence for people, if it is not possible."""
        teacher_command.execute(self)
        self.hall.save_common()

    def chair(self, rank: int) -> str:
        """Picture of a chair as the text of an SVG file; empty for none."""
        return self._words.picture(rank)

    # Questions, votes and rules.

    def _parts(self) -> Iterable[Versioned]:
        """Vote, proposals and questions, whose changes count as changes of the desk."""
        return self.poll, self.proposals, self.questions

    def redaction(self) -> frozenset[str]:
        """Options hidden from phones: those that differ between tables; none in the report or if allowed."""
        if self.big.rules or self.is_debriefing:
            return frozenset()
        return varying_options(self.hall.tables)

    def data_for(self, person: int) -> dict[str, Any]:
        """State for a person's phone: "vote" (may be None) and, if open, "question" and "rules"."""
        state: dict[str, Any] = {"vote": self.poll.data_for(person, len(self.hall.roster))}
        if (question := self.questions.data_for(person, len(self.hall.roster))) is not None:
            state["question"] = question
        rules = self.proposals.data_for(person)
        return state if rules is None else state | {"rules": rules}

    def handle_phone(self, person: int, payload: Mapping[str, Any]) -> str:
        """Handle a vote, reply or proposal, save it if accepted. Returns a sentence if refused, else ""."""
        if payload["do"] == "vote":
            refusal = self.poll.cast(person, payload)
        elif payload["do"] == "reply":
            refusal = self.questions.reply(person, payload)
        elif payload["do"] == "vote_rule":
            refusal = self.proposals.agree(person, payload.get("rule"), payload.get("yes"))
        else:
            option, value = payload.get("option"), payload.get("value")
            if not isinstance(option, str) or not isinstance(value, bool | int | str):
                return _("There's no such rule.")
            refusal = self.proposals.propose(option, value, person)
        if not refusal:
            self.hall.save_common()
        return refusal

    def answers(self) -> Mapping[str, tuple[int, ...]]:
        """Answers of predictions by name, from the matches played until now."""
        return self._words.answers(self.hall.class_record())

    def _predictions(self) -> Sequence[Prediction]:
        """The game's predictions for the largest table of the classroom."""
        return self._words.predictions(max(table.plan.players for table in self.hall.tables))

    def _question_snapshots(self) -> Iterator[QuestionSnapshot]:
        """Yield a snapshot of each question, in the order of their numbers."""
        questions = self.questions
        for question_number in range(1, len(questions.all) + 1):
            is_shown = question_number == questions.shown_number
            is_open = is_shown and questions.is_open
            count = questions.count if is_open else 0
            class_size = max(len(self.hall.roster), count)
            yield QuestionSnapshot(
                question_number,
                questions.public_question(question_number),
                is_shown,
                is_open,
                count,
                class_size,
            )

    def snapshot(self, now: float) -> ClassSnapshot:
        """Snapshot of the classroom; ``now`` is in seconds since 1970."""
        hall = self.hall
        away_times = {person.number: self.door.away_for(person.number) for person in hall.roster}
        away = {person: ms for person, ms in away_times.items() if ms > 0}
        needs = (*claims_snapshot(hall, self.door.party.claims), *needs_of(hall, away))
        # In a round of a cup, or its final, the last tables may have no game.
        active_tables = [table for table in hall.tables if table.play is not None or not table.is_stopped]
        news_table, news, nameless = self._news.current(now)
        unseated = []
        for entry in hall.seating.standing:
            move = hall.seating.moves.get(entry.number)
            target_table = move.table if move is not None and move.table != NO_TABLE else None
            unseated.append(
                PersonSnapshot(entry.number, entry.name, entry.look, target_table, entry.number in away)
            )
        before, after = map(len, self.poll.voters)
        open_round = ROUNDS[self.poll.current] if self.poll.current is not None else ""
        return ClassSnapshot(
            title=hall.plan.title,
            game=hall.plan.game,
            game_title=_(find_game(hall.plan.game).info.title),
            people=len(hall.roster),
            phase=DEBRIEF if self.is_debriefing else hall.phase.value,
            is_over=hall.is_over,
            is_paused=hall.is_all_paused,
            is_cup=hall.plan.is_cup,
            clock=clock_snapshot(hall, now),
            tables=tuple(table_snapshot(hall, table, self._words, away, needs) for table in active_tables),
            needs=needs,
            unseated=tuple(unseated),
            big=self.big,
            news=news,
            nameless=nameless,
            news_table=news_table,
            vote=VoteSnapshot(self.poll.has_any, open_round, before, after, len(hall.roster)),
            rules_open=self.proposals.are_open,
            rules=tuple(
                RuleSnapshot(
                    proposal.number,
                    self.proposals.words(proposal),
                    hall.roster[proposal.by].name if proposal.by in hall.roster else "",
                    proposal.yes,
                    proposal.no,
                    len(hall.roster),
                    proposal.is_played,
                )
                for proposal in self.proposals.all
            ),
            choices=choices_snapshot(hall.plan.game),
            door_open=self.is_door_open,
            handouts=self.handouts
            if self.is_debriefing and find_game(hall.plan.game).has_component("handouts")
            else "",
            round=hall.round,
            swap=swap_snapshot(hall),
            questions=tuple(self._question_snapshots()),
            predictions=tuple(
                PredictionSnapshot(prediction.name, prediction.words) for prediction in self._predictions()
            ),
            is_rehearsal=hall.is_rehearsal,
        )

    def book(self) -> ClassRecord:
        """Record of the lesson, with its votes and questions."""
        return replace(
            self.hall.class_record(), vote=self.poll.vote, questions=self.questions.questions_for_record
        )

    # Save.

    def dump_state(self) -> dict[str, Any]:
        """State of the desk as plain JSON."""
        saved = SavedDesk(
            self.big,
            self.poll.dump_state(),
            self.proposals.dump_state(),
            self.questions.dump_state(),
            self.is_door_open,
            self.is_debriefing,
            self.token,
        )
        return dict(to_json(saved))

    def restore_state(self, saved: Mapping[str, Any]) -> None:
        """Restore a saved desk from the same data as `Classroom.restore_state`; it is untrusted."""
        data: Any = saved
        for part in ("hall", "beside", DATA_KEY):
            data = data.get(part) if isinstance(data, Mapping) else None
        desk_state = read_with_defaults(SavedDesk, data)
        self.big = desk_state.big
        if self.big.large is not None and self.big.large > len(self.hall.tables):
            self.big = replace(self.big, large=None)
        self.poll.restore_state(desk_state.poll)
        self.proposals.restore_state(desk_state.proposals)
        self.questions.restore_state(desk_state.questions)
        self.is_door_open, self.is_debriefing, self.token = (
            desk_state.door,
            desk_state.debriefing,
            desk_state.token,
        )
