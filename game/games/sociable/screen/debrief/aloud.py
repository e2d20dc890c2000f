"""What the charts of the debrief say to whoever does not see them: each its figures, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from game.games.sociable.review.story import worth
from game.games.sociable.screen.debrief.chairs import (
    balance,
    chair_pairs,
    gains,
    hands_held,
    stayed_boss,
    went_where,
)
from game.games.sociable.screen.debrief.charts import points_after_each, who_moved_where
from game.games.sociable.screen.debrief.page import Page, Panel
from game.games.sociable.screen.debrief.parts import DebriefFacts, title_of
from game.games.sociable.screen.debrief.societies_view import final_order, guess, who_won
from game.games.sociable.screen.debrief.words import (
    as_boss,
    compared,
    figure,
    headline,
    percent,
    stayed,
    structure,
    way,
    way_of,
)
from game.ui.kit.canvas import Box
from game.ui.kit.overheard import overheard
from game.ui.kit.paint import Painter
from game.words import _, counted

Sentences = Iterator[str]


def page_aloud(ruler: Painter, page: Page, told: DebriefFacts, asked: str) -> tuple[str, ...]:
    """A page with charts as sentences, and what is asked beside them; nothing where it has none."""
    panels = [panel for panel in (page.left, *(panel for panel, _share in page.right)) if panel is not None]
    if not page.chairs and not set(panels) & set(TOLD):
        return ()
    said = [headline(told), way(told), as_boss(told)]
    said += _hand_by_hand(told) if page.chairs else ()
    for panel in panels:
        said += TOLD[panel](told) if panel in TOLD else [_words_on(ruler, panel, told)]
    if page.societies:
        said += structure(told)
    return (*said, asked) if asked else tuple(said)


def _words_on(ruler: Painter, panel: Panel, told: DebriefFacts) -> str:
    heard = overheard(ruler, lambda painter: panel(painter, Box(0, 0, 600, 480), told))
    return ", ".join(one.words for one in heard)


def _ranks(told: DebriefFacts) -> list[str]:
    return [title_of(rank) for rank in told.ranks]


def _hand_by_hand(told: DebriefFacts) -> Sentences:
    yield _("Hand by hand")
    ranks = _ranks(told)
    for seat in told.story.standing:
        chairs = ", ".join(ranks[chair] for chair in told.story.chairs(seat))
        yield f"{told.seats[seat].name}: {chairs}"


def _moves(told: DebriefFacts) -> Sentences:
    yield _("Who moved where")
    yield from moves_told(told.ranks, told.story.moves)


def moves_told(ranks: Sequence[int], moves: Sequence[Sequence[int]]) -> Sentences:
    """From which chair (row) people went to which other one (column)."""
    for rank, row in zip(ranks, moves, strict=True):
        went = [
            counted("{n} time to {chair}", "{n} times to {chair}", times).format(n=times, chair=title_of(to))
            for to, times in zip(ranks, row, strict=True)
            if times
        ]
        yield f"{title_of(rank)}: {', '.join(went) or 0}"


def _points(told: DebriefFacts) -> Sentences:
    yield _("Points after each hand")
    for seat in told.story.standing:
        points = ", ".join(str(total[seat]) for total in told.story.totals[1:])
        yield f"{told.seats[seat].name}: {points}"


def _strengths(told: DebriefFacts) -> Sentences:
    yield _("How strong the hands were, chair by chair")
    yield from strengths_told(dict(zip(told.ranks, told.story.strengths, strict=True)))


def strengths_told(strengths: Mapping[int, tuple[float, float]], *, changes: bool = True) -> Sentences:
    """How strong the hands of each rank were, and how that is counted; see `strength_rows`."""
    for rank, (dealt, held) in strengths.items():
        if changes:
            words = _("{chair}: {dealt} as dealt, {held} after the exchange")
            yield words.format(chair=title_of(rank), dealt=figure(dealt), held=figure(held))
        else:
            yield f"{title_of(rank)}: {figure(dealt)}"
    yield _("The mean of the cards: an eight counts 0, an ace 6, a joker 7.")


def _kept(told: DebriefFacts) -> Sentences:
    yield _("Who kept the chair")
    yield stayed(told)
    yield ", ".join(f"{name}: {kept}" for name, kept in zip(_ranks(told), told.story.kept, strict=True))
    yield _("by chance: {share} %").format(share=round(100 / told.story.players))


def _exchanges(told: DebriefFacts) -> Sentences:
    yield _("What the exchange moved")
    if not told.story.flows:
        yield _("Nobody had to give anything: there was no exchange in this match.")
        return
    ranks = _ranks(told)
    for high, low, up, down in chair_pairs(told):
        for giver, taker, cards in ((low, high, up), (high, low, down)):
            if cards:
                mean = figure(worth(cards) / len(cards))
                words = counted(
                    "{giver} to {taker}: {n} card, {mean} on average",
                    "{giver} to {taker}: {n} cards, {mean} on average",
                    len(cards),
                )
                yield words.format(giver=ranks[giver], taker=ranks[taker], n=len(cards), mean=mean)


def _balance(told: DebriefFacts) -> Sentences:
    yield _("Who gained, who paid")
    net = gains(told)
    yield ", ".join(f"{told.seats[seat].name}: {net[seat]:+d}" for seat in told.story.standing)


def _won(told: DebriefFacts) -> Sentences:
    yield _("Who won, by first chair")
    if not told.societies:
        yield guess()
        return
    given, free = told.societies
    for name, one, other in zip(_ranks(told), given.wins, free.wins, strict=True):
        yield _("{what}: {a} % {way}, {b} % without").format(
            what=name, a=percent(one), b=percent(other), way=way_of(told)
        )


def _order(told: DebriefFacts) -> Sentences:
    yield _("Pairs that kept their order")
    if told.societies:
        given, free = told.societies
        for number, (one, other) in enumerate(zip(given.pairs, free.pairs, strict=True)):
            if one or other:
                yield _("{what}: {a} % {way}, {b} % without").format(
                    what=number, a=percent(one), b=percent(other), way=way_of(told)
                )
    yield compared(told)


TOLD: dict[Panel, Callable[[DebriefFacts], Sentences]] = {
    who_moved_where: _moves, points_after_each: _points, hands_held: _strengths, stayed_boss: _kept,
    went_where: _exchanges, balance: _balance, who_won: _won, final_order: _order,
}  # fmt: skip
"""The panels that are pictures, and what they say; of the others the words are read."""
