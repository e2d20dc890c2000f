"""`main.py film` writes stills and a moving picture of a recorded match, without a window."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from game.match.film import Film, Mark
from game.match.saving import text_of
from game.match.words import Sign
from game.ui.match.photo import moments, spread
from main import main
from tests.scale import scaled, some
from tests.scenes.test_album import ended


@pytest.mark.parametrize(
    "slug", some(["city", "rockit", "sociable", "socker", "socki"], "sociable", "socker")
)
def test_stills_and_a_moving_picture(
    slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.ui.match.photo.LONGEST", scaled(12, 150))
    path, out = tmp_path / "match.txt", tmp_path / "out"
    path.write_text(text_of(ended(slug)), encoding="utf-8")
    before = path.read_bytes()
    assert main(["film", str(path), "--out", str(out), "--stills", str(scaled(2, 4))]) == 0
    told = [line.split("  ") for line in capsys.readouterr().out.splitlines() if line.startswith(slug)]
    assert sorted(name for name, _words in told) == sorted(file.name for file in out.iterdir())
    assert 2 <= len(told) <= 5
    assert all(words for _name, words in told)
    pictures = [Image.open(io.BytesIO((out / name).read_bytes())) for name, _words in told]
    assert [picture.format for picture in pictures] == ["PNG"] * (len(told) - 1) + ["WEBP"]
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "text", ["hello", '[Game "socker"]\n[Version "2"]\n[Players "2"]\n[Seed "1"]\n0 fly\n']
)
def test_what_is_no_record_is_told(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text, encoding="utf-8")
    assert main(["film", str(path), "--out", str(tmp_path / "out")]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert main(["film", str(tmp_path / "gone.txt"), "--out", str(tmp_path / "out")]) == 2


def test_which_moments_get_a_still() -> None:
    shown = Film.of(ended("socker").record)
    end = len(shown)
    marks = [Mark(at, Sign.SOCK, f"sock {at}", 0) for at in (3, 9, 9, 20)]
    assert moments(shown, marks, 4) == [
        (3, "sock 3"),
        (9, "sock 9; sock 9"),
        (20, "sock 20"),
        (end, "the end"),
    ]
    assert moments(shown, marks, 1) == [(end, "the end")]
    assert [moment for moment, _words in moments(shown, marks, 3)] == [3, 20, end]
    marks.append(Mark(11, Sign.GOAL, "goal", 1))
    assert [moment for moment, _words in moments(shown, marks, 2)] == [11, end], "what is rare comes first"
    assert len(moments(shown, [], 6)) == 6
    assert spread([1, 2, 3, 4, 5], 3) == [1, 3, 5]
