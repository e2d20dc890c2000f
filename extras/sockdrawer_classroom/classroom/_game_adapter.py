"""Interface of a game for classrooms: chairs, leaders, rules to compare, news and predictions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from game.core.discovery import find_game
from game.core.game import Observation, totals_of
from game.core.options import Options, Value
from game.i18n import _
from game.match.share_vote import VoteTexts
from sockdrawer_classroom.classroom._questions import Prediction

if TYPE_CHECKING:
    from sockdrawer_classroom.classroom._class_record import ClassRecord


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """Rule that a table can be given."""

    words: str
    options: Mapping[str, Value] = field(default_factory=dict)  # options that it sets; all others stay


@dataclass(frozen=True, slots=True)
class PublicChair:
    """Public state of a chair."""

    seat: int
    rank: int = -1  # rank of the chair, 0 for the first; -1 if all are alike
    title: str = ""  # name of the chair; may be empty
    leads: bool = False
    out: int = 0  # finishing position in the hand, from 1; 0 while playing


class ClassroomAdapter:
    """Texts and public data of a game for one table of many. The base class suits any game."""

    def choices(self) -> Sequence[RuleChoice]:
        """Rules that a class may want to compare, by default none; other options can be chosen too."""
        return ()

    def swapped_rule(self, options: Options) -> RuleChoice | None:
        """Rule of round 2 for a table with these options; None (the default) if nothing can be swapped."""
        return None

    def chairs(self, observation: Observation) -> Sequence[PublicChair]:
        """Chairs in display order; by default by seat, and the highest total leads if it is above 0."""
        totals = totals_of(observation)
        best = max(totals, default=0)
        return [PublicChair(seat, leads=best > 0 and total == best) for seat, total in enumerate(totals)]

    def felt(self, observation: Observation) -> tuple[str, ...]:
        """Public cards in the middle of the table, as its hall draws them; by default none."""
        return ()

    def picture(self, rank: int) -> str:
        """Picture of a chair as the text of an SVG file; empty (the default) for none."""
        return ""

    def first(self, observation: Observation) -> int | None:
        """Seat of the only leader; None if no seat leads or several do."""
        leaders = [chair.seat for chair in self.chairs(observation) if chair.leads]
        return leaders[0] if len(leaders) == 1 else None

    def news(self, table: int, name: str) -> str:
        """Sentence about a new leader at a table."""
        return _("Table {n}: {name} takes the lead.").format(n=table, name=name)

    def nameless(self, table: int, seat: int) -> str:
        """Sentence of `news` with the seat's number, shown from 1, instead of the name."""
        return _("Table {n}: seat {seat} takes the lead.").format(n=table, seat=seat + 1)

    def poll(self, number: int) -> VoteTexts | None:
        """Texts of the vote before the charts (0) and after them (1); None (the default) for no vote."""
        return None

    def predictions(self, players: int) -> Sequence[Prediction]:
        """Predictions that a class at tables of ``players`` seats can be asked for; by default none."""
        return ()

    def answers(self, class_record: ClassRecord) -> Mapping[str, tuple[int, ...]]:
        """By prediction name, its answer: (number,) or the frequency of each place; by default none."""
        return {}


def at_tables(game: str) -> ClassroomAdapter:
    """Return the classroom adapter of a game; the general one if it defines none."""
    return cast(ClassroomAdapter, find_game(game).component("classroom_adapter") or ClassroomAdapter())


def rule_choices(game: str) -> list[RuleChoice]:
    """Rules for a table: the game's own, then each value of switches and choices that name no seat."""
    choices = list(at_tables(game).choices())
    option_sets = [choice.options for choice in choices]
    for option in find_game(game).info.options:
        for value in () if option.seats else (option.choices or (False, True)):
            if isinstance(option.default, bool) or option.choices:
                text = f"{_(option.title)}: {_(option.label(value).words)}"
                if {option.name: value} not in option_sets:
                    choices.append(RuleChoice(text, {option.name: value}))
    return choices


def rules_named(game: str, players: int, options: Mapping[str, Value]) -> str:
    """Text of a table's rules: those that a class compares, then other non-default options; never empty."""
    info = find_game(game).info
    values, defaults = info.read_options(options, players), info.house_rules(players)
    texts: list[str] = []
    named_options: set[str] = set()
    for choice in at_tables(game).choices():
        if all(values[name] == value for name, value in choice.options.items()):
            texts.append(choice.words)
            named_options |= choice.options.keys()
    texts += [
        f"{_(option.title)}: {_(option.label(values[option.name]).words)}"
        for option in info.options
        if option.name not in named_options and values[option.name] != defaults[option.name]
    ]
    return ", ".join(texts) or _("The standard rules")
