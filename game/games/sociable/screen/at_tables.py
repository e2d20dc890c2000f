"""SOCiable where many tables are seen at once: who sits on which chair, who leads, who is out."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import Observation
from game.games.sociable.rules.observed import observed
from game.games.sociable.screen.chairs import RANKS, chair_drawing, ranks
from game.games.sociable.screen.debrief.voting import asked_of_class
from game.games.sociable.words.sentences import chair_name
from game.match.ballot import PollWords
from game.match.hall.at_tables import RuleChoice, SeenChair
from game.words import _


class OfficeTables:
    """What the office says of one table of many."""

    def choices(self) -> Sequence[RuleChoice]:
        """The exchange, which a class has half of its tables play without."""
        return (
            RuleChoice(_("With the exchange"), {"exchange": "on"}),
            RuleChoice(_("Without the exchange"), {"exchange": "off"}),
            RuleChoice(_("Exchange turned round"), {"exchange": "reversed"}),
        )

    def chairs(self, seen: Observation) -> Sequence[SeenChair]:
        """From Boss to Temp; whoever laid what lies there leads, or opens the round."""
        now = observed(seen)
        leads = now["by"] if now["by"] is not None else now["turn"]
        # Gifts are given by several at once, and nobody leads then.
        leads = None if now["give"] else leads
        out = {seat: place for place, seat in enumerate(now["out"], start=1)}
        return [
            SeenChair(seat, rank, chair_name(rank), seat == leads, out.get(seat, 0))
            for seat, rank in zip(now["order"], ranks(now["players"]), strict=False)
        ]

    def felt(self, seen: Observation) -> tuple[str, ...]:
        """The cards that have to be beaten."""
        return tuple(observed(seen)["lead"])

    def picture(self, rank: int) -> str:
        """A chair of the office."""
        if not 0 <= rank < len(RANKS):
            return ""
        body, box = chair_drawing(rank)
        view = " ".join(f"{number:g}" for number in box)
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'

    def first(self, seen: Observation) -> int | None:
        """The Boss."""
        order = observed(seen)["order"]
        return order[0] if order else None

    def news(self, table: int, name: str) -> str:
        """A Boss has fallen."""
        return _("Table {n}: the Boss has fallen. {name} takes the throne!").format(n=table, name=name)

    def nameless(self, table: int, seat: int) -> str:
        """The same without who it is."""
        return _("Table {n}: the Boss has fallen. There is a new one!").format(n=table)

    def poll(self, number: int) -> PollWords | None:
        """Skill, luck, the chair."""
        return asked_of_class(number)


AT_TABLES = OfficeTables()
