"""What a move is good for, in a sentence: for the hint on the screen and on phones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from game.words import _, counted

if TYPE_CHECKING:
    from game.games.socker.bot.advice import Advice, Effect

ADVISED = "game.games.socker.bot.advice:advised"
"""The question for a hint."""
REASONS = 2
"""So many reasons are told at most."""


def marked_words(advice: Advice, other: str, *, reasons: bool = True) -> str:
    """The same beside a field that marks the spaces, and has no letters and numbers."""
    match advice["move"].split()[0]:
        case "kick":
            words = _("Kick with this puppet: {why}.") if reasons else _("Kick with this puppet.")
        case "sock":
            words = _("Sock the marked puppet: {why}.") if reasons else _("Sock the marked puppet.")
        case "move":
            words = _("Step to the marked space: {why}.") if reasons else _("Step to the marked space.")
        case _:
            return advice_words(advice, other, reasons=reasons)
    return words.format(why="; ".join(_reasons(advice["effects"], other)))


def advice_words(advice: Advice, other: str, *, reasons: bool = True) -> str:
    """What to do and why, as in "Kick from d4: then two ways to the goal." with a full stop.

    Args:
        advice: as `game.games.socker.bot.advice.advised` gives it.
        other: the name of the other player.
        reasons: whether it is told why.
    """
    verb, *spaces = advice["move"].split()
    why = "; ".join(_reasons(advice["effects"], other))
    match verb:
        case "kick":
            words = _("Kick from {one}: {why}.") if reasons else _("Kick from {one}.")
        case "sock":
            words = _("Sock {other} from {one}: {why}.") if reasons else _("Sock {other} from {one}.")
        case "move":
            words = _("Step from {one} to {other}: {why}.") if reasons else _("Step from {one} to {other}.")
        case "end":
            return _("Nothing better to do: end the turn.")
        case "spot":
            return _("Here the ball lies best for you.")
        case _:
            return _("A good place to begin: one stays far behind, the others stand at the sides.")
    return words.format(one=spaces[0], other=spaces[1], why=why)


def _reasons(effects: Sequence[Effect], other: str) -> list[str]:
    found = [_reason(effect).format(name=other, count=effect.get("count")) for effect in effects[:REASONS]]
    return found or [_("of all that was looked at, this leads on best")]


def _reason(effect: Effect) -> str:
    count = effect.get("count", 0)
    match effect["kind"]:
        case "goal":
            return _("that is a goal") if effect["now"] else _("it leads to a goal in this very turn")
        case "stops" if effect["first"]:
            return _("so begins what stops {name} scoring next turn")
        case "stops":
            return _("this stops {name} scoring next turn")
        case "unstopped":
            return _("no sure way was found to stop {name} scoring next turn")
        case "ways" if effect["later"]:
            return counted(
                "it leads to one way to the goal by the end of the turn",
                "it leads to {count} ways to the goal by the end of the turn", count,
            )  # fmt: skip
        case "ways":
            return counted("then one way to the goal", "then {count} ways to the goal", count)
        case "leads":
            return counted(
                "the ball can come one space forward in this turn",
                "the ball can come {count} spaces forward in this turn", count,
            )  # fmt: skip
        case "forward":
            return counted(
                "the ball comes one space forward",
                "the ball comes {count} spaces forward", count,
            )  # fmt: skip
        case _:
            return _here()[effect["kind"]]


def _here() -> Mapping[str, str]:
    """What it does where it happens."""
    return {
        "free": _("so the ball is free: none of {name}'s is beside it"),
        "sock": _("it misses {name}'s next turn"),
        "behind": _("from there it can kick the ball forward"),
        "blocks": _("then {name} has fewer kicks forward"),
        "out": _("the ball goes out, and comes back level with it"),
        "back": _("it comes back onto the field"),
        "goalside": _("it comes between the ball and your end"),
        "nearer": _("the puppet comes nearer to the ball"),
    }
