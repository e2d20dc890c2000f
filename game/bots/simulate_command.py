"""`main.py simulate`: many matches between bots, in this process, in others, or on a cluster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from game.bots.match_runner import (
    DEFAULT_SETTINGS,
    MatchReport,
    MatchSettings,
    Pairing,
    check_levels,
    executor,
    run_matches,
)
from game.core.discovery import find_game
from game.core.game import Layout
from game.core.options import Options
from game.core.rng import SeededRng, random_seed
from game.core.session import Session


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """Checked plan of a simulation."""

    game: str
    players: int
    levels: tuple[str, ...]
    games: int
    seed: int
    options: Options
    layout: Layout | None

    @classmethod
    def from_arguments(
        cls,
        *,
        game: str,
        levels: Sequence[str],
        games: int,
        seed: int | None = None,
        terms: MatchSettings = DEFAULT_SETTINGS,
    ) -> SimulationPlan:
        """Checked plan of a simulation from typed settings; ValueError if one is wrong. May draw a seed."""
        package = find_game(game)
        seats, read = terms.read(package.info)
        levels = check_levels(package.bot, levels)
        if len(levels) > seats:
            raise ValueError(f"{len(levels)} bot levels are too many for {seats} seats.")
        if games < 1:
            raise ValueError(f"--games must be at least 1, not {games}.")
        seed = random_seed() if seed is None else seed
        # Tried once, so that a board that these rules refuse is reported now, not from a worker process.
        Session.new(game, seats, seed, read, terms.layout)
        return cls(game, seats, levels, games, seed, read, terms.layout)

    def pairings(self) -> list[Pairing]:
        """The matches; the levels move on by one seat from each to the next."""
        return [
            Pairing(
                self.game,
                tuple(self.levels[(seat + number) % len(self.levels)] for seat in range(self.players)),
                SeededRng(self.seed, "match", number).seed(),
                self.options,
                self.layout,
            )
            for number in range(self.games)
        ]


def simulate(
    plan: SimulationPlan, *, workers: int = 1, cluster: str | None = None, record: Path | None = None
) -> int:
    """Play the matches and print results and rates; returns 0. ValueError if a record cannot be written."""
    from tqdm import tqdm

    if record is not None:
        _check_writable(record)
    start = perf_counter()
    reports: dict[int, MatchReport] = {}
    with (
        executor(workers, cluster) as pool,
        tqdm(total=plan.games, unit="match", delay=1, disable=None, leave=False) as bar,
    ):
        for number, report in run_matches(plan.pairings(), pool, workers):
            reports[number] = report
            bar.update()
    ordered_reports = [reports[number] for number in range(plan.games)]  # independent of the processes' speed
    print(results(plan, ordered_reports))
    print(_rates(ordered_reports, perf_counter() - start))
    if record is not None:
        for number, report in enumerate(ordered_reports, start=1):
            path = record if number == 1 else record.with_stem(f"{record.stem}-{number}")
            try:
                path.write_text(report.record, encoding="utf-8", newline="\n")  # the same bytes on Windows
            except OSError as error:
                raise ValueError(f"No record could be written to {path}: {error.strerror}.") from error
        print(f"Records: {record}" + (f" and {plan.games - 1} more next to it" if plan.games > 1 else ""))
    return 0


def _check_writable(record: Path) -> None:
    """Write a block to the file and remove it again; raises ValueError if it cannot be written.

    Done before the first match, because failing hours later would be a pity.
    """
    if record.is_dir() or not record.parent.is_dir():
        raise ValueError(f"No record can be written to {record}: give a file name in an existing folder.")
    is_new = not record.exists()
    try:
        with record.open("ab") as file:
            size, is_file = file.tell(), record.is_file()
            file.write(b"\n" * (4096 if is_file else 1))  # a device, as /dev/full, may refuse its first byte
            file.flush()
            if is_file:
                file.truncate(size)
    except OSError as error:
        raise ValueError(f"No record can be written to {record}: {error.strerror}.") from error
    finally:
        if is_new:
            record.unlink(missing_ok=True)


def results(plan: SimulationPlan, reports: Sequence[MatchReport]) -> str:
    """Results as text: the same for the same plan, independent of the workers."""
    title = find_game(plan.game).info.title
    matches = "1 match" if plan.games == 1 else f"{plan.games} matches"
    lines = [f"{title}: {matches}, {plan.players} players, seed {plan.seed}"]
    for level in dict.fromkeys(plan.levels):
        seats = [
            (report, seat)
            for report in reports
            for seat, seat_level in enumerate(report.levels)
            if seat_level == level
        ]
        wins = sum(1 / len(report.winners) for report, seat in seats if seat in report.winners)
        score = sum(report.scores[seat] for report, seat in seats) / len(seats)
        lines.append(
            f"  {level:8} {len(seats):5} seats  wins {wins:8.2f} ({wins / plan.games:6.1%} of the matches)"
            f"  mean score {score:8.2f}"
        )
    by_seat = [
        sum(1 / len(report.winners) for report in reports if seat in report.winners)
        for seat in range(plan.players)
    ]
    lines.append("  wins by seat: " + " ".join(f"{wins:.2f}" for wins in by_seat))
    reasons = Counter(report.reason for report in reports)
    lines.append("  ended by: " + ", ".join(f"{reason} {count}" for reason, count in sorted(reasons.items())))
    plies = sorted(report.plies for report in reports)
    lines.append(f"  moves per match: {plies[0]} to {plies[-1]}, median {plies[len(plies) // 2]}")
    return "\n".join(lines)


def _rates(reports: Sequence[MatchReport], seconds: float) -> str:
    """Text of the speed: matches and moves per second, and ms per move by level."""
    plies = sum(report.plies for report in reports)
    lines = [f"  {len(reports) / seconds:.2f} matches and {plies / seconds:.0f} moves per second"]
    for level in sorted({level for report in reports for level in report.levels}):
        seats = [
            (report, seat)
            for report in reports
            for seat, seat_level in enumerate(report.levels)
            if seat_level == level
        ]
        times = [seconds for report, seat in seats for seconds in report.times[seat]]
        lines.append(f"  {level} thinks {1000 * sum(times) / max(1, len(times)):.2f} ms per move")
    return "\n".join(lines)
