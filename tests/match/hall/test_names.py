"""Names that a class may read, and those that are given."""

from __future__ import annotations

import pytest

from game.match.hall import PEOPLE
from game.match.hall._plan import GIVEN, NameFilter


@pytest.mark.parametrize(
    "name",
    [
        "Ayla", "Nazim", "Yoshito", "Cassandra", "Nigel", "Ágnes", "Lîn", "李", "Thure", "Hancock", "Sextus",
        "Rosa Lopez", "Benjamin Chia", "Elias Pasti", "Mari Conde", "Claudio Cane", "Van de Putte",
        "Fickenscher", "Cazzola", "Couillard", "Dominique", "Kike", "Marica", "Huso", "Barsch", "Merdan",
    ],
)  # fmt: skip
def test_names_of_people_are_allowed(name: str) -> None:
    assert NameFilter().fitting(name, []) == name


@pytest.mark.parametrize(
    "name",
    [
        "Fuck you", "f u c k", "FÜCK", "sh1t", "Sch3iße", "fuuuck", "Big Ass", "h!tler",
        "Hurensohn", "Huren Sohn", "Ficken", "Fickdich", "Fick dich", "Wixxer", "Spasti", "Mongo",
        "Missgeburt", "Sieg Heil", "Zigeuner", "Dickhead", "Faggot", "Retard", "Bullshit", "Putain",
        "Connard", "Enculé", "Salope", "Nique ta mère", "Fils de pute", "Puta", "Hijo de puta", "Cabrón",
        "Gilipollas", "Mierda", "Cazzo", "Stronzo", "Stronza", "Coglione", "Vaffanculo", "Merda",
    ],
)  # fmt: skip
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
