"""Screenshots of SOCKI."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import sleep
from typing import Any

from game.app import App
from game.core.rummy.draft import Piece
from game.core.session import Session
from game.match.assist_service import RequestTarget
from game.match.seats import Seat
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene
from game.ui.rummy.table_state import NEW_PILE
from tools.bench_cards import HANDS, TABLE

NAMES = ("Annabella", "Mo", "Ida", "Kofi", "Bo", "Pip", "Gus", "Winifred")
PILES = "3P,4P,5P,6P/7F,7B,7B,7L/1F,2F,3F,4F,5F/5P,5B,5L/8B,9B,10B,11B,12B/HP,HF,HB,HL/2P,2B,2L/4L,5L,6L"
OWN = "1P,8P,10P,11P,8F,10F,12F,3B,6B,HB,8L,12L"
# moment of the style frame
FRAME = (
    f"table={PILES}/10L,11L,12L hands={OWN}/4F,6F,9F,9P,11F,1L,2L/11L,9L,3L,6P/3P,6F,9L,7P,10P,12P,12B,4B,4P"
    " stock=1B,1B,2B,2F,3F,3B,10L,11B scores=55/42/18/67"
)
# hand of thirty cards
LARGE = (
    f"table={PILES} hands={OWN},4F,6F,9F,9P,11F,1L,2L,3P,6F,9L,7P,10P,12P,12B,4B,4P,7P,9P/11L,9L,3L/6P/8B/9B"
    " stock=1B,1B,2B,2F"
)


class _Table:
    """Match on the screen, and the time that passes there."""

    def __init__(self, context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
        self.context, self.app, self.time = context, app, time
        self.take = shot
        self.match: Any

    def shot(self, name: str) -> None:
        """Take a picture."""
        self.take(f"socki-{name}")

    def wait(self, ms: float) -> None:
        """Let time pass, for workers too."""
        end = self.time[0] + ms
        while self.time[0] < end:
            self.time[0] += 16
            self.app.step_frame([])
            sleep(0.001)

    def advised(self) -> None:
        """Wait until the validity check has answered."""
        for _ in range(4000):
            self.wait(16)
            if not self.match.context.hints.is_pending(asker=RequestTarget.TABLE):
                return

    def open(self, position: str, players: int, people: Sequence[int] = (0,), **options: object) -> None:
        """Open a match from a position, or a new match if it is "". Seats outside ``people`` are bots."""
        names = list(NAMES[:players])
        if position:
            session = Session.from_position("socki", position, 3, options, names=names)
        else:
            session = Session.new("socki", players, 3, options, names=names)
        seats = [Seat(name, seat, "" if seat in people else "normal") for seat, name in enumerate(names)]
        self.match = match_scene(self.context, session, seats)
        self.match.context.viewer.seat = people[0] if len(people) == 1 else None
        self.context.scenes.push(self.match)
        self.wait(300)

    def held(self, text: str) -> int:
        """Return the key of a card in the hand."""
        hand: Sequence[Piece] = self.match.view.table.draft.hand
        return next(piece.key for piece in hand if piece.card == text)

    def carry(self, card: str, onto: str = "") -> None:
        """Carry a card of the hand over the pile that contains ``onto``, or over the place for a new one."""
        match = self.match
        match.view.drag.focus_on(self.held(card))
        match.view.drag.lift(match.view.drag.grip())
        pile = next((pile.key for pile in match.view.table.draft.piles if onto in pile.texts), NEW_PILE)
        match.view.drag.carry_to(str(pile))
        self.wait(300)

    def through(self, kind: str, moments: tuple[float, ...]) -> None:
        """Take pictures of an event at these shares of its time."""
        for moment in moments:
            for _ in range(60_000):
                show = self.match.animations.show
                if show is not None and show.event.kind == kind and show.progress >= moment:
                    break
                self.wait(8)
            self.shot(f"{kind}-{int(moment * 100):02}")


def socki_shots(context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take the table in all situations, with 2, 3, 4, 5 and 8 seats."""
    lamp = context.settings.lamp
    context.update_settings(lamp="full")
    table = _Table(context, app, time, shot)
    _shoot_own_turn(table)
    _shoot_bots(table)
    _shoot_crowds(table)
    context.update_settings(lamp=lamp)


def _shoot_own_turn(table: _Table) -> None:
    """Take a deal, and a turn with cards focused, carried and laid, and broken piles."""
    table.open("", 4)
    table.through("deal", (0.5,))
    table.open(FRAME, 4)
    table.shot("turn")
    match = table.match
    match.view.drag.focus_on(table.held("10F"))
    table.wait(300)
    table.shot("focus")
    table.carry("8L", "12L")
    table.shot("carry")
    match.view.drag.put_back()
    table.carry("8L")
    match.view.drag.drop()
    run = next(pile for pile in match.view.table.draft.piles if "3F" in pile.texts)
    match.view.drag.focus_on(run.pieces[3].key, rest=True)
    table.advised()
    table.shot("grip")
    table.carry("12F", "5P")
    match.view.drag.drop()
    table.advised()
    match.view.look_at(next(pile for pile in match.view.table.lay.piles if "12F" in pile.texts), 0)
    table.wait(300)
    table.shot("broken")
    match.view.table.push_draft(match.view.table.draft.reset())


def _shoot_bots(table: _Table) -> None:
    """Take a bot's play, its knock, and the end of a hand."""
    table.open(f"{FRAME} turn=3", 4)
    table.through("play", (0.05, 0.35, 0.7))
    table.through("knock", (0.4, 0.75))
    table.open("table=6P,7P,8P hands=8P,12P/9P/5L,HL,1L stock=5B turn=1 scores=80/40/10", 3)
    for _ in range(4000):
        table.wait(16)
        if table.context.scenes.top is not table.match:
            break
    table.wait(250)
    table.shot("round-end-begins")
    table.wait(4000)
    table.shot("round-end")
    table.context.scenes.pop(None)


def _shoot_crowds(table: _Table) -> None:
    """Take large hands, full tables, eight seats, and the curtain between two people."""
    table.open(LARGE, 5)
    table.match.view.drag.focus_on(table.held("8L"))
    table.wait(300)
    table.shot("hand-of-thirty")
    table.open(f"table={TABLE} hands={HANDS} stock=8L,9L,10L", 2)
    table.shot("ninety-cards")
    table.open("", 8)
    table.match.skip()
    table.wait(100)
    table.shot("eight")
    table.open(FRAME, 4, (0, 1))
    table.shot("curtain")
