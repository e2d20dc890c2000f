"""Votes of phones: enough votes, a countdown that any phone can stop, and the remote control."""

from __future__ import annotations

import pytest

from game.match.phone_votes import COUNTDOWN_MS, VoteItem, VoteTracker, half_rounded_up
from game.party.messages import PROPOSE, STOP

START, OTHER = "start", "game city"


@pytest.fixture
def proposals() -> VoteTracker:
    made = VoteTracker()
    made.set_items([VoteItem(START, lambda: "Start"), VoteItem(OTHER, lambda: "City")])
    made.tick({0, 1, 2, 3}, 0.0)
    return made


def says(proposals: VoteTracker, seat: int, key: str, now: float = 0.0) -> tuple[str, str]:
    return proposals.handle_phone(seat, PROPOSE, key, now)


def test_majority_of_those_present_decides_after_the_countdown(proposals: VoteTracker) -> None:
    for seat in (0, 1):
        assert says(proposals, seat, START) == ("", "")
    assert proposals.pending is None  # two of four are no majority
    says(proposals, 2, START, 100.0)
    assert proposals.pending is not None
    assert proposals.pending[1] == 100.0 + COUNTDOWN_MS
    assert proposals.tick({0, 1, 2, 3}, 99.0 + COUNTDOWN_MS) == ""
    assert proposals.tick({0, 1, 2, 3}, 100.0 + COUNTDOWN_MS) == START
    assert proposals.tick({0, 1, 2, 3}, 200.0 + COUNTDOWN_MS) == ""  # it happens only once


def test_anyone_may_stop_a_decision_and_voting_restarts(proposals: VoteTracker) -> None:
    for seat in (0, 1, 2):
        says(proposals, seat, START)
    assert proposals.handle_phone(3, STOP, None, 50.0) == ("", "")
    assert proposals.pending is None
    assert proposals.votes_for(START) == []
    assert proposals.tick({0, 1, 2, 3}, 60.0 + COUNTDOWN_MS) == ""


def test_withdrawn_vote_ends_the_countdown(proposals: VoteTracker) -> None:
    for seat in (0, 1, 2):
        says(proposals, seat, START)
    says(proposals, 2, OTHER, 10.0)
    assert proposals.pending is None
    assert proposals.votes_for(OTHER) == [2]
    says(proposals, 2, START, 20.0)
    assert proposals.pending is not None
    assert proposals.pending[1] == 20.0 + COUNTDOWN_MS
    says(proposals, 2, "", 30.0)
    assert proposals.pending is None


def test_disconnected_phone_is_not_counted(proposals: VoteTracker) -> None:
    for seat in (0, 1):
        says(proposals, seat, START)
    proposals.tick({0, 1, 2}, 500.0)
    assert proposals.pending is not None
    assert proposals.pending[1] == 500.0 + COUNTDOWN_MS
    proposals.tick({2, 3}, 600.0)  # and the vote of a disconnected phone does not count
    assert proposals.pending is None


def test_remote_decides_at_once(proposals: VoteTracker) -> None:
    proposals.remote_seat = 3
    assert says(proposals, 3, OTHER) == ("", OTHER)
    told = proposals.state_for(3, 0.0)
    assert told is not None
    assert told["remote"]


def test_person_concerned_has_no_vote(proposals: VoteTracker) -> None:
    proposals.set_items([VoteItem("bot 0", lambda: "A bot for Ann", half_rounded_up, 0.0, without=0)])
    assert proposals.state_for(0, 0.0) is None
    assert says(proposals, 0, "bot 0")[0]
    assert says(proposals, 1, "bot 0") == ("", "")  # one of the three others is less than half
    assert says(proposals, 2, "bot 0") == ("", "bot 0")


def test_withdrawn_proposal_loses_its_votes(proposals: VoteTracker) -> None:
    for seat in (0, 1, 2):
        says(proposals, seat, START)
    proposals.set_items([VoteItem(OTHER, lambda: "City")])
    assert proposals.pending is None
    assert proposals.votes_for(START) == []
    assert says(proposals, 0, START)[0]


def test_flooding_phone_is_refused(proposals: VoteTracker) -> None:
    refused = [says(proposals, 0, (START, OTHER)[n % 2], float(n))[0] for n in range(20)]
    assert not any(refused[:8])
    assert all(refused[8:])


@pytest.mark.parametrize("key", [None, 3, ["start"], "nothing", {"start": 1}])
def test_unknown_proposal_is_refused(proposals: VoteTracker, key: object) -> None:
    assert proposals.handle_phone(0, PROPOSE, key, 0.0)[0]


def test_phone_sees_the_votes_and_the_time_to_stop(proposals: VoteTracker) -> None:
    for seat in (0, 1, 2):
        says(proposals, seat, START)
    told = proposals.state_for(1, 4000.0)
    assert told is not None
    assert told["motions"][0] == {"key": START, "words": "Start", "for": [0, 1, 2], "needs": 3}
    assert told["mine"] == START
    assert told["passed"]["left"] == COUNTDOWN_MS - 4000.0
