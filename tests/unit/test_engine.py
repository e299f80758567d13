"""The engine's face: its verbs, its groups, what it says of itself, its beginning and end."""

from __future__ import annotations

import asyncio

import pytest

import perspective
from perspective import wiring
from perspective.adapters.inmemory.catalog import InMemoryCatalog
from perspective.domain.query import NewMemory, RecallQuery
from perspective.engine import Perspective
from perspective.errors import (
    CallerError,
    EngineNotOpen,
    InvalidRequest,
    TenantNotFound,
)
from perspective.services.models.embedders import Embedders
from perspective.settings import ServerSettings, Settings, TenantDefaults, TenantSettingsGroup
from tests.engines import (
    NOON,
    BreakableEmbedder,
    SetClock,
    contents,
    counts,
    engine_in_memory,
)

ANA = "Ana moved to Lisbon in March"


async def test_connect_in_memory() -> None:
    """The documented way: store, recall, and nothing on the disk."""
    async with perspective.connect(in_memory=True) as memory:
        await memory.store(ANA, tags=["people"])
        assert contents(await memory.recall("where does Ana live?")) == [ANA]


async def test_two_engines_in_one_process_share_nothing() -> None:
    """There is no global state: what one knows, the other does not."""
    async with (
        perspective.connect(in_memory=True) as one,
        perspective.connect(in_memory=True) as other,
    ):
        await one.store(ANA)
        assert contents(await other.recall("Ana")) == []


async def test_a_closed_engine_says_so() -> None:
    """Every verb after the end raises EngineNotOpen; closing again is harmless."""
    async with engine_in_memory() as memory:
        pass
    await memory.close()
    with pytest.raises(EngineNotOpen):
        await memory.store(ANA)
    with pytest.raises(EngineNotOpen):
        await memory.store_batch([NewMemory(content=ANA)])
    with pytest.raises(EngineNotOpen):
        await memory.recall("Ana")
    with pytest.raises(EngineNotOpen):
        await memory.activity()
    with pytest.raises(EngineNotOpen):
        await memory.health()
    with pytest.raises(EngineNotOpen):
        await memory.status()


async def test_a_request_is_a_struct_or_words(memory: Perspective) -> None:
    """A struct, a struct with other fields, and plain words with fields are the same request."""
    item = NewMemory(content=ANA, tags=("people",))
    first = await memory.store(item)
    assert (await memory.store(ANA, tags=["people"])).duplicate_of == first.id
    assert (await memory.store(item, namespace="work")).duplicate_of is None
    query = RecallQuery(query="Lisbon", namespaces=("work",))
    assert len((await memory.recall(query)).results) == 1
    assert len((await memory.recall("Lisbon", namespaces=["default"])).results) == 1
    assert len((await memory.recall(query, namespaces=["nowhere"])).results) == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"item": ""},
        {"item": ANA, "importance": 2.0},
        {"item": ANA, "importance": float("nan")},
        {"item": ANA, "confidence": -0.1},
        {"item": ANA, "memory_type": "dream"},
        {"item": ANA, "role": "king"},
        {"item": ANA, "tags": "people"},
        {"item": ANA, "tags": [""]},
        {"item": ANA, "tags": ["t"] * 65},
        {"item": ANA, "event_at": "yesterday"},
        {"item": ANA, "id": ""},
        {"item": ANA, "id": "x" * 129},
        {"item": ANA, "namespce": "work"},
        {"item": ANA, "entities": [{"name": "Ana", "kind": "queen"}]},
    ],
)
async def test_wrong_fields_are_refused(memory: Perspective, fields: dict[str, object]) -> None:
    """The library checks as REST does, and stores nothing."""
    with pytest.raises(InvalidRequest):
        await memory.store(**fields)  # type: ignore[arg-type]
    assert (await counts(memory)).memories == 0


async def test_a_struct_made_by_hand_is_checked_too(memory: Perspective) -> None:
    """A struct whose fields were never validated cannot bring nonsense in."""
    with pytest.raises(InvalidRequest):
        await memory.store(NewMemory(content=ANA, importance=7.0))
    with pytest.raises(InvalidRequest):
        await memory.recall(RecallQuery(query="Ana", budget=0))
    answers = await memory.store_batch([NewMemory(content=ANA, importance=7.0)])
    assert isinstance(answers[0], InvalidRequest)


async def test_an_unknown_tenant_is_made_by_a_store(memory: Perspective) -> None:
    """On loopback; a question to an unknown tenant is an error all the same."""
    with pytest.raises(TenantNotFound):
        await memory.recall("Ana", tenant_id="ana")
    await memory.store(ANA, tenant_id="ana")
    assert [view.id for view in await memory.tenants.list()] == ["ana", "default"]
    with pytest.raises(InvalidRequest):
        await memory.store(ANA, tenant_id="../ana")


@pytest.mark.parametrize(
    "settings",
    [
        Settings(tenant=TenantSettingsGroup(defaults=TenantDefaults(auto_create=False))),
        Settings(server=ServerSettings(host="0.0.0.0")),
    ],
)
async def test_tenants_can_be_made_by_hand_only(settings: Settings) -> None:
    """With the setting off, or bound beyond loopback, a store to an unknown tenant fails."""
    async with engine_in_memory(settings=settings) as memory:
        for store in (memory.store(ANA, tenant_id="ana"), memory.store_batch([], tenant_id="ana")):
            with pytest.raises(TenantNotFound):
                await store
        assert [view.id for view in await memory.tenants.list()] == ["default"]


async def test_stores_at_once_make_a_tenant_once(memory: Perspective) -> None:
    """Ten first stores to one tenant all succeed."""
    stores = [memory.store(f"page {n}", tenant_id="ana", source_session=str(n)) for n in range(10)]
    await asyncio.gather(*stores)
    assert (await counts(memory, "ana")).memories == 10


async def test_a_tenant_has_the_default_settings(clock: SetClock) -> None:
    """`[tenant.defaults]` at its making, and what it is given itself."""
    defaults = TenantDefaults(max_memories=5, decay=False)
    settings = Settings(tenant=TenantSettingsGroup(defaults=defaults))
    async with engine_in_memory(settings=settings, clock=clock) as memory:
        made = await memory.tenants.create("ana", max_memories=7)
        assert (made.settings.max_memories, made.settings.decay) == (7, False)
        assert made.created_at == NOON
        changed = await memory.tenants.edit("ana", decay=True)
        assert (changed.settings.max_memories, changed.settings.decay) == (7, True)
        with pytest.raises(InvalidRequest):
            await memory.tenants.edit("ana", max_memories="many")


async def test_deleting_a_tenant_needs_its_name(memory: Perspective) -> None:
    """`confirm` must repeat the id; else nothing happens."""
    await memory.store(ANA, tenant_id="ana")
    with pytest.raises(InvalidRequest) as caught:
        await memory.tenants.delete("ana", confirm="ann")
    assert caught.value.fields[0][0] == "confirm"
    assert (await counts(memory, "ana")).memories == 1
    await memory.tenants.delete("ana", confirm="ana")
    with pytest.raises(TenantNotFound):
        await memory.tenants.read("ana")


async def test_a_nearly_full_tenant_warns(memory: Perspective) -> None:
    """From nine tenths of the quota on."""
    await memory.tenants.edit("default", max_memories=10)
    for n in range(8):
        await memory.store(f"page {n}", source_session=str(n))
    assert (await memory.tenants.read("default")).warning is None
    await memory.store("page 8")
    assert (await memory.tenants.read("default")).warning == "9 of 10 memories are in use"


async def test_status_counts_what_is_open(memory: Perspective, clock: SetClock) -> None:
    """Totals over the open tenants, what happened last, how long it runs."""
    await memory.store(ANA, memory_type="semantic", tags=["people"])
    clock.advance(minutes=1)
    await memory.store("Ben keeps bees", tenant_id="ben")
    status = await memory.status()
    assert (status.started_at, status.uptime_s) == (NOON, 60.0)
    assert (status.n_tenants, [view.id for view in status.tenants]) == (2, ["ben", "default"])
    assert status.totals.memories == 2
    assert status.totals.by_type == {"semantic": 1, "episodic": 1}
    assert status.totals.by_state == {"active": 2}
    assert status.health.status == "ok"
    assert [event.at for event in status.recent] == [clock.now(), NOON]
    assert status.data_dir is None


async def test_an_engine_without_a_model_finds_words() -> None:
    """Embedding can be left out: there is one index, and health names no model."""
    memory = wiring._compose(Settings(), InMemoryCatalog(), Embedders(None), SetClock())
    await memory.open()
    stored = await memory.store(ANA)
    assert stored.indexed
    found = await memory.recall("Lisbon", explain=True)
    assert (contents(found), found.degraded) == ([ANA], {})
    assert found.results[0].why is not None
    assert found.results[0].why.vector is None
    health = await memory.health()
    assert (health.status, health.model.state) == ("ok", "none")
    assert list(health.tenants["default"]) == ["text"]
    await memory.close()


async def test_closing_ends_the_model() -> None:
    """The embedder is let go with the engine."""
    closed: list[bool] = []

    class Closing(BreakableEmbedder):
        async def close(self) -> None:
            closed.append(True)

    async with engine_in_memory(embedder=Closing()):
        pass
    assert closed == [True]


async def test_a_batch_answers_in_order(memory: Perspective) -> None:
    """A thousand items, every tenth of them bad: each answer stands at its item's place."""
    items: list[NewMemory | CallerError] = [
        InvalidRequest(str(n)) if n % 10 == 0 else NewMemory(content=f"page {n}", id=f"p{n}")
        for n in range(1000)
    ]
    answers = await memory.store_batch(items)
    for n, answer in enumerate(answers):
        assert str(answer) == str(n) if isinstance(answer, CallerError) else answer.id == f"p{n}"
    assert (await counts(memory)).memories == 900
