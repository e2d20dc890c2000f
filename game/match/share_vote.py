"""Anonymous vote of the players of a match: each distributes 100% over several factors.

Only sums are kept. A single vote is not stored anywhere after it was cast, so neither it nor the order of
votes can be shown, saved or exported. A mean is published only once its round is closed, because changes of a
running mean would reveal single votes, and only with at least `QUORUM` votes.

Flow (a vote after a match): `ReportVote` (`games/sociable/screen/match_report/voting.py`) opens a round >
`VoteDialog` (`ui/match/match_end.py`) waits, `PhoneMatch` asks the phones > votes are added to the sums of a
`ShareVoteRound` (`match/share_vote.py`), which publishes only means, of three votes or more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.i18n import _
from game.match.match import Match
from game.match.versioned import Versioned

QUORUM = 3  # votes needed for a mean; with two, each voter could work out the other's vote
SHARE_SUM = 100  # sum of the shares of a vote, in %
FIRST_ROUND, SECOND_ROUND = 0, 1  # rounds
SHARE_TOLERANCE = 1  # difference in % up to which shares count as equal, since 100% does not divide by three


class ShareVoteRound:
    """One round: the seats that voted, and the sum of their votes."""

    def __init__(self, things: int) -> None:
        """Create a round with ``things`` factors that is neither open nor closed."""
        self._sums = [0] * things
        self._voters: set[int] = set()
        self.is_open = self.is_closed = False

    @property
    def voters(self) -> frozenset[int]:
        """Seats that have voted."""
        return frozenset(self._voters)

    @property
    def count(self) -> int:
        """Number of votes cast."""
        return len(self._voters)

    def open(self) -> None:
        """Open the round, unless it was closed."""
        self.is_open = not self.is_closed

    def close(self) -> None:
        """Close the round for good."""
        self.is_open, self.is_closed = False, True

    def cast(self, seat: int, shares: Sequence[int]) -> bool:
        """Add a vote. Returns False if the round is not open or the seat has voted already.

        A vote cannot be removed, because it is not stored.
        """
        if not self.is_open or seat in self._voters:
            return False
        self._voters.add(seat)
        self._sums = [total + points for total, points in zip(self._sums, shares, strict=True)]
        return True

    @property
    def mean(self) -> tuple[int, ...]:
        """Mean shares in %, with sum 100. Empty until the round is closed, or with fewer than 3 votes."""
        if not self.is_closed or self.count < QUORUM:
            return ()
        return round_to_total([total / self.count for total in self._sums])


@dataclass(frozen=True, slots=True)
class VoteShift:
    """Published results of the two rounds."""

    # mean shares in %; empty until both rounds are closed, or with too few votes
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    votes: tuple[int, int] = (0, 0)  # number of votes in each round
    of: int = 0  # number of possible voters
    is_over: bool = False  # both rounds are closed

    @property
    def is_known(self) -> bool:
        """True if both rounds are closed, and at least one mean is published."""
        return self.is_over and bool(self.before or self.after)


@dataclass(frozen=True, slots=True)
class VoteTexts:
    """Texts of a vote, in the voter's language."""

    question: str
    more: str
    things: tuple[tuple[str, str], ...]  # name and explanation of each factor

    def data(self, number: int, *, voted: bool, count: int, of: int) -> dict[str, Any]:
        """Phone state of round ``number``: its texts, and the arguments as they are.

        Args:
            number: `FIRST_ROUND` or `SECOND_ROUND`.
            voted: True if this seat has voted.
            count: number of votes cast.
            of: number of possible votes.
        """
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
    """Vote of one match: one round before a report is seen and one after it."""

    def __init__(self, match: Match, texts: Callable[[int], VoteTexts]) -> None:
        """Create the vote. ``texts`` returns the texts of a round in the current language."""
        self._match, self._words = match, texts
        things = len(texts(FIRST_ROUND).things)
        self.rounds = ShareVoteRound(things), ShareVoteRound(things)

    @property
    def voters(self) -> list[int]:
        """Seats of people, with one vote each. Spectators have none."""
        return [number for number, seat in enumerate(self._match.seats) if not seat.is_bot]

    @property
    def current(self) -> int | None:
        """Number of the open round, `FIRST_ROUND` (0) or `SECOND_ROUND` (1); None if none is open."""
        return next((number for number, ballot in enumerate(self.rounds) if ballot.is_open), None)

    @property
    def pending_seats(self) -> list[int]:
        """Local people's seats that have not voted in the open round; all of them if none is open."""
        voters = self.rounds[self.current].voters if self.current is not None else frozenset()
        return [seat for seat in self._match.local_seats if seat not in voters]

    @property
    def shift(self) -> VoteShift:
        """Results as far as they may be published."""
        before, after = self.rounds
        of = max(len(self.voters), before.count, after.count)
        over = before.is_closed and after.is_closed
        # The first mean would influence the second vote.
        mean_pair = (before.mean, after.mean) if over else ((), ())
        return VoteShift(*mean_pair, (before.count, after.count), of, over)

    def open(self, number: int) -> None:
        """Open a round unless it was closed, after closing the ones before it for good."""
        for ballot in self.rounds[:number]:
            ballot.close()
        self.rounds[number].open()
        self.bump_version()

    def close(self) -> None:
        """Close the open round, if any, for good."""
        if self.current is not None:
            self.rounds[self.current].close()
            self.bump_version()

    def cast_here(self, shares: Sequence[int]) -> bool:
        """Cast a vote for the first pending local seat; False if no seat can vote now or it is invalid."""
        seats, current = self.pending_seats, self.current
        if current is None or not seats or vote_fault(shares, len(self._words(current).things)):
            return False
        return self._cast(current, seats[0], shares)

    def _cast(self, number: int, seat: int, shares: Sequence[int]) -> bool:
        """Add a seat's vote; False if the round is not open or the seat has voted already."""
        if is_accepted := self.rounds[number].cast(seat, shares):
            self.bump_version()
        return is_accepted

    def words(self, number: int) -> VoteTexts:
        """Texts of a round in the current language."""
        return self._words(number)

    # Phones.

    def data_for(self, seat: int) -> dict[str, Any] | None:
        """State of the open round for a seat's phone (`VoteTexts.data`); None if no round is open."""
        current = self.current
        if current is None:
            return None
        ballot, texts = self.rounds[current], self._words(current)
        return texts.data(current, voted=seat in ballot.voters, count=ballot.count, of=self.shift.of)

    def handle_phone(self, seat: int, action: Mapping[str, Any]) -> str:
        """Cast a phone's vote. Returns a translated sentence that says why it is refused, else ""."""
        current = self.current
        if current is None or type(action.get("round")) is not int or action["round"] != current:
            return _("This vote is closed.")
        shares = action.get("shares") or ()
        fault = vote_fault(shares, len(self._words(current).things))
        if fault:
            return fault
        if seat not in self.voters or not self._cast(current, seat, shares):
            return _("You've already voted.")
        return ""


def vote_fault(shares: Any, things: int) -> str:
    """Return a translated sentence that says what is wrong with ``shares``, empty for a valid vote.

    Untouched shares (all 0) are no vote.
    """
    if shares is None or (isinstance(shares, Sequence) and all(not points for points in shares)):
        return _("Move a share first. Nothing has changed yet.")
    if not isinstance(shares, Sequence) or isinstance(shares, str) or not is_vote(shares, things):
        return _("The shares must add up to 100%.")
    return ""


def top_choices(shares: Sequence[int]) -> tuple[int, ...]:
    """Indices of the largest share and of those at most `SHARE_TOLERANCE` (in %) below it."""
    return tuple(place for place, points in enumerate(shares) if points >= max(shares) - SHARE_TOLERANCE)


def is_vote(shares: Sequence[Any], things: int) -> bool:
    """True if ``shares`` has a whole number from 0 to 100 for each of ``things`` factors, with sum 100."""
    return (
        len(shares) == things
        and all(type(points) is int and 0 <= points <= SHARE_SUM for points in shares)
        and sum(shares) == SHARE_SUM
    )


def rebalance(shares: Sequence[int], place: int, value: int) -> list[int]:
    """Return the shares with that at index ``place`` set to ``value`` and the others scaled to sum 100."""
    value = min(SHARE_SUM, max(0, value))
    others = [points for number, points in enumerate(shares) if number != place]
    total, rest = sum(others), SHARE_SUM - value
    parts = [rest * points / total if total else rest / len(others) for points in others]
    result = list(round_to_total(parts, rest))
    result.insert(place, value)
    return result


def round_to_total(parts: Sequence[float], whole: int = SHARE_SUM) -> tuple[int, ...]:
    """Round non-negative ``parts`` down to integers; the largest fractions get 1 more, for sum ``whole``."""
    result = [int(part + 1e-9) for part in parts]
    by_rest = sorted(range(len(parts)), key=lambda place: (result[place] - parts[place], place))
    for place in by_rest[: whole - sum(result)]:
        result[place] += 1
    return tuple(result)
