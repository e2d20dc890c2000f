"""First files of a remote phone: the loader, which decrypts what the party has sent.

A server of these files could serve different ones and read everything (SECURITY.md). So they are few, small
and rarely changed, they are served byte for byte, and `tools.build_dist` publishes their digests with each
release.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path


@functools.cache
def site() -> Mapping[str, bytes]:
    """Contents of the HTML and JavaScript files in this folder, by name."""
    folder = Path(__file__).parent
    return {
        path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in (".html", ".js")
    }
