"""Socks earned outside a match, as a short sentence for the screen."""

from __future__ import annotations

from collections.abc import Iterable

from game.match.achievements import MetaAchievement, all_feats
from game.match.puzzle.progress import PuzzleProgress
from game.store.statistics import canonical
from game.ui.core.scene import AppContext
from game.ui.match.match_end import earned_of, earned_words


def collection_owner(app: AppContext) -> str:
    """Owner of the last opened collection; the last session's first player if that owner was not in it."""
    names, owner = [canonical(name) for name in app.settings.names], app.stores.socks.owner
    return owner if owner in names or not names else names[0]


def award(app: AppContext, achievement: MetaAchievement) -> str:
    """Award an achievement outside a match. Returns a sentence about its sock, "" if it is not new."""
    new_keys = app.socks.award_meta(achievement, collection_owner(app))
    return _earned_sentence(new_keys)


def record_solved(app: AppContext, progress: PuzzleProgress) -> str:
    """Award the socks for a solved daily puzzle. Returns a sentence about new ones, "" for none."""
    new_keys = app.socks.day_solved(progress, app.stores.days.calendar_of(progress.name))
    return _earned_sentence(new_keys)


def _earned_sentence(new_keys: Iterable[str]) -> str:
    """Sentence about the socks with these keys; "" for none."""
    keys = tuple(new_keys)
    return earned_words([earned_of(feat) for _game, feat in all_feats() if feat.key in keys]) if keys else ""
