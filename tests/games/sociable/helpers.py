"""Shared helpers of the tests of SOCiable."""

from collections import Counter
from collections.abc import Mapping

from game.core.game import Event
from game.core.session import Session
from tests.matches import fields

FINAL = {"pass": "final"}  # house rule whose name is a Python keyword


def at(text: str, seed: int = 0, options: Mapping[str, object] | None = None, **more: object) -> Session:
    return Session.from_position("sociable", text, seed, {**(options or {}), **more})


def play(session: Session, *moves: str) -> list[Event]:
    return [event for move in moves for event in session.play(move)]


def kinds(events: list[Event] | tuple[Event, ...]) -> list[str]:
    return [event.kind for event in events]


def only(events: list[Event] | tuple[Event, ...], kind: str) -> Event:
    matches = [event for event in events if event.kind == kind]
    assert len(matches) == 1, kinds(events)
    return matches[0]


def cards(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def hands(session: Session) -> list[list[str]]:
    return [cards(hand) for hand in fields(session)["hands"].split("/")]


def all_cards(session: Session) -> Counter[str]:
    position_fields = fields(session)
    hand_cards = [card for hand in hands(session) for card in hand]
    return Counter(hand_cards + cards(position_fields["lead"]) + cards(position_fields["gone"]))


PACK = Counter(
    [rank + suit for rank in ("8", "9", "10", "J", "Q", "K", "A") for suit in "DHSC"] + ["JK", "JK"]
)
