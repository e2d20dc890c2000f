"""Advice for people: the move of the best player, and what its piece does to the ways of both."""

from __future__ import annotations

from typing import TypedDict

from game.core.game import Observation, best_move
from game.core.options import Options
from game.games.city.bot.net import FAR
from game.games.city.bot.player import BOT
from game.games.city.bot.stand import Stand
from game.games.city.rules.observed import observed
from game.games.city.rules.reading import BoardReading
from game.games.city.rules.socks import COLOURS


class Effect(TypedDict):
    """What a piece of track does to the ways of one colour."""

    colour: str
    mine: int | None
    """The pieces that the one who lays it would miss then, `None` without a way."""
    theirs: int | None
    nearer: int
    """By how many it brings the one nearer."""
    longer: int | None
    """By how many the other is farther away then, `None` where it closes the last way."""


class Advice(TypedDict):
    """A move, and what its piece does, where it lays one."""

    move: str
    effects: list[Effect]


def advised(
    observation: Observation, options: Options, seed: tuple[int | str, ...], nodes: int | None = None
) -> Advice:
    """What the best player would do, within its time or so many replies."""
    move = best_move(BOT, observation, options, seed, nodes)
    return {"move": move, "effects": _effects(observation, options, move)}


def _effects(observation: Observation, options: Options, move: str) -> list[Effect]:
    verb, *stations = move.split()
    if verb != "lay":
        return []
    seen = observed(observation)
    view = BoardReading.of(seen)
    seat, over_printed = seen["turn"], options.flag("build_over_printed")
    before = Stand.of(view, seat, seen["left"], over_printed=over_printed)
    one, other = sorted(view.board.number[station] for station in stations)
    after = before.laid(before.net.link[view.board.link_of[one, other]])
    found: list[Effect] = []
    for colour, race, then in zip(COLOURS, before.races, after.races, strict=True):
        if race is None:
            continue
        mine, theirs = race[seat].missing, race[1 - seat].missing
        mine_then = then[seat].missing if then else 0
        theirs_then = then[1 - seat].missing if then else theirs
        if (mine, theirs) != (mine_then, theirs_then):
            found.append(
                {
                    "colour": colour,
                    "mine": _told(mine_then),
                    "theirs": _told(theirs_then),
                    "nearer": mine - mine_then,
                    "longer": None if theirs < FAR <= theirs_then else theirs_then - theirs,
                }
            )
    return found


def _told(missing: int) -> int | None:
    return missing if missing < FAR else None
