"""When a phone has dropped out: after seconds of silence of its own, never for a computer that is busy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.party.messages import Joined, Returned
from game.party.party import BEAT
from game.ui.match.phones import BLINK
from tests.party.hall import Hall
from tests.party.phones import Host
from tests.party.wire import Wire


@pytest.fixture
def hall() -> Iterator[Hall]:
    made = Hall()
    yield made
    made.close()


@pytest.mark.parametrize("begun", [0.0, 0.5, 1.0, 1.39])
def test_a_phone_is_away_after_six_to_eight_seconds_of_silence(hall: Hall, begun: float) -> None:
    """Wherever between two beats it says its last word; the window waits a blink more."""
    hall.wait(BEAT + begun)
    hall.seated()
    last = hall.clock.now
    hall.wait(20)
    found = hall.dropped()
    assert found is not None
    assert 6 <= found - last + BLINK / 1000 <= 8


def test_a_phone_that_answers_stays(hall: Hall) -> None:
    line = hall.seated()
    for _ in range(100):
        hall.wait(BEAT)
        hall.pool.heard(line, '{"type":"beat"}')
    assert hall.dropped() is None


def test_one_word_in_five_seconds_is_enough(hall: Hall) -> None:
    """Bad Wi-Fi: most of what the phone says is late or lost."""
    line = hall.seated()
    for _ in range(20):
        hall.wait(5)
        hall.pool.heard(line, '{"type":"beat"}')
    assert hall.dropped() is None


@pytest.mark.parametrize("lateness", [0.9, 3.0, 30.0])
def test_no_phone_drops_out_because_the_computer_is_busy(hall: Hall, lateness: float) -> None:
    """What it hears late is not for phones to pay for; afterwards it counts again."""
    hall.seated()
    hall.starve(BEAT - 0.1, lateness, until=100)
    hall.wait(100)
    assert hall.dropped() is None
    hall.wait(60)
    assert hall.dropped() is not None


def test_a_close_by_the_phone_is_told_at_once(hall: Hall) -> None:
    line = hall.seated()
    hall.wait(5)
    hall.pool.leave(line)
    assert hall.dropped() == hall.clock.now


def test_a_phone_that_calls_anew_in_time_was_never_away(hall: Hall) -> None:
    line = hall.seated()
    for _ in range(6):
        hall.wait(5)
        before, line = line, hall.back(line.token)
        hall.wait(0.1)
        hall.pool.leave(before)  # what is left of the old connection comes to its end
        assert hall.pool.there == {line.token}
        assert line.seat == 0
    assert [type(news) for _, news in hall.news] == [Joined]
    assert Returned not in {type(news) for _, news in hall.news}


def test_a_stranger_has_half_a_minute_to_type_the_code(hall: Hall) -> None:
    """Counted from their own call, however long the party has been open."""
    for begun in (0.0, 17.0, 3.0):
        hall.wait(begun)
        line = hall.line()
        for _ in range(17):
            hall.wait(BEAT)
            hall.pool.heard(line, '{"type":"beat"}')
            assert not line.closing
        hall.wait(10)
        assert line.closing


def test_a_page_of_the_teacher_keeps_its_line(hall: Hall) -> None:
    """It has neither a seat nor the room code: its own token is enough."""
    hall.teacher_channel.open()
    page = hall.line()
    hall.say(page, "teach", token=hall.teacher_channel.token)
    for _ in range(100):
        hall.wait(BEAT)
        hall.pool.heard(page, '{"type":"beat"}')
        assert not page.closing


def test_a_burst_that_waited_for_a_busy_computer_is_no_reason_to_hang_up(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it arrives in one piece; each word is answered, and the phone stays."""
    monkeypatch.setattr("game.party.connection.A_SECOND", 1e9)
    host.offer(0)
    phone = Wire(host.party.door.address, *["no message"] * 400)
    phone.hear(b"bad_message", 400)
    phone.send(f'{{"type":"look","code":"{host.party.code}"}}')
    phone.hear(b"seats", 1)
    phone.close()
