"""What a game says and shows on phones where no window shows its match, as at one table of many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from game.core.discovery import find, part
from game.core.game import Event, Outcome, Refusal
from game.match.bot_turns import Thinker
from game.match.match import Match
from game.match.phone_part import PhonePart
from game.match.phone_seats import PhoneWords
from game.match.told import StepWords
from game.words import _


@dataclass(frozen=True, slots=True)
class Handheld:
    """What the phones of a match need of its game."""

    words: PhoneWords
    part: PhonePart
    has_page: bool = True
    """Whether the game's own page works without a window; else phones offer its moves as buttons."""


class PlainWords(StepWords):
    """What can be said of a match without knowing its game."""

    merged: frozenset[str] = frozenset()
    leads: str = "most"

    def sentence(self, event: Event, times: int = 1) -> str:
        """Nothing: an event is told by those who know its game."""
        return ""

    def refused(self, refusal: Refusal) -> str:
        """Why a move was refused, in the rules' own word."""
        return str(refusal)

    def ending(self, outcome: Outcome) -> str:
        """How the match ended, in the rules' own word."""
        return _("The match is over: {reason}.").format(reason=str(outcome.reason).replace("_", " "))


def handheld_of(match: Match, helper: Thinker) -> Handheld:
    """What the phones of this match need of its game.

    Args:
        match: the match.
        helper: finds out what phones ask for beside hints.
    """
    where = find(match.session.game).info.handheld
    if not where:
        return Handheld(PlainWords(), PhonePart(match), has_page=False)
    make = cast("Callable[[Match, Thinker], Handheld]", part(where))
    return make(match, helper)
