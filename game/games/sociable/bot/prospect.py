"""The table that a player sees, set up again and again with other hands, to be played to its end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.core.options import Options
from game.core.search import Budget
from game.games.sociable.bot.duel import Duel, Held, TooMuchError
from game.games.sociable.bot.gifts import cheapest, drawn, strongest
from game.games.sociable.bot.hands import DIGITS, LONE, PLAYS, POWERS, Floats, Ints, number_of
from game.games.sociable.bot.judge import Judge
from game.games.sociable.bot.learnt import learnt
from game.games.sociable.bot.past import Past
from game.games.sociable.bot.playouts import Playouts, Tables
from game.games.sociable.bot.policy import OUT, START, worth_of_cards
from game.games.sociable.bot.worlds import Knowledge, counted, deal
from game.games.sociable.rules.exchange import exchange
from game.games.sociable.rules.observed import Observed
from game.games.sociable.rules.state import Give, Move, Play

_MORE = 4
"""How many deals are weighed for each that is played."""


class Prospect:
    """A table as one seat sees it; seats are counted from the Boss on."""

    def __init__(
        self,
        seen: Observed,
        options: Options,
        playouts: Playouts,
        random: np.random.Generator,
        *,
        remembers: bool,
        infers: bool,
    ) -> None:
        self.seen, self.playouts, self.random = seen, playouts, random
        self.order = seen["order"]
        self.players = len(self.order)
        self.sizes = [seen["counts"][seat] for seat in self.order]
        self.knowledge = Knowledge.of(seen, remembers=remembers)
        self.me = self.knowledge.me
        self._gifts = exchange(tuple(range(self.players)), options.word("exchange"))
        self._due = len(seen["give"])
        self._judge = Judge(playouts.policy.leads)
        final = options.word("pass") == "final"
        self._past = Past(seen, playouts.policy.leads, final=final) if infers and not self._due else None
        self._leans: Floats = np.ones((self.players, POWERS))
        if not self._due and options.word("exchange") == "on":
            most = learnt(self.players).leans.shape[1] - 1
            rows = [min(size, most) for size in self.sizes]
            self._leans = learnt(self.players).leans[np.arange(self.players), rows]

    def places(self, found: Sequence[Move], count: int) -> Ints:
        """By move and deal: the place of this seat; the deals are the same for all moves."""
        tables = self._given(found, count) if self._due else self._played(found, count)
        mine: Ints = self.playouts.finish(tables)[:, self.me]
        return mine.reshape(len(found), count)

    def _played(self, found: Sequence[Move], count: int) -> Tables:
        tables = self._tables(np.tile(self.hands(count), (len(found), 1, 1)))
        self.playouts.play(tables, np.repeat([number_of(move) for move in found], count), self.me)
        return tables

    def places_of(self, hands: Sequence[Sequence[str]], count: int) -> Ints:
        """By time and chair: the place, when all hands are known and are played out so often."""
        known = np.array([counted(hand) for hand in hands])
        return self.playouts.finish(self._tables(np.tile(known, (count, 1, 1))))

    def hands(self, count: int) -> Ints:
        """Hands dealt again; those that do not go with what their seats have done are rarer."""
        if self._past is None or not self._past.choices:
            return deal(self.knowledge, self._leans, count, self.random)
        hands = deal(self.knowledge, self._leans, _MORE * count, self.random)
        upto = self._past.likely(self._judge, hands).cumsum()
        # One draw for all marks: each deal is taken as often as is its share, give or take one.
        marks = (np.arange(count) + self.random.random()) * upto[-1] / count
        likelier: Ints = hands[np.minimum(np.searchsorted(upto, marks), len(hands) - 1)]
        return likelier

    def _tables(self, hands: Ints) -> Tables:
        """The table as it is, with these hands."""
        seen, count = self.seen, len(hands)
        gone = counted([*seen["gone"], *seen["lead"]])
        lead = number_of(Play(tuple(seen["lead"]))) if seen["lead"] else 0
        leads = self.playouts.policy.leads
        owner = seen["by"] if lead else None
        by = self.me if owner is None else self.order.index(owner)
        before = [self.order.index(seat) for seat in seen["laid"]][-2:-1] if lead else []
        sizes = hands.sum(2, dtype=np.int64)
        places = np.full((count, self.players), self.players - 1)
        for place, seat in enumerate(seen["out"]):
            places[:, self.order.index(seat)] = place
        quits = np.zeros((count, self.players), dtype=bool)
        quits[:, [self.order.index(seat) for seat in seen["quit"]]] = True
        return Tables(
            codes=hands @ DIGITS,
            sizes=np.where(sizes == 0, OUT, sizes),
            lead=np.full(count, leads.of[lead]),
            by=np.full(count, by),
            before=np.full(count, before[0] if before else by),
            first=np.full(count, self.me),
            asked=np.full(count, (by - self.me) % self.players if lead else 1),
            jokers=np.full(count, int(gone[LONE])),
            aces=np.full(count, int(gone[LONE - 1])),
            out=np.full(count, len(seen["out"])),
            places=places,
            quits=quits,
        )

    # The exchange.

    def _given(self, found: Sequence[Move], count: int) -> Tables:
        hands = deal(self.knowledge, self._leans, count, self.random)
        now = len(self._gifts) - self._due
        for number in range(now):
            if self.me not in (self._gifts[number].giver, self._gifts[number].receiver):  # its own are made
                self._exchange(hands, number)
        hands = np.tile(hands, (len(found), 1, 1))
        given = [counted(move.cards) for move in found if isinstance(move, Give)]
        cards = np.repeat(np.array(given), count, axis=0)
        hands[:, self.me] -= cards
        hands[:, self._gifts[now].receiver] += cards
        for number in range(now + 1, len(self._gifts)):
            self._exchange(hands, number)
        tables = self._tables(hands)
        tables.by[:] = tables.before[:] = tables.first[:] = 0  # the Boss leads
        return tables

    def _exchange(self, hands: Ints, number: int) -> None:
        """One step of the exchange at every table."""
        gift = self._gifts[number]
        owed = hands[:, gift.receiver]
        given = drawn(owed, self.random) if gift.blind else strongest(owed, gift.count)
        hands[:, gift.receiver] -= given
        hands[:, gift.giver] += given
        known = learnt(self.players)
        row = (known.leader if gift.giver == 0 else known.other)[START]
        back = cheapest(hands[:, gift.giver], gift.count, worth_of_cards(row))
        hands[:, gift.giver] -= back
        hands[:, gift.receiver] += back

    # The end between two.

    def won(self, found: Sequence[Move], budget: Budget, most: int) -> Move | None:
        """A move with which this seat goes out before the only other one that is in, if it is found to.

        Args:
            found: the moves to look at.
            budget: what the decision may cost.
            most: positions that may be looked into.
        """
        others = [seat for seat, size in enumerate(self.sizes) if size and seat != self.me]
        if len(others) != 1 or not most or self._due or self.seen["quit"]:
            return None
        theirs = self.knowledge.unseen + self.knowledge.known[others[0]]
        if theirs.sum() != self.sizes[others[0]]:  # the pack is not complete, so some may be nobody's
            return None
        duel = Duel(self.playouts.policy.leads, budget, most)
        mine, his = (tuple(map(int, hand)) for hand in (self.knowledge.hand, theirs))
        try:
            return next((move for move in found if self._wins(duel, move, mine, his, others[0])), None)
        except TooMuchError:
            return None

    def _wins(self, duel: Duel, move: Move, mine: Held, theirs: Held, other: int) -> bool:
        number = number_of(move)
        if number:
            return duel.after(mine, theirs, PLAYS[number])
        owner = self.seen["by"]
        if owner is not None and self.order.index(owner) == other:
            return not duel.wins(theirs, mine, 0, 0)
        return False
