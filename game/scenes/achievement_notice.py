"""Socks that are earned outside of a match, told quietly in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from game.match.achievements import MetaAchievement, all_feats
from game.match.puzzle.progress import PuzzleProgress
from game.store.statistics import canonical
from game.ui.core.scene import AppContext
from game.ui.match.match_end import earned_of, earned_words


def collection_owner(stage: AppContext) -> str:
    """Whose drawer gets what is done outside of a match: of those who sat here last, that which was open."""
    names, owner = [canonical(name) for name in stage.settings.names], stage.stores.socks.owner
    return owner if owner in names or not names else names[0]


def award(stage: AppContext, what: MetaAchievement) -> str:
    """Something happened here outside of a match; what that earned in a sentence, empty for nothing."""
    new = stage.socks.happened(what, collection_owner(stage))
    return _words(new)


def solved(stage: AppContext, sitting: PuzzleProgress) -> str:
    """A puzzle was solved; what that earned in a sentence, empty for nothing."""
    new = stage.socks.day_solved(sitting, stage.stores.days.of(sitting.name))
    return _words(new)


def _words(new: Iterable[str]) -> str:
    keys = tuple(new)
    return earned_words([earned_of(feat) for _game, feat in all_feats() if feat.key in keys]) if keys else ""
