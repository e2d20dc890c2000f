"""Spectator phones: they see only public information, react, take a seat, and cost little."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from game.core.session import Session
from game.party import spectators
from game.party.connection import PhoneConnection
from game.party.state_updates import StateUpdate
from tests.party.fake_event_loop import Offline
from tests.party.many_phones import Crowds
from tests.party.socket_phone import Host, Phone, Phones
from tests.party.virtual_phone import at_home, play
from tools.bench_party import position


def test_spectator_is_served_in_its_language(host: Host, phone: Phones) -> None:
    eve, ida = phone().watch("eve"), phone().watch("ida")
    eve.send("set_language", language="de")
    host.until(lambda: "de" in host.party.languages)

    def tell(said: str) -> None:
        with host.party.batch():
            host.party.show({"words": said}, [{"kind": "play"}])
            host.party.translate(lambda language: {"words": f"{said} {language}"})

    tell("one")
    assert eve.expect("state") == {
        "type": "state",
        "state": {"words": "one de"},
        "events": [{"kind": "play"}],
    }
    assert ida.expect("state")["state"] == {"words": "one"}
    ida.send("set_language", language="de")
    assert ida.expect("state")["state"] == {"words": "one de"}
    late = phone().watch("late")
    assert late.expect("state")["state"] == {"words": "one"}
    for one in (eve, ida):
        one.drop()
    host.until(lambda: "de" not in host.party.languages)
    tell("two")
    assert late.expect("state")["state"] == {"words": "two"}
    host.party.show({"lobby": True})
    again = phone().watch("again")
    again.send("set_language", language="de")
    assert again.expect("state")["state"] == {"lobby": True}


def test_spectators_receive_only_public_states(host: Host, phone: Phones) -> None:
    host.offer(0)
    seated = phone().join(0)
    host.party.show({"table": ["8H"]}, [{"kind": "play"}])
    eve = phone().watch("eve")
    assert eve.expect("state")["state"] == {"table": ["8H"]}
    host.party.publish(0, {"hand": ["KS"]})
    assert seated.expect("state")["state"] == {"hand": ["KS"]}
    host.party.show({"table": ["9H"]}, [{"kind": "play"}])
    assert eve.expect("state") == {"type": "state", "state": {"table": ["9H"]}, "events": [{"kind": "play"}]}
    host.party.show({"table": ["9H"]}, [{"kind": "pass"}])
    assert eve.expect("state")["events"] == [{"kind": "pass"}]
    assert not any("KS" in text for text in eve.heard)
    assert not any("table" in text for text in seated.heard)
    assert host.party.spectators == ["eve"]


def test_spectator_action_is_reported_and_answered(host: Host, phone: Phones) -> None:
    eve = phone().watch("eve")
    eve.say("react", sign="ha")
    assert eve.expect("answer")["refused"] == ""
    [message] = host.party.take_spectator_messages()
    assert (message.watcher, dict(message.words)) == ("eve", {"do": "react", "sign": "ha"})
    assert host.party.take_spectator_messages() == []


def test_spectator_sees_free_seats_and_takes_one(host: Host, phone: Phones) -> None:
    host.offer()
    eve = phone().watch("eve")
    assert eve.expect("seats")["seats"] == []
    host.offer(2)
    assert [seat["seat"] for seat in eve.expect("seats")["seats"]] == [2]
    eve.join(2)
    assert host.party.held_seats == [2]
    assert host.party.spectators == []
    host.party.show({"table": []})
    host.party.publish(2, {"hand": []})
    assert eve.expect("state")["state"] == {"hand": []}


def test_spectator_needs_the_code(host: Host, phone: Phones) -> None:
    host.party.show({"table": ["8H"]})
    eve = phone()
    eve.send("spectate", code="AAAA", watcher="eve")
    assert eve.expect("error")["why"] == "wrong_code"
    eve.say("react", sign="ha")
    assert eve.expect("error")["why"] == "no_seat"
    assert host.party.spectators == []


def test_number_of_spectators_is_limited(host: Host, phone: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectators, "MAX_SPECTATORS", 2)
    first = phone().watch("eve")
    phone().watch("adam")
    late = phone()
    late.send("spectate", code=host.party.code, watcher="cain")
    assert late.expect("error")["why"] == "full"
    first.drop()
    host.until(lambda: len(host.party.spectators) == 1)
    late.watch("cain")
    host.until(lambda: host.party.spectators == ["adam", "cain"])


def test_spectator_keeps_the_place_when_all_are_taken(hall: Offline, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectators, "MAX_SPECTATORS", 2)
    watching = [hall.watcher("eve"), hall.watcher("adam")]
    hall.say(watching[0], "spectate", code=hall.registry.code, watcher="eve")
    hall.wait(0)
    assert [phone.watcher for phone in watching] == ["eve", "adam"]
    assert not any('"full"' in text for phone in watching for text in hall.sent(phone))


def test_one_address_cannot_take_all_spectator_places(hall: Offline, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectators, "MAX_SPECTATORS", 5)
    greedy = [hall.watcher(f"greedy {number}") for number in range(6)]
    assert [bool(phone.watcher) for phone in greedy] == [True] * 5 + [False]
    others = [hall.watcher(f"eve {number}", f"10.0.1.{number}") for number in range(3)]
    assert all(phone.watcher for phone in others)
    hall.wait(0)
    assert sum(bool(phone.watcher) for phone in greedy) == 2
    assert '"full"' in hall.sent(greedy[4])[-1]
    assert not hall.watcher("late", "10.0.1.9").watcher


def test_unknown_language_is_not_translated(tmp_path: Path) -> None:
    """Phones may send any language. The window translates only to known ones."""
    with at_home(tmp_path, language="fr") as (window, house):
        session = Session.new("sociable", 4, seed=1)
        phones = play(window, house, session, 1, 1e9).phone_seats

        german, *others = (phones.public_in(lambda _seat: False, code) for code in ("de", "xx", "", "fr"))
        assert german
        assert german["title"]
        assert others == [None] * 3


def test_phone_looking_for_a_seat_stops_watching(host: Host, phone: Phones) -> None:
    host.offer(0)
    eve = phone().watch("eve")
    eve.send("list_seats", code=host.party.code)
    host.until(lambda: host.party.spectators == [])
    host.party.show({"table": ["8H"]})
    host.offer(0, 1)
    eve.expect("seats")
    assert not any("8H" in text for text in eve.heard)


# Forty phones at one table: the number of messages per move, and slow phones that hold up no other.


WATCHERS = 32
LARGEST = 16_000  # bytes for a move with 90 cards on the table, to one phone


def told(number: int) -> StateUpdate:
    return StateUpdate.of({"ply": number}, [{"kind": "play", "number": number}])


def heard(hall: Offline, phone: PhoneConnection) -> list[dict[str, Any]]:
    """The states that a phone was sent."""
    return [json.loads(frame) for frame in hall.frames(phone)]


def test_state_is_encoded_once_for_all_spectators(hall: Offline) -> None:
    seated = [hall.seated(seat) for seat in range(8)]
    watching = [hall.watcher(f"eye {number}") for number in range(WATCHERS)]
    for ply in range(3):
        hall.pool.show(told(ply))
        hall.wait(0)
    assert [len(hall.frames(phone)) for phone in watching] == [3] * WATCHERS
    for ply in range(3):
        assert len({id(hall.frames(phone)[ply]) for phone in watching}) == 1, "the very same bytes"
    assert not any(hall.frames(phone) for phone in seated)


def test_one_phone_counts_as_one_spectator(hall: Offline) -> None:
    phone = hall.watcher("eye")
    for number in range(5):
        hall.say(phone, "list_seats", code=hall.registry.code)
        hall.say(phone, "spectate", code=hall.registry.code, watcher=f"eye {number}")
        assert phone.watcher == "eye"


def test_slow_spectator_gets_the_newest_state_and_all_events(hall: Offline) -> None:
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


def test_event_queue_of_a_stalled_spectator_is_bounded(hall: Offline) -> None:
    slow = hall.watcher("eye")
    for ply in range(5000):
        hall.pool.show(told(ply))
    hall.wait(0)
    [last] = heard(hall, slow)
    assert last["state"] == {"ply": 4999}
    assert len(last["events"]) < 100
    assert last["events"][-1]["number"] == 4999


def test_a_move_costs_each_phone_one_state(crowds: Crowds, monkeypatch: pytest.MonkeyPatch) -> None:
    """SOCKI with 90 cards on the table: eight players, and one state for all spectators."""
    sizes: list[int] = []
    made = StateUpdate.of

    def of(state: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> StateUpdate:
        bulletin = made(state, events)
        sizes.append(len(bulletin.frame))
        return bulletin

    crowd = crowds(Session.from_position("socki", position()))
    watching = [Phone(crowd.party).call() for _ in range(3)]
    for number, phone in enumerate(watching):
        phone.send("spectate", code=crowd.code, watcher=f"eye {number}")
    crowd.until(lambda: len(crowd.party.spectators) == 3)
    crowd.calm()
    crowd.window.step()
    monkeypatch.setattr(StateUpdate, "of", of)
    publish, show = Mock(wraps=crowd.party.publish), Mock(wraps=crowd.party.show)
    monkeypatch.setattr(crowd.party, "publish", publish)
    monkeypatch.setattr(crowd.party, "show", show)
    before = [phone.states for phone in crowd.phones]
    crowd.phones[0].play(crowd.match.session.moves()[0])
    crowd.until(lambda: all(phone.state["ply"] == 1 for phone in crowd.phones))
    for _ in range(8):  # animations still to come change nothing for phones
        crowd.window.step()
    assert [after.states - count for after, count in zip(crowd.phones, before, strict=True)] == [1] * 8
    assert publish.call_count == 8 * show.call_count
    assert max(sizes) < LARGEST
    for phone in watching:
        while phone.expect("state")["state"].get("ply") != 1:
            continue
        phone.say("react", sign="ha")
        assert phone.next()["type"] == "answer"
        phone.close()
