"""What the best player of a rummy would do in a turn, and why; hints are made of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, cast

from game.core.contract import Observation, Options
from game.core.discovery import part
from game.core.rummy.melds import Pile
from game.core.rummy.table import Table
from game.core.rummy.variety import variety_of

Seed: TypeAlias = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why it is best.

    Attributes:
        kind: ``all``: the whole hand goes; ``most``: nothing lays more; ``feeds``: what is not laid would let
            the ``seat`` lay more; ``next``: what is not laid fits in the next turn; ``hold``: all is to go at
            once later; ``now``: the ``seat`` has few cards, and waiting loses to it more often; ``joker``:
            one is kept; ``odds``: it wins more often, played out; ``best``: of all that was tried.
        seat: whom it is about.
        count: the cards of that seat; of ``odds``, so many games in a hundred.
    """

    kind: str
    seat: int = -1
    count: int = 0


@dataclass(frozen=True, slots=True)
class Idea:
    """What the best player would do."""

    table: Table | None = None
    """The table that it would leave; `None` where it lays nothing."""
    after: Table | None = None
    """Where it comes in first, the table after the play that would follow."""
    ends: str = ""
    """The move with which it ends the turn though something could be laid."""
    kept: Pile = ()
    """Cards that it keeps though they could be laid as well."""
    reasons: tuple[Reason, ...] = ()


def idea_of(game: str, options: Options, observation: Observation, seed: Seed, nodes: int | None) -> Idea:
    """What the best player of a rummy would do, within its time or so many nodes.

    Asked the same again it says the same, so that the steps of a hint tell of one thing.
    """
    return _idea(game, options, json.dumps(observation), seed, nodes)  # as text: a mapping has no hash


@lru_cache(maxsize=2)
def _idea(game: str, options: Options, seen: str, seed: Seed, nodes: int | None) -> Idea:
    find = cast(Callable[[Observation, Options, Seed, int | None], Idea], part(variety_of(game).best))
    return find(json.loads(seen), options, seed, nodes)
