"""Rules of Odd Sock over frozen states; the players' version is ``rules.md``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from game.core.cards import (
    card_count,
    hidden,
    hidden_but,
    observe_hands,
    read_cards,
    read_hands,
    remove_cards,
    replace_at,
    write_cards,
    write_hands,
)
from game.core.game import Event, Layout, LayoutError, Observation, Outcome, Refusal, Rules, Transition
from game.core.options import Options
from game.core.record import read_fields, read_groups, read_number, write_fields
from game.core.rng import SeededRng
from tests.sample_games.dealt.odd_sock.events import (
    MatchEnded,
    PairsMade,
    SeatOut,
    SockDrawn,
    SocksDealt,
    read,
)

ODD = "odd"
SOCKS = (
    "stripes", "lanterns", "chevrons", "rockets", "footballs", "windows", "boats", "planets", "checks",
    "trains", "rainbow", "pagodas", "stars", "envelopes", "clovers", "suns", "bolts", "crowns", "candy",
    "moons", "bees", "waves", "cards", "argyle", "cats", "notes", "fish", "snow", "mushrooms", "hearts",
)  # fmt: skip
"""The socks that come in pairs, as the drawer of the house calls them."""
FIELDS = ("hands", "turn", "pairs", "new", "gone", "draws")


class Code(StrEnum):
    """Reason of a refusal."""

    NO_SUCH_PLACE = "no_such_place"


class Reason(StrEnum):
    """Reason of a match end."""

    ODD = "odd"


def next_holder(hands: Sequence[object], seat: int) -> int:
    """Next seat to the left that holds socks; ``hands`` are hands or their sizes."""
    ring = ((seat + step) % len(hands) for step in range(1, len(hands) + 1))
    return next(holder for holder in ring if hands[holder])


@dataclass(frozen=True, slots=True)
class State:
    """Position. Hands are ordered left to right as seen from their backs."""

    hands: tuple[tuple[str, ...], ...]
    turn: int
    pairs: tuple[int, ...]
    # previous owner and name of the last sock of each hand, None once shuffled
    new: tuple[tuple[int, str] | None, ...]
    gone: tuple[str, ...] = ()  # socks in the drawer
    seed: int = 0
    draws: int = 0  # number of shuffles, which selects the random numbers

    @property
    def giver(self) -> int:
        """Seat from which the seat to move draws."""
        return next_holder(self.hands, self.turn)

    @property
    def is_over(self) -> bool:
        return sum(map(bool, self.hands)) <= 1

    def paired(self, seat: int) -> Transition[State]:
        """State with all pairs of a seat moved to the drawer."""
        counts = Counter(self.hands[seat])
        socks = [sock for sock in dict.fromkeys(self.hands[seat]) if counts[sock] == 2]
        if not socks:
            return Transition(self)
        left = SeededRng("mix", self.seed, self.draws).shuffled(remove_cards(self.hands[seat], socks + socks))
        pairs = replace_at(self.pairs, seat, self.pairs[seat] + len(socks))
        after = replace(self, hands=replace_at(self.hands, seat, left), pairs=pairs, draws=self.draws + 1,
                        new=replace_at(self.new, seat, None), gone=(*self.gone, *socks, *socks))  # fmt: skip
        events = (PairsMade(seat, socks, list(left)).event(), *([] if left else [SeatOut(seat).event()]))
        return Transition(after, events)


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the sock at a position of the neighbour's hand, counted from 1."""

    place: int


def _read_new(text: str, players: int) -> tuple[int, str]:
    giver, _colon, sock = text.partition(":")
    if sock not in (*SOCKS, ODD):
        raise ValueError(f"A new sock is who gave it and which it is, as in 2:bees, not {text[:40]!r}.")
    return read_number("new", giver, 0, players - 1), sock


class OddSockRules(Rules[State, Draw]):
    """Rules of Odd Sock; see `game.core.game.Rules`."""

    def new(self, players: int, seed: int, options: Options, layout: Layout | None) -> Transition[State]:
        if layout is not None:
            raise LayoutError("board", "Odd Sock has no maps.")
        attempt = 0
        while True:
            rng = SeededRng("deal", seed, attempt)
            socks = rng.shuffled(SOCKS)[: players * options.get_int("pairs")]
            deck = rng.shuffled((*socks, *socks, ODD))
            hands = tuple(deck[seat::players] for seat in range(players))
            dealt = State(hands, rng.below(players), (0,) * players, (None,) * players, (), seed)
            step = Transition(dealt, (SocksDealt([list(hand) for hand in hands]).event(reveals=True),))
            for seat in range(players):
                step = step.state.paired(seat).preceded_by(*step.events)
            # Deal again if the match would be over at once or a seat would begin without socks.
            if all(step.state.hands):
                return step
            attempt += 1

    def to_move(self, state: State) -> int | None:
        return None if state.is_over else state.turn

    def moves(self, state: State) -> Sequence[Draw]:
        if state.is_over:
            return ()
        return [Draw(n + 1) for n in range(len(state.hands[state.giver]))]

    def refusal(self, state: State, move: Draw) -> Refusal | None:
        count = len(state.hands[state.giver])
        return None if 1 <= move.place <= count else Refusal(Code.NO_SUCH_PLACE, {"count": count})

    def apply(self, state: State, move: Draw) -> Transition[State]:
        seat, giver = state.turn, state.giver
        sock, last = state.hands[giver][move.place - 1], move.place == len(state.hands[giver])
        giver_hand = (*state.hands[giver][: move.place - 1], *state.hands[giver][move.place :])
        hands = replace_at(replace_at(state.hands, giver, giver_hand), seat, (*state.hands[seat], sock))
        new = replace_at(state.new, giver, None) if last else state.new
        new = replace_at(new, seat, (giver, sock))
        event = SockDrawn(seat, giver, move.place, [sock]).event(reveals=True)
        out = [] if giver_hand else [SeatOut(giver).event()]
        step = replace(state, hands=hands, new=new).paired(seat).preceded_by(event)
        after = step.state
        if after.is_over:
            loser = next(holder for holder, hand in enumerate(after.hands) if hand)
            return Transition(after, (*step.events, *out, MatchEnded(loser).event()))
        return Transition(replace(after, turn=next_holder(after.hands, seat)), (*step.events, *out))

    def observe(self, state: State, viewer: int | None) -> Observation:
        observation = observe_hands(state.hands, viewer) | {
            "turn": self.to_move(state),
            "pairs": list(state.pairs),
            "new": [None if new is None else new[0] for new in state.new],
            "gone": list(state.gone),
            "draws": state.draws,
        }
        if viewer is not None:
            gave = ((seat, new) for seat, new in enumerate(state.new) if new is not None)
            observation["gave"] = {str(seat): sock for seat, (giver, sock) in gave if giver == viewer}
        return observation

    def redact(self, event: Event, viewer: int | None) -> Event:
        match read(event):
            case SocksDealt(hands=hands) as dealt:
                return replace(dealt, hands=hidden_but(hands, viewer)).event(reveals=event.reveals)
            case PairsMade(seat=seat, hand=hand) as made if viewer != seat:
                return replace(made, hand=hidden(card_count(hand))).event(reveals=event.reveals)
            case SockDrawn(seat=seat, from_=giver) as drawn if viewer not in (seat, giver):
                return replace(drawn, sock=hidden(1)).event(reveals=event.reveals)
        return event

    def outcome(self, state: State) -> Outcome | None:
        # One seat loses, and all others share the win.
        if not state.is_over:
            return None
        winners = tuple(seat for seat, hand in enumerate(state.hands) if not hand)
        return Outcome(winners, state.pairs, Reason.ODD)

    def parse_move(self, text: str) -> Draw:
        verb, _space, place = text.partition(" ")
        if verb != "draw":
            raise ValueError(f"A move is draw and a place, as in 'draw 3', not {text[:40]!r}.")
        return Draw(read_number("A place", place, 1, 99))

    def format_move(self, move: Draw) -> str:
        return f"draw {move.place}"

    def parse_position(
        self, text: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> State:
        usual = {"turn": "0", "pairs": "/".join("0" * players), "new": "/".join("-" * players)}
        fields = {**usual, "gone": "-", "draws": "0", **read_fields(text, FIELDS)}
        hands = read_hands(fields.get("hands", ""), players, (*SOCKS, ODD))
        counts = Counter(sock for hand in hands for sock in hand)
        if counts.pop(ODD, 0) != 1 or set(counts.values()) - {2}:
            raise ValueError("Hands hold the odd sock, and of each other one two.")
        drawer = read_cards(fields["gone"], SOCKS)
        groups = [read_groups(name, fields[name], players) for name in ("pairs", "new")]
        pairs = tuple(read_number("pairs", item, 0, len(SOCKS)) for item in groups[0])
        new = tuple(None if item == "-" else _read_new(item, players) for item in groups[1])
        turn = read_number("turn", fields["turn"], 0, players - 1)
        if not hands[turn] and sum(map(bool, hands)) > 1:
            raise ValueError(f"Seat {turn} holds nothing, and cannot be to move.")
        draws = read_number("draws", fields["draws"], 0, 9999)
        return State(hands, turn, pairs, new, drawer, seed, draws)

    def format_position(self, state: State) -> str:
        return write_fields((
            ("hands", write_hands(state.hands)),
            ("turn", state.turn),
            ("pairs", "/".join(map(str, state.pairs))),
            ("new", "/".join("-" if new is None else f"{new[0]}:{new[1]}" for new in state.new)),
            ("gone", write_cards(state.gone)),
            ("draws", state.draws),
        ))  # fmt: skip


RULES = OddSockRules()
