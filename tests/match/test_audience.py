"""Spectators, and the votes."""

from __future__ import annotations

import itertools
import json
import pickle
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from game.core.game import Event
from game.core.rng import SeededRng
from game.core.session import Session
from game.match.assist_service import AssistService
from game.match.match import Match, MatchListener
from game.match.phone_adapter import PhoneAdapter
from game.match.phone_seats import PhoneMatch
from game.match.seats import PHONE, Seat
from game.match.share_vote import (
    FIRST_ROUND,
    QUORUM,
    SECOND_ROUND,
    MatchVote,
    ShareVoteRound,
    VoteTexts,
    rebalance,
    round_to_total,
    top_choices,
)
from game.match.spectator_reactions import MAX_PER_PHONE, MAX_REACTIONS, REACTION_SPAN_MS, SpectatorReactions
from tests.match.fake_worker import FakeWorker
from tests.match.test_phone_seats import Words
from tests.party.test_secrets import OPEN, cards_in
from tests.sampling import risk

# Spectators on phones: their state, their guesses, and rate limits.


def _match(slug: str, seed: int = 5) -> Match:
    session = Session.new(slug, seed=seed)
    return Match(session, [Seat(f"Player {n}", n, "", PHONE) for n in range(session.players)])


def test_spectators_guess_the_winner_and_may_change_it() -> None:
    audience = SpectatorReactions(_match("socki"), PhoneAdapter(_match("socki")))
    for watcher, seat in (("a", 2), ("b", 2), ("c", 0), ("a", 3)):
        assert audience.handle_phone(watcher, {"do": "guess", "seat": seat}, 0.0) == ""
    assert audience.spectator_state({})["guesses"] == [1, 0, 1, 1]
    for wrong in (4, -1, True, "1", None):
        assert audience.handle_phone("a", {"do": "guess", "seat": wrong}, 0.0) != ""
    assert audience.spectator_state({})["guesses"] == [1, 0, 1, 1]


def test_guess_counts_again_when_its_spectator_returns() -> None:
    audience = SpectatorReactions(_match("socki"), PhoneAdapter(_match("socki")))
    for watcher in ("a", "b"):
        audience.handle_phone(watcher, {"do": "guess", "seat": 2}, 0.0)
    audience.set_present(["a"])
    assert audience.spectator_state({})["guesses"] == [0, 0, 1, 0]
    audience.set_present(["a", "b"])
    assert audience.spectator_state({})["guesses"] == [0, 0, 2, 0]


def test_guesses_are_refused_after_the_match() -> None:
    match = _match("socki")
    audience = SpectatorReactions(match, PhoneAdapter(match))
    match.concede(0)
    assert audience.handle_phone("a", {"do": "guess", "seat": 1}, 0.0) == "The match is over."


def test_one_phone_cannot_flood_the_screen_with_reactions() -> None:
    audience = SpectatorReactions(_match("socker"), PhoneAdapter(_match("socker")))
    told = [
        audience.handle_phone("a", {"do": "react", "sign": "ha"}, 10.0 * n) for n in range(MAX_PER_PHONE + 2)
    ]
    assert told == [""] * MAX_PER_PHONE + ["That's too many at once. Wait a moment."] * 2
    assert audience.handle_phone("b", {"do": "react", "sign": "wow"}, 100.0) == ""
    assert audience.handle_phone("a", {"do": "react", "sign": "ha"}, REACTION_SPAN_MS + 200.0) == ""
    assert audience.handle_phone("b", {"do": "react", "sign": "rude"}, 0.0) != ""
    assert [one.sign for one in audience.thrown] == ["ha"] * MAX_PER_PHONE + ["wow", "ha"]
    looks = [one.look for one in audience.thrown]
    assert looks[0] == looks[-1] != looks[MAX_PER_PHONE]


def test_all_phones_together_cannot_flood_the_screen() -> None:
    audience = SpectatorReactions(_match("socker"), PhoneAdapter(_match("socker")))
    told = [
        audience.handle_phone(str(n), {"do": "react", "sign": "aww"}, 0.0) for n in range(MAX_REACTIONS + 5)
    ]
    assert told.count("") == MAX_REACTIONS
    assert len(audience.thrown) == MAX_REACTIONS


@pytest.mark.parametrize("what", ["move", "undo", "hint", "answer", "narrow", "draw", "sort"])
def test_spectators_cannot_change_the_match(what: str) -> None:
    match = _match("socki")
    audience = SpectatorReactions(match, PhoneAdapter(match))
    before = match.session.record()
    assert audience.handle_phone("a", {"do": what, "move": "draw", "ply": 0, "number": 0}, 0.0) != ""
    assert match.session.record() == before


class Gallery(MatchListener):
    """Two spectators, and all messages to them."""

    spectators = ("eve", "adam")

    def __init__(self, game: str, seed: int = 987654321987654321) -> None:
        self.match = _match(game, seed)
        desk = FakeWorker()
        hints = AssistService(self.match, lambda: desk, lambda: desk)
        self.phones = PhoneMatch(self.match, Words(self.match), PhoneAdapter(self.match), hints)
        self.match.add_listener(self)
        self.open: set[str] = set()
        self.phones.queue_events(self.match.session.opening)
        self.sent = ""
        self.state: dict[str, Any] = {}
        self.private: list[str] = []

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.private.append(json.dumps(state["observation"]))

    def publish_to_spectators(
        self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        self.sent = json.dumps([state, list(events)])
        self.state = json.loads(json.dumps(state))

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        for event in events:
            if event.kind in OPEN:
                self.open |= cards_in(json.dumps(dict(event.data)).replace('"', " ").replace(",", " "))

    def tell(self) -> None:
        self.phones.publish_to(self, [0], lambda _seat: False)


@risk
@pytest.mark.parametrize("game", ["socki", "rockit", "sociable", "socker", "city"])
def test_spectators_receive_nothing_secret(game: str) -> None:
    gallery, chance = Gallery(game), SeededRng("watchers", game)
    session = gallery.match.session
    known: set[str] = set()
    gallery.tell()
    for _move in range(160):
        moves = session.moves()
        if not moves:
            break
        gallery.match.play(moves[chance.below(len(moves))])
        fields = dict(part.split("=", 1) for part in session.position().split(" "))
        for hidden in ("hands", "stock"):
            fields.pop(hidden, None)
        known |= cards_in(" ".join(fields.values()).replace(",", " ").replace("/", " "))
        gallery.tell()
        told = cards_in(gallery.sent.replace('"', " ").replace(",", " "))
        known |= gallery.open
        assert told <= known or not gallery.match.has_secrets, f"watchers were told of {told - known}"
        assert gallery.state["observation"] == json.loads(json.dumps(session.observe(None)))
        assert "hand" not in gallery.state["observation"]
        assert gallery.state["seat"] is None
        assert not gallery.state["moves"]
        assert str(session.seed) not in gallery.sent


# The anonymous vote: shares, rounds, voters, and no trace of a single vote.


def asked(number: int) -> VoteTexts:
    return VoteTexts(f"Why? {number}", "", (("a", ""), ("b", ""), ("c", "")))


def five(phones: int = 3, here: int = 1) -> Match:
    """Return a table of five: phones first, then local people, then bots."""
    kinds = [("", PHONE)] * phones + [("", "")] * here + [("easy", "")] * (5 - phones - here)
    seats = [Seat(f"P{n}", n, level, device) for n, (level, device) in enumerate(kinds)]
    return Match(Session.new("sociable", 5, seed=1), seats)


def table() -> MatchVote:
    return MatchVote(five(), asked)


def vote(poll: MatchVote, seat: int, shares: object, number: object = FIRST_ROUND) -> str:
    return poll.handle_phone(seat, {"do": "vote", "round": number, "shares": shares})


def test_mean_appears_after_closing_and_only_from_a_quorum_on() -> None:
    for count in range(6):
        ballot = ShareVoteRound(3)
        ballot.open()
        for seat in range(count):
            assert ballot.cast(seat, (50, 30, 20))
            assert ballot.mean == ()
        ballot.close()
        assert ballot.mean == ((50, 30, 20) if count >= QUORUM else ())
        assert not ballot.cast(9, (0, 0, 100)), "the change would reveal a late vote"


def test_voting_order_leaves_no_trace() -> None:
    votes = {0: (100, 0, 0), 1: (0, 90, 10), 2: (30, 30, 40), 3: (5, 5, 90)}
    kept = set()
    for order in itertools.permutations(votes):
        poll = table()
        poll.open(FIRST_ROUND)
        for seat in order:
            assert poll.cast_here(votes[seat]) if seat == 3 else not vote(poll, seat, list(votes[seat]))
        poll.close()
        before = poll.rounds[FIRST_ROUND]
        kept.add((pickle.dumps(before.mean), before.voters, tuple(map(str, vars(before).values()))))
    assert len(kept) == 1
    assert not any(str(share) in str(kept) for share in votes.values())


@pytest.mark.parametrize("shares", [
    [50, 50], [25, 25, 25, 25], [34, 33, 34], [101, -1, 0], [-50, 100, 50], [True, 99, 0], ["50", 30, 20],
    [33.4, 33.3, 33.3], "100", {"a": 100}, [[100], 0, 0],
])  # fmt: skip
def test_invalid_vote_is_refused_and_the_voter_may_vote_again(shares: object) -> None:
    poll = table()
    poll.open(FIRST_ROUND)
    assert vote(poll, 0, shares) == "The shares must add up to 100%."
    assert vote(poll, 0, [50, 30, 20]) == ""
    assert vote(poll, 0, [50, 30, 20]) == "You've already voted."
    assert poll.rounds[FIRST_ROUND].count == 1


@pytest.mark.parametrize("shares", [None, [], [0, 0, 0], [None, None, None]])
def test_untouched_shares_are_refused(shares: list[int] | None) -> None:
    poll = table()
    poll.open(FIRST_ROUND)
    assert vote(poll, 0, shares) == "Move a share first. Nothing has changed yet."
    assert not poll.cast_here(shares or ())
    assert poll.rounds[FIRST_ROUND].count == 0
    assert vote(poll, 0, [0, 50, 50]) == ""


@pytest.mark.parametrize(("shares", "most"), [
    ((60, 20, 20), (0,)), ((20, 40, 40), (1, 2)), ((34, 33, 33), (0, 1, 2)), ((33, 34, 33), (0, 1, 2)),
    ((1, 50, 49), (1, 2)), ((49, 51, 0), (1,)), ((0, 0, 100), (2,)),
])  # fmt: skip
def test_irreducible_share_differences_count_as_ties(shares: tuple[int, ...], most: tuple[int, ...]) -> None:
    assert top_choices(shares) == most


def test_votes_count_only_for_the_open_round() -> None:
    poll = table()
    assert poll.data_for(0) is None
    poll.open(FIRST_ROUND)
    for wrong in (SECOND_ROUND, None, True, "0", 7):
        assert vote(poll, 0, [50, 30, 20], wrong) == "This vote is closed."
    poll.open(SECOND_ROUND)
    assert vote(poll, 0, [50, 30, 20], FIRST_ROUND) == "This vote is closed."
    assert vote(poll, 0, [50, 30, 20], SECOND_ROUND) == ""
    poll.close()
    poll.open(SECOND_ROUND)
    assert poll.current is None, "a round is over for good"


def test_bots_have_no_vote_and_each_seat_has_one() -> None:
    match = five()
    poll = MatchVote(match, asked)
    poll.open(FIRST_ROUND)
    assert poll.voters == [0, 1, 2, 3]
    assert vote(poll, 4, [50, 30, 20]) != ""
    assert poll.pending_seats == [3]
    assert poll.cast_here((10, 10, 80))
    assert not poll.cast_here((10, 10, 80))
    assert vote(poll, 0, [50, 30, 20]) == ""
    match.assign_seat(0, "", PHONE, "Zoe")
    assert vote(poll, 0, [50, 30, 20]) == "You've already voted."
    match.assign_seat(0, "easy")
    assert poll.shift.of == 3
    assert poll.shift.votes == (2, 0)


def test_phone_sees_the_count_and_only_if_it_voted() -> None:
    poll = table()
    poll.open(FIRST_ROUND)
    vote(poll, 1, [12, 34, 54])
    told = [poll.data_for(seat) for seat in range(3)]
    assert [one and (one["voted"], one["count"], one["of"]) for one in told] == [
        (False, 1, 4), (True, 1, 4), (False, 1, 4)
    ]  # fmt: skip
    assert not any(word in str(told) for word in ("12", "34", "54"))


def test_first_mean_stays_hidden_until_the_second_vote_closes() -> None:
    poll = table()
    poll.open(FIRST_ROUND)
    for seat in range(3):
        vote(poll, seat, [60, 20, 20])
    poll.open(SECOND_ROUND)
    assert not poll.shift.before
    for seat in range(2):
        vote(poll, seat, [20, 20, 60], SECOND_ROUND)
    poll.close()
    shift = poll.shift
    assert (shift.before, shift.after, shift.votes) == ((60, 20, 20), (), (3, 2))


def test_shares_always_sum_to_100() -> None:
    shares = [34, 33, 33]
    for place, value in ((0, 100), (1, 50), (2, 7), (2, 0), (0, 0), (1, 100), (1, 0), (2, 250), (0, -9)):
        shares = rebalance(shares, place, value)
        assert sum(shares) == 100
        assert shares[place] == min(100, max(0, value))
        assert min(shares) >= 0
    assert rebalance([50, 30, 20], 0, 20) == [20, 48, 32]
    assert round_to_total([33.4, 33.3, 33.3]) == (34, 33, 33)
