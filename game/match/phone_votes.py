"""What people on phones decide by themselves, so that nobody has to stand up: most of them, or one alone.

Whatever can be decided now is a `VoteItem`. Each phone has one voice, for one motion at a time; a motion with
enough voices is about to happen: everybody sees it counted down, on the big screen and on phones, and anybody
may stop it, which takes the voices for it away. Only phones that are there count, so that nobody is waited
for who has put theirs aside. The host's remote, a phone with that part, decides at once and alone.

Who has a voice: on what comes after a match and in a lobby all who have a token, those on the bench too, who
had a seat this evening and wait for one, as in a game for two; what is played next is theirs as much. On a
bot for somebody who sleeps only those who sit at that table. Who only watches has none: they have no token,
and a stranger who looks in is not to end an evening.

A voice belongs to a seat, or to a number on the bench; whoever numbers them anew makes another `VoteTracker`.
No clock is read here: times are given, in ms.
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

COUNTDOWN = 10_000.0
"""Milliseconds that a decision can be stopped."""
EACH, SPAN = 8, 5000.0
"""So often in that time, in ms, may a phone change its mind."""


def majority(there: int) -> int:
    """How many are more than half."""
    return there // 2 + 1


def half_rounded_up(there: int) -> int:
    """How many are half, or one more where that is no whole number."""
    return ceil(there / 2)


@dataclass(frozen=True, slots=True)
class VoteItem:
    """Something that can be decided now."""

    key: str
    """As phones name it: ``start``, ``game city``, ``bot 2``."""
    words: Callable[[], str]
    """What happens, in the language that is spoken now, as on a button."""
    needs: Callable[[int], int] = majority
    """How many voices are enough of so many phones that are there."""
    countdown: float = COUNTDOWN
    """Milliseconds between enough voices and the deed; 0 for at once."""
    without: int | None = None
    """A seat that is not asked: what is decided is about it."""


class VoteTracker(Versioned):
    """What can be decided, who is for what, and what is about to happen."""

    def __init__(self) -> None:
        self._motions: dict[str, VoteItem] = {}
        self._voices: dict[int, str] = {}
        self._passed: tuple[str, float] | None = None
        """What is about to happen, and when, in ms."""
        self._there: frozenset[int] = frozenset()
        self._limit = RateLimiter(EACH, SPAN)
        self.remote: int | None = None
        """The seat of the host's remote."""

    # What can be decided.

    def offer(self, motions: Sequence[VoteItem]) -> None:
        """Say what can be decided now; voices for anything else are void."""
        if [motion.key for motion in motions] != list(self._motions):
            self.touch()
        self._motions = {motion.key: motion for motion in motions}
        self._voices = {seat: key for seat, key in self._voices.items() if key in self._motions}
        if self._passed is not None and self._passed[0] not in self._motions:
            self._passed = None

    def attend(self, there: Collection[int], now: float) -> str:
        """Take in which seats have a phone that is there; the key of what is to be done now, else empty.

        It is told once: voices and countdown are gone then.
        """
        if frozenset(there) != self._there:
            self._there = frozenset(there)
            self.touch()
        self._count(now)
        if self._passed is None or now < self._passed[1]:
            return ""
        return self._done(self._passed[0])

    def _count(self, now: float) -> None:
        """Begin to count down, or no longer, by the voices there are."""
        ready = next((key for key in self._motions if self._has_enough(key)), "")
        if ready == (self._passed[0] if self._passed is not None else ""):
            return
        self._passed = (ready, now + self._motions[ready].countdown) if ready else None
        self.touch()

    def _asked(self, motion: VoteItem) -> frozenset[int]:
        return self._there - {motion.without}

    def _has_enough(self, key: str) -> bool:
        motion = self._motions[key]
        asked = self._asked(motion)
        return bool(asked) and len(asked.intersection(self.voices(key))) >= motion.needs(len(asked))

    def _done(self, key: str) -> str:
        self._voices, self._passed = {}, None
        self.touch()
        return key

    def keep(self, seats: Collection[int]) -> None:
        """Only these seats have a voice: those of all others are void."""
        gone = self._voices.keys() - set(seats)
        if gone:
            self._voices = {seat: key for seat, key in self._voices.items() if seat not in gone}
            self.touch()

    def forget(self) -> None:
        """Nobody has said anything yet."""
        if self._voices or self._passed is not None:
            self._done("")

    # What phones do.

    def do(self, seat: int, do: str, key: object, now: float) -> tuple[str, str]:
        """A phone proposes something (an empty key: nothing any more), or stops what is about to happen.

        Returns:
            A sentence where that is refused, and the key of what is to be done at once.
        """
        if not self._limit.allows(seat, now):
            return _("Not so fast."), ""
        if do == STOP:
            return self.stop(), ""
        if key == "":
            self._voices.pop(seat, None)
        elif not isinstance(key, str) or key not in self._motions or self._motions[key].without == seat:
            return _("That cannot be done now."), ""
        elif seat == self.remote:
            return "", self._done(key)
        else:
            self._voices[seat] = key
        self.touch()
        return "", self.attend(self._there | {seat}, now)

    def stop(self) -> str:
        """Somebody, here or on a phone, does not want what is about to happen; a sentence if nothing is."""
        if self._passed is None:
            return _("Nothing is about to happen.")
        stopped = self._passed[0]
        self._voices = {seat: key for seat, key in self._voices.items() if key != stopped}
        self._passed = None
        self.touch()
        return ""

    # What is told.

    def voices(self, key: str) -> list[int]:
        """The seats that are for it, also of phones that are away."""
        return sorted(seat for seat, wanted in self._voices.items() if wanted == key)

    @property
    def passed(self) -> tuple[VoteItem, float] | None:
        """What is about to happen, and when, in ms: the loop has to wake then."""
        return None if self._passed is None else (self._motions[self._passed[0]], self._passed[1])

    def told(self, seat: int, now: float) -> dict[str, Any] | None:
        """What the phone of a seat shows; `None` where there is nothing to decide.

        ``motions`` have key, words, who is ``for`` it and how many it ``needs``; ``mine`` is the key of the
        own voice; ``passed`` has ``key``, ``words`` and the milliseconds that are ``left``.
        """
        motions = [motion for motion in self._motions.values() if motion.without != seat]
        if not motions:
            return None
        passed = self.passed
        return {
            "motions": [
                {
                    "key": motion.key,
                    "words": motion.words(),
                    "for": self.voices(motion.key),
                    "needs": motion.needs(len(self._asked(motion) | {seat})),
                }
                for motion in motions
            ],
            "mine": self._voices.get(seat, ""),
            "remote": seat == self.remote,
            "passed": passed
            and {"key": passed[0].key, "words": passed[0].words(), "left": max(0, round(passed[1] - now))},
        }
