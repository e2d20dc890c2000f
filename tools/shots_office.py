"""Screenshots of SOCiable: draw for chairs, exchange, rounds, new chairs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.app import App
from game.core.session import Session
from game.match.seats import Seat
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene

NAMES = ("Mo", "Annabella", "Pip", "Gus", "Kit")
LOOKS = (0, 3, 1, 2, 4)
KINGS = (
    "hands=8D,9H,QC/8S,10D,QH,AH,AS,JK/9S,10C,JH,JD,QD/8C,9D,10S,JC,QS/8H,9C,10H order=0,2,3,1,4 "
    "lead=KH,JK by=0 turn=1 passes=2 scores=7/4/8/3/0"
)
"""The Boss leads two kings; the Clerk can beat them with aces."""
LAST = "hands=-/AS/8C,8D/9S/- order=0,2,3,1,4 lead=KH by=3 turn=1 passes=1 out=0,4 scores=7/4/8/3/0"
"""The Clerk goes out, and the hand ends soon after."""
_ENOUGH = 9000


def office_shots(context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take all pictures of a match, as the second seat sees it."""
    for players in (5, 4):
        match = _open_match(context, app, Session.new("sociable", players, 0, names=NAMES[:players]))
        name = f"sociable-{players}"
        for kind, moment in (("draw_position", 0.7), ("seated", 0.4), ("deal", 0.5), ("gift", 0.5)):
            _play_until(app, time, match, kind, moment)
            shot(f"{name}-{kind}")
        match.skip()
        shot(f"{name}-give")
        context.scenes.pop()
    match = _open_match(context, app, Session.from_position("sociable", KINGS, 3, names=NAMES))
    _press(app, match, InputAction.CONFIRM)
    shot("sociable-picked")
    x, y = match.view.hand.card_box(1).centre
    match.on_input(InputEvent(InputAction.PRESS, MOUSE, position=(context.view.px(x), context.view.px(y))))
    app.step_frame([])
    shot("sociable-refused")
    _press(app, match, InputAction.LOOK)
    shot("sociable-ladder")
    _press(app, match, InputAction.LOOK)
    _press(app, match, InputAction.SECONDARY)
    match.skip()
    shot("sociable-passed")
    context.scenes.pop()
    _shoot_chairs(context, app, time, shot)


def _shoot_chairs(context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take the end of a hand, and the curtain between two people."""
    session = Session.from_position("sociable", LAST, 3, {"target": 16}, names=NAMES)
    match = _open_match(context, app, session)
    match.context.play("play AS")
    for moment in (0.15, 0.4, 0.55, 0.68, 0.85):
        _play_until(app, time, match, "hand_end", moment)
        shot(f"sociable-chairs-{int(moment * 100)}")
    match.skip()
    context.scenes.pop()
    match = _open_match(context, app, Session.from_position("sociable", KINGS, 3, names=NAMES), people=(1, 4))
    shot("sociable-curtain")
    app.context.scenes.top.on_input(InputEvent(InputAction.SECONDARY, "keyboard"))  # type: ignore[union-attr]
    shot("sociable-peek")
    context.scenes.pop()
    context.scenes.pop()


def _open_match(context: AppContext, app: App, session: Session, people: tuple[int, ...] = (1,)) -> Any:
    """Open a match and return its scene. Seats outside ``people`` are bots."""
    seats = [
        Seat(NAMES[number], LOOKS[number], "" if number in people else "normal")
        for number in range(session.players)
    ]
    match = match_scene(context, session, seats)
    context.scenes.push(match)
    app.step_frame([])
    match.context.input_cooldown.forget()  # the player in these pictures has seen the table
    return match


def _press(app: App, match: Any, action: InputAction) -> None:
    """Send an input action of the keyboard to a match scene."""
    match.on_input(InputEvent(action, "keyboard"))
    app.step_frame([])


def _play_until(app: App, time: list[float], match: Any, kind: str, moment: float) -> None:
    """Let time pass until an event of ``kind`` has reached ``moment`` (0 to 1). Bots move at once."""
    for _ in range(_ENOUGH):
        show = match.animations.show
        if show is not None and show.event.kind == kind and show.progress >= moment:
            return
        if (
            show is None
            and not match.animations.waiting
            and not match.view.floor.my_turn
            and match.match.session.to_move is not None
        ):
            match.context.play(match.match.session.moves()[-1])
        time[0] += 16
        app.step_frame([])
    raise AssertionError(f"{kind} was not shown")
