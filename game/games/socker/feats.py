"""What earns the socks of Socker."""

from __future__ import annotations

from collections.abc import Iterator

from game.games.socker.rules.events import GoalScored, SockerSocked, TurnBegun, read
from game.match.feats import Done, Feat, FeatWords, GameFeats, Story
from game.words import _

TRICK = 3
"""So many goals of one side in a match."""
CLEAN = 2
"""So many goals ahead is a win to be proud of where nobody got one in."""


def _found(story: Story) -> Iterator[Done]:
    goals: dict[int, list[int]] = {0: [], 1: []}
    behind = set()
    turn: list[int] = []
    socked = False
    for moved in story.moves():
        turn.append(moved.ply)
        for event in moved.events:
            match read(event):
                case TurnBegun():
                    turn, socked = [], False
                case SockerSocked():
                    socked = True
                case GoalScored(seat=seat, own=own, score=score):
                    if not own:
                        goals[seat].append(moved.ply)
                        yield Done("off-the-mark", seat, [moved.ply])
                        if socked:
                            yield Done("thump-and-goal", seat, list(turn))
                        if len(goals[seat]) == TRICK:
                            yield Done("hat-trick", seat, list(goals[seat]))
                    behind |= {side for side in (0, 1) if score[side] < score[1 - side]}
    winner = story.winner()
    if winner is None:
        return
    own_score, other = story.outcome.scores[winner], story.outcome.scores[1 - winner]
    if own_score >= CLEAN and not other:
        yield Done("clean-sheet", winner)
    if winner in behind:
        yield Done("turned-around", winner)


def _words() -> dict[str, FeatWords]:
    return {
        "training-ground": FeatWords(_("Training Ground"), _("Take all lessons of Socker to their end.")),
        "off-the-mark": FeatWords(_("Off the Mark"), _("Score a goal.")),
        "hat-trick": FeatWords(_("Hat-trick"), _("Score three goals in one match.")),
        "thump-and-goal": FeatWords(_("Thump and Goal"), _("Sock somebody and score in the same turn.")),
        "clean-sheet": FeatWords(_("Clean Sheet"), _("Win a match two to nil or better.")),
        "turned-around": FeatWords(_("Turned Around"), _("Win a match in which you were behind.")),
    }  # fmt: skip


FEATS = GameFeats(
    (
        Feat("training-ground", "clovers", "book"),
        Feat("off-the-mark", "footballs", "ball"),
        Feat("hat-trick", "checks", "hat"),
        Feat("thump-and-goal", "candy", "sock"),
        Feat("clean-sheet", "whistles", "lock"),
        Feat("turned-around", "mushrooms", "restart"),
    ),
    _words,
    _found,
    lessons="training-ground",
)
