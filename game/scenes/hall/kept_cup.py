"""A cup as it is kept: with its game, its house rules, and since when its round goes on."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from game.core.discovery import find
from game.core.options import Value
from game.match.hall.cup import PAIR, Cup, games_of
from game.store.archive import Entry


@dataclass(frozen=True, slots=True)
class KeptCup:
    """A cup, and what has to be known of it beside."""

    slug: str
    cup: Cup
    rules: Mapping[str, Value] = field(default_factory=dict)
    """House rules, those that are not as usual."""
    since: float = field(default_factory=time.time)
    """When the round was paired, in seconds since 1970."""

    def gone_on(self, cup: Cup) -> KeptCup:
        """The same as far as it has come now."""
        is_round = (len(cup.rounds), cup.final is None) == (len(self.cup.rounds), self.cup.final is None)
        return replace(self, cup=cup, since=self.since if is_round else time.time())

    def looked_up(self, entries: Iterable[Entry]) -> KeptCup:
        """With the results of matches in this window since then, by the names of their seats.

        Args:
            entries: what the album has, the newest first; the first match of two is the one that counts.
        """
        cup = self.cup
        matches = [one.match for one in entries if not one.what_if]
        for match in reversed(matches):
            if match.slug != self.slug or not match.is_over or match.ended < self.since:
                continue
            seats = [str(seat.get("name", "")) for seat in match.seats]
            for game in games_of(cup):
                names = [cup.names[person] for person in (game.one, game.other) if person is not None]
                if not game.is_played and len(seats) == PAIR and set(seats) == set(names):
                    won = [seats[seat] for seat in match.winners]
                    cup = cup.ended(game, 0.5 if len(won) != 1 else float(won[0] == names[0]))
        return replace(self, cup=cup)

    def kept(self) -> dict[str, Any]:
        """As plain JSON."""
        return {**self.cup.kept(), "game": self.slug, "rules": dict(self.rules), "since": self.since}

    @classmethod
    def recalled(cls, kept: Mapping[str, Any] | None) -> KeptCup | None:
        """What `kept` gave, and cups of before; `None` for anything else."""
        try:
            if kept is None:
                return None
            rules = dict(kept.get("rules", {}))
            return cls(
                find(str(kept["game"])).info.slug, Cup.recalled(kept), rules, float(kept.get("since", 0.0))
            )
        except (ValueError, TypeError, KeyError, LookupError, AttributeError):
            return None
