"""Who has played what, how often and how well."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from game.core.game import GameInfo, Outcome
from game.core.schema import dataclass_reader, letters, mapping_reader, number, optional, real, to_json
from game.store.data_folder import DataFolder

VERSION = 1
FILE = "statistics.json"
_LOCK = "statistics.lock"
MOST = 10**12
"""No number of ours is so large."""
Count = Annotated[int, number(0, MOST - 1)]
Moment = Annotated[float, real(0, MOST)]


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """One player at one game."""

    matches: Count = 0
    wins: Count = 0
    """Won alone."""
    shared: Count = 0
    """Won together with others."""
    best: Annotated[int | None, optional(number(1 - MOST, MOST - 1))] = None
    """The best score so far; some games score below zero."""
    streak: Count = 0
    """Matches won in a row, alone or not, up to now."""
    longest: Count = 0
    """The longest such row."""
    last: Moment = 0.0
    """When the last match ended, in seconds since 1970."""
    rung: Annotated[str, letters(99)] = ""
    """What the matches against computer players have come to; read by `game.match.adaptive_level`."""

    def with_match(self, seat: int, outcome: Outcome, when: float, *, info: GameInfo | None) -> PlayerStats:
        """The line after one more match of a game; of an unknown one whoever is best has won."""
        won, players = seat in outcome.winners, len(outcome.scores)
        shared = len(outcome.winners) > 1 if info is None else info.shares_win(outcome.winners, players)
        alone = won and not shared
        counts = seat < players and (info is None or info.has_scores)
        score = outcome.scores[seat] if counts else None
        scores = [each for each in (self.best, score) if each is not None]
        streak = self.streak + 1 if won else 0
        return replace(
            self,
            matches=self.matches + 1,
            wins=self.wins + alone,
            shared=self.shared + (won and not alone),
            best=(min if info is not None and info.fewest else max)(scores) if scores else None,
            streak=streak,
            longest=max(self.longest, streak),
            last=max(self.last, when),  # the clock of a computer may have been set back
        )


class StatisticsStore:
    """The lines of all players at all games."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder

    def all(self) -> dict[str, dict[str, PlayerStats]]:
        """Every line, by game and then by player."""
        return self._folder.read_table(FILE, VERSION, "games", mapping_reader(dataclass_reader(PlayerStats)))

    def game(self, game: str) -> list[tuple[str, PlayerStats]]:
        """The players of a game with their lines, most wins first."""
        lines = self.all().get(game, {})
        return sorted(lines.items(), key=lambda row: (-row[1].wins, -row[1].shared, row[1].matches, row[0]))

    def player(self, name: str) -> dict[str, PlayerStats]:
        wanted = canonical(name)
        return {game: lines[wanted] for game, lines in self.all().items() if wanted in lines}

    def add(
        self,
        game: str,
        names: Mapping[int, str],
        outcome: Outcome,
        when: float | None = None,
        *,
        moved: Callable[[int, str], str] = lambda _seat, rung: rung,
        info: GameInfo | None = None,
    ) -> bool:
        """Count a match that has ended for these players, bots usually left out; whether it could be kept.

        ``info`` says what the end means, and whether a lower score is better. ``moved`` gives what a seat's
        `PlayerStats.rung` is after this match, by what it was before.
        """
        now = time.time() if when is None else when
        with self._folder.locked(_LOCK):
            # Read again under the lock: another window may have counted a match since.
            games = self.all()
            lines = games.setdefault(game, {})
            for seat, name in names.items():
                key = canonical(name)
                line = lines.get(key, PlayerStats())
                line = replace(line, rung=moved(seat, line.rung))
                lines[key] = line.with_match(seat, outcome, now, info=info)
            return self._write(games)

    def reset(self) -> bool:
        with self._folder.locked(_LOCK):
            return self._write({})

    def _write(self, games: Mapping[str, Mapping[str, PlayerStats]]) -> bool:
        played = {game: lines for game, lines in games.items() if lines}
        return self._folder.write_json(FILE, {"games": to_json(played)}, VERSION)


def canonical(name: str) -> str:
    """The form under which a name is counted: however its accents were typed, without spaces around it."""
    return unicodedata.normalize("NFC", name).strip()
