"""Text sizes: never tiny, larger on request, and never covering anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.discovery import find_game
from game.core.session import Session
from game.games.sociable.match_text import nothing_beats
from game.games.sociable.screen.office_layout import OfficeBoxes
from game.games.sociable.screen.panels import WRITTEN, OfficePanelKey
from game.i18n import _
from game.match.seats import Seat
from game.scenes.rules import TextTable
from game.scenes.seats import SeatRow
from game.ui.cards.plates import TurnPrompt
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.input import InputAction
from game.ui.core.paint import FittedLine, Painter, TextRenderer
from game.ui.core.theme import SMALL
from game.ui.rummy.pile_layout import LARGEST
from game.ui.widgets import (
    Dialog,
    Element,
    LayoutTree,
    PictureRow,
    Text,
    TextRow,
    button,
    prompts_for,
)
from tests.languages import in_languages
from tests.matches import bringing
from tests.sampling import sample, thinned
from tests.scenes.city_hands import bot_move, opened
from tests.scenes.harness import USUAL, WindowRobot
from tests.scenes.layout_checks import labels
from tests.scenes.rockit_hands import opened as rockit
from tests.scenes.rummy_hands import RummyScene, match, rummy_scene
from tests.scenes.test_album import NOON, Idle, back_to_title, ended, filled
from tests.scenes.test_album import opened as text_sizes_opened
from tests.scenes.test_sociable_match import KINGS
from tests.scenes.test_socker import opened as socker

# Larger text size enlarges letters, points and keys: 200 % compared with 100 %.

LOOKS = ("mouse", "keyboard", "pad:0")


def letters(window: WindowRobot, monkeypatch: pytest.MonkeyPatch, theme: str) -> dict[str, int]:
    """Size in px of every line drawn in a theme, the smallest if a line is drawn twice."""
    sizes: dict[str, int] = {}
    usual = TextRenderer.render

    def render(type_: TextRenderer, text: str, face: str, pixels: int, colour: str) -> object:
        sizes[text] = min(sizes.get(text, pixels), pixels)
        return usual(type_, text, face, pixels, colour)

    with monkeypatch.context() as patched:
        patched.setattr(TextRenderer, "render", render)
        window.context.update_settings(theme=theme)
        window.run_for(50)
        window.picture()
    return sizes


@thinned()
@pytest.mark.parametrize("device", LOOKS)
@in_languages
def test_prompt_bar_keys_grow_with_the_words(tmp_path: Path, device: str, language: str) -> None:
    heights: dict[int, float] = {}
    window = WindowRobot(tmp_path)
    opened(window, levels=("", "easy"))
    for size in (100, 150, 200):
        window.context.update_settings(text_size=size, language=language)
        window.context.devices.last = device
        box, prompts = prompts_for(window.context, window.top)
        pictures = [entry.picture for entry in prompts if entry.picture is not None]
        heights[size] = min(picture.get_height() for picture in pictures)
        assert (
            max(picture.get_height() for picture in pictures) < prompts[0].box.h * window.context.view.scale
        )
        assert window.context.view.safe_area.w >= box.w
        assert {entry.box.y for entry in prompts} == {prompts[0].box.y}, "one row"
    assert heights[100] < heights[150] < heights[200]
    assert heights[200] >= 1.3 * heights[100]


# the name of the game in the sky, which is a picture, and keys, which have another test
DRAWN = {"Socks", "in the City", "Esc", "PgUp"}


def at_both(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, int], dict[str, int]]:
    """Sizes of all drawn lines, at 100 % and at 200 %."""
    sizes = []
    for size, theme in ((100, "dark"), (200, "contrast")):  # the other theme empties the caches
        window.context.update_settings(text_size=size)
        sizes.append(letters(window, monkeypatch, theme))
    usual, large = sizes
    return usual, large


def grown(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, words: set[str] = DRAWN
) -> dict[str, tuple[int, int]]:
    """Sizes at 100 % and 200 % of each line drawn at both."""
    usual, large = at_both(window, monkeypatch)
    return {
        text: (usual[text], large[text])
        for text in usual.keys() & large.keys() - words
        if len(text) > 1 or text.isdigit()
    }


@cache
def middle_of_a_match() -> str:
    """Position with some pairs already joined."""
    session = Session.new("city", seed=4)
    for number in range(24):
        session.play(bot_move(session, number=number))
    return session.position()


def test_city_names_pieces_and_points_grow(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    map_view = opened(window, middle_of_a_match()).view.map
    sizes = grown(window, monkeypatch)
    assert {"Ann", "Bo", "left", str(map_view.picture.supply[0])} <= set(sizes)
    points = {str(points) for points in (map_view.picture.scores[1], *map_view.seen["worth"].values())}
    assert points <= set(sizes)
    for text, (usual, large) in sizes.items():
        # Points are in discs and on cards that hold a sock or a puppet too.
        assert large >= (1.2 if text in points else 1.4) * usual, text


def test_socker_score_and_carpet_words_grow(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    socker(window, "score=1/2 turns=14")
    sizes = grown(window, monkeypatch)
    assert {"1", "2", "out of bounds", "Ann", "Bo"} <= set(sizes)
    for text, (usual, large) in sizes.items():
        assert large >= 1.4 * usual, text


@pytest.mark.parametrize("players", [4, 5])
@USUAL
def test_office_plates_grow_and_no_card_shrinks(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    names = ["Ann", "Bo", "Ida", "Kofi", "Pip"][:players]
    session = Session.new("sociable", players, 4, names=names)
    seats = [Seat(name, number, "easy" if number else "") for number, name in enumerate(names)]
    window.open_match(session, seats)
    window.finish_animations()
    sizes = grown(window, monkeypatch, {*DRAWN, "9", "10"})
    assert {"Boss", "Temp", "Clerk", *names} <= set(sizes)
    assert "0 points" in sizes or players == 4, "shorter words take their place"
    for text, (small, large) in sizes.items():
        assert large >= 1.3 * small, text
    usual_places, large_places = (
        OfficeBoxes.of(window.context.view, size, 600, players) for size in (1.0, 2.0)
    )
    assert large_places.lead_card >= usual_places.lead_card


def office(window: WindowRobot, position: str) -> Any:
    names = ["Mo", "Ann", "Pip", "Gus", "Kit"]
    session = Session.from_position("sociable", position, 3, names=names)
    seats = [Seat(name, number, "" if number == 1 else "easy") for number, name in enumerate(names)]
    scene = window.open_match(session, seats)
    window.finish_animations()
    return scene


def test_exchange_sentences_keep_the_full_text_size(window: WindowRobot) -> None:
    """With a second line if no prompt is below it; it covers neither plates nor the hand."""
    window.context.update_settings(text_size=200)
    scene = office(window, KINGS)
    places, props = scene.view.floor.boxes, scene.view.facts.office_texts()

    def frame(sentence: str, call: TurnPrompt | None) -> LayoutTree:
        changed = replace(props, sentence=sentence, call=call)
        return WRITTEN.frame(window.context.measuring_painter, window.context.view.box, changed)

    text = "Temp Gus must give Boss Annabella their two strongest cards"
    tree = frame(text, None)
    box = tree.boxes[OfficePanelKey.SENTENCE]
    assert next(part.scale for part in tree.parts if part.element.accessible_text == text) == 2.0
    assert places.spots[1].plate.right < box.x
    assert box.right < places.spots[4].plate.x
    assert box.bottom < places.card(0, 8).y - 10
    longest = frame("Becario Gus debe dar a Jefe Annabella sus dos cartas más fuertes", None)
    assert longest.boxes[OfficePanelKey.SENTENCE].bottom <= places.card(0, 1).y - 14
    gives = "Boss Annabella chooses what to give back", TurnPrompt("Your turn", "Give back any two cards")
    both = frame(*gives).boxes
    assert both[OfficePanelKey.SENTENCE].bottom <= both[OfficePanelKey.CALL].y + 6
    for language in ("en", "de"):
        window.context.update_settings(language=language)
        both = frame("Ann lays two kings", TurnPrompt(_("Your turn"), nothing_beats(("KH", "KS")))).boxes
        assert both[OfficePanelKey.SENTENCE].bottom <= both[OfficePanelKey.CALL].y + 6, language


def test_pass_button_text_is_not_larger_than_play(window: WindowRobot) -> None:
    """Both in full if there is room; if not, neither is among the smallest words."""
    scene = office(window, KINGS)

    def said() -> dict[str, float]:
        frame = WRITTEN.frame(
            window.context.measuring_painter, window.context.view.box, scene.view.facts.office_texts()
        )
        on = [frame.boxes[act] for act in (InputAction.END_TURN, InputAction.SECONDARY)]
        return {
            part.element.accessible_text: part.element.font.at(part.scale)
            for part in frame.parts
            if isinstance(part.element, Text) and any(box.contains(part.box.centre) for box in on)
        }

    window.context.update_settings(text_size=200)
    for _time in range(3):
        main, other = said().values()
        assert 36 <= other <= main
        # A picked card would make the words on the main button longer.
        window.press_keys(pygame.K_RETURN, pygame.K_RIGHT)
    window.context.update_settings(text_size=100)
    window.step()
    assert {"Play one ace", "Pass for now"} & set(said())


@thinned(1)
@in_languages
@USUAL
def test_station_card_text_is_large_enough(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Even the longest station name, with its numeral, has letters of at least 17 units."""
    window.context.update_settings(language=language, text_size=100)
    map_view = opened(window, middle_of_a_match()).view.map
    longest = max(map_view.city.stops, key=lambda text: len(map_view.city.name(text)))
    beside = [link for link in sorted(map_view.city.links) if longest in link]
    messages = []
    for number, (first, second) in enumerate(beside):
        map_view.cursor.jump(first if second == longest else second, longest)
        sizes = letters(window, monkeypatch, ("dark", "contrast")[number % 2])
        # In two lines if one is too short: its numeral is at the end of the last.
        numeral = map_view.city.name(longest).split()[-1]
        messages += [size for text, size in sizes.items() if text.split()[-1:] == [numeral]]
    assert len(messages) >= 2
    assert min(messages) >= 17


@pytest.mark.parametrize("language", ["en", "de"])
def test_rummy_draw_pile_text_grows(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    window.context.update_settings(language=language)
    stock = ",".join(f"{rank}F" for rank in range(1, 13))
    match(window, f"table=8P,9P,10P hands=11P,1L/12P stock={stock}")
    usual, large = at_both(window, monkeypatch)
    name = "draw" if language == "en" else "Ziehstapel"
    assert usual[name] >= 18 * window.context.view.scale
    assert large[name] >= 1.3 * usual[name]
    assert large["12"] >= 1.3 * usual["12"]


def test_rockit_draw_pile_count_grows(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    stock = ",".join(f"{rank}{suit}" for suit in "HS" for rank in (*range(2, 11), "J", "Q"))
    rockit(window, f"table=7C,8C,9C hands=10C,JC/4D,5D stock={stock} in=1/1")
    small, large = grown(window, monkeypatch)["22"]
    assert large >= 1.3 * small


# tables so full that their cards have the smallest size for the room
FULL = {
    "socki": (
        "table=1P,1F,1B,1B/2P,3P,4P,5P/3P,3F,3F,3B,3B,3L,3L/4P,4F,4B,4B,4L/7P,7F,7B,7B,7L/9P,10P,11P,12P"
        "/HP,HP,HB/2F,2F,2B,2L/5F,6F,7F,8F/8F,8L,8L/10F,11F,12F/10F,10L,10L/8B,9B,10B/8B,9B,10B "
        "hands=5P,1L,4L,6L/12P,HF,12L/11L,HL/12B,12L/11P/11F turn=0"
    ),
    "rockit": (
        "table=AD,JK=AH,AS/2D,2H,2C/4D,4H,4C/6D,7D,8D,9D,10D,JD/10D,JD,QD,KD,AD,2D/QD,QH,QS/6H,7H,8H,9H"
        "/QH,KH,AH/AS,2S,3S/7S,8S,9S/5C,6C,7C,8C,9C,10C/QC,KC,AC/QC,KC,AC/JK=10D,10H,10C "
        "hands=5D,5D,KD,6H,7S,JS/6D turn=0 in=1/1"
    ),
}


@thinned()
@pytest.mark.parametrize("slug", FULL)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1920, 1080)])
def test_large_text_does_not_shrink_cards_on_a_full_table(
    tmp_path: Path, slug: str, size: tuple[int, int]
) -> None:
    window = WindowRobot(tmp_path, size=size)
    scene = match(window, FULL[slug]) if slug == "socki" else rockit(window, FULL[slug])
    widths = {}
    for text in (100, 150, 200):
        window.context.update_settings(text_size=text)
        window.run_for(300)
        flow = scene.view.table.flow
        assert flow is not None
        widths[text] = flow.card
    assert widths[100] < LARGEST, "there is room enough for any card"
    assert min(widths.values()) >= 0.98 * widths[100]


@pytest.mark.parametrize(("away", "least"), [("", 1.05), ("/11P/11F", 1.2)], ids=["six", "four"])
def test_tag_of_the_next_player_grows(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, away: str, least: float
) -> None:
    """With many seats it is between the words of a small plate and the piles."""
    match(window, FULL["socki"].replace(away, ""))
    usual, large = grown(window, monkeypatch, set())["next"]
    assert large >= least * usual


def test_game_name_does_not_shrink_under_large_text(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    rockit(window, FULL["rockit"])
    usual, large = grown(window, monkeypatch, set())["RockIt to Destiny"]
    assert large >= usual


# Size of all text, screen by screen: never tiny, and never smaller at a larger text size.

HALF = 0.7  # units; error from rounding to whole pixels
# size of each line in units, the smallest if drawn twice; titles have a trailing space
Drawn = dict[str, float]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """All text drawn from now on."""
    sizes: Drawn = {}
    usual = Painter.put_line

    def put_line(painter: Painter, line: FittedLine, x: float, y: float, anchor: str) -> float:
        # A card of the album is drawn on a separate canvas.
        size = line.pixels / painter.view.scale
        text = f"{line.text} " if line.face == NAMES else line.text
        sizes[text] = min(size, sizes.get(text, size))
        return usual(painter, line, x, y, anchor)

    monkeypatch.setattr(Painter, "put_line", put_line)
    return sizes


def scrolled(window: WindowRobot) -> None:
    """Scroll through a form page by page."""
    window.scroll_to(0)
    while True:
        window.top.needs_redraw = True
        window.picture()
        before = window.scroll
        window.scroll_to(before.at + before.box.h * 0.8)
        if window.scroll == before:
            return


def settings(window: WindowRobot) -> None:
    window.context.open_scene("settings")
    for tab in window.top.tabs():
        window.choose_tab(tab.label)
        scrolled(window)


def rules(window: WindowRobot) -> None:
    window.context.open_scene("rules_full", "socker")
    scrolled(window)


def album(window: WindowRobot) -> None:
    back_to_title(window)
    text_sizes_opened(window)
    window.picture()


def menu(window: WindowRobot) -> None:
    """Open the menu of a match of the City, the longest one."""
    session = Session.new("city", 2, 4, names=["Annabella", "Bo"])
    window.open_match(session, [Seat("Annabella", 0), Seat("Bo", 1)])
    window.step()
    window.context.open_scene("pause", window.top)
    window.top.unfold()
    for key in window.top.actions():
        window.top.set_focus(key)
        window.picture()


def title(window: WindowRobot) -> None:
    back_to_title(window)
    for name, _box in window.top.focusable():
        window.top.set_focus(name)
        window.top.needs_redraw = True
        window.picture()


@thinned()
@pytest.mark.parametrize("screen", [settings, rules, album, menu, title])
@pytest.mark.parametrize("size", [(1280, 720), (960, 540), (1024, 768)])
@in_languages
def test_no_text_is_tiny_or_shrinks_with_the_text_size(
    tmp_path: Path, drawn: Drawn, screen: Callable[[WindowRobot], None], size: tuple[int, int], language: str
) -> None:
    window = WindowRobot(tmp_path, size, language=language)
    window.context.worker = Idle  # type: ignore[assignment]
    filled(window.context.stores.archive, 3)
    window.context.stores.archive.add(ended("socki", NOON, ("Maximiliana", "Kofi")))
    usual: Drawn = {}
    for text_size in sample((100, 125, 150, 200), 100, 150, 200):
        window.context.update_settings(text_size=text_size)
        drawn.clear()
        screen(window)
        assert len(drawn) > 5
        sizes = {text: size for text, size in drawn.items() if text.strip()}
        assert {text: size for text, size in sizes.items() if size < SMALL - HALF} == {}, text_size
        smaller = {
            text: (usual[text], size)
            for text, size in sizes.items()
            if text in usual and size < usual[text] * 0.95 - HALF
        }
        assert smaller == {}, text_size
        usual = usual or sizes
        back_to_title(window)


def test_menu_buttons_are_never_the_smallest_text(window: WindowRobot, drawn: Drawn) -> None:
    for text_size in (100, 150, 200):
        window.context.update_settings(text_size=text_size)
        drawn.clear()
        menu(window)
        min_size = 22 * text_size / 100  # size of the button for giving up
        on, *others = window.choices  # the prompt bar shows the first too
        assert on == "Resume"
        sizes = [drawn[f"{label} "] for label in others if f"{label} " in drawn]
        assert len(sizes) > 3
        assert min(sizes) > min_size - HALF
        back_to_title(window)


# Screens around the games at every text size: nothing overlaps, is broken or out of sight.

LARGE_TEXT_NAMES = (
    "Maximiliana-Rosa", "Wolfgang-Wilhelm", "Annabella-Marie", "Konstantin-Fritz",
    "Winifred-Mmmmmmm", "Wilhelmina-Gusti", "Pippilotta-Vikto", "Guschelbauer-Wum",
)  # fmt: skip
SIZES = pytest.mark.parametrize("size", [100, 125, 150, 175, 200])


@pytest.fixture
def made(tmp_path: Path) -> Any:
    return WindowRobot(tmp_path)


def full_table(window: WindowRobot, size: int) -> RummyScene:
    """Open a table of SOCKI with eight long names."""
    window.context.update_settings(text_size=size, language="de")
    scene = rummy_scene(
        window,
        Session.new("socki", 8, 3, names=list(LARGE_TEXT_NAMES)),
        [Seat(n, k) for k, n in enumerate(LARGE_TEXT_NAMES)],
    )
    window.context.scenes.push(scene)
    return scene


@SIZES
def test_seat_owner_control_fits_in_its_row(
    made: WindowRobot, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.context.open_scene("seats", full_table(made, size))
    draw_calls: dict[str, Box] = {}
    monkeypatch.setattr(
        SeatRow,
        "draw_control",
        lambda shown, painter, box, focused: draw_calls.update({shown.label: box}),
    )
    for row in made.rows:
        if isinstance(row.widget, SeatRow):
            row.widget.paint(made.context.measuring_painter, row.box, focused=False)
            box = draw_calls[row.label]
            assert box == row.widget.control_box(made.context.measuring_painter, row.box)
            assert row.box.y <= box.y
            assert box.bottom <= row.box.bottom


@SIZES
def test_results_open_at_the_winners(made: WindowRobot, size: int) -> None:
    scene = full_table(made, size)
    scene.match.conceded_by = 1
    made.context.open_scene("results", scene)
    made.step()
    results = made.top
    assert labels(results.frame)[0] == "7 teilen den Sieg"
    assert results.scroll == 0
    assert results.frame.visible_box(results.focus) == results.frame.boxes[results.focus]


@thinned()
@SIZES
@pytest.mark.parametrize("slug", bringing("pictures"))
def test_rules_sheet_names_house_rules_as_the_window_does(made: WindowRobot, slug: str, size: int) -> None:
    made.context.update_settings(text_size=size)
    made.context.open_scene("rules_full", slug)
    ruler, width = made.context.measuring_painter, made.scroll.box.w
    tables = [row.widget for row in made.rows if isinstance(row.widget, TextTable)]
    texts = [cell for table in tables for row in table.rows for cell in row]
    for option in find_game(slug).info.options:
        assert option.title in texts
        assert "_" not in option.name or not any(option.name in cell for cell in texts)
    house = next(table for table in tables if find_game(slug).info.options[0].title in table.rows[1])
    boxes = [box for cells in house.cells(ruler, width) for _words, box, _face in cells]
    assert min(box.w for box in boxes) >= 5 * SMALL * size / 100
    assert max(box.bottom for box in boxes) <= house.height(ruler, width)


class RowsDialog(Dialog):
    """A dialog of these rows."""

    def __init__(self, rows: Sequence[Element]) -> None:
        self._rows = rows

    def rows(self) -> Sequence[Element]:
        return self._rows


def test_large_dialog_drops_its_picture_before_its_buttons(
    made: WindowRobot,
) -> None:
    made.context.update_settings(text_size=200)
    picture = PictureRow(168, lambda painter, box: None, spare=True)
    rows = [TextRow("Three or more of one suit in a row, round the corner too.") for _line in range(3)]
    buttons = [button(text, made.context.scenes.pop) for text in ("Continue", "Again", "Leave")]
    made.context.scenes.push(RowsDialog([picture, *rows, *buttons]))
    assert not any(isinstance(row.widget, PictureRow) for row in made.rows)
    assert made.scroll.at == 0
    assert made.scroll.end <= 1
    assert made.rows[0].part.scale > 1
    made.context.update_settings(text_size=100)
    assert isinstance(made.rows[0].widget, PictureRow)


def test_dialog_too_long_for_large_text_scrolls(
    made: WindowRobot,
) -> None:
    made.context.update_settings(text_size=200)
    rows = [TextRow("Three or more of one suit in a row, round the corner too.") for _line in range(14)]
    made.context.scenes.push(RowsDialog([*rows, button("Continue", made.context.scenes.pop)]))
    assert made.rows[0].part.scale == 2
    assert made.scroll.bar.h


BRASS = 0xE8, 0xA3, 0x17


@pytest.mark.parametrize("screen", ["rules", "album", "settings"])
@in_languages
def test_wide_prompt_bar_hides_wooden_buttons_only_entirely(
    window: WindowRobot, screen: str, language: str
) -> None:
    window.context.update_settings(text_size=200, language=language)
    window.context.open_scene(screen, *["city"] * (screen == "rules"))
    window.step()
    window.picture()
    seen, scale = window.app.screen, window.context.view.scale
    width, height = seen.get_size()
    for left in (0, width - round(68 * scale)):
        corner = seen.subsurface((left, height - round(110 * scale), round(68 * scale), round(110 * scale)))
        brass = pygame.mask.from_threshold(corner, (*BRASS, 255), (12, 12, 12, 255)).count()
        assert brass == 0 or brass > 400 * scale**2


@pytest.mark.parametrize("language", ["de", "fr"])
def test_hint_prompt_keeps_its_word_in_the_largest_text(window: WindowRobot, language: str) -> None:
    window.context.update_settings(text_size=200, language=language)
    opened(window, levels=("", "easy"))
    hints = [entry for entry in prompts_for(window.context, window.top)[1] if entry.act is InputAction.HINT]
    assert hints
    assert all(hint.words for hint in hints)
