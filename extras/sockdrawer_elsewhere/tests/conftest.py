"""Fixtures of the core's party tests, for those of friends elsewhere."""

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
from tests.party.test_evening import opened, pictures

__all__ = [
    "browser",
    "crowd",
    "crowds",
    "hall",
    "host",
    "kept_rooms",
    "opened",
    "patient",
    "phone",
    "pictures",
    "quick",
    "room",
    "running_browser",
    "seated",
    "tidy",
    "window",
]
