"""What a match of Socker has come to: socks, kicks, and how far one puppet took the ball."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.session import Session
from game.games.socker.rules.events import (
    BallKicked,
    BallOut,
    GoalScored,
    SetupBegun,
    SockerMoved,
    SockerSocked,
    read,
)


@dataclass(frozen=True, slots=True)
class Tally:
    """Figures of both sides."""

    socks: tuple[int, int]
    kicks: tuple[int, int]
    dribble: tuple[int, int]
    """The most kicks of one puppet in a row, with nobody else at the ball between them."""


def tally(session: Session) -> Tally:
    """Count what happened in a match, from its moves."""
    socks, kicks, best = [0, 0], [0, 0], [0, 0]
    carrier, row = "", 0
    for ply in range(len(session.log)):
        for event in session.events_of(ply):
            match read(event):
                case SockerSocked(seat=seat, from_=cell):
                    socks[seat] += 1
                    carrier = "" if cell == carrier else carrier
                case SockerMoved(from_=cell, to=there) if cell == carrier:
                    carrier = there
                case BallKicked(seat=seat, who=who):
                    kicks[seat] += 1
                    row = row + 1 if who == carrier else 1
                    carrier, best[seat] = who, max(best[seat], row)
                case BallOut() | GoalScored() | SetupBegun():
                    carrier = ""
    return Tally((socks[0], socks[1]), (kicks[0], kicks[1]), (best[0], best[1]))
