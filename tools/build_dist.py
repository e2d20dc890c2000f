"""Build the unpack-and-run program for this system: a folder and its archive.

Run ``python -m tools.build_dist [DIR]`` on Linux, Windows or macOS, each for itself; ``make dist`` also plays
the result. On Linux it also makes one ``.run`` file that unpacks itself once into the cache folder and starts
from there. On macOS the folder contains an app. Between ``--stage program`` and ``--stage archive`` the
program can be signed, as in `.github/workflows/dist.yml`.

Contents. `game/resources.py` finds assets and levels: beside the package in a checkout and in the packed
program, inside of it in a wheel. `packaging/sock_drawer.spec` (PyInstaller, always a folder, never one file)
includes all of `game` and the extras, because much is imported by name at run time, and their sources, whose
digest identifies cached pictures. At the top of the folder are the documents (`READ`) and the licences.

Tests. `tests/test_program.py` tests a program from outside, `main.py` or the packed one; a soak test plays
each of the five games to its end, with a save and a resume. A wheel was played by hand from a read-only
folder with a space and an umlaut in its name, with Python 3.11, 3.12 and 3.13 and `-O`; 3.14 was not
available.

glibc. A program needs at least the glibc of the system on which it was packed (``--glibc`` limits its
version), so the workflow packs in a container of Debian 11: 2.31, as all systems since 2020 have. It was
packed and played only on Linux, there too; the workflow also covers Windows and macOS but has run on neither.
An AppImage needs a runtime that no registry has: *appimage*, *pyproject-appimage*, *appimage-builder* and
*python-appimage* download it during the build. The Flatpak in `packaging/` was not built either.

The ``.run`` file is a short script before the archive. It unpacks to `~/.cache/sock-drawer-unpacked`, which
may be deleted at any time, and keeps the two versions that were started last there.

Licences. `tools/shipped_parts.py` adds the licence of every part, and a bill of materials (`sbom.cdx.json`,
CycloneDX) with the SHA-256 of every wheel, from the registry, and of every file.
`packaging/licences/libraries.txt` lists the shared libraries from pygame-ce and the system. A build fails if
it contains another library or a package that the program does not need (readline, whose licence is the GPL,
and three development packages had been packed). CycloneDX's strict validator accepts the bill.
`desktop-file-validate` and `appstreamcli` check the desktop metadata, if installed.
"""

from __future__ import annotations

import hashlib
import platform
import re
import shutil
import sys
from pathlib import Path

from game import __version__
from tools.command import command
from tools.shipped_parts import bill, glibc, licences, stowaways

ROOT = Path(__file__).resolve().parent.parent
FAR_PAGE = ROOT / "extras" / "sockdrawer_elsewhere" / "far"
SPEC = ROOT / "packaging" / "sock_drawer.spec"
MOST = 90  # MB, largest archive

# documents at the top of the folder; the guide is `docs`
READ = ("README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE", "docs")
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
    """Write the archive as a self-extracting script and return its path.

    It unpacks to a folder named by its digest, completely or not.
    """
    packed = archive.read_bytes()
    opener = _OPENER.format(digest=hashlib.sha256(packed).hexdigest(), lines=_OPENER.count("\n") + 1)
    script = archive.with_name(archive.name.removesuffix(".tar.gz") + ".run")
    script.write_bytes(opener.encode() + packed)
    script.chmod(0o755)
    return script


def lay_out(folder: Path) -> None:
    """Copy the documents into the folder. Links to files that are missing there become plain words."""
    for name in READ:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, dirs_exist_ok=True)
        else:
            shutil.copyfile(ROOT / name, folder / name)
    for page in (*folder.glob("*.md"), *(folder / "docs").rglob("*.md")):

        def link_or_text(link: re.Match[str], page: Path = page) -> str:
            is_present = ":" in link[2] or (page.parent / link[2]).exists()
            return link[0] if is_present else link[1]

        page.write_text(LINK.sub(link_or_text, page.read_text("utf-8")), encoding="utf-8")


def build(folder: Path) -> None:
    """Pack the program with its documents into a subfolder of ``folder``, on macOS as an app."""
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
    """Pack the folder into the archives to publish and return their paths."""
    program = folder / "sock-drawer"
    contents = program / "sbom.cdx.json"
    contents.unlink(missing_ok=True)  # an earlier run's would be listed
    contents.write_text(bill(__version__, program), encoding="utf-8")
    name = f"sock-drawer-{__version__}-{platform.system()}-{platform.machine()}".lower()
    form = "zip" if sys.platform == "win32" else "gztar"
    archive = Path(shutil.make_archive(str(folder / name), form, folder, "sock-drawer"))
    return [archive, single_file(archive)] if sys.platform == "linux" else [archive]


def loader(folder: Path) -> str:
    """Write and return the SHA-256 of what remote phones load first, so that served pages can be compared."""
    files = [path for path in sorted(FAR_PAGE.iterdir()) if path.suffix in (".html", ".js")]
    text = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    (folder / "far-page.sha256").write_text(text, encoding="utf-8", newline="\n")
    return text


def main() -> int:
    """Build. Returns 1 if an archive is too large or contains something that it should not."""
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
    if unexpected := stowaways(program):
        print(f"Packed with it, and no part of it: {', '.join(sorted(unexpected))}.", file=sys.stderr)
        return 1
    newest, library = glibc(program)
    if newest:
        print(f"It asks for glibc {newest[0]}.{newest[1]} ({library}).")
    if options.glibc and newest > tuple(map(int, options.glibc.split("."))):
        print(f"That is newer than {options.glibc}.", file=sys.stderr)
        return 1
    if options.stage != "program":
        print(loader(folder), end="")
    for archive in [] if options.stage == "program" else archives(folder):
        size = archive.stat().st_size / 1e6
        digest = hashlib.sha256(archive.read_bytes()).hexdigest()
        archive.with_name(f"{archive.name}.sha256").write_text(
            f"{digest}  {archive.name}\n", encoding="utf-8", newline="\n"
        )
        print(f"{archive.name}: {size:.1f} MB, SHA-256 {digest}")
        if size > MOST:
            print(f"More than {MOST} MB.", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
