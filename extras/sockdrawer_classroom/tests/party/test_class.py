"""A class of forty at eight tables, from the first phone to the files, and the teacher's channel."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from game.core.record import grouped_code
from game.core.rng import SeededRng
from game.core.session import Session
from game.party.connection import PhoneConnection
from game.party.token_channel import (
    MAX_PAGES,
    TOKEN_LENGTH,
    TOKEN_LETTERS,
    TokenChannel,
    is_token,
    plain,
    token_link,
)
from game.store.data_folder import DataFolder
from game.store.room import Room
from game.store.saves import Autosave, SaveSlots
from sockdrawer_classroom.classroom import PAGE_FOLDER, ClassPlan, Classroom, ClassTablePlan, WorkerPool
from sockdrawer_classroom.tests.classroom.fake_classroom import ImmediateWorkerPool
from sockdrawer_classroom.tests.party.class_over_sockets import Pupil, SocketClass, lesson, school
from tests.party.fake_event_loop import Offline
from tests.party.socket_phone import Host, Phones
from tests.sampling import risk, sample_size

RULES: tuple[dict[str, str], ...] = ({}, {"exchange": "off"}, {"exchange": "reversed"})
TABLES, PEOPLE = 8, 38


def plan_of_a_class() -> ClassPlan:
    tables = tuple(ClassTablePlan(5, RULES[n % len(RULES)]) for n in range(TABLES))
    return ClassPlan("sociable", tables, title="Class 9b")


def stir(socket_class: SocketClass, rng: SeededRng, number: int) -> None:
    """Cause trouble: a phone reconnects, two pupils are swapped, or one plays out of turn."""
    pupil, other = rng.pick(socket_class.pupils), rng.pick(socket_class.pupils)
    if pupil.asleep or other.asleep:  # a bot that plays for a sleeper does not follow a swap
        return
    if number % 3 == 0:
        pupil.drop()
        socket_class.until(lambda: not socket_class.party.is_there(pupil.seat))
        pupil.back()
        pupil.played = None
    elif number % 3 == 1:
        socket_class.hall.seating.swap(pupil.seat, other.seat)
    else:
        answer = pupil.say("move", move="pass", ply=0)
        socket_class.until(lambda: answer in pupil.answers)
        assert pupil.answers[answer] != ""


@risk
def test_class_of_38_plays_a_lesson_without_leaks(tmp_path: Path, figure: Callable[[str], None]) -> None:
    """Two hands at every table. ``make soak`` plays a whole lesson of seven."""
    autosave = Autosave(SaveSlots(DataFolder(tmp_path)))
    slot = Room(DataFolder(tmp_path), autosave, "evening")
    with lesson(plan_of_a_class(), PEOPLE, slot) as socket_class:
        socket_class.begin()
        rng, number, hands = SeededRng("class"), 0, sample_size(2, 7)
        asleep = socket_class.pupils[7]
        while not socket_class.hall.is_over:
            number += 1
            socket_class.play()
            assert number < 900 * hands, "\n".join([*socket_class.told(), *socket_class.states()])
            if number % 15 == 14:
                stir(socket_class, rng, number // 15)
            if number == 30:
                asleep.drop()
                asleep.asleep = True
                # A move still in flight would end the takeover.
                socket_class.until(lambda: socket_class.door.away_for(asleep.seat) > 0)
                socket_class.hall.take_over(asleep.seat)
            # Every table finishes its current hand, including the slower ones.
            if all(table.hands >= hands - 1 for table in socket_class.hall.tables):
                socket_class.hall.last_hand()
        socket_class.until(
            lambda: all(pupil.state.get("over") for pupil in socket_class.pupils if not pupil.asleep)
        )
        socket_class.check()
        figure(f"a lesson: {socket_class.checked} states looked at, {number} turns")
        assert socket_class.checked > 1000 * hands
        assert socket_class.moved, "people were swapped, and played on elsewhere"
        assert all(table.hands >= max(1, hands - 1) for table in socket_class.hall.tables)
        asleep.back()  # first, because a bot has kept the chair from match to match
        assert asleep.state["over"]
        sheets = socket_class.hall.class_record().sheets
        assert {Session.from_record(sheet.record).options["exchange"] for sheet in sheets} == {
            "on", "off", "reversed",
        }  # fmt: skip
        assert autosave.flush()
        saved = slot.load()
        again = Classroom(ClassPlan.from_state(saved["hall"]["plan"]), WorkerPool(ImmediateWorkerPool, 1))
        assert again.restore_state(saved) == []
        assert again.class_record().sheets == sheets
        assert len(saved["hall"]["beside"]["party"]["tokens"]) == PEOPLE
    autosave.close()


def test_restart_gives_every_phone_its_chair_back(tmp_path: Path) -> None:
    """The program crashes and restarts. Phones reconnect with their tokens at the same port."""
    autosave = Autosave(SaveSlots(DataFolder(tmp_path)))
    slot = Room(DataFolder(tmp_path), autosave, "evening")
    tables = ClassTablePlan(5), ClassTablePlan(5, {"exchange": "off"})
    with lesson(ClassPlan("sociable", tables), 7, slot) as socket_class:
        socket_class.begin()
        for _ in range(40):
            socket_class.play()
        asleep = socket_class.pupils[3]
        asleep.drop()
        socket_class.until(lambda: not socket_class.party.is_there(asleep.seat))
        socket_class.hall.pause(paused=True)
        tokens = {pupil.name: pupil.token for pupil in socket_class.pupils}
        shown = {
            person.name: table.play.match.session.observe(table.seat_of(person.number))
            for person in socket_class.hall.roster
            for table in socket_class.hall.tables
            if table.play and table.seat_of(person.number) is not None
        }
    assert autosave.flush()
    with lesson(ClassPlan("sociable", tables), 7, slot) as again:
        again.go_on(slot.load())
        for pupil in again.pupils:
            pupil.token = tokens[pupil.name]
            pupil.back()
            again.until(lambda: pupil.state and not pupil.state["lobby"])  # noqa: B023
            assert pupil.state["observation"] == json.loads(json.dumps(shown[pupil.name]))
            assert pupil.state["seats"][pupil.state["seat"]]["name"] == pupil.name
        assert len(again.hall.roster) == 7
    autosave.close()


# The teacher's channel: only its own token gives access, and each command runs once.


@pytest.fixture
def desk() -> Iterator[Offline]:
    offline = Offline()
    offline.token_channel.open()
    yield offline
    offline.close()


def told(desk: Offline, phone: PhoneConnection) -> list[dict[str, Any]]:
    """Messages that a phone received, without heartbeats."""
    return [message for message in map(json.loads, desk.sent(phone)) if message["type"] != "heartbeat"]


def teacher(desk: Offline, language: str = "en") -> PhoneConnection:
    page = desk.line()
    desk.say(page, "token_login", token=desk.token_channel.token)
    desk.say(page, "set_language", language=language)
    return page


def test_teacher_token_is_too_long_to_guess() -> None:
    channels = [TokenChannel(lambda: None, lambda _call: None) for _ in range(50)]
    for channel in channels:
        channel.open()
    assert len({channel.token for channel in channels}) == 50
    assert len(TOKEN_LETTERS) ** TOKEN_LENGTH >= 2**128
    assert all(is_token(channel.token) for channel in channels)
    token = channels[0].token
    assert plain(f" {grouped_code(token, 4).lower()} ") == token
    assert token_link("http://10.0.0.1:8080", "teacher", token) == f"http://10.0.0.1:8080/teacher#{token}"


@pytest.mark.parametrize("token", ["", "A", "0" * TOKEN_LENGTH, "A" * (TOKEN_LENGTH + 1), 7, None])
def test_invalid_saved_token_is_replaced(token: object) -> None:
    token_channel = TokenChannel(lambda: None, lambda _call: None)
    token_channel.open(token)  # type: ignore[arg-type]
    assert is_token(token_channel.token)
    assert token_channel.token != token


def test_teacher_pages_receive_the_state_once(desk: Offline) -> None:
    page = teacher(desk)
    desk.wait(0)
    assert [message["type"] for message in told(desk, page)] == ["token_state"]
    desk.token_channel.tell(lambda language: {"title": f"Class in {language}"})
    desk.wait(0)
    assert b"Class in en" in desk.frames(page)[-1]
    other = teacher(desk, "de")
    desk.token_channel.tell(lambda language: {"title": f"Class in {language}"})
    desk.wait(0)
    assert b"Class in de" in desk.frames(other)[-1]
    assert len(desk.frames(page)) == 1
    again = teacher(desk)
    desk.wait(0)
    assert b"Class in en" in desk.frames(again)[-1]


def test_wrong_teacher_token_gets_nothing(desk: Offline) -> None:
    teacher(desk)
    desk.token_channel.tell(lambda _language: {"title": "Class 9b"})
    right = desk.token_channel.token
    for token in ("", "x", right[:-1], right + "A", right[::-1], desk.registry.code):
        page = desk.line()
        desk.say(page, "token_login", token=token)
        desk.say(page, "set_language", language="en")
        desk.say(page, "action", number=1, words={"do": "command", "command": {"do": "pause"}})
        desk.wait(0)
        assert [message.get("why") for message in told(desk, page)] == ["unknown_token", "no_seat"]
        assert desk.frames(page) == []
    assert desk.token_channel.take_requests() == []


def test_without_a_teacher_no_token_is_accepted(desk: Offline) -> None:
    old, desk.token_channel.token = desk.token_channel.token, ""
    for token in ("", old):
        other_phone = desk.line()
        desk.say(other_phone, "token_login", token=token)
        assert told(desk, other_phone) == [] or told(desk, other_phone)[-1]["why"] == "unknown_token"
        assert not other_phone.has_token


def test_renewing_the_token_closes_old_teacher_pages(desk: Offline) -> None:
    old = desk.token_channel.token
    page, pupil = teacher(desk), desk.seated()
    desk.say(page, "action", number=1, words={"do": "command", "command": {"do": "pause"}})
    desk.token_channel.renew()
    desk.wait(0)
    assert told(desk, page)[-1] == {"type": "closing", "why": "renewed"}
    assert desk.token_channel.take_requests() == []
    assert "closing" not in [message["type"] for message in told(desk, pupil)]
    late = desk.line()
    desk.say(late, "token_login", token=old)
    assert not late.has_token
    assert is_token(desk.token_channel.token)
    assert desk.token_channel.token != old
    assert teacher(desk).has_token


def test_pupil_and_teacher_tokens_are_not_interchangeable(desk: Offline) -> None:
    phone = desk.seated()
    token = phone.token
    desk.say(phone, "token_login", token=desk.token_channel.token)
    assert not phone.has_token
    page = desk.line()
    desk.say(page, "token_login", token=token)
    assert not page.has_token
    desk.say(page, "reconnect", token=desk.token_channel.token)
    desk.wait(0)
    assert [message["why"] for message in told(desk, page)] == ["unknown_token", "unknown_token"]
    watcher = desk.watcher("Eve")
    desk.say(watcher, "token_login", token=desk.token_channel.token)
    assert not watcher.has_token


def test_repeated_command_is_executed_once(desk: Offline) -> None:
    page = teacher(desk)
    wish = {"do": "command", "command": {"do": "more", "minutes": 5}}
    desk.say(page, "action", number=7, words=wish)
    again = teacher(desk)
    desk.say(again, "action", number=7, words=wish)
    [heard] = desk.token_channel.take_requests()
    assert (heard.words, heard.language) == (wish, "en")
    desk.token_channel.answer(7, "Not now.")
    desk.say(again, "action", number=7, words=wish)
    desk.wait(0)
    answers = [message for message in told(desk, again) if message["type"] == "answer"]
    assert answers == [{"type": "answer", "number": 7, "refused": "Not now."}] * 2
    assert desk.token_channel.take_requests() == []


def test_number_of_teacher_pages_is_limited(desk: Offline) -> None:
    pages = [teacher(desk) for _ in range(MAX_PAGES + 1)]
    desk.wait(0)
    assert [page.has_token for page in pages] == [True] * MAX_PAGES + [False]
    assert told(desk, pages[-1])[0]["why"] == "full"


def test_teacher_page_exists_only_with_a_token(host: Host, phone: Phones) -> None:
    made = phone()
    assert made.get("/teacher")[0] == 404
    assert made.get("/teacher/teacher.js")[0] == 404
    host.party.token_channel.open()
    assert made.get("/teacher")[0] == 404, "a page that was not mounted"
    host.party.mount("teacher", PAGE_FOLDER)
    status, text, headers = made.get("/teacher")
    assert status == 200
    assert b"/teacher/teacher.js" in text
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for name in ("teacher.js", "teacher.css", "tables.js", "manrope.ttf"):
        assert made.get(f"/teacher/{name}")[0] == 200
    assert made.get("/teacher/../party.py")[0] == 404
    assert host.party.token_channel.token.encode() not in text


def test_pupils_see_varied_rules_only_when_shown_or_debriefed() -> None:
    with school(2, 0) as class_with_teacher:
        lesson, pupil = class_with_teacher.lesson, Pupil(class_with_teacher.lesson, 0, "Ayla")
        pupil.join()
        lesson.until(lambda: len(class_with_teacher.hall.roster) == 1)
        class_with_teacher.hall.seating.by_list()
        class_with_teacher.command("rules", table=1, options={"exchange": "off"})
        class_with_teacher.command("begin")
        lesson.until(lambda: pupil.state.get("options"))
        assert "exchange" not in pupil.state["options"]
        assert "target" in pupil.state["options"]
        class_with_teacher.command("big", rules=True)
        lesson.until(lambda: pupil.state["options"].get("exchange") == "off")
        class_with_teacher.command("big", rules=False)
        lesson.until(lambda: "exchange" not in pupil.state["options"])
        class_with_teacher.desk.is_debriefing = True
        lesson.until(lambda: pupil.state["options"].get("exchange") == "off")
