"""Practice: the puzzles of a game and grade as small socks on a shelf, and those saved from matches."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from game.core.discovery import find_game, game_slugs
from game.core.rummy.table import table_observed
from game.i18n import _, plural
from game.match.puzzle import GRADES, Puzzle, PuzzleError, puzzler_of
from game.match.puzzle.pack import read_pack
from game.match.seats import HOUSE_NAMES
from game.scenes.board_photos import BoardPhotos, PhotoRequest, encoded_close_up
from game.scenes.daily.day_status import game_title
from game.scenes.hung import LINE_SAG, LINE_Y, SIGN_TOP, HungScreen
from game.scenes.puzzles import games_there, knit_of, next_of, open_practice, pool
from game.store.daily_puzzles import PuzzleAttempts
from game.ui.art.daily import hint_star, peg, sag
from game.ui.art.fabric import SHADOW_MARGIN, SLIDER_ROOM, sewing_button, slider, tag
from game.ui.art.knits import SOCK_ROOM, knit_sock
from game.ui.art.layers import GOLD, INK, WOOL, mix
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.shelf import BOARD_HEIGHT, cabinet, shelf_board
from game.ui.art.socks import (
    ROLLED_ROOM,
    big_sock,
    rolled_sock,
    sock_aside,
    sock_look,
    sock_pin,
)
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets import (
    GO_INK,
    PANEL_PICTURE,
    Action,
    ButtonElement,
    Element,
    ElementKey,
    FontSpec,
    MeasureContext,
    Padding,
    Picture,
    ScaledLength,
    ScrollView,
    Spacer,
    Text,
    button_row,
    column,
    confirm,
    draw_cap,
    ring,
    row,
    shrink_to_fit,
    sign,
)

OWN_PUZZLES = 0  # in place of a grade: the puzzles that the player saved from matches
MIN_PLACE, MAX_PLACE = 42, 100  # units, width and height of a sock's place; the smallest fits a finger
HEADROOM, LABEL_HEIGHT = 8.0, 24.0  # units above a sock, height of its number
ROLLED_SHARE = 1.25  # size of the picture of a rolled sock by the place
CARD_WIDTH = 428.0
PHOTO_REQUEST = "game.scenes.practice:render_photo"  # function that the worker calls


def render_photo(puzzle: Puzzle, cache_folder: str, language: str) -> bytes:
    """Return the picture of a puzzle's board as a JPEG, of a rummy's piles and the solver's hand.

    Empty if there is none. Runs in a worker process.
    """
    session, names = puzzle.session(list(HOUSE_NAMES[: puzzle.session().players])), list[str]()
    if find_game(puzzle.game).component("rummy_variant"):
        table = table_observed(session.observe(puzzle.seat))
        names = [*table.get("hand", ()), *(f"pile {' '.join(pile)}" for pile in table["table"])]
    return encoded_close_up(session, puzzle.seat, names, cache_folder, language)


class PracticeKey(ElementKey):
    """Keys of the elements."""

    GAME = "game"
    GRADE = "grade"
    PUZZLE = "puzzle"
    BEGIN = "begin"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class ShelfLayout(Element):
    """Socks spread evenly on boards, as large as fits, with a quarter of a place at both sides."""

    things: tuple[Element, ...]

    def inner(self) -> Sequence[Element]:
        return self.things

    def _boards(self, room: float) -> int:
        """Number of boards of this width for the smallest socks."""
        return max(1, math.ceil(len(self.things) / max(1, int(room / MIN_PLACE - 0.5))))

    def _fit(self, box: Box) -> tuple[int, int]:
        """Size of the largest places that fit, and the number of boards for them."""

        def fit(boards: int) -> tuple[int, int]:
            wide = box.w / (math.ceil(len(self.things) / boards) + 0.5)
            return int(min(MAX_PLACE, wide, box.h / boards - BOARD_HEIGHT - HEADROOM)), -boards

        size, boards = max(map(fit, range(1, max(1, len(self.things)) + 1)))
        return size, -boards

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return room, (HEADROOM + MIN_PLACE + BOARD_HEIGHT) * self._boards(room)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        size, boards = self._fit(box)
        across, high = math.ceil(len(self.things) / boards), size + HEADROOM + BOARD_HEIGHT
        for number, thing in enumerate(self.things):
            down, place = divmod(number, across)
            x = box.x + (place + 0.75) * box.w / (across + 0.5)
            yield thing, Box(x - size / 2, box.y + (down + 1) * box.h / boards - high, size, high)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the boards, the lowest at the lower edge of the box."""
        image, boards = shelf_board(painter.assets, round(box.w + 16)), self._fit(box)[1]
        for number in range(boards):
            painter.blit(image, box.x - 8, box.y + (number + 1) * box.h / boards - BOARD_HEIGHT - 4)


def draw_cabinet(painter: Painter, box: Box) -> None:
    """Draw the shelf's wooden back."""
    image = cabinet(painter.assets, round(box.w), round(box.h), painter.theme.name)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def draw_mascot(painter: Painter, box: Box, slug: str, is_chosen: bool, *, focused: bool) -> None:  # noqa: FBT001
    """Draw the card of a game, and its sock on the line above it."""
    assets, theme, size = painter.assets, painter.theme, 0.43
    fill = GOLD if is_chosen else mix(theme.panel, sock_look(slug).light, 0.32)
    draw_cap(painter, box, fill, radius=16)
    x, y = box.centre[0], sag(box.centre[0], painter.view.w, LINE_Y, LINE_SAG) + 2
    sock = big_sock(assets, slug, 0, size)
    at = x - sock_aside(size) + 12
    painter.blit(sock, at, y - sock_pin(size), "midtop")
    for dx in (-26, 26):
        painter.blit(peg(assets, 0.62, dx / 8), at + dx * size * 1.2, y + 2, "center")
    if focused:
        ring(painter, box)


def draw_scarf(painter: Painter, box: Box, share: float, seat: int) -> None:
    """Draw the share of solved puzzles as a scarf that is being knitted."""
    aside = box.h / 2 - SLIDER_ROOM
    image = slider(painter.assets, round(box.w - box.h), share, seat)
    painter.blit(image, box.x + aside, box.y + aside)


def draw_grade_button(painter: Painter, box: Box, grade: int, is_chosen: bool, *, focused: bool) -> None:  # noqa: FBT001
    """Draw the button of a grade, or the star of the puzzles that the player saved."""
    assets = painter.assets
    draw_cap(painter, box, GOLD if is_chosen else painter.theme.cloth, focused=focused)
    y = box.centre[1] - 2.5
    if grade == OWN_PUZZLES:
        painter.blit(hint_star(assets, 30), box.centre[0], y, "center")
    size = round(min(22.0 if is_chosen else 20.0, (box.w - 24) / 5.3), 1)
    for number in range(grade):
        x = box.centre[0] + (number - (grade - 1) / 2) * size * 1.06
        painter.blit(sewing_button(assets, size), x, y, "center")


def draw_thing(
    painter: Painter,
    box: Box,
    number: int,
    knit: str,
    solved: bool,  # noqa: FBT001
    label: str,
    is_chosen: bool,  # noqa: FBT001
    *,
    focused: bool,
) -> None:
    """Draw the sock of a puzzle above its label on a board, rolled up until solved."""
    assets, size, foot = painter.assets, box.w, box.bottom - BOARD_HEIGHT
    if is_chosen:
        draw_cap(painter, Box(box.x - 3, box.y, size + 6, foot - box.y), GOLD, radius=14)
    if solved:
        painter.blit(knit_sock(assets, knit, size), box.centre[0], foot + SOCK_ROOM - 1, "midbottom")
    else:
        wide = round(size * ROLLED_SHARE)
        image = rolled_sock(assets, number % len(SEAT_LOOKS), wide, number * 37 % 50 - 25)
        painter.blit(image, box.centre[0], foot + wide * ROLLED_ROOM - 1, "midbottom")
    numbers = painter.with_text_scale(1 + 0.3 * (painter.text_scale - 1))
    at = box.centre[0], box.bottom - LABEL_HEIGHT / 2
    label_width = round(min(numbers.width(label, SMALL, STRONG) + 16, size))
    painter.blit(tag(assets, label_width, LABEL_HEIGHT, GOLD if is_chosen else WOOL), *at, "center")
    numbers.text(label, *at, SMALL, TextStyle(STRONG, INK), anchor="center")
    if focused:
        ring(painter, box.inflated(2), 12)


class PuzzlePracticeScene(HungScreen):
    """Screen that starts a practice puzzle, by game and grade or one of the player's own."""

    sign_width = 228.0

    def __init__(self, name: str) -> None:
        self.name = name
        self.game, self.grade, self.key = "", 1, ""
        self.focus = PracticeKey.BEGIN

    @property
    def title(self) -> str:
        return _("Practice")

    def on_enter(self) -> None:
        """Choose the last played game, if it has puzzles, else the first, and its first unsolved grade."""
        self.photos = BoardPhotos(self.app)
        games = games_there()
        self.game = self.app.last_game if self.app.last_game in games else games[0] if games else ""
        self._read()
        grades = [grade for grade in GRADES if not all(map(self._is_solved, self._puzzles_of(grade)))]
        self._choose(grade=grades[0] if grades else 1)

    def on_leave(self) -> None:
        """Stop making pictures."""
        self.photos.close()

    def on_result(self, result: object) -> None:
        """Read again what is solved, and choose the next puzzle after a solved one."""
        self._read()
        chosen = self.puzzle
        self._choose(key=chosen.key if chosen is not None and not self._is_solved(chosen) else "")

    def tick(self, now: float) -> bool:
        """Show a picture that was made. Always returns False."""
        if self.photos.poll():
            self.needs_redraw = True
        return False

    def _read(self) -> None:
        """Read the player's calendar, and those of their own puzzles that can be played."""
        self._calendar = self.app.stores.days.calendar_of(self.name)
        self._own: list[Puzzle] = []
        for data in reversed(self._calendar.kept):
            try:
                puzzle = Puzzle.of(data)
                puzzler = puzzler_of(puzzle.game) if puzzle.game in game_slugs() else None
                if puzzler is not None and puzzle.kind in puzzler.kinds:
                    puzzle.session()  # the rules of the game may have changed since
                    self._own.append(puzzle)
            except PuzzleError:
                continue
        self.needs_redraw = True

    def _puzzles_of(self, grade: int) -> Sequence[Puzzle]:
        """Puzzles of the game with a grade, or the player's own."""
        return self._own if grade == OWN_PUZZLES else pool(self.app, self.game, grade) if self.game else []

    @property
    def puzzles(self) -> Sequence[Puzzle]:
        """Puzzles on the shelf."""
        return self._puzzles_of(self.grade)

    @property
    def puzzle(self) -> Puzzle | None:
        """The chosen puzzle, None if there is none."""
        return next((puzzle for puzzle in self.puzzles if puzzle.key == self.key), None)

    def _attempts(self, puzzle: Puzzle) -> PuzzleAttempts:
        """Attempts of the player at a puzzle."""
        return self._calendar.practice.get(puzzle.key, PuzzleAttempts())

    def _is_solved(self, puzzle: Puzzle) -> bool:
        """True if the player has solved a puzzle."""
        return self._attempts(puzzle).solved

    def _choose(self, *, game: str = "", grade: int | None = None, key: str = "") -> None:
        """Choose a game, a grade or a puzzle; without a puzzle the next one of them."""
        self.game = game or self.game
        self.grade = self.grade if grade is None else grade
        if self.grade == OWN_PUZZLES and (game or not self._own):
            self.grade = 1
        following = next_of(self.puzzles, self._calendar)
        self.key = key or (following.key if following is not None else "")
        self.needs_redraw = True
        puzzle = self.puzzle
        if puzzle is not None:
            self.photos.want([PhotoRequest(puzzle.game, puzzle.key, repr(puzzle), PHOTO_REQUEST, (puzzle,))])

    def focus_neighbours(self) -> dict[tuple[str, int, int], str]:
        """The button to begin is right of the last grade, and left of it is its puzzle."""
        number = next((number for number, one in enumerate(self.puzzles) if one is self.puzzle), 0)
        last = PracticeKey.GRADE.of(OWN_PUZZLES if self._own else GRADES[-1])
        begin = PracticeKey.BEGIN
        return {(last, 1, 0): begin, (begin, -1, 0): PracticeKey.PUZZLE.of(number)}

    def set_focus(self, key: str) -> None:
        """Set the focus. Focusing a sock chooses its puzzle."""
        super().set_focus(key)
        number = PracticeKey.PUZZLE.number(key)
        if number is not None:
            self._choose(key=self.puzzles[number].key)

    def below_title(self) -> Element:
        """Number of solved puzzles on the shelf, and of those without a hint, with a scarf."""
        solved = [puzzle for puzzle in self.puzzles if self._is_solved(puzzle)]
        if not self.puzzles:
            return column()
        starred = sum(not self._attempts(puzzle).hints for puzzle in solved)
        look = sock_look(self.game)
        small = FontSpec(SMALL, STRONG, self.app.measuring_painter.theme.soft)
        ink = look.text if self.app.measuring_painter.theme.name == "linen" else ""
        count = Text(str(len(solved)), FontSpec(46, NAMES, ink), lines=1, step=0.9)
        lines = [
            Text(_("of {n} solved").format(n=len(self.puzzles)), FontSpec(BODY, STRONG), lines=1, step=0.95)
        ]
        if not solved:
            return column(Spacer(4), row(count, *lines, gap=10, align=0.5))
        hintless = plural("{n} without a hint", "{n} without a hint", starred).format(n=starred)
        lines.append(Text(hintless, small, lines=1))
        scarf = Picture(
            draw_scarf, (len(solved) / len(self.puzzles), SEAT_LOOKS.index(look)), h=70.0, drop_rank=1
        )
        summary = row(count, column(*lines), gap=10, align=0.5)
        return column(Spacer(4), shrink_to_fit(column(summary, scarf), ranks=1))

    def beside(self) -> Element:
        """Cards of the games below their socks on the line."""
        cards = []
        for number, game in enumerate(games_there()):
            is_chosen = game == self.game and self.grade != OWN_PUZZLES
            theme = self.app.measuring_painter.theme
            ink = INK if is_chosen else sock_look(game).text if theme.name == "linen" else ""
            name = _(find_game(game).info.brief or find_game(game).info.title)
            card = column(
                Spacer(flex=1), Text(name, FontSpec(22, NAMES, ink), 0.5, lines=1), pad=Padding(8, 10, 12),
                behind=Picture(draw_mascot, (game, is_chosen), shows_focus=True),
                key=PracticeKey.GAME.of(number), flex=1,
                action=Action(partial(self._choose, game=game), _("Select")),
            )  # fmt: skip
            edges = (Spacer(h=0), Spacer(h=0)) if is_chosen else (Spacer(h=12), Spacer(h=2))
            cards.append(column(edges[0], card, edges[1], flex=1))
        return column(Spacer(h=72 - SIGN_TOP), shrink_to_fit(row(*cards, gap=13), h=178.0))

    def below(self) -> Element:
        """Grades above the shelf, and the chosen puzzle next to them."""
        puzzle = self.puzzle
        if puzzle is None and not games_there():
            return column(
                Spacer(60), Text(_("There are no puzzles to practise with."), FontSpec(LARGE, STRONG), 0.5)
            )
        things = [
            Picture(
                draw_thing,
                (number, knit_of(one), self._is_solved(one), self._number(one), one is puzzle),
                shows_focus=True, key=PracticeKey.PUZZLE.of(number), words=self._words(one),
                action=Action(self._begin, _("Play"), picked=one is puzzle, label=self._words(one)),
            )
            for number, one in enumerate(self.puzzles)
        ]  # fmt: skip
        shelf = column(
            ScrollView(ShelfLayout(tuple(things)), self.scroll, flex=1), pad=Padding(3, 10, 6),
            behind=Picture(draw_cabinet), flex=1,
        )  # fmt: skip
        soft = FontSpec(SMALL, colour=self.app.measuring_painter.theme.soft)
        faults = read_pack(self.game).faults[:1] if self.game else []
        missing = [Text(_("A puzzle is missing: {why}").format(why=fault), soft) for fault in faults]
        left = column(self._grades(), shelf, *missing, gap=12, flex=1)
        card = [self._card(puzzle)] if puzzle is not None else []
        return column(Spacer(h=14), row(left, *card, gap=24, flex=1))

    def _grades(self) -> Element:
        """Row with a button for each grade, and for the player's own puzzles if there are any."""
        buttons = []
        for grade in (*GRADES, *([OWN_PUZZLES] if self._own else [])):
            words = (
                _("Saved from matches") if grade == OWN_PUZZLES else _("Difficulty {n} of 5").format(n=grade)
            )
            look = Picture(
                draw_grade_button, (grade, grade == self.grade), shows_focus=True, words=words,
                key=PracticeKey.GRADE.of(grade), h=54.0, flex=1,
                action=Action(partial(self._choose, grade=grade), _("Select"), label=words),
            )  # fmt: skip
            buttons.append(look)
        name = Text(_("Difficulty"), FontSpec(BODY, STRONG), lines=1, drop_rank=1)
        pad = Padding(22, 8, 8)
        return shrink_to_fit(
            row(name, Spacer(6), *buttons, gap=8, pad=pad, align=0.5, behind=PANEL_PICTURE), ranks=1
        )

    def _number(self, puzzle: Puzzle) -> str:
        """Place of a puzzle on the shelf; a star for one of the player's own."""
        keys = [one.key for one in self.puzzles]
        return "★" if self.grade == OWN_PUZZLES else str(keys.index(puzzle.key) + 1)

    def _name(self, puzzle: Puzzle) -> str:
        """Name of a puzzle: its number, or the game of one of the player's own."""
        if self.grade == OWN_PUZZLES:
            return game_title(puzzle.game)
        return _("Puzzle {n}").format(n=self._number(puzzle))

    def _words(self, puzzle: Puzzle) -> str:
        """Name of a puzzle, with its state."""
        name = self._name(puzzle)
        return _("{what} (solved)").format(what=name) if self._is_solved(puzzle) else name

    def _card(self, puzzle: Puzzle) -> Element:
        """Card of the chosen puzzle: its table, task and button."""
        values = puzzle.game, puzzle.key, int(self.photos.has(puzzle.key))
        is_own = self.grade == OWN_PUZZLES
        name = [Text(self._name(puzzle), FontSpec(LARGE, NAMES), lines=1)] if is_own else []
        label = _("Play it again") if self._is_solved(puzzle) else _("Play")
        letters = FontSpec(28, NAMES, GO_INK)
        begin = Action(self._begin, label)
        play = ButtonElement(label, key=PracticeKey.BEGIN, action=begin, least=58, font=letters)
        forms = (
            column(
                Picture(self.photos.draw, values, h=high, drop_rank=1),
                *name,
                Text(puzzle.puzzler.task(puzzle), FontSpec(size, STRONG)),
                Spacer(flex=1),
                *self._drop_button(puzzle),
                play,
                gap=6, pad=Padding(26, 14, 16), behind=PANEL_PICTURE,
            )
            for high in (180.0, 154.0, 138.0, 124.0, 110.0, 96.0, 82.0)
            for size in (22.0, BODY)
        )  # fmt: skip
        wide = ScaledLength(CARD_WIDTH, 0.15)
        return column(shrink_to_fit(*forms, ranks=1, flex=1), w=wide)

    def _drop_button(self, puzzle: Puzzle) -> list[Element]:
        """Button that throws away one of the player's own puzzles."""
        if self.grade != OWN_PUZZLES:
            return []
        drop = partial(self._ask_to_drop, puzzle)
        words = Text(_("Throw it away"), FontSpec(BODY, STRONG), lines=1)
        return [button_row(sign("bin", 24), words, key=PracticeKey.DROP, action=Action(drop, _("Select")))]

    def _ask_to_drop(self, puzzle: Puzzle) -> None:
        """Throw away a puzzle that the player saved, after a question."""

        def drop() -> None:
            """Delete the puzzle."""
            self.app.stores.days.drop(self.name, puzzle.key)
            self.focus = PracticeKey.BEGIN
            self.on_result(None)

        confirm(self.app, _("Throw this puzzle away?"), [_("Keep it"), _("Throw it away")], drop, loses=True)

    def _begin(self) -> None:
        """Open the chosen puzzle."""
        if self.puzzle is not None:
            open_practice(self.app, self.name, self.puzzle)
