"""Order, holding and hurrying of the animations of events."""

from __future__ import annotations

import math
from functools import partial
from types import SimpleNamespace

import pytest

from game.core.game import Event
from game.store.settings import Speed
from game.ui.core.animation_timeline import Timeline, wait
from game.ui.match.playback import AnimationQueue


class Table:
    """Fake view whose events last 100 ms, and a log of what happened."""

    def __init__(self, max_ms: float = math.inf) -> None:
        self.log: list[str] = []
        app = SimpleNamespace(settings=SimpleNamespace(animation_speed=Speed.BRISK), reduced_motion=False)
        self.queue = AnimationQueue(app)  # type: ignore[arg-type]
        self.queue.view = self  # type: ignore[assignment]
        self.queue.max_ms = max_ms

    def timeline(self, event: Event) -> Timeline:
        log, kind = self.log.append, event.kind
        return (
            wait(100).at(0, partial(log, f"{kind} starts")).at(50, partial(log, "half"))
            .at(100, partial(log, f"{kind} ends"))
        )  # fmt: skip

    def settle(self, event: Event) -> None:
        self.log.append(f"{event.kind} settled")

    def add(self, *kinds: str) -> AnimationQueue:
        self.queue.add([Event(kind, None, {}) for kind in kinds])
        return self.queue


def test_each_event_starts_ends_and_is_settled_before_the_next() -> None:
    table = Table()
    queue = table.add("draw", "lay")
    assert (table.log, queue.remaining_ms(), queue.remaining_ms(0)) == (["draw starts"], 200, 100)
    assert not queue.run(60)
    assert (table.log[1:], queue.remaining_ms()) == (["half"], 140)
    assert not queue.run(60)
    assert table.log[2:] == ["draw ends", "draw settled", "lay starts"]
    assert queue.run(100)
    assert not queue.is_busy


@pytest.mark.parametrize(("at", "seen"), [(0.0, []), (0.7, ["half"])])
def test_held_event_waits_at_its_moment_until_released(at: float, seen: list[str]) -> None:
    table = Table()
    queue = table.add("end", "deal")
    presses: list[str] = []
    queue.hold(at, partial(presses.append, "hurried"))
    assert not queue.run(60)
    assert not queue.run(500)
    assert queue.show is not None
    assert (queue.show.progress, queue.remaining_ms(), table.log[1:]) == (at, 0, seen)
    queue.hurry()
    assert not queue.run(0)
    assert presses == ["hurried"]
    queue.release()
    assert not queue.run(0)
    assert table.log[len(seen) + 1 :] == ["end ends", "end settled", "deal starts"]


def test_held_event_goes_on_with_another_timeline_and_stays_at_its_end() -> None:
    table = Table()
    queue = table.add("end")
    queue.hold()
    queue.extend(wait(200).at(150, partial(table.log.append, "more")))
    assert not queue.run(160)
    assert (queue.is_held, table.log[1:]) == (True, ["more"])
    assert not queue.run(500)
    queue.release()
    assert queue.run(0)


def test_held_event_ends_by_itself_if_no_player_is_waited_for() -> None:
    table = Table(max_ms=300)
    queue = table.add("end")
    queue.hold()
    assert not queue.is_held
    assert not queue.run(299)
    assert queue.run(1)


def test_dropped_events_are_neither_ended_nor_settled() -> None:
    table = Table()
    table.add("draw", "lay").drop()
    assert table.queue.run(500)
    assert table.log == ["draw starts"]
