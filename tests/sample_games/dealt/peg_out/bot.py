"""Bots of Peg Out: easy lays any card, normal the highest playable one."""

from __future__ import annotations

from game.core.game import Observation, SimpleBot
from game.core.rng import SeededRng
from tests.sample_games.dealt.peg_out.events import observed
from tests.sample_games.dealt.peg_out.rules import PACK, goes


class PegOutBot(SimpleBot):
    """Bot of the levels easy and normal."""

    def choose_move(self, observation: Observation, level: str, chance: SeededRng) -> str:
        view = observed(observation)
        moves = [card for card in view.get("hand", ()) if goes(card, view["pile"][-1])]
        if level == "normal":
            moves.sort(key=PACK.rank.__getitem__)
            moves = moves[-1:]
        return f"lay {chance.pick(moves)}" if moves else "draw"


BOT = PegOutBot()
