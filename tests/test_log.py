"""The log says what the program did, and nothing about people or matches."""

from __future__ import annotations

import logging.handlers
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game import log
from game.app import STALL_S
from game.bots.worker import Worker
from game.core.session import Session
from game.match.seats import Seat
from game.scenes.fault_report import impersonal
from game.store.crash import FOLDER, report, write_report
from game.store.data_folder import DataFolder, StorageIssue
from game.store.saves import Autosave, SaveSlots
from tests.party.many_phones import NAMES, PhoneGroup, crowded
from tests.sampling import PATIENCE
from tests.scenes.harness import WindowRobot, quick, tidy, window

__all__ = ["quick", "tidy", "window"]


@pytest.fixture
def logged(tmp_path: Path) -> Iterator[Path]:
    """Write a log into a folder, whose path is given; `log.stop` completes it."""
    log.start(tmp_path / "before")  # takes what waits
    log.start(tmp_path / "log")
    yield tmp_path / "log" / log.LOG_FILE
    log.stop()


def text_of(path: Path) -> str:
    log.stop()
    return path.read_text(encoding="utf-8")


def test_lines_have_time_area_and_values(logged: Path) -> None:
    log.log("store", "a task of %s took %.1f s", "saves/socker", 1.25)
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} store: a task of saves/socker took 1.2 s\n", text_of(logged)
    )


def test_lines_before_the_first_frame_wait(logged: Path) -> None:
    log.stop()
    for number in range(2 * log.MAX_QUEUED_LINES):
        log.log("early", "%d", number)
    log.start(logged.parent)
    lines = text_of(logged).splitlines()
    assert len(lines) == log.MAX_QUEUED_LINES
    assert lines[-1].endswith(f"early: {log.MAX_QUEUED_LINES - 1}")


def test_log_follows_a_moved_home(logged: Path, tmp_path: Path) -> None:
    log.move(tmp_path / "stick")
    log.log("after", "it")
    assert text_of(tmp_path / "stick" / log.LOG_FILE).endswith(" after: it\n")
    log.move(tmp_path / "another")
    assert not (tmp_path / "another").exists(), "it has ended"


def test_log_rotates(logged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log.stop()
    monkeypatch.setattr(log, "MAX_FILE_SIZE", 2000)
    log.start(logged.parent)
    for number in range(300):
        log.log("many", "%d", number)
    log.stop()
    files = {path.name: path.stat().st_size for path in logged.parent.iterdir()}
    assert set(files) == {log.LOG_FILE, f"{log.LOG_FILE}.1"}
    assert max(files.values()) <= 2000


def test_disk_that_fails_disturbs_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    log.start(tmp_path / "file" / "crashes")
    log.log("any", "line")
    log.stop()

    def full(_handler: object, _record: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(logging.handlers.RotatingFileHandler, "shouldRollover", full)
    log.start(tmp_path / "crashes")
    log.log("any", "line")
    log.stop()
    assert capfd.readouterr().err == ""


def test_place_of_an_error_is_without_its_message() -> None:
    def fail() -> None:
        raise KeyError("Zoë")

    with pytest.raises(KeyError) as caught:
        fail()
    assert re.fullmatch(r"KeyError in test_log\.py:\d+", log.place_of(caught.value))
    assert log.place_of(ValueError("Zoë")) == "ValueError"
    assert log.place_of('  File "/home/zoe/game/x.py", line 7, in f\n    Zoë\nKeyError: "Zoë"') == "x.py:7"
    assert log.place_of("Zoë") == "unknown:0"


def refused(_name: str) -> None:
    """Fail in a worker with a message about a person."""
    raise ValueError("Zoë")


def test_store_workers_and_slow_frames_are_logged(
    logged: Path, window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = DataFolder(logged.parent.parent / "home")
    folder.add_notice(StorageIssue.BROKEN, "lessons/Zoë.json", why="Zoë", kept="Zoë.json.broken-1")
    monkeypatch.setattr("game.store.saves.LOGGED_TASK_S", 0.0)
    autosave = Autosave(SaveSlots(folder))
    autosave.save("socker", Session.new("socker", seed=1, names=["Zoë", "Bo"]).record(), {"draft": "Zoë"})
    assert autosave.close()
    worker = Worker()
    worker.submit("tests.test_log:refused", "Zoë")
    while worker.poll_result() is None:
        pygame.time.wait(1)
    worker.close()
    app, stalls = window.app, iter([1.0, 1.1, 2.0, 2.0 + STALL_S + 0.05])
    monkeypatch.setattr("game.app.perf_counter", lambda: next(stalls, 9.0))
    monkeypatch.setattr(app, "step_frame", lambda _events: None)
    monkeypatch.setattr(type(app), "open", property(lambda _self: next(frames, False)))
    frames = iter([True, True])
    app.run()
    text = text_of(logged)
    assert "store: BROKEN lessons\n" in text
    assert "store: a task of saves/socker took 0." in text
    assert re.search(r"worker: process \d+ started", text)
    assert re.search(r"worker: error at test_log\.py:\d+: tests\.test_log:refused", text)
    assert [line.partition("window: ")[2] for line in text.splitlines() if "window:" in line] == [
        "a frame of TitleScene took 250 ms"
    ]
    assert "Zo" not in text


def play_evening(crowd: PhoneGroup) -> set[str]:
    """Play some turns, lose and regain a phone, and meet a stranger and a fault. Returns what is secret."""
    crowd.calm()
    for _turn in range(12):
        crowd.match.play(crowd.match.session.moves()[0])
        crowd.calm()
    crowd.phones[0].drop()
    crowd.until(lambda: not crowd.hub.is_there(0))
    crowd.phones[0].back()
    stranger = crowd.comer(0, "Mallory")
    crowd.until(lambda: stranger.errors or stranger.waits)
    crowd.party.note_fault(KeyError("Ann"))
    crowd.phones[1].send("leave")
    crowd.until(lambda: not crowd.hub.is_there(1))
    assert crowd.window.context.stores.autosave.flush(PATIENCE)
    saved, host = crowd.party.dump_state(), crowd.address.partition(":")[0]
    crowd.hub.close(PATIENCE)
    moves = " ".join(move for _seat, move in crowd.match.session.log)
    people = [*NAMES, "Mallory", *(person["token"] for person in saved["people"])]
    return {*people, saved["code"], crowd.address, host, *re.findall(r"\b[\dJQKA]+[A-Z]\b", moves)}


def test_log_of_a_party_evening_names_nobody(logged: Path, tmp_path: Path) -> None:
    secrets: set[str] = set()
    for slug, players in (("sociable", 4), ("rockit", 2)):
        with crowded(tmp_path / slug, Session.new(slug, players, seed=4), None) as crowd:
            secrets |= play_evening(crowd)
    text = text_of(logged)
    lines = {line.partition(" party: ")[2] for line in text.splitlines()}
    assert {"OPENING", "OPEN", "CLOSED", "PhoneJoined 0", "PhoneLeft 1"} <= lines
    assert {"PhoneDisconnected 0", "PhoneReconnected 0", "KeyError"} <= lines
    assert len(secrets) > 25
    assert {secret for secret in secrets if re.search(rf"\b{re.escape(secret)}\b", text)} == set()


# The report that a player can save.


def broken_report(window: WindowRobot) -> str:
    try:
        raise KeyError('Zoë\nWhen: Zoë\n  File "/home/zoe/game/app.py", line 3, in zoe\nZoë')
    except KeyError as error:
        session = Session.new("socker", seed=7, names=["Zoë", "李小龍"])
        session.play(session.moves()[0])
        path = write_report(window.context.stores.folder, report(error, session.record()))
    assert path is not None
    return path.name


def test_report_says_what_is_in_it_then_is_saved_without_names(
    window: WindowRobot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.scenes.fault_report.documents", lambda: tmp_path / "documents")
    app = window.context
    app.update_settings(names=("Zoë",), public="https://zoe.example", relay="wss://zoe.example", theme="dark")
    monkeypatch.setattr(app.devices.pads, "guids", lambda: {"pad:1": "030000005e0400008e02"})
    name = broken_report(window)
    log.start(app.stores.folder.path(FOLDER))
    log.log("start", "%s", "a line")
    log.stop()
    session = Session.new("socker", seed=1, names=["Zoë", "Bo"])
    scene = window.open_match(session, [Seat("Zoë", 0), Seat("Bo", 1)])
    scene.save()
    app.open_scene("save_report", app)
    words = "\n".join(row.text for row in window.rows if row.text)
    for part in ("Versions", "log", "1 crash report, without names", "no names, room codes or addresses"):
        assert part in words
    window.choose("Save")
    assert "The report is saved." in window.rows[0].text
    [path] = (tmp_path / "documents").iterdir()
    with zipfile.ZipFile(path) as archive:
        texts = {part: archive.read(part).decode("utf-8") for part in archive.namelist()}
    assert set(texts) == {"about.txt", log.LOG_FILE, f"{FOLDER}/{name}"}
    assert "theme=dark" in texts["about.txt"]
    assert "Controllers: 030000005e0400008e02\n" in texts["about.txt"]
    assert "KeyError" in texts[f"{FOLDER}/{name}"]
    whole = "\n".join(texts.values())
    for secret in ("Zo", "zoe", "李", "Screen", str(Path.home()), str(tmp_path), "Names"):
        assert secret not in whole, secret
    _head, _begin, record = texts[f"{FOLDER}/{name}"].partition("The match so far:\n")
    assert len(Session.from_record(record).log) == 1


def test_report_without_faults_has_no_crashes(window: WindowRobot) -> None:
    window.context.open_scene("save_report", window.context)
    assert "crash report" not in "\n".join(row.text for row in window.rows if row.text)
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"


def test_report_that_cannot_be_saved_says_why(
    window: WindowRobot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setattr("game.scenes.fault_report.documents", lambda: tmp_path / "file" / "documents")
    window.context.open_scene("save_report", window.context)
    window.choose("Save")
    assert "It couldn't be saved." in window.rows[0].text


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/home/zoe/sock-drawer/game/match/match.py", "game/match/match.py"),
        ("C:\\Users\\Zoë\\game\\app.py", "game/app.py"),
        ("/home/zoe/main.py", "main.py"),
        ("/home/zoe/.venv/lib/site-packages/pymunk/body.py", "site-packages/pymunk/body.py"),
    ],
)
def test_crash_report_shows_files_without_folders_of_people(path: str, shown: str) -> None:
    head = "Traceback (most recent call last):\n"
    trace = f'{head}  File "{path}", line 12, in zoe\n    raise E("Zoë")\na.bError: Zoë'
    assert impersonal(trace) == f"{head}  {shown}, line 12\na.bError\n"
