"""What is said of a match of a rummy that was looked into."""

from __future__ import annotations

from collections.abc import Sequence

from game.match.insight.findings import Fact
from game.match.rummy.words import card_names
from game.words import _, counted


def fact_words(fact: Fact, names: Sequence[str]) -> str:
    """A fact in a sentence."""
    name = names[fact["seat"]]
    match fact["kind"]:
        case "laid" | "more":
            return _laid(fact, name)
        case "did" if fact["laid"]:
            return _did(fact, name)
        case "drew":
            return _("{name} drew {card}.").format(name=name, card=card_names([fact["card"]]))
        case "keep":
            return _("Keeping {cards} came out better, all things tried.").format(
                cards=card_names(fact["cards"])
            )
        case "fed":
            words = counted(
                "{name}, who was next, could then lay {made}; after the better turn {n} card.",
                "{name}, who was next, could then lay {made}; after the better turn {n} cards.",
                fact["better"],
            )  # fmt: skip
            return words.format(name=name, made=fact["made"], n=fact["better"])
        case "could" if fact["laid"] < fact["most"]:
            return _could(fact)
        case "ready" | "counted" | "won_by":
            return _came_of(fact, name)
    return {
        "did": _("{name} laid nothing."),
        "whole": _("{name} could have laid the whole hand."),
        "out": _("{name} laid the last card, and ended the round."),
        "game": _("{name} laid the last card, and won the game."),
        "hold": _("Holding the cards back won more of the games that were tried."),
        "lay": _("Laying at once won more of the games that were tried."),
        "come": _("{name} could have come in; that won more of the games that were tried."),
        "shared": _("{name} had a share of that game."),
    }.get(fact["kind"], "").format(name=name)


def _came_of(fact: Fact, name: str) -> str:
    """What came of a turn, soon or at the end."""
    match fact["kind"]:
        case "ready" if fact["own"]:
            words = _("In the next turn {name} could have laid the whole hand.")
        case "ready":
            words = _("{name} could then lay the whole hand.")
        case "won_by":
            words = _("{name} won that game all the same.") if fact["missed"] else _("{name} won that game.")
        case "counted" if fact["points"]:
            words = counted(
                "{name} counted {n} point in that round.",
                "{name} counted {n} points in that round.", fact["points"],
            )  # fmt: skip
        case _ if fact["missed"]:
            words = _("{name} counted nothing in that round all the same.")
        case _:
            words = _("{name} counted nothing in that round.")
    return words.format(name=name, n=fact.get("points"))


def _did(fact: Fact, name: str) -> str:
    told = {"name": name, "laid": fact["laid"], "kept": fact["kept"]}
    if fact["drawn"]:
        words = counted(
            "{name} drew {n} card, laid {laid} and kept {kept}.",
            "{name} drew {n} cards, laid {laid} and kept {kept}.", fact["drawn"],
        )  # fmt: skip
        return words.format(n=fact["drawn"], **told)
    words = counted(
        "{name} laid {n} card and kept {kept}.", "{name} laid {n} cards and kept {kept}.", fact["laid"]
    )
    return words.format(n=fact["laid"], **told)


def _laid(fact: Fact, name: str) -> str:
    if fact["kind"] == "laid":
        words = counted(
            "{name} laid {laid}, and {n} card could have gone.",
            "{name} laid {laid}, and {n} cards could have gone.",
            fact["most"],
        )  # fmt: skip
        if fact["laid"] >= fact["most"]:
            return ""
        if not fact["laid"]:
            return f"{_('{name} laid nothing.').format(name=name)} {_could(fact)}"
        return words.format(name=name, laid=fact["laid"], n=fact["most"])
    words = counted(
        "{name} laid {laid}, and could have laid {n}: {cards} too.",
        "{name} laid {laid}, and could have laid {n}: {cards} too.", fact["could"],
    )  # fmt: skip
    return words.format(name=name, laid=fact["laid"], n=fact["could"], cards=card_names(fact["cards"]))


def _could(fact: Fact) -> str:
    words = counted("{n} card could have gone.", "{n} cards could have gone.", fact["most"])
    return words.format(n=fact["most"])


def turn_words(moves: Sequence[str], cards: Sequence[str]) -> str:
    """A turn in a few words: the cards that it laid, or that it drew."""
    if cards:
        return _("lay {cards}").format(cards=card_names(cards))
    verb = moves[-1].partition(" ")[0] if moves else ""
    return {"draw": _("draw"), "pass": _("pass")}.get(verb, _("end the turn"))
