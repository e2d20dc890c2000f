"""Print the notes of a release: its section of the change log, and the SHA-256 of each archive.

Run ``python -m tools.release_notes TAG [DIR]``, like `.github/workflows/dist.yml`. TAG is ``v`` and the
version of the program, which must have a section.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from game import __version__
from tools.command import command

ROOT = Path(__file__).resolve().parent.parent


def notes(tag: str, log: str, sums: list[str]) -> str:
    """Return the notes of a release as Markdown.

    Args:
        tag: tag of the release.
        log: text of the change log.
        sums: a line for each archive: its SHA-256 and its name.

    Raises:
        ValueError: the program has another version, or the change log has no section of it.
    """
    if tag != f"v{__version__}":
        raise ValueError(f"The tag is {tag}, and the program says {__version__}.")
    section = re.search(
        rf"^## {re.escape(__version__)}\b[^\n]*\n(.*?)(?=^## |\Z)", log, re.DOTALL | re.MULTILINE
    )
    if section is None:
        raise ValueError(f"CHANGELOG.md has no section of {__version__}.")
    return "\n".join([section[1].strip(), "", "### SHA-256", "", "```", *sums, "```"])


if __name__ == "__main__":
    parser = command(__doc__)
    parser.add_argument("tag", metavar="TAG")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist", metavar="DIR")
    options = parser.parse_args()
    sums = [file.read_text("utf-8").strip() for file in sorted(options.folder.glob("*.sha256"))]
    try:
        print(notes(options.tag, (ROOT / "CHANGELOG.md").read_text("utf-8"), sums))
    except ValueError as error:
        sys.exit(str(error))
