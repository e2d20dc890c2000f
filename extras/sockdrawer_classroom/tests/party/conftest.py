"""Fixtures of the core's party tests, for the classroom's."""

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
