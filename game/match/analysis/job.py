"""The work of understanding a match, cut into questions that a worker process answers.

First comes a look at every turn, which gives the band of chances early; then each turn is compared with the
best that is found; then it is found out why the moments were what they were. An `AnalysisRun` has this done
by processes of their own, a task at a time, while the window goes on, or for `main.py analyse`, which prints
it.

How it goes through the house (a match understood): `AnalysisRun` (`match/analysis/job.py`) has `Worker`s
answer the tasks of a `AnalysisJob` (`match/analysis/job.py`): a look at every turn, each turn weighed against
the best, the reasons of the moments that decided; each asks the game's `Analyst` (`review.INSIGHT`, in its
`review`; `AppContext.insights` is the `AnalysisService` that scenes ask), whose facts come from the board and
whose chances from its strongest player > `MatchAnalysis`, plain and frozen, kept beside the archive by the
digest of the record (`store/archive.py`). `main.py analyse` prints them.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from game.bots.record_commands import record_in, record_text
from game.bots.worker import TaskPool, Worker
from game.core.discovery import find_game
from game.core.graphemes import printable
from game.core.schema import read_record, to_json
from game.core.session import Session
from game.match.analysis import (
    COSTLY,
    DRAW,
    MOMENTS,
    TELLING,
    VERSION,
    AnalysedTurn,
    Analyst,
    Chances,
    Fact,
    MatchAnalysis,
    Progress,
    TurnEvaluation,
    TurningPoint,
    analyst_of,
    chance_words,
    from_json,
    moment_words,
    percent,
    rounded,
    undecided_words,
)
from game.store.archive import AnalysisCache
from game.store.data_folder import BackgroundWriter

OUTLINE = "game.match.analysis.job:outline"
LOOKED = "game.match.analysis.job:looked"
CLOSER = "game.match.analysis.job:longer_looks"
WEIGHED = "game.match.analysis.job:weighed"
EXPLAINED = "game.match.analysis.job:explained"
SURPRISE = 0.6
"""What a change that nothing better was found for counts, against what a better turn would have kept."""
GIVES_WAY = 10
"""How much less urgent than anything else it is, as systems count it."""
STRIDE = 8
"""Of so many turns the first is looked at before all others."""
FIRST = 0.2
"""The share of the work that a first look is."""
DOUBTED = 6
"""So many turns that seem to have changed much are looked at more closely."""
LAST = 0.95
"""The share that is done once only the reasons are to be found."""


@dataclass(frozen=True, slots=True)
class AnalysisOutline:
    """What has to be looked into."""

    game: str
    players: int
    turns: tuple[AnalysedTurn, ...]
    batch: int
    result: Chances | None
    """Who has won; `None` where the match has not ended by its rules."""
    closing: frozenset[int] = frozenset()
    """The turns that end a hand: what changes after them is the luck of the next deal."""
    drawn: frozenset[int] = frozenset()
    """The turns in which a card was drawn."""


@lru_cache(maxsize=2)
def _played(record: str) -> Session:
    _give_way()
    return Session.from_record(record)


@cache
def _give_way() -> None:
    """In a process of its own, let whatever a person waits for go first: the window above all."""
    if multiprocessing.parent_process() is not None and hasattr(os, "nice"):
        os.nice(GIVES_WAY)


def _analyst(session: Session) -> Analyst:
    analyst = analyst_of(session.game)
    if analyst is None:
        raise ValueError(f"Nobody can look into matches of {session.game!r}.")
    return analyst


# What a worker is asked.


def outline(record: str) -> AnalysisOutline:
    """The turns of a record."""
    session = _played(record)
    analyst = _analyst(session)
    outcome, result = session.outcome, None
    if outcome is not None and outcome.winners:
        result = rounded([float(seat in outcome.winners) for seat in range(session.players)])
    turns = tuple(analyst.turns(session))
    closing = frozenset(
        number
        for number, turn in enumerate(turns)
        if session.before(turn.last).observe_close(None) is not None
    )
    drawn = frozenset(
        number
        for number, turn in enumerate(turns)
        if any(move == DRAW for _seat, move in session.log[turn.first : turn.last])
    )
    return AnalysisOutline(session.game, session.players, turns, analyst.batch, result, closing, drawn)


def looked(record: str, places: tuple[int, ...]) -> list[Chances]:
    """The chances before these moves, by a first look."""
    session = _played(record)
    analyst = _analyst(session)
    return [rounded(analyst.chances(session.before(ply))) for ply in places]


def longer_looks(record: str, places: tuple[int, ...]) -> list[Chances]:
    """The same by a longer look."""
    session = _played(record)
    analyst = _analyst(session)
    return [rounded(analyst.longer_look(session.before(ply))) for ply in places]


def weighed(record: str, turns: tuple[AnalysedTurn, ...]) -> list[TurnEvaluation | None]:
    """These turns compared with the best."""
    session = _played(record)
    analyst = _analyst(session)
    return [analyst.weigh(session, turn) for turn in turns]


def explained(record: str, turn: AnalysedTurn, moment: TurningPoint) -> tuple[Fact, ...]:
    """What is true of a moment."""
    session = _played(record)
    return tuple(_analyst(session).explain(session, turn, moment))


# The questions, and what comes of their answers.


@dataclass(frozen=True, slots=True)
class AnalysisTask:
    """A question to a worker, and which part of the findings it gives."""

    where: str
    arguments: tuple[Any, ...]
    start: int = 0
    """The first turn, or the number of the moment, that it is about."""
    numbers: tuple[int, ...] = ()
    """The turns that are looked at, where they do not follow each other."""


class AnalysisJob:
    """A match that is being looked into; gives tasks and takes their answers, in any order."""

    def __init__(self, record: str, progress: Progress | None = None) -> None:
        """Begin with a record; ``progress`` is what an earlier study of it knew."""
        self._record = record
        self._kept = progress or Progress()
        self._progress: Progress | None = None
        """What was known before the closer looks, which replace some of the first ones."""
        self._compared: list[int] = []
        self._outline: AnalysisOutline | None = None
        self._chances: list[Chances | None] = []
        self._weighed: list[TurnEvaluation | None] = []
        self._surprises: frozenset[int] | None = None
        """The turns that seem to have changed much, once that is known."""
        self._moments: list[TurningPoint] | None = None
        self._others: list[TurningPoint] = []
        """What would be told in place of moments of which nobody knows why, the weightiest first."""
        self._waiting: deque[AnalysisTask] = deque([AnalysisTask(OUTLINE, (record,))])
        self._open = 0
        """Tasks that were given and not answered yet."""
        self._looks = self._weighings = 0
        """Turns that were looked at, and compared."""

    def task(self) -> AnalysisTask | None:
        """The next task; `None` while others have to be answered first, and when all is done."""
        if not self._waiting:
            return None
        self._open += 1
        return self._waiting.popleft()

    def take(self, task: AnalysisTask, value: Any) -> None:
        self._open -= 1
        if task.where == OUTLINE:
            self._begin(value)
        elif task.where in (LOOKED, CLOSER):
            self._look(task, value)
        elif task.where == WEIGHED:
            self._compare(task, value)
        else:
            assert self._moments is not None
            moment = replace(self._moments[task.start], facts=value)
            if not (moment.facts or moment.better) and self._others:
                moment = self._others.pop(0)
                self._waiting.append(self._why(task.start, moment))
            self._moments[task.start] = moment
        if self._waiting or self._open or self._moments is not None:
            return
        if self._surprises is None:
            self._look_closer()
        if not self._waiting:
            self._ask_why()

    def _begin(self, outline: AnalysisOutline) -> None:
        self._outline, record = outline, self._record
        turns, batch = outline.turns, outline.batch
        self._chances = [None] * (len(turns) + bool(turns))
        self._weighed = [None] * len(turns)
        places = [turn.first for turn in turns]
        if turns and outline.result is not None:
            self._chances[-1] = outline.result
        elif turns:
            places.append(turns[-1].last)
        # Every eighth turn first, few at a time, so that the band is seen as a whole early.
        early = list(range(0, len(places), STRIDE))
        later = [number for number in range(len(places)) if number % STRIDE]
        for order, many in ((early, batch), (later, 4 * batch)):
            for start in range(0, len(order), many):
                numbers = tuple(order[start : start + many])
                part = tuple(places[number] for number in numbers)
                self._waiting.append(AnalysisTask(LOOKED, (record, part), numbers=numbers))
        for start in range(0, len(turns), batch):
            self._waiting.append(AnalysisTask(WEIGHED, (record, turns[start : start + batch]), start))
        self._skip_known()

    def _skip_known(self) -> None:
        """Take the answers that an earlier study had, as if they were given now."""
        kept, tasks = self._kept, list(self._waiting)
        if (len(kept.chances), len(kept.weighed)) != (len(self._chances), len(self._weighed)):
            return
        self._waiting.clear()
        for task in tasks:
            looks = [kept.chances[number] for number in task.numbers]
            if task.where == LOOKED and None not in looks:
                self._look(task, looks)
            elif task.where == WEIGHED and task.start in kept.compared:
                self._compare(task, kept.weighed[task.start : task.start + len(task.arguments[1])])
            else:
                self._waiting.append(task)

    def _look(self, task: AnalysisTask, looks: Sequence[Chances | None]) -> None:
        for number, chances in zip(task.numbers, looks, strict=True):
            self._chances[number] = chances
        self._looks += len(looks) if task.where == LOOKED else 0

    def _compare(self, task: AnalysisTask, found: Sequence[TurnEvaluation | None]) -> None:
        self._weighed[task.start : task.start + len(found)] = found
        self._weighings += len(found)
        self._compared.append(task.start)

    @property
    def progress(self) -> Progress:
        """What a later study of the same record need not work out again."""
        return self._progress or Progress(
            tuple(self._chances), tuple(self._weighed), tuple(sorted(self._compared))
        )

    def _look_closer(self) -> None:
        """Have what changed most looked at again, before anybody is told that it did."""
        assert self._outline is not None
        outline, turns = self._outline, self._outline.turns
        self._progress = self.progress
        found = surprises(turns, self._blended(), outline.closing)[:DOUBTED]
        self._surprises = frozenset(moment.number for moment in found)
        numbers = sorted({one + step for one in self._surprises for step in (0, 1)})
        for start in range(0, len(numbers), outline.batch):
            some = tuple(number for number in numbers[start : start + outline.batch] if number < len(turns))
            places = tuple(turns[number].first for number in some)
            if some:
                self._waiting.append(AnalysisTask(CLOSER, (self._record, places), numbers=some))

    def _ask_why(self) -> None:
        assert self._outline is not None
        assert self._surprises is not None
        outline = self._outline
        changed = surprises(outline.turns, self._blended(), outline.closing)
        changed = [moment for moment in changed if moment.number in self._surprises]
        lucky = outline.closing | outline.drawn
        found = weightiest(outline.turns, self._blended(), self._weighed, changed, lucky)
        self._moments, self._others = found[:MOMENTS], found[MOMENTS:]
        self._waiting.extend(self._why(number, moment) for number, moment in enumerate(self._moments))

    def _why(self, number: int, moment: TurningPoint) -> AnalysisTask:
        assert self._outline is not None
        return AnalysisTask(EXPLAINED, (self._record, self._outline.turns[moment.number], moment), number)

    @property
    def is_over(self) -> bool:
        return not self._waiting and not self._open

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        if self._outline is None:
            return 0.0
        if self.is_over:
            return 1.0
        whole = max(1, len(self._outline.turns))
        done = min(1.0, self._looks / whole) * FIRST
        return min(LAST, done + self._weighings / whole * (LAST - FIRST))

    @property
    def findings(self) -> MatchAnalysis | None:
        """What is known by now; `None` before the first answer."""
        outline = self._outline
        if outline is None:
            return None
        chances, found = self._blended(), self._moments
        if found is None:  # what cost most so far; what it was that cost so much is found out at the end
            found = moments(outline.turns, chances, self._weighed)
        elif self.is_over:
            found = [one for one in found if one.facts or one.better]
        return MatchAnalysis(
            outline.game, outline.players, outline.turns, tuple(chances), tuple(self._weighed),
            tuple(sorted(found, key=lambda one: one.number)), self.share,
        )  # fmt: skip

    def _blended(self) -> list[Chances | None]:
        """The chances, where all lies open by the deeper looks as well."""
        assert self._outline is not None
        found, turns = list(self._chances), self._outline.turns
        for number, (turn, one) in enumerate(zip(turns, self._weighed, strict=True)):
            if one is None or one.best is None or self._outline.players != 2:
                continue
            values = [one.best]
            before = self._weighed[number - 1] if number else None
            if before is not None and before.best is not None and turns[number - 1].seat != turn.seat:
                # What the turn before was thought to leave, and what is found now: the mean of both looks.
                values.append(1 - before.best + before.loss)
            mean = sum(values) / len(values)
            found[number] = rounded((mean, 1 - mean) if turn.seat == 0 else (1 - mean, mean))
        return steadied(turns, found, self._outline.closing - {len(turns) - 1} | self._outline.drawn)


def steadied(
    turns: tuple[AnalysedTurn, ...], chances: Sequence[Chances | None], lucky: frozenset[int]
) -> list[Chances | None]:
    """The chances; without luck nobody raises their own: who could do that had them before."""
    found = list(chances)
    for number in reversed(range(len(turns))):
        before, after, seat = found[number], found[number + 1], turns[number].seat
        if number not in lucky and before and after and after[seat] - before[seat] >= TELLING:
            found[number] = after
    return found


def moments(
    turns: tuple[AnalysedTurn, ...],
    chances: list[Chances | None],
    weighed: list[TurnEvaluation | None],
    changed: Sequence[TurningPoint] = (),
    lucky: frozenset[int] = frozenset(),
) -> list[TurningPoint]:
    """The turns that decided a match, in its order: what cost most, then what changed most for anybody."""
    chosen = weightiest(turns, chances, weighed, changed, lucky)[:MOMENTS]
    return sorted(chosen, key=lambda one: one.number)


def weightiest(
    turns: tuple[AnalysedTurn, ...],
    chances: list[Chances | None],
    weighed: list[TurnEvaluation | None],
    changed: Sequence[TurningPoint],
    lucky: frozenset[int],
) -> list[TurningPoint]:
    """The turns that cost or changed something, what decided most first.

    ``chances`` are those before each turn, and after the last one; ``changed`` is what `surprises` finds;
    ``lucky`` are the turns after which chances are others by luck, too.
    """
    moved = {moment.number: moment for moment in changed}
    costly = []
    for number, one in enumerate(weighed):
        if one is None or one.good or one.loss < COSTLY:
            continue
        seat, before = turns[number].seat, chances[number]
        if one.best is not None:
            # As the band shows it, where the looks of the turns beside it count as well.
            then, best = chances[number + 1], max(one.best, one.loss)  # nobody's chance is less than none
            kept, left = (before[seat], then[seat]) if before and then else (best, best - one.loss)
            if kept - left >= COSTLY:
                costly.append(TurningPoint(number, seat, round(kept, 4), round(left, 4), one.better))
        # Only where the seat had as much to lose, and room to have kept it: the two are found out in
        # different ways, and may disagree.
        elif before is None or before[seat] >= one.loss:
            # What was left is as the band shows it, and the better turn would have left so much more.
            then = chances[number + 1] or before
            left = then[seat] if then else 0.0
            kept = min(1.0, left + one.loss)
            if kept - left >= COSTLY:
                costly.append(TurningPoint(number, seat, round(kept, 4), round(left, 4), one.better))
    found = dict(moved)
    for moment in costly:
        other, kept = moved.get(moment.number), moment.before
        if other is not None and other.seat == moment.seat and moment.number not in lucky:
            kept = max(kept, other.before)  # without luck the better turn would have left what there was
        found[moment.number] = replace(moment, before=kept)

    def weight(moment: TurningPoint) -> float:
        return max(map(_weight, (moment, moved.get(moment.number, moment))))

    return sorted(found.values(), key=weight, reverse=True)


def surprises(
    turns: tuple[AnalysedTurn, ...], chances: list[Chances | None], closing: frozenset[int] = frozenset()
) -> list[TurningPoint]:
    """The turns after which somebody's chance was another one, what changed most first.

    ``chances`` are those before each turn, and after the last one; ``closing`` are the turns that end a hand.
    """
    found = []
    for number, turn in enumerate(turns):
        before, after = chances[number], chances[number + 1]
        dealt = number in closing and number + 1 < len(turns)
        if dealt or before is None or after is None:
            continue
        changes = [then - now for now, then in zip(before, after, strict=True)]
        # Told of whoever moved, where it changed as much for that one as for anybody.
        most = max(map(abs, changes))
        seat = turn.seat if abs(changes[turn.seat]) > most - 0.001 else [*map(abs, changes)].index(most)
        if most >= TELLING:
            found.append(TurningPoint(number, seat, before[seat], after[seat]))
    return sorted(found, key=lambda one: -_weight(one))


def _weight(moment: TurningPoint) -> float:
    """How much a turn decided: what could have been done otherwise before what only came so."""
    change = abs(moment.after - moment.before)
    return change if moment.better else SURPRISE * change


WORKERS = 2
TENTH = 0.1
"""Share of the work after which its answers are kept again."""


class AnalysisRun(TaskPool[AnalysisTask]):
    """One match that is being looked into, by so many processes."""

    def __init__(
        self,
        record: str,
        worker: Callable[[], Worker],
        workers: int = WORKERS,
        progress: Progress | None = None,
    ) -> None:
        self._study = AnalysisJob(record, progress)
        super().__init__(worker, workers)

    @property
    def share(self) -> float:
        return self._study.share

    @property
    def findings(self) -> MatchAnalysis | None:
        return self._study.findings

    @property
    def progress(self) -> Progress:
        return self._study.progress

    def task(self) -> AnalysisTask | None:
        return self._study.task()

    def question(self, task: AnalysisTask) -> tuple[Any, ...]:
        return task.where, *task.arguments

    def take(self, task: AnalysisTask, value: Any) -> None:
        self._study.take(task, value)


class AnalysisService:
    """Looks into the match that somebody reads about."""

    def __init__(self, worker: Callable[[], Worker], kept: AnalysisCache, later: BackgroundWriter) -> None:
        self._worker, self._kept, self._later = worker, kept, later
        self._record = ""
        self._findings: MatchAnalysis | None = None
        self._run: AnalysisRun | None = None
        self._progress: Progress | None = None
        """What was known about the match when its analysis was left."""
        self.broke = ""
        """Why nothing is found out about this match, where something broke."""

    def open(self, game: str, record: str) -> None:
        """Begin with a match, or go on with it; another one is put away."""
        if analyst_of(game) is None:
            return
        if record != self._record:
            self.close()
            self._record, self.broke, self._progress = record, "", None
            data, self._findings = self._kept.read(record, VERSION) or {}, None
            with suppress(ValueError):  # it is found out anew, and written over
                if "progress" in data:
                    self._progress = read_record(Progress, data["progress"])
                elif data:
                    self._findings = from_json(data)
        if self._run is None and not self.broke and (self._findings is None or not self._findings.is_whole):
            self._run = AnalysisRun(record, self._worker, progress=self._progress)

    def findings(self, record: str) -> MatchAnalysis | None:
        return self._findings if record == self._record else None

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        known = self._run or self._findings
        return known.share if known is not None else 0.0

    @property
    def is_busy(self) -> bool:
        return self._run is not None

    def poll(self) -> bool:
        """Take in what has been found out; whether there was anything."""
        run, before = self._run, self.share
        if run is None or not run.poll():
            return False
        # Begun anew, it knows less at first than it did when it was stopped.
        if run.findings is not None and run.findings.share >= (self._findings.share if self._findings else 0):
            self._findings = run.findings
        if run.is_over:
            self._run, self.broke = None, run.error
            if not run.error and self._findings is not None:
                record, data = self._record, to_json(self._findings)
                self._later.also(lambda: self._kept.keep(record, data, VERSION))
        elif int(run.share / TENTH) > int(before / TENTH):
            self._keep_progress(run)
        return True

    def _keep_progress(self, run: AnalysisRun) -> None:
        record, self._progress = self._record, run.progress
        data = {"progress": to_json(self._progress)}
        self._later.put(record, lambda: self._kept.keep(record, data, VERSION))

    def close(self) -> None:
        """Stop at what is known, which is kept; the processes end."""
        if self._run is not None:
            if self._run.findings is not None:
                self._keep_progress(self._run)
            self._run.close()
            self._run = None


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
        raise ValueError(f"Nobody can look into matches of {find_game(session.game).info.title}.")
    found = found_out(text, workers)
    if as_json:
        print(json.dumps(_told_as_json(found, session, analyst), ensure_ascii=False, indent=1))
    else:
        print(printable("\n".join(_told(found, session, analyst))))
    return 0


def found_out(record: str, workers: int) -> MatchAnalysis:
    """All that can be found out about a record, by so many processes.

    Raises:
        ValueError: what was asked broke.
    """
    woken = threading.Semaphore(0)
    run = AnalysisRun(record, lambda: Worker(woken.release), workers)
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


def _told(found: MatchAnalysis, session: Session, analyst: Analyst) -> Iterator[str]:
    names = session.names
    yield f"{find_game(session.game).info.title}: {', '.join(names)}"
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
    yield "What decided it" if found.moments else undecided_words(found, names)
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
    number: int, moment: TurningPoint, found: MatchAnalysis, session: Session, analyst: Analyst
) -> Iterator[str]:
    turn, names = found.turns[moment.number], session.names
    made = [move for seat, move in session.log[turn.first : turn.last] if seat == turn.seat]
    yield f"{number}. {names[turn.seat]}, move {turn.first + 1}. {chance_words(moment, names)}"
    yield f"   Played: {analyst.move_said(made, session, turn)}"
    if moment.better:
        yield f"   Better: {analyst.move_said(moment.better, session, turn)}"
    for words in moment_words(moment, analyst, session, names):
        yield f"   {words}"


def _told_as_json(found: MatchAnalysis, session: Session, analyst: Analyst) -> dict[str, Any]:
    """What is kept, and what is said of it."""
    names, data = session.names, to_json(found)
    for moment, told in zip(found.moments, data["moments"], strict=True):
        told["chance"] = chance_words(moment, names)
        told["words"] = moment_words(moment, analyst, session, names)
    tallies = [
        {"name": name, "good": one.good, "of": one.of} for name, one in zip(names, found.tallies, strict=True)
    ]
    return {"names": list(names), "how": analyst.how(), **data, "best_or_nearly": tallies}
