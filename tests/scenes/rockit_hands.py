"""Robots that play RockIt in the window: they come in, swap and name jokers, and count their presses."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import cast

from game.core.rummy.draft import Draft, PieceMove, piece_moves
from game.core.rummy.table import canonical, read_piles
from game.core.session import Session
from game.games.rockit.screen.view import RockItView
from game.match.seats import Seat
from game.ui.rummy.table_state import NEW_PILE
from tests.scenes.harness import WindowRobot
from tests.scenes.rummy_hands import (
    CardKeys,
    CardMouse,
    CardPad,
    CardSteps,
    RummyRobot,
    RummyScene,
    rummy_scene,
)


class RockItScene(RummyScene):
    """Match scene typed with RockIt's view."""

    view: RockItView


def opened(
    window: WindowRobot, position: str = "", levels: tuple[str, ...] = ("", "easy"), **options: object
) -> RockItScene:
    """Open a match from a position or from the start."""
    names = ["Ann", "Bo", "Cy", "Di", "Eve"][: len(levels)]
    if position:
        session = Session.from_position("rockit", position, 3, {"decks": 2, **options}, names=names)
    else:
        session = Session.new("rockit", players=len(levels), seed=3, options=options, names=names)
    seats = [Seat(names[number], number, level) for number, level in enumerate(levels)]
    scene = cast(RockItScene, rummy_scene(window, session, seats))
    window.context.scenes.push(scene)
    window.run_for(160)  # pictures are made one by one
    if position and not session.observe(None)["turn"]:
        window.finish_animations()
    return scene


class RockItRobot(RummyRobot):
    def play(self, move: str) -> None:
        verb, _space, rest = move.partition(" ")
        if verb == "come":
            self.build([*self.scene.view.table.seen["table"], *read_piles(rest)])
        elif rest:
            self.build(read_piles(rest.lstrip("| ")))
        if verb in ("draw", "pass"):
            self.second()
        else:
            self.end_turn()

    def build(self, table: Sequence[Sequence[str]]) -> None:
        """Arrange the draft like ``table``, card by card, planning again after each card."""
        goal = canonical("rockit", [tuple(pile) for pile in table])
        visits: Counter[object] = Counter()
        for _ in range(80):
            draft = self.scene.view.table.draft
            current = canonical("rockit", draft.table)
            if current == goal:
                return
            after = draft.arrange(goal)
            moves = piece_moves(draft.piles, after.piles)
            if moves:
                # A run can be split at every third card. If a move led nowhere before, another card goes
                # first.
                offset = visits[current] % len(moves)
                visits[current] += 1
                move = self._first(draft, (*moves[offset:], *moves[:offset]))
                target_exists = any(pile.key == move.target for pile in draft.piles)
                self.carry(move.piece.key, move.target if target_exists else NEW_PILE)
            else:
                self.look(self._misnamed_joker(draft, after))
        raise AssertionError(f"{goal} does not come about: {self.scene.view.table.draft.table}")

    def _first(self, draft: Draft, moves: Sequence[PieceMove]) -> PieceMove:
        """Return the first move to make: a card that replaces a joker, before that joker moves."""
        coming = {move.piece.key for move in moves}
        for move in moves:
            if move.piece.joker and not move.piece.is_from_hand:
                replacement = next(
                    (piece for piece in draft.joker_replacements(move.piece.key) if piece.key in coming), None
                )
                pile = draft.holder(move.piece.key)
                if replacement is not None and pile is not None:
                    return PieceMove(replacement, None, pile.key)
        return moves[0]

    @staticmethod
    def _misnamed_joker(draft: Draft, after: Draft) -> int:
        """Return the key of a joker that is in the right place but represents the wrong card."""
        goal_faces = {piece.key: piece.face for pile in after.piles for piece in pile.pieces}
        pieces = [piece for pile in draft.piles for piece in pile.pieces]
        return next(piece.key for piece in pieces if piece.joker and piece.face != goal_faces[piece.key])


NEXT = (0, 0)
"""Marks a press of Next, which moves the focus to the hand or to the next pile."""


def _way(scene: RummyScene, start: str, goal: str) -> tuple[int, int]:
    """Return the first press on the shortest way between two places."""
    pointer = scene.view.drag
    rows, first, todo = scene.view.table.rows(), {start: NEXT}, deque([start])
    while todo:
        place = todo.popleft()
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1), NEXT):
            neighbour = (
                _next_group_start(scene, place) if way == NEXT else pointer.neighbour(place, *way, rows)
            )
            if neighbour is None or neighbour in first:
                continue
            first[neighbour] = way if place == start else first[place]
            if neighbour == goal:
                return first[neighbour]
            todo.append(neighbour)
    raise AssertionError(f"no way leads from {start} to {goal}")


def _next_group_start(scene: RummyScene, place: str) -> str | None:
    """Return the place that Next leads to from a card. None while a card is carried."""
    if scene.view.table.carry is not None:
        return None
    piles = {pile.key: pile.pieces for pile in scene.view.table.lay.piles}
    groups = [
        scene.view.table.lay.hand,
        *(piles[key] for key in scene.view.table.placed_piles().flow.order()),
    ]
    keys = [[str(piece.key) for piece in group] for group in groups if group]
    number = next(n for n, group in enumerate(keys) if place in group)
    return keys[(number + 1) % len(keys)][0]


class _RocketSteps(RockItRobot, CardSteps):
    """Moves of keys and pads."""

    def _walk(self, current_place: Callable[[], str], name: str) -> None:
        """Walk the shortest way, planned again at every press because a focused card is wider and shifts its
        neighbours."""
        for _ in range(40):
            if current_place() == name:
                return
            way = _way(self.scene, current_place(), name)
            if way == NEXT:
                self.next_piece()
            else:
                self.step(*way)
        raise AssertionError(f"{name} cannot be reached")


class RocketKeys(_RocketSteps, CardKeys):
    """Keyboard alone."""


class RocketPad(_RocketSteps, CardPad):
    """One pad alone."""


class RocketMouse(RockItRobot, CardMouse):
    def play(self, move: str) -> None:
        RockItRobot.play(self, move)

    def look(self, card: int) -> None:
        box = self.scene.view.table.spots()[str(card)]
        self.window.click(*self._grip(box), button=3)
