"""A cup for a party: names, then round by round who meets whom, the standings, and a final.

On its board the pairs stand on the left, the standings on the right; it is played on phones, in this window,
or elsewhere, and somebody says who has won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from game.core.discovery import find
from game.core.options import Value
from game.match.hall import CUP_PEOPLE, Cup, Game, Mode, cup_plan, may_play
from game.scenes.hall.gather import Gather
from game.scenes.hall.overview import round_words
from game.scenes.hall.prepare import Names, TypedSheet, names_in
from game.scenes.hall.run import HallRun, HallScene, KeptCup, ask_begin
from game.ui.art.icons import icon
from game.ui.art.rooms import wall
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.input import Act
from game.ui.core.layer import Layer
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL
from game.ui.widgets import (
    Button,
    Choice,
    Control,
    Screen,
    Shortcut,
    StitchedLine,
    StripShown,
    Tell,
    Widget,
    Words,
    confirm,
    draw_shown_strip,
    offer,
    ring,
    sheet,
    strip_shown,
    strip_top,
)
from game.words import _, counted

GROWS: Final = 1.3
WOOD: Final = 92.0


@dataclass(frozen=True, slots=True)
class PairShown:
    """Two who meet; nobody for a bye."""

    one: str
    other: str
    points: float | None


@dataclass(frozen=True, slots=True)
class CupShown:
    """All that is to be seen."""

    game: str
    title: str
    pairs: tuple[PairShown, ...]
    rows: tuple[tuple[str, float, float], ...]
    """Name, points and the points of the opponents, the first first."""
    winner: str
    strip: StripShown | None
    bottom: float
    """Where the strip begins."""


def _halves(view: Canvas, shown: CupShown, text_scale: float) -> tuple[Box, Box, Box]:
    """The title, and below it the pairs and the standings."""
    safe, head = view.safe, 72 * min(text_scale, GROWS)
    top, bottom = safe.y + head + 14, min(shown.bottom, view.h - WOOD) - 14
    right = safe.w * 0.36
    title = Box(safe.x, safe.y, safe.w, head)
    pairs = Box(safe.x, top, safe.w - right - 20, bottom - top)
    return title, pairs, Box(safe.right - right, top, right, bottom - top)


def pair_boxes(view: Canvas, shown: CupShown, text_scale: float) -> list[Box]:
    """Where the pairs stand."""
    _title, area, _rows = _halves(view, shown, text_scale)
    across = 1 if len(shown.pairs) <= 5 else 2
    down = -(-len(shown.pairs) // across)
    w, h = (area.w - 12 * (across - 1)) / across, min(110.0, area.h / down)
    return [
        Box(area.x + number // down * (w + 12), area.y + number % down * h, w, h - 10)
        for number in range(len(shown.pairs))
    ]


def draw_cup(painter: Painter, shown: CupShown) -> None:
    """Draw all of it."""
    view, theme = painter.view, painter.theme
    painter.blit(wall(painter.assets, view.w, view.h, theme.name, WOOD), 0, 0)
    title, area, rows = _halves(view, shown, painter.text_scale)
    grow = min(painter.text_scale, GROWS)
    sheet(painter, title)
    words = _("{name} wins the cup!").format(name=shown.winner) if shown.winner else shown.title
    size = title.h * 0.6
    painter.blit(
        icon(painter.assets, "trophy", round(size), theme.ink, theme.panel),
        title.x + 20,
        title.centre[1],
        "midleft",
    )
    strong = TextStyle(NAMES, theme.ink, fixed=True)
    left = title.x + 34 + size
    wide = painter.text(words, left, title.centre[1], 30 * grow, strong, room=title.w * 0.6)
    soft = TextStyle(READ, theme.soft, fixed=True)
    painter.text(
        shown.game,
        title.right - 24,
        title.centre[1],
        22 * grow,
        soft,
        anchor="midright",
        room=title.right - left - wide - 50,
    )
    for pair, box in zip(shown.pairs, pair_boxes(view, shown, painter.text_scale), strict=True):
        _draw_pair(painter, pair, box)
    if shown.winner:
        size, (x, y) = round(area.h * 0.36), area.centre
        theme = painter.theme
        painter.blit(icon(painter.assets, "trophy", size, theme.ink, theme.panel), x, y, "center")
        style = TextStyle(NAMES, theme.ink, fixed=True)
        painter.text(shown.winner, x, y + size * 0.75, area.h * 0.15, style, anchor="center", room=area.w)
    _draw_rows(painter, shown, rows)
    draw_shown_strip(painter, shown.strip)


def _draw_pair(painter: Painter, pair: PairShown, box: Box) -> None:
    """Two names and what each has got; who has won lies on green, and is ticked."""
    theme = painter.theme
    sheet(painter, box)
    size = min(26 * min(painter.text_scale, GROWS), box.h * 0.4)
    if not pair.other:
        style = TextStyle(STRONG, theme.soft, fixed=True)
        words = _("{name} has a bye: a point").format(name=pair.one)
        painter.text(words, *box.centre, size * 0.9, style, anchor="center", room=box.w - 40)
        return
    half = box.w / 2
    for name, x, won in (
        (pair.one, box.x, pair.points == 1.0),
        (pair.other, box.x + half, pair.points == 0.0),
    ):
        if won:
            mark = icon(painter.assets, "crown", round(size * 1.1), theme.ink, theme.panel)
            painter.blit(mark, x + half / 2, box.y + max(14, box.h * 0.2), "center")
        style = TextStyle(NAMES if won else STRONG, theme.good if won else theme.ink, fixed=True)
        painter.text(name, x + half / 2, box.centre[1], size, style, anchor="center", room=half - 60)
    middle = {None: ":", 1.0: "1 : 0", 0.0: "0 : 1"}.get(pair.points, "½ : ½")
    style = TextStyle(NAMES, theme.soft, fixed=True)
    painter.text(middle, *box.centre, size * 0.9, style, anchor="center")


def _draw_rows(painter: Painter, shown: CupShown, box: Box) -> None:
    theme, grow = painter.theme, min(painter.text_scale, GROWS)
    sheet(painter, box)
    inner = box.grown(-18)
    head = 40 * grow
    strong, soft = TextStyle(NAMES, theme.ink, fixed=True), TextStyle(READ, theme.soft, fixed=True)
    painter.text(_("Standings"), inner.x + 4, inner.y + head * 0.4, 23 * grow, strong, room=inner.w * 0.6)
    foot = 30 * grow
    step = min(36 * grow, (inner.h - head - foot) / max(1, len(shown.rows)))
    size = min(20 * grow, step * 0.66)
    for place, (name, points, buchholz) in enumerate(shown.rows):
        y = inner.y + head + (place + 0.5) * step
        if place < 2 and points:
            painter.fill(Box(inner.x - 4, y - step / 2 + 1, inner.w + 8, step - 2), theme.chosen, 8)
        style = TextStyle(STRONG, theme.ink, fixed=True)
        painter.text(f"{place + 1}.", inner.x + 30, y, size, soft, anchor="midright")
        painter.text(name, inner.x + 40, y, size, style, room=inner.w - 150)
        painter.text(f"{points:g}", inner.right - 64, y, size, strong, anchor="midright")
        painter.text(f"{buchholz:g}", inner.right - 6, y, size * 0.85, soft, anchor="midright")
    words, x = _("Grey: points of those one has met"), inner.x + 4
    painter.text(words, x, inner.bottom - foot * 0.3, 18 * grow, soft, room=inner.w - 8)


class PrepareCup(TypedSheet):
    """Who plays, and how."""

    seat = 2

    def __init__(self, slug: str, rules: Mapping[str, Value] | None = None) -> None:
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
            Button(
                _("First round"), self._ask_begin, go=True, enabled=CUP_PEOPLE[0] <= count <= CUP_PEOPLE[1]
            ),
        ]
        if not CUP_PEOPLE[0] <= count <= CUP_PEOPLE[1]:
            rows.append(
                Words(
                    _("A cup is for {few} to {many} people.").format(few=CUP_PEOPLE[0], many=CUP_PEOPLE[1]),
                    SMALL,
                )
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
        if self.stage.stores.cup.load() is None:
            self._begin()
            return
        more = _("A new one takes its place, and nothing of it is kept.")
        confirm(self.stage, _("Another cup waits."), (_("Back"), _("Begin a new cup")), self._begin, more)

    def _begin(self) -> None:
        cup = KeptCup(self.slug, Cup(self.names, self.mode).paired(), self.rules)
        self.stage.stores.cup.keep(cup.kept())
        self.stage.scenes.replace(CupBoard(cup))

    def _resume(self) -> None:
        cup = KeptCup.recalled(self.stage.stores.cup.load())
        if cup is not None:
            self.stage.scenes.replace(CupBoard(cup))
            return
        self.stage.stores.cup.refuse()
        self.stage.scenes.push(Tell(_("This cup cannot be read. Its file is kept.")))
        self.refill()

    def tip(self) -> str:
        return _("What is played on phones or in this window counts by itself. Of the rest, say who won.")


class CupBoard(Screen, HallScene):
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
        return self._kept.slug

    # What is shown.

    def shown(self) -> CupShown:
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

    def controls(self) -> list[Control]:
        games = 1 if self.cup.final is not None else len(self.cup.rounds[-1])
        words = _("Who has won?")
        return [Control(str(number), partial(self._ask, number), words) for number in range(games)]

    def places(self) -> dict[str, Box]:
        boxes = pair_boxes(self.stage.view, self.shown(), self.stage.text_scale)
        return {str(number): box for number, box in enumerate(boxes)}

    def draw(self, painter: Painter) -> None:
        self._layer.put(painter, self.shown())
        box = dict(self.focusable()).get(self.focus)
        if box is not None and not self.cup.is_over:
            ring(painter, box, 14)

    def shortcuts(self) -> list[Shortcut]:
        final = _("The final") if self.cup.may_have_final else ""
        onward = _("Next round") if self.cup.may_pair else final
        found = [Shortcut(Act.END_TURN, onward, self._go_on)]
        if self._may_begin:
            begin = partial(ask_begin, self.stage, self._begin)
            found.append(Shortcut(Act.JOIN, _("Play on phones"), begin))
        return found

    @property
    def _may_begin(self) -> bool:
        """Whether phones can be let in for what is still to be played."""
        return self._lesson is None and not self.cup.is_over and may_play(self.slug, self.cup)

    # What is done here.

    def _ask(self, number: int) -> None:
        """Ask who has won the game of this number in the round, or the final."""
        cup = self.cup
        game = cup.final if cup.final is not None else cup.rounds[-1][number]
        if game.other is None:
            return

        def decide(points: float | None) -> None:
            now = self.cup  # another game may have ended at a table meanwhile
            self._take(now.with_final(points) if now.final is not None else now.decided(number, points))

        ways = [
            (cup.names[game.one], partial(decide, 1.0)),
            (cup.names[game.other], partial(decide, 0.0)),
            (_("Nobody: a draw"), partial(decide, 0.5)),
            (_("Not played yet"), partial(decide, None)),
        ]
        self.stage.audio.play("confirm")
        offer(self.stage, _("Who has won?"), ways)

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

    @property
    def back_words(self) -> str:
        return _("Back") if self._lesson is not None else _("Leave")

    def back(self) -> None:
        """Leave it for now, or for good; back to the tables where it is played at some."""
        if self._lesson is not None:
            self.stage.scenes.pop()
            return

        def forget() -> None:
            self.stage.stores.cup.clear()
            self.stage.scenes.pop()

        ways = [
            (_("Stay here"), None),
            (_("Leave, and go on later"), self.stage.scenes.pop),
            (_("End and forget"), forget),
        ]
        offer(self.stage, _("Leave the cup?"), ways)


def board(run: HallRun) -> CupBoard:
    """The board of the cup that is played in this hall."""
    assert run.kept_cup is not None
    return CupBoard(run.kept_cup, run)
