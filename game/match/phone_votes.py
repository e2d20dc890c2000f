"""Votes on phones: decisions by a majority of the players, or by one alone.

Each possible decision is a `VoteItem`. Each phone has one vote, for one item at a time. An item with enough
votes is pending: a countdown is shown on the big screen and on phones, and any player may stop it, which
discards the votes for it. Only connected phones count, so the game does not wait for a phone that was put
aside. The host's remote, a phone with that role, decides at once and alone.

Who may vote: after a match and in a lobby all phones with a token, including those on the bench, whose
players had a seat this evening and wait for one, as in a two-player game. On a bot for an absent player only
those at that table. Spectators have no token and no vote, because a stranger must not be able to end the
evening.

A vote belongs to a seat or to a number on the bench; when these are renumbered, create a new `VoteTracker`.
No clock is read here: times are parameters, in ms.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from game.i18n import _
from game.match.profiles import RateLimiter
from game.match.versioned import Versioned
from game.party.messages import STOP

COUNTDOWN_MS = 10_000.0  # ms during which a decision can be stopped
MAX_VOTES, VOTE_SPAN_MS = 8, 5000.0  # votes allowed from a phone in that time (ms)


def majority(present_count: int) -> int:
    """Smallest integer above half of ``present_count``."""
    return present_count // 2 + 1


def one_vote(_present_count: int) -> int:
    """One vote, however many phones are connected."""
    return 1


def half_rounded_up(present_count: int) -> int:
    """Half of ``present_count``, rounded up."""
    return ceil(present_count / 2)


@dataclass(frozen=True, slots=True)
class VoteItem:
    """Possible decision."""

    key: str  # identifier on phones: ``start``, ``game city``, ``bot 2``
    words: Callable[[], str]  # effect in the current language, as on a button
    needs: Callable[[int], int] = majority  # votes needed, from the number of connected phones
    countdown: float = COUNTDOWN_MS  # ms between enough votes and the effect; 0 for at once
    without: int | None = None  # seat that may not vote because the decision is about it
    only: Collection[int] | None = None  # seats that may vote; None for all

    def is_for(self, seat: int) -> bool:
        """True if a seat may vote on it."""
        return seat != self.without and (self.only is None or seat in self.only)


class VoteTracker(Versioned):
    """Possible decisions, the votes for them, and the pending one."""

    def __init__(self) -> None:
        self._motions: dict[str, VoteItem] = {}
        self._voices: dict[int, str] = {}
        self._pending_decision: tuple[str, float] | None = None  # pending decision and its time (ms)
        self._present_seats: frozenset[int] = frozenset()
        self._limit = RateLimiter(MAX_VOTES, VOTE_SPAN_MS)
        self.remote_seat: int | None = None  # seat of the host's remote

    # Possible decisions.

    def set_items(self, motions: Sequence[VoteItem]) -> None:
        """Set the possible decisions. Votes for others, and a countdown of another, are discarded."""
        if [motion.key for motion in motions] != list(self._motions):
            self.bump_version()
        self._motions = {motion.key: motion for motion in motions}
        self._voices = {seat: key for seat, key in self._voices.items() if key in self._motions}
        if self._pending_decision is not None and self._pending_decision[0] not in self._motions:
            self._pending_decision = None

    def tick(self, present: Collection[int], now: float) -> str:
        """Set the seats with a connected phone. Returns the key of the decision that is due, once, or "".

        A key is returned once; votes and countdown are reset then.
        """
        if frozenset(present) != self._present_seats:
            self._present_seats = frozenset(present)
            self.bump_version()
        self._count(now)
        if self._pending_decision is None or now < self._pending_decision[1]:
            return ""
        return self._clear_votes(self._pending_decision[0])

    def _count(self, now: float) -> None:
        """Start the countdown of the first item with enough votes; stop it if none has."""
        ready = next((key for key in self._motions if self._has_enough(key)), "")
        if ready == (self._pending_decision[0] if self._pending_decision is not None else ""):
            return
        self._pending_decision = (ready, now + self._motions[ready].countdown) if ready else None
        self.bump_version()

    def _voters_for(self, motion: VoteItem) -> frozenset[int]:
        """Connected seats that may vote on the item."""
        return frozenset(filter(motion.is_for, self._present_seats))

    def _has_enough(self, key: str) -> bool:
        """True if the item has as many votes of connected seats as it needs."""
        motion = self._motions[key]
        voters = self._voters_for(motion)
        return bool(voters) and len(voters.intersection(self.votes_for(key))) >= motion.needs(len(voters))

    def _clear_votes(self, key: str) -> str:
        """Discard all votes, as the decision ``key`` is carried out. Returns ``key``."""
        self._voices, self._pending_decision = {}, None
        self.bump_version()
        return key

    def retain_voters(self, seats: Collection[int]) -> None:
        """Keep the votes of these seats and discard all others."""
        absent = self._voices.keys() - set(seats)
        if absent:
            self._voices = {seat: key for seat, key in self._voices.items() if seat not in absent}
            self.bump_version()

    def forget(self) -> None:
        """Discard all votes and the pending decision."""
        if self._voices or self._pending_decision is not None:
            self._clear_votes("")

    # Requests of phones.

    def handle_phone(self, seat: int, action_name: str, key: object, now: float) -> tuple[str, str]:
        """Handle a vote or a stop; return (refusal as a sentence, key of a decision due now), "" for none.

        An empty ``key`` withdraws the vote.
        """
        if not self._limit.allows(seat, now):
            return _("Not so fast."), ""
        if action_name == STOP:
            return self.stop(), ""
        if key == "":
            self._voices.pop(seat, None)
        elif not isinstance(key, str) or key not in self._motions or not self._motions[key].is_for(seat):
            return _("You can't do that now."), ""
        elif seat == self.remote_seat:
            return "", self._clear_votes(key)
        else:
            self._voices[seat] = key
        self.bump_version()
        return "", self.tick(self._present_seats | {seat}, now)

    def stop(self) -> str:
        """Stop the pending decision and drop its votes. Returns "", or a refusal if nothing is pending."""
        if self._pending_decision is None:
            return _("There's nothing to stop.")
        stopped = self._pending_decision[0]
        self._voices = {seat: key for seat, key in self._voices.items() if key != stopped}
        self._pending_decision = None
        self.bump_version()
        return ""

    # State.

    def has_vote_of(self, seat: int) -> bool:
        """True if a seat votes for an item."""
        return seat in self._voices

    def votes_for(self, key: str) -> list[int]:
        """Sorted seats that vote for an item, also those whose phones are disconnected."""
        return sorted(seat for seat, voted_key in self._voices.items() if voted_key == key)

    @property
    def pending(self) -> tuple[VoteItem, float] | None:
        """Pending decision and the clock time (ms) at which it is carried out; None if there is none."""
        return (
            None
            if self._pending_decision is None
            else (self._motions[self._pending_decision[0]], self._pending_decision[1])
        )

    def state_for(self, seat: int, now: float) -> dict[str, Any] | None:
        """State for a seat's phone: "motions", "mine", "remote" and "passed"; None if nothing to decide.

        ``motions`` have ``key``, ``words``, the seats ``for`` it and the number it ``needs``; ``mine`` is the
        key of the seat's own vote; ``passed`` has ``key``, ``words`` and the ms that are ``left``.
        """
        motions = [motion for motion in self._motions.values() if motion.is_for(seat)]
        if not motions:
            return None
        passed = self.pending
        return {
            "motions": [
                {
                    "key": motion.key,
                    "words": motion.words(),
                    "for": self.votes_for(motion.key),
                    "needs": motion.needs(len(self._voters_for(motion) | {seat})),
                }
                for motion in motions
            ],
            "mine": self._voices.get(seat, ""),
            "remote": seat == self.remote_seat,
            "passed": passed
            and {"key": passed[0].key, "words": passed[0].words(), "left": max(0, round(passed[1] - now))},
        }
