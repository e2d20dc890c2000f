"""Sample extras as third parties would write them, each a package in one folder."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from game.core import discovery, extras

SAMPLES = Path(__file__).parent


@contextmanager
def extras_in(folder: Path = SAMPLES, chosen: str | None = None) -> Iterator[None]:
    """Context manager that replaces the extras of the program by those of a folder.

    Args:
        folder: contains the packages.
        chosen: value of the environment variable that limits them, None if it is not set.
    """
    from game.scenes import SCREENS, added_screens

    before, path = set(sys.modules), list(sys.path)
    environment = {name: value for name, value in os.environ.items() if name != extras.EXTRAS_VARIABLE}
    environment |= {} if chosen is None else {extras.EXTRAS_VARIABLE: chosen}
    importlib.invalidate_caches()
    forget()
    try:
        with (
            patch.object(extras, "EXTRAS_FOLDER", folder),
            patch.object(extras, "_faults", {}),
            patch.dict(os.environ, environment, clear=True),
            patch.dict(SCREENS),
        ):
            SCREENS.update(added_screens())
            yield
    finally:
        sys.path[:] = path
        for name in {name for name in sys.modules if name.startswith(extras.PACKAGE_PREFIX)} - before:
            del sys.modules[name]
        forget()


def forget() -> None:
    """Clear the caches of the extras that were found, and of their components."""
    for value in (extras.extras, *vars(discovery).values()):
        if hasattr(value, "cache_clear"):
            value.cache_clear()
