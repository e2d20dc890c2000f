"""Fixtures of the core's party tests, for those of friends elsewhere."""

from collections.abc import Iterator

import pytest

from sockdrawer_elsewhere.tests.relay_phones import Relay, relayed
from tests.party.conftest import (
    browser,
    crowd,
    crowds,
    hall,
    host,
    kept_rooms,
    patient,
    phone,
    quick,
    room,
    running_browser,
    seated,
    tidy,
    window,
)

__all__ = [
    "browser",
    "crowd",
    "crowds",
    "hall",
    "host",
    "kept_rooms",
    "patient",
    "phone",
    "quick",
    "room",
    "running_browser",
    "seated",
    "tidy",
    "window",
]


@pytest.fixture
def relay() -> Iterator[Relay]:
    with relayed() as running_relay:
        yield running_relay
