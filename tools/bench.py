"""Benchmark rules, house help and bots, as ratios within one run.

``make bench``, or for example ``python -m tools.bench rules help``. Absolute times are noisy. The result is
the ratio to a peer that runs in alternating time slices.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, TypeVar

from game.bots.match_runner import bot_move
from game.bots.worker import THINKING_SHARE
from game.core.discovery import find_game
from game.core.rng import SeededRng
from game.core.rummy import best_play, good_play
from game.core.rummy.melds import variety_of
from game.core.search import LEVEL_SECONDS, BudgetPolicy
from game.core.session import Session
from tests.matches import HOUSE, varied
from tools.command import command

Asked = TypeVar("Asked")

SLICE = 0.25  # seconds of a slice; slices of all peers alternate
ROUNDS = 9
# smallest ratio of random moves per second to python-chess
BARS = {"city": 0.5, "socker": 0.8, "sociable": 0.6}
ARRANGER_BARS = {"socki": (1.0, 16.0), "rockit": (1.5, 50.0)}  # ms, median and 99th percentile
LARGEST_TABLE = 72
LAMP_BAR, MEND_BAR = 100.0, 300.0  # ms, 99th percentile of validity check and repair, also on full tables
DECISION_BAR = 1.5  # longest decision as a share of its level's time
POSITIONS = 400  # per game: 2,000 in all
BETWEEN = 6  # average number of moves between two timed positions of a match
# house rules of Socker that lead to turns of seven actions
LONG_TURNS: dict[str, object] = {"goals": 1, "extra_time": 8, "extra_most": 7}


def main() -> None:
    """Run the named sections, or all."""
    sections: dict[str, Callable[[], None]] = {
        "rules": rules,
        "arranger": arranger,
        "help": house_help,
        "memory": memory,
        "decisions": lambda: decisions(arguments.positions),
    }
    parser = command(__doc__)
    parser.add_argument("sections", nargs="*", help=f"{', '.join(sections)}; default: all")
    parser.add_argument(
        "--positions", type=int, default=POSITIONS, help="positions of each game for decisions (%(default)s)"
    )
    arguments = parser.parse_args()
    for name in arguments.sections or list(sections):
        sections[name]()


def rules() -> None:
    """Measure random moves per second through the rules, and of python-chess for comparison."""
    print(f"Random moves a second, {ROUNDS} slices of {SLICE} s each, alternating; medians")
    players = {"python-chess": chess_moves()} | {
        slug: rules_moves(slug) for slug in (*BARS, "socki", "rockit")
    }
    players |= {f"{slug} by Session": session_moves(slug) for slug in BARS}
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(ROUNDS):
        for name, player in players.items():
            rates[name].append(rate(player))
    chess = rates["python-chess"]
    for name, own_rates in rates.items():
        ratio = statistics.median(ours / theirs for ours, theirs in zip(own_rates, chess, strict=True))
        bar = f"  (bar: at least {BARS[name]})" if name in BARS else ""
        print(f"  {name:20} {statistics.median(own_rates):9.0f}  ratio {ratio:5.2f}{bar}")


def rate(player: Iterator[None]) -> float:
    """Return the moves per second in one slice."""
    start, count = perf_counter(), 0
    while (elapsed := perf_counter() - start) < SLICE:
        for _ in range(20):
            next(player)
        count += 20
    return count / elapsed


def chess_moves() -> Iterator[None]:
    """Play random games of chess, one move per step."""
    import chess

    rng = random.Random(1)
    while True:
        board = chess.Board()
        while moves := list(board.legal_moves):
            board.push(rng.choice(moves))
            yield
            if board.is_game_over(claim_draw=False):
                break


def rules_moves(slug: str) -> Iterator[None]:
    """Play random matches through the rules without a session, one move per step."""
    game, rng, seed = find_game(slug), random.Random(1), 0
    game_rules = game.rules
    while True:
        seed += 1
        options = game.info.read_options(None, game.info.default_players)
        state = game_rules.new(game.info.default_players, seed, options, None).state
        while game_rules.to_move(state) is not None:
            state = game_rules.apply(state, rng.choice(game_rules.moves(state))).state
            yield


def session_moves(slug: str) -> Iterator[None]:
    """Play random matches through `Session`, one move per step."""
    rng, seed = random.Random(1), 0
    while True:
        seed += 1
        session = Session.new(slug, seed=seed)
        while moves := session.moves():
            session.play(rng.choice(moves))
            yield


@dataclass(frozen=True, slots=True)
class Position:
    """Table and hand of a bot that had to play."""

    table: tuple[tuple[str, ...], ...]
    hand: tuple[str, ...]
    options: Any


def recorded(slug: str, count: int, largest: int = LARGEST_TABLE, seed: int = 0) -> list[Position]:
    """Return positions from bot matches with two decks and 2 to 6 players (RockIt: 2 to 5).

    ``largest`` is the largest number of cards on the table. The seeds start after ``seed``.
    """
    positions: list[Position] = []
    while len(positions) < count:
        seed += 1
        players = 2 + seed % (5 if slug == "socki" else 4)
        modes = ("wrap", "wrap", "both", "high", "low")
        options: dict[str, object] = {"happy_mode": modes[seed % 5]} if slug == "socki" else {"decks": 2}
        session = Session.new(slug, players, seed, options)
        while (seat := session.to_move) is not None and len(positions) < count:
            observation = session.observe(seat)
            if sum(map(len, observation["table"])) <= largest and (
                slug == "socki" or observation["in"][seat]
            ):
                table = tuple(tuple(pile) for pile in observation["table"])
                positions.append(Position(table, tuple(observation["hand"]), session.options))
            session.play(bot_move(session, "normal", seed))
    return positions


def timed(solve: Callable[[Asked], object], positions: list[Asked]) -> list[float]:
    """Return the time of each position in ms."""
    times = []
    for position in positions:
        start = perf_counter()
        solve(position)
        times.append(1000 * (perf_counter() - start))
    return times


def arranger() -> None:
    """Measure the best arrangement on positions of bot matches, and an integer program for comparison."""
    from tests.core.rummy_oracle import program as solved

    for slug, (median_bar, p99_bar) in ARRANGER_BARS.items():
        positions = recorded(slug, 3000)

        def ours(position: Position, slug: str = slug) -> object:
            return best_play(slug, position.table, position.hand, position.options)

        def program(position: Position, slug: str = slug) -> object:
            return solved(slug, position.table, position.hand, position.options)

        times = timed(ours, positions)
        percentiles = statistics.quantiles(times, n=100)
        print(f"Best arrangement, {slug}: {len(positions)} positions of bot matches")
        print(
            f"  median {statistics.median(times):.2f} ms (bar {median_bar}), "
            f"p99 {percentiles[98]:.2f} ms (bar {p99_bar}),"
        )
        print(f"  slowest {max(times):.1f} ms")
        sample = positions[:150]
        mine, theirs = timed(ours, sample), timed(program, sample)
        ratio = statistics.median(theirs) / statistics.median(mine)
        print(f"  integer program on {len(sample)} of them: {ratio:.1f} times as long in the median (bar: 5)")


def house_help() -> None:
    """Measure validity check, repair and fitting on half-built turns.

    The positions come from bot matches and from tables of about 90 cards.
    """
    from game.core.rummy import assistance
    from game.core.rummy.draft import Draft
    from game.core.rummy.melds import book_for
    from tests.core.draft_builder import disturbed

    for slug in ARRANGER_BARS:
        rng = random.Random(1)
        positions = rng.sample(recorded(slug, 3000, largest=110), 300)
        for name, case_positions in (("bot matches", positions), ("full tables", full_tables(slug, rng, 60))):
            turns = []
            for number, position in enumerate(case_positions):
                book = book_for(slug, position.options)
                draft = Draft.begin(book, position.table, position.hand)
                turns.append(
                    assistance.DraftPosition.of(disturbed(rng, draft, 1 + number % 4), position.options)
                )
            cards = statistics.median(sum(map(len, turn.piles)) for turn in turns)
            print(
                f"House help, {slug}, {name}: {len(turns)} half-built turns, {cards:.0f} cards on the table"
            )
            show("lamp", timed(assistance.table_status, turns), f" (bar {LAMP_BAR:.0f})")
            show("mend", timed(assistance.repair, turns), f" (bar {MEND_BAR:.0f})")
            show("fit", timed(lambda turn: assistance.plan_with_cards(turn, turn.remaining_hand[:2]), turns))


def full_tables(slug: str, rng: random.Random, count: int) -> list[Position]:
    """Return positions with nearly all cards of two decks arranged on the table, and a hand of fourteen."""
    game = find_game(slug)
    options = game.info.read_options({} if slug == "socki" else {"decks": 2}, 4)
    positions = []
    for _ in range(count):
        cards = list(variety_of(slug).pack.deck(2))
        rng.shuffle(cards)
        table = good_play(slug, (), cards[14:], options).table
        positions.append(Position(table, tuple(cards[:14]), options))
    return positions


def show(name: str, times: list[float], bar: str = "") -> None:
    """Print the percentiles of ``times`` (ms)."""
    p99 = statistics.quantiles(times, n=100, method="inclusive")[98]
    print(f"  {name}: median {statistics.median(times):.2f} ms, p99 {p99:.1f} ms{bar}, max {max(times):.0f}")


def memory() -> None:
    """Measure the peak memory of headless matches."""
    script = "import sys; from main import main; main(sys.argv[1:]); print(open('/proc/self/status').read())"
    if not Path("/proc/self/status").exists():
        print("Memory of headless matches: only measured where there is /proc")
        return
    for slug in ("socki", "rockit", "sociable", "socker", "city"):
        command = [sys.executable, "-c", script, "simulate", slug, "--games", "3"]
        result = subprocess.run(command, capture_output=True, text=True, check=True)
        peak_kb = next(line.split()[1] for line in result.stdout.splitlines() if line.startswith("VmHWM"))
        print(f"Memory of headless matches, {slug}: {int(peak_kb) // 1024} MB (bar 60)")


def decisions(count: int, slugs: Iterable[str] = HOUSE) -> None:
    """Measure decisions of every level as a share of their time, and print the slowest position.

    Measures processor time, which the budget counts too, so a busy machine does not distort the result.
    """
    for slug in slugs:
        levels = find_game(slug).bot.levels
        shares: dict[str, list[float]] = {level: [] for level in levels}
        slowest: dict[str, str] = {}
        longest = 0
        for number, session in enumerate(undecided(slug, count)):
            for level in levels:
                start = thread_time()
                bot_move(session, level, number, BudgetPolicy(share=THINKING_SHARE))
                share = (thread_time() - start) / LEVEL_SECONDS[level]
                if share > max(shares[level], default=0.0):
                    slowest[level] = f"{session.position()} {session.options}"
                shares[level].append(share)
            longest = max(longest, session.observe(None).get("left", 0))
        long_turns = f", turns of up to {longest} actions" if slug == "socker" else ""
        print(f"Decisions, {slug}: {count} positions of bot matches{long_turns}; share of the time allowed")
        for level, level_shares in shares.items():
            percentiles = statistics.quantiles(level_shares, n=100, method="inclusive")
            figures = f"median {percentiles[49]:.2f}, p99 {percentiles[98]:.2f}, max {max(level_shares):.2f}"
            print(f"  {level}: {figures} (bar {DECISION_BAR})", flush=True)
            if max(level_shares) > DECISION_BAR:
                print(f"    {slowest[level]}")


def undecided(slug: str, count: int) -> Iterator[Session]:
    """Yield ``count`` positions with more than one move, from bot matches with random house rules."""
    seed, yield_count = 0, 0
    while True:
        seed += 1
        long_turns = slug == "socker" and seed % 2
        session = Session.new(slug, seed=seed, options=LONG_TURNS) if long_turns else varied(slug, seed)
        rng = SeededRng(seed, "undecided")
        while session.to_move is not None:
            if rng.below(BETWEEN) == 0 and len(session.moves()) > 1:
                yield session
                yield_count += 1
                if yield_count == count:
                    return
            session.play(bot_move(session, rng.pick(("easy", "normal")), seed))


if __name__ == "__main__":
    main()
