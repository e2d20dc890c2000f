"""What a teacher may do in a hall, and the desk where it is done, whoever says it.

A command is one class: its name in JSON stands in the decorator, its annotations are the schema by which
`parse_command` checks it word by word, and `grant` does it. The page of the teacher sends
``{"do": "seat", "person": 3, "table": 2}``, the controls in the window make a `SeatPerson` themselves; both
go to `TeacherDesk.do`. A command that cannot be done refuses by a sentence for people, before it changes
anything. Beside the hall the desk keeps what only a teacher changes: the switches of the big screen, the
vote, the rules that were proposed. It lies in the same file as the rest of the evening.

How it goes through the house (what a teacher wishes): the page (`party/page/teacher`) says it on its line >
`TeacherChannel` (`party/teacher_channel.py`), which lets pages in by a token of 130 bits and knows no seats >
`TeacherPages` (`match/classroom/_phone_gateway.py`) > `TeacherDesk.do`, the one place for it, as for the
controls in the window. All of them and the big screen draw a `ClassSnapshot` (`TeacherDesk.snapshot`), in
which no hidden card stands. What a game says there (chairs, who leads, news, rules to compare, the vote) is
its `ClassroomAdapter`. A class votes in `ClassVote`, answers questions in `ClassQuestions` and proposes rules
in `RuleProposals`, which `ClassPhones` adds to what phones are told. `tests/party/class_over_sockets.py` is
such a class.
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
from game.match.classroom._class_plan import LESSON, PEOPLE, TABLES, with_rules
from game.match.classroom._class_record import ClassRecord
from game.match.classroom._classroom import ClassAttendance, ClassPhase, Classroom
from game.match.classroom._game_adapter import at_tables, rule_choices
from game.match.classroom._questions import (
    QUESTIONS,
    ClassQuestions,
    Prediction,
    QuestionKind,
    SavedQuestions,
    asked_words,
)
from game.match.classroom._seating import NOWHERE
from game.match.classroom._snapshot import (
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
    varied,
)
from game.match.classroom._table import ClassTable
from game.match.classroom._votes import (
    NOBODY,
    ROUNDS,
    ClassVote,
    RuleProposals,
    SavedRuleProposals,
    SavedVote,
)
from game.match.versioned import Versioned
from game.party.messages import clean_name

# What may stand in a command: the type for us, and what JSON is read by.

Table = Annotated[int, number(1, TABLES)]
Person = Annotated[int, number(0, PEOPLE - 1)]
ChairNumber = Annotated[int, number(0, PEOPLE - 1)]
RuleNumber = Annotated[int, number(1, 10**6)]
Minutes = Annotated[int, number(-LESSON, LESSON)]
Text = Annotated[str, letters(200, 1)]
LongText = Annotated[str, letters(2000)]
QuestionNumber = Annotated[int, number(1, QUESTIONS)]
OwnKind: TypeAlias = Literal["choice", "scale", "number"]
Asked: TypeAlias = Literal["before", "after"]
"""When the class is asked: of the charts."""
Seated: TypeAlias = Literal["stay", "drawn"]
"""What becomes of people's chairs in round two."""


class TeacherCommand(ABC):
    """Something that a teacher wishes for."""

    __slots__ = ()

    @abstractmethod
    def grant(self, desk: TeacherDesk) -> None:
        """Do it.

        Raises:
            ValueError: it cannot be done; a sentence for people, and nothing has changed.
        """


_Kind = TypeVar("_Kind", bound=TeacherCommand)
COMMANDS: dict[str, type[TeacherCommand]] = {}
"""All that there is, by what the JSON calls it."""


@dataclass_transform(frozen_default=True)
def command(name: str) -> Callable[[type[_Kind]], type[_Kind]]:
    """Make a command of a class, which the JSON calls so; its annotations are the fields."""

    def made(kind: type[_Kind]) -> type[_Kind]:
        COMMANDS[name] = whole = dataclass(frozen=True, slots=True)(kind)
        return whole

    return made


def parse_command(said: object) -> TeacherCommand:
    """What somebody at the desk wishes for.

    Raises:
        ValueError: it is no wish; a sentence for people.
    """
    refusal = ValueError(_("That cannot be done."))
    if not isinstance(said, Mapping) or not isinstance(what := said.get("do"), str) or what not in COMMANDS:
        raise refusal
    try:
        wish: TeacherCommand = dataclass_reader(COMMANDS[what], exact=True)(
            {name: value for name, value in said.items() if name != "do"}, what, ignore_errors
        )
    except ValueError:
        raise refusal from None
    return wish


# What a command is about has to be there.


def _check_person(hall: Classroom, person: int) -> None:
    if person not in hall.roster:
        raise ValueError(_("That person has left."))


def _check_table(hall: Classroom, table: int | None) -> None:
    if table is not None and table > len(hall.tables):
        raise ValueError(_("There is no such table."))


def _open_table(hall: Classroom, number: int) -> ClassTable:
    """A table that will play another hand."""
    _check_table(hall, number)
    table = hall.table(number)
    if table.is_stopped:
        raise ValueError(_("That was the last hand."))
    return table


def _chair(hall: Classroom, person: int) -> tuple[ClassTable, int]:
    """The table and the seat of somebody who has one."""
    _check_person(hall, person)
    chair = hall.seating.chair_of(person)
    if chair is None:
        raise ValueError(_("{name} has no chair.").format(name=hall.roster[person].name))
    return chair


def _check_no_cup(hall: Classroom) -> None:
    """In a cup rounds end by themselves, the cup says who meets, and after a last hand none would follow."""
    if hall.plan.is_cup:
        raise ValueError(_("That cannot be done now."))


# The evening.


@command("begin")
class BeginClass(TeacherCommand):
    """The first hand begins."""

    def grant(self, desk: TeacherDesk) -> None:
        if desk.hall.phase is not ClassPhase.GATHERING:
            raise ValueError(_("It has begun already."))
        desk.hall.begin(desk.now())


@command("pause")
class PauseTables(TeacherCommand):
    """A table stops, or all of them."""

    table: Table | None = None

    def grant(self, desk: TeacherDesk) -> None:
        _check_table(desk.hall, self.table)
        desk.hall.pause(paused=True, table=self.table)


@command("resume")
class ResumeTables(TeacherCommand):
    """A table goes on, or all of them."""

    table: Table | None = None

    def grant(self, desk: TeacherDesk) -> None:
        _check_table(desk.hall, self.table)
        if self.table is not None and desk.hall.paused:
            raise ValueError(_("All tables are paused. Go on with all of them first."))
        desk.hall.pause(paused=False, table=self.table)


@command("more")
class ExtendTime(TeacherCommand):
    """So much longer, or shorter."""

    minutes: Minutes

    def grant(self, desk: TeacherDesk) -> None:
        hall = desk.hall
        _check_no_cup(hall)
        if hall.phase is ClassPhase.GATHERING:
            hall.plan = replace(hall.plan, minutes=min(LESSON, max(0, hall.plan.minutes + self.minutes)))
        elif hall.is_last():
            raise ValueError(_("The last hand has been called already."))
        else:
            hall.more_time(self.minutes, desk.now())


@command("last_hand")
class AnnounceLastHand(TeacherCommand):
    """No hand follows those that are played now."""

    def grant(self, desk: TeacherDesk) -> None:
        _check_no_cup(desk.hall)
        if desk.hall.phase is not ClassPhase.PLAYING:
            raise ValueError(_("No hand is played now."))
        desk.hall.last_hand()


@command("to_debrief")
class BeginReport(TeacherCommand):
    """Play is over and is talked about."""

    def grant(self, desk: TeacherDesk) -> None:
        hall = desk.hall
        _check_no_cup(hall)
        if hall.phase is ClassPhase.GATHERING:
            raise ValueError(_("Nothing was played yet."))
        if not any(table.hands for table in hall.tables):
            raise ValueError(_("No hand has ended yet."))
        hall.stop()
        desk.questions.show(None)  # else the charts would open below it
        desk.questions.learn(desk.answers())  # what was shown before the last hands is as old as they were
        desk.is_debriefing = True


@command("swap_rules")
class SwapRules(TeacherCommand):
    """Round two: every table plays by the other rule, and people stay, or draw their places anew."""

    people: Seated = "stay"

    def grant(self, desk: TeacherDesk) -> None:
        hall = desk.hall
        _check_no_cup(hall)
        if refused := hall.swap_refused():
            raise ValueError(refused)
        hall.swap_rules(desk.now(), draws=self.people == "drawn")
        desk.is_debriefing = False


@command("round_now")
class BeginRound(TeacherCommand):
    """Round two begins though not every table has ended its hand: such hands do not count."""

    def grant(self, desk: TeacherDesk) -> None:
        if not desk.hall.draws:
            raise ValueError(_("That cannot be done now."))
        desk.hall.draw_places()


# Chairs.


@command("seat")
class SeatPerson(TeacherCommand):
    """Somebody gets a chair at a table; whoever holds that one swaps."""

    person: Person
    table: Table
    chair: ChairNumber | None = None

    def grant(self, desk: TeacherDesk) -> None:
        hall, chair, seating = desk.hall, self.chair, desk.hall.seating
        _check_person(hall, self.person)
        there = _open_table(hall, self.table)
        held = there.chairs[chair] if chair is not None and chair < len(there.chairs) else None
        if held is not None and held.person != self.person and held.person not in seating.moves:
            SwapPeople(self.person, held.person).grant(desk)
            return
        if (chair is not None and chair >= len(there.chairs)) or not seating.put(
            self.person, self.table, chair
        ):
            raise ValueError(
                _("All chairs at table {n} are taken. Swap two people instead.").format(n=self.table)
            )


@command("swap")
class SwapPeople(TeacherCommand):
    """Two people change chairs."""

    person: Person
    other: Annotated[Person, "with"]

    def grant(self, desk: TeacherDesk) -> None:
        hall, both = desk.hall, (self.person, self.other)
        for one in both:
            _check_person(hall, one)
        chairs = [hall.seating.chair_of(one) for one in both]
        if None in chairs:
            raise ValueError(_("Only two people who both have a chair can be swapped."))
        if any(chair is not None and chair[0].is_stopped for chair in chairs):
            raise ValueError(_("That was the last hand."))
        hall.seating.swap(*both)


@command("stay")
class CancelSeatMove(TeacherCommand):
    """Somebody who was to move does not."""

    person: Person

    def grant(self, desk: TeacherDesk) -> None:
        _check_person(desk.hall, self.person)
        desk.hall.seating.stay(self.person)


@command("stand")
class VacateSeat(TeacherCommand):
    """Somebody gives up the chair."""

    person: Person

    def grant(self, desk: TeacherDesk) -> None:
        _chair(desk.hall, self.person)
        desk.hall.seating.send_off(self.person)


def _check_seating_anew(hall: Classroom) -> None:
    _check_no_cup(hall)
    if hall.phase is not ClassPhase.GATHERING:
        raise ValueError(_("Everybody is seated anew before the first hand only."))


@command("shuffle")
class SeatRandomly(TeacherCommand):
    """Everybody is seated anew."""

    def grant(self, desk: TeacherDesk) -> None:
        _check_seating_anew(desk.hall)
        desk.hall.seating.by_chance(SeededRng(desk.hall.random.seed(), "seating"))


@command("by_list")
class SeatByList(TeacherCommand):
    """Everybody is seated in the order of the list of names."""

    def grant(self, desk: TeacherDesk) -> None:
        _check_seating_anew(desk.hall)
        desk.hall.seating.by_list()


# People.


@command("nudge")
class Nudge(TeacherCommand):
    """Somebody's phone says that it is their turn."""

    person: Person

    def grant(self, desk: TeacherDesk) -> None:
        _chair(desk.hall, self.person)
        desk.hall.nudge(self.person)


@command("bot")
class StartBotTakeover(TeacherCommand):
    """A bot plays for somebody who is away."""

    person: Person

    def grant(self, desk: TeacherDesk) -> None:
        table, _seat = _chair(desk.hall, self.person)
        if table.play is None or table.is_stopped:
            raise ValueError(_("No hand is played now."))
        desk.hall.take_over(self.person)


@command("back")
class EndBotTakeover(TeacherCommand):
    """Somebody plays again."""

    person: Person

    def grant(self, desk: TeacherDesk) -> None:
        _chair(desk.hall, self.person)
        desk.hall.be_back(self.person)


@command("remove")
class RemovePerson(TeacherCommand):
    """Somebody is taken out of the hall."""

    person: Person

    def grant(self, desk: TeacherDesk) -> None:
        _check_person(desk.hall, self.person)
        desk.door.remove(self.person)


@command("rename")
class RenamePerson(TeacherCommand):
    """Somebody is called something else."""

    person: Person
    name: Text

    def grant(self, desk: TeacherDesk) -> None:
        hall, said = desk.hall, clean_name(self.name)
        _check_person(hall, self.person)
        if not said:
            raise ValueError(_("That is no name."))
        if not hall.roster.allows(said):
            raise ValueError(_("Take another name, please."))
        if any(one.name == said and one.number != self.person for one in hall.roster):
            raise ValueError(_("Somebody here is called that already."))
        chair = hall.seating.chair_of(self.person)
        if chair is not None and chair[0].play is not None:
            chair[0].play.match.rename(chair[1], said)
        else:
            hall.rename(self.person, said)


@command("admit")
class Admit(TeacherCommand):
    """A phone that says it is somebody is."""

    person: Person

    def grant(self, desk: TeacherDesk) -> None:
        _check_person(desk.hall, self.person)
        desk.door.party.decide(self.person, admitted=True)


@command("deny")
class Deny(TeacherCommand):
    """A phone that says it is somebody is not."""

    person: Person

    def grant(self, desk: TeacherDesk) -> None:
        _check_person(desk.hall, self.person)
        desk.door.party.decide(self.person, admitted=False)


# Rules.


def _change_rules(table: ClassTable, options: Mapping[str, Any]) -> None:
    """These house rules are others; all that is not named stays as it is."""
    plan = with_rules(table.game, table.plan, options)
    if dict(plan.options) != dict(table.plan.options):
        table.set_rules(plan)


@command("rules")
class SetRules(TeacherCommand):
    """A table plays by other house rules from its next hand on; what is not named stays."""

    table: Table
    options: Mapping[str, Value]

    def grant(self, desk: TeacherDesk) -> None:
        _change_rules(_open_table(desk.hall, self.table), self.options)


@command("proposals")
class OpenProposals(TeacherCommand):
    """The class may propose rules, or no longer."""

    is_open: Annotated[bool, "open"]

    def grant(self, desk: TeacherDesk) -> None:
        desk.proposals.are_open = self.is_open


@command("propose")
class ProposeRule(TeacherCommand):
    """The teacher proposes a rule."""

    option: Text
    value: Value

    def grant(self, desk: TeacherDesk) -> None:
        if refused := desk.proposals.propose(self.option, self.value, NOBODY):
            raise ValueError(refused)


@command("play_rule")
class PlayRule(TeacherCommand):
    """All tables play by a proposed rule, from the next hand on."""

    rule: RuleNumber

    def grant(self, desk: TeacherDesk) -> None:
        proposal = desk.proposals.find(self.rule)
        if proposal is None:
            raise ValueError(_("There is no such rule."))
        if desk.hall.is_last():
            raise ValueError(_("The last hand has been called already."))
        for table in desk.hall.tables:
            _change_rules(table, {proposal.option: proposal.value})
        desk.proposals.played(proposal)


@command("drop_rule")
class DropRule(TeacherCommand):
    """A proposed rule is taken off the list."""

    rule: RuleNumber

    def grant(self, desk: TeacherDesk) -> None:
        if not desk.proposals.drop(self.rule):
            raise ValueError(_("There is no such rule."))


# The big screen, the vote, and the door.


@command("big")
class SetBigScreen(TeacherCommand):
    """Switches of the big screen; None leaves one as it is."""

    first_names: bool | None = None
    news: bool | None = None
    sound: bool | None = None
    rules: bool | None = None

    def grant(self, desk: TeacherDesk) -> None:
        switches = {one.name: getattr(self, one.name) for one in fields(self)}
        desk.big = replace(desk.big, **{name: on for name, on in switches.items() if on is not None})


@command("large")
class ShowLarge(TeacherCommand):
    """One table fills the big screen; None shows them all."""

    table: Table | None

    def grant(self, desk: TeacherDesk) -> None:
        _check_table(desk.hall, self.table)
        desk.big = replace(desk.big, large=self.table)


@command("vote")
class AskVote(TeacherCommand):
    """The class is asked before or after the charts, or no longer."""

    is_open: Annotated[bool, "open"]
    round: Asked = "before"

    def grant(self, desk: TeacherDesk) -> None:
        if not desk.poll.has_any:
            raise ValueError(_("There is no vote in this game."))
        if self.is_open:
            desk.poll.open(ROUNDS.index(self.round))
        else:
            desk.poll.close()


@command("handouts")
class MakeHandouts(TeacherCommand):
    """The pages to hand out are there to be printed, with all that is known by now."""

    def grant(self, desk: TeacherDesk) -> None:
        make = find_game(desk.hall.plan.game).part("handouts")
        if make is None or not desk.is_debriefing:
            raise ValueError(_("That cannot be done now."))
        for name, page in make(desk.book()).items():
            desk.door.party.serve(f"{desk.handouts}-{name}", page)


# What the class is asked in words.


@command("ask")
class AskClass(TeacherCommand):
    """The class is asked something of the teacher's own."""

    words: LongText
    kind: OwnKind = "choice"
    answers: Annotated[tuple[LongText, ...], strict_list(letters(2000), 10)] = ()

    def grant(self, desk: TeacherDesk) -> None:
        desk.questions.ask(asked_words(QuestionKind(self.kind), self.words, self.answers))


@command("predict")
class Predict(TeacherCommand):
    """The class predicts something."""

    name: Text

    def grant(self, desk: TeacherDesk) -> None:
        desk.questions.predict(self.name)


@command("close_question")
class CloseQuestion(TeacherCommand):
    """Nobody answers any more."""

    def grant(self, desk: TeacherDesk) -> None:
        desk.questions.close()


@command("ask_again")
class AskAgain(TeacherCommand):
    """The same question once more, for after."""

    question: QuestionNumber

    def grant(self, desk: TeacherDesk) -> None:
        desk.questions.ask_again(self.question)


@command("show_question")
class ShowQuestion(TeacherCommand):
    """A question stands on the big screen, or none any more; that which was open is closed."""

    question: QuestionNumber | None

    def grant(self, desk: TeacherDesk) -> None:
        desk.questions.show(self.question)


@command("show_answer")
class ShowAnswer(TeacherCommand):
    """The answer of the prediction on the big screen is laid over what the class has predicted."""

    def grant(self, desk: TeacherDesk) -> None:
        desk.questions.reveal(desk.answers)


@command("door")
class SetAdmission(TeacherCommand):
    """Whether more people may come; who is there comes back through a door that is shut."""

    is_open: Annotated[bool, "open"]

    def grant(self, desk: TeacherDesk) -> None:
        desk.is_door_open = self.is_open


DEBRIEF = "debrief"
KEPT = "desk"
"""Under which name it lies beside the hall."""


@dataclass(frozen=True, slots=True)
class SavedDesk:
    """What is kept of a desk; each of it may be missing."""

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
    """The desk of one hall.

    Attributes:
        door: where people come into the hall.
        hall: the hall.
        now: the time of day in seconds since 1970.
        token: lets the pages of the teacher in; empty where there are none.
        big: what the big screen shows.
        is_door_open: whether more people may come.
        poll: the vote before and after the charts.
        proposals: rules that the class has proposed.
        questions: what it is asked in words, and predicts.
        is_debriefing: whether the teacher wants to see the debrief.
        handouts: how the files of the pages to hand out begin, known to the teacher's pages alone.
    """

    def __init__(self, door: ClassAttendance, now: Callable[[], float] = time.time) -> None:
        """Stand at the door of a hall; ``now`` is the time of day in seconds since 1970."""
        self.door, self.hall, self.now = door, door.hall, now
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
        self.hall.on_ended = self._news.ended
        self.hall.extras[KEPT] = self.kept

    def do(self, wish: TeacherCommand) -> None:
        """Do what somebody at the desk asks for.

        Raises:
            ValueError: it cannot be done; a sentence for people, and nothing has changed.
        """
        wish.grant(self)
        self.hall.keep_rest()

    def chair(self, rank: int) -> str:
        """The picture of a chair as an SVG file; empty for none."""
        return self._words.picture(rank)

    # What the class is asked.

    def _parts(self) -> Iterable[Versioned]:
        return self.poll, self.proposals, self.questions

    def redaction(self) -> frozenset[str]:
        """The house rules that phones are not told of."""
        if self.big.rules or self.is_debriefing:
            return frozenset()
        return varied(self.hall.tables)

    def data_for(self, person: int) -> dict[str, Any]:
        """What somebody's phone is asked."""
        told: dict[str, Any] = {"poll": self.poll.data_for(person, len(self.hall.roster))}
        if (question := self.questions.data_for(person, len(self.hall.roster))) is not None:
            told["question"] = question
        rules = self.proposals.data_for(person)
        return told if rules is None else told | {"rules": rules}

    def heard(self, person: int, words: Mapping[str, Any]) -> str:
        """Take in what somebody answers; a sentence where it is refused."""
        if words["do"] == "vote":
            refused = self.poll.cast(person, words)
        elif words["do"] == "reply":
            refused = self.questions.reply(person, words)
        elif words["do"] == "agree":
            refused = self.proposals.agree(person, words.get("rule"), words.get("yes"))
        else:
            option, value = words.get("option"), words.get("value")
            if not isinstance(option, str) or not isinstance(value, bool | int | str):
                return _("There is no such rule.")
            refused = self.proposals.propose(option, value, person)
        if not refused:
            self.hall.keep_rest()
        return refused

    def answers(self) -> Mapping[str, tuple[int, ...]]:
        """What is in the matches that were played so far, of all that can be predicted."""
        return self._words.answers(self.hall.book())

    def _predictions(self) -> Sequence[Prediction]:
        return self._words.predictions(max(table.plan.players for table in self.hall.tables))

    def _questions(self) -> Iterator[QuestionSnapshot]:
        asked = self.questions
        for place in range(1, len(asked.all) + 1):
            is_shown = place == asked.shown
            is_open = is_shown and asked.is_open
            count = asked.count if is_open else 0
            of = max(len(self.hall.roster), count)
            yield QuestionSnapshot(place, asked.worded(place), is_shown, is_open, count, of)

    # What it looks like.

    def snapshot(self, now: float) -> ClassSnapshot:
        """How everything stands; ``now`` is the time of day in seconds since 1970."""
        hall = self.hall
        gone = {person.number: self.door.away_for(person.number) for person in hall.roster}
        away = {person: ms for person, ms in gone.items() if ms > 0}
        needs = (*claims_snapshot(hall, self.door.party.claims), *needs_of(hall, away))
        # In a round of a cup, or its final, the last tables may have nothing to play.
        used = [table for table in hall.tables if table.play is not None or not table.is_stopped]
        news_table, news, nameless = self._news.told(now)
        unseated = []
        for one in hall.seating.standing:
            move = hall.seating.moves.get(one.number)
            wanted = move.table if move is not None and move.table != NOWHERE else None
            unseated.append(PersonSnapshot(one.number, one.name, one.look, wanted, one.number in away))
        before, after = map(len, self.poll.voted)
        asked = ROUNDS[self.poll.current] if self.poll.current is not None else ""
        return ClassSnapshot(
            title=hall.plan.title,
            game=hall.plan.game,
            game_title=_(find_game(hall.plan.game).info.title),
            people=len(hall.roster),
            phase=DEBRIEF if self.is_debriefing else hall.phase.value,
            is_over=hall.is_over,
            is_paused=hall.paused,
            is_cup=hall.plan.is_cup,
            clock=clock_snapshot(hall, now),
            tables=tuple(table_snapshot(hall, table, self._words, away, needs) for table in used),
            needs=needs,
            unseated=tuple(unseated),
            big=self.big,
            news=news,
            nameless=nameless,
            news_table=news_table,
            vote=VoteSnapshot(self.poll.has_any, asked, before, after, len(hall.roster)),
            rules_open=self.proposals.are_open,
            rules=tuple(
                RuleSnapshot(
                    one.number,
                    self.proposals.words(one),
                    hall.roster[one.by].name if one.by in hall.roster else "",
                    one.yes,
                    one.no,
                    len(hall.roster),
                    one.played,
                )
                for one in self.proposals.all
            ),
            choices=choices_snapshot(hall.plan.game),
            door_open=self.is_door_open,
            handouts=self.handouts
            if self.is_debriefing and find_game(hall.plan.game).has("handouts")
            else "",
            round=hall.round,
            swap=swap_snapshot(hall),
            questions=tuple(self._questions()),
            predictions=tuple(PredictionSnapshot(one.name, one.words) for one in self._predictions()),
            is_rehearsal=hall.is_rehearsal,
        )

    def book(self) -> ClassRecord:
        return replace(self.hall.book(), vote=self.poll.vote, questions=self.questions.told)

    # Kept.

    def kept(self) -> dict[str, Any]:
        kept = SavedDesk(
            self.big, self.poll.kept(), self.proposals.kept(), self.questions.kept(), self.is_door_open,
            self.is_debriefing, self.token,
        )  # fmt: skip
        return dict(to_json(kept))

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Go on with an evening that was kept, as `Classroom.recall` does; it may be anything."""
        found: Any = kept
        for part in ("hall", "beside", KEPT):
            found = found.get(part) if isinstance(found, Mapping) else None
        mine = read_with_defaults(SavedDesk, found)
        self.big = mine.big
        if self.big.large is not None and self.big.large > len(self.hall.tables):
            self.big = replace(self.big, large=None)
        self.poll.recall(mine.poll)
        self.proposals.recall(mine.proposals)
        self.questions.recall(mine.questions)
        self.is_door_open, self.is_debriefing, self.token = mine.door, mine.debriefing, mine.token
