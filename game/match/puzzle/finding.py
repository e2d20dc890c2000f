"""How often each level of bots finds a puzzle: it tries it `TRIES` times, and each time plays the attempt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import TypeAlias

from game.core.chance import Chance
from game.core.discovery import find
from game.core.search import Budget
from game.core.session import Session
from game.match.puzzle.puzzle import TRIES, Puzzle, Verdict
from game.match.puzzle.puzzler import Draft, NoPuzzleError, Proved, Puzzler
from game.words import _

LONGEST = 24
"""An attempt of more moves has missed it."""

Choose: TypeAlias = Callable[[Session, str, Chance], str]
"""How a level chooses its move at a moment of an attempt."""


def thrifty(nodes: Mapping[str, int]) -> Choose:
    """How the levels choose with so few positions to look into for a move."""

    def choose(session: Session, level: str, chance: Chance) -> str:
        seen = session.observe(session.to_move)
        return find(session.game).bot.choose(seen, session.options, level, chance, Budget(nodes[level]))

    return choose


def finders(
    puzzler: Puzzler, puzzle: Puzzle, levels: Iterable[str], choose: Choose, chance: Random
) -> tuple[str, ...]:
    """The levels that solve it at one try.

    Args:
        puzzler: judges the attempts.
        puzzle: what is tried.
        levels: who tries it.
        choose: how they play.
        chance: what the bots' own chance is drawn from.
    """
    return tuple(level for level in levels if _finds(puzzler, puzzle, level, choose, chance.random()))


def _finds(puzzler: Puzzler, puzzle: Puzzle, level: str, choose: Choose, seed: float) -> bool:
    session = puzzle.session()
    for number in range(LONGEST):
        verdict = puzzler.verdict(puzzle, session)
        seat = session.to_move
        if verdict is not Verdict.OPEN or seat is None:
            return verdict is Verdict.SOLVED
        if seat == puzzle.seat:
            move = choose(session, level, Chance("puzzle", str(seed), number))
        else:
            move = puzzler.answer(puzzle, session)
        session.play(move)
    return False


def puzzle_of_draft(draft: Draft, proved: Proved, key: str = "") -> Puzzle:
    """A proved draft as a puzzle of the first grade, to be graded yet; usual house rules are left out."""
    session = Session.from_position(draft.game, draft.position, options=draft.options)
    usual = find(draft.game).info.read_options({}, session.players)
    options = {name: value for name, value in draft.options.items() if value != usual[name]}
    return Puzzle(
        key, draft.game, draft.kind, draft.position, draft.seat, proved.solutions, 1, options,
        {}, proved.luck, proved.alike, proved.proof, proved.nodes,
    )  # fmt: skip


def told_by(puzzler: Puzzler, draft: Draft, proved: Proved, tries: int = TRIES) -> Puzzle:
    """A proved draft as a puzzle that knows how often who finds it, the same on every machine.

    Somebody may wait for it: fewer ``tries``, a divisor of `TRIES`, stand for all.
    """
    about = f"{draft.game} {draft.kind} {draft.detail} {draft.position}"
    found: Counter[str] = Counter()
    for number in range(tries):
        found.update(puzzler.found_by(draft, proved, Random(f"{about} {number}")))
    levels = find(draft.game).bot.levels
    times = {level: found[level] * TRIES // tries for level in levels if found[level]}
    return replace(puzzle_of_draft(draft, proved), found_by=times)


def drafted(
    puzzler: Puzzler, session: Session, chance: Random, most: int, had: Collection[str] = ()
) -> Iterator[tuple[Draft, Proved]]:
    """The drafts of a moment that make a puzzle.

    Args:
        puzzler: makes and proves them.
        session: the moment.
        chance: for the puzzler.
        most: so many drafts are tried.
        had: kinds that are not wanted.

    Raises:
        NoPuzzleError: none does; what is said is why the first one, the most promising, does not.
    """
    why: NoPuzzleError | None = None
    found = False
    drafts = puzzler.drafts(session, chance)
    for _try in range(most):
        try:
            draft = next(draft for draft in drafts if draft.kind not in had)
            proved = puzzler.prove(draft)
        except StopIteration:
            break
        except NoPuzzleError as refusal:
            why = why or refusal
        else:
            found = True
            yield draft, proved
    if not found:
        raise why or NoPuzzleError(_("There is nothing to find out here."))
