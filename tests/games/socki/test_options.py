"""Every house rule of SOCKI, each value where it makes the difference (`happy_mode` is in test_rules)."""

import pytest

from game.core.session import Session
from tests.games.socki.test_rules import at, code, event, field

SPLIT = "table=1P,2P,3P,4P,5P hands=3P,9L/9B,1L stock=1F,2F"
"""Only a rearrangement plays the 3P: 1-2-3 and 3-4-5."""


@pytest.mark.parametrize(("rotate", "dealers"), [("on", "120"), ("off", "012")])
def test_rotate_deal(rotate: str, dealers: str) -> None:
    for before, after in enumerate(dealers):
        session = at(f"table=1P,2P,3P hands=4P/9B/9L dealer={before}", rotate_deal=rotate)
        session.play("play 1P 2P 3P 4P")
        assert field(session, "dealer") == after
        assert session.to_move == (int(after) + 1) % 3


def test_must_play_honour() -> None:
    session = at(SPLIT, must_play="honour")
    assert code(session, "draw") is None
    assert session.moves() == ["draw"]
    assert code(at("table=1P,2P,3P hands=4P,9L/9B", must_play="honour"), "pass") is None


def test_must_play_is_the_usual_rule() -> None:
    """RULES.md, SOCKI A6: draw until you can play, not for as long as you like."""
    assert code(at(SPLIT), "draw") == "must_play"
    assert Session.new("socki", seed=1).options["must_play"] == "strict"


def test_must_play_strict() -> None:
    session = at(SPLIT, must_play="strict")
    assert code(session, "draw") == "must_play"
    assert session.moves() == ["play 1P 2P 3P | 3P 4P 5P"]
    assert code(at("table=1P,2P,3P hands=4P,9L/9B", must_play="strict"), "pass") == "must_play"
    stuck = at("table=1P,2P,3P hands=9L,10L/9B stock=11L,1F", must_play="strict")
    assert stuck.moves() == ["draw"]
    stuck.play("draw")
    assert code(stuck, "draw") == "must_play"
    assert at("table=1P,2P,3P hands=9L/9B", must_play="strict").moves() == ["pass"]


def test_play_all() -> None:
    position = "table=1P,2P,3P hands=4P,9L,10L,11L,1B/9B stock=1F"
    one = "play 1P 2P 3P 4P"
    both = "play 1P 2P 3P 4P | 9L 10L 11L"
    assert code(at(position), one) is None
    strict = at(position, play_all="strict", must_play="honour")
    assert code(strict, one) == "more_to_play"
    assert code(strict, both) is None
    assert strict.moves() == ["draw"]
    forced = at(position, play_all="strict", must_play="strict")
    assert forced.moves() == [both]


def test_play_all_counts_what_a_rearrangement_would_play() -> None:
    strict = at("table=1P,2P,3P,4P,5P hands=3P,9L,10L,11L,1B/9B stock=1F", play_all="strict")
    assert code(strict, "play 1P 2P 3P 4P 5P | 9L 10L 11L") == "more_to_play"
    assert code(strict, "play 1P 2P 3P | 3P 4P 5P | 9L 10L 11L") is None


def test_opening() -> None:
    position = "hands=1P,2P,3P,4P,9L,9B,9F/5P"
    four, six = "play 1P 2P 3P 4P", "play 1P 2P 3P | 9L 9B 9F"
    free = at(position)
    assert code(free, four) is None
    assert code(free, six) is None
    limited = at(position, opening="exactly_three", must_play="honour")
    assert code(limited, four) == "opening_three"
    assert code(limited, six) == "opening_three"
    assert set(limited.moves()) == {"pass", "play 1P 2P 3P", "play 2P 3P 4P", "play 9F 9B 9L"}
    limited.play("play 1P 2P 3P")
    limited.play("pass")
    assert code(limited, "play 1P 2P 3P 4P | 9L 9B 9F") is None


def test_opening_of_three_need_not_play_all() -> None:
    position = "hands=1P,2P,3P,4P,9L,9B,9F/5P"
    session = at(position, opening="exactly_three", play_all="strict", must_play="strict")
    assert code(session, "play 1P 2P 3P") is None
    assert code(session, "pass") == "must_play"
    assert "play 9F 9B 9L" in session.moves()
    assert code(at(position, play_all="strict"), "play 1P 2P 3P") == "more_to_play"


@pytest.mark.parametrize(
    ("value", "hands", "points"),
    [
        ("block", "9B/3L/3F", [9, 3, 3]),
        ("lowest_wins", "9B/3L/4F", [9, 0, 4]),
        ("lowest_wins", "9B/3L/3F", [9, 0, 0]),
    ],
)
def test_deck_empty(value: str, hands: str, points: list[int]) -> None:
    session = at(f"table=1P,2P,3P hands={hands} passes=2", deck_empty=value)
    assert event(session.play("pass"), "hand_end").data["points"] == points


def test_deck_empty_does_not_bear_on_going_out() -> None:
    session = at("table=1P,2P,3P hands=9B/3L/4P turn=2", deck_empty="lowest_wins")
    assert event(session.play("play 1P 2P 3P 4P"), "hand_end").data["points"] == [9, 3, 0]


TIE = "table=1P,2P,3P hands=12L/4P/HB/HL turn=1 dealer=2 scores=99/40/40/50"


def test_tie_shared() -> None:
    session = at(TIE)
    session.play("play 1P 2P 3P 4P")
    assert session.outcome is not None
    assert session.outcome.winners == (1, 2)


def test_tie_playoff_hand() -> None:
    session = at(TIE, tie="playoff_hand", must_play="honour")
    events = session.play("play 1P 2P 3P 4P")
    assert event(events, "playoff").data == {"seats": [1, 2]}
    seen = session.observe(None)
    assert seen["counts"] == [0, 11, 11, 0]
    assert seen["stock"] == 82
    assert (seen["dealer"], session.to_move) == (3, 1)
    again = Session.from_position("socki", session.position(), options=session.options)
    for match in (session, again):
        while match.observe(None)["stock"]:
            match.play("draw")
        match.play("pass")
        assert match.to_move == 2
        match.play("pass")
    outcome = session.outcome
    assert outcome is not None
    assert outcome == again.outcome
    assert outcome.scores[0] == 111
    assert outcome.scores[3] == 50
    assert len(outcome.winners) == 1
    assert outcome.scores[outcome.winners[0]] == min(outcome.scores[1:3])


def test_playoff_is_among_the_tied_only_and_may_be_repeated() -> None:
    tie = "table=1P,2P,3P hands=-/{}/{}/- turn=1 scores=120/40/40/45"
    session = at(tie.format("4P", "9B"), tie="playoff_hand")
    session.play("play 1P 2P 3P 4P")
    assert session.outcome is not None
    assert session.outcome.winners == (1,)
    assert session.outcome.scores == (120, 40, 49, 45)
    blocked = at(tie.format("9F", "9B"), tie="playoff_hand")
    blocked.play("pass")
    assert event(blocked.play("pass"), "playoff").data == {"seats": [1, 2]}
    assert field(blocked, "scores") == "120/49/49/45"
    assert blocked.observe(None)["counts"] == [0, 11, 11, 0]


@pytest.mark.parametrize(
    "position",
    [
        "hands=1P/-/- scores=120/40/40",
        "hands=-/1P/2P turn=0 scores=120/40/40",
        "hands=-/1P/2P turn=1 passes=2 scores=120/40/40",
    ],
)
def test_broken_playoff_positions(position: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        at(position, tie="playoff_hand")


@pytest.mark.parametrize(
    ("target", "left", "score", "over"),
    [(50, "10L", "0", False), (50, "11L", "51", True), (500, "11L", "51", False), (60, "11L", "51", False)],
)
def test_target(target: int, left: str, score: str, *, over: bool) -> None:
    session = at(f"table=1P,2P,3P hands=4P/{left} scores=0/40", target=target)
    session.play("play 1P 2P 3P 4P")
    assert field(session, "scores") == f"0/{score}"
    assert (session.outcome is not None) == over


@pytest.mark.parametrize("target", [49, 501, "many"])
def test_target_limits(target: object) -> None:
    with pytest.raises(ValueError, match="50 to 500"):
        Session.new("socki", options={"target": target})


def test_playing_seats_sit_in_a_position_without_a_playoff() -> None:
    session = at("table=1P,2P,3P hands=4P,9L/-/1B turn=0", tie="playoff_hand")
    session.play("play 1P 2P 3P 4P")
    assert session.to_move == 1


PLAYOFF = "table=1P,2P,3P hands=-/4P/{}/- turn=1 scores=120/{}/{}/95"


@pytest.mark.parametrize(
    ("left", "total", "winners", "scores"),
    [
        ("10L,10L", 80, (1,), (120, 80, 100, 95)),
        ("12L", 88, (1,), (120, 88, 100, 95)),
        ("12L", 90, (1,), (120, 90, 102, 95)),
    ],
)
def test_a_total_of_exactly_the_target_stays_in_a_playoff(
    left: str, total: int, winners: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    """RULES.md, SOCKI 1.2: nothing is set back there, and the outcome says that it was a play-off."""
    session = at(PLAYOFF.format(left, total, total), tie="playoff_hand")
    events = session.play("play 1P 2P 3P 4P")
    assert event(events, "hand_end").data["reset"] == []
    assert session.outcome is not None
    assert session.outcome.winners == winners
    assert session.outcome.scores == scores
    assert session.outcome.reason == "playoff"


def test_tied_at_exactly_the_target_in_a_playoff_they_play_on() -> None:
    blocked = at("table=1P,2P,3P hands=-/12F/12B/- turn=1 scores=120/88/88/95", tie="playoff_hand")
    blocked.play("pass")
    assert event(blocked.play("pass"), "playoff").data == {"seats": [1, 2]}
    assert field(blocked, "scores") == "120/100/100/95"
    again = Session.from_position("socki", blocked.position(), options=blocked.options)
    assert again.position() == blocked.position()


def test_in_old_records_a_playoff_set_totals_back() -> None:
    """Records of version 1 replay as they were played: the 100 of seat 2 became 0 and won."""
    position = PLAYOFF.format("12L", 88, 88)
    headers = f'[Players "4"]\n[Seed "1"]\n[Options "tie=playoff_hand"]\n[Position "{position}"]\n'
    move = "1 play 1P 2P 3P 4P\n"
    old = Session.from_record('[Game "socki"]\n[Version "1"]\n' + headers + move)
    new = Session.from_record('[Game "socki"]\n[Version "2"]\n' + headers + move)
    assert old.outcome is not None
    assert new.outcome is not None
    assert (old.outcome.winners, new.outcome.winners) == ((2,), (1,))


def test_without_a_playoff_the_lowest_total_is_the_reason() -> None:
    session = at("table=1P,2P,3P hands=12L/4P turn=1 scores=99/40", tie="playoff_hand")
    session.play("play 1P 2P 3P 4P")
    assert session.outcome is not None
    assert session.outcome.reason == "lowest_total"


def test_all_who_are_tied_beyond_the_target_play_it_off() -> None:
    """Nobody sits out, and the reason is the play-off all the same."""
    session = at("table=1P,2P,3P hands=12L/4P turn=1 scores=110/110", tie="playoff_hand")
    session.play("play 1P 2P 3P 4P")
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.reason) == ((1,), "playoff")
