"""The worker process: answers, dropped requests, and broken bots."""

import errno
import os
import signal
import threading
from collections.abc import Iterator
from multiprocessing.process import BaseProcess

import pytest

from game.bots import worker
from game.bots.worker import (
    CHOOSE_REQUEST,
    ENDED_ERROR,
    NICENESS,
    SILENT_ERROR,
    Worker,
    WorkerResult,
    choose,
    choose_with_doubt,
)
from game.core.search import LEVEL_SECONDS, Budget
from game.core.session import Session
from game.ui.art.first_page import LINES_REQUEST
from tests.sampling import PATIENCE


class Woken(threading.Semaphore):
    def __init__(self) -> None:
        super().__init__(0)

    def wait_for(self, thinker: Worker) -> WorkerResult:
        while True:
            assert self.acquire(timeout=PATIENCE), "no answer came"
            answer = thinker.poll_result()
            if answer is not None:
                return answer


@pytest.fixture
def woken() -> Woken:
    return Woken()


@pytest.fixture
def thinker(woken: Woken) -> Iterator[Worker]:
    made = Worker(woken.release)
    yield made
    made.close()


def asked(thinker: Worker, session: Session, *seed: int) -> int:
    seen = session.observe(session.to_move)
    return thinker.submit(CHOOSE_REQUEST, session.game, seen, session.options, "easy", seed)


def test_worker_answers_with_a_legal_move_equal_for_equal_seeds(thinker: Worker, woken: Woken) -> None:
    session = Session.new("sociable", seed=3)
    answers = []
    for _ in range(2):
        ticket = asked(thinker, session, 5)
        answer = woken.wait_for(thinker)
        assert answer.ticket == ticket
        answers.append(answer.value)
    assert answers[0] == answers[1]
    assert answers[0] is not None
    assert session.refusal(answers[0]) is None


def test_other_seeds_choose_other_moves() -> None:
    session = Session.new("socker", seed=1)
    seen = session.observe(session.to_move)
    moves = {choose("socker", seen, session.options, "easy", (seed,)) for seed in range(8)}
    assert len(moves) > 1


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system knows no such thing")
def test_thinking_leaves_time_to_show_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def budget(*, seconds: float) -> Budget:
        given.append(seconds)
        return Budget(nodes=1)

    monkeypatch.setattr(worker, "Budget", budget)
    session = Session.new("socker", seed=1)
    for level in LEVEL_SECONDS:
        choose_with_doubt("socker", session.observe(session.to_move), session.options, level, (1,))
    assert all(less < full for less, full in zip(given, LEVEL_SECONDS.values(), strict=True))


def test_background_worker_has_low_priority(thinker: Worker, woken: Woken) -> None:
    thinker.submit("os:nice", 0)
    assert woken.wait_for(thinker).value == min(19, os.nice(0) + NICENESS)


def test_worker_draws_rule_pictures_without_a_window(thinker: Worker, woken: Woken) -> None:
    """Preloaded, so that a match with phones begins without a stutter."""
    thinker.submit(LINES_REQUEST, "rockit")
    answer = woken.wait_for(thinker)
    assert [picture[1:4] for picture in answer.value or ()] == [b"PNG"] * 5, answer.error


def test_worker_that_drew_pictures_can_be_terminated(thinker: Worker, woken: Woken) -> None:
    thinker.submit("pygame.display:init")
    assert not woken.wait_for(thinker).error
    thinker.submit(
        "signal:raise_signal", signal.SIGTERM
    )  # Python sends it at exit to the remaining processes
    assert woken.wait_for(thinker).error == ENDED_ERROR


def test_new_request_drops_the_old_one(thinker: Worker, woken: Woken) -> None:
    session = Session.new("sociable", seed=3)
    asked(thinker, session, 1)
    ticket = asked(thinker, session, 2)
    assert woken.wait_for(thinker).ticket == ticket
    assert thinker.poll_result() is None


def test_cancelled_request_is_never_answered(thinker: Worker, woken: Woken) -> None:
    session = Session.new("sociable", seed=3)
    dropped = asked(thinker, session, 1)
    thinker.cancel()
    assert thinker.poll_result() is None
    kept = asked(thinker, session, 1)
    assert woken.wait_for(thinker).ticket == kept != dropped


def test_worker_reports_a_broken_bot(thinker: Worker, woken: Woken) -> None:
    thinker.submit(CHOOSE_REQUEST, "sociable", {}, Session.new("sociable", seed=0).options, "easy", (1,))
    answer = woken.wait_for(thinker)
    assert answer.value is None
    assert "Error" in answer.error
    session = Session.new("sociable", seed=3)
    asked(thinker, session, 1)
    assert woken.wait_for(thinker).value is not None


def test_patient_worker_answers_the_newest_request_in_one_process(woken: Woken) -> None:
    worker = Worker(woken.release, patient=True)
    try:
        tickets = [worker.submit("math:factorial", number) for number in (3, 4, 5)]
        process = worker.pid
        answer = woken.wait_for(worker)
        assert (answer.ticket, answer.value) == (tickets[-1], 120)
        assert worker.pid == process
    finally:
        worker.close()


def test_worker_closed_while_busy_answers_the_next_request(woken: Woken) -> None:
    """The caller must not wait for the answer of the process that was ended."""
    worker = Worker(woken.release, patient=True)
    try:
        worker.submit("time:sleep", 600)
        worker.close()
        assert worker.pid is None
        ticket = worker.submit("math:factorial", 5)
        answer = woken.wait_for(worker)
        assert (answer.ticket, answer.value) == (ticket, 120)
    finally:
        worker.close()


def test_system_without_room_for_a_process_ends_only_the_request(
    thinker: Worker, woken: Woken, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_process: BaseProcess) -> None:
        raise BlockingIOError(errno.EAGAIN, "no more processes")

    with monkeypatch.context() as full:
        full.setattr(BaseProcess, "start", refuse)
        ticket = thinker.submit("math:factorial", 5)
        assert woken.wait_for(thinker) == WorkerResult(ticket, None, ENDED_ERROR)
        thinker.submit("math:factorial", 5)
        thinker.close()
    thinker.submit("math:factorial", 5)
    assert woken.wait_for(thinker).value == 120


@pytest.mark.parametrize("patient", [False, True])
def test_request_is_repeated_once_if_the_process_is_ended(woken: Woken, *, patient: bool) -> None:
    worker = Worker(woken.release, patient=patient)
    try:
        ticket = worker.submit("time:sleep", 60)
        for _ in range(2):
            process = worker.pid
            assert process is not None
            os.kill(process, signal.SIGTERM)
            while worker.pid == process:
                assert woken.acquire(timeout=PATIENCE)
                answer = worker.poll_result()
        assert answer == WorkerResult(ticket, None, ENDED_ERROR)
        worker.submit("math:factorial", 5)
        assert woken.wait_for(worker).value == 120
    finally:
        worker.close()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped on this system")
def test_unresponsive_process_is_replaced_and_asked_once_more(
    thinker: Worker, woken: Woken, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids = []
    original = thinker.start

    def start() -> None:
        original()
        assert thinker.pid is not None
        pids.append(thinker.pid)
        os.kill(thinker.pid, signal.SIGSTOP)

    monkeypatch.setattr(thinker, "start", start)
    ticket = thinker.submit("math:factorial", 5, limit=0.01)
    assert woken.wait_for(thinker) == WorkerResult(ticket, None, SILENT_ERROR)
    assert len(set(pids)) == 2
    monkeypatch.undo()
    thinker.close()
    thinker.submit("math:factorial", 5, limit=PATIENCE)
    assert woken.wait_for(thinker).value == 120


def test_late_end_of_a_process_is_not_mistaken_for_the_next(thinker: Worker, woken: Woken) -> None:
    thinker.submit("time:sleep", 60)
    dropped = thinker.pipe
    assert dropped is not None
    ticket = thinker.submit("math:factorial", 5)
    process = thinker.pid
    thinker.add_answer(dropped, WorkerResult(0, None, ENDED_ERROR))
    thinker.add_answer(dropped, WorkerResult(ticket, "an answer to something else"))
    answer = woken.wait_for(thinker)
    assert (answer.ticket, answer.value, thinker.pid) == (ticket, 120, process)


def test_process_ended_while_idle_repeats_no_request(thinker: Worker, woken: Woken) -> None:
    thinker.submit("math:factorial", 5)
    assert woken.wait_for(thinker).value == 120
    process = thinker.pid
    assert process is not None
    os.kill(process, signal.SIGTERM)
    assert woken.acquire(timeout=PATIENCE)  # the end of the process was noticed
    assert thinker.poll_result() is None
    assert thinker.pid is None, "a process was started for a question that was answered"
    thinker.submit("math:factorial", 4)
    assert woken.wait_for(thinker).value == 24


def test_request_to_a_just_ended_process_is_answered(
    thinker: Worker, woken: Woken, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pipe may break before anything is sent. That once left a match waiting for ever."""
    original = thinker.start

    def start() -> None:
        original()
        assert thinker.pid is not None
        os.kill(thinker.pid, signal.SIGTERM)
        assert woken.acquire(timeout=PATIENCE)  # its end was noticed
        monkeypatch.undo()

    monkeypatch.setattr(thinker, "start", start)
    thinker.submit("math:factorial", 5)
    assert thinker.poll_result() is None
    assert woken.wait_for(thinker).value == 120
