"""Helpers that analyse matches at once, without processes."""

from collections.abc import Sequence

from game.core.discovery import import_object
from game.core.session import Session
from game.match.analysis import Analyst, MatchAnalysis, TurningPoint, analyst_of
from game.match.analysis.job import AnalysisJob


def analyst(session: Session) -> Analyst:
    found = analyst_of(session.game)
    assert found is not None
    return found


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
    looks = analyst(session)
    made = looks.turns(session)[turn]
    moment = TurningPoint(turn, made.seat, 0.6, 0.8 if helped else 0.4, tuple(better))
    facts = looks.explain(session, made, moment)
    return [words for fact in facts if (words := looks.fact_sentence(fact, session, NAMES))]


NAMES: Sequence[str] = ("Ann", "Bo", "Cem", "Dora", "Eva")
