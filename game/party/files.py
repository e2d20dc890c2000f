"""The files of the page that phones show, as they lie in this folder."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parent / "page"


def sources() -> list[str]:
    """The modules of the page, as text."""
    return [path.read_text(encoding="utf-8") for path in sorted(PAGE.glob("*.js"))]
