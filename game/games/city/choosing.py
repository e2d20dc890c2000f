"""How people choose in Socks in the City: a link, a pair to look at, a closer look; and the strip."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.bots.worker import CHOOSE
from game.core.contract import IllegalMove, Observation
from game.core.session import Session
from game.games.city.ground import City, Ground, fit
from game.games.city.handheld import Handheld
from game.games.city.helping import longest_help, strip_help
from game.games.city.panels import Places
from game.games.city.picture import Picture
from game.games.city.pointing import nearest_link
from game.games.city.setting_up import SettingUp
from game.games.city.socks import COLOURS
from game.games.city.view import View
from game.games.city.walking import Walker
from game.games.city.words import colour_name, refused
from game.ui.input import Act, Intent
from game.ui.match import Seat
from game.ui.scene import Help
from game.ui.strip import strip_rows
from game.ui.view import Box
from game.ui.words import _, counted

Link = tuple[str, str]
_CLOSER = 107.0
"""The radius of a hexagon in the closer look, for every 100 % of text size: names fit into it."""


class ChoosingScene(Handheld):
    """The half of the scene that takes intents and turns them into moves."""

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self.seen: Observation = session.observe(None)
        self.view = View.of(self.seen)
        self.city = City.of(self.seen)
        self.picture = Picture.of(self.seen, self.view)
        self.walkers = Walker(), Walker()
        """The cursor of each seat: it waits where its owner left it."""
        self.setting = SettingUp(self)
        self.focus = ""
        """The colour of the pair in focus."""
        self.way: tuple[str, ...] = ()
        """The shortest way of that pair, for whoever looks."""
        self.missing: list[int | None] = [None, None]
        """How many pieces each seat needs for it."""
        self.news = ""
        """What just happened."""
        self.is_closer = False
        self.legal: frozenset[Link] = frozenset()
        self._again = False
        """Whether a hint was asked for twice, which makes it plainer."""
        self._near: tuple[float, float] | None = None
        """Where the closer look is held, in units of the whole map."""

    # Keeping.

    def keep(self) -> dict[str, Any]:
        return {"focus": self.focus, "at": self.walker.at, **self.setting.keep()}

    def recall(self, kept: Mapping[str, Any]) -> None:
        focus, at = kept.get("focus"), kept.get("at")
        if isinstance(focus, str) and focus in COLOURS:
            self.focus = focus
        if isinstance(at, str) and at in self.city.stops:
            for walker in self.walkers:
                walker.jump(at)
        self.setting.recall(kept)

    # Layout.

    def layout(self) -> None:
        bottom = self.stage.view.h - self.strip - strip_rows(self.stage, longest_help(self))
        self.places = Places.of(self.stage.view, self.stage.text_scale, bottom)
        self.lay_map()

    def lay_map(self) -> None:
        """Fit the board into its part of the screen, turned where that makes it larger."""
        if self.picture.phase == "tiles":
            self.city = City(self.city.board)
            self.far = fit(self.setting.table(), self.places.table_area(self.stage.text_scale), (8, 8))
            return
        turns = (
            (0,)
            if self.session.layout is not None or self.session.options.word("board_build") == "manual"
            else (0, 1, 2)
        )
        best: tuple[float, int, City, Ground] | None = None
        for turn in turns:
            city = self.city.turned(turn)
            ground = fit(city.area, self.places.map, self.places.label)
            if best is None or ground.size > best[0]:
                best = ground.size, turn, city, ground
        assert best is not None
        self.city, self.far = best[2], best[3]

    @property
    def ground(self) -> Ground:
        """Where the map lies now: whole, or seen closer."""
        if not self.is_closer or not self.city.stops:
            return self.far
        return self.closer()

    def closer(self) -> Ground:
        """The map seen closer, on whole pixels, so that it can be scrolled as one picture."""
        held = self._near or self.far.point(self.city.cell(self.walker.at or next(iter(self.city.stops))))
        area = Box(0, 0, self.places.panel.centre[0], self.stage.view.h)
        ground = self.far.closer(max(self.far.size * 2.0, _CLOSER * self.stage.text_scale), held, area)
        scale = self.stage.view.scale
        return replace(ground, x=round(ground.x * scale) / scale, y=round(ground.y * scale) / scale)

    # The turn.

    def explain(self, refusal: IllegalMove) -> str:
        return refused(refusal.refusal, [seat.name for seat in self.seats])

    def ready(self) -> None:
        self.legal = frozenset()
        if self.session.to_move is not None and self.seen["phase"] == "play":
            moves = [move.split() for move in self.session.moves()]
            self.legal = frozenset((move[1], move[2]) for move in moves if len(move) == 3)
        if self.focus and (self.focus in self.picture.owners or self.focus not in self.seen["socks"]):
            self.focus = ""
        self.look_at(self.focus)
        if self.focus and self.person is not None and self.link not in self.legal:
            self.go_on()
        self.setting.ready()
        if self.hinted:
            self._show_hint()
        elif self.person is not None and not self.legal and self.seen["phase"] == "play":
            self.message = _("No piece can be laid: pass.")
        self.stale = True

    def _start(self) -> str:
        """Where the cursor begins: on a sock, else anywhere."""
        return next(iter(self.picture.socks), next(iter(self.city.stops), ""))

    @property
    def walker(self) -> Walker:
        """The cursor of whoever chooses."""
        return self.walkers[self.own_seat]

    @property
    def link(self) -> Link | None:
        """The link that is chosen, legal or not."""
        return self.city.link(self.walker.came, self.walker.at) if self.walker.came else None

    def look_at(self, colour: str) -> None:
        """Put a pair into focus, with its shortest way for whoever is to move, or a person who waits."""
        self.focus, self.way, self.missing = colour, (), [None, None]
        if not colour or self.seen["phase"] != "play":
            return
        seat = self.own_seat
        for number in (0, 1):
            found = self.view.shortest_way(colour, number)
            if found is not None:
                self.missing[number] = found[1]
                if number == seat and self.stage.settings.hints != "off":
                    self.way = found[0]

    @property
    def own_seat(self) -> int:
        """Whose ways are shown."""
        if self.person is not None:
            return self.person
        return self.people[0] if len(self.people) == 1 else self.picture.turn

    def gaps(self) -> list[Link]:
        """The links of the shown way where a piece is missing."""
        links = [self.city.link(one, other) for one, other in zip(self.way, self.way[1:], strict=False)]
        laid = {*self.city.printed, *self.picture.tracks[self.own_seat]}
        return [link for link in links if link is not None and link not in laid]

    # Input.

    def is_free(self) -> bool:
        return not (self.is_closer or self.focus or self.setting.holds)

    def act(self, intent: Intent, seat: int) -> None:
        if intent.act not in (Act.POINT, Act.RELEASE):
            self.message = ""
        self.stale = True
        if self._looks(intent):
            return
        if self.seen["phase"] != "play" and self.setting.act(intent):
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
            case Act.SECONDARY if not self.legal:
                self.play("pass")
            case Act.BACK | Act.ALTERNATE:
                self._back()

    def hover(self, intent: Intent) -> None:
        self.stale = self._looks(intent) or self.stale
        if intent.act is Act.POINT and self.city.stops:
            self._point(intent)
        elif intent.act is Act.NAVIGATE and self.city.stops and self.seen["phase"] == "play":
            self._walk(intent)
        elif intent.act in (Act.BACK, Act.ALTERNATE):
            self._back()
        elif intent.act is Act.PRESS:
            self._press_panel(intent)

    def _looks(self, intent: Intent) -> bool:
        """Looking around, which is possible at any time; whether that was it."""
        match intent.act:
            case Act.LOOK:
                self.is_closer = not self.is_closer and bool(self.city.stops)
                self._near = None
                self.stage.audio.play("focus")
            case Act.SCROLL if self.seen["phase"] != "tiles":
                self.is_closer = intent.dy > 0
                self._near = self.stage.view.units(intent.at) if any(intent.at) else self._near
            case Act.NEXT | Act.PREVIOUS if self.seen["phase"] == "play":
                self._cycle(1 if intent.act is Act.NEXT else -1)
            case _:
                return False
        self.stale = True
        return True

    def _cycle(self, step: int) -> None:
        """The next pair that is still open; after the last one, none."""
        colours = ["", *(colour for colour in self.seen["socks"] if colour not in self.picture.owners)]
        here = colours.index(self.focus) if self.focus in colours else 0
        self.look_at(colours[(here + step) % len(colours)])
        if self.focus:
            self.go_on(jump=True)
        self.stage.audio.play("focus")

    def go_on(self, *, jump: bool = False) -> None:
        """Choose the gap of the shown way nearest to the cursor, or its sock where no way is shown."""
        gaps = [link for link in self.gaps() if link in self.legal]
        self._near = None
        if gaps and self.person is not None:
            here = self.far.point(self.city.cell(self.walker.at))

            def far(link: Link) -> float:
                return min(math.dist(here, self.far.point(self.city.cell(text))) for text in link)

            one, other = min(gaps, key=far)
            if self.way.index(one) > self.way.index(other):
                one, other = other, one
            self.walker.jump(other, one)
        elif jump and self.focus:
            self.walker.jump(self.seen["socks"][self.focus][0])

    def _walk(self, intent: Intent) -> None:
        self._near = None
        wanted = lambda one, other: self.city.link(one, other) in self.legal  # noqa: E731
        if self.walker.step(self.city, self.far, (intent.dx, intent.dy), self.stage.now, wanted):
            self.stage.audio.play("step")
        self.stale = True

    def _point(self, intent: Intent) -> None:
        """The pointer chooses the legal link that is nearest to it, and none far from all of them."""
        at = self.stage.view.units(intent.at)
        if self.is_closer:
            self._near = at
            self.stale = True
        if self.places.panel.holds(at):
            return
        ground = self.ground
        chosen = nearest_link(self.city, ground, self.legal, at)
        if chosen is None:
            stop = self.city.at.get(ground.at(at))
            chosen = "", stop.text if stop is not None else self.walker.at
        if (self.walker.came, self.walker.at) != chosen:
            self.walker.jump(chosen[1], chosen[0])
            self.stale = True

    def _press(self, intent: Intent) -> None:
        if self._press_panel(intent):
            return
        at = self.stage.view.units(intent.at)
        ground = self.ground
        stop = self.city.at.get(ground.at(at))
        on_sock = stop is not None and stop.text in self.picture.socks
        if stop is not None and on_sock and math.dist(at, ground.point(stop.cell)) < ground.size * 0.52:
            self.toggle(self.picture.socks[stop.text])
            return
        self._point(intent)
        if self.link is not None or not self.legal:
            self._lay()

    def _press_panel(self, intent: Intent) -> bool:
        """A click on a pair of the panel; whether there was one."""
        at = self.stage.view.units(intent.at)
        for colour, box in self.places.rows(self.seen["phase"]):
            if box.holds(at) and colour in self.seen["socks"]:
                self.toggle(colour)
                return True
        return self.places.panel.holds(at)

    def toggle(self, colour: str) -> None:
        """Look at a pair, or no longer."""
        self.look_at("" if colour == self.focus or colour in self.picture.owners else colour)
        self.stage.audio.play("focus")
        self.stale = True

    def _lay(self) -> None:
        """Lay a piece on the chosen link."""
        link = self.link
        if not self.legal:
            self.play("pass")
        elif link is None:
            self.refuse(_("Walk over a link first: the piece goes there."))
        elif self.play(f"lay {link[0]} {link[1]}"):
            self.walker.jump(self.walker.at)

    def _back(self) -> None:
        """Back out of the closer look, or of the pair in focus; only Undo takes a piece back that lies."""
        if not (self.is_closer or self.focus):
            return
        if self.is_closer:
            self.is_closer = False
        else:
            self.look_at("")
        self.stage.audio.play("back")
        self.stale = True

    def hint(self) -> None:
        self._again = bool(self.hinted)
        super().hint()

    def _show_hint(self) -> None:
        """Put the cursor where the hint points; a weaker one shows only the station at first."""
        verb, *rest = self.hinted.split()
        if verb == "lay":
            full = self._again or self.stage.settings.hints == "full"
            self.walker.jump(rest[1], rest[0] if full else "")
            self.message = "" if full else _("A piece beside this station helps; ask again to see it.")
        elif verb != "pass":
            self.setting.show_hint(verb, rest)

    # Having the rest of a set-up done.

    def tick(self, now: float) -> bool:
        if self.setting.asked and self.show is None and not self.queue:
            answer = self.stage.helper.answer()
            if answer is not None and answer.ticket == self.setting.asked:
                self.setting.asked = 0
                if answer.error:
                    self.setting.rest = ""
                    self.setting.ready()
                elif self.person is not None:
                    self.play(answer.value)
        return super().tick(now)

    def ask_for_me(self) -> int:
        """Have a decent player choose for the person to move; returns the ticket."""
        seen, options = self.session.observe(self.person), self.session.options
        seed = ("for me", len(self.session.log))
        return self.stage.helper.ask(CHOOSE, self.session.game, seen, options, "normal", seed)

    # Words.

    def help(self) -> Help:
        return strip_help(self)

    def needs(self) -> str:
        """What the pair in focus would need, in words."""
        if not self.focus or self.stage.settings.hints == "off" or self.seen["phase"] != "play":
            return ""
        parts = []
        for seat in (self.own_seat, 1 - self.own_seat):
            name, count = self.seats[seat].name, self.missing[seat]
            words = {"name": name, "colour": colour_name(self.focus).lower(), "n": count}
            if count is None:
                parts.append(_("{name} has no way left for {colour}.").format(**words))
            else:
                parts.append(
                    counted(
                        "{name} needs {n} piece for {colour}.", "{name} needs {n} pieces for {colour}.", count
                    ).format(**words)
                )
        if self.stage.settings.hints != "full":
            parts = parts[:1]
        return " ".join(parts)
