"""The table of a match: its session, its seats, and what every game's scene fills in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from game.core.contract import Event, IllegalMove, Observation, Outcome
from game.core.session import Session
from game.ui.dialogs import Tell
from game.ui.input import Intent
from game.ui.scene import Scene
from game.ui.seats import PHONE, Seat
from game.ui.words import counted


class Table(Scene):
    """Session and seats, and the hooks of a game's scene."""

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        self.session = session
        self.seats = list(seats)
        self.message = ""
        """What the players are told beside the board: a refusal, a rule that bites."""
        self.conceded: int | None = None
        self.secret = "hand" in session.observe(0)
        """Whether players have something to hide from each other."""
        self.eyes: int | None = None
        """In a game with secrets: the seat whose hand the screen shows."""

    # What a game's scene fills in.

    def length(self, event: Event) -> float:
        """How long this event is shown, in ms at the brisk pace; 0 for what needs no picture."""
        raise NotImplementedError

    def begin(self, event: Event) -> None:
        """Called when an event starts to be shown: sounds, flights, words."""
        raise NotImplementedError

    def settle(self, event: Event) -> None:
        """Called when an event has been shown: the picture takes in what it changed."""
        raise NotImplementedError

    def sync(self, seen: Observation) -> None:
        """Called when the picture must simply be what is observed: at the start, after an undo."""
        raise NotImplementedError

    def act(self, intent: Intent, seat: int) -> None:
        """Called with an intent of the person whose turn it is, when all is shown."""
        raise NotImplementedError

    def ready(self) -> None:
        """Called when all is shown and somebody is to move, or the choices have changed."""

    def hover(self, intent: Intent) -> None:
        """Called with intents that cannot make a move now, for scenes that let people look around."""

    def is_free(self) -> bool:
        """Whether Back has nothing to put back, and opens the menu."""
        return True

    def explain(self, refused: IllegalMove) -> str:
        """The refusal as a sentence for the players; a game's scene knows its codes."""
        return str(refused.refusal)

    def keep(self) -> dict[str, Any]:
        """What is saved beside the record, as JSON: a half-built turn, the order of a hand."""
        return {}

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Called before `enter` with what `keep` gave when the match was saved; it may be anything."""

    def scores(self) -> tuple[int, ...]:
        """The score of each seat now; a game that counts otherwise overrides it."""
        return tuple(0 for _seat in self.seats)

    def ending(self, outcome: Outcome) -> str:
        """A sentence that says how the match ended."""
        raise NotImplementedError

    def known_of(self, seat: int) -> str:
        """What everybody knows of a seat besides its cards, in a few words; empty for nothing."""
        scores = self.session.observe(None).get("scores") or []
        if seat >= len(scores):
            return ""
        return counted("{n} point", "{n} points", scores[seat]).format(n=scores[seat])

    def retell(self) -> None:
        """Drop what only held until the next move; a game's scene says its news anew."""
        self.message = ""

    def just_now(self) -> str:
        """What has happened last, in a sentence or two that everybody may read; empty for nothing."""
        return ""

    def result_lines(self) -> list[str]:
        """What the results tell besides, a sentence or two each a line."""
        return []

    def curves(self) -> list[list[int]]:
        """A line for each seat that tells the match: its score from the start to the end."""
        raise NotImplementedError

    def curve_words(self) -> str:
        """What the lines of `curves` show."""
        raise NotImplementedError

    # Seats and turns.

    @property
    def people(self) -> list[int]:
        """The seats of people at this screen."""
        return [number for number, seat in enumerate(self.seats) if seat.is_here]

    @property
    def is_shared(self) -> bool:
        """Whether more than one person plays: a hand on this screen is then for one pair of eyes only."""
        return len(self.people) + sum(seat.device == PHONE for seat in self.seats) > 1

    @property
    def viewer(self) -> int | None:
        """Whose eyes the screen has; `None` for what everybody may see."""
        return self.eyes

    @property
    def person(self) -> int | None:
        """The seat to move, when a person at this screen holds it."""
        seat = self.session.to_move
        return seat if seat is not None and self.conceded is None and self.seats[seat].is_here else None

    # Words and the save.

    def refuse(self, sentence: str) -> None:
        """Say why something cannot be done."""
        self.message = sentence
        self.stage.audio.play("refuse")
        self.stale = True

    def notice(self, sentence: str) -> None:
        """Tell something that needs an answer of OK."""
        self.stage.scenes.push(Tell(sentence))

    def save(self) -> None:
        """Keep the match as it stands, or empty its slot when it is over."""
        if self.session.outcome is None and self.conceded is None:
            guids = self.stage.devices.pads.guids()
            pads = {seat.device: guids[seat.device] for seat in self.seats if seat.device in guids}
            seats = [asdict(seat) for seat in self.seats]
            party = self.stage.phones.kept()
            extra = {"seats": seats, "pads": pads, "party": party, "scene": self.keep()}
            self.stage.shelf.autosave.save(self.session.game, self.session.record(), extra)
        else:
            self.stage.shelf.autosave.clear(self.session.game)
