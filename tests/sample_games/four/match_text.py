"""What the game says of its match: moves, what has happened, how it ended, and what is known."""

from typing import cast

from game.core.game import Event, Observation, Outcome, Refusal
from game.i18n import _, isolated
from game.match.match_text import MatchText


class FourWords(MatchText):
    """The sentences of one match."""

    def move_words(self, move: str, seat: int) -> str:
        """The column; "drop" alone stands for all of them."""
        column = move.removeprefix("drop ")
        return _("Column {n}").format(n=column) if column.isdecimal() else super().move_words(move, seat)

    def state(self, seen: Observation, seat: int | None) -> list[str]:
        """Whose discs lie in each column, from below."""
        names = [isolated(one.name) for one in self.match.seats]
        columns = cast("list[str]", seen["board"])
        return [
            _("Column {n}: {names}").format(n=n, names=", ".join(names[int(disc)] for disc in column))
            for n, column in enumerate(columns, start=1)
            if column
        ] or [_("All columns are empty.")]

    def sentence(self, event: Event, times: int = 1) -> str:
        """Whose disc fell where."""
        name = self.names[event.seat or 0]
        return _("{name} drops a disc into column {n}.").format(name=name, n=event.data["column"])

    def refused(self, refusal: Refusal) -> str:
        """Why a disc cannot fall there."""
        full = refusal.code == "column_full"
        return _("That column is full.") if full else _("There is no such column.")

    def ending(self, outcome: Outcome) -> str:
        """Four in a line, or no room left."""
        return {
            "four": _("Four in a line."),
            "full": _("The board is full."),
        }.get(outcome.reason) or super().ending(outcome)


WORDS = FourWords
