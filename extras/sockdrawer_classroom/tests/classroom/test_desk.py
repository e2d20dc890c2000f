"""The teacher's desk, and the pool of workers."""

from __future__ import annotations

import json
import re
import threading
from typing import Any

import pytest

from game.bots.worker import Worker, WorkerResult
from game.i18n import in_language
from game.party.messages import SeatMessage
from game.party.registry import SeatClaim
from sockdrawer_classroom.classroom import (
    AskVote,
    ChairStatus,
    ClassAttendance,
    ClassPhase,
    ClassPhones,
    ClassSnapshot,
    ShowLarge,
    TableSnapshot,
    TeacherDesk,
    WorkerPool,
)
from sockdrawer_classroom.classroom._phone_gateway import MAX_VOTES
from sockdrawer_classroom.classroom._snapshot import LONG_ABSENCE_MS, LONG_THOUGHT_MS, NEWS_S
from sockdrawer_classroom.classroom._teacher_commands import COMMANDS, DEBRIEF, SwapPeople, parse_command
from sockdrawer_classroom.tests.classroom.fake_classroom import NOON, FakeClassroom, command, plan, play_of
from sockdrawer_classroom.tests.classroom.fake_party import RecordingParty
from tests.match.fake_worker import FakeWorker
from tests.sampling import PATIENCE

# The teacher's desk: its commands take effect in the classroom, and its snapshot shows the state.


class Threshold(ClassAttendance):
    """Attendance in which absent people have been away for ``gone``."""

    gone = 0.0

    def away_for(self, person: int) -> float:
        return 0.0 if self.party.is_there(person) else self.gone


class AtDesk:
    """Lesson with its desk."""

    def __init__(self, tables: int = 2, people: int = 10, *, begun: bool = True, **said: Any) -> None:
        self.evening = FakeClassroom(plan(tables, **said), people)
        self.hall = self.evening.hall
        self.party = RecordingParty()
        self.door = Threshold(self.party, self.hall, NOON * 1000)
        self.desk = TeacherDesk(self.door, lambda: self.evening.now)
        if begun:
            self.do("begin")

    def do(self, what: str, **fields: Any) -> None:
        self.desk.execute(parse_command({"do": what, **fields}))

    def refused(self, what: str, **fields: Any) -> str:
        """Return the sentence of a refusal, and check that nothing has changed."""
        before = json.dumps(self.evening.slot.parts)
        with pytest.raises(ValueError, match=r".") as told:
            self.do(what, **fields)
        assert json.dumps(self.evening.slot.parts) == before
        return str(told.value)

    @property
    def glance(self) -> ClassSnapshot:
        return self.desk.snapshot(self.evening.now)

    def table(self, number: int) -> TableSnapshot:
        return self.glance.tables[number - 1]

    def hand_ends(self, number: int = 1) -> None:
        hands = self.hall.table(number).hands
        self.evening.play(lambda: self.hall.table(number).hands > hands)


def test_command_names_in_json_stay() -> None:
    assert list(COMMANDS) == [
        "begin", "pause", "resume", "more", "last_hand", "to_debrief", "swap_rules", "round_now", "seat",
        "swap", "stay", "stand", "shuffle", "by_list", "nudge", "bot", "back", "remove", "rename", "admit",
        "deny", "rules", "proposals", "propose", "play_rule", "drop_rule", "big", "large", "vote", "handouts",
        "ask", "predict", "close_question", "ask_again", "show_question", "show_answer", "door",
    ]  # fmt: skip
    assert parse_command({"do": "large", "table": None}) == ShowLarge(None)


def test_python_keywords_in_json_become_fields() -> None:
    assert parse_command({"do": "swap", "person": 1, "with": 2}) == SwapPeople(1, 2)
    assert parse_command({"do": "vote", "open": True}) == AskVote(is_open=True)


@pytest.mark.parametrize(
    "said",
    [
        None, [], "begin", {}, {"do": 3}, {"do": "fly"}, {"do": "begin", "table": 1},
        {"do": "seat", "person": 1},
        {"do": "more", "minutes": 1.5}, {"do": "more", "minutes": True}, {"do": "pause", "table": 9},
        {"do": "rules", "table": 1, "options": {"exchange": [1]}}, {"do": "big", "loud": True},
        {"do": "rename", "person": 1, "name": ""}, {"do": "vote", "open": True, "round": "now"},
        {"do": "swap", "person": 1, "other": 2}, {"do": "large"}, {"do": "big", "news": None},
    ],
)  # fmt: skip
def test_unknown_commands_are_refused(said: object) -> None:
    with pytest.raises(ValueError, match="can't be done"):
        parse_command(said)


def test_absent_person_cannot_be_seated() -> None:
    made = AtDesk(people=3)
    assert made.refused("seat", person=30, table=1) == "That person has left."
    assert made.refused("pause", table=5) == "There's no such table."


def test_lesson_begins_pauses_and_ends_at_the_desk() -> None:
    made = AtDesk(begun=False, minutes=40, title="Class 9b")
    assert (made.glance.phase, made.glance.clock.words) == ("gathering", "40 min")
    assert [chair.person for chair in made.table(1).chairs] == [None] * 5
    assert len(made.glance.unseated) == 10
    made.do("more", minutes=5)
    made.do("by_list")
    assert [chair.person for chair in made.table(1).chairs] == [0, 1, 2, 3, 4]
    made.do("begin")
    glance = made.glance
    assert (glance.phase, glance.title, glance.people, glance.unseated) == ("playing", "Class 9b", 10, ())
    assert glance.clock.words == "45 min left"
    assert made.refused("begin") == "It has already started."
    assert made.refused("shuffle").startswith("Seats can only be reshuffled before")
    made.do("pause", table=2)
    assert [table.is_paused for table in made.glance.tables] == [False, True]
    made.do("pause")
    assert made.refused("resume", table=2).startswith("All tables are paused")
    made.do("resume")
    made.do("resume", table=2)
    made.do("more", minutes=-5)
    assert made.glance.clock.words == "40 min left"
    assert made.refused("to_debrief") == "No hand has ended yet."
    made.hand_ends()
    made.do("last_hand")
    assert made.refused("more", minutes=5) == "The last hand has already been called."
    made.do("to_debrief")
    assert (made.glance.phase, made.glance.is_over) == (DEBRIEF, True)
    assert made.desk.book().sheets


def test_shuffle_gives_everyone_a_chair() -> None:
    made = AtDesk(3, 13, begun=False)
    made.do("shuffle")
    seated = [chair.person for table in made.glance.tables for chair in table.chairs]
    assert sorted(one for one in seated if one is not None) == list(range(13))
    assert [table.free for table in made.glance.tables] == [0, 1, 1]


def test_seating_on_a_taken_chair_swaps_after_the_hand() -> None:
    made = AtDesk()
    one, other = made.table(1).chairs[0], made.table(2).chairs[3]
    assert one.person is not None
    assert made.refused("seat", person=one.person, table=2).startswith("All chairs at table 2 are taken")
    made.do("seat", person=one.person, table=2, chair=other.seat)
    found = {c.person: c for table in made.glance.tables for c in table.chairs}
    assert (found[one.person].status, found[one.person].words) == (ChairStatus.MOVES, "to table 2")
    assert found[other.person].words == "to table 1"
    made.evening.play(lambda: not made.hall.seating.moves)
    assert one.person in made.hall.table(2).people
    assert other.person in made.hall.table(1).people


def test_pupil_sent_off_has_no_chair_until_seated_again() -> None:
    made = AtDesk()
    one = made.table(1).chairs[2].person
    assert one is not None
    made.do("stand", person=one)
    assert one in made.hall.table(1).people
    assert "stands up" in [chair.words for chair in made.table(1).chairs]
    made.hand_ends(1)
    made.hand_ends(1)
    assert [person.number for person in made.glance.unseated] == [one]
    again = made.evening.resumed()
    again.tick()
    assert [person.number for person in again.hall.seating.standing] == [one]
    made.do("seat", person=one, table=1)
    assert one in made.hall.table(1).people
    assert made.glance.unseated == ()


def test_half_of_the_class_plays_without_the_exchange() -> None:
    made = AtDesk()
    first = [choice for choice in made.glance.choices if choice.first]
    assert [choice.words for choice in first] == [
        "With the exchange", "Without the exchange", "Reversed exchange",
    ]  # fmt: skip
    made.do("rules", table=2, options=first[1].options)
    assert [table.rule for table in made.glance.tables] == ["With the exchange", "Without the exchange"]
    assert made.table(2).changes
    made.hand_ends(2)
    made.evening.play(lambda: not made.table(2).is_closing)
    play = play_of(made.hall.table(2))
    assert play.match.session.options["exchange"] == "off"
    made.do("rules", table=2, options={"pass": "final"})
    assert made.table(2).rule == "Without the exchange, After a pass: stay out"
    assert made.refused("rules", table=1, options={"nonsense": 1})


def test_restoring_usual_rules_is_no_change() -> None:
    made = AtDesk()
    made.do("rules", table=1, options={"exchange": "on"})
    assert not made.table(1).changes


def test_chairs_show_their_status_in_words() -> None:
    made = AtDesk(people=9)
    words = {chair.words for table in made.glance.tables for chair in table.chairs}
    assert "bot" in words
    seen: set[str] = set()
    leads: set[int] = set()

    def look() -> bool:
        for table in made.glance.tables:
            seen.update(chair.words for chair in table.chairs)
            leads.add(sum(chair.leads for chair in table.chairs))
            assert [chair.rank for chair in table.chairs] == [0, 1, 2, 3, 4]
            assert table.chairs[0].title == "Boss"
        return made.hall.table(1).hands == 2

    made.evening.play(look)
    assert {"leads", "out 1st", "out 2nd", "out 3rd"} <= seen
    assert leads == {0, 1}


def test_order_of_leaving_is_shown_until_the_hand_end_closes() -> None:
    made = AtDesk()
    made.hand_ends()
    assert made.table(1).is_closing
    assert made.table(1).hand == 1
    assert max(chair.out for chair in made.table(1).chairs) >= 4
    made.evening.play(lambda: not made.table(1).is_closing)
    assert made.table(1).hand == 2
    assert {chair.out for chair in made.table(1).chairs} <= {0, 1}


def test_fallen_boss_is_news_for_a_while() -> None:
    made = AtDesk(1, 5)
    made.evening.play(lambda: made.glance.news)
    glance = made.glance
    assert glance.news_table == 1
    boss = None
    made.evening.play(lambda: not made.table(1).is_closing)
    boss = made.table(1).chairs[0].name
    assert glance.news == f"Table 1: the Boss has fallen. {boss} takes the throne!"
    assert glance.nameless.startswith("Table 1: the Boss has fallen.")
    assert boss not in glance.nameless
    later = made.desk.snapshot(made.evening.now + NEWS_S)
    assert (later.news, later.news_table) == ("", 0)


def test_stuck_table_asks_for_the_teacher_and_gets_help() -> None:
    made = AtDesk(1, 5)
    made.evening.play(lambda: made.evening.person_to_move(1) is not None)
    slow = made.evening.person_to_move(1)
    assert slow is not None
    made.evening.tick(LONG_THOUGHT_MS / 1000 + 10)
    [need] = made.glance.needs
    assert need.words == f"P{slow} at table 1: thinking for 1:40."
    assert made.table(1).needs_you
    [chair] = [chair for chair in made.table(1).chairs if chair.person == slow]
    assert (chair.status, chair.words) == (ChairStatus.LONG, "1:40")
    made.do("nudge", person=slow)
    made.do("bot", person=slow)
    assert made.glance.needs == ()
    [chair] = [chair for chair in made.table(1).chairs if chair.person == slow]
    assert (chair.words, chair.name) == ("bot for now", f"P{slow}")
    made.do("back", person=slow)
    assert not [chair for chair in made.table(1).chairs if chair.is_bot]


def test_desk_reports_lost_phones_and_seat_claims() -> None:
    made = AtDesk(1, 5)
    party = made.party
    party.away, made.door.gone = {3}, 2 * LONG_ABSENCE_MS
    [need] = made.glance.needs
    assert need.words == "P3 at table 1: no phone for 2 min."
    assert [chair.words for chair in made.table(1).chairs if chair.person == 3] == ["no phone"]
    party.claims = (SeatClaim(3, 1),)
    assert made.glance.needs[0].words == "A phone says it's P3."
    party.claims = (SeatClaim(3, 2, "Eve"),)
    assert made.glance.needs[0].words == "A phone called Eve says it's P3."
    made.do("admit", person=3)
    made.do("deny", person=3)
    for word in ("admit", "deny"):
        assert made.refused(word, person=99)
    assert party.decided == [(3, True), (3, False)]
    made.do("remove", person=3)
    assert party.removed == [3]
    assert 3 not in made.hall.roster


def test_teacher_renames_people_at_the_desk() -> None:
    made = AtDesk(1, 4)
    made.do("rename", person=1, name="  Ayla ")
    assert "Ayla" in [chair.name for chair in made.table(1).chairs]
    assert made.hall.roster[1].name == "Ayla"
    assert made.refused("rename", person=2, name="Ayla") == "Someone here already has that name."
    assert made.refused("rename", person=2, name="Arschloch") == "Please choose another name."
    made = AtDesk(1, 4, begun=False)
    made.do("rename", person=1, name="Ayla")
    assert made.hall.roster[1].name == "Ayla"


def test_votes_count_while_open_and_reach_the_record() -> None:
    made = AtDesk(1, 5)
    poll, vote = made.desk.poll, {"round": 0, "shares": [20, 30, 50]}
    assert poll.cast(1, vote) == "This vote is closed."
    made.do("vote", open=True, round="before")
    assert poll.cast(1, vote) == ""
    assert poll.cast(1, vote) == "You've already voted."
    assert poll.cast(2, {"round": 0, "shares": [90, 30, 50]}).startswith("The shares")
    assert poll.cast(2, {"round": 0, "shares": [10, 40, 50]}) == ""
    told = poll.data_for(2, 5)
    assert told is not None
    assert (told["voted"], told["count"], told["of"]) == (True, 2, 5)
    assert (made.glance.vote.open, made.glance.vote.before) == ("before", 2)
    made.do("vote", open=False)
    assert made.glance.vote.open == ""
    assert made.desk.book().vote.before == ((10, 40, 50), (20, 30, 50))


def test_rule_is_proposed_voted_on_and_played_in_the_next_hand() -> None:
    made = AtDesk()
    rules = made.desk.proposals
    assert rules.propose("exchange", "reversed", 3) == "You can't propose rules right now."
    made.do("proposals", open=True)
    assert rules.propose("exchange", "reversed", 3) == ""
    assert rules.propose("exchange", "reversed", 4) == "This has already been proposed."
    assert rules.propose("pass", "final", 3) == "You've already proposed a rule."
    assert rules.propose("joker_pair_beats_same_rank", 1, 4) == "There's no such rule."
    assert rules.propose("handicap", "first", 4) == "There's no such rule."
    assert rules.agree(4, 1, yes=True) == ""
    assert rules.agree(5, 1, yes=False) == ""
    [rule] = made.glance.rules
    assert (rule.words, rule.name, rule.yes, rule.no) == ("Reversed exchange", "P3", 2, 1)
    told = rules.data_for(4)
    assert told is not None
    assert (told["rules"][0]["mine"], told["may"]) == (True, True)
    made.do("play_rule", rule=1)
    assert [table.rule for table in made.glance.tables] == ["Reversed exchange"] * 2
    assert made.glance.rules[0].is_played
    assert rules.agree(6, 1, yes=True) == "This vote is closed."
    made.do("propose", option="pass", value="final")
    made.do("drop_rule", rule=2)
    assert made.refused("drop_rule", rule=2) == "There's no such rule."


def test_desk_survives_a_restart() -> None:
    made = AtDesk()
    made.do("big", first_names=False, sound=True)
    made.do("large", table=2)
    made.do("vote", open=True, round="after")
    made.do("proposals", open=True)
    made.desk.proposals.propose("pass", "final", 3)
    made.desk.poll.cast(1, {"round": 1, "shares": [20, 30, 50]})
    made.do("pause")
    again = TeacherDesk(
        ClassAttendance(RecordingParty(), made.evening.resumed().hall), lambda: made.evening.now
    )
    again.restore_state(made.evening.slot.parts)
    before, after = made.glance, again.snapshot(made.evening.now)
    assert after.big == before.big
    assert (after.vote, after.rules, after.rules_open) == (before.vote, before.rules, True)
    assert again.book().vote == made.desk.book().vote


def test_snapshot_names_only_open_cards() -> None:
    made, lay = AtDesk(), 0
    for _ in range(60):
        made.evening.move(1)
        made.evening.tick()
        told, play = made.glance.to_json(), play_of(made.hall.table(1))
        open_now = [tuple(table.pop("felt")) for table in told["tables"]]
        if not play.screen.is_closing:
            lead = tuple(play.match.session.observe(None)["lead"])
            assert open_now[0] == lead
            lay += bool(lead)
        assert not re.findall(r"\b(?:10|[2-9JQKA])[SHDC]\b|JK|JOKER", json.dumps(told))
    assert lay > 5


def test_snapshot_is_in_the_viewers_language() -> None:
    made = AtDesk(minutes=30)
    with in_language("de"):
        glance = made.glance
    assert glance.tables[0].chairs[0].title == "Boss"
    assert glance.phase == ClassPhase.PLAYING.value


@pytest.mark.parametrize("game", ["socker", "socki", "rockit", "city"])
def test_snapshot_supports_other_games(game: str) -> None:
    made = AtDesk(1, 2, game=game)
    for _ in range(20):
        made.evening.move(1)
        made.evening.tick()
    table = made.table(1)
    assert len(table.chairs) == len(made.hall.table(1).chairs)
    assert table.rule == "The standard rules"
    assert json.dumps(made.glance.to_json())
    assert made.refused("vote", open=True) == "There's no vote in this game."
    assert made.glance.choices


def test_only_the_flooding_phone_is_slowed_down() -> None:
    evening = FakeClassroom(plan(1), 2)
    party = RecordingParty()
    door = ClassAttendance(party, evening.hall)
    desk = TeacherDesk(door, lambda: evening.now)
    phones = ClassPhones(door, desk)
    command(desk, "proposals", open=True)
    assert desk.proposals.propose("exchange", "reversed") == ""
    asked = {"do": "vote_rule", "rule": 1, "yes": True}
    for number in range(MAX_VOTES + 1):
        party.news.append(SeatMessage(0, number, asked))
    party.news.append(SeatMessage(1, 0, asked))
    phones.tick(0.0)
    told = [party.answers[0, number] for number in range(MAX_VOTES + 1)]
    assert told == [""] * MAX_VOTES + ["Not so fast."]
    assert party.answers[1, 0] == ""


# Workers that many tables share.


def pool(count: int = 1) -> tuple[WorkerPool, list[FakeWorker]]:
    desks: list[FakeWorker] = []

    def make() -> FakeWorker:
        desks.append(FakeWorker())
        return desks[-1]

    return WorkerPool(make, count), desks


def asked(desk: FakeWorker) -> list[str]:
    return [where for where, *_rest in desk.asked]


def test_one_worker_answers_tables_in_turn() -> None:
    made, [desk] = pool()
    one, other = made.thinker(), made.thinker()
    first, second = one.submit("a"), other.submit("b")
    assert asked(desk) == ["a"]
    desk.give("move a")
    assert other.poll_result() is None
    assert asked(desk) == ["a", "b"]
    assert one.poll_result() == WorkerResult(first, "move a")
    desk.give("move b")
    assert other.poll_result() == WorkerResult(second, "move b")
    assert other.poll_result() is None


def test_two_workers_work_at_once() -> None:
    made, [first, second] = pool(2)
    made.thinker().submit("a")
    made.thinker().submit("b")
    assert (asked(first), asked(second)) == (["a"], ["b"])


def test_people_are_served_before_bots() -> None:
    made, [desk] = pool()
    for name in "abc":
        made.thinker().submit(name)
    made.thinker(urgent=True).submit("hint")
    made.thinker(urgent=True).submit("later hint")
    for _ in range(5):
        desk.give("x")
        made.pump()
    assert asked(desk) == ["a", "hint", "later hint", "b", "c"]


def test_answer_to_a_cancelled_request_is_dropped() -> None:
    made, [desk] = pool()
    one, other = made.thinker(), made.thinker()
    one.submit("a")
    other.submit("never")
    other.cancel()
    again = one.submit("again")
    desk.give("old")
    assert one.poll_result() is None
    assert asked(desk) == ["a", "again"]
    desk.give("new", error="")
    assert one.poll_result() == WorkerResult(again, "new")


def test_worker_error_reaches_the_asking_table() -> None:
    made, [desk] = pool()
    one = made.thinker()
    one.submit("a")
    desk.give(None, "It broke.")
    answer = one.poll_result()
    assert answer is not None
    assert answer.error == "It broke."


def test_real_processes_answer_all_tables() -> None:
    woken = threading.Event()
    made = WorkerPool(lambda: Worker(woken.set), 2)
    asked = [(made.thinker(), n) for n in range(5)]
    tickets = [one.submit("operator:add", n, 1) for one, n in asked]
    found: dict[int, WorkerResult] = {}
    while len(found) < len(asked):
        assert woken.wait(PATIENCE)
        woken.clear()
        for one, n in asked:
            answer = one.poll_result()
            if answer is not None:
                found[n] = answer
    made.close()
    assert found == {n: WorkerResult(tickets[n], n + 1) for _one, n in asked}
