"""Extend the list of daily puzzles, `game/match/puzzle/days.txt`, from the present packs.

    python -m tools.build_days            # prints the number of days
    python -m tools.build_days --write

Listed days stay. Every week goes from grade 1 on Monday to grade 5 on Sunday. The next game is the one with
the largest share of unused puzzles of the grade, but none comes twice in a row, and no puzzle comes twice.
Only whole weeks are listed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from game.core.discovery import game_slugs
from game.match.puzzle import Puzzle
from game.match.puzzle import pack as days
from game.match.puzzle.pack import read_pack
from tools.command import command

WEEK = (1, 2, 2, 3, 3, 4, 5)  # grades from Monday to Sunday


def listed(packs: Mapping[str, Sequence[Puzzle]], old: Sequence[str]) -> list[str]:
    """Return the puzzle keys of all days.

    Args:
        packs: puzzles of each game.
        old: keys already in the list.
    """
    found = list(old)
    left = {
        (game, grade): [one.key for one in reversed(pack) if one.grade == grade and one.key not in old]
        for game, pack in packs.items()
        for grade in WEEK
    }
    whole = {place: len(keys) for place, keys in left.items()}
    game_of = {one.key: game for game, pack in packs.items() for one in pack}
    turns = {
        game: max((day for day, key in enumerate(old) if game_of.get(key) == game), default=-1)
        for game in packs
    }
    while True:
        grade = WEEK[len(found) % len(WEEK)]
        yesterday = len(found) - 1
        games = [game for game in packs if left[game, grade] and (not found or turns[game] != yesterday)]
        if not games:
            # Leave incomplete weeks for puzzles that are made later.
            weeks = len(found) - len(found) % len(WEEK)
            return found[: max(weeks, len(old))]
        # All packs run out together. Among equals, take the game that was used least recently.
        game = max(games, key=lambda one: (len(left[one, grade]) / whole[one, grade], -turns[one]))
        turns[game] = len(found)
        found.append(left[game, grade].pop())


def main() -> None:
    """Print or write the list."""
    parser = command(__doc__)
    parser.add_argument("--write", action="store_true", help="write the list; without it, it is only counted")
    arguments = parser.parse_args()
    packs = {slug: list(read_pack(slug).puzzles.values()) for slug in game_slugs()}
    old = days.read_days()
    found = listed({slug: pack for slug, pack in packs.items() if pack}, old)
    print(f"{len(found)} days, {len(found) - len(old)} of them new, until {days.day_of(len(found))}")
    if arguments.write:
        path = Path(days.__file__).with_name(days.LIST)
        path.write_text("".join(f"{key}\n" for key in found), encoding="utf-8")


if __name__ == "__main__":
    main()
