"""Executor for matches on a Dask cluster."""

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

_SOURCE_PATTERNS = ("*.py", "*.md")
_ARCHIVE_PREFIX = "sock_drawer_"  # prefix of the names of all archives
SCHEDULER_TIMEOUT_S = 2.0  # s for a scheduler to answer; one in the same network needs milliseconds


@contextmanager
def cluster_executor(address: str) -> Iterator[Executor]:
    """Context manager: executor on the Dask cluster at ``address``; ValueError without Dask or an answer.

    The program's own code is sent along, so that a worker needs only Python and Dask.
    """
    try:
        from distributed import Client
        from distributed.comm import connect
    except ImportError as error:
        raise ValueError("--cluster needs Dask: python -m pip install dask distributed") from error
    client: Any
    try:
        # Checked first, because a client waits forever for a server that accepts but sends nothing.
        asyncio.run(_answers(connect, address))
        client = Client(address, timeout=SCHEDULER_TIMEOUT_S)
    except (OSError, ValueError) as error:
        raise ValueError(
            f"No Dask scheduler answers at {address!r}; an address looks like tcp://127.0.0.1:8786."
        ) from error
    with client, tempfile.TemporaryDirectory() as folder:
        if not _is_local(client):
            archive = _pack_game(Path(folder))
            client.upload_file(str(archive))
            client.run(_use, archive.name)
        with client.get_executor() as executor:
            yield executor


async def _answers(connect: Any, address: str) -> None:
    """Connect once, to check that a scheduler answers; raises OSError or ValueError if none does."""
    client = await asyncio.wait_for(connect(address, timeout=SCHEDULER_TIMEOUT_S), SCHEDULER_TIMEOUT_S)
    await client.close()


def _is_local(client: Any) -> bool:
    """True if all workers are threads of this process, which has the code already."""
    # Both, because two machines may use one PID. In this process `_use` would drop modules in use.
    return all(set(client.run(probe).values()) == {probe()} for probe in (platform.node, os.getpid))


def _pack_game(folder: Path) -> Path:
    """Pack the ``game`` package into an importable archive named by its content; returns its path."""
    root = Path(__file__).resolve().parent.parent
    buffer = io.BytesIO()
    # Not strict, because files dated before 1980, where zip begins, would be refused.
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as pack:
        for pattern in _SOURCE_PATTERNS:
            for source in sorted(root.rglob(pattern)):
                pack.write(source, Path("game") / source.relative_to(root))
    # By content, because a running worker keeps the code of a known name, and would play older code.
    archive = folder / f"{_ARCHIVE_PREFIX}{hashlib.sha256(buffer.getvalue()).hexdigest()[:16]}.zip"
    archive.write_bytes(buffer.getvalue())
    return archive


def _use(archive: str) -> None:
    """On a worker: import from the archive of this file name, and drop the modules of an older one."""
    # To the front, because an archive that was sent earlier is still on the path.
    sys.path.sort(key=lambda place: not place.endswith(archive))
    for name, module in list(sys.modules.items()):
        if name.startswith("game.") and _ARCHIVE_PREFIX in (getattr(module, "__file__", None) or ""):
            del sys.modules[name]
    # The loop keeps it, because its name has no dot; but its path still leads into the old archive.
    importlib.reload(importlib.import_module("game"))
