"""Changed values are those that `dataclasses.replace` makes."""

import dataclasses
from dataclasses import dataclass, field
from typing import Any

import pytest

from game.core.game import replace


@dataclass(frozen=True, slots=True)
class Sock:
    colour: str
    holes: int = 0
    worn_by: tuple[str, ...] = field(default=(), compare=False)


def test_a_changed_value_is_what_it_would_be_otherwise() -> None:
    sock = Sock("red", 2, ("Ann",))
    every: list[dict[str, Any]] = [{}, {"holes": 3}, {"colour": "blue", "worn_by": ()}]
    for changes in every:
        made, other = replace(sock, **changes), dataclasses.replace(sock, **changes)
        assert (made, made.worn_by, hash(made)) == (other, other.worn_by, hash(other))
    assert sock == Sock("red", 2)


def test_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(TypeError, match="Sock has no size"):
        replace(Sock("red"), size=3)  # type: ignore[call-arg]


def test_what_is_made_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        replace(Sock("red"), holes=1).holes = 2  # type: ignore[misc]
