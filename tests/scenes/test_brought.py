"""Tests of games from other folders on every device: four in a row, plain and drawn, and two card games."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, SupportsIndex

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.cards import read_cards, read_hands
from game.core.discovery import find_game
from game.core.game import IllegalMove
from game.core.options import Value
from game.core.rng import SeededRng
from game.core.session import Session
from game.match.lesson import read_lessons
from game.match.match_text import words_of
from game.match.seats import Seat
from game.scenes.title import infos
from game.ui.cards.flights import CARD_PASS
from game.ui.cards.view import MOVING_CARD, UNKNOWN_CARD
from game.ui.core.canvas import overlaps
from game.ui.widgets import LayoutTree
from tests.matches import fields
from tests.rows import rows_of
from tests.sample_games import odd_sock as at_cards
from tests.sample_games import sixth_game
from tests.sample_games.dealt.odd_sock.events import observed
from tests.sample_games.dealt.odd_sock.rules import ODD, SOCKS
from tests.sample_games.dealt.peg_out.rules import PACK
from tests.sampling import risk, thinned
from tests.scenes.harness import GamepadRobot, KeyboardRobot, WindowRobot, is_settled
from tests.scenes.layout_checks import labels
from tests.scenes.one_switch import SwitchRobot, named
from tools.shots_game import game_shots

NAMES = ["Ann", "Kofi", "Ida", "Mo", "Pip", "Yusuf"]


@dataclass(frozen=True)
class Brought:
    """A game of another folder."""

    view: str
    position: str = ""
    house: dict[str, Value] = field(default_factory=dict)  # house rules for a short match
    walks: bool = False
    """True if the focus must first be moved to a legal move."""


SOCKS_HELD = "hands=bees,moons,fish/moons,stars,cats/odd,bees,stars,fish,cats turn=0 pairs=3/3/1"
NEARLY_ODD = "hands=bees/odd,bees/- turn=0 pairs=4/3/3"
PEGS_HELD = "hands=3P,7P,8F,2B,4L/1F,5L,6L/2L,5B pile=2F,3L stock=8B,1P,4P turn=0"
STUCK = "hands=7P,8F/1F,5L,6L pile=2F,3L stock=8B,1P,4P turn=0"
THREE_DISCS = "board=-/-/-/000/11/1/- turn=0"
GAMES = {
    "four": Brought("FallbackView"),
    "buttons": Brought("ButtonView", walks=True),
    "odd_sock": Brought("OddSockView", SOCKS_HELD, {"pairs": 2}, walks=True),
    "peg_out": Brought("PegOutView", PEGS_HELD, {"hand": 3}),
}


@pytest.fixture(autouse=True)
def brought() -> Iterator[None]:
    """Install all of these games."""
    with at_cards(), sixth_game(), sixth_game(has_screen=True):
        yield


def table(
    window: WindowRobot, game: str, position: str = "", people: int = 1, level: str = "easy", players: int = 2
) -> Any:
    """Open a match from a position or from the start, and wait until a person is to move.

    Its view is of a package that only exists during a test, so its type is not known here.
    """
    position = position or GAMES[game].position
    count = position.partition(" ")[0].count("/") + 1 if position.startswith("hands") else players
    session = Session.new(game, count, seed=4, names=NAMES[:count])
    if position:
        session = Session.from_position(game, position, names=NAMES[:count])
    seats = [Seat(name, n, "" if n < people else level) for n, name in enumerate(session.names)]
    scene = window.open_match(session, seats)
    window.finish_animations()
    return scene


# All of these games.


@thinned()
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("hands", [KeyboardRobot, GamepadRobot])
def test_brought_game_plays_from_title_to_results(
    window: WindowRobot, game: str, hands: type[KeyboardRobot | GamepadRobot]
) -> None:
    window.context.update_settings(animation_speed="instant")
    window.context.apply_settings(window.context.settings.with_house_rules(game, GAMES[game].house))
    window.context.scenes.reset(window.context.screens["title"]())
    player = hands(window)
    player.start_from_title(game)
    window.finish_animations()
    assert window.shown in {GAMES[game].view, "WinnerScene"}, "the deal may end before the person is asked"
    for turn in range(200):
        if window.shown != GAMES[game].view or window.top.match.is_over:
            break
        if GAMES[game].walks:
            player.step(1 if turn % 3 else -1, 0)
        player.confirm()
        window.finish_animations()
    window.run_for(6000)
    assert window.shown == "ResultsScene"


@pytest.mark.parametrize(
    ("game", "position", "key", "move"),
    [
        ("odd_sock", "", "back 3", "draw 3"),
        ("peg_out", "", "3P", "lay 3P"),
        ("peg_out", STUCK, "stock", "draw"),
        ("four", "", "drop 5", "drop 5"),
        ("buttons", "", "5", "drop 5"),
    ],
)
def test_click_makes_the_move(window: WindowRobot, game: str, position: str, key: str, move: str) -> None:
    scene = table(window, game, position)
    window.click_box(scene.view.locate(key))
    assert scene.match.session.log[0] == (0, move)


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("odd_sock", "hands=bees,moons/odd,bees,moons turn=0 pairs=3/3"),
        ("peg_out", "hands=3P,7P/1F,5L,6L pile=2F,3L stock=8B turn=0"),
    ],
)
def test_one_switch_plays_a_match(window: WindowRobot, game: str, position: str) -> None:
    window.context.update_settings(animation_speed="instant")
    scene, switch = table(window, game, position), SwitchRobot(window)
    for _ in range(4000):
        if scene.match.is_over:
            return
        if is_settled(scene) and scene.view.my_turn:
            switch.take(named(next(choice.key for choice in scene.view.all_choices() if choice.move)))
        else:
            window.step(ms=50)
    raise AssertionError("the match never ends")


@pytest.mark.parametrize(
    ("game", "focus", "board"),
    [
        (
            "odd_sock",
            "Sock 2 of 3, in the hand of Kofi",
            ["Your hand: bees, moons, fish", "Ann: 3 cards, 3 pairs", "Kofi: 3 cards, 3 pairs",
             "Ida: 5 cards, 1 pair"],
        ),
        ("peg_out", "pagodas 3", ["Your hand: pagodas 3, pagodas 7, flowers 8, boats 2, ladies 4"]),
    ],
)  # fmt: skip
def test_speech_describes_the_table(window: WindowRobot, game: str, focus: str, board: list[str]) -> None:
    scene = table(window, game)
    assert scene.view.texts.focus_sentence() == focus
    assert scene.view.texts.board_sentences()[: len(board)] == board
    if game == "odd_sock":
        assert scene.view.texts.task_sentence() == "Draw a sock from Kofi"
        return
    assert words_of(scene.match).state_lines(scene.match.session.observe(0), 0) == [
        *board, "On the table: ladies 3", "Draw pile: 3 cards", "Cards in hand: Ann 5, Kofi 3, Ida 2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "position", "key"),
    [
        ("odd_sock", "hands=bees,moons,fish/moons,stars,odd/bees,stars,fish turn=0 new=-/2:odd/-", "back 3"),
        ("peg_out", "", "card 4L"),
    ],
)
def test_hint_moves_the_focus(window: WindowRobot, game: str, position: str, key: str) -> None:
    scene = table(window, game, position)
    window.press_key(pygame.K_h)
    window.finish_animations()
    assert scene.view.cursor == key
    if game == "odd_sock":
        assert scene.context.messages.text == "The newest one: it found no twin over there."


@risk
@pytest.mark.parametrize("game", ["odd_sock", "peg_out"])
@pytest.mark.parametrize("people", [1, 3])
def test_every_frame_shows_only_what_the_viewer_may_see(window: WindowRobot, game: str, people: int) -> None:
    """After each event the table equals the observation. Hidden cards are backs, and no gap remains."""
    window.context.update_settings(animation_speed="brisk")
    scene, moved = table(window, game, people=people), 0
    while not scene.match.is_over:
        if window.shown == "HandoverScene" and game == "odd_sock":
            hands = scene.view.table.hands
            assert all(card == UNKNOWN_CARD for hand in hands for card in hand), (
                "no one looks behind the curtain"
            )
        if window.shown == "HandoverScene" or is_settled(scene):
            window.press_key(pygame.K_RETURN)
        window.step(ms=40)
        while scene.animations.is_busy:
            show, viewer = scene.animations.show, scene.context.viewer.seat
            for seat, hand in enumerate(scene.view.table.hands):
                if seat != viewer and (game, show.event.kind) != ("odd_sock", "end"):
                    assert set(hand) <= {UNKNOWN_CARD, MOVING_CARD}
            if len(scene.animations.events) == 1 and show.progress > 0.9:
                left, seen = (
                    scene.view.table_after(show.event),
                    scene.view.read(scene.match.session.observe(viewer)),
                )
                assert left.hands == seen.hands
                if game == "peg_out":
                    assert (left.pile, left.stock) == (seen.pile, seen.stock)
                moved += 1
            window.step(ms=40)
        assert not any(MOVING_CARD in hand for hand in scene.view.table.hands)
    assert moved > 3


@pytest.mark.parametrize(
    ("game", "presses", "log"),
    [("odd_sock", ("back 1", "back 2"), [3, "draw 2"]), ("peg_out", ("3P", "stock"), [2, "draw"])],
)
def test_mouse_completes_the_lesson(
    window: WindowRobot, game: str, presses: tuple[str, str], log: list[Any]
) -> None:
    assert not read_lessons(game).faults
    window.context.open_scene("lesson", window.context, game)
    window.finish_animations()
    scene = window.top
    if game == "odd_sock":
        assert scene.view.places.lesson.x > scene.view.boxes.table.right
    window.click_box(scene.view.locate(presses[0]))
    window.run_for(9000)
    assert len(scene.match.session.log) == log[0]
    if game == "peg_out":
        assert [move for _seat, move in scene.match.session.log] == ["lay 3P", "draw"]
    window.click_box(scene.view.locate(presses[1]))
    window.run_for(4000)
    assert scene.match.session.log[-1] == (0, log[1])


@thinned(1)
@pytest.mark.parametrize(
    ("game", "position", "moves", "text_size"),
    [
        ("odd_sock", NEARLY_ODD, ["draw 2"], 100),
        *(("buttons", "", [f"drop {column}" for column in (4, 3, 4, 3, 4, 3, 4)], n) for n in (100, 200)),
    ],
)
def test_replay_shows_the_match(
    window: WindowRobot, game: str, position: str, moves: list[str], text_size: int
) -> None:
    window.context.update_settings(text_size=text_size)
    scene = table(window, game, position, people=3)
    for move in moves:
        scene.context.play(move)
        window.finish_animations()
    window.run_for(12000)
    assert window.shown == "ResultsScene"
    window.choose("Watch")
    assert window.shown == "ReplayScene"
    window.run_for(3000)


# Odd Sock: rules and table.


def played(players: int, seed: int, level: str = "normal") -> Session:
    session = Session.new("odd_sock", players=players, seed=seed)
    bot, rng = find_game("odd_sock").bot, SeededRng("test", seed)
    while session.to_move is not None:
        observation = session.observe(session.to_move)
        session.play(bot.choose(observation, session.options, level, rng))
    return session


def socks_of(session: Session) -> Counter[str]:
    hands = fields(session)["hands"].split("/")
    return Counter(sock for hand in hands if hand != "-" for sock in hand.split(","))


@settings(max_examples=12)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_holder_of_the_odd_sock_loses_alone(players: int, seed: int) -> None:
    session = played(players, seed)
    outcome = session.outcome
    assert outcome is not None
    assert len(outcome.winners) == players - 1
    assert socks_of(session) == {ODD: 1}
    assert sum(outcome.scores) == players * session.options.get_int("pairs")


@settings(max_examples=12)
@given(st.integers(2, 6), st.integers(0, 10**6), st.integers(0, 30))
def test_odd_sock_positions_keep_every_sock(players: int, seed: int, most: int) -> None:
    session, rng = Session.new("odd_sock", players=players, seed=seed), SeededRng("plies", seed)
    for _ in range(most):
        if session.to_move is None:
            break
        session.play(rng.pick(session.moves()))
        socks = socks_of(session)
        assert socks.pop(ODD) == 1
        assert all(count == 2 and sock in SOCKS for sock, count in socks.items())
    again = Session.from_position("odd_sock", session.position())
    assert again.position() == session.position()


@settings(max_examples=12)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_odd_sock_observations_hide_other_hands(players: int, seed: int) -> None:
    """A player who neither drew nor gave the sock sees only that one was drawn."""
    session, rng = Session.new("odd_sock", players=players, seed=seed), SeededRng("plies", seed)
    while session.to_move is not None and len(session.log) < 12:
        session.play(rng.pick(session.moves()))
        for viewer in (None, *range(players)):
            observation = observed(session.observe(viewer))
            assert ("hand" in observation) == (viewer is not None)
            assert set(observation.get("gave", {}).values()) <= {*SOCKS, ODD}
            for event in (session.redact(last_event, viewer) for last_event in session.last_events()):
                if event.kind == "draw" and viewer not in (event.seat, event.data["from"]):
                    assert event.data["sock"] == {"hidden": 1}
                if event.kind == "pairs" and viewer != event.seat:
                    assert isinstance(event.data["hand"], dict)


def test_drawn_pair_is_laid_aside_and_single_is_new() -> None:
    session = Session.from_position("odd_sock", SOCKS_HELD)
    session.play("draw 1")
    assert "pairs=4/3/1 new=-/-/-" in session.position()
    session.play("draw 1")
    assert "stars,cats,odd" in session.position()
    assert "new=-/2:odd/-" in session.position()
    assert observed(session.observe(2)).get("gave") == {"1": ODD}
    assert observed(session.observe(0)).get("gave") == {}


def test_draw_of_a_missing_card_fails_and_no_draw_is_undone() -> None:
    session = Session.from_position("odd_sock", SOCKS_HELD)
    with pytest.raises(IllegalMove, match="no such place"):
        session.play("draw 4")
    session.play("draw 3")
    assert session.undoable == 0


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("hands=bees/bees", "odd sock"),
        ("hands=bees,odd/lint", "no card 'lint'"),
        ("hands=-/bees,odd/bees turn=0", "cannot be to move"),
        ("hands=bees/bees,odd new=1:lint/-", "who gave it and which"),
        ("hands=bees/bees,odd gone=lint", "no card 'lint'"),
    ],
)
def test_impossible_odd_sock_positions_are_refused(position: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Session.from_position("odd_sock", position)


def test_keys_reach_the_hand_and_return_to_draw(window: WindowRobot) -> None:
    scene = table(window, "odd_sock")
    assert scene.view.cursor == "back 2"
    window.press_key(pygame.K_DOWN)
    assert scene.view.cursor.startswith("card ")
    before = scene.view.cursor
    window.press_key(pygame.K_RIGHT)
    assert scene.view.cursor not in ("back 2", before)
    window.press_key(pygame.K_RETURN)
    assert scene.match.session.log == (), "what can only be looked at makes no move"
    window.press_keys(pygame.K_UP, pygame.K_RETURN)
    assert scene.match.session.log[0][1].startswith("draw")


def test_click_selects_the_visible_card(window: WindowRobot) -> None:
    """Cards move aside for the focused one, so the next click goes to the new position."""
    scene = table(window, "odd_sock")
    keys = [own_card.key for own_card in scene.view.own_cards()]
    for looked, following in itertools.pairwise(range(len(keys))):
        window.click_box(scene.view.locate(keys[looked]))
        assert scene.view.cursor == keys[looked]
        lie = scene.view.poses(0)
        left = max(lie[following].x - lie[following].card / 2, lie[looked].x + lie[looked].card / 2)
        right = lie[following].x + lie[following].card / 2
        if following + 1 < len(keys):
            right = lie[following + 1].x - lie[following + 1].card / 2
        window.click((left + right) / 2, lie[following].y)
        assert scene.view.cursor == keys[following]
        assert scene.match.session.log == ()


def test_refused_undo_of_a_draw_says_why(window: WindowRobot) -> None:
    scene = table(window, "odd_sock", people=2)
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    moves = len(scene.match.session.log)
    window.press_key(pygame.K_u)
    assert len(scene.match.session.log) == moves
    assert scene.context.messages.text


def test_news_of_the_last_move_survive_a_reload(window: WindowRobot) -> None:
    scene = table(window, "odd_sock")
    window.press_key(pygame.K_RETURN)
    window.run_for(1000)
    scene.skip()
    news = scene.view.texts.news
    assert news
    again = window.open_match(Session.from_record(scene.match.session.record()), scene.match.seats)
    assert again.view.texts.news.split(":")[0] == news.split(":")[0]


@pytest.mark.parametrize("still", [False, True])
def test_loser_wears_the_odd_sock(window: WindowRobot, still: bool) -> None:  # noqa: FBT001
    window.context.update_settings(animation_speed="brisk", reduced_motion=still)
    scene, sounds = table(window, "odd_sock", NEARLY_ODD), window.record_sounds()
    scene.context.play("draw 2")
    while scene.animations.is_busy:
        window.step(ms=120)
    assert "lose" in sounds
    assert scene.view.table.hands == ((), (ODD,), ())
    assert scene.view.wears(1) == "sock:patchwork"
    assert scene.view.mood(0, None) == "happy"
    assert scene.view.mood(1, None) == "sad"
    assert scene.view.texts.news == "Kofi is left with the odd sock!"
    window.run_until(lambda: window.shown == "WinnerScene")
    window.past_winner()
    assert window.shown == "ResultsScene"
    # The headline is about the loser, who hangs on the line. No player has a place.
    assert [stander.look for stander in window.top.ranking.standers] == [scene.match.seats[1].look]
    assert {(tag.place, tag.mood) for tag in window.top.ranking.tags} == {(0, "happy")}


# Peg Out: rules and table.


@settings(max_examples=12)
@given(st.integers(2, 5), st.integers(0, 10**6))
def test_peg_out_keeps_cards_and_secrets_to_the_end(players: int, seed: int) -> None:
    session, rng = Session.new("peg_out", players=players, seed=seed), SeededRng("plies", seed)
    while (seat := session.to_move) is not None:
        session.play(rng.pick(session.moves()))
        lying = fields(session)
        lie = list(read_hands(lying["hands"], players))
        lie += [read_cards(lying[name]) for name in ("pile", "stock")]
        assert Counter(card for cards in lie for card in cards) == Counter(PACK.cards)
        for viewer in (None, *range(players)):
            for event in (session.redact(last_event, viewer) for last_event in session.last_events()):
                assert event.kind != "draw" or viewer == seat or "hidden" in event.data["cards"]
    outcome = session.outcome
    assert outcome is not None
    assert {outcome.scores[seat] for seat in outcome.winners} == {min(outcome.scores)}
    again = Session.from_position("peg_out", session.position())
    assert again.position() == session.position()


def test_keys_play_a_card_or_draw(window: WindowRobot) -> None:
    scene = table(window, "peg_out")
    assert scene.view.cursor == "card 3P"
    window.press_keys(pygame.K_LEFT, pygame.K_RETURN)
    assert scene.match.session.log[0] == (0, "lay 4L")
    scene = table(window, "peg_out", STUCK)
    assert scene.view.cursor == "stock"
    assert scene.view.task_sentence() == "Nothing fits: draw."
    window.press_key(pygame.K_RETURN)
    assert scene.match.session.log[0] == (0, "draw")


def test_played_card_stays_visible_until_it_is_on_the_pile(window: WindowRobot) -> None:
    scene = table(window, "peg_out")
    scene.context.play("lay 3P")
    while (show := scene.animations.show) is None or show.progress < 0.9:
        window.step(ms=20)
    assert scene.context.playback.player.runs(CARD_PASS)


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("8F", "flowers 8 does not go on ladies 3: neither suit nor number is the same."),
        ("stock", "Something in your hand goes: lay it."),
    ],
)
def test_refused_click_says_the_reason(window: WindowRobot, key: str, told: str) -> None:
    scene = table(window, "peg_out")
    window.click_box(scene.view.locate(key))
    assert scene.match.session.log == ()
    assert scene.context.note.words == told


def test_unplayable_cards_are_dimmed_on_your_turn(window: WindowRobot) -> None:
    scene = table(window, "peg_out")
    assert scene.view.unplayable() == {1, 2, 3}
    scene.view.lays = ""
    assert not scene.view.unplayable()


def test_speech_reads_pile_tops_and_whole_tricks(window: WindowRobot) -> None:
    words = words_of(table(window, "peg_out").match)
    observation = {"pile": ["2F", "3L"], "trick": ["4B", "5B"], "stock": 3}
    assert words.state_lines(observation, None) == [
        "On the table: ladies 3",
        "On the table: boats 4, boats 5",
        "Draw pile: 3 cards",
    ]
    words.untold |= {"stock", "pile"}
    assert words.state_lines(observation, None) == ["On the table: boats 4, boats 5"]


def test_opening_deals_from_the_stock(window: WindowRobot) -> None:
    scene: Any = window.open_match(Session.new("peg_out", players=3, seed=4))
    assert (set(scene.view.table.hands[0]), scene.view.table.pile) == ({MOVING_CARD}, ())
    scene.skip()
    assert (scene.view.table.stock, len(scene.view.table.pile)) == (16, 1)


def test_results_explain_that_fewest_points_win(window: WindowRobot) -> None:
    scene = table(window, "peg_out", "hands=3P/8F,8L/2B turn=0 pile=3L")
    scene.context.play("lay 3P")
    window.run_for(9000)
    window.past_winner()
    assert window.shown == "ResultsScene"
    text = " ".join(labels(window.top.frame))
    assert "Ann has pegged out! The fewest points win." in text
    assert [tag.points for tag in window.top.ranking.tags] == ["2", "16"], "who has fewer stands before"
    assert words_of(scene.match).leads == "fewest"


class Clock(list[float]):
    """The window's clock, in the form that the tools set."""

    def __init__(self, window: WindowRobot) -> None:
        super().__init__([window.time])
        self.window = window

    def __setitem__(self, place: SupportsIndex | slice, value: Any) -> None:
        super().__setitem__(place, value)
        self.window.time = value


def test_shots_tool_shows_the_table(window: WindowRobot) -> None:
    """``tools.shots --game``: no handover screen hides the view in mid-match or at the end."""
    window.context.update_settings(animation_speed="brisk")
    seen: dict[str, str] = {}

    def take(name: str) -> None:
        seen[name] = window.shown

    game_shots(window.context, window.app, Clock(window), take, "peg_out")
    assert [seen[name] for name in ("title", "rules", "lobby")] == ["TitleScene", "RulesSheet", "LobbyScene"]
    ends = "results", "end-after"  # the winner's screen may come before the table
    tables = {name for name in seen if name.startswith(("2-", "5-")) and not name.endswith(ends)}
    assert {"2-midst", "2-midst-0.4", "2-end-0.8", "5-midst-after"} <= tables
    assert {name: seen[name] for name in tables} == dict.fromkeys(tables, "PegOutView")
    assert seen["2-results"] == seen["5-results"] == "ResultsScene"


# Four in a row without a view: text and buttons.


def moves(window: WindowRobot) -> list[str]:
    return [row.label for row in rows_of(window.top.view.moves) if row.label]


def told(window: WindowRobot) -> str:
    return "\n".join(row.text for row in rows_of(window.top.view.state))


def test_fallback_view_describes_the_state_and_moves(window: WindowRobot) -> None:
    scene = table(window, "four")
    assert moves(window) == [f"Column {n}" for n in range(1, 8)]
    assert "All columns are empty." in told(window)
    before = told(window)
    scene.context.play("drop 4")
    window.finish_animations()
    assert told(window) != before
    assert "Kofi drops a disc into column" in told(window), "what has just happened, with the name"


def test_fallback_view_has_undo_hint_and_menu(window: WindowRobot) -> None:
    scene = table(window, "four", THREE_DISCS, level="normal")
    window.press_key(pygame.K_h)
    window.finish_animations()
    assert "Column 4" in scene.context.messages.text
    window.press_key(pygame.K_RETURN)
    assert scene.match.session.outcome is not None
    scene = table(window, "four")
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    assert len(scene.match.session.log) == 2
    window.press_key(pygame.K_u)
    assert scene.match.session.log == ()
    window.press_key(pygame.K_p)
    assert window.shown == "PauseMenu"


def test_bots_finish_a_match_without_input(window: WindowRobot) -> None:
    session = Session.new("four", names=["Ann", "Bo"])
    window.open_match(session, [Seat("Ann", 0, "easy"), Seat("Bo", 1, "normal")])
    window.play_bots(60_000)
    assert session.outcome is not None
    assert window.shown == "ResultsScene"


def test_saved_match_resumes_in_the_fallback_view(window: WindowRobot, tmp_path: Path) -> None:
    scene = table(window, "four", people=2)
    scene.context.play("drop 4")
    record = scene.match.session.record()
    window.context.scenes.reset(window.context.screens["title"]())
    window.press_key(pygame.K_x)
    assert window.shown == "FallbackView"
    assert window.top.match.session.record() == record


@thinned()
@pytest.mark.parametrize("size", [100, 150, 200])
@pytest.mark.parametrize("window_size", [(960, 540), (1280, 720)])
def test_title_has_room_for_nine_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, window_size: tuple[int, int]
) -> None:
    games = infos()
    many = [*games, *games][:9]
    monkeypatch.setattr("game.scenes.title.infos", lambda: many)
    window = WindowRobot(tmp_path, window_size, text_size=size)
    title = window.top
    slugs = {info.slug for info in many}
    boxes = [part.box for part in title.frame.parts if part.element.key in slugs]
    boxes.sort(key=lambda box: box.x)
    assert len(boxes) == 9
    view = window.context.view
    assert all(box.x > 0 and box.right < view.w for box in boxes)
    assert all(first.right <= second.x + 1 for first, second in pairwise(boxes))
    titles = {info.title for info in many}
    tags = [part.box for part in title.frame.parts if part.element.accessible_text in titles]
    assert all(not overlaps(first, second, 1) for first, second in pairwise(tags))


# Four in a row with a view: panels, hints and effects.


def panel(scene: Any, seat: int) -> list[str]:
    view = scene.view
    return labels(LayoutTree(view.panel(seat), view.sides[seat], scene.app.measuring_painter))


def test_panels_show_turn_news_and_refusal(window: WindowRobot) -> None:
    scene = table(window, "buttons", "board=010101/-/-/-/-/-/- turn=0", people=2)
    assert panel(scene, 0) == ["Ann", "to move", "Four in a line win."]
    scene.view.look_at(0)
    window.press_key(pygame.K_RETURN)
    assert "That column is full." in panel(scene, 0)
    scene.view.look_at(2)
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    assert panel(scene, 0) == ["Ann", "waits", "Ann sews a button onto column 3."]
    assert panel(scene, 1)[:2] == ["Kofi", "to move"]


def test_button_falls_and_completes_four(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    scene = table(window, "buttons", THREE_DISCS, people=2)
    window.press_key(pygame.K_h)
    window.run_for(1500)
    assert scene.view.hinted == 3
    sounds = window.record_sounds()
    window.press_key(pygame.K_RETURN)
    window.run_for(660)
    assert "pop" in sounds
    assert scene.match.session.outcome is not None


def test_switch_and_speech_reach_every_column(window: WindowRobot) -> None:
    scene = table(window, "buttons", THREE_DISCS)
    items = scene.view.switch_targets.items()
    assert len(items) == 7
    items[5].come()
    assert scene.view.texts.focus_sentence() == "Column 6: 1 of 6"
    assert scene.view.texts.board_sentences()[3] == "Column 4: Ann, Ann, Ann"
