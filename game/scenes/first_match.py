"""The first match of a game in this home: a short one against easy computer players, and said to be so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from game.core.contract import GameInfo, Value
from game.store.settings import SeatChoice
from game.ui.kit.stage import Stage
from game.words import _, listed

EASY, USUAL = "easy", "normal"


def is_first(stage: Stage, slug: str) -> bool:
    """Whether a game was never played in this home, nor anything chosen for it."""
    chosen, stores = stage.settings, stage.stores
    known = chosen.seats, chosen.house_rules, chosen.presets
    return not (
        any(slug in kept for kept in known) or stores.statistics.game(slug) or stores.saves.load(slug)
    )


def learn(stage: Stage, slug: str) -> None:
    """The first lesson of a game, or the one that was left in its middle."""
    stage.open("lesson", stage, slug)


def level_of_bots(levels: Sequence[str], *, first: bool) -> str:
    """What computer players are that nobody has chosen."""
    wanted = EASY if first else USUAL
    return wanted if wanted in levels else levels[0]


def short_words(info: GameInfo, rules: Mapping[str, Value]) -> str:
    """What makes a first match short, as far as the house rules still say so; empty for nothing."""
    options = [info.option(name) for name, value in info.short.items() if rules.get(name) == value]
    return listed(f"{_(option.title)}: {_(option.label(rules[option.name]).words)}" for option in options)


def seats_after(seats: Sequence[SeatChoice]) -> list[SeatChoice]:
    """The seats as they are remembered after a first match: computer players as usual."""
    return [replace(seat, level=USUAL) if seat.level == EASY else seat for seat in seats]


def rules_after(info: GameInfo, chosen: Mapping[str, Value]) -> dict[str, Value]:
    """The house rules that are remembered after a first match: without what made it short."""
    return {name: value for name, value in chosen.items() if info.short.get(name) != value}
