"""The vote of a class: what decided the places, asked before the charts and once more after them.

Shares are kept in their order, never as they came and never with whose they are.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from game.match.ballot import PollWords, is_vote, vote_fault
from game.match.hall.at_tables import AtTables
from game.match.hall.book import SHARES, Shares, Vote
from game.words import _

ROUNDS = "before", "after"


@dataclass(frozen=True, slots=True)
class PollSeen:
    """The vote as everybody may see it while the lesson goes on."""

    vote: Vote
    """What the rounds came to that are not open: later votes could be read from what they change."""
    voted: tuple[int, int]
    """How many have voted in each round."""
    open: int | None
    """The round that is open."""
    of: int
    """How many could vote."""


class LessonAround(Protocol):
    """The lesson whose charts are shown, for as long as it goes on."""

    def poll_seen(self) -> PollSeen | None:
        """The vote as it stands; `None` where the game asks nothing."""

    def vote_again(self) -> None:
        """Have everybody asked what decided it, or go on waiting for the round that is open."""


class ClassPoll:
    """The two rounds.

    Attributes:
        current: the round that is open; `None` for none.
        voted: who has voted in each round.
    """

    def __init__(self, words: AtTables) -> None:
        """Nothing is open yet."""
        self._words = words
        self.current: int | None = None
        self.voted: tuple[set[int], set[int]] = set(), set()
        self._cast: tuple[list[Shares], list[Shares]] = [], []

    @property
    def has_any(self) -> bool:
        """Whether the game asks anything."""
        return self._words.poll(0) is not None

    @property
    def vote(self) -> Vote:
        """What was voted, for the book; nothing of a round that is still open."""
        before, after = (
            () if number == self.current else tuple(cast) for number, cast in enumerate(self._cast)
        )
        return Vote(before, after)

    def seen(self, of: int) -> PollSeen | None:
        """How it stands, where so many could vote."""
        before, after = self.voted
        voted = len(before), len(after)
        return PollSeen(self.vote, voted, self.current, max(of, *voted)) if self.has_any else None

    def open(self, number: int) -> None:
        """Ask everybody."""
        self.current = number

    def close(self) -> None:
        """Ask nobody."""
        self.current = None

    def cast(self, person: int, words: Mapping[str, Any]) -> str:
        """Put in a vote; a sentence where it is refused."""
        current = self.current
        if current is None or type(words.get("round")) is not int or words["round"] != current:
            return _("This vote is closed.")
        fault = vote_fault(words.get("shares"), SHARES)
        if fault:
            return fault
        if person in self.voted[current]:
            return _("Your vote is cast already.")
        self.voted[current].add(person)
        skill, luck, structure = words["shares"]
        insort(self._cast[current], (skill, luck, structure))
        return ""

    def data_for(self, person: int, of: int) -> dict[str, Any] | None:
        """What somebody's phone is asked; `None` for nothing."""
        words: PollWords | None = self._words.poll(self.current) if self.current is not None else None
        if words is None or self.current is None:
            return None
        voted = self.voted[self.current]
        return {
            "round": self.current,
            "question": words.question,
            "more": words.more,
            "things": [{"name": name, "more": more} for name, more in words.things],
            "voted": person in voted,
            "count": len(voted),
            "of": max(of, len(voted)),
        }

    def moment(self) -> tuple[object, ...]:
        """All that phones are told of when it changes."""
        return self.current, *map(frozenset, self.voted)

    def kept(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "open": self.current,
            "voted": [sorted(one) for one in self.voted],
            "cast": [list(map(list, one)) for one in self._cast],
        }

    def recall(self, kept: object) -> None:
        """What `kept` gave; it may be anything, and what is no vote is left out."""
        if not isinstance(kept, Mapping):
            return
        self.current = kept.get("open") if kept.get("open") in (0, 1) else None
        for number, voted in enumerate(_pair(kept.get("voted"))):
            self.voted[number].update(one for one in voted if type(one) is int)
        for number, cast in enumerate(_pair(kept.get("cast"))):
            for shares in cast:
                if isinstance(shares, list) and is_vote(shares, SHARES):
                    insort(self._cast[number], (shares[0], shares[1], shares[2]))


def _pair(kept: object) -> list[list[Any]]:
    rows = kept if isinstance(kept, list) and len(kept) == len(ROUNDS) else []
    return [row if isinstance(row, list) else [] for row in rows]
