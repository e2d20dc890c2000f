"""Places of the players in a finished match: who is on the washing line, and the tags of the others."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.discovery import find_game
from game.core.game import GameInfo, Outcome, ScoringMode
from game.match.match import Match
from game.ui.match.info_panels import outfit_of


def seats_by_place(info: GameInfo, outcome: Outcome) -> list[int]:
    """Seats in the order of their places, partners beside each other; without scores the winners first."""
    players = len(outcome.scores)
    direction = _score_direction(info, outcome)
    return sorted(
        range(players),
        key=lambda seat: (
            seat not in outcome.winners,
            direction * outcome.scores[seat],
            info.side(seat, players),
        ),
    )


def _score_direction(info: GameInfo, outcome: Outcome) -> int:
    """Return 1 if fewer points are better, -1 if more are, 0 if scores do not decide places."""
    winning_scores = {outcome.scores[seat] for seat in outcome.winners}
    extremes = max(outcome.scores), min(outcome.scores)
    direction = (
        (-1 if extremes[0] in winning_scores and not info.lowest_score_wins else 1)
        if winning_scores & set(extremes) and len(winning_scores) == 1
        else 0
    )
    return direction * info.has_scores


def place_of(info: GameInfo, outcome: Outcome, seat: int) -> int:
    """Return the place of a seat from 1, equal for equal results. 0 if there is none."""
    if seat in outcome.winners:
        return int(info.scoring is not ScoringMode.LOSER)  # a seat that has not lost is not first
    direction, scores = _score_direction(info, outcome), outcome.scores
    if not direction:
        return 2 if len(scores) == 2 and info.scoring is ScoringMode.BEST and outcome.winners else 0
    better_seats = [
        rival for rival in range(len(scores)) if direction * scores[rival] < direction * scores[seat]
    ]
    return 1 + len(set(better_seats) | set(outcome.winners))


@dataclass(frozen=True, slots=True)
class LinePuppet:
    """Player on the washing line."""

    look: int
    wears: str
    state: str


@dataclass(frozen=True, slots=True)
class PlaceTag:
    """Player whose tag hangs from the washing line."""

    look: int
    name: str
    points: str
    place: int  # from 1; 0 for none
    mood: str


class Ranking:
    """Players of a finished match by their places."""

    def __init__(self, match: Match) -> None:
        self.match, self.outcome = match, match.result()
        self.info = find_game(match.session.game).info

    @property
    def champion(self) -> int | None:
        """Seat that won alone. None if there is none or the game is not about the best."""
        alone = len(self.outcome.winners) == 1 and self.info.scoring is ScoringMode.BEST
        return self.outcome.winners[0] if alone else None

    @property
    def seats(self) -> list[int]:
        """Seats in the order of their places."""
        return seats_by_place(self.info, self.outcome)

    @property
    def _line_seats(self) -> list[int]:
        """Seats on the washing line: winners, in a game about losing the losers; all without a winner."""
        winners, all_seats = self.outcome.winners, range(len(self.match.seats))
        line_seats = (
            [seat for seat in all_seats if (seat in winners) != (self.info.scoring is ScoringMode.LOSER)]
            if winners
            else []
        )
        return line_seats or list(all_seats)

    @property
    def standers(self) -> tuple[LinePuppet, ...]:
        """Players on the washing line."""
        lost = "idle" if self.info.scoring in (ScoringMode.BEST, ScoringMode.TEAMS) else "sad"
        crown = "crown" if self.champion is not None else ""
        return tuple(
            LinePuppet(
                player.look,
                outfit_of("", player.cap) or crown,
                "happy" if seat in self.outcome.winners else lost,
            )
            for seat in self._line_seats
            for player in (self.match.seats[seat],)
        )

    @property
    def given_up(self) -> tuple[LinePuppet, LinePuppet] | None:
        """Winner and loser of a match of two that one of them gave up, else None."""
        loser, seats = self.match.conceded_by, self.match.seats
        if loser is None or len(seats) != 2 or self.champion is None:
            return None
        lost = seats[loser]
        return self.standers[0], LinePuppet(lost.look, outfit_of("", lost.cap), "sad")

    @property
    def tags(self) -> tuple[PlaceTag, ...]:
        """Tags of the other players, in the order of their places."""
        above = self._line_seats
        return tuple(self.place_tag(seat) for seat in self.seats if seat not in above)

    def place_tag(self, seat: int) -> PlaceTag:
        """Tag of a seat: name, score, place and mood."""
        player, points = self.match.seats[seat], self.outcome.scores[seat]
        place = place_of(self.info, self.outcome, seat) if self.outcome.winners else 0
        is_last = place == max(
            place_of(self.info, self.outcome, number) for number in range(len(self.match.seats))
        )
        mood = "happy" if seat in self.outcome.winners else "sad" if is_last else "idle"
        return PlaceTag(player.look, player.name, str(points) if self.info.has_scores else "", place, mood)
