"""People come into a hall: the picture for their cameras, and a puppet for everybody who is there.

Here too the evening that waits, or goes on behind the title, is taken up again (`go_on`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from game.match.hall import Begin, HallSnapshot, SeatByChance, SeatByList, Wish
from game.party.party import Front, PartyState, is_nowhere
from game.scenes.hall.overview import (
    USUAL,
    WHOLE,
    AroundBoxes,
    HallRoomShown,
    draw_room,
    hall_shown,
    prewarm_hall,
    shortened,
)
from game.scenes.hall.projector import ASIDE, HallProjector, lead_word
from game.scenes.hall.run import CupLost, HallRun, HallScene, kept_nothing
from game.scenes.phone_door import END, PhoneDoor, has_choice, join_words, qr_rows
from game.ui.art.fabric import ROOM, tag
from game.ui.art.icons import letter_tile, qr_code
from game.ui.art.layers import GOLD, INK, WOOL
from game.ui.art.puppets import STATES, Dress, puppet, puppet_foot
from game.ui.core.canvas import Box, DirtyBoxes
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.input import MOUSE, Act, Intent
from game.ui.core.layer import Layer
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext, Help, Scene
from game.ui.widgets import (
    GO,
    GO_INK,
    Ask,
    StripShown,
    Tell,
    draw_cap,
    draw_shown_strip,
    sheet,
    strip_shown,
    strip_top,
)
from game.words import _, counted

GROWS: Final = 1.3
"""So much larger the letters get at most with the text size: the picture for cameras needs its room."""
SIDE: Final = 400.0
"""How wide the panel with the picture for cameras is."""
PUPPET: Final = 74.0
CELL: Final = (112.0, 114.0)
"""The room of somebody who has come."""
SCALES: Final = sorted(
    ((1.25 - 0.05 * step, shrink) for step in range(18) for shrink in (1.0, 0.85, 0.7, 0.6)),
    key=lambda sizes: -sizes[0] * sizes[1] ** 1.5,
)
"""How large people are and by how much their names get smaller; first what is largest, names above all."""


@dataclass(frozen=True, slots=True)
class CameShown:
    """Somebody who has come."""

    number: int
    name: str
    look: int
    table: int
    """Where they sit; 0 while nobody has said."""
    is_away: bool


@dataclass(frozen=True, slots=True)
class GatherBoxes:
    """Where it stands."""

    join: Box
    head: Box
    begin: Box
    """The button."""
    crowd: Box
    cell: tuple[float, float]
    across: int
    letters: float
    """The size of type of all names."""

    @classmethod
    def of(cls, ruler: Painter, names: Sequence[str], bottom: float) -> GatherBoxes:
        """In a window, above a strip that begins there, for people of these names."""
        safe, grow = ruler.view.safe, min(ruler.text_scale, GROWS)
        side = SIDE * (0.7 + 0.3 * grow)
        top = min(safe.y, 31.0)
        join = Box(safe.x, top, side, bottom - 16 - top)
        left = join.right + 28
        wide = 176 * grow
        head = Box(left, top, safe.right - left - wide - 20, 76 * grow)
        begin = Box(head.right + 20, top + 4, wide, 68 * grow)
        crowd = Box(left, top + 92 * grow, safe.right - left, bottom - 22 - top - 92 * grow)
        # As large as can be, people and names together, so that no usual name is cut.
        for scale, shrink in SCALES:
            letters = 20 * grow * max(0.85, min(1.0, scale)) * shrink
            wide = max([CELL[0] * scale, *(name_width(ruler, name, letters) + 6 for name in names)])
            across = max(1, int(crowd.w / wide))
            if wide <= crowd.w and -(-len(names) // across) * CELL[1] * scale <= crowd.h:
                break
        return cls(join, head, begin, crowd, (crowd.w / across, CELL[1] * scale), across, letters)

    def place(self, number: int) -> Box:
        """Where the so manieth of those who have come stands."""
        row, column = divmod(number, self.across)
        w, h = self.cell
        return Box(self.crowd.x + column * w, self.crowd.y + row * h, w, h)


@dataclass(frozen=True, slots=True)
class GatherShown:
    """All that is to be seen."""

    title: str
    told: str
    """How many have come."""
    private: str
    front: Front
    door_open: bool
    """Whether more people may come."""
    came: tuple[CameShown, ...]
    empty: str
    """What is written where nobody has come yet."""
    strip: StripShown | None
    boxes: GatherBoxes


def draw_gather(painter: Painter, shown: GatherShown) -> None:
    """Draw all but those who are glad."""
    boxes = shown.boxes
    _draw_join(painter, shown)
    _draw_head(painter, shown)
    for number, came in enumerate(shown.came):
        draw_came(painter, came, boxes, number, "asleep" if came.is_away else "idle", 0)
    draw_shown_strip(painter, shown.strip)


def _draw_join(painter: Painter, shown: GatherShown) -> None:
    """The picture for cameras, the address, and the code of the room."""
    theme, grow, front = painter.theme, min(painter.text_scale, GROWS), shown.front
    sheet(painter, shown.boxes.join)
    inner = shown.boxes.join.grown(-22)
    middle = inner.centre[0]
    strong, soft = TextStyle(NAMES, theme.ink, fixed=True), TextStyle(READ, theme.soft, fixed=True)
    if front.state is not PartyState.OPEN or not shown.door_open:
        words = _("Opening the door for phones")
        if front.state is PartyState.FAILED:
            words = _("No phone can join: {why}.").format(why=front.trouble)
        elif not shown.door_open:
            words = _("Nobody else is let in.")
        for number, line in enumerate(painter.wrapped(words, inner.w, 24)):
            painter.text(
                line, middle, inner.centre[1] + number * 34, 24, strong, anchor="center", room=inner.w
            )
        return
    y = inner.y + 16 * grow
    bad = TextStyle(NAMES, theme.bad if is_nowhere(front.door.address) else theme.ink, fixed=True)
    painter.text(join_words(front), middle, y, 25 * grow, bad, anchor="center", room=inner.w)
    low = (212 if grow < 1.2 else 240) * grow
    size = min(inner.w, inner.h - low - 40 * grow)
    rows = qr_rows(front.door.qr)
    y += 22 * grow
    if rows:
        painter.blit(qr_code(painter.assets, rows, round(size)), middle, y, "midtop")
    y += size + 26 * grow
    painter.text(_("or type"), middle, y, 18 * grow, soft, anchor="center")
    y += 30 * grow
    painter.text(front.door.address, middle, y, 27 * grow, strong, anchor="center", room=inner.w)
    y += 44 * grow
    high = 44.0 * grow
    style = TextStyle(STRONG, painter.theme.soft, fixed=True)
    wide = painter.width(_("Room"), 20 * grow, STRONG, fixed=True)
    step = high * 0.78
    x = middle - (wide + 12 + step * len(front.code)) / 2
    painter.text(_("Room"), x, y, 20 * grow, style)
    for number, letter in enumerate(front.code):
        tile = letter_tile(painter.assets, letter, (0, 1, 3, 7)[number % 4], round(high))
        painter.blit(tile, x + wide + 12 + number * step, y, "midleft")
    y += 40 * grow
    painter.text(
        _("On the Wi-Fi of this computer"), middle, y, 17 * grow, soft, anchor="center", room=inner.w
    )
    y += 30 * grow
    lines = painter.wrapped(shown.private, inner.w * painter.text_scale, 16 * grow)[:3]
    for number, line in enumerate(lines):
        at = y + number * 21 * grow
        painter.text(line, middle, at, 16 * grow, soft, anchor="center", room=inner.w)


def _draw_head(painter: Painter, shown: GatherShown) -> None:
    boxes, theme, grow = shown.boxes, painter.theme, min(painter.text_scale, GROWS)
    box = boxes.head
    sheet(painter, box)
    strong = TextStyle(NAMES, theme.ink, fixed=True)
    left, room = box.x + 22, box.w - 44
    right = painter.width(shown.told, 28 * grow, NAMES, fixed=True) + 24
    y = box.centre[1]
    painter.text(shown.title, left, y, 30 * grow, strong, room=room - right)
    painter.text(shown.told, box.right - 22, y, 28 * grow, strong, anchor="midright")
    draw_cap(painter, boxes.begin, GO)
    size = 26 * min(painter.text_scale, GROWS)
    style = TextStyle(NAMES, GO_INK, fixed=True)
    painter.text(
        _("Begin"),
        boxes.begin.centre[0],
        boxes.begin.centre[1] - 3,
        size,
        style,
        anchor="center",
        room=boxes.begin.w - 30,
    )
    if not shown.came:
        x, y = boxes.crowd.centre
        wide = painter.width(shown.empty, 25 * grow, NAMES, fixed=True) + 60
        hint = Box(x - wide / 2, y - 34 * grow, wide, 68 * grow)
        sheet(painter, hint)
        painter.text(shown.empty, x, y, 25 * grow, strong, anchor="center")


def name_width(ruler: Painter, name: str, size: float) -> float:
    """How wide the tag of a name is; a very long one is cut where the longest of the others may end."""
    wide = ruler.width(name, size, STRONG, fixed=True)
    if len(name) > WHOLE:
        wide = min(wide, ruler.width(USUAL, size, STRONG, fixed=True))
    return wide + round(size * 1.5) * 0.7


def draw_came(
    painter: Painter, came: CameShown, boxes: GatherBoxes, number: int, state: str, frame: int
) -> None:
    """Somebody who has come, at the so manieth place, and the name below."""
    box, size = boxes.place(number), boxes.letters
    scale = box.h / CELL[1]
    tall = round(PUPPET * scale)
    dress = Dress(rim=round(2.4 * scale, 1))
    image = puppet(painter.assets, came.look, state, frame, tall, dress, look=(0.6, 0.1))
    floor = box.y + 82 * scale
    painter.blit(image, box.centre[0], floor + puppet_foot(tall), "midbottom")
    high = round(size * 1.5)
    y = min(floor + high * 0.62, box.bottom - high / 2)
    room = box.w - 6 - high * 0.7
    name = shortened(painter, came.name, size, room)
    wide = round(min(painter.width(name, size, STRONG, fixed=True), room) + high * 0.7)
    x = box.centre[0] - wide / 2
    painter.blit(tag(painter.assets, wide, high, WOOL), x - ROOM, y - high / 2 - ROOM)
    style = TextStyle(STRONG, INK, fixed=True)
    painter.text(name, x + wide / 2, y, size, style, anchor="center", room=room)
    if came.table:
        # Beside the puppet, so that the name has all the room below.
        digits = TextStyle(NAMES, INK, fixed=True)
        side, at = round(high * 0.92), (box.centre[0] - 36 * scale, floor - 20 * scale)
        painter.blit(tag(painter.assets, side, side, GOLD), at[0] - side / 2 - ROOM, at[1] - side / 2 - ROOM)
        painter.text(str(came.table), *at, size * 0.85, digits, anchor="center")


GLAD: Final = 900.0
"""How long somebody is glad to have come, in ms."""
WOOD: Final = 76.0


class Gather(HallScene):
    """The hall before the first hand."""

    def __init__(self, run: HallRun) -> None:
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
        glance = self.lesson.glance
        seats = sum(len(table.chairs) for table in glance.tables)
        boxes = self._boxes()
        shown = GatherShown(
            glance.title or glance.game_title,
            _("{n} of {seats}").format(n=glance.people, seats=seats),
            kept_nothing(),
            self.stage.phones.front,
            glance.door_open,
            self.came(),
            _("Scan the picture with a phone") if glance.door_open else _("Nobody has come yet."),
            strip_shown(self.stage, self),
            boxes,
        )
        self._room.hold(painter, HallRoomShown(self.lesson.glance.game, painter.view.h - WOOD))
        self._still.put(painter, shown)
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
            yield from prewarm_hall(painter, hall_shown(self.lesson, boxes))
            yield

    def _state(self, came: CameShown, now: float) -> tuple[str, int]:
        if came.is_away or self.stage.still:
            return ("asleep" if came.is_away else "idle"), 0
        since = now - self._since.get(came.number, now - GLAD)
        return (
            ("happy", STATES["happy"].at(since))
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


def go_on(stage: AppContext) -> Scene:
    """The screen of the evening that waits; one that cannot be played is set aside, and its reason told."""
    running = stage.phones.guest
    if isinstance(running, HallRun):
        # Its screen alone has gone, as with a fault of ours: whoever plays is not to hear of it.
        return _screen(running)
    try:
        run, anew = HallRun.resumed(stage)
    except CupLost:
        stage.stores.evening.set_aside()
        said = _("This cup cannot be played on: the file with its pairings and results is gone or broken.")
        return Tell(said, _("What was played at its tables was set aside."))
    except (ValueError, KeyError, TypeError) as error:
        stage.stores.evening.set_aside()
        said = _("This evening cannot be played on. It was set aside, nothing is lost.")
        return Tell(said, str(error))
    # It is told right here, so the sheet about files need not come as well.
    stage.stores.folder.heard(stage.stores.folder.untold)
    told = counted("One table begins anew.", "{count} tables begin anew.", len(anew)) if anew else ""
    return _screen(run, told.format(count=len(anew)))


def _screen(run: HallRun, told: str = "") -> Scene:
    return HallProjector(run, told) if run.is_begun else Gather(run)
