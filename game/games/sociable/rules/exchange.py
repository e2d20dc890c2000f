"""The exchange after the deal: who owes whom how many cards, and what happens by itself.

See rules.md, The exchange.
"""

from __future__ import annotations

from game.core.chance import Chance
from game.core.game import Event
from game.core.values import replace
from game.games.sociable.rules.events import BlindCardDrawn, GiftGiven
from game.games.sociable.rules.state import Cards, Gift, Given, State, tidy


def exchange(order: tuple[int, ...], direction: str) -> tuple[Gift, ...]:
    """All gifts of a hand in the order in which they are made (rules.md, The exchange).

    Args:
        order: the seats from Boss to Temp.
        direction: the value of the option ``exchange``: ``on``, ``off`` or ``reversed``.
    """
    if direction == "off":
        return ()
    boss, veep, *managers, clerk, temp = order
    many, few = (2, 1) if managers else (3, 2)
    pairs = [(boss, temp, many, False), (veep, clerk, few, False)]
    pairs += [(boss, manager, 1, True) for manager in managers]
    if direction == "reversed":
        pairs = [(low, high, count, blind) for high, low, count, blind in pairs]
    return tuple(Gift(*pair) for pair in pairs)


def moved(state: State, giver: int, receiver: int, cards: Cards) -> State:
    """The state after a gift, which the two of them remember (rules.md, The exchange)."""
    hands = list(state.hands)
    left = list(hands[giver])
    for card in cards:
        left.remove(card)
    hands[giver] = tuple(left)
    hands[receiver] = tidy(hands[receiver] + cards)
    # Positions of the first version do not have it.
    remembered = (Given(giver, receiver, cards),) if state.options.version > 1 else ()
    return replace(state, hands=tuple(hands), given=state.given + remembered)


def start_next(state: State, events: list[Event]) -> State:
    """Make the forced gift or the blind draw that comes before the next choice (rules.md, The exchange).

    A seat that has fewer cards than it owes, as only a made-up position can have it, gives what it has.
    """
    while state.gifts:
        gift = state.gifts[0]
        owed = state.hands[gift.receiver]
        count = min(gift.count, len(owed))
        if not count:
            state = replace(state, gifts=state.gifts[1:])
        elif gift.blind:
            card = Chance(state.seed, state.counter).pick(owed)
            events.append(BlindCardDrawn(gift.giver, gift.receiver, [card]).event(reveals=True))
            state = moved(state, gift.receiver, gift.giver, (card,))
            return replace(state, counter=state.counter + 1, turn=gift.giver)
        else:
            strongest = owed[-count:]
            events.append(gift_event(gift.receiver, gift.giver, strongest, forced=True))
            gifts = (replace(gift, count=count), *state.gifts[1:])
            return replace(moved(state, gift.receiver, gift.giver, strongest), gifts=gifts, turn=gift.giver)
    return state


def gift_event(giver: int, receiver: int, cards: Cards, *, forced: bool) -> Event:
    """A gift, as the two of them see it."""
    return GiftGiven(giver, receiver, list(cards), forced).event(reveals=True)
