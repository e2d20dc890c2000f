"""A match for somebody: how the level of computer players goes with the results of a person."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.core.session import Session
from game.match.adaptive_level import Fit, Rung, count, fit, fitted, known_choice
from game.match.match import Match
from game.match.seats import Seat
from game.store.files import Folder
from game.store.statistics import Statistics

LEVELS = ("easy", "normal", "hard", "master")
ANN, BO = Seat("Ann", 0), Seat("Bo", 1, "normal", fits=True)


@pytest.fixture
def statistics(tmp_path: Path) -> Statistics:
    return Statistics(Folder(tmp_path))


def climbed(text: str, rung: Rung | None = None) -> Rung:
    """What has come of matches against the level of the moment: w won, l lost."""
    rung = rung or Rung("normal")
    for letter in text:
        rung = rung.after(LEVELS, rung.level, won=letter == "w")
    return rung


@pytest.mark.parametrize(
    ("results", "level"),
    [
        ("", "normal"), ("w", "normal"), ("ww", "hard"), ("wlww", "hard"), ("wlwlwl", "normal"),
        ("ll", "easy"), ("lwll", "easy"), ("wwww", "master"), ("wwwwwwww", "master"), ("llllll", "easy"),
        ("wwll", "normal"), ("llww", "normal"), ("wwwwll", "hard"),
    ],
)  # fmt: skip
def test_two_more_won_than_lost_are_a_level(results: str, level: str) -> None:
    assert climbed(results).level == level


def test_it_is_told_why() -> None:
    assert climbed("wlww") == Rung("hard", 0, 0, "normal", 3, 1)
    assert climbed("wlwwl") == Rung("hard", 0, 1, "normal", 3, 1)


def test_only_what_tells_something_new_counts() -> None:
    hard = Rung("hard")
    assert hard.after(LEVELS, "easy", won=True) == hard
    assert hard.after(LEVELS, "master", won=False) == hard
    assert hard.after(LEVELS, "master", won=True).won == 1
    assert hard.after(LEVELS, "easy", won=False).lost == 1


@pytest.mark.parametrize(
    "text", ["", "often", "normal", "normal x 1 - 0 0", "normal 1 -1 - 0 0", "brutal 1 1 - 0 0"]
)
def test_a_file_may_hold_anything(text: str) -> None:
    assert Rung.read(text, LEVELS) == Rung("normal")


def test_what_is_kept_is_read_again() -> None:
    for results in ("", "w", "wlww", "wwwwwwl"):
        assert Rung.read(climbed(results).text(), LEVELS) == climbed(results)


def ended(winner: int, seats: tuple[Seat, ...] = (ANN, BO)) -> Match:
    """A match of Socker that the other side gave up, or of cards that a seat gave up."""
    match = Match(Session.new("socker", seed=1, names=[seat.name for seat in seats]), seats)
    match.concede(1 - winner)
    return match


def test_the_results_of_a_person_move_the_level(statistics: Statistics) -> None:
    assert fit("socker", statistics, ["Ann"]) == Fit("Ann", Rung("normal"))
    for _ in range(2):
        count(ended(0), statistics)
    assert fit("socker", statistics, ["Ann"]).rung == Rung("hard", 0, 0, "normal", 2, 0)
    assert fit("city", statistics, ["Ann"]).rung == Rung("normal"), "each game for itself"
    hard = replace(BO, level="hard/keeper")
    for _ in range(2):
        count(ended(1, (ANN, hard)), statistics)
    assert fit("socker", statistics, ["Ann"]).rung == Rung("normal", 0, 0, "hard", 0, 2)
    lines = dict(statistics.game("socker"))
    assert (lines["Ann"].matches, lines["Ann"].wins) == (4, 2)
    assert list(lines) == ["Ann"], "computer players have no line"


def test_a_match_among_people_moves_nothing(statistics: Statistics) -> None:
    for _ in range(3):
        count(ended(0, (ANN, Seat("Ida", 1))), statistics)
        # The seat of somebody whose pad dropped out is not one of the computer's.
        count(ended(0, (ANN, Seat("Ida", 1, "easy", "pad:1"))), statistics)
    assert fit("socker", statistics, ["Ann"]).rung == Rung("normal")


def test_a_match_with_a_handicap_moves_nothing(statistics: Statistics) -> None:
    """It tells who has won, not how well anybody plays."""
    for _ in range(2):
        session = Session.new("socker", seed=1, options={"handicap": "first"}, names=("Ann", "Bo"))
        match = Match(session, (ANN, BO))
        match.concede(1)
        count(match, statistics)
    assert fit("socker", statistics, ["Ann"]).rung == Rung("normal")
    assert dict(statistics.game("socker"))["Ann"].wins == 2


def test_of_several_people_it_is_for_the_better(statistics: Statistics) -> None:
    for _ in range(2):
        count(ended(0, (replace(ANN, name="Ida"), BO)), statistics)
    assert fit("socker", statistics, ["Ann", "Ida"]).name == "Ida"
    assert fit("socker", statistics, ["Ann", "Zoe"]).name == "Ann"
    assert fit("socker", statistics, []) == Fit("", Rung("normal"))


def test_where_many_play_it_counts_who_is_left_behind(statistics: Statistics) -> None:
    """Third of five: two computer players behind one, two before: neither won nor lost."""
    names = ("Ann", "Bo", "Ida", "Kofi", "Mo")
    seats = tuple(
        Seat(name, n, "" if n == 0 else "easy" if n < 3 else "hard") for n, name in enumerate(names)
    )
    scores = {"equal": "5/9/9/1/1", "won": "9/1/2/3/4", "lost": "1/9/8/7/0"}
    kept = []
    for told in scores.values():
        session = Session.from_position(
            "sociable",
            f"hands=8H/9H/10H/JH/QH order=0,1,2,3,4 lead=- by=- turn=0 scores={told}",
            names=list(names),
        )
        match = Match(session, seats)
        # Nobody wins by another's giving up: the one who gave up is behind everybody.
        match.conceded = 4
        count(match, statistics)
        kept.append(fit("sociable", statistics, ["Ann"]).rung)
    assert kept == [Rung("normal"), Rung("normal", 1, 0), Rung("normal", 1, 1)]


def test_a_seat_that_fits_gets_the_level_of_today(statistics: Statistics) -> None:
    keeper = replace(BO, level="normal/keeper")
    assert fitted("socker", [ANN, keeper], statistics) == [ANN, keeper]
    for _ in range(2):
        count(ended(0), statistics)
    assert fitted("socker", [ANN, keeper], statistics)[1].level == "hard/keeper"
    fixed = replace(keeper, fits=False)
    assert fitted("socker", [ANN, fixed], statistics) == [ANN, fixed]


def test_whoever_takes_the_seat_over_plays_as_chosen() -> None:
    match = Match(Session.new("socker", seed=1, names=["Ann", "Bo"]), (ANN, BO))
    match.hand_over(1, "easy")
    assert match.seats[1] == Seat("Bo", 1, "easy")


def test_a_choice_of_the_lobby_is_kept() -> None:
    assert known_choice("socker", "mine/keeper") == "mine/keeper"
    assert known_choice("socker", "mine/cook") == "mine"
    assert known_choice("socker", "hard") == "hard"
    assert known_choice("socker", "brutal") == ""
