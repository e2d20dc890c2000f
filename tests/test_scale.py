"""A slice of a product leaves no value out, and a soak leaves no pair out."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from tests.scale import crossed, some

GAMES = ("city", "rockit", "sociable", "socker", "socki")


def axes(test: Callable[..., None]) -> list[pytest.Mark]:
    return [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]


def rows(test: Callable[..., None]) -> list[dict[str, Any]]:
    """Everything that a walk runs a test with."""
    (walk,) = axes(test)
    return [dict(zip(walk.args[0], row.values, strict=True)) for row in walk.args[1]]


def made(name: str = "walk") -> Callable[..., None]:
    def walk(*, game: str, window: object, level: str, house: object) -> None:
        """Nothing: its marks are looked at."""

    walk.__name__ = name
    sizes = [(1280, 720), (960, 540)]
    houses = [("easy", {}), ("hard", {"decks": 2}), ("master", {})]
    pytest.mark.parametrize("game", GAMES)(walk)
    pytest.mark.parametrize("window", sizes, indirect=True, ids=["usual", "small"])(walk)
    pytest.mark.parametrize(("level", "house"), houses)(walk)
    return walk


@pytest.fixture
def _slice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOAK_SCALE", raising=False)


@pytest.mark.usefixtures("_slice")
def test_a_slice_meets_each_value() -> None:
    found = rows(crossed(made()))
    assert len(found) == 5
    assert {row["game"] for row in found} == set(GAMES)
    assert {row["window"] for row in found} == {(1280, 720), (960, 540)}
    assert {row["level"] for row in found} == {"easy", "hard", "master"}
    assert all((row["house"] == {"decks": 2}) == (row["level"] == "hard") for row in found), "pairs stay"


@pytest.mark.usefixtures("_slice")
def test_a_slice_says_what_it_is_run_with() -> None:
    (walk,) = axes(crossed(made()))
    assert walk.kwargs["indirect"] == ["window"]
    names = [row.id.split("-") for row in walk.args[1]]
    assert [name[0] for name in names] == [row["game"] for row in rows(crossed(made()))]
    assert {name[1] for name in names} == {"usual", "small"}


@pytest.mark.usefixtures("_slice")
def test_it_is_the_same_in_every_run_and_another_for_another_test() -> None:
    assert rows(crossed(made())) == rows(crossed(made()))
    many = [row for number in range(40) for row in rows(crossed(made(f"walk_{number}")))]
    assert len({(row["game"], row["window"], row["level"]) for row in many}) == 5 * 2 * 3


def test_a_soak_runs_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOAK_SCALE", "20")
    assert len(list(product(*(axis.args[1] for axis in axes(crossed(made())))))) == 5 * 2 * 3


def test_some_are_taken_and_a_soak_takes_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOAK_SCALE", raising=False)
    assert list(some(GAMES, "socki", "city")) == ["socki", "city"]
    monkeypatch.setenv("SOAK_SCALE", "20")
    assert some(GAMES, "socki") == GAMES
    with pytest.raises(AssertionError):
        some(GAMES)
    with pytest.raises(AssertionError):
        some(GAMES, "chess")


def test_what_is_no_product_is_refused() -> None:
    def walk(*, game: str) -> None:
        """Nothing."""

    with pytest.raises(AssertionError, match="no product"):
        crossed(pytest.mark.parametrize("game", GAMES)(walk))
