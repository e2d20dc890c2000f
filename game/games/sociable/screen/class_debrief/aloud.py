"""What the charts about a class say to whoever does not see them: each its figures, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from game.games.sociable.review.pooled.classes import CLASSES, bosses_kept
from game.games.sociable.review.pooled.figures import strengths
from game.games.sociable.review.pooled.tables import BOSS, NONE, Table
from game.games.sociable.screen.class_debrief import words
from game.games.sociable.screen.class_debrief.drawing import ClassPage
from game.games.sociable.screen.class_debrief.facts import ClassFacts
from game.games.sociable.screen.class_debrief.panels import meaning, moved_where, stayed, voted
from game.games.sociable.screen.class_debrief.panels_more import (
    OneTable,
    Panel,
    SideStrength,
    SomeTables,
    equal_players,
    other_classes,
    verdict,
)
from game.games.sociable.screen.debrief.aloud import moves_told, strengths_told
from game.games.sociable.screen.debrief.parts import title_of
from game.words import _

Sentences = Iterator[str]


def class_aloud(page: ClassPage, told: ClassFacts, asked: str) -> tuple[str, ...]:
    """A page with charts as sentences, and what is asked beside them; nothing where it has none."""
    if not page.panels:
        return ()
    said = [words.headline(), words.counts(told)]
    panels = [panel for panel, _share in page.panels]
    for panel in panels:
        said += _panel(panel, told)
    if page.parallel and verdict not in panels:
        said += words.structure(told)
    return tuple(filter(None, (*said, asked)))


def _panel(panel: Panel, told: ClassFacts) -> Sentences:
    match panel:
        case SomeTables(first, count):
            for table in told.story.played[first : first + count]:
                yield from _table(table, told)
        case OneTable(place):
            yield from _table(told.story.played[place], told)
        case SideStrength(place):
            yield from _strengths(place, told)
        case _:
            yield from TOLD[panel](told)


def _table(table: Table, told: ClassFacts) -> Sentences:
    yield words.table_title(table)
    for seat in table.story.standing:
        chairs = ", ".join(title_of(table.ranks[chair]) for chair in table.story.chairs(seat))
        yield f"{told.name(table, seat)}, {table.story.totals[-1][seat]}: {chairs}"


def _strengths(place: int, told: ClassFacts) -> Sentences:
    side = told.story.sides[place]
    yield _("Hands: {way}").format(way=words.way_row(side.way))
    found = {rank: (one.dealt, one.held) for rank, one in strengths(side.rows).items()}
    yield from strengths_told(found, changes=side.way != NONE)


def _moves(told: ClassFacts) -> Sentences:
    moves, ranks = told.story.mobility, told.story.ranks
    yield _("Who moved where")
    yield from moves_told(ranks, [[moves.moves[start][to] for to in ranks] for start in ranks])
    yield words.kept_short(told)
    yield words.by_chance(told)


def _stayed(told: ClassFacts) -> Sentences:
    sides = told.story.sides
    yield _("The Boss stayed Boss")
    for side in sides:
        if side.stayed.of:
            low, high = map(words.percent, side.stayed.interval)
            share = words.percent(side.stayed.value)
            yield f"{words.way_row(side.way)}: {words.of(side.stayed)}, {share} ({low} - {high})"
    yield _("chance: {share}").format(share=words.percent(words.fair(sides)))


def _voted(told: ClassFacts) -> Sentences:
    yield words.votes_title(told)
    for place, thing in enumerate(words.columns(told)):
        rounds = zip((_("before"), _("after")), told.votes, strict=True)
        yield f"{thing}: " + ", ".join(f"{name} {vote.columns[place]}" for name, vote in rounds if vote)
    yield from words.votes_told(told)


def _meaning(told: ClassFacts) -> Sentences:
    yield _("Is that chance?")
    yield from words.differences(told)
    yield words.kept(told)


def _equal(told: ClassFacts) -> Sentences:
    if not told.parallel:
        yield words.guess(CLASSES)
    for one in told.parallel:
        shares = (
            (_("First Boss won"), one.boss_won.value),
            (_("Boss stayed Boss"), one.boss_stayed.value),
            (_("Settled by the first chair"), one.explained),
        )
        figures = ", ".join(f"{name} {words.percent(share)}" for name, share in shares)
        yield f"{words.way_row(one.way)}: {figures}"


def _others(told: ClassFacts) -> Sentences:
    yield _("Boss stayed Boss: other classes")
    yield f"{_('your class')}: {sum(row.rank == row.next == BOSS for row in told.story.rows)}"
    if told.parallel:
        found = bosses_kept(told.story, told.parallel)
        yield _("{n} classes of equal players").format(n=len(found))
        yield ", ".join(f"{kept}: {classes}" for kept, classes in sorted(Counter(found).items()))


def _verdict(told: ClassFacts) -> Sentences:
    yield _("Parallel classes")
    yield from words.structure(told) or [words.guess(CLASSES)]


TOLD: dict[Panel, Callable[[ClassFacts], Sentences]] = {
    moved_where: _moves, stayed: _stayed, voted: _voted, meaning: _meaning,
    equal_players: _equal, other_classes: _others, verdict: _verdict,
}  # fmt: skip
"""What each panel says, besides those of tables and sides."""
