"""A public address: what a tunnel of the host's own is called, by which guests come from elsewhere.

The tunnel ends at this computer and calls the server from 127.0.0.1, with the name that guests have typed as
Host. So one who says that name and calls from there is *far*, and is told the same page by https. Of whom a
far guest is, a header may tell which the tunnel sets; it is believed only where somebody has said so, and
from the tunnel's end alone: anybody else may write into it what they like. Without one all far guests have
one address, `FAR`, and are slowed down line by line (`party/connection_pool.py`).

What the operator of a tunnel can read stands in docs/party.md.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from game.store.settings import ForwardedHeader

FAR: Final = "far"
"""The address of all together who come by a tunnel; with something behind it that of one who is told apart,
or comes by a relay."""
SCHEME = "https://"
LONGEST = 200
_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_NAME = re.compile(rf"(?:{_LABEL}\.)+[a-z][a-z0-9-]{{0,61}}[a-z0-9](?::[0-9]{{1,5}})?")


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """Where far guests find the party."""

    name: str
    """As browsers say it: without ``https://``, with the port where that is another than 443."""
    forwarded: ForwardedHeader = ForwardedHeader.NONE

    @property
    def origin(self) -> str:
        return SCHEME + self.name

    def is_far(self, peer: str | None, headers: Mapping[str, str]) -> bool:
        """Whether a request from this address comes by the tunnel."""
        host = headers.get("Host", "").lower().removesuffix(":443")
        return host == self.name and _is_here(peer)

    @staticmethod
    def caller(told: Sequence[str]) -> str:
        """What a far guest is counted by, which is no address of the local network.

        ``told`` is what stands in the header that tells, line by line.
        """
        # The last one was written by the tunnel itself, what stands before it by whoever has called.
        try:
            address = ipaddress.ip_address(",".join(told).rpartition(",")[2].strip())
        except ValueError:
            return FAR
        # Whoever has one address of version 6 has some 2**64 of them.
        whole = address if address.version == 4 else ipaddress.ip_network((address, 64), strict=False)
        return f"{FAR} {whole}"


def read_public(said: str, forwarded: ForwardedHeader | str = ForwardedHeader.NONE) -> PublicAddress | None:
    """The address that somebody has typed; `None` where it is none.

    Browsers have to be able to call it by https, and it says nothing but where that is.
    """
    typed = said.strip()
    if not typed.lower().startswith(SCHEME) or len(typed) > LONGEST:
        return None
    name = typed[len(SCHEME) :].removesuffix("/")
    host, colon, port = name.partition(":")
    try:
        name = host.encode("idna").decode("ascii").lower() + colon + port
    except UnicodeError:
        return None
    if not _NAME.fullmatch(name) or (colon and not 0 < int(port) < 2**16):
        return None
    return PublicAddress(name.removesuffix(":443"), ForwardedHeader(forwarded))


def is_far(peer: str) -> bool:
    """Whether this is the address of somebody elsewhere."""
    return peer.startswith(FAR)


def is_passed_on(peer: str | None, headers: Mapping[str, str]) -> bool:
    """Whether a request from this address was passed on by a tunnel, as no browser of this computer says."""
    return ForwardedHeader.USUAL in headers and _is_here(peer)


def _is_here(peer: str | None) -> bool:
    try:
        return ipaddress.ip_address(peer or "").is_loopback
    except ValueError:
        return False
