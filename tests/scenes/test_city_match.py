"""Socks in the City in the window: whole matches with each input alone, boards built by hand."""

import copy
import math
import pickle
from collections import deque
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.chance import Chance
from game.core.contract import Refusal
from game.core.discovery import find
from game.core.hexgrid import neighbours, read_cell
from game.core.session import Session
from game.games.city.ground import City
from game.games.city.manual import left_over
from game.games.city.night_map import joined_sides, picture_of
from game.games.city.picture import Picture
from game.games.city.rules import Code
from game.games.city.scene import CityScene
from game.games.city.view import View
from game.games.city.walking import Walker
from game.games.city.words import lost_words, refused
from game.levels import load
from game.scenes.house import LEVELS
from game.ui.input import Act
from game.ui.match import Seat
from game.ui.starting import made, new_match
from tests.scale import scaled
from tests.scenes.harness import ARROWS, Hands, Keys, Mouse, Pad, Window


class CityHands(Hands):
    """How somebody plays City: shared by keyboard and pad."""

    def press(self, dx: int, dy: int) -> None:
        """One press, well apart from the one before."""
        self.window.turn(ms=200)
        self.step(dx, dy)

    def choose(self, one: str, other: str) -> int:
        """Walk over a link by the fewest presses; how many it took."""
        scene = self.window.top
        for presses, ways in _walks(scene):
            if presses == {one, other}:
                for way in ways:
                    self.press(*way)
                assert scene.link is not None
                assert set(scene.link) == {one, other}
                return len(ways)
        raise AssertionError(f"{one}-{other} cannot be chosen")

    def stand(self, station: str) -> None:
        """Walk to a station."""
        scene = self.window.top
        if scene.walker.at == station:
            return
        for link, ways in _walks(scene):
            if station in link:
                for way in ways:
                    self.press(*way)
                if scene.walker.at == station:
                    return
                break
        self.choose(*next(link for link in scene.city.links if station in link))
        if scene.walker.at != station:
            self.stand(station)

    def play(self, move: str) -> None:
        verb, *rest = move.split()
        scene = self.window.top
        if verb == "lay":
            self.choose(*rest)
            self.confirm()
        elif verb == "block":
            self.stand(rest[0])
            self.confirm()
        elif verb == "sock":
            for _ in range(6):
                if scene.setting.colour == rest[0]:
                    break
                self.next_piece()
            for station in rest[1:]:
                self.stand(station)
                self.confirm()
        elif verb == "tile":
            self.play_tile(int(rest[0]), int(rest[1]), rest[2])
        else:
            self.confirm()

    def play_tile(self, design: int, rotation: int, at: str) -> None:
        setting = self.window.top.setting
        for _ in range(5):
            if setting.design == design:
                break
            self.next_piece()
        for _ in range(6):
            if setting.rotation == rotation:
                break
            self.turn_tile()
        q, r = read_cell(at)
        for _ in range(60):
            if setting.at == (q, r):
                break
            if setting.at[1] != r:
                self.press(0, 1 if r > setting.at[1] else -1)
            else:
                self.press(1 if q > setting.at[0] else -1, 0)
        self.confirm()

    def turn_tile(self) -> None:
        raise NotImplementedError


def _walks(scene: Any) -> Any:
    """Every link, with the fewest presses of the four directions that choose it."""
    first = copy.copy(scene.walker)
    seen = {(first.at, first.came, first._way, first.lean)}
    found: set[frozenset[str]] = set()
    queue: deque[tuple[Walker, tuple[tuple[int, int], ...]]] = deque([(first, ())])
    now = scene.stage.now + 1000
    while queue:
        walker, ways = queue.popleft()
        for way in ARROWS:
            after = copy.copy(walker)
            wanted = lambda one, other: scene.city.link(one, other) in scene.legal  # noqa: E731
            now += 1000
            if not after.step(scene.city, scene.far, way, now, wanted):
                continue
            key = (after.at, after.came, after._way, after.lean)
            if key in seen:
                continue
            seen.add(key)
            path = (*ways, way)
            link = frozenset((after.at, after.came))
            if after.came and link not in found and scene.city.link(after.at, after.came):
                found.add(link)
                yield set(link), path
            queue.append((after, path))


class CityKeys(CityHands, Keys):
    def turn_tile(self) -> None:
        self.window.key(pygame.K_x)


class CityPad(CityHands, Pad):
    def turn_tile(self) -> None:
        self.window.button("x")


class CityMouse(Mouse):
    def play(self, move: str) -> None:
        scene = self.window.top
        verb, *rest = move.split()

        def point(text: str) -> tuple[float, float]:
            x, y = scene.ground.point(scene.city.cell(text))
            return x, y

        if verb == "lay":
            (x0, y0), (x1, y1) = map(point, rest)
            self.window.click((x0 + x1) / 2, (y0 + y1) / 2)
        elif verb == "block":
            self.window.click(*point(rest[0]))
        elif verb == "sock":
            self.window.click_box(dict(scene.places.rows("socks"))[rest[0]])
            for station in rest[1:]:
                self.window.click(*point(station))
        elif verb == "tile":
            self._tile(int(rest[0]), int(rest[1]), rest[2])
        else:
            self.window.click_strip("confirm")

    def _tile(self, design: int, rotation: int, at: str) -> None:
        scene = self.window.top
        self.window.click_box(dict(scene.places.rows("tiles"))[str(design)])
        while scene.setting.rotation != rotation:
            self.window.turn(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
        x, y = scene.ground.point(read_cell(at))
        dx, dy = scene.setting._middle(rotation)
        self.window.point(5, 5)
        self.window.click(x + dx, y + dy)


METHODS = pytest.mark.parametrize("hands", [CityKeys, CityPad, CityMouse])


def opened(
    window: Window, position: str = "", levels: tuple[str, str] = ("", ""), seed: int = 4, **options: Any
) -> CityScene:
    """A match on the screen, ready for a person to move."""
    names = ["Ann", "Bo"]
    if position:
        session = Session.from_position("city", position, seed, options, names=names)
    else:
        session = Session.new("city", seed=seed, options=options, names=names)
    scene = CityScene(session, [Seat("Ann", 0, levels[0]), Seat("Bo", 1, levels[1])])
    window.stage.scenes.push(scene)
    window.settle()
    return scene


def bot_move(session: Session, level: str = "normal", number: int = 0) -> str:
    bot = find("city").bot
    return str(bot.choose(session.observe(session.to_move), session.options, level, Chance(number)))


def near_join(seat: int = 0) -> tuple[str, str]:
    """A position where one piece joins a pair, and that move."""
    session = Session.new("city", seed=4, options={"start_player": "first"})
    for number in range(300):
        view = View.of(session.observe(None))
        me = session.to_move
        ways = [(way[1], way[0]) for colour in session.observe(None)["socks"] if me == seat
                and (way := view.shortest_way(colour, seat)) is not None]  # fmt: skip
        if ways and min(ways)[0] == 1:
            stations = min(ways)[1]
            for one, other in pairwise(stations):
                for move in (f"lay {one} {other}", f"lay {other} {one}"):
                    if session.refusal(move) is None:
                        return session.position(), move
        session.play(bot_move(session, "normal", number))
    raise AssertionError("nobody came near")


@METHODS
def test_from_the_title_to_the_results(window: Window, hands: type[Hands]) -> None:
    player = hands(window)
    player.start_from_title("city")
    window.settle()
    for number in range(200):
        scene = window.top
        if window.shown != "CityScene":
            break
        before = len(scene.session.log)
        wanted = bot_move(scene.session, "normal", number)
        seat = scene.session.to_move
        player.play(wanted)
        assert scene.session.log[before] == (seat, wanted)
        window.settle()
    assert window.shown == "Results"
    assert window.stage.shelf.statistics.game("city")[0][1].matches == 1
    player.back()
    assert window.shown == "Title"


@METHODS
def test_a_city_laid_by_hand(window: Window, hands: type[Hands]) -> None:
    """Tiles, socks and spare socks, all with one input; then the first piece."""
    options: dict[str, Any] = {"board_build": "manual", "sock_setup": "alternate", "blockers": 2}
    scene = opened(window, seed=9, **options)
    player = hands(window)
    for number in range(60):
        if scene.seen["phase"] == "play":
            break
        before = len(scene.session.log)
        wanted = bot_move(scene.session, "normal", number)
        assert scene.setting.fault is None
        player.play(wanted)
        assert scene.session.log[before][1] == wanted
        window.settle()
    assert scene.seen["phase"] == "play"
    assert len(scene.picture.tiles) == 20
    assert len(scene.picture.socks) == 12
    assert len(scene.picture.blockers) == 2
    assert scene.city.board.tiles == View.of(scene.session.observe(None)).board.tiles
    again = CityScene(scene.session, scene.seats)
    window.stage.scenes.push(again)
    assert scene.far == again.far


def test_the_picture_catches_up_with_the_rules(window: Window) -> None:
    for seed in range(scaled(2)):
        options = {"board_build": "manual", "sock_setup": "alternate", "blockers": 2} if seed % 2 else {}
        session = Session.new("city", seed=seed, options=options)
        scene = CityScene(session, [Seat("Ann", 0, "easy"), Seat("Bo", 1, "easy")])
        window.stage.scenes.push(scene)
        scene.skip()
        for number in range(200):
            if session.to_move is None:
                break
            for event in session.play(bot_move(session, "normal", number)):
                scene.begin(event)
                scene.settle(event)
            seen = session.observe(None)
            real = Picture.of(seen, View.of(seen))
            assert sorted(scene.picture.tiles) == sorted(real.tiles)
            assert [sorted(side) for side in scene.picture.tracks] == [sorted(side) for side in real.tracks]
            assert scene.picture.socks == real.socks
            assert sorted(scene.picture.blockers) == sorted(real.blockers)
            assert scene.picture.owners == real.owners
            assert scene.picture.scores == real.scores
        window.stage.scenes.pop()


def test_walking_over_a_link_chooses_it_and_takes_few_presses(window: Window) -> None:
    """Every link can be reached with four arrows; from a station all six links in two presses at most."""
    scene = opened(window)
    middle = min(
        scene.city.stops.values(), key=lambda s: math.dist(scene.far.point(s.cell), scene.places.map.centre)
    )
    scene.walker.jump(middle.text)
    walks = list(_walks(scene))
    assert {frozenset(link) for link, _ways in walks} == {frozenset(link) for link in scene.city.links}
    beside = [len(ways) for link, ways in walks if middle.text in link]
    assert max(beside) <= 2
    assert sum(beside) <= 10


def test_two_arrows_together_go_slantwise(window: Window) -> None:
    scene = opened(window)
    here = next(text for text in scene.city.stops if len([n for n in scene.city.links if text in n]) == 6)
    q, r = scene.city.cell(here)
    wanted = {(-1, -1): (q, r - 1), (1, -1): (q + 1, r - 1), (1, 1): (q, r + 1), (-1, 1): (q - 1, r + 1)}
    for (dx, dy), cell in wanted.items():
        for first, second in (((dx, 0), (0, dy)), ((0, dy), (dx, 0))):
            scene.walker.jump(here)
            window.turn(ms=300)
            for way in (first, second):
                window.turn(pygame.event.Event(pygame.KEYDOWN, key=ARROWS[way], mod=0, unicode=""), ms=8)
            for way in (first, second):
                window.turn(pygame.event.Event(pygame.KEYUP, key=ARROWS[way], mod=0), ms=8)
            assert scene.city.cell(scene.walker.at) == cell
            assert scene.walker.came == here


def test_a_slanting_stick_takes_one_step(window: Window) -> None:
    scene = opened(window)
    here = next(text for text in scene.city.stops if len([n for n in scene.city.links if text in n]) == 6)
    q, r = scene.city.cell(here)
    for lean, cell in (((0.7, -0.8), (q + 1, r - 1)), ((-0.7, -0.8), (q, r - 1)), ((0.7, 0.8), (q, r + 1))):
        scene.walker.jump(here)
        window.turn(ms=300)
        window.stick(*lean)
        window.stick(0, 0)
        assert scene.city.cell(scene.walker.at) == cell
        assert scene.walker.came == here


def test_the_pointer_chooses_the_nearest_free_link(window: Window) -> None:
    scene = opened(window)
    for link in sorted(scene.legal)[::20]:
        (x0, y0), (x1, y1) = (scene.ground.point(scene.city.cell(text)) for text in link)
        for aside in (-9.0, 0.0, 9.0):
            window.point((x0 + x1) / 2 + aside, (y0 + y1) / 2 + aside / 2)
            assert scene.link == link


def test_a_piece_is_seen_before_it_is_laid_and_can_be_taken_back(window: Window) -> None:
    scene = opened(window, "left=2", levels=("", "easy"))
    before = scene.session.position()
    link = sorted(scene.legal)[40]
    plain = window.picture()
    scene.walker.jump(link[1], link[0])
    assert window.picture() != plain
    window.key(pygame.K_RETURN)
    window.settle()
    assert link in scene.picture.tracks[0]
    assert scene.person == 0
    assert scene.last == [link]
    window.key(pygame.K_ESCAPE)
    assert scene.session.position() == before
    assert window.shown == "CityScene"


def test_a_sock_stays_above_the_piece_at_its_station(window: Window) -> None:
    scene = opened(window, "left=2", levels=("", "easy"))
    one, other = next(
        link
        for link in sorted(scene.legal)
        if (link[0] in scene.picture.socks) != (link[1] in scene.picture.socks)
    )
    sock, free = (one, other) if one in scene.picture.socks else (other, one)

    def badge() -> bytes:
        window.app.draw()
        x, y = (window.stage.view.px(value) for value in scene.ground.point(scene.city.cell(sock)))
        reach = window.stage.view.px(0.42 * scene.ground.size)
        box = pygame.Rect(x - reach, y - reach, 2 * reach, 2 * reach)
        return pygame.image.tobytes(window.app.screen.subsurface(box), "RGB")

    scene.walker.jump(max(scene.city.stops, key=lambda text: math.dist(
        scene.far.point(scene.city.cell(text)), scene.far.point(scene.city.cell(sock)))))  # fmt: skip
    alone = badge()
    scene.walker.jump(free, sock)
    assert badge() == alone
    window.stage.change(animation_speed="brisk")
    scene.play(f"lay {one} {other}")
    while scene.show is None or scene.show.share < 0.9:
        window.turn()
    assert badge() == alone


def test_a_pair_in_focus_shows_its_way_and_leads_the_cursor(window: Window) -> None:
    scene = opened(window, levels=("", "easy"))
    window.key(pygame.K_TAB)
    assert scene.focus == "red"
    way, missing = scene.view.shortest_way("red", 0) or ((), 0)
    assert scene.way == way
    assert str(missing) in scene.needs()
    assert scene.link in scene.gaps()
    window.key(pygame.K_RETURN)
    window.settle()
    assert len(scene.gaps()) == missing - 1
    assert scene.link in scene.gaps()
    window.stage.change(hints="off")
    scene.look_at("red")
    assert scene.way == ()
    assert scene.needs() == ""


def test_refusals_are_sentences(window: Window) -> None:
    scene = opened(window)
    one, other = scene.city.printed[0]
    scene.walker.jump(other, one)
    window.key(pygame.K_RETURN)
    assert "Printed track" in scene.message
    assert scene.session.log == ()
    scene.walker.jump(one)
    window.key(pygame.K_RETURN)
    assert "Walk over a link" in scene.message


def test_a_press_on_what_is_used_up_says_so(window: Window) -> None:
    scene = opened(window, board_build="manual", sock_setup="alternate")
    number = 0
    while scene.seen["phase"] == "tiles":
        left = left_over(scene.view.board.tiles)
        design = next((design for design in range(5) if not left[design]), None)
        if design is not None:
            window.click_box(dict(scene.places.rows("tiles"))[str(design)])
            assert scene.message == "All four tiles of that design are laid."
            assert scene.setting.design != design
        scene.play(bot_move(scene.session, "normal", number))
        window.settle()
        number += 1
    scene.play(scene.session.moves()[0])
    window.settle()
    colour = next(iter(scene.seen["socks"]))
    window.click_box(dict(scene.places.rows("socks"))[colour])
    assert "is set out already" in scene.message


def test_why_a_first_sock_cannot_stand_somewhere(window: Window) -> None:
    """Too far in the middle, with room around it, is not called crowded."""
    scene = opened(window, sock_setup="alternate", apart_min=8, apart_max=10)
    middle = min(
        scene.city.stops.values(), key=lambda s: math.dist(scene.far.point(s.cell), scene.places.map.centre)
    )
    scene.walker.jump(middle.text)
    window.key(pygame.K_RETURN)
    assert "right distance" in scene.message
    scene.play(scene.session.moves()[0])
    window.settle()
    scene.walker.jump(next(iter(scene.picture.socks)))
    window.key(pygame.K_RETURN)
    assert "already" in scene.message


def test_building_over_printed_track_when_the_house_rule_says_so(window: Window) -> None:
    scene = opened(window, build_over_printed=True)
    one, other = scene.city.printed[0]
    CityMouse(window).play(f"lay {one} {other}")
    assert (one, other) in scene.picture.tracks[scene.session.log[0][0]]


def test_a_join_is_celebrated_and_scored(window: Window) -> None:
    position, move = near_join()
    scene = opened(window, position, start_player="first")
    window.stage.change(animation_speed="brisk")
    before = list(scene.picture.scores)
    pictures = set()
    scene.play(move)
    while scene.show is not None or scene.queue:
        window.turn(ms=90)
        pictures.add(window.picture())
    assert len(pictures) > 15
    assert scene.picture.scores[0] > before[0]
    assert "home" in scene.news
    assert scene.picture.ways


@pytest.mark.parametrize("still", [False, True])
def test_a_join_can_be_skipped_at_any_moment(window: Window, still: bool) -> None:
    position, move = near_join()
    for frames in (0, 12, 40, 90):
        scene = opened(window, position, start_player="first")
        window.stage.change(animation_speed="brisk", reduced_motion=still)
        scene.play(move)
        for _ in range(frames):
            window.turn()
        scene.skip()
        assert scene.picture.scores == list(scene.session.observe(None)["scores"])
        window.stage.change(animation_speed="instant")
        window.stage.scenes.pop()


def test_a_lost_pair_is_told_and_the_end_explained(window: Window) -> None:
    others = "yellow,green,blue,violet,orange"
    scene = opened(window, f"claimed={others}/- supply=6/1 turn=1 left=1", start_player="first")
    assert scene.session.outcome is None
    one, other = min(scene.legal)
    scene.play(f"lay {one} {other}")
    window.settle()
    while scene.session.outcome is None:
        one, other = min(scene.legal - set(scene.gaps()))
        scene.play(f"lay {one} {other}")
        window.settle()
    assert "Red can no longer be joined: too few pieces" in scene.ending(scene.session.outcome)
    window.turn()
    assert scene.picture.out == {"red": True}
    window.wait(3000)
    assert window.shown == "Results"


def test_why_pairs_are_lost_is_one_sentence_for_each_reason() -> None:
    words = lost_words({"red": False, "blue": False, "green": True})
    assert words.startswith("Red and blue can no longer be joined: every way is blocked. Green can no longer")


def test_refused_tiles_say_why(window: Window) -> None:
    scene = opened(window, board_build="manual")
    first = scene.session.to_move
    window.key(pygame.K_RETURN)
    window.settle()
    assert len(scene.picture.tiles) == 1
    assert scene.session.to_move != first
    scene.setting.place(scene.city.board.tiles[0].at)
    window.key(pygame.K_RETURN)
    assert scene.message == "A tile lies there already."
    q, r = scene.city.board.tiles[0].at
    scene.setting.place((q + 4, r))
    window.key(pygame.K_RETURN)
    assert scene.message == "A tile must touch another one."
    window.key(pygame.K_u)
    assert window.shown == "Consent"
    window.key(pygame.K_RETURN)
    assert scene.picture.tiles == []


def test_the_rest_of_the_set_up_can_be_left_to_the_program(window: Window) -> None:
    options: dict[str, Any] = {"board_build": "manual", "sock_setup": "free", "blockers": 1}
    scene = opened(window, levels=("", "easy"), seed=5, **options)
    for phase in ("tiles", "socks", "blockers"):
        for _ in range(400):
            if scene.seen["phase"] != phase:
                break
            if scene.person is not None and scene.setting.rest != phase and scene.show is None:
                window.key(pygame.K_e)
            window.turn(ms=50)
    assert scene.seen["phase"] == "play"


def test_resumed_in_the_middle_of_a_turn(window: Window) -> None:
    scene = opened(window, sock_setup="alternate")
    station = sorted(scene.setting.open)[3]
    scene.walker.jump(station)
    window.key(pygame.K_TAB)
    colour = scene.setting.colour
    window.key(pygame.K_RETURN)
    assert scene.setting.first == station
    record = scene.session.record()
    window.key(pygame.K_p)
    window.top._leave()
    window.stage.shelf.autosave.settle()
    window.top.returned(None)
    window.key(pygame.K_x)
    again = window.top
    assert isinstance(again, CityScene)
    assert again.session.record() == record
    assert (again.setting.first, again.setting.colour) == (station, colour)


def test_nobody_chooses_while_the_program_does(window: Window) -> None:
    scene = opened(window, sock_setup="free")
    scene.play(scene.session.moves()[0])
    window.settle()
    answer = window.stage.helper.answer
    window.stage.helper.answer = lambda: None  # type: ignore[method-assign]
    window.key(pygame.K_e)
    for key in (pygame.K_TAB, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_x):
        window.key(key)
    window.click_box(scene.places.rows("socks")[3][1])
    assert len(scene.session.log) == 1
    window.stage.helper.answer = answer  # type: ignore[method-assign]
    for _ in range(100):
        window.turn(ms=50)
    assert scene.seen["phase"] == "play"


def test_who_comes_back_sees_what_was_laid_last(window: Window) -> None:
    scene = opened(window, levels=("", "easy"))
    for _ in range(4):
        scene.play(f"lay {' '.join(min(scene.legal))}")
        window.settle()
    again = CityScene(Session.from_record(scene.session.record()), scene.seats)
    window.stage.scenes.push(again)
    assert again.last == scene.last
    assert again.news == scene.news
    again.undo()
    assert again.last != scene.last


BROKEN: list[dict[str, Any]] = [
    {"focus": 3, "at": ["x"], "tile": "no", "first": {}, "rest": 1},
    {"tile": [9, 9, 0, 0]},
    {"tile": [0, 0, -40, 900], "colour": []},
    {"rest": "socks", "colour": "pink"},
]


@pytest.mark.parametrize("kept", BROKEN)
@pytest.mark.parametrize("option", ["board_build=manual", "sock_setup=free"])
def test_whatever_was_kept_does_no_harm(window: Window, kept: dict[str, Any], option: str) -> None:
    session = Session.new("city", seed=4, options=dict([option.split("=")]))
    scene = CityScene(session, [Seat("Ann", 0), Seat("Bo", 1)])
    scene.recall(kept)
    window.stage.scenes.push(scene)
    window.settle()
    assert window.picture()


def test_names_can_be_read_from_close_up(window: Window) -> None:
    scene = opened(window)
    far = scene.ground.size
    window.key(pygame.K_l)
    assert scene.is_closer
    assert scene.ground.size >= 2 * far
    here = scene.walker.at
    assert math.dist(scene.ground.point(scene.city.cell(here)), scene.far.point(scene.city.cell(here))) < 5
    window.key(pygame.K_ESCAPE)
    assert not scene.is_closer
    assert window.shown == "CityScene"


def test_the_label_covers_no_hexagon_on_any_board(window: Window) -> None:
    for seed in range(scaled(12)):
        scene = CityScene(Session.new("city", seed=seed * 37), [Seat("Ann", 0), Seat("Bo", 1)])
        window.stage.scenes.push(scene)
        scene.skip()
        label = scene.far.corners[0]
        for cell in scene.city.area:
            x, y = scene.far.point(cell)
            near = max(label.x, min(x, label.right)), max(label.y, min(y, label.bottom))
            assert math.dist(near, (x, y)) >= scene.far.size * 0.86
        boxes = [scene.far.box(cell, 1.0) for cell in scene.city.area]
        assert min(box.y for box in boxes) >= 0
        assert max(box.right for box in boxes) <= scene.places.panel.x
        window.stage.scenes.pop()


@pytest.mark.parametrize("size", [(960, 540), (1024, 768), (1720, 720)])
def test_every_window_shape_and_text_size_holds_it(tmp_path: Path, size: tuple[int, int]) -> None:
    window = Window(tmp_path, size, text_size=200)
    scene = opened(window, levels=("", "easy"))
    assert scene.far.size >= 14
    rows = scene.places.rows("play")
    assert all(box.h >= 30 for _colour, box in rows)
    assert rows[-1][1].bottom <= scene.places.panel.bottom
    assert scene.places.panel.bottom <= window.stage.view.h - 40
    assert window.picture()
    window.close()


def test_the_strip_says_what_can_be_done(window: Window) -> None:
    scene = opened(window)
    assert (Act.CONFIRM, "Lay track") in scene.help()
    window.key(pygame.K_TAB)
    assert (Act.BACK, "No pair") in scene.help()


def test_the_strip_offers_no_pass_while_the_opening_is_shown(window: Window) -> None:
    window.stage.change(animation_speed="brisk")
    session = Session.new("city", seed=4, options={"start_player": "first"}, names=["Ann", "Bo"])
    scene = CityScene(session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    window.turn()
    assert scene.show is not None
    assert (Act.CONFIRM, "Hurry") in scene.help()
    window.settle()
    assert (Act.CONFIRM, "Lay track") in scene.help()


def test_a_cursor_left_on_the_table_is_on_the_board_afterwards(window: Window) -> None:
    """Stations are called otherwise once the board has moved into its corner."""
    scene = opened(window, board_build="manual")
    for number in range(20):
        for walker in scene.walkers:
            walker.jump(next(reversed(scene.city.stops), ""))
        scene.play(bot_move(scene.session, "normal", number))
        window.settle()
    assert scene.seen["phase"] == "play"
    assert all(walker.at in scene.city.stops for walker in scene.walkers)


@pytest.mark.parametrize("name", ["great_park", "harbour", "twin_lakes"])
def test_a_large_place_has_no_shore_inside(window: Window, name: str) -> None:
    """The park, the harbour and the lakes are each one place, with pictures that differ side by side."""
    session = Session.new("city", seed=1, layout=load(LEVELS / "city" / f"{name}.tmx"))
    city = City.of(session.observe(None))
    inside = [(cell, other) for cell in city.vacant for other in neighbours(cell) if other in city.vacant]
    assert sum(len(joined_sides(city, cell)) for cell in city.vacant) == len(inside) > 6
    pictures = [picture_of(city, cell, 1) for cell in city.vacant if city.ponds[cell] == 0]
    assert len(set(pictures)) > len(pictures) // 2


def test_a_match_made_elsewhere_is_the_same_match() -> None:
    here = made("city", 2, 11, {"sock_setup": "alternate"}, None, ["Ann", "Bo"])
    assert isinstance(here, Session)
    there = pickle.loads(pickle.dumps(here))
    assert there.record() == here.record()
    move = bot_move(there)
    here.play(move)
    there.play(move)
    assert there.position() == here.position()
    assert "apart_min" in str(made("city", 2, 11, {"apart_min": 8, "apart_max": 3}, None, ["Ann", "Bo"]))


def test_somebody_who_goes_back_while_the_board_is_built_gets_none(window: Window) -> None:
    made_: list[object] = []
    helper = window.stage.helper
    helper.answer = lambda: None  # type: ignore[method-assign]
    new_match(window.stage, ("city", 2, 3, {}, None, ["Ann", "Bo"]), made_.append)
    window.wait(400)
    assert window.shown == "Wait"
    waiting = window.picture()
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Title"
    assert window.picture() != waiting
    assert made_ == []


@pytest.mark.parametrize("strength", ["learning", "full"])
def test_a_hint_shows_a_link_or_only_where_it_lies(window: Window, strength: str) -> None:
    scene = opened(window, levels=("", "easy"))
    window.stage.change(hints=strength)
    window.key(pygame.K_h)
    window.settle()
    verb, one, other = scene.hinted.split()
    assert verb == "lay"
    if strength == "full":
        assert scene.link == (one, other)
    else:
        assert scene.link is None
        assert scene.walker.at in (one, other)
        assert "beside this station" in scene.message


@METHODS
def test_somebody_without_a_piece_passes(window: Window, hands: type[Hands]) -> None:
    scene = opened(window, "supply=0/20 turn=0 left=2", start_player="first")
    assert "pass" in scene.message
    hands(window).play("pass")
    assert scene.session.log[-1] == (0, "pass")


def test_what_just_happened_names_the_stations(window: Window) -> None:
    scene = opened(window)
    one, other = min(scene.legal)
    scene.play(f"lay {one} {other}")
    window.settle()
    assert scene.news == f"{scene.seats[scene.session.log[0][0]].name} laid track from " + (
        f"{scene.city.name(one)} to {scene.city.name(other)}."
    )


def test_a_pair_can_be_asked_for_on_the_map_and_in_the_panel(window: Window) -> None:
    scene = opened(window)
    station, colour = next(iter(scene.picture.socks.items()))
    window.click(*scene.ground.point(scene.city.cell(station)))
    assert scene.focus == colour
    window.click_box(dict(scene.places.rows("play"))[colour])
    assert scene.focus == ""
    assert scene.session.log == ()


def test_every_refusal_has_its_own_words() -> None:
    details = {"seat": 1, "colour": "red", "apart": 2, "least": 6, "most": 10, "why": "so", "station": "c7"}
    general = {Code.WRONG_PHASE, Code.UNKNOWN_STATION, Code.UNKNOWN_TILE}
    words = [refused(Refusal(code, details), ["Ann", "Bo"]) for code in Code if code not in general]
    assert len(set(words)) == len(words)
    assert all(sentence.endswith((".", "so")) or ": " in sentence for sentence in words)
    assert {refused(Refusal(code, details), ["Ann", "Bo"]) for code in general} == {
        "That cannot be done now."
    }
