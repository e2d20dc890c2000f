"""Validation of messages from phones and strangers: bad ones change nothing."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from game.core.graphemes import is_ignorable
from game.core.session import Session
from game.party import connection
from game.party.connection_pool import Backoff
from game.party.messages import (
    MAX_MESSAGE_SIZE,
    BadMessage,
    Heartbeat,
    JoinRequest,
    ListSeatsRequest,
    SeatMessage,
    SeatRequest,
    clean_name,
    read,
)
from tests.party.fake_event_loop import Offline
from tests.party.many_phones import Crowds
from tests.party.socket_phone import Host, Phone
from tests.sampling import sample_size
from tools.attack import ASSAULTS, GOOD, Account, Target, besiege, play_on, strange_messages


@pytest.mark.parametrize("message", GOOD)
def test_good_messages_are_read(message: dict[str, Any]) -> None:
    """Unlike strange ones, they raise no `BadMessage`."""
    assert read(json.dumps(message)) is not None


def test_read_returns_typed_messages() -> None:
    assert read('{"type":"heartbeat"}') == Heartbeat()
    assert read('{"type":"list_seats","code":"wool"}') == ListSeatsRequest("wool")
    assert read('{"type":"join","code":"W","seat":0,"name":" a\\u0007  b "}') == JoinRequest("W", 0, "a b")
    assert read('{"type":"action","number":1,"words":{"do":"sort"}}') == SeatRequest(1, {"do": "sort"})
    look = {"do": "set_look"}
    assert read('{"type":"action","number":2,"words":{"do":"set_look"}}') == SeatRequest(2, look)


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", '"heartbeat"', '{"type":"boat"}', '{"type":["heartbeat"]}',
        '{"type":"heartbeat","more":1}',
        '{"type":"join","code":"WOOL","seat":true,"name":""}',
        '{"type":"join","code":"WOOL","seat":-1,"name":""}',
        '{"type":"action","number":1,"words":{"do":""}}', '{"type":"action","number":1,"words":{"do":"a b"}}',
        '{"type":"action","number":1,"words":{"do":"_"}}', '{"type":"action","number":1,"words":{"do":"a_"}}',
        '{"type":"action","number":1,"words":{"do":"move","x":1.5}}',
        '{"type":"reconnect","token":"\\ud800"}',
        '{"type":"action","number":1,"words":{"do":"x","y":[[[[[1]]]]]}}',
        '{"type":"action","number":1,"words":{"do":"x","y":"' + "y" * 2001 + '"}}',
        "[" * 100_000, "x" * (MAX_MESSAGE_SIZE + 1),
    ],
)  # fmt: skip
def test_bad_messages_are_refused(text: str) -> None:
    with pytest.raises(BadMessage):
        read(text)


def test_strange_messages_are_read_or_refused() -> None:
    refused, count = 0, sample_size(2000, 1_000_000)
    for text in strange_messages(count):
        try:
            read(text)
        except BadMessage:
            refused += 1
    assert refused > count // 3


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let phones send as many messages as they like."""
    for name in ("MESSAGE_BURST", "MESSAGES_PER_SECOND"):
        monkeypatch.setattr(connection, name, 1e12)


@pytest.mark.usefixtures("unlimited")
def test_strange_messages_do_not_change_the_party(figure: Callable[[str], None]) -> None:
    """Senders in turn: a player, a spectator, a phone listing seats, a stranger. Full count in a soak."""
    hall, count = Offline(seats=3, code="SOCK"), sample_size(2000, 1_000_000)
    phones = [hall.seated(1), hall.watcher("eve"), hall.line(), hall.line()]
    hall.say(phones[2], "list_seats", code="SOCK")
    saved, answered = hall.registry.dump_state(), 0
    for number, text in enumerate(strange_messages(count)):
        if '"leave"' in text or '"list_seats"' in text:
            continue
        hall.pool.on_message(phones[number % len(phones)], text)
        if number % 40 == 0:
            hall.wait(0)
            answered += hall.clear()
    hall.wait(0)
    assert answered > count // 2
    assert hall.registry.dump_state() == saved
    assert phones[0].seat == 1
    assert phones[1].watcher == "eve"
    assert not any(phone.closing for phone in phones)
    hall.close()
    figure(f"{count} strange messages, {answered} of them answered, and nothing has changed")


@pytest.mark.usefixtures("unlimited")
def test_strange_messages_do_not_change_a_match(crowds: Crowds) -> None:
    """Full count in ``make soak``. Illegal moves change nothing, and phones stay connected."""
    crowd = crowds(Session.new("sociable", 5, seed=2))
    before, idle = crowd.match.session.record(), crowd.others[0]
    texts = [text for text in strange_messages(sample_size(500, 10_000)) if '"leave"' not in text]
    for text in texts:
        idle.send_text(text)
    assert idle.attempt("sort") != ""
    assert crowd.match.session.record() == before
    assert len(idle.errors) > len(texts) // 4
    crowd.mover.play(crowd.mover.state["moves"][0])
    crowd.calm()


def test_backoff_grows_with_wrong_codes_and_resets() -> None:
    now = [0.0]
    backoff = Backoff(lambda: now[0])
    waits = []
    for _ in range(8):
        waits.append(backoff.record_failure("10.0.0.7"))
        now[0] += waits[-1]
    assert waits == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert backoff.wait("10.0.0.7") == 0
    backoff.record_failure("10.0.0.7")
    assert backoff.wait("10.0.0.7") == 30
    assert backoff.wait("10.0.0.8") == 0
    backoff.record_success("10.0.0.7")
    assert backoff.record_failure("10.0.0.7") == 0.5


def test_backoff_forgets_the_oldest_addresses() -> None:
    backoff = Backoff(lambda: 0.0)
    for number in range(25_000):
        backoff.record_failure(f"10.0.{number // 250}.{number % 250}")
    assert backoff.wait("10.0.0.0") == 0
    assert backoff.wait("10.0.99.249") > 0


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("\u3164\u2800", ""),
        ("A\u200bnn\u3164", "Ann"),
        ("\u0301\u0308", ""),
        ("Zoe \U0001f984\ufe0f\u200d", "Zoe \U0001f984\ufe0f"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        ("\U0001f44d\U0001f3fd", "\U0001f44d\U0001f3fd"),
        ("\U0001fae8", "\U0001fae8"),  # newer than the tables of some Pythons
        ("\u200d\ufe0f", ""),
        ("\u2067\u05d0\u202e", "\u05d0"),
        ("\U0001f468\u200d\U0001f469" * 25, "\U0001f468\u200d\U0001f469" * 20),
        ("Jo\u0301 O'Neil-Smith", "Jo\u0301 O'Neil-Smith"),
        ("\u0634\u0627\u062f\u064a", "\u0634\u0627\u062f\u064a"),
        ("A\tB\n C", "A B C"),
        ("Zoe\U000e0101", "Zoe"),
        ("Z\u180boe\U000e01ef", "Zoe"),
        ("\U0001f9e6\U000e0101\u180f", "\U0001f9e6"),
    ],
)
def test_names_keep_only_displayable_characters(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


def test_invisible_characters_cannot_duplicate_a_name() -> None:
    twins = {
        chr(code) for code in range(sys.maxunicode + 1)
        if not 0xD800 <= code < 0xE000 and is_ignorable(chr(code)) and clean_name(f"Zo{chr(code)}e") != "Zoe"
    }  # fmt: skip
    assert twins == set()
    assert sum(is_ignorable(chr(code)) for code in range(sys.maxunicode + 1)) == 4174


# A slice of ``python -m tools.attack``: players are answered, and known phones get back in.


class Table(threading.Thread):
    """Thread that answers all actions of phones."""

    def __init__(self, host: Host) -> None:
        super().__init__(daemon=True)
        self.host = host
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            self.host.woken.wait(0.01)
            self.host.woken.clear()
            for news in self.host.party.poll():
                if isinstance(news, SeatMessage):
                    self.host.party.answer(news.seat, news.number)


def test_party_survives_attacks_by_strangers(
    host: Host, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Each attack from two addresses. The full attack is run by hand."""
    host.offer(0, 1, 2, 3)
    where, _, port = host.party.door.address.rpartition(":")
    target, account = Target(where, int(port), host.party.code), Account()
    table = Table(host)
    table.start()

    async def attack() -> None:
        account.tallies = await besiege(target, 2, lambda rounds: rounds < sample_size(1, 20))

    asyncio.run(play_on(target, account, attack, calm=1))
    table.over.set()
    table.join()
    assert account.held, list(account.lines())
    assert account.answers
    assert account.returns
    assert set(account.tallies) == set(ASSAULTS)
    for kind, tally in account.tallies.items():
        assert tally["tried"] > 0, kind
    late = Phone(host.party).call().join(3)
    assert late.seat == 3
    late.close()
    assert caplog.records == []
    assert capfd.readouterr().err == ""
