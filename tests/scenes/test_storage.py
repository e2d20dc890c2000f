"""Storage trouble is reported on the title, over the match and on leaving it."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, ClassVar

import pygame
import pytest

from game.core.extras import extras
from game.core.session import Session
from game.launch import end_when_terminated, run_guarded, start_app
from game.match.persistence import import_match
from game.store.data_folder import HOME_VARIABLE, StorageIssue, StorageNotice, default_data_folder
from game.store.settings import Settings
from game.ui.core.storage_notices import sentences
from game.ui.widgets import Screen, prompt_bar_top
from tests.core.test_extras import write
from tests.sample_extras import extras_in
from tests.sampling import PATIENCE
from tests.scenes import lesson_hands
from tests.scenes.harness import KeyboardRobot, WindowRobot
from tests.scenes.layout_checks import labels

RECORD = '[Game "socki"]\n[Version "{version}"]\n[Players "4"]\n[Seed "7"]\n[Options ""]\n'


class Disk:
    """Disk that can be full."""

    full = False

    def fsync(self, handle: int, flush: Callable[[int], None] = os.fsync) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        flush(handle)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk = Disk()
    monkeypatch.setattr(os, "fsync", disk.fsync)
    yield disk
    disk.full = False


def said(window: WindowRobot) -> str:
    """Text of the top menu or form, including its buttons."""
    if isinstance(window.top, Screen):
        return "\n".join(labels(window.top.frame))
    texts = [row.narration if row.text else row.label for row in window.rows]
    return "\n".join(text for text in texts if text)


def kept(window: WindowRobot) -> None:
    """Wait until the save thread has finished, and let the window poll."""
    assert window.context.stores.autosave.flush()
    window.run_for(50)


def begin(window: WindowRobot, slug: str = "socker") -> None:
    """Start a match and wait for the save thread."""
    KeyboardRobot(window).start_from_title(slug)
    window.finish_animations()
    kept(window)


@pytest.fixture
def lost(window: WindowRobot, disk: Disk) -> Disk:
    """Open a match that could not be saved."""
    disk.full = True
    begin(window)
    return disk


def test_large_text_keeps_the_button_of_storage_notices_visible(window: WindowRobot) -> None:
    window.context.update_settings(text_size=200)
    for file in ("statistics.json", "socks.json", "days.json"):
        window.context.stores.folder.add_notice(
            StorageIssue.ENTRY, file, name="Annabella", kept=f"{file}.broken"
        )
    window.context.open_scene("storage_notices")
    window.step()
    last, button = window.rows[-2:]
    assert button == window.focused
    before = button.box
    assert before.bottom <= prompt_bar_top(window.context, window.top)
    assert last.box.y > before.y
    window.scroll_to(window.scroll.end)
    last, button = window.rows[-2:]
    assert button.box == before
    assert last.box.bottom <= before.y
    window.click(*before.centre)
    assert window.shown == "TitleScene"


def leave_button(window: WindowRobot) -> str:
    return next(label for label in window.choices if "quit" in label.lower())


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("saves/socki.txt", "junk", "saves/socki.txt couldn't be read (its data is "
                                    "damaged). It was set aside as socki.txt.broken-1."),
        ("saves/socki.txt", RECORD.format(version=99), "saves/socki.txt was saved by a "
                                                       "newer version of Sock Drawer. Open it with "
                                                       "that version; the file is unchanged."),
        ("settings.json", "{junk", "settings.json couldn't be read (it isn't JSON). It was "
                                   "set aside as settings.json.broken-1."),
        ("settings.json", '{"version": 1, "music": "loud", "text_size": 3}',
         "settings.json: the value of “Text size”, “Music” can't be used. The default is "
         "used instead."),
    ],
    ids=["broken save", "newer save", "broken settings", "unusable values"],
)  # fmt: skip
def test_broken_files_are_reported_on_the_title_once(
    tmp_path: Path, name: str, content: str, sentence: str
) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    window = WindowRobot(tmp_path)
    assert window.shown == "StorageNoticesScene"
    assert sentence in said(window)
    assert ("SOCKI" if "socki" in name else "Settings") in said(window)
    assert str(tmp_path) in said(window)
    window.picture()
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        window.step(pygame.event.Event(kind, key=pygame.K_RETURN, mod=0, unicode=""))
    assert window.shown == "StorageNoticesScene", "what was meant for the title does not answer it"
    window.run_for(1000)
    window.press_key(pygame.K_RETURN)
    window.run_for(50)
    assert window.shown == "TitleScene", "it is reported once"


def test_storage_notices_use_the_language_of_the_window(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"version": 1, "music": "loud"}', encoding="utf-8")
    window = WindowRobot(tmp_path)
    window.context.update_settings(language="de")
    assert "settings.json: Der Wert von „Musik“" in said(window)


def test_unusable_settings_are_named_as_in_the_window(tmp_path: Path) -> None:
    values: dict[str, object] = {field.name: 9.5 for field in fields(Settings) if field.name != "unknown"}
    values["seats"] = {"socki": [{"name": 3, "colour": 3}]}
    (tmp_path / "settings.json").write_text(json.dumps({"version": 1, **values}), encoding="utf-8")
    window = WindowRobot(tmp_path)
    assert "“House rules”" in said(window)
    assert said(window).count("“Seats”") == 1
    assert not [name for name in values if f"“{name}" in said(window) or f"{name}." in said(window)]


def test_broken_statistics_entry_names_its_game() -> None:
    values = (("file", "statistics.json"), ("name", "rockit, Ann"), ("kept", "statistics.json.broken-1"))
    [(head, text)] = sentences([StorageNotice(StorageIssue.ENTRY, values)])
    assert head == "Statistics"
    saved = "statistics.json.broken-1"
    assert text == f"The entry “RockIt to Destiny, Ann” couldn't be read. Original: {saved}."


def test_equal_entries_of_several_files_share_a_sentence() -> None:
    notices = [
        StorageNotice(StorageIssue.ENTRY, (("file", file), ("name", "Ann"), ("kept", f"{file}.broken")))
        for file in ("statistics.json", "socks.json")
    ]
    [(head, text)] = sentences(notices)
    assert head == "Statistics, My socks"
    assert text.endswith("Original: statistics.json.broken, socks.json.broken.")


def test_unwritable_home_is_reported_before_any_match(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    window = WindowRobot(tmp_path / "file" / "home")
    assert "settings.json couldn't be written in" in said(window)
    window.run_for(1000)
    window.press_key(pygame.K_RETURN)
    window.context.stores.clean_up()
    kept(window)
    assert window.shown == "StorageNoticesScene"
    assert "Nothing can be saved in" in said(window)
    assert "the folder is missing" in said(window)


def test_broken_extras_are_reported_once_and_the_others_work(tmp_path: Path) -> None:
    """One has a broken card; the hooks of another are imported, and break, when the title opens."""
    waiting = (
        "from game.core.extras import Waiting\ndef waiting(app):\n    return [Waiting(lambda: {!r}, print)]"
    )
    write(tmp_path, "loose", ', hooks="sockdrawer_loose.hooks"', hooks="raise RuntimeError('a loose thread')")
    write(tmp_path, "sound", ', hooks="sockdrawer_sound.hooks"', hooks=waiting.format("A parade waits"))
    write(tmp_path, "torn")
    (tmp_path / "sockdrawer_torn/__init__.py").write_text("import nothing_of_that_name", encoding="utf-8")
    with extras_in(tmp_path):
        extras()
        window = WindowRobot(tmp_path / "home", first=True)
        window.step()
        assert window.shown == "StorageNoticesScene"
        assert "The extra torn can't be used: No module named 'nothing_of_that_name'." in said(window)
        assert "loose" not in said(window)
        assert str(tmp_path) not in said(window), "nothing is wrong in that folder"
        window.run_for(1000)
        window.press_key(pygame.K_RETURN)
        assert window.shown == "FirstStartScene"
        window.context.scenes.replace(window.context.screens["title"]())
        window.run_for(50)
        assert "The extra loose can't be used: a loose thread." in said(window)
        assert "torn" not in said(window)
        window.context.update_settings(language="de")
        assert "Die Erweiterung loose lässt sich nicht verwenden: a loose thread." in said(window)
        window.run_for(1000)
        window.press_key(pygame.K_RETURN)
        window.run_for(50)
        assert window.shown == "TitleScene", "they are reported once"
        assert [event.label() for event in window.top.events] == ["A parade waits"]


def test_unsaved_match_warns_at_once_and_on_leaving(window: WindowRobot, lost: Disk) -> None:
    assert window.bar_text == "This match isn't saved: the disk is full."
    window.press_key(pygame.K_p)
    kept(window)
    assert window.shown == "PauseMenu"
    assert window.bar is None
    assert "This match isn't saved: the disk is full." in said(window)
    assert leave_button(window) == "Quit and lose unsaved progress"
    window.choose("Quit and lose")
    assert window.shown == "UnsavedDialog"
    window.press_key(pygame.K_RETURN)
    assert window.shown == "PauseMenu", "nothing is lost by the first answer"
    window.press_key(pygame.K_ESCAPE)
    assert window.bar is None, "who has read it in the menu has read it"


def test_leaving_an_unsaved_match_asks_once(window: WindowRobot, lost: Disk) -> None:
    window.press_key(pygame.K_p)
    kept(window)
    window.choose("Quit and lose")
    window.choose("Quit anyway")
    window.run_for(50)
    assert window.shown == "TitleScene"
    assert not window.top.saved_games


def test_closing_the_window_over_an_unsaved_match_asks_once(window: WindowRobot, lost: Disk) -> None:
    close = pygame.event.Event(pygame.QUIT)
    for opened in ("", "rules"):
        if opened:
            window.context.open_scene(opened, "socker")
        below = window.shown
        window.step(close)
        assert window.app.open
        assert "Quit and lose unsaved progress?" in said(window)
        assert "This match isn't saved: the disk is full." in said(window)
        window.press_key(pygame.K_RETURN)
        assert window.app.open
        assert window.shown == below, "nothing is lost by the first answer"
    window.step(close)
    window.step(close)
    assert not window.app.open, "who insists is let go, and so is who cannot answer"


def test_window_closes_after_leaving_is_confirmed(window: WindowRobot, lost: Disk) -> None:
    window.step(pygame.event.Event(pygame.QUIT))
    window.choose("Quit anyway")
    assert not window.app.open


def test_lesson_shows_no_storage_warning(window: WindowRobot, lost: Disk) -> None:
    """Although a match of the same game could not be saved before."""
    assert window.bar is not None
    window.context.scenes.reset(window.context.screens["title"]())
    lesson_hands.opened(window, "socker", "kick")
    window.run_for(50)
    assert window.bar is None
    window.step(pygame.event.Event(pygame.QUIT))
    assert not window.app.open


def test_window_over_a_saved_match_closes_at_once(window: WindowRobot) -> None:
    begin(window)
    window.step(pygame.event.Event(pygame.QUIT))
    assert not window.app.open


def test_banner_appears_without_input_and_closes_on_click(window: WindowRobot, disk: Disk) -> None:
    begin(window)
    disk.full = True
    window.top.save()
    assert window.context.stores.autosave.flush()
    window.play_bots(100)
    assert window.bar_text == "This match isn't saved: the disk is full."
    log = window.top.match.session.log
    window.press_bar()
    window.step()
    assert window.top.match.session.log == log
    assert window.bar is None
    assert window.context.view.top == 0


def test_menu_follows_the_state_of_the_disk(window: WindowRobot, lost: Disk) -> None:
    """Space was freed: opening the menu tries again, and the focus stays on the same row."""
    lost.full = False
    window.press_keys(pygame.K_p, pygame.K_DOWN)
    kept(window)
    assert leave_button(window) == "Save and quit"
    assert window.top.focus == "rules"
    window.press_key(pygame.K_ESCAPE)
    assert not window.context.banner.why
    window.context.scenes.reset(window.context.screens["title"]())
    assert [saved.slug for saved in window.top.saved_games] == ["socker"]


def test_unplayable_save_is_reported_once(tmp_path: Path) -> None:
    path = tmp_path / "saves" / "socki.txt"
    path.parent.mkdir()
    path.write_text(RECORD.format(version=1) + "0 play HH HH HH\n", encoding="utf-8")
    window = WindowRobot(tmp_path)
    window.press_key(pygame.K_x)
    assert window.shown == "MessageDialog"
    assert "set aside" in said(window)
    window.press_key(pygame.K_RETURN)
    window.run_for(50)
    assert window.shown == "TitleScene"
    assert not window.top.saved_games


def test_unsaved_settings_are_reported_on_the_title(window: WindowRobot, disk: Disk) -> None:
    window.context.open_scene("settings")
    disk.full = True
    window.context.update_settings(theme="dark")
    window.press_key(pygame.K_ESCAPE)
    window.run_for(50)
    assert window.shown == "StorageNoticesScene"
    assert "settings.json couldn't be written" in said(window)


def test_next_start_removes_half_written_files(tmp_path: Path) -> None:
    half = tmp_path / "saves" / "socki.txt.sock-drawer-writing-0123abcd"
    half.parent.mkdir()
    half.write_text("half", encoding="utf-8")
    window = WindowRobot(tmp_path)
    start_app(window.context, window.app.screen)
    kept(window)
    window.context.audio.close()
    assert not half.exists()


# Remedies.


def test_match_can_be_saved_once_the_disk_has_room(window: WindowRobot, lost: Disk) -> None:
    window.press_key(pygame.K_ESCAPE)
    window.choose(leave_button(window))
    assert window.shown == "UnsavedDialog"
    window.choose("Try again")
    assert window.shown == "MessageDialog"
    assert "disk is full" in said(window)
    window.press_key(pygame.K_RETURN)
    assert window.shown == "UnsavedDialog"
    lost.full = False
    window.choose("Try again")
    assert "saved now" in said(window)
    window.press_key(pygame.K_RETURN)
    window.choose(leave_button(window))
    window.play_bots(3000, until=lambda: window.shown == "TitleScene")
    saved = window.context.stores.saves.load("socker")
    assert saved is not None
    assert window.context.stores.folder.unwritten == {}


@pytest.mark.parametrize("remembered", [True, False])
def test_data_moves_to_another_folder_and_is_found_again(
    window: WindowRobot, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, *,
    remembered: bool,
) -> None:  # fmt: skip
    away = tmp_path_factory.mktemp("away")
    place = away / "stick" / "kept"
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_args, **_named: str(away / "config"))
    monkeypatch.setattr("game.scenes.info_screens.fallback_folders", lambda: [place])
    if not remembered:
        monkeypatch.setenv(HOME_VARIABLE, str(away))
    stores = window.context.stores
    KeyboardRobot(window).start_from_title("socker")
    kept(window)
    old, system = stores.folder.root, os.open

    def opened(path: str | Path, flags: int, *more: Any, **named: Any) -> int:
        if flags & os.O_CREAT and old in Path(path).parents:
            raise OSError(errno.EROFS, "Read-only file system")
        return system(path, flags, *more, **named)

    monkeypatch.setattr(os, "open", opened)
    window.context.update_settings(theme="dark")
    window.top.save()
    kept(window)
    window.press_key(pygame.K_ESCAPE)
    window.choose(leave_button(window))
    assert window.shown == "UnsavedDialog"
    window.choose("Save elsewhere")
    window.choose(str(place))
    kept(window)
    assert window.shown == "MessageDialog"
    assert ("will look there next time" in said(window)) is remembered
    assert stores.folder.root == place
    assert stores.settings.load().theme == "dark"
    assert stores.saves.load("socker") is not None
    if remembered:
        assert default_data_folder() == stores.folder.root
        place.parent.rename(away / "pulled out")
        assert default_data_folder() != stores.folder.root, "a stick that is not there holds nobody up"


def test_data_folder_does_not_move_during_a_save(
    window: WindowRobot, lost: Disk, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for the writer, then the writer moves it, and the window draws on meanwhile."""
    away, stores = tmp_path_factory.mktemp("away"), window.context.stores
    place = away / "stick"
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_args, **_named: str(away / "config"))
    monkeypatch.setattr("game.scenes.info_screens.fallback_folders", lambda: [place])
    before, record = stores.folder.root, window.top.match.session.record()
    window.press_key(pygame.K_ESCAPE)
    window.choose(leave_button(window))
    lost.full = False
    with slow_disk(window):
        window.choose("Save elsewhere")
        window.choose(str(place))
        assert (window.shown, said(window).split("\n")[0]) == (
            "MessageDialog", "Sock Drawer is still saving. Try again in a moment.",
        )  # fmt: skip
        assert (stores.folder.root, place.exists()) == (before, False)
    kept(window)
    window.press_key(pygame.K_RETURN)
    window.choose("Save elsewhere")
    moved = threading.Event()
    move = stores.folder.move

    def slowly(root: Path) -> bool:
        assert threading.current_thread() is not threading.main_thread()
        assert moved.wait(PATIENCE)
        return move(root)

    monkeypatch.setattr(stores.folder, "move", slowly)
    window.choose(str(place))
    for key in (pygame.K_ESCAPE, pygame.K_RETURN):
        window.press_key(key)
    assert window.shown == "MovingDialog", "it cannot be stopped"
    moved.set()
    kept(window)
    saved = stores.saves.load("socker")
    assert stores.folder.root == place
    assert saved is not None
    assert saved.record == record


def test_folder_with_other_files_is_left_alone(window: WindowRobot, tmp_path: Path) -> None:
    place = tmp_path / "mine"
    place.mkdir()
    (place / "novel.txt").write_text("It was a dark night.", encoding="utf-8")
    before = window.context.stores.folder.root
    assert not window.context.stores.folder.move(place)
    assert window.context.stores.folder.root == before
    assert [path.name for path in place.iterdir()] == ["novel.txt"]


def test_deleted_home_is_reported_on_the_title_once(window: WindowRobot) -> None:
    stores = window.context.stores
    assert stores.instance.acquire()
    begin(window)
    shutil.rmtree(stores.folder.root)
    window.top.save()
    kept(window)
    window.context.scenes.reset(window.context.screens["title"]())
    window.play_bots(100)
    assert window.shown == "StorageNoticesScene"
    assert f"{stores.folder.root} was deleted or moved while Sock Drawer was open" in said(window)
    assert "Everything else is fine" not in said(window)
    window.press_key(pygame.K_RETURN)
    window.play_bots(100)
    assert window.shown == "TitleScene"


# Termination by the system.


class Deadline:
    """Replaces the timer that ends the process."""

    started: ClassVar[list[tuple[float, object, list[int]]]] = []

    def __init__(self, seconds: float, end: object, arguments: list[int]) -> None:
        self.told = seconds, end, arguments
        self.daemon = False

    def start(self) -> None:
        assert self.daemon
        self.started.append(self.told)


@pytest.mark.skipif(os.name == "nt", reason="a signal of POSIX")
def test_termination_with_a_full_disk_saves_without_asking(
    window: WindowRobot, lost: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.launch.threading.Timer", Deadline)
    before = signal.getsignal(signal.SIGTERM)
    try:
        end_when_terminated(window.app)
        signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    lost.full = False
    assert not window.app.open
    assert run_guarded(window.app) == 0
    assert window.shown != "UnsavedDialog"
    assert [(seconds < 3, end) for seconds, end, _code in Deadline.started] == [(True, os._exit)]
    assert window.context.stores.autosave.flush(PATIENCE)
    saved = window.context.stores.saves.load("socker")
    assert saved is not None


# A slow disk.


@contextmanager
def slow_disk(window: WindowRobot) -> Iterator[None]:
    """Keep the save thread busy with a write for the duration of the body."""
    begun, ends = threading.Event(), threading.Event()

    def write() -> None:
        begun.set()
        assert ends.wait(PATIENCE)

    window.context.stores.autosave.submit(write)
    assert begun.wait(PATIENCE)
    try:
        yield
    finally:
        ends.set()


def test_title_opens_before_a_slow_save_and_offers_it_later(window: WindowRobot) -> None:
    begin(window)
    record = window.top.match.session.record()
    with slow_disk(window):
        window.top.save()
        window.context.scenes.reset(window.context.screens["title"]())
        window.play_bots(100)
        assert (window.shown, window.top.saved_games) == ("TitleScene", [])
        assert list(window.top.wake_times())
    kept(window)
    assert [saved.record for saved in window.top.saved_games] == [record]
    assert not list(window.top.wake_times())


def test_album_opens_before_a_slow_save_and_lists_it_later(window: WindowRobot) -> None:
    ended = import_match(Session.new("socker", seed=3).record(), 1e9)
    with slow_disk(window):
        window.context.stores.autosave.submit(lambda: window.context.stores.archive.add(ended))
        window.context.open_scene("album")
        window.play_bots(100)
        assert (window.shown, window.top.hanging.entries) == ("AlbumScene", [])
    kept(window)
    window.play_bots(100)
    assert [entry.match.name for entry in window.top.hanging.entries] == [ended.name]
