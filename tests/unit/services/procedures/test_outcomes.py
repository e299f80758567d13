"""Are a procedure's outcomes counted, and its steps kept from version to version?"""

from __future__ import annotations

import asyncio

import pytest

from perspective.domain.memory import Procedural
from perspective.domain.query import MemoryEdit, Procedure
from perspective.engine import Perspective
from perspective.errors import Conflict, InvalidRequest, MemoryNotFound


async def deploy(memory: Perspective) -> str:
    """The id of a procedure."""
    stored = await memory.store(
        "Deploy: tag, push, wait",
        memory_type="procedural",
        procedure={"code": "make deploy", "preconditions": ["tests are green"]},
    )
    return str(stored.id)


async def detail(memory: Perspective, name: str) -> Procedural:
    """What the latest version says of it."""
    found = (await memory.memories.read(name)).current.detail
    assert isinstance(found, Procedural)
    return found


async def test_outcomes_are_counted(memory: Perspective) -> None:
    """Without a version of their own, each with an event."""
    name = await deploy(memory)
    for success in (True, True):
        await memory.memories.outcome(name, success=success)
    view = await memory.memories.outcome(name, success=False, note="took 3 minutes")
    now = await detail(memory, name)
    assert view.current.detail == now
    assert (now.success_count, now.failure_count, now.version) == (2, 1, 1)
    assert now.success_rate == pytest.approx(2 / 3)
    assert len((await memory.memories.read(name, versions=True)).versions) == 1
    newest = (await memory.memories.lineage(name)).items[0]
    assert newest.kind == "outcome"
    assert (newest.before, newest.after) == (
        {"failure_count": 0},
        {"failure_count": 1, "note": "took 3 minutes"},
    )


async def test_outcomes_at_once_are_all_counted(memory: Perspective) -> None:
    """None is lost to another."""
    name = await deploy(memory)
    await asyncio.gather(*(memory.memories.outcome(name, success=True) for _ in range(20)))
    assert (await detail(memory, name)).success_count == 20


async def test_an_outcome_is_taken_back(memory: Perspective) -> None:
    """By its inverse, and told in the lineage; what is not there cannot be."""
    name = await deploy(memory)
    before = await detail(memory, name)
    await memory.memories.outcome(name, success=False)
    await memory.memories.outcome(name, success=False, taken_back=True)
    assert await detail(memory, name) == before
    assert (await memory.memories.lineage(name)).items[0].after == {
        "failure_count": 0,
        "taken_back": True,
    }
    with pytest.raises(Conflict):
        await memory.memories.outcome(name, success=False, taken_back=True)


async def test_only_procedures_have_outcomes(memory: Perspective) -> None:
    """And only those that are there; a note is text without secrets."""
    fact = await memory.store("The boat is blue", memory_type="semantic")
    with pytest.raises(InvalidRequest):
        await memory.memories.outcome(str(fact.id), success=True)
    with pytest.raises(MemoryNotFound):
        await memory.memories.outcome("nobody", success=True)
    name = await deploy(memory)
    with pytest.raises(InvalidRequest):
        await memory.memories.outcome(name, success=True, note="\ud800")
    await memory.memories.outcome(name, success=True, note="key AKIAIOSFODNN7EXAMPLE worked")
    assert "AKIAIOSFODNN7EXAMPLE" not in str((await memory.memories.lineage(name)).items[0].after)
    await memory.memories.delete(name)
    with pytest.raises(MemoryNotFound):
        await memory.memories.outcome(name, success=True)


async def test_another_way_of_doing_it_keeps_its_outcomes(memory: Perspective) -> None:
    """New words or steps are a new version that names the one before; other edits are not."""
    name = await deploy(memory)
    await memory.memories.outcome(name, success=True)
    await memory.memories.edit(name, MemoryEdit(tags=("ops",)))
    assert (await detail(memory, name)).version == 1
    await memory.memories.edit(name, MemoryEdit(procedure=Procedure(code="make ship")))
    now = await detail(memory, name)
    assert (now.version, now.previous_version_id) == (2, f"{name}@2")
    assert (now.code, now.preconditions, now.success_count) == (
        "make ship",
        ("tests are green",),
        1,
    )
    await memory.memories.edit(name, MemoryEdit(content="Deploy: tag, push, wait, look"))
    await memory.memories.outcome(name, success=True)
    now = await detail(memory, name)
    assert (now.version, now.previous_version_id, now.success_count) == (3, f"{name}@3", 2)
    versions = (await memory.memories.read(name, versions=True)).versions
    counts = [one.detail.success_count for one in versions if isinstance(one.detail, Procedural)]
    assert counts == [1, 1, 1, 2]


async def test_the_same_steps_are_no_new_version(memory: Perspective) -> None:
    """Nothing happens; and steps can be taken away."""
    name = await deploy(memory)
    await memory.memories.edit(name, MemoryEdit(procedure=Procedure(code="make deploy")))
    assert len((await memory.memories.read(name, versions=True)).versions) == 1
    await memory.memories.edit(name, MemoryEdit(procedure=Procedure(code=None, preconditions=())))
    now = await detail(memory, name)
    assert (now.code, now.preconditions, now.version) == (None, (), 2)


async def test_steps_belong_to_procedures(memory: Perspective) -> None:
    """They are refused elsewhere; their secrets are masked; a long text has them once."""
    fact = await memory.store("The boat is blue")
    with pytest.raises(InvalidRequest):
        await memory.memories.edit(str(fact.id), MemoryEdit(procedure=Procedure(code="x")))
    with pytest.raises(InvalidRequest):
        await memory.store("The boat is red", procedure={"code": "x"})
    with pytest.raises(InvalidRequest):
        await memory.store("x", memory_type="procedural", procedure={"preconditions": ["\udfff"]})
    stored = await memory.store(
        "Log in. " * 300,
        memory_type="procedural",
        procedure={"code": "export AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE"},
    )
    codes = [(await detail(memory, part)).code for part in stored.ids]
    assert len(codes) > 1
    assert codes[0] is not None
    assert "AKIAIOSFODNN7EXAMPLE" not in codes[0]
    assert codes[1:] == [None] * (len(codes) - 1)
