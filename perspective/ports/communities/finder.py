"""Which nodes of a weighted graph belong together?"""

from __future__ import annotations

from typing import Protocol

import msgspec

from perspective.domain.communities.modularity import Places, WeightedGraph


class Partition(msgspec.Struct, frozen=True, kw_only=True):
    """Each node's community: `labels` int32 (n,), numbered from 0 by each one's first node.

    `modularity` is that of `domain/communities/modularity`, of the graph that was asked about.
    """

    labels: Places
    modularity: float

    @property
    def n_communities(self) -> int:
        """How many there are; a node without edges is one by itself."""
        return int(self.labels.max(initial=-1)) + 1


class CommunityFinder(Protocol):
    """Divides a graph so that its modularity is high; the members of a community are connected."""

    async def find(self, graph: WeightedGraph, *, seed: int = 0) -> Partition:
        """The communities; the same for the same graph and seed. The event loop stays free.

        Raises ValueError for arrays that do not fit together, and ModelOutputInvalid when the
        library fails.
        """
        ...
