"""Make the unpack-and-run program of this system: a folder, and an archive of it to hand out.

Run as ``python -m tools.build_dist [DIR]`` on Linux, Windows or macOS, each for itself;
``make dist`` plays it too.
"""

from __future__ import annotations

import argparse
import hashlib
import platform
import shutil
import sys
from pathlib import Path

from game import __version__
from tools.shipped_parts import bill, licences

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "packaging" / "sock_drawer.spec"
MOST = 90
"""What may have to be downloaded, in MB."""


def main() -> int:
    """Build; 1 where the archive has become too large."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist", metavar="DIR")
    folder = parser.parse_args().folder.resolve()

    from PyInstaller.__main__ import run

    run(["--noconfirm", "--clean", "--log-level", "WARN", "--distpath", str(folder),
         "--workpath", str(folder / "work"), str(SPEC)])  # fmt: skip
    shutil.rmtree(folder / "work")
    program = folder / "sock-drawer"
    licences(program / "licences")
    (program / "sbom.cdx.json").write_text(bill(__version__, program), encoding="utf-8")
    name = f"sock-drawer-{__version__}-{platform.system()}-{platform.machine()}".lower()
    form = "zip" if sys.platform == "win32" else "gztar"
    archive = Path(shutil.make_archive(str(folder / name), form, folder, "sock-drawer"))
    size = archive.stat().st_size / 1e6
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    archive.with_name(f"{archive.name}.sha256").write_text(f"{digest}  {archive.name}\n", encoding="utf-8")
    print(f"{archive.name}: {size:.1f} MB, SHA-256 {digest}")
    if size > MOST:
        print(f"More than {MOST} MB.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
