"""What people hold, for people: the words and icons of the devices of seats."""

from __future__ import annotations

from game.match.seats import KEYBOARD, MOUSE, PAD, PHONE
from game.words import _


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
