"""Open the listening sockets, and find this machine's addresses in its network."""

from __future__ import annotations

import errno
import socket
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from typing import Any
from weakref import ref

from sightline.table.http.addresses import counted_as
from sightline.table.http.open_connections import OpenConnections

USUAL_PORT = 8765
PORTS_TRIED = 100
STALLED_SECONDS = 30
"""Seconds after which a peer that accepts no data is disconnected."""
_NO_SUCH_NETWORK = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EPROTONOSUPPORT)

# No packet is sent: connecting only makes the system choose its source address.
_ROUTES = (
    "192.0.2.1",
    "10.255.255.255",
    "172.31.255.255",
    "192.168.255.255",
    "2001:db8::1",
    "fd00::1",
)


def listening_sockets(
    hosts: Sequence[str], port: int, tries: int = PORTS_TRIED
) -> list[socket.socket]:
    """Return sockets on that port or the next free one; 0 means any port.

    All hosts get the same port. Hosts after the first are skipped if the machine does not have that
    network.
    """
    last: OSError | None = None
    for number in range(port, min(port + tries, 65_536)) if port else (0,) * tries:
        opened: list[socket.socket] = []
        try:
            for host in hosts:
                wanted = opened[0].getsockname()[1] if opened else number
                try:
                    opened.append(_listening(host, wanted))
                except OSError as error:
                    if not opened or error.errno not in _NO_SUCH_NETWORK:
                        raise
        except OSError as error:
            for each in opened:
                each.close()
            last = error
        else:
            return opened
    assert last is not None
    raise last


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only if the protocol is given. Without it, one message in a hundred
    # waits 40 ms for an acknowledgment.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Inherited by every connection, so that a peer that stopped reading does not stay
            # forever.
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_SECONDS * 1000)
        found.bind((host, port))
        found.listen()
    except OSError:
        found.close()
        raise
    return found


class HandshakeSocket(socket.socket):
    """A listening socket that limits the connections in a TLS handshake.

    The server does not see these connections until the handshake is complete.
    """

    @classmethod
    def instead_of(
        cls, other: socket.socket, most: int, most_of_an_address: int
    ) -> HandshakeSocket:
        made = cls(other.family, other.type, other.proto, fileno=other.detach())
        made._waiting = OpenConnections(most, most_of_an_address)
        made._numbers = {}
        return made

    _waiting: OpenConnections
    _numbers: dict[Any, int]
    """Connection numbers, by peer address and port."""

    def accept(self) -> tuple[socket.socket, Any]:
        connection, address = super().accept()
        weak = ref(connection)

        def hang_up() -> None:
            self._numbers.pop(address, None)
            late = weak()
            if late is not None:  # otherwise it has failed already
                with suppress(OSError):
                    late.shutdown(socket.SHUT_RDWR)

        self.finished(address)  # left over from a failed connection from the same port
        self._numbers[address] = self._waiting.opened(counted_as(address[0]), hang_up)
        return connection, address

    def finished(self, address: Any) -> None:
        """Stop counting a handshake that is complete or has failed."""
        number = self._numbers.pop(address, None)
        if number is not None:
            self._waiting.closed(number)


def addresses_in_the_network() -> list[str]:
    """Return the addresses by which other machines reach this one."""
    found: dict[str, None] = {}
    for somewhere in _ROUTES:
        family = socket.AF_INET6 if ":" in somewhere else socket.AF_INET
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((somewhere, 9))
            address = ip_address(probe.getsockname()[0].partition("%")[0])
            if not (address.is_loopback or address.is_unspecified or address.is_link_local):
                found[str(address)] = None
    return list(found)
