"""Print the notes of a release: `packaging/release_notes.md`, and the SHA-256 of each archive.

Run ``python -m tools.release_notes TAG [DIR]``, like `.github/workflows/dist.yml`. TAG is ``v`` and the
version of the program, which the first line of the notes names too. In a workflow of GitHub, links and
pictures lead to the files of that tag.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from game import __version__
from tools.command import command

ROOT = Path(__file__).resolve().parent.parent
NOTES = ROOT / "packaging" / "release_notes.md"


def notes(tag: str, text: str, sums: list[str], repository: str = "") -> str:
    """Return the notes of a release as Markdown, without their heading.

    Args:
        tag: tag of the release.
        text: text of the notes, with links to files of the repository as ``../FILE``.
        sums: a line for each archive: its SHA-256 and its name.
        repository: address that these links get instead; empty to leave them alone.

    Raises:
        ValueError: the tag or the notes are of another version than the program.
    """
    if tag != f"v{__version__}":
        raise ValueError(f"The tag is {tag}, and the program says {__version__}.")
    heading, _, body = text.partition("\n")
    if heading != f"# Sock Drawer {__version__}":
        raise ValueError(f"{NOTES.name} begins with {heading!r}, and the program says {__version__}.")
    if repository:
        body = body.replace("](../docs/pictures/", f"]({repository}/raw/{tag}/docs/pictures/")
        body = body.replace("](../", f"]({repository}/blob/{tag}/")
    return "\n".join([body.strip(), "", "### SHA-256", "", "```", *sums, "```"])


if __name__ == "__main__":
    parser = command(__doc__)
    parser.add_argument("tag", metavar="TAG")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist", metavar="DIR")
    options = parser.parse_args()
    sums = [file.read_text("utf-8").strip() for file in sorted(options.folder.glob("*.sha256"))]
    name = os.environ.get("GITHUB_REPOSITORY", "")
    repository = f"{os.environ['GITHUB_SERVER_URL']}/{name}" if name else ""
    try:
        print(notes(options.tag, NOTES.read_text("utf-8"), sums, repository))
    except ValueError as error:
        sys.exit(str(error))
