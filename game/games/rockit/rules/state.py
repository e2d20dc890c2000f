"""The state of a RockIt match: its cards, its house rules, its text as a position, and how coming in stands.

Why a trick or a board is refused is asked of `RockItOptions`, which need no more than the board and one hand,
so that rules and bots ask the same questions (rules.md, Tricks).
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
    """Why a move is refused."""

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
    """The house rules of a match, as its plays need them (rules.md, House rules)."""

    must_play: bool
    """Drawing and passing are refused while something can be laid."""
    goes_on: bool
    """The turn goes on after coming in."""
    keeps_board: bool
    """A draw, or a pass, may leave a rearranged board behind."""
    coming_in: int
    """The points that a trick needs to come in."""

    @classmethod
    def of(cls, options: Options) -> RockItOptions:
        return cls(
            options,
            book_for(GAME, options),
            must_play=options.flag("must_play"),
            goes_on=options.flag("continue_after_coming_in"),
            keeps_board=options.flag("keep_rearranged_board"),
            coming_in=options.number("coming_in_points"),
        )

    def come_refusal(self, hand: Pile, tricks: Table) -> Refusal | None:
        """Why the hand may not come in with this (rules.md, Your turn)."""
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
        """Every trick with which the hand can come in (rules.md, Your turn)."""
        for trick in self.book.melds_from([card for card in hand if card != JOKER]):
            if trick_points(trick) >= self.coming_in:
                yield trick

    def play_refusal(self, table: Table, hand: Pile, new: Table) -> Refusal | None:
        """Why a hand that is in may not make the new board out of the old one (rules.md, Your turn)."""
        return self._board_refusal(table, hand, new) or (
            None if laid_cards(table, new) else Refusal(RockItRefusal.NOTHING_PLAYED)
        )

    def keep_refusal(self, table: Table, hand: Pile, new: Table) -> Refusal | None:
        """Why a hand that is in may not leave this board behind and draw, or pass (rules.md, House rules)."""
        if not self.keeps_board:
            return Refusal(RockItRefusal.BOARD_NOT_KEPT)
        if refusal := self._board_refusal(table, hand, new):
            return refusal
        laid = laid_cards(table, new)
        return Refusal(RockItRefusal.DRAW_PLAYS_NOTHING, {"cards": list(laid)}) if laid else None

    def simple_plays(self, table: Table, hand: Pile) -> Iterator[Table]:
        """The boards after each play of one new trick, or of one card added to a trick.

        See rules.md, Your turn.
        """
        return single_plays(self.book, table, hand)

    def _board_refusal(self, table: Table, hand: Pile, new: Table) -> Refusal | None:
        for pile in differing(table, new)[1]:  # what lay there as it is was legal when it was laid
            if not self.book.is_meld(pile):
                return self._trick_refusal(pile)
        added, gone = changes(table, new)
        lost = [card for card in gone if "=" not in card]
        jokers = sum("=" in card for card in added) - sum("=" in card for card in gone)
        if lost or jokers < 0:
            return Refusal(RockItRefusal.BOARD_CARD_MISSING, {"cards": lost + [JOKER] * -jokers})
        laid = [card for card in added if "=" not in card]
        if strange := multiset_difference([*laid, *(JOKER,) * jokers], hand):
            return Refusal(RockItRefusal.NOT_IN_HAND, {"cards": list(strange)})
        changed = [card for card in gone if "=" in card]
        fault = joker_fault(self.book, table, new, laid) if changed else None
        return Refusal(RockItRefusal(fault), {"jokers": changed}) if fault else None

    def _trick_refusal(self, trick: Pile) -> Refusal:
        if JOKER in trick:
            return Refusal(RockItRefusal.JOKER_WITHOUT_FACE, {"trick": list(trick)})
        unknown = [card for card in trick if card not in self.book.pack.place]
        if unknown:
            return Refusal(RockItRefusal.NO_SUCH_CARD, {"cards": unknown})
        if len(trick) < 3:
            return Refusal(RockItRefusal.SHORT_TRICK, {"trick": list(trick)})
        return Refusal(RockItRefusal.NOT_A_TRICK, {"trick": list(trick)})


def laid_cards(table: Table, new: Table) -> tuple[str, ...]:
    """The hand cards that a legal new board has more than the old one; jokers without their faces."""
    added, gone = changes(table, new)
    jokers = sum("=" in card for card in added) - sum("=" in card for card in gone)
    return (*(card for card in added if "=" not in card), *(JOKER,) * jokers)


def trick_points(trick: Pile) -> int:
    """What a trick without jokers is worth for coming in: any kind 30, a run its cards, the ace 1.

    See rules.md, Your turn.
    """
    if len({PACK.rank[card] for card in trick}) == 1:
        return KIND_POINTS
    return sum(POINTS[card] for card in trick)


class ComeInStatus(StrEnum):
    """What the cards laid so far are."""

    NOTHING = "nothing"
    ENOUGH = "enough"
    """A trick to come in with."""
    ONE = "one"
    """A single card: of a kind or of a run, nobody knows yet."""
    PAIR = "pair"
    """Two of a rank: a third makes it a kind."""
    RUN = "run"
    """A run, or two cards of one, that is not worth enough yet."""
    KIND = "kind"
    """A kind where more is asked than a kind is ever worth."""
    BROKEN = "broken"
    """Cards that make no trick."""
    SEVERAL = "several"
    """More than one trick."""
    JOKER = "joker"
    """A joker is among them."""
    ON_BOARD = "on_board"
    """Some lie with cards of the board."""


@dataclass(frozen=True, slots=True)
class ComeInProgress:
    """How far the trick to come in with has got."""

    stage: ComeInStatus
    points: int = 0
    """What it is worth by the rules as far as it goes, each of a pair a third of a kind; 0 for no trick."""


def progress(book: MeldBook, own: Sequence[Pile], needed: int, *, mixed: bool = False) -> ComeInProgress:
    """How far these piles of cards of the hand have got (rules.md, Your turn).

    Args:
        book: the legal tricks.
        own: the piles that hold cards of the hand alone.
        needed: the points it takes to come in.
        mixed: whether other cards of the hand lie with cards of the board.
    """
    if mixed:
        return ComeInProgress(ComeInStatus.ON_BOARD)
    if not own:
        return ComeInProgress(ComeInStatus.NOTHING)
    if len(own) > 1:
        return ComeInProgress(
            ComeInStatus.SEVERAL, max(progress(book, [pile], needed).points for pile in own)
        )
    pile = own[0]
    if any(card.startswith(JOKER) for card in pile):
        return ComeInProgress(ComeInStatus.JOKER)
    status = check_pile(book, pile).status
    if status is MeldStatus.BROKEN:
        return ComeInProgress(ComeInStatus.BROKEN)
    alike = len(pile) > 1 and len({card[:-1] for card in pile}) == 1
    if status is MeldStatus.WHOLE:
        points = trick_points(pile)
        if points >= needed:
            return ComeInProgress(ComeInStatus.ENOUGH, points)
        return ComeInProgress(ComeInStatus.KIND if alike else ComeInStatus.RUN, points)
    if alike:
        return ComeInProgress(ComeInStatus.PAIR, KIND_POINTS * len(pile) // MIN_MELD)
    return ComeInProgress(
        ComeInStatus.ONE if len(pile) == 1 else ComeInStatus.RUN, sum(POINTS[card] for card in pile)
    )


MOST_LACKING = 3
"""A trick that lacks more than so many cards is not near."""


class RockItAdviser(RummyRulesAdapter):
    """The `RummyRulesAdapter` of RockIt."""

    def refusal(self, position: DraftPosition, table: Table) -> Refusal | None:
        """Why the turn may not leave this table behind by coming in, a play, or a draw that keeps it."""
        house = RockItOptions.of(position.options)
        old = canonical(GAME, position.table)
        if not position.inside:
            tricks = Counter(table)
            tricks.subtract(old)
            if min(tricks.values(), default=0) < 0:
                return Refusal(RockItRefusal.NOT_IN)
            return house.come_refusal(position.hand, tuple(tricks.elements()))
        if house.keeps_board and old != table and not laid_cards(old, table):
            return house.keep_refusal(old, position.hand, table)
        return house.play_refusal(old, position.hand, table)

    def few(self, position: DraftPosition) -> Sequence[Table] | None:
        """Whoever is not in comes in with one trick."""
        if position.inside:
            return None
        old = canonical(GAME, position.table)
        tricks = RockItOptions.of(position.options).comings(position.hand)
        return [with_pile(GAME, old, trick) for trick in tricks]

    def goes_on(self, position: DraftPosition) -> bool:
        """Whether a play may follow coming in."""
        return not position.inside and RockItOptions.of(position.options).goes_on

    def points(self, position: DraftPosition) -> tuple[int, int] | None:
        """What the trick to come in with is worth so far, by `progress`, and has to be."""
        if position.inside:
            return None
        needed = RockItOptions.of(position.options).coming_in
        own, old = Counter(position.now), Counter(canonical(GAME, position.table))
        found = progress(position.book, tuple((own - old).elements()), needed, mixed=bool(old - own))
        return found.points, needed

    def ending(self, seen: Observation) -> str:
        """Whoever has just come in does not draw, but says RockIt (rules.md, Your turn)."""
        return "rockit" if as_observation(seen)["came"] else super().ending(seen)

    def nearest(self, position: DraftPosition) -> NearestMeld | None:
        """The trick that lacks the fewest cards that can still be drawn; of equal ones the likeliest."""
        needed = 0 if position.inside else RockItOptions.of(position.options).coming_in
        own = [card for card in position.hand if card != JOKER]
        seen, decks = Counter(own) + plain_cards(position.table), position.options.number("decks")
        gone = {card for card, copies in seen.items() if copies >= decks}
        for more in range(1, MOST_LACKING + 1):
            # A joker more is a card less that the hand needs to have; it stands for what the hand lacks.
            tricks = [
                NearestMeld(
                    tuple(card for card in trick if not card.startswith(JOKER)),
                    tuple(card.removeprefix(f"{JOKER}=") for card in trick if card.startswith(JOKER)),
                )
                for trick in position.book.melds_from(own + [JOKER] * more)
            ]
            found = [
                near for near in tricks
                if len(near.lacks) == more and len(near.cards) > 1 and not gone.intersection(near.lacks)
                and trick_points((*near.cards, *near.lacks)) >= needed
            ]  # fmt: skip
            if found:
                return _likeliest(found, decks, seen)
        return None


def _likeliest(found: Sequence[NearestMeld], decks: int, seen: Counter[str]) -> NearestMeld:
    """Of tricks that lack equally many cards that which most unseen ones finish, and all of these.

    Of equal ones that which lacks the fewest points.
    """
    wanted: dict[Pile, set[str]] = {}
    for near in found:
        if len(near.lacks) == 1:
            wanted.setdefault(near.cards, set()).update(near.lacks)

    def order(near: NearestMeld) -> tuple[float, int, int, Pile]:
        unseen = sum(decks - seen[card] for card in wanted.get(near.cards, ()))
        return -unseen, sum(map(POINTS.__getitem__, near.lacks)), -len(near.cards), near.cards

    best = min(found, key=order)
    return replace(best, instead=tuple(sorted(wanted.get(best.cards, set()) - set(best.lacks))))


ADVISER: RummyRulesAdapter = RockItAdviser()


FIELDS = ("table", "hands", "stock", "turn", "in", "came", "passes", "wins")


class RockItEndReason(StrEnum):
    """How a match ended."""

    WENT_OUT = "went_out"
    FEWEST_CARDS = "fewest_cards"
    SHARED = "shared"
    DRAWN = "drawn"
    MOST_GAMES = "most_games"


@dataclass(frozen=True, slots=True)
class RockItState:
    """One moment of a match; hands are sorted and the board is canonical."""

    house: RockItOptions
    seed: int
    counter: int
    """How many times chance has been asked."""
    table: Table
    hands: tuple[Pile, ...]
    stock: Pile
    """Top card first."""
    turn: int
    inside: tuple[bool, ...]
    """Which seats have come in."""
    came: bool
    """Whether the seat to move came in during this very turn."""
    passes: int
    """Passes in a row."""
    wins: tuple[int, ...]
    """Games won."""
    drawn: int = 0
    """Games that nobody won; history that a position does not tell."""
    ended: RockItEndReason | None = None
    winners: tuple[int, ...] = ()
    """Who won the match; nobody while it goes on, or when it is drawn."""

    @property
    def options(self) -> Options:
        return self.house.options

    @property
    def hand(self) -> Pile:
        return self.hands[self.turn]

    @property
    def next_seat(self) -> int:
        """The neighbour on the left of the seat to move."""
        return (self.turn + 1) % len(self.hands)


def wins_needed(options: Options) -> int:
    """How many games take the match (rules.md, House rules)."""
    return options.number("best_of") // 2 + 1


def check_decks(players: int, options: Options) -> None:
    """Check that the cards suffice (rules.md, House rules).

    Raises:
        ValueError: one deck for more than two players.
    """
    if players > 2 and options.number("decks") == 1:
        raise ValueError(f"One deck is for two players; {players} players need decks=2.")


def read_position(text: str, players: int, seed: int, options: Options) -> RockItState:
    """Read a position; a field left out is empty or 0 (rules.md, For scripts)."""
    check_decks(players, options)
    house = RockItOptions.of(options)
    fields = read_fields(text, FIELDS)
    table, hands, stock = read_dealt(fields, players, house.book, options.number("decks"))
    inside = _per_seat(fields, "in", players, 1)
    turn = read_number("turn", fields.get("turn", "0"), 0, players - 1)
    came = read_number("came", fields.get("came", "0"), 0, 1)
    if came and not inside[turn]:
        raise ValueError(f"came=1 says that seat {turn} came in just now, but in= says that it is not in.")
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
    text = fields.get(name, "/".join("0" * players))
    read_groups(name, text, players)
    return read_numbers(name, text, 0, highest, separator="/")


def write_position(state: RockItState) -> str:
    """Write a position, every field."""
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
