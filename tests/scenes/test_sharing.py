"""Share a match from the album as picture, animation, file, text or phone code, and import dropped files."""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from urllib.request import urlopen

import pygame
import pytest
from PIL import Image

import main
from game.core.session import Session
from game.launch import take_into_album
from game.levels import load, maps, title
from game.match.persistence import import_match, match_as_text
from game.match.replay import turns_of
from game.resources import LEVELS
from game.scenes.album.sharing import FOLDER, ShareScene
from game.store.data_folder import HOME_VARIABLE
from game.store.storage import Storage
from game.ui.core.paint import collect_text
from game.ui.match.offscreen import (
    MAX_FILE_SIZE,
    MAX_MOVES,
    AnimationFormat,
    OffscreenMatch,
    dummy_seats,
    encode_animation,
    moves_at,
    studio,
)
from tests.sampling import PATIENCE, sample_size, thinned
from tests.scenes.harness import CROSS, WindowRobot
from tests.scenes.layout_checks import labels
from tests.scenes.test_album import back_to_title, begun, ended, lines, opened, play


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "elsewhere"))
    return tmp_path / "elsewhere" / "documents" / FOLDER


def opened_picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def choose(window: WindowRobot, way: str, words: str = "Save") -> None:
    """Choose a way to share, and press its button."""
    if not any(label == f"{way}: {words}" for label in window.choices):
        window.choose(way)
    window.choose(f"{way}: {words}")
    window.step()


@pytest.fixture
def shared(window: WindowRobot, documents: Path) -> ShareScene:
    """Open the share dialog of a match in the album."""
    window.context.stores.archive.add(ended("city", names=("Ann", "Bo")))
    back_to_title(window)
    opened(window)
    window.press_key(pygame.K_x)
    scene = window.top
    assert isinstance(scene, ShareScene)
    return scene


def test_shared_picture_is_saved_in_the_documents(
    shared: ShareScene, window: WindowRobot, documents: Path
) -> None:
    choose(window, "Picture")
    assert window.shown == "MessageDialog"
    [path] = documents.iterdir()
    assert path.name == "Socks in the City, Ann, Bo.png"
    assert opened_picture(path.read_bytes()).size == (1280, 720)
    window.press_key(pygame.K_RETURN)
    assert window.shown == "AlbumScene"


@pytest.mark.parametrize("opens", [True, False])
def test_dialog_opens_the_folder_of_a_shared_file(
    shared: ShareScene, window: WindowRobot, documents: Path, monkeypatch: pytest.MonkeyPatch, *, opens: bool
) -> None:
    """With any device; if the system cannot open folders, the dialog shows the path."""
    folders: list[Path] = []

    def open_folder(path: Path) -> bool:
        folders.append(path)
        return opens

    monkeypatch.setattr("game.ui.widgets._dialogs.open_folder", open_folder)
    choose(window, "File")
    monkeypatch.setattr("pygame.display.get_driver", lambda: "x11")
    assert window.choices == ["OK", "Open the folder"]
    assert not folders, "nothing opens unasked"
    window.button_number(CROSS[(0, 1)])
    window.press_button("a")
    assert folders == [documents]
    assert window.shown == ("AlbumScene" if opens else "MessageDialog")
    if not opens:
        assert window.rows[1].text == str(documents)
        assert window.choices == ["OK"]


@pytest.mark.parametrize("kind", ["WebP", "GIF"])
def test_shared_animation_shows_the_last_moves(
    shared: ShareScene, window: WindowRobot, documents: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.ui.match.offscreen.MAX_FRAMES", sample_size(15, 150))
    window.choose("Animation")
    if kind == "GIF":
        window.choose("GIF")
    choose(window, "Animation")
    window.step()
    [path] = documents.iterdir()
    picture = opened_picture(path.read_bytes())
    assert (picture.format, path.suffix) == (kind.upper(), f".{kind.lower()}")
    picture.seek(10)  # fails for fewer frames
    assert path.stat().st_size < MAX_FILE_SIZE


def test_shared_file_can_be_imported_once(shared: ShareScene, window: WindowRobot, documents: Path) -> None:
    record = shared.match.record
    choose(window, "File")
    [path] = documents.iterdir()
    archive = window.context.stores.archive
    archive.remove(archive.entries()[0].match.name)
    back_to_title(window)
    window.step(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    assert window.shown == "ImportResultDialog"
    window.choose("Go to album")
    assert window.shown == "AlbumScene"
    assert [match.record for match in archive.all()] == [record]
    window.step(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    window.choose("Go to album")
    assert len(archive.all()) == 1, "it hangs there already"


def test_shared_text_goes_to_the_clipboard(
    shared: ShareScene, window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pasted: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", pasted.append)
    choose(window, "Text", "Copy")
    assert window.shown == "MessageDialog"
    assert Session.from_record(pasted[0]).game == "city"


def test_phone_downloads_the_match_by_a_code(window: WindowRobot, documents: Path) -> None:
    window.context.stores.archive.add(ended("city"))
    window.open_party()
    back_to_title(window)
    opened(window)
    window.press_key(pygame.K_x)
    choose(window, "Phone", "Show the code")
    assert window.shown == "PhoneCode"
    with urlopen(window.top.address, timeout=PATIENCE) as answer:
        assert answer.headers.get_content_type() == "text/plain"
        text = answer.read().decode()
    assert import_match(text, 1.0).record == window.context.stores.archive.all()[0].record
    window.press_key(pygame.K_RETURN)
    assert window.shown == "AlbumScene"


def test_preview_shows_what_is_shared(shared: ShareScene, window: WindowRobot) -> None:
    """The position, and once it is chosen the last moves, moving unless that is off."""
    window.step()
    box = shared.frame.boxes["preview"]

    def shown() -> bytes:
        """Return the pixels of the preview."""
        window.app.draw()
        area = window.context.view.rect(box.inflated(-40))
        return window.pixels(area)

    still, blank = shown(), bytes(len(shown()))
    assert still != blank
    window.choose("Animation")
    window.step()
    pictures = set()
    for _frame in range(30):
        window.step(ms=120)
        pictures.add(shown())
    assert len(pictures) > 3
    assert still not in pictures, "it is a file of its own, smaller than the picture"
    window.context.update_settings(reduced_motion=True)
    resting = set()
    for _frame in range(4):
        window.step(ms=120)
        resting.add(shown())
    assert len(resting) == 1


def test_slow_sharing_can_be_cancelled(shared: ShareScene, window: WindowRobot, documents: Path) -> None:
    class Slow:
        closed = False

        def submit(self, *_arguments: object) -> None: ...

        def poll_result(self) -> None:
            return None

        def close(self) -> None:
            self.closed = True

    slow = Slow()
    window.context.worker = lambda: slow  # type: ignore[assignment,method-assign,return-value]
    window.choose("Animation")
    window.choose("Animation: Save")
    window.run_for(200)
    assert "Working on it…" in labels(window.top.frame)
    window.press_key(pygame.K_ESCAPE)
    assert slow.closed
    assert window.shown == "ShareScene"
    assert not documents.exists()


@pytest.mark.parametrize(
    ("data", "told"),
    [(b"hello", "nothing to show in this file"), (b"\xff\xfe\x00", "nothing to show in this file"),
     (b"", "nothing to show in this file"),
     (b'[Game "socker"]\n[Version "77"]\n', "nothing to show in this file")],
)  # fmt: skip
def test_dropped_foreign_file_is_refused_and_unchanged(
    window: WindowRobot, tmp_path: Path, data: bytes, told: str
) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(data)
    window.step(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    assert window.shown == "ImportResultDialog"
    assert told in window.rows[0].text
    assert path.read_bytes() == data
    window.press_key(pygame.K_RETURN)
    assert window.shown == "TitleScene"
    window.step(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "gone.txt")))
    assert "can't be read" in window.rows[0].text


def test_files_dropped_together_share_one_dialog(window: WindowRobot, tmp_path: Path) -> None:
    paths = []
    for game in ("socker", "city"):
        paths.append(tmp_path / f"{game}.txt")
        paths[-1].write_text("\n".join(lines(game)), encoding="utf-8")
    paths.append(tmp_path / "notes.txt")
    paths[-1].write_text("hello", encoding="utf-8")
    window.step(*(pygame.event.Event(pygame.DROPFILE, file=str(path)) for path in paths))
    window.play_bots(1000, until=lambda: window.shown == "ImportResultDialog")
    texts = window.texts
    assert "2 matches are in the album now." in texts
    assert any("notes.txt: " in text for text in texts)
    assert len(window.context.stores.archive.all()) == 2
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene", "there is one dialog"


def test_dropped_file_does_not_disturb_a_match(window: WindowRobot, tmp_path: Path) -> None:
    session, moves = begun("city", 3)
    scene = play(window, session, [])
    path = tmp_path / "match.txt"
    path.write_text("\n".join(lines("socker")), encoding="utf-8")
    window.step(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    assert window.choices[-1:] == ["OK"]
    window.press_key(pygame.K_RETURN)
    assert window.top is scene
    scene.context.play(moves[0])
    assert len(window.context.stores.archive.all()) == 1


def test_second_start_with_a_file_imports_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.txt"
    path.write_text(match_as_text(ended("socki")), encoding="utf-8")
    for _start in range(2):
        assert take_into_album(Storage(tmp_path / "home"), [path]) == 0
    assert "in the album" in capsys.readouterr().out
    stores = Storage(tmp_path / "home")
    assert [match.slug for match in stores.archive.all()] == ["socki"]
    stores.close()


def test_import_of_several_files_reports_each_error(
    window: WindowRobot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / name for name in ("gone.txt", "a.txt", "notes.txt", "b.txt")]
    for path, slug in ((paths[1], "socki"), (paths[3], "city")):
        path.write_text(match_as_text(ended(slug)), encoding="utf-8")
    paths[2].write_text("hello", encoding="utf-8")
    window.context.open_scene("import_files", window.context, *paths)
    window.play_bots(1000, until=lambda: window.shown == "ImportResultDialog")
    texts = window.texts
    assert texts[0] == "2 matches are in the album now."
    assert [line.split(":")[0] for line in texts[1].split("\n")] == ["gone.txt", "notes.txt"]
    assert {match.slug for match in window.context.stores.archive.all()} == {"socki", "city"}
    window.press_key(pygame.K_RETURN)
    assert window.shown == "AlbumScene"
    # If a window is open already, the result is the same.
    assert take_into_album(Storage(tmp_path / "home"), paths) == 1
    out, err = capsys.readouterr()
    assert "2 matches are in the album" in out
    assert [line.split(":")[0] for line in err.splitlines()] == ["gone.txt", "notes.txt"]
    stores = Storage(tmp_path / "home")
    assert {match.slug for match in stores.archive.all()} == {"socki", "city"}
    stores.close()


def dropped(window: WindowRobot, *paths: Path) -> list[str]:
    """Texts of the dialog after files were dropped on the window."""
    window.step(*(pygame.event.Event(pygame.DROPFILE, file=str(path)) for path in paths))
    window.play_bots(1000, until=lambda: window.shown == "ImportResultDialog")
    return window.texts


@pytest.mark.parametrize("game", ["socker", "city"])
def test_dropped_map_is_added_to_the_boards(window: WindowRobot, tmp_path: Path, game: str) -> None:
    source = LEVELS / game / ("small.tmx" if game == "socker" else "great_park.tmx")
    shutil.copytree(source.parent, tmp_path / "from")
    path = tmp_path / "from" / "My Own.tmx"
    path.write_text(source.read_text(encoding="utf-8").replace(title(source), "My own"), encoding="utf-8")
    window.context.scenes.reset(window.context.screens["title"](), window.context.screens["lobby"](game))
    for _twice in range(2):
        assert "now has the board “My own”." in dropped(window, path)[0]
        window.press_key(pygame.K_RETURN)
    map_folder = window.context.stores.maps(game)
    assert [(path_of_map.name, load(path_of_map)) for path_of_map in maps(map_folder)] == [
        ("my_own.tmx", load(path))
    ]
    boards = window.top.house_rules.album.boards()
    assert [label for key, label in boards if key.startswith(str(map_folder))] == ["My own"]
    assert dropped(window, *maps(map_folder)), "a board that is kept already stays alone"
    assert len(maps(map_folder)) == 1


def test_refused_map_says_where_and_why(window: WindowRobot, tmp_path: Path) -> None:
    source = LEVELS / "socker/small.tmx"
    shutil.copytree(source.parent, tmp_path / "from")
    path = tmp_path / "from" / "turned.tmx"
    text = source.read_text(encoding="utf-8")
    path.write_text(text.replace(",1,", f",{1 + (1 << 28)},", 1), encoding="utf-8")
    window.context.update_settings(language="de")
    message = dropped(window, path)
    assert "spielen" in message[0]
    assert "turned.tmx" in message[1]
    assert "field: die Kachel auf Spalte" in message[1]
    assert not maps(window.context.stores.maps("socker"))
    window.context.update_settings(language="en")


def test_import_dialog_never_mentions_0_matches(window: WindowRobot, tmp_path: Path) -> None:
    notes = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for path in notes:
        path.write_text("hello", encoding="utf-8")
    board = LEVELS / "socker/small.tmx"
    for paths in (notes, [board, notes[0]], [board, LEVELS / "city/river.tmx"]):
        message = dropped(window, *paths)
        assert "0 matches" not in "".join(message)
        window.press_key(pygame.K_RETURN)


def test_second_start_with_a_map_imports_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [LEVELS / "city/river.tmx", tmp_path / "torn.tmx"]
    paths[1].write_text("<map", encoding="utf-8")
    assert take_into_album(Storage(tmp_path / "home"), paths) == 1
    out, err = capsys.readouterr()
    assert "Socks in the City now has the board “" in out
    assert "torn.tmx" in err
    stores = Storage(tmp_path / "home")
    assert len(maps(stores.maps("city"))) == 1
    stores.close()


def test_command_line_accepts_files_without_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[list[str]] = []

    def run(files: list[Path], _public: object) -> int:
        calls.append([file.name for file in files])
        return 0

    monkeypatch.setattr("game.launch.run", run)
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main.main(["a.txt"]) == main.main(["a.txt", "b.txt"]) == main.main(["gone.txt", "b.txt"]) == 0
    assert calls == [["a.txt"], ["a.txt", "b.txt"], ["gone.txt", "b.txt"]]
    assert main.main(["gone.txt"]) == 2
    assert len(calls) == 3


@thinned(1)
@pytest.mark.parametrize("kind", list(AnimationFormat))
def test_animations_are_small_and_leave_the_session_alone(
    window: WindowRobot, kind: AnimationFormat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.ui.match.offscreen.MAX_FRAMES", sample_size(6, 150))
    session = Session.from_record("\n".join(lines("rockit")))
    record, at = session.record(), len(session.log) - 2
    with studio(None) as studio_window:
        data = encode_animation(studio_window, session, dummy_seats(session, ()), at, kind)
    assert session.record() == record
    assert len(data) < MAX_FILE_SIZE
    assert opened_picture(data).format == kind.value.upper()


def test_city_picture_has_the_title_where_a_player_sees_a_station() -> None:
    session = begun("city", 20)[0]
    with studio(None) as studio_window:
        match = OffscreenMatch(studio_window, session, dummy_seats(session, ()), None)
        texts = collect_text(studio_window.app.measuring_painter, match.view.draw)
    assert texts[0].words == "Socks in the City"


def test_animation_shows_whole_turns_up_to_the_moment() -> None:
    session = Session.from_record("\n".join(lines("socker")))
    for at in range(0, len(session.log) + 1, sample_size(7, 1)):
        moves = moves_at(session, at)
        assert (moves.stop == at) == bool(at)
        assert 0 < len(moves) <= MAX_MOVES
        assert {moves.start, moves.stop} & {*turns_of(session.log)} or len(moves) == MAX_MOVES
