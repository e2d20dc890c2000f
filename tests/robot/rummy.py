"""Robots that play the rummies in the window, with the switch too."""

from collections.abc import Collection, Iterable, Sequence
from types import MappingProxyType
from typing import TypeVar

import pygame

from game.core.rummy.draft import Draft
from game.games.rockit.screen.view import RockItView
from game.games.socki.screen.view import SockiView
from game.ui.rummy.drag import DragController
from game.ui.rummy.table_state import NEW_PILE, DragState, TableState
from game.ui.rummy.theme import SideButton, StatusColumn
from game.ui.rummy.view import RummyView
from tests.robot.game import GameRobot, SwitchHands, by_device
from tests.scenes.rockit_hands import RocketKeys, RocketMouse, RocketPad, RockItRobot
from tests.scenes.rummy_hands import CardKeys, CardMouse, CardPad, RummyRobot, card_key

V_co = TypeVar("V_co", bound=RummyView, covariant=True)


class CardSwitch(SwitchHands, RummyRobot):
    """One switch alone."""

    def carry(self, card: int, target: int | None) -> None:
        self.take(f"{card}")
        self.take(f"to {NEW_PILE if target is None else target}")


class RocketSwitch(RockItRobot, CardSwitch):
    """One switch alone."""

    def look(self, card: int) -> None:
        self.take(f"look {card}")


class CardRobot(GameRobot[V_co]):
    """A rummy on the screen."""

    @property
    def table(self) -> TableState:
        return self.view.table

    @property
    def drag(self) -> DragController:
        return self.view.drag

    @property
    def draft(self) -> Draft:
        """The turn in the making."""
        return self.table.draft

    @property
    def carry(self) -> DragState | None:
        return self.table.carry

    @property
    def board(self) -> list[str]:
        """Piles, and number of cards of each seat."""
        return [*sorted(" ".join(pile.texts) for pile in self.table.lay.piles), *map(str, self.table.counts)]

    @property
    def status(self) -> StatusColumn:
        return self.view.captions.status()

    @property
    def knobs(self) -> Sequence[SideButton]:
        """Buttons of the column."""
        return self.view.captions.knobs()

    @property
    def piles(self) -> list[tuple[str, ...]]:
        """Cards of each pile of the turn in the making."""
        return [pile.texts for pile in self.draft.piles]

    @property
    def cards(self) -> list[str]:
        """Cards of the hand."""
        return [piece.card for piece in self.table.lay.hand]

    @property
    def keys(self) -> list[int]:
        """Keys of the cards of the hand."""
        return [piece.key for piece in self.table.lay.hand]

    @property
    def carried(self) -> list[str]:
        return [piece.text for piece in self.table.lay.carried]

    @property
    def picked(self) -> list[str]:
        """Picked cards of the hand."""
        return [piece.card for piece in self.table.lay.hand if piece.key in self.table.picked]

    def faces(self, keys: Iterable[int]) -> list[str]:
        """Texts of displayed cards."""
        texts = {piece.key: piece.text for piece in self.table.lay.pieces()}
        return [texts[key] for key in keys]

    def key(self, card: str) -> int:
        """Key of a card in the hand, else of one on the table."""
        return card_key(self.table, card)

    def pile(self, card: str | None) -> int:
        """Key of the pile with a card, or of a new one."""
        return next((pile.key for pile in self.table.lay.piles if card in pile.texts), NEW_PILE)


class SockiRobot(CardRobot[SockiView]):
    slug = "socki"
    devices = by_device(CardKeys, CardPad, CardMouse, CardSwitch)
    names = "Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe"

    def arrive(self, people: Collection[int]) -> None:
        super().arrive(people)
        if self.window.shown == "HandoverScene":
            self.window.press_key(pygame.K_RETURN)


class RocketRobot(CardRobot[RockItView]):
    slug = "rockit"
    devices = by_device(RocketKeys, RocketPad, RocketMouse, RocketSwitch)
    position_options = MappingProxyType({"decks": 2})

    def arrive(self, people: Collection[int]) -> None:
        """Wait for the pictures, and after a deal no longer."""
        self.window.run_for(160)
        if not self.session.opening and not self.match.to_move:
            super().arrive(people)
