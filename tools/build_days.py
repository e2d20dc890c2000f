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
from game.match.puzzle.pack import WEEK_GRADES, read_pack
from tools.command import command


def listed(packs: Mapping[str, Sequence[Puzzle]], old: Sequence[str]) -> list[str]:
    """Return the puzzle keys of all days.

    Args:
        packs: puzzles of each game.
        old: keys already in the list.
    """
    day_keys = list(old)
    unused = {
        (game, grade): [
            puzzle.key for puzzle in reversed(pack) if puzzle.grade == grade and puzzle.key not in old
        ]
        for game, pack in packs.items()
        for grade in WEEK_GRADES
    }
    totals = {place: len(keys) for place, keys in unused.items()}
    game_of = {puzzle.key: game for game, pack in packs.items() for puzzle in pack}
    last_days = {
        game: max((day for day, key in enumerate(old) if game_of.get(key) == game), default=-1)
        for game in packs
    }
    while True:
        grade = WEEK_GRADES[len(day_keys) % len(WEEK_GRADES)]
        yesterday = len(day_keys) - 1
        games = [
            game for game in packs if unused[game, grade] and (not day_keys or last_days[game] != yesterday)
        ]
        if not games:
            # Leave incomplete weeks for puzzles that are made later.
            weeks = len(day_keys) - len(day_keys) % len(WEEK_GRADES)
            return day_keys[: max(weeks, len(old))]
        # All packs run out together. Among equals, take the game that was used least recently.
        game = max(games, key=lambda slug: (len(unused[slug, grade]) / totals[slug, grade], -last_days[slug]))
        last_days[game] = len(day_keys)
        day_keys.append(unused[game, grade].pop())


def main() -> None:
    """Print or write the list."""
    parser = command(__doc__)
    parser.add_argument("--write", action="store_true", help="write the list; without it, it is only counted")
    arguments = parser.parse_args()
    packs = {slug: list(read_pack(slug).puzzles.values()) for slug in game_slugs()}
    old = days.read_days()
    day_keys = listed({slug: pack for slug, pack in packs.items() if pack}, old)
    print(f"{len(day_keys)} days, {len(day_keys) - len(old)} of them new, until {days.day_of(len(day_keys))}")
    if arguments.write:
        path = Path(days.__file__).with_name(days.DAY_LIST)
        path.write_text("".join(f"{key}\n" for key in day_keys), encoding="utf-8")


if __name__ == "__main__":
    main()
