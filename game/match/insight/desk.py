"""Where matches are looked into, one at a time and behind the window; what was found out is kept."""

from __future__ import annotations

from collections.abc import Callable

from game.bots.worker import Worker
from game.match.insight.analyst import analyst_of
from game.match.insight.findings import VERSION, Findings, from_json, to_json
from game.match.insight.run import InsightRun
from game.store.insights import Insights
from game.store.later import Later


class InsightDesk:
    """Looks into the match that somebody reads about."""

    def __init__(self, worker: Callable[[], Worker], kept: Insights, later: Later) -> None:
        self._worker, self._kept, self._later = worker, kept, later
        self._record = ""
        self._findings: Findings | None = None
        self._run: InsightRun | None = None
        self.broke = ""
        """Why nothing is found out about this match, where something broke."""

    def open(self, game: str, record: str) -> None:
        """Begin with a match, or go on with it; another one is put away."""
        if analyst_of(game) is None:
            return
        if record != self._record:
            self.close()
            self._record, self.broke = record, ""
            self._findings = self._known(record)
        if self._run is None and not self.broke and (self._findings is None or not self._findings.is_whole):
            self._run = InsightRun(record, self._worker)

    def findings(self, record: str) -> Findings | None:
        """What is known of a match by now."""
        return self._findings if record == self._record else None

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        if self._run is not None:
            return self._run.share
        return self._findings.share if self._findings is not None else 0.0

    @property
    def is_busy(self) -> bool:
        """Whether anything is being found out."""
        return self._run is not None

    def poll(self) -> bool:
        """Take in what has been found out; whether there was anything."""
        run = self._run
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
        return True

    def close(self) -> None:
        """Stop at what is known; the processes end."""
        if self._run is not None:
            self._run.close()
            self._run = None

    def _known(self, record: str) -> Findings | None:
        data = self._kept.read(record, VERSION)
        if data is None:
            return None
        try:
            return from_json(data)
        except ValueError:
            return None  # it is found out anew, and written over
