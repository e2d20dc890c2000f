"""Run a party with friends elsewhere in its own process, for `attack_relay`.

``python -m sockdrawer_elsewhere.tools.far_party RELAY`` prints the party's address, its code and the link,
and ends with stdin.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from game.party.party import Party
from sockdrawer_elsewhere.friends import friends_of
from sockdrawer_elsewhere.relay_invite import RelayState
from tests.scenes.harness import WindowRobot
from tools.attack import run_party


def _let_friends_in(window: WindowRobot, party: Party) -> Iterable[str]:
    """Connect the party to the relay. Returns the link."""
    friends = friends_of(party)
    assert friends is not None
    friends.set_enabled(on=True, relay=sys.argv[1])
    while friends.status.state is not RelayState.OPEN:
        window.step()
    return [friends.status.link]


if __name__ == "__main__":
    run_party(_let_friends_in)
