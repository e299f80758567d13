"""How long do recall, store, start and bulk load take, and how much memory is held?

A real daemon answers over HTTP. What the embedding model takes by itself is measured in the same
run, on the same texts, before and after each round, so that a busy machine shows in both.
Aims are printed beside the figures; none is a gate.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
import numpy as np

from perspective.evaluation.talk import Talk
from perspective.settings_loader import changed_settings
from tests.bench.bare import BareEmbedder, Kind
from tests.bench.client import Client
from tests.bench.mixture import Mixture
from tests.bench.report import keep, say, show
from tests.bench.server import Daemon, daemon, data_folder, settings_for

TENANT = "bench"
BUDGET = 10
_BATCH = 1000


class Size(msgspec.Struct, frozen=True):
    """How much is measured."""

    n_memories: int
    n_rounds: int
    n_recalls: int
    n_stores: int
    n_starts: int
    n_resident: int
    settle_s: float


class Beside(msgspec.Struct, frozen=True):
    """One round: an operation's times and those of bare embedding before and after, in ms; and
    the processor time of one call of each, which tells more on a busy machine."""

    operation: list[float]
    bare: list[float]
    cpu_ms: float = float("nan")
    bare_cpu_ms: float = float("nan")

    @property
    def row(self) -> tuple[float, ...]:
        """See `_COLUMNS`."""
        ours, theirs = np.percentile(self.operation, (50, 95)), np.percentile(self.bare, (50, 95))
        over = float(ours[0] - theirs[0])
        return (*ours.tolist(), *theirs.tolist(), over, self.cpu_ms, self.bare_cpu_ms)


_COLUMNS = ("p50", "p95", "bare p50", "bare p95", "p50 over bare", "cpu", "bare cpu")


def run(talks: Sequence[Talk], *, n_memories: int, settle_s: float, is_quick: bool) -> None:
    """Prints the tables and writes fast.json."""
    full = Size(
        n_memories=n_memories, n_rounds=5, n_recalls=100, n_stores=40, n_starts=3,
        n_resident=1000, settle_s=settle_s,
    )  # fmt: skip
    quick = {"n_rounds": 2, "n_recalls": 20, "n_stores": 10, "n_starts": 1, "n_resident": 100}
    size = msgspec.structs.replace(full, **quick) if is_quick else full
    mixture = Mixture(talks)
    with data_folder() as folder:
        loaded = settings_for(folder)
        with BareEmbedder(loaded.settings.embedding) as bare:
            with daemon(folder) as server, server.client() as client:
                bulk = _bulk(client, bare, mixture, size)
                rounds = _rounds(server, client, bare, mixture, size)
                full_mb = server.resident_mb()
            starts = [_start(folder, mixture.question()) for _ in range(size.n_starts)]
    resident = _resident(mixture, size)
    resident["MB with all memories, after the rounds"] = full_mb
    results = {"bulk": bulk, "starts_s": starts, "resident": resident,
               **{name: [one.row for one in found] for name, found in rounds.items()}}  # fmt: skip
    _print(size, bulk, rounds, starts, resident)
    path = keep("fast", {"size": size, "results": results}, changed_settings(loaded.settings))
    say(f"\nwritten to {path}")


def _bulk(client: Client, bare: BareEmbedder, mixture: Mixture, size: Size) -> dict[str, float]:
    """Stores all memories; rates in texts a second, until acknowledged and until findable."""
    items = mixture.items(size.n_memories)
    sample = [str(item["content"]) for item in items[: len(items) // 10]]
    before_ms = bare.times("batch", sample).each_ms[0]
    started = time.perf_counter()
    client.store(TENANT, items, size=_BATCH)
    durable_s = time.perf_counter() - started
    client.wait_indexed([TENANT])
    findable_s = time.perf_counter() - started
    after_ms = bare.times("batch", sample).each_ms[0]
    rates = [len(sample) / ms * 1000.0 for ms in (before_ms, after_ms)]
    say(f"  stored {len(items)} in {findable_s:.0f} s")
    return {
        "acknowledged a second": len(items) / durable_s,
        "findable a second": len(items) / findable_s,
        "bare embedding a second": sum(rates) / 2.0,
        "findable as a share of bare": len(items) / findable_s / (sum(rates) / 2.0),
    }


def _rounds(
    server: Daemon, client: Client, bare: BareEmbedder, mixture: Mixture, size: Size
) -> dict[str, list[Beside]]:
    """Recalls and stores, each round between two measurements of bare embedding."""
    found: dict[str, list[Beside]] = {"recall": [], "recall, engine alone": [], "store": []}
    found["an empty request"] = []
    for _ in range(10):
        client.recall(TENANT, mixture.question(), BUDGET)
    for n in range(size.n_rounds):
        queries = [mixture.question() for _ in range(size.n_recalls)]
        inside: list[float] = []

        def recall(query: str, inside: list[float] = inside) -> None:
            inside.append(float(client.recall(TENANT, query, BUDGET)["took_ms"]))

        outer = _beside(server, bare, "query", queries, recall)
        found["recall"].append(outer)
        found["recall, engine alone"].append(Beside(inside, outer.bare))
        items = mixture.items(size.n_stores)
        bodies = {str(item["content"]): {"tenant_id": TENANT, **item} for item in items}

        def store(text: str, bodies: dict[str, dict[str, object]] = bodies) -> None:
            client.post("/api/store", bodies[text])

        found["store"].append(_beside(server, bare, "passage", list(bodies), store))
        empty = [_ms(lambda: client.get("/api/health/live")) for _ in range(size.n_recalls)]
        found["an empty request"].append(Beside(empty, [0.0]))
        say(f"  round {n + 1} of {size.n_rounds}")
    return found


def _beside(
    server: Daemon,
    bare: BareEmbedder,
    kind: Kind,
    texts: Sequence[str],
    operation: Callable[[str], Any],
) -> Beside:
    before = bare.times(kind, texts)
    started = server.cpu_s()
    times = [_ms(partial(operation, text)) for text in texts]
    cpu_ms = (server.cpu_s() - started) * 1000.0 / len(texts)
    after = bare.times(kind, texts)
    bare_cpu_ms = (before.cpu_ms + after.cpu_ms) / 2.0 / len(texts)
    return Beside(times, before.each_ms + after.each_ms, cpu_ms, bare_cpu_ms)


def _ms(operation: Callable[[], Any]) -> float:
    started = time.perf_counter()
    operation()
    return (time.perf_counter() - started) * 1000.0


def _start(folder: Path, question: str) -> dict[str, float]:
    """Seconds from starting the process until it is ready, answers, and has all in its indexes."""
    started = time.perf_counter()
    with daemon(folder) as server, server.client() as client:
        ready_s = time.perf_counter() - started
        answer = client.recall(TENANT, question, BUDGET)
        first_s = time.perf_counter() - started
        client.wait_indexed([TENANT])
        return {
            "ready": ready_s,
            "first recall": first_s,
            "indexes complete": time.perf_counter() - started,
            "first recall degraded": float(bool(answer.get("degraded"))),
        }


def _resident(mixture: Mixture, size: Size) -> dict[str, float]:
    """Resident memory of a new daemon: at start, after storing texts, and after a rest."""
    with data_folder() as folder, daemon(folder) as server, server.client() as client:
        fresh_mb = _after_first_embedding(server, client, mixture)
        client.store(TENANT, mixture.items(size.n_resident), size=_BATCH)
        client.wait_indexed([TENANT])
        busy_mb = server.resident_mb()
        time.sleep(size.settle_s)
        return {
            "MB after one text": fresh_mb,
            f"MB after {size.n_resident} texts": busy_mb,
            f"MB {size.settle_s:g} s later": server.resident_mb(),
        }


def _after_first_embedding(server: Daemon, client: Client, mixture: Mixture) -> float:
    client.store(TENANT, mixture.items(1), size=_BATCH)
    client.wait_indexed([TENANT])
    return server.resident_mb()


_AIMS = {"recall": "bare + 4 ms", "store": "bare + 8 ms"}


def _print(
    size: Size,
    bulk: dict[str, float],
    rounds: dict[str, list[Beside]],
    starts: list[dict[str, float]],
    resident: dict[str, float],
) -> None:
    rows = [
        (name, *(median(values) for values in zip(*(one.row for one in found), strict=True)),
         _AIMS.get(name, ""))
        for name, found in rounds.items()
    ]  # fmt: skip
    show(
        f"Milliseconds a call at {size.n_memories} memories, medians of {size.n_rounds} rounds",
        ("", *_COLUMNS, "aim"),
        [(name, *(f"{value:.2f}" for value in numbers), aim) for name, *numbers, aim in rows],
    )
    show("Seconds from process start, medians", ("", "s", "aim"), [
        (name, f"{median(one[name] for one in starts):.2f}", "3" if name == "first recall" else "")
        for name in starts[0]
    ])  # fmt: skip
    show("Bulk load", ("", "value"), list(bulk.items()))
    aims = {f"MB {size.settle_s:g} s later": "320"}
    show("Resident memory", ("", "MB", "aim"),
         [(name, value, aims.get(name, "")) for name, value in resident.items()])  # fmt: skip
