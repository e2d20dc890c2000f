"""Bots of Odd Sock: easy draws any sock; normal avoids socks it gave away and socks that found no twin."""

from __future__ import annotations

from game.core.game import Observation, SimpleBot
from game.core.rng import SeededRng
from tests.sample_games.dealt.odd_sock.events import observed
from tests.sample_games.dealt.odd_sock.rules import next_holder


class OddSockBot(SimpleBot):
    """Bot of the levels easy and normal."""

    def choose_move(self, observation: Observation, level: str, chance: SeededRng) -> str:
        view = observed(observation)
        seat, counts = view["turn"], view["counts"]
        assert seat is not None
        giver = next_holder(counts, seat)
        places, new = list(range(1, counts[giver] + 1)), view["new"][giver]
        if level == "normal" and new is not None and len(places) > 1:
            gave = view.get("gave", {}).get(str(giver))
            if gave is not None and gave not in view.get("hand", ()):
                places.pop()  # its former owner remembers which sock it was
            elif chance.with_probability(0.8):  # else all would pass on the same socks for ever
                # Socks without a twin in their last two hands find one here more often than others do.
                places = places[-1:]
        return f"draw {chance.pick(places)}"


BOT = OddSockBot()
