"""Votes of a class: what decided the results, asked before the charts and after them; and proposed rules.

Shares are stored in sorted order, not as they came, and without their voters. The teacher can let the class
play by a proposed rule from the next hand on.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import starmap
from typing import Annotated, Any, NamedTuple, Protocol

from game.core.options import Value
from game.core.schema import lenient_list, number, optional, tuple_reader, with_default
from game.i18n import _
from game.match.share_vote import VoteTexts, vote_fault
from game.match.versioned import Tracked, Versioned
from sockdrawer_classroom.classroom._class_plan import MAX_PEOPLE
from sockdrawer_classroom.classroom._class_record import SHARE_COUNT, Shares, VoteTotals, shares
from sockdrawer_classroom.classroom._game_adapter import ClassroomAdapter, RuleChoice
from sockdrawer_classroom.classroom._questions import ClassQuestion

ROUNDS = "before", "after"


@dataclass(frozen=True, slots=True)
class VoteStatus:
    """Public state of the vote during a lesson."""

    vote: VoteTotals  # closed rounds only, because changes would reveal later votes
    vote_counts: tuple[int, int]  # number of votes in each round
    open: int | None  # open round, or None
    of: int  # number of possible votes


class ReportHost(Protocol):
    """Lesson whose charts are shown, while it is running."""

    def poll_seen(self) -> VoteStatus | None:
        """State of the vote; None if the game has none."""

    def public_questions(self) -> tuple[ClassQuestion, ...]:
        """Questions to the class that may be shown."""

    def vote_again(self) -> None:
        """Open the second round of the vote, or return to the open one."""

    @property
    def swap_words(self) -> str:
        """Text of the button for round 2; empty for none."""

    def swap_rules(self) -> None:
        """Open the dialog for round 2."""

    @property
    def plays_on(self) -> bool:
        """True if hands are played again, so that the charts close."""

    def ask(self) -> None:
        """Let the teacher ask the class another question."""

    def expects(self, name: str) -> bool:
        """True if the class was asked for this prediction, or cannot be asked."""

    def learn(self, answers: Mapping[str, tuple[int, ...]]) -> None:
        """Accept computed answers of predictions."""


@dataclass(frozen=True, slots=True)
class SavedVote:
    """Saved votes of both rounds. Invalid votes are left out."""

    open: Annotated[int | None, optional(number(0, 1))] = None
    voted: Annotated[
        tuple[tuple[int, ...], ...], lenient_list(with_default(lenient_list(number(0, MAX_PEOPLE - 1)), ()))
    ] = ()
    cast: Annotated[tuple[tuple[Shares, ...], ...], lenient_list(with_default(lenient_list(shares), ()))] = ()


class ClassVote(Versioned):
    """The two rounds of the vote.

    Attributes:
        current: open round, or None.
        voters: people who have voted, by round.
    """

    current = Tracked[int | None]()

    def __init__(self, adapter: ClassroomAdapter) -> None:
        self._words = adapter
        self.current = None
        self.voters: tuple[set[int], set[int]] = set(), set()
        self._cast: tuple[list[Shares], list[Shares]] = [], []

    @property
    def has_any(self) -> bool:
        """True if the game has a vote."""
        return self._words.poll(0) is not None

    @property
    def vote(self) -> VoteTotals:
        """Sorted votes of each round for the record; empty for an open round."""
        before, after = (
            () if number == self.current else tuple(cast) for number, cast in enumerate(self._cast)
        )
        return VoteTotals(before, after)

    def public_status(self, class_size: int) -> VoteStatus | None:
        """Public state of the vote in a class of ``class_size`` people; None if the game has no vote."""
        before, after = self.voters
        voted = len(before), len(after)
        return VoteStatus(self.vote, voted, self.current, max(class_size, *voted)) if self.has_any else None

    def open(self, number: int) -> None:
        """Open round 0 (before the charts) or 1 (after them), closing the other."""
        self.current = number

    def close(self) -> None:
        """Close the open round."""
        self.current = None

    def cast(self, person: int, payload: Mapping[str, Any]) -> str:
        """Cast a vote, which cannot be changed. Returns a sentence if it is refused, else empty."""
        current = self.current
        if current is None or type(payload.get("round")) is not int or payload["round"] != current:
            return _("This vote is closed.")
        fault = vote_fault(payload.get("shares"), SHARE_COUNT)
        if fault:
            return fault
        if person in self.voters[current]:
            return _("You've already voted.")
        self.voters[current].add(person)
        skill, luck, structure = payload["shares"]
        insort(self._cast[current], (skill, luck, structure))
        self.bump_version()
        return ""

    def data_for(self, person: int, class_size: int) -> dict[str, Any] | None:
        """State of the open round for a phone (`VoteTexts.data`); None without an open round or a vote."""
        texts: VoteTexts | None = self._words.poll(self.current) if self.current is not None else None
        if texts is None or self.current is None:
            return None
        voted = self.voters[self.current]
        count = len(voted)
        return texts.data(self.current, voted=person in voted, count=count, of=max(class_size, count))

    def dump_state(self) -> SavedVote:
        """Open round, voters and votes of both rounds, to save."""
        voted = [tuple(sorted(voters)) for voters in self.voters]
        return SavedVote(self.current, tuple(voted), tuple(map(tuple, self._cast)))

    def restore_state(self, saved: SavedVote) -> None:
        """Set the saved open round, and add the saved voters and votes."""
        self.current = saved.open
        for voters, voted in zip(self.voters, saved.voted, strict=False):
            voters.update(voted)
        for votes, cast in zip(self._cast, saved.cast, strict=False):
            votes.extend(sorted(cast))
        self.bump_version()


MAX_PROPOSALS = 12  # proposals at a time
TEACHER = -1  # number of the teacher as a proposer


class RuleBallot(NamedTuple):
    """Vote of a person on a rule."""

    person: int
    yes: bool


class SavedRuleProposal(NamedTuple):
    """Saved proposal."""

    number: int
    option: str
    value: Value
    by: int
    votes: Annotated[tuple[RuleBallot, ...], lenient_list(tuple_reader(RuleBallot))]
    played: bool


@dataclass(slots=True)
class RuleProposal:
    """Proposed rule."""

    number: int
    option: str
    value: Value
    by: int
    votes: dict[int, bool] = field(default_factory=dict)  # by person: True in favour, False against
    is_played: bool = False

    @property
    def yes(self) -> int:
        """Number of votes in favour."""
        return sum(self.votes.values())

    @property
    def no(self) -> int:
        """Number of votes against."""
        return len(self.votes) - self.yes


@dataclass(frozen=True, slots=True)
class SavedRuleProposals:
    """Saved proposals."""

    open: bool = False
    rules: Annotated[tuple[SavedRuleProposal, ...], lenient_list(tuple_reader(SavedRuleProposal))] = ()


class RuleProposals(Versioned):
    """Proposed rules and the votes on them.

    Attributes:
        are_open: True if pupils may propose and vote.
    """

    are_open = Tracked[bool]()

    def __init__(self, choices: Callable[[], list[RuleChoice]]) -> None:
        """Allow these rules; ``choices`` returns them in the current language."""
        self._choices = choices
        self.are_open = False
        self.all: list[RuleProposal] = []
        self._count = 0

    def words(self, proposal: RuleProposal) -> str:
        """Text of a proposed rule in the current language; its option's name if the game has none."""
        return _rule_text(proposal, self._choices())

    def find(self, number: int) -> RuleProposal | None:
        """Proposal with this number; None if there is none."""
        return next((proposal for proposal in self.all if proposal.number == number), None)

    def propose(self, option: str, value: Value, proposer: int = TEACHER) -> str:
        """Propose a rule; a pupil votes for it by that. Returns a sentence if it is refused, else empty."""
        if proposer != TEACHER and not self.are_open:
            return _("You can't propose rules right now.")
        choice = next((choice for choice in self._choices() if choice.options == {option: value}), None)
        if choice is None or type(value) is not type(choice.options[option]):
            return _("There's no such rule.")
        if any((proposal.option, proposal.value) == (option, value) for proposal in self.all):
            return _("This has already been proposed.")
        if proposer != TEACHER and any(
            proposal.by == proposer and not proposal.is_played for proposal in self.all
        ):
            return _("You've already proposed a rule.")
        if len(self.all) >= MAX_PROPOSALS:
            return _("There are enough proposals for now.")
        self._count += 1
        self.all.append(
            RuleProposal(
                self._count, option, value, proposer, {} if proposer == TEACHER else {proposer: True}
            )
        )
        self.bump_version()
        return ""

    def agree(self, person: int, number: object, yes: object) -> str:
        """Set a person's vote on a rule, replacing an earlier one. Returns a sentence if refused, else ""."""
        proposal = self.find(number) if type(number) is int else None
        if not self.are_open or proposal is None or type(yes) is not bool or proposal.is_played:
            return _("This vote is closed.")
        proposal.votes[person] = yes
        self.bump_version()
        return ""

    def mark_played(self, proposal: RuleProposal) -> None:
        """Mark a rule as played from now on."""
        proposal.is_played = True
        self.bump_version()

    def drop(self, number: int) -> bool:
        """Remove a rule. Returns False if there is none with this number."""
        before = len(self.all)
        self.all = [proposal for proposal in self.all if proposal.number != number]
        self.bump_version()
        return len(self.all) < before

    def data_for(self, person: int) -> dict[str, Any] | None:
        """State for a phone: "rules", "may" (propose one) and "choices"; None while proposals are closed."""
        if not self.are_open:
            return None
        choices = self._choices()
        proposed_options = [{proposal.option: proposal.value} for proposal in self.all]
        return {
            "rules": [
                {"number": proposal.number, "words": _rule_text(proposal, choices), "yes": proposal.yes,
                 "no": proposal.no, "mine": proposal.votes.get(person), "played": proposal.is_played}
                for proposal in self.all
            ],
            "may": len(self.all) < MAX_PROPOSALS
            and not any(proposal.by == person and not proposal.is_played for proposal in self.all),
            "choices": [
                {"words": choice.words, "option": name, "value": value}
                for choice in choices if choice.options not in proposed_options
                for name, value in list(choice.options.items())[:1]
            ],
        }  # fmt: skip

    def dump_state(self) -> SavedRuleProposals:
        """All proposals with their votes, to save."""
        rules = (
            SavedRuleProposal(
                proposal.number, proposal.option, proposal.value, proposal.by,
                tuple(starmap(RuleBallot, proposal.votes.items())), proposal.is_played,
            )
            for proposal in self.all
        )  # fmt: skip
        return SavedRuleProposals(self.are_open, tuple(rules))

    def restore_state(self, saved: SavedRuleProposals) -> None:
        """Set ``are_open``, and add the saved proposals, without rules that the game does not have."""
        self.are_open = saved.open
        option_sets = [choice.options for choice in self._choices()]
        for rule in saved.rules:
            if {rule.option: rule.value} in option_sets:
                self.all.append(RuleProposal(*rule[:4], dict(rule.votes), rule.played))
                self._count = max(self._count, rule.number)
        self.bump_version()


def _rule_text(proposal: RuleProposal, choices: Sequence[RuleChoice]) -> str:
    """Text of a proposal's rule; the name of its option if the game has no such rule."""
    options = {proposal.option: proposal.value}
    return next((choice.words for choice in choices if choice.options == options), proposal.option)
