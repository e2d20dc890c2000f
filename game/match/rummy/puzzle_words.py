"""What is said of a rummy's puzzles: the task, and the solution pile by pile with its reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.cards import JOKER
from game.core.rummy.advice import Position, added
from game.core.rummy.draft import CardMove, card_moves, pairs
from game.core.rummy.melds import Pile
from game.core.rummy.table import Table, read_piles, with_pile, write_piles
from game.match.puzzle.puzzle import Puzzle
from game.match.puzzle.puzzler import Told
from game.match.rummy.puzzle_luck import taken_apart
from game.match.rummy.words import card_name, suit_name
from game.words import _, counted, listed

SHORT = 5
"""A run of no more cards is told card by card."""


def task_words(puzzle: Puzzle, start: Position) -> str:
    """What has to be done, in one short sentence."""
    table, tricks = _ending(puzzle, start)
    cards = added(start.table, table)
    if puzzle.kind == "mend":
        moves = sum(move.source is not None for move in card_moves(start.table, table))
        words = counted(
            "Lay {card} and nothing else; only {n} card of the table may change its pile.",
            "Lay {card} and nothing else; only {n} cards of the table may change their pile.", moves,
        )  # fmt: skip
        return words.format(card=card_name(cards[0]), n=moves)
    if puzzle.kind == "all" and len(cards) == 2 and not tricks:
        return _("Lay both cards this turn.")
    words = {
        ("all", False): _("Lay all {n} cards this turn."),
        ("all", True): _("Come in and lay all {n} cards this turn."),
        ("most", False): _("Lay {n} cards this turn: no more can be laid."),
        ("most", True): _("Come in and lay {n} cards this turn: no more can be laid."),
    }[puzzle.kind, bool(tricks)]
    return words.format(n=len(cards))


def told_words(puzzle: Puzzle, start: Position) -> list[Told]:
    """The solution that moves the fewest cards, pile by pile: the cards of the table first."""
    end, tricks = _ending(puzzle, start)
    told = []
    table = start.table
    if tricks:
        table = with_pile(start.game, table, tricks[0])
        come = puzzle.solutions[0][0]
        told.append(Told(_("Come in with {pile}.").format(pile=pile_words(start, tricks[0])), (come,)))
    steps = list(_steps(start, table, end))
    if steps:
        steps[-1] = Told(steps[-1].words, (puzzle.solutions[0][-1],))
    return [*told, *steps, Told(_why(puzzle, start, end))]


def _ending(puzzle: Puzzle, start: Position) -> tuple[Table, Table]:
    """The table after the first solution, and the trick that it comes in with."""
    moves = puzzle.solutions[0]
    tricks = read_piles(moves[0].partition(" ")[2]) if moves[0].startswith("come") else ()
    word, _space, rest = moves[-1].partition(" ")
    if word == "play":
        return read_piles(rest), tricks
    return with_pile(start.game, start.table, tricks[0]), tricks


def _steps(start: Position, before: Table, after: Table) -> Iterator[Told]:
    """A step for every pile that cards come to, with the table in the making after it."""
    moves = card_moves(before, after)
    making = {number: list(pile) for number, pile in enumerate(before)}
    targets = list(dict.fromkeys(move.target for move in moves))
    goes_on = _goes_on(before, after)
    # New piles of table cards first: they show what is taken apart, and where it goes.
    targets.sort(
        key=lambda target: (target in goes_on, all(_own(move) for move in moves if move.target == target))
    )
    for target in targets:
        coming = [move for move in moves if move.target == target]
        home = goes_on.get(target, len(before) + target)
        for move in coming:
            if move.source is not None:
                _take(making[move.source], move.card)
        left = tuple(making.setdefault(home, []))
        making[home] += [move.card for move in coming]
        piles = [start.book.ordered(pile) for pile in making.values() if pile]
        yield Told(_step(start, before, after[target], left, coming), (f"= {write_piles(piles)}",))


def _take(pile: list[str], card: str) -> None:
    """Take a card from a pile in the making; a joker that stands for another card now is still that joker."""
    if card in pile:
        pile.remove(card)
    else:
        pile.remove(next(other for other in pile if other.startswith(JOKER)))


def _own(move: CardMove) -> bool:
    return move.source is None


def _goes_on(before: Table, after: Table) -> dict[int, int]:
    """The piles of the new table that go on piles of the old one."""
    return {place: number for place, number in enumerate(pairs(before, after)) if number is not None}


def _step(start: Position, before: Table, pile: Pile, left: Pile, coming: Sequence[CardMove]) -> str:
    """What comes to a pile, of which by then so much is left, or to a new one; and from where."""
    parts = []
    for source in dict.fromkeys(move.source for move in coming):
        cards = listed([_card(move.card) for move in coming if move.source == source])
        if source is None:
            parts.append(_("{cards} (hand)").format(cards=cards))
        else:
            words = _("{cards} (from {pile})")
            parts.append(words.format(cards=cards, pile=pile_words(start, before[source])))
    what = ", ".join(parts)
    if left:
        return _("To {pile}: {what}.").format(pile=pile_words(start, left), what=what)
    return _("New pile {pile}: {what}.").format(pile=pile_words(start, pile), what=what)


def _why(puzzle: Puzzle, start: Position, after: Table) -> str:
    """Why it has to be so."""
    if puzzle.kind == "mend":
        return _("No way moves fewer cards: all of them were tried.")
    opened = sorted(taken_apart(start.table, after))
    piles = listed([pile_words(start, start.table[number]) for number in opened])
    if not opened:
        return _("No pile has to be taken apart: what matters is which card goes where.")
    if len(puzzle.solutions) > 1:
        words = _("This way takes apart {piles}. There are {n} ways in all, and no other.")
        return words.format(piles=piles, n=len(puzzle.solutions))
    if len(opened) == 1:
        return _("The key is to take apart {piles}. As long as it stays whole, it cannot be done.").format(
            piles=piles
        )
    words = _("The key is to take apart {piles}. As long as one of them stays whole, it cannot be done.")
    return words.format(piles=piles)


def _card(card: str) -> str:
    joker, _equals, face = card.partition("=")
    return _("the joker as {card}").format(card=card_name(face)) if face else card_name(joker)


def pile_words(start: Position, pile: Pile) -> str:
    """A pile as its cards show it: 7 7 7, or 3 4 5 of boats; the middle of a long run is left out.

    A single card, left of a pile, is told as a run of one.
    """
    faces = [card.partition("=")[2] or card for card in start.book.ordered(pile)]
    ranks = [card[:-1] for card in faces]
    if len(ranks) > 1 and len(set(ranks)) == 1:
        return " ".join(ranks)
    told = " ".join(ranks) if len(ranks) <= SHORT else f"{ranks[0]} {ranks[1]} … {ranks[-1]}"
    return _("{ranks} of {suit}").format(ranks=told, suit=suit_name(faces[0][-1]))
