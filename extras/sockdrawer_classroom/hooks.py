"""Hooks of the classroom (`game.core.extras.hooks`). Everything heavy is imported on use."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.core.discovery import find_game
from game.core.extras import CommandParsers, MenuEntry, MenuPlace, Waiting
from game.i18n import _
from game.resources import COMMAND
from sockdrawer_classroom.cup_rules import has_cups

if TYPE_CHECKING:
    from game.match.match import Match
    from game.scenes.house_rules import HouseRulesPanel
    from game.ui.core.scene import AppContext, Scene
    from sockdrawer_classroom.classroom import ClassPlan, ClassRecord


def menu_entries(place: MenuPlace, _app: AppContext, of: HouseRulesPanel) -> Sequence[MenuEntry]:
    """At ``TABLES`` a button to a class and one to a cup, if the game has them."""
    entries = []
    if place is MenuPlace.TABLES and find_game(of.info.slug).has_component("class_report_scene"):
        label, press = _("Play as a class"), partial(of.open_with_rules, "class_plan")
        entries.append(MenuEntry(label, "screen", press))
    if place is MenuPlace.TABLES and has_cups(of.info.players):
        set_up = partial(of.open_with_rules, "tournament_setup")
        entries.append(MenuEntry(_("Play for a cup"), "trophy", set_up))
    return entries


def waiting(app: AppContext) -> Sequence[Waiting]:
    """At most one item: the saved class session (urgent), or else the saved cup."""
    from sockdrawer_classroom.class_stores import CLASS_PART, TournamentStore, class_session

    # A class session may belong to the cup, and resumes it. It waits now; a cup may wait for weeks.
    if class_session(app.stores).has(CLASS_PART):
        resume = partial(app.open_scene, "class_resume", app)
        return [Waiting(lambda: _("Tables waiting"), resume, is_urgent=True)]
    if TournamentStore(app.stores.folder).load() is not None:
        return [Waiting(lambda: _("Cup waiting"), partial(app.open_scene, "tournament_resume", app))]
    return []


def way_back(app: AppContext, match: Match) -> MenuEntry | None:
    """To the board of the cup that waits, from a match of a pair of its round."""
    from sockdrawer_classroom.class_stores import TournamentStore

    state = TournamentStore(app.stores.folder).load()
    if state is None or match.session.what_if is not None or any(seat.is_bot for seat in match.seats):
        return None
    from sockdrawer_classroom.scenes.class_runner import SavedTournament
    from sockdrawer_classroom.scenes.tournament import return_from_match

    saved = SavedTournament.from_state(state)
    names = [seat.name for seat in match.seats]
    if saved is None or saved.game_between(match.session.game, names) is None:
        return None
    return MenuEntry(_("Go to the cup"), "trophy", partial(return_from_match, app, match))


def read(data: bytes, path: Path) -> ClassRecord | ClassPlan | None:
    """Class record or plan in a file's content, None if neither. Raises `ValueError` if it is unusable."""
    from sockdrawer_classroom import class_files

    return class_files.read(data, path)


def open_file(app: AppContext, found: object) -> Scene | str | None:
    """Report scene of a class record, sheet of a plan, or a text that refuses the plan; else None.

    Raises `ValueError` if the record has no report.
    """
    from sockdrawer_classroom.classroom import ClassPlan, ClassRecord

    if isinstance(found, ClassRecord):
        return app.screens["class_report"](found)
    if not isinstance(found, ClassPlan):
        return None
    if app.phones.guest is not None:
        return _("Leave the current lesson first.")
    return app.screens["class_plan"](found.game, None, found)


EXAMPLES = """\
examples:
  {command} class-debrief class.json --out class    a report on a whole class: tables, pictures, handouts
  {command} class-debrief 1.txt 2.txt --out class   the same for matches on several computers, one table each
"""


def commands(parsers: CommandParsers) -> Mapping[str, Callable[[argparse.Namespace], int]]:
    """Add the command `class-debrief`. Returns its function, which returns the exit status, by its name."""
    parser = parsers.add_parser(
        "class-debrief",
        help="write a report on a lesson with many tables",
        epilog=EXAMPLES.format(command=COMMAND),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "files",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="a saved lesson (class.json), or records of SOCiable, one per table",
    )
    parser.add_argument(
        "--title", default="", metavar="TEXT", help="the class's name, if the files are records"
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where to create the report's folder"
    )
    parser.add_argument("--names", action="store_true", help="show the pupils' names, if the lesson has them")
    parser.add_argument(
        "--parallel", action="store_true", help="simulate the lesson 100 times; takes some minutes"
    )
    return {"class-debrief": _class_debrief}


def _class_debrief(options: argparse.Namespace) -> int:
    """Run the command `class-debrief`. Returns 0; raises `OSError` or `ValueError` if it cannot be done."""
    from sockdrawer_classroom.reports import class_debrief

    return class_debrief(
        options.files, options.title, options.out, names=options.names, parallel=options.parallel
    )
