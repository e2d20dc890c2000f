"""An observation read back: who could join what, and by which way. For bots and for the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.games.city.rules.board import Board, read_board
from game.games.city.rules.graph import FREE
from game.games.city.rules.observed import Observed
from game.games.city.rules.socks import COLOURS, Pair, Socks, read_pairs, taken
from game.games.city.rules.text import read_claimed, read_tracks


@dataclass(frozen=True, slots=True)
class BoardReading:
    """What lies on the board."""

    board: Board
    socks: Socks
    blockers: tuple[int, ...]
    track: bytes
    claimed: tuple[int, ...]
    supply: tuple[int, int]
    stops: frozenset[int]

    @classmethod
    def of(cls, observation: Observed) -> BoardReading:
        """The view that an observation of City gives."""
        board = read_board(",".join(observation["board"]) or "-")
        socks = read_pairs(board, observation["socks"])
        blockers = tuple(board.number[name] for name in observation["blockers"])
        first, second = observation["supply"]
        return cls(
            board,
            socks,
            blockers,
            read_tracks(board, _sides(observation["tracks"]), over_printed=True),
            read_claimed(_sides(observation["claimed"])),
            (first, second),
            taken(socks).union(blockers),
        )

    def pair(self, colour: str) -> Pair | None:
        """The stations of a colour's socks."""
        return self.socks[COLOURS.index(colour)]

    def shortest_way(self, colour: str, seat: int) -> tuple[tuple[str, ...], int] | None:
        """The way on which a seat needs the fewest pieces to join a colour, and how many.

        Returns:
            The texts of the stations from sock to sock, and the missing pieces; `None` without a way or where
            the seat has too few pieces left.
        """
        pair = self.pair(colour)
        if pair is None:
            return None
        stations = self.board.way(pair, self.track, seat, self.stops, limit=self.supply[seat])
        if stations is None:
            return None
        missing = sum(self.track[link] == FREE for link in self.board.along(stations))
        return tuple(self.board.names[station] for station in stations), missing

    def gaps(self, way: Sequence[str]) -> list[tuple[str, str]]:
        """The links of a way on which there is no track yet, each as the rules write it."""
        links = self.board.along([self.board.number[text] for text in way])
        return [self.board.link_names[link] for link in links if self.track[link] == FREE]


def _sides(lists: list[list[str]]) -> str:
    return "/".join(",".join(parts) or "-" for parts in lists)
