"""The drawer of socks: what was earned and what is missing, whose it is, and what the puppet wears."""

from __future__ import annotations

from collections.abc import Iterator

from game.match.socks import all_feats, feat_words
from game.scenes.drawer import telling
from game.scenes.drawer.boxes import ACROSS, DOWN, DrawerBoxes
from game.scenes.drawer.picture import (
    CELL,
    WEAR,
    WHO,
    DrawerShown,
    SockCardShown,
    SockShown,
    draw_drawer,
    side_of,
    sock_height,
    wear_box,
)
from game.store.socks import Drawer
from game.store.statistics import canonical
from game.ui.art.knits import knit_sock
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import STATES
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box, DirtyBoxes, lies_at, neighbour
from game.ui.core.context import Stage
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.scene import Help
from game.ui.widgets import Scene
from game.ui.widgets.dialogs import Ask
from game.ui.widgets.strip import draw_strip, strip_top
from game.words import _


def family(stage: Stage) -> list[str]:
    """The names that have a drawer, or sat at this screen the last time; each once."""
    known = [*stage.settings.names, *stage.stores.socks.all(), *stage.stores.days.names()]
    return list(dict.fromkeys(name for name in map(canonical, known) if name))


class SockDrawer(Scene):
    """Forty compartments, of which one has the focus."""

    music, mood = "title", Mood.CALM

    def __init__(self, key: str = "", name: str = "") -> None:
        """Open it at a sock, else at the first new one, else at the one that is worn.

        Args:
            key: of a sock.
            name: whose drawer; by default the one that was open last.
        """
        self._key, self.who = key, name
        self.feats = all_feats()
        self.missing_only = False
        self.place = 0
        self.focus = f"{CELL}0"
        self._looked: set[str] = set()
        """Which new ones were looked at since it was opened."""
        self._life = DirtyBoxes()

    def enter(self) -> None:
        names, owner = family(self.stage), self.stage.stores.socks.owner
        self.who = self.who or (owner if owner in names else "") or next(iter(names), "")
        self._open(self.who, self._key)

    def leave(self) -> None:
        self.stage.stores.socks.see(self.who, self._looked)

    @property
    def drawer(self) -> Drawer:
        """What the name has."""
        return self.stage.stores.socks.of(self.who)

    def _open(self, name: str, first: str = "") -> None:
        """Look into the drawer of this name, at this sock first: others that are new stay so."""
        self.stage.stores.socks.see(self.who, self._looked)
        self._looked.clear()
        self.who = name
        if name:
            self.stage.stores.socks.open(name)
        drawer = self.drawer
        keys = [feat.key for _game, feat in self.feats]
        new = next((key for key in keys if key in drawer.earned and key not in drawer.seen), "")
        start = first or new or drawer.worn or next((key for key in keys if key in drawer.earned), "")
        self.missing_only = False
        self._choose(keys.index(start) if start in keys else 0)

    def layout(self) -> None:
        self.boxes = DrawerBoxes.of(self.stage.ruler, self._bottom)

    @property
    def _bottom(self) -> float:
        return strip_top(self.stage, self)

    # What there is to see.

    def in_cells(self) -> list[int | None]:
        """Which feat lies in each compartment."""
        numbers: list[int | None] = list(range(len(self.feats)))
        if self.missing_only:
            earned = self.drawer.earned
            numbers = [n for n, (_game, feat) in enumerate(self.feats) if feat.key not in earned]
        return (numbers + [None] * (ACROSS * DOWN))[: ACROSS * DOWN]

    def _sock(self, number: int | None) -> SockShown | None:
        if number is None:
            return None
        feat, drawer = self.feats[number][1], self.drawer
        has = feat.key in drawer.earned
        new = has and feat.key not in drawer.seen and feat.key not in self._looked
        return SockShown(feat.knit, feat.icon, has, new=new, worn=has and drawer.worn == feat.key)

    @property
    def chosen(self) -> int | None:
        """Which feat the card tells of."""
        return self.in_cells()[self.place]

    def card(self) -> SockCardShown | None:
        """What is said of it."""
        if self.chosen is None:
            return None
        (game, feat), drawer = self.feats[self.chosen], self.drawer
        words = feat_words(game, feat.key)
        day = drawer.earned.get(feat.key)
        wear = "" if day is None else _("Take it off") if drawer.worn == feat.key else _("Wear it")
        return SockCardShown(
            words.title, telling.game_words(game), words.told, telling.earned_words(day), wear, feat.icon
        )

    def shown(self) -> DrawerShown:
        """All that is to be seen."""
        drawer, names = self.drawer, family(self.stage)
        knits = {feat.key: feat.knit for _game, feat in self.feats}
        feat = self.feats[self.chosen][1] if self.chosen is not None else None
        has = feat is not None and feat.key in drawer.earned
        return DrawerShown(
            tuple(self._sock(number) for number in self.in_cells()), self.place, self.focus, _("My socks"),
            telling.count_words(len([key for key in drawer.earned if key in knits]), len(self.feats)),
            self.who if len(names) > 1 else "", self.card(), self._look(),
            feat.knit if feat is not None and has else knits.get(drawer.worn, ""),
            has, self._frame(), _("Nothing is missing: all forty are earned."),
        )  # fmt: skip

    def _look(self) -> int:
        """How the puppet of this name was knitted the last time."""
        colours = [look.name for look in SEATS]
        for seats in self.stage.settings.seats.values():
            for seat in seats:
                if canonical(seat.name) == self.who and seat.colour in colours:
                    return colours.index(seat.colour)
        names = family(self.stage)
        return names.index(self.who) % len(SEATS) if self.who in names else 0

    def _frame(self) -> int:
        return 0 if self.stage.rests else STATES["idle"].over(self.stage.now)

    def draw(self, painter: Painter) -> None:
        draw_drawer(painter, self.boxes, self.shown(), self._bottom)
        draw_strip(painter, self.stage, self)

    def warm(self, painter: Painter) -> Iterator[None]:
        for box, sock in zip(self.boxes.cells, self.shown().socks, strict=True):
            if sock is not None and sock.has:
                knit_sock(painter.assets, sock.knit, sock_height(box))
                yield

    def idle(self, now: float) -> list[Box]:
        return self._life.changed([("puppet", self._frame(), self.boxes.side.grown(20))])

    # Input.

    def places(self) -> list[tuple[str, Box]]:
        """What can have the focus, by name, and where."""
        filled = zip(self.boxes.cells, self.in_cells(), strict=True)
        found = [(f"{CELL}{n}", box) for n, (box, number) in enumerate(filled) if number is not None]
        card = self.card()
        if card is not None and card.wear:
            found.append((WEAR, wear_box(self.stage.ruler, side_of(self.boxes, self.shown()), card)))
        if len(family(self.stage)) > 1:
            found.append((WHO, self.boxes.who))
        return found

    def intent(self, intent: Intent) -> None:
        match intent.act:
            case Act.NAVIGATE:
                self._go(intent.dx, intent.dy)
            case Act.POINT:
                self._point(intent)
            case Act.PRESS:
                self._press(intent)
            case Act.CONFIRM:
                self._take(self.focus)
            case Act.END_TURN:
                self.show_missing()
            case Act.SECONDARY if len(family(self.stage)) > 1:
                self._ask_who()
            case Act.NEXT | Act.PREVIOUS if len(family(self.stage)) > 1:
                self._next_name(1 if intent.act is Act.NEXT else -1)
            case Act.BACK | Act.PAUSE:
                self.stage.audio.play("back")
                self.stage.scenes.pop()
        self.stale = True

    def _go(self, dx: int, dy: int) -> None:
        places = dict(self.places())
        here = places.get(self.focus)
        if here is None:
            self._settle()
            return
        on_cell = self.focus.startswith(CELL)
        # Beside the drawer, up and down stay there.
        near = {name: box for name, box in places.items() if on_cell or dx or not name.startswith(CELL)}
        found = neighbour(near.items(), here, dx, dy)
        inside = found is not None and found.startswith(CELL)
        if on_cell and not inside:
            # At the end of a row the card is next, whatever lies nearer; above and below there is nothing.
            found = next((name for name in (WEAR, WHO) if name in places), None) if dx > 0 else None
        elif inside and not on_cell:
            found = f"{CELL}{self.place}"  # back to the sock that the card tells of
        if found is not None:
            self.look_at(found)

    def look_at(self, name: str) -> None:
        """Put the focus there; the card tells of a sock that has it."""
        if name == self.focus:
            return
        self.stage.audio.play("focus")
        if name.startswith(CELL):
            self._choose(int(name.removeprefix(CELL)))
        else:
            self.focus = name

    def _choose(self, place: int) -> None:
        """The card tells of this compartment, whose sock is new no longer once another one is chosen."""
        self.place, self.focus = place, f"{CELL}{place}"
        if self.chosen is not None and self.feats[self.chosen][1].key in self.drawer.earned:
            self._looked.add(self.feats[self.chosen][1].key)

    def _settle(self) -> None:
        """The focus lies on something that is there."""
        if self.focus not in dict(self.places()):
            self._choose(self.place if self.chosen is not None else 0)

    def _found(self, intent: Intent) -> str:
        at = self.stage.view.units(intent.at)
        return lies_at(self.places(), at)

    def _point(self, intent: Intent) -> None:
        found = self._found(intent)
        # A sock is chosen by a press: on its way to the card the pointer crosses others.
        if found and not found.startswith(CELL):
            self.look_at(found)

    def _press(self, intent: Intent) -> None:
        found = self._found(intent)
        if found.startswith(CELL) and found != f"{CELL}{self.place}":
            self.look_at(found)
        elif found:
            self._take(found)

    def _take(self, name: str) -> None:
        """Do what this name stands for."""
        if name == WHO:
            self.stage.audio.play("confirm")
            self._ask_who()
        elif self.chosen is not None:
            self._wear(self.feats[self.chosen][1].key)

    def _wear(self, key: str) -> None:
        """Put a sock on, or take it off; one that is missing cannot be worn."""
        drawer = self.drawer
        if key not in drawer.earned:
            self.stage.audio.play("refuse")
            return
        self.stage.audio.play("confirm")
        self.stage.stores.socks.wear(self.who, "" if drawer.worn == key else key)

    def show_missing(self) -> None:
        """Only the missing ones, or all of them again."""
        self.stage.audio.play("confirm")
        before = self.chosen
        self.missing_only = not self.missing_only
        cells = self.in_cells()
        self._choose(cells.index(before) if before is not None and before in cells else 0)

    def _next_name(self, step: int) -> None:
        names = family(self.stage)
        self.stage.audio.play("focus")
        self._open(names[(names.index(self.who) + step) % len(names)] if self.who in names else names[0])

    def _ask_who(self) -> None:
        names = family(self.stage)

        def answered(answer: int | None) -> None:
            if answer is not None:
                self._open(names[answer])
                self.stale = True

        self.stage.scenes.push(Ask(_("Whose drawer?"), names), answered)

    def focusable(self) -> list[tuple[str, Box]]:
        return self.places()

    def help(self) -> Help:
        card = self.card()
        told: Help = [(Act.NAVIGATE, _("Choose"))]
        if self.focus == WHO:
            told.append((Act.CONFIRM, _("Another drawer")))
        elif card is not None and card.wear:
            told.append((Act.CONFIRM, card.wear))
        told.append((Act.END_TURN, _("All of them") if self.missing_only else _("Only the missing")))
        if len(family(self.stage)) > 1:
            told.append((Act.SECONDARY, _("Another drawer")))
        return [*told, (Act.BACK, _("Back"))]
