"""A lobby in a real window with phones in it, and somebody who learns on one of them."""

from __future__ import annotations

from collections import Counter
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from game.core.rummy.draft import DraftPile, Piece, carried
from game.core.session import Session
from game.match.lesson import MAKING, Step
from game.ui.match.lesson import LessonScene
from tests.party.crowd import NAMES, Crowd, Handset, hasty
from tests.party.hands import MOST, next_step

RUMMIES = ("socki", "rockit")
PUPIL = 1
"""The first seat of a lobby that a phone can take: a computer player has it."""


class Foyer(Crowd):
    """A window with the lobby of a game, and phones that have seats there."""

    def __init__(self, home: Path, slug: str, phones: int = 1) -> None:
        super().__init__(home, Session.new(slug, seed=1), 0)
        self.phones = [Handset(self, PUPIL + number) for number in range(phones)]
        for phone in self.phones:
            phone.join()
        self.until(lambda: all(phone.state for phone in self.phones) and self._knows_names())

    def _knows_names(self) -> bool:
        """Whether the lobby has heard of everybody."""
        return all(self.scene.seats[phone.seat].name == NAMES[phone.seat] for phone in self.phones)

    def sit(self, session: Session, phones: int) -> Any:
        """Open the lobby in the place of a match."""
        self.window.stage.open("lobby", session.game)
        self.window.turn()
        return self.window.top

    def open(self, slug: str, key: str) -> None:
        """The host opens a lesson for the phone."""
        stage = self.window.stage
        stage.scenes.push(stage.screens["lesson"](stage, slug, key, PUPIL))
        self.until(lambda: "lesson" in self.phones[0].state)


def foyer(home: Path, slug: str, phones: int = 1) -> AbstractContextManager[Foyer]:
    """A lobby whose phones may speak as fast as they can."""
    return hasty(lambda: Foyer(home, slug, phones))


class Learner:
    """Does on a phone what each step asks for."""

    def __init__(self, made: Foyer) -> None:
        self.made, self.phone = made, made.phones[0]

    @property
    def lesson(self) -> dict[str, Any]:
        """What the phone is told of the lesson."""
        found: dict[str, Any] = self.phone.state["lesson"]
        return found

    def do(self, do: str, **words: Any) -> str:
        """Do something that is meant for what the phone shows."""
        return self.phone.do(do, moment=self.phone.state["moment"], **words)

    def take_step(self, step: Step) -> None:
        """Do what a step asks for, and wait for the next one."""
        before = self.lesson["at"], self.lesson["over"]
        if step.goal.undone:
            assert self.do("undo") == ""
        for line in step.solution:
            if line.startswith(MAKING):
                self.make(line.strip(f"{MAKING} "))
            else:
                self.play(line)
        self.made.until(lambda: (self.lesson["at"], self.lesson["over"]) != before)

    def play(self, move: str) -> None:
        """Make a move, built card by card where that is how it is made."""
        self.made.until(self._may_play)
        if self.phone.state["game"] not in RUMMIES:
            refused = self.do("move", move=move, ply=self.phone.state["ply"])
        elif move in ("draw", "pass"):
            refused = self.do("draw")
        else:
            self._build(self._meant(*move.split(" ", 1)))
            refused = self.do("end")
        assert refused == "", (move, refused)

    def _meant(self, verb: str, cards: str = "") -> list[tuple[str, ...]]:
        """The piles that lie on the table with this move."""
        lying = [pile.texts for pile in self._piles() if not any(piece.own for piece in pile.pieces)]
        wanted = [tuple(pile.split()) for pile in cards.split(" | ") if pile]
        return [*lying, *wanted] if verb == "come" else wanted or [pile.texts for pile in self._piles()]

    def _may_play(self) -> bool:
        state = self.phone.state
        scene = next(s for s in reversed(self.made.window.stage.scenes.scenes) if isinstance(s, LessonScene))
        shown = (state["match"], state["ply"]) == (scene.phones.number, len(scene.match.session.log))
        return shown and state["turn"] == state["seat"] and not state["showing"]

    def make(self, making: str) -> None:
        """Bring the turn in the making to this."""
        match self.phone.state["game"]:
            case "socker":
                self.do("chose", making=making)
            case "city":
                self.do("look", pair=making)
            case _:
                self._build([tuple(pile.split()) for pile in making.split(" | ")])

    def _build(self, wanted: list[tuple[str, ...]]) -> None:
        """Carry the cards over into these piles."""
        at = self.lesson["at"]
        lying = Counter(piece.card for pile in self._piles() for piece in pile.pieces)
        if lying - Counter(text.partition("=")[0] for pile in wanted for text in pile):
            self._carry("all")
        for _ in range(MOST):
            after = carried(self._piles(), self._hand(), wanted, 10_000, 10_000).piles
            step = next_step(self._piles(), after)
            if step is None:
                break
            cards, _of_hand, anchor = step
            pile = next((p.key for p in self._piles() if anchor in [piece.key for piece in p.pieces]), None)
            self._carry("lay", cards=[card.key for card in cards], pile=pile)
        for joker in [piece for pile in after for piece in pile.pieces if piece.face]:
            while joker.face not in [
                p.face for pile in self._piles() for p in pile.pieces if p.key == joker.key
            ]:
                self._carry("face", card=joker.key)
        assert self.lesson["at"] >= at

    def _carry(self, do: str, **words: Any) -> None:
        before = self.phone.state["view"]
        assert self.do(do, **words) == ""
        self.made.until(lambda: self.phone.state["view"] != before)

    def _piles(self) -> list[DraftPile]:
        return [
            DraftPile(key, tuple(_piece(number, text, own=own) for number, text, own in cards))
            for key, cards, _health, _why in self.phone.state["view"]["piles"]
        ]

    def _hand(self) -> list[Piece]:
        return [_piece(number, text) for number, text in self.phone.state["view"]["hand"]]


def _piece(number: int, text: str, *, own: bool = True) -> Piece:
    card, _equals, face = text.partition("=")
    return Piece(number, card, face=face, own=own)
