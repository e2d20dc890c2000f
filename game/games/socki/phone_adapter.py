"""SOCKI on phones of matches without a window, and its turn end policy."""

from __future__ import annotations

from game.core.rummy.draft import Draft
from game.i18n import _
from game.match.bot_turns import AsyncWorker
from game.match.match import Match
from game.match.phone_seats import PhoneSupport
from game.match.rummy.phone_adapter import TurnEndPolicy, headless_adapter


class SockiTurnEndPolicy(TurnEndPolicy):
    """Turns of SOCKI: a play ends with a knock."""

    def nothing_laid(self, draft: Draft) -> str:
        """Translated sentence that refuses a knock without a play with any draft."""
        return _("You can't knock yet: play at least one card from your hand, or draw if none fits.")


def make_phone_support(match: Match, _helper: AsyncWorker) -> PhoneSupport:
    """New phone support for a match that no window shows."""
    return PhoneSupport(headless_adapter(match, SockiTurnEndPolicy()))
