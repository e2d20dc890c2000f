"""Screenshots of RockIt to Destiny."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.app import App
from game.core.rummy.draft import DraftPile, Piece
from game.core.session import Session
from game.games.rockit.screen.spread import DealScene
from game.match.seats import Seat
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene

NAMES = ("Annabella", "Pip", "Mo", "Gus", "Winifred")
COMING = (
    "table=7D,8D,9D,10D/JC,QC,KC,AC/AD,2D,JK=3D,4D/3D,3H,3S/5C,6C,7C in=0/1 stock=2C,3C,4C "
    "hands=6S,7S,8S,9S,4H,5H,JH,KH,2C,10C,AD,6D,QD,JK/5D,5S"
)
"""Moment of the style frame, with 24 of 30 points shown."""
FIVE = (
    "table=7D,8D,9D,10D/JC,QC,KC,AC/AD,2D,JK=3D,4D/3D,3H,3S/5C,6C,7C/9S,10S,JS/KD,KH,KS in=1/1/1/0/1 "
    "hands=3D,9S,9H,4H,5H,JK/5D,5S/6H,8H/9H,2H,9C/9C,2S stock=2C,3C,4C,6C wins=0/1/0/0/1"
)
# table with more than 80 cards
FULL = (
    "table=AD,2D,3D,4D,5D/6D,7D,8D,9D,10D,JD/AH,2H,3H,4H/5H,6H,7H,8H/9H,10H,JH,QH,KH/AS,2S,3S,4S,5S,6S/"
    "7S,8S,9S,10S/JS,QS,KS/AC,2C,3C,4C,5C/6C,7C,8C,9C,10C/JC,QC,KC/AD,AH,AS,AC/2D,2H,2S,2C/3D,3H,3S,3C/"
    "4D,4H,4S,4C/5D,5H,5S,5C/6D,6H,6S,6C/7D,7H,7S,7C/8D,8H,8S,8C/9D,9H,9S hands=QD,KD,JK,9C,10D/10H in=1/1"
)


class _Table:
    """Match on the screen, and the time that passes there."""

    def __init__(self, context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
        self.context, self.app, self.time, self.shot = context, app, time, shot
        self.match: Any

    def wait(self, ms: float) -> None:
        """Let ``ms`` milliseconds pass."""
        end = self.time[0] + ms
        while self.time[0] < end:
            self.time[0] += 16
            self.app.step_frame([])

    def open(self, position: str, players: int, **options: object) -> None:
        """Open a match from a position, or a new match if it is ""."""
        names = list(NAMES[:players])
        rules = {"decks": 2, **options}
        if position:
            session = Session.from_position("rockit", position, 3, rules, names=names)
        else:
            session = Session.new("rockit", players, 3, rules, names=names)
        seats = [Seat(name, seat, "easy" if seat else "") for seat, name in enumerate(names)]
        self.match = match_scene(self.context, session, seats)
        self.context.scenes.push(self.match)
        self.wait(400)

    def held(self, text: str) -> int:
        """Return the key of a card in the hand."""
        hand: Sequence[Piece] = self.match.view.table.draft.hand
        return next(piece.key for piece in hand if piece.text == text)

    def pile_with(self, text: str) -> int:
        """Return the key of the pile that contains a card."""
        piles: Sequence[DraftPile] = self.match.view.table.draft.piles
        return next(pile.key for pile in piles if text in pile.texts)

    def lay(self, *piles: str) -> None:
        """Lay new tricks beside the board as it was at the start of the turn."""
        board = [pile.texts for pile in self.match.view.table.draft.start]
        self.match.view.table.push_draft(
            self.match.view.table.draft.arrange([*board, *(pile.split(",") for pile in piles)])
        )
        self.wait(400)

    def put(self, card: str, pile: int) -> None:
        """Carry a card of the hand over the pile with this key."""
        self.match.view.drag.focus_on(self.held(card))
        self.match.view.drag.lift(self.match.view.drag.grip())
        self.match.view.drag.carry_to(str(pile))
        self.wait(400)

    def through(self, kind: str, moments: tuple[float, ...]) -> None:
        """Take pictures of an event at these shares of its time."""
        match = self.match
        for moment in moments:
            while (
                match.animations.show is None
                or match.animations.show.event.kind != kind
                or match.animations.show.progress < moment
            ):
                self.time[0] += 8
                self.app.step_frame([])
            self.shot(f"rockit-{kind}-{int(moment * 100):02}")


def rockit_shots(context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take a match of RockIt: spread, coming in, jokers, full table, lift-off, standings."""
    table = _Table(context, app, time, shot)
    _shoot_spread(table)
    _shoot_coming_in(table)
    _shoot_jokers(table)
    table.open(FULL, 2)
    shot("rockit-full")
    table.open("table=5C,6C,7C in=1/1/1 hands=8C/5D,5S/6H,8H,2H stock=2C", 3, best_of=3)
    table.match.view.table.push_draft(table.match.view.table.draft.arrange([["5C", "6C", "7C", "8C"]]))
    table.match.view.moves.end_turn()
    table.through("game_end", (0.1, 0.22, 0.4, 0.46, 0.75))
    for _ in range(1000):  # the hands are revealed first
        table.wait(16)
        if context.scenes.top is not table.match:
            break
    table.wait(4000)
    shot("rockit-standings")
    context.scenes.pop()


def _shoot_spread(table: _Table) -> None:
    """Take the spread from which seats are drawn."""
    table.open("", 5)
    while not isinstance(table.context.scenes.top, DealScene):
        table.wait(30)
    spread = table.context.scenes.top
    table.shot("rockit-spread")
    spread.take(spread.focus)
    spread.take(spread.focus)
    table.wait(150)
    table.shot("rockit-spread-taking")
    table.context.scenes.pop()


def _shoot_coming_in(table: _Table) -> None:
    """Take a turn in which the player comes in."""
    table.open(COMING, 2)
    table.shot("rockit-turn")
    table.lay("7S,8S,9S")
    table.shot("rockit-coming")
    table.match.view.moves.end_turn()
    table.shot("rockit-refused")
    table.lay("6S,7S,8S,9S")
    table.match.view.moves.end_turn()
    table.wait(900)
    table.shot("rockit-came")
    table.match.view.moves.end_turn()
    table.through("rockit", (0.2, 0.5, 0.8))


def _shoot_jokers(table: _Table) -> None:
    """Take a turn in which jokers are replaced."""
    table.open(FIVE, 5, best_of=3)
    table.put("3D", table.pile_with("JK=3D"))
    table.shot("rockit-carried")
    table.match.view.drag.drop()
    table.wait(400)
    table.shot("rockit-taken")
    for card in ("9S", "9H"):
        table.put(
            card, next(pile.key for pile in table.match.view.table.draft.piles if pile.pieces[-1].joker)
        )
        table.match.view.drag.drop()
    table.wait(400)
    table.shot("rockit-laid")
