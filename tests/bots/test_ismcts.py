"""The opponent for measuring at hidden games: legal moves, and nothing of what others hold."""

import pytest

from game.core.chance import Chance
from game.core.search import Budget
from game.core.session import Session
from tools.ismcts import dealt_again, ismcts_move, placed, won


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


def test_at_a_table_the_places_of_one_hand_count() -> None:
    """Two seats of one side against three: what they had of each other adds up, seats swapped or not."""
    assert placed([5, 0, 3, 1, 2]) == [1, 0, 0.75, 0.25, 0.5]

    def first(session: Session, _seed: int) -> str:
        return session.moves()[0]

    shares = [won("sociable", "normal", number, first, {}) for number in range(6)]
    assert all(round(share * 6, 6) == round(share * 6) for share in shares)
    assert sum(shares) > 3
