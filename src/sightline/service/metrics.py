"""Counters in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping

BOUNDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0)
"""Upper bounds of the histogram, in seconds."""


class Metrics:
    """Counts requests by endpoint and status, and measures how long they took."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets: dict[str, list[int]] = {}
        self._seconds: Counter[str] = Counter()

    def count(self, endpoint: str, status: int, seconds: float) -> None:
        """Count one request."""
        self._requests[endpoint, status] += 1
        buckets = self._buckets.setdefault(endpoint, [0] * (len(BOUNDS) + 1))
        buckets[bisect_left(BOUNDS, seconds)] += 1
        self._seconds[endpoint] += seconds  # type: ignore[assignment]

    def text(self, gauges: Mapping[str, tuple[str, float]]) -> str:
        """Return all counters. `gauges` are other values by name, each with its help text."""
        lines = [
            "# HELP sightline_requests_total Requests answered.",
            "# TYPE sightline_requests_total counter",
        ]
        lines += [
            f'sightline_requests_total{{endpoint="{endpoint}",status="{status}"}} {count}'
            for (endpoint, status), count in sorted(self._requests.items())
        ]
        lines += [
            "# HELP sightline_request_seconds Time to answer a request.",
            "# TYPE sightline_request_seconds histogram",
        ]
        for endpoint, buckets in sorted(self._buckets.items()):
            total = 0
            for bound, count in zip((*BOUNDS, "+Inf"), buckets, strict=True):
                total += count
                lines.append(
                    f'sightline_request_seconds_bucket{{endpoint="{endpoint}",le="{bound}"}}'
                    f" {total}"
                )
            label = f'{{endpoint="{endpoint}"}}'
            lines.append(f"sightline_request_seconds_sum{label} {self._seconds[endpoint]:.6f}")
            lines.append(f"sightline_request_seconds_count{label} {total}")
        for name, (text, value) in gauges.items():
            lines += [
                f"# HELP sightline_{name} {text}",
                f"# TYPE sightline_{name} gauge",
                f"sightline_{name} {value:g}",
            ]
        return "\n".join(lines) + "\n"
