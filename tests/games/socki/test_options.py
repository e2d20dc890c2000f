"""Every house rule of SOCKI, each value where it makes the difference (`happy_mode` is in test_rules)."""


from game.core.session import Session
from tests.games.socki.test_rules import at, event

TIE = "table=1P,2P,3P hands=12L/4P/HB/HL turn=1 dealer=2 scores=99/40/40/50"


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


PLAYOFF = "table=1P,2P,3P hands=-/4P/{}/- turn=1 scores=120/{}/{}/95"


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
