"""Text sizes: never tiny, larger on request, and never covering anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.core.fonts import NAMES
from game.ui.core.paint import FittedLine, Painter, TextRenderer
from game.ui.core.theme import SMALL
from game.ui.rummy.pile_layout import MAX_CARD_WIDTH
from game.ui.widgets import (
    Dialog,
    Element,
    PictureRow,
    TextRow,
    button,
    prompts_for,
)
from tests.languages import in_languages
from tests.robot.city import CityRobot
from tests.sampling import sample, thinned
from tests.scenes.city_hands import bot_move
from tests.scenes.harness import WindowRobot
from tests.scenes.layout_checks import labels
from tests.scenes.rockit_hands import opened as rockit
from tests.scenes.rummy_hands import RummyScene, match, rummy_scene
from tests.scenes.test_album import NOON, Idle, back_to_title, ended, filled
from tests.scenes.test_album import opened as text_sizes_opened

# Larger text size enlarges letters, points and keys: 200% compared with 100%.

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
    CityRobot(window, people=(0,))
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
    """Sizes of all drawn lines, at 100% and at 200%."""
    sizes = []
    for size, theme in ((100, "dark"), (200, "contrast")):  # the other theme empties the caches
        window.context.update_settings(text_size=size)
        sizes.append(letters(window, monkeypatch, theme))
    usual, large = sizes
    return usual, large


def grown(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, words: set[str] = DRAWN
) -> dict[str, tuple[int, int]]:
    """Sizes at 100% and 200% of each line drawn at both."""
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
    map_view = CityRobot(window, middle_of_a_match()).map
    sizes = grown(window, monkeypatch)
    assert {"Ann", "Bo", "left", str(map_view.picture.supply[0])} <= set(sizes)
    points = {str(points) for points in (map_view.picture.scores[1], *map_view.seen["worth"].values())}
    assert points <= set(sizes)
    for text, (usual, large) in sizes.items():
        # Points are in discs and on cards that hold a sock or a puppet too.
        assert large >= (1.2 if text in points else 1.4) * usual, text


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
    assert widths[100] < MAX_CARD_WIDTH, "there is room enough for any card"
    assert min(widths.values()) >= 0.98 * widths[100]


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


# Screens around the games at every text size: nothing overlaps, is broken or out of sight.

LARGE_TEXT_NAMES = (
    "Maximiliana-Rosa", "Wolfgang-Wilhelm", "Annabella-Marie", "Konstantin-Fritz",
    "Winifred-Mmmmmmm", "Wilhelmina-Gusti", "Pippilotta-Vikto", "Guschelbauer-Wum",
)  # fmt: skip
SIZES = pytest.mark.parametrize("size", [100, 125, 150, 175, 200])


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
def test_results_open_at_the_winners(window: WindowRobot, size: int) -> None:
    scene = full_table(window, size)
    scene.match.conceded_by = 1
    window.context.open_scene("results", scene)
    window.step()
    results = window.top
    assert labels(results.frame)[0] == "7 teilen sich den Sieg"
    assert results.scroll == 0
    assert results.frame.visible_box(results.focus) == results.frame.boxes[results.focus]


class RowsDialog(Dialog):
    """A dialog of these rows."""

    def __init__(self, rows: Sequence[Element]) -> None:
        self._rows = rows

    def rows(self) -> Sequence[Element]:
        return self._rows


def test_large_dialog_drops_its_picture_before_its_buttons(window: WindowRobot) -> None:
    window.context.update_settings(text_size=200)
    picture = PictureRow(168, lambda painter, box: None, spare=True)
    rows = [TextRow("Three or more of one suit in a row, round the corner too.") for _line in range(3)]
    buttons = [button(text, window.context.scenes.pop) for text in ("Continue", "Again", "Leave")]
    window.context.scenes.push(RowsDialog([picture, *rows, *buttons]))
    assert not any(isinstance(row.widget, PictureRow) for row in window.rows)
    assert window.scroll.at == 0
    assert window.scroll.end <= 1
    assert window.rows[0].part.scale > 1
    window.context.update_settings(text_size=100)
    assert isinstance(window.rows[0].widget, PictureRow)


def test_dialog_too_long_for_large_text_scrolls(window: WindowRobot) -> None:
    window.context.update_settings(text_size=200)
    rows = [TextRow("Three or more of one suit in a row, round the corner too.") for _line in range(14)]
    window.context.scenes.push(RowsDialog([*rows, button("Continue", window.context.scenes.pop)]))
    assert window.rows[0].part.scale == 2
    assert window.scroll.bar.h
