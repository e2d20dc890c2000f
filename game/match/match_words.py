"""What a game says of its match, for the screens around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from game.core.game import Event, Observation, Outcome, Refusal, common_observed
from game.match.figures import Figure
from game.match.film import Marked
from game.match.match import Match
from game.match.told import StepWords
from game.words import counted


class MatchWords(StepWords, Protocol):
    """The sentences of one match; those with a body here need not be filled in."""

    match: Match

    def refused(self, refusal: Refusal) -> str:
        """Why a move was refused; a game knows its codes."""
        return str(refusal)

    def ending(self, outcome: Outcome) -> str:
        """How the match ended."""
        ...

    def curves(self) -> list[list[int]]:
        """A line for each seat that tells the match: its score from the start to the end."""
        ...

    def curves_title(self) -> str:
        """What the lines of `curves` show."""
        ...

    def known_of(self, seat: int) -> str:
        """What everybody knows of a seat besides its cards, in a few words; empty for nothing."""
        scores = common_observed(self.match.session.observe(None)).get("scores", [])  # not every game counts
        if seat >= len(scores):
            return ""
        return counted("{n} point", "{n} points", scores[seat]).format(n=scores[seat])

    leads: str = "most"
    """What is ahead in `curves` at any time: the ``most``, the ``fewest``, or, before the end, ``nobody``."""

    merged: frozenset[str] = frozenset()
    """The kinds of events that are told together where a seat does the same several times in a row."""

    def sentence(self, event: Event, times: int = 1) -> str:
        """What an event has done, in a short sentence for the log; empty for what is no step of its own.

        Args:
            event: redacted for whoever is told.
            times: how often in a row, for kinds that are `merged`.
        """
        return ""

    def mark(self, event: Event, before: Callable[[], Observation]) -> Marked | None:
        """What an event is worth finding again for in the film of the match; `None` for most.

        Args:
            event: unredacted; a film of what is not over shows nothing that is hidden yet.
            before: gives what everybody could see before the move that did it.
        """
        return None

    def just_now(self) -> str:
        """What has happened last, in a sentence or two that everybody may read; empty for nothing."""
        return ""

    def result_lines(self) -> list[str]:
        """What the results tell besides, a sentence or two each a line."""
        return []

    def figures(self) -> list[Figure]:
        """Three figures that tell this match from others, counted from its moves."""
        return []

    def handicap(self) -> str:
        """Who has a handicap and what it is, in a sentence; empty where nobody has one."""
        return ""
