"""What earns the socks of Socks in the City."""

from __future__ import annotations

from collections.abc import Iterator

from game.games.city.rules.events import PairJoined, read
from game.match.feats import Done, Feat, FeatWords, GameFeats, Story
from game.words import _

PAIRS = 6
"""All that there are."""
BOTH = 2
"""So many pairs joined in one turn."""
LONG = 15
"""So many links from sock to sock are a long way home."""


def _found(story: Story) -> Iterator[Done]:
    joined: dict[int, list[int]] = {0: [], 1: []}
    turn, mover = list[int](), -1
    for moved in story.moves():
        # A turn ends when another seat is to move; its joins are gathered until then.
        turn = turn if moved.seat == mover else []
        mover = moved.seat
        for event in moved.events:
            match read(event):
                case PairJoined(seat=seat, way=way):
                    turn.append(moved.ply)
                    joined[seat].append(moved.ply)
                    yield Done("first-departure", seat, [moved.ply])
                    if len(way) > LONG:
                        yield Done("long-way-home", seat, [moved.ply])
                    if len(turn) == BOTH:
                        yield Done("alley-cats", seat, list(turn))
                    if len(joined[seat]) == PAIRS:
                        yield Done("six-pairs", seat, joined[seat])
    winner = story.winner()
    if winner is not None:
        yield Done("last-train", winner)


def _words() -> dict[str, FeatWords]:
    return {
        "main-line": FeatWords(_("Main Line"), _("Take all lessons of Socks in the City to their end.")),
        "last-train": FeatWords(_("Last Train"), _("Win a match.")),
        "first-departure": FeatWords(_("First Departure"), _("Bring a pair of socks together.")),
        "six-pairs": FeatWords(_("Six Pairs"), _("Bring all six pairs of a match home yourself.")),
        "long-way-home": FeatWords(
            _("The Long Way Home"), _("Join a pair by a way of fifteen links or more.")
        ),
        "alley-cats": FeatWords(_("Alley Cats"), _("Join two pairs in one turn.")),
    }  # fmt: skip


FEATS = GameFeats(
    (
        Feat("main-line", "tracks", "book"),
        Feat("last-train", "snow", "trophy"),
        Feat("first-departure", "trains", "train"),
        Feat("six-pairs", "hearts", "heart"),
        Feat("long-way-home", "windows", "home"),
        Feat("alley-cats", "cats", "cat"),
    ),
    _words,
    _found,
    lessons="main-line",
)
