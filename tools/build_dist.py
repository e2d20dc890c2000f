"""Make the unpack-and-run program of this system: a folder, and an archive of it to hand out.

On Linux a single file besides, ``.run``, that unpacks itself once, where caches lie, and starts from there.

Run as ``python -m tools.build_dist [DIR]`` on Linux, Windows or macOS, each for itself;
``make dist`` plays it too.
"""

from __future__ import annotations

import hashlib
import platform
import shutil
import sys
from pathlib import Path

from game import __version__
from tools.command import command
from tools.shipped_parts import bill, licences, stowaways

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "packaging" / "sock_drawer.spec"
MOST = 90
"""What may have to be downloaded, in MB."""

_OPENER = """\
#!/bin/sh
# Sock Drawer in one file: it unpacks itself the first time, and starts from there ever after.
set -e
place="${{XDG_CACHE_HOME:-$HOME/.cache}}/sock-drawer-unpacked"
if [ ! -e "$place/{digest}" ]; then
    mkdir -p "$place"
    new=$(mktemp -d "$place/new.XXXXXX")
    tail -n +{lines} "$0" | tar -xzf - -C "$new" || {{ rm -rf "$new"; exit 1; }}
    [ -e "$place/{digest}" ] && rm -rf "$new" || mv "$new" "$place/{digest}"
fi
exec "$place/{digest}/sock-drawer/sock-drawer" "$@"
"""


def single_file(archive: Path) -> Path:
    """The archive behind a script that opens it: to where its digest says, wholly or not at all."""
    packed = archive.read_bytes()
    opener = _OPENER.format(digest=hashlib.sha256(packed).hexdigest(), lines=_OPENER.count("\n") + 1)
    made = archive.with_name(archive.name.removesuffix(".tar.gz") + ".run")
    made.write_bytes(opener.encode() + packed)
    made.chmod(0o755)
    return made


def main() -> int:
    """Build; 1 where the archive has become too large, or something is in it that should not be."""
    parser = command(__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist", metavar="DIR")
    folder = parser.parse_args().folder.resolve()

    from PyInstaller.__main__ import run

    run(["--noconfirm", "--clean", "--log-level", "WARN", "--distpath", str(folder),
         "--workpath", str(folder / "work"), str(SPEC)])  # fmt: skip
    shutil.rmtree(folder / "work")
    program = folder / "sock-drawer"
    if strange := stowaways(program):
        print(f"Packed with it, and no part of it: {', '.join(sorted(strange))}.", file=sys.stderr)
        return 1
    licences(program / "licences")
    (program / "sbom.cdx.json").write_text(bill(__version__, program), encoding="utf-8")
    name = f"sock-drawer-{__version__}-{platform.system()}-{platform.machine()}".lower()
    form = "zip" if sys.platform == "win32" else "gztar"
    archive = Path(shutil.make_archive(str(folder / name), form, folder, "sock-drawer"))
    for made in [archive, single_file(archive)] if sys.platform == "linux" else [archive]:
        size = made.stat().st_size / 1e6
        digest = hashlib.sha256(made.read_bytes()).hexdigest()
        made.with_name(f"{made.name}.sha256").write_text(f"{digest}  {made.name}\n", encoding="utf-8")
        print(f"{made.name}: {size:.1f} MB, SHA-256 {digest}")
        if size > MOST:
            print(f"More than {MOST} MB.", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
