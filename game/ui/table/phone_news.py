"""What phones are told of a match: what stands on the big screen too, and what one seat alone may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.core.discovery import find
from game.match.seats import PHONE
from game.ui.table.choices import narrowed
from game.ui.table.party_match import PartyHost, PartyMatch, is_waiting
from game.ui.table.phone_hints import PhoneHints
from game.words import _


class PhoneNews:
    """The state that is sent to each phone."""

    def __init__(self, stage: PartyHost, hints: PhoneHints, is_away: Callable[[int], bool]) -> None:
        self._stage = stage
        self._hints = hints
        self._is_away = is_away
        self._scene: object = None
        self._matches = 0
        """How many matches phones have been shown: a page forgets what it kept of the one before."""
        self._listed: tuple[object, list[str]] = None, []
        self._prefix: tuple[str, ...] = ()

    def begin(self, scene: PartyMatch) -> None:
        """This match is told of from now on."""
        if scene is not self._scene:
            self._scene, self._matches = scene, self._matches + 1

    def end(self) -> None:
        """No match is told of; if it is this one again, it counts as another."""
        self._scene = None

    def narrow(self, words: Sequence[str]) -> None:
        """The phone to move has chosen the first words of its move, where very many moves are offered."""
        self._prefix = tuple(words)

    def shared(self, scene: PartyMatch) -> dict[str, Any]:
        """What every phone is told: all of it stands on the big screen too."""
        match = scene.match
        session = match.session
        info = find(session.game).info
        result = match.result() if match.is_over else None
        return {
            "lobby": False,
            "match": self._matches,
            "game": session.game,
            "title": _(info.title),
            "page": f"/play/{session.game}.js" if info.phone else "",
            "seats": [
                {
                    "name": seat.name,
                    "look": seat.look,
                    "bot": seat.is_bot,
                    "away": seat.device == PHONE and self._is_away(number),
                }
                for number, seat in enumerate(match.seats)
            ],
            "turn": session.to_move,
            "ply": len(session.log),
            "options": dict(session.options),
            "waiting": is_waiting(self._stage, scene),
            "over": result and {"winners": list(result.winners), "words": scene.view.words.ending(result)},
            "still": self._stage.still,
            "text": self._stage.settings.text_size,
            "hints": self._hints.allowed,
        }

    def own(self, scene: PartyMatch, seat: int) -> dict[str, Any]:
        """What this seat alone is told."""
        mine = scene.match.to_move == seat
        moves = self._offered(scene, seat) if mine else {"moves": [], "prefix": [], "next": []}
        return moves | {
            "seat": seat,
            "seen": scene.match.session.observe(seat),
            "undo": scene.match.last_person == seat,
            "view": scene.view.phone.view(seat),
            "hint": self._hints.hint(scene, seat),
        }

    def _offered(self, scene: PartyMatch, seat: int) -> dict[str, Any]:
        """The legal moves, listed once a ply."""
        now = scene, len(scene.match.session.log), seat
        if self._listed[0] != now:
            self._listed = now, scene.view.phone.moves(seat)
            self._prefix = ()
        return narrowed(self._listed[1], self._prefix)
