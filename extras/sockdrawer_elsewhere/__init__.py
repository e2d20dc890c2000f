"""Friends elsewhere: guests who join a party by a link through a relay, and the relay itself."""

from pathlib import Path

from game.core.extras import Extra

EXTRA = Extra(
    "elsewhere",
    Path(__file__).parent,
    screens={
        "relay_address": "sockdrawer_elsewhere.dialogs:RelayAddressDialog",
        "relay_invite": "sockdrawer_elsewhere.dialogs:RelayInviteDialog",
        "sas_compare": "sockdrawer_elsewhere.dialogs:SasDialog",
    },
    hooks="sockdrawer_elsewhere.hooks",
)
