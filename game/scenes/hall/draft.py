"""A lesson in the making: what is chosen while it is prepared, and the plan that comes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from game.core.discovery import find
from game.core.options import Value
from game.match.hall.at_tables import RuleChoice, at_tables
from game.match.hall.plan import PEOPLE, TABLES, HallPlan, TablePlan
from game.match.seats import unlike
from game.party.messages import clean_name

MINUTES = 0, 15, 20, 25, 30, 35, 40, 45, 60, 90
"""After which the last hand can be called; 0 for never."""
USUAL_MINUTES = 35
_BETWEEN = re.compile(r"[\n\r\t,;]+")
_GAPS = re.compile(r"[\s,;]+")
_COUNTED = re.compile(r"^\s*\d+[.)]?\s+")


def read_names(text: str) -> tuple[str, ...]:
    """The names in a list that was pasted or dropped: one a line or with commas; no more than seats.

    Two of a name are two pupils, and told apart.
    """
    found: list[str] = []
    for part in _BETWEEN.split(text):
        name = clean_name(_COUNTED.sub("", part).strip().strip('"'))
        if name:
            found.append(unlike(name, found))
    return tuple(found[:PEOPLE])


def read_words(text: str) -> tuple[str, ...]:
    """The words in a line; single letters are none, as they would forbid nearly every name."""
    return tuple(dict.fromkeys(word for word in _GAPS.split(text) if len(word) > 1))


@dataclass(frozen=True, slots=True)
class Draft:
    """A lesson in the making."""

    game: str
    tables: int
    players: int
    """Seats at each table, unless `sizes` says otherwise."""
    title: str = ""
    names: tuple[str, ...] = ()
    minutes: int = USUAL_MINUTES
    level: str = "normal"
    rules: tuple[int, ...] = ()
    """Which of the game's choices each table plays by, by table; empty where the game has none."""
    base: tuple[tuple[str, Value], ...] = ()
    """House rules of all tables."""
    hints: str = "full"
    unwanted: tuple[str, ...] = ()
    """Words that no name may have."""
    sizes: tuple[int, ...] = ()
    """Seats by table, of a plan that was kept with tables of different sizes."""

    @classmethod
    def of(cls, game: str, base: Mapping[str, Value] | None = None) -> Draft:
        """What is offered first: six tables, or as many as there are seats for."""
        players = find(game).info.default_players
        usual = find(game).info
        unusual = {
            name: value
            for name, value in (base or {}).items()
            if value != usual.option(name).default_for(players) and not usual.option(name).seats
        }
        levels = find(game).bot.levels
        level = "normal" if "normal" in levels else levels[0]
        return cls(
            game, min(6, PEOPLE // players), players, level=level, base=tuple(unusual.items())
        ).fitted()

    @classmethod
    def from_plan(cls, plan: HallPlan) -> Draft:
        """A plan that was kept; what tables have in common is the base."""
        choices = at_tables(plan.game).choices()
        rules = tuple(_choice_of(table, plan.game, choices) for table in plan.tables)
        compared = {name for choice in choices for name in choice.options}
        base = {name: value for name, value in plan.tables[0].options.items() if name not in compared}
        sizes = tuple(table.players for table in plan.tables)
        return cls(
            plan.game, len(plan.tables), sizes[0], plan.title, plan.names, plan.minutes,
            plan.level, rules, tuple(base.items()), plan.hints, plan.unwanted,
            sizes if len(set(sizes)) > 1 else (),
        ).fitted()  # fmt: skip

    @property
    def choices(self) -> Sequence[RuleChoice]:
        """What the tables of this game can be given."""
        return at_tables(self.game).choices()

    @property
    def most_tables(self) -> int:
        """So many tables have room in one hall."""
        return sum(self._seats_at(tables) <= PEOPLE for tables in range(1, TABLES + 1))

    @property
    def seats(self) -> int:
        """How many people can play."""
        return self._seats_at(self.tables)

    def _size(self, table: int) -> int:
        return self.sizes[table] if table < len(self.sizes) else self.players

    def _seats_at(self, tables: int) -> int:
        return sum(map(self._size, range(tables)))

    def fitted(self) -> Draft:
        """The same with as many tables, and rules for them, as there can be."""
        tables = max(1, min(self.tables, self.most_tables))
        rules = (*self.rules, *[0] * tables)[:tables] if self.choices else ()
        return replace(self, tables=tables, rules=rules)

    def with_names(self, names: tuple[str, ...]) -> Draft:
        """With these names, and as many tables as they need."""
        most = self.most_tables
        needed = next((n for n in range(1, most) if self._seats_at(n) >= len(names)), most)
        return replace(self, names=names, tables=max(self.tables, needed)).fitted()

    def ruled(self, table: int, choice: int) -> Draft:
        """One table plays by another choice; they are counted from 0."""
        rules = list(self.rules)
        rules[table] = choice
        return replace(self, rules=tuple(rules))

    def all_ruled(self, choices: Sequence[int]) -> Draft:
        """The tables play by these choices in turn."""
        return replace(self, rules=tuple(choices[table % len(choices)] for table in range(self.tables)))

    def plan(self) -> HallPlan:
        """What comes of it.

        Raises:
            ValueError: that cannot be played; a sentence says why.
        """
        plans = []
        for table in range(self.tables):
            usual = find(self.game).info.read_options({}, self._size(table))
            chosen = dict(self.base)
            if self.rules:
                chosen |= self.choices[self.rules[table]].options
            kept = {name: value for name, value in chosen.items() if value != usual[name]}
            plans.append(TablePlan(self._size(table), kept))
        return HallPlan(
            self.game, tuple(plans), clean_name(self.title), self.names, self.level, self.hints,
            self.minutes, self.unwanted,
        )  # fmt: skip


def _choice_of(table: TablePlan, game: str, choices: Sequence[RuleChoice]) -> int:
    """By which of the choices a table plays; the first where it is none of them."""
    full = find(game).info.read_options(table.options, table.players)
    fits = (all(full[name] == value for name, value in choice.options.items()) for choice in choices)
    return next((number for number, is_it in enumerate(fits) if is_it), 0)
