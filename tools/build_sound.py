"""Synthesise the sounds and the music: ``python -m tools.build_sound [NAME ...]``.

Needs ``oggenc`` (Debian: ``apt install vorbis-tools``).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tools.command import command
from tools.sound.effects import EFFECTS, take, takes
from tools.sound.music import stems
from tools.sound.rooms import SCORES
from tools.sound.synth import RATE, Sound

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "common"  # contains ``sound`` and ``music``
QUALITY = 3
STEM_QUALITY = {"base": -0.5, "tune": 0.0, "drive": -0.5}
"""Vorbis quality, where 0 is about 64 kbit/s. The melody is the most audible stem."""


def build(names: Sequence[str] = (), folder: Path = FOLDER) -> list[Path]:
    """Write the named sounds, or all, and return their paths.

    Raises:
        ValueError: a name is neither an effect nor a room.
    """
    for name in names:
        if name not in EFFECTS and name not in SCORES:
            all_names = ", ".join(sorted({*EFFECTS, *SCORES}))
            raise ValueError(f"There is no sound {name!r}; the sounds are: {all_names}.")
    written = []
    for name in names or (*EFFECTS, *SCORES):
        if name in EFFECTS:
            sounds = {f"sound/{name}-{number + 1}": take(name, number) for number in range(takes(name))}
        else:
            sounds = {f"music/{name}-{stem}": sound for stem, sound in stems(name).items()}
        for target, sound in sounds.items():
            path = folder / f"{target}.ogg"
            encode(path, sound, STEM_QUALITY.get(target.rpartition("-")[2], QUALITY))
            written.append(path)
    return written


def encode(path: Path, sound: Sound, quality: float) -> None:
    """Write a Vorbis file. Equal samples give equal bytes.

    Raises:
        RuntimeError: there is no encoder.
        CalledProcessError: the encoder failed.
    """
    oggenc = shutil.which("oggenc")
    if oggenc is None:
        raise RuntimeError("oggenc is missing; on Debian: apt install vorbis-tools")
    path.parent.mkdir(parents=True, exist_ok=True)
    data = np.round(np.clip(sound, -1, 1) * 32_767).astype("<i2").tobytes()
    form = ["--raw", "--raw-bits", "16", "--raw-chan", "2", "--raw-rate", str(RATE)]
    arguments = [
        oggenc,
        "--quiet",
        *form,
        "--quality",
        str(quality),
        "--serial",
        "1",
        "--output",
        str(path),
        "-",
    ]
    subprocess.run(arguments, input=data, check=True)


if __name__ == "__main__":
    parser = command(__doc__)
    parser.add_argument("names", nargs="*", help="of sounds and pieces; default: all")
    names = parser.parse_args().names
    try:
        for path in build(names):
            print(f"{path.relative_to(FOLDER)}: {path.stat().st_size / 1000:.1f} kB")
    except (ValueError, RuntimeError) as error:
        sys.exit(str(error))
