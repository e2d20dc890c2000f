"""Puzzles to practise with: by game and grade, and those that were kept from matches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.core.discovery import find, slugs
from game.match.puzzle import GRADES, Puzzle, PuzzleError, puzzler_of
from game.match.puzzle.pack import number_of, read_days, read_pack
from game.scenes.daily.opening import open_practice
from game.scenes.daily.words import game_title
from game.scenes.sheets import Sheet
from game.store.days import Diary, Tried
from game.ui.core.context import Stage
from game.ui.widgets.dialogs import Ask
from game.ui.widgets.rows import Choice
from game.ui.widgets.widgets import Button, Heading, Widget, Words
from game.words import _, counted

AHEAD = 60
"""Socks of so many days to come are not practised with, where there are others."""


def games_there() -> list[str]:
    """The games that have puzzles, in the order of the title."""
    found = [slug for slug in slugs() if find(slug).info.puzzles and read_pack(slug).puzzles]
    return sorted(found, key=lambda slug: find(slug).info.order)


def kept_puzzles(diary: Diary) -> list[Puzzle]:
    """Puzzles of one's own, the newest first; what cannot be read any more is left out."""
    found = []
    for data in reversed(diary.kept):
        try:
            puzzle = Puzzle.of(data)
            puzzler = puzzler_of(puzzle.game) if puzzle.game in slugs() else None
            if puzzler is not None and puzzle.kind in puzzler.kinds:
                puzzle.session()  # other rules may have come since
                found.append(puzzle)
        except PuzzleError:
            continue
    return found


def pool(stage: Stage, game: str, grade: int) -> list[Puzzle]:
    """What there is to practise with: puzzles of a game and of a grade, 0 for any."""
    today = stage.stores.days.today()
    keys = read_days()
    start = number_of(today) - 1
    coming = {keys[(start + n) % len(keys)] for n in range(AHEAD)} if len(keys) > 2 * AHEAD else set()
    found = [one for one in read_pack(game).puzzles.values() if grade in (0, one.grade)]
    return [one for one in found if one.key not in coming] or found


def next_of(puzzles: Sequence[Puzzle], diary: Diary) -> Puzzle | None:
    """The one that comes next: not solved yet, with the fewest tries; when all are solved, the oldest."""

    def rank(puzzle: Puzzle) -> tuple[bool, str, int]:
        tried = diary.practice.get(puzzle.key, Tried())
        return tried.solved, tried.when, tried.tries

    return min(puzzles, key=rank, default=None)


def after(stage: Stage, name: str, puzzle: Puzzle) -> Puzzle | None:
    """The one to go on with after a puzzle: of its game and grade; none after one of one's own."""
    if puzzle.key not in read_pack(puzzle.game).puzzles:
        return None
    others = [one for one in pool(stage, puzzle.game, puzzle.grade) if one.key != puzzle.key]
    return next_of(others, stage.stores.days.of(name))


class Practice(Sheet):
    """Choose a game and a grade, and go; or one of one's own."""

    seat = 4

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.game, self.grade = "", 0

    def enter(self) -> None:
        self.title = _("Practice")
        games = games_there()
        if self.game not in games:
            self.game = self.stage.game if self.stage.game in games else games[0] if games else ""
        super().enter()
        self._focus_on_go()

    def _focus_on_go(self) -> None:
        go = [n for n, row in enumerate(self.form.widgets) if isinstance(row, Button) and row.go]
        self.form.focus = go[0] if go else self.form.focus

    def retell(self) -> None:
        self.title = _("Practice")
        self.refill()

    def returned(self, result: object) -> None:
        self.refill()

    def rows(self) -> Sequence[Widget]:
        diary = self.stage.stores.days.of(self.name)
        return [*self._packs(diary), *self._own(diary), Button(_("Back"), self.stage.scenes.pop)]

    def _packs(self, diary: Diary) -> list[Widget]:
        games = games_there()
        if not games:
            return [Words(_("There are no puzzles to practise with."))]
        grades = [(0, _("any")), *((grade, str(grade)) for grade in GRADES)]
        there = pool(self.stage, self.game, self.grade)
        done = sum(diary.practice.get(one.key, Tried()).solved for one in there)
        told = _("{done} of {all} solved").format(done=done, all=len(there))
        faults = read_pack(self.game).faults
        return [
            Choice(_("Game"), [(game, game_title(game)) for game in games], self.game, self._play),
            Choice(_("Grade"), grades, self.grade, self._level),
            Words(told, soft=True),
            Button(_("Give me one"), self._begin, go=True, enabled=bool(there)),
            *(Words(_("A puzzle is left out: {why}").format(why=why), soft=True) for why in faults[:1]),
        ]

    def _own(self, diary: Diary) -> list[Widget]:
        kept = kept_puzzles(diary)
        if not kept:
            return []
        rows: list[Widget] = [Heading(_("Kept from matches"))]
        for puzzle in kept:
            puzzler = puzzler_of(puzzle.game)
            task = puzzler.task(puzzle) if puzzler is not None else ""
            words = _("{game}: {task}").format(game=game_title(puzzle.game), task=task)
            if diary.practice.get(puzzle.key, Tried()).solved:
                words = _("{what} (solved)").format(what=words)
            rows.append(Button(words, partial(self._ask, puzzle)))
        return rows

    def _play(self, game: str) -> None:
        self.game = game
        self.refill()

    def _level(self, grade: int) -> None:
        self.grade = grade
        self.refill()

    def _begin(self) -> None:
        found = next_of(pool(self.stage, self.game, self.grade), self.stage.stores.days.of(self.name))
        if found is not None:
            open_practice(self.stage, self.name, found)

    def _ask(self, puzzle: Puzzle) -> None:
        """Solve one of one's own, or throw it away."""

        def answered(answer: int | None) -> None:
            if answer == 0:
                open_practice(self.stage, self.name, puzzle)
            elif answer == 1:
                self.stage.stores.days.drop(self.name, puzzle.key)
                self.returned(None)

        answers = [_("Solve it"), _("Throw it away"), _("Back")]
        self.stage.scenes.push(Ask(_("A puzzle of your own"), answers), answered)

    def tip(self) -> str:
        tried = self.stage.stores.days.of(self.name).practice.values()
        solved = sum(one.solved for one in tried)
        told = counted("{n} puzzle solved by now.", "{n} puzzles solved by now.", solved).format(n=solved)
        return told if solved else _("Take your time: nobody counts how long it takes.")
