"""Identify clients by address, and list the names of this server.

A proxy or tunnel on this machine connects on behalf of clients and puts their addresses in a
header. The header is trusted only if a proxy was configured, and only from this machine. Otherwise
any client could forge it and evade every limit by address.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from sightline.errors import InvalidValueError

Headers = list[tuple[bytes, bytes]]

HERE, HERE_6 = "127.0.0.1", "::1"
EVERYWHERE, EVERYWHERE_6 = "0.0.0.0", "::"
HOUSEHOLD = 64
"""Prefix length of the IPv6 addresses of a household, which can choose all other bits
freely.
"""
_USUAL_PORTS = {"http": 80, "https": 443}
_LONGEST_NAME = 253
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-.")


# --- addresses of this machine


def public_origin(text: str) -> str:
    """Return the origin of `--at` as browsers write it: `https://table.example.org`, without a
    path.
    """
    try:
        parts = urlsplit(text)
        port, name = parts.port, (parts.hostname or "").lower()
    except ValueError:
        raise _not_public(text) from None
    if (parts.scheme, parts.path.rstrip("/"), parts.query, parts.fragment) != ("https", "", "", ""):
        raise _not_public(text)
    if "@" in parts.netloc or port == 0:
        raise _not_public(text)
    if "[" in parts.netloc:
        with suppress(ValueError):
            name = f"[{IPv6Address(name).compressed}]"
        if not name.startswith("["):
            raise _not_public(text)
    elif not name or not set(name) <= _LETTERS or len(name) > _LONGEST_NAME:
        raise _not_public(text)
    return f"https://{name}" if port in (None, 443) else f"https://{name}:{port}"


def _not_public(text: str) -> InvalidValueError:
    return InvalidValueError(
        "--at: expected the address under which players reach the table, like"
        " https://table.example.org, with https, without a path, and a name with other letters as"
        f" browsers send it (xn--...); got {text[:100]!r}"
    )


def origin_of(scheme: str, address: str, port: int) -> str:
    """Return an origin as in links. An IPv6 address gets brackets."""
    return f"{scheme}://[{address}]:{port}" if ":" in address else f"{scheme}://{address}:{port}"


def own_origins(port: int, more: Iterable[str], scheme: str = "http") -> list[str]:
    """Return every origin of this server, including this machine's addresses in its network."""
    return [origin_of(scheme, each, port) for each in (HERE, "localhost", HERE_6, *more)]


def origins_by_host(origins: Iterable[str]) -> dict[bytes, bytes]:
    """Return the expected `Origin` of a page for each `Host` of this server."""
    found: dict[bytes, bytes] = {}
    for origin in origins:
        scheme, _, host = origin.lower().partition("://")
        found[host.encode("latin-1")] = origin.lower().encode("latin-1")
        if urlsplit(origin).port is None:  # browsers omit the default port, some proxies do not
            found[f"{host}:{_USUAL_PORTS[scheme]}".encode("latin-1")] = origin.lower().encode()
    return found


# --- addresses of clients


def asking_address(peer: str, headers: Headers, behind_proxy: bool) -> str:
    """Return the key under which requests from this client are counted.

    `peer` is the other end of the connection, and `behind_proxy` says whether it may be our proxy.
    Only the last address in the header counts, because the proxy itself added it; the others came
    with the request.
    """
    if behind_proxy and _is_here(peer):
        given = [value for name, value in headers if name.lower() == b"x-forwarded-for"]
        last = given[-1].decode("latin-1").rpartition(",")[2].strip() if given else ""
        with suppress(ValueError):
            return counted_as(str(ip_address(last)))
    return counted_as(peer)


def counted_as(address: str) -> str:
    """Return the key for limits: the address, or in IPv6 the household's prefix."""
    try:
        found = _parsed(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address) or found.is_loopback:
        return str(found)
    return str(IPv6Network((found, HOUSEHOLD), strict=False))


def is_neighbor(peer: str, ours: str) -> bool:
    """Return whether the address is in one of our networks.

    Routers translate IPv4, so no foreign IPv4 address gets here. Over IPv6 any address could.
    """
    try:
        them, us = _parsed(peer), _parsed(ours)
    except ValueError:
        return False
    if isinstance(them, IPv4Address) or isinstance(us, IPv4Address):
        return True
    if them.is_loopback or them.is_link_local or not them.is_global:
        return True
    return us in IPv6Network((them, HOUSEHOLD), strict=False)


def _is_here(address: str) -> bool:
    try:
        return _parsed(address).is_loopback
    except ValueError:
        return False


def _parsed(address: str) -> IPv4Address | IPv6Address:
    found = ip_address(address.partition("%")[0])
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found
