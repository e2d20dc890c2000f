"""What people hold, for people: the words and icons of the devices of seats."""

from __future__ import annotations

from game.match.adaptive_level import FOR_ME, Fit
from game.match.seats import KEYBOARD, MOUSE, PAD, PHONE
from game.ui.art.puppets import WORD
from game.words import _

_WORN = {"easy": "beanie", "hard": "glasses", "master": "glasses hat"}
"""What tells a level from another, besides the antenna of every computer player."""


def bot_words(level: str) -> str:
    """A computer player, for people, beside the icon of one: ``hard/keeper`` is its level and its manner."""
    plain, _slash, manner = level.partition("/")
    if plain == FOR_ME:
        return _("A match for me")
    if manner:
        return _("{level}, {manner}").format(level=_(plain), manner=_(manner))
    return _("Bot, {level}").format(level=_(plain))


def fit_words(fit: Fit) -> str:
    """Which level a match for somebody has, and why."""
    rung = fit.rung
    level, won, played = _(rung.level), rung.won, rung.won + rung.lost
    if not fit.name:
        return _("{level}: only computers sit here.").format(level=level)
    if played:
        return _("{level}, as {name} has won {won} of {played} against it so far.").format(
            level=level, name=fit.name, won=won, played=played
        )
    if rung.before:
        won, played = rung.before_won, rung.before_won + rung.before_lost
        return _("{level}, as {name} won {won} of {played} against {before}.").format(
            level=level, name=fit.name, won=won, played=played, before=_(rung.before)
        )
    return _("{level} to begin with; {name}'s results move it.").format(level=level, name=fit.name)


def worn(level: str, sock: str = "") -> str:
    """What the puppet of a seat wears: what tells of a computer player's level, a person's own sock."""
    if not level:
        return f"{WORD}{sock}" if sock else ""
    plain, _slash, manner = level.partition("/")
    return " ".join(["antenna", *(["pennant"] if manner else []), *_WORN.get(plain, "").split()])


def device_words(device: str) -> str:
    """What a person holds, for people."""
    kind, _colon, number = device.partition(":")
    if kind == PAD:
        return _("Pad {number}").format(number=number)
    return {MOUSE: _("Mouse"), KEYBOARD: _("Keyboard"), PHONE: _("Phone")}.get(kind, _("Any device"))


def device_icon(device: str) -> str:
    """The icon of what a person holds."""
    kind = device.partition(":")[0]
    return kind if kind in (PAD, MOUSE, KEYBOARD, PHONE) else "person"
