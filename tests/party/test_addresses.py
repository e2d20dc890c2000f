"""The address that phones come by: a choice where there are several, and moving along with the network."""

from __future__ import annotations

import pytest

from game.party import server
from game.party import server as network
from tests.party.phones import Host, Phone
from tests.scale import PATIENCE

FIRST, SECOND = "127.0.0.2", "127.0.0.3"
"""Every address of the loopback is this machine."""


class Network:
    """The addresses of this machine, as a test has them."""

    def __init__(self, *found: str) -> None:
        self.found = found

    def addresses(self) -> tuple[str, ...]:
        return self.found


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch) -> Network:
    made = Network(FIRST, SECOND)
    monkeypatch.setattr(network, "local_addresses", made.addresses)
    monkeypatch.setattr(server, "LOOK", 0.02)
    return made


def _open(host: Host) -> None:
    host.party.open(0)
    host.until(lambda: host.party.is_open)


def test_the_host_chooses_by_which_address_phones_come(net: Network) -> None:
    host = Host()
    try:
        _open(host)
        assert host.party.door.addresses == (FIRST, SECOND)
        assert host.party.door.address.startswith(f"{FIRST}:")
        before = host.party.door.qr
        host.party.prefer(SECOND)
        host.until(lambda: host.party.door.address.startswith(f"{SECOND}:"))
        assert host.party.door.link.startswith(f"http://{SECOND}:")
        assert host.party.door.qr != before
        host.offer(0)
        Phone(host.party).call().join(0).close()
    finally:
        host.party.close(PATIENCE)


def test_the_server_moves_along_when_the_address_changes(net: Network) -> None:
    host = Host()
    try:
        _open(host)
        host.offer(0, 1)
        phone = Phone(host.party).call().join(0)
        port = host.party.door.address.partition(":")[2]
        net.found = (SECOND,)
        host.until(lambda: host.party.door.address == f"{SECOND}:{port}")
        other = Phone(host.party).call().join(1)
        phone.send("beat")  # whoever is on the line stays
        for one in (phone, other):
            one.close()
    finally:
        host.party.close(PATIENCE)


def test_a_chosen_address_that_goes_and_comes_is_told_again(net: Network) -> None:
    host = Host()
    try:
        host.party.prefer(SECOND)
        _open(host)
        assert host.party.door.address.startswith(SECOND)
        net.found = (FIRST,)
        host.until(lambda: host.party.door.address.startswith(FIRST))
        net.found = (FIRST, SECOND)
        host.until(lambda: host.party.door.address.startswith(SECOND))
    finally:
        host.party.close(PATIENCE)
