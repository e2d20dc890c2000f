"""Helpers that analyse matches at once, without processes."""

from collections.abc import Sequence

from game.core.discovery import import_object
from game.core.session import Session
from game.match.analysis import Analyst, MatchAnalysis, TurningPoint, analyst_of
from game.match.analysis.job import AnalysisJob


def analyst(session: Session) -> Analyst:
    game_analyst = analyst_of(session.game)
    assert game_analyst is not None
    return game_analyst


def understood(record: str) -> MatchAnalysis:
    """Return the whole analysis of a record."""
    study = AnalysisJob(record)
    while (task := study.task()) is not None:
        function = import_object(task.where)
        assert callable(function)
        study.take(task, function(*task.arguments))
    assert study.is_over
    assert study.findings is not None
    return study.findings


def played(session: Session, *moves: str) -> Session:
    """Play moves and return the session."""
    for move in moves:
        session.play(move)
    return session


def sentences(session: Session, *better: str, turn: int = 0, helped: bool = False) -> list[str]:
    """Return the sentences about a turn: with better moves, or of one that cost or ``helped``."""
    game_analyst = analyst(session)
    analysed_turn = game_analyst.turns(session)[turn]
    turning_point = TurningPoint(turn, analysed_turn.seat, 0.6, 0.8 if helped else 0.4, tuple(better))
    facts = game_analyst.explain(session, analysed_turn, turning_point)
    return [sentence for fact in facts if (sentence := game_analyst.fact_sentence(fact, session, NAMES))]


NAMES: Sequence[str] = ("Ann", "Bo", "Cem", "Dora", "Eva")
