"""Hidden hands: the curtain between two players, and hands revealed at the end of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

from game.core.game import Event, IllegalMove, Observation, Outcome
from game.core.rng import SeededRng
from game.core.session import Session
from game.games.socki.rules.events import as_observation
from game.games.socki.rules.state import DECK
from game.match.match import Match
from game.match.match_text import MatchText
from game.match.phone_adapter import PhoneAdapter
from game.match.seats import PHONE, Seat
from game.ui.core.animation_timeline import Timeline, wait
from game.ui.core.canvas import Box, overlaps
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext, Controls
from game.ui.core.verbs import HANG
from game.ui.match.context import ViewContext
from game.ui.match.match_scene import MatchScene
from game.ui.match.view import MatchView, Places
from game.ui.rummy.hand_line import CARD_STAGGER_MS, PEG_DELAY_MS, TAUT_MS
from game.ui.rummy.hand_reveal import FIRST_PAUSE_MS, LAST_PLAY_MS, MAKE_ROOM_MS, MAX_REVEAL_MS
from game.ui.rummy.round_end import WINDING_MS, RoundEndScene
from game.ui.rummy.view import RummyView
from game.ui.widgets import prompt_bar_top
from tests.sampling import risk, thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.layout_checks import prompt_labels
from tests.scenes.rockit_hands import RockItScene
from tests.scenes.rockit_hands import opened as rockit
from tests.scenes.rummy_hands import RummyScene, match, rummy_scene

pytestmark = risk

# Every match with hidden hands gets this from `MatchScene`: the curtain, and the seat that sees.


class PlainWords(MatchText):
    """Minimal texts."""

    def end_sentence(self, outcome: Outcome) -> str:
        return str(outcome.reason)

    def curves(self) -> list[list[int]]:
        return [[0] for _seat in self.match.seats]


class Plain(MatchView):
    """Minimal view of a card game: the observation as text; Confirm plays a legal move."""

    pace = 300.0
    music = ""
    prompt_bar_offset = 18.0
    latest_news = ""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.words = PlainWords(context.match)
        self.phone = PhoneAdapter(context.match)

    def timeline(self, event: Event) -> Timeline:
        return wait(self.pace)

    def settle(self, event: Event) -> None:
        pass

    def sync(self, seen: Observation) -> None:
        self.seen = seen

    def on_turn_input(self, intent: InputEvent, seat: int) -> None:
        if intent.act is InputAction.CONFIRM:
            self.context.play(self.context.session.moves()[-1])

    def request_hint(self) -> None:
        self.context.ask_hint(self.phone.hint_request, lambda _move: None)

    def controls(self) -> Controls:
        return Controls([])

    @property
    def places(self) -> Places:
        nowhere = Box(0, 0, 0, 0)
        return Places(
            board=Box(40, 40, 1200, 600), log=nowhere, ledge=nowhere, bar=nowhere, lesson=nowhere, taken=()
        )

    def on_layout(self) -> None:
        pass

    def draw(self, painter: Painter) -> None:
        painter.fill(painter.view.box, painter.theme.page)
        for number, (name, value) in enumerate(self.seen.items()):
            painter.text(f"{name}: {value}", 40, 40 + 30 * number, 20, room=1200)


class PlainScene(MatchScene):
    view: Plain

    def __init__(self, app: AppContext, session: Session, seats: Sequence[Seat]) -> None:
        with patch("game.ui.match.player.view_of", lambda _game: Plain):
            super().__init__(app, Match(session, seats))

    @property
    def seen(self) -> Observation:
        return self.view.seen


def opened(window: WindowRobot, session: Session, people: set[int]) -> PlainScene:
    seats = [
        Seat(name, number, "" if number in people else "normal") for number, name in enumerate(session.names)
    ]
    scene = PlainScene(window.context, session, seats)
    window.context.scenes.push(scene)
    return scene


def until_curtain(window: WindowRobot, turns: int = 4000) -> None:
    window.run_until(lambda: window.shown == "HandoverScene", 50, turns)


def test_curtain_closes_between_two_people(window: WindowRobot) -> None:
    scene = opened(window, Session.new("sociable", seed=4), {0, 2})
    met = []
    for _ in range(6):
        until_curtain(window)
        seat = window.top.seat
        assert seat == scene.match.session.to_move
        assert scene.seen["seat"] is None
        assert "hand" not in scene.seen
        window.press_key(pygame.K_RETURN)
        assert window.top is scene
        assert scene.seen["seat"] == seat
        assert scene.seen["hand"]
        met.append(seat)
        while scene.match.session.to_move == seat:
            window.press_key(pygame.K_RETURN)
            window.step(ms=500)
    assert set(met) == {0, 2}


def test_single_person_sees_no_curtain(window: WindowRobot) -> None:
    scene = opened(window, Session.new("sociable", seed=4), {1})
    for _ in range(200):
        window.step(ms=50)
        assert window.top is scene
    assert scene.seen["seat"] == 1


def test_resumed_match_with_hidden_hands_starts_with_a_curtain(window: WindowRobot) -> None:
    session = Session.new("sociable", seed=4)
    for number in range(12):
        session.play(SeededRng(number).pick(session.moves()))
    person = session.to_move
    assert person is not None
    scene = opened(window, Session.from_record(session.record()), {person})
    assert window.shown == "HandoverScene"
    assert "hand" not in scene.seen
    assert window.top.instruction() == "Click the sock to see your cards again"
    window.press_key(pygame.K_RETURN)
    assert scene.seen["seat"] == person


def test_resume_in_a_bots_turn_shows_the_only_persons_hand(
    window: WindowRobot, drawn_words: list[str]
) -> None:
    """Behind the curtain first, then face up, although it is not yet that hand's turn."""
    window.context.update_settings(animation_speed="brisk")
    text = "table=8P,9P,10P hands=11P,1L,2B/12P,4L,6F/7P,5L,5F stock=5B,6P,8P turn=1"
    session = Session.from_position("socki", text, 3)
    session.play("draw")
    scene = opened(window, session, {0})
    assert window.shown == "HandoverScene"
    assert "hand" not in scene.seen
    window.run_for(100)
    window.picture()
    assert "Player 1, are you there?" in drawn_words
    assert "My turn?" not in drawn_words
    window.press_key(pygame.K_RETURN)
    assert window.top is scene
    assert sorted(as_observation(scene.seen)["hand"]) == ["11P", "1L", "2B"]
    assert scene.match.session.to_move == 1
    assert scene.seen["seat"] == 0
    while scene.match.local_to_move is None or scene.animations.is_busy:
        window.step(ms=50)
        assert window.top is scene, "no second curtain"


@pytest.mark.parametrize("peeks", [False, True])
def test_curtain_reveals_nothing_of_hidden_cards(window: WindowRobot, *, peeks: bool) -> None:
    """Two matches that differ only in hidden cards look equal byte by byte."""
    pictures = []
    hands = ("8H,9D,KS/QH,QD/10D,AH", "8H,9D,KS/10D,AH/QH,QD", "QD,AH,10D/8H,QH/9D,KS")
    for held in hands:
        text = f"hands={held}/JK,8S/JK,9C order=0,1,2,3,4 lead=- by=- turn=0 scores=1/2/3/4/5"
        scene = opened(window, Session.from_position("sociable", text), {0, 1})
        assert window.shown == "HandoverScene"
        if peeks:
            window.press_key(pygame.K_x)
        pictures.append(window.picture())
        window.context.scenes.pop(0)
        picture = window.picture()
        assert picture != pictures[-1]
        assert scene.seen["hand"]
        window.context.scenes.pop()
    assert len(set(pictures)) == 1


@thinned(1)
@pytest.mark.parametrize("size", [100, 200])
def test_click_opens_the_curtain_only_at_sock_or_label(window: WindowRobot, size: int) -> None:
    """The label hangs over the last player's hand and buttons: one click too many must not open it."""
    window.context.update_settings(text_size=size)
    opened(window, Session.new("socki", 3, seed=3), {0, 1, 2})
    until_curtain(window)
    curtain = window.top
    window.wait_until_readable()
    view = window.context.view
    sock = curtain.sock()
    strip = prompt_bar_top(window.context, curtain)
    for x in range(20, round(view.w), 60):
        for y in range(20, round(strip - 12), 50):
            if not sock.inflated(8).contains((x, y)):
                window.click(x, y)
                assert window.top is curtain, (x, y)
    assert min(sock.w, sock.h) >= 44
    window.run_for(1000)
    window.click_box(curtain.card())
    assert window.top is curtain, "a click too many, a little later"
    window.run_for(1300)
    window.click(30, 30)
    assert window.top is curtain
    window.run_for(1300)
    window.click_box(curtain.card() if size == 100 else sock)
    assert window.top is not curtain


def test_curtain_asks_mouse_players_to_click_the_sock(window: WindowRobot) -> None:
    opened(window, Session.new("socki", 3, seed=3), {0, 1, 2})
    until_curtain(window)
    window.point(5, 5)
    assert "sock" in window.top.instruction()
    window.press_key(pygame.K_RIGHT)
    assert "{button}" in window.top.instruction()


# The curtain between two hands shows its news at every text size.

NAMES = ("Maximiliana-Rosa", "Bo", "Wolfgang-Wilhelm", "Di", "Annabella-Marie")


def curtain(window: WindowRobot) -> None:
    """Open a curtain of SOCiable for one of two people among bots, once there is news."""
    session = Session.new("sociable", 5, 4, names=list(NAMES))
    levels = ("", "easy", "", "easy", "easy")
    seats = [Seat(name, number, levels[number]) for number, name in enumerate(session.names)]
    window.open_match(session, seats)
    window.run_until(
        lambda: window.shown == "HandoverScene" and window.top.scene.view.texts.public_news(), ms=50
    )


@thinned(1)
@pytest.mark.parametrize("size", [(1280, 720), (960, 540), (1024, 768)], ids=str)
def test_curtain_shows_the_news_at_any_text_size(
    tmp_path: Path, drawn_words: list[str], size: tuple[int, int]
) -> None:
    window = WindowRobot(tmp_path, size)
    curtain(window)
    news = window.top.scene.view.texts.public_news()
    for text in (100, 150, 200):
        window.context.update_settings(text_size=text)
        drawn_words.clear()
        window.picture()
        assert "Just now" in drawn_words
        assert news in " ".join(drawn_words)


def test_dialog_over_the_curtain_leaves_nothing_half_covered(
    window: WindowRobot, drawn_words: list[str]
) -> None:
    curtain(window)
    window.press_key(pygame.K_ESCAPE)
    window.choose("gives up")
    drawn_words.clear()
    window.picture()
    assert f"Is {NAMES[0]} really giving up?" in drawn_words
    assert "What everyone knows" not in drawn_words
    assert "Just now" not in drawn_words


def test_curtain_reports_a_draw_without_the_card(window: WindowRobot) -> None:
    session = Session.new("rockit", 2, 4, names=["Ann", "Bo"])
    seat = session.to_move
    assert seat is not None
    session.play("draw")
    window.open_match(session, [Seat(name, number) for number, name in enumerate(session.names)])
    window.run_until(lambda: window.shown == "HandoverScene", ms=50)
    assert window.top.news() == f"{session.names[seat]} draws a card and says RockIt!"


def test_curtain_reports_the_whole_turn(window: WindowRobot) -> None:
    position = "hands=10H,JH,QH,2C/4D,5D stock=5C,6C in=0/0"
    session = Session.from_position("rockit", position, 4, names=["Ann", "Bo"])
    for move in ("come 10H JH QH", "rockit"):
        session.play(move)
    window.open_match(session, [Seat(name, number) for number, name in enumerate(session.names)])
    window.run_until(lambda: window.shown == "HandoverScene", ms=50)
    assert window.top.news() == ("Ann comes in with the 10, jack and queen of hearts. Ann says RockIt!")


def test_drawn_card_is_named_only_to_its_player(window: WindowRobot) -> None:
    scene = rockit(window, levels=("", ""))
    for _person in range(2):
        until_curtain(window)
        assert "You" not in scene.view.texts.news
        window.press_key(pygame.K_RETURN)
        assert "You" not in scene.view.texts.news
        scene.context.play("draw")
        assert "You drew" in scene.view.texts.news


# Hands revealed at the end of a hand: their timing, behind a menu, and without covering anything.

OPEN_HANDS_NAMES = ["Ann", "Bo", "Cy", "Dee", "Ebenezer", "Fay", "Gustav", "Hildegard"]


def left(window: WindowRobot, seats: int, most: int, **look: object) -> RummyScene:
    """Play a round of SOCKI to its end; the second seat keeps ``most`` cards, each later seat one less.

    The only person is on a phone, so that the hands are revealed where they are.
    """
    deck = sorted(set(DECK) - {"6P", "7P", "8P", "9P"})
    hands = ["9P"]
    for number in range(1, seats):
        cards = [deck.pop(number * 7 % len(deck)) for _ in range(max(1, most + 1 - number))]
        hands.append(",".join(cards))
    position = f"table=6P,7P,8P hands={'/'.join(hands)} stock={deck[0]} scores={'/'.join('0' * seats)}"
    session = Session.from_position("socki", position, 3, names=OPEN_HANDS_NAMES[:seats])
    people = [Seat("Ann", 0, device=PHONE), *(Seat(OPEN_HANDS_NAMES[n], n, "easy") for n in range(1, seats))]
    scene = rummy_scene(window, session, people)
    window.context.phones.is_away = lambda _seat: False  # type: ignore[method-assign,assignment]
    window.context.scenes.push(scene)
    window.run_for(1000)
    window.context.update_settings(animation_speed="brisk", **look)
    scene.context.play("play 6P 7P 8P 9P")
    window.run_until(lambda: scene.view.hand_reveal.has_revealed_hands)
    return scene


def test_piles_make_way_before_hands_are_revealed(window: WindowRobot) -> None:
    scene = left(window, 4, 9)
    lies = scene.view.table.placed_piles().boxes()
    window.run_for(FIRST_PAUSE_MS - MAKE_ROOM_MS - 60)
    assert scene.view.table.placed_piles().boxes() == lies, "first the last play is looked at"
    window.run_for(MAKE_ROOM_MS + 40)
    start = window.time
    assert not any(scene.view.table.heaps.moves(key, start) for key in lies)
    assert scene.view.table.placed_piles().boxes() != lies


def test_menu_pauses_the_end_of_a_round(window: WindowRobot) -> None:
    scene = ended(window)
    window.run_for(LAST_PLAY_MS / 2)
    window.press_key(pygame.K_p)
    assert window.shown == "PauseMenu"
    window.run_for(2 * MAX_REVEAL_MS)
    window.press_key(pygame.K_ESCAPE)
    assert window.top is scene
    window.run_for(LAST_PLAY_MS)
    assert window.shown == "RoundEndScene"


def launched(window: WindowRobot) -> RockItScene:
    """Play a game of RockIt up to its last card."""
    window.context.update_settings(animation_speed="brisk")
    scene = rockit(window, "table=7C,8C,9C hands=10C/4D,5D stock=5C in=1/1")
    scene.context.play("play 7C 8C 9C 10C")
    return scene


def test_menu_pauses_the_lift_off(window: WindowRobot) -> None:
    scene = launched(window)
    window.run_until(lambda: scene.animations.is_held)
    window.run_for(300)
    progress = scene.view.rocket.progress()
    assert 0 < progress < 0.5
    window.press_key(pygame.K_p)
    window.run_for(MAX_REVEAL_MS)
    assert scene.view.rocket.progress() < progress + 0.1


def test_open_hands_follow_a_language_change(window: WindowRobot, drawn_words: list[str]) -> None:
    scene = launched(window)
    window.run_until(lambda: scene.view.hand_reveal.gone > FIRST_PAUSE_MS + 500)
    window.picture()
    assert "2 cards left" in drawn_words
    window.context.update_settings(language="de")
    drawn_words.clear()
    window.picture()
    assert "2 cards left" not in drawn_words
    assert "noch 2 Karten" in drawn_words
    window.context.update_settings(text_size=200)
    drawn_words.clear()
    window.picture()
    assert "noch 2 Karten" not in drawn_words, "their number stands at the plate"


def test_table_view_shows_hands_after_a_skipped_reveal(window: WindowRobot, drawn_words: list[str]) -> None:
    scene = ended(window, "0/99")
    window.run_for(300)
    scene.skip()
    window.press_key(pygame.K_RETURN)
    while window.top is scene:  # while its pictures are made
        window.step()
    window.past_winner()
    assert window.shown == "ResultsScene"
    window.press_key(pygame.K_l)
    drawn_words.clear()
    window.picture()
    assert "+21" in drawn_words


def test_instant_speed_shows_the_end_of_a_round_at_once(window: WindowRobot) -> None:
    ended(window)
    window.run_for(LAST_PLAY_MS / 2)
    window.press_key(pygame.K_p)
    window.context.update_settings(animation_speed="instant")
    window.press_key(pygame.K_ESCAPE)
    window.step()
    assert window.shown == "RoundEndScene"


@thinned()
@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize(("seats", "most"), [(3, 14), (4, 9), (8, 7), (8, 3)])
def test_open_hands_cover_neither_plates_nor_piles(
    window: WindowRobot, seats: int, most: int, text: int
) -> None:
    scene = left(window, seats, most, reduced_motion=True, text_size=text)
    view = scene.view
    assert isinstance(view, RummyView)
    window.run_for(FIRST_PAUSE_MS + 200)
    piles = view.table.placed_piles().boxes().values()
    assert not [pile for pile in piles for hand in open_boxes(scene) if overlaps(pile, hand)]
    assert len(open_boxes(scene)) == seats - 1
    for hand, seat in zip(open_boxes(scene), range(1, seats), strict=True):
        assert hand.y >= view.table.seat_box(seat).bottom


def open_boxes(scene: RummyScene | RockItScene) -> list[Box]:
    """Boxes of the revealed hands."""
    return scene.view.hand_reveal.boxes()


def test_next_round_restores_the_table_layout(window: WindowRobot) -> None:
    scene = left(window, 4, 9)
    before = scene.view.table.boxes
    window.run_for(FIRST_PAUSE_MS + 300)
    assert scene.view.table.boxes != before
    window.play_bots(MAX_REVEAL_MS)
    assert scene.view.table.boxes == before
    assert not open_boxes(scene), "nothing lies open while the next round is dealt"


# no draw is possible: thirteen tricks between the open hands of five, one of them in two rows
CROWDED = (
    "table=2D,2H,2S,2C/3D,3H,3S,3C/4D,4H,4S,4C/5D,5H,5S,5C/6D,6S,6C/7D,7H,7S/10D,10H,10S,10C/5H,6H,7H,8H,9H,10H/"
    "JH,QH,KH,AH/JD,QD,KD,AD/10S,JS,QS,KS,AS,2S,3S,4S/AC,2C,3C,4C,5C,6C,7C,8C,9C,10C,JC,QC/7S,8S,9S "
    "hands=10D,5D/8C,9D,JC,KH/2D,5S,8D,9H,JD,KS/2H,6D,8D,9S,JH,QC,3D,6H,8H,AC,JS,QD,3H,6S/8S,AD,KC,QH,4D,7C "
    "in=1/1/1/1/1"
)


def test_all_tricks_fit_between_open_hands(window: WindowRobot) -> None:
    scene = rockit(window, CROWDED, ("", "easy", "easy", "easy", "easy"))
    for _ in range(5):
        scene.context.play("pass")
    window.run_until(lambda: open_boxes(scene))
    assert scene.view.table.placed_piles().overflow == 0


def test_open_hands_show_no_player_to_move(window: WindowRobot, drawn_words: list[str]) -> None:
    scene = left(window, 4, 5)
    drawn_words.clear()
    for ms in (FIRST_PAUSE_MS - 400, 900):
        window.run_for(ms)
        window.picture()
    assert not {"Your turn", "next", "Waiting", "to move"} & set(drawn_words)
    assert "Ann" in drawn_words
    assert "Undo" not in prompt_labels(scene)


def test_prompt_bar_offers_undo_when_possible(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    scene = rockit(window, "table=7C,8C,9C hands=10C,2D,3D/4D,5D stock=5C,6C in=1/1")
    scene.context.play("play 7C 8C 9C 10C")
    window.step()
    assert "Undo" in prompt_labels(scene)


# End of a rummy hand: the last play is shown, then the hands are hung on a line.

SOCKI = "table=6P,7P,8P hands=9P/9L,12L stock=5B scores={}"
LAST = "play 6P 7P 8P 9P"


def ended(window: WindowRobot, scores: str = "0/40", speed: str = "brisk", **look: object) -> RummyScene:
    """Lay the last card of a round, so that the round is about to end on the screen."""
    scene = match(window, SOCKI.format(scores))
    window.context.update_settings(animation_speed=speed, **look)
    scene.context.play(LAST)
    window.run_until(lambda: scene.animations.is_held or window.shown == "RoundEndScene")
    return scene


def test_reduced_motion_shows_all_totals_at_once(window: WindowRobot, drawn_words: list[str]) -> None:
    scene = ended(window, reduced_motion=True)
    window.run_for(LAST_PLAY_MS - 100)
    assert window.top is scene, "the last play is on the table"
    drawn_words.clear()
    window.run_for(200)
    assert window.shown == "RoundEndScene"
    end = window.top
    assert isinstance(end, RoundEndScene)
    assert not end.is_running
    assert {"61", "0", "+21", "Out!"} <= set(drawn_words)


def test_cards_are_hung_one_by_one_with_sound_before_the_totals_tick(
    window: WindowRobot, drawn_words: list[str]
) -> None:
    ended(window)
    window.run_until(lambda: window.shown == "RoundEndScene")
    sounds = window.record_sounds()
    window.picture()
    assert "40" in drawn_words
    assert "61" not in drawn_words
    assert {key for key, _box in window.top.focusable()} == {"confirm", "look"}, "live from the first frame"
    window.run_for(TAUT_MS + HANG.contact + CARD_STAGGER_MS + PEG_DELAY_MS + 20)
    assert sounds[:3] == ["place", "card_lay", "card_lay"], "the headline lands first"
    window.run_for(WINDING_MS)
    assert sounds.count("tick") == 4
    assert sounds[-1] == "hand_end"
    drawn_words.clear()
    window.picture()
    assert "61" in drawn_words


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_l, pygame.K_d])
def test_any_press_ends_the_motion_and_a_second_one_continues(window: WindowRobot, key: int) -> None:
    scene = ended(window)
    window.run_until(lambda: window.shown == "RoundEndScene")
    sounds = window.record_sounds()
    window.run_for(300)
    window.press_key(key)
    assert window.shown == "RoundEndScene", "and nothing of that was pressed on"
    assert not window.top.is_running
    assert sounds.count("hand_end") == 1
    window.press_key(pygame.K_RETURN, hasty=True)
    assert window.shown == "RoundEndScene", "a double press does not skip the totals"
    window.press_key(pygame.K_RETURN)
    assert window.top is scene


def test_press_or_instant_speed_opens_the_round_end(window: WindowRobot) -> None:
    ended(window)
    window.press_key(pygame.K_RETURN)
    assert window.shown == "RoundEndScene"
    window.context.scenes.pop()
    ended(window, speed="instant")
    assert window.shown == "RoundEndScene"


def test_round_end_leads_back_to_the_revealed_table(window: WindowRobot) -> None:
    scene = ended(window)
    window.run_for(MAX_REVEAL_MS)
    sheet = window.top
    window.choose("See the table")
    assert window.shown == "TablePeekScene"
    assert len(open_boxes(scene)) == 1
    window.press_key(pygame.K_x)
    assert window.top is sheet
    window.choose("Next round")
    assert window.top is scene


@pytest.mark.parametrize("scores", ["0/40", "0/99"])
def test_second_escape_does_not_leave_the_sheet(window: WindowRobot, scores: str) -> None:
    ended(window, scores, speed="instant")
    window.run_for(1000)
    sheet = window.top
    window.press_key(pygame.K_l)
    assert window.shown == "TablePeekScene"
    window.press_key(pygame.K_ESCAPE, hasty=True)
    window.press_key(pygame.K_ESCAPE, hasty=True)
    assert window.top is sheet
    window.run_for(1000)
    window.press_key(pygame.K_ESCAPE)
    assert window.top is not sheet


def test_round_end_shows_the_target_score(window: WindowRobot) -> None:
    ended(window, speed="instant")
    assert "A total above 100 ends the match." in window.top.end.sign


def test_revealed_hands_end_undo() -> None:
    live_match = Match(Session.from_position("socki", SOCKI.format("0/99")), [Seat("Ann", 0), Seat("Bo", 1)])
    live_match.play(LAST)
    live_match.undo()
    live_match.play(LAST)
    assert live_match.reveal_hands() == [[], ["9L", "12L"]]
    with pytest.raises(IllegalMove):
        live_match.undo()


def test_rockit_reveals_hands_during_lift_off(window: WindowRobot) -> None:
    scene = launched(window)
    window.run_for(4300)
    assert window.top is scene
    window.run_for(3000)
    window.past_winner()
    assert window.shown == "ResultsScene"
    window.press_key(pygame.K_l)
    window.step()
    assert len(scene.view.places.taken) > 0


def test_phone_players_see_open_hands_on_the_big_screen(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    session = Session.from_position("socki", SOCKI.format("0/40"), 3)
    scene = rummy_scene(window, session, [Seat("Ann", 0, device=PHONE), Seat("Bo", 1, "easy")])
    window.context.scenes.push(scene)
    scene.context.play(LAST)
    window.play_bots(FIRST_PAUSE_MS + 1200)
    assert scene.animations.is_busy, "nobody sits here to read a sheet, so the hands lie there for a while"
    window.play_bots(MAX_REVEAL_MS + 2000)
    assert scene.match.session.observe(None)["counts"] != [0, 2]
    assert not any(type(scene).__name__ == "RoundEndScene" for scene in window.context.scenes.scenes)
