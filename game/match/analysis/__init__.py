"""Analysis of a played match: win probabilities, turning points, and better moves.

`MatchAnalysis` is saved as JSON. Each game provides an `Analyst`, named in ``review.INSIGHT``; what is common
to all games is here.
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

DRAW_MOVE = "draw"  # move that takes a card into the hand, in every game that has it
VERSION = 6  # of the saved format; other versions are computed again
MAX_TURNING_POINTS = 3  # turning points shown at most
MIN_COSTLY_LOSS = 0.03  # smallest loss of win probability that counts as decisive
MAX_TURNS = 10**5  # maximum number of turns in a saved analysis
MIN_DECISIVE_CHANGE = 0.1  # smallest change of win probability that counts as decisive
SETTLED_PROBABILITY = 0.7  # a winner with this probability from the first turn won by the deal or the setup

Chances: TypeAlias = tuple[float, ...]  # win probability of each seat, 0 to 1, with sum 1
Moves: TypeAlias = tuple[Annotated[str, long_text], ...]
# statement about a turn as plain JSON: its ``kind``, and data of the game
Fact: TypeAlias = Mapping[str, Any]


class AnalysedTurn(NamedTuple):
    """All moves of a seat until another seat decides."""

    first: int  # index of its first move in the log
    last: int  # index after its last move
    seat: int

    def choice(self, log: Sequence[tuple[int, str]]) -> int:
        """Ply (index in the log) of the turn's first move that is no draw; of its last if all are draws."""
        ply = self.first
        while ply < self.last - 1 and log[ply][1] == DRAW_MOVE:
            ply += 1
        return ply


@dataclass(frozen=True, slots=True)
class TurnEvaluation:
    """Comparison of a turn with the best one found."""

    loss: float  # loss of win probability in the match; 0 for the best turn
    good: bool  # best or nearly as good
    best: float | None = None  # win probability with the best turn, in games with open information
    better: Moves = ()  # moves of the best turn; empty if it was played
    # exact statements about any turn, such as the number of cards that could have been played
    facts: tuple[Fact, ...] = ()

    @classmethod
    def fine(cls, best: float | None = None, facts: tuple[Fact, ...] = ()) -> TurnEvaluation:
        """Return the evaluation of a turn that was best: no loss and no better moves."""
        return cls(0.0, good=True, best=best, facts=facts)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Turn that decided the match."""

    number: int  # index in `MatchAnalysis.turns`
    seat: int  # seat whose probability is given: the one with a better turn, or the one affected most
    before: float  # win probability with the better turn or, if there was none, before this one
    after: float  # win probability after the turn
    better: Moves = ()  # better moves; empty if the turn was good and decisive all the same
    facts: tuple[Fact, ...] = ()  # reasons, most important first


@dataclass(frozen=True, slots=True)
class AccuracyCount:
    """Number of a seat's turns that were best or nearly as good."""

    good: int
    of: int  # turns with a choice


@dataclass(frozen=True, slots=True)
class MatchAnalysis:
    """Analysis of a match, which may be incomplete."""

    game: str
    players: int
    turns: Annotated[tuple[AnalysedTurn, ...], strict_list(tuple_reader(AnalysedTurn), MAX_TURNS)] = ()
    chances: Annotated[
        tuple[Chances | None, ...], strict_list(optional(strict_list(real(0, 1))), MAX_TURNS)
    ] = ()
    """Before each turn, and after the last one; None where not computed yet."""
    weighed: Annotated[
        tuple[TurnEvaluation | None, ...], strict_list(optional(dataclass_reader(TurnEvaluation)), MAX_TURNS)
    ] = ()
    """By turn; None where there was no choice or the result is not computed yet."""
    # in match order; until the analysis is complete the largest losses, without facts
    moments: tuple[TurningPoint, ...] = ()
    fraction_done: Annotated[float, EXCLUDE] = 0.0  # progress, 0 to 1

    @property
    def is_whole(self) -> bool:
        """True if the analysis is complete."""
        return self.fraction_done >= 1

    @property
    def tallies(self) -> tuple[AccuracyCount, ...]:
        """By seat, its turns that were best or nearly best, and its evaluated turns with a choice."""
        counts = [[0, 0] for _ in range(self.players)]
        for turn, evaluation in zip(self.turns, self.weighed, strict=True):
            if evaluation is not None:
                counts[turn.seat][0] += evaluation.good
                counts[turn.seat][1] += 1
        return tuple(AccuracyCount(good, of) for good, of in counts)

    @property
    def curve(self) -> tuple[tuple[int, Chances], ...]:
        """Known win probabilities in match order: (ply, all seats' probabilities before it, 0 to 1)."""
        places = [turn.first for turn in self.turns] + [turn.last for turn in self.turns[-1:]]
        points = zip(places, self.chances, strict=True)
        return tuple((ply, chances) for ply, chances in points if chances is not None)


@dataclass(frozen=True, slots=True)
class Progress:
    """Results of an unfinished analysis, which a later one can reuse."""

    # rough ones, before each turn and after the last one; None where missing
    chances: Annotated[
        tuple[Chances | None, ...], strict_list(optional(strict_list(real(0, 1))), MAX_TURNS)
    ] = ()
    weighed: Annotated[
        tuple[TurnEvaluation | None, ...], strict_list(optional(dataclass_reader(TurnEvaluation)), MAX_TURNS)
    ] = ()
    compared: tuple[int, ...] = ()  # first turn of each batch that was compared with the best


def rounded(chances: Sequence[float]) -> Chances:
    """Return the probabilities scaled to sum 1 and rounded to four digits; negative ones become 0."""
    total = sum(chances) or 1.0
    return tuple(round(max(0.0, probability) / total, 4) for probability in chances)


def from_json(data: Mapping[str, Any]) -> MatchAnalysis:
    """Saved analysis, with ``fraction_done`` 1. Raises `ValueError` if the data is something else."""
    analysis = replace(read_record(MatchAnalysis, data), fraction_done=1.0)
    turns = len(analysis.turns)
    if len(analysis.chances) != turns + bool(turns) or len(analysis.weighed) != turns:
        raise ValueError("These findings do not go together.")
    if not all(0 <= moment.number < turns for moment in analysis.moments):
        raise ValueError("These findings have moments of other turns.")
    return analysis


class Analyst(Protocol):
    """Analyser of the matches of one game.

    Work is limited by counts, never by time, so the same record gives the same result.
    """

    batch: int  # turns for one worker task, which takes about a second

    def turns(self, session: Session) -> Sequence[AnalysedTurn]:
        """Turns of a match in order. Setup moves belong to none."""
        ...

    def win_probabilities(self, before: Session) -> Chances:
        """Rough win probabilities of all seats (0 to 1) at the beginning of a turn."""
        ...

    def refined_win_probabilities(self, before: Session) -> Chances:
        """Refined win probabilities of all seats (0 to 1) before a turn; by default the rough ones.

        For the few turns with large changes in the rough ones.
        """
        return self.win_probabilities(before)

    def evaluate_turn(self, session: Session, turn: AnalysedTurn) -> TurnEvaluation | None:
        """Compare a turn with the best one found. None if there was no choice."""
        ...

    def explain(self, session: Session, turn: AnalysedTurn, moment: TurningPoint) -> Sequence[Fact]:
        """Facts that explain a turning point, most important first.

        A turning point without facts and without a better turn is not shown.
        """
        ...

    def fact_sentence(self, fact: Fact, session: Session, names: Sequence[str]) -> str:
        """Translated sentence about a fact of `explain` or of an evaluation; empty if it needs none."""
        ...

    def moves_sentence(self, moves: Sequence[str], session: Session, turn: AnalysedTurn) -> str:
        """Short translated text of ``moves``, which are those of the turn or better ones."""
        ...

    def places_of(
        self, session: Session, turn: AnalysedTurn, moves: Sequence[str]
    ) -> Sequence[Sequence[str]]:
        """Paths of moves on the table before a turn, as the view's names of places; bare verbs are left out.

        A path may be a single place. By default all words after the verb are places; a bare verb has no path.
        """
        return [move.split()[1:] for move in moves if " " in move]

    def cards(self, session: Session, turn: AnalysedTurn, moves: Sequence[str]) -> Sequence[str]:
        """Hand cards that the moves play; empty by default, for games without cards."""
        return ()

    def hand_label(self, hand: int) -> str:
        """Translated name of hand ``hand`` (from 1); empty by default, so turns count through the match."""
        return ""

    def method_sentence(self) -> str:
        """Translated sentence about how the probabilities were computed."""
        ...


def analyst_of(game: str) -> Analyst | None:
    """Analyst of a game, its shared object; None if it has none."""
    return cast("Analyst | None", find_game(game).component("analyst"))


def percent(fraction: float) -> str:
    """Translated text of a share (0 to 1) in whole per cent, such as "37%"."""
    return _("{n}%").format(n=round(100 * fraction))


def hands_of(turns: Sequence[AnalysedTurn], session: Session) -> tuple[int, ...]:
    """Indices in ``turns`` of the first turn of each hand; starts with 0, also without turns."""
    ends = enumerate(turns[:-1], start=1)
    return 0, *(n for n, turn in ends if session.before(turn.last).observe_close(None) is not None)


def turn_words(number: int, hands: Sequence[int], analyst: Analyst, name: str) -> str:
    """Translated text for turn ``number`` (from 0): name and number from 1, in its hand if it has a label."""
    hand = sum(first <= number for first in hands)
    label = analyst.hand_label(hand) if len(hands) > 1 else ""
    if not label:
        return _("{name}, turn {n}").format(name=name, n=number + 1)
    template = _("{name}, {hand}, turn {n}").format(name="{name}", hand=label, n=number + 1 - hands[hand - 1])
    # If it is broken into two lines, the name has the first for itself.
    return template.replace(" ", "\N{NO-BREAK SPACE}").replace("\N{NO-BREAK SPACE}", " ", 1).format(name=name)


def chance_words(moment: TurningPoint, names: Sequence[str]) -> str:
    """Translated sentence with a seat's win probabilities at a turning point, in per cent."""
    values = {"name": names[moment.seat], "before": percent(moment.before), "after": percent(moment.after)}
    if moment.better:
        return _("{name}'s chance: {after} instead of {before}").format(**values)
    return _("{name}'s chance: {before} to {after}").format(**values)


def undecided_words(analysis: MatchAnalysis, names: Sequence[str]) -> str:
    """Translated sentence that no turn decided it, with the first chance from `SETTLED_PROBABILITY` on."""
    first, last = (analysis.chances[0], analysis.chances[-1]) if analysis.chances else (None, None)
    if first is not None and last is not None and 1 in last and first[last.index(1)] >= SETTLED_PROBABILITY:
        template = _("No single turn decided it. {name}'s chance from the first turn: {chance}.")
        return template.format(name=names[last.index(1)], chance=percent(first[last.index(1)]))
    return _("I didn't find a single turn that decided it.")


def moment_words(moment: TurningPoint, analyst: Analyst, session: Session, names: Sequence[str]) -> list[str]:
    """Translated sentences about a turning point: its facts and, without a better turn, a note of that."""
    sentences = [analyst.fact_sentence(fact, session, names) for fact in moment.facts]
    if not moment.better:
        mover = analyst.turns(session)[moment.number].seat  # the probability may be another seat's
        sentences.append(_("I found nothing better for {name} this turn.").format(name=names[mover]))
    return [sentence for sentence in sentences if sentence]
