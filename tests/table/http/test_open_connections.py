"""The number of connections is limited, and the newest one is never closed."""

import random

from sightline.table.http.open_connections import OpenConnections


class Door:
    """A fake limiter of named connections that records which ones were closed."""

    def __init__(self, most: int, most_of_an_address: int) -> None:
        self.connections = OpenConnections(most, most_of_an_address)
        self.gone: list[str] = []

    def open(self, address: str, name: str) -> int:
        return self.connections.opened(address, lambda: self.gone.append(name))


def test_of_one_address_the_longest_waiting_goes() -> None:
    door = Door(10, 2)
    for name in ("first", "second", "third", "fourth"):
        door.open("a", name)
    door.open("b", "elsewhere")
    assert door.gone == ["first", "second"]
    assert (door.connections.of("a"), door.connections.of("b"), len(door.connections)) == (2, 1, 3)


def test_of_all_it_goes_who_has_the_most() -> None:
    door = Door(4, 3)
    for name in ("a1", "a2", "a3"):
        door.open("a", name)
    door.open("b", "b1")
    door.open("c", "c1")
    assert door.gone == ["a1"], "an existing connection stays"
    door.open("d", "d1")
    assert door.gone == ["a1", "a2"]


def test_who_is_answered_goes_last() -> None:
    """A download in progress is not aborted because a client opens empty connections."""
    door = Door(10, 2)
    uploading = door.open("a", "uploading")
    door.connections.asks(uploading, "a")
    for number in range(5):
        door.open("a", f"idle {number}")
    assert door.gone == [f"idle {number}" for number in range(4)]
    door.connections.waits(uploading)
    door.open("a", "one more")
    door.open("a", "two more")
    assert door.gone[4:] == ["idle 4", "uploading"]


def test_the_newest_stays_although_all_others_are_answered() -> None:
    door = Door(10, 2)
    for name in ("slow 1", "slow 2"):
        door.connections.asks(door.open("a", name), "a")
    door.open("a", "newest")
    assert door.gone == ["slow 1"]


def test_a_proxys_connection_counts_for_whom_it_asks() -> None:
    door = Door(100, 2)
    lines = [door.open("proxy", f"line {number}") for number in range(2)]
    for line in lines:
        door.connections.asks(line, "guest")
    assert (door.connections.of("proxy"), door.connections.of("guest")) == (0, 2)
    third = door.open("proxy", "line 2")
    door.connections.asks(third, "guest")
    assert door.gone == ["line 0"]
    door.connections.closed(lines[0])  # it is notified later
    assert door.connections.of("guest") == 2


def test_nothing_is_forgotten_and_nothing_kept() -> None:
    rng = random.Random(15)
    door = Door(30, 8)
    open_lines: list[int] = []
    for step in range(3_000):
        kind, address = rng.randrange(4), f"address {rng.randrange(12)}"
        if kind == 0 or not open_lines:
            open_lines.append(door.open(address, str(step)))
        elif kind == 1:
            door.connections.asks(rng.choice(open_lines), address)
        elif kind == 2:
            door.connections.waits(rng.choice(open_lines))
        else:
            door.connections.closed(open_lines.pop(rng.randrange(len(open_lines))))
        assert len(door.connections) <= 30
        assert all(door.connections.of(f"address {each}") <= 8 for each in range(12))
    for line in open_lines:
        door.connections.closed(line)
    assert len(door.connections) == 0
    assert len(set(door.gone)) == len(door.gone), "nobody is hung up on twice"
