"""How long the long tests run: slices in `make test`, full counts in `make soak`."""

import os


def scaled(count: int) -> int:
    """The count of a slice, times ``SOAK_SCALE``, which `make soak` sets."""
    return count * int(os.environ.get("SOAK_SCALE", "1"))
