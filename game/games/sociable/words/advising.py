"""What a move is good for, in a sentence: for the hint on the screen and on phones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from game.games.sociable.rules.state import POWER
from game.games.sociable.words.sentences import card_names, count_name, rank_name
from game.words import _

if TYPE_CHECKING:
    from game.games.sociable.bot.advice import Advice, Effect

ADVISED = "game.games.sociable.bot.advice:advised"
"""The question for a hint."""
ROOM = 72
"""A second reason is told where the sentence has no more letters than this, which fit beside the hand."""


def advice_words(advice: Advice, names: Sequence[str], *, reasons: bool = True) -> str:
    """What to do and why, as in "Play two kings: nobody can beat that, so you lead next." with a full stop.

    Args:
        advice: as `game.games.sociable.bot.advice.advised` gives it.
        names: of all seats.
        reasons: whether it is told why.
    """
    verb, *cards = advice["move"].split()
    if not reasons:
        return _bare(verb, cards)
    found = [_reason(verb, effect, names) for effect in advice["effects"][:2]]
    found = found or [_("of all that was tried, this came out best")]
    words = _sentence(verb, cards, "; ".join(found))
    return words if len(words) <= ROOM else _sentence(verb, cards, found[0])


def _bare(verb: str, cards: Sequence[str]) -> str:
    """What to do alone."""
    match verb:
        case "pass":
            return _("Better keep your cards: pass.")
        case "give":
            return _("Give {cards}.").format(cards=card_names(cards))
    return _("Play {cards}.").format(cards=_play(cards))


def _sentence(verb: str, cards: Sequence[str], why: str) -> str:
    match verb:
        case "pass":
            return _("Pass: {why}.").format(why=why)
        case "give":
            return _("Give {cards}: {why}.").format(cards=card_names(cards), why=why)
    return _("Play {cards}: {why}.").format(cards=_play(cards), why=why)


def _play(cards: Sequence[str]) -> str:
    play = count_name(cards)
    if len(cards) > 1 and POWER[cards[-1]] != POWER[cards[0]]:  # weakest first, so the joker is last
        play = _("{play} with joker").format(play=play)
    return play


def _reason(verb: str, effect: Effect, names: Sequence[str]) -> str:
    match effect["kind"]:
        case "short":
            one = _("{name} has one card left and cannot follow")
            few = _("{name} has too few cards to follow")
            return (one if effect["single"] else few).format(name=names[effect["seat"]])
        case "whole":
            return _("your {ranks} stay together").format(ranks=rank_name(effect["card"], many=True))
        case "keeps" if effect["many"]:
            return _("your {ranks} stay for later").format(ranks=rank_name(effect["card"], many=True))
        case "keeps":
            return _("the {rank} stays for later").format(rank=rank_name(effect["card"]))
        case "lowest" if verb == "give":
            return _("nothing of yours is lower")
        case "forced" if verb == "pass":
            return _("nothing of yours goes")
        case kind:
            return _plain()[kind]


def _plain() -> Mapping[str, str]:
    return {
        "out": _("that is your whole hand"),
        "holds": _("nobody can beat that, so you lead next"),
        "together": _("they all go at once"),
        "lowest": _("what is lowest goes first"),
        "cheapest": _("nothing lower goes"),
        "forced": _("nothing else goes"),
        "lone": _("no pair is broken"),
    }
