"""The teacher's controls in the window, in the manner of the page that laptops and tablets get."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from game.match.hall.commands import (
    Admit,
    Asked,
    AskVote,
    Begin,
    BotPlays,
    Deny,
    DropRule,
    IsBack,
    LastHand,
    MoreTime,
    Nudge,
    OpenProposals,
    Pause,
    PlayRule,
    ProposeRule,
    Remove,
    Rename,
    Resume,
    SeatByChance,
    SeatPerson,
    SetBigScreen,
    SetRules,
    ShowLarge,
    StandUp,
    StayPut,
    ToDebrief,
    Wish,
)
from game.match.hall.snapshot import ChairGlance, HallSnapshot, NeedGlance, RuleGlance
from game.party.messages import NAME
from game.scenes.hall.asked import FORWARD, MOTION, OPEN, ROUND
from game.scenes.hall.run import HallRun, HallScene
from game.scenes.hall.teacher_picture import TeacherShown, button_widths, draw_head_button, draw_teacher
from game.scenes.hall.teacher_shown import (
    OTHERS,
    SWITCHES,
    TAB,
    PanelBoxes,
    TeacherPanelShown,
    panel_boxes,
    panel_shown,
)
from game.ui.core.canvas import Box, lies_at, neighbour
from game.ui.core.input import Act, Intent
from game.ui.core.layer import Layer
from game.ui.core.paint import Painter
from game.ui.core.scene import Help
from game.ui.widgets.dialogs import Ask, ScreenKeyboard
from game.ui.widgets.strip import strip_shown, strip_top
from game.ui.widgets.widgets import ring
from game.words import _

Choice = tuple[str, Callable[[], None]]
_HEAD: Final[Mapping[str, Wish]] = {
    "shuffle": SeatByChance(),
    "begin": Begin(),
    "last_hand": LastHand(),
    "to_debrief": ToDebrief(),
}
"""What the buttons at its head wish for, by their keys."""
ROOMY = 1.6
"""With a larger text the strip has room for two acts alone."""


class TeacherPanel(HallScene):
    """Everybody, table by table, and what can be done for them."""

    strip = 10.0

    def __init__(self, run: HallRun) -> None:
        """The panel of this hall."""
        self.lesson = run
        self.focus = ""
        self.tab = 0
        self._debriefed = run.glance.phase == "debrief"
        self._layer = Layer(draw_teacher)

    # Hooks of the scene.

    def tick(self, now: float) -> bool:
        # Whoever comes here after the charts stays as long as they like.
        before, self._debriefed = self._debriefed, self.lesson.glance.phase == "debrief"
        if self._debriefed and not before:
            self.stage.scenes.pop()  # to the screen below, which opens it
        return False

    def draw(self, painter: Painter) -> None:
        shown = self.shown()
        self._layer.put(painter, shown)
        focus, buttons = self._target(shown.boxes), dict(shown.panel.buttons)
        box = dict(shown.boxes.places).get(focus)
        if box is None:
            return
        if focus in buttons:
            draw_head_button(painter, shown.panel.buttons, box, focus, focused=True)
        else:
            ring(painter, box, 8)

    def focusable(self) -> Sequence[tuple[str, Box]]:
        return self.shown().boxes.places

    def help(self) -> Help:
        paused = self.lesson.glance.is_paused
        if self.stage.text_scale > ROOMY:
            return [(Act.CONFIRM, _("Open")), (Act.BACK, _("Big screen"))]
        return [
            (Act.NAVIGATE, _("Choose")),
            (Act.CONFIRM, _("Open")),
            (Act.NEXT, _("Next page")),
            (Act.PAUSE, _("Go on") if paused else _("Pause all")),
            (Act.BACK, _("Big screen")),
        ]

    # What is shown.

    def shown(self) -> TeacherShown:
        """All that is to be seen but the focus."""
        told = panel_shown(self.lesson.glance, self.tab)
        return TeacherShown(self.lesson.glance.game, told, self._boxes(told), strip_shown(self.stage, self))

    def _boxes(self, told: TeacherPanelShown) -> PanelBoxes:
        ruler = self.stage.ruler
        widths = button_widths(ruler, told.buttons)
        bottom = strip_top(self.stage, self)
        return panel_boxes(self.stage.view, told, widths, self.stage.text_scale, bottom)

    def _target(self, boxes: PanelBoxes) -> str:
        """What has the focus; something else where it has gone meanwhile."""
        known = dict(boxes.places)
        if not self.focus or self.focus in known:
            return self.focus
        kind = self.focus.rstrip("0123456789.")
        return next((key for key in known if key.startswith(kind)), next(iter(known)))

    # What is done here.

    def intent(self, intent: Intent) -> None:
        boxes = self.shown().boxes
        self.focus = self._target(boxes)
        match intent.act:
            case Act.POINT | Act.PRESS:
                at = self.stage.view.units(intent.at)
                found = lies_at(boxes.places, at)
                if found:
                    self.focus = found
                if found and intent.act is Act.PRESS:
                    self._take()
            case Act.NAVIGATE:
                self._navigate(boxes.places, intent)
            case Act.CONFIRM:
                self._take()
            case Act.NEXT | Act.PREVIOUS:
                tabs = len(self.shown().panel.tabs)
                self._turn_to((self.tab + (1 if intent.act is Act.NEXT else -1)) % tabs)
            case Act.PAUSE:
                self._do(self._pause())
            case Act.BACK | Act.LOOK:
                self.stage.audio.play("back")
                self.stage.scenes.pop()
        self.stale = True

    def _navigate(self, places: Sequence[tuple[str, Box]], intent: Intent) -> None:
        here = dict(places).get(self.focus)
        target = places[0][0] if here is None else neighbour(places, here, intent.dx, intent.dy)
        if target is not None:
            self.focus = target
            self.stage.audio.play("focus")

    def _turn_to(self, tab: int) -> None:
        """Open another tab."""
        self.tab = tab
        self.stage.audio.play("focus")

    def _do(self, wish: Wish) -> None:
        self.stage.audio.play("confirm")
        self.lesson.do(wish)

    def _pause(self) -> Wish:
        """All tables stop, or go on."""
        return Resume() if self.lesson.glance.is_paused else Pause()

    def _take(self) -> None:
        """Do, or offer, what can be done with what has the focus."""
        glance, key = self.lesson.glance, self.focus
        if key in SWITCHES:
            self._do(SetBigScreen(**{key: not getattr(glance.big, key)}))
        elif key.startswith(TAB):
            self._turn_to(int(key.removeprefix(TAB)))
        elif key in (OPEN, FORWARD) or key.startswith((ROUND, MOTION)):
            self._ask_class(glance, key)
        elif key == "more":
            self._do(MoreTime(5))
        elif key == "pause":
            self._do(self._pause())
        elif key in _HEAD:
            self._do(_HEAD[key])
        elif key.startswith("table"):
            self._table(glance, int(key.removeprefix("table")))
        elif key.startswith("rules"):
            self._rules(glance, int(key.removeprefix("rules")))
        elif key.startswith("chair"):
            table, _dot, place = key.removeprefix("chair").partition(".")
            self._chair(glance.tables[int(table) - 1].chairs[int(place)], int(table))
        elif key == OTHERS:
            self._others(glance)
        elif key.startswith("person"):
            number = int(key.removeprefix("person"))
            name = next(one.name for one in glance.unseated if one.number == number)
            self._person(number, name, 0)
        elif key.startswith("need"):
            self._need(glance.needs[int(key.removeprefix("need"))])

    def _offer(self, title: str, choices: list[Choice], more: str = "") -> None:
        """Ask which of these it shall be."""

        def answered(answer: int | None) -> None:
            if answer is not None and answer < len(choices):
                choices[answer][1]()

        self.stage.audio.play("confirm")
        self.stage.scenes.push(Ask(title, [*(words for words, _do in choices), _("Back")], more), answered)

    def _wish(self, words: str, wish: Wish) -> Choice:
        return words, lambda: self._do(wish)

    def _ask_class(self, glance: HallSnapshot, key: str) -> None:
        """The vote, and the rules that were proposed."""
        if key == OPEN:
            self._do(OpenProposals(not glance.rules_open))
        elif key == FORWARD:
            choices = [
                self._wish(one.words, ProposeRule(option, value))
                for one in glance.choices
                for option, value in list(one.options.items())[:1]
            ]
            self._offer(_("Put a rule forward"), choices)
        elif key.startswith(ROUND):
            name: Asked = "before" if key == f"{ROUND}before" else "after"
            self._do(AskVote(glance.vote.open != name, name))
        else:
            self._motion(glance, next(one for one in glance.rules if f"{MOTION}{one.number}" == key))

    def _motion(self, glance: HallSnapshot, rule: RuleGlance) -> None:
        choices = []
        if glance.phase == "playing" and not rule.played:
            choices.append(self._wish(_("Play it next hand"), PlayRule(rule.number)))
        choices.append(self._wish(_("Take it off"), DropRule(rule.number)))
        self._offer(rule.words, choices)

    def _table(self, glance: HallSnapshot, number: int) -> None:
        table = glance.tables[number - 1]
        paused = table.is_paused and not glance.is_paused
        pause = _("Go on at this table") if paused else _("Pause this table")
        large = glance.big.large == number
        choices = [
            self._wish(pause, Resume(number) if paused else Pause(number)),
            self._wish(
                _("Show all tables") if large else _("Show it large"),
                ShowLarge(None if large else number),
            ),
            (_("Other rules"), lambda: self._rules(glance, number)),
        ]
        self._offer(
            _("Table {n}").format(n=number),
            choices if glance.phase != "gathering" else choices[2:],
            table.rule,
        )

    def _rules(self, glance: HallSnapshot, number: int) -> None:
        """What the game compares first, then any other rule."""
        first = [one for one in glance.choices if one.first] or list(glance.choices[:6])
        choices = [self._wish(one.words, SetRules(number, dict(one.options))) for one in first]
        more = _("From the next hand on; another match begins then.") if glance.phase == "playing" else ""
        self._offer(_("Rules of table {n}").format(n=number), choices, more)

    def _chair(self, chair: ChairGlance, table: int) -> None:
        if chair.person is None:
            waiting = self.lesson.glance.unseated
            choices = [self._wish(one.name, SeatPerson(one.number, table, chair.seat)) for one in waiting[:6]]
            self._offer(_("Who sits here?") if choices else _("A computer plays here."), choices)
            return
        person = chair.person
        choices = []
        if chair.is_bot:
            choices.append(self._wish(_("Plays again"), IsBack(person)))
        else:
            choices += [
                self._wish(_("Nudge"), Nudge(person)),
                self._wish(_("A bot takes over"), BotPlays(person)),
            ]
        self._person(person, chair.name, table, choices, moves=chair.moves_to is not None)

    def _person(
        self, person: int, name: str, table: int, before: Sequence[Choice] = (), *, moves: bool = False
    ) -> None:
        begun = self.lesson.is_begun
        choices = [
            *(before if begun else ()),
            (_("To another table"), lambda: self._move(person, name, table)),
        ]
        if moves:
            choices.append(self._wish(_("Stays here after all"), StayPut(person)))
        elif table:
            choices.append(self._wish(_("Gets up"), StandUp(person)))
        choices.append((_("Another name"), lambda: self._rename(person, name)))
        choices.append((_("Remove"), lambda: self._remove(person, name)))
        self._offer(name, choices)

    def _others(self, glance: HallSnapshot) -> None:
        """All who have no seat, as there is no row for each."""

        def asked(number: int, name: str) -> Choice:
            return name, lambda: self._person(number, name, 0)

        self._offer(_("No seat yet"), [asked(one.number, one.name) for one in glance.unseated])

    def _move(self, person: int, name: str, table: int) -> None:
        tables = self.lesson.glance.tables
        choices = [
            self._wish(
                (_("Table {n}") if one.free else _("Table {n}, full")).format(n=one.number),
                SeatPerson(person, one.number),
            )
            for one in tables
            if one.number != table
        ]
        more = _("They go as soon as the hand has ended.") if self.lesson.is_begun and table else ""
        self._offer(_("Where does {name} go?").format(name=name), choices, more)

    def _rename(self, person: int, name: str) -> None:
        def answered(said: str | None) -> None:
            if said:
                self._do(Rename(person, said))

        self.stage.scenes.push(ScreenKeyboard(_("Another name"), name, NAME), answered)

    def _remove(self, person: int, name: str) -> None:
        def answered(answer: int | None) -> None:
            if answer == 1:
                self._do(Remove(person))

        question = _("Remove {name}?").format(name=name)
        more = _("Their phone loses its place; a computer plays on.")
        self.stage.scenes.push(Ask(question, [_("Back"), _("Remove")], more), answered)

    def _need(self, need: NeedGlance) -> None:
        person = need.person
        if person is None:
            self._offer(need.words, [])
        elif need.why == "claim":
            choices = [
                self._wish(_("Let them in"), Admit(person)),
                self._wish(_("Send them away"), Deny(person)),
            ]
            self._offer(need.words, choices)
        else:
            choices = [
                self._wish(_("A bot takes over"), BotPlays(person)),
                self._wish(_("Nudge"), Nudge(person)),
            ]
            self._offer(need.words, choices)
