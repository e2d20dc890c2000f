"""What is handed out says whose it is: every part has its licence, as a text and in the credits."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.scenes.notes import LIBRARIES
from tools.shipped_parts import libraries, licences, parts

FONTS = {"font-fredoka-one", "font-manrope"}
"""Named in a sentence of their own in the credits."""
CALLED = {"manimgx-fonts": "noto"}


def test_every_part_brings_its_licence(tmp_path: Path) -> None:
    licences(tmp_path)
    told = {folder.name.rsplit("-", 1)[0]: folder for folder in tmp_path.iterdir()}
    assert {"python", "pygame-ce", "pymunk", "pytmx", "aiohttp", "cffi"} <= set(told)
    assert "below" in told.pop("libraries.txt").read_text("utf-8")
    for folder in told.values():
        words = [text.read_text("utf-8").strip() for text in folder.iterdir()]
        assert all(words)
        assert len(words) > 1 or folder == told["python"]  # some systems keep Python's elsewhere


def test_the_credits_name_every_part() -> None:
    named = {name.strip().lower() for names, _licence in LIBRARIES for name in names.split(",")}
    assert {CALLED.get(part.name, part.name) for part in parts()} - FONTS <= named


def test_shared_libraries_are_told_one_by_one(tmp_path: Path) -> None:
    """By their names, whatever stands behind them; one that nobody has written down is refused."""
    for name in ("libSDL2_ttf-2-e69aa315.0.so.0.2400.0", "libssl.so.3", "libpython3.11.so.1.0"):
        (tmp_path / name).touch()
    found = [(part.name, part.version, part.licence) for part in libraries(tmp_path).values()]
    assert found == [("libSDL2_ttf", "0.2400.0", "Zlib"), ("libssl", "3", "Apache-2.0")]
    (tmp_path / "libreadline.so.8").touch()
    with pytest.raises(ValueError, match=r"libreadline\.so\.8"):
        libraries(tmp_path)
