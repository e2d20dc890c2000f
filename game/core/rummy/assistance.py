"""Help for an unfinished turn: status lamp, repair, fitting cards in, hints, and missed plays.

Every question is about a `DraftPosition`, plain values, and can be sent to a worker by its name, as in
``worker.submit(LAMP, DraftPosition.of(draft, options))``. A game's `RummyRulesAdapter` adds its rules beyond
melds. All work is limited by counting it, so that the answers are the same on every machine; an answer found
at a limit is marked as not proved. Hints are based on the choice of the rummy's best bot.

To `table_status` and `can_lay` the arrangement of the broken piles does not matter. They look for any split
into melds of the table at the start of the turn, the cards laid since and any more of the hand. `_arranger`
makes a `SolverInput` of them, with the laid cards as required, and `_solver` decides it exactly: bounds for
the copies of each face in runs and in sets, narrowed until nothing changes, then branched on; the result is a
split, or the proof that there is none. A game's `RummyRulesAdapter` comes first if few tables are legal (an
opening of three, coming in). The repair itself (`repair`) is another search: `_repair_search` deepens move by
move from the present piles, so that the fewest cards are moved; if it gives up, nearly minimal ways are used.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, islice
from typing import TypeAlias, cast

from game.core import discovery
from game.core.cards import JOKER, multiset_difference
from game.core.game import HintLevel, Observation, Refusal
from game.core.options import Options
from game.core.rummy._arranger import (
    GOOD_WORK,
    board_with_demands,
    can_play_with,
    good_play,
    play_with,
    rearrange,
)
from game.core.rummy._jokers import are_bound
from game.core.rummy._repair_search import RepairSearch
from game.core.rummy._solver import BudgetExceeded, WorkLimit
from game.core.rummy.draft import Draft, card_moves
from game.core.rummy.meld_check import MeldStatus, check_pile
from game.core.rummy.melds import MeldBook, Pile, book_for
from game.core.rummy.table import Table, added_cards, canonical, table_observed

DRAW, PASS = "draw", "pass"  # moves for a turn without cards, with and without a stock


@dataclass(frozen=True, slots=True)
class DraftPosition:
    """An unfinished turn as its player knows it; plain values that can be sent to a worker."""

    game: str
    options: Options
    table: Table  # at the start of the turn
    hand: Pile  # at the start of the turn
    piles: Table  # the table now; each lifted card is a pile of one
    has_come_in: bool = True  # True if the player has come in, or the game has no such rule

    @classmethod
    def of(cls, draft: Draft, options: Options) -> DraftPosition:
        """Position of a draft; each lifted piece is a pile of one."""
        return cls(
            draft.book.game,
            options,
            tuple(pile.texts for pile in draft.start),
            tuple(piece.card for piece in draft.order),
            (*draft.table, *((piece.text,) for piece in draft.lifted_pieces)),
            draft.has_come_in,
        )

    @property
    def book(self) -> MeldBook:
        return book_for(self.game, self.options)

    @property
    def adviser(self) -> RummyRulesAdapter:
        return cast(RummyRulesAdapter, discovery.find_game(self.game).component("rummy_rules_adapter"))

    @property
    def current_table(self) -> Table:
        """Present table in canonical order."""
        return canonical(self.game, self.piles)

    @property
    def laid_cards(self) -> Pile:
        """Cards of the hand that are on the present piles, lifted ones too, a joker as ``JK``."""
        return added_cards(self.table, self.piles)

    @property
    def remaining_hand(self) -> Pile:
        """Cards of the hand that are on none of the present piles."""
        return multiset_difference(self.hand, self.laid_cards)

    def with_piles(self, piles: Sequence[Pile]) -> DraftPosition:
        return replace(self, piles=tuple(piles))

    def refusal(self, table: Sequence[Pile]) -> Refusal | None:
        """Reason why the turn may not end with this table, or `None`."""
        return self.adviser.refusal(self, canonical(self.game, table))


@dataclass(frozen=True, slots=True)
class NearestMeld:
    """A pile that cannot be laid yet."""

    cards: Pile  # its cards in the hand
    lacks: Pile
    instead: Pile = ()  # if one card is missing: alternatives to it


class RummyRulesAdapter(ABC):
    """Rules of a rummy beyond its melds; each rummy derives its own class."""

    @abstractmethod
    def refusal(self, position: DraftPosition, table: Table) -> Refusal | None:
        """Reason why no move may end the turn with this canonical table, `None` if one may."""

    def forced_tables(self, position: DraftPosition) -> Sequence[Table] | None:
        """All tables that may follow if the rules leave few; `None`, the default, to have them searched."""
        return None

    def allows_further_play(self, position: DraftPosition) -> bool:
        """True if a play may follow one of the `forced_tables` in the same turn. Default: False."""
        return False

    def must_play_all(self, position: DraftPosition) -> bool:
        """True if a play is refused while more cards can be laid. Default: False."""
        return False

    def opening_points(self, position: DraftPosition) -> tuple[int, int] | None:
        """(points of the cards laid now, points needed); `None`, the default, without a minimum."""
        return None

    def end_move(self, observation: Observation) -> str:
        """Move that ends the turn without further cards: by default draw, or pass if the stock is empty."""
        return DRAW if table_observed(observation)["stock"] else PASS

    def nearest(self, position: DraftPosition) -> NearestMeld | None:
        """Pile of the hand that lacks least, if nothing can be laid; `None` by default."""
        return None


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table to lay, or the answer that there is none."""

    table: Table | None
    """Legal and canonical. If the player comes in first, the table after that. None if there is none."""
    cards: Pile = ()  # all cards of the hand on the final table, a joker as JK
    moves: int = 0  # number of cards moved from the present table
    proved: bool = True
    """True if it is proved to be the best, or that there is none."""
    after: Table | None = None  # table after a play that follows coming in


def plan_for(
    position: DraftPosition, table: Table | None, final_table: Table | None = None, *, proved: bool
) -> TablePlan:
    """Plan that leads to ``table``, or by way of it to ``final_table``; a plan without a table for None."""
    if table is None:
        return TablePlan(None, proved=proved)
    game, last = position.game, final_table or table
    return TablePlan(
        canonical(game, table),
        added_cards(position.table, last),
        moves_to(position, last),
        proved,
        canonical(game, final_table) if final_table else None,
    )


def moves_to(position: DraftPosition, table: Table) -> int:
    """Number of cards moved between the present table and another one."""
    return len(card_moves(position.piles, table))


Seed: TypeAlias = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class HintReason:
    """Reason for a hint.

    Attributes:
        kind: ``all``: plays the complete hand; ``most``: nothing lays more; ``feeds``: the cards not laid
            would let the ``seat`` lay more in many deals; ``next``: it most often fits in the next turn;
            ``hold``: all cards go together later; ``now``: the ``seat`` has few cards, and waiting loses to
            it more often; ``fewest``: no seat has as few cards, and the stock is empty; ``joker``: one is
            kept; ``mean``: laying the most was clearly worse in some deals, ``close``: about as good;
            ``idle`` and ``even``: the same of laying nothing; ``found``: nothing was found that lays more;
            ``best``: the best of the plays that were tried.
        seat: the seat that it is about, or -1.
        count: number of cards of that seat; for a worse alternative, how many fewer of 100 games it wins.
    """

    kind: str
    seat: int = -1
    count: int = 0


@dataclass(frozen=True, slots=True)
class BestPlay:
    """Choice of the best bot."""

    table: Table | None = None  # resulting table; None if it lays nothing
    after: Table | None = None  # if it comes in first: the table after the play that would follow
    ends: str = ""  # move that ends the turn although cards could be laid
    kept: Pile = ()  # cards that it keeps although they could be laid too
    full: bool = True  # False if it knows a play of more cards
    reasons: tuple[HintReason, ...] = ()


@lru_cache(maxsize=2)
def _bot_choice(
    game: str, options: Options, observation_json: str, seed: Seed, nodes: int | None
) -> BestPlay:
    """Choice of a rummy's best bot, within its time or ``nodes`` positions.

    Cached, so that the steps of a hint describe the same play. The observation is JSON because a mapping is
    not hashable.
    """
    find = cast(
        Callable[[Observation, Options, Seed, int | None], BestPlay],
        discovery.find_game(game).component("best_play"),
    )
    return find(json.loads(observation_json), options, seed, nodes)


QUESTION_WORK = 6_000  # states for one question: under a third of a second, mostly a hundredth
LAMP_WORK = 2_000  # states for the lamp, which is computed after every change
MAX_OTHER_CARDS = 2  # other cards that are tried in every choice with the required ones


def can_lay(position: DraftPosition, need: Pile) -> bool:
    """True if a legal play, perhaps after coming in, can lay these cards; BudgetExceeded if undecided.

    Other cards may be laid with them.
    """
    few = position.adviser.forced_tables(position)
    ways = [(position.table, position.hand, need)]
    if few is not None:
        if any(not multiset_difference(need, added_cards(position.table, table)) for table in few):
            return True
        ways = list(_after_coming_in(position, few, need))
    # One limit for all ways together, because the lamp is computed after every change.
    work = LAMP_WORK // max(1, len(ways))
    return any(can_play_with(board_with_demands(position.book, *way, work)) for way in ways)


def plan_with(position: DraftPosition, need: Pile) -> TablePlan:
    """Plan that lays these hand cards and as few others as possible; its table is None if none is found."""
    few = position.adviser.forced_tables(position)
    if few is None:
        table, is_proved = fewest(position, need)
        return plan_for(position, table, proved=is_proved)
    fitting = [table for table in few if not multiset_difference(need, added_cards(position.table, table))]
    if fitting:
        best = min(fitting, key=lambda table: (sum(map(len, table)), moves_to(position, table)))
        return plan_for(position, best, proved=True)
    return _coming_in_first(position, few, need)


def _coming_in_first(position: DraftPosition, few: Sequence[Table], need: Pile) -> TablePlan:
    """Plan that comes in, then plays only these cards or also others; its table is None if none is found."""
    is_proved = True
    ways = list(_after_coming_in(position, few, need))
    others = {
        table: len(multiset_difference(added_cards(position.table, table), need)) for table, _, _ in ways
    }
    ways.sort(key=lambda way: others[way[0]])
    for exact in (True, False):
        for table, hand, rest in ways:
            try:
                cards = rest if exact else hand
                play = play_with(board_with_demands(position.book, table, cards, rest, QUESTION_WORK))
            except BudgetExceeded:
                is_proved = False
                continue
            if play:
                return plan_for(position, table, play.table, proved=exact and not others[table])
    return TablePlan(None, proved=is_proved)


def _after_coming_in(
    position: DraftPosition, few: Sequence[Table], need: Pile
) -> Iterator[tuple[Table, Pile, Pile]]:
    """Yield (table after coming in, hand left, required cards left); nothing if no play may follow."""
    if position.adviser.allows_further_play(position):
        for table in few:
            cards = added_cards(position.table, table)
            yield table, multiset_difference(position.hand, cards), multiset_difference(need, cards)


def fewest(position: DraftPosition, need: Pile) -> tuple[Table | None, bool]:
    """(legal table with the cards and the fewest others, or None if none is found, True if that is proved).

    If the rules require to lay everything that can be laid, it lays the most instead.
    """
    book, start = position.book, position.table
    proved = True

    def asked(hand: Pile, required: Pile, *, lays_most: bool = False) -> Table | None:
        """Legal table with the required cards, others only from ``hand``; None if none is found."""
        nonlocal proved
        try:
            play = play_with(
                board_with_demands(book, start, hand, required, QUESTION_WORK), lays_most=lays_most
            )
        except BudgetExceeded:
            proved = False
            return None
        return play.table if play and position.refusal(play.table) is None else None

    exact = asked(need, need) if need else None
    if exact:
        return exact, True
    everything = position.adviser.must_play_all(position)
    widest = asked(position.hand, need, lays_most=everything)
    if widest is None or everything:
        return widest, proved and widest is None
    others = multiset_difference(position.hand, need)
    for count in range(1, MAX_OTHER_CARDS + 1):
        # The known table has no more others than the next step would try.
        if len(added_cards(start, widest)) - len(need) <= count:
            return widest, proved
        for more in dict.fromkeys(combinations(others, count)):  # equal cards make equal choices
            table = asked((*need, *more), (*need, *more))
            if table:
                return table, proved
    for card in multiset_difference(added_cards(start, widest), need):
        # Drop cards one by one from the largest: not proved minimal, but quick.
        fewer = multiset_difference(added_cards(start, widest), (card,))
        widest = asked(fewer, fewer) or widest
    return widest, proved and len(added_cards(start, widest)) - len(need) == MAX_OTHER_CARDS + 1


REPAIR_WORK = 50_000  # piles for the exact repair search: at most a quarter of a second


def repair(position: DraftPosition) -> TablePlan:
    """Plan for a legal table with all laid cards, moving the fewest from now; no table if none is found.

    A card added from the hand counts as moved, like one that goes from pile to pile, and the result has at
    least one card of the hand. ``proved`` means that fewer moves are not enough, or that there is no table.
    """
    if position.laid_cards and position.refusal(position.current_table) is None:
        return plan_for(position, position.current_table, proved=True)
    few = position.adviser.forced_tables(position)
    if few is not None:
        tables = [
            table
            for table in few
            if not multiset_difference(position.laid_cards, added_cards(position.table, table))
        ]
        if not tables:
            return plan_with(position, position.laid_cards)
        return plan_for(position, min(tables, key=lambda table: moves_to(position, table)), proved=True)
    bare_table, worn_faces = _table_with_free_jokers(position)
    mender = RepairSearch(
        position.book,
        lambda table: position.refusal(table) is None,
        WorkLimit(REPAIR_WORK),
        must_lay=not position.laid_cards,
        worn=worn_faces,
    )
    # Only the exact search handles jokers that can be taken or have several readings.
    bound = are_bound(position.book, position.table, position.hand)
    widest, none = fewest(position, position.laid_cards)
    # Proved that there is no table: the repair search would only use up its work.
    if widest is None and none:
        return TablePlan(None)
    table, min_moves = mender.mend(bare_table, position.remaining_hand)
    if table is not None:
        return plan_for(position, table, proved=bound)
    tables = [table for table in (*_nearby_tables(position, bare_table), widest) if table is not None]
    legal = [table for table in tables if position.refusal(table) is None]
    if not legal:
        return TablePlan(None, proved=none)
    best = plan_for(position, min(legal, key=lambda table: moves_to(position, table)), proved=True)
    return replace(best, proved=best.moves <= min_moves and bound)


def _table_with_free_jokers(position: DraftPosition) -> tuple[Table, frozenset[str]]:
    """The present table with ``JK`` for jokers that may change their face, and their texts now.

    Jokers of the table that keep their face from the start of the turn are left alone.
    """
    start, current = (
        Counter(card for pile in table for card in pile if card.startswith(JOKER))
        for table in (position.table, position.piles)
    )
    free = current - start
    worn_faces = frozenset(free)
    whole = {pile: check_pile(position.book, pile).status is MeldStatus.VALID for pile in position.piles}
    bare_piles: dict[int, Pile] = {}
    # Broken piles first, so that of equal jokers those in a possibly wrong place are freed.
    for number, pile in sorted(enumerate(position.piles), key=lambda item: whole[item[1]]):
        cards = []
        for card in pile:
            cards.append(JOKER if free[card] else card)
            free[card] -= free[card] > 0
        bare_piles[number] = tuple(cards)
    return tuple(bare_piles[number] for number in range(len(bare_piles))), worn_faces


def _nearby_tables(position: DraftPosition, freed: Table) -> Iterator[Table]:
    """Yield tables that leave legal piles alone if possible, without cards of the hand and with."""
    whole: list[Pile] = []
    loose: list[str] = []
    joker_faces: Counter[str] = Counter()
    for pile, open_pile in zip(position.piles, freed, strict=True):
        if check_pile(position.book, pile).status is MeldStatus.VALID:
            whole.append(pile)
            continue
        for card in open_pile:
            joker, _, face = card.partition("=")
            loose.append(face or joker)
            joker_faces[face] += bool(face)
    for more in ((), position.remaining_hand):
        try:
            result = rearrange(
                board_with_demands(position.book, whole, (*loose, *more), loose, QUESTION_WORK)
            )
        except BudgetExceeded:
            continue
        if result:
            debts, piles = joker_faces.copy(), []
            for pile in result.table:
                cards = []
                for card in pile:  # restore jokers for the cards that represented them in the search
                    cards.append(f"{JOKER}={card}" if debts[card] > 0 else card)
                    debts[card] -= 1
                piles.append(tuple(cards))
            yield tuple(piles)


LAMP_REQUEST = "game.core.rummy.assistance:table_status"
REPAIR_REQUEST = "game.core.rummy.assistance:repair"
FIT_REQUEST = "game.core.rummy.assistance:plan_with_cards"
HINT_REQUEST = "game.core.rummy.assistance:hint"
SHORTFALL_REQUEST = "game.core.rummy.assistance:play_shortfall"

MAX_OPENINGS = 4  # tables to come in with that are analysed, the largest


class TableValidity(StrEnum):
    """Colour of the status lamp."""

    IDLE = "idle"  # nothing has been touched
    VALID = "whole"  # the turn may end with the table as it is
    REPAIRABLE = "mendable"  # not valid, but all laid cards can stay, perhaps with more of the hand
    IRREPARABLE = "hopeless"  # no legal table has all laid cards
    UNKNOWN = "unsure"  # undecided within the limit


@dataclass(frozen=True, slots=True)
class TableStatus:
    """Result of the status lamp."""

    light: TableValidity
    laid: int
    """Number of hand cards on the table. In RockIt a table without any may be left by drawing."""
    points: tuple[int, int] | None = None  # for a player who must come in: points laid and points needed


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint, cut down to its step. Cards laid already count as part of the play."""

    has_play: bool
    """True if there is a play, or if cards are laid already, one that lays more or other cards."""
    cards: Pile = ()  # cards that the play lays in addition to those on the table
    plan: TablePlan | None = None
    laid: int = 0  # number of cards laid already
    most: int = 0  # number of cards that the play lays in all
    other: Pile = ()  # cards laid already that the play does not lay
    ends: str = ""  # move to end the turn with instead of laying cards
    kept: Pile = ()  # playable cards that are better kept
    full: bool = True  # False if another play is known to lay more cards
    reasons: tuple[HintReason, ...] = ()  # set if the best bot was asked
    step: HintLevel = HintLevel.WHY
    """Level of detail. `HintLevel.MOVE` shows one pile of the plan."""
    nearest: NearestMeld | None = None  # if nothing can be laid: the pile that lacks least, in some rummies

    @property
    def draws(self) -> bool:
        """True if the turn should end by drawing or passing, not with another move."""
        return self.ends in (DRAW, PASS)


@dataclass(frozen=True, slots=True)
class PlayShortfall:
    """Number of cards that a turn laid, and that it could have laid."""

    laid: int
    most: int  # maximum number of cards, at least `laid`
    plan: TablePlan  # the play of that many cards

    @property
    def missed_count(self) -> int:
        """Number of cards that could have been laid in addition."""
        return self.most - self.laid


def in_order(draft: Draft, options: Options) -> bool:
    """True if a turn that has laid cards can end with its present table, as a quick check.

    If the rules refuse a play while more can be laid (`RummyRulesAdapter.must_play_all`), only the search in
    `table_status` can decide that; then the result is True as soon as all piles are valid.
    """
    if not draft.laid_pieces or not draft.is_valid:
        return False
    position = DraftPosition.of(draft, options)
    return position.adviser.must_play_all(position) or position.refusal(position.current_table) is None


def table_status(position: DraftPosition) -> TableStatus:
    """Status of the present table (untouched, legal, repairable, hopeless, unknown), and cards laid."""
    laid_cards, table = position.laid_cards, position.current_table
    points = position.adviser.opening_points(position)
    if not laid_cards and table == canonical(position.game, position.table):
        return TableStatus(TableValidity.IDLE, 0, points)
    if position.refusal(table) is None:
        return TableStatus(TableValidity.VALID, len(laid_cards), points)
    try:
        light = TableValidity.REPAIRABLE if can_lay(position, laid_cards) else TableValidity.IRREPARABLE
    except BudgetExceeded:
        light = TableValidity.UNKNOWN
    return TableStatus(light, len(laid_cards), points)


def plan_with_cards(position: DraftPosition, picked: Sequence[str]) -> TablePlan:
    """Plan for a legal table with the laid and the picked cards; ValueError if the hand lacks a picked one.

    If there is none, one that lays as few other cards of the hand as possible too; see `TablePlan.cards`.
    ``proved`` means that fewer are not enough, or that there is no table.
    """
    if unknown := multiset_difference(picked, position.remaining_hand):
        raise ValueError(f"The hand does not hold {','.join(unknown)}.")
    return plan_with(position, (*position.laid_cards, *picked))


def hint(
    position: DraftPosition,
    step: HintLevel,
    observation: Observation | None = None,
    seed: Seed = (),
    nodes: int | None = None,
) -> Hint:
    """Hint for the turn: the best bot's choice, or without an observation a play of the most cards.

    Args:
        position: the turn.
        step: level of detail.
        observation: observation of the seat, to ask the best bot; None to look for the most cards instead.
        seed: for the bot's choices.
        nodes: position limit for the bot, instead of its time.
    """
    if observation is not None:
        idea = _bot_choice(position.game, position.options, json.dumps(observation), seed, nodes)
        if idea.ends:
            # Show the cards that could be laid all the same, and the reason not to.
            laid_cards = position.laid_cards
            cards = (
                () if step == HintLevel.WHICH else multiset_difference(best_turn(position).cards, laid_cards)
            )
            reasons = idea.reasons if step == HintLevel.WHY else ()
            return Hint(
                has_play=True, cards=cards, laid=len(laid_cards), ends=idea.ends, reasons=reasons, step=step
            )
        if idea.table is not None:
            plan = plan_for(position, idea.table, idea.after, proved=True)
            return _hint_of(position, step, _plan_keeping_laid(position, plan) if idea.full else plan, idea)
    laid_cards = position.laid_cards
    plan = best_turn(position)
    if plan.table is None:
        if laid_cards or observation is None:
            return Hint(has_play=False, laid=len(laid_cards))
        ends = position.adviser.end_move(observation)
        return Hint(has_play=False, ends=ends, nearest=position.adviser.nearest(position))
    return _hint_of(position, step, _plan_keeping_laid(position, plan), BestPlay(plan.table))


def _plan_keeping_laid(position: DraftPosition, plan: TablePlan) -> TablePlan:
    """Plan of at least as many cards that includes those laid already, or ``plan`` if there is none."""
    laid_cards = position.laid_cards
    if not multiset_difference(laid_cards, plan.cards):
        return plan
    few = position.adviser.forced_tables(position)
    ways = (
        [(position.table, position.hand, laid_cards)]
        if few is None
        else _after_coming_in(position, few, laid_cards)
    )
    plans = [plan_for(position, table, proved=True) for table in few or ()]
    for table, hand, need in islice(ways, MAX_OPENINGS):
        with suppress(BudgetExceeded):
            play = play_with(
                board_with_demands(position.book, table, hand, need, QUESTION_WORK), lays_most=True
            )
            if play is not None and few is None and position.refusal(play.table) is None:
                plans.append(plan_for(position, play.table, proved=True))
            elif play is not None and few is not None:
                plans.append(plan_for(position, table, play.table, proved=True))
    fit = [
        candidate
        for candidate in plans
        if not multiset_difference(laid_cards, candidate.cards) and len(candidate.cards) >= len(plan.cards)
    ]
    return max(fit, key=lambda candidate: len(candidate.cards), default=plan)


def _hint_of(position: DraftPosition, step: HintLevel, plan: TablePlan, idea: BestPlay) -> Hint:
    """Hint for a plan, cut down to its step; it has no play if the legal present table lays as much."""
    laid_cards = position.laid_cards
    base_hint = Hint(
        has_play=True,
        laid=len(laid_cards),
        most=len(plan.cards),
        other=multiset_difference(laid_cards, plan.cards),
        kept=idea.kept,
        full=idea.full,
        reasons=idea.reasons if step == HintLevel.WHY else (),
        step=step,
    )
    covered = (
        len(plan.cards) <= len(laid_cards)
        if idea.full
        else not (multiset_difference(plan.cards, laid_cards) or base_hint.other)
    )
    if laid_cards and covered and position.refusal(position.current_table) is None:
        return replace(base_hint, has_play=False, most=len(laid_cards), other=())
    cards = multiset_difference(plan.cards, laid_cards)
    return replace(base_hint, cards=cards, plan=None if step == HintLevel.WHICH else plan)


def play_shortfall(position: DraftPosition) -> PlayShortfall:
    """Cards that a turn laid and could have laid, with the plan. The piles are its final table."""
    plan = best_turn(position)
    laid_count = len(position.laid_cards)
    return PlayShortfall(laid_count, max(laid_count, len(plan.cards)), plan)


def best_turn(position: DraftPosition, work: int = GOOD_WORK) -> TablePlan:
    """Plan that lays the most cards, coming in if necessary, by ``work`` states; no table if none found."""
    few = position.adviser.forced_tables(position)
    if few is None:
        table, is_proved = _largest_play(position, position.table, position.hand, work)
        return plan_for(position, table, proved=is_proved)
    laid_cards = position.laid_cards
    tables = sorted(
        few,
        # The one of equally large tables that keeps most of the cards laid already.
        key=lambda table: (
            -sum(map(len, table)),
            len(multiset_difference(laid_cards, added_cards(position.table, table))),
        ),
    )
    if not tables or not position.adviser.allows_further_play(position):
        return plan_for(position, tables[0] if tables else None, proved=True)
    best: tuple[int, Table, Table | None] | None = None
    is_proved = len(tables) <= MAX_OPENINGS
    for table in tables[:MAX_OPENINGS]:
        rest = multiset_difference(position.hand, added_cards(position.table, table))
        after, sure = _largest_play(position, table, rest, work // MAX_OPENINGS)
        is_proved = is_proved and sure
        size = sum(map(len, after or table))
        if best is None or size > best[0]:
            best = (size, table, after)
    assert best is not None
    return plan_for(position, best[1], best[2], proved=is_proved)


def _largest_play(position: DraftPosition, table: Table, hand: Pile, work: int) -> tuple[Table | None, bool]:
    """Table after a play of the most cards, None if none is found, and True if that is proved."""
    play = good_play(position.game, table, hand, position.options, work)
    return play.table if play.value else None, play.proved
