"""What is said of a match of SOCiable that was looked into."""

from __future__ import annotations

from collections.abc import Sequence

from game.games.sociable.words.sentences import count_name, rank_name
from game.match.insight import Fact
from game.words import _, counted


def fact_words(fact: Fact, names: Sequence[str]) -> str:
    """A fact in a sentence."""
    name = names[fact["seat"]]
    match fact["kind"]:
        case "broke":
            left = [fact["card"]] * fact["left"]
            words = counted(
                "{name} broke a group: {cards} stayed behind.",
                "{name} broke a group: {cards} stayed behind.",
                len(left),
            )  # fmt: skip
            return words.format(name=name, cards=count_name(left))
        case "over":
            return _("With that the hand was over.")
        case "did":
            return _("{name} laid {cards}.").format(name=name, cards=count_name(fact["cards"]))
        case "gave":
            return _("{name} gave {cards} away.").format(name=name, cards=count_name(fact["cards"]))
        case "passed":
            return _("{name} passed, and could have laid {cards}.").format(
                name=name, cards=count_name(fact["cards"])
            )
        case "place" if fact["place"] == 1 and fact["missed"]:
            return _("{name} was first out in this hand all the same.").format(name=name)
        case "place" if fact["place"] == 1:
            return _("{name} was first out in this hand.").format(name=name)
        case "place":
            return _("{name} came out of this hand as number {n} of {of}.").format(
                name=name, n=fact["place"], of=fact["of"]
            )
    return _reason(fact["effect"], name)


def _reason(effect: Fact, name: str) -> str:
    match effect["kind"]:
        case "short":
            one = _("{name} had one card left, and could not have followed.")
            few = _("{name} had too few cards to follow.")
            return (one if effect["single"] else few).format(name=name)
        case "whole":
            return _("The {ranks} would have stayed together.").format(
                ranks=rank_name(effect["card"], many=True)
            )
        case "keeps" if effect["many"]:
            return _("The {ranks} would have stayed for later.").format(
                ranks=rank_name(effect["card"], many=True)
            )
        case "keeps":
            return _("The {rank} would have stayed for later.").format(rank=rank_name(effect["card"]))
    return {
        "out": _("It would have been the whole hand."),
        "holds": _("Nobody could have beaten it, so {name} would have led next."),
        "together": _("They would all have gone at once."),
        "lowest": _("The lowest cards would have gone first."),
        "lone": _("No pair would have been broken."),
    }.get(effect["kind"], "").format(name=name)


def play_words(move: str) -> str:
    """A play in a few words."""
    verb, *cards = move.split()
    match verb:
        case "pass":
            return _("pass")
        case "give":
            return _("give {cards}").format(cards=count_name(cards))
    return count_name(cards)
