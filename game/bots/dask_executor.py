"""Matches on a Dask cluster, through the same executor interface as everywhere else."""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import io
import os
import platform
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_SOURCES = ("*.py", "*.md")
_NAME = "sock_drawer_"
"""How the name of every archive begins."""
PATIENCE = 2.0
"""Seconds in which a scheduler answers; one in the same house does within milliseconds."""


@contextmanager
def cluster_executor(address: str) -> Iterator[Executor]:
    """An executor whose workers are those of the Dask scheduler at ``address``.

    The program's own code is sent along, so that a worker needs nothing but Python and Dask.

    Raises:
        ValueError: Dask is not installed, or nothing answers at that address.
    """
    try:
        from distributed import Client
        from distributed.comm import connect
    except ImportError as error:
        raise ValueError("--cluster needs Dask: python -m pip install -r requirements-cluster.txt") from error
    client: Any
    try:
        # Asked first: a client waits without end for somebody who listens and says nothing.
        asyncio.run(_answers(connect, address))
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise ValueError(
            f"No Dask scheduler answers at {address!r}; an address looks like tcp://127.0.0.1:8786."
        ) from error
    with client, tempfile.TemporaryDirectory() as folder:
        if not _here(client):
            archive = _packed(Path(folder))
            client.upload_file(str(archive))
            client.run(_use, archive.name)
        with client.get_executor() as executor:
            yield executor


async def _answers(connect: Any, address: str) -> None:
    """Find out whether a scheduler is there.

    Raises:
        OSError: nothing answers.
        ValueError: it is no address.
    """
    there = await asyncio.wait_for(connect(address, timeout=PATIENCE), PATIENCE)
    await there.close()


def _here(client: Any) -> bool:
    """Whether all workers are threads of this very process, which has the code already."""
    # Both: two machines may use one number. In this process `_use` would forget the modules that are at work.
    return all(set(client.run(asked).values()) == {asked()} for asked in (platform.node, os.getpid))


def _packed(folder: Path) -> Path:
    """The ``game`` package as one archive that Python can import from, named after what is in it."""
    root = Path(__file__).resolve().parent.parent
    packed = io.BytesIO()
    # Not strict: files that are dated before 1980, where a zip begins, would be refused.
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as pack:
        for pattern in _SOURCES:
            for source in sorted(root.rglob(pattern)):
                pack.write(source, Path("game") / source.relative_to(root))
    # By content: a worker that lives on keeps what it has under a name, and would play older code.
    archive = folder / f"{_NAME}{hashlib.sha256(packed.getvalue()).hexdigest()[:16]}.zip"
    archive.write_bytes(packed.getvalue())
    return archive


def _use(archive: str) -> None:
    """On a worker: import from this archive, and forget the modules that an older one brought."""
    # First of all: an archive that was sent earlier is on the path still.
    sys.path.sort(key=lambda place: not place.endswith(archive))
    for name, module in list(sys.modules.items()):
        if name.startswith("game.") and _NAME in (getattr(module, "__file__", None) or ""):
            del sys.modules[name]
    # Kept by the loop, for its name has no dot; but its path still leads into the old archive.
    importlib.reload(importlib.import_module("game"))
