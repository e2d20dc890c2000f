"""A lesson rehearsed: pupils who are only made up, in place of a class, before a teacher has one.

They stand between the party and the hall (`SimulatedParty` is a `ClassParty`): what a phone would be told is
told to them, and they say what a phone would say, by nothing else than that. So all behind it is the real
thing: tables, votes, the teacher's page, charts, and real phones, which may join as ever. They come, play,
propose and vote by chance from a seed; one is late, one falls asleep, one loses the line
(`SimulatedProblem`). What the class is asked they answer by `ANSWERS`: what is asked in another way needs one
more line there.

All of it goes by the clock of the lesson, which runs several times as fast as that on the wall (`speed`).
Nothing is kept: a hall that is rehearsed has no slot, and its book says that it is made up.

How it goes through the house (a rehearsal): *Rehearse* in `ClassPlanForm` (`scenes/classroom/plan_editor.py`)
> `ClassRunner.rehearsed` (`scenes/classroom/class_runner.py`), which has another clock and puts a
`SimulatedParty` in front of the party > as ever. `Classroom.is_rehearsal` is told on in `ClassSnapshot`, to
phones, and in `ClassRecord`; over each screen of the window it is written by `App.paint`, from
`ClassRunner.mark`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias

from game.bots.worker import PONDER
from game.core.discovery import find_game
from game.core.rng import SeededRng
from game.match.bot_turns import AsyncWorker
from game.match.classroom._class_plan import ClassPlan
from game.match.classroom._classroom import MINUTE, ClassParty, Classroom
from game.match.classroom._questions import HUNDRED, STEPS, QuestionKind
from game.match.timeouts import STILL_HERE
from game.party.messages import (
    News,
    PhoneDisconnected,
    PhoneJoined,
    PhoneReconnected,
    SeatMessage,
    SpectatorMessage,
)
from game.party.registry import SeatClaim, SeatInfo
from game.party.teacher_channel import TeacherChannel

PUPILS = (
    "Ayla", "Ben", "Chiara", "David", "Emre", "Finn", "Greta", "Hanna", "Ilja", "Jana", "Kaan", "Leo",
    "Mira", "Noah", "Otto", "Paula", "Quirin", "Rosa", "Sami", "Tom", "Ugur", "Vera", "Willi", "Xenia",
    "Yara", "Zoe", "Anton", "Bela", "Clara", "Dilan", "Elif", "Fritz", "Goran", "Henri", "Ida", "Jonas",
    "Karla", "Luca", "Maya", "Nils",
)  # fmt: skip
"""Invented, so that nobody of a real class is seen in it."""
FREE = 2
"""So many chairs are left to real phones; until one comes computers sit there."""
AROUND, WHOLE = 10, 10
"""Minutes of a lesson besides play, and those in which all of it is rehearsed."""
FEW = 2
"""Of so few nobody is late: there would be nobody to begin with."""
USUAL = 35
"""Minutes of play where nobody has said."""


def speed_of(plan: ClassPlan) -> float:
    """How many times as fast as the wall's the clock of a rehearsed lesson runs."""
    return max(2.0, ((plan.minutes or USUAL) + AROUND) / WHOLE)


def rehearsed(plan: ClassPlan) -> ClassPlan:
    """What is rehearsed of a lesson: the same without the names of anybody."""
    return replace(plan, names=())


@dataclass(frozen=True, slots=True)
class SimulatedProblem:
    """What befalls a pupil, so that the teacher sees what that looks like."""

    begins: float
    """Seconds after the first hand was dealt."""
    lasts: float = math.inf

    def is_on(self, since: float) -> bool:
        return self.begins <= since < self.begins + self.lasts


NEVER: Final = SimulatedProblem(math.inf)
Said: TypeAlias = dict[str, Any]
"""What a phone says, as plain JSON."""
TRIES = 3
"""So often a pupil says what comes to mind; then any move that the phone offers."""


class PlannedMessage(NamedTuple):
    """What somebody is about to say."""

    key: tuple[object, ...] = ()
    """What it is about: of one thing they speak once."""
    pause: float = 0.0
    """About how many seconds it takes them."""
    words: Said | None = None
    """`None` for a move, which has to be thought of."""


class SimulatedPupil:
    """One who is made up.

    Attributes:
        number: the seat in the party.
        name: what they type when they come.
        tilt: how much they think of chairs, 0 to 2.
        comes: so many seconds after the beginning; whoever is late, after the first hand was dealt.
        sleep: when nothing is heard of them, but for a nudge.
        cut: when their phone cannot be reached.
        has_come: whether they have; who was taken out has not.
    """

    def __init__(self, number: int, seed: int, thinker: AsyncWorker) -> None:
        self.number, self.name, self._seed, self._thinker = number, PUPILS[number], seed, thinker
        chance = self.chance("is")
        self.comes, self.is_late = 3 + 80 * _share(chance), False
        self._pace, self.tilt = 1.5 + 4 * _share(chance), chance.below(3)
        self.sleep = self.cut = NEVER
        self.has_come = self.is_there = self.has_gone = False
        self._state: Mapping[str, Any] = {}
        self._wish, self._due, self._has_said = PlannedMessage(), 0.0, False
        self._ticket = self._tries = self._nudged = self._count = 0

    def chance(self, *about: object) -> SeededRng:
        """The same whenever they are asked the same."""
        return SeededRng("rehearsal", self._seed, self.number, *map(str, about))

    def hear(self, state: Mapping[str, Any], now: float) -> None:
        """Their phone shows this now, seconds after the beginning; a nudge wakes them."""
        nudged = int(state.get("nudge", 0))
        if nudged > self._nudged:
            self.sleep = NEVER
        self._nudged, self._state = nudged, state
        wish = self._wanted()
        if wish.key != self._wish.key:
            if self._ticket:
                self._thinker.cancel()
            self._ticket, self._tries, self._has_said = 0, 0, False
            self._due = now + wish.pause * (0.5 + _share(self.chance("pause", *wish.key)))
        self._wish = wish

    def refused(self, now: float) -> None:
        """They read why, and try again."""
        self._has_said, self._tries, self._due = False, self._tries + 1, now + 2

    def news(self, now: float, since: float) -> News | None:
        """What their phone does now, seconds after the beginning, and ``since`` the first hand was dealt."""
        if self.has_gone:
            return None
        if not self.has_come:
            self.has_come = self.is_there = (since if self.is_late else now) >= self.comes
            return PhoneJoined(self.number, self.name) if self.has_come else None
        if self.is_there == self.cut.is_on(since):
            self.is_there = not self.is_there
            return PhoneReconnected(self.number) if self.is_there else PhoneDisconnected(self.number)
        is_up = self._wish.key and not self._has_said and now >= self._due
        if not is_up or not self.is_there or self.sleep.is_on(since):
            return None
        words = self._wish.words or self._move()
        if words is None:
            return None
        self._has_said, self._count = True, self._count + 1
        return SeatMessage(self.number, self._count, words)

    def _wanted(self) -> PlannedMessage:
        state = self._state
        for asked, answer in ANSWERS.items():
            words = answer(self, state[asked]) if state.get(asked) else None
            if words is not None:
                return PlannedMessage((asked, *words.values()), READS, words)
        if state["lobby"] or state["over"] or state["showing"] or state["waiting"]:
            return PlannedMessage()
        if state["seats"][state["seat"]]["bot"]:  # a computer has kept the chair warm
            return PlannedMessage(("here", state["match"], state["ply"]), 0.0, {"do": STILL_HERE})
        if state["turn"] != state["seat"]:
            return PlannedMessage()
        return PlannedMessage(("move", state["match"], state["ply"]), self._pace)

    def _move(self) -> Said | None:
        """The move that comes to mind, of what the phone shows alone; `None` while it is thought of."""
        state = self._state
        if self._tries >= TRIES and state["moves"]:
            any_move = self.chance("any", state["ply"], self._tries).pick(state["moves"])
            return {"do": "move", "move": any_move, "ply": state["ply"]}
        if not self._ticket:
            game = find_game(state["game"])
            options = game.info.read_options(state["options"], len(state["seats"]))
            level = self.chance("level").pick(game.bot.levels[:2])
            seed = "rehearsal", self._seed, self.number, state["match"], state["ply"], self._tries
            self._ticket = self._thinker.ask(PONDER, state["game"], state["seen"], options, level, seed)
        answer = self._thinker.answer()
        if answer is None:
            return None
        self._ticket = 0
        if answer.error:
            self._tries += 1
            return None
        return {"do": "move", "move": answer.value[0], "ply": state["ply"]}


def _share(chance: SeededRng) -> float:
    """From 0 to 1."""
    return chance.below(1000) / 1000


READS = 14.0
"""Seconds that somebody takes for a question, about."""
PROPOSE = 6
"""One of so many has a rule to propose."""
LIE = 3
"""So many rules are proposed at most."""


def _vote(pupil: SimulatedPupil, poll: Mapping[str, Any]) -> Said | None:
    """Skill before the charts; after them the chair, the more the more they think of it."""
    if poll["voted"]:
        return None
    after, chance = poll["round"], pupil.chance("vote", poll["round"])
    chair = 10 * (1 + chance.below(2) + after * (2 + pupil.tilt))
    rest = 100 - chair
    skill = 10 * int(rest * (0.3 - 0.1 * after + 0.5 * _share(chance)) / 10)
    return {"do": "vote", "round": poll["round"], "shares": [skill, rest - skill, chair]}


def _rule(pupil: SimulatedPupil, told: Mapping[str, Any]) -> Said | None:
    """Few propose a rule, once; everybody is for those that lie there, or against them."""
    open_ones = [one for one in told["rules"] if not one["played"]]
    mine = next((one for one in open_ones if one["mine"] is None), None)
    if mine is not None:
        yes = pupil.chance("rule", mine["number"]).happens(0.6)
        return {"do": "agree", "rule": mine["number"], "yes": yes}
    proposes = pupil.chance("proposes").below(PROPOSE) == 0 and len(told["rules"]) < LIE
    if proposes and told["may"] and told["choices"]:
        choice = pupil.chance("choice").pick(told["choices"])
        return {"do": "propose", "option": choice["option"], "value": choice["value"]}
    return None


SPANS: Final = {QuestionKind.SCALE.value: STEPS, QuestionKind.NUMBER.value: HUNDRED + 1}
"""So many answers there are to what has none to choose from."""


def _question(pupil: SimulatedPupil, asked: Mapping[str, Any]) -> Said | None:
    """Whatever it is about, once: of what can be numbered the middle more often than the ends."""
    if asked["mine"] is not None:
        return None
    of = len(asked["answers"]) or SPANS[asked["kind"]]
    chance = pupil.chance("question", asked["words"], asked["round"])
    drawn = [chance.below(of) for _draw in range(1 if asked["answers"] else 3)]
    value = sum(drawn) // len(drawn)
    return {"do": "reply", "question": asked["number"], "round": asked["round"], "value": value}


ANSWERS: Final[Mapping[str, Callable[[SimulatedPupil, Any], Said | None]]] = {
    "poll": _vote,
    "rules": _rule,
    "question": _question,
    "ask": lambda _pupil, _asked: {"do": "answer", "number": 0},
}
"""What is said to whatever a phone is asked, by where its state has that; `None` for nothing (more)."""


class SimulatedParty:
    """A party at which pupils are made up; real phones come as ever. A `ClassParty`.

    Attributes:
        pupils: those who are made up, by their seat; real phones have the seats after them.
    """

    def __init__(self, party: ClassParty, hall: Classroom, now: Callable[[], float], seed: int) -> None:
        """Stand in front of a party, for this hall; ``now`` is the time of the lesson in seconds."""
        self._party, self._now = party, now
        self._opened, self._began = now(), math.inf
        count = max(1, hall.plan.chairs - FREE)
        self.pupils = [SimulatedPupil(number, seed, hall.thinker(urgent=False)) for number in range(count)]
        chance, whole = SeededRng("rehearsal", seed), MINUTE * (hall.plan.minutes or USUAL)
        mixed = chance.shuffled(self.pupils)
        mixed[0].sleep = SimulatedProblem(0.2 * whole, 4 * MINUTE)
        mixed[1 % count].cut = SimulatedProblem(0.4 * whole, 3 * MINUTE)
        if count > FEW:
            mixed[2].is_late, mixed[2].comes = True, 0.1 * whole
        self._turn = 0

    def _pupil(self, seat: int) -> SimulatedPupil | None:
        return self.pupils[seat] if seat < len(self.pupils) else None

    # What a hall needs of a party: of those who are made up it is said here, of others there.

    def next_news(self) -> News | None:
        now = self._now()
        while self._turn < len(self.pupils):
            pupil = self.pupils[self._turn]
            self._turn += 1
            if (news := pupil.news(now - self._opened, now - self._began)) is not None:
                return news
        real = self._party.next_news()
        if real is None:
            self._turn = 0  # each of them has one turn until all have been heard
        return real

    def is_there(self, seat: int) -> bool:
        pupil = self._pupil(seat)
        return self._party.is_there(seat) if pupil is None else pupil.is_there

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        pupil, now = self._pupil(seat), self._now()
        if pupil is None:
            self._party.publish(seat, state, events)
            return
        if not state["lobby"]:
            self._began = min(self._began, now)
        pupil.hear(state, now - self._opened)

    def answer(self, seat: int, number: int, refused: str = "") -> None:
        pupil = self._pupil(seat)
        if pupil is None:
            self._party.answer(seat, number, refused)
        elif refused:
            pupil.refused(self._now() - self._opened)

    def remove(self, seat: int) -> None:
        pupil = self._pupil(seat)
        if pupil is None:
            self._party.remove(seat)
        else:
            pupil.has_gone, pupil.is_there = True, False

    def offer(self, places: Sequence[SeatInfo], title: str = "", listed: int | None = None) -> None:
        self._party.offer([one for one in places if self._pupil(one.seat) is None], title, listed)

    def decide(self, seat: int, *, admitted: bool) -> None:
        self._party.decide(seat, admitted=admitted)

    @property
    def claims(self) -> tuple[SeatClaim, ...]:
        return self._party.claims

    @property
    def teacher_channel(self) -> TeacherChannel:
        return self._party.teacher_channel

    def heard(self) -> list[SpectatorMessage]:
        return self._party.heard()

    def together(self) -> AbstractContextManager[None]:
        return self._party.together()

    def serve(self, name: str, data: bytes) -> None:
        self._party.serve(name, data)

    def kept(self) -> dict[str, Any]:
        return self._party.kept()
