"""What supports a memory, what was made of it, and does it hold itself?"""

from __future__ import annotations

from perspective.domain.memory import Recorded
from perspective.services.jobs.look import Look


async def derived_alone(look: Look, memory_id: str) -> list[Recorded]:
    """What was made of a memory, and of no other that stands."""
    edges = await look.space.stores.records.read(
        lambda snapshot: snapshot.survey.edges_at(memory_id)
    )
    made = [e.target for e in edges if e.kind == "supports" and e.source == memory_id]
    found = await look.recorded(made)
    alone: list[Recorded] = []
    for one in found.values():
        if one.memory.deleted_at is not None or one.memory.state == "retired":
            continue
        sources = await sources_of(look, one.memory.id)
        if all(source.memory.id == memory_id or not stands(source) for source in sources):
            alone.append(one)
    return alone


async def sources_of(look: Look, memory_id: str) -> list[Recorded]:
    """The memories that support one."""
    edges = await look.space.stores.records.read(
        lambda snapshot: snapshot.survey.edges_at(memory_id)
    )
    ids = [e.source for e in edges if e.kind == "supports" and e.target == memory_id]
    return list((await look.recorded(ids)).values())


def stands(recorded: Recorded) -> bool:
    """Whether a memory holds now: not deleted, retired or replaced."""
    memory, version = recorded.memory, recorded.version
    is_there = memory.deleted_at is None and memory.state != "retired"
    return is_there and version.superseded_by is None
