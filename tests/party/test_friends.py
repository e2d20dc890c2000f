"""Remote play at the big screen: confirmed for each party and closed with one press."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.party import Party, PartyStatus
from game.party.relay_invite import RELAY, PinRejection, RelayState, RelayStatus, SasPrompt, Sock
from game.ui.art.knits import knit_sock, odd
from game.ui.core import window as system
from game.ui.widgets import Text
from tests.scenes.harness import WindowRobot

NAME = "relay.example.org"
LINK = f"https://{NAME}/#1" + "A" * 32
OPEN = RelayStatus(RelayState.OPEN, LINK, ((True, False), (False, True)))
SOCKS: tuple[Sock, ...] = ((0, 5), (4, 2), (7, 7))


class Relay:
    """Fake relay: records the window's calls and answers at once."""

    def __init__(self, party: Party, patch: pytest.MonkeyPatch) -> None:
        self.door = RelayStatus()
        looked: Callable[[Party], PartyStatus] = vars(Party)["front"].fget

        def front(one: Party) -> PartyStatus:
            return replace(looked(one), far=self.door) if one is party else looked(one)

        patch.setattr(Party, "front", property(front))
        self.party = party
        self.calls: list[str] = []
        self.answers: list[tuple[int, bool]] = []
        patch.setattr(party, "befriend", self.befriend)
        patch.setattr(party, "new_link", lambda: self.calls.extend(["new link"]))
        patch.setattr(party, "lend_number", self.lend)
        patch.setattr(party, "match_socks", lambda ask, admitted: self.answers.append((ask, admitted)))

    def befriend(self, *, on: bool, relay: str = "") -> None:
        self.calls.append(f"{'on' if on else 'off'} {relay}".strip())
        self.stand(OPEN if on else RelayStatus())

    def lend(self, *, wanted: bool) -> None:
        self.stand(replace(self.party.front.far, number="471123" if wanted else "", late=PinRejection.NOT))

    def stand(self, door: RelayStatus) -> None:
        self.door = door


@pytest.fixture
def relay(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> Relay:
    monkeypatch.delenv(RELAY, raising=False)
    window.stage.apply(window.stage.settings.with_changes(relay=f"wss://{NAME}"))
    window.stage.open("lobby", "socki")
    window.let_phones_in()
    party = window.stage.phones.party
    assert party is not None
    return Relay(party, monkeypatch)


def seen(window: WindowRobot) -> list[str]:
    """All texts of the top scene."""
    return [part.element.words for part in window.top.frame.parts if isinstance(part.element, Text)]


def to_friends(window: WindowRobot) -> None:
    """Open the relay dialog from the lobby, through the panel for phones."""
    window.turn()
    window.top.focus = "phones"
    window.key(pygame.K_RETURN)
    window.take("Friends elsewhere")
    assert window.shown == "RelayInviteDialog"


def test_relay_needs_consent_in_every_party(window: WindowRobot, relay: Relay) -> None:
    for _evening in range(2):
        to_friends(window)
        told = window.words
        assert NAME in told
        assert "It sees that you play, when, and your addresses" in told
        assert "could change it" in told  # and no more is promised than is true
        assert "friends" not in "".join(relay.calls)
        window.key(pygame.K_ESCAPE)
        assert relay.calls == [], "a look at it calls nobody"
        window.take("Friends elsewhere: off")
        window.take("Let friends in")
        assert relay.calls == [f"on wss://{NAME}"]
        assert "Open to friends elsewhere" in window.words
        window.take("Close to friends elsewhere")
        assert relay.calls.pop() == f"off wss://{NAME}"
        relay.calls.clear()
        window.key(pygame.K_ESCAPE)
    assert "true" not in str(window.stage.stores.settings.load().unknown)
    assert window.stage.stores.settings.load().relay in ("", f"wss://{NAME}")


def test_new_party_starts_without_a_relay(window: WindowRobot, relay: Relay) -> None:
    to_friends(window)
    window.take("Let friends in")
    window.stage.phones.close(5.0)
    window.until(lambda: window.shown == "LobbyScene")
    window.let_phones_in()
    assert window.stage.phones.front.far.state is RelayState.OFF


def test_missing_relay_is_asked_for_and_bad_names_are_explained(window: WindowRobot, relay: Relay) -> None:
    window.stage.apply(window.stage.settings.with_changes(relay=""))
    to_friends(window)
    assert "Nobody has named one yet" in window.words
    window.take("Name a relay")
    assert window.shown == "RelayAddressDialog"
    window.fill_in("https://relay.example.org")
    window.take("Use this relay")
    assert "A relay is wss:// and a name." in window.words
    window.fill_in(f"wss://{NAME}")
    window.take("Use this relay")
    assert window.shown == "RelayInviteDialog"
    assert NAME in window.words
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
    window.take("Let friends in")
    window.take("Copy the link")
    assert copied == [LINK]
    assert "on the clipboard" in window.words
    monkeypatch.setattr(system, "put", lambda _text: False)
    window.take("Copy the link")
    assert LINK in window.words, "without a clipboard it can be read"
    window.take("New link")
    assert window.shown == "QuestionDialog"
    window.key(pygame.K_RETURN)
    assert "new link" not in relay.calls, "the first answer loses nothing"
    window.take("New link")
    window.take("New link")
    assert relay.calls[-1] == "new link"


STATES = [
    (RelayState.CALLING, "Calling the relay"),
    (RelayState.LOST, "The relay cannot be reached; at home all goes on."),
    (RelayState.REFUSED, "The relay says no (429 Too Many); at home all goes on."),
    (RelayState.ELSEWHERE, "Another computer has this link open now."),
    (RelayState.MISSING, 'pip install "sock-drawer[far]"'),
]


@pytest.mark.parametrize(("state", "told"), STATES, ids=[state.value for state, _told in STATES])
def test_relay_errors_appear_in_the_dialog_and_the_lobby(
    window: WindowRobot, relay: Relay, state: RelayState, told: str
) -> None:
    to_friends(window)
    window.take("Let friends in")
    relay.stand(replace(OPEN, state=state, trouble="429 Too Many"))
    window.turn()
    assert told in window.words
    for _ in range(2):
        window.key(pygame.K_ESCAPE)
    window.turn()
    assert window.shown == "LobbyScene"
    assert state is RelayState.MISSING or told in " ".join(seen(window))


def test_lobby_toggles_the_page_for_remote_friends(window: WindowRobot, relay: Relay) -> None:
    window.turn()
    window.top.focus = "phones"
    assert "Elsewhere" not in [words for _act, words in window.top.help()]
    relay.stand(replace(OPEN, number="471123"))
    window.turn()
    window.top.focus = "phones"
    window.turn()
    home = seen(window)
    window.key(pygame.K_j)
    far = seen(window)
    assert "Friends elsewhere" in far
    assert "471 123" in far
    assert "Friends elsewhere" not in home
    window.key(pygame.K_RETURN)
    assert window.shown == "RelayInviteDialog"
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_j)
    assert seen(window) == home


@pytest.mark.parametrize(
    ("late", "why"),
    [
        (PinRejection.OFTEN, "The number was typed too often"),
        (PinRejection.UNTYPED, "Nobody has typed the number for a while"),
        (PinRejection.UNCOMPARED, "nobody here has compared the socks in time"),
    ],
)
def test_failed_pin_shows_the_reason(window: WindowRobot, relay: Relay, late: PinRejection, why: str) -> None:
    to_friends(window)
    window.take("Let friends in")
    window.take("A number to type")
    assert "471 123" in window.words
    relay.stand(replace(OPEN, late=late))
    window.turn()
    assert why in window.words
    window.take("A number to type")
    assert "471 123" in window.words


def match(window: WindowRobot, far: set[int | None], monkeypatch: pytest.MonkeyPatch) -> Any:
    seats = [Seat(name, n, "" if n < 2 else "easy", PHONE if n < 2 else "") for n, name in enumerate(NAMES)]
    scene = window.sit(Session.new("socki", 3, seed=1), seats)
    party = window.stage.phones.party
    assert party is not None
    monkeypatch.setattr(party, "is_far", lambda seat: seat in far)  # None is a spectator
    return scene


NAMES = ("Ann", "Mia", "Bo")


def test_corner_cycles_through_large_globe_and_small(
    window: WindowRobot, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    match(window, set(), monkeypatch)
    window.turn()
    side = window.app.side
    window.keys(pygame.K_j, pygame.K_j)
    assert not side.is_large, "there is one page as long as nobody wants friends"
    relay.stand(OPEN)
    window.turn()
    pages = []
    for _ in range(3):
        window.key(pygame.K_j)
        window.turn()
        pages.append((side.is_large, side.is_elsewhere))
    assert pages == [(True, False), (True, True), (False, False)]
    window.keys(pygame.K_j, pygame.K_j)
    relay.stand(RelayStatus())
    window.turn()
    window.picture()
    window.key(pygame.K_j)
    assert not side.is_large, "closed meanwhile there is one page again"


def test_remote_seat_shows_a_globe(
    window: WindowRobot, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = match(window, {1}, monkeypatch)
    window.turn()
    window.stage.open("seats", scene)
    window.turn()
    signs = {row.label: row.shown.sign for row in window.top.form.widgets if hasattr(row, "holder")}
    assert signs == {"Ann": "phone", "Mia": "globe", "Bo": "robot"}


# Comparison of three socks.


def asked(window: WindowRobot, relay: Relay, *numbers: int) -> None:
    relay.stand(replace(OPEN, number="471123", asks=tuple(SasPrompt(number, SOCKS) for number in numbers)))
    window.turn()


def test_only_a_yes_admits_a_phone_with_the_pin(window: WindowRobot, relay: Relay) -> None:
    asked(window, relay, 1)
    assert window.shown == "SasDialog"
    assert "Does their phone show these socks?" in window.words
    window.key(pygame.K_RETURN)
    assert relay.answers == [(1, False)], "whoever presses before they have compared lets nobody in"
    asked(window, relay, 2)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert relay.answers[1:] == [(2, True)]


def test_sas_dialog_moves_on_when_a_phone_disconnects(window: WindowRobot, relay: Relay) -> None:
    asked(window, relay, 1, 2)
    assert window.shown == "SasDialog"
    asked(window, relay, 2)
    window.turn()
    assert window.shown == "SasDialog"
    window.key(pygame.K_ESCAPE)
    assert relay.answers == [(2, False)]
    asked(window, relay)
    window.turn()
    assert window.shown == "LobbyScene"


def test_no_two_socks_look_alike(window: WindowRobot) -> None:
    assets = window.stage.assets
    seen = {
        bytes(knit_sock(assets, odd(colour, pattern), 60).get_buffer().raw)
        for colour in range(8)
        for pattern in range(8)
    }
    assert len(seen) == 64


def test_loader_page_uses_the_games_eight_colours(window: WindowRobot) -> None:
    from game.party.far import site
    from game.ui.art.patterns import SEAT_LOOKS

    script = site()["socks.js"].decode()
    assert "[" + ", ".join(f'"{look.colour}"' for look in SEAT_LOOKS) + "]" in script


# Extra state for remote phones.


class Post:
    """Records the states that phones receive, by seat. None is a spectator."""

    watchers = ("Wanda",)

    def __init__(self) -> None:
        self.told: dict[int | None, Any] = {}

    def publish(self, seat: int, state: Any, events: Any = ()) -> None:
        self.told[seat] = state

    def show(self, state: Any, events: Any = ()) -> None:
        self.told[None] = state


def tell(scene: Any) -> dict[int | None, Any]:
    post = Post()
    scene.phone_seats.tell(post, [0, 1], lambda _seat: False)
    return post.told


@pytest.mark.parametrize("far", [1, None])
def test_reactions_are_sent_only_to_remote_phones(
    window: WindowRobot, relay: Relay, monkeypatch: pytest.MonkeyPatch, far: int | None
) -> None:
    """Also to spectators."""
    scene = match(window, {far}, monkeypatch)
    window.settle()  # until the opening has been shown, phones wait as in a lobby
    tell(scene)
    version = scene.phone_seats.version
    assert scene.phone_seats.do(0, {"do": "react", "sign": "ha"}, 0.0) == ""
    assert scene.phone_seats.version != version
    told = tell(scene)
    assert told[far]["thrown"] == ((1, "ha", 0),)
    assert [seat for seat in told if "thrown" in told[seat]] == [far]


def test_reaction_does_not_update_local_phones(
    window: WindowRobot, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = match(window, set(), monkeypatch)
    tell(scene)
    version = scene.phone_seats.version
    scene.phone_seats.do(0, {"do": "react", "sign": "ha"}, 0.0)
    assert scene.phone_seats.version == version
