"""State of a RockIt match: cards, house rules, text form, and progress of coming in.

`RockItOptions` has the refusals of tricks and boards. It needs only the board and one hand, so that rules and
bots share it (rules.md, Tricks).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from game.core.cards import JOKER, Pack, multiset_difference
from game.core.game import Observation, Refusal
from game.core.options import Options
from game.core.record import read_fields, read_groups, read_number, read_numbers, write_fields
from game.core.rummy import joker_fault
from game.core.rummy.assistance import DraftPosition, NearestMeld, RummyRulesAdapter
from game.core.rummy.meld_check import MeldStatus, check_pile
from game.core.rummy.melds import MIN_MELD, MeldBook, RummyVariant, book_for
from game.core.rummy.rules import RummyOptions
from game.core.rummy.table import (
    Pile,
    Table,
    canonical,
    changes,
    differing,
    plain_cards,
    read_dealt,
    single_plays,
    with_pile,
    write_dealt,
)
from game.games.rockit.rules.events import as_event, as_observation

PACK = Pack("DHSC", ("A", *(str(number) for number in range(2, 11)), "J", "Q", "K"), jokers=2)
VARIETY = RummyVariant(
    game="rockit",
    pack=PACK,
    sets_repeat_suits=False,
    options=frozenset({"joker_in_kind"}),
    read=as_event,
)


GAME = "rockit"
KIND_POINTS = 30
POINTS = {card: min(rank + 1, 10) for card, rank in PACK.rank.items()}


class RockItRefusal(StrEnum):
    """Reason why a move is refused."""

    NO_SUCH_CARD = "no_such_card"
    JOKER_WITHOUT_FACE = "joker_without_face"
    SHORT_TRICK = "short_trick"
    NOT_A_TRICK = "not_a_trick"
    BOARD_CARD_MISSING = "board_card_missing"
    NOT_IN_HAND = "not_in_hand"
    NOTHING_PLAYED = "nothing_played"
    JOKER_FACE = "joker_face"
    JOKER_NOT_IN_NEW_TRICK = "joker_not_in_new_trick"
    NOT_IN = "not_in"
    ALREADY_IN = "already_in"
    ONE_TRICK = "one_trick"
    JOKER_COMING_IN = "joker_coming_in"
    TOO_FEW_POINTS = "too_few_points"
    ALREADY_PLAYED = "already_played"
    NOT_COME_THIS_TURN = "not_come_this_turn"
    MUST_PLAY = "must_play"
    STOCK_EMPTY = "stock_empty"
    STOCK_NOT_EMPTY = "stock_not_empty"
    BOARD_NOT_KEPT = "board_not_kept"
    DRAW_PLAYS_NOTHING = "draw_plays_nothing"


@dataclass(frozen=True, slots=True)
class RockItOptions(RummyOptions):
    """House rules of a match, as its plays need them (rules.md, House rules)."""

    must_play: bool  # no drawing or passing while something can be laid
    goes_on: bool  # the turn continues after coming in
    keeps_board: bool  # a draw or pass may leave a rearranged board
    coming_in: int  # points required to come in

    @classmethod
    def of(cls, options: Options) -> RockItOptions:
        """House rules of a match from its options."""
        return cls(
            options,
            book_for(GAME, options),
            must_play=options.get_bool("must_play"),
            goes_on=options.get_bool("continue_after_coming_in"),
            keeps_board=options.get_bool("keep_rearranged_board"),
            coming_in=options.get_int("coming_in_points"),
        )

    def come_refusal(self, hand: Pile, tricks: Table) -> Refusal | None:
        """Reason why the hand may not come in with these tricks (rules.md, Your turn). None if it may."""
        if len(tricks) != 1:
            return Refusal(RockItRefusal.ONE_TRICK, {"tricks": len(tricks)})
        (trick,) = tricks
        if any(card.startswith(JOKER) for card in trick):
            return Refusal(RockItRefusal.JOKER_COMING_IN)
        if not self.book.is_meld(trick):
            return self._trick_refusal(trick)
        if strange := multiset_difference(trick, hand):
            return Refusal(RockItRefusal.NOT_IN_HAND, {"cards": list(strange)})
        if (points := trick_points(trick)) < self.coming_in:
            return Refusal(RockItRefusal.TOO_FEW_POINTS, {"points": points, "needed": self.coming_in})
        return None

    def comings(self, hand: Pile) -> Iterator[Pile]:
        """Yields all tricks of the hand, without jokers, worth enough points to come in."""
        for trick in self.book.melds_from([card for card in hand if card != JOKER]):
            if trick_points(trick) >= self.coming_in:
                yield trick

    def play_refusal(self, table: Table, hand: Pile, new: Table) -> Refusal | None:
        """Reason why a hand that is in may not make this new board (rules.md, Your turn). None if it may."""
        return self._board_refusal(table, hand, new) or (
            None if laid_cards(table, new) else Refusal(RockItRefusal.NOTHING_PLAYED)
        )

    def keep_refusal(self, table: Table, hand: Pile, new: Table) -> Refusal | None:
        """Reason why a hand that is in may not leave this board and draw or pass. None if it may."""
        if not self.keeps_board:
            return Refusal(RockItRefusal.BOARD_NOT_KEPT)
        if refusal := self._board_refusal(table, hand, new):
            return refusal
        cards = laid_cards(table, new)
        return Refusal(RockItRefusal.DRAW_PLAYS_NOTHING, {"cards": list(cards)}) if cards else None

    def simple_plays(self, table: Table, hand: Pile) -> Iterator[Table]:
        """Yields boards after each play of one new trick, or of one added card (rules.md, Your turn)."""
        return single_plays(self.book, table, hand)

    def _board_refusal(self, table: Table, hand: Pile, new: Table) -> Refusal | None:
        """Reason why a hand may not make this new board, even by laying no card. None if it may."""
        for pile in differing(table, new)[1]:  # unchanged piles were legal when they were laid
            if not self.book.is_meld(pile):
                return self._trick_refusal(pile)
        added, removed = changes(table, new)
        missing = [card for card in removed if "=" not in card]
        jokers = sum("=" in card for card in added) - sum("=" in card for card in removed)
        if missing or jokers < 0:
            return Refusal(RockItRefusal.BOARD_CARD_MISSING, {"cards": missing + [JOKER] * -jokers})
        hand_cards = [card for card in added if "=" not in card]
        if strange := multiset_difference([*hand_cards, *(JOKER,) * jokers], hand):
            return Refusal(RockItRefusal.NOT_IN_HAND, {"cards": list(strange)})
        changed = [card for card in removed if "=" in card]
        fault = joker_fault(self.book, table, new, hand_cards) if changed else None
        return Refusal(RockItRefusal(fault), {"jokers": changed}) if fault else None

    def _trick_refusal(self, trick: Pile) -> Refusal:
        """Refusal of a pile that is no trick, with the reason why it is none."""
        if JOKER in trick:
            return Refusal(RockItRefusal.JOKER_WITHOUT_FACE, {"trick": list(trick)})
        unknown = [card for card in trick if card not in self.book.pack.place]
        if unknown:
            return Refusal(RockItRefusal.NO_SUCH_CARD, {"cards": unknown})
        if len(trick) < 3:
            return Refusal(RockItRefusal.SHORT_TRICK, {"trick": list(trick)})
        return Refusal(RockItRefusal.NOT_A_TRICK, {"trick": list(trick)})


def laid_cards(table: Table, new: Table) -> tuple[str, ...]:
    """Hand cards that a legal new board has in addition to the old one, jokers as ``JK``, with repeats."""
    added, removed = changes(table, new)
    jokers = sum("=" in card for card in added) - sum("=" in card for card in removed)
    return (*(card for card in added if "=" not in card), *(JOKER,) * jokers)


def trick_points(trick: Pile) -> int:
    """Points of a trick without jokers: a kind 30, a run its cards, the ace 1 (rules.md, Your turn)."""
    if len({PACK.rank[card] for card in trick}) == 1:
        return KIND_POINTS
    return sum(POINTS[card] for card in trick)


class ComeInStatus(StrEnum):
    """State of the cards laid for coming in."""

    NOTHING = "nothing"
    ENOUGH = "enough"  # a trick to come in with
    ONE = "one"  # a single card, of a kind or run
    PAIR = "pair"  # two cards of a rank
    RUN = "run"  # a run, or two cards of one, with too few points
    KIND = "kind"  # a kind, if more points are required than a kind is worth
    BROKEN = "broken"  # cards that make no trick
    SEVERAL = "several"  # more than one trick
    JOKER = "joker"  # with a joker
    ON_BOARD = "on_board"  # some cards are in piles with cards of the board


@dataclass(frozen=True, slots=True)
class ComeInProgress:
    """Progress of the trick to come in with."""

    stage: ComeInStatus
    points: int = 0
    """Points up to now; each card of a pair is a third of a kind. 0 without a trick."""


def progress(book: MeldBook, piles: Sequence[Pile], needed: int, *, mixed: bool = False) -> ComeInProgress:
    """Stage and points of coming in with these piles of hand cards (rules.md, Your turn).

    Args:
        book: legal tricks.
        piles: piles that contain only hand cards.
        needed: points required to come in.
        mixed: True if other hand cards are in piles with cards of the board.
    """
    if mixed:
        return ComeInProgress(ComeInStatus.ON_BOARD)
    if not piles:
        return ComeInProgress(ComeInStatus.NOTHING)
    if len(piles) > 1:
        return ComeInProgress(
            ComeInStatus.SEVERAL, max(progress(book, [pile], needed).points for pile in piles)
        )
    pile = piles[0]
    if any(card.startswith(JOKER) for card in pile):
        return ComeInProgress(ComeInStatus.JOKER)
    status = check_pile(book, pile).status
    if status is MeldStatus.INVALID:
        return ComeInProgress(ComeInStatus.BROKEN)
    is_kind = len(pile) > 1 and len({card[:-1] for card in pile}) == 1
    if status is MeldStatus.VALID:
        points = trick_points(pile)
        if points >= needed:
            return ComeInProgress(ComeInStatus.ENOUGH, points)
        return ComeInProgress(ComeInStatus.KIND if is_kind else ComeInStatus.RUN, points)
    if is_kind:
        return ComeInProgress(ComeInStatus.PAIR, KIND_POINTS * len(pile) // MIN_MELD)
    return ComeInProgress(
        ComeInStatus.ONE if len(pile) == 1 else ComeInStatus.RUN, sum(POINTS[card] for card in pile)
    )


MAX_MISSING = 3  # missing cards of a trick up to which it counts as near


class RockItAdviser(RummyRulesAdapter):
    """`RummyRulesAdapter` of RockIt."""

    def refusal(self, position: DraftPosition, table: Table) -> Refusal | None:
        """Reason why the turn may not end with this table. None if it may."""
        house = RockItOptions.of(position.options)
        old = canonical(GAME, position.table)
        if not position.has_come_in:
            tricks = Counter(table)
            tricks.subtract(old)
            if min(tricks.values(), default=0) < 0:
                return Refusal(RockItRefusal.NOT_IN)
            return house.come_refusal(position.hand, tuple(tricks.elements()))
        if house.keeps_board and old != table and not laid_cards(old, table):
            return house.keep_refusal(old, position.hand, table)
        return house.play_refusal(old, position.hand, table)

    def forced_tables(self, position: DraftPosition) -> Sequence[Table] | None:
        """Canonical table after each way to come in, with no further play. None if the seat is in."""
        if position.has_come_in:
            return None
        old = canonical(GAME, position.table)
        tricks = RockItOptions.of(position.options).comings(position.hand)
        return [with_pile(GAME, old, trick) for trick in tricks]

    def allows_further_play(self, position: DraftPosition) -> bool:
        """True if the seat may come in now and then play; False once it is in."""
        return not position.has_come_in and RockItOptions.of(position.options).goes_on

    def opening_points(self, position: DraftPosition) -> tuple[int, int] | None:
        """Pair (points of the trick to come in with, by `progress`; points required). None if in."""
        if position.has_come_in:
            return None
        needed = RockItOptions.of(position.options).coming_in
        new_piles, old = Counter(position.current_table), Counter(canonical(GAME, position.table))
        come_in = progress(
            position.book, tuple((new_piles - old).elements()), needed, mixed=bool(old - new_piles)
        )
        return come_in.points, needed

    def end_move(self, observation: Observation) -> str:
        """``rockit`` after coming in in this turn, else ``draw``, or ``pass`` without a stock."""
        return "rockit" if as_observation(observation)["came"] else super().end_move(observation)

    def nearest(self, position: DraftPosition) -> NearestMeld | None:
        """Likeliest trick among those that lack the fewest cards (1 to 3) and may be laid, or None."""
        needed = 0 if position.has_come_in else RockItOptions.of(position.options).coming_in
        hand_cards = [card for card in position.hand if card != JOKER]
        visible, decks = Counter(hand_cards) + plain_cards(position.table), position.options.get_int("decks")
        exhausted = {card for card, copies in visible.items() if copies >= decks}
        for more in range(1, MAX_MISSING + 1):
            # Each joker represents a card that the hand lacks.
            tricks = [
                NearestMeld(
                    tuple(card for card in trick if not card.startswith(JOKER)),
                    tuple(card.removeprefix(f"{JOKER}=") for card in trick if card.startswith(JOKER)),
                )
                for trick in position.book.melds_from(hand_cards + [JOKER] * more)
            ]
            matches = [
                near for near in tricks
                if len(near.lacks) == more and len(near.cards) > 1 and not exhausted.intersection(near.lacks)
                and trick_points((*near.cards, *near.lacks)) >= needed
            ]  # fmt: skip
            if matches:
                return _likeliest(matches, decks, visible)
        return None


def _likeliest(candidates: Sequence[NearestMeld], decks: int, visible: Counter[str]) -> NearestMeld:
    """Trick that the most unseen cards complete, with its other completing cards in ``instead``.

    ``candidates`` lack equally many cards. Ties go to the one that lacks the fewest points.
    """
    completing: dict[Pile, set[str]] = {}
    for near in candidates:
        if len(near.lacks) == 1:
            completing.setdefault(near.cards, set()).update(near.lacks)

    def order(near: NearestMeld) -> tuple[float, int, int, Pile]:
        """Sort key, lowest for the most unseen completing cards, then the fewest lacking points."""
        unseen = sum(decks - visible[card] for card in completing.get(near.cards, ()))
        return -unseen, sum(map(POINTS.__getitem__, near.lacks)), -len(near.cards), near.cards

    best = min(candidates, key=order)
    return replace(best, instead=tuple(sorted(completing.get(best.cards, set()) - set(best.lacks))))


ADVISER: RummyRulesAdapter = RockItAdviser()


FIELDS = ("table", "hands", "stock", "turn", "in", "came", "passes", "wins")


class RockItEndReason(StrEnum):
    """Reason for the end of a match or game."""

    WENT_OUT = "went_out"
    FEWEST_CARDS = "fewest_cards"
    SHARED = "shared"
    DRAWN = "drawn"
    MOST_GAMES = "most_games"


@dataclass(frozen=True, slots=True)
class RockItState:
    """Position of a match. Hands are sorted and the board is canonical."""

    house: RockItOptions
    seed: int
    counter: int  # random draws made
    table: Table
    hands: tuple[Pile, ...]
    stock: Pile  # top card first
    turn: int
    inside: tuple[bool, ...]  # seats that have come in
    came: bool  # True if the seat to move came in during this turn
    passes: int  # in a row
    wins: tuple[int, ...]  # games won, by seat
    drawn: int = 0  # drawn games; not part of a position's text
    ended: RockItEndReason | None = None
    winners: tuple[int, ...] = ()  # winners of the match; empty before its end or if it is drawn

    @property
    def options(self) -> Options:
        return self.house.options

    @property
    def hand(self) -> Pile:
        """Hand of the seat to move."""
        return self.hands[self.turn]

    @property
    def next_seat(self) -> int:
        """Seat to the left of the seat to move."""
        return (self.turn + 1) % len(self.hands)


def wins_needed(options: Options) -> int:
    """Number of won games that wins the match, more than half of ``best_of`` (rules.md, House rules)."""
    return options.get_int("best_of") // 2 + 1


def check_decks(players: int, options: Options) -> None:
    """Raises `ValueError` if more than two players have a single deck (rules.md, House rules)."""
    if players > 2 and options.get_int("decks") == 1:
        raise ValueError(f"One deck is for two players; {players} players need decks=2.")


def read_position(text: str, players: int, seed: int, options: Options) -> RockItState:
    """State of a position text; missing fields are empty or 0. Raises `ValueError` if it is impossible."""
    check_decks(players, options)
    house = RockItOptions.of(options)
    fields = read_fields(text, FIELDS)
    table, hands, stock = read_dealt(fields, players, house.book, options.get_int("decks"))
    inside = _per_seat(fields, "in", players, 1)
    turn = read_number("turn", fields.get("turn", "0"), 0, players - 1)
    came = read_number("came", fields.get("came", "0"), 0, 1)
    if came and not inside[turn]:
        raise ValueError(f"came=1 means that seat {turn} came in just now, but in= says that it is not in.")
    return RockItState(
        house=house,
        seed=seed,
        counter=0,
        table=table,
        hands=hands,
        stock=stock,
        turn=turn,
        inside=tuple(map(bool, inside)),
        came=bool(came),
        passes=read_number("passes", fields.get("passes", "0"), 0, players - 1),
        wins=_per_seat(fields, "wins", players, wins_needed(options) - 1),
    )


def _per_seat(fields: dict[str, str], name: str, players: int, highest: int) -> tuple[int, ...]:
    """Number from 0 to ``highest`` of each seat in a field; zeros if missing. May raise `ValueError`."""
    text = fields.get(name, "/".join("0" * players))
    read_groups(name, text, players)
    return read_numbers(name, text, 0, highest, separator="/")


def write_position(state: RockItState) -> str:
    """Text of a position with all fields, as `read_position` reads it."""
    return write_fields(
        (
            *write_dealt(state.table, state.hands, state.stock),
            ("turn", state.turn),
            ("in", "/".join(str(int(inside)) for inside in state.inside)),
            ("came", int(state.came)),
            ("passes", state.passes),
            ("wins", "/".join(map(str, state.wins))),
        )
    )
