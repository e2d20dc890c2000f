"""The names of the seats of a match."""

from __future__ import annotations

from collections.abc import Sequence


def read_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """The names of so many seats, ``Player 1`` and so on for `None`.

    Raises:
        ValueError: they are too few or too many, or one of them is no text.
    """
    if names is None:
        return tuple(f"Player {seat + 1}" for seat in range(players))
    if (
        isinstance(names, str)
        or not isinstance(names, Sequence)
        or len(names) != players
        or not all(_is_name(name) for name in names)
    ):
        raise ValueError(f"Names are {players} texts, one a seat, not {names!r}.")
    return tuple(names)


def _is_name(name: object) -> bool:
    # Half a pair of UTF-16 cannot be written as UTF-8: the match could not be saved.
    return isinstance(name, str) and not any(0xD800 <= ord(letter) < 0xE000 for letter in name)
