"""A match played action by action: the common base of all environments.

Flow of an action: `MatchEnv.step` (`aec.py`) > `MatchStepper.step` (`match_stepper.py`) > the game's
`Codec` (`codec.py`; `CODECS` lists them), which returns the next partial move, or a `CompleteMove` >
`Session.make`, which does not check the move again, because the mask has. A seat's observation is an array of
the same codec. It reads the full state of an open game, and of others only what the seat may see; a test
deals the rest again and expects the same array. A change of actions or arrays needs a new `VERSION` in
`aec.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from game.core.discovery import find_game, import_object
from game.core.game import IllegalMove, Layout, Outcome
from game.core.options import Options
from game.core.session import Session
from sockdrawer_research.codec import Array, Codec, CompleteMove, Mask

CODECS = {
    "socki": "sockdrawer_research.rummy:socki",
    "rockit": "sockdrawer_research.rummy:rockit",
    "sociable": "sockdrawer_research.sociable:SociableCodec",
    "socker": "sockdrawer_research.socker:SockerCodec",
    "city": "sockdrawer_research.city:CityCodec",
}
"""Slug -> function that makes the codec for a session's game, options and seats."""


@dataclass(frozen=True, slots=True)
class EnvConfig:
    """Common settings of all matches of an environment."""

    game: str
    players: int
    options: Options
    layout: Layout | None
    codec: Codec
    lowest: bool  # fewest points are best

    def __deepcopy__(self, memo: dict[int, Any]) -> EnvConfig:
        """Return itself: it is immutable, and caches of the rules depend on its identity."""
        return self

    def __reduce__(self) -> tuple[Callable[..., EnvConfig], tuple[object, ...]]:
        """Pickle as a call of `of` with (game, players, options, layout); the codec is created again."""
        return EnvConfig.of, (self.game, self.players, dict(self.options), self.layout)

    @classmethod
    def of(
        cls,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        layout: Layout | None = None,
    ) -> EnvConfig:
        """Settings from the arguments of `environments.make`; ValueError if one is wrong."""
        info = find_game(game).info
        probe = Session.new(game, players, 0, options, layout)
        if game not in CODECS:
            raise ValueError(f"{game} has no environment; those that have one are: {', '.join(CODECS)}.")
        codec = cast(Callable[[Session], Codec], import_object(CODECS[game]))(probe)
        return cls(game, probe.players, probe.options, layout, codec, info.lowest_score_wins)

    def begin(self, seed: int) -> MatchStepper:
        """Start a match with these settings and this seed."""
        return MatchStepper(self, Session.new(self.game, self.players, seed, self.options, self.layout))

    def rewards(self, outcome: Outcome | None) -> tuple[float, ...]:
        """Reward of each seat for its rank, from 1 for the first to -1 for the last; all 0 without outcome.

        Ranks are evenly spaced, and tied seats get their mean, so that all rewards add up to 0. Winners come
        first; points rank the others.
        """
        if outcome is None:
            return (0.0,) * self.players
        sign = 1 if self.lowest else -1
        keys = [
            (seat not in outcome.winners, 0 if seat in outcome.winners else sign * score)
            for seat, score in enumerate(outcome.scores)
        ]
        sorted_keys = sorted(keys)
        step = 2 / (self.players - 1)
        first = [sorted_keys.index(key) for key in keys]
        last = [self.players - 1 - sorted_keys[::-1].index(key) for key in keys]
        return tuple(1 - step * (top + bottom) / 2 for top, bottom in zip(first, last, strict=True))


class MatchStepper:
    """One match, action by action."""

    def __init__(self, plan: EnvConfig, session: Session, making: Any = None) -> None:
        """Continue a session, which must not be played from elsewhere then."""
        self.plan = plan
        self.session = session
        self.seat = session.to_move
        """Seat to move, `None` when the match is over."""
        self._making = making
        self._mask: Mask | None = None

    def mask(self) -> Mask:
        """Array over all actions: 1 if legal, all 0 when the match is over. Cached and read-only."""
        if self._mask is None:
            if self.seat is None:
                self._mask = np.zeros(self.plan.codec.actions, np.int8)
            else:
                if self._making is None:
                    self._making = self.plan.codec.begin(self.session)
                self._mask = self.plan.codec.mask(self._making)
            self._mask.setflags(write=False)
        return self._mask

    def legal(self) -> list[int]:
        """Numbers of the legal actions, ascending; empty when the match is over."""
        actions: list[int] = np.flatnonzero(self.mask()).tolist()
        return actions

    def step(self, action: int) -> None:
        """Apply an action of the seat to move; ValueError, and nothing has changed, if it is not legal."""
        if not 0 <= action < self.plan.codec.actions or not self.mask()[action]:
            raise ValueError(f"Action {action} is not legal here; the action mask has those that are.")
        chosen = self.plan.codec.choose(self._making, action)
        if isinstance(chosen, CompleteMove):
            self.session.make(chosen.move)
            self.seat, chosen = self.session.to_move, None
        self._making, self._mask = chosen, None

    def spell(self, text: str) -> list[int]:
        """Actions of a move's text at the start of a turn, to learn from records; ValueError if illegal."""
        refusal = self.session.refusal(text)
        if refusal is not None:
            raise IllegalMove(text, refusal)
        self.mask()
        return self.plan.codec.spell(self._making, text)

    def array(self, seat: int) -> Array:
        """Observation of a seat as its codec's array, including its own partial move."""
        making = None
        if seat == self.seat:
            self.mask()
            making = self._making
        return self.plan.codec.array(self.session, seat, making)

    def copy(self) -> MatchStepper:
        """Copy of the match at this moment, which can be continued independently."""
        return MatchStepper(self.plan, self.session.before(len(self.session.log)), self._making)
