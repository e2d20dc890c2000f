"""Public address: name of the host's own tunnel, through which remote guests join.

The tunnel ends at this computer. It connects to the server from 127.0.0.1 and sends the name that guests have
typed as Host. A request with that name from that address is *far*, and is served the same page by https. A
header set by the tunnel may give the guest's address. It is trusted only if the host has configured it, and
only from the tunnel's end, because any other client may write into it. Without it all far guests share the
address `TUNNEL_PEER`, and are slowed down by connection (`party/connection_pool.py`).

See docs/party.md for what the operator of a tunnel can read.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from game.store.settings import ForwardedHeader

TUNNEL_PEER: Final = "far"
"""Address of all guests through a tunnel; with a suffix, of one identified guest or relay guest."""
SCHEME = "https://"
MAX_LENGTH = 200
_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_NAME = re.compile(rf"(?:{_LABEL}\.)+[a-z][a-z0-9-]{{0,61}}[a-z0-9](?::[0-9]{{1,5}})?")


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """Public name of the party."""

    name: str
    """Host name without ``https://``; with the port unless it is 443."""
    forwarded: ForwardedHeader = ForwardedHeader.NONE

    @property
    def origin(self) -> str:
        """Beginning of all links by this name, with https."""
        return SCHEME + self.name

    def is_far(self, peer: str | None, headers: Mapping[str, str]) -> bool:
        """True if a request from this IP address came through the tunnel, by the public name."""
        host = headers.get("Host", "").lower().removesuffix(":443")
        return host == self.name and _is_loopback_peer(peer)

    @staticmethod
    def caller(header_values: Sequence[str]) -> str:
        """Rate-limit key of a far guest: `TUNNEL_PEER`, with the header's last address (IPv6: /64) if valid.

        ``header_values`` contains the header values, line by line. The key is never a local address.
        """
        # The tunnel itself wrote the last entry; the client may have written those before it.
        try:
            address = ipaddress.ip_address(",".join(header_values).rpartition(",")[2].strip())
        except ValueError:
            return TUNNEL_PEER
        # An IPv6 customer usually has 2**64 addresses.
        whole = address if address.version == 4 else ipaddress.ip_network((address, 64), strict=False)
        return f"{TUNNEL_PEER} {whole}"


def read_public(text: str, forwarded: ForwardedHeader | str = ForwardedHeader.NONE) -> PublicAddress | None:
    """Parse a typed https URL with nothing behind the host and port. None if it is not valid."""
    typed = text.strip()
    if not typed.lower().startswith(SCHEME) or len(typed) > MAX_LENGTH:
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
    """True if this rate-limit key is of a guest through a tunnel or relay."""
    return peer.startswith(TUNNEL_PEER)


def is_passed_on(peer: str | None, headers: Mapping[str, str]) -> bool:
    """True if a request from this computer has the usual forwarding header, so it came through a tunnel."""
    return ForwardedHeader.USUAL in headers and _is_loopback_peer(peer)


def _is_loopback_peer(peer: str | None) -> bool:
    """True if this is a loopback address. False also if it is none."""
    try:
        return ipaddress.ip_address(peer or "").is_loopback
    except ValueError:
        return False
