"""A lesson in a file that somebody drops on the window, as another school has sent it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from game.match.hall.plan import HallPlan

BYTES: Final = 200_000
"""No lesson is larger."""


def plan_in(path: Path) -> HallPlan | None:
    """The lesson in a file; `None` where it is something else.

    Raises:
        OSError: it cannot be read.
        ValueError: it is a lesson that this program cannot play.
    """
    if path.suffix.lower() != ".json":
        return None
    with path.open("rb") as file:
        data = file.read(BYTES)
    try:
        kept = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(kept, dict) or not {"game", "tables"} <= kept.keys():
        return None
    try:
        return HallPlan.recalled(kept)
    except LookupError as unknown:
        raise ValueError(str(unknown)) from unknown
