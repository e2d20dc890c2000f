"""How long words stand, so that they can be read."""

from __future__ import annotations

LEAST, LETTER = 900.0, 45.0
"""How long a sentence stands at least, and how much longer for each letter, in ms."""
SLOW_LEAST, SLOW_LETTER = 2600.0, 70.0
"""The same of words that come where nobody may look just then, and go by themselves."""


def reading_time(words: str) -> float:
    """How long somebody needs to read a sentence, in ms; no time for no words."""
    return LEAST + LETTER * len(words) if words else 0.0


def unhurried_time(words: str) -> float:
    """How long somebody needs to notice a sentence and to read it, in ms; no time for no words."""
    return SLOW_LEAST + SLOW_LETTER * len(words) if words else 0.0
