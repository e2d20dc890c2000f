"""Results of all players: matches, wins, scores and streaks."""

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
MAX_NUMBER = 10**12  # exclusive upper bound of all numbers
Count = Annotated[int, number(0, MAX_NUMBER - 1)]
Moment = Annotated[float, real(0, MAX_NUMBER)]


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """Statistics of one player in one game."""

    matches: Count = 0
    wins: Count = 0  # won alone
    shared: Count = 0  # won together with others
    # best score; may be negative in some games
    best: Annotated[int | None, optional(number(1 - MAX_NUMBER, MAX_NUMBER - 1))] = None
    streak: Count = 0  # present number of matches won in a row, shared wins included
    longest: Count = 0  # longest streak
    last: Moment = 0.0  # end of the last match, in s since 1970
    rung: Annotated[str, letters(99)] = ""  # results against bots, for `game.match.adaptive_level`

    def with_match(self, seat: int, outcome: Outcome, when: float, *, info: GameInfo | None) -> PlayerStats:
        """Copy with one more match, ended at ``when`` (s since 1970) and played in ``seat``; ``rung`` stays.

        Without ``info`` (an unknown game) the winners of the outcome have won.
        """
        has_won, players = seat in outcome.winners, len(outcome.scores)
        is_shared = len(outcome.winners) > 1 if info is None else info.shares_win(outcome.winners, players)
        alone = has_won and not is_shared
        counts = seat < players and (info is None or info.has_scores)
        score = outcome.scores[seat] if counts else None
        scores = [each for each in (self.best, score) if each is not None]
        streak = self.streak + 1 if has_won else 0
        return replace(
            self,
            matches=self.matches + 1,
            wins=self.wins + alone,
            shared=self.shared + (has_won and not alone),
            best=(min if info is not None and info.lowest_score_wins else max)(scores) if scores else None,
            streak=streak,
            longest=max(self.longest, streak),
            last=max(self.last, when),  # the computer's clock may have been set back
        )


class StatisticsStore:
    """Statistics of all players and games."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder

    def all(self) -> dict[str, dict[str, PlayerStats]]:
        """All statistics, by game and then by normalised player's name."""
        return self._folder.read_table(FILE, VERSION, "games", mapping_reader(dataclass_reader(PlayerStats)))

    def game(self, game: str) -> list[tuple[str, PlayerStats]]:
        """(name, statistics) of each player of a game, most wins first."""
        lines = self.all().get(game, {})
        return sorted(lines.items(), key=lambda row: (-row[1].wins, -row[1].shared, row[1].matches, row[0]))

    def player(self, name: str) -> dict[str, PlayerStats]:
        """Statistics of a player, by game; without games that they have not played."""
        key = canonical(name)
        return {game: lines[key] for game, lines in self.all().items() if key in lines}

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
        """Add a finished match for these players, usually without bots. Returns False if the write fails.

        ``info`` defines the meaning of the end, and if a lower score is better. ``moved`` computes a seat's
        new `PlayerStats.rung` from the old one.
        """
        now = time.time() if when is None else when
        with self._folder.locked(_LOCK):
            # Read again under the lock, because another window may have written.
            games = self.all()
            lines = games.setdefault(game, {})
            for seat, name in names.items():
                key = canonical(name)
                line = lines.get(key, PlayerStats())
                line = replace(line, rung=moved(seat, line.rung))
                lines[key] = line.with_match(seat, outcome, now, info=info)
            return self._write(games)

    def reset(self) -> bool:
        """Delete all statistics; False if the write fails."""
        with self._folder.locked(_LOCK):
            return self._write({})

    def _write(self, games: Mapping[str, Mapping[str, PlayerStats]]) -> bool:
        """Write the statistics, without empty games; False if that fails."""
        nonempty = {game: lines for game, lines in games.items() if lines}
        return self._folder.write_json(FILE, {"games": to_json(nonempty)}, VERSION)


def canonical(name: str) -> str:
    """Normal form of a player's name: one form of accents (NFC), no spaces around it."""
    return unicodedata.normalize("NFC", name).strip()
