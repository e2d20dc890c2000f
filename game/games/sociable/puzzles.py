"""The `Puzzler` of SOCiable: all hands are open, and the solver has to go out first in any case.

The others play together against the solver, so a proof holds however they play (`OpenHandSolver`, on the
exhaustive search of `bot.endgame`). Seats that are out already do not count. A solution is a first play (or
pass) that keeps the win certain. The later moves depend on the answers of the others, and each play of the
solver is judged at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from game.core.rng import SeededRng
from game.core.session import Session
from game.games.sociable.bot import BOT
from game.games.sociable.bot.endgame import Choice, Endgame, EndgameNode, EndgameOptions, NodeLimitError
from game.games.sociable.bot.heuristics import JOKER_POWER, Held, PlayShape, without
from game.games.sociable.match_text import count_name
from game.games.sociable.rules import RULES
from game.games.sociable.rules.events import SeatOut, as_event
from game.games.sociable.rules.state import POWER, SociablePass, SociablePlay, SociableState
from game.i18n import _, plural
from game.match.puzzle import (
    AttemptResult,
    NoPuzzleError,
    Puzzle,
    PuzzleCandidate,
    PuzzleProof,
    Puzzler,
    PuzzleSource,
    SolutionStep,
)
from game.match.puzzle.grading import finders, puzzle_of_draft


class OpenHandSolver(Endgame):
    """Search of an open hand, with the winning moves of the solver and the answers of the others."""

    def winning(self, node: EndgameNode) -> list[Choice]:
        """Moves that keep going out first certain for the solver, who must be to move; may be empty."""
        return [choice for choice, left in self.choices(node) if self.leads_to(node, choice, left)]

    def answer(self, node: EndgameNode) -> Choice:
        """Best defence, `None` for a pass, of the seat to move, which must not be the solver's.

        It refutes if it can. If not, it leaves the solver the smallest share of winning moves, of as many as
        possible, with all other seats passing.
        """
        ranked = []
        for number, (choice, left) in enumerate(self.choices(node)):
            if not any(left) or not self.leads_to(node, choice, left):
                return choice
            next_node = self._next_decision(self.after(node, choice, left))
            good, total = len(self.winning(next_node)), sum(1 for _choice in self.choices(next_node))
            ranked.append((good / total, -total, number, choice))
        return min(ranked, key=lambda entry: entry[:3])[3]

    def _next_decision(self, node: EndgameNode) -> EndgameNode:
        """Solver's next turn if others pass or lead low; if one of them cannot but go out, its turn."""
        while node.turn != self.me:
            choice, left = list(self.choices(node))[-1]
            if not any(left):
                choice, left = next(self.choices(node))
            if not any(left):
                return node
            node = self.after(node, choice, left)
        return node

    def luck(self, node: EndgameNode) -> float:
        """Return the probability (0 to 1) that the solver wins by random moves against `answer`."""
        while node.turn != self.me:
            choice = self.answer(node)
            left = next(left for candidate, left in self.choices(node) if candidate == choice)
            if not any(left):
                return 0.0
            node = self.after(node, choice, left)
        choices = list(self.choices(node))
        hit = 0.0
        for choice, left in choices:
            if not any(left):
                hit += 1
            elif self.leads_to(node, choice, left):
                hit += self.luck(self.after(node, choice, left))
        return hit / len(choices)


def seats_with_cards(state: SociableState) -> list[int]:
    """Return the seats that still have cards, in playing order."""
    return [seat for seat in state.order if state.hands[seat]]


def spot_of(state: SociableState) -> EndgameNode:
    """Search position of a hand: no suits, and the seats with cards renumbered from 0 in playing order.

    No gift may be due, and the seat that laid the lead must have cards.
    """
    seats = seats_with_cards(state)
    powers = [[POWER[card] for card in state.hands[seat]] for seat in seats]
    hands = tuple(tuple(hand.count(power) for power in range(JOKER_POWER + 1)) for hand in powers)
    assert state.turn is not None
    turn = seats.index(state.turn)
    if not state.lead:
        return EndgameNode(hands, 0, 0, turn, turn, 0)
    play = PlayShape.of(state.lead)
    assert state.by is not None
    quit = sum(1 << place for place, seat in enumerate(seats) if seat in state.quit)
    return EndgameNode(
        hands, play.size, endgame_options(state).height(play), seats.index(state.by), turn, quit
    )


def endgame_options(state: SociableState) -> EndgameOptions:
    """Return the house rules of a match that matter to the search."""
    options = state.options
    return EndgameOptions(options.get_bool("joker_pair_beats_same_rank"), options.get_str("pass") == "final")


def state_of(session: Session) -> SociableState:
    """Return the full state of the match, hidden cards included, but with seed 0."""
    return RULES.parse_position(session.position(), session.players, 0, session.options, None)


def choice_of(move: str) -> Choice:
    """Return the play, without suits, of a move's text; `None` for a pass or a gift."""
    parsed_move = RULES.parse_move(move)
    return PlayShape.of(parsed_move.cards) if isinstance(parsed_move, SociablePlay) else None


def left_by(hand: Held, choice: Choice) -> Held:
    """Return the hand that a choice leaves: the same for a pass."""
    return hand if choice is None else without(hand, choice)


def text_of(state: SociableState, choice: Choice) -> str:
    """Return the first legal move that is this choice, as text; the choice must be legal."""
    moves = [move for move in RULES.moves(state) if isinstance(move, SociablePlay | SociablePass)]
    return next(text for text in map(RULES.format_move, moves) if choice_of(text) == choice)


OUT = "out"
MIN_SOLVER_CARDS, MAX_HAND_CARDS = 3, 6  # cards in the solver's hand at least, and in any hand at most
MAX_CARDS = 22  # cards in all hands that a person can overlook
MIN_ACTIVE_SEATS = 3  # seats that must still hold cards
MAX_POSITIONS = 12_000  # positions searched for one puzzle
MIN_CHOICES = 3
MAX_SOLUTIONS = 2
MAX_LUCKY_PER_MILLE = 150  # per mille of random attempts that succeed; such a puzzle would be too easy
# positions that each level searches before a move of its attempt
POSITIONS_READ = {"easy": 1, "normal": 12, "hard": 60, "master": 300}


class SociablePuzzles:
    """Puzzler of SOCiable."""

    kinds: Sequence[str] = (OUT,)

    def match(self, rng: Random) -> PuzzleSource:
        """Return the setup of a match of four or five bots, easy or normal, with the standard house rules."""
        players = rng.choice((4, 5))
        levels = tuple(rng.choice(("easy", "normal", "normal")) for _seat in range(players))
        return PuzzleSource(players, levels, {})

    def drafts(self, session: Session, rng: Random) -> Iterator[PuzzleCandidate]:
        """Yield the match's position as the only candidate; raises NoPuzzleError, with a reason, if unfit."""
        state = state_of(session)
        if reason := _unfit_reason(state):
            raise NoPuzzleError(reason)
        assert session.to_move is not None
        bare = replace(state, scores=(0,) * state.players, given=())
        defaults = {"joker_pair_beats_same_rank": False, "pass": "reenter"}
        options: dict[str, object] = {
            name: session.options[name] for name in defaults if session.options[name] != defaults[name]
        }
        yield PuzzleCandidate("sociable", OUT, RULES.format_position(bare), session.to_move, options)

    def prove(self, draft: PuzzleCandidate) -> PuzzleProof:
        """Return the proof of a candidate by exhaustive search; raises NoPuzzleError if it is not suitable.

        Raises:
            NoPuzzleError: it cannot be solved, has too many solutions, is too easy or too large.
        """
        session = Session.from_position(draft.game, draft.position, options=draft.options)
        state = state_of(session)
        if reason := _unfit_reason(state):
            raise NoPuzzleError(reason)
        spot, hand = spot_of(state), _limited_solver(state, MAX_POSITIONS)
        try:
            won = hand.winning(spot)
        except NodeLimitError:
            raise NoPuzzleError(_("There are too many possibilities to check.")) from None
        if not won:
            raise NoPuzzleError(_("Going out first can't be forced."))
        if len(won) > MAX_SOLUTIONS:
            raise NoPuzzleError(_("There are too many solutions."))
        node_count = hand.node_count
        hand.most = 3 * MAX_POSITIONS
        try:
            luck = round(1000 * hand.luck(spot))
            lines = tuple(line_of(session, hand, choice) for choice in won)
        except NodeLimitError:
            raise NoPuzzleError(_("There are too many possibilities to check.")) from None
        if luck >= MAX_LUCKY_PER_MILLE:
            raise NoPuzzleError(_("That's too easy: you can hardly miss it."))
        return PuzzleProof(lines, luck, _wrong_choice_count(session, hand, lines[0]), "search", node_count)

    def found_by(self, draft: PuzzleCandidate, proved: PuzzleProof, rng: Random) -> Sequence[str]:
        """Return the levels that solve the puzzle against the best defence; all see the open hands."""
        return finders(self, puzzle_of_draft(draft, proved), POSITIONS_READ, reading, rng)

    def verdict(self, puzzle: Puzzle, session: Session) -> AttemptResult:
        """Return missed after a wrong move or another seat out, solved if the solver is out, else open."""
        replay, seat = puzzle.session(), puzzle.seat
        state = state_of(replay)
        hand = _cached_solver(puzzle.position, tuple(puzzle.options.items()))
        for mover, move in session.log:
            before = state
            for event in replay.play(move):
                if isinstance(happened := as_event(event), SeatOut):
                    return AttemptResult.SOLVED if happened.seat == seat else AttemptResult.MISSED
            state = state_of(replay)
            if mover == seat:
                choice = choice_of(move)
                left = left_by(spot_of(before).hands[hand.me], choice)
                if not hand.leads_to(spot_of(before), choice, left):
                    return AttemptResult.MISSED
        return AttemptResult.OPEN

    def defence_move(self, puzzle: Puzzle, session: Session) -> str:
        """Return the best defence of the seat to move, as text."""
        state = state_of(session)
        hand = _cached_solver(puzzle.position, tuple(puzzle.options.items()))
        return text_of(state, hand.answer(spot_of(state)))

    def refutes(self, puzzle: Puzzle, session: Session) -> bool:
        """True while no seat has gone out in the attempt."""
        return len(state_of(session).out) == len(state_of(session.before(0)).out)

    def lacks(self, puzzle: Puzzle, session: Session, names: Sequence[str]) -> str:
        """Always empty, as other seats' moves show why an attempt fails."""
        return ""

    def task(self, puzzle: Puzzle) -> str:
        """Sentence that asks to be out of cards first or, if a seat is out already, next."""
        if state_of(puzzle.session()).out:
            return _("All hands are face up. Be the next to go out, whatever the others do.")
        return _("All hands are face up. Be the first to go out, whatever the others do.")

    def explain_solution(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[SolutionStep]:
        """Steps of the first solution, any refuted wrong move after the first, any other solution last."""
        hand = _cached_solver(puzzle.position, tuple(puzzle.options.items()))
        session, steps = puzzle.session(), []
        rival_moves: list[tuple[int, str]] = []
        for move in puzzle.solutions[0]:
            seat = session.to_move
            assert seat is not None
            if seat != puzzle.seat:
                rival_moves.append((seat, move))
            else:
                if rival_moves:
                    steps.append(_answers_step(rival_moves, names))
                    rival_moves = []
                steps.append(SolutionStep(_solver_sentence(spot_of(state_of(session)), hand, move), (move,)))
                if len(steps) == 1 and (refutation := _refutation_step(session, hand, names)):
                    steps.append(refutation)
            session.play(move)
        if len(puzzle.solutions) > 1:
            alternative = puzzle.solutions[1][0]
            text = _("Passing first works too.")
            if alternative != "pass":
                text = _("Starting with {play} works too.").format(play=_card_names(alternative))
            steps.append(SolutionStep(text, about=(alternative,)))
        return steps


def reading(session: Session, level: str, rng: SeededRng) -> str:
    """Return, as text, a move sure to win, sought with all hands open up to the level's limit, or a guess.

    It makes a move that is certain to win. If there is none, it prefers choices whose search hit the limit,
    among them the one that `BOT` would make.
    """
    state = state_of(session)
    spot, hand = spot_of(state), _limited_solver(state, POSITIONS_READ[level])
    unsure: list[Choice] = []
    for choice, left in rng.shuffled(hand.choices(spot)):
        try:
            if hand.leads_to(spot, choice, left):
                return text_of(state, choice)
        except NodeLimitError:
            unsure.append(choice)
    fallback_level = "easy" if level == "easy" else "normal"
    fallback_move = BOT.choose(session.observe(session.to_move), session.options, fallback_level, rng)
    return fallback_move if not unsure or choice_of(fallback_move) in unsure else text_of(state, unsure[0])


def _unfit_reason(state: SociableState) -> str:
    """Return why a position makes no puzzle, as translated text; empty if it may."""
    counts = [len(state.hands[seat]) for seat in seats_with_cards(state)]
    if state.turn is None or state.gifts:
        return _("No card can be played right now.")
    if len(counts) < MIN_ACTIVE_SEATS:
        return _("Too few players still have cards.")
    if len(state.hands[state.turn]) < MIN_SOLVER_CARDS:
        return _("Too few cards are left.")
    if max(counts) > MAX_HAND_CARDS or sum(counts) > MAX_CARDS:
        return _("There are too many cards here to search through.")
    if state.lead and state.by not in seats_with_cards(state):
        return _("The last player to play is out of cards.")
    if len(RULES.moves(state)) < MIN_CHOICES:
        return _("There's hardly any choice.")
    return ""


def _limited_solver(state: SociableState, max_nodes: int) -> OpenHandSolver:
    """Solver for the seat to move that searches at most ``max_nodes`` positions."""
    assert state.turn is not None
    return OpenHandSolver(endgame_options(state), seats_with_cards(state).index(state.turn), max_nodes)


@lru_cache(maxsize=8)
def _cached_solver(position: str, options: tuple[tuple[str, object], ...]) -> OpenHandSolver:
    """Return the solver of a puzzle with its cached results. The limit is ample, as the puzzle was proved."""
    session = Session.from_position("sociable", position, options=dict(options))
    return _limited_solver(state_of(session), 100 * MAX_POSITIONS)


def line_of(session: Session, solver: OpenHandSolver, first: Choice) -> tuple[str, ...]:
    """Return the moves, as text, until a seat is out: ``first``, then best defence and shortest win."""
    branch, line = session.branched(0), []
    choice: Choice = first
    while True:
        state = state_of(branch)
        move = text_of(state, choice)
        line.append(move)
        if any(isinstance(as_event(event), SeatOut) for event in branch.play(move)):
            return tuple(line)
        node = spot_of(state_of(branch))
        choice = shortest(solver, node)[1] if node.turn == solver.me else solver.answer(node)


def shortest(solver: OpenHandSolver, node: EndgameNode) -> tuple[int, Choice]:
    """Return (number of moves that the solver needs to be out against the defence, the first of them)."""
    candidates: list[tuple[int, int, Choice]] = []
    for number, (choice, left) in enumerate(solver.choices(node)):
        if not any(left):
            return 1, choice
        if solver.leads_to(node, choice, left):
            candidates.append((1 + _plays_needed(solver, solver.after(node, choice, left)), number, choice))
    best = min(candidates, key=lambda candidate: candidate[:2])
    return best[0], best[2]


def _plays_needed(solver: OpenHandSolver, node: EndgameNode) -> int:
    """Number of moves that the solver needs to be out; the seat to move may be another."""
    while node.turn != solver.me:
        choice = solver.answer(node)
        node = solver.after(node, choice, left_by(node.hands[node.turn], choice))
    return shortest(solver, node)[0]


def _wrong_choice_count(session: Session, solver: OpenHandSolver, line: Sequence[str]) -> int:
    """Return the number of wrong choices at all the solver's decisions along ``line``."""
    branch, count = session.branched(0), 0
    for move in line:
        spot = spot_of(state_of(branch))
        if spot.turn == solver.me:
            count += sum(not solver.leads_to(spot, choice, left) for choice, left in solver.choices(spot))
        branch.play(move)
    return count


PUZZLES: Puzzler = SociablePuzzles()


def _card_names(move: str) -> str:
    """Cards of a play, given as text, in words."""
    return count_name(move.split()[1:])


def _answers_step(theirs: Sequence[tuple[int, str]], names: Sequence[str]) -> SolutionStep:
    """Return a step of the others' moves; its sentence names only the plays, or says that all pass."""
    plays = [(seat, move) for seat, move in theirs if move != "pass"]
    moves = tuple(move for _seat, move in theirs)
    if not plays:
        return SolutionStep(_("Everyone else passes."), moves, theirs=True)
    sentences = [
        _("{name} plays {cards}.").format(name=names[seat], cards=_card_names(move)) for seat, move in plays
    ]
    return SolutionStep(" ".join(sentences), moves, theirs=True)


def _solver_sentence(node: EndgameNode, solver: OpenHandSolver, move: str) -> str:
    """Return a sentence that advises a move of the solver and says what it achieves."""
    choice = choice_of(move)
    if choice is None:
        return _("Pass and keep the cards for later.")
    play = _card_names(move)
    if not any(left_by(node.hands[solver.me], choice)):
        return _("Play {play}, and you're out of cards!").format(play=play)
    able = _answering_seats(node, solver, choice)
    if not able:
        return _("Play {play}. Nobody can beat that, so you lead next.").format(play=play)
    template = plural(
        "Play {play}. One player could beat that, but it doesn't help.",
        "Play {play}. {n} players could beat that, but it doesn't help.", able,
    )  # fmt: skip
    return template.format(play=play, n=able)


def _answering_seats(node: EndgameNode, solver: OpenHandSolver, play: PlayShape) -> int:
    """Number of other seats whose cards can beat the solver's play, also if they have passed for good."""
    base = EndgameNode(node.hands, play.size, solver.house.height(play), solver.me, solver.me, 0)
    nodes = (base._replace(turn=seat) for seat in range(len(node.hands)) if seat != solver.me)
    return sum(any(choice is not None for choice, _left in solver.choices(seat_node)) for seat_node in nodes)


def _refutation_step(session: Session, solver: OpenHandSolver, names: Sequence[str]) -> SolutionStep | None:
    """Step that refutes the wrong choice the fewest can beat; `None` if all win or it is an unbeaten pass."""
    state = state_of(session)
    spot = spot_of(state)
    wrong = [choice for choice, left in solver.choices(spot) if not solver.leads_to(spot, choice, left)]
    if not wrong:
        return None
    choice = min(wrong, key=lambda option: 9 if option is None else _answering_seats(spot, solver, option))
    branch, move = session.branched(0), text_of(state, choice)
    branch.play(move)
    while (node := spot_of(state_of(branch))).turn != solver.me:
        spoilers = (reply for reply, left in solver.choices(node) if not solver.leads_to(node, reply, left))
        seat, answer = branch.to_move, text_of(state_of(branch), next(spoilers))
        assert seat is not None
        if answer != "pass":
            template = _("Not {play}: {name} would play {answer}, and it's no longer certain.")
            if choice is None:
                template = _("Don't pass: {name} would play {answer}, and it's no longer certain.")
            fields = {"name": names[seat], "answer": _card_names(answer)}
            return SolutionStep(
                template.format(play="" if choice is None else _card_names(move), **fields), about=(move,)
            )
        branch.play(answer)
    template = _("Not {play}: nobody beats it, but it's no longer certain.")
    return None if choice is None else SolutionStep(template.format(play=_card_names(move)), about=(move,))
