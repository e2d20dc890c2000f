"""What those who have played are asked: an anonymous vote of what something came of.

Of votes only sums are kept. There is no single vote anywhere once it was cast, so none can be told, saved or
exported, nor the order in which votes came. What they came to is told once a round is closed, as later votes
could be read from what they change, and only where so many have voted that no vote can be worked out.

How it goes through the house (a vote after a match): `ReportVote`
(`games/sociable/screen/match_report/voting.py`) opens a round > `VoteDialog` (`ui/match/match_end.py`) waits,
`PhoneMatch` asks the phones; votes go into the sums of a `ShareVoteRound` (`match/share_vote.py`), which
tells means alone, of three votes or more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.i18n import _
from game.match.match import Match
from game.match.versioned import Versioned

QUORUM = 3
"""Of so many votes a mean is told: of two, each voter could tell the other's."""
WHOLE = 100
"""What the shares of a vote come to together."""
BEFORE, AFTER = 0, 1
"""The two rounds."""
NEAR = 1
"""Shares so few hundredths apart are alike: three of them cannot be equal in whole hundredths."""


class ShareVoteRound:
    """One round: who has voted, and what all votes come to together."""

    def __init__(self, things: int) -> None:
        self._sums = [0] * things
        self._voted: set[int] = set()
        self.is_open = self.is_closed = False

    @property
    def voted(self) -> frozenset[int]:
        return frozenset(self._voted)

    @property
    def count(self) -> int:
        return len(self._voted)

    def open(self) -> None:
        self.is_open = not self.is_closed

    def close(self) -> None:
        """Take no more votes, ever."""
        self.is_open, self.is_closed = False, True

    def cast(self, seat: int, shares: Sequence[int]) -> bool:
        """Put a vote in; it cannot be taken out, as nobody knows any more which it is.

        Returns whether it was taken; each seat has one.
        """
        if not self.is_open or seat in self._voted:
            return False
        self._voted.add(seat)
        self._sums = [total + share for total, share in zip(self._sums, shares, strict=True)]
        return True

    @property
    def mean(self) -> tuple[int, ...]:
        """What everybody thinks on the whole, in hundredths; empty while it is open or with too few votes."""
        if not self.is_closed or self.count < QUORUM:
            return ()
        return round_to_total([total / self.count for total in self._sums])


@dataclass(frozen=True, slots=True)
class VoteShift:
    """What the two rounds came to, as far as it may be known."""

    before: tuple[int, ...] = ()
    """The means in hundredths; empty where it is not over, or too few have voted."""
    after: tuple[int, ...] = ()
    votes: tuple[int, int] = (0, 0)
    """How many have voted in each round."""
    of: int = 0
    """How many could."""
    is_over: bool = False
    """Whether both rounds are closed."""

    @property
    def is_known(self) -> bool:
        return self.is_over and bool(self.before or self.after)


@dataclass(frozen=True, slots=True)
class VoteTexts:
    """What voters are asked, in their language."""

    question: str
    more: str
    things: tuple[tuple[str, str], ...]
    """What can have a share, and what is meant by it."""

    def data(self, number: int, *, voted: bool, count: int, of: int) -> dict[str, Any]:
        """What a phone is asked in a round: whether its vote is cast, how many are, and of how many."""
        return {
            "round": number,
            "question": self.question,
            "more": self.more,
            "things": [{"name": name, "more": more} for name, more in self.things],
            "voted": voted,
            "count": count,
            "of": of,
        }


class MatchVote(Versioned):
    """The vote of one match: once before something is seen, and once after it."""

    def __init__(self, match: Match, words: Callable[[int], VoteTexts]) -> None:
        """Make it; ``words`` says what is asked in a round, in the language that is spoken then."""
        self._match, self._words = match, words
        things = len(words(BEFORE).things)
        self.rounds = ShareVoteRound(things), ShareVoteRound(things)

    @property
    def voters(self) -> list[int]:
        """The seats of people, who each have a vote; who only watches has no place to talk about."""
        return [number for number, seat in enumerate(self._match.seats) if not seat.is_bot]

    @property
    def current(self) -> int | None:
        return next((number for number, ballot in enumerate(self.rounds) if ballot.is_open), None)

    @property
    def here(self) -> list[int]:
        """The seats of people at the screen whose vote is still out."""
        voted = self.rounds[self.current].voted if self.current is not None else frozenset()
        return [seat for seat in self._match.people if seat not in voted]

    @property
    def shift(self) -> VoteShift:
        """What has come of it so far."""
        before, after = self.rounds
        of = max(len(self.voters), before.count, after.count)
        over = before.is_closed and after.is_closed
        # The first mean would lead the second vote.
        means = (before.mean, after.mean) if over else ((), ())
        return VoteShift(*means, (before.count, after.count), of, over)

    def open(self, number: int) -> None:
        for ballot in self.rounds[:number]:
            ballot.close()
        self.rounds[number].open()
        self.touch()

    def close(self) -> None:
        if self.current is not None:
            self.rounds[self.current].close()
            self.touch()

    def cast_here(self, shares: Sequence[int]) -> bool:
        """Put in the vote of somebody at the screen; it is nobody's in particular."""
        seats, current = self.here, self.current
        if current is None or not seats or vote_fault(shares, len(self._words(current).things)):
            return False
        return self._cast(current, seats[0], shares)

    def _cast(self, number: int, seat: int, shares: Sequence[int]) -> bool:
        if taken := self.rounds[number].cast(seat, shares):
            self.touch()
        return taken

    def words(self, number: int) -> VoteTexts:
        return self._words(number)

    # Phones.

    def data_for(self, seat: int) -> dict[str, Any] | None:
        """What the phone of a seat is asked; `None` for nothing."""
        current = self.current
        if current is None:
            return None
        ballot, words = self.rounds[current], self._words(current)
        return words.data(current, voted=seat in ballot.voted, count=ballot.count, of=self.shift.of)

    def do(self, seat: int, words: Mapping[str, Any]) -> str:
        """Take in the vote of a phone; a sentence where it is refused."""
        current = self.current
        if current is None or type(words.get("round")) is not int or words["round"] != current:
            return _("This vote is closed.")
        shares = words.get("shares") or ()
        fault = vote_fault(shares, len(self._words(current).things))
        if fault:
            return fault
        if seat not in self.voters or not self._cast(current, seat, shares):
            return _("Your vote is cast already.")
        return ""


def vote_fault(shares: Any, things: int) -> str:
    """Why these are no vote, as a sentence for whoever casts them; empty for a vote.

    Shares that nobody has touched are no opinion.
    """
    if shares is None or (isinstance(shares, Sequence) and all(not share for share in shares)):
        return _("Set a share first: nothing was moved yet.")
    if not isinstance(shares, Sequence) or isinstance(shares, str) or not is_vote(shares, things):
        return _("The shares have to come to 100 % together.")
    return ""


def top_choices(shares: Sequence[int]) -> tuple[int, ...]:
    """Which things have the most of these hundredths: several where they tie."""
    return tuple(place for place, share in enumerate(shares) if share >= max(shares) - NEAR)


def is_vote(shares: Sequence[Any], things: int) -> bool:
    """Whether this is a vote: a whole number of hundredths for each thing, all of them together."""
    return (
        len(shares) == things
        and all(type(share) is int and 0 <= share <= WHOLE for share in shares)
        and sum(shares) == WHOLE
    )


def rebalance(shares: Sequence[int], place: int, value: int) -> list[int]:
    """The shares when one of them becomes this; the others give or take in the ratio that they have."""
    value = min(WHOLE, max(0, value))
    others = [share for number, share in enumerate(shares) if number != place]
    total, rest = sum(others), WHOLE - value
    parts = [rest * share / total if total else rest / len(others) for share in others]
    found = list(round_to_total(parts, rest))
    found.insert(place, value)
    return found


def round_to_total(parts: Sequence[float], whole: int = WHOLE) -> tuple[int, ...]:
    """Whole numbers near these which come to this together; what is left goes where most was cut off."""
    found = [int(part + 1e-9) for part in parts]
    by_rest = sorted(range(len(parts)), key=lambda place: (found[place] - parts[place], place))
    for place in by_rest[: whole - sum(found)]:
        found[place] += 1
    return tuple(found)
