"""A lesson as files: tables as CSV, the printable page, every page of the projector, and the book itself.

`save` works in another process, without a window, from plain values; so does `write`, for the command line.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game import words
from game.games.sociable.review.pooled.classes import ParallelClasses, parallel_classes, tasks
from game.games.sociable.review.pooled.figures import strengths
from game.games.sociable.review.pooled.tables import DOWN, NONE, UP, Row, Table
from game.games.sociable.review.story import strength, worth
from game.games.sociable.screen.class_debrief.drawing import pictures
from game.games.sociable.screen.class_debrief.facts import ClassFacts
from game.games.sociable.screen.class_debrief.sheet import lesson_sheet
from game.games.sociable.screen.class_debrief.words import things
from game.games.sociable.screen.debrief.export import Row as Cells
from game.games.sociable.screen.debrief.export import filled, table
from game.games.sociable.screen.debrief.parts import SaveResult, title_of
from game.match.hall.book import ClassBook
from game.words import _


@dataclass(frozen=True, slots=True)
class ClassOrder:
    """What is to be saved, and where."""

    book: ClassBook
    folder: str
    """The folder in which a new one is made."""
    name: str
    """What the new folder is called; a number is added where there is one already."""
    names: bool = False
    """Whether the pupils' names are in it; they are not, unless the teacher says so."""
    language: str = "en"
    """As in ``de``; empty for the system's."""
    parallel: tuple[ParallelClasses, ...] = ()
    """Empty where they have not been lived."""


def save(order: ClassOrder) -> SaveResult:
    """Write everything into a new folder; nothing is left where one of the files fails."""
    # This is another process, in which nobody has set the language yet.
    words.use(order.language)
    return filled(Path(order.folder), order.name, files(order))


def files(order: ClassOrder) -> Iterable[tuple[str, bytes]]:
    """Every file with its name, the small ones first."""
    # Taken out of the book and not only hidden: no file is made of what has a name in it.
    book = replace(order.book, names_hidden=False) if order.names else order.book.nameless
    told = ClassFacts.of(book, order.parallel)
    yield "hands.csv", table(hand_rows(told))
    yield "columns.csv", table([(_("column"), _("what it holds")), *columns()])
    yield "moves.csv", table(move_rows(told))
    yield "comparison.csv", table(comparison_rows(told))
    yield "strength.csv", table(strength_rows(told))
    if told.parallel:
        yield "parallel.csv", table(parallel_rows(told))
    if told.has_votes:
        yield "vote.csv", table(vote_rows(told))
    yield "class.json", book.to_json().encode("utf-8", "backslashreplace")
    yield "lesson.html", lesson_sheet(told).encode("utf-8", "backslashreplace")
    for name, picture in pictures(told):
        file = io.BytesIO()
        pygame.image.save(picture, file, "page.png")
        yield f"{name}.png", file.getvalue()


def columns() -> list[tuple[str, str]]:
    """The columns of `hand_rows`, each with what it holds."""
    return [
        (_("table"), _("the number of the table")),
        (_("match"), _("which match at this table it is, from 1")),
        (_("hand"), _("the number of the hand, from 1")),
        (_("player"), _("the name, or the number that stands for it")),
        (_("computer"), _("1 where a computer player had the chair in this hand, else 0")),
        (_("exchange"), _("what the rules of the table say: upwards, downwards or none")),
        (_("chair"), _("where the hand was played")),
        (_("dealt"), _("the cards as dealt; JK is a joker")),
        (_("strength dealt"), _("their mean: an eight counts 0, an ace 6, a joker 7")),
        (_("after exchange"), _("the cards with which the hand was played")),
        (_("strength after exchange"), _("their mean")),
        (_("given"), _("the cards given away in the exchange, or drawn by the other")),
        (_("worth given"), _("what they count together")),
        (_("received"), _("the cards that came in the exchange")),
        (_("worth received"), _("what they count together")),
        (_("next chair"), _("where the hand led to")),
        (_("points"), _("what the hand brought")),
        (_("total"), _("the points after it")),
    ]


def hand_rows(told: ClassFacts) -> Iterable[Cells]:
    """A row for every seat in every hand."""
    yield tuple(name for name, _what in columns())
    for at in told.story.tables:
        for row in at.rows:
            yield _hand_row(told, at, row)


def _hand_row(told: ClassFacts, at: Table, row: Row) -> Cells:
    who = told.name(at, row.seat, row.hand)
    return (
        row.table, row.match, row.hand, who, int(row.is_bot), way_word(row.way), title_of(row.rank),
        " ".join(row.dealt), round(strength(row.dealt), 3), " ".join(row.held), round(strength(row.held), 3),
        " ".join(row.given), worth(row.given), " ".join(row.received), worth(row.received),
        title_of(row.next), row.points, row.total,
    )  # fmt: skip


def way_word(way: str) -> str:
    """An exchange as the house rule calls it."""
    return {UP: _("upwards"), DOWN: _("downwards"), NONE: _("none")}[way]


def move_rows(told: ClassFacts) -> Iterable[Cells]:
    """How often people went from a chair to another, and what chance would give."""
    yield _("from"), _("to"), _("times"), _("by chance"), _("so far from it or further by chance")
    moves = told.story.mobility
    for start in told.story.ranks:
        for to in told.story.ranks:
            yield (
                title_of(start), title_of(to), moves.moves[start][to],
                round(moves.expected[start][to], 3), round(moves.chance[start][to], 6),
            )  # fmt: skip


def comparison_rows(told: ClassFacts) -> Iterable[Cells]:
    """How often the Boss stayed Boss with each kind of exchange, computer players apart."""
    yield (
        _("exchange"), _("matches"), _("hands with a person as Boss"), _("the Boss stayed Boss"), _("share"),
        _("interval from"), _("interval to"), _("by chance"), _("matches that a person began as Boss"),
        _("of them the first Boss was ahead"),
    )  # fmt: skip
    for side in told.story.sides:
        low, high = side.stayed.interval
        yield (
            way_word(side.way), len(side.tables), side.stayed.of, side.stayed.count,
            round(side.stayed.value, 4), round(low, 4), round(high, 4), round(side.chance, 4),
            side.first_boss.of, side.first_boss.count,
        )  # fmt: skip


def strength_rows(told: ClassFacts) -> Iterable[Cells]:
    """How strong the hands of people were, chair by chair."""
    yield _("exchange"), _("chair"), _("hands"), _("strength dealt"), _("strength after exchange")
    for side in told.story.sides:
        for rank, found in strengths(side.rows).items():
            yield (
                way_word(side.way), title_of(rank), found.hands, round(found.dealt, 3), round(found.held, 3)
            )  # fmt: skip


def parallel_rows(told: ClassFacts) -> Iterable[Cells]:
    """What became of the parallel classes."""
    yield (
        _("exchange"), _("matches"), _("won by the first Boss"), _("hands"), _("the Boss stayed Boss"),
        _("settled by the first chair"),
    )  # fmt: skip
    for one in told.parallel:
        won, stayed = one.boss_won, one.boss_stayed
        yield way_word(one.way), won.of, won.count, stayed.of, stayed.count, round(one.explained, 4)


def vote_rows(told: ClassFacts) -> Iterable[Cells]:
    """What decided the places: votes that gave something the most, and means in hundredths."""
    yield (
        _("what"), _("most before the charts"), _("most after them"), _("mean before the charts"),
        _("mean after them"),
    )  # fmt: skip
    before, after = told.votes
    for place, name in enumerate(things()):
        most = [vote.most[place] if vote else "" for vote in (before, after)]
        yield name, *most, *(vote.mean[place] if vote else "" for vote in (before, after))
    yield _("two or more alike"), *(vote.split if vote else "" for vote in (before, after)), "", ""
    yield _("votes"), *(vote.votes if vote else "" for vote in (before, after)), "", ""


def lived(told: ClassFacts) -> tuple[ParallelClasses, ...]:
    """The parallel classes of a class, lived here and now."""
    return parallel_classes([(task, task.batch.played()) for task in tasks(told.story)])


def write(text: str, out: Path, *, names: bool, parallel: bool, language: str = "") -> str:
    """The files of a class's book in a new folder, for the command line; returns that folder.

    Raises:
        ValueError: it is no book of a class, or no hand in it was played to its end.
        OSError: the folder cannot be written.
    """
    book = ClassBook.from_json(text)
    told = ClassFacts.of(book)
    if not told.story.hands:
        raise ValueError("There is nothing to look back at: no hand of this class was played to its end.")
    order = ClassOrder(book, str(out), "class", names, language, lived(told) if parallel else ())
    saved = save(order)
    if saved.trouble:
        raise OSError(f"The lesson cannot be written to {saved.folder}: {saved.trouble}.")
    return saved.folder
