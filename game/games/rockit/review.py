"""What decided a match of RockIt: when to hold and when to lay, what fed the next, how each game ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from game.core.cards import JOKER, missing, without
from game.core.chance import Chance
from game.core.rummy import GOOD_WORK, good_play
from game.core.rummy.table import CardDrawn, Pile, Table, plain_cards, read_piles, with_pile, write_piles
from game.core.search import Budget
from game.core.session import Session
from game.games.rockit.bot import SIGHTS, Player, nothing
from game.games.rockit.bot.fast import WILD, packed
from game.games.rockit.bot.search import Candidate, Game, Habit, Thought, View
from game.games.rockit.rules.events import GameEnded, observed, read
from game.games.rockit.rules.state import GAME, PACK, HouseRules, laid_cards, wins_needed
from game.match.insight import Analyst, Chances, Fact, Moment, Turn, Weighed
from game.match.rummy.review import RummyAnalyst, did, fed, ready, rummy_turns
from game.words import _

PLAYED = 100
"""So often at most a game is played to its end from each turn on."""
CLOSELY = 400
"""The same where it is looked at more closely."""
AT_ONCE = 20
"""After so many it is asked whether more would tell more."""
CHOOSING = replace(SIGHTS["master"], worlds=48)
"""How the best turn is looked for."""
SIGHT = replace(SIGHTS["master"], worlds=120)
"""How the turn that was made is held against it."""
NEAR = 0.06
"""A turn with which the game is won so much less often is nearly as good."""


class RockItInsight(RummyAnalyst):
    """The `Analyst` of the game."""

    batch = 4

    def turns(self, session: Session) -> Sequence[Turn]:
        """The turns; coming in and going on is one."""
        return rummy_turns(session.log, ("play", "rockit", "draw", "pass"), ("play", "rockit"))

    def longer_look(self, before: Session) -> Chances:
        return self.chances(before, CLOSELY)

    def chances(self, before: Session, times: int = PLAYED) -> Chances:
        """By the game played to its end from the hands as they were, the draw pile shuffled again."""
        view = View(HouseRules.of(before.options), observed(before.observe(before.to_move)))
        seen, players = view.seen, view.seen["players"]
        hands = [packed(view.house.book, observed(before.observe(seat))["hand"]) for seat in range(players)]
        stock = _stock(before, view)
        won = [0.0] * players
        laid = [_most_laid(before, seat) for seat in range(players)]
        for number in range(times):
            chance = Chance("insight", number)
            game = Game(
                view.house, view.table, list(hands), list(view.inside), chance.shuffled(stock), seen["turn"],
                passes=seen["passes"],
            )  # fmt: skip
            _play_out(game, [chance.pick([Habit.HOLD, Habit.LAY]) for _seat in range(players)], laid, view)
            for seat in range(players):
                won[seat] += game.share(seat)
            if (number + 1) % AT_ONCE == 0 and is_clear(won, number + 1, times):
                break
        total = sum(won) or 1.0
        return match_chances([share / total for share in won], seen["wins"], wins_needed(before.options))

    def weigh(self, session: Session, turn: Turn) -> Weighed | None:
        """The turn against the best that master thinks of, as its seat knew; and what could have gone."""
        player = _player(session.before(turn.first))
        made = Made.of(player, session, turn)
        found = self._weighed(player, made, turn.seat, wins_needed(session.options))
        most = _most(player, player.table, player.hand) if player.seen["in"][turn.seat] else None
        if found is None or most is None:
            return found
        laid = len(player.hand) - len(made.rest)
        return replace(found, facts=({"kind": "laid", "seat": turn.seat, "laid": laid, "most": most},))

    def _weighed(self, player: Player, made: Made, seat: int, needed: int) -> Weighed | None:
        move, seen = player.move(Chance("insight"), weighs=True), player.seen
        if player.chosen is None:  # one thing only can be done, or it empties the hand
            if move == nothing(seen) or made.empties:
                return Weighed.fine() if made.empties else None
            gap = 1 - made.worth(player)
        else:
            if made.empties or not made.differs(player.chosen):
                return Weighed.fine()
            rival = replace(player.chosen, won=0.0, worlds=0, lost=Counter())
            worth = made.worth(player, rival)
            gap = rival.worth - worth
        # Whoever keeps cards that could all go may still win, but nothing is better than to have won.
        if gap <= NEAR and player.chosen is not None:
            return Weighed.fine()
        loss = max(0.0, gap) * stake(seat, tuple(seen["wins"]), needed)
        return Weighed(round(loss, 4), good=False, better=_moves(player, move))

    def facts(self, session: Session, turn: Turn, moment: Moment) -> Iterator[Fact]:
        player, seat = _player(session.before(turn.first)), turn.seat
        made = Made.of(player, session, turn)
        if moment.better:
            better = Made.by(player, moment.better)
            laid, could = len(player.hand) - len(made.rest), len(player.hand) - len(better.rest)
            if better.empties:
                yield {"kind": "whole", "seat": seat}
            elif made.lays and not better.lays:
                yield {"kind": "hold", "seat": seat}
            elif better.lays and not made.lays:
                yield {"kind": "lay" if player.seen["in"][seat] else "come", "seat": seat}
            elif could > laid:
                if missing(better.rest, made.rest):  # without some of what was laid
                    yield {"kind": "laid", "seat": seat, "laid": laid, "most": could}
                else:
                    cards = without(made.rest, better.rest)
                    yield {"kind": "more", "seat": seat, "laid": laid, "could": could, "cards": list(cards)}
            elif kept := missing(better.rest, made.rest):
                yield {"kind": "keep", "seat": seat, "cards": list(kept)}
            yield from _fed(session, turn, player, made, better)
        else:
            events = [event for ply in range(turn.first, turn.last) for event in session.events_of(ply)]
            drawn = [one.card for one in map(read, events) if isinstance(one, CardDrawn)]
            laid = len(player.hand) - len(made.rest)
            if drawn:
                yield {"kind": "drew", "seat": seat, "card": str(drawn[0])}
            else:
                yield did(seat, laid, len(made.rest))
            if not made.empties:
                after = session.before(turn.last)
                yield from ready(after, seat, partial(_goes_out, player, after))
        yield from _ended(session, turn, moment)

    def how(self) -> str:
        return _(
            "From every turn on the game was played to its end, up to {n} times, with the hands as they were."
        ).format(n=PLAYED)


INSIGHT: Analyst = RockItInsight()


@dataclass(frozen=True, slots=True)
class Made:
    """A turn as a whole: the board that it left, and whether anything was laid."""

    board: Table
    rest: Pile
    """The hand after it, before a card is drawn."""
    lays: bool

    @classmethod
    def of(cls, player: Player, session: Session, turn: Turn) -> Made:
        return cls.by(player, [move for _seat, move in session.log[turn.first : turn.last]])

    @classmethod
    def by(cls, player: Player, moves: Sequence[str]) -> Made:
        board = player.table
        for move in moves:
            verb, _space, rest = move.partition(" ")
            rest = rest.removeprefix("| ")
            if verb == "come":
                board = with_pile(GAME, board, tuple(rest.split()))
            elif rest:
                board = read_piles(rest)
        laid = laid_cards(player.table, board)
        return cls(board, without(player.hand, laid), bool(laid))

    @property
    def empties(self) -> bool:
        return not self.rest

    def differs(self, one: Candidate) -> bool:
        """Whether this is another turn than that one; how the board lies does not matter."""
        if not one.board or not self.lays:
            return bool(one.board) != self.lays
        return _cards(one.board) != _cards(self.board)

    def candidate(self, player: Player, habit: Habit) -> Candidate:
        view = player.view
        hand = packed(player.house.book, self.rest)
        inside = self.lays or view.inside[view.seat]
        draws = not self.lays and not player.seen["came"]
        return Candidate("made", view.board(self.board), hand, inside, draws, habit, board=self.board)

    def worth(self, player: Player, *rivals: Candidate) -> float:
        """How often the game is won after it, however it is gone on by; rivals play in the same worlds."""
        found = [self.candidate(player, habit) for habit in Habit]
        Thought(player.view, SIGHT, Budget()).played([*rivals, *found], Chance("compared"))
        return max(one.worth for one in found)


def _cards(board: Table) -> list[str]:
    return sorted(card for pile in board for card in pile)


def _player(session: Session) -> Player:
    house, seen = HouseRules.of(session.options), observed(session.observe(session.to_move))
    return Player(house, seen, CHOOSING, "", Budget())


def _moves(player: Player, move: str) -> tuple[str, ...]:
    """The moves of the turn that was chosen, or that empties the hand."""
    first, chosen = Made.by(player, [move]), player.chosen
    if not move.startswith("come"):
        return (move,)
    if chosen is None:
        more = player.house.good_play(first.board, first.rest) if first.rest else None
        return (move,) if more is None else (move, f"play {write_piles(more)}")
    if not chosen.board:
        return (move,)
    goes_on = _cards(first.board) != _cards(chosen.board)
    return move, f"play {write_piles(chosen.board)}" if goes_on else "rockit"


def _play_out(game: Game, habits: Sequence[Habit], laid: Sequence[Made | None], view: View) -> None:
    """Play a game to its end; what could be laid as it began is laid even where quick players overlook it."""
    mine = laid[game.turn]
    if mine is not None and not mine.empties and habits[game.turn] is Habit.LAY:
        game.table, game.hands[game.turn] = view.board(mine.board), packed(view.house.book, mine.rest)
        game.end_turn()
    for _seat in habits:
        found = laid[game.turn]
        if found is not None and found.empties and not game.ended:
            game.winners, game.ended = (game.turn,), True
        game.play_out(habits, 1)
    game.play_out(habits)


def is_clear(won: Sequence[float], games: int, times: int) -> bool:
    """Whether chances are known by now as well as even ones are after all these times."""
    # With one game more won and one more lost than there were: nothing is sure after a few that went alike.
    chances = [(share + 1) / (games + 2) for share in won]
    return all(chance * (1 - chance) * times <= games / 4 for chance in chances)


def _most_laid(session: Session, seat: int) -> Made | None:
    """What a seat could lay most of its hand by; `None` where it is not in, or nothing can be laid."""
    house, seen = HouseRules.of(session.options), observed(session.observe(seat))
    if not seen["in"][seat]:
        return None
    table, hand = tuple(map(tuple, seen["table"])), tuple(seen["hand"])
    found = house.good_play(table, hand)
    return None if found is None else Made(found, without(hand, laid_cards(table, found)), lays=True)


def _stock(session: Session, view: View) -> list[int]:
    """The faces of the cards that are left to draw."""
    hands = [card for seat in range(session.players) for card in observed(session.observe(seat))["hand"]]
    out = Counter(hands) + plain_cards(view.seen["table"])
    cards = (Counter(PACK.deck(session.options.number("decks"))) - out).elements()
    book = view.house.book
    return [WILD if card == JOKER else book.face[card] for card in cards][: view.seen["stock"]]


@cache
def to_win(wins: tuple[int, ...], needed: int) -> Chances:
    """Who wins the match when everybody wins each further game as likely."""
    if max(wins) >= needed:
        return tuple(float(count >= needed) for count in wins)
    found = [0.0] * len(wins)
    for seat in range(len(wins)):
        for other, share in enumerate(to_win(_plus(wins, seat), needed)):
            found[other] += share / len(wins)
    return tuple(found)


def _plus(wins: Sequence[int], seat: int) -> tuple[int, ...]:
    return tuple(count + (one == seat) for one, count in enumerate(wins))


def match_chances(shares: Sequence[float], wins: Sequence[int], needed: int) -> Chances:
    """The chances in the match of these in the game."""
    after = [to_win(_plus(wins, seat), needed) for seat in range(len(shares))]
    return tuple(
        sum(share * after[won][seat] for won, share in enumerate(shares)) for seat in range(len(shares))
    )


def stake(seat: int, wins: tuple[int, ...], needed: int) -> float:
    """By how much the chance in the match differs between winning and losing the game."""
    lost = [to_win(_plus(wins, other), needed)[seat] for other in range(len(wins)) if other != seat]
    return to_win(_plus(wins, seat), needed)[seat] - sum(lost) / len(lost)


def _goes_out(player: Player, session: Session, seat: int) -> bool:
    """Whether a seat could lay its whole hand as the board lies; only where that is proved."""
    seen = observed(session.observe(seat))
    hand = tuple(seen["hand"])
    return bool(seen["in"][seat]) and _most(player, tuple(map(tuple, seen["table"])), hand) == len(hand)


def _fed(session: Session, turn: Turn, player: Player, made: Made, better: Made) -> Iterator[Fact]:
    """What the next player could lay with the cards held then, after both turns; told where it is proved."""
    if made.empties or better.empties:
        return
    after = session.before(turn.last)
    seat = after.to_move
    if seat is None or seat == turn.seat or not player.seen["in"][seat]:
        return
    hand = tuple(observed(after.observe(seat))["hand"])
    then, now = (_most(player, one.board, hand) for one in (made, better))
    if then is not None and now is not None:
        yield from fed(seat, then, now)


def _most(player: Player, board: Table, hand: Pile) -> int | None:
    """How many cards of a hand go on a board at most; `None` where that is not proved."""
    found = good_play(GAME, board, hand, player.house.options, GOOD_WORK)
    if not found.proved:
        return None
    return len(laid_cards(board, found.table)) if found.value and found.table is not None else 0


def _ended(session: Session, turn: Turn, moment: Moment) -> Iterator[Fact]:
    """Who won the game."""
    for ply in range(turn.first, len(session.log)):
        for happened in map(read, session.events_of(ply)):
            if isinstance(happened, GameEnded):
                out = happened.reason == "went_out" and ply < turn.last
                for seat in happened.winners:
                    shared = len(happened.winners) > 1
                    kind = "game" if out else "shared" if shared else "won_by"
                    yield {"kind": kind, "seat": seat, "missed": seat == moment.seat and bool(moment.better)}
                return
