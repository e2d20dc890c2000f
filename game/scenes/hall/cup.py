"""A cup for a party: names, then round by round who meets whom, the standings, and a final."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.core.discovery import find
from game.match.hall.cup import PEOPLE, Cup, Game, Mode
from game.scenes.hall.cup_picture import CupShown, PairShown, draw_cup, pair_boxes
from game.scenes.hall.names import Names, TypedSheet, names_in
from game.ui.kit.canvas import Box
from game.ui.kit.dialogs import Ask, Tell
from game.ui.kit.focus import lies_at, neighbour
from game.ui.kit.input import Act, Intent
from game.ui.kit.layer import Layer
from game.ui.kit.moods import Mood
from game.ui.kit.paint import Painter
from game.ui.kit.rows import Choice
from game.ui.kit.scene import Scene
from game.ui.kit.stack import Help
from game.ui.kit.strip import strip_shown, strip_top
from game.ui.kit.theme import SMALL
from game.ui.kit.widgets import Button, StitchedLine, Widget, Words, ring
from game.words import _, counted


class PrepareCup(TypedSheet):
    """Who plays, and how."""

    seat = 2

    def __init__(self, slug: str) -> None:
        """A cup in this game."""
        super().__init__()
        self.slug = slug
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
        cup = Cup(self.names, self.mode).paired()
        self.stage.stores.cup.keep({**cup.kept(), "game": self.slug})
        self.stage.scenes.replace(CupBoard(self.slug, cup))

    def _resume(self) -> None:
        kept = self.stage.stores.cup.load()
        try:
            if kept is None:
                raise ValueError
            cup, slug = Cup.recalled(kept), str(kept["game"])
            find(slug)
        except (ValueError, TypeError, KeyError, LookupError):
            self.stage.stores.cup.refuse()
            self.stage.scenes.push(Tell(_("This cup cannot be read. Its file is kept.")))
            self.refill()
            return
        self.stage.scenes.replace(CupBoard(slug, cup))

    def tip(self) -> str:
        return _("Play at as many tables as you have. Say here who has won.")


class CupBoard(Scene):
    """Who meets whom in this round, and how it stands."""

    music, mood = "title", Mood.LOBBY

    def __init__(self, slug: str, cup: Cup) -> None:
        """The board of a cup in this game."""
        self.slug, self.cup = slug, cup
        self.focus = "0"
        self._layer = Layer(draw_cup)

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
        title = _("Round {n} of {of}").format(n=len(cup.rounds), of=cup.all_rounds)
        if final is not None:
            title = _("The final")
        winner = names[cup.winner] if cup.winner is not None else ""
        return CupShown(
            _(find(self.slug).info.title),
            title,
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
            (Act.BACK, _("Leave")),
        ]

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
                self._take(cup.with_final(points) if cup.final is not None else cup.decided(number, points))

        self.stage.audio.play("confirm")
        self.stage.scenes.push(Ask(_("Who has won?"), answers), answered)

    def _go_on(self) -> None:
        cup = self.cup
        if cup.may_pair:
            self._take(cup.paired())
        elif cup.may_have_final:
            self._take(cup.with_final())
        else:
            self.stage.audio.play("refuse")

    def _take(self, cup: Cup) -> None:
        self.stage.audio.play("win" if cup.is_over else "confirm")
        self.cup, self.stale = cup, True
        if int(self.focus) >= len(self.focusable()):
            self.focus = "0"
        self.stage.stores.cup.keep({**cup.kept(), "game": self.slug})

    def _leave(self) -> None:
        """Leave it for now, or for good."""

        def answered(answer: int | None) -> None:
            if answer == 2:
                self.stage.stores.cup.clear()
            if answer in (1, 2):
                self.stage.scenes.pop()

        answers = [_("Stay here"), _("Leave, and go on later"), _("End and forget")]
        self.stage.scenes.push(Ask(_("Leave the cup?"), answers), answered)
