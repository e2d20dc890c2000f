"""Text form of SOCiable's moves and positions (rules.md, For scripts).

The fields of a position, each with its default::

    hands=8H,AS/9D/-/JK/-     the cards of each seat; none
    order=2,0,1,4,3           seats from Boss to Temp; 0, 1, 2 and so on
    give=2>3:2,0>4:1,2>1:1    gifts still to choose, from>to:count; none. The forced gift or blind draw
                              of the first one has already changed hands, those of the rest have not
    lead=QH,QD                the cards to beat; - before a round is led
    by=2                      seat that laid them; the last of laid, or the seat that plays before turn
    passes=1                  passes in a row since then; the seats with cards between by and turn
    turn=0                    seat to move; the one due after by, or the first with cards; - when the
                              match is over, and order then has the places of the last hand
    out=1,3                   seats without cards, first out first; the missing ones are added
    scores=5/3/2/1/0          points of each seat; 0
    gone=8D,8C                cards played earlier in this hand, oldest first; none
    laid=4,2                  seat of each play in this round; by
    quit=1                    with pass=final, seats that passed in this round; those that did since the lead
    given=4>0:KD,AS/0>4:8H,9D gifts of this exchange, from>to:cards; left out if there were none
    rounds=4:1,2:1/2:2        plays as seat:count, round by round; left out if unknown
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import takewhile

from game.core.cards import JOKER, read_card, read_cards, write_cards
from game.core.options import Options
from game.core.record import read_fields, read_groups, read_number, read_numbers, write_fields
from game.games.sociable.rules.state import (
    DECK,
    POWER,
    Cards,
    CompletedExchange,
    DueExchange,
    GiveCards,
    Move,
    PlayedCards,
    SociablePass,
    SociablePlay,
    SociableState,
    exchange,
    same_rank,
    sort_cards,
)

FIELDS = (
    "hands",
    "order",
    "give",
    "lead",
    "by",
    "passes",
    "turn",
    "out",
    "scores",
    "gone",
    "laid",
    "quit",
    "given",
    "rounds",
)
_ROUND = ("lead", "by", "passes", "laid", "quit")
_DECK = Counter(DECK)
_GIFT = re.compile(r"([0-9])>([0-9]):([0-9])", re.ASCII)
_GIVEN = re.compile(r"([0-9])>([0-9]):(.+)", re.ASCII)
_LAID = re.compile(r"([0-9]):([1-5])", re.ASCII)


def read_move(text: str) -> Move:
    """Move of a text such as ``play KS JK``, cards sorted, perhaps illegal; ValueError if it is no move."""
    word, *cards = text.split() or [""]
    if word == "pass" and not cards:
        return SociablePass()
    if word in ("play", "give") and cards:
        sorted_cards = sort_cards(map(read_card, cards))
        return SociablePlay(sorted_cards) if word == "play" else GiveCards(sorted_cards)
    raise ValueError(
        f"A move is 'play' or 'give' and its cards, as in 'play KS JK', or 'pass'; not {text[:40]!r}."
    )


def write_move(move: Move) -> str:
    """Return a move as text: ``play`` or ``give`` with its cards, or ``pass``."""
    if isinstance(move, SociablePass):
        return "pass"
    return " ".join(("play" if isinstance(move, SociablePlay) else "give", *move.cards))


def players_of(text: str) -> int:
    """Number of seats in a position text; ValueError if it has no list of seats or their lengths differ."""
    fields = read_fields(text, FIELDS)
    counts = {
        name: fields[name].count(mark) + 1
        for name, mark in (("hands", "/"), ("order", ","), ("scores", "/"))
        if name in fields
    }
    if not counts:
        raise ValueError("A position has one hand per seat, separated by '/', as in hands=8H/9D/-/-.")
    if len(set(counts.values())) > 1:
        summary = ", ".join(f"{name} {count}" for name, count in counts.items())
        raise ValueError(f"All parts of a position have the same number of seats, not these: {summary}.")
    return next(iter(counts.values()))


def write_position(state: SociableState) -> str:
    """Return a full position as text; see `Rules.format_position`."""
    rounds = "/".join(",".join(map(write_laid, plays)) for plays in state.rounds)
    return write_fields(
        (
            ("hands", "/".join(map(write_cards, state.hands))),
            ("order", write_seats(state.order)),
            ("give", ",".join(map(write_gift, state.gifts)) or "-"),
            ("lead", write_cards(state.lead)),
            ("by", "-" if state.by is None else state.by),
            ("passes", state.passes),
            ("turn", "-" if state.turn is None else state.turn),
            ("out", write_seats(state.out)),
            ("scores", "/".join(map(str, state.scores))),
            ("gone", write_cards(state.gone)),
            ("laid", write_seats(state.laid)),
            ("quit", write_seats(state.quit)),
            *([("given", "/".join(map(write_given, state.given)))] if state.given else []),
            *([("rounds", rounds)] if state.rounds else []),
        )
    )


def write_gift(gift: DueExchange) -> str:
    """Return a gift that is still to choose as text, ``chooser>debtor:count``."""
    return f"{gift.chooser}>{gift.debtor}:{gift.count}"


def write_given(gift: CompletedExchange) -> str:
    """Return cards that changed hands as text, ``giver>receiver:cards``."""
    return f"{gift.giver}>{gift.receiver}:{write_cards(gift.cards)}"


def write_laid(play: PlayedCards) -> str:
    """Return a play of this hand without its cards as text, ``seat:count``."""
    return f"{play.seat}:{play.count}"


def write_seats(seats: tuple[int, ...]) -> str:
    """Return seat numbers as text, separated by commas; ``-`` for none."""
    return ",".join(map(str, seats)) or "-"


def read_position(text: str, players: int, seed: int, options: Options) -> SociableState:
    """State of a position text, even if the scores end the match; ValueError if fields are bad or clash."""
    fields = read_fields(text, FIELDS)
    hands = read_groups("hands", fields.get("hands", "/".join("-" * players)), players)
    scores = read_groups("scores", fields.get("scores", "/".join("0" * players)), players)
    state = SociableState(
        options=options,
        seed=seed,
        counter=0,
        hands=tuple(sort_cards(_read_cards(hand)) for hand in hands),
        order=_read_seats("order", fields.get("order", ",".join(map(str, range(players)))), players),
        gifts=(),
        lead=sort_cards(_read_cards(fields.get("lead", "-"))),
        laid=(),
        passes=0,
        quit=(),
        turn=None,
        out=(),
        scores=tuple(read_number("A score", score, 0, 9999) for score in scores),
        gone=_read_cards(fields.get("gone", "-")),
        given=_read_given(fields.get("given", "-"), players),
        rounds=_read_rounds(fields.get("rounds", "-"), players),
    )
    if sorted(state.order) != list(range(players)):
        raise ValueError(f"order names every seat once, from Boss to Temp, not {fields['order'][:40]}.")
    _check_cards(state)
    over = fields.get("turn") == "-"
    holders = sum(map(bool, state.hands))
    if not holders and not over:
        raise ValueError("Someone must hold cards until the match is over (turn=-).")
    if holders > 1 and over:
        raise ValueError("turn=- means that the match is over, and then at most one seat holds cards.")
    if fields.get("give", "-") != "-":
        return _read_exchange(state, fields)
    state = _read_round(state, fields, over=over)
    out = _read_distinct_seats("out", fields.get("out", "-"), players)
    if any(state.hands[seat] for seat in out):
        raise ValueError(f"out names seats without cards, not {fields['out']}.")
    others = [seat for seat in state.order if not state.hands[seat] and seat not in out]
    return replace(state, out=(*out, *sorted(others, key=lambda seat: seat == state.by)))


def _read_cards(text: str) -> Cards:
    """Return the cards in the order of the text; raise `ValueError` if one is not of SOCiable's pack."""
    cards = read_cards(text)
    for card in cards:
        if card not in POWER:
            raise ValueError(f"{card} is no card of SOCiable; its cards are 8D to AC, suits D H S C, and JK.")
    return cards


def _read_seats(name: str, text: str, players: int) -> tuple[int, ...]:
    """Return the seats of a comma-separated text, ``-`` for none; raise `ValueError` for other numbers."""
    return read_numbers(name, text, 0, players - 1, separator=",")


def _read_distinct_seats(name: str, text: str, players: int) -> tuple[int, ...]:
    """Return the seats of a comma-separated text; raise `ValueError` if one is repeated or no seat."""
    seats = _read_seats(name, text, players)
    if len(set(seats)) < len(seats):
        raise ValueError(f"{name} names a seat once, not {text[:40]}.")
    return seats


def _check_cards(state: SociableState) -> None:
    """Raise `ValueError` if ``rounds``, the pack or the shape of the lead contradicts the cards."""
    total = sum(play.count for plays in state.rounds for play in plays)
    played_count = len(state.gone) + len(state.lead)
    if total not in (0, played_count):
        raise ValueError(f"rounds has {total} cards played, but gone and lead have {played_count}.")
    counts = Counter(card for cards in (*state.hands, state.lead, state.gone) for card in cards)
    for card, count in counts.items():
        if count > _DECK[card]:
            raise ValueError(f"The pack has {_DECK[card]} {card}, not {count}.")
    if state.lead and (state.lead.count(JOKER) > 1 or not same_rank(state.lead)):
        raise ValueError(
            f"The lead is cards of one rank with at most one joker, not {write_cards(state.lead)}."
        )


def _read_given(text: str, players: int) -> tuple[CompletedExchange, ...]:
    """Return the finished exchanges in a text; raise `ValueError` if one cannot be read."""
    gifts: list[CompletedExchange] = []
    for part in [] if text == "-" else text.split("/"):
        match = _GIVEN.fullmatch(part)
        giver, receiver = (int(match[1]), int(match[2])) if match else (0, 0)
        if not match or max(giver, receiver) >= players or giver == receiver:
            raise ValueError(
                f"Cards that changed hands are from>to:cards, as in 4>0:KD,AS, not {part[:40]!r}."
            )
        gifts.append(CompletedExchange(giver, receiver, sort_cards(_read_cards(match[3]))))
    return tuple(gifts)


def _read_rounds(text: str, players: int) -> tuple[tuple[PlayedCards, ...], ...]:
    """Return the plays in a text, by round; raise `ValueError` if one cannot be read or sizes differ."""
    rounds: list[tuple[PlayedCards, ...]] = []
    for part in [] if text == "-" else text.split("/"):
        matches = [_LAID.fullmatch(play) for play in part.split(",")]
        plays = tuple(
            PlayedCards(int(play[1]), int(play[2])) for play in matches if play and int(play[1]) < players
        )
        if len(plays) < len(matches) or len({play.count for play in plays}) > 1:
            raise ValueError(
                f"A round is seat:count for each play, all counts the same, as in 4:1,2:1, not {part[:40]!r}."
            )
        rounds.append(plays)
    return tuple(rounds)


def _read_exchange(state: SociableState, fields: dict[str, str]) -> SociableState:
    """Return the position with the gifts still to choose, the first one's chooser to move.

    Raises `ValueError` if other fields contradict that.
    """
    for name in (*_ROUND, "out", "gone"):
        nothing = "0" if name == "passes" else "-"
        if fields.get(name, nothing) != nothing:
            raise ValueError(f"While gifts are to be chosen no card has been played, so {name} is empty.")
    gifts = _read_gifts(fields["give"], state)
    first = gifts[0]
    seat = first.chooser
    if len(state.hands[seat]) < first.count:
        raise ValueError(f"Seat {seat} has to give {first.count} cards, but has fewer.")
    if read_number("turn", fields.get("turn", str(seat)), 0, state.players - 1) != seat:
        raise ValueError(f"Seat {seat} chooses the next gift, so turn must be {seat}.")
    return replace(state, gifts=gifts, turn=seat)


def _read_gifts(text: str, state: SociableState) -> tuple[DueExchange, ...]:
    """Return the gifts still to choose; raise `ValueError` if order and house rules do not allow them."""
    due = exchange(state.order, state.options.get_str("exchange"))
    left = iter(due)
    gifts: list[DueExchange] = []
    for part in text.split(","):
        match = _GIFT.fullmatch(part)
        if not match:
            raise ValueError(f"A gift still to choose is from>to:count, as in 2>3:2, not {part[:40]!r}.")
        chooser, debtor, count = map(int, match.groups())
        gift = next((g for g in left if (g.chooser, g.debtor) == (chooser, debtor)), None)
        if gift is None or not 1 <= count <= gift.count:
            expected = ",".join(map(write_gift, due)) or "-"
            raise ValueError(f"With this order the gifts of a hand are give={expected}; {part} does not fit.")
        gifts.append(replace(gift, count=count))
    return tuple(gifts)


def _read_round(state: SociableState, fields: dict[str, str], *, over: bool) -> SociableState:
    """Return the position with this round's plays, turn, passes and quitters; raise `ValueError` if wrong."""
    turn = None if over or "turn" not in fields else read_number("turn", fields["turn"], 0, state.players - 1)
    seats = _read_laid(fields, state.players)
    quitters = _read_distinct_seats("quit", fields["quit"], state.players) if "quit" in fields else None
    final = state.options.get_str("pass") == "final"
    if quitters and not final:
        raise ValueError("quit belongs to pass=final; a pass is not final in this match.")
    holders = [seat for seat in state.order if state.hands[seat]]
    if over or not state.lead:
        if seats and not state.lead:
            raise ValueError("by and laid say who played the lead; without a lead they are empty.")
        if fields.get("passes", "0") != "0" or quitters:
            raise ValueError("There are passes, but no lead to beat.")
        state = replace(state, laid=seats, turn=None if over else holders[0] if turn is None else turn)
    else:
        state = _read_turn(replace(state, laid=seats, quit=quitters or ()), fields, turn)
        assert state.by is not None
        between = takewhile(lambda seat: seat != state.turn, state.clockwise(state.by))
        passed_seats = tuple(seat for seat in between if state.hands[seat])
        passes = read_number("passes", fields.get("passes", str(len(passed_seats))), 0, state.players - 1)
        state = replace(state, passes=passes, quit=passed_seats if final and quitters is None else state.quit)
    if state.turn is not None and (state.turn not in holders or state.turn in (state.by, *state.quit)):
        raise ValueError(
            f"Seat {state.turn} cannot be to move: it has no cards, played the lead or has passed for good."
        )
    if not set(state.quit) <= set(holders) - {state.by}:
        raise ValueError("quit names seats that hold cards and did not play the lead.")
    return state


def _read_laid(fields: dict[str, str], players: int) -> tuple[int, ...]:
    """Return the seats that played in this round, ``by`` without ``laid``; `ValueError` if they differ."""
    seats = _read_seats("laid", fields.get("laid", "-"), players)
    if fields.get("by", "-") == "-":
        return seats
    by = read_number("by", fields["by"], 0, players - 1)
    if seats and seats[-1] != by:
        raise ValueError(f"Seat {by} played the lead, so it must be the last in laid, not {seats[-1]}.")
    return seats or (by,)


def _read_turn(state: SociableState, fields: dict[str, str], turn: int | None) -> SociableState:
    """Return the position with turn and last play's seat, derived if missing; may raise `ValueError`."""
    if turn is None and state.by is not None:
        passes = read_number("passes", fields.get("passes", "0"), 0, state.players - 1)
        waiting_seats = [
            seat for seat in state.clockwise(state.by) if state.hands[seat] and seat not in state.quit
        ]
        if passes >= len(waiting_seats):
            raise ValueError(f"After {passes} passes this round is over.")
        return replace(state, turn=waiting_seats[passes])
    if turn is None:
        turn = next(seat for seat in state.order if state.hands[seat] and seat not in state.quit)
    if state.by is None:
        before = state.clockwise(turn)[::-1]
        state = replace(state, laid=(next((seat for seat in before if state.hands[seat]), before[0]),))
    return replace(state, turn=turn)
