"""Moments of a match: those found so far, and which of them is open."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.match.analysis import (
    AnalysedTurn,
    Analyst,
    Fact,
    MatchAnalysis,
    TurningPoint,
    chance_words,
    hands_of,
    moment_words,
    turn_words,
)
from game.match.match import Match
from game.ui.core.scene import AppContext


@dataclass(frozen=True, slots=True)
class AnalysedMoves:
    """Moves of a turn, played or better."""

    better: bool
    moves: tuple[str, ...]
    words: str
    cards: tuple[str, ...]  # cards that it lays, in a card game


class KnownMoments:
    """Moments of a match as far as they are known. One of them may be open."""

    def __init__(self, app: AppContext, match: Match, analyst: Analyst) -> None:
        self._app, self.match, self.analyst = app, match, analyst
        self.record = match.session.record()
        self.open_number: int | None = None
        """Number of the turn of the open moment. None for the overview."""
        self._hands: tuple[int, ...] = ()
        """First turn of each hand, once the turns are known."""
        self._moments_at_opening: tuple[TurningPoint, ...] = ()
        """Moments as they were when one was opened. They stay unchanged while it is read."""
        self._deeds: dict[tuple[TurningPoint, AnalysedTurn], list[AnalysedMoves]] = {}

    @property
    def names(self) -> list[str]:
        """Names of the players, by seat."""
        return [seat.name for seat in self.match.seats]

    @property
    def analysis(self) -> MatchAnalysis | None:
        """Analysis of the match so far. None before anything is known."""
        return self._app.insights.findings(self.record)

    @property
    def is_whole(self) -> bool:
        """True once the analysis is complete."""
        return self.analysis is not None and self.analysis.is_whole

    @property
    def may_change(self) -> bool:
        """True while figures may still change: until they are final or the analysis failed."""
        return not self.is_whole and not self._app.insights.broke

    @property
    def moments(self) -> tuple[TurningPoint, ...]:
        """Moments of the match. While one is open, as they were when it was opened."""
        if self.analysis is None:
            return ()
        return (
            self._moments_at_opening
            if self.open_number is not None and not self.is_whole
            else self.analysis.moments
        )

    def open(self, number: int) -> None:
        """Open the moment with this index."""
        self._moments_at_opening = self.moments
        self.open_number = self._moments_at_opening[number].number

    @property
    def moment_index(self) -> int:
        """Index of the open moment. -1 if none is open."""
        return next((n for n, moment in enumerate(self.moments) if moment.number == self.open_number), -1)

    @property
    def moment(self) -> TurningPoint | None:
        """Open moment. None in the overview, or if new results no longer have it."""
        return self.moments[self.moment_index] if self.moment_index >= 0 else None

    def turn_of(self, moment: TurningPoint) -> AnalysedTurn:
        """Turn of a moment."""
        assert self.analysis is not None
        return self.analysis.turns[moment.number]

    @property
    def turn(self) -> AnalysedTurn | None:
        """Turn of the open moment; None in the overview."""
        return None if self.moment is None else self.turn_of(self.moment)

    @property
    def deeds(self) -> list[AnalysedMoves]:
        """Played moves of the open moment and, if there are any, better ones; empty in the overview."""
        return [] if self.moment is None else self.deeds_of(self.moment)

    def deeds_of(self, moment: TurningPoint) -> list[AnalysedMoves]:
        """List of the played moves and, if the moment has any, the better ones."""
        turn = self.turn_of(moment)
        key = replace(moment, facts=()), turn
        if key not in self._deeds:
            log = self.match.session.log[turn.first : turn.last]
            moves = tuple(move for seat, move in log if seat == turn.seat)
            deeds = [self._analysed_moves(turn, moves, better=False)]
            deeds += [self._analysed_moves(turn, moment.better, better=True)] if moment.better else []
            self._deeds[key] = deeds
        return self._deeds[key]

    def _analysed_moves(self, turn: AnalysedTurn, moves: tuple[str, ...], *, better: bool) -> AnalysedMoves:
        """Moves of a turn with their sentence and cards."""
        session, analyst = self.match.session, self.analyst
        cards = tuple(analyst.cards(session, turn, moves))
        return AnalysedMoves(better, moves, analyst.moves_sentence(moves, session, turn), cards)

    def on_language_changed(self) -> None:
        """Forget the moves, whose sentences are in the old language."""
        self._deeds.clear()

    def turn_title(self, moment: TurningPoint) -> str:
        """Words that name the turn of a moment: its number and player."""
        assert self.analysis is not None
        turns, turn = self.analysis.turns, self.turn_of(moment)
        if not self._hands:
            self._hands = hands_of(turns, self.match.session)
        return turn_words(turns.index(turn), self._hands, self.analyst, self.names[turn.seat])

    def chances_of(self, moment: TurningPoint, *, better: bool) -> tuple[float, float]:
        """Win probability of the seat before a turn, and after its played or better moves (0 to 1)."""
        assert self.analysis is not None
        if not moment.better:
            return moment.before, moment.after
        chances = self.analysis.chances[moment.number]
        # A position is worth at most its best turn, even if a first estimate was higher.
        before = min(chances[moment.seat] if chances is not None else 1.0, moment.before)
        before = max(before, moment.after)  # a turn that was not the best cannot have gained
        return before, moment.before if better else moment.after

    def is_good(self, moment: TurningPoint, *, better: bool = False) -> bool:
        """True if a turn is shown as good: a better one, or a best played one that did not lower chances."""
        before, after = self.chances_of(moment, better=better)
        return better or (not moment.better and after >= before)

    @property
    def sentence(self) -> str:
        """Sentence about the open moment: its fact once the analysis is whole, else win probabilities."""
        moment, names = self.moment, self.names
        assert moment is not None
        sentences = moment_words(moment, self.analyst, self.match.session, names) if self.is_whole else []
        return sentences[0] if sentences else chance_words(moment, names)

    @property
    def fact(self) -> Fact | None:
        """Fact behind `sentence`; None if it is only about win probabilities."""
        if self.moment is None or not self.is_whole:
            return None
        session, facts = self.match.session, self.moment.facts
        return next((fact for fact in facts if self.analyst.fact_sentence(fact, session, self.names)), None)
