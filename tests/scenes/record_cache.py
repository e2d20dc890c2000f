"""Cache of replayed and random matches, because hundreds of tests start with the same few."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from game.core.game import Event
from game.core.session import Session
from tests.matches import random_plies

READ = Session.from_record
MOST = 40  # matches
SOON: dict[str, dict[str, object]] = {
    "socker": {"win": "turns", "turns": 10, "dawdle": 0},
    "sociable": {"target": 11},
}
"""House rules that make a random match short."""


class RecordCache:
    """Cache that replays each record once."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, Session] = OrderedDict()

    def read(self, text: str, on_events: Callable[[tuple[Event, ...]], object] = bool) -> Session:
        """Replace `Session.from_record`. Each call returns a new session over shared states."""
        session = self._found.pop(text, None) or READ(text)
        self._found[text] = session
        if len(self._found) > MOST:
            self._found.popitem(last=False)
        if on_events is not bool:
            for ply in range(len(session.log)):
                on_events(session.events_of(ply))
        return session.before(len(session.log))


def at_random(
    slug: str,
    players: int | None = None,
    seed: int = 5,
    plies: int = 100_000,
    names: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
) -> Session:
    """Return a new session after at most ``plies`` random moves, by default a finished match."""
    played = _at_random(slug, players, seed, plies, tuple(names), tuple((options or {}).items()))
    return played.before(len(played.log))


def over(slug: str) -> Session:
    """Return a finished random match."""
    return at_random(slug, options=SOON.get(slug))


@cache
def _at_random(
    slug: str,
    players: int | None,
    seed: int,
    plies: int,
    names: tuple[str, ...],
    options: tuple[tuple[str, object], ...],
) -> Session:
    session = Session.new(slug, players, seed=seed, names=names or None, options=dict(options) or None)
    for _ in random_plies(session, seed, plies):
        pass
    return session
