"""Tests of sound: speech of every screen and game, sounds with their direction, and music."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pygame
import pytest

from game.core.session import Session
from game.games.socker.screen.view import SockerView
from game.match.rummy.match_text import card_name
from game.match.seats import PHONE, Seat
from game.ui.core.audio import PAN_WIDTH, MusicMood, pan_of
from game.ui.core.layer import CachedLayer
from game.ui.core.paint import Painter, collect_text
from game.ui.core.speech import SpeechQueue
from game.ui.match.match_scene import MatchScene
from game.ui.match.puzzle import PuzzleScene
from tests.matches import GAMES as SOUNDS_GAMES
from tests.matches import record_of
from tests.sampling import risk
from tests.scenes.fake_speech import FakeSpeaker, with_fake_speech
from tests.scenes.harness import SCREENS_AROUND, KeyboardRobot, WindowRobot, is_settled
from tests.scenes.test_puzzles import day, puzzles
from tests.scenes.test_turns import sat_down

# Speech: menus, settings and the five games, without hidden cards.

__all__ = ["day", "puzzles"]
GAMES = ("socki", "rockit", "sociable", "socker", "city")
PEOPLE = {"sociable": 4}


def match_of(window: WindowRobot, game: str, *, bots: bool = True) -> MatchScene:
    """Open a match with one person among bots, or with persons alone."""
    count = PEOPLE.get(game, 2)
    names = ["Ann", "Bo", "Cem", "Dora"][:count]
    session = Session.new(game, count, 11, names=names)
    seats = [Seat(name, number, "easy" if number and bots else "") for number, name in enumerate(names)]
    return window.open_match(session, seats)


def till_my_turn(window: WindowRobot, scene: MatchScene) -> None:
    window.run_until(lambda: window.top is scene and is_settled(scene), ms=50)


def test_speech_reads_the_title_and_its_focus(window: WindowRobot) -> None:
    speaker = with_fake_speech(window)
    texts = speaker.heard()
    assert texts[0] == "Sock Drawer"
    assert any("2–6 players" in text or "players" in text for text in texts[1:2])
    assert "Settings, P" in texts[-1], "the strip, with its keys"
    window.press_key(pygame.K_RIGHT)
    first = speaker.heard()
    window.press_key(pygame.K_RIGHT)
    second = speaker.heard()
    assert first != second
    assert all(len(texts) == 1 for texts in (first, second)), "one line for each step"


def test_speech_reads_label_value_and_tip_of_a_setting(window: WindowRobot) -> None:
    speaker = with_fake_speech(window)
    speaker.heard()
    window.context.open_scene("settings")
    window.step()
    texts = speaker.heard()
    assert texts[0] == "Settings: Display"
    assert "Text size: 100%. Easy to read from the sofa?" in texts
    window.press_key(pygame.K_DOWN)
    assert speaker.heard() == ["Colours: Linen. For day, for night, or as plain as can be."]
    window.press_key(pygame.K_RIGHT)
    assert speaker.heard()[0].startswith("Colours: Dark.")
    window.press_key(pygame.K_PAGEDOWN)
    texts = speaker.heard()
    assert texts[0] == "Settings: Sound"
    assert "Volume: 100. Effects and music together." in texts
    window.press_keys(pygame.K_UP, pygame.K_DOWN)
    assert "Gameplay" in speaker.heard()


def test_speech_reads_a_question_with_its_answer(window: WindowRobot) -> None:
    speaker = with_fake_speech(window)
    speaker.heard()
    window.press_key(pygame.K_ESCAPE)
    assert speaker.heard()[:2] == ["Quit Sock Drawer?", "Stay"]
    window.press_key(pygame.K_DOWN)
    assert speaker.heard() == ["Quit"]


def test_f1_starts_speech_and_repeats_the_screen(window: WindowRobot) -> None:
    speaker = window.context.speaker = FakeSpeaker()
    window.press_key(pygame.K_RIGHT)
    assert speaker.heard() == []
    window.press_key(pygame.K_F1)
    assert speaker.heard()[0] == "Sock Drawer"
    assert window.context.stores.settings.load().speech == "usual", "it is kept"
    window.press_key(pygame.K_F1)
    assert speaker.heard()[0] == "Sock Drawer"
    window.press_key(pygame.K_F1, pygame.KMOD_SHIFT)
    assert speaker.hushed == 1
    window.press_key(pygame.K_RIGHT)
    assert speaker.heard() == []


def test_lost_focus_silences_speech(window: WindowRobot) -> None:
    speaker = with_fake_speech(window)
    window.step(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert speaker.hushed == 1


def test_voice_uses_the_language_and_the_rate(window: WindowRobot) -> None:
    speaker = with_fake_speech(window)
    window.context.update_settings(language="de", speech="fast")
    window.press_key(pygame.K_LEFT)
    assert (speaker.languages[-1], speaker.rates[-1]) == ("de", 1)


def test_first_start_invites_to_speech(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path, (1280, 720), first=True)
    speaker = window.context.speaker = FakeSpeaker()
    window.app.narration.invite()
    assert speaker.heard() == ["Press F1 to hear this window."]
    window.top.set_focus("speech")
    window.press_key(pygame.K_RETURN)
    texts = speaker.heard()
    assert texts[:2] == ["Sock Drawer", "Hello!"]
    assert "Screen narration: On. The screen is read aloud to you." in texts
    window.press_key(pygame.K_ESCAPE)
    assert window.context.stores.settings.load().speech == "usual"


def test_settings_report_missing_speech(window: WindowRobot) -> None:
    window.context.open_scene("settings")
    window.choose_tab("Sound")
    texts = window.texts
    assert any(text.startswith("This computer has no speech") for text in texts)
    window.context.speaker = FakeSpeaker()
    window.top.needs_redraw = True
    texts = window.texts
    assert not any(text.startswith("This computer has no speech") for text in texts)


@pytest.mark.parametrize("game", GAMES)
def test_speech_reads_turn_focus_and_board(window: WindowRobot, game: str) -> None:
    speaker = with_fake_speech(window)
    scene = match_of(window, game)
    till_my_turn(window, scene)
    window.step()
    texts = speaker.heard()
    assert any(text.startswith("Your turn") for text in texts), texts
    moves = (pygame.K_RIGHT, pygame.K_LEFT, pygame.K_UP, pygame.K_DOWN, pygame.K_RIGHT)
    steps = []
    for key in moves:
        window.press_key(key)
        steps += speaker.heard()
    assert len(set(steps)) > 1, "the focus is read aloud"
    window.press_key(pygame.K_F1)
    asked = " ".join(speaker.heard())
    wanted = {
        "socki": ("Your hand", "Draw pile"), "rockit": ("Your hand", "Draw pile"), "sociable": ("Your hand",),
        "socker": ("Ball", "Ann", "Bo"), "city": ("pieces of track left", "Red: "),
    }[game]  # fmt: skip
    assert all(text in asked for text in wanted), asked


@pytest.mark.parametrize("game", GAMES)
def test_speech_reads_others_moves_and_refusals(window: WindowRobot, game: str) -> None:
    speaker = with_fake_speech(window)
    scene = match_of(window, game)
    till_my_turn(window, scene)
    speaker.heard()
    scene.context.refuse("You can't do that now.")
    window.step()
    assert "You can't do that now." in speaker.heard()
    legal = scene.match.session.moves()
    move = next(
        (legal_move for legal_move in legal if legal_move in ("pass", "draw", "end")), next(iter(legal))
    )
    scene.context.play(move)
    for _ in range(4000):
        window.step(ms=50)
        if window.top is not scene or (is_settled(scene) and not scene.animations.is_busy):
            break
    texts = speaker.heard()
    assert any("Ann" in text or "Bo" in text or "You" in text for text in texts), texts


@pytest.mark.parametrize("speed", ["instant", "brisk"])
def test_speech_reads_a_rearrangement_after_the_laid_card(window: WindowRobot, speed: str) -> None:
    window.context.update_settings(animation_speed=speed)
    text = "table=8P,8F,8B/8L,9L,10L,11L hands=1P,2P/7P,9P,5B/3F,4F stock=5F,6F turn=1"
    session = Session.from_position("socki", text, names=["Ann", "Bo", "Ida"])
    scene = window.open_match(
        session, [Seat(name, look, device=PHONE) for look, name in enumerate(session.names)]
    )
    scene.skip()
    speaker = with_fake_speech(window)
    speaker.heard()
    scene.match.play("play 7P 8P 9P | 8F 8B 8L | 9L 10L 11L")
    for _ in range(60):
        window.step(ms=50)
    texts = [text for text in speaker.heard() if text.startswith("Bo ")]
    assert texts == ["Bo plays the 7 and 9 of pagodas.", "Bo joins the eights and the pagodas from 7 to 9."]


def test_speech_reads_socker_pieces_and_actions(window: WindowRobot) -> None:
    speaker = with_fake_speech(window)
    position = "field=9/9/9/9/4o4/4R4/9/9/9/9/2B6 phase=play"
    session = Session.from_position("socker", position, 3, {}, names=["Ann", "Bo"])
    scene = window.open_match(session, [Seat("Ann", 0, ""), Seat("Bo", 1, "")])
    till_my_turn(window, scene)
    window.step()
    texts = speaker.heard()
    assert any(text.startswith("Your puppet on e6") for text in texts), texts
    window.press_key(pygame.K_RETURN)
    texts = speaker.heard()
    assert any(text.startswith(("Kick, ", "Step, ")) for text in texts), texts


@risk
@pytest.mark.parametrize("game", ["socki", "rockit", "sociable"])
def test_speech_never_reveals_hidden_cards(window: WindowRobot, game: str) -> None:
    """Two persons at one screen: during the handover no speech reveals a hand."""
    speaker = with_fake_speech(window)
    scene = match_of(window, game, bots=False)
    window.run_until(lambda: window.shown == "HandoverScene", ms=50)
    window.press_keys(pygame.K_F1, pygame.K_x, pygame.K_F1)
    text = " | ".join(speaker.heard())
    assert "Over to" in text
    session = scene.match.session
    for seat in range(len(session.names)):
        for card in session.observe(seat)["hand"]:
            name = card_name(card).removeprefix("the ")
            assert name not in text, f"{name} was told: {text}"
    assert "Your hand" not in text


@pytest.mark.parametrize("game", ["socki", "sociable"])
def test_handover_cuts_off_speech(window: WindowRobot, game: str) -> None:
    speaker = with_fake_speech(window)
    match_of(window, game, bots=False)
    window.run_until(lambda: window.shown == "HandoverScene", ms=50)
    assert any(line.clears for line in speaker.lines)


@SCREENS_AROUND
def test_speech_reads_every_screen(window: WindowRobot, screen: tuple[str, ...]) -> None:
    speaker = with_fake_speech(window)
    speaker.heard()
    window.context.open_scene(*screen)
    for _ in range(3):
        window.step()
    texts = speaker.heard()
    assert len(texts) > 2
    assert all(text.strip() for text in texts)


def test_speech_reads_a_solution_step_by_step(window: WindowRobot, day: PuzzleScene) -> None:
    speaker = with_fake_speech(window)
    assert any(day.props.task in text for text in speaker.heard()), "the task of a puzzle"
    KeyboardRobot(window).play(day.sitting.puzzle.solutions[0][0])
    window.run_for(4000)
    window.choose("step by step")
    texts = speaker.heard()
    assert any("everything hangs on this" in text for text in texts), texts
    window.press_key(pygame.K_RETURN)
    assert any("because nothing else does it" in text for text in speaker.heard())


def test_text_is_collected_without_painting(window: WindowRobot) -> None:
    """A screen is read aloud before its first frame."""

    def written(painter: Painter, text: str) -> None:
        painter.text(text, 10, 20)

    layer: CachedLayer[str] = CachedLayer(written)
    assert [
        text.words for text in collect_text(window.context.measuring_painter, lambda p: layer.draw(p, "Sock"))
    ] == ["Sock"]
    assert layer.picture.get_size() == (1, 1)
    screen = pygame.Surface((640, 360))
    layer.draw(window.context.painter(screen), "Sock")
    assert layer.picture.get_size() == (640, 360), "and it is painted all the same"


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_drawn_card_is_not_read_to_the_next_player(window: WindowRobot, game: str) -> None:
    """Two persons at one screen: speech about a turn is dropped at the handover."""
    speaker = with_fake_speech(window)
    scene = match_of(window, game, bots=False)
    for _turn in range(2):
        window.run_until(lambda: window.shown == "HandoverScene", ms=50)
        window.press_key(pygame.K_RETURN)
        till_my_turn(window, scene)
        speaker.heard()
        legal = scene.match.session.moves()
        scene.context.play(next((move for move in legal if move == "draw"), next(iter(legal))))
        window.run_until(lambda: window.shown == "HandoverScene", ms=50)
        window.press_key(pygame.K_F1)
        window.run_for(500)
        cut = max(number for number, line in enumerate(speaker.lines) if line.clears)
        waiting = SpeechQueue()
        for line in speaker.lines:
            waiting.add(line, None)
        text = " | ".join(line.words for line in (*speaker.lines[cut:], *iter(waiting.next, None)))
        assert "Over to" in text
        session = scene.match.session
        public = [str(event.data) for event in map(partial(session.redact, seat=None), session.last_events())]
        for seat in range(2):
            for card in session.observe(seat)["hand"]:
                is_public = any(card in data for data in public)  # an identical card was laid
                assert is_public or card_name(card).removeprefix("the ") not in text


def test_f1_without_speech_says_why(window: WindowRobot) -> None:
    """The press used to have no effect."""
    for _press in range(2):
        window.press_key(pygame.K_F1)
        assert window.shown == "MessageDialog"
        assert "no speech output" in window.screen_text
    window.press_key(pygame.K_RETURN)
    assert window.shown == "TitleScene"
    assert window.context.settings.speech == "usual", "kept for when there is a voice"


# Sounds with their time and direction, and the mood of the music, with text for each.

Heard = list[tuple[str, float]]


def listen(window: WindowRobot) -> Heard:
    """Return a list that receives each sound and its direction."""
    sounds: Heard = []
    window.context.audio.play = lambda name, pan=0.0, tone=None: sounds.append((name, pan))  # type: ignore[method-assign]
    return sounds


def moods(window: WindowRobot) -> list[MusicMood]:
    recorded: list[MusicMood] = []
    window.context.audio.mood = recorded.append  # type: ignore[assignment,method-assign]
    return recorded


def at(text: str, game: str, **options: int | str) -> Session:
    return Session.from_position(game, text, 3, options)


@pytest.mark.parametrize("game", SOUNDS_GAMES)
def test_turn_sound_plays_once_for_each_turn(window: WindowRobot, game: str) -> None:
    sounds = listen(window)
    scene = sat_down(window, Session.new(game, seed=6, players=2 if game == "rockit" else None))
    session = scene.match.session
    window.finish_animations()
    calls, known = 1, len(session.log)
    for _ in range(6):
        if scene.match.local_to_move is None:
            break
        assert [name for name, _ in sounds].count("your_turn") == calls
        scene.context.play(session.moves()[0])
        window.finish_animations()
        calls += any(seat != 0 for seat, _ in session.log[known:])
        known = len(session.log)
    assert session.log


def test_blow_sounds_come_from_its_place(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    scene = sat_down(window, at("field=9/9/4oB3/4R4/9/9/9/9/9/9/9", "socker"), 2)
    window.finish_animations()
    sounds = listen(window)
    scene.context.play("sock e8 f9")
    window.finish_animations()
    assert isinstance(scene.view, SockerView)
    x = scene.view.pitch.boxes.ground.middle("f9")[0]
    assert ("sock", pan_of(x, window.context.view.w)) in sounds
    assert ("stars", pan_of(x, window.context.view.w)) in sounds
    assert 0.1 < pan_of(x, window.context.view.w) < PAN_WIDTH


def test_card_sounds_come_from_their_seat(window: WindowRobot) -> None:
    sounds = listen(window)
    scene = sat_down(window, Session.new("sociable", seed=4, options={"exchange": "off"}), 0)
    for _ in range(400):
        window.step(ms=50)
        if len({pan for name, pan in sounds if name == "card_lay"}) > 2:
            break
    assert len({pan for name, pan in sounds if name == "card_lay"}) > 2
    assert scene.match.session.log


def test_pause_plays_its_sound_and_the_lobby_music(window: WindowRobot) -> None:
    scene = sat_down(window, Session.new("socker", seed=3), 2)
    window.finish_animations()
    sounds, music = listen(window), moods(window)
    window.press_key(pygame.K_p)
    assert window.shown == "PauseMenu"
    assert ("pause", 0.0) in sounds
    assert music == [MusicMood.LOBBY]
    window.press_key(pygame.K_ESCAPE)
    assert window.top is scene
    assert music == [MusicMood.LOBBY, MusicMood.CALM]


def test_leaving_and_returning_phones_are_announced(window: WindowRobot) -> None:
    scene = sat_down(window, Session.new("socki", seed=3), 2)
    window.finish_animations()
    sounds = listen(window)
    scene.attendance.phone_gone(1)
    assert sounds == [("leave", 0.0)]
    assert scene.context.messages.text
    scene.match.assign_seat(1, "easy", "phone", "")
    sounds.clear()
    scene.attendance.phone_there(1, "Ida")
    assert ("join", 0.0) in sounds
    assert "Ida" in scene.context.messages.text


@pytest.mark.parametrize(
    ("session", "mood"),
    [
        (at("field=9/9/9/9/9/4oB3/4R4/9/9/9/9", "socker", goals=3), MusicMood.CALM),
        (at("field=9/9/9/9/9/4oB3/4R4/9/9/9/9 score=1/1", "socker", goals=3), MusicMood.CLOSE),
        (at("field=9/9/9/9/9/4oB3/4R4/9/9/9/9 score=2/0", "socker", goals=3), MusicMood.LAST),
        (at("field=9/9/9/9/9/4oB3/4R4/9/9/9/9 turns=30", "socker", win="turns"), MusicMood.CLOSE),
        (at("hands=1P,5B/9L,10L table=1F,2F,3F stock=2B,3B", "socki"), MusicMood.LAST),
        (at("hands=1P,5B,7B,8L/9L,10L,11P,12F,4P table=1F,2F,3F stock=2B", "socki"), MusicMood.CLOSE),
        (at("hands=8H,9C/QH,QD,8C/10D,10S,KD/KH,KS order=0,1,2,3", "sociable"), MusicMood.CLOSE),
        (at("hands=8H/QH,QD,8C/10D,10S,KD/KH,KS order=0,1,2,3", "sociable"), MusicMood.LAST),
    ],
)  # fmt: skip
def test_music_follows_the_match(window: WindowRobot, session: Session, mood: MusicMood) -> None:
    music = moods(window)
    scene = sat_down(window, Session.from_record(session.record()), session.players)
    assert music[-1] is mood
    assert scene.mood is mood


@pytest.mark.parametrize(("ply", "mood"), [(32, MusicMood.CALM), (33, MusicMood.CLOSE), (43, MusicMood.LAST)])
def test_music_follows_the_joined_pairs(window: WindowRobot, ply: int, mood: MusicMood) -> None:
    """Two of six pairs joined, then three, then all but one."""
    scene = sat_down(window, Session.from_record(record_of("city")).before(ply), 2)
    window.finish_animations()
    assert scene.mood is mood


@pytest.mark.parametrize("game", SOUNDS_GAMES)
def test_every_match_starts_with_calm_music(window: WindowRobot, game: str) -> None:
    scene = sat_down(window, Session.new(game, seed=6, players=2 if game == "rockit" else None))
    window.finish_animations()
    assert scene.mood is MusicMood.CALM
