"""Make the unpack-and-run program of this system: a folder, and an archive of it to hand out.

On Linux a single file besides, ``.run``, that unpacks itself once, where caches lie, and starts from there;
on macOS an app lies in the folder.

Run as ``python -m tools.build_dist [DIR]`` on Linux, Windows or macOS, each for itself; ``make dist`` plays
it too. Between ``--stage program`` and ``--stage archive`` it can be signed, as
`.github/workflows/dist.yml` does.

Handing it out. `game/resources.py` knows where assets and levels lie: beside the package in a checkout and in
the packed program, inside of it in a wheel. `packaging/sock_drawer.spec` (PyInstaller, always a folder,
never one file) takes all of `game`, as much is found by name while it runs, with its sources beside it,
under whose digest pictures are kept. At the top of the folder lie what people read (`READ`) and the licences.
`tests/test_program.py` works a program from outside, `main.py` or the packed one; in a soak each of the five
games to its end, ended and resumed between. A wheel was played by hand from a folder that cannot be written
to, with a space and an umlaut in its name, by Python 3.11, 3.12 and 3.13 with `-O`; 3.14 was at hand nowhere.

A program asks for the glibc of the system on which it was packed (``--glibc`` says how new it may be), so the
workflow packs in a container of Debian 11: 2.31, as everything since 2020 has. It was packed and played
on Linux only, there too; the workflow would do so on Windows and macOS as well, and has run on neither.
An AppImage needs a runtime that no registry has: *appimage*, *pyproject-appimage*, *appimage-builder* and
*python-appimage* fetch it while they build; nor was the Flatpak in `packaging/` built.

The ``.run`` is a script of a few lines before the archive that unpacks itself to
`~/.cache/sock-drawer-unpacked`, which may be deleted at any time, and keeps the two versions there that were
started last. `tools/shipped_parts.py` lays the licence of every part into the folder, and a bill of them
for machines (`sbom.cdx.json`, CycloneDX), with the SHA-256 of every wheel, which
the registry is asked for, and of every file. Shared libraries that come with pygame-ce or from the system
are told one by one by `packaging/licences/libraries.txt`; a build with one that is not in it, or with a
package that the program does not need, fails (readline, whose licence is the GPL, and three packages of the
developers had been packed). CycloneDX's own strict validator finds nothing wrong with it.
`desktop-file-validate` and `appstreamcli` check what is told to desktops, where they are installed.
"""

from __future__ import annotations

import hashlib
import platform
import re
import shutil
import sys
from pathlib import Path

from game import __version__
from game.party.far import digests
from tools.command import command
from tools.shipped_parts import bill, glibc, licences, stowaways

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "packaging" / "sock_drawer.spec"
MOST = 90
"""What may have to be downloaded, in MB."""

READ = ("README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE", "docs")
"""What lies at the top of the folder, for people; the guide is `docs`."""
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]+)[^)]*\)")

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
# The two that were started last stay, and of what was never unpacked wholly nothing that is older than a day.
touch "$place/{digest}"
(cd "$place" && ls -1td [0-9a-f]* | tail -n +3 | while read -r old; do rm -rf "$old"; done
 find . -maxdepth 1 -name "new.*" -mtime +0 -exec rm -rf {{}} +) || :
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


def lay_out(folder: Path) -> None:
    """Lay what people read into the folder; links lead to what lies there, or are words alone."""
    for name in READ:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, dirs_exist_ok=True)
        else:
            shutil.copyfile(ROOT / name, folder / name)
    for page in (*folder.glob("*.md"), *(folder / "docs").rglob("*.md")):

        def kept(link: re.Match[str], page: Path = page) -> str:
            there = ":" in link[2] or (page.parent / link[2]).exists()
            return link[0] if there else link[1]

        page.write_text(LINK.sub(kept, page.read_text("utf-8")), encoding="utf-8")


def build(folder: Path) -> None:
    """Pack the program into a folder beneath this one, an app on macOS, with what people read beside it."""
    from PyInstaller.__main__ import run

    run(["--noconfirm", "--clean", "--log-level", "WARN", "--distpath", str(folder),
         "--workpath", str(folder / "work"), str(SPEC)])  # fmt: skip
    program = folder / "sock-drawer"
    if (app := folder / "Sock Drawer.app").exists():
        shutil.rmtree(program)
        program.mkdir()
        app.rename(program / app.name)
    lay_out(program)
    licences(program / "licences")


def archives(folder: Path) -> list[Path]:
    """Pack the folder, as it is now, into the files to hand out."""
    program = folder / "sock-drawer"
    (program / "sbom.cdx.json").write_text(bill(__version__, program), encoding="utf-8")
    name = f"sock-drawer-{__version__}-{platform.system()}-{platform.machine()}".lower()
    form = "zip" if sys.platform == "win32" else "gztar"
    archive = Path(shutil.make_archive(str(folder / name), form, folder, "sock-drawer"))
    return [archive, single_file(archive)] if sys.platform == "linux" else [archive]


def loader(folder: Path) -> str:
    """Write down the SHA-256 of what far phones load first, so that anybody can compare what is served."""
    told = "".join(f"{digest}  {name}\n" for name, digest in digests().items())
    (folder / "far-page.sha256").write_text(told, encoding="utf-8", newline="\n")
    return told


def main() -> int:
    """Build; 1 where the archive has become too large, or something is in it that should not be."""
    parser = command(__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist", metavar="DIR")
    parser.add_argument("--stage", choices=("program", "archive"), help="do this alone (default: both)")
    parser.add_argument("--glibc", metavar="2.N", help="fail where a newer glibc than this is asked for")
    options = parser.parse_args()
    folder = options.folder.resolve()
    if options.stage != "archive":
        build(folder)
        shutil.rmtree(folder / "work")
    program = folder / "sock-drawer"
    if strange := stowaways(program):
        print(f"Packed with it, and no part of it: {', '.join(sorted(strange))}.", file=sys.stderr)
        return 1
    newest, whose = glibc(program)
    if newest:
        print(f"It asks for glibc {newest[0]}.{newest[1]} ({whose}).")
    if options.glibc and newest > tuple(map(int, options.glibc.split("."))):
        print(f"That is newer than {options.glibc}.", file=sys.stderr)
        return 1
    if options.stage != "program":
        print(loader(folder), end="")
    for made in [] if options.stage == "program" else archives(folder):
        size = made.stat().st_size / 1e6
        digest = hashlib.sha256(made.read_bytes()).hexdigest()
        made.with_name(f"{made.name}.sha256").write_text(
            f"{digest}  {made.name}\n", encoding="utf-8", newline="\n"
        )
        print(f"{made.name}: {size:.1f} MB, SHA-256 {digest}")
        if size > MOST:
            print(f"More than {MOST} MB.", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
