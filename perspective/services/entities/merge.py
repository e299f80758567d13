"""How does a person say that two names mean one, or that one name means two?

A merge only notes as which entity another is shown, so a split of it restores both. A split by name
or memory moves mentions to an entity of their own, and is remembered: a memory that is read again
means whom it meant. Events hold ids alone, so no erasure has to look for names in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from perspective.domain.event import Event, EventKind
from perspective.domain.extraction.merger import MERGED_INTO, SPLIT_FROM, marked, merged_into
from perspective.domain.extraction.names.known import keys_of
from perspective.domain.extraction.names.sounding import Likeness
from perspective.domain.extraction.view import EntitySplit
from perspective.domain.graph import MENTIONS, Edge, Entity
from perspective.domain.text.normal import normal_form
from perspective.errors import Conflict, EntityNotFound, InvalidRequest
from perspective.ports.system import Clock, Ids
from perspective.ports.transaction import EntityKeys, RecordTransaction
from perspective.services.entities.entities import Entities
from perspective.services.entities.whom import group, pin_of
from perspective.services.host import Space

_MANY = 1_000_000
_BY_HAND = ""  # the memory of keys that no memory gives

_replace = msgspec.structs.replace

R = TypeVar("R")


class Merge:
    """Merges and splits entities. One instance serves all tenants."""

    def __init__(self, likeness: Likeness, clock: Clock, ids: Ids) -> None:
        self._likeness = likeness
        self._clock = clock
        self._ids = ids

    async def merge(self, space: Space, entity_id: str, other_id: str, *, actor: str) -> str:
        """The other is shown as the first; returns the id that stays. What is one already stays
        so. Raises EntityNotFound, and Conflict for an entity and itself."""

        def work(tx: RecordTransaction) -> str:
            if entity_id == other_id:
                raise Conflict("an entity cannot be merged with itself")
            kept, other = (_top(tx, _found(tx, one)) for one in (entity_id, other_id))
            if kept.id == other.id:
                return kept.id
            tx.add(marked(kept), marked(other, **{MERGED_INTO: kept.id, SPLIT_FROM: None}))
            self._note(tx, "merged", actor, [kept.id, other.id], [kept.id])
            return kept.id

        return await self._write(space, work)

    async def split(
        self, space: Space, entity_id: str, wanted: EntitySplit, *, actor: str
    ) -> tuple[str, str]:
        """What goes by the name, or is mentioned in these memories, is an entity of its own;
        returns the ids of the one that stays and of the other. What was merged under this name is
        as before. Raises EntityNotFound, InvalidRequest, and Conflict when nothing would stay."""
        if (wanted.name is None) == (not wanted.memory_ids):
            reason = "either a name or memory_ids must be given"
            raise InvalidRequest(reason, fields=(("name", reason),))

        def work(tx: RecordTransaction) -> tuple[str, str]:
            top = _top(tx, _found(tx, entity_id))
            members = group(tx, top)
            if wanted.name is not None:
                name = normal_form(wanted.name)
                if (merged := _of_name(tx, members[1:], name)) is not None:
                    tx.add(marked(merged, **{MERGED_INTO: None, SPLIT_FROM: top.id}))
                    new_id = merged.id
                else:
                    new_id = self._by_name(tx, top, members, name)
            else:
                new_id = self._by_memory(tx, top, members, wanted.memory_ids)
            self._note(tx, "split", actor, [top.id], [top.id, new_id])
            return top.id, new_id

        return await self._write(space, work)

    def _by_name(
        self, tx: RecordTransaction, top: Entity, members: Sequence[Entity], name: str
    ) -> str:
        """Mentions by this name are those of a new entity; the memories' other names stay."""
        if name == top.normal_name:
            raise Conflict("the entity's own name stays with it: split off the other names")
        moved = 0
        new = self._begun(tx, top, name)
        for member in members:
            for memory_id in tx.mentioned_in(member.id):
                edges = tx.detach(member.id, memory_id)
                mine, theirs = _parted(edges, name)
                for edge in theirs:
                    moved += 1
                    said = [one[0] for one in edge.extra[MENTIONS]]
                    new = _named(tx, new, said[0]) if moved == 1 else new
                    self._attach(tx, [_moved(edge, member.id, new.id)], new, memory_id)
                is_left = any(edge.kind == "entity" for edge in mine)
                for edge in edges:
                    if edge.kind != "entity":
                        mine.append(edge if is_left else _moved(edge, member.id, new.id))
                self._attach(tx, mine, member, memory_id)
        if not moved:
            reason = "is no name by which a memory calls the entity"
            raise InvalidRequest(f"name {reason}", fields=(("name", reason),))
        self._check_left(tx, members)
        return new.id

    def _by_memory(
        self,
        tx: RecordTransaction,
        top: Entity,
        members: Sequence[Entity],
        memory_ids: Sequence[str],
    ) -> str:
        """What these memories mention is a new entity, now and whenever they are read again."""
        new = self._begun(tx, top, top.normal_name)
        called = Counter[str]()
        for memory_id in dict.fromkeys(memory_ids):
            n_edges = 0
            for member in members:
                edges = tx.detach(member.id, memory_id)
                n_edges += sum(edge.kind == "entity" for edge in edges)
                called.update(said for edge in edges for said, _ in edge.extra.get(MENTIONS, ()))
                self._attach(
                    tx, [_moved(edge, member.id, new.id) for edge in edges], new, memory_id
                )
            if not n_edges:
                reason = f"{memory_id!r} does not mention the entity"
                raise InvalidRequest(reason, fields=(("memory_ids", reason),))
            tx.add(EntityKeys(new.id, _BY_HAND, (pin_of(memory_id),)))
        if called:
            _named(tx, new, min(called, key=lambda one: (-called[one], one)))
        self._check_left(tx, members)
        return new.id

    def _begun(self, tx: RecordTransaction, top: Entity, name: str) -> Entity:
        entities = Entities(tx, self._ids, self._clock.now(), origin="split")
        shown = top.name if name == top.normal_name else name
        new = marked(entities.begun(shown, top.kind), **{SPLIT_FROM: top.id})
        tx.add(new)
        return new

    def _attach(
        self, tx: RecordTransaction, edges: Sequence[Edge], entity: Entity, memory_id: str
    ) -> None:
        """Edges are there again, and the entity is filed under the names that they give it."""
        tx.add(*edges)
        for edge in edges:
            if edge.kind == "entity":
                for name, _ in edge.extra.get(MENTIONS, ()):
                    keys = keys_of(name, entity.kind, self._likeness)
                    tx.add(EntityKeys(entity.id, memory_id, keys))

    def _check_left(self, tx: RecordTransaction, members: Sequence[Entity]) -> None:
        if not any(tx.mentioned_in(one.id) for one in members):
            raise Conflict("nothing would be left of the entity")

    def _note(
        self,
        tx: RecordTransaction,
        kind: EventKind,
        actor: str,
        before: list[str],
        after: list[str],
    ) -> None:
        tx.add(
            Event(
                at=self._clock.now(),
                kind=kind,
                actor=actor,
                before={"entities": before},
                after={"entities": after},
            )
        )

    async def _write(self, space: Space, work: Callable[[RecordTransaction], R]) -> R:
        done = await space.stores.records.write(work)
        space.wake()
        return done


def _found(tx: RecordTransaction, entity_id: str) -> Entity:
    found = tx.entities([entity_id])
    if not found:
        raise EntityNotFound(f"there is no entity {entity_id!r}")
    return found[0]


def _top(tx: RecordTransaction, entity: Entity) -> Entity:
    while (into := merged_into(entity)) is not None:
        entity = _found(tx, into)
    return entity


def _of_name(tx: RecordTransaction, members: Sequence[Entity], name: str) -> Entity | None:
    """Of what was merged the entity of this name, else one that a memory calls so."""
    for one in members:
        if name in (one.normal_name, *one.aliases):
            return one
    for one in members:
        if any(normal_form(said.name) == name for said in tx.called(one.id, limit=_MANY)):
            return one
    return None


def _parted(edges: Sequence[Edge], name: str) -> tuple[list[Edge], list[Edge]]:
    """The entity edges without the name, and those with it alone."""
    mine, theirs = list[Edge](), list[Edge]()
    for edge in edges:
        if edge.kind != "entity":
            continue
        said = edge.extra.get(MENTIONS, [])
        is_meant = [normal_form(one[0]) == name for one in said]
        if any(is_meant):
            theirs.append(
                _saying(edge, [one for one, is_it in zip(said, is_meant, strict=True) if is_it])
            )
        if not said or not all(is_meant):
            mine.append(
                _saying(edge, [one for one, is_it in zip(said, is_meant, strict=True) if not is_it])
                if said
                else edge
            )
    return mine, theirs


def _saying(edge: Edge, said: list[list[object]]) -> Edge:
    other: Edge = _replace(edge, extra={**edge.extra, MENTIONS: said})
    return other


def _moved(edge: Edge, old: str, new: str) -> Edge:
    moved: Edge = _replace(
        edge,
        source=new if edge.source == old else edge.source,
        target=new if edge.target == old else edge.target,
    )
    return moved


def _named(tx: RecordTransaction, entity: Entity, name: str) -> Entity:
    named: Entity = _replace(entity, name=name, normal_name=normal_form(name))
    tx.add(named)
    return named
