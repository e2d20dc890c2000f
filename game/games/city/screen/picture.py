"""What the screen of Socks in the City shows at a moment, caught up event by event with the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from game.core.game import Event
from game.games.city.rules.events import (
    BlockerPut,
    BoardBuilt,
    CoinTossed,
    PairJoined,
    PairSetOut,
    PhaseBegun,
    SetupRescued,
    SocksSetOut,
    TileLaid,
    TrackLaid,
    TurnPassed,
    read,
)
from game.games.city.rules.observed import Observed
from game.games.city.rules.reading import BoardReading
from game.games.city.rules.socks import COLOURS
from game.games.city.screen.night_map import MapContents
from game.games.city.words.sentences import out_of_reach

Link = tuple[str, str]
A_TURN = 2
"""Pieces of track that a turn lays, but for the very first."""


@dataclass(slots=True)
class CityPicture:
    """What lies there; the rules may be some events ahead."""

    tiles: list[str] = field(default_factory=list)
    tracks: tuple[list[Link], list[Link]] = field(default_factory=lambda: ([], []))
    socks: dict[str, str] = field(default_factory=dict)
    """The colour on each station."""
    blockers: list[str] = field(default_factory=list)
    owners: dict[str, int] = field(default_factory=dict)
    ways: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The way that brought each colour home."""
    out: dict[str, bool] = field(default_factory=dict)
    """Colours that nobody can join any more, and whether for want of pieces."""
    scores: list[int] = field(default_factory=lambda: [0, 0])
    supply: list[int] = field(default_factory=lambda: [0, 0])
    turn: int = 0
    left: int = 1
    phase: str = "play"

    @classmethod
    def of(cls, seen: Observed, view: BoardReading) -> CityPicture:
        """The picture of an observation."""
        picture = cls(
            tiles=list(seen["board"]),
            tracks=(track_links(seen["tracks"][0]), track_links(seen["tracks"][1])),
            socks={station: colour for colour, pair in seen["socks"].items() for station in pair},
            blockers=list(seen["blockers"]),
            owners={colour: seat for seat in (0, 1) for colour in seen["claimed"][seat]},
            scores=list(seen["scores"]),
            supply=list(seen["supply"]),
            turn=seen["turn"],
            left=seen["left"],
            phase=seen["phase"],
        )
        for colour, seat in picture.owners.items():
            pair = view.socks[COLOURS.index(colour)]
            way = view.board.way(pair, view.track, seat, view.stops, limit=0) if pair else None
            if way:
                picture.ways[colour] = tuple(view.board.names[station] for station in way)
        if picture.phase == "play":
            picture.out = out_of_reach(view)
        return picture

    def laid(self, focus: str) -> MapContents:
        """What lies on the board, to be drawn."""
        return MapContents(
            (tuple(self.tracks[0]), tuple(self.tracks[1])),
            tuple(self.socks.items()),
            tuple(self.blockers),
            tuple(self.owners.items()),
            frozenset(self.out),
            tuple(self.ways.values()),
            focus,
        )

    def begin_lay(self, seat: int) -> None:
        """A seat is about to lay a piece: where it is another's turn, a new one begins."""
        if seat != self.turn:
            self.turn, self.left = seat, A_TURN if any(self.tracks) else 1

    def take_in(self, event: Event) -> None:
        """Change the picture as an event did the position."""
        match read(event):
            case BoardBuilt(tiles=tiles):
                self.tiles = list(tiles)
                self.phase = "socks" if self.phase == "tiles" else self.phase
            case TileLaid(tile=tile):
                self.tiles.append(tile)
            case SocksSetOut(socks=socks):
                self.socks = {station: colour for colour, pair in socks.items() for station in pair}
            case PairSetOut(stations=stations, colour=colour):
                self.socks.update(dict.fromkeys(stations, colour))
            case BlockerPut(station=station):
                self.blockers.append(station)
            case PhaseBegun(phase=phase):
                self.phase = phase
            case TrackLaid(seat=seat, link=link):
                one, other = link
                for side in self.tracks:
                    if (one, other) in side:
                        side.remove((one, other))
                self.tracks[seat].append((one, other))
                self.supply[seat] -= 1
                self.left -= 1
            case PairJoined(seat=seat, colour=colour) as joined:
                self.owners[colour] = seat
                self.ways[colour] = tuple(joined.way)
                self.scores[seat] += joined.worth
            case CoinTossed() | SetupRescued() | TurnPassed():
                pass
            case unknown:
                assert_never(unknown)


def track_links(texts: list[str]) -> list[Link]:
    """The links of pieces as an observation has them."""
    return [(one, other) for one, _dash, other in (text.partition("-") for text in texts)]
