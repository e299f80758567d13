"""Which memories are like which? Semantic edges, made behind the answers.

As long as a tenant is open, what the change feed brings is compared with its nearest, a few
versions at a time and only when they can all be found already; how far that is, is noted with the
edges. Three quarters of the time are left to others. A start, a restart and a store from before
there were such edges are the same thing.
"""

from __future__ import annotations

import asyncio
import time

import numpy as np

from perspective.domain.filter import Filter
from perspective.domain.graph import DECAY_RATES_PER_DAY, Edge, UsualLikeness, most_alike
from perspective.errors import StorageError
from perspective.observability.events import event_log
from perspective.ports.feed import Change, Vector
from perspective.ports.system import Clock
from perspective.ports.vectors import VectorStore
from perspective.services.host import Space
from perspective.services.models.meaning import Meaning

_log = event_log(__name__)

_N_CHANGES = 16  # in one transaction: what a store may have to wait for
_N_PAIRS = 64  # taken at random for each version
_MAX_LINKS = 256  # that a memory may have already, mostly from others to it
_REST = 3.0  # times as long as it worked, after each version
_FIRST_RETRY_S = 0.5
_LAST_RETRY_S = 60.0


class Linking:
    """Keeps the semantic edges of opened tenants in step. One instance serves all of them."""

    def __init__(self, clock: Clock, *, n_links: int) -> None:
        self._clock = clock
        self._n_links = n_links

    async def run(self, space: Space) -> None:
        """Never returns while there may be something to link; may be cancelled at any time."""
        if self._n_links == 0:
            return
        usual, model, retry_s = UsualLikeness(), space.meaning.model, _FIRST_RETRY_S
        while True:
            committed = space.next_commit()
            try:
                with space.meaning.use() as meaning:
                    if meaning.model != model:
                        usual, model = UsualLikeness(), meaning.model
                    n_taken = await self._step(space, meaning, usual)
            except StorageError as error:
                reason = type(error).__name__
                _log.warning("linking_failed", tenant=space.tenant.id, reason=reason)
                await asyncio.sleep(retry_s)
                retry_s = min(retry_s * 2, _LAST_RETRY_S)
                continue
            retry_s = _FIRST_RETRY_S
            if not n_taken:
                await committed.wait()

    async def _step(self, space: Space, meaning: Meaning, usual: UsualLikeness) -> int:
        """Links the next few versions, once they have their vectors; returns how many changes
        there were."""
        if meaning.pump is None:
            return 0
        stores = space.stores
        await meaning.pump.settled()
        embedded = stores.feed.last_seq  # what comes after it may have no vector yet
        upto = await stores.records.read(lambda snapshot: snapshot.linked())
        found = await stores.feed.changes(after=upto, limit=_N_CHANGES, model=meaning.model)
        changes = [change for change in found if change.seq <= embedded]
        if not changes or meaning is not space.meaning:
            return len(changes)
        edges: list[Edge] = []
        ids: list[str] = []
        for change in changes:
            if not isinstance(change, Change) or change.vector is None:
                continue
            if change.entry.known_to is not None or change.entry.is_deleted:
                continue
            started = time.monotonic()
            made = await self._edges(space, meaning.vectors, change, change.vector, usual)
            if made is not None:
                ids.append(change.entry.memory_id)
                edges += made
            await asyncio.sleep(_REST * (time.monotonic() - started))
        seq = changes[-1].seq
        await stores.records.write(lambda transaction: transaction.link(ids, edges, seq))
        return len(changes)

    async def _edges(
        self,
        space: Space,
        vectors: VectorStore,
        change: Change,
        vector: Vector,
        usual: UsualLikeness,
    ) -> list[Edge] | None:
        """The edges of a version; None while it is not known what is usual: those that it has
        from before a restart stay."""
        stores, entry, now = space.stores, change.entry, self._clock.now()
        where = Filter(as_of=None, known_at=None, namespaces=(entry.namespace,))
        hits = await vectors.search(vector, where, limit=self._n_links + 1)
        keys = [hit.key for hit in hits]
        near, linked = await stores.records.read(
            lambda snapshot: (
                snapshot.candidates(keys, where),
                snapshot.adjacent(
                    [entry.memory_id], ("semantic",), where, now=now, limit=_MAX_LINKS
                ),
            )
        )
        before = _some_before(entry.key)
        cosines = await vectors.scores(vector, [*before, *(k.target_key for k in linked)])
        usual.learn(cosines[key] for key in before if key in cosines)
        if (limit := usual.limit) is None:
            return None
        by_key = {hit.key: hit.score for hit in hits}
        alike = most_alike(
            [(one.memory_id, by_key[one.key]) for one in near if one.memory_id != entry.memory_id],
            [(k.target_id, cosines.get(k.target_key, 0.0)) for k in linked],
            limit,
            n=self._n_links,
        )
        return [
            Edge(
                source=entry.memory_id,
                target=other,
                kind="semantic",
                weight=cosine,
                created_at=now,
                last_reinforced_at=now,
                decay_rate=DECAY_RATES_PER_DAY["semantic"],
                origin="linking",
            )
            for other, cosine in alike.items()
        ]


def _some_before(key: int) -> list[int]:
    """Keys of older versions, taken at random, and the same ones each time."""
    if key == 1:
        return []
    keys: list[int] = np.random.default_rng(key).integers(1, key, _N_PAIRS).tolist()
    return sorted(set(keys))
