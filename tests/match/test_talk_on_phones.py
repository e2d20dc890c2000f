"""What computer players say is told on phones, in the language of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from game import words
from game.core.chance import Chance
from game.core.session import Session
from game.match.hints import Hints
from game.match.match import Match
from game.match.phone import PhonePart, PhoneScreen
from game.match.phone_seats import PhoneSeats
from game.match.seats import PHONE, Seat
from game.match.talk import HELLO, Chatter, Said, in_words
from game.words import spoken_to
from tests.match.test_phone_seats import Words
from tests.match.thinker import Desk
from tests.matches import GAMES


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    words.use("en")
    yield
    words.use("en")


class Loud(PhoneScreen):
    """A screen on which somebody says something."""

    bubble: Said | None = None

    @property
    def said(self) -> Said | None:
        return self.bubble


class Post:
    """Keeps what was sent last."""

    watchers = ("eve",)

    def __init__(self) -> None:
        self.told: dict[int | None, Mapping[str, Any]] = {}

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.told[seat] = state

    def show(self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.told[None] = state


def test_each_phone_is_told_in_its_language() -> None:
    seats = [Seat("Ann", 0, device=PHONE), Seat("Bo", 1, device=PHONE), Seat("Kim", 2, "easy")]
    match = Match(Session.new("socki", 3, seed=1), seats)
    screen, post, desk = Loud(match), Post(), Desk()
    hints = Hints(match, lambda: desk, lambda: desk)
    phones = PhoneSeats(match, Words(match), PhonePart(match), hints, screen)
    phones.speak(1, "de")
    silent = phones.version
    phones.tell(post, [0, 1], lambda _seat: False)
    assert [state["said"] for state in post.told.values()] == [None] * 3
    screen.bubble = Said(2, "", (HELLO, "", 1))
    assert phones.version != silent, "phones hear of it at once"
    phones.tell(post, [0, 1], lambda _seat: False)
    assert (
        post.told[0]["said"] == post.told[None]["said"] == {"seat": 2, "words": "Rain outside, wool inside."}
    )
    assert post.told[1]["said"] == {"seat": 2, "words": "Draußen Regen, drinnen Wolle."}


def test_every_line_is_known_again_by_its_place() -> None:
    """Whatever is said in a match of any game: the same line comes out, in each language another."""
    for game in GAMES:
        session = Session.new(game, seed=7)
        match = Match(session, [Seat(name, n, "easy") for n, name in enumerate(session.names)])
        chatter, heard = Chatter(match), []
        chatter.opened()
        chance = Chance("talk", game)
        for _ply in range(120):
            if chatter.next is not None:
                heard.append(chatter.next)
                chatter.spoken(chatter.next)
            if match.to_move is None:
                break
            match.play(chance.pick(session.moves()))
        assert heard
        assert [in_words(game, said) for said in heard] == [said.words for said in heard]
        with spoken_to("de"):
            told = [in_words(game, said) for said in heard]
        assert sum(new != said.words for new, said in zip(told, heard, strict=True)) > len(heard) / 2
