"""Tells addresses apart: the names that we go by, and who it is that asks.

A proxy or a tunnel on this machine asks in the name of others, and says in a header for whom. That
is believed only where such a proxy was announced, and only of somebody who is on this machine:
anyone else could write there what they like, and every limit by address would be void.
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
"""Bits of an IPv6 address that a household has in common: it has all the others to choose from."""
_USUAL_PORTS = {"http": 80, "https": 443}
_LONGEST_NAME = 253
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-.")


# --- ours


def public_origin(text: str) -> str:
    """What `--at` names, as browsers write it: `https://table.example.org`, without a path."""
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
    """As it stands in links: an IPv6 address has brackets."""
    return f"{scheme}://[{address}]:{port}" if ":" in address else f"{scheme}://{address}:{port}"


def own_origins(port: int, more: Iterable[str], scheme: str = "http") -> list[str]:
    """Every address that we go by, with those of this machine in its network."""
    return [origin_of(scheme, each, port) for each in (HERE, "localhost", HERE_6, *more)]


def origins_by_host(origins: Iterable[str]) -> dict[bytes, bytes]:
    """The one origin that a page has which came by this name, for every `Host` of ours."""
    found: dict[bytes, bytes] = {}
    for origin in origins:
        scheme, _, host = origin.lower().partition("://")
        found[host.encode("latin-1")] = origin.lower().encode("latin-1")
        if urlsplit(origin).port is None:  # browsers leave the usual port out, some proxies do not
            found[f"{host}:{_USUAL_PORTS[scheme]}".encode("latin-1")] = origin.lower().encode()
    return found


# --- theirs


def asking_address(peer: str, headers: Headers, behind_proxy: bool) -> str:
    """By what whoever asks is counted. `peer`: who is at the other end of the connection;
    `behind_proxy`: may that be a proxy of ours?

    Of the addresses in the header only the last counts, which the proxy itself has written. All
    before it came with the request.
    """
    if behind_proxy and _is_here(peer):
        given = [value for name, value in headers if name.lower() == b"x-forwarded-for"]
        last = given[-1].decode("latin-1").rpartition(",")[2].strip() if given else ""
        with suppress(ValueError):
            return counted_as(str(ip_address(last)))
    return counted_as(peer)


def counted_as(address: str) -> str:
    """What limits know somebody by: the address, or the household's part of it in IPv6."""
    try:
        found = _parsed(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address) or found.is_loopback:
        return str(found)
    return str(IPv6Network((found, HOUSEHOLD), strict=False))


def is_neighbour(peer: str, ours: str) -> bool:
    """Is it somebody in a network of ours? Routers translate IPv4, so nobody else gets this far;
    with IPv6 the whole world might."""
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
