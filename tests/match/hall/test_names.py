"""Names that a class may read, and those that are given."""

from __future__ import annotations

import pytest

from game.match.hall.names import GIVEN, NameFilter
from game.match.hall.plan import PEOPLE


@pytest.mark.parametrize(
    "name",
    ["Ayla", "Nazim", "Yoshito", "Cassandra", "Nigel", "Ágnes", "Lîn", "李", "Thure", "Hancock", "Sextus"],
)
def test_names_of_people_are_allowed(name: str) -> None:
    assert NameFilter().fitting(name, []) == name


@pytest.mark.parametrize(
    "name", ["Fuck you", "f u c k", "FÜCK", "sh1t", "Sch3iße", "fuuuck", "Big Ass", "h!tler"]
)
def test_what_nobody_is_called_becomes_a_name_that_is_given(name: str) -> None:
    assert NameFilter().fitting(name, []) == GIVEN[0]


def test_a_teacher_has_words_of_their_own() -> None:
    assert not NameFilter(["Rektor"]).allows("Der Rektor")


def test_nobody_is_called_like_another() -> None:
    names: list[str] = []
    for _ in range(PEOPLE):
        names.append(NameFilter().fitting("", names))
    assert len(set(names)) == PEOPLE
    assert NameFilter().fitting("Ann", ["Ann"]) == "Ann 2"
