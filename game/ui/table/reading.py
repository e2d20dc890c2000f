"""How long words stand, so that they can be read."""

from __future__ import annotations

LEAST, LETTER = 900.0, 45.0
"""How long a sentence stands at least, and how much longer for each letter, in ms."""


def reading_time(words: str) -> float:
    """How long somebody needs to read a sentence, in ms; no time for no words."""
    return LEAST + LETTER * len(words) if words else 0.0
