"""The lobby at ease: names that stay, bots only where they can sit, a title that remembers the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.core.game import Outcome
from game.core.session import Session
from game.games.socker.rules import Reason
from game.match.adaptive_level import FOR_ME
from game.match.lesson import has_lessons
from game.scenes.house import Boards
from game.scenes.lobby import Part
from game.ui.core.input import Act
from game.ui.match.lesson import LessonScene
from game.ui.match.scene import MatchScene
from tests.matches import GAMES
from tests.scale import crossed
from tests.scenes.harness import Keys, Window
from tests.scenes.lesson_hands import take_step


def lobby(window: Window, slug: str) -> Any:
    window.stage.open("lobby", slug)
    return window.top


def offered(scene: Any) -> list[str]:
    return [words for _act, words in scene.help()]


@pytest.mark.parametrize("focus", ["start", "phones"])
def test_a_bot_is_offered_only_where_a_seat_is_free(window: Window, focus: str) -> None:
    scene = lobby(window, "sociable")
    scene.seats[-1] = replace(scene.seats[-1], empty=True)
    scene.focus = focus
    assert "Add a bot" in offered(scene)
    window.key(pygame.K_x)
    assert not any(seat.empty for seat in scene.seats)
    assert "Add a bot" not in offered(scene)


def test_person_or_bot_never_empties_a_seat(window: Window) -> None:
    scene = lobby(window, "socki")
    scene.focus = "seat 1"
    seen = []
    levels = scene.game.bot.levels
    for _ in range(len(levels) + 3):
        seen.append(plain(scene.seats[1]))
        assert not scene.seats[1].empty
        window.key(pygame.K_x)
    normal = levels.index("normal")
    assert seen == [*levels[normal:], FOR_ME, "", *levels[: normal + 1]]


def plain(seat: Any) -> str:
    """The level of a seat, whatever its manner."""
    return str(seat.level.partition("/")[0])


def named(window: Window, number: int, name: str) -> None:
    """Give a seat of the lobby on top a name."""
    window.top.focus = f"seat {number}"
    window.key(pygame.K_RETURN)
    assert window.shown == "SeatDialog"
    window.point(5, 5)
    window.write(name)
    window.key(pygame.K_ESCAPE)


def test_the_first_letter_takes_the_place_of_the_name_that_stands_there(window: Window) -> None:
    scene = lobby(window, "socker")
    named(window, 0, "Maria")
    assert scene.seats[0].name == "Maria"
    named(window, 0, "Tom")
    assert scene.seats[0].name == "Tom"


def test_backspace_empties_a_name_and_goes_on_letter_by_letter(window: Window) -> None:
    scene = lobby(window, "socker")
    scene.focus = "seat 0"
    window.key(pygame.K_RETURN)
    window.point(5, 5)
    window.key(pygame.K_BACKSPACE)
    assert scene.seats[0].name == ""
    window.write("Tomm")
    window.key(pygame.K_BACKSPACE)
    assert scene.seats[0].name == "Tom"
    window.key(pygame.K_DOWN)
    window.key(pygame.K_UP)
    window.write("Ida")
    assert scene.seats[0].name == "Ida", "the row was left and came back"


def test_a_name_goes_along_to_the_next_game(window: Window) -> None:
    lobby(window, "socki")
    named(window, 0, "Maria")
    named(window, 2, "Tom")
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Title"
    assert [seat.name for seat in lobby(window, "socker").seats] == ["Maria", "Bo"]
    named(window, 1, "Kim")
    window.key(pygame.K_p)
    window.stage.scenes.reset(window.stage.screens["title"]())
    assert [seat.name for seat in lobby(window, "sociable").seats[:4]] == ["Maria", "Kim", "Tom", "Kofi"]


def test_a_name_is_there_at_the_next_start(window: Window, tmp_path: Path) -> None:
    lobby(window, "rockit")
    named(window, 0, "Maria")
    window.key(pygame.K_ESCAPE)
    window.close()
    again = Window(tmp_path)
    assert lobby(again, "city").seats[0].name == "Maria"
    again.close()


def test_the_title_stays_at_the_game_that_was_played(window: Window) -> None:
    lobby(window, "city")
    window.key(pygame.K_p)
    window.settle()
    assert window.stage.game == "city"
    match = window.top
    match.match.concede(0)
    window.settle()
    window.wait(200)
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Title"
    assert window.top.focus == "city"


# The first time.

SHORT = {"socki": {"target": 0}, "sociable": {"target": 0}, "socker": {"goals": 1}, "rockit": {}, "city": {}}


@pytest.fixture
def newcomer(tmp_path: Path) -> Iterator[Window]:
    """A window in which nothing was played yet."""
    made = Window(tmp_path, (1280, 720), first=True)
    made.key(pygame.K_ESCAPE)
    yield made
    made.close()


def labels(scene: Any) -> list[str]:
    return [getattr(row, "label", "") for row in scene.house.form.widgets]


def begun(window: Window) -> Any:
    """The match that the lobby on top begins."""
    window.top.begin()
    while not isinstance(window.top, MatchScene):  # a city is built first
        window.turn()
    return window.top


def test_a_first_match_counts_its_bots_and_keeps_each_rule_in_one_line(newcomer: Window) -> None:
    scene = lobby(newcomer, "socker")
    newcomer.turn()
    assert "against an easy bot;" in scene.house.form.widgets[0].text
    assert "of one\u00a0goal against" in scene.house.form.widgets[0].text
    scene = lobby(newcomer, "sociable")
    newcomer.turn()
    assert "against easy bots;" in scene.house.form.widgets[0].text


def test_the_strip_of_the_lobby_takes_what_is_no_rule(newcomer: Window) -> None:
    scene = lobby(newcomer, "socker")
    newcomer.turn()
    scene.focus = Part.FORM
    scene.house.form.focus = labels(scene).index("More")
    assert "Take it" in offered(scene)
    assert "Change" not in offered(scene)
    scene.house.unfold()
    scene.house.form.focus = labels(scene).index("Preset")
    assert "Change" in offered(scene)


@pytest.mark.parametrize("slug", GAMES)
def test_the_first_match_is_short_and_easy_and_the_next_as_usual(newcomer: Window, slug: str) -> None:
    scene = lobby(newcomer, slug)
    newcomer.turn()
    assert {plain(seat) for seat in scene.seats[1:] if not seat.empty} == {"easy"}
    assert scene.house.chosen == SHORT[slug]
    told = scene.house.form.widgets[0].text
    assert ("short first match" in told) == bool(SHORT[slug])
    of = {"sociable": "of 3 hands", "socker": "of one goal", "socki": "of one round"}.get(slug, "")
    assert of in told.replace("\u00a0", " ")
    assert "(" not in told
    assert "More" in labels(scene)
    assert "Preset" not in labels(scene)
    match = begun(newcomer).match
    assert {name: match.session.options[name] for name in SHORT[slug]} == SHORT[slug]
    assert {plain(seat) for seat in match.seats[1:]} == {"easy"}
    manners = [seat.level.partition("/")[2] for seat in match.seats[1:]]
    newcomer.stage.scenes.reset(newcomer.stage.screens["title"]())
    again = lobby(newcomer, slug)
    newcomer.turn()
    assert {plain(seat) for seat in again.seats[1:] if not seat.empty} == {"normal"}
    assert [seat.level.partition("/")[2] for seat in again.seats[1:] if not seat.empty] == manners
    assert again.house.chosen == {}
    assert "Preset" in labels(again)


def test_what_somebody_chose_for_the_first_match_stays(newcomer: Window) -> None:
    scene = lobby(newcomer, "socker")
    scene.house.choose("goals", 5)
    scene.house.choose("actions", 4)
    scene.joining.set(1, "hard")
    begun(newcomer)
    assert newcomer.stage.settings.house_rules["socker"] == {"goals": 5, "actions": 4}
    assert newcomer.stage.settings.seats["socker"][1].level == "hard"


def told(scene: Any) -> str:
    """What the panel says of the first match."""
    text: str = scene.house.form.widgets[0].text
    return text


def test_a_bot_added_to_a_first_match_is_as_easy_as_the_others(newcomer: Window) -> None:
    scene = lobby(newcomer, "socki")
    before = scene.players
    newcomer.key(pygame.K_x)
    assert scene.players == before + 1
    assert {plain(seat) for seat in scene.seats[1:] if not seat.empty} == {"easy"}
    assert "easy bots" in told(scene)


@pytest.mark.parametrize("slug", GAMES)
def test_the_first_match_is_called_easy_only_while_it_is(newcomer: Window, slug: str) -> None:
    scene = lobby(newcomer, slug)
    assert "eas" in told(scene)
    assert "easy" in scene.house.shown(focused=False).told
    scene.focus = "seat 1"
    newcomer.key(pygame.K_x)
    assert plain(scene.seats[1]) == "normal"
    assert "eas" not in told(scene)
    assert "easy" not in scene.house.shown(focused=False).told
    assert ("short" in told(scene)) == bool(SHORT[slug])
    assert "More" in told(scene)
    newcomer.app.draw()


@pytest.mark.parametrize("slug", GAMES)
def test_more_is_there_the_first_time_only_and_leads_to_the_seed(newcomer: Window, slug: str) -> None:
    """As the page about lessons says: else the seed stands below the house rules at once."""

    def labels(scene: Any) -> set[str]:
        return {getattr(row, "label", "") for row in scene.house.form.widgets} & {"More", "Seed"}

    scene = lobby(newcomer, slug)
    assert labels(scene) == {"More"}
    scene.house.unfold()
    assert labels(scene) == {"Seed"}
    begun(newcomer)
    newcomer.stage.scenes.reset(newcomer.stage.screens["title"]())
    assert labels(lobby(newcomer, slug)) == {"Seed"}


def test_who_chose_easy_for_the_first_match_gets_easy_the_next_time(newcomer: Window) -> None:
    scene = lobby(newcomer, "socki")
    newcomer.key(pygame.K_x)
    scene.focus = "seat 1"
    newcomer.key(pygame.K_x)
    while plain(scene.seats[1]) != "easy":
        newcomer.key(pygame.K_x)
    begun(newcomer)
    newcomer.stage.scenes.reset(newcomer.stage.screens["title"]())
    again = lobby(newcomer, "socki")
    levels = [plain(seat) for seat in again.seats if not seat.empty]
    assert levels == ["", "easy", *["normal"] * (len(levels) - 2)]


def test_usual_rules_are_one_press_away(newcomer: Window) -> None:
    scene = lobby(newcomer, "socker")
    newcomer.key(pygame.K_e)
    assert scene.house.changed == 0
    assert "Preset" in labels(scene)


@pytest.mark.parametrize("by", ["rules", "seats", "statistics", "save"])
def test_whoever_has_played_before_finds_it_as_usual(newcomer: Window, by: str) -> None:
    stage = newcomer.stage
    if by == "rules":
        stage.change(house_rules={"socker": {}})
    elif by == "seats":
        stage.apply(stage.settings.with_seats("socker", []))
    elif by == "statistics":
        stage.stores.statistics.add("socker", {0: "Ann"}, Outcome((0,), (1, 0), Reason.GOALS))
    else:
        stage.stores.saves.save("socker", Session.new("socker", seed=1).record(), {})
    scene = lobby(newcomer, "socker")
    assert plain(scene.seats[1]) == "normal"
    assert scene.house.chosen == {}
    assert "Preset" in labels(scene)


@crossed
@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("slug", GAMES)
def test_more_unfolds_all_rules_by_keyboard(newcomer: Window, slug: str, text_size: int) -> None:
    newcomer.stage.change(text_size=text_size)
    scene = lobby(newcomer, slug)
    scene.look_at(Part.FORM)
    if scene.house.folded:
        newcomer.key(pygame.K_RETURN)
        assert scene.unfolded
    for _step in range(6):
        if scene.house.form.widget.label == "More":
            break
        newcomer.key(pygame.K_DOWN)
    newcomer.key(pygame.K_RETURN)
    assert {option.title for option in scene.info.options} <= set(labels(scene))
    assert scene.house.chosen == SHORT[slug], "nothing has changed by that"
    newcomer.app.draw()


@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize("slug", ["socker", "city"])
def test_boards_are_chosen_by_their_pictures(newcomer: Window, slug: str) -> None:
    scene = lobby(newcomer, slug)
    while scene.house.album.read_on():
        scene.house.fill()
    with patch("game.levels.maps", side_effect=AssertionError("the folder is looked through in every turn")):
        newcomer.turn()
        newcomer.turn()
    form = scene.house.form
    row = next(n for n, widget in enumerate(form.widgets) if isinstance(widget, Boards))
    boards = form.widgets[row].boards
    assert [board.key for board in boards] == ["", *(key for key, _words in scene.house.album.boards())]
    assert all(board.layout is not None for board in boards[1:])
    pictures = {
        pygame.image.tobytes(scene.house.album.picture(newcomer.stage.assets, board.layout, 90, 52), "RGBA")
        for board in boards
    }
    assert len(pictures) == len(boards), "no two look alike"
    form.show(row)
    places = form.widgets[row].shown.boxes(newcomer.stage.ruler, form.place(row))
    newcomer.click_box(places[1])
    assert scene.house.board == boards[1].key
    scene.house.form.focus = row
    scene.focus = Part.FORM
    newcomer.key(pygame.K_RIGHT)
    assert scene.house.board == boards[2].key
    newcomer.key(pygame.K_LEFT)
    newcomer.key(pygame.K_LEFT)
    assert scene.house.board == ""
    assert newcomer.is_whole()


def test_a_board_that_cannot_be_read_has_no_picture(newcomer: Window) -> None:
    own = newcomer.stage.stores.maps("socker")
    own.mkdir(parents=True)
    (own / "torn.tmx").write_text("<map", encoding="utf-8")
    scene = lobby(newcomer, "socker")
    newcomer.wait(200)
    row = next(row for row in scene.house.form.widgets if isinstance(row, Boards))
    assert [board.words for board in row.boards if board.layout is None] == ["usual", "torn"]
    newcomer.picture()


def test_the_first_lesson_is_offered(newcomer: Window) -> None:
    for slug in GAMES:
        newcomer.stage.scenes.reset(newcomer.stage.screens["title"]())
        scene = lobby(newcomer, slug)
        offered = "First lesson (2 minutes)" in labels(scene)
        assert offered == has_lessons(slug)
        if offered:
            scene.look_at(Part.FORM)
            newcomer.key(pygame.K_RETURN)
            assert newcomer.top is not scene
            assert newcomer.stage.scenes.scenes[1] is scene, "the way back leads here"


def test_up_from_below_the_first_panel_comes_to_its_last_button(newcomer: Window) -> None:
    scene = lobby(newcomer, "socki")
    scene.look_at(Part.PHONES)
    hands = Keys(newcomer)
    hands.step(0, -1)
    assert (scene.focus, scene.house.form.widget.label) == (Part.FORM, "More")
    hands.step(0, -1)
    assert scene.house.form.widget.label == "First lesson (2 minutes)"


def test_one_key_begins_the_first_lesson(newcomer: Window) -> None:
    """Up to the button it would be too many presses before the first own move."""
    scene = lobby(newcomer, "city")
    assert (Act.LOOK, "First lesson") in scene.help()
    newcomer.key(pygame.K_l)
    assert isinstance(newcomer.top, LessonScene)


def test_whoever_has_begun_to_learn_is_offered_the_list_of_lessons(newcomer: Window) -> None:
    scene = lobby(newcomer, "socker")
    scene.look_at(Part.FORM)
    newcomer.key(pygame.K_RETURN)
    newcomer.key(pygame.K_ESCAPE)
    newcomer.take("To the game")
    assert "First lesson (2 minutes)" in labels(scene), "nothing was learnt"
    assert scene.focus == Part.START, "to the game, it said"
    scene.look_at(Part.FORM)
    newcomer.key(pygame.K_RETURN)
    newcomer.settle()
    take_step(Keys(newcomer), newcomer.top.tutor)
    newcomer.key(pygame.K_p)
    newcomer.take("Leave")
    assert newcomer.top is scene
    assert "First lesson (2 minutes)" not in labels(scene)
    assert scene.house.form.widget.label == "Lessons"
    newcomer.key(pygame.K_l)
    assert newcomer.shown == "Lessons"


def test_all_rules_lead_to_the_lessons_too(window: Window) -> None:
    """For whoever has pressed More, and plays with the mouse."""
    window.stage.open("lobby", "socker")
    window.top.house.unfold()
    form = window.top.house.form
    labels = [getattr(row, "label", "") for row in form.widgets]
    form.show(labels.index("Lessons"))
    window.click_box(form.place(form.focus))
    assert window.shown == "Lessons"


@pytest.mark.parametrize("device", ["mouse", "keyboard", "pad:0"])
def test_what_takes_a_seat_and_what_adds_a_bot_are_told_apart(
    window: Window, monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    """By a mouse in words: its two buttons look alike; else by two pictures."""
    lobby(window, "socki")
    window.stage.devices.last = device
    told: dict[str, bytes | None] = {}

    def sentence(_painter: object, text: str, pictures: dict[str, pygame.Surface | None], *_more: object,
                 **_how: object) -> None:  # fmt: skip
        picture = pictures["button"]
        told[text] = pygame.image.tobytes(picture, "RGBA") if picture is not None else None

    monkeypatch.setattr("game.scenes.lobby.sentence", sentence)
    window.stage.change(theme="dark")
    window.picture()
    one, other = told
    if device == "mouse":
        assert (one, other) == ("Click to join", "Right click adds a bot")
        assert set(told.values()) == {None}
    else:
        assert "{button}" in one
        assert "{button}" in other
        assert told[one] != told[other]
        assert None not in told.values()


def test_the_bar_of_the_seats_is_let_go_beside_the_rows_of_the_rules(tmp_path: Path) -> None:
    window = Window(tmp_path, (1280, 720), text_size=150)
    scene = lobby(window, "socki")
    scene.look_at(Part.FORM)
    area = scene.frame.scroll
    assert area.hidden > 0
    window.click(area.track.centre[0], area.track.bottom - 5)
    assert scene.scroll == area.hidden
    window.point(300, 300)
    assert scene.scroll == area.hidden, "the pointer still holds it"
    window.close()
