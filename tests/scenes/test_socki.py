"""SOCKI in the window: whole matches with each device alone, rule-book examples, secrets, reloads."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.games.socki.screen.total_reset import LENGTH_MS
from game.games.socki.screen.view import ROUND_END_PAUSE_MS, SockiView
from game.match.seats import Seat
from game.ui.core.input import InputAction
from game.ui.match.match_flow import match_scene
from game.ui.rummy.table_state import NEW_PILE
from game.ui.rummy.theme import ValidityIndicator
from game.ui.rummy.view import PULSE_MS, RING_MARGIN
from tests.robot.rummy import SockiRobot
from tests.sampling import risk, step
from tests.scenes.harness import WindowRobot, is_settled
from tests.scenes.rummy_hands import (
    NAMES,
    CardKeys,
    CardMouse,
    CardPad,
    RummyRobot,
)

HANDS = [CardKeys, CardPad, CardMouse]
METHODS = pytest.mark.parametrize("hands", HANDS)


EXAMPLES = {
    "T1": ("hands=1P,3P,9L/4L stock=5B,2P", 2, "1P 2P 3P"),
    "T2": ("table=1P,2P,3P hands=4P,7F,7B,7B,9L/4L stock=5B", 0, "1P 2P 3P 4P | 7F 7B 7B"),
    "T3": ("table=1P,2P,3P hands=5P,5L,9L/4L stock=1B,2B,1F,2L,5B,6B", 5, "1P 2P 3P | 5P 5L 5B"),
    "T4": ("table=7F,7B,7B hands=7F,9L/4L stock=5B", 0, "7F 7F 7B 7B"),
    "T5": (
        "table=1P,2P,3P,4P/5P,5L,5B/7F,7F,7B,7B hands=4P,1B,4B,3L,9L,10L/6L,12F stock=5B", 0,
        "1P 2P 3P | 4P 4P 4B | 5P 5L 5B | 7F 7F 7B 7B",
    ),
    "T6": ("table=8P,9P,10P,11P hands=7P,9P,12P,1L/4L stock=5B", 0, "7P 8P 9P | 9P 10P 11P 12P"),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_rule_book_examples_can_be_played(window: WindowRobot, name: str) -> None:
    """RULES.md, SOCKI 1.4: make the draws, then lay this table, and knock."""
    position, draws, table = EXAMPLES[name]
    robot = SockiRobot(window, position, (0, 1))
    hands = CardKeys(window)
    for number in range(draws):
        hands.second()
        window.finish_animations()
        assert len(robot.table.drawn) == number + 1
    hands.play(f"play {table}")
    window.run_for(300)
    assert robot.log[-1][0] == 0
    piles = sorted(tuple(sorted(pile.split())) for pile in table.split(" | "))
    assert sorted(tuple(sorted(pile)) for pile in robot.session.observe(None)["table"]) == piles
    assert robot.session.to_move == 1
    assert window.shown == "HandoverScene", "the turn is over: there is no drawing any more"


@METHODS
def test_illegal_play_is_refused_with_the_reason(window: WindowRobot, hands: type[RummyRobot]) -> None:
    """T7 and T8: a pile of two; a rearrangement without a card of the hand."""
    player = hands(window)
    robot = SockiRobot(window, "table=1P,2P,3P hands=3L,3B,9L/4L stock=5B")
    before = robot.session.position()
    player.build([["1P", "2P"], ["3P", "3L", "3B"]])
    player.end_turn()
    assert "too few" in robot.says
    assert robot.session.position() == before
    player.back()
    assert not robot.draft.is_changed
    window.context.scenes.pop()
    robot = SockiRobot(window, "table=1P,2P,3P,4P/4F,4B,4L hands=9L/4L stock=5B")
    player.build([["1P", "2P", "3P"], ["4P", "4F", "4B", "4L"]])
    assert robot.draft.is_changed
    player.end_turn()
    assert "at least one card" in robot.says
    player.second()
    window.finish_animations()
    assert robot.piles == [
        ("1P", "2P", "3P", "4P"),
        ("4F", "4B", "4L"),
    ]
    assert robot.session.observe(0)["drawn"] == 1


@pytest.mark.parametrize(
    ("before", "hands", "after", "heroes"),
    [
        ("80/40/10", "8P,12P/9P/5L", (0, 40, 15), ["Bo"]),
        ("80/40/90", "8P,12P/9P/3L,12L", (0, 40, 105), ["Ann"]),
        ("99/40/40", "2P/9P/HL", (101, 40, 40), ["Bo", "Ida"]),
    ],
)
def test_score_of_a_hand_follows_the_rules(
    window: WindowRobot,
    drawn_words: list[str],
    before: str,
    hands: str,
    after: tuple[int, ...],
    heroes: list[str],
) -> None:
    """T11 to T13: exactly 100 falls back to 0, more than 100 ends the match."""
    position = f"table=6P,7P,8P hands={hands} stock=5B,5F,1B turn=1 scores={before}"
    robot = SockiRobot(window, position, (1,))
    window.press_key(pygame.K_RETURN)
    CardKeys(window).play("play 6P 7P 8P 9P")
    window.run_until(lambda: window.shown == "RoundEndScene", ms=50)
    assert window.shown == "RoundEndScene"
    results = window.top.end.results
    assert tuple(result.total for result in results) == after
    # Who goes out is the hero; at the end of a match, the winners are.
    assert [result.seat.name for result in results if result.is_hero] == heroes
    drawn_words.clear()
    window.picture()
    assert {str(total) for total in after} <= set(drawn_words)
    assert "Fewest points win." in window.top.end.sign, "or who has most seems to have won"
    assert ("Ann hit exactly 100, so it's back to 0." in window.top.end.sign) == (after[0] == 0)
    assert robot.session.observe(None)["scores"] == list(after)
    window.press_key(pygame.K_RETURN)
    window.run_for(10000)
    assert (window.shown == "ResultsScene") == (max(after) > 100)


# the player to move goes out, and the first seat gets exactly 100
EXACT = "table=6P,7P,8P hands=8P,12P/9P/5L stock=5B,5F,1B turn=1 scores=80/40/10"


def unravels(robot: SockiRobot) -> bool:
    """True while a total falls back to 0."""
    assert isinstance(robot.view, SockiView)
    return robot.view.unravelling.is_busy


def falls_back(window: WindowRobot) -> SockiRobot:
    """Play until a total of exactly 100 begins to unravel."""
    robot = SockiRobot(window, EXACT, (1,))
    window.press_key(pygame.K_RETURN)
    CardKeys(window).play("play 6P 7P 8P 9P")
    window.run_until(lambda: unravels(robot), ms=16)
    return robot


@pytest.mark.parametrize("still", [False, True])
def test_total_of_exactly_100_unravels_before_the_sheet(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, *, still: bool
) -> None:
    window.context.update_settings(animation_speed="brisk", reduced_motion=still)
    sounds = window.record_sounds()
    robot = falls_back(window)
    assets, seen, names = window.context.assets, set(), list[str]()
    get = assets.get

    def got(key: tuple[str, ...], make: Callable[[], pygame.Surface], **how: Any) -> pygame.Surface:
        before, image = assets.miss_count, get(key, make, **how)
        names.extend([key[0]] * (assets.miss_count - before))
        return image

    monkeypatch.setattr(assets, "get", got)
    apart = step(12)
    for _ in range(int((LENGTH_MS - 48) / apart)):
        window.step(ms=apart)
        seen.add(window.picture())
    assert unravels(robot)
    own_names = [name for name in names if any(part in name for part in ("hundred", "endings", "marks"))]
    assert not own_names, "all its pictures were made while the hands lay open"
    assert len(seen) > (3 if still else 960 / apart)
    window.run_for(100)
    assert window.shown == "RoundEndScene"
    assert [name for name in sounds if name in ("pop", "tick", "zip", "claim")] == [
        "pop", "tick", "tick", "tick", "zip", "claim",
    ]  # fmt: skip


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_LEFT, pygame.K_d])
def test_any_press_ends_the_unravelling_and_nothing_else(window: WindowRobot, key: int) -> None:
    window.context.update_settings(animation_speed="brisk")
    robot = falls_back(window)
    window.run_for(400)
    log = robot.log
    window.press_key(pygame.K_p)
    assert window.shown == "PauseMenu"
    window.run_for(3 * LENGTH_MS)
    window.press_key(pygame.K_ESCAPE)
    assert unravels(robot), "the menu pauses it"
    window.press_key(key)
    window.run_for(60)
    assert window.shown == "RoundEndScene", "and nothing of that was pressed on"
    assert not unravels(robot)
    assert robot.log == log


def test_instant_speed_skips_the_unravelling(window: WindowRobot) -> None:
    robot = SockiRobot(window, EXACT, (1,), animation_speed="instant")
    window.press_key(pygame.K_RETURN)
    CardKeys(window).play("play 6P 7P 8P 9P")
    window.run_for(200)
    assert window.shown == "RoundEndScene"
    assert not unravels(robot)


def test_unravelling_is_shown_in_a_match_of_bots(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    session = Session.from_position("socki", EXACT, 3, names=NAMES[:3])
    robot = SockiRobot(window, window.open_match(session, people=0))
    robot.match.play("play 6P 7P 8P 9P")
    sounds = window.record_sounds()
    lengths = [
        robot.view.timeline(event).length for event in robot.animations.waiting if event.kind == "hand_end"
    ]
    assert lengths == [ROUND_END_PAUSE_MS + LENGTH_MS]
    window.run_for(6000)
    assert sounds.count("claim") == 1


def test_empty_mat_invites_a_first_pile_and_hides_unusable_buttons(window: WindowRobot) -> None:
    robot = SockiRobot(window, "hands=1P,2P,3P,9L/4L stock=5B,6B")

    def words() -> list[str]:
        return [knob.words for knob in robot.knobs]

    assert robot.view.advice() == "Play the first pile here"
    assert words() == ["Draw"]
    assert robot.status.words == "Play three cards or draw one."
    hands = CardKeys(window)
    hands.lift(robot.draft.hand[0].key)
    assert robot.carry is not None
    assert not robot.view.advice(), "nothing is under the carried cards"
    hands.back()
    assert robot.view.advice()
    hands.build([["1P", "2P", "3P"]])
    assert not robot.view.advice()
    assert words() == ["Draw", "Undo all", "Knock"]


def test_pass_needs_an_empty_stock_and_blocked_hands_count(window: WindowRobot) -> None:
    """T14 and T15."""
    robot = SockiRobot(window, "table=1P,2P,3P hands=9L,7B/4F,8B stock=5F scores=3/4", (0, 1))
    assert robot.knobs[0].words == "Draw"
    assert robot.session.refusal("pass") is not None
    hands = CardKeys(window)
    hands.second()
    window.finish_animations()
    assert robot.knobs[0].words == "Pass"
    hands.second()
    window.run_for(500)
    assert window.shown == "HandoverScene"
    window.press_key(pygame.K_RETURN)
    hands.second()
    window.run_for(500)
    assert window.shown == "RoundEndScene"
    assert "blocked" in window.top.end.title
    assert [result.total for result in window.top.end.results] == [3 + 9 + 7 + 5, 4 + 4 + 8]


TABLE = "table=3P,4P,5P,6P/7F,7B,7L/1F,2F,3F,4F,5F"


def half_built(window: WindowRobot, _scene: object) -> None:
    """Make four steps of a turn: split off two cards, lay one hand card with them, lay one alone."""
    player = CardKeys(window)
    player.build([["3P", "4P", "5P", "6P"], ["7F", "7B", "7L"], ["1F", "2F", "3F"], ["4F", "5F", "6F"]])
    player.carry(SockiRobot(window, player.scene).key("9L"), NEW_PILE)


def test_staged_turn_survives_a_reload(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path)
    robot = SockiRobot(window, f"{TABLE} hands=6F,9L,1B,7F/4L,5L stock=5B")
    window.press_key(pygame.K_q)
    half_built(window, robot)
    piles = robot.piles
    hand = [piece.card for piece in robot.draft.hand]
    player = CardKeys(window)
    player.lift(robot.draft.hand[0].key)
    assert robot.carry is not None
    robot.scene.save()
    window.close()
    window = WindowRobot(tmp_path)
    saved = window.top.saved_games
    assert [save.slug for save in saved] == ["socki"]
    again = SockiRobot(window, window.resume_saved())
    assert again.piles == piles
    assert [p.card for p in again.draft.hand] == hand
    window.press_key(pygame.K_u)
    assert not again.draft.is_changed
    window.press_key(pygame.K_y)
    assert again.piles == piles


def test_undo_goes_back_step_by_step_within_the_turn(window: WindowRobot) -> None:
    robot = SockiRobot(window, f"{TABLE} hands=6F,9L,1B,7F/4L,5L stock=5B")
    start = robot.draft.table
    half_built(window, robot)
    built = robot.draft.table
    steps = len(robot.table.turn.history.before)
    assert steps == 4
    for _ in range(steps):
        window.press_key(pygame.K_u)
    assert robot.draft.table == start
    assert not robot.draft.is_changed
    for _ in range(steps):
        window.press_key(pygame.K_y)
    assert robot.draft.table == built
    window.press_key(pygame.K_ESCAPE)
    assert robot.draft.table == start
    window.press_key(pygame.K_u)
    assert robot.draft.table == built, "putting all back can be taken back"


def test_extra_undo_takes_the_last_turn_and_redo_restores_it(window: WindowRobot) -> None:
    robot = SockiRobot(window, "table=8P,9P,10P hands=11P,7P,1L/12P,4L,4B stock=5B")
    player = CardKeys(window)

    def lay(card: str) -> None:
        hand = robot.draft.hand
        player.carry(next(one.key for one in hand if one.card == card), robot.draft.piles[0].key)

    lay("11P")
    window.press_key(pygame.K_e)
    window.run_until(lambda: is_settled(robot.scene) and robot.match.local_to_move == 0)
    assert len(moves := robot.log) == 2
    lay("7P")
    assert robot.prompts[InputAction.UNDO] == "Undo"
    window.press_key(pygame.K_u)
    assert robot.prompts[InputAction.UNDO] == "Undo", "it would be another thing that goes"
    window.press_key(pygame.K_u)
    assert not robot.log
    assert robot.prompts[InputAction.REDO] == "Redo"
    window.press_key(pygame.K_y)
    window.finish_animations()
    assert robot.log == moves
    assert InputAction.REDO not in robot.prompts


def test_bot_play_is_shown_in_two_beats_and_stays_marked(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    position = "table=8P,9P,10P,11P hands=1L,2B,3F,5B,9L/7P,9P,12P,1F stock=5F,6B,7L turn=1"
    robot = watch(window, position, "normal")
    seen: list[list[int]] = []
    sentence = ""
    for _ in range(500):
        window.step(ms=40)
        shape = sorted(len(pile.pieces) for pile in robot.table.lay.piles)
        if not seen or seen[-1] != shape:
            seen.append(shape)
        text = robot.view.event_playback.text
        sentence = sentence or (text if "lays" in text else "")
        if robot.match.local_to_move is not None and not robot.is_busy:
            break
    assert seen == [[4], [2, 5], [3, 4]], "the laid cards, then the others"
    assert sentence == "Bo plays the 7, 9 and 12 of pagodas."
    assert sorted(robot.faces(robot.table.new_card_keys)) == ["12P", "7P", "9P"]
    marks = robot.table.new_card_keys
    CardKeys(window).second()
    window.run_for(400)
    assert robot.table.new_card_keys == marks, "a draw is not the end of a turn"


def watch(window: WindowRobot, position: str, level: str) -> SockiRobot:
    """Start a match in which the first seat is a person and it is another seat's turn."""
    session = Session.from_position("socki", position, 3, names=NAMES[: position.count("/") and 2])
    seats = [Seat(NAMES[seat], seat, level if seat else "") for seat in range(session.players)]
    scene = match_scene(window.context, session, seats)
    scene.context.viewer.seat = 0
    window.context.scenes.push(scene)
    return SockiRobot(window, scene)


HIDDEN = ("4L,5L,6B/8F,9B", "HF,HB,12P/1L,2L", "8F,4L,9B/6B,5L")


@risk
def test_screen_does_not_depend_on_hidden_cards(window: WindowRobot) -> None:
    """While a player builds, undoes, and while others play, only their own cards are on the screen."""
    window.context.update_settings(reduced_motion=True)
    strips: list[list[bytes]] = []
    for hidden in HIDDEN:
        robot = SockiRobot(window, f"{TABLE} hands=6F,9L,1B,7F/{hidden} stock={STOCKS[hidden]}", (0,))
        window.press_key(pygame.K_LEFT)
        pictures = [window.picture()]
        half_built(window, robot)
        pictures.append(window.picture())
        window.press_key(pygame.K_u)
        pictures.append(window.picture())
        window.press_key(pygame.K_ESCAPE)
        pictures.append(window.picture())
        strips.append(pictures)
        window.context.scenes.pop()
    assert strips[0] == strips[1] == strips[2]
    assert len(set(strips[0][:3])) == 3


STOCKS = {HIDDEN[0]: "HF,HB,12P,1L,2L", HIDDEN[1]: "4L,5L,6B,8F,9B", HIDDEN[2]: "HF,HB,12P,1L,2L"}


@risk
def test_curtain_shows_nothing_of_the_last_hand(window: WindowRobot) -> None:
    """A staged turn is never passed on to another player; the covered screen shows nothing of it."""
    window.context.update_settings(reduced_motion=True)
    strips = []
    for held in ("6F,9L,1B,7F", "6F,2B,12L,HP"):
        robot = SockiRobot(window, f"{TABLE} hands={held}/4L,5L/8F,9B stock=5B", (0, 1))
        player = CardKeys(window)
        player.build([["3P", "4P", "5P", "6P"], ["7F", "7B", "7L"], ["1F", "2F", "3F", "4F", "5F", "6F"]])
        player.end_turn()
        window.run_until(lambda: window.shown == "HandoverScene", ms=50)
        assert window.shown == "HandoverScene"
        assert not robot.table.lay.hand
        cards = [piece.card for piece in robot.table.lay.pieces()]
        assert not [card for card in held.split(",")[1:] if card != "7F" and card in cards]
        covered = window.picture()
        window.press_key(pygame.K_x)
        peeked = window.picture()
        window.press_keys(pygame.K_x, pygame.K_RETURN)
        assert robot.cards == ["4L", "5L"]
        assert not robot.table.turn.history.before
        window.point(640, 300)
        strips.append((covered, peeked, window.picture()))
        window.context.scenes.pop()
    assert strips[0] == strips[1]


@pytest.mark.parametrize(("held", "stays"), [(50, True), (800, False)])
def test_table_peek_lasts_while_held_or_toggles_on_a_tap(
    window: WindowRobot, held: float, *, stays: bool
) -> None:
    robot = SockiRobot(window, f"{TABLE} hands=6F,9L/4L,5L/8F,9B stock=5B,6B", (0, 1))
    window.context.scenes.pop()
    robot = SockiRobot(window, window.open_match(robot.session, robot.match.seats))
    window.finish_animations()
    curtain = window.top
    assert window.shown == "HandoverScene"
    window.wait_until_readable()
    window.hold_key(pygame.K_x)
    window.run_for(held)
    assert curtain.peeking
    assert not robot.table.lay.hand, "the table alone"
    window.release_key(pygame.K_x)
    window.run_for(50)
    assert curtain.peeking == stays


# The hand at the table of SOCKI, and the player's help.


def test_hand_order_is_saved(window: WindowRobot) -> None:
    robot = SockiRobot(window, "table=1P,2P,3P hands=9L,4B,9B,4L,12F/4F stock=5F,6F,7F turn=0")

    def hand() -> list[str]:
        return robot.cards

    assert hand() == ["12F", "4B", "9B", "4L", "9L"]
    window.press_key(pygame.K_q)
    assert hand() == ["4B", "4L", "9B", "9L", "12F"]
    hands = CardMouse(window)
    boxes = robot.table.spots()
    first = next(piece for piece in robot.table.lay.hand if piece.card == "12F")
    start, end = boxes[str(first.key)], boxes[str(robot.table.lay.hand[0].key)]
    window.hold(start.centre[0], start.y + 60)
    window.point(end.x - 20, end.y + 60)
    window.release(end.x - 20, end.y + 60)
    assert hand() == ["12F", "4B", "4L", "9B", "9L"]
    assert not robot.draft.is_changed
    hands.second()
    window.finish_animations()
    assert hand() == ["12F", "4B", "4L", "9B", "9L", "5F"], "what is drawn lies at the end"
    again = robot.reopen()
    again.arrive((0,))
    assert again.cards == ["12F", "4B", "4L", "9B", "9L", "5F"]


def test_prompt_bar_offers_undo_only_when_possible(window: WindowRobot) -> None:
    robot = SockiRobot(window, "table=8P,9P,10P hands=11P,7P,12P,1L/4L stock=5B")
    assert InputAction.UNDO not in robot.prompts
    CardKeys(window).put("11P", robot.pile("8P"))
    assert InputAction.UNDO in robot.prompts
    window.press_key(pygame.K_u)
    assert InputAction.UNDO not in robot.prompts
    assert {InputAction.REDO, InputAction.HINT, InputAction.NEXT} <= robot.prompts.keys(), (
        "the rest is told of as before"
    )


def test_lamp_repairs_the_table_with_the_fewest_cards(window: WindowRobot) -> None:
    robot = SockiRobot(window, "table=8P,9P,10P,11P hands=9P,7P,12P,1L/4L stock=5B", lamp="full")
    player = CardKeys(window)
    nine = robot.key("9P")
    player.carry(nine, robot.draft.piles[0].key)
    window.run_for(100)
    assert robot.view.adviser.lamp()[0] is ValidityIndicator.MENDABLE
    window.press_key(pygame.K_m)
    window.run_for(100)
    assert robot.view.adviser.lamp()[0] is ValidityIndicator.WHOLE
    assert robot.draft.is_valid
    assert len(robot.draft.laid_pieces) == 2, "the fewest cards"
    window.press_key(pygame.K_ESCAPE)
    player.carry(robot.draft.hand[-1].key, NEW_PILE)
    window.run_for(100)
    assert robot.draft.laid_pieces[0].card == "1L"
    assert robot.view.adviser.lamp()[0] is ValidityIndicator.LOST


def test_picked_cards_are_fitted_in_or_refused(window: WindowRobot) -> None:
    robot = SockiRobot(window, "table=8P,9P,10P,11P hands=9P,7P,12P,1L/4L stock=5B", fit="full")
    player = CardKeys(window)
    for card in ("9P", "7P"):
        player.look(card)
    picked = robot.picked
    assert sorted(picked) == ["7P", "9P"]
    window.press_key(pygame.K_m)
    window.run_for(100)
    assert robot.draft.is_valid
    assert sorted(piece.card for piece in robot.draft.laid_pieces) == ["7P", "9P"]
    window.press_key(pygame.K_u)
    player.look("1L")
    window.press_key(pygame.K_m)
    window.run_for(100)
    assert "no way to play" in robot.says


def test_fit_sentence_distinguishes_one_card_from_several(window: WindowRobot) -> None:
    robot = SockiRobot(window, "table=8P,9P,10P,11P hands=9P,7P,12P,1L/4L stock=5B", fit="learning")
    player = CardKeys(window)
    messages = []
    for card in ("7P", "12P"):
        player.look(card)
        messages.append(robot.prompts[InputAction.MEND])
        window.press_key(pygame.K_m)
        window.run_for(100)
        messages.append(robot.says)
    # An action that only answers is labelled as a question.
    assert messages[::2] == ["Does it fit?", "Do they fit?"]
    window.context.update_settings(fit="full")
    assert robot.prompts[InputAction.MEND] == "Fit in"
    assert messages[1::2] == ["There's a way to play it.", "There's a way to play them."]


def test_put_down_and_next_takes_a_card_of_the_hint(window: WindowRobot) -> None:
    """The neighbouring hand card has nothing to do with the pile being laid."""
    robot = SockiRobot(window, "table=8P,9P,10P hands=5P,6L,5F,12B,5B,1L/4L stock=5B")
    top = robot.table
    window.press_keys(pygame.K_h, pygame.K_h)
    window.run_for(100)
    assert [piece.card for piece in top.lay.hand if piece.key in top.advised] == ["5P", "5F", "5B"]
    CardKeys(window).focus("5P")
    window.press_key(pygame.K_RETURN)
    window.press_keys(pygame.K_x, pygame.K_x, pygame.K_RETURN)
    assert [sorted(pile) for pile in top.draft.table if len(pile) == 3][-1] == ["5B", "5F", "5P"]
    assert top.draft.is_valid


def test_repeated_hints_get_stronger(window: WindowRobot) -> None:
    robot = SockiRobot(window, "table=8P,9P,10P,11P hands=9P,7P,12P/4L stock=5B")
    messages = []
    for _ in range(3):
        window.press_key(pygame.K_h)
        window.run_for(100)
        messages.append(
            (
                robot.says,
                len(robot.table.picked),
                len(robot.draft.laid_pieces),
            )
        )
    assert messages[0] == ("You can play 3 cards.", 3, 0)
    text, picked, count = messages[1]
    assert (text, count) == ("That makes one pile with the cards marked on the table.", 0)
    assert 0 < picked < 3, "the cards of one pile"
    assert messages[2][2] == 3
    assert messages[2][0] == "That's your whole hand.", "why alone: the cards lie there"
    assert robot.draft.is_valid


def test_hint_marks_its_pile_until_the_table_changes(
    window: WindowRobot,
) -> None:
    robot = SockiRobot(window, "table=8P,9P,10P,11P/6P,6B,6F hands=9P,7P,1L,6L,3L/4L stock=5B")
    top = robot.table
    for _ in range(2):
        window.press_key(pygame.K_h)
        window.run_for(100)
    aims = {piece.key for pile in top.lay.piles for piece in pile.pieces if piece.key in top.aims}
    starred = {piece.key for piece in top.lay.hand if piece.key in top.advised}
    assert aims
    assert starred
    assert not top.draft.laid_pieces, "it is shown, not done"
    window.press_key(pygame.K_h)
    window.run_for(100)
    assert any({piece.key for piece in pile.pieces} == aims | starred for pile in top.draft.piles)
    assert not top.aims


@pytest.mark.parametrize("still", [False, True])
def test_hint_highlights_draw_when_nothing_fits(window: WindowRobot, *, still: bool) -> None:
    robot = SockiRobot(window, "table=8P,9P,10P,11P hands=1L,5B/4L stock=6B,7B", reduced_motion=still)
    before = window.picture()
    window.press_key(pygame.K_h)
    window.run_for(100)
    assert robot.says == "Nothing fits: draw."
    assert robot.view.adviser.calls
    assert window.picture() != before, "the ring stays until the turn goes on"
    ring = robot.table.boxes.buttons[0].inflated(RING_MARGIN)
    window.press_keys(pygame.K_LEFT, pygame.K_RETURN)
    assert still or ring not in robot.view.tick_idle(window.time), "it cannot be pressed with a card in hand"
    window.press_key(pygame.K_ESCAPE)
    assert still or ring in robot.view.tick_idle(window.time + PULSE_MS / 2)
    window.press_key(pygame.K_x)
    window.run_for(100)
    assert not robot.view.adviser.calls


def test_review_of_a_turn_is_shown_and_kept_for_the_results(window: WindowRobot) -> None:
    robot = SockiRobot(window, "table=8P,9P,10P,11P hands=9P,7P,12P,1L/4L,6B stock=5B,7B,8B", missed="full")
    CardKeys(window).play("play 8P 9P 10P 11P 12P")
    window.run_for(300)
    assert robot.view.texts.result_lines() == ["Ann played 1 of 3 possible cards."]
    assert "1 of 3" in robot.context.hint_sentence
    assert robot.reopen().view.texts.result_lines() == robot.view.texts.result_lines()
