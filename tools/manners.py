"""Measure how the styles of a game's bots differ from the plain level, and their strength.

    python -m tools.manners socker --level normal --matches 100 --budget 0.1

Plays every style of a level against the plain one, on equal deals with swapped seats. Prints the style's
share of the points with its 95 % interval, and figures by which players can recognise it, for both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from game.bots.match_runner import MatchReport, MatchSettings, bot_move, play_match
from game.bots.rating import RatingPlan, RatingRun, StoppingRule
from game.core.discovery import find_game
from game.core.rummy import broken_piles
from game.core.rummy.table import Table, read_piles
from game.core.search import BudgetPolicy
from game.core.session import Session
from game.games.city.bot.search import CitySearchNode, liking_of
from game.games.city.rules.events import as_observation as city_observed
from game.games.city.rules.text import BoardReading
from game.games.sociable.rules.state import POWER
from game.games.socker.bot import state_from_observation
from game.games.socker.rules.pitch import spaces_in
from game.games.socker.rules.state import SockerPhase
from tools.command import command

Told = Iterator[tuple[int, str, float]]
"""Figures of moves: seat, name, value."""


def socker(session: Session, seat: int, move: str) -> Told:
    """Yield figures of an action, and of the pitch after the opponent's turn."""
    state = state_from_observation(session.observe(seat), session.options)
    if state.phase is not SockerPhase.PLAY:
        return
    yield seat, "puppets socked in 100 actions", 100.0 * move.startswith("sock")
    if state.actions_left == state.actions_total and state.turns:
        opponent, pitch = 1 - seat, state.options.pitch
        rows = [pitch.row(space) if seat else pitch.rows + 1 - pitch.row(space)
                for space in spaces_in(state.upright[opponent])]  # fmt: skip
        yield opponent, "row of the hindmost", min(rows)
        yield opponent, "row of the foremost", max(rows)


def city(session: Session, seat: int, move: str) -> Told:
    """Yield figures of a link that is laid."""
    if not move.startswith("lay"):
        return
    observation = city_observed(session.observe(seat))
    printed = session.options.get_bool("build_over_printed")
    node = CitySearchNode.of(BoardReading.of(observation), seat, observation["left"], over_printed=printed)
    board = node.net.board
    start, end = move.split()[1:]
    link = node.net.link[board.link_of[board.number[start], board.number[end]]]
    for style, name in (
        ("blocker", "of 100 in the other's way, off its own track"),
        ("hauler", "of 100 on from its own track"),
    ):
        yield seat, name, 100.0 * (liking_of(style, node)([link]) > 0)


def _tables(session: Session, seat: int, move: str) -> tuple[Table, Table]:
    """Return the table before and after a move."""
    old = tuple(map(tuple, session.observe(seat)["table"]))
    return old, read_piles(move.partition(" ")[2])


def longest(table: Table) -> int:
    """Return the size of the longest pile."""
    return max(map(len, table), default=0)


def rockit(session: Session, seat: int, move: str) -> Told:
    """Yield figures of a turn and of a play."""
    kind = move.partition(" ")[0]
    if kind in ("draw", "come", "play"):
        yield seat, "of 100 turns those that only draw", 100.0 * (kind == "draw")
    if kind == "play":
        old, new = _tables(session, seat, move)
        yield seat, "cards laid a play", sum(map(len, new)) - sum(map(len, old))
        yield seat, "new tricks a play", len(new) - len(old)
        yield seat, "tricks taken apart a play", len(broken_piles(old, new))
        yield seat, "how much the longest trick grows a play", longest(new) - longest(old)


def socki(session: Session, seat: int, move: str) -> Told:
    """Yield figures of a play."""
    if move.startswith("play"):
        old, new = _tables(session, seat, move)
        yield seat, "cards laid a play", sum(map(len, new)) - sum(map(len, old))
        yield seat, "new piles a play", len(new) - len(old)
        yield seat, "how much the longest pile grows a play", longest(new) - longest(old)


def sociable(session: Session, seat: int, move: str) -> Told:
    """Yield figures of cards that are laid."""
    if "pass" in (moves := session.moves()) and len(moves) > 1:
        yield seat, "of 100 times that something goes those that it lays", 100.0 * move.startswith("play")
    if move.startswith("play"):
        hand_size = len(session.observe(seat)["hand"])
        if not session.observe(seat)["lead"]:
            yield seat, "of 100 leads those of two cards or more", 100.0 * (len(move.split()) > 2)
        for card in move.split()[1:]:
            if POWER[card] >= POWER["KS"]:
                yield seat, "cards held when a king, ace or joker goes", hand_size


FIGURES: dict[str, Callable[[Session, int, str], Told]] = {
    "socker": socker,
    "city": city,
    "rockit": rockit,
    "socki": socki,
    "sociable": sociable,
}


def ends(report: MatchReport) -> Told:
    """Yield first and last place, at a table of more than two."""
    for seat, score in enumerate(report.scores if len(report.scores) > 2 else ()):
        yield seat, "first", float(score == max(report.scores))
        yield seat, "last", float(score == min(report.scores))


@dataclass(slots=True)
class Watch:
    """Player for `play_match` that records figures of the bots' moves."""

    figures: Callable[[Session, int, str], Told]
    told: list[tuple[int, str, float]]

    def __call__(self, session: Session, level: str, seed: int, allowance: BudgetPolicy) -> str:
        """Return the move of `bot_move` and record its figures."""
        move = bot_move(session, level, seed, allowance)
        assert session.to_move is not None
        self.told += self.figures(session, session.to_move, move)
        return move


def measured(plan: RatingPlan) -> Iterator[str]:
    """Play, and yield lines of text with the results of each style as soon as it has enough matches."""
    run, figures = RatingRun.of(plan), FIGURES[plan.info.slug]
    for standing in run.standings:
        sums: dict[tuple[str, str], list[float]] = defaultdict(list)
        while not run.had_enough(standing):
            reports = []
            for pairing in plan.matches(standing.pair, len(standing.deals)):
                watch = Watch(figures, [])
                reports.append(play_match(pairing, watch))
                for seat, name, value in (*watch.told, *ends(reports[-1])):
                    sums[name, pairing.levels[seat]].append(value)
            run.take(standing, reports)
        estimate, (style, plain) = standing.share, standing.pair
        yield (
            f"{style}: {100 * estimate.share:.0f} % ({100 * estimate.low:.0f} to {100 * estimate.high:.0f})"
            f" of {2 * len(standing.deals)} against {plain}"
        )
        for name in dict.fromkeys(name for name, _level in sums):
            mean, plain_mean = (
                sum(sums[name, level]) / max(1, len(sums[name, level])) for level in (style, plain)
            )
            yield f"    {name}: {mean:.2f}, plain {plain_mean:.2f}"


def main() -> None:
    """Measure the styles of a game."""
    parser = command(__doc__)
    parser.add_argument("game", choices=FIGURES)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--manners", default="all", help="as in keeper,striker")
    parser.add_argument("--matches", type=int, default=100, help="of each manner")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, help="share of the time at the table")
    parser.add_argument("--nodes", type=int, help="positions a decision")
    parser.add_argument("--options", nargs="*", default=(), metavar="NAME=VALUE", help="house rules")
    arguments = parser.parse_args()
    plan = RatingPlan.from_arguments(
        game=arguments.game,
        levels=[arguments.level],
        manners=arguments.manners.split(","),
        enough=StoppingRule(arguments.matches, 0.1),
        seed=arguments.seed,
        allowance=BudgetPolicy(arguments.budget, arguments.nodes),
        terms=MatchSettings(options=arguments.options),
    )
    print(find_game(arguments.game).info.title)
    for line in measured(plan):
        print(line, flush=True)


if __name__ == "__main__":
    main()
