"""Anonymous votes: no single vote can be worked out, and each seat has one."""

from __future__ import annotations

import pytest

from game.core.session import Session
from game.match.match import Match
from game.match.seats import Seat
from game.match.share_vote import (
    FIRST_ROUND,
    QUORUM,
    SECOND_ROUND,
    MatchVote,
    ShareVoteRound,
    VoteTexts,
    is_vote,
)

SHARES = ([50, 30, 20], [10, 10, 80], [0, 100, 0])


def voted(count: int) -> ShareVoteRound:
    """Return an open round with ``count`` votes."""
    ballot = ShareVoteRound(3)
    ballot.open()
    for seat in range(count):
        assert ballot.cast(seat, SHARES[seat])
    return ballot


def test_mean_is_published_when_enough_have_voted_and_none_can_any_more() -> None:
    ballot = voted(QUORUM)
    assert not ballot.mean
    ballot.close()
    assert ballot.mean == (20, 47, 33)
    few = voted(QUORUM - 1)
    few.close()
    assert not few.mean, "each of two could work out the other's vote"


def test_second_vote_of_a_seat_does_not_count() -> None:
    ballot = voted(3)
    assert not ballot.cast(0, [100, 0, 0])
    ballot.close()
    assert ballot.mean == (20, 47, 33)


def test_closed_round_takes_no_vote() -> None:
    ballot = voted(2)
    ballot.close()
    ballot.open()
    assert not ballot.cast(2, SHARES[2])


def test_first_mean_is_secret_until_the_second_round_is_closed() -> None:
    match = Match(Session.new("socki", seed=1), (Seat("Ann", 0), Seat("Bo", 1)))
    vote = MatchVote(match, lambda _number: VoteTexts("", "", (("", ""),) * 3))
    vote.open(FIRST_ROUND)
    for seat, shares in enumerate(SHARES):
        vote.rounds[FIRST_ROUND].cast(seat, shares)
    vote.open(SECOND_ROUND)
    assert not vote.shift.before
    vote.close()
    assert vote.shift.before == (20, 47, 33)


@pytest.mark.parametrize("shares", [[101, -1, 0], [50, 50], [True, 99, 0], [50.0, 50, 0], [50, 49, 0]])
def test_impossible_shares_are_no_vote(shares: list[float]) -> None:
    assert not is_vote(shares, 3)
