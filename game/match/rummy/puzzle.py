"""The puzzles of a rummy: lay all of it, lay the most, or lay one card and mend the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from game.core.cards import JOKER
from game.core.discovery import find
from game.core.rummy.advice import Position, added
from game.core.rummy.table import Table, canonical, read_piles, turn_observed, with_pile, write_piles
from game.core.session import Session
from game.match.puzzle.puzzle import Puzzle, Verdict
from game.match.puzzle.puzzler import Draft, NoPuzzleError, Proved, Setting, Told
from game.match.rummy.puzzle_luck import LOOKS, Key, Piles, keys_of, lucky, sees
from game.match.rummy.puzzle_solver import (
    Solution,
    lacking,
    most_laid,
    moved,
    position_of,
    solve,
    threes,
)
from game.words import _

ALL, MOST, MEND = "all", "most", "mend"
LUCKY = 300
"""What is found in so many of a thousand tries by playing anything is no puzzle."""
SMALL = {ALL: 2, MOST: 3, MEND: 2}
"""Laying no more cards, or moving no more of the table, is small."""
SMALL_ONES = 0.3
"""How many of the small ones a pack takes."""
STEPS = 8
"""A solution that changes more piles takes too long to tell."""
TABLES = (
    ("normal", "normal"), ("normal", "easy"), ("easy", "easy", "normal"), ("normal", "normal", "hard"),
    ("easy", "normal", "hard", "normal"), ("normal", "easy", "easy", "easy"),
)  # fmt: skip
"""Who plays the matches that positions come from."""
SCREEN = (14, 50, 14)
"""No more piles, cards on the table and cards in the hand are shown at a size that is good to read."""
FEWEST = {ALL: 2, MOST: 3}
"""So many cards at least are laid."""


class RummyPuzzler:
    """The `Puzzler` of every rummy.

    Args:
        game: its slug.
        ending: the move that ends a turn in which nothing follows coming in, where there is one.
    """

    kinds: Sequence[str] = (ALL, MOST, MEND)

    def __init__(self, game: str, ending: str = "") -> None:
        self.game, self.ending = game, ending

    def match(self, chance: Random) -> Setting:
        """Matches of a few by the usual rules, a child among them often, so that hands stay full for long."""
        bot = find(self.game).bot
        levels = chance.choice(TABLES)
        return Setting(len(levels), tuple(level for level in levels if level in bot.levels), {})

    def drafts(self, session: Session, chance: Random) -> Iterator[Draft]:
        """What the hand of the seat to move may be asked, laying all of it or the most first.

        Raises:
            NoPuzzleError: there is nothing to ask.
        """
        seat = session.to_move
        assert seat is not None, "the match is over"
        position = begun(session, seat)
        _check(position)
        text, options = session.position(), dict(session.options)
        most = most_laid(position)
        kind = ALL if most == len(position.hand) else MOST
        cards = lacking(position) if position.inside else []
        if most >= FEWEST[kind]:
            yield Draft(self.game, kind, text, seat, options)
        elif not cards:
            raise NoPuzzleError(_few_words(most))
        chance.shuffle(cards)
        for card in cards:
            yield Draft(self.game, MEND, text, seat, options, card)

    def prove(self, draft: Draft) -> Proved:
        """Solve it wholly; the detail of a draft of mending is the card to lay."""
        session = Session.from_position(draft.game, draft.position, options=draft.options)
        position = begun(session, draft.seat)
        _check(position)
        kind, card = draft.kind, draft.detail
        solved = solve(position, kind, card)
        if kind != MEND and solved.lay < FEWEST[kind]:
            raise NoPuzzleError(_few_words(solved.lay))
        if kind == MEND and solved.solutions[0].moved < 2:
            raise NoPuzzleError(_("That card finds its place at a glance."))
        tables = [solution.table for solution in solved.solutions]
        if len(differing_piles(position.table, tables[0])) > STEPS:
            raise NoPuzzleError(_("It takes so many steps that nobody could tell them again."))
        keys = keys_of(position, tables, solved.lay, card, Random(draft.position))
        luck = lucky(keys, _piles(position, card))
        if luck >= LUCKY:
            raise NoPuzzleError(_("That is too easy: it can hardly be missed."))
        moves = tuple(self._moves(solution, position) for solution in solved.solutions)
        return Proved(moves, luck, _alike(position, card), "arranger", solved.work)

    def wanted(self, draft: Draft, proved: Proved, chance: Random) -> bool:
        """Whether a pack wants it: small ones are so common that only some of them are taken."""
        session = Session.from_position(draft.game, draft.position, options=draft.options)
        start = begun(session, draft.seat)
        table = _ending(start, proved.solutions[0])
        size = moved(start.table, table) if draft.kind == MEND else len(added(start.table, table))
        return size > SMALL[draft.kind] or chance.random() < SMALL_ONES

    def found_by(self, draft: Draft, proved: Proved, chance: Random) -> tuple[str, ...]:
        """The levels of computer players that find it at one look; see `game.match.rummy.puzzle_luck`."""
        house = tuple(draft.options.items())
        keys, piles = _sought(draft.game, draft.position, draft.seat, house, draft.detail, proved.solutions)
        # All have the same kind of day, or a weak level would now and then find what a strong one does not.
        form = chance.random()
        return tuple(level for level, look in LOOKS.items() if sees(look, keys, piles, Random(form)))

    def measured(self, puzzle: Puzzle) -> tuple[Draft, int]:
        """What a puzzle was drafted as, and how lucky one has to be: for a pack that is graded again."""
        start = begun(puzzle.session(), puzzle.seat)
        tables = [_ending(start, moves) for moves in puzzle.solutions]
        laid = added(start.table, tables[0])
        card = laid[0] if puzzle.kind == MEND else ""
        keys = keys_of(start, tables, len(laid), card, Random(puzzle.position))
        draft = Draft(self.game, puzzle.kind, puzzle.position, puzzle.seat, puzzle.options, card)
        return draft, lucky(keys, _piles(start, card))

    def verdict(self, puzzle: Puzzle, session: Session) -> Verdict:
        """What the turn has come to; whoever draws or passes has missed it."""
        turn = [move for seat, move in session.log if seat == puzzle.seat]
        if not turn:
            return Verdict.OPEN
        start = begun(puzzle.session(), puzzle.seat)
        wanted = _laid(start, puzzle.solutions[0])
        laid = _laid(start, turn)
        came = turn[-1].startswith("come")
        if came and laid < len(start.hand) and start.adviser.goes_on(start):
            return Verdict.OPEN
        if laid < wanted or (puzzle.kind == MEND and not self._mends(puzzle, start, turn)):
            return Verdict.MISSED
        return Verdict.SOLVED

    def answer(self, puzzle: Puzzle, session: Session) -> str:
        """Nobody else is asked: a puzzle is one turn."""
        return session.moves()[0]

    def task(self, puzzle: Puzzle) -> str:
        """What has to be done, in one short sentence."""
        from game.match.rummy.puzzle_words import task_words

        return task_words(puzzle, begun(puzzle.session(), puzzle.seat))

    def explained(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[Told]:
        """The solution that moves the fewest cards, pile by pile."""
        from game.match.rummy.puzzle_words import told_words

        return told_words(puzzle, begun(puzzle.session(), puzzle.seat))

    def _mends(self, puzzle: Puzzle, start: Position, turn: Sequence[str]) -> bool:
        """Whether the wanted card was laid alone, and no more cards were moved than need be."""
        best, table = _table(puzzle.solutions[0]), _table(turn)
        return added(start.table, table) == added(start.table, best) and moved(start.table, table) <= moved(
            start.table, best
        )

    def _moves(self, solution: Solution, position: Position) -> tuple[str, ...]:
        if not solution.trick:
            return (f"play {write_piles(solution.table)}",)
        come = f"come {' '.join(solution.trick)}"
        laid = len(added(position.table, solution.table))
        if laid > len(solution.trick):
            return come, f"play {write_piles(solution.table)}"
        goes_on = position.adviser.goes_on(position) and laid < len(position.hand)
        return (come, self.ending) if goes_on else (come,)


@lru_cache(maxsize=2)
def _sought(
    game: str,
    position: str,
    seat: int,
    options: tuple[tuple[str, object], ...],
    card: str,
    solutions: tuple[tuple[str, ...], ...],
) -> tuple[list[Key], Piles]:
    """What each solution takes, and where somebody looks for it; kept, as each puzzle is tried often."""
    start = begun(Session.from_position(game, position, options=dict(options)), seat)
    tables = [_ending(start, moves) for moves in solutions]
    keys = keys_of(start, tables, len(added(start.table, tables[0])), card, Random(position))
    return keys, _piles(start, card)


def _piles(position: Position, card: str) -> Piles:
    return Piles.of(position, [card] if card else position.hand)


def begun(session: Session, seat: int) -> Position:
    """The turn of a seat, as it begins at this moment of a match."""
    seen = turn_observed(session.observe(seat))
    inside = seen.get("in")
    return position_of(
        session.game,
        session.options,
        canonical(session.game, seen["table"]),
        seen["hand"],
        inside=inside is None or bool(inside[seat]),
    )


def _table(moves: Sequence[str]) -> Table:
    """The table that a turn leaves behind by its play; empty where it has none."""
    word, _space, rest = moves[-1].partition(" ")
    return read_piles(rest) if word == "play" else ()


def _ending(start: Position, moves: Sequence[str]) -> Table:
    """The table after a whole turn."""
    come = moves[0].partition(" ")[2] if moves[0].startswith("come") else ""
    return _table(moves) or with_pile(start.game, start.table, come.split())


def _laid(start: Position, turn: Sequence[str]) -> int:
    """How many cards of the hand a turn has laid."""
    table = _table(turn)
    if table:
        return len(added(start.table, table))
    return sum(len(move.split()) - 1 for move in turn if move.startswith("come"))


def _check(position: Position) -> None:
    """Check that a table is one to make puzzles of.

    Raises:
        NoPuzzleError: it is not.
    """
    if not position.table:
        raise NoPuzzleError(_("There is nothing on the table to work with."))
    sizes = len(position.table), sum(map(len, position.table)), len(position.hand)
    if any(size > most for size, most in zip(sizes, SCREEN, strict=True)):
        raise NoPuzzleError(_("There are more cards here than a screen can show well."))


def _few_words(laid: int) -> str:
    """What is said where less can be laid than makes a puzzle."""
    return (
        _("Too few cards can be laid to make a puzzle.")
        if laid
        else _("Nothing of this hand can be laid here.")
    )


def differing_piles(before: Table, after: Table) -> list[tuple[str, ...]]:
    """The piles of a table that another one has not."""
    rest = [*before]
    new = []
    for pile in after:
        if pile in rest:
            rest.remove(pile)
        else:
            new.append(pile)
    return new


def _alike(position: Position, card: str) -> int:
    """How many places look right at a glance for the cards that are to be laid."""
    book = position.book
    if card:
        there = [0] * len(book.pack.cards)
        for pile in position.table:
            for one in pile:
                there[book.face[one]] += 1
        return threes(book, there, book.face[card])
    cards = [one for one in position.hand if one != JOKER]
    fits = sum(bool(book.fits(one, pile)) for one in dict.fromkeys(cards) for pile in position.table)
    return fits + len(book.melds_from(cards))
