"""The command line of Sock Drawer: without arguments it opens the window, commands run without one."""

from __future__ import annotations

import argparse
import errno
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from game import __version__
from game.cli_output import run_with_output
from game.core.extras import CommandParsers, hooks
from game.core.graphemes import printable
from game.resources import COMMAND

if TYPE_CHECKING:
    from game.core.game import Layout
    from game.party.public_address import PublicAddress

EXAMPLES = """\
examples:
  python main.py                                       open the game
  python main.py --public https://socks.example.org    let guests join through your own tunnel
  python main.py match.txt                             open it and add this match to the album
  python main.py 1.txt 2.txt                           the same with two matches
  python main.py rules socker                          read the rules of a game
  python main.py simulate sociable --games 200 --bots normal,easy
  python main.py simulate city --seed 7 --games 1 --record match.txt
  python main.py ladder socker --levels normal,hard    how strong the computer players are
  python main.py check my_game                         what a game has, lacks and could have
  python main.py replay match.txt                      step through a recorded match
  python main.py film match.txt --out pictures         stills, and an animation of its last moves
  python main.py verify match.txt                      was it dealt as promised?
  python main.py analyse match.txt                     what decided it, and what would have been better
  python main.py debrief match.txt --out class         a report on a match: tables and pictures
  python main.py demo --out pictures                   let bots play and save screenshots
"""
SIMULATE_EXAMPLES = """\
examples:
  python main.py simulate socki --players 4 --games 50 --seed 1
  python main.py simulate socker --bots normal,easy --games 100 --workers 2
  python main.py simulate socki --option happy_mode=high --option target=50
  python main.py simulate city --games 1 --record match.txt
  python main.py simulate rockit --games 1000 --cluster tcp://127.0.0.1:8786

Levels are assigned to seats in turn, and shift by one seat after each match.
Results depend only on the seed, not on --workers or --cluster.
"""
LADDER_EXAMPLES = """\
examples:
  python main.py ladder socker --workers 2
  python main.py ladder city --levels normal,hard,master --games 400 --within 3
  python main.py ladder socker --levels hard,master --nodes 40
  python main.py ladder sociable --levels normal,master --budget 1 --cluster tcp://127.0.0.1:8786
  python main.py ladder socker --beginner --within 0.1   a scripted beginner against easy

Levels play each other. Each deal is played twice, with the seats swapped, until the 95% interval of a pair
is narrow enough. Socker is played to one goal, SOCKI and SOCiable hand by hand.
With --nodes, results depend only on the seed, not on --workers or --cluster.
--beginner plays first matches: a script that knows only the first lesson, against easy bots, or against
those of each of --levels.
"""
CHECK_EXAMPLES = """\
examples:
  python main.py check socki
  python main.py check path/to/my_game                 a folder outside game/games

Exits with 0 if the game can be played, and with 1 if something is missing or wrong.
"""
REPLAY_EXAMPLES = """\
examples:
  python main.py replay match.txt                      press Enter for the next move
  python main.py replay --all match.txt > moves.txt
"""
VERIFY_EXAMPLES = """\
examples:
  python main.py verify match.txt
  python main.py verify match.txt --promise "4f1c02ab 9d0e..."     the code that you wrote down

The menu of a match shows its promise from the start, and you can save the record from the results.
Exits with 0 if the promise was kept, otherwise with 1.
"""
MAP_EXAMPLES = """\
examples:
  python main.py map levels/city/my_board.tmx          check a map
  python main.py map --seed 7 my_board.tmx             save the board of a seed, to edit it in Tiled
"""
RULES_EXAMPLES = """\
examples:
  python main.py rules socki
  python main.py rules city
"""


SOCKS = "https://socks.example.org"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns the exit status."""
    args = list(sys.argv[1:] if arguments is None else arguments)
    files = _files(args)
    return run_with_output(lambda: _main(args, files), always=bool(args))


def _main(arguments: Sequence[str], files: Sequence[Path]) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an old console may not support a suit's symbol
    try:
        if files:
            _check_files_exist(files)
            options = argparse.Namespace(command=None, matches=files, public="", forwarded="")
        else:
            options = _parse_arguments(arguments)
        status = _run(options)
        if options.command:
            sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader has closed the pipe; the remaining buffer must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        message = f"{error.filename}: {error.strerror}." if error.filename else error
        print(printable(str(message)), file=sys.stderr)
        return 2
    except ValueError as error:
        print(printable(str(error)), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _files(arguments: Sequence[str]) -> list[Path]:
    """Files given instead of a command, as a desktop passes files to open."""
    if not arguments or any(word.startswith("-") for word in arguments):
        return []
    # No command has a file extension, but a file in this folder may have a command's name.
    is_file = Path(arguments[0]).suffix != "" or (len(arguments) == 1 and os.path.isfile(arguments[0]))
    return [Path(word) for word in arguments] if is_file else []


def _check_files_exist(files: Sequence[Path]) -> None:
    """Check that at least one file exists; others may be missing and are reported later.

    Raises:
        OSError: none of them exists.
    """
    if not any(file.is_file() for file in files):
        files[0].read_bytes()
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), files[0])


def _parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments; an unknown command ends the program with a message."""
    parser, commands = _parser()
    if arguments and not arguments[0].startswith("-") and arguments[0] not in commands.choices:
        names = ", ".join(commands.choices)
        parser.error(f"There is no command or file called '{arguments[0]}'. The commands are: {names}.")
    return parser.parse_args(arguments)


def _run(options: argparse.Namespace) -> int:
    if hasattr(options, "run_command"):  # a command of an extra
        return int(options.run_command(options))
    match options.command:
        case "simulate":
            return _simulate(options)
        case "ladder":
            return _ladder(options)
        case "check":
            return _check(options.game)
        case "replay":
            from game.bots.record_commands import replay

            return replay(options.file, everything=options.all)
        case "verify":
            from game.bots.record_commands import verify

            return verify(options.file, options.promise)
        case "analyse":
            from game.match.analysis.job import analyse

            return analyse(options.file, as_json=options.json, workers=options.workers)
        case "debrief":
            from game.report_commands import debrief

            return debrief(
                options.file, options.out, anonymous=options.anonymous, societies=options.societies
            )
        case "film":
            from game.ui.match.offscreen import AnimationFormat, film

            return film(
                options.file,
                options.out,
                options.stills,
                AnimationFormat.GIF if options.gif else AnimationFormat.WEBP,
            )
        case "rules":
            return _rules(options.game)
        case "map":
            return _map(options)
        case "demo":
            from game.demo_command import demo

            return demo(options.game, options.out, options.seed, options.pictures)
        case _:
            from game.launch import run

            return run(options.matches, _public(options))


def _parser() -> tuple[argparse.ArgumentParser, CommandParsers]:
    """Return the parser of the command line, and its commands."""
    parser = argparse.ArgumentParser(
        prog=COMMAND.removeprefix("python "),
        description="Sock Drawer: five sock games.",
        epilog=_with_command(EXAMPLES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(matches=[])
    parser.add_argument(
        "--public", default="", metavar="ADDRESS", help="address of your own tunnel for guests: https://name"
    )
    parser.add_argument(
        "--forwarded",
        default="",
        choices=["CF-Connecting-IP", "X-Forwarded-For"],
        help="the header in which the tunnel gives the caller's address",
    )
    parser.add_argument("--version", action="version", version=f"Sock Drawer {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    simulate = _command(
        commands, "simulate", "let bots play matches and print the results", SIMULATE_EXAMPLES
    )
    simulate.add_argument("game", metavar="GAME", help="the game's name, for example socker")
    simulate.add_argument(
        "--players", type=int, metavar="N", help="number of players (default: depends on the game)"
    )
    simulate.add_argument("--bots", default="normal", metavar="A,B", help="levels (default: %(default)s)")
    simulate.add_argument(
        "--games", type=int, default=10, metavar="K", help="number of matches (default: %(default)s)"
    )
    simulate.add_argument("--seed", type=int, metavar="S", help="RNG seed (default: random, and printed)")
    _add_rules(simulate)
    simulate.add_argument(
        "--record", type=Path, metavar="FILE", help="write the first match to FILE, the others to FILE-2, ..."
    )
    _add_place(simulate)
    _add_ladder(_command(commands, "ladder", "measure how strong the bots are", LADDER_EXAMPLES))
    check_parser = _command(
        commands, "check", "list what a game has and lacks, and what is wrong", CHECK_EXAMPLES
    )
    check_parser.add_argument("game", metavar="GAME", help="the game's name, or the path to its folder")
    _add_reading(commands)
    board = _command(commands, "map", "check a map, or save a board as one", MAP_EXAMPLES)
    board.add_argument(
        "file", type=Path, metavar="FILE", help="the map, for example levels/city/my_board.tmx"
    )
    board.add_argument("--game", default="city", metavar="GAME", help="default: %(default)s")
    board.add_argument(
        "--seed", type=int, metavar="S", help="build the board of this seed and write it to FILE"
    )
    demo = _command(commands, "demo", "let bots play without a window and save screenshots")
    demo.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the pictures")
    demo.add_argument("--game", default="socker", metavar="GAME", help="default: %(default)s")
    demo.add_argument("--seed", type=int, default=0, metavar="S")
    demo.add_argument("--pictures", type=int, default=12, metavar="N", help="default: %(default)s")
    return parser, commands


def _public(options: argparse.Namespace) -> PublicAddress | None:
    """Public address for remote guests of this start's parties, or None.

    Raises:
        ValueError: the options are invalid.
    """
    from game.party.public_address import read_public

    if options.forwarded and not options.public:
        raise ValueError("--forwarded needs a public address: add --public.")
    public = read_public(options.public, options.forwarded)
    if options.public and public is None:
        raise ValueError(
            f"--public must be https:// and a name and nothing else, like {SOCKS}, not {options.public!r}."
        )
    return public


def _with_command(examples: str) -> str:
    """Examples with the command of this installation."""
    return examples.replace("python main.py", COMMAND)


def _command(
    commands: CommandParsers, name: str, help_text: str, examples: str = ""
) -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    return commands.add_parser(name, help=help_text, epilog=_with_command(examples), formatter_class=raw)


def _add_reading(commands: CommandParsers) -> None:
    """Add the commands that read records and rules."""
    replay = _command(commands, "replay", "step through a record as text", REPLAY_EXAMPLES)
    replay.add_argument("file", type=Path, metavar="FILE", help="a record, as written by simulate --record")
    replay.add_argument("--all", action="store_true", help="print every step at once")
    verify = _command(
        commands, "verify", "prove that a recorded match was dealt as promised", VERIFY_EXAMPLES
    )
    verify.add_argument("file", type=Path, metavar="FILE", help="a record, as saved from a match's results")
    verify.add_argument("--promise", metavar="HASH", help="the code shown before the first card")
    analyse = _command(
        commands, "analyse", "show each player's chances in a recorded match, and what decided it"
    )
    analyse.add_argument("file", type=Path, metavar="FILE", help="a record, or a match file from the results")
    analyse.add_argument("--json", action="store_true", help="print all findings as JSON")
    analyse.add_argument(
        "--workers", type=int, default=2, metavar="W", help="number of processes (default: 2)"
    )
    film = _command(commands, "film", "save stills of a recorded match and an animation of its last moves")
    film.add_argument("file", type=Path, metavar="FILE", help="a record")
    film.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the pictures")
    film.add_argument(
        "--stills", type=int, default=12, metavar="N", help="at most N stills (default: %(default)s)"
    )
    film.add_argument("--gif", action="store_true", help="save the animation as a GIF instead of a WebP")
    debrief = _command(commands, "debrief", "write a report on a recorded match: tables and pictures")
    debrief.add_argument("file", type=Path, metavar="FILE", help="a record of SOCiable")
    debrief.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where to create the report's folder"
    )
    debrief.add_argument(
        "--anonymous", action="store_true", help="use Player 1, Player 2, ... instead of names"
    )
    debrief.add_argument(
        "--societies", action="store_true", help="simulate the match 2000 times; takes half a minute"
    )
    for add_commands in hooks("commands"):
        for name, run_command in add_commands(commands).items():
            commands.choices[name].set_defaults(run_command=run_command)
    rules = _command(commands, "rules", "print the rules of a game", RULES_EXAMPLES)
    rules.add_argument("game", metavar="GAME", help="the game's name, for example socker")


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule from the game's list (main.py rules GAME); can be repeated",
    )
    parser.add_argument("--layout", type=Path, metavar="MAP", help="a board made with Tiled")


def _add_place(parser: argparse.ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--workers", type=int, default=1, metavar="W", help="number of processes (default: 1)")
    group.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler (needs dask and distributed)")


def _add_ladder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the game's name, for example socker")
    parser.add_argument(
        "--levels", default="all", metavar="A,B", help="levels, weakest first (default: %(default)s)"
    )
    parser.add_argument(
        "--beginner", action="store_true", help="a scripted beginner's first matches against easy bots"
    )
    parser.add_argument(
        "--players", type=int, metavar="N", help="number of players (default: depends on the game)"
    )
    parser.add_argument(
        "--games", type=int, default=200, metavar="K", help="at most K games per pair (default: %(default)s)"
    )
    parser.add_argument(
        "--within", type=float, default=5, metavar="P",
        help="stop once the interval is within P points to either side (default: %(default)s)",
    )  # fmt: skip
    cost = parser.add_mutually_exclusive_group()
    cost.add_argument(
        "--budget", type=float, metavar="SHARE", help="share of the thinking time at the table (default: 0.1)"
    )
    cost.add_argument(
        "--nodes", type=int, metavar="N", help="positions searched per decision, instead of a time"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="RNG seed (default: random, and printed)")
    _add_rules(parser)
    _add_place(parser)


def _rules(slug: str) -> int:
    from game.core.discovery import SCRIPTS_HEADING, players_text, rules_text

    for_scripts = "".join(rules_text(slug).partition(SCRIPTS_HEADING)[1:])
    lines = f"{players_text(slug)}\n{for_scripts}".rstrip().splitlines()
    print("\n".join(line for line in lines if not line.startswith("![")))
    return 0


def _check(game: str) -> int:
    from game.match.game_lint import check
    from game.ui.match.offscreen import draw_match

    report = check(game, draw_match)
    print(printable(report.text()))
    return 0 if report.is_good else 1


def _map(options: argparse.Namespace) -> int:
    from game.core.discovery import find_game
    from game.core.session import Session
    from game.levels import load
    from game.resources import levels_of
    from game.store.board_files import save_map

    if options.seed is not None:
        package = find_game(options.game)
        info, to_layout = package.info, package.component("board_layout")
        if to_layout is None:
            raise ValueError(f"Boards of {info.title} are not built from a seed. Draw one with Tiled.")
        if options.file.exists():
            raise ValueError(f"{options.file} already exists. Choose another name.")
        layout = to_layout(Session.new(info.slug, seed=options.seed).observe(None))
        save_map(layout, options.file, levels_of(info.slug))
    layout = load(options.file)
    name = printable(str(layout.get("name", "no name")))
    print(f"{options.file} is valid: {find_game(layout.game).info.title}, {name}.")
    return 0


def _simulate(options: argparse.Namespace) -> int:
    from game.bots.match_runner import MatchSettings
    from game.bots.simulate_command import SimulationPlan, simulate

    plan = SimulationPlan.from_arguments(
        game=options.game,
        levels=options.bots.split(","),
        games=options.games,
        seed=options.seed,
        terms=MatchSettings(options.players, options.option, _layout(options)),
    )
    return simulate(plan, workers=options.workers, cluster=options.cluster, record=options.record)


def _ladder(options: argparse.Namespace) -> int:
    from game.bots.match_runner import MatchSettings
    from game.bots.rating import RatingPlan, StoppingRule, ladder
    from game.core.search import BudgetPolicy

    time_fraction = 0.1 if options.budget is None and options.nodes is None else options.budget
    enough = StoppingRule(options.games, options.within)
    terms = MatchSettings(options.players, options.option, _layout(options))
    levels = options.levels.split(",")
    if options.beginner:
        plan = RatingPlan.first_matches(
            game=options.game, levels=levels, enough=enough, seed=options.seed, terms=terms
        )
    else:
        plan = RatingPlan.from_arguments(
            game=options.game,
            levels=levels,
            enough=enough,
            seed=options.seed,
            terms=terms,
            allowance=BudgetPolicy(time_fraction, options.nodes),
        )
    return ladder(plan, workers=options.workers, cluster=options.cluster)


def _layout(options: argparse.Namespace) -> Layout | None:
    if options.layout is None:
        return None
    from game.levels import load

    return load(options.layout)


if __name__ == "__main__":
    from multiprocessing import freeze_support

    freeze_support()  # a worker of a packed program starts here too, and must not open a window
    sys.exit(main())
