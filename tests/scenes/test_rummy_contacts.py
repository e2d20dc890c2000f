"""Cards of the rummies that fly, touch and shake: what is seen and heard at which time."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest

from game.core.session import Session
from game.games.socki.screen.theme import Beach
from game.match.seats import PHONE, Seat
from game.ui.cards.fan import CardPose
from game.ui.core import verbs
from game.ui.rummy.drag import on_pile
from game.ui.rummy.table_state import PoseAnimator
from tests.robot.rummy import SockiRobot
from tests.scenes.harness import WindowRobot

OWN = "table=6P,7P,8P/3L,3F,3B hands=9P,10P,5L,12L/4F,6F stock=2F,3F,5B"
OTHER = "table=6P,7P,8P/3L,3F,3B hands=5L,12L/9P,3P,4F/1L,2L stock=2F,3F,5B turn=1"
PLAY = "play 6P 7P 8P 9P | 3L 3F 3B 3P"
SEATS = [Seat("Ann", 0), Seat("Bo", 1, device=PHONE), Seat("Cy", 2, device=PHONE)]
FROM, TO = CardPose(0, 0), CardPose(400, 100, 4.0, 64.0)


def drop(robot: SockiRobot, card: str, onto: str) -> int:
    """Carry a card of the hand onto a pile with the pointer, and drop it. Returns its key."""
    table, drag, key = robot.table, robot.drag, robot.key(card)
    box = next(box for piece, box in table.hand_boxes() if piece.key == key)
    drag.focus_on(key)
    drag.lift([key], box.centre)
    pile = next(pile for pile in table.draft.piles if onto in pile.texts)
    where = table.placed_piles().boxes()[pile.key]
    drag.on_move((where.right - 20, where.centre[1]))
    assert table.carry is not None
    table.set_drop_target(on_pile(table.carry.draft, pile))
    drag.drop()
    return key


def others_play(window: WindowRobot, position: str = OTHER, move: str = PLAY) -> SockiRobot:
    """Open a match against a phone, and let the phone make a move."""
    session = Session.from_position("socki", position, 3, {"must_play": "honour"})
    robot = SockiRobot(window, window.open_match(session, SEATS))
    window.run_for(500)
    robot.match.play(move)
    return robot


def test_flight_touches_once_and_ends_exactly_at_its_place() -> None:
    cards = PoseAnimator(lambda: False)
    cards.aim(7, TO, 1000, 1.0, start=FROM, flight=verbs.LAY)
    poses = [cards.at(7, 1000 + ms) for ms in range(0, 400, 5)]
    contacts = [(ms, cards.contacts(1000 + ms)) for ms in range(0, 400, 5)]
    assert [(ms, keys) for ms, keys in contacts if keys] == [(180, [(7, verbs.LAY)])]
    assert all(pose is not None for pose in poses)
    heights = [pose.lift for pose in poses if pose]
    assert max(heights) == pytest.approx(verbs.LAY.height, abs=1)
    assert poses[36] is not None
    assert (poses[36].x, poses[36].lift) == (TO.x, 0.0)
    assert poses[36].grow < 0.95, "it is pressed down as it touches"
    assert cards.at(7, 1300) == TO


def test_flight_to_another_place_neither_jumps_nor_comes_later() -> None:
    cards = PoseAnimator(lambda: False)
    cards.aim(7, TO, 0, 1.0, start=FROM, flight=verbs.LAY)
    before = cards.at(7, 90)
    cards.aim(7, CardPose(200, 300), 90, 1.0)
    after = cards.at(7, 90)
    assert before is not None
    assert after is not None
    assert math.dist((before.x, before.y), (after.x, after.y)) < 1e-6
    assert cards.contacts(180) == [(7, verbs.LAY)]
    assert cards.at(7, 400) == CardPose(200, 300)


def test_own_card_sounds_when_it_touches_and_then_rests_in_its_place(window: WindowRobot) -> None:
    robot = SockiRobot(window, OWN, animation_speed="brisk")
    window.run_for(400)
    contacts = window.record_sounds()
    key = drop(robot, "9P", "8P")
    table = robot.table
    window.step(ms=48)
    assert contacts.of("card_lay") == []
    assert table.cards.flying(key, window.time) is not None
    window.step(ms=16)
    assert contacts.of("card_lay") == [(64, 0)]
    assert table.cards.landing(key, window.time) is not None
    window.run_for(300)
    pile = table.draft.holder(key)
    assert pile is not None
    ground = table.placed_piles()
    position = ground.slot(pile.key)
    assert position is not None
    assert table.cards.at(key, window.time) == ground.pose(*position, 3)
    drop(robot, "10P", "9P")
    window.run_for(300)
    assert [tone for _ms, tone in contacts.of("card_lay")] == [0, 2], "one hears how many"


@pytest.mark.parametrize("look", [{"reduced_motion": True}, {"animation_speed": "instant"}], ids=str)
def test_own_card_sounds_at_once_without_motion(window: WindowRobot, look: dict[str, Any]) -> None:
    robot = SockiRobot(window, OWN, **{"animation_speed": "brisk", **look})
    window.run_for(400)
    contacts = window.record_sounds()
    key = drop(robot, "9P", "8P")
    assert robot.table.cards.at(key, window.time) == robot.table.cards.end(key)
    window.step(ms=1)
    assert contacts.of("card_lay") == [(1, 0)]
    window.run_for(400)
    assert len(contacts.of("card_lay")) == 1


def test_cards_of_others_sound_one_after_the_other_where_they_touch(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    robot = others_play(window)
    contacts = window.record_sounds()
    window.run_until(lambda: contacts.of("card_lay"), ms=10)
    first = contacts.of("card_lay")[0][0]
    assert verbs.LAY.contact <= first <= 210
    window.run_for(900)
    assert [tone for _ms, tone in contacts.of("card_lay")] == [0, 2]
    times = [ms for ms, _tone in contacts.of("card_lay")]
    assert all(90 <= later - earlier <= 120 for earlier, later in pairwise(times))
    assert ("6P", "7P", "8P", "9P") in [pile.texts for pile in robot.table.lay.piles]


@pytest.mark.parametrize("still", [False, True])
def test_peg_snaps_on_once_its_card_has_touched(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, *, still: bool
) -> None:
    openings: list[float] = []
    robot = SockiRobot(window, OWN, animation_speed="brisk", reduced_motion=still)
    window.run_for(400)
    monkeypatch.setattr(Beach, "draw_mark", lambda *_where, opening, **_look: openings.append(opening))
    key, pegged = drop(robot, "9P", "8P"), list[list[float]]()
    for _ in range(20):
        window.step(ms=16)
        openings.clear()
        window.picture()
        pegged.append([*openings])
        if robot.table.cards.flying(key, window.time) is not None:
            assert not pegged[-1]
    shown = [opening for frame in pegged for opening in frame]
    assert shown == sorted(shown, reverse=True)
    assert (max(shown, default=0.0) > 0.8) is not still
    assert pegged[-1] in ([], [0.0]), "at rest, or drawn from the cached picture of the pile"


def test_play_of_others_sounds_once_if_it_is_instant(window: WindowRobot) -> None:
    others_play(window)
    contacts = window.record_sounds()
    window.run_for(200)
    assert len(contacts.of("card_lay")) == 1


def test_jump_in_a_match_drops_the_contacts_to_come(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    robot = others_play(window)
    contacts = window.record_sounds()
    window.run_for(100)
    robot.scene.player.seek(robot.session)
    window.run_for(500)
    assert contacts.of("card_lay") == []


def test_gripped_card_stays_exactly_at_the_pointer(window: WindowRobot) -> None:
    robot = SockiRobot(window, OWN, animation_speed="brisk")
    window.run_for(400)
    table, drag = robot.table, robot.drag
    key, other = robot.key("9P"), robot.key("10P")
    drag.focus_on(key)
    window.run_for(400)
    start = table.cards.at(key, window.time)
    assert start is not None
    at = (start.x + 12.0, start.y - 30.0)
    drag.lift([key, other], at)
    leans = []
    for _ in range(20):
        pose = table.cards.at(key, window.time)
        assert pose is not None
        scale = pose.card * pose.grow / start.card
        drawn = pose.x, pose.y - pose.lift
        assert drawn == pytest.approx((at[0] - 12.0 * scale, at[1] + 30.0 * scale), abs=0.01)
        leans.append(pose.angle)
        at = (at[0] + 16.0, at[1] - 8.0)
        window.step(ms=16)
        drag.on_move(at)
    assert max(leans) > 5, "it leans into its way"
    window.run_for(400)
    pose = table.cards.at(key, window.time)
    assert pose is not None
    assert pose.angle == pytest.approx(-3.0), "and is still when the hand is"


def test_refused_pile_shakes_its_head_and_the_wrong_card_jumps_with_the_focus(window: WindowRobot) -> None:
    robot = SockiRobot(window, OWN)
    wrong = drop(robot, "5L", "8P")
    window.context.update_settings(animation_speed="brisk")
    window.run_for(400)
    table = robot.table
    pile = next(pile for pile in table.draft.piles if "5L" in pile.texts)
    rest = [table.cards.at(piece.key, window.time) for piece in pile.pieces]
    contacts = window.record_sounds()
    robot.view.moves.end_turn()
    assert contacts.of("refuse") == [(0, None)]
    assert not contacts.of("focus")
    window.step(ms=24)
    offsets = {table.cards.shake_offset(piece.key, window.time) for piece in pile.pieces}
    assert len(offsets) == 1
    assert abs(offsets.pop()) > 4
    assert [p.key for p in pile.pieces if table.cards.jump_height(p.key, window.time)] == [wrong]
    assert robot.drag.focus == wrong
    window.run_for(400)
    assert [table.cards.at(piece.key, window.time) for piece in pile.pieces] == rest
    assert not robot.view.tick(window.time)


def test_drawn_card_is_turned_over_and_marked_only_in_the_hand(window: WindowRobot) -> None:
    robot = SockiRobot(window, OWN, must_play="honour", animation_speed="brisk")
    window.run_for(400)
    contacts, before = window.record_sounds(), {piece.key for piece in robot.draft.hand}
    robot.begin("draw")
    window.step(ms=16)
    assert [ms for ms, _tone in contacts.of("card_draw")] == [0]
    window.run_until(lambda: len(robot.table.lay.hand) > len(before), ms=10)
    (new,) = {piece.key for piece in robot.table.lay.hand} - before
    assert robot.table.cards.flying(new, window.time) is not None
    window.run_for(240)
    assert robot.table.cards.flying(new, window.time) is None


def test_hand_opens_a_gap_for_a_drawn_card_and_closes_as_it_touches(window: WindowRobot) -> None:
    robot = SockiRobot(window, OTHER.replace("turn=1", "turn=0"), must_play="honour", animation_speed="brisk")
    window.run_for(400)
    robot.begin("draw")
    window.run_until(lambda: len(robot.table.lay.hand) == 3, ms=10)
    gaps = []
    for _ in range(20):
        window.step(ms=16)
        poses = {piece.card: pose for piece, pose in robot.view.picture.hand_at(window.time)}
        gaps.append(poses["5L"].x - robot.table.hand_poses()[0].x)
        if robot.table.cards.flying(robot.key("2F"), window.time) is not None:
            uncovered = gaps[-1]
    assert uncovered > 0.95 * poses["2F"].card, "it has room for the whole card before it touches"
    assert gaps[-1] == robot.table.hand_poses()[1].x - robot.table.hand_poses()[0].x < uncovered


def test_player_who_passes_raps_twice_on_the_table(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    robot = others_play(window, OTHER.replace("stock=2F,3F,5B", "stock=2F"), "draw")
    window.run_for(1500)
    robot.match.play("pass")
    contacts = window.record_sounds()
    depths = []
    for _ in range(36):
        window.step(ms=10)
        depths.append(robot.view.event_playback.duck(1))
    assert [tone for _ms, tone in contacts.of("knock")] == [3, 1]
    assert [ms for ms, _tone in contacts.of("knock")] == pytest.approx([100, 240], abs=15)
    assert min(depths) < -2
    assert max(depths) == pytest.approx(16, abs=3)
    assert robot.view.event_playback.duck(0) == 0


def test_card_laid_on_a_phone_flies_to_the_table_and_sounds_there(window: WindowRobot) -> None:
    robot = SockiRobot(window, OWN.replace(" stock", "/1L,2L stock"), (0, 1, 2), animation_speed="brisk")
    window.context.phones.is_away = lambda _seat: False  # type: ignore[method-assign,assignment]
    robot.match.assign_seat(0, "", PHONE)
    window.run_for(400)
    draft = robot.view.turns.on_phone(0).draft
    piece = next(piece for piece in draft.hand if piece.card == "9P")
    contacts = window.record_sounds()
    lay = {"do": "lay", "cards": [piece.key], "pile": draft.piles[0].key}
    assert robot.view.phone.handle_phone(0, lay) == ""
    assert contacts.of("card_lay") == []
    window.run_for(400)
    assert [ms for ms, _tone in contacts.of("card_lay")] == [pytest.approx(190, abs=15)]
