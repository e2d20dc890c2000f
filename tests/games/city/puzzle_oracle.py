"""Puzzles of the City solved a second time, plainly: every pair of pieces is laid, by the rules.

Ways are looked for by the rules' own search (`Board.way`), not by the bits of the computer players. Only what
cannot matter is left out: a turn of theirs that touches none of the pieces of a way that is still there
leaves it as it is, unless it joins that pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from game.core.session import Session
from game.games.city.rules import RULES
from game.games.city.rules.graph import FREE
from game.games.city.rules.state import NOBODY, Lay, State


class Oracle:
    """Answers for the puzzle that begins with a position."""

    def __init__(self, position: str, options: dict[str, object]) -> None:
        session = Session.from_position("city", position, options=options)
        self.start: State = RULES.parse_position(position, 2, 0, session.options, None)
        self.seat = self.start.turn

    def cuts(self, colour: int) -> set[frozenset[str]]:
        """The pieces after which the other side can never join a colour any more."""
        found = set()
        for move in self.start.lays:
            then = RULES.apply(self.start, move).state
            if self._way(then, 1 - self.seat, colour, then.supply[1 - self.seat]) is None:
                found.add(frozenset([move.text]))
        return found

    def joins(self) -> set[frozenset[str]]:
        """The turns after which we join a pair in our next one, whatever they lay."""
        found = set()
        for one, other in combinations(self.start.lays, 2):
            then = RULES.apply(RULES.apply(self.start, one).state, other).state
            if then.turn != self.seat and self._sure(then):
                found.add(frozenset([one.text, other.text]))
        return found

    def _sure(self, state: State) -> bool:
        """Whether every turn of theirs leaves us a pair; most need not be looked at one by one."""
        ways = self._reached(state)
        if not ways:
            return False
        pieces = min(2, state.supply[1 - self.seat])
        return all(self._reached(after) for after in self._replies(state, ways, pieces))

    def _replies(self, state: State, ways: dict[int, frozenset[str]], pieces: int) -> Iterator[State]:
        if not pieces:
            yield state
            return
        # One of their pieces at least lies on this way, or they join this pair with pieces of their own.
        colour, way = next(iter(ways.items()))
        foe = 1 - self.seat
        takes = self._way(state, foe, colour, pieces) is not None
        for move in state.lays:
            if takes or move.text in way:
                then = RULES.apply(state, move).state
                yield from self._last(then, pieces - 1)

    def _last(self, state: State, pieces: int) -> Iterator[State]:
        yield state  # what is left out here hinders us less than what is laid
        if pieces:
            for move in state.lays:
                yield RULES.apply(state, move).state

    def _reached(self, state: State) -> dict[int, frozenset[str]]:
        """For each colour that we could join in our next turn, the pieces of one way."""
        most = min(2, state.supply[self.seat])
        found = {}
        for colour, owner in enumerate(state.claimed):
            if owner == NOBODY and (way := self._way(state, self.seat, colour, most)) is not None:
                found[colour] = way
        return found

    def _way(self, state: State, seat: int, colour: int, most: int) -> frozenset[str] | None:
        """The pieces that a shortest way of so many at most misses."""
        pair = state.socks[colour]
        assert pair is not None
        stations = state.board.way(pair, state.track, seat, state.stops, limit=most)
        if stations is None:
            return None
        missing = [link for link in state.board.along(stations) if state.track[link] == FREE]
        if len(missing) > most:
            return None
        return frozenset(Lay(*state.board.link_names[link]).text for link in missing)
