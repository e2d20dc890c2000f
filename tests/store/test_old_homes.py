"""Homes of earlier programs, and homes in which anything is broken."""

import json
import random
import shutil
from datetime import date
from pathlib import Path

import pytest

from game.core.record import VERSION, read_record
from game.core.session import Session
from game.match.persistence import import_match, match_as_text, read_match
from game.store import data_folder
from game.store.crash import report
from game.store.data_folder import DataFolder, StorageIssue
from game.store.saves import SaveSlots
from game.store.storage import OLD_HOME, Storage
from tests.store.conftest import previous

HOMES = Path(__file__).parent / "homes"
OLD = ["1.0", "two_files"]  # of version 1.0, and of the last program that saved a match as two files
TOKEN, CODE, SECRET = "Tq3vX9mB7kLs2PzW8hYd5RgJ4nCfQa6e", "BCDF", "GHJKLMNPRSTV"


@pytest.fixture(params=OLD)
def home(request: pytest.FixtureRequest, tmp_path: Path) -> DataFolder:
    """Return a copy of an old home."""
    shutil.copytree(HOMES / request.param, tmp_path / "home")
    return DataFolder(tmp_path / "home")


def files(root: Path) -> dict[str, bytes]:
    found = sorted(path for path in root.rglob("*") if path.is_file() and not path.name.endswith("lock"))
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}


def test_old_saves_are_found(home: DataFolder) -> None:
    before = files(home.root)
    saves = {(saved.slug, saved.is_previous): saved for saved in SaveSlots(home).resumable()}
    assert set(saves) == {("socker", False), ("socki", False), ("socki", True), ("city", False)}
    killed = saves["socker", False]
    assert killed.record.encode() == before["saves/socker.txt"]
    assert killed.extra["scene"] == {"draft": "third"}, "the second file is a move ahead"
    assert killed.extra["party"]["tokens"] == {"1": TOKEN}
    assert killed.saved == 1_790_000_003.0
    assert saves["socki", False].is_what_if
    assert saves["socki", False].extra["scene"] == {"draft": "what if"}
    assert saves["socki", True].extra["scene"] == {"draft": "real"}
    assert saves["city", False].extra == {}
    assert saves["city", False].saved > 0, "the time of its file"
    for saved in saves.values():
        assert Session.from_record(saved.record).record() == saved.record
    assert files(home.root) == before, "looking changes nothing"
    assert home.notices == []


def test_next_save_replaces_an_old_pair(home: DataFolder) -> None:
    saves = SaveSlots(home)
    for slug in ("socker", "socki"):
        saved = saves.load(slug)
        assert saved is not None
        session = Session.from_record(saved.record)
        session.play(session.moves()[0])
        assert saves.save(slug, session.record(), {"ply": len(session.log)})
        again = saves.load(slug)
        assert again is not None
        assert (again.record, again.extra) == (session.record(), {"ply": len(session.log)})
        assert not home.path(f"saves/{slug}.json").exists()
    assert saves.restore_displaced("socki")
    restored, replaced = saves.load("socki"), previous(home, "socki")
    assert restored is not None
    assert replaced is not None
    assert (restored.extra["scene"], replaced.extra) == ({"draft": "real"}, {"ply": 4})
    assert not list(home.path("saves").glob("soc*.json"))
    assert home.notices == []


def test_replaced_old_pair_is_kept_whole(home: DataFolder) -> None:
    saves = SaveSlots(home)
    assert saves.begin("socker")
    replaced = previous(home)
    assert replaced is not None
    assert replaced.extra["scene"] == {"draft": "third"}
    assert saves.load("socker") is None
    assert not list(home.path("saves").glob("socker*.json"))


def test_record_beside_the_wrong_second_file_keeps_its_seats(home: DataFolder) -> None:
    """Someone took back moves in an editor: who plays is still the best guess."""
    lines = home.path("saves/socker.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    home.write("saves/socker.txt", "".join(lines[:-1]))
    saved = SaveSlots(home).load("socker")
    assert saved is not None
    assert [seat["name"] for seat in saved.extra["seats"]] == ["Ann", "Zoë"]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"version": 1}', b'{"version": 1, "digest": 3, "saved": "", "extra": []}']
)
def test_broken_second_file_leaves_the_match(home: DataFolder, content: bytes) -> None:
    home.path("saves/socker.json").write_bytes(content)
    saved = SaveSlots(home).load("socker")
    assert saved is not None
    assert (saved.record.encode(), saved.extra) == (home.path("saves/socker.txt").read_bytes(), {})
    assert saved.saved > 0
    assert home.path("saves/socker.json.broken-1").read_bytes() == content
    assert [notice.trouble for notice in home.notices] == [StorageIssue.BROKEN]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[Game"])
def test_second_file_of_a_broken_record_is_kept_too(home: DataFolder, content: bytes) -> None:
    second = home.path("saves/socker.json").read_bytes()
    home.path("saves/socker.txt").write_bytes(content)
    assert SaveSlots(home).save("socker", Session.new("socker", seed=1).record(), {})
    assert home.path("saves/socker.txt.broken-1").read_bytes() == content
    assert home.path("saves/socker.json.broken-1").read_bytes() == second


def test_kill_while_emptying_an_old_slot_leaves_no_match(
    home: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match is over: a record without its second file would be offered again."""
    gone: list[Path] = []
    unlink = Path.unlink

    def dying(path: Path, **named: bool) -> None:
        assert not gone, "killed"
        gone.append(path)
        unlink(path, **named)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", dying)
        with pytest.raises(AssertionError, match="killed"):
            SaveSlots(home).clear("socker")
    again = SaveSlots(home)
    assert again.load("socker") is None
    assert again.save("socker", Session.new("socker", seed=8).record(), {})
    assert home.notices == []


def test_old_home_is_copied_aside_once(home: DataFolder) -> None:
    (home.root / "films").mkdir()
    (home.root / "films/mine.mp4").write_bytes(b"not ours")
    home.path("pictures").mkdir()
    home.path("settings.json.broken-1").write_bytes(b"{")
    before = files(home.root)
    for number in range(2):
        stores = Storage(home.root)
        stores.settings.load()
        stores.clean_up()
        assert stores.autosave.flush()
        if number == 0:
            for slug in ("socker", "socki", "city"):
                stores.autosave.begin(slug)
        stores.close()
        assert stores.folder.notices == []
    copied = files(home.path(OLD_HOME))
    assert copied == {name: data for name, data in before.items() if not name.startswith("films")}


@pytest.mark.parametrize("room", [10**12, 10])
def test_new_home_or_full_disk_has_no_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    if room == 10:
        shutil.copytree(HOMES / "1.0", tmp_path, dirs_exist_ok=True)
        monkeypatch.setattr(data_folder, "MIN_FREE_FOR_COPY", 10**18)
    for _start in range(2):
        stores = Storage(tmp_path)
        assert stores.instance.acquire()
        settings = stores.settings.load()
        stores.clean_up()
        assert stores.autosave.flush()
        if room != 10:
            assert stores.settings.save(settings.with_changes(music=30))
        stores.close()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(OLD_HOME)] == []


def test_other_values_of_an_old_home_are_there(home: DataFolder) -> None:
    stores = Storage(home.root)
    try:
        settings = stores.settings.load()
        assert (settings.music, settings.names) == (35, ("Ann", "Bo"))
        assert stores.statistics.player("Ann")["socker"].wins == 1
        assert list(stores.socks.collection_of("Ann").earned) == ["countdown"]
        assert list(stores.days.calendar_of("Ann").days) == [date(2026, 11, 2)]
        [entry] = stores.archive.entries()
        assert (entry.match.slug, entry.why) == ("rockit", "")
        assert stores.folder.notices == []
    finally:
        stores.close()


# Broken at random.


def new_home(root: Path) -> None:
    """Make a home of this program out of an old one."""
    shutil.copytree(HOMES / "two_files", root)
    saves = SaveSlots(DataFolder(root))
    for saved in saves.resumable():
        if not saved.is_previous:
            assert saves.save(saved.slug, saved.record, saved.extra, saved.saved)


def mutate(root: Path, rng: random.Random) -> None:
    """Break one to four files: change bytes, cut them off, delete, empty or swap them."""
    for _ in range(rng.randint(1, 4)):
        path = rng.choice(sorted(path for path in root.rglob("*") if path.is_file()))
        data = bytearray(path.read_bytes())
        match rng.randrange(7):
            case 0 | 1:
                for _byte in range(rng.choice((1, 1, 5, 50))):
                    if data:
                        data[rng.randrange(len(data))] = rng.randrange(256)
            case 2:
                del data[rng.randrange(len(data) + 1) :]
            case 3:
                data += rng.randbytes(rng.randint(1, 9))
            case 4:
                data = bytearray(len(data))
            case 5:
                data = bytearray(rng.choice(sorted(files(root).values())))
            case 6:
                path.unlink()
                continue
        path.write_bytes(data)


@pytest.mark.parametrize("kind", [*OLD, "new"])
def test_100_mutated_homes_open_and_lose_nothing(tmp_path: Path, kind: str) -> None:
    """All that can be read is read, and all that cannot is kept aside."""
    rng, matches = random.Random(kind), 0
    for number in range(100):
        root = tmp_path / str(number)
        (new_home(root) if kind == "new" else shutil.copytree(HOMES / kind, root))
        mutate(root, rng)
        before = files(root)
        stores = Storage(root)
        stores.settings.load()
        stores.statistics.all()
        stores.socks.all()
        stores.days.names()
        stores.archive.all()
        stores.archive.entries()
        for saved in stores.saves.resumable():
            read_record(saved.record)
            matches += 1
        there = set(files(root).values())
        assert {name for name, data in before.items() if data not in there} == set(), number
        for slug in ("socker", "socki", "city"):
            session = Session.new(slug, seed=number)
            session.play(session.moves()[0])
            assert stores.saves.save(slug, session.record(), {"number": number}), number
            again = stores.saves.load(slug)
            assert again is not None
            assert (again.record, again.extra) == (session.record(), {"number": number})
        stores.close()
        after = files(root)
        kept = {dict(notice.values).get("kept", "") for notice in stores.folder.notices} - {""}
        assert kept <= {Path(name).name for name in after}, number
        shutil.rmtree(root)
    assert matches > 250, "most matches survive"


# What must not leave the house.


def save_with_secrets(home: DataFolder) -> str:
    saves = SaveSlots(home)
    saved = saves.load("socker")
    assert saved is not None
    assert saves.save("socker", saved.record, saved.extra)
    return home.path("saves/socker.txt").read_text(encoding="utf-8")


def secrets_in(text: str) -> list[str]:
    return [secret for secret in (TOKEN, CODE, SECRET, "third", "Screen") if secret in text]


def test_exported_texts_have_no_token_code_or_draft(home: DataFolder) -> None:
    """Even of a save that was dropped on the window, or sent as a file."""
    text = save_with_secrets(home)
    assert len(secrets_in(text)) == 5, "the save has all of them"
    match = import_match(text, 0.0)
    assert read_match(home.path("saves/socker.txt")).record == match.record
    stores = Storage(home.root)
    assert stores.archive.add(match)
    filed = home.path(match.name).read_text(encoding="utf-8")
    stores.close()
    session = Session.from_record(text)
    exports = [
        match_as_text(match),
        filed,
        session.record(),
        session.branched(1).record(),
    ]
    exports += [report(ValueError("a fault"), session.record()), json.dumps(session.observe(None))]
    assert [secrets_in(export) for export in exports] == [[]] * len(exports)


def test_faults_of_a_broken_save_quote_no_secret(home: DataFolder) -> None:
    text = save_with_secrets(home)
    for at in range(0, len(text), 5):
        for broken in (text[:at], text[at:], f"{text[:at]}~{text[at:]}"):
            try:
                record = import_match(broken, 0.0).record
            except ValueError as error:
                record = str(error)
            assert secrets_in(record.replace("Screen", "")) == [], at


def test_save_says_newer_to_older_programs(home: DataFolder) -> None:
    """They look at the first Version header, and read none above their own."""
    text = save_with_secrets(home)
    assert text.startswith(f'[Version "{VERSION + 1}"]\n')
