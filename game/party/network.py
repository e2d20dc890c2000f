"""Where this machine is found on the local network, and who belongs to it."""

from __future__ import annotations

import ipaddress
import socket

LOOPBACK = "127.0.0.1"
_PROBES = ("192.168.255.254", "10.255.255.254", "172.31.255.254", "169.254.255.254")
"""Private addresses to which no packet is sent: only the way there is asked for."""


def local_address() -> str:
    """The IPv4 address that phones on the local network reach; the loopback where there is no network."""
    for probe in _PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            try:
                asked.connect((probe, 9))
                found = str(asked.getsockname()[0])
            except OSError:
                continue
        if is_local(found) and not ipaddress.ip_address(found).is_loopback:
            return found
    return LOOPBACK


def local_addresses() -> tuple[str, ...]:
    """Every IPv4 address by which a local network may reach this machine, the likeliest first.

    May take a moment: never called on a loop.
    """
    import ifaddr

    known = [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    likeliest = local_address()
    found = [address for address in known if is_local(address) and not address.startswith("127.")]
    return tuple(dict.fromkeys([*([likeliest] if likeliest != LOOPBACK else []), *sorted(found)]))


def is_local(peer: str | None) -> bool:
    """Whether an address belongs to a local network or to this machine."""
    try:
        address = ipaddress.ip_address(peer or "")
    except ValueError:
        return False
    return address.is_private or address.is_loopback or address.is_link_local
