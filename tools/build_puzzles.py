"""Build the puzzle pack of a game: positions from bot matches, each fully solved and graded.

    python -m tools.build_puzzles socki --count 200 --seed 1 --workers 2
    python -m tools.build_puzzles socki --count 20 --seed 1 --out /tmp/socki.jsonl --show

Plays match after match, with the levels and players that the game's puzzler chooses (its ``match``, if it has
one). Its drafts from their moments are proved, and taken if they are ``wanted``. A match is one unit of work,
and matches are used in order, so a seed gives the same pack for any number of workers. Positions that were
there before are skipped, and only a few are taken from each match. The puzzler rejects what is too easy, too
large or not proved.

The puzzles are numbered in the order of their making and graded together (`game.match.puzzle.grading`).
``--keep`` keeps the old pack and adds new puzzles after it. Their keys are in calendars, so a published pack
may only be extended. ``--regrade`` makes no puzzles and grades the present ones again, ``--refind`` does so
after computing luck and find rates again; both only for a pack that is not published.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random

from tqdm import tqdm

from game.bots.match_runner import bot_move
from game.core.discovery import find_game
from game.core.search import BudgetPolicy
from game.core.session import Session
from game.match.puzzle import (
    GRADES,
    TRIES_PER_LEVEL,
    NoPuzzleError,
    Puzzle,
    PuzzleCandidate,
    PuzzleProof,
    Puzzler,
    PuzzleSource,
    puzzler_of,
)
from game.match.puzzle.grading import candidates_at, graded, points, with_find_rates
from game.match.puzzle.pack import PUZZLE_FILE, line_of, read_pack
from tools.command import command

LETTERS = {"socki": "k", "rockit": "r", "socker": "s", "city": "c", "sociable": "h"}
NODES = 40  # positions that a bot may examine per move of these matches
PLIES = 240  # largest number of moves of a match
A_MATCH = 3  # puzzles taken from one match, one of each kind
A_MOMENT = 4  # drafts tried per moment
SHARE = 1.25  # largest share of a kind, as a multiple of the equal share
AHEAD = 4  # matches in progress per worker


def usual(game: str, rng: Random) -> PuzzleSource:
    """Return the default setting of a match: usual players and rules, any levels but the slowest."""
    package = find_game(game)
    levels = package.bot.levels[:3]
    players = package.info.default_players
    return PuzzleSource(players, tuple(rng.choice(levels) for _seat in range(players)), {})


def puzzles_of_match(game: str, seed: int, number: int) -> list[Puzzle]:
    """Return the puzzles of one match, usually at most one of each kind."""
    rng = Random(f"puzzles of {game} {seed} {number}")
    puzzler = puzzler_of(game)
    assert puzzler is not None
    setting = getattr(puzzler, "match", partial(usual, game))(rng)
    session = Session.new(game, setting.players, rng.getrandbits(64), setting.options)
    kinds: set[str] = set()
    puzzles: list[Puzzle] = []
    for ply in range(PLIES):
        seat = session.to_move
        if seat is None or len(puzzles) == A_MATCH:
            break
        if rng.random() < _moment_share(puzzler):
            puzzles += _moment_puzzles(puzzler, session, rng, kinds, f"{seed}/{number}/{ply}")
        session.play(bot_move(session, setting.levels[seat], seed + number, BudgetPolicy(nodes=NODES)))
    return puzzles[:A_MATCH]


def _moment_share(puzzler: Puzzler) -> float:
    """Share of a match's moments that are drafted, 0 to 1."""
    return float(getattr(puzzler, "share", 1.0))


def _moment_puzzles(
    puzzler: Puzzler, session: Session, rng: Random, kinds: set[str], source: str
) -> Iterator[Puzzle]:
    """Yield the first puzzle of a moment, of a kind that the match has not given yet."""
    try:
        for draft, proof in candidates_at(puzzler, session, rng, A_MOMENT, kinds):
            if not getattr(puzzler, "wanted", _accept_all)(draft, proof, rng):
                continue
            kinds.add(draft.kind)
            yield replace(with_find_rates(puzzler, draft, proof), source=source)
            return
    except NoPuzzleError:
        return


def _accept_all(_draft: PuzzleCandidate, _proof: PuzzleProof, _rng: Random) -> bool:
    return True


def found_in_order(game: str, seed: int, workers: int) -> Iterator[list[Puzzle]]:
    """Yield the puzzles of match after match, without end."""
    work = partial(puzzles_of_match, game, seed)
    if workers < 2:
        yield from map(work, count())
        return
    with ProcessPoolExecutor(workers) as pool:
        numbers = count()
        ahead = [pool.submit(work, number) for number in islice(numbers, AHEAD * workers)]
        try:
            while True:
                first = ahead.pop(0)
                ahead.append(pool.submit(work, next(numbers)))
                yield first.result()
        finally:
            for future in ahead:
                future.cancel()


def built(game: str, total: int, seed: int, workers: int, old: Sequence[Puzzle] = ()) -> list[Puzzle]:
    """Return the new puzzles of a pack, without keys and grades."""
    puzzler = puzzler_of(game)
    assert puzzler is not None, f"{game} has no puzzles"
    max_per_kind = -(-total * SHARE // len(puzzler.kinds))
    kinds = Counter(puzzle.kind for puzzle in old)
    alike_keys = {_alike_key(puzzle) for puzzle in old}
    new_puzzles: list[Puzzle] = []
    with tqdm(total=total, initial=len(old), desc=game, unit="puzzle") as bar:
        for puzzles in found_in_order(game, seed, workers):
            for puzzle in puzzles:
                if (
                    _alike_key(puzzle) in alike_keys
                    or kinds[puzzle.kind] >= max_per_kind
                    or len(old) + len(new_puzzles) >= total
                ):
                    continue
                alike_keys.add(_alike_key(puzzle))
                kinds[puzzle.kind] += 1
                new_puzzles.append(puzzle)
                bar.update()
            bar.set_postfix(kinds, refresh=False)
            if len(old) + len(new_puzzles) >= total:
                break
    return new_puzzles


def _alike_key(puzzle: Puzzle) -> tuple[object, ...]:
    """Key that equal puzzles share."""
    return puzzle.kind, puzzle.solutions


def numbered(game: str, new_puzzles: Sequence[Puzzle], old: Sequence[Puzzle]) -> list[Puzzle]:
    """Return all puzzles with keys and grades. Old ones keep both."""
    # Some old puzzles may have been removed, so start after the largest key.
    letter, first = LETTERS[game], 1 + max((int(puzzle.key[1:]) for puzzle in old), default=0)
    new = [replace(puzzle, key=f"{letter}{number}") for number, puzzle in enumerate(new_puzzles, first)]
    return [*old, *graded(new)]


def found_again(puzzles: Sequence[Puzzle], workers: int) -> list[Puzzle]:
    """Return the puzzles with their luck and find rates computed again."""
    with ProcessPoolExecutor(workers) as pool:
        return list(tqdm(pool.map(_measure_again, puzzles), total=len(puzzles), unit="puzzle"))


def _measure_again(puzzle: Puzzle) -> Puzzle:
    puzzler = puzzler_of(puzzle.game)
    assert puzzler is not None
    draft, luck = (
        PuzzleCandidate(puzzle.game, puzzle.kind, puzzle.position, puzzle.seat, puzzle.options),
        puzzle.luck,
    )
    measured = getattr(puzzler, "measured", None)
    if measured is not None:
        draft, luck = measured(puzzle)
    proof = PuzzleProof(puzzle.solutions, luck, puzzle.alike, puzzle.proof, puzzle.nodes)
    return replace(puzzle, luck=luck, found_by=with_find_rates(puzzler, draft, proof).found_by)


def told(puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """Yield a table of the grades: number, difficulty, and find rates by level."""
    yield "grade  puzzles  points  luck  alike  easy normal hard master"
    for grade in GRADES:
        grade_puzzles = [puzzle for puzzle in puzzles if puzzle.grade == grade]
        if not grade_puzzles:
            continue
        difficulty, luck, alike = (
            sum(value(puzzle) for puzzle in grade_puzzles) / len(grade_puzzles)
            for value in (points, lambda puzzle: puzzle.luck, lambda puzzle: puzzle.alike)
        )
        finds = [
            100
            * sum(puzzle.found_by.get(level, 0) for puzzle in grade_puzzles)
            / TRIES_PER_LEVEL
            / len(grade_puzzles)
            for level in ("easy", "normal", "hard", "master")
        ]
        yield (
            f"{grade:5}  {len(grade_puzzles):7}  {difficulty:6.1f}  {luck:4.0f}  {alike:5.1f}  "
            + " ".join(f"{percent:3.0f}%" for percent in finds)
        )
    yield " ".join(f"{kind}: {number}" for kind, number in Counter(puzzle.kind for puzzle in puzzles).items())


def main() -> None:
    """Build a pack."""
    parser = command(__doc__)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=200, help="puzzles in the pack")
    parser.add_argument("--seed", type=int, default=1, help="fixes all matches")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--keep", action="store_true", help="add to the pack that is there")
    parser.add_argument("--regrade", action="store_true", help="grade the pack that is there again")
    parser.add_argument(
        "--refind", action="store_true", help="the same, and recompute which level finds each"
    )
    parser.add_argument("--out", type=Path, help="another file than that of the game")
    parser.add_argument("--show", action="store_true", help="print the tasks too")
    arguments = parser.parse_args()
    pack = list(read_pack(arguments.game).puzzles.values())
    if arguments.refind:
        pack = found_again(pack, arguments.workers)
    if arguments.regrade or arguments.refind:
        puzzles = graded(pack)
    else:
        old = pack if arguments.keep else []
        new_puzzles = built(arguments.game, arguments.count, arguments.seed, arguments.workers, old)
        puzzles = numbered(arguments.game, new_puzzles, old)
    path = arguments.out or Path(__file__).parent.parent / "game" / "games" / arguments.game / PUZZLE_FILE
    path.write_text("".join(line_of(puzzle) + "\n" for puzzle in puzzles), encoding="utf-8")
    print(*told(puzzles), sep="\n")
    puzzler = puzzler_of(arguments.game)
    for puzzle in puzzles if arguments.show and puzzler else ():
        print(puzzle.key, puzzle.grade, puzzler.task(puzzle) if puzzler else "")
    print(f"{path}: {path.stat().st_size / 1024:.0f} kB")


if __name__ == "__main__":
    main()
