"""Synthesise every sound and every piece of music: ``python -m tools.build_sound [NAME ...]``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tools.sound.effects import EFFECTS
from tools.sound.loops import LOOPS
from tools.sound.synth import write_wav

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "common"
"""``sound`` and ``music`` lie in here."""


def build(names: Sequence[str] = (), folder: Path = FOLDER) -> list[Path]:
    """Write the sounds of these names, or all of them, and return where they lie.

    Raises:
        ValueError: a name is neither an effect nor a loop.
    """
    made = {f"sound/{name}": effect for name, effect in EFFECTS.items()}
    made |= {f"music/{name}": loop for name, loop in LOOPS.items()}
    known = {Path(where).name for where in made}
    for name in names:
        if name not in known:
            raise ValueError(f"There is no sound {name!r}; the sounds are: {', '.join(sorted(known))}.")
    written = []
    for where, synthesise in made.items():
        if not names or Path(where).name in names:
            path = folder / f"{where}.wav"
            write_wav(path, synthesise())
            written.append(path)
    return written


if __name__ == "__main__":
    try:
        for done in build(sys.argv[1:]):
            print(f"{done.relative_to(FOLDER)}: {done.stat().st_size / 1000:.0f} kB")
    except ValueError as error:
        sys.exit(str(error))
