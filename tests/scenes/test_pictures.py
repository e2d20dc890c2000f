"""Drawing: three themes, cached layers, pictures made ahead of time, and event timelines."""

from __future__ import annotations

import gc
import math
import pickle
import weakref
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from io import BytesIO
from pathlib import Path
from types import FunctionType
from typing import Any

import pygame
import pytest

from game.app import COLLECTIONS_PER_FULL, IDLE_REST_MS
from game.bots.worker import WorkerResult
from game.core.discovery import import_object
from game.core.rng import SeededRng
from game.core.session import Session
from game.games.city.rules.board import COLOURS
from game.games.city.screen import art_track
from game.games.city.screen import art_track as art_socks
from game.games.city.screen.art_map import STYLES
from game.games.city.screen.view import CityView
from game.games.city.screen.zoomed_map import ScrolledPicture
from game.games.rockit.screen.theme import MissionControl
from game.games.socki.screen.theme import Beach
from game.match.seats import Seat
from game.party.party import PartyState
from game.scenes.lobby import LobbyScene
from game.scenes.lobby_drawing import LobbyKey
from game.ui.art.field import field_puppet
from game.ui.art.layers import mix
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.socks import ball
from game.ui.core import ahead, verbs
from game.ui.core.ahead import PIXELS_PER_STEP, Ahead
from game.ui.core.animation_timeline import MAX_CONTACT_MS, MAX_NUDGE, Timeline, TimelinePlayer
from game.ui.core.assets import PIXELS_PER_BAND, Assets
from game.ui.core.canvas import Box
from game.ui.core.layer import CachedLayer
from game.ui.core.paint import Painter
from game.ui.core.theme import LINEN, THEMES
from game.ui.widgets import (
    FontSpec,
    LayoutTree,
    Spacer,
    Text,
    shrink_to_fit,
)
from game.ui.widgets import row as elements_row
from tests.matches import GAMES, bringing, record_of
from tests.sampling import sample_size, thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.puzzles import TODAY, use_puzzles
from tests.scenes.rummy_hands import match
from tests.ui.test_assets import luminance
from tools.sound.effects import EFFECTS

# Disabled buttons can be read in every theme, and outlines can be thick.

LOOKS = pytest.mark.parametrize("look", sorted(THEMES))


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@LOOKS
def test_disabled_button_text_stays_readable(look: str) -> None:
    theme = THEMES[look]
    assert 4.5 <= contrast(theme.off, theme.faint) < contrast(theme.cloth, theme.ink)


@pytest.mark.parametrize("shown", ["settings", "socki", "socker", "city"])
def test_thick_focus_outlines_can_be_turned_on(window: WindowRobot, shown: str) -> None:
    if shown == "settings":
        window.context.open_scene(shown)
    elif shown == "socki":
        match(window)
    else:
        session = Session.new(shown, 2, 5, names=["Ann", "Bo"])
        seats = [Seat("Ann", 0, ""), Seat("Bo", 1, "")]
        window.open_match(session, seats)
    window.finish_animations()
    window.press_key(pygame.K_RIGHT)
    window.finish_animations()

    def blue() -> int:
        """Number of pixels in the focus colour."""
        window.app.draw()
        near = pygame.Color(2, 2, 2, 255)
        return pygame.mask.from_threshold(window.app.screen, pygame.Color(LINEN.focus), near).count()

    usual = blue()
    window.context.update_settings(outlines=True)
    assert blue() > 1.3 * usual > 0
    window.context.update_settings(outlines=False)
    assert blue() == usual


# Pieces stand out from their background: part of each has enough contrast to every ground.

TIMES = 3  # minimum contrast of non-text content, WCAG 1.4.11
PART = 0.2  # share of the visible piece that needs the contrast, enough to show its shape
# colours of the drawn pitch and its sand
GRASS = "#A9CB8C", "#93BC78", mix("#93BC78", "#7FAE68", 0.42), "#E9D7B5"


@pytest.fixture(scope="module")
def assets() -> Assets:
    return Assets(1.0)


def seen_against(surface: pygame.Surface, grounds: Iterable[str]) -> float:
    """Smallest share of a piece, over all grounds, that has the contrast."""
    bare = pygame.image.tobytes(surface, "RGBA")
    counts = Counter(bare[at : at + 3] for at in range(0, len(bare), 4) if bare[at + 3] > 200)
    lights = [(luminance(f"#{colour.hex()}"), count) for colour, count in counts.items()]

    def part(ground: str) -> float:
        under = luminance(ground) + 0.05
        return (
            sum(n for light, n in lights if not 1 / TIMES < (light + 0.05) / under < TIMES) / counts.total()
        )

    return min(map(part, grounds))


def test_city_pieces_contrast_with_the_night_map(assets: Assets) -> None:
    grounds = {ground for style in STYLES.values() for ground in style.fabrics}
    pieces = {f"track of seat {seat}": art_track.track(assets, 34, 0, seat) for seat in (0, 1)}
    pieces |= {f"{colour} socks": art_socks.sign(assets, colour, 34) for colour in COLOURS}
    pieces["blocker"] = art_socks.blocker(assets, 34)
    for state in ("", "focus", "open"):
        pieces[f"station {state}"] = art_track.station(assets, 34, joined=False, state=state)
    assert grounds
    assert {name for name, piece in pieces.items() if seen_against(piece, grounds) < PART} == set()


def test_puppets_and_ball_contrast_with_the_grass(assets: Assets) -> None:
    pieces = {
        f"{look.name} {state}": field_puppet(assets, seat, state)
        for seat, look in enumerate(SEAT_LOOKS)
        for state in ("stand", "flat")
    }
    pieces["ball"] = ball(assets)
    assert {name for name, piece in pieces.items() if seen_against(piece, GRASS) < PART} == set()


# A cached layer equals one that is drawn from scratch, after every action.
#
# A layer is drawn from one value alone. Here a robot tries all actions; after each, every layer is drawn
# again and compared, and its value must be deeply frozen.

KEYS = (
    pygame.K_RIGHT, pygame.K_LEFT, pygame.K_UP, pygame.K_DOWN, pygame.K_RETURN, pygame.K_x, pygame.K_e,
    pygame.K_q, pygame.K_w, pygame.K_h, pygame.K_u,
)  # fmt: skip
SIZE = 960, 540


BUILTIN = (str, int, float, bytes, Enum, type(None), FunctionType)


ROOMS = Beach, MissionControl  # they draw, and their attributes are never set


def is_frozen(value: object) -> bool:
    """True if a value is deeply immutable, so that it cannot change unnoticed by a layer."""
    if isinstance(value, tuple | frozenset):
        return all(map(is_frozen, value))
    if is_dataclass(value) and not isinstance(value, type):
        frozen = type(value).__dataclass_params__.frozen  # type: ignore[attr-defined]  # dataclasses keep it there
        return frozen and all(is_frozen(getattr(value, field.name)) for field in fields(value))
    return isinstance(value, BUILTIN + ROOMS)


class Proof:
    """Draws every updated layer a second time and compares."""

    def __init__(self, hold: Callable[..., None], put_pixels: Callable[..., None]) -> None:
        self.count = 0
        self.scrolled = 0
        self._hold = hold
        self._put = put_pixels

    def hold(self, layer: CachedLayer[Any], painter: Painter, value: Hashable) -> None:
        """Replace `CachedLayer.update`."""
        self._hold(layer, painter, value)
        pixels = layer.picture.get_buffer().raw
        # Without a cached picture the layer is drawn again.
        layer.invalidate()
        self._hold(layer, painter, value)
        self.count += 1
        assert pixels == layer.picture.get_buffer().raw, "a layer shows what is not in its value"
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
        """Replace `ScrolledPicture.draw_at`."""
        self._put(picture, painter, lower, upper, at, hidden)
        pixels = painter.surface.get_buffer().raw
        picture.forget()
        self._put(picture, painter, lower, upper, at, hidden)
        self.scrolled += 1
        assert pixels == painter.surface.get_buffer().raw, (
            "a scrolled picture shows what is not in its values"
        )
        assert is_frozen((lower, upper)), (lower, upper)


@pytest.fixture
def proof(monkeypatch: pytest.MonkeyPatch) -> Iterator[Proof]:
    pixel_proof = Proof(CachedLayer.update, ScrolledPicture.draw_at)
    monkeypatch.setattr(CachedLayer, "update", lambda *given: pixel_proof.hold(*given))  # noqa: PLW0108 - it becomes a method
    monkeypatch.setattr(ScrolledPicture, "draw_at", lambda *given: pixel_proof.put(*given))  # noqa: PLW0108 - likewise
    yield pixel_proof
    assert pixel_proof.count > 10


def rummage(window: WindowRobot, rng: SeededRng, deeds: int) -> None:
    """Press random keys, but start no match in place of the lobby, and leave every screen that opens."""
    scene = window.top
    for _ in range(deeds):
        key = rng.pick(KEYS)
        if key != pygame.K_RETURN or not isinstance(scene, LobbyScene) or scene.focus != LobbyKey.START:
            window.press_key(key)
        window.app.draw()
        while window.top is not scene:
            window.press_key(pygame.K_ESCAPE)
            window.app.draw()


@pytest.mark.usefixtures("watched")
def test_lobby_layers_stay_correct(tmp_path: Path) -> None:
    """The code was once cut off beside a grown panel, because the cache key lacked the positions."""
    window = WindowRobot(tmp_path, SIZE)
    window.context.open_scene("lobby", "socki")
    lobby, rng = window.top, SeededRng("layers", "lobby")
    rummage(window, rng, sample_size(4))
    window.context.phones.open()
    while window.context.phones.state is not PartyState.OPEN:
        window.step()
        window.app.draw()
    for change in ({"text_size": 150}, {"theme": "dark"}, {"language": "de"}, {"text_size": 100}):
        window.context.update_settings(**change)
        window.step()
        window.app.draw()
    assert window.top is lobby
    rummage(window, rng, sample_size(4))


@thinned()
@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("game", GAMES)
def test_house_rules_layers_stay_correct(tmp_path: Path, game: str, text_size: int) -> None:
    """Every row focused, each changed, folded and unfolded."""
    window = WindowRobot(tmp_path, SIZE)
    window.context.update_settings(text_size=text_size)
    window.context.open_scene("lobby", game)
    lobby = window.top
    lobby.set_focus(LobbyKey.FORM)
    window.app.draw()
    assert lobby.house_rules.folded == (text_size == 200)
    if lobby.house_rules.folded:
        window.press_key(pygame.K_RETURN)
        window.app.draw()
    assert lobby.unfolded == (text_size == 200)
    usual = lobby.house_rules.rules
    rows = [row.number for row in window.rows if row.focusable]
    for number in rows:
        assert window.focused.number == number
        window.press_key(pygame.K_RIGHT)
        window.app.draw()
        for _row in range(3):  # the boards form rows
            if number == window.focused.number != rows[-1]:
                window.press_key(pygame.K_DOWN)
                window.app.draw()
    window.type_text("7")
    window.app.draw()
    assert lobby.house_rules.rules != usual
    assert lobby.house_rules.seed == 7
    window.press_key(pygame.K_ESCAPE)
    window.app.draw()
    assert not lobby.unfolded


@thinned(2)
@pytest.mark.parametrize("game", ["socki", "rockit", "sociable", "socker", "city"])
def test_match_layers_stay_correct(tmp_path: Path, proof: Proof, game: str) -> None:
    window = WindowRobot(tmp_path, SIZE)
    session = Session.new(game, None, seed=8)
    scene = window.open_match(session, people=1)
    rng = SeededRng("layers", game)
    rummage(window, rng, sample_size(5))
    scene.match.assign_seat(1, "", "phone", "Wilhelmina")
    window.step()
    window.app.draw()
    scene.match.assign_seat(1, "normal")
    window.picture()
    window.context.update_settings(keys={"pause": ["z"]})
    window.picture()
    window.context.update_settings(text_size=150, hints="off")
    window.step()
    window.app.draw()
    rummage(window, rng, sample_size(3))


@thinned(1)
@pytest.mark.parametrize("build", ["auto", "manual"])
def test_zoomed_city_patches_stay_correct(tmp_path: Path, proof: Proof, build: str) -> None:
    """The picture is cached in patches, of which only changed ones are drawn again."""
    window = WindowRobot(tmp_path, SIZE)
    session = Session.new("city", seed=8, options={"board_build": build})
    scene = window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.finish_animations()
    rng = SeededRng("layers", "closer", build)
    scene.match.play(rng.pick(scene.match.session.moves()))
    window.finish_animations()
    window.press_key(pygame.K_l)
    for number in range(sample_size(6)):
        if not (moves := scene.match.session.moves()):
            break  # a long run may end the match
        scene.match.play(rng.pick(moves))
        window.finish_animations()
        window.press_key(rng.pick([pygame.K_TAB, pygame.K_RIGHT, pygame.K_UP, pygame.K_x]))
        window.picture()
        window.point(rng.below(900), rng.below(600))
        window.picture()
        if number == 3:
            window.context.update_settings(theme="contrast", text_size=150)
            window.picture()
    assert isinstance(scene.view, CityView)
    assert scene.view.map.is_closer
    assert proof.scrolled > 10


# Pictures that a scene will need are made in spare time of the frames.


class Pencil:
    """Counts rendered SVG pictures."""

    def __init__(self) -> None:
        self.count = 0
        self._draw = pygame.image.load_sized_svg

    def draw(self, file: BytesIO, size: tuple[int, int]) -> pygame.Surface:
        """Replace `pygame.image.load_sized_svg`."""
        self.count += 1
        return self._draw(file, size)


@thinned(1)
@pytest.mark.parametrize("game", ["socki", "rockit", "sociable", "socker", "city"])
def test_match_pictures_are_made_ahead_of_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    window, pencil = WindowRobot(tmp_path), Pencil()
    session = Session.new(game, None, seed=8)
    scene = window.open_match(session, people=1)
    window.run_for(3000)
    window.context.assets = Assets(window.context.view.scale)
    monkeypatch.setattr("pygame.image.load_sized_svg", pencil.draw)
    window.app.spare = math.inf
    window.step()
    while window.context.ahead.is_due:
        window.step()
    count = pencil.count
    assert count > 20
    for _picture in scene.preload(window.context.measuring_painter):
        pass
    assert pencil.count == count


class Draughtsman:
    """Replaces the worker process and draws in this process when its answer is fetched."""

    def __init__(self, assets: Assets) -> None:
        self._assets = assets
        self._job: tuple[str, tuple[Any, ...], dict[str, Any]] | None = None
        self.draws = False
        self.closed = 0

    def submit(self, where: str, _cache: Path, scale: float, bold: float, job: object) -> None:
        assert import_object(where) is ahead.draw
        assert (scale, bold) == (self._assets.scale, self._assets.bold)
        assert self._job is None, "one picture at a time"
        self._job = pickle.loads(pickle.dumps(job))

    def poll_result(self) -> WorkerResult:
        assert self._job is not None
        (where, args, kwargs), self._job, self.draws = self._job, None, True
        function = import_object(where) if ":" in where else getattr(Assets, where)
        assert callable(function)
        function(self._assets, *args, **kwargs)
        while self._assets.save_some():
            pass
        self.draws = False
        return WorkerResult(0, None)

    def close(self) -> None:
        self._job = None
        self.closed += 1


@pytest.mark.parametrize("game", ["socki", "rockit", "sociable", "socker", "city"])
def test_no_warming_step_blocks_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    window = WindowRobot(tmp_path)
    scene, app = window.open_match(Session.new(game, None, seed=8), people=1), window.context
    window.run_for(3000)
    worker = Draughtsman(Assets(app.view.scale, tmp_path / "pictures"))
    monkeypatch.setattr(app, "ahead", Ahead(worker))  # type: ignore[arg-type]
    app.assets = Assets(app.view.scale, tmp_path / "pictures")
    pixels, drawn, most = [0], [0], 0
    load, draw = pygame.image.frombuffer, pygame.image.load_sized_svg

    def loaded(*given: Any) -> pygame.Surface:
        width, height = given[1]
        pixels[0] += 0 if worker.draws else width * height
        return load(*given)

    def counted(file: BytesIO, size: tuple[int, int]) -> pygame.Surface:
        drawn[0] += 0 if worker.draws else size[0] * size[1]
        return draw(file, size)

    monkeypatch.setattr("pygame.image.frombuffer", loaded)
    monkeypatch.setattr("pygame.image.load_sized_svg", counted)
    app.ahead.begin(scene.preload(app.measuring_painter), app.assets)
    for _step in range(20_000):
        pixels[0] = drawn[0] = 0
        app.ahead.step()
        assert pixels[0] <= PIXELS_PER_STEP + PIXELS_PER_BAND
        assert drawn[0] == 0, "nothing large is drawn in the loop"
        most = max(most, pixels[0])
        if not app.ahead.is_due and worker.closed > 1:
            break
    assert most > PIXELS_PER_STEP / 2
    picture_count = app.assets.miss_count
    for _picture in scene.preload(app.measuring_painter):
        pass
    assert app.assets.miss_count == picture_count, "all of them are in memory"


def test_leaving_a_scene_drops_its_pending_pictures(tmp_path: Path) -> None:
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


def test_loop_draws_a_picture_that_the_worker_cannot_save(tmp_path: Path) -> None:
    assets = Assets(1.0, tmp_path / "here")
    making = Ahead(Draughtsman(Assets(1.0)))  # type: ignore[arg-type]

    def steps() -> Iterator[None]:
        for size in (20, 30):
            ball(assets, size, 0)
            yield

    making.begin(steps(), assets)
    for _step in range(8):
        making.step()
    picture_count = assets.miss_count
    ball(assets, 20, 0)
    ball(assets, 30, 0)
    assert assets.miss_count == picture_count


def test_loop_raises_the_error_of_a_warming_step() -> None:
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


def test_daily_table_is_warmed_once(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    use_puzzles(monkeypatch, "s1")
    window.context.stores.days.today = lambda: TODAY
    window.app.spare = math.inf
    window.context.open_scene("daily")
    window.run_for(800)
    while window.context.ahead.is_due:
        window.step()
    calendar = window.top
    window.press_key(pygame.K_x)
    assert window.shown == "PuzzlePracticeScene"
    window.press_key(pygame.K_ESCAPE)
    assert window.top is calendar
    assert not list(calendar.preload(window.context.measuring_painter))
    window.context.update_settings(text_size=150)
    assert list(calendar.preload(window.context.measuring_painter))


def test_garbage_collection_runs_only_between_drawn_frames(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[bool] = []
    window.run_for(1000)
    monkeypatch.setattr(
        gc, "get_threshold", lambda: (700, 10, 10 * COLLECTIONS_PER_FULL)
    )  # the program's setting
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, COLLECTIONS_PER_FULL))
    monkeypatch.setattr(gc, "collect", lambda: looks.append(window.top.needs_redraw))
    window.top.needs_redraw = True
    window.step(ms=1)
    assert not looks, "a frame was drawn"
    window.step(ms=1)
    assert looks == [False]
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, COLLECTIONS_PER_FULL - 1))
    window.step(ms=1)
    assert len(looks) == 1


def test_idle_loop_frees_the_pictures_of_a_closed_match(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[bool] = []
    window.app.spare = math.inf
    window.context.open_scene("title")
    scene = window.open_match(Session.new("socki", seed=4))
    window.run_for(2000)
    left = weakref.ref(scene)
    del scene
    monkeypatch.setattr(
        gc, "get_threshold", lambda: (700, 10, 10 * COLLECTIONS_PER_FULL)
    )  # the program's setting
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 0))
    monkeypatch.setattr("game.app.trim_memory", lambda: calls.append(left() is None))
    gc.disable()
    try:
        window.context.scenes.reset(window.context.screens["title"]())
        window.run_for(IDLE_REST_MS + 1000)
    finally:
        gc.enable()
    assert calls == [True]


# Shared widgets: their size and the place of their content.


def test_flexible_text_without_room_selects_a_smaller_form(window: WindowRobot) -> None:
    ruler = window.context.measuring_painter
    fonts = FontSpec(24, growth=0), FontSpec(20, growth=0)
    forms = [elements_row(Text("Practice", letters, lines=1, flex=1), Spacer(100)) for letters in fonts]
    room = ruler.width("Practice", 20) + 101
    assert room < ruler.width("Practice", 24) + 100
    frame = LayoutTree(shrink_to_fit(*forms), Box(0, 0, room, 60), ruler)
    assert forms[1] in [part.element for part in frame.parts]


# Every event has a valid timeline with sounds that exist, and ordinary actions obey the laws of `verbs`.


# Duration in ms at the brisk pace that an ordinary event of two to four players may have at most.
LONGEST = {
    "city": {"lay": 340},
    "rockit": {"draw": 560, "come": 900, "rockit": 900, "play": 900, "pass": 560},
    "sociable": {"play": 400, "pass": 240, "round_end": 560},
    "socker": {"place": 240, "move": 210, "kick": 400, "sock": 660, "turn": 260, "stand_up": 320},
    "socki": {"draw": 180, "play": 900, "pass": 560},
}
GREAT = {
    ("socker", "kick"), ("socker", "sock"), ("rockit", "rockit"), ("city", "lay"),
    ("sociable", "play"), ("sociable", "round_end"),
}  # fmt: skip
"""Ordinary events that may push the camera farther and settle longer than what is seen all the time."""


@pytest.mark.parametrize("game", bringing("view"))
def test_every_event_has_a_lawful_timeline(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    timelines: dict[str, Timeline] = {}
    usual = TimelinePlayer.begin

    def begin(player: TimelinePlayer, timeline: Timeline, seat: int | None = None) -> None:
        if scene.animations.show is not None:
            timelines[scene.animations.show.event.kind] = timeline
        usual(player, timeline, seat)

    window.context.update_settings(animation_speed="instant")
    whole = Session.from_record(record_of(game))
    session, kinds = whole.before(0), set()
    scene = window.open_match(session, people=0)
    window.step()
    monkeypatch.setattr(TimelinePlayer, "begin", begin)
    for _seat, move in whole.log:
        scene.match.play(move)
        kinds |= {event.kind for event in session.last_events()}
        window.step()
    assert kinds <= set(timelines)
    for kind, timeline in timelines.items():
        sounds = {cue for _at, cue, _x in timeline.cues if isinstance(cue, str)}
        hits = [hit for _at, hit, _x in timeline.hits]
        assert all(0 <= start < end <= timeline.story for _on, start, end, *_rest in timeline.spans), kind
        assert all(0 <= at <= timeline.story for at, _cue, _x in (*timeline.cues, *timeline.hits)), kind
        assert sounds | {hit.sound for hit in hits if hit.sound} <= set(EFFECTS), kind
        assert not sounds & verbs.CONTACT_SOUNDS, f"{kind}: a struck sound comes from a hit"
        assert all(math.hypot(*hit.nudge) <= MAX_NUDGE and hit.stops <= 70 for hit in hits), kind
        if kind not in LONGEST.get(game, {}):
            continue
        assert timeline.length <= LONGEST[game][kind], f"{kind}: it delays the next press longer than before"
        assert not hits or min(at for at, _hit, _x in timeline.hits) <= MAX_CONTACT_MS, kind
        if (game, kind) not in GREAT:
            assert all(math.hypot(*hit.nudge) <= verbs.MAX_FREQUENT_NUDGE for hit in hits), kind
            assert all(tail.length <= 250 for tail in timeline.tails), kind
