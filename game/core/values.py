"""Frozen values with slots, changed thousands of times in a thought of a computer player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

__all__ = ["replace"]

if TYPE_CHECKING:  # so that a type checker knows the fields
    from dataclasses import replace
else:

    def replace(value, /, **changes):
        """`dataclasses.replace` in less than half its time: the value is copied slot by slot.

        Raises:
            TypeError: the value has no such field.
        """
        kind = type(value)
        made = object.__new__(kind)
        for name, put in _slots(kind):
            put(made, changes.pop(name) if name in changes else getattr(value, name))
        if changes:
            raise TypeError(f"{kind.__name__} has no {', '.join(changes)}.")
        return made


@cache
def _slots(kind: type[Any]) -> tuple[tuple[str, Callable[[object, object], None]], ...]:
    """The fields of a class, and what writes each of them."""
    assert not hasattr(kind, "__post_init__"), f"{kind.__name__} has to be made as it makes itself."
    return tuple((field.name, getattr(kind, field.name).__set__) for field in fields(kind))
