"""Files and folders in any state, and the settings in them."""

import errno
import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.store import data_folder
from game.store.data_folder import TEMPORARY_PREFIX, DataFolder, StorageIssue, default_data_folder
from game.store.settings import FILE, PreferredDevice, SavedSeatSetup, Settings, SettingsFile, ThemeName
from tests.sampling import risk, sample_size
from tests.store.conftest import full_disk

pytestmark = risk

# Atomic writes, tolerant reads, quarantine.


ROOT = Path(__file__).parent.parent.parent


def told(folder: DataFolder) -> list[str]:
    return [str(notice) for notice in folder.notices]


def lying(folder: DataFolder) -> list[str]:
    return sorted(
        path.relative_to(folder.root).as_posix() for path in folder.root.rglob("*") if path.is_file()
    )


def test_home_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOCK_DRAWER_HOME", str(tmp_path))
    assert default_data_folder() == DataFolder().root == tmp_path
    monkeypatch.setenv("SOCK_DRAWER_HOME", "")
    assert default_data_folder() == Path(platformdirs.user_data_dir("Sock Drawer", appauthor=False))
    assert default_data_folder().name == "Sock Drawer"


def test_reading_changes_nothing_on_disk(folder: DataFolder) -> None:
    assert folder.read("a.txt") is None
    assert folder.read_json("b/c.json", 1) is None
    assert not folder.root.exists()
    assert folder.notices == []


@pytest.mark.parametrize("text", ["", "Ann\n", "Ünïcödé ♞ 🧦 \u202eabc", "line\r\nline\n", "\x00"])
def test_written_text_is_read_back(folder: DataFolder, text: str) -> None:
    assert folder.write("saves/a.txt", "something longer that was there before")
    assert folder.write("saves/a.txt", text)
    assert folder.read("saves/a.txt") == text
    assert lying(folder) == ["saves/a.txt"]


@settings(max_examples=sample_size(5, 500), deadline=None)
@given(
    data=st.dictionaries(
        st.text(),
        st.recursive(
            st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(st.characters()),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        ),
    )
)
def test_json_round_trip(tmp_path_factory: pytest.TempPathFactory, data: dict[str, object]) -> None:
    folder = DataFolder(tmp_path_factory.getbasetemp() / "round")
    data.pop("version", None)
    assert folder.write_json("a.json", data, 3)
    assert folder.read_json("a.json", 3) == {"version": 3, **data}


def test_lone_surrogates_survive(folder: DataFolder) -> None:
    assert folder.write_json("a.json", {"name": "\ud800"}, 1)
    assert folder.read_json("a.json", 1) == {"version": 1, "name": "\ud800"}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it isn't JSON"),
        (b'{"version": 1, "text', "it isn't JSON"),
        (b"\x00" * 512, "it isn't JSON"),
        (b"\xff\xfe\x00", "it isn't text"),
        (b"[1, 2]", "it contains something else"),
        (b"7", "it contains something else"),
        (b"[" * 100_000, "it isn't JSON"),
        (b'{"n": ' + b"9" * 5000 + b"}", "it isn't JSON"),
    ],
)
def test_broken_json_is_set_aside_whole(folder: DataFolder, content: bytes, why: str) -> None:
    folder.root.mkdir()
    folder.path("a.json").write_bytes(content)
    assert folder.read_json("a.json", 1) is None
    assert folder.path("a.json.broken-1").read_bytes() == content
    assert told(folder) == [f"a.json couldn't be read ({why}). It was set aside as a.json.broken-1."]
    assert folder.write_json("a.json", {}, 1)


def test_each_broken_file_has_its_own_number(folder: DataFolder) -> None:
    folder.root.mkdir()
    for number in range(1, 13):
        folder.path("a.json").write_text(f"broken {number}", encoding="utf-8")
        assert folder.read_json("a.json", 1) is None
    kept = [folder.path(f"a.json.broken-{number}").read_text(encoding="utf-8") for number in range(1, 13)]
    assert kept == [f"broken {number}" for number in range(1, 13)]


def test_folder_in_a_files_place_is_set_aside(folder: DataFolder) -> None:
    folder.path("a.json/inside").mkdir(parents=True)
    assert folder.read("a.json") is None
    assert folder.path("a.json.broken-1/inside").is_dir()
    assert folder.write("a.json", "{}")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX")
def test_pipe_in_a_files_place_does_not_hang(folder: DataFolder) -> None:
    folder.root.mkdir()
    os.mkfifo(folder.path("a.json"))
    assert folder.read("a.json") is None
    assert [notice.trouble for notice in folder.notices] == [StorageIssue.BROKEN]


def test_enormous_file_is_not_read(folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_folder, "MAX_FILE_SIZE", 10)
    folder.root.mkdir()
    folder.path("a.txt").write_text("x" * 11, encoding="utf-8")
    assert folder.read("a.txt") is None
    assert folder.path("a.txt.broken-1").stat().st_size == 11


def test_mark_of_windows_editors_is_no_fault(folder: DataFolder) -> None:
    folder.root.mkdir()
    folder.path("a.json").write_bytes(b'\xef\xbb\xbf{"version": 1}\r\n')
    assert folder.read_json("a.json", 1) == {"version": 1}


def test_newer_file_is_copied_before_it_is_overwritten(folder: DataFolder) -> None:
    folder.root.mkdir()
    newer = '{"version": 9, "a": 1, "b": {"new": true}}'
    folder.path("a.json").write_text(newer, encoding="utf-8")
    assert folder.read_json("a.json", 2) == {"version": 9, "a": 1, "b": {"new": True}}
    assert folder.notices == []
    assert folder.write_json("a.json", {"a": 2}, 2)
    assert folder.write_json("a.json", {"a": 3}, 2)
    assert folder.path("a.json.newer-1").read_text(encoding="utf-8") == newer
    assert lying(folder) == ["a.json", "a.json.newer-1"]
    assert [notice.trouble for notice in folder.notices] == [StorageIssue.NEWER]


def test_impossible_folder_is_reported_once(nowhere: DataFolder) -> None:
    for _ in range(3):
        assert not nowhere.write("a.txt", "text")
        assert not nowhere.write_json("a.json", {}, 1)
        assert nowhere.read("a.txt") is None
    assert [notice.trouble for notice in nowhere.notices] == [StorageIssue.UNWRITABLE] * 2
    assert str(nowhere.root) in told(nowhere)[0]
    assert nowhere.names("saves", ".txt") == []


def test_full_disk_leaves_the_old_file(folder: DataFolder) -> None:
    assert folder.write("a.txt", "old")
    with full_disk():
        assert not folder.write("a.txt", "new")
    assert folder.read("a.txt") == "old"
    assert lying(folder) == ["a.txt"]
    assert "the disk is full" in told(folder)[0]


def test_immovable_broken_file_is_left_alone(folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.root.mkdir()
    folder.path("a.json").write_text("broken", encoding="utf-8")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", refuse)
        assert folder.read_json("a.json", 1) is None
    assert not folder.write_json("a.json", {}, 1)
    assert folder.path("a.json").read_text(encoding="utf-8") == "broken"
    assert lying(folder) == ["a.json"]
    assert [notice.trouble for notice in folder.notices] == [StorageIssue.STUCK]


READ_ONLY = """
import os, sys
from pathlib import Path
from game.core.game import Outcome
from game.store.crash import write_report
from game.store.data_folder import FileLock, DataFolder
from game.store.saves import SaveSlots
from game.store.settings import Settings, SettingsFile
from game.store.statistics import StatisticsStore
if os.geteuid() == 0:
    os.setuid(65534)
folder = DataFolder(Path(sys.argv[1]))
print(FileLock(folder.path("instance.lock")).acquire())
settings = SettingsFile(folder)
print(settings.load().music, settings.save(Settings()))
saves = SaveSlots(folder)
print(len(saves.resumable()), saves.save("socker", '[Game "socker"]', {}))
print(saves.begin("socker"), saves.clear("socker"))
statistics = StatisticsStore(folder)
print(statistics.add("socker", {0: "Ann"}, Outcome((0,), (1, 0), "goals")), statistics.reset())
print(folder.root in write_report(folder, "text").parents)
print(len(folder.notices) > 0)
"""


@pytest.mark.skipif(os.name == "nt", reason="rights of folders are POSIX")
def test_read_only_folder_is_readable() -> None:
    """Everything can be read, nothing can be written, and the program keeps running."""
    with tempfile.TemporaryDirectory() as above:
        Path(above).chmod(0o755)
        folder = DataFolder(Path(above) / "drawer")
        folder.write_json("settings.json", {"music": 35}, 1)
        folder.write("saves/socker.txt", '[Game "socker"]\n[Version "1"]\n[Players "2"]\n[Seed "7"]\n')
        paths = [folder.root, *folder.root.rglob("*")]
        for path in paths:
            path.chmod(0o555 if path.is_dir() else 0o444)
        words = [sys.executable, "-c", READ_ONLY, str(folder.root)]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        for path in paths:
            path.chmod(0o755)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "True",
        "35 False",
        "1 False",
        "False False",
        "False False",
        "False",
        "True",
    ]


def test_sweep_deletes_only_half_written_files(folder: DataFolder) -> None:
    assert folder.write("saves/a.txt", "kept")
    half = f"{TEMPORARY_PREFIX}0f3a5b7c"
    strangers = [
        "documents/novel.writing-2026.txt", f"documents/a.json{half}", "notes.writing-abcdefgh",
        f"saves/b.txt{TEMPORARY_PREFIX}old", f"saves/c.txt{half}.bak", f"{half}", f"mine/deep/d.txt{half}",
    ]  # fmt: skip
    ours = [f"saves/a.txt{half}", f"b.json{half}", f"pictures/0-1.0/ff{half}", f"maps/city/x.tmx{half}"]
    for name in (*strangers, *ours):
        folder.path(name).parent.mkdir(parents=True, exist_ok=True)
        folder.path(name).write_text("half", encoding="utf-8")
    folder.remove_temp_files()
    assert lying(folder) == sorted(["saves/a.txt", *strangers])


def test_sweep_deletes_an_interrupted_write(folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that never ends leaves a name that the next sweep recognises."""
    monkeypatch.setattr("game.store.data_folder._replace", lambda source, target: None)
    assert folder.write("saves/a.txt", "half")
    assert len(lying(folder)) == 1
    folder.remove_temp_files()
    assert lying(folder) == []


def test_pictures_are_deleted_when_the_disk_is_full(
    folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Real files, fake disk: flushing fails as long as the thumbnails take the room."""
    picture = folder.path("pictures/0123-1.0000/ff")
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"a picture")

    def crowded(_: int) -> None:
        if picture.exists():
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", crowded)
    assert folder.write("saves/socki.txt", "a match")
    assert folder.read("saves/socki.txt") == "a match"
    assert not picture.exists()
    assert folder.notices == []


def test_recurring_trouble_is_reported_again(folder: DataFolder) -> None:
    for _ in range(2):
        with full_disk():
            assert not folder.write("a.txt", "new")
            assert not folder.write("a.txt", "new")
        assert [notice.trouble for notice in folder.unread_notices] == [StorageIssue.UNWRITABLE]
        assert folder.unwritten == {"a.txt": "the disk is full"}
        folder.mark_read(folder.unread_notices)
        assert folder.unread_notices == []
        assert folder.write("a.txt", "new")
        assert folder.unwritten == {}


def test_folder_is_tried_out(folder: DataFolder, nowhere: DataFolder) -> None:
    assert folder.try_out()
    assert lying(folder) == []
    assert not nowhere.try_out()
    assert [notice.trouble for notice in nowhere.unread_notices] == [StorageIssue.HOME]
    assert "the folder is missing" in told(nowhere)[0]


def test_readers_never_see_half_a_file(folder: DataFolder) -> None:
    """Threads write different texts while another one reads."""
    texts = {letter * (200_000 + 1000 * number) for number, letter in enumerate("abc")}
    folder.write("a.txt", "a" * 200_000)
    stop = threading.Event()

    def write(text: str) -> None:
        for _ in range(15):
            folder.write("a.txt", text)

    seen: set[str | None] = set()

    def read() -> None:
        while not stop.is_set():
            seen.add(DataFolder(folder.root).read("a.txt"))

    reader = threading.Thread(target=read)
    writers = [threading.Thread(target=write, args=(text,)) for text in texts]
    for thread in (reader, *writers):
        thread.start()
    for thread in writers:
        thread.join()
    stop.set()
    reader.join()
    assert seen <= texts
    assert folder.notices == []
    assert lying(folder) == ["a.txt"]


# Settings: defaults, copies, bad values, and files of older or newer versions.


def written(folder: DataFolder, **data: Any) -> Settings:
    """Return the settings read from a file with these values."""
    folder.root.mkdir(parents=True, exist_ok=True)
    folder.path(FILE).write_text(json.dumps({"version": 1, **data}), encoding="utf-8")
    return SettingsFile(folder).load()


def bad(folder: DataFolder) -> list[str]:
    return [dict(notice.values)["name"] for notice in folder.notices if notice.trouble is StorageIssue.VALUE]


def test_missing_settings_file_gives_defaults(folder: DataFolder) -> None:
    assert SettingsFile(folder).load() == Settings()
    assert folder.notices == []


@pytest.mark.parametrize("name", ["SteamDeck", "SteamTenfoot"])
def test_deck_and_tv_start_full_screen_with_a_controller(
    folder: DataFolder, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "1")
    first = SettingsFile(folder).load()
    assert (first.fullscreen, first.plays_with) == (True, PreferredDevice.PAD)
    assert SettingsFile(folder).save(first.with_changes(fullscreen=False))
    assert not SettingsFile(folder).load().fullscreen, "only until the player chooses"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("text_size", 130), ("text_size", 225), ("text_size", "150"), ("text_size", True), ("music", -1),
        ("music", 101), ("music", 50.5), ("theme", "neon"), ("theme", None), ("fullscreen", 1),
        ("window_size", [1280]), ("window_size", [0, 0]), ("window_size", "1280x720"),
        ("window_place", [1e9, 0]),
        ("animation_speed", "fast"), ("hints", []), ("lamp", "bright"),
        ("language", 7), ("keys", []), ("seats", 3),
    ],
)  # fmt: skip
def test_bad_value_gets_its_default_and_a_notice(folder: DataFolder, name: str, value: object) -> None:
    read = written(folder, chosen_presets={}, **{"reduced_motion": True, name: value})
    assert read == Settings(reduced_motion=True)
    assert bad(folder) == [name]
    assert str(folder.notices[0]) == (
        f"settings.json: the value of {name} can't be used. The default is used instead."
    )


def test_bad_entry_does_not_affect_its_neighbours(folder: DataFolder) -> None:
    read = written(
        folder,
        keys={"undo": ["z"], "hint": "h", "sort": [1]},
        house_rules={"socker": {"goals": 3, "win": [], "last": True}},
        seats={"socki": [{"name": "Ann", "colour": "teal"}], "city": [{"name": "Bo"}]},
    )
    assert read.keys == {"undo": ("z",)}
    assert read.house_rules == {"socker": {"goals": 3, "last": True}}
    assert read.seats == {"socki": (SavedSeatSetup("Ann", "teal"),)}
    assert bad(folder) == ["keys.hint", "keys.sort", "house_rules.socker.win", "seats.city"]


def test_unknown_keys_and_newer_versions_are_kept(folder: DataFolder) -> None:
    read = written(folder, version=7, music=20, haptics={"strength": 3})
    assert read.music == 20
    assert SettingsFile(folder).save(read.with_changes(music=30))
    assert SettingsFile(folder).save(read.with_changes(music=40))
    kept = json.loads(folder.path(FILE).read_text(encoding="utf-8"))
    assert (kept["haptics"], kept["music"], kept["version"]) == ({"strength": 3}, 40, 1)
    assert json.loads(folder.path(f"{FILE}.newer-1").read_text(encoding="utf-8"))["music"] == 20


def test_settings_copies_leave_the_original(folder: DataFolder) -> None:
    old = Settings()
    new = (
        old.with_changes(theme="dark", text_size=150, window_place=(-8, 0))
        .with_keys("undo", ["z", "backspace"])
        .with_pad("undo", ["back"])
        .with_house_rules("socker", {"goals": 3})
        .with_preset("socker", "Quick", {"goals": 1})
        .with_preset("socker", "Long", {"goals": 9})
        .with_preset("socker", "Long", None)
        .with_seats("socker", [SavedSeatSetup("Ann", "teal"), SavedSeatSetup("Bo", "rose", level="easy")])
    )
    assert old == Settings()
    assert new.theme is ThemeName.DARK
    assert new.presets == {"socker": {"Quick": {"goals": 1}}}
    defaults = {"undo": ("u",), "hint": ("h",)}
    assert new.key_bindings(defaults) == {"undo": ("z", "backspace"), "hint": ("h",)}
    assert new.pad_bindings(defaults) == {"undo": ("back",), "hint": ("h",)}
    assert new.with_keys("undo", None).key_bindings(defaults) == defaults
    assert SettingsFile(folder).save(new)
    assert SettingsFile(folder).load() == new


@pytest.mark.parametrize(
    "changes",
    [{"text_size": 110}, {"loudness": 3}, {"keys": {"undo": 3}}, {"theme": "neon"}, {"unknown": {}}],
)
def test_invalid_settings_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(changes))):
        Settings().with_changes(**changes)


def test_settings_are_not_saved_without_a_writable_folder(nowhere: DataFolder) -> None:
    file = SettingsFile(nowhere)
    assert not file.save(Settings())
    assert file.load() == Settings()
    assert len(nowhere.notices) == 1
