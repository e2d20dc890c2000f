"""A slice of ``python -m tests.party.attack``: whoever plays is answered, whoever was there comes back."""

from __future__ import annotations

import asyncio
import threading

import pytest

from game.party.messages import SeatMessage
from tests.party.assaults import ASSAULTS
from tests.party.attack import Account, Target, besiege, play_on
from tests.party.phones import Host, Phone
from tests.scale import scaled


class Table(threading.Thread):
    """Whoever looks at what phones say, and answers."""

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


def test_a_party_stands_all_that_strangers_try(
    host: Host, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Each kind from two addresses; the full attack is run by hand."""
    host.offer(0, 1, 2, 3)
    where, _, port = host.party.door.address.rpartition(":")
    target, account = Target(where, int(port), host.party.code), Account()
    table = Table(host)
    table.start()

    async def attack() -> None:
        account.tallies = await besiege(target, 2, lambda rounds: rounds < scaled(1, 20))

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
