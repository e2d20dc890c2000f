"""Phones run the evening: start, rematch, another game, other rules, that was it; and nobody at the computer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.core.chance import Chance
from game.core.discovery import find
from game.core.options import Options
from game.core.session import Session
from game.match.proposals import COUNTDOWN
from game.ui.core.scene import WAKE
from tests.party.crowd import NAMES, Crowd, Handset, hasty
from tests.scale import scaled

SHORT: dict[str, dict[str, object]] = {
    "socki": {"target": 50},
    "rockit": {"best_of": 1},
    "sociable": {"target": 11},
    "socker": {"goals": 1},
    "city": {},
}


class Evening(Crowd):
    """A big screen at which nobody sits, in the lobby of a game, and phones."""

    def __init__(self, home: Path, slug: str = "socki", phones: int = 4) -> None:
        self.inputs = 0
        """How often anything was pressed or moved at the computer since the lobby was there."""
        super().__init__(home, Session.new(slug, seed=1), 0)
        self.chance = Chance("evening", slug)
        for seat in range(phones):
            phone = Handset(self, seat)
            self.phones.append(phone)
            phone.join()
            self.until(lambda: self.top.seats[seat].name == NAMES[seat])  # noqa: B023
        self.until(lambda: all(phone.state.get("steer") for phone in self.phones))
        self.said = {id(phone): 0 for phone in self.phones}
        self._count()

    def _knows_names(self) -> bool:
        return True  # nobody has come when that is asked

    def sit(self, session: Session, phones: int) -> Any:
        self.window.stage.change(plays_with="phone", house_rules=SHORT)
        self.window.stage.open("lobby", session.game)
        self.window.turn()
        return self.top

    def _count(self) -> None:
        take = self.window.app._take

        def counted(event: Any, now: float) -> None:
            self.inputs += event.type != WAKE
            take(event, now)

        self.window.app._take = counted  # type: ignore[method-assign]

    def turn(self) -> None:
        self.window.turn(ms=100)

    @property
    def top(self) -> Any:
        return self.window.top

    @property
    def shown(self) -> str:
        return self.window.shown

    def keys(self, phone: Handset) -> list[str]:
        """What a phone can decide now."""
        steer = phone.state.get("steer") or {"motions": [], "sheets": {}}
        rows = [row for sheet in steer["sheets"].values() for row in sheet]
        return [one["key"] for one in (*steer["motions"], *(value for row in rows for value in row["values"]))]

    def seated(self) -> list[Handset]:
        """The phones that have a seat now."""
        return [phone for phone in self.phones if phone.token in self._tokens()]

    def _tokens(self) -> list[str]:
        party = self.hub.party
        return [party._registry.token(seat) for seat in party.held] if party is not None else []

    def agree(self, key: str) -> None:
        """More than half of those who have a seat are for it, and nobody stops it."""
        seated = self.seated()
        self.until(lambda: all(key in self.keys(phone) for phone in seated))
        for phone in seated[: len(seated) // 2 + 1]:
            assert phone.do("propose", key=key) == ""
        motions = {"start": "Match", "enough": "Farewell"}
        wanted = motions.get(key, "Lobby")
        self.until(lambda: self.top.is_match if wanted == "Match" else self.shown == wanted)

    def play(self) -> Any:
        """Phones play until the match is over; the match."""
        self.until(lambda: self.top.is_match)
        match = self.top.match
        moved: dict[int, int] = {}
        while match.to_move is not None:
            for phone in self.seated():
                state = phone.state
                mine = not state["lobby"] and state["turn"] == state["seat"] and not state["over"]
                if mine and not state["showing"] and moved.get(id(phone)) != state["ply"]:
                    moved[id(phone)] = state["ply"]
                    bot = find(state["game"]).bot
                    move = bot.choose(state["seen"], Options(state["options"]), "easy", self.chance)
                    phone.say("move", move=move, ply=state["ply"])
            self.turn()
            self.rest()
        return match


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with hasty(lambda: Evening(tmp_path)) as made:
        yield made


def test_an_evening_goes_from_lobby_to_farewell_without_an_input_at_the_computer(evening: Evening) -> None:
    """Five games in ``make soak``."""
    won: list[tuple[str, list[str]]] = []
    games = ["socki", "socker", "rockit", "city", "sociable"][: scaled(2, 5)]
    for number, game in enumerate(games):
        if number:
            evening.agree(f"game {game}")
        evening.until(lambda: evening.shown == "Lobby")
        assert evening.top.info.slug == game
        evening.agree("start")
        match = evening.play()
        assert match.session.game == game
        won.append((game, [match.seats[seat].name for seat in match.result().winners]))
        evening.until(lambda: all("enough" in evening.keys(phone) for phone in evening.seated()))
    evening.agree("enough")
    assert evening.shown == "Farewell"
    told = [(one.game, [one.players[seat].name for seat in one.winners]) for one in evening.top.played]
    assert told == won
    evening.until(lambda: all(phone.state.get("farewell") for phone in evening.phones))
    farewell = evening.phones[0].state["farewell"]
    assert [[winner["name"] for winner in one["winners"]] for one in farewell] == [names for _game, names in won]
    evening.until(lambda: evening.shown == "Title")
    evening.until(lambda: all(phone.heard[-1] == '{"type":"bye","why":"over"}' for phone in evening.phones))
    assert not evening.hub.is_open
    assert evening.inputs == 0
