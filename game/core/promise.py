"""What is promised of a match before its first card, so that everybody can check afterwards that it was kept.

The promise is a code, the SHA-256 of one line of text, in hexadecimal digits. Everybody may see it from the
beginning; the text is told when the match is over. Its form::

    sock-drawer:1:GAME:VERSION:PLAYERS:SEED:OPTIONS:LAYOUT:POSITION:SALT

with what the headers of the record say: OPTIONS all house rules as ``name=value``, parted by a space; LAYOUT
and POSITION as the SHA-256 of their text, ``-`` where there is none. So nobody can swap the seed, the house
rules, the number of seats or the board once the code was shown. Names are left out: seats change hands.

The salt has 128 bits: without it a short seed, as people type them, could be searched by its code. What the
promise does not say: that nobody has looked at the seed, or tried many before this one.
"""

from __future__ import annotations

import hashlib

from game.core.chance import BITS
from game.core.notation import Promise, Record

FORM = "sock-drawer:1"
"""What the text begins with: no other program, and no later form, has a code in common with this one."""


def promised_text(record: Record, salt: str) -> str:
    """The text whose SHA-256 is the code; it tells the seed, so nobody may see it before the end."""
    parts = (
        FORM,
        record.game,
        record.version,
        record.players,
        record.seed,
        " ".join(f"{name}={value}" for name, value in record.options),
        _digest(record.layout),
        _digest(record.position),
        salt,
    )
    return ":".join(map(str, parts))


def code_of(text: str) -> str:
    """The SHA-256 of a text in UTF-8, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def promised(record: Record, salt: str) -> Promise:
    """The promise of a match that begins as a record says."""
    return Promise(code_of(promised_text(record, salt)), salt)


def is_typed(seed: int) -> bool:
    """Whether a seed is so short that somebody must have typed it; a drawn one has all its bits."""
    return abs(seed) < 1 << BITS // 2


def in_groups(code: str, size: int = 8) -> str:
    """A code in groups of digits, so that people can compare it."""
    return " ".join(code[start : start + size] for start in range(0, len(code), size))


def _digest(text: str | None) -> str:
    return "-" if text is None else code_of(text)
