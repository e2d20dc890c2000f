"""Which cards of SOCiable are still out: all that the others hold, for what was laid is public."""

from __future__ import annotations

from collections import Counter

from game.core.cards import JOKER
from game.games.sociable.rules.state import DECK, POWER, RANKS
from game.games.sociable.screen.picture import OfficePicture
from game.ui.table.counts import CountRow, CountsShown
from game.words import _


def still_out(picture: OfficePicture) -> CountsShown:
    """How many cards of each rank are in the hands of the others; of all, where no hand is on the screen."""
    known = Counter(POWER[card] for card in (*picture.gone, *picture.lead, *picture.hand))
    all_there = Counter(POWER[card] for card in DECK)
    powers = range(POWER[JOKER] + 1)
    counts = tuple(max(0, all_there[power] - known[power]) for power in powers)
    whole = tuple(all_there[power] for power in powers)
    title = _("Still out") if picture.viewer is None else _("Still out, beside your hand")
    return CountsShown(title, (*RANKS, "JK"), (CountRow("", counts, whole),))
