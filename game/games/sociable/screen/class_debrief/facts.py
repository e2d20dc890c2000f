"""All that the pages about a class show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.games.sociable.review.pooled.classes import ParallelClasses
from game.games.sociable.review.pooled.evidence import Evidence, evidence
from game.games.sociable.review.pooled.figures import ClassStory
from game.games.sociable.review.pooled.tables import Table
from game.games.sociable.review.pooled.votes import Tally, tally
from game.match.hall.ballots import PollSeen
from game.match.hall.book import ClassBook
from game.words import _


@dataclass(frozen=True, slots=True)
class ClassFacts:
    """A class as it is shown."""

    story: ClassStory
    evidence: Evidence
    votes: tuple[Tally | None, Tally | None]
    """Before the charts and after them; `None` with too few to be told."""
    hidden: bool
    """Whether numbers stand for names."""
    parallel: tuple[ParallelClasses, ...] = ()
    """Empty until they have been lived."""
    poll: PollSeen | None = None
    """The vote as it goes on meanwhile; `None` once the lesson is over."""

    @classmethod
    def of(cls, book: ClassBook, parallel: Sequence[ParallelClasses] = ()) -> ClassFacts:
        """Count everything once more from the book.

        Raises:
            ValueError: a record is broken, or that of another game.
        """
        story = ClassStory.of(book)
        votes = tally(book.vote.before), tally(book.vote.after)
        return cls(story, evidence(story), votes, book.names_hidden, tuple(parallel))

    def with_names(self, *, hidden: bool) -> ClassFacts:
        """The same, with names or with numbers."""
        return replace(self, hidden=hidden)

    def name(self, table: Table, seat: int, hand: int = 0, *, short: bool = False) -> str:
        """What whoever has a seat in a hand is called, or at the end; by ``short`` its number alone."""
        sitter = table.sitters[hand - 1][seat]
        if not sitter.pupil:
            return _("Computer")
        if self.hidden or not sitter.name or sitter.name.isdigit():
            return str(sitter.pupil) if short else _("Pupil {n}").format(n=sitter.pupil)
        return sitter.name

    def with_poll(self, poll: PollSeen) -> ClassFacts:
        """The same, as the vote stands now."""
        votes = tally(poll.vote.before), tally(poll.vote.after)
        return replace(self, votes=votes, poll=poll)

    @property
    def has_votes(self) -> bool:
        """Whether there is anything to tell of the vote."""
        return any(self.votes)

    @property
    def shows_votes(self) -> bool:
        """Whether the vote has a place on the charts: also while it is open, or had too few votes."""
        return self.has_votes or (
            self.poll is not None and (self.poll.open is not None or any(self.poll.voted))
        )

    @property
    def exchanged(self) -> bool:
        """Whether anything was given at any table."""
        return any(row.exchanged for row in self.story.rows)
