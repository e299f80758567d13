"""How much was asked, how quickly was it answered, and how large is the process? In numbers.

In the text form that Prometheus reads, from a registry of our own. A tenant is a wall, so none
is named: numbers of memories and indexes are sums over the tenants that are open.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from perspective.domain.answer import Status
from perspective.domain.process import ProcessView, RunState

CONTENT_TYPE = CONTENT_TYPE_LATEST

_TIMED = {"/api/store": "store", "/api/recall": "recall"}
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_BUCKETS_S = (0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0)
_THREADS = Path("/proc/self/task")  # of native libraries too, where the system tells


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "perspective_requests", "Requests answered.", ["method", "route", "status"],
            registry=self._registry,
        )  # fmt: skip
        self._seconds = Histogram(
            "perspective_answer_seconds", "How long answers took.", ["operation"],
            buckets=_BUCKETS_S, registry=self._registry,
        )  # fmt: skip
        for operation in _TIMED.values():
            self._seconds.labels(operation)
        self._tenants = self._gauge("tenants", "Tenants there are.")
        self._open = self._gauge("open_tenants", "Tenants whose stores are open.")
        self._memories = self._gauge("memories", "Memories of the open tenants.", "state")
        self._pending = self._gauge(
            "index_pending", "Versions that an index has yet to take in, in open tenants.", "index"
        )
        self._failed = self._gauge(
            "index_failed", "Versions that an index cannot take in, in open tenants.", "index"
        )
        self._processes = self._gauge("processes", "Background work.", "kind", "state")
        self._job_runs = Counter(
            "perspective_job_runs", "Rounds and single runs of jobs that ended.", ["job", "state"],
            registry=self._registry,
        )  # fmt: skip
        self._job_seconds = Counter(
            "perspective_job_seconds", "How long they took together.", ["job", "state"],
            registry=self._registry,
        )  # fmt: skip
        self._told: dict[tuple[str, RunState], tuple[int, float]] = {}
        self._threads = self._gauge("threads", "Threads of the process.")

    def observe(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """Counts a request. `route` is its path as the documentation writes it, None for one
        that is not served."""
        known = method if method in _METHODS else "other"
        self._requests.labels(known, route or "unknown", str(status)).inc()
        if method == "POST" and route in _TIMED:
            self._seconds.labels(_TIMED[route]).observe(seconds)

    def count_jobs(self, totals: Mapping[tuple[str, RunState], tuple[int, float]]) -> None:
        """So many runs of each job ended so since the start, and took so long together."""
        for key, (n, seconds) in totals.items():
            n_told, seconds_told = self._told.get(key, (0, 0.0))
            self._job_runs.labels(*key).inc(max(0, n - n_told))
            self._job_seconds.labels(*key).inc(max(0.0, seconds - seconds_told))
            self._told[key] = (n, seconds)

    def text(self, status: Status, processes: list[ProcessView]) -> bytes:
        """All numbers as they are now, as CONTENT_TYPE."""
        opened = [tenant for tenant in status.tenants if tenant.counts is not None]
        self._tenants.set(status.n_tenants)
        self._open.set(len(opened))
        for gauge in (self._memories, self._pending, self._failed, self._processes):
            gauge.clear()
        for state in ("active", "archived", "retired"):
            self._memories.labels(state).set(status.totals.by_state.get(state, 0))
        self._memories.labels("deleted").set(status.totals.deleted)
        for tenant in opened:
            for name, index in tenant.indexes.items():
                self._pending.labels(name).inc(index.pending)
                self._failed.labels(name).inc(index.failed)
        for process in processes:
            self._processes.labels(process.kind, process.state).inc()
        self._threads.set(_n_threads())
        return generate_latest(self._registry)

    def _gauge(self, name: str, meaning: str, *labels: str) -> Gauge:
        return Gauge(f"perspective_{name}", meaning, labels, registry=self._registry)


def _n_threads() -> int:
    try:
        return sum(1 for _ in _THREADS.iterdir())
    except OSError:
        return threading.active_count()
