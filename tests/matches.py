"""Random matches of all games for contract tests and long runs."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from game.bots.match_runner import bot_move
from game.core.discovery import find_game, game_file, game_slugs
from game.core.options import Option, Value
from game.core.rng import SeededRng
from game.core.session import Session

SHORT: dict[str, dict[str, tuple[Value, ...]]] = {
    "socker": {"goals": (1, 2), "turns": (10, 20), "repeat_limit": (2, 3, 10), "dawdle": (0,)},
    "socki": {"target": (50, 60, 100)},
    "rockit": {"coming_in_points": (10, 20, 30)},
}
"""Option values that keep random matches short.

Random players need a thousand turns for a goal, and hardly score if the progress limit voids legs.
"""


def varied(slug: str, seed: int) -> Session:
    """New match with random players, house rules and seed."""
    info = find_game(slug).info
    rng = SeededRng(seed, "varied", slug)
    while True:
        players = info.players[0] + rng.below(info.players[1] - info.players[0] + 1)
        options = {
            option.name: rng.pick(SHORT.get(slug, {}).get(option.name) or _values(option))
            for option in info.options
            if rng.with_probability(0.5) or option.name in SHORT.get(slug, {})
        }
        try:
            return Session.new(slug, players, seed=seed, options=options)
        except ValueError:
            continue  # draw again if house rules exclude each other


def _values(option: Option) -> tuple[Value, ...]:
    return option.choices or tuple(range(option.lowest, option.highest + 1, option.step))


def random_plies(session: Session, seed: int, max_plies: int) -> Iterator[str]:
    """Play random moves until the match ends or ``max_plies`` are made; yield each move after it."""
    rng = SeededRng(seed, "plies")
    for _ in range(max_plies):
        if session.to_move is None:
            return
        move = rng.pick(session.moves())
        session.play(move)
        yield move


def middle(slug: str, seed: int) -> Session:
    """Unfinished varied match after some random moves."""
    for attempt in range(100):
        session = varied(slug, seed + 1000 * attempt)
        for _ in random_plies(session, seed, SeededRng(seed, attempt).below(120)):
            pass
        if session.to_move is not None:
            return session
    raise AssertionError(f"no match of {slug} lasts")


def fields(session: Session) -> dict[str, str]:
    """The fields of the position as text."""
    return dict(part.split("=", 1) for part in session.position().split())


def code(session: Session, move: str) -> str | None:
    """The code with which a move is refused."""
    refusal = session.refusal(move)
    return None if refusal is None else str(refusal.code)


GAMES = game_slugs()
HOUSE = ("city", "rockit", "sociable", "socker", "socki")
"""Games of the package. Everything else that tests need to know about a game comes from its components."""


def bringing(part: str) -> list[str]:
    """Games that bring this optional part of `game.core.discovery.COMPONENTS`."""
    return [
        slug
        for slug in GAMES
        if find_game(slug).has_component(part) and find_game(slug).component(part) is not None
    ]


def speaking(language: str) -> list[str]:
    """Games with a rules text in a language. A catalogue is optional for a game but tested if present."""
    return [slug for slug in GAMES if game_file(slug, f"rules.{language}.md") is not None]


PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
"""Golden playthroughs, one per game that has one, written by ``make playthroughs``."""


@cache
def record_of(game: str) -> str:
    """Record of a whole match: the golden playthrough, or else a match of easy bots."""
    path = PLAYTHROUGHS / f"{game}.txt"
    if path.is_file():
        return path.read_text(encoding="utf-8").partition("--- told ---\n")[0]
    session, levels = Session.new(game, seed=1), find_game(game).bot.levels
    while session.to_move is not None:
        session.play(bot_move(session, levels[0], len(session.log)))
    return session.record()
