"""Setting up by hand: tiles, socks and spare socks, with any device, or left to the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.bots.worker import CHOOSE
from game.core.game import Refusal
from game.games.city.rules.rules import Code
from game.games.city.rules.socks import COLOURS, SockRules, pairs, room_for
from game.games.city.screen.map_state import MapState
from game.games.city.screen.tile_in_hand import TileInHand
from game.games.city.words.sentences import refused
from game.ui.kit.input import Act, Intent
from game.ui.kit.stack import Help
from game.ui.table.context import ViewContext
from game.words import _


class SettingUp:
    """What is half done before the first piece of track: the tile in hand, the first sock of a pair."""

    def __init__(self, table: ViewContext, map_state: MapState) -> None:
        self._table = table
        self._map = map_state
        self.tile = TileInHand(table, map_state)
        self.colour = COLOURS[0]
        """The colour of the pair in hand."""
        self.first = ""
        """The station of the first sock of the pair in hand."""
        self.open: frozenset[str] = frozenset()
        """The stations where a sock or a spare one may go."""
        self.asked = 0
        """The ticket of a choice that the program is asked for."""
        self.rest = ""
        """The phase that a person has left to the program."""
        self._pairs: dict[str, set[str]] = {}

    @property
    def holds(self) -> bool:
        """Whether Back has something to put back."""
        return bool(self.first)

    @property
    def phase(self) -> str:
        """What is being set up."""
        phase: str = self._map.seen["phase"]
        return phase

    # Keeping.

    def keep(self) -> dict[str, Any]:
        """The half-done choice, for the save."""
        return {
            "tile": self.tile.keep(),
            "colour": self.colour,
            "first": self.first,
            "rest": self.rest,
        }

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Take up a half-done choice again; whatever makes no sense is left out."""
        self.tile.recall(kept.get("tile"))
        if isinstance(kept.get("colour"), str) and kept["colour"] in COLOURS:
            self.colour = kept["colour"]
        if isinstance(kept.get("first"), str) and kept["first"] in self._map.city.stops:
            self.first = kept["first"]
        if kept.get("rest") in ("tiles", "socks", "blockers"):
            self.rest = kept["rest"]

    # The turn.

    def ready(self) -> None:
        """Work out what may be chosen now."""
        table, chosen = self._table, self._map
        self.open, self.asked = frozenset(), 0
        if self.phase != "socks":
            self.first = ""
        if self.phase == "play" or table.person is None:
            return
        if self.rest == self.phase:
            self.asked = self._ask()
            return
        match self.phase:
            case "tiles":
                self.tile.ready()
            case "socks":
                self._ready_for_socks()
            case "blockers":
                taken = {*chosen.picture.socks, *chosen.picture.blockers}
                self.open = frozenset(text for text in chosen.city.stops if text not in taken)

    def _ask(self) -> int:
        """Have a decent player choose for the person to move; returns the ticket."""
        table = self._table
        session, helper = table.session, table.stage.helper
        seen, seed = session.observe(table.person), ("for me", len(session.log))
        return helper.ask(CHOOSE, session.game, seen, session.options, "normal", seed)

    def attend(self) -> None:
        """Make the move that a person has left to the program, once it is found."""
        table = self._table
        if not self.asked or table.playback.is_busy:
            return
        answer = table.stage.helper.answer()
        if answer is not None and answer.ticket == self.asked:
            self.asked = 0
            if answer.error:
                # Nobody has to wait for a choice that never comes: the person goes on by hand.
                self.rest = ""
                self.ready()
            elif table.person is not None:
                table.play(answer.value)

    def _ready_for_socks(self) -> None:
        view, rules = self._map.view, SockRules.of(self._table.session.options)
        self._pairs = {}
        names = view.board.names
        for one, other in pairs(view.board, view.socks, rules):
            # Both ways round: whichever sock of a pair is put first.
            self._pairs.setdefault(names[one], set()).add(names[other])
            self._pairs.setdefault(names[other], set()).add(names[one])
        missing = [colour for colour, pair in zip(COLOURS, view.socks, strict=True) if pair is None]
        if missing and self.colour not in missing:
            self.colour = missing[0]
        if self.first not in self._pairs:
            self.first = ""
        self._choose_first(self.first)

    def _choose_first(self, station: str) -> None:
        self.first = station
        self.open = frozenset(self._pairs[station] if station else self._pairs)

    def act(self, intent: Intent) -> bool:
        """Take an intent of the person to move; whether it was for the set-up."""
        if self.asked:  # the program chooses just now
            return True
        if intent.act is Act.END_TURN:
            # Saved at once: after a resume the program still does the rest.
            self.rest = self.phase
            self._table.save()
            self.ready()
            return True
        return self.tile.act(intent) if self.phase == "tiles" else self._act_stations(intent)

    # Socks and spare socks.

    def _act_stations(self, intent: Intent) -> bool:
        table, chosen = self._table, self._map
        match intent.act:
            case Act.POINT | Act.PRESS:
                if intent.act is Act.PRESS and self._press_pair(intent):
                    return True
                stop = chosen.city.at.get(chosen.ground.at(table.stage.view.units(intent.at)))
                if stop is not None:
                    chosen.walker.jump(stop.text)
                if intent.act is Act.PRESS and stop is not None:
                    self._put()
            case Act.CONFIRM:
                self._put()
            case Act.NEXT | Act.PREVIOUS if self.phase == "socks":
                self._next_colour(1 if intent.act is Act.NEXT else -1)
            case Act.BACK | Act.ALTERNATE if self.first:
                self._choose_first("")
                table.stage.audio.play("back")
                table.save()
            case _:
                return False
        return True

    def _press_pair(self, intent: Intent) -> bool:
        at = self._table.stage.view.units(intent.at)
        for colour, box in self._map.places.rows("socks"):
            if box.holds(at) and self.phase == "socks":
                if colour in self._map.seen["socks"]:
                    self._refuse(Refusal(Code.COLOUR_SET_OUT, {"colour": colour}))
                else:
                    self.colour = colour
                return True
        return self._map.places.panel.holds(at)

    def _next_colour(self, step: int) -> None:
        missing = [colour for colour in COLOURS if colour not in self._map.seen["socks"]]
        here = missing.index(self.colour) if self.colour in missing else 0
        self.colour = missing[(here + step) % len(missing)]
        self._table.stage.audio.play("focus")

    def _put(self) -> None:
        """Put a sock, or a spare one, on the station of the cursor."""
        table, here = self._table, self._map.walker.at
        if self.phase == "blockers":
            table.play(f"block {here}")
        elif not self.first:
            if here in self._pairs:
                self._choose_first(here)
                table.stage.audio.play("place")
                table.save()
            elif here in self._map.picture.socks:
                self._refuse(Refusal(Code.STATION_TAKEN))
            elif self._is_crowded(here):
                self._refuse(Refusal(Code.CROWDED))
            else:
                table.refuse(_("From there no station has the right distance for the second sock."))
        elif here == self.first:
            self._choose_first("")
        elif table.play(f"sock {self.colour} {self.first} {here}"):
            self.first = ""

    def _is_crowded(self, station: str) -> bool:
        """Whether a sock on a station, or one near it, would have too few vacant neighbours."""
        view = self._map.view
        rules = SockRules.of(self._table.session.options)
        return rules.neighbours and not room_for((view.board.number[station],), view.board, view.socks)

    # Words.

    def _refuse(self, refusal: Refusal) -> None:
        self._table.refuse(refused(refusal, [seat.name for seat in self._table.seats]))

    def show_hint(self, verb: str, rest: Sequence[str]) -> None:
        """Put what is in hand where a hint points."""
        match verb:
            case "tile":
                self.tile.show_hint(rest)
            case "sock":
                self.colour = rest[0]
                self._choose_first(rest[1])
                self._map.walker.jump(rest[2])
            case "block":
                self._map.walker.jump(rest[0])

    def help(self, *, most: bool = False) -> Help:
        """What the buttons do in the set-up; ``most``: as much as there may be at once."""
        match self.phase:
            case "tiles":
                return [(Act.NAVIGATE, _("Move")), (Act.CONFIRM, _("Lay tile")), (Act.SECONDARY, _("Turn")),
                        (Act.NEXT, _("Design")), (Act.END_TURN, _("Rest for me"))]  # fmt: skip
            case "socks":
                word = _("Second sock") if self.first or most else _("First sock")
                other = (Act.BACK, _("Put back")) if self.first or most else (Act.NEXT, _("Colour"))
                return [
                    (Act.NAVIGATE, _("Walk")),
                    (Act.CONFIRM, word),
                    other,
                    (Act.END_TURN, _("Rest for me")),
                ]
        return [
            (Act.NAVIGATE, _("Walk")),
            (Act.CONFIRM, _("Spare sock here")),
            (Act.END_TURN, _("Rest for me")),
        ]
