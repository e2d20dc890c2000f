"""More thought finds better plays, at moments of which long thought has told what each play is worth."""

import pytest

from game.core.chance import Chance
from game.core.discovery import find
from game.core.rummy.table import changes, read_piles
from game.core.search import Budget
from game.core.session import Session
from tests.scale import scaled

BOT = find("socki").bot

LATE = (
    "table=2P,2P,2B/3P,3F,3F/4P,4F,4B,4L,4L/5P,5F,5L,5L/6P,6F,6F,6B,6B,6L,6L/8P,8P,8F,8B,8L/HP,HF,HB,HL/"
    "7F,7B,7L,7L/11F,11B,11L/12F,HF,1F/7B,8B,9B/HL,1L,2L hands=10P,1B,10L/9P,11P,10F,12F,12B,11L "
    "stock=HP,1P,7P,4B,4F,4P,5B,5P,5F,11P,2F,2F,8F,10F,9B,3L,8L,9L,9F,3P,12L,12P,10P,6P,9P,1L,12B,5B,9F,2B,"
    "11F,7P,10B,9L,3B,1B,10B,2L,1P,3L,11B,1F,3B,12P,10L,HB,12L turn=1"
)
"""Twelve piles lie, and the other holds three cards."""
THREE = (
    "table=1P,2P,3P/1P,1F,1L/4P,4P,4F,4B,4L,4L/11P,11P,11B,11L/HP,HP,HF/5F,5F,5L/8F,8L,8L/6B,7B,8B/6B,6L,6L/"
    "9B,9L,9L/10B,10B,10L,10L/12B,HB,1B,2B,3B hands=6F,7B,2L,5L/7P "
    "stock=2B,3F,2P,12L,11F,9P,8B,7P,11F,11B,4B,1L,12F,8P,8P,12L,10F,3L,HB,8F,5B,2L,9F,11L,7L,12B,10P,1B,3B,"
    "10P,12P,7F,4F,HF,3F,2F,12F,6F,5P,9F,10F,3L,6P,HL,7F,5P,2F,HL,7L,1F,5B,3P,6P,12P,9P,9B turn=0"
)
"""Two of four cards fit, and the other holds one."""
ONE_LEFT = (
    "table=4P,4F,4F,4B,4B,4L,4L/9P,9F,9L,9L/10P,10F,10B,10L/11P,11F,11F/12P,12F,12B,12L,12L/7F,7F,7B/8F,8L,8L/"
    "HF,HB,HL,HL/1B,1L,1L/2B,2B,2L hands=5F,3B,6B,3L,6L/3P,2F,6F,1B,5B,8B,10B/8P "
    "stock=5L,7L,5P,5P,1P,3P,9B,1F,12F,6P,6P,10P,1F,2L,9F,5F,2P,11B,3B,9P,HF,10L,3F,11P,HP,6L,HP,11L,8B,7P,7L,"
    "1P,5L,6B,5B,8F,HB,2P,11B,7B,2F,6F,3L,3F,8P,10F,4P,11L,12P,7P,12B,9B turn=1"
)
"""Of seven cards 1, 2, 8 and 10 can be laid, and the next player has one left."""
LOSSES = {
    LATE: {
        "11P": 0.0,
        "10F 11L 11P 12F": 0.050,
        "10F 11L 11P 12B 12F": 0.070,
        "11L": 0.092,
        "10F 11L 11P 12B": 0.104,
    },
    THREE: {"6F": 0.0, "5L": 0.005, "5L 6F": 0.018},
}
"""By how much less each play wins than the best one, of 1,200 deals of the unseen cards."""


def lost(nodes: int) -> float:
    """What plays after so much thought lose against the best ones, on average."""
    found, tries = 0.0, scaled(3)
    for position, losses in LOSSES.items():
        session = Session.from_position("socki", position)
        seen = session.observe(session.to_move)
        for seed in range(tries):
            move = BOT.choose(seen, session.options, "master", Chance(seed), Budget(nodes=nodes))
            laid, _taken = changes(tuple(map(tuple, seen["table"])), read_piles(move.removeprefix("play ")))
            found += losses[" ".join(sorted(laid))]
    return found / (tries * len(LOSSES))


def test_more_nodes_find_better_plays() -> None:
    assert lost(400) < lost(12)


@pytest.mark.parametrize("level", ["hard", "master"])
def test_before_somebody_with_one_card_what_counts_much_is_laid(level: str) -> None:
    session = Session.from_position("socki", ONE_LEFT)
    seen = session.observe(1)
    old = tuple(map(tuple, seen["table"]))
    for seed in range(scaled(2)):
        move = BOT.choose(seen, session.options, level, Chance(seed), Budget(nodes=45))
        assert {"8B", "10B"} <= {*changes(old, read_piles(move.removeprefix("play ")))[0]}
