"""Tests of what a game package adds (sock, rules, music, language, boards) and of the defaults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pygame
import pytest

from game import i18n
from game.core.discovery import game_folder, game_slugs, piece_names, players_text, rules_text
from game.core.game import GameInfo
from game.core.session import Session
from game.i18n import _
from game.match.lesson import read_lessons
from game.match.seats import Seat
from game.resources import LEVELS, levels_of
from game.scenes.first_match import learn
from game.scenes.rules import RulesSheet
from game.ui.art.pieces import phone_drawings, piece, rule_pictures
from game.ui.art.socks import big_sock, emblem
from game.ui.core.audio import SOUND_FOLDER, music_of, stems_of
from game.ui.match.match_flow import match_scene
from game.ui.widgets import PictureRow
from tests.rows import rows_of
from tests.sample_games import full_folder, sixth_game
from tests.scenes.harness import WindowRobot
from tests.scenes.layout_checks import labels
from tools import build_locale
from tools.check_locale import troubles
from tools.po import catalogue, catalogues


@pytest.fixture
def washday() -> Iterator[str]:
    with full_folder() as slug:
        yield slug


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


def sheet(window: WindowRobot, slug: str) -> RulesSheet:
    window.context.open_scene("rules", slug)
    assert isinstance(window.top, RulesSheet)
    return window.top


# The sock.


@pytest.mark.usefixtures("washday", "four")
def test_every_game_has_a_different_sock(window: WindowRobot) -> None:
    with sixth_game(has_screen=True):
        count = len(game_slugs())
        assert len({pixels(big_sock(window.context.assets, slug)) for slug in game_slugs()}) == count
        assert len({emblem(slug).look.name for slug in game_slugs()}) == min(8, count)
    assert emblem("washday").drawing is not None
    assert emblem("four").drawing is None


@pytest.mark.usefixtures("four")
def test_invalid_emblem_gives_a_plain_sock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "emblem.svg"
    broken.write_text("<svg viewBox", encoding="utf-8")
    monkeypatch.setattr("game.ui.art.socks.game_slugs", lambda: ("four",))
    monkeypatch.setattr("game.ui.art.socks.game_file", lambda _slug, _name: broken)
    assert emblem("four").drawing is None


@pytest.mark.usefixtures("four")
def test_more_than_eight_plain_socks_get_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    games = tuple(f"game{number}" for number in range(12))
    monkeypatch.setattr(
        "game.ui.art.socks.find_game", lambda slug: Named(GameInfo(slug, "", "", (2, 2), 2, ()))
    )
    monkeypatch.setattr("game.ui.art.socks.game_file", lambda _slug, _name: None)
    monkeypatch.setattr("game.ui.art.socks.game_slugs", lambda: games)
    plain = [(worn.look.name, worn.pattern) for worn in map(emblem, sorted(games))]
    assert len(set(plain)) == 12
    assert [bool(pattern) for _look, pattern in plain] == [False] * 8 + [True] * 4


@dataclass
class Named:
    info: GameInfo


# Rules, guide and pieces.


@pytest.mark.usefixtures("washday", "four")
def test_rules_show_sock_pieces_and_guide(window: WindowRobot) -> None:
    sheet(window, "washday")
    assert sum(isinstance(row.widget, PictureRow) for row in window.rows) == 3
    texts = window.texts
    assert texts[0] == "Wash Day"
    assert texts.index("A first wash") > texts.index("House rules")
    assert not any("Moves:" in text for text in texts)
    sheet(window, "four")
    assert sum(isinstance(row.widget, PictureRow) for row in window.rows) == 1
    for slug in game_slugs():
        guided = slug == "washday"
        assert ("## A first wash" in players_text(slug)) == guided
        assert not set(rule_pictures(slug)) - {"emblem", *piece_names(slug)}


@pytest.mark.usefixtures("washday", "four")
def test_piece_is_drawn_by_its_name(window: WindowRobot) -> None:
    assert piece_names("washday") == ("blue", "green", "red")
    assert piece_names("four") == ()
    red = piece(window.context.assets, "washday", "red", 100)
    assert red.get_size() == (window.context.assets.px(80), window.context.assets.px(100))
    assert pixels(red) != pixels(piece(window.context.assets, "washday", "blue", 100))
    with pytest.raises(KeyError):
        piece(window.context.assets, "washday", "../emblem", 100)
    own = (game_folder("washday") / "pieces/red.svg").read_bytes()
    assert phone_drawings("washday")["washday.piece.red.svg"] == own
    assert set(phone_drawings("four")) == {"four.emblem.svg"}


def test_missing_rules_fall_back_to_the_title(monkeypatch: pytest.MonkeyPatch) -> None:
    with sixth_game() as slug:
        monkeypatch.setattr("game.core.discovery.game_file", lambda _slug, _name: None)
        assert rules_text(slug) == "# Four in a Row\n\nDrop a disc. Four in a line win.\n"


def test_saved_match_returns_with_its_removed_game(window: WindowRobot) -> None:
    with sixth_game() as slug:
        session = Session.new(slug, 2, names=["Ann", "Bo"])
        session.play(session.moves()[0])
        window.context.stores.saves.save(slug, session.record(), {})
        window.top.on_result(None)
        assert [saved.slug for saved in window.top.saved_games] == [slug]
    window.top.on_result(None)
    window.press_key(pygame.K_x)
    assert window.top.saved_games == []
    with sixth_game():
        window.top.on_result(None)
        assert [saved.slug for saved in window.top.saved_games] == [slug]


# Music.


@pytest.mark.usefixtures("washday", "four")
def test_game_plays_its_own_music_or_the_default(window: WindowRobot) -> None:
    for slug in ("washday", "four", "socki"):
        session = Session.new(slug, 2, names=["Ann", "Bo"])
        assert match_scene(window.context, session, [Seat("Ann", 0), Seat("Bo", 1)]).music == music_of(slug)
    assert music_of("washday") == str(game_folder("washday") / "music")
    assert music_of("four") == "title"
    assert music_of("socki") == "beach"


@pytest.mark.usefixtures("washday")
def test_game_music_may_be_a_single_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.init()
    try:
        assert len(stems_of(SOUND_FOLDER / "music", music_of("washday"), mono=False)) == 1
        assert len(stems_of(SOUND_FOLDER / "music", "title", mono=False)) == 3
    finally:
        pygame.mixer.quit()


# Languages.


@pytest.mark.usefixtures("washday", "four")
def test_game_catalogue_translates_its_texts(window: WindowRobot) -> None:
    window.context.update_settings(language="de")
    assert _("Wash Day") == "Waschtag"
    assert _("Quit") == "Beenden"
    assert _("Four in a Row") == "Four in a Row"
    window.context.scenes.reset(window.context.screens["title"]())
    texts = labels(window.top.frame)
    assert "Waschtag" in texts
    assert "Four in a Row" in texts
    sheet(window, "washday")
    assert window.texts[0] == "Waschtag"
    assert "Die erste Wäsche" in window.texts
    sheet(window, "four")
    assert window.texts[0] == "Four in a Row"
    with i18n.in_language("fr"):
        assert _("Wash Day") == "Wash Day"


@pytest.mark.usefixtures("washday", "four")
def test_game_catalogue_is_complete_and_separate() -> None:
    assert "washday" in build_locale.own_folders()
    assert not {"washday", "four"} & {*build_locale.shared()}
    assert ("Wash Day", "") in build_locale.texts("washday")
    assert not build_locale.texts("washday").keys() & build_locale.texts("").keys()
    (path,) = catalogues(game_folder("washday") / "locale")
    entries = catalogue(path)
    assert troubles(path, build_locale.texts("washday"), ["washday"]) == []
    assert path.with_suffix(".mo").read_bytes() == entries.to_binary()
    build_locale.update(entries, "washday")
    assert str(entries) == path.read_text(encoding="utf-8")


# Lesson and boards.


@pytest.mark.usefixtures("washday")
@pytest.mark.parametrize("text_size", [100, 200])
def test_game_lesson_runs_to_its_end(window: WindowRobot, text_size: int) -> None:
    assert read_lessons("washday").faults == ()
    window.context.update_settings(text_size=text_size)
    learn(window.context, "washday")
    window.finish_animations()
    view = window.top.view
    buttons = [row for row in rows_of(view.moves) if row.label]
    assert [row.label.lower() for row in buttons] == ["left red", "right green"]
    room = view.places.lesson
    assert room.h > room.w, "the words stand above the teacher"
    assert room.right < view.state.box.x
    assert view.locate("left red") == buttons[0].box
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    assert window.shown == "LessonEnd"


@pytest.mark.usefixtures("washday", "four")
def test_lobby_offers_the_boards_of_the_game(window: WindowRobot) -> None:
    window.context.update_settings(language="de")
    window.context.open_scene("lobby", "washday")
    assert window.top.house_rules.album.boards() == [("stripes", "Drei Streifen")]
    window.top.house_rules.board = "stripes"
    window.top.activate("start")
    window.finish_animations()
    assert window.top.match.session.position().startswith("line=rbgrbg ")
    assert levels_of("city") == LEVELS / "city"
    assert not levels_of("four").is_dir()
