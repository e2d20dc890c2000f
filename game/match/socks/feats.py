"""Feats: what earns a sock. Each game names its own in ``INFO.feats``; others stand in `everywhere`.

A feat is looked for when a match is over and told, from its moves: nothing that was taken back counts, and
nothing is taken away later. Feats outside of matches are told by whoever sees them happen (`Happening`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, cast

from game.core.discovery import find, part
from game.core.game import Event, Outcome
from game.core.session import Session


@dataclass(frozen=True, slots=True)
class Feat:
    """What earns a sock.

    Attributes:
        key: what it is kept under for ever.
        knit: what its sock is knitted like, as the art library calls it.
        icon: the small picture in its place as long as it is missing.
    """

    key: str
    knit: str
    icon: str


@dataclass(frozen=True, slots=True)
class FeatWords:
    """What is said of a feat, translated."""

    title: str
    """What the sock is called."""
    told: str
    """What earns it, in a sentence."""


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
    """A match that is over, for those who look for feats in it.

    Attributes:
        session: with all its moves.
        outcome: how it ended.
        conceded: whether somebody has given it up.
    """

    session: Session
    outcome: Outcome
    conceded: bool = False

    def moves(self) -> Iterator[Moved]:
        """Every move, from the first to the last."""
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
        words: what is said of each, by its key.
        found: looks for them in a match; those of lessons are not found there.
        lessons: the one that all lessons of the game earn.
    """

    feats: tuple[Feat, ...]
    words: Callable[[], dict[str, FeatWords]]
    found: Callable[[Story], Iterable[Done]]
    lessons: str = ""


class Happening(StrEnum):
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
    where = find(game).info.feats
    return cast(GameFeats, part(where)) if where else None
