"""A cup for a party: names, then round by round who meets whom, the standings, and a final."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from game.core.discovery import find
from game.core.options import Value
from game.match.hall.cup import PEOPLE, Cup, Game, Mode, cup_plan, may_play
from game.scenes.hall.cup_picture import CupShown, PairShown, draw_cup, pair_boxes
from game.scenes.hall.facts import round_words
from game.scenes.hall.gather import Gather
from game.scenes.hall.kept_cup import KeptCup
from game.scenes.hall.names import Names, TypedSheet, names_in
from game.scenes.hall.opening import ask_begin
from game.scenes.hall.run import HallRun, HallScene
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box, lies_at, neighbour
from game.ui.core.input import Act, Intent
from game.ui.core.layer import Layer
from game.ui.core.paint import Painter
from game.ui.core.scene import Help
from game.ui.core.theme import SMALL
from game.ui.widgets.dialogs import Ask, Tell
from game.ui.widgets.rows import Choice
from game.ui.widgets.strip import strip_shown, strip_top
from game.ui.widgets.widgets import Button, StitchedLine, Widget, Words, ring
from game.words import _, counted


class PrepareCup(TypedSheet):
    """Who plays, and how."""

    seat = 2

    def __init__(self, slug: str, rules: Mapping[str, Value] | None = None) -> None:
        """A cup in this game, by house rules that were chosen in its lobby."""
        super().__init__()
        self.slug, self.rules = slug, dict(rules or {})
        self.names: tuple[str, ...] = ()
        self.mode = Mode.SWISS

    def enter(self) -> None:
        self.title = _("A cup")
        super().enter()

    def rows(self) -> Sequence[Widget]:
        count = len(self.names)
        told = counted("Names: {count} on the list", "Names: {count} on the list", count).format(count=count)
        modes = [(Mode.SWISS, _("Swiss")), (Mode.ALL, _("everyone with everyone"))]
        kept = self.stage.stores.cup.load()
        rows: list[Widget] = [Button(_("Go on with the cup that waits"), self._resume)] if kept else []
        rows += [
            Button(told if count else _("Who plays?"), self._ask_names),
            Choice(_("Who meets whom"), modes, self.mode, self._set_mode),
            Words(
                _("Swiss: those meet who stand nearest to each other. Everyone with everyone takes longer."),
                SMALL,
                soft=True,
            ),
            Words(
                _(
                    "Two meet at each table. Whoever is left over has a bye, which counts as a win. "
                    "On phones a computer keeps the chair of whoever has not come; "
                    "such a match counts only if you say who won."
                ),
                SMALL,
                soft=True,
            ),
            StitchedLine(),
            Button(_("First round"), self._ask_begin, go=True, enabled=PEOPLE[0] <= count <= PEOPLE[1]),
        ]
        if not PEOPLE[0] <= count <= PEOPLE[1]:
            rows.append(
                Words(_("A cup is for {few} to {many} people.").format(few=PEOPLE[0], many=PEOPLE[1]), SMALL)
            )
        return rows

    def _set_mode(self, mode: Mode) -> None:
        self.mode = mode
        self.refill()

    def _ask_names(self) -> None:
        def named(names: object) -> None:
            if isinstance(names, tuple):
                self.names = names
                self.refill()

        self.stage.scenes.push(Names(self.names), named)

    def dropped(self, path: Path) -> bool:
        names = names_in(path)
        if names is not None:
            self.names = names
            self.refill()
        return names is not None

    def _ask_begin(self) -> None:
        """Begin at once, unless another cup waits that would be lost by it."""

        def answered(answer: int | None) -> None:
            if answer == 1:
                self._begin()

        if self.stage.stores.cup.load() is None:
            self._begin()
            return
        more = _("A new one takes its place, and nothing of it is kept.")
        self.stage.scenes.push(
            Ask(_("Another cup waits."), [_("Back"), _("Begin a new cup")], more), answered
        )

    def _begin(self) -> None:
        cup = KeptCup(self.slug, Cup(self.names, self.mode).paired(), self.rules)
        self.stage.stores.cup.keep(cup.kept())
        self.stage.scenes.replace(CupBoard(cup))

    def _resume(self) -> None:
        cup = KeptCup.recalled(self.stage.stores.cup.load())
        if cup is None:
            self.stage.stores.cup.refuse()
            self.stage.scenes.push(Tell(_("This cup cannot be read. Its file is kept.")))
            self.refill()
            return
        self.stage.scenes.replace(CupBoard(cup))

    def tip(self) -> str:
        return _("What is played on phones or in this window counts by itself. Of the rest, say who won.")


class CupBoard(HallScene):
    """Who meets whom in this round, and how it stands."""

    music, mood = "title", Mood.LOBBY

    def __init__(self, kept: KeptCup, lesson: HallRun | None = None) -> None:
        """The board of a cup; of one that is played on phones, in this hall."""
        self._kept, self._lesson = kept, lesson
        self.focus = "0"
        self._layer = Layer(draw_cup)

    def enter(self) -> None:
        if self._lesson is None:
            found = self._kept.looked_up(self.stage.stores.archive.entries())
            if found != self._kept:
                self._take(found.cup)

    @property
    def cup(self) -> Cup:
        """The cup as far as it has come."""
        played = self._lesson.cup if self._lesson is not None else None
        return played.cup if played is not None else self._kept.cup

    @property
    def slug(self) -> str:
        """Its game."""
        return self._kept.slug

    # What is shown.

    def shown(self) -> CupShown:
        """All of it."""
        cup, names = self.cup, self.cup.names
        final = cup.final
        games: Sequence[Game] = [final] if final is not None else cup.rounds[-1]
        pairs = tuple(
            PairShown(names[game.one], names[game.other] if game.other is not None else "", game.points)
            for game in games
        )
        rows = tuple((names[one.person], one.points, one.buchholz) for one in cup.standings())
        winner = names[cup.winner] if cup.winner is not None else ""
        return CupShown(
            _(find(self.slug).info.title),
            round_words(cup),
            pairs,
            rows,
            winner,
            strip_shown(self.stage, self),
            strip_top(self.stage, self),
        )

    def focusable(self) -> Sequence[tuple[str, Box]]:
        boxes = pair_boxes(self.stage.view, self.shown(), self.stage.text_scale)
        return [(str(number), box) for number, box in enumerate(boxes)]

    def draw(self, painter: Painter) -> None:
        self._layer.put(painter, self.shown())
        box = dict(self.focusable()).get(self.focus)
        if box is not None and not self.cup.is_over:
            ring(painter, box, 14)

    def help(self) -> Help:
        nxt = self._next_words()
        return [
            (Act.NAVIGATE, _("Choose")),
            (Act.CONFIRM, _("Who has won?")),
            *([(Act.END_TURN, nxt)] if nxt else []),
            *([(Act.JOIN, _("Play on phones"))] if self._may_begin else []),
            (Act.BACK, _("Back") if self._lesson is not None else _("Leave")),
        ]

    @property
    def _may_begin(self) -> bool:
        """Whether phones can be let in for what is still to be played."""
        return self._lesson is None and not self.cup.is_over and may_play(self.slug, self.cup)

    def _next_words(self) -> str:
        if self.cup.may_pair:
            return _("Next round")
        return _("The final") if self.cup.may_have_final else ""

    # What is done here.

    def intent(self, intent: Intent) -> None:
        places = list(self.focusable())
        match intent.act:
            case Act.POINT | Act.PRESS:
                at = self.stage.view.units(intent.at)
                found = lies_at(places, at)
                if found:
                    self.focus = found
                if found and intent.act is Act.PRESS:
                    self._ask()
            case Act.NAVIGATE:
                here = dict(places).get(self.focus, places[0][1])
                self.focus = neighbour(places, here, intent.dx, intent.dy) or self.focus
            case Act.CONFIRM:
                self._ask()
            case Act.END_TURN:
                self._go_on()
            case Act.JOIN if self._may_begin:
                ask_begin(self.stage, self._begin)
            case Act.BACK | Act.PAUSE:
                self._leave()
        self.stale = True

    def _ask(self) -> None:
        """Who has won this game?"""
        number, cup = int(self.focus), self.cup
        game = cup.final if cup.final is not None else cup.rounds[-1][number]
        if game.other is None:
            return
        answers = [cup.names[game.one], cup.names[game.other], _("Nobody: a draw"), _("Not played yet")]

        def answered(answer: int | None) -> None:
            if answer is not None:
                points = (1.0, 0.0, 0.5, None)[answer]
                now = self.cup  # another game may have ended at a table meanwhile
                self._take(now.with_final(points) if now.final is not None else now.decided(number, points))

        self.stage.audio.play("confirm")
        self.stage.scenes.push(Ask(_("Who has won?"), answers), answered)

    def _go_on(self) -> None:
        cup = self.cup
        if not cup.may_pair and not cup.may_have_final:
            self.stage.audio.play("refuse")
            return
        self._take(cup.paired() if cup.may_pair else cup.with_final())
        if self._lesson is not None and self._lesson.cup is not None:
            self._lesson.cup.next_round(self.cup)
            self.stage.scenes.pop()  # to the tables, where it is played

    def _take(self, cup: Cup) -> None:
        self.stage.audio.play("win" if cup.is_over else "confirm")
        if self._lesson is not None and self._lesson.cup is not None:
            self._lesson.cup.cup = cup
            self._lesson.keep_cup()
        else:
            self._kept = self._kept.gone_on(cup)
            self.stage.stores.cup.keep(self._kept.kept())
        self.stale = True
        if int(self.focus) >= len(self.focusable()):
            self.focus = "0"

    def _begin(self) -> None:
        """Let phones in: whoever meets sits at one table."""
        try:
            plan = cup_plan(self.slug, self.cup, self._kept.rules, _("A cup"))
        except ValueError as error:
            self.stage.scenes.push(Tell(_("These house rules do not go together."), str(error)))
            return
        self.stage.scenes.replace(Gather(HallRun.begun(self.stage, plan, self._kept)))

    def _leave(self) -> None:
        """Leave it for now, or for good; back to the tables where it is played at some."""
        if self._lesson is not None:
            self.stage.scenes.pop()
            return

        def answered(answer: int | None) -> None:
            if answer == 2:
                self.stage.stores.cup.clear()
            if answer in (1, 2):
                self.stage.scenes.pop()

        answers = [_("Stay here"), _("Leave, and go on later"), _("End and forget")]
        self.stage.scenes.push(Ask(_("Leave the cup?"), answers), answered)


def board(run: HallRun) -> CupBoard:
    """The board of the cup that is played in this hall."""
    assert run.kept_cup is not None
    return CupBoard(run.kept_cup, run)
