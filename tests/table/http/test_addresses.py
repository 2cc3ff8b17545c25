"""The client's host name and address, as used for limits."""

import pytest

from sightline.errors import InvalidValueError
from sightline.table.http.addresses import (
    asking_address,
    counted_as,
    is_neighbor,
    origin_of,
    origins_by_host,
    public_origin,
)


@pytest.mark.parametrize(
    ("given", "origin"),
    [
        ("https://table.example.org", "https://table.example.org"),
        ("https://Table.Example.ORG/", "https://table.example.org"),
        ("https://table.example.org:443", "https://table.example.org"),
        ("https://table.example.org:8443", "https://table.example.org:8443"),
        ("https://node.tail1234.ts.net", "https://node.tail1234.ts.net"),
        ("https://203.0.113.7", "https://203.0.113.7"),
        ("https://[2001:DB8:0::1]:9000/", "https://[2001:db8::1]:9000"),
    ],
)
def test_the_public_address_is_written_as_browsers_write_it(given: str, origin: str) -> None:
    assert public_origin(given) == origin


@pytest.mark.parametrize(
    "given",
    [
        "",
        "table.example.org",
        "http://table.example.org",
        "ftp://table.example.org",
        "https://",
        "https://:443",
        "https://table.example.org/game",
        "https://table.example.org/?a=b",
        "https://table.example.org#m=x",
        "https://me:word@table.example.org",
        "https://table.example.org:0",
        "https://table.example.org:99999",
        "https://table.example.org:port",
        "https://tisch.müller.example",
        "https://a b",
        "https://*",
        "https://[::1",
        "https://[evil]",
        "https://" + "a" * 300,
    ],
)
def test_what_is_no_public_address_is_refused_with_an_example(given: str) -> None:
    with pytest.raises(InvalidValueError, match=r"--at: expected .*https://table\.example\.org"):
        public_origin(given)


def test_a_host_has_one_origin() -> None:
    ours = [origin_of("http", "127.0.0.1", 8765), origin_of("http", "::1", 8765)]
    assert origins_by_host([*ours, "https://table.example.org"]) == {
        b"127.0.0.1:8765": b"http://127.0.0.1:8765",
        b"[::1]:8765": b"http://[::1]:8765",
        b"table.example.org": b"https://table.example.org",
        b"table.example.org:443": b"https://table.example.org",
    }


def asked(peer: str, *forwarded: str, behind_proxy: bool = True) -> str:
    headers = [(b"x-forwarded-for", each.encode("latin-1")) for each in forwarded]
    return asking_address(peer, [(b"host", b"a"), *headers], behind_proxy)


def test_only_a_proxy_of_ours_on_this_machine_is_believed() -> None:
    assert asked("127.0.0.1", "203.0.113.7") == "203.0.113.7"
    assert asked("::1", "203.0.113.7") == "203.0.113.7"
    assert asked("::ffff:127.0.0.1", "203.0.113.7") == "203.0.113.7"
    assert asked("192.168.0.9", "203.0.113.7") == "192.168.0.9"
    assert asked("2001:db8::9", "203.0.113.7") == "2001:db8::/64"
    assert asked("127.0.0.1", "203.0.113.7", behind_proxy=False) == "127.0.0.1"
    assert asked("", "203.0.113.7") == ""


@pytest.mark.parametrize(
    ("forwarded", "whose"),
    [
        (("6.6.6.6, 203.0.113.7",), "203.0.113.7"),
        (("6.6.6.6", "203.0.113.7"), "203.0.113.7"),
        (("6.6.6.6, 203.0.113.7", "198.51.100.1 , 198.51.100.2 "), "198.51.100.2"),
        (("2001:db8:1:2:3:4:5:6",), "2001:db8:1:2::/64"),
        (("::ffff:203.0.113.7",), "203.0.113.7"),
        ((), "127.0.0.1"),
        (("",), "127.0.0.1"),
        (("203.0.113.7,",), "127.0.0.1"),
        (("203.0.113.7, unknown",), "127.0.0.1"),
        (("203.0.113.7:4711",), "127.0.0.1"),
        (("0x7f000001",), "127.0.0.1"),
        (("203.0.113.7 from elsewhere",), "127.0.0.1"),
        (("\xff\xfe",), "127.0.0.1"),
        (("9" * 10_000,), "127.0.0.1"),
    ],
)
def test_the_last_address_counts_and_what_is_none_does_not(
    forwarded: tuple[str, ...], whose: str
) -> None:
    """The client can forge every entry except the last one."""
    assert asked("127.0.0.1", *forwarded) == whose


def test_a_household_is_counted_as_one() -> None:
    assert counted_as("2001:db8:1:2::1") == counted_as("2001:db8:1:2:ffff::9")
    assert counted_as("2001:db8:1:2::1") != counted_as("2001:db8:1:3::1")
    assert counted_as("203.0.113.7") != counted_as("203.0.113.8")
    assert counted_as("fe80::1%eth0") == "fe80::/64"
    assert counted_as("::1") == "::1"
    assert counted_as("something else") == "something else"


def test_with_ipv6_only_neighbors_are_let_in() -> None:
    assert is_neighbor("192.168.0.9", "192.168.0.2")
    assert is_neighbor("::1", "::1")
    assert is_neighbor("fe80::9%eth0", "fe80::1%eth0")
    assert is_neighbor("fd12:3456::9", "fd12:ffff::1")
    ours = "2a00:1450:4001:81b::2"
    assert is_neighbor("2a00:1450:4001:81b:9:9:9:9", ours)
    assert not is_neighbor("2a00:1450:4001:81c::2", ours)
    assert not is_neighbor("2a00:1450:4001:81c::2", "fe80::1")
    assert not is_neighbor("", ours)
