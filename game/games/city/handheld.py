"""Setting up by hand on phones: where tiles and socks may go, and having the rest done by the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.bots.worker import CHOOSE
from game.core.hexgrid import cell_text
from game.core.session import Session
from game.games.city.manual import fitting, left_over
from game.games.city.naming import called
from game.games.city.socks import SockRules, pairs
from game.games.city.view import View
from game.ui.match import MatchScene, Seat

SET_UP = ("tiles", "socks", "blockers")


class Handheld(MatchScene):
    """The part of the scene that phones play at."""

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self._left: dict[int, str] = {}
        """The phases that phones have left to the program."""
        self._ticket_for_phone = 0

    def phone_moves(self, seat: int) -> list[str]:
        """All but tiles, of which there can be very many."""
        return [] if self._phase == "tiles" else super().phone_moves(seat)

    def phone_view(self, seat: int) -> dict[str, Any]:
        """What the stations are called, and what may be chosen in the set-up.

        ``names``: of each station; ``left``: tiles of each design; ``spots``: for the rotations 0 to 2 the
        cells of hexagon a where a tile may lie; ``pairs``: for each station the numbers of those that may
        have the other sock.
        """
        phase, mine = self._phase, self.session.to_move == seat
        seen = self.session.observe(None)
        found: dict[str, Any] = {
            "rest": self._left.get(seat) == phase, "names": called(seen["stations"])
        }  # fmt: skip
        if not mine:
            return found
        view = View.of(seen)
        if phase == "tiles":
            left, options = left_over(view.board.tiles), self.session.options
            limits = options.number("vacant_min"), options.number("vacant_max")
            spots: list[list[str]] = [[], [], []]
            for tile in fitting(view.board.tiles, limits):
                if tile.design == min(+left) and tile.rotation < 3:
                    spots[tile.rotation].append(cell_text(tile.at))
            found |= {"left": [left[design] for design in sorted(left)], "spots": spots}
        elif phase == "socks":
            names = view.board.names
            may: dict[str, list[int]] = {}
            for one, other in pairs(view.board, view.socks, SockRules.of(self.session.options)):
                may.setdefault(names[one], []).append(other)
                may.setdefault(names[other], []).append(one)
            found["pairs"] = may
        return found

    def phone_act(self, seat: int, words: Mapping[str, Any]) -> str:
        """Leave the rest of a phase to the program."""
        if words["do"] == "rest" and self._phase in SET_UP:
            self._left[seat] = self._phase
            return ""
        return super().phone_act(seat, words)

    def tick(self, now: float) -> bool:
        """Do what phones have left to the program."""
        seat = self.session.to_move
        if seat in self._left and self.show is None and not self.queue and self.person is None:
            self._choose_for(seat)
        return super().tick(now)

    def _choose_for(self, seat: int) -> None:
        """Have a decent player choose for a phone that has left the phase to the program."""
        if self._left[seat] != self._phase or self.seats[seat].is_bot:
            del self._left[seat]
            return
        helper = self.stage.helper
        if not self._ticket_for_phone or self._ticket_for_phone != helper.ticket:
            seen, options = self.session.observe(seat), self.session.options
            seed = ("for me", len(self.session.log))
            self._ticket_for_phone = helper.ask(CHOOSE, self.session.game, seen, options, "normal", seed)
        answer = helper.answer()
        if answer is not None and answer.ticket == self._ticket_for_phone:
            self._ticket_for_phone = 0
            if answer.error:
                del self._left[seat]
            else:
                self.play(answer.value)

    @property
    def _phase(self) -> str:
        phase: str = self.session.observe(None)["phase"]
        return phase
