"""Timeouts of a match: for a phone that sleeps until the others decide, and for a turn until its clock."""

from __future__ import annotations

import pytest

from game.core.session import Session
from game.match.match import Match
from game.match.seats import PHONE, Seat
from game.match.timeouts import FINAL_SECONDS_MS, LOCAL_VOTE, TakeoverReason, TurnTimeouts
from game.party.messages import PROPOSE

WAIT = 30_000.0


class Table:
    """A match of four, and the takeovers that it reported."""

    def __init__(self) -> None:
        seats = [Seat(name, look, "", PHONE) for look, name in enumerate(("Ann", "Bo", "Ida", "Kofi"))]
        self.match = Match(Session.new("sociable", 4, seed=4), seats)
        self.told: list[tuple[int, TakeoverReason]] = []
        self.patience = TurnTimeouts(self.match, lambda seat, why: self.told.append((seat, why)))
        self.now = 0.0
        self.there = set(range(4))
        self.away: set[int] = set()
        self.look()

    @property
    def mover(self) -> int:
        assert self.match.to_move is not None
        return self.match.to_move

    @property
    def others(self) -> list[int]:
        return sorted(self.there - {self.mover})

    def look(self, ms: float = 0.0) -> None:
        self.now += ms
        self.patience.tick(self.now, self.there - self.away, self.away)

    def propose(self, seat: int, key: object = None) -> str:
        said = f"bot {self.mover}" if key is None else key
        return self.patience.handle_phone(seat, PROPOSE, said, self.now)


def test_half_of_the_others_seat_a_bot_for_an_idle_player() -> None:
    table = Table()
    one, two, _three = table.others
    sleeper = table.mover
    table.look(WAIT - 1)
    assert table.patience.prompt_for(one) is None
    assert table.propose(one) == "You can't do that now."
    table.look(1)
    asks = table.patience.prompt_for(one)
    assert asks is not None
    assert (asks["seat"], asks["words"]) == (sleeper, f"{table.match.seats[sleeper].name} seems to be away.")
    assert table.patience.prompt_for(sleeper) is None
    assert table.patience.notice_for(sleeper) == {
        "words": "Still there? The others can let a bot play for you.", "label": "I'm here",
    }  # fmt: skip
    assert table.propose(one) == ""
    assert not table.match.seats[sleeper].is_bot, "one of three is no half"
    assert table.propose(one) == "", "pressed once more it is the same voice"
    assert not table.match.seats[sleeper].is_bot
    assert table.propose(two) == ""
    assert table.match.seats[sleeper].is_reserved
    assert table.told == [(sleeper, TakeoverReason.UNRESPONSIVE)]
    assert table.propose(two, f"bot {sleeper}") == "You can't do that now.", "it is done once"
    assert table.told == [(sleeper, TakeoverReason.UNRESPONSIVE)]


def test_waiting_restarts_after_the_computer_slept() -> None:
    table = Table()
    table.patience.clock = 60
    table.look(WAIT / 2)
    table.away = {table.mover}
    table.look(3_600_000.0)
    assert table.patience.idle_seat is None
    assert table.patience.turn_ms_left == 60_000.0
    assert table.told == []
    table.look(WAIT - 1)
    assert table.patience.idle_seat is None
    table.look(1)
    assert table.patience.idle_seat == table.mover
    table.look(1)
    assert table.patience.idle_seat == table.mover


def test_any_action_ends_the_wait_and_clears_the_votes() -> None:
    table = Table()
    one, two, _three = table.others
    table.look(WAIT)
    table.propose(one)
    table.patience.reset_idle(table.mover)
    assert table.propose(two) == "You can't do that now."
    table.look(WAIT - 1)
    assert table.patience.prompt_for(one) is None
    table.look(1)
    asks = table.patience.prompt_for(one)
    assert asks is not None
    assert not asks["mine"], "what was said before they were back is void"


def test_anothers_action_does_not_end_the_wait() -> None:
    table = Table()
    table.look(WAIT)
    table.patience.reset_idle(table.others[0])
    assert table.patience.idle_seat == table.mover


def test_bot_cannot_be_proposed_for_an_active_player() -> None:
    table = Table()
    one, two, _three = table.others
    for key in (f"bot {table.mover}", f"bot {two}", "bot", "", None, 3, f"bot {one}"):
        assert table.patience.handle_phone(one, PROPOSE, key, table.now) in ("", "You can't do that now.")
        table.now += 5000.0 if key == "" else 0.0
    assert table.told == []
    table.look(WAIT)
    assert table.propose(one, f"bot {two}") == "You can't do that now."
    assert table.propose(table.mover) == "You can't do that now."
    assert table.told == []


def test_only_connected_phones_are_asked() -> None:
    table = Table()
    one, two, three = table.others
    table.away = {table.mover, two, three}
    table.look(WAIT)
    table.look()
    assert table.propose(one) == ""
    assert [why for _seat, why in table.told] == [TakeoverReason.UNRESPONSIVE], (
        "the only one there is half of those there"
    )


def test_absence_before_the_turn_counts_as_waiting() -> None:
    table = Table()
    table.away = set(table.others)
    table.look()
    table.look(WAIT)
    table.match.play(table.match.session.moves()[0])
    table.look()
    assert table.mover in table.away
    assert table.patience.idle_seat == table.mover


def test_lone_player_gets_a_bot_only_if_disconnected() -> None:
    table = Table()
    mover = table.mover
    for seat in set(range(4)) - {mover}:
        table.match.assign_seat(seat, "easy")
    table.there = {mover}
    table.look()
    table.look(10 * WAIT)
    assert table.told == [], "nobody is kept waiting by who thinks"
    table.away = {mover}
    table.look(1.0)
    table.look(WAIT)
    assert table.told == [(mover, TakeoverReason.UNRESPONSIVE)]


@pytest.mark.parametrize("away", [False, True])
def test_local_players_decide_alone_if_they_are_the_only_others(*, away: bool) -> None:
    table = Table()
    mover = table.mover
    for seat in set(range(4)) - {mover}:
        table.match.assign_seat(seat, "", "")
    table.there, table.away = {mover}, {mover} if away else set()
    table.look(WAIT)
    table.look(WAIT)
    assert table.told == []
    asks = table.patience.prompt_for(LOCAL_VOTE)
    assert asks is not None
    assert asks["label"] == f"A bot for {table.match.seats[mover].name}"
    assert table.propose(LOCAL_VOTE) == ""
    assert table.told == [(mover, TakeoverReason.UNRESPONSIVE)]


def test_local_players_share_one_vote_that_is_not_required() -> None:
    table = Table()
    one, two, three = table.others
    table.match.assign_seat(three, "", "")
    table.there -= {three}
    table.look()
    table.look(WAIT)
    assert table.propose(LOCAL_VOTE) == ""
    assert table.told == [], "one of three is no half"
    assert table.propose(LOCAL_VOTE, "") == ""
    table.propose(one)
    assert table.told == []
    table.propose(two)
    assert len(table.told) == 1


def test_never_disables_the_takeover() -> None:
    table = Table()
    table.patience.seconds = 0
    table.look(100 * WAIT)
    assert table.patience.prompt_for(table.others[0]) is None
    assert list(table.patience.wake_times()) == []


def test_waiting_is_paused_between_stop_and_look() -> None:
    table = Table()
    table.look(WAIT / 2)
    table.patience.stop(table.now)
    table.now += 100 * WAIT
    table.look()
    assert table.patience.idle_seat is None
    assert min(table.patience.wake_times()) == table.now + WAIT / 2
    table.look(WAIT / 2)
    assert table.patience.idle_seat == table.mover


@pytest.mark.parametrize("away", [False, True])
@pytest.mark.parametrize("stopped", [False, True])
def test_many_short_looks_wait_as_long_as_one(*, away: bool, stopped: bool) -> None:
    table = Table()
    table.now += 1 / 3
    table.away = {table.mover} if away else set()
    if stopped:
        table.patience.stop(table.now)
    table.look(0.7)
    end = min(table.patience.wake_times())
    for _ in range(1000):
        table.look(0.1)
        assert min(table.patience.wake_times()) == end
        assert table.patience.idle_seat is None
    table.look(end - table.now)
    table.patience.tick(end, table.there - table.away, table.away)
    assert table.patience.idle_seat == table.mover


def relieve(table: Table) -> None:
    """Let half of the others vote for a bot."""
    for seat in table.others[:2]:
        assert table.propose(seat) == ""
    assert table.match.seats[table.mover].is_reserved


def waited(table: Table, ms: float = WAIT) -> None:
    """Check that the seat to move counts as away after exactly ``ms``."""
    table.look(ms - 1)
    assert table.patience.idle_seat is None
    assert min(table.patience.wake_times()) == table.now + 1
    table.look(1)
    assert table.patience.idle_seat == table.mover


def test_unstable_connection_is_awaited_once_a_turn() -> None:
    table = Table()
    sleeper = table.mover
    table.away = {sleeper}
    table.look()
    table.look(WAIT)
    relieve(table)
    for _ in range(3):
        table.away = set()
        table.match.assign_seat(sleeper, "", PHONE)
        table.look(2_000.0)
        assert table.patience.idle_seat == sleeper, "its line is back, and nobody has acted"
        table.away = {sleeper}
        table.look(1_500.0)
        relieve(table)
    table.away = set()
    table.match.assign_seat(sleeper, "", PHONE)
    table.patience.reset_idle(sleeper)
    table.look()
    assert table.patience.idle_seat is None, "an active player has full time"
    waited(table)


def test_repeated_bot_takeovers_shorten_the_wait_for_a_phone() -> None:
    table = Table()
    sleeper = table.mover
    for count in (1, 2, 3):
        table.away = {sleeper}
        table.look()
        waited(table, WAIT / count)
        relieve(table)
        table.match.play(table.match.session.moves()[0])
        table.away = set()
        table.match.assign_seat(sleeper, "", PHONE)
        while table.mover != sleeper:
            table.match.play(table.match.session.moves()[0])
            table.look()
    waited(table)


def test_unstable_connection_does_not_reset_the_clock() -> None:
    table = Table()
    table.patience.clock = 60
    sleeper = table.mover
    table.away = {sleeper}
    table.look()
    table.look(WAIT)
    relieve(table)
    table.match.assign_seat(sleeper, "", PHONE)
    assert table.patience.turn_ms_left == WAIT


def test_expired_clock_lets_a_bot_play_one_turn() -> None:
    table = Table()
    table.patience.clock, table.patience.seconds = 60, 0
    mover = table.mover
    table.look(50_000.0)
    assert table.patience.last_seconds == FINAL_SECONDS_MS / 1000
    clock = table.patience.clock_of(mover)
    assert clock == {"left": 10_000, "runs": True}
    assert table.patience.clock_of(table.others[0]) is None
    table.look(9_500.0)
    assert (table.patience.last_seconds, table.told) == (1, [])
    table.look(500.0)
    assert table.told == [(mover, TakeoverReason.CLOCK_EXPIRED)]
    assert table.match.bot_to_move == mover
    assert not table.match.seats[mover].is_bot, "the seat stays theirs"
    assert not table.match.is_human_turn(mover)
    assert table.patience.notice_for(mover) == {"words": "Time's up: a bot plays this turn.", "label": ""}
    table.look(60_000.0)
    assert len(table.told) == 1, "bots have no clock"
    table.match.play(table.match.session.moves()[0])
    assert table.match.bot_to_move is None
    assert table.patience.turn_ms_left == 60_000.0, "who comes next has all their time"
    told = table.patience.notice_for(mover)
    assert told is not None
    assert told["words"] == "A bot played 1 move for you."


def test_moves_of_one_turn_share_a_clock() -> None:
    match = Match(Session.new("socker", 2, seed=1), [Seat("Ann", 0, "", PHONE), Seat("Bo", 1, "", PHONE)])
    patience = TurnTimeouts(match)
    patience.clock, now = 30, 0.0
    patience.tick(now, {0, 1}, ())
    while match.session.log[-1:] == () or match.to_move != match.session.log[-1][0]:
        match.play(match.session.moves()[0])
    patience.tick(now, {0, 1}, ())
    mover = match.to_move
    before = patience.turn_ms_left
    patience.tick(now + 5000.0, {0, 1}, ())
    match.play(match.session.moves()[0])
    assert before is not None
    assert patience.turn_ms_left == (before - 5000.0 if match.to_move == mover else 30_000.0)


def test_reclaimed_seat_has_full_time_and_sees_the_bots_moves() -> None:
    table = Table()
    table.look(WAIT)
    sleeper = table.mover
    for seat in table.others[:2]:
        table.propose(seat)
    table.match.play(table.match.session.moves()[0])
    table.match.assign_seat(sleeper, "", PHONE)
    told = table.patience.notice_for(sleeper)
    assert told is not None
    assert told["words"] == "A bot played 1 move for you."
    while table.mover != sleeper:
        table.match.play(table.match.session.moves()[0])
    table.look()
    assert table.patience.idle_seat is None
    table.match.play(table.match.session.moves()[0])
    assert table.patience.notice_for(sleeper) is None, "they play again"


@pytest.mark.parametrize("kept", [None, "60", 61, True, -1, [60]])
def test_invalid_saved_clock_is_ignored(kept: object) -> None:
    table = Table()
    table.patience.restore_state(kept)
    assert table.patience.clock == 0
