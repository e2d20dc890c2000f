"""Waiting room of a class: the join code, and a puppet for each person who has joined.

It also resumes a saved session, or one that still runs behind the title screen (`resume_class`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from game.i18n import _, plural
from game.party.party import PartyState, PartyStatus, is_nowhere
from game.scenes.phone_join import END_ACTION, PhoneJoinDialog, has_choice, join_words, qr_rows
from game.ui.art.fabric import SHADOW_MARGIN, tag
from game.ui.art.icons import TILE_ASPECT, letter_tile, qr_code
from game.ui.art.layers import GOLD, INK, WOOL
from game.ui.art.puppets import STATES, PuppetOutfit, puppet, puppet_foot
from game.ui.core.canvas import Box, DirtyRegions
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.input import MOUSE, InputAction
from game.ui.core.paint import MIN_NAME_SIZE, Painter, TextStyle
from game.ui.core.scene import AppContext, Prompts, Scene, Shortcut
from game.ui.widgets import (
    GO_INK,
    PANEL_PICTURE,
    Action,
    Align,
    ButtonElement,
    Element,
    ElementKey,
    FontSpec,
    MeasureContext,
    MessageDialog,
    Padding,
    Picture,
    QuestionDialog,
    ScaledLength,
    Screen,
    SingleLineText,
    Spacer,
    Text,
    Values,
    column,
    prompt_bar_top,
    row,
    shrink_to_fit,
)
from sockdrawer_classroom.class_stores import class_session
from sockdrawer_classroom.classroom import BeginClass, ClassSnapshot, SeatByList, SeatRandomly, TeacherCommand
from sockdrawer_classroom.scenes.big_screen import BigScreenScene, lead_word
from sockdrawer_classroom.scenes.class_runner import (
    ClassRunner,
    ClassScene,
    TournamentLost,
    not_saved_sentence,
)
from sockdrawer_classroom.scenes.table_drawing import MIN_WHOLE_NAME, WIDEST_NAME
from sockdrawer_classroom.scenes.tables_overview import (
    OverviewBackgroundProps,
    draw_room,
    hall_shown,
    prewarm_hall,
)

PUPPET_HEIGHT: Final = 74.0
CELL_SIZE: Final = (112.0, 114.0)  # units, area of a person at scale 1
NAME_SIZE: Final = ScaledLength(20, most=26)
MAX_NAME_SHARE: Final = (
    0.48  # share of a person's height for the name at most; a larger one would hide the puppet
)
SCALES: Final = sorted(
    ((1.25 - 0.05 * step, shrink) for step in range(18) for shrink in (1.0, 0.85, 0.7, 0.6)),
    key=lambda sizes: -sizes[0] * sizes[1] ** 1.5,
)
"""Scales of people and of their names to try: largest first, with more weight on the names."""


class WaitingRoomKey(ElementKey):
    """Keys of elements that can be pressed, and of people."""

    BEGIN = "begin"
    JOIN = "join"
    CAME = "came"


@dataclass(frozen=True, slots=True)
class ArrivedPerson:
    """Person who has joined."""

    number: int
    name: str
    look: int
    table: int  # 0 without a seat
    is_away: bool


@dataclass(frozen=True, slots=True)
class ArrivalsElement(Element):
    """People who have joined, as large as possible without shortening a usual name."""

    people: tuple[ArrivedPerson, ...]

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """All of the width and no height: it fills what ``flex`` gives it."""
        return room, 0.0

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield a picture and box for each person, as large as names allow."""
        names = [person.name for person in self.people]
        for scale, shrink in SCALES:
            letters = max(MIN_NAME_SIZE, ruler.units(NAME_SIZE) * max(0.85, min(1.0, scale)) * shrink)
            width = max(
                [CELL_SIZE[0] * scale, *(name_width(ruler.painter, name, letters) + 6 for name in names)]
            )
            per_row, height = max(1, int(box.w / width)), CELL_SIZE[1] * scale
            fits = width <= box.w and -(-len(names) // per_row) * height <= box.h
            if fits and letters * 1.5 <= height * MAX_NAME_SHARE:
                break
        width = box.w / per_row
        for number, person in enumerate(self.people):
            line, place = divmod(number, per_row)
            picture = Picture(
                draw_came, (person, letters), key=WaitingRoomKey.CAME.of(person.number), words=person.name
            )
            yield picture, Box(box.x + place * width, box.y + line * height, width, height)


def name_width(ruler: Painter, name: str, size: float) -> float:
    """Width of a name tag in units. A very long name is cut at the width of `WIDEST_NAME`."""
    width = ruler.width(name, size, STRONG, fixed=True)
    if len(name) > MIN_WHOLE_NAME:
        width = min(width, ruler.width(WIDEST_NAME, size, STRONG, fixed=True))
    return width + round(size * 1.5) * 0.7


def draw_came(painter: Painter, box: Box, person: ArrivedPerson, size: float, state: str, frame: int) -> None:
    """Draw a person in a pose, with the name below in font size ``size``."""
    scale = box.h / CELL_SIZE[1]
    puppet_height = round(PUPPET_HEIGHT * scale)
    outfit = PuppetOutfit(rim=round(2.4 * scale, 1))
    image = puppet(painter.assets, person.look, state, frame, puppet_height, outfit, look=(0.6, 0.1))
    floor = box.y + 82 * scale
    painter.blit(image, box.centre[0], floor + puppet_foot(puppet_height), "midbottom")
    tag_height = round(size * 1.5)
    y = min(floor + tag_height * 0.62, box.bottom - tag_height / 2)
    available_width = box.w - 6 - tag_height * 0.7
    name = painter.with_text_scale(1).shortened(person.name, size, available_width, STRONG, min_size=size)
    tag_width = round(min(painter.width(name, size, STRONG, fixed=True), available_width) + tag_height * 0.7)
    x = box.centre[0] - tag_width / 2
    painter.blit(
        tag(painter.assets, tag_width, tag_height, WOOL),
        x - SHADOW_MARGIN,
        y - tag_height / 2 - SHADOW_MARGIN,
    )
    style = TextStyle(STRONG, INK, is_fixed_size=True)
    painter.text(name, x + tag_width / 2, y, size, style, anchor="center", room=available_width)
    if person.table:
        # Beside the puppet, so that the name has all the room below.
        digits = TextStyle(NAMES, INK, is_fixed_size=True)
        side, badge_centre = round(tag_height * 0.92), (box.centre[0] - 36 * scale, floor - 20 * scale)
        painter.blit(
            tag(painter.assets, side, side, GOLD),
            badge_centre[0] - side / 2 - SHADOW_MARGIN,
            badge_centre[1] - side / 2 - SHADOW_MARGIN,
        )
        painter.text(str(person.table), *badge_centre, size * 0.85, digits, anchor="center")


def draw_hall(painter: Painter, _box: Box, game: str) -> None:
    """Draw the empty room."""
    draw_room(painter, OverviewBackgroundProps(game, painter.view.h - WOOD_HEIGHT))


def draw_code(painter: Painter, box: Box, rows: tuple[str, ...]) -> None:
    """Draw the QR code."""
    if rows:
        painter.blit(qr_code(painter.assets, rows, round(min(box.w, box.h))), *box.centre, "center")


def draw_tiles(painter: Painter, box: Box, code: str) -> None:
    """Draw the room code in letter tiles."""
    for number, letter in enumerate(code):
        tile = letter_tile(painter.assets, letter, (0, 1, 3, 7)[number % 4], round(box.h))
        painter.blit(tile, box.x + number * box.h * (TILE_ASPECT + 0.09), box.centre[1], "midleft")


GLAD_MS: Final = 900.0  # ms for which a person who has joined is happy
WOOD_HEIGHT: Final = 76.0


class WaitingRoomScene(Screen, ClassScene):
    """Class before the first hand."""

    def __init__(self, run: ClassRunner) -> None:
        self.lesson = run
        self.focus = WaitingRoomKey.BEGIN
        self._life = DirtyRegions()
        self._since: dict[int, float] = {}  # by person, when they joined, in ms

    def on_enter(self) -> None:
        """Fades the music to silence."""
        self.app.audio.music(None)

    def on_layout(self) -> None:
        """Sets the distance of the prompt bar from the lower edge."""
        self.prompt_bar_offset = 14.0

    def on_snapshot(self, snapshot: ClassSnapshot) -> bool:
        """Open the big screen once the class has begun. Returns True: it has to be redrawn."""
        if snapshot.phase != "gathering" and self.app.scenes.top is self:
            self._open_big_screen()
        return True

    def _open_big_screen(self) -> None:
        """Replace this scene by the big screen."""
        self.app.scenes.replace(BigScreenScene(self.lesson))

    def tick(self, now: float) -> bool:
        """Greet people who have come, or open the begun class. Returns True while a greeting is animated."""
        if self.lesson.is_begun:
            self._open_big_screen()
            return False
        present = {person.number for person in self.came()}
        for number in present - self._since.keys():
            # People who are here when the scene opens are not happy.
            self._since[number] = now if now - self.appeared > 200 else now - GLAD_MS
            if self.lesson.snapshot.big.sound:
                self.app.audio.play("join")
        for number in self._since.keys() - present:
            del self._since[number]
        is_glad = any(now - since < GLAD_MS for since in self._since.values())
        self.needs_redraw |= is_glad
        return is_glad and not self.app.reduced_motion

    def live_values(self) -> Mapping[str, Values]:
        """Pose of each person (state and frame), by the key of their picture."""
        return {
            WaitingRoomKey.CAME.of(person.number): self._pose(person, self.app.now) for person in self.came()
        }

    def tick_idle(self, now: float) -> list[Box]:
        """Advance the poses to ``now`` (ms). Returns the boxes to redraw, in units."""
        boxes = self.frame.boxes
        keys = ((person, WaitingRoomKey.CAME.of(person.number)) for person in self.came())
        return self._life.collect(
            (key, self._pose(person, now), boxes[key]) for person, key in keys if key in boxes
        )

    def preload(self, painter: Painter) -> Iterator[None]:
        """Preloads the tables, which come next, again and again without an end."""
        while True:
            yield from prewarm_hall(painter, hall_shown(self.lesson))
            yield

    def _pose(self, person: ArrivedPerson, now: float) -> tuple[str, int]:
        """State and animation frame of a person at ``now`` (ms)."""
        if person.is_away or self.app.reduced_motion:
            return ("asleep" if person.is_away else "idle"), 0
        since = now - self._since.get(person.number, now - GLAD_MS)
        return (
            ("happy", STATES["happy"].at(since))
            if since < GLAD_MS
            else ("idle", STATES["idle"].at(now + person.number * 370))
        )

    def came(self) -> tuple[ArrivedPerson, ...]:
        """People in the class: first by table, then without a seat. Numbers replace hidden names."""
        snapshot = self.lesson.snapshot
        seated = [
            ArrivedPerson(chair.person, chair.name, chair.look, table.number, chair.is_away)
            for table in snapshot.tables
            for chair in table.chairs
            if chair.person is not None
        ]
        waiting = [
            ArrivedPerson(person.number, person.name, person.look, 0, person.is_away)
            for person in snapshot.unseated
        ]
        people = (*seated, *waiting)
        if snapshot.big.first_names:
            return people
        return tuple(replace(person, name=str(n)) for n, person in enumerate(people, 1))

    @property
    def front(self) -> PartyStatus:
        """State, room code and link of the phone party."""
        return self.app.phones.status

    def build(self) -> Element:
        """Layout of the join panel, the title, the begin button and the people."""
        snapshot, safe, people = self.lesson.snapshot, self.app.view.safe_area, self.came()
        seats = sum(len(table.chairs) for table in snapshot.tables)
        count = _("{n} of {seats}").format(n=snapshot.people, seats=seats)
        title = FontSpec(30, NAMES, most=40), FontSpec(28, NAMES, most=37)
        head = row(
            SingleLineText(snapshot.title or snapshot.game_title, title[0], flex=1),
            Text(count, title[1], lines=1),
            pad=Padding(22),
            gap=24,
            flex=1,
            behind=PANEL_PICTURE,
        )
        begin = ButtonElement(
            _("Begin"),
            font=FontSpec(26, NAMES, GO_INK, most=34),
            least=68,
            aside=96,
            key=WaitingRoomKey.BEGIN,
        )
        empty = _("Scan the code with a phone") if snapshot.door_open else _("Nobody has joined yet.")
        hint = column(
            Text(empty, FontSpec(25, NAMES, most=33), 0.5), pad=Padding(30, 17), behind=PANEL_PICTURE
        )
        crowd: Element = ArrivalsElement(people, flex=1) if people else Align(hint, flex=1)
        prompt_top = prompt_bar_top(self.app, self)
        bottom = prompt_top - min(prompt_top, self.app.view.h - WOOD_HEIGHT) + 16
        return row(
            column(shrink_to_fit(self._join_panel(), flex=1), w=ScaledLength(400, 0.3, 440)),
            column(shrink_to_fit(row(head, begin, gap=20)), crowd, gap=16, flex=1),
            gap=28, pad=Padding(safe.x, min(safe.y, 31.0), bottom),
            behind=Picture(draw_hall, (snapshot.game,)),
        )  # fmt: skip

    def _join_panel(self) -> Element:
        """Panel with QR code, address and room code, or why no phone can join."""
        status, theme = self.front, self.app.theme
        large, soft = FontSpec(26, NAMES, most=34), FontSpec(18, READ, theme.soft, most=24)
        panel = partial(
            column, gap=6, pad=Padding(22, 20), behind=PANEL_PICTURE, key=WaitingRoomKey.JOIN, ring=16
        )
        if status.state is not PartyState.OPEN or not self.lesson.snapshot.door_open:
            message = _("Opening the door for phones")
            if status.state is PartyState.FAILED:
                message = _("Phones can't join: {why}.").format(why=status.error)
            elif not self.lesson.snapshot.door_open:
                message = _("Nobody else can join.")
            return panel(Spacer(flex=1), Text(message, large, 0.5), Spacer(flex=1))
        title = large.with_colour(theme.bad) if is_nowhere(status.join_info.address) else large
        tiles = ScaledLength(44, most=57)
        tile_height = tiles.at(self.app.text_scale)
        code = Picture(
            draw_tiles, (status.code,), w=tile_height * (TILE_ASPECT + 0.09) * len(status.code), h=tiles
        )
        return panel(
            Text(join_words(status), title, 0.5, step=0.9),
            Picture(draw_code, (qr_rows(status.join_info.qr),), h=ScaledLength(210, 0), flex=1),
            Text(_("or type"), soft, 0.5, step=0.9),
            Text(status.join_info.address, large, 0.5, lines=1, step=0.9),
            row(Spacer(flex=1), Text(_("Room"), soft), code, Spacer(flex=1), gap=12, align=0.5),
            Text(_("On this computer's Wi-Fi"), soft, 0.5, step=0.9),
            Text(not_saved_sentence(), soft, 0.5, step=0.9),
        )

    # Actions.

    def actions(self) -> dict[str, Action]:
        """Actions to begin and, if there is a choice, for another address."""
        actions: dict[str, Action] = {WaitingRoomKey.BEGIN: Action(self._begin, _("Begin"))}
        if has_choice(self.front.join_info):
            actions[WaitingRoomKey.JOIN] = Action(self._choose_address, _("Other address"))
        return actions

    def shortcuts(self) -> list[Shortcut]:
        """Shortcuts to begin, to seat people by chance or list, to the teacher's controls, and to join."""
        return [
            Shortcut(InputAction.PAUSE, "", self._begin),
            Shortcut(InputAction.SECONDARY, "", partial(self._seat_people, SeatRandomly())),
            Shortcut(InputAction.END_TURN, "", partial(self._seat_people, SeatByList())),
            Shortcut(InputAction.LOOK, "", partial(self.app.open_scene, "class_teacher", self.lesson)),
            Shortcut(InputAction.JOIN, "", self._choose_address),
        ]

    def back(self) -> None:
        """Open the class menu."""
        self.app.open_scene("class_menu", self.lesson)

    def prompts(self) -> Prompts:
        snapshot, action = self.lesson.snapshot, self.action()
        can_reseat = len(snapshot.tables) > 1 and snapshot.people > 1 and not snapshot.is_cup
        seats = (
            [(InputAction.SECONDARY, _("Random seats")), (InputAction.END_TURN, _("Seats by list"))]
            if can_reseat
            else []
        )
        return [
            # with a mouse the button itself is pressed
            *([(InputAction.CONFIRM, action.verb)] if action and self.app.devices.last != MOUSE else []),
            *(seats if self.app.text_scale <= 1.6 else []),
            (InputAction.LOOK, lead_word(self.lesson)),
            (InputAction.BACK, _("Menu")),
        ]

    def _seat_people(self, command: TeacherCommand) -> None:
        """Assign new seats to everybody by a command; refused in a tournament."""
        if self.lesson.snapshot.is_cup:
            self.app.audio.play("refuse")  # the tournament determines the pairs
        else:
            self._execute(command)

    def _execute(self, command: TeacherCommand) -> None:
        """Execute a command with a sound, and redraw."""
        self.app.audio.play("confirm")
        self.lesson.execute(command)
        self.needs_redraw = True

    def _begin(self) -> None:
        """Start the first hand. If only bots would play, explain that people are needed."""
        self.app.audio.play("confirm")
        snapshot = self.lesson.snapshot
        if snapshot.people:
            self._execute(BeginClass())
            return
        self.app.scenes.push(
            QuestionDialog(
                _("Nobody has joined yet."), [_("Wait")], _("The tables start as soon as someone sits down.")
            )
        )

    def _choose_address(self) -> None:
        """Offer other ways to join: another address, or remote friends."""

        def on_answer(answer: str | None) -> None:
            """Open the class menu if the party is to be ended."""
            if answer == END_ACTION:
                self.app.open_scene("class_menu", self.lesson)

        self.app.scenes.push(PhoneJoinDialog(self.app, lambda _now: None), on_answer)


def resume_class(app: AppContext) -> Scene:
    """Scene of the running or saved session. If it is unplayable, sets it aside and returns a dialog."""
    running = app.phones.guest
    if isinstance(running, ClassRunner):
        # Only its scene is gone, for example after an internal error. Players should not notice that.
        return _class_scene(running)
    try:
        run, restarted_tables = ClassRunner.resume_saved(app)
    except TournamentLost:
        class_session(app.stores).set_aside()
        message = _("This cup can't continue: the file with its pairings and results is missing or damaged.")
        return MessageDialog(message, _("The matches at its tables were set aside."))
    except (ValueError, KeyError, TypeError) as error:
        class_session(app.stores).set_aside()
        message = _("This session can't continue. It was set aside, so nothing is lost.")
        return MessageDialog(message, str(error))
    # The reason is shown here, so the notice about files is not needed.
    app.stores.folder.mark_read(app.stores.folder.unread_notices)
    template = (
        plural("One table starts again.", "{count} tables start again.", len(restarted_tables))
        if restarted_tables
        else ""
    )
    return _class_scene(run, template.format(count=len(restarted_tables)))


def _class_scene(run: ClassRunner, message: str = "") -> Scene:
    """Big screen with the message if the class has begun, else the waiting room, which shows none."""
    return BigScreenScene(run, message) if run.is_begun else WaitingRoomScene(run)
