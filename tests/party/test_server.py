"""The server through real sockets: joining, tokens, permissions, and what strangers get."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from game.core.session import Session
from game.party.messages import PhoneDisconnected, PhoneJoined, PhoneLeft, PhoneReconnected, SeatMessage
from game.party.page_files import boot
from game.party.party import NO_JOIN_INFO, Party, PartyState
from game.party.server import PartyServer
from tests.party.many_phones import Crowds
from tests.party.side_door import SideDoor
from tests.party.socket_phone import Host, Phone, Phones, Wire, hosted
from tests.sampling import PATIENCE

ROOT = Path(__file__).parent.parent.parent


def test_a_phone_takes_a_free_seat(host: Host, phone: Phones) -> None:
    host.offer(1, 3)
    first_phone = phone()
    first_phone.send("list_seats", code=first_phone.code.lower())
    message = first_phone.expect("seats")
    assert [seat["seat"] for seat in message["seats"]] == [1, 3]
    assert "has_deals" not in message
    first_phone.join(3, "  Kofi \n the  Great and Wonderful ")
    joined = host.hear(PhoneJoined)
    assert (joined.seat, joined.name) == (3, "Kofi the Great and W")
    assert host.party.held_seats == [3]
    assert host.party.is_there(3)
    two = phone()
    two.send("join", code=two.code, seat=3, name="Eve")
    assert two.expect("error")["why"] == "taken"
    assert [seat["seat"] for seat in two.expect("seats")["seats"]] == [1]


def test_phone_listing_seats_sees_changes(host: Host, phone: Phones) -> None:
    host.offer(0)
    first_phone = phone()
    assert len(first_phone.look()["seats"]) == 1
    host.offer(0, 1, 2)
    assert len(first_phone.expect("seats")["seats"]) == 3
    phone().join(1)
    assert [seat["seat"] for seat in first_phone.expect("seats")["seats"]] == [0, 2]


def test_state_goes_only_to_its_seat_and_again_on_return(host: Host, phone: Phones) -> None:
    host.offer(0, 1)
    first_phone, two = phone().join(0), phone().join(1)
    host.party.publish(0, {"hand": ["8H"]}, [{"kind": "deal"}])
    host.party.publish(1, {"hand": ["9H"]})
    first = first_phone.expect("state")
    assert first["state"] == {"hand": ["8H"]}
    assert first["events"] == [{"kind": "deal"}]
    two.expect("state")
    assert not any("8H" in text for text in two.heard)
    first_phone.drop()
    host.hear(PhoneDisconnected, 0)
    assert not host.party.is_there(0)
    again = first_phone.back().expect("state")
    assert again["state"] == {"hand": ["8H"]}
    assert again["events"] == []
    host.hear(PhoneReconnected, 0)


def test_a_second_phone_with_the_token_takes_over(host: Host, phone: Phones) -> None:
    host.offer(0)
    first_phone = phone().join(0)
    two = phone()
    two.send("reconnect", token=first_phone.token)
    two.expect("seat")
    assert first_phone.expect("closing")["why"] == "elsewhere"
    assert first_phone.next()["type"] == "gone"
    two.say("move", move="draw")
    message = host.hear(SeatMessage)
    assert message.words == {"do": "move", "move": "draw"}
    assert host.party.is_there(0)


def test_action_gets_an_answer(host: Host, phone: Phones) -> None:
    host.offer(2)
    first_phone = phone().join(2)
    number = first_phone.say("move", move="play 8H")
    message = host.hear(SeatMessage)
    assert (message.seat, message.number) == (2, number)
    host.party.answer(2, message.number, "Not now.")
    assert first_phone.expect("answer") == {"type": "answer", "number": number, "refused": "Not now."}


def test_repeated_action_runs_once_and_is_answered_twice(host: Host, phone: Phones) -> None:
    """A phone whose connection was lost repeats its unanswered messages on the next one."""
    host.offer(2)
    first_phone = phone().join(2)
    words: dict[str, Any] = {"number": 7, "words": {"do": "draw"}}
    first_phone.send("action", **words)
    host.hear(SeatMessage)
    first_phone.drop()
    host.hear(PhoneDisconnected)
    host.party.answer(2, 7, "Not now.")
    first_phone.back()
    first_phone.send("action", **words)
    assert first_phone.expect("answer") == {"type": "answer", "number": 7, "refused": "Not now."}
    first_phone.send("action", number=8, words={"do": "pass"})
    assert host.hear(SeatMessage).number == 8


def test_left_and_removed_phones_lose_their_tokens(host: Host, phone: Phones) -> None:
    host.offer(0, 1)
    first_phone, two = phone().join(0), phone().join(1)
    first_phone.send("leave")
    assert host.hear(PhoneLeft).seat == 0
    first_phone.expect("left_ok")
    host.party.remove(1)
    two.expect("seat_taken_away")
    for gone in (first_phone, two):
        gone.send("reconnect", token=gone.token)
        assert gone.expect("error")["why"] == "unknown_token"
        gone.say("move", move="draw")
        assert gone.expect("error")["why"] == "no_seat"
    assert host.party.held_seats == []


def test_quick_join_and_leave_are_both_reported(host: Host, phone: Phones) -> None:
    """The window may poll only after both."""
    host.offer(0)
    first_phone = phone().join(0)
    first_phone.send("leave")
    first_phone.expect("left_ok")
    assert host.party.poll() == [PhoneJoined(0, ""), PhoneLeft(0)]


def test_match_start_renumbers_the_seats(host: Host, phone: Phones) -> None:
    host.offer(1, 3, 2)
    first_phone, two, three = phone().join(1), phone().join(3), phone().join(2)
    host.party.publish(3, {"secret": "of seat 3"})
    host.party.reseat({1: 0, 3: 1})
    assert host.party.held_seats == [0, 1]
    assert three.expect("no_seat")["name"] == "Player 3"
    assert two.expect("seat")["seat"] == 1
    two.say("move", move="draw")
    assert host.hear(SeatMessage).seat == 1
    host.party.publish(1, {"hand": 1})
    while two.expect("state")["state"] != {"hand": 1}:
        pass
    first_phone.drop()
    first_phone.back()
    assert first_phone.seat == 0
    assert not any("secret" in text for text in first_phone.heard)


def test_a_wrong_code_shows_nothing_and_costs_time(
    host: Host, phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.party.connection_pool.FIRST_WAIT_S", 25.0)
    host.offer(0, 1)
    first_phone = phone()
    waits = []
    for _ in range(4):
        first_phone.send("list_seats", code="XXXX")
        error = first_phone.expect("error")
        waits.append((error["why"], error["wait"]))
    assert waits[0] == ("wrong_code", 25.0)
    assert {why for why, _ in waits[1:]} == {"slow"}
    first_phone.send("list_seats", code=first_phone.code)
    assert first_phone.expect("error")["why"] == "slow"
    first_phone.send("join", code=first_phone.code, seat=0, name="Eve")
    assert first_phone.expect("error")["why"] == "slow"
    assert host.party.held_seats == []
    assert "Player" not in "".join(first_phone.heard)


def test_phone_without_a_seat_gets_no_state(host: Host, phone: Phones) -> None:
    host.offer(0)
    first_phone, stranger = phone().join(0), phone()
    stranger.look()
    host.party.publish(0, {"hand": ["8H"]})
    first_phone.expect("state")
    stranger.look()
    assert not any("8H" in text for text in stranger.heard)


@pytest.mark.parametrize("origin", ["", "http://evil.example", "http://127.0.0.1:1", "null"])
def test_other_origins_are_refused(host: Host, origin: str) -> None:
    phone = Phone(host.party)
    with pytest.raises(aiohttp.WSServerHandshakeError):
        phone.call(origin=origin)
    phone.close()


def test_rebound_host_name_is_refused(host: Host) -> None:
    phone = Phone(host.party)
    assert phone.get("/", Host="party.evil.example")[0] == 403
    assert phone.get("/")[0] == 200
    assert phone.get("/../party.py")[0] == 404
    assert phone.get("/play/nothing.js")[0] == 404
    phone.close()


def test_page_policy_allows_only_this_party(host: Host) -> None:
    phone = Phone(host.party)
    for name in (host.party.door.address, "localhost:1", "127.0.0.1"):
        status, _body, headers = phone.get("/", Host=name)
        assert status == 200
        policy = headers["content-security-policy"].split("; ")
        assert f"connect-src 'self' ws://{name}" in policy
        assert [part for part in policy if part.startswith("script-src")] == [f"script-src 'self' {boot()}"]
    for strange in ("127.0.0.1:1; script-src *", "127.0.0.1:x", "127.0.0.1 evil.example", ""):
        assert phone.get("/", Host=strange)[0] == 403
    phone.close()


def test_files_of_a_match_are_served(host: Host) -> None:
    host.party.serve("some.js", b"export const one = 1;\n")
    phone = Phone(host.party)
    status, body, headers = phone.get("/play/some.js")
    assert (status, body) == (200, b"export const one = 1;\n")
    assert headers["content-type"].startswith("text/javascript")
    assert phone.get("/play/some.js", **{"If-None-Match": headers["etag"]})[0] == 304
    host.party.serve("some.js", b"")
    assert phone.get("/play/some.js")[0] == 404
    phone.close()


def test_token_survives_a_closed_party() -> None:
    with hosted() as host:
        host.offer(0, 1)
        phone = Phone(host.party).call().join(1)
        saved = json.loads(json.dumps(host.party.dump_state()))
        port = int(host.party.door.address.rpartition(":")[2])
        host.party.close(PATIENCE)
        assert phone.expect("closing")["why"] == "closed"
        assert host.party.state is PartyState.CLOSED
    later = Host()
    later.party.restore_state(saved)
    later.open(port)
    try:
        assert later.party.code == phone.code
        phone.back()
        assert phone.seat == 1
        later.hear(PhoneReconnected, 1)
    finally:
        later.party.close(PATIENCE)
        phone.close()


def test_nothing_listens_when_no_party_is_open() -> None:
    with hosted() as host:
        host_name, _, port = host.party.door.address.rpartition(":")
        phone = Phone(host.party)
        assert phone.get("/")[0] == 200
        phone.close()
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((host_name, int(port)), PATIENCE)
    assert host.party.door.address == ""
    assert Party().state is PartyState.CLOSED


def test_taken_port_falls_back_to_the_next() -> None:
    with hosted() as host:
        port = int(host.party.door.address.rpartition(":")[2])
        other = Host()
        other.open(port)
        try:
            assert port < int(other.party.door.address.rpartition(":")[2]) < port + 10
        finally:
            other.party.close(PATIENCE)


def test_failed_bind_is_reported() -> None:
    host = Host()
    host.party.open(0, "203.0.113.1")
    host.until(lambda: host.party.state is not PartyState.OPENING)
    assert host.party.state is PartyState.FAILED
    assert host.party.trouble


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize(
    "what", ["game.party.connection_pool.check_heartbeats", "game.party.server.web.AppRunner"]
)
def test_crashed_server_is_reported_and_can_reopen(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_given: object, **_named: object) -> None:
        raise KeyError("a slip")

    host = Host(beat=0.02)
    with monkeypatch.context() as patched:
        patched.setattr(what, breaks)
        host.party.open(0, "127.0.0.1")
        host.until(lambda: host.party.state not in (PartyState.OPENING, PartyState.OPEN))
        host.party.close(PATIENCE)  # its thread ends in this test, and not in the next
    front = host.party.status
    assert (front.state, front.error, front.join_info) == (PartyState.FAILED, "'a slip'", NO_JOIN_INFO)
    host.open()
    host.party.close(PATIENCE)
    assert host.party.state is PartyState.CLOSED


def test_silent_phone_is_dropped() -> None:
    with hosted(beat=0.02) as host:
        host.offer(0)
        join = {"type": "join", "code": host.party.code, "seat": 0, "name": "Ann"}
        wire = Wire(host.party.door.address, json.dumps(join))
        host.hear(PhoneJoined)
        host.hear(PhoneDisconnected, 0)
        token = re.search(rb'"token":"([^"]+)"', wire.hear(b'"token"', 1))
        assert token is not None
        two = Wire(host.party.door.address, json.dumps({"type": "reconnect", "token": token[1].decode()}))
        host.hear(PhoneReconnected, 0)
        wire.close()
        two.close()


def test_recall_accepts_corrupt_data() -> None:
    broken: list[object] = [{"code": "AAAA"}, {"code": 3, "tokens": []}, {"tokens": {"0": "a"}}]
    for saved in (None, 3, [], {}, *broken):
        party = Party()
        party.restore_state(saved)
        assert party.held_seats == []
        assert len(party.code) == 4


def test_qr_code_exists_for_the_link(host: Host) -> None:
    assert host.party.door.link == f"http://{host.party.door.address}/#{host.party.code}"
    size = len(host.party.door.qr)
    assert size >= 21
    assert all(len(row) == size for row in host.party.door.qr)
    assert all(host.party.door.qr[0][:7])


def test_no_server_is_loaded_before_a_party_opens() -> None:
    script = (
        "import sys, game.launch, game.party.party, game.ui.match.match_flow\n"
        "game.party.party.Party()\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('aiohttp', 'segno', 'asyncio')])\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert process.stdout.strip() == "[]"


def test_page_uses_the_windows_language(crowds: Crowds) -> None:
    crowd = crowds(Session.new("socker", 2, seed=2))
    crowd.window.context.update_settings(language="pseudo")
    crowd.hub.mark_changed()
    crowd.window.step()
    phone = Phone(crowd.party)
    texts = json.loads(phone.get("/play/words.json")[1])
    phone.close()
    assert texts["End turn"].startswith("Éñd t")
    assert texts["Your turn, {name}"].count("{name}") == 1
    assert texts["@lang"] == "pseudo"


def test_batched_messages_use_one_thread_call(
    host: Host, phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.offer(0, 1)
    first_phone, two = phone().join(0), phone().join(1)
    parcels: list[object] = []
    soon = PartyServer.soon

    def counted(self: PartyServer, *what: Any) -> None:
        parcels.append(what)
        soon(self, *what)

    monkeypatch.setattr(PartyServer, "soon", counted)
    with host.party.batch():
        host.party.answer(0, 7, "No.")
        host.party.publish(0, {"ply": 1})
        host.party.publish(1, {"ply": 2})
        assert parcels == []
    assert len(parcels) == 1
    assert first_phone.expect("answer")["number"] == 7
    assert first_phone.expect("state")["state"] == {"ply": 1}
    assert two.expect("state")["state"] == {"ply": 2}
    host.party.publish(1, {"ply": 3})
    assert len(parcels) == 2, "after it, each is sent at once"


@pytest.fixture
def faults(caplog: pytest.LogCaptureFixture) -> Callable[[Host], list[str]]:
    """Errors that a party has reported. Each must have been logged, too."""

    def told(host: Host) -> list[str]:
        host.until(lambda: bool(host.party.faults))
        messages = [repr(error) for error in host.party.faults]
        assert len([record for record in caplog.records if record.name == "asyncio"]) == len(messages)
        return messages

    return told


def test_a_call_that_raises_does_not_stop_the_next(
    host: Host, phone: Phones, faults: Callable[[Host], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    host.offer(0)
    first_phone = phone().join(0)

    def breaks(*_given: object) -> None:
        raise KeyError("a slip")

    monkeypatch.setattr("game.party.connection_pool.ConnectionPool.on_reseated", breaks)
    with host.party.batch():
        host.party.publish(0, {"ply": 1})
        host.party.reseat({0: 0})
        host.party.answer(0, 7, "No.")
    messages = [first_phone.next() for _message in range(2)]
    assert {message["type"] for message in messages} == {"state", "answer"}
    assert faults(host) == ["KeyError('a slip')"]
    assert host.party.is_open


def test_a_phone_whose_message_breaks_the_server_is_reported(
    host: Host, phone: Phones, faults: Callable[[Host], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_given: object) -> None:
        raise KeyError("a slip")

    monkeypatch.setattr("game.party.connection_pool.ConnectionPool.on_message", breaks)
    first_phone = phone()
    first_phone.send("list_seats", code=first_phone.code)
    assert first_phone.next()["type"] == "gone"
    assert faults(host) == ["KeyError('a slip')"]


def test_a_task_is_held_until_it_ends_and_its_error_is_reported(
    host: Host, faults: Callable[[Host], list[str]]
) -> None:
    seen: list[int] = []

    class Slip(SideDoor):
        async def begin(self, server: PartyServer) -> None:
            seen.append(len(server.tasks))
            raise KeyError("a slip")

    host.party.attach(Slip())
    assert faults(host) == ["KeyError('a slip')"]
    assert seen == [1]


def test_a_party_opens_again_right_after_it_was_closed(host: Host, phone: Phones) -> None:
    host.offer(0)
    first_phone = phone().join(0)
    port = host.party.door.address.rpartition(":")[2]
    host.party.close()
    host.party.open(int(port), "127.0.0.1")
    assert first_phone.expect("closing")["why"] == "closed"
    host.until(lambda: host.party.state is not PartyState.OPENING)
    assert host.party.is_open, host.party.trouble
    assert host.party.door.address.rpartition(":")[2] == port
    first_phone.back()
    assert first_phone.seat == 0


def test_quickly_reopened_party_opens_once(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[PartyServer] = []
    bind = PartyServer.bind

    def bound(server: PartyServer, port: int, host: str | None) -> None:
        started.append(server)
        bind(server, port, host)

    monkeypatch.setattr(PartyServer, "bind", bound)
    host = Host()
    for _opening in range(3):
        host.party.open(0, "127.0.0.1")
        host.party.close()
    host.party.open(0, "127.0.0.1")
    host.until(lambda: host.party.is_open and len(started) == 4)
    host.party.close(PATIENCE)
    assert host.party.state is PartyState.CLOSED


def test_host_sees_the_path_of_a_crash_report(crowds: Crowds) -> None:
    crowd = crowds(Session.new("socker", 2, seed=2))
    for _again in range(2):
        crowd.party.faults.append(KeyError("a slip"))
        crowd.window.step()
    assert crowd.window.rows[0].text == "Sorry, something went wrong in Sock Drawer."
    [path] = crowd.window.context.stores.folder.path("crashes").iterdir()
    assert "KeyError: 'a slip'" in path.read_text()
    assert "socker" in path.read_text()
    crowd.window.context.scenes.pop(0)
    assert crowd.window.top.is_match
