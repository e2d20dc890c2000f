"""The computer players of SOCKI: they see an Observation and the options, nothing else.

easy lays single piles and cards (`childish`); normal plays as many cards as can be played. hard and master
look at what else they could lay (`LayOptions`), deal the unseen cards again, and play on to judge what is
left to them and to the others (`search`). As a table may be rearranged freely, only which cards a play lays
matters to what follows; how they lie then is a manner's `SockiStyle`. From normal on nobody draws or passes
who could play, whatever the house says. `find_best_play` is advice for people: what master would lay, and
why.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, permutations

from game.core.cards import remove_cards
from game.core.game import Bot, Observation
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.rummy import (
    BudgetExceeded,
    CardSet,
    Charge,
    MeldFeasibility,
    WorkLimit,
    counting_for,
    faces,
    minus,
    of_faces,
    plus,
    to_card_set,
)
from game.core.rummy.assistance import BestPlay, HintReason, Seed
from game.core.rummy.melds import MIN_MELD, MeldBook
from game.core.rummy.table import Pile, Table, canonical, changes, write_piles
from game.core.search import BEST, Budget, DeadlineError, hint_budget, read_level
from game.games.socki.bot.match_equity import MatchEquity
from game.games.socki.bot.search import (
    EvaluatedPlay,
    SockiHiddenInfo,
    SockiSearch,
    SockiSearchConfig,
    by_company,
    by_number,
)
from game.games.socki.rules.events import SockiObservation, as_observation
from game.games.socki.rules.state import DECK, GAME, SockiOptions

PLENTY = 3
"""More cards at once than so many are liked no better, nor worse: so much a manner gives away at most."""


@dataclass(frozen=True, slots=True)
class SockiStyle:
    """What a manner likes.

    Attributes:
        card: what each card laid is worth to it, up to `PLENTY`, in chances of winning; less than nothing for
            a hoarder.
        joins: whether it sews piles together that make one; where cards lie gives nobody an advantage.
        parts: whether it makes two of every pile that is long enough.
    """

    card: float = 0.0
    joins: bool = False
    parts: bool = False

    def bonus(self, cards: int) -> float:
        """What it likes about a play of so many cards."""
        return self.card * min(cards, PLENTY)


PLAIN = SockiStyle()
TASTES = {
    "hoarder": SockiStyle(card=-0.06),
    "spreader": SockiStyle(card=0.06, parts=True),
    "mender": SockiStyle(joins=True),
}
MANNERS = tuple(TASTES)


def laid_out(house: SockiOptions, table: Table, cards: Pile, taste: SockiStyle) -> Table:
    """The table after these cards were laid, which there must be, as the manner would lay them."""
    new = house.best_play(table, cards)
    assert new is not None
    return as_liked(house, new, taste)


def as_liked(house: SockiOptions, table: Table, taste: SockiStyle) -> Table:
    """The same cards as the manner would lay them."""
    if taste.joins:
        return canonical(GAME, _joined(house.book, table))
    return canonical(GAME, _parted(house.book, table)) if taste.parts else table


def _joined(book: MeldBook, table: Table) -> Table:
    """The same cards in longer piles: two that make one are joined, a card to spare goes to a longer one."""
    for one, other in permutations(table, 2):
        for cards in (one, *((card,) for card in one if len(one) <= len(other))):
            rest = remove_cards(one, cards)
            if book.is_meld((*other, *cards)) and (not rest or book.is_meld(rest)):
                left = list(table)
                left.remove(one)
                left.remove(other)
                return _joined(book, (*left, (*other, *cards), *([rest] if rest else [])))
    return table


def _parted(book: MeldBook, table: Table) -> Table:
    """The same cards in as many piles as their long ones can be parted into."""
    parted: list[Pile] = []
    for pile in table:
        first, rest = pile[:MIN_MELD], pile[MIN_MELD:]
        while book.is_meld(first) and book.is_meld(rest):
            parted.append(first)
            first, rest = rest[:MIN_MELD], rest[MIN_MELD:]
        parted.append((*first, *rest))
    return tuple(parted)


OVERLOOKS = 0.3
"""How often an easy player misses that it could play."""


def childish(
    house: SockiOptions, table: Table, hand: Pile, taste: SockiStyle, chance: SeededRng
) -> Table | None:
    """The table after the play of a child, a single pile or card; `None` where it plays nothing.

    It overlooks its chance now and then where the house lets it, but never the play that empties its hand. It
    takes no pile apart that it holds, if anything else goes.
    """
    overlooks = chance.happens(OVERLOOKS) and not house.must_play
    plays = list(house.simple_plays(table, hand))
    size = sum(map(len, table))
    last = [new for new in plays if sum(map(len, new)) == size + len(hand)]
    if last:
        return last[0]
    if overlooks:
        return None
    plays = [new for new in plays if not _parts(house, hand, changes(table, new)[0])] or plays
    if house.must_play:
        # Whoever has to play and overlooks nothing still sees little: one card at a time, wherever it goes.
        plays = [new for new in plays if sum(map(len, new)) == size + 1] or plays
    if taste.card < 0 and plays:  # a hoarder lays as few as it can
        least = min(sum(map(len, new)) for new in plays)
        plays = [new for new in plays if sum(map(len, new)) == least]
    if plays:
        return chance.pick(plays)
    if not house.must_play:
        return None
    # One card is worked in, or where that is not enough, as many as can be.
    for card in dict.fromkeys(hand) if table else ():
        if house.can_play(table, (card,)):
            new = house.best_play(table, (card,))
            if new is not None and house.play_refusal(table, hand, new) is None:
                return new
    return house.best_play(table, hand)


def _parts(house: SockiOptions, hand: Pile, laid: Pile) -> bool:
    """Whether fewer cards of a hand would lie in piles of its own, these among them, once they are laid."""
    counting, cards = counting_for(house.book), to_card_set(house.book, hand)
    left = minus(cards, to_card_set(house.book, laid))
    return counting.most(0, left).bit_count() + len(laid) < counting.most(0, cards).bit_count()


SMALL = 4
"""All parts of a play of so many cards are looked at."""


class LayOptions:
    """What one hand may lay on one table."""

    def __init__(
        self,
        house: SockiOptions,
        counting: MeldFeasibility,
        table: CardSet,
        hand: CardSet,
        charge: Charge | None = None,
    ) -> None:
        self.house, self.counting, self.table, self.hand = house, counting, table, hand
        self.charge = charge

    def all(self, most: CardSet) -> list[CardSet]:
        """The plays worth a thought, the one of the most cards first, each once.

        They lay all of it, parts of it, single cards, and the most with one card changed for another.
        """
        # A dict keeps the order they were found in: of plays that are as good the first is made.
        found = {most: None} if self.legal(most) else {}
        for play in self._parts(most):
            if play not in found and self.legal(play):
                found[play] = None
        return list(found)

    def may_open(self, play: CardSet) -> bool:
        """Whether a play has as many cards as the house wants on an empty table."""
        size = play.bit_count()
        return bool(self.table) or (size == MIN_MELD if self.house.opening_three else size >= MIN_MELD)

    def legal(self, play: CardSet) -> bool:
        if not self.may_open(play):
            return False
        table = plus(self.table, play)
        if not self.counting.lies(table, self.charge):
            return False
        if not self.house.play_all or (self.house.opening_three and not self.table):
            return True
        return not self.counting.most(table, minus(self.hand, play), self.charge)

    def _parts(self, most: CardSet) -> Iterator[CardSet]:
        cards, book = list(faces(most)), self.house.book
        if not self.table:
            for meld in book.melds_from([book.pack.cards[face] for face in faces(self.hand)]):
                yield to_card_set(book, meld)
        sizes = range(1, len(cards)) if len(cards) <= SMALL else (len(cards) - 1,)
        for size in sizes:
            yield from map(of_faces, combinations(cards, size))
        for face in dict.fromkeys(faces(self.hand)):
            yield of_faces((face,))
        for face in dict.fromkeys(cards):
            rest = minus(most, of_faces((face,)))
            for other in dict.fromkeys(faces(minus(self.hand, most))):
                if other != face:
                    yield plus(rest, of_faces((other,)))


SIGHTS = {
    "hard": SockiSearchConfig(nodes=240, turns=1, worth=by_number),
    "master": SockiSearchConfig(nodes=1200, turns=3, worth=by_company),
}


class SockiBot:
    """The `Bot` of SOCKI."""

    levels = ("easy", "normal", *SIGHTS)
    manners = MANNERS

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: SeededRng,
        budget: Budget | None = None,
    ) -> str:
        """A legal move for the seat that observes and is to move.

        What a budget counts are plays of its own that are played on in one dealt-again world each.
        """
        level, manner = read_level(level, self.levels, self.manners)
        seen = as_observation(observation)
        return SockiAgent(seen, options, level, manner, budget).move(chance)


PLAYS_WORK = 10_000
"""Work for finding the plays to be weighed, some 0.3 s; on a busy machine it is done all the same."""


class SockiAgent:
    """A level and a manner at one decision."""

    def __init__(
        self, seen: SockiObservation, options: Options, level: str, manner: str, budget: Budget | None = None
    ) -> None:
        self.house = SockiOptions.of(options)
        self.seen, self.level, self.budget = seen, level, budget or Budget()
        self.taste = TASTES.get(manner, PLAIN)
        self.table: Table = tuple(map(tuple, seen["table"]))
        self.hand = tuple(seen["hand"])
        self.counting = counting_for(self.house.book)
        self.on_table = to_card_set(self.house.book, (card for pile in self.table for card in pile))
        self.plays: list[CardSet] = []
        """The plays that it has weighed against each other."""
        self.laid: CardSet = 0
        """The cards that it has chosen to lay."""

    def move(self, chance: SeededRng) -> str:
        if self.level == "easy":
            new = childish(self.house, self.table, self.hand, self.taste, chance)
            new = None if new is None else as_liked(self.house, new, self.taste)
        else:
            new = self.table_after(chance)
        if new is None:
            return "draw" if self.seen["stock"] else "pass"
        return f"play {write_piles(new)}"

    def table_after(self, chance: SeededRng) -> Table | None:
        """The table after the play that it makes, `None` where nothing can be played."""
        try:
            self.laid = self._cards_to_lay(chance)
        except (DeadlineError, BudgetExceeded):
            return self._simple_table()
        return laid_out(self.house, self.table, self.cards(self.laid), self.taste) if self.laid else None

    def _cards_to_lay(self, chance: SeededRng) -> CardSet:
        """The cards of the play that it makes, none where nothing can be played.

        Raises:
            BudgetExceeded: its plays are too hard to find.
            DeadlineError: no time is left to weigh them, and the house does not allow the most cards.
        """
        counting, table, hand = self.counting, self.on_table, to_card_set(self.house.book, self.hand)
        charge = WorkLimit(PLAYS_WORK).spend
        most = counting.most(table, hand, charge)
        if not most:
            return 0
        choices = LayOptions(self.house, counting, table, hand, charge)
        legal = choices.may_open(most)  # a house that wants all laid is content with the most
        # The whole hand, where the house allows it, ends the round: seldom is there anything to be weighed.
        if legal and most == hand and not self._may_end_lost():
            return most
        try:
            self.plays = choices.all(most)
            return self._chosen(self.plays, chance) if self.plays else 0
        except (DeadlineError, BudgetExceeded):
            if legal:
                return most
            raise

    def _simple_table(self) -> Table | None:
        """The table after the most cards that fit as the piles lie, where no time is left for more."""
        plays = list(self.house.simple_plays(self.table, self.hand))
        if plays or not self.house.must_play:
            return max(plays, key=lambda new: sum(map(len, new)), default=None)
        return self.house.best_play(self.table, self.hand)

    def charge(self, _work: int) -> None:
        """Stop a search when the time for the decision is up.

        Raises:
            DeadlineError: it is.
        """
        self.budget.check()

    def cards(self, play: CardSet) -> Pile:
        return tuple(self.house.book.pack.cards[face] for face in faces(play))

    def unseen(self) -> SockiHiddenInfo:
        hand = to_card_set(self.house.book, self.hand)
        unseen = minus(to_card_set(self.house.book, DECK), plus(self.on_table, hand))
        held = [self.seen["counts"][seat] for seat in self.seats[1:]]
        return SockiHiddenInfo(self.counting, self.on_table, unseen, held, self.seen["stock"], self.charge)

    def totals(self) -> MatchEquity:
        scores = tuple(self.seen["scores"][seat] for seat in self.seats)
        return MatchEquity(scores, self.house.options.number("target"))

    @property
    def seats(self) -> list[int]:
        """The seats of the round, the own one first, then in turn."""
        own, players = self.seen["seat"], self.seen["players"]
        assert own is not None
        order = [(own + step) % players for step in range(players)]
        return [seat for seat in order if self.seen["counts"][seat]]

    def _may_end_lost(self) -> bool:
        """Whether going out may end the match for another, and whoever it is looks so far."""
        held = [self.seen["counts"][seat] for seat in self.seats[1:]]
        return self.level in SIGHTS and self.totals().may_end_lost(held)

    def _chosen(self, plays: list[CardSet], chance: SeededRng) -> CardSet:
        """Which cards to lay: as many as can be, or what thinking finds."""
        if len(plays) == 1:
            return plays[0]
        if self.level not in SIGHTS:
            # Near the end even a hoarder lays what he can.
            hoards = self.taste.card < 0 and len(self.hand) > 5
            return (min if hoards else max)(plays, key=int.bit_count)
        return self.thought().best(plays, [self.taste.bonus(play.bit_count()) for play in plays], chance)

    def thought(self, sight: SockiSearchConfig | None = None) -> SockiSearch:
        """The decision, seen as its level does or otherwise."""
        hand, sight = to_card_set(self.house.book, self.hand), sight or SIGHTS[self.level]
        return SockiSearch(
            self.counting, self.on_table, hand, self.unseen(), self.totals(), sight, self.budget
        )


BOT: Bot = SockiBot()


def beginner(observation: Observation, options: Options, _chance: SeededRng) -> str:
    """The move of somebody who has read the first lesson, for whom easy must not be too good.

    It knows what a pile is, that a card may join one that lies there, and that it has to draw where nothing
    fits. It lays the piles that it holds and every card that fits, and takes nothing apart; only where the
    house refuses a draw does it play what the window shows it then.
    """
    house, seen = SockiOptions.of(options), as_observation(observation)
    table, hand = tuple(map(tuple, seen["table"])), tuple(seen["hand"])
    best, now, held = None, table, hand
    while (new := next(iter(house.simple_plays(now, held)), None)) is not None:
        held, now = remove_cards(held, changes(now, new)[0]), new
        if house.play_refusal(table, hand, now) is None:
            best = now
    if best is None and house.must_play:
        best = house.best_play(table, hand)
    if best is None:
        return "draw" if seen["stock"] else "pass"
    return f"play {write_piles(best)}"


GUESSES = 64
"""Deals of the unseen cards in which it is asked what the next player could lay."""
MORE = 0.25
"""By so many cards it can lay more, on the average, where that is told; or so much oftener something fits."""
OFTEN = 0.75
"""So often something has to fit in the next turn where that is promised."""
A_BIT = 0.05
"""By so much oftener it has to where nothing else speaks for it."""


def find_best_play(
    observation: Observation, options: Options, seed: Seed, nodes: int | None = None
) -> BestPlay:
    """What the best player would lay, within its time or so many plays played on."""
    seen = as_observation(observation)
    player = SockiAgent(seen, options, BEST, "", hint_budget(nodes))
    table = player.table_after(SeededRng(*seed))
    if table is None:
        return BestPlay()
    laid = player.laid
    if not laid:  # no time was left to weigh anything
        return BestPlay(table)
    if laid.bit_count() == len(player.hand):
        return BestPlay(table, reasons=(HintReason("all"),))
    most = max(player.plays, key=lambda play: (play.bit_count(), play == laid), default=laid)
    if laid.bit_count() == most.bit_count():
        return BestPlay(table, reasons=(HintReason("most"),))
    # Which cards go beside them matters only where all of these do.
    whole = next(
        (play for play in player.plays if play.bit_count() == most.bit_count() and _holds(play, laid)), most
    )
    kept = player.cards(minus(whole, laid)) if _holds(whole, laid) else ()
    reasons: tuple[HintReason, ...] = ()
    with suppress(DeadlineError):  # the move is shown without a reason
        reasons = _why(player, laid, whole)
    return BestPlay(table, kept=kept, full=False, reasons=reasons)


def _why(player: SockiAgent, laid: CardSet, whole: CardSet) -> tuple[HintReason, ...]:
    """Why it is better to lay these cards than the most that can be laid; the weightiest reason first."""
    opened, ready = _after(player, laid)
    opened_by_whole, ready_by_whole = _after(player, whole)
    reasons = [(opened_by_whole - opened, HintReason("feeds", player.seats[1]))]
    if ready >= OFTEN:
        reasons.append((ready - ready_by_whole, HintReason("next")))
    reasons.sort(key=lambda one: -one[0])
    told = tuple(reason for weight, reason in reasons if weight >= MORE)
    told = told or tuple(reason for weight, reason in reasons if reason.kind == "next" and weight >= A_BIT)
    if told or (tried := _tried(player, laid, whole)) is None:
        return told or tuple(reason for weight, reason in reasons if weight > 0) or (HintReason("best"),)
    return (tried,)


def _tried(player: SockiAgent, laid: CardSet, whole: CardSet) -> HintReason | None:
    """Whether another play comes out clearly worse, tried in the same deals; `None` where it is better."""
    thought, unseen, chance = player.thought(), player.unseen(), SeededRng("opened")
    one, other = EvaluatedPlay(laid, 0.0), EvaluatedPlay(whole, 0.0)
    for _ in range(GUESSES):
        guess = unseen.dealt(chance)
        for judged in (one, other):
            judged.values.append(thought.value(judged.play, guess))
    if other.behind(one):
        return HintReason("mean")
    return None if one.behind(other) else HintReason("close")


def _holds(play: CardSet, part: CardSet) -> bool:
    return not part & ~play


def _after(player: SockiAgent, play: CardSet) -> tuple[float, float]:
    """What comes after a play, on the average of some deals.

    Returns:
        how many cards the next player can lay, and how often a card of the own hand fits in its next turn.
    """
    # The same deals at every call: what differs then comes of the plays.
    unseen, chance = player.unseen(), SeededRng("opened")
    own = minus(to_card_set(player.house.book, player.hand), play)
    opened = ready = 0
    for _ in range(GUESSES):
        table = plus(player.on_table, play)
        for number, hand in enumerate(unseen.dealt(chance).hands):
            laid = player.counting.most(table, hand, player.charge)
            if laid:
                table = plus(table, laid)
                opened += laid.bit_count() if number == 0 else 0
        ready += bool(player.counting.most(table, own, player.charge))
    return opened / GUESSES, ready / GUESSES
