"""Both rounds of a lesson, recomputed from its files alone, without any code of the program.

``python -m tests.games.sociable.independent_statistics FOLDER`` prints it for a saved lesson in English. It
reads only hands.csv, as a pupil would with a spreadsheet: the chair of each hand and the next one.
"""

from __future__ import annotations

import csv
import itertools
import math
import statistics
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

CHAIRS = ["Boss", "Veep", "Manager", "Clerk", "Temp"]


def worked_out(text: str) -> dict[str, Any]:
    rows = list(csv.DictReader(text.lstrip("\ufeff").splitlines()))
    size = {(r["table"], r["match"], r["hand"]): 0 for r in rows}
    for r in rows:
        size[r["table"], r["match"], r["hand"]] += 1
    exchanged = {(r["table"], r["match"], r["hand"]) for r in rows if r["given"] or r["received"]}

    def chair(r: dict[str, str], column: str) -> int:
        at = CHAIRS.index(r[column])
        return at - (at > 2 and size[r["table"], r["match"], r["hand"]] == 4)

    rules: dict[tuple[str, str], set[str]] = defaultdict(set)
    moves: dict[tuple[str, str], list[int]] = defaultdict(list)
    tables_by_player: dict[tuple[str, str], set[str]] = defaultdict(set)
    players = set()
    for r in rows:
        if r["computer"] == "1":
            continue
        key = r["player"], r["round"]
        players.add(r["player"])
        rules[key].add(r["exchange"])
        if r["exchange"] == "none" or (r["table"], r["match"], r["hand"]) in exchanged:
            moves[key].append(abs(chair(r, "next chair") - chair(r, "chair")))
            tables_by_player[key].add(r["table"])

    difference, change, first_rule = {}, {}, {}
    for player in sorted(players):
        ways = [rules[player, lap] for lap in "12"]
        if sorted(map(sorted, ways)) != [["none"], ["upwards"]] or not (
            moves[player, "1"] and moves[player, "2"]
        ):
            continue
        first, second = (statistics.mean(moves[player, lap]) for lap in "12")
        first_rule[player], change[player] = min(ways[0]), second - first
        difference[player] = first - second if first_rule[player] == "upwards" else second - first

    # Circles: spread a mark until nothing changes.
    mark = {player: number for number, player in enumerate(difference)}
    for _again in difference:
        for a, b in itertools.combinations(difference, 2):
            if any(tables_by_player[a, lap] & tables_by_player[b, lap] for lap in "12"):
                mark[a] = mark[b] = min(mark[a], mark[b])
    groups = [
        [difference[player] for player in mark if mark[player] == m] for m in sorted(set(mark.values()))
    ]
    if len(groups) < 3:
        groups = [[value] for value in difference.values()]

    n, mean = len(difference), statistics.mean(difference.values())
    g = len(groups)
    variance = g / (g - 1) * sum((sum(group) - mean * len(group)) ** 2 for group in groups) / n**2
    half = student(g - 1) * math.sqrt(variance)
    # All ways to assign the exchange to a round, as bits of a number.
    outcomes = [
        abs(sum(-sum(group) if bits >> place & 1 else sum(group) for place, group in enumerate(groups))) / n
        for bits in range(2**g)
    ]
    band = next(b for b in sorted(outcomes) if sum(o <= b + 1e-12 for o in outcomes) >= 0.95 * len(outcomes))
    half_changes = {
        way: [change[player] for player in change if first_rule[player] == way] for way in ("upwards", "none")
    }
    apart = None
    if all(half_changes.values()):
        on, off = statistics.mean(half_changes["upwards"]), statistics.mean(half_changes["none"])
        apart = ((off - on) / 2, (off + on) / 2)
    return {
        "differences": difference, "left out": len(players) - n, "mean": mean, "groups": g,
        "interval": (mean - half, mean + half), "band": band, "apart": apart,
        "chance": sum(o >= abs(mean) - 1e-9 for o in outcomes) / len(outcomes),
    }  # fmt: skip


def student(freedom: int) -> float:
    """Return the two-sided 95% point of Student's t, by summing its density in thin strips up to 0.475."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    step, area, t = 1e-4, 0.0, 0.0
    while area < 0.475:
        area += step * scale * (1 + (t + step / 2) ** 2 / freedom) ** (-(freedom + 1) / 2)
        t += step
    return t


if __name__ == "__main__":
    for what, value in worked_out((Path(sys.argv[1]) / "hands.csv").read_text("utf-8")).items():
        print(f"{what}: {value}")
