"""Workers that many tables share."""

from __future__ import annotations

import threading

from game.bots.worker import Answer, Worker
from game.match.hall import WorkerPool
from tests.match.thinker import Desk
from tests.scale import PATIENCE


def pool(count: int = 1) -> tuple[WorkerPool, list[Desk]]:
    desks: list[Desk] = []

    def make() -> Desk:
        desks.append(Desk())
        return desks[-1]

    return WorkerPool(make, count), desks


def asked(desk: Desk) -> list[str]:
    return [where for where, *_rest in desk.asked]


def test_tables_are_answered_one_after_the_other() -> None:
    made, [desk] = pool()
    one, other = made.thinker(), made.thinker()
    first, second = one.ask("a"), other.ask("b")
    assert asked(desk) == ["a"]
    desk.give("move a")
    assert other.answer() is None, "which also brings the other's answer in, and has this one asked"
    assert asked(desk) == ["a", "b"]
    assert one.answer() == Answer(first, "move a")
    desk.give("move b")
    assert other.answer() == Answer(second, "move b")
    assert other.answer() is None, "once"


def test_two_workers_work_at_once() -> None:
    made, [first, second] = pool(2)
    made.thinker().ask("a")
    made.thinker().ask("b")
    assert (asked(first), asked(second)) == (["a"], ["b"])


def test_people_go_before_computers() -> None:
    made, [desk] = pool()
    for name in "abc":
        made.thinker().ask(name)
    made.thinker(urgent=True).ask("hint")
    made.thinker(urgent=True).ask("later hint")
    for _ in range(5):
        desk.give("x")
        made.pump()
    assert asked(desk) == ["a", "hint", "later hint", "b", "c"]


def test_an_answer_to_a_dropped_question_is_nobodys() -> None:
    made, [desk] = pool()
    one, other = made.thinker(), made.thinker()
    one.ask("a")
    other.ask("never")
    other.cancel()
    again = one.ask("again")
    desk.give("old")
    assert one.answer() is None
    assert asked(desk) == ["a", "again"]
    desk.give("new", error="")
    assert one.answer() == Answer(again, "new")


def test_what_broke_is_told_to_whoever_asked() -> None:
    made, [desk] = pool()
    one = made.thinker()
    one.ask("a")
    desk.give(None, "It broke.")
    answer = one.answer()
    assert answer is not None
    assert answer.error == "It broke."


def test_real_processes_answer_all_tables() -> None:
    woken = threading.Event()
    made = WorkerPool(lambda: Worker(woken.set), 2)
    asked = [(made.thinker(), n) for n in range(5)]
    tickets = [one.ask("operator:add", n, 1) for one, n in asked]
    found: dict[int, Answer] = {}
    while len(found) < len(asked):
        assert woken.wait(PATIENCE)
        woken.clear()
        for one, n in asked:
            answer = one.answer()
            if answer is not None:
                found[n] = answer
    made.close()
    assert found == {n: Answer(tickets[n], n + 1) for _one, n in asked}
