"""Foreign files are accepted or refused with a sentence, within limits of time and memory."""

from __future__ import annotations

import base64
import json
import os
import shutil
import sys
import tracemalloc
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import import_limits
from game.bots.worker import Worker
from game.core.session import Session
from game.store.archive import ArchivedMatch, file_name
from game.ui.match.match_flow import GATE_TIMEOUT_MS
from tests.sampling import risk, sample_size
from tests.scenes.conftest import closed, quick  # noqa: F401
from tests.scenes.harness import WindowRobot
from tools.fuzz_imports import CITY, MEGABYTES, Judge, bad, changed, harmless, named

pytestmark = risk

linux = pytest.mark.skipif(sys.platform != "linux", reason="memory is reported in Linux's words")


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    made = Judge()
    yield made
    made.close()


@linux
def test_harmful_input_is_refused_with_a_sentence(judge: Judge, tmp_path: Path) -> None:
    for path in named(tmp_path):
        verdict = judge.judge(path)
        assert not bad(verdict), verdict
        assert verdict.told, verdict.name
        assert "\n" not in verdict.told
        assert verdict.told.endswith("."), "it is cut off, and what is wrong stood last"


@linux
def test_random_changes_cost_no_time_or_memory(judge: Judge, tmp_path: Path) -> None:
    verdicts = [judge.judge(path) for path in changed(tmp_path, sample_size(30, 300), 2)]
    assert [verdict for verdict in verdicts if bad(verdict)] == []


def eats_time() -> None:
    while True:
        pass


def eats_memory() -> int:
    """Allocate ten times the memory limit."""
    return len(bytearray(10 * import_limits.MAX_MEGABYTES * 1024 * 1024))


@linux
def test_unread_large_numbers_do_no_harm(judge: Judge, tmp_path: Path) -> None:
    for path in harmless(tmp_path):
        verdict = judge.judge(path)
        assert not bad(verdict), verdict
        assert not verdict.told, verdict


@linux
@pytest.mark.parametrize(("eater", "told"), [("eats_time", "too long"), ("eats_memory", "MB")])
def test_time_and_memory_limits_leave_the_process_running(
    monkeypatch: pytest.MonkeyPatch, eater: str, told: str
) -> None:
    monkeypatch.setattr(import_limits, "MAX_CPU_S", 0.1)
    for _twice in range(2):
        found = import_limits.import_untrusted("", f"tests.test_gate:{eater}")
        assert isinstance(found, import_limits.GateError)
        assert told in str(found)
    assert import_limits.import_untrusted("", "json:loads", "[1]") == [1]
    assert len(bytearray(2 * MEGABYTES * 1024 * 1024)) > 0, "the limit is gone"


def test_only_plain_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_bytes(b"\xef\xbb\xbfhello")
    assert import_limits.text(path) == "hello"
    assert import_limits.read(path, 8) == path.read_bytes()
    with pytest.raises(import_limits.GateError, match="too large"):
        import_limits.read(path, 7)
    with pytest.raises((import_limits.GateError, OSError), match=r"isn't a regular file|ermission"):
        import_limits.read(tmp_path, 7)


NESTED = import_limits.MAX_DEPTH - 1


@pytest.mark.parametrize(
    ("allowed", "refused"),
    [
        ("<a/>" * (import_limits.MAX_NODES - 1), "<a/>" * import_limits.MAX_NODES),
        ("<a>" * NESTED + "</a>" * NESTED, "<a>" * (NESTED + 1) + "</a>" * (NESTED + 1)),
        (
            f"<a b='{'x' * import_limits.MAX_VALUE_LENGTH}'/>",
            f"<a b='{'x' * (import_limits.MAX_VALUE_LENGTH + 1)}'/>",
        ),
    ],
    ids=["elements", "depth", "letters"],
)
def test_tree_may_be_large_but_not_larger(tmp_path: Path, allowed: str, refused: str) -> None:
    path = tmp_path / "board.tmx"
    path.write_text(f"<map>{allowed}</map>", "utf-8")
    assert import_limits.tree(path, 10**6).tag == "map"
    path.write_text(f"<map>{refused}</map>", "utf-8")
    with pytest.raises(import_limits.GateError, match="too many elements, or words that"):
        import_limits.tree(path, 10**6)


def test_packed_data_takes_no_more_memory_than_its_limit() -> None:
    packed = base64.b64encode(zlib.compress(bytes(2**23))).decode()
    tracemalloc.start()
    with pytest.raises(import_limits.GateError):
        import_limits.unpack(packed, "zlib", 1000)
    assert tracemalloc.get_traced_memory()[1] < 2**20
    tracemalloc.stop()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
def test_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(import_limits.GateError, match="isn't a regular file"):
        import_limits.text(tmp_path / "pipe.txt")


class Deaf(Worker):
    """Reader that never answers, for a file that no limit has stopped."""

    def submit(self, where: str, *arguments: Any, limit: float | None = None) -> int:
        return 1


def test_slow_file_is_given_up_and_the_others_are_read(tmp_path: Path) -> None:
    window, path = WindowRobot(tmp_path), tmp_path / "slow.txt"
    path.write_text("hello", encoding="utf-8")
    window.context.worker = Deaf  # type: ignore[method-assign]
    window.step(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    window.play_bots(GATE_TIMEOUT_MS - 1000)
    assert window.shown == "ImportScene"
    window.play_bots(2000)
    assert window.shown == "ImportResultDialog"
    assert "takes too long" in window.screen_text
    window.press_key(pygame.K_RETURN)
    window.step(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene", "nobody has to wait"


def test_harmful_board_spoils_neither_the_lobby_nor_other_boards(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path)
    folder = window.context.stores.maps("city")
    shutil.copytree(CITY.parent, folder)
    for path in folder.glob("*.tmx"):
        if path.stem not in ("sample", "river"):
            path.unlink()
    (folder / "bad.tmx").write_text(
        (folder / "river.tmx").read_text().replace("<map", "<!DOCTYPE map><map", 1)
    )
    os.mkfifo(folder / "pipe.tmx")
    window.context.open_scene("lobby", "city")
    window.play_bots(3000)
    album = window.top.house_rules.album
    found = {Path(key).name: album.layout(key) for key, _words in album.boards() if os.path.isabs(key)}
    assert found["river"] is not None
    assert found["sample"] is not None
    assert found["bad"] is found["pipe"] is None
    window.top.house_rules.board = str((folder / "bad").absolute())
    window.top.start.begin()
    window.play_bots(1000)
    assert window.shown == "MessageDialog"
    assert "document type" in window.screen_text
    window.press_key(pygame.K_RETURN)
    window.top.house_rules.board = str((folder / "river").absolute())
    window.top.start.begin()
    window.play_bots(3000, until=lambda: window.top.is_match)
    assert window.top.match.session.layout == found["river"]


@pytest.mark.parametrize("where", ["record", "seats"])
def test_name_of_any_length_is_cut_in_the_album(tmp_path: Path, where: str) -> None:
    # Names of more than 200 letters make a match unreadable.
    window, name = WindowRobot(tmp_path), "A" * (200 if where == "record" else 20_000)
    session = Session.new("socker", seed=1, names=[name if where == "record" else "Ann", "Bo"])
    seats = ({"name": name, "look": 0, "level": ""}, {"name": "Bo", "look": 1, "level": ""})
    match = ArchivedMatch("socker", session.record(), (0,), (1, 0), seats, 1, 1e9, file_name("socker", 1e9))
    archive = window.context.stores.archive
    assert archive.add(match)
    told = json.loads(window.context.stores.folder.path(match.name).read_text(encoding="utf-8"))
    assert told["seats"][0]["name"] == name, "nothing is lost of the file"
    window.context.open_scene("album")
    window.step()
    assert archive.entries()[0].match.seats[0]["name"] == "A" * 40
    window.choose("Results")
    assert len(window.top.scene.match.seats[0].name) <= 40


def test_overlong_match_is_listed_but_not_played(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path)
    record = Session.new("socker", seed=1).record() + "0 end\n" * (import_limits.MAX_MOVES + 1)
    seats = ({"name": "Ann", "look": 0, "level": ""}, {"name": "Bo", "look": 1, "level": ""})
    archive = window.context.stores.archive
    assert archive.add(ArchivedMatch("socker", record, (0,), (1, 0), seats, 1, 1e9, file_name("socker", 1e9)))
    [entry] = archive.entries()
    assert entry.why == "it's far too large"
    window.context.open_scene("album")
    window.step()
    assert window.shown == "AlbumScene"
