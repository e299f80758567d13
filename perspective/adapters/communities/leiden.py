"""How does graspologic-native answer the port? It lets go of the interpreter while it works, so it
runs in a thread.

Its Rust code panics on a graph without edges; that one is answered here.
"""

from __future__ import annotations

import asyncio

import graspologic_native
import numpy as np
from numpy.typing import NDArray

from perspective.domain.communities.modularity import Places, WeightedGraph, modularity
from perspective.errors import ModelOutputInvalid
from perspective.ports.communities.finder import Partition


class LeidenFinder:
    """A `CommunityFinder` by Leiden's algorithm (Traag and others, 2019), by modularity.

    `resolution` above 1 makes smaller communities; the modularity told is always the plain one.
    """

    def __init__(self, *, resolution: float = 1.0) -> None:
        self._resolution = resolution

    async def find(self, graph: WeightedGraph, *, seed: int = 0) -> Partition:
        """See `CommunityFinder`. A caller that is cancelled leaves the thread to its work."""
        return await asyncio.to_thread(self._find, graph, seed)

    def _find(self, graph: WeightedGraph, seed: int) -> Partition:
        sources, targets, weights = graph.edges()
        labels = np.full(graph.n_nodes, -1, dtype=np.int64)
        if len(weights):
            rows = _compressed(graph.n_nodes, sources, targets, weights)
            for node, label in self._leiden(graph.n_nodes, rows, seed).items():
                labels[node] = label
        numbered = _renumbered(labels)
        return Partition(labels=numbered, modularity=modularity(graph, numbered))

    def _leiden(
        self,
        n_nodes: int,
        rows: tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]],
        seed: int,
    ) -> dict[int, int]:
        try:
            _, found = graspologic_native.leiden_csr(
                *rows,
                n_nodes,
                resolution=self._resolution,
                use_modularity=True,
                seed=seed,
            )
        except BaseException as error:
            if isinstance(error, Exception) or type(error).__name__ == "PanicException":
                raise ModelOutputInvalid(f"no communities were found: {error}") from error
            raise
        return dict(found)


def _compressed(
    n_nodes: int, sources: Places, targets: Places, weights: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]:
    """Both directions of each edge as compressed sparse rows, several between two nodes summed:
    where each row begins, the columns, the weights."""
    low, high = np.minimum(sources, targets), np.maximum(sources, targets)
    pairs, places = np.unique(low.astype(np.int64) * n_nodes + high, return_inverse=True)
    sums = np.bincount(places, weights, len(pairs))
    low, high = pairs // n_nodes, pairs % n_nodes
    starts, ends = np.concatenate([low, high]), np.concatenate([high, low])
    order = np.argsort(starts * n_nodes + ends, kind="stable")
    begins = np.zeros(n_nodes + 1, dtype=np.int64)
    np.cumsum(np.bincount(starts, minlength=n_nodes), out=begins[1:])
    return begins, ends[order].astype(np.int32), np.concatenate([sums, sums])[order]


def _renumbered(labels: NDArray[np.int64]) -> Places:
    """The same communities numbered by their first nodes; −1 stands for one of its own."""
    alone = labels < 0
    own = labels.max(initial=-1) + 1 + np.arange(len(labels))
    _, first, places = np.unique(
        np.where(alone, own, labels), return_index=True, return_inverse=True
    )
    ranks = np.empty(len(first), dtype=np.int32)
    ranks[np.argsort(first, kind="stable")] = np.arange(len(first), dtype=np.int32)
    numbered: Places = ranks[places]
    return numbered
