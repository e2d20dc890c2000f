"""Rehearsal of a lesson with simulated pupils, for a teacher without a class.

They are placed between the party and the classroom (`SimulatedParty` is a `ClassParty`): they get the state
that a phone would get, and send requests based on that alone. So everything behind is real: tables, votes,
the teacher's page, charts, and real phones, which can join as usual. Pupils arrive, play, propose and vote at
random, from a seed; one is late, one falls asleep, one loses the connection (`SimulatedProblem`). They answer
questions by `ANSWERS`; a new kind of request needs another entry there.

Time is that of the lesson's clock, which runs several times as fast as real time (`speed_of`). Nothing is
saved: a rehearsed classroom has no slot, and its record says that it is a rehearsal.

Flow (a rehearsal): *Rehearse* in `ClassPlanSheet` (`scenes/plan_editor.py`) >
`ClassRunner.start_rehearsal` (`scenes/class_runner.py`), which uses another clock and puts a
`SimulatedParty` in front of the party > as in a real lesson. `Classroom.is_rehearsal` is passed on in
`ClassSnapshot`, to phones, and in `ClassRecord`; `App.paint` writes it over each screen of the window, from
`ClassRunner.mark`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from game.bots.worker import PONDER_REQUEST
from game.core.discovery import find_game
from game.core.rng import SeededRng
from game.match.bot_turns import AsyncWorker
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
from game.party.token_channel import TokenChannel
from sockdrawer_classroom.classroom._class_plan import ClassPlan
from sockdrawer_classroom.classroom._classroom import MINUTE_S, ClassParty, Classroom
from sockdrawer_classroom.classroom._questions import MAX_NUMBER, SCALE_STEPS, QuestionKind

# Invented names, so that no pupil of a real class is meant.
PUPIL_NAMES = (
    "Ayla", "Ben", "Chiara", "David", "Emre", "Finn", "Greta", "Hanna", "Ilja", "Jana", "Kaan", "Leo",
    "Mira", "Noah", "Otto", "Paula", "Quirin", "Rosa", "Sami", "Tom", "Ugur", "Vera", "Willi", "Xenia",
    "Yara", "Zoe", "Anton", "Bela", "Clara", "Dilan", "Elif", "Fritz", "Goran", "Henri", "Ida", "Jonas",
    "Karla", "Luca", "Maya", "Nils",
)  # fmt: skip
FREE_CHAIRS = 2  # chairs left to real phones, played by bots until they come
MINUTES_AROUND, REHEARSAL_MINUTES = (
    10,
    10,
)  # minutes: lesson time outside of play, and duration of a rehearsal
MAX_PUNCTUAL_CLASS = 2  # with at most this number of pupils none is late, so that the lesson can begin
DEFAULT_MINUTES = 35  # default minutes of play


def speed_of(plan: ClassPlan) -> float:
    """Speed of the clock of a rehearsed lesson relative to real time, at least 2."""
    return max(2.0, ((plan.minutes or DEFAULT_MINUTES) + MINUTES_AROUND) / REHEARSAL_MINUTES)


def rehearsed(plan: ClassPlan) -> ClassPlan:
    """Return the plan without the names of real people."""
    return replace(plan, names=())


@dataclass(frozen=True, slots=True)
class SimulatedProblem:
    """Problem of a pupil, so that the teacher sees what it looks like."""

    begins: float  # seconds after the first hand
    lasts: float = math.inf

    def is_on(self, since: float) -> bool:
        """True while the problem lasts; ``since`` is in seconds after the first hand."""
        return self.begins <= since < self.begins + self.lasts


NO_PROBLEM: Final = SimulatedProblem(math.inf)
Said: TypeAlias = dict[str, Any]  # request of a phone as plain JSON
MOVE_TRIES = 3  # attempts of a pupil at a move of the bot, before any offered move is made


class PlannedMessage(NamedTuple):
    """Next request of a pupil."""

    key: tuple[object, ...] = ()  # what it is about; a pupil makes one request for each key
    pause: float = 0.0  # average delay in seconds
    words: Said | None = None  # None for a move, which is computed


class SimulatedPupil:
    """Simulated pupil.

    Attributes:
        number: seat in the party.
        name: name typed on arrival.
        tilt: weight of chairs in the second vote, 0 to 2.
        arrival_s: arrival in seconds after the beginning or, of a late pupil, after the first hand.
        sleep: time without requests, ended by a nudge.
        outage: time without a connection.
        has_come: True after the arrival.
    """

    def __init__(self, number: int, seed: int, thinker: AsyncWorker) -> None:
        self.number, self.name, self._seed, self._thinker = number, PUPIL_NAMES[number], seed, thinker
        rng = self.chance("is")
        self.arrival_s, self.is_late = 3 + 80 * _random_fraction(rng), False
        self._pace, self.tilt = 1.5 + 4 * _random_fraction(rng), rng.below(3)
        self.sleep = self.outage = NO_PROBLEM
        self.has_come = self.is_there = self.has_gone = False
        self._state: Mapping[str, Any] = {}
        self._planned_message, self._due, self._has_said = PlannedMessage(), 0.0, False
        self._ticket = self._tries = self._nudge_count = self._count = 0

    def chance(self, *about: object) -> SeededRng:
        """Return a generator that depends only on the pupil and ``about``."""
        return SeededRng("rehearsal", self._seed, self.number, *map(str, about))

    def hear(self, state: Mapping[str, Any], now: float) -> None:
        """Accept a state at ``now`` (s after the beginning), and plan a request. A nudge wakes the pupil."""
        nudged = int(state.get("nudge", 0))
        if nudged > self._nudge_count:
            self.sleep = NO_PROBLEM
        self._nudge_count, self._state = nudged, state
        message = self._next_request()
        if message.key != self._planned_message.key:
            if self._ticket:
                self._thinker.cancel()
            self._ticket, self._tries, self._has_said = 0, 0, False
            self._due = now + message.pause * (0.5 + _random_fraction(self.chance("pause", *message.key)))
        self._planned_message = message

    def on_refusal(self, now: float) -> None:
        """Plan a refused request again, 2 s after ``now``."""
        self._has_said, self._tries, self._due = False, self._tries + 1, now + 2

    def news(self, now: float, since: float) -> News | None:
        """Return the next message of the pupil's phone; None if it sends none now.

        ``now`` is in seconds after the beginning, ``since`` in seconds after the first hand.
        """
        if self.has_gone:
            return None
        if not self.has_come:
            self.has_come = self.is_there = (since if self.is_late else now) >= self.arrival_s
            return PhoneJoined(self.number, self.name) if self.has_come else None
        if self.is_there == self.outage.is_on(since):
            self.is_there = not self.is_there
            return PhoneReconnected(self.number) if self.is_there else PhoneDisconnected(self.number)
        is_up = self._planned_message.key and not self._has_said and now >= self._due
        if not is_up or not self.is_there or self.sleep.is_on(since):
            return None
        payload = self._planned_message.words or self._move_payload()
        if payload is None:
            return None
        self._has_said, self._count = True, self._count + 1
        return SeatMessage(self.number, self._count, payload)

    def _next_request(self) -> PlannedMessage:
        """Request that the phone's state calls for; an empty one for none."""
        state = self._state
        for key, reply in ANSWERS.items():
            payload = reply(self, state[key]) if state.get(key) else None
            if payload is not None:
                return PlannedMessage((key, *payload.values()), READING_S, payload)
        if state["lobby"] or state["over"] or state["showing_end"] or state["waiting"]:
            return PlannedMessage()
        if state["seats"][state["seat"]]["bot"]:  # a bot has reserved the chair
            return PlannedMessage(("here", state["match"], state["ply"]), 0.0, {"do": STILL_HERE})
        if state["turn"] != state["seat"]:
            return PlannedMessage()
        return PlannedMessage(("move", state["match"], state["ply"]), self._pace)

    def _move_payload(self) -> Said | None:
        """Request with a move computed from the phone's state alone; None while computing or if it failed."""
        state = self._state
        if self._tries >= MOVE_TRIES and state["moves"]:
            any_move = self.chance("any", state["ply"], self._tries).pick(state["moves"])
            return {"do": "move", "move": any_move, "ply": state["ply"]}
        if not self._ticket:
            game = find_game(state["game"])
            options = game.info.read_options(state["options"], len(state["seats"]))
            level = self.chance("level").pick(game.bot.levels[:2])
            seed = "rehearsal", self._seed, self.number, state["match"], state["ply"], self._tries
            arguments = state["game"], state["observation"], options, level, seed
            self._ticket = self._thinker.submit(PONDER_REQUEST, *arguments)
        result = self._thinker.poll_result()
        if result is None:
            return None
        self._ticket = 0
        if result.error:
            self._tries += 1
            return None
        return {"do": "move", "move": result.value[0], "ply": state["ply"]}


def _random_fraction(rng: SeededRng) -> float:
    """Random number from 0 to 0.999."""
    return rng.below(1000) / 1000


READING_S = 14.0  # average seconds for a question
PUPILS_PER_PROPOSAL = 6  # one of this number of pupils proposes a rule
MAX_PROPOSALS = 3  # proposed rules at most


def _vote_payload(pupil: SimulatedPupil, poll: Mapping[str, Any]) -> Said | None:
    """Request to vote, mostly for skill before the charts, more for the chair after; None if voted.

    The difference depends on ``tilt``.
    """
    if poll["voted"]:
        return None
    after, rng = poll["round"], pupil.chance("vote", poll["round"])
    chair = 10 * (1 + rng.below(2) + after * (2 + pupil.tilt))
    rest = 100 - chair
    skill = 10 * int(rest * (0.3 - 0.1 * after + 0.5 * _random_fraction(rng)) / 10)
    return {"do": "vote", "round": poll["round"], "shares": [skill, rest - skill, chair]}


def _rule_payload(pupil: SimulatedPupil, rules_state: Mapping[str, Any]) -> Said | None:
    """Request to vote on an unanswered rule or, from a few pupils, to propose one; None for neither."""
    open_rules = [rule for rule in rules_state["rules"] if not rule["played"]]
    unanswered = next((rule for rule in open_rules if rule["mine"] is None), None)
    if unanswered is not None:
        yes = pupil.chance("rule", unanswered["number"]).with_probability(0.6)
        return {"do": "vote_rule", "rule": unanswered["number"], "yes": yes}
    proposes = (
        pupil.chance("proposes").below(PUPILS_PER_PROPOSAL) == 0 and len(rules_state["rules"]) < MAX_PROPOSALS
    )
    if proposes and rules_state["may"] and rules_state["choices"]:
        choice = pupil.chance("choice").pick(rules_state["choices"])
        return {"do": "propose", "option": choice["option"], "value": choice["value"]}
    return None


# number of possible answers without a list of choices
ANSWER_SPANS: Final = {QuestionKind.SCALE.value: SCALE_STEPS, QuestionKind.NUMBER.value: MAX_NUMBER + 1}


def _question_payload(pupil: SimulatedPupil, question: Mapping[str, Any]) -> Said | None:
    """Request that answers a question, for numbers mostly near the middle; None if answered already."""
    if question["mine"] is not None:
        return None
    option_count = len(question["answers"]) or ANSWER_SPANS[question["kind"]]
    rng = pupil.chance("question", question["words"], question["round"])
    samples = [rng.below(option_count) for _draw in range(1 if question["answers"] else 3)]
    value = sum(samples) // len(samples)
    return {"do": "reply", "question": question["number"], "round": question["round"], "value": value}


# replies to requests in the phone's state, by its key there; None for no reply (any more)
ANSWERS: Final[Mapping[str, Callable[[SimulatedPupil, Any], Said | None]]] = {
    "vote": _vote_payload,
    "rules": _rule_payload,
    "question": _question_payload,
    "ask": lambda _pupil, _data: {"do": "answer", "number": 0},
}


class SimulatedParty:
    """Party with simulated pupils in addition to real phones; a `ClassParty`.

    Attributes:
        pupils: simulated pupils by seat; real phones have the seats after them.
    """

    def __init__(self, party: ClassParty, hall: Classroom, now: Callable[[], float], seed: int) -> None:
        """Put simulated pupils in front of ``party``; ``now`` returns the time of the lesson in seconds."""
        self._party, self._now = party, now
        self._opened_s, self._began = now(), math.inf
        count = max(1, hall.plan.chairs - FREE_CHAIRS)
        self.pupils = [SimulatedPupil(number, seed, hall.thinker(urgent=False)) for number in range(count)]
        rng, duration = SeededRng("rehearsal", seed), MINUTE_S * (hall.plan.minutes or DEFAULT_MINUTES)
        shuffled = rng.shuffled(self.pupils)
        shuffled[0].sleep = SimulatedProblem(0.2 * duration, 4 * MINUTE_S)
        shuffled[1 % count].outage = SimulatedProblem(0.4 * duration, 3 * MINUTE_S)
        if count > MAX_PUNCTUAL_CLASS:
            shuffled[2].is_late, shuffled[2].arrival_s = True, 0.1 * duration
        self._turn = 0

    def _pupil(self, seat: int) -> SimulatedPupil | None:
        """Pupil on this seat; None if it is for a real phone."""
        return self.pupils[seat] if seat < len(self.pupils) else None

    # `ClassParty`: simulated pupils are handled here, others by the real party.

    def next_news(self) -> News | None:
        """Next news of a pupil or else of a real phone; None if all have had their turn."""
        now = self._now()
        while self._turn < len(self.pupils):
            pupil = self.pupils[self._turn]
            self._turn += 1
            if (news := pupil.news(now - self._opened_s, now - self._began)) is not None:
                return news
        real = self._party.next_news()
        if real is None:
            self._turn = 0  # each pupil has one turn until all messages are read
        return real

    def is_there(self, seat: int) -> bool:
        """True if the pupil or the real phone of the seat is connected."""
        pupil = self._pupil(seat)
        return self._party.is_there(seat) if pupil is None else pupil.is_there

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Give a state to the seat's pupil, or send it to the real phone."""
        pupil, now = self._pupil(seat), self._now()
        if pupil is None:
            self._party.publish(seat, state, events)
            return
        if not state["lobby"]:
            self._began = min(self._began, now)
        pupil.hear(state, now - self._opened_s)

    def answer(self, seat: int, number: int, refused: str = "") -> None:
        """Let the seat's pupil try again if ``refused``, or answer the real phone."""
        pupil = self._pupil(seat)
        if pupil is None:
            self._party.answer(seat, number, refused)
        elif refused:
            pupil.on_refusal(self._now() - self._opened_s)

    def remove(self, seat: int) -> None:
        """Let the seat's pupil leave for good, or take the seat from the real phone."""
        pupil = self._pupil(seat)
        if pupil is None:
            self._party.remove(seat)
        else:
            pupil.has_gone, pupil.is_there = True, False

    def offer(self, places: Sequence[SeatInfo], title: str = "", listed: int | None = None) -> None:
        """Offer the seats after the pupils to real phones."""
        self._party.offer(
            [seat_info for seat_info in places if self._pupil(seat_info.seat) is None], title, listed
        )

    def decide(self, seat: int, *, admitted: bool) -> None:
        """Apply the host's decision on a real phone's claim to ``seat``."""
        self._party.decide(seat, admitted=admitted)

    @property
    def claims(self) -> tuple[SeatClaim, ...]:
        """Claims of real phones on seats whose phones are disconnected."""
        return self._party.claims

    @property
    def token_channel(self) -> TokenChannel:
        return self._party.token_channel

    def mount(self, name: str, folder: Path) -> None:
        self._party.mount(name, folder)

    def take_spectator_messages(self) -> list[SpectatorMessage]:
        """Remove and return the waiting messages of spectators."""
        return self._party.take_spectator_messages()

    def batch(self) -> AbstractContextManager[None]:
        """Context manager that sends all messages of its body together."""
        return self._party.batch()

    def serve(self, name: str, data: bytes) -> None:
        """Serve a file to real phones under ``name``."""
        self._party.serve(name, data)

    def dump_state(self) -> dict[str, Any]:
        """State of the real party as plain JSON; pupils have none."""
        return self._party.dump_state()
