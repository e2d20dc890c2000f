"""The opponent for measuring at hidden games: legal moves, and nothing of what others hold."""

import pytest

from game.core.chance import Chance
from game.core.search import Budget
from game.core.session import Session
from tools.ismcts import dealt_again, ismcts_move, placed


@pytest.mark.parametrize(("game", "players"), [("rockit", 2), ("socki", 2), ("sociable", 4)])
def test_its_moves_are_legal(game: str, players: int) -> None:
    session = Session.new(game, players, 3)
    for _ in range(8):
        if session.to_move is None:
            break
        session.play(ismcts_move(session, 1, Budget(nodes=4)))


def test_it_wins_when_it_can() -> None:
    position = "table=7C,8C,9C hands=10C/4D,5H stock=5D,2S,KD in=1/1"
    session = Session.from_position("rockit", position)
    assert ismcts_move(session, 1, Budget(nodes=60)) == "play 7C 8C 9C 10C"


def test_what_it_does_not_see_is_dealt_again() -> None:
    position = "table=7C,8C,9C hands=AC,2H/4D,5D,QS stock=JK,KS turn=0 in=1/1"
    deals = {dealt_again(position, 0, Chance(seed)) for seed in range(5)}
    assert len(deals) == 5
    for deal in deals:
        fields = dict(part.split("=", 1) for part in deal.split(" "))
        own, other = fields["hands"].split("/")
        assert own == "AC,2H"
        assert sorted([*other.split(","), *fields["stock"].split(",")]) == ["4D", "5D", "JK", "KS", "QS"]
        assert fields["table"] == "7C,8C,9C"


def test_a_place_is_what_a_seat_had_of_the_others() -> None:
    assert placed([5, 0, 3, 1, 2]) == [1, 0, 0.75, 0.25, 0.5]
    assert placed([0, 12], lowest=True) == [1, 0]
    assert placed([4, 4, 0]) == [0.75, 0.75, 0]
