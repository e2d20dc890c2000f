"""Settings: defaults, copies, bad values, and what an older or newer program wrote."""

import json
from typing import Any

import pytest

from game.store.files import Folder, Trouble
from game.store.settings import FILE, PlaysWith, SeatChoice, Settings, SettingsFile, Theme


def written(folder: Folder, **data: Any) -> Settings:
    """What is read from a file that holds these values."""
    folder.root.mkdir(parents=True, exist_ok=True)
    folder.path(FILE).write_text(json.dumps({"version": 1, **data}), encoding="utf-8")
    return SettingsFile(folder).load()


def bad(folder: Folder) -> list[str]:
    return [dict(notice.values)["name"] for notice in folder.notices if notice.trouble is Trouble.VALUE]


def test_without_a_file_there_are_defaults(folder: Folder) -> None:
    assert SettingsFile(folder).load() == Settings()
    assert folder.notices == []


@pytest.mark.parametrize("name", ["SteamDeck", "SteamTenfoot"])
def test_on_a_deck_and_on_a_tv_it_begins_whole_and_with_a_pad(
    folder: Folder, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "1")
    first = SettingsFile(folder).load()
    assert (first.fullscreen, first.plays_with) == (True, PlaysWith.PAD)
    assert SettingsFile(folder).save(first.with_changes(fullscreen=False))
    assert not SettingsFile(folder).load().fullscreen, "only until somebody chooses"


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
def test_bad_value_has_its_default_and_a_notice(folder: Folder, name: str, value: object) -> None:
    read = written(folder, **{"reduced_motion": True, name: value})
    assert read == Settings(reduced_motion=True)
    assert bad(folder) == [name]
    assert str(folder.notices[0]) == (
        f"settings.json: the value of {name} cannot be used; the default stands in for it."
    )


def test_bad_entry_leaves_its_neighbours(folder: Folder) -> None:
    read = written(
        folder,
        keys={"undo": ["z"], "hint": "h", "sort": [1]},
        house_rules={"socker": {"goals": 3, "win": [], "last": True}},
        seats={"socki": [{"name": "Ann", "colour": "teal"}], "city": [{"name": "Bo"}]},
    )
    assert read.keys == {"undo": ("z",)}
    assert read.house_rules == {"socker": {"goals": 3, "last": True}}
    assert read.seats == {"socki": (SeatChoice("Ann", "teal"),)}
    assert bad(folder) == ["keys.hint", "keys.sort", "house_rules.socker.win", "seats.city"]


def test_unknown_keys_and_newer_versions_are_kept(folder: Folder) -> None:
    read = written(folder, version=7, music=20, haptics={"strength": 3})
    assert read.music == 20
    assert SettingsFile(folder).save(read.with_changes(music=30))
    assert SettingsFile(folder).save(read.with_changes(music=40))
    kept = json.loads(folder.path(FILE).read_text(encoding="utf-8"))
    assert (kept["haptics"], kept["music"], kept["version"]) == ({"strength": 3}, 40, 1)
    assert json.loads(folder.path(f"{FILE}.newer-1").read_text(encoding="utf-8"))["music"] == 20


def test_copies(folder: Folder) -> None:
    old = Settings()
    new = (
        old.with_changes(theme="dark", text_size=150, window_place=(-8, 0))
        .with_keys("undo", ["z", "backspace"])
        .with_pad("undo", ["back"])
        .with_house_rules("socker", {"goals": 3})
        .with_preset("socker", "Quick", {"goals": 1})
        .with_preset("socker", "Long", {"goals": 9})
        .with_preset("socker", "Long", None)
        .with_seats("socker", [SeatChoice("Ann", "teal"), SeatChoice("Bo", "rose", level="easy")])
    )
    assert old == Settings()
    assert new.theme is Theme.DARK
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
def test_program_cannot_set_nonsense(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(changes))):
        Settings().with_changes(**changes)


def test_settings_are_not_kept_where_nothing_can_be_written(nowhere: Folder) -> None:
    file = SettingsFile(nowhere)
    assert not file.save(Settings())
    assert file.load() == Settings()
    assert len(nowhere.notices) == 1
