"""What a hint says."""

from __future__ import annotations

from game.core.rummy.advice import Hint
from game.match.rummy.words import card_names
from game.words import _, counted


def hint_words(hint: Hint) -> str:
    """What a hint says."""
    if not hint.there:
        return (
            _("You have laid all that can be laid.") if hint.most else
            _("Nothing of your hand can be laid now.")
        )  # fmt: skip
    if hint.plan is not None and hint.plan.table is not None:
        return _("This is one way; take it back if you like another.")
    if hint.other:
        words = counted(
            "In all {n} card can be laid, but not with {cards}.",
            "In all {n} cards can be laid, but not with {cards}.", hint.most,
        )  # fmt: skip
        return words.format(n=hint.most, cards=card_names(hint.other))
    count = hint.most - hint.laid
    if hint.laid and not count:
        return _("All that can be laid lies there; it only has to be put in order.")
    if hint.laid and hint.cards:
        return counted("{n} more card can be laid.", "{n} more cards can be laid.", count).format(n=count)
    if not hint.cards:
        return _("There is a play. Ask again for its cards.") if not hint.laid else _(
            "More can be laid. Ask again for the cards."
        )  # fmt: skip
    return counted("{n} card can be laid.", "{n} cards can be laid.", count).format(n=count)
