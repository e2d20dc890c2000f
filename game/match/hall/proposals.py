"""Rules that a class proposes and votes on; the teacher has one of them played in the next hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.core.options import Value
from game.match.hall.at_tables import RuleChoice
from game.words import _

MOST = 12
"""So many lie on the table at a time."""
NOBODY = -1
"""The teacher has proposed it."""


@dataclass(slots=True)
class Proposal:
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
        """How many are for it."""
        return sum(self.votes.values())

    @property
    def no(self) -> int:
        """How many are against it."""
        return len(self.votes) - self.yes


class Proposals:
    """All that was proposed.

    Attributes:
        are_open: whether pupils may propose and vote.
    """

    def __init__(self, choices: Callable[[], list[RuleChoice]]) -> None:
        """Of these rules, whose words are in the language that is spoken."""
        self._choices = choices
        self.are_open = False
        self.all: list[Proposal] = []
        self._count = 0

    def words(self, proposal: Proposal) -> str:
        """A rule in words."""
        return _worded(proposal, self._choices())

    def find(self, number: int) -> Proposal | None:
        """The rule of this number."""
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
        self.all.append(Proposal(self._count, option, value, by, {} if by == NOBODY else {by: True}))
        return ""

    def agree(self, person: int, number: object, yes: object) -> str:
        """Somebody is for a rule, or against it; they may change their mind."""
        proposal = self.find(number) if type(number) is int else None
        if not self.are_open or proposal is None or type(yes) is not bool or proposal.played:
            return _("This vote is closed.")
        proposal.votes[person] = yes
        return ""

    def drop(self, number: int) -> bool:
        """Take a rule off; whether it was there."""
        before = len(self.all)
        self.all = [one for one in self.all if one.number != number]
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

    def moment(self) -> tuple[object, ...]:
        """All that phones are told of when it changes."""
        rules = tuple((one.number, tuple(one.votes.items()), one.played) for one in self.all)
        return self.are_open, rules if self.are_open else ()

    def kept(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "open": self.are_open,
            "rules": [
                [one.number, one.option, one.value, one.by, list(map(list, one.votes.items())), one.played]
                for one in self.all
            ],
        }

    def recall(self, kept: object) -> None:
        """What `kept` gave; it may be anything, and what is no rule is left out."""
        if not isinstance(kept, Mapping):
            return
        self.are_open = kept.get("open") is True
        for one in kept["rules"] if isinstance(kept.get("rules"), list) else []:
            if not isinstance(one, list) or len(one) != 6:
                continue
            number, option, value, by, votes, played = one
            known = any(
                choice.options == {option: value} for choice in self._choices() if type(option) is str
            )
            if not known or type(number) is not int or type(by) is not int or not isinstance(votes, list):
                continue
            found = {
                pair[0]: pair[1]
                for pair in votes
                if isinstance(pair, list) and len(pair) == 2
                and type(pair[0]) is int and type(pair[1]) is bool
            }  # fmt: skip
            self.all.append(Proposal(number, option, value, by, found, played is True))
            self._count = max(self._count, number)


def _worded(proposal: Proposal, choices: Sequence[RuleChoice]) -> str:
    """A rule in the words of the choice that it is."""
    wanted = {proposal.option: proposal.value}
    return next((one.words for one in choices if one.options == wanted), proposal.option)
