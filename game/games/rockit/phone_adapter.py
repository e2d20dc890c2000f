"""RockIt on phones where no window shows it, and how its turns end."""

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
from game.match.rummy.phone_adapter import TurnEndPolicy, unwatched


class RockItTurnEndPolicy(TurnEndPolicy):
    """Whoever came in this turn says RockIt; a board that was laid anew may stay."""

    def __init__(self, options: Options) -> None:
        self.needed = options.number("coming_in_points")
        """The points it takes to come in."""
        self._keeps = options.flag("keep_rearranged_board")

    def inside(self, seen: Observation) -> bool:
        known = as_observation(seen)
        return known["seat"] is not None and bool(known["in"][known["seat"]])

    def drawing_move(self, seen: Observation, draft: Draft) -> str:
        """A draw or a pass, with the board where it was laid anew and may stay so."""
        move = super().drawing_move(seen, draft)
        keeps = self._keeps and draft.changed and draft.whole
        return f"{move} | {write_piles(draft.table)}" if keeps else move

    def closing_move(self, seen: Observation, draft: Draft) -> str:
        """RockIt after coming in, else what was laid; empty for nothing."""
        return (
            "rockit"
            if as_observation(seen)["came"] and not draft.changed
            else super().closing_move(seen, draft)
        )

    def nothing_laid(self, draft: Draft) -> str:
        """What it takes to come in, or that a card has to be laid."""
        if draft.inside:
            return super().nothing_laid(draft)
        return coming_in(ComeInProgress(ComeInStatus.NOTHING), self.needed)


def make_phone_support(match: Match, _helper: AsyncWorker) -> PhoneSupport:
    """Mission control on phones where no window shows it."""
    return PhoneSupport(unwatched(match, RockItTurnEndPolicy(match.session.options)))
