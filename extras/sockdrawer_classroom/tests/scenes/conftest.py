"""Fixtures of the core's scene tests, for the classroom's."""

from tests.scenes.conftest import (
    closed,
    documents,
    drawn_words,
    quick,
    replays,
    same_match,
    tidy,
    watched,
    window,
)

__all__ = [
    "closed",
    "documents",
    "drawn_words",
    "quick",
    "replays",
    "same_match",
    "tidy",
    "watched",
    "window",
]
