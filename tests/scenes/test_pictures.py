"""What is drawn: in three looks, once and kept, ahead of time, and on time."""

from __future__ import annotations

import gc
import math
import pickle
import weakref
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from datetime import timedelta
from enum import Enum
from io import BytesIO
from pathlib import Path
from types import FunctionType
from typing import Any

import pygame
import pytest

from game.app import REST, UNTIDY
from game.bots.worker import WorkerResult
from game.core.discovery import import_object
from game.core.rng import SeededRng
from game.core.session import Session
from game.games.city.rules.board import COLOURS
from game.games.city.screen import art_track
from game.games.city.screen import art_track as art_socks
from game.games.city.screen.art_map import STYLES
from game.games.city.screen.zoomed_map import ScrolledPicture
from game.games.rockit.screen.theme import MissionControl
from game.games.sociable.screen.panels import draw_action
from game.games.socki.screen.theme import Beach
from game.match.puzzle.pack import FIRST, puzzle_of
from game.match.seats import Seat
from game.party.party import PartyState
from game.scenes.lobby import LobbyKey
from game.ui.art.fabric import DISABLED, NORMAL
from game.ui.art.field import field_puppet
from game.ui.art.layers import mix
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.socks import ball
from game.ui.core import ahead
from game.ui.core.ahead import SLICE, Ahead
from game.ui.core.animation_timeline import Timeline, TimelinePlayer
from game.ui.core.assets import BAND, Assets
from game.ui.core.canvas import Box
from game.ui.core.layer import CachedLayer
from game.ui.core.layer import pieces as layers_pieces
from game.ui.core.paint import Painter
from game.ui.core.theme import LINEN, THEMES
from game.ui.widgets import (
    FontSpec,
    LayoutTree,
    Picture,
    Spacer,
    Text,
    button_row,
    draw_button,
    shrink_to_fit,
)
from game.ui.widgets import row as elements_row
from tests.matches import GAMES, bringing, record_of
from tests.sampling import every_nth_day, sample_size, sampled_product, sliced
from tests.scenes.city_hands import opened
from tests.scenes.harness import WindowRobot
from tests.scenes.puzzles import TODAY, use_puzzles
from tests.scenes.rummy_hands import match, rummy_scene
from tests.ui.test_assets import luminance
from tools.sound.effects import EFFECTS

# The three looks: cloth takes the colours of its look everywhere, and what does nothing now stands back.

LOOKS = pytest.mark.parametrize("look", sorted(THEMES))


def brightest(surface: pygame.Surface, box: Box, window: WindowRobot) -> float:
    """How bright the cloth is that fills most of a box."""
    part = surface.subsurface(window.stage.view.rect(box))
    colours = [
        part.get_at((x, y))[:3] for x in range(0, part.get_width(), 3) for y in range(part.get_height())
    ]
    most = max(set(colours), key=colours.count)
    return luminance("#{:02X}{:02X}{:02X}".format(*most))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@LOOKS
def test_a_button_that_does_nothing_is_no_brighter_than_one_that_does(tmp_path: Path, look: str) -> None:
    window = WindowRobot(tmp_path, theme=look)
    surface = pygame.Surface((1280, 720))
    painter = window.stage.painter(surface)
    box, inside = Box(100, 100, 300, 70), Box(130, 112, 240, 40)
    shown = {}
    for state in (NORMAL, DISABLED):
        for kind in ("form", "office"):
            surface.fill(THEMES[look].panel)
            if kind == "form":
                draw_button(painter, box, "", state)
            else:
                draw_action(painter, box, state, go=False)
            shown[state, kind] = brightest(surface, inside, window)
    for kind in ("form", "office"):
        assert shown[DISABLED, kind] < shown[NORMAL, kind]


@LOOKS
def test_words_of_a_button_that_does_nothing_can_be_read(look: str) -> None:
    theme = THEMES[look]
    assert 4.5 <= contrast(theme.off, theme.faint) < contrast(theme.cloth, theme.ink)


@sampled_product
@LOOKS
@pytest.mark.parametrize("slug", ["socki", "rockit"])
def test_the_buttons_of_a_card_table_stand_back_too(tmp_path: Path, look: str, slug: str) -> None:
    window = WindowRobot(tmp_path, theme=look)
    session = Session.new(slug, 2, seed=3, names=["Ann", "Bo"])
    scene = rummy_scene(window, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    window.stage.scenes.push(scene)
    window.settle()
    window.picture()
    found = {
        knob.enabled: brightest(window.app.screen, box.grown(-9), window)
        for box, knob in zip(scene.view.table.places.buttons, scene.view.captions.knobs(), strict=True)
    }
    assert found[False] < found[True]


@sliced
@LOOKS
def test_the_label_of_a_station_is_of_the_cloth_of_its_look(tmp_path: Path, look: str) -> None:
    window = WindowRobot(tmp_path, theme=look)
    view = opened(window, levels=("", "easy")).view
    shown = view.map
    window.point(*shown.ground.middle(*(shown.city.cell(text) for text in min(shown.legal))))
    window.picture()
    box = view.labels.shown().place.box
    assert brightest(window.app.screen, box.grown(-8), window) == luminance(THEMES[look].panel)


@sliced
@LOOKS
def test_the_plate_of_the_title_is_of_the_cloth_of_its_look(tmp_path: Path, look: str) -> None:
    window = WindowRobot(tmp_path, theme=look)
    window.picture()
    box = window.top.frame.boxes["label"]
    assert brightest(window.app.screen, box.grown(-8), window) == luminance(THEMES[look].panel)


@every_nth_day(2)
@pytest.mark.parametrize("shown", ["settings", "socki", "socker", "city"])
def test_outlines_of_what_has_the_focus_can_be_thick(window: WindowRobot, shown: str) -> None:
    if shown == "settings":
        window.stage.open(shown)
    elif shown == "socki":
        match(window)
    else:
        session = Session.new(shown, 2, 5, names=["Ann", "Bo"])
        seats = [Seat("Ann", 0, ""), Seat("Bo", 1, "")]
        window.sit(session, seats)
    window.settle()
    window.key(pygame.K_RIGHT)
    window.settle()

    def blue() -> int:
        """How many pixels have the colour of the focus."""
        window.app.draw()
        near = pygame.Color(2, 2, 2, 255)
        return pygame.mask.from_threshold(window.app.screen, pygame.Color(LINEN.focus), near).count()

    usual = blue()
    window.stage.change(outlines=True)
    assert blue() > 1.3 * usual > 0
    window.stage.change(outlines=False)
    assert blue() == usual


# Pieces stand out from what lies under them: a part of each has the contrast to every ground.

TIMES = 3
"""The least contrast of what is no text, as the guidelines have it."""
PART = 0.2
"""Of what is seen of a piece: enough for its shape."""
GRASS = "#A9CB8C", "#93BC78", mix("#93BC78", "#7FAE68", 0.42), "#E9D7B5"
"""As the pitch is drawn, and its sand."""


@pytest.fixture(scope="module")
def assets() -> Assets:
    return Assets(1.0)


def seen_against(surface: pygame.Surface, grounds: Iterable[str]) -> float:
    """The smallest part of a piece, over all grounds, that has the contrast."""
    bare = pygame.image.tobytes(surface, "RGBA")
    counts = Counter(bare[at : at + 3] for at in range(0, len(bare), 4) if bare[at + 3] > 200)
    lights = [(luminance(f"#{colour.hex()}"), count) for colour, count in counts.items()]

    def part(ground: str) -> float:
        under = luminance(ground) + 0.05
        return (
            sum(n for light, n in lights if not 1 / TIMES < (light + 0.05) / under < TIMES) / counts.total()
        )

    return min(map(part, grounds))


def test_a_piece_of_the_citys_ground_is_no_piece(assets: Assets) -> None:
    plain = pygame.Surface((20, 20), pygame.SRCALPHA)
    plain.fill("#3C3F7C")
    assert seen_against(plain, ["#3C3F7C"]) == 0
    assert seen_against(plain, ["#FFFFFF"]) == 1


def test_pieces_of_the_city_stand_out_at_night(assets: Assets) -> None:
    grounds = {ground for style in STYLES.values() for ground in style.fabrics}
    pieces = {f"track of seat {seat}": art_track.track(assets, 34, 0, seat) for seat in (0, 1)}
    pieces |= {f"{colour} socks": art_socks.sign(assets, colour, 34) for colour in COLOURS}
    pieces["blocker"] = art_socks.blocker(assets, 34)
    for state in ("", "focus", "open"):
        pieces[f"station {state}"] = art_track.station(assets, 34, joined=False, state=state)
    assert grounds
    assert {name for name, piece in pieces.items() if seen_against(piece, grounds) < PART} == set()


def test_puppets_and_ball_stand_out_on_the_grass(assets: Assets) -> None:
    pieces = {
        f"{look.name} {state}": field_puppet(assets, seat, state)
        for seat, look in enumerate(SEAT_LOOKS)
        for state in ("stand", "flat")
    }
    pieces["ball"] = ball(assets)
    assert {name for name, piece in pieces.items() if seen_against(piece, GRASS) < PART} == set()


# What stands still is drawn once and kept: whatever is done, it is what it would be drawn anew.
# A layer is drawn from one value alone. Here every layer is proved after each deed of somebody who tries
# everything: drawn anew it is the same, and its value is frozen all the way down.

KEYS = (
    pygame.K_RIGHT, pygame.K_LEFT, pygame.K_UP, pygame.K_DOWN, pygame.K_RETURN, pygame.K_x, pygame.K_e,
    pygame.K_q, pygame.K_w, pygame.K_h, pygame.K_u,
)  # fmt: skip
SIZE = 960, 540


BUILTIN = (str, int, float, bytes, Enum, type(None), FunctionType)


ROOMS = Beach, MissionControl
"""They draw, and nothing of them is ever set."""


def is_frozen(value: object) -> bool:
    """Whether nothing of it can change behind the back of a layer."""
    if isinstance(value, tuple | frozenset):
        return all(map(is_frozen, value))
    if is_dataclass(value) and not isinstance(value, type):
        frozen = type(value).__dataclass_params__.frozen  # type: ignore[attr-defined]  # dataclasses keep it there
        return frozen and all(is_frozen(getattr(value, field.name)) for field in fields(value))
    return isinstance(value, BUILTIN + ROOMS)


class Proof:
    """Has every layer that is brought up to date drawn anew, and compares."""

    def __init__(self, hold: Callable[..., None], put: Callable[..., None]) -> None:
        self.count = 0
        self.scrolled = 0
        self._hold = hold
        self._put = put

    def hold(self, layer: CachedLayer[Any], painter: Painter, value: Hashable) -> None:
        """In the place of `CachedLayer.hold`."""
        self._hold(layer, painter, value)
        kept = layer.picture.get_buffer().raw
        # With nothing to be found, it is drawn now.
        layer.forget()
        self._hold(layer, painter, value)
        self.count += 1
        assert kept == layer.picture.get_buffer().raw, "a layer shows what is not in its value"
        assert is_frozen(value), value

    def put(
        self,
        picture: ScrolledPicture,
        painter: Painter,
        lower: Hashable,
        upper: tuple[Hashable, tuple[Hashable, ...]],
        at: tuple[int, int],
        hidden: pygame.Rect,
    ) -> None:
        """In the place of `ScrolledPicture.put`."""
        self._put(picture, painter, lower, upper, at, hidden)
        kept = painter.surface.get_buffer().raw
        picture.forget()
        self._put(picture, painter, lower, upper, at, hidden)
        self.scrolled += 1
        assert kept == painter.surface.get_buffer().raw, "a scrolled picture shows what is not in its values"
        assert is_frozen((lower, upper)), (lower, upper)


@pytest.fixture
def proof(monkeypatch: pytest.MonkeyPatch) -> Iterator[Proof]:
    made = Proof(CachedLayer.hold, ScrolledPicture.put)
    monkeypatch.setattr(CachedLayer, "hold", lambda *given: made.hold(*given))  # noqa: PLW0108 - it becomes a method
    monkeypatch.setattr(ScrolledPicture, "put", lambda *given: made.put(*given))  # noqa: PLW0108 - likewise
    yield made
    assert made.count > 10


def rummage(window: WindowRobot, chance: SeededRng, deeds: int) -> None:
    """Press this and that, and leave whatever opens."""
    scene = window.top
    for _ in range(deeds):
        window.key(chance.pick(KEYS))
        window.app.draw()
        while window.top is not scene:
            window.key(pygame.K_ESCAPE)
            window.app.draw()


@pytest.mark.usefixtures("watched")
def test_the_lobby(tmp_path: Path) -> None:
    """The code once lay cut off beside a panel that had grown, as the key lacked where things lie."""
    window = WindowRobot(tmp_path, SIZE)
    window.stage.open("lobby", "socki")
    lobby, chance = window.top, SeededRng("layers", "lobby")
    rummage(window, chance, sample_size(4))
    window.stage.phones.open()
    while window.stage.phones.state is not PartyState.OPEN:
        window.turn()
        window.app.draw()
    for change in ({"text_size": 150}, {"theme": "dark"}, {"language": "de"}, {"text_size": 100}):
        window.stage.change(**change)
        window.turn()
        window.app.draw()
    assert window.top is lobby
    rummage(window, chance, sample_size(4))


@sampled_product
@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("game", GAMES)
def test_the_house_rules_of_a_lobby(tmp_path: Path, game: str, text_size: int) -> None:
    """Every row in focus, each changed, folded or not."""
    window = WindowRobot(tmp_path, SIZE)
    window.stage.change(text_size=text_size)
    window.stage.open("lobby", game)
    lobby = window.top
    lobby.look_at(LobbyKey.FORM)
    window.app.draw()
    assert lobby.house.folded == (text_size == 200)
    if lobby.house.folded:
        window.key(pygame.K_RETURN)
        window.app.draw()
    assert lobby.unfolded == (text_size == 200)
    usual, form = lobby.house.rules, lobby.house.form
    rows = [number for number, row in enumerate(form.widgets) if row.focusable]
    for number in rows:
        assert lobby.house.form.focus == number
        window.key(pygame.K_RIGHT)
        window.app.draw()
        for _row in range(3):  # boards hang in rows
            if number == lobby.house.form.focus != rows[-1]:
                window.key(pygame.K_DOWN)
                window.app.draw()
    window.write("7")
    window.app.draw()
    assert lobby.house.rules != usual
    assert lobby.house.seed == 7
    window.key(pygame.K_ESCAPE)
    window.app.draw()
    assert not lobby.unfolded


@every_nth_day(2)
@pytest.mark.parametrize("game", ["socki", "rockit", "sociable", "socker", "city"])
def test_a_match(tmp_path: Path, proof: Proof, game: str) -> None:
    window = WindowRobot(tmp_path, SIZE)
    session = Session.new(game, None, seed=8)
    scene = window.sit(session, people=1)
    chance = SeededRng("layers", game)
    rummage(window, chance, sample_size(5))
    scene.match.hand_over(1, "", "phone", "Wilhelmina")
    window.turn()
    window.app.draw()
    scene.match.hand_over(1, "normal")
    window.picture()
    window.stage.change(keys={"pause": ["z"]})
    window.picture()
    window.stage.change(text_size=150, hints="off")
    window.turn()
    window.app.draw()
    rummage(window, chance, sample_size(3))


@sliced
@pytest.mark.parametrize("build", ["auto", "manual"])
def test_the_city_seen_closer(tmp_path: Path, proof: Proof, build: str) -> None:
    """What is drawn of it is kept in patches, of which only those that have changed are drawn anew."""
    window = WindowRobot(tmp_path, SIZE)
    session = Session.new("city", seed=8, options={"board_build": build})
    scene: Any = window.sit(session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.settle()
    chance = SeededRng("layers", "closer", build)
    scene.match.play(chance.pick(scene.match.session.moves()))
    window.settle()
    window.key(pygame.K_l)
    for number in range(sample_size(6)):
        if not (moves := scene.match.session.moves()):
            break  # a long walk comes to the end of the match
        scene.match.play(chance.pick(moves))
        window.settle()
        window.key(chance.pick([pygame.K_TAB, pygame.K_RIGHT, pygame.K_UP, pygame.K_x]))
        window.picture()
        window.point(chance.below(900), chance.below(600))
        window.picture()
        if number == 3:
            window.stage.change(theme="contrast", text_size=150)
            window.picture()
    assert scene.view.map.is_closer
    assert proof.scrolled > 10


def test_the_pieces_of_a_panel_look_as_the_whole_of_it() -> None:
    panel = pygame.Surface((300, 200), pygame.SRCALPHA)
    for rim, alpha in ((4, 90), (12, 255)):
        pygame.draw.rect(panel, (90, 160, 60, alpha), panel.get_rect().inflate(-2 * rim, -2 * rim), 0, 20)
    found = layers_pieces(panel, pygame.Rect(0, 0, 300, 180))
    solid = [place for piece, place in found if not piece.get_flags() & pygame.SRCALPHA]
    assert [place.w * place.h > 0.6 * 300 * 180 for place in solid] == [True], "most of it is solid"
    pictures = []
    for parts in ([(panel, pygame.Rect(0, 0, 300, 180))], found):
        below = pygame.Surface((300, 200))
        below.fill("#2C2A5C")
        for piece, place in parts:
            below.blit(piece, place, pygame.Rect(0, 0, *place.size))
        pictures.append(pygame.image.tobytes(below, "RGB"))
    assert pictures[0] == pictures[1]


def test_a_part_through_which_all_is_seen_is_one_piece() -> None:
    glass = pygame.Surface((100, 100), pygame.SRCALPHA)
    glass.fill((10, 20, 30, 120), pygame.Rect(10, 20, 50, 60))
    (_piece, place), *more = layers_pieces(glass, glass.get_rect())
    assert (place, more) == (pygame.Rect(10, 20, 50, 60), [])
    [(_piece, place)] = layers_pieces(glass, pygame.Rect(-30, -30, 130, 130))
    assert place == pygame.Rect(10, 20, 50, 60), "what lies beyond the picture moves nothing"


# Pictures that a scene will need are made in the time that frames leave.


class Pencil:
    """Counts what is drawn."""

    def __init__(self) -> None:
        self.count = 0
        self._draw = pygame.image.load_sized_svg

    def draw(self, file: BytesIO, size: tuple[int, int]) -> pygame.Surface:
        """In the place of `pygame.image.load_sized_svg`."""
        self.count += 1
        return self._draw(file, size)


@sliced
@pytest.mark.parametrize("game", ["socki", "rockit", "sociable", "socker", "city"])
def test_a_match_finds_its_pictures_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    window, pencil = WindowRobot(tmp_path), Pencil()
    session = Session.new(game, None, seed=8)
    scene = window.sit(session, people=1)
    window.wait(3000)
    window.stage.assets = Assets(window.stage.view.scale)
    monkeypatch.setattr("pygame.image.load_sized_svg", pencil.draw)
    window.app.spare = math.inf
    window.turn()
    while window.stage.ahead.is_due:
        window.turn()
    made = pencil.count
    assert made > 20
    for _picture in scene.warm(window.stage.ruler):
        pass
    assert pencil.count == made


class Draughtsman:
    """Takes the place of the worker process: draws in this one, when its answer is fetched."""

    def __init__(self, assets: Assets) -> None:
        self._assets = assets
        self._job: tuple[str, tuple[Any, ...], dict[str, Any]] | None = None
        self.draws = False
        self.closed = 0

    def ask(self, where: str, _cache: Path, scale: float, bold: float, job: Any) -> None:
        assert import_object(where) is ahead.draw
        assert (scale, bold) == (self._assets.scale, self._assets.bold)
        assert self._job is None, "one picture at a time"
        self._job = pickle.loads(pickle.dumps(job))

    def answer(self) -> WorkerResult:
        assert self._job is not None
        (where, args, kwargs), self._job, self.draws = self._job, None, True
        function: Any = import_object(where) if ":" in where else getattr(Assets, where)
        function(self._assets, *args, **kwargs)
        while self._assets.save_some():
            pass
        self.draws = False
        return WorkerResult(0, None)

    def close(self) -> None:
        self._job = None
        self.closed += 1


@pytest.mark.parametrize("game", ["socki", "rockit", "sociable", "socker", "city"])
def test_no_step_of_warming_holds_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    window = WindowRobot(tmp_path)
    scene, stage = window.sit(Session.new(game, None, seed=8), people=1), window.stage
    window.wait(3000)
    worker = Draughtsman(Assets(stage.view.scale, tmp_path / "pictures"))
    monkeypatch.setattr(stage, "ahead", Ahead(worker))  # type: ignore[arg-type]
    stage.assets = Assets(stage.view.scale, tmp_path / "pictures")
    pixels, drawn, most = [0], [0], 0
    load, draw = pygame.image.frombuffer, pygame.image.load_sized_svg

    def loaded(data: bytes, size: tuple[int, int], form: Any) -> pygame.Surface:
        pixels[0] += 0 if worker.draws else size[0] * size[1]
        return load(data, size, form)

    def counted(file: BytesIO, size: tuple[int, int]) -> pygame.Surface:
        drawn[0] += 0 if worker.draws else size[0] * size[1]
        return draw(file, size)

    monkeypatch.setattr("pygame.image.frombuffer", loaded)
    monkeypatch.setattr("pygame.image.load_sized_svg", counted)
    stage.ahead.begin(scene.warm(stage.ruler), stage.assets)
    for _step in range(20_000):
        pixels[0] = drawn[0] = 0
        stage.ahead.step()
        assert pixels[0] <= SLICE + BAND
        assert drawn[0] == 0, "nothing large is drawn in the loop"
        most = max(most, pixels[0])
        if not stage.ahead.is_due and worker.closed > 1:
            break
    assert most > SLICE / 2
    made = stage.assets.made
    for _picture in scene.warm(stage.ruler):
        pass
    assert stage.assets.made == made, "all of them are in memory"


def test_pictures_of_a_scene_that_is_left_are_dropped(tmp_path: Path) -> None:
    assets, done = Assets(1.0, tmp_path), list[str]()
    worker = Draughtsman(Assets(1.0, tmp_path))
    making = Ahead(worker)  # type: ignore[arg-type]

    def steps(name: str) -> Iterator[None]:
        ball(assets, 20, 0)
        done.append(name)
        yield

    making.begin(steps("left"), assets)
    making.step()
    assert not making.is_due, "it waits for the worker, not for the loop"
    making.begin(steps("next"), assets)
    assert assets.ahead is None
    for _step in range(4):
        making.step()
    assert done == ["next"]
    making.close()


def test_a_picture_that_the_worker_cannot_keep_is_drawn_in_the_loop(tmp_path: Path) -> None:
    assets = Assets(1.0, tmp_path / "here")
    making = Ahead(Draughtsman(Assets(1.0)))  # type: ignore[arg-type]

    def steps() -> Iterator[None]:
        for size in (20, 30):
            ball(assets, size, 0)
            yield

    making.begin(steps(), assets)
    for _step in range(8):
        making.step()
    made = assets.made
    ball(assets, 20, 0)
    ball(assets, 30, 0)
    assert assets.made == made


def test_a_broken_step_is_raised_in_the_loop() -> None:
    making = Ahead(Draughtsman(Assets(1.0)))  # type: ignore[arg-type]

    def steps() -> Iterator[None]:
        yield
        raise ZeroDivisionError

    making.begin(steps(), Assets(1.0))
    making.step()
    with pytest.raises(ZeroDivisionError):
        making.step()
    making.step()
    assert not making.is_due


def test_the_days_table_is_made_ready_once(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    use_puzzles(monkeypatch, "s1")
    window.stage.stores.days.today = lambda: TODAY
    window.app.spare = math.inf
    window.stage.open("daily")
    window.wait(800)
    while window.stage.ahead.is_due:
        window.turn()
    calendar = window.top
    window.key(pygame.K_x)
    assert window.shown == "PuzzlePracticeScene"
    window.key(pygame.K_ESCAPE)
    assert window.top is calendar
    assert not list(calendar.warm(window.stage.ruler))
    window.stage.change(text_size=150)
    assert list(calendar.warm(window.stage.ruler))


def test_the_days_table_is_made_ready_piece_by_piece(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = next(day for n in range(60) if puzzle_of(day := FIRST + timedelta(days=n)).game == "rockit")
    window.stage.stores.days.today = lambda: day
    window.stage.open("daily")
    window.wait(600)
    window.stage.assets, pencil = Assets(window.stage.view.scale), Pencil()
    monkeypatch.setattr("pygame.image.load_sized_svg", pencil.draw)
    steps, before = [], 0
    for _step in window.top.warm(window.stage.ruler):
        steps.append(pencil.count - before)
        before = pencil.count
    assert sum(made > 0 for made in steps) > 6


def test_garbage_is_looked_for_while_nothing_is_drawn(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[bool] = []
    window.wait(1000)
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10 * UNTIDY))  # as the program is settled
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, UNTIDY))
    monkeypatch.setattr(gc, "collect", lambda: looks.append(window.top.stale))
    window.top.stale = True
    window.turn(ms=1)
    assert not looks, "a frame was drawn"
    window.turn(ms=1)
    assert looks == [False]
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, UNTIDY - 1))
    window.turn(ms=1)
    assert len(looks) == 1


def test_a_match_that_was_left_gives_its_pictures_back_while_nothing_moves(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[bool] = []
    window.app.spare = math.inf
    window.stage.open("title")
    scene = window.sit(Session.new("socki", seed=4))
    window.wait(2000)
    left = weakref.ref(scene)
    del scene
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10 * UNTIDY))  # as the program is settled
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 0))
    monkeypatch.setattr("game.app.trim_memory", lambda: given.append(left() is None))
    gc.disable()
    try:
        window.stage.scenes.reset(window.stage.screens["title"]())
        window.wait(REST + 1000)
    finally:
        gc.enable()
    assert given == [True]


# Elements that many screens share: how large they are, and where what is in them lies.


def draw_nothing(painter: Painter, box: Box) -> None:
    """A picture of which only the place matters."""


def test_a_button_has_room_for_a_word_and_a_picture_beside_it(window: WindowRobot) -> None:
    word = Text("Practice", FontSpec(24), lines=1)
    button = button_row(word, Picture(draw_nothing, w=20, h=20, key="sign"), key="button")
    wide, high = window.stage.ruler.width("Practice", 24) + 20 + 8 + 2 * 18, 24 * 1.36 + 15
    frame = LayoutTree(button, Box(0, 0, wide + 0.1, high), window.stage.ruler)
    placed = next(part.box for part in frame.parts if part.element == word)
    sign = frame.boxes["sign"]
    assert placed.right <= sign.x
    assert abs(sign.centre[1] - placed.centre[1]) < 0.1
    assert 17 < frame.boxes["button"].right - sign.right < 19
    assert placed.w >= window.stage.ruler.width("Practice", 24)


def test_words_that_share_what_is_left_say_when_that_is_too_little(window: WindowRobot) -> None:
    ruler = window.stage.ruler
    words = FontSpec(24, grows=0), FontSpec(20, grows=0)
    forms = [elements_row(Text("Practice", letters, lines=1, flex=1), Spacer(100)) for letters in words]
    room = ruler.width("Practice", 20) + 101
    assert room < ruler.width("Practice", 24) + 100
    frame = LayoutTree(shrink_to_fit(*forms), Box(0, 0, room, 60), ruler)
    assert forms[1] in [part.element for part in frame.parts]


# What a screen shows of its events: every timeline is whole, and names sounds that exist.


@pytest.mark.parametrize("game", bringing("view"))
def test_every_event_has_a_timeline_that_is_whole(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    shown: dict[str, Timeline] = {}
    usual = TimelinePlayer.begin

    def begin(player: TimelinePlayer, timeline: Timeline, x: float | None = None) -> None:
        if scene.playback.show is not None:
            shown[scene.playback.show.event.kind] = timeline
        usual(player, timeline, x)

    window.stage.change(animation_speed="instant")
    whole = Session.from_record(record_of(game))
    session, kinds = whole.before(0), set()
    scene: Any = window.sit(session, people=0)
    window.turn()
    monkeypatch.setattr(TimelinePlayer, "begin", begin)
    for _seat, move in whole.log:
        scene.match.play(move)
        kinds |= {event.kind for event in session.last_events()}
        window.turn()
    for kind, timeline in shown.items():
        assert all(0 <= start < end <= timeline.length for _on, start, end, *_rest in timeline.spans), kind
        assert all(0 <= at <= timeline.length for at, _cue in timeline.cues), kind
        assert {cue for _at, cue in timeline.cues if isinstance(cue, str)} <= set(EFFECTS), kind
    assert kinds <= set(shown)
