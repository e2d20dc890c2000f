"""Robots that play a rummy in the window card by card, with keys, a pad or the mouse alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import cast

import pygame

from game.core.rummy.draft import PieceMove, piece_moves
from game.core.session import Session
from game.match.seats import Seat
from game.ui.core.canvas import Box
from game.ui.core.input import InputAction
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from game.ui.rummy.table_state import HAND_PLACE, NEW_PILE, TableState
from game.ui.rummy.view import RummyView
from tests.scenes.harness import GamepadRobot, KeyboardRobot, MatchRobot, MouseRobot, WindowRobot

ROUNDS = 4  # passes over the table until it matches


class RummyScene(MatchScene):
    """Match scene typed with the view of a rummy."""

    view: RummyView


def rummy_scene(window: WindowRobot, session: Session, seats: Sequence[Seat]) -> RummyScene:
    """Return the scene of a match. It is not on the screen yet."""
    return rummy(match_scene(window.context, session, seats))


def rummy(scene: object) -> RummyScene:
    """Return ``scene`` typed as a rummy's. Fails for any other scene."""
    assert isinstance(scene, MatchScene), type(scene).__name__
    assert isinstance(scene.view, RummyView)
    return cast(RummyScene, scene)


def card_key(table: TableState, card: str) -> int:
    """Key of a card in the hand, else of one on the table."""
    pieces = [*table.lay.hand, *table.lay.pieces()]
    return next(piece.key for piece in pieces if card in (piece.text, piece.card))


class RummyRobot(MatchRobot):
    presses = 0

    @property
    def scene(self) -> RummyScene:
        return rummy(self.window.top)

    def play(self, move: str) -> None:
        """Make a move as a player would: build the table card by card, then end the turn."""
        verb, _, table = move.partition(" ")
        if verb != "play":
            self.second()
            return
        self.build([pile.split() for pile in table.split(" | ")])
        self.end_turn()

    def build(self, table: Sequence[Sequence[str]]) -> None:
        """Move cards until the table matches ``table``. Piles that split on the way are joined again."""
        scene = self.scene
        for _ in range(ROUNDS):
            moves = piece_moves(scene.view.table.draft.piles, scene.view.table.draft.arrange(table).piles)
            pile_keys = {pile.key: pile.key for pile in scene.view.table.draft.piles}
            for move in moves:
                self.move_card(move, pile_keys)
            if not moves:
                break
        actual = sorted(tuple(sorted(pile.texts)) for pile in scene.view.table.draft.piles)
        assert actual == sorted(tuple(sorted(pile)) for pile in table), scene.context.messages.text

    def move_card(self, move: PieceMove, pile_keys: dict[int, int]) -> None:
        """Carry one card to its pile, or to a new one."""
        target = pile_keys.get(move.target)
        if target is not None and self.scene.view.table.lay.pile(target) is None:
            target = None
        self.carry(move.piece.key, NEW_PILE if target is None else target)
        holder = self.scene.view.table.draft.holder(move.piece.key)
        assert holder is not None
        pile_keys[move.target] = holder.key

    def carry(self, card: int, target: int | None) -> None:
        """Lift a card and put it down on a pile, on a new one, or (``None``) in the hand."""
        raise NotImplementedError

    def put(self, card: str, target: int = NEW_PILE) -> None:
        """Carry a card, by its text, to a pile or to a new one."""
        self.carry(card_key(self.scene.view.table, card), target)

    def look(self, card: int) -> None:
        """Press Look on a card."""
        raise NotImplementedError


class CardSteps(RummyRobot):
    """Moves of keys and pads: a focus that steps from place to place."""

    def carry(self, card: int, target: int | None) -> None:
        self.lift(card)
        assert self.scene.view.table.carry is not None
        self.go(HAND_PLACE if target is None else str(target))
        self.confirm()

    def focus(self, card: int | str) -> None:
        """Focus a card by its key or text."""
        scene = self.scene
        if scene.view.drag.focus is None:
            self.step(1, 0)
        key = card if isinstance(card, int) else card_key(scene.view.table, card)
        self._walk(lambda: str(scene.view.drag.focus), f"{key}")

    def lift(self, card: int | str) -> None:
        self.focus(card)
        self.confirm()

    def look(self, card: int | str) -> None:
        self.focus(card)
        self.act(InputAction.LOOK)

    def step(self, dx: int, dy: int) -> None:
        self.presses += 1
        super().step(dx, dy)

    def act(self, act: InputAction) -> None:
        self.presses += 1
        super().act(act)

    def go(self, name: str) -> None:
        """Carry the lifted card to a place."""
        scene = self.scene

        def here() -> str:
            carry = scene.view.table.carry
            assert carry is not None
            return HAND_PLACE if carry.target.pile is None else str(carry.target.pile)

        self._walk(here, name)

    def _walk(self, current_place: Callable[[], str], name: str) -> None:
        """Walk the shortest way, step by step."""
        for way in self._way(current_place(), name):
            self.step(*way)
        assert current_place() == name

    def _way(self, start: str, goal: str) -> list[tuple[int, int]]:
        """Return the fewest steps from one place to another."""
        rows = self.scene.view.table.rows()
        ways: dict[str, list[tuple[int, int]]] = {start: []}
        queue = deque([start])
        while goal not in ways:
            place = queue.popleft()
            for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                neighbour = self.scene.view.drag.neighbour(place, *way, rows)
                if neighbour is not None and neighbour not in ways:
                    ways[neighbour] = [*ways[place], way]
                    queue.append(neighbour)
        return ways[goal]


class CardKeys(CardSteps, KeyboardRobot):
    """Keyboard alone."""


class CardPad(CardSteps, GamepadRobot):
    """One pad alone."""


class CardMouse(RummyRobot, MouseRobot):
    """The mouse alone, dragging and clicking in turn."""

    drags = True

    def play(self, move: str) -> None:
        RummyRobot.play(self, move)

    def carry(self, card: int, target: int | None) -> None:
        scene, window = self.scene, self.window
        window.wait_until_readable()
        start = self._grip(scene.view.table.spots()[str(card)])
        # The focused card overlaps its neighbour, so the neighbour is grabbed where it is visible.
        for _ in range(4):
            hit = scene.view.table.card_at(start)
            if hit is None or hit[0] == card:
                break
            start = start[0] + 14, start[1]
        window.point(*start)
        self.button(pygame.MOUSEBUTTONDOWN, start)
        if not self.drags:
            self.button(pygame.MOUSEBUTTONUP, start)
        assert scene.view.table.carry is not None
        end = self._goal(target)
        window.point((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        window.point(*end)
        if not self.drags:
            self.button(pygame.MOUSEBUTTONDOWN, end)
        self.button(pygame.MOUSEBUTTONUP, end)
        self.drags = not self.drags
        assert scene.view.table.carry is None, scene.context.messages.text

    def _grip(self, box: Box) -> tuple[float, float]:
        """Return the point, in the upper part of a card, where a grab takes that card alone."""
        return box.x + min(10.0, box.w / 2), box.y + box.h * 0.3

    def _goal(self, target: int | None) -> tuple[float, float]:
        scene = self.scene
        if target is None:
            return scene.view.table.boxes.hand.centre
        if target == NEW_PILE:
            return self.bare_mat()
        box = scene.view.table.resting().boxes()[target]
        return box.right - 6, box.centre[1]

    def bare_mat(self) -> tuple[float, float]:
        """Return a point where a drop makes a new pile."""
        scene = self.scene
        area = scene.view.table.boxes.piles
        points = [scene.view.table.new_box().centre]
        points += [
            (area.x + x, area.y + y) for y in range(20, int(area.h), 20) for x in range(20, int(area.w), 20)
        ]
        return next(point for point in points if scene.view.table.target_at(point).pile == NEW_PILE)

    def button(self, kind: int, at: tuple[float, float]) -> None:
        """Press or release the left button."""
        view = self.window.context.view
        pixels = view.px(at[0]), view.px(at[1])
        self.window.step(pygame.event.Event(kind, pos=pixels, button=1, touch=False))

    def knob(self, number: int) -> None:
        """Click a button of the column."""
        self.window.click_box(self.scene.view.table.boxes.buttons[number])

    def second(self) -> None:
        self.knob(0)

    def back(self) -> None:
        if isinstance(self.window.top, MatchScene):
            self.knob(1)
        else:
            super().back()

    def end_turn(self) -> None:
        self.knob(2)


def opened(window: WindowRobot, scene: RummyScene) -> None:
    """Put a match on the screen and wait until a person is to move."""
    window.context.scenes.push(scene)
    window.finish_animations()


NAMES = ["Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe"]


def match(
    window: WindowRobot,
    position: str = "",
    people: tuple[int, ...] = (0,),
    players: int = 2,
    **options: object,
) -> RummyScene:
    """Open a match of SOCKI and wait until the person is to move."""
    if position:
        session = Session.from_position("socki", position, 3, options)
    else:
        session = Session.new("socki", players, 3, options)
    seats = [Seat(NAMES[seat], seat, "" if seat in people else "easy") for seat in range(session.players)]
    scene = rummy_scene(window, session, seats)
    opened(window, scene)
    if window.shown == "HandoverScene":
        window.press_key(pygame.K_RETURN)
    return scene
