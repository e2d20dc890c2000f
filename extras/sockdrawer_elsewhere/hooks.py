"""Hooks of friends elsewhere (`game.core.extras.hooks`). Everything heavy is imported on use."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.core.extras import CommandParsers, MenuEntry, MenuPlace
from game.i18n import _
from game.resources import COMMAND

if TYPE_CHECKING:
    from game.party.party import Party
    from game.ui.core.scene import AppContext, Scene
    from sockdrawer_elsewhere.relay_invite import SasPrompt


def menu_entries(place: MenuPlace, app: AppContext, _of: Scene) -> Sequence[MenuEntry]:
    """In the settings of parties, a button that names a relay."""
    if place is not MenuPlace.PARTY:
        return []
    tip = _("The computer that passes sealed messages on to friends elsewhere.")
    return [MenuEntry(_("Relay"), "globe", partial(app.open_scene, "relay_address", app), tip)]


def new_party(app: AppContext, party: Party) -> None:
    """Attach friends elsewhere to a party of the window. They are off at first."""
    from sockdrawer_elsewhere.friends import FriendsElsewhere

    def ask(prompt: SasPrompt) -> None:
        """Ask the host to compare socks with a friend who has entered the number."""

        def answered(answer: int | None) -> None:
            """Admit the friend for 0, refuse them for any other number; None decides nothing."""
            if answer is not None:
                friends.answer_prompt(prompt.number, admitted=answer == 0)

        app.open_scene("sas_compare", friends, prompt, then=answered)

    friends = FriendsElsewhere(party, ask)
    party.attach(friends)


EXAMPLES = """\
examples:
  {command} relay --page                          one node, for a proxy on this computer that ends TLS
  {command} relay --host 0.0.0.0 --page --address-header X-Forwarded-For
  {command} relay --bus nats://127.0.0.1:4222 --port 9001 --metrics 9101

It stores nothing and logs no addresses. docs/relay.md explains how to run one, and what it sees.
"""


def commands(parsers: CommandParsers) -> Mapping[str, Callable[[argparse.Namespace], int]]:
    """Add the command `relay`. Returns its function, which returns the exit status, by its name."""
    parser = parsers.add_parser(
        "relay",
        help="run a relay that passes sealed messages on to friends elsewhere",
        epilog=EXAMPLES.format(command=COMMAND),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="default: %(default)s")
    parser.add_argument("--port", type=int, default=9000, metavar="N", help="default: %(default)s")
    parser.add_argument("--page", action="store_true", help="also serve the loader of the phone page")
    parser.add_argument(
        "--bus", default=os.environ.get("SOCK_DRAWER_BUS", ""), metavar="nats://ADDRESS",
        help="NATS server that connects several nodes (or set SOCK_DRAWER_BUS)",
    )  # fmt: skip
    parser.add_argument(
        "--metrics",
        default="",
        metavar="[HOST:]PORT",
        help="serve metrics there (only on this computer without HOST)",
    )
    parser.add_argument(
        "--address-header", default="", metavar="NAME",
        help="header in which a proxy gives the caller's address (the last one in it counts)",
    )  # fmt: skip
    return {"relay": _relay}


def _relay(options: argparse.Namespace) -> int:
    """Run the command `relay` until it is interrupted. Returns the exit status."""
    from sockdrawer_elsewhere.relay.server import RelayConfig, serve

    return serve(
        RelayConfig(
            options.host, options.port, options.bus, options.metrics, options.address_header, options.page
        )
    )
