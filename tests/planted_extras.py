"""Extras of a test, in place of those that ship with the program."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from game.core import discovery
from game.core import extras as found

CARD = """\
from pathlib import Path

from game.core.extras import Extra

EXTRA = Extra("{name}", Path(__file__).parent, hooks="sockdrawer_{name}.hooks")
"""


def plant_extra(folder: Path, name: str, *, card: str = CARD, hooks: str = "") -> None:
    """Write an extra with this source of its card and of its hooks."""
    package = folder / f"{found.PREFIX}{name}"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(card.format(name=name), encoding="utf-8")
    (package / "hooks.py").write_text(hooks, encoding="utf-8")


@contextmanager
def only_extras_in(folder: Path) -> Iterator[None]:
    """Find the extras of this folder and no others, all of them chosen, as at the start of the program."""

    def forget() -> None:
        for cached in (found.extras, discovery.components):
            cached.cache_clear()
        for name in {*sys.modules} - imported:
            if name.startswith(found.PREFIX):
                del sys.modules[name]
        importlib.invalidate_caches()

    imported = {*sys.modules}
    with (
        patch.object(found, "FOLDER", folder),
        patch.object(sys, "path", [*sys.path]),
        patch.dict("game.core.extras._faults", clear=True),
        patch.dict(os.environ),
    ):
        os.environ.pop(found.CHOSEN, None)
        forget()
        try:
            yield
        finally:
            forget()
