"""What is said of a match of Socks in the City that was looked into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.games.city.words.naming import called
from game.games.city.words.sentences import colour_within
from game.match.insight import Fact
from game.words import _, counted, listed


def fact_words(fact: Fact, names: Sequence[str]) -> str:
    """A fact in a sentence."""
    if fact["kind"] == "looked":
        return _("As far as was looked ahead, it leads on better.")
    told = {"name": names[fact["seat"]], "colour": colour_within(fact["colour"])}
    match fact["kind"]:
        case "home":
            words = counted(
                "It would have brought {colour} home, for {n} point.",
                "It would have brought {colour} home, for {n} points.", fact["worth"],
            )  # fmt: skip
            return words.format(n=fact["worth"], **told)
        case "brought":
            words = counted(
                "It brought {colour} home, for {n} point.", "It brought {colour} home, for {n} points.",
                fact["worth"],
            )  # fmt: skip
            return words.format(n=fact["worth"], **told)
        case "lost":
            if fact.get("next"):
                return _("{name} brought {colour} home in the next turn.").format(**told)
            if "turn" not in fact:  # of versions before, which counted the turns of both from there on
                return _("{name} brought {colour} home later.").format(**told)
            return _("{name} brought {colour} home in turn {n}.").format(n=fact["turn"], **told)
        case "needs":
            return _needs(fact["with"], fact["without"], told)
        case "then":
            return _then(fact["without"], fact["with"], told)
    return ""


def _needs(better: int | None, made: int | None, told: Mapping[str, str]) -> str:
    if better is None:
        return _("{name} would have had no way left to {colour}.").format(**told)
    if made is None:
        words = counted(
            "{name} would still have had a way to {colour}, of {n} piece.",
            "{name} would still have had a way to {colour}, of {n} pieces.", better,
        )  # fmt: skip
        return words.format(n=better, **told)
    words = counted(
        "{name} would have needed {n} piece for {colour}, not {made}.",
        "{name} would have needed {n} pieces for {colour}, not {made}.", better,
    )  # fmt: skip
    return words.format(n=better, made=made, **told)


def _then(before: int | None, after: int | None, told: Mapping[str, str]) -> str:
    if after is None:
        return _("After it {name} had no way left to {colour}.").format(**told)
    words = counted(
        "After it {name} needed {n} piece for {colour}, not {before}.",
        "After it {name} needed {n} pieces for {colour}, not {before}.", after,
    )  # fmt: skip
    return words.format(n=after, before=before, **told)


def pieces_words(moves: Sequence[str], stations: Mapping[str, Sequence[Any]]) -> str:
    """Pieces by the names of their stations."""
    names = called(stations)
    links = [
        _("{one} to {two}").format(one=names[one], two=names[two]) for _lay, one, two in map(str.split, moves)
    ]
    return listed(links, "; ")
