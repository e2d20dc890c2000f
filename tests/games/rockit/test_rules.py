"""The worked examples of RockIt's rules, and the course of a game, as positions and moves in text."""


from game.core.game import Event
from game.core.session import Session


def at(text: str, **options: object) -> Session:
    return Session.from_position("rockit", text, options=options)


def code(session: Session, move: str) -> str | None:
    refusal = session.refusal(move)
    return None if refusal is None else str(refusal.code)


def event(events: tuple[Event, ...], kind: str) -> Event:
    (found,) = [event for event in events if event.kind == kind]
    return found


# The table of examples.


# Jokers beyond the examples.


# Refusals and text.


# Dealing, hiding, undo.


# Positions.
