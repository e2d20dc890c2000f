"""Events and observations are what their types say, and every screen knows every kind of event."""

import importlib
from collections.abc import Iterator
from dataclasses import fields
from keyword import iskeyword
from types import UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from game.core.chance import Chance
from game.core.game import CommonObserved, Event, totals_of
from game.core.rummy.melds import is_rummy
from game.core.rummy.table import TurnObserved
from game.core.session import Session
from tests.matches import GAMES, random_plies, varied
from tests.scale import crossed, scaled

typed_games = pytest.mark.parametrize("game", GAMES)


def part_of(game: str, name: str) -> Any:
    return importlib.import_module(f"game.games.{game}.{name}")


def fault(value: Any, kind: Any) -> str:
    """Why a value is not exactly of a type; empty where it is."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        faults = [fault(value, one) for one in args]
        return "" if "" in faults else f"{value!r} is none of {kind}: {faults}"
    if origin is Literal:
        return "" if value in args else f"{value!r} is not in {args}"
    if is_typeddict(kind):
        return dict_fault(value, kind)
    if origin is list:
        return (
            next(filter(None, (fault(one, args[0]) for one in value)), "") if is_a(value, list) else "no list"
        )
    if origin is dict:
        if not is_a(value, dict):
            return f"{value!r} is no dict"
        parts = [(key, args[0]) for key in value] + [(one, args[1]) for one in value.values()]
        return next(filter(None, (fault(*part) for part in parts)), "")
    return "" if is_a(value, kind) else f"{value!r} is not exactly {kind}"


def is_a(value: Any, kind: type) -> bool:
    """Whether this is its very type: no bool for an int, no enum for a text."""
    return type(value) is kind


def may_lack(kind: Any) -> frozenset[str]:
    """What need not be there; where annotations are postponed, the class itself does not know it."""
    marked = get_type_hints(kind, include_extras=True)
    optional: frozenset[str] = kind.__optional_keys__
    return optional | {name for name, hint in marked.items() if get_origin(hint) is NotRequired}


def dict_fault(value: Any, kind: Any) -> str:
    if not is_a(value, dict):
        return f"{value!r} is no dict"
    missing, more = (
        kind.__required_keys__ - may_lack(kind) - value.keys(),
        value.keys() - get_type_hints(kind).keys(),
    )
    if missing or more:
        return f"of {kind.__name__} there are missing {sorted(missing)}, and too many {sorted(more)}"
    hints = get_type_hints(kind)
    return next((f"{name}: {wrong}" for name in value if (wrong := fault(value[name], hints[name]))), "")


def told(session: Session, seed: int, plies: int) -> Iterator[Event]:
    """All events of a random match, as each viewer may know them."""
    for event in session.opening:
        yield from (session.redact(event, viewer) for viewer in (None, *range(session.players)))
    chance = Chance(seed, "told")
    for _ in range(plies):
        if session.to_move is None:
            return
        for event in session.play(chance.pick(session.moves())):
            yield from (session.redact(event, viewer) for viewer in (None, *range(session.players)))


@crossed
@typed_games
@pytest.mark.parametrize("seed", range(scaled(2, 60)))
def test_every_event_is_what_its_kind_declares(game: str, seed: int) -> None:
    part = part_of(game, "rules.events")
    for event in told(varied(game, seed), seed, 160):
        assert type(event.kind) is str
        happened = part.read(event)
        hints = get_type_hints(type(happened))
        for one in fields(happened):
            assert not fault(getattr(happened, one.name), hints[one.name]), (event, one.name)
        again = happened.event(reveals=event.reveals)
        assert again == event
        assert list(again.data) == list(event.data), "the order in which phones and records are told"


@crossed
@typed_games
@pytest.mark.parametrize("seed", range(2))
def test_every_observation_is_what_its_type_declares(game: str, seed: int) -> None:
    part = part_of(game, "rules.events")
    session = varied(game, seed)
    for number, _ in enumerate(random_plies(session, seed, 120)):
        if number % 8 == 0:
            for viewer in (None, *range(session.players)):
                seen = session.observe(viewer)
                assert not dict_fault(seen, part.Observed)
                assert ("hand" in seen) == (viewer is not None and "hand" in may_lack(part.Observed))


@typed_games
def test_every_kind_has_one_class(game: str) -> None:
    part = part_of(game, "rules.events")
    assert list(part.read.classes) == [str(kind) for kind in part.Kind]
    assert {str(one.kind) for one in part.read.classes.values()} == set(part.read.classes)


@typed_games
def test_an_event_off_its_type_is_not_read(game: str) -> None:
    read = part_of(game, "rules.events").read
    with pytest.raises(ValueError, match="no kind of event"):
        read(Event("thunder", 0, {}))
    for kind, one in read.classes.items():
        names = {part.name for part in fields(one)}
        data = {name.rstrip("_"): 0 for name in names - {"seat"}}
        assert all(not iskeyword(name) for name in names)
        with pytest.raises(ValueError, match="not right"):
            read(Event(kind, 0, {**data, "thunder": 1}))
        if data and any(part.default is part.default_factory for part in fields(one)):
            with pytest.raises(ValueError, match="not right"):
                read(Event(kind, 0, {}))


# What knows none of the games reads what they call the same.


def hints_of(game: str) -> dict[str, Any]:
    return get_type_hints(part_of(game, "rules.events").Observed)


@pytest.mark.parametrize(
    ("shared", "games"),
    [(CommonObserved, GAMES), (TurnObserved, [game for game in GAMES if is_rummy(game)])],
    ids=["common", "rummy"],
)
def test_what_several_games_tell_is_told_by_that_name(shared: Any, games: list[str]) -> None:
    for name, kind in get_type_hints(shared).items():
        telling = [hints_of(game)[name] for game in games if name in hints_of(game)]
        assert telling, f"no game tells {name!r}"
        assert all(one == kind for one in telling)


@typed_games
def test_the_standing_of_every_game_is_read(game: str) -> None:
    session = varied(game, 1)
    assert len(totals_of(session.observe(None))) == session.players
