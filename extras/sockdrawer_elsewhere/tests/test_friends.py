"""Remote play at the big screen: confirmed for each party and closed with one press."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pygame
import pytest

from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.party import Party
from game.scenes.seats import SeatRow
from game.ui.art.knits import knit_sock, odd
from game.ui.core import window as system
from game.ui.match.match_scene import MatchScene
from sockdrawer_elsewhere.friends import friends_of
from sockdrawer_elsewhere.relay_invite import (
    RELAY_VARIABLE,
    PinRejection,
    RelayState,
    RelayStatus,
    SasPrompt,
    Sock,
)
from tests.party.test_doors import texts
from tests.sample_extras import extras_in
from tests.scenes.harness import WindowRobot
from tests.scenes.layout_checks import prompt_labels

NAME = "relay.example.org"
LINK = f"https://{NAME}/#1" + "A" * 32
OPEN = RelayStatus(RelayState.OPEN, LINK, ((True, False), (False, True)))
SOCKS: tuple[Sock, ...] = ((0, 5), (4, 2), (7, 7))


class Relay:
    """Fake relay: records the window's calls and answers at once."""

    def __init__(self, party: Party, patch: pytest.MonkeyPatch) -> None:
        found = friends_of(party)
        assert found is not None
        self.friends = found
        self.calls: list[str] = []
        self.answers: list[tuple[int, bool]] = []
        patch.setattr(found, "set_enabled", self.set_enabled)
        patch.setattr(found, "new_link", lambda: self.calls.extend(["new link"]))
        patch.setattr(found, "request_pin", self.request_pin)
        patch.setattr(
            found, "answer_prompt", lambda number, admitted: self.answers.append((number, admitted))
        )

    def set_enabled(self, *, on: bool, relay: str = "") -> None:
        self.calls.append(f"{'on' if on else 'off'} {relay}".strip())
        self.stand(OPEN if on else RelayStatus())

    def request_pin(self, *, requested: bool) -> None:
        pin = "471123" if requested else ""
        self.stand(replace(self.friends.status, pin=pin, late=PinRejection.NOT))

    def stand(self, status: RelayStatus) -> None:
        self.friends.status = status


@pytest.fixture
def relay(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> Relay:
    monkeypatch.delenv(RELAY_VARIABLE, raising=False)
    window.context.apply_settings(window.context.settings.with_changes(relay=f"wss://{NAME}"))
    window.context.open_scene("lobby", "socki")
    window.open_party()
    party = window.context.phones.party
    assert party is not None
    return Relay(party, monkeypatch)


def to_friends(window: WindowRobot) -> None:
    """Open the relay dialog from the lobby, through the panel for phones."""
    window.step()
    window.top.focus = "phones"
    window.press_key(pygame.K_RETURN)
    window.choose("Friends elsewhere")
    assert window.shown == "RelayInviteDialog"


def test_relay_needs_consent_in_every_party(window: WindowRobot, relay: Relay) -> None:
    for _evening in range(2):
        to_friends(window)
        screen_text = window.screen_text
        assert NAME in screen_text
        assert "It sees that you play, when, and your addresses" in screen_text
        assert "could change it" in screen_text  # and no more is promised than is true
        assert "friends" not in "".join(relay.calls)
        window.press_key(pygame.K_ESCAPE)
        assert relay.calls == []
        window.choose("Friends elsewhere: off")
        window.choose("Let friends in")
        assert relay.calls == [f"on wss://{NAME}"]
        assert "Open to friends elsewhere" in window.screen_text
        window.choose("Stop letting friends in")
        assert relay.calls.pop() == f"off wss://{NAME}"
        relay.calls.clear()
        window.press_key(pygame.K_ESCAPE)
    assert "true" not in str(window.context.stores.settings.load().unknown)
    assert window.context.stores.settings.load().relay in ("", f"wss://{NAME}")


def test_new_party_starts_without_a_relay(window: WindowRobot, relay: Relay) -> None:
    to_friends(window)
    window.choose("Let friends in")
    window.context.phones.close(5.0)
    window.run_until(lambda: window.shown == "LobbyScene")
    window.open_party()
    [door] = window.context.phones.status.others
    assert door.label == "Friends elsewhere: off"


def test_missing_relay_is_asked_for_and_bad_names_are_explained(window: WindowRobot, relay: Relay) -> None:
    window.context.apply_settings(window.context.settings.with_changes(relay=""))
    to_friends(window)
    assert "No relay is set yet" in window.screen_text
    window.choose("Set a relay")
    assert window.shown == "RelayAddressDialog"
    window.fill_in("https://relay.example.org")
    window.choose("Use this relay")
    assert "A relay is wss:// plus a name." in window.screen_text
    window.fill_in(f"wss://{NAME}")
    window.choose("Use this relay")
    assert window.shown == "RelayInviteDialog"
    assert NAME in window.screen_text
    assert relay.calls == []


def test_host_copies_the_link_and_confirms_a_new_one(
    window: WindowRobot, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []

    def put(text: str) -> bool:
        copied.append(text)
        return True

    monkeypatch.setattr(system, "put", put)
    to_friends(window)
    window.choose("Let friends in")
    window.choose("Copy the link")
    assert copied == [LINK]
    assert "on the clipboard" in window.screen_text
    monkeypatch.setattr(system, "put", lambda _text: False)
    window.choose("Copy the link")
    assert LINK in window.screen_text
    window.choose("New link")
    assert window.shown == "QuestionDialog"
    window.press_key(pygame.K_RETURN)
    assert "new link" not in relay.calls, "the first answer loses nothing"
    window.choose("New link")
    window.choose("New link")
    assert relay.calls[-1] == "new link"


STATES = [
    (RelayState.CALLING, "Connecting to relay"),
    (RelayState.LOST, "The relay can't be reached. You can keep playing here."),
    (RelayState.REFUSED, "The relay refused (429 Too Many). You can keep playing here."),
    (RelayState.ELSEWHERE, "Another computer has this link open now."),
    (RelayState.MISSING, 'pip install "sock-drawer[far]"'),
]


@pytest.mark.parametrize(("state", "told"), STATES, ids=[state.value for state, _told in STATES])
def test_relay_errors_appear_in_the_dialog_and_the_lobby(
    window: WindowRobot, relay: Relay, state: RelayState, told: str
) -> None:
    to_friends(window)
    window.choose("Let friends in")
    relay.stand(replace(OPEN, state=state, trouble="429 Too Many"))
    window.step()
    assert told in window.screen_text
    for _ in range(2):
        window.press_key(pygame.K_ESCAPE)
    window.step()
    assert window.shown == "LobbyScene"
    assert state is RelayState.MISSING or told in " ".join(texts(window))


def test_lobby_toggles_the_page_for_remote_friends(window: WindowRobot, relay: Relay) -> None:
    window.step()
    window.top.focus = "phones"
    assert "Elsewhere" not in prompt_labels(window.top)
    relay.stand(replace(OPEN, pin="471123"))
    window.step()
    window.top.focus = "phones"
    window.step()
    home = texts(window)
    window.press_key(pygame.K_j)
    far = texts(window)
    assert "Friends elsewhere" in far
    assert "471 123" in far
    assert "Friends elsewhere" not in home
    window.press_key(pygame.K_RETURN)
    assert window.shown == "RelayInviteDialog"
    window.press_key(pygame.K_ESCAPE)
    window.press_key(pygame.K_j)
    assert texts(window) == home


@pytest.mark.parametrize(
    ("late", "why"),
    [
        (PinRejection.OFTEN, "The number was typed too often"),
        (PinRejection.UNTYPED, "Nobody has typed the number for a while"),
        (PinRejection.UNCOMPARED, "nobody here compared the socks in time"),
    ],
)
def test_failed_pin_shows_the_reason(window: WindowRobot, relay: Relay, late: PinRejection, why: str) -> None:
    to_friends(window)
    window.choose("Let friends in")
    window.choose("A number to type")
    assert "471 123" in window.screen_text
    relay.stand(replace(OPEN, late=late))
    window.step()
    assert why in window.screen_text
    window.choose("A number to type")
    assert "471 123" in window.screen_text


def match(window: WindowRobot, far: set[int | None], monkeypatch: pytest.MonkeyPatch) -> MatchScene:
    seats = [Seat(name, n, "" if n < 2 else "easy", PHONE if n < 2 else "") for n, name in enumerate(NAMES)]
    scene = window.open_match(Session.new("socki", 3, seed=1), seats)
    party = window.context.phones.party
    assert party is not None
    monkeypatch.setattr(party, "is_far", lambda seat: seat in far)  # None is a spectator
    return scene


NAMES = ("Ann", "Mia", "Bo")


def test_corner_cycles_through_large_globe_and_small(
    window: WindowRobot, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    match(window, set(), monkeypatch)
    window.step()
    side = window.app.side
    window.press_keys(pygame.K_j, pygame.K_j)
    assert not side.is_large
    relay.stand(OPEN)
    window.step()
    pages = []
    for _ in range(3):
        window.press_key(pygame.K_j)
        window.step()
        pages.append((side.is_large, side.is_elsewhere))
    assert pages == [(True, False), (True, True), (False, False)]
    window.press_keys(pygame.K_j, pygame.K_j)
    relay.stand(RelayStatus())
    window.step()
    window.picture()
    window.press_key(pygame.K_j)
    assert not side.is_large, "closed meanwhile there is one page again"


def test_remote_seat_shows_a_globe(
    window: WindowRobot, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = match(window, {1}, monkeypatch)
    window.step()
    window.context.open_scene("seats", scene)
    window.step()
    signs = {row.label: row.widget.sign for row in window.rows if isinstance(row.widget, SeatRow)}
    assert signs == {"Ann": "phone", "Mia": "globe", "Bo": "robot"}


def test_settings_name_a_relay(window: WindowRobot) -> None:
    window.context.open_scene("settings")
    window.choose_tab("Party")
    window.focus_on("Relay")
    assert window.top.help_text() == "The computer that passes sealed messages on to friends elsewhere."
    window.choose("Relay")
    assert window.shown == "RelayAddressDialog"


def test_nothing_is_offered_without_the_extra(window: WindowRobot) -> None:
    with extras_in(chosen=""):
        window.context.open_scene("lobby", "socki")
        window.open_party()
        assert window.context.phones.status.others == ()
        window.step()
        window.top.focus = "phones"
        window.press_key(pygame.K_RETURN)
        assert window.shown == "PhoneJoinDialog"
        assert [row.label for row in window.rows if row.label] == ["Done", "End the party"]
        window.context.open_scene("settings")
        window.choose_tab("Party")
        assert "Relay" not in [row.label for row in window.rows]


# Comparison of three socks.


def asked(window: WindowRobot, relay: Relay, *numbers: int) -> None:
    relay.stand(replace(OPEN, pin="471123", prompts=tuple(SasPrompt(number, SOCKS) for number in numbers)))
    window.step()


def test_only_a_yes_admits_a_phone_with_the_pin(window: WindowRobot, relay: Relay) -> None:
    asked(window, relay, 1)
    assert window.shown == "SasDialog"
    assert "Does their phone show these socks?" in window.screen_text
    window.press_key(pygame.K_RETURN)
    assert relay.answers == [(1, False)]
    asked(window, relay, 2)
    window.press_key(pygame.K_DOWN)
    window.press_key(pygame.K_RETURN)
    assert relay.answers[1:] == [(2, True)]


def test_sas_dialog_moves_on_when_a_phone_disconnects(window: WindowRobot, relay: Relay) -> None:
    asked(window, relay, 1, 2)
    assert window.shown == "SasDialog"
    asked(window, relay, 2)
    window.step()
    assert window.shown == "SasDialog"
    window.press_key(pygame.K_ESCAPE)
    assert relay.answers == [(2, False)]
    asked(window, relay)
    window.step()
    assert window.shown == "LobbyScene"


def test_no_two_socks_look_alike(window: WindowRobot) -> None:
    assets = window.context.assets
    seen = {
        bytes(knit_sock(assets, odd(colour, pattern), 60).get_buffer().raw)
        for colour in range(8)
        for pattern in range(8)
    }
    assert len(seen) == 64


def test_loader_page_uses_the_games_eight_colours(window: WindowRobot) -> None:
    from game.ui.art.patterns import SEAT_LOOKS
    from sockdrawer_elsewhere.far import site

    script = site()["sas_handshake.js"].decode()
    assert "[" + ", ".join(f'"{look.colour}"' for look in SEAT_LOOKS) + "]" in script


# Extra state for remote phones.


def tell(scene: MatchScene) -> dict[int | None, dict[str, Any]]:
    """The states that phones receive, by seat. None is a spectator."""
    post = Mock(spectators=("Wanda",))
    scene.phone_seats.publish_to(post, [0, 1], lambda _seat: False)
    public, _events = post.publish_to_spectators.call_args.args
    return {None: public, **{call.args[0]: call.args[1] for call in post.publish.mock_calls}}


@pytest.mark.parametrize("far", [1, None])
def test_reactions_are_sent_only_to_remote_phones(
    window: WindowRobot, relay: Relay, monkeypatch: pytest.MonkeyPatch, far: int | None
) -> None:
    """Also to spectators."""
    scene = match(window, {far}, monkeypatch)
    window.finish_animations()  # until the opening has been shown, phones wait as in a lobby
    tell(scene)
    version = scene.phone_seats.version
    assert scene.phone_seats.handle_phone(0, {"do": "react", "sign": "ha"}, 0.0) == ""
    assert scene.phone_seats.version != version
    told = tell(scene)
    assert told[far]["reactions"] == ((1, "ha", 0),)
    assert [seat for seat in told if "reactions" in told[seat]] == [far]


def test_reaction_does_not_update_local_phones(
    window: WindowRobot, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = match(window, set(), monkeypatch)
    tell(scene)
    version = scene.phone_seats.version
    scene.phone_seats.handle_phone(0, {"do": "react", "sign": "ha"}, 0.0)
    assert scene.phone_seats.version == version
