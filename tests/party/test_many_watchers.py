"""Forty phones at one table: how much is said to them for a move, and that a slow one holds nothing up."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from game.core.session import Session
from game.party.bulletin import Bulletin
from game.party.connection import Connection
from game.party.party import Party
from tests.party.crowd import crowded
from tests.party.hall import Hall
from tests.party.phones import Phone
from tools.bench_party import position

WATCHERS = 32
LARGEST = 16_000
"""Bytes for a move with 90 cards on the table, to one phone."""


@pytest.fixture
def hall() -> Iterator[Hall]:
    made = Hall(seats=8)
    yield made
    made.close()


def told(number: int) -> Bulletin:
    return Bulletin.of({"ply": number}, [{"kind": "play", "number": number}])


def heard(hall: Hall, phone: Connection) -> list[dict[str, Any]]:
    """The states that a phone was sent."""
    return [json.loads(frame) for frame in hall.frames(phone)]


def test_a_state_is_encoded_once_for_all_who_watch(hall: Hall) -> None:
    seated = [hall.seated(seat) for seat in range(8)]
    watching = [hall.watcher(f"eye {number}") for number in range(WATCHERS)]
    for ply in range(3):
        hall.pool.show(told(ply))
        hall.wait(0)
    assert [len(hall.frames(phone)) for phone in watching] == [3] * WATCHERS
    for ply in range(3):
        assert len({id(hall.frames(phone)[ply]) for phone in watching}) == 1, "the very same bytes"
    assert not any(hall.frames(phone) for phone in seated)


def test_one_phone_is_one_watcher_whatever_it_calls_itself(hall: Hall) -> None:
    phone = hall.watcher("eye")
    for number in range(5):
        hall.say(phone, "look", code=hall.registry.code)
        hall.say(phone, "watch", code=hall.registry.code, watcher=f"eye {number}")
        assert phone.watcher == "eye"


def test_a_slow_watcher_gets_the_newest_state_with_all_that_happened(hall: Hall) -> None:
    slow = hall.watcher("eye")
    for ply in range(5):
        hall.pool.show(told(ply))
    hall.wait(0)
    [last] = heard(hall, slow)
    assert last["state"] == {"ply": 4}
    assert [event["number"] for event in last["events"]] == [0, 1, 2, 3, 4]
    hall.pool.show(told(5))
    hall.wait(0)
    assert [event["number"] for event in heard(hall, slow)[-1]["events"]] == [5]


def test_what_waits_for_a_phone_that_takes_nothing_in_has_an_end(hall: Hall) -> None:
    slow = hall.watcher("eye")
    for ply in range(5000):
        hall.pool.show(told(ply))
    hall.wait(0)
    [last] = heard(hall, slow)
    assert last["state"] == {"ply": 4999}
    assert len(last["events"]) < 100
    assert last["events"][-1]["number"] == 4999


def test_a_move_costs_each_phone_one_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SOCKI with 90 cards on the table: eight who play, and one state for however many watch."""
    counted = {"publish": 0, "show": 0}
    sizes: list[int] = []
    made = Bulletin.of

    def of(state: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> Bulletin:
        bulletin = made(state, events)
        sizes.append(len(bulletin.frame))
        return bulletin

    with crowded(tmp_path, Session.from_position("socki", position())) as crowd:
        crowd.calm()
        assert crowd.hub.party is not None
        watching = [Phone(crowd.hub.party).call() for _ in range(3)]
        for number, phone in enumerate(watching):
            phone.send("watch", code=crowd.code, watcher=f"eye {number}")
        crowd.until(lambda: len(crowd.hub.party.watchers) == 3)  # type: ignore[union-attr]
        crowd.calm()
        crowd.window.turn()
        monkeypatch.setattr(Bulletin, "of", of)
        for name in counted:
            own = getattr(Party, name)
            monkeypatch.setattr(Party, name, _counting(counted, name, own))
        before = [phone.states for phone in crowd.phones]
        assert crowd.phones[0].play(crowd.scene.match.session.moves()[0]) == ""
        crowd.until(lambda: all(phone.state["ply"] == 1 for phone in crowd.phones))
        for _ in range(8):  # whatever the screen has still to show says nothing new to phones
            crowd.window.turn()
        assert [after.states - count for after, count in zip(crowd.phones, before, strict=True)] == [1] * 8
        assert counted["publish"] == 8 * counted["show"], "one for all who watch"
        assert max(sizes) < LARGEST
        for phone in watching:
            while phone.expect("state")["state"].get("ply") != 1:
                continue
            phone.say("react", sign="ha")
            assert phone.next()["type"] == "answer", "nothing more for this move"
            phone.close()


def _counting(counted: dict[str, int], name: str, own: Any) -> Any:
    def count(*arguments: Any, **named: Any) -> Any:
        counted[name] += 1
        return own(*arguments, **named)

    return count
