"""House help for a turn in the making: the mending lamp, fitting cards in, hints, and what was missed.

Every question is asked about a `DraftPosition`, plain values, and can be asked of a worker by its name, as in
``helper.ask(LAMP, Position.of(draft, options))``; what a game adds to its melds says its `RummyRulesAdapter`.
All work is limited by counting it, so that the answers are the same on every machine; where a limit was
reached, the answer says that it is not proved. Hints are made of what the best player of the rummy would do.

Whether a table can be mended (`table_status`, `can_lay`) has nothing to do with how its torn piles lie: it is
asked whether the table as the turn began, the cards laid since and any more of the hand can be parted into
melds at all. `_arrange` makes a `SolverInput` of them, on which the laid cards must lie, and `_solver` says
so exactly: per face at least and at most so many copies in runs and in sets, narrowed until nothing changes,
then branched on; a split, or the proof that there is none. A game's `RummyRulesAdapter` stands before it
where few tables are legal (an opening of three, coming in). How it is mended (`repair`) is another search:
`_moves` deepens card by card from the piles as they lie, so that the fewest are moved, and where that gives
up, ways that are nearly so are taken.
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
from game.core.rummy._arranger import GOOD_WORK, can_play_with, demanded, good_play, play_with, rearranged
from game.core.rummy._jokers import are_bound
from game.core.rummy._repair_search import RepairSearch
from game.core.rummy._solver import BudgetExceeded, WorkLimit
from game.core.rummy.draft import Draft, card_moves
from game.core.rummy.meld_check import MeldStatus, check_pile
from game.core.rummy.melds import MeldBook, Pile, book_for
from game.core.rummy.table import Table, added, canonical, table_observed

DRAW, PASS = "draw", "pass"
"""The moves that every rummy has for a turn without a card, with cards left to draw and without."""


@dataclass(frozen=True, slots=True)
class DraftPosition:
    """A turn in the making, all of it known to the player whose turn it is; made to be sent to a worker."""

    game: str
    options: Options
    table: Table
    """The table as it lay when the turn began."""
    hand: Pile
    """The hand as it was then."""
    piles: Table
    """The table as it lies now; every card that is carried lies alone."""
    inside: bool = True
    """Whether the player has come in, where the game knows that."""

    @classmethod
    def of(cls, draft: Draft, options: Options) -> DraftPosition:
        return cls(
            draft.book.game,
            options,
            tuple(pile.texts for pile in draft.start),
            tuple(piece.card for piece in draft.order),
            (*draft.table, *((piece.text,) for piece in draft.lifted)),
            draft.inside,
        )

    @property
    def book(self) -> MeldBook:
        return book_for(self.game, self.options)

    @property
    def adviser(self) -> RummyRulesAdapter:
        return cast(RummyRulesAdapter, discovery.find_game(self.game).part("adviser"))

    @property
    def now(self) -> Table:
        """The table as it lies now, canonical."""
        return canonical(self.game, self.piles)

    @property
    def laid(self) -> Pile:
        """The cards of the hand that lie on the table now, a joker as ``JK``."""
        return added(self.table, self.piles)

    @property
    def rest(self) -> Pile:
        return multiset_difference(self.hand, self.laid)

    def with_piles(self, piles: Sequence[Pile]) -> DraftPosition:
        return replace(self, piles=tuple(piles))

    def refusal(self, table: Sequence[Pile]) -> Refusal | None:
        """Why the turn may not leave this table behind."""
        return self.adviser.refusal(self, canonical(self.game, table))


@dataclass(frozen=True, slots=True)
class NearestMeld:
    """A pile that cannot be laid yet."""

    cards: Pile
    """What the hand has of it."""
    lacks: Pile
    instead: Pile = ()
    """Where one card is lacking, others that would do as well."""


class RummyRulesAdapter(ABC):
    """What a rummy has to say beyond its melds; each derives its own."""

    @abstractmethod
    def refusal(self, position: DraftPosition, table: Table) -> Refusal | None:
        """Why the turn may not leave this canonical table behind, whatever move that is."""

    def few(self, position: DraftPosition) -> Sequence[Table] | None:
        """All tables that may follow where the rules leave few; `None` where the arranger is asked."""
        return None

    def goes_on(self, position: DraftPosition) -> bool:
        """Whether one of the `few` may be followed by a play in the same turn."""
        return False

    def everything(self, position: DraftPosition) -> bool:
        """Whether a play is refused while more cards can be laid."""
        return False

    def points(self, position: DraftPosition) -> tuple[int, int] | None:
        """What the cards laid now are worth, and what they need; `None` where nothing has to be reached."""
        return None

    def ending(self, seen: Observation) -> str:
        """The move with which whoever is to move and lays no card, or none more, ends the turn."""
        return DRAW if table_observed(seen)["stock"] else PASS

    def nearest(self, position: DraftPosition) -> NearestMeld | None:
        """The pile of the hand that lacks least, where nothing can be laid; `None` where none is named."""
        return None


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table to lay, or that there is none."""

    table: Table | None
    """Whole and canonical; where the player comes in first, the table after that."""
    cards: Pile = ()
    """All cards of the hand that lie on it in the end, a joker as ``JK``."""
    moves: int = 0
    """How many cards change their place to make it of the table as it lies now."""
    proved: bool = True
    """Whether it is proved that no other does it better, or that there is none at all."""
    after: Table | None = None
    """The table of a play that follows coming in."""


def plan_for(
    position: DraftPosition, table: Table | None, after: Table | None = None, *, proved: bool
) -> TablePlan:
    """The plan that leads to a table, or says that there is none."""
    if table is None:
        return TablePlan(None, proved=proved)
    game, last = position.game, after or table
    return TablePlan(
        canonical(game, table),
        added(position.table, last),
        moves_to(position, last),
        proved,
        canonical(game, after) if after else None,
    )


def moves_to(position: DraftPosition, table: Table) -> int:
    """How many cards change their place between the table as it lies now and another one."""
    return len(card_moves(position.piles, table))


Seed: TypeAlias = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class HintReason:
    """Why it is best.

    Attributes:
        kind: ``all``: the whole hand goes; ``most``: nothing lays more; ``feeds``: what is not laid would let
            the ``seat`` lay more in many deals; ``next``: it most often fits in the next turn; ``hold``: all
            is to go at once later; ``now``: the ``seat`` has few cards, and waiting loses to it more often;
            ``fewest``: nobody has as few cards, and nothing is left to draw; ``joker``: one is kept;
            ``mean``: laying the most came out clearly worse in some deals, ``close``: about as good;
            ``idle`` and ``even``: the same of laying nothing; ``found``: nothing was found that lays more;
            ``best``: of all that was tried.
        seat: whom it is about.
        count: the cards of that seat; of what came out worse, so many games in a hundred, if that is known.
    """

    kind: str
    seat: int = -1
    count: int = 0


@dataclass(frozen=True, slots=True)
class BestPlay:
    """What the best player would do."""

    table: Table | None = None
    """The table that it would leave; `None` where it lays nothing."""
    after: Table | None = None
    """Where it comes in first, the table after the play that would follow."""
    ends: str = ""
    """The move with which it ends the turn though something could be laid."""
    kept: Pile = ()
    """Cards that it keeps though they could be laid as well."""
    full: bool = True
    """Whether nothing lays more cards, as far as it knows."""
    reasons: tuple[HintReason, ...] = ()


@lru_cache(maxsize=2)
def _idea(game: str, options: Options, seen: str, seed: Seed, nodes: int | None) -> BestPlay:
    """What the best player of a rummy would do, within its time or so many nodes.

    Asked the same again it says the same, so that the steps of a hint tell of one thing. What it sees is
    JSON: a mapping has no hash.
    """
    find = cast(
        Callable[[Observation, Options, Seed, int | None], BestPlay], discovery.find_game(game).part("idea")
    )
    return find(json.loads(seen), options, seed, nodes)


WORK = 6_000
"""How many states one question may look at: under a third of a second, and most need a hundredth."""
LAMP_WORK = 2_000
"""The same for the lamp, which is asked after every change."""
MOST_OTHERS = 2
"""So many other cards are tried beside those that have to be laid, in every choice."""


def can_lay(position: DraftPosition, need: Pile) -> bool:
    """Whether a legal play, or coming in and a play, lays these cards of the hand, with others or without.

    Raises:
        BudgetExceeded: that was not found out within the limit.
    """
    few = position.adviser.few(position)
    ways = [(position.table, position.hand, need)]
    if few is not None:
        if any(not multiset_difference(need, added(position.table, table)) for table in few):
            return True
        ways = list(_after_coming_in(position, few, need))
    # One allowance for all ways together: the lamp is asked after every change.
    work = LAMP_WORK // max(1, len(ways))
    return any(can_play_with(demanded(position.book, *way, work)) for way in ways)


def plan_with(position: DraftPosition, need: Pile) -> TablePlan:
    """The plan that lays these cards of the hand and as few others as possible."""
    few = position.adviser.few(position)
    if few is None:
        table, proved = fewest(position, need)
        return plan_for(position, table, proved=proved)
    fitting = [table for table in few if not multiset_difference(need, added(position.table, table))]
    if fitting:
        best = min(fitting, key=lambda table: (sum(map(len, table)), moves_to(position, table)))
        return plan_for(position, best, proved=True)
    return _coming_in_first(position, few, need)


def _coming_in_first(position: DraftPosition, few: Sequence[Table], need: Pile) -> TablePlan:
    """The plan that comes in and then plays: with nothing but these cards, or else with others."""
    proved = True
    ways = list(_after_coming_in(position, few, need))
    others = {table: len(multiset_difference(added(position.table, table), need)) for table, _, _ in ways}
    ways.sort(key=lambda way: others[way[0]])
    for exact in (True, False):
        for table, hand, rest in ways:
            try:
                laid = rest if exact else hand
                found = play_with(demanded(position.book, table, laid, rest, WORK))
            except BudgetExceeded:
                proved = False
                continue
            if found:
                return plan_for(position, table, found.table, proved=exact and not others[table])
    return TablePlan(None, proved=proved)


def _after_coming_in(
    position: DraftPosition, few: Sequence[Table], need: Pile
) -> Iterator[tuple[Table, Pile, Pile]]:
    """Where a play may follow coming in: the table, the hand, and what has still to be laid then."""
    if position.adviser.goes_on(position):
        for table in few:
            cards = added(position.table, table)
            yield table, multiset_difference(position.hand, cards), multiset_difference(need, cards)


def fewest(position: DraftPosition, need: Pile) -> tuple[Table | None, bool]:
    """A legal table that lays the cards and the fewest others, and whether no fewer are proved to do.

    Where the rules want all to be laid that can be, it lays the most instead.
    """
    book, start = position.book, position.table
    proved = True

    def asked(hand: Pile, wanted: Pile, *, most: bool = False) -> Table | None:
        nonlocal proved
        try:
            found = play_with(demanded(book, start, hand, wanted, WORK), most=most)
        except BudgetExceeded:
            proved = False
            return None
        return found.table if found and position.refusal(found.table) is None else None

    exact = asked(need, need) if need else None
    if exact:
        return exact, True
    everything = position.adviser.everything(position)
    widest = asked(position.hand, need, most=everything)
    if widest is None or everything:
        return widest, proved and widest is None
    others = multiset_difference(position.hand, need)
    for count in range(1, MOST_OTHERS + 1):
        # What is known already has no more others than would be tried now.
        if len(added(start, widest)) - len(need) <= count:
            return widest, proved
        for more in dict.fromkeys(combinations(others, count)):  # equal cards make equal choices
            table = asked((*need, *more), (*need, *more))
            if table:
                return table, proved
    for card in multiset_difference(added(start, widest), need):
        # Card by card from the widest: not proved the least, but soon found.
        fewer = multiset_difference(added(start, widest), (card,))
        widest = asked(fewer, fewer) or widest
    return widest, proved and len(added(start, widest)) - len(need) == MOST_OTHERS + 1


MEND_WORK = 100_000
"""How many piles the exact search may look at: half a second at the most."""


def repair(position: DraftPosition) -> TablePlan:
    """A legal table with all that was laid, made of the table as it lies by moving the fewest cards.

    A card that the hand adds counts as moved like one that goes from pile to pile, and at least one card of
    the hand lies there in the end. ``proved`` says that fewer moves are not enough, or that there is none.
    """
    if position.laid and position.refusal(position.now) is None:
        return plan_for(position, position.now, proved=True)
    few = position.adviser.few(position)
    if few is not None:
        tables = [
            table for table in few if not multiset_difference(position.laid, added(position.table, table))
        ]
        if not tables:
            return plan_with(position, position.laid)
        return plan_for(position, min(tables, key=lambda table: moves_to(position, table)), proved=True)
    freed, worn = _freed(position)
    mender = RepairSearch(
        position.book,
        lambda table: position.refusal(table) is None,
        WorkLimit(MEND_WORK),
        must_lay=not position.laid,
        worn=worn,
    )
    # Jokers that can be taken or read otherwise are left by the exact search.
    bound = are_bound(position.book, position.table, position.hand)
    widest, none = fewest(position, position.laid)
    # Proved that no table has them: the search for the nearest would only use its work up.
    if widest is None and none:
        return TablePlan(None)
    table, least = mender.mend(freed, position.rest)
    if table is not None:
        return plan_for(position, table, proved=bound)
    tables = [table for table in (*_near(position, freed), widest) if table is not None]
    legal = [table for table in tables if position.refusal(table) is None]
    if not legal:
        return TablePlan(None, proved=none)
    best = plan_for(position, min(legal, key=lambda table: moves_to(position, table)), proved=True)
    return replace(best, proved=best.moves <= least and bound)


def _freed(position: DraftPosition) -> tuple[Table, frozenset[str]]:
    """The table as it lies, ``JK`` for the jokers that may stand for anything, and what they stand for now.

    Those of the table that stand for what they did when the turn began are left so.
    """
    start, now = (
        Counter(card for pile in table for card in pile if card.startswith(JOKER))
        for table in (position.table, position.piles)
    )
    free = now - start
    worn = frozenset(free)
    whole = {pile: check_pile(position.book, pile).status is MeldStatus.WHOLE for pile in position.piles}
    freed: dict[int, Pile] = {}
    # Broken piles first: of equal jokers those are freed that may be in the wrong place.
    for number, pile in sorted(enumerate(position.piles), key=lambda one: whole[one[1]]):
        cards = []
        for card in pile:
            cards.append(JOKER if free[card] else card)
            free[card] -= free[card] > 0
        freed[number] = tuple(cards)
    return tuple(freed[number] for number in range(len(freed))), worn


def _near(position: DraftPosition, freed: Table) -> Iterator[Table]:
    """Tables that leave whole piles alone as far as that is found out, without cards of the hand and with."""
    whole: list[Pile] = []
    loose: list[str] = []
    fixed: Counter[str] = Counter()
    for pile, open_pile in zip(position.piles, freed, strict=True):
        if check_pile(position.book, pile).status is MeldStatus.WHOLE:
            whole.append(pile)
            continue
        for card in open_pile:
            joker, _, face = card.partition("=")
            loose.append(face or joker)
            fixed[face] += bool(face)
    for more in ((), position.rest):
        try:
            found = rearranged(demanded(position.book, whole, (*loose, *more), loose, WORK))
        except BudgetExceeded:
            continue
        if found:
            owed, piles = fixed.copy(), []
            for pile in found.table:
                cards = []
                for card in pile:  # jokers again for the cards that stood for them in the search
                    cards.append(f"{JOKER}={card}" if owed[card] > 0 else card)
                    owed[card] -= 1
                piles.append(tuple(cards))
            yield tuple(piles)


LAMP = "game.core.rummy.assistance:table_status"
MEND = "game.core.rummy.assistance:repair"
FIT = "game.core.rummy.assistance:plan_with_cards"
HINT = "game.core.rummy.assistance:hint"
MISSED = "game.core.rummy.assistance:play_shortfall"

WEIGHED = 4
"""How many tricks to come in with are thought through, the longest."""


class TableValidity(StrEnum):
    """What the lamp shows."""

    IDLE = "idle"
    """Nothing has been touched."""
    WHOLE = "whole"
    """The table may be left behind as it is."""
    MENDABLE = "mendable"
    """It may not, but all that was laid can stay, with more of the hand or without."""
    HOPELESS = "hopeless"
    """No legal table has all that was laid."""
    UNSURE = "unsure"
    """That was not found out within the limit."""


@dataclass(frozen=True, slots=True)
class TableStatus:
    """What the lamp tells."""

    light: TableValidity
    laid: int
    """How many cards of the hand lie on the table; a table without any may be left as one draws (RockIt)."""
    points: tuple[int, int] | None = None
    """For a player who has to come in: what they are worth, and what they need to be."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What can be laid, as far as it is told; what lies there already is counted."""

    there: bool
    """Whether there is a play, or where cards are laid already, one that lays more or other cards."""
    cards: Pile = ()
    """The cards that it lays besides those that lie there already."""
    plan: TablePlan | None = None
    laid: int = 0
    """How many cards are laid already."""
    most: int = 0
    """How many cards the play lays in all."""
    other: Pile = ()
    """Cards laid already that the play does not lay."""
    ends: str = ""
    """The move with which the turn should rather end, whether something can be laid or not."""
    kept: Pile = ()
    """Cards that can be laid too, and are better kept."""
    full: bool = True
    """Whether no other play lays more cards, as far as is known."""
    reasons: tuple[HintReason, ...] = ()
    """Why, where the best player was asked."""
    step: HintLevel = HintLevel.WHY
    """How much of it is told: at `HintLevel.MOVE` a pile of the plan, and no more."""
    nearest: NearestMeld | None = None
    """Where nothing can be laid, the pile that lacks least, in a rummy that names it."""

    @property
    def draws(self) -> bool:
        """Whether the turn should end at the stock, and not by saying that it is over."""
        return self.ends in (DRAW, PASS)


@dataclass(frozen=True, slots=True)
class PlayShortfall:
    """What a turn laid, and what it could have laid."""

    laid: int
    most: int
    """How many cards could have been laid, no fewer than were."""
    plan: TablePlan
    """How."""

    @property
    def missed(self) -> int:
        return self.most - self.laid


def in_order(draft: Draft, options: Options) -> bool:
    """Whether a turn that has laid something can end as its table lies, as far as can be said at once.

    Where the rules refuse a play while more can be laid (`RummyRulesAdapter.everything`) only the search
    behind `table_status` knows; then it is whether the piles are whole.
    """
    if not draft.laid or not draft.whole:
        return False
    position = DraftPosition.of(draft, options)
    return position.adviser.everything(position) or position.refusal(position.now) is None


def table_status(position: DraftPosition) -> TableStatus:
    """Whether the table as it lies is legal, can be mended, or cannot."""
    laid, now = position.laid, position.now
    points = position.adviser.points(position)
    if not laid and now == canonical(position.game, position.table):
        return TableStatus(TableValidity.IDLE, 0, points)
    if position.refusal(now) is None:
        return TableStatus(TableValidity.WHOLE, len(laid), points)
    try:
        light = TableValidity.MENDABLE if can_lay(position, laid) else TableValidity.HOPELESS
    except BudgetExceeded:
        light = TableValidity.UNSURE
    return TableStatus(light, len(laid), points)


def plan_with_cards(position: DraftPosition, picked: Sequence[str]) -> TablePlan:
    """A legal table that lays what lies there already and the picked cards of the hand, a joker as ``JK``.

    Where there is none, one that lays as few other cards of the hand as possible beside them;
    `TablePlan.cards` tells which. ``proved`` says that fewer are not enough, or that there is none at all.

    Raises:
        ValueError: the hand does not hold the picked cards any more.
    """
    if strange := multiset_difference(picked, position.rest):
        raise ValueError(f"The hand does not hold {','.join(strange)}.")
    return plan_with(position, (*position.laid, *picked))


def hint(
    position: DraftPosition,
    step: HintLevel,
    seen: Observation | None = None,
    seed: Seed = (),
    nodes: int | None = None,
) -> Hint:
    """What can be laid, told as far as wanted; what is laid already is counted.

    Args:
        position: the turn.
        step: how much is told.
        seen: what the seat sees, where the best player is asked what to lay; else it is the most.
        seed: for its choices.
        nodes: what it may look into, instead of its time.
    """
    if seen is not None:
        idea = _idea(position.game, position.options, json.dumps(seen), seed, nodes)
        if idea.ends:
            # Then what could be laid all the same, and why it is not.
            laid = position.laid
            cards = () if step == HintLevel.WHICH else multiset_difference(best_turn(position).cards, laid)
            reasons = idea.reasons if step == HintLevel.WHY else ()
            return Hint(there=True, cards=cards, laid=len(laid), ends=idea.ends, reasons=reasons, step=step)
        if idea.table is not None:
            plan = plan_for(position, idea.table, idea.after, proved=True)
            return _hint_of(position, step, _keeping(position, plan) if idea.full else plan, idea)
    laid = position.laid
    plan = best_turn(position)
    if plan.table is None:
        if laid or seen is None:
            return Hint(there=False, laid=len(laid))
        ends = position.adviser.ending(seen)
        return Hint(there=False, ends=ends, nearest=position.adviser.nearest(position))
    return _hint_of(position, step, _keeping(position, plan), BestPlay(plan.table))


def _keeping(position: DraftPosition, plan: TablePlan) -> TablePlan:
    """A plan of as many cards with what lies there already, where there is one."""
    laid = position.laid
    if not multiset_difference(laid, plan.cards):
        return plan
    few = position.adviser.few(position)
    ways = [(position.table, position.hand, laid)] if few is None else _after_coming_in(position, few, laid)
    found = [plan_for(position, table, proved=True) for table in few or ()]
    for table, hand, need in islice(ways, WEIGHED):
        with suppress(BudgetExceeded):
            play = play_with(demanded(position.book, table, hand, need, WORK), most=True)
            if play is not None and few is None and position.refusal(play.table) is None:
                found.append(plan_for(position, play.table, proved=True))
            elif play is not None and few is not None:
                found.append(plan_for(position, table, play.table, proved=True))
    fit = [
        one for one in found if not multiset_difference(laid, one.cards) and len(one.cards) >= len(plan.cards)
    ]
    return max(fit, key=lambda one: len(one.cards), default=plan)


def _hint_of(position: DraftPosition, step: HintLevel, plan: TablePlan, idea: BestPlay) -> Hint:
    laid = position.laid
    found = Hint(
        there=True,
        laid=len(laid),
        most=len(plan.cards),
        other=multiset_difference(laid, plan.cards),
        kept=idea.kept,
        full=idea.full,
        reasons=idea.reasons if step == HintLevel.WHY else (),
        step=step,
    )
    covered = (
        len(plan.cards) <= len(laid)
        if idea.full
        else not (multiset_difference(plan.cards, laid) or found.other)
    )
    if laid and covered and position.refusal(position.now) is None:
        return replace(found, there=False, most=len(laid), other=())
    cards = multiset_difference(plan.cards, laid)
    return replace(found, cards=cards, plan=None if step == HintLevel.WHICH else plan)


def play_shortfall(position: DraftPosition) -> PlayShortfall:
    """What a turn could have laid; the position's piles are the table after it."""
    plan = best_turn(position)
    laid = len(position.laid)
    return PlayShortfall(laid, max(laid, len(plan.cards)), plan)


def best_turn(position: DraftPosition, work: int = GOOD_WORK) -> TablePlan:
    """The turn that lays the most cards, coming in and going on if need be; ``proved`` where that is sure."""
    few = position.adviser.few(position)
    if few is None:
        table, proved = _most(position, position.table, position.hand, work)
        return plan_for(position, table, proved=proved)
    lies = position.laid
    tables = sorted(
        few,
        # Of equally large ones that which keeps most of what lies there already.
        key=lambda table: (
            -sum(map(len, table)),
            len(multiset_difference(lies, added(position.table, table))),
        ),
    )
    if not tables or not position.adviser.goes_on(position):
        return plan_for(position, tables[0] if tables else None, proved=True)
    best: tuple[int, Table, Table | None] | None = None
    proved = len(tables) <= WEIGHED
    for table in tables[:WEIGHED]:
        rest = multiset_difference(position.hand, added(position.table, table))
        after, sure = _most(position, table, rest, work // WEIGHED)
        proved = proved and sure
        size = sum(map(len, after or table))
        if best is None or size > best[0]:
            best = (size, table, after)
    assert best is not None
    return plan_for(position, best[1], best[2], proved=proved)


def _most(position: DraftPosition, table: Table, hand: Pile, work: int) -> tuple[Table | None, bool]:
    found = good_play(position.game, table, hand, position.options, work)
    return found.table if found.value else None, found.proved
