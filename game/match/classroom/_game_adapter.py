"""What a game says of its matches where many tables are seen at once: chairs, who leads, rules, news."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from game.core.discovery import find_game
from game.core.game import Observation, totals_of
from game.core.options import Options, Value
from game.i18n import _
from game.match.classroom._questions import Prediction
from game.match.share_vote import VoteTexts

if TYPE_CHECKING:
    from game.match.classroom._class_record import ClassRecord


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """One way to play that a table can be given."""

    words: str
    options: Mapping[str, Value] = field(default_factory=dict)
    """The house rules that it changes; all others stay as they are."""


@dataclass(frozen=True, slots=True)
class PublicChair:
    """A chair as everybody in the room may know it."""

    seat: int
    rank: int = -1
    """Which chair it is, 0 for the first; -1 where all are alike."""
    title: str = ""
    """What it is called."""
    leads: bool = False
    out: int = 0
    """As how manieth this seat has finished the hand; 0 while it plays."""


class ClassroomAdapter:
    """What a game says of one table of many, all of it public; here is what can be said of any."""

    def choices(self) -> Sequence[RuleChoice]:
        """What a class may compare first; any other house rule can be chosen too."""
        return ()

    def swapped(self, options: Options) -> RuleChoice | None:
        """By what a table with these house rules plays in round two; `None` where nothing can be swapped."""
        return None

    def chairs(self, seen: Observation) -> Sequence[PublicChair]:
        """The chairs in the order in which they are shown, of what everybody may see."""
        totals = totals_of(seen)
        best = max(totals, default=0)
        return [PublicChair(seat, leads=best > 0 and total == best) for seat, total in enumerate(totals)]

    def felt(self, seen: Observation) -> tuple[str, ...]:
        """What lies open in the middle of the table, as its hall draws it; empty for nothing."""
        return ()

    def picture(self, rank: int) -> str:
        """A chair as an SVG file; empty for none."""
        return ""

    def first(self, seen: Observation) -> int | None:
        """The seat on the chair that everybody wants, if somebody has it."""
        leading = [one.seat for one in self.chairs(seen) if one.leads]
        return leading[0] if len(leading) == 1 else None

    def news(self, table: int, name: str) -> str:
        """Somebody else sits there now, at this table."""
        return _("Table {n}: {name} goes ahead.").format(n=table, name=name)

    def nameless(self, table: int, seat: int) -> str:
        """The same where names are hidden."""
        return _("Table {n}: seat {seat} goes ahead.").format(n=table, seat=seat + 1)

    def poll(self, number: int) -> VoteTexts | None:
        """What everybody is asked before the charts (0) and after them (1); `None` for nothing."""
        return None

    def predictions(self, players: int) -> Sequence[Prediction]:
        """What a class at tables of so many can be asked to predict."""
        return ()

    def answers(self, book: ClassRecord) -> Mapping[str, tuple[int, ...]]:
        """By name, the answers of predictions as far as they are in the matches of a class.

        A number is one; of places it is how often each it was.
        """
        return {}


def at_tables(game: str) -> ClassroomAdapter:
    """What this game says."""
    return cast(ClassroomAdapter, find_game(game).part("at_tables") or ClassroomAdapter())


def rule_choices(game: str) -> list[RuleChoice]:
    """All that a table can be given, the game's own first; a rule that names a seat is none."""
    found = list(at_tables(game).choices())
    known = [choice.options for choice in found]
    for option in find_game(game).info.options:
        for value in () if option.seats else (option.choices or (False, True)):
            if isinstance(option.default, bool) or option.choices:
                words = f"{_(option.title)}: {_(option.label(value).words)}"
                if {option.name: value} not in known:
                    found.append(RuleChoice(words, {option.name: value}))
    return found


def rules_named(game: str, players: int, options: Mapping[str, Value]) -> str:
    """By what a table plays, in a few words: what a class compares, then what else is not as usual."""
    info = find_game(game).info
    full, usual = info.read_options(options, players), info.house_rules(players)
    named: list[str] = []
    told: set[str] = set()
    for choice in at_tables(game).choices():
        if all(full[name] == value for name, value in choice.options.items()):
            named.append(choice.words)
            told |= choice.options.keys()
    named += [
        f"{_(option.title)}: {_(option.label(full[option.name]).words)}"
        for option in info.options
        if option.name not in told and full[option.name] != usual[option.name]
    ]
    return ", ".join(named) or _("The usual rules")
