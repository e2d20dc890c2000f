"""RockIt for phones without a window that shows the match, and its ways to end a turn."""

from __future__ import annotations

from game.core.game import Observation
from game.core.options import Options
from game.core.rummy.draft import Draft
from game.core.rummy.table import write_piles
from game.games.rockit.match_text import coming_in
from game.games.rockit.rules.events import as_observation
from game.games.rockit.rules.state import ComeInProgress, ComeInStatus
from game.match.bot_turns import AsyncWorker
from game.match.match import Match
from game.match.phone_seats import PhoneSupport
from game.match.rummy.phone_adapter import TurnEndPolicy, headless_adapter


class RockItTurnEndPolicy(TurnEndPolicy):
    """End of a turn: a seat that came in says RockIt; a rearranged board may stay if the rules allow."""

    def __init__(self, options: Options) -> None:
        self.needed = options.get_int("coming_in_points")  # points required to come in
        self._keeps = options.get_bool("keep_rearranged_board")

    def inside(self, observation: Observation) -> bool:
        """True if the observing seat has come in; False for spectators."""
        fields = as_observation(observation)
        return fields["seat"] is not None and bool(fields["in"][fields["seat"]])

    def drawing_move(self, observation: Observation, draft: Draft) -> str:
        """Text of a draw or pass, followed by the draft's board if that is changed, valid and may stay."""
        move = super().drawing_move(observation, draft)
        keeps = self._keeps and draft.is_changed and draft.is_valid
        return f"{move} | {write_piles(draft.table)}" if keeps else move

    def closing_move(self, observation: Observation, draft: Draft) -> str:
        """``rockit`` if it came in this turn and has changed nothing since, else the play or ""."""
        return (
            "rockit"
            if as_observation(observation)["came"] and not draft.is_changed
            else super().closing_move(observation, draft)
        )

    def nothing_laid(self, draft: Draft) -> str:
        """Translated demand to lay a card or, before coming in, what that requires."""
        if draft.has_come_in:
            return super().nothing_laid(draft)
        return coming_in(ComeInProgress(ComeInStatus.NOTHING), self.needed)


def make_phone_support(match: Match, _helper: AsyncWorker) -> PhoneSupport:
    """New phone support, with RockIt's ways to end a turn, for a match that no window shows."""
    return PhoneSupport(headless_adapter(match, RockItTurnEndPolicy(match.session.options)))
