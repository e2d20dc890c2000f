"""Other ways into a party than the address in this room. Extras add them; see `game.party.server`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OtherDoor:
    """Another way into a party, in words of the current language."""

    title: str
    label: str
    """Label of the button that opens `screen`, with the state: on or off."""
    screen: str
    """Screen that opens and closes the door (`AppContext.open_scene`). Its factory takes one optional
    argument: a function to call in every tick with the time in ms."""
    words: str = ""
    """State as a sentence. Empty while the door is off."""
    caption: str = ""
    """Text beside the QR code if there is no number."""
    link: str = ""
    qr: tuple[tuple[bool, ...], ...] = ()
    """QR code of the link: rows of dark modules. Empty without one."""
    number: str = ""
    """Digits for guests who can only type, as they are shown. Empty without them."""
    is_open: bool = False
