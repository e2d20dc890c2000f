"""What a hint says."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import HintStep
from game.core.rummy.advice import DRAW, PASS, Hint, Reason
from game.match.rummy.words import card_names
from game.words import _, counted

ROOM = 90
"""A second reason is told where all of it has no more letters than this, which are read in large text too."""


def hint_words(hint: Hint, names: Sequence[str]) -> str:
    """What a hint says, and why where it tells that.

    Args:
        hint: what was found out.
        names: of all seats.
    """
    return with_reasons(_advice(hint), hint, names)


def with_reasons(words: str, hint: Hint, names: Sequence[str]) -> str:
    """What a hint says, with the first reason, and the second where there is room."""
    reasons = [_reason(reason, names) for reason in hint.reasons[:2]]
    whole = " ".join([words, *reasons])
    return whole if len(whole) <= ROOM else " ".join([words, *reasons[:1]])


def _reason(reason: Reason, names: Sequence[str]) -> str:
    match reason.kind:
        case "feeds":
            return _("What you keep would let {name} lay more.").format(name=names[reason.seat])
        case "now":
            words = counted(
                "{name} has one card left, so do not wait.", "{name} has {n} cards left, so do not wait.",
                reason.count,
            )  # fmt: skip
            return words.format(name=names[reason.seat], n=reason.count)
        case "odds":
            words = counted(
                "Tried out from here, it wins {n} game in 100 more.",
                "Tried out from here, it wins {n} games in 100 more.", reason.count,
            )  # fmt: skip
            return words.format(n=reason.count)
    return {
        "all": _("That is your whole hand."),
        "most": _("No other play gets rid of more cards."),
        "hold": _("Hold your cards until they all go at once."),
        "joker": _("The joker stays for later."),
        "next": _("What you keep saves you drawing next turn."),
    }.get(reason.kind, _("Of all that was tried, this came out best."))


def _advice(hint: Hint) -> str:
    """What to do."""
    if hint.ends:
        return _better(hint) if hint.there else _nothing(hint)
    if not hint.there:
        if hint.kept:
            return _("You have laid what is best to lay.")
        return (
            _("You have laid all that can be laid.") if hint.most else
            _("Nothing of your hand can be laid now.")
        )  # fmt: skip
    if hint.kept and hint.other:
        return _("Better keep {cards}.").format(cards=card_names(hint.other))
    if hint.plan is not None and hint.plan.table is not None:
        if hint.step == HintStep.MOVE:
            return _("This pile first.")
        return _("This is one way; take it back if you like another.")
    if hint.other:
        words = counted(
            "In all {n} card can be laid, but not with {cards}.",
            "In all {n} cards can be laid, but not with {cards}.", hint.most,
        )  # fmt: skip
        return words.format(n=hint.most, cards=card_names(hint.other))
    count = hint.most - hint.laid
    if hint.kept and hint.cards:
        words = counted("Lay {n} card and keep {cards}.", "Lay {n} cards and keep {cards}.", len(hint.cards))
        return words.format(n=len(hint.cards), cards=card_names(hint.kept))
    if hint.laid and not count:
        return _("All that can be laid lies there; it only has to be put in order.")
    if hint.laid and hint.cards:
        return counted("{n} more card can be laid.", "{n} more cards can be laid.", count).format(n=count)
    return counted("{n} card can be laid.", "{n} cards can be laid.", count).format(n=count)


def _nothing(hint: Hint) -> str:
    """That nothing fits, and what comes nearest."""
    words = {
        DRAW: _("Nothing fits: draw."), PASS: _("Nothing fits: pass."),
    }.get(hint.ends, _("Nothing more fits: end your turn."))  # fmt: skip
    if hint.nearest is None:
        return words
    near = _("Nearest: {cards}. Still lacking: {lacking}.")
    told = near.format(cards=card_names(hint.nearest.cards), lacking=card_names(hint.nearest.lacks))
    return f"{words} {told}"


def _better(hint: Hint) -> str:
    """That the turn should rather end, and how."""
    if hint.laid:
        return {
            DRAW: _("Better put it back and draw."), PASS: _("Better put it back and pass."),
        }.get(hint.ends, _("Better put it back and end your turn."))  # fmt: skip
    if hint.cards:  # they are marked, which would else look as if they were to be laid
        return {
            DRAW: _("These could be laid, but better draw."),
            PASS: _("These could be laid, but better pass."),
        }.get(hint.ends, _("These could be laid, but better end your turn."))
    return {
        DRAW: _("There is a play, but better draw."), PASS: _("There is a play, but better pass."),
    }.get(hint.ends, _("There is a play, but better end your turn."))  # fmt: skip
