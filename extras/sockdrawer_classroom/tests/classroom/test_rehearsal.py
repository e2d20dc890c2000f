"""Rehearsed lessons: simulated people join, play, propose and vote, by what a phone shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from game.core.session import Session
from game.party.messages import PhoneJoined
from sockdrawer_classroom.classroom import (
    ClassAttendance,
    ClassPhase,
    ClassPhones,
    ClassRecord,
    Classroom,
    SimulatedParty,
    TeacherDesk,
    WorkerPool,
    rehearsed,
    speed_of,
)
from sockdrawer_classroom.classroom._simulated_class import ANSWERS, FREE_CHAIRS, PUPIL_NAMES, SimulatedPupil
from sockdrawer_classroom.classroom._teacher_commands import parse_command
from sockdrawer_classroom.tests.classroom.fake_classroom import (
    NOON,
    ImmediateWorkerPool,
    draws,
    plan,
    play_of,
)
from sockdrawer_classroom.tests.classroom.fake_party import RecordingParty

STEP = 0.9  # seconds of the lesson in a turn, as in the window


class Rehearsing:
    """A rehearsed lesson with its teacher."""

    def __init__(self, tables: int = 2, seed: int = 7, **said: Any) -> None:
        said.setdefault("minutes", 35)
        self.now, self.plan = NOON, plan(tables, **said)
        self.party = RecordingParty()
        self.hall = Classroom(rehearsed(self.plan), WorkerPool(ImmediateWorkerPool, 1), None, draws())
        self.hall.is_rehearsal = True
        self.pupils = SimulatedParty(self.party, self.hall, lambda: self.now, seed)
        self.door = ClassAttendance(self.pupils, self.hall, self.now * 1000)
        self.desk = TeacherDesk(self.door, lambda: self.now)
        self.phones = ClassPhones(self.door, self.desk)
        self.needs: set[str] = set()  # all reasons why the teacher had to look

    def do(self, what: str, **fields: Any) -> None:
        self.desk.execute(parse_command({"do": what, **fields}))

    def turn(self) -> None:
        self.now += STEP
        self.hall.tick(STEP * 1000, self.now)
        self.phones.tick(self.now * 1000)
        self.needs |= {f"{one.why} {one.person}" for one in self.desk.snapshot(self.now).needs}

    def until(self, done: Callable[[], object], minutes: float = 60.0) -> None:
        ends = self.now + minutes * 60
        while not done():
            assert self.now < ends
            self.turn()

    def until_second(self, second: float) -> None:
        """Run until ``second`` seconds after the start."""
        self.until(lambda: self.now > NOON + second)

    def have_voted(self, number: int) -> bool:
        return len(self.desk.poll.voters[number]) == len(self.hall.roster)

    def answered(self) -> None:
        """Run until all connected people have answered the open question, then hide it."""
        here = len(self.hall.roster) - 1  # one may be asleep or disconnected
        self.until(lambda: self.desk.questions.count >= here, 3)
        self.do("show_question", question=None)

    def lived(self) -> ClassRecord:
        """Run a whole lesson, with a teacher who only does what the rehearsal leaves to teachers."""
        self.until(lambda: len(self.hall.roster) == len(self.pupils.pupils) - 1)
        self.do("begin")
        self.until(lambda: self.now > self.hall.began + 300)
        self.do("proposals", open=True)
        self.until(lambda: any(len(one.votes) > 2 for one in self.desk.proposals.all))
        self.do("play_rule", rule=self.desk.proposals.all[0].number)
        self.do("ask", words="Is it fair?", answers=["Yes", "No", "It depends"])
        self.answered()
        self.do("ask", words="How fair is it?", kind="scale")
        self.answered()
        self.do("predict", name="boss_stays")
        self.answered()
        self.until(lambda: self.hall.is_over)
        self.do("to_debrief")
        for number, asked in enumerate(("before", "after")):
            self.do("vote", open=True, round=asked)
            self.until(partial(self.have_voted, number), 3)
            self.do("vote", open=False, round=asked)
        return self.desk.book()


def test_rehearsal_covers_a_whole_lesson() -> None:
    made = Rehearsing()
    book = made.lived()
    snapshot = made.desk.snapshot(made.now)
    assert made.hall.phase is ClassPhase.LAST_HAND
    assert snapshot.is_rehearsal
    assert snapshot.people == len(made.pupils.pupils) == 2 * 5 - FREE_CHAIRS
    assert book.is_rehearsal
    assert [len(asked.before) >= 7 for asked in book.questions] == [True] * 3
    assert len({value for asked in book.questions for value in asked.before}) > 5
    assert min(table.hands for table in made.hall.tables) >= 3
    for sheet in book.sheets:
        Session.from_record(sheet.record)  # every move was legal
        assert {name for name, bot in zip(sheet.people, sheet.bots, strict=True) if not bot} <= {*PUPIL_NAMES}
    assert len(book.vote.before) == len(book.vote.after) == 8
    chair = [sum(votes[2] for votes in round_) for round_ in (book.vote.before, book.vote.after)]
    assert chair[1] > chair[0], "the charts have said something"
    assert {why.split()[0] for why in made.needs} >= {"away", "long"}, (
        "a teacher sees what trouble looks like"
    )
    assert made.now - NOON < 60 * 60
    assert ClassRecord.from_json(book.to_json()).is_rehearsal


def test_rehearsal_plays_a_second_round_by_the_other_rule() -> None:
    made = Rehearsing(2, minutes=15)
    for table, exchange in ((1, "on"), (2, "off")):
        made.do("rules", table=table, options={"exchange": exchange})
    made.until(lambda: len(made.hall.roster) == len(made.pupils.pupils) - 1)
    made.do("begin")
    made.until(lambda: made.hall.is_over)
    made.do("to_debrief")
    made.do("swap_rules", people="stay")
    hands = [table.hands for table in made.hall.tables]
    made.until(lambda: all(table.hands > n for table, n in zip(made.hall.tables, hands, strict=True)), 15)
    assert {sheet.round for sheet in made.desk.book().sheets} == {1, 2}
    assert made.desk.book().is_rehearsal


def test_equal_seeds_give_equal_lessons() -> None:
    books = []
    for seed in (7, 7, 8):
        made = Rehearsing(1, seed=seed)
        made.until_second(90)
        made.do("begin")
        made.until_second(400)
        books.append(made.desk.book().to_json())
    assert books[0] == books[1] != books[2]


@pytest.mark.parametrize("game", ["socki", "rockit", "socker", "city"])
def test_every_game_can_be_rehearsed(game: str) -> None:
    made = Rehearsing(2, game=game)
    made.until(lambda: len(made.hall.roster) == len(made.pupils.pupils) - 1)
    made.do("begin")

    def moves() -> int:
        return min(len(table.play.match.session.log) for table in made.hall.tables if table.play)

    made.until(lambda: moves() > 12)


def test_rehearsal_at_a_table_for_two_leaves_a_seat_for_a_real_phone() -> None:
    made = Rehearsing(1, game="socker")
    assert len(made.pupils.pupils) == 1
    made.until(lambda: len(made.hall.roster) == 1)
    made.do("begin")
    made.until_second(200)


def test_late_asleep_and_disconnected_pupils_recover() -> None:
    made = Rehearsing(3)
    made.until(lambda: len(made.hall.roster) == len(made.pupils.pupils) - 1)
    late = next(one for one in made.pupils.pupils if one.is_late)
    assert late.number not in made.hall.roster
    made.do("begin")
    made.until(lambda: late.number in made.hall.roster, 5)
    asleep = next(one for one in made.pupils.pupils if one.sleep.lasts < 300)
    made.until(lambda: f"long {asleep.number}" in made.needs, 14)
    made.do("nudge", person=asleep.number)
    made.until(lambda: not made.desk.snapshot(made.now).needs, 1)
    gone = next(one for one in made.pupils.pupils if one.outage.lasts < 300)
    made.until(lambda: f"away {gone.number}" in made.needs, 20)
    made.do("bot", person=gone.number)
    made.until(lambda: gone.is_there, 4)
    table, seat = made.hall.seating.chair_of(gone.number) or (None, 0)
    assert table is not None
    play = play_of(table)
    made.until(lambda: not play.match.seats[seat].is_bot, 1)


def test_real_phone_joins_and_sees_that_it_is_a_rehearsal() -> None:
    made = Rehearsing()
    made.turn()
    free = [place.seat for place in made.party.places]
    assert free[0] == len(made.pupils.pupils)
    made.party.news.append(PhoneJoined(free[0], "Me"))
    made.turn()
    assert json.loads(made.party.heard_by[free[0]][-1])["state"]["rehearsal"] is True
    made.until(lambda: len(made.hall.roster) == len(made.pupils.pupils))
    made.do("begin")
    made.until(lambda: not json.loads(made.party.heard_by[free[0]][-1])["state"]["lobby"], 1)
    state = json.loads(made.party.heard_by[free[0]][-1])["state"]
    assert state["rehearsal"] is True
    assert {seat["name"] for seat in state["seats"] if not seat["bot"]} <= {"Me", *PUPIL_NAMES}
    assert set(made.party.heard_by) == {free[0]}
    made.do("remove", person=0)
    made.turn()
    assert made.party.removed == []
    assert 0 not in made.hall.roster
    made.do("remove", person=free[0])
    assert made.party.removed == free[:1]


def test_real_lesson_is_not_marked_as_a_rehearsal() -> None:
    made = Rehearsing()
    made.hall.is_rehearsal = False
    made.party.news.append(PhoneJoined(39, "Me"))
    made.turn()
    made.turn()
    assert "rehearsal" not in made.party.heard_by[39][-1]
    assert not made.desk.book().is_rehearsal


def test_rehearsal_takes_ten_minutes_and_uses_no_real_names() -> None:
    for minutes in (15, 35, 90):
        made = plan(minutes=minutes, names=("Real Name",))
        assert (minutes + 10) / speed_of(made) <= 12.5
        assert rehearsed(made).names == ()
    assert speed_of(plan(minutes=35)) == 4.5
    assert len(set(PUPIL_NAMES)) == 40


def test_simulated_pupil_answers_every_question_consistently() -> None:
    pupil = SimulatedPupil(3, 7, ImmediateWorkerPool())
    asked = {
        "vote": {"round": 1, "voted": False},
        "rules": {"rules": [{"number": 1, "mine": None, "played": False}], "may": True, "choices": []},
        "ask": {"answers": ["Yes", "No"]},
    }
    assert asked.keys() <= ANSWERS.keys()
    for kind, told in asked.items():
        assert ANSWERS[kind](pupil, told) == ANSWERS[kind](pupil, told) != None  # noqa: E711 - both at once
    assert sum(ANSWERS["vote"](pupil, asked["vote"])["shares"]) == 100  # type: ignore[index]
