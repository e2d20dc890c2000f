"""Understanding a match that was played: chances to win, what decided it, what would have been better.

`MatchAnalysis` are kept as JSON. How matches of a game are understood says its `Analyst`, named in
``review.INSIGHT``; what all games say of a match stands here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple, Protocol, TypeAlias, cast

from game.core.discovery import find_game
from game.core.schema import (
    EXCLUDE,
    dataclass_reader,
    long_text,
    optional,
    read_record,
    real,
    strict_list,
    tuple_reader,
)
from game.core.session import Session
from game.i18n import _

DRAW = "draw"
"""The move with which a hand gets another card, in every game that has it."""
VERSION = 6
"""Of what is kept; what another version kept is found out anew."""
MOMENTS = 3
"""So many moments are told."""
COSTLY = 0.03
"""A decision that cost less of the chance to win decided nothing."""
MOST = 10**5
"""More turns no match has."""
TELLING = 0.1
"""A turn after which nobody's chance was as much another one decided nothing either."""
SETTLED = 0.7
"""Who wins with as much from the first turn on wins by the deal, or by how it began."""

Chances: TypeAlias = tuple[float, ...]
"""How likely each seat is to win, from 0 to 1; together they are 1."""
Moves: TypeAlias = tuple[Annotated[str, long_text], ...]
Fact: TypeAlias = Mapping[str, Any]
"""Something that is true of a moment, as plain JSON: its ``kind`` and what its game knows of it."""


class AnalysedTurn(NamedTuple):
    """All that a seat does until another one is to decide."""

    first: int
    """Its first move of the log, from 0."""
    last: int
    """The move after its last one."""
    seat: int

    def choice(self, log: Sequence[tuple[int, str]]) -> int:
        """The move of the log before which its choice is seen: what had to be drawn first is there."""
        ply = self.first
        while ply < self.last - 1 and log[ply][1] == DRAW:
            ply += 1
        return ply


@dataclass(frozen=True, slots=True)
class TurnEvaluation:
    """A turn compared with the best that was found."""

    loss: float
    """What it cost its seat, in chance to win the match; 0 for the best."""
    good: bool
    """Whether it was the best or nearly as good."""
    best: float | None = None
    """The chance of its seat with the best turn, where everything lies open."""
    better: Moves = ()
    """The moves of the best turn; none where it was made."""
    facts: tuple[Fact, ...] = ()
    """What is exact of every turn, as how many cards could have been laid."""

    @classmethod
    def fine(cls, best: float | None = None, facts: tuple[Fact, ...] = ()) -> TurnEvaluation:
        return cls(0.0, good=True, best=best, facts=facts)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn that decided the match."""

    number: int
    """Its turn, as `MatchAnalysis.turns` counts them."""
    seat: int
    """Whose chance is told: who would have had a better turn, or whom this one changed most for."""
    before: float
    """The chance with the better turn; where there was none, that before this one."""
    after: float
    """The chance after what was done."""
    better: Moves = ()
    """The moves that would have been better; none where the turn was good, and decided all the same."""
    facts: tuple[Fact, ...] = ()
    """What can be said of it, what matters most first."""


@dataclass(frozen=True, slots=True)
class AccuracyCount:
    """How often a seat did the best or something nearly as good."""

    good: int
    of: int
    """The turns in which there was something to choose."""


@dataclass(frozen=True, slots=True)
class MatchAnalysis:
    """A match as far as it was looked into."""

    game: str
    players: int
    turns: Annotated[tuple[AnalysedTurn, ...], strict_list(tuple_reader(AnalysedTurn), MOST)] = ()
    chances: Annotated[tuple[Chances | None, ...], strict_list(optional(strict_list(real(0, 1))), MOST)] = ()
    """Before each turn, and after the last one; `None` where that was not found out yet."""
    weighed: Annotated[
        tuple[TurnEvaluation | None, ...], strict_list(optional(dataclass_reader(TurnEvaluation)), MOST)
    ] = ()
    """Of each turn; `None` where there was nothing to choose, or where it was not found out yet."""
    moments: tuple[TurningPoint, ...] = ()
    """In the order of the match; until it is whole those that cost most so far, without facts."""
    share: Annotated[float, EXCLUDE] = 0.0
    """How much of the work is done, 0 to 1."""

    @property
    def is_whole(self) -> bool:
        return self.share >= 1

    @property
    def tallies(self) -> tuple[AccuracyCount, ...]:
        """By seat, how often it did the best or something nearly as good."""
        found = [[0, 0] for _ in range(self.players)]
        for turn, one in zip(self.turns, self.weighed, strict=True):
            if one is not None:
                found[turn.seat][0] += one.good
                found[turn.seat][1] += 1
        return tuple(AccuracyCount(good, of) for good, of in found)

    @property
    def curve(self) -> tuple[tuple[int, Chances], ...]:
        """The chances as far as they are known: pairs of a move of the log and the chances before it."""
        places = [turn.first for turn in self.turns] + [turn.last for turn in self.turns[-1:]]
        known = zip(places, self.chances, strict=True)
        return tuple((ply, chances) for ply, chances in known if chances is not None)


@dataclass(frozen=True, slots=True)
class Progress:
    """Answers about single turns from an analysis that was left, so that they are not worked out again."""

    chances: Annotated[tuple[Chances | None, ...], strict_list(optional(strict_list(real(0, 1))), MOST)] = ()
    """First looks before each turn, and after the last one; `None` where none was taken yet."""
    weighed: Annotated[
        tuple[TurnEvaluation | None, ...], strict_list(optional(dataclass_reader(TurnEvaluation)), MOST)
    ] = ()
    compared: tuple[int, ...] = ()
    """The first turn of each batch that was compared with the best."""


def rounded(chances: Sequence[float]) -> Chances:
    """Chances that together are 1, to four digits, as they are kept."""
    total = sum(chances) or 1.0
    return tuple(round(max(0.0, chance) / total, 4) for chance in chances)


def from_json(data: Mapping[str, Any]) -> MatchAnalysis:
    """The findings that were kept.

    Raises:
        ValueError: that is something else.
    """
    found = replace(read_record(MatchAnalysis, data), share=1.0)
    turns = len(found.turns)
    if len(found.chances) != turns + bool(turns) or len(found.weighed) != turns:
        raise ValueError("These findings do not go together.")
    if not all(0 <= one.number < turns for one in found.moments):
        raise ValueError("These findings have moments of other turns.")
    return found


class Analyst(Protocol):
    """Looks into matches of one game; all work is counted, never timed, so the same record says the same."""

    batch: int
    """Of so many turns what the worker is asked at once, which takes it about a second."""

    def turns(self, session: Session) -> Sequence[AnalysedTurn]:
        """The turns of a match, in order; moves of setting up belong to none."""
        ...

    def chances(self, before: Session) -> Chances:
        """How likely each seat is to win, by a first look, when a turn is to begin."""
        ...

    def longer_look(self, before: Session) -> Chances:
        """The same by a longer look, of the few moments that the first one made much of."""
        return self.chances(before)

    def weigh(self, session: Session, turn: AnalysedTurn) -> TurnEvaluation | None:
        """A turn compared with the best that is found; `None` where there was nothing to choose."""
        ...

    def explain(self, session: Session, turn: AnalysedTurn, moment: TurningPoint) -> Sequence[Fact]:
        """What is true of a moment and says why, what matters most first.

        Where there is nothing and no turn was better, it is no moment to tell of.
        """
        ...

    def said(self, fact: Fact, session: Session, names: Sequence[str]) -> str:
        """Sentence about a fact of `explain` or `TurnEvaluation.facts`; empty if it needs none."""
        ...

    def move_said(self, moves: Sequence[str], session: Session, turn: AnalysedTurn) -> str:
        """The moves of a turn in a few words, as they are printed and told."""
        ...

    def spots(self, session: Session, turn: AnalysedTurn, moves: Sequence[str]) -> Sequence[Sequence[str]]:
        """Where moves lie on the table as it was before a turn, by the names that the view has for places.

        Each is a line from place to place, or a single place; mostly moves name nothing else but a verb.
        """
        return [move.split()[1:] for move in moves if " " in move]

    def cards(self, session: Session, turn: AnalysedTurn, moves: Sequence[str]) -> Sequence[str]:
        """The cards that moves lay, from the hand; none in a game without cards."""
        return ()

    def hand_said(self, hand: int) -> str:
        """What a hand of this number is called in a sentence; nothing where turns are counted through."""
        return ""

    def how(self) -> str:
        """How the chances were found, in a sentence."""
        ...


def analyst_of(game: str) -> Analyst | None:
    """The analyst of a game; `None` where it has none."""
    return cast("Analyst | None", find_game(game).part("insight"))


def percent(share: float) -> str:
    """A share from 0 to 1 in hundredths."""
    return _("{n} %").format(n=round(100 * share))


def hands_of(turns: Sequence[AnalysedTurn], session: Session) -> tuple[int, ...]:
    """The first turn of each hand of a match."""
    ends = enumerate(turns[:-1], start=1)
    return 0, *(n for n, one in ends if session.before(one.last).observe_close(None) is not None)


def turn_words(number: int, hands: Sequence[int], analyst: Analyst, name: str) -> str:
    """Whose turn it was, and which: as they were played, whoever's, in its hand where there are several."""
    hand = sum(first <= number for first in hands)
    said = analyst.hand_said(hand) if len(hands) > 1 else ""
    if not said:
        return _("{name}, turn {n}").format(name=name, n=number + 1)
    told = _("{name}, {hand}, turn {n}").format(name="{name}", hand=said, n=number + 1 - hands[hand - 1])
    # In two lines the name has the first to itself.
    return told.replace(" ", "\N{NO-BREAK SPACE}").replace("\N{NO-BREAK SPACE}", " ", 1).format(name=name)


def chance_words(moment: TurningPoint, names: Sequence[str]) -> str:
    """What a moment did to the chance of whom it is told of."""
    told = {"name": names[moment.seat], "before": percent(moment.before), "after": percent(moment.after)}
    if moment.better:
        return _("{name}'s chance: {after} instead of {before}").format(**told)
    return _("{name}'s chance: {before} to {after}").format(**told)


def undecided_words(found: MatchAnalysis, names: Sequence[str]) -> str:
    """What is said where no turn decided a match."""
    first, last = (found.chances[0], found.chances[-1]) if found.chances else (None, None)
    if first is not None and last is not None and 1 in last and first[last.index(1)] >= SETTLED:
        told = _("No single turn decided it. {name}'s chance from the first turn on: {chance}.")
        return told.format(name=names[last.index(1)], chance=percent(first[last.index(1)]))
    return _("No single turn was found that decided it.")


def moment_words(moment: TurningPoint, analyst: Analyst, session: Session, names: Sequence[str]) -> list[str]:
    """All that is said of a moment, sentence by sentence."""
    said = [analyst.said(fact, session, names) for fact in moment.facts]
    if not moment.better:
        mover = analyst.turns(session)[moment.number].seat  # the chance may be somebody else's
        said.append(_("Nothing better was found for {name} in this turn.").format(name=names[mover]))
    return [words for words in said if words]
