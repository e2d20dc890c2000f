"""What a hall begins with: the game, its tables with their house rules, and who is expected; a lesson."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from game.core.discovery import find
from game.core.game import known_level
from game.core.options import Options, Value
from game.party.messages import clean_name

TABLES, PEOPLE = 8, 40
"""So many at most."""
LESSON = 24 * 60
"""Minutes that a lesson has at most."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One table."""

    players: int
    options: Mapping[str, Value] = field(default_factory=dict)
    """Its house rules, those that are not as usual."""


def rules_at(game: str, plan: TablePlan) -> Options:
    """All house rules of a table; asked for in every turn, so they are read once. Never change them."""
    return _read(game, plan.players, tuple(plan.options.items()))


@lru_cache(maxsize=64)
def _read(game: str, players: int, given: tuple[tuple[str, Value], ...]) -> Options:
    return find(game).info.read_options(dict(given), players)


@dataclass(frozen=True, slots=True)
class HallPlan:
    """A lesson, or an evening, as it was prepared."""

    game: str
    tables: tuple[TablePlan, ...]
    title: str = ""
    names: tuple[str, ...] = ()
    """Who is expected, in the order in which they sit; empty for whoever comes."""
    level: str = "normal"
    """Of computer players, on chairs where nobody sits."""
    hints: str = "full"
    minutes: int = 0
    """Of the lesson, after which the last hand is called; 0 for never."""
    unwanted: tuple[str, ...] = ()
    """Words that no name may have."""
    is_cup: bool = False
    """Whether it is the hall of a cup: each table plays one match, and whoever meets sits there."""

    def __post_init__(self) -> None:
        """Refuse what cannot be played.

        Raises:
            ValueError: a sentence that says what is wrong.
        """
        info, bot = find(self.game).info, find(self.game).bot
        if not 1 <= len(self.tables) <= TABLES:
            raise ValueError(f"A hall has 1 to {TABLES} tables, not {len(self.tables)}.")
        for table in self.tables:
            info.read_options(table.options, info.read_players(table.players))
        if self.chairs > PEOPLE:
            raise ValueError(f"A hall has {PEOPLE} chairs at most, not {self.chairs}.")
        if known_level(bot, self.level) != self.level:
            raise ValueError(f"There is no level {self.level!r}; the levels are: {', '.join(bot.levels)}.")
        if self.hints not in ("full", "learning", "off"):
            raise ValueError(f"Hints are full, learning or off, not {self.hints!r}.")
        if not 0 <= self.minutes <= LESSON:
            raise ValueError(f"A lesson has 0 to {LESSON} minutes, not {self.minutes}.")

    @property
    def chairs(self) -> int:
        """How many chairs all tables have together."""
        return sum(table.players for table in self.tables)

    def kept(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "game": self.game,
            "tables": [{"players": one.players, "options": dict(one.options)} for one in self.tables],
            "title": self.title,
            "names": list(self.names),
            "level": self.level,
            "hints": self.hints,
            "minutes": self.minutes,
            "unwanted": list(self.unwanted),
            "cup": self.is_cup,
        }

    @classmethod
    def recalled(cls, kept: object) -> HallPlan:
        """What `kept` gave; it may be anything, as lessons are files.

        Raises:
            ValueError: it is no plan that this program can play.
        """
        if not isinstance(kept, Mapping) or not isinstance(kept.get("tables"), list):
            raise ValueError("A lesson is an object with a game and its tables.")
        tables = tuple(map(_table, kept["tables"]))
        return cls(
            game=_text(kept, "game"),
            tables=tables,
            title=clean_name(_text(kept, "title")),
            names=tuple(filter(None, map(clean_name, _texts(kept, "names")))),
            level=_text(kept, "level", "normal"),
            hints=_text(kept, "hints", "full"),
            minutes=_number(kept, "minutes", 0),
            unwanted=tuple(_texts(kept, "unwanted")),
            is_cup=kept.get("cup") is True,
        )


def _table(kept: object) -> TablePlan:
    if not isinstance(kept, Mapping) or not isinstance(options := kept.get("options", {}), Mapping):
        raise ValueError("A table is an object with players and options.")
    return TablePlan(_number(kept, "players", 0), dict(options))


def _text(kept: Mapping[str, Any], name: str, default: str = "") -> str:
    value = kept.get(name, default)
    if not isinstance(value, str):
        raise ValueError(f"{name} is a text, not {value!r}.")
    return value


def _texts(kept: Mapping[str, Any], name: str) -> Sequence[str]:
    value = kept.get(name, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError(f"{name} is a list of texts.")
    return value


def _number(kept: Mapping[str, Any], name: str, default: int) -> int:
    value = kept.get(name, default)
    if type(value) is not int:
        raise ValueError(f"{name} is a whole number, not {value!r}.")
    return value
