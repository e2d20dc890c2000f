"""Rules that only SOCKI has: play-offs to their end, old records, and best plays on rich tables."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.game import Event
from game.core.rummy import best_play
from game.core.session import Session
from tests.core.test_counting import best_move, reached
from tests.sampling import sample_size


def at(text: str, **options: object) -> Session:
    return Session.from_position("socki", text, options=options)


def event(events: tuple[Event, ...], kind: str) -> Event:
    (found,) = [event for event in events if event.kind == kind]
    return found


TIE = "table=1P,2P,3P hands=12L/4P/HB/HL turn=1 dealer=2 scores=99/40/40/50"


def test_tied_totals_lead_to_a_playoff_hand() -> None:
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


PLAYOFF = "table=1P,2P,3P hands=-/4P/{}/- turn=1 scores=120/{}/{}/95"


def test_playoff_in_old_records_resets_totals() -> None:
    """Records of version 1 replay as they were played: the 100 of seat 2 became 0 and won."""
    position = PLAYOFF.format("12L", 88, 88)
    headers = f'[Players "4"]\n[Seed "1"]\n[Options "tie=playoff_hand"]\n[Position "{position}"]\n'
    move = "1 play 1P 2P 3P 4P\n"
    old = Session.from_record('[Game "socki"]\n[Version "1"]\n' + headers + move)
    new = Session.from_record('[Game "socki"]\n[Version "2"]\n' + headers + move)
    assert old.outcome is not None
    assert new.outcome is not None
    assert (old.outcome.winners, new.outcome.winners) == ((2,), (1,))


# Plays in positions of real matches: the arranger agrees with the rules, also on the strict options.


MODES = ("wrap", "both", "high", "low")


@pytest.mark.parametrize("mode", MODES)
@settings(max_examples=sample_size(4, 160), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_strict_refuses_a_draw_only_if_a_play_exists(mode: str, seed: int) -> None:
    relaxed = reached("socki", seed, happy_mode=mode)
    strict = Session.from_position(
        "socki", relaxed.position(), options={"happy_mode": mode, "must_play": "strict", "play_all": "strict"}
    )
    plain = "draw" if relaxed.observe(None)["stock"] else "pass"
    best = best_move(relaxed)
    assert (strict.refusal(plain) is None) == (best is None)
    assert (plain in strict.moves()) == (best is None)
    assert strict.moves()
    for move in strict.moves():
        assert strict.refusal(move) is None
    if best is not None:
        assert strict.refusal(best) is None
    for move in relaxed.moves():
        if move.startswith("play"):
            after = Session.from_position("socki", relaxed.position(), options={"happy_mode": mode})
            seat, (event, *_) = after.to_move, after.play(move)
            assert seat is not None
            hand = list(relaxed.observe(seat)["hand"])
            for card in event.data["cards"]:
                hand.remove(card)
            more = best_play("socki", event.data["table"], hand, after.options).value
            assert (strict.refusal(move) is None) == (more == 0)


@settings(max_examples=sample_size(8, 300), deadline=None)
@given(seed=st.integers(0, 10**6), swap=st.tuples(st.integers(0, 99), st.integers(0, 99)))
def test_table_with_a_changed_card_is_refused(seed: int, swap: tuple[int, int]) -> None:
    """A card of the table replaced by one that is neither there nor in the hand is never accepted."""
    session = reached("socki", seed)
    move = best_move(session)
    if move is None:
        return
    assert session.to_move is not None
    words = move.split()
    places = [place for place, word in enumerate(words) if word[0].isdigit() or word[0] == "H"]
    place = places[swap[0] % len(places)]
    seen = session.observe(session.to_move)
    known = {card for pile in seen["table"] for card in pile} | set(seen["hand"])
    foreign = [f"{rank}{suit}" for rank in range(1, 13) for suit in "PFBL" if f"{rank}{suit}" not in known]
    if foreign:
        words[place] = foreign[swap[1] % len(foreign)]
        before = session.position()
        assert session.refusal(" ".join(words)) is not None
        assert session.position() == before
