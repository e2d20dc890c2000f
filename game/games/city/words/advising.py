"""What a piece of track, or a step of the set-up, is good for: for the hint on the screen and on phones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from game.games.city.words.sentences import colour_name, colour_within
from game.words import _, counted

if TYPE_CHECKING:
    from game.games.city.bot.advice import Advice, Effect

ADVISED = "game.games.city.bot.advice:advised"
"""The question for a hint."""


def advice_words(advice: Advice, called: Mapping[str, str], other: str, *, reasons: bool = True) -> str:
    """Where the piece goes and why, as in "East Cross to Nicehill: then 2 pieces join red" with a full stop.

    Args:
        advice: as `game.games.city.bot.advice.advised` gives it; empty words for a turn that is passed.
        called: the names of the stations.
        other: the name of the other player.
        reasons: whether it is told why.
    """
    match advice["move"].split():
        case ["lay", one, two]:
            return _track(advice, called, other, one, two, reasons=reasons)
        case ["tile", *_where]:
            if not reasons:
                return _("The tile may well lie as it is shown now.")
            if not called:
                return _("The tile may well lie as it is shown now: the first one may lie anywhere.")
            return _("The tile may well lie as it is shown now: it touches much there, and spreads the "
                     "city least.")  # fmt: skip
        case ["sock", colour, one, two]:
            told = {"colour": colour_name(colour), "one": called[one], "two": called[two]}
            if not reasons:
                return _("{colour}: one sock on {one}, the other on {two}.").format(**told)
            words = _("{colour}: one sock on {one}, the other on {two}. Of the places tried, your first turn "
                      "goes best from these.")  # fmt: skip
            return words.format(**told)
        case ["block", station]:
            if not reasons:
                return _("A spare sock on {station}.").format(station=called[station])
            words = _(
                "A spare sock on {station}: of the places tried, your first turn goes best with this one."
            )
            return words.format(station=called[station])
    return ""


def _track(
    advice: Advice, called: Mapping[str, str], other: str, one: str, two: str, *, reasons: bool
) -> str:
    """Where a piece goes and why."""
    if not reasons:
        return _("{one} to {two}.").format(one=called[one], two=called[two])
    why = "; ".join(_reasons(advice["effects"], other))
    return _("{one} to {two}: {why}.").format(one=called[one], two=called[two], why=why)


def _reasons(effects: Sequence[Effect], other: str) -> list[str]:
    """The colour that it brings nearest, and the one that it takes farthest away from the other."""
    own = sorted(
        (mine, effect["colour"])
        for effect in effects
        if effect["nearer"] and (mine := effect["mine"]) is not None
    )
    cut = [effect for effect in effects if effect["longer"] != 0]
    reasons = [_own(*own[0])] if own else []
    if cut:
        worst = max(cut, key=lambda effect: 99 if effect["longer"] is None else effect["longer"])
        reasons.append(_cut(worst["longer"], worst["colour"], other))
    return reasons or [_("it makes your next pieces count for more")]


def _own(missing: int, colour: str) -> str:
    named = colour_within(colour)
    if not missing:
        return _("it brings {colour} home").format(colour=named)
    return counted(
        "then {count} piece joins {colour}", "then {count} pieces join {colour}", missing
    ).format(count=missing, colour=named)  # fmt: skip


def _cut(longer: int | None, colour: str, other: str) -> str:
    named = colour_within(colour)
    if longer is None:
        return _("{name} can no longer join {colour}").format(name=other, colour=named)
    return counted(
        "{name} needs {count} piece more for {colour}",
        "{name} needs {count} pieces more for {colour}",
        longer,
    ).format(name=other, count=longer, colour=named)  # fmt: skip
