"""What is saved of a match beside its record: what only the screen knows."""

from __future__ import annotations

from typing import Any, Protocol

from game.match.match import Match
from game.match.saving import FiledMatch
from game.ui.core.context import Stage
from game.ui.table.ending import Ending
from game.ui.table.view import View


class KeptScene(Protocol):
    """The scene of a match."""

    stage: Stage
    match: Match
    view: View
    filed: FiledMatch | None
    ending: Ending


def kept(scene: KeptScene) -> dict[str, Any]:
    """The pads, the phones, the half-built turn, and what belongs to the album and the drawer."""
    guids = scene.stage.devices.pads.guids()
    # Their models too: after a restart the same pad may have another number.
    pads = {seat.device: guids[seat.device] for seat in scene.match.seats if seat.device in guids}
    filed = scene.filed.kept() if scene.filed is not None else {}
    return {"pads": pads, "party": scene.stage.phones.kept(), "scene": scene.view.keep(), "filed": filed,
            "bots": scene.ending.socks.kept()}  # fmt: skip
