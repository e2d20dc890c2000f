"""Lock the packages for packing and testing, with the SHA-256 of all their files.

Run ``make lock`` after a ``requirements*.txt`` has changed. From these readable lists ``uv`` makes
``requirements-dist.lock``, used for packing the program, and ``requirements-dev.lock``, used for checks and
tests. pip rejects packages that are not in the lock.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.command import command

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {
    "requirements-dist.lock": ("requirements-dist.txt",),
    "requirements-dev.lock": (
        "requirements-dev.txt",
        "requirements-cluster.txt",
        "requirements-env.txt",
        "requirements-far.txt",
        "requirements-relay.txt",
    ),
}
BARE = "requirements-bare.txt"
"""Packages installed without their dependencies. Locked separately, after all others."""
_HEAD = "# Made by `make lock`: change the requirements, not this. pip takes it with --no-deps.\n"


def locked(files: tuple[str, ...], *more: str) -> str:
    """Return the lock of some requirement files.

    Raises:
        CalledProcessError: they contradict each other, or the registry cannot be reached.
    """
    uv = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    if uv is None:
        sys.exit("It takes uv, which `make lock` installs.")
    options = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate"]
    arguments = [uv, "pip", "compile", "--quiet", "--no-config", *options, *more, *files]
    # Local settings, such as a folder of wheels, must not get into a lock.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_"))}
    return subprocess.run(
        arguments, cwd=ROOT, check=True, env=environment, stdout=subprocess.PIPE, text=True
    ).stdout


if __name__ == "__main__":
    command(__doc__).parse_args()
    for name, files in LOCKS.items():
        lock = locked(files) + (locked((BARE,), "--no-deps") if "dev" in name else "")
        (ROOT / name).write_text(_HEAD + lock, encoding="utf-8")
        print(f"{name}: {lock.count('sha256:')} files")
