"""How people choose in Socks in the City: a link, a pair to look at, a closer look."""

from __future__ import annotations

import math

from game.games.city.screen.map_state import MapState
from game.games.city.screen.pointing import nearest_link
from game.games.city.screen.setting_up import SettingUp
from game.ui.kit.input import Act, Intent
from game.ui.table.context import ViewContext
from game.words import _


class CityChooser:
    """Takes intents and turns them into moves."""

    def __init__(self, table: ViewContext, map_state: MapState, setup: SettingUp) -> None:
        self._table = table
        self._map = map_state
        self._setup = setup

    def is_free(self) -> bool:
        """Whether Back has nothing to put back."""
        return not (self._map.is_closer or self._map.focus or self._setup.holds)

    def act(self, intent: Intent) -> None:
        """Do what the person whose turn it is wants."""
        if intent.act not in (Act.POINT, Act.RELEASE):  # a pointer that only moves clears no message away
            self._table.messages.clear()
        self._table.redraw()
        if self._looks(intent):
            return
        if self._map.seen["phase"] != "play" and self._setup.act(intent):
            return
        match intent.act:
            case Act.NAVIGATE:
                self._walk(intent)
            case Act.POINT:
                self._point(intent)
            case Act.PRESS:
                self._press(intent)
            case Act.CONFIRM:
                self._lay()
            case Act.SECONDARY if not self._map.legal:
                self._table.play("pass")
            case Act.BACK | Act.ALTERNATE:
                self._back()

    def hover(self, intent: Intent) -> None:
        """Look around while nothing can be chosen."""
        if self._looks(intent):
            self._table.redraw()
        if intent.act is Act.POINT and self._map.city.stops:
            self._point(intent)
        elif intent.act is Act.NAVIGATE and self._map.city.stops and self._map.seen["phase"] == "play":
            self._walk(intent)
        elif intent.act in (Act.BACK, Act.ALTERNATE):
            self._back()
        elif intent.act is Act.PRESS:
            self._press_panel(intent)

    def _looks(self, intent: Intent) -> bool:
        """Looking around, which is possible at any time; whether that was it."""
        match intent.act:
            case Act.LOOK:
                self._map.is_closer = not self._map.is_closer and bool(self._map.city.stops)
                self._map.near = None
                self._table.stage.audio.play("focus")
            case Act.SCROLL if self._map.seen["phase"] != "tiles":  # there the wheel turns the tile in hand
                self._map.is_closer = intent.dy > 0
                # The wheel says where it is turned, so the map grows around that place.
                self._map.near = self._table.stage.view.units(intent.at) if any(intent.at) else self._map.near
            case Act.NEXT | Act.PREVIOUS if self._map.seen["phase"] == "play":
                self._cycle(1 if intent.act is Act.NEXT else -1)
            case _:
                return False
        self._table.redraw()
        return True

    def _cycle(self, step: int) -> None:
        """The next pair that is still open; after the last one, none."""
        colours = [
            "",
            *(colour for colour in self._map.seen["socks"] if colour not in self._map.picture.owners),
        ]
        here = colours.index(self._map.focus) if self._map.focus in colours else 0
        self._map.look_at(colours[(here + step) % len(colours)])
        if self._map.focus:
            self._map.go_on(jump=True)
        self._table.stage.audio.play("focus")

    def _walk(self, intent: Intent) -> None:
        self._map.near = None
        wanted = lambda one, other: self._map.city.link(one, other) in self._map.legal  # noqa: E731
        if self._map.walker.step(
            self._map.city, self._map.far, (intent.dx, intent.dy), self._table.stage.now, wanted
        ):
            self._table.stage.audio.play("step")
        self._table.redraw()

    def _point(self, intent: Intent) -> None:
        """The pointer chooses the legal link that is nearest to it, and none far from all of them."""
        at = self._table.stage.view.units(intent.at)
        if self._map.is_closer:
            self._map.near = at
            self._table.redraw()
        rows = self._map.places.rows(self._map.seen["phase"])
        pointed = next((name for name, box in rows if box.holds(at)), "")
        if pointed != self._map.pointed:
            self._map.pointed = pointed
            self._table.redraw()
        if self._map.places.panel.holds(at):
            return
        ground = self._map.ground
        chosen = nearest_link(self._map.city, ground, self._map.legal, at)
        if chosen is None:
            stop = self._map.city.at.get(ground.at(at))
            chosen = "", stop.text if stop is not None else self._map.walker.at
        if (self._map.walker.came, self._map.walker.at) != chosen:
            self._map.walker.jump(chosen[1], chosen[0])
            self._table.redraw()

    def _press(self, intent: Intent) -> None:
        if self._press_panel(intent):
            return
        at = self._table.stage.view.units(intent.at)
        ground = self._map.ground
        stop = self._map.city.at.get(ground.at(at))
        on_sock = stop is not None and stop.text in self._map.picture.socks
        # On a sock a click asks for its pair, beside it for the link.
        if stop is not None and on_sock and math.dist(at, ground.point(stop.cell)) < ground.size * 0.52:
            self.toggle(self._map.picture.socks[stop.text])
            return
        self._point(intent)
        if self._map.link is not None or not self._map.legal:
            self._lay()

    def _press_panel(self, intent: Intent) -> bool:
        """A click on a pair of the panel; whether there was one."""
        at = self._table.stage.view.units(intent.at)
        for colour, box in self._map.places.rows(self._map.seen["phase"]):
            if box.holds(at) and colour in self._map.seen["socks"]:
                self.toggle(colour)
                return True
        return self._map.places.panel.holds(at)

    def toggle(self, colour: str) -> None:
        """Look at a pair, or no longer."""
        self._map.look_at("" if colour == self._map.focus or colour in self._map.picture.owners else colour)
        self._table.stage.audio.play("focus")
        self._table.redraw()

    def _lay(self) -> None:
        """Lay a piece on the chosen link."""
        link = self._map.link
        if not self._map.legal:
            self._table.play("pass")
        elif link is None:
            self._table.refuse(_("Walk over a link first: the piece goes there."))
        elif self._table.play(f"lay {link[0]} {link[1]}"):
            # The link is walked over no longer: the next press asks for no piece on it.
            self._map.walker.jump(self._map.walker.at)

    def _back(self) -> None:
        """Back out of the closer look, or of the pair in focus; only Undo takes a piece back that lies."""
        if not (self._map.is_closer or self._map.focus):
            return
        if self._map.is_closer:
            self._map.is_closer = False
        else:
            self._map.look_at("")
        self._table.stage.audio.play("back")
        self._table.redraw()

    def hint(self, move: str, told: str) -> None:
        """Put the cursor where the hint points, and say what it tells."""
        verb, *rest = move.split()
        if verb == "lay":
            self._map.walker.jump(rest[1], rest[0])
        elif verb != "pass":
            self._setup.show_hint(verb, rest)
        if told:
            self._table.messages.tell(told, helps=True)
