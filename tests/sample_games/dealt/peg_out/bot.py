"""Bots of Peg Out: easy lays any card, normal the highest playable one."""

from __future__ import annotations

from game.core.game import Observation, SimpleBot
from game.core.rng import SeededRng
from tests.sample_games.dealt.peg_out.events import observed
from tests.sample_games.dealt.peg_out.rules import PACK, goes


class PegOutBot(SimpleBot):
    """Bot of the levels easy and normal."""

    def choose_move(self, observation: Observation, level: str, chance: SeededRng) -> str:
        seen = observed(observation)
        found = [card for card in seen.get("hand", ()) if goes(card, seen["pile"][-1])]
        if level == "normal":
            found.sort(key=PACK.rank.__getitem__)
            found = found[-1:]
        return f"lay {chance.pick(found)}" if found else "draw"


BOT = PegOutBot()
