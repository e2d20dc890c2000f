"""The rummy that SOCKI is (rules.md, Cards)."""

from __future__ import annotations

from game.core.cards import Pack
from game.core.rummy.melds import RummyVariety
from game.games.socki.rules.events import read

PACK = Pack("PFBL", (*(str(number) for number in range(1, 13)), "H"))
VARIETY = RummyVariety(
    game="socki",
    pack=PACK,
    sets_repeat_suits=True,
    options=frozenset({"happy_mode", "opening"}),
    adviser="game.games.socki.rules.advice:ADVISER",
    best="game.games.socki.bot.advice:idea",
    read=read,
)
