"""What a class is asked: what decided the places, before the charts and once more after them; and new rules.

Shares are kept in their order, never as they came and never with whose they are. Of the rules that a class
proposes and votes on the teacher has one played in the next hand.
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
from game.match.classroom._class_plan import PEOPLE
from game.match.classroom._class_record import SHARES, Shares, VoteTotals, shares
from game.match.classroom._game_adapter import ClassroomAdapter, RuleChoice
from game.match.classroom._questions import ClassQuestion
from game.match.share_vote import VoteTexts, vote_fault
from game.match.versioned import Tracked, Versioned

ROUNDS = "before", "after"


@dataclass(frozen=True, slots=True)
class VoteStatus:
    """The vote as everybody may see it while the lesson goes on."""

    vote: VoteTotals
    """What the rounds came to that are not open: later votes could be read from what they change."""
    voted: tuple[int, int]
    """How many have voted in each round."""
    open: int | None
    """The round that is open."""
    of: int
    """How many could vote."""


class ReportHost(Protocol):
    """The lesson whose charts are shown, for as long as it goes on."""

    def poll_seen(self) -> VoteStatus | None:
        """The vote as it stands; `None` where the game asks nothing."""

    def asked(self) -> tuple[ClassQuestion, ...]:
        """What the class was asked in words, as far as it can be told."""

    def vote_again(self) -> None:
        """Have everybody asked what decided it, or go on waiting for the round that is open."""

    @property
    def swap_words(self) -> str:
        """What leads to round two; empty where nothing does."""

    def swap_rules(self) -> None:
        """Ask how round two is to begin."""

    @property
    def plays_on(self) -> bool:
        """Whether hands are played again: the charts make way."""

    def ask(self) -> None:
        """Have the teacher ask the class something else."""

    def expects(self, name: str) -> bool:
        """Whether the class has predicted this, or cannot be asked to."""

    def learn(self, answers: Mapping[str, tuple[int, ...]]) -> None:
        """Answers of predictions that were worked out."""


@dataclass(frozen=True, slots=True)
class SavedVote:
    """What is kept of the two rounds; what is no vote is left out."""

    open: Annotated[int | None, optional(number(0, 1))] = None
    voted: Annotated[
        tuple[tuple[int, ...], ...], lenient_list(with_default(lenient_list(number(0, PEOPLE - 1)), ()))
    ] = ()
    cast: Annotated[tuple[tuple[Shares, ...], ...], lenient_list(with_default(lenient_list(shares), ()))] = ()


class ClassVote(Versioned):
    """The two rounds.

    Attributes:
        current: the round that is open; `None` for none.
        voted: who has voted in each round.
    """

    current = Tracked[int | None]()

    def __init__(self, words: ClassroomAdapter) -> None:
        self._words = words
        self.current = None
        self.voted: tuple[set[int], set[int]] = set(), set()
        self._cast: tuple[list[Shares], list[Shares]] = [], []

    @property
    def has_any(self) -> bool:
        return self._words.poll(0) is not None

    @property
    def vote(self) -> VoteTotals:
        """What was voted, for the book; nothing of a round that is still open."""
        before, after = (
            () if number == self.current else tuple(cast) for number, cast in enumerate(self._cast)
        )
        return VoteTotals(before, after)

    def seen(self, of: int) -> VoteStatus | None:
        """How it stands, where so many could vote."""
        before, after = self.voted
        voted = len(before), len(after)
        return VoteStatus(self.vote, voted, self.current, max(of, *voted)) if self.has_any else None

    def open(self, number: int) -> None:
        self.current = number

    def close(self) -> None:
        self.current = None

    def cast(self, person: int, words: Mapping[str, Any]) -> str:
        """Put in a vote; a sentence where it is refused."""
        current = self.current
        if current is None or type(words.get("round")) is not int or words["round"] != current:
            return _("This vote is closed.")
        fault = vote_fault(words.get("shares"), SHARES)
        if fault:
            return fault
        if person in self.voted[current]:
            return _("Your vote is cast already.")
        self.voted[current].add(person)
        skill, luck, structure = words["shares"]
        insort(self._cast[current], (skill, luck, structure))
        self.touch()
        return ""

    def data_for(self, person: int, of: int) -> dict[str, Any] | None:
        """What somebody's phone is asked; `None` for nothing."""
        words: VoteTexts | None = self._words.poll(self.current) if self.current is not None else None
        if words is None or self.current is None:
            return None
        voted = self.voted[self.current]
        count = len(voted)
        return words.data(self.current, voted=person in voted, count=count, of=max(of, count))

    def kept(self) -> SavedVote:
        voted = [tuple(sorted(one)) for one in self.voted]
        return SavedVote(self.current, tuple(voted), tuple(map(tuple, self._cast)))

    def recall(self, kept: SavedVote) -> None:
        self.current = kept.open
        for known, voted in zip(self.voted, kept.voted, strict=False):
            known.update(voted)
        for votes, cast in zip(self._cast, kept.cast, strict=False):
            votes.extend(sorted(cast))
        self.touch()


MOST = 12
"""So many lie on the table at a time."""
NOBODY = -1
"""The teacher has proposed it."""


class RuleBallot(NamedTuple):
    """Whether somebody is for a rule."""

    person: int
    yes: bool


class SavedRuleProposal(NamedTuple):
    """What is kept of a proposal."""

    number: int
    option: str
    value: Value
    by: int
    votes: Annotated[tuple[RuleBallot, ...], lenient_list(tuple_reader(RuleBallot))]
    played: bool


@dataclass(slots=True)
class RuleProposal:
    """One rule."""

    number: int
    option: str
    value: Value
    by: int
    votes: dict[int, bool] = field(default_factory=dict)
    """Who is for it, and who against."""
    played: bool = False

    @property
    def yes(self) -> int:
        return sum(self.votes.values())

    @property
    def no(self) -> int:
        return len(self.votes) - self.yes


@dataclass(frozen=True, slots=True)
class SavedRuleProposals:
    """What is kept of them."""

    open: bool = False
    rules: Annotated[tuple[SavedRuleProposal, ...], lenient_list(tuple_reader(SavedRuleProposal))] = ()


class RuleProposals(Versioned):
    """All that was proposed.

    Attributes:
        are_open: whether pupils may propose and vote.
    """

    are_open = Tracked[bool]()

    def __init__(self, choices: Callable[[], list[RuleChoice]]) -> None:
        """Of these rules, whose words are in the language that is spoken."""
        self._choices = choices
        self.are_open = False
        self.all: list[RuleProposal] = []
        self._count = 0

    def words(self, proposal: RuleProposal) -> str:
        return _worded(proposal, self._choices())

    def find(self, number: int) -> RuleProposal | None:
        return next((one for one in self.all if one.number == number), None)

    def propose(self, option: str, value: Value, by: int = NOBODY) -> str:
        """Put a rule forward, whoever does so is for it; a sentence where that is refused."""
        if by != NOBODY and not self.are_open:
            return _("Rules are not being proposed now.")
        choice = next((one for one in self._choices() if one.options == {option: value}), None)
        if choice is None or type(value) is not type(choice.options[option]):
            return _("There is no such rule.")
        if any((one.option, one.value) == (option, value) for one in self.all):
            return _("This was proposed already.")
        if by != NOBODY and any(one.by == by and not one.played for one in self.all):
            return _("You have proposed a rule already.")
        if len(self.all) >= MOST:
            return _("There are enough proposals for now.")
        self._count += 1
        self.all.append(RuleProposal(self._count, option, value, by, {} if by == NOBODY else {by: True}))
        self.touch()
        return ""

    def agree(self, person: int, number: object, yes: object) -> str:
        """Somebody is for a rule, or against it; they may change their mind."""
        proposal = self.find(number) if type(number) is int else None
        if not self.are_open or proposal is None or type(yes) is not bool or proposal.played:
            return _("This vote is closed.")
        proposal.votes[person] = yes
        self.touch()
        return ""

    def played(self, proposal: RuleProposal) -> None:
        """A rule is played from now on."""
        proposal.played = True
        self.touch()

    def drop(self, number: int) -> bool:
        """Take a rule off; whether it was there."""
        before = len(self.all)
        self.all = [one for one in self.all if one.number != number]
        self.touch()
        return len(self.all) < before

    def data_for(self, person: int) -> dict[str, Any] | None:
        """What somebody's phone is told; `None` while nothing is asked."""
        if not self.are_open:
            return None
        choices = self._choices()
        taken = [{one.option: one.value} for one in self.all]
        return {
            "rules": [
                {"number": one.number, "words": _worded(one, choices), "yes": one.yes, "no": one.no,
                 "mine": one.votes.get(person), "played": one.played}
                for one in self.all
            ],
            "may": not any(one.by == person and not one.played for one in self.all) and len(self.all) < MOST,
            "choices": [
                {"words": one.words, "option": name, "value": value}
                for one in choices if one.options not in taken
                for name, value in list(one.options.items())[:1]
            ],
        }  # fmt: skip

    def kept(self) -> SavedRuleProposals:
        rules = (
            SavedRuleProposal(
                one.number, one.option, one.value, one.by, tuple(starmap(RuleBallot, one.votes.items())),
                one.played,
            )
            for one in self.all
        )  # fmt: skip
        return SavedRuleProposals(self.are_open, tuple(rules))

    def recall(self, kept: SavedRuleProposals) -> None:
        """What `kept` gave; what is no rule of this game is left out."""
        self.are_open = kept.open
        known = [choice.options for choice in self._choices()]
        for one in kept.rules:
            if {one.option: one.value} in known:
                self.all.append(RuleProposal(*one[:4], dict(one.votes), one.played))
                self._count = max(self._count, one.number)
        self.touch()


def _worded(proposal: RuleProposal, choices: Sequence[RuleChoice]) -> str:
    wanted = {proposal.option: proposal.value}
    return next((one.words for one in choices if one.options == wanted), proposal.option)
