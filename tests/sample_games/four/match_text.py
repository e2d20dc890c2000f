"""Texts of four in a row: moves, events, results and positions."""

from typing import cast

from game.core.game import Event, Observation, Outcome, Refusal
from game.i18n import _, isolated
from game.match.match_text import MatchText


class FourWords(MatchText):
    """Texts of a match."""

    def move_words(self, move: str, seat: int) -> str:
        """Words of a move; "drop" without a column means any drop."""
        column = move.removeprefix("drop ")
        return _("Column {n}").format(n=column) if column.isdecimal() else super().move_words(move, seat)

    def state_lines(self, observation: Observation, seat: int | None) -> list[str]:
        """Owners of the discs in each column, from below."""
        names = [isolated(player.name) for player in self.match.seats]
        columns = cast("list[str]", observation["board"])
        return [
            _("Column {n}: {names}").format(n=n, names=", ".join(names[int(disc)] for disc in column))
            for n, column in enumerate(columns, start=1)
            if column
        ] or [_("All columns are empty.")]

    def event_sentence(self, event: Event, times: int = 1) -> str:
        name = self.names[event.seat or 0]
        return _("{name} drops a disc into column {n}.").format(name=name, n=event.data["column"])

    def refusal_sentence(self, refusal: Refusal) -> str:
        full = refusal.code == "column_full"
        return _("That column is full.") if full else _("There is no such column.")

    def end_sentence(self, outcome: Outcome) -> str:
        return {
            "four": _("Four in a line."),
            "full": _("The board is full."),
        }.get(outcome.reason) or super().end_sentence(outcome)


WORDS = FourWords
