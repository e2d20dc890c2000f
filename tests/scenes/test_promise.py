"""The commitment to the deal in the window: shown from the start, proved with the results, kept secret
between."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.bots.match_runner import bot_move
from game.core.rng import random_salt
from game.core.session import Session
from game.match.bot_turns import BotTurns
from game.match.match import Match
from game.match.seats import PHONE, Seat
from game.scenes.lobby import LobbyScene
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.screen_reader import narration_of
from game.ui.match.match_flow import match_scene, play_again
from game.ui.match.match_scene import MatchScene
from main import main
from tests.matches import GAMES, random_plies
from tests.sampling import risk
from tests.scenes.harness import (
    GamepadRobot,
    ImmediateWorker,
    KeyboardRobot,
    MatchRobot,
    WindowRobot,
)
from tests.scenes.layout_checks import labels
from tests.scenes.test_debrief import debriefed
from tests.scenes.test_lobby import lobby

every_game = pytest.mark.parametrize("game", GAMES)


def promised(game: str) -> Session:
    session = Session.new(game)
    session.promise(random_salt())
    return session


def told(window: WindowRobot) -> str:
    return " ".join(labels(window.top.frame))


def started(window: WindowRobot, game: str) -> MatchScene:
    """Start a match from the lobby and return it at its first frame."""
    lobby(window, game).start.begin()
    return first_frame(window)


def first_frame(window: WindowRobot) -> MatchScene:
    window.run_until(lambda: window.top.is_match)
    scene: MatchScene = window.top
    return scene


def secrets_of(session: Session) -> tuple[str, ...]:
    """Seed in decimal and hexadecimal, and salt."""
    salt = session.opened().rpartition(":")[2]
    return str(session.seed), f"{session.seed:x}", salt


def test_menu_shows_the_promise_and_results_prove_it(
    window: WindowRobot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("game.scenes.commitment.documents", lambda: tmp_path / "documents")
    scene = started(window, "socki")
    session = scene.match.session
    assert not session.log
    window.context.open_scene("pause", scene)
    window.choose("The promise")
    assert session.promised.upper() in told(window).replace(" ", "")
    assert "another computer" not in told(window), "how to check is folded"
    window.press_key(pygame.K_h)
    assert "another computer" in told(window)
    window.choose("How to check")
    assert "another computer" not in told(window)
    assert not any(secret in told(window).lower().replace(" ", "") for secret in secrets_of(session))
    window.choose("Back to the match")
    window.context.scenes.pop()
    scene.match.concede(0)
    window.run_for(3000)
    assert window.shown == "ResultsScene"
    window.choose("More")
    window.click_row("Check the deal")
    assert "The promise was kept." in told(window)
    window.choose("Back")
    window.choose("Check the deal")
    assert "The promise was kept." in told(window)
    window.choose("How to check")
    assert all(secret in told(window).replace(" ", "") for secret in secrets_of(session)[::2])
    for _ in range(2):
        window.choose("Save the record")
        window.context.scenes.pop()
    saved = sorted((tmp_path / "documents").iterdir())
    assert len(saved) == 2
    assert main(["verify", str(saved[0]), "--promise", session.promised]) == 0
    assert "This is the promise you wrote down" in capsys.readouterr().out


@pytest.mark.parametrize("hands", [KeyboardRobot, GamepadRobot])
def test_code_is_copied_and_read_aloud(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, hands: type[MatchRobot]
) -> None:
    copied = list[str]()
    monkeypatch.setattr("pygame.scrap.put_text", copied.append, raising=False)
    session = promised("socki")
    code = "2faa" * 2 + session.promised[8:]  # also a group that comes twice
    monkeypatch.setattr(Session, "promised", code)
    window.context.open_scene("commitment", window.open_match(session).match)
    window.step()
    player = hands(window)
    spoken = narration_of(window.context, window.top)
    assert code.upper() in "".join(spoken.text).replace(" ", "")
    assert spoken.focus == "Back to the match"
    window.press_key(pygame.K_l)
    assert copied == [code]
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "CommitmentScene"
    player.back()
    assert window.shown != "CommitmentScene"


@pytest.mark.parametrize("game", ["socker", "city"])
def test_menus_of_open_games_mention_no_deal(window: WindowRobot, game: str) -> None:
    session = promised(game)
    scene = window.open_match(session)
    window.context.open_scene("pause", scene)
    window.choose("More")
    assert "The promise" not in window.choices
    window.context.scenes.pop()
    scene.match.concede(0)
    window.context.open_scene("results", scene)
    window.choose("More")
    assert "Check the deal" not in window.choices


@every_game
def test_each_match_has_its_own_promise_and_saves_it(window: WindowRobot, game: str) -> None:
    """Started from the lobby, as a rematch, started again, and loaded from its save."""
    scene = started(window, game)
    codes = [scene.match.session.promised]
    for same in (False, True):
        play_again(window.top if window.top.is_match else scene, same=same)
        for _ in range(9):
            window.step()
        scene = next(scene for scene in window.context.scenes.scenes if isinstance(scene, MatchScene))
        codes.append(scene.match.session.promised)
    assert all(re.fullmatch("[0-9a-f]{64}", code) for code in codes)
    assert len(set(codes)) == 3
    window.context.stores.autosave.flush()
    saved = window.context.stores.saves.load(game)
    assert saved is not None
    assert Session.from_record(saved.record).promised == codes[-1]


def test_match_of_an_earlier_version_shows_no_promise(window: WindowRobot) -> None:
    session = Session.new("socker")
    scene = window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1)])
    for screen in ("pause", "results"):
        scene.match.conceded_by = 1
        window.context.open_scene(screen, scene)
        window.step()
        window.choose("More")
        labels = window.choices
        assert labels
        assert not {"The promise", "Check the deal"} & set(labels)


def test_debrief_offers_to_check_the_promise(window: WindowRobot) -> None:
    session = Session.new("sociable", 5, 60)
    session.promise(random_salt())
    while session.to_move is not None:
        session.play(bot_move(session, "easy", 60))
    debriefed(window, session)
    window.press_key(pygame.K_m)
    assert window.shown == "CommitmentScene"
    assert "The promise was kept." in told(window)


class Post:
    """Records all JSON that is sent to phones and spectators."""

    spectators = ("eve",)

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.last: Mapping[str, Any] = {}

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.heard.append(json.dumps([state, events]))
        self.last = state

    def publish_to_spectators(
        self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        self.publish(-1, state, events)


@every_game
def test_phones_get_the_code_at_once_and_secrets_with_results(window: WindowRobot, game: str) -> None:
    session = promised(game)
    seats = [Seat(name, n, device=PHONE) for n, name in enumerate(session.names)]
    scene = match_scene(window.context, session, seats)
    phones, post, everybody = scene.phone_seats, Post(), range(session.players)
    phones.queue_events(session.opening)
    phones.publish_to(post, everybody, lambda _seat: False)
    assert len(post.heard) == session.players + 1
    assert all(session.promised in text for text in post.heard)
    for _ in random_plies(session, 3, 12):
        phones.queue_events(session.last_events())
        phones.publish_to(post, everybody, lambda _seat: False)
    before = phones.version
    scene.match.conceded_by = 0
    phones.publish_to(post, everybody, lambda _seat: False)
    assert post.last["over"], "the end is announced before the results"
    for secret in secrets_of(session):
        assert not any(secret in text for text in post.heard)
    scene.match.results_shown = True
    assert phones.version != before
    phones.publish_to(post, everybody, lambda _seat: False)
    assert post.last["commitment_text"] == session.opened()
    assert all(json.loads(text)[0]["commitment_text"] for text in post.heard[-session.players - 1 :])


@every_game
def test_worker_requests_contain_no_seed_salt_or_state(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Checks every byte sent to the worker, for moves and for hints at the screen and on phones."""
    requests: list[bytes] = []
    ask = ImmediateWorker.submit

    def asked(self: ImmediateWorker, where: str, *arguments: Any, limit: float | None = None) -> int:
        requests.append(pickle.dumps((where, arguments)))
        return ask(self, where, *arguments)

    monkeypatch.setattr(ImmediateWorker, "submit", asked)
    session = promised(game)
    for _ in random_plies(session, 3, 7):
        pass
    person = session.to_move
    assert person is not None
    seats = [Seat(name, n, "" if n == person else "easy") for n, name in enumerate(session.names)]
    scene = window.open_match(session, seats)
    window.step()
    scene.phone_seats.hints.ask(person)
    for _ in range(3):
        scene.on_input(InputEvent(InputAction.HINT, "keyboard"))
        window.step()
    assert requests, "nothing was asked for a hint"
    hints = len(requests)
    match = Match(session, [Seat(name, n, "easy") for n, name in enumerate(session.names)])
    BotTurns(match, ImmediateWorker()).start_thinking()
    assert len(requests) == hints + 1
    salt = session.opened().rpartition(":")[2]
    numbers = session.seed.to_bytes(17, "little").rstrip(b"\0")
    for parcel in requests:
        for secret in (str(session.seed).encode(), f"{session.seed:x}".encode(), numbers, salt.encode()):
            assert secret not in parcel
        assert not re.search(rb"core[.]session|[.]rules[.](?:state|rules)|Session|State", parcel)


# Seeds: drawn for every match, typed by players who want to, and shown on no screen of a match.

SEARCHED = 2**64


def pass_by(window: WindowRobot, ms: int) -> None:
    """Advance ``ms`` in few turns of the loop."""
    for _ in range(ms // 100):
        window.step(ms=100)


def window_seeds_started(window: WindowRobot) -> MatchScene:
    """Start a match from the open lobby and return its scene."""
    if window.top.focus == "form":
        window.press_key(pygame.K_ESCAPE)
    window.press_key(pygame.K_RETURN)
    return first_frame(window)


def to_field(window: WindowRobot, scene: LobbyScene) -> None:
    """Move the focus down to the seed field."""
    scene.focus = "form"
    for _ in range(60):
        if window.focused.label == "Seed":
            return
        window.press_key(pygame.K_DOWN)
    raise AssertionError("there is no row for a number")


@every_game
def test_each_match_from_the_lobby_has_its_own_seed(window: WindowRobot, game: str) -> None:
    seeds = []
    for _ in range(2):
        lobby(window, game)
        seeds.append(window_seeds_started(window).match.session.seed)
        window.context.scenes.reset(window.context.screens["title"]())
    assert seeds[0] != seeds[1]
    assert min(seeds) > SEARCHED


@every_game
def test_rematch_has_its_own_seed(window: WindowRobot, game: str) -> None:
    session = Session.new(game, seed=3)
    scene = window.open_match(session, people=0)
    scene.match.concede(0)
    window.context.open_scene("results", scene)
    pass_by(window, 1500)
    window.choose("Rematch")
    assert window.top is not scene
    assert window.top.match.session.seed > SEARCHED


@pytest.mark.parametrize("game", ["socki", "sociable"])
def test_starting_again_deals_new_hands(window: WindowRobot, game: str) -> None:
    lobby(window, game)
    scene = window_seeds_started(window)
    pass_by(window, 1500)
    window.context.open_scene("pause", scene)
    window.step()
    window.choose("Start again")
    pass_by(window, 1500)
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    assert window.top is not scene
    assert window.top.is_match
    assert window.top.match.session.seed != scene.match.session.seed
    assert window.top.match.session.seed > SEARCHED


def test_typed_seed_is_used_and_explained(window: WindowRobot, drawn_words: list[str]) -> None:
    scene = lobby(window, "socki")
    assert window.row("Seed").value == "…", "a drawn seed stays secret, even here"
    to_field(window, scene)
    window.type_text("77")
    window.step()
    assert "anyone who knows it knows what's coming" in window.screen_text
    assert window_seeds_started(window).match.session.seed == 77
    assert (
        window.top.match.session.opening
        == Session.new(
            "socki", window.top.match.session.players, 77, window.top.match.session.options
        ).opening
    )


def test_seed_field_refuses_letters_and_ignores_an_empty_value(window: WindowRobot) -> None:
    scene = lobby(window, "socker")
    to_field(window, scene)
    window.type_text("x")
    assert window.row("Seed").value == "…"
    window.type_text("4")
    window.press_key(pygame.K_BACKSPACE)
    assert window_seeds_started(window).match.session.seed > SEARCHED


@risk
@every_game
def test_match_screens_never_show_the_seed(window: WindowRobot, game: str, drawn_words: list[str]) -> None:
    """The table, all screens of its menu, the results, and the title that offers to resume."""
    window.context.phones.open()
    lobby(window, game)
    scene = window_seeds_started(window)
    seed = str(scene.match.session.seed)
    pass_by(window, 3000)
    for screen, arguments in (
        ("pause", (scene,)), ("commitment", (scene.match,)),
        ("seats", (scene,)), ("rules", (game,)), ("settings", ()), ("statistics", ()),
        ("results", (scene,)), ("table_peek", (scene.view, "")),
    ):  # fmt: skip
        if screen == "results":
            scene.match.concede(0)
        window.context.open_scene(screen, *arguments)
        window.step()
        window.picture()
    window.context.scenes.reset(window.context.screens["title"](), window.context.screens["lobby"](game))
    window.step()
    window.picture()
    everything = " ".join(map(str, drawn_words))
    assert len(drawn_words) > 40
    assert seed not in everything
    assert not re.search(r"[0-9]{12,}", everything)


@risk
def test_file_names_and_kept_boards_do_not_reveal_the_seed(window: WindowRobot, tmp_path: Path) -> None:
    KeyboardRobot(window).start_from_title("city")
    for _ in range(20):
        window.step()
    scene = window.top
    seed = str(scene.match.session.seed)
    pass_by(window, 3000)
    for _ in range(2):
        window.context.open_scene("pause", scene)
        window.step()
        window.choose("Save board as a map")
        window.context.scenes.pop()
        window.context.scenes.pop()
    window.context.stores.autosave.flush()
    assert not [path for path in tmp_path.rglob("*") if seed in path.name]
    (saved,) = tmp_path.rglob("*.tmx")
    assert saved.stem == "board"
    assert seed not in saved.read_text(encoding="utf-8")
    assert not [path for path in tmp_path.rglob("*.json") if seed in json.dumps(path.read_text("utf-8"))]
