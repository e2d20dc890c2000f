"""People come: the picture for their cameras, and a puppet for everybody who is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from game.match.hall.commands import Begin, SeatByChance, SeatByList, Wish
from game.match.hall.snapshot import HallSnapshot
from game.scenes.hall.around import AroundBoxes
from game.scenes.hall.code import lead_word
from game.scenes.hall.gather_picture import (
    CameShown,
    GatherBoxes,
    GatherPage,
    GatherShown,
    draw_came,
    draw_gather,
    glad_frame,
)
from game.scenes.hall.private import kept_nothing
from game.scenes.hall.projector import ASIDE, HallProjector
from game.scenes.hall.run import HallRun, HallScene
from game.scenes.hall.whole import HallRoomShown, draw_room, everything, hall_shown
from game.scenes.phone_door import END, PhoneDoor, has_choice
from game.ui.art.puppets import STATES
from game.ui.core.canvas import Box, DirtyBoxes
from game.ui.core.input import MOUSE, Act, Intent
from game.ui.core.layer import Layer
from game.ui.core.paint import Painter
from game.ui.core.scene import Help
from game.ui.widgets.dialogs import Ask
from game.ui.widgets.strip import strip_shown, strip_top
from game.words import _

GLAD: Final = 900.0
"""How long somebody is glad to have come, in ms."""
WOOD: Final = 76.0


class Gather(HallScene):
    """The hall before the first hand."""

    def __init__(self, run: HallRun) -> None:
        """Let people into this hall."""
        self.lesson = run
        self._room = Layer(draw_room)
        self._still = Layer(draw_gather, self._room)
        self._life = DirtyBoxes()
        self._since: dict[int, float] = {}
        """When everybody has come, in ms."""

    # Hooks of the scene.

    def enter(self) -> None:
        self.stage.audio.music(None)

    def layout(self) -> None:
        self.strip = 14.0

    def glanced(self, glance: HallSnapshot) -> bool:
        if glance.phase != "gathering" and self.stage.scenes.top is self:
            self._begun()
        return True

    def _begun(self) -> None:
        """The first hand is dealt: to the tables."""
        self.stage.scenes.replace(HallProjector(self.lesson))

    def tick(self, now: float) -> bool:
        if self.lesson.is_begun:
            self._begun()
            return False
        came = {came.number for came in self.came()}
        for number in came - self._since.keys():
            # Nobody is glad in the very picture with which the screen opens.
            self._since[number] = now if now - self.appeared > 200 else now - GLAD
            if self.lesson.glance.big.sound:
                self.stage.audio.play("join")
        for number in self._since.keys() - came:
            del self._since[number]
        glad = any(now - since < GLAD for since in self._since.values())
        self.stale |= glad
        return glad and not self.stage.still

    def draw(self, painter: Painter) -> None:
        shown, boxes = self._shown(), self._boxes()
        self._room.hold(painter, HallRoomShown(self.lesson.glance.game, painter.view.h - WOOD))
        self._still.put(painter, GatherPage(shown, boxes))
        now = self.stage.now
        for place, came in enumerate(self.came()):
            if (state := self._state(came, now)) != ("idle", 0):
                draw_came(painter, came, boxes, place, *state)

    def idle(self, now: float) -> list[Box]:
        boxes = self._boxes()
        states = [(came, self._state(came, now)) for came in self.came()]
        return self._life.changed(
            (came.number, state, boxes.place(place)) for place, (came, state) in enumerate(states)
        )

    def warm(self, painter: Painter) -> Iterator[None]:
        """Make the pictures of the tables, which come next, for whoever has a seat by now."""
        view = painter.view
        while True:
            boxes = AroundBoxes.of(view, painter.text_scale, view.w * ASIDE)
            yield from everything(painter, hall_shown(self.lesson, boxes))
            yield

    def _state(self, came: CameShown, now: float) -> tuple[str, int]:
        if came.is_away or self.stage.still:
            return ("asleep" if came.is_away else "idle"), 0
        since = now - self._since.get(came.number, now - GLAD)
        return (
            ("happy", glad_frame(since))
            if since < GLAD
            else ("idle", STATES["idle"].at(now + came.number * 370))
        )

    # What is shown.

    def came(self) -> tuple[CameShown, ...]:
        """Everybody who is there: by tables where they have chairs already; a number for a hidden name."""
        glance = self.lesson.glance
        seated = [
            CameShown(chair.person, chair.name, chair.look, table.number, chair.is_away)
            for table in glance.tables
            for chair in table.chairs
            if chair.person is not None
        ]
        waiting = [CameShown(one.number, one.name, one.look, 0, one.is_away) for one in glance.unseated]
        everybody = (*seated, *waiting)
        if glance.big.first_names:
            return everybody
        return tuple(replace(came, name=str(n)) for n, came in enumerate(everybody, 1))

    def _shown(self) -> GatherShown:
        glance = self.lesson.glance
        seats = sum(len(table.chairs) for table in glance.tables)
        return GatherShown(
            glance.title or glance.game_title,
            _("{n} of {seats}").format(n=glance.people, seats=seats),
            kept_nothing(),
            self.stage.phones.front,
            glance.door_open,
            self.came(),
            _("Scan the picture with a phone") if glance.door_open else _("Nobody has come yet."),
            strip_shown(self.stage, self),
        )  # fmt: skip

    def _boxes(self) -> GatherBoxes:
        bottom = min(strip_top(self.stage, self), self.stage.view.h - WOOD)
        names = [came.name for came in self.came()]
        return GatherBoxes.of(self.stage.ruler, names, bottom)

    def help(self) -> Help:
        glance = self.lesson.glance
        several = len(glance.tables) > 1 and glance.people > 1 and not glance.is_cup
        seats = [(Act.SECONDARY, _("Seats by chance")), (Act.END_TURN, _("Seats by list"))] if several else []
        return [
            # With a mouse the button itself is pressed.
            *([(Act.CONFIRM, _("Begin"))] if self.stage.devices.last != MOUSE else []),
            *(seats if self.stage.text_scale <= 1.6 else []),
            (Act.LOOK, lead_word(self.lesson)),
            (Act.BACK, _("Menu")),
        ]

    # What is done here.

    def intent(self, intent: Intent) -> None:
        match intent.act:
            case Act.CONFIRM | Act.PAUSE:
                self._begin()
            case Act.SECONDARY | Act.END_TURN if self.lesson.glance.is_cup:
                self.stage.audio.play("refuse")  # the cup says who meets
            case Act.SECONDARY:
                self._do(SeatByChance())
            case Act.END_TURN:
                self._do(SeatByList())
            case Act.LOOK:
                self.stage.open("hall_teacher", self.lesson)
            case Act.PRESS if self._boxes().begin.holds(self.stage.view.units(intent.at)):
                self._begin()
            case Act.PRESS if self._boxes().join.holds(self.stage.view.units(intent.at)):
                self._other_address()
            case Act.JOIN:
                self._other_address()
            case Act.BACK:
                self.stage.open("hall_menu", self.lesson)

    def _do(self, wish: Wish) -> None:
        self.stage.audio.play("confirm")
        self.lesson.do(wish)
        self.stale = True

    def _begin(self) -> None:
        """Deal; where nobody has come only computers would play, which is asked."""
        self.stage.audio.play("confirm")
        glance = self.lesson.glance
        if glance.people:
            self._do(Begin())
            return

        self.stage.scenes.push(
            Ask(_("Nobody has come yet."), [_("Wait")], _("The tables begin as soon as somebody sits there."))
        )

    def _other_address(self) -> None:
        """Where this computer has several addresses, a phone may find it at another one."""
        if has_choice(self.stage.phones.front.door):

            def answered(answer: str | None) -> None:
                if answer == END:
                    self.stage.open("hall_menu", self.lesson)

            self.stage.scenes.push(PhoneDoor(self.stage, lambda _now: None), answered)
