"""Those who watch a match on phones: what they are told, what they guess, and how loud they may be."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from game.core.chance import Chance
from game.core.game import Event, Outcome, Refusal
from game.core.session import Session
from game.match.audience import ALL, EACH, SPAN, Audience
from game.match.hints import Hints
from game.match.match import Match, MatchListener
from game.match.phone import PhonePart
from game.match.phone_seats import PhoneSeats
from game.match.seats import PHONE, Seat
from game.match.words import MatchWords
from tests.match.thinker import Desk
from tests.party.test_secrets import OPEN, cards_in


def _match(slug: str, seed: int = 5) -> Match:
    session = Session.new(slug, seed=seed)
    return Match(session, [Seat(f"Player {n}", n, "", PHONE) for n in range(session.players)])


def test_they_guess_who_wins_and_may_think_again() -> None:
    audience = Audience(_match("socki"), PhonePart(_match("socki")))
    for watcher, seat in (("a", 2), ("b", 2), ("c", 0), ("a", 3)):
        assert audience.do(watcher, {"do": "guess", "seat": seat}, 0.0) == ""
    assert audience.shown({})["guesses"] == [1, 0, 1, 1]
    for wrong in (4, -1, True, "1", None):
        assert audience.do("a", {"do": "guess", "seat": wrong}, 0.0) != ""
    assert audience.shown({})["guesses"] == [1, 0, 1, 1]


def test_the_guess_of_one_who_has_gone_counts_again_when_they_are_back() -> None:
    audience = Audience(_match("socki"), PhonePart(_match("socki")))
    for watcher in ("a", "b"):
        audience.do(watcher, {"do": "guess", "seat": 2}, 0.0)
    audience.attend(["a"])
    assert audience.shown({})["guesses"] == [0, 0, 1, 0]
    audience.attend(["a", "b"])
    assert audience.shown({})["guesses"] == [0, 0, 2, 0]


def test_nobody_guesses_once_it_is_over() -> None:
    match = _match("socki")
    audience = Audience(match, PhonePart(match))
    match.concede(0)
    assert audience.do("a", {"do": "guess", "seat": 1}, 0.0) == "The match is over."


def test_one_phone_may_not_cover_the_screen() -> None:
    audience = Audience(_match("socker"), PhonePart(_match("socker")))
    told = [audience.do("a", {"do": "react", "sign": "ha"}, 10.0 * n) for n in range(EACH + 2)]
    assert told == [""] * EACH + ["Not so fast."] * 2
    assert audience.do("b", {"do": "react", "sign": "wow"}, 100.0) == ""
    assert audience.do("a", {"do": "react", "sign": "ha"}, SPAN + 200.0) == ""
    assert audience.do("b", {"do": "react", "sign": "rude"}, 0.0) != ""
    assert [one.sign for one in audience.thrown] == ["ha"] * EACH + ["wow", "ha"]
    looks = [one.look for one in audience.thrown]
    assert looks[0] == looks[-1] != looks[EACH]


def test_all_of_them_together_may_not_either() -> None:
    audience = Audience(_match("socker"), PhonePart(_match("socker")))
    told = [audience.do(str(n), {"do": "react", "sign": "aww"}, 0.0) for n in range(ALL + 5)]
    assert told.count("") == ALL
    assert len(audience.thrown) == ALL


@pytest.mark.parametrize("what", ["move", "undo", "hint", "answer", "narrow", "draw", "sort"])
def test_they_do_nothing_to_the_match(what: str) -> None:
    match = _match("socki")
    audience = Audience(match, PhonePart(match))
    before = match.session.record()
    assert audience.do("a", {"do": what, "move": "draw", "ply": 0, "number": 0}, 0.0) != ""
    assert match.session.record() == before


class Words(MatchWords):
    merged: frozenset[str] = frozenset()
    leads: str = "most"

    def sentence(self, event: Event, times: int = 1) -> str:
        return event.kind

    def refused(self, refusal: Refusal) -> str:
        return refusal.code

    def ending(self, outcome: Outcome) -> str:
        return "over"


class Gallery(MatchListener):
    """Two watchers, and all that was sent to them."""

    watchers = ("eve", "adam")

    def __init__(self, game: str, seed: int = 987654321987654321) -> None:
        self.match = _match(game, seed)
        desk = Desk()
        hints = Hints(self.match, lambda: desk, lambda: desk)
        self.phones = PhoneSeats(self.match, Words(self.match), PhonePart(self.match), hints)
        self.match.listen(self)
        self.open: set[str] = set()
        self.phones.happened(self.match.session.opening)
        self.sent = ""
        self.state: dict[str, Any] = {}
        self.private: list[str] = []

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.private.append(json.dumps(state["seen"]))

    def show(self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.sent = json.dumps([state, list(events)])
        self.state = json.loads(json.dumps(state))

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        for event in events:
            if event.kind in OPEN:
                self.open |= cards_in(json.dumps(dict(event.data)).replace('"', " ").replace(",", " "))

    def tell(self) -> None:
        self.phones.tell(self, [0], lambda _seat: False)


@pytest.mark.parametrize("game", ["socki", "rockit", "sociable", "socker", "city"])
def test_nothing_secret_is_sent_to_those_who_watch(game: str) -> None:
    gallery, chance = Gallery(game), Chance("watchers", game)
    session = gallery.match.session
    known: set[str] = set()
    gallery.tell()
    for _move in range(160):
        moves = session.moves()
        if not moves:
            break
        gallery.match.play(moves[chance.below(len(moves))])
        fields = dict(part.split("=", 1) for part in session.position().split(" "))
        for hidden in ("hands", "stock"):
            fields.pop(hidden, None)
        known |= cards_in(" ".join(fields.values()).replace(",", " ").replace("/", " "))
        gallery.tell()
        told = cards_in(gallery.sent.replace('"', " ").replace(",", " "))
        known |= gallery.open
        assert told <= known or not gallery.match.has_secrets, f"watchers were told of {told - known}"
        assert gallery.state["seen"] == json.loads(json.dumps(session.observe(None)))
        assert "hand" not in gallery.state["seen"]
        assert gallery.state["seat"] is None
        assert not gallery.state["moves"]
        assert str(session.seed) not in gallery.sent
