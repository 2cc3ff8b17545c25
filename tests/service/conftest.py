"""Start one service for all tests of a module."""

from collections.abc import Iterator

import pytest

from tests.service.running import Client, service


@pytest.fixture(scope="module")
def ask() -> Iterator[Client]:
    with service("--boards", "5", "--seconds", "20") as client:
        yield client
