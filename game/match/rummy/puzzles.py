"""Puzzles of the rummies: lay the whole hand, lay the most cards, or lay one card and mend the table.

`game.match.rummy.puzzle_solver` solves them. The difficulty depends on the piles that the solutions take
apart. A *random play* takes up to `MAX_SPLIT_PILES` random piles apart and lays the loose cards at random. A
bot level is modelled by a number of looks: each takes some random piles apart together, and lays the loose
cards with some skill. That is how the bots' arranger works when it has so little time that it overlooks
things as people do; with all its time, every level but the first would find each of these puzzles. A
solution is explained pile by pile, with reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from math import comb
from random import Random

from game.core.cards import JOKER, multiset_difference
from game.core.discovery import find_game
from game.core.rummy import are_near, broken_piles, of_faces, threes
from game.core.rummy.assistance import DraftPosition
from game.core.rummy.draft import CardMove, card_moves, pairs
from game.core.rummy.melds import MeldBook, Pile
from game.core.rummy.table import (
    Table,
    added_cards,
    canonical,
    read_piles,
    turn_observed,
    with_pile,
    write_piles,
)
from game.core.session import Session
from game.i18n import _, listed, plural
from game.match.puzzle import (
    AttemptResult,
    NoPuzzleError,
    Puzzle,
    PuzzleCandidate,
    PuzzleProof,
    PuzzleSource,
    SolutionStep,
)
from game.match.rummy.match_text import card_name, card_names, suit_name
from game.match.rummy.puzzle_solver import (
    PuzzleSolution,
    lacking,
    most_laid,
    moved_card_count,
    position_of,
    solve,
)

MAX_SPLIT_PILES = 3  # a random play takes 0 to this number of piles apart, with equal probability
LAYING_TRIES = 40  # random layings of the loose cards of a solution
MIN_PROBABILITY = 1 / (2 * LAYING_TRIES)  # assumed probability if none of them succeeded
FITTING_PILE_SHARE = 0.5  # share of looks at piles where a card of the hand might fit
LOOK_SPREAD = 30  # factor by which the number of looks varies between tries


@dataclass(frozen=True, slots=True)
class AttentionModel:
    """Model of the attention of a bot level to a puzzle.

    Attributes:
        often: number of looks, the middle of the variation by `LOOK_SPREAD`.
        piles: number of piles taken apart together.
        skill: the loose cards are laid as well as in the best of this number of random layings.
    """

    often: int
    piles: int
    skill: int


ATTENTION_MODELS = {
    "easy": AttentionModel(2, 1, 1),
    "normal": AttentionModel(6, 3, 3),
    "hard": AttentionModel(20, 4, 5),
    "master": AttentionModel(150, 5, 8),
}


@dataclass(frozen=True, slots=True)
class SolutionCost:
    """Piles that a solution takes apart, and the probability of laying the loose cards right at random."""

    opened_piles: frozenset[int]
    laid_right: float


def keys_of(
    position: DraftPosition, tables: Sequence[Table], lay: int, card: str, rng: Random
) -> list[SolutionCost]:
    """For each of the end ``tables``: piles it takes apart, and probability (0 to 1) of laying them right.

    ``card`` is the card to lay, if the task names one. The probabilities are estimated with ``rng``.
    """
    costs = []
    for table in tables:
        pile_numbers = broken_piles(position.table, table)
        max_moved = moved_card_count(position.table, table) if card else None
        hits = sum(
            _random_play_fits(position, pile_numbers, lay, card, max_moved, rng)
            for _time in range(LAYING_TRIES)
        )
        costs.append(SolutionCost(pile_numbers, max(hits / LAYING_TRIES, MIN_PROBABILITY)))
    return costs


@dataclass(frozen=True, slots=True)
class PileSampler:
    """Piles that a look can choose from: all, or those where a card of the hand might fit."""

    all: Sequence[int]
    near: Sequence[int]

    @classmethod
    def of(cls, position: DraftPosition, hand: Sequence[str]) -> PileSampler:
        """Sampler of all piles, and of those near the ``hand``; both are all piles if none is near."""
        face = position.book.face
        hand_faces = [face[card] for card in hand if card in face]
        near = [
            number
            for number, pile in enumerate(position.table)
            if any(are_near(face[card], hand_face) for card in pile for hand_face in hand_faces)
        ]
        everywhere = range(len(position.table))
        return cls(everywhere, near or everywhere)


def sees(look: AttentionModel, keys: Sequence[SolutionCost], piles: PileSampler, rng: Random) -> bool:
    """True if a level with this attention finds one of the solutions in one random try of several looks."""
    for _time in range(round(look.often * LOOK_SPREAD ** rng.uniform(-1, 1))):
        numbers = piles.near if rng.random() < FITTING_PILE_SHARE else piles.all
        apart = set(rng.sample(numbers, min(look.piles, len(numbers))))
        for key in keys:
            if key.opened_piles <= apart and rng.random() < 1 - (1 - key.laid_right) ** look.skill:
                return True
    return False


def lucky(keys: Sequence[SolutionCost], piles: PileSampler) -> int:
    """Estimated number of random plays in 1000 that find a solution."""
    missed = 1.0
    for key in keys:
        right = (1 - FITTING_PILE_SHARE) * _pluck_probability(
            key.opened_piles, piles.all
        ) + FITTING_PILE_SHARE * _pluck_probability(key.opened_piles, piles.near)
        missed *= 1 - right * key.laid_right
    return round(1000 * (1 - missed))


def _pluck_probability(opened: frozenset[int], where: Sequence[int]) -> float:
    """Probability (0 to 1) that a random play, choosing from ``where``, takes all ``opened`` apart."""
    if not opened <= set(where):
        return 0.0
    count, piles, right = len(opened), len(where), 0.0
    for apart in (min(plucked, piles) for plucked in range(MAX_SPLIT_PILES + 1)):
        right += comb(piles - count, apart - count) / comb(piles, apart) if count <= apart else 0.0
    return right / (MAX_SPLIT_PILES + 1)


def _random_play_fits(
    position: DraftPosition, opened: frozenset[int], lay: int, card: str, max_moved: int | None, rng: Random
) -> bool:
    """True if one random laying places all loose cards and ``lay`` hand cards, moving few enough."""
    # A joker of the table counts as the card of its face.
    table = tuple(tuple(text.removeprefix(f"{JOKER}=") for text in pile) for pile in position.table)
    loose = [text for number in sorted(opened) for text in table[number]]
    hand = [card] if card else position.hand
    piles: list[Pile] = [pile for number, pile in enumerate(table) if number not in opened]
    if _lay_at_random(position.book, piles, [*loose, *hand], rng) < len(loose) + lay:
        return False
    if Counter(loose) - Counter(text for pile in piles for text in pile):
        return False
    return max_moved is None or moved_card_count(table, tuple(piles)) <= max_moved


def _lay_at_random(book: MeldBook, piles: list[Pile], pool: list[str], rng: Random) -> int:
    """Lay cards of ``pool`` on ``piles`` at random until none fits; changes both. Returns the number laid."""
    at_first = len(pool)
    while True:
        steps: list[tuple[int, Pile]] = [(-1, meld) for meld in book.melds_from(pool)]
        for card in dict.fromkeys(pool):
            for number, pile in enumerate(piles):
                steps += [(number, (face,)) for face in book.fitting_texts(card, pile)]
        if not steps:
            return at_first - len(pool)
        number, cards = rng.choice(steps)
        for card in cards:
            pool.remove(JOKER if card.startswith(JOKER) else card)
        if number < 0:
            piles.append(cards)
        else:
            piles[number] += cards


ALL_CARDS, MOST_CARDS, REPAIR_TABLE = "all", "most", "mend"
MAX_LUCKY_PLAYS = 300  # random plays in 1000 that may find a puzzle; above it is too easy
SMALL_PUZZLE_CARDS = {
    ALL_CARDS: 2,
    MOST_CARDS: 3,
    REPAIR_TABLE: 2,
}  # cards laid (or moved, for mending) up to which a puzzle is small
SMALL_PUZZLE_SHARE = 0.3  # share of small puzzles that a pack takes
MAX_CHANGED_PILES = 9  # changed piles at most; longer solutions take too long to explain
# Bot levels of the matches that positions come from.
TABLE_LEVELS = (
    ("normal", "normal"), ("normal", "easy"), ("easy", "easy", "normal"), ("normal", "normal", "hard"),
    ("easy", "normal", "hard", "normal"), ("normal", "easy", "easy", "easy"),
)  # fmt: skip
SCREEN_LIMITS = (
    14,
    50,
    14,
)  # piles, table cards and hand cards at most, so that they are readable on the screen
MIN_CARDS_LAID = {ALL_CARDS: 2, MOST_CARDS: 3}  # smallest number of cards laid


class RummyPuzzler:
    """The `Puzzler` of every rummy.

    ``ending`` is the move that ends a turn of only coming in, if the game has one.
    """

    kinds: Sequence[str] = (ALL_CARDS, MOST_CARDS, REPAIR_TABLE)

    def __init__(self, game: str, ending: str = "") -> None:
        self.game, self.ending = game, ending

    def match(self, rng: Random) -> PuzzleSource:
        """Settings of a match with the standard rules and random bot levels, often weak ones."""
        bot = find_game(self.game).bot
        levels = rng.choice(TABLE_LEVELS)
        return PuzzleSource(len(levels), tuple(level for level in levels if level in bot.levels), {})

    def drafts(self, session: Session, rng: Random) -> Iterator[PuzzleCandidate]:
        """Yield tasks for the seat to move: all or most, then mending by card. `NoPuzzleError` if none."""
        seat = session.to_move
        assert seat is not None, "the match is over"
        position = turn_start(session, seat)
        _check(position)
        text, options = session.position(), dict(session.options)
        max_lay = most_laid(position)
        kind = ALL_CARDS if max_lay == len(position.hand) else MOST_CARDS
        cards = lacking(position) if position.has_come_in else []
        if max_lay >= MIN_CARDS_LAID[kind]:
            yield PuzzleCandidate(self.game, kind, text, seat, options)
        elif not cards:
            raise NoPuzzleError(_few_cards_sentence(max_lay))
        rng.shuffle(cards)
        for card in cards:
            yield PuzzleCandidate(self.game, REPAIR_TABLE, text, seat, options, card)

    def prove(self, draft: PuzzleCandidate) -> PuzzleProof:
        """Proof of a draft, with all solutions. Raises `NoPuzzleError` if there is none or it is too easy."""
        session = Session.from_position(draft.game, draft.position, options=draft.options)
        position = turn_start(session, draft.seat)
        _check(position)
        kind, card = draft.kind, draft.detail
        solution_proof = solve(position, kind, card)
        if kind != REPAIR_TABLE and solution_proof.lay < MIN_CARDS_LAID[kind]:
            raise NoPuzzleError(_few_cards_sentence(solution_proof.lay))
        if kind == REPAIR_TABLE and solution_proof.solutions[0].moved_count < 2:
            raise NoPuzzleError(_("It's obvious where that card goes."))
        tables = [solution.table for solution in solution_proof.solutions]
        if (Counter(tables[0]) - Counter(position.table)).total() > MAX_CHANGED_PILES:
            raise NoPuzzleError(_("The solution has too many steps to explain."))
        keys = keys_of(position, tables, solution_proof.lay, card, Random(draft.position))
        luck = lucky(keys, _piles(position, card))
        if luck >= MAX_LUCKY_PLAYS:
            raise NoPuzzleError(_("That's too easy: you can hardly miss it."))
        moves = tuple(self._moves(solution, position) for solution in solution_proof.solutions)
        return PuzzleProof(moves, luck, _similar_place_count(position, card), "arranger", solution_proof.work)

    def wanted(self, draft: PuzzleCandidate, proved: PuzzleProof, rng: Random) -> bool:
        """True if a pack takes the puzzle: always if large, else with probability `SMALL_PUZZLE_SHARE`."""
        session = Session.from_position(draft.game, draft.position, options=draft.options)
        start = turn_start(session, draft.seat)
        table = _table_after(start, proved.solutions[0])
        size = (
            moved_card_count(start.table, table)
            if draft.kind == REPAIR_TABLE
            else len(added_cards(start.table, table))
        )
        return size > SMALL_PUZZLE_CARDS[draft.kind] or rng.random() < SMALL_PUZZLE_SHARE

    def found_by(self, draft: PuzzleCandidate, proved: PuzzleProof, rng: Random) -> tuple[str, ...]:
        """Bot levels that find the solution in one try, with the attention of `ATTENTION_MODELS`."""
        house = tuple(draft.options.items())
        keys, piles = _search_costs(
            draft.game, draft.position, draft.seat, house, draft.detail, proved.solutions
        )
        # All levels get the same form, so that a weak level does not beat a strong one by chance.
        form = rng.random()
        return tuple(
            level for level, look in ATTENTION_MODELS.items() if sees(look, keys, piles, Random(form))
        )

    def measured(self, puzzle: Puzzle) -> tuple[PuzzleCandidate, int]:
        """(draft of an existing puzzle, its luck in 1000), for grading a pack again."""
        start = turn_start(puzzle.session(), puzzle.seat)
        tables = [_table_after(start, moves) for moves in puzzle.solutions]
        cards = added_cards(start.table, tables[0])
        card = cards[0] if puzzle.kind == REPAIR_TABLE else ""
        keys = keys_of(start, tables, len(cards), card, Random(puzzle.position))
        draft = PuzzleCandidate(self.game, puzzle.kind, puzzle.position, puzzle.seat, puzzle.options, card)
        return draft, lucky(keys, _piles(start, card))

    def verdict(self, puzzle: Puzzle, session: Session) -> AttemptResult:
        """Result of the solver's turn until now: open before a move, and after coming in with more to lay."""
        turn = [move for seat, move in session.log if seat == puzzle.seat]
        if not turn:
            return AttemptResult.OPEN
        start = turn_start(puzzle.session(), puzzle.seat)
        target, laid_count = len(_laid_cards(start, puzzle.solutions[0])), len(_laid_cards(start, turn))
        has_come = turn[-1].startswith("come")
        if has_come and laid_count < len(start.hand) and start.adviser.allows_further_play(start):
            return AttemptResult.OPEN
        if laid_count < target:
            return AttemptResult.MISSED
        best, table = _table(puzzle.solutions[0]), _table(turn)
        # Only the wanted card, and no more moved cards than needed.
        if puzzle.kind == REPAIR_TABLE and (
            added_cards(start.table, table) != added_cards(start.table, best)
            or moved_card_count(start.table, table) > moved_card_count(start.table, best)
        ):
            return AttemptResult.MISSED
        return AttemptResult.SOLVED

    def defence_move(self, puzzle: Puzzle, session: Session) -> str:
        """First legal move: a puzzle is one turn, so no defence is needed."""
        return session.moves()[0]

    def refutes(self, puzzle: Puzzle, session: Session) -> bool:
        """False, because a puzzle is one turn."""
        return False

    def lacks(self, puzzle: Puzzle, session: Session, names: Sequence[str]) -> str:
        """Translated sentence about too few cards laid, cards left or in excess, or table cards moved."""
        start, turn = turn_start(puzzle.session(), puzzle.seat), [move for _seat, move in session.log]
        cards, best = _laid_cards(start, turn), _laid_cards(start, puzzle.solutions[0])
        if puzzle.kind == MOST_CARDS:
            return _("You played {n} of {count} cards.").format(n=len(cards), count=len(best))
        if left := multiset_difference(best, cards):
            return _("Still in your hand: {cards}.").format(cards=card_names(left))
        if more := multiset_difference(cards, best):
            return _("You also played {cards}.").format(cards=card_names(more))
        template = _("You moved {n} cards already on the table.")
        return template.format(n=moved_card_count(start.table, _table(turn)))

    def task(self, puzzle: Puzzle) -> str:
        """The puzzle's task in one short translated sentence."""
        return task_words(puzzle, turn_start(puzzle.session(), puzzle.seat))

    def explain_solution(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[SolutionStep]:
        """Steps of the first solution, which moves the fewest cards, pile by pile, and its reason."""
        return told_words(puzzle, turn_start(puzzle.session(), puzzle.seat))

    def _moves(self, solution: PuzzleSolution, position: DraftPosition) -> tuple[str, ...]:
        """Moves of the whole turn that leads to a solution."""
        if not solution.trick:
            return (f"play {write_piles(solution.table)}",)
        come_move = f"come {' '.join(solution.trick)}"
        laid_count = len(added_cards(position.table, solution.table))
        if laid_count > len(solution.trick):
            return come_move, f"play {write_piles(solution.table)}"
        can_go_on = position.adviser.allows_further_play(position) and laid_count < len(position.hand)
        return (come_move, self.ending) if can_go_on else (come_move,)


@lru_cache(maxsize=2)
def _search_costs(
    game: str,
    position: str,
    seat: int,
    options: tuple[tuple[str, object], ...],
    card: str,
    solutions: tuple[tuple[str, ...], ...],
) -> tuple[list[SolutionCost], PileSampler]:
    """(costs of the solutions, sampler of the piles to look at), cached for the last two puzzles."""
    start = turn_start(Session.from_position(game, position, options=dict(options)), seat)
    tables = [_table_after(start, moves) for moves in solutions]
    keys = keys_of(start, tables, len(added_cards(start.table, tables[0])), card, Random(position))
    return keys, _piles(start, card)


def _piles(position: DraftPosition, card: str) -> PileSampler:
    """Sampler of the table's piles, for the card to lay or, if that is empty, for the whole hand."""
    return PileSampler.of(position, [card] if card else position.hand)


def turn_start(session: Session, seat: int) -> DraftPosition:
    """Position of a seat at the beginning of its turn."""
    fields = turn_observed(session.observe(seat))
    inside = fields.get("in")
    return position_of(
        session.game,
        session.options,
        canonical(session.game, fields["table"]),
        fields["hand"],
        inside=inside is None or bool(inside[seat]),
    )


def _table(moves: Sequence[str]) -> Table:
    """Table after the turn's last move if that is a play; () for other moves and for none."""
    word, _space, rest = (moves[-1] if moves else "").partition(" ")
    return read_piles(rest) if word == "play" else ()


def _coming_meld(moves: Sequence[str]) -> Pile:
    """Cards of the meld with which a turn comes in, the first of ``moves``; () for none."""
    return tuple(moves[0].split()[1:]) if moves[0].startswith("come") else ()


def _table_after(start: DraftPosition, moves: Sequence[str]) -> Table:
    """Table after the whole turn ``moves`` (not empty): a play's, or ``start`` with the coming meld."""
    return _table(moves) or with_pile(start.game, start.table, _coming_meld(moves))


def _laid_cards(start: DraftPosition, turn: Sequence[str]) -> Pile:
    """Hand cards that a turn has laid, jokers without their faces."""
    table = _table(turn)
    if table:
        return added_cards(start.table, table)
    return tuple(
        card.partition("=")[0] for move in turn if move.startswith("come") for card in move.split()[1:]
    )


def _check(position: DraftPosition) -> None:
    """Raise `NoPuzzleError` if the table is empty, or piles, table or hand cards exceed `SCREEN_LIMITS`."""
    if not position.table:
        raise NoPuzzleError(_("There's nothing on the table to work with."))
    sizes = len(position.table), sum(map(len, position.table)), len(position.hand)
    if any(size > limit for size, limit in zip(sizes, SCREEN_LIMITS, strict=True)):
        raise NoPuzzleError(_("There are too many cards here to fit on a screen."))


def _few_cards_sentence(laid_count: int) -> str:
    """Translated sentence that too few cards of a hand, or none, can be laid."""
    return (
        _("Too few cards can be played to make a puzzle.")
        if laid_count
        else _("No card in this hand can be played here.")
    )


def _similar_place_count(position: DraftPosition, card: str) -> int:
    """Number of places that look right at a glance for ``card`` or, if that is empty, for the hand."""
    book = position.book
    if card:
        table_cards = of_faces(book.face[text] for pile in position.table for text in pile)
        return threes(table_cards, book.face[card])
    cards = [text for text in position.hand if text != JOKER]
    fit_count = sum(
        bool(book.fitting_texts(text, pile)) for text in dict.fromkeys(cards) for pile in position.table
    )
    return fit_count + len(book.melds_from(cards))


MAX_LISTED_RUN = 5  # cards up to which a run is listed in full


def task_words(puzzle: Puzzle, start: DraftPosition) -> str:
    """The puzzle's task in one short translated sentence."""
    table, trick = _table_after(start, puzzle.solutions[0]), _coming_meld(puzzle.solutions[0])
    cards = added_cards(start.table, table)
    if puzzle.kind == "mend":
        moves = moved_card_count(start.table, table)
        template = plural(
            "Play just {card}. You may move {n} card on the table.",
            "Play just {card}. You may move up to {n} cards on the table.", moves,
        )  # fmt: skip
        return template.format(card=card_name(cards[0]), n=moves)
    if puzzle.kind == "all" and len(cards) == 2 and not trick:
        return _("Play both cards this turn.")
    template = {
        ("all", False): _("Play all {n} cards this turn."),
        ("all", True): _("Come in and play all {n} cards this turn."),
        ("most", False): _("Play {n} cards this turn. That's the maximum."),
        ("most", True): _("Come in and play {n} cards this turn. That's the maximum."),
    }[puzzle.kind, bool(trick)]
    return template.format(n=len(cards))


def told_words(puzzle: Puzzle, start: DraftPosition) -> list[SolutionStep]:
    """Steps of the first solution, which moves the fewest cards: coming in, piles, and last the reason."""
    moves = puzzle.solutions[0]
    end, trick, key_steps, table = _table_after(start, moves), _coming_meld(moves), [], start.table
    if trick:
        table = with_pile(start.game, table, trick)
        key_steps.append(
            SolutionStep(_("Come in with {pile}.").format(pile=pile_words(start, trick)), (moves[0],))
        )
    steps = list(_steps(start, table, end))
    if steps:
        steps[-1] = replace(steps[-1], moves=(moves[-1],))
    # With several solutions, the piles that one of them takes apart are no useful nudge.
    nudges = puzzle.kind != "mend" and len(puzzle.solutions) == 1
    broken = sorted(broken_piles(start.table, end))
    pile = " ".join(("pile", *start.table[broken[0]])) if len(broken) == 1 else ""
    points = (pile, pile) if pile else None  # look at it
    reason = SolutionStep(_reason_sentence(puzzle, start, end), points=points, nudges=nudges)
    return [*key_steps, *steps, reason]


def _steps(start: DraftPosition, before: Table, after: Table) -> Iterator[SolutionStep]:
    """Yield a step for each pile that gets cards, with the draft after it, new piles of table cards first."""
    moves = [*card_moves(before, after)]
    making = {number: list(cards) for number, cards in enumerate(before)}
    targets = list(dict.fromkeys(move.target for move in moves))
    old_numbers = {place: number for place, number in enumerate(pairs(before, after)) if number is not None}
    for place, number in [*old_numbers.items()]:
        if not {*before[number]} & {*after[place]}:  # only a joker stays, with another face
            del old_numbers[place]
            others = multiset_difference(after[place], [move.card for move in moves if move.target == place])
            moves[:0] = [CardMove(joker, number, place) for joker in others]
    from_hand = {
        target: all(move.source is None for move in moves if move.target == target) for target in targets
    }
    # First new piles of table cards, which show what is taken apart and where it goes.
    targets.sort(key=lambda target: (target in old_numbers, from_hand[target]))
    # A joker that changes its face must be paid for before it is moved.
    payers: dict[CardMove, CardMove] = {}
    for joker in moves:
        if joker.source is None or not joker.card.startswith(JOKER) or joker.card in before[joker.source]:
            continue
        faces = {*chain.from_iterable(start.book.joker_faces(before[joker.source]).values())}
        paying = [
            move
            for move in moves
            if move.source is None and move not in payers.values() and move.card in faces
        ]
        # Usually the payment is laid in the joker's place.
        paying.sort(key=lambda move: old_numbers.get(move.target) != joker.source)
        if paying:
            payers[joker] = paying[0]
    order: dict[int, None] = {}

    def put(target: int, *waiting: int) -> None:
        """Add a target to ``order``, after the targets that must be done before it."""
        first = [payer.target for joker, payer in payers.items() if joker.target == target]
        # Cards leave a pile before others come, so that the pile never holds cards that do not fit together.
        home = old_numbers.get(target, -1)
        first += [move.target for move in moves if move.source == home and move not in payers]
        for source in first:
            if source not in (target, *waiting, *order):
                put(source, target, *waiting)
        order.setdefault(target)

    for target in targets:
        put(target)
    for target in order:
        coming = [move for move in moves if move.target == target]
        home = old_numbers.get(target, len(before) + target)
        for move in coming:
            if move.source is not None:
                pile = making[move.source]
                # A joker with a new face is still that joker.
                jokers = [card for card in pile if card.startswith(JOKER)]
                jokers.sort(key=lambda joker: joker.partition("=")[2] not in pile)  # the paid one first
                pile.remove(move.card if move.card in pile else jokers[0])
        left = tuple(making.setdefault(home, []))
        # If two piles wait for each other, name only what stays, and jokers until they are paid for.
        stays = tuple(card for card in left if card in after[target] or card.startswith(JOKER))
        making[home] += [move.card for move in coming]
        piles = [start.book.sort_pile(cards) for cards in making.values() if cards]
        cards = tuple(move.card if move.source is not None else f"hand {move.card}" for move in coming)
        points = cards[0], " ".join(("pile", *left)) if left else "mat"
        sentence = _step_sentence(start, before, after[target], stays, coming, [*payers.values()])
        yield SolutionStep(
            sentence, (f"= {write_piles(piles)}",), points=points, cards=cards, pile=tuple(making[home])
        )


def _step_sentence(
    start: DraftPosition,
    before: Table,
    pile: Pile,
    left: Pile,
    coming: Sequence[CardMove],
    payers: Sequence[CardMove],
) -> str:
    """Translated sentence about cards moved to a pile (``left`` still in it) or a new one, and their origin.

    ``payers`` are the moves that pay for a joker.
    """
    parts = []
    for source, is_payment in dict.fromkeys((move.source, move in payers) for move in coming):
        cards = listed(
            [_card(move.card) for move in coming if (move.source, move in payers) == (source, is_payment)]
        )
        if source is None:
            template = _("{cards} (hand, pays for the joker)") if is_payment else _("{cards} (hand)")
            parts.append(template.format(cards=cards))
        else:
            template = _("{cards} (from the {pile})")
            parts.append(template.format(cards=cards, pile=pile_words(start, before[source])))
    listing = ", ".join(parts)
    if left:
        return _("Add {what} to the {pile}.").format(pile=pile_words(start, left), what=listing)
    return _("Make the {pile} with {what}.").format(pile=pile_words(start, pile), what=listing)


def _reason_sentence(puzzle: Puzzle, start: DraftPosition, after: Table) -> str:
    """Translated sentence about why this solution, such as the piles that have to be taken apart."""
    if puzzle.kind == "mend":
        return _("No solution moves fewer cards: I tried them all.")
    numbers = sorted(broken_piles(start.table, after))
    piles = listed([pile_words(start, start.table[number]) for number in numbers])
    if not numbers:
        return _("You don't need to break up any pile: it's all about which card goes where.")
    if len(puzzle.solutions) > 1:
        template = _("This solution breaks up {piles}. There are exactly {n} solutions.")
        return template.format(piles=piles, n=len(puzzle.solutions))
    if len(numbers) == 1:
        return _("The key is to break up {piles}. It can't be done while that pile stays whole.").format(
            piles=piles
        )
    template = _("The key is to break up {piles}. It can't be done while any of them stays whole.")
    return template.format(piles=piles)


def _card(card: str) -> str:
    """Translated name of a card; for a joker with a face, "the joker as" that card."""
    joker, _equals, face = card.partition("=")
    return _("the joker as {card}").format(card=card_name(face)) if face else card_name(joker)


def pile_words(start: DraftPosition, pile: Pile) -> str:
    """Translated name of a pile, such as "7-7-7" or "3-4-5 of boats"; runs over 5 cards are shortened.

    A single card, the rest of a pile, is named like a run of one.
    """
    faces = [card.partition("=")[2] or card for card in start.book.sort_pile(pile)]
    ranks = [card[:-1] for card in faces]
    if len(ranks) > 1 and len(set(ranks)) == 1:
        return "-".join(ranks)
    ranks_text = "-".join(ranks) if len(ranks) <= MAX_LISTED_RUN else f"{ranks[0]}-{ranks[1]}-…-{ranks[-1]}"
    return _("{ranks} of {suit}").format(ranks=ranks_text, suit=suit_name(faces[0][-1]))
