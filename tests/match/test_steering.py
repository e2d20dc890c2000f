"""Decisions of phones after a match, without a window: votes, menus, and the score of the evening."""

from __future__ import annotations

import pytest

from game.core.session import Session
from game.match.match import Match
from game.match.phone_control import (
    GAMES,
    HOUSE,
    MAX_EVENING_MATCHES,
    PhoneAction,
    PhoneControl,
    PhoneMenuRow,
)
from game.match.phone_votes import COUNTDOWN_MS, VoteItem
from game.match.seats import PHONE, Seat
from game.party.messages import PROPOSE, STOP

PHONES = (0, 1, 2)


class Lobby:
    """A set of decisions, and a log of those that passed."""

    def __init__(self) -> None:
        self.done: list[str] = []
        row = PhoneMenuRow(HOUSE, lambda: "Target", lambda: "50")
        self.decisions = (
            self._decision("start"),
            self._decision("rule target=100", row, 0.0),
            self._decision("game city", PhoneMenuRow(GAMES, lambda: "Another game", str)),
        )

    def _decision(
        self, key: str, row: PhoneMenuRow | None = None, countdown: float = COUNTDOWN_MS
    ) -> PhoneAction:
        motion = VoteItem(key, key.title, countdown=countdown)
        return PhoneAction(motion, lambda: self.done.append(key), row, lambda: "100")

    def turn(self, steering: PhoneControl, now: float = 0.0, remote: int | None = None) -> None:
        do = steering.tick(self, self.decisions, PHONES, PHONES, remote, now)
        if do is not None:
            do()


@pytest.fixture
def lobby() -> Lobby:
    return Lobby()


@pytest.fixture
def steering(lobby: Lobby) -> PhoneControl:
    made = PhoneControl()
    lobby.turn(made)
    return made


def says(steering: PhoneControl, seat: int, key: object, now: float = 0.0) -> str:
    return steering.handle_phone(seat, {"do": PROPOSE, "key": key}, now)


def test_majority_decision_runs_once_after_the_countdown(steering: PhoneControl, lobby: Lobby) -> None:
    for seat in (0, 2):
        assert says(steering, seat, "start") == ""
    lobby.turn(steering, 100.0)
    assert lobby.done == []
    assert steering.voices("start") == [0, 2]
    assert steering.pending_vote is not None
    lobby.turn(steering, COUNTDOWN_MS + 1)
    lobby.turn(steering, COUNTDOWN_MS + 2)
    assert lobby.done == ["start"]


def test_reversible_decision_needs_no_countdown(steering: PhoneControl, lobby: Lobby) -> None:
    says(steering, 0, "rule target=100")
    says(steering, 1, "rule target=100")
    assert steering.has_pending, "the loop turns once more for it"
    assert lobby.done == [], "nothing is done while a phone is listened to"
    lobby.turn(steering)
    assert lobby.done == ["rule target=100"]
    assert not steering.has_pending


def test_decision_can_be_stopped_at_the_screen_or_a_phone(steering: PhoneControl, lobby: Lobby) -> None:
    for stop in (steering.stop, lambda: steering.handle_phone(1, {"do": STOP}, 20_000.0)):
        says(steering, 0, "start")
        says(steering, 2, "start")
        lobby.turn(steering)
        assert steering.pending_vote is not None
        stop()
        assert steering.pending_vote is None
    lobby.turn(steering, 60_000.0)
    assert lobby.done == []


def test_remote_decides_alone(steering: PhoneControl, lobby: Lobby) -> None:
    lobby.turn(steering, remote=1)
    assert says(steering, 1, "game city") == ""
    lobby.turn(steering, remote=1)
    assert lobby.done == ["game city"]


def test_votes_are_void_on_another_screen(steering: PhoneControl) -> None:
    for seat in PHONES:
        says(steering, seat, "start")
    other = Lobby()
    before = steering.version
    other.turn(steering, 5.0)
    assert steering.voices("start") == []
    assert steering.version > before, "phones get it"
    other.turn(steering, COUNTDOWN_MS + 10)
    assert other.done == []


def test_player_without_seat_has_no_vote(steering: PhoneControl, lobby: Lobby) -> None:
    says(steering, 0, "start")
    says(steering, 2, "start")
    steering.tick(lobby, lobby.decisions, (0, 1), (0, 1), None, 10.0)
    assert steering.voices("start") == [0]
    assert steering.pending_vote is None


def test_phone_finds_rules_and_games_on_sheets(steering: PhoneControl) -> None:
    says(steering, 0, "rule target=100")
    told = steering.state_for(1, 0.0)
    assert told is not None
    assert [motion["key"] for motion in told["motions"]] == ["start"]
    (row,) = told["sheets"][HOUSE]
    assert (row["title"], row["now"]) == ("Target", "50")
    (value,) = row["values"]
    assert (value["label"], value["for"], value["needs"]) == ("100", [0], 2)
    assert steering.voices("rule ", "game ") == [0]


def test_phones_get_nothing_if_nothing_can_be_decided(steering: PhoneControl) -> None:
    assert steering.tick(None, (), PHONES, PHONES, None, 0.0) is None
    assert steering.state_for(0, 0.0) is None
    assert not steering.can_handle(0, {"do": PROPOSE, "key": "start"})


@pytest.mark.parametrize("key", [None, 3, True, ["start"], "rule target=1", "game nothing", "bot +"])
def test_phone_cannot_vote_for_unoffered_options(steering: PhoneControl, lobby: Lobby, key: object) -> None:
    assert says(steering, 0, key) != ""
    lobby.turn(steering, 60_000.0)
    assert lobby.done == []


# The score of the evening.


def over(winner: int = 1, here: str = PHONE) -> Match:
    match = Match(Session.new("socker", seed=1), [Seat("Ann", 0, device=PHONE), Seat("Bo", 1, device=here)])
    match.concede(1 - winner)
    return match


def test_farewell_lists_each_match_with_its_winner() -> None:
    steering = PhoneControl()
    for winner in (1, 0, 1):
        steering.record_match(over(winner))
    names = [[winner["name"] for winner in one["winners"]] for one in steering.farewell()]
    assert names == [["Bo"], ["Ann"], ["Bo"]]
    assert {one["title"] for one in steering.farewell()} == {"Socker"}
    assert steering.by_phones
    steering.record_match(over(here=""))
    assert not steering.by_phones, "someone plays at the screen"


def test_farewell_has_a_limit() -> None:
    steering, match = PhoneControl(), over()
    for _ in range(MAX_EVENING_MATCHES + 5):
        steering.record_match(match)
    assert len(steering.past_matches) == MAX_EVENING_MATCHES
