"""Analysis of a match, cut into tasks for worker processes.

First every turn is evaluated roughly, which gives the chart of win probabilities early. Then each turn is
compared with the best one found. Last come the reasons of the turning points. An `AnalysisRun` lets worker
processes do one task at a time, while the window continues, or for `main.py analyse`, which prints the
result.

Flow (analysis of a match): `AnalysisRun` (`match/analysis/job.py`) has `Worker`s do the tasks of an
`AnalysisJob` (`match/analysis/job.py`): evaluate every turn, compare each with the best, explain the turning
points. Each asks the game's `Analyst` (`review.INSIGHT`, in its `review`; `AppContext.insights` is the
`AnalysisService` that scenes ask), whose facts come from the board and whose probabilities from its strongest
bot > `MatchAnalysis`, plain and frozen, saved beside the archive by the digest of the record
(`store/archive.py`). `main.py analyse` prints it.
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
    DRAW_MOVE,
    MAX_TURNING_POINTS,
    MIN_COSTLY_LOSS,
    MIN_DECISIVE_CHANGE,
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
    hands_of,
    moment_words,
    percent,
    rounded,
    turn_words,
    undecided_words,
)
from game.store.archive import AnalysisCache
from game.store.data_folder import BackgroundWriter

OUTLINE_REQUEST = "game.match.analysis.job:outline"
LOOK_REQUEST = "game.match.analysis.job:looked"
REFINE_REQUEST = "game.match.analysis.job:refined_chances"
WEIGH_REQUEST = "game.match.analysis.job:weighed"
EXPLAIN_REQUEST = "game.match.analysis.job:explained"
SURPRISE_WEIGHT = 0.6  # weight of a change without a better alternative, relative to the loss of a worse turn
NICENESS = 10  # increment of the process's niceness
COARSE_STRIDE = 8  # the first turn of this many is evaluated before all others
COARSE_PROGRESS = 0.2  # share of the rough evaluation in the progress
MAX_REFINED_TURNS = 6  # turns with large changes that are evaluated more thoroughly
REASONS_PROGRESS = 0.95  # progress when only the reasons are missing


@dataclass(frozen=True, slots=True)
class AnalysisOutline:
    """Input of an analysis: the turns of a record."""

    game: str
    players: int
    turns: tuple[AnalysedTurn, ...]
    batch: int
    result: Chances | None  # 1 shared by the winners; None if the match has not ended by its rules
    # turns that end a hand; changes after them are the luck of the next deal
    closing: frozenset[int] = frozenset()
    draw_turns: frozenset[int] = frozenset()  # turns in which a card was drawn


@lru_cache(maxsize=2)
def _load_session(record: str) -> Session:
    """Return the session of a record, cached for the last two. In a worker it lowers the priority first."""
    _lower_priority()
    return Session.from_record(record)


@cache
def _lower_priority() -> None:
    """Lower the priority if this is a worker process, so that it does not slow the window down."""
    if multiprocessing.parent_process() is not None and hasattr(os, "nice"):
        os.nice(NICENESS)


def _analyst(session: Session) -> Analyst:
    """Analyst of the session's game. Raises `ValueError` if it has none."""
    analyst = analyst_of(session.game)
    if analyst is None:
        raise ValueError(f"Matches of {session.game!r} can't be analysed.")
    return analyst


# Worker functions.


def outline(record: str) -> AnalysisOutline:
    """Return a record's turns, its result, and which turns end a hand or draw a card."""
    session = _load_session(record)
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
    draw_turns = frozenset(
        number
        for number, turn in enumerate(turns)
        if any(move == DRAW_MOVE for _seat, move in session.log[turn.first : turn.last])
    )
    return AnalysisOutline(session.game, session.players, turns, analyst.batch, result, closing, draw_turns)


def looked(record: str, places: tuple[int, ...]) -> list[Chances]:
    """Rough win probabilities of all seats, before each of the plies ``places``."""
    session = _load_session(record)
    analyst = _analyst(session)
    return [rounded(analyst.win_probabilities(session.before(ply))) for ply in places]


def refined_chances(record: str, places: tuple[int, ...]) -> list[Chances]:
    """Refined win probabilities of all seats, before each of the plies ``places``."""
    session = _load_session(record)
    analyst = _analyst(session)
    return [rounded(analyst.refined_win_probabilities(session.before(ply))) for ply in places]


def weighed(record: str, turns: tuple[AnalysedTurn, ...]) -> list[TurnEvaluation | None]:
    """Evaluations of these turns, in order; None for a turn without a choice."""
    session = _load_session(record)
    analyst = _analyst(session)
    return [analyst.evaluate_turn(session, turn) for turn in turns]


def explained(record: str, turn: AnalysedTurn, moment: TurningPoint) -> tuple[Fact, ...]:
    """Facts that explain a turning point, most important first."""
    session = _load_session(record)
    return tuple(_analyst(session).explain(session, turn, moment))


# Tasks and their results.


@dataclass(frozen=True, slots=True)
class AnalysisTask:
    """Call of a worker function, and the part of the analysis that its result belongs to."""

    where: str
    arguments: tuple[Any, ...]
    start: int = 0  # first turn, or index of the turning point
    numbers: tuple[int, ...] = ()  # turns to evaluate, if they are not consecutive


class AnalysisJob:
    """Analysis in progress. Hands out tasks and accepts their results in any order."""

    def __init__(self, record: str, progress: Progress | None = None) -> None:
        """Start with a record; ``progress`` is from an earlier analysis of it."""
        self._record = record
        self._saved_progress = progress or Progress()
        # progress before the refined evaluations replace some of the rough ones
        self._progress: Progress | None = None
        self._compared_starts: list[int] = []
        self._outline: AnalysisOutline | None = None
        self._chances: list[Chances | None] = []
        self._evaluations: list[TurnEvaluation | None] = []
        # turns that seem to have changed much; None before that is known
        self._surprises: frozenset[int] | None = None
        self._moments: list[TurningPoint] | None = None
        # replacements for turning points without an explanation, the most important first
        self._others: list[TurningPoint] = []
        self._waiting: deque[AnalysisTask] = deque([AnalysisTask(OUTLINE_REQUEST, (record,))])
        self._open = 0  # tasks handed out and not completed
        self._looks = self._weighings = 0  # number of turns evaluated, and compared

    def task(self) -> AnalysisTask | None:
        """Hand out the next task; None while others must be completed first, and when all are done."""
        if not self._waiting:
            return None
        self._open += 1
        return self._waiting.popleft()

    def take(self, task: AnalysisTask, value: Any) -> None:
        """Accept the result ``value`` of a task, and queue the tasks that it makes possible."""
        self._open -= 1
        if task.where == OUTLINE_REQUEST:
            self._begin(value)
        elif task.where in (LOOK_REQUEST, REFINE_REQUEST):
            self._record_chances(task, value)
        elif task.where == WEIGH_REQUEST:
            self._record_evaluations(task, value)
        else:
            assert self._moments is not None
            moment = replace(self._moments[task.start], facts=value)
            if not (moment.facts or moment.better) and self._others:
                moment = self._others.pop(0)
                self._waiting.append(self._explanation_task(task.start, moment))
            self._moments[task.start] = moment
        if self._waiting or self._open or self._moments is not None:
            return
        if self._surprises is None:
            self._queue_refinement()
        if not self._waiting:
            self._queue_explanations()

    def _begin(self, outline: AnalysisOutline) -> None:
        """Prepare empty results, queue rough evaluations and comparisons, and complete those known before."""
        self._outline, record = outline, self._record
        turns, batch = outline.turns, outline.batch
        self._chances = [None] * (len(turns) + bool(turns))
        self._evaluations = [None] * len(turns)
        places = [turn.first for turn in turns]
        if turns and outline.result is not None:
            self._chances[-1] = outline.result
        elif turns:
            places.append(turns[-1].last)
        # Every eighth turn first, in small tasks, so that the whole chart is visible early.
        early = list(range(0, len(places), COARSE_STRIDE))
        later = [number for number in range(len(places)) if number % COARSE_STRIDE]
        for order, size in ((early, batch), (later, 4 * batch)):
            for start in range(0, len(order), size):
                numbers = tuple(order[start : start + size])
                part = tuple(places[number] for number in numbers)
                self._waiting.append(AnalysisTask(LOOK_REQUEST, (record, part), numbers=numbers))
        for start in range(0, len(turns), batch):
            self._waiting.append(AnalysisTask(WEIGH_REQUEST, (record, turns[start : start + batch]), start))
        self._skip_known()

    def _skip_known(self) -> None:
        """Fill in tasks that an earlier analysis did, and unqueue them; none if its sizes differ."""
        previous, tasks = self._saved_progress, list(self._waiting)
        if (len(previous.chances), len(previous.weighed)) != (len(self._chances), len(self._evaluations)):
            return
        self._waiting.clear()
        for task in tasks:
            looks = [previous.chances[number] for number in task.numbers]
            if task.where == LOOK_REQUEST and None not in looks:
                self._record_chances(task, looks)
            elif task.where == WEIGH_REQUEST and task.start in previous.compared:
                self._record_evaluations(
                    task, previous.weighed[task.start : task.start + len(task.arguments[1])]
                )
            else:
                self._waiting.append(task)

    def _record_chances(self, task: AnalysisTask, looks: Sequence[Chances | None]) -> None:
        """Store the win probabilities of a task's turns. Rough ones count as progress."""
        for number, chances in zip(task.numbers, looks, strict=True):
            self._chances[number] = chances
        self._looks += len(looks) if task.where == LOOK_REQUEST else 0

    def _record_evaluations(self, task: AnalysisTask, evaluations: Sequence[TurnEvaluation | None]) -> None:
        """Store the evaluations of a task's turns, which count as progress."""
        self._evaluations[task.start : task.start + len(evaluations)] = evaluations
        self._weighings += len(evaluations)
        self._compared_starts.append(task.start)

    @property
    def progress(self) -> Progress:
        """Rough probabilities and evaluations for a later analysis; fixed once refinement begins."""
        return self._progress or Progress(
            tuple(self._chances), tuple(self._evaluations), tuple(sorted(self._compared_starts))
        )

    def _queue_refinement(self) -> None:
        """Queue refined evaluations around the `MAX_REFINED_TURNS` largest changes; remember their turns."""
        assert self._outline is not None
        outline, turns = self._outline, self._outline.turns
        self._progress = self.progress
        candidates = surprises(turns, self._blended_chances(), outline.closing)[:MAX_REFINED_TURNS]
        self._surprises = frozenset(moment.number for moment in candidates)
        numbers = sorted({number + step for number in self._surprises for step in (0, 1)})
        for start in range(0, len(numbers), outline.batch):
            batch = tuple(number for number in numbers[start : start + outline.batch] if number < len(turns))
            places = tuple(turns[number].first for number in batch)
            if batch:
                self._waiting.append(AnalysisTask(REFINE_REQUEST, (self._record, places), numbers=batch))

    def _queue_explanations(self) -> None:
        """Rank the turning points and queue the explanations of the first `MAX_TURNING_POINTS`."""
        assert self._outline is not None
        assert self._surprises is not None
        outline = self._outline
        changes = surprises(outline.turns, self._blended_chances(), outline.closing)
        changes = [moment for moment in changes if moment.number in self._surprises]
        lucky = outline.closing | outline.draw_turns
        ranking = rank_turning_points(
            outline.turns, self._blended_chances(), self._evaluations, changes, lucky
        )
        self._moments, self._others = ranking[:MAX_TURNING_POINTS], ranking[MAX_TURNING_POINTS:]
        self._waiting.extend(
            self._explanation_task(number, moment) for number, moment in enumerate(self._moments)
        )

    def _explanation_task(self, number: int, moment: TurningPoint) -> AnalysisTask:
        """Task that explains a turning point; ``number`` is its index among those shown."""
        assert self._outline is not None
        return AnalysisTask(
            EXPLAIN_REQUEST, (self._record, self._outline.turns[moment.number], moment), number
        )

    @property
    def is_over(self) -> bool:
        """True if no task waits and none is handed out."""
        return not self._waiting and not self._open

    @property
    def fraction_done(self) -> float:
        """Progress, 0 to 1; at most `REASONS_PROGRESS` (0.95) while any task is open or waits."""
        if self._outline is None:
            return 0.0
        if self.is_over:
            return 1.0
        whole = max(1, len(self._outline.turns))
        first_share = min(1.0, self._looks / whole) * COARSE_PROGRESS
        return min(
            REASONS_PROGRESS, first_share + self._weighings / whole * (REASONS_PROGRESS - COARSE_PROGRESS)
        )

    @property
    def findings(self) -> MatchAnalysis | None:
        """Result known by now; None until the turns are known, which is the first task."""
        outline = self._outline
        if outline is None:
            return None
        chances, turning_points = self._blended_chances(), self._moments
        if turning_points is None:  # largest losses by now; their reasons come last
            turning_points = moments(outline.turns, chances, self._evaluations)
        elif self.is_over:
            turning_points = [moment for moment in turning_points if moment.facts or moment.better]
        return MatchAnalysis(
            outline.game, outline.players, outline.turns, tuple(chances), tuple(self._evaluations),
            tuple(sorted(turning_points, key=lambda moment: moment.number)), self.fraction_done,
        )  # fmt: skip

    def _blended_chances(self) -> list[Chances | None]:
        """Win probabilities before each turn and after the last one, smoothed; None where missing.

        With two players and open information they are blended with the comparisons' values.
        """
        assert self._outline is not None
        result, turns = list(self._chances), self._outline.turns
        for number, (turn, evaluation) in enumerate(zip(turns, self._evaluations, strict=True)):
            if evaluation is None or evaluation.best is None or self._outline.players != 2:
                continue
            values = [evaluation.best]
            before = self._evaluations[number - 1] if number else None
            if before is not None and before.best is not None and turns[number - 1].seat != turn.seat:
                # Mean of the previous turn's forecast and the value found now.
                values.append(1 - before.best + before.loss)
            mean = sum(values) / len(values)
            result[number] = rounded((mean, 1 - mean) if turn.seat == 0 else (1 - mean, mean))
        return smooth_probabilities(
            turns, result, self._outline.closing - {len(turns) - 1} | self._outline.draw_turns
        )


def smooth_probabilities(
    turns: tuple[AnalysedTurn, ...], chances: Sequence[Chances | None], lucky: frozenset[int]
) -> list[Chances | None]:
    """Return ``chances`` in which a mover's large gains without luck count before its turn already.

    ``lucky`` are the turns in which luck can change them.
    """
    result = list(chances)
    for number in reversed(range(len(turns))):
        before, after, seat = result[number], result[number + 1], turns[number].seat
        if number not in lucky and before and after and after[seat] - before[seat] >= MIN_DECISIVE_CHANGE:
            result[number] = after
    return result


def moments(
    turns: tuple[AnalysedTurn, ...],
    chances: list[Chances | None],
    weighed: list[TurnEvaluation | None],
    changed: Sequence[TurningPoint] = (),
    lucky: frozenset[int] = frozenset(),
) -> list[TurningPoint]:
    """Turning points in match order: at most 3, the weightiest. A loss outweighs a mere change."""
    weightiest_moments = rank_turning_points(turns, chances, weighed, changed, lucky)[:MAX_TURNING_POINTS]
    return sorted(weightiest_moments, key=lambda moment: moment.number)


def rank_turning_points(
    turns: tuple[AnalysedTurn, ...],
    chances: list[Chances | None],
    weighed: list[TurnEvaluation | None],
    changed: Sequence[TurningPoint],
    lucky: frozenset[int],
) -> list[TurningPoint]:
    """Turning points that cost or changed something, the most decisive first.

    ``chances`` are the win probabilities before each turn and after the last one; ``changed`` is the result
    of `surprises`; ``lucky`` are the turns in which luck can change the probabilities.
    """
    changes = {moment.number: moment for moment in changed}
    costly = []
    for number, evaluation in enumerate(weighed):
        if evaluation is None or evaluation.good or evaluation.loss < MIN_COSTLY_LOSS:
            continue
        seat, before = turns[number].seat, chances[number]
        if evaluation.best is not None:
            # Use the values of the chart, which also include the evaluations of neighbouring turns.
            # A probability is not below 0.
            after, best = chances[number + 1], max(evaluation.best, evaluation.loss)
            possible, left = (
                (before[seat], after[seat]) if before and after else (best, best - evaluation.loss)
            )
            if possible - left >= MIN_COSTLY_LOSS:
                costly.append(
                    TurningPoint(number, seat, round(possible, 4), round(left, 4), evaluation.better)
                )
        # Only if the seat had that much to lose and room to keep it: the two figures come from different
        # methods and may disagree.
        elif before is None or before[seat] >= evaluation.loss:
            # The rest is as in the chart; the better turn would have left the loss on top of it.
            after = chances[number + 1] or before
            left = after[seat] if after else 0.0
            possible = min(1.0, left + evaluation.loss)
            if possible - left >= MIN_COSTLY_LOSS:
                costly.append(
                    TurningPoint(number, seat, round(possible, 4), round(left, 4), evaluation.better)
                )
    by_number = dict(changes)
    for moment in costly:
        change, possible = changes.get(moment.number), moment.before
        if change is not None and change.seat == moment.seat and moment.number not in lucky:
            # Without luck, the better turn would have kept what there was.
            possible = max(possible, change.before)
        by_number[moment.number] = replace(moment, before=possible)

    def weight(moment: TurningPoint) -> float:
        """Importance of a turning point, or of the mere change in its turn if that is greater."""
        return max(map(_weight, (moment, changes.get(moment.number, moment))))

    return sorted(by_number.values(), key=weight, reverse=True)


def surprises(
    turns: tuple[AnalysedTurn, ...], chances: list[Chances | None], closing: frozenset[int] = frozenset()
) -> list[TurningPoint]:
    """Turns that changed a win probability by `MIN_DECISIVE_CHANGE` or more, not by a deal; largest first.

    ``chances`` are those before each turn and after the last one; ``closing`` are the turns that end a hand.
    """
    result = []
    for number, turn in enumerate(turns):
        before, after = chances[number], chances[number + 1]
        is_deal = number in closing and number + 1 < len(turns)
        if is_deal or before is None or after is None:
            continue
        changes = [new - old for old, new in zip(before, after, strict=True)]
        # Reported for the mover if its probability changed as much as any other.
        max_change = max(map(abs, changes))
        seat = (
            turn.seat
            if abs(changes[turn.seat]) > max_change - 0.001
            else [*map(abs, changes)].index(max_change)
        )
        if max_change >= MIN_DECISIVE_CHANGE:
            result.append(TurningPoint(number, seat, before[seat], after[seat]))
    return sorted(result, key=lambda moment: -_weight(moment))


def _weight(moment: TurningPoint) -> float:
    """Change of win probability at a turning point (0 to 1), times 0.6 if no better turn was found."""
    change = abs(moment.after - moment.before)
    return change if moment.better else SURPRISE_WEIGHT * change


WORKER_COUNT = 2
SAVE_PROGRESS_STEP = 0.1  # progress after which the results are saved again


class AnalysisRun(TaskPool[AnalysisTask]):
    """Analysis of one match by ``workers`` processes."""

    def __init__(
        self,
        record: str,
        worker: Callable[[], Worker],
        workers: int = WORKER_COUNT,
        progress: Progress | None = None,
    ) -> None:
        self._study = AnalysisJob(record, progress)
        super().__init__(worker, workers)

    @property
    def fraction_done(self) -> float:
        """Progress, 0 to 1."""
        return self._study.fraction_done

    @property
    def findings(self) -> MatchAnalysis | None:
        """Result known by now; None until the turns are known, which is the first task."""
        return self._study.findings

    @property
    def progress(self) -> Progress:
        """Results that a later analysis of the same record can reuse."""
        return self._study.progress

    def task(self) -> AnalysisTask | None:
        """Hand out the next task; None while none is ready, and when all are done."""
        return self._study.task()

    def request_for(self, task: AnalysisTask) -> tuple[Any, ...]:
        """Return a task's worker call: path of the function, then its arguments."""
        return task.where, *task.arguments

    def accept_result(self, task: AnalysisTask, value: Any) -> None:
        """Store the result of a task, and queue the tasks that it makes possible."""
        self._study.take(task, value)


class AnalysisService:
    """Analyses the match that a scene shows, one at a time."""

    def __init__(
        self, worker: Callable[[], Worker], result_cache: AnalysisCache, later: BackgroundWriter
    ) -> None:
        self._worker, self._result_cache, self._later = worker, result_cache, later
        self._record = ""
        self._findings: MatchAnalysis | None = None
        self._run: AnalysisRun | None = None
        self._progress: Progress | None = None  # progress when the analysis of the match was last saved
        self.broke = ""  # error that stopped the analysis; empty for none

    def open(self, game: str, record: str) -> None:
        """Load a match's saved analysis, and start or resume it if incomplete; closes another's first.

        Does nothing if the game has no analyst.
        """
        if analyst_of(game) is None:
            return
        if record != self._record:
            self.close()
            self._record, self.broke, self._progress = record, "", None
            data, self._findings = self._result_cache.read(record, VERSION) or {}, None
            with suppress(ValueError):  # a broken file is computed again and overwritten
                if "progress" in data:
                    self._progress = read_record(Progress, data["progress"])
                elif data:
                    self._findings = from_json(data)
        if self._run is None and not self.broke and (self._findings is None or not self._findings.is_whole):
            self._run = AnalysisRun(record, self._worker, progress=self._progress)

    def findings(self, record: str) -> MatchAnalysis | None:
        """Result known by now; None if this record is not the open one, or nothing is known yet."""
        return self._findings if record == self._record else None

    @property
    def fraction_done(self) -> float:
        """Progress of the open match's analysis, 0 to 1; 0 if there is none."""
        source = self._run or self._findings
        return source.fraction_done if source is not None else 0.0

    @property
    def is_busy(self) -> bool:
        """True while an analysis is running; False once it is complete, closed or broken."""
        return self._run is not None

    def poll(self) -> bool:
        """Accept workers' results, and save at times. True if there were any; sets ``broke`` on an error."""
        run, before = self._run, self.fraction_done
        if run is None or not run.poll():
            return False
        # A restarted analysis first knows less than the saved one.
        if run.findings is not None and run.findings.fraction_done >= (
            self._findings.fraction_done if self._findings else 0
        ):
            self._findings = run.findings
        if run.is_over:
            self._run, self.broke = None, run.error
            if not run.error and self._findings is not None:
                record, data = self._record, to_json(self._findings)
                self._later.submit(lambda: self._result_cache.put(record, data, VERSION))
        elif int(run.fraction_done / SAVE_PROGRESS_STEP) > int(before / SAVE_PROGRESS_STEP):
            self._keep_progress(run)
        return True

    def _keep_progress(self, run: AnalysisRun) -> None:
        """Save the run's progress in the background, instead of an earlier save that still waits."""
        record, self._progress = self._record, run.progress
        data = {"progress": to_json(self._progress)}
        self._later.submit_latest(record, lambda: self._result_cache.put(record, data, VERSION))

    def close(self) -> None:
        """Stop the analysis and its processes, and queue the saving of its progress; results stay."""
        if self._run is not None:
            if self._run.findings is not None:
                self._keep_progress(self._run)
            self._run.close()
            self._run = None


def analyse(path: Path, *, as_json: bool, workers: int) -> int:
    """Print a file's analysis as text or JSON; returns 0. ValueError if impossible, OSError if unreadable."""
    if workers < 1:
        raise ValueError(f"--workers must be at least 1, not {workers}.")
    text = record_in(record_text(path))
    session = Session.from_record(text)
    analyst = analyst_of(session.game)
    if analyst is None:
        raise ValueError(f"Matches of {find_game(session.game).info.title} can't be analysed.")
    analysis = found_out(text, workers)
    if as_json:
        print(json.dumps(_report_json(analysis, session, analyst), ensure_ascii=False, indent=1))
    else:
        print(printable("\n".join(_report_lines(analysis, session, analyst))))
    return 0


def found_out(record: str, workers: int) -> MatchAnalysis:
    """Analysis of a record by ``workers`` processes, with progress on a terminal; ValueError if it failed.

    Raises `ValueError` if a task failed.
    """
    wake_up = threading.Semaphore(0)
    run = AnalysisRun(record, lambda: Worker(wake_up.release), workers)
    try:
        while not run.is_over:
            wake_up.acquire()
            run.poll()
            if sys.stderr.isatty():
                print(f"\r{percent(run.fraction_done)} ", end="", file=sys.stderr, flush=True)
    finally:
        run.close()
    if sys.stderr.isatty():
        print("\r      \r", end="", file=sys.stderr, flush=True)
    if run.error or run.findings is None:
        raise ValueError(f"The analysis failed.\n{run.error}")
    return run.findings


def _report_lines(analysis: MatchAnalysis, session: Session, analyst: Analyst) -> Iterator[str]:
    """Yield the lines of the printed report: chances, turning points, missed plays and accuracy."""
    names, hands = session.names, hands_of(analysis.turns, session)
    titles = [
        turn_words(number, hands, analyst, names[turn.seat]).replace("\N{NO-BREAK SPACE}", " ")
        for number, turn in enumerate(analysis.turns)
    ]
    yield f"{find_game(session.game).info.title}: {', '.join(names)}"
    yield analyst.method_sentence()
    yield ""
    yield "Chance of winning, before each turn at which it had changed"
    width, last = max(map(len, titles), default=0), ""
    for title, chances in zip(titles, analysis.chances, strict=False):
        if chances is not None:
            line = "  ".join(f"{percent(probability):>5}" for probability in chances)
            if line != last:
                yield f"  {title:<{width}}  {line}"
            last = line
    yield ""
    yield "What decided it" if analysis.moments else undecided_words(analysis, names)
    for number, moment in enumerate(analysis.moments, start=1):
        yield from _moment_lines(f"{number}. {titles[moment.number]}", moment, analysis, session, analyst)
    missed = [
        (title, sentence)
        for title, evaluation in zip(titles, analysis.weighed, strict=True)
        for fact in (evaluation.facts if evaluation is not None else ())
        if (sentence := analyst.fact_sentence(fact, session, names))
    ]
    if missed:
        yield ""
        yield "Turn by turn, what was held back or missed"
        for title, sentence in missed:
            yield f"  {title:<{width}}  {sentence}"
    yield ""
    yield "Best or nearly as good"
    for name, tally in zip(names, analysis.tallies, strict=True):
        yield f"  {name:<{max(map(len, names))}}  {tally.good} of {tally.of}"


def _moment_lines(
    title: str, moment: TurningPoint, analysis: MatchAnalysis, session: Session, analyst: Analyst
) -> Iterator[str]:
    """Yield the report's lines about a turning point, the first one with ``title``."""
    turn, names = analysis.turns[moment.number], session.names
    moves = [move for seat, move in session.log[turn.first : turn.last] if seat == turn.seat]
    yield f"{title}. {chance_words(moment, names)}"
    yield f"   Played: {analyst.moves_sentence(moves, session, turn)}"
    if moment.better:
        yield f"   Better: {analyst.moves_sentence(moment.better, session, turn)}"
    for sentence in moment_words(moment, analyst, session, names):
        yield f"   {sentence}"


def _report_json(analysis: MatchAnalysis, session: Session, analyst: Analyst) -> dict[str, Any]:
    """Analysis as JSON data, plus "names", "how" (method), sentences in its moments, and "best_or_nearly"."""
    names, data = session.names, to_json(analysis)
    for moment, entry in zip(analysis.moments, data["moments"], strict=True):
        entry["chance"] = chance_words(moment, names)
        entry["words"] = moment_words(moment, analyst, session, names)
    tallies = [
        {"name": name, "good": tally.good, "of": tally.of}
        for name, tally in zip(names, analysis.tallies, strict=True)
    ]
    return {"names": list(names), "how": analyst.method_sentence(), **data, "best_or_nearly": tallies}
