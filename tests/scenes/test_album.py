"""Tests of the album: its cards and photos, and the actions for a match."""

from __future__ import annotations

import functools
import time
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.discovery import game_slugs
from game.core.session import Session
from game.i18n import set_language
from game.match.persistence import MAX_MOVE_S
from game.match.seats import PHONE, Seat
from game.scenes.album.captions import AlbumFilter, AlbumSort, day_words
from game.scenes.album.photos import RenderedPhoto, developed
from game.scenes.album.scene import AlbumPageModel, AlbumScene
from game.scenes.album.wall import (
    AlbumCard,
    PlayerHead,
    draw_card,
    draw_hung,
    draw_sides,
)
from game.scenes.results import ResultsScene
from game.scenes.resume import resume
from game.store.archive import Archive, ArchivedMatch, file_name
from game.store.data_folder import DataFolder
from game.ui.core.canvas import Box
from game.ui.core.input import InputAction
from game.ui.core.paint import collect_text
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import Picture
from tests.sampling import sample, thinned
from tests.scenes.harness import (
    USUAL,
    FakeAnalysisService,
    GamepadRobot,
    ImmediateWorker,
    KeyboardRobot,
    MouseRobot,
    WindowRobot,
)
from tests.scenes.layout_checks import labels, prompt_labels
from tests.scenes.record_cache import over

PHOTOS: dict[Hashable, RenderedPhoto] = {}
NOON = 1_789_992_000.0
DAY = 86_400.0


def ended(slug: str, when: float = NOON, names: tuple[str, ...] = (), **changes: Any) -> ArchivedMatch:
    """Return a random match of a game as an archived match."""
    session = Session.from_record("\n".join(lines(slug)))
    for seat, name in enumerate(names):
        session.rename(seat, name)
    outcome = session.outcome
    assert outcome is not None
    seats = tuple({"name": name, "look": look, "level": ""} for look, name in enumerate(session.names))
    match = ArchivedMatch(slug, session.record(), outcome.winners, outcome.scores, seats, ended=when)
    return replace(match, name=file_name(slug, when), **changes)


def filled(archive: Archive, count: int, slug: str = "socker") -> list[str]:
    """Archive ``count`` matches, one for each day, and return their file names, newest first."""
    for number in range(count):
        archive.add(ended(slug, NOON - number * DAY, ("Ann", f"Bo {number}")))
    return [entry.match.name for entry in archive.entries()]


def opened(window: WindowRobot) -> AlbumScene:
    """Open the album and wait until all its cards and photos are made."""
    album = open_album(window)
    for _photo in range(2 * album.hanging.room):
        window.step()
    while album.tick(window.time):
        window.step()
    return album


def cards(album: AlbumScene) -> list[AlbumCard]:
    """Return the cards of the page."""
    pictures = [part.element for part in album.frame.parts if isinstance(part.element, Picture)]
    album_cards = [picture.values[1] for picture in pictures if picture.draw is draw_hung]
    return [card for card in album_cards if isinstance(card, AlbumCard)]


def says(album: AlbumScene, words_of_it: str) -> bool:
    """True if a label of the album contains these words."""
    return any(words_of_it in texts for texts in labels(album.frame))


def back_to_title(window: WindowRobot) -> None:
    window.context.scenes.reset(window.context.screens["title"]())
    window.step()


class Idle(ImmediateWorker):
    """Worker that never answers."""

    def poll_result(self) -> None:
        return None


@pytest.fixture(autouse=True)
def developed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Develop each photo only once in all tests."""

    def once(
        record: str, seats: Sequence[Mapping[str, Any]], conceded: int | None, cache: str, language: str
    ) -> RenderedPhoto:
        key = record, repr(seats), conceded, language
        if key not in PHOTOS:
            PHOTOS[key] = developed(record, seats, conceded, cache, language)
        return PHOTOS[key]

    monkeypatch.setattr("game.scenes.album.photos.developed", once)


@pytest.fixture
def hung(window: WindowRobot) -> AlbumScene:
    """The album with eleven matches of three games, none of which has a photo yet."""
    window.context.worker = Idle  # type: ignore[assignment]
    archive = window.context.stores.archive
    filled(archive, 9)
    archive.add(ended("city", NOON - 20 * DAY, ("Ida", "Ann")))
    archive.add(ended("socki", NOON - 21 * DAY, ("Ida", "Kofi", "Mo", "Pip")))
    return opened(window)


@pytest.mark.parametrize("ago", [0, 365])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it"])
def test_card_shows_the_whole_game_name_beside_its_day(window: WindowRobot, language: str, ago: int) -> None:
    window.context.worker = Idle  # type: ignore[assignment]
    window.context.update_settings(language=language)
    window.context.stores.archive.add(ended("sociable", NOON - ago * DAY))
    album = opened(window)
    [card] = cards(album)
    [box] = [
        part.box
        for part in album.frame.parts
        if isinstance(part.element, Picture) and part.element.draw is draw_hung
    ]
    assert "SOCiable" in [
        text.words
        for text in collect_text(window.context.measuring_painter, lambda p: draw_card(p, box, card))
    ]


def test_card_shows_photo_names_day_and_result(window: WindowRobot) -> None:
    window.context.stores.archive.add(ended("socker", time.time() - 60, ("Ann", "Bo"), seconds=840.0))
    album = opened(window)
    [card] = cards(album)
    assert (card.title, card.day, [head.name for head in card.heads]) == ("Socker", "today", ["Ann", "Bo"])
    assert card.picture is not None
    assert card.picture.get_size() == (480, 300)
    assert says(album, "14 minutes")
    pictures = [part.element for part in album.frame.parts if isinstance(part.element, Picture)]
    assert card.result in next(picture.values for picture in pictures if picture.draw is draw_sides)


def test_album_makes_each_photo_once(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(window.context.stores.archive, 2)
    opened(window)
    window.context.stores.autosave.flush()
    monkeypatch.setattr(ImmediateWorker, "submit", pytest.fail)
    scene = opened(window)
    assert all(card.picture is not None for card in cards(scene))


def test_opening_reads_only_the_list_and_nearby_photos(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Measured by files read, not by time, because clocks are unreliable in tests."""
    stores = window.context.stores
    first = ended("socker")
    stores.archive.add(first)
    text = stores.folder.path(first.name).read_text(encoding="utf-8")
    for number in range(1, 500):
        path = stores.folder.path(file_name("socker", NOON - number * DAY))
        # Another seed makes each match distinct.
        path.write_text(text.replace('[Seed \\"5\\"]', f'[Seed \\"{number + 5}\\"]'), encoding="utf-8")
    assert len({entry.digest for entry in stores.archive.entries()}) == 500
    back_to_title(window)
    read: list[str] = []
    peek = DataFolder.read_or_reason

    def seen(folder: DataFolder, name: str) -> tuple[str | None, str]:
        if "/" in name:  # no settings or socks
            read.append(name)
        return peek(folder, name)

    monkeypatch.setattr(DataFolder, "read_or_reason", seen)
    window.press_key(pygame.K_l)
    window.app.draw()
    scene = window.top
    assert says(scene, "of 500")
    assert scene.photos.read <= 2 * scene.hanging.room, "those on the page, and on the next"
    assert len(read) <= scene.photos.read + 3, "apart from the list, and matches whose photos are made first"


def test_idle_album_draws_nothing(hung: AlbumScene, window: WindowRobot) -> None:
    window.run_for(3000)
    window.play_bots(60_000)
    drawn = len(window.drawn)
    window.play_bots(60_000)
    assert len(window.drawn) == drawn


@USUAL
def test_focus_reaches_every_card_and_button(hung: AlbumScene, window: WindowRobot) -> None:
    for hands in (made(window) for made in sample((KeyboardRobot, GamepadRobot), KeyboardRobot)):
        hung.show(hung.hanging.matches[0].match.name)
        reached, waiting = {"card 0"}, ["card 0"]
        while waiting:
            name = waiting.pop()
            for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                hung.focus = name
                hung.hanging.choose(int(name[5:]) if name.startswith("card") else 0)
                hands.step(*way)
                if hung.focus not in reached and hung.hanging.first == 0:
                    reached.add(hung.focus)
                    waiting.append(hung.focus)
        cards = {f"card {number}" for number in range(8)}
        assert reached == {name for name, _box in hung.focusable()} | cards


def test_left_from_the_panel_returns_to_its_card(hung: AlbumScene, window: WindowRobot) -> None:
    while hung.focus != "watch":
        window.press_key(pygame.K_RIGHT)
    chosen = hung.hanging.place
    assert chosen > 0
    for key, focus in ((pygame.K_DOWN, "results"), (pygame.K_RIGHT, "share"), (pygame.K_LEFT, "results")):
        window.press_key(key)
        assert hung.focus == focus
    window.press_key(pygame.K_LEFT)
    assert (hung.focus, hung.hanging.place) == (f"card {chosen}", chosen)


@USUAL
def test_down_from_the_last_line_turns_the_page(hung: AlbumScene, window: WindowRobot) -> None:
    assert says(hung, "1 to 8 of 11")
    for _step in range(2):
        window.press_key(pygame.K_DOWN)
    assert says(hung, "9 to 11 of 11")
    assert hung.hanging.place == 8
    window.press_key(pygame.K_DOWN)
    assert (hung.focus, hung.hanging.place) == ("watch", 8), "below the last page the panel of its card"
    window.press_key(pygame.K_q)
    assert says(hung, "1 to 8 of 11")
    window.press_keys(pygame.K_TAB, pygame.K_TAB)
    assert says(hung, "1 to 8 of 11"), "round and round"


@USUAL
def test_first_click_selects_a_card_and_second_opens_it(hung: AlbumScene, window: WindowRobot) -> None:
    hung.doings.worker = ImmediateWorker()  # type: ignore[assignment]
    mouse, place = MouseRobot(window), dict(hung.focusable())["card 2"]
    window.point(*place.centre)
    assert hung.hanging.place == 0, "on its way to the panel the pointer crosses cards"
    window.click_box(place)
    assert hung.hanging.place == 2
    window.click_box(place)
    window.step()
    assert window.shown == "ReplayScene"
    mouse.back()
    assert window.shown == "AlbumScene"
    assert hung.hanging.place == 2
    window.click_box(dict(hung.focusable())["results"])
    window.step()
    assert window.shown == "ResultsScene"


def test_one_key_opens_the_position_as_text(hung: AlbumScene, window: WindowRobot) -> None:
    window.press_key(pygame.K_e)
    assert window.shown == "PositionSheet"
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "AlbumScene"


def test_album_filters_by_game_player_and_star(hung: AlbumScene, window: WindowRobot) -> None:
    hung.activate("game")
    window.choose("Socks in the City")
    assert [card.title for card in cards(hung)] == ["City"]
    hung.activate("game")
    window.choose("All games")
    hung.activate("who")
    window.choose("Ida")
    assert {card.title for card in cards(hung)} == {"City", "SOCKI"}
    hung.activate("star")
    assert cards(hung) == []
    assert says(hung, "No match in the album fits these filters.")
    window.app.draw()
    hung.activate("who")
    window.choose("Anyone")
    hung.activate("star")
    assert says(hung, "of 11")


def test_one_key_stars_a_match_for_good(hung: AlbumScene, window: WindowRobot) -> None:
    window.press_key(pygame.K_m)
    assert cards(hung)[0].starred
    hung.activate("star")
    assert len(cards(hung)) == 1
    assert [entry.match.starred for entry in Archive(window.context.stores.folder).entries()].count(True) == 1
    window.press_key(pygame.K_m)
    assert cards(hung) == [], "it is none any more, and only such are wanted"


def test_star_labels_follow_the_star(hung: AlbumScene, window: WindowRobot) -> None:
    def said() -> tuple[str, str]:
        return hung.doings.sign("favourite"), dict(hung.prompts())[InputAction.MEND]

    assert said() == ("Make it a favourite", "Favourite")
    window.press_key(pygame.K_m)
    assert said() == ("It's a favourite", "Remove favourite")
    window.press_key(pygame.K_m)
    assert said() == ("Make it a favourite", "Favourite")
    hung.focus = "star"
    assert hung.meaning == "Favourites only"
    hung.activate("star")
    hung.focus = "star"
    assert hung.meaning == "Showing only favourites"


def test_player_can_name_a_match(hung: AlbumScene, window: WindowRobot) -> None:
    hung.activate("name")
    assert window.shown == "ScreenKeyboard"
    window.step()
    window.type_text("My best")
    window.press_key(pygame.K_RETURN)
    assert cards(hung)[0].title == "My best"
    assert "My best" in labels(hung.frame)
    assert any(texts.startswith("Socker.") for texts in labels(hung.frame))


def test_deleting_asks_first(hung: AlbumScene, window: WindowRobot) -> None:
    names = [entry.match.name for entry in hung.hanging.matches]
    hung.activate("delete")
    window.press_key(pygame.K_RETURN)
    assert [entry.match.name for entry in hung.hanging.matches] == names, "the first answer keeps it"
    hung.activate("delete")
    window.choose("Delete this match")
    assert [entry.match.name for entry in hung.hanging.matches] == names[1:]
    assert not window.context.stores.folder.path(names[0]).exists()


def test_player_can_delete_all_but_favourites(hung: AlbumScene, window: WindowRobot) -> None:
    window.press_key(pygame.K_m)
    hung.activate("delete")
    window.choose("Delete all but favourites")
    assert len(cards(hung)) > 1, "deleting many asks once more"
    window.choose("Delete them")
    assert [card.starred for card in cards(hung)] == [True]


def test_unreadable_match_appears_torn(window: WindowRobot) -> None:
    folder = window.context.stores.folder
    filled(window.context.stores.archive, 1)
    newer = folder.path("matches/20300101-000000-000000-socki.json")
    newer.write_text('{"version": 9}', encoding="utf-8")
    broken = folder.path("matches/20290101-000000-000000-city.json")
    broken.write_text("{", encoding="utf-8")
    scene = opened(window)
    assert [card.broken for card in cards(scene)[:3]] == [True, True, False]
    assert says(scene, "newer version of Sock Drawer")
    assert [do.name for row in scene.doings.rows() for do in row] == ["delete"]
    window.press_key(pygame.K_RETURN)
    assert window.shown == "AlbumScene", "there is nothing to show"
    window.press_key(pygame.K_RIGHT)
    assert says(scene, "it isn't JSON")
    assert newer.exists()
    assert broken.exists()
    assert folder.notices == []


def test_match_of_an_unknown_game_stays_in_the_album(window: WindowRobot) -> None:
    window.context.stores.archive.add(replace(ended("socker"), slug="chess", name=file_name("chess", NOON)))
    album = opened(window)
    assert cards(album)[0].title == "chess"
    assert "This match's game isn't installed. The match is unchanged." in labels(album.frame)


def test_results_open_the_album_at_their_match(window: WindowRobot) -> None:
    filled(window.context.stores.archive, 3)
    scene = to_results(window, "socker")
    window.wait_until_readable()
    window.press_key(pygame.K_m)
    assert window.shown == "AlbumScene"
    entry = window.top.hanging.entry
    assert entry is not None
    assert scene.archiver is not None
    assert entry.match.name == scene.archiver.name
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "ResultsScene"


def test_day_labels_depend_on_their_distance() -> None:
    now = NOON
    assert day_words(now, now) == "today"
    assert day_words(now - DAY, now) == "yesterday"
    assert day_words(now - 3 * DAY, now) in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    assert day_words(now - 30 * DAY, now).split()[0].isdigit()
    assert day_words(now - 800 * DAY, now).split()[1].isdigit()
    assert day_words(now + 5 * DAY, now), "a clock may have been set back"
    set_language("de")
    assert day_words(now, now + 30 * DAY) == "21.\xa0Sept.", "a month cut short has its full stop"
    set_language("en")


def test_page_model_pages_sorts_and_filters(tmp_path: Path) -> None:
    archive = Archive(DataFolder(tmp_path / "home"))
    filled(archive, 7)
    hanging = AlbumPageModel()
    hanging.room = 3
    hanging.fill(archive.entries())
    assert (len(hanging.page), hanging.has_more) == (3, True)
    hanging.choose(6)
    assert [len(hanging.page), hanging.first] == [1, 6]
    assert hanging.entry is not None
    oldest = hanging.entry.match.name
    hanging.want(AlbumFilter(order=AlbumSort.OLDEST))
    assert (hanging.place, hanging.entry.match.name) == (0, oldest), "what was chosen stays chosen"
    archive.remove(oldest)
    hanging.fill(archive.entries())
    assert (hanging.place, len(hanging.matches)) == (0, 6)
    hanging.want(AlbumFilter(who="Bo 3"))
    assert len(hanging.matches) == 1
    hanging.want(AlbumFilter(who="nobody"))
    assert hanging.page == []
    assert not hanging.turn_page(1)


def test_album_opens_the_analysis(window: WindowRobot) -> None:
    window.context.stores.archive.add(ended("socker", conceded=1))
    window.context.insights = FakeAnalysisService()  # type: ignore[assignment]
    album = opened(window)
    album.activate("decided")
    window.step()
    assert window.shown == "AnalysisScene"
    assert window.top.match.conceded_by == 1
    window.press_key(pygame.K_ESCAPE)
    assert window.top is album
    assert album.doings.sign("decided") == "What decided it"


@thinned()
@pytest.mark.parametrize("text_size", [100, 125, 150, 200])
@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1024, 768)])
def test_every_page_has_room_for_equally_many_cards(
    tmp_path: Path, size: tuple[int, int], text_size: int
) -> None:
    window = WindowRobot(tmp_path, size, text_size=text_size)
    window.context.worker = Idle  # type: ignore[assignment]
    filled(window.context.stores.archive, 23)
    album = opened(window)
    rooms, first = set(), []
    while album.hanging.first not in first:
        first.append(album.hanging.first)
        rooms.add(album.hanging.room)
        window.press_key(pygame.K_TAB)
    assert len(rooms) == 1
    assert first == list(range(0, 23, *rooms)), "no page is left out"


def test_name_ending_in_a_number_is_separate_from_its_score(window: WindowRobot) -> None:
    match = ended("sociable", NOON, ("Normal 1", "Normal 2", "Normal 3", "Normal 4"))
    window.context.stores.archive.add(match)
    album = opened(window)
    for number in (1, 2, 3, 4):
        assert says(album, f"Normal {number}: {match.scores[number - 1]}")


@USUAL
def test_winner_text_shrinks_before_it_is_cut(window: WindowRobot, drawn_words: list[str]) -> None:
    heads = PlayerHead("Annabella", 0, won=True, score=1), PlayerHead("Ida", 1, won=False, score=0)
    text = "Annabella gewinnt"
    card = AlbumCard("City", "21 Sep", heads, text, starred=False, broken=False, picture=None)
    draw_card(window.context.measuring_painter, Box(0, 0, 192, 220), card)
    assert text in drawn_words


@functools.cache
def lines(slug: str) -> tuple[str, ...]:
    """Record lines of a random match."""
    return tuple(over(slug).record().splitlines())


def begun(slug: str, less: int = 1) -> tuple[Session, list[str]]:
    """Return a random match ``less`` moves before its end, and those moves."""
    before, last = lines(slug)[:-less], lines(slug)[-less:]
    return Session.from_record("\n".join(before)), [line.partition(" ")[2] for line in last]


def play(window: WindowRobot, session: Session, moves: list[str], device: str = "") -> MatchScene:
    """Play these moves at a table of persons."""
    seats = [Seat(name, look, device=device) for look, name in enumerate(session.names)]
    scene = window.open_match(session, seats)
    for move in moves:
        scene.context.play(move)
    return scene


def to_results(window: WindowRobot, slug: str) -> MatchScene:
    """Play a match to its end and go to its results."""
    scene = play(window, *begun(slug))
    scene.skip()
    window.run_for(1500)
    window.past_winner()
    assert window.shown == "ResultsScene"
    return scene


def open_album(window: WindowRobot) -> AlbumScene:
    """Open the album from the title by its key."""
    back_to_title(window)
    window.press_key(pygame.K_l)
    album = window.top
    assert isinstance(album, AlbumScene)
    return album


def headline(scene: ResultsScene) -> list[str]:
    """Return the first two labels of the results."""
    return labels(scene.frame)[:2]


@thinned(1)
@pytest.mark.parametrize("slug", [slug for slug in game_slugs() if slug != "sociable"])
def test_album_opens_old_results_without_counting_twice(window: WindowRobot, slug: str) -> None:
    to_results(window, slug)
    title, table = headline(window.top), window.context.stores.statistics.all()
    open_album(window).activate("results")
    window.step()
    assert window.shown == "ResultsScene"
    assert headline(window.top) == title
    assert "Rematch" not in window.choices
    window.press_key(pygame.K_l)
    assert window.shown == "TablePeekScene"
    window.press_keys(pygame.K_RETURN, pygame.K_ESCAPE)
    assert window.shown == "AlbumScene"
    assert window.context.stores.statistics.all() == table, "it is not counted once more"
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"


def test_album_opens_an_old_debrief(window: WindowRobot) -> None:
    scene = play(window, *begun("sociable"))
    scene.skip()
    window.run_for(1500)
    window.past_winner()
    assert scene.phone_seats.vote is not None
    scene.phone_seats.vote.rounds[0].cast(0, (100, 0, 0))
    window.choose("Continue to the charts")
    assert window.shown == "MatchReportScene"
    window.step()
    data = window.top.data
    window.press_key(pygame.K_RETURN)
    assert window.choices[0] == "Stay here", "a vote would be lost, which is kept nowhere"
    window.press_key(pygame.K_RETURN)
    window.press_keys(pygame.K_ESCAPE, pygame.K_RETURN)
    assert window.shown == "MatchReportScene", "leaving it has Stay here in focus, too"
    window.top.data = replace(data, vote=None)
    window.press_key(pygame.K_RETURN)
    assert window.choices[0] == "Rematch", "otherwise anyone can play again"
    window.press_key(pygame.K_ESCAPE)
    window.top.data = data
    open_album(window).activate("results")
    window.step()
    assert window.shown == "MatchReportScene"
    window.top.make()
    again = replace(data, vote=None, earned=())
    assert window.top.data == again, "a vote is kept nowhere, and socks are new once"
    window.press_key(pygame.K_RETURN)
    assert window.shown == "MatchReportScene", "nothing is played again from here"
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "AlbumScene"


def test_match_is_archived_before_its_last_frame(window: WindowRobot) -> None:
    """The window may be closed at that moment."""
    session, moves = begun("socker")
    play(window, session, moves)
    window.context.stores.close()
    again = WindowRobot(window.context.stores.folder.root)
    assert [match.record for match in again.context.stores.archive.all()] == [session.record()]


def test_album_shows_who_gave_up(window: WindowRobot) -> None:
    scene = play(window, *begun("socker", 3))
    scene.match.concede(1)
    texts = labels(open_album(window).frame)
    assert any(text.endswith("Player 2 gave up.") for text in texts)
    window.top.activate("results")
    window.step()
    assert headline(window.top)[0] == "Player 1 wins"


def test_undo_of_the_last_move_removes_the_match(window: WindowRobot) -> None:
    session, moves = begun("city", 2)
    scene = play(window, session, moves)
    scene.skip()
    window.press_key(pygame.K_u)
    if window.shown == "ConsentDialog":
        window.press_key(pygame.K_RETURN)
    assert session.outcome is None
    window.context.stores.autosave.flush()
    assert window.context.stores.archive.is_empty
    scene.context.play(moves[-1])
    window.context.stores.autosave.flush()
    assert len(window.context.stores.archive.all()) == 1


def test_title_offers_no_empty_album(window: WindowRobot) -> None:
    assert "Album" not in prompt_labels(window.top)
    window.press_key(pygame.K_l)
    assert window.shown == "TitleScene"


def test_unplayable_match_shows_its_fault_and_stays(window: WindowRobot) -> None:
    play(window, *begun("socker"))
    window.context.stores.autosave.flush()
    path = next((window.context.stores.folder.root / "matches").iterdir())
    path.write_text(path.read_text(encoding="utf-8").replace(" e", " z"), encoding="utf-8")
    before = path.read_bytes()
    scene = open_album(window)
    window.run_for(100)
    assert says(scene, "its moves can't be played")
    window.press_key(pygame.K_RETURN)
    assert window.shown == "AlbumScene"
    assert path.read_bytes() == before


def test_player_can_cancel_a_slow_replay(hung: AlbumScene, window: WindowRobot) -> None:
    window.press_key(pygame.K_RETURN)
    window.play_bots(1000)
    assert window.shown == "FileLoadingScene"
    window.press_key(pygame.K_ESCAPE)
    assert window.top is hung


def test_old_results_leave_the_saved_match_alone(window: WindowRobot) -> None:
    stores = window.context.stores
    filled(stores.archive, 1, "socki")
    session, _moves = begun("socki")
    assert stores.saves.save("socki", session.record(), {})
    open_album(window).activate("results")
    window.step()
    assert window.shown == "ResultsScene"
    window.press_key(pygame.K_l)
    assert window.shown == "TablePeekScene"
    stores.autosave.flush()
    assert stores.saves.load("socki") is not None
    assert len(stores.archive.entries()) == 1


def test_phones_do_not_join_an_old_match(window: WindowRobot) -> None:
    hub = window.context.phones
    scene = play(window, *begun("socker"), device=PHONE)
    assert hub.party_match is scene
    open_album(window).activate("results")
    window.step()
    assert window.shown == "ResultsScene"
    assert hub.party_match is None


def test_match_duration_excludes_pauses(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1_000_000.0]
    monkeypatch.setattr("game.match.persistence.time.time", lambda: clock[0])
    session, moves = begun("socker", 4)
    scene = play(window, session, [])
    for move, took in zip(moves[:2], (20.0, 90_000.0), strict=True):
        clock[0] += took
        scene.context.play(move)
    scene.save()
    window.context.stores.autosave.flush()
    saved = window.context.stores.saves.load("socker")
    assert saved is not None
    resume(window.context, saved)
    for move in moves[2:]:
        clock[0] += 10.0
        window.top.context.play(move)
    window.context.stores.autosave.flush()
    [match] = window.context.stores.archive.all()
    assert match.seconds == 20 + MAX_MOVE_S + 10 + 10


@pytest.mark.parametrize("kept", [None, 3, {}, {"seconds": "long"}, {"seconds": -4}, {"seconds": True}])
def test_invalid_duration_is_dropped(window: WindowRobot, kept: object) -> None:
    archiver = play(window, *begun("socker", 2)).archiver
    assert archiver is not None
    archiver.restore_state(kept)
    assert archiver.dump_state()["seconds"] <= 1
