"""Write the golden playthrough of every game that lacks one: ``make playthroughs``."""

from __future__ import annotations

from pathlib import Path

from game.bots.match_runner import Pairing, play_match
from game.bots.record_commands import steps
from game.core.discovery import find_game, game_slugs
from tools.command import command

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "playthroughs"
TOLD = "--- told ---\n"
# house rules that keep a golden file short
SHORT: dict[str, dict[str, object]] = {"socker": {"goals": 1}, "socki": {"target": 50}}


def main() -> None:
    """Let bots play a match of each game without a playthrough, and write its record and its text."""
    command(__doc__).parse_args()
    FOLDER.mkdir(exist_ok=True)
    for slug in game_slugs():
        path = FOLDER / f"{slug}.txt"
        if path.exists():
            print(f"{path.name} is there already; delete it first when the rules have really changed")
            continue
        info = find_game(slug).info
        options = info.read_options(SHORT.get(slug), info.default_players)
        levels = tuple(("normal", "easy")[seat % 2] for seat in range(info.default_players))
        record = play_match(Pairing(slug, levels, 7, options)).record
        path.write_text(f"{record}{TOLD}" + "\n".join(steps(record)) + "\n", encoding="utf-8", newline="\n")
        print(f"{path.name} written")


if __name__ == "__main__":
    main()
