"""Lessons walked by random play: whatever is done, the coach lets it be, and the lesson can be ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame
import pytest

from game.core.chance import Chance
from game.match.lesson import MAKING, Lesson, read_lessons
from game.scenes.lessons import begun
from game.ui.core.canvas import Box
from game.ui.core.input import Act
from game.ui.match.lesson import LessonScene
from game.ui.widgets import entries
from tests.party.crowd import PUPIL, RUMMIES, Learner
from tests.scale import scaled
from tests.scenes.harness import Hands, Window
from tests.scenes.lesson_hands import KINDS, make, opened, taught, undo
from tests.scenes.rummy_hands import CardHands
from tests.scenes.test_sociable_match import CardHands as OfficeHands

WALKS, DEEDS = scaled(1, full=40), 30
"""So many walks through each lesson, and so many things that are done at random in each before it ends."""
ALL = [(slug, lesson.key) for slug in KINDS for lesson in read_lessons(slug).lessons]
TRIES = 40
"""So often somebody who does what is asked for goes on, before a lesson has jammed."""


def settle(window: Window) -> None:
    """Let time pass until whoever learns has to do something."""
    for _turn in range(2000):
        window.turn(ms=50)
        top = window.top
        if not isinstance(top, LessonScene):
            return
        if not top.playback.is_busy and top.match.to_move == top.tutor.lesson.seat and not top.tutor.is_done:
            return
        if top.match.is_over and not top.playback.is_busy:
            return
    raise AssertionError("the lesson stands still")


def lesson_on(window: Window) -> LessonScene | None:
    """The lesson that is on the screen; none once it is over."""
    for _answer in range(6):
        settle(window)
        if window.shown == "LessonEnd":
            return None
        if isinstance(window.top, LessonScene):
            if not window.top.tutor.is_done:
                return window.top
            window.wait(400)
        else:  # the points, or a question
            window.key(pygame.K_RETURN)
    raise AssertionError(f"{window.shown} does not go")


def fair(scene: LessonScene, *, in_order: bool) -> None:
    """What the coach says and points at, of a table as it lies."""
    tutor, guide, where = scene.tutor, scene.guide, (scene.tutor.lesson.key, scene.tutor.number)
    assert not (in_order and tutor.astray), f"{where}: a table in order is refused"
    assert in_order is False or "take it back" not in guide.told.say, where
    if not guide.on_phone and scene.match.to_move == tutor.lesson.seat:
        assert any(guide.where(name) is not None for name in guide.pointed), f"{where}: nothing is pointed at"


# At the screen, with the mouse.


def targets(scene: Any) -> Sequence[Box]:
    """What can be pressed of a game."""
    view = scene.view
    match scene.match.session.game:
        case "socker":
            cells = [f"{column}{row}" for column in "abcdefghi" for row in range(1, 12)]
            near = [cell for cell in (view.carpet.picture.ball, *scene.tutor.step.point) if cell]
            pieces = [piece.cell for piece in view.carpet.picture.pieces]
            return [
                view.carpet.where(cell) for cell in (*cells[::9], *near * 3, *pieces * 3) if len(cell) < 4
            ]
        case "city":
            links = [view.where(f"link {one} {other}") for one, other in view.map.city.links]
            return [*links, *view.map.panel.rows.values()]
        case "sociable":
            floor, hand = view.floor, view.hand
            cards = [hand.card_box(place) for place in range(len(floor.picture.hand))]
            return [*(Box(box.x, box.y, 16, 24) for box in cards), floor.places.play, floor.places.passing]
    spots = [Box(box.x, box.y, min(box.w, 20), box.h * 0.6) for box in view.table.spots().values()]
    places = view.table.places
    return [*spots, view.table.new_box(), places.hand, *places.buttons]


def press_something(window: Window, scene: Any, chance: Chance) -> None:
    """One press on something, or one step back, or the end of the turn; nothing that leaves the lesson."""
    boxes = scene.guide.boxes(entries(window.stage, scene)[0].y)
    away = boxes.skip, boxes.speech.box
    found = [box for box in targets(scene) if not any(one.holds(box.centre) for one in away)]
    acts = [entry for entry in entries(window.stage, scene)[1] if entry.act in (Act.UNDO, Act.END_TURN)]
    number = chance.below(10)
    if number == 0 and acts:
        window.click_box(chance.pick(acts).box)
    elif number == 1:
        window.click(*chance.pick(found).centre, button=3)
    else:
        window.click_box(chance.pick(found))


def let_go(window: Window, scene: Any) -> None:
    """Put down whatever is held."""
    if scene.match.session.game in RUMMIES and scene.view.table.carry is not None:
        window.key(pygame.K_ESCAPE)


def lead_on(player: Hands, scene: Any) -> None:
    """Do the next thing that the step asks for."""
    step, window = scene.tutor.step, player.window
    if step.goal.undone:
        window.click_strip(Act.UNDO)
    elif step.goal.is_built:
        make(player, step.turns[-1])
    else:
        move = awaited(scene)
        if isinstance(player, OfficeHands):
            player.make(scene, move)
        elif isinstance(player, CardHands):
            while scene.view.table.draft.changed and scene.view.table.draft.move() != move:
                undo(player)
            player.play(move)
        else:
            player.play(move)
    window.turn(ms=50)


def awaited(scene: LessonScene) -> str:
    """A move that the step takes."""
    session, tutor = scene.match.session, scene.tutor
    moves = dict.fromkeys([*filter(None, [tutor.awaited]), *session.moves()])
    return next(move for move in moves if session.refusal(move) is None and tutor.accepts(move))


@pytest.mark.parametrize(("slug", "key"), ALL, ids=[f"{slug}-{key}" for slug, key in ALL])
def test_no_random_play_with_the_mouse_jams_a_lesson(window: Window, slug: str, key: str) -> None:
    for walk in range(WALKS):
        opened(window, slug, key)
        chance, player = Chance(f"{slug} {key} {walk}"), KINDS[slug]["mouse"](window)
        for _deed in range(DEEDS):
            scene = lesson_on(window)
            if scene is None:
                break
            fair(scene, in_order=slug in RUMMIES and scene.view.is_in_order())
            press_something(window, scene, chance)
        ended(window, partial(lead_on, player))


def ended(window: Window, lead: Callable[[LessonScene], None]) -> None:
    """The lesson is ended from wherever it stands, by doing what is asked for."""
    for _try in range(TRIES):
        scene = lesson_on(window)
        if scene is None:
            break
        let_go(window, scene)
        lead(scene)
    assert window.shown == "LessonEnd", f"jammed at step {scene and scene.tutor.number}"
    while len(window.stage.scenes.scenes) > 1:
        window.stage.scenes.pop()


# On a phone.


class Pocket:
    """A phone with a lesson, without a network: what it is told, and what it does; see `Learner`."""

    def __init__(self, window: Window, lesson: Lesson) -> None:
        self.window, self.phones = window, [self]
        window.stage.scenes.push(begun(window.stage, lesson, pupil=PUPIL))
        settle(window)

    @property
    def scene(self) -> LessonScene:
        """The lesson, which may lie below its end."""
        return next(s for s in reversed(self.window.stage.scenes.scenes) if isinstance(s, LessonScene))

    @property
    def state(self) -> dict[str, Any]:
        """What the phone shows."""
        seats, seat = self.scene.phones, self.scene.tutor.lesson.seat
        told = seats.shared(lambda _seat: False) | seats.own(seat)
        assert seats.lesson is not None
        return seats.lesson.with_lesson(told)

    def do(self, do: str, **words: Any) -> str:
        """Tell the window; the sentence where that is refused."""
        words.pop("moment", None)
        answer = self.scene.phones.do(self.scene.tutor.lesson.seat, {"do": do, **words}, self.window.time)
        self.window.turn(ms=50)
        return answer

    def until(self, is_so: Callable[[], object]) -> None:
        """Let time pass until this is so."""
        for _turn in range(400):
            if is_so():
                return
            self.window.turn(ms=50)
        raise AssertionError("that never comes")


def tap_something(pocket: Pocket, chance: Chance) -> None:
    """One thing that a page would send, legal or not."""
    state = pocket.state
    view, game = state["view"], state["game"]
    if chance.below(12) == 0:
        pocket.do("undo")
    elif game not in RUMMIES:
        moves = pocket.scene.match.session.moves()
        if moves:
            pocket.do("move", move=chance.pick(moves), ply=state["ply"])
    elif "piles" in view:
        hand = [key for key, _card in view["hand"]]
        lying = [card[0] for _key, cards, *_more in view["piles"] for card in cards]
        piles = [None, *(key for key, *_more in view["piles"])]
        match chance.below(9):
            case 0:
                pocket.do(chance.pick(("step", "all", "end", "draw")))
            case 1:
                pocket.do(
                    chance.pick(("face", "hand", "take")), card=chance.pick(lying), cards=[chance.pick(lying)]
                )
            case number:
                cards = hand if number < 7 and hand else lying
                pocket.do("lay", cards=[chance.pick(cards)], pile=chance.pick(piles))


@pytest.mark.parametrize(("slug", "key"), ALL, ids=[f"{slug}-{key}" for slug, key in ALL])
def test_no_random_play_on_a_phone_jams_a_lesson(window: Window, slug: str, key: str) -> None:
    for walk in range(WALKS):
        pocket = Pocket(window, taught(slug, key))
        chance, learner = Chance(f"{slug} {key} {walk} phone"), Learner(pocket)  # type: ignore[arg-type]
        for _deed in range(DEEDS):
            scene = lesson_on(window)
            if scene is None:
                break
            seats = scene.phones.lesson
            assert seats is not None
            fair(scene, in_order=slug in RUMMIES and seats.is_in_order())
            tap_something(pocket, chance)
        ended(window, partial(lead_on_phone, pocket, learner))


def lead_on_phone(pocket: Pocket, learner: Learner, scene: LessonScene) -> None:
    """Do the next thing that the step asks for."""
    step = scene.tutor.step
    if step.goal.undone:
        pocket.do("undo")
    elif step.goal.is_built:
        learner.make(step.turns[-1])
    else:
        if pocket.state["view"].get("laid") and step.moves[0] == "draw":
            pocket.do("all")
        learner.play(awaited(scene))


# The right play, in other orders than that of the words.

TENS, CLUBS = "2P 2F 2L | HP HF HB | 8B 9B 10B 11B", "4C 5C 6C"
MENDED, TORN = f"{TENS} | 5L 6L 7L | 4F 4B 4L", f"{TENS} | 5L 6L | 4F 4B 4L"
ORDERS = [
    ("socki", "mend", [f"{TENS} | 4L 5L 6L 7L", MENDED]),
    ("socki", "mend", [f"{TENS} | 4L 5L 6L | 7L", f"{TENS} | 4L | 5L 6L 7L", MENDED]),
    ("socki", "mend", [TORN, MENDED]),
    ("socki", "mend", [TORN, f"{TENS} | 4L 5L 6L 7L", MENDED]),
    ("socki", "mend", [TORN, f"{TENS} | 4L 5L 6L | 4F 4B", MENDED]),
    ("socki", "set", ["10P 10F 10B 10L | 4L 5L 6L", "10P 10F 10B | 4L 5L 6L", "10P 10F 10B 10L | 4L 5L 6L"]),
    ("rockit", "come", [f"{CLUBS} | 5D 5S 5H"]),
    ("rockit", "come", [f"{CLUBS} | 7H 8H 9H", f"{CLUBS} | 7H 8H 9H | 5D 5S 5H", f"{CLUBS} | 5D 5S 5H"]),
    ("rockit", "joker", [f"{CLUBS} | 6S 7S JK=5S"]),
    ("rockit", "joker", [f"{CLUBS} JK=7C", f"{CLUBS} | 6S 7S JK=5S", f"{CLUBS} | 6S 7S JK=8S"]),
    ("rockit", "rockit", [f"{CLUBS} 7C | 8D 8S 8H 8C"]),
]  # fmt: skip
"""Turns in the making, one after another; then the turn is ended."""


@pytest.mark.parametrize(("slug", "key", "makings"), ORDERS)
@pytest.mark.parametrize("way", ["mouse", "phone"])
def test_the_right_play_in_another_order_is_taken(
    window: Window, slug: str, key: str, makings: Sequence[str], way: str
) -> None:
    if way == "phone":
        learner = Learner(pocket := Pocket(window, taught(slug, key)))  # type: ignore[arg-type]
        build = learner.make
    else:
        opened(window, slug, key)
        player = KINDS[slug]["mouse"](window)
        build = lambda making: make(player, making)  # noqa: E731
    for making in makings:
        build(making)
        scene: Any = lesson_on(window)
        assert scene is not None
        seats = scene.phones.lesson
        order = seats.is_in_order() if seats is not None else scene.view.is_in_order()
        assert not scene.tutor.astray
        fair(scene, in_order=order)
    assert scene.tutor.number == len(scene.tutor.lesson.steps) - 1, "all that is left is to end the turn"
    assert not scene.tutor.nudged
    if way == "phone":
        assert pocket.do("end") == ""
    else:
        player.end_turn()
    assert lesson_on(window) is None


LINES = [
    ("socker", "step", ["= e4", "move e4 d5", "end"]),
    ("city", "join", ["lay h8 i8", "lay f8 g8"]),
    ("city", "round", ["lay f5 f6", "lay e6 f5", "lay f4 g4", "lay e3 f3"]),
    ("city", "ways", ["= red", "= blue", "lay j1 k1", "lay e3 f3"]),
    ("city", "block", ["lay g6 h7", "lay j1 k1"]),
    ("city", "points", ["lay g4 h5"]),
    ("sociable", "exchange", ["give KS 8C", "pass"]),
    ("sociable", "beat", ["play KS", "play JS JD"]),
]
"""What is done otherwise than by the solution, to the end of a lesson."""


@pytest.mark.parametrize(("slug", "key", "lines"), LINES)
def test_another_way_to_the_same_is_taken(window: Window, slug: str, key: str, lines: Sequence[str]) -> None:
    opened(window, slug, key)
    player = KINDS[slug]["mouse"](window)
    for line in lines:
        scene = lesson_on(window)
        assert scene is not None, line
        if line.startswith(MAKING):
            make(player, line.strip(f"{MAKING} "))
        elif isinstance(player, OfficeHands):
            player.make(scene, line)
        else:
            player.play(line)
        window.turn(ms=50)
        assert not scene.tutor.nudged, line
    assert lesson_on(window) is None


def test_why_a_turn_was_refused_is_said_no_more_once_the_table_is_another(window: Window) -> None:
    """It stood on the big screen for as long as a phone learnt."""
    pocket = Pocket(window, taught("socki", "mend"))
    hand = {card: key for key, card in pocket.state["view"]["hand"]}
    pocket.do("lay", cards=[hand["1P"]], pile=None)
    assert pocket.do("end") != ""
    guide = pocket.scene.guide
    assert guide.refused
    assert guide.told.say.startswith("Something lies there")
    pocket.do("all")
    settle(window)
    assert not guide.refused
    assert guide.told.say.startswith("A run of three")


@pytest.mark.parametrize("way", ["mouse", "phone"])
def test_what_was_ready_and_is_taken_away_again_is_asked_for(window: Window, way: str) -> None:
    """The pointer stayed at the button, and the words as well."""
    full, bare = "10P 10F 10B 10L | 4L 5L 6L", "10P 10F 10B | 4L 5L 6L"
    if way == "phone":
        build = Learner(Pocket(window, taught("socki", "set"))).make  # type: ignore[arg-type]
    else:
        opened(window, "socki", "set")
        build = partial(make, KINDS["socki"]["mouse"](window))
    build(full)
    scene = lesson_on(window)
    assert scene is not None
    assert scene.guide.pointed[0] == "end"
    build(bare)
    settle(window)
    assert scene.tutor.nudged
    if way == "mouse":
        assert scene.guide.pointed[0] == "10L"
    build(full)
    settle(window)
    assert not scene.tutor.nudged
