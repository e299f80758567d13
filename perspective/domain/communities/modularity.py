"""How much more do the members of communities share edges than chance would have it?"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int32]
Weights = NDArray[np.float32]


class WeightedGraph(msgspec.Struct, frozen=True, kw_only=True):
    """Undirected edges between nodes 0 … n_nodes − 1; arrays are not modified.

    `sources` and `targets` int32 (m,), the ends of each edge in either order, `weights` float32 (m,).
    Several edges between two nodes add up. Edges from a node to itself, and those without a weight
    above 0, are passed over.
    """

    n_nodes: int
    sources: Places
    targets: Places
    weights: Weights

    def edges(self) -> tuple[Places, Places, NDArray[np.float64]]:
        """The ends and weights of the edges that count. Raises ValueError for a node that is none."""
        sources, targets = np.asarray(self.sources), np.asarray(self.targets)
        weights = np.asarray(self.weights, dtype=np.float64)
        if not sources.shape == targets.shape == weights.shape or sources.ndim != 1:
            message = f"arrays of one length, not {sources.shape} {targets.shape} {weights.shape}"
            raise ValueError(message)
        ends = np.concatenate([sources, targets])
        if len(ends) and not (int(ends.min()) >= 0 and int(ends.max()) < self.n_nodes):
            message = f"an edge ends at a node that is not among the {self.n_nodes}"
            raise ValueError(message)
        counts = (sources != targets) & (weights > 0.0) & np.isfinite(weights)
        return sources[counts], targets[counts], weights[counts]


def modularity(graph: WeightedGraph, labels: Places) -> float:
    """How well the communities are told apart, −1/2 to 1; 0 without edges.

    `labels` int32 (n_nodes,): nodes with the same one, which is at least 0, belong together.
    **Formula** Σ over communities of weight within / m − (degrees / 2m)², where m is the weight of
    all edges and a node's degree that of its own.
    **Source** Newman and Girvan, 2004.
    """
    sources, targets, weights = graph.edges()
    labels = np.asarray(labels)
    if labels.shape != (graph.n_nodes,):
        message = f"a label for each of {graph.n_nodes} nodes, not {labels.shape}"
        raise ValueError(message)
    total = float(weights.sum())
    if total <= 0.0:
        return 0.0
    of_source, of_target = labels[sources], labels[targets]
    n = int(labels.max()) + 1
    within = float(weights[of_source == of_target].sum())
    degrees = np.bincount(of_source, weights, n) + np.bincount(of_target, weights, n)
    return within / total - float(np.square(degrees / (2.0 * total)).sum())
