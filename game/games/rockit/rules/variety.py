"""The rummy that RockIt is (rules.md, Cards)."""

from __future__ import annotations

from game.core.cards import Pack
from game.core.rummy.melds import RummyVariety
from game.games.rockit.rules.events import read

PACK = Pack("DHSC", ("A", *(str(number) for number in range(2, 11)), "J", "Q", "K"), jokers=2)
VARIETY = RummyVariety(
    game="rockit",
    pack=PACK,
    sets_repeat_suits=False,
    options=frozenset({"joker_in_kind"}),
    adviser="game.games.rockit.rules.advice:ADVISER",
    best="game.games.rockit.bot.advice:idea",
    read=read,
)
