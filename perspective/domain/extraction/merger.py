"""Which entities are shown as one, since a person said so, and what becomes of them when names go?

An entity that was merged keeps its row, its edges and its keys: it only says as which one it is
shown. So a split restores both exactly, and no name is copied that an erasure would have to find.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from perspective.domain.graph import MENTIONS, Edge, Entity

# In an entity's `extra`.
MERGED_INTO = "merged_into"  # the id of the one as which it is shown
SPLIT_FROM = "split_from"  # the id of the one that it is not, whatever the names say
BY_HAND = "by_hand"  # a person merged or split it: it stays without an edge, until an erasure

_replace = msgspec.structs.replace


def merged_into(entity: Entity) -> str | None:
    """The id of the entity as which this one is shown, None for itself."""
    into = entity.extra.get(MERGED_INTO)
    return into if isinstance(into, str) else None


def is_by_hand(entity: Entity) -> bool:
    """Whether a person merged or split it."""
    return BY_HAND in entity.extra


def marked(entity: Entity, **marks: str | None) -> Entity:
    """The entity with these marks set, or taken off (None); decided by hand."""
    extra: dict[str, Any] = {**entity.extra, BY_HAND: True, **marks}
    kept: Entity = _replace(entity, extra={k: v for k, v in extra.items() if v is not None})
    return kept


def top_of(entity_id: str, merges: Mapping[str, str]) -> str:
    """The id as which an entity is shown; `merges` are ids by the id of what was merged."""
    seen = {entity_id}
    while (into := merges.get(entity_id)) is not None and into not in seen:
        seen.add(into)
        entity_id = into
    return entity_id


def group_of(entity_id: str, merges: Mapping[str, str]) -> set[str]:
    """The ids of all entities that are shown as the same one as this."""
    top = top_of(entity_id, merges)
    return {top, *(one for one in merges if top_of(one, merges) == top)}


def shown(top: Entity, members: Iterable[Entity]) -> Entity:
    """The entity that stays, with the names of those that were merged into it as aliases."""
    names = dict.fromkeys(top.aliases)
    for one in members:
        names |= dict.fromkeys((one.normal_name, *one.aliases))
    names.pop(top.normal_name, None)
    as_one: Entity = _replace(top, aliases=tuple(names))
    return as_one


def shown_edges(edges: Iterable[Edge], merges: Mapping[str, str]) -> list[Edge]:
    """The edges between entities as they are shown: those that meet are one, at the weight of
    the heaviest, with what each calls its entity; one from an entity to itself is none."""
    found: dict[tuple[str, str, str, str], Edge] = {}
    for edge in edges:
        source, target = top_of(edge.source, merges), top_of(edge.target, merges)
        if source == target and edge.source != edge.target:
            continue
        new: Edge = _replace(edge, source=source, target=target)
        place = (source, edge.kind, target, edge.predicate)
        found[place] = _met(found[place], new) if place in found else new
    return list(found.values())


def promoted(gone: Entity, members: Sequence[Entity]) -> list[Entity]:
    """What was merged into an entity that is gone is shown as what that was shown as, else as the
    first of them. **Ties** by time and id."""
    into = merged_into(gone)
    rest = sorted(members, key=lambda one: (one.created_at, one.id))
    if into is None and rest:
        first, rest = rest[0], rest[1:]
        into = first.id
        return [marked(first, **{MERGED_INTO: None}),
                *(marked(one, **{MERGED_INTO: into}) for one in rest)]  # fmt: skip
    return [marked(one, **{MERGED_INTO: into}) for one in rest]


def _met(first: Edge, second: Edge) -> Edge:
    heavier, other = (first, second) if first.weight >= second.weight else (second, first)
    called = [*heavier.extra.get(MENTIONS, ()), *other.extra.get(MENTIONS, ())]
    if not called:
        return heavier
    met: Edge = _replace(heavier, extra={**heavier.extra, MENTIONS: called})
    return met
