"""Putting a match on the screen, playing another one like it, and putting one away."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.discovery import find
from game.core.session import Session
from game.match.adaptive_level import fitted
from game.match.match import Match
from game.match.seats import Seat
from game.ui.core.context import Stage
from game.ui.table.scene import MatchScene
from game.ui.table.starting import new_match
from game.ui.table.views import view_of


def match_scene(stage: Stage, session: Session, seats: Sequence[Seat]) -> MatchScene:
    """The scene of a match, with the view of its game or with the plain one; it is not on the screen yet."""
    return MatchScene(stage, Match(session, seats), view_of(session.game))


def play_again(scene: MatchScene, *, same: bool = False) -> None:
    """Put another match on the screen, with these seats and house rules; a match for somebody fits them anew.

    Args:
        scene: the match that is over, or is not to be played on.
        same: whether it begins as this one did, as far as nobody then knows what others hold.
    """
    old, stage = scene.match.session, scene.stage
    seats = fitted(old.game, scene.match.seats, stage.stores.statistics)
    options = dict(old.options)
    if not same:
        options |= find(old.game).info.started_by(scene.match.winner)

    def begin(session: Session | str) -> None:
        assert isinstance(session, Session), session
        stage.stores.autosave.begin(old.game)
        begun = match_scene(stage, session, seats)
        stage.scenes.reset(stage.screens["title"](), begun)
        # Before the first move too: a match is kept from its first moment.
        begun.save()

    # The same seed deals the same hands, and these have been seen; a board may come again.
    seed = old.seed if same and not scene.match.has_secrets else None
    new_match(stage, (old.game, old.players, seed, options, old.layout, old.names), begin)


def put_away(scene: MatchScene) -> None:
    """Leave a match that is over: for the drawer, or for the list that it was looked up in."""
    scenes = scene.stage.scenes
    if scene.is_looked_up:
        scenes.close(scene)
    else:
        scenes.reset(scene.stage.screens["title"]())
