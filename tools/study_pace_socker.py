"""Measure how many turns Socker's bots need for a goal.

    python -m tools.study_pace_socker --level hard --legs 20

plays legs of a level against itself, each until its goal. Prints for each its turns, how many of them moved
the ball forward, how many of these the next turn undid, and how many turns before the end the ball stayed
within two rows of a goal. Then median and range. With ``--goals 3`` it plays whole matches to three goals
instead, and prints the turns, score and turns per goal of each.

A turn belongs to one side, so both sides together play two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TypeAlias

from game.bots.match_runner import bot_move
from game.core.search import BudgetPolicy
from game.core.session import Session
from game.games.socker.rules.events import LegVoided, SockerObservation, as_observation
from tools.command import command

Rules: TypeAlias = Mapping[str, int]
"""House rules that differ from the defaults."""
CLOSE = 2  # rows from a goal that count as a siege
SHORTEST, LONGEST = 40, 120  # desired turns of a match to three goals


@dataclass(frozen=True, slots=True)
class Leg:
    """Result of a leg.

    Attributes:
        rows: row of the ball after each turn, counted from the row where the second seat scores.
        goal: False if the leg was abandoned before a goal.
        gains: number of turns that moved the ball forward.
        undone: number of these that the next turn undid.
        siege: number of turns at the end with the ball near a goal.
    """

    rows: tuple[int, ...]
    goal: bool
    gains: int
    undone: int
    siege: int

    @property
    def turns(self) -> int:
        return len(self.rows)


def row_of(observation: SockerObservation) -> int:
    """Return the row of the ball, from 1."""
    lines = observation["field"].split("/")
    return next(len(lines) - number for number, line in enumerate(lines) if "o" in line)


def leg_of(rows: list[int], first: int, last_row: int, *, goal: bool) -> Leg:
    """Return the result of a leg from the ball's rows. ``first`` is the seat of the first turn."""
    before = [(last_row + 1) // 2, *rows]
    row_gains = [
        (new_row - old_row) * (1 if (first + number) % 2 == 0 else -1)
        for number, (old_row, new_row) in enumerate(zip(before, rows, strict=False))
    ]
    undone = sum(gain > 0 and next_gain >= gain for gain, next_gain in pairwise(row_gains))
    siege = 0
    for row in reversed(rows):
        if min(row - 1, last_row - row) > CLOSE:
            break
        siege += 1
    return Leg(tuple(rows), goal, sum(gain > 0 for gain in row_gains), undone, siege)


def played(level: str, seed: int, allowance: BudgetPolicy, rules: Rules, max_turns: int) -> Leg:
    """Play a leg of a level against itself and return it, at most ``max_turns`` turns."""
    session = Session.new("socker", 2, seed, {"goals": 1, **rules})
    rows: list[int] = []
    first = 0
    while (seat := session.to_move) is not None and len(rows) < max_turns:
        before = as_observation(session.observe(None))
        session.play(bot_move(session, level, seed, allowance))
        after = as_observation(session.observe(None))
        if before["phase"] == "place":
            first = seat
        elif after["turns"] > before["turns"]:
            if not rows:
                first = before["mover"]
            rows.append(row_of(after))
    last_row = len(as_observation(session.observe(None))["field"].split("/"))
    return leg_of(rows, first, last_row, goal=session.outcome is not None)


@dataclass(frozen=True, slots=True)
class Match:
    """Result of a match: turns, score, turns per goal, and the number of void legs."""

    turns: int
    score: tuple[int, ...]
    waits: tuple[int, ...]
    voids: int


def whole(level: str, seed: int, allowance: BudgetPolicy, rules: Rules, max_turns: int) -> Match:
    """Play a match of a level against itself and return it, at most ``max_turns`` turns."""
    session = Session.new("socker", 2, seed, rules)
    observation = as_observation(session.observe(None))
    scored, voids = [0], 0
    while session.to_move is not None and observation["turns"] < max_turns:
        events = session.play(bot_move(session, level, seed, allowance))
        voids += sum(event.kind == LegVoided.kind for event in events)
        observation = as_observation(session.observe(None))
        if sum(observation["score"]) >= len(scored):
            scored.append(observation["turns"])
    waits = tuple(after - before for before, after in pairwise(scored))
    return Match(observation["turns"], tuple(observation["score"]), waits, voids)


def matches(level: str, seeds: range, allowance: BudgetPolicy, rules: Rules, max_turns: int) -> None:
    """Play whole matches and print their results."""
    results = []
    for seed in seeds:
        match = whole(level, seed, allowance, rules, max_turns)
        results.append(match)
        score = ":".join(map(str, match.score))
        print(f"{match.turns} turns, {score}, goals after {', '.join(map(str, match.waits))}", flush=True)
    turns = sorted(match.turns for match in results)
    waits = [wait for match in results for wait in match.waits]
    within = sum(SHORTEST <= count <= LONGEST for count in turns)
    goals_text = f"{len(waits)} goals, median {median(waits):g} turns" if waits else "no goal"
    voids = sum(match.voids for match in results)
    print(
        f"{level}: median {median(turns):g} turns, {turns[0]} to {turns[-1]}, {within} of {len(turns)} within"
        f" {SHORTEST} to {LONGEST}; {goals_text}, {voids} void legs"
    )


def main() -> None:
    """Play the legs of the command line."""
    parser = command(__doc__)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--legs", type=int, default=20)
    parser.add_argument("--goals", type=int, default=1, help="goals that win a match; 1 ends it at the first")
    parser.add_argument("--extra-time", type=int, default=0, help="the house rule")
    parser.add_argument("--extra-most", type=int, default=5, help="the house rule")
    parser.add_argument("--seed", type=int, default=1, help="of the first leg")
    parser.add_argument("--share", type=float, default=0.1, help="of the time at the table")
    parser.add_argument("--most", type=int, default=200, help="turns after which it is left")
    arguments = parser.parse_args()
    rules = {"extra_time": arguments.extra_time, "extra_most": arguments.extra_most}
    seeds = range(arguments.seed, arguments.seed + arguments.legs)
    if arguments.goals > 1:
        matches(
            arguments.level,
            seeds,
            BudgetPolicy(share=arguments.share),
            {**rules, "goals": arguments.goals},
            arguments.most,
        )
        return
    legs = []
    for seed in seeds:
        leg = played(arguments.level, seed, BudgetPolicy(share=arguments.share), rules, arguments.most)
        legs.append(leg)
        suffix = "" if leg.goal else ", left"
        print(
            f"{leg.turns} turns, {leg.gains} forward, {leg.undone} undone, siege {leg.siege}{suffix}",
            flush=True,
        )
    lengths = sorted(leg.turns for leg in legs)
    goals = sum(leg.goal for leg in legs)
    print(
        f"{arguments.level}: {goals} goals, median {median(lengths):g} turns, {lengths[0]} to {lengths[-1]}"
    )


if __name__ == "__main__":
    main()
