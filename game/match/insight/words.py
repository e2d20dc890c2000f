"""What all games say of a match that was looked into."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.session import Session
from game.match.insight.analyst import Analyst
from game.match.insight.findings import Moment
from game.words import _


def percent(share: float) -> str:
    """A share from 0 to 1 in hundredths."""
    return _("{n} %").format(n=round(100 * share))


def chance_words(moment: Moment, names: Sequence[str]) -> str:
    """What a moment did to the chance of whom it is told of."""
    told = {"name": names[moment.seat], "before": percent(moment.before), "after": percent(moment.after)}
    if moment.better:
        return _("{name}'s chance: {after} instead of {before}").format(**told)
    return _("{name}'s chance: {before} to {after}").format(**told)


def moment_words(moment: Moment, analyst: Analyst, session: Session, names: Sequence[str]) -> list[str]:
    """All that is said of a moment, sentence by sentence."""
    said = [analyst.said(fact, session, names) for fact in moment.facts]
    said += [] if moment.better else [_("Nothing better was found for this turn.")]
    return [words for words in said if words]
