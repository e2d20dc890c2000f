"""The teacher's line: a token of its own lets it in, and nothing else does; what it asks for is done once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from game.core.record import in_groups
from game.match.hall._commands import read_wish
from game.party.teacher_channel import (
    LETTERS,
    LONG,
    PAGES,
    TeacherChannel,
    is_token,
    plain,
    teacher_link,
)
from tests.party.hall import Hall
from tests.party.lesson import Pupil
from tests.party.phones import Host, Phone
from tests.party.school import school


@pytest.fixture
def hall() -> Iterator[Hall]:
    made = Hall()
    made.teacher_channel.open()
    yield made
    made.close()


def told(hall: Hall, phone: Any) -> list[dict[str, Any]]:
    """The small messages that a phone got, but signs of life."""
    return [message for message in map(json.loads, hall.sent(phone)) if message["type"] != "beat"]


def teacher(hall: Hall, language: str = "en") -> Any:
    page = hall.line()
    hall.say(page, "teach", token=hall.teacher_channel.token)
    hall.say(page, "speak", language=language)
    return page


def test_a_token_is_long_enough_for_nobody_to_guess_it() -> None:
    channels = [TeacherChannel(lambda: None, lambda _call: None) for _ in range(50)]
    for one in channels:
        one.open()
    assert len({one.token for one in channels}) == 50
    assert len(LETTERS) ** LONG >= 2**128
    assert all(is_token(one.token) for one in channels)
    token = channels[0].token
    assert plain(f" {in_groups(token, 4).lower()} ") == token
    assert teacher_link("10.0.0.1:8080", token) == f"http://10.0.0.1:8080/teacher#{token}"


@pytest.mark.parametrize("token", ["", "A", "0" * LONG, "A" * (LONG + 1), 7, None])
def test_what_is_no_token_is_not_taken_up(token: Any) -> None:
    teacher_channel = TeacherChannel(lambda: None, lambda _call: None)
    teacher_channel.open(token)
    assert is_token(teacher_channel.token)
    assert teacher_channel.token != token


def test_the_teacher_is_told_how_everything_stands(hall: Hall) -> None:
    page = teacher(hall)
    hall.wait(0)
    assert [message["type"] for message in told(hall, page)] == ["desk"]
    hall.teacher_channel.tell(lambda language: {"title": f"Class in {language}"})
    hall.wait(0)
    assert b"Class in en" in hall.frames(page)[-1]
    other = teacher(hall, "de")
    hall.teacher_channel.tell(lambda language: {"title": f"Class in {language}"})
    hall.wait(0)
    assert b"Class in de" in hall.frames(other)[-1]
    assert len(hall.frames(page)) == 1, "who knows it is not told again"
    again = teacher(hall)
    hall.wait(0)
    assert b"Class in en" in hall.frames(again)[-1], "who comes is told at once"


def test_a_wrong_token_gets_nothing(hall: Hall) -> None:
    teacher(hall)
    hall.teacher_channel.tell(lambda _language: {"title": "Class 9b"})
    right = hall.teacher_channel.token
    for token in ("", "x", right[:-1], right + "A", right[::-1], hall.registry.code):
        page = hall.line()
        hall.say(page, "teach", token=token)
        hall.say(page, "speak", language="en")
        hall.say(page, "say", number=1, words={"do": "wish", "wish": {"do": "pause"}})
        hall.wait(0)
        assert [message.get("why") for message in told(hall, page)] == ["unknown_token", "no_seat"]
        assert hall.frames(page) == []
    assert hall.teacher_channel.heard() == []


def test_without_a_teacher_no_token_lets_in(hall: Hall) -> None:
    old, hall.teacher_channel.token = hall.teacher_channel.token, ""
    for token in ("", old):
        other = hall.line()
        hall.say(other, "teach", token=token)
        assert told(hall, other) == [] or told(hall, other)[-1]["why"] == "unknown_token"
        assert not other.teaches


def test_another_code_lets_the_old_pages_out(hall: Hall) -> None:
    old = hall.teacher_channel.token
    page, pupil = teacher(hall), hall.seated()
    hall.say(page, "say", number=1, words={"do": "wish", "wish": {"do": "pause"}})
    hall.teacher_channel.renew()
    hall.wait(0)
    assert told(hall, page)[-1] == {"type": "bye", "why": "renewed"}
    assert hall.teacher_channel.heard() == [], "what they had asked for is not done any more"
    assert "bye" not in [message["type"] for message in told(hall, pupil)]
    late = hall.line()
    hall.say(late, "teach", token=old)
    assert not late.teaches
    assert is_token(hall.teacher_channel.token)
    assert hall.teacher_channel.token != old
    assert teacher(hall).teaches


def test_a_pupil_s_token_never_opens_it_and_its_token_no_seat(hall: Hall) -> None:
    phone = hall.seated()
    token = phone.token
    hall.say(phone, "teach", token=hall.teacher_channel.token)
    assert not phone.teaches, "who has a seat is no teacher"
    page = hall.line()
    hall.say(page, "teach", token=token)
    assert not page.teaches
    hall.say(page, "back", token=hall.teacher_channel.token)
    hall.wait(0)
    assert [message["why"] for message in told(hall, page)] == ["unknown_token", "unknown_token"]
    watcher = hall.watcher("Eve")
    hall.say(watcher, "teach", token=hall.teacher_channel.token)
    assert not watcher.teaches


def test_what_is_asked_for_is_done_once_however_often_it_is_said(hall: Hall) -> None:
    page = teacher(hall)
    wish = {"do": "wish", "wish": {"do": "more", "minutes": 5}}
    hall.say(page, "say", number=7, words=wish)
    again = teacher(hall)
    hall.say(again, "say", number=7, words=wish)
    [heard] = hall.teacher_channel.heard()
    assert (heard.words, heard.language) == (wish, "en")
    hall.teacher_channel.answer(7, "Not now.")
    hall.say(again, "say", number=7, words=wish)
    hall.wait(0)
    answers = [message for message in told(hall, again) if message["type"] == "answer"]
    assert answers == [{"type": "answer", "number": 7, "refused": "Not now."}] * 2
    assert hall.teacher_channel.heard() == []


def test_only_so_many_pages_are_let_in(hall: Hall) -> None:
    pages = [teacher(hall) for _ in range(PAGES + 1)]
    hall.wait(0)
    assert [page.teaches for page in pages] == [True] * PAGES + [False]
    assert told(hall, pages[-1])[0]["why"] == "full"


def test_the_page_is_there_only_where_there_is_a_teacher(host: Host, phone: Callable[[], Phone]) -> None:
    made = phone()
    assert made.get("/teacher")[0] == 404
    assert made.get("/teacher/teacher.js")[0] == 404
    host.party.teacher_channel.open()
    status, text, headers = made.get("/teacher")
    assert status == 200
    assert b"/teacher/teacher.js" in text
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for name in ("teacher.js", "teacher.css", "tables.js", "manrope.ttf"):
        assert made.get(f"/teacher/{name}")[0] == 200
    assert made.get("/teacher/../party.py")[0] == 404
    assert host.party.teacher_channel.token.encode() not in text


def test_the_teacher_lets_the_rules_be_seen_and_the_debrief_does() -> None:
    with school(2, 0) as made:
        lesson, pupil = made.lesson, Pupil(made.lesson, 0, "Ayla")
        pupil.join()
        lesson.until(lambda: len(made.hall.roster) == 1)
        made.hall.seating.by_list()
        made.desk.do(read_wish({"do": "rules", "table": 1, "options": {"exchange": "off"}}))
        made.desk.do(read_wish({"do": "begin"}))
        lesson.until(lambda: pupil.state.get("options"))
        assert "exchange" not in pupil.state["options"], "half of the class plays so, and does not know it"
        assert "target" in pupil.state["options"]
        made.desk.do(read_wish({"do": "big", "rules": True}))
        lesson.until(lambda: pupil.state["options"].get("exchange") == "off")
        made.desk.do(read_wish({"do": "big", "rules": False}))
        lesson.until(lambda: "exchange" not in pupil.state["options"])
        made.desk.is_debriefing = True
        lesson.until(lambda: pupil.state["options"].get("exchange") == "off")


def told_at_table_1(rule: str) -> list[Any]:
    """What five pupils at table 1 are told of their rules while table 2 plays by this one."""
    with school(2, 0) as made:
        lesson = made.lesson
        pupils = [Pupil(lesson, number, f"Pupil {number}") for number in range(5)]
        for pupil in pupils:
            pupil.join()

        def are_there() -> bool:
            return len(made.hall.roster) == 5

        def are_told() -> bool:
            return all(pupil.state.get("table") for pupil in pupils)

        lesson.until(are_there)
        made.hall.seating.by_list()
        made.desk.do(read_wish({"do": "rules", "table": 2, "options": {"exchange": rule}}))
        made.desk.do(read_wish({"do": "big", "first_names": False}))
        made.desk.do(read_wish({"do": "begin"}))
        lesson.until(are_told)
        texts = [text for pupil in pupils for text in pupil.heard]
        assert not any(made.desk.token in text or "first_names" in text for text in texts)
        assert not any("exchange turned round" in text.lower() for text in texts)
        return [pupil.state["options"] for pupil in pupils]


def test_no_pupil_hears_of_the_rules_of_another_table_or_of_the_token() -> None:
    assert told_at_table_1("off") == told_at_table_1("reversed")
