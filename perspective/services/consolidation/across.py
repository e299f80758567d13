"""Which memories of different namespaces of one tenant say nearly the same?

They are linked, and stay where they are: a namespace is a part that is looked at by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from perspective.domain.changes.change_set import Step
from perspective.domain.changes.image import Linked
from perspective.domain.filter import Filter
from perspective.domain.graph import DECAY_RATES_PER_DAY, Edge
from perspective.ports.feed import Change
from perspective.services.jobs.look import Look
from perspective.services.models.meaning import Meaning
from perspective.settings import ConsolidationSettings

_AT_ONCE = 32
_NEAREST = 4


class Across:
    """The phase `across`."""

    name = "across"

    def __init__(self, settings: ConsolidationSettings) -> None:
        self._settings = settings

    async def plan(self, look: Look) -> None:
        """Each pair is one step; looked at is what changed since the last run."""
        space = look.space
        counts = await space.stores.records.counts()
        namespaces = sorted(counts.by_namespace)
        if len(namespaces) < 2:
            return
        with space.meaning.use() as meaning:
            if meaning.model is not None:
                await self._compare(look, meaning, namespaces)

    async def _compare(self, look: Look, meaning: Meaning, namespaces: Sequence[str]) -> None:
        space = look.space
        after = await space.stores.records.read(lambda snapshot: snapshot.mark(self.name))
        met: set[tuple[str, str]] = set()
        upto = meaning.position
        while True:
            found = await space.stores.feed.changes(
                after=after, limit=_AT_ONCE, model=meaning.model
            )
            changes = [one for one in found if one.seq <= upto]
            if not changes:
                break
            for change in changes:
                if isinstance(change, Change) and _is_standing(change):
                    look.draft.n_seen += 1
                    await self._link(look, meaning, change, namespaces, met)
                    await look.breathe()
            after = changes[-1].seq
        look.marks[self.name] = upto

    async def _link(
        self,
        look: Look,
        meaning: Meaning,
        change: Change,
        namespaces: Sequence[str],
        met: set[tuple[str, str]],
    ) -> None:
        entry, vector = change.entry, change.vector
        others = tuple(one for one in namespaces if one != entry.namespace)
        assert vector is not None
        where = Filter(as_of=None, known_at=None, namespaces=others, states=("active", "archived"))
        stores = look.space.stores
        hits = await meaning.vectors.search(vector, where, limit=_NEAREST)
        keys = [hit.key for hit in hits if hit.score > self._settings.similarity]
        if not keys:
            return
        scores = {hit.key: hit.score for hit in hits}
        linked = await stores.records.read(
            lambda snapshot: snapshot.survey.edges_at(entry.memory_id)
        )
        ends = {end for e in linked if e.kind == "similar_across" for end in (e.source, e.target)}
        for one in await stores.records.at_keys(keys):
            if one.version.known_to is not None or one.memory.id in ends:
                continue
            first, second = sorted((entry.memory_id, one.memory.id))
            if (first, second) in met:
                continue
            met.add((first, second))
            edge = Edge(
                source=first,
                target=second,
                kind="similar_across",
                weight=min(1.0, scores[one.version.key]),
                created_at=look.now,
                last_reinforced_at=look.now,
                decay_rate=DECAY_RATES_PER_DAY["similar_across"],
                origin="consolidation",
            )
            look.draft.add(
                Step(
                    kind="link",
                    memory_ids=(first, second),
                    reason="nearly the same in two namespaces",
                    images=(Linked(None, edge),),
                    needs={one.memory.id: one.version.number},
                )
            )


def _is_standing(change: Change) -> bool:
    entry = change.entry
    return (
        change.vector is not None
        and entry.known_to is None
        and not entry.is_deleted
        and entry.state != "retired"
    )
