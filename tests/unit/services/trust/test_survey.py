"""Do stats add up, and does the preview list what the rules say?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from perspective.domain.changes.community import Community
from perspective.domain.changes.review import Review
from perspective.engine import Perspective
from tests.engines import NOON, SetClock, embedded_engine, engine_in_memory


@pytest.fixture
def clock() -> SetClock:
    """The engine's clock."""
    return SetClock()


@pytest.fixture(params=["inmemory", "sqlite"])
async def memory(
    request: pytest.FixtureRequest, clock: SetClock, tmp_path: Path
) -> AsyncIterator[Perspective]:
    """An open engine over either kind of store."""
    made = (
        embedded_engine(tmp_path, clock=clock)
        if request.param == "sqlite"
        else engine_in_memory(clock=clock)
    )
    async with made as engine:
        yield engine


async def filled(memory: Perspective, clock: SetClock) -> dict[str, str]:
    """Memories of several ages and types, by name."""
    ids: dict[str, str] = {}

    async def store(name: str, **fields: Any) -> None:
        answer = await memory.store(f"The {name} boat", source_session=name, **fields)
        assert answer.id is not None
        ids[name] = answer.id

    await store("forgotten")
    await store("pinned")
    await memory.memories.pin(ids["pinned"])
    await store("fact", memory_type="semantic")
    await store("way", memory_type="procedural")
    clock.advance(days=60)
    await store("faded")
    clock.advance(days=95)
    await store("used")
    records = memory._services.host.open_spaces[0].stores.records
    for _ in range(6):
        await records.write(lambda tx: tx.touch([ids["used"]], clock.now()))
    return ids


async def test_stats_add_up(memory: Perspective, clock: SetClock) -> None:
    """Every standing memory is in one tier, whose tokens and pressure are the sums."""
    await filled(memory, clock)
    deleted = await memory.store("gone at once", source_session="gone")
    assert deleted.id is not None
    await memory.memories.delete(deleted.id)
    stats = await memory.maintenance.stats()
    counts = {(one.tier, one.type): one.n_memories for one in stats.rows}
    assert counts == {
        ("working", "episodic"): 2,
        ("settled", "procedural"): 1,
        ("settled", "semantic"): 1,
        ("archived", "episodic"): 2,
    }
    assert stats.n_memories == 6
    assert stats.tokens == sum(one.tokens for one in stats.rows)
    tiers = {one.tier: one for one in stats.tiers}
    assert tiers["archived"].limit_tokens is tiers["archived"].pressure is None
    assert tiers["working"].pressure == tiers["working"].tokens / 2_000
    assert sum(one.n_memories for one in stats.tiers) == 6


async def test_stats_are_what_each_memory_says(
    memory: Perspective, clock: SetClock, tmp_path: Path
) -> None:
    """Counts, tokens and means are those of the memories one by one, also where the tokens were not
    estimated when they were stored, and when asked again."""
    ids = await filled(memory, clock)
    host = memory._services.host
    path = tmp_path / "tenants" / "default" / "records.db"
    if path.exists():
        connection = apsw.Connection(str(path))
        connection.execute("UPDATE contents SET tokens = NULL WHERE key % 2")
        connection.close()
    cells: dict[tuple[str, str], list[tuple[int, float, float]]] = defaultdict(list)
    for one in await host.open_spaces[0].stores.records.recorded(list(ids.values())):
        seen = await memory.memories.inspect(one.memory.id)
        n_tokens = memory._services.survey._analyzer.n_tokens(one.version.content)
        cells[seen.outlook.tier, one.memory.type].append(
            (n_tokens, seen.strength.now, seen.outlook.score)
        )
    for _ in range(2):
        stats = await memory.maintenance.stats()
        assert len(stats.rows) == len(cells)
        for row in stats.rows:
            tokens, strengths, scores = zip(*cells[row.tier, row.type], strict=True)
            assert (row.n_memories, row.tokens) == (len(tokens), sum(tokens))
            assert row.mean_strength == pytest.approx(sum(strengths) / len(strengths))
            assert row.mean_score == pytest.approx(sum(scores) / len(scores))


async def test_the_preview_lists_what_is_due(memory: Perspective, clock: SetClock) -> None:
    """Each memory under the actions whose rules hold, with why; the rest is kept."""
    ids = await filled(memory, clock)
    preview = await memory.maintenance.preview()
    found = {share.action: [one.memory_id for one in share.items] for share in preview.shares}
    assert found == {
        "promote": [ids["used"]],
        "archive": [ids["forgotten"], ids["faded"]],
        "forgettable": [ids["forgotten"]],
        "check": [ids["fact"]],
        "failing": [],
        "keep": [],
    }
    kept = next(one for one in preview.shares if one.action == "keep")
    assert (kept.n_memories, preview.n_memories) == (2, 6)
    n_tokens = memory._services.survey._analyzer.n_tokens
    assert preview.freed_tokens == n_tokens("The forgotten boat") + n_tokens("The faded boat")


async def test_the_preview_and_inspect_agree(memory: Perspective, clock: SetClock) -> None:
    """What is due for a memory in the preview is due in its own forecast, and nothing else is."""
    ids = await filled(memory, clock)
    preview = await memory.maintenance.preview()
    listed = {
        (share.action, one.memory_id, one.why) for share in preview.shares for one in share.items
    }
    told = {
        (foreseen.action, one, foreseen.why)
        for one in ids.values()
        for foreseen in (await memory.memories.inspect(one)).outlook.forecast
        if foreseen.is_due
    }
    assert told == listed


async def test_the_outlook_of_a_memory(memory: Perspective, clock: SetClock) -> None:
    """Its tier, its communities, what a person is asked about it, and that once is enough."""
    ids = await filled(memory, clock)
    review = Review(
        id="r", kind="forgettable", memory_ids=(ids["forgotten"],), reason="weak", created_at=NOON
    )
    members = tuple(sorted((ids["forgotten"], ids["faded"])))
    community = Community(id="c", member_ids=members, central_ids=members[:1], created_at=NOON)
    records = memory._services.host.open_spaces[0].stores.records
    for row in (review, community):
        await records.write(lambda tx, row=row: tx.amend.put(row))  # type: ignore[misc]
    outlook = (await memory.memories.inspect(ids["forgotten"])).outlook
    assert outlook.tier == "archived"
    assert [(one.id, one.n_members) for one in outlook.communities] == [("c", 2)]
    assert [one.id for one in outlook.reviews] == ["r"]
    assert "forgettable" not in [one.action for one in outlook.forecast if one.is_due]
    preview = await memory.maintenance.preview()
    assert not next(one for one in preview.shares if one.action == "forgettable").items
