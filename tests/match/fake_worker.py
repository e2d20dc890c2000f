"""Worker whose results the test sets, for bots, hints and other background tasks."""

from __future__ import annotations

from typing import Any

from game.bots.worker import WorkerResult


class FakeWorker:
    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.given: WorkerResult | None = None
        self.cancelled = self.started = self.closed = 0

    @property
    def ticket(self) -> int:
        return len(self.asked)

    def submit(self, where: str, *arguments: Any, limit: float | None = None) -> int:
        self.asked.append((where, *arguments))
        return len(self.asked)

    def give(self, value: object, error: str = "") -> None:
        self.given = WorkerResult(len(self.asked), value, error)

    def poll_result(self) -> WorkerResult | None:
        result, self.given = self.given, None
        return result

    def start(self) -> None:
        self.started += 1

    def cancel(self) -> None:
        self.cancelled += 1
        self.given = None

    def close(self) -> None:
        self.closed += 1
