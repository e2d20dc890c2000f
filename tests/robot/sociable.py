"""Robot that plays SOCiable in the window: card by card until exactly those of a move are picked."""

from collections.abc import Collection, Sequence

import pygame

from game.games.sociable.rules.state import POWER
from game.games.sociable.screen.board import OfficePicture
from game.games.sociable.screen.controls import HandController
from game.games.sociable.screen.effects import OfficeModel
from game.games.sociable.screen.view import SociableView
from game.ui.core.input import DOUBLE_PRESS_MS, InputAction
from tests.robot.game import GameRobot, SwitchHands, by_device
from tests.scenes.harness import GamepadRobot, KeyboardRobot, MatchRobot, MouseRobot


class CardHands(MatchRobot):
    """Plays cards with one device; subclasses define how a card is pressed."""

    @property
    def hand(self) -> HandController:
        hand: HandController = self.window.top.view.hand
        return hand

    def choose(self, place: int) -> None:
        """Press the card at a place of the hand."""
        raise NotImplementedError

    def play(self, move: str) -> None:
        """Pick and lay the cards of a move, or cards of the same powers."""
        verb, *cards = move.split()
        if verb == "pass":
            self.second()
            return
        powers = sorted(POWER[card] for card in cards)
        for _ in range(12):
            picked = sorted(POWER[card] for card in self.hand.picking.cards)
            if picked == powers:
                break
            self.choose(self._next(powers, picked))
        else:
            raise AssertionError(f"{move} cannot be picked, only {self.hand.picking.cards}")
        self.end_turn()

    def _next(self, wanted: Sequence[int], picked: Sequence[int]) -> int:
        """Place of a card to unpick if one is superfluous, else of a card still to pick."""
        held, places = self.hand.picking.hand, self.hand.picking.places
        for place in places:
            if picked.count(POWER[held[place]]) > wanted.count(POWER[held[place]]):
                return place
        lacking = next(power for power in wanted if picked.count(power) < wanted.count(power))
        return next(n for n, card in enumerate(held) if POWER[card] == lacking and n not in places)


class FocusCards(CardHands):
    """Device that moves the focus from card to card."""

    def choose(self, place: int) -> None:
        for _ in range(12):
            if self.hand.cursor == place:
                return self.confirm()
            self.step(1, 0)
        raise AssertionError(f"the focus cannot reach {place}")


class KeyCards(FocusCards, KeyboardRobot):
    """Keyboard alone."""


class PadCards(FocusCards, GamepadRobot):
    """One pad alone."""


class MouseCards(CardHands, MouseRobot):
    """Mouse alone: cards, and the two buttons."""

    def choose(self, place: int) -> None:
        self.window.step(ms=DOUBLE_PRESS_MS + 1)  # a double click would play the cards
        for press in (self.window.point, self.window.click):
            box = self.hand.card_box(place)  # a card under the pointer is raised
            press(box.x + 8, box.y + 12)

    def act(self, act: InputAction) -> None:
        button = {InputAction.END_TURN: "play", InputAction.SECONDARY: "pass"}.get(act)
        if button is None:
            super().act(act)
        else:
            self.window.click_box(self.window.top.view.locate(button))


class SwitchCards(CardHands, SwitchHands):
    """One switch alone."""

    def choose(self, place: int) -> None:
        self.take(f"{place}")


class SociableRobot(GameRobot[SociableView]):
    slug = "sociable"
    devices = by_device(KeyCards, PadCards, MouseCards, SwitchCards)
    names = "Mo", "Ann", "Pip", "Gus", "Kit"

    def arrive(self, people: Collection[int]) -> None:
        """Open the curtain for a person alone. Nothing is waited for."""
        if self.window.shown == "HandoverScene" and len(people) == 1:
            self.window.press_key(pygame.K_RETURN)
        self.window.step()

    @property
    def floor(self) -> OfficeModel:
        return self.view.floor

    @property
    def hand(self) -> HandController:
        return self.view.hand

    @property
    def picture(self) -> OfficePicture:
        return self.floor.picture

    @property
    def picked(self) -> str:
        """Cards that are picked now."""
        return " ".join(self.hand.picking.cards)

    def grip(self, place: int) -> tuple[float, float]:
        """Point on the visible part of a card of the hand."""
        box = self.hand.card_box(place)
        return box.x + 8, box.y + 12
