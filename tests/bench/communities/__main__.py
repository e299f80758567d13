"""How good are the communities, how fast, and does the event loop stay free?
`python -m tests.bench.communities`.

A graph with planted groups and noise, 100,000 nodes and 1,000,000 edges unless told otherwise, beside
what its connected components come to.
"""

from __future__ import annotations

import argparse
import asyncio
import time

import numpy as np
from numpy.typing import NDArray

from perspective.adapters.communities.leiden import LeidenFinder
from perspective.domain.communities.modularity import WeightedGraph, modularity
from perspective.ports.communities.finder import Partition
from tests.bench.report import keep, say, show

_TICK_S = 0.001


def main() -> None:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.communities", description=__doc__)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--edges", type=int, default=1_000_000)
    parser.add_argument("--group", type=int, default=100, help="nodes of a planted group")
    options = parser.parse_args()
    header = ("edges within groups", "modularity", "of components", "of the groups", "communities",
              "components", "seconds", "longest stall, ms", "the same again")  # fmt: skip
    rows = []
    for share in (0.9, 0.7, 0.5):
        graph, groups = planted(options.nodes, options.edges, options.group, share)
        found, seconds, stall = asyncio.run(_timed(graph))
        again, _, _ = asyncio.run(_timed(graph))
        whole = components(graph)
        rows.append((
            f"{share:.0%}", found.modularity, modularity(graph, whole), modularity(graph, groups),
            found.n_communities, int(whole.max()) + 1, f"{seconds:.1f}", f"{stall * 1e3:.0f}",
            bool((found.labels == again.labels).all()),
        ))  # fmt: skip
        say(f"  {share:.0%} within groups: done")
    show(f"{options.nodes} nodes, {options.edges} edges", header, rows)
    say(f"\nwritten to {keep('communities', {'columns': header, 'rows': rows}, {})}")


def planted(
    n_nodes: int, n_edges: int, size: int, share: float
) -> tuple[WeightedGraph, NDArray[np.int32]]:
    """Edges of which this share stays within groups of `size` nodes, and each node's group."""
    rng = np.random.default_rng(20_251_130)
    sources = rng.integers(0, n_nodes, n_edges)
    near = np.minimum(n_nodes - 1, sources // size * size + rng.integers(0, size, n_edges))
    targets = np.where(rng.random(n_edges) < share, near, rng.integers(0, n_nodes, n_edges))
    graph = WeightedGraph(
        n_nodes=n_nodes,
        sources=sources.astype(np.int32),
        targets=targets.astype(np.int32),
        weights=rng.random(n_edges, dtype=np.float32),
    )
    return graph, (np.arange(n_nodes) // size).astype(np.int32)


def components(graph: WeightedGraph) -> NDArray[np.int32]:
    """The connected component of each node."""
    sources, targets, _ = graph.edges()
    labels = np.arange(graph.n_nodes)
    while True:
        low = np.minimum(labels[sources], labels[targets])
        before = labels.copy()
        np.minimum.at(labels, labels[sources], low)
        np.minimum.at(labels, labels[targets], low)
        labels = labels[labels]
        if (labels == before).all():
            break
    return np.unique(labels, return_inverse=True)[1].astype(np.int32)


async def _timed(graph: WeightedGraph) -> tuple[Partition, float, float]:
    """What is found, how long it takes, and the longest that the event loop had to wait."""
    stalls = [0.0]

    async def tick() -> None:
        before = time.perf_counter()
        while True:
            await asyncio.sleep(_TICK_S)
            now = time.perf_counter()
            stalls.append(now - before - _TICK_S)
            before = now

    ticking = asyncio.create_task(tick())
    started = time.perf_counter()
    found = await LeidenFinder().find(graph)
    seconds = time.perf_counter() - started
    await asyncio.sleep(_TICK_S)
    ticking.cancel()
    return found, seconds, max(stalls)


if __name__ == "__main__":
    main()
