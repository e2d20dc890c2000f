"""Dealt-again worlds hold every card once, where what is public says, and tell nothing of the real deal."""

from collections import Counter

import pytest

from game.core.chance import Chance
from game.core.rummy import Unseen
from game.core.rummy.melds import variety_of
from game.core.session import Session

GAMES = [("rockit", 2, 1), ("rockit", 4, 2), ("socki", 3, 2)]


@pytest.mark.parametrize(("game", "players", "decks"), GAMES)
def test_all_cards_lie_where_they_may(game: str, players: int, decks: int) -> None:
    session = Session.new(game, players, 5, {"decks": decks} if game == "rockit" else {})
    for _ in range(30):
        session.play(session.moves()[-1])
    seen = session.observe(session.to_move)
    unseen = Unseen.of(seen, variety_of(game).pack, decks)
    table = [card[:2] if card.startswith("JK") else card for pile in seen["table"] for card in pile]
    chance = Chance(1)
    worlds = [unseen.dealt(chance) for _ in range(5)]
    assert len({world.stock for world in worlds}) == 5
    for world in worlds:
        assert world.hands[seen["seat"]] == tuple(seen["hand"])
        assert [len(hand) for hand in world.hands] == seen["counts"]
        assert len(world.stock) == seen["stock"]
        dealt = [card for hand in world.hands for card in hand]
        assert Counter([*table, *dealt, *world.stock]) == Counter(variety_of(game).pack.deck(decks))


def test_the_real_deal_does_not_show() -> None:
    table = "table=7C,8C,JK=9C turn=0 in=1/1"
    one = Session.from_position("rockit", f"{table} hands=AC,2H/4D,5D stock=JK,KS")
    other = Session.from_position("rockit", f"{table} hands=AC,2H/JK,QS stock=4D,9C")
    deals = [Unseen.of(s.observe(0), variety_of("rockit").pack, 1).dealt(Chance(3)) for s in (one, other)]
    assert deals[0] == deals[1]
    assert deals[0].hands[0] == ("2H", "AC")
    assert len(deals[0].hands[1]) == len(deals[0].stock) == 2
