"""Another door of a party in tests, as an extra would attach it."""

from __future__ import annotations

from game.party.doors import OtherDoor
from game.party.server import PartyServer


class SideDoor:
    """Attachment that records its calls.

    Attributes:
        door: as screens show it.
        calls: names of the calls, in their order.
        text: what it saves.
        restored: what it was given to restore.
    """

    name = "side"

    def __init__(self, text: str = "") -> None:
        self.door = OtherDoor("Side door", "Side door: off", "side_door")
        self.calls: list[str] = []
        self.text = text
        self.restored: list[str] = []

    def tick(self) -> None:
        self.calls.append("tick")

    def dump_state(self) -> str:
        return self.text

    def restore_state(self, saved: str) -> None:
        self.restored.append(saved)

    async def begin(self, server: PartyServer) -> None:
        self.calls.append("begin")

    async def end(self) -> None:
        self.calls.append("end")

    def on_closed(self) -> None:
        self.calls.append("closed")
