"""One cluster for all tests: two processes of this machine, behind an address as any other."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("distributed")


@pytest.fixture(scope="package")
def cluster() -> Iterator[Any]:
    import distributed

    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
    ) as made:
        yield made


@pytest.fixture
def address(cluster: Any) -> str:
    return str(cluster.scheduler_address)
