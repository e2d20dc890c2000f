"""Feats: what earns a sock. Each game has its own in ``flavour.FEATS``; those of no game stand here.

A feat is looked for when a match is over and told, from its moves: nothing that was taken back counts, and
nothing is taken away later. Feats outside of matches are told by whoever sees them happen (`OutsideFeat`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, cast

from game.core.discovery import find
from game.core.game import Event, Outcome
from game.core.session import Session
from game.words import _


@dataclass(frozen=True, slots=True)
class Feat:
    """What earns a sock.

    Attributes:
        key: what it is kept under for ever.
        knit: what its sock is knitted like, as the art library calls it.
        icon: the small picture in its place as long as it is missing.
        words: what the sock is called, and what earns it in a sentence, in the language that is spoken.
    """

    key: str
    knit: str
    icon: str
    words: Callable[[], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Moved:
    """One move of a match that is looked at again."""

    ply: int
    """Which one of the log, from 0."""
    seat: int
    before: Session
    """The match as it stood before, which is not to be played on."""
    events: tuple[Event, ...]
    """What it has done, unredacted."""


@dataclass(frozen=True, slots=True)
class Story:
    """A match that is over, for those who look for feats in it; given up where it is ``conceded``."""

    session: Session
    outcome: Outcome
    conceded: bool = False

    def moves(self) -> Iterator[Moved]:
        for ply, (seat, _move) in enumerate(self.session.log):
            yield Moved(ply, seat, self.session.before(ply), self.session.events_of(ply))

    def winner(self) -> int | None:
        """Who has won alone, by the rules; `None` where nobody has, or somebody gave up."""
        winners = () if self.conceded else self.outcome.winners
        return winners[0] if len(winners) == 1 else None


@dataclass(frozen=True, slots=True)
class Done:
    """A seat has done what earns a sock."""

    key: str
    seat: int
    plies: Sequence[int] = ()
    """The moves that it took: who makes them has to be a person. Of none the whole match is meant."""


@dataclass(frozen=True, slots=True)
class GameFeats:
    """The feats of a game.

    Attributes:
        feats: all of them, in the order of the drawer.
        found: looks for them in a match; not for those of lessons, and of a match that is won.
        lessons: the one that all lessons of the game earn.
        won: the one that whoever wins a match alone earns; empty for none.
    """

    feats: tuple[Feat, ...]
    found: Callable[[Story], Iterable[Done]]
    lessons: str
    won: str = ""


class OutsideFeat(StrEnum):
    """What earns socks outside of a match; the keys of their feats."""

    DAILY = "early-bird"
    """The sock of the day was solved."""
    WEEK = "busy-week"
    """Seven of them on seven days in a row."""
    HARD_DAILY = "cherry-on-top"
    """A hard one without a hint."""
    SHARED = "encore"
    """A film was shared."""
    BOARD = "patchwork"
    """A match was played on a board of somebody's own."""
    WHAT_IF = "second-thoughts"
    """A match was played on from a moment of its film, to its end."""


Keyed: TypeAlias = tuple[str, Feat]
"""The game of a feat, empty for all of them, and the feat."""


def feats_of(game: str) -> GameFeats | None:
    """The feats of a game; `None` where it names none."""
    return cast("GameFeats | None", find(game).part("feats"))


FIRST = "first-pair"
"""A match was played to its end."""
PARTY = "full-house"
"""So was one in which two phones took part."""
EVERY_GAME = "all-five"
EVERY_LEVEL = "all-the-way-up"
PHONES = 2
"""So many phones make a party."""

EVERYWHERE = (
    Feat(FIRST, "stripes", "flag", lambda: (_("First Pair"), _("Play a match of any game to its end."))),
    Feat(
        PARTY, "confetti", "phone",
        lambda: (_("Full House"), _("Play a match to its end with two phones or more at the table.")),
    ),
    Feat(
        EVERY_GAME, "rainbow", "dice",
        lambda: (_("All Five"), _("Play a match of every game in the drawer to its end.")),
    ),
    Feat(
        EVERY_LEVEL, "fair-isle", "robot",
        lambda: (
            _("All the Way Up"),
            _("Beat computer players of every level, in whichever games you like."),
        ),
    ),
    Feat(
        OutsideFeat.DAILY, "suns", "clock",
        lambda: (_("Early Bird"), _("Solve the sock of the day on its day.")),
    ),
    Feat(
        OutsideFeat.WEEK, "bees", "seven",
        lambda: (_("Busy Week"), _("Solve the sock of the day on seven days in a row.")),
    ),
    Feat(
        OutsideFeat.HARD_DAILY, "cherries", "lamp",
        lambda: (_("Cherry on Top"), _("Solve a sock of the day of grade four or five without a hint.")),
    ),
    Feat(
        OutsideFeat.SHARED, "notes", "film",
        lambda: (_("Encore"), _("Share a match from the album: as a picture, a film or a file.")),
    ),
    Feat(
        OutsideFeat.BOARD, "patchwork", "pencil",
        lambda: (_("Patchwork"), _("Play a match to its end on a board that you drew or kept.")),
    ),
    Feat(
        OutsideFeat.WHAT_IF, "chevrons", "fork",
        lambda: (_("Second Thoughts"), _("Play on from a moment of a film, to another end.")),
    ),
)  # fmt: skip
