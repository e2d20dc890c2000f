"""How long tests run: slices in `make test`, full counts in `make soak`, and how long they wait."""

import os

PATIENCE = 240.0
"""Seconds after which a test gives up on what takes a moment; a busy machine has many moments."""


def scaled(count: int, full: int | None = None) -> int:
    """The count of a slice; in a soak the full count, or ``SOAK_SCALE`` times the slice."""
    scale = int(os.environ.get("SOAK_SCALE", "1"))
    return full if full is not None and scale > 1 else count * scale
