"""Data of players: their level and their statistics."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.core.game import Outcome
from game.core.session import Session
from game.match.adaptive_level import LevelMatch, LevelTrack, count, known_choice, match_level, with_levels
from game.match.match import Match, MatchListener
from game.match.profiles import MAX_REQUESTS, REQUEST_SPAN_MS, ProfileEditor, profiles_of
from game.match.seats import PHONE, Seat
from game.store.data_folder import DataFolder
from game.store.statistics import StatisticsStore

# People on phones change their name and knitting in a match; no window, no server.


class Heard(MatchListener):
    def __init__(self, match: Match) -> None:
        self.dressed: list[int] = []
        match.add_listener(self)

    def on_seat_renamed(self, number: int) -> None:
        self.dressed.append(number)

    def on_seat_handover(self, number: int) -> None:
        raise AssertionError("nobody has given a seat away")


def table() -> tuple[Match, ProfileEditor, Heard]:
    seats = [Seat("Ann", 0, device=PHONE), Seat("Bo", 1, device=PHONE), Seat("Ida", 2, "easy")]
    match = Match(Session.new("socki", 3, seed=1, names=["Ann", "Bo", "Ida"]), seats)
    return match, profiles_of(match), Heard(match)


def rename(mirror: ProfileEditor, seat: int, name: object, now: float = 0.0) -> str:
    return mirror.handle_phone(seat, {"do": "rename", "name": name}, now)


def dress(mirror: ProfileEditor, seat: int, look: object, now: float = 0.0) -> str:
    return mirror.handle_phone(seat, {"do": "set_look", "look": look}, now)


def test_rename_changes_the_seat_and_the_record() -> None:
    match, mirror, heard = table()
    assert rename(mirror, 0, "  Zoe \n Z. ") == ""
    assert match.seats[0] == Seat("Zoe Z.", 0, device=PHONE)
    assert match.session.names[0] == "Zoe Z."
    assert '"Zoe Z."' in match.session.record()
    assert rename(mirror, 0, "Zoe Z.") == ""
    assert heard.dressed == [0], "the same name is no news"


def test_equal_names_are_numbered_and_long_ones_cut() -> None:
    match, mirror, _heard = table()
    assert rename(mirror, 1, "Ann") == rename(mirror, 0, "x" * 80) == ""
    assert [seat.name for seat in match.seats] == ["x" * 20, "Ann 2", "Ida"]


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u2800", "\u0301\u0301", 7, None, True, ["Ann"], {}])
def test_unreadable_name_is_refused(name: object) -> None:
    match, mirror, heard = table()
    assert rename(mirror, 0, name) == "Nobody can read that name. Choose another one."
    assert (match.seats[0].name, heard.dressed) == ("Ann", [])


def test_only_an_unworn_look_can_be_taken() -> None:
    match, mirror, heard = table()
    assert dress(mirror, 0, 6) == ""
    assert [seat.look for seat in match.seats] == [6, 1, 2]
    for worn in (1, 2):
        assert dress(mirror, 0, worn) == "Someone's already wearing that."
    assert dress(mirror, 1, 0) == "", "what was given up is free"
    assert heard.dressed == [0, 1]


@pytest.mark.parametrize("look", [-1, 8, True, "3", None, 10**5, [3]])
def test_invalid_look_is_refused(look: object) -> None:
    match, mirror, _heard = table()
    assert dress(mirror, 0, look) == "You can't do that now."
    assert match.seats[0].look == 0


def test_only_the_flooding_phone_is_refused() -> None:
    _match, mirror, _heard = table()
    told = [dress(mirror, 0, 4 + n % 2, float(n)) for n in range(MAX_REQUESTS + 2)]
    assert told == [""] * MAX_REQUESTS + ["Not so fast."] * 2
    assert rename(mirror, 0, "Zoe", 50.0) == "Not so fast."
    assert rename(mirror, 1, "Zoe", 50.0) == ""
    assert rename(mirror, 0, "Mo", REQUEST_SPAN_MS + 100) == ""


def test_match_counts_for_the_name_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the bots keep their levels."""
    match, mirror, _heard = table()
    levels = [seat.level for seat in match.seats]
    assert rename(mirror, 0, "Zoe") == ""
    match.concede(1)
    told: list[dict[int, str]] = []

    def add(
        _self: StatisticsStore, _game: str, people: dict[int, str], _result: Outcome, **_more: Any
    ) -> None:
        told.append(dict(people))

    monkeypatch.setattr(StatisticsStore, "add", add)
    count(match, StatisticsStore.__new__(StatisticsStore))
    assert told == [{0: "Zoe", 1: "Bo"}]
    assert [seat.level for seat in match.seats] == levels


# Adaptive matches: the level of the bots follows the results of a person.


LEVELS = ("easy", "normal", "hard", "master")
ANN, BO = Seat("Ann", 0), Seat("Bo", 1, "easy", is_adaptive=True)


@pytest.fixture
def statistics(tmp_path: Path) -> StatisticsStore:
    return StatisticsStore(DataFolder(tmp_path))


def climbed(text: str, rung: LevelTrack | None = None) -> LevelTrack:
    """Return the track after matches against the current level: w won, l lost."""
    rung = rung or LevelTrack("normal")
    for letter in text:
        rung = rung.after(LEVELS, rung.level, won=letter == "w")
    return rung


@pytest.mark.parametrize(
    ("results", "level"),
    [
        ("", "normal"), ("w", "hard"), ("ww", "master"), ("l", "easy"), ("ll", "easy"),
        # After at least one win and one loss, a change takes two more of one than of the other.
        ("wl", "hard"), ("wll", "normal"), ("wlw", "hard"), ("wlww", "hard"), ("wlwww", "master"),
        ("lwwlw", "normal"), ("lwlwl", "easy"), ("wllwlwl", "normal"), ("wwll", "hard"), ("llwwww", "normal"),
        # Wins at the strongest level have to be offset by losses there, up to the number that is stored.
        ("wwwwlll", "master"), ("wwwwllll", "hard"), ("ww" + 20 * "w" + 5 * "l", "master"),
        ("ww" + 20 * "w" + 6 * "l", "hard"), ("l" + 20 * "l" + 6 * "w", "normal"),
    ],
)  # fmt: skip
def test_level_changes_by_two_net_wins_and_first_by_one(results: str, level: str) -> None:
    assert climbed(results).level == level


def test_level_track_gives_its_reason() -> None:
    assert climbed("wlwww") == LevelTrack("master", 0, 0, "hard", 3, 1)
    assert climbed("wlwwwl") == LevelTrack("master", 0, 1, "hard", 3, 1)
    assert climbed("ww" + 9 * "w").results == (9, 0), "all that was played at a level beyond which is none"


def test_only_informative_results_count() -> None:
    hard = LevelTrack("hard", 0, 0, "normal", 3, 1)
    assert hard.after(LEVELS, "easy", won=True) == hard
    assert hard.after(LEVELS, "master", won=False) == hard
    assert hard.after(LEVELS, "master", won=True).won == 1
    assert hard.after(LEVELS, "easy", won=False).lost == 1


@pytest.mark.parametrize(
    "text", ["", "often", "normal", "normal x 1 - 0 0", "normal 1 -1 - 0 0", "brutal 1 1 - 0 0"]
)
def test_level_track_reads_any_text(text: str) -> None:
    assert LevelTrack.read(text, LEVELS) == LevelTrack("easy")


def test_level_track_survives_saving() -> None:
    for results in ("", "w", "wlww", "wwwwwwwwl"):
        assert LevelTrack.read(climbed(results).text(), LEVELS) == climbed(results)


def ended(winner: int, seats: tuple[Seat, ...] = (ANN, BO)) -> Match:
    """Return a match of Socker that the other side conceded."""
    match = Match(Session.new("socker", seed=1, names=[seat.name for seat in seats]), seats)
    match.concede(1 - winner)
    return match


def test_results_of_a_person_move_the_level(statistics: StatisticsStore) -> None:
    assert match_level("socker", statistics, ["Ann"]) == LevelMatch("Ann", LevelTrack("easy"))
    count(ended(0), statistics)
    assert match_level("socker", statistics, ["Ann"]).rung == LevelTrack("easy+", 0, 0, "easy", 1, 0)
    assert match_level("city", statistics, ["Ann"]).rung == LevelTrack("easy"), "each game for itself"
    above = replace(BO, level="easy+")
    for _ in range(2):
        count(ended(1, (ANN, above)), statistics)
    assert match_level("socker", statistics, ["Ann"]).rung == LevelTrack("easy", 0, 0, "easy+", 0, 2)
    lines = dict(statistics.game("socker"))
    assert (lines["Ann"].matches, lines["Ann"].wins) == (3, 1)
    assert list(lines) == ["Ann"], "computer players have no line"


def test_match_among_people_does_not_move_the_level(statistics: StatisticsStore) -> None:
    for _ in range(3):
        count(ended(0, (ANN, Seat("Ida", 1))), statistics)
        # A person's seat whose controller disconnected is no bot's seat.
        count(ended(0, (ANN, Seat("Ida", 1, "easy", "pad:1"))), statistics)
    assert match_level("socker", statistics, ["Ann"]).rung == LevelTrack("easy")


def test_match_with_a_handicap_does_not_move_the_level(statistics: StatisticsStore) -> None:
    """The result then does not show how well a person plays."""
    for _ in range(2):
        session = Session.new("socker", seed=1, options={"handicap": "first"}, names=("Ann", "Bo"))
        match = Match(session, (ANN, BO))
        match.concede(1)
        count(match, statistics)
    assert match_level("socker", statistics, ["Ann"]).rung == LevelTrack("easy")
    assert dict(statistics.game("socker"))["Ann"].wins == 2


def test_strongest_person_sets_the_level(statistics: StatisticsStore) -> None:
    for _ in range(2):
        count(ended(0, (replace(ANN, name="Ida"), BO)), statistics)
    assert match_level("socker", statistics, ["Ann", "Ida"]).name == "Ida"
    assert match_level("socker", statistics, ["Ann", "Zoe"]).name == "Ann"
    assert match_level("socker", statistics, []) == LevelMatch("", LevelTrack("easy"))


def test_rank_among_bots_moves_the_level_at_large_tables(statistics: StatisticsStore) -> None:
    """Third of five with two bots behind and two ahead is neither won nor lost."""
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
        # A concession wins nothing for the others: the seat that conceded is last.
        match.conceded_by = 4
        count(match, statistics)
        kept.append(match_level("sociable", statistics, ["Ann"]).rung)
    assert kept == [
        LevelTrack("easy"),
        LevelTrack("normal", 0, 0, "easy", 1, 0),
        LevelTrack("normal", 0, 1, "easy", 1, 0),
    ]


def test_adaptive_seat_gets_the_current_level(statistics: StatisticsStore) -> None:
    assert with_levels("socker", [ANN, replace(BO, level="hard")], statistics) == [ANN, BO]
    count(ended(0), statistics)
    assert with_levels("socker", [ANN, BO], statistics)[1].level == "easy+"
    fixed = replace(BO, is_adaptive=False)
    assert with_levels("socker", [ANN, fixed], statistics) == [ANN, fixed]


def test_takeover_bot_plays_at_the_chosen_level() -> None:
    match = Match(Session.new("socker", seed=1, names=["Ann", "Bo"]), (ANN, BO))
    match.assign_seat(1, "easy")
    assert match.seats[1] == Seat("Bo", 1, "easy")


def test_lobby_choice_is_read_back_if_known() -> None:
    assert known_choice("socker", "mine/keeper") == "mine"
    assert known_choice("socker", "hard/striker") == "hard"
    assert known_choice("socker", "hard") == "hard"
    assert known_choice("socker", "brutal") == ""
