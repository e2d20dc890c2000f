"""The worker process: answers, drops questions, survives broken bots."""

import threading
from collections.abc import Iterator

import pytest

from game.bots.worker import Answer, Thinker
from game.core.session import Session


class Woken(threading.Semaphore):
    def __init__(self) -> None:
        super().__init__(0)

    def wait_for(self, thinker: Thinker) -> Answer:
        while True:
            assert self.acquire(timeout=60), "no answer came"
            answer = thinker.answer()
            if answer is not None:
                return answer


@pytest.fixture
def woken() -> Woken:
    return Woken()


@pytest.fixture
def thinker(woken: Woken) -> Iterator[Thinker]:
    made = Thinker(woken.release)
    yield made
    made.close()


def asked(thinker: Thinker, session: Session, *seed: int) -> int:
    return thinker.ask(session.game, session.observe(session.to_move), session.options, "easy", *seed)


def test_answers_with_a_legal_move_and_the_same_for_the_same_seed(thinker: Thinker, woken: Woken) -> None:
    session = Session.new("sociable", seed=3)
    answers = []
    for _ in range(2):
        ticket = asked(thinker, session, 5)
        answer = woken.wait_for(thinker)
        assert answer.ticket == ticket
        answers.append(answer.move)
    assert answers[0] == answers[1]
    assert answers[0] is not None
    assert session.refusal(answers[0]) is None


def test_a_new_question_drops_the_old_one(thinker: Thinker, woken: Woken) -> None:
    session = Session.new("sociable", seed=3)
    asked(thinker, session, 1)
    ticket = asked(thinker, session, 2)
    assert woken.wait_for(thinker).ticket == ticket
    assert thinker.answer() is None


def test_a_dropped_question_is_never_answered(thinker: Thinker, woken: Woken) -> None:
    session = Session.new("sociable", seed=3)
    dropped = asked(thinker, session, 1)
    thinker.cancel()
    assert thinker.answer() is None
    kept = asked(thinker, session, 1)
    assert woken.wait_for(thinker).ticket == kept != dropped


def test_a_broken_bot_says_so(thinker: Thinker, woken: Woken) -> None:
    thinker.ask("sociable", {}, Session.new("sociable").options, "easy", 1)
    answer = woken.wait_for(thinker)
    assert answer.move is None
    assert "Error" in answer.error
    session = Session.new("sociable", seed=3)
    asked(thinker, session, 1)
    assert woken.wait_for(thinker).move is not None
