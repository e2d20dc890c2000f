"""Who plays Odd Sock: easy draws anywhere, normal minds what it has given away and what nobody could pair."""

from __future__ import annotations

from game.core.chance import Chance
from game.core.game import Bot, Observation
from game.core.options import Options
from game.core.search import Budget, read_level
from tests.sixth.dealt.odd_sock.events import observed


class OddSockBot(Bot):
    """Easy and normal."""

    levels = ("easy", "normal")
    manners: tuple[str, ...] = ()

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: Chance,
        budget: Budget | None = None,
    ) -> str:
        strength, _manner = read_level(level, self.levels, self.manners)
        seen = observed(observation)
        seat, counts = seen["turn"], seen["counts"]
        assert seat is not None
        giver = next(other for other in (*range(seat + 1, len(counts)), *range(seat)) if counts[other])
        places, new = list(range(1, counts[giver] + 1)), seen["new"][giver]
        if strength == "normal" and new is not None and len(places) > 1:
            gave = seen.get("gave", {}).get(str(giver))
            if gave is not None and gave not in seen.get("hand", ()):
                places.pop()  # whoever gave it away remembers what it was
            elif chance.happens(0.8):  # or all of them would pass the same socks on for ever
                # What found no twin there, nor where it came from, finds it here more often than others do.
                places = places[-1:]
        return f"draw {chance.pick(places)}"


BOT: Bot = OddSockBot()
