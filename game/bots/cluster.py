"""Matches on a Dask cluster, through the same executor interface as everywhere else."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_SOURCES = ("*.py", "*.md")


@contextmanager
def cluster_executor(address: str) -> Iterator[Executor]:
    """An executor whose workers are those of the Dask scheduler at ``address``.

    The program's own code is sent along, so that a worker needs nothing but Python and Dask.

    Raises:
        ValueError: Dask is not installed, or nothing answers at that address.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise ValueError("--cluster needs Dask: python -m pip install -r requirements-cluster.txt") from error
    client: Any
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise ValueError(
            f"No Dask scheduler answers at {address!r}; an address looks like tcp://127.0.0.1:8786."
        ) from error
    with client, tempfile.TemporaryDirectory() as folder:
        client.upload_file(str(_packed(Path(folder))))
        with client.get_executor() as executor:
            yield executor


def _packed(folder: Path) -> Path:
    """The ``game`` package as one archive that Python can import from."""
    root = Path(__file__).resolve().parent.parent
    archive = folder / "sock_drawer.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as pack:
        for pattern in _SOURCES:
            for source in sorted(root.rglob(pattern)):
                pack.write(source, Path("game") / source.relative_to(root))
    return archive
