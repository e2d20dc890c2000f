"""`main.py analyse`: what decided a recorded match, as text or as JSON."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from game.bots.replay import record_text
from game.bots.worker import Worker
from game.core.discovery import find
from game.core.session import Session
from game.match.insight.analyst import Analyst, analyst_of
from game.match.insight.findings import Findings, Moment, to_json
from game.match.insight.run import InsightRun
from game.match.insight.words import chance_words, moment_words, percent

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # its banner would stand among results


def analyse(path: Path, *, as_json: bool, workers: int) -> int:
    """Print what was found out about a record; returns the exit status.

    Raises:
        ValueError: the file is no record that can be looked into, or nobody would look.
        OSError: the file cannot be read.
    """
    if workers < 1:
        raise ValueError(f"The number of workers is at least 1, not {workers}.")
    text = record_in(record_text(path))
    session = Session.from_record(text)
    analyst = analyst_of(session.game)
    if analyst is None:
        raise ValueError(f"Nobody can look into matches of {find(session.game).info.title}.")
    found = found_out(text, workers)
    if as_json:
        print(json.dumps(_told_as_json(found, session, analyst), ensure_ascii=False, indent=1))
    else:
        print("\n".join(_told(found, session, analyst)))
    return 0


def found_out(record: str, workers: int) -> Findings:
    """All that can be found out about a record, by so many processes.

    Raises:
        ValueError: what was asked broke.
    """
    woken = threading.Semaphore(0)
    run = InsightRun(record, lambda: Worker(woken.release), workers)
    try:
        while not run.is_over:
            woken.acquire()
            run.poll()
            if sys.stderr.isatty():
                print(f"\r{percent(run.share)} ", end="", file=sys.stderr, flush=True)
    finally:
        run.close()
    if sys.stderr.isatty():
        print("\r      \r", end="", file=sys.stderr, flush=True)
    if run.error or run.findings is None:
        raise ValueError(f"It could not be found out.\n{run.error}")
    return run.findings


def record_in(text: str) -> str:
    """The record of a file: all of it, or that of a match as it is kept after its end.

    Raises:
        ValueError: it is neither.
    """
    if not text.lstrip().startswith("{"):
        return text
    try:
        record = json.loads(text).get("record")
    except (ValueError, RecursionError, AttributeError):
        record = None
    if not isinstance(record, str):
        raise ValueError("It is neither a record nor a match that was kept.")
    return record


def _told(found: Findings, session: Session, analyst: Analyst) -> Iterator[str]:
    names = session.names
    yield f"{find(session.game).info.title}: {', '.join(names)}"
    yield analyst.how()
    yield ""
    yield "Chance to win, before each turn at which it had changed"
    wide, last = max(map(len, names)), ""
    for turn, chances in zip(found.turns, found.chances, strict=False):
        if chances is not None:
            told = "  ".join(f"{percent(chance):>5}" for chance in chances)
            if told != last:
                yield f"  move {turn.first + 1:>4}  {names[turn.seat]:<{wide}}  {told}"
            last = told
    yield ""
    yield (
        "What decided it"
        if found.moments
        else "No turn decided it: nothing cost much, and nothing changed much at once."
    )
    for number, moment in enumerate(found.moments, start=1):
        yield from _moment(number, moment, found, session, analyst)
    missed = [
        (turn, words)
        for turn, one in zip(found.turns, found.weighed, strict=True)
        for fact in (one.facts if one is not None else ())
        if (words := analyst.said(fact, session, names))
    ]
    if missed:
        yield ""
        yield "Turn by turn, what was held back or missed"
        for turn, words in missed:
            yield f"  move {turn.first + 1:>4}  {words}"
    yield ""
    yield "Best or nearly as good"
    for name, tally in zip(names, found.tallies, strict=True):
        yield f"  {name:<{wide}}  {tally.good} of {tally.of}"


def _moment(
    number: int, moment: Moment, found: Findings, session: Session, analyst: Analyst
) -> Iterator[str]:
    turn, names = found.turns[moment.number], session.names
    made = [move for seat, move in session.log[turn.first : turn.last] if seat == turn.seat]
    yield f"{number}. {names[turn.seat]}, move {turn.first + 1}. {chance_words(moment, names)}"
    yield f"   Played: {analyst.move_said(made, session, turn)}"
    if moment.better:
        yield f"   Better: {analyst.move_said(moment.better, session, turn)}"
    for words in moment_words(moment, analyst, session, names):
        yield f"   {words}"


def _told_as_json(found: Findings, session: Session, analyst: Analyst) -> dict[str, Any]:
    """What is kept, and what is said of it."""
    names, data = session.names, to_json(found)
    for moment, told in zip(found.moments, data["moments"], strict=True):
        told["chance"] = chance_words(moment, names)
        told["words"] = moment_words(moment, analyst, session, names)
    tallies = [
        {"name": name, "good": one.good, "of": one.of} for name, one in zip(names, found.tallies, strict=True)
    ]
    return {"names": list(names), "how": analyst.how(), **data, "best_or_nearly": tallies}
