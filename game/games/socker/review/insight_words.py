"""What is said of a match of Socker that was looked into."""

from __future__ import annotations

from collections.abc import Sequence

from game.match.insight import Fact
from game.words import _, counted, listed


def fact_words(fact: Fact, names: Sequence[str]) -> str:
    """A fact in a sentence."""
    name = names[fact["seat"]]
    match fact["kind"]:
        case "could_score":
            words = counted(
                "{name} could have scored with one action.", "{name} could have scored in {n} actions.",
                fact["actions"],
            )  # fmt: skip
            return words.format(name=name, n=fact["actions"])
        case "threat":
            return _threat(fact, name)
        case "scored":
            return _("{name} scored: {score}.").format(name=name, score=" : ".join(map(str, fact["score"])))
        case "ways" | "has_ways":
            return _ways(fact, name)
        case "nearer" | "holds" | "later" | "forward" | "answered" | "lying" | "socked":
            return _board(fact, name)
    return {
        "own_goal": _("The ball went into the own goal."),
        "punished": _("{name} saw it, and scored."),
        "open": _("{name} could score in the next turn."),
        "looked": _("As far as was looked ahead, it leads on better."),
    }[fact["kind"]].format(name=name)


def _threat(fact: Fact, name: str) -> str:
    told = {"name": name, "way": listed(fact["way"], "–")}
    if fact["stopped"]:
        return _("{name} was left a sure goal, {way}; the better turn leaves none.").format(**told)
    return _("{name} was left a sure goal, {way}; no way was found to stop that.").format(**told)


def _ways(fact: Fact, name: str) -> str:
    if fact["kind"] == "has_ways":
        words = counted(
            "After it one way led {name} to a goal.", "After it {n} ways led {name} to a goal.", fact["count"]
        )
        return words.format(name=name, n=fact["count"])
    words = counted(
        "It would have left {name} one way to a goal, not {made}.",
        "It would have left {name} {n} ways to a goal, not {made}.", fact["better"],
    )  # fmt: skip
    return words.format(name=name, n=fact["better"], made=fact["made"])


def _board(fact: Fact, name: str) -> str:
    match fact["kind"]:
        case "nearer":
            n = fact["rows"]
            words = counted(
                "After the better turn the ball would have lain one space farther forward.",
                "After the better turn the ball would have lain {n} spaces farther forward.", n,
            )  # fmt: skip
        case "holds":
            n = fact["rows"]
            words = counted(
                "After the better turn and the best reply of {name} that was found the ball would have lain "
                "one space farther forward.",
                "After the better turn and the best reply of {name} that was found the ball would have lain "
                "{n} spaces farther forward.", n,
            )  # fmt: skip
        case "later":
            n = fact["rows"]
            words = counted(
                "After the better turn, a reply and the next turn of {name}, the best that were found, "
                "the ball would have lain one space farther forward.",
                "After the better turn, a reply and the next turn of {name}, the best that were found, "
                "the ball would have lain {n} spaces farther forward.", n,
            )  # fmt: skip
        case "forward":
            n = fact["rows"]
            words = counted("The ball came one space forward.", "The ball came {n} spaces forward.", n)
        case "answered":
            n = fact["rows"]
            words = counted(
                "{name} then brought the ball one space forward.",
                "{name} then brought the ball {n} spaces forward.", n,
            )  # fmt: skip
        case "lying":
            n = fact["better"]
            words = counted(
                "One puppet of {name} would have missed a turn, not {made}.",
                "{n} puppets of {name} would have missed a turn, not {made}.", n,
            )  # fmt: skip
        case _:
            n = fact["count"]
            words = counted(
                "One puppet of {name} missed the next turn.", "{n} puppets of {name} missed the next turn.", n
            )
    return words.format(n=n, name=name, made=fact.get("made"))


def actions_words(moves: Sequence[str]) -> str:
    """Actions in a few words: "move d4 e5, kick e5 f6"."""
    return listed([_action(*move.split()) for move in moves])


def _action(verb: str, *spaces: str) -> str:
    told = dict(zip(("one", "other"), spaces, strict=False))
    return {
        "move": _("step {one} to {other}"),
        "kick": _("kick {one} at {other}"),
        "sock": _("sock {one} at {other}"),
        "spot": _("ball to {one}"),
        "end": _("end of the turn"),
    }.get(verb, verb).format(**told)
