"""A handicap in SOCiable: one seat starts in the Boss's chair, whatever it has drawn."""

import pytest

from game.bots.arena import bot_move
from game.core.search import Allowance
from game.core.session import Session
from tests.games.sociable.helpers import kinds

SEATS = ("first", "second", "third", "fourth", "fifth")


def order(session: Session) -> list[int]:
    return list(session.observe(None)["order"])


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("seat", range(5))
def test_that_seat_is_the_boss_and_the_others_sit_as_they_drew(players: int, seat: int) -> None:
    if seat == players:
        return
    for seed in range(3):
        usual = Session.new("sociable", players, seed)
        session = Session.new("sociable", players, seed, {"handicap": SEATS[seat]})
        assert order(session) == [seat, *(other for other in order(usual) if other != seat)]
        assert (
            kinds(session.opening)[: kinds(session.opening).index("deal")]
            == kinds(usual.opening)[: kinds(usual.opening).index("deal")]
        )
        assert session.opening[0] == usual.opening[0], "all draw as they would have"


def test_the_boss_is_given_the_best_cards_and_leads_the_first_hand() -> None:
    session = Session.new("sociable", 5, 1, {"handicap": "third"})
    gifts = [event for event in session.opening if event.kind == "gift"]
    assert gifts
    assert (gifts[0].seat, gifts[0].data["to"]) == (order(session)[-1], 2)
    while session.observe(None)["give"]:
        session.play(session.moves()[0])
    assert session.to_move == 2


def test_after_the_first_hand_the_places_decide() -> None:
    """Until somebody else is out first, which happens, whoever has the handicap keeps the chair."""
    bosses = set()
    for seed in range(4):
        session = Session.new("sociable", 5, seed, {"handicap": "first"})
        events = list(session.opening)
        while session.to_move is not None and "hand_end" not in kinds(events):
            events += session.play(bot_move(session, "easy", seed, Allowance(nodes=4)))
        ended = next(event for event in events if event.kind == "hand_end")
        assert order(session) == list(ended.data["order"])
        bosses.add(order(session)[0])
    assert len(bosses) > 1
