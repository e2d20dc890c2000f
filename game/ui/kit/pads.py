"""The pads at this screen: each has a number that stays its own, also when it is unplugged and comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

PAD = "pad"
MOST = 8
"""How many pads can have a number."""
_SONY = ("sony", "playstation", "dualshock", "dualsense", "ps3", "ps4", "ps5")


class Plug(Protocol):
    """What SDL has open for a pad."""

    def rumble(self, low: float, high: float, ms: int) -> bool:
        """Shake, with so much of the heavy and the light motor (0 to 1)."""
        ...

    def set_led(self, colour: str) -> bool:
        """Light up in a colour."""
        ...


@dataclass(slots=True)
class Pad:
    """One pad, plugged in or away."""

    number: int
    guid: str
    """What SDL knows its model by; empty where nothing is known."""
    name: str = ""
    instance: int | None = None
    """SDL's number for it while it is plugged in; another one every time."""
    plug: Plug | None = None

    @property
    def device(self) -> str:
        """How intents and seats name it."""
        return f"{PAD}:{self.number}"

    @property
    def has_shapes(self) -> bool:
        """Whether its buttons carry shapes and not letters."""
        return any(word in self.name.lower() for word in _SONY)


class Pads:
    """All pads that have been seen, by their numbers."""

    def __init__(self) -> None:
        self._pads: list[Pad] = []
        self.shakes = True
        """Whether they may: nothing is told by it alone."""

    def plugged(self, instance: int, guid: str = "", name: str = "", plug: Plug | None = None) -> Pad:
        """A pad is there: one that was away and is of this model takes its number back."""
        # One that was pressed before it was announced is here already, without its model.
        pad = self._of(instance) or self._away(guid) or self._new(guid)
        pad.instance, pad.guid, pad.name, pad.plug = instance, guid, name, plug
        return pad

    def unplugged(self, instance: int) -> Pad | None:
        """A pad is away; its number waits for it."""
        pad = self._of(instance)
        if pad is not None:
            pad.instance = pad.plug = None
        return pad

    def device(self, instance: int) -> str:
        """How the pad that SDL numbers so is named here; one that was never announced is taken in."""
        return (self._of(instance) or self.plugged(instance)).device

    def find(self, device: str) -> Pad | None:
        """The pad of this name, plugged in or away."""
        return next((pad for pad in self._pads if pad.device == device), None)

    def is_here(self, device: str) -> bool:
        """Whether the pad of this name is plugged in."""
        pad = self.find(device)
        return pad is not None and pad.instance is not None

    @property
    def here(self) -> list[str]:
        """The names of all pads that are plugged in, in the order of their numbers."""
        return [pad.device for pad in self._pads if pad.instance is not None]

    def expect(self, guid: str, taken: set[str]) -> str:
        """The name of a pad of this model that is not taken; where none is there, one that is awaited."""
        for pad in sorted(self._pads, key=lambda pad: pad.instance is None):
            if pad.guid == guid and pad.device not in taken:
                return pad.device
        return self._new(guid).device

    def guids(self) -> dict[str, str]:
        """The model of every pad by its name, to be saved."""
        return {pad.device: pad.guid for pad in self._pads}

    def rumble(self, device: str, ms: int = 180) -> None:
        """Shake a pad gently, so that its holder knows which one it is."""
        pad = self.find(device)
        if self.shakes and pad is not None and pad.plug is not None:
            pad.plug.rumble(0.35, 0.6, ms)

    def light(self, device: str, colour: str) -> None:
        """Light a pad up, where it can."""
        pad = self.find(device)
        if pad is not None and pad.plug is not None:
            pad.plug.set_led(colour)

    def _of(self, instance: int) -> Pad | None:
        return next((pad for pad in self._pads if pad.instance == instance), None)

    def _away(self, guid: str) -> Pad | None:
        """The first pad that is away and is of this model, whichever way it was connected."""
        away = [pad for pad in self._pads if pad.instance is None]
        same = [pad for pad in away if pad.guid == guid] or [
            pad for pad in away if _model(pad.guid) == _model(guid)
        ]
        return same[0] if same else None

    def _new(self, guid: str) -> Pad:
        """A pad with a number that nobody has; where all are given, that of the first one away."""
        numbers = {pad.number for pad in self._pads}
        away = [pad for pad in self._pads if pad.instance is None]
        if len(numbers) >= MOST and away:
            self._pads.remove(away[0])
            numbers.remove(away[0].number)
        number = next(number for number in range(1, len(numbers) + 2) if number not in numbers)
        pad = Pad(number, guid)
        self._pads = sorted([*self._pads, pad], key=lambda pad: pad.number)
        return pad


def _model(guid: str) -> str:
    """Vendor and product of a pad: a GUID also says whether a cable or the air connects it."""
    return guid[8:12] + guid[16:20] if len(guid) == 32 else guid
