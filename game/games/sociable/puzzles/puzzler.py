"""The `Puzzler` of SOCiable: all hands lie open, and one has to be out first whatever the others do.

Best play of the others is all of them against the solver, so what is proved holds however they play; those
who were out before do not count. A solution is a first play (or pass) after which it is certain; what comes
later follows the answers of the others, and each play of the solver is judged as soon as it is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from game.core.session import Session
from game.games.sociable.puzzles.open_hands import (
    Choice,
    Open,
    Spot,
    TooManyError,
    house_of,
    seated,
    spot_of,
)
from game.games.sociable.puzzles.reading import choice_of, left_by, state_of, text_of
from game.games.sociable.rules.events import SeatOut, read
from game.games.sociable.rules.rules import RULES
from game.games.sociable.rules.state import State
from game.match.puzzle import Draft, NoPuzzleError, Proved, Puzzle, Setting, Told, Verdict
from game.match.puzzle.grading import finders, puzzle_of_draft, thrifty
from game.words import _

OUT = "out"
FEWEST, MOST_CARDS = 3, 6
"""So many cards a hand."""
ALL_CARDS = 22
"""No more cards are looked through by somebody who has to see all hands at once."""
SEATS = 3
"""So many at least still hold cards."""
SPOTS = 12_000
"""So many moments of the hand are looked into for one puzzle."""
CHOICES = 3
SOLUTIONS = 2
LUCKY = 150
"""What is found in so many of a thousand tries by playing anything is no puzzle."""
PLAYED_OUT = {"easy": 1, "normal": 1, "hard": 40, "master": 120}
"""The hands that each level may play out for a play of its attempt; none sees the open cards."""


class SociablePuzzles:
    """Makes, proves, judges and tells them."""

    kinds: Sequence[str] = (OUT,)

    def match(self, chance: Random) -> Setting:
        """Matches of four and five, between levels that decide at once."""
        players = chance.choice((4, 5))
        levels = tuple(chance.choice(("easy", "normal", "normal")) for _seat in range(players))
        return Setting(players, levels, {})

    def drafts(self, session: Session, chance: Random) -> Iterator[Draft]:
        """The hand as it lies, where few enough cards are left and nothing is decided at once."""
        state = state_of(session)
        if why := _unfit(state):
            raise NoPuzzleError(why)
        assert session.to_move is not None
        bare = replace(state, scores=(0,) * state.players, given=())
        yield Draft("sociable", OUT, RULES.format_position(bare), session.to_move, _options(session))

    def prove(self, draft: Draft) -> Proved:
        """By going through all that anybody can do."""
        session = Session.from_position(draft.game, draft.position, options=draft.options)
        state = state_of(session)
        if why := _unfit(state):
            raise NoPuzzleError(why)
        spot, hand = spot_of(state), _hand(state, SPOTS)
        try:
            won = hand.winning(spot)
        except TooManyError:
            raise NoPuzzleError(_("There is too much to look into.")) from None
        if not won:
            raise NoPuzzleError(_("Being out first cannot be forced."))
        if len(won) > SOLUTIONS:
            raise NoPuzzleError(_("There are too many ways to do it."))
        looked = hand.looked
        hand.most = 3 * SPOTS
        try:
            luck = round(1000 * hand.luck(spot))
            lines = tuple(line_of(session, hand, choice) for choice in won)
        except TooManyError:
            raise NoPuzzleError(_("There is too much to look into.")) from None
        if luck >= LUCKY:
            raise NoPuzzleError(_("That is too easy: it can hardly be missed."))
        return Proved(lines, luck, _astray(session, hand, lines[0]), "search", looked)

    def found_by(self, draft: Draft, proved: Proved, chance: Random) -> Sequence[str]:
        """The levels that are out first against that defence, though they see their own cards alone."""
        puzzle = puzzle_of_draft(draft, proved)
        return finders(self, puzzle, PLAYED_OUT, thrifty(PLAYED_OUT), chance)

    def verdict(self, puzzle: Puzzle, session: Session) -> Verdict:
        """By every play of the solver, and by who is out."""
        again, seat = puzzle.session(), puzzle.seat
        state = state_of(again)
        hand = _kept(puzzle.position, tuple(puzzle.options.items()))
        for mover, move in session.log:
            before = state
            for event in again.play(move):
                if isinstance(happened := read(event), SeatOut):
                    return Verdict.SOLVED if happened.seat == seat else Verdict.MISSED
            state = state_of(again)
            if mover == seat:
                choice = choice_of(move)
                left = left_by(spot_of(before).hands[hand.me], choice)
                if not hand.leads_to(spot_of(before), choice, left):
                    return Verdict.MISSED
        return Verdict.OPEN

    def answer(self, puzzle: Puzzle, session: Session) -> str:
        """What leaves the solver the fewest good choices."""
        state = state_of(session)
        hand = _kept(puzzle.position, tuple(puzzle.options.items()))
        return text_of(state, hand.answer(spot_of(state)))

    def task(self, puzzle: Puzzle) -> str:
        """What has to be done."""
        from game.games.sociable.puzzles.words import task_words

        return task_words(puzzle)

    def explained(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[Told]:
        """The line of the first solution, play by play."""
        from game.games.sociable.puzzles.words import told_words

        hand = _kept(puzzle.position, tuple(puzzle.options.items()))
        return told_words(puzzle, hand, names)


def _options(session: Session) -> dict[str, object]:
    house = ("joker_pair_beats_same_rank", "pass")
    usual = {"joker_pair_beats_same_rank": False, "pass": "reenter"}
    return {name: session.options[name] for name in house if session.options[name] != usual[name]}


def _unfit(state: State) -> str:
    """Why a moment makes no puzzle at a glance; empty where it may."""
    counts = [len(state.hands[seat]) for seat in seated(state)]
    if state.turn is None or state.gifts:
        return _("Nobody plays a card now.")
    if len(counts) < SEATS:
        return _("Too few players still hold cards.")
    if len(state.hands[state.turn]) < FEWEST:
        return _("Too few cards are left.")
    if max(counts) > MOST_CARDS or sum(counts) > ALL_CARDS:
        return _("There are more cards here than can be looked through.")
    if state.lead and state.by not in seated(state):
        return _("Whoever laid last is out.")
    if len(RULES.moves(state)) < CHOICES:
        return _("There is hardly anything to choose.")
    return ""


def _hand(state: State, most: int) -> Open:
    assert state.turn is not None
    return Open(house_of(state), seated(state).index(state.turn), most)


@lru_cache(maxsize=8)
def _kept(position: str, options: tuple[tuple[str, object], ...]) -> Open:
    """The hand of a puzzle with all that was found out about it; it was proved within a bound."""
    session = Session.from_position("sociable", position, options=dict(options))
    return _hand(state_of(session), 100 * SPOTS)


def line_of(session: Session, hand: Open, first: Choice) -> tuple[str, ...]:
    """A whole attempt: the first choice, the answers of the others, and our shortest way against these."""
    again, line = session.branched(0), []
    choice: Choice = first
    while True:
        state = state_of(again)
        move = text_of(state, choice)
        line.append(move)
        if any(isinstance(read(event), SeatOut) for event in again.play(move)):
            return tuple(line)
        spot = spot_of(state_of(again))
        choice = shortest(hand, spot)[1] if spot.turn == hand.me else hand.answer(spot)


def shortest(hand: Open, spot: Spot) -> tuple[int, Choice]:
    """How many more of our plays it takes against the answers of the others, and the first of these."""
    found: list[tuple[int, int, Choice]] = []
    for number, (choice, left) in enumerate(hand.choices(spot)):
        if not any(left):
            return 1, choice
        if hand.leads_to(spot, choice, left):
            found.append((1 + _plays_after(hand, hand.after(spot, choice, left)), number, choice))
    best = min(found, key=lambda one: one[:2])
    return best[0], best[2]


def _plays_after(hand: Open, spot: Spot) -> int:
    while spot.turn != hand.me:
        choice = hand.answer(spot)
        spot = hand.after(spot, choice, left_by(spot.hands[spot.turn], choice))
    return shortest(hand, spot)[0]


def _astray(session: Session, hand: Open, line: Sequence[str]) -> int:
    """How many wrong choices lie along the way."""
    again, count = session.branched(0), 0
    for move in line:
        spot = spot_of(state_of(again))
        if spot.turn == hand.me:
            count += sum(not hand.leads_to(spot, choice, left) for choice, left in hand.choices(spot))
        again.play(move)
    return count
